# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The page of an advice and its figures."""

import json
import random
import re
from dataclasses import replace
from html.parser import HTMLParser

import placelib as lib
import pytest

from pointerchain.cli import main
from pointerchain.place import equations
from pointerchain.place.advice import advise, shown
from pointerchain.place.documents import check, dump
from pointerchain.place.profile import Object
from pointerchain.place.report.figures import residency, roofline, totals
from pointerchain.place.report.page import files

WITHOUT_ROOFLINE = replace(lib.MACHINE, peak=None, zero_copy_read=None)
"""It takes most of the time of a report."""


def advice(seed=0, machine=lib.MACHINE, objects=4):
    return advise(machine, lib.random_profile(random.Random(seed), objects, 5))


class Balanced(HTMLParser):
    """Whether each element is closed, and the text."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br", "path", "use", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("path", "use", "rect"):
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_the_page_holds_every_object_and_all_its_alternatives(tmp_path, capfd):
    given = advice(3)
    made = files(given)
    assert set(made) == {f"{n}.{s}" for n in ("roofline", "residency", "totals") for s in ("svg", "png")} | {
        "index.html"
    }
    assert all(data.startswith(b"\x89PNG") for name, data in made.items() if name.endswith("png"))
    page = Balanced()
    page.feed(made["index.html"].decode())
    assert page.open == []
    text = " ".join(page.text)
    for each in given["objects"]:
        assert each["why"] in text
    assert "B²/s" in text
    for form in equations.FORMS:
        assert (form.printed in text and form.corrected in text) or not form.differs
    assert "none was measured" in text
    # The same advice gives the same bytes, by the command.
    (tmp_path / "advice.json").write_text(dump(given, "advice"))
    folder = tmp_path / "a" / "report"
    assert main(["place", "report", str(tmp_path / "advice.json"), "-o", str(folder)]) == 0
    assert "index.html" in capfd.readouterr().err
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == made
    assert re.match(rb"<!DOCTYPE html>", made["index.html"])
    assert len(made["roofline.png"]) > 10_000


def test_names_of_the_user_are_no_markup():
    profile = lib.random_profile(random.Random(3), 2, 4)
    things = (Object(0, "<b>&x</b>", None, profile.objects[0].bytes, None), *profile.objects[1:])
    page = files(advise(lib.MACHINE, replace(profile, objects=things)))["index.html"].decode()
    assert "<b>&x" not in page
    assert "&lt;b&gt;&amp;x&lt;/b&gt;" in page


def test_the_roofline_is_drawn_from_the_equations():
    given = advice(3)
    axes = roofline(given).axes[0]
    lines = {(line.get_color(), line.get_linestyle()): line for line in axes.get_lines()}
    host = lines["#D55E00", "--"]
    for alpha, value in zip(host.get_xdata(), host.get_ydata(), strict=True):
        assert value == equations.host_ceiling(alpha, 5e9, min(alpha * 800e9, 7e12))
    copied = lines["#0072B2", "-"]
    for alpha, value in zip(copied.get_xdata(), copied.get_ydata(), strict=True):
        assert value == pytest.approx(alpha / (alpha / min(alpha * 800e9, 7e12) + 1 / 8e9))


def test_without_numbers_there_is_no_roofline_and_the_page_says_why():
    given = advice(3, WITHOUT_ROOFLINE)
    assert roofline(given) is None
    page = files(given)["index.html"].decode()
    assert "the peak of the device and the zero-copy reads are not known" in page


def test_each_phase_and_object_has_its_place_in_the_figure():
    given = advice(3)
    axes = residency(given).axes[0]
    assert len(axes.patches) == sum(len(each["residency"]) for each in given["objects"])
    bars = totals(given).axes[0]
    known = [value for value in given["seconds"].values() if value is not None]
    assert sorted(bar.get_width() for bar in bars.patches) == pytest.approx(sorted(v * 1e3 for v in known))
    # What is not known is said in a row of its own, not on the axis.
    given["seconds"]["all_managed"] = None
    low, high = sorted(totals(given).axes[0].get_ylim())
    assert low < 0
    assert high > 3


def test_measured_runs_stand_beside_what_is_predicted(tmp_path, capfd):
    given = advice(3, WITHOUT_ROOFLINE)
    runs = [
        {"placement": "chosen", "seconds": [2.0, 2.2, 2.1]},
        {"placement": "by hand", "seconds": [1.0]},
    ]
    results = {"format": "pointerchain-place-results-1", "machine": "a node", "runs": runs}
    check(results, "results")
    (tmp_path / "advice.json").write_text(dump(given, "advice"))
    (tmp_path / "results.json").write_text(json.dumps({**results, "runs": []}))
    words = ["place", "report", str(tmp_path / "advice.json"), "-o", str(tmp_path / "report")]
    assert main([*words, "--measured", str(tmp_path / "results.json")]) == 1
    assert "results.json': it is no results: at $.runs" in capfd.readouterr().err
    (tmp_path / "results.json").write_text(json.dumps(results))
    assert main([*words, "--measured", str(tmp_path / "results.json")]) == 0
    page = Balanced()
    page.feed((tmp_path / "report" / "index.html").read_text())
    text = " ".join(" ".join(page.text).split())
    assert "none was measured" not in text and "Whole runs on a node" in text
    assert f"chosen 2.1 s 3 9.5% 2.100 {shown(given['seconds']['chosen'])}" in text
    assert "by hand 1 s 1 0.0% 1.000 -" in text


def test_what_cannot_be_written_is_said(tmp_path, capfd):
    (tmp_path / "advice.json").write_text(dump(advice(3, WITHOUT_ROOFLINE), "advice"))
    assert main(["place", "report", str(tmp_path / "advice.json")]) == 2
    (tmp_path / "file").write_text("")
    assert main(["place", "report", str(tmp_path / "advice.json"), "-o", str(tmp_path / "file")]) == 1
    assert "cannot write to" in capfd.readouterr().err
