"""CP-SAT's habits: each could lose solutions, a stop, or a Ctrl-C."""

from __future__ import annotations

import threading
from importlib import metadata

import pytest
from contract.instances import ONCE, dominoes, make, market_split, pigeons

from tilemodel.backends.cpsat import BACKEND, CpsatOptions, build_model
from tilemodel.backends.search import Limits, StopReason
from tilemodel.errors import UnavailableError, UnsupportedError, UsageError
from tilemodel.instance import Instance


def queens(n: int) -> Instance:
    """n queens on a board of n x n: rows and columns covered once, diagonals at most once."""
    options = [[r, n + c, 2 * n + r + c, 4 * n - 1 + r - c + n - 1] for r in range(n) for c in range(n)]
    return make([ONCE] * (2 * n) + [(0, 1)] * (4 * n - 2), options)


@pytest.mark.parametrize("workers", [0, 1, 4])
@pytest.mark.parametrize(
    ("instance", "count"), [(dominoes(6, 6), 6728), (queens(8), 92)], ids=["6x6 dominoes", "8 queens"]
)
def test_it_loses_no_solution_however_many_workers_it_is_given(instance, count, workers):
    search = BACKEND.search(instance, options=CpsatOptions(workers=workers))
    assert len(set(search)) == count
    assert search.outcome.complete


@pytest.mark.parametrize("workers", [0, 1, 4])
def test_first_solutions_may_have_several_workers(workers):
    search = BACKEND.search(dominoes(8, 8), Limits(solutions=1), CpsatOptions(workers=workers))
    assert [len(selection) for selection in search] == [32]
    assert search.outcome.stop is StopReason.SOLUTION_LIMIT
    assert BACKEND.count(make([ONCE], []), Limits(solutions=1), CpsatOptions(workers=workers)).complete


def test_a_stop_asked_for_before_the_solve_has_begun_is_not_lost():
    for _ in range(20):
        search = BACKEND.search(market_split(6, 60))
        run = search._run  # the moment between starting the thread and the solve cannot be hit from outside
        run.start()
        search.close()
        assert not run._thread.is_alive()
        assert search.outcome.stop is StopReason.CANCELLED


def test_it_waits_for_its_consumer():
    with BACKEND.search(dominoes(8, 8)) as search:
        first = next(iter(search))
        threading.Event().wait(0.5)
        assert search._run.queue.qsize() <= 512
        assert first


def test_an_error_on_its_thread_is_raised_to_the_consumer(monkeypatch):
    monkeypatch.setattr("tilemodel.backends.cpsat.build_model", lambda instance: 1 // 0)
    search = BACKEND.search(dominoes(2, 2))
    with pytest.raises(ZeroDivisionError):
        list(search)
    assert search.outcome.stop is StopReason.CANCELLED


def test_the_model_uses_the_constraint_that_says_it_shortest():
    instance = make(
        [ONCE, (0, 1), (1, None), (1, 2), (0, None)],
        [[0, 1, 2, 3, 4]] * 3 + [[2, 3, 4]],
        [({0: 1, 1: 1}, 1, None), ({0: 2, 3: -1}, 0, 1)],
    )
    model = build_model(instance)
    kinds = [str(constraint).split()[0] for constraint in model.constraints]
    assert kinds == ["exactly_one", "at_most_one", "bool_or", "linear", "bool_or", "linear"]


def test_numbers_that_it_could_not_add_up_are_refused_by_name():
    instance = make([ONCE], [[0], [0]], [({0: 1 << 60, 1: 1}, 0, None)], goal=[1 << 60, -1])
    with pytest.raises(UnsupportedError) as error:
        BACKEND.search(instance)
    assert "a row of a test with values beyond 2^60; an objective with values beyond 2^60" in str(error.value)


@pytest.mark.parametrize("bad", [{"workers": -1}, {"workers": 1.5}, {"seed": -3}, {"seed": 1 << 31}])
def test_options_are_numbers_from_0(bad):
    with pytest.raises(UsageError, match=f"{next(iter(bad))} of the cpsat backend"):
        CpsatOptions(**bad)


@pytest.mark.parametrize("version", [None, "9.12.4544"])
def test_a_missing_or_old_solver_is_named_with_the_remedy(monkeypatch, version):
    def answer(name: str) -> str:
        if version is None:
            raise metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(metadata, "version", answer)
    assert "pip install 'ortools>=9.15'" in (BACKEND.availability() or "")
    with pytest.raises(UnavailableError):
        BACKEND.search(dominoes(2, 2))


def test_a_hard_refutation_is_found():
    assert BACKEND.count(pigeons(7)).satisfiable is False
