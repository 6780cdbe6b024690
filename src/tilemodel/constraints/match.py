"""``match = true``: a labelled cell of a piece lies on a board cell of that label.

A rule that a puzzle carries as a flag, not a kind of constraint; :func:`tilemodel.constraints.rules` adds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import Lowering, SumRule, Tally
from tilemodel.errors import PuzzleError
from tilemodel.lattice import Cell, transform
from tilemodel.polyform import normalise

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Piece, Puzzle
    from tilemodel.solution import PlacedPiece

Pattern = tuple[str | None, ...]
"""The labels that a placement's cells must have, in the cells' order; None: any."""


@dataclass(frozen=True)
class Match(SumRule):
    """Some motion of the piece lays it here with each labelled cell on a board cell of the same label.

    Cells of a piece without a label may lie anywhere.
    """

    kind: ClassVar[str] = "match"

    def check(self, puzzle: Puzzle) -> None:
        if not puzzle.board.labels:
            raise PuzzleError("no board cell has a label to lie on; draw the board with letters, or leave match out")

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        labels = [puzzle.board.labels.get(cell) for cell in puzzle.board.cells]
        patterns = [_patterns(puzzle, p) if piece.labels else None for p, piece in enumerate(puzzle.pieces)]
        dropped = []
        for k in range(len(placements)):
            allowed = patterns[placements.piece[k]]
            if allowed is not None:
                here = [labels[i] for i in placements.indices(k)]
                if not any(_fits(pattern, here) for pattern in allowed[placements.orientation[k]]):
                    dropped.append(k)
        return Lowering(dropped)

    def tally(self, puzzle: Puzzle) -> Tally:
        def weigh(placed: PlacedPiece) -> list[int]:
            return [not _lies_matched(puzzle, puzzle.piece(placed.piece), placed.cells)]

        return Tally(weigh, [(0, 0)])


def _patterns(puzzle: Puzzle, position: int) -> list[set[Pattern]]:
    """For each orientation of a piece, the patterns that its motions make: several where the shape has symmetries."""
    lattice, piece, shapes = puzzle.lattice, puzzle.pieces[position], puzzle.orientations[position]
    found: list[set[Pattern]] = [set() for _ in shapes]
    vectors = [lattice.embed(cell) for cell in piece.cells]
    for motion in puzzle.motions(piece):
        moved = [transform(motion, vector) for vector in vectors]
        order = sorted(range(len(moved)), key=moved.__getitem__)
        shape = normalise(lattice, moved)
        label_at = {v: piece.labels.get(piece.cells[i]) for v, i in zip(shape, order, strict=True)}
        in_cell_order = sorted(shape, key=lattice.unembed)  # as a placement lists its cells, wherever it lies
        found[shapes.index(shape)].add(tuple(label_at[v] for v in in_cell_order))
    return found


def _fits(pattern: Pattern, labels: list[str | None]) -> bool:
    return all(wanted is None or wanted == found for wanted, found in zip(pattern, labels, strict=True))


def _lies_matched(puzzle: Puzzle, piece: Piece, cells: tuple[Cell, ...]) -> bool:
    """Try every motion and every translation that carries the piece's first cell into the placement."""
    lattice = puzzle.lattice
    label_of = {lattice.embed(cell): puzzle.board.labels.get(cell) for cell in cells}
    for motion in puzzle.motions(piece):
        moved = [transform(motion, lattice.embed(cell)) for cell in piece.cells]
        for target in label_of:
            shift = tuple(a - b for a, b in zip(target, moved[0], strict=True))
            landed = [tuple(a + b for a, b in zip(vector, shift, strict=True)) for vector in moved]
            if lattice.is_translation(shift) and set(landed) == label_of.keys():
                wanted = zip(landed, map(piece.labels.get, piece.cells), strict=True)
                if all(label in (None, label_of[vector]) for vector, label in wanted):
                    return True
    return False
