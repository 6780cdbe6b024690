"""What a side constraint is, and what it may turn into.

A constraint never sees a backend. It has a pure :meth:`Constraint.lower`, which the compiler calls, and an
independent :meth:`Constraint.holds`, written from its definition and used by the checker alone: double entry, so that
a wrong lowering is caught.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import Solution


@dataclass(frozen=True)
class AuxiliaryItem:
    """An item covered at most once, by each of these placements."""

    name: str
    placements: tuple[int, ...]


@dataclass(frozen=True)
class LinearRow:
    """``lo <= sum of coefficient * [placement is used] <= hi``; either bound may be None."""

    coefficients: Mapping[int, int]  # by placement
    lo: int | None
    hi: int | None


@dataclass(frozen=True)
class Lowering:
    """All that a constraint may ask of the compiler, as plain data.

    ``dropped`` placements are not used; ``bounds`` narrows how often a piece (by its position in the puzzle) is used.
    """

    dropped: Iterable[int] = ()
    auxiliary: tuple[AuxiliaryItem, ...] = ()
    rows: tuple[LinearRow, ...] = ()
    bounds: Mapping[int, tuple[int, int | None]] = field(default_factory=dict)


class Constraint(abc.ABC):
    """A rule about arrangements; each kind is a frozen dataclass whose fields are the keys of the model file."""

    kind: ClassVar[str]

    @abc.abstractmethod
    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError where the rule contradicts the puzzle (an unknown piece, a zone without cells, ...)."""

    @abc.abstractmethod
    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        """The rule over the placements of the puzzle."""

    @abc.abstractmethod
    def holds(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Whether an arrangement keeps the rule, from its definition alone."""
