"""Solid pictures: what is seen is what lies nearest, and pieces that are lifted off one another never meet."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
from svg_tools import SVG, first_solution, parse, path_area, texts, titles

import tilemodel as tm
from tilemodel.lattice import LATTICES
from tilemodel.render.pictures.album import draw_puzzle, draw_solutions
from tilemodel.render.pictures.isometric import LEFT, RIGHT, SCREEN, TOP, look, whole_faces
from tilemodel.render.pictures.storeys import lifts, storeys
from tilemodel.render.space import place_of


def heap(seed: int, size: int = 4, bodies: int = 5) -> dict[tuple[int, int, int], int]:
    """Some cubes of a box, each of some body."""
    chance = random.Random(seed)
    cubes = [(a, b, c) for a in range(size) for b in range(size) for c in range(size)]
    return {cube: chance.randrange(bodies) for cube in chance.sample(cubes, chance.randint(1, len(cubes)))}


def first_hit(owner, x: float, y: float):
    """By walking along the ray through a point of the paper: the face that it meets first, from far in front.

    The eye looks along (-1, -1, -1). A point of the ray has a - b and a + b - 2c as on paper.
    """
    difference, depth = x / SCREEN.unit[0], y / SCREEN.unit[1]
    c = 1000.0
    a = (depth + 2 * c + difference) / 2
    point = [a, a - difference, c]
    for _ in range(5000):
        steps = [p - (math.ceil(p) - 1) for p in point]  # to the next plane of each axis
        axis = min(range(3), key=lambda i: steps[i])
        point = [p - steps[axis] for p in point]
        point[axis] = round(point[axis])
        cube = tuple(int(math.ceil(p) - 1) for p in point)
        if cube in owner:
            return cube, axis
        if max(point) < -2:
            return None
    raise AssertionError("the ray never left")


@pytest.mark.parametrize("seed", range(5))
def test_each_triangle_shows_what_a_ray_meets_first(seed):
    owner = heap(seed)
    seen = look(owner)
    for triangle, face in seen.items():
        x, y = SCREEN.center(triangle)
        assert first_hit(owner, x, y) == (face.cube, face.side.normal)
        assert owner[face.cube] == face.body


def test_nothing_that_can_be_seen_is_missing():
    owner = heap(99)
    seen = {SCREEN.center(triangle) for triangle in look(owner)}
    covered = {SCREEN.center(t) for cube in owner for t in look({cube: 0})}
    assert seen == covered


def test_a_cube_shows_three_whole_faces():
    seen = look({(0, 0, 0): 7})
    assert len(seen) == 6 and {face.side for face in whole_faces(seen)} == {TOP, LEFT, RIGHT}
    behind = look({(0, 0, 0): 7, (1, 1, 1): 8})
    assert {face.body for face in behind.values()} == {8}


def carries(one, other, across: float) -> bool:
    """From the definition: some cell of the other would fall on one of this."""
    return any(b[2] > a[2] and math.dist(a[:2], b[:2]) < across for a in one for b in other)


def bodies_of(puzzle: tm.Puzzle, solution: tm.Solution):
    return [[place_of(puzzle.lattice, cell) for cell in placed.cells] for placed in solution.placements]


@pytest.mark.parametrize("name", ["soma", "conway-5x5x5", "tetracubes-2x4x4", "lonpos-pyramid", "l-tricubes-3x3x3"])
def test_lifted_pieces_never_meet(name):
    puzzle, solution = first_solution(name)
    across = 0.5 if name != "lonpos-pyramid" else 0.99
    bodies = bodies_of(puzzle, solution)
    lifted = lifts(bodies, across, gap=2)
    moved = [[(x, y, z + lift) for x, y, z in body] for body, lift in zip(bodies, lifted, strict=True)]
    for one, other in combinations(moved, 2):
        for a in one:
            for b in other:
                if name == "lonpos-pyramid":
                    assert math.dist(a, b) > 1 - 1e-9
                else:
                    assert max(abs(p - q) for p, q in zip(a, b, strict=True)) >= 1


@pytest.mark.parametrize("name", ["soma", "conway-5x5x5", "tetracubes-2x4x4"])
def test_what_carries_comes_first(name):
    """These come apart upwards, so that every storey lies above all that carry it."""
    puzzle, solution = first_solution(name)
    bodies = bodies_of(puzzle, solution)
    storey = {n: k for k, level in enumerate(storeys(bodies, 0.5)) for n in level}
    assert sorted(storey) == list(range(len(bodies)))
    for one, other in combinations(storey, 2):
        assert not (carries(bodies[one], bodies[other], 0.5) and carries(bodies[other], bodies[one], 0.5))
        if carries(bodies[one], bodies[other], 0.5):
            assert storey[one] < storey[other]
        if carries(bodies[other], bodies[one], 0.5):
            assert storey[other] < storey[one]


def test_pieces_that_carry_one_another_are_parted_by_height():
    clamp = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 2.0), (1.0, 0.0, 2.0)]  # its two jaws
    held = [(0.0, 0.0, 1.0)]
    above = [(0.0, 0.0, 3.0)]
    assert storeys([above, held, clamp], 0.5) == [[1, 2], [0]]
    lifted = lifts([above, held, clamp], 0.5, gap=1)
    assert lifted[0] >= max(lifted[1:])


@pytest.mark.parametrize("name", ["cubic", "fcc"])
def test_neighbours_are_one_apart_and_the_frame_is_right_handed(name):
    lattice = LATTICES[name]
    origin = lattice.classes[0]
    for step in lattice.steps[0]:
        assert math.dist(place_of(lattice, origin), place_of(lattice, step)) == pytest.approx(1)


def test_layers_count_downwards_and_rows_come_nearer():
    assert place_of(tm.CUBIC, (2, 3, 5)) == (5, -3, -2)


@pytest.mark.parametrize("name", ["soma", "slothouber-graatsma", "lonpos-pyramid"])
def test_one_arrangement_is_shown_whole_apart_and_in_layers(name):
    puzzle, solution = first_solution(name)
    root = parse(draw_solutions(puzzle, [solution]))
    layers = [text for text in texts(root) if "layer" in text or "z =" in text]
    assert len(layers) == len({cell[0] if name != "lonpos-pyramid" else cell[2] for cell in puzzle.board.cells})
    found = set(titles(root)) - {"empty"}
    assert {title.partition(",")[0] for title in found} == {placed.piece for placed in solution.placements}


def test_what_is_seen_covers_the_outline():
    """Areas of one colour add up to the hexagon that a box falls on."""
    puzzle, solution = first_solution("soma")
    several = parse(draw_solutions(puzzle, [solution, solution]))
    board = parse(draw_puzzle(puzzle))
    edge = 0.72 * 40
    box = 27 * math.sqrt(3) / 2 * edge**2  # three rhombi of nine faces
    bare = [g for g in board.iter(f"{SVG}g") if g.findtext(f"{SVG}title") == "empty"]
    areas = [path_area(path.get("d")) for g in bare for path in g.iter(f"{SVG}path")]
    assert sum(areas) == pytest.approx(box, rel=1e-2)
    assert len(titles(several)) == 14


def test_cells_that_stay_empty_are_seen():
    puzzle = tm.Puzzle(tm.Board.box(1, 1, 3, optional=True), (tm.Piece("D", ((0, 0, 0), (0, 0, 1))),), lattice=tm.CUBIC)
    solution = tm.Solution((tm.PlacedPiece("D", ((0, 0, 0), (0, 0, 1))),))
    assert titles(parse(draw_solutions(puzzle, [solution, solution]))) == ["D", "empty"] * 2


def test_names_lie_on_the_pieces():
    puzzle, solution = first_solution("soma")
    root = parse(draw_solutions(puzzle, [solution, solution]))
    assert sorted(text for text in texts(root) if text.isalpha()) == sorted("ABLPTVZ" * 2)
    assert all(t.get("transform", "").startswith("matrix(") for t in root.iter(f"{SVG}text") if t.text.isalpha())


def test_a_fixed_piece_is_outlined_heavily():
    from tilemodel.constraints import Fix

    puzzle, solution = first_solution("soma")
    placed = solution.placements[0]
    held = tm.Puzzle(
        puzzle.board, puzzle.pieces, lattice=tm.CUBIC, constraints=(Fix(piece=placed.piece, cells=placed.cells),)
    )
    heavy = [path for path in parse(draw_solutions(held, [solution] * 2)).iter(f"{SVG}path")]
    assert sum(path.get("stroke-width") == "3.5" for path in heavy) == 2
    assert sum("fixed" in title for title in titles(parse(draw_solutions(held, [solution] * 2)))) == 2
    assert all(path.get("stroke-width") != "3.5" for path in parse(draw_solutions(puzzle, [solution])).iter())
