"""Sets of board cells that all touch each other: what ``apart`` is lowered with."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tilemodel.lattice import Cell, Lattice

if TYPE_CHECKING:
    from tilemodel.puzzle import Puzzle

CellSet = tuple[int, ...]
"""Positions in ``puzzle.board.cells``, ascending."""


def neighbour_pairs(puzzle: Puzzle) -> list[CellSet]:
    """Every pair of board cells that are lattice neighbours."""
    lattice, index = puzzle.lattice, puzzle.board.index
    pairs = set()
    for i, cell in enumerate(puzzle.board.cells):
        for vector in lattice.neighbours(lattice.embed(cell)):
            j = index.get(lattice.unembed(vector))
            if j is not None:
                pairs.add((min(i, j), max(i, j)))
    return sorted(pairs)


def cells_around_points(puzzle: Puzzle) -> list[CellSet]:
    """For each point where board cells meet, those cells: a 2x2 or 2x2x2 block, six triangles.

    A block may lie partly off the board; a set that is part of another one is left out, for it says nothing more.
    A hexagon meets at its points none but its neighbours, and a ball (fcc) has no points: there it is the pairs of
    neighbours.
    """
    around = _cells_around_origin(puzzle.lattice)
    if not around:
        return neighbour_pairs(puzzle)
    index = puzzle.board.index
    met: dict[Cell, set[int]] = {}  # by the point
    for cell, i in index.items():
        for shift, tail in around:
            if cell[len(shift) :] == tail:
                point = tuple(a - b for a, b in zip(cell, shift, strict=False))
                met.setdefault(point, set()).add(i)
    return _largest({frozenset(cells) for cells in met.values() if len(cells) > 1})


def _cells_around_origin(lattice: Lattice) -> list[tuple[Cell, Cell]]:
    """The cells that meet at the origin, as what a translation moves and what it keeps (a triangle's z)."""
    if lattice.name in ("square", "cubic"):
        return [(shift, ()) for shift in itertools.product((-1, 0), repeat=lattice.dimension)]
    if lattice.name == "triangular":
        up, down = ((0, 0), (-1, 0), (0, -1)), ((-1, 0), (0, -1), (-1, -1))
        return [*((shift, (0,)) for shift in up), *((shift, (1,)) for shift in down)]
    return []


def _largest(sets: set[frozenset[int]]) -> list[CellSet]:
    """The sets that are part of no other one."""
    holding: dict[int, list[frozenset[int]]] = {}
    for cells in sets:
        for i in cells:
            holding.setdefault(i, []).append(cells)
    return sorted(tuple(sorted(s)) for s in sets if not any(s < other for other in holding[min(s)]))
