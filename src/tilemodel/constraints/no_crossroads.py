"""``no-crossroads``: no point is met by four different pieces (as tatami mats are laid)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import Constraint, LinearRow, Lowering
from tilemodel.errors import PuzzleError

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import Solution


@dataclass(frozen=True)
class NoCrossroads(Constraint):
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

    def holds(self, puzzle: Puzzle, solution: Solution) -> bool:
        met: dict[tuple[int, int], set[int]] = {}  # which pieces have a cell at the point, by its (row, column)
        for number, placed in enumerate(solution.placements):
            for r, c in placed.cells:
                for point in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)):
                    met.setdefault(point, set()).add(number)
        return all(len(pieces) < 4 for pieces in met.values())


def _multiplicities(lists: Sequence[list[int]]) -> dict[int, int]:
    """How often each number occurs in the lists, by ascending number."""
    found: dict[int, int] = {}
    for k in sorted(k for numbers in lists for k in numbers):
        found[k] = found.get(k, 0) + 1
    return found
