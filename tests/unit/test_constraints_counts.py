"""Known numbers of arrangements under constraints, in all and up to symmetry.

They come from plain enumerations made elsewhere, and are searched here without any solver.
"""

from __future__ import annotations

import pytest
from constraints_tools import Chosen, agreed, arrangements

from tilemodel.compiler import compile_puzzle, generate_placements
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
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.solution import decode
from tilemodel.symmetry import symmetry_group

DOMINO = (Piece.draw("D", "##", minimum=0, maximum=None),)
RED_AND_BLUE = tuple(
    Piece.draw(name, "##", minimum=0, maximum=None, groups=(group,)) for name, group in (("R", "red"), ("B", "blue"))
)
DRAWINGS = {
    "F": (".##\n##.\n.#.", "red"),
    "I": ("#####", "red"),
    "L": ("####\n#...", "blue"),
    "N": ("##..\n.###", "red"),
    "P": ("##\n##\n#.", "blue"),
    "T": ("###\n.#.\n.#.", "red"),
    "U": ("#.#\n###", "blue"),
    "V": ("###\n#..\n#..", "red"),
    "W": ("#..\n##.\n.##", "blue"),
    "X": (".#.\n###\n.#.", "red"),
    "Y": ("####\n.#..", "blue"),
    "Z": ("##.\n.#.\n.##", "blue"),
}
PENTOMINOES = tuple(Piece.draw(n, drawing, minimum=0, groups=(group,)) for n, (drawing, group) in DRAWINGS.items())
TEE = (Piece.draw("T4", "###\n.#.", minimum=0, maximum=None),)
P_CELLS = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
TOP_ROW = tuple((0, c) for c in range(5))
CHECKERED = tuple(Piece.draw(n, d, minimum=0, maximum=None) for n, d in (("D", "BW"), ("E", "WW"), ("F", "BB")))


@pytest.mark.parametrize(
    ("size", "pieces", "constraints", "solutions", "distinct"),
    [
        ((4, 4), RED_AND_BLUE, (Apart(group="red"), Count(group="red", min=2)), 862, 120),
        ((4, 5), PENTOMINOES, (Balance(("red", "blue"), "checkerboard"),), 72, 18),
        ((4, 4), RED_AND_BLUE, (Balance(("red", "blue"), "rows"),), 326, 104),
        ((4, 4), RED_AND_BLUE, (Cover("rows", group="red", exactly=2),), 326, 104),
        ((5, 5), PENTOMINOES, (Border(group="red"),), 776, 97),
        ((4, 5), PENTOMINOES, (Count(group="red", exactly=1),), 76, 19),
        ((4, 5), PENTOMINOES, (Fix("P", P_CELLS),), 6, 6),
        ((4, 5), PENTOMINOES, (Forbid(piece="I", cells=TOP_ROW),), 172, 86),
        ((4, 5), DOMINO, (NoCrossroads(),), 3, 2),
        ((5, 6), DOMINO, (FaultFree(),), 6, 2),
        ((4, 8), TEE, (Symmetric("rotate-180"),), 4, 2),
    ],
)
def test_numbers_of_arrangements(size, pieces, constraints, solutions, distinct):
    puzzle = Puzzle(Board.box(*size), pieces, constraints=constraints)
    assert judge(puzzle, agreed(puzzle)) == (solutions, distinct)


def test_matching_dominoes():
    """Every placement is judged alone, which is all that matching asks."""
    puzzle = Puzzle(Board.draw("BWBW\nWBWB\nBWBW\nBWBW"), CHECKERED, match=True)
    placements, rule = generate_placements(puzzle), Match()
    dropped = set(rule.lower(puzzle, placements).dropped)
    matched = [k for k in range(len(placements)) if rule.holds(puzzle, decode(placements, [k]))]
    assert matched == [k for k in range(len(placements)) if k not in dropped]
    assert judge(puzzle, list(arrangements(placements, matched))) == (36, 36)


def judge(puzzle: Puzzle, kept: list[Chosen]) -> tuple[int, int]:
    """How many different arrangements these are, and how many orbits they make."""
    placements = generate_placements(puzzle)
    found = {frozenset((placements.piece[k], tuple(placements.indices(k))) for k in chosen) for chosen in kept}
    group = symmetry_group(compile_puzzle(puzzle))
    orbits = {
        frozenset(
            frozenset((s.pieces[p], tuple(sorted(s.cells[i] for i in cells))) for p, cells in arrangement)
            for s in group
        )
        for arrangement in found
    }
    return len(found), len(orbits)
