"""The initial pass: every record is rolled out before anything is drawn (ScaleCUA, section 3.3)."""

from numpy.random import default_rng

from scalecua.store import draws, evaluations, tasks, versions
from scalecua.store.prefilter import INITIAL
from scalecua.store.schema import EvaluationRow
from scalecua.store.scope import Scope

STREAM = 1


def open_pass(scope: Scope) -> bool:
    """Open a group of the plan's `prefilter.rollouts` for every record, once; False if there is none to open.

    It is an evaluation, never trained. A record that infrastructure leaves without a rate is probed by the
    sampler like any other.
    """
    plan = scope.plan
    if not plan.prefilter.rollouts or scope.session.get(EvaluationRow, (scope.run, INITIAL)) is not None:
        return False
    rng = default_rng([plan.seed, STREAM, plan.prefilter.rollouts])
    names = tasks.records(scope).names
    chosen = [tasks.load(scope, draws.variant(scope, name, rng)) for name in names]
    newest = versions.latest(scope)
    if not chosen or newest is None:
        return False
    evaluations.open_evaluation(
        scope, INITIAL, chosen, plan.prefilter.rollouts, plan.sampling, plan.max_turns, newest.version
    )
    return True
