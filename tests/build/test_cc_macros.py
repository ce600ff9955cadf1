# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the compiler defines by itself says what a source means, not what Clang's library does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from buildlib import CC, Project, needs

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
TYPES = """\
struct A {
#if %s
  double n;
#else
  int n;
#endif
};
struct S { struct A *a; };
"""
SOURCE = """\
#include <stdio.h>
#include "t.h"
static void f(struct S *s) {
#pragma pointerchain region begin declare(s->a->n)
  s->a->n = s->a->n * 2;
#pragma pointerchain region end
}
int main(void) {
  struct A a = {(__typeof__(a.n))1.75};
  struct S s = {&a};
  f(&s);
  printf("%g %d\\n", (double)a.n, __LINE__);
  return 0;
}
"""


WRAPPER = """\
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  static char option[100];
  char *words[100] = {"gcc", option};
  FILE *file = fopen("options", "r");
  if (!file || !fgets(option, sizeof option, file)) return 9;
  for (int i = 1; i < argc && i < 98; i++) words[i + 1] = argv[i];
  return execvp("gcc", words);
}
"""


def all_same(
    project: Project,
    compiler: str,
    options: Sequence[str],
    sources: Mapping[str, str],
    suffix: str = ".c",
) -> list[str]:
    """What programs by name print, which one command compiles: the same with the launcher; twice."""
    names = [f"main{at}{suffix}" for at in range(len(sources))]
    mains = [name.removesuffix(suffix) for name in names]
    declared = "".join(f"int {name}(void);\n" for name in mains)
    called = "".join(f'  {name}(), puts("---");\n' for name in mains)
    project.write({"all.c": f"#include <stdio.h>\n{declared}int main(void) {{\n{called}  return 0;\n}}\n"})
    for name, text in zip(names, sources.values(), strict=True):
        project.write({name: text.replace("int main(void)", f"int {name.removesuffix(suffix)}(void)")})
    printed = []
    for launcher in ([], CC, CC):
        done = project.run(*launcher, compiler, "-w", *options, "-c", *names)
        assert done.returncode == 0, f"{dict(zip(names, sources, strict=True))}\n{done.stderr[-3000:]}"
        objects = [f"{name}.o" for name in mains]
        project.must(compiler, "-w", *options, "all.c", *objects, "-o", "program")
        printed.append(project.must("./program").split("---\n"))
    rows = zip(sources, *printed, strict=False)
    assert [row for row in rows if not row[1] == row[2] == row[3] != ""] == []
    assert [len(each) for each in printed] == [len(sources) + 1] * 3
    return printed[0][:-1]


def same(project: Project, *words: str) -> str:
    """What a program prints, which is the same with the launcher; twice."""
    printed = []
    for launcher in ([], CC, CC):
        project.must(*launcher, *words, "-w", "-o", "program")
        printed.append(project.must("./program"))
    assert printed[0] == printed[1] == printed[2]
    return printed[0]


CONDITIONS = {
    "": (
        "__GNUC__ >= 5",
        "!defined(__clang__)",
        "__clang_major__ >= 19",
        "__has_builtin(__builtin_apply)",
        "__has_attribute( noipa )",
        "defined(__has_feature)",
        "!defined __has_embed && !defined ( __has_extension )",
    ),
    "-O2 -ffast-math -fstack-protector-strong -fno-pie -no-pie -std=c2x": (
        "__OPTIMIZE__",
        "__FAST_MATH__",
        "defined(__SSP_STRONG__)",
        "!defined(__PIE__)",
        "__STDC_VERSION__ == 202000L",
    ),
}


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("options", CONDITIONS, ids=["plain", "options"])
def test_a_type_that_hangs_on_a_macro(empty: Project, compiler: str, options: str) -> None:
    """In a header or in the source, one of the two for each compiler; each source asks for one macro."""
    sources = {}
    for at, condition in enumerate(CONDITIONS[options]):
        types = TYPES % condition
        empty.write({f"t{at}.h": types})
        in_header = (at % 2 == 0) == (compiler == "gcc")
        sources[condition] = SOURCE.replace(
            '#include "t.h"\n', f'#include "t{at}.h"\n' if in_header else types
        )
    all_same(empty, compiler, options.split(), sources)


@pytest.mark.parametrize(
    ("compiler", "search"),
    [
        # Each way with one of the compilers, and the plain one with both.
        pytest.param("g++", "-Iinc", marks=needs("g++")),
        pytest.param("g++", "-I{top}/linked", marks=needs("g++")),
        pytest.param("clang++-19", "-Iinc", marks=needs("clang++-19")),
        pytest.param("clang++-19", "-Ilinked", marks=needs("clang++-19")),
    ],
)
def test_in_cxx_and_through_links(empty: Project, compiler: str, search: str) -> None:
    """The library finds its own headers and reads the exchanged text, by whatever path."""
    empty.write({"inc/t.h": TYPES % "__GNUC__ >= 5", "inc/sub/u.h": '#include "../t.h"\n'})
    (empty.top / "linked").symlink_to("inc")
    source = SOURCE.replace('"t.h"', "<sub/u.h>\n#include <vector>\n#include <string>")
    empty.write({"a.cpp": source})
    same(empty, compiler, search.format(top=empty.top), "a.cpp")


def test_each_level_has_its_own(empty: Project) -> None:
    empty.write({"t.h": TYPES % "defined(__OPTIMIZE__)", "a.c": SOURCE})
    assert [same(empty, "gcc", level, "a.c")[:3] for level in ("-O0", "-O2", "-O0")] == ["2 1", "3.5", "2 1"]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_whether_there_is_an_operator(empty: Project, compiler: str) -> None:
    """As programs ask who want to use one: by a line of its own, and with another answer where there is none."""
    asked = (
        "ifdef __has_feature",
        "ifndef __has_extension",
        "ifdef __has_cpp_attribute",
        "ifdef __has_embed",
    )
    texts = [TYPES.replace("if %s", each) for each in asked]
    texts.append("#ifdef __has_feature\n#define HAVE(f) __has_feature(f)\n#else\n#define HAVE(f) 0\n#endif\n")
    texts[-1] += TYPES % "HAVE(c_static_assert)"
    all_same(empty, compiler, [], {each: SOURCE.replace('#include "t.h"\n', each) for each in texts})


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_region_that_hangs_on_a_macro(empty: Project, compiler: str) -> None:
    body = SOURCE[SOURCE.index("#pragma pointerchain") : SOURCE.index("}\nint main")]
    sources = {
        condition: SOURCE.replace(body, f"#if {condition}\n{body}#else\n{body.replace('* 2', '* 3')}#endif\n")
        for condition in ("__GNUC__ >= 5", "defined(__OPTIMIZE__)", "defined(__clang__)")
    }
    empty.write({"t.h": TYPES % "1"})
    for level in ("-O0", "-O1"):
        all_same(empty, compiler, [level], sources)
    for at, condition in enumerate(sources):
        out = empty.must_cc(compiler, "-w", "-E", f"main{at}.c")
        assert "Z_" not in out.replace("FZ_", ""), condition
        assert "pc_a_n" in out, condition


def test_messages_stand_where_they_belong(empty: Project) -> None:
    wrong = "#if __GNUC__ >= 5 && !defined(__clang__)\n#pragma pointerchain declare(s->b)\n#endif\n"
    empty.write(
        {
            "t.h": TYPES % "1",
            "a.c": SOURCE.replace("static void f(struct S *s) {\n", "static void f(struct S *s) {\n" + wrong),
        }
    )
    done = empty.cc("gcc", "-c", "a.c")
    assert done.returncode == 1
    assert "a.c:5:" in done.stderr
    assert "Z_" not in done.stderr


def test_the_depth_of_inclusion_is_refused(empty: Project) -> None:
    empty.write({"t.h": TYPES % "__INCLUDE_LEVEL__ == 1", "a.c": SOURCE})
    done = empty.cc("gcc", "-c", "a.c")
    assert (done.returncode, "'t.h' asks for '__INCLUDE_LEVEL__'" in done.stderr) == (1, True)


@pytest.mark.parametrize("kind", ["script", "program"])
def test_a_wrappers_macros_and_directories(empty: Project, kind: str) -> None:
    """They may hang on a variable or a file: a wrapper is asked each time."""
    empty.write({"options": "-DREAL=double"})
    if kind == "script":
        empty.write({"w": '#!/bin/sh\nexec gcc $(cat options) $MORE "$@"\n'})
        (empty.top / "w").chmod(0o755)
    else:
        empty.write({"w.c": WRAPPER})
        empty.must("gcc", "w.c", "-o", "w")
    empty.write({"t.h": (TYPES % "1").replace("double", "REAL"), "a.c": SOURCE})
    assert same(empty, "./w", "a.c") == "3.5 12\n"
    empty.write({"options": "-DREAL=int"})
    assert same(empty, "./w", "a.c") == "2 12\n"
    empty.write({"options": "-Ione", "one/t.h": TYPES % "1", "two/t.h": TYPES % "0"})
    (empty.top / "t.h").unlink()
    assert same(empty, "./w", "a.c") == "3.5 12\n"
    empty.write({"options": "-Itwo"})
    assert same(empty, "./w", "a.c") == "2 12\n"


@needs("mpicc")
def test_macros_of_a_wrappers_variables(empty: Project) -> None:
    empty.write({"t.h": TYPES % "defined(WIDE)", "a.c": SOURCE})
    for options, expected in ("-DWIDE", "3.5 12\n"), ("-DX", "2 12\n"), ("-DWIDE", "3.5 12\n"):
        empty.must(*CC, "mpicc", "-w", "a.c", "-o", "program", OMPI_CFLAGS=options)
        assert empty.must("./program") == expected


@needs("clang-19")
def test_macros_of_a_file_of_options(empty: Project) -> None:
    empty.write({"t.h": TYPES % "defined(WIDE)", "a.c": SOURCE, "c.cfg": "-DWIDE\n"})
    assert same(empty, "clang-19", "--config=./c.cfg", "a.c") == "3.5 12\n"
    empty.write({"c.cfg": "-DX\n"})
    assert same(empty, "clang-19", "--config=./c.cfg", "a.c") == "2 12\n"


def test_a_front_does_not_trust_what_a_script_once_said(empty: Project) -> None:
    empty.write({"w": '#!/bin/sh\nexec gcc $(cat options) "$@"\n', "options": "-DX"})
    (empty.top / "w").chmod(0o755)
    empty.must(*CC, "--native", "pcc", "./w")
    header = SOURCE[SOURCE.index("static void f") : SOURCE.index("int main")]
    empty.write({"t.h": TYPES % "1", "one/kernel.h": '#include "../t.h"\n' + header, "options": "-Ione"})
    empty.write({"a.c": "#include <kernel.h>\nint main(void) { return 0; }\n"})
    assert "pc_a_n" in empty.must("./pcc", "./w", "-E", "a.c")


@pytest.mark.parametrize("name", ["__FILE__", "__BASE_FILE__", "__LINE__"])
@pytest.mark.parametrize("place", ["source", "header"])
def test_names_and_lines_of_sources_are_not_shared(empty: Project, name: str, place: str) -> None:
    types = f"typedef struct {{ char m[3][sizeof({name}) + {name if 'LINE' in name else 0}]; }} M;\ntypedef struct {{ M *a; }} Q;\n"
    size = f"#define SIZE (sizeof({name}) + {name if 'LINE' in name else 0})\n"
    kernel = "static inline int third(Q *s) {\n  int r;\n#pragma pointerchain region begin declare(s->a->m)\n  r = s->a->m[2][0];\n#pragma pointerchain region end\n  return r;\n}\n"
    empty.write({"share.h": kernel, "size.h": size})
    if place == "header":
        types = '#include "size.h"\ntypedef struct { char m[3][SIZE]; } M;\ntypedef struct { M *a; } Q;\n'
    rest = '#include "share.h"\nint printf(const char *, ...);\nint main(void) { M a = {{"a", "b", "c"}}; Q q = {&a}; printf("%d\\n", third(&q)); return 0; }\n'
    empty.write({"x.c": types + rest, "longname.c": "/* */\n\n" + types + rest})
    for source in ("x.c", "longname.c"):
        assert same(empty, "gcc", source) == "99\n"


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_compiler_finds_the_types(empty: Project, compiler: str) -> None:
    """A name of the compiler's by way of another, which no look at the user's files finds."""
    for options, conditions in (
        ("", ("__GNUC_PREREQ(5, 0)", "defined _GCC_WRAP_STDINT_H")),
        (
            "-DX=__GNUC__ -O2 -DHB(x)=__has_builtin(x)",
            ("X >= 5", "defined __USE_EXTERN_INLINES", "HB(__builtin_apply)"),
        ),
    ):
        sources = {
            condition: SOURCE.replace('#include "t.h"\n', "#include <stdint.h>\n" + TYPES % condition)
            for condition in conditions
        }
        all_same(empty, compiler, options.split(), sources)


@pytest.mark.parametrize("standard", ["11", "17", "20"])
def test_the_compiler_finds_the_types_of_cxx(empty: Project, standard: str) -> None:
    sources = {
        condition: SOURCE.replace('#include "t.h"\n', "#include <cstdlib>\n" + TYPES % condition)
        for condition in ("__GNUC_PREREQ(5, 0)", "defined __cpp_lib_is_layout_compatible")
    }
    all_same(empty, "g++", [f"-std=c++{standard}"], sources, ".cc")


def test_types_of_system_headers(empty: Project) -> None:
    empty.write({"sys/t.h": TYPES % "!defined __clang__", "a.c": SOURCE.replace('"t.h"', "<t.h>")})
    assert same(empty, "gcc", "-isystem", "sys", "a.c").startswith("3.5 ")


BRANCHES = """\
#include <stdio.h>
struct A { int n; };
struct S { struct A *a; };
int main(void) {
  struct A a = {1};
  struct S own = {&a}, *s = &own;
  int r;
#pragma pointerchain region begin declare(s->a->n)
  r = s->a->n;
#if %s
  s->a->n = 2;

#  if 1
  r++;
#  endif
#else
  r += 100;
#endif
  r += s->a->n;
#pragma pointerchain region end
  printf("%%d %%d\\n", r, a.n);
  return 0;
}
"""


def test_a_branch_that_only_the_compiler_reads(empty: Project) -> None:
    """By way of a system header's macro: it stands there as it was, and would change what the local keeps."""
    empty.write({"a.c": BRANCHES % "__GNUC_PREREQ(5, 0)"})
    result = empty.run(*CC, "gcc", "a.c", "-o", "program")
    assert result.returncode != 0
    assert "a.c:11:2: error: #error pointerchain: the compiler reads this part of the region" in result.stderr


def test_branches_that_both_skip(empty: Project) -> None:
    sources = {condition: BRANCHES % condition for condition in ("0", "1", "defined GIVEN", "__GNUC__ >= 5")}
    all_same(empty, "gcc", [], sources)
    all_same(empty, "gcc", ["-DGIVEN"], sources)


ASKS = """\
#include <stdio.h>
#if __has_include(%s)
#define STEP 1000
#else
#define STEP 1
#endif
struct A { int n; };
struct S { struct A *a; };
static inline int f(struct S *s) {
#pragma pointerchain region begin declare(s->a->n)
  s->a->n += STEP;
#pragma pointerchain region end
  return s->a->n;
}
"""
MAIN = '#include "inc/%s.h"\nint main(void) { struct A a = {1}; struct S s = {&a}; return printf("%%d\\n", f(&s)) < 0; }\n'


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_file_that_is_asked_for_appears(empty: Project, compiler: str) -> None:
    empty.write({"inc/quoted.h": ASKS % '"new.h"', "inc/angled.h": ASKS % "<new.h>"})
    sources = {name: MAIN % name for name in ("quoted", "angled")}
    assert all_same(empty, compiler, ["-Iinc"], sources) == ["2\n", "2\n"]
    empty.write({"inc/new.h": ""})
    assert all_same(empty, compiler, ["-Iinc"], sources) == ["1001\n", "1001\n"]
    (empty.top / "inc/new.h").unlink()
    assert all_same(empty, compiler, ["-Iinc"], sources) == ["2\n", "2\n"]


@pytest.mark.parametrize(
    "condition",
    ['HI("new.h")', "__has_include(N)", '__has_include_next("new.h")', '__has_include( /* */ "new.h")'],
)
def test_a_file_that_is_asked_for_by_a_detour(empty: Project, condition: str) -> None:
    """Right, or refused."""
    text = (ASKS % "0").replace(
        "#if __has_include(0)", f'#define N "new.h"\n#define HI(x) __has_include(x)\n#if {condition}'
    )
    empty.write({"inc/asks.h": text, "inc/new.h": "", "a.c": MAIN % "asks"})
    empty.must("gcc", "a.c", "-w", "-o", "program")
    done = empty.run(*CC, "gcc", "a.c", "-w", "-o", "translated")
    if done.returncode == 0:
        assert empty.must("./translated") == empty.must("./program")
    else:
        assert "asks whether a file is there" in done.stderr
