"""A number or a mark on each cell, drawn as text."""

from __future__ import annotations

from collections.abc import Mapping

from tilemodel.lattice import Cell
from tilemodel.puzzle import Puzzle
from tilemodel.render.plane import plane_of


def draw_on_cells(puzzle: Puzzle, shown: Mapping[Cell, object]) -> str:
    """The board with what each cell is to show; layers follow one another with an empty line between."""
    plane = plane_of(puzzle.lattice)
    spots = {plane.spot(cell): str(each) for cell, each in shown.items()}
    wide = max(map(len, spots.values())) + 1
    columns = range(min(s[2] for s in spots), max(s[2] for s in spots) + 1)
    blocks = []
    for layer in sorted({s[0] for s in spots}):
        rows = sorted({s[1] for s in spots if s[0] == layer})
        blocks.append("\n".join(_line(spots, layer, row, columns, wide) for row in rows))
    return "\n\n".join(blocks)


def _line(spots: Mapping[tuple[int, int, int], str], layer: int, row: int, columns: range, wide: int) -> str:
    texts = (spots.get((layer, row, column), "") for column in columns)
    return "".join(text.rjust(wide) for text in texts).rstrip()
