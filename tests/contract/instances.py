"""Instances made by hand, and what their selections are by definition alone."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import gcd

from hypothesis import strategies as st

from tilemodel.instance import Goal, Instance, Item, ItemKind, Row, Selection

Bounds = tuple[int, int | None]
ONCE: Bounds = (1, 1)


def make(
    items: Sequence[Bounds],
    options: Sequence[Iterable[int]],
    rows: Sequence[tuple[Mapping[int, int], int | None, int | None]] = (),
    goal: Sequence[int] | None = None,
    *,
    maximize: bool = True,
    cells: int | None = None,
) -> Instance:
    """An instance of items (by bounds), options (by the items they cover) and rows (coefficients, lo, hi).

    The first ``cells`` items are cells, by default those before the first that may be covered twice.
    """
    if cells is None:
        cells = next((i for i, (_, hi) in enumerate(items) if hi is None or hi > 1), len(items))
    kinds = [ItemKind.CELL] * cells + [ItemKind.PIECE] * (len(items) - cells)
    offsets, members = array("i", [0]), array("i")
    for option in options:
        members.extend(sorted(option))
        offsets.append(len(members))
    return Instance(
        items=tuple(Item(f"i{i}", kinds[i], *bounds) for i, bounds in enumerate(items)),
        offsets=offsets,
        members=members,
        placement_offsets=array("i", range(len(options) + 1)),
        placements=array("i", range(len(options))),
        rows=tuple(
            Row(array("i", sorted(c)), array("q", [c[k] for k in sorted(c)]), lo, hi, "a test") for c, lo, hi in rows
        ),
        goal=None if goal is None else Goal(array("q", goal), maximize),
    )


def satisfies(instance: Instance, selection: Selection) -> bool:
    """Whether a selection covers every item between its bounds and keeps every row: the definition, word for word."""
    covered = [sum(i in instance.option(k) for k in selection) for i in range(len(instance.items))]
    forms = list(zip(covered, ((item.lo, item.hi) for item in instance.items), strict=True))
    for row in instance.rows:
        coefficients = dict(zip(row.options, row.coefficients, strict=True))
        forms.append((sum(coefficients.get(k, 0) for k in selection), (row.lo, row.hi)))
    return all((lo is None or lo <= n) and (hi is None or n <= hi) for n, (lo, hi) in forms)


def by_definition(instance: Instance) -> set[Selection]:
    """All selections, by trying every set of options."""
    every = range(instance.option_count)
    return {s for size in range(len(every) + 1) for s in combinations(every, size) if satisfies(instance, s)}


def worth(instance: Instance, selection: Selection) -> int:
    """What the goal counts, the more the better."""
    assert instance.goal
    total = sum(instance.goal.coefficients[k] for k in selection)
    return total if instance.goal.maximize else -total


def dominoes(rows: int, columns: int, *, without: Iterable[int] = ()) -> Instance:
    """Every covering of a board by dominoes, some of its cells left out; cells are scanned along a row."""
    cells = [cell for cell in range(rows * columns) if cell not in set(without)]
    place = {cell: i for i, cell in enumerate(cells)}
    pairs = [(cell, cell + 1) for cell in cells if (cell + 1) % columns] + [(cell, cell + columns) for cell in cells]
    return make([ONCE] * len(cells), [[place[c] for c in pair] for pair in pairs if pair[1] in place])


def scattered(instance: Instance) -> Instance:
    """The same problem with its cells in a jumbled order, so that what a scan has left to do is always different."""
    cells = instance.cell_count
    step = next(n for n in range(cells // 3, cells) if gcd(n, cells) == 1)
    place = [i * step % cells for i in range(cells)]
    options = [[place[i] if i < cells else i for i in instance.option(k)] for k in range(instance.option_count)]
    order = sorted(range(cells), key=place.__getitem__)
    items = [instance.items[i] for i in (*order, *range(cells, len(instance.items)))]
    return make([(item.lo, item.hi) for item in items], options, cells=cells)


def pigeons(holes: int) -> Instance:
    """One pigeon too many: no selection, and hard to see for resolution."""
    options = [[pigeon, holes + 1 + hole] for pigeon in range(holes + 1) for hole in range(holes)]
    return make([ONCE] * (holes + 1) + [(0, 1)] * holes, options)


def market_split(rows: int, options: int) -> Instance:
    """Some equations with large coefficients over options that cover nothing: very few selections, hard to find.

    Cornuejols and Dawande, "A class of hard small 0-1 programs" (1999); the numbers are from a fixed generator.
    """
    state, forms = 12345, []
    for _ in range(rows):
        numbers = []
        for _ in range(options):
            state = (state * 1103515245 + 12345) % 2**31
            numbers.append(1 + state // 65536 % 99)
        forms.append((dict(enumerate(numbers)), sum(numbers) // 2, sum(numbers) // 2))
    return make([], [[]] * options, forms)


SMALL = {
    "an exact cover": make([ONCE] * 7, [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]]),
    "dominoes on 4x4": dominoes(4, 4),
    "dominoes on a board that has no covering": dominoes(4, 4, without=(0, 15)),
    "alike options": make([ONCE, ONCE], [[0], [0], [1], [0, 1], [0, 1]]),
    "secondary items": make([ONCE, ONCE, (0, 1), (0, 1)], [[0, 2], [0, 3], [1, 2], [1, 3], [2], [3], [0], [2, 3]]),
    "items covered several times": make(
        [ONCE, ONCE, (2, 3), (0, 2), (1, None)], [[0, 2], [1, 2], [2, 3], [2, 4], [3, 4], [0, 4], [1, 3], [2]]
    ),
    "an item that needs more than there is": make([(3, None)], [[0], [0]]),
    "an item never to be covered": make([ONCE, (0, 0)], [[0, 1], [0], [1], []]),
    "bounds that contradict each other": make([ONCE, (2, 1)], [[0], [0, 1], [1]]),
    "options that cover nothing": make([ONCE], [[], [0], [], [0]]),
    "no items": make([], []),
    "no items, an option": make([], [[]]),
    "a primary item without options": make([ONCE, ONCE], [[0]]),
    "rows": make(
        [ONCE, ONCE, (0, 1)],
        [[0], [0, 2], [1], [1, 2], [2], []],
        [({0: 2, 2: 3, 4: -1}, 1, 4), ({1: 1, 3: 1, 5: 1}, 1, None), ({k: (-1) ** k for k in range(6)}, -1, 0)],
    ),
    "a row that nothing keeps": make([ONCE], [[0], [0]], [({0: 2, 1: 4}, 3, 3)]),
    "a row without options": make([ONCE], [[0]], [({}, 1, None)]),
    "a row that always holds": make([ONCE], [[0], [0]], [({0: 5, 1: -5}, -9, 9)]),
    "a row of huge numbers": make([], [[]] * 4, [({0: 3 << 55, 1: -(1 << 56), 2: 1 << 56, 3: 1}, 1, 1 << 57)]),
    "rows over pieces": make(
        [ONCE] * 4 + [(1, 2), (0, 1)],
        [[0, 4], [1, 4], [2, 4], [3, 5], [0, 1, 4], [2, 3, 4], [1, 2, 5], [0, 5], [3, 4]],
        [({0: 1, 1: 2, 2: 3, 3: 4, 4: -1, 5: -2, 6: 5}, 2, 6)],
        cells=4,
    ),
}
"""Small instances, by what is special about them."""

_bounds = st.sampled_from(
    [(1, 1)] * 4 + [(0, 1)] * 3 + [(1, 2), (2, 2), (2, 3), (0, 2), (1, None), (2, None), (0, None), (0, 0)]
)


@st.composite
def instances(draw: st.DrawFn, *, with_goal: bool = False) -> Instance:
    """Random instances of up to nine options, small enough for :func:`by_definition`."""
    items = draw(st.lists(_bounds, max_size=5))
    covered = st.sets(st.integers(0, len(items) - 1), max_size=3) if items else st.just(set())
    options = draw(st.lists(covered, min_size=1, max_size=9))
    bound = st.none() | st.integers(-4, 6)
    coefficient = st.integers(-4, 4).filter(bool)
    row = st.tuples(st.dictionaries(st.integers(0, len(options) - 1), coefficient, max_size=9), bound, bound)
    rows = draw(st.lists(row, max_size=2))
    goal = st.lists(st.integers(-3, 5), min_size=len(options), max_size=len(options))
    return make(items, options, rows, draw(goal) if with_goal else None, maximize=draw(st.booleans()))
