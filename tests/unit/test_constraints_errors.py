"""What contradicts a puzzle is refused, in words that say what was found and what to do."""

from __future__ import annotations

import typing

import pytest

from tilemodel.compiler import compile_puzzle
from tilemodel.constraints import (
    ALIASES,
    KINDS,
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
    rules,
)
from tilemodel.constraints.match import Match
from tilemodel.errors import PuzzleError
from tilemodel.lattice import CUBIC, HEXAGONAL
from tilemodel.puzzle import Board, Piece, Puzzle

DRAWN = Board.draw("AB##\n####\n###?")
BOARD = Board(DRAWN.cells, DRAWN.labels, DRAWN.optional, names={"Jan": (2, 2), "B": (1, 1)})
PIECES = (
    Piece.draw("ell", "###\n#..", groups=("red", "all")),
    Piece.draw("domino", "##", groups=("blue",)),
    Piece.draw("bar", "###", groups=("blue",), orientations="fixed"),
)
FLAT = Puzzle(BOARD, PIECES)
HEXES = Puzzle(Board(((0, 0), (0, 1))), (Piece("h", ((0, 0),), groups=("red",)),), lattice=HEXAGONAL)
CUBES = Puzzle(Board.box(1, 2, 3), (Piece("c", ((0, 0, 0),)),), lattice=CUBIC)
ELL = ((0, 0), (0, 1), (0, 2), (1, 0))


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (Fix("el", ELL), "fix: no piece is named 'el'; did you mean 'ell'? The pieces are bar, domino, ell"),
        (Fix("ell", ELL[:3]), "piece 'ell' has 4 cells, but 3 are listed: the cells [0, 0], [0, 1], [0, 2]"),
        (Fix("domino", ((0, 0), (1, 1))), "[0, 0], [1, 1] are not piece 'domino' in one of the 2 orientations"),
        (Fix("bar", ((0, 0), (1, 0), (2, 0))), "not piece 'bar' in the one orientation"),
        (Fix("domino", ((0, 3), (0, 4))), "[0, 4] is not a cell of the board, whose 12 cells have row 0 to 2"),
        (Fix("domino", ((0, 3), (0, 3))), "[0, 3] is listed twice"),
        (Fix("domino", ((0, 0, 1), (0, 3))), "a cell of the square lattice is [row, column]"),
        (Fix("domino", ()), "cells is an empty list"),
        (Forbid("ell"), "forbid: neither of cells and zone"),
        (Forbid("ell", cells=ELL, zone="A"), "both of cells and zone"),
        (Forbid("ell", "red", zone="A"), "both piece ('ell') and group ('red') are given"),
        (Forbid("ell", cells=((0, 0), (0, 1))), "piece 'ell' has 4 cells, but 2"),
        (Forbid(group="blue", cells=ELL), "none of the pieces (bar, domino) can lie on exactly the cells"),
        (Forbid(zone="C"), "no zone is named 'C'; the zones are A, B, Jan, checkerboard, columns, rows"),
        (Forbid(zone="row"), "no zone is named 'row'; did you mean 'rows'?"),
        (Forbid(zone="layers"), "the square lattice has no layers"),
        (Forbid(zone="#"), "'#' is no label"),
        (Forbid(zone="?"), "'?' is no label"),
        (Forbid(zone="B"), "'B' is a zone and a cell's name"),
        (Forbid(zone=()), "a zone is an empty list"),
        (Forbid(zone=(0, 1)), "[0, 1] is no zone; a zone is a name, or a list of cells such as [[0, 0], [0, 1]]"),
        (Forbid(zone=("A", 1.5)), "1.5 is no zone"),
        (Forbid(zone=([0, True],)), "[0, True] is no zone"),
        (Forbid(zone=((0, "A"),)), "[0, 'A'] is no zone"),
        (Forbid(zone=((0, 0), "A")), "a list has the cell [0, 0] beside zones; a zone of one cell is [[0, 0]]"),
        (Forbid(zone=("A", ("Jan", (9, 9)))), "[9, 9] is not a cell of the board"),
        (Cover("rows"), "cover: how many is missing"),
        (Cover("rows", exactly=1, min=1), "exactly is given together with min or max"),
        (Cover("rows", min=3, max=2), "min is 3 and max is 2"),
        (Cover("rows", max=-1), "max is at least 0, not -1"),
        (
            Cover("rows", group="rde", min=1),
            "no group is named 'rde'; did you mean 'red'? The groups are all, blue, red",
        ),
        (Cover("rows", group="ell", min=1), "'ell' is a piece, not a group"),
        (Balance(("red", "red"), "rows"), "balance: groups is a list of two different groups"),
        (Balance(("red", "green"), "rows"), "no group is named 'green'"),
        (Balance(("red", "blue"), "rows", -1), "tolerance is at least 0, not -1"),
        (Balance(("red", "blue"), "Q"), "no zone is named 'Q'"),
        (Count("ell"), "count: how many is missing"),
        (Count("elk", min=1), "no piece is named 'elk'; did you mean 'ell'?"),
        (Apart("ell", groups=("red", "blue")), "groups is given together with piece or group"),
        (Apart(groups=("red", "pink")), "no group is named 'pink'"),
        (Apart("ell", touching="sides"), "touching is one of side, corner, not 'sides'"),
        (Border(group="green"), "border: no group is named 'green'"),
        (Symmetric("rotate-45"), "symmetric: no motion is named 'rotate-45'; did you mean 'rotate-"),
        (Symmetric("rotate-90"), "rotate-90 does not keep the board"),
        (Symmetric("rotate-180", "row"), "rotate-180 takes no axis, but axis is 'row'"),
        (Symmetric(((1, 1), (0, 1))), "[[1, 1], [0, 1]], which is not one of the 8 motions of the square lattice"),
        (Symmetric(((1, 0, 0), (0, 1, 0), (0, 0, 1))), "give one of their 2x2 integer matrices"),
        (Symmetric(()), "which is not one of the 8 motions"),
        (Symmetric(((1, 0), (0, 1)), "row"), "a matrix takes no axis"),
    ],
    ids=repr,
)
def test_contradictions_of_a_flat_puzzle(constraint, message):
    refuses(FLAT, constraint, message)


@pytest.mark.parametrize(
    ("puzzle", "constraint", "message"),
    [
        (HEXES, Cover("rows", min=1), "the hexagonal lattice has no rows"),
        (HEXES, Cover("checkerboard", min=1), "the hexagonal lattice has no checkerboard"),
        (HEXES, NoCrossroads(), "crossroads are points of the square lattice, but this puzzle is hexagonal"),
        (CUBES, NoCrossroads(), "but this puzzle is cubic"),
        (HEXES, FaultFree(), "this puzzle is hexagonal"),
        (HEXES, Symmetric("rotate-180"), "give under as an integer matrix on its embedding"),
        (CUBES, Symmetric("rotate-180"), "rotate-180 needs an axis, one of layer, row, column; none is given"),
        (CUBES, Symmetric("flip", "depth"), "flip needs an axis, one of layer, row, column; not 'depth'"),
        (CUBES, Symmetric("inversion", "row"), "inversion takes no axis"),
        (CUBES, Symmetric("rotate-90", "row"), "rotate-90 (row) does not keep the board"),
        (CUBES, Symmetric("flip-vertical"), "no motion is named 'flip-vertical'; the motions are flip, inversion"),
        (CUBES, Border(group="red"), "no group is named 'red'; there are no groups here"),
        (CUBES, Match(), "match: no board cell has a label"),
        (Puzzle(BOARD, ()), Forbid(cells=((0, 0),)), "none of the pieces"),
    ],
    ids=lambda value: getattr(value, "kind", None),
)
def test_contradictions_of_other_puzzles(puzzle, constraint, message):
    refuses(puzzle, constraint, message)


def test_a_motion_must_keep_the_board_by_a_translation_of_the_lattice():
    odd = Puzzle(Board(((0, 0), (0, 1), (1, 0))), (Piece("h", ((0, 0),)),), lattice=HEXAGONAL)
    refuses(odd, Symmetric(((-1, 0), (0, -1))), "does not keep the board")


@pytest.mark.parametrize(
    "constraint",
    [
        Fix("ell", ELL),
        Forbid(zone="Jan"),
        Forbid(group="blue", cells=((0, 1), (0, 2))),
        Cover(("A", ("Jan",)), piece="bar", exactly=0),
        Balance(("red", "blue"), "checkerboard", 3),
        Count(min=0),
        Count("ell", exactly=7),  # more than there are: no arrangement, but no contradiction in terms
        Apart(groups=("red", "blue"), touching="corner"),
        Border(),
        NoCrossroads(),
        FaultFree(),
    ],
    ids=repr,
)
def test_what_makes_sense_is_accepted(constraint):
    constraint.validate(FLAT)


def test_lists_are_kept_as_tuples():
    listed = Fix("ell", [list(cell) for cell in ELL])
    assert listed == Fix("ell", ELL)
    assert hash(listed) == hash(Fix("ell", ELL))
    listed.validate(FLAT)


@pytest.mark.parametrize(
    "puzzle", [Puzzle(BOARD, PIECES, constraints=(Fix("el", ELL),)), Puzzle(Board.box(2, 2), PIECES, match=True)]
)
def test_compiling_refuses_a_contradiction_first(puzzle):
    with pytest.raises(PuzzleError, match=r"no piece is named 'el'|no board cell has a label"):
        compile_puzzle(puzzle)


def test_kinds_are_addressed_by_the_words_of_a_model():
    assert sorted(KINDS) == sorted(
        "fix forbid cover balance count apart border no-crossroads fault-free symmetric".split()
    )
    for kind, made in KINDS.items():
        assert made.kind == kind
        assert typing.get_type_hints(made)
    assert ALIASES == {"zones": "zone"}


def test_the_rules_of_a_puzzle_are_its_constraints_and_match():
    border = Border()
    assert rules(Puzzle(BOARD, PIECES, constraints=(border,))) == (border,)
    assert rules(Puzzle(BOARD, PIECES, constraints=(border,), match=True)) == (border, Match())


def refuses(puzzle, constraint, message):
    with pytest.raises(PuzzleError) as caught:
        constraint.validate(puzzle)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{constraint.kind}: ")
