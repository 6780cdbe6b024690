"""Drawings: cells written as characters.

One rule for every drawing, of a board or of a piece: ``.`` and space are nothing, any other character is a cell,
and the character is the cell's label (``#`` where no label is meant; ``?`` is given its meaning by the board).
In three dimensions a drawing is its layers, separated by an empty line.
"""

from __future__ import annotations

from tilemodel.errors import PuzzleError
from tilemodel.lattice import Cell, Lattice

NOTHING = ". "
PLAIN = "#"
MAY_STAY_EMPTY = "?"


def parse_drawing(lattice: Lattice, text: str) -> dict[Cell, str]:
    """The cells of a drawing with their characters, in reading order.

    Coordinates are array indices from the top left of the first layer: ``(row, column)`` or
    ``(layer, row, column)``. Short lines are padded with nothing; empty lines before and after are dropped.
    Raises PuzzleError for tabs, for an empty line inside a flat drawing, and on lattices without drawings.
    """
    if not lattice.drawable:
        raise PuzzleError(f"the {lattice} lattice has no drawings; list the cells instead (cells = [...])")
    lines = text.replace("\r\n", "\n").split("\n")  # splitlines() breaks at form feeds and the like too
    for number, line in enumerate(lines, 1):
        bad = next((c for c in line if c != " " and (c.isspace() or not c.isprintable())), None)
        if bad is not None:
            name = "a tab" if bad == "\t" else f"the character {bad!r}"
            raise PuzzleError(f"line {number} of the drawing has {name}; use spaces or dots for nothing")
    layers = _split_layers(lines)
    if lattice.flat and len(layers) > 1:
        raise PuzzleError("a flat drawing has an empty line inside; draw dots for an empty row")
    return {
        (row, column) if lattice.flat else (layer, row, column): character
        for layer, rows in enumerate(layers)
        for row, line in enumerate(rows)
        for column, character in enumerate(line)
        if character not in NOTHING
    }


def _split_layers(lines: list[str]) -> list[list[str]]:
    """The runs of lines between empty ones; several empty lines together separate only once."""
    layers: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            layers[-1].append(line)
        elif layers[-1]:
            layers.append([])
    return [layer for layer in layers if layer]
