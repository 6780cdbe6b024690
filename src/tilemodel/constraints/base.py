"""What a side constraint is, and what it may turn into.

A constraint never sees a backend. It has a pure :meth:`Constraint.lower`, which the compiler calls, and an
independent :meth:`Constraint.holds`, written from its definition and used by the checker alone: double entry, so that
a wrong lowering is caught. The two share how a person's words are read (selectors, zones), and no geometry.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tilemodel.constraints.interval import Interval, contains
from tilemodel.errors import PuzzleError

if TYPE_CHECKING:
    from tilemodel.placements import Placements
    from tilemodel.puzzle import Puzzle
    from tilemodel.solution import PlacedPiece, Solution


@dataclass(frozen=True)
class AuxiliaryItem:
    """An item covered at most once, by each of these placements (ascending)."""

    name: str
    placements: tuple[int, ...]


@dataclass(frozen=True)
class LinearRow:
    """``lo <= sum of coefficient * [placement is used] <= hi``; either bound may be None.

    A placement that another constraint drops counts 0. A row without coefficients is still a rule: where 0 is
    outside its bounds there is no arrangement.
    """

    coefficients: Mapping[int, int]  # by placement, ascending; none is 0
    lo: int | None
    hi: int | None


@dataclass(frozen=True)
class Lowering:
    """All that a constraint may ask of the compiler, as plain data.

    ``dropped`` placements are not used; ``bounds`` narrows how often a piece (by its position in the puzzle) is used:
    it is met together with the piece's own count and every other narrowing, and where nothing is left between them
    there is no arrangement.

    A lowering follows from the rule's meaning alone, never from an order of cells or pieces: a motion that keeps the
    puzzle and the rule carries the lowering onto itself, which is how symmetries are recognised.
    """

    dropped: Iterable[int] = ()
    auxiliary: tuple[AuxiliaryItem, ...] = ()
    rows: tuple[LinearRow, ...] = ()
    bounds: Mapping[int, tuple[int, int | None]] = field(default_factory=dict)


class Constraint(abc.ABC):
    """A rule about arrangements; each kind is a frozen dataclass whose fields are the keys of the model file."""

    kind: ClassVar[str]

    def __post_init__(self) -> None:
        for name, value in vars(self).items():  # lists become tuples: frozen, hashable, equal by value
            object.__setattr__(self, name, _frozen(value))

    def validate(self, puzzle: Puzzle) -> None:
        """Raise PuzzleError where the rule contradicts the puzzle (an unknown piece, a zone without cells, ...).

        The other methods may be asked only where this raises nothing.
        """
        try:
            self.check(puzzle)
        except PuzzleError as error:
            raise PuzzleError(f"{self.kind}: {error}") from None

    @abc.abstractmethod
    def check(self, puzzle: Puzzle) -> None:
        """What :meth:`validate` does, before the kind is put in front of the message."""

    @abc.abstractmethod
    def lower(self, puzzle: Puzzle, placements: Placements) -> Lowering:
        """The rule over the placements of the puzzle."""

    @abc.abstractmethod
    def holds(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Whether an arrangement keeps the rule, from its definition alone."""


class Tally(NamedTuple):
    """Sums over the pieces in place: what a piece adds to each, and the bounds between which each is to lie."""

    weigh: Callable[[PlacedPiece], Sequence[int]]
    bounds: Sequence[Interval]


class SumRule(Constraint):
    """A rule that bounds sums over the pieces in place. Many arrangements can be judged by it at once, as arrays."""

    @abc.abstractmethod
    def tally(self, puzzle: Puzzle) -> Tally:
        """The definition of the rule; as independent of :meth:`lower` as ``holds`` is."""

    def holds(self, puzzle: Puzzle, solution: Solution) -> bool:
        weigh, bounds = self.tally(puzzle)
        sums = [0] * len(bounds)
        for placed in solution.placements:
            sums = [a + b for a, b in zip(sums, weigh(placed), strict=True)]
        return all(map(contains, bounds, sums))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
