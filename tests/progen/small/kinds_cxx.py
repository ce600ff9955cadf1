# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""C++: dependent initialisation, using, mutable members, lambdas that are kept, captures."""

from __future__ import annotations

from progen.small.chains import Chain, Root
from progen.small.kinds import kind
from progen.small.kinds_types import custom_region, node_text
from progen.small.writer import Writer

# --- templates -----------------------------------------------------------------------------------


def bindings(chain: Chain, reference: str, value: str) -> tuple[str, ...]:
    """Statements that may bind a reference to the chain and change it; the types may be dependent."""
    x = chain.text
    return (
        f"{{ Ref<{value}> h{{{x}}}; h.r += 3; }}",
        f"{{ Ref h{{{x}}}; h.r += 3; tr((unsigned){x}); }}",
        f"{{ Made h({x}); h.r++; }}",
        f"{{ Made<{value}> h{{{x}}}; h.r++; tr((unsigned){x}); }}",
        f"{{ Box h{{{x}}}; h.v += 2; tr((unsigned)h.v); }}",
        f"{{ {reference} r = {x}; r += 2; }}",
        f"{{ {reference} r{{{x}}}; r += 2; }}",
        f"{{ {reference} r({x}); tr((unsigned)(r++)); }}",
        f"static_cast<{reference}>({x}) += 2;",
        f"static_cast<{reference}>({x}) = 4;",
        f"(({reference}){x}) = 7;",
        f"{{ auto *h = new Ref<{value}>{{{x}}}; h->r += 1; delete h; }}",
        f"{{ auto *h = new Made<{value}>({x}); h->r += 1; delete h; }}",
        f"bump<{reference}>({x});",
        f"bump<{value}>({x});",
        f"same<{reference}>({x}) += 2;",
        f"{{ auto &&r = {x}; r += 2; }}",
        f"{{ auto &r = {x}; r++; tr((unsigned){x}); }}",
        f"{{ decltype(({x})) r = {x}; r += 2; }}",
        f"{{ struct L {{ {reference} r; }} l{{{x}}}; l.r += 2; }}",
        f"{{ struct L {{ {reference} r; L({reference} q) : r(q) {{ r += 1; }} }} l({x}); }}",
        f"std::forward<{reference}>({x}) += 1;",
        f"tr((unsigned)std::exchange({x}, ({value})6));",
        f"[]({reference} r) {{ r += 2; }}({x});",
        f"[](auto &r) {{ r += 2; }}({x});",
        f"[](auto &&...r) {{ ((r += 1), ...); }}({x});",
        f"{{ {value} const &r = {x}; {x} += 1; tr((unsigned)r); }}",
        f"{{ std::pair<{reference}, int> h{{{x}, 1}}; h.first += 1; }}",
        f"{{ {reference} r = (n & 1u) ? {x} : {x}; r += 1; }}",
        f"for ({reference} r = {x}; r < 9; r += 4) tr((unsigned)r);",
        f"if ({reference} r = {x}; r) r += 1;",
    )


@kind(weight=14, c=False)
def dependent_initialisation(out: Writer) -> None:
    """In a function template: what is initialised, and how, depends on its arguments."""
    chain = out.integer()
    type_ = chain.type.replace("word", "short")  # which the program may hide
    choices = out.choices
    form = choices.pick(("root", "reference", "both", "trait")) if not out.template else ""
    reference, value = f"{type_} &", type_
    if form in {"root", "both"}:
        out.template, out.arguments = "class T", "struct top"
        out.parameters[0] = "T *s"
        reference, value = f"{type_} &", type_
    if form in {"reference", "both"}:
        out.template = ", ".join(p for p in (out.template, "class R, class V") if p)
        out.arguments = ", ".join(a for a in (out.arguments, f"{type_} &, {type_}") if a)
        reference, value = "R", "V"
    if form == "trait":
        out.template, out.arguments = "class V", type_
        reference, value = "typename std::add_lvalue_reference<V>::type", "V"
    lines = [choices.pick(bindings(chain, reference, value)) for _ in range(choices.integer(1, 2))]
    with out.region([chain]):
        out.middle()
        out.use(chain, 40)
        for line in lines:
            out.line(line)
        out.line(f"tr((unsigned){chain.text});")


@kind(inside=True, weight=6, c=False)
def reference_bound(out: Writer) -> None:
    """The same outside of templates."""
    chain = out.integer()
    alias = out.fresh("R")
    type_ = chain.type.replace("word", "short")  # which the program may hide
    out.line(f"using {alias} = {type_} &;")
    out.line(out.choices.pick(bindings(chain, alias, type_)))
    out.line(f"tr((unsigned){chain.text});")


@kind(weight=4, c=False)
def template_plain(out: Writer) -> None:
    """A function template in which nothing odd happens."""
    if not out.template:
        out.template, out.arguments = "class T", "struct top"
        out.parameters[0] = "T *s"
    chains = out.pick_chains(2) or [out.integer()]
    with out.region(chains):
        out.middle()
        for chain in chains:
            out.use(chain)


# --- using ---------------------------------------------------------------------------------------


@kind(weight=10, c=False)
def block_scope_using(out: Writer) -> None:
    """A using-declaration or -directive in a block changes what a name means."""
    choices, k = out.choices, out.number
    what = choices.pick(("root", "root", "type", "function", "type and root"))
    out.extra += [
        f"namespace na{k} {{ static top *&h{k} = g; using word = char; static inline unsigned hf(unsigned a, int b)"
        f" {{ return a + (unsigned)b; }} static inline unsigned id{k}(int v) {{ return 3u + (unsigned)v; }} struct leaf {{ char z; }}; }}",
        f"namespace nb{k} {{ static top *h{k} = &W[2].t; using word = double; static inline unsigned id{k}(long v)"
        f" {{ return 5u + (unsigned)v; }} struct node {{ char z; }}; }}",
    ]
    root = Root(f"h{k}", "top", True, "W[1].t")
    outer = choices.pick((f"using na{k}::h{k};", f"using namespace na{k};", f"using nb{k}::h{k};"))
    inner = choices.pick(
        (f"using nb{k}::h{k};", f"using na{k}::h{k};", f"namespace nc = nb{k}; using nc::h{k};")
    )
    if what.startswith("root"):
        out.line(outer)
        chain = Chain(root, (("->", "p"), ("->", "a"), ("->", "n")), "scalar", "int")
        with out.region([chain]):
            out.middle()
            out.line(f"{chain.text} += 1;")
            with out.block():
                out.line(inner)
                out.line(choices.pick((f"tr((unsigned){chain.text});", f"{chain.text} += 2;")))
                if choices.chance(40):
                    out.line(f"if ({out.condition()}) {out.jump()}")
            if choices.chance(30):
                qualified = choices.pick((f"na{k}::{chain.text}", f"nb{k}::{chain.text}"))
                out.line(f"{qualified} += 1;")
            out.line(f"tr((unsigned){chain.text});")
        return
    chain = Chain(out.roots[0], (("->", "p"), ("->", "a"), ("->", "h")), "scalar", "word")
    if what == "function":
        chain = out.integer()
        using = choices.pick((f"using na{k}::id{k};", f"using nb{k}::id{k};", f"using namespace nb{k};"))
        also = choices.pick(("", f"using na{k}::id{k};")) if "namespace" not in using else ""
        with out.region([chain]):
            out.middle()
            with out.block():
                out.line(using)
                out.line(f"{also} tr(id{k}((int){chain.text}));")
            out.use(chain)
        return
    using = choices.pick(
        (f"using na{k}::word;", f"using nb{k}::word;", f"using na{k}::leaf;", f"using nb{k}::node;")
    )
    chains = [chain]
    if choices.chance(50):
        chains.append(Chain(out.roots[0], (("->", "p"), ("->", "a")), "link", "leaf"))
    where = choices.pick(("before", "inside"))
    if where == "before":
        out.line(using)
    with out.region(chains):
        if where == "inside":
            out.line(using)
        out.line(f"{chain.text} = 300; tr((unsigned){chain.text});")
        out.middle()


@kind(inside=True, weight=3, c=False)
def using_in_the_region(out: Writer) -> None:
    """A using-declaration among the region's statements, of a name that the region uses or not."""
    k = out.unique("nu")
    choices, chain = out.choices, out.integer()
    name = choices.pick((chain.root.name, "hf", "id_of", chain.last, f"pc_{chain.last}"))
    what = (
        f"static top *{name} = &W[2].t;"
        if name == chain.root.name
        else f"static inline unsigned {name}(unsigned a, unsigned b = 1u) {{ return a + b; }}"
    )
    if name == chain.root.name and (chain.root.struct != "top" or not chain.root.pointer):
        return
    out.extra.append(f"namespace {k} {{ {what} }}")
    with out.block():
        out.line(f"using {k}::{name};")
        if name == chain.root.name:
            out.line(f"tr((unsigned){name}->n);")
        else:
            out.line(f"tr({name}(1u, 2u));")
        out.line(f"tr((unsigned){chain.root.name}{'->' if chain.root.pointer else '.'}n);")
    out.line(f"{chain.text} += 1;")


# --- mutable members -----------------------------------------------------------------------------


@kind(weight=10, c=False)
def mutable_member(out: Writer) -> None:
    """A member that const member functions change."""
    choices, o = out.choices, node_text(out)
    holder = choices.pick((f"{o}c.", f"{o}k->"))
    chain = f"{holder}hits"
    whole = f"{o}c" if holder.endswith(".") else f"(*{o}k)"
    forms = [
        f"tr((unsigned){holder}touch());",
        f"tr((unsigned)std::as_const({whole}).touch());",
        f"tr((unsigned)(int){whole});",
        f"{{ int z = {whole}; tr((unsigned)z); }}",
        f"tr((unsigned)({whole} + 1));",
        f"[&] {{ tr((unsigned){holder}touch()); }}();",
        f"[z = {whole}] {{ tr((unsigned)z.touch()); }}();",
        f"{{ const count z = {whole}; tr((unsigned)z.touch()); tr((unsigned)z.hits); }}",
        f"{{ int (count::*z)() const = &count::touch; tr((unsigned)({whole}.*z)()); }}",
        f"tr((unsigned){holder}peek());",
        f"{holder}n += 1;",
        f"if ({whole} > 4) tr(2u);",
        f"switch ({whole}) {{ case 3: tr(1u); break; default: tr(2u); }}",
    ]
    hoisted = choices.pick(
        ([chain], [f"{o}c"], [chain, f"{o}c.n"], [f"{o}k"], [f"{o}c", chain], [f"{o}k", chain])
    )
    if holder.endswith(">") and hoisted == [f"{o}c"]:
        hoisted = [chain]
    lines = [choices.pick(forms) for _ in range(choices.integer(1, 3))]
    lines.insert(choices.integer(0, len(lines)), choices.pick((f"tr((unsigned){chain});", f"{chain} += 5;")))
    custom_region(out, hoisted, [*lines, f"tr((unsigned){chain});"])


# --- lambdas -------------------------------------------------------------------------------------


@kind(weight=12, c=False)
def stored_lambda(out: Writer) -> None:
    """A lambda that runs after the region, when the chain may have another value."""
    choices = out.choices
    chain = (
        out.find(lambda c: c.integer or c.kind in {"data", "array"}, frozenset({"scalar", "data", "array"}))
        or out.integer()
    )
    x = out.element(chain)
    capture = choices.pick(("&", "=", f"{chain.root.name}", f"&{chain.root.name}"))
    if "s" not in capture and chain.root.name == "g" and capture not in {"&", "="}:
        capture = "="
    writes = choices.chance(30) and (chain.root.pointer or "&" in capture)
    body = f"{x} += 2; return {x};" if writes else f"return {x};"
    made = f"[{capture}] {{ {body} }}"
    forms = (
        "std::function",
        "keep",
        "kept in a global by value",
        "new",
        "variable",
        "finally",
        "immediate",
        "pointer",
        "array",
        "pair",
    )
    form = choices.pick(forms)
    before, inside, after = "", "", ""
    call = ""
    if form == "std::function":
        before, inside, call = "std::function<int()> f = [] { return 1; };", f"f = {made};", "f()"
    elif form == "keep":
        inside, call = f"keep({made});", "later->run()"
        if "&" in capture or not chain.root.pointer:
            after = "keep([] { return 2; });"
    elif form == "kept in a global by value":
        inside, call = f"{{ auto f = {made}; keep(f); }}", "later->run()"
        if "&" in capture or not chain.root.pointer:
            after = "keep([] { return 2; });"
    elif form == "new":
        before, inside, call = (
            "std::function<int()> *f = nullptr;",
            f"f = new std::function<int()>({made});",
            "(*f)()",
        )
        after = "delete f;"
    elif form == "variable":
        inside, call = f"auto f = {made};", "f()"
    elif form == "finally":
        inside = f"Finally f{{[{capture}] {{ tr((unsigned){x}); }}}};"
    elif form == "immediate":
        inside = f"tr((unsigned){made}());"
    elif form == "pointer":
        inside = f"auto f = {made}; auto *fp = &f; tr((unsigned)(*fp)());"
    elif form == "array":
        before, inside, call = "std::function<int()> f[2];", f"f[1] = {made};", "f[1]()"
    else:
        before, inside, call = "std::pair<std::function<int()>, int> f;", f"f = {{{made}, 1}};", "f.first()"
    if before:
        out.line(before)
    changed = choices.pick(("", f"{out.element(chain, True)} += 1;"))
    jumps, out.jumps = out.jumps, False
    out.directive(f"#pragma pointerchain region begin declare({chain.text})")
    with out.hoisting([chain]):
        early = choices.chance(50)
        if early and changed:
            out.line(changed)
        out.line(inside)
        if call and choices.chance(50):
            out.line(f"tr((unsigned){call});")
        if not early and changed:
            out.line(changed)
        out.middle()
        out.line(f"tr((unsigned){x});")
    out.directive("#pragma pointerchain region end")
    if choices.chance(60):
        out.line(f"{x} += 3;")
    if call:
        out.line(f"tr((unsigned){call});")
    if after:
        out.line(after)
    out.jumps = jumps


@kind(inside=True, weight=10, c=False)
def init_capture(out: Writer) -> None:
    choices, chain = out.choices, out.integer(deep=True)
    x, root = chain.text, chain.root.name
    links = chain.links()
    forms = [
        f"tr((unsigned)[v = {x}] {{ return v; }}());",
        f"tr((unsigned)[v = {x}]() mutable {{ return v += 2; }}());",
        f"[&v = {x}] {{ v += 2; }}();",
        f"[v = &{x}] {{ *v += 2; }}();",
        f"tr((unsigned)[{root} = {root}] {{ return {x}; }}());",
        f"tr((unsigned)[&{root} = {root}] {{ return {x}; }}());",
        f"[&r = {root}] {{ tr((unsigned)r{x[len(root) :]}); }}();",
        f"{{ auto f = [v = {x}] {{ return v; }}; {x} += 1; tr((unsigned)f()); }}",
        f"{{ auto f = [v = {x}]() mutable {{ return v++; }}; tr((unsigned)f()); tr((unsigned)f()); }}",
        f"{{ auto f = [=, v = {x} + 1] {{ return v + {x}; }}; tr((unsigned)f()); }}",
        f"{{ auto f = [&, v = {x}] {{ return v + {x}; }}; {x} += 1; tr((unsigned)f()); }}",
    ]
    if chain.root.pointer:
        forms.append(f"tr((unsigned)[{root} = {chain.root.other}] {{ return {x}; }}());")
        forms.append(f"[{root} = {chain.root.other}] {{ {x} += 1; }}();")
    if links:
        link = choices.pick(links)
        rest = x[len(link.text) :]
        forms += [
            f"tr((unsigned)[p = {link.text}] {{ return p{rest}; }}());",
            f"[p = {link.text}] {{ p{rest} += 2; }}();",
            f"[&p = {link.text}] {{ p{rest} += 2; }}();",
            f"[&p = {link.text}] {{ p = {link.target()}; }}();",
            f"[{root} = {link.text}] {{ tr((unsigned){root}{rest}); }}();",
        ]
    out.line(choices.pick(forms))
    out.line(f"tr((unsigned){x});")


@kind(inside=True, weight=5, c=False)
def lambda_in_region(out: Writer) -> None:
    """Lambdas that are called in the region only."""
    choices, chain = out.choices, out.integer()
    x, root = chain.text, chain.root.name
    captured = "" if root == "g" else root
    forms = (
        f"{{ auto f = [=] {{ return {x}; }}; tr((unsigned)f()); }}",
        f"{{ auto f = [&] {{ return {x}; }}; tr((unsigned)f()); }}",
        f"{{ auto f = [{captured}] {{ return {x}; }}; tr((unsigned)f()); }}",
        f"{{ auto f = [&](int z) {{ return {x} + z; }}; tr((unsigned)f(2) + (unsigned)f(3)); }}",
        f"{{ auto f = [&] {{ {x} += 2; }}; f(); }}",
        f"{{ auto f = [&] {{ return [&] {{ return {x}; }}(); }}; tr((unsigned)f()); }}",
        f"{{ auto f = [&](auto z) {{ return {x} + z; }}; tr((unsigned)f(2)); }}",
        f"{{ auto f = [&]({'struct ' + chain.root.struct} *{root}) {{ return {root}->n; }}; tr((unsigned)f({'' if chain.root.pointer else '&'}{root})); }}",
    )
    out.line(choices.pick(forms))


@kind(weight=4, c=False)
def exception_leaves_region(out: Writer) -> None:
    chain = out.integer()
    with out.block("try"), out.region([chain]):
        out.use(chain, 80)
        out.middle()
        out.line(f"if ({out.condition()}) throw (int)({out.value()} & 15u);")
        out.use(chain, 80)
    with out.block("catch (int z)"):
        out.line(f"tr((unsigned)z + (unsigned){chain.text});")
