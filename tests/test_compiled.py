# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A translation that only a compiler sees: that one finds the types of locals."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pointerchain.translator.clang.session import Session
from pointerchain.translator.pipeline import translate

TYPES = Path(__file__).parent / "cases" / "types"
CASES = sorted(path for path in TYPES.glob("*.c") if path.with_suffix(".expected.c").exists())
NEEDS_C23 = "c23"


@pytest.mark.parametrize("case", CASES, ids=[case.stem for case in CASES])
def test_locals_compile_without_a_word_of_their_types(case: Path) -> None:
    made = translate(case.read_bytes(), str(case), compiled=True)
    if case.stem == NEEDS_C23:
        assert made.text is None  # its first line says how it is to be read
        return
    assert made.text is not None
    command = ["gcc", "-std=gnu11", "-D__pointerchain", "-fsyntax-only", "-Wall", "-Wextra"]
    command += ["-Werror", "-Wno-unknown-pragmas", "-iquote", str(TYPES), "-x", "c", "-"]
    result = subprocess.run(command, input=made.text, capture_output=True)
    assert result.returncode == 0, result.stderr.decode() + made.text.decode()


def test_skipped_branches_of_regions() -> None:
    source = b"""struct A { int n; };
int f(struct A **a) {
#ifdef OUTSIDE
  return 1;
#endif
#pragma pointerchain region begin declare((*a)->n)
  (*a)->n = 1;
#if defined NO // ends in a line of its own
  (*a)->n = 2;
# if 1
  (*a)->n = 3;
# endif
#elif 1
  (*a)->n += 4;
#else

  (*a)->n = 5;
#endif
#ifdef EMPTY
#endif
#pragma pointerchain region end
  return (*a)->n;
}
"""
    lines = source.splitlines()
    made = translate(source, "a.c", compiled=True)
    assert made.text is not None
    result = made.text.splitlines()
    assert len(result) == len(lines)
    errors = [number for number, line in enumerate(result, 1) if line.startswith(b"#error pointerchain")]
    assert errors == [9, 16]
    assert result[2:5] == lines[2:5]
    assert not any(b"= 2" in line or b"= 3" in line or b"= 5" in line for line in result)
    plain = translate(source, "a.c")
    assert plain.text is not None
    assert b"#error" not in plain.text


def test_what_is_skipped_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    ask = Session.skipped_ranges
    monkeypatch.setattr(Session, "skipped_ranges", lambda *words: asked.append(1) or ask(*words))
    source = b"""struct A { int n; };
int f(struct A **a) {
#if __has_include(<none.h>)
  {
#endif
#pragma pointerchain region begin declare((*a)->n)
#if __has_include(<none.h>)
  (*a)->n = 1;
#endif
  (*a)->n = 2;
#pragma pointerchain region end
  return (*a)->n;
}
"""
    made = translate(source, "a.c", compiled=True)
    assert made.text is not None
    assert (b"#error" in made.text, len(asked)) == (True, 1)
