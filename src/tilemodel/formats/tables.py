"""The tables of a model file (and of a solution) as typed values: which keys there are and what type each has.

msgspec reads them strictly; what it refuses is said again in the words of a puzzle's author.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tilemodel.errors import ModelError
from tilemodel.formats.values import nearest

CellText = list[int] | str  # a cell, or its name


class CountTable(msgspec.Struct, forbid_unknown_fields=True):
    min: int = 0
    max: int | None = None


class WeightsTable(msgspec.Struct, forbid_unknown_fields=True):
    weights: dict[str, Any]  # of whole numbers; read one by one, so that an error knows whose


class ObjectiveTable(msgspec.Struct, forbid_unknown_fields=True):
    maximize: str | WeightsTable | None = None
    minimize: str | WeightsTable | None = None


class BoardTable(msgspec.Struct, forbid_unknown_fields=True):
    size: list[int] | None = None
    drawing: str | None = None
    cells: list[list[int]] | None = None
    remove: list[CellText] = []
    optional: bool | list[CellText] = False
    names: dict[str, Any] = {}  # of cells; read one by one, so that an error knows whose


class PieceTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    drawing: str | None = None
    cells: list[list[int]] | None = None
    size: list[int] | None = None
    shape: str | None = None
    count: int | CountTable = 1
    orientations: str | None = None
    group: str | list[str] = []
    color: str | None = None


class SetTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    only: list[str] | None = None
    without: list[str] | None = None
    prefix: str = ""
    suffix: str = ""
    count: int | CountTable = 1
    orientations: str | None = None
    group: str | list[str] = []
    colors: dict[str, str] = {}  # by letter


class ExpectTable(msgspec.Struct, forbid_unknown_fields=True):
    solutions: int | None = None
    distinct: int | None = None
    solvable: bool | None = None
    best: int | None = None
    source: str = ""


class ModelTable(msgspec.Struct, forbid_unknown_fields=True):
    board: BoardTable
    title: str = ""
    source: str = ""
    lattice: str = "square"
    symmetry: str | None = None
    match: bool = False
    look: str | None = None
    objective: ObjectiveTable | None = None
    piece: list[PieceTable] = []
    set: list[SetTable] = []
    constraint: list[dict[str, Any]] = []
    expect: ExpectTable = msgspec.field(default_factory=ExpectTable)


class PlacedTable(msgspec.Struct):
    piece: str
    cells: tuple[tuple[int, ...], ...]


class SolutionTable(msgspec.Struct):
    """Of a file of solutions, where keys that are not here are passed over."""

    placements: list[PlacedTable]


LARGEST = 1_000_000_000
"""Coordinates, counts, weights: no number of a puzzle is larger. Published answers may be."""

_DEEPEST = 20

_TYPE_WORDS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
    "datetime": "a date",
    "date": "a date",
    "time": "a time",
}


def read_tables(data: dict[str, Any]) -> ModelTable:
    """The tables of a parsed TOML file. Raises ModelError with a key path (and no file)."""
    check_extent(data)
    try:
        return msgspec.convert(data, ModelTable)
    except msgspec.ValidationError as error:
        raise _explain(error, data) from None


def check_extent(data: dict[str, Any]) -> None:
    """Refuse numbers that no puzzle has, and nesting that no model has, wherever they stand."""
    waiting: list[tuple[Any, str, int]] = [(value, key, 1) for key, value in data.items()]
    while waiting:
        value, key, depth = waiting.pop()
        if depth > _DEEPEST:
            raise ModelError("this is nested too deeply for a model", key=key)
        if isinstance(value, dict):
            waiting += ((inner, f"{key}.{name}", depth + 1) for name, inner in value.items())
        elif isinstance(value, list):
            waiting += ((inner, f"{key}[{i}]", depth + 1) for i, inner in enumerate(value))
        elif isinstance(value, int) and not -LARGEST <= value <= LARGEST:
            if not key.startswith("expect."):
                raise ModelError(f"numbers go from -{LARGEST:,} to {LARGEST:,}; this is {_digits(value)}", key=key)
            if value.bit_length() > 4096:
                raise ModelError(f"{_digits(value)} is no number of arrangements", key=key)


def _digits(value: int) -> str:
    """A number, or how large it is where nobody would read it."""
    return str(value) if value.bit_length() < 100 else f"a number of {value.bit_length():,} bits"


def convert(value: Any, wanted: Any, key: str) -> Any:
    """One value as the wanted type; ModelError at ``key`` where it is not one."""
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        message, inner = _split(str(error))
        found = _value_at({"value": value}, "value" + inner)
        raise ModelError(_reword(message, found), key=key + inner) from None


def _explain(error: msgspec.ValidationError, data: dict[str, Any]) -> ModelError:
    """msgspec's refusal in our words, with the nearest valid key where one is unknown."""
    message, key = _split(str(error))
    key = key.lstrip(".")
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        return unknown_key(unknown[1], _keys_at(key), key)
    header = _as_header(key) if message.startswith("Expected") else ""
    return ModelError(_reword(message, _value_at(data, key)) + (f"; write it as {header}" if header else ""), key=key)


def unknown_key(name: str, valid: list[str], table: str) -> ModelError:
    """The refusal of a key that a table does not have."""
    hint = nearest(name, valid, f"the keys here are {', '.join(valid)}")
    if table and name in ModelTable.__struct_fields__:
        place = _as_header(name)
        hint = f"{name} is a key of the model itself, so write it {f'as {place}' if place else 'above the first table'}"
    return ModelError(f"unknown key {name!r}; {hint}", key=f"{table}.{name}" if table else name)


def _as_header(key: str) -> str:
    """How the table of this name in the model is begun, or nothing where the name is no table's."""
    return f"[[{key}]]" if key in ("piece", "set", "constraint") else f"[{key}]" if key in ("board", "expect") else ""


def _split(text: str) -> tuple[str, str]:
    """msgspec's message and the path in it, without its root."""
    message, _, path = text.rpartition(" - at `") if " - at `" in text else (text, "", "")
    return message, path.rstrip("`").removeprefix("$")


def _keys_at(key: str) -> list[str]:
    """The valid keys of the table at a key path."""
    tables: dict[str, type[msgspec.Struct]] = {
        "": ModelTable,
        "board": BoardTable,
        "piece": PieceTable,
        "set": SetTable,
        "expect": ExpectTable,
        "objective": ObjectiveTable,
        "count": CountTable,
        "maximize": WeightsTable,
        "minimize": WeightsTable,
    }
    return list(tables[re.sub(r"\[\d+\]", "", key).rpartition(".")[2]].__struct_fields__)


def _value_at(data: Any, key: str) -> Any:
    """What stands at a key path of the data."""
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", key):
        data = data[name] if name else data[int(index)]
    return data


def _reword(message: str, found: Any) -> str:
    if missing := re.fullmatch(r"Object missing required field `(.*)`", message):
        return f"the key {missing[1]!r} is missing"
    if short := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", message):
        return f"expected a list of {short[1]}, found one of {short[2]}"
    types = re.fullmatch(r"Expected `(.*)`, got `(.*)`", message)
    if not types:
        return message[0].lower() + message[1:]
    wanted = [_TYPE_WORDS.get(word.strip(), word.strip()) for word in types[1].split("|") if word.strip() != "null"]
    if isinstance(found, bool):
        shown = "true" if found else "false"
    else:
        shown = repr(found) if isinstance(found, str | int | float) else _TYPE_WORDS.get(types[2], types[2])
    return f"expected {' or '.join(wanted)}, found {shown if len(shown) < 60 else shown[:57] + '...'}"
