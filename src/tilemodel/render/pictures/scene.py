"""What a picture of an arrangement says beside its shapes: names, copies, colours, fixed pieces, titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tilemodel.lattice import Cell
from tilemodel.puzzle import Board, Puzzle
from tilemodel.render.colors import Color
from tilemodel.render.palette import PieceColors
from tilemodel.render.pictures.markup import SMALL, shortened, width_of
from tilemodel.solution import Solution

GROUND: Color = (229, 226, 219)
"""The colour of boards."""


@dataclass(frozen=True)
class Part:
    """A piece in place as it is drawn. ``copy`` counts the copies of a piece from 1; None where there is one.

    A cell that no piece covers is a part of its own in space, ``bare``, with what is written on the cell as its name.
    """

    name: str
    cells: tuple[Cell, ...]
    color: Color
    copy: int | None = None
    fixed: bool = False
    bare: bool = False
    alone: bool = False  # all pieces are of this name, so that their numbers say enough

    @property
    def text(self) -> str:
        """What is written on it."""
        return str(self.copy) if self.alone and self.copy else self.name

    @property
    def index(self) -> str:
        """What is written behind the text, in small figures, to tell copies apart."""
        return "" if self.alone or self.copy is None else str(self.copy)

    @property
    def text_width(self) -> float:
        """How wide text and index are, in font sizes."""
        return width_of(self.text) + SMALL * width_of(self.index)

    @property
    def title(self) -> str:
        """``T``, ``T, copy 3``, ``T, fixed``, ``empty``"""
        if self.bare:
            return f"{self.name}, empty" if self.name else "empty"
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
        is_fixed = (name, frozenset(cells)) in fixed
        parts.append(Part(name, cells, color, copy, is_fixed, alone=len(puzzle.pieces) == 1))
    return parts


def fitted(part: Part, *, largest: float, smallest: float, room: float) -> tuple[str, float]:
    """As much of a part's text as fits a room, its index included, and its size."""
    size = min(largest, room / part.text_width)
    if size >= smallest:
        return part.text, size
    return shortened(part.text, room / smallest - SMALL * width_of(part.index)), smallest


def bare_parts(puzzle: Puzzle, parts: Sequence[Part]) -> list[Part]:
    """The cells of the board that no piece covers."""
    covered = {cell for part in parts for cell in part.cells}
    texts = cell_texts(puzzle.board)
    return [Part(texts.get(cell, ""), (cell,), GROUND, bare=True) for cell in puzzle.board.cells if cell not in covered]


def cell_texts(board: Board) -> dict[Cell, str]:
    """What is written on cells of the board: the first name of a cell, else its label."""
    texts = dict(board.labels)
    texts |= {cell: name for name, cell in reversed(list(board.names.items()))}
    return texts
