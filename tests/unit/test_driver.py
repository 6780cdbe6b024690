"""The driver: checked solutions, limits, stages, one of each orbit, and a backend that lies."""

from __future__ import annotations

import pytest

from tilemodel import backends
from tilemodel.backends.base import Accepts, Backend
from tilemodel.backends.search import Batch, Search, StopReason
from tilemodel.driver import count, solve, start
from tilemodel.errors import IncompleteError, SolutionError, UnsupportedError, UsageError
from tilemodel.formats.shipped import load
from tilemodel.puzzle import Board, Objective, Piece, Puzzle

DOMINO = Piece.draw("D", "##", minimum=0, maximum=None)
SQUARE = Puzzle(Board.box(4, 4), (DOMINO,))


class Liar(Backend):
    """Gives one selection that is none: the first option alone."""

    name = "anchor"
    accepts = Accepts(rows=True, goal=True)

    def _start(self, instance, limits, options):
        class Lie(Search):
            def _fill(self, most):
                return Batch.of([(0,)]), StopReason.EXHAUSTED

        return Lie(limits)


@pytest.fixture
def liar(monkeypatch):
    monkeypatch.setattr(backends, "get", lambda name: Liar())


def test_a_backend_that_lies_is_caught(liar):
    with pytest.raises(SolutionError, match="not covered"):
        list(solve(SQUARE, backend="anchor"))


def test_a_backend_that_lies_is_caught_in_batches_too(liar):
    with start(SQUARE, backend="anchor") as run, pytest.raises(SolutionError, match="not covered"):
        list(run.batches())


@pytest.mark.parametrize("backend", ["auto", *backends.names()])
def test_all_ways_see_the_same(backend):
    found = list(solve(SQUARE, backend=backend))
    assert len(found) == len(set(found)) == count(SQUARE, backend=backend) == 36
    with start(SQUARE, backend=backend) as run:
        assert sum(len(offsets) - 1 for offsets, _ in run.batches(7)) == 36
        assert run.outcome.complete and run.outcome.found == 36


@pytest.mark.parametrize("backend", ["auto", *backends.names()])
def test_workers_see_the_same(backend):
    assert set(solve(SQUARE, backend=backend, workers=2)) == set(solve(SQUARE, backend=backend))
    assert count(SQUARE, backend=backend, workers=2, distinct=True) == 9
    assert len(list(solve(SQUARE, backend=backend, workers=2, limit=1))) == 1


@pytest.mark.parametrize("backend", ["auto", "anchor"])
def test_an_order_is_the_same_whatever_the_workers(backend):
    with start(SQUARE, backend=backend, ordered=True) as run:
        alone = list(run)
    assert list(solve(SQUARE, backend=backend, ordered=True, workers=3)) == alone
    assert list(solve(SQUARE, backend=backend, ordered=True, workers=2, limit=5)) == alone[:5]


def test_auto_goes_on_where_memory_is_used_up(monkeypatch):
    monkeypatch.setattr("tilemodel.backends.frontier.MEMORY", 1)
    monkeypatch.setattr("tilemodel.choice.NARROW", 100)  # a narrow puzzle that takes much memory takes long
    monkeypatch.setattr("tilemodel.choice.WIDE_OF_MANY", 100)
    puzzle = load("pentominoes-8x8-center")
    with start(puzzle, question="count") as run:
        counted = run.count()
        assert run.backend == "anchor"
    with start(puzzle) as run:
        assert len(list(run)) == counted.found
        assert run.backend == "anchor"


def test_no_order_can_be_promised_by_the_clock():
    with pytest.raises(UsageError, match="by the clock"):
        solve(SQUARE, ordered=True, limit=1)
    with pytest.raises(UsageError, match="differs each time"):
        solve(SQUARE, backend="cpsat", ordered=True, workers=2, limit=1)
    assert len(list(solve(SQUARE, backend="cpsat", ordered=True, limit=1))) == 1


def test_workers_for_a_best_arrangement():
    packing = Puzzle(Board.box(2, 3, optional=True), (DOMINO,), objective=Objective("pieces"))
    for backend in ("auto", "cpsat", "sat"):
        with start(packing, backend=backend, workers=2) as run:
            assert len(list(run)[-1].placements) == 3
            assert run.outcome.complete
    assert "undivided" in run.why


def test_one_of_each_orbit():
    with start(SQUARE, distinct=True) as run:
        assert len(list(run)) == 9 and run.outcome.complete
    assert count(SQUARE, distinct=True) == 9


@pytest.mark.parametrize("distinct", [False, True])
def test_a_limit_stops_and_says_so(distinct):
    with start(SQUARE, limit=3, distinct=distinct) as run:
        assert len(list(run)) == 3
        assert run.outcome.stop is StopReason.SOLUTION_LIMIT and not run.outcome.complete


def test_what_was_cut_short_is_no_count():
    big = Puzzle(Board.box(16, 16), (DOMINO,))
    with pytest.raises(IncompleteError) as caught:
        count(big, backend="anchor", time_limit=0.05)
    assert caught.value.found >= 0 and "not a count" in str(caught.value)


def test_cancelling_ends_a_run():
    with start(Puzzle(Board.box(16, 16), (DOMINO,)), backend="anchor") as run:
        for number, _ in enumerate(run):
            if number == 5:
                run.cancel()
        assert run.outcome.stop is StopReason.CANCELLED


def test_auto_hands_on_where_backtracking_has_no_luck(monkeypatch):
    """Nothing fits in a moment of no length, so that the last stage answers."""
    monkeypatch.setattr("tilemodel.choice.MOMENT", 1e-9)
    with start(SQUARE, limit=1) as run:
        assert len(list(run)) == 1
        assert run.backend == "cpsat" and "sat found none" in run.why


def test_counting_ignores_the_objective():
    packing = Puzzle(Board.box(2, 2, optional=True), (DOMINO,), objective=Objective("pieces"))
    assert count(packing) == 7
    best = list(solve(packing))[-1]
    assert len(best.placements) == 2


def test_what_a_backend_cannot_take_is_refused_first():
    packing = Puzzle(Board.box(2, 2, optional=True), (DOMINO,), objective=Objective("pieces"))
    with pytest.raises(UnsupportedError, match="objective"):
        solve(packing, backend="anchor")
    with pytest.raises(UnsupportedError, match="cells"):
        solve(Puzzle(Board.box(23, 23), (DOMINO,)), backend="anchor")


def test_impossible_questions_are_refused():
    with pytest.raises(UsageError):
        solve(SQUARE, backend="anker")
    with pytest.raises(UsageError):
        solve(SQUARE, limit=0)
    with pytest.raises(UsageError):
        solve(SQUARE, time_limit=-1)
    with pytest.raises(UsageError, match="workers"):
        solve(SQUARE, workers=0)
