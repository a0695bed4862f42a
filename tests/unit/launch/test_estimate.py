"""What is left is told at the pace of what was done, and not before that is known."""

from scalecua.launch import estimate


def test_an_evaluation_goes_on_at_its_pace() -> None:
    assert estimate.at_pace(left=30, done=10, seconds=5.0) == 15.0
    assert estimate.at_pace(left=30, done=0, seconds=5.0) is None


def test_a_pause_of_the_run_does_not_slow_the_estimate() -> None:
    assert estimate.an_update([0.0, 10.0, 20.0, 5000.0, 5010.0]) == 10.0
    assert estimate.an_update([7.0]) is None


def test_training_is_followed_by_an_evaluation() -> None:
    assert estimate.training(2.5, 4, [0.0, 10.0], episodes=128, rollouts=64) == 35.0
    assert estimate.training(1.0, 4, [0.0], episodes=128, rollouts=64) is None


def test_only_the_last_updates_tell_the_pace() -> None:
    commits = [100.0 * at for at in range(20)] + [1900.0 + at for at in range(1, 12)]
    assert estimate.an_update(commits) == 1.0
