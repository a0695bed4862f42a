"""Ends made of what the reference left: its files changed by a little, broken, or written otherwise."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scalecua.core.observation import Blobs
from scalecua.core.trajectory import FinalState, Status
from scalecua.verify.attack import Kind, Made
from scalecua.verify.documents.format import Format, of
from scalecua.verify.documents.other_sheet import moved
from scalecua.verify.documents.places import Place, Value, near
from scalecua.verify.documents.workbook import Workbook


@dataclass(frozen=True, slots=True)
class Left:
    """A file that the reference left, by its name in the state, and what it was before, if it was."""

    name: str
    before: bytes | None
    after: bytes


def changes(untouched: FinalState, reference: FinalState, blobs: Blobs) -> Iterator[Made]:
    """Every end that can be made of the two states."""
    for file in left(untouched, reference, blobs):
        kind = of(file.name, file.after)
        for sort, name, data in _ends(file, kind):
            yield _made(sort, f"{file.name}: {name}", reference, file.name, data, blobs)
        yield Made("near miss", f"{file.name}: under another name", _without(reference, file.name))


def declared(untouched: FinalState, typed: str) -> Iterator[Made]:
    """Nothing done, and said otherwise."""
    said: tuple[tuple[Kind, str, Status, str], ...] = (
        ("cheat", "declared done at once", Status.DONE, ""),
        ("cheat", "declared infeasible", Status.DECLARED_INFEASIBLE, ""),
        ("near miss", "only said", Status.ANSWERED, typed),
    )
    for kind, name, status, answer in said:
        if status is not Status.ANSWERED or answer:
            yield Made(kind, name, partial(replace, untouched, status=status, answer=answer))


def left(untouched: FinalState, reference: FinalState, blobs: Blobs) -> Iterator[Left]:
    """The files that the reference left where the judge looks, if they are not what they were."""
    before = dict(_files(untouched))
    for place, name in _files(reference):
        data = blobs.get(reference.files[name])
        old = blobs.get(untouched.files[before[place]]) if place in before else None
        if data != old:
            yield Left(name, old, data)


def _files(state: FinalState) -> Iterator[tuple[Any, str]]:
    """Where each file stands among what the judge looks at, and its name."""
    for at, entry in enumerate(state.result):
        parts: Mapping[str, Any] = (entry or {}).get("needs") or {"": entry}
        for need, part in parts.items():
            if part and "file" in part:
                yield (at, need), part["file"]


def _ends(file: Left, kind: Format | None) -> Iterator[tuple[Kind, str, bytes]]:
    yield "near miss", "empty", b""
    half = file.after[: len(file.after) // 2]
    if half.split() not in ([], file.after.split()):
        yield "near miss", "cut in half", half
    if file.before is not None:
        yield "near miss", "as it was", file.before
    if kind is None:
        return
    yield "alternative", "written otherwise", kind.again(file.after)
    yield "near miss", "in another format", kind.foreign(file.after)
    if isinstance(kind, Workbook) and file.before is not None:
        there = moved(file.before, file.after)
        if there is not None:
            yield "near miss", "on another sheet", there
    for name, values in _values(file, kind):
        yield "near miss", name, kind.changed(file.after, values)


def _values(file: Left, kind: Format) -> Iterator[tuple[str, dict[Place, Value]]]:
    """Values off by one, one left out, and damage where the reference changed nothing."""
    after = kind.read(file.after)
    before = {} if file.before is None else kind.read(file.before)
    touched = list(after) if file.before is None else kind.touched(file.before, file.after)
    rest = [place for place in after if place not in touched and after[place] != ""]
    for place in dict.fromkeys((*touched[:1], *touched[-1:])):
        yield f"{_shown(place)} off by one", {place: near(after[place])}
    if len(touched) > 1:
        yield f"{_shown(touched[-1])} left out", {touched[-1]: before.get(touched[-1])}
    for place in dict.fromkeys((*rest[:1], *rest[-1:])):
        yield f"damage at {_shown(place)}", {place: near(after[place])}


def _shown(place: Place) -> str:
    return "/".join(map(str, place))


def _made(kind: Kind, name: str, state: FinalState, file: str, data: bytes, blobs: Blobs) -> Made:
    return Made(kind, name, lambda: replace(state, files={**state.files, file: blobs.put(data)}))


def _without(state: FinalState, file: str) -> Callable[[], FinalState]:
    """The state with nothing in the place of a file."""

    def gone(entry: Any) -> Any:
        if entry and "needs" in entry:
            return {"needs": {name: gone(part) for name, part in entry["needs"].items()}}
        return None if entry and entry.get("file") == file else entry

    return lambda: replace(state, result=tuple(map(gone, state.result)))
