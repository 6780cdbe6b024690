"""``docs/model-format.md`` is true: its models have the answers they expect, and no key is missing from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilemodel.expectations import check_expectations
from tilemodel.formats import tables
from tilemodel.formats.model import parse_model
from tilemodel.lattice import LATTICES

PAGE = (Path(__file__).parents[2] / "docs" / "model-format.md").read_text()
MODELS = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SECTIONS = {
    "## Keys": tables.ModelTable,
    "### `[board]`": tables.BoardTable,
    "### `[[piece]]`": tables.PieceTable,
    "### `[[set]]`": tables.SetTable,
    "### `[expect]`": tables.ExpectTable,
}


def test_the_page_has_models():
    assert len(MODELS) >= 7


@pytest.mark.parametrize("text", MODELS, ids=[parse_model(text).title for text in MODELS])
def test_a_model_has_the_answers_that_it_expects(text):
    verdicts = check_expectations(parse_model(text), backend="reference")
    assert verdicts
    assert {v.question: v.message for v in verdicts if v.status != "passed"} == {}


@pytest.mark.parametrize("heading", SECTIONS)
def test_the_tables_list_the_keys(heading):
    section = re.split(r"^##", PAGE[PAGE.index(f"{heading}\n") + len(heading) :], maxsplit=1, flags=re.MULTILINE)[0]
    listed = [key for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)]
    own_headings = {"board", "piece", "set", "constraint", "expect"}
    assert sorted(listed) == sorted(set(SECTIONS[heading].__struct_fields__) - own_headings)


def test_every_lattice_has_its_row():
    assert re.findall(r"^\| `(\w+)` \| `\[", PAGE, re.MULTILINE) == list(LATTICES)


def test_the_limit_on_numbers_is_the_one_that_is_kept():
    assert f"No number goes beyond {tables.LARGEST:,}" in PAGE
