"""Single values of a model: what is refused is refused here, in one wording, with the key path it stands at."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from tilemodel.errors import ModelError, PuzzleError, TooLargeError
from tilemodel.lattice import Cell, Lattice
from tilemodel.limits import check_cells
from tilemodel.puzzle import block

_T = TypeVar("_T")

COORDINATES = re.compile(r"\s*\[?\s*[+-]?\d+(?:\s*,\s*[+-]?\d+)+\s*\]?\s*")
"""How a cell's coordinates are written as text; no cell's name looks like this."""


def at(key: str, make: Callable[..., _T], *arguments: Any, **rest: Any) -> _T:
    """What ``make`` makes of the arguments; where it complains, the complaint gets the key path it belongs to."""
    try:
        return make(*arguments, **rest)
    except ModelError:
        raise
    except PuzzleError as error:
        raise ModelError(str(error), key=key) from None
    except TooLargeError as error:
        raise TooLargeError(f"{key}: {error}" if key else str(error)) from None


def nearest(word: str, valid: Iterable[str], otherwise: str = "") -> str:
    """``did you mean 'free'?``, or, where nothing is near, ``otherwise``; letters' case does not count."""
    by_folded = {name.casefold(): name for name in valid}
    near = difflib.get_close_matches(word.casefold(), by_folded, 1)
    return f"did you mean {by_folded[near[0]]!r}?" if near else otherwise


def choice(value: str, valid: Collection[str], key: str) -> str:
    """The value, which has to be one of the valid ones."""
    if value not in valid:
        hint = nearest(value, valid, f"it is one of {', '.join(valid)}")
        raise ModelError(f"unknown value {value!r}; {hint}", key=key)
    return value


def exactly_one(table: Any, keys: tuple[str, ...], key: str) -> str:
    """Which of the keys the table has."""
    given = [k for k in keys if getattr(table, k) is not None]
    if len(given) != 1:
        found = f"has {' and '.join(given)}" if given else "has none of them"
        raise ModelError(f"give exactly one of {', '.join(keys)}; this {found}", key=key)
    return given[0]


def cell(lattice: Lattice, value: list[int], key: str) -> Cell:
    """A cell of the lattice, from its coordinates."""
    if why := lattice.why_not_a_cell(tuple(value)):
        raise ModelError(f"{value} is no cell: {why}", key=key)
    return tuple(value)


def cells(lattice: Lattice, values: list[list[int]], key: str) -> tuple[Cell, ...]:
    """A list of cells, at least one and each once."""
    at(key, check_cells, len(values))
    if not values:
        raise ModelError("the list of cells is empty; at least one is needed", key=key)
    seen: dict[Cell, int] = {}
    for i, value in enumerate(values):
        one = cell(lattice, value, f"{key}[{i}]")
        if (first := seen.setdefault(one, i)) != i:
            raise ModelError(f"{value} stands at {key}[{first}] already; list each cell once", key=f"{key}[{i}]")
    return tuple(seen)


def box(lattice: Lattice, size: list[int], key: str) -> tuple[Cell, ...]:
    """The cells of a full box of this size."""
    if not lattice.drawable:
        raise ModelError(f"the {lattice} lattice has no sizes; list the cells instead (cells = [...])", key=key)
    if len(size) != lattice.dimension:
        raise ModelError(f"a size here is [{', '.join(axis + 's' for axis in lattice.axes)}], not {size}", key=key)
    return at(key, block, size)


def named_cell(names: Mapping[str, Cell], name: str, key: str, removed: Collection[str] = ()) -> Cell:
    """The cell of that name; ``removed`` are the names of cells that the board has lost."""
    if name in names:
        return names[name]
    if name in removed:
        raise ModelError(f"the cell named {name!r} is removed from the board", key=key)
    hint = nearest(name, names, "" if names else "names are given in [board] names")
    raise ModelError(f"no cell is named {name!r}" + (f"; {hint}" if hint else ""), key=key)
