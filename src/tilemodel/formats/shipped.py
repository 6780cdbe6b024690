"""The models that come with tilemodel, by name."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

from tilemodel.errors import ModelError
from tilemodel.formats.model import read_model
from tilemodel.puzzle import Puzzle


def _folder() -> Path:
    """Where they are: in the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "models"
    return installed if installed.is_dir() else package.parent.parent / "models"


def shipped_models() -> dict[str, Path]:
    """The file of each shipped model, by name, sorted."""
    return {path.stem: path for path in sorted(_folder().rglob("*.toml"), key=lambda path: path.stem)}


def find_model(argument: str) -> Path:
    """The file that a person means: a path where it has a separator or ends in .toml, else a shipped model's name."""
    models = shipped_models()
    if argument.endswith(".toml") or os.sep in argument or (os.altsep and os.altsep in argument):
        if argument.removesuffix(".toml") in models and not os.path.exists(argument):
            name = argument.removesuffix(".toml")
            raise ModelError(
                f"there is no such file; the shipped model is named {name!r}, without .toml", path=argument
            )
        return Path(argument)
    if argument in models:
        return models[argument]
    raise ModelError(f"no shipped model is named {argument!r}; {_hint(argument, list(models))}")


def _hint(argument: str, names: list[str]) -> str:
    for file in (argument, f"{argument}.toml"):
        if argument and os.path.isfile(file):
            return f"write {os.path.join(os.curdir, file)} for the file here"
    near = difflib.get_close_matches(argument.lower().replace("_", "-").replace(" ", "-"), names, 3, 0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return "the command 'tilemodel models' lists them, and a file's name ends in .toml"


def load(model: str | Path) -> Puzzle:
    """The puzzle of a model file, or of a shipped model by its name (``load("iq-fit")``)."""
    return read_model(model if isinstance(model, Path) else find_model(model))
