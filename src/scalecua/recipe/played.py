"""One episode of one task, played to be looked at: by its reference, by nobody, or by a person."""

from typing import Literal

from markupsafe import Markup

from scalecua.core.agent import Agent
from scalecua.core.desktop import DesktopPool
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.evaluate.plain import plain
from scalecua.recipe.frames import ENDS, frame
from scalecua.recipe.page import TEMPLATES, environment
from scalecua.rollout.once import play_once
from scalecua.rollout.reference import ReferenceAgent
from scalecua.rollout.scripted import NullAgent
from scalecua.tasks.assets import Assets
from scalecua.tasks.judge import OSWorldJudge

Player = Literal["reference", "null"]
PLAYERS: dict[Player, type[Agent]] = {"reference": ReferenceAgent, "null": NullAgent}
LIMIT_S = 300.0
SETTLE_S = 1.0
REASON, INSTRUCTION = 600, 400


async def played(task: Task, pool: DesktopPool, blobs: Blobs, by: Player, assets: Assets) -> Trajectory:
    """The episode on a fresh desktop, judged; its screenshots are among the blobs."""
    return await play_once(
        task,
        pool,
        PLAYERS[by](),
        blobs=blobs,
        judge=OSWorldJudge(blobs),
        settle_s=SETTLE_S,
        limit_s=LIMIT_S,
        assets=assets,
    )


def page(task: Task, episode: Trajectory, blobs: Blobs, by: str) -> str:
    """The episode as one HTML file: every turn's screenshot with its action, and what the judge found."""
    verdict = episode.verdict
    checks = {} if verdict is None else verdict.checks
    template = environment().get_template("episode.html")
    return template.render(
        name=plain(task.id, 80),
        instruction=plain(task.instruction, INSTRUCTION),
        by=by,
        end=ENDS.get(episode.status, episode.status.value),
        score=None if verdict is None else verdict.score,
        reason=plain(episode.detail if verdict is None else verdict.reason, REASON),
        checks=[(plain(name, 80), value) for name, value in checks.items()],
        frames=[frame(blobs, turn) for turn in episode.turns],
        css=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
    )
