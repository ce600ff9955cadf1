# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whatever stands in a directive or a file, the translator answers with a Translation."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pointerchain
from pointerchain.diagnostics import CATALOGUE, Severity

pytestmark = pytest.mark.filterwarnings("error")
quietly = settings(derandomize=True, deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))

HEAD = b"struct C { double *v; unsigned n; double m[3]; };\nstruct B { struct C *c; struct C d[2]; };\n"
HEAD += b"struct A { struct B *b; };\nunsigned use(struct A *a, int i) {\n  (void)i;\n"
TAIL = b"\n  a->b->c->v[0] = 1.0;\n  return a->b->c->n;\n}\n"
VALID = (
    b"#pragma pointerchain declare(a->b->c->v{double*:restrict}, a->b->c->n)",
    b"#pragma pointerchain declare(a->b->{c->{n, v{:restrict}}, d[i].m{double *}})",
    b"#pragma pointerchain region begin\n  a->b->c->n++;\n#pragma pointerchain region end",
    b"#pragma pointerchain region begin declare(a->b->c->v)\n"
    b"  a->b->c->v[1] = 2;\n#pragma pointerchain region end",
    b"#pragma acc parallel loop copy(a->b->c->v[0:4]) pointerchain(a->b->c->v{double *:restrictconst})\n"
    b"  for (int k = 0; k < 4; k++) a->b->c->v[k] += a->b->c->n;",
    b"#pragma omp parallel for pointerchain(a->b->d[1].n)\n  for (int k = 0; k < 4; k++) (void)a->b->d[1].n;",
    b'_Pragma("pointerchain region begin declare(a->b->d[i].m)")\n  a->b->d[i].m[0]++;\n'
    b'_Pragma("pointerchain region end")',
    b"#pragma pointerchain \\\n  region begin /* a */ declare( \\\n a->b->c->m{double *}) // b\n"
    b"  if (a->b->c->m[1] > 2) return 3;\n#pragma pointerchain region end",
    b"#pragma pointerchain promise(reads(use, b), unaliased(a))\n"
    b"#pragma pointerchain region begin declare(a->b->c->n)\n"
    b"  i += a->b->c->n + use(a, i);\n#pragma pointerchain region end",
)
LANGUAGE = r"""
declare region begin end pointerchain pragma promise reads unaliased
acc omp parallel for loop restrict restrictconst
a b c v n m d i a->b a->b->c->v a->b->c->n double unsigned const struct C * & ( ) { } [ ] < >
-> . .. ... , ; : :: # ## % %: ?? ??/ ??( ??> / /* */ // ' " \ 0 1 0x 1e + - = ! ~ | ^
_Pragma R"x( )x" L"a" u8"a" u8R"( "pointerchain" \" \u00e4 \x28 $ @ ` ä λ
#if #else #endif #define #include #line return goto if for while do switch case default sizeof this
template typename class auto [[ ]] <: :> <% %> static_cast operator new delete throw try catch
"""
WORDS = [*LANGUAGE.split(), "\\\n", "\n", "\r", "\r\n", "\t", "\v", "\f", "\0", " ", "\ufeff", "\u2028"]
word = st.sampled_from(WORDS).map(str.encode)
soup = st.lists(st.one_of(word, word, st.sampled_from((b" ", b"", b"\n"))), max_size=30).map(b"".join)


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """``whole`` with some bytes taken out, put in, doubled or changed."""
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(whole)))
        end = min(len(whole), start + draw(st.integers(0, 12)))
        piece = draw(st.one_of(word, st.binary(max_size=4), st.just(whole[start:end] * 2)))
        whole = whole[:start] + piece + whole[end:]
    return whole


def answer(source: bytes, name: str = "fuzzed.c", *args: str) -> pointerchain.Translation:
    """Translate ``source`` and check what holds of every answer."""
    result = pointerchain.translate(source, name, args)
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]
    assert (result.text is None) == bool(errors), result
    assert result.changed == (result.text is not None and result.text != source)
    for diag in result.diagnostics:
        assert diag.code in CATALOGUE
        assert diag.message
        for place in (diag.place, *(note.place for note in diag.notes)):
            if place and place.file == name:
                assert 0 <= place.span.start <= place.span.end <= len(source), diag
    if result.text is not None:
        assert result.text.count(b"\n") == source.count(b"\n")
    return result


def directive(text: bytes) -> bytes:
    return HEAD + b"#pragma pointerchain " + text + TAIL


@quietly
@given(st.binary(max_size=60), st.booleans())
def test_any_bytes_in_a_directive(text: bytes, cxx: bool) -> None:
    answer(directive(text), "fuzzed.cpp" if cxx else "fuzzed.c")


@quietly
@given(soup, st.booleans())
def test_any_words_in_a_directive(text: bytes, cxx: bool) -> None:
    answer(directive(text), "fuzzed.cpp" if cxx else "fuzzed.c")


@quietly
@given(soup)
def test_any_words_in_a_list(text: bytes) -> None:
    answer(directive(b"declare(" + text + b")"))


@quietly
@given(soup)
def test_any_words_in_a_clause(text: bytes) -> None:
    answer(
        HEAD + b"#pragma acc parallel loop pointerchain(" + text + b")\nfor (int k = 0; k < 2; k++);" + TAIL
    )


@quietly
@given(st.one_of(soup, st.binary(max_size=40)))
def test_any_words_in_the_operator(text: bytes) -> None:
    answer(HEAD + b'_Pragma("pointerchain ' + text + b'")' + TAIL)


@quietly
@given(st.sampled_from(VALID).flatmap(damaged), st.booleans())
def test_damaged_directives(text: bytes, cxx: bool) -> None:
    answer(HEAD + text + TAIL, "fuzzed.cpp" if cxx else "fuzzed.c")


@quietly
@given(st.lists(st.sampled_from(VALID), min_size=1, max_size=3).map(b"\n".join).flatmap(
    lambda text: damaged(HEAD + text + TAIL)
), st.booleans())  # fmt: skip
def test_damaged_files(text: bytes, cxx: bool) -> None:
    answer(text, "fuzzed.cpp" if cxx else "fuzzed.c")


@quietly
@given(st.one_of(soup, st.binary(max_size=300)))
def test_any_file(text: bytes) -> None:
    answer(text)
    answer(text + b"\n#pragma pointerchain region end\n" + text)


@pytest.mark.parametrize("text", VALID, ids=range(len(VALID)))
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_the_valid_directives_are_valid(text: bytes, end: bytes) -> None:
    result = answer((HEAD + text + TAIL).replace(b"\n", end))
    assert result.text is not None, result.diagnostics


NESTING = (
    "( )",
    "[ ]",
    "{ }",
    "< >",
    "(* )",
    "a[ ]",
    "(a. )",
    "( ]",
    "/* )",
    '" "',
    "a-> ",
    "* ",
    "& ",
    "- ",
    "[ ",
    "( ",
)


@pytest.mark.parametrize("pair", NESTING)
def test_deep_brackets(pair: str) -> None:
    opening, closing = pair.split(" ")
    nested = (opening * 10_000 + "a" + closing * 10_000).encode()
    assert answer(directive(b"declare(" + nested + b")")).text is None
    assert answer(directive(b"declare(a->b{" + nested + b"})")).text is None
    clause = b"#pragma acc data copy(" + nested + b") pointerchain(a->b->c->n)"
    answer(HEAD + clause + b"\n{ a->b->c->n++; }" + TAIL)


@pytest.mark.parametrize("depth", [10, 100, 1000, pytest.param(5000, marks=pytest.mark.long)])
def test_deep_source(depth: int) -> None:
    deep = b"(" * depth + b"a->b->c->n" + b")" * depth
    region = b"#pragma pointerchain region begin declare(a->b->c->n)\n  (void)"
    answer(HEAD + region + deep + b";\n#pragma pointerchain region end" + TAIL)
    blocks = b"{" * depth + b"a->b->c->n++;" + b"}" * depth
    answer(HEAD + region + b"0;" + blocks + b"\n#pragma pointerchain region end" + TAIL)
    sums = b"+".join([b"a->b->c->n"] * depth)
    answer(HEAD + region + b"(" + sums + b");\n#pragma pointerchain region end" + TAIL)


def test_long_lists() -> None:
    names = b", ".join(b"a->b->d[%d].n" % (n % 2) for n in range(5000))
    answer(directive(b"declare(" + names + b")"))
    answer(directive(b"declare(" + b"," * 20_000 + b")"))
    answer(directive(b"declare(a->b" + b"->b" * 5000 + b")"))
    answer(directive(b"declare(a->b->c->v{" + b"const " * 5000 + b"double *})"))
    answer(directive(b"declare(a->b->c->v{double" + b"*" * 5000 + b"})"))


def test_a_long_line() -> None:
    answer(directive(b"declare(a->b->c->n" + b" " * 2_000_000 + b")"))
    answer(HEAD + b"/*" + b"x" * 2_000_000 + b"*/\n#pragma pointerchain declare(a->b->c->n)" + TAIL)


ODD = (
    b"",
    b"#pragma pointerchain",
    b"#pragma pointerchain region begin",
    b"#pragma pointerchain declare(a->b",
    b"#pragma pointerchain \\",
    b"#pragma pointerchain \\\n",
    b"#pragma pointerchain \\\r\n",
    b"\\\n#pragma pointerchain region end",
    b"#pra\\\ngma pointer\\\nchain region e\\\nnd",
    b"??=pragma pointerchain region begin ??/\n declare(x)",
    b"%:pragma pointerchain region begin",
    b"# /* a */ pragma /* b */ pointerchain /* c */ region /* d",
    b"#pragma pointerchain declare(a\0->b)",
    b"\0#pragma pointerchain region end\0",
    b"\xef\xbb\xbf#pragma pointerchain region end",
    b"\xff\xfe#\0p\0r\0a\0g\0m\0a\0 \0p\0o\0i\0n\0t\0e\0r\0c\0h\0a\0i\0n\0",
    b"#pragma pointerchain declare(\xe4->\xf6)",
    b"#pragma pointerchain declare(\xc3\xa4->\xc3\xb6)",
    b"#pragma pointerchain declare(a->b) /* never ends",
    b'#pragma pointerchain declare("never ends)',
    b"#pragma pointerchain declare('never ends)",
    b'#pragma pointerchain declare(R"x(never ends)',
    b'const char *s = R"x(\n#pragma pointerchain region begin\n)x";',
    b'const char *s = R"x(\n#pragma pointerchain region begin\n',
    b'const char *s = "\\\n#pragma pointerchain region begin\\\n";',
    b"/*\n#pragma pointerchain region begin\n*/",
    b"/*\n#pragma pointerchain region begin\n",
    b"// \\\n#pragma pointerchain region begin",
    b"#pragma pointerchain region begin\r#pragma pointerchain region end\r",
    b'_Pragma("pointerchain',
    b"_Pragma(",
    b"_Pragma",
    b"void f(void) { _Pragma(pointerchain region begin) }",
    b'void f(void) { _Pragma(L"pointerchain region end") }',
    b'void f(void) { _Pragma(u8R"x(pointerchain region end)x") }',
    b'void f(void) { _Pragma("pointer" "chain region end") }',
    b'void f(void) { _Pragma("pointer\\x63hain region end") }',
    b'void f(void) { _Pragma("pointerchain \\"region\\" \\\\ end") }',
    b'void f(void) { _Pragma("acc parallel loop pointerchain(\\"a\\")") ; }',
    b'#define M _Pragma("pointerchain region begin")\nvoid f(void) { M }',
    b"#define M(x) _Pragma(#x)\nvoid f(void) { M(pointerchain region end) }",
    b"#define pointerchain other\n#pragma pointerchain region end",
    b"#define declare(x)\nstruct a { int b; } *a;\n#pragma pointerchain declare(a->b)",
    b"#if 0\n#pragma pointerchain region begin\n#else\n#pragma pointerchain region end",
    b"#if\n#pragma pointerchain region begin\n#endif\n#endif\n#else",
    b"#include <no such header>\n#pragma pointerchain region begin",
    b'#include "fuzzed.c"\n#pragma pointerchain region begin',
    b'#line 9999 "elsewhere.c"\n#pragma pointerchain region end\n',
    b"#error stop\n#pragma pointerchain region begin",
    b"#pragma acc parallel loop pointerchain(a->b",
    b"#pragma acc pointerchain",
    b"#pragma omp pointerchain()",
    b"#pragma acc parallel loop pointerchain(a->b) pointerchain(a->c)\nint x;",
    b"#pragma acc parallel loop pointerchain(a->b)",
    b"#pragma pointerchain region begin\n#pragma pointerchain region begin\n" * 500,
    b"{" * 3000 + b"\n#pragma pointerchain region begin\n",
    b"}" * 3000 + b"\n#pragma pointerchain region end\n",
    b"void f(void) {\n" + b"#pragma pointerchain declare(x->y)\n" * 500 + b"}",
)


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("name", ["fuzzed.c", "fuzzed.cpp"])
def test_odd_files(text: bytes, name: str) -> None:
    answer(text, name)
    answer(HEAD + text + TAIL, name)
    answer(text.replace(b"\n", b"\r\n"), name)
    answer(text, name, "-trigraphs")
