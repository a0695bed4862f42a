"""`scalecua policy`: what a model's answer means."""

import sys
from typing import Annotated

import typer

from scalecua.cli.options import Json, emit

app = typer.Typer(no_args_is_help=True, help="Inspect how model families speak.")


@app.command("parse")
def parse(
    family: Annotated[str, typer.Option(help="Model family, e.g. qwen3vl.")],
    screen: Annotated[str, typer.Option(help="Screen size in pixels, WIDTHxHEIGHT.")] = "1280x800",
    as_json: Json = False,
) -> None:
    """Read one answer on standard input; print its actions in screen pixels, or why it is malformed."""
    from scalecua.core.action import ACTION
    from scalecua.policy.families import parser
    from scalecua.policy.family import Malformed

    width, height = _size(screen)
    result = parser(family)(sys.stdin.read(), (width, height))
    if isinstance(result, Malformed):
        answer: dict[str, object] = {"malformed": result.reason}
    else:
        answer = {"actions": [ACTION.dump_python(action, mode="json") for action in result]}
    if as_json:
        emit(answer)
    else:
        for key, value in answer.items():
            typer.echo(f"{key}: {value}")
    raise typer.Exit(1 if "malformed" in answer else 0)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        raise typer.BadParameter(f"--screen {text!r} is not WIDTHxHEIGHT in pixels, like 1280x800")
    return int(width), int(height)
