"""Numbers that may be beyond any float, given by their natural logarithms, in words and as whole numbers."""

from __future__ import annotations

import math

_EXACT = math.log(1e15)  # below it a float knows the whole number

_UNITS = (
    ("years", 365.25 * 86400),
    ("days", 86400.0),
    ("hours", 3600.0),
    ("minutes", 60.0),
)


def whole(log: float) -> int:
    """The whole number nearest to what the logarithm stands for, of which about twelve digits are known.

    >>> whole(math.log(11520)), whole(-math.inf), len(str(whole(1000.5 * math.log(10))))
    (11520, 0, 1001)
    """
    if log == -math.inf:
        return 0
    if log < _EXACT:
        return round(math.exp(log))
    exponent = math.floor(log / math.log(10))
    digits = math.exp(log - exponent * math.log(10))
    shift = exponent - 15
    mantissa = round(digits * 10**15)
    return mantissa * 10**shift if shift >= 0 else mantissa // 10**-shift


def magnitude(log: float) -> str:
    """In words: small numbers in full, large ones with three digits.

    >>> magnitude(math.log(11520)), magnitude(math.log(7.8e14)), magnitude(-math.inf)
    ('11,520', '7.80e14', '0')
    """
    if log < math.log(1e9):
        return f"{whole(log):,}"
    exponent = math.floor(log / math.log(10))
    digits = f"{math.exp(log - exponent * math.log(10)):.2f}"
    return f"1.00e{exponent + 1}" if digits == "10.00" else f"{digits}e{exponent}"


def duration(log_seconds: float) -> str:
    """A time in the largest unit that fits.

    >>> duration(math.log(0.25)), duration(math.log(7200)), duration(math.log(1e12))
    ('0.2 s', '2.0 hours', '31,688 years')
    """
    for unit, length in _UNITS:
        count = log_seconds - math.log(length)
        if count >= 0:
            return f"{math.exp(count):.1f} {unit}" if count < math.log(10) else f"{magnitude(count)} {unit}"
    return f"{math.exp(log_seconds):.1f} s"
