"""What a picture of an arrangement says beside its shapes: names, copies, colours, fixed pieces, titles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tilemodel.lattice import Cell
from tilemodel.puzzle import Puzzle
from tilemodel.render.colors import Color
from tilemodel.render.palette import PieceColors
from tilemodel.solution import Solution


@dataclass(frozen=True)
class Part:
    """A piece in place as it is drawn. ``copy`` counts the copies of a piece from 1; None where there is one."""

    name: str
    cells: tuple[Cell, ...]
    color: Color
    copy: int | None
    fixed: bool

    @property
    def index(self) -> str:
        """What is written behind the name to tell copies apart."""
        return "" if self.copy is None else str(self.copy)

    @property
    def title(self) -> str:
        """``T``, ``T, copy 3``, ``T, fixed``"""
        return self.name + (f", copy {self.copy}" if self.copy else "") + (", fixed" if self.fixed else "")


def parts_of(puzzle: Puzzle, solution: Solution, colors: PieceColors) -> list[Part]:
    """The pieces in place, in the order of ``solution.placements``."""
    from tilemodel.constraints import Fix

    fixed = {(rule.piece, frozenset(rule.cells)) for rule in puzzle.constraints if isinstance(rule, Fix)}
    several = Counter(placed.piece for placed in solution.placements)
    seen: Counter[str] = Counter()
    parts = []
    for (name, cells), color in zip(solution.placements, colors.of(solution), strict=True):
        seen[name] += 1
        copy = seen[name] if several[name] > 1 else None
        parts.append(Part(name, cells, color, copy, (name, frozenset(cells)) in fixed))
    return parts
