# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clauses: the texts of acc and omp directives in regions -> the chains they name, and what they do to them.

``#pragma omp parallel for reduction(+:s->a->n)`` in a region that hoists ``s->a->n``  ->  an occurrence
that changes the chain. Each item and expression of a directive is an operand of the probe (:mod:`operands`):
what it names there, Clang says. Where Clang does not read it, tokens tell whether it could name a chain.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from pointerchain.analysis.access import AccessPath, Relation, StepKind, compare, end_of
from pointerchain.dialects import Role, without_literals
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind, TypeKind
from pointerchain.translator.clang.types import is_library_type
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import ClauseCall, Likeness, Listed, Mention, Occurrence
from pointerchain.translator.facts.standing import OBSERVERS, UNEVALUATED_WORDS
from pointerchain.translator.facts.uses import Usage, Use, usage
from pointerchain.translator.text.clauses import clause_at, mention_at
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.expand import reached
from pointerchain.translator.text.lex import before_space, opening, tokens, word_before
from pointerchain.translator.text.mentions import mentions
from pointerchain.translator.text.paths import ChainError, Path, Reader, canonical, implicit_this
from pointerchain.translator.text.roles import EVALUATED, Part, parts_of

_OBSERVED = lazy_pattern(rb"\s*\.\s*(?:" + "|".join(sorted(OBSERVERS)).encode() + rb")\s*\(\s*\)")
_OTHER_TYPE = (Shape.ARRAY, Shape.CONTAINER, Shape.HANDLE)
"""Chains whose locals are of another type than they are."""
_FOLLOWS = (StepKind.DEREFERENCE, StepKind.ELEMENT)
_LEAVES = frozenset((Kind.DECL_REF, Kind.THIS, Kind.MEMBER))
_WORD = lazy_pattern(rb"(?<![\w$\x80-\xff])[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")


class ClauseReader:
    """Finds the chains in the directives of a source's regions."""

    def __init__(self, context: Context, active: Mapping[int, Sequence[Chain]]) -> None:
        self.context, self.active = context, active
        self.found: list[Occurrence] = []
        self.others: list[Mention] = []
        self.calls: list[ClauseCall] = []
        self.listed: dict[int, list[Listed]] = {}
        self._places = {
            (row.construct, row.part): span
            for row in context.operands.rows
            if (span := context.probe.spans.get(("operand", row.number))) is not None
        }
        self._leaves: list[tuple[int, int]] = []
        """Where in the probe names and calls in operands stand, and their indices in the tree with those."""
        self._members: list[tuple[int, int]] = []
        """The same of all members."""
        self._seen: set[int] = set()
        """The directives whose operands the tree has."""
        if self._places:
            self._find_leaves()
        self._read()

    def _find_leaves(self) -> None:
        tree, probe = self.context.aside.tree, self.context.probe
        blocks = {probe.spans["aside", at].start: at for at in self.context.operands.placed}
        for index in range(len(self.context.tree), len(tree)):
            kind = tree.kinds[index]
            if kind in _LEAVES:
                inside = tree.after[index] > index + 1
                if kind != Kind.MEMBER or not inside or tree.kinds[index + 1] not in EXPRESSIONS:
                    self._leaves.append((tree.starts[index], index))
                if kind == Kind.MEMBER:
                    self._members.append((tree.starts[index], index))
            elif kind == Kind.CALL:
                self._leaves.append((tree.starts[index], index))
            elif tree.starts[index] in blocks:
                self._seen.add(blocks[tree.starts[index]])
        self._leaves.sort()
        self._members.sort()

    def _read(self) -> None:
        numbers = {each.pragma.span.start: at for at, each in enumerate(self.context.layout.constructs)}
        for region in self.context.outermost:
            family = self.context.families[region.number]
            if not any(self.active[each.number] for each in family):
                continue
            for construct in self.context.constructs_in(region):
                at = construct.pragma.span.start
                inner = self.context.region_at(at) or region
                for part in parts_of(construct) if self.active[inner.number] else ():
                    self._part(part, numbers[at], inner.number, construct)

    def _part(self, part: Part, number: int, region: int, construct: Construct) -> None:
        place = self._places.get((number, part)) if number in self._seen else None
        if part.role is Role.ITEM:
            self._item(part, place, construct)
        if place is not None:
            for index in _between(self._leaves, place):
                self._name(index, region, construct, part.span)
            for index in _between(self._members, place):
                self._member(index, region, construct)
            if part.role is Role.EXPRESSION and self.context.cxx:
                self._converted(place, region, construct)
            return
        if part.role not in EVALUATED and part.role is not Role.UNKNOWN:
            return
        base = construct.pragma.body.start
        if not _WORD.search(construct.pragma.text, part.span.start - base, part.span.end - base):
            return
        for chain in self.active[region]:
            span = self._spelled(chain, part, construct)
            if span is not None:
                self._say(construct, span, region, chain.access, chain, Likeness.UNREAD)

    def _item(self, part: Part, place: Span | None, construct: Construct) -> None:
        named, path = mention_at(construct, part.span), None
        if named is None or not named.item:
            return
        if place is not None:
            paths = self.context.aside.paths
            path = next((paths.of(paths.whole_of(leaf)) for leaf in _between(self._leaves, place)), None)
        base = construct.pragma.body.start
        text = construct.pragma.text[part.span.start - base : part.span.end - base].strip(b" ()")
        shown, clause = text.decode("utf-8", "replace"), part.clause.decode() or construct.spelling
        row = Listed(construct, clause, named.effect, shown, path, named.section, part.span)
        self.listed.setdefault(construct.pragma.span.start, []).append(row)

    # --- what Clang says ---------------------------------------------------------------------------------

    def _name(self, leaf: int, region: int, construct: Construct, part: Span) -> None:
        tree, references, paths = self.context.aside
        if tree.kinds[leaf] == Kind.CALL:
            self.calls.append(ClauseCall(construct, tree.node(leaf), self._source(leaf), region))
            return
        if tree.kinds[leaf] == Kind.MEMBER and paths.base_of(leaf) >= 0:
            return
        index = paths.whole_of(leaf)
        path = paths.of(index)
        if not path.known:
            self._unresolved(leaf, region, construct)
            return
        behind = paths.behind(path)
        best: tuple[int, Chain] | None = None
        like: tuple[Chain, Likeness] | None = None
        for chain in self.active[region]:
            if chain.access.root != path.root and behind is None:
                continue
            found = compare(path, chain.access, references)
            if found.relation in (Relation.SAME, Relation.EXTENSION):
                if found.certain and found.alike:
                    best = max(best or (-1, chain), (found.size, chain), key=lambda each: each[0])
                else:
                    like = chain, Likeness.SUBSCRIPT if not found.certain else Likeness.CAST
            elif found.relation is Relation.SHARED or (behind is not None and self._meets(behind, chain)):
                like = chain, Likeness.STORAGE
        whole = self._source(index)
        if best is None:
            other, likeness = like if like is not None else (None, Likeness.NONE)
            self._say(construct, whole, region, path, other, likeness)
            return
        size, chain = best
        node = tree.node(end_of(path, size))
        span = self._source(node.index)
        if node.body or node.foreign or not part.start <= span.start <= span.end <= part.end:
            self._say(construct, whole, region, path, chain, Likeness.MACRO)
            return
        likeness = self._otherwise(chain, construct, span)
        if likeness is not Likeness.NONE:
            self._say(construct, span, region, path, chain, likeness)
            return
        use = usage(node, self.context.cxx)
        left = "observer" if self._asks(chain, construct, span) else ""
        if _is_unevaluated(construct, span):
            use = Usage(Use.UNEVALUATED, node)
        if use.use is Use.UNEVALUATED and chain.shape in _OTHER_TYPE:
            left = "unevaluated"
        followed = len(path.bare) > size and path.bare[size].kind in _FOLLOWS
        row = Occurrence(chain.number, span, region, None, use, followed, construct, node, left)
        self.found.append(row)

    def _converted(self, place: Span, region: int, construct: Construct) -> None:
        """What is evaluated as a number is converted to one by code of its class."""
        tree = self.context.aside.tree
        whole = next((node for node in tree.at(place) if node.kind in EXPRESSIONS), None)
        if whole is not None and whole.type.kind == TypeKind.RECORD and not is_library_type(whole):
            self.calls.append(ClauseCall(construct, whole, self._source(whole.index), region))

    def _unresolved(self, leaf: int, region: int, construct: Construct) -> None:
        """A name that a template's argument decides about: ``B<T>::n`` may be a member of ``this``."""
        tree, references, paths = self.context.aside
        if tree.kinds[leaf] != Kind.DECL_REF or references.of(leaf) is not None:
            return
        name = tree.node(leaf).name() or self.context.spelling(self._source(leaf)).rpartition("::")[2]
        for chain in self.active[region]:
            if chain.of_this and _last_name(chain) == name:
                self._say(construct, self._source(leaf), region, paths.of(leaf), chain, Likeness.UNREAD)

    def _member(self, index: int, region: int, construct: Construct) -> None:
        """The member that a chain ends in, of what no chain's root leads to by a path."""
        tree, references, paths = self.context.aside
        target, path = references.of(index), paths.of(index)
        key = ("member", target.key) if target is not None else None
        behind = paths.behind(path)
        for chain in self.active[region]:
            last = chain.access.steps[-1:] if chain.access.known else ()
            if path.root == chain.access.root or not last or last[0].key != key:
                continue
            if behind is not None and self._meets(behind, chain):
                continue
            inside = (at for _, at in self._leaves if index < at < tree.after[index])
            own = not path.known and any(paths.of(at).root == chain.access.root for at in inside)
            self._say(
                construct,
                self._source(index),
                region,
                path,
                chain,
                Likeness.ROOT if own else Likeness.ALIAS,
            )

    def _otherwise(self, chain: Chain, construct: Construct, span: Span) -> Likeness:
        """How the text of what is a chain differs from that of its declare, if it does."""
        base = construct.pragma.body.start
        start, end = span.start - base, span.end - base
        if construct.pragma.text[start:end] == chain.item.text:
            return Likeness.NONE
        text = tokens(construct.pragma.text, base, start, end)
        try:
            found = self._path(Reader(text, strict=False).unary().path)
        except ChainError:
            return Likeness.ROOT
        own = self._path(chain.item.path)
        if found == own:
            return Likeness.NONE
        return Likeness.ROOT if found.root != own.root else Likeness.SUBSCRIPT

    def _meets(self, behind: AccessPath, chain: Chain) -> bool:
        """Whether a path from a reference, which is another name of what it is bound to, leads to a chain."""
        found = compare(behind, chain.access, self.context.aside.references).relation
        return found in (Relation.SAME, Relation.EXTENSION, Relation.SHARED)

    def _source(self, index: int) -> Span:
        node = self.context.aside.tree.node(index)
        start, end = self.context.probe.back(node.start), self.context.probe.back(node.end - 1) + 1
        return Span(start, max(start, end))

    def _say(
        self,
        construct: Construct,
        span: Span,
        region: int,
        path: AccessPath,
        chain: Chain | None,
        likeness: Likeness,
    ) -> None:
        clause = clause_at(construct, span.start)
        number = chain.number if chain is not None else -1
        self.others.append(Mention(construct, clause, span, region, path, number, likeness))

    def _asks(self, chain: Chain, construct: Construct, span: Span) -> bool:
        """Whether an expression on the host asks a container: ``[0:s->r.size()]``."""
        if chain.shape is not Shape.CONTAINER or self.context.in_compute(construct.pragma.span.start):
            return False
        named = mention_at(construct, span)
        after = construct.pragma.text[span.end - construct.pragma.body.start :]
        return named is not None and not named.item and _OBSERVED.match(after) is not None

    # --- what tokens say ---------------------------------------------------------------------------------

    def _spelled(self, chain: Chain, part: Part, construct: Construct) -> Span | None:
        """The last member of a chain in a text that Clang does not read, or the root of one without.

        A macro may spell it.
        """
        path = chain.item.path
        word = path.members[-1].rpartition(b"::")[2] if path.members else path.root.rpartition(b"::")[2]
        base, text = construct.pragma.body.start, without_literals(construct.pragma.text)
        for found in _WORD.finditer(text, part.span.start - base, part.span.end - base):
            definitions = self.context.macro_definitions
            name = found.group().decode("utf-8", "replace")
            spelled = reached(definitions(name), definitions, name)
            if found.group() == word or any(word in _WORD.findall(b) or b"##" in b for b in spelled):
                return Span(base + found.start(), base + found.end())
        return None

    def mentioned(self) -> frozenset[int]:
        """The chains without a meaning that a region's text names, by their tokens."""
        out: set[int] = set()
        code = self.context.lexed.code
        for region in self.context.layout.regions:
            lost = [chain for chain in self.active[region.number] if not chain.access.known]
            roots = self._roots(lost)
            for mention in mentions(code, *region.span, roots) if lost else ():
                path = self._path(mention.path)
                for chain in lost:
                    own = self._path(chain.item.path)
                    if own.root == path.root and path.ops[: len(own.ops)] == own.ops:
                        out.add(chain.number)
        return frozenset(out)

    def _roots(self, chains: Sequence[Chain]) -> frozenset[bytes]:
        roots: set[bytes] = set()
        for chain in chains:
            path = chain.item.path
            roots |= {path.root, path.root.rpartition(b"::")[2]}
            if self.context.cxx:
                roots.add(implicit_this(path).root if path.root == b"this" else b"this")
        return frozenset(roots)

    def _path(self, path: Path) -> Path:
        path = implicit_this(path) if self.context.cxx else path
        return Path(path.root, canonical(path.ops))


def _between(rows: Sequence[tuple[int, int]], place: Span) -> list[int]:
    """What stands in an operand, of what Clang has read."""
    first = bisect_left(rows, (place.start, -1))
    return [index for _, index in rows[first : bisect_left(rows, (place.end, -1))]]


def _last_name(chain: Chain) -> str:
    path = chain.item.path
    word = path.members[-1] if path.members else path.root
    return word.rpartition(b"::")[2].decode("utf-8", "replace")


def _is_unevaluated(construct: Construct, span: Span) -> bool:
    """Whether a place of a directive lies in the parentheses of ``decltype``, ``sizeof`` or their kind."""
    text, at = construct.pragma.text, span.start - construct.pragma.body.start
    while at > 0:
        at -= 1
        if text[at : at + 1] in (b")", b"]"):
            at = opening(text, at, 0)
        elif text[at : at + 1] == b"(" and word_before(text, before_space(text, at)) in UNEVALUATED_WORDS:
            return True
    return False


def changes_by_clause(row: Occurrence, chain: Chain) -> bool:
    """Whether a clause changes what a chain's local holds; of a const object comes back what went out."""
    named = mention_at(row.construct, row.span) if row.construct is not None else None
    if named is None or not named.item or named.section or chain.const:
        return False
    if chain.shape is Shape.POINTER:
        return named.effect.writes and named.effect.private  # else what it points to is meant
    return named.effect.writes and chain.shape in (Shape.SCALAR, Shape.RECORD, Shape.DEPENDENT)
