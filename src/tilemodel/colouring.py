"""Colouring proofs: numbers on cells and pieces that no arrangement can add up to.

A colouring gives each item that is covered an exact number of times a weight such that every option adds up to 0
modulo m (m = 0: exactly 0), while what has to be covered does not. Then there is no arrangement. The checkerboard
argument is the best known; Conway and Lagarias ("Tiling with polyominoes and combinatorial group theory", JCT A 53,
1990) call them generalised colourings and show that one exists exactly when the cover has no solution in integers of
any sign, that is, when the vector of what is needed lies outside the lattice that the options span.

The weights under which every option vanishes are found by elimination, option by option along the board: nearly
always some weight occurs in the sum once and is settled by the others, whole numbers throughout. What remains are a
few free weights and equations without a coefficient of 1 between them; their Hermite normal form decides.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd

from tilemodel.elimination import Weights
from tilemodel.instance import Instance, ItemKind
from tilemodel.separation import hermite, separate

_MOST_BITS_TO_FACTOR = 128
_MOST_SHIFTS = 64


@dataclass(frozen=True)
class Colouring:
    """Weights of items (zeros left out), the modulus (0: none), and what the options and the board add up to.

    Every option adds up to 0 modulo ``modulus``; what must be covered adds up to ``total``, which is not 0.
    """

    weights: dict[int, int]
    modulus: int
    total: int

    def proves(self, instance: Instance) -> bool:
        """Check the proof from scratch: on every option, and on what must be covered."""

        def is_zero(number: int) -> bool:
            return number % self.modulus == 0 if self.modulus else number == 0

        exact = all(instance.items[i].lo == instance.items[i].hi for i in self.weights)
        options = (sum(self.weights.get(i, 0) for i in instance.option(k)) for k in range(instance.option_count))
        needed = sum(weight * instance.items[i].lo for i, weight in self.weights.items())
        return exact and all(map(is_zero, options)) and not is_zero(needed) and needed == self.total


def find_colouring(instance: Instance, seconds: float | None = None) -> Colouring | None:
    """A colouring that proves the instance unsatisfiable, or None where there is none of this kind, or no more time.

    Rows are not looked at. Where it returns None before its time is up, integers (negative ones too) exist that cover
    everything exactly.
    """
    deadline = float("inf") if seconds is None else time.monotonic() + seconds
    columns = [i for i, item in enumerate(instance.items) if item.lo == item.hi]
    rank = {i: column for column, i in enumerate(columns)}
    options = {tuple(rank[i] for i in instance.option(k) if i in rank) for k in range(instance.option_count)}
    needed = [instance.items[i].lo for i in columns]
    weights = Weights(len(columns))
    try:
        along_the_board = sorted(options, key=lambda option: option[::-1])
        left = weights.let_vanish(along_the_board, deadline)
        total = weights.total(needed)
        free = sorted({*total, *(w for equation in left for w in equation)})
        basis = hermite([[equation.get(w, 0) for w in free] for equation in left], deadline)
    except TimeoutError:
        return None
    proof = separate(basis, [total.get(w, 0) for w in free])
    if proof is None:
        return None
    chosen, modulus = proof
    found = _Proof(weights.under(dict(zip(free, chosen, strict=True))), modulus, needed).simplified()
    if area := _area(instance, columns, options):
        found = min(found.shifted(area), key=_Proof.cost)
    return Colouring({columns[c]: w for c, w in enumerate(found.weights) if w}, found.modulus, found.total)


def _area(instance: Instance, columns: list[int], options: Iterable[Sequence[int]]) -> list[int] | None:
    """1 for each cell, less its size for each piece: what adds up to 0 on every option, if each piece has one size
    and is to be used an exact number of times. (Else None.)"""
    cells = [instance.items[i].kind is ItemKind.CELL for i in columns]
    sizes: dict[int, int] = {}
    for option in options:
        size = sum(cells[c] for c in option)
        others = [c for c in option if not cells[c]]
        if len(others) != 1 or sizes.setdefault(others[0], size) != size:
            return None
    return [int(cell) - sizes.get(c, 0) for c, cell in enumerate(cells)]


@dataclass(frozen=True)
class _Proof:
    """Weights by column, their modulus (0: none), and how often each column is covered."""

    weights: list[int]
    modulus: int
    needed: list[int]

    @property
    def total(self) -> int:
        return sum(w * n for w, n in zip(self.weights, self.needed, strict=True))

    def cost(self) -> tuple[int, int]:
        """Few numbers before small ones; a sum of 0 proves nothing."""
        proves = self.total % self.modulus if self.modulus else self.total
        size = sum(map(abs, self.weights))
        return (sum(map(bool, self.weights)) + self.modulus, size) if proves else (sys.maxsize, size)

    def simplified(self) -> _Proof:
        """The same proof in smaller numbers: a proof modulo m is one modulo each divisor of m that does not divide
        the total (the least is a power of a prime); weights lie around 0, without a common factor."""
        weights, modulus = self.weights, self.modulus
        if modulus:
            modulus = self._least_modulus()
            below = (modulus - 1) // 2
            weights = [(w + below) % modulus - below for w in weights]
        common = gcd(modulus, *weights) or 1
        return _Proof([w // common for w in weights], modulus // common, self.needed)

    def _least_modulus(self) -> int:
        from flint import fmpz

        found = self.modulus
        if found.bit_length() <= _MOST_BITS_TO_FACTOR:
            for prime, exponent in fmpz(found).factor():
                power = next((int(prime) ** e for e in range(1, exponent + 1) if self.total % int(prime) ** e), found)
                found = min(found, power)
        return found

    def shifted(self, area: list[int]) -> Iterator[_Proof]:
        """This proof and others that count, for each cell, so many more."""
        times = {0, *(w // -a for w, a in zip(self.weights, area, strict=True) if a < 0)}
        for t in sorted(times | set(range(min(self.modulus, _MOST_SHIFTS)))):
            weights = [w + t * a for w, a in zip(self.weights, area, strict=True)]
            yield _Proof(weights, self.modulus, self.needed).simplified()
