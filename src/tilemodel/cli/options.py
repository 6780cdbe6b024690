"""Options that several commands share, and what they make of them."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any

from tilemodel import backends
from tilemodel.cli.parser import one_of, seconds, whole_number
from tilemodel.errors import UsageError
from tilemodel.puzzle import Puzzle


def add_model(parser: argparse.ArgumentParser) -> None:
    """The model, and small changes to it."""
    parser.add_argument("model", metavar="MODEL", help="a model file, or the name of one that comes with tilemodel")
    add_changes(parser)


def add_changes(parser: argparse.ArgumentParser) -> None:
    """Small changes to a model."""
    parser.add_argument(
        "--remove", action="append", default=[], metavar="CELL", help="a cell that is not there: R,C or its name"
    )
    parser.add_argument(
        "--fix", action="append", default=[], metavar="PIECE=CELLS", help="lay a piece there: P='0,0 0,1 1,0'"
    )


def add_backend(parser: argparse.ArgumentParser) -> None:
    """Which backend."""
    parser.add_argument(
        "--backend",
        default="auto",
        type=one_of("backend", lambda: ("auto", *backends.names())),
        metavar="NAME",
        help=f"auto (the default), {', '.join(backends.names())}",
    )


def add_time_limit(parser: argparse.ArgumentParser) -> None:
    """When to stop."""
    parser.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="stop after so long")


def add_search(parser: argparse.ArgumentParser) -> None:
    """How to search: the backend, its settings, limits."""
    group = parser.add_argument_group("searching")
    add_backend(group)  # type: ignore[arg-type]
    add_time_limit(group)  # type: ignore[arg-type]
    group.add_argument("--distinct", action="store_true", help="count arrangements that symmetry makes alike once")
    group.add_argument("--workers", type=whole_number(1, 1024), metavar="N", help="how many search together")
    group.add_argument("--ordered", action="store_true", help="the same order every time, whatever the workers")
    group.add_argument("--seed", type=whole_number(0), metavar="N", help="for backends that decide by chance")
    group.add_argument("--solver", metavar="NAME", help="the solver of the sat backend")
    group.add_argument("--encoding", metavar="NAME", help="how the sat backend writes 'at most one'")
    group.add_argument("--memory", type=whole_number(1), metavar="MB", help="what the frontier backend may take")


def add_output(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Where results go, in which format, and how much is said beside them."""
    group = parser.add_argument_group("printing")
    group.add_argument(
        "--format",
        default=formats[0],
        type=one_of("format", lambda: formats),
        metavar="FORMAT",
        help=f"{', '.join(formats)} (default: {formats[0]})",
    )
    group.add_argument("--output", metavar="FILE", help="write results to this file; it appears whole, at the end")
    volume = group.add_mutually_exclusive_group()
    volume.add_argument("-q", "--quiet", action="store_true", help="results only")
    volume.add_argument("-v", "--verbose", action="store_true", help="also which backend is used, and why")


def load_puzzle(arguments: argparse.Namespace, model: str | None = None) -> Puzzle:
    """The model that is named (``arguments.model``, or another), with the changes that are asked for."""
    from tilemodel.formats.overrides import with_fixed, with_removed
    from tilemodel.formats.shipped import load

    return with_fixed(with_removed(load(arguments.model if model is None else model), arguments.remove), arguments.fix)


def search_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The keywords of the driver."""
    return {
        "backend": arguments.backend,
        "distinct": arguments.distinct,
        "time_limit": arguments.time_limit,
        "seed": arguments.seed,
        "workers": arguments.workers,
        "ordered": arguments.ordered,
        "options": _backend_options(arguments),
    }


def _backend_options(arguments: argparse.Namespace) -> Any:
    """The options value of the named backend, or None where nothing is set."""
    given = {name: getattr(arguments, name) for name in ("solver", "encoding", "memory") if getattr(arguments, name)}
    for name in given:
        if arguments.backend == "auto":
            raise UsageError(f"--{name} is a setting of one backend: name it, too (--backend {_owner(name)})")
        if name not in {field.name for field in fields(backends.get(arguments.backend).Options)}:
            raise UsageError(f"the {arguments.backend} backend has no --{name}; {_owner(name)} has")
    return backends.get(arguments.backend).Options(**given) if given else None


def _owner(option: str) -> str:
    """The backend that has an option."""
    return next(n for n in backends.names() if option in {f.name for f in fields(backends.get(n).Options)})
