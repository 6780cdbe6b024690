"""The native anchor backtracker against every set of options, against counts by hand, and against itself."""

from __future__ import annotations

import random
import threading
from array import array
from itertools import combinations

import pytest

from tilemodel.backends import mrv
from tilemodel.backends.anchor import BACKEND, AnchorOptions
from tilemodel.backends.search import Limits, StopReason
from tilemodel.catalog import standard_set
from tilemodel.compiler import compile_puzzle
from tilemodel.errors import UnsupportedError
from tilemodel.formats.shipped import load
from tilemodel.instance import Instance, Item, ItemKind, Row, Selection
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.symmetry import OrbitFilter, symmetry_group

PLAIN = AnchorOptions(plain=True)
ONCE = (1, 1)


def make(cells, others, options, rows=()) -> Instance:
    """An instance of cells and other items (by bounds), options (by members) and rows (coefficients, lo, hi)."""
    items = [Item(f"c{i}", ItemKind.CELL, *bounds) for i, bounds in enumerate(cells)]
    kinds = {"piece": ItemKind.PIECE, "auxiliary": ItemKind.AUXILIARY}
    items += [Item(f"{kind}{i}", kinds[kind], lo, hi) for i, (kind, lo, hi) in enumerate(others)]
    offsets, members = array("i", [0]), array("i")
    for option in options:
        members.extend(sorted(option))
        offsets.append(len(members))
    numbers = array("i", range(len(options) + 1))
    made = [Row(array("i", sorted(c)), array("q", [c[k] for k in sorted(c)]), lo, hi, "a test") for c, lo, hi in rows]
    return Instance(tuple(items), offsets, members, numbers, numbers[:-1], tuple(made))


def by_definition(instance: Instance) -> set[Selection]:
    """All selections, by trying every set of options."""
    forms = [({k: 1 for k in ks}, i.lo, i.hi) for i, ks in zip(instance.items, instance.options_of, strict=True)]
    forms += [(dict(zip(r.options, r.coefficients, strict=True)), r.lo, r.hi) for r in instance.rows]

    def holds(chosen: Selection) -> bool:
        sums = [(sum(c.get(k, 0) for k in chosen), lo, hi) for c, lo, hi in forms]
        return all((lo is None or lo <= n) and (hi is None or n <= hi) for n, lo, hi in sums)

    every = range(instance.option_count)
    return {s for size in range(len(every) + 1) for s in combinations(every, size) if holds(s)}


def listed(instance: Instance, options: AnchorOptions | None = None) -> list[Selection]:
    with BACKEND.search(instance, options=options) as search:
        found = list(search)
    assert search.outcome.complete
    return found


def random_instance(rng: random.Random) -> Instance:
    """Up to six cells, some optional, pieces with ranges, auxiliary items, rows: every kind of bound."""
    cells = [
        rng.choice([ONCE, ONCE, (0, 1), (0, 1), (0, 0)] if rng.random() < 0.5 else [ONCE])
        for _ in range(rng.randint(0, 6))
    ]
    others = []
    for _ in range(rng.randint(0, 4)):
        lo = rng.choice([0, 0, 1, 1, 2])
        others.append((rng.choice(["piece", "auxiliary"]), lo, rng.choice([lo, 1, 1, lo + 1, None])))
    count = len(cells) + len(others)
    density = rng.choice([0.25, 0.4, 0.6])
    options = [[i for i in range(count) if rng.random() < density] for _ in range(rng.randint(0, 9))]
    rows = []
    for _ in range(rng.randint(0, 3)):
        row = {k: c for k in range(len(options)) if (c := rng.choice([-3, -1, 0, 0, 1, 1, 2, 5]))}
        rows.append((row, rng.choice([None, rng.randint(-3, 5)]), rng.choice([None, rng.randint(-3, 8)])))
    return make(cells, others, options, rows)


@pytest.mark.parametrize("seed", range(8))
def test_random_instances_agree_with_every_set_of_options(seed):
    rng = random.Random(seed)
    for _ in range(150):
        instance = random_instance(rng)
        found = listed(instance)
        assert len(set(found)) == len(found)
        assert set(found) == by_definition(instance)
        assert sorted(listed(instance, PLAIN)) == sorted(found)
        assert BACKEND.count(instance).found == len(found)


def placed(instance: Instance, length: int, rng: random.Random) -> Instance:
    """The same problem on a board of that many cells: its cells spread over it, the others covered alone."""
    cells = instance.cell_count
    homes = sorted(rng.sample(range(length), cells))
    lonely = sorted(set(range(length)) - set(homes))
    bounds = [ONCE] * length
    for home, item in zip(homes, instance.items[:cells], strict=True):
        bounds[home] = (item.lo, item.hi)
    others = [(item.kind.value, item.lo, item.hi) for item in instance.items[cells:]]
    options = [
        [homes[i] if i < cells else i - cells + length for i in instance.option(k)]
        for k in range(instance.option_count)
    ]
    rows = [(dict(zip(r.options, r.coefficients, strict=True)), r.lo, r.hi) for r in instance.rows]
    return make(bounds, others, options + [[cell] for cell in lonely], rows)


@pytest.mark.parametrize("length", [63, 64, 65, 127, 128, 129, 255, 256, 257, 500])
def test_boards_of_every_width_agree_with_every_set_of_options(length):
    rng = random.Random(length)
    for _ in range(25):
        instance = random_instance(rng)
        wide = placed(instance, length, rng)
        found = [tuple(k for k in selection if k < instance.option_count) for selection in listed(wide)]
        assert len(set(found)) == len(found)
        assert set(found) == by_definition(instance)
        assert sorted(listed(wide, PLAIN)) == sorted(listed(wide))


def random_jigsaw(rng: random.Random, cells: int, filler: int) -> Instance:
    """Pieces used once that fill a board of that many cells, after ``filler`` cells with a piece of their own each.

    Some of the options are those of a partition, so that there is something to find.
    """
    sizes = []
    while sum(sizes) < cells:
        sizes.append(min(rng.randint(1, 4), cells - sum(sizes)))
    order = rng.sample(range(cells), cells)
    options = [[c, filler + cells + c] for c in range(filler)]
    for piece, size in enumerate(sizes):
        mine = {tuple(sorted(order[sum(sizes[:piece]) :][:size]))}
        mine |= {tuple(sorted(rng.sample(range(cells), size))) for _ in range(rng.randint(0, 4))}
        options += [[*(filler + c for c in some), 2 * filler + cells + piece] for some in sorted(mine)]
    pieces = [("piece", 1, 1)] * (filler + len(sizes))
    return make([ONCE] * (filler + cells), pieces, options)


@pytest.mark.parametrize("filler", [0, 1, 55, 56])
def test_boards_filled_by_pieces_used_once_agree_with_every_set_of_options(filler):
    for seed in range(100):
        cells = 8 if filler else 1 + seed % 8
        small = random_jigsaw(random.Random(seed), cells, 0)
        if small.option_count > 13:
            continue
        instance = random_jigsaw(random.Random(seed), cells, filler)
        expected = {(*range(filler), *(k + filler for k in chosen)) for chosen in by_definition(small)}
        assert expected
        found = listed(instance)
        assert len(set(found)) == len(found)
        assert set(found) == expected
        assert sorted(listed(instance, PLAIN)) == sorted(found)
        assert BACKEND.count(instance).found == len(found)


@pytest.mark.parametrize("alike", [20, 40, 80, 100])
def test_pieces_used_once_in_many_ways(alike):
    # Three cells, a piece of one and a piece of two, each option several times over: up to 400 shapes.
    options = [[0, 3]] * alike + [[2, 3]] * alike + [[0, 1, 4]] * alike + [[1, 2, 4]] * alike
    instance = make([ONCE] * 3, [("piece", 1, 1)] * 2, options)
    found = listed(instance)
    ways = range(alike)
    first = {(a, 3 * alike + b) for a in ways for b in ways}
    second = {(alike + a, 2 * alike + b) for a in ways for b in ways}
    assert set(found) == first | second
    assert len(found) == 2 * alike**2
    assert sorted(listed(instance, PLAIN)) == sorted(found)


@pytest.mark.parametrize("flags", [63, 64, 65, 256, 257, 300])
def test_any_number_of_items_covered_at_most_once(flags):
    # Two cells, each with one option for every flag, and the last flag must be set: it is by either cell.
    others = [("auxiliary", 0, 1)] * (flags - 1) + [("auxiliary", 1, 1)]
    options = [[cell, 2 + flag] for cell in (0, 1) for flag in range(flags)]
    instance = make([ONCE, ONCE], others, options)
    assert set(listed(instance)) == {(flags - 1, flags + f) for f in range(flags - 1)} | {
        (f, 2 * flags - 1) for f in range(flags - 1)
    }
    assert sorted(listed(instance, PLAIN)) == sorted(listed(instance))


def test_more_options_at_an_anchor_than_a_word_has_bits():
    options = [[0]] * 200 + [[1]] * 70 + [[0, 1]] * 130
    instance = make([ONCE, ONCE], [], options)
    found = listed(instance)
    assert set(found) == {(a, 200 + b) for a in range(200) for b in range(70)} | {(270 + k,) for k in range(130)}
    assert len(found) == 200 * 70 + 130
    assert sorted(listed(instance, PLAIN)) == sorted(found)


def pentominoes(*size: int) -> Instance:
    pieces = tuple(Piece(name, cells) for name, cells in standard_set("pentominoes").pieces.items())
    return compile_puzzle(Puzzle(Board.box(*size), pieces)).instance


def dominoes(*size: int) -> Instance:
    return compile_puzzle(Puzzle(Board.box(*size), (Piece.draw("D", "##", minimum=0, maximum=None),))).instance


def test_the_pentominoes_in_3_by_20():
    instance = pentominoes(3, 20)
    assert len(listed(instance)) == BACKEND.count(instance).found == 8
    assert sorted(listed(instance, PLAIN)) == sorted(listed(instance))


@pytest.mark.slow
@pytest.mark.parametrize("options", [None, PLAIN], ids=["tables", "plain"])
def test_the_pentominoes_in_6_by_10(options):
    assert BACKEND.count(pentominoes(6, 10), options=options).found == 9356


@pytest.mark.slow
def test_dominoes_on_a_chessboard():
    assert BACKEND.count(dominoes(8, 8)).found == 12988816  # Kasteleyn; Temperley and Fisher (1961)


def test_the_order_does_not_depend_on_slices_limits_or_options():
    instance = dominoes(6, 6)
    whole = listed(instance)
    assert len(whole) == 6728
    assert listed(instance, PLAIN) == whole
    with BACKEND.search(instance) as search:
        search._budget = 1  # nodes: pauses at each
        pieces = [s for batch in search.batches(7) for s in batch.selections()]
    assert pieces == whole
    with BACKEND.search(instance, Limits(solutions=100)) as search:
        assert list(search) == whole[:100]
    assert search.outcome.stop is StopReason.SOLUTION_LIMIT


def test_counting_stops_at_the_limit():
    outcome = BACKEND.count(dominoes(8, 8), Limits(solutions=1234))
    assert (outcome.found, outcome.stop) == (1234, StopReason.SOLUTION_LIMIT)


def test_counting_goes_on_where_a_loop_was_left():
    instance = dominoes(6, 6)
    with BACKEND.search(instance) as search:
        next(iter(search))
        assert search.count().found == 6728


def test_cancelling_from_another_thread_ends_a_long_count():
    with BACKEND.search(dominoes(16, 16)) as search:
        timer = threading.Timer(0.05, search.cancel)
        timer.start()
        outcome = search.count()
        timer.join()
    assert outcome.stop is StopReason.CANCELLED
    assert 0 <= search.statistics.done < 1


def test_the_part_done_grows_to_one():
    parts = []
    with BACKEND.search(dominoes(6, 6)) as search:
        for _ in search.batches(50):
            parts.append(search.statistics.done)
    assert parts == sorted(parts)
    assert search.statistics.done == 1
    assert 0 < parts[0] < 0.5
    assert search.statistics.nodes > 6728


def test_pieces_that_need_more_area_than_there_is_are_refuted_at_once():
    tee = Piece.draw("T", "###\n.#.", minimum=5, maximum=5)
    optional = compile_puzzle(Puzzle(Board.draw("????\n????\n????\n????"), (tee,))).instance
    with BACKEND.search(optional) as search:
        assert not list(search)
    assert search.statistics.nodes <= 1


def test_rows_prune_during_the_search():
    instance = dominoes(6, 6)
    upright = {k: 1 for k in range(instance.option_count) if instance.option(k)[1] - instance.option(k)[0] == 1}
    row = Row(array("i", upright), array("q", upright.values()), 18, None, "a test")
    narrow = Instance(
        instance.items, instance.offsets, instance.members, instance.placement_offsets, instance.placements, (row,)
    )
    with BACKEND.search(narrow) as search:
        assert len(list(search)) == 1
    assert search.statistics.nodes < 100


def test_what_it_cannot_take_is_named():
    too_many = make([ONCE] * 513, [], [[cell] for cell in range(513)])
    with pytest.raises(UnsupportedError, match="513 cells .it has room for 512"):
        BACKEND.search(too_many)
    bare = make([ONCE] * 500, [], [[cell] for cell in range(500)] + [[]] * 20)
    with pytest.raises(UnsupportedError, match="500 cells and 20 options that cover none"):
        BACKEND.search(bare)
    twice = make([ONCE, (1, 2), (0, None)], [], [[0, 1, 2]])
    with pytest.raises(UnsupportedError, match="more than once .c1, c2"):
        BACKEND.search(twice)
    huge = make([ONCE], [], [[0], [0]], [({0: 2**59, 1: -(2**60)}, 0, None)])
    with pytest.raises(UnsupportedError, match="add up to more than .*a test"):
        BACKEND.search(huge)


def test_bounds_and_coefficients_at_the_ends_of_their_ranges():
    far = make([ONCE], [("piece", 0, 10**12)], [[0, 1], [0, 1]], [({0: 2**59, 1: -(2**59)}, -(10**30), 10**30)])
    assert listed(far) == [(0,), (1,)]
    one = make([ONCE], [("piece", 0, 10**12)], [[0, 1], [0, 1]], [({0: 2**59, 1: -(2**59)}, 2**59, None)])
    assert listed(one) == [(0,)]
    none = make([ONCE], [("piece", 10**12, None)], [[0, 1], [0, 1]])
    assert listed(none) == []
    never = make([ONCE], [], [[0], [0]], [({0: 1, 1: 1}, 10**30, None)])
    assert listed(never) == []


def test_boards_whose_endings_are_not_worth_knowing():
    """In three dimensions hardly any region comes twice: the search gives up asking for endings halfway."""
    compilation = compile_puzzle(load("solid-pentominoes-2x5x6"))
    instance = OrbitFilter(compilation.instance, symmetry_group(compilation)).instance
    found = listed(instance)
    assert len(found) == len(set(found))
    assert set(found) == set(mrv.BACKEND.search(instance))
