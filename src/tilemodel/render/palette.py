"""Which piece gets which colour: the one place that decides it, for text, pictures and the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from tilemodel.puzzle import Puzzle
from tilemodel.render.colors import Color, darker, lighter, parse_color
from tilemodel.render.contacts import Contacts, fewest_neighbours_first
from tilemodel.render.vision import DIFFERENT, difference
from tilemodel.solution import Solution

# Found by exchanging colours of moderate chroma as long as the least difference of two of them (see vision.py) grew;
# then put in order such that each is far from all before it.
PALETTE: tuple[Color, ...] = tuple(
    parse_color(f"#{digits}")
    for digits in "4876C3 D9DC71 81254A 65CEAD E29E47 424091 ABDBFE D66F71 4C7410 AD9FFA 44A1B1 91597F".split()
)
_SHADES = (-0.35, 0.5, -0.6, 0.75)  # towards black (negative) or white


class PieceColors:
    """Colours for the pieces of a puzzle, such that pieces that touch look different to everyone.

    A piece has the model's colour, or its own of the palette: the same in all arrangements. Copies of one piece that
    touch get shades of it, or colours that no piece has; where there is one piece only, any of the palette. Where
    there are more pieces than the palette has colours, those that touch in one of ``solutions`` differ.

    Colours that the model gives are never changed, alike as they may be.
    """

    def __init__(self, puzzle: Puzzle, solutions: Iterable[Solution] = ()):
        self._contacts = Contacts(puzzle)
        self._given = {piece.name: parse_color(piece.color) for piece in puzzle.pieces if piece.color is not None}
        colors = dict(self._given)
        free = [piece.name for piece in puzzle.pieces if piece.color is None]
        palette = self._palette_beside(colors.values(), len(free))
        if len(free) <= len(palette):
            colors |= zip(free, palette, strict=False)
        else:
            colors |= self._by_contact(puzzle, free, solutions)
        self.pieces: Mapping[str, Color] = MappingProxyType({p.name: colors[p.name] for p in puzzle.pieces})
        """A colour for each piece, by its name: for a sheet, a legend, and for its first copy."""
        self.spread = len(puzzle.pieces) == 1 and not self._given
        """Whether the copies of the only piece are to show as many colours as there are."""

    def of(self, solution: Solution) -> list[Color]:
        """The colour of each piece in place, in the order of ``solution.placements``."""
        names = [placed.piece for placed in solution.placements]
        if len(set(names)) == len(names):
            return [self.pieces[name] for name in names]
        choices = {name: self.choices(name) for name in set(names)}
        found = _told_apart(self._contacts.of(solution), [choices[name] for name in names], spread=self.spread)
        return [found[n] for n in range(len(names))]

    def choices(self, name: str) -> Sequence[Color]:
        """The colours that copies of a piece may get, the preferred ones first."""
        if self.spread:
            return PALETTE
        others = set(self.pieces.values())
        spare = [] if name in self._given else [color for color in PALETTE if color not in others]
        return [*_shades(self.pieces[name]), *spare]

    def _palette_beside(self, given: Iterable[Color], wanted: int) -> list[Color]:
        """The palette's colours, without those like a given one as long as enough are left."""
        given = list(given)
        far = [c for c in PALETTE if all(difference(c, other) >= DIFFERENT for other in given)]
        return far if len(far) >= wanted else list(PALETTE)

    def _by_contact(self, puzzle: Puzzle, free: Sequence[str], solutions: Iterable[Solution]) -> dict[str, Color]:
        """Colours for more pieces than the palette has: different in any case, and well told apart where they touch."""
        number = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
        near: dict[int, set[int]] = {i: set() for i in number.values()}
        for solution in solutions:
            who = [number[placed.piece] for placed in solution.placements]
            for n, others in self._contacts.of(solution).items():
                near[who[n]] |= {who[other] for other in others} - {who[n]}
        found = _told_apart(near, [[self._given[n]] if n in self._given else _many() for n in number], spread=True)
        return {name: found[number[name]] for name in free}


def _told_apart(near: dict[int, set[int]], choices: Sequence[Sequence[Color]], *, spread: bool) -> dict[int, Color]:
    """A colour for each, out of its choices, that differs from its neighbours': the first such, or, to ``spread``
    them, the least used one. Where none differs enough, the one that differs most."""
    order = fewest_neighbours_first(near)
    found: dict[int, Color] = {n: choices[n][0] for n in order if len(choices[n]) == 1}
    used: dict[Color, int] = {}
    for n in order:
        if n in found:
            continue
        around = {found[other] for other in near[n] if other in found}

        def gap(color: Color, around: set[Color] = around) -> float:
            return min((difference(color, other) for other in around), default=100.0)

        good = [color for color in choices[n] if gap(color) >= DIFFERENT]
        if good:
            found[n] = min(good, key=lambda color: used.get(color, 0)) if spread else good[0]
        else:
            found[n] = max(choices[n], key=gap)
        used[found[n]] = used.get(found[n], 0) + 1
    return found


def _shades(color: Color) -> list[Color]:
    """The colour itself, then darker and lighter ones."""
    return [color, *(darker(color, -step) if step < 0 else lighter(color, step) for step in _SHADES)]


def _many() -> list[Color]:
    """The palette, then its shades in rounds."""
    return [color for shades in zip(*map(_shades, PALETTE), strict=True) for color in shades]
