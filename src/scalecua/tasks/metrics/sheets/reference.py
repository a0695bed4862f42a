"""References to cells, written the one way."""


def reference(formula: str | None) -> str:
    """`'Sheet1'!$A$2:$A$6` and `$Sheet1.A2:A6` both as `Sheet1!A2:A6`; nothing for none."""
    plain = (formula or "").strip().removeprefix("=").replace("$", "").replace("'", "")
    name, mark, cells = plain.rpartition("!" if "!" in plain else ".")
    return f"{name}!{cells.upper()}" if mark else plain.upper()
