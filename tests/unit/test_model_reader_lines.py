"""The line of a key path, found in text that only looks easy."""

from __future__ import annotations

import tomllib

import pytest

from tilemodel.formats.toml_lines import find_line

# Each line of a model, with the key paths that lead to it.
LINES = [
    ("# [board]", []),
    ('title = "size = 3"', ["title"]),
    ('objective.maximize = "covered"', ["objective", "objective.maximize"]),
    ("", []),
    ("  [board] # the board", ["board", "board.size"]),
    ('"drawing" = ' + "'''", ["board.drawing"]),
    ("[piece]", []),
    ("title = 3", []),
    ("'''", []),
    ("remove = [", ["board.remove", "board.remove[1][0]"]),
    ("  [0, 0], # ]", []),
    ("  [1, 1]", []),
    ("]", []),
    ("optional = true", ["board.optional"]),
    ("[board.names]", ["board.names", "board.names.Mar"]),
    ('"a.b" = [0, 0]', ["board.names.a.b", "board.names.a.b[1]"]),
    ("'Feb 2' = [0, 1]", ["board.names.Feb 2"]),
    ("[[piece]]", ["piece", "piece[0]", "piece[0].size"]),
    ('name = "[[piece]] # \\" [["', ["piece[0].name"]),
    ("cells = [[0, 0]]", ["piece[0].cells", "piece[0].cells[0]"]),
    ("[piece.count]", ["piece[0].count", "piece[0].count.max"]),
    ("min = 0", ["piece[0].count.min"]),
    ("[[ piece ]]", ["piece[1]"]),
    ('name = \'B"""\'', ["piece[1].name"]),
    ('drawing = """', ["piece[1].drawing"]),
    ('\\""" [[piece]]', []),
    ('"""', []),
    ("count = {min = 0, max = 3}", ["piece[1].count", "piece[1].count.max"]),
    ('[["set"]]', ["set", "set[0]", "set[0].only"]),
    ('name = "soma"', ["set[0].name"]),
    ("[expect]", ["expect", "expect.best"]),
    ("solutions = 1", ["expect.solutions"]),
]
TEXT = "\n".join(line for line, _ in LINES)
CASES = [(key, number) for number, (_, keys) in enumerate(LINES, 1) for key in keys]


def test_the_example_is_toml():
    assert list(tomllib.loads(TEXT)) == ["title", "objective", "board", "piece", "set", "expect"]


@pytest.mark.parametrize(("key", "number"), CASES, ids=[key for key, _ in CASES])
def test_the_line_of_a_key(key, number):
    assert find_line(TEXT, key) == number
    assert find_line(TEXT.replace("\n", "\r\n"), key) == number


@pytest.mark.parametrize("key", ["", "lattice", "boards", "titl", "constraint[0]"])
def test_what_is_not_there_has_no_line(key):
    assert find_line(TEXT, key) is None
