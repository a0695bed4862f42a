"""`scalecua task lint`, `runnable`, `score`, `rejudge` and `diff`: tasks and verdicts without a desktop."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from scalecua.cli.options import Json, emit


def lint(
    paths: Annotated[list[Path], typer.Argument(help="Task files, task folders, or folders of them.")],
    strict: Annotated[bool, typer.Option("--strict", help="Remarks count like findings.")] = False,
    mirror: Annotated[
        Path | None, typer.Option(help="Folder laid out as host/path: remark on files that it lacks.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say what can be known to be wrong with tasks without a desktop: exit code 1 if anything is.

    Findings keep a task from being set up or judged; remarks are rules that good tasks keep to.
    """
    from scalecua.core.task import Task
    from scalecua.tasks.assets import Assets
    from scalecua.tasks.find import find
    from scalecua.tasks.fingerprint import task_set
    from scalecua.tasks.lint import Problem, problems
    from scalecua.tasks.review.review import review

    loaded = list(find(paths))
    told = {file: problems(one) if isinstance(one, Task) else (Problem(str(one)),) for file, one in loaded}
    unresolved = [{"task": str(file), "name": one.name} for file in told for one in told[file] if one.name]
    findings = [{"task": str(file), "finding": one.text} for file in told for one in told[file]]
    tasks = [one for _, one in loaded if isinstance(one, Task)]
    sound = [(file, one) for file, one in loaded if isinstance(one, Task) and not told[file]]
    source = None if mirror is None else Assets(mirror, offline=True)
    remarks = [
        {"task": str(sound[at][0]), "rule": remark.rule, "remark": remark.text}
        for at, remark in review([one for _, one in sound], source)
    ]
    if as_json:
        lists = {"unresolved": unresolved, "findings": findings, "remarks": remarks}
        emit({"tasks": len(tasks), **lists, "task_set": task_set(tasks)})
    else:
        for one in findings:
            typer.echo(f"{one['task']}: {one['finding']}")
        for one in remarks:
            typer.echo(f"{one['task']}: {one['rule']}: {one['remark']}")
        counts = f"{len(tasks)} tasks, {len(findings)} findings, {len(remarks)} remarks"
        typer.echo(f"{counts}; task set {task_set(tasks)[:12]}")
    raise typer.Exit(1 if findings or (strict and remarks) else 0)


def runnable(
    paths: Annotated[list[Path], typer.Argument(help="Task files, task folders, or folders of them.")],
    as_json: Json = False,
) -> None:
    """Say which tasks desktops with all applications can run, assets at hand, and why not the rest."""
    from collections import Counter

    from scalecua.tasks.find import every
    from scalecua.tasks.runnable import runnable as why

    reasons = {task.id: (task.domain, why(task)) for _, task in every(paths)}
    domains = {domain for domain, _ in reasons.values()}
    table = {
        name: Counter(reason for domain, reason in reasons.values() if domain == name) for name in domains
    }
    total = Counter(reason for _, reason in reasons.values())
    if as_json:
        by = {name: {"tasks": found.total(), "runnable": found[""]} for name, found in sorted(table.items())}
        lacking = {reason: count for reason, count in total.most_common() if reason}
        tasks = {name: reason for name, (_, reason) in reasons.items() if reason}
        emit({"tasks": len(reasons), "runnable": total[""], "domains": by, "reasons": lacking, "not": tasks})
        return
    for name, found in sorted(table.items()):
        typer.echo(f"{name:<22}{found['']:>4} of {found.total()}")
    for reason, count in total.most_common():
        if reason:
            typer.echo(f"{count:>4}  {reason}")
    typer.echo(f"{total['']} of {len(reasons)} tasks run here")


def score(
    path: Annotated[Path, typer.Argument(help="A folder with task.json, or a task file.")],
    state: Annotated[Path, typer.Option("--state", help="Folder with manifest.json and the files it names.")],
    as_json: Json = False,
) -> None:
    """Give the verdict on a collected state, without a desktop; exit code 3 if the judge gives none."""
    from scalecua.core.errors import JudgeError
    from scalecua.tasks.folder import load
    from scalecua.tasks.judge import judge

    task = load(path)
    answer: dict[str, Any]
    try:
        verdict = asyncio.run(judge(task, state))
        answer = {
            "reward": verdict.score,
            "checks": dict(verdict.checks),
            "error": None,
            "reason": verdict.reason,
        }
    except JudgeError as error:
        answer = {"reward": None, "checks": {}, "error": error.failure, "reason": str(error)}
    if as_json:
        emit(answer)
    else:
        shown = "no verdict" if answer["error"] else f"score {answer['reward']:g}"
        typer.echo(f"{shown}: {answer['reason']}")
    raise typer.Exit(3 if answer["error"] else 0)


def rejudge(
    run: Annotated[Path, typer.Argument(help="Run folder.")],
    tasks: Annotated[
        list[Path] | None, typer.Option("--tasks", help="Tasks to judge by instead of the run's, by id.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge a run's kept final states again; exit code 1 if a score is another now. The run stays."""
    from dataclasses import asdict

    from scalecua.cli.judged_again import judge_again

    found = judge_again(run, tasks or [], quiet=as_json)
    if as_json:
        emit(asdict(found))
    else:
        for flip in found.flips:
            scores = f"score {flip.score_before:g} -> {flip.score:g}"
            typer.echo(
                f"{flip.trajectory} {flip.task}: {scores}, reward {flip.reward_before} -> {flip.reward}"
            )
        failed = sum(found.failures.values())
        typer.echo(f"{found.judged} judged again, {len(found.flips)} flipped, {failed} without a verdict")
    raise typer.Exit(1 if found.flips else 3 if found.failures else 0)


def diff(
    before: Annotated[Path, typer.Argument(help="A task, or a folder of tasks.")],
    after: Annotated[Path, typer.Argument(help="What to compare it with.")],
    as_json: Json = False,
) -> None:
    """Show what differs between two sets of tasks, field by field; exit code 1 if anything does."""
    from dataclasses import asdict

    from scalecua.evaluate.difference import difference
    from scalecua.tasks.find import every
    from scalecua.tasks.fingerprint import task_set

    sets = [[task for _, task in every([path])] for path in (before, after)]
    found = difference(*sets)
    if as_json:
        emit({**asdict(found), "task_sets": [task_set(tasks) for tasks in sets]})
    else:
        for name in found.removed:
            typer.echo(f"- {name}")
        for name in found.added:
            typer.echo(f"+ {name}")
        for name, changes in found.changed.items():
            for change in changes:
                typer.echo(f"{name} {change.field}: {_short(change.before)} -> {_short(change.after)}")
        typer.echo(" and ".join(f"{len(tasks)} tasks ({task_set(tasks)[:12]})" for tasks in sets))
    raise typer.Exit(0 if found.empty else 1)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
