"""``count``: so many such pieces are used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tilemodel.constraints.base import LinearRow, Lowering, SumRule, Tally
from tilemodel.constraints.interval import check_interval, interval
from tilemodel.constraints.selectors import check_selector, positions, such_pieces

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle


@dataclass(frozen=True)
class Count(SumRule):
    """``exactly`` so many such pieces are used, or from ``min`` to ``max``; two copies are two pieces."""

    piece: str | None = None
    group: str | None = None
    exactly: int | None = None
    min: int | None = None
    max: int | None = None
    kind: ClassVar[str] = "count"

    def check(self, puzzle: Puzzle) -> None:
        check_selector(puzzle, self.piece, self.group)
        check_interval(self.exactly, self.min, self.max)

    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        such = positions(puzzle, such_pieces(puzzle, self.piece, self.group))
        bounds = interval(self.exactly, self.min, self.max)
        if len(such) == 1:
            return Lowering(bounds=dict.fromkeys(such, bounds))
        used = {k: 1 for k in range(len(placements)) if placements.piece[k] in such}
        return Lowering(rows=(LinearRow(used, *bounds),))

    def tally(self, puzzle: Puzzle) -> Tally:
        names = such_pieces(puzzle, self.piece, self.group)
        return Tally(lambda placed: [placed.piece in names], [interval(self.exactly, self.min, self.max)])
