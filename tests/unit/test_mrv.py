"""The native search by the item with the fewest options left: against every set of options, known counts, itself."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace

import pytest
from contract.instances import ONCE, by_definition, dominoes, make, market_split

from tilemodel import backends, load
from tilemodel.backends.mrv import BACKEND, MAX_BYTES, MrvOptions
from tilemodel.backends.search import Limits, StopReason
from tilemodel.compiler import compile_puzzle
from tilemodel.driver import count
from tilemodel.errors import UnsupportedError
from tilemodel.instance import Instance, Row, Selection
from tilemodel.puzzle import Board, Piece, Puzzle

PORTABLE = MrvOptions(portable=True)


def listed(instance: Instance, options: MrvOptions | None = None) -> list[Selection]:
    with BACKEND.search(instance, options=options) as search:
        found = list(search)
    assert search.outcome.complete
    return found


def random_instance(rng: random.Random) -> Instance:
    """Any kind of bound on any item, cells covered several times among them, and rows of every kind."""
    bounds = [ONCE] * 4 + [(0, 1), (0, 1), (0, 0), (1, 2), (2, 2), (2, 3), (0, 2), (1, None), (2, None), (3, 3)]
    items = [rng.choice(bounds) for _ in range(rng.randint(0, 8))]
    density = rng.choice([0.2, 0.3, 0.5])
    options = [[i for i in range(len(items)) if rng.random() < density] for _ in range(rng.randint(0, 9))]
    rows = []
    for _ in range(rng.randint(0, 3)):
        pool = rng.choice([[2], [-3], [1, 1, 0], [-3, -1, 0, 0, 1, 1, 2, 5]])
        row = {k: c for k in range(len(options)) if (c := rng.choice(pool))}
        rows.append((row, rng.choice([None, rng.randint(-3, 5)]), rng.choice([None, rng.randint(-3, 8)])))
    return make(items, options, rows, cells=rng.randint(0, len(items)))


@pytest.mark.parametrize("seed", range(8))
def test_random_instances_agree_with_every_set_of_options(seed):
    rng = random.Random(seed)
    for _ in range(150):
        instance = random_instance(rng)
        found = listed(instance)
        assert len(set(found)) == len(found)
        assert set(found) == by_definition(instance)
        assert listed(instance, PORTABLE) == found
        assert BACKEND.count(instance).found == len(found)


@pytest.mark.parametrize(
    "model",
    "soma soma-castle tetracubes-2x4x4 diabolical-cube half-hour l-tricubes-3x3x3 tetrominoes-double-5x8".split(),
)
def test_models_have_their_expected_arrangements(model):
    puzzle = load(model)
    expected = puzzle.expect
    assert count(puzzle, backend="mrv") == expected.solutions
    assert count(puzzle, backend="mrv", distinct=True) == expected.distinct


def test_a_row_of_equal_coefficients_takes_part_in_the_choice():
    # Of all dominoes just two may be chosen to lie across: nothing but such a pair is tried for long.
    instance = dominoes(6, 6)
    across = [k for k in range(instance.option_count) if instance.option(k)[1] - instance.option(k)[0] == 1]
    row = Row(array("i", across), array("q", [-7] * len(across)), None, -7 * 18, "a test")
    with BACKEND.search(replace(instance, rows=(row,))) as search:
        assert len(list(search)) == 1
    assert search.statistics.nodes < 100


def test_rows_of_different_coefficients_prune_during_the_search():
    instance = dominoes(6, 6)
    weights = {k: 2 + (instance.option(k)[1] - instance.option(k)[0] == 1) for k in range(instance.option_count)}
    row = Row(array("i", weights), array("q", weights.values()), 54, None, "a test")
    with BACKEND.search(replace(instance, rows=(row,))) as search:
        assert len(list(search)) == 1
    assert search.statistics.nodes < 100


def test_more_cells_than_any_scan_has_room_for():
    board = compile_puzzle(Puzzle(Board.box(2, 1000), (Piece.draw("D", "##", minimum=0, maximum=None),))).instance
    assert backends.get("anchor").objections(board)
    with BACKEND.search(board, Limits(solutions=3)) as search:
        found = list(search)
    assert [sorted(i for k in s for i in board.option(k)) for s in found] == [list(range(2000))] * 3
    assert len(set(found)) == 3


@pytest.mark.parametrize("model", ["soma", "tetracubes-2x2x8"])
def test_the_order_and_the_nodes_do_not_depend_on_slices_limits_or_instructions(model):
    instance = compile_puzzle(load(model)).instance
    with BACKEND.search(instance, Limits(solutions=300)) as search:
        whole = list(search)
        nodes = search.statistics.nodes
    with BACKEND.search(instance, Limits(solutions=300), PORTABLE) as search:
        search._budget = 1  # nodes: pauses at each
        pieces = [s for batch in search.batches(7) for s in batch.selections()]
    assert pieces == whole
    assert search.statistics.nodes <= nodes
    with BACKEND.search(instance, Limits(solutions=100)) as search:
        assert list(search) == whole[:100]
    assert search.outcome.stop is StopReason.SOLUTION_LIMIT


def test_the_part_done_grows_to_one():
    parts = []
    with BACKEND.search(dominoes(6, 6)) as search:
        for _ in search.batches(50):
            parts.append(search.statistics.done)
    assert parts == sorted(parts)
    assert search.statistics.done == 1
    assert 0 < parts[0] < 0.5


def test_what_it_cannot_take_is_named():
    huge = make([ONCE], [[0], [0]], [({0: 2**59, 1: -(2**60)}, 0, None)])
    with pytest.raises(UnsupportedError, match="add up to more than .*a test"):
        BACKEND.search(huge)
    free = market_split(1, 200_000)
    with pytest.raises(UnsupportedError, match=f"200000 options of 0 items .*room for {MAX_BYTES / 2**30:g}"):
        BACKEND.search(free)


def test_bounds_and_coefficients_at_the_ends_of_their_ranges():
    far = make([ONCE, (0, 10**12)], [[0, 1], [0, 1]], [({0: 2**59, 1: -(2**59)}, -(10**30), 10**30)])
    assert listed(far) == [(0,), (1,)]
    one = make([ONCE, (0, 10**12)], [[0, 1], [0, 1]], [({0: 2**59, 1: -(2**59)}, 2**59, None)])
    assert listed(one) == [(0,)]
    none = make([ONCE, (10**12, None)], [[0, 1], [0, 1]])
    assert listed(none) == []
    never = make([ONCE], [[0], [0]], [({0: 1, 1: 1}, 10**30, None)])
    assert listed(never) == []
