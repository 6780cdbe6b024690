"""What options lay on the board, and where a motion of the board carries it."""

from __future__ import annotations

from collections.abc import Sequence

from tilemodel.instance import Instance
from tilemodel.placements import Placements


class Footprints:
    """The options of an instance by what they lay: pieces, each on a set of cells (a mask of their positions)."""

    def __init__(self, placements: Placements, instance: Instance):
        self._laid = [(placements.piece[p], placements.indices(p)) for p in instance.placements]
        identity = self._footprints(range(len(placements.puzzle.board.cells)), range(len(placements.puzzle.pieces)))
        self._starts = instance.placement_offsets
        self._options = {laid: k for k, laid in enumerate(self._by_option(identity))}

    def images(self, cells: Sequence[int], pieces: Sequence[int]) -> list[int | None]:
        """The image of each option when cell i goes to ``cells[i]`` and piece p becomes ``pieces[p]``.

        None stands for an image that is no option of the instance.
        """
        return list(map(self._options.get, self._by_option(self._footprints(cells, pieces))))

    def _footprints(self, cells: Sequence[int], pieces: Sequence[int]) -> list[tuple[int, int]]:
        bit = [1 << i for i in cells].__getitem__
        return [(pieces[p], sum(map(bit, indices))) for p, indices in self._laid]

    def _by_option(self, laid: list[tuple[int, int]]) -> list:
        """The same for options; those of several placements lay a set."""
        if len(self._starts) == len(laid) + 1:
            return laid
        return [frozenset(laid[a:b]) for a, b in zip(self._starts, self._starts[1:], strict=False)]
