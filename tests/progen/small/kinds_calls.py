# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions with bodies that regions call, and what leads to a chain from before its region."""

from __future__ import annotations

from progen.small.chains import MEMBERS, SCALARS, Chain, walk
from progen.small.kinds import kind
from progen.small.writer import Writer


def _bodies(tag: str, rest: str, kind_of: str, inner: str, cxx: bool) -> list[str]:
    """What a function does with ``p``, a pointer to a struct, to the member at ``rest`` of it or to another."""
    other = next(
        name for name, what, _ in MEMBERS[tag] if what == "scalar" and SCALARS[name] in ("int", "double")
    )
    own = rest.startswith("->") and "->" not in rest[2:]
    found = [
        f"p{rest} += 3;",
        f"p->{other} += 1;",
        f"(void)p; tr((unsigned)p{rest});",
        f"{kind_of} *q = &p{rest}; *q = 7;",
        f"struct {tag} *k = p; k{rest} += 5;",
        f"struct {tag} **k = &p; (*k){rest} = 6;",
        f"{kind_of} *all[2] = {{0, &p{rest}}}; *all[1] += 9;",
        f"{kind_of} x = 4; memcpy(&p{rest}, &x, sizeof x);",
        f"memset((char *)&p{rest}, 0, sizeof p{rest});",
        f"static struct {tag} *kept; if (kept) kept{rest} += 2; kept = p;",
        f"struct {{ struct {tag} *at; }} k = {{p}}; k.at{rest} += 8;",
        f"{inner}(p);",
        f"void (*call)(struct {tag} *) = {inner}; call(p);",
        f"{kind_of} *q = p ? &p{rest} : 0; for (int k = 0; k < 2; k++) q[0] += 1;",
        f"(p{rest})++, (void)0; p->{other} = p->{other};",
    ]
    if own:
        found += [
            f"struct {tag} own = *p; own.{rest[2:]} += 3; *p = own;",
            f"struct {tag} own = *p; own.{rest[2:]} += 3; tr((unsigned)own.{rest[2:]});",
            f"*({kind_of} *)((char *)p + __builtin_offsetof(struct {tag}, {rest[2:]})) = 2;",
        ]
    if cxx:
        found += [
            f"auto &x = p{rest}; x += 4;",
            f"auto f = [&] {{ p{rest} = 1; }}; f();",
            f"auto f = [p]({kind_of} by) {{ p{rest} += by; }}; f(2);",
            f"struct Later {{ struct {tag} *at; ~Later() {{ at{rest} += 1; }} }} later{{p}};",
            f"std::function<void()> f = [=] {{ p{rest} += 6; }}; f();",
            f"{kind_of} x = 5; std::swap(x, p{rest});",
        ]
    return found


@kind(weight=12)
def called_with_body(out: Writer) -> None:
    """A function that is given the root or a link, and does one thing to the chain's member or to another."""
    chain = out.find(
        lambda c: c.kind == "scalar" and (c.root.pointer or bool(c.links())), frozenset({"scalar"})
    )
    if chain is None:
        return
    choices = out.choices
    given = [link for link in chain.links() if "[" not in chain.text[len(link.text) :]]
    if chain.root.pointer and "[" not in chain.text:
        given.append(Chain(chain.root, (), "root", chain.root.struct))
    given = [link for link in given if chain.text.startswith(link.text)]
    if not given:
        return
    link = choices.pick(given)
    rest, tag = chain.text[len(link.text) :], link.type
    if not rest.startswith("->"):
        return
    inner, function = out.unique("inner"), out.unique("called")
    for name, use in ((inner, "(void)p;"), (function, inner)):
        body = choices.pick(_bodies(tag, rest, chain.type, use, out.cxx)) if use != "(void)p;" else use
        if name == inner and choices.chance(50):
            body = f"p{rest} += 2;"
        out.extra.append(f"static void {name}(struct {tag} *p) {{ {body} }}")
    with out.region([chain, *out.pick_chains(1)] if choices.chance(30) else [chain]):
        out.use(chain, 50)
        out.line(f"{function}({link.text});")
        if choices.chance(30):
            out.middle()
            out.line(f"{function}({link.text});")
        out.line(f"tr((unsigned){chain.text});")
        out.use(chain, 40)


@kind(weight=8)
def holder_from_before(out: Writer) -> None:
    """What leads to a subscript's variable from before the region, and changes it in the region."""
    root = out.roots[0]
    out.line("int i = 0;")
    chain = walk(out.choices, root, frozenset({"scalar"}), index="i")
    if chain is None or not any(x == "i" for _, x in chain.steps):
        chain = Chain(root, (("->", "list"), ("[]", "i"), ("->", "n")), "scalar", "int")
    name, held = out.unique("hit"), out.unique("held")
    out.extra.append(f"static void {name}(int *x) {{ *x ^= 1; }}")
    forms = [
        (f"int *{held} = &i;", f"{name}({held});"),
        (f"int *{held} = &i;", f"*{held} ^= 1;"),
        (f"struct {{ int *at; }} {held} = {{&i}};", f"{name}({held}.at);"),
        (f"struct {{ int *at; }} {held}; {held}.at = &i;", f"*{held}.at = 1;"),
        (f"int *{held}[2] = {{0, &i}};", f"{name}({held}[1]);"),
        (f"static int *{held}; {held} = &i;", f"{name}({held});"),
    ]
    if out.cxx:
        forms += [
            (f"auto {held} = [&i] {{ i ^= 1; }};", f"{held}();"),
            (f"auto {held} = [&](auto by) {{ i ^= by; }};", f"{held}(1);"),
            (f"std::function<void()> {held} = [&] {{ i = 1; }};", f"{held}();"),
            (f"struct {{ int &at; void operator()() {{ at ^= 1; }} }} {held}{{i}};", f"{held}();"),
            (
                f"struct {{ int &at; operator int() {{ return at ^= 1; }} }} {held}{{i}};",
                f"tr((unsigned)(int){held});",
            ),
            (f"int &{held} = i;", f"{held} ^= 1;"),
            (f"auto {held} = std::ref(i);", f"{held}.get() ^= 1;"),
        ]
    before, hits = out.choices.pick(forms)
    out.line(before)
    with out.region([chain]):
        out.use(chain, 30)
        out.line(hits)
        out.line(f"tr((unsigned){chain.text});")
