"""Arrangements as text: letters, letters between lines, or blocks of colour for a terminal.

A cell is one character: its piece's letter, ``.`` where it stays empty, a space where there is no cell. Layers
stand side by side, in order, and wrap to the width. Where a piece may be used several times its copies would run
together: on a grid of one layer lines are drawn between them where there is room, elsewhere copies that touch get
different letters (in colour, different colours).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilemodel.errors import TooLargeError
from tilemodel.lattice import Cell
from tilemodel.puzzle import Puzzle
from tilemodel.render.colors import Color
from tilemodel.render.contacts import Contacts
from tilemodel.render.copies import copy_numbers, how_many
from tilemodel.render.letters import copy_letters
from tilemodel.render.outline import outline
from tilemodel.render.palette import PieceColors
from tilemodel.render.plane import plane_of
from tilemodel.render.terminal import ColorDepth, paint
from tilemodel.solution import Solution

EMPTY = "."
_GAP = "  "  # between layers
_MOST_PLACES = 10_000_000  # of one picture, those where no cell is included
_MOST_LETTERS = 6  # of one piece: enough for every map in the plane


@dataclass(frozen=True)
class _Layer:
    """The cells of one layer by (row, column), with the ranges to draw."""

    cells: Mapping[tuple[int, int], Cell]
    rows: range
    columns: range


class TextPicture:
    """Draws the arrangements of one puzzle.

    ``depth`` is the colours to use, ``width`` the columns that a picture may take (a layer that is wider is not cut),
    ``ascii_only`` draws lines with ``+-|``. Raises TooLargeError for cells so far apart that their picture would be
    nearly all blanks, and more than could be shown.
    """

    def __init__(
        self, puzzle: Puzzle, *, depth: ColorDepth = ColorDepth.NONE, width: int = 80, ascii_only: bool = False
    ):
        self._puzzle, self._depth, self._width, self._ascii = puzzle, depth, width, ascii_only
        self._plane = plane_of(puzzle.lattice)
        self._contacts, self._colors = Contacts(puzzle), PieceColors(puzzle)
        self._layers = self._split_layers(puzzle.board.cells)
        copies = {piece.name: _MOST_LETTERS if piece.maximum is None else piece.maximum for piece in puzzle.pieces}
        several = any(number > 1 for number in copies.values())
        columns = len(self._layers[0].columns)
        self._cell = 1 if self._plane.width == 1 and 2 * columns > width else 2  # columns of a block of colour
        self._lines = several and self._plane.grid and len(self._layers) == 1 and 4 * columns < width
        self._varied = several and not self._lines and depth is ColorDepth.NONE  # letters tell copies apart
        self._letters = copy_letters(
            {name: min(number, _MOST_LETTERS) if self._varied else 1 for name, number in copies.items()}
        )

    @property
    def legend(self) -> str:
        """Which letter is which piece, in lines no wider than they may be where names allow it; empty where every piece
        is drawn by its name."""
        entries = [f"{' '.join(c)} = {name}" for name, c in self._letters.items() if c != name]
        lines = [""]
        for entry in entries:
            longer = f"{lines[-1]}, {entry}" if lines[-1] else entry
            if lines[-1] and len(longer) >= self._width:  # a comma may follow
                lines[-1] += ","
                lines.append(entry)
            else:
                lines[-1] = longer
        return "\n".join(lines)

    def draw(self, solution: Solution) -> str:
        """The picture, without a newline at its end."""
        owner = {cell: n for n, placed in enumerate(solution.placements) for cell in placed.cells}
        names = [placed.piece for placed in solution.placements]
        numbers = copy_numbers(self._contacts, solution) if self._varied else [0] * len(names)
        letters = [_cyclic(self._letters[name], number) for name, number in zip(names, numbers, strict=True)]
        if self._lines and self._depth is ColorDepth.NONE:
            (layer,) = self._layers
            return "\n".join(line.rstrip() for line in self._lined(layer, owner, letters))
        colors = self._colors.of(solution) if self._depth is not ColorDepth.NONE else []
        return self._in_layers(self._layers, owner, letters, colors)

    def draw_puzzle(self) -> str:
        """The bare board, then each piece by itself with its name and how often it is there."""
        blocks = [self._in_layers(self._layers, {}, (), ())]
        for piece in self._puzzle.pieces:
            heading = ", ".join(filter(None, (piece.name, how_many(piece))))
            owner = dict.fromkeys(piece.cells, 0)
            letters, colors = [self._letters[piece.name][0]], [self._colors.pieces[piece.name]]
            shape = self._in_layers(self._split_layers(piece.cells), owner, letters, colors)
            blocks.append(f"{heading}:\n{shape}")
        return "\n\n".join(blocks)

    def _in_layers(
        self, layers: Sequence[_Layer], owner: Mapping[Cell, int], letters: Sequence[str], colors: Sequence[Color]
    ) -> str:
        """Layers side by side, without lines."""
        if self._depth is ColorDepth.NONE:
            return self._side_by_side([self._plain(layer, owner, letters) for layer in layers], layers[0])
        return self._side_by_side([self._colored(layer, owner, letters, colors) for layer in layers], layers[0])

    def _split_layers(self, cells: Sequence[Cell]) -> list[_Layer]:
        """The layers of cells; those above one another keep their rows and columns, so that they can be compared."""
        spots = {self._plane.spot(cell): cell for cell in cells}
        rows = range(min(s[1] for s in spots), max(s[1] for s in spots) + 1)
        columns = range(min(s[2] for s in spots), max(s[2] for s in spots) + 1)
        layers: dict[int, dict[tuple[int, int], Cell]] = {}
        for layer, row, column in sorted(spots):
            layers.setdefault(layer, {})[row, column] = spots[layer, row, column]
        places = len(layers) * len(rows) * len(columns)
        if places > _MOST_PLACES:
            raise TooLargeError(
                f"as text, {len(cells):,} cells so far apart take {places:,} places, more than the limit of "
                f"{_MOST_PLACES:,}; take another --format, such as json"
            )
        return [_Layer(cells, rows, columns) for cells in layers.values()]

    # One layer. ``owner`` says which piece in place covers a cell; ``letters`` and ``colors`` belong to those.

    def _plain(self, layer: _Layer, owner: Mapping[Cell, int], letters: Sequence[str]) -> list[str]:
        return [
            "".join(_character(layer.cells.get((row, column)), owner, letters) for column in layer.columns)
            for row in layer.rows
        ]

    def _lined(self, layer: _Layer, owner: Mapping[Cell, int], letters: Sequence[str]) -> list[str]:
        texts = {spot: _character(cell, owner, letters) for spot, cell in layer.cells.items()}
        regions = {spot: owner.get(cell, -1) for spot, cell in layer.cells.items()}
        return outline(texts, regions, layer.rows, layer.columns, ascii_only=self._ascii)

    def _colored(
        self, layer: _Layer, owner: Mapping[Cell, int], letters: Sequence[str], colors: Sequence[Color]
    ) -> list[str]:
        """Two columns a cell, one where the layer is too wide for that; a piece's letter stands on the first of its
        cells in the layer."""
        named: set[int] = set()
        lines = []
        for row in layer.rows:
            line, column = "", layer.columns.start
            while column < layer.columns.stop:
                cell = layer.cells.get((row, column))
                # A cell is two columns wide; where neighbours are two columns apart, it fills the gap as well.
                column += self._plane.width if cell is not None else 1
                blank = self._cell // self._plane.width if cell is None else self._cell
                if cell is None or cell not in owner:
                    line += _character(cell, owner, letters).ljust(blank)
                    continue
                n = owner[cell]
                line += paint((" " if n in named else letters[n]).ljust(self._cell), colors[n], self._depth)
                named.add(n)
            lines.append(line)
        return lines

    # Layout.

    def _side_by_side(self, blocks: Sequence[Sequence[str]], layer: _Layer) -> str:
        """Blocks of lines, each as wide as the layer, in as many columns as there is room for."""
        wide = self._layer_width(layer)
        in_a_row = max(1, (self._width + len(_GAP)) // (wide + len(_GAP)))
        lines: list[str] = []
        for start in range(0, len(blocks), in_a_row):
            if start:
                lines.append("")
            lines += [_GAP.join(parts).rstrip() for parts in zip(*blocks[start : start + in_a_row], strict=True)]
        return "\n".join(lines)

    def _layer_width(self, layer: _Layer) -> int:
        columns = len(layer.columns)
        if self._depth is ColorDepth.NONE:
            return columns
        return self._cell * columns if self._plane.width == 1 else columns + 1


def _character(cell: Cell | None, owner: Mapping[Cell, int], letters: Sequence[str]) -> str:
    if cell is None:
        return " "
    return letters[owner[cell]] if cell in owner else EMPTY


def _cyclic(letters: str, number: int) -> str:
    return letters[number % len(letters)]
