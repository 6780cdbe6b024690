"""Lattices: motions, embeddings, neighbours."""

from __future__ import annotations

import itertools

import pytest

from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, LATTICES, SQUARE, TRIANGULAR, determinant, multiply, transform

EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)


def cells_near_origin(lattice):
    ranges = [range(-2, 3)] * lattice.dimension
    return [cell for cell in itertools.product(*ranges) if lattice.why_not_a_cell(cell) is None]


@pytest.mark.parametrize(
    ("lattice", "order", "turns", "upright", "neighbours"),
    [
        (SQUARE, 8, 4, 4, 4),
        (CUBIC, 48, 24, 4, 6),
        (HEXAGONAL, 12, 6, 6, 6),
        (TRIANGULAR, 12, 6, 6, 3),
        (FCC, 48, 24, 4, 12),
    ],
    ids=str,
)
def test_orders_of_the_groups(lattice, order, turns, upright, neighbours):
    assert len(lattice.point_group) == order
    assert len(lattice.turns) == turns
    assert len(lattice.upright_turns) == upright
    assert {len(steps) for steps in lattice.steps} == {neighbours}


@EVERY
def test_the_point_group_is_a_group_of_unit_determinant(lattice):
    group = set(lattice.point_group)
    assert {multiply(a, b) for a in group for b in group} == group
    assert {determinant(m) for m in group} == {1, -1}
    assert set(lattice.upright_turns) <= set(lattice.turns) <= group
    assert all(multiply(lattice.point_group[0], m) == m for m in group)


@EVERY
def test_embedding_and_back(lattice):
    for cell in cells_near_origin(lattice):
        assert lattice.unembed(lattice.embed(cell)) == cell


@EVERY
def test_being_neighbours_is_mutual(lattice):
    for cell in cells_near_origin(lattice):
        vector = lattice.embed(cell)
        assert vector not in lattice.neighbours(vector)
        for other in lattice.neighbours(vector):
            assert vector in lattice.neighbours(other)
            assert lattice.why_not_a_cell(lattice.unembed(other)) is None


@EVERY
def test_motions_carry_neighbours_to_neighbours(lattice):
    """A motion is linear up to a translation: it is followed by the one that puts the cell's image on a cell."""
    for cell, motion in itertools.product(cells_near_origin(lattice)[:12], lattice.point_group):
        vector = lattice.embed(cell)
        differences = {tuple(b - a for a, b in zip(vector, n, strict=True)) for n in lattice.neighbours(vector)}
        moved = {transform(motion, d) for d in differences}
        assert moved in [set(steps) for steps in lattice.steps]


@EVERY
def test_translations_join_cells_of_one_class_only(lattice):
    cells = [lattice.embed(cell) for cell in cells_near_origin(lattice)]
    for a, b in itertools.product(cells[:20], cells):
        joined = lattice.is_translation(tuple(y - x for x, y in zip(a, b, strict=True)))
        assert joined == (lattice.cell_class(a) == lattice.cell_class(b))


def test_what_is_not_a_cell():
    assert "this has 3 numbers" in SQUARE.why_not_a_cell((1, 2, 3))
    assert "0 or 1, not 2" in TRIANGULAR.why_not_a_cell((0, 0, 2))
    assert "add up to 1" in FCC.why_not_a_cell((1, 0, 0))
    assert FCC.why_not_a_cell((1, -1, 0)) is None


def test_triangles_have_the_neighbours_that_share_a_side():
    """(0,0,0) has corners (0,0), (1,0), (0,1); across its sides lie the down triangles at (0,0), (-1,0) and (0,-1)."""
    neighbours = {TRIANGULAR.unembed(n) for n in TRIANGULAR.neighbours(TRIANGULAR.embed((0, 0, 0)))}
    assert neighbours == {(0, 0, 1), (-1, 0, 1), (0, -1, 1)}
