"""`scalecua doctor`: what this machine lacks, and how to mend it."""

from dataclasses import asdict

import typer

from scalecua.cli.options import Json, emit


def doctor(as_json: Json = False) -> None:
    """Check this machine: tools, user namespaces, limits, disk, the root filesystem."""
    from scalecua.desktop.doctor import findings

    found = findings()
    healthy = all(f.ok for f in found)
    if as_json:
        emit({"ok": healthy, "findings": [asdict(f) for f in found]})
    else:
        for f in found:
            remedy = "" if f.ok else f" -> {f.remedy}"
            typer.echo(f"{'ok  ' if f.ok else 'FAIL'} {f.name}: {f.detail}{remedy}")
    raise typer.Exit(0 if healthy else 1)
