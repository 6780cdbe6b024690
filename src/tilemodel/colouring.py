"""Colouring proofs: numbers on cells and pieces that no arrangement can add up to.

A colouring gives each item that is covered an exact number of times a weight such that every option adds up to 0
modulo m (m = 0: exactly 0), while what has to be covered does not. Then there is no arrangement. The checkerboard
argument is the best known; Conway and Lagarias ("Tiling with polyominoes and combinatorial group theory", JCT A 53,
1990) call them generalised colourings and show that one exists exactly when the cover has no solution in integers of
any sign, that is, when the vector of what is needed lies outside the lattice that the options span.

That is decided by the Hermite normal form of the matrix of options. Options are taken in lazily: a proof on some of
them is tried on all, and those on which it fails are added, until it holds for all or there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from tilemodel.instance import Instance


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


def find_colouring(instance: Instance) -> Colouring | None:
    """A colouring that proves the instance unsatisfiable, or None where there is none of this kind.

    Rows are not looked at. Where it returns None, integers (negative ones too) exist that cover everything exactly.
    """
    columns = [i for i, item in enumerate(instance.items) if item.lo == item.hi]
    rank = {i: column for column, i in enumerate(columns)}
    needed = [instance.items[i].lo for i in columns]
    options = {tuple(rank[i] for i in instance.option(k) if i in rank) for k in range(instance.option_count)}
    unused = sorted(options)
    basis: list[list[int]] = []
    fresh = unused[:: max(1, len(unused) // (2 * len(columns) + 1))]
    while True:
        basis = _hermite(basis, fresh, len(columns))
        proof = _separate(basis, needed)
        if proof is None:
            return None
        weights, modulus = proof
        failing = [option for option in unused if _fails(option, weights, modulus)]
        if not failing:
            found = _simplest(weights, modulus, needed)
            return Colouring({columns[c]: w for c, w in enumerate(found[0]) if w}, *found[1:])
        fresh = failing[:: max(1, len(failing) // (len(columns) + 1))]


def _fails(option: Sequence[int], weights: Sequence[int], modulus: int) -> bool:
    total = sum(weights[c] for c in option)
    return bool(total % modulus if modulus else total)


def _hermite(basis: list[list[int]], fresh: Sequence[Sequence[int]], width: int) -> list[list[int]]:
    """A basis in Hermite normal form of the lattice that the old one and the new options span."""
    from flint import fmpz_mat

    rows = [list(row) for row in basis]
    for option in fresh:
        row = [0] * width
        for column in option:
            row[column] = 1
        rows.append(row)
    if not rows or not width:
        return []
    normal = fmpz_mat(rows).hnf().tolist()
    return [[int(entry) for entry in row] for row in normal if any(row)]


def _separate(basis: list[list[int]], needed: list[int]) -> tuple[list[int], int] | None:
    """Weights and a modulus under which the basis vanishes and ``needed`` does not, or None where it is spanned.

    ``needed`` is reduced by the rows in turn. A remainder at a pivot that the pivot does not divide gives weights
    modulo a number; one that is left in the end gives weights without a modulus.
    """
    pivots = [next(c for c, entry in enumerate(row) if entry) for row in basis]
    rest = list(needed)
    for r, (row, pivot) in enumerate(zip(basis, pivots, strict=True)):
        times, remainder = divmod(rest[pivot], row[pivot])
        if remainder:
            # The weights w with (row s) . w = 0 for all rows s but r, and (row r) . w = 1, zero off the pivots.
            return _modular(_solve(basis, pivots, r, {pivot: Fraction(1, row[pivot])}, len(needed)))
        rest = [a - times * b for a, b in zip(rest, row, strict=True)]
    left = next((c for c, entry in enumerate(rest) if entry), None)
    if left is None:
        return None
    weights = _solve(basis, pivots, len(basis), {left: Fraction(1)}, len(needed))
    scale = lcm(*(w.denominator for w in weights))
    return [int(w * scale) for w in weights], 0


def _solve(
    basis: list[list[int]], pivots: list[int], end: int, known: dict[int, Fraction], width: int
) -> list[Fraction]:
    """The weights that are ``known``, zero elsewhere but at the pivots of rows before ``end``, which vanish."""
    weights = [Fraction(0)] * width
    for column, weight in known.items():
        weights[column] = weight
    for row, pivot in zip(reversed(basis[:end]), reversed(pivots[:end]), strict=True):
        others = sum((row[c] * weights[c] for c in range(pivot + 1, width) if row[c] and weights[c]), Fraction(0))
        weights[pivot] = -others / row[pivot]
    return weights


def _modular(weights: list[Fraction]) -> tuple[list[int], int]:
    """Rational weights under which every row is a whole number, as whole weights modulo their denominator."""
    modulus = lcm(*(w.denominator for w in weights))
    return [int(w * modulus) % modulus for w in weights], modulus


def _simplest(weights: list[int], modulus: int, needed: list[int]) -> tuple[list[int], int, int]:
    """The same proof in smaller numbers, with its total.

    A proof modulo m is one modulo each divisor of m that does not divide the total; weights then lie around 0.
    """

    def total(of: list[int]) -> int:
        return sum(w * n for w, n in zip(of, needed, strict=True))

    if not modulus:
        common = gcd(*weights)
        weights = [w // common for w in weights]
        return weights, 0, total(weights)
    modulus = next(d for d in range(2, modulus + 1) if modulus % d == 0 and total(weights) % d)
    weights = [w % modulus for w in weights]
    weights = [w - modulus if 2 * w > modulus else w for w in weights]
    return weights, modulus, total(weights)
