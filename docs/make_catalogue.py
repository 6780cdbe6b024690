"""Write docs/catalogue.md from the catalogue itself: ``python docs/make_catalogue.py``."""

from __future__ import annotations

from pathlib import Path

from tilemodel.catalog import SET_NAMES, StandardSet, standard_set
from tilemodel.catalog.shapes import FAMILIES
from tilemodel.lattice import Cell, Lattice

PAGE = Path(__file__).with_name("catalogue.md")
WIDTH = 100
INTRODUCTION = """\
# The standard sets

A model takes a whole set by name, and a piece of one by its letter:

```toml
[[set]]
name = "pentominoes"

[[piece]]
name = "bar"
shape = "I tetromino"
```

A flat set is free: its pieces may be turned over. Its one-sided version has both twins of each mirror pair, the image
marked with a prime, and turns them only. A solid set has both twins as they are in wood; its free version keeps one
and lets it be its own mirror image. Flat pieces lie in a layer on the cubic lattice. Sets without drawings here are
versions of those with drawings.

Names: pentominoes after S. W. Golomb; Soma after Piet Hein; hexominoes, polyhexes and hexiamonds after D. Goodger's
[Polyform Puzzler](http://puzzler.sourceforge.net/) without its digit for the size (its F06 and F16 are F and F1);
tetracubes and pentacubes as there too, after Kadon's names.

Layers of a solid piece stand side by side, the top one first. Hexagons are `O`; triangles are `^` where they point up
and `v` where they point down.
"""


def page() -> str:
    """The text of the page. A set is drawn once, with all its twins."""
    parts = [INTRODUCTION]
    for name in SET_NAMES:
        chosen = standard_set(name)
        many = len(chosen.pieces)
        pieces = f"{many} pieces" if many > 1 else "one piece"
        parts.append(
            f"## {name}\n\n{pieces}, {chosen.lattice} lattice, {chosen.orientations}: "
            f"{', '.join(f'`{letter}`' for letter in chosen.pieces)}; "
            f"shapes are named like `{_shape_name(name, chosen)}`.\n"
        )
        if name in FAMILIES:
            parts.append("```text\n" + "\n\n".join(_shelves(chosen)) + "\n```\n")
    return "\n".join(parts)


def _shape_name(name: str, chosen: StandardSet) -> str:
    singular = FAMILIES[name.removeprefix("one-sided ").removeprefix("free ")].singular
    return singular if len(chosen.pieces) == 1 else f"{list(chosen.pieces)[-1]} {singular}"


def _shelves(chosen: StandardSet) -> list[str]:
    """The pieces side by side, their letters above them, in as many shelves as the page's width asks for."""
    shelves: list[list[list[str]]] = [[]]
    for letter, cells in chosen.pieces.items():
        block = [letter, *_draw(chosen.lattice, cells)]
        if sum(_width(b) for b in [*shelves[-1], block]) > WIDTH:
            shelves.append([])
        shelves[-1].append(block)
    return ["\n".join(_beside(shelf)) for shelf in shelves]


def _width(block: list[str]) -> int:
    return max(map(len, block)) + 3


def _beside(shelf: list[list[str]]) -> list[str]:
    height = max(map(len, shelf))
    rows = ([*block, *[""] * (height - len(block))] for block in shelf)
    padded = [[line.ljust(_width(block)) for line in block] for block in rows]
    return ["".join(lines).rstrip() for lines in zip(*padded, strict=True)]


def _draw(lattice: Lattice, cells: tuple[Cell, ...]) -> list[str]:
    """The lines of one piece."""
    if lattice.name == "cubic":
        rows, columns = (range(max(c[i] for c in cells) + 1) for i in (1, 2))
        layers = range(max(c[0] for c in cells) + 1)
        full = set(cells)
        return [" ".join("".join(".#"[(z, r, c) in full] for c in columns) for z in layers) for r in rows]
    if lattice.name == "square":
        marks = {(r, c): "#" for r, c in cells}
    elif lattice.name == "hexagonal":
        marks = {(r, 2 * q + r): "O" for q, r in cells}
    else:
        marks = {(-y, 2 * x + y + z): "^v"[z] for x, y, z in cells}
    top, left = (min(place[i] for place in marks) for i in (0, 1))
    bottom, right = (max(place[i] for place in marks) for i in (0, 1))
    nothing = "." if lattice.name == "square" else " "
    return [
        "".join(marks.get((r, c), nothing) for c in range(left, right + 1)).rstrip() for r in range(top, bottom + 1)
    ]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
