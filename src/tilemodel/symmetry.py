"""The symmetry group of a puzzle, and arrangements up to it.

A symmetry is a pair (g, s): g permutes the board's cells, keeping labels and cells that may stay empty; s permutes
the pieces, g carrying the orientations of each onto those of its partner. A piece that g keeps stays itself; mirror
partners, where several are alike, pair in file order. The compiled options, items and rows must be carried onto
themselves, so that constraints count. The group is that of the permutations of cells.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilemodel.compiler import Compilation
from tilemodel.instance import Instance, ItemKind
from tilemodel.lattice import Matrix, transform
from tilemodel.polyform import normalise
from tilemodel.puzzle import Piece, Puzzle


@dataclass(frozen=True)
class Symmetry:
    """A motion of the board with its exchange of pieces.

    ``cells[i]`` is where cell i goes, ``pieces[p]`` the partner of piece p, ``options[k]`` the image of option k.
    """

    cells: tuple[int, ...]
    pieces: tuple[int, ...]
    options: array


def symmetry_group(compilation: Compilation) -> list[Symmetry]:
    """All symmetries of the compiled puzzle, the identity first."""
    puzzle = compilation.puzzle
    found: dict[tuple[int, ...], Symmetry] = {}
    for matrix in puzzle.board_motions:
        cells = board_motion(puzzle, matrix)
        if cells is None or cells in found:
            continue
        pieces = _piece_exchange(puzzle, matrix)
        if pieces is None or not _keeps_labels(puzzle, cells):
            continue
        options = _option_images(compilation, cells, pieces)
        if options is not None and _keeps_instance(compilation.instance, options, pieces, puzzle):
            found[cells] = Symmetry(cells, pieces, options)
    return list(found.values())


def board_motion(puzzle: Puzzle, matrix: Matrix) -> tuple[int, ...] | None:
    """The permutation of the board's cells by a linear motion and the translation that keeps the board, or None.

    The translation is unique: it must carry the corner of the moved board's bounding box onto the board's own.
    """
    lattice, board = puzzle.lattice, puzzle.board
    embedded = [lattice.embed(cell) for cell in board.cells]
    moved = [transform(matrix, vector) for vector in embedded]
    shift = tuple(min(a) - min(b) for a, b in zip(zip(*embedded, strict=True), zip(*moved, strict=True), strict=True))
    if not lattice.is_translation(shift):
        return None
    position = {vector: i for i, vector in enumerate(embedded)}
    images = [position.get(tuple(a + b for a, b in zip(vector, shift, strict=True))) for vector in moved]
    return None if None in images else tuple(i for i in images if i is not None)


def _keeps_labels(puzzle: Puzzle, cells: Sequence[int]) -> bool:
    board = puzzle.board
    return all(
        board.labels.get(board.cells[i]) == board.labels.get(board.cells[j])
        and (board.cells[i] in board.optional) == (board.cells[j] in board.optional)
        for i, j in enumerate(cells)
    )


def _piece_exchange(puzzle: Puzzle, matrix: Matrix) -> tuple[int, ...] | None:
    """The partner of each piece under a motion, or None where some piece has none."""
    shapes = [_labelled_orientations(puzzle, piece) for piece in puzzle.pieces]
    images = [_move(puzzle, matrix, own) for own in shapes]
    exchange = [p if shapes[p] == images[p] else -1 for p in range(len(shapes))]
    moved = [p for p in range(len(shapes)) if exchange[p] < 0]
    for p in moved:
        likes = [q for q in moved if shapes[q] == shapes[p] and _alike(puzzle, p, q)]
        partners = [q for q in moved if shapes[q] == images[p] and _alike(puzzle, p, q)]
        if len(likes) != len(partners):
            return None
        exchange[p] = partners[likes.index(p)]
    return tuple(exchange)


def _alike(puzzle: Puzzle, p: int, q: int) -> bool:
    """Whether two pieces differ in nothing but name and shape."""

    def role(piece: Piece) -> tuple:
        worth = puzzle.objective.worth(piece) if puzzle.objective else 0
        return piece.minimum, piece.maximum, frozenset(piece.groups), worth

    return role(puzzle.pieces[p]) == role(puzzle.pieces[q])


def _labelled_orientations(puzzle: Puzzle, piece: Piece) -> frozenset:
    """The orientations of a piece, with its labels where they matter: sets of (vector, label)."""
    labels = piece.labels if puzzle.match else {}
    drawn = frozenset((puzzle.lattice.embed(cell), labels.get(cell, "")) for cell in piece.cells)
    return frozenset(shape for m in puzzle.motions(piece) for shape in _move(puzzle, m, [drawn]))


def _move(puzzle: Puzzle, matrix: Matrix, shapes: Any) -> frozenset:
    """Each labelled shape moved and normalised."""
    result = set()
    for shape in shapes:
        cells, labels = zip(*sorted((transform(matrix, v), label) for v, label in shape), strict=True)
        result.add(frozenset(zip(normalise(puzzle.lattice, cells), labels, strict=True)))
    return frozenset(result)


def _option_images(compilation: Compilation, cells: Sequence[int], pieces: Sequence[int]) -> array | None:
    """Where each option goes, or None where one would go outside the instance."""
    placements, instance = compilation.placements, compilation.instance
    starts = instance.placement_offsets

    def key(k: int) -> Any:
        return frozenset((placements.piece[p], tuple(placements.indices(p))) for p in _placements(k))

    def image(k: int) -> Any:
        return frozenset(
            (pieces[placements.piece[p]], tuple(sorted(cells[i] for i in placements.indices(p))))
            for p in _placements(k)
        )

    def _placements(k: int) -> array:
        return instance.placements[starts[k] : starts[k + 1]]

    where = {key(k): k for k in range(instance.option_count)}
    images = [where.get(image(k)) for k in range(instance.option_count)]
    return None if None in images else array("i", images)


def _keeps_instance(instance: Instance, options: array, pieces: Sequence[int], puzzle: Puzzle) -> bool:
    """Whether items and rows are carried onto themselves (cells are, by construction)."""
    bounds = {item.name: (item.lo, item.hi) for item in instance.items if item.kind is ItemKind.PIECE}
    for p, q in enumerate(pieces):
        if bounds.get(puzzle.pieces[p].name) != bounds.get(puzzle.pieces[q].name):
            return False
    auxiliary = [i for i, item in enumerate(instance.items) if item.kind is ItemKind.AUXILIARY]
    if auxiliary:
        covers = [frozenset(instance.options_of[i]) for i in auxiliary]
        if Counter(covers) != Counter(frozenset(options[k] for k in cover) for cover in covers):
            return False
    forms = [(frozenset(zip(r.options, r.coefficients, strict=True)), r.lo, r.hi) for r in instance.rows]
    moved = [(frozenset((options[k], c) for k, c in form), lo, hi) for form, lo, hi in forms]
    return Counter(forms) == Counter(moved)


class Canonicaliser:
    """Tells which selections are their own canonical form: the least among their images under the group.

    One of each orbit is, so no set of those already seen is needed. Works on whole batches as arrays.
    """

    def __init__(self, group: Sequence[Symmetry]):
        import numpy as np

        self._images = [np.frombuffer(s.options, dtype=np.int32) for s in group[1:] if len(s.options)]

    def mask(self, offsets: Any, chosen: Any) -> Any:
        """For each selection of a batch (see :class:`~tilemodel.backends.base.Batch`), whether it is canonical."""
        import numpy as np

        offsets, chosen = np.asarray(offsets, dtype=np.int64), np.asarray(chosen, dtype=np.int32)
        lengths = np.diff(offsets)
        result = np.ones(len(lengths), dtype=bool)
        for length in np.unique(lengths):
            which = np.flatnonzero(lengths == length)
            selections = chosen[offsets[which][:, None] + np.arange(length)]
            alive = np.ones(len(which), dtype=bool)
            for image in self._images:
                moved = np.sort(image[selections], axis=1)
                differs = moved != selections
                first = differs.argmax(axis=1) if length else np.zeros(len(which), dtype=int)
                rows = np.arange(len(which))
                if length:
                    alive &= ~differs.any(axis=1) | (selections[rows, first] < moved[rows, first])
            result[which] = alive
        return result
