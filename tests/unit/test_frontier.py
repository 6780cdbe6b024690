"""The frontier engine against published numbers, against the anchor, and at the ends of its ranges."""

from __future__ import annotations

import pytest
from contract.instances import ONCE, dominoes, make, scattered

from tilemodel import backends
from tilemodel.backends.frontier import BACKEND, Forecast, FrontierOptions, forecast
from tilemodel.backends.search import Limits, StopReason
from tilemodel.catalog import standard_set
from tilemodel.compiler import compile_puzzle
from tilemodel.errors import UnsupportedError, UsageError
from tilemodel.instance import Instance
from tilemodel.lattice import CUBIC, SQUARE
from tilemodel.puzzle import Board, Piece, Puzzle

TEE = Piece.draw("T", "###\n.#.", minimum=0, maximum=None)
SMALL = FrontierOptions(memory=1)


def filled(piece: Piece, *size: int) -> Instance:
    """A box filled by copies of a piece."""
    lattice = SQUARE if len(size) == 2 else CUBIC
    return compile_puzzle(Puzzle(Board.box(*size), (piece,), lattice=lattice)).instance


def pentominoes(*size: int) -> Instance:
    pieces = tuple(Piece(name, cells) for name, cells in standard_set("pentominoes").pieces.items())
    return compile_puzzle(Puzzle(Board.box(*size), pieces)).instance


@pytest.mark.parametrize(
    ("rows", "columns", "number"),
    [(8, 8, 12988816), (10, 10, 258584046368), (16, 16, 2444888770250892795802079170816), (7, 7, 0)],
)
def test_dominoes_have_the_known_numbers(rows, columns, number):
    # Kasteleyn; Temperley and Fisher (1961).
    outcome = BACKEND.count(dominoes(rows, columns))
    assert (outcome.found, outcome.stop) == (number, StopReason.EXHAUSTED)


def test_t_tetrominoes_fill_boards_whose_sides_are_multiples_of_four_alone():
    # Walkup (1965). Korn and Pak (2004): twice the Tutte polynomial of a grid at (3, 3): 1 and 42 for the first two.
    assert [BACKEND.count(filled(TEE, n, n)).found for n in (4, 6, 8, 10, 12)] == [2, 0, 84, 0, 78696]


def test_listing_gives_what_the_anchor_gives():
    for instance in (pentominoes(3, 20), filled(TEE, 4, 12), scattered(dominoes(4, 5))):
        found = list(BACKEND.search(instance))
        assert len(found) == len(set(found)) == BACKEND.count(instance).found > 0
        assert set(found) == set(backends.get("anchor").search(instance))


@pytest.mark.slow
def test_the_pentominoes_in_6_by_10():
    instance = pentominoes(6, 10)
    assert BACKEND.count(instance).found == sum(map(len, BACKEND.search(instance).batches())) == 9356


@pytest.mark.slow
def test_t_tetracubes_in_three_dimensions():
    tee = Piece("T", ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1)), minimum=0, maximum=None)
    assert BACKEND.count(filled(tee, 4, 4, 6)).found == 43384


def test_a_row_over_all_pieces_is_part_of_the_state():
    # Dominoes on 6x6 with so many upright: those numbers add up to all.
    instance = dominoes(6, 6)
    upright = {k: 1 for k in range(instance.option_count) if instance.option(k)[1] - instance.option(k)[0] == 6}
    bounds = [(item.lo, item.hi) for item in instance.items]
    options = [instance.option(k) for k in range(instance.option_count)]
    by_number = [BACKEND.count(make(bounds, options, [(upright, n, n)])).found for n in range(19)]
    assert by_number[0] == by_number[18] == 1
    assert by_number == by_number[::-1]
    assert sum(by_number) == 6728


def test_counting_goes_on_where_a_loop_was_left():
    with BACKEND.search(dominoes(16, 16)) as search:
        seen = [selection for selection, _ in zip(search, range(5), strict=False)]
        outcome = search.count()
    assert len(set(seen)) == 5
    assert outcome.found == 2444888770250892795802079170816
    assert outcome.complete


def test_a_limit_beyond_a_machine_word():
    limit = 10**25
    outcome = BACKEND.count(dominoes(16, 16), Limits(solutions=limit))
    assert (outcome.found, outcome.stop) == (limit, StopReason.SOLUTION_LIMIT)


def test_at_the_end_of_its_memory_it_gives_up():
    instance = scattered(dominoes(10, 10))
    outcome = BACKEND.count(instance, options=SMALL)
    assert (outcome.found, outcome.stop) == (0, StopReason.WORK_LIMIT)
    with BACKEND.search(instance, options=SMALL) as search:
        assert list(search) == []
    assert search.statistics.remark == "its 1 megabytes are used up; give it more memory, or another backend"
    assert search.outcome.stop is StopReason.WORK_LIMIT
    assert search.outcome.satisfiable is None


def test_the_part_done_grows_to_one():
    parts = []
    with BACKEND.search(dominoes(6, 6)) as search:
        for _ in search.batches(50):
            parts.append(search.statistics.done)
    assert parts == sorted(parts)
    assert search.statistics.done == 1
    assert 0.5 <= parts[0] < 0.75


def test_what_it_cannot_take_is_named():
    wide = make([ONCE] * 600, [[0, 599], *([cell] for cell in range(600))])
    with pytest.raises(UnsupportedError, match="states of 600 bits.*room for 511"):
        BACKEND.search(wide)
    twice = make([ONCE, (1, 2)], [[0, 1]], cells=2)
    with pytest.raises(UnsupportedError, match="more than once .i1"):
        BACKEND.search(twice)
    with pytest.raises(UsageError, match="at least 1 megabyte, not 0"):
        FrontierOptions(memory=0)


def test_many_cells_are_no_hindrance_where_the_frontier_is_narrow():
    long = make([ONCE] * 2000, [*([cell] for cell in range(2000)), *([cell, cell + 1] for cell in range(1999))])
    number, after = 1, 1
    for _ in range(2000):
        number, after = after, number + after
    assert BACKEND.count(long).found == number


def test_a_forecast_is_exact_where_the_steps_suffice_and_near_where_they_do_not():
    for instance in (pentominoes(6, 10), filled(TEE, 16, 16)):
        exact, rough = forecast(instance, 10**8), forecast(instance, 50_000)
        assert exact.exact and not rough.exact
        assert exact.states / 20 < rough.states < exact.states * 20
        assert exact.bytes / 20 < rough.bytes < exact.bytes * 20
    assert forecast(make([], [])) == Forecast(0, 32, exact=True, seen=0)


def test_a_forecast_tells_what_is_hopeless():
    assert forecast(dominoes(8, 8)).states < 10_000
    assert forecast(scattered(dominoes(10, 10))).states > 10**9
    with pytest.raises(UnsupportedError, match="states of 600 bits"):
        forecast(make([ONCE] * 600, [[0, 599]]))


def test_workers_share_a_layer_and_find_the_same():
    outcome = BACKEND.count(dominoes(18, 18), options=FrontierOptions(workers=3))
    assert outcome == BACKEND.count(dominoes(18, 18))
    with pytest.raises(UsageError, match="from 1 to 1024, not 0"):
        FrontierOptions(workers=0)
