# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Headers with directives: found by every kind of include, translated where they are included."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from buildlib import CC, FORCE, MAIN, TYPES, Project, needs

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
BODY = """\
#pragma pointerchain region begin declare(s->atoms->x, s->atoms->n)
  for (int i = 0; i < s->atoms->n; i++) t += s->atoms->x[i];
#pragma pointerchain region end
"""
START = """\
#include <stdio.h>
int main(void) {
  double x[3] = {1, 2, 4}, y = 0;
  Atoms a = {x, 3};
  Sim sim = {&a}, *s = &sim;
"""


def main_of(body: str, *includes: str) -> str:
    """A program that includes headers and runs ``body``."""
    return (
        "".join(f"#include {name}\n" for name in includes)
        + START
        + body
        + '  printf("%g\\n", y);\n  return 0;\n}\n'
    )


def same_program(
    project: Project, words: list[str], *, cxx: bool = False, hoisted: int | None = None, expected: str = ""
) -> str:
    """Build with and without the launcher: the programs print the same, and nothing is said while building.

    Where it is known what they print, one compiler's plain program is enough to show that it is right.
    """
    out, shown = "", False
    for compiler in ("g++", "clang++-19") if cxx else ("gcc", "clang-19"):
        if shutil.which(compiler) is None:
            continue
        project.must_cc(compiler, "-Wall", "-Werror", "-Wno-unknown-pragmas", *words, "-o", "translated")
        out = project.must("./translated")
        if not (expected and shown):
            project.must(compiler, "-w", *words, "-o", "bare")
            assert out == project.must("./bare")
            shown = True
        assert not expected or out == expected
        if compiler.startswith("clang"):
            continue  # the text is the same
        text = project.must_cc(compiler, "-E", *words)
        assert "#pragma pointerchain" not in text
        if hoisted is not None:
            assert len(re.findall(r"[ *]pc_\w*x = s->", text)) == hoisted
    return out


def test_quoted_beside_the_source_in_a_directory_and_angled(empty: Project) -> None:
    empty.write({"types.h": TYPES, "inc/deep/force.h": FORCE})
    for name, options in (
        ('"inc/deep/force.h"', []),
        ('"deep/force.h"', ["-Iinc"]),
        ("<force.h>", ["-Iinc/deep"]),
        ('"force.h"', ["-iquote", "inc/deep"]),
        ("<deep/force.h>", ["-isystem", "inc"]),
        ("<force.h>", ["-idirafter", "inc/deep"]),
        (f'"{empty.top}/inc/deep/force.h"', []),
    ):
        empty.write({"a.c": main_of("  y = force(s);\n", '"types.h"', name)})
        same_program(empty, [*options, "a.c"], hoisted=1, expected="7\n")
        empty.write({"b.c": f"#define NAME {name}\n" + main_of("  y = force(s);\n", '"types.h"', "NAME")})
        same_program(empty, [*options, "b.c"], hoisted=1, expected="7\n")


def test_directories_of_the_environment(empty: Project) -> None:
    empty.write(
        {
            "types.h": TYPES,
            "inc/force.h": FORCE,
            "a.c": main_of("  y = force(s);\n", '"types.h"', "<force.h>"),
        }
    )
    for variable in ("CPATH", "C_INCLUDE_PATH"):
        assert "pc_atoms_x" in empty.must_cc("gcc", "-E", "a.c", **{variable: "inc"})


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "words",
    [
        "-iquote b -isystem b -Ia",
        "-iquoteb -idirafter b -Ia",
        "-Ib -Ia -isystem b",
        "-Ib -idirafter b -Ia",
        "-Ib -Ia -idirafter ./b",
        "-isystem b -Ia -idirafter b",
        "-iquote b -Ib -Ia",
        "--include-prefix=./ --include-with-prefix-before=b -Ia",
    ],
)
def test_a_directory_of_several_groups(empty: Project, compiler: str, words: str) -> None:
    """gcc and Clang each have rules for which of the groups counts; the header must be the one they read."""
    header = FORCE.replace("FORCE_H\n", "FORCE_H\n#include <stdio.h>\n", 1)
    for directory in "ab":
        text = header.replace("double t = 0", f'double t = (printf("{directory} "), 0)')
        empty.write({f"{directory}/force.h": text})
    empty.write({"src/types.h": TYPES, "src/a.c": MAIN})
    expected = []
    for launcher in ([], CC):
        empty.must(*launcher, compiler, *words.split(), "-w", "src/a.c", "-o", "program")
        expected.append(empty.must("./program"))
    assert expected[0] == expected[1]


def test_the_compilers_own_directories_come_before_the_last_ones(empty: Project) -> None:
    empty.write({"types.h": TYPES, "last/string.h": "#error wrong\n" + FORCE})
    empty.write(
        {"a.c": main_of("  double t = 0;\n" + BODY + '  y = t + strlen("12");\n', '"types.h"', "<string.h>")}
    )
    same_program(empty, ["-idirafter", "last", "a.c"], hoisted=1, expected="9\n")


def test_an_include_line_with_a_trigraph_is_refused(empty: Project) -> None:
    """It stays as it is, and would find another header from where the translation lies."""
    empty.write({"types.h": TYPES, "force.h": FORCE, "src/size.h": "#define SIZE 1\n", "inc/size.h": ""})
    lines = main_of("  y = force(s);\n", '"../types.h"', '"../force.h"')
    empty.write({"src/a.c": '??=include "size.h"\n' + lines})
    empty.must("gcc", "-std=c99", "-w", "-Iinc", "-c", "src/a.c")
    done = empty.cc("gcc", "-std=c99", "-w", "-Iinc", "-c", "src/a.c")
    assert (done.returncode, "'src/a.c', line 1, has an include line" in done.stderr) == (1, True)


def test_a_search_that_is_not_followed_is_refused(empty: Project) -> None:
    empty.write(
        {
            "types.h": TYPES,
            "inc/force.h": FORCE,
            "a.c": main_of("  y = force(s);\n", '"types.h"', "<force.h>"),
            "plain.c": "int x;\n",
        }
    )
    done = empty.cc("gcc", "-ivfsoverlay", "in", "-Iinc", "-c", "a.c")
    assert (done.returncode, "'-ivfsoverlay'" in done.stderr) == (1, True)
    empty.must_cc("gcc", "-iwithprefix", "in", "-c", "plain.c")


def test_a_chain_of_headers(empty: Project) -> None:
    empty.write(
        {
            "inc/types.h": TYPES,
            "inc/outer.h": '#ifndef OUTER_H\n#define OUTER_H\n#include "types.h"\n#include "parts/middle.h"\n#endif\n',
            "inc/parts/middle.h": '#pragma once\n#include "../types.h"\n#include "inner.h"\n',
            "inc/parts/inner.h": '#pragma once\n#include "types.h"\n' + FORCE,
            "inc/parts/types.h": '#include "../types.h"\n#define BESIDE 1\n',
            "src/a.c": main_of("  y = force(s) + BESIDE;\n", '"outer.h"'),
        }
    )
    same_program(empty, ["-Iinc", "src/a.c"], hoisted=1, expected="8\n")


@pytest.mark.parametrize("once", [True, False])
def test_a_header_by_two_ways_is_read_once(empty: Project, once: bool) -> None:
    force = FORCE if not once else "#pragma once\n" + "\n".join(FORCE.splitlines()[2:-1]) + "\n"
    empty.write(
        {
            "types.h": TYPES,
            "inc/force.h": force,
            "inc/one.h": '#include "force.h"\nstatic inline double one(Sim *s) { return force(s); }\n',
            "inc/two.h": "#include <force.h>\nstatic inline double two(Sim *s) { return force(s); }\n",
            "a.c": main_of(
                "  y = one(s) + two(s) + force(s);\n",
                '"types.h"',
                '"inc/one.h"',
                "<two.h>",
                '"inc/../inc/force.h"',
            ),
        }
    )
    same_program(empty, ["-Iinc", "a.c"], hoisted=1, expected="21\n")


@pytest.mark.parametrize("once", [True, False])
def test_a_header_in_conditional_code(empty: Project, once: bool) -> None:
    force = FORCE if not once else "#pragma once\n" + "\n".join(FORCE.splitlines()[2:-1]) + "\n"
    text = '#include "types.h"\n#ifdef NEVER\n#include "force.h"\n#endif\n#if defined(A)\n#include "force.h"\n#endif\n#include "force.h"\n'
    empty.write({"types.h": TYPES, "force.h": force, "a.c": text + main_of("  y = force(s);\n", '"force.h"')})
    for options in ([], ["-DA"], ["-DNEVER"], ["-DA", "-DNEVER"]):
        same_program(empty, [*options, "a.c"], hoisted=1, expected="7\n")


def test_a_header_included_several_times_means_something_else_each_time(empty: Project) -> None:
    kernel = (
        "static double NAME(KIND *s) {\n  double t = START;\n"
        + BODY
        + "  return t;\n}\n#undef NAME\n#undef KIND\n#undef START\n"
    )
    other = "typedef struct { float *x; short n; } Small;\ntypedef struct { Small *atoms; } Other;\n"
    uses = ""
    for name, kind, start in (("first", "Sim", 0), ("second", "Other", 100), ("third", "Sim", 200)):
        uses += f'#define NAME {name}\n#define KIND {kind}\n#define START {start}\n#include "kernel.inc"\n'
    body = "  float z[2] = {1, 1};\n  Small small = {z, 2};\n  Other o = {&small};\n  y = first(s) + second(&o) + third(s);\n"
    empty.write(
        {"types.h": TYPES, "kernel.inc": kernel, "a.c": '#include "types.h"\n' + other + uses + main_of(body)}
    )
    same_program(empty, ["a.c"], expected="316\n")
    assert empty.must_cc("gcc", "-E", "a.c").count("pc_atoms_x = s->atoms->x") == 3


def test_the_same_header_in_two_contexts_is_never_shared(empty: Project) -> None:
    types = "typedef struct { REAL *x; int n; } Atoms;\ntypedef struct { Atoms *atoms; } Sim;\n"
    empty.write(
        {"force.h": types + FORCE.replace("double t", "REAL t").replace("double force", "REAL force")}
    )
    for kind in ("float", "double", "long double"):
        empty.write({f"{kind[:4]}.c": f'#define REAL {kind}\n#include "force.h"\n'})
        text = empty.must_cc("gcc", "-E", f"{kind[:4]}.c")
        assert f"{kind} *x;" in text and "pc_atoms_x = s->atoms->x;" in text
    empty.write({"d.c": '#include "force.h"\n'})
    for kind in ("float", "double"):
        text = empty.must_cc("gcc", "-E", f"-DREAL={kind}", "d.c")
        assert f"{kind} *x;" in text and "pc_atoms_x = s->atoms->x;" in text


def test_linkage_blocks_and_namespaces(empty: Project) -> None:
    empty.write(
        {
            "types.h": TYPES,
            "force.h": FORCE,
            "a.cpp": '#include "types.h"\nextern "C" {\n#include "force.h"\n}\nnamespace inner {\n#undef FORCE_H\n'
            '#include "force.h"\n}\n' + main_of("  y = ::force(s) + inner::force(s);\n"),
        }
    )
    same_program(empty, ["a.cpp"], cxx=True, hoisted=2, expected="14\n")


def test_a_header_that_is_a_part_of_a_function(empty: Project) -> None:
    empty.write({"types.h": TYPES, "body.inc": "double t = 0;\n" + BODY + "y = t;\n"})
    empty.write({"a.c": '#include "types.h"\n' + main_of('  {\n#include "body.inc"\n  }\n')})
    same_program(empty, ["a.c"], hoisted=1, expected="7\n")


def test_a_region_around_an_include(empty: Project) -> None:
    first, loop, last = BODY.splitlines(keepends=True)
    empty.write({"types.h": TYPES, "loop.inc": '/* pointerchain */\n_Pragma("GCC ivdep")\n' + loop})
    empty.write(
        {
            "a.c": '#include "types.h"\n'
            + main_of(f'  double t = 0;\n{first}#include "loop.inc"\n{last}  y = t;\n')
        }
    )
    same_program(empty, ["a.c"], hoisted=1, expected="7\n")


def test_forced_includes(empty: Project) -> None:
    empty.write(
        {"pre/all.h": '#include "types.h"\n#include "force.h"\n', "pre/types.h": TYPES, "pre/force.h": FORCE}
    )
    empty.write({"a.c": main_of("  y = force(s);\n"), "more.h": "#define MORE\n"})
    same_program(empty, ["-include", "more.h", "-include", "pre/all.h", "a.c"], hoisted=1, expected="7\n")
    same_program(empty, ["-iquote", "pre", "-include", "all.h", "a.c"], hoisted=1, expected="7\n")


def test_a_header_that_a_forced_one_includes_too(empty: Project) -> None:
    for once in (False, True):
        force = FORCE if not once else "#pragma once\n" + "\n".join(FORCE.splitlines()[2:-1]) + "\n"
        empty.write(
            {"types.h": TYPES, "inc/force.h": force, "all.h": '#include "types.h"\n#include "inc/force.h"\n'}
        )
        empty.write({"a.c": main_of("  y = force(s);\n", '"types.h"', '"inc/force.h"')})
        same_program(empty, ["-include", "all.h", "a.c"], hoisted=1, expected="7\n")
        same_program(empty, ["-include", "types.h", "-include", "all.h", "a.c"], hoisted=1, expected="7\n")


def test_forced_includes_with_several_sources(empty: Project) -> None:
    """One '-include' cannot stand for two translations."""
    empty.write({"all.h": TYPES + FORCE, "a.c": main_of("  y = force(s);\n"), "b.c": "int b;\n"})
    done = empty.cc("gcc", "-include", "all.h", "a.c", "b.c", "-o", "program")
    assert done.returncode == 1
    assert "one by one" in done.stderr


def test_several_sources_with_the_same_header(empty: Project) -> None:
    empty.write(
        {
            "types.h": TYPES,
            "inc/force.h": FORCE,
            "a.c": main_of("  y = force(s) + b(s);\n", '"types.h"', "<force.h>").replace(
                "int main", "double b(Sim *);\nint main"
            ),
        }
    )
    empty.write(
        {"b.c": '#include "types.h"\n#include "inc/force.h"\ndouble b(Sim *s) { return force(s); }\n'}
    )
    empty.must_cc("gcc", "-Iinc", "a.c", "b.c", "-o", "program")
    assert empty.must("./program") == "14\n"
    assert empty.hits_and_misses() == (0, 2)


def test_a_guard_that_the_command_line_defines(empty: Project) -> None:
    own = "static double force(Sim *s) { return s->atoms->n; }\n"
    empty.write(
        {
            "types.h": TYPES,
            "force.h": FORCE,
            "a.c": main_of(
                "  y = force(s);\n  double t = 0;\n" + BODY + "  y += t;\n", '"types.h"', '"force.h"'
            ).replace("int main", own + "int main"),
        }
    )
    same_program(empty, ["-DFORCE_H", "a.c"], hoisted=1, expected="10\n")


def test_next_include_and_has_include(empty: Project) -> None:
    empty.write(
        {
            "types.h": TYPES,
            "one/force.h": "#include_next <force.h>\n#define EXTRA 1\n"
            + FORCE.replace("FORCE_H", "ONE_H").replace("force(", "one("),
            "two/force.h": FORCE,
            "one/stdlib.h": "#include_next <stdlib.h>\n"
            + FORCE.replace("FORCE_H", "STDLIB2_H").replace("force(", "two("),
            "src/here.h": "#define HERE 10\n",
            "src/a.c": '#include "../types.h"\n#include <force.h>\n#include <stdlib.h>\n#if __has_include("here.h")\n#include "here.h"\n#else\n#define HERE 20\n#endif\n'
            + main_of("  y = force(s) + one(s) + two(s) + EXTRA + HERE + abs(-100);\n"),
        }
    )
    same_program(empty, ["-Ione", "-Itwo", "src/a.c"], hoisted=3, expected="132\n")


def test_no_other_file_is_found_first(empty: Project) -> None:
    """Names that exist beside the source as well as along the path: each includer finds what it found before."""
    empty.write(
        {
            "types.h": TYPES,
            "src/config.h": "#define WHICH 1\n",
            "lib/config.h": "#define WHICH 2\n",
            "path/config.h": "#define WHICH 4\n",
            "lib/force.h": '#include "config.h"\n' + FORCE.replace("double t = 0", "double t = WHICH"),
            "other/plain.h": '#include "config.h"\n' + FORCE.replace("double t = 0", "double t = WHICH"),
            "src/a.c": main_of("  y = force(s);\n", '"../types.h"', "<force.h>"),
            "src/b.c": main_of("  y = force(s);\n", '"../types.h"', "<plain.h>"),
            "src/a.h": "#define WHICH 8\n",
            "path/a.h": "#define WHICH 16\n",
            "src/c.c": '#include "a.h"\n'
            + main_of("  double t = 0;\n" + BODY + "  y = WHICH + 0 * t;\n", '"../types.h"'),
        }
    )
    options = ["-Ipath", "-Ilib", "-Iother"]
    same_program(empty, [*options, "src/a.c"], expected="9\n")
    same_program(empty, [*options, "src/b.c"], expected="11\n")
    same_program(empty, [*options, "src/c.c"], expected="8\n")


def test_a_file_that_wraps_its_namesake(empty: Project) -> None:
    empty.write(
        {
            "types.h": TYPES,
            "one/force.h": '#pragma once\n#include "../two/force.h"\n'
            + FORCE.replace("FORCE_H", "A_H").replace("force(", "one("),
            "two/force.h": FORCE,
        }
    )
    empty.write({"a.c": main_of("  y = force(s) + one(s);\n", '"types.h"', '"one/force.h"')})
    same_program(empty, ["a.c"], hoisted=2, expected="14\n")


def test_headers_that_include_each_other(empty: Project) -> None:
    empty.write(
        {
            "types.h": TYPES,
            "one.h": '#ifndef ONE_H\n#define ONE_H\n#include "two.h"\n'
            + FORCE.replace("force(", "one(")
            + "#endif\n",
            "two.h": '#ifndef TWO_H\n#define TWO_H\n#include "one.h"\n'
            + FORCE.replace("FORCE_H", "F2").replace("force(", "two(")
            + "#endif\n",
            "a.c": main_of("  y = one(s) + two(s);\n", '"types.h"', '"one.h"'),
        }
    )
    same_program(empty, ["a.c"], hoisted=2, expected="14\n")


def test_includes_in_comments_strings_and_odd_forms(empty: Project) -> None:
    text = (
        '/*\n#include "gone.h"\n#include "force.h"\n*/\n#include "types.h" // the types\n'
        '  #  include /* odd */ "force.h" /* a comment\n   of two lines */\n'
        '#define TEXT "#include \\"force.h\\""\n'
    )
    empty.write(
        {"types.h": TYPES, "force.h": FORCE.removesuffix("\n"), "a.c": text + main_of("  y = force(s);\n")}
    )
    same_program(empty, ["a.c"], hoisted=1, expected="7\n")
    empty.write(
        {
            "a.c": (text + main_of("  y = force(s);\n")).replace("\n", "\r\n"),
            "force.h": FORCE.replace("\n", "\r\n"),
        }
    )
    same_program(empty, ["a.c"], hoisted=1, expected="7\n")
    empty.write({"a.c": "\ufeff" + text + main_of("  y = force(s);\n"), "force.h": "\ufeff" + FORCE})
    same_program(empty, ["a.c"], hoisted=1, expected="7\n")


def test_lines_stay_lines_in_odd_forms(empty: Project) -> None:
    text = '#include "types.h"\n#include /* two\nlines */ "force.h"\n#include \\\n  "more.h"\nint line = __LINE__;\n'
    more = "/* pointerchain\n*/\n#pragma pointerchain declare(none->x)\nint more = __LINE__;\n"
    empty.write(
        {
            "types.h": TYPES,
            "force.h": FORCE,
            "more.h": more.replace("#pragma pointerchain declare(none->x)", ""),
        }
    )
    empty.write({"a.c": text + main_of('  y = force(s);\n  printf("%d %d\\n", line, more);\n')})
    assert same_program(empty, ["a.c"]).splitlines()[0] == "6 4"


def test_system_headers_stay_system_headers(empty: Project) -> None:
    noisy = FORCE.replace("  return t;", "  int unused;\n  return t;")
    empty.write(
        {
            "types.h": TYPES,
            "sys/force.h": noisy,
            "a.c": main_of("  y = force(s);\n", '"types.h"', "<force.h>"),
        }
    )
    for compiler in ("gcc", "clang-19"):
        if shutil.which(compiler) is not None:
            empty.must_cc(compiler, "-Wall", "-Wextra", "-Werror", "-isystem", "sys", "-c", "a.c")
            assert empty.cc(compiler, "-Wall", "-Werror", "-Isys", "-c", "a.c").returncode == 1


def test_a_name_that_cannot_be_told_is_refused(empty: Project) -> None:
    empty.write(
        {"types.h": TYPES, "force.h": FORCE, "a.c": "#define PASTE(x) <x.h>\n#include PASTE(force)\n" + MAIN}
    )
    done = empty.cc("gcc", "-I.", "-c", "a.c")
    assert done.returncode == 1
    assert "a.c: error: an include line names its file by the macro 'PASTE'" in done.stderr


def test_directives_in_a_header_that_the_source_leaves_out(empty: Project) -> None:
    empty.write({"types.h": TYPES, "force.h": FORCE.replace("s->atoms->n)", "s->atoms->none)")})
    empty.write({"a.c": '#if 0\n#include "force.h"\n#endif\nint x;\n'})
    empty.must_cc("gcc", "-c", "a.c")


def test_a_header_compiled_by_itself(empty: Project) -> None:
    empty.write({"all.h": TYPES + FORCE})
    empty.must_cc("gcc", "all.h", "-o", "all.h.gch")
    assert (empty.top / "all.h.gch").exists()
    # Meson leaves no header beside it.
    empty.write({"b.c": "int size(Sim *s) { return s->atoms->n; }\n", "o/x": ""})
    (empty.top / "all.h.gch").rename(empty.top / "o/all.h.gch")
    (empty.top / "all.h").rename(empty.top / "o/real.h")
    empty.write({"c.c": FORCE})
    words = ["gcc", "-Io", "-Winvalid-pch", "-fpch-preprocess", "-include", "all.h", "-c"]
    empty.must_cc(*words, "b.c")
    done = empty.cc(*words, "c.c")
    assert (done.returncode, "what the precompiled 'o/all.h.gch' holds is not known" in done.stderr) == (
        1,
        True,
    )


def test_links_and_a_source_through_them(empty: Project) -> None:
    empty.write(
        {
            "real/deep/types.h": TYPES,
            "real/deep/force.h": FORCE,
            "real/a.c": main_of("  y = force(s);\n", '"../types.h"', '"force.h"'),
            "types.h": "#error wrong\n",
        }
    )
    (empty.top / "link").symlink_to("real/deep")
    (empty.top / "real/deep/a.c").symlink_to("../a.c")
    (empty.top / "real/types.h").symlink_to("deep/types.h")
    same_program(empty, ["link/a.c"], hoisted=1, expected="7\n")


def test_dependency_files_of_headers(empty: Project) -> None:
    empty.write(
        {
            "t/types.h": TYPES,
            "inc/force.h": '#include "../t/types.h"\n' + FORCE,
            "src/one.h": '#include "two.h"\n',
            "src/two.h": "#define TWO\n",
        }
    )
    empty.write({"src/a.c": main_of("  y = force(s);\n", '"one.h"', "<force.h>")})
    for compiler in ("gcc", "clang-19"):
        if shutil.which(compiler) is None:
            continue
        found = []
        for launcher in ([], CC):
            for include in ("inc", str(empty.top / "inc")):
                empty.must(*launcher, compiler, f"-I{include}", "-MMD", "-MP", "-c", "src/a.c", "-o", "a.o")
                words = (empty.top / "a.d").read_text().replace("\\\n", " ").split()
                real = {
                    str((empty.top / word.rstrip(":")).resolve()) + ":" * word.endswith(":") for word in words
                }
                found.append((len(words), real))
        assert found[0][1] == found[1][1] == found[2][1] == found[3][1]
        assert all(
            Path(name.rstrip(":")).exists() for _, names in found for name in names if "a.o" not in name
        )


def test_a_header_that_is_imported(empty: Project) -> None:
    """'#import' reads a file once, whatever it says and by whatever line it is named again."""
    bare = "\n".join(FORCE.splitlines()[2:-1]) + "\n"
    empty.write({"types.h": TYPES, "force.h": bare, "more.h": '#import "force.h"\n'})
    for lines in ("ii", "imi", "ini", "mi", "n", "in"):
        text = "".join(
            {"i": '#import "force.h"\n', "m": '#include "more.h"\n', "n": '#include "force.h"\n'}[c]
            for c in lines
        )
        empty.write({"a.c": '#include "types.h"\n' + text + main_of("  y = force(s);\n")})
        words = ["-Wno-deprecated", "-Wno-import-preprocessor-directive-pedantic", "-w", "a.c"]
        same_program(empty, words, hoisted=1, expected="7\n")


@pytest.mark.parametrize(
    ("first", "line"), [("#pragma once", "include"), ("#pragma once", "import"), ("", "import")]
)
def test_a_header_that_names_itself_and_is_read_once(empty: Project, first: str, line: str) -> None:
    bare = "\n".join(FORCE.splitlines()[2:-1])
    empty.write({"types.h": TYPES, "force.h": f'{first}\n#{line} "force.h"\n{bare}\n'})
    empty.write({"a.c": f'#include "types.h"\n#{line} "force.h"\n' + main_of("  y = force(s);\n")})
    words = ["-Wno-deprecated", "-Wno-import-preprocessor-directive-pedantic", "-w", "a.c"]
    same_program(empty, words, hoisted=1, expected="7\n")


def test_a_header_that_is_imported_and_included_more_than_once(empty: Project) -> None:
    """It is read by each '#include' before the first '#import', by that if by none, and then no more."""
    lines = FORCE.splitlines()[2:-1]
    bare = "\n".join(lines).replace("double force(", "double NAME(") + "\n#undef NAME\n"
    assert "double NAME(" in bare
    empty.write({"types.h": TYPES, "force.h": bare, "h.h": '#define H "force.h"\n'})
    empty.write({"again.h": '#include "force.h"\n'})
    kinds = {"i": '#import "force.h"', "n": '#include "force.h"', "h": "#import H", "a": '#include "again.h"'}
    for order in ("nni", "inn", "nin", "nnhn", "aan", "aain", "hna"):
        text = '#include "types.h"\n#include "h.h"\n'
        for at, kind in enumerate(order):
            text += f"#define NAME f{at}\n{kinds[kind]}\n#ifdef NAME\n#undef NAME\n"
            text += f"static double f{at}(Sim *s) {{ return s ? 0 : 1; }}\n#endif\n"
        body = "".join(f"  y += {10**at} * f{at}(s);\n" for at in range(len(order)))
        empty.write({"a.c": text + main_of(body)})
        words = ["-Wno-deprecated", "-Wno-import-preprocessor-directive-pedantic", "-w", "a.c"]
        printed = same_program(empty, words)
        assert printed == {"nni": "77\n", "aan": "777\n"}.get(order, printed)


@needs("gcc")
@pytest.mark.parametrize("options", ["", "-w", "-Wno-deprecated", "-Werror=deprecated", "-pedantic"])
def test_what_gcc_says_of_imports(empty: Project, options: str) -> None:
    empty.write({"types.h": TYPES, "force.h": FORCE})
    empty.write({"a.c": '#import "types.h"\n#import "force.h"\nint main(void) { return 0; }\n'})
    said = []
    for launcher in ([], CC, CC):
        done = empty.run(*launcher, "gcc", "-Wno-unknown-pragmas", *options.split(), "-c", "a.c")
        said.append((done.returncode, re.findall(r"^a\.c:\d+:\d+: .*import.*", done.stderr, re.M)))
    assert said[0] == said[1] == said[2]


@needs("gcc")
def test_two_equal_headers_that_are_read_once(empty: Project) -> None:
    """For gcc they are one if their times are the same, too; for Clang they are two."""
    once = "#pragma once\n" + "\n".join(FORCE.splitlines()[2:-1]) + "\n"
    empty.write({"types.h": TYPES, "one/force.h": once, "two/force.h": once})
    empty.write({"a.c": main_of("  y = force(s);\n", '"types.h"', '"one/force.h"', '"two/force.h"')})
    for name in ("one/force.h", "two/force.h"):
        os.utime(empty.top / name, (1_000_000_000, 1_000_000_000))
    empty.must("gcc", "-w", "a.c", "-o", "bare")
    empty.must_cc("gcc", "-Wall", "-Werror", "a.c", "-o", "translated")
    assert empty.must("./translated") == empty.must("./bare") == "7\n"
    os.utime(empty.top / "two/force.h", (1_000_000_001, 1_000_000_001))
    assert empty.run("gcc", "-w", "a.c").returncode == 1
    assert empty.cc("gcc", "-w", "a.c", POINTERCHAIN_CACHE_SIZE="0").returncode == 1


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_system_header_is_one_with_pedantic_errors(project: Project, compiler: str) -> None:
    """What says so must not be an extension itself; warnings of the header stay unsaid."""
    project.write({"inc/force.h": FORCE.replace("double t = 0;", "double t = 0; int unused;")})
    words = [compiler, "-pedantic-errors", "-Wall", "-Werror", "-c", "src/a.c"]
    project.must_cc("--keep", "kept", *words, "-isystem", "inc")
    kept = (project.top / "kept/inc/force.h").read_text()
    assert kept.startswith("#ifndef FORCE_H\n")
    done = project.cc(*words, "-Iinc")
    assert "unused" in done.stderr


@pytest.mark.parametrize("compiler", COMPILERS)
def test_copies_with_a_guard_and_once(empty: Project, compiler: str) -> None:
    """The guard keeps the second one out where it counts as another file."""
    header = "#pragma once\n" + FORCE.replace("FORCE_H\n", 'FORCE_H\n#include "types.h"\n', 1)
    empty.write({"types.h": TYPES, "src/force.h": header, "inst/force.h": header, "src/a.c": MAIN})
    empty.write({"inst/o.h": "#include <force.h>\n"})
    os.utime(empty.top / "inst/force.h", (1, 1))
    text = MAIN.replace('#include "force.h"', '#include <o.h>\n#include "force.h"')
    empty.write({"src/a.c": text})
    outputs = []
    for launcher in ([], CC):
        empty.must(*launcher, compiler, "-w", "-I.", "-Iinst", "src/a.c", "-o", "program")
        outputs.append(empty.must("./program"))
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_directory_whose_name_is_no_text(empty: Project, compiler: str) -> None:
    odd = os.fsdecode(b"d\xff")
    empty.write({"types.h": TYPES, f"{odd}/force.h": FORCE, "a.c": "#ifdef __OPTIMIZE__\n#endif\n" + MAIN})
    empty.must_cc(compiler, "-Wall", f"-I{odd}", "a.c", "-o", "program")
    assert empty.must("./program").startswith("3 2 a.c:")


@needs("clang-19")
def test_what_clang_says_of_imports(empty: Project) -> None:
    """It quotes the user's line; and lines of the translation are no misspelled guard."""
    header = "\n".join(FORCE.splitlines()[2:-1]) + "\n"
    empty.write({"types.h": TYPES, "k.h": header, "forced.h": '#include "types.h"\n#include "k.h"\n'})
    lines = '#import "types.h"\n #import <k.h>  // here\n#ifdef NAME\n#import NAME\n#endif\n'
    empty.write({"a.c": lines + "int main(void) { return 0; }\n"})
    options = ["-Wall", "-Wpedantic", "-Wno-unknown-pragmas", '-DNAME="k.h"', "-I.", "-c", "a.c"]
    for more in [], ["-include", "forced.h"], ["-fno-caret-diagnostics"], ["-ftabstop=4"]:
        said = [empty.run(*launcher, "clang-19", *more, *options) for launcher in ([], CC, CC)]
        assert [each.returncode for each in said] == [0, 0, 0]
        assert said[0].stderr == said[1].stderr == said[2].stderr
        assert "import" in said[0].stderr
    coloured = [empty.run(*launcher, "clang-19", "-fcolor-diagnostics", *options) for launcher in ([], CC)]
    texts = [re.sub(r"\x1b\[[0-9;]*m", "", each.stderr) for each in coloured]
    assert texts[0] == texts[1]
    assert '#import \x1b[0;32m"types.h"\x1b[0m\n' in coloured[1].stderr
    empty.must(*CC, "--keep", "kept", "clang-19", "-w", "-include", "forced.h", *options)
    assert (empty.top / "kept/k.h").read_text().splitlines()[-1] == header.splitlines()[-1]
