# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Changes of a link that nobody spells where they happen: by what lists in braces, templates' instances, bindings
and first statements run, and a thread's variables."""

from __future__ import annotations

from collections.abc import Iterator

from progen.loops.chains import HERE

_NAMES = {"Leaf *": "Lp", "Mid *": "Mp", "Top *": "Tp", "int": "Ip", "double": "Dp"}
_NEXT = {
    "Leaf *": "&L[(GI * 3 + 1) & 7]",
    "Mid *": "&M[(GI + 2) % 6]",
    "Top *": "&T[(GI + 1) & 3]",
    "int": "(GI + 5) & 15",
    "double": "GI + 0.5",
}
_KIND = """\
struct Ends{n} {{ {t} *p; {t} v; unsigned n() const {{ return 2u; }} ~Ends{n}() {{ *p = v; }} }};
struct Around{n} {{ Ends{n} e; int q; }};
struct Begins{n} {{ {t} *p; {t} v; int q = (*p = v, 3); }};
struct Mark{n} {{ int q; Mark{n}({t} *p) : q(1) {{ *p = {next}; }} }};
struct Marks{n} {{ Mark{n} m; int q; }};
static unsigned take{n}(const Ends{n} &e) {{ return e.n(); }}
static unsigned keep{n}(Ends{n} e) {{ return e.n(); }}
static Begins{n} begun{n}({t} *p, {t} v) {{ return {{p, v}}; }}
struct Sum{n} {{
  {t} *p; {t} v;
  unsigned operator+(int) const {{ *p = v; return 2u; }}
  bool operator<(const Sum{n} &) const {{ *p = v; return true; }}
  operator unsigned() const {{ *p = v; return 3u; }}
  template <int> unsigned get() const {{ *p = v; return 4u; }}
}};
template <> struct std::tuple_size<Sum{n}> : std::integral_constant<size_t, 2> {{}};
template <size_t N> struct std::tuple_element<N, Sum{n}> {{ typedef unsigned type; }};
template <class A> static unsigned special{n}(A *, A) {{ return 1u; }}
template <> unsigned special{n}<{t}>({t} *p, {t} v) {{ *p = v; return 2u; }}
"""
PRELUDE = "".join(_KIND.format(n=name, t=type_, next=_NEXT[type_]) for type_, name in _NAMES.items())
PRELUDE = (
    """\
#include <tuple>
template <class A> static unsigned added(const A &a) { return a + 1; }
template <class A> static unsigned lesser(const A &a) { return a < a ? 5u : 6u; }
template <class A> static unsigned turned(const A &a) { unsigned u = a; return u; }
template <class A> struct Summed { A a; unsigned sum() const { return a + 2; } };
"""
    + PRELUDE
)
PRELUDE += """\
static int all_here(int i) { bump_gs(i); bump_gm(i); bump_gk(); return 3; }
struct EndsHere { int t; ~EndsHere() { all_here(t); } };
struct BeginsHere { int q = all_here(2); };
static thread_local int first_here = all_here(3);
template <class A> static thread_local A first_of = all_here(4);
static int begin_here() { return first_here; }
static int begin_of() { return first_of<short>; }
"""


def unwritten(x: str, type_: str, v: str) -> Iterator[tuple[str, str]]:
    """Statements of C++ that store ``v`` in a link, each with the name of its kind."""
    if any(x.startswith(name) for name in HERE):
        yield "ends here", "(void)EndsHere{i};"
        yield "begins here", "acc += (unsigned)BeginsHere{}.q;"
        yield "begins here", "{ BeginsHere b[2] = {}; acc += (unsigned)b[0].q; }"
        yield "first named here", "acc += (unsigned)first_here;"
        yield "first named here", "acc += (unsigned)begin_here();"
        yield "template's variable", "acc += (unsigned)first_of<int>;"
        yield "template's variable", "acc += (unsigned)begin_of();"
    n = _NAMES.get(type_)
    if n is None:
        return
    yield "end of a temporary", f"(void)Ends{n}{{&{x}, {v}}};"
    yield "end of a temporary", f"acc += take{n}(Ends{n}{{&{x}, {v}}});"
    yield "end of a temporary", f"acc += keep{n}({{&{x}, {v}}});"
    yield "end of a temporary", f"if (Ends{n}{{&{x}, {v}}}.n() > 1u) acc += 2u;"
    yield "end of a temporary", f"{{ const Ends{n} &b = Ends{n}{{&{x}, {v}}}; acc += b.n(); }}"
    yield "end of a member", f"{{ Around{n} b{{{{&{x}, {v}}}, 3}}; acc += (unsigned)b.q; }}"
    yield "member begins", f"{{ Begins{n} b{{&{x}, {v}}}; acc += (unsigned)b.q; }}"
    yield "member begins", f"acc += (unsigned)begun{n}(&{x}, {v}).q;"
    yield "element made", f"{{ Marks{n} b{{&{x}, 2}}; acc += (unsigned)b.q; }}"
    for name in ("added", "lesser", "turned"):
        yield "template's instance", f"acc += {name}(Sum{n}{{&{x}, {v}}});"
    yield "template's instance", f"{{ Summed<Sum{n}> b{{{{&{x}, {v}}}}}; acc += b.sum(); }}"
    yield "specialisation", f"acc += special{n}(({type_} *)&{x}, ({type_})({v}));"
    yield "binding", f"{{ auto [b, q] = Sum{n}{{&{x}, {v}}}; acc += b + q; }}"
    yield "first statement", f"switch (Ends{n} b{{&{x}, {v}}}; i & 1) {{ default: acc += 2u; }}"
    yield "first statement", f"switch ({x} = {v}; i & 1) {{ case 0: acc += 2u; }}"
    yield "first statement", f"if ({x} = {v}; i & 1) acc += 2u;"
    yield "element made", f"{{ Mark{n} b[2] = {{&{x}, &{x}}}; acc += (unsigned)b[1].q; }}"
