"""A calculator: press three digits."""

from random import Random

from scalecua.tasks.starter.parts import HOME, click, launch, press, shows, type_text, wait_window, write_file
from scalecua.tasks.starter.template import Slip, Template, Variant

# No menu bar and no row of editing keys: the other keys are 80 pixels high.
_LOOK = """[general]
custom_button_font=true
button_font="Sans 14"
button_width=112
button_height=74
dispctrl_button_group=false
show_menu_bar=false
"""


CONFIG = f"{HOME}/.config/galculator/galculator.conf"


def _draw(rng: Random) -> Variant:
    *digits, other = rng.sample("123456789", 4)
    keys = tuple(click(digit, "toggle button") for digit in digits)
    wrong = (click(other, "toggle button"),)
    return Variant(
        instruction=f"Press {' '.join(digits)} on the calculator.",
        setup=(write_file(CONFIG, _LOOK), launch("galculator"), wait_window("galculator")),
        judge=shows("".join(digits)),
        steps=keys,
        alternatives=((type_text("".join(digits)),),),
        slips=tuple(Slip(at, wrong, (press("esc"), *keys[:at])) for at in range(len(digits))),
    )


TEMPLATES = (Template("digits", "calculator", ("galculator",), _draw),)
