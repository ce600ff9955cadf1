# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Changes of a link that nobody spells where they happen: by what lists in braces run, and a thread's variables."""

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
"""
PRELUDE = "".join(_KIND.format(n=name, t=type_, next=_NEXT[type_]) for type_, name in _NAMES.items())
PRELUDE += """\
static int all_here(int i) { bump_gs(i); bump_gm(i); bump_gk(); return 3; }
struct EndsHere { int t; ~EndsHere() { all_here(t); } };
struct BeginsHere { int q = all_here(2); };
static thread_local int first_here = all_here(3);
static int begin_here() { return first_here; }
"""


def unwritten(x: str, type_: str, v: str) -> Iterator[tuple[str, str]]:
    """Statements of C++ that store ``v`` in a link, each with the name of its kind."""
    if any(x.startswith(name) for name in HERE):
        yield "ends here", "(void)EndsHere{i};"
        yield "begins here", "acc += (unsigned)BeginsHere{}.q;"
        yield "begins here", "{ BeginsHere b[2] = {}; acc += (unsigned)b[0].q; }"
        yield "first named here", "acc += (unsigned)first_here;"
        yield "first named here", "acc += (unsigned)begin_here();"
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
    yield "element made", f"{{ Mark{n} b[2] = {{&{x}, &{x}}}; acc += (unsigned)b[1].q; }}"
