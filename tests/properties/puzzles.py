"""Random small puzzles with random constraints, for Hypothesis."""

from __future__ import annotations

from itertools import product

from hypothesis import assume
from hypothesis import strategies as st

from tilemodel.compiler import generate_placements
from tilemodel.constraints import KINDS
from tilemodel.errors import PuzzleError
from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, SQUARE, TRIANGULAR, Cell, Lattice
from tilemodel.puzzle import ORIENTATIONS, Board, Piece, Puzzle, block

BOARDS: dict[Lattice, list[tuple[Cell, ...]]] = {
    SQUARE: [block(size) for size in [(1, 5), (2, 3), (2, 4), (3, 3), (3, 4)]],
    CUBIC: [block(size) for size in [(1, 2, 3), (2, 2, 2), (2, 2, 3)]],
    HEXAGONAL: [block((2, 3)), tuple((q, r) for q, r in product((-1, 0, 1), repeat=2) if -2 < q + r < 2)],
    TRIANGULAR: [
        tuple((x, y, z) for x, y, z in product((0, 1), repeat=3) if x + y + z < 2),
        tuple((x, y, z) for x, y, z in product((0, 1, 2), (0, 1, 2), (0, 1)) if 0 < x + y + z < 4),
    ],
    FCC: [tuple(cell for cell in product((0, 1, 2), (0, 1, 2), (0, 1)) if sum(cell) % 2 == 0)],
}
NEAR: dict[Lattice, tuple[Cell, ...]] = {
    SQUARE: block((2, 3)),
    CUBIC: block((2, 2, 2)),
    HEXAGONAL: block((2, 2)),
    TRIANGULAR: block((2, 2, 2)),
    FCC: BOARDS[FCC][0],
}
"""Where a piece's cells are drawn from."""


@st.composite
def boards(draw, lattice: Lattice) -> Board:
    cells = list(draw(st.sampled_from(BOARDS[lattice])))
    removed = draw(st.sets(st.sampled_from(cells), max_size=2))
    kept = [cell for cell in cells if cell not in removed]
    optional = draw(st.one_of(st.just(set()), st.just(set(kept)), st.sets(st.sampled_from(kept), max_size=3)))
    labelled = draw(st.sets(st.sampled_from(kept), max_size=3))
    return Board(tuple(kept), labels=dict.fromkeys(labelled, "A"), optional=frozenset(optional))


@st.composite
def pieces(draw, lattice: Lattice, number: int) -> Piece:
    cells = draw(st.sets(st.sampled_from(NEAR[lattice]), min_size=1, max_size=4))
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


def _under(lattice: Lattice) -> st.SearchStrategy:
    """The keys that name a motion: by a word where the lattice has words, else (or also) by its matrix."""
    matrix = st.sampled_from(lattice.point_group).map(lambda m: {"under": m})
    if lattice is SQUARE:
        flat = ("rotate-180", "rotate-90", "flip-horizontal", "flip-vertical", "transpose", "anti-transpose")
        return matrix | st.sampled_from(flat).map(lambda word: {"under": word})
    if lattice is CUBIC:
        axial = st.tuples(st.sampled_from(("rotate-180", "rotate-90", "flip")), st.sampled_from(CUBIC.axes))
        return matrix | axial.map(lambda pair: {"under": pair[0], "axis": pair[1]}) | st.just({"under": "inversion"})
    return matrix


@st.composite
def _placement(draw, puzzle: Puzzle) -> dict:
    """The keys of some piece in some place."""
    placements = generate_placements(puzzle)
    assume(len(placements))
    k = draw(st.integers(0, len(placements) - 1))
    return {"piece": puzzle.pieces[placements.piece[k]].name, "cells": placements.cells_of(k)}


@st.composite
def constraints(draw, puzzle: Puzzle):
    """A constraint of a random kind, or None where the draw makes no sense for the puzzle."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    which = draw(st.sampled_from([{}, {"piece": "P0"}, {"group": "red"}]))
    amount = draw(st.sampled_from([{"exactly": draw(st.integers(0, 4))}, {"min": 1}, {"max": 2}, {"min": 1, "max": 3}]))
    zone = draw(_zones(puzzle.board))
    somewhere = draw(_placement(puzzle)) if kind in ("fix", "forbid") else {}
    arguments = {
        "fix": somewhere,
        "forbid": draw(st.sampled_from([somewhere, {**which, "zone": zone}])),
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
        "symmetric": draw(_under(puzzle.lattice)),
    }[kind]
    try:
        constraint = KINDS[kind](**arguments)
        constraint.validate(puzzle)
    except PuzzleError:
        return None
    return constraint


@st.composite
def puzzles(draw) -> Puzzle:
    lattice = draw(st.sampled_from([SQUARE, SQUARE, SQUARE, CUBIC, CUBIC, HEXAGONAL, TRIANGULAR, FCC]))
    board = draw(boards(lattice))
    plain = Puzzle(
        board,
        tuple(draw(pieces(lattice, i)) for i in range(draw(st.integers(1, 3)))),
        lattice=lattice,
        symmetry=draw(st.sampled_from([None, "full", "rotations"])),
        match=draw(st.integers(0, 4)) == 0 and bool(board.labels),
    )
    drawn = [draw(constraints(plain)) for _ in range(draw(st.integers(0, 6)))]  # about half of them make sense
    return Puzzle(
        plain.board,
        plain.pieces,
        lattice=lattice,
        symmetry=plain.symmetry,
        match=plain.match,
        constraints=tuple(c for c in drawn if c is not None),
    )
