"""The rule `style`: how the cells of a sheet look."""

from scalecua.tasks.metrics.sheets.looks import PROPS, Looks
from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, chosen, closed, pair
from scalecua.tasks.metrics.sheets.workbook import Books


def style(rule: Rule) -> Check:
    """All cells of both sheets agree in each of `props`, by their own formats and the conditional ones.

    The properties are those of `Looks`: `number_format`, `font_name`, `font_family`, `font_color`,
    `font_bold`, `font_italic`, `font_underline`, `font_size`, `fill_type`, `bgcolor`, `fgcolor`, `hyperlink`
    and `merge`.
    """
    closed(rule, (*PAIR, "props"))
    props = chosen(rule, "props", PROPS)
    if not props:
        raise ValueError("props of style are empty; give one at least")
    sheets = pair(rule)

    def check(books: Books) -> bool:
        one, two = sheets(books)
        wanted, found = two.read(Looks), one.read(Looks)
        places = wanted.places | found.places
        asked = [(prop, at) for at in places for prop in props]
        seen = two.read(lambda _: [wanted.get(*each) for each in asked])
        return one.read(lambda _: [found.get(*each) for each in asked]) == seen

    return check
