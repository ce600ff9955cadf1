# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: E501
"""The reader: every trap of the grammar, and the places of what is wrong."""

from __future__ import annotations

import bz2
import lzma
import re

import pytest
from samples import HEAD, TRAPS, TRAPS_INSTRUCTIONS, kernel

from pointerchain.ptx.reader import read
from pointerchain.ptx.records import WHOLE_FILE, Function, Loc, PtxError
from pointerchain.ptx.writer import instruction_text, write
from pointerchain.source import Source


def one(body: str) -> Function:
    (function,) = read(kernel(body))
    return function


def shown(body: str) -> list[str]:
    return [instruction_text(each) for each in one(body).instructions]


def test_traps() -> None:
    functions = read(TRAPS)
    assert [(each.kind, each.name) for each in functions] == [
        ("func", "helper2"),
        ("func", "unified_one"),
        ("entry", "forward"),
    ]
    # The comments of the sample number the lines on which an instruction ends.
    marked = [int(number) for number in re.findall(rb"// (\d+)$", TRAPS, re.MULTILINE)]
    assert marked == list(range(1, TRAPS_INSTRUCTIONS + 1))
    assert sum(len(each.instructions) for each in functions) == TRAPS_INSTRUCTIONS
    assert [instruction_text(each) for each in functions[2].instructions] == [
        "ld.param.u64 %ar0, [%in_ar0];",
        "st.param.b64 [param0+0], %ar0;",
        "call.uni (retval0), vprintf, ( param0, param0 );",
        "ld.param.b32 %r1, [retval0+0];",
        "@!%p1 bra.uni $L__BB0_1;",
        "@%p2 bra $L__BB0_2;",
        "setp.ne.b32 p, %r1, 0;",
        "@p bra DONE;",
        "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+-16];",
        "brx.idx %r1, targets;",
        "ret;",
    ]


def test_places_are_those_of_the_text() -> None:
    for function in read(TRAPS):
        for instruction in function.instructions:
            text = TRAPS[instruction.at :].decode("latin-1")
            spelled = "@" if instruction.guard else instruction.opcode
            assert text.startswith(spelled), instruction
        for item in function.items:
            assert TRAPS.startswith(item.text.split()[0].rstrip(";").encode(), item.at), item


def test_source_lines_come_from_loc() -> None:
    kernel_, *_ = (each for each in read(TRAPS) if each.name == "forward")
    assert [each.loc for each in kernel_.instructions[:2]] == [Loc(1, 7, 3), Loc(2, 8, 5)]
    assert read(kernel("ret;"))[0].instructions[0].loc is None


def test_scopes() -> None:
    function = one("{ .reg .u32 %x; mov.u32 %x, 1; { ret; } } {ret;} exit;")
    assert [each.scope for each in function.instructions] == [1, 2, 3, 0]
    assert function.parents == [-1, 0, 1, 0]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("ret;", "ret;"),
        ("ret\n;", "ret;"),
        ("@%p ret;", "@%p ret;"),
        ("@ ! %p ret;", "@!%p ret;"),
        ("@!p ret;", "@!p ret;"),
        ("mov .u32 %r1 , %tid.x ;", "mov.u32 %r1 , %tid.x;"),
        ("mov.u32\t%r1, %tid.x;", "mov.u32 %r1, %tid.x;"),
        ("mov.b64 {%r1,%r2}, %rd1;", "mov.b64 {%r1,%r2}, %rd1;"),
        ("mov.b64\t{%r1,%r2}, %rd1;", "mov.b64 {%r1,%r2}, %rd1;"),
        ("mov.u64 %rd1, table+4;", "mov.u64 %rd1, table+4;"),
        ("mov.f32 %f1, 0f3F800000;", "mov.f32 %f1, 0f3F800000;"),
        ("mov.f64 %f1, -1.5e-3;", "mov.f64 %f1, -1.5e-3;"),
        ("mov.b32 %r1, (1 << 4) / 2;", "mov.b32 %r1, (1 << 4) / 2;"),
        ("mov.u32 %r1, %v.x;", "mov.u32 %r1, %v.x;"),
        ("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;", "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;"),
        ("ld.global.L1::no_allocate.L2::128B.v2.u64 {%rd1, _}, [%rd3 + 8];", None),
        ("ld.u8 %r1, [0x10];", None),
        ("ld.const[3].u32 %r1, [c];", None),
        ("atom.global.add.u32 _, [%rd1], 1;", None),
        ("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [tex_a, {%f5,%f6}];", None),
        (
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2,%r3}], [%r4];",
            None,
        ),
        (
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4}, %rd1, %rd2, p, 1, -1, 0, 1;",
            None,
        ),
        ("shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, 0xffffffff;", None),
        ("call (%r1), helper2, (%r2);", None),
        ("call %rd1, (%r2), prototype;", None),
        ("call helper;", None),
        ("frobnicate.new.b4096 %q1, {%q2}, [%rd1], 7;", None),
        ("mul.lo.s32 %r1, %r2, -0x10;", None),
        ("mov.u32 %r1, WARP_SZ;", None),
    ],
)
def test_instructions(text: str, read_as: str | None) -> None:
    assert shown(text) == [read_as or text]
    # Nor does it matter what is around it.
    assert shown(f"L:{text}// comment\n/* one */ {text} ret;") == [read_as or text] * 2 + ["ret;"]


def test_statements_on_one_line() -> None:
    assert shown("L: @%p bra L; ret; exit;{ret;}") == ["@%p bra L;", "ret;", "exit;", "ret;"]


def test_crlf_and_byte_order_mark() -> None:
    assert write(read(TRAPS.replace(b"\n", b"\r\n"))) == write(read(TRAPS))
    assert write(read(b"\xef\xbb\xbf" + TRAPS)) == write(read(TRAPS))


def test_modules_one_after_the_other() -> None:
    first = kernel("ret;", "a").replace(b"sm_80", b"sm_90").replace(b".address_size 64\n", b"")
    a, b = read(first + kernel("ret;", "b"))
    assert (a.module.target, a.module.address_size) == ("sm_90", 64)
    assert (b.module.target, b.module.address_size) == ("sm_80", 64)


@pytest.mark.parametrize(
    ("target", "bits"), [("sm_20", 32), ("sm_61", 32), ("sm_70", 64), ("sm_120a", 64), ("", 32)]
)
def test_addresses_where_the_module_does_not_say(target: str, bits: int) -> None:
    data = f".version 4.0\n{target and '.target ' + target}\n.entry k() {{ ret; }}\n".encode()
    assert read(data)[0].module.address_size == bits


@pytest.mark.parametrize("data", [TRAPS, kernel(""), kernel("{}L:{}")])
def test_what_is_printed_reads_the_same(data: bytes) -> None:
    first = read(data)
    second = read(write(first).encode("latin-1"))
    assert write(second) == write(first)
    for one_, other in zip(first, second, strict=True):
        assert [each._replace(at=0) for each in one_.instructions] == [
            each._replace(at=0) for each in other.instructions
        ]
        assert [each._replace(at=0) for each in one_.items] == [each._replace(at=0) for each in other.items]
        assert (one_.kind, one_.name, one_.parents, one_.module) == (
            other.kind,
            other.name,
            other.parents,
            other.module,
        )


# '!' stands before the byte that the error has to name, '?' before that of its note.
ERRORS = {
    "missing semicolon": ("!add.s32 %r1, %r2, 1\nmul.lo.s32 %r2, %r1, 2;", "expected ',' or ';' before 'mul.lo.s32'"),
    "missing last semicolon": ("ret;\n!exit\n", "expected ';' at the end of this statement"),
    "missing semicolon after ret": ("!ret\nexit;", "expected ';' after 'ret'"),
    "missing semicolon after ret.uni": ("@%p !ret.uni mov.u32 %r1, 1;".replace("@%p !", "!@%p "), "expected ';' after 'ret.uni'"),
    "missing operand": ("!add.s32 %r1, , 1;", "an operand is missing"),
    "trailing comma": ("!add.s32 %r1, %r2,;", "an operand is missing"),
    "open bracket": ("!ld.u32 %r1, [%rd1;", "expected ']'"),
    "closing bracket": ("!ld.u32 %r1, %rd1];", "unexpected ']'"),
    "crossed brackets": ("!ld.u32 %r1, [{%rd1]};", "unexpected ']'"),
    "strange character": ("ret; !` ret;", "unexpected '`'"),
    "a letter that is not ASCII": ("ret; !\xe9 ret;", "unexpected the byte 0xc3"),
    "control character": ("ret; !\x01 ret;", "unexpected the byte 0x01"),
    "strange operand": ("!add.s32 %r1, `, 1;", "unexpected '`'"),
    "guard alone": ("!@%p1;", "a predicate without an instruction"),
    "string": ("ret; !\"text\";", "unexpected '\"'"),
    "open string": ('.pragma !"nounroll;\n', "a string that does not end"),
    "open comment": ("ret; !/* comment", "a comment that does not end"),
    "open comment in a statement": ("ret !/* comment", "a comment that does not end"),
    "open parenthesis": ("call f, ?(%r1!;", "';' before the '(' is closed"),
    "a function inside": ("ret;\n!.visible .entry other() { ret; }", "'.visible' inside kernel 'k'"),
    "malformed loc": ("!.loc 1 2;", "malformed '.loc'"),
    "text": ("!define void @f() #0 { ret }", "expected ';' at the end of this statement"),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors_in_a_body(name: str) -> None:
    body, message = ERRORS[name]
    check(kernel(body).decode("latin-1"), message)


def check(marked: str, message: str) -> None:
    before = marked.replace("?", "")
    data = before.replace("!", "", 1).encode("latin-1")
    with pytest.raises(PtxError) as failure:
        read(data)
    assert message in failure.value.message
    assert (failure.value.at, failure.value.message) == (before.index("!"), failure.value.message)
    if "?" in marked:
        assert failure.value.note is not None
        assert failure.value.note[0] == marked.replace("!", "").index("?")


@pytest.mark.parametrize(
    ("marked", "message"),
    [
        (f"{HEAD}!int main(void) {{ return 0; }}", "unexpected 'int' outside a function"),
        (f"{HEAD}!}}", "a '}' that closes nothing"),
        (f"{HEAD}!add.s32 %r1, %r2, %r3;", "unexpected 'add.s32' outside a function"),
        (f"{HEAD}!.visible .entry () {{ ret; }}", "'.entry' without a name"),
        (f"{HEAD}!.entry k(.param .u64 p);", "kernel 'k' is declared here and has no body in this file"),
        (f"{HEAD}.entry k() {{ ret; }}\n!.weak .entry k() {{ exit; }}", "'k' has a body here a second time"),
        (f"{HEAD}?.func f() {{ ret; }}\n!.func f() {{ ret; }}", "'f' has a body here a second time"),
        (f"{HEAD}.entry f() {{ ret; }}\n!.func f() {{ ret; }}", "'f' has a body here a second time"),
        (f"{HEAD}!.extern .func f() {{ ret; }}", "'f' is declared '.extern', and has a body"),
        (f"{HEAD}.global .u32 a = ?{{1, 2!;", "';' before the '{' is closed"),
        (f"{HEAD}!.frob {{ 1 }}", "'.frob' begins no function"),
        (".version 8.5\n!.target ;", "malformed '.target'"),
        ("!.version new\n", "malformed '.version'"),
        (f"{HEAD}!.address_size 128\n", "malformed '.address_size'"),
        ("!.visible .entry k() { ret; }", "expected '.version'"),
        ("!hello, world\n", "expected '.version'"),
        ("// nothing but a comment\n", "expected '.version'"),
    ],
)
def test_errors_outside_a_body(marked: str, message: str | None) -> None:
    if "!" not in marked:
        with pytest.raises(PtxError):
            read(marked.encode())
    else:
        assert message is not None
        check(marked, message)


def test_a_kernel_of_another_file_may_be_declared() -> None:
    # nvcc -rdc=true writes this of a kernel that another kernel starts.
    text = ".extern .entry _Z5childPi\n(\n\t.param .u64 _Z5childPi_param_0\n)\n;\n"
    data = f"{HEAD}{text}".encode() + kernel("ret;").removeprefix(HEAD.encode())
    assert [each.name for each in read(data)] == ["k"]


def test_modules_one_after_the_other_may_have_a_name_each() -> None:
    assert [each.name for each in read(kernel("ret;") + kernel("exit;"))] == ["k", "k"]


def test_a_file_cut_anywhere_is_an_error_or_ends_between_two_things() -> None:
    data = kernel('.pragma "a";\n{ ld.global.v2.u32 {%r1, %r2}, [%rd1]; /* c */ }\nL: @%p1 bra L;\nret; // e')
    whole = write(read(data))
    begins = data.index(b".visible")
    for end in range(begins + 1, len(data.rstrip())):
        with pytest.raises(PtxError) as failure:
            read(data[:end])
        # The place is in what is there, and its line can be shown.
        assert 0 <= failure.value.at <= end
        Source("cut", data[:end]).line_column(failure.value.at)
    assert write(read(data.rstrip())) == whole


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b" \n\t\n", "nothing but white space"),
        (b"\x7fELF\x02\x01\x01", "an ELF file"),
        (b"\x50\xed\x55\xba\x01", "a fatbinary"),
        (b"BC\xc0\xde5\x14", "LLVM bitcode"),
        (b"!<arch>\n", "an archive"),
        (b"\x1f\x8b\x08\0", "compressed with gzip; decompress it first"),
        (bz2.compress(HEAD.encode()), "compressed with bzip2; decompress it first"),
        (lzma.compress(HEAD.encode()), "compressed with xz; decompress it first"),
        (lzma.compress(HEAD.encode(), lzma.FORMAT_ALONE), "compressed with lzma; decompress it first"),
        (b"\x28\xb5\x2f\xfd\x04", "compressed with zstd; decompress it first"),
        (b"PK\x03\x04\x14\0", "a zip archive; unpack it first"),
        (b"\xff\xfe.\0v\0", "UTF-16"),
        (b"\0\1\2\3", "the file is binary"),
        (HEAD.encode() + b"\0\0", "the PTX ends in NUL bytes"),
        (b"; ModuleID = 'a.c'\nsource_filename = \"a.c\"\n", "LLVM IR"),
        (b"define void @k(ptr %p) {\n  ret void\n}\n", "LLVM IR"),
        (b"\tcode for sm_80\n\t\tFunction : k\n\t.headerflags @\"EF\"\n        /*0000*/  MOV R1, c[0x0][0x28] ;\n", "SASS"),
        (b"        /*0000*/                   MOV R1, c[0x0][0x28] ;\n", "SASS"),
        (b'static const char ptx_code_0[] =\n\t"// BEGIN PREAMBLE\\n"\n', "'*.mkoffload.s'"),
        (b"#include <stdio.h>\nint main(void) {}\n", "C or C++ source"),
        (b"\t.file\t\"a.c\"\n\t.text\n\t.globl\tmain\n", "assembly for a host"),
    ],
)  # fmt: skip
def test_what_is_not_ptx_is_told_apart(data: bytes, message: str) -> None:
    with pytest.raises(PtxError, match=re.escape(message)) as failure:
        read(data)
    assert WHOLE_FILE <= failure.value.at <= len(data)
