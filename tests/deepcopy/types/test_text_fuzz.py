# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Broken directives: whatever the text, there are diagnostics or a translation, and never an exception."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import INCLUDES

import pointerchain
from pointerchain.diagnostics import Severity

SOURCE = """\
typedef struct node {
  struct node *next; double *data; int n; void *any, *as; char *name; union { int *i; long k; } u;
} node;
#pragma pointerchain shape(node: next[1], data[n], as as float[n], name[strlen + 1], u.i[n])
#pragma pointerchain policy(node: skip(any), to(data), when(n < 3, u.i))
#pragma pointerchain shape(node as brief: next[1])
#pragma pointerchain policy(node as brief: skip(data), from(as))

static int send(node *head, int m) {
#pragma pointerchain deepcopy enter(to: head[0:m] as brief, from: head->data[0:m]) if(m < 9) device(m)
  for (int i = 0; i < m; i++) {
#pragma pointerchain deepcopy region begin(alloc: head) if(head) technique(base+)
    if (i > 3) break;
    if (i > 2) return i;
#pragma pointerchain deepcopy region end
  }
#pragma pointerchain deepcopy update host(head) device(head), structure(head) if(m)
#pragma pointerchain deepcopy exit(head[0:m] as brief, head->data[0:m]) delete if(m < 9)
  return 0;
}
int main(void) { return send(0, 0); }
"""
PIECES = (
    *(
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        "1",
        "n",
        "node",
        "head",
        "->",
        ".",
        "*",
        "&",
        "\\\n",
        " ",
        "{",
        "}",
        ";",
    ),
    *(
        "shape",
        "policy",
        "deepcopy",
        "enter",
        "exit",
        "region",
        "begin",
        "end",
        "skip",
        "sizeof",
        '"',
        "'",
        "#",
    ),
    *("as", "to", "from:", "alloc", "when", "if", "device", "structure", "strlen", "brief", "pc_row", "u.i"),
    *("technique", "delete", "?", "//", "/*", "*/", "\x80", "next", "data", "0x", "::", "<", ">", "++", "="),
)
LINES = SOURCE.splitlines()
DIRECTIVES = [number for number, line in enumerate(LINES) if line.startswith("#pragma")]


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """The source with a piece put into some of its directives, taken out, or a line moved."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 3))):
        number = draw(st.sampled_from(DIRECTIVES))
        line = lines[number]
        start = draw(st.integers(8, max(8, len(line))))
        kind = draw(st.sampled_from(("insert", "remove", "replace", "swap")))
        piece = draw(st.sampled_from(PIECES))
        end = start + draw(st.integers(0, 6))
        if kind == "insert":
            lines[number] = line[:start] + piece + line[start:]
        elif kind == "remove":
            lines[number] = line[:start] + line[end:]
        elif kind == "replace":
            lines[number] = line[:start] + piece + line[end:]
        else:
            other = draw(st.integers(0, len(lines) - 1))
            lines[number], lines[other] = lines[other], lines[number]
    return ("\n".join(lines) + draw(st.sampled_from(("\n", "")))).encode("latin-1")


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(broken(), st.sampled_from(("c", "c++")))
def test_broken_directives_are_diagnosed(source: bytes, language: str) -> None:
    check(source, language)


def check(source: bytes, language: str) -> None:
    """What holds of every answer: it is a translation, or its errors have places."""
    result = pointerchain.translate(source, "program.c", INCLUDES, language=language)
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]
    assert (result.text is None) == bool(errors)
    for each in result.diagnostics:
        assert each.code != "verification", each.message
        if each.place.file == "program.c":
            assert 0 <= each.place.span.start <= each.place.span.end <= len(source)
    if result.text is not None:
        assert result.text.count(b"\n") == source.count(b"\n")


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """The source with bytes of it taken out, put in, doubled or changed, wherever they stand."""
    whole = SOURCE.encode()
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(whole)))
        end = min(len(whole), start + draw(st.integers(0, 12)))
        word = st.sampled_from(PIECES).map(lambda piece: piece.encode("latin-1"))
        piece = draw(st.one_of(word, st.binary(max_size=4), st.just(whole[start:end] * 2)))
        whole = whole[:start] + piece + whole[end:]
    return whole


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(damaged(), st.sampled_from(("c", "c++")))
def test_damaged_sources_are_diagnosed(source: bytes, language: str) -> None:
    check(source, language)
