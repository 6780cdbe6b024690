"""``info``, ``models``, ``backends``."""

from cli_models import BEST, IMPOSSIBLE

from tilemodel import backends
from tilemodel.formats.shipped import shipped_models


def test_info_json_of_iq_fit(run):
    facts = run("info", "iq-fit", "--format", "json").json
    assert facts["cells"] == 55
    assert len(facts["pieces"]) == 12
    assert facts["orientations"] == sum(p["orientations"] for p in facts["pieces"]) == 72
    assert facts["placements"] == facts["options"] == sum(p["placements"] for p in facts["pieces"]) == 2140
    assert facts["items"] == 55 + 12
    assert facts["symmetries"] == 4
    assert facts["pieces"][0]["count"] == {"min": 1, "max": 1}
    assert not any(f["proves_impossible"] for f in facts["findings"])
    assert {b["name"]: b["objections"] for b in facts["backends"]}["anchor"] == []


def test_info_of_open_counts(run, model):
    facts = run("info", model(BEST), "--format", "json").json
    assert facts["pieces"] == [
        {"name": "D", "size": 2, "count": {"min": 0, "max": None}, "orientations": 2, "placements": 4}
    ]
    assert facts["cells"] == facts["optional_cells"] == 5
    assert "an objective" in {b["name"]: b["objections"] for b in facts["backends"]}["anchor"]


def test_orientations_count_each_shape_once(run, model):
    twins = "".join(f'[[piece]]\nname = "{name}"\ndrawing = "##"\n' for name in "AB")
    assert run("info", model("[board]\nsize = [2, 2]\n" + twins), "--format", "json").json["orientations"] == 2


def test_info_text(run):
    text = run("info", "iq-fit").out
    for part in ("5 x 11, 55 cells", "72 orientations", "2,140 placements", "anchor     can take it"):
        assert part in text


def test_info_says_why_there_is_none(run, model):
    text = run("info", model(IMPOSSIBLE)).out
    assert "so no arrangement exists" in text


def test_info_with_changes(run):
    assert run("info", "soma", "--remove", "0,0,0", "--format", "json").json["cells"] == 26


def test_models_lists_every_one(run):
    text = run("models")
    assert text.status == 0
    names = [line.split()[0] for line in text.out.splitlines()[1:]]
    assert names == list(shipped_models())
    entries = run("models", "--format", "json").json
    assert [entry["name"] for entry in entries] == names
    known = next(entry for entry in entries if entry["name"] == "soma")
    assert known["expect"]["distinct"] == 240 and known["cells"] == 27


def test_backends(run):
    entries = run("backends", "--format", "json").json
    assert [entry["name"] for entry in entries] == list(backends.names())
    assert run("backends").out.count("\n") == len(entries) + 1
