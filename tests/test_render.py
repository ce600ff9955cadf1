# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Diagnostics as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointerchain.diagnostics import Diagnostic, Fixit, Note, Place, Severity, diagnostic
from pointerchain.locations import WHOLE_FILE, SourceFiles
from pointerchain.render import LINE_LIMIT, generated, render
from pointerchain.source import Span

SOURCE = b"int main(void)\n{\n    f(&sim->n);\n}\n"


def place(data: bytes, what: bytes, file: str = "md.c") -> Place:
    at = data.index(what)
    return Place(file, Span(at, at + len(what)))


def error(where: Place, notes: tuple[Note, ...] = (), fixit: Fixit | None = None) -> Diagnostic:
    return diagnostic("io", where.file, where.span, notes, fixit, what="nothing but a test")


def shown(data: bytes, what: bytes) -> list[str]:
    """The lines below the headline, for a problem with ``what``, without the gutter."""
    text = render(error(place(data, what)), SourceFiles({"md.c": data}))
    return [line.split(" | ", 1)[1] for line in text.splitlines()[1:]]


def test_looks_as_clang_prints_it() -> None:
    notes = (Note("the function begins here", place(SOURCE, b"{")), Note("there is no more to say", None))
    diag = diagnostic("address-taken", "md.c", place(SOURCE, b"&sim->n").span, notes, chain="sim->n")
    assert render(diag, SourceFiles({"md.c": SOURCE})) == (
        "md.c:3:7: error: the address of 'sim->n' is taken in the region [-Waddress-taken]\n"
        "    3 |     f(&sim->n);\n"
        "      |       ^~~~~~~\n"
        "md.c:2:1: note: the function begins here\n"
        "    2 | {\n"
        "      | ^\n"
        "pointerchain: note: there is no more to say\n"
    )


def test_promoted_warning_says_so() -> None:
    diag = Diagnostic("unused-declare", Severity.ERROR, "unused", Place("md.c", WHOLE_FILE))
    assert render(diag, SourceFiles({})) == "md.c: error: unused [-Werror,-Wunused-declare]\n"


def test_span_over_lines_is_underlined_on_its_first() -> None:
    assert shown(b"a(sim\n  ->n);\n", b"sim\n  ->n") == ["a(sim", "  ^~~"]


def test_empty_span_and_span_at_the_end_of_a_line() -> None:
    data = b"abc\r\ndef"
    for at, line, caret in ((1, "abc", " ^"), (3, "abc", "   ^"), (4, "abc", "   ^"), (8, "def", "   ^")):
        text = render(error(Place("md.c", Span(at, at))), SourceFiles({"md.c": data}))
        assert [row.split(" | ", 1)[1] for row in text.splitlines()[1:]] == [line, caret]


def test_tabs_are_expanded_as_clang_expands_them() -> None:
    assert shown(b"\tint\tx;\n", b"x") == ["        int     x;", "                ^"]


def test_wide_and_combining_characters_keep_the_caret_in_place() -> None:
    data = "/* 原子 e\u0301 */ x;\n".encode()
    assert shown(data, b"x") == ["/* 原子 e\u0301 */ x;", " " * 13 + "^"]


def test_what_is_not_text_is_spelled_out() -> None:
    data = b"/* \xe9\x00\x1b[31m \xe2\x80\xae */ x;\n"
    assert shown(data, b"x") == ["/* <E9><U+0000><U+001B>[31m <U+202E> */ x;", " " * 40 + "^"]


def test_byte_order_mark_is_not_shown() -> None:
    assert shown(b"\xef\xbb\xbfint x;\n", b"x") == ["int x;", "    ^"]


def test_control_characters_of_messages_and_names_are_spelled_out() -> None:
    diag = Diagnostic("io", Severity.ERROR, "odd \x1b[2J \udce9", Place("a\n\udcff.c", WHOLE_FILE))
    assert render(diag, SourceFiles({})) == "a<U+000A>\udcff.c: error: odd <U+001B>[2J \udce9 [-Wio]\n"


@pytest.mark.parametrize("size", [LINE_LIMIT * 4, 10_000_000])
@pytest.mark.parametrize("where", ["start", "middle", "end"])
def test_long_line_is_shown_around_the_caret(size: int, where: str) -> None:
    line = bytearray("é".encode() * (size // 2))
    at = {"start": 0, "middle": size // 2 & ~1, "end": size - 4}[where]
    line[at : at + 4] = b"HERE"
    text, caret = shown(bytes(line) + b"\nnext\n", b"HERE")
    assert len(text) <= LINE_LIMIT + 6
    assert text[caret.index("^") :].startswith("HERE")
    assert caret.strip() == "^~~~"
    assert text.startswith("...") == (where != "start")
    assert text.endswith("...") == (where != "end")
    assert "<" not in text


def test_fixit_stands_under_what_it_replaces() -> None:
    data = b"#pragma pointerchain regoin end\n"
    where = place(data, b"regoin")
    text = render(error(where, (), Fixit(where, "region")), SourceFiles({"md.c": data}))
    assert text.splitlines()[1:] == [
        "    1 | #pragma pointerchain regoin end",
        "      |                      ^~~~~~",
        "      |                      region",
    ]


@pytest.mark.parametrize(
    "fixit",
    [
        Fixit(Place("md.c", Span(16, 17)), "on another line"),
        Fixit(Place("other.c", Span(0, 1)), "in another file"),
        Fixit(Place("md.c", Span(0, 1)), "two\nlines"),
        Fixit(Place("md.c", Span(0, 1)), ""),
        Fixit(Place("md.c", Span(0, 99999)), "beyond the end"),
    ],
)
def test_fixit_that_cannot_be_shown_is_left_out(fixit: Fixit) -> None:
    text = render(error(Place("md.c", Span(0, 3)), (), fixit), SourceFiles({"md.c": SOURCE}))
    assert len(text.splitlines()) == 3


def test_other_files_are_read_for_their_lines(tmp_path: Path) -> None:
    header = tmp_path / "sim.h"
    header.write_bytes(b"struct sim;\n")
    notes = (Note("declared here", Place(str(header), Span(7, 10))),)
    text = render(error(Place("md.c", WHOLE_FILE), notes), SourceFiles({}))
    assert f"{header}:1:8: note: declared here\n    1 | struct sim;\n      |        ^~~\n" in text


@pytest.mark.parametrize("name", ["gone.h", "nul\0.h", "."])
def test_file_that_cannot_be_read_is_named_without_a_line(name: str) -> None:
    text = render(error(Place("md.c", WHOLE_FILE), (Note("here", Place(name, Span(5, 9))),)), SourceFiles({}))
    assert text.splitlines()[1].endswith(": note: here")


def test_place_behind_the_end_has_no_line() -> None:
    assert render(error(Place("md.c", Span(5, 9))), SourceFiles({"md.c": b"abc"})).startswith("md.c: error: ")


def test_colours_are_clangs() -> None:
    where = place(SOURCE, b"&sim->n")
    notes = (Note("note", where),)
    text = render(error(where, notes, Fixit(where, "sim")), SourceFiles({"md.c": SOURCE}), colour=True)
    assert text.splitlines() == [
        "\x1b[1mmd.c:3:7: \x1b[0m\x1b[0;1;31merror: \x1b[0m\x1b[1mnothing but a test [-Wio]\x1b[0m",
        "    3 |     f(&sim->n);",
        "      | \x1b[0;1;32m      ^~~~~~~\x1b[0m",
        "      | \x1b[0;32m      sim\x1b[0m",
        "\x1b[1mmd.c:3:7: \x1b[0m\x1b[0;1;36mnote: \x1b[0mnote",
        "    3 |     f(&sim->n);",
        "      | \x1b[0;1;32m      ^~~~~~~\x1b[0m",
    ]


@pytest.mark.parametrize(
    ("errors", "warnings", "text"),
    [
        (0, 0, ""),
        (1, 0, "1 error generated.\n"),
        (0, 2, "2 warnings generated.\n"),
        (2, 1, "1 warning and 2 errors generated.\n"),
    ],
)
def test_counts(errors: int, warnings: int, text: str) -> None:
    assert generated(errors, warnings) == text


@given(st.binary(max_size=600), st.integers(0, 600), st.integers(0, 50), st.booleans())
def test_any_bytes_and_any_span_can_be_shown(data: bytes, start: int, length: int, colour: bool) -> None:
    text = render(
        error(Place("md.c", Span(start, start + length))), SourceFiles({"md.c": data}), colour=colour
    )
    text.encode()
    lines = text.splitlines()
    assert len(lines) == (3 if start + length <= len(data) else 1)
    if not colour:
        assert all(char.isprintable() or char == "\n" for char in text)
