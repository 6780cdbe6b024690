"""Models are read strictly: each mistake gets one message that says where and what to do."""

from __future__ import annotations

import pytest

from tilemodel.errors import ModelError, TooLargeError
from tilemodel.formats.model import parse_model
from tilemodel.lattice import CUBIC

GOOD = """title = "All of it"
look = "balls"
source = "a test"
lattice = "square"
symmetry = "rotations"
objective = {maximize = {weights = {A = 3}}}

[board]
drawing = \"\"\"
##?
#B#
###
\"\"\"
remove = [[2, 2], "corner"]
optional = [[1, 0]]
names = {corner = [2, 0]}

[[piece]]
name = "A"
drawing = "##"
count = {min = 0, max = 3}
orientations = "one-sided"
group = ["red", "long"]
color = "#c0392b"

[[piece]]
name = "C"
cells = [[-1, 0], [0, 0]]
count = 2

[[set]]
name = "trominoes"
only = ["L"]
prefix = "3"
count = {min = 0}
colors = {L = "#abc"}

[[constraint]]
kind = "cover"
zones = "B"
piece = "A"
exactly = 1

[expect]
solutions = 7
source = "nobody"
"""


def test_every_key_is_read():
    puzzle = parse_model(GOOD, name="good")
    board, (a, c, three) = puzzle.board, puzzle.pieces
    assert (puzzle.name, puzzle.title, puzzle.source, puzzle.symmetry) == ("good", "All of it", "a test", "rotations")
    assert board.cells == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 1))
    assert board.optional == {(0, 2), (1, 0)} and board.labels == {(1, 1): "B"} and board.names == {}
    assert (a.minimum, a.maximum, a.orientations, a.groups, a.color) == (0, 3, "one-sided", ("red", "long"), "#c0392b")
    assert c.cells == ((-1, 0), (0, 0)) and (c.minimum, c.maximum) == (2, 2)
    assert three.name == "3L" and (three.minimum, three.maximum, three.color) == (0, None, "#abc")
    assert puzzle.look == "balls" and puzzle.balls
    assert puzzle.objective.worth(a) == 3 and puzzle.objective.worth(c) == 0
    assert puzzle.constraints[0].kind == "cover" and puzzle.expect.solutions == 7


def test_a_flat_set_lies_in_one_layer_of_a_cubic_model():
    puzzle = parse_model('lattice = "cubic"\n[board]\nsize = [2, 2, 2]\n[[set]]\nname = "tetrominoes"\nonly = ["O"]\n')
    assert puzzle.lattice is CUBIC
    assert puzzle.pieces[0].cells == ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1))
    assert len(puzzle.orientations[0]) == 3


def test_optional_true_is_all_that_is_left():
    board = parse_model("[board]\nsize = [2, 2]\nremove = [[0, 0]]\noptional = true\n").board
    assert board.optional == set(board.cells)


BOARD = "[board]\nsize = [2, 2]\n"
HEXAGON = 'lattice = "hexagonal"\n[board]\ncells = [[0, 0]]\n'
DEEP = "constraint[0]" + 19 * ".a"
PIECE = BOARD + '[[piece]]\nname = "A"\n'
BAD = {
    "empty": ("", "", "the model is empty"),
    "syntax": ("[board\n", "", "not TOML"),
    "no board": ('title = "x"\n', "", "'board'"),
    "misspelt key": (PIECE + 'drawin = "#"\n', "piece[0].drawin", "did you mean 'drawing'"),
    "number for a list": ("[board]\nsize = 4\n", "board.size", "expected a list, found 4"),
    "truth for a number": ("[board]\nsize = [2, true]\n", "board.size[1]", "found true"),
    "fraction": ("[board]\nsize = [2, 2.5]\n", "board.size[1]", "found 2.5"),
    "wrong length": ("[board]\nsize = [2, 2, 2]\n", "board.size", "[rows, columns]"),
    "zero size": ("[board]\nsize = [2, 0]\n", "board.size", "from 1"),
    "board without cells": ('[board]\ndrawing = "..."\n', "board.drawing", "no cells"),
    "two forms": (BOARD + 'drawing = "#"\n', "board", "exactly one of"),
    "piece without cells": (PIECE + 'drawing = "."\n', "piece[0].drawing", "no cells"),
    "piece without form": (PIECE, "piece[0]", "exactly one of"),
    "question mark": (PIECE + 'drawing = "#?"\n', "piece[0].drawing", "only a board has"),
    "negative count": (PIECE + 'drawing = "#"\ncount = -1\n', "piece[0].count", "at least 0"),
    "max below min": (PIECE + 'drawing = "#"\ncount = {min = 2, max = 1}\n', "piece[0].count", "below min"),
    "count key": (PIECE + 'drawing = "#"\ncount = {mn = 2}\n', "piece[0].count.mn", "did you mean 'min'"),
    "orientations": (PIECE + 'drawing = "#"\norientations = "fre"\n', "piece[0].orientations", "did you mean 'free'"),
    "color": (PIECE + 'drawing = "#"\ncolor = "red"\n', "piece[0].color", "#rrggbb"),
    "two names": (PIECE + 'drawing = "#"\n[[piece]]\nname = "A"\ndrawing = "##"\n', "piece[1].name", "two pieces"),
    "tabs": ('[board]\ndrawing = "#\\t#"\n', "board.drawing", "a tab"),
    "inner empty line": ('[board]\ndrawing = "#\\n\\n#"\n', "board.drawing", "empty line"),
    "cell twice": ("[board]\ncells = [[0, 0], [0, 0]]\n", "board.cells[1]", "board.cells[0] already"),
    "cell of three": ("[board]\ncells = [[0, 0, 0]]\n", "board.cells[0]", "[row, column]"),
    "no such cell": (BOARD + "remove = [[5, 5]]\n", "board.remove[0]", "not a cell of the board"),
    "no such name": (BOARD + 'names = {Jan = [0, 0]}\nremove = ["Jen"]\n', "board.remove[0]", "did you mean 'Jan'"),
    "all removed": ("[board]\nsize = [1, 1]\nremove = [[0, 0]]\n", "board.remove", "at least one"),
    "lattice": ('lattice = "squar"\n' + BOARD, "lattice", "did you mean 'square'"),
    "drawing on hexagons": ('lattice = "hexagonal"\n[board]\ndrawing = "#"\n', "board.drawing", "list the cells"),
    "odd ball": ('lattice = "fcc"\n[board]\ncells = [[0, 0, 1]]\n', "board.cells[0]", "even"),
    "set": (BOARD + '[[set]]\nname = "pentomino"\n', "set[0].name", "pentominoes"),
    "letter": (BOARD + '[[set]]\nname = "tetrominoes"\nonly = ["Q"]\n', "set[0].only[0]", "I, L, O, S, T"),
    "shape": (PIECE + 'shape = "Q pentomino"\n', "piece[0].shape", "Q pentomino"),
    "weights": (BOARD + '[objective]\nmaximize = {weights = {B = 1}}\n', "objective.maximize.weights.B", "no piece"),
    "kind": (BOARD + '[[constraint]]\nkind = "fixx"\n', "constraint[0].kind", "did you mean 'fix'"),
    "constraint key": (BOARD + '[[constraint]]\nkind = "count"\nexact = 1\n', "constraint[0].exact", "'exactly'"),
    "constraint misses": (BOARD + '[[constraint]]\nkind = "fix"\npiece = "A"\n', "constraint[0]", "the key 'cells'"),
    "match": ("match = true\n" + BOARD, "match", "label"),
    "piece without a name": (BOARD + '[[piece]]\ndrawing = "#"\n', "piece[0]", "'name' is missing"),
    "empty name": (BOARD + '[[piece]]\nname = " "\ndrawing = "#"\n', "piece[0].name", "empty name"),
    "cell of a piece twice": (PIECE + "cells = [[0, 0], [0, 0]]\n", "piece[0].cells[1]", "list each cell once"),
    "group of numbers": (PIECE + 'drawing = "#"\ngroup = ["a", 3]\n', "piece[0].group[1]", "expected a text, found 3"),
    "two names from sets": (BOARD + 2 * '[[set]]\nname = "tetrominoes"\n', "set[1]", "use prefix"),
    "letter twice": (BOARD + '[[set]]\nname = "tetrominoes"\nonly = ["I", "I"]\n', "set[0].only[1]", "listed twice"),
    "small letter": (BOARD + '[[set]]\nname = "tetrominoes"\nonly = ["i"]\n', "set[0].only[0]", "did you mean 'I'?"),
    "color of no letter": (
        BOARD + '[[set]]\nname = "tetrominoes"\ncolors = {i = "#fff"}\n',
        "set[0].colors.i",
        "did you mean 'I'?",
    ),
    "color in a set": (BOARD + '[[set]]\nname = "tetrominoes"\ncolors = {I = "red"}\n', "set[0].colors.I", "#rgb"),
    "look": ('look = "bals"\n' + BOARD, "look", "did you mean 'balls'?"),
    "tiles of balls": ('lattice = "fcc"\nlook = "tiles"\n[board]\ncells = [[0, 0, 0]]\n', "look", "are balls"),
    "nothing left": (BOARD + '[[set]]\nname = "tetrominoes"\nonly = []\n', "set[0]", "leave the set out"),
    "only and without": (BOARD + '[[set]]\nname = "soma"\nonly = ["V"]\nwithout = ["L"]\n', "set[0]", "not both"),
    "set of another lattice": (HEXAGON + '[[set]]\nname = "pentominoes"\n', "set[0].name", "made for the square"),
    "table for a list of them": (BOARD + '[piece]\nname = "A"\n', "piece", "write it as [[piece]]"),
    "list of tables for one": ("[[board]]\nsize = [2, 2]\n", "board", "write it as [board]"),
    "key of the model in a table": (BOARD + 'title = "x"\n', "board.title", "above the first table"),
    "plural": (BOARD + '[[pieces]]\nname = "A"\n', "pieces", "did you mean 'piece'?"),
    "name of no cell": (BOARD + "names = {Jan = [2, 0]}\n", "board.names.Jan", "not a cell of the board"),
    "name of a text": (BOARD + 'names = {Jan = [0, "x"]}\n', "board.names.Jan[1]", "a whole number, found 'x'"),
    "name like coordinates": (BOARD + 'names = {"0,1" = [0, 0]}\n', "board.names.0,1", "may not look like"),
    "nameless cell": (BOARD + 'names = {"" = [0, 0]}\n', "board.names", "is empty"),
    "optional and not there": (BOARD + "optional = [[0, 2]]\n", "board.optional[0]", "not a cell of the board"),
    "optional and removed": (BOARD + "remove = [[0, 1]]\noptional = [[0, 1]]\n", "board.optional[0]", "is removed"),
    "constraint on a removed cell": (
        BOARD + 'names = {J = [0, 0]}\nremove = ["J"]\n[[constraint]]\nkind = "fix"\npiece = "A"\ncells = ["J"]\n',
        "constraint[0].cells[0]",
        "the cell named 'J' is removed",
    ),
    "one key twice": (
        BOARD + '[[constraint]]\nkind = "cover"\nzone = "rows"\nzones = "rows"\nexactly = 1\n',
        "constraint[0].zones",
        "zone and zones are one key",
    ),
    "three groups": (
        BOARD + '[[constraint]]\nkind = "balance"\nzones = "rows"\ngroups = ["a", "b", "c"]\n',
        "constraint[0].groups",
        "expected a list of 2, found one of 3",
    ),
    "no kind": (BOARD + '[[constraint]]\npiece = "A"\n', "constraint[0].kind", "a constraint needs a kind"),
    "rule on no piece": (BOARD + '[[constraint]]\nkind = "border"\npiece = "A"\n', "constraint[0]", "named 'A'"),
    "measure": ('objective = {maximize = "cover"}\n' + BOARD, "objective.maximize", "did you mean 'covered'?"),
    "two objectives": ('objective = {maximize = "pieces", minimize = "pieces"}\n' + BOARD, "objective", "exactly one"),
    "weight": (PIECE + 'size = [1, 1]\n[objective.minimize]\nweights.A = "x"\n', "objective.minimize.weights.A", "'x'"),
    "form feed": ('[board]\ndrawing = "#\\f#"\n', "board.drawing", "'\\x0c'"),
    "far away": ("[board]\ncells = [[0, 1000000001]]\n", "board.cells[0][1]", "1,000,000,000"),
    "many copies": (PIECE + 'drawing = "#"\ncount = 4000000000\n', "piece[0].count", "1,000,000,000"),
    "number of thousands of digits": (f"[board]\nsize = [{'9' * 5000}, 2]\n", "", "thousands of digits"),
    "hexadecimal likewise": (f"[board]\nsize = [0x{'f' * 5000}, 2]\n", "board.size[0]", "20,000 bits"),
    "unreadable answer": (BOARD + f"[expect]\nsolutions = 0x{'f' * 5000}\n", "expect.solutions", "no number of"),
    "nested deeply": ("title = " + 5000 * "[" + 5000 * "]", "", "too deeply"),
    "nested deeply by dots": (BOARD + '[[constraint]]\nkind = "fix"\n' + 900 * "a." + "b = 1\n", DEEP, "too deeply"),
    "more orbits": (BOARD + "[expect]\nsolutions = 3\ndistinct = 4\n", "expect.distinct", "4 does not go with"),
    "one of nothing": (BOARD + "[expect]\ndistinct = 0\nsolvable = true\n", "expect.solvable", "there are none"),
    "no orbits of some": (BOARD + "[expect]\nsolutions = 2\ndistinct = 0\n", "expect.distinct", "does not go with"),
    "some of none": (BOARD + "[expect]\nsolvable = false\nsolutions = 2\n", "expect.solvable", "there are some"),
    "negative answer": (BOARD + "[expect]\nsolutions = -1\n", "expect.solutions", "at least 0"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "key", "words"), BAD.values(), ids=BAD)
def test_a_mistake_is_named_with_its_place(text, key, words):
    with pytest.raises(ModelError) as caught:
        parse_model(text, path="x.toml")
    assert caught.value.key == key
    assert words in str(caught.value)
    assert str(caught.value).startswith("x.toml")


def test_the_line_is_told():
    with pytest.raises(ModelError) as caught:
        parse_model(GOOD.replace("count = 2", "count = -2"), path="x.toml")
    assert str(caught.value).startswith(f"x.toml:{GOOD.splitlines().index('count = 2') + 1}: piece[1].count: ")


def test_the_line_of_a_slip_in_the_toml_is_told():
    with pytest.raises(ModelError) as caught:
        parse_model(BOARD + "\nremove = [[0, 0]\n", path="x.toml")
    assert caught.value.line == 4 and str(caught.value).startswith("x.toml:4: this is not TOML")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[board]\nsize = [10000, 1000]\n", "board.size"),
        ("[board]\nsize = [1000000000, 1000000000]\n", "board.size"),
        (PIECE + "size = [100000, 100000]\n", "piece[0].size"),
    ],
)
def test_ten_million_cells_are_refused_at_once(text, key):
    with pytest.raises(TooLargeError, match="TILEMODEL_MAX_CELLS") as caught:
        parse_model(text, path="x.toml")
    assert str(caught.value).startswith(f"x.toml: {key}: ")


def test_listed_and_drawn_cells_are_counted_too(monkeypatch):
    monkeypatch.setenv("TILEMODEL_MAX_CELLS", "4")
    blocks = "".join(f'[[piece]]\nname = "{name}"\nsize = [1, 3]\n' for name in "AB")
    for text in (
        "[board]\ncells = [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]\n",
        '[board]\ndrawing = "#####"\n',
        PIECE + "cells = [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]\n",
        BOARD + blocks,
    ):
        with pytest.raises(TooLargeError, match=r"5|6 cells are more than the limit of 4"):
            parse_model(text)


def test_published_answers_may_be_large():
    assert parse_model(BOARD + "[expect]\nsolutions = 2444888770250892795802079170816\n").expect.solutions > 2**64
