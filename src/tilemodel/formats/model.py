"""Model files: one TOML file, one Puzzle. ``docs/model-format.md`` is the format's page.

:mod:`tables` says which keys there are and of what type, :mod:`boards`, :mod:`pieces` and :mod:`rules` what they mean
together.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from tilemodel.errors import ModelError, TooLargeError
from tilemodel.formats.boards import read_board
from tilemodel.formats.pieces import read_pieces
from tilemodel.formats.tables import ExpectTable, ModelTable, ObjectiveTable, WeightsTable, convert, read_tables
from tilemodel.formats.toml_lines import find_line
from tilemodel.formats.values import at, choice, exactly_one, nearest
from tilemodel.lattice import FCC, LATTICES
from tilemodel.puzzle import LOOKS, SYMMETRIES, Expectation, Objective, Piece, Puzzle

_MEASURES = ("covered", "pieces")
_MOST_BYTES = 20_000_000


def read_model(path: str | Path) -> Puzzle:
    """The puzzle of a model file, named like the file. Raises ModelError (or TooLargeError) saying what and where."""
    shown = str(path)
    try:
        with open(path, "rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except IsADirectoryError:
        raise ModelError("this is a directory; name a model file in it", path=shown) from None
    except FileNotFoundError:
        raise ModelError("there is no such file", path=shown) from None
    except OSError as error:
        raise ModelError(f"the file cannot be read: {error.strerror or error}", path=shown) from None
    except ValueError:
        raise ModelError("this is no name of a file", path=repr(shown)) from None
    if len(raw) > _MOST_BYTES:
        message = f"the file has more than {_MOST_BYTES:,} bytes; a large board is a size or a drawing, not a list"
        raise ModelError(message, path=shown)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ModelError(f"byte {error.start + 1} is not UTF-8 text; a model is a TOML text file", path=shown) from None
    return parse_model(text, path=shown, name=Path(path).stem)


def parse_model(text: str, path: str = "", name: str = "") -> Puzzle:
    """The puzzle of a model given as text; ``path`` is for messages, ``name`` becomes the puzzle's name."""
    try:
        return _build(read_tables(_parse(text)), name)
    except ModelError as error:
        line = error.line or find_line(text, error.key)
        raise ModelError(error.message, path=path, key=error.key, line=line) from None
    except TooLargeError as error:
        raise TooLargeError(f"{path}: {error}" if path else str(error)) from None


def _parse(text: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) if where else text.rstrip().count("\n") + 1  # or "at end of document"
        raise ModelError(f"this is not TOML: {error}", line=line) from None
    except ValueError:  # Python refuses to convert decimal numbers of thousands of digits
        raise ModelError("a number has thousands of digits; no puzzle has one") from None
    except RecursionError:
        raise ModelError("this is nested too deeply for a model") from None
    if not data:
        raise ModelError("the model is empty; it needs at least a [board]")
    return data


def _build(model: ModelTable, name: str) -> Puzzle:
    lattice = LATTICES[choice(model.lattice, LATTICES, "lattice")]
    if model.symmetry is not None:
        choice(model.symmetry, SYMMETRIES, "symmetry")
    if model.look is not None:
        choice(model.look, LOOKS, "look")
        if model.look == "tiles" and lattice is FCC:
            raise ModelError("the cells of the fcc lattice are balls, not tiles; leave it out", key="look")
    board = read_board(model.board, lattice)
    pieces = read_pieces(model.piece, model.set, lattice)
    puzzle = Puzzle(
        board,
        pieces,
        lattice=lattice,
        objective=_objective(model.objective, pieces) if model.objective else None,
        symmetry=model.symmetry,
        match=model.match,
        look=model.look,
        name=name,
        title=model.title,
        source=model.source,
        expect=_expectation(model.expect),
    )
    return _with_rules(puzzle, model) if model.constraint or model.match else puzzle


def _with_rules(puzzle: Puzzle, model: ModelTable) -> Puzzle:
    """The puzzle with its constraints, each held against it."""
    from dataclasses import replace

    from tilemodel.constraints import rules
    from tilemodel.formats.rules import read_constraint

    gone = model.board.names.keys() - puzzle.board.names.keys()
    listed = [
        read_constraint(table, f"constraint[{i}]", puzzle.board.names, gone) for i, table in enumerate(model.constraint)
    ]
    puzzle = replace(puzzle, constraints=tuple(listed))
    for i, rule in enumerate(rules(puzzle)):
        if i < len(listed):
            at(f"constraint[{i}]", rule.validate, puzzle)
        else:
            at(rule.kind, rule.check, puzzle)
    return puzzle


def _objective(table: ObjectiveTable, pieces: tuple[Piece, ...]) -> Objective:
    word = exactly_one(table, ("maximize", "minimize"), "objective")
    wanted, key = getattr(table, word), f"objective.{word}"
    if not isinstance(wanted, WeightsTable):
        return Objective(choice(wanted, _MEASURES, key), word == "maximize")
    names = [piece.name for piece in pieces]
    weights = {}
    for name, weight in wanted.weights.items():
        place = f"{key}.weights.{name}"
        if name not in names:
            raise ModelError(f"no piece is named {name!r}; {nearest(name, names, 'weights are by piece')}", key=place)
        weights[name] = convert(weight, int, place)
    return Objective("weights", word == "maximize", weights)


def _expectation(table: ExpectTable) -> Expectation:
    for key in ("solutions", "distinct"):
        if (getattr(table, key) or 0) < 0:
            raise ModelError(f"a number of arrangements is at least 0, not {getattr(table, key)}", key=f"expect.{key}")
    total, orbits = table.solutions, table.distinct
    if total is not None and orbits is not None and not (orbits <= total and (orbits > 0) == (total > 0)):
        raise ModelError(f"{orbits} does not go with solutions = {total}; mend one of them", key="expect.distinct")
    some = {number > 0 for number in (total, orbits) if number is not None}
    if table.solvable is not None and not some <= {table.solvable}:
        said = "none" if table.solvable else "some"
        raise ModelError(f"by the numbers there are {said}; mend one of them", key="expect.solvable")
    return Expectation(table.solutions, table.distinct, table.solvable, table.best, table.source)
