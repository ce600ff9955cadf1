# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``place decide``: from two documents to a third, and what is refused."""

import json
import random
import sys
from dataclasses import replace

import placelib as lib
import pytest
from jsonschema import Draft202012Validator

from pointerchain.cli import main
from pointerchain.extras import install_line
from pointerchain.place.advice import advise, shown
from pointerchain.place.documents import KINDS, PlaceError, check, dump, load, schema
from pointerchain.place.machine import document_of, machine_of
from pointerchain.place.profile import Copy, Loop, Object, Phase, Profile, profile_of

MIB = 1 << 20


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A profile and a machine as files, in the present directory."""
    monkeypatch.chdir(tmp_path)
    profile = lib.random_profile(random.Random(1), 3, 4)
    (tmp_path / "profile.json").write_text(json.dumps(lib.profile_document(profile)))
    (tmp_path / "machine.json").write_text(dump(document_of(lib.MACHINE), "machine"))
    return tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_schemas_are_schemas(kind):
    Draft202012Validator.check_schema(schema(kind))


def test_documents_come_back_as_they_went():
    assert machine_of(load(dump(document_of(lib.MACHINE), "machine").encode(), "machine")) == lib.MACHINE
    for seed in range(20):
        profile = lib.random_profile(random.Random(seed), 3, 5)
        read = profile_of(load(json.dumps(lib.profile_document(profile)).encode(), "profile"))
        assert read.cells == profile.cells and read.loops == profile.loops
        assert [each.bytes for each in read.objects] == [each.bytes for each in profile.objects]


def test_every_advice_keeps_to_its_schema_and_to_the_memory():
    for seed in range(30):
        chance = random.Random(seed)
        profile = lib.random_profile(chance, 4, 5)
        capacity = chance.choice([None, sum(each.bytes for each in profile.objects) // 2])
        advice = advise(lib.MACHINE, profile, capacity=capacity, managed=chance.random() < 0.5)
        check(advice, "advice")
        assert capacity is None or advice["peak_device_bytes"] <= capacity
        for each in advice["objects"]:
            kinds = {(other["allocation"], other["advice"]) for other in each["alternatives"]}
            assert (each["allocation"], each["advice"]) in kinds
            # An alternative is the object alone: only the memory makes the choice cost more.
            chosen = next(a for a in each["alternatives"] if a["why"] == "the one that was chosen")
            assert each["seconds"] >= chosen["seconds"] * (1 - 1e-9)
        assert advice["seconds"]["chosen"] == pytest.approx(sum(e["seconds"] for e in advice["objects"]))


def test_a_loop_that_only_computes_is_copied_around():
    """The copies stand in front of the first iteration and behind the last, and the advice says so."""
    row = (
        Phase(0, "host", None, 1),
        Phase(1, "device", None, 1),
        Phase(2, "device", None, 1),
        Phase(3, "host", None, 1),
    )
    both = dict.fromkeys(("loads", "stores"), 131072)
    cells = {
        (0, 0, "host"): lib.cell(0, 0, "host", size=MIB, stores=131072),
        (0, 1, "device"): lib.cell(0, 1, "device", size=MIB, executions=9, **both),
        (0, 2, "device"): lib.cell(0, 2, "device", size=MIB, executions=9, **both),
        (0, 3, "host"): lib.cell(0, 3, "host", size=MIB, loads=131072),
    }
    x = Object(0, "x", None, MIB, None)
    profile = Profile(("a.out",), (x,), row, (Loop(1, 2, 9),), cells, ())
    (found,) = advise(lib.MACHINE, profile)["objects"]
    assert found["allocation"] == "device"
    assert found["actions"] == [
        {"phase": 1, "executions": "first", "do": "copy-to-device", "bytes": MIB},
        {"phase": 3, "executions": "each", "do": "copy-to-host", "bytes": MIB},
    ]
    assert [each["where"] for each in found["residency"]] == ["host", *["device"] * 4, "host"]
    assert found["why"].endswith("as managed memory")


def test_notes_say_what_was_not_known():
    cells = {(0, 1, "device"): replace(lib.cell(0, 1, "device", size=MIB, loads=1000), warp_sectors=None)}
    row = (Phase(0, "host", None, 1), Phase(1, "device", None, 1))
    profile = Profile(("a.out",), (Object(0, "x", None, MIB, None),), row, (), cells, (), uncounted=2)
    notes = " ".join(advise(lib.without_um(), profile)["notes"])
    for said in ("unified memory is not known", "no lane marks", "two copies", "accesses of 2 places"):
        assert said in notes
    copied = replace(profile, copies=(Copy(0, 1, MIB, 0),), uncounted=0)
    notes = " ".join(advise(lib.MACHINE, copied)["notes"])
    assert "two copies" not in notes and "places in the source" not in notes and "belong to" not in notes
    assert "3.0% of the accesses belong to no object" in " ".join(
        advise(lib.MACHINE, replace(copied, unknown=0.03))["notes"]
    )
    with pytest.raises(PlaceError, match="no phases"):
        advise(lib.MACHINE, Profile(("a.out",), (), (), (), {}, ()))


def test_seconds_in_a_unit():
    assert [shown(value) for value in (2.5, 1.25e-3, 3e-6, 4e-9, 0.0)] == [
        "2.5 s",
        "1.25 ms",
        "3 us",
        "4 ns",
        "0 s",
    ]


def test_the_command(written, capfd):
    assert main(["place", "decide", "profile.json", "-m", "machine.json", "-o", "advice.json"]) == 0
    advice = load((written / "advice.json").read_bytes(), "advice")
    assert advice["machine"] == lib.MACHINE.name and len(advice["objects"]) == 3
    assert main(["place", "decide", "profile.json", "-m", "machine.json", "--capacity", "1e6"]) == 0
    shown = capfd.readouterr()
    assert json.loads(shown.out)["peak_device_bytes"] <= 1e6
    assert json.loads(shown.out)["method"] == "mixed-integer program"
    assert "solving for all objects" in shown.err


@pytest.mark.parametrize(
    "words, code, says",
    [
        (["profile.json"], 2, "needs a machine"),
        ([], 2, "takes one profile"),
        (["profile.json", "-m", "machine.json", "--margin", "1"], 2, "takes a share"),
        (["profile.json", "-m", "machine.json", "--capacity", "x"], 2, "a whole number of bytes, not 'x'"),
        (["machine.json", "-m", "machine.json"], 1, "'machine.json': it is no profile: its 'format' is"),
        (["profile.json", "-m", "nothing.json"], 1, "cannot read 'nothing.json'"),
        (["broken.json", "-m", "machine.json"], 1, "'broken.json': it is not JSON"),
        (["wrong.json", "-m", "machine.json"], 1, "at $.phases[0].side: 'gpu' is not one of"),
        (["crossed.json", "-m", "machine.json"], 1, "the loops of the phases 0 to 2 and 1 to 3 cross"),
        (["ids.json", "-m", "machine.json"], 1, "number 0 of its phases has the id 7"),
    ],
)
def test_what_cannot_be_used_is_said(written, capfd, words, code, says):
    document = lib.profile_document(lib.random_profile(random.Random(5), 3, 4))
    (written / "broken.json").write_text("{")
    wrong = json.loads(json.dumps(document))
    wrong["phases"][0]["side"] = "gpu"
    (written / "wrong.json").write_text(json.dumps(wrong))
    loops = [{"first": 0, "last": 2, "repeat": 2}, {"first": 1, "last": 3, "repeat": 2}]
    (written / "crossed.json").write_text(json.dumps({**document, "loops": loops}))
    renumbered = json.loads(json.dumps(document))
    renumbered["phases"][0]["id"] = 7
    (written / "ids.json").write_text(json.dumps(renumbered))
    assert main(["place", "decide", *words]) == code
    assert says in capfd.readouterr().err


@pytest.mark.parametrize("missing", ["jsonschema", "scipy"])
def test_a_library_that_is_not_there_is_named(written, capfd, monkeypatch, missing):
    for name in [name for name in sys.modules if name.partition(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["place", "decide", "profile.json", "-m", "machine.json", "--capacity", "1e7"]) == 1
    said = capfd.readouterr().err
    assert f"'{missing}" in said and f"; {install_line('place')} brings it" in said
