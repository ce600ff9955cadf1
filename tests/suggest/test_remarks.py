# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``-Rpointerchain``: what becomes of each chain without a directive, at its place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pointerchain.cli import main

SOURCE = """\
struct atoms { int n; int *count; };
struct sim { struct atoms *a, *b; };
int unseen(int);
void f(struct sim *s, double *out) {
  for (int i = 0; i < s->a->n; i++)
    out[i] = 1;
  for (int i = 0; i < 9; i++)
    out[i] = s->b->n;
}
void g(struct sim *s) {
  int i = 0;
  do unseen(s->a->n); while (i++ < 9);
}
"""
REMARK = re.compile(r"(?m)^.*?(\d+:\d+): remark: (.*) \[-Rpointerchain\]$")
REMARKS = [
    ("5:3", "'s->a->n' is evaluated once before this loop (2 links, 1 use, loop depth 1)"),
    (
        "7:3",
        "'s->b->n' is evaluated once before this loop, where that is entered (2 links, 1 use, loop depth 1)",
    ),
    ("12:13", "'s->a->n' stays in its loop: a call of 'unseen' may change 'a' [opaque]"),
    ("12:13", "'s->a' stays in its loop: a call of 'unseen' may change 'a' [opaque]"),
]


def translate(tmp_path: Path, *options: str) -> int:
    source = tmp_path / "r.c"
    source.write_text(SOURCE)
    return main(["translate", *options, str(source), "-o", str(tmp_path / "out.c")])


def test_each_chain_has_a_remark(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert translate(tmp_path, "--auto", "-Rpointerchain") == 0
    said = capfd.readouterr().err
    assert sorted(REMARK.findall(said)) == sorted(REMARKS)
    assert said.count(":12:6: note: this is what keeps it") == 2
    assert "generated" not in said


def test_nothing_is_said_unasked_and_no_warning_option_counts(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert translate(tmp_path, "--auto") == 0
    assert capfd.readouterr().err == ""
    for option in ("-Werror", "-w"):
        assert translate(tmp_path, "--auto", "-Rpointerchain", option) == 0
        assert len(REMARK.findall(capfd.readouterr().err)) == len(REMARKS)


def test_sarif_has_them_as_notes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert translate(tmp_path, "--auto", "-Rpointerchain", "--diagnostics-format", "sarif") == 0
    results = json.loads(capfd.readouterr().err)["runs"][0]["results"]
    assert [(row["ruleId"], row["level"]) for row in results] == [("pointerchain", "note")] * len(REMARKS)


@pytest.mark.parametrize("words", [["translate", "-Rpointerchain", "x.c"], ["cc", "-Rpointerchain", "gcc"]])
def test_they_are_about_chains_without_directives(
    words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert "it needs '--auto'" in capfd.readouterr().err


def test_a_source_that_cannot_be_read_is_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "r.c"
    source.write_text("int f(void) { return unknown_thing; }\n")
    for options, says in ((["-Rpointerchain"], True), ([], False)):
        assert main(["translate", "--auto", *options, str(source), "-o", str(tmp_path / "out.c")]) == 0
        said = capfd.readouterr().err
        assert ("remark: no chain of this source was looked at: Clang cannot read it: " in said) == says
    assert (tmp_path / "out.c").read_text() == source.read_text()
