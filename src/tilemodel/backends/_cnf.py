"""An instance as clauses. Variable k + 1 says that option k is chosen; all others come from one pool above those.

Items covered at most once use an encoding of PySAT, by name. All else, counts and rows alike, uses one encoding of our
own: a layered sum. Options of which no two can be chosen together (they cover the same item) make a group; a state is a
partial sum over the groups so far. There are few states, since few options are chosen: a row over 2,000 options
of 12 pieces has 12 layers. This is the encoding of pseudo-Boolean constraints with at-most-one relations by decision
diagrams: Bofill, Coll, Suy, Villaret, "An MDD-based SAT encoding for pseudo-Boolean constraints with at-most-one
relations", Artificial Intelligence Review 53 (2020).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tilemodel.backends._sums import Sum, gains, sums
from tilemodel.errors import UnsupportedError
from tilemodel.instance import Instance, ItemKind

Clause = list[int]

ENCODINGS = (
    "auto",
    "pairwise",
    "seqcounter",
    "sortnetwrk",
    "cardnetwrk",
    "bitwise",
    "ladder",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
)
"""At-most-one encodings. ``auto`` is pairwise, and bitwise for the largest items where that is too much."""

MANY_PAIRS = 1_500_000
"""Pairwise clauses that auto allows itself: two seconds to load, and the search is two to four times faster."""
FEW_PAIRS = 100_000
"""The same where the first selection ends the search, sooner than two seconds as a rule."""
_MOST_STEPS = 1_000_000  # clauses of one layered sum


class Group(NamedTuple):
    """Options (as literals, by what they add) of which at most one can be chosen; exactly one where one ``must``."""

    steps: dict[int, list[int]]
    must: bool

    @property
    def values(self) -> list[int]:
        """What the group can add in all, ascending."""
        return sorted(self.steps if self.must else {0, *self.steps})


class Encoder:
    """Turns the forms of one instance into clauses.

    The clauses of a form lean on the items that are covered at most once, or exactly once: they say what the form
    says together with those of the items.
    """

    def __init__(self, instance: Instance, encoding: str, *, most_pairs: int = MANY_PAIRS):
        from pysat.card import CardEnc, EncType
        from pysat.formula import IDPool

        self._instance = instance
        self._pool = IDPool(start_from=instance.option_count + 1)
        self._at_most: Any = CardEnc.atmost
        self._kinds: Any = EncType
        self._encoding = encoding
        self._pairwise_up_to = _pairwise_up_to(instance, most_pairs) if encoding == "auto" else 0

    def clauses(self) -> Iterator[list[Clause]]:
        """The whole instance, a form at a time. Raises UnsupportedError for a row of too many different sums."""
        for form in sums(self._instance):
            yield self.encode(form)

    def fresh(self) -> int:
        """A variable that nothing else uses."""
        return self._pool.id()

    def better_than(self, worth: int) -> list[Clause]:
        """The goal is reached better than this."""
        return self.encode(self._objective(worth + 1))

    def goal_groups(self) -> list[Group]:
        """All options that count for the goal, in groups; what they add up to is a selection's worth."""
        return self._groups(self._objective(None))

    def _objective(self, lo: int | None) -> Sum:
        assert self._instance.goal
        weights = gains(self._instance.goal)
        options = [k for k, weight in enumerate(weights) if weight]
        coefficients = [weights[k] for k in options]
        most = sum(c for c in coefficients if c > 0)
        least = sum(c for c in coefficients if c < 0)
        return Sum(options, coefficients, least if lo is None else lo, most, least, most, "the objective")

    def encode(self, form: Sum) -> list[Clause]:
        """One sum over the options of the instance."""
        if not form.possible:
            return [[]]
        literals = [k + 1 for k in form.options]
        found = [literals] if form.at_least_one else []
        if form.at_most_one:
            return found + self._at_most_one(literals)
        if form.at_least_one and form.hi == form.most:
            return found
        return self._layered(form)

    def _at_most_one(self, literals: list[int]) -> list[Clause]:
        name = self._encoding
        if name == "auto":
            name = "pairwise" if len(literals) <= self._pairwise_up_to else "bitwise"
        return self._at_most(literals, 1, vpool=self._pool, encoding=getattr(self._kinds, name)).clauses

    def _layered(self, form: Sum) -> list[Clause]:
        """From each possible partial sum, each step leads on: to a sum, to nowhere, or to where nothing can fail."""
        groups = self._groups(form)
        least = sum(group.values[0] for group in groups)  # of the groups to come; likewise the most
        most = sum(group.values[-1] for group in groups)
        states: dict[int, Clause] = {0: []}  # a partial sum, and the literal (negated) that says it is reached
        found: list[Clause] = []
        for group in groups:
            least, most = least - group.values[0], most - group.values[-1]
            steps = {step: self._any_of(literals, found) for step, literals in group.steps.items()}
            premises = [(step, [-literal]) for step, literal in steps.items()]
            if not group.must:
                premises.append((0, list(steps.values())))
            reached: dict[int, Clause] = {}
            for state, here in states.items():
                for step, premise in premises:
                    after = state + step
                    if form.lo <= after + least and after + most <= form.hi:
                        continue
                    if after + most < form.lo or after + least > form.hi:
                        found.append([*here, *premise])
                        continue
                    if after not in reached:
                        reached[after] = [-self._pool.id()]
                    found.append([*here, *premise, -reached[after][0]])
                if len(found) > _MOST_STEPS:
                    raise UnsupportedError(
                        f"the sat backend cannot take {form.origin}: its sums have too many different values; use cpsat"
                    )
            states = reached
        return found

    def _any_of(self, literals: list[int], found: list[Clause]) -> int:
        """A literal that is true exactly when one of these is; defined in ``found``."""
        if len(literals) == 1:
            return literals[0]
        any_of = self._pool.id()
        found.append([-any_of, *literals])
        found.extend([-literal, any_of] for literal in literals)
        return any_of

    def _groups(self, form: Sum) -> list[Group]:
        """The options of a form in few groups: greedily by the item that covers most of those left, pieces first."""
        items, options_of = self._instance.items, self._instance.options_of
        adds = dict(zip(form.options, form.weights, strict=True))
        counts = Counter(i for k in form.options for i in self._instance.option(k) if items[i].hi == 1)
        heap = [(items[i].kind is not ItemKind.PIECE, -count, i) for i, count in counts.items()]
        heapq.heapify(heap)
        groups = []
        while heap:
            kind, _, i = heapq.heappop(heap)
            left = [k for k in options_of[i] if k in adds]
            if len(left) < 2:
                continue
            if heap and (kind, -len(left), i) > heap[0]:
                heapq.heappush(heap, (kind, -len(left), i))
                continue
            must = items[i].lo == 1 and len(left) == len(options_of[i])
            groups.append(_group([(k, adds.pop(k)) for k in left], must))
        return groups + [_group([pair], False) for pair in adds.items()]


def _group(options: Iterable[tuple[int, int]], must: bool) -> Group:
    steps: dict[int, list[int]] = {}
    for k, step in options:
        steps.setdefault(step, []).append(k + 1)
    return Group(steps, must)


def _pairwise_up_to(instance: Instance, most_pairs: int) -> int:
    """The size up to which items covered at most once may be pairwise, within so many clauses."""
    pairs = 0
    sizes = sorted(len(o) for item, o in zip(instance.items, instance.options_of, strict=True) if item.hi == 1)
    for smaller, size in zip([0, *sizes], sizes, strict=False):
        pairs += size * (size - 1) // 2
        if pairs > most_pairs:
            return smaller
    return sizes[-1] if sizes else 0
