"""An independent judge: is this arrangement a solution of this puzzle?

The second path from a Solution back to the Puzzle. It knows neither the compiler nor the instance, so that a fault
there cannot hide: shapes are compared with the piece as written, cells are counted on the board as written, and each
constraint is asked for its definition (``holds``), not for what it was lowered to.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilemodel.constraints import rules
from tilemodel.constraints.base import SumRule
from tilemodel.errors import SolutionError
from tilemodel.lattice import Cell
from tilemodel.placements import Placements
from tilemodel.polyform import normalise
from tilemodel.puzzle import Puzzle
from tilemodel.ragged import gather
from tilemodel.solution import Solution, decode
from tilemodel.sums import Sums


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
    whole batch as arrays, and so is what constraints sum up. What is wrong there is judged once more by itself, as all
    arrangements are by constraints that are no sums.
    """

    def __init__(self, placements: Placements):
        import numpy as np

        self._placements = placements
        self._puzzle = placements.puzzle
        self._verified = np.zeros(len(placements), dtype=bool)
        self._sums = Sums(placements, [rule for rule in rules(self._puzzle) if isinstance(rule, SumRule)])
        self._others = [rule for rule in rules(self._puzzle) if not isinstance(rule, SumRule)]
        few = len(self._puzzle.board.cells) + len(self._puzzle.pieces) <= _MOST_WORDS * _BITS
        self._judge = _ByBits(placements) if few else _ByCounting(placements)

    def check(self, offsets: Any, chosen: Any) -> None:
        """Raise SolutionError for the first selection that is no solution; ``chosen`` are placements."""
        import numpy as np

        offsets, chosen = np.asarray(offsets, dtype=np.int64), np.asarray(chosen, dtype=np.int32)
        known = self._verified[chosen]
        if not known.all():
            self._verify(np.unique(chosen[~known]))
        good = self._judge.good(offsets, chosen) & self._sums.good(offsets, chosen)
        for s in range(len(good)) if self._others else np.flatnonzero(~good):
            solution = decode(self._placements, chosen[offsets[s] : offsets[s + 1]].tolist())
            if good[s] and all(rule.holds(self._puzzle, solution) for rule in self._others):
                continue
            if problems := check_solution(self._puzzle, solution):
                raise SolutionError(problems)

    def _verify(self, fresh: Any) -> None:
        for k in fresh.tolist():
            cells, p = self._placements.cells_of(k), self._placements.piece[k]
            if not is_placement(self._puzzle, p, cells):
                piece = self._puzzle.pieces[p].name
                raise SolutionError([f"piece {piece!r} cannot lie on {[list(cell) for cell in cells]}"])
        self._sums.learn(fresh)
        self._verified[fresh] = True


_BITS = 40  # of a word of 64, so that the sum of millions of them runs over nowhere
_MOST_WORDS = 8  # to each placement


class _ByBits:
    """Which selections cover each cell, and use each piece, as often as they may; those in doubt are not good.

    A cell is a bit, and so is a piece used at most once. Placements are disjoint just where the sum of their bits, as
    numbers, is their union. Copies of other pieces are counted.
    """

    def __init__(self, placements: Placements):
        import numpy as np

        board, pieces = placements.puzzle.board, placements.puzzle.pieces
        single = [p for p, piece in enumerate(pieces) if piece.maximum == 1]
        bit = {p: len(board.cells) + i for i, p in enumerate(single)}
        words = (len(board.cells) + len(single)) // _BITS + 1
        marks = np.zeros((words, len(placements)), dtype=np.uint64)
        owner = np.repeat(np.arange(len(placements)), np.diff(_numbers(placements.offsets)))
        cells, piece = _numbers(placements.cells), _numbers(placements.piece)
        of_piece = np.array([bit.get(p, -1) for p in range(len(pieces))], dtype=np.int64)[piece]
        used = np.flatnonzero(of_piece >= 0)
        for who, bits in ((owner, cells), (used, of_piece[used])):
            np.bitwise_or.at(marks, (bits // _BITS, who), _bit(bits % _BITS))
        needed = [i for i, cell in enumerate(board.cells) if cell not in board.optional]
        needed += [bit[p] for p in single if pieces[p].minimum == 1]
        self._wanted = np.zeros(words, dtype=np.uint64)
        np.bitwise_or.at(self._wanted, np.array(needed, dtype=np.int64) // _BITS, _bit(np.array(needed) % _BITS))
        self._marks = marks
        self._copies = _Copies(placements, [p for p in range(len(pieces)) if p not in bit])

    def good(self, offsets: Any, chosen: Any) -> Any:
        import numpy as np

        lengths = np.diff(offsets)
        good = (lengths > 0) & (lengths < 1 << (64 - _BITS))
        starts = offsets[:-1][lengths > 0]
        for marks, wanted in zip(self._marks, self._wanted, strict=True):
            taken = marks[chosen]
            union = np.bitwise_or.reduceat(taken, starts)
            good[lengths > 0] &= (np.add.reduceat(taken, starts) == union) & (union & wanted == wanted)
        return good & self._copies.good(offsets, chosen)


class _ByCounting:
    """The same for boards of many cells: each of them is counted."""

    def __init__(self, placements: Placements):
        import numpy as np

        board = placements.puzzle.board
        self._starts, self._cells = _numbers(placements.offsets).astype(np.int64), _numbers(placements.cells)
        self._needed = np.array([cell not in board.optional for cell in board.cells])
        self._copies = _Copies(placements, list(range(len(placements.puzzle.pieces))))

    def good(self, offsets: Any, chosen: Any) -> Any:
        import numpy as np

        number, width = len(offsets) - 1, len(self._needed)
        sizes, cells = gather(self._starts, self._cells, chosen)
        owner = np.repeat(np.arange(number), np.diff(offsets))
        covered = np.bincount(np.repeat(owner, sizes) * width + cells, minlength=number * width).reshape(number, width)
        good = ((covered <= 1) & (covered >= self._needed)).all(axis=1)
        return good & self._copies.good(offsets, chosen)


class _Copies:
    """Whether selections use each of some pieces as often as they may."""

    def __init__(self, placements: Placements, pieces: list[int]):
        import numpy as np

        column = np.full(len(placements.puzzle.pieces), len(pieces))  # the last one, for all others, is not judged
        column[pieces] = np.arange(len(pieces))
        self._column, self._columns = column[_numbers(placements.piece)], len(pieces)
        bounds = [placements.puzzle.pieces[p] for p in pieces]
        top = np.iinfo(np.int64).max
        self._lo = np.array([piece.minimum for piece in bounds], dtype=np.int64)
        self._hi = np.array([top if piece.maximum is None else piece.maximum for piece in bounds], dtype=np.int64)

    def good(self, offsets: Any, chosen: Any) -> Any:
        import numpy as np

        number, width = len(offsets) - 1, self._columns + 1
        if not self._columns:
            return np.ones(number, dtype=bool)
        owner = np.repeat(np.arange(number), np.diff(offsets))
        used = np.bincount(owner * width + self._column[chosen], minlength=number * width).reshape(number, width)
        return ((used[:, :-1] >= self._lo) & (used[:, :-1] <= self._hi)).all(axis=1)


def _numbers(buffer: Any) -> Any:
    """An array of 32-bit integers as numpy's, without a copy."""
    import numpy as np

    return np.frombuffer(buffer, dtype=np.int32) if len(buffer) else np.zeros(0, np.int32)


def _bit(positions: Any) -> Any:
    """The words that have only the bit of that position set."""
    import numpy as np

    return np.uint64(1) << positions.astype(np.uint64)
