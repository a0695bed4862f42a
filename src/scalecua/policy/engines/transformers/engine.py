"""The embedded engine: callers await, one thread samples, and every fault stays with whom it concerns."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from scalecua.config.policy import PolicySection
from scalecua.core.completion import Completion, Sampling
from scalecua.core.engine import EngineHealth, Loaded, PauseMode, WeightSource
from scalecua.core.errors import PolicyError, boundary
from scalecua.core.failure import Failure
from scalecua.core.observation import Blobs
from scalecua.core.view import TokenView
from scalecua.policy import checkpoint
from scalecua.policy.engines.transformers.batch import Batch
from scalecua.policy.engines.transformers.request import Request, make
from scalecua.policy.model.load import build, load, same_vision
from scalecua.policy.model.vision import FeatureCache, Images
from scalecua.policy.processor import Processor

GATHER_S = 0.003
FEATURE_BYTES = 512 * 2**20
PIXEL_BYTES = 64 * 2**20


@dataclass(slots=True, eq=False)
class Control:
    """Something to do between two steps; with `drains`, only once nothing is in flight."""

    act: Callable[[], Any]
    drains: bool
    done: Future[Any] = field(default_factory=Future)


class TransformersEngine:
    """Core `Engine` over the checkpoint at `folder`; `close` ends its thread.

    A load waits for what is in flight, so that an answer has one version, unless the engine is paused
    with `keep`: then the answers in flight are read anew under the new weights and go on, and their
    `versions` say which tokens came from which. `pause("abort")` returns what was sampled so far with
    finish `abort`; calls that had not begun wait for `resume`.
    """

    def __init__(self, folder: Path, processor: Processor, blobs: Blobs, section: PolicySection) -> None:
        self._section = section
        self._wake = threading.Condition()
        self._waiting: deque[Request] = deque()
        self._controls: deque[Control] = deque()
        self._paused: PauseMode | None = None
        self._stopping = False
        self._dead: BaseException | None = None
        self._cache = FeatureCache(Images(processor, blobs, limit=PIXEL_BYTES), limit=FEATURE_BYTES)
        manifest = checkpoint.read(folder)
        self._batch = Batch(
            load(folder),
            manifest.version if manifest else 0,
            self._cache,
            size=section.max_batch,
            processor=processor,
        )
        self._thread = threading.Thread(target=self._run, name="scalecua-engine", daemon=True)
        self._thread.start()

    async def complete(self, view: TokenView, sampling: Sampling, *, session: str) -> Completion:
        """Sample one answer; `session` is of no use here. Cancelling the call drops it from the batch."""
        request = make(view, sampling)
        with self._wake:
            self._check()
            self._waiting.append(request)
            self._wake.notify()
        return await asyncio.wrap_future(request.future)

    async def load(self, version: int, source: WeightSource) -> Loaded:
        """Serve new weights; PolicyError, the old ones still served, if their hash is not the source's."""
        swap = Control(lambda: self._swap(version, source), drains=self._paused != "keep")
        return await self._control(swap, self._section.load_timeout_s)  # type: ignore[no-any-return]

    async def pause(self, mode: PauseMode) -> None:
        """Stop sampling; returns when it has stopped."""
        control = Control(lambda: self._pause(mode), drains=mode == "wait")
        await self._control(control, self._section.load_timeout_s)

    async def resume(self) -> None:
        """Go on."""
        await self._control(Control(self._resume, drains=False), self._section.load_timeout_s)

    async def health(self) -> EngineHealth:
        """What is served; PolicyError if the engine's thread has ended."""
        with self._wake:
            self._check()
            waiting = sum(not request.future.done() for request in self._waiting)
            return EngineHealth(
                self._batch.version, waiting + len(self._batch.requests), self._batch.slots.use
            )

    def close(self) -> None:
        """End the thread; calls still waiting fail."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        self._thread.join(timeout=self._section.load_timeout_s)

    async def __aenter__(self) -> "TransformersEngine":
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

    async def _control(self, control: Control, timeout_s: float) -> Any:
        with self._wake:
            self._check()
            self._controls.append(control)
            self._wake.notify()
        try:
            return await asyncio.wait_for(asyncio.wrap_future(control.done), timeout_s)
        except TimeoutError as cause:
            raise PolicyError(
                f"the engine did not get to it within {timeout_s:g} s; raise policy.load_timeout_s",
                failure=Failure.ENGINE,
            ) from cause

    def _check(self) -> None:
        if self._dead is not None:
            raise PolicyError(
                f"the engine's thread has ended ({self._dead!r}); start a new engine", failure=Failure.ENGINE
            ) from self._dead

    def _run(self) -> None:
        end: BaseException = RuntimeError("the engine was closed")
        try:
            torch.set_num_threads(self._section.threads)
            with torch.inference_mode():
                while self._turn():
                    pass
        except BaseException as error:
            end = error
        finally:
            self._die(end)

    def _die(self, end: BaseException) -> None:
        failure = PolicyError(f"the engine's thread has ended ({end!r})", failure=Failure.ENGINE)
        with self._wake:
            self._dead = end
            self._batch.clear(failure)
            for request in self._waiting:
                request.fail(failure)
            for control in self._controls:
                if control.done.set_running_or_notify_cancel():
                    control.done.set_exception(failure)
            self._waiting.clear()
            self._controls.clear()

    def _turn(self) -> bool:
        with self._wake:
            self._wake.wait_for(self._has_work)
            if self._stopping:
                return False
            control = self._controls[0] if self._controls else None
        for request in [r for r in self._batch.requests if r.future.cancelled()]:
            self._batch.drop(request)
        if control is not None and not (control.drains and self._batch.requests):
            self._perform(control)
            return True
        try:
            if control is None:
                self._batch.admit(self._gather())
            if self._batch.requests:
                self._batch.step()
        except Exception as error:
            failure = PolicyError(f"sampling failed: {type(error).__name__}: {error}", failure=Failure.ENGINE)
            failure.__cause__ = error
            self._batch.clear(failure)
        return True

    def _has_work(self) -> bool:
        busy = self._paused is None and bool(self._waiting or self._batch.requests)
        return self._stopping or bool(self._controls) or busy

    def _gather(self) -> list[Request]:
        """Those waiting, as many as fit; an idle engine first gives others a moment to arrive."""
        free = self._batch.size - len(self._batch.requests)
        with self._wake:
            if not self._batch.requests:
                deadline = time.monotonic() + GATHER_S
                while len(self._waiting) < free and (left := deadline - time.monotonic()) > 0:
                    self._wake.wait(left)
            taken: list[Request] = []
            while self._waiting and len(taken) < free:
                request = self._waiting.popleft()
                if not request.future.cancelled():
                    taken.append(request)
            return taken

    def _perform(self, control: Control) -> None:
        with self._wake:
            self._controls.remove(control)
        if not control.done.set_running_or_notify_cancel():
            return
        try:
            control.done.set_result(control.act())
        except Exception as error:
            control.done.set_exception(error)

    def _swap(self, version: int, source: WeightSource) -> Loaded:
        manifest = checkpoint.verify(source.path)
        actual = manifest.weights_sha256 if manifest else checkpoint.weights_sha256(source.path)
        if actual != source.sha256:
            raise PolicyError(
                f"weights of {source.path} have sha256 {actual}, but {source.sha256} was announced; "
                f"version {self._batch.version} is still served",
                failure=Failure.ENGINE,
            )
        with boundary(PolicyError, f"weights of {source.path} could not be read", failure=Failure.ENGINE):
            model = build(source.path)
        if not same_vision(model, self._batch.model):
            self._cache.clear()
        self._batch.use(model, version)
        return Loaded(version, actual)

    def _pause(self, mode: PauseMode) -> None:
        self._paused = mode
        if mode == "abort":
            for request in list(self._batch.requests):
                self._batch.finish(request, "abort")

    def _resume(self) -> None:
        self._paused = None
