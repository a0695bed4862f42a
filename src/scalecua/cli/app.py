"""`scalecua`: the command and its exit codes (0 ok, 1 a finding, 2 usage, 3 infrastructure)."""

import sys
from typing import Annotated

import typer

from scalecua import __version__
from scalecua.cli import config, desktop, doctor, policy, process, report, task, train

app = typer.Typer(
    name="scalecua",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Train vision-language models to use a computer, by reinforcement learning on live desktops.",
)
app.add_typer(desktop.app, name="desktop")
app.add_typer(task.app, name="task")
app.add_typer(policy.app, name="policy")
app.add_typer(config.app, name="config")
app.add_typer(process.app, name="process", hidden=True)
app.command("doctor")(doctor.doctor)
app.command("warmup")(train.warmup)
app.command("train")(train.train)
app.command("report")(report.report)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"scalecua {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that come before a command."""


def main() -> None:
    """Run the command; ScaleCUAError becomes one message on standard error and an exit code."""
    from scalecua.core.errors import ConfigError, ScaleCUAError, first_cause

    try:
        app()
    except (ScaleCUAError, BaseExceptionGroup) as raised:
        error = first_cause(raised)
        if error is None:
            raise
        usage = isinstance(error, ConfigError) or error.failure is None
        typer.echo(f"scalecua: {error}", err=True)
        sys.exit(2 if usage else 3)
