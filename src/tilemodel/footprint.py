"""What options lay on the board, and where a motion of the board carries it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from tilemodel.instance import Instance
from tilemodel.placements import Placements


class Footprints:
    """The options of an instance by what they lay: pieces, each on a set of cells (a mask of their positions)."""

    def __init__(self, placements: Placements, instance: Instance):
        self._runs = list(_runs(placements, instance.placements))
        self._starts = instance.placement_offsets
        self._single = len(self._starts) == len(instance.placements) + 1
        identity = self._footprints(range(len(placements.puzzle.board.cells)), range(len(placements.puzzle.pieces)))
        self._options = {laid: k for k, laid in enumerate(identity)}

    def images(self, cells: Sequence[int], pieces: Sequence[int]) -> list[int | None]:
        """The image of each option when cell i goes to ``cells[i]`` and piece p becomes ``pieces[p]``.

        None stands for an image that is no option of the instance.
        """
        return list(map(self._options.get, self._footprints(cells, pieces)))

    def _footprints(self, cells: Sequence[int], pieces: Sequence[int]) -> Sequence:
        """What each option lays when moved; those of several placements lay a set."""
        bit = [1 << i for i in cells].__getitem__
        laid: list = []
        for piece, columns in self._runs:
            above = pieces[piece] + 1 << len(cells)  # the piece, beyond the cells
            masks = map(sum, zip(*(map(bit, column) for column in columns), strict=True))
            laid.extend(map(above.__add__, masks))
        if self._single:
            return laid
        return [frozenset(laid[a:b]) for a, b in pairwise(self._starts)]


def _runs(placements: Placements, chosen: Sequence[int]) -> Iterator[tuple[int, list[Sequence[int]]]]:
    """Placements in a row that lay the same piece: the piece, and their first cells, their second cells, and so on."""
    cells, offsets = placements.cells, placements.offsets
    for piece, group in groupby(chosen, placements.piece.__getitem__):
        run = list(group)
        start, size = offsets[run[0]], offsets[run[0] + 1] - offsets[run[0]]
        if run[-1] - run[0] == len(run) - 1 and run == list(range(run[0], run[-1] + 1)):
            yield piece, [cells[start + c : offsets[run[-1] + 1] : size] for c in range(size)]
        else:
            yield piece, [[cells[offsets[p] + c] for p in run] for c in range(size)]
