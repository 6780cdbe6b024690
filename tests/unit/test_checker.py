"""Judging whole batches: the same verdicts as one by one, whichever way the cells are counted."""

from __future__ import annotations

import json
from array import array

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tilemodel import checker
from tilemodel.checker import BatchChecker, check_solution
from tilemodel.cli.fragments import Fragments
from tilemodel.compiler import compile_puzzle
from tilemodel.driver import solve
from tilemodel.errors import SolutionError
from tilemodel.formats.solutions import solution_to_dict
from tilemodel.puzzle import Board, Piece, Puzzle
from tilemodel.solution import decode

BAR = Piece.draw("bar", "###")
CORNER = Piece.draw("corner", "##\n#.")
PUZZLES = {
    "each once": Puzzle(Board.box(3, 3), (BAR, CORNER, Piece.draw("angle", "##\n#."))),
    "several copies": Puzzle(Board.box(2, 6), (Piece.draw("D", "##", minimum=1, maximum=4), CORNER, BAR)),
    "cells that may stay empty": Puzzle(
        Board.box(3, 3, optional=True),
        (Piece.draw("D", "##", minimum=0, maximum=None), Piece.draw("dot", "#", minimum=0, maximum=1)),
    ),
    "more than a word": Puzzle(Board.box(7, 8), (Piece.draw("D", "##", minimum=0, maximum=None),)),
}
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)


def batch(selections):
    offsets, chosen = array("i", [0]), array("i")
    for selection in selections:
        chosen.extend(selection)
        offsets.append(len(chosen))
    return offsets, chosen


@every_puzzle
@pytest.mark.parametrize("words", [checker._MOST_WORDS, 0], ids=["by bits", "by counting"])
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_batch_is_refused_just_where_one_of_it_is_wrong(puzzle, words, data):
    placements = compile_puzzle(puzzle).placements
    right = [
        [next(k for k in range(len(placements)) if placed == decode(placements, [k]).placements[0]) for placed in found]
        for found in (s.placements for s in solve(puzzle, limit=5))
    ]
    selections = data.draw(st.lists(st.sampled_from(right), min_size=1, max_size=4))
    changed = [list(s) for s in selections]
    for change in data.draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=3)):
        selection = changed[change[0] % len(changed)]
        k = data.draw(st.integers(0, len(placements) - 1))
        if change[1] == 0:
            selection.append(k)
        elif selection and change[1] == 1:
            selection.pop()
        elif selection:
            selection[change[1] % len(selection)] = k
    wrong = any(check_solution(puzzle, decode(placements, s)) for s in changed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "_MOST_WORDS", words)
        judge = BatchChecker(placements)
    assert type(judge._judge).__name__ == ("_ByBits" if words else "_ByCounting")
    if wrong:
        with pytest.raises(SolutionError):
            judge.check(*batch(changed))
    else:
        judge.check(*batch(changed))


def test_nothing_is_right_where_nothing_need_be_covered():
    puzzle = PUZZLES["cells that may stay empty"]
    judge = BatchChecker(compile_puzzle(puzzle).placements)
    judge.check(*batch([[], [0], []]))
    judge.check([0, 0], [])


@every_puzzle
def test_the_text_of_a_batch_is_that_of_its_solutions(puzzle):
    placements = compile_puzzle(puzzle).placements
    last = len(placements) - 1
    batches = [[[0]], [[], [last, 0], []], [[1, 0], [0, 1]], [[]], [[last], [last, 1, 0], [2]]]
    fragments = Fragments(placements, b",\n")
    for selections in batches:
        text = fragments.text(*batch(selections))
        expected = [solution_to_dict(decode(placements, s)) for s in selections]
        assert text == b",\n".join(json.dumps(e, separators=(",", ":")).encode() for e in expected)
