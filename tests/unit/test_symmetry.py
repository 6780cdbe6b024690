"""The symmetry group of puzzles, and canonical forms."""

from __future__ import annotations

import pytest

from tilemodel import backends
from tilemodel.backends.search import Batch
from tilemodel.catalog import standard_set
from tilemodel.compiler import compile_puzzle
from tilemodel.constraints import Fix, Forbid
from tilemodel.lattice import CUBIC, HEXAGONAL, TRIANGULAR
from tilemodel.orbits import count_orbits
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.symmetry import OrbitFilter, symmetry_group

DOMINO = Piece.draw("D", "##", minimum=0, maximum=None)
SCREW = ("##\n#.\n\n.#\n..", ".#\n..\n\n##\n#.")


def order(puzzle: Puzzle) -> int:
    return len(symmetry_group(compile_puzzle(puzzle)))


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (Board.box(6, 10), 4),
        (Board.box(4, 4), 8),
        (Board.box(1, 5), 2),
        (Board.box(1, 1), 1),
        (Board.draw("##\n#."), 2),
        (Board.draw("A##\n###\n###"), 2),
        (Board.draw("AB#\n###\n###"), 1),
        (Board.draw("?##\n###\n##?"), 4),
    ],
)
def test_the_group_is_that_of_the_permutations_of_cells(board, expected):
    assert order(Puzzle(board, (DOMINO,))) == expected


@pytest.mark.parametrize(("symmetry", "expected"), [("full", 48), ("rotations", 24), (None, 24)])
def test_reflections_in_three_dimensions_only_where_asked(symmetry, expected):
    domino = Piece.draw("D", "##", CUBIC, minimum=0, maximum=None)
    assert order(Puzzle(Board.box(2, 2, 2), (domino,), lattice=CUBIC, symmetry=symmetry)) == expected


def test_a_one_sided_piece_without_its_mirror_image_forbids_reflections():
    ell = Piece.draw("L", "###\n#..", orientations="one-sided", minimum=0, maximum=None)
    jay = Piece.draw("J", "#..\n###", orientations="one-sided", minimum=0, maximum=None)
    assert order(Puzzle(Board.box(4, 4), (ell,))) == 4
    assert order(Puzzle(Board.box(4, 4), (ell, jay))) == 8


@pytest.mark.parametrize("difference", [{"minimum": 1}, {"maximum": 3}, {"groups": ("red",)}])
def test_mirror_images_exchange_only_where_they_are_there_alike(difference):
    ell = Piece.draw("L", "###\n#..", orientations="one-sided", minimum=0, maximum=None)
    jay = Piece.draw("J", "#..\n###", orientations="one-sided", **({"minimum": 0, "maximum": None} | difference))
    assert order(Puzzle(Board.box(4, 4), (ell, jay))) == 4


def test_mirror_partners_pair_in_file_order():
    left = [Piece.draw(n, "###\n#..", orientations="one-sided") for n in ("L1", "L2")]
    right = [Piece.draw(n, "#..\n###", orientations="one-sided") for n in ("J1", "J2")]
    group = symmetry_group(compile_puzzle(Puzzle(Board.box(4, 4), (left[0], right[0], left[1], right[1]))))
    assert {s.pieces for s in group} == {(0, 1, 2, 3), (1, 0, 3, 2)}


def test_the_screws_of_soma_exchange_under_reflections():
    screws = tuple(Piece.draw(n, t, CUBIC, minimum=0, maximum=1) for n, t in zip("ab", SCREW, strict=True))
    group = symmetry_group(compile_puzzle(Puzzle(Board.box(3, 3, 3), screws, lattice=CUBIC, symmetry="full")))
    assert len(group) == 48
    assert sum(s.pieces == (1, 0) for s in group) == 24


def test_two_pieces_of_one_shape_are_not_exchanged():
    twins = (Piece.draw("A", "##"), Piece.draw("B", "##"))
    group = symmetry_group(compile_puzzle(Puzzle(Board.box(2, 2), twins)))
    assert all(s.pieces == (0, 1) for s in group)


def test_constraints_break_the_symmetry():
    fixed = Fix(piece="D", cells=((0, 0), (0, 1)))
    forbidden = Forbid(piece="D", cells=((0, 0), (1, 0)))
    assert order(Puzzle(Board.box(4, 4), (DOMINO,), constraints=(fixed,))) == 1
    assert order(Puzzle(Board.box(4, 4), (DOMINO,), constraints=(forbidden,))) == 1


def test_centroids_alone_do_not_make_a_symmetry_of_triangles():
    six_ups_around_one = [(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (1, -1, 0), (-1, 1, 0)]
    up = Piece("up", ((0, 0, 0),), minimum=0, maximum=None)
    assert order(Puzzle(Board(tuple(six_ups_around_one)), (up,), lattice=TRIANGULAR)) == 6


def test_hexagons_have_twelve():
    ring = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    assert order(Puzzle(Board(ring), (Piece("h", ((0, 0),), 0, None),), lattice=HEXAGONAL)) == 12


def test_one_of_each_orbit_is_its_own_canonical_form():
    compilation = compile_puzzle(Puzzle(Board.box(2, 2), (DOMINO,)))
    orbits = OrbitFilter(compilation.instance, symmetry_group(compilation))
    tilings = [(0, 1), (2, 3)]  # the two ways to lay two dominoes: one orbit
    mask = orbits.mask([0, 2, 4], [k for tiling in tilings for k in tiling])
    assert orbits.instance is compilation.instance
    assert mask.tolist() == [True, False]


def test_the_empty_selection_is_canonical():
    compilation = compile_puzzle(Puzzle(Board.box(2, 2, optional=True), (DOMINO,)))
    orbits = OrbitFilter(compilation.instance, symmetry_group(compilation))
    assert orbits.mask([0, 0], []).tolist() == [True]


def broken(puzzle: Puzzle) -> int:
    """How many options symmetry breaking drops."""
    compilation = compile_puzzle(puzzle)
    orbits = OrbitFilter(compilation.instance, symmetry_group(compilation))
    return compilation.instance.option_count - orbits.instance.option_count


def test_a_piece_that_is_used_once_lies_at_the_first_of_its_places():
    bar = Piece.draw("I", "###")
    assert broken(Puzzle(Board.box(3, 3), (bar, DOMINO))) == 4  # six places in two orbits: edges and middles


@pytest.mark.parametrize(
    ("board", "once", "exact"),
    [
        (Board.box(2, 6), "##\n#.", True),
        (Board.box(3, 4), "##\n#.", True),
        (Board.box(3, 3), "##\n#.", False),
        (Board.box(3, 5), "###", False),
        (Board.draw("A##\n###\n###"), "##\n#.", False),
    ],
)
def test_what_is_left_of_a_broken_symmetry_is_said_and_filtered(board, once, exact):
    fillers = (Piece.draw("D", "#\n#", minimum=0, maximum=None), Piece.draw("M", "#", minimum=0))
    puzzle = Puzzle(board, (Piece.draw("A", once), *fillers))
    compilation = compile_puzzle(puzzle)
    group = symmetry_group(compilation)
    orbits = OrbitFilter(compilation.instance, group)
    with backends.get("reference").search(orbits.instance) as search:
        batch = Batch.of(list(search))
    mask = orbits.mask(batch.offsets, batch.chosen)
    assert orbits.keeps_all == exact
    assert orbits.keeps_all <= mask.all()
    assert mask.sum() == count_orbits(compilation.instance, group, lambda i: backends.get("reference").count(i).found)


def test_the_piece_that_breaks_the_symmetry_lies_near_the_start_of_the_scan():
    pieces = tuple(Piece(name, cells) for name, cells in standard_set("pentominoes").pieces.items())
    compilation = compile_puzzle(Puzzle(Board.box(6, 10), pieces))
    orbits = OrbitFilter(compilation.instance, symmetry_group(compilation))
    (cross,) = (i for i, item in enumerate(orbits.instance.items) if item.name == "X")
    places = [list(orbits.instance.option(k)) for k in orbits.instance.options_of[cross]]
    assert len(places) == 8
    assert max(cell for place in places for cell in place if cell < 60) < 36  # the first six columns of ten
    assert orbits.keeps_all


def test_copies_and_exchanged_pieces_break_nothing():
    twice = Piece.draw("I", "###", minimum=2, maximum=2)
    optional = Piece.draw("I", "###", minimum=0, maximum=1)
    mirrored = tuple(Piece.draw(n, t, orientations="one-sided") for n, t in (("L", "###\n#.."), ("J", "#..\n###")))
    assert broken(Puzzle(Board.box(3, 3), (twice,))) == 0
    assert broken(Puzzle(Board.box(3, 3), (optional,))) == 0
    assert broken(Puzzle(Board.box(4, 4), mirrored)) == 0
