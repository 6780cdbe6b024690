"""From a Puzzle to an Instance: every placement is generated once, then the constraints are lowered onto them."""

from __future__ import annotations

import time
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from tilemodel.constraints import rules
from tilemodel.constraints.base import Lowering
from tilemodel.constraints.symmetric import Symmetric
from tilemodel.footprint import Footprints
from tilemodel.instance import Goal, Instance, Item, ItemKind, Row
from tilemodel.limits import check_placements
from tilemodel.placements import Placements
from tilemodel.polyform import Shape
from tilemodel.puzzle import Board, Puzzle
from tilemodel.quotient import cycles, merge_options


@dataclass(frozen=True)
class Compilation:
    """A puzzle with all its placements and the instance made of those that the constraints leave.

    ``seconds`` is how long it took.
    """

    puzzle: Puzzle
    placements: Placements
    instance: Instance
    seconds: float


def compile_puzzle(puzzle: Puzzle) -> Compilation:
    """The exact-cover instance of a puzzle.

    Its items are the board's cells in scan order, the pieces that have a bound, and what constraints add; its
    options are the placements in file order of the pieces. Raises PuzzleError for a constraint that contradicts the
    puzzle, and TooLargeError before generating too many.
    """
    started = time.perf_counter()
    applied = rules(puzzle)
    for rule in applied:
        rule.validate(puzzle)
    placements = generate_placements(puzzle)
    lowerings = [(rule.kind, rule.lower(puzzle, placements)) for rule in applied]
    instance = build_instance(placements, lowerings)
    motions = [rule.cell_permutation(puzzle) for rule in applied if isinstance(rule, Symmetric)]
    if motions:
        instance = _keep_symmetric(instance, placements, motions)
    return Compilation(puzzle, placements, instance, time.perf_counter() - started)


# Placements.


def generate_placements(puzzle: Puzzle) -> Placements:
    """Every placement of every piece, by piece, orientation and translation."""
    grid = _Grid(puzzle)
    check_placements(sum(len(grid.bases(shape)) for shapes in puzzle.orientations for shape in shapes))
    piece, orientation, offsets, cells = array("i"), array("i"), array("i", [0]), array("i")
    for p, shapes in enumerate(puzzle.orientations):
        for o, shape in enumerate(shapes):
            before = len(cells)
            cells.extend(chain.from_iterable(grid.translates(shape)))
            number = (len(cells) - before) // len(shape)
            piece.extend([p] * number)
            orientation.extend([o] * number)
            offsets.extend(range(before + len(shape), len(cells) + 1, len(shape)))
    return Placements(puzzle, piece, orientation, offsets, cells)


class _Grid:
    """The board's cells as single integers, on which a translation is one addition.

    The stride of each axis leaves room for the longest piece on both sides, so that no translate wraps around. Where
    the board fills its box well the cells lie in a table, and moving them all is one slice of it; cells far apart
    are looked up one by one.
    """

    def __init__(self, puzzle: Puzzle):
        lattice, board = puzzle.lattice, puzzle.board
        embedded = [lattice.embed(cell) for cell in board.cells]
        shapes = [shape for shapes in puzzle.orientations for shape in shapes]
        corner = [min(axis) for axis in zip(*embedded, strict=True)]
        self._strides: list[int] = []
        stride = 1
        for axis in reversed(range(len(corner))):
            extent = max(v[axis] for v in embedded) - corner[axis]
            reach = max((abs(v[axis] - shape[0][axis]) for shape in shapes for v in shape), default=0)
            self._strides.insert(0, stride)
            stride *= extent + 2 * reach + 1
        self._lattice = lattice
        base = self._key(corner)
        keys = [self._key(vector) - base for vector in embedded]
        self._index = {key: i for i, key in enumerate(keys)}
        self._bases: list[list[int]] = [[] for _ in lattice.classes]
        for key, vector in zip(keys, embedded, strict=True):
            self._bases[lattice.cell_class(vector)].append(key)

        self._span = max(keys) + 1
        self._margin = max((abs(shift) for shape in shapes for shift in self._shifts(shape)), default=0)
        self._tables: list[list[int | None]] | None = None  # the cells of each class, then all
        if self._span + 2 * self._margin <= _MOST_ROOM * len(keys) + _ROOM_ANYWAY:
            everywhere = range(-self._margin, self._span + self._margin)
            by_class = [{key: self._index[key] for key in bases} for bases in self._bases]
            self._tables = [list(map(cells.get, everywhere)) for cells in (*by_class, self._index)]

    def _key(self, vector: Sequence[int]) -> int:
        return sum(v * s for v, s in zip(vector, self._strides, strict=True))

    def _shifts(self, shape: Shape) -> list[int]:
        """From the shape's first cell to each of its cells."""
        first = self._key(shape[0])
        return [self._key(vector) - first for vector in shape]

    def bases(self, shape: Shape) -> list[int]:
        """Where the shape's first cell may come to lie: the board's cells of its class."""
        return self._bases[self._lattice.cell_class(shape[0])]

    def translates(self, shape: Shape) -> Iterator[tuple[int, ...]]:
        """The shape's translates on the board, as ascending positions in ``board.cells``."""
        columns = self._columns(shape)
        fitting = (positions for positions in zip(*columns, strict=True) if None not in positions)
        # Cells are sorted as people write them, shapes by their embedding: the orders differ with several classes.
        return fitting if len(self._lattice.classes) == 1 else (tuple(sorted(p)) for p in fitting)

    def _columns(self, shape: Shape) -> Iterator[Iterable[int | None]]:
        """For each cell of the shape, where it comes to lie on the board (or None) as the first cell goes round."""
        shifts = self._shifts(shape)
        if self._tables is None:
            bases, get = self.bases(shape), self._index.get
            return (map(get, map(shift.__add__, bases)) for shift in shifts)
        tables = [self._tables[self._lattice.cell_class(shape[0])], *repeat(self._tables[-1], len(shifts) - 1)]
        start, stop = self._margin, self._margin + self._span
        return (table[start + shift : stop + shift] for table, shift in zip(tables, shifts, strict=True))


_MOST_ROOM = 8
"""How much larger than the board its table may be (with the margins around it)."""

_ROOM_ANYWAY = 10_000
"""What a table may take in any case: small boards with long pieces."""


# Items, options, rows.


def scan_order(puzzle: Puzzle) -> list[int]:
    """The positions of the board's cells in the order in which a scan along the short side meets them."""
    embedded = [puzzle.lattice.embed(cell) for cell in puzzle.board.cells]
    axes = range(len(embedded[0]))
    extent = {axis: max(v[axis] for v in embedded) - min(v[axis] for v in embedded) for axis in axes}
    by_length = sorted(axes, key=lambda axis: -extent[axis])
    return sorted(range(len(embedded)), key=lambda i: tuple(embedded[i][axis] for axis in by_length))


def build_instance(placements: Placements, lowerings: list[tuple[str, Lowering]]) -> Instance:
    """The instance of these placements under lowered constraints, each with the name that its rows are to bear."""
    puzzle = placements.puzzle
    order = scan_order(puzzle)
    items = [_cell_item(puzzle.board, i) for i in order]
    rank = [0] * len(order)
    for position, i in enumerate(order):
        rank[i] = position

    piece_item: dict[int, int] = {}
    for p, (lo, hi) in enumerate(piece_bounds(puzzle, lowerings)):
        if (lo, hi) != (0, None):
            piece_item[p] = len(items)
            items.append(Item(puzzle.pieces[p].name, ItemKind.PIECE, lo, hi))

    extra: dict[int, list[int]] = {}
    for _, lowering in lowerings:
        for auxiliary in lowering.auxiliary:
            for k in auxiliary.placements:
                extra.setdefault(k, []).append(len(items))
            items.append(Item(auxiliary.name, ItemKind.AUXILIARY, 0, 1))

    dropped = {k for _, lowering in lowerings for k in lowering.dropped}
    kept, offsets, members = array("i"), array("i", [0]), array("i")
    for p, numbers, columns in _in_scan_order(placements, rank):
        tail = [repeat(piece_item[p], len(numbers))] if p in piece_item else []
        ranked = zip(*columns, *tail, strict=True)
        if not dropped and not extra:
            size = puzzle.pieces[p].size + (p in piece_item)
            members.extend(chain.from_iterable(ranked))
            offsets.extend(range(offsets[-1] + size, len(members) + 1, size))
            kept.extend(numbers)
            continue
        for k, row in zip(numbers, ranked, strict=True):
            if k not in dropped:
                members.extend(row)
                members.extend(extra.get(k, ()))
                offsets.append(len(members))
                kept.append(k)

    option = {k: new for new, k in enumerate(kept)} if any(lowering.rows for _, lowering in lowerings) else {}
    rows = tuple(
        _row({option[k]: c for k, c in row.coefficients.items() if c and k in option}, row.lo, row.hi, origin)
        for origin, lowering in lowerings
        for row in lowering.rows
    )
    goal = None
    if puzzle.objective:
        worth = [puzzle.objective.worth(piece) for piece in puzzle.pieces]
        goal = Goal(array("q", [worth[placements.piece[k]] for k in kept]), puzzle.objective.maximize)
    return Instance(tuple(items), offsets, members, array("i", range(len(kept) + 1)), kept, rows, goal)


def _in_scan_order(placements: Placements, rank: Sequence[int]) -> Iterator[tuple[int, range, list[Sequence[int]]]]:
    """Runs of placements of one piece in one orientation: the piece, their range, and columns of their cells' ranks.

    Column j has the j-th cell of each in scan order. Translates keep the order of their cells, so that the first of
    a run tells it for all.
    """
    start = 0
    while start < len(placements):
        p, o = placements.piece[start], placements.orientation[start]
        of_piece = bisect_right(placements.piece, p, start)
        stop = bisect_right(placements.orientation, o, start, of_piece)
        size = placements.puzzle.pieces[p].size
        cells = placements.cells[placements.offsets[start] : placements.offsets[stop]]
        ranks = [rank[i] for i in cells[:size]]
        order = sorted(range(size), key=ranks.__getitem__)
        yield p, range(start, stop), [list(map(rank.__getitem__, cells[j::size])) for j in order]
        start = stop


def _cell_item(board: Board, i: int) -> Item:
    cell = board.cells[i]
    return Item(",".join(map(str, cell)), ItemKind.CELL, 0 if cell in board.optional else 1, 1)


def piece_bounds(puzzle: Puzzle, lowerings: list[tuple[str, Lowering]]) -> list[tuple[int, int | None]]:
    """How often each piece is used, constraints included. An empty range has ``lo > hi``."""
    bounds = [(piece.minimum, piece.maximum) for piece in puzzle.pieces]
    for _, lowering in lowerings:
        for p, (lo, hi) in lowering.bounds.items():
            old_lo, old_hi = bounds[p]
            highs = [h for h in (old_hi, hi) if h is not None]
            bounds[p] = (max(old_lo, lo), min(highs) if highs else None)
    return bounds


def _row(coefficients: dict[int, int], lo: int | None, hi: int | None, origin: str) -> Row:
    options = sorted(coefficients)
    return Row(array("i", options), array("q", [coefficients[k] for k in options]), lo, hi, origin)


def _keep_symmetric(instance: Instance, placements: Placements, motions: list[tuple[int, ...]]) -> Instance:
    """The quotient of the instance by motions of the board: its options are orbits of options.

    An orbit with a placement that is not an option is dropped whole: its selections would break another rule.
    """
    where = Footprints(placements, instance)
    themselves = range(len(placements.puzzle.pieces))
    images = [where.images(motion, themselves) for motion in motions]
    return merge_options(instance, cycles(instance.option_count, images))


def without_goal(compilation: Compilation) -> Compilation:
    """The same with the objective left out, for questions that ignore it."""
    return replace(compilation, instance=replace(compilation.instance, goal=None))
