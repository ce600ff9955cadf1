# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Finding include lines in a text, by two ways, and what a compile without directives loads for it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from buildlib import ROOT, TYPES, Project
from hypothesis import given, settings
from hypothesis import strategies as st

from pointerchain.build import patterns
from pointerchain.build.command_line import CommandLine
from pointerchain.build.includes import Program, Search, include_lines

PARTS = (
    *(
        b"#",
        b"include",
        b"include_next",
        b"import",
        b"_next",
        b"e",
        b" ",
        b"\t",
        b"\n",
        b"\\\n",
        b"\\\r\n",
        b"\r\n",
    ),
    *(
        b'"a.h"',
        b"<b/c.h>",
        b'"',
        b"<",
        b">",
        b"NAME",
        b"_n2",
        b"/*",
        b"*/",
        b"/* # */",
        b"//",
        b"\\",
        b"1",
        b"\xc3\xa9",
    ),
)


@settings(max_examples=2000)
@given(st.lists(st.sampled_from(PARTS), max_size=14).map(b"".join))
def test_both_readings_find_the_same(text: bytes) -> None:
    assert include_lines(text) == patterns.include_lines(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'#include "a.h"\n# include <b.h>', [(b"include", b"a.h", b'"'), (b"include", b"b.h", b"<")]),
        (b"#import <a.h>\n#include NAME\n", [(b"import", b"a.h", b"<"), (b"include", b"NAME", b"")]),
        (b'#include_next<a.h>\n  #\tinclude"b"', [(b"include_next", b"a.h", b"<"), (b"include", b"b", b'"')]),
        (b'#/* */include/**/"a.h"', [(b"include", b"a.h", b'"')]),
        (b'#\\\n  include \\\r\n "a.h"', [(b"include", b"a.h", b'"')]),
        (
            b'#inc\\\nlude "a\\\r\n.h"\n#include <b\\\n.h>',
            [(b"include", b"a.h", b'"'), (b"include", b"b.h", b"<")],
        ),
        (b'# \v\finclude\f"a.h"', [(b"include", b"a.h", b'"')]),
        (b'#includes "a.h"\n#include "a\n.h"\n#include <>\n#include_nextx <a>\ninclude "a.h"\n', []),
    ],
)
def test_include_lines(text: bytes, expected: list[tuple[bytes, bytes, bytes]]) -> None:
    assert include_lines(text) == patterns.include_lines(text) == expected


def test_a_compile_without_directives_loads_next_to_nothing(empty: Project) -> None:
    """Loading 're', or what does, takes longer than Python's own start leaves for all of it."""
    empty.write({"types.h": TYPES, "a.c": '#include <stdio.h>\n#include "types.h"\nint x;\n'})
    program = "import os, sys; before = set(sys.modules)\n"
    program += "def execvp(*words): print(*sorted(set(sys.modules) - before)); raise SystemExit\n"
    program += "os.execvp = execvp\nfrom pointerchain.cli import main; main(['cc', 'gcc', '-c', 'a.c'])"
    own = {"PYTHONPATH": str(ROOT)}
    loaded = empty.must(sys.executable, "-S", "-c", program, **own).split()
    assert "pointerchain.build.includes" in loaded
    assert not {"re", "enum", "signal", "typing", "collections", "contextlib"} & set(loaded)


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("#pragma omp target teams loop\n", True),
        ("#pragma omp \\\n  target\n", True),
        ("#pragma omp /* on the */ target\n", True),
        ("#pragma acc kernels loop\n", True),
        ('#define ON _Pragma("acc parallel")\n', True),
        ("#define ON(x) _Pragma(#x)\nON(omp target)\n", True),
        ("#pragma omp begin metadirective when(device={kind(gpu)}: target)\n", True),
        ("#pragma omp tar\\\nget\n", True),
        ("#pragma omp parallel for\nint access; // the target\n", False),
        (
            "#pragma omp target data map(to: x)\n#pragma omp target update to(x)\n#pragma acc data copy(x)\n",
            False,
        ),
        ("#pragma omp declare target\n#pragma omp target enter data map(to: x)\n", False),
    ],
)
def test_compute_constructs_are_seen(tmp_path: Path, text: str, leads: bool) -> None:
    (tmp_path / "a.c").write_text('#include "a.h"\n')
    (tmp_path / "a.h").write_text(text)
    path = str(tmp_path / "a.c")
    program = Program(Search(CommandLine(["gcc"], ["-c", path]), "c"))
    main = program.add(path)
    assert program.leads_to_constructs([main]) == leads
    assert not program.leads_to_constructs([program.add(str(tmp_path / "b.c"), b"int x;\n")])
