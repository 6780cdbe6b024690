"""A search whose work a crew of workers does."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from functools import partial
from typing import Any

from tilemodel.backends.base import Backend
from tilemodel.backends.search import NONE_FOUND, Batch, Limits, Search, StopReason
from tilemodel.instance import Instance
from tilemodel.parallel.crew import Crew
from tilemodel.parallel.helpers import Elsewhere, Here
from tilemodel.parallel.parts import Portion, Share, cut
from tilemodel.parallel.team import THREADS, Team

_POLL = 0.05  # seconds between two looks at limits and signals


class ParallelSearch(Search):
    """Gives what one search of the backend gives, each selection once, in another order.

    Time limits, the limit of selections and cancellation are this search's own; the workers are halted when it ends.
    Raises what the backend raises for an instance that it cannot take.
    """

    def __init__(self, backend: Backend, instance: Instance, limits: Limits, options: Any, team: Team):
        options = backend.admit(instance, options)
        parts: Sequence[Portion]
        if begins := backend.divide(instance, options, team.shares, ordered=team.ordered):
            parts = [Share(begin, 1 / len(begins)) for begin in begins]
        else:
            parts = cut(instance, team.parts, along_scan=False)
        kind = Here if backend.name in THREADS or team.workers == 1 else Elsewhere
        helper = partial(kind, backend, instance, options)
        # A time limit for each would be one from its own start on.
        super().__init__(limits)
        self._crew = Crew(parts, helper, team.workers, team.ordered, Limits(limits.solutions))
        self._counted = 0
        self._end_crew = weakref.finalize(self, self._crew.end)  # at the latest when Python exits

    def _fill(self, most: int) -> tuple[Batch, StopReason | None]:
        self._crew.begin(listing=True)
        result = self._crew.take(most, _POLL)
        self.statistics = self._crew.statistics()
        return result or (NONE_FOUND, None)

    def _tally(self, most: int) -> tuple[int, StopReason | None]:
        self._crew.begin(listing=False)
        if self._crew.lists:
            return super()._tally(most)
        found, stop = self._crew.counted(_POLL)
        self.statistics = self._crew.statistics()
        fresh = found - self._counted
        if fresh > most:  # those beyond the limit do not count, nor that they were the last
            fresh, stop = most, None
        self._counted += fresh
        return fresh, stop

    def _interrupt(self) -> None:
        self._crew.halt()

    def _close(self) -> None:
        self._end_crew()
