# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whole small programs."""

from __future__ import annotations

from dataclasses import dataclass

from progen.choices import Choices
from progen.small import (
    kinds_calls,
    kinds_chains,
    kinds_containers,
    kinds_cxx,
    kinds_objects,
    kinds_text,
    kinds_types,
)
from progen.small.kinds import KINDS, Kind
from progen.small.writer import RETURNS, Writer

__all__ = ["KINDS", "SmallProgram", "generate"]
MODULES = (
    kinds_chains,
    kinds_cxx,
    kinds_objects,
    kinds_text,
    kinds_types,
    kinds_calls,
    kinds_containers,
)  # which register their kinds


@dataclass(frozen=True)
class SmallProgram:
    """A function with what it needs; ``touched`` tells which lines a translation may change."""

    number: int
    lines: tuple[str, ...]
    touched: tuple[bool, ...]
    kinds: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()  # that it includes


def generate(choices: Choices, number: int, cxx: bool, only: str = "") -> SmallProgram:
    """A random small program; it holds the kind ``only`` if one is named."""
    out = Writer(choices, number, cxx)
    fitting = [k for k in KINDS.values() if cxx in k.languages]
    named = [k for k in fitting if k.name == only]
    count = 0 if named else choices.weighted(((3, 1), (3, 0), (1, 2)))
    weights = [(k.weight, k) for k in fitting]
    chosen: list[Kind] = list(dict.fromkeys(named + [choices.weighted(weights) for _ in range(count)]))
    out.returns = choices.weighted(
        ((5, "unsigned"), (1, "void"), (1, "struct pair"), (1, "double"), (1, "int"))
    )
    label = ""
    if not cxx and choices.chance(30):
        label = f"out_{number}"
        out.labels.append(label)
    for made in chosen:
        if made.inside:
            out.pending.append(lambda made=made: made.write(out))  # type: ignore[misc]
    out.used += sorted({k.name for k in chosen})
    out.line("tr(n);")
    out.statements(0, 1)
    openers = [k for k in chosen if not k.inside]
    for made in openers:
        with out.block():
            made.write(out)
    if not openers or out.pending:
        with out.block():
            out.plain_region()
    out.statements(0, 1)
    if label:
        out.line(f"{label}: ;")
    jumps, out.jumps = out.jumps, False
    out.line(out.leave())
    out.jumps = jumps
    return finished(out)


def finished(out: Writer) -> SmallProgram:
    n = out.number
    name = f"f{n}"
    template = f"template <{out.template}> " if out.template else ""
    head = f"{template}static {out.returns} {name}({', '.join(out.parameters)}, unsigned n{out.more}) {{"
    arguments = f"<{out.arguments}>" if out.arguments else ""
    call = f"{name}{arguments}({', '.join(out.passed)}, n{out.more_arguments})"
    lines = [(f"/* program {n}: {', '.join(out.used)} */", False)]
    lines += [(line, False) for text in out.extra for line in text.split("\n")]
    lines += [(head, False), *out.lines, ("}", False)]
    lines.append((f"static void run{n}(unsigned n) {{ {RETURNS[out.returns].format(call=call)} }}", False))
    texts, touched = zip(*lines, strict=True)
    return SmallProgram(n, texts, touched, tuple(out.used), tuple(out.files.items()))
