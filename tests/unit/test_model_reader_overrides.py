"""Cells are removed and pieces fixed from the command line, by coordinates or by names."""

from __future__ import annotations

import pytest

from tilemodel.errors import UsageError
from tilemodel.formats.model import parse_model
from tilemodel.formats.overrides import with_fixed, with_removed

BOARD = "[board]\nsize = [2, 2]\n"
NAMED = BOARD + 'names = {here = [1, 1], "1 May" = [1, 0]}\n'
BAR = '[[piece]]\nname = "A"\ndrawing = "##"\ncount = {min = 0}\n'
FIX = '[[constraint]]\nkind = "fix"\npiece = "A"\ncells = [[0, 0], [0, 1]]\n'


def test_cells_are_removed():
    puzzle = parse_model(NAMED + BAR)
    smaller = with_removed(puzzle, ["0,0", "here", "[0, 0]"])
    assert smaller.board.cells == ((0, 1), (1, 0)) and smaller.board.names == {"1 May": (1, 0)}
    assert with_removed(puzzle, ["1 May"]).board.cells == ((0, 0), (0, 1), (1, 1))
    assert with_removed(puzzle, []) is puzzle


def test_negative_cells_are_removed_too():
    puzzle = parse_model("[board]\ncells = [[-1, -2], [0, 0]]\n")
    assert with_removed(puzzle, ["-1,-2"]).board.cells == ((0, 0),)


@pytest.mark.parametrize(
    "cells", ["1,0 here", "1,0;here", "1, 0 1, 1", "[[1, 0], [1, 1]]", '["1 May", "here"]', '[[1, 0], "here"]']
)
def test_pieces_are_fixed(cells):
    fixed = with_fixed(parse_model(NAMED + BAR), [f"A={cells}"])
    assert [rule.cells for rule in fixed.constraints] == [((1, 0), (1, 1))]


def test_several_pieces_are_fixed_beside_the_rules_of_the_model():
    fixed = with_fixed(parse_model(NAMED + BAR + FIX), ["A=1,0 1,1"])
    assert [rule.cells for rule in fixed.constraints] == [((0, 0), (0, 1)), ((1, 0), (1, 1))]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("9,9", "9,9 is not a cell of the board"),
        ("heer", "did you mean 'here'"),
        ("0", "write a cell as row,column"),
        ("1,2,3", "1,2,3 is no cell"),
        ("", "write a cell as row,column"),
        ("9" * 5000 + ",0", "not a cell of the board"),
    ],
)
def test_what_is_no_cell_cannot_be_removed(change, words):
    with pytest.raises(UsageError, match="^--remove: ") as caught:
        with_removed(parse_model(NAMED), [change])
    assert words in str(caught.value)


def test_not_every_cell_can_be_removed():
    with pytest.raises(UsageError, match="every cell"):
        with_removed(parse_model(BOARD), ["0,0", "0,1", "1,0", "1,1"])


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        (BOARD + BAR + FIX, "0,0"),
        ('match = true\n[board]\ndrawing = "a#"\n[[piece]]\nname = "A"\ndrawing = "a"\n', "0,0"),
    ],
)
def test_what_a_rule_needs_cannot_be_removed(text, cell):
    with pytest.raises(UsageError, match="^--remove: "):
        with_removed(parse_model(text), [cell])


@pytest.mark.parametrize(
    "change",
    [
        "A",
        "=0,0",
        "A=",
        "A=[",
        "A=[1]",
        "A={}",
        "A=[{}]",
        "A=" + 100_000 * "[",
        "B=0,0 0,1",
        "A=0,0 1,1",
        "A=;",
        "A=0,0 0,9",
    ],
)
def test_what_is_no_placement_cannot_be_fixed(change):
    with pytest.raises(UsageError, match="--fix"):
        with_fixed(parse_model(NAMED + BAR), [change])
