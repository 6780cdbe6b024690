"""The laws hold for random puzzles. Many more of them: ``python tests/properties/many.py``."""

from __future__ import annotations

import pytest
from properties.judging import judge
from properties.laws import LAWS


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_random_puzzles_obey(law):
    judge(law, 40)
