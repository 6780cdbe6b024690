"""With a goal, a search shows better and better selections; complete means that the last one is the best."""

from __future__ import annotations

import pytest
from contract.instances import ONCE, by_definition, dominoes, instances, make, satisfies, worth
from hypothesis import HealthCheck, given, settings

from tilemodel import backends
from tilemodel.backends.search import Limits, StopReason
from tilemodel.instance import Instance

takes_goals = pytest.mark.parametrize(
    "backend", [b for b in map(backends.get, backends.names()) if b.accepts.goal], ids=lambda b: b.name
)


def loose_dominoes(rows: int, columns: int, without: tuple[int, ...], *, maximize: bool = True) -> Instance:
    """As many (or few) dominoes as go on a board whose cells may stay empty."""
    full = dominoes(rows, columns, without=without)
    options = [full.option(k) for k in range(full.option_count)]
    return make([(0, 1)] * len(full.items), options, goal=[1] * len(options), maximize=maximize)


@takes_goals
@given(instance=instances(with_goal=True))
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_each_is_better_than_the_one_before_and_the_last_is_best(backend, instance):
    with backend.search(instance) as search:
        found = list(search)
    worths = [worth(instance, selection) for selection in found]
    assert all(satisfies(instance, selection) for selection in found)
    assert all(a < b for a, b in zip(worths, worths[1:], strict=False))
    assert worths[-1:] == sorted(worth(instance, s) for s in by_definition(instance))[-1:]
    assert search.outcome.complete
    assert search.outcome.satisfiable is bool(found)


@takes_goals
@pytest.mark.parametrize(("maximize", "best"), [(True, 7), (False, 0)])
def test_the_best_of_a_board_with_a_parity_defect(backend, maximize, best):
    instance = loose_dominoes(4, 4, without=(0, 15), maximize=maximize)
    with backend.search(instance) as search:
        *_, last = search
    assert len(last) == best - maximize  # 14 cells, but eight of one colour and six of the other
    assert search.outcome.complete


@takes_goals
def test_a_goal_that_weighs_nothing_accepts_the_first(backend):
    search = backend.search(make([ONCE], [[0], [0]], goal=[0, 0]))
    assert len(list(search)) == 1
    assert search.outcome.complete


@takes_goals
def test_a_goal_of_huge_numbers(backend):
    instance = make([ONCE, ONCE], [[0], [0], [1], [1]], goal=[1 << 57, (1 << 57) + 1, -(1 << 57), -(1 << 57) + 1])
    assert list(backend.search(instance))[-1] == (1, 3)


@takes_goals
def test_no_selection_is_proved(backend):
    outcome = backend.count(make([ONCE, ONCE], [[0]], goal=[1]))
    assert outcome.complete
    assert outcome.satisfiable is False


@takes_goals
def test_a_limit_of_solutions_does_not_prove_the_best(backend):
    search = backend.search(loose_dominoes(4, 4, without=()), Limits(solutions=1))
    assert len(list(search)) == 1
    assert search.outcome.stop is StopReason.SOLUTION_LIMIT
