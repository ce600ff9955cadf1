# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""docs/gallery.md: each output and message on it is the tool's; ``--update`` writes them.

A section has a source, behind a comment with the options if it needs any, and then its translation in the
same language, or what is said of it as ``text``.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import pointerchain
from pointerchain.locations import SourceFiles
from pointerchain.render import render

PAGE = Path(__file__).parents[1] / "docs/gallery.md"
SECTION = re.compile(
    r"(?m)^## (?P<title>.*)\n(?P<prose>(?:(?!```|##).*\n)*?)(?:<!-- (?P<options>.*) -->\n)?"
    r"```(?P<language>\w+)\n(?P<before>(?:(?!```).*\n)*)```\n(?P<between>(?:(?!```|##).*\n)*)"
    r"```(?P<kind>\w+)\n(?P<after>(?:(?!```).*\n)*)```\n"
)
SUFFIXES = {"c": ".c", "cpp": ".cpp", "fortran": ".f90"}
COMPILERS = {"c": ("gcc", "-std=c99"), "cpp": ("g++",), "fortran": ("gfortran",)}
SECTIONS = list(SECTION.finditer(PAGE.read_text()))


def shown(section: re.Match[str]) -> str:
    """What a section has to show for its source."""
    name = "example" + SUFFIXES[section["language"]]
    source, options = section["before"].encode(), (section["options"] or "").split()
    if section["language"] == "fortran":
        pytest.importorskip("fparser", reason="needs fparser")
        from pointerchain.fortran.pipeline import translate

        result = translate(source, name)
    elif options == ["auto"]:
        result = pointerchain.translate_auto(source, name, []).translation
    else:
        result = pointerchain.translate(source, name, options)
    if section["kind"] == "text":
        assert result.diagnostics
        sources = SourceFiles({name: source})
        return "".join(render(each, sources) for each in result.diagnostics)
    assert result.text is not None, result.diagnostics
    assert not result.diagnostics
    return result.text.decode()


def test_every_section_is_read() -> None:
    headings = re.findall(r"(?m)^## (.*)$", PAGE.read_text())
    assert headings == [section["title"] for section in SECTIONS]
    assert len(headings) > 8


@pytest.mark.parametrize("number", range(len(SECTIONS)), ids=[each["title"] for each in SECTIONS])
def test_a_section(number: int, update: bool, tmp_path: Path) -> None:
    section = SECTIONS[number]
    text = shown(section)
    if update:
        page = PAGE.read_text()
        at = list(SECTION.finditer(page))[number]
        PAGE.write_text(page[: at.start("after")] + text + page[at.end("after") :])
    else:
        assert section["after"] == text
    if section["kind"] == "text":
        return
    assert text.count("\n") == section["before"].count("\n")
    compiler = COMPILERS[section["language"]]
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"needs {compiler[0]}")
    for name, each in (("before", section["before"]), ("after", text)):
        path = tmp_path / (name + SUFFIXES[section["language"]])
        path.write_text(each)
        done = subprocess.run(
            [*compiler, "-Wall", "-Wno-unknown-pragmas", "-Werror", "-fsyntax-only", str(path)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
