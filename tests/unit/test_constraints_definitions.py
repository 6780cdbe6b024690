"""What each kind says, on arrangements drawn by hand."""

from __future__ import annotations

import pytest

from tilemodel.constraints import (
    Apart,
    Balance,
    Border,
    Count,
    Cover,
    FaultFree,
    Fix,
    Forbid,
    NoCrossroads,
    Symmetric,
)
from tilemodel.constraints.match import Match
from tilemodel.constraints.symmetric import FLAT_MOTIONS
from tilemodel.constraints.zones import zones
from tilemodel.drawing import parse_drawing
from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, SQUARE, TRIANGULAR, Lattice
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.solution import PlacedPiece, Solution


def arrangement(text: str, lattice: Lattice = SQUARE) -> tuple[Puzzle, Solution]:
    """A drawing with a letter a piece (``-``: an empty cell); the piece's name and group are its letter, lower case.

    ``a`` and ``A`` are thus two copies of one piece, of group a.
    """
    drawn = parse_drawing(lattice, text)
    letters = sorted(set(drawn.values()) - {"-"})
    placed = [PlacedPiece(x.lower(), tuple(cell for cell, c in drawn.items() if c == x)) for x in letters]
    return with_solution(lattice, tuple(drawn), placed)


def with_solution(lattice: Lattice, cells, placed) -> tuple[Puzzle, Solution]:
    pieces = {name: Piece(name, tuple(own), 0, None, groups=(name,)) for name, own in placed}
    board = Board(tuple(cells), optional=frozenset(cells), names={"first": min(cells)})
    return Puzzle(board, tuple(pieces.values()), lattice=lattice), Solution(tuple(placed))


def keeps(text: str, constraint, lattice: Lattice = SQUARE) -> bool:
    puzzle, solution = arrangement(text, lattice)
    constraint.validate(puzzle)
    return constraint.holds(puzzle, solution)


def test_fix_asks_for_one_copy_exactly_there():
    assert keeps("aaAA", Fix("a", ((0, 1), (0, 0))))
    assert keeps("aaAA", Fix("a", ((0, 2), (0, 3))))
    assert not keeps("aaAA", Fix("a", ((0, 1), (0, 2))))
    assert not keeps("aabb", Fix("a", ((0, 2), (0, 3)))), "another piece lies there"


def test_forbid_exact_cells_or_any_cell_of_a_zone():
    assert not keeps("aaAA", Forbid("a", cells=((0, 1), (0, 0))))
    assert keeps("aaAA", Forbid("a", cells=((0, 1), (0, 2))))
    assert keeps("aab", Forbid("b", zone=((0, 0), (0, 1))))
    assert not keeps("aab", Forbid(group="a", zone=((0, 1), (0, 2))))
    assert not keeps("a-b", Forbid(zone=(((0, 1),), ((0, 2),))))
    assert keeps("a-b", Forbid(zone=((0, 1),)))


def test_cover_counts_cells_in_each_zone():
    assert keeps("aab\nbbb", Cover("rows", piece="b", min=1, max=3))
    assert not keeps("aab\nbbb", Cover("rows", piece="b", exactly=3))
    assert keeps("a-b\nb-b", Cover("columns", max=2))
    assert not keeps("a-b\nb-b", Cover("columns", min=1)), "an empty cell is not covered"
    assert not keeps("a-b\na-b", Cover("columns", piece="b", exactly=0))


def test_balance_compares_covered_cells_in_each_zone():
    balance = Balance(("a", "b"), "rows")
    assert keeps("aabb\nBBAA", balance)
    assert not keeps("aabb\nccbb", balance)
    assert not keeps("aaab\nBA--", balance)
    assert keeps("aaab\nBA--", Balance(("a", "b"), "rows", tolerance=2))


def test_count_counts_copies():
    assert keeps("aAb", Count("a", exactly=2))
    assert keeps("aAb", Count(min=3, max=3))
    assert not keeps("aAb-", Count(min=4)), "an empty cell is no piece"
    assert keeps("aAb", Count(group="b", max=1))


@pytest.mark.parametrize(
    ("text", "by_side", "by_corner"),
    [
        ("aa\n.A", False, False),
        ("a.\n.A", True, False),
        ("a.A", True, True),
        ("a\nb\nA", True, True),
        ("ab\nba", True, True),
        ("aa\naa", True, True),
        ("a-A", True, True),
    ],
)
def test_apart_for_one_piece(text, by_side, by_corner):
    assert keeps(text, Apart("a")) == by_side
    assert keeps(text, Apart(group="a", touching="corner")) == by_corner


@pytest.mark.parametrize(
    ("text", "by_side", "by_corner"),
    [
        ("aA\n..\nbB", True, True),
        ("a.\n.b", True, False),
        ("aAb", False, False),
        ("acb", True, True),
    ],
)
def test_apart_for_two_groups_lets_each_touch_itself(text, by_side, by_corner):
    assert keeps(text, Apart(groups=("a", "b"))) == by_side
    assert keeps(text, Apart(groups=("b", "a"), touching="corner")) == by_corner


def test_apart_in_three_dimensions():
    assert not keeps("a\n\nA", Apart("a"), CUBIC)
    assert keeps("a.\n..\n\n..\n.A", Apart("a"), CUBIC)
    assert not keeps("a.\n..\n\n..\n.A", Apart("a", touching="corner"), CUBIC)


@pytest.mark.parametrize(
    ("lattice", "one", "other", "by_side", "by_corner"),
    [
        (TRIANGULAR, (0, 0, 0), (0, 0, 1), False, False),  # a side
        (TRIANGULAR, (1, 1, 0), (0, 1, 1), False, False),
        (TRIANGULAR, (1, 1, 0), (0, 1, 0), True, False),  # two that point up share a corner
        (TRIANGULAR, (1, 1, 0), (0, 2, 0), True, False),
        (TRIANGULAR, (1, 1, 0), (0, 0, 1), True, False),  # on both sides of a point
        (TRIANGULAR, (1, 1, 0), (2, 1, 1), True, True),
        (TRIANGULAR, (1, 1, 0), (2, 0, 1), True, False),
        (TRIANGULAR, (1, 1, 0), (0, 2, 1), True, False),
        (TRIANGULAR, (1, 1, 0), (0, 0, 0), True, True),
        (TRIANGULAR, (1, 1, 0), (2, 2, 0), True, True),
        (HEXAGONAL, (0, 0), (1, -1), False, False),
        (HEXAGONAL, (0, 0), (1, 1), True, True),
        (FCC, (0, 0, 0), (1, 0, 1), False, False),
        (FCC, (0, 0, 0), (2, 0, 0), True, True),
    ],
)
def test_apart_on_other_lattices(lattice, one, other, by_side, by_corner):
    puzzle, solution = with_solution(lattice, (one, other), [PlacedPiece("a", (one,)), PlacedPiece("a", (other,))])
    assert Apart("a").holds(puzzle, solution) == by_side
    assert Apart("a", touching="corner").holds(puzzle, solution) == by_corner


def test_border_is_where_a_neighbour_is_off_the_board():
    assert not keeps("aaa\naba\naaa", Border("b"))
    assert keeps("aaa\naba\naaa", Border("a"))
    assert keeps("aaaa\nab.a\naaaa", Border("b")), "the rim of a hole is border"
    assert not keeps("aaaa\nab-a\naaaa", Border("b")), "an empty cell is on the board"
    assert not keeps("aa.\naba\naaa", Border("b")), "a corner is no neighbour"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ab\ncd", False),
        ("aA\nbB", False),  # copies are pieces
        ("aa\nbc", True),
        ("ab\nba", True),  # one piece on a diagonal
        ("ab\nc-", True),  # an empty cell is none
        ("ab\nc.", True),
    ],
)
def test_no_crossroads(text, expected):
    assert keeps(text, NoCrossroads()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", True),  # no line at all
        ("aa", True),
        ("ab", False),
        ("aab\naab", False),
        ("aab\nccb", False),
        ("aab\ncdb\ncee", True),
        ("aab\nccb\ndee", False),
        ("aba", True),  # not connected, but rigid
        ("a.b", True),  # no two adjacent columns with cells
    ],
)
def test_fault_free(text, expected):
    assert keeps(text, FaultFree()) == expected


def test_fault_planes():
    assert not keeps("aa\naa\n\nbb\nbb", FaultFree(), CUBIC)
    assert keeps("aa\naa\n\naa\naa", FaultFree(), CUBIC)


@pytest.mark.parametrize(
    ("text", "motions"),
    [
        ("ab\nAB", {"flip-vertical"}),
        ("aA\nbB", {"flip-horizontal"}),
        ("ab\nBA", {"rotate-180", "transpose", "anti-transpose"}),
        ("ab\ncA", {"anti-transpose"}),
        ("ab\nBc", {"transpose"}),
        ("ab\ncd", set()),
        ("-a\nA-", {"rotate-180", "transpose", "anti-transpose"}),
        ("aa\nbB", {"flip-horizontal"}),
    ],
)
def test_symmetric_motions_of_squares(text, motions):
    assert {motion for motion in FLAT_MOTIONS if keeps(text, Symmetric(motion))} == motions


def test_symmetric_pinwheel():
    ring = [((0, 0), (0, 1)), ((0, 2), (1, 2)), ((2, 1), (2, 2)), ((1, 0), (2, 0))]
    cells = [cell for domino in ring for cell in domino]
    puzzle, pinwheel = with_solution(SQUARE, cells, [PlacedPiece("a", domino) for domino in ring])
    kept = {motion for motion in FLAT_MOTIONS if Symmetric(motion).holds(puzzle, pinwheel)}
    assert kept == {"rotate-90", "rotate-180"}
    _, two_names = with_solution(SQUARE, cells, [PlacedPiece("ab"[i % 2], domino) for i, domino in enumerate(ring)])
    kept = {motion for motion in FLAT_MOTIONS if Symmetric(motion).holds(puzzle, two_names)}
    assert kept == {"rotate-180"}


@pytest.mark.parametrize(
    ("motion", "axis", "first", "last"),
    [
        ("flip", "layer", (1, 0, 0), (0, 1, 1)),
        ("flip", "row", (0, 1, 0), (1, 0, 1)),
        ("flip", "column", (0, 0, 1), (1, 1, 0)),
        ("rotate-180", "layer", (0, 1, 1), (1, 0, 0)),
        ("rotate-180", "row", (1, 0, 1), (0, 1, 0)),
        ("rotate-180", "column", (1, 1, 0), (0, 0, 1)),
        ("rotate-90", "layer", (0, 0, 1), (1, 1, 0)),
        ("inversion", None, (1, 1, 1), (0, 0, 0)),
    ],
)
def test_symmetric_motions_of_cubes(motion, axis, first, last):
    """Where the first and the last cell of a cube go."""
    puzzle = Puzzle(Board.box(2, 2, 2), (Piece("a", ((0, 0, 0),)),), lattice=CUBIC)
    rule, cells = Symmetric(motion, axis), puzzle.board.cells
    moved = rule.cell_permutation(puzzle)
    assert (cells[moved[0]], cells[moved[-1]]) == (first, last)
    assert rule.matrix(puzzle) in CUBIC.point_group


def test_symmetric_by_a_matrix_on_any_lattice():
    ring = tuple(HEXAGONAL.steps[0])
    puzzle, solution = with_solution(HEXAGONAL, ring, [PlacedPiece("a", (cell,)) for cell in ring[:3]])
    half, third = ((-1, 0), (0, -1)), ((-1, -1), (1, 0))
    assert not Symmetric(half).holds(puzzle, solution)
    alternate = Solution(tuple(PlacedPiece("a", (cell,)) for cell in ((1, 0), (-1, 1), (0, -1))))
    assert Symmetric(third).holds(puzzle, alternate)
    assert not Symmetric(half).holds(puzzle, alternate)


def test_match_tries_every_motion_of_the_piece():
    board = Board.draw("AB\nBA")
    for orientations, expected in (("free", True), ("fixed", False)):
        piece = Piece.draw("d", "BA", orientations=orientations)
        puzzle = Puzzle(board, (piece,), match=True)
        assert Match().holds(puzzle, Solution((PlacedPiece("d", ((0, 0), (0, 1))),))) == expected
    corner = Puzzle(board, (Piece.draw("v", "AB\n#."),), match=True)
    assert not Match().holds(corner, Solution((PlacedPiece("v", ((0, 0), (0, 1), (1, 1))),)))
    assert Match().holds(corner, Solution((PlacedPiece("v", ((0, 0), (0, 1), (1, 0))),)))


def test_zones_of_every_form():
    board = Board(Board.draw("AB\nA.\n##").cells, Board.draw("AB\nA.\n##").labels, names={"tip": (2, 1)})
    puzzle = Puzzle(board, (Piece.draw("d", "##"),))
    a, b = frozenset({(0, 0), (1, 0)}), frozenset({(0, 1)})
    rows = (frozenset({(0, 0), (0, 1)}), frozenset({(1, 0)}), frozenset({(2, 0), (2, 1)}))
    assert zones(puzzle, "A") == (a,)
    assert zones(puzzle, ("A", "B")) == (a, b)
    assert zones(puzzle, ("A", ((0, 0), (1, 0)), "A")) == (a,), "each zone once"
    assert zones(puzzle, "rows") == rows
    assert zones(puzzle, ("B", "rows")) == (b, *rows)
    assert zones(puzzle, "columns") == (frozenset({(0, 0), (1, 0), (2, 0)}), frozenset({(0, 1), (2, 1)}))
    assert zones(puzzle, "checkerboard") == (frozenset({(0, 0), (2, 0)}), frozenset({(0, 1), (1, 0), (2, 1)}))
    assert zones(puzzle, ("tip", (2, 0))) == (rows[2],)
    assert zones(puzzle, (("tip",), "B")) == (frozenset({(2, 1)}), b)


def test_zones_of_other_lattices():
    cubes = Puzzle(Board.box(2, 1, 2), (Piece("d", ((0, 0, 0),)),), lattice=CUBIC)
    assert [len(zone) for zone in zones(cubes, "layers")] == [2, 2]
    assert [len(zone) for zone in zones(cubes, "rows")] == [4]
    assert frozenset({(0, 0, 0), (1, 0, 1)}) in zones(cubes, "checkerboard")
    cells = ((0, 0, 0), (0, 0, 1), (1, 0, 0))
    triangles = Puzzle(Board(cells), (Piece("d", ((0, 0, 0),)),), lattice=TRIANGULAR)
    assert zones(triangles, "checkerboard") == (frozenset({(0, 0, 0), (1, 0, 0)}), frozenset({(0, 0, 1)}))
