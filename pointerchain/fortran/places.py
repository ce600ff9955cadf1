# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A region's place -> why no block can stand there.

Between a directive and its loop stands nothing, in a ``where`` or ``workshare`` only assignments, and a block
that begins before a ``section`` does not end behind it.
"""

from __future__ import annotations

import re

from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.fortran.chains import Chain
from pointerchain.fortran.constructs import Construct, around, inside, read_construct
from pointerchain.fortran.declarations import split
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.regions import Region
from pointerchain.fortran.standing import EXECUTES
from pointerchain.fortran.statements import is_pure
from pointerchain.fortran.units import Scope


def placed(file: SourceFile, region: Region) -> list[Diagnostic]:
    """Why no block can stand in a region's place."""
    source = region.begin.source
    out: list[Diagnostic] = []

    def say(form: str, construct: str) -> None:
        out.append(diagnostic("split-construct", file.name, source.span, form=form, construct=construct))

    for one in inside(file, 0, source.span.start):
        if one.pragma.source.following == source.following and one.row is not None and not one.ends:
            if one.row.association == "loop":
                say("loop", one.name)
            elif one.row.atomic:
                say("", one.name)
    for one in inside(file, source.span.end, region.stop):
        if one.pragma.source.following == region.numbers.stop and one.row is not None and not one.ends:
            if one.row.association == "loop" or one.row.atomic:
                say("end", one.name)
    if region.scope.kind in ("where", "forall"):
        say("inside", region.scope.kind)
    for one in around(file, region.scope, source.span.start):
        if re.match(r"(parallel\s*)?workshare\b", one.pragma.source.text.strip()):
            say("inside", f"{one.pragma.dialect} workshare")
    if found := _nested_loops(file, region):
        say("loops", found.name)
    if wrong := _halves(file, region):
        say("half", wrong.name)
    return out


def _nested_loops(file: SourceFile, region: Region) -> Construct | None:
    """A directive of more loops than the region is inside of: nothing stands between them."""
    depth = 0
    at: Scope | None = region.scope
    while at is not None and at.kind == "do":
        depth += 1
        for pragma in file.text.pragmas:
            if pragma.source.following != at.first or pragma.dialect not in ("omp", "acc"):
                continue
            one = read_construct(pragma)
            for clause in one.clauses:
                text = one.pragma.source.text[slice(*clause.inside)] if clause.inside else ""
                loops = {"collapse": text.split(":")[-1].strip(), "ordered": text.strip()}.get(
                    clause.name, ""
                )
                if clause.name in ("tile", "sizes"):
                    loops = str(len(split(text)))
                if loops and not (loops.isdigit() and int(loops) <= depth):
                    return one
        at = at.parent
    return None


def _halves(file: SourceFile, region: Region) -> Construct | None:
    """A directive in the region whose construct begins or ends outside of it."""
    open_: list[Construct] = []
    for one in inside(file, region.begin.source.span.end, region.stop):
        if one.row is None:
            continue
        words = one.name.split(" ", 1)[1]
        if words.removeprefix("end ") == "section":
            if not any("sections" in each.name for each in open_):
                return one
        elif one.ends:
            ended = words.removeprefix("end ")
            mine = [each for each in open_ if f"{each.name} ".split(" ", 1)[1].startswith(f"{ended} ")]
            if not mine:
                return one
            while open_.pop() is not mine[-1]:
                pass
        else:
            open_.append(one)
    blocks = [
        each for each in open_ if each.row is not None and each.row.association in ("block", "sections")
    ]
    return next((one for one in blocks if not _goes_without(file, one)), None)


def _goes_without(file: SourceFile, one: Construct) -> bool:
    """Whether a construct has no directive that ends it, as an atomic one and a 'block' need none."""
    number = one.pragma.source.following
    if one.row is None or one.row.atomic or file.text.statements[number].code.startswith("block"):
        return True
    dialect, words = one.name.split(" ", 1)
    later = inside(file, one.pragma.source.span.end, len(file.source))
    return not any(each.ends and each.name == f"{dialect} end {words}" for each in later)


def pure_problem(file: SourceFile, region: Region, chain: Chain) -> str:
    """Why a pure procedure cannot have a chain's local: a pointer to what it must not change
    (F2018 C1594)."""
    unit = region.scope.within(EXECUTES)
    if unit is None or chain.copied:
        return ""
    head = file.text.statements[unit.first].code
    if not is_pure(head[: head.find(unit.name)]):
        return ""
    name, scope = chain.variable.name, chain.variable.where.scope
    why = f"in a pure procedure no pointer can be associated with '{name}', which "
    if scope.within(EXECUTES) is not unit:
        return f"{why}is not the procedure's own"
    return f"{why}is 'intent(in)'" if "intent(in)" in scope.variables[name].entity.attributes else ""
