"""What a task's `initialize` may call, each function with the parameters that task files give it."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

PORT = "«PORTLIKE»"
PLACEHOLDER = re.compile("«[^»]*»")


def _only_the_port(text: str) -> str:
    unknown = [found for found in PLACEHOLDER.findall(text) if found != PORT]
    if unknown:
        raise ValueError(f"unknown placeholder {unknown[0]}; choices: {PORT}")
    return text


Text = Annotated[str, Field(min_length=1)]
Word = Annotated[str, Field(min_length=1), AfterValidator(_only_the_port)]
Command = Word | Annotated[tuple[Word, ...], Field(min_length=1)]


class Function(BaseModel):
    """One call; `wait` is how many seconds pass after it."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, strict=True)
    wait: float = Field(0, ge=0, le=600)


class Opt(Function):
    """How deep the guest looks into the accessibility tree."""

    func: Literal["opt"]
    depth: int = Field(ge=1)


class Launch(Function):
    """Start a program."""

    func: Literal["launch"]
    command: Command
    shell: bool = False


class Execute(Function):
    """Run a command to its end, whatever it returns."""

    func: Literal["execute"]
    command: Command
    shell: bool = False


class Touch(Function):
    """Write a file."""

    func: Literal["touch"]
    path: Text
    text: str


class Download(Function):
    """Bring a file from the network to the desktop."""

    func: Literal["download"]
    url: Text
    path: Text


class ClearLog(Function):
    """Empty ChimeraX's log."""

    func: Literal["clear_log", "chimerax_clear_log"]


class OpenModel(Function):
    """Open a structure of the Protein Data Bank in ChimeraX."""

    func: Literal["open", "chimerax_open"]
    name: Text


class Turn(Function):
    """Turn ChimeraX's view."""

    func: Literal["turn", "chimerax_turn"]
    axis: Literal["x", "y", "z"]
    angle: int


class AlphafoldMatch(Function):
    """Open a predicted structure in ChimeraX."""

    func: Literal["alphafold_match"]
    name: Text


class Color(Function):
    """Colour ChimeraX's models by a scheme."""

    func: Literal["color"]
    style: Text


class Map(Function):
    """Switch GRASS GIS to a mapset."""

    func: Literal["map"]
    grassdb: Text
    location: Text
    mapset: Text


class Layer(Function):
    """Show a map of the mapset in GRASS GIS."""

    func: Literal["layer"]
    query: dict[Literal["name"], Text] = Field(min_length=1)


class Scale(Function):
    """Set the scale of GRASS GIS's map display."""

    func: Literal["scale"]
    scale: int = Field(ge=1)


class Tab(Function):
    """Switch KAlgebra to a tab: calculator, 2D graph, 3D graph, dictionary."""

    func: Literal["tab"]
    index: int = Field(ge=0, le=3)


class Plot(Function):
    """Plot an expression in KAlgebra."""

    func: Literal["func_2d", "func_3d"]
    expr: Text


class Libraries(Function):
    """Lean's `import` and `open`."""

    func: Literal["import", "open"]
    libs: tuple[Text, ...] = Field(min_length=1)


class Definition(Function):
    """A definition that stands before the theorem in the Lean file."""

    func: Literal["def"]
    expr: Text


class Query(Function):
    """The theorem to prove; written into the Lean file with all that was imported, opened and defined."""

    func: Literal["query"]
    expr: str = Field(pattern=r"(?s)^.+\sby sorry$")


COMMON: tuple[type[Function], ...] = (Opt, Launch, Execute, Touch, Download)
OWN: Mapping[str, tuple[type[Function], ...]] = {
    "Celestia": (),
    "ChimeraX": (ClearLog, OpenModel, Turn, AlphafoldMatch, Color),
    "GrassGIS": (Map, Layer, Scale),
    "KAlgebra": (Tab, Plot),
    "Lean": (Libraries, Definition, Query),
    "TeXstudio": (ClearLog, OpenModel, Turn),
}
APPLICATIONS = tuple(OWN)


def functions(application: str) -> dict[str, type[Function]]:
    """The functions that an application's tasks may call, by name.

    TeXstudio's tasks call ChimeraX's by names that begin with `chimerax_`, ChimeraX's own without it.
    """
    named = {
        name: model
        for model in (*COMMON, *OWN[application])
        for name in get_args(model.model_fields["func"].annotation)
    }
    foreign = application != "TeXstudio"
    return {name: model for name, model in named.items() if model in COMMON or _own(name, foreign)}


def _own(name: str, foreign: bool) -> bool:
    return name.startswith("chimerax_") is not foreign
