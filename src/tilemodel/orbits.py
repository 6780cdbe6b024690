"""Counting arrangements up to symmetry by counting, for each symmetry, the arrangements that it fixes.

The Cauchy-Frobenius lemma: the number of orbits of a group is the average, over its elements, of the number of
things that the element fixes. What a symmetry (g, s) fixes are the selections of a quotient instance, so that any
backend counts them. It needs no list of arrangements and is independent of canonical forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilemodel.instance import Instance
from tilemodel.quotient import cycles, merge_options
from tilemodel.symmetry import Symmetry


def fixed_by(instance: Instance, symmetry: Symmetry) -> Instance:
    """The quotient whose selections are the arrangements that a symmetry carries onto themselves."""
    if symmetry.is_identity:
        return instance
    return merge_options(instance, cycles(instance.option_count, [symmetry.options]))


def count_orbits(instance: Instance, group: Sequence[Symmetry], count: Callable[[Instance], int]) -> int:
    """The number of arrangements up to a symmetry group; ``count`` counts the selections of an instance.

    Conjugate symmetries fix equally many, so each class is counted once.
    """
    total = sum(weight * count(fixed) for weight, fixed in orbit_terms(instance, group))
    orbits, rest = divmod(total, len(group))
    assert rest == 0, "the symmetries do not form a group"
    return orbits


def orbit_terms(instance: Instance, group: Sequence[Symmetry]) -> Iterator[tuple[int, Instance]]:
    """The quotients whose numbers of selections, weighted and divided by the group's order, give the number of orbits.

    One for each class of conjugate symmetries, with the size of the class; the identity's is the first.
    """
    for representative, size in _conjugacy_classes(group):
        yield size, fixed_by(instance, representative)


def _conjugacy_classes(group: Sequence[Symmetry]) -> list[tuple[Symmetry, int]]:
    """A member of each class of conjugate symmetries, with the size of the class."""
    by_cells = {symmetry.cells: symmetry for symmetry in group}
    left = dict(by_cells)
    classes = []
    while left:
        symmetry = next(iter(left.values()))
        members = {_conjugate(symmetry.cells, by.cells) for by in group}
        for cells in members:
            left.pop(cells)
        classes.append((symmetry, len(members)))
    return classes


def _conjugate(cells: tuple[int, ...], by: tuple[int, ...]) -> tuple[int, ...]:
    """``by`` after ``cells`` after the inverse of ``by``."""
    result = [0] * len(cells)
    for i, target in enumerate(by):
        result[target] = by[cells[i]]
    return tuple(result)
