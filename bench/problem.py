"""The exact-cover problem that peers are given, from the same Instance that tilemodel's engines search."""

from __future__ import annotations

from typing import Any

from tilemodel.instance import Instance, Item, ItemKind


def problem_of(instance: Instance) -> dict[str, Any] | None:
    """Items covered once before those covered at most once, and options as lists of them; see ``peers/harness.py``.

    None where the instance is no plain exact cover: copies that the cells do not imply, ranges, rows.
    """
    kept = [i for i, item in enumerate(instance.items) if not _implied(instance, i)]
    bounds = {i: (instance.items[i].lo, instance.items[i].hi) for i in kept}
    if instance.rows or any(bound not in ((1, 1), (0, 1)) for bound in bounds.values()):
        return None
    order = sorted(kept, key=lambda i: (not instance.items[i].primary, i))
    number = {i: new for new, i in enumerate(order)}
    options = [[number[i] for i in instance.option(k) if i in number] for k in range(instance.option_count)]
    primary = sum(item.primary for item in (instance.items[i] for i in kept))
    return {"items": len(kept), "primary": primary, "options": options}


def _implied(instance: Instance, i: int) -> bool:
    """Whether an item is the only piece, whose number the cells imply: all are covered once, by options of one size."""
    cells = instance.cell_count
    if instance.items[i].kind is not ItemKind.PIECE or len(instance.options_of[i]) < instance.option_count:
        return False
    sizes = {sum(member < cells for member in instance.option(k)) for k in instance.options_of[i]}
    if len(sizes) != 1 or any((item.lo, item.hi) != (1, 1) for item in instance.items[:cells]):
        return False
    return _within(cells / sizes.pop(), instance.items[i])


def _within(number: float, item: Item) -> bool:
    return item.lo <= number and (item.hi is None or number <= item.hi)
