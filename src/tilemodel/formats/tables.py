"""The tables of a model file as typed values: which keys there are and what type each has.

msgspec reads them strictly; what it refuses is said again in the words of a puzzle's author.
"""

from __future__ import annotations

import difflib
import re
from typing import Any

import msgspec

from tilemodel.errors import ModelError

CellText = list[int] | str  # a cell, or its name


class CountTable(msgspec.Struct, forbid_unknown_fields=True):
    min: int = 0
    max: int | None = None


class WeightsTable(msgspec.Struct, forbid_unknown_fields=True):
    weights: dict[str, int]


class ObjectiveTable(msgspec.Struct, forbid_unknown_fields=True):
    maximize: str | WeightsTable | None = None
    minimize: str | WeightsTable | None = None


class BoardTable(msgspec.Struct, forbid_unknown_fields=True):
    size: list[int] | None = None
    drawing: str | None = None
    cells: list[list[int]] | None = None
    remove: list[CellText] = []
    optional: bool | list[CellText] = False
    names: dict[str, list[int]] = {}


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
    objective: ObjectiveTable | None = None
    piece: list[PieceTable] = []
    set: list[SetTable] = []
    constraint: list[dict[str, Any]] = []
    expect: ExpectTable = msgspec.field(default_factory=ExpectTable)


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
    try:
        return msgspec.convert(data, ModelTable)
    except msgspec.ValidationError as error:
        raise explain(error, data) from None


def convert(value: Any, wanted: Any, key: str) -> Any:
    """One value as the wanted type; ModelError at ``key`` where it is not one."""
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        message, inner = _split(str(error))
        at = _value_at({"value": value}, "value" + inner)
        raise ModelError(_reword(message, at), key=key + inner) from None


def explain(error: msgspec.ValidationError, data: dict[str, Any]) -> ModelError:
    """msgspec's refusal in our words, with the nearest valid key where one is unknown."""
    message, key = _split(str(error))
    key = key.lstrip(".")
    if unknown := re.match(r"Object contains unknown field `(.*)`", message):
        return unknown_key(unknown[1], _keys_at(key), key)
    if missing := re.match(r"Object missing required field `(.*)`", message):
        where = f"[{key}]" if key else "the model"
        return ModelError(f"{where} has no {missing[1]!r}, which it needs", key=key)
    return ModelError(_reword(message, _value_at(data, key)), key=key)


def unknown_key(name: str, valid: list[str], table: str) -> ModelError:
    """The refusal of a key that a table does not have."""
    near = difflib.get_close_matches(name, valid, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"the keys here are {', '.join(valid)}"
    return ModelError(f"unknown key {name!r}; {hint}", key=f"{table}.{name}" if table else name)


def _split(text: str) -> tuple[str, str]:
    """msgspec's message and the path in it, without its root."""
    message, _, path = text.partition(" - at `")
    return message, path.rstrip("`").removeprefix("$")


def _keys_at(key: str) -> list[str]:
    """The valid keys of the table at a key path."""
    tables: dict[str, type] = {
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
    """What stands at a key path of the data; msgspec writes ``[...]`` where it does not know which."""
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", key):
        try:
            data = data[name] if name else data[int(index)]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _reword(message: str, found: Any) -> str:
    types = re.fullmatch(r"Expected `(.*)`, got `(.*)`", message)
    if not types:
        return message[0].lower() + message[1:]
    wanted = [_TYPE_WORDS.get(word.strip(), word.strip()) for word in types[1].split("|") if word.strip() != "null"]
    shown = repr(found) if isinstance(found, str | int | float) else _TYPE_WORDS.get(types[2], types[2])
    shown = {True: "true", False: "false"}[found] if isinstance(found, bool) else shown
    return f"expected {' or '.join(wanted)}, found {shown if len(shown) < 60 else shown[:57] + '...'}"
