# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A header's translation that several sources use, and when each must have its own."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from buildlib import FORCE, TYPES, Project

from pointerchain.build import shared
from pointerchain.cli import cc

HEADERS = '#include <stdio.h>\n#include "types.h"\n#include "force.h"\n'
MAIN = (
    "int main(void) { REAL x[3] = {1, 2, 4}; Atoms a = {x, 3}; Sim s = {&a};\n"
    '  printf("%g %d\\n", force(&s), __LINE__); return 0; }\n'
)


def build(project: Project, name: str, *flags: str, compiler: str = "gcc") -> str:
    """Compile one source and run it."""
    project.must_cc(compiler, "-Wall", "-Wextra", "-Werror", "-MD", *flags, f"{name}", "-o", "program")
    return project.must("./program")


def shares(project: Project) -> int:
    return int(project.statistics()["shared"].split()[0])


@pytest.fixture
def headers(empty: Project) -> Project:
    """A header with directives and the types that it needs."""
    types = TYPES.replace("#define TYPES_H\n", "#define TYPES_H\n#ifndef REAL\n#define REAL double\n#endif\n")
    empty.write({"types.h": types.replace("double *x", "REAL *x"), "force.h": FORCE})
    return empty


@pytest.mark.parametrize(
    "text",
    [
        "/* another\n * comment */\n" + HEADERS + MAIN,
        "\n\n//\n" + HEADERS.replace("\n", " /* of\n two lines */ // and one\n") + MAIN,
        HEADERS.replace("#include", "#  include") + "\n\n#define later 1\n" + MAIN,
        HEADERS
        + "#if 0\n#include <math.h>\n#endif\nstatic double unused = 1;\n"
        + MAIN
        + "#pragma GCC poison x\n",
    ],
)
def test_what_follows_and_comments_make_no_difference(headers: Project, text: str) -> None:
    headers.write({"a.c": HEADERS + MAIN, "b.c": text})
    assert build(headers, "a.c") == "7 5\n"
    assert shares(headers) == 0
    line = text[: text.index("  printf")].count("\n") + 1
    assert build(headers, "b.c", "-Wno-unused-variable") == f"7 {line}\n"
    assert shares(headers) == 1


@pytest.mark.parametrize(
    ("text", "flags", "expected"),
    [
        ("#define REAL float\n", (), 7),
        ("", ("-DREAL=float",), 7),
        ("", ("-DN=1",), 7),
        ("", ("-std=gnu99",), 7),
        ("", ("-include", "types.h"), 7),
        ("#if 1\n", (), 7),
    ],
)
def test_what_comes_before_does(headers: Project, text: str, flags: tuple[str, ...], expected: int) -> None:
    end = "#endif\n" if text.startswith("#if") else ""
    headers.write({"a.c": HEADERS + MAIN, "b.c": text + HEADERS + MAIN + end})
    build(headers, "a.c")
    assert build(headers, "b.c", *flags).startswith(f"{expected} ")
    assert shares(headers) == 0


def test_the_same_lines_mean_other_files_elsewhere(headers: Project) -> None:
    other = TYPES.replace("double *x", "float *x")
    headers.write({"one/types.h": TYPES, "two/types.h": other, "one/force.h": FORCE, "two/force.h": FORCE})
    (headers.top / "types.h").unlink()
    for folder, real in (("one", "double"), ("two", "float")):
        headers.write({f"{folder}/a.c": HEADERS + MAIN.replace("REAL x", f"{real} x")})
    for folder in ("one", "two"):
        assert build(headers, f"{folder}/a.c") == "7 5\n"
    assert shares(headers) == 0


def test_a_changed_header_is_translated_anew(headers: Project) -> None:
    headers.write({"a.c": HEADERS + MAIN, "b.c": HEADERS + MAIN})
    build(headers, "a.c")
    headers.write({"types.h": TYPES.replace("double *x", "float *x")})
    headers.write({"b.c": HEADERS + MAIN.replace("REAL x", "float x")})
    assert build(headers, "b.c") == "7 5\n"
    assert shares(headers) == 0


def test_a_changed_system_header_is_seen(headers: Project, tmp_path: Path) -> None:
    # a directory that only the compiler knows of
    system = tmp_path / "system"
    system.mkdir()
    (system / "length.h").write_text("typedef double length;\n")
    (tmp_path / "wrapper").write_text(f'#!/bin/sh\nexec gcc "$@" -isystem {system}\n')
    (tmp_path / "wrapper").chmod(0o755)
    text = HEADERS.replace("<stdio.h>", "<stdio.h>\n#include <length.h>") + MAIN.replace("REAL", "length")
    headers.write({name: f"// {name}\n" + text for name in ("a.c", "b.c", "c.c")})
    headers.write({"types.h": TYPES.replace("double *x", "length *x")})
    for name in ("a.c", "b.c"):
        build(headers, name, compiler=str(tmp_path / "wrapper"))
    assert shares(headers) == 1
    (system / "length.h").write_text("typedef float length;\n")
    assert build(headers, "c.c", compiler=str(tmp_path / "wrapper")).startswith("7 ")
    assert shares(headers) == 1


def test_a_source_with_directives_of_its_own_is_translated_whole(headers: Project) -> None:
    own = "int count(Sim *s) {\n#pragma pointerchain region begin declare(s->atoms->n)\n"
    own += "  s->atoms->n++;\n#pragma pointerchain region end\n  return 0; }\n"
    headers.write({"a.c": HEADERS + MAIN, "b.c": HEADERS + own + MAIN})
    build(headers, "a.c")
    assert build(headers, "b.c") == "7 10\n"
    assert shares(headers) == 0


REGION = FORCE.partition("double force(Sim *s) {")[2].partition("#endif")[0]


@pytest.mark.parametrize(
    "function",
    [
        "inline double force(Sim *s) {" + REGION,
        "struct F { double force(Sim *s) {"
        + REGION
        + "};\ninline double force(Sim *s) { return F().force(s); }\n",
        "template <class T> double force(T *s) {" + REGION,
        "template <class T> struct F { double force(T *s); };\n"
        "template <class T> double F<T>::force(T *s) {" + REGION + "#define force(s) F<Sim>().force(s)\n",
        "inline double force(auto *s) {" + REGION,
        "inline auto work() { return [](auto *s) {" + REGION[:-2] + "}; }\n#define force(s) work()(s)\n",
    ],
)
def test_cxx_headers_are_shared(headers: Project, function: str) -> None:
    headers.write(
        {"force.h": "#pragma once\n" + function, "a.cpp": HEADERS + MAIN, "b.cpp": "// b\n" + HEADERS + MAIN}
    )
    assert build(headers, "a.cpp", "-std=c++20", compiler="g++") == "7 5\n"
    assert build(headers, "b.cpp", "-std=c++20", compiler="g++") == "7 6\n"
    assert shares(headers) == 1


FIRST = """\
#pragma once
template <class T> int first(T *t) {
  int out = 0;
#pragma pointerchain region begin declare(t->items)
  out += t->items[0];
#pragma pointerchain region end
  return out;
}
"""
ITEMS = """\
#include "first.h"
struct V { int d[2]; int &operator[](int i) { return d[i]; } };
struct A { %s; };
int main() { A a{{%s}}; return first(&a) - 1; }
"""


def test_an_instance_that_cannot_be_hoisted_is_refused_by_name(headers: Project) -> None:
    headers.write(
        {
            "first.h": FIRST,
            "good.cpp": ITEMS % ("int items[2]", "1, 2"),
            "bad.cpp": ITEMS % ("V items", "{1, 2}"),
            "wrong.cpp": ITEMS % ("int items[2]", "1, 2") + "int x = nothing;\n",
        }
    )
    headers.must_cc("g++", "good.cpp", "-o", "program")
    headers.must("./program")
    for _ in range(2):  # a refusal is no entry
        done = headers.cc("g++", "bad.cpp", "-o", "bad")
        assert done.returncode == 1
        assert "first.h:4:43: error: chain 't->items' of type 'V' cannot be hoisted" in done.stderr
        assert not (headers.top / "bad").exists()
    done = headers.cc("g++", "wrong.cpp", "-o", "wrong")
    assert (done.returncode, done.stderr.count("nothing")) == (1, 2)  # the message and the line
    assert shares(headers) == 3


def by_own_headers(headers: Project, names: tuple[str, ...], guard: str = "OWN_{}") -> None:
    """Sources that come to the header with directives through headers of their own."""
    for name in names:
        macro = guard.format(name.upper())
        own = f'#ifndef {macro}\n#define {macro}\n// of {name}\n#include <stdio.h>\n#include "types.h"\n'
        own += f'#include "force.h"\n#include <math.h>\nstruct Own_{name} {{ int x; }};\n#endif\n'
        headers.write({f"{name}.h": own, f"{name}.c": f'#include "{name}.h"\n#include <ctype.h>\n{MAIN}'})


def test_sources_with_headers_of_their_own_share(headers: Project) -> None:
    by_own_headers(headers, ("a", "b", "c"))
    for name in ("a", "b", "c"):
        assert build(headers, f"{name}.c") == "7 4\n"
    assert shares(headers) == 2
    once = (headers.top / "a.h").read_text().partition("#define OWN_A\n")[2].removesuffix("#endif\n")
    headers.write(
        {"d.h": "#pragma once\n" + once, "d.c": (headers.top / "a.c").read_text().replace('"a.h', '"d.h')}
    )
    assert build(headers, "d.c") == "7 4\n"
    assert shares(headers) == 3


def test_an_include_guard_that_a_header_asks_for_is_no_mere_guard(headers: Project, tmp_path: Path) -> None:
    """A system header means something else where one of the guards is set."""
    system = tmp_path / "system"
    system.mkdir()
    (system / "length.h").write_text(
        "#if 1 && \\\n  defined _B_H\ntypedef float length;\n#else\ntypedef double length;\n#endif\n"
    )
    (tmp_path / "wrapper").write_text(f'#!/bin/sh\nexec gcc "$@" -isystem {system}\n')
    (tmp_path / "wrapper").chmod(0o755)
    types = "#include <length.h>\n" + TYPES.replace("double *x", "length *x")
    headers.write({"types.h": types})
    by_own_headers(headers, ("a", "b", "c"), "_{}_H")
    for name, expected in (("a", 0), ("b", 0), ("c", 1)):
        text = (headers.top / f"{name}.c").read_text().replace("REAL", "length")
        headers.write({f"{name}.c": text})
        assert build(headers, f"{name}.c", compiler=str(tmp_path / "wrapper")) == "7 4\n"
        assert shares(headers) == expected


def test_two_headers_with_directives(headers: Project) -> None:
    headers.write({"more.h": FORCE.replace("force", "more").replace("FORCE_H", "MORE_H")})
    by_own_headers(headers, ("a", "b", "c", "d"))
    for name in ("a", "b"):
        text = (headers.top / f"{name}.h").read_text()
        text = text.replace('#include "force.h"\n', '#include "force.h"\n#include "more.h"\n')
        headers.write({f"{name}.h": text})
    # what is read already makes no difference where it comes again
    text = (headers.top / "d.c").read_text()
    headers.write({"d.c": text.replace("<ctype.h>\n", '<ctype.h>\nint d;\n#include "force.h"\n')})
    for name, expected in (("a", 0), ("b", 1), ("c", 1), ("d", 2)):
        assert build(headers, f"{name}.c").startswith("7 ")
        assert shares(headers) == expected


@pytest.mark.parametrize(
    ("after", "shared"),
    [
        ("int other(void) { tick(); return 1; }\n", 1),
        ("void tick(void) { g->atoms->n++; }\n", 0),
        ("void through(void) { g->atoms->n++; }\n", 0),
        ('#include "tick.h"\n', 0),
    ],
)
def test_a_body_that_comes_later_is_read(headers: Project, after: str, shared: int) -> None:
    """What a function does that a region calls may be told behind the headers."""
    called = 'void tick(void);\nvoid through(void);\nextern Sim *g;\n#include "helper.h"\n'
    region = FORCE.replace("static inline", called + "static inline").replace("s->atoms", "g->atoms")
    region = region.replace("for (", "helper(); tick(); for (")
    headers.write(
        {
            "force.h": region,
            "helper.h": "#pragma once\nstatic inline void helper(void) { through(); }\n",
            "tick.h": "void tick(void)\n{ g->atoms->n++; }\n",
        }
    )
    headers.write({"a.c": HEADERS, "b.c": HEADERS + after})
    assert headers.must_cc("gcc", "-c", "a.c") == ""
    done = headers.cc("gcc", "-c", "b.c")
    assert (done.returncode, "aliased-call" in done.stderr) == (0, not shared)
    assert shares(headers) == shared


@pytest.mark.parametrize("flags", [(), ("-Wno-unused-declare",)])
def test_every_source_hears_of_a_header(headers: Project, flags: tuple[str, ...]) -> None:
    headers.write({"force.h": FORCE.replace("s->atoms->n)", "s->atoms->n, s->atoms)")})
    headers.write({"a.c": HEADERS + MAIN, "b.c": HEADERS + MAIN})
    for name in ("a.c", "b.c"):
        done = headers.cc("gcc", "-c", name)
        assert (done.returncode, "unused-declare" in done.stderr) == (0, True)
        assert headers.cc(*flags, "gcc", "-c", name, "-DX").returncode == 0
    assert shares(headers) == 0


def test_a_header_s_list_may_name_more_than_a_source_uses(headers: Project) -> None:
    listed = "extern Sim *g;\n#pragma pointerchain declare(g->atoms->n)\n"
    headers.write({"force.h": FORCE.replace("static inline", listed + "static inline", 1)})
    assert listed in (headers.top / "force.h").read_text()
    headers.write({"a.c": HEADERS + MAIN, "b.c": HEADERS + MAIN})
    for name in ("a.c", "b.c"):
        assert headers.must_cc("gcc", "-c", name) == ""
    assert shares(headers) == 1


@pytest.mark.parametrize(
    ("before", "after", "shared"),
    [
        ("#ifdef NEVER\n#else\n", "#endif\n", 1),
        ("#ifdef NEVER\nint x = {\n#else\n", "#endif\n", 0),
        ('_Pragma("pack(1)")\n', "", 0),
        ("#define OPEN {\nint z(void) OPEN\nreturn 0; }\n", "", 0),
    ],
)
def test_only_what_is_a_source_by_itself_is_shared(
    headers: Project, before: str, after: str, shared: int
) -> None:
    text = '#include <stdio.h>\n#include "types.h"\n' + before + '#include "force.h"\n' + after + MAIN
    headers.write({"a.c": text, "b.c": text})
    for name in ("a.c", "b.c"):
        assert build(headers, name).startswith("7")
    assert shares(headers) == shared


def test_a_header_within_a_function(headers: Project) -> None:
    headers.write({"body.h": FORCE.partition("double t = 0;\n")[2].partition("  return")[0]})
    text = '#include <stdio.h>\n#include "types.h"\nint main(void) {\n  REAL x[2] = {1, 2};\n'
    text += "  Atoms a = {x, 2}; Sim sim = {&a}, *s = &sim; double t = 0;\n"
    text += '#include "body.h"\n  printf("%g\\n", t); return 0; }\n'
    headers.write({"a.c": text, "b.c": text})
    for name in ("a.c", "b.c"):
        assert build(headers, name) == "3\n"
    assert shares(headers) == 0


def test_the_text_is_that_of_a_whole_translation(
    headers: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    again = HEADERS + '#include "more.h"\n#include "force.h"\nint between;\n#include "more.h"\n'
    more = FORCE.replace("force", "more").replace("FORCE_H", "MORE_H") + '#include "force.h"\n'
    headers.write(
        {"more.h": more.replace("#ifndef MORE_H\n#define MORE_H\n", "#pragma once\n").replace("#endif\n", "")}
    )
    headers.write({"a.c": HEADERS + MAIN, "b.c": "/* b */\n" + HEADERS + MAIN, "c.c": again + MAIN})
    monkeypatch.chdir(headers.top)
    kept: list[dict[str, bytes]] = []
    for number in range(2):
        monkeypatch.setenv("POINTERCHAIN_CACHE_DIR", str(tmp_path / str(number)))
        for name in ("a.c", "b.c", "c.c"):
            code = cc.run(
                ["--keep", str(tmp_path / f"kept{number}/{name}"), "gcc", "-c", name, "-o", f"{name}.o"]
            )
            assert code == 0
        top = tmp_path / f"kept{number}"
        kept.append(
            {os.fspath(path.relative_to(top)): path.read_bytes() for path in top.rglob("*") if path.is_file()}
        )
        monkeypatch.setattr(shared, "head", lambda *_: None)
    assert kept[0] == kept[1]
    assert any(b"pc_atoms" in text for text in kept[0].values())


def test_many_at_a_time(headers: Project) -> None:
    headers.starts_anew = True
    names = [f"s{number}.c" for number in range(12)]
    headers.write({name: f"/* {name} */\n" + HEADERS + MAIN for name in names})

    def compiled(name: str) -> str:
        headers.must_cc("gcc", "-O1", name, "-o", name + ".x")
        return headers.must("./" + name + ".x")

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(compiled, names)) == {"7 6\n"}
    assert shares(headers) >= 1


@pytest.mark.parametrize("damage", [b"", b"int x;\n", None])
def test_a_damaged_entry_is_made_anew(headers: Project, damage: bytes | None) -> None:
    headers.write({"a.c": HEADERS + MAIN, "b.c": HEADERS + MAIN})
    build(headers, "a.c")
    (head,) = headers.cache.rglob("head")
    if damage is None:
        head.unlink()
    else:
        head.write_bytes(damage)
    assert build(headers, "b.c") == "7 5\n"
    assert shares(headers) == 0
    headers.write({"c.c": HEADERS + MAIN})
    assert build(headers, "c.c") == "7 5\n"
    assert shares(headers) == 1
