import threading
import time

import pytest

from scalecua.guest.journal import Journal
from scalecua.guest.refused import Refused


def test_first_performs_and_the_rest_are_told() -> None:
    journal, done = Journal(), []

    def perform() -> dict[str, int]:
        done.append(1)
        return {"n": len(done)}

    assert journal.once("a", "x", perform, 1) == ({"n": 1}, False)
    assert journal.once("a", "x", perform, 1) == ({"n": 1}, True)
    assert journal.once("b", "x", perform, 1) == ({"n": 2}, False)


def test_concurrent_duplicates_wait_for_the_first() -> None:
    journal, done, answers = Journal(), [], []

    def perform() -> dict[str, int]:
        time.sleep(0.1)
        done.append(1)
        return {"n": len(done)}

    def ask() -> None:
        answers.append(journal.once("a", "x", perform, 5))

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 1
    assert [result for result, _ in answers] == [{"n": 1}] * 20
    assert sum(not duplicate for _, duplicate in answers) == 1


def test_different_keys_never_overlap() -> None:
    journal = Journal()
    inside: list[int] = []
    overlaps: list[bool] = []

    def perform() -> dict[str, int]:
        overlaps.append(bool(inside))
        inside.append(1)
        time.sleep(0.01)
        inside.pop()
        return {}

    threads = [threading.Thread(target=journal.once, args=(str(n), n, perform, 5)) for n in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert overlaps == [False] * 10


def test_error_of_the_first_is_the_error_of_all() -> None:
    journal, tries = Journal(), []

    def perform() -> dict[str, int]:
        tries.append(1)
        raise Refused("no")

    for _ in range(3):
        with pytest.raises(Refused, match="no"):
            journal.once("a", "x", perform, 1)
    assert len(tries) == 1


def test_key_of_something_else_is_refused() -> None:
    journal = Journal()
    journal.once("a", {"kind": "wait"}, dict, 1)
    with pytest.raises(Refused) as caught:
        journal.once("a", {"kind": "key"}, dict, 1)
    assert caught.value.status == 409


def test_old_keys_are_forgotten_beyond_the_number_kept() -> None:
    journal = Journal(kept=2)
    for key in "abc":
        journal.once(key, key, dict, 1)
    assert journal.once("c", "c", dict, 1)[1]
    assert not journal.once("a", "a", dict, 1)[1]
