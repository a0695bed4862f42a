// A person's mouse and keyboard over the picture of a screen, as the actions that a policy has.
const NAMES = { Enter: "enter", Backspace: "backspace", Delete: "delete", Tab: "tab", Escape: "esc", " ": "space",
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end",
  PageUp: "pageup", PageDown: "pagedown", Insert: "insert" };
const LEFT = ["left_click", "double_click", "triple_click"], OTHER = [null, "middle_click", "right_click"];
const DRAG_PIXELS = 4, NOTCHES = 3, AGAIN_MS = 300;

// While the next picture loads, an image has no size of its own: `size` is that of the last one.
function pixel(img, size, event) {
  const box = img.getBoundingClientRect();
  const scale = Math.min(box.width / size.width, box.height / size.height);
  const x = Math.floor((event.clientX - box.left - (box.width - size.width * scale) / 2) / scale);
  const y = Math.floor((event.clientY - box.top - (box.height - size.height * scale) / 2) / scale);
  return x >= 0 && y >= 0 && x < size.width && y < size.height ? { x, y } : null;
}
const held = event => [["ctrl", event.ctrlKey], ["shift", event.shiftKey], ["alt", event.altKey],
  ["super", event.metaKey]].filter(pair => pair[1]).map(pair => pair[0]);

// `enabled()` says whether the picture takes input now; `perform(action)` gets every action.
// A click waits for the one that makes it a double click.
function hands(img, enabled, perform) {
  let pressed = null, click = null, timer = 0, size = { width: 0, height: 0 };
  img.addEventListener("load", () => { size = { width: img.naturalWidth, height: img.naturalHeight }; });
  const finish = () => { clearTimeout(timer); const one = click; click = null; if (one) perform(one); };
  const act = action => { finish(); perform(action); };
  img.onmousedown = event => { pressed = pixel(img, size, event); event.preventDefault(); };
  img.oncontextmenu = event => event.preventDefault();
  img.onmouseup = event => {
    const to = pixel(img, size, event), from = pressed; pressed = null;
    if (!enabled() || !to || !from) return;
    const far = Math.hypot(to.x - from.x, to.y - from.y) > DRAG_PIXELS, modifiers = held(event);
    if (event.button !== 0) act({ kind: OTHER[event.button], ...to, modifiers });
    else if (far) act({ kind: "left_click_drag", ...from, to_x: to.x, to_y: to.y, modifiers });
    else {
      if (event.detail === 1) finish();
      clearTimeout(timer);
      click = { kind: LEFT[Math.min(event.detail, 3) - 1], ...to, modifiers };
      timer = setTimeout(finish, AGAIN_MS);
    }
  };
  img.addEventListener("wheel", event => {
    const where = pixel(img, size, event);
    if (!enabled() || !where) return;
    event.preventDefault();
    act({ kind: "scroll", ...where, direction: event.deltaY > 0 ? "down" : "up", amount: NOTCHES });
  }, { passive: false });
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || !enabled() || ["Control", "Shift", "Alt", "Meta"].includes(event.key)) return;
    if (["INPUT", "TEXTAREA"].includes(document.activeElement.tagName) && document.activeElement.type !== "checkbox")
      return;
    event.preventDefault();
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key.length === 1 && plain) act({ kind: "type", text: event.key });
    else act({ kind: "key", keys: [...held(event), NAMES[event.key] || event.key.toLowerCase()] });
  });
}
