# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Forbidden things that hide: what is read, changed or needed where the tokens do not show it."""

from __future__ import annotations

import re

from progen.expressions import Active
from progen.forbidden import KINDS, SCALAR, arithmetic, chain, kind, region, simple
from progen.regions import Function

__all__ = ["KINDS"]


@kind("evaluated-operand", cxx=False)
def evaluated_operand(out: Function) -> bool:
    forms = (
        "tr((unsigned)sizeof(char[((unsigned){0}++ & 7u) + 1u]));",
        "{{ int q = 3; char g[q][q]; tr((unsigned)sizeof(g[({0} += 1) ? 1 : 0]) + (unsigned)q); }}",
        "{0} += 1; tr((unsigned)sizeof(char[((unsigned){0} & 7u) + 1u]));",
        "{0} += 1; {{ __typeof__(char[((unsigned){0} & 7u) + 1u]) g; tr((unsigned)sizeof g); }}",
    )
    return simple(out, chain(out, SCALAR, arithmetic), out.choices.pick(forms))


@kind("struct-read-whole", "prefix-assigned", "unsupported-type", cxx=False)
def struct_read_whole(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    parts = re.match(r"(.*?)\s*(->|\.)\s*(\w+)\Z", out.spell(path, plain=True)) if path else None
    if path is None or parts is None:
        return False
    prefix, arrow, member = parts.groups()
    if prefix.count("(") != prefix.count(")"):
        return False
    whole = f"*{prefix}" if arrow == "->" else prefix
    text = f"{{0}} += 1; {{{{ __typeof__({whole}) w = {whole}; tr((unsigned)w.{member}); }}}}"
    return simple(out, path, text)


@kind("unstable-macro")
def name_redefined(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    name = out.spell(path, plain=True).rstrip("])0123456789 [").split(".")[-1].split(">")[-1].strip()
    if not name.isidentifier():
        return False

    def middle() -> None:
        out.line(f"#define {name} {name}")
        out.line(f"{out.spell(path, plain=True)} += 1;")
        out.line(f"#undef {name}")

    return region(out, Active(path, True), middle)


@kind("split-statement")
def needed_after_region(out: Function) -> bool:
    """Nothing that must be refused: objects of the region that a pointer leads to after it."""
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    name = out.fresh("z")
    forms = [
        f"unsigned {name}_g[2][2] = {{{{1u, 2u}}, {{3u, 4u}}}}; {name} = {name}_g[1];",
        f"struct {{ unsigned d[3]; }} {name}_s = {{{{5u, 6u, 7u}}}}; {name} = {name}_s.d;",
        f"unsigned {name}_o[2] = {{8u, 9u}}; {name} = & ( ( {name}_o[0] ) );",
    ]
    if not out.cxx:
        forms.append(f"{name} = (unsigned[]){{4u, 5u}};")
    form = out.choices.pick(forms)
    out.line(f"unsigned *{name} = 0;")
    done = region(out, Active(path, True), lambda: out.line(form))
    out.line(f"tr({name}[0] + {name}[1]);")
    return done


@kind("write-in-parallel")
def orphaned(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    pragma = out.choices.pick(("omp single", "omp master", "omp critical", "omp atomic", "omp masked"))

    def middle() -> None:
        out.line(f"#pragma {pragma}")
        out.line(f"{out.spell(path)} += 1;")

    return region(out, Active(path, True), middle)


@kind("unknown-construct")
def directive_of_macro(out: Function) -> bool:
    path = chain(out, SCALAR, arithmetic)
    if path is None:
        return False
    name = f"ON_DEVICE_{out.fresh('q')}"
    out.line(f'#define {name} _Pragma("{out.choices.pick(("omp target", "acc serial", "omp task"))}")')

    def middle() -> None:
        out.line(name)
        out.line(f"{{ {out.spell(path)} += 1; }}")

    return region(out, Active(path, True), middle)
