"""Colours as values: red, green and blue from 0 to 255."""

from __future__ import annotations

Color = tuple[int, int, int]

WHITE: Color = (255, 255, 255)
BLACK: Color = (0, 0, 0)


def parse_color(text: str) -> Color:
    """The colour written ``#rgb`` or ``#rrggbb``."""
    digits = text[1:]
    if len(digits) == 3:
        digits = "".join(2 * d for d in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def to_hex(color: Color) -> str:
    """The colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def mix(color: Color, goal: Color, amount: float) -> Color:
    """The colour moved towards another one: 0 leaves it, 1 reaches it."""
    red, green, blue = (round(c + (g - c) * amount) for c, g in zip(color, goal, strict=True))
    return red, green, blue


def darker(color: Color, amount: float) -> Color:
    """The colour in less light."""
    return mix(color, BLACK, amount)


def lighter(color: Color, amount: float) -> Color:
    """The colour in more light."""
    return mix(color, WHITE, amount)


def ink(color: Color) -> Color:
    """Black or white, whichever is easier to read on the colour."""
    from tilemodel.render.vision import contrast

    return max((BLACK, WHITE), key=lambda candidate: contrast(candidate, color))
