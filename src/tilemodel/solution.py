"""An arrangement: which pieces lie where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tilemodel.display import Shown
from tilemodel.lattice import Cell
from tilemodel.placements import Placements
from tilemodel.puzzle import Puzzle


class PlacedPiece(NamedTuple):
    """One copy of a piece in place, with its cells in ascending order."""

    piece: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Solution(Shown):
    """The pieces in place, in canonical order (by name, then cells).

    Two solutions are equal exactly when the same cells are covered by pieces of the same name. ``puzzle`` is what it
    was found for, where that is known, so that a notebook can show it; it is no part of the value.
    """

    placements: tuple[PlacedPiece, ...]
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        placed = (PlacedPiece(piece, tuple(sorted(tuple(cell) for cell in cells))) for piece, cells in self.placements)
        object.__setattr__(self, "placements", tuple(sorted(placed)))


def worth(puzzle: Puzzle, solution: Solution) -> int:
    """What an arrangement is worth by the puzzle's objective, which it must have."""
    assert puzzle.objective is not None
    return sum(puzzle.objective.worth(puzzle.piece(placed.piece)) for placed in solution.placements)


def decode(placements: Placements, chosen: Iterable[int]) -> Solution:
    """The solution that uses these placements."""
    puzzle = placements.puzzle
    placed = (PlacedPiece(puzzle.pieces[placements.piece[k]].name, placements.cells_of(k)) for k in chosen)
    return Solution(tuple(placed), puzzle)
