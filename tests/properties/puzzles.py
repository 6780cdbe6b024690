"""Random small puzzles with random constraints, for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from tilemodel.constraints import KINDS
from tilemodel.errors import PuzzleError
from tilemodel.lattice import CUBIC, SQUARE, Lattice
from tilemodel.puzzle import ORIENTATIONS, Board, Piece, Puzzle, block

SIZES = {SQUARE: [(1, 5), (2, 3), (2, 4), (3, 3), (3, 4)], CUBIC: [(1, 2, 3), (2, 2, 2), (2, 2, 3)]}


@st.composite
def boards(draw, lattice: Lattice) -> Board:
    cells = list(block(draw(st.sampled_from(SIZES[lattice]))))
    removed = draw(st.sets(st.sampled_from(cells), max_size=2))
    kept = [cell for cell in cells if cell not in removed]
    optional = draw(st.one_of(st.just(set()), st.just(set(kept)), st.sets(st.sampled_from(kept), max_size=3)))
    labelled = draw(st.sets(st.sampled_from(kept), max_size=3))
    return Board(tuple(kept), labels=dict.fromkeys(labelled, "A"), optional=frozenset(optional))


@st.composite
def pieces(draw, lattice: Lattice, number: int) -> Piece:
    near = block((2, 3) if lattice is SQUARE else (2, 2, 2))
    cells = draw(st.sets(st.sampled_from(near), min_size=1, max_size=4))
    minimum = draw(st.integers(0, 2))
    maximum = draw(st.sampled_from([None, minimum, minimum + 1, minimum + 2]))
    return Piece(
        f"P{number}",
        tuple(cells),
        minimum=minimum,
        maximum=maximum,
        orientations=draw(st.sampled_from([None, *ORIENTATIONS])),
        groups=draw(st.sampled_from([(), ("red",), ("blue",), ("red", "blue")])),
        labels={cell: "A" for cell in cells if draw(st.integers(0, 5)) == 0},
    )


def _zones(board: Board) -> st.SearchStrategy:
    cells = st.lists(st.sampled_from(board.cells), min_size=1, max_size=4, unique=True).map(tuple)
    return st.one_of(
        st.sampled_from(["A", "rows", "columns", "layers", "checkerboard"]),
        cells,
        st.lists(cells, min_size=1, max_size=2).map(tuple),
    )


@st.composite
def constraints(draw, puzzle: Puzzle):
    """A constraint of a random kind, or None where the draw makes no sense for the puzzle."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    made = KINDS[kind]
    which = draw(st.sampled_from([{}, {"piece": "P0"}, {"group": "red"}]))
    amount = draw(st.sampled_from([{"exactly": draw(st.integers(0, 4))}, {"min": 1}, {"max": 2}, {"min": 1, "max": 3}]))
    cells = tuple(draw(st.lists(st.sampled_from(puzzle.board.cells), min_size=1, max_size=4, unique=True)))
    zone = draw(_zones(puzzle.board))
    motions = ("rotate-180", "rotate-90", "flip-horizontal", "flip-vertical", "transpose", "flip", "inversion")
    axis = draw(st.sampled_from([None, "layer", "row", "column"])) if puzzle.lattice is CUBIC else None
    arguments = {
        "fix": {"piece": "P0", "cells": cells},
        "forbid": {**which, **draw(st.sampled_from([{"cells": cells}, {"zone": zone}]))},
        "cover": {**which, **amount, "zone": zone},
        "balance": {"groups": ("red", "blue"), "zone": zone, "tolerance": draw(st.integers(0, 2))},
        "count": {**which, **amount},
        "apart": {
            **draw(st.sampled_from([which, {"groups": ("red", "blue")}])),
            "touching": draw(st.sampled_from(["side", "corner"])),
        },
        "border": which,
        "no-crossroads": {},
        "fault-free": {},
        "symmetric": {"under": draw(st.sampled_from(motions)), **({"axis": axis} if axis else {})},
    }[kind]
    try:
        constraint = made(**arguments)
        constraint.validate(puzzle)
    except PuzzleError:
        return None
    return constraint


@st.composite
def puzzles(draw, with_constraints: bool = True) -> Puzzle:
    lattice = draw(st.sampled_from([SQUARE, SQUARE, CUBIC]))
    board = draw(boards(lattice))
    plain = Puzzle(
        board,
        tuple(draw(pieces(lattice, i)) for i in range(draw(st.integers(1, 3)))),
        lattice=lattice,
        symmetry=draw(st.sampled_from([None, "full", "rotations"])),
        match=draw(st.integers(0, 4)) == 0 and bool(board.labels),
    )
    if not with_constraints:
        return plain
    drawn = [draw(constraints(plain)) for _ in range(draw(st.integers(0, 3)))]
    return Puzzle(
        plain.board,
        plain.pieces,
        lattice=lattice,
        symmetry=plain.symmetry,
        match=plain.match,
        constraints=tuple(c for c in drawn if c is not None),
    )
