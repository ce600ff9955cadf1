# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Finding include lines in a text, by two ways, and what a compile without directives loads for it."""

from __future__ import annotations

import sys

import pytest
from buildlib import ROOT, TYPES, Project
from hypothesis import given, settings
from hypothesis import strategies as st

from pointerchain.build import patterns
from pointerchain.build.includes import include_lines

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
