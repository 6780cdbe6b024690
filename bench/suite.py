"""The suite as values: what is asked of which model, who answers, and what is to be reached."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import msgspec

HERE = Path(__file__).resolve().parent

Question = Literal["count", "distinct", "list", "list-distinct", "list-inside", "first", "rate", "one-each"]
"""``one-each`` counts the options that are left when one piece lies only at the first of its alike places, which peers
are given where arrangements are asked up to symmetry; ``list-inside`` lists them as an engine's arrays, not checked.
``rate`` counts the arrangements seen in so many seconds.
"""

PLAIN = "plain"
"""The yardstick: the anchor backend with everything off, counting every arrangement of the model."""


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bound on a measure: ``ratio`` (of CPU seconds, to the contender ``to``), ``user`` (seconds), ``rate`` (a
    second), ``memory`` (MB). ``by`` names who is to reach it; without, the best of tilemodel's single-threaded ones.
    """

    measure: Literal["ratio", "user", "rate", "memory"]
    at_most: float | None = None
    at_least: float | None = None
    to: str = PLAIN
    by: str | None = None

    def __post_init__(self) -> None:
        if (self.at_most is None) == (self.at_least is None):
            raise ValueError("a target has either at_most or at_least")

    def reached(self, value: float) -> bool:
        return value <= self.at_most if self.at_most is not None else value >= (self.at_least or 0)

    def __str__(self) -> str:
        bound = f"at most {self.at_most:g}" if self.at_most is not None else f"at least {self.at_least:,.0f}"
        unit = {"ratio": f" of {self.to}", "user": " s", "rate": " a second", "memory": " MB"}[self.measure]
        return bound + unit


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question to one model.

    ``plain`` says whether the yardstick runs, or names the earlier entry of the same model whose runs of it count here,
    too. ``limit`` and ``peer_limit`` are CPU seconds (of a rate: the clock's). ``quoted`` are ratios to the yardstick
    that were measured elsewhere; ``note`` is for the page.
    """

    name: str
    model: str
    ask: Question = "count"
    contenders: tuple[str, ...] = ("anchor", "mrv", "frontier", "auto")
    peers: tuple[str, ...] = ()
    plain: bool | str = True
    repeat: int = 3
    limit: float = 20.0
    peer_limit: float = 60.0
    peer_repeat: int = 1
    targets: tuple[Target, ...] = ()
    quoted: dict[str, float] = {}
    note: str = ""


class Process(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whole programs side by side, the first of ``commands`` being their yardstick; ``{python}`` is the interpreter.

    ``says`` is what the last one must print on standard error, ``found`` how many arrangements it lists.
    """

    name: str
    commands: dict[str, tuple[str, ...]]
    repeat: int = 9
    limit: float = 120.0
    says: str = ""
    found: int | None = None
    targets: tuple[Target, ...] = ()
    note: str = ""


class Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that ``suite.toml`` holds."""

    entry: tuple[Entry, ...] = ()
    process: tuple[Process, ...] = ()


def read_suite(path: Path) -> Suite:
    """The suite of a file."""
    return msgspec.toml.decode(path.read_bytes(), type=Suite)


def settings_of(contender: str) -> dict[str, Any]:
    """What a contender's name means: ``anchor``, ``plain``, or ``anchor x2`` for two workers."""
    name, workers = re.fullmatch(r"(\S+?)(?: x(\d+))?", contender).groups()
    settings: dict[str, Any] = {"backend": "anchor", "plain": True} if name == PLAIN else {"backend": name}
    return settings | ({"workers": int(workers)} if workers else {})
