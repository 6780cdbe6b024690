"""An independent judge: is this arrangement a solution of this puzzle?

The second path from a Solution back to the Puzzle. It knows neither the compiler nor the instance, so that a fault
there cannot hide: shapes are compared with the piece as written, cells are counted on the board as written, and each
constraint is asked for its definition (``holds``), not for what it was lowered to.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilemodel.constraints import rules
from tilemodel.errors import SolutionError
from tilemodel.lattice import Cell
from tilemodel.placements import Placements
from tilemodel.polyform import normalise
from tilemodel.puzzle import Puzzle
from tilemodel.ragged import gather
from tilemodel.solution import Solution, decode


def check_solution(puzzle: Puzzle, solution: Solution) -> list[str]:
    """What is wrong with an arrangement, a sentence each; an empty list where it is a solution."""
    problems = []
    number = {piece.name: p for p, piece in enumerate(puzzle.pieces)}
    covered: Counter[Cell] = Counter()
    used: Counter[str] = Counter()
    for name, cells in solution.placements:
        if name not in number:
            problems.append(f"{name!r} is no piece of the puzzle")
            continue
        used[name] += 1
        covered.update(cells)
        outside = [list(cell) for cell in cells if cell not in puzzle.board.index]
        if outside:
            problems.append(f"piece {name!r} covers {outside[0]}, which is not a cell of the board")
        elif not is_placement(puzzle, number[name], cells):
            problems.append(f"piece {name!r} cannot lie on {[list(cell) for cell in cells]}")
    for cell in puzzle.board.cells:
        if covered[cell] > 1:
            problems.append(f"cell {list(cell)} is covered {covered[cell]} times")
        elif not covered[cell] and cell not in puzzle.board.optional:
            problems.append(f"cell {list(cell)} is not covered")
    for piece in puzzle.pieces:
        problems += _judge_copies(piece.name, used[piece.name], piece.minimum, piece.maximum)
    if not problems:  # constraints are about arrangements
        problems = [
            f"the {rule.kind} constraint is broken" for rule in rules(puzzle) if not rule.holds(puzzle, solution)
        ]
    return problems


def _judge_copies(name: str, used: int, lo: int, hi: int | None) -> list[str]:
    if lo <= used and (hi is None or used <= hi):
        return []
    wanted = f"{lo}" if lo == hi else f"at least {lo}" if hi is None else f"{lo} to {hi}"
    return [f"piece {name!r} is used {used} times instead of {wanted}"]


def is_placement(puzzle: Puzzle, p: int, cells: tuple[Cell, ...]) -> bool:
    """Whether piece p, in one of the orientations that it may take, lies on exactly these cells."""
    lattice = puzzle.lattice
    if any(lattice.why_not_a_cell(cell) for cell in cells) or len(cells) != puzzle.pieces[p].size:
        return False
    return normalise(lattice, map(lattice.embed, cells)) in puzzle.orientations[p]


class BatchChecker:
    """Checks many selections of placements at once.

    Each placement is verified once, from the puzzle, when it is first used; then cells and copies are counted for the
    whole batch as arrays. Constraints are asked for each arrangement.
    """

    def __init__(self, placements: Placements):
        import numpy as np

        self._placements = placements
        self._puzzle = placements.puzzle
        self._piece = np.frombuffer(placements.piece, dtype=np.int32) if len(placements) else np.zeros(0, np.int32)
        self._starts = np.frombuffer(placements.offsets, dtype=np.int32).astype(np.int64)
        self._cells = np.frombuffer(placements.cells, dtype=np.int32) if len(placements) else np.zeros(0, np.int32)
        self._verified = np.zeros(len(placements), dtype=bool)
        board, pieces = self._puzzle.board, self._puzzle.pieces
        self._needed = np.array([cell not in board.optional for cell in board.cells])
        self._lo = np.array([piece.minimum for piece in pieces], dtype=np.int64)
        top = np.iinfo(np.int64).max
        self._hi = np.array([top if piece.maximum is None else piece.maximum for piece in pieces], dtype=np.int64)
        self._rules = rules(self._puzzle)

    def check(self, offsets: Any, chosen: Any) -> None:
        """Raise SolutionError for the first selection that is no solution; ``chosen`` are placements."""
        import numpy as np

        offsets, chosen = np.asarray(offsets, dtype=np.int64), np.asarray(chosen, dtype=np.int64)
        number = len(offsets) - 1
        self._verify(np.unique(chosen[~self._verified[chosen]]))
        owner = np.repeat(np.arange(number), np.diff(offsets))

        sizes, cells = gather(self._starts, self._cells, chosen)
        width = len(self._needed)
        covered = np.bincount(np.repeat(owner, sizes) * width + cells, minlength=number * width).reshape(number, width)
        good = ((covered <= 1) & (covered >= self._needed)).all(axis=1)

        width = len(self._lo)
        used = np.bincount(owner * width + self._piece[chosen], minlength=number * width).reshape(number, width)
        good &= ((used >= self._lo) & (used <= self._hi)).all(axis=1)

        for s in range(number) if self._rules else np.flatnonzero(~good):
            solution = decode(self._placements, chosen[offsets[s] : offsets[s + 1]].tolist())
            if problems := check_solution(self._puzzle, solution):
                raise SolutionError(problems)

    def _verify(self, fresh: Any) -> None:
        for k in fresh.tolist():
            cells, p = self._placements.cells_of(k), self._placements.piece[k]
            if not is_placement(self._puzzle, p, cells):
                piece = self._puzzle.pieces[p].name
                raise SolutionError([f"piece {piece!r} cannot lie on {[list(cell) for cell in cells]}"])
        self._verified[fresh] = True
