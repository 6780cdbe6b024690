"""The examples in the documentation are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import tilemodel
from tilemodel.driver import start
from tilemodel.formats.model import parse_model

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
MODULES = sorted(m.name for m in pkgutil.walk_packages(tilemodel.__path__, "tilemodel.") if "._native" not in m.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_of_a_page(page):
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_a_docstring(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_models_of_a_page_can_be_asked(page):
    """A block of TOML with a board is a whole model; it can be read and compiled."""
    for block in re.findall(r"^```toml\n(.*?)^```", page.read_text(), re.S | re.M):
        if "[board]" in block:
            with start(parse_model(block), limit=1, time_limit=10) as run:
                assert run.compilation.instance.items


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
