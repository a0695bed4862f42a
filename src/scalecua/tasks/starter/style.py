"""Large print: a user's style sheet under which every widget to click is 80 pixels high or nearly so.

A row of 80 pixels is a whole patch of a model that sees an 800 x 640 screen at 160 x 128.
"""

from scalecua.tasks.starter.parts import HOME, Json, write_file

SHEET = f"{HOME}/.config/gtk-3.0/gtk.css"
_WIDGETS = """
button { min-height: 65px; }
entry { min-height: 73px; }
entry:disabled { color: black; }
check { min-width: 40px; min-height: 40px; }
checkbutton { min-height: 71px; }
buttonbox button { min-width: 200px; }
treeview { -GtkTreeView-vertical-separator: 23; }
"""
_PRINT = "window, dialog, messagedialog { font-size: 135%; }\n"
_TABS = "tab { min-height: 55px; }\nnotebook checkbutton { min-height: 75px; }\n"

DIALOGS: Json = write_file(SHEET, _PRINT + _WIDGETS)
"""For dialogs of few words."""
SETTINGS: Json = write_file(SHEET, _WIDGETS + _TABS)
"""For a dialog of many words: large widgets, print of the usual size."""


def place(height: int) -> str:
    """The option of yad for a window 640 pixels wide at a fixed place, its first row at y = 80."""
    return f"--geometry=640x{height}+79+38"
