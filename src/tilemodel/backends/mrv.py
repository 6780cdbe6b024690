"""Native exact cover by the item with the fewest options left (see ``src/native/include/tilemodel/mrv.hpp``).

For three dimensions, and wherever a scan of the board meets its difficulties late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilemodel.backends.base import Accepts, Backend
from tilemodel.backends.native import NativeSearch, missing_engine, problem_of, rows_out_of_reach
from tilemodel.backends.search import Limits, Search
from tilemodel.instance import Instance

MAX_BYTES = 2**31
"""The most memory that the levels of a search may take, each with what is left of every option and item."""


@dataclass(frozen=True)
class MrvOptions:
    """``portable``: use no vector instructions: the same selections in the same order, slower."""

    portable: bool = False


class MrvBackend(Backend):
    """Native search that branches where fewest options are left."""

    name = "mrv"
    accepts = Accepts(rows=True)
    Options = MrvOptions

    def availability(self) -> str | None:
        return missing_engine()

    def objections(self, instance: Instance) -> list[str]:
        found = super().objections(instance) + rows_out_of_reach(instance)
        if (size := _bytes(instance)) > MAX_BYTES:
            found.append(
                f"{instance.option_count} options of {len(instance.items)} items"
                f" (its levels could take {size / 2**30:.1f} GB, and it has room for {MAX_BYTES / 2**30:g})"
            )
        return found

    def _start(self, instance: Instance, limits: Limits, options: Any) -> Search:
        from tilemodel import _native

        return NativeSearch(_native.mrv(problem_of(instance), options.portable), limits)


def _bytes(instance: Instance) -> int:
    """A bound on the memory of a search: a level for each option of a selection."""
    level = instance.option_count // 8 + 4 * (len(instance.items) + len(instance.rows))
    if level * instance.option_count <= MAX_BYTES:
        return level * instance.option_count
    # Options cannot share what is covered once: of those that cover any, no more than that are taken.
    once = [item.hi == 1 for item in instance.items]
    sizes = [sum(once[i] for i in instance.option(k)) for k in range(instance.option_count)]
    free = sizes.count(0)
    smallest = min((size for size in sizes if size), default=1)
    return level * (free + sum(once) // smallest)


BACKEND = MrvBackend()
