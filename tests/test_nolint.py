# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Comments that keep a warning from being shown: where they stand, and what they leave alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pointerchain

SOURCE = """\
struct c {{ int *e; }}; struct s {{ struct c *c; }};
void g(struct s *), h(struct s *);
int f(struct s *s) {{
  int t = 0;
#pragma pointerchain region begin declare(s->c->e)
  for (int i = 0; i < 3; i++) t += s->c->e[i];
{before}
  g(s);{behind}
#pragma pointerchain region end
  return t;
}}
"""


def codes(before: str = "", behind: str = "", text: str = SOURCE) -> list[str]:
    data = text.format(before=before, behind=behind)
    return [each.code for each in pointerchain.translate(data, "f.c").diagnostics]


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", " // NOLINT(pointerchain-aliased-call)"),
        ("", " /* NOLINT(misc-other, pointerchain-aliased-call): g only reads */"),
        ("", " // NOLINT(pointerchain-*)"),
        ("  // NOLINTNEXTLINE(pointerchain-aliased-call)", ""),
    ],
)
def test_a_named_warning_is_not_shown(before: str, behind: str) -> None:
    assert codes() == ["aliased-call"]
    assert codes(before, behind) == []


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", " // NOLINT"),
        ("", " // NOLINT(*)"),
        ("", " // NOLINT(aliased-call)"),
        ("", " // NOLINT(pointerchain-unused-declare)"),
        ("", " // NOLINTNEXTLINE(pointerchain-aliased-call)"),
        ("  // NOLINT(pointerchain-aliased-call)", ""),
        ("  // NOLINTNEXTLINE(pointerchain-aliased-call)\n", ""),
    ],
)
def test_what_names_another_or_stands_elsewhere(before: str, behind: str) -> None:
    assert codes(before, behind) == ["aliased-call"]


def test_an_error_is_shown() -> None:
    text = SOURCE.replace("g(s);", "s->c = 0;")
    assert codes(behind=" // NOLINT(pointerchain-*)", text=text) == ["prefix-assigned"]


def test_the_lines_of_a_directive_are_one() -> None:
    text = "struct s {{ int *a; }};\nint f(struct s *s) {{\n"
    text += "{before}#pragma pointerchain declare(\\\n s->a)\\\n {behind}\n  return 0;\n}}\n"
    assert codes(text=text) == ["unused-declare"]
    assert codes(behind="// NOLINT(pointerchain-unused-declare)", text=text) == []
    assert codes(before="// NOLINTNEXTLINE(pointerchain-unused-declare)\n", text=text) == []


def test_in_a_header_that_a_build_includes_and_with_werror(tmp_path: Path) -> None:
    text = SOURCE.format(before="", behind=" // NOLINT(pointerchain-aliased-call)")
    (tmp_path / "f.h").write_text(text)
    (tmp_path / "f.c").write_text('#include "f.h"\n')
    command = [sys.executable, "-m", "pointerchain", "cc", "-Werror", "gcc", "-c", "f.c", "-o", "f.o"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "f.h").write_text(SOURCE.format(before="", behind=""))
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "[-Werror=aliased-call]" in done.stderr or "aliased-call" in done.stderr
