"""The native anchor backtracker, for boards of up to 512 cells (see ``src/native/include/tilemodel/anchor.hpp``).

The anchor is the lowest undecided cell in the instance's scan order; options are filed under their lowest cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tilemodel.backends.base import Accepts, Backend, Begin
from tilemodel.backends.native import NativeSearch, cells_covered_often, missing_engine, problem_of, rows_out_of_reach
from tilemodel.backends.search import Limits, Search
from tilemodel.instance import Instance

MAX_CELLS = 512
"""Cells that the widest board of the engine has room for; an option without cells takes the room of one."""


@dataclass(frozen=True)
class AnchorOptions:
    """``plain``: nothing but the scan, each option tested by itself: the yardstick; slower, little memory."""

    plain: bool = False


class AnchorBackend(Backend):
    """Native backtracking along the board's short side."""

    name = "anchor"
    accepts = Accepts(rows=True)
    Options = AnchorOptions

    def is_yardstick(self, options: Any) -> bool:
        return bool(options and options.plain)

    def availability(self) -> str | None:
        return missing_engine()

    def objections(self, instance: Instance) -> list[str]:
        found = super().objections(instance)
        cells = instance.cell_count
        bare = _without_cells(instance)
        if cells + bare > MAX_CELLS:
            also = f" and {bare} options that cover none" if bare else ""
            found.append(f"{cells} cells{also} (it has room for {MAX_CELLS})")
        return found + cells_covered_often(instance) + rows_out_of_reach(instance)

    def _start(self, instance: Instance, limits: Limits, options: Any) -> Search:
        (engine,) = _engines(instance, options)
        return NativeSearch(engine, limits)

    def divide(self, instance: Instance, options: Any, number: int, *, ordered: bool) -> list[Begin] | None:
        return [partial(NativeSearch, engine) for engine in _engines(instance, options, number, ordered)]


def _engines(instance: Instance, options: AnchorOptions, number: int = 1, ordered: bool = False) -> Sequence[Any]:
    from tilemodel import _native

    return _native.anchors(problem_of(instance), options.plain, number, ordered)


def _without_cells(instance: Instance) -> int:
    """How many options cover no cell."""
    cells, offsets, members = instance.cell_count, instance.offsets, instance.members
    return sum(offsets[k] == offsets[k + 1] or members[offsets[k]] >= cells for k in range(instance.option_count))


BACKEND = AnchorBackend()
