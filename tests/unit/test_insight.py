"""What is said before any search is true, whatever the puzzle."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilemodel as tm
from tilemodel.compiler import compile_puzzle
from tilemodel.constraints import Forbid
from tilemodel.insight import findings
from tilemodel.reach import reachable_counts


def said(puzzle: tm.Puzzle) -> list:
    return findings(compile_puzzle(puzzle))


def refuted_by(puzzle: tm.Puzzle) -> set[str]:
    return {finding.kind for finding in said(puzzle) if finding.proves_impossible}


# Sums.

MARKS = st.lists(
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any), min_size=0, max_size=3), min_size=1, max_size=3
)
COPIES = st.tuples(st.integers(0, 2), st.one_of(st.none(), st.integers(0, 3)))


@settings(max_examples=60, deadline=None)
@given(MARKS, st.data())
def test_reachable_counts_are_those_of_all_choices(marks, data):
    copies = []
    for _ in marks:
        lo, more = data.draw(COPIES)
        copies.append((lo, None if more is None else lo + more))
    most = data.draw(st.tuples(st.integers(0, 6), st.integers(0, 6)))
    sums = reachable_counts(marks, copies, most)
    totals = {(0, 0)}
    for options, (lo, hi) in zip(marks, copies, strict=True):
        ways = set()
        for number in range(lo, 13 if hi is None else hi + 1):
            for chosen in itertools.combinations_with_replacement(sorted(options), number):
                ways.add((sum(a for a, _ in chosen), sum(b for _, b in chosen)))
        totals = {(a + c, b + d) for a, b in totals for c, d in ways if a + c <= most[0] and b + d <= most[1]}
    assert {pair for pair in itertools.product(range(most[0] + 1), range(most[1] + 1)) if pair in sums} == totals


def test_far_too_large_sums_are_left_alone():
    assert reachable_counts([{(1, 1)}], [(0, None)], (10**6, 10**6)) is None
    assert reachable_counts([{(1, 2), (2, 1)}], [(0, None)], (10**4, 10**4)) is None
    assert (0, 10**6 - 1) in reachable_counts([{(0, 3)}], [(0, None)], (0, 10**6))


# Famous arguments.


@pytest.mark.parametrize(
    "model, kind",
    [
        ("mutilated-chessboard", "colour"),
        ("tetrominoes-4x5", "colour"),
        ("t-tetrominoes-10x10", "colour"),
        ("a-puzzle-a-day", "area"),
    ],
)
def test_famous_refutations(model, kind):
    assert kind in refuted_by(tm.load(model))


def one(name, drawing, **rest):
    return tm.Piece.draw(name, drawing, **rest)


def test_areas_that_no_copies_add_up_to():
    pieces = (one("A", "###", minimum=0, maximum=None), one("B", "######", minimum=0, maximum=None))
    assert "area" in refuted_by(tm.Puzzle(tm.Board.box(1, 10), pieces))
    assert not refuted_by(tm.Puzzle(tm.Board.draw("#########?"), pieces))


def test_cells_that_nothing_covers():
    board = "####\n...."
    stuck = tm.Puzzle(tm.Board.draw("##\n##\n.#"), (one("L", "###\n#..", orientations="fixed"),))
    assert "uncovered" in refuted_by(stuck)
    may = tm.Puzzle(tm.Board.draw("##.?"), (one("D", "##"),))
    assert not refuted_by(may)
    assert any(f.kind == "uncovered" and "[0, 3]" in f.text for f in said(may))
    assert not any(f.kind == "uncovered" for f in said(tm.Puzzle(tm.Board.draw(board), (one("I", "####"),))))


def test_constraints_count():
    puzzle = tm.Puzzle(tm.Board.box(2, 2), (one("D", "##", minimum=2, maximum=2),))
    assert not refuted_by(puzzle)
    forbidden = (Forbid(zone=((0, 0),)),)
    assert "uncovered" in refuted_by(tm.Puzzle(puzzle.board, puzzle.pieces, constraints=forbidden))


def test_parts_that_do_not_add_up():
    bars = (one("I", "###", minimum=0, maximum=None),)
    assert "parts" in refuted_by(tm.Puzzle(tm.Board.draw("####.#####"), bars))
    assert not refuted_by(tm.Puzzle(tm.Board.draw("###.######"), bars))
    assert not refuted_by(tm.Puzzle(tm.Board.draw("###?.#####?"), bars))


# Never wrong.

SHAPES = ("#", "##", "###", "##\n#.", "#.#", ".#.\n###", "##\n##")
DRAWINGS = st.lists(st.text("##?.", min_size=4, max_size=4), min_size=1, max_size=3).map("\n".join)
BOARDS = DRAWINGS.filter(lambda text: any(c in "#?" for c in text)).map(tm.Board.draw)


@st.composite
def puzzles(draw):
    pieces = []
    for name in "ABC"[: draw(st.integers(1, 3))]:
        least = draw(st.integers(0, 2))
        most = draw(st.one_of(st.none(), st.integers(least, 3)))
        pieces.append(one(name, draw(st.sampled_from(SHAPES)), minimum=least, maximum=most))
    return tm.Puzzle(draw(BOARDS), tuple(pieces))


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_what_is_refuted_has_no_arrangement(puzzle):
    if refuted_by(puzzle):
        assert tm.count(puzzle, backend="reference") == 0


@settings(max_examples=60, deadline=None)
@given(puzzles())
def test_symmetric_arrangements_are_not_refuted_wrongly(puzzle):
    """Where a quotient is searched, options stand for several placements."""
    from tilemodel.constraints import Symmetric
    from tilemodel.errors import PuzzleError

    symmetric = tm.Puzzle(puzzle.board, puzzle.pieces, constraints=(Symmetric(under="rotate-180"),))
    try:
        symmetric.constraints[0].validate(symmetric)
    except PuzzleError:
        return  # the board does not have this symmetry
    if refuted_by(symmetric):
        assert tm.count(symmetric, backend="reference") == 0
