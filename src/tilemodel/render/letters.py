"""One character for each piece, or for each of its copies where they must be told apart."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from tilemodel.drawing import NOTHING


def piece_letters(names: Sequence[str]) -> dict[str, str]:
    """A different character for each name: the names themselves where all are single characters.

    Else a letter of the name where one is still free, else the next free one. (A legend is needed then.)
    """
    if all(len(name) == 1 and _fits_a_cell(name) for name in names):
        return {name: name for name in names}
    found: dict[str, str] = {name: name for name in names if len(name) == 1 and _fits_a_cell(name)}
    taken = set(found.values())
    for name in names:
        if name not in found:
            own = (c for c in name + name.swapcase() if c.isalnum() and c.isascii())
            found[name] = next(c for source in (own, _letters()) for c in source if c not in taken)
            taken.add(found[name])
    return found


def copy_letters(most: Mapping[str, int]) -> dict[str, str]:
    """For each name, as many different characters as ``most`` says (at least one), different from all others'.

    The first is that of :func:`piece_letters`, the second the same letter in the other case where that is free.
    """
    found = piece_letters(list(most))
    taken = set(found.values())
    for name, letter in list(found.items()):
        for other in (c for source in (letter.swapcase(), _letters()) for c in source):
            if len(found[name]) >= most[name]:
                break
            if other not in taken:
                found[name] += other
                taken.add(other)
    return found


def _fits_a_cell(character: str) -> bool:
    """Whether it is one column wide and means something other than an empty cell."""
    return (
        character not in NOTHING
        and character.isprintable()
        and not unicodedata.combining(character)
        and unicodedata.east_asian_width(character) not in ("W", "F")
    )


def _letters() -> Iterator[str]:
    yield from string.ascii_uppercase + string.ascii_lowercase + string.digits
    for code in range(0xA1, 0x110000):  # more pieces than letters: whatever else is a letter
        if chr(code).isalpha() and _fits_a_cell(chr(code)):
            yield chr(code)
