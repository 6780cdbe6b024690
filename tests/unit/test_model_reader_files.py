"""Files that are no models, and models that are asked for by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilemodel.errors import ModelError
from tilemodel.formats.model import read_model
from tilemodel.formats.shipped import find_model, load, shipped_models


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the model is empty"),
        (b"# nothing yet\n", "the model is empty"),
        (bytes(range(128, 256)), "byte 1 is not UTF-8 text"),
        (b"\x00\x01\x02", "not TOML"),
        (b"size = [1,\n", "not TOML"),
        (b"#" * 20_000_001, "more than 20,000,000 bytes"),
    ],
)
def test_a_file_that_is_no_model(tmp_path, content, words):
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=words) as caught:
        read_model(path)
    assert caught.value.path == str(path)


def test_places_that_are_no_files(tmp_path):
    for path, words in (
        (tmp_path, "a directory"),
        (tmp_path / "none.toml", "no such file"),
        ("a\0b", "no name of a file"),
    ):
        with pytest.raises(ModelError, match=words):
            read_model(path)


@pytest.mark.skipif(os.name != "posix", reason="other systems open files otherwise")
def test_a_file_below_a_file(tmp_path):
    (tmp_path / "x.toml").write_text("[board]\nsize = [1, 1]\n")
    with pytest.raises(ModelError, match="cannot be read: Not a directory"):
        read_model(tmp_path / "x.toml" / "y.toml")


def test_a_file_without_permission(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("[board]\nsize = [1, 1]\n")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read every file")
    with pytest.raises(ModelError, match="cannot be read: Permission denied"):
        read_model(path)


def test_a_byte_order_mark_and_foreign_line_ends_do_no_harm(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b'\xef\xbb\xbf[board]\r\ndrawing = """\r\n##\r\n#.\r\n"""\r\n')
    assert read_model(path).board.cells == ((0, 0), (0, 1), (1, 0))


def test_every_shipped_model_has_a_name_of_its_own():
    models = shipped_models()
    folder = models["iq-fit"].parent.parent
    assert sorted(models.values()) == sorted(folder.rglob("*.toml"))


def test_a_name_is_a_shipped_model_and_a_path_is_a_file(tmp_path):
    assert find_model("soma") == shipped_models()["soma"]
    for argument in ("soma/", "./soma", "any.toml", str(tmp_path / "x")):
        assert find_model(argument) == Path(argument)
    (tmp_path / "mine.toml").write_text("[board]\nsize = [1, 1]\n")
    assert load(str(tmp_path / "mine.toml")).name == "mine" == load(tmp_path / "mine.toml").name


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("iq-fti", "did you mean iq-fit"),
        ("IQ_Fit", "did you mean iq-fit"),
        ("pentominoes-6x1", "did you mean pentominoes-6x10"),
        ("", "tilemodel models"),
        ("zzzzzzzz", "tilemodel models"),
        ("soma.toml", "the shipped model is named 'soma'"),
    ],
)
def test_a_name_of_no_model_is_answered(argument, words):
    with pytest.raises(ModelError, match=words):
        find_model(argument)


def test_a_file_that_is_named_without_its_ending(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("[board]\nsize = [1, 1]\n")
    with pytest.raises(ModelError, match="write ./mine.toml"):
        find_model("mine")
