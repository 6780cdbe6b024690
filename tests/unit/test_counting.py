"""Counts up to symmetry that see no arrangement, against the filter that sees each."""

from __future__ import annotations

import threading

import pytest
from contract.instances import dominoes, scattered

from tilemodel import backends, load
from tilemodel.backends.anchor import AnchorOptions
from tilemodel.backends.search import Limits, StopReason
from tilemodel.catalog import standard_set
from tilemodel.compiler import compile_puzzle
from tilemodel.counting import CountingPlan, PlannedCount, orbit_plan, plain_plan
from tilemodel.driver import count, start
from tilemodel.errors import IncompleteError
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.symmetry import OrbitFilter, symmetry_group

DOMINO = Piece.draw("D", "##", minimum=0, maximum=None)
ANCHOR = backends.get("anchor")
FRONTIER = backends.get("frontier")
LONG = scattered(dominoes(10, 10))


def pieces(family: str, names: str) -> tuple[Piece, ...]:
    shapes = standard_set(family).pieces
    return tuple(Piece(name, shapes[name]) for name in names)


TWINS = {"S": ((0, 1), (0, 2), (1, 0), (1, 1)), "Z": ((0, 0), (0, 1), (1, 1), (1, 2))}
PUZZLES = {
    "dominoes": Puzzle(Board.box(6, 6), (DOMINO,)),
    "dominoes on a strip": Puzzle(Board.box(4, 7), (DOMINO,)),
    "cells that may stay empty": Puzzle(Board.box(4, 4, optional=True), pieces("tetrominoes", "LTS")),
    "pieces used once": Puzzle(Board.box(3, 20), pieces("pentominoes", "FILNPTUVWXYZ")),
    "pieces that symmetry leaves in place": Puzzle(Board.box(3, 5), pieces("pentominoes", "IVL")),
    "pieces that symmetry exchanges": Puzzle(
        Board.box(4, 4, optional=True),
        tuple(Piece(name, cells, orientations="one-sided") for name, cells in TWINS.items()),
    ),
    "no symmetry": Puzzle(Board.draw("####\n####\n##.#\n##.."), (DOMINO,)),
}


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_it_counts_what_the_filter_keeps(puzzle):
    assert count(puzzle, backend="frontier", distinct=True) == count(puzzle, backend="anchor", distinct=True)
    assert count(puzzle, backend="frontier") == count(puzzle, backend="anchor")


def test_the_kinds_of_plans():
    def plans(puzzle):
        compilation = compile_puzzle(puzzle)
        orbits = OrbitFilter(compilation.instance, symmetry_group(compilation))
        return orbit_plan(orbits), plain_plan(compilation)

    distinct, plain = plans(PUZZLES["pieces used once"])
    assert ([times for times, _ in distinct.terms], distinct.divisor) == ([1], 1)
    assert ([times for times, _ in plain.terms], plain.divisor) == ([4], 1)
    distinct, plain = plans(PUZZLES["dominoes"])
    assert sum(times for times, _ in distinct.terms) == distinct.divisor == 8
    assert plain is None


def test_places_that_a_symmetry_keeps_are_counted_apart():
    puzzle = load("soma")  # of which every piece has a place that some reflection keeps
    plan = plain_plan(compile_puzzle(puzzle))
    assert len(plan.terms) > 1 and plan.divisor == 1
    assert sum(times * ANCHOR.count(instance).found for times, instance in plan.terms) == 11520
    assert count(puzzle, backend="anchor") == count(puzzle, backend="frontier") == 11520


def test_a_yardstick_counts_by_itself():
    puzzle = load("soma")
    with start(puzzle, backend="anchor", options=AnchorOptions(plain=True), question="count") as run:
        assert run.count().found == 11520
        nodes = run.statistics.nodes
    with start(puzzle, backend="anchor", question="count") as run:
        assert run.count().found == 11520
        assert run.statistics.nodes < nodes / 8


def test_a_limit_ends_a_count_by_symmetry():
    with start(load("soma"), backend="anchor", limit=100, question="count") as run:
        assert (run.count().found, run.outcome.stop) == (100, StopReason.SOLUTION_LIMIT)
        assert run.statistics.nodes < 63479 / 10


def test_symmetric_counts_of_astronomical_size():
    # By turns and mirror images; the number of all is known (Kasteleyn), the others come from the quotients.
    number = count(Puzzle(Board.box(12, 12), (DOMINO,)), backend="frontier", distinct=True)
    whole = 53060477521960000
    assert whole / 8 < number < whole / 8 * 1.0001


def test_a_part_is_no_count():
    plan = CountingPlan(((1, dominoes(4, 4)), (1, LONG)))
    outcome = PlannedCount(plan, FRONTIER.search, Limits(seconds=0.1)).count()
    assert (outcome.found, outcome.stop) == (36, StopReason.TIME_LIMIT)
    plan = CountingPlan(((1, dominoes(4, 4)), (1, LONG)), 2)
    outcome = PlannedCount(plan, FRONTIER.search, Limits(seconds=0.1)).count()
    assert (outcome.found, outcome.stop) == (0, StopReason.TIME_LIMIT)
    with pytest.raises(IncompleteError):
        count(Puzzle(Board.box(20, 20), (DOMINO,)), backend="frontier", distinct=True, time_limit=0.01)


def test_it_is_cancelled_in_the_middle_of_a_term():
    search = PlannedCount(CountingPlan(((1, dominoes(4, 4)), (1, LONG))), FRONTIER.search, Limits())
    timer = threading.Timer(0.1, search.cancel)
    timer.start()
    assert search.count().stop is StopReason.CANCELLED
    timer.join()
    assert search.statistics.nodes > 0


def test_limits_and_statistics():
    with start(PUZZLES["dominoes"], backend="frontier", distinct=True, limit=10, question="count") as run:
        assert (run.count().found, run.outcome.stop) == (10, StopReason.SOLUTION_LIMIT)
    with start(PUZZLES["dominoes"], backend="frontier", distinct=True, question="count") as run:
        assert run.count().complete
        assert run.statistics.nodes > 0
        assert run.statistics.done == 1
