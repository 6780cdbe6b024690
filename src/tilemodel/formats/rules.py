"""The ``[[constraint]]`` tables of a model: each kind is a dataclass whose fields are the table's keys."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any, get_type_hints

from tilemodel.constraints import ALIASES, KINDS
from tilemodel.constraints.base import Constraint
from tilemodel.errors import ModelError
from tilemodel.formats.tables import convert, unknown_key
from tilemodel.formats.values import at, choice, named_cell
from tilemodel.lattice import Cell


def read_constraint(
    table: dict[str, Any], key: str, names: Mapping[str, Cell], removed_names: Collection[str]
) -> Constraint:
    """The constraint of one table, not yet held against the puzzle; ``names`` are the board's names for cells."""
    table = dict(table)
    kind = table.pop("kind", None)
    if not isinstance(kind, str):
        found = "has none" if kind is None else f"has {kind!r}"
        raise ModelError(f"a constraint needs a kind, one of {', '.join(KINDS)}; this {found}", key=f"{key}.kind")
    made = KINDS[choice(kind, tuple(KINDS), f"{key}.kind")]
    hints = get_type_hints(made)
    fields: dict[str, Any] = {field.name: field for field in dataclasses.fields(made)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for written, value in table.items():
        name = written if written in fields else ALIASES.get(written, written)
        place = f"{key}.{written}"
        if name not in fields:
            raise unknown_key(written, ["kind", *fields], key)
        if name in values:
            same = " and ".join([name, *(alias for alias, meant in ALIASES.items() if meant == name)])
            raise ModelError(f"{same} are one key; give one of them", key=place)
        if name == "cells" and isinstance(value, list):
            value = [
                named_cell(names, v, f"{place}[{i}]", removed_names) if isinstance(v, str) else v
                for i, v in enumerate(value)
            ]
        values[name] = convert(_as_tuples(value), hints[name], place)
    for name, field in fields.items():
        if field.default is dataclasses.MISSING and name not in values:
            raise ModelError(f"a {kind} constraint needs the key {name!r}", key=key)
    return at(key, made, **values)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
