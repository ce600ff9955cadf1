# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Precompiled headers whose text is not in sight."""

from __future__ import annotations

import pytest
from buildlib import CC, Project, needs

BODY = "#pragma pointerchain region begin declare(s->a->n)\nt += s->a->n;\n#pragma pointerchain region end\n"
HEADER = f"""\
#include <stddef.h>
struct A {{ int n; }};
struct S {{ struct A *a; }};
static inline int k(struct S *s) {{
int t = 0;
{BODY}return t;
}}
"""
PLAIN = HEADER.replace(BODY, "t += s->a->n; /* no pointerchain here */\n")
USE = "int u(struct S *s);\nint u(struct S *s) { return k(s); }\n"
WAYS = {
    "included": ("gcc", ["{h}", "-o", "a.h.gch"], ["-c", "i.c"]),
    "in a directory": ("gcc", ["{h}", "-o", "a.h.gch/one"], ["-c", "i.c"]),
    "beside": ("gcc", ["{h}", "-o", "inc/a.h.gch"], ["-Iinc", "-c", "i.c"]),
    "forced": ("gcc", ["{h}", "-o", "inc/a.h.gch"], ["-Iinc", "-include", "a.h", "-c", "u.c"]),
    "clang's": ("clang-19", ["{h}", "-o", "a.pch"], ["-include-pch", "a.pch", "-c", "u.c"]),
    "clang's, of another": ("clang-19", ["outer.h", "-o", "a.pch"], ["-include-pch", "a.pch", "-c", "u.c"]),
    "clang's, forced": ("clang-19", ["{h}", "-o", "a.h.pch"], ["-include", "a.h", "-c", "u.c"]),
    "in C++": ("g++", ["{h}", "-o", "a.h.gch"], ["-c", "i.cpp"]),
}  # fmt: skip


@needs("clang-19")
@pytest.mark.parametrize("way", WAYS)
def test_made_without_the_launcher(empty: Project, way: str) -> None:
    compiler, make, words = WAYS[way]
    language = "c++-header" if compiler == "g++" else "c-header"
    make = [compiler, "-w", "-x", language, *(word.format(h="given/k.h") for word in make)]
    for folder in ("given", "inc", "a.h.gch" if "in a dir" in way else "x"):
        (empty.top / folder).mkdir()
    empty.write({"u.c": USE, "i.c": '#include "a.h"\n' + USE, "i.cpp": '#include "a.h"\n' + USE})
    empty.front_without_python("blind")
    for text, code in (HEADER, 1), (PLAIN, 0):
        empty.write({"given/k.h": text, "outer.h": '#include "given/k.h"\n'})
        empty.must(*make)
        empty.must(compiler, *words)
        done = empty.cc(compiler, *words)
        assert done.returncode == code, done.stderr
        assert ("was made of a header with directives, and not by 'pointerchain cc'" in done.stderr) == code
        assert empty.run("./blind", compiler, *words).returncode != 0
    # What the launcher makes holds none.
    empty.write({"given/k.h": HEADER})
    empty.must(*CC, *make)
    empty.must_cc(compiler, *words)


@needs("gcc")
def test_preprocessed_text_that_reads_one(empty: Project) -> None:
    """gcc's '-fpch-preprocess' leaves its name in the text."""
    empty.write({"u.c": '#include "k.h"\n' + USE})
    words = ["-w", "-c", "u.i", "-o", "u.o"]
    for text, code in (HEADER, 1), (PLAIN, 0):
        empty.write({"k.h": text})
        empty.must("gcc", "-w", "-x", "c-header", "k.h", "-o", "k.h.gch")
        empty.must("gcc", "-w", "-E", "-fpch-preprocess", "u.c", "-o", "u.i")
        assert "pch_preprocess" in (empty.top / "u.i").read_text()
        empty.must("gcc", *words)
        done = empty.cc("gcc", *words)
        assert done.returncode == code
        assert code == 0 or '#pragma GCC pch_preprocess "k.h.gch"' in done.stderr
    # One that the launcher made holds none.
    empty.write({"k.h": HEADER})
    empty.must_cc("gcc", "-x", "c-header", "k.h", "-o", "k.h.gch")
    empty.must("gcc", "-D__pointerchain=1", "-w", "-E", "-fpch-preprocess", "u.c", "-o", "u.i")
    empty.must_cc("gcc", *words)
