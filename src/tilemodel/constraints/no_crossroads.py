"""``no-crossroads``: no point is met by four different pieces (as tatami mats are laid)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import LinearRow, Lowering, SumRule, Tally
from tilemodel.errors import PuzzleError
from tilemodel.lattice import Cell

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece


@dataclass(frozen=True)
class NoCrossroads(SumRule):
    """No point is met by four different pieces, each with a cell there; an empty cell is no piece."""

    kind: ClassVar[str] = "no-crossroads"

    def check(self, puzzle: Puzzle) -> None:
        if puzzle.lattice.name != "square":
            raise PuzzleError(f"crossroads are points of the square lattice, but this puzzle is {puzzle.lattice}")

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        """A row for each full 2x2 block. Where all of it must be covered: some placement covers two of its cells.
        Where a cell may stay empty: at most three placements have a cell in it."""
        board = puzzle.board
        covering: list[list[int]] = [[] for _ in board.cells]
        for k in range(len(placements)):
            for i in placements.indices(k):
                covering[i].append(k)
        rows = []
        for r, c in board.cells:
            block = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
            if all(cell in board.index for cell in block):
                meeting = _multiplicities([covering[board.index[cell]] for cell in block])
                if board.optional.isdisjoint(block):
                    rows.append(LinearRow({k: 1 for k, n in meeting.items() if n > 1}, 1, None))
                else:
                    rows.append(LinearRow(dict.fromkeys(meeting, 1), None, 3))
        return Lowering(rows=tuple(rows))

    def tally(self, puzzle: Puzzle) -> Tally:
        """How many pieces have a cell at each point where four cells of the board meet."""
        meeting = Counter(point for cell in puzzle.board.cells for point in _corners(cell))
        points = [point for point, cells in meeting.items() if cells == 4]

        def weigh(placed: PlacedPiece) -> list[int]:
            met = {point for cell in placed.cells for point in _corners(cell)}
            return [point in met for point in points]

        return Tally(weigh, [(0, 3)] * len(points))


def _corners(cell: Cell) -> tuple[tuple[int, int], ...]:
    """The points at a cell's corners, by the row and column of the cell that each is the first corner of."""
    r, c = cell
    return (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)


def _multiplicities(lists: Sequence[list[int]]) -> dict[int, int]:
    """How often each number occurs in the lists, by ascending number."""
    found: dict[int, int] = {}
    for k in sorted(k for numbers in lists for k in numbers):
        found[k] = found.get(k, 0) + 1
    return found
