"""What every solver offers.

A backend knows :class:`~tilemodel.instance.Instance` and nothing else of the package::

    with backend.search(instance, Limits(seconds=10)) as search:
        for selection in search:        # each one a tuple of option indices
            ...
    search.outcome                      # how many, and why it ended

    search.count()                      # the number alone, without making the selections
    search.cancel()                     # from any thread; sticky

Writing one is: a frozen dataclass of options, a :class:`Backend`, and a :class:`~tilemodel.backends.search.Search` with
one method, ``_fill``.
"""

from __future__ import annotations

import abc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilemodel.backends.search import Limits, Outcome, Search
from tilemodel.errors import UnsupportedError, UsageError
from tilemodel.instance import Instance

Begin = Callable[[Limits], Search]
"""Begins a search within limits."""


@dataclass(frozen=True)
class Accepts:
    """What a backend can take beyond items covered between bounds, which all must."""

    rows: bool = False
    goal: bool = False


@dataclass(frozen=True)
class NoOptions:
    """The options of a backend that has none."""


class Backend(abc.ABC):
    """A solver. Stateless: one value serves any number of searches at once.

    ``Options`` is the frozen dataclass of its own settings.
    """

    name: str
    accepts: Accepts
    Options: type = NoOptions
    merges: bool = False

    def is_yardstick(self, options: Any) -> bool:
        """Whether it is there to count each selection of what it is given, for others to be compared with."""
        return False

    def availability(self) -> str | None:
        """None where it can run here, else what is missing and how to get it. Never raises."""
        return None

    def objections(self, instance: Instance) -> list[str]:
        """Everything in the instance that this backend cannot take, each in a phrase."""
        found = []
        if instance.rows and not self.accepts.rows:
            origins = sorted({row.origin for row in instance.rows})
            found.append(f"linear rows (from {', '.join(origins)})")
        if instance.goal and not self.accepts.goal:
            found.append("an objective")
        return found

    def search(self, instance: Instance, limits: Limits = Limits(), options: Any = None) -> Search:
        """Start a search. Raises UnsupportedError, naming every culprit, before the first solution."""
        return self._start(instance, limits, self.admit(instance, options))

    def admit(self, instance: Instance, options: Any = None) -> Any:
        """The options to use, where it takes the instance; raises as :meth:`search` does where it does not."""
        if culprits := self.objections(instance):
            raise UnsupportedError(f"the {self.name} backend cannot take {'; '.join(culprits)}")
        if options is not None and not isinstance(options, self.Options):
            raise UsageError(f"options of the {self.name} backend are a {self.Options.__qualname__}, not {options!r}")
        return self.Options() if options is None else options

    def divide(self, instance: Instance, options: Any, number: int, *, ordered: bool) -> list[Begin] | None:
        """How to begin so many searches that share out the work and what they learn, each on a thread of its own.

        Together they give what one gives. ``ordered``: the selections of each come before those of the next, and are
        the same in every run. None: this backend cannot; cut the instance instead. The options are admitted.
        """
        return None

    @abc.abstractmethod
    def _start(self, instance: Instance, limits: Limits, options: Any) -> Search:
        """Make the Search; the instance is one that the backend takes."""

    def count(self, instance: Instance, limits: Limits = Limits(), options: Any = None) -> Outcome:
        """How many selections there are; ``complete`` says whether that is all of them."""
        with self.search(instance, limits, options) as search:
            return search.count()
