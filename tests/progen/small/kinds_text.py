# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Macros that hold parts of chains or directives, keyword macros, clauses, included text."""

from __future__ import annotations

from progen.small.chains import Chain
from progen.small.kinds import kind, shadow
from progen.small.writer import Writer

# --- directives from macros ----------------------------------------------------------------------


@kind(weight=5)
def directive_in_a_macro(out: Writer) -> None:
    """``region begin`` and ``end`` by ``_Pragma`` in a macro's body, one or two levels deep."""
    chain = out.integer()
    choices = out.choices
    begin = f'_Pragma("pointerchain region begin declare({chain.text})")'
    end = '_Pragma("pointerchain region end")'
    forms = ("body", "two", "do", "begin only", "argument", "block")
    form = choices.pick(forms)
    if form == "body":
        first, last = out.macro(begin), out.macro(end)
    elif form == "two":
        first, last = out.macro(out.macro(begin)), out.macro(out.macro(end))
    elif form == "do":
        first, last = (
            f"DO_PRAGMA(pointerchain region begin declare({chain.text}))",
            "DO_PRAGMA(pointerchain region end)",
        )
    elif form == "argument":
        first, last = f"IDS({begin})", f"IDS({end})"
    elif form == "block":
        first, last = out.macro(f"{begin} {{"), out.macro(f"}} {end}")
    else:
        first, last = out.macro(begin), end
    out.directive(first)
    with out.hoisting([chain]):
        out.middle()
        out.use(chain)
    out.directive(last)


@kind(weight=6)
def pragma_macro_before_region(out: Writer) -> None:
    """A macro that spells a construct's directive, before the region or in it."""
    chain = out.integer()
    choices = out.choices
    what = choices.pick(
        (
            "omp simd",
            "omp parallel for",
            "acc loop",
            "GCC ivdep",
            "GCC unroll 2",
            "omp critical",
            "omp single",
        )
    )
    macro = out.macro(f'_Pragma("{what}")')
    if choices.chance(50):
        macro = out.macro(macro)
    if choices.chance(25):
        macro = f"DO_PRAGMA({what})"
    loop = "for (int z = 0; z < 2; z++)" if "single" not in what and "critical" not in what else ""
    form = choices.pick(("before begin", "inside", "before a block", "after begin"))
    if form == "before begin":
        out.directive(macro)
        with out.region([chain]), out.block(loop):
            out.use(chain)
    elif form == "before a block":
        out.directive(macro)
        with out.block(loop), out.region([chain]):
            jumps, out.jumps = out.jumps, False
            out.use(chain)
            out.jumps = jumps
    else:
        with out.region([chain]):
            if form == "inside":
                out.middle()
            out.line(macro)
            with out.block(loop):
                out.use(chain)
            out.line(f"tr((unsigned){chain.text});")


@kind(weight=4)
def declare_in_a_macro(out: Writer) -> None:
    chain = out.integer()
    text = f'_Pragma("pointerchain declare({chain.text})")'
    macro = out.macro(text)
    out.directive(
        out.choices.pick((macro, f"IDS({text})", f"DO_PRAGMA(pointerchain declare({chain.text}))", text))
    )
    out.directive("#pragma pointerchain region begin")
    with out.hoisting([chain]):
        out.middle()
        out.use(chain)
    out.directive("#pragma pointerchain region end")


@kind(weight=4)
def chain_of_macros_in_directive(out: Writer) -> None:
    """The list is spelled with macros: for the root, a member, the whole chain, the type."""
    chain = out.integer()
    choices = out.choices
    text, last = chain.text, chain.last
    form = choices.pick(("root", "member", "whole", "type", "subscript"))
    if form == "root":
        text = out.macro(chain.root.name) + text[len(chain.root.name) :]
    elif form == "member" and text.endswith(last):
        text = text[: -len(last)] + out.macro(last)
    elif form == "whole":
        text = out.macro(text)
    elif form == "type":
        text += f"{{{out.macro(chain.type)}}}"
    else:
        text = text.replace("[1]", "[ONE]")
    out.directive(f"#pragma pointerchain region begin declare({text})")
    with out.hoisting([chain]):
        out.middle()
        out.use(chain)
        if out.choices.chance(50):
            out.line(f"tr((unsigned){text.split('{')[0]});")
    out.directive("#pragma pointerchain region end")


# --- chains from macros --------------------------------------------------------------------------


@kind(inside=True, weight=6)
def chain_from_a_macro(out: Writer) -> None:
    chain = out.integer()
    text, choices = chain.text, out.choices
    last = chain.last
    forms = [out.macro(text), f"ID({text})", f"ID(ID({text}))"]
    if text.endswith(last) and len(last) > 1:
        forms.append(f"{text[: -len(last)]}PASTE({last[:1]}, {last[1:]})")
    if text.endswith(last):
        forms += [text[: -len(last)] + out.macro(last), f"{out.macro(text[: -len(last)])} {last}"]
        forms.append(f"{out.macro(f'arg {last}', 'arg')}({text[: -len(last)]})")
    forms.append(out.macro(chain.root.name) + text[len(chain.root.name) :])
    form = choices.pick(forms)
    out.line(choices.pick((f"{form} += 2;", f"tr((unsigned){form});", f"{form} = ({chain.type})(n & 15u);")))
    out.line(f"tr((unsigned){text});")


@kind(inside=True, weight=4)
def macro_uses_its_argument_twice(out: Writer) -> None:
    chain = out.integer()
    macro = out.macro("do { (x_) += 1; tr((unsigned)(x_)); if ((x_) > 9) (x_) -= 2; } while (0)", "x_")
    out.line(f"{macro}({chain.text});")
    if out.choices.chance(50):
        out.line(f"tr(MX((unsigned){chain.text}, {out.value()}));")


@kind(inside=True, weight=4)
def macro_declares_a_shadow_around(out: Writer) -> None:
    """A macro's block declares the root's name; its argument holds the chain."""
    chain = out.integer()
    macro = out.macro(f"{{ {shadow(out, chain.root)} arg; }}", "arg")
    out.line(f"{macro}({chain.text} += 2);")
    out.line(f"tr((unsigned){chain.text});")


@kind(inside=True, weight=3)
def stringized(out: Writer) -> None:
    chain = out.integer()
    macro = out.macro("tr((unsigned)sizeof(#arg) + (unsigned)(arg))", "arg")
    out.line(f"{macro}({chain.text});")
    if out.choices.chance(50):
        out.line(f"{chain.text} += 1;")


# --- keyword macros ------------------------------------------------------------------------------

KEYWORDS = (
    "double float",
    "int long",
    "short char",
    "word char",
    "char short",
    "const",
    "__restrict",
    "restrict",
    "begin end",
    "region regions",
    "declare pointerchain",
)
KEYWORDS_C = (
    "__typeof__(x) long",
    "__typeof__(...) char",
    "typeof(x) char",
    "auto register",
    "_Bool char",
    "void int",
    "leaf node",
    "top node",
)
KEYWORDS_CXX = (
    "struct",
    "struct class",
    "decltype(x) long",
    "decltype(...) char",
    "auto long",
    "auto const auto",
    "noexcept",
)


@kind(weight=6)
def keyword_macro_before_region(out: Writer) -> None:
    """A keyword means something else where the region begins."""
    choices = out.choices
    chain = out.scalar(lambda c: bool(c.links()))
    define = choices.pick(KEYWORDS + (KEYWORDS_CXX if out.cxx else KEYWORDS_C))
    name = define.split("(")[0].split()[0]
    form = choices.pick(("all", "between", "inside"))
    out.line(f"#undef {name}" if form == "all" else "tr(3u);")
    listed = [chain, *([out.integer()] if choices.chance(50) else [])]
    names = out.listed(list({c.text: c for c in listed}.values()))

    def body() -> None:
        with out.hoisting([chain]):
            out.line(f"tr((unsigned){chain.text});" if chain.type != "double" else f"tr(ud({chain.text}));")
            out.line(f"{chain.text} += 1;")

    if form != "inside":
        if choices.chance(50):
            out.directive(f"#pragma pointerchain declare({names})")
            names = ""
        out.directive(f"#define {define}")
        out.directive(f"#pragma pointerchain region begin{f' declare({names})' if names else ''}")
        if form == "between":
            out.directive(f"#undef {name}")
        body()
        if form == "between" and choices.chance(30):
            out.directive(f"#define {define}")
        out.directive("#pragma pointerchain region end")
        out.directive(f"#undef {name}")
    else:
        out.directive(f"#pragma pointerchain region begin declare({names})")
        body()
        out.directive(f"#define {define}")
        body()
        if choices.chance(50):
            out.directive(f"#undef {name}")
        out.directive("#pragma pointerchain region end")
        out.directive(f"#undef {name}")
    out.middle()


@kind(weight=4)
def macro_of_a_name_in_the_chain(out: Writer) -> None:
    """A member's or the root's name becomes a macro before or in the region."""
    chain = out.integer()
    other = {"a": "b", "b": "a", "p": "q", "q": "p"}
    if chain.holder != "node":
        other |= {"n": "u", "u": "n", "c": "n", "h": "n"} if chain.holder == "leaf" else {"n": "u", "u": "n"}
    names = [x for _, x in chain.steps if x in other]
    if not names:
        return
    name = out.choices.pick(names)
    text = f"#define {name} {other[name]}"
    before = out.choices.chance(50)
    if before:
        out.directive(text)
    out.directive(f"#pragma pointerchain region begin declare({chain.text})")
    with out.hoisting([chain]):
        out.line(f"{chain.text} += 2;")
        if not before:
            out.line(text)
        out.line(f"tr((unsigned){chain.text});")
        if not before and out.choices.chance(50):
            out.line(f"#undef {name}")
    out.directive("#pragma pointerchain region end")
    out.directive(f"#undef {name}")


# --- clauses -------------------------------------------------------------------------------------


@kind(weight=6)
def clause_built_by_macros(out: Writer) -> None:
    """A chain in a construct's clauses, spelled by a macro."""
    chain = out.integer()
    choices = out.choices
    whole = out.macro(chain.text)
    called = out.macro("a", "a")
    clause = out.macro(f"reduction(+: {chain.text})")
    texts = (
        f"reduction(+: {whole})",
        f"reduction(+: {called}({chain.text}))",
        clause,
        f"reduction(+: {chain.text})",
        f"if({whole} > 2) reduction(+: {chain.text})",
        f"num_threads(ID({chain.text}) & 1 | 1)",
    )
    text = choices.pick(texts)
    construct = choices.pick(("omp parallel for", "omp simd", "acc parallel loop", "acc loop"))
    operator = choices.chance(40)
    with out.region([chain]):
        out.line(f"DO_PRAGMA({construct} {text})" if operator else f"#pragma {construct} {text}")
        with out.block("for (int z = 0; z < 3; z++)"):
            out.line(f"{chain.text} += z;")
        out.line(f"tr((unsigned){chain.text});")
        out.middle()


@kind(weight=5)
def construct_in_region(out: Writer) -> None:
    """Constructs with clauses that name chains: nothing odd."""
    chain = out.integer()
    choices = out.choices
    forms = (
        f"omp parallel for reduction(+: {chain.text})",
        f"acc parallel loop copy({chain.text})",
        f"acc serial copy({chain.text})",
        f"omp target map(tofrom: {chain.text})",
        f"omp simd reduction(+: {chain.text})",
        f"acc kernels copy({chain.text})",
    )
    with out.region([chain]):
        out.middle()
        out.line(f"#pragma {choices.pick(forms)}")
        with out.block("for (int z = 0; z < 3; z++)"):
            out.line(f"{chain.text} += z;")
        out.line(f"tr((unsigned){chain.text});")


# --- included text -------------------------------------------------------------------------------


@kind(weight=4)
def included_text(out: Writer) -> None:
    """Text that is included in a region, before it or around its end."""
    chain = out.integer()
    choices = out.choices
    forms = {
        "harmless": "tr(4u);",
        "reads": f"tr((unsigned){chain.text});",
        "changes": f"{chain.text} += 3;",
        "declares": f"unsigned late_{out.number} = 3u; tr(late_{out.number});",
        "macro": f"#define LATE_{out.number} {chain.text}",
        "nothing": "",
        "same name": f"{{ unsigned {chain.root.name} = 2u; tr({chain.root.name}); }}",
        "member": "{ struct leaf z; z.n = 2; tr((unsigned)z.n); }",
        "function": f"unsigned hf_{out.number}(unsigned);",
        "opens": "if (n & 1u) {",
    }
    form = choices.pick(list(forms))
    name = out.file(forms[form])
    if choices.chance(30):
        name = out.file(f'#include "{name}"')
    where = choices.pick(("inside", "before", "begin", "end"))
    if where == "before" and form != "opens":
        out.line(f'#include "{name}"')
    text = "if (1) {" if form == "opens" and where != "inside" else ""
    if text:
        out.line(text)
    if where == "begin" and form != "opens":
        begin = out.file(f"#pragma pointerchain region begin declare({chain.text})")
        out.directive(f'#include "{begin}"')
        with out.hoisting([chain]):
            out.use(chain)
        out.directive("#pragma pointerchain region end")
        return
    with out.region([chain]):
        out.use(chain)
        if where == "inside":
            out.line(f'#include "{name}"')
            out.line("}" if form == "opens" else "tr(5u);")
        if form == "macro" and where in {"inside", "before"}:
            out.line(f"LATE_{out.number} += 1;")
        out.middle()
        out.use(chain)
    if text:
        out.line("}")
    if where == "end" and form != "opens":
        out.line(f'#include "{name}"')


@kind(inside=True, weight=3)
def conditional_lines(out: Writer) -> None:
    chain: Chain = out.integer()
    forms = (
        f"#ifdef NOT_DEFINED\n{chain.text} = 'x;\n#else\n{chain.text} += 2;\n#endif",
        f"tr((unsigned)\n#if 1\n{chain.text}\n#else\n3u\n#endif\n);",
        f"#if 0\n#pragma pointerchain region begin\n#endif\n{chain.text}++;",
        f"#ifdef __pointerchain\n{chain.text} += 1;\n#endif",
    )
    out.line(out.choices.pick(forms))
