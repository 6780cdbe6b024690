"""Imports go down only, and a solver's package is imported only in its backend, where it is used."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tilemodel

ROOT = Path(tilemodel.__file__).parent
CONTRIBUTING = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
LAYERS = {
    name.removesuffix("/"): int(layer)
    for layer, names in re.findall(r"^\| (\d) \| ([^|]*) \|", CONTRIBUTING.read_text(), re.M)
    for name in re.findall(r"`([^`]+)`", names)
}
SOLVER_PACKAGES = {"ortools": "backends", "pysat": "backends", "_native": "backends"}
HEAVY = {"numpy", "scipy", "ortools", "pysat", "networkx", "rich", "distributed"}


def modules() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*.py") if path != ROOT / "__init__.py")


def unit(path: Path) -> str:
    """The file or folder of the package that a module belongs to."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    """The dotted names that a module imports, those for type checkers left out."""
    found = set()
    tree = ast.parse(path.read_text())
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in tree.body if top_level_only else ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def own(names: set[str]) -> set[str]:
    return {name.split(".")[1] for name in names if name.startswith("tilemodel.")} & set(LAYERS)


def test_every_file_has_its_layer():
    assert {unit(path) for path in modules()} == set(LAYERS)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down(path):
    for name in own(imports(path)) - {unit(path)}:
        assert LAYERS[name] <= LAYERS[unit(path)], f"{unit(path)} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_heavy_packages_are_imported_where_they_are_used(path):
    names = imports(path, top_level_only=True)
    assert not {name.split(".")[0] for name in names} & HEAVY


def test_backends_know_the_instance_and_nothing_else():
    for path in (ROOT / "backends").glob("*.py"):
        assert own(imports(path)) <= {"instance", "errors", "backends"}, path.name


def test_a_solver_is_imported_in_its_backend_alone():
    for path in modules():
        for name in imports(path):
            package = next((p for p in SOLVER_PACKAGES if p in name.split(".")), None)
            assert package is None or unit(path) == SOLVER_PACKAGES[package], f"{path.name} imports {name}"


def test_the_checker_is_a_second_path():
    """Whatever the checker imports, through however many files, it is neither the compiler nor the instance."""
    reached, waiting = set(), {"checker"}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        paths = [ROOT / f"{name}.py"] if (ROOT / f"{name}.py").exists() else list((ROOT / name).glob("*.py"))
        waiting |= {other for path in paths for other in own(imports(path))} - reached
    assert not reached & {"compiler", "instance", "backends", "driver"}
