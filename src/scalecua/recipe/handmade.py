"""A person demonstrates a task: the episode loop with somebody at a browser page in the model's place.

They are shown the very screenshots that are kept, and what they do is what is performed: nothing that a model
could not see or do gets into a demonstration.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Body, FastAPI, HTTPException, Response
from fastapi.responses import HTMLResponse

from scalecua.core.action import Action
from scalecua.core.desktop import DesktopPool
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.desktop.document import document, guard
from scalecua.desktop.listen import listen
from scalecua.rollout.once import play_once
from scalecua.rollout.person import PersonAgent
from scalecua.tasks.assets import Assets
from scalecua.tasks.judge import OSWorldJudge

LIMIT_S = 3600.0
SETTLE_S = 2.0
# The page learns how it ended before its server does.
FAREWELL_S = 3.0


@dataclass(slots=True)
class Session:
    """One demonstration being made; `ended` is what the page shows once it is over."""

    task: Task
    blobs: Blobs
    agent: PersonAgent = field(default_factory=PersonAgent)
    ended: dict[str, Any] | None = None


async def demonstrate(
    task: Task,
    pool: DesktopPool,
    blobs: Blobs,
    secret: str,
    *,
    bind: str,
    port: int,
    tell: Callable[[str], None],
    assets: Assets | None = None,
) -> Trajectory:
    """Serve the page until the person has ended the episode, and judge it; `tell` gets the page's address."""
    session = Session(task, blobs)
    serving = asyncio.create_task(listen(app(session, secret), bind, port, tell))
    playing = asyncio.create_task(_play(session, pool, assets))
    try:
        await asyncio.wait((serving, playing), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            await serving
        trajectory = await playing
        score = trajectory.verdict.score if trajectory.verdict else None
        reason = trajectory.verdict.reason if trajectory.verdict else trajectory.detail
        session.ended = {"score": score, "reason": reason}
        await asyncio.sleep(FAREWELL_S)
        return trajectory
    finally:
        for one in (serving, playing):
            one.cancel()
        await asyncio.gather(serving, playing, return_exceptions=True)


async def _play(session: Session, pool: DesktopPool, assets: Assets | None) -> Trajectory:
    return await play_once(
        session.task,
        pool,
        session.agent,
        blobs=session.blobs,
        judge=OSWorldJudge(session.blobs),
        settle_s=SETTLE_S,
        limit_s=LIMIT_S,
        assets=assets,
    )


def app(session: Session, secret: str) -> FastAPI:
    """The server of one demonstration."""
    server = FastAPI(title="Demonstration", dependencies=[guard(secret)], openapi_url=None)
    page, agent = document("demonstrate.html"), session.agent

    @server.get("/")
    async def demonstration() -> HTMLResponse:
        return page

    @server.get("/turn")
    async def turn() -> dict[str, Any]:
        """Whose turn it is, and what it takes."""
        return {
            "instruction": session.task.instruction,
            "turn": agent.number,
            "turns": session.task.max_turns,
            "yours": agent.shown is not None,
            "told": agent.told,
            "ended": session.ended,
        }

    @server.get("/turns/{number}/picture")
    async def picture(number: int) -> Response:
        if agent.shown is None or number != agent.number:
            raise HTTPException(409, f"turn {number} is over")
        shown = await asyncio.to_thread(session.blobs.get, agent.shown.screenshot)
        return Response(shown, media_type="image/jpeg")

    @server.post("/turns/{number}/action")
    async def act(number: int, action: Annotated[Action, Body()]) -> dict[str, bool]:
        if not agent.say(number, action):
            raise HTTPException(409, f"turn {number} is over")
        return {"taken": True}

    return server
