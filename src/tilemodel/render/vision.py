"""How different two colours look, also to people who see colours otherwise."""

from __future__ import annotations

import math
from functools import cache

from tilemodel.render.colors import Color

DIFFERENT = 8.0
"""From this difference on, two areas beside each other are told apart at a glance."""

# What each kind of colour vision makes of linear red, green and blue: the usual one, then protanopia, deuteranopia and
# tritanopia as in G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A physiologically-based model for simulation
# of color vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), at severity 1.
_VISIONS = (
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
)

# B. Ottosson, "A perceptual color space for image processing" (2020): from linear RGB to cones, and from their cube
# roots to lightness and two opponent colours.
_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


@cache
def difference(one: Color, other: Color) -> float:
    """A hundred times the distance in Oklab, by the vision to which it is smallest: 0 for equal, about 2 for a
    difference that can just be seen, 100 for black and white."""
    return 100 * min(map(math.dist, _seen(one), _seen(other)))


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines 2, from 1 to 21; text needs 4.5."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = _linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def _seen(color: Color) -> tuple[tuple[float, ...], ...]:
    """The colour in Oklab, as each vision sees it."""
    linear = _linear(color)
    seen = (tuple(min(max(c, 0.0), 1.0) for c in _times(vision, linear)) for vision in _VISIONS)
    return tuple(_times(_TO_LAB, tuple(map(math.cbrt, _times(_TO_CONES, rgb)))) for rgb in seen)


def _linear(color: Color) -> tuple[float, ...]:
    parts = (c / 255 for c in color)
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def _times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
