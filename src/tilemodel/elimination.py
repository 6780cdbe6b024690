"""Weights that make given sets of them add up to 0, as linear forms in a few free ones."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

Form = dict[int, int]
"""A linear form: the free weights in it (none with coefficient 0)."""

_LOOK = 200  # equations between two looks at the clock


class Weights:
    """Whole numbers w[0], w[1], ... of which certain sums are to be 0. To begin with all of them are free.

    An equation in which a free weight has the coefficient 1 or -1 settles it: it is what the others make it. Forms
    stay short where each equation has a weight that no other has used yet, as when one goes along a board.
    """

    def __init__(self, number: int):
        self._forms: list[Form] = [{w: 1} for w in range(number)]
        self._used_in: list[set[int]] = [{w} for w in range(number)]  # the weights whose form has a free weight in it

    def let_vanish(self, sets: Iterable[Sequence[int]], deadline: float) -> list[Form]:
        """Let the weights of each set add up to 0, and give the equations that this leaves between free weights.

        Raises TimeoutError after the deadline (by ``time.monotonic``).
        """
        left = sets
        while True:
            unsettled: dict[tuple[tuple[int, int], ...], Sequence[int]] = {}
            progress = False
            for number, members in enumerate(left):
                if number % _LOOK == 0 and time.monotonic() > deadline:
                    raise TimeoutError
                equation = self._sum((w, 1) for w in members)
                if equation and not self._settle(equation):
                    unsettled.setdefault(_key(equation), members)
                    continue
                progress = progress or bool(equation)
            left = list(unsettled.values())
            if not progress:
                return [dict(key) for key in unsettled]

    def total(self, multiples: Sequence[int]) -> Form:
        """The sum of the weights, each so many times."""
        return self._sum(enumerate(multiples))

    def under(self, chosen: Mapping[int, int]) -> list[int]:
        """All weights, where the free ones are as chosen (0 where nothing is said)."""
        return [sum(c * chosen.get(w, 0) for w, c in form.items()) for form in self._forms]

    def _sum(self, multiples: Iterable[tuple[int, int]]) -> Form:
        found: Form = {}
        for weight, times in multiples:
            for w, c in self._forms[weight].items():
                found[w] = found.get(w, 0) + times * c
        return {w: c for w, c in found.items() if c}

    def _settle(self, equation: Form) -> bool:
        """Solve the equation for a weight with coefficient 1 or -1, the least used; False where there is none."""
        units = [w for w, c in equation.items() if c in (1, -1)]
        if not units:
            return False
        settled = min(units, key=lambda w: len(self._used_in[w]))
        sign = equation.pop(settled)
        for user in self._used_in[settled]:
            form = self._forms[user]
            times = -sign * form.pop(settled)
            for w, c in equation.items():
                form[w] = form.get(w, 0) + times * c
                if form[w]:
                    self._used_in[w].add(user)
                else:
                    del form[w]
                    self._used_in[w].discard(user)
        self._used_in[settled] = set()
        return True


def _key(equation: Form) -> tuple[tuple[int, int], ...]:
    """Equal for two equations that are the same up to sign."""
    entries = sorted(equation.items())
    return tuple(entries) if entries[0][1] > 0 else tuple((w, -c) for w, c in entries)
