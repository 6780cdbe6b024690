"""A vector that lies outside the lattice of some others, and the weights that show it."""

from __future__ import annotations

import time
from fractions import Fraction
from math import lcm


def hermite(equations: list[list[int]], deadline: float) -> list[list[int]]:
    """A basis, in Hermite normal form, of the lattice that the equations span; they are taken in some at a time.

    Raises TimeoutError after the deadline (by ``time.monotonic``).
    """
    from flint import fmpz_mat

    basis: list[list[int]] = []
    while equations:
        if time.monotonic() > deadline:
            raise TimeoutError
        taken = max(len(basis), 50)
        normal = fmpz_mat(basis + equations[:taken]).hnf().tolist()
        basis = [[int(entry) for entry in row] for row in normal if any(row)]
        equations = equations[taken:]
    return basis


def separate(basis: list[list[int]], needed: list[int]) -> tuple[list[int], int] | None:
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
