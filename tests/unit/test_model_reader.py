"""Models are read strictly: each mistake gets one message that says where and what to do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilemodel.errors import ModelError, TilemodelError, TooLargeError
from tilemodel.formats.model import parse_model, read_model
from tilemodel.formats.overrides import with_fixed, with_removed
from tilemodel.formats.shipped import find_model
from tilemodel.lattice import CUBIC

GOOD = """title = "All of it"
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
    assert three.name == "3L" and (three.minimum, three.maximum) == (0, None)
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
    "color": (PIECE + 'drawing = "#"\ncolor = "red"\n', "piece[0]", "#rrggbb"),
    "two names": (PIECE + 'drawing = "#"\n[[piece]]\nname = "A"\ndrawing = "##"\n', "piece[1].name", "two pieces"),
    "tabs": ('[board]\ndrawing = "#\\t#"\n', "board.drawing", "a tab"),
    "inner empty line": ('[board]\ndrawing = "#\\n\\n#"\n', "board.drawing", "empty line"),
    "cell twice": ("[board]\ncells = [[0, 0], [0, 0]]\n", "board.cells", "twice"),
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
    "constraint misses": (BOARD + '[[constraint]]\nkind = "fix"\npiece = "A"\n', "constraint[0]", "needs 'cells'"),
    "match": ("match = true\n" + BOARD, "match", "label"),
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


def test_ten_million_cells_are_refused_at_once():
    for text in ("[board]\nsize = [10000, 1000]\n", BOARD + '[[piece]]\nname = "A"\nsize = [100000, 100000]\n'):
        with pytest.raises(TooLargeError, match="TILEMODEL_MAX_CELLS"):
            parse_model(text)


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "binary.toml").write_bytes(bytes(range(128, 256)))
    (tmp_path / "folder.toml").mkdir()
    for name, words in (("binary", "not UTF-8"), ("folder", "a directory"), ("none", "no such file")):
        with pytest.raises(ModelError, match=words):
            read_model(tmp_path / f"{name}.toml")


def test_a_nearly_right_name_is_answered():
    with pytest.raises(ModelError, match="iq-fit"):
        find_model("iq-fti")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_model_is_read_or_refused_and_nothing_else(data):
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        new = data.draw(
            st.one_of(st.text(max_size=3), st.sampled_from(["[", "]", "=", '"', "-1", "[[", "{}", "true", "\t"]))
        )
        text = text[:at] + new + text[at + data.draw(st.integers(0, 8)) :]
    try:
        parse_model(text)
    except TilemodelError as error:
        assert str(error)


def test_cells_are_removed_and_pieces_fixed_from_outside():
    puzzle = parse_model(BOARD + 'names = {here = [1, 1]}\n[[piece]]\nname = "A"\ndrawing = "##"\ncount = {min = 0}\n')
    assert with_removed(puzzle, ["0,0", "here"]).board.cells == ((0, 1), (1, 0))
    fixed = with_fixed(puzzle, ["A=0,0 0,1", "A=[[1, 0], [1, 1]]"])
    assert [c.cells for c in fixed.constraints] == [((0, 0), (0, 1)), ((1, 0), (1, 1))]


@pytest.mark.parametrize("change", ["9,9", "heer", "0", "1,2,3", ""])
def test_what_is_no_cell_cannot_be_removed(change):
    puzzle = parse_model(BOARD + "names = {here = [1, 1]}\n")
    with pytest.raises(TilemodelError, match="--remove"):
        with_removed(puzzle, [change])


@pytest.mark.parametrize("change", ["A", "=0,0", "A=", "A=[", "A=[1]", "B=0,0 0,1", "A=0,0 1,1"])
def test_what_is_no_placement_cannot_be_fixed(change):
    puzzle = parse_model(PIECE + 'drawing = "##"\n')
    with pytest.raises(TilemodelError, match="--fix"):
        with_fixed(puzzle, [change])
