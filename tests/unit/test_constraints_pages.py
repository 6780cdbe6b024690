"""The models on the pages of ``docs/constraints`` are what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilemodel.constraints import KINDS
from tilemodel.expectations import check_expectations
from tilemodel.formats.model import parse_model

PAGES = Path(__file__).parents[2] / "docs" / "constraints"
MODELS = [
    (page.stem, number, text)
    for page in sorted(PAGES.glob("*.md"))
    for number, text in enumerate(re.findall(r"^```toml\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL), 1)
]


def test_every_kind_has_a_page_with_a_model():
    assert {page for page, _, _ in MODELS} == {*KINDS, "match"}
    index = (PAGES / "index.md").read_text()
    assert all(f"({page}.md)" in index for page, _, _ in MODELS)


@pytest.mark.parametrize(("page", "number", "text"), MODELS, ids=[f"{page}-{n}" for page, n, _ in MODELS])
def test_the_models_have_the_numbers_that_they_expect(page, number, text):
    puzzle = parse_model(text, name=f"{page}-{number}")
    assert puzzle.match if page == "match" else page in {rule.kind for rule in puzzle.constraints}
    verdicts = check_expectations(puzzle, backend="reference")
    assert verdicts
    assert [verdict.message for verdict in verdicts if verdict.status != "passed"] == []
