"""Solutions are read back from everything that ``solve`` prints."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
        "\ufeff" + "\r\n".join(map(json.dumps, DATA)),
        "\n".join(json.dumps({"number": i, **entry}) for i, entry in enumerate(DATA)),
    ],
)
def test_every_form_is_read(tmp_path, text):
    path = tmp_path / "s.json"
    path.write_text(text)
    assert list(read_solutions(path)) == [ONE, TWO]


def test_one_solution_on_several_lines_is_read(tmp_path):
    path = tmp_path / "s.json"
    path.write_text(json.dumps(DATA[1], indent=1))
    assert list(read_solutions(path)) == [TWO]


@pytest.mark.parametrize("text", ["", "\n \n", "[]", '{"status": "unsatisfiable", "solutions": []}'])
def test_a_file_may_have_none(tmp_path, text):
    path = tmp_path / "s.jsonl"
    path.write_text(text)
    assert list(read_solutions(path)) == []


def test_lines_are_read_one_by_one(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(DATA[0]) + "\n" + json.dumps(DATA[1]) + "\nbroken\n")
    reading = read_solutions(path)
    assert [next(reading), next(reading)] == [ONE, TWO]
    with pytest.raises(ModelError, match="s.jsonl:3: this is not JSON"):
        next(reading)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("{", ":1", "this is not JSON"),
        ("[" * 100_000, ":1", "nested too deeply"),
        ("\x00\xff", ":1", "this is not JSON"),
        ("3", "", "found 3"),
        ("null", "", "found null"),
        ('{"count": 1}', "", "found an object with 'count'"),
        ('{"solutions": 3}', "", "a list of solutions"),
        ('[{"placements": 1}]', ": [0]", "expected a solution"),
        (json.dumps({"solutions": [DATA[0], [3]]}), ": solutions[1]", "expected a solution"),
        (json.dumps([DATA[0], {"placements": [{"piece": "A"}]}]), ": [1].placements[0]", "the key 'cells' is missing"),
        (json.dumps(DATA, indent=1)[:-1], ":", "this is not JSON"),
        ("[\n\n" + json.dumps(DATA[0]) + ",\nx]", ":4", "this is not JSON: invalid character"),
        ('{"placements": [3]}', ":1: placements[0]", "found 3"),
        ('{"placements": [{"piece": 1, "cells": [[0]]}]}', ":1: placements[0].piece", "expected a text, found 1"),
        ('{"placements": [{"piece": "A", "cells": [[true]]}]}', ":1: placements[0].cells[0][0]", "found true"),
        ('{"placements": [{"piece": "A", "cells": [[1.0]]}]}', ":1: placements[0].cells[0][0]", "found 1.0"),
        ('{"placements": [{"piece": "A", "cells": [0, 0]}]}', ":1: placements[0].cells[0]", "expected a list, found 0"),
        ('{"placements": [{"piece": "A", "cells": []}]}', ":1: placements[0].cells", "empty"),
        ('{"placements": [{"piece": "A", "cells": [[' + "9" * 5000 + "]]}]}", ":1", "out of range"),
        (json.dumps(DATA[0]) + "\n\n{", ":3", "this is not JSON"),
        (json.dumps(DATA[0]) + "\n[1]", ":2", "found a list"),
    ],
)
def test_what_is_no_solution_is_named_with_its_place(tmp_path, text, place, words):
    path = tmp_path / "s.json"
    path.write_text(text)
    with pytest.raises(ModelError) as caught:
        list(read_solutions(path))
    assert str(caught.value).startswith(f"{path}{place}") and words in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    binary = tmp_path / "s.json"
    binary.write_bytes(b'{"placements": [{"piece": "\xff", "cells": [[0]]}]}')
    for path, words in ((tmp_path, "directory"), (tmp_path / "none", "No such"), ("a\0", "no name"), (binary, "UTF-8")):
        with pytest.raises(ModelError, match=words):
            list(read_solutions(path))


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
CELLS = st.lists(st.tuples(st.integers(-(2**31), 2**31), st.integers(-9, 9)), min_size=1, max_size=5, unique=True)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.tuples(NAMES, CELLS), max_size=3), max_size=3), st.booleans())
def test_what_is_written_is_read_back(tmp_path, content, one_a_line):
    solutions = [Solution(tuple(PlacedPiece(piece, tuple(cells)) for piece, cells in placed)) for placed in content]
    data = [solution_to_dict(solution) for solution in solutions]
    path = tmp_path / "s.json"
    path.write_text("\n".join(map(json.dumps, data)) if one_a_line else json.dumps({"solutions": data}))
    assert list(read_solutions(path)) == solutions


def test_solutions_are_written_as_plain_json():
    assert json.dumps(DATA[1]) == (
        '{"placements": [{"piece": "A", "cells": [[1, 0]]}, {"piece": "B", "cells": [[0, 0]]}]}'
    )
