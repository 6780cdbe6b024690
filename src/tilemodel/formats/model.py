"""Model files: one TOML file, one Puzzle. ``docs/model-format.md`` is the format's page."""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from tilemodel.catalog import standard_set, standard_shape
from tilemodel.constraints import ALIASES, KINDS, rules
from tilemodel.constraints.base import Constraint
from tilemodel.drawing import MAY_STAY_EMPTY, PLAIN, parse_drawing
from tilemodel.errors import ModelError, PuzzleError, TooLargeError
from tilemodel.formats.tables import (
    BoardTable,
    CellText,
    CountTable,
    ModelTable,
    ObjectiveTable,
    PieceTable,
    SetTable,
    WeightsTable,
    convert,
    read_tables,
    unknown_key,
)
from tilemodel.formats.toml_lines import find_line
from tilemodel.lattice import CUBIC, LATTICES, SQUARE, Cell, Lattice
from tilemodel.limits import check_cells
from tilemodel.puzzle import ORIENTATIONS, SYMMETRIES, Board, Expectation, Objective, Piece, Puzzle, block

_T = TypeVar("_T")
_MEASURES = ("covered", "pieces")
_MOST_BYTES = 100_000_000


def read_model(path: str | Path) -> Puzzle:
    """The puzzle of a model file, named like the file. Raises ModelError (or TooLargeError) saying what and where."""
    path = Path(path)
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ModelError(
                f"the file has {path.stat().st_size:,} bytes; a model is text of a few kilobytes", path=str(path)
            )
        raw = path.read_bytes()
    except IsADirectoryError:
        raise ModelError("this is a directory; name a model file in it", path=str(path)) from None
    except FileNotFoundError:
        raise ModelError("there is no such file", path=str(path)) from None
    except OSError as error:
        raise ModelError(f"the file cannot be read: {error.strerror or error}", path=str(path)) from None
    except ValueError:
        raise ModelError("this is no name of a file", path=repr(str(path))) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ModelError(
            f"byte {error.start + 1} is not UTF-8 text; a model is a TOML text file", path=str(path)
        ) from None
    return parse_model(text, path=str(path), name=path.stem)


def parse_model(text: str, *, path: str = "", name: str = "") -> Puzzle:
    """The puzzle of a model given as text; ``path`` is for messages, ``name`` becomes the puzzle's name."""
    try:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ModelError(f"this is not TOML: {error}", path=path) from None
        except RecursionError:
            raise ModelError("this is nested too deeply for a model", path=path) from None
        if not data:
            raise ModelError("the model is empty; it needs at least a [board]", path=path)
        return _build(read_tables(data), name)
    except ModelError as error:
        line = error.line or find_line(text, error.key)
        raise ModelError(error.message, path=path, key=error.key, line=line) from None
    except TooLargeError as error:
        raise TooLargeError(f"{path}: {error}" if path else str(error)) from None


def _build(model: ModelTable, name: str) -> Puzzle:
    lattice = LATTICES[_choice(model.lattice, tuple(LATTICES), "lattice")]
    if model.symmetry is not None:
        _choice(model.symmetry, SYMMETRIES, "symmetry")
    board = _board(model.board, lattice)
    pieces = [_piece(table, lattice, f"piece[{i}]") for i, table in enumerate(model.piece)]
    for i, table in enumerate(model.set):
        pieces += _set_pieces(table, lattice, f"set[{i}]")
    _refuse_twins(pieces, len(model.piece))
    objective = model.objective and _objective(model.objective, pieces)
    constraints = [_constraint(table, board, f"constraint[{i}]") for i, table in enumerate(model.constraint)]
    e = model.expect
    for key in ("solutions", "distinct"):
        if (getattr(e, key) or 0) < 0:
            raise ModelError(f"a number of arrangements is at least 0, not {getattr(e, key)}", key=f"expect.{key}")
    puzzle = _at(
        "",
        lambda: Puzzle(
            board,
            tuple(pieces),
            lattice=lattice,
            constraints=tuple(constraints),
            objective=objective,
            symmetry=model.symmetry,
            match=model.match,
            name=name,
            title=model.title,
            source=model.source,
            expect=Expectation(e.solutions, e.distinct, e.solvable, e.best, e.source),
        ),
    )
    for i, rule in enumerate(rules(puzzle)):
        key = f"constraint[{i}]" if i < len(constraints) else rule.kind
        _at(key, lambda rule=rule: rule.validate(puzzle))
    return puzzle


def _at(key: str, make: Callable[[], _T]) -> _T:
    """What ``make`` makes; a complaint of the puzzle's own values gets the key path that it belongs to."""
    try:
        return make()
    except ModelError:
        raise
    except PuzzleError as error:
        raise ModelError(str(error), key=key) from None


def _choice(value: str, valid: tuple[str, ...], key: str) -> str:
    if value in valid:
        return value
    near = difflib.get_close_matches(value, valid, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"it is one of {', '.join(valid)}"
    raise ModelError(f"unknown value {value!r}; {hint}", key=key)


def _exactly_one(table: Any, keys: tuple[str, ...], key: str) -> str:
    """Which of the keys is given."""
    given = [k for k in keys if getattr(table, k) is not None]
    if len(given) != 1:
        found = f"has {' and '.join(given)}" if given else "has none of them"
        raise ModelError(f"give exactly one of {', '.join(keys)}; this {found}", key=key)
    return given[0]


# Cells.


def _cell(lattice: Lattice, value: list[int], key: str) -> Cell:
    cell = tuple(value)
    if why := lattice.why_not_a_cell(cell):
        raise ModelError(f"{value} is no cell: {why}", key=key)
    if any(abs(c) > 10**9 for c in cell):
        raise ModelError(f"{value} is too far out; coordinates go to 1,000,000,000", key=key)
    return cell


def _cells(lattice: Lattice, values: list[list[int]], key: str) -> list[Cell]:
    check_cells(len(values))
    if not values:
        raise ModelError("the list of cells is empty; at least one is needed", key=key)
    return [_cell(lattice, value, f"{key}[{i}]") for i, value in enumerate(values)]


def _block(lattice: Lattice, size: list[int], key: str) -> tuple[Cell, ...]:
    if not lattice.drawable:
        raise ModelError(f"the {lattice} lattice has no sizes; list the cells instead (cells = [...])", key=key)
    if len(size) != lattice.dimension:
        raise ModelError(f"a size here is [{', '.join(axis + 's' for axis in lattice.axes)}], not {size}", key=key)
    return _at(key, lambda: block(size))


def named_cell(board: Board, name: str, key: str) -> Cell:
    """The board cell of that name; ModelError with the nearest name where there is none."""
    return _named(board.names, name, key)


def _named(names: Mapping[str, Cell], name: str, key: str) -> Cell:
    if name in names:
        return names[name]
    near = difflib.get_close_matches(name, list(names), 1)
    hint = f"did you mean {near[0]!r}?" if near else "names are given in [board] names"
    raise ModelError(f"no cell is named {name!r}; {hint}", key=key)


# The board.


def _board(table: BoardTable, lattice: Lattice) -> Board:
    form = _exactly_one(table, ("size", "drawing", "cells"), "board")
    drawn: dict[Cell, str] = {}
    if table.drawing is not None:
        drawing = table.drawing
        drawn = _at("board.drawing", lambda: parse_drawing(lattice, drawing))
        check_cells(len(drawn))
    elif table.size is not None:
        drawn = dict.fromkeys(_block(lattice, table.size, "board.size"), PLAIN)
    else:
        cells = _cells(lattice, table.cells or [], "board.cells")
        drawn = dict.fromkeys(cells, PLAIN)
        if len(drawn) < len(cells):
            double = next(cell for cell, times in Counter(cells).items() if times > 1)
            raise ModelError(f"{list(double)} is listed twice", key="board.cells")
    if not drawn:
        raise ModelError("the board has no cells; a board needs at least one", key=f"board.{form}")
    names = {name: _cell(lattice, value, f"board.names.{name}") for name, value in table.names.items()}
    for name, cell in names.items():
        if cell not in drawn:
            raise ModelError(f"{list(cell)} is not a cell of the board", key=f"board.names.{name}")

    def on_board(value: CellText, key: str) -> Cell:
        if isinstance(value, str):
            return _named(names, value, key)
        cell = _cell(lattice, value, key)
        if cell not in drawn:
            raise ModelError(f"{value} is not a cell of the board", key=key)
        return cell

    removed = {on_board(value, f"board.remove[{i}]") for i, value in enumerate(table.remove)}
    if len(removed) == len(drawn):
        raise ModelError("every cell of the board is removed; at least one must stay", key="board.remove")
    optional = {cell for cell, c in drawn.items() if c == MAY_STAY_EMPTY}
    if isinstance(table.optional, list):
        optional |= {on_board(value, f"board.optional[{i}]") for i, value in enumerate(table.optional)}
        if gone := optional & removed:
            raise ModelError(f"{list(min(gone))} is removed, so it cannot stay empty", key="board.optional")
    elif table.optional:
        optional = set(drawn)
    kept = [cell for cell in drawn if cell not in removed]
    return _at(
        f"board.{form}",
        lambda: Board(
            tuple(kept),
            labels={cell: drawn[cell] for cell in kept if drawn[cell] not in (PLAIN, MAY_STAY_EMPTY)},
            optional=frozenset(optional - removed),
            names={name: cell for name, cell in names.items() if cell not in removed},
        ),
    )


# Pieces.


def _copies(count: int | CountTable, key: str) -> tuple[int, int | None]:
    lo, hi = (count.min, count.max) if isinstance(count, CountTable) else (count, count)
    if lo < 0 or (hi is not None and hi < 0):
        raise ModelError(f"a count is at least 0, not {lo if lo < 0 else hi}", key=key)
    if hi is not None and hi < lo:
        raise ModelError(f"max is {hi}, below min, which is {lo}", key=key)
    if max(lo, hi or 0) > 2**31 - 1:
        raise ModelError(f"a count is at most {2**31 - 1:,}", key=key)
    return lo, hi


def _role(table: PieceTable | SetTable, key: str) -> dict[str, Any]:
    """What a piece and a set say alike: copies, orientations, groups."""
    lo, hi = _copies(table.count, f"{key}.count")
    if table.orientations is not None:
        _choice(table.orientations, ORIENTATIONS, f"{key}.orientations")
    groups = (table.group,) if isinstance(table.group, str) else tuple(table.group)
    if "" in groups:
        raise ModelError("the name of a group is empty", key=f"{key}.group")
    return {"minimum": lo, "maximum": hi, "orientations": table.orientations, "groups": groups}


def _piece(table: PieceTable, lattice: Lattice, key: str) -> Piece:
    form = _exactly_one(table, ("drawing", "cells", "size", "shape"), key)
    labels: dict[Cell, str] = {}
    cells: Iterable[Cell]
    if table.drawing is not None:
        drawing = table.drawing
        drawn = _at(f"{key}.drawing", lambda: parse_drawing(lattice, drawing))
        if MAY_STAY_EMPTY in drawn.values():
            raise ModelError("a piece has no cells that may stay empty ('?'); only a board has", key=f"{key}.drawing")
        cells, labels = drawn, {cell: c for cell, c in drawn.items() if c != PLAIN}
    elif table.cells is not None:
        cells = _cells(lattice, table.cells, f"{key}.cells")
    elif table.size is not None:
        cells = _block(lattice, table.size, f"{key}.size")
    else:
        home, cells = _at(f"{key}.shape", lambda: standard_shape(table.shape or ""))
        cells = _bring(home, lattice, cells, f"{key}.shape")
    role = _role(table, key)
    if not tuple(cells):
        raise ModelError(f"piece {table.name!r} has no cells; a piece needs at least one", key=f"{key}.{form}")
    return _at(key, lambda: Piece(table.name, tuple(cells), labels=labels, color=table.color, **role))


def _bring(home: Lattice, lattice: Lattice, cells: Iterable[Cell], key: str) -> tuple[Cell, ...]:
    """Standard cells on the puzzle's lattice: a flat shape lies in one layer of a solid one."""
    if home is lattice:
        return tuple(cells)
    if home is SQUARE and lattice is CUBIC:
        return tuple((0, *cell) for cell in cells)
    raise ModelError(f"that is made for the {home} lattice, and this model is on the {lattice} one", key=key)


def _set_pieces(table: SetTable, lattice: Lattice, key: str) -> list[Piece]:
    standard = _at(f"{key}.name", lambda: standard_set(table.name))
    if table.only is not None and table.without is not None:
        raise ModelError("give only or without, not both", key=key)
    for word in ("only", "without"):
        for i, letter in enumerate(getattr(table, word) or []):
            if letter not in standard.pieces:
                letters = ", ".join(standard.pieces)
                raise ModelError(f"{letter!r} is none of the {table.name}: {letters}", key=f"{key}.{word}[{i}]")
    chosen = [
        letter
        for letter in standard.pieces
        if (table.only is None or letter in table.only) and letter not in (table.without or ())
    ]
    role = _role(table, key)
    if role["orientations"] is None and standard.lattice is lattice:
        role["orientations"] = standard.orientations
    return [
        _at(
            key,
            lambda letter=letter: Piece(
                table.prefix + letter + table.suffix,
                _bring(standard.lattice, lattice, standard.pieces[letter], f"{key}.name"),
                **role,
            ),
        )
        for letter in chosen
    ]


def _refuse_twins(pieces: list[Piece], listed: int) -> None:
    """Two pieces of one name: said with the place of the second."""
    seen: set[str] = set()
    for i, piece in enumerate(pieces):
        if piece.name in seen:
            advice = "rename one, or give one a count of 2" if i < listed else "use prefix or suffix, or without"
            key = f"piece[{i}].name" if i < listed else "set"
            raise ModelError(f"two pieces are named {piece.name!r}; {advice}", key=key)
        seen.add(piece.name)


# Objective and constraints.


def _objective(table: ObjectiveTable, pieces: list[Piece]) -> Objective:
    word = _exactly_one(table, ("maximize", "minimize"), "objective")
    wanted, key = getattr(table, word), f"objective.{word}"
    if isinstance(wanted, WeightsTable):
        for name in wanted.weights:
            if name not in [piece.name for piece in pieces]:
                near = difflib.get_close_matches(name, [piece.name for piece in pieces], 1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise ModelError(f"no piece is named {name!r}{hint}", key=f"{key}.weights.{name}")
        return Objective("weights", word == "maximize", wanted.weights)
    return Objective(_choice(wanted, _MEASURES, key), word == "maximize")


def _constraint(table: dict[str, Any], board: Board, key: str) -> Constraint:
    table = dict(table)
    kind = table.pop("kind", None)
    if not isinstance(kind, str):
        raise ModelError(f"a constraint needs a kind: one of {', '.join(KINDS)}", key=f"{key}.kind")
    made = KINDS[_choice(kind, tuple(KINDS), f"{key}.kind")]
    hints = get_type_hints(made)
    fields = {field.name: field for field in dataclasses.fields(made)}
    values: dict[str, Any] = {}
    for written, value in table.items():
        name = ALIASES.get(written, written) if written not in fields else written
        if name not in fields:
            raise unknown_key(written, ["kind", *fields], key)
        if name in values:
            raise ModelError(f"{written!r} and {name!r} are one key; give one of them", key=f"{key}.{written}")
        place = f"{key}.{written}"
        if name == "cells":
            value = _resolve_names(value, board, place)
        values[name] = convert(_as_tuples(value), hints[name], place)
    for name, field in fields.items():
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING and name not in values:
            raise ModelError(f"a {kind} constraint needs {name!r}", key=key)
    return _at(key, lambda: made(**values))


def _resolve_names(value: Any, board: Board, key: str) -> Any:
    """A list of cells, with names replaced by the cells that they stand for."""
    if not isinstance(value, list):
        return value
    return [named_cell(board, v, f"{key}[{i}]") if isinstance(v, str) else v for i, v in enumerate(value)]


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value
