"""Solutions are read back from everything that ``solve`` prints."""

from __future__ import annotations

import json

import pytest

from tilemodel.errors import ModelError
from tilemodel.formats.solutions import read_solutions, solution_to_dict
from tilemodel.solution import PlacedPiece, Solution

ONE = Solution((PlacedPiece("A", ((0, 0), (0, 1))),))
TWO = Solution((PlacedPiece("A", ((1, 0),)), PlacedPiece("B", ((0, 0),))))
DATA = [solution_to_dict(ONE), solution_to_dict(TWO)]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"model": "x", "solutions": DATA}),
        json.dumps({"model": "x", "solutions": DATA}, indent=1),
        json.dumps(DATA, indent=1),
        "\n".join(map(json.dumps, DATA)) + "\n",
        "\n\n" + "\n\n".join(map(json.dumps, DATA)),
    ],
)
def test_every_form_is_read(tmp_path, text):
    path = tmp_path / "s.json"
    path.write_text(text)
    assert list(read_solutions(path)) == [ONE, TWO]


def test_an_empty_file_has_none(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text("\n")
    assert list(read_solutions(path)) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("3", "expected an object"),
        ('{"a": 1}', "expected an object"),
        ('[{"placements": 1}]', "expected a solution"),
        ('{"placements": [{"piece": 1, "cells": [[0]]}]}', "placements[0]"),
        ('{"placements": [{"piece": "A", "cells": [[true]]}]}', "placements[0]"),
        (json.dumps(DATA[0]) + "\n{", "s.json:2"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_solution_is_named_with_its_line(tmp_path, text, words):
    path = tmp_path / "s.json"
    path.write_text(text)
    with pytest.raises(ModelError) as caught:
        list(read_solutions(path))
    assert words in str(caught.value) and "s.json" in str(caught.value)
