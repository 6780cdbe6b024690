"""Colours of pieces: the model's own, or a palette that colour-blind people can tell apart."""

from __future__ import annotations

from tilemodel.puzzle import Puzzle
from tilemodel.render.terminal import ColorDepth

Color = tuple[int, int, int]

# The schemes "muted" and "bright" of Paul Tol, "Colour schemes", SRON technical note EPS/TN/09-002 (2021),
# ordered so that neighbours in the list differ in lightness, too.
PALETTE: tuple[Color, ...] = tuple(
    (int(h[:2], 16), int(h[2:4], 16), int(h[4:], 16))
    for h in (
        "88CCEE 882255 DDCC77 332288 44AA99 CC6677 117733 AA4499 999933 4477AA EE99AA 66CCEE "
        "AA3377 CCBB44 225555 BBBBBB"
    ).split()
)
_SHADES = (0.0, -0.4, 0.45, -0.65, 0.7)  # towards black (negative) or white, for copies and second rounds


def piece_colors(puzzle: Puzzle) -> dict[str, Color]:
    """A colour for each piece, by name: its own ``color``, else the next of the palette, shaded on later rounds."""
    found, position = {}, 0
    for piece in puzzle.pieces:
        if piece.color is not None:
            found[piece.name] = parse_color(piece.color)
        else:
            turn, index = divmod(position, len(PALETTE))
            found[piece.name] = shade(PALETTE[index], turn)
            position += 1
    return found


def parse_color(text: str) -> Color:
    """The colour written ``#rgb`` or ``#rrggbb``."""
    digits = text[1:]
    if len(digits) == 3:
        digits = "".join(2 * d for d in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def shade(color: Color, step: int) -> Color:
    """The colour itself (step 0), or one clearly darker or lighter; steps repeat after five."""
    amount = _SHADES[step % len(_SHADES)]
    goal = 255 if amount > 0 else 0
    red, green, blue = (round(c + (goal - c) * abs(amount)) for c in color)
    return red, green, blue


def ink(color: Color) -> Color:
    """Black or white, whichever is easier to read on the colour."""
    red, green, blue = color
    return (0, 0, 0) if 299 * red + 587 * green + 114 * blue > 128_000 else (255, 255, 255)


def paint(text: str, background: Color, depth: ColorDepth) -> str:
    """The text on a coloured ground, as ANSI escape codes."""
    return f"\x1b[{_code(48, background, depth)};{_code(38, ink(background), depth)}m{text}\x1b[0m"


def _code(role: int, color: Color, depth: ColorDepth) -> str:
    if depth is ColorDepth.TRUE:
        return f"{role};2;{color[0]};{color[1]};{color[2]}"
    return f"{role};5;{_nearest_index(color)}"


def _nearest_index(color: Color) -> int:
    """The nearest of the 6x6x6 cube of a 256-colour terminal, whose levels are 0, 95, 135, 175, 215, 255."""
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (min(range(6), key=lambda i: abs(levels[i] - c)) for c in color)
    return 16 + 36 * red + 6 * green + blue
