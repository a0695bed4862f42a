"""Makes the text of strangers (models, tasks, desktops) fit to be shown."""


def plain(text: str, limit: int) -> str:
    """Printable text of at most `limit` characters on one line; what is not printable becomes �."""
    line = " ".join(text.split())
    shown = "".join(character if character.isprintable() else "�" for character in line[:limit])
    return shown if len(line) <= limit else shown[: limit - 1] + "…"
