# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unions, bit-fields, hidden tags and types, local prototypes, argument lists, evaluated operands."""

from __future__ import annotations

from progen.lists import joined
from progen.small.chains import SCALARS, Chain
from progen.small.kinds import kind
from progen.small.writer import RETURNS, Writer

# --- unions --------------------------------------------------------------------------------------


def node_text(out: Writer) -> str:
    """A path to a node, with the operator for its members."""
    root = out.choices.pick(out.roots)
    if root.struct == "node":
        return f"{root.name}->"
    if root.struct == "top":
        arrow = "->" if root.pointer else "."
        return root.name + arrow + out.choices.pick(("p->", "q->", "own."))
    return "s->p->"


def leaf_text(out: Writer) -> str:
    """A path to a leaf, with the operator for its members."""
    if out.choices.chance(30):
        return out.choices.pick(("s->list[1]->", "s->p->own.", "s->own.two[0]."))
    return node_text(out) + out.choices.pick(("a->", "b->", "own.", "two[1]."))


def custom(out: Writer, text: str, kind_: str = "scalar", type_: str = "int") -> Chain:
    """A chain by its text, for members that random paths do not take."""
    return Chain(next(r for r in out.roots if text.startswith(r.name)), ((text, ""),), kind_, type_)


def custom_region(out: Writer, texts: list[str], lines: list[str]) -> None:
    """A region that hoists ``texts``, with ``lines`` and what is pending in it."""
    form = out.choices.pick(("list", "declare"))
    if form == "declare":
        out.directive(f"#pragma pointerchain declare({joined(out.choices, texts)})")
        out.directive("#pragma pointerchain region begin")
    else:
        out.directive(f"#pragma pointerchain region begin declare({joined(out.choices, texts)})")
    with out.hoisting([]):
        at = out.choices.integer(0, len(lines))
        for line in lines[:at]:
            out.line(line)
        out.middle()
        for line in lines[at:]:
            out.line(line)
    out.directive("#pragma pointerchain region end")


@kind(weight=8)
def union_members(out: Writer) -> None:
    choices, o = out.choices, node_text(out)
    pairs = (
        (f"{o}val.n", f"{o}val.u"),
        (f"{o}an", f"{o}au"),
        (f"{o}val.h", f"{o}val.n"),
        (f"{o}val.u", f"{o}val.h"),
    )
    one, other = choices.pick(pairs)
    hoisted = choices.pick(([one], [one, other], [other], [f"{o}val", one]))

    def read(text: str) -> str:
        return f"tr((unsigned){text}{'[1]' if text.endswith('h') else ''});"

    def write(text: str) -> str:
        return f"{text}[0] += 1;" if text.endswith("h") else f"{text} += 1;"

    lines = [choices.pick((read, write))(choices.pick((one, other))) for _ in range(choices.integer(1, 4))]
    lines += [
        choices.pick(
            (
                f"{{ union val z = {o}val; tr(z.u); }}",
                f"{{ union val z; z.n = 4; {o}val = z; }}",
                f"memset(&{o}val, 1, 2);",
                read(one),
                write(one),
                write(other),
            )
        )
    ]
    custom_region(out, hoisted, [*lines, read(hoisted[0]) if not hoisted[0].endswith("val") else read(one)])


# --- bit-fields ----------------------------------------------------------------------------------


@kind(weight=10)
def bit_field_types(out: Writer) -> None:
    """A bit-field where its type is seen, or where it promotes."""
    choices, o = out.choices, leaf_text(out)
    name = choices.pick(("bf", "bf", "sb"))
    chain = f"{o}{name}"
    other = f"{o}{'sb' if name == 'bf' else 'u'}"
    forms = [
        f"tr((unsigned)({chain} - 40 < 0));",
        f"tr((unsigned)((n & 1u ? {chain} : -1) < 0));",
        f"tr((unsigned)((n & 1u ? {chain} : {other}) < 0));",
        f"{{ __typeof__({chain} + 0) z = -1; tr((unsigned)(z < 0)); }}",
        f"{{ __typeof__(+{chain}) z = -1; tr((unsigned)(z < 0)); }}",
        f"tr((unsigned)sizeof({chain} + 0));",
        f"tr((unsigned)(((void)0, {chain}) - 40 < 0));",
        f"tr((unsigned)({chain} * -1 < 0));",
        f"tr((unsigned)(~{chain} < 0));",
        f"tr((unsigned)({chain} * -3 / 2));",
        f"tr((unsigned){chain});",
        f"tr((unsigned)({chain} > -1));",
        f"switch ({chain}) {{ case 1: tr(1u); break; case -1: tr(2u); break; default: tr(3u); }}",
        f'printf("%s", {chain} - 99 > 0 ? "" : ""); tr((unsigned)({chain} - 99 > 0));',
        f"tr((unsigned)-{chain}); tr((unsigned)(int)(double)-{chain});",
        f"{chain} = {choices.pick(('31', '3', '-1'))};",
        f"{chain} += 9;",
        f"tr((unsigned)({chain} = 77));",
        f"tr((unsigned)({chain}++));",
    ]
    if out.cxx:
        forms += [
            f"try {{ throw {chain}; }} catch (int z) {{ tr(1u); tr((unsigned)z); }} catch (unsigned z) {{ tr(2u); tr(z); }}",
            f"try {{ throw +{chain}; }} catch (int z) {{ tr(1u); }} catch (unsigned z) {{ tr(2u); tr(z); }}",
            f"try {{ throw n & 1u ? {chain} : 1; }} catch (int) {{ tr(1u); }} catch (unsigned) {{ tr(2u); }}",
            f"try {{ throw n & 1u ? {chain} : {chain}; }} catch (int) {{ tr(1u); }} catch (unsigned) {{ tr(2u); }}",
            f"if (n > 2u) throw {chain};",
            f"tr(which({chain}));",
            f"tr(over({chain}));",
            f"tr(over(n & 1u ? {chain} : {chain}));",
            f"tr(which((tr(1u), {chain})));",
            f"{{ auto z = {chain}; z -= 40; tr((unsigned)(z < 0)); }}",
            f"{{ decltype({chain}) z = -1; tr((unsigned)(z < 0)); }}",
            f"{{ auto z = {{{chain}, {chain}}}; tr(which(*z.begin())); }}",
            f"tr((unsigned)std::is_same<decltype({chain}), unsigned>::value);",
            f"tr((unsigned)std::is_same<decltype(({chain})), int>::value);",
            f"tr((unsigned)std::is_same<decltype(+{chain}), int>::value);",
            f"tr([&](auto z) {{ return which(z); }}({chain}));",
            f"tr([] (auto &&z) {{ return which(z); }}({chain} + 0));",
            f"{{ const auto &z = {chain}; tr(which(z)); }}",
            f"tr(which(Box({chain}).v));",
            f"tr(which(std::move({chain})));" if name == "none" else f"tr(which(+{chain}));",
            f"tr(which([z = {chain}] {{ return z; }}()));",
        ]
    else:
        forms += [
            f"tr(_Generic({chain}, int: 1u, unsigned: 2u, default: 3u));",
            f"tr(_Generic(+{chain}, int: 1u, unsigned: 2u, default: 3u));",
            f"tr(_Generic({chain} + 0, int: 1u, unsigned: 2u, default: 3u));",
            f"tr(_Generic((n & 1u ? {chain} : {chain}), int: 1u, unsigned: 2u, default: 3u));",
            f"tr(_Generic((0, {chain}), int: 1u, unsigned: 2u, default: 3u));",
            f"tr(_Generic({chain} = 3, int: 1u, unsigned: 2u, default: 3u));",
            f"{{ __typeof__(({{ {chain}; }})) z = -1; tr((unsigned)(z < 0)); }}",
            f"{{ __auto_type z = {chain} + 0; z -= 40; tr((unsigned)(z < 0)); }}",
        ]
    lines = [choices.pick(forms) for _ in range(choices.integer(1, 3))]
    custom_region(
        out, choices.pick(([chain], [chain], [chain, f"{o}n"])), [*lines, f"tr((unsigned){chain});"]
    )


# --- types and tags that mean something else -----------------------------------------------------


@kind(weight=5)
def return_where_a_tag_is_hidden(out: Writer) -> None:
    """A return out of a region that writes back, where the function's struct has another meaning."""
    choices, chain = out.choices, out.integer()
    hiding = choices.pick(
        (
            "struct pair { int z; }; struct pair y = {3}; tr((unsigned)y.z);",
            "struct pair;",
            "enum { pair = 3 }; tr((unsigned)pair);",
            "typedef int pair; pair z = 3; tr((unsigned)z);",
            "struct leaf { int z; }; struct leaf y = {4}; tr((unsigned)y.z);",
            "typedef float pair_t; (void)sizeof(pair_t);",
        )
    )
    if hiding == "struct pair;" and out.cxx:
        hiding = "struct pair { char z; };"
    inner = choices.chance(70)
    with out.region([chain]):
        out.use(chain, 90)
        if inner:
            with out.block(f"if ({out.condition()})"):
                out.line(hiding)
                out.line(f"{chain.text} += 1;")
                out.line(out.leave())
        else:
            out.line(hiding)
            out.line(f"if ({out.condition()}) {out.leave()}")
            out.line(f"{chain.text} += 1;")
        out.middle()


@kind(weight=6)
def type_hidden_before_region(out: Writer) -> None:
    """The name of the local's type means another type where the region begins, or in it."""
    choices = out.choices
    links = [c for c in (*out.favorites, *out.pick_chains(3)) if c.kind == "link"]
    if links and choices.chance(50):
        chain = links[0]
        tag = chain.type
        hiding = choices.pick(
            (f"struct {tag} {{ int z; }};", f"struct {tag} {{ int n; }};", f"enum {{ {tag} = 2 }};")
        )
        after = f"tr((unsigned){chain.text}->n);"
    else:
        chain = Chain(
            out.roots[0], (("->", "p"), ("->", choices.pick(("a", "b"))), ("->", "h")), "scalar", "word"
        )
        hiding = choices.pick(
            ("typedef char word;", "typedef double word;", "enum { word = 3 };", "int word = 3; (void)word;")
        )
        after = f"{chain.text} = 300; tr((unsigned){chain.text});"
    names = out.listed([chain])
    if choices.chance(40):
        out.directive(f"#pragma pointerchain declare({names})")
        names = ""
    where = choices.pick(("function", "block", "inside"))
    if where == "block":
        out.line("{")
    if where != "inside":
        out.line(hiding)
    out.directive(f"#pragma pointerchain region begin{f' declare({names})' if names else ''}")
    with out.hoisting([chain] if where == "none" else []):
        if where == "inside":
            out.line(hiding)
        out.line(after)
    out.directive("#pragma pointerchain region end")
    if where == "block":
        out.line("}")


# --- prototypes ----------------------------------------------------------------------------------


@kind(inside=True, weight=6)
def local_prototype(out: Writer) -> None:
    choices, chain = out.choices, out.integer()
    root, name = chain.root, out.unique("proto")
    forms = [
        f"int {name}(int);",
        f"int {name}(struct {root.struct} *{root.name});",
        f"int {name}(int {root.name}); tr((unsigned){chain.text});",
        "unsigned hf_late(unsigned, unsigned);",
        "int id_of(int);",
        f"extern int outer_{out.number};",
        f"int (*{name})(int) = id_of; tr((unsigned){name}((int){chain.text} & 7));",
        f"typedef int {name}(struct {root.struct} *{root.name}, int); (void)sizeof({name} *);",
        f"int pc_{chain.last}(int);",
        "{ extern struct top *g; tr((unsigned)g->n); }",
        f"{{ int {root.name}(int); (void)sizeof({root.name}(1)); }}"
        if root.name != "g"
        else "int id_of(int v);",
    ]
    if not out.cxx:
        forms += [
            f"int {name}(int z[{chain.text}]);",
            f"int {name}(int z[static {chain.text} > 0 ? 2 : 1]);",
            f"int {name}(struct {root.struct} *{root.name}, int z[{chain.text}]);"
            if root.pointer
            else f"int {name}();",
            f"int {name}(int n, int z[n]);",
        ]
    form = choices.pick(forms)
    out.line(f"{{ {form} }}" if choices.chance(50) else form)
    out.line(f"{chain.text} += 1;")


# --- argument lists ------------------------------------------------------------------------------


@kind(weight=5)
def argument_list(out: Writer) -> None:
    choices, chain = out.choices, out.scalar(lambda c: c.type == "int")
    out.more, out.more_arguments = ", ...", ", 11, 22, 33, 44, 55, 66"
    out.line("va_list ap;")
    start, end = "va_start(ap, n);", "va_end(ap);"
    where = choices.pick(("before", "inside", "inside"))
    forms = (
        f"{chain.text} += va_arg(ap, int);",
        f"{chain.text} = va_arg(ap, __typeof__({chain.text}));",
        f"tr((unsigned)va_arg(ap, int) + (unsigned){chain.text});",
        "{ va_list aq; va_copy(aq, ap); tr((unsigned)va_arg(aq, int)); va_end(aq); }",
        f"if ({chain.text} > 3) tr((unsigned)va_arg(ap, int));",
        f"for (int z = 0; z < 2; z++) {chain.text} += va_arg(ap, int);",
    )
    lines = [choices.pick(forms) for _ in range(choices.integer(1, 2))]
    jumps, out.jumps = out.jumps, False
    if where == "before":
        out.line(start)
    with out.region([chain]):
        if where == "inside":
            out.line(start)
        for line in lines:
            out.line(line)
        if choices.chance(30):
            out.line(f"if ({out.condition()}) {{ {end} {out.leave()} }}")
        out.middle()
        if where == "inside":
            out.line(end)
        out.use(chain)
    if where == "before":
        out.line(end)
    out.jumps = jumps


# --- operands whose type or address is seen ------------------------------------------------------


@kind(inside=True, weight=5)
def type_is_seen(out: Writer) -> None:
    choices, chain = out.choices, out.find(lambda c: c.integer or c.kind == "array") or out.integer()
    text = chain.text
    forms = [
        f"tr((unsigned)sizeof {text});",
        f"{{ __typeof__({text}) z; memset(&z, 1, sizeof z); tr(*(unsigned char *)&z); }}",
        f"tr((unsigned)sizeof(__typeof__({text})));",
        f"tr(({{ unsigned z = (unsigned)sizeof {text}; z; }}));",
    ]
    if not out.cxx:
        forms.append(f"tr(_Generic(&{text}, int *: 1u, unsigned *: 2u, int (*)[4]: 3u, default: 4u));")
        forms.append(f"tr(_Generic({text}, int: 1u, unsigned: 2u, int *: 3u, default: 4u));")
        forms.append(f"tr((unsigned)sizeof(char[((unsigned){out.integer().text} & 7u) + 1u]));")
    else:
        forms.append(f"tr((unsigned)std::is_same<decltype({text}), int>::value);")
        forms.append(f"tr((unsigned)std::is_same<decltype(({text})), int &>::value);")
        forms.append(f"tr((unsigned)noexcept({text}));")
    out.line(choices.pick(forms))


@kind(inside=True, weight=3)
def address_is_taken(out: Writer) -> None:
    choices, chain = out.choices, out.integer()
    text, type_ = chain.text, chain.type
    forms = (
        f"{{ {type_} *z = &{text}; *z += 2; tr((unsigned)*z); }}",
        f"*&{text} += 2;",
        f"memset(&{text}, 1, 1);",
        f"tr(*(unsigned char *)&{text});",
        f"{{ {type_} *z[1] = {{&{text}}}; *z[0] += 1; }}",
    )
    out.line(choices.pick(forms))
    out.line(f"tr((unsigned){text});")


@kind(inside=True, weight=4)
def struct_as_a_whole(out: Writer) -> None:
    """The struct that a chain's end lies in is read, written or compared as a whole."""
    chain = out.integer()
    struct, text = ("::" if out.cxx else "") + chain.holder, chain.front
    whole = f"(*{text})" if chain.steps[-1][0] == "->" else f"({text})"
    forms = (
        f"{{ struct {struct} z = {whole}; tr((unsigned)z.{chain.last}); }}",
        f"{{ struct {struct} z = {whole}; z.{chain.last} = 5; {whole} = z; }}",
        f"{{ struct {struct} z; memcpy(&z, &{whole}, sizeof z); tr((unsigned)z.{chain.last}); }}",
    )
    out.line(out.choices.pick(forms))
    out.line(f"tr((unsigned){chain.text});")


__all__ = ["RETURNS", "SCALARS", "custom", "custom_region", "leaf_text", "node_text"]
