"""Cells in space: solids that fill it, and ways out along which nothing is passed through."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, LATTICES, SQUARE, TRIANGULAR, Lattice
from tilemodel.render.solids import Solid, slides_of, solids_of
from tilemodel.render.space import direction_of, place_of


def corners(solid: Solid, face) -> list[tuple[float, ...]]:
    return [solid.vertices[n] for n in face.corners]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def volume(solid: Solid) -> float:
    """By the divergence theorem: right only if all faces are there and turn the right way."""
    rings = (corners(solid, face) for face in solid.faces)
    return sum(dot(a, cross(b, c)) / 6 for a, *ring in rings for b, c in itertools.pairwise(ring))


@pytest.mark.parametrize(
    ("lattice", "expected"),
    [
        *[(SQUARE, 0.5), (CUBIC, 1.0), (FCC, math.sqrt(0.5))],
        *[(HEXAGONAL, 0.5 * math.sqrt(3) / 2), (TRIANGULAR, 0.5 * 3 * math.sqrt(3) / 4)],
    ],
    ids=str,
)
def test_solids_have_the_volume_of_a_cell(lattice: Lattice, expected):
    """Neighbours at distance 1; flat cells are half as thick."""
    for solid in solids_of(lattice):
        assert volume(solid) == pytest.approx(expected)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
def test_neighbours_share_the_face_between_them(lattice: Lattice):
    solids = solids_of(lattice)
    for k, solid in enumerate(solids):
        assert sorted(f.step for f in solid.faces if f.step) == sorted(lattice.steps[k])
        for face in solid.faces:
            if face.step is None:
                assert lattice.flat
                continue
            beyond = tuple(a + b for a, b in zip(lattice.classes[k], face.step, strict=True))
            other = solids[lattice.cell_class(beyond)]
            shift = direction_of(lattice, face.step)
            (back,) = (f for f in other.faces if f.step == tuple(-s for s in face.step))
            here = {tuple(round(x, 6) + 0.0 for x in c) for c in corners(solid, face)}
            there = {tuple(round(x + s, 6) + 0.0 for x, s in zip(c, shift, strict=True)) for c in corners(other, back)}
            assert here == there


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
def test_neighbours_are_at_distance_1_and_nothing_is_nearer(lattice: Lattice):
    for step in itertools.chain.from_iterable(lattice.steps):
        assert math.hypot(*direction_of(lattice, step)) == pytest.approx(1)


def test_boards_lie_as_they_are_drawn():
    """The first layer on top, the first row at the back, the first column on the left; y and z go up."""
    assert place_of(CUBIC, (1, 2, 3)) == (3, -2, -1)
    assert place_of(SQUARE, (2, 3)) == (3, -2, 0)
    assert place_of(HEXAGONAL, (0, 1))[1] < 0 < place_of(TRIANGULAR, (0, 1, 0))[1]
    assert place_of(FCC, (1, 0, 1))[2] > 0


@pytest.mark.parametrize("lattice", [CUBIC, FCC], ids=str)
def test_a_way_out_is_held_by_what_it_would_run_into(lattice: Lattice):
    """Each cell around a moving one is hit exactly when it is said to hold it; the motion is taken in small steps."""
    others = [v for v in itertools.product(range(-2, 3), repeat=3) if any(v) and lattice.is_translation(v)]
    places = np.array([direction_of(lattice, other) for other in others])
    for slide in slides_of(lattice):
        further = [[k * s for s in slide.step] for k in range(4)]
        held = {tuple(map(sum, zip(vector, more, strict=True))) for vector in slide.held_by for more in further}
        path = np.linspace(0, 6, 1201)[1:, None] * np.array(slide.way)
        apart = places[:, None] - path[None]
        distances = np.linalg.norm(apart, axis=2) if lattice is FCC else np.abs(apart).max(axis=2)
        hit = distances.min(axis=1) < 1 - 1e-5
        assert [other in held for other in others] == hit.tolist(), slide


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
def test_the_way_up_is_preferred(lattice: Lattice):
    slides = slides_of(lattice)
    assert slides[0].way == pytest.approx((0, 0, 1))
    heights = [round(slide.way[2], 6) for slide in slides]
    assert heights == sorted(heights, reverse=True)
    for slide in slides:
        assert math.hypot(*slide.way) == pytest.approx(1)
