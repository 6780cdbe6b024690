"""``fault-free``: no straight cut separates the pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import LinearRow, Lowering, SumRule, Tally
from tilemodel.errors import PuzzleError

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece


@dataclass(frozen=True)
class FaultFree(SumRule):
    """Each line (plane) between two adjacent rows, columns or layers, both with cells of the board, is crossed.

    A piece crosses it when it has cells on both sides: the arrangement cannot be pulled apart along it. Where the
    piece is not connected that counts too, for it is one rigid thing.
    """

    kind: ClassVar[str] = "fault-free"

    def check(self, puzzle: Puzzle) -> None:
        if puzzle.lattice.name not in ("square", "cubic"):
            raise PuzzleError(f"fault lines exist on the square and cubic lattices; this puzzle is {puzzle.lattice}")

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        """A row for each line: some placement crosses it."""
        cells = puzzle.board.cells
        rows = []
        for axis in range(puzzle.lattice.dimension):
            used = {cell[axis] for cell in cells}
            crossing: dict[int, dict[int, int]] = {x: {} for x in sorted(used) if x + 1 in used}  # after row x
            for k in range(len(placements)):
                along = [cells[i][axis] for i in placements.indices(k)]
                for x in range(min(along), max(along)):
                    if x in crossing:
                        crossing[x][k] = 1
            rows += [LinearRow(placed, 1, None) for placed in crossing.values()]
        return Lowering(rows=tuple(rows))

    def tally(self, puzzle: Puzzle) -> Tally:
        lines = []  # an axis, and the coordinate before the line
        for axis in range(puzzle.lattice.dimension):
            coordinates = {cell[axis] for cell in puzzle.board.cells}
            lines += [(axis, x) for x in sorted(coordinates) if x + 1 in coordinates]

        def weigh(placed: PlacedPiece) -> list[int]:
            return [len({cell[axis] <= before for cell in placed.cells}) == 2 for axis, before in lines]

        return Tally(weigh, [(1, None)] * len(lines))
