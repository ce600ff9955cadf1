# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The user's prefix maps hold for translated sources as they do for others: reproducible builds."""

from __future__ import annotations

import pytest
from buildlib import CC, FORCE, TYPES, Project, needs
from projects.debugging import names

from pointerchain.build.compiler import Compiler
from pointerchain.build.prefixes import applied, options

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
MAPS = {
    "the directory of the build": ["-ffile-prefix-map={top}=/build"],
    "to nothing": ["-fdebug-prefix-map={top}/="],
    "to a dot": ["-fdebug-prefix-map={top}=."],
    "relative names": ["-ffile-prefix-map=src=code"],
    "of one file": ["-ffile-prefix-map=src/types.h=kinds.h", "-ffile-prefix-map=src/a.c=first.c"],
    "the last one counts": ["-ffile-prefix-map=src=code", "-ffile-prefix-map=src/a=b/a"],
    "debug information alone": ["-fdebug-prefix-map=inc=headers", "-fdebug-prefix-map=src=code"],
    "macros alone": ["-fmacro-prefix-map=src=code", "-fmacro-prefix-map=inc=headers"],
    "each its own": [
        "-ffile-prefix-map=src=both",
        "-fdebug-prefix-map=src=seen",
        "-fmacro-prefix-map=src=said",
    ],
    "a common one last": ["-fdebug-prefix-map=src=seen", "-ffile-prefix-map=src=both"],
}
GCC_12 = Compiler("gcc", 12, ())


@needs("readelf")
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("name", MAPS)
def test_the_users_maps_hold(project: Project, compiler: str, name: str) -> None:
    """The names in debug information and in ``__FILE__`` are those of the plain compile."""
    project.write({"inc/force.h": FORCE.replace("  return t;", "  puts(__FILE__);\n  return t;")})
    found = {}
    for launched in (False, True):
        words = [compiler, "-Iinc", "-g", *(each.replace("{top}", str(project.top)) for each in MAPS[name])]
        # What the compilers say of checksums is another matter.
        words += ["-gdwarf-4"] if compiler != "gcc" else []
        words += ["-c", "src/a.c", "-o", "a.o"]
        if launched:
            project.must_cc(*words, "-Werror=unknown-pragmas")
        else:
            project.must(*words)
        project.must(compiler, "a.o", "-o", "program")
        found[launched] = (sorted(names(project.top / "a.o", str(project.top))), project.must("./program"))
    assert found[True] == found[False]
    assert str(project.cache).encode() not in (project.top / "a.o").read_bytes()


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_translated_object_is_the_same_in_two_directories(project: Project, compiler: str) -> None:
    """What reproducible builds ask for; the cache is the same, since its directory is part of no name."""
    objects = []
    for copy in ("one", "another"):
        project.must("sh", "-c", f"mkdir {copy} && cp -r src inc {copy}")
        top = project.top / copy
        line = f'cd "{top}" && exec "$@"'
        words = ["-Iinc", "-g", f"-ffile-prefix-map={top}=.", "-c", "src/a.c", "-o", "a.o"]
        project.must("sh", "-c", line, "sh", *CC, compiler, *words)
        objects.append((top / "a.o").read_bytes())
    assert objects[0] == objects[1]


def test_one_map_is_applied_and_the_last_that_fits() -> None:
    maps = [("src", "code"), ("src/a", "b/a"), ("", "/x/")]
    assert applied(maps[:1], "src/a.c") == "code/a.c"
    assert applied(maps[:2], "src/a.c") == "b/a.c"
    assert applied(maps, "src/a.c") == "/x/src/a.c"
    assert applied((), "src/a.c") == "src/a.c"


def test_what_the_options_are() -> None:
    assert options(["-c"], GCC_12, {"/c/0/a.c": "src/a.c"}, {"/w/src/": "src/"}) == [
        "-ffile-prefix-map=/w/src/=src/",
        "-ffile-prefix-map=/c/0/a.c=src/a.c",
    ]
    assert options(["-fdebug-prefix-map=src/t.h=t"], GCC_12, {}, {"/w/src/": "src/"}) == [
        "-ffile-prefix-map=/w/src/=src/",
        "-fdebug-prefix-map=/w/src/t.h=t",
        "-fmacro-prefix-map=/w/src/t.h=src/t.h",
        "-fprofile-prefix-map=/w/src/t.h=src/t.h",
    ]
    assert options(["-ffile-prefix-map=t.h=k.h", "-ffile-prefix-map=/w=/"], GCC_12, {}, {"/w/": ""}) == [
        "-ffile-prefix-map=/w/=",
        "-ffile-prefix-map=/w/t.h=k.h",
    ]


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "options", [[], ["-ffile-prefix-map=none=other"], ["-save-temps", "-fmacro-prefix-map=./src=code"]]
)
def test_file_begins_as_it_was_given(project: Project, compiler: str, options: list[str]) -> None:
    """Clang leaves './' out of '__FILE__' where it is given a map, but not for the launcher's."""
    project.write(
        {"inc/force.h": FORCE.replace("  return t;", "  puts(__FILE__); puts(__BASE_FILE__);\n  return t;")}
    )
    said = []
    for launcher in ([], CC):
        project.must(*launcher, compiler, "-I./inc", "-w", *options, "./src/a.c", "-o", "program")
        said.append(project.must("./program"))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    "compiler", [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
)
def test_a_header_of_several_names_is_called_as_it_is(empty: Project, compiler: str) -> None:
    """gcc calls it by the name of each inclusion, Clang by the one that it met first."""
    header = '#include "types.h"\n' + "\n".join(FORCE.splitlines()[2:-1]) + "\n"
    header = header.replace("force(", "NAME(").replace("return t;", "puts(__FILE__); return t;")
    empty.write(
        {"inc/types.h": TYPES, "inc/k.h": header, "inc/forced.h": "#include <stdio.h>\n" + '#include "k.h"\n'}
    )
    (empty.top / "inc/soft.h").symlink_to("k.h")
    lines = '#undef NAME\n#define NAME one\n#if 0\n#include "inc/soft.h"\n#endif\n#include "k.h"\n'
    lines += '#undef NAME\n#define NAME two\n#include "soft.h"\n#include <stdio.h>\n'
    body = "int main(void) {\n  Atoms a = {0};\n  Sim s = {&a};\n  FORCED;\n  return (int)(one(&s) + two(&s));\n}\n"
    empty.write({"a.c": "#include <stdio.h>\n" + lines + body})
    for more in ["-DFORCED="], ["-DNAME=three", "-include", "inc/forced.h", "-DFORCED=three(&s)"]:
        said = []
        for launcher in ([], CC):
            empty.must(*launcher, compiler, "-Iinc", "-w", *more, "a.c", "-o", "program")
            said.append(empty.must("./program"))
        assert said[0] == said[1]
        assert len(said[0].splitlines()) == (2 if len(more) == 1 else 3)


@pytest.mark.parametrize(
    "compiler", [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
)
@pytest.mark.parametrize(
    "words",
    [
        "a.c",
        "./a.c",
        "b.c",
        "-include force.h c.c",
        "-include ./force.h c.c",
        "-include d/force.h c.c",
        "-include force.h a.c",
        "-Id -include force.h c.c",
        "-include {top}/d/force.h c.c",
    ],
)
def test_headers_of_the_working_directory(empty: Project, compiler: str, words: str) -> None:
    """Clang names it by './', gcc only for '-include'."""
    header = '#pragma once\n#include "types.h"\n#include "sub.h"\n' + FORCE.replace(
        "double t = 0;", "double t = 0; int unused;"
    )
    header = header.replace("  return t;", "  puts(__FILE__);\n  return t;")
    sub = "#include <stdio.h>\nstatic inline const char *sub(void) { return __FILE__; }\n"
    for folder in ("", "d/"):
        empty.write({folder + "types.h": TYPES, folder + "force.h": header, folder + "sub.h": sub})
    main = "int main(void) { Atoms a = {0, 0}; Sim s = {&a}; force(&s); return puts(sub()) < 0; }\n"
    empty.write({"a.c": '#include "force.h"\n' + main, "b.c": '#include "d/force.h"\n' + main, "c.c": main})
    said = []
    for launcher in ([], CC):
        given = words.format(top=empty.top).split()
        done = empty.run(*launcher, compiler, "-Wall", "-Wno-unknown-pragmas", *given, "-o", "program")
        assert done.returncode == 0, done.stderr
        places = [line.split(": warning")[0] for line in done.stderr.splitlines() if ": warning" in line]
        said.append((places, empty.must("./program")))
    assert said[0] == said[1]
