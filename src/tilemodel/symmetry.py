"""The symmetry group of a puzzle, and arrangements up to it.

A symmetry is a pair (g, s): g permutes the board's cells, keeping labels and cells that may stay empty; s permutes
the pieces, g carrying the orientations of each onto those of its partner. A piece that g keeps stays itself; mirror
partners, where several are alike, pair in file order. The compiled options, items and rows must be carried onto
themselves, so that constraints count. The group is that of the permutations of cells.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any

from tilemodel.compiler import Compilation
from tilemodel.footprint import Footprints
from tilemodel.instance import Instance, ItemKind
from tilemodel.lattice import Matrix, transform_all
from tilemodel.polyform import Shape, normalise
from tilemodel.puzzle import Piece, Puzzle


@dataclass(frozen=True)
class Symmetry:
    """A motion of the board with its exchange of pieces.

    ``cells[i]`` is where cell i goes, ``pieces[p]`` the partner of piece p, ``options[k]`` the image of option k.
    """

    cells: tuple[int, ...]
    pieces: tuple[int, ...]
    options: array

    @property
    def is_identity(self) -> bool:
        """Whether every cell stays."""
        return all(map(eq, self.cells, range(len(self.cells))))

    def after(self, first: Symmetry) -> Symmetry:
        """The symmetry that does ``first``, then this."""
        return Symmetry(
            tuple(map(self.cells.__getitem__, first.cells)),
            tuple(map(self.pieces.__getitem__, first.pieces)),
            array("i", map(self.options.__getitem__, first.options)),
        )


def symmetry_group(compilation: Compilation, motions: Sequence[Matrix] = ()) -> list[Symmetry]:
    """All symmetries of the compiled puzzle, the identity first.

    They are among the linear ``motions``: those by which arrangements of the puzzle count as one, or others, as all of
    the lattice for a count that may use a reflection though it keeps reflected arrangements apart.
    """
    puzzle, instance = compilation.puzzle, compilation.instance
    identity = Symmetry(
        tuple(range(len(puzzle.board.cells))),
        tuple(range(len(puzzle.pieces))),
        array("i", range(instance.option_count)),
    )
    found, generators = {identity.cells: identity}, list[Symmetry]()
    shapes = _labelled_orientations(puzzle)
    laid = Footprints(compilation.placements, instance)
    for matrix in motions or puzzle.board_motions:
        cells = board_motion(puzzle, matrix)
        if cells is None or cells in found:
            continue
        pieces = _piece_exchange(puzzle, shapes, matrix)
        if pieces is None or not _keeps_labels(puzzle, cells):
            continue
        images = laid.images(cells, pieces)
        if None in images:  # it is no option
            continue
        options = array("i", images)  # type: ignore[type-var]
        if _keeps_instance(instance, options, pieces, puzzle):
            _extend(found, generators, Symmetry(cells, pieces, options))
    return list(found.values())


def _extend(group: dict[tuple[int, ...], Symmetry], generators: list[Symmetry], new: Symmetry) -> None:
    """The group with one more generator: composing is quicker than finding."""
    generators.append(new)
    fresh = [new if old.is_identity else new.after(old) for old in group.values()]
    while fresh:
        group.update((symmetry.cells, symmetry) for symmetry in fresh)
        products: dict[tuple[int, ...], Symmetry] = {}
        for g in generators:
            for f in fresh:
                cells = tuple(map(g.cells.__getitem__, f.cells))
                if cells not in group and cells not in products:
                    products[cells] = g.after(f)
        fresh = list(products.values())


def board_motion(puzzle: Puzzle, matrix: Matrix) -> tuple[int, ...] | None:
    """The permutation of the board's cells by a linear motion and the translation that keeps the board, or None.

    The translation is unique: it must carry the corner of the moved board's bounding box onto the board's own.
    """
    moved = transform_all(matrix, puzzle.embedded)
    corner, target = map(min, zip(*moved, strict=True)), map(min, zip(*puzzle.embedded, strict=True))
    shift = tuple(b - a for a, b in zip(corner, target, strict=True))
    if not puzzle.lattice.is_translation(shift):
        return None
    slid = zip(*([x + s for x in axis] for axis, s in zip(zip(*moved, strict=True), shift, strict=True)), strict=True)
    images = list(map(puzzle.embedded.get, slid))
    return None if None in images else tuple(images)  # type: ignore[arg-type]


def _keeps_labels(puzzle: Puzzle, cells: Sequence[int]) -> bool:
    board = puzzle.board
    roles = [(board.labels.get(cell), cell in board.optional) for cell in board.cells]
    return roles == [roles[j] for j in cells]


def _piece_exchange(puzzle: Puzzle, shapes: list[Shapes], matrix: Matrix) -> tuple[int, ...] | None:
    """The partner of each piece under a motion, or None where some piece has none; ``shapes`` are all orientations."""
    images = [_image(puzzle, piece, own, matrix) for piece, own in zip(puzzle.pieces, shapes, strict=True)]
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


LabelledShape = tuple[Shape, tuple[str, ...]]
"""A normalised shape, and the label of each of its cells; no labels at all where they do not matter."""

Shapes = frozenset[LabelledShape]


def _labelled_orientations(puzzle: Puzzle) -> list[Shapes]:
    """The orientations of each piece, with its labels where they matter."""
    if not puzzle.match:
        return [frozenset((shape, ()) for shape in shapes) for shapes in puzzle.orientations]
    found = []
    for piece in puzzle.pieces:
        drawn = sorted((puzzle.lattice.embed(cell), piece.labels.get(cell, "")) for cell in piece.cells)
        shape: LabelledShape = tuple(v for v, _ in drawn), tuple(label for _, label in drawn)
        found.append(frozenset(_move(puzzle, m, shape) for m in puzzle.motions(piece)))
    return found


def _image(puzzle: Puzzle, piece: Piece, own: Shapes, matrix: Matrix) -> Shapes:
    """The orientations of a piece moved.

    Where its motions are a normal subgroup of the point group, the image is again one of their orbits: the same as
    before as soon as they have one shape in common. Turns about the vertical alone are not normal.
    """
    if piece.orientations != "upright" and _move(puzzle, matrix, next(iter(own))) in own:
        return own
    return frozenset(_move(puzzle, matrix, shape) for shape in own)


def _move(puzzle: Puzzle, matrix: Matrix, shape: LabelledShape) -> LabelledShape:
    """A labelled shape moved and normalised."""
    vectors, labels = shape
    moved = transform_all(matrix, vectors)
    if labels:
        labels = tuple(label for _, label in sorted(zip(moved, labels, strict=True)))
    return normalise(puzzle.lattice, moved), labels


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


class OrbitFilter:
    """Keeps one arrangement of each orbit under a symmetry group, without remembering those already seen.

    ``instance`` is what to search: the given one (``whole``) or, where a piece allows it, one in which that piece lies
    only in one place of each orbit of its placements (*symmetry breaking*), the one nearest to the start of the scan.
    Of the selections found there, :meth:`mask` keeps those that are the least among their images under the symmetries
    that leave the piece where it is; without such a piece, among all their images. Either way exactly one of each orbit
    is kept: every orbit has members with the piece in the nearest of its places, and they are images of one another
    under the symmetries that keep it there.

    A piece allows it when it is used exactly once and no symmetry exchanges it with another. Works on whole batches.
    """

    def __init__(self, instance: Instance, group: Sequence[Symmetry]):
        self.whole, self.group = instance, group
        piece, at = _breaking_piece(instance, group) or (None, {})
        self._of_piece = frozenset(() if piece is None else instance.options_of[piece])
        dropped = self._of_piece - at.keys()
        self._kept = array("i", (k for k in range(instance.option_count) if k not in dropped))
        self.instance = instance.restrict(self._kept) if dropped else instance
        # Without a piece all symmetries count, else those alone that leave it in one of its places.
        self._group = [s for s in group[1:] if not at or any(s.options[k] == k for k in at)]

    @property
    def keeps_all(self) -> bool:
        """Whether each selection of :attr:`instance` is kept; then every orbit has as many members as the group."""
        return not self._group

    def mask(self, offsets: Any, chosen: Any) -> Any:
        """Which selections of a batch of :attr:`instance` to keep: an array of truth values."""
        import numpy as np

        if not self._group:
            return np.ones(len(offsets) - 1, dtype=bool)
        kept = np.asarray(self._kept, dtype=np.int32)
        offsets, chosen = np.asarray(offsets, dtype=np.int64), kept[np.asarray(chosen, dtype=np.int32)]
        images = [np.asarray(s.options, dtype=np.int32) for s in self._group] if len(chosen) else []
        marked = np.isin(np.arange(kept[-1] + 1 if len(kept) else 0), list(self._of_piece))
        lengths = np.diff(offsets)
        result = np.ones(len(lengths), dtype=bool)
        for length in np.unique(lengths[lengths > 0]):
            which = np.flatnonzero(lengths == length)
            selections = chosen[offsets[which][:, None] + np.arange(length)]
            alive = np.ones(len(which), dtype=bool)
            for image in images:
                moved = image[selections]
                # Only symmetries that leave the piece in place count; without a piece, all do.
                applies = ((moved == selections) | ~marked[selections]).all(axis=1)
                alive &= ~applies | _not_after(selections, np.sort(moved, axis=1))
            result[which] = alive
        return result


def _not_after(left: Any, right: Any) -> Any:
    """Row by row, whether the left one is equal to the right one or comes before it."""
    import numpy as np

    differs = left != right
    first = differs.argmax(axis=1)
    rows = np.arange(len(left))
    return ~differs.any(axis=1) | (left[rows, first] < right[rows, first])


def parts_by_place(instance: Instance, group: Sequence[Symmetry]) -> list[tuple[int, Instance]]:
    """Sub-instances, and how often each counts: together the number of selections of the instance.

    The piece that breaks the symmetry best lies only in the nearest place of each orbit, which has as many selections
    as each other place of the orbit; there is a sub-instance for each size of orbits. None without such a piece.
    """
    piece, nearest = _breaking_piece(instance, group) or (None, {})
    others = set(range(instance.option_count)).difference(() if piece is None else instance.options_of[piece])
    return [
        (size, instance.restrict(sorted(others.union(k for k in nearest if nearest[k] == size))))
        for size in sorted(set(nearest.values()), reverse=True)
    ]


def _breaking_piece(instance: Instance, group: Sequence[Symmetry]) -> tuple[int, dict[int, int]] | None:
    """The item of the piece that breaks the symmetry best, with its nearest places; None where no piece does.

    That is measured by the share of its places that stay, and by their number: each is a search of its own in the
    anchor backtracker, and a sixteenth of the work goes into the piece's surroundings. On 6x10 the X, with 8 places of
    32, takes 187,000 nodes, the W (32 of 128) 515,000, the F (64 of 256) 798,000, the P (76 of 304) 1,138,000.
    """
    candidates = [
        (len(instance.options_of[i]), i)
        for i, item in enumerate(instance.items)
        if item.kind is ItemKind.PIECE and (item.lo, item.hi) == (1, 1) and instance.options_of[i]
    ]
    best, least = None, (float("inf"), 0)
    for places, i in sorted(candidates):
        # One place of each orbit stays, and no orbit has more than the group.
        if (16 + places / len(group)) / len(group) > least[0]:
            break
        nearest = _nearest_places(instance, group, i)
        work = len(nearest) / places * (16 + len(nearest)), i
        if 0 < len(nearest) < places and work < least:
            best, least = (i, nearest), work
    return best


def _nearest_places(instance: Instance, group: Sequence[Symmetry], item: int) -> dict[int, int]:
    """Of each orbit of an item's options the one whose last cell comes first in the scan, and the orbit's size.

    There are none where a symmetry carries the item to another.
    """
    left, found = set(instance.options_of[item]), {}
    while left:
        first = next(iter(left))
        orbit = {symmetry.options[first] for symmetry in group}
        if not orbit <= left:
            return {}
        left -= orbit
        found[min(orbit, key=lambda k: (_last_cell(instance, k), k))] = len(orbit)
    return found


def _last_cell(instance: Instance, option: int) -> int:
    """The last cell in scan order that an option covers, or -1."""
    members = instance.option(option)
    cells = bisect_left(members, instance.cell_count)
    return members[cells - 1] if cells else -1
