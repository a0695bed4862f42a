"""The run folder: its resolved configuration, its lock, and the names of what lies in it."""

import fcntl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scalecua.config import available
from scalecua.config.dump import to_toml
from scalecua.config.load import load
from scalecua.config.tree import Config
from scalecua.core.errors import ConfigError

CONFIG = "config.toml"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """Paths inside one run."""

    root: Path

    @property
    def config(self) -> Path:
        """The resolved configuration."""
        return self.root / CONFIG

    @property
    def store(self) -> Path:
        """The embedded database."""
        return self.root / "store.sqlite"

    @property
    def blobs(self) -> Path:
        """Screenshots and final states, by sha256."""
        return self.root / "blobs"

    @property
    def checkpoints(self) -> Path:
        """One folder a policy version."""
        return self.root / "checkpoints"

    @property
    def metrics(self) -> Path:
        """One JSON object an update, a line each."""
        return self.root / "metrics.jsonl"

    @property
    def report(self) -> Path:
        """The figures of the finished run."""
        return self.root / "report.json"

    @property
    def page(self) -> Path:
        """The same for people."""
        return self.root / "report.html"

    @property
    def figures(self) -> Path:
        """The page's figures as files."""
        return self.root / "figures"

    @property
    def tensorboard(self) -> Path:
        """Events for TensorBoard."""
        return self.root / "tensorboard"

    @property
    def clock(self) -> Path:
        """How long the run has worked."""
        return self.root / "clock.json"

    @property
    def stopped(self) -> Path:
        """Why training ended early, where it did."""
        return self.root / "stopped.json"

    def pulse(self, process: str) -> Path:
        """The file whose time a process moves on while it lives."""
        return self.root / "logs" / f"{process}.alive"

    def log(self, process: str) -> Path:
        """Where a process of the run writes what it says."""
        return self.root / "logs" / f"{process}.log"


def open_run(folder: Path, files: Sequence[Path], settings: Sequence[str], *, resume: bool) -> Config:
    """The configuration of a new run, written into its folder; or, with `resume`, the one it has.

    ConfigError if a new run's folder is taken or its configuration needs a part this build lacks, if there is
    nothing to resume, or if a resumed run is given another configuration than the one it was started with.
    """
    place = RunFolder(folder)
    if not resume:
        if place.config.exists():
            raise ConfigError(f"{folder} already holds a run; pass --resume to go on, or another --run")
        config = load(files, settings)
        available.check(config)
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(place.config, to_toml(config))
        return config
    if not place.config.exists():
        raise ConfigError(f"{folder} holds no run to resume ({CONFIG} is missing)")
    config = load([place.config])
    if (files or settings) and load(files, settings) != config:
        raise ConfigError(
            f"the configuration given differs from {place.config}; a run resumes with the one it has: "
            "leave the files and settings out, or start another run"
        )
    return config


def write_atomically(path: Path, text: str) -> None:
    """Write `text` so that a reader sees the old file or the new one, never half of it."""
    temporary = path.with_suffix(path.suffix + ".part")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the run alone; the lock goes with the process. ConfigError if another one holds it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as cause:
            raise ConfigError(f"{folder} is in use by another process") from cause
        yield
