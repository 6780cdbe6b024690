"""The standard sets: tetrominoes, pentominoes, Soma, ... by name, their pieces by letter.

A flat set is *free*: a piece may be turned over, and stands for its mirror image too. Its *one-sided* version has
both twins of each mirror pair and turns them only. A solid set is what it is in wood: both twins, which no turn
makes alike; its *free* version keeps one of them and lets it be its own mirror image. ``docs/catalogue.md`` draws
every piece.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from tilemodel.catalog.shapes import FAMILIES
from tilemodel.drawing import parse_drawing
from tilemodel.errors import PuzzleError
from tilemodel.lattice import Cell, Lattice
from tilemodel.polyform import canonical

# The one version is all there is: no piece differs from its mirror image, or (Soma) the set is a product.
_ONE_VERSION = ("monomino", "domino", "trominoes", "trihexes", "soma")


def _versions() -> Iterator[tuple[str, tuple[str, bool]]]:
    """Every accepted name with the family's name and whether it is one-sided; the family's own name comes first."""
    for name, family in FAMILIES.items():
        solid = not family.lattice.flat
        yield name, (name, solid)
        for prefix, one_sided in (("one-sided ", True), ("free ", False)):
            if one_sided == solid or name not in _ONE_VERSION:
                yield prefix + name, (name, one_sided)


_VERSIONS = dict(_versions())
_FIRST_NAME: dict[tuple[str, bool], str] = {}
for _name, _version in _VERSIONS.items():
    _FIRST_NAME.setdefault(_version, _name)
SET_NAMES: tuple[str, ...] = tuple(_FIRST_NAME.values())


@dataclass(frozen=True)
class StandardSet:
    """A named set of pieces: letter to cells, in the usual order; ``orientations`` says how they may lie."""

    name: str
    lattice: Lattice
    pieces: Mapping[str, tuple[Cell, ...]]
    orientations: str


def standard_set(name: str) -> StandardSet:
    """The standard set of that name; PuzzleError, with the nearest name, where there is none.

    A prefix that says what a set is anyway ("free pentominoes", "one-sided tetracubes") may be written.

    >>> list(standard_set("one-sided tetrominoes").pieces)
    ['I', 'L', "L'", 'O', 'S', "S'", 'T']
    """
    if name not in _VERSIONS:
        raise PuzzleError(f"no standard set is named {name!r}; {_nearest(name, SET_NAMES)}")
    version = _VERSIONS[name]
    orientations = "one-sided" if version[1] else "free"
    return StandardSet(_FIRST_NAME[version], FAMILIES[version[0]].lattice, _pieces(*version), orientations)


def standard_shape(name: str) -> tuple[Lattice, tuple[Cell, ...]]:
    """The lattice and the cells of a piece named like "U pentomino", "S' tetromino" or "domino".

    PuzzleError, with the nearest name, where there is none.
    """
    letter, _, singular = name.partition(" ")
    for plural, family in FAMILIES.items():
        if family.singular == name and len(family.shapes) == 1:
            return family.lattice, next(iter(_pieces(plural, False).values()))
        if family.singular == singular:
            pieces = _pieces(plural, True)
            if letter in pieces:
                return family.lattice, pieces[letter]
            raise PuzzleError(f"there is no {letter} {singular}; the letters are {', '.join(pieces)}")
    names = [f"{letter} {family.singular}" for plural, family in FAMILIES.items() for letter in _pieces(plural, True)]
    raise PuzzleError(f"no standard shape is named {name!r}; {_nearest(name, names)}")


def _nearest(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, 1, 0)[0]
    return f"the nearest name is {near!r} (docs/catalogue.md draws them all)"


@cache
def _pieces(family_name: str, both_twins: bool) -> Mapping[str, tuple[Cell, ...]]:
    """The family's pieces by letter, each mirror image after its original where both are wanted."""
    family = FAMILIES[family_name]
    pieces = {}
    for letter, text in family.shapes.items():
        pieces[letter] = _parse(family.lattice, text)
        mirrored = _mirror(family.lattice, pieces[letter])
        if both_twins and not _alike(family.lattice, pieces[letter], mirrored):
            pieces[family.twins.get(letter, letter + "'")] = mirrored
    return MappingProxyType(pieces)


def _parse(lattice: Lattice, text: str) -> tuple[Cell, ...]:
    if lattice.drawable:
        return tuple(parse_drawing(lattice, text.replace("/", "\n").replace("|", "\n\n")))
    return tuple(tuple(map(int, cell.split(","))) for cell in text.split())


def _mirror(lattice: Lattice, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The mirror image: left and right exchanged in a drawing, the two axes at 60 degrees exchanged elsewhere."""
    if lattice.drawable:
        last = max(cell[-1] for cell in cells)
        return tuple(sorted((*cell[:-1], last - cell[-1]) for cell in cells))
    return tuple(sorted((cell[1], cell[0], *cell[2:]) for cell in cells))


def _alike(lattice: Lattice, *shapes: tuple[Cell, ...]) -> bool:
    """Whether turning makes the shapes one."""
    return len({canonical(lattice, map(lattice.embed, cells), lattice.turns) for cells in shapes}) == 1
