# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Properties: what may be changed in a PTX file without changing a count."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from samples import kernel

from pointerchain.ptx.counts import FunctionCount, count
from pointerchain.ptx.reader import read
from pointerchain.ptx.records import PtxError
from pointerchain.ptx.writer import write

# Registers are %a0 to %a5 and labels A0 to A3 here; a spelling replaces them.
_TEMPLATES = (
    *("add.s64 {r}, {r}, {r};", "ld.global.u64 {r}, [{r}+8];", "ld.u64 {r}, [{r}];", "mov.u64 {r}, {r};"),
    *(
        "st.global.f64 [{r}], {r};",
        "cvta.to.global.u64 {r}, {r};",
        "mov.b64 {{{r},{r}}}, {r};",
        "ret;",
        "@{r} ret;",
    ),
    *("bra {l};", "@{r} bra {l};", "@!{r} bra.uni {l};", "call.uni ({r}), f, ({r}, {r});", "bar.sync 0;"),
    *("atom.global.add.u32 {r}, [{r}], 1;", "shfl.sync.idx.b32 {r}|{r}, {r}, 0, 31, -1;"),
    *(".reg .b64 %local<4>;", ".loc 1 2 3", '.pragma "nounroll";', ".local .align 4 .b8 d[4] = {{1, 2}};"),
)


class Statement(NamedTuple):
    template: str
    registers: tuple[int, ...]
    label: int


Body = list["Statement | Body"]  # a list inside is a nested block


statements = st.builds(
    Statement,
    st.sampled_from(_TEMPLATES),
    st.tuples(*[st.integers(0, 5)] * 3),
    st.integers(0, 3),
)
bodies = st.recursive(
    st.lists(statements, max_size=8), lambda inner: st.lists(statements | inner, max_size=8), max_leaves=8
)


class Spelling(NamedTuple):
    """How registers and labels are called, and what stands between statements, in turn."""

    register: str
    label: str
    between: list[str]


SPACE = st.sampled_from(
    [
        "\n",
        " ",
        "\r\n",
        "\n\n\t",
        "// } ; ret;\n",
        "/* { \n ; */",
        " /**/ ",
        '\n// "\n',
        "\n// begin inline asm\n",
    ]
)
spellings = st.builds(
    Spelling,
    st.sampled_from(["%r", "%rd", "%frog$", "$x_", "reg"]),
    st.sampled_from(["$L__BB0_", "L", "_tag$", "BB"]),
    st.lists(SPACE, min_size=1, max_size=5),
)
PLAIN = Spelling("%a", "A", ["\n"])


def spelled(body: Body, spelling: Spelling, labels: int = 4) -> bytes:
    """The body as a file; every label stands at the end of an outermost statement."""
    parts: list[str] = []
    turn = 0

    def between() -> str:
        nonlocal turn
        turn += 1
        return spelling.between[turn % len(spelling.between)]

    def render(part: Body) -> None:
        for each in part:
            parts.append(between())
            if isinstance(each, list):
                parts.append("{")
                render(each)
                parts.append(between() + "}")
                continue
            names = iter(f"{spelling.register}{number}" for number in each.registers)
            text = each.template
            while "{r}" in text:
                text = text.replace("{r}", next(names), 1)
            text = text.replace("{l}", f"{spelling.label}{each.label}").replace("{{", "{").replace("}}", "}")
            # White space and comments may stand inside a statement, too; a '.loc' ends with its line.
            head, space, tail = text.partition(" ")
            parts.append(text + "\n" if head == ".loc" else head + (space and " " + between()) + tail)

    outer = [body[index::labels] for index in range(labels)]
    for number, part in enumerate(outer):
        parts.append(f"{between()}{spelling.label}{number}:")
        render(part)
    return kernel("".join(parts))


def counted(data: bytes) -> tuple[object, ...]:
    one: FunctionCount = count("k", data).functions[0]
    return (one.opcodes, one.opcodes_in_loops, one.by_depth, one.pointer_loads, one.pointer_loads_in_loops)


@given(bodies, spellings)
def test_comments_blanks_labels_and_registers_change_no_count(body: Body, spelling: Spelling) -> None:
    assert counted(spelled(body, spelling)) == counted(spelled(body, PLAIN))


@given(bodies, spellings)
def test_what_is_printed_reads_the_same(body: Body, spelling: Spelling) -> None:
    first = read(spelled(body, spelling))
    text = write(first)
    second = read(text.encode("latin-1"))
    assert write(second) == text
    assert [each._replace(at=0) for each in second[0].instructions] == [
        each._replace(at=0) for each in first[0].instructions
    ]
    assert counted(text.encode("latin-1")) == counted(spelled(body, PLAIN))


@given(bodies)
def test_every_statement_is_counted_once(body: Body) -> None:
    def expected(part: Body) -> Counter[str]:
        found: Counter[str] = Counter()
        for each in part:
            if isinstance(each, list):
                found += expected(each)
            elif not each.template.startswith("."):
                words = each.template.rstrip(";").split()
                found[words[1] if words[0].startswith("@") else words[0]] += 1
        return found

    assert counted(spelled(body, PLAIN))[0] == expected(body)


@given(bodies, st.data())
def test_broken_text_is_an_error_with_a_place_or_ptx(body: Body, data: st.DataObject) -> None:
    text = bytearray(spelled(body, PLAIN))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 4))] = data.draw(
            st.sampled_from([b"", b";", b"{", b"}", b'"', b"/*", b"\xff", b"(", b"@"])
        )
    try:
        count("k", bytes(text))
    except PtxError as error:
        assert -1 <= error.at <= len(text)
        assert error.message
