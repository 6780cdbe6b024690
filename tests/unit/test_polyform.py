"""Polyforms: the known numbers of every kind, and that shapes keep what only lattice translations keep."""

from __future__ import annotations

from collections import Counter

import pytest

from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, SQUARE, TRIANGULAR
from tilemodel.polyform import canonical, fixed_polyforms, free_polyforms, normalise, one_sided_polyforms, orientations

# OEIS: A000105, A000988, A001168; A038119, A000162, A001931; A000228, A006535, A001207; A000577, A006534, A001420.
FREE = {
    SQUARE: [1, 1, 2, 5, 12, 35, 108],
    CUBIC: [1, 1, 2, 7, 23],
    HEXAGONAL: [1, 1, 3, 7, 22, 82],
    TRIANGULAR: [1, 1, 1, 3, 4, 12, 24],
}
ONE_SIDED = {
    SQUARE: [1, 1, 2, 7, 18, 60, 196],
    CUBIC: [1, 1, 2, 8, 29],
    HEXAGONAL: [1, 1, 3, 10, 33, 147],
    TRIANGULAR: [1, 1, 1, 4, 6, 19, 43],
}
FIXED = {
    SQUARE: [1, 2, 6, 19, 63, 216, 760],
    CUBIC: [1, 3, 15, 86, 534],
    HEXAGONAL: [1, 3, 11, 44, 186, 814],
    TRIANGULAR: [2, 3, 6, 14, 36, 94, 250],
}


def numbers(table):
    return [(lattice, size, n) for lattice, row in table.items() for size, n in enumerate(row, 1)]


@pytest.mark.parametrize(("lattice", "size", "number"), numbers(FREE))
def test_free_polyforms(lattice, size, number):
    assert len(free_polyforms(lattice, size)) == number


@pytest.mark.parametrize(("lattice", "size", "number"), numbers(ONE_SIDED))
def test_one_sided_polyforms(lattice, size, number):
    assert len(one_sided_polyforms(lattice, size)) == number


@pytest.mark.parametrize(("lattice", "size", "number"), numbers(FIXED))
def test_fixed_polyforms(lattice, size, number):
    assert Counter(fixed_polyforms(lattice, size)).most_common(1)[0][1] == 1
    assert sum(1 for _ in fixed_polyforms(lattice, size)) == number


@pytest.mark.slow
@pytest.mark.parametrize(("enumerate_", "number"), [(free_polyforms, 112), (one_sided_polyforms, 166)])
def test_hexacubes(enumerate_, number):
    assert len(enumerate_(CUBIC, 6)) == number


def test_no_polyform_has_fewer_than_one_cell():
    assert list(fixed_polyforms(SQUARE, 0)) == []


def test_normalising_undoes_translations_alone():
    corner = ((0, 0), (0, 1), (1, 0))
    moved = tuple((r + 3, c - 7) for r, c in corner)
    assert normalise(SQUARE, moved) == normalise(SQUARE, reversed(corner)) == corner
    assert normalise(SQUARE, ((0, 0), (0, 1), (1, 1))) != corner


def test_a_ball_stays_on_the_fcc_lattice():
    shape = normalise(FCC, ((1, 2, 1), (2, 2, 2)))
    assert shape[0] == (0, 0, 0)
    assert all(sum(cell) % 2 == 0 for cell in shape)


def test_up_and_down_triangles_are_different_fixed_shapes_but_one_free_shape():
    up, down = ((TRIANGULAR.embed(cell),) for cell in ((4, 5, 0), (4, 5, 1)))
    assert normalise(TRIANGULAR, up) != normalise(TRIANGULAR, down)
    assert canonical(TRIANGULAR, up, TRIANGULAR.turns) == canonical(TRIANGULAR, down, TRIANGULAR.turns)


def test_orientations_are_the_group_divided_by_the_shapes_own_symmetries():
    x = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    f = ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1))
    i = ((0, 0), (0, 1))
    assert [len(orientations(SQUARE, s, SQUARE.point_group)) for s in (x, f, i)] == [1, 8, 2]
    assert len(orientations(SQUARE, f, SQUARE.turns)) == 4
    assert len(orientations(SQUARE, f, SQUARE.point_group[:1])) == 1
