# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a compiler prints or keeps beside its object names the user's files, not those of the cache."""

from __future__ import annotations

import json
import re

import pytest
from buildlib import CC, Project, needs
from projects.debugging import names

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
FLAGS = ["-Iinc", "-Wno-unknown-pragmas"]


def markers(text: str) -> set[str]:
    return set(re.findall(r'^# \d+ "([^"]*)"', text, re.M))


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("output", [[], ["-o", "a.i"], ["-o", "-"]], ids=["printed", "file", "dash"])
def test_line_markers(project: Project, compiler: str, output: list[str]) -> None:
    texts = []
    for launcher in ([], CC):
        out = project.must(*launcher, compiler, *FLAGS, "-E", "src/a.c", *output)
        texts.append((project.top / "a.i").read_text() if "a.i" in output else out)
    assert markers(texts[0]) == markers(texts[1]) > {"src/a.c", "inc/force.h", "src/types.h"}
    assert "pc_atoms_n" in texts[1]
    assert str(project.cache) not in texts[1]


@needs("readelf")
@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_is_compiled_from_preprocessed_text(project: Project, compiler: str) -> None:
    found = []
    for launcher in ([], CC):
        project.must(*launcher, compiler, *FLAGS, "-g", "-gdwarf-4", "-E", "src/a.c", "-o", "a.i")
        project.must(compiler, *FLAGS, "-g", "-gdwarf-4", "-c", "a.i", "-o", "a.o")
        found.append(names(project.top / "a.o", str(project.top)))
    # Clang has the source once by itself, and once by the line that gives it its name.
    assert {each for each in found[1] if "cache" in each} == set()
    assert {each for each in found[0] if each.startswith("name")} <= found[1]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("words", [["-c"], ["-c", "-o", "obj/a.o"], ["-o", "program"], []], ids=" ".join)
@pytest.mark.parametrize("option", ["-save-temps", "-save-temps=obj"])
def test_save_temps(project: Project, compiler: str, words: list[str], option: str) -> None:
    (project.top / "obj").mkdir()
    project.must(*CC, compiler, *FLAGS, option, *words, "src/a.c")
    kept = [path for path in project.top.rglob("*.i") if path.is_file()]
    assert len(kept) == 1
    assert str(project.cache) not in kept[0].read_text()
    assert '"inc/force.h"' in kept[0].read_text()


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_list_of_headers(project: Project, compiler: str) -> None:
    found = []
    for launcher in ([], CC):
        done = project.run(*launcher, compiler, *FLAGS, "-H", "-c", "src/a.c")
        assert done.returncode == 0
        found.append([line for line in done.stderr.splitlines() if re.match(r"\.|Multiple|\S+\.h$", line)])
    assert found[0] == found[1]
    assert any("inc/force.h" in line for line in found[0])


@needs("clang-19")
def test_clangs_part_of_a_compile_database(project: Project) -> None:
    project.must_cc("clang-19", *FLAGS, "-MJ", "part.json", "-c", "src/a.c", "-o", "a.o")
    text = (project.top / "part.json").read_text()
    part = json.loads(text.strip().rstrip(","))
    assert part["file"] == "src/a.c"
    assert "src/a.c" in part["arguments"]
    assert str(project.cache) not in text


def test_large_texts_and_several_sources_are_printed_whole(project: Project) -> None:
    project.write({"src/large.c": '#include "types.h"\n' + "extern int x[3];\n" * 20000})
    main = (project.top / "src/large.c").read_text() + (project.top / "src/a.c").read_text()
    project.write({"src/large.c": main})
    out = project.must(*CC, "gcc", *FLAGS, "-E", "src/large.c", "src/a.c")
    assert out.count("extern int x[3];") == 20000
    assert out.count("int main(void)") == 2


def test_what_cannot_be_printed(project: Project) -> None:
    words = [*CC, "gcc", *FLAGS, "-E", "src/a.c"]
    done = project.run("sh", "-c", '"$@" > /dev/full', "sh", *words)
    assert done.returncode == 1
    assert "cannot write what 'gcc' printed: no space left on device" in done.stderr
    done = project.run("sh", "-c", '"$@" | true', "sh", *words)
    assert (done.returncode, done.stderr) == (0, "")


@needs("gcc")
@pytest.mark.parametrize(
    "words", [["-c", "src/a.c", "-o", "o/x.o"], ["-S", "src/a.c"], ["src/a.c", "src/plain.c", "-o", "p"]]
)
def test_graphs_of_calls(project: Project, words: list[str]) -> None:
    """They call static functions by their file."""
    (project.top / "o").mkdir()
    graphs = []
    for launcher in ([], CC):
        project.must(*launcher, "gcc", *FLAGS, "-fcallgraph-info", *words)
        graphs.append({path.name: path.read_text().split("\n")[0] for path in project.top.rglob("*.ci")})
        text = "".join(path.read_text() for path in project.top.rglob("*.ci"))
        assert '"src/a.c:force"' in text
        for path in project.top.rglob("*.ci"):
            path.unlink()
    assert graphs[0] == graphs[1] != {}
