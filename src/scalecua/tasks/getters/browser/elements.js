(wanted) => {
  const LIMIT = 1 << 16, COUNT = 500;
  const trimmed = (text) => (text || "").trim().slice(0, LIMIT);
  const classed = (name) => Array.from(document.getElementsByClassName(name)).slice(0, COUNT);
  const at = (path) =>
    document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
  const one = (value) => (value === undefined || value === null ? [] : [trimmed(value)]);
  const read = {
    texts: (name) => classed(name).map((element) => trimmed(element.textContent)),
    pieces: (name) => classed(name).slice(0, 1).flatMap((element) => Array.from(element.childNodes)
      .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => trimmed(node.textContent))
      .filter((text) => text)),
    headings: (name) => classed(name).map((element) => element.querySelector("h3"))
      .filter((heading) => heading).map((heading) => trimmed(heading.textContent)),
    products: (name) => classed(name)
      .flatMap((element) => Array.from(element.querySelectorAll("li.catAllProducts")))
      .map((item) => item.querySelector("span")).filter((span) => span).map((span) => trimmed(span.innerText)),
    xpaths: (path) => one(at(path)?.textContent),
    inputs: (path) => one(at(path)?.value),
  };
  return Object.fromEntries(Object.entries(wanted).map(([kind, names]) =>
    [kind, Object.fromEntries(names.map((name) => [name, read[kind](name)]))]));
}
