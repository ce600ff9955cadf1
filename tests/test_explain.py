# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Explanations: one for each code, whose example causes it and whose way out does not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from testlib import table

import pointerchain
from pointerchain.cli.console import UsageError
from pointerchain.cli.explain import REMARKS, run
from pointerchain.cli.explanations import DIRECTORY, explain, explanation, listing, nearest_code
from pointerchain.cli.sarif import SarifLog
from pointerchain.diagnostics import CATALOGUE, Severity
from pointerchain.locations import SourceFiles
from pointerchain.pages import page
from pointerchain.render import render

# What no source text causes alone.
WITHOUT_EXAMPLE = {"verification", "io", "encoding", "included-text"}
BLOCK = re.compile(r"^```(c|c\+\+|fortran)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FORTRAN = """\
module sims
  type atoms_t
    integer :: n
  end type
  type sim_t
    integer :: n
    real, allocatable :: x(:)
  end type
end module
"""
# What the examples take for granted.
PREAMBLE = """\
struct atoms { double *r; int n; double energy; };
struct sim { struct atoms *atoms, *other; };
struct sim *get_sim(void);
"""


def blocks(code: str) -> list[tuple[str, str]]:
    return BLOCK.findall(explanation(code).markdown)


def codes_of(code: str, block: tuple[str, str]) -> list[str]:
    language, text = block
    if language == "fortran":
        pytest.importorskip("fparser", reason="fparser is not installed")
        from pointerchain.fortran.pipeline import translate

        return [
            diag.code for diag in translate((FORTRAN + text).encode(), f"/nowhere/{code}.f90").diagnostics
        ]
    name = f"{code}.{'c' if language == 'c' else 'cpp'}"
    source = (PREAMBLE + text).encode()
    if CATALOGUE[code].severity is Severity.REMARK:
        found = pointerchain.translate_auto(source, name, [], language=language, remarks=True)
        return [diag.code for diag in found.translation.diagnostics if "stays" in diag.message]
    result = pointerchain.translate(source, name, [], language=language)
    return [diag.code for diag in result.diagnostics]


def test_every_code_has_one_and_every_one_a_code() -> None:
    assert {path.name for path in DIRECTORY.iterdir()} == {f"{code}.md" for code in CATALOGUE}


@table("code", CATALOGUE)
def test_explanation_has_its_parts(code: str) -> None:
    markdown = explanation(code).markdown
    why = "Why it is refused" if CATALOGUE[code].severity is Severity.ERROR else "Why it matters"
    headings = re.findall(r"^## (.*)$", markdown, re.MULTILINE)
    assert headings == ["Example", why, "The way out"]
    assert len(blocks(code)) == (0 if code in WITHOUT_EXAMPLE else 2)
    assert markdown.endswith("\n")
    assert all(len(line) <= 110 for line in markdown.splitlines())


@table("code", [code for code in CATALOGUE if code not in WITHOUT_EXAMPLE])
def test_example_causes_the_diagnostic_and_the_way_out_does_not(code: str) -> None:
    cause, cure = blocks(code)
    assert set(codes_of(code, cause)) == {code}
    assert codes_of(code, cure) == []


@table("code", CATALOGUE)
def test_plain_text_has_no_marks_and_all_the_words(code: str) -> None:
    text = explanation(code)
    assert "```" not in text.plain
    assert "## " not in text.plain
    assert text.summary
    assert "\n" not in text.summary
    assert re.findall(r"\w+", text.plain) == re.findall(r"\w+", re.sub(r"(?m)^```.*$", "", text.markdown))


def test_explain_begins_with_code_severity_and_title() -> None:
    text = explain("prefix-assigned")
    assert text.startswith("prefix-assigned (error): a prefix of a chain is reassigned in the region\n\n")
    assert "\n    #pragma pointerchain region begin declare(sim->atoms->n)\n" in text


def test_listing_has_a_line_for_each_code() -> None:
    lines = listing().splitlines()
    assert [line.split()[0] for line in lines] == list(CATALOGUE)
    assert all(CATALOGUE[line.split()[0]].title in line for line in lines)


@pytest.mark.parametrize(("word", "code"), [("prefix-assign", "prefix-assigned"), ("xyzzy", None)])
def test_nearest_code(word: str, code: str | None) -> None:
    assert nearest_code(word) == code


def test_pages_of_codes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("POINTERCHAIN_DOCS", raising=False)
    assert page("bad-chain") == ""
    assert explain("bad-chain").endswith(
        "\nAs a page: explanations/bad-chain.html of the site that 'make docs' builds\n"
    )
    monkeypatch.setenv("POINTERCHAIN_DOCS", "https://docs.example.org/pc/")
    address = "https://docs.example.org/pc/explanations/bad-chain.html"
    assert explain("bad-chain").endswith(f"\nAs a page: {address}\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("POINTERCHAIN_DOCS", "a site")
    assert page("bad-chain") == f"{tmp_path.as_uri()}/a%20site/explanations/bad-chain.html"
    monkeypatch.setenv("POINTERCHAIN_DOCS", "x\x1b[2J")
    assert page("bad-chain") == ""


def test_messages_have_links_where_they_have_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    source = b"#pragma pointerchain declare()\n"
    found = pointerchain.translate(source, "a.c", []).diagnostics[0]
    sources = SourceFiles({"a.c": source})
    plain, coloured = render(found, sources), render(found, sources, colour=True)
    monkeypatch.setenv("POINTERCHAIN_DOCS", "https://docs.example.org")
    assert render(found, sources) == plain
    link = "\x1b]8;;https://docs.example.org/explanations/empty-entry.html\x1b\\[-Wempty-entry]\x1b]8;;\x1b\\"
    assert render(found, sources, colour=True) == coloured.replace("[-Wempty-entry]", link)
    log = SarifLog("/")
    log.add([found], sources)
    rule = json.loads(log.text())["runs"][0]["tool"]["driver"]["rules"][0]
    assert rule["helpUri"].endswith("/explanations/empty-entry.html")


def test_the_words_of_remarks_are_those_of_the_table() -> None:
    table = (
        (Path(__file__).parent.parent / "docs/suggest.md").read_text().partition("## Why a chain is left")[2]
    )
    words = set(re.findall(r"^\| `(\w+)` \|", table.partition("\n## ")[0], re.MULTILINE))
    assert words == REMARKS
    for word in words:
        with pytest.raises(UsageError, match=f"'{word}' is a word of a remark"):
            run([word])
