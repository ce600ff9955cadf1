# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives -> calls in their lines, and the procedures behind the source that say what is to be done.

``!$pointerchain deepcopy enter(m)`` in line 12 becomes::

    block;use pointerchain_do;procedure(pc_s)::pc_1a2b3c_12;call pc_do(pc_1a2b3c_12,m);end block

The arguments are passed with their descriptors, so that nothing is copied and what is not allocated is
absent.
"""

from __future__ import annotations

import re

from pointerchain.fortran.describe import COLUMNS, folded, getter, literal
from pointerchain.fortran.directives import TECHNIQUES, Action, RegionEnd
from pointerchain.fortran.records import TypeKey
from pointerchain.fortran.roots import Resolved
from pointerchain.lazy import NamedTuple

VERBS = ("enter", "exit", "update host", "update device", "update structure", "begin", "end")
ARGUMENTS = 8
"""How many arguments a call takes: the roots, and the objects to which pointers are attached."""
_DELETE = 1
_NAMES = frozenset({"pc_s", "pc_do", "pointerchain_do"})


class Call(NamedTuple):
    """A directive with its resolved roots; ``name`` is that of the procedure which describes it."""

    name: str
    directive: Action | RegionEnd
    roots: tuple[Resolved, ...]

    @property
    def arguments(self) -> tuple[str, ...]:
        """What the call passes, in order."""
        out: list[str] = []
        for root in self.roots:
            for text, by_address in ((root.text, root.by_address), (root.owner, root.owner_by_address)):
                if text:
                    out += [f"[c_loc({text})]", f"storage_size({text})"] if by_address else [text]
        return tuple(out)

    @property
    def clashes(self) -> str:
        """A name in the arguments that means something else in the call's block, if there is one."""
        used = set(re.findall(r"\w+", " ".join(f"{root.text} {root.owner}" for root in self.roots).lower()))
        return next(iter(sorted(used & (_NAMES | {self.name}))), "")


class TooLong(NamedTuple):
    """A call that does not fit into the lines of its directive; ``columns`` is what it takes in one line."""

    columns: int


def call_lines(call: Call, indent: str, lines: int) -> list[str] | TooLong:
    """The text of a call as exactly ``lines`` lines of at most 132 columns."""
    words = ["block;", "use pointerchain_do;", f"procedure(pc_s)::{call.name};", f"call pc_do({call.name}"]
    words += [f",{each}" for each in call.arguments]
    words += [");", "end block"]
    text = "".join(words)
    for lead in (indent, ""):
        if len(lead) + len(text) <= COLUMNS:
            return [lead + text, *[""] * (lines - 1)]
    out, line = [], indent if len(indent) < COLUMNS // 2 else ""
    lead = line
    for word in words:
        if len(line) + len(word) + 1 > COLUMNS and line.strip():
            out.append(line + "&")
            line = lead
        line += word
    out.append(line)
    if len(out) > lines or any(len(each) > COLUMNS for each in out):
        return TooLong(len(text))
    return out + [""] * (lines - len(out))


def procedure(call: Call, file: str, line: int) -> list[str]:
    """The procedure that tells the runtime what a directive in a file's line asks for."""
    directive = call.directive
    verb = directive.verb if isinstance(directive, Action) else "end"
    technique = directive.technique if isinstance(directive, Action) else "auto"
    flags = _DELETE if isinstance(directive, Action) and directive.delete else 0
    technique_number = TECHNIQUES.index(technique)
    getters: dict[TypeKey, str] = {}
    body = [f"  call pc_directive({VERBS.index(verb)}, {technique_number}, {flags}, {literal(file)}, {line})"]
    for root in call.roots:
        names = []
        for key in (root.type, root.owner_type):
            if key is None:
                names.append("c_null_funptr")
            else:
                names.append(f"c_funloc({getters.setdefault(key, f'pc_t{len(getters) + 1}')})")
        body.append(
            f"  call pc_root({literal(root.text)}, {names[0]}, {root.rank}, {int(root.by_address)}, "
            f"{names[1]}, {int(root.owner_by_address)}, {literal(root.component)})"
        )
    out = [f"subroutine {call.name}() bind(c)", "  use pointerchain_types", "  implicit none"]
    if getters:
        out += ["  interface", *(line for key, name in getters.items() for line in getter(key, name))]
        out.append("  end interface")
    out += [*body, "end subroutine"]
    return [line for long in out for line in folded(long)]
