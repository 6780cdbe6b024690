"""An instance cut into parts of which one stands for all that are alike: for counting.

Parts are alike where a symmetry carries what is covered in the one onto what is covered in the other: what is left to
do is then the same, but for the symmetry, and can be done in equally many ways. So the first levels of a search are
gone through as counting by equal states does, and the parts are what is left to do behind its last layer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from tilemodel.instance import Instance
from tilemodel.parallel.parts import Part, bits, mask

Options = tuple[int, ...]


@dataclass(frozen=True)
class _Start:
    """What begins selections: the options taken, those that may still be (bit k for option k), how often it counts."""

    taken: tuple[int, ...]
    left: int
    times: int


def parts_up_to_symmetry(
    instance: Instance, motions: Sequence[Sequence[int]], number: int, *, along_scan: bool
) -> list[Part]:
    """Parts whose selections, counted as often as the ``times`` of each say, are as many as those of the instance.

    There are at most ``number`` of them, some less where one level more would give too many or nothing is left to cut,
    and none where it is plain that the instance has no selection. ``motions`` are symmetries of the instance as
    permutations of its options, the identity among them; a whole group does most. Each level is cut where a search
    would branch: at the item with the fewest options, of those that must be covered just once, or ``along_scan`` at the
    first such cell.
    """
    cutter, summary = _Cutter(instance, along_scan), _Summary(instance)
    level = [_Start((), (1 << instance.option_count) - 1, 1)]
    while len(level) < number:
        finer: dict[Hashable, _Start] = {}
        for start in level:
            item = cutter.where(start)
            if item is None:
                finer[start] = start
                continue
            for branch in cutter.branches(start, item):
                key = min(summary.of(map(motion.__getitem__, branch.taken)) for motion in motions)
                known = finer.get(key)
                finer[key] = replace(known, times=known.times + start.times) if known else branch
        if len(finer) > number or list(finer.values()) == level:
            break
        level = list(finer.values())
    return [
        Part(start.left | mask(sorted(start.taken)), path=(n,), times=start.times) for n, start in enumerate(level)
    ]


class _Cutter:
    def __init__(self, instance: Instance, along_scan: bool):
        self._instance, self._along_scan = instance, along_scan
        self._covering = [mask(options) for options in instance.options_of]
        exact = [i for i, item in enumerate(instance.items) if item.lo == item.hi == 1]
        self._exact = [i for i in exact if not along_scan or i < instance.cell_count]

    def where(self, start: _Start) -> int | None:
        """The item to cut at; None where all that must be covered once are covered."""
        covered = {i for k in start.taken for i in self._instance.option(k)}
        open_items = [i for i in self._exact if i not in covered]
        if self._along_scan:
            return min(open_items, default=None)
        return min(open_items, key=lambda i: (start.left & self._covering[i]).bit_count(), default=None)

    def branches(self, start: _Start, item: int) -> Iterator[_Start]:
        """One for each option of the item that leaves every other item as many options as it needs."""
        for k in bits(start.left & self._covering[item]):
            taken, left = (*start.taken, k), start.left & ~(1 << k)
            for i in self._instance.option(k):
                most = self._instance.items[i].hi
                if most is not None and sum(i in self._instance.option(other) for other in taken) == most:
                    left &= ~self._covering[i]
            keep = left | mask(sorted(taken))
            if all(
                (keep & covering).bit_count() >= item.lo
                for item, covering in zip(self._instance.items, self._covering, strict=True)
                if item.lo
            ):
                yield _Start(taken, left, start.times)


class _Summary:
    """What decides how selections may go on: what is covered, and the sums of the rows."""

    def __init__(self, instance: Instance):
        once = [item.hi == 1 for item in instance.items]
        self._once = [sum(1 << i for i in instance.option(k) if once[i]) for k in range(instance.option_count)]
        self._often = [[i for i in instance.option(k) if not once[i]] for k in range(instance.option_count)]
        self._coefficients: list[list[tuple[int, int]]] = [[] for _ in range(instance.option_count)]
        for r, row in enumerate(instance.rows):
            for k, coefficient in zip(row.options, row.coefficients, strict=True):
                self._coefficients[k].append((r, coefficient))
        self._rows = len(instance.rows)

    def of(self, options: Iterator[int]) -> tuple[int, Options, Options, Options]:
        """The items covered once and those covered more often; the sums; and options that could be taken again."""
        covered, often, again, sums = 0, list[int](), list[int](), [0] * self._rows
        for k in options:
            covered |= self._once[k]
            often += self._often[k]
            if not self._once[k]:
                again.append(k)
            for r, coefficient in self._coefficients[k]:
                sums[r] += coefficient
        return covered, tuple(sorted(often)), tuple(sums), tuple(sorted(again))
