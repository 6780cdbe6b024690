"""``apart``: two such pieces never touch; with two groups, no piece of one touches one of the other."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import AuxiliaryItem, Constraint, Lowering
from tilemodel.constraints.selectors import check_selector, check_two_groups, positions, such_pieces
from tilemodel.constraints.touching import cells_around_points, neighbour_pairs
from tilemodel.constraints.wording import show
from tilemodel.errors import PuzzleError
from tilemodel.lattice import Lattice, Vector

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import Solution

TOUCHING = ("side", "corner")


@dataclass(frozen=True)
class Apart(Constraint):
    """Two such pieces never touch; with ``groups``, no piece of the one touches a piece of the other.

    ``touching`` by a ``side``: a cell of one is a lattice neighbour of a cell of the other; by a ``corner``: two cells
    share a point, sides too. A hexagon's corners lie on its sides, and balls (fcc) touch in one way only, so that
    there the two are the same. A piece never touches itself; two copies are two pieces.
    """

    piece: str | None = None
    group: str | None = None
    groups: tuple[str, str] | None = None
    touching: str = "side"
    kind: ClassVar[str] = "apart"

    def check(self, puzzle: Puzzle) -> None:
        if self.groups is None:
            check_selector(puzzle, self.piece, self.group)
        elif self.piece is not None or self.group is not None:
            raise PuzzleError("groups is given together with piece or group; give one of the three")
        else:
            check_two_groups(puzzle, self.groups)
        if self.touching not in TOUCHING:
            raise PuzzleError(f"touching is one of {', '.join(TOUCHING)}, not {self.touching!r}")

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        """An item, used at most once, for each largest set of cells that touch each other: by sides a pair of
        neighbours, by corners the cells around a point. Between two groups, two items for each touching pair."""
        touching = neighbour_pairs(puzzle) if self.touching == "side" else cells_around_points(puzzle)
        if self.groups is None:
            such = _by_cell(placements, such_pieces(puzzle, self.piece, self.group))
            return Lowering(auxiliary=_items(puzzle, [[(i, such) for i in cells] for cells in touching]))
        one, other = (_by_cell(placements, such_pieces(puzzle, None, group)) for group in self.groups)
        ordered = sorted({pair for cells in touching for pair in itertools.permutations(cells, 2)})
        return Lowering(auxiliary=_items(puzzle, [[(i, one), (j, other)] for i, j in ordered]))

    def holds(self, puzzle: Puzzle, solution: Solution) -> bool:
        if self.groups is None:
            one = other = such_pieces(puzzle, self.piece, self.group)
        else:
            one, other = (such_pieces(puzzle, None, group) for group in self.groups)
        lattice, by_corner = puzzle.lattice, self.touching == "corner"
        placed = [(piece, {lattice.embed(cell) for cell in cells}) for piece, cells in solution.placements]
        for a, (piece, cells) in enumerate(placed):
            beside = set().union(*(_beside(lattice, cell, by_corner) for cell in cells))
            for b, (other_piece, other_cells) in enumerate(placed):
                if a != b and piece in one and other_piece in other and beside & other_cells:
                    return False
        return True


def _by_cell(placements: Placements, names: frozenset[str]) -> list[list[int]]:
    """For each board cell, the placements of these pieces that cover it, ascending."""
    such = positions(placements.puzzle, names)
    found: list[list[int]] = [[] for _ in placements.puzzle.board.cells]
    for k in range(len(placements)):
        if placements.piece[k] in such:
            for i in placements.indices(k):
                found[i].append(k)
    return found


def _items(puzzle: Puzzle, sets: list[list[tuple[int, list[list[int]]]]]) -> tuple[AuxiliaryItem, ...]:
    """An item for each set of (cell, who may cover it); one that fewer than two placements cover says nothing."""
    items = []
    for entries in sets:
        members = sorted({k for i, covering in entries for k in covering[i]})
        if len(members) > 1:
            cells = " ".join(show(puzzle.board.cells[i]) for i, _ in entries)
            items.append(AuxiliaryItem(f"apart {cells}", tuple(members)))
    return tuple(items)


def _beside(lattice: Lattice, cell: Vector, by_corner: bool) -> set[Vector]:
    """The embedded cells that touch an embedded cell (and may include it)."""
    steps = lattice.steps[lattice.cell_class(cell)]
    offsets = set(steps)
    if by_corner and lattice.name == "triangular":  # a triangle's corners lie opposite its sides, at its centre - step
        every = [step for steps_of_class in lattice.steps for step in steps_of_class]
        offsets = {(t[0] - s[0], t[1] - s[1]) for s in steps for t in every}
    elif by_corner and lattice.name in ("square", "cubic"):
        offsets = set(itertools.product((-1, 0, 1), repeat=lattice.dimension))
    return {tuple(a + b for a, b in zip(cell, offset, strict=True)) for offset in offsets}
