"""What a run is to find out, as numbers of selections of one instance or of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilemodel import __version__, backends
from tilemodel.choice import choose
from tilemodel.compiler import Compilation, without_goal
from tilemodel.counting import CountingPlan, orbit_plan
from tilemodel.errors import UnsupportedError
from tilemodel.instance import Instance
from tilemodel.symmetry import OrbitFilter, symmetry_group

LISTING, COUNTING = "solutions", "count"


@dataclass(frozen=True)
class Term:
    """One instance, and the backend that searches its parts.

    ``motions`` are symmetries of it, as permutations of its options, by which its parts may be alike.
    """

    instance: Instance
    backend: str
    motions: tuple[Sequence[int], ...] = ()


class Question:
    """The number of arrangements of a puzzle, or the arrangements themselves.

    A :attr:`plan` tells the number from those of its :attr:`terms`: one, or for a count up to symmetry one for each
    class of symmetries where it must be (see :mod:`tilemodel.counting`). Arrangements are listed from one term;
    ``sieve`` then keeps one of each orbit where that is asked for. Raises UnsupportedError where the backend
    cannot take a term.
    """

    def __init__(
        self,
        compilation: Compilation,
        *,
        backend: str = "auto",
        options: Any = None,
        distinct: bool = False,
        listing: bool = False,
        engines: Sequence[str] = (),
    ):
        self.compilation = without_goal(compilation)
        self.listing, self.distinct, self.options = listing, distinct, options
        self.sieve: OrbitFilter | None = None
        self.plan = CountingPlan(((1, self.compilation.instance),))
        if distinct:
            orbits = OrbitFilter(self.compilation.instance, symmetry_group(self.compilation))
            if listing:
                self.sieve = orbits
            self.plan = CountingPlan(((1, orbits.instance),)) if listing else orbit_plan(orbits)
        self.terms = [
            Term(instance, engines[t] if engines else _engine(instance, backend, options), self._motions(instance))
            for t, (_, instance) in enumerate(self.plan.terms)
        ]

    @classmethod
    def again(cls, compilation: Compilation, facts: dict[str, str]) -> Question:
        """The question that a journal was begun with, for reading what it found. The options are not restored."""
        return cls(
            compilation,
            distinct=facts["distinct"] == "yes",
            listing=facts["question"] == LISTING,
            engines=facts["backend"].split(),
        )

    def _motions(self, instance: Instance) -> tuple[Sequence[int], ...]:
        """Symmetries by which parts of a term are alike: reflections too, even where they keep arrangements apart."""
        if self.listing:
            return ()
        if instance is not self.compilation.instance:
            return (range(instance.option_count),)
        group = symmetry_group(self.compilation, self.compilation.puzzle.lattice.point_group)
        return tuple(symmetry.options for symmetry in group)

    @property
    def is_sum(self) -> bool:
        """Whether what is found in some parts is part of the number: nothing is divided at the end."""
        return self.plan.divisor == 1

    def answer(self, found: list[int]) -> int:
        """The number that is asked for, from the complete numbers of selections of the terms."""
        return self.plan.total(found)

    @property
    def engines(self) -> str:
        """The backends of the terms, each named once."""
        return ", ".join(dict.fromkeys(term.backend for term in self.terms))

    def identity(self) -> dict[str, str]:
        """What two runs must agree in to go on with one another's work."""
        return {
            "version": __version__,
            "puzzle": self.compilation.instance.fingerprint,
            "question": LISTING if self.listing else COUNTING,
            "distinct": "yes" if self.distinct else "no",
            "backend": " ".join(term.backend for term in self.terms),
            "options": "default" if self.options is None else repr(self.options),
        }


def _engine(instance: Instance, backend: str, options: Any) -> str:
    """The backend that searches the parts of an instance."""
    if backend != "auto":
        return choose(instance, backend=backend, options=options)[0].backend
    chosen = choose(instance, options=options)[0].backend
    if not backends.get(chosen).merges:  # which cutting would undo
        return chosen
    for name in ("mrv", "anchor", "sat"):
        if name in backends.names() and not backends.get(name).objections(instance):
            return name
    raise UnsupportedError("no backend that works in parts can take this puzzle; tilemodel count takes it as a whole")
