"""Backends by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tilemodel import backends
from tilemodel.errors import UsageError


def test_every_name_has_a_backend_of_that_name():
    assert [backends.get(name).name for name in backends.names()] == list(backends.names())


def test_availability_is_a_phrase_or_nothing():
    assert all(
        backends.get(name).availability() is None or backends.get(name).availability() for name in backends.names()
    )


@pytest.mark.parametrize(
    ("name", "hint"), [("cpsatt", "did you mean 'cpsat'?"), ("dlx", "the backends are "), ("", "the backends are ")]
)
def test_an_unknown_name_is_answered_with_the_nearest(name, hint):
    with pytest.raises(UsageError, match="no backend is named") as error:
        backends.get(name)
    assert hint in str(error.value)


def test_looking_at_all_backends_imports_no_solver():
    code = (
        "import sys; from tilemodel import backends\n"
        "for name in backends.names(): backends.get(name).availability()\n"
        "print([m for m in ('ortools', 'pysat', 'numpy', 'pandas') if m in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True
    )
    assert output.stdout == "[]\n", output.stderr
