"""Random small puzzles with random constraints, several at once: definition, lowering and instance agree."""

from __future__ import annotations

import pytest
from constraints_tools import agreed
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tilemodel.compiler import compile_puzzle
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
from tilemodel.constraints.symmetric import FLAT_MOTIONS
from tilemodel.errors import PuzzleError
from tilemodel.lattice import CUBIC, FCC, HEXAGONAL, TRIANGULAR
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.symmetry import symmetry_group

SHAPES = ("#", "##", "###", "##\n#.", "#.#", "#.\n.#", "##\n##", "A#", "AB")
GROUPS = st.sampled_from([("red",), ("blue",), ("red", "blue"), ()])
ZONES = st.sampled_from(["A", "B", "rows", "columns", "checkerboard", ("A", "B"), ("rows", "A"), ((0, 0), (0, 1))])
SELECTORS = st.sampled_from([{}, {"group": "red"}, {"group": "blue"}, {"piece": "p0"}])
TOUCHING = st.sampled_from(["side", "corner"])
PAIRS = st.sampled_from([("red", "blue"), ("blue", "red")])
SMALL = st.integers(0, 4)


@st.composite
def constraints(draw) -> object:
    kind = draw(st.integers(0, 10))
    such = draw(SELECTORS)
    match kind:
        case 0:
            return Forbid(zone=draw(ZONES), **such)
        case 1:
            low = draw(SMALL)
            return Cover(zone=draw(ZONES), min=low, max=low + draw(SMALL), **such)
        case 2:
            return Cover(zone=draw(ZONES), exactly=draw(SMALL), **such)
        case 3:
            return Balance(groups=draw(PAIRS), zone=draw(ZONES), tolerance=draw(SMALL))
        case 4:
            return Count(max=draw(SMALL), **such)
        case 5:
            return Apart(touching=draw(TOUCHING), **such)
        case 6:
            return Apart(groups=draw(PAIRS), touching=draw(TOUCHING))
        case 7:
            return draw(st.sampled_from([Border(**such), NoCrossroads(), FaultFree()]))
        case 8:
            return Symmetric(draw(st.sampled_from(sorted(FLAT_MOTIONS))))
        case 9:
            return Fix("p0", draw(st.sampled_from([((0, 0),), ((0, 0), (0, 1)), ((0, 0), (0, 1), (1, 0))])))
        case _:
            return Forbid("p0", cells=draw(st.sampled_from([((0, 0),), ((0, 0), (0, 1))])))


@st.composite
def puzzles(draw) -> Puzzle:
    rows, columns = draw(st.sampled_from([(2, 3), (3, 3), (2, 4), (1, 6)]))
    drawing = "\n".join("".join(draw(st.sampled_from("##AB?.")) for _ in range(columns)) for _ in range(rows))
    assume("A" in drawing and "B" in drawing and drawing.strip(".\n"))
    pieces = []
    for i, shape in enumerate(draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3))):
        low = draw(st.integers(0, 1))
        high = draw(st.sampled_from([low, low + 1, None]))
        kept = draw(st.sampled_from(["free", "one-sided", "fixed"]))
        groups = draw(GROUPS)
        pieces.append(Piece.draw(f"p{i}", shape, minimum=low, maximum=high, orientations=kept, groups=groups))
    rules = draw(st.lists(constraints(), max_size=2))
    drawn = Board.draw(drawing)
    optional = frozenset(drawn.cells) if draw(st.booleans()) else drawn.optional
    return Puzzle(
        Board(drawn.cells, drawn.labels, optional), tuple(pieces), constraints=rules, match=draw(st.booleans())
    )


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(puzzles())
def test_definition_lowering_and_instance_agree(puzzle):
    try:
        for rule in puzzle.constraints:
            rule.validate(puzzle)
    except PuzzleError:
        assume(False)
    agreed(puzzle)


BOARDS = {
    "square": (Puzzle(Board.box(3, 3), (Piece("a", ((0, 0), (0, 1)), 0, None, groups=("red",)),)), 8),
    "holes": (Puzzle(Board.draw("?##\n#.#\n##?"), (Piece("a", ((0, 0), (0, 1)), 0, None, groups=("red",)),)), 4),
    "cube": (Puzzle(Board.box(2, 2, 2), (Piece("a", ((0, 0, 0), (0, 0, 1)), 0, None),), lattice=CUBIC), 24),
    "hexagon": (
        Puzzle(
            Board(tuple((q, r) for q in (-1, 0, 1) for r in (-1, 0, 1) if -2 < q + r < 2)),
            (Piece("a", ((0, 0), (0, 1)), 0, None), Piece("b", ((0, 0),))),
            lattice=HEXAGONAL,
        ),
        12,
    ),
    "triangle": (
        Puzzle(
            Board(tuple((x, y, z) for x in range(3) for y in range(3) for z in (0, 1) if x + y + z < 3)),
            (Piece("a", ((0, 0, 0),), 0, None), Piece("b", ((0, 0, 1), (1, 0, 0)), 0, None)),
            lattice=TRIANGULAR,
        ),
        6,
    ),
    "octahedron": (
        Puzzle(
            Board(((1, 0, 1), (0, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 0), (1, 1, 2))),
            (Piece("a", ((0, 0, 0),)),),
            lattice=FCC,
        ),
        24,
    ),
}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(
    "constraint",
    [
        Apart(),
        Apart(touching="corner"),
        Border(),
        Count(max=3),
        NoCrossroads(),
        FaultFree(),
        Cover("checkerboard", min=1),
    ],
    ids=repr,
)
def test_a_rule_without_a_direction_keeps_the_whole_symmetry_group(name, constraint):
    puzzle, order = BOARDS[name]
    ruled = Puzzle(puzzle.board, puzzle.pieces, lattice=puzzle.lattice, constraints=(constraint,))
    try:
        constraint.validate(ruled)
    except PuzzleError:
        pytest.skip("not a rule of this lattice")
    assert len(symmetry_group(compile_puzzle(puzzle))) == order
    assert len(symmetry_group(compile_puzzle(ruled))) == order


@pytest.mark.parametrize(
    ("constraint", "order"),
    [
        (Cover("rows", min=1), 4),
        (Cover(("rows", "columns"), min=1), 8),
        (Cover((((0, 0),), ((0, 0),)), min=1), 2),
        (Forbid(zone=((0, 0), (0, 1))), 1),
        (Forbid(zone="columns"), 8),
        (Fix("a", ((0, 1), (1, 1))), 2),
    ],
    ids=repr,
)
def test_a_rule_with_a_direction_keeps_its_own_symmetries(constraint, order):
    puzzle, _ = BOARDS["square"]
    ruled = Puzzle(puzzle.board, puzzle.pieces, constraints=(constraint,))
    assert len(symmetry_group(compile_puzzle(ruled))) == order
