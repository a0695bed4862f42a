"""What an agent is told of its last turn."""

from scalecua.rollout.feedback import feedback


def test_nothing_where_all_went_well() -> None:
    assert feedback() == ""


def test_the_reason_is_part_of_what_is_said() -> None:
    assert "no action found" in feedback(malformed="no action found")
    assert "off the screen" in feedback(refused="(1, 2) is off the screen")
    assert feedback(malformed="x") != feedback(refused="x")
