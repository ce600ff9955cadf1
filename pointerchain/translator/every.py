# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Every: lists that name every chain of a root -> lists that name chains.

``declare(level->*)`` seen by a region that uses ``level->grid->n`` and ``level->grid->x[i]``  ->
``declare(level->grid->n, level->grid->x)``

What a region uses is taken from Clang's tree; each access proposes its prefixes, the longest first. The
stages judge what is proposed as they judge what a user names: a chain with an error, one that stands behind
a test, and one that another path or a call may see or change gives way to the next shorter one or is left
out, until nothing of it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet

from pointerchain.analysis.access import AccessPath, Step, StepKind, describe
from pointerchain.diagnostics import Diagnostic, Severity
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.stack import start
from pointerchain.translator.facts.accessors import use_of_macro
from pointerchain.translator.facts.collect import leaves
from pointerchain.translator.facts.context import Context
from pointerchain.translator.stages import Skipped, Stages
from pointerchain.translator.text.directives import Item
from pointerchain.translator.text.lex import tokens
from pointerchain.translator.text.paths import ChainError, parse_chain
from pointerchain.translator.text.regions import Declared, Layout, Region

_ROUNDS = 12
_DOUBTS = frozenset(("guarded-chain", "aliased-read", "aliased-write"))
"""What keeps a chain from being hoisted unless it is named; so does a call, where the region changes it."""
_OUT = frozenset((StepKind.DEREFERENCE, StepKind.OPERATOR, StepKind.ELEMENT))


class _Proposal(NamedTuple):
    """What stands in the place of an access: chains that it begins with, the longest first."""

    span: Span
    items: tuple[Item, ...]


def expand(layout: Layout, parsed: Callable[[Layout], Stages | str]) -> Stages | str:
    """A source with chains in the place of lists that name every chain of a root; it says what is left out.

    ``parsed`` has Clang read the source with a layout.
    """
    stages = parsed(_with(layout, {}))
    if isinstance(stages, str) or stages.errors[1]:
        return stages
    proposals = start(lambda: _Finder(stages, layout).find())()
    layout = layout._replace(idle=_idle(layout, proposals))
    chosen = {key: [0] * len(rows) for key, rows in proposals.items()}
    skipped: list[Skipped] = []
    proposed = {id(item) for rows in proposals.values() for row in rows for item in row.items}
    for turn in range(_ROUNDS):
        judged = parsed(_with(layout, _items(proposals, chosen)))
        if isinstance(judged, str):
            return judged
        bad = start(lambda judged=judged: _refused(judged, proposed))()  # type: ignore[misc]
        if not bad:
            judged.skipped = tuple(skipped)
            return judged
        for key, rows in proposals.items():
            for at, row in enumerate(rows):
                index = chosen[key][at]
                why = bad.get(id(row.items[index])) if index < len(row.items) else None
                if why is None:
                    continue
                chosen[key][at] = index + 1 if turn < _ROUNDS - 2 else len(row.items)
                text = row.items[index].text.decode("utf-8", "replace")
                skipped.append(Skipped(key[0], text, row.span, why))
    bare = parsed(_with(layout, {}))
    if not isinstance(bare, str):
        bare.skipped = tuple(skipped)
    return bare


def _idle(layout: Layout, proposals: dict[tuple[int, int], list[_Proposal]]) -> tuple[Item, ...]:
    """The entries to which no region proposes anything."""
    rows = [row.item for region in layout.regions for row in region.chains]
    rows += [item for each in layout.declares for item in each.items]
    used = {key[1] for key, found in proposals.items() if found}
    every = {id(item): item for item in rows if item.every and id(item) not in used}
    return tuple(every.values())


def _items(
    proposals: dict[tuple[int, int], list[_Proposal]], chosen: dict[tuple[int, int], list[int]]
) -> dict[tuple[int, int], list[Item]]:
    """By region and list: what is proposed now, each chain once."""
    out: dict[tuple[int, int], list[Item]] = {}
    for key, rows in proposals.items():
        found = {
            row.items[at].text: row.items[at]
            for row, at in zip(rows, chosen[key], strict=True)
            if at < len(row.items)
        }
        out[key] = list(found.values())
    return out


def _with(layout: Layout, items: dict[tuple[int, int], list[Item]]) -> Layout:
    """A layout with ``items`` where a list names every chain: by the outermost region that sees it."""
    regions: dict[int, Region] = {}
    made: dict[tuple[int, int], list[Declared]] = {}
    for region in layout.regions:
        rows: list[Declared] = []
        own = 0
        for at, row in enumerate(region.chains):
            if row.item.every:
                key = _outermost(layout, region, row.item), id(row.item)
                if key not in made:
                    made[key] = [row._replace(item=item) for item in items.get(key, ())]
                new = made[key]
            else:
                new = [row]
            rows += new
            own += len(new) if at >= len(region.chains) - region.own else 0
        regions[region.number] = region._replace(
            chains=tuple(rows), own=own, every=any(row.item.every for row in region.chains)
        )
    declares = tuple(
        each._replace(items=tuple(item for item in each.items if not item.every)) for each in layout.declares
    )
    return layout._replace(regions=tuple(regions[r.number] for r in layout.regions), declares=declares)


def _outermost(layout: Layout, region: Region, item: Item) -> int:
    """The outermost of the regions around one, itself included, that sees a list's entry."""
    known = {each.number: each for each in layout.regions}
    found, at = region.number, region.parent
    while at is not None:
        if any(row.item is item for row in known[at].chains):
            found = at
        at = known[at].parent
    return found


class _Finder:
    """Finds what regions use, from the tree of a source without such lists."""

    def __init__(self, stages: Stages, layout: Layout) -> None:
        self.context: Context = stages.context
        self.layout, self.cxx = layout, stages.cxx
        self.tree, self.paths, self.references = (
            self.context.tree,
            self.context.paths,
            self.context.references,
        )
        self.named = {
            number: {chain.access.bare for chain in region.chains}
            for number, region in stages.facts.regions.items()
        }

    def find(self) -> dict[tuple[int, int], list[_Proposal]]:
        """By region and list: what each access proposes."""
        out: dict[tuple[int, int], list[_Proposal]] = {}
        for region in self.layout.regions:
            for row in region.chains:
                key = region.number, id(row.item)
                if row.item.every and _outermost(self.layout, region, row.item) == region.number:
                    out[key] = self._proposals(region, row.item)
        return out

    def _proposals(self, region: Region, entry: Item) -> list[_Proposal]:
        found: dict[tuple[object, tuple[Step, ...]], _Proposal] = {}
        top = self.context.lineage(region.number)[-1]
        seen: set[int] = set()
        for leaf in leaves(self.context, top):
            whole = self.paths.whole_of(leaf)
            if whole in seen:
                continue
            seen.add(whole)
            path = self.paths.of(whole)
            place = self.context.source_span(self.tree.node(whole))
            if not path.known or not self.context.is_in(place.start, region.number):
                continue
            if entry.path.root and self._root(path) != entry.path.root:
                continue
            rows = list(self._prefixes(region, entry, path))
            if rows:  # accesses of other elements propose the same
                found.setdefault((path.root, rows[0][0]), _Proposal(place, tuple(row[1] for row in rows)))
        return list(found.values())

    def _root(self, path: AccessPath) -> bytes:
        if path.root[0] == "this":
            return b"this"
        return self.references.fact(path.root[1]).name.encode("utf-8", "replace")

    def _prefixes(
        self, region: Region, entry: Item, path: AccessPath
    ) -> Iterator[tuple[tuple[Step, ...], Item]]:
        """The chains that an access begins with, the longest first, each with its steps."""
        begin = self.context.probe.spans["begin", region.number].start
        for size in range(len(path.steps), 0, -1):
            out = any(step.kind in _OUT for step in path.steps[:size])
            followed = size < len(path.steps) and path.steps[size].kind in _OUT
            if not (out or followed or entry.path.root):
                continue  # a struct by value: nothing is walked
            node = self.tree.node(path.places[size])
            row = node.kind == Kind.SUBSCRIPT and followed and self.references.is_address(node.index)
            member = node.kind == Kind.MEMBER and path.steps[size - 1].kind is StepKind.MEMBER
            if not (member or row) or node.foreign:
                continue
            if self._names_later(node.index, begin):
                continue
            if node.body and use_of_macro(self.context, node) is None:
                continue  # a macro spells more than that, so that it keeps it
            text = self._text(path, size)
            try:
                spelled, watched = parse_chain(tokens(text), self.cxx)
            except ChainError:
                continue
            steps = tuple(step for step in path.steps[:size] if step.kind is not StepKind.CAST)
            if steps in self.named.get(region.number, ()):
                return  # it is named itself
            qualifier = entry.qualifier if self.references.is_address(node.index) else None
            place = entry.qualifier_span if qualifier is not None else None
            yield steps, Item(text, entry.span, spelled, watched, None, None, qualifier, place)

    def _text(self, path: AccessPath, size: int) -> bytes:
        """A chain as its access spells it, or as its steps are where a macro took part in that."""
        node = self.tree.node(path.places[size])
        if node.macro:
            shorter = AccessPath(path.root, path.steps[:size], path.places[: size + 1])
            return describe(shorter, self.references).encode()
        span = self.context.source_span(node)
        return b" ".join(self.context.lexed.code[span.start : span.end].split())

    def _names_later(self, index: int, begin: int) -> bool:
        """Whether an expression names a variable that is declared behind a region's begin."""
        for at in range(index, self.tree.after[index]):
            kind = self.tree.kinds[at]
            if kind == Kind.DECL_REF:
                target = self.references.of(at)
                fact = self.references.fact(target.key) if target is not None else None
                if fact is not None and fact.main and fact.offset > begin:
                    return True
        return False


def _refused(stages: Stages, items: AbstractSet[int]) -> dict[int, Diagnostic]:
    """Why proposed chains cannot stay, by the identity of their items."""
    out: dict[int, Diagnostic] = {}
    if stages.errors[1]:
        return out
    proposed = {q.number: q.item for q in stages.asked if id(q.item) in items}
    facts = stages.facts
    for chain in (*facts.chains.values(), *facts.idle):
        if chain.number not in proposed:
            continue
        for problem in chain.problems:
            out.setdefault(id(proposed[chain.number]), problem)
    for finding in stages.findings:
        said = finding.diagnostic
        if finding.chain is None or finding.chain not in proposed:
            continue
        seen = said.code == "aliased-call" and finding.chain in facts.written
        if said.severity is Severity.ERROR or said.code in _DOUBTS or seen:
            out.setdefault(id(proposed[finding.chain]), said)
    return out
