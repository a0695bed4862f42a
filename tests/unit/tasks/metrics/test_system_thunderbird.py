"""Thunderbird's settings, filters and folders."""

from pathlib import Path
from typing import Any

import pytest

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

PREFS = r"""// Mozilla User Preferences
user_pref("mail.quote", false);
user_pref("mail.count", 3);
user_pref("mail.sig", "Ann \"A\"); x\nXYZ");
 user_pref( "theme" , "thunderbird-compact-dark@mozilla.org" ) ;
//user_pref("mail.off", true);
user_pref("mail.twice", 1);
user_pref("mail.twice", 2);
user_pref("mail.broken", );
"""


def expect(name: str, ref: object, method: str = "eq") -> dict[str, Any]:
    return {"expect": {name: {"method": method, "ref": ref}}}


def unexpect(name: str, ref: object) -> dict[str, Any]:
    return {"unexpect": expect(name, ref)["expect"]}


@pytest.mark.parametrize(
    ("rules", "score"),
    [
        (expect("mail.quote", False), 1),
        (expect("mail.quote", 0), 0),
        (expect("mail.count", 4), 0),
        (expect("mail.count", 2, "gt"), 1),
        (expect("mail.sig", r"\); x\nXYZ", "re"), 1),
        (expect("theme", "dark", "re"), 1),
        (expect("theme", "light", "re"), 0),
        (expect("mail.off", True), 0),
        (expect("mail.off", True, "ne"), 0),
        (expect("mail.twice", 2), 1),
        (expect("mail.twice", 1), 0),
        (expect("mail.broken", None), 0),
        (unexpect("mail.count", 3), 0),
        (unexpect("mail.count", 4), 1),
        (unexpect("mail.off", True), 1),
        ({**expect("mail.quote", False), **unexpect("mail.count", 4)}, 1),
        ({**expect("mail.quote", False), **unexpect("mail.count", 3)}, 0),
    ],
)
def test_prefs(rules: dict[str, Any], score: float, tmp_path: Path) -> None:
    prefs = tmp_path / "prefs.js"
    prefs.write_text(PREFS)
    assert metric("check_thunderbird_prefs")(prefs, rules) == score


HEAD = 'version="9"\nlogging="no"\n'
MOVE = (
    'name="Promotions"\nenabled="yes"\ntype="17"\naction="Move to folder"\n'
    'actionValue="mailbox://nobody@Local%20Folders/Promotions"\ncondition="AND (subject,contains,discount)"\n'
)
TWO = MOVE.replace('discount)"', r'discount) AND (from,is,\"a, (b)\")"')
ALL = 'name="F"\nenabled="yes"\naction="Forward"\nactionValue="a@b"\ncondition="ALL"\n'
MOVED = {
    "enabled": "yes",
    "action": "Move to folder",
    "actionValue": "mailbox://nobody@Local%20Folders/Promotions",
    "condition": ["AND (subject,contains,discount)"],
}
BOTH = {"condition": ['AND (from,is,"a, (b)")', "AND (subject,contains,discount)"]}


@pytest.mark.parametrize(
    ("filters", "rules", "score"),
    [
        (MOVE, {"expect": [MOVED]}, 1),
        (ALL + MOVE, {"expect": [MOVED, {"action": "Forward", "condition": ["ALL"]}]}, 1),
        (MOVE, {"expect": [MOVED, {"action": "Forward"}]}, 0),
        (MOVE.replace("yes", "no"), {"expect": [MOVED]}, 0),
        (MOVE.replace("discount", "discounts"), {"expect": [MOVED]}, 0),
        (MOVE.replace("contains", "is"), {"expect": [MOVED]}, 0),
        (MOVE.replace("Folders/P", "Folders/p"), {"expect": [MOVED]}, 0),
        (TWO, {"expect": [MOVED]}, 0),
        (TWO, {"expect": [BOTH]}, 1),
        (TWO.replace("AND", "OR"), {"expect": [BOTH]}, 0),
        (MOVE.replace("condition=", 'action="Delete"\ncondition='), {"expect": [MOVED]}, 0),
        (MOVE.replace("AND (", "("), {"expect": [MOVED]}, 0),
        (MOVE, {"expect": [{"name": "Promotions", "type": "17"}]}, 1),
        (MOVE, {"expect": [{"name": "Promotion"}]}, 0),
        (MOVE, {"unexpect": [{"name": "Promotions"}]}, 0),
        (MOVE, {"expect": [MOVED], "unexpect": [{"action": "Delete"}]}, 1),
        ("", {"expect": [MOVED]}, 0),
    ],
)
def test_filters(filters: str, rules: dict[str, Any], score: float, tmp_path: Path) -> None:
    file = tmp_path / "msgFilterRules.dat"
    file.write_text(HEAD + filters)
    assert metric("check_thunderbird_filter")(file, rules) == score


def mail(
    subject: str = "Bill", status: str = "0001", day: str = "01", keys: str = "", body: str = "Hi\n"
) -> str:
    head = f"X-Mozilla-Status: {status}\nX-Mozilla-Status2: 00000000\nX-Mozilla-Keys: {keys}\n"
    return f"From - Thu Feb {day} 10:00:00 2024\n{head}Subject: {subject}\n\n{body}\n"


@pytest.mark.parametrize(
    ("mine", "theirs", "options", "score"),
    [
        (mail(), mail(), {}, 1),
        (mail(day="02"), mail(), {}, 1),
        (mail().upper().replace("FROM - THU", "FROM - Thu"), mail().upper(), {}, 1),
        (mail().replace("\n", "\r\n"), mail(), {}, 1),
        (mail("A") + mail("B"), mail("B") + mail("A"), {}, 1),
        (mail("A") + mail("B"), mail("A"), {}, 0),
        (mail("A"), mail("A") + mail("B"), {}, 0),
        (mail("Bills"), mail(), {}, 0),
        (mail(body="Hi!\n"), mail(), {}, 0),
        (mail(status="0000"), mail(), {}, 0),
        (mail(status="0000"), mail(), {"ignore_status": True}, 1),
        (mail(keys="$label1"), mail(), {}, 0),
        (mail(keys="$label1"), mail(), {"ignore_keys": True}, 1),
        (mail("A") + mail("B", "0009"), mail("A"), {}, 1),
        (mail("A") + mail("B", "1008"), mail("A"), {"remove_deleted": True}, 1),
        (mail("A") + mail("B", "0009"), mail("A"), {"remove_deleted": False}, 0),
        (mail() + mail(), mail(), {}, 1),
        (mail() + mail(), mail(), {"remove_duplicate": True}, 1),
        (mail() + mail(), mail(), {"remove_duplicate": False}, 0),
        ("", "", {}, 1),
        ("", mail(), {}, 0),
        (mail(), "", {}, 0),
        ("Subject: A\n\nHi", "Subject: A\r\n\r\nHi\r\n", {}, 1),
        ("Subject: A\n\nHi", "Subject: B\n\nHi", {}, 0),
    ],
)
def test_folders(mine: str, theirs: str, options: dict[str, bool], score: float, tmp_path: Path) -> None:
    files = tmp_path / "mine", tmp_path / "theirs"
    for file, text in zip(files, (mine, theirs), strict=True):
        file.write_bytes(text.encode())
    assert metric("check_thunderbird_folder")(*files, **options) == score


def test_several_folders_are_compared_in_order(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(mail("A"))
    two.write_text(mail("B"))
    check = metric("check_thunderbird_folder")
    assert check([one, two], [one, two]) == 1
    assert check([two, one], [one, two]) == 0
    assert check([one], [one, two]) == 0
    assert check([one, two], [one]) == 0


GOOD: dict[str, tuple[str, dict[str, Any]]] = {
    "check_thunderbird_prefs": (PREFS, expect("mail.quote", False)),
    "check_thunderbird_filter": (HEAD, {"expect": [MOVED]}),
}


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("content", [b"\xff", b"", b"nothing of the kind"])
def test_what_is_no_file_of_thunderbird_is_unreadable(name: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(Unreadable):
        metric(name)(file, GOOD[name][1])


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        *((name, {}) for name in GOOD),
        *((name, {"expects": []}) for name in GOOD),
        *((name, {**GOOD[name][1], "more": []}) for name in GOOD),
        ("check_thunderbird_prefs", {"expect": {"mail.none": {"method": "like", "ref": 1}}}),
        ("check_thunderbird_prefs", {"expect": {"mail.quote": {"ref": 1}}}),
        ("check_thunderbird_filter", {"expect": [{"conditions": ["ALL"]}]}),
        ("check_thunderbird_filter", {"expect": [{"action": "A"}, "text"]}),
    ],
)
def test_wrong_rules_are_faults(name: str, rules: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(GOOD[name][0])
    with pytest.raises(ValueError, match=r"rules|method"):
        metric(name)(file, rules)


def test_folders_that_are_not_there(tmp_path: Path) -> None:
    there, gone = tmp_path / "there", tmp_path / "gone"
    there.write_text(mail())
    check = metric("check_thunderbird_folder")
    for result in (gone, "text", [there, 3], tmp_path):
        with pytest.raises(Unreadable):
            check(result, there)
    with pytest.raises(FileNotFoundError):
        check(there, gone)
    with pytest.raises(TypeError):
        check(there, there, ignore_dates=True)
