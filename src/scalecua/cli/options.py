"""Options that several commands share, and how they print JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Files = Annotated[list[Path] | None, typer.Argument(help="TOML files, later ones over earlier ones.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="A.B=C", help="Override one key; may be repeated.")
]
Run = Annotated[Path | None, typer.Option("--run", help="Run folder [default: runs/NAME-OF-THE-FILE].")]


def emit(value: Any) -> None:
    """Print `value` as the one JSON object of standard output."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def told_page(secret: str, *, as_json: bool, before: str = "", end: str) -> Callable[[str], None]:
    """A function that prints where a page of ours is, its token in it; `end` says what Ctrl-C does."""

    def tell(url: str) -> None:
        address = f"{url}/?token={secret}"
        if as_json:
            emit({"url": address})
        else:
            typer.echo(f"{before}open {address}\nCtrl-C {end}.")

    return tell


def run_folder(run: Path | None, files: list[Path] | None, suffix: str = "") -> Path:
    """The folder given, or one named for the last configuration file."""
    name = files[-1].stem if files else "default"
    return run if run is not None else Path("runs") / (name + suffix)
