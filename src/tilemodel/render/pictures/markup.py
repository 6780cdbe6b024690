"""What every picture is made with: text that stays text, a frame with a title, and elements laid out on a page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

import svg

from tilemodel.render.pictures.rounding import short

CELL = 40.0
"""The units of a picture that the side of a cell is long."""

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
INK, MUTED = "#222222", "#6b665c"
SMALL = 0.62  # the size of an index, where 1 is that of the text before it
PAPER = "#ffffff"

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Picture:
    """Elements within a rectangle from (0, 0) to (width, height)."""

    width: float
    height: float
    elements: list[svg.Element]


def words(text: str) -> str:
    """A text for an element. svg.py writes what it is given, so this is where names that look like markup become
    harmless; characters that XML does not have are replaced."""
    return escape(_FORBIDDEN.sub("\ufffd", text))


def titled(title: str, *elements: svg.Element) -> svg.G:
    """Elements with a title, which browsers show when one points at them and screen readers say."""
    return svg.G(elements=[svg.Title(text=words(title)), *elements])


def label(
    text: str, x: float, y: float, size: float, *, color: str = INK, small: str = "", bold: bool = True, **rest: object
) -> svg.Text:
    """A text in the middle of a point; ``small`` follows it as an index."""
    settings = {
        "x": short(x),
        "y": short(y + 0.36 * size),  # the middle of a capital letter
        "font_size": short(size),
        "fill": color,
        "text_anchor": "middle",
        "font_weight": "bold" if bold else None,
        **rest,
    }
    if not small:
        return svg.Text(text=words(text), **settings)  # type: ignore[arg-type]
    index = svg.TSpan(text=words(small), font_size=short(SMALL * size), dy=short(0.18 * size))
    return svg.Text(elements=[svg.TSpan(text=words(text)), index], **settings)  # type: ignore[arg-type]


def width_of(text: str) -> float:
    """About how wide a bold text is, in font sizes."""
    return sum(_width(character) for character in text)


def _width(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    return 0.32 if character in "iljI.,:;'|!1 ft" else 0.92 if character in "mwMW@%" else 0.68


def shortened(text: str, room: float) -> str:
    """The text, or so many of its first characters that they and three dots are at most ``room`` font sizes wide."""
    if width_of(text) <= room:
        return text
    while text and width_of(text) + 0.8 > room:
        text = text[:-1]
    return text.rstrip() + "\u2026"


def in_rows(pictures: Sequence[Picture], columns: int, gap: float) -> Picture:
    """Pictures in rows of so many, each in the middle of its place."""
    rows = [pictures[i : i + columns] for i in range(0, len(pictures), columns)]
    widths = [max(row[k].width for row in rows if k < len(row)) for k in range(min(columns, len(pictures)))]
    elements: list[svg.Element] = []
    y = 0.0
    for row in rows:
        height = max(picture.height for picture in row)
        x = 0.0
        for picture, width in zip(row, widths, strict=False):
            elements.append(moved(picture, x + (width - picture.width) / 2, y + (height - picture.height) / 2))
            x += width + gap
        y += height + gap
    return Picture(sum(widths) + gap * (len(widths) - 1), y - gap, elements)


def moved(picture: Picture, x: float, y: float) -> svg.G:
    """A picture as an element of another one, with its corner at this point."""
    return svg.G(transform=[svg.Translate(short(x), short(y))], elements=picture.elements)


def scaled(picture: Picture, factor: float) -> Picture:
    """A picture made larger or smaller."""
    group = svg.G(transform=[svg.Scale(factor)], elements=picture.elements)
    return Picture(picture.width * factor, picture.height * factor, [group])


def captioned(picture: Picture, caption: str, size: float = 15.0) -> Picture:
    """A picture with a line of text below it."""
    text = shortened(caption, max(picture.width, 240.0) / size)
    width = max(picture.width, size * width_of(text))
    line = label(text, width / 2, picture.height + size, size, bold=False)
    return Picture(width, picture.height + 1.8 * size, [moved(picture, (width - picture.width) / 2, 0), line])


def document(
    picture: Picture,
    title: str,
    *,
    margin: float = 16.0,
    millimetres: float | None = None,
    defs: Sequence[svg.Element] = (),
) -> str:
    """The picture as a file of its own. ``millimetres`` is how long the side of a cell is to be on paper; without it
    a cell is 40 pixels."""
    width, height = picture.width + 2 * margin, picture.height + 2 * margin
    scale, unit = (1.0, "px") if millimetres is None else (millimetres / CELL, "mm")
    sheet = svg.Rect(x=short(-margin), y=short(-margin), width=short(width), height=short(height), fill=PAPER)
    head: list[svg.Element] = [svg.Title(text=words(title))]
    if defs:
        head.append(svg.Defs(elements=list(defs)))
    drawing = svg.SVG(
        width=svg.Length(short(width * scale), unit),  # type: ignore[arg-type]
        height=svg.Length(short(height * scale), unit),  # type: ignore[arg-type]
        viewBox=svg.ViewBoxSpec(short(-margin), short(-margin), short(width), short(height)),
        extra={"role": "img", "font-family": FONT},
        elements=[*head, sheet, *picture.elements],
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{drawing}\n'
