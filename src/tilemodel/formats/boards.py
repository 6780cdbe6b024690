"""The ``[board]`` of a model."""

from __future__ import annotations

from tilemodel.drawing import MAY_STAY_EMPTY, PLAIN, parse_drawing
from tilemodel.errors import ModelError
from tilemodel.formats.tables import BoardTable, CellText, convert
from tilemodel.formats.values import COORDINATES, at, box, cell, cells, exactly_one, named_cell
from tilemodel.lattice import Cell, Lattice
from tilemodel.limits import check_cells
from tilemodel.puzzle import Board


def read_board(table: BoardTable, lattice: Lattice) -> Board:
    """The board that the table describes.

    Cells are named before any is removed, so that a name can say which to remove; the name goes with its cell.
    """
    drawn = _drawn(table, lattice)
    names = _names(table, lattice, drawn)

    def on_board(value: CellText, key: str) -> Cell:
        if isinstance(value, str):
            return named_cell(names, value, key)
        found = cell(lattice, value, key)
        if found not in drawn:
            raise ModelError(f"{value} is not a cell of the board", key=key)
        return found

    removed = {on_board(value, f"board.remove[{i}]") for i, value in enumerate(table.remove)}
    if len(removed) == len(drawn):
        raise ModelError("every cell of the board is removed; at least one must stay", key="board.remove")
    optional = {c for c, character in drawn.items() if character == MAY_STAY_EMPTY}
    if isinstance(table.optional, list):
        for i, value in enumerate(table.optional):
            found = on_board(value, f"board.optional[{i}]")
            if found in removed:
                raise ModelError(f"{list(found)} is removed, so it cannot stay empty", key=f"board.optional[{i}]")
            optional.add(found)
    elif table.optional:
        optional = set(drawn)
    kept = [c for c in drawn if c not in removed]
    return Board(
        tuple(kept),
        labels={c: drawn[c] for c in kept if drawn[c] not in (PLAIN, MAY_STAY_EMPTY)},
        optional=frozenset(optional - removed),
        names={name: c for name, c in names.items() if c not in removed},
    )


def _drawn(table: BoardTable, lattice: Lattice) -> dict[Cell, str]:
    """Every cell, before any is removed, with the character it is drawn with."""
    form = exactly_one(table, ("size", "drawing", "cells"), "board")
    key = f"board.{form}"
    if table.drawing is not None:
        drawn = at(key, parse_drawing, lattice, table.drawing)
        at(key, check_cells, len(drawn))
        if not drawn:
            raise ModelError("the board has no cells; a board needs at least one", key=key)
        return drawn
    if table.size is not None:
        return dict.fromkeys(box(lattice, table.size, key), PLAIN)
    return dict.fromkeys(cells(lattice, table.cells or [], key), PLAIN)


def _names(table: BoardTable, lattice: Lattice, drawn: dict[Cell, str]) -> dict[str, Cell]:
    names = {}
    for name, value in table.names.items():
        key = f"board.names.{name}"
        if not name.strip():
            raise ModelError("the name of a cell is empty", key="board.names")
        if COORDINATES.fullmatch(name):
            raise ModelError(f"a cell's name may not look like coordinates, as {name!r} does", key=key)
        names[name] = cell(lattice, convert(value, list[int], key), key)
        if names[name] not in drawn:
            raise ModelError(f"{value} is not a cell of the board", key=key)
    return names
