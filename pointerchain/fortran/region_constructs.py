# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""OpenMP's and OpenACC's directives in a region -> what they mention and refuse, and what they become.

!$omp parallel do map(to: s%a%n) default(none)
->  !$omp parallel do map(to: pc_a_n) default(none) shared(pc_a_x)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.fortran import standing
from pointerchain.fortran.chains import Chain, matches, same
from pointerchain.fortran.constructs import Construct, around
from pointerchain.fortran.designators import designators
from pointerchain.fortran.meanings import meaning
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.names import Where
from pointerchain.fortran.records import Records
from pointerchain.fortran.regions import Region
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span

Edit = tuple[Span, str]


class Local(NamedTuple):
    """A chain with the name of its local."""

    chain: Chain
    name: str
    changed: bool


def replaced(places: tuple[int, ...], name: str) -> Iterator[Edit]:
    """A name in the place of characters, which may stand in several lines."""
    start = previous = places[0]
    for place in (*places[1:], -1):
        if place == previous + 1:
            previous = place
            continue
        yield Span(start, previous + 1), name
        name, start, previous = "", place, place


class Constructs:
    """The acc and omp directives of a region: what they mention, what they change, and what they refuse.

    ``written`` are the chains, by their numbers, that a clause changes; ``named`` the places at which one
    mentions a chain.
    """

    def __init__(
        self,
        records: Records,
        file: SourceFile,
        region: Region,
        chains: tuple[Chain, ...],
        constructs: list[Construct],
    ) -> None:
        self.records, self.file, self.region = records, file, region
        self.chains, self.constructs = chains, constructs
        self.named: list[tuple[int, Construct, tuple[int, ...]]] = []
        self.written: set[int] = set()
        self.found: list[Diagnostic] = []
        for one in constructs:
            self._mentions(one)

    def _say(self, code: str, span: Span, form: str = "", **fields: str) -> None:
        self.found.append(diagnostic(code, self.file.name, span, (), None, form, **fields))

    def _mentions(self, one: Construct) -> None:
        text, source = one.pragma.source.text, one.pragma.source
        file, records = self.file, self.records
        where = Where(file, standing.scope_of(file, source))
        for clause in one.clauses:
            if clause.inside is None:
                continue
            for use in designators(text, *clause.inside).uses:
                held = meaning(records, where, use)
                span = source.part(use.start, use.end)
                best, length = -1, 0
                for at, chain in enumerate(self.chains):
                    count = matches(chain, use, held, text, where, records)
                    if count > length:
                        best, length = at, count
                effect = clause.effect
                if best < 0:
                    for chain in self.chains:
                        depends = (
                            held.root is not None
                            and not held.steps
                            and (
                                same(held.root, chain.variable)
                                or any(same(held.root, x) for x in chain.subscripts)
                            )
                        )
                        if depends and (effect is None or effect.private or effect.writes):
                            fields = {"clause": clause.name, "construct": one.name, "name": use.name}
                            self._say("private-root", span, chain=chain.text, **fields)
                    continue
                chain = self.chains[best]
                part = use.parts[length - 1]
                end = part.end if chain.root.parts[-1].subscripts is not None else part.begin + len(part.name)
                if one.row is None or effect is None:
                    self._say(
                        "unread-statement",
                        span,
                        "construct",
                        construct=one.name,
                        clause=clause.name,
                        chain=chain.text,
                    )
                elif one.row.standalone or one.row.declarative:
                    if chain.copied:
                        fields = {"clause": clause.name, "construct": one.name}
                        self._say("local-outlived", span, "data", chain=chain.text, **fields)
                    continue
                elif effect.private and not effect.writes and not effect.reads:
                    self._say("object-needed", span, "operand", chain=chain.text, construct=one.name)
                elif chain.copied and (
                    effect.finds or effect.device_address or effect.attaches or effect.orders
                ):
                    self._say("not-on-device", span, clause=clause.name, chain=chain.text)
                elif not chain.copied and (effect.device_address or effect.attaches or effect.private):
                    self._say("object-needed", span, "operand", chain=chain.text, construct=one.name)
                elif chain.copied and effect.writes:
                    self.written.add(best)
                self.named.append((best, one, source.places[use.start : end]))

    def judge(self, changed: frozenset[int]) -> tuple[Diagnostic, ...]:
        """What is wrong with what the constructs make of the chains, of which the region changes some."""
        if not self.chains:
            return tuple(self.found)
        chain = self.chains[min(changed, default=0)].text
        region = self.region
        for one in self.constructs:
            if one.row is not None and one.row.team and self._threads():
                fields = {"name": self._threads(), "chain": chain, "construct": one.name}
                self._say("private-root", one.pragma.source.span, "thread", **fields)
        outside = around(self.file, region.scope, region.begin.source.span.start)
        if changed:
            for one in outside:
                if one.row is None or (one.row.parallel and not one.row.exclusive) or one.row.task:
                    self._say("write-in-parallel", region.begin.source.span, chain=chain, construct=one.name)
                elif one.row.data:
                    fields = {"kernel": "the region", "data": one.name, "chain": chain}
                    self._say("enclosing-data", region.begin.source.span, **fields)
        depth: list[Construct] = []
        for one in self.constructs:
            span = one.pragma.source.span
            if one.row is None:
                self._say("unread-statement", span, "directive", construct=one.name)
                continue
            if one.ends:
                if depth:
                    depth.pop()
                if changed and any(each.name == "nowait" for each in one.clauses) and not depth:
                    self._say("async-write", span, chain=chain)
                continue
            asynchronous = any(each.name in ("async", "nowait", "depend", "detach") for each in one.clauses)
            if (
                one.row.task
                or one.row.association == "meta"
                or (asynchronous and (one.row.compute or one.row.data))
            ):
                self._say("unread-statement", span, "directive", construct=one.name)
            if (
                one.row.binds
                and changed
                and not any(each.row is not None and each.row.team for each in depth)
            ):
                self._say("write-in-parallel", span, "binds", chain=chain, construct=one.name)
            self._defaults(one)
            if one.row.association in ("block", "sections") and not one.row.atomic:
                depth.append(one)
            elif one.row.association == "loop" and one.row.team:
                depth.append(one)
                if not self._has_end(one):
                    depth.pop()
        return tuple(self.found)

    def _threads(self) -> str:
        """A variable of the chains that a 'threadprivate' names, if there is one."""
        names = {found.name for chain in self.chains for found in (chain.variable, *chain.subscripts)}
        for pragma in self.file.text.pragmas:
            if pragma.source.text.lstrip().startswith("threadprivate"):
                for name in sorted(names & set(re.findall(r"\w+", pragma.source.text))):
                    return name
        return ""

    def _has_end(self, one: Construct) -> bool:
        words = one.name.split(" ", 1)[1]
        return any(each.ends and each.name.endswith(f"end {words}") for each in self.constructs)

    def _defaults(self, one: Construct) -> None:
        text = one.pragma.source.text
        for clause in one.clauses:
            argument = text[slice(*clause.inside)].strip() if clause.inside else ""
            refused = clause.name == "defaultmap" or (
                clause.name == "default" and argument in ("private", "firstprivate")
            )
            if refused or clause.effect is None:
                fields = {"construct": one.name, "clause": clause.name, "chain": self.chains[0].text}
                self._say("unread-statement", one.pragma.source.span, "construct", **fields)

    def edits(self, locals_: dict[int, Local]) -> list[Edit]:
        """Locals in the place of what directives mention, and the clauses that they need."""
        out = [edit for at, _, places in self.named for edit in replaced(places, locals_[at].name)]
        for one in self.constructs:
            if one.row is None or one.ends:
                continue
            mine = {at for at, each, _ in self.named if each is one}
            added = ""
            copied = [n for n, local in locals_.items() if local.changed and n not in mine]
            if one.row.compute and copied:
                names = ",".join(locals_[n].name for n in copied)
                added += f" map(tofrom:{names})" if one.pragma.dialect == "omp" else f" copy({names})"
                mine |= set(copied)
            text = one.pragma.source.text
            none = any(
                each.name == "default" and each.inside and text[slice(*each.inside)].strip() == "none"
                for each in one.clauses
            )
            rest = [n for n in locals_ if n not in mine]
            if none and one.pragma.dialect == "acc":
                rest = [n for n in rest if locals_[n].chain.copied]
                added += f" firstprivate({','.join(locals_[n].name for n in rest)})" if rest else ""
            elif none and rest:
                added += f" shared({','.join(locals_[n].name for n in rest)})"
            if added:
                end = one.pragma.source.span.end
                out.append((Span(end, end), added))
        return out
