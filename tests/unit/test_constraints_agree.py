"""Each kind's lowering against its definition, on every arrangement of tiny boards, on every lattice."""

from __future__ import annotations

import pytest
from constraints_tools import agreed

from tilemodel.compiler import generate_placements
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
from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, TRIANGULAR
from tilemodel.puzzle import Board, Piece, Puzzle


def some(name, cells, group, maximum=None, **rest):
    """A piece that may be used as often as wanted."""
    return Piece(name, tuple(cells), minimum=0, maximum=maximum, groups=(group,), **rest)


PAIR, SINGLE = [(0, 0), (0, 1)], [(0, 0)]
CORNER, LONG = [(0, 0), (0, 1), (1, 0)], [(0, 0), (0, 1), (0, 2)]
SPLIT = [(0, 0), (0, 2)]  # not connected

DOMINOES = (some("R", PAIR, "red"), some("B", PAIR, "blue"))
MIXED = (some("R", PAIR, "red"), some("V", CORNER, "blue", 2), some("S", SINGLE, "red", 2), some("G", SPLIT, "blue"))


def holey() -> Board:
    drawn = Board.draw("#?##\nA?.#\nA##?")
    return Board(drawn.cells, drawn.labels, drawn.optional, {"top": (0, 0), "end": (2, 3)})


def hexagons() -> Puzzle:
    cells = [(q, r) for q in range(3) for r in range(3) if (q, r) != (0, 0)]
    return Puzzle(
        Board(tuple(cells), optional=frozenset(cells[:3])),
        (some("R", [(0, 0), (1, 0)], "red"), some("B", SINGLE, "blue", 2)),
        lattice=HEXAGONAL,
    )


def triangles() -> Puzzle:
    cells = [(x, y, z) for x in range(3) for y in range(3) for z in (0, 1) if x + y + z < 3]
    pieces = (some("R", [(0, 0, 0), (0, 0, 1)], "red"), some("B", [(0, 0, 0)], "blue", 2))
    return Puzzle(Board(tuple(cells), optional=frozenset(cells[2:6])), pieces, lattice=TRIANGULAR)


def balls() -> Puzzle:
    cells = [c for c in ((x, y, z) for x in range(3) for y in range(3) for z in range(2)) if sum(c) % 2 == 0]
    pieces = (some("R", [(0, 0, 0), (1, 1, 0)], "red"), some("B", [(0, 0, 0)], "blue", 2))
    return Puzzle(Board(tuple(cells), optional=frozenset(cells[:4])), pieces, lattice=FCC)


def cubes() -> Puzzle:
    board = Board.box(2, 2, 3)
    pieces = (some("R", [(0, 0, 0), (0, 0, 1)], "red"), some("B", [(0, 0, 0), (0, 0, 1), (0, 1, 0)], "blue", 2))
    return Puzzle(Board(board.cells, optional=frozenset({(0, 0, 0), (1, 1, 2)})), pieces, lattice=CUBIC)


PUZZLES = {
    "dominoes 3x4": Puzzle(Board.box(3, 4), DOMINOES),
    "one row": Puzzle(Board.box(1, 6, optional=True), MIXED),
    "holes": Puzzle(holey(), MIXED),
    "all optional 2x3": Puzzle(Board.box(2, 3, optional=True), MIXED),
    "hexagons": hexagons(),
    "triangles": triangles(),
    "balls": balls(),
    "cubes": cubes(),
    "cube": Puzzle(Board.box(2, 2, 2), cubes().pieces, lattice=CUBIC),
}
FLAT_SQUARES = ("dominoes 3x4", "one row", "holes", "all optional 2x3")
EVERYWHERE = (
    Forbid(group="red", zone="ZONE"),
    Forbid(zone="ZONE"),
    Cover(group="red", zone="ZONE", exactly=2),
    Cover(zone="ZONE", min=1, max=2),
    Balance(("red", "blue"), zone="ZONE"),
    Balance(("red", "blue"), zone="ZONE", tolerance=1),
    Count(piece="R", min=1, max=2),
    Count(group="blue", exactly=1),
    Count(max=3),
    Border(),
    Border(group="blue"),
    Apart(),
    Apart(piece="R"),
    Apart(group="red", touching="corner"),
    Apart(groups=("red", "blue")),
    Apart(groups=("blue", "red"), touching="corner"),
)


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("constraint", EVERYWHERE, ids=repr)
def test_on_every_lattice(name, constraint):
    puzzle = PUZZLES[name]
    if getattr(constraint, "zone", None):
        first, last = puzzle.board.cells[:3], puzzle.board.cells[-2:]
        constraint = type(constraint)(**{**vars(constraint), "zone": (first, last)})
    agreed(with_constraints(puzzle, constraint))


@pytest.mark.parametrize("name", [*FLAT_SQUARES, "cubes"])
@pytest.mark.parametrize(
    "constraint",
    [
        FaultFree(),
        Cover(group="red", zone="rows", max=2),
        Cover(group="blue", zone=("columns", "checkerboard"), max=2),
        Balance(("red", "blue"), zone="checkerboard", tolerance=1),
    ],
    ids=repr,
)
def test_on_squares_and_cubes(name, constraint):
    agreed(with_constraints(PUZZLES[name], constraint))


@pytest.mark.parametrize("name", FLAT_SQUARES)
def test_no_crossroads(name):
    agreed(with_constraints(PUZZLES[name], NoCrossroads()))


@pytest.mark.parametrize(
    "board", [Board.box(2, 2, optional=True), Board.draw("???\n###\n##?"), Board.draw("##.\n###\n.##")]
)
def test_no_crossroads_where_points_are_met_by_few_or_empty_cells(board):
    puzzle = Puzzle(board, (some("S", SINGLE, "red"), some("D", PAIR, "red"), some("X", [(0, 0), (1, 1)], "blue")))
    assert agreed(with_constraints(puzzle, NoCrossroads()))


FIXES = [
    ("dominoes 3x4", "R", [(0, 1), (0, 2)]),
    ("holes", "V", [(0, 0), (0, 1), (1, 0)]),
    ("holes", "S", [(2, 3)]),  # may stay empty
    ("holes", "G", [(0, 1), (0, 3)]),
    ("all optional 2x3", "R", [(0, 1), (1, 1)]),
    ("all optional 2x3", "V", [(0, 1), (1, 1), (1, 2)]),
    ("hexagons", "B", [(2, 2)]),
    ("triangles", "R", [(0, 1, 0), (0, 1, 1)]),
    ("balls", "R", [(0, 0, 0), (0, 1, 1)]),
    ("cubes", "B", [(0, 0, 0), (0, 1, 0), (1, 0, 0)]),
]


@pytest.mark.parametrize(("name", "piece", "cells"), FIXES)
@pytest.mark.parametrize("copies", [(0, 1), (1, 1), (0, 2), (2, 2), (0, None), (0, 0)])
def test_fix_and_forbid_for_each_number_of_copies(name, piece, cells, copies):
    puzzle = PUZZLES[name]
    pieces = tuple(Piece(p.name, p.cells, *copies, groups=p.groups) if p.name == piece else p for p in puzzle.pieces)
    puzzle = Puzzle(puzzle.board, pieces, lattice=puzzle.lattice)
    free = agreed(puzzle)
    fixed = agreed(with_constraints(puzzle, Fix(piece, tuple(cells))))
    barred = agreed(with_constraints(puzzle, Forbid(piece=piece, cells=tuple(cells))))
    assert sorted(fixed + barred) == sorted(free)


def test_fix_of_two_copies_on_different_and_on_overlapping_cells():
    puzzle = PUZZLES["all optional 2x3"]
    left, middle, right = (Fix("R", ((0, c), (1, c))) for c in range(3))
    assert agreed(with_constraints(puzzle, left, right))
    assert agreed(with_constraints(puzzle, left, middle, right)) == agreed(
        with_constraints(puzzle, right, left, middle)
    )
    assert agreed(with_constraints(puzzle, left, Fix("R", ((0, 0), (0, 1))))) == []


UNDER = [
    ("dominoes 3x4", Symmetric("rotate-180")),
    ("dominoes 3x4", Symmetric("flip-horizontal")),
    ("dominoes 3x4", Symmetric("flip-vertical")),
    ("dominoes 3x4", Symmetric(((-1, 0), (0, -1)))),
    ("one row", Symmetric("flip-horizontal")),
    ("one row", Symmetric("flip-vertical")),  # moves nothing
    ("all optional 2x3", Symmetric("rotate-180")),
    ("triangles", Symmetric(((0, 1), (1, 0)))),
    ("balls", Symmetric(((0, 1, 0), (1, 0, 0), (0, 0, 1)))),
    ("cubes", Symmetric("rotate-180", "layer")),
    ("cube", Symmetric("rotate-90", "column")),
    ("cube", Symmetric("rotate-90", "row")),
    ("cubes", Symmetric("flip", "column")),
    ("cubes", Symmetric("inversion")),
]


@pytest.mark.parametrize(("name", "constraint"), UNDER, ids=repr)
def test_symmetric_alone_and_with_others(name, constraint):
    """On ``cubes`` some motions do not keep which cells may stay empty, which they need not."""
    puzzle = PUZZLES[name]
    assert agreed(with_constraints(puzzle, constraint))
    agreed(with_constraints(puzzle, constraint, Count(group="blue", max=1)))
    agreed(
        with_constraints(
            puzzle, constraint, Apart(group="red"), Cover(piece="R", zone=(puzzle.board.cells[:4],), min=1)
        )
    )


def test_symmetric_under_two_motions_at_once():
    puzzle = Puzzle(Board.box(4, 4), DOMINOES)
    both = agreed(with_constraints(puzzle, Symmetric("rotate-90"), Count(group="red", exactly=4)))
    assert both
    agreed(with_constraints(PUZZLES["dominoes 3x4"], Symmetric("flip-horizontal"), Symmetric("flip-vertical")))


def test_symmetric_with_a_piece_that_has_no_mirror_image():
    ess = some("S", [(0, 1), (0, 2), (1, 0), (1, 1)], "red", orientations="one-sided")
    puzzle = Puzzle(Board.box(2, 3, optional=True), (ess, some("D", PAIR, "red")))
    mirrored = agreed(with_constraints(puzzle, Symmetric("flip-horizontal")))
    assert any(4 in sizes(puzzle, chosen) for chosen in agreed(puzzle))
    assert not any(4 in sizes(puzzle, chosen) for chosen in mirrored)
    assert any(4 in sizes(puzzle, chosen) for chosen in agreed(with_constraints(puzzle, Symmetric("rotate-180"))))


@pytest.mark.parametrize("groups", [("red", "blue"), ("blue", "red")])
@pytest.mark.parametrize("touching", ["side", "corner"])
def test_apart_with_a_piece_in_both_groups(groups, touching):
    """Two copies of it keep apart from each other too; one copy does not touch itself."""
    both = Piece("B", ((0, 0), (0, 1)), 0, None, groups=("red", "blue"))
    puzzle = Puzzle(Board.box(2, 3, optional=True), (both, some("R", SINGLE, "red"), some("W", SINGLE, "white")))
    kept = agreed(with_constraints(puzzle, Apart(groups=groups, touching=touching)))
    assert kept


def test_apart_where_only_two_placements_could_touch():
    pair = Puzzle(Board.box(1, 2, optional=True), (some("S", SINGLE, "red"),))
    for touching in ("side", "corner"):
        assert sorted(map(len, agreed(with_constraints(pair, Apart(touching=touching))))) == [0, 1, 1]


MATCHED = {
    "squares": Puzzle(
        Board.draw("AB?\nBA#\n"),
        (
            Piece.draw("D", "AB", minimum=0, maximum=None),
            Piece.draw("E", "A#", minimum=0, maximum=None, orientations="one-sided"),
            Piece.draw("V", "B#\n#.", minimum=0, maximum=None, orientations="fixed"),
            Piece.draw("P", "##", minimum=0, maximum=1),
            Piece.draw("Z", "Z", minimum=0, maximum=None),
        ),
        match=True,
    ),
    "triangles": Puzzle(
        Board(
            triangles().board.cells,
            {cell: "AB"[(cell[0] + cell[2]) % 2] for cell in triangles().board.cells[1:]},
            frozenset(triangles().board.cells[:4]),
        ),
        (
            Piece("T", ((0, 0, 0), (0, 0, 1), (1, 0, 0)), 0, None, labels={(0, 0, 0): "A", (1, 0, 0): "B"}),
            Piece("R", ((0, 0, 0), (0, 0, 1)), 0, None, labels={(0, 0, 1): "A"}),
            Piece("S", ((0, 0, 0),), 0, 2),
        ),
        lattice=TRIANGULAR,
        match=True,
    ),
    "cubes": Puzzle(
        Board.draw("ABA\nBAB\n\nBAB\nABA", CUBIC),
        (
            Piece.draw("V", "BA\n#.", CUBIC, minimum=0, maximum=None),
            Piece.draw("W", "AB\nB.", CUBIC, minimum=0, maximum=None),
            Piece.draw("D", "#B", CUBIC, minimum=0, maximum=2),
        ),
        lattice=CUBIC,
        match=True,
    ),
    "balls": Puzzle(
        Board(balls().board.cells, {c: "A" for c in balls().board.cells if c[2] == 0}, balls().board.optional),
        (Piece("R", ((0, 0, 0), (1, 1, 0)), 0, None, labels={(0, 0, 0): "A"}), Piece("S", ((0, 0, 0),), 0, 3)),
        lattice=FCC,
        match=True,
    ),
}


@pytest.mark.parametrize("name", MATCHED)
def test_match(name):
    puzzle = MATCHED[name]
    kept = agreed(puzzle)
    free = agreed(Puzzle(puzzle.board, puzzle.pieces, lattice=puzzle.lattice))
    assert 0 < len(kept) < len(free)


def with_constraints(puzzle: Puzzle, *constraints) -> Puzzle:
    return Puzzle(puzzle.board, puzzle.pieces, lattice=puzzle.lattice, constraints=constraints, match=puzzle.match)


def sizes(puzzle: Puzzle, chosen) -> list[int]:
    placements = generate_placements(puzzle)
    return [len(placements.indices(k)) for k in chosen]
