"""What a task's `evaluate` may hold: a closed model of each type, its expressions checked."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from scalecua.tasks.scienceboard.metrics.expression import is_lambda, parse
from scalecua.tasks.scienceboard.metrics.sources import SIZE


def _lambda(parameters: int, *, needed: bool) -> Callable[[str], str]:
    """A check that a text is an allowed lambda; plain text passes where none is `needed`."""

    def check(text: str) -> str:
        if needed or is_lambda(text):
            parse(text, parameters)
        return text

    return check


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"no regular expression: {error}") from error
    return text


Text = Annotated[str, Field(min_length=1)]
Key = Annotated[str, AfterValidator(_lambda(1, needed=True))]
KeyOrText = Annotated[Text, AfterValidator(_lambda(1, needed=False))]
Predicate = Annotated[str, AfterValidator(_lambda(2, needed=True))]
DateOrText = Annotated[Text, AfterValidator(_lambda(0, needed=False))]
Pattern = Annotated[Text, AfterValidator(_pattern)]
Scalar = bool | int | float | str | None
Json = Scalar | list[Scalar] | dict[str, Scalar]


class Item(BaseModel):
    """One condition on the end of the episode."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, strict=True)


class Stop(Item):
    """How the agent ends: DONE, FAIL, or ANS with the words of the answer in `args`."""

    type: Literal["stop"]
    value: Literal["DONE", "FAIL", "ANS"]
    args: tuple[Text, ...] | None = None

    @model_validator(mode="after")
    def _answered(self) -> Self:
        if (self.value == "ANS") is not bool(self.args):
            raise ValueError("ANS needs args, and nothing else has them")
        return self


class DumpInfo(Item):
    """A value in the application's dump."""

    type: Literal["info"]
    key: Key
    value: Json
    pred: Predicate | None = None


class Database(Item):
    """A value in what a GRASS command prints."""

    type: Literal["db"]
    cmd: Annotated[str, Field(pattern=r"^[a-z0-9.]+$")]
    kwargs: dict[str, str]
    key: Key
    value: Json
    pred: Predicate | None = None


class States(Item):
    """A value, or a pattern, in ChimeraX's session."""

    type: Literal["states"]
    key: KeyOrText
    find: Predicate | None = None
    value: Scalar = None
    pattern: Pattern | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if ("value" in self.model_fields_set) is ("pattern" in self.model_fields_set):
            raise ValueError("give either value or pattern")
        if self.find is not None and not is_lambda(self.key):
            raise ValueError("beside find, key must be a lambda")
        return self


class Info(Item):
    """The lines that ChimeraX's `info` prints."""

    type: Literal["info"]
    key: Text
    value: tuple[str, ...] = Field(min_length=1)


class Written(Item):
    """A text in a file that ChimeraX wrote."""

    type: Literal["file"]
    key: Text
    value: DateOrText


class Value(Item):
    """A number in a variable of KAlgebra's."""

    type: Literal["val"]
    key: Text
    value: float


class Variable(Item):
    """The text of a variable of KAlgebra's."""

    type: Literal["var"]
    key: Text
    value: Text


Point = tuple[float, float] | tuple[float, float, float]


class Equation(Item):
    """Properties of a plot in KAlgebra, or the number of plots."""

    type: Literal["eqn"]
    key: Literal["#SIZE"] | Annotated[tuple[Point, ...], Field(min_length=1)]
    value: int | Annotated[dict[str, bool | int | str], Field(min_length=1)]

    @model_validator(mode="after")
    def _fit(self) -> Self:
        if (self.key == SIZE) is not isinstance(self.value, int):
            raise ValueError("#SIZE needs a number, points need their properties")
        if len(set(map(len, self.key))) > 1 and self.key != SIZE:
            raise ValueError("points must all be of the plane, or all of space")
        return self


class Proof(Item):
    """The theorem is proved."""

    type: Literal["placeholder"]


class Edited(Item):
    """A file is what the setup wrote, `source` replaced by `target`."""

    type: Literal["file"]
    path: Text
    source: Text
    target: str


class Compiles(Item):
    """A LaTeX document compiles; `path` is its folder."""

    type: Literal["compile"]
    path: Text
    file: Text


class Includes(Item):
    """A file matches a pattern."""

    type: Literal["include"]
    path: Text
    pattern: Pattern


ITEMS: Mapping[str, Mapping[str, type[Item]]] = {
    "Celestia": {"stop": Stop, "info": DumpInfo},
    "ChimeraX": {"stop": Stop, "states": States, "info": Info, "file": Written},
    "GrassGIS": {"stop": Stop, "info": DumpInfo, "db": Database},
    "KAlgebra": {"stop": Stop, "eqn": Equation, "val": Value, "var": Variable},
    "Lean": {"stop": Stop, "placeholder": Proof},
    "TeXstudio": {"stop": Stop, "file": Edited, "compile": Compiles, "include": Includes},
}


def bare(item: Item) -> dict[str, Any]:
    """An item as JSON, with the fields that its file gave it."""
    return item.model_dump(mode="json", include=item.model_fields_set)
