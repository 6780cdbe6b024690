"""The ``[[piece]]`` and ``[[set]]`` tables of a model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tilemodel.drawing import MAY_STAY_EMPTY, PLAIN, parse_drawing
from tilemodel.errors import ModelError
from tilemodel.formats.tables import CountTable, PieceTable, SetTable
from tilemodel.formats.values import at, box, cells, choice, exactly_one, nearest
from tilemodel.lattice import CUBIC, SQUARE, Cell, Lattice
from tilemodel.limits import check_cells
from tilemodel.puzzle import ORIENTATIONS, Piece


def read_pieces(pieces: list[PieceTable], sets: list[SetTable], lattice: Lattice) -> tuple[Piece, ...]:
    """The pieces of all tables, those listed singly first."""
    found: dict[str, Piece] = {}
    total = 0
    for piece, key, advice in _all_pieces(pieces, sets, lattice):
        if piece.name in found:
            raise ModelError(f"two pieces are named {piece.name!r}; {advice}", key=key)
        found[piece.name] = piece
        total += piece.size
        at(key, check_cells, total)
    return tuple(found.values())


def _all_pieces(pieces: list[PieceTable], sets: list[SetTable], lattice: Lattice) -> Iterator[tuple[Piece, str, str]]:
    """Each piece with the key path of its name, and the advice where another has that name."""
    for i, single in enumerate(pieces):
        yield _piece(single, lattice, f"piece[{i}]"), f"piece[{i}].name", "rename one, or give one a count of 2"
    for i, table in enumerate(sets):
        for piece in _pieces_of_set(table, lattice, f"set[{i}]"):
            yield piece, f"set[{i}]", "use prefix, suffix or without"


def _piece(table: PieceTable, lattice: Lattice, key: str) -> Piece:
    form = exactly_one(table, ("drawing", "cells", "size", "shape"), key)
    shape, labels = _shape(table, lattice, f"{key}.{form}")
    # Each part is added alone, so that a complaint of the piece itself is said at the key that caused it.
    piece = at(f"{key}.name", Piece, table.name, shape[:1])
    piece = at(f"{key}.{form}", replace, piece, cells=shape, labels=labels)
    piece = at(f"{key}.color", replace, piece, color=table.color)
    return replace(piece, **_role(table, key))


def _shape(table: PieceTable, lattice: Lattice, key: str) -> tuple[tuple[Cell, ...], dict[Cell, str]]:
    """The cells of a piece and their labels."""
    if table.drawing is not None:
        drawn = at(key, parse_drawing, lattice, table.drawing)
        if MAY_STAY_EMPTY in drawn.values():
            raise ModelError("a piece has no cells that may stay empty ('?'); only a board has", key=key)
        if not drawn:
            raise ModelError(f"piece {table.name!r} has no cells; a piece needs at least one", key=key)
        return tuple(drawn), {cell: c for cell, c in drawn.items() if c != PLAIN}
    if table.cells is not None:
        return cells(lattice, table.cells, key), {}
    if table.size is not None:
        return box(lattice, table.size, key), {}
    from tilemodel.catalog import standard_shape

    home, shape = at(key, standard_shape, table.shape or "")
    return _bring(home, lattice, shape, key), {}


def _bring(home: Lattice, lattice: Lattice, shape: tuple[Cell, ...], key: str) -> tuple[Cell, ...]:
    """Standard cells on the model's lattice: a flat shape lies in one layer of a solid model."""
    if home is lattice:
        return shape
    if home is SQUARE and lattice is CUBIC:
        return tuple((0, *cell) for cell in shape)
    raise ModelError(f"that is made for the {home} lattice, and this model is on the {lattice} one", key=key)


def _pieces_of_set(table: SetTable, lattice: Lattice, key: str) -> Iterator[Piece]:
    from tilemodel.catalog import standard_set

    standard = at(f"{key}.name", standard_set, table.name)
    if table.only is not None and table.without is not None:
        raise ModelError("give only or without, not both", key=key)
    for word in ("only", "without"):
        _check_letters(getattr(table, word) or [], tuple(standard.pieces), f"{key}.{word}")
    chosen = [
        letter
        for letter in standard.pieces
        if (table.only is None or letter in table.only) and letter not in (table.without or ())
    ]
    if not chosen:
        raise ModelError("no piece of the set is left; leave the set out", key=key)
    role = _role(table, key)
    if role["orientations"] is None and standard.lattice is lattice:
        role["orientations"] = standard.orientations
    for letter in table.colors:
        _check_letter(letter, tuple(chosen), f"{key}.colors.{letter}")
    for letter in chosen:
        shape = _bring(standard.lattice, lattice, standard.pieces[letter], f"{key}.name")
        piece = at(key, Piece, table.prefix + letter + table.suffix, shape, **role)
        yield at(f"{key}.colors.{letter}", replace, piece, color=table.colors.get(letter))


def _check_letters(listed: list[str], letters: tuple[str, ...], key: str) -> None:
    """The listed letters are letters of the set, each once."""
    for i, letter in enumerate(listed):
        _check_letter(letter, letters, f"{key}[{i}]")
        if letter in listed[:i]:
            raise ModelError(f"{letter!r} is listed twice; count says how many copies there are", key=f"{key}[{i}]")


def _check_letter(letter: str, letters: tuple[str, ...], key: str) -> None:
    if letter not in letters:
        hint = nearest(letter, letters)
        known = f"the letters of this set are {', '.join(letters)}"
        raise ModelError(f"no piece is called {letter!r}; {f'{hint} ({known})' if hint else known}", key=key)


def _role(table: PieceTable | SetTable, key: str) -> dict[str, Any]:
    """What a piece and a set say alike: copies, orientations, groups."""
    lo, hi = (table.count.min, table.count.max) if isinstance(table.count, CountTable) else (table.count, table.count)
    if lo < 0 or (hi is not None and hi < 0):
        raise ModelError(f"a count is at least 0, not {lo if lo < 0 else hi}", key=f"{key}.count")
    if hi is not None and hi < lo:
        raise ModelError(f"max is {hi}, below min, which is {lo}", key=f"{key}.count")
    if table.orientations is not None:
        choice(table.orientations, ORIENTATIONS, f"{key}.orientations")
    groups = (table.group,) if isinstance(table.group, str) else tuple(table.group)
    if not all(group.strip() for group in groups):
        raise ModelError("the name of a group is empty", key=f"{key}.group")
    return {"minimum": lo, "maximum": hi, "orientations": table.orientations, "groups": groups}
