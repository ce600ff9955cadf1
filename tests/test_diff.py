# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unified diffs: what they look like, and that ``patch`` makes the translation of the source with them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointerchain.cli.diff import unified

TEXTS = st.lists(st.sampled_from([b"a", b"b\xff", b"", b"c\r", b"-x", b"+y"]), max_size=30).map(b"\n".join)


def apply(directory: Path, name: str, before: bytes, diff: bytes) -> bytes:
    path = directory / name
    path.write_bytes(before)
    subprocess.run(
        ["patch", "-p1", "--binary", "--force", "--quiet"],
        cwd=directory,
        input=diff,
        check=True,
        capture_output=True,
    )
    return path.read_bytes() if path.exists() else b""


def test_equal_texts_have_no_diff() -> None:
    assert unified("a.c", b"same\n", b"same\n") == b""


def test_hunks_have_context_and_meet_where_they_are_near() -> None:
    before = b"".join(b"%d\n" % number for number in range(1, 31))
    after = (
        before.replace(b"\n5\n", b"\nfive\n").replace(b"\n11\n", b"\neleven\n").replace(b"\n25\n", b"\nx\n")
    )
    lines = unified("a.c", before, after).splitlines()
    assert [line for line in lines if line.startswith(b"@@")] == [b"@@ -2,13 +2,13 @@", b"@@ -22,7 +22,7 @@"]
    assert lines[:5] == [b"--- a/a.c", b"+++ b/a.c", b"@@ -2,13 +2,13 @@", b" 2", b" 3"]


def test_run_of_changes_is_removed_then_added() -> None:
    assert unified("a.c", b"1\n2\n3\n", b"x\ny\n3\n") == (
        b"--- a/a.c\n+++ b/a.c\n@@ -1,3 +1,3 @@\n-1\n-2\n+x\n+y\n 3\n"
    )


def test_missing_last_newline_is_told() -> None:
    assert unified("a.c", b"1", b"2").endswith(
        b"-1\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n"
    )


def test_absolute_paths_and_spaces() -> None:
    assert unified("/tmp/my file.c", b"1\n", b"2\n").startswith(
        b"--- a/tmp/my file.c\t\n+++ b/tmp/my file.c\t\n"
    )


def test_colours_do_not_change_the_text() -> None:
    plain = unified("a.c", b"1\n2\n", b"1\nx\n")
    colour = unified("a.c", b"1\n2\n", b"1\nx\n", colour=True)
    assert b"\x1b[31m-2\x1b[0m\n" in colour
    for code in (b"\x1b[1m", b"\x1b[36m", b"\x1b[31m", b"\x1b[32m", b"\x1b[0m"):
        colour = colour.replace(code, b"")
    assert colour == plain


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
@given(before=TEXTS, after=TEXTS)
def test_patch_makes_the_one_of_the_other(
    tmp_path_factory: pytest.TempPathFactory, before: bytes, after: bytes
) -> None:
    diff = unified("a b.c", before, after)
    assert (before == after) == (diff == b"")
    if diff:
        assert apply(tmp_path_factory.mktemp("patch"), "a b.c", before, diff) == after
