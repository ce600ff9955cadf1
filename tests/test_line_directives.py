# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Messages name the places that ``#line`` names, as a compiler's do: those of a grammar, say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pointerchain.locations import SourceFiles
from pointerchain.source import Source

ROOT = Path(__file__).parents[1]
SOURCE = """\
struct A { int n; };
struct S { struct A *a; };
#line 100 "made.y"
int f(struct S *s) {
  int t = 0;
#pragma pointerchain region begin declare(s->a->none)
  t += s->a->n;
#pragma pointerchain region end
  return t;
}
"""
FILES = SourceFiles({})


def called(text: str, line: int) -> tuple[str, int]:
    return FILES.called(Source(f"{len(text)}-{hash(text)}", text.encode()), line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('\n#line 7 "b.y"\nint a;\nint b;\n', {3: ("b.y", 7), 4: ("b.y", 8)}),
        ('# 7 "b.y" 2\nint a;\n', {2: ("b.y", 7)}),
        ('  #  line 7 "b\\"c\\\\d.y"\nint a;\n', {2: ('b"c\\d.y', 7)}),
        ('#line 7 "b.y"\n\n#line 70\nint a;\n', {2: ("b.y", 7), 4: ("b.y", 70)}),
        ('#line \\\n7 "b.y"\nint a;\n', {3: ("b.y", 7)}),
        ('/*\n#line 7 "b.y"\n*/ int a; char *s = "\\n#line 7";\n#if 1\n', {3: ("", 3), 5: ("", 5)}),
        ('#line 7 "b.y"\nint a;\n', {1: ("", 1)}),
    ],
)
def test_what_lines_are_called(text: str, expected: dict[int, tuple[str, int]]) -> None:
    for line, (name, number) in expected.items():
        found = called(text, line)
        assert found[1] == number
        assert not name or found[0] == name


@pytest.mark.parametrize("command", [["translate"], ["cc", "gcc", "-c"]], ids=["translate", "cc"])
def test_messages_name_them(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "a.c").write_text(SOURCE)
    (tmp_path / "made.y").write_text("another text\n")
    done = subprocess.run(
        [sys.executable, "-m", "pointerchain", *command, "a.c"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "POINTERCHAIN_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert re.match(r"made\.y:102:\d+: error: ", done.stderr), done.stderr
    assert "#pragma pointerchain region begin declare(s->a->none)" in done.stderr
