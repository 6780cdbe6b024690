"""Whatever is done to a model, it is read or refused in words: nothing else is ever raised."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tilemodel.errors import ModelError, TooLargeError
from tilemodel.formats.model import parse_model

SQUARE = '''title = "All of it"
source = "a test"
lattice = "square"
symmetry = "rotations"
match = true
objective = {maximize = {weights = {A = 3}}}

[board]
drawing = """
##?
#B#
###
"""
remove = [[2, 2], "corner"]
optional = [[1, 0]]
names = {corner = [2, 0], middle = [1, 1]}

[[piece]]
name = "A"
drawing = "##"
count = {min = 0, max = 3}
orientations = "one-sided"
group = ["red", "long"]
color = "#c0392b"

[[piece]]
name = "C"
shape = "L tromino"
group = "blue"
count = 2

[[set]]
name = "tetrominoes"
only = ["L", "T"]
prefix = "4"
count = {min = 0}

[[constraint]]
kind = "cover"
zones = [["middle"], [[0, 0], [0, 1]]]
piece = "A"
max = 1

[[constraint]]
kind = "balance"
groups = ["red", "blue"]
zone = "checkerboard"
tolerance = 9

[[constraint]]
kind = "forbid"
cells = ["middle", [0, 1]]
piece = "A"

[expect]
solutions = 7
distinct = 2
solvable = true
best = 3
source = "nobody"
'''
CUBIC = """lattice = "cubic"
objective = {minimize = "pieces"}
[board]
size = [2, 3, 2]
remove = [[0, 0, 0]]
[[piece]]
name = "block"
size = [1, 1, 2]
count = {min = 0}
orientations = "upright"
[[set]]
name = "tetracubes"
without = ["I"]
count = {min = 0, max = 1}
[[constraint]]
kind = "symmetric"
under = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
[[constraint]]
kind = "apart"
group = "a"
touching = "corner"
"""
BALLS = """lattice = "fcc"
[board]
cells = [[0, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]]
optional = true
[[piece]]
name = "A"
cells = [[-1, -1, 0], [0, 0, 0]]
[[constraint]]
kind = "count"
min = 1
"""
MODELS = (SQUARE, CUBIC, BALLS)

WORDS = ("[", "]", "=", '"', "-1", "[[", "{}", "true", "\t", '"""', "\n", ".", "9" * 30, "#", "?", "'")
KEYS = ("name", "cells", "size", "drawing", "count", "zone", "zones", "min", "kind", "piece", "group", "under", "x", "")
KINDS = ("fix", "forbid", "cover", "balance", "count", "apart", "border", "no-crossroads", "fault-free", "symmetric")
PLAIN = st.one_of(
    st.sampled_from(("", "A", "#", "##\n#", "?", "rows", "layers", "middle", "free", "cubic", "hexagonal", "full")),
    st.sampled_from(KINDS),
    st.integers(-3, 4),
    st.sampled_from((10**9, -(10**9), 10**18, 2**64, 1 << 9_000, 3163, 0.5, True, False)),
    st.text(max_size=3),
)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=2)
)


def read_or_refused(text: str) -> None:
    try:
        parse_model(text, path="x.toml")
    except (ModelError, TooLargeError) as error:
        assert str(error).startswith("x.toml")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(MODELS), st.data())
def test_a_damaged_text_is_read_or_refused(text, data):
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        new = data.draw(st.text(max_size=3) | st.sampled_from(WORDS))
        text = text[:at] + new + text[at + data.draw(st.integers(0, 8)) :]
    read_or_refused(text)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(MODELS), st.data())
@example(SQUARE, None)
def test_a_model_with_other_values_is_read_or_refused(text, data):
    """Values replaced, dropped, doubled and added, wherever they stand: what is damaged is still TOML."""
    model = tomllib.loads(text)
    for _ in range(data.draw(st.integers(1, 3)) if data else 0):
        _change(model, data)
    read_or_refused("".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in model.items()))


def _change(model: dict[str, Any], data: st.DataObject) -> None:
    owners: list[Any] = [model]
    for owner in owners:
        owners += [v for v in (owner.values() if isinstance(owner, dict) else owner) if isinstance(v, dict | list)]
    owner = data.draw(st.sampled_from(owners))
    keys = list(owner) if isinstance(owner, dict) else list(range(len(owner)))
    action = data.draw(st.sampled_from(("replace", "drop", "double", "add")))
    if action == "add" and isinstance(owner, dict):
        owner[data.draw(st.sampled_from(KEYS))] = data.draw(VALUES)
    elif action == "add":
        owner.append(data.draw(VALUES))
    elif keys:
        key = data.draw(st.sampled_from(keys))
        if action == "replace":
            owner[key] = data.draw(VALUES)
        elif action == "drop":
            del owner[key]
        elif isinstance(owner, list):
            owner.append(owner[key])


def _toml(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if value.bit_length() < 100 else hex(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def test_the_models_are_good_to_begin_with():
    assert [len(parse_model(text).pieces) for text in (SQUARE, BALLS)] == [4, 1]
    assert tomllib.loads("x = " + _toml(tomllib.loads(SQUARE)))["x"] == tomllib.loads(SQUARE)
