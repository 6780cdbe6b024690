"""The solvers: whether they can run here, what they take, their settings."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from typing import Any

from tilemodel import backends
from tilemodel.cli import options, status
from tilemodel.cli.output import Output
from tilemodel.cli.table import table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``backends``."""
    options.add_output(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """List them; the exit status."""
    with Output(arguments.output) as output:
        entries = [_entry(name) for name in backends.names()]
        if arguments.format == "json":
            output.write(json.dumps(entries, indent=1) + "\n")
        else:
            rows = [("backend", "here", "takes", "settings")]
            rows += [
                (e["name"], e["missing"] or "available", _takes(e), ", ".join(e["settings"]) or "none") for e in entries
            ]
            output.write(table(rows) + "\n")
    return status.ANSWERED


def _entry(name: str) -> dict[str, Any]:
    backend = backends.get(name)
    missing = backend.availability()
    return {
        "name": name,
        "available": missing is None,
        "missing": missing,
        "rows": backend.accepts.rows,
        "objective": backend.accepts.goal,
        "settings": {field.name: field.default for field in fields(backend.Options)},
    }


def _takes(entry: dict[str, Any]) -> str:
    """What it takes beyond exact cover with bounds, which all do."""
    extras = [what for what, has in (("linear rows", entry["rows"]), ("an objective", entry["objective"])) if has]
    return " and ".join(filter(None, [", ".join(["exact cover with bounds", *extras[:-1]]), *extras[-1:]]))
