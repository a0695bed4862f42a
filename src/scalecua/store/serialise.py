"""Core values as JSON and back; token arrays go beside it (`tokens`), turns into rows of their own."""

from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from scalecua.core.completion import Completion, Finish, Sampling, VersionSpan
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory, Turn
from scalecua.store.plan import Plan
from scalecua.store.tokens import pack, unpack


@dataclass(frozen=True, slots=True)
class Words:
    """A completion without its arrays."""

    text: str
    finish: Finish
    versions: tuple[VersionSpan, ...]


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn without its completion, and the words of that."""

    turn: Turn
    completion: Words | None


TASK: TypeAdapter[Task] = TypeAdapter(Task)
PLAN: TypeAdapter[Plan] = TypeAdapter(Plan)
SAMPLING: TypeAdapter[Sampling] = TypeAdapter(Sampling)
TRAJECTORY: TypeAdapter[Trajectory] = TypeAdapter(Trajectory)
TURN: TypeAdapter[StoredTurn] = TypeAdapter(StoredTurn)


def task_json(task: Task) -> str:
    """Return a task as JSON."""
    return TASK.dump_json(task).decode()


def trajectory_json(trajectory: Trajectory) -> str:
    """Return a trajectory as JSON, without its turns."""
    return TRAJECTORY.dump_json(replace(trajectory, turns=())).decode()


def trajectory_from(body: str, turns: tuple[Turn, ...]) -> Trajectory:
    """Return the trajectory of a stored body and its turns."""
    return replace(TRAJECTORY.validate_json(body), turns=turns)


def turn_json(turn: Turn) -> tuple[str, bytes | None]:
    """Return a turn as JSON, and the packed arrays of its completion if it has one."""
    sampled = turn.completion
    if sampled is None:
        return TURN.dump_json(StoredTurn(turn, None)).decode(), None
    words = Words(sampled.text, sampled.finish, sampled.versions)
    body = TURN.dump_json(StoredTurn(replace(turn, completion=None), words)).decode()
    return body, pack(sampled.token_ids, sampled.logprobs, sampled.entropies)


def turn_from(body: str, tokens: bytes | None) -> Turn:
    """Return the turn of a stored body and its packed arrays."""
    stored = TURN.validate_json(body)
    if stored.completion is None or tokens is None:
        return stored.turn
    ids, logprobs, entropies = unpack(tokens)
    words = stored.completion
    completion = Completion(ids, logprobs, words.text, words.finish, words.versions, entropies)
    return replace(stored.turn, completion=completion)
