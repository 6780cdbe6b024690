"""Arrangements as text: letters, letters between lines, or blocks of colour for a terminal.

A cell is one character: its piece's letter, ``.`` where it stays empty, a space where there is no cell. Layers
stand side by side, in order, and wrap to the width. Where a piece may be used several times its copies would run
together, so lines are drawn between them (or, in colour, copies that touch get different shades).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilemodel.lattice import Cell
from tilemodel.puzzle import Puzzle
from tilemodel.render.colors import SHADES, Color, paint, piece_colors, shade
from tilemodel.render.letters import piece_letters
from tilemodel.render.outline import outline
from tilemodel.render.plane import plane_of
from tilemodel.render.terminal import ColorDepth
from tilemodel.solution import Solution

EMPTY = "."
_GAP = "  "  # between layers


@dataclass(frozen=True)
class _Layer:
    """The cells of one layer by (row, column), with the ranges to draw."""

    cells: Mapping[tuple[int, int], Cell]
    rows: range
    columns: range


class TextPicture:
    """Draws the arrangements of one puzzle.

    ``depth`` is the colours to use, ``width`` the columns that layers side by side may take, ``ascii_only`` draws
    lines with ``+-|``.
    """

    def __init__(
        self, puzzle: Puzzle, *, depth: ColorDepth = ColorDepth.NONE, width: int = 80, ascii_only: bool = False
    ):
        self._puzzle, self._depth, self._width, self._ascii = puzzle, depth, width, ascii_only
        self._plane = plane_of(puzzle.lattice)
        self._letters = piece_letters([piece.name for piece in puzzle.pieces])
        self._colors = piece_colors(puzzle)
        self._layers = self._split_layers()
        self._lines = self._plane.grid and any(piece.maximum != 1 for piece in puzzle.pieces)

    @property
    def legend(self) -> str:
        """Which letter is which piece; empty where every piece is drawn by its name."""
        return ", ".join(f"{c} = {name}" for name, c in self._letters.items() if c != name)

    def draw(self, solution: Solution) -> str:
        """The picture, without a newline at its end."""
        owner = {cell: number for number, placed in enumerate(solution.placements) for cell in placed.cells}
        if self._depth is not ColorDepth.NONE:
            blocks = [self._colored(layer, solution, owner) for layer in self._layers]
        elif self._lines:
            blocks = [self._lined(layer, solution, owner) for layer in self._layers]
        else:
            blocks = [self._plain(layer, solution, owner) for layer in self._layers]
        return "\n".join(self._side_by_side(blocks))

    # Letters.

    def _split_layers(self) -> list[_Layer]:
        """The board's layers; those above one another keep their rows and columns, so that they can be compared."""
        spots = {self._plane.spot(cell): cell for cell in self._puzzle.board.cells}
        rows = range(min(s[1] for s in spots), max(s[1] for s in spots) + 1)
        columns = range(min(s[2] for s in spots), max(s[2] for s in spots) + 1)
        layers: dict[int, dict[tuple[int, int], Cell]] = {}
        for layer, row, column in sorted(spots):
            layers.setdefault(layer, {})[row, column] = spots[layer, row, column]
        return [_Layer(cells, rows, columns) for cells in layers.values()]

    def _letter(self, solution: Solution, owner: Mapping[Cell, int], cell: Cell | None) -> str:
        if cell is None:
            return " "
        return self._letters[solution.placements[owner[cell]].piece] if cell in owner else EMPTY

    def _plain(self, layer: _Layer, solution: Solution, owner: Mapping[Cell, int]) -> list[str]:
        return [
            "".join(self._letter(solution, owner, layer.cells.get((row, column))) for column in layer.columns)
            for row in layer.rows
        ]

    def _lined(self, layer: _Layer, solution: Solution, owner: Mapping[Cell, int]) -> list[str]:
        letters = {spot: self._letter(solution, owner, cell) for spot, cell in layer.cells.items()}
        regions = {spot: owner.get(cell, -1) for spot, cell in layer.cells.items()}
        return outline(letters, regions, layer.rows, layer.columns, ascii_only=self._ascii)

    # Colours.

    def _colored(self, layer: _Layer, solution: Solution, owner: Mapping[Cell, int]) -> list[str]:
        """Two columns a cell; a piece's letter stands on the first of its cells in the layer."""
        shades = self._shades(solution, owner)
        named: set[int] = set()
        lines = []
        for row in layer.rows:
            line, column = "", layer.columns.start
            while column < layer.columns.stop:
                cell = layer.cells.get((row, column))
                # A cell is two columns wide; where neighbours are two columns apart, it fills the gap as well.
                column += self._plane.width if cell is not None else 1
                blank = 2 // self._plane.width if cell is None else 2
                if cell is None or cell not in owner:
                    line += self._letter(solution, owner, cell).ljust(blank)
                    continue
                number = owner[cell]
                letter = " " if number in named else self._letters[solution.placements[number].piece]
                named.add(number)
                line += paint(letter + " ", shades[number], self._depth)
            lines.append(line)
        return lines

    def _shades(self, solution: Solution, owner: Mapping[Cell, int]) -> list[Color]:
        """A colour for each piece in place: that of the piece, shaded so that touching copies differ."""
        lattice = self._puzzle.lattice
        steps: list[int] = []
        for number, (piece, cells) in enumerate(solution.placements):
            beside = (vector for cell in cells for vector in lattice.neighbours(lattice.embed(cell)))
            near = {owner.get(lattice.unembed(vector)) for vector in beside}
            copies = (n for n in near if n is not None and n < number and solution.placements[n].piece == piece)
            taken = {steps[n] for n in copies}
            steps.append(next((s for s in range(SHADES) if s not in taken), 0))
        return [shade(self._colors[p.piece], step) for p, step in zip(solution.placements, steps, strict=True)]

    # Layout.

    def _side_by_side(self, blocks: list[list[str]]) -> list[str]:
        wide = self._block_width()
        in_a_row = max(1, (self._width + len(_GAP)) // (wide + len(_GAP)))
        lines: list[str] = []
        for start in range(0, len(blocks), in_a_row):
            if start:
                lines.append("")
            lines += [_GAP.join(parts).rstrip() for parts in zip(*blocks[start : start + in_a_row], strict=True)]
        return lines

    def _block_width(self) -> int:
        columns = len(self._layers[0].columns)
        if self._depth is not ColorDepth.NONE:
            return 2 * columns if self._plane.width == 1 else columns + 1
        return 4 * columns + 1 if self._lines else columns
