"""Which piece gets which colour, and whether everyone can tell them apart."""

from __future__ import annotations

from itertools import combinations

import colorspacious
import numpy as np
import pytest

import tilemodel as tm
from tilemodel.render.colors import ink, parse_color, to_hex
from tilemodel.render.contacts import Contacts
from tilemodel.render.palette import PALETTE, PieceColors
from tilemodel.render.terminal import ColorDepth, paint
from tilemodel.render.vision import DIFFERENT, contrast, difference

VISIONS = (None, "protanomaly", "deuteranomaly", "tritanomaly")


def first(name: str) -> tuple[tm.Puzzle, tm.Solution]:
    puzzle = tm.load(name)
    with tm.solve(puzzle, backend="anchor", limit=1) as run:
        return puzzle, next(iter(run))


def appearance_difference(one, other) -> float:
    """By another model of colour appearance, CAM02-UCS, to the eyes that see the least of it."""

    def seen(color, vision):
        rgb = np.array(color) / 255
        space = {"name": "sRGB1+CVD", "cvd_type": vision, "severity": 100}
        return np.clip(colorspacious.cspace_convert(rgb, space, "sRGB1"), 0, 1) if vision else rgb

    return min(colorspacious.deltaE(seen(one, v), seen(other, v), input_space="sRGB1") for v in VISIONS)


def test_the_palette_is_told_apart_by_everyone():
    for one, other in combinations(PALETTE, 2):
        assert difference(one, other) >= DIFFERENT
        assert appearance_difference(one, other) >= 10  # 1 can just be seen


def test_the_palette_stays_apart_with_256_colours():
    assert len({paint("", color, ColorDepth.INDEXED) for color in PALETTE}) == len(PALETTE)


def test_names_can_be_read_on_every_colour():
    for color in [*PALETTE, *(parse_color(f"#{x}{y}{z}") for x in "048cf" for y in "048cf" for z in "048cf")]:
        assert contrast(ink(color), color) >= 4.5


def test_colours_as_text():
    assert parse_color("#abc") == (0xAA, 0xBB, 0xCC) and parse_color("#102030") == (16, 32, 48)
    assert to_hex((16, 32, 48)) == "#102030"


def test_difference_is_that_of_the_worst_sight():
    assert difference((0, 0, 0), (255, 255, 255)) == pytest.approx(100, abs=0.5)
    assert difference((7, 8, 9), (7, 8, 9)) == 0
    red, green = (200, 80, 60), (125, 125, 50)
    assert difference(red, green) < DIFFERENT < 100 * 0.1  # far apart, but not to the red-blind


ALIKE = (
    "dominoes-8x8 lozenges-hexagon-4 l-tricubes-3x3x3 tetracubes-2x2x8 slothouber-graatsma t-tetrominoes-8x8".split()
)
SEVERAL = "conway-5x5x5 tetrominoes-double-4x10 y-pentominoes-5x10".split()
EACH_ITS_OWN = "pentominoes-6x10 soma lonpos-pyramid hexiamonds-6x6 tetrahexes-coin pentominoes-one-sided-3x30".split()


@pytest.mark.parametrize("name", ALIKE + SEVERAL + EACH_ITS_OWN)
def test_pieces_that_touch_differ_to_everyone(name):
    puzzle, solution = first(name)
    colors = PieceColors(puzzle, [solution]).of(solution)
    for n, others in Contacts(puzzle).of(solution).items():
        for other in others:
            assert difference(colors[n], colors[other]) >= DIFFERENT, (
                solution.placements[n],
                solution.placements[other],
            )


def test_a_piece_has_one_colour_in_all_arrangements():
    puzzle = tm.load("pentominoes-6x10")
    colors = PieceColors(puzzle)
    assert len(set(colors.pieces.values())) == 12
    for solution in tm.solve(puzzle, backend="anchor", limit=3):
        assert colors.of(solution) == [colors.pieces[placed.piece] for placed in solution.placements]


def test_the_models_colours_are_kept_and_others_stay_away_from_them():
    like_the_first = to_hex(tuple(c + 3 for c in PALETTE[0]))
    pieces = (tm.Piece("A", ((0, 0),), color=like_the_first), tm.Piece("B", ((0, 0),)), tm.Piece("C", ((0, 0),)))
    colors = PieceColors(tm.Puzzle(tm.Board.box(1, 3), pieces)).pieces
    assert colors["A"] == parse_color(like_the_first)
    assert all(difference(one, other) >= DIFFERENT for one, other in combinations(colors.values(), 2))


def test_more_pieces_than_colours():
    pieces = tuple(tm.Piece(f"{n}", ((0, 0),)) for n in range(40))
    puzzle = tm.Puzzle(tm.Board.box(5, 8), pieces)
    assert len(set(PieceColors(puzzle).pieces.values())) == 40
    solution = tm.Solution(tuple(tm.PlacedPiece(f"{n}", ((n // 8, n % 8),)) for n in range(40)))
    colors = PieceColors(puzzle, [solution]).of(solution)
    for n, others in Contacts(puzzle).of(solution).items():
        assert all(difference(colors[n], colors[other]) >= DIFFERENT for other in others)


def test_who_touches_whom():
    """From the definition: some cells of the two are neighbours."""
    puzzle, solution = first("lonpos-pyramid")
    lattice = puzzle.lattice
    touching = Contacts(puzzle).of(solution)
    for (n, one), (m, other) in combinations(enumerate(solution.placements), 2):
        near = {v for cell in one.cells for v in lattice.neighbours(lattice.embed(cell))}
        assert (m in touching[n]) == (n in touching[m]) == (not near.isdisjoint(map(lattice.embed, other.cells)))
