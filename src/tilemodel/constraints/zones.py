"""Zones: sets of board cells, as a person names them.

A zone is written as

* a label, ``"A"``: the cells drawn with it;
* a list of cells, ``[[0, 0], [0, 1]]`` (a cell's name stands for the cell);
* a family, a zone each: ``"rows"``, ``"columns"``, ``"layers"``, ``"checkerboard"``, or any list of zones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tilemodel.constraints.wording import show, unknown
from tilemodel.errors import PuzzleError
from tilemodel.lattice import Cell

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle

ZoneData = str | tuple[Any, ...]
"""A zone as plain data: what the model file has, with tuples for its lists."""

AXIS_FAMILIES = {"layers": "layer", "rows": "row", "columns": "column"}
CHECKERBOARD = "checkerboard"
FAMILIES = (*AXIS_FAMILIES, CHECKERBOARD)


def zones(puzzle: Puzzle, zone: ZoneData) -> tuple[frozenset[Cell], ...]:
    """The zones that are meant, each once; a zone alone is a family of one.

    Raises PuzzleError for a label that is not drawn, a cell that is not on the board, a list without entries, and a
    family that the lattice does not have.
    """
    return tuple(dict.fromkeys(_resolve(puzzle, zone)))


def coverage(
    placements: Placements, family: tuple[frozenset[Cell], ...], weights: Mapping[int, int]
) -> list[dict[int, int]]:
    """For each zone, the placements with cells in it: how many, times the weight of the piece (by its position).

    Pieces that are not among the weights count nothing.
    """
    board = placements.puzzle.board
    zones_of: list[list[int]] = [[] for _ in board.cells]
    for z, zone in enumerate(family):
        for cell in zone:
            zones_of[board.index[cell]].append(z)
    found: list[dict[int, int]] = [{} for _ in family]
    for k in range(len(placements)):
        weight = weights.get(placements.piece[k], 0)
        if weight:
            for i in placements.indices(k):
                for z in zones_of[i]:
                    found[z][k] = found[z].get(k, 0) + weight
    return found


def _resolve(puzzle: Puzzle, zone: ZoneData) -> list[frozenset[Cell]]:
    if isinstance(zone, str):
        return _named(puzzle, zone)
    if not isinstance(zone, tuple) or any(isinstance(entry, int) for entry in zone):
        raise PuzzleError(f"{show(zone)} is no zone; a zone is a name, or a list of cells such as [[0, 0], [0, 1]]")
    if not zone:
        raise PuzzleError("a zone is an empty list; list its cells, or leave the constraint out")
    cells = [cell for entry in zone if (cell := _as_cell(puzzle, entry)) is not None]
    if len(cells) == len(zone):
        check_cells_on_board(puzzle, tuple(cells))
        return [frozenset(cells)]
    if cells:
        stray = show(cells[0])
        raise PuzzleError(f"a list has the cell {stray} beside zones; a zone of one cell is [{stray}]")
    return [found for entry in zone for found in _resolve(puzzle, entry)]


def _named(puzzle: Puzzle, name: str) -> list[frozenset[Cell]]:
    """The zones of a family's name, a label, or a cell's name."""
    board, axes = puzzle.board, puzzle.lattice.axes
    drawn = set(board.labels.values())
    if name in board.names and (name in drawn or name in FAMILIES):
        raise PuzzleError(f"{name!r} is a zone and a cell's name; rename the cell, or list the zone's cells")
    if name in drawn:
        return [frozenset(cell for cell in board.cells if board.labels.get(cell) == name)]
    if name in board.names:
        return [frozenset({board.names[name]})]
    if name in ("#", "?"):
        raise PuzzleError(f"{name!r} is no label; draw the zone's cells with a letter, or list them")
    if name == CHECKERBOARD:
        return _checkerboard(puzzle)
    if name not in AXIS_FAMILIES:
        known = [family for family, axis in AXIS_FAMILIES.items() if axis in axes] + [CHECKERBOARD]
        raise PuzzleError(unknown("zone", name, {*drawn, *known, *board.names}))
    if AXIS_FAMILIES[name] not in axes:
        raise PuzzleError(f"the {puzzle.lattice} lattice has no {name}; list the cells of each zone")
    axis = axes.index(AXIS_FAMILIES[name])
    return _classes(puzzle, [cell[axis] for cell in board.cells])


def _checkerboard(puzzle: Puzzle) -> list[frozenset[Cell]]:
    """Two colours such that neighbours differ, on the lattices that have them."""
    if puzzle.lattice.name in ("square", "cubic"):
        return _classes(puzzle, [sum(cell) % 2 for cell in puzzle.board.cells])
    if puzzle.lattice.name == "triangular":
        return _classes(puzzle, [cell[-1] for cell in puzzle.board.cells])
    raise PuzzleError(f"the {puzzle.lattice} lattice has no {CHECKERBOARD}; list the cells of each zone")


def _classes(puzzle: Puzzle, keys: list[int]) -> list[frozenset[Cell]]:
    """The board's cells of equal key, by ascending key."""
    found: dict[int, list[Cell]] = {key: [] for key in sorted(set(keys))}
    for cell, key in zip(puzzle.board.cells, keys, strict=True):
        found[key].append(cell)
    return [frozenset(cells) for cells in found.values()]


def _as_cell(puzzle: Puzzle, entry: Any) -> Cell | None:
    """The cell that an entry of a list means, None where it means a zone."""
    if isinstance(entry, str):
        is_zone = entry in FAMILIES or entry in puzzle.board.labels.values()
        return None if is_zone else puzzle.board.names.get(entry)
    is_cell = isinstance(entry, tuple) and entry and all(type(x) is int for x in entry)
    return entry if is_cell else None


def check_cells_on_board(puzzle: Puzzle, cells: tuple[Cell, ...]) -> None:
    """Raise PuzzleError unless these are different cells of the board, at least one."""
    if not cells:
        raise PuzzleError("cells is an empty list; list at least one cell")
    seen: set[Cell] = set()
    for cell in cells:
        if why := puzzle.lattice.why_not_a_cell(cell):
            raise PuzzleError(f"{show(cell)}: {why}")
        if cell not in puzzle.board.index:
            raise PuzzleError(f"{show(cell)} is not a cell of the board, {_extent(puzzle)}")
        if cell in seen:
            raise PuzzleError(f"{show(cell)} is listed twice; list each cell once")
        seen.add(cell)


def _extent(puzzle: Puzzle) -> str:
    """``whose 20 cells have row 0 to 3, column 0 to 4``."""
    ranges = zip(puzzle.lattice.axes, zip(*puzzle.board.cells, strict=True), strict=True)
    spans = ", ".join(f"{axis} {min(values)} to {max(values)}" for axis, values in ranges)
    return f"whose {len(puzzle.board.cells)} cells have {spans}"
