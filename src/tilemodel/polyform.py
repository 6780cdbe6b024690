"""Polyforms: finite sets of cells, up to translations, turns and reflections.

A *shape* here is a tuple of embedded vectors (see :mod:`tilemodel.lattice`), sorted. *Normalised* means moved by
a lattice translation so that its first vector is the representative of its class near the origin; two shapes are
translates of one another exactly when they are equal after normalising.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilemodel.lattice import Lattice, Matrix, Vector, transform_all

Shape = tuple[Vector, ...]


def normalise(lattice: Lattice, vectors: Iterable[Vector]) -> Shape:
    """The translate of a set of embedded cells whose first cell is its class's representative.

    Only lattice translations are used, so a shape on the fcc lattice keeps its parity and one on the triangular
    lattice keeps which of its triangles point up.
    """
    shape = sorted(vectors)
    origin = lattice.classes[lattice.cell_class(shape[0])]
    shift = tuple(b - a for a, b in zip(shape[0], origin, strict=True))
    return tuple(tuple(a + b for a, b in zip(vector, shift, strict=True)) for vector in shape)


def orientations(lattice: Lattice, vectors: Iterable[Vector], motions: Sequence[Matrix]) -> tuple[Shape, ...]:
    """The different normalised shapes that the motions make of a shape, sorted.

    Their number is the order of the motions divided by that of the shape's own symmetries among them.
    """
    vectors = tuple(vectors)
    return tuple(sorted({normalise(lattice, transform_all(m, vectors)) for m in motions}))


def canonical(lattice: Lattice, vectors: Iterable[Vector], motions: Sequence[Matrix]) -> Shape:
    """The canonical form under a group of motions: the least of the orientations."""
    return orientations(lattice, vectors, motions)[0]


def fixed_polyforms(lattice: Lattice, size: int) -> Iterator[Shape]:
    """Every connected shape of so many cells, once for each translation class, normalised.

    Redelmeier, "Counting polyominoes: yet another attack", Discrete Mathematics 36 (1981): cells are added from an
    untried list, and a cell once passed over is never added later on the same branch. Cells before the first
    one in lexicographic order are left out, so that each shape is grown from its first cell alone.
    """
    if size < 1:
        return
    for start in lattice.classes:
        yield from _grow(lattice, size, start, [], [start], {start})


def _grow(
    lattice: Lattice, size: int, start: Vector, shape: list[Vector], untried: list[Vector], seen: set[Vector]
) -> Iterator[Shape]:
    """Redelmeier's recursion: ``untried`` may still be added, ``seen`` has been offered on this branch."""
    untried = list(untried)
    while untried:
        cell = untried.pop()
        shape.append(cell)
        if len(shape) == size:
            yield normalise(lattice, shape)
        else:
            fresh = [n for n in lattice.neighbours(cell) if n > start and n not in seen]
            yield from _grow(lattice, size, start, shape, untried + fresh, seen.union(fresh))
        shape.pop()


def free_polyforms(lattice: Lattice, size: int) -> list[Shape]:
    """One shape for each class under turns and reflections, sorted by canonical form.

    >>> from tilemodel.lattice import SQUARE
    >>> [len(free_polyforms(SQUARE, n)) for n in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    """
    return _classes(lattice, size, lattice.point_group)


def one_sided_polyforms(lattice: Lattice, size: int) -> list[Shape]:
    """One shape for each class under turns alone, sorted by canonical form."""
    return _classes(lattice, size, lattice.turns)


def _classes(lattice: Lattice, size: int, motions: Sequence[Matrix]) -> list[Shape]:
    seen: set[Shape] = set()
    leaders = []
    for shape in fixed_polyforms(lattice, size):
        if shape not in seen:
            forms = orientations(lattice, shape, motions)
            seen.update(forms)
            leaders.append(forms[0])
    return sorted(leaders)
