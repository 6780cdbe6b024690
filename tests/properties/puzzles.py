"""Random small puzzles with random constraints, for Hypothesis."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from tilemodel.compiler import generate_placements
from tilemodel.constraints import KINDS
from tilemodel.constraints.symmetric import AXIAL_MOTIONS, FLAT_MOTIONS
from tilemodel.constraints.zones import FAMILIES
from tilemodel.errors import PuzzleError
from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, SQUARE, TRIANGULAR, Cell, Lattice
from tilemodel.puzzle import ORIENTATIONS, Board, Piece, Puzzle, block
from tilemodel.symmetry import board_motion

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


WHICH = st.sampled_from([{}, {"piece": "P0"}, {"group": "red"}])
AMOUNTS = st.integers(0, 4).map(lambda n: {"exactly": n}) | st.sampled_from(
    [{"min": 1}, {"max": 2}, {"min": 1, "max": 3}]
)
OFTEN = st.sampled_from([*sorted(KINDS), "cover", "balance", "balance", "symmetric"])
"""Kinds, those more often that seldom fit the puzzle."""
TWO_GROUPS = st.just({"groups": ("red", "blue")})
TOUCHING = st.sampled_from([{"touching": "side"}, {"touching": "corner"}])
FLAT_WORDS = st.sampled_from(sorted(FLAT_MOTIONS)).map(lambda word: {"under": word})
AXIAL_WORDS = st.tuples(st.sampled_from(AXIAL_MOTIONS), st.sampled_from(CUBIC.axes)).map(
    lambda pair: {"under": pair[0], "axis": pair[1]}
)


def _zone(draw, puzzle: Puzzle) -> dict:
    """A family by its name, some cells, or a list of two such zones."""

    board, lattice = puzzle.board, puzzle.lattice

    def cells() -> tuple[Cell, ...]:
        return tuple(draw(st.lists(st.sampled_from(board.cells), min_size=1, max_size=4, unique=True)))

    match draw(st.integers(0, 2)):
        case 0:
            return {"zone": draw(st.sampled_from(FAMILIES if lattice.drawable else ["A", "checkerboard"]))}
        case 1:
            return {"zone": cells()}
        case _:
            return {"zone": (cells(), cells())}


def _placement(draw, puzzle: Puzzle) -> dict:
    """Some piece in some place; of a board with no room, a cell that no piece lies on."""
    placements = generate_placements(puzzle)
    if not len(placements):
        return {"piece": "P0", "cells": puzzle.board.cells[:1]}
    k = draw(st.integers(0, len(placements) - 1))
    return {"piece": puzzle.pieces[placements.piece[k]].name, "cells": placements.cells_of(k)}


def _under(draw, puzzle: Puzzle) -> dict:
    """A motion, by a word where the lattice has words for it, or by its matrix."""
    words = {SQUARE: FLAT_WORDS, CUBIC: AXIAL_WORDS}.get(puzzle.lattice)
    if words is not None and draw(st.booleans()):
        return draw(words)
    kept = [m for m in puzzle.lattice.point_group if board_motion(puzzle, m) is not None]
    return {"under": draw(st.sampled_from(kept))}


@st.composite
def constraints(draw, puzzle: Puzzle):
    """A constraint of a random kind, or None where the draw makes no sense for the puzzle."""
    kind = draw(OFTEN)
    keys: dict = {}
    match kind:
        case "fix":
            keys = _placement(draw, puzzle)
        case "forbid":
            keys = _placement(draw, puzzle) if draw(st.booleans()) else draw(WHICH) | _zone(draw, puzzle)
        case "cover":
            keys = draw(WHICH) | draw(AMOUNTS) | _zone(draw, puzzle)
        case "balance":
            keys = draw(TWO_GROUPS) | _zone(draw, puzzle) | {"tolerance": draw(st.integers(0, 2))}
        case "count":
            keys = draw(WHICH) | draw(AMOUNTS)
        case "apart":
            keys = draw(WHICH | TWO_GROUPS) | draw(TOUCHING)
        case "border":
            keys = draw(WHICH)
        case "symmetric":
            keys = _under(draw, puzzle)
    try:
        constraint = KINDS[kind](**keys)
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
