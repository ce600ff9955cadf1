# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Dump: what a stage of a translation makes of a source, as text that stays the same.

``dump("edits", ...)``  ->  ``7:5-7:14 's->a->n' becomes 'pc_a_n'`` and so on, a row a thing. Places are lines
and columns of the source, in 'tree' those of the probe. It is for those who change the tool, and for tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pointerchain.analysis.access import describe
from pointerchain.diagnostics import Place
from pointerchain.source import Source, Span
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.libclang import kind_name
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.stack import start
from pointerchain.translator.clang.tree import BODY, FOREIGN, MACRO, PLACELESS, Tree
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.model import Access, Meeting
from pointerchain.translator.hoist import read
from pointerchain.translator.pipeline import DEEP, read_source
from pointerchain.translator.result import Translation
from pointerchain.translator.stages import Stages, refused
from pointerchain.translator.text.directives import (
    Begin,
    Construct,
    Declare,
    Directive,
    End,
    Item,
    Promise,
    Reload,
)
from pointerchain.translator.text.regions import Layout, pair_regions

_FLAGS = ((MACRO, "macro"), (BODY, "body"), (FOREIGN, "included"), (PLACELESS, "no text"))


def dump(stage: str, data: bytes, filename: str, args: Sequence[str], language: str | None = None) -> bytes:
    """What ``stage`` makes of a source: empty where it is not reached.

    ``stage`` is one of :data:`pointerchain.cli.translate_options.STAGES`. A source with deep-copy directives
    is shown as it is when these are calls.
    """
    shown: list[bytes] = []

    def rest(
        text: bytes, filename: str, args: Sequence[str], language: str | None, verify: bool
    ) -> Translation:
        shown.append(text if stage == "lowered" else _dump(stage, text, filename, args, language))
        return Translation(text, ())

    if DEEP.search(data) and b"\0" not in data:
        from pointerchain.deepcopy.lower import translate_deep

        translate_deep(data, filename, args, language, False, rest)
    else:
        rest(data, filename, args, language, False)
    return shown[0]


def _dump(stage: str, data: bytes, file: str, args: Sequence[str], language: str | None) -> bytes:
    if b"\0" in data:
        return b""
    clang = clang_arguments(file, args, language)
    lexed, directives, _ = read_source(data, file, clang)
    printer = _Printer(Source(file, data))
    if stage == "directives":
        return printer.text(printer.directives(directives))
    layout, _ = pair_regions(lexed, directives, file)
    if stage == "regions":
        return printer.text(printer.regions(layout))
    stages = read(lexed, directives, layout, file, clang)
    if isinstance(stages, str):
        return b""
    if stage == "probe":
        return stages.probe.text
    if stages.errors[1]:
        return b""
    rows: dict[str, Callable[[Stages], Iterable[str]]] = {
        "tree": lambda stages: tree_rows(stages.context.tree, Source(file, stages.probe.text)),
        "chains": printer.chains,
        "facts": printer.facts,
        "findings": printer.findings,
        "edits": printer.edits,
    }
    return start(lambda: printer.text(rows[stage](stages)))()


def tree_rows(tree: Tree, source: Source) -> Iterator[str]:
    """Each node: its kind, its place in the parsed text, its name, and what is special about its text."""
    depth = [-1] * len(tree)
    for index in range(1, len(tree)):
        depth[index] = depth[tree.parents[index]] + 1
        node = tree.node(index)
        flags = ", ".join(name for flag, name in _FLAGS if node.flags & flag)
        words = ["  " * depth[index] + kind_name(node.kind), _place(source, node.span), node.name()]
        yield " ".join(filter(None, [*words, flags and f"({flags})"]))


def _place(source: Source, span: Span) -> str:
    first, last = source.line_column(span.start), source.line_column(max(span.start, span.end))
    return f"{first[0]}:{first[1]}-{last[0]}:{last[1]}"


class _Printer:
    def __init__(self, source: Source) -> None:
        self.source = source

    @staticmethod
    def text(rows: Iterable[str]) -> bytes:
        return "".join(f"{row}\n" for row in rows).encode("utf-8", "surrogateescape")

    def place(self, span: Span) -> str:
        return _place(self.source, span)

    # --- text ---------------------------------------------------------------------------------------

    def directives(self, directives: Sequence[Directive]) -> Iterator[str]:
        for each in directives:
            place = self.place(each.pragma.span)
            if isinstance(each, Construct):
                yield f"{place} {each.spelling}"
                for clause in each.clauses:
                    argument = f" {self.quoted(clause.argument)}" if clause.argument is not None else ""
                    yield f"  {self.place(clause.span)} clause {clause.name.decode()}{argument}"
            elif isinstance(each, Promise):
                words = [f"reads '{name.decode()}'" for name in each.reads]
                words += [f"unaliased '{name.decode()}'" for name in each.unaliased]
                yield " ".join((place, "promise", *words))
                continue
            else:
                names = {Declare: "declare", Begin: "region begin", End: "region end", Reload: "reload"}
                yield f"{place} {names[type(each)]}"
            for item in () if isinstance(each, End) else each.items:
                yield f"  {self.item(item)}"

    def item(self, item: Item) -> str:
        words = [f"{self.place(item.span)} chain '{item.text.decode('utf-8', 'replace')}'"]
        if item.type is not None:
            words.append(f"type '{item.type.decode('utf-8', 'replace')}'")
        if item.qualifier is not None:
            words.append(item.qualifier)
        return " ".join(words)

    def regions(self, layout: Layout) -> Iterator[str]:
        for region in layout.regions:
            inside = f" in region {region.parent}" if region.parent is not None else ""
            of = f" of '{region.construct.spelling}'" if region.construct is not None else ""
            yield f"region {region.number} {self.place(region.span)}{of}{inside}"
            for at, declared in enumerate(region.chains):
                own = "" if at >= len(region.chains) - region.own else ", from a declare"
                yield f"  {self.item(declared.item)}{own}"

    def quoted(self, span: Span) -> str:
        return repr(self.source.slice(span).decode("utf-8", "replace"))

    # --- facts --------------------------------------------------------------------------------------

    def chains(self, stages: Stages) -> Iterator[str]:
        facts, references = stages.facts, stages.context.references
        for chain in sorted((*facts.chains.values(), *facts.idle)):
            yield self.chain(chain)
            yield f"  {describe(chain.access, references)}"
            for watched in chain.watched:
                yield f"  subscript reads {describe(watched, references)}"
            for problem in chain.problems:
                yield f"  refused [{problem.code}]"

    def chain(self, chain: Chain) -> str:
        words = [f"chain {chain.number}", f"'{chain.text}'", f"of region {chain.region}", chain.shape.value]
        flags = ("const", "fixed", "bit_field", "file_scope", "mutable", "changes_in_const")
        words += [f"type '{chain.type}'" if chain.type is not None else ""]
        words += [f"by {chain.accessor}" if chain.accessor else ""]
        words += [flag.replace("_", "-") for flag in flags if getattr(chain, flag)]
        return " ".join(filter(None, words if not chain.problems else words[:3]))

    def facts(self, stages: Stages) -> Iterator[str]:
        facts = stages.facts
        for number, region in facts.regions.items():
            hoisted = " ".join(str(chain.number) for chain in region.chains)
            yield f"region {number} {self.place(region.region.span)} keeps {hoisted or 'nothing'}"
            for access in region.accesses:
                yield f"  {self.access(access, stages.context.references)}"
            for construct in region.constructs:
                yield f"  {self.place(construct.pragma.span)} directive '{construct.spelling}'"
        for row in facts.occurrences:
            if row.construct is not None:
                left = f", left: {row.left}" if row.left else ""
                yield f"{self.place(row.span)} chain {row.chain} in a directive{left}"
        for mention in facts.mentions:
            yield f"{self.place(mention.span)} {self.quoted(mention.span)} in a directive, no chain"
        for number, spans in facts.written.items():
            yield f"chain {number} is changed at {', '.join(map(self.place, spans))}"
        for leaving in facts.ways.exits:
            out_of = " ".join(map(str, leaving.regions))
            yield f"{self.place(leaving.span)} {leaving.kind} leaves {out_of}"
        for entry in facts.ways.entries:
            yield f"{self.place(entry.span)} '{entry.word}' is a way in ({entry.form})"
        for escape in facts.ways.escapes:
            yield f"{self.place(escape.span)} {escape.name} leaves {escape.region} without a write-back"
        for misfit in facts.misfits:
            yield f"region {misfit.region} is no run of statements: {misfit.code}"

    def access(self, access: Access, references: References) -> str:
        words = [f"{self.place(access.span)} {describe(access.path, references)}"]
        found = access.occurrence
        if found is not None:
            use = f" {found.use.use.value}" if found.use is not None else ""
            words.append(f"chain {found.chain}{use}" + (f", left: {found.left}" if found.left else ""))
        words += [self.meeting("meets", meeting) for meeting in access.meets]
        words += [self.meeting("a subscript of", meeting) for meeting in access.watched]
        return "; ".join(words)

    @staticmethod
    def meeting(how: str, meeting: Meeting) -> str:
        relation = meeting.comparison
        unsure = "" if relation.certain else " at run time"
        return f"{how} {meeting.chain} {relation.relation.name.lower()}{unsure}"

    # --- what follows from them ----------------------------------------------------------------------

    def findings(self, stages: Stages) -> Iterator[str]:
        for finding in stages.findings:
            said = finding.diagnostic
            about = f" chain {finding.chain}" if finding.chain is not None else ""
            where = self.where(said.place)
            yield f"{where} {said.severity.value} [{said.code}]{about}: {said.message}"

    def where(self, place: Place) -> str:
        return self.place(place.span) if place.file == self.source.name else place.file

    def edits(self, stages: Stages) -> Iterator[str]:
        if refused([finding.diagnostic for finding in stages.findings]):
            return
        for edit in sorted(stages.plan.edits):
            text = edit.text.decode("utf-8", "replace")
            span = Span(edit.start, edit.end)
            old = self.quoted(span)
            if not text:
                yield f"{self.place(span)} {old} is removed"
            elif edit.start == edit.end:
                yield f"{self.place(span)} gets {text!r}"
            else:
                yield f"{self.place(span)} {old} becomes {text!r}"
