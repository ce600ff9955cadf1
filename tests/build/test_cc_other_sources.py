# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain cc --auto -p BUILD``: what other sources do, and objects that are made anew where they change."""

from __future__ import annotations

import json
import os
import sys
import time

import pytest
from buildlib import CC, Project, needs

STEP = """\
#include "types.h"
void tell(Sim *s, int i);
int sum(Sim *s);
int sum(Sim *s) {
  int t = 0;
  for (int i = 0; i < s->atoms->n; i++) {
    tell(s, i);
    t += s->atoms->n;
  }
  return t;
}
"""
TOLD = "extern int told;\nstatic inline void more(Sim *s) { (void)s; }\n"
TELL = '#include "types.h"\n#include "told.h"\nvoid tell(Sim *s, int i);\n'
KEEPS = TELL + "int told;\nvoid tell(Sim *s, int i) { told += i; more(s); }\n"
CHANGES = TELL + "int told;\nvoid tell(Sim *s, int i) { told += i; if (i == 1) s->atoms->n = 2; }\n"
MAIN = """\
#include <stdio.h>
#include "types.h"
int sum(Sim *s);
int main(void) {
  Atoms a = {0, 4};
  Sim sim = {&a};
  printf("%d\\n", sum(&sim));
  return 0;
}
"""
MAKEFILE = """\
objects = step.o tell.o main.o
program: $(objects)
\tgcc $(objects) -o program
%.o: src/%.c
\t$(CC) -O2 -Isrc -MMD -MP -c $< -o $@
-include step.d tell.d main.d
"""
COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
COMPILE = ("-O2", "-Isrc", "-MMD", "-c", "src/step.c", "-o", "step.o")


@pytest.fixture
def sources(project: Project) -> Project:
    """A program of three sources, its database in 'build', all written a while ago."""
    project.write({"src/told.h": TOLD, "src/step.c": STEP, "src/tell.c": KEEPS, "src/main.c": MAIN})
    project.write({"Makefile": MAKEFILE})
    list_sources(project, "step", "tell", "main")
    settle(project)
    return project


def list_sources(project: Project, *names: str) -> None:
    rows = [
        {"directory": str(project.top), "file": f"src/{name}.c", "command": f"gcc -O2 -Isrc -c src/{name}.c"}
        for name in names
    ]
    project.write({"build/compile_commands.json": json.dumps(rows)})


def settle(project: Project, *names: str) -> None:
    """Have files be older than what a summary is not kept of."""
    then = time.time() - 60
    for path in [project.top / name for name in names] or project.top.rglob("*.*"):
        os.utime(path, (then, then))


def is_hoisted(project: Project, *words: str, said: str = "") -> bool:
    done = project.cc("--auto", "-p", "build", "--keep", "kept", *(words or ("gcc", *COMPILE)))
    assert done.returncode == 0 and (said in done.stderr if said else not done.stderr), done.stderr
    return "pc_atoms_n = s->atoms->n" in (project.top / "kept/src/step.c").read_text()


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("option", ["-MMD", "-MD"])
def test_the_object_depends_on_what_is_known(sources: Project, compiler: str, option: str) -> None:
    words = ["-O2", "-Isrc", option, "-MP", "-c", "src/step.c", "-o", "step.o"]
    assert is_hoisted(sources, compiler, *words)
    for _ in range(2):
        text = (sources.top / "step.d").read_text()
        rule, _, phony = text.replace("\\\n", " ").partition("\n")
        names = rule.partition(":")[2].split()
        known = [
            str(sources.top / name) for name in ("src/tell.c", "src/told.h", "build/compile_commands.json")
        ]
        assert {*known, "src/step.c", "src/types.h"} <= {*names}
        assert str(sources.top / "src/main.c") not in names
        assert all(f"{name}:" in phony.split("\n") for name in known)
        assert any("stdc-predef" in name for name in names) == (option == "-MD" and compiler == "gcc")
        assert is_hoisted(sources, compiler, *words)


def test_a_change_of_another_source_is_seen(sources: Project) -> None:
    assert is_hoisted(sources)
    sources.write({"src/tell.c": CHANGES})
    assert not is_hoisted(sources)
    sources.write({"src/tell.c": KEEPS})
    settle(sources, "src/tell.c")
    assert is_hoisted(sources)


def test_a_change_that_keeps_size_and_time_is_seen(sources: Project) -> None:
    """``cp -p`` and ``rsync -t`` make such; the time at which a file's status changed tells."""
    for text, hoisted in ((CHANGES, False), (KEEPS, True), (CHANGES, False)):
        sources.write({"src/tell.c": text.ljust(400)})
        settle(sources, "src/tell.c")
        assert is_hoisted(sources) == hoisted


def test_a_response_file_of_another_source_is_read_for_it(sources: Project) -> None:
    rows = [
        {
            "directory": str(sources.top),
            "file": f"src/{name}.c",
            "command": f"gcc {words} -Isrc -c src/{name}.c",
        }
        for name, words in (("step", "-O2"), ("tell", "@tell.rsp"), ("main", "-O2"))
    ]
    text = KEEPS.replace("more(s);", "more(s);\n#ifdef CUTS\ns->atoms->n = 2;\n#endif\n")
    sources.write({"build/compile_commands.json": json.dumps(rows), "src/tell.c": text})
    for said, hoisted in (("-O2", True), ("-O2 -DCUTS", False), ("-O2", True)):
        sources.write({"tell.rsp": said})
        settle(sources)
        assert is_hoisted(sources) == hoisted
    assert str(sources.top / "tell.rsp") in (sources.top / "step.d").read_text().replace("\\\n", " ").split()


def test_a_translation_holds_while_the_functions_do_the_same(sources: Project) -> None:
    def where() -> str:
        return sources.cc("--auto", "-p", "build", "--verbose", "gcc", *COMPILE).stderr

    assert "translated" in where() and "from the cache" in where()
    sources.write({"src/tell.c": KEEPS + "/* the same */\n"})
    assert "from the cache" in where()
    sources.write({"src/tell.c": CHANGES})
    assert "from the cache" not in where()


def test_a_translation_that_holds_needs_no_summaries(sources: Project) -> None:
    words = [sys.executable, "-X", "importtime", *CC[1:], "--auto", "-p", "build", "gcc", *COMPILE]
    loaded = [sources.run(*words).stderr for _ in range(2)]
    assert ["pointerchain.suggest" in each for each in loaded] == [True, False]
    sources.write({"src/main.c": MAIN + "/* not what was asked for */\n"})
    assert "from the cache" in sources.cc("--auto", "-p", "build", "--verbose", "gcc", *COMPILE).stderr


@needs("g++")
def test_what_a_source_with_the_library_of_cpp_does_is_kept(sources: Project) -> None:
    """libclang finds that library's headers by other paths than a compiler."""
    text = KEEPS.replace('#include "types.h"', '#include <vector>\n#include "types.h"')
    sources.write({"src/step.cpp": STEP, "src/tell.cpp": text})
    rows = [
        {"directory": str(sources.top), "file": f"src/{name}.cpp", "command": f"g++ -Isrc -c src/{name}.cpp"}
        for name in ("step", "tell")
    ]
    sources.write({"build/compile_commands.json": json.dumps(rows)})
    settle(sources)
    words = [
        sys.executable,
        "-X",
        "importtime",
        *CC[1:],
        "--auto",
        "-p",
        "build",
        "g++",
        "-O2",
        "-Isrc",
        "-MMD",
    ]
    loaded = [sources.run(*words, "-c", "src/step.cpp", "-o", "step.o").stderr for _ in range(2)]
    assert ["pointerchain.suggest" in each for each in loaded] == [True, False]


TOLD_BY_POINTER = STEP.replace("void tell(Sim *s, int i);", "extern void (*tell)(Sim *, int);")
GIVES = (
    TELL.replace("void tell(Sim *s, int i);", "")
    + "int told;\nstatic void add(Sim *s, int i) { told += i; more(s); }\n"
)
ALSO = "static void cut(Sim *s, int i) { if (i == 1) s->atoms->n = 2; }\nvoid (*other)(Sim *, int) = cut;\n"


def test_every_source_may_let_a_pointer_lead_to_one_function_more(sources: Project) -> None:
    gives = f"{GIVES}void (*tell)(Sim *, int) = add;\n"
    sources.write({"src/step.c": TOLD_BY_POINTER, "src/tell.c": gives})
    settle(sources)
    assert is_hoisted(sources)
    names = (sources.top / "step.d").read_text().replace("\\\n", " ").split()
    assert {str(sources.top / name) for name in ("src/tell.c", "src/main.c", "src/told.h")} <= {*names}
    sources.write({"src/main.c": MAIN + ALSO})
    assert not is_hoisted(sources)
    sources.write({"src/main.c": MAIN + "extern int missing(void); int (*some)(void) = missing;\n"})
    assert not is_hoisted(sources)
    sources.write({"src/main.c": MAIN})
    settle(sources, "src/main.c")
    assert is_hoisted(sources)


@needs("make")
@needs("gcc")
@pytest.mark.parametrize("change", ["source", "header", "database"])
def test_make_builds_what_depends_on_another_source(sources: Project, change: str) -> None:
    """After a change of one source the object of another is made anew, and the program is right."""

    def made() -> str:
        words = [*CC, "--auto", "-p", str(sources.top / "build"), "gcc"]
        sources.must("make", f"CC={' '.join(words)}")
        return sources.must("./program")

    assert made() == "16\n"
    before = (sources.top / "step.o").stat().st_mtime_ns
    if change == "source":
        sources.write({"src/tell.c": CHANGES})
    elif change == "header":
        sources.write({"src/told.h": TOLD.replace("(void)s", "s->atoms->n = 2")})
    else:
        sources.write({"src/again.c": CHANGES})
        list_sources(sources, "step", "tell", "main", "again")
    assert made() == {"source": "6\n", "header": "4\n", "database": "16\n"}[change]
    assert (sources.top / "step.o").stat().st_mtime_ns > before


def test_a_compile_without_a_dependency_file_knows_nothing(sources: Project) -> None:
    words = ["gcc", "-O2", "-Isrc", "-c", "src/step.c", "-o", "step.o"]
    assert not is_hoisted(
        sources, *words, said="warning: '-p' is not heeded: the compile writes no dependency file"
    )


def test_a_compile_of_several_sources_to_one_file_knows_nothing(sources: Project) -> None:
    words = ["gcc", "-O2", "-Isrc", "-MMD", "src/step.c", "src/tell.c", "src/main.c", "-o", "program"]
    assert not is_hoisted(
        sources, *words, said="warning: '-p' is not heeded: the compile writes no dependency file a source"
    )


def test_what_the_database_does_not_list_knows_nothing(sources: Project) -> None:
    list_sources(sources, "tell", "main")
    assert not is_hoisted(sources)
    (sources.top / "build/compile_commands.json").unlink()
    assert not is_hoisted(sources)
    sources.write({"build/compile_commands.json": "{"})
    assert not is_hoisted(sources, said="warning: '-p' is not heeded: '")


def test_aliasing_is_that_of_the_other_compile(sources: Project) -> None:
    """At ``-O0`` a compiler takes a store to a ``float`` for one to anything."""
    lax = "void tell(Sim *s, int i) { *(float *)&told = i; }\n"
    sources.write({"src/tell.c": TELL + lax.replace("&told", "s->atoms->x")})
    assert is_hoisted(sources)
    path = sources.top / "build/compile_commands.json"
    path.write_text(path.read_text().replace("-O2 -Isrc -c src/tell.c", "-O0 -Isrc -c src/tell.c"))
    assert not is_hoisted(sources)


REGION = """\
#include "types.h"
void tell(Sim *s, int i);
int sum(Sim *s) {
  int t = 0;
#pragma pointerchain region begin declare(s->atoms->n)
  for (int i = 0; i < s->atoms->n; i++) {
    tell(s, i);
    t += s->atoms->n;
  }
#pragma pointerchain region end
  return t;
}
"""


def test_calls_in_regions_are_doubted_where_other_sources_change_a_chain(sources: Project) -> None:
    def is_doubted(*words: str) -> bool:
        done = sources.cc(*words, "gcc", *COMPILE)
        assert done.returncode == 0
        assert not done.stderr or "'s' is passed to 'tell', which could change 's->atoms->n'" in done.stderr
        return bool(done.stderr)

    sources.write({"src/step.c": REGION})
    assert is_doubted()
    for text, doubted in ((KEEPS, False), (CHANGES, True), (KEEPS, False), ("this is no C\n", True)):
        sources.write({"src/tell.c": text})
        settle(sources)
        assert [is_doubted("-p", "build") for _ in range(2)] == [doubted, doubted]
        known = "build/compile_commands.json" in (sources.top / "step.d").read_text()
        assert known == (text in (KEEPS, CHANGES))
    assert is_doubted()


TICK = TELL.replace("void tell(Sim *s, int i)", "extern Sim *all; void tick(void); int last(Sim *s, int i)")


def test_what_regions_ask_of_other_sources(sources: Project) -> None:
    """Functions that are given nothing of a chain's, and ends of the program, whose handlers may read it."""
    region = REGION.replace("void tell(Sim *s, int i);", "void tick(void);\nint last(Sim *s, int i);")
    for call, body, said in (
        ("tick();", "void tick(void) { all->atoms->n++; }", "'tick' could change 's->atoms->n'"),
        ("tick();", "static int at; void tick(void) { at++; }", ""),
        (
            "s->atoms->n += last(s, i);",
            "int last(Sim *s, int i) { if (i > 9) exit(0); return !s; }",
            "could read",
        ),
        ("s->atoms->n += last(s, i);", "int last(Sim *s, int i) { return !s + i; }", ""),
    ):
        sources.write({"src/step.c": region.replace("tell(s, i);", call)})
        sources.write({"src/tell.c": f"#include <stdlib.h>\n{TICK}{body}\n"})
        settle(sources)
        done = sources.cc("-p", "build", "gcc", *COMPILE)
        assert done.returncode == 0 and (said in done.stderr if said else not done.stderr), done.stderr


KERNEL = """\
#include "types.h"
int sum(Sim *s) {
  int t = 0;
#pragma omp target map(from: t) pointerchain(s->atoms->n)
  t = s->atoms->n;
  return t;
}
"""
KEPT = (
    TELL + "int told;\nvoid tell(Sim *s, int i) {\n#pragma omp target enter data map(to: s->atoms[0:1])\n}\n"
)
BALANCED = KEPT.replace("])\n}", "])\n%s#pragma omp target exit data map(from: s->atoms[0:1])\n}")
SPOILS = KEPT.replace("])\n}", "])\n#pragma omp target\n  s->atoms->n = i;\n}")


def test_what_other_sources_put_on_the_device(sources: Project) -> None:
    """A kernel changes what is there, or reads what kernels of other sources change; what they end is gone."""
    changing = KERNEL.replace("t = s->atoms->n", "s->atoms->n += 1")
    words = ("gcc", *(each for each in COMPILE if each != "-O2"), "-fopenmp", "-foffload=disable")
    for step, tell, refused in (
        (changing, KEEPS, False),
        (changing, KEPT, True),
        (changing, BALANCED % "", False),
        (changing, BALANCED % "  more(s);\n", True),
        (KERNEL, KEPT, False),
        (KERNEL, SPOILS, True),
        (KERNEL.replace("int t = 0", "int t = s->atoms->n = 2"), KEPT, True),
    ):
        sources.write({"src/step.c": step, "src/tell.c": tell})
        settle(sources)
        done = sources.cc("-p", "build", *words)
        assert (done.returncode != 0) == refused, (step, tell, done.stderr)
        assert not refused or "[-Wenclosing-data]" in done.stderr
        assert sources.cc(*words).returncode == 0


def test_no_other_source_is_read_where_no_call_is_doubted(sources: Project) -> None:
    sources.write({"src/step.c": REGION.replace("tell(s, i);", ""), "build/compile_commands.json": "no"})
    assert not sources.cc("-p", "build", "gcc", *COMPILE).stderr
    sources.write({"src/step.c": REGION})
    assert "'-p' is not heeded" in sources.cc("-p", "build", "gcc", *COMPILE).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--promise", "reads(tell)"], "'--promise' is about chains without directives: it needs '--auto'"),
        (["-p", "none"], "there is no 'none', which '-p' names"),
        (["--auto", "-p", "none"], "there is no 'none', which '-p' names"),
        (["--auto", "-p"], "'-p' needs a directory with a compile database"),
    ],
)
def test_wrong_usage(sources: Project, words: list[str], said: str) -> None:
    compile_words = ["gcc", "-c", "src/step.c"] if words[-1] != "-p" else []
    done = sources.cc(*words, *compile_words)
    assert done.returncode == 2 and said in done.stderr
