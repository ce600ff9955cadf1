# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Plan: checked regions -> edits.

``#pragma pointerchain region begin``  ->  ``{ double *pc_atoms_x = s->atoms->x;``
``s->atoms->x[i]``                     ->  ``pc_atoms_x[i]``
``#pragma pointerchain region end``    ->  ``s->atoms->n = pc_atoms_n; }``

Every edit keeps the number of line ends, so line N of the output is line N of the input.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from pointerchain.analysis.access import Relation, compare, end_of
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.emit.declarators import QUALIFIERS, declare
from pointerchain.translator.emit.exits import (
    Guard,
    Kept,
    closed,
    leave,
    opened,
)
from pointerchain.translator.emit.planned import Planned, PlannedChain, PlannedRegion, PlannedReload
from pointerchain.translator.emit.promises import Promises, ends_in_bit_field
from pointerchain.translator.emit.rewrite import Edit, apart, keeping_lines, rewrite
from pointerchain.translator.facts.additions import Addition
from pointerchain.translator.facts.chains import BUILTIN_WORDS, TYPE_WORD, Chain, Shape
from pointerchain.translator.facts.context import Context, is_plain_macro
from pointerchain.translator.facts.exits import Exit
from pointerchain.translator.facts.lambdas import captures, needs_none
from pointerchain.translator.facts.model import Facts, Occurrence
from pointerchain.translator.facts.reloads import reloaded
from pointerchain.translator.text.directives import Construct, Directive, Item, Reload
from pointerchain.translator.text.lex import Lexed, before_space, opening, skip_space, word_before
from pointerchain.translator.text.paths import OpKind, Path, canonical, implicit_this
from pointerchain.translator.text.regions import Region, Reloading

_RESERVED = lazy_pattern(rb"(?<![\w$])pc_\w*")
_PLAIN_NEXT = lazy_pattern(rb"\s*(?:\[|->|\()")
_NAMELESS = ("(unnamed", "(anonymous", "typeof")
"""What a type is spelled with that cannot be written before a name."""
_LITERAL = lazy_pattern(rb"\(*\s*-?\s*\.?\d[\w.]*\s*\)*\Z")


class Plan(NamedTuple):
    """The edits of one source, and what they amount to."""

    edits: tuple[Edit, ...]
    diagnostics: tuple[Diagnostic, ...]
    hoisted: int
    planned: Planned
    """The same for the validator, which takes all else from Clang's trees."""
    locals: Mapping[int, Sequence[tuple[int, str]]]
    """By region: the chains that it keeps and the names of their locals."""


def plan(
    context: Context,
    facts: Facts,
    directives: Sequence[Directive],
    additions: Sequence[Addition],
    promises: bool = False,
    inferred: bool = False,
) -> Plan:
    """Plan the translation of a source that the checks let pass; with what checks its ``promises``.

    Where types are ``inferred`` the compiler finds those of the locals, whatever Clang's library has read.
    """
    return _Planner(context, facts, directives, additions, promises, inferred).plan()


class _Planner:
    def __init__(
        self,
        context: Context,
        facts: Facts,
        directives: Sequence[Directive],
        additions: Sequence[Addition],
        promises: bool,
        inferred: bool,
    ) -> None:
        self.context, self.facts, self.directives = context, facts, directives
        self.inferred = inferred
        self.edits: list[Edit] = []
        self.diagnostics: list[Diagnostic] = []
        self.taken = {m.group().decode("latin-1") for m in _RESERVED.finditer(context.lexed.data)}
        self.taken |= _in_macros(context) | _in_included(context)
        self.names: dict[int, str] = {}
        self.homes: dict[int, str] = {}
        self.promised: dict[int, str] = {}
        self.promises = Promises(context, facts, self.promised) if promises else None
        self.in_directives: dict[int, list[Occurrence]] = {}
        self.read_plainly: set[int] = set()
        self.in_code: set[int] = set()
        self.first: dict[int, int] = {}
        for row in facts.occurrences:
            self.first.setdefault(row.chain, len(self.first))
        for row in facts.standing:
            if row.construct is not None:
                self.in_directives.setdefault(row.construct.pragma.span.start, []).append(row)
            else:
                self.in_code.add(row.chain)
                if is_plain_read(context.lexed, row.span):
                    self.read_plainly.add(row.chain)
        self.added: dict[int, list[Addition]] = {}
        for addition in additions:
            self.added.setdefault(addition.construct.pragma.span.start, []).append(addition)
        self.used = {row.chain for row in facts.standing}
        self._add_outer()
        self.chains_of: dict[int, list[Chain]] = {}
        for chain in facts.chains.values():
            if chain.number in self.used:
                self.chains_of.setdefault(chain.region, []).append(chain)
        for rows in self.chains_of.values():
            rows.sort(key=self._first_use)

    def _first_use(self, chain: Chain) -> int:
        """Locals stand in the order of their first uses."""
        return self.first.get(chain.number, -1)

    def _add_outer(self) -> None:
        """Chains of outer regions from which one of an inner region goes out are evaluated there."""
        for number in sorted(self.used, reverse=True):
            inner = self.facts.chains[number]
            outer = self._outer(inner)
            if outer is not None:
                self.used.add(outer.number)
                self.in_code.add(outer.number)

    def _outer(self, inner: Chain) -> Chain | None:
        """The longest chain of the regions around that a chain goes on from."""
        best: tuple[int, Chain] | None = None
        region = self.context.regions[inner.region]
        for around in self.context.lineage(region.parent):
            for outer in self.facts.regions[around.number].chains:
                found = compare(outer.access, inner.access, self.context.references)
                if found.relation is Relation.PREFIX and found.certain and found.alike:
                    if best is None or found.size > best[0]:
                        best = found.size, outer
        return best[1] if best is not None else None

    def plan(self) -> Plan:
        self._name_locals()
        self._find_homes()
        self._find_promised()
        self._outer_qualifiers()
        edges = {span for region in self.context.layout.regions for span in (region.begin, region.end)}
        for directive in self.directives:
            if directive.pragma.span in edges:
                continue  # the region's own edit
            if isinstance(directive, Construct):
                self._directive(directive)
            elif not isinstance(directive, Reload):
                self.edits.append(self._keeping_lines(directive.pragma.span, b""))
        for reload in self.context.layout.reloads:
            self._reload(reload)
        ends: dict[int, int] = {}
        for region in self.context.layout.regions:
            self._region(region, ends)
        for occurrence in self.facts.standing:
            if occurrence.construct is None:
                self.edits.append(self._use(occurrence))
        for leaving in self._exits():
            self._exit(leaving)
        for span, numbers in lambda_captures(self.context, self.facts).items():
            self._capture(span, numbers)
        rows = self.chains_of.items()
        names = {region: [(chain.number, self.names[chain.number]) for chain in of] for region, of in rows}
        edits = self._without_nested()
        return Plan(edits, tuple(self.diagnostics), len(self.used), self._planned(), names)

    def _planned(self) -> Planned:
        probe, regions = self.context.probe, []
        for region in self.context.layout.regions:
            number = region.number
            written = {chain.number for chain in self._written(number)}
            chains = []
            for chain in self.chains_of.get(number, ()):
                is_written = chain.number in written
                chains.append(
                    PlannedChain(
                        chain.item.text.decode("utf-8", "replace"),
                        chain.item.span,
                        probe.spans["chain", chain.number],
                        self.names[chain.number],
                        is_written,
                        chain.accessor,
                        chain.shape is Shape.OBJECT,
                        chain.item.qualifier is not None,
                        self.homes.get(chain.number, "") if is_written and not self.context.cxx else "",
                    )
                )
            begin, end = probe.spans["begin", number], probe.spans["end", number]
            start, flat = region.begin.start, self._is_flat(number)
            regions.append(PlannedRegion(number, begin, end, start, region.keyword, flat, tuple(chains)))
        directives = tuple(directive.pragma.span for directive in self.directives)
        reloads = tuple(
            PlannedReload(
                probe.spans["reload", number],
                tuple((chain.region, self.names[chain.number]) for chain in self._reloaded(reload)),
            )
            for number, reload in enumerate(self.context.layout.reloads)
        )
        added = tuple(
            (start, row.clause.format(self.names[row.chain]))
            for start, rows in self.added.items()
            for row in rows
            if row.chain in self.names
        )
        return Planned(tuple(regions), directives, probe.put_in, reloads, added)

    def _reloaded(self, reload: Reloading) -> list[Chain]:
        """The chains that are loaded again at a place, those of regions around others first."""
        found = reloaded(reload, self.facts)
        return [chain for chain in found if chain.number in self.names]

    def _reload(self, reload: Reloading) -> None:
        """``pc_x = s->a->x;``: no link of it is in a local that the regions change."""
        text = " ".join(f"{self.names[c.number]} = {c.text}{c.accessor};" for c in self._reloaded(reload))
        self._replace_pragma(reload.pragma.span, text)

    def _without_nested(self) -> tuple[Edit, ...]:
        """Drop an occurrence that stands in another's subscript: the local stands for both."""
        out: list[Edit] = []
        for edit in sorted(self.edits, key=lambda e: (e.start, -e.end, e.rank)):
            if out and edit.start < out[-1].end and edit.end <= out[-1].end and edit.start < edit.end:
                continue
            out.append(edit)
        return tuple(out)

    def _keeping_lines(self, span: Span, text: bytes, rank: int = 0) -> Edit:
        return keeping_lines(self.context.lexed.data, span.start, span.end, text, rank)

    def _local(self, row: Occurrence) -> Edit:
        """The local in the place of a chain."""
        name = apart(self.context.lexed.data, *row.span, self.names[row.chain].encode())
        edit = self._keeping_lines(row.span, name)
        if row.construct is not None and not row.construct.pragma.operator:
            goes_on = re.sub(rb"(?=\r?\n)", rb"\\", edit.text)
            return edit._replace(text=goes_on)
        return edit

    def _use(self, row: Occurrence) -> Edit:
        """The same in code, where its promise can be checked."""
        if self.promises is None:
            return self._local(row)
        text = self.promises.use(row, self.names[row.chain]).encode("utf-8", "surrogateescape")
        return self._keeping_lines(row.span, apart(self.context.lexed.data, *row.span, text))

    def _capture(self, span: Span, numbers: set[int]) -> None:
        """Capture locals by copy, in the place of a root that the lambda names for nothing else."""
        code = self.context.lexed.code
        names = ", ".join(sorted({self._captured(number) for number in numbers}))
        start = opening(code, span.start)
        taken = [o.span for o in self.facts.standing if span.start < o.span.start < span.end]
        nested = any(span.start < region.begin.start < span.end for region in self.context.layout.regions)
        chains = [self.facts.chains[number] for number in numbers]
        for root in sorted({b"this" if chain.of_this else chain.item.path.root for chain in chains}):
            listed = re.compile(rb"[\[,]\s*(&?\s*" + re.escape(root) + rb")\s*(?=[,\]])").search(
                code, start, span.start + 1
            )
            word = re.compile(rb"(?<![\w$])" + re.escape(root) + rb"(?![\w$])")
            uses = [m.start() for m in word.finditer(code, span.start, span.end)]
            for construct in self.context.constructs(span):
                base = construct.pragma.body.start
                uses += [base + each.start() for each in word.finditer(construct.pragma.text)]
            if root == b"this" and listed:
                uses += [self.context.source_span(node).start for node in self._of_this(span)]
                uses += [c.pragma.span.start for c in self.context.constructs(span)]
            if listed and not nested and all(any(t.start <= at < t.end for t in taken) for at in uses):
                self.edits.append(Edit(listed.start(1), listed.end(1), names.encode()))
                return
        before = before_space(code, span.start)
        comma = "" if code[before - 1 : before] == b"[" else ", "
        self.edits.append(Edit(span.start, span.start, f"{comma}{names}".encode()))

    def _of_this(self, span: Span) -> Iterator[Node]:
        """The members of ``this`` that a span of the source names without it."""
        tree, paths, inside = self.context.tree, self.context.paths, self.context.probe.span(span)
        for index, kind in enumerate(tree.kinds):
            if kind == Kind.MEMBER and inside.start <= tree.starts[index] < inside.end:
                if paths.base_of(index) < 0:
                    yield tree.node(index)

    def _captured(self, number: int) -> str:
        """A local as a lambda captures it: by copy, for it may outlive the local; an object itself stays."""
        sign = "&" if self.facts.chains[number].shape is Shape.OBJECT else ""
        return f"{sign}{self.names[number]}"

    # --- names and declarations ------------------------------------------------------------------------

    def _name_locals(self) -> None:
        """One readable name a chain; the same chain keeps it in every region where nothing clashes."""
        by_chain: dict[tuple[object, ...], str] = {}
        scopes: dict[int, dict[str, Path]] = {}
        flat: dict[int, set[str]] = {}
        blocks = self.context.lexed.blocks
        for chain in sorted(self.facts.chains.values(), key=lambda c: (self._first_use(c), c.number)):
            if chain.number not in self.used:
                continue
            top = blocks.top(self.context.regions[chain.region].span.start)
            names = scopes.setdefault(top, {})
            path = implicit_this(chain.item.path) if self.context.cxx else chain.item.path
            known = by_chain.get((top, path, chain.access.root))
            is_flat = self._is_flat(chain.region)
            if known is not None and not is_flat and known not in flat.get(top, set()):
                self.names[chain.number] = known
                continue
            base = readable_name(path)
            name, count = base, 1
            while name in self.taken or name in names:
                count += 1
                name = f"{base}_{count}"
            names[name] = path
            if is_flat:
                flat.setdefault(top, set()).add(name)
            by_chain[top, path, chain.access.root] = name
            self.names[chain.number] = name

    def _exits(self) -> list[Exit]:
        """The exits of regions that write back; C++'s guard needs none."""
        out = []
        for leaving in self.facts.ways.exits if not self.context.cxx else ():
            regions = tuple(n for n in leaving.regions if self._written(n))
            if regions:
                direct = leaving.direct and regions[0] == leaving.regions[0]
                out.append(leaving._replace(regions=regions, direct=direct))
        return out

    def _is_flat(self, region: int) -> bool:
        frame = self.facts.frames.get(region)
        return frame is not None and frame.used_after is not None

    def _fresh(self, base: str) -> str:
        name, count = base, 1
        while name in self.taken:
            count += 1
            name = f"{base}_{count}"
        return name

    def _declaration(self, chain: Chain, region: Region) -> str:
        item = chain.item
        name = self.names[chain.number]
        value = self._chain_text(chain) + chain.accessor
        qualifier = item.qualifier
        frame = self.facts.frames[region.number]
        if qualifier is not None and frame.used_after is not None:
            # restrict would bind accesses after the region, too: the local lives to the block's end
            self._dropped(item, f"the local outlives the region because {frame.used_after} is used after it")
            qualifier = None
        if chain.bit_field:
            promoted = "decltype" if self.context.cxx else "__typeof__"
            return f"{promoted}(+{value}) {name} = {value};"
        if chain.const and qualifier != "restrictconst":
            qualifier = "restrictconst" if qualifier else "const"
        inferred = self._is_inferred(chain)
        if chain.type is not None and not inferred:
            return f"{declare(chain.type, name, qualifier)} = {value};"
        if self.context.cxx and not inferred:
            return f"{declare(self._auto(chain), name, qualifier)} = {value};"
        array = chain.shape is Shape.ARRAY
        value_type = f"__typeof__(&({value})[0])" if array else f"__typeof__({value})"
        if chain.const and qualifier is not None:
            qualifier = qualifier.removesuffix("const")  # it has that of the chain: C89 allows no second one
        return f"{value_type} {QUALIFIERS.get(qualifier or '', '')}{name} = {value};"

    def _is_inferred(self, chain: Chain) -> bool:
        """Whether the compiler finds a type that is known here; no class, of which it would make a copy."""
        if not self.inferred or chain.type is None or ends_in_bit_field(self.context, chain):
            return False
        return not self.context.cxx or chain.shape in (Shape.SCALAR, Shape.POINTER, Shape.ARRAY)

    def _outer_qualifiers(self) -> None:
        """A chain that an outer region keeps without a qualifier has none in the regions inside."""
        for region in self.context.layout.regions:
            qualified = [row.item for row in region.chains if row.item.qualifier is not None]
            if region.parent is None or not qualified:
                continue
            for around in self.context.lineage(region.parent):
                for chain in self.chains_of.get(around.number, ()):
                    outer = chain.item
                    for item in qualified:
                        same = item.path.root == chain.item.path.root
                        same = same and canonical(item.path.ops) == canonical(chain.item.path.ops)
                        if same and item is not outer and outer.qualifier is None:
                            place = Place(self.context.file, outer.span)
                            note = Note("the region around keeps the chain as it is declared here", place)
                            self._dropped(
                                item, "a region around this one keeps the local without it", (note,)
                            )

    def _dropped(self, item: Item, why: str, notes: tuple[Note, ...] = ()) -> None:
        self.diagnostics.append(
            diagnostic(
                "dropped-restrict",
                self.context.file,
                item.qualifier_span or item.span,
                notes,
                qualifier=item.qualifier or "",
                chain=item.text.decode("utf-8", "replace"),
                why=why,
            )
        )

    def _auto(self, chain: Chain) -> str:
        """``auto *`` wherever a pointer is meant: it cannot deduce a class and copy it."""
        if chain.shape is Shape.SCALAR or chain.shape is Shape.RECORD:
            return "auto"
        if chain.shape is Shape.OBJECT:
            return "auto &"
        if chain.shape is Shape.DEPENDENT:
            followed = chain.number in self.read_plainly
            return "auto *" if followed else "auto"
        return "const auto *" if chain.gives_const else "auto *"

    def _chain_text(self, chain: Chain) -> str:
        """The chain as it was written, through the locals of the regions around its own."""
        text, base = chain.item.text, self.context.probe.spans["chain", chain.number].start
        region = self.context.regions[chain.region]
        outer = [
            c for around in self.context.lineage(region.parent) for c in self.chains_of.get(around.number, ())
        ]
        edits: list[Edit] = []
        for path in (chain.access, *chain.watched) if outer else ():
            best: tuple[int, Chain] | None = None
            for other in outer:
                found = compare(other.access, path, self.context.references)
                goes_on = found.relation in (Relation.PREFIX, Relation.SAME) and found.certain and found.alike
                if goes_on and (best is None or found.size > best[0]):
                    best = found.size, other
            node = self.context.tree.node(end_of(path, best[0])) if best is not None else None
            if best is not None and node is not None and not node.body:
                start, end = node.start - base, node.end - base
                if not any(edit.start <= start < edit.end for edit in edits):
                    name = self.names[best[1].number].encode()
                    edits.append(Edit(start, end, apart(text, start, end, name)))
        return rewrite(text, edits).decode("utf-8", "surrogateescape")

    # --- regions ---------------------------------------------------------------------------------------

    def _written(self, region: int) -> list[Chain]:
        return [h for h in self.chains_of.get(region, ()) if h.number in self.facts.written]

    def _write_backs(self, region: int) -> str:
        written = self._written(region)
        checks = [self.promises.end(h, self._target(h)) for h in written] if self.promises is not None else []
        return "".join(checks) + " ".join(f"{self._target(h)} = {self.names[h.number]};" for h in written)

    def _target(self, chain: Chain) -> str:
        """What is written back to: the chain, or its address taken at the begin where names are hidden."""
        return f"*{self.homes[chain.number]}" if chain.number in self.homes else self._chain_text(chain)

    def _find_homes(self) -> None:
        """Chains of which a name is declared again in their region: its text would mean another object."""
        declared = self.context.declared
        for hoists in self.chains_of.values():
            for chain in hoists:
                span = self.context.regions[chain.region].span
                names = {chain.item.path.root, *(w.path.root for w in chain.item.watched)}
                rows = (declared.get(name.decode("utf-8", "replace"), ()) for name in names)
                if any(bisect_left(row, span.start) < bisect_left(row, span.end) for row in rows):
                    self._pointed_to(chain)
                    self.homes[chain.number] = self._fresh(f"{self.names[chain.number]}_home")

    def _find_promised(self) -> None:
        """The chains whose own text has their value in all of the region: no link is in a changing local."""
        again = {c.number for reload in self.context.layout.reloads for c in reloaded(reload, self.facts)}
        for chain in self.facts.chains.values() if self.promises is not None else ():
            if chain.number in again:
                continue  # it is promised only from one load to the next
            outer = self._outer(chain) if chain.number in self.used else None
            if chain.number not in self.used or self._is_constant(self.context.regions[chain.region]):
                continue
            if outer is None or outer.number not in self.facts.written:
                self.promised[chain.number] = self._fresh(f"{self.names[chain.number]}_promise")

    def _is_constant(self, region: Region) -> bool:
        """Whether a region stands in a function that may run when it is compiled."""
        code, start = self.context.lexed.code, self.context.outermost_start(region)
        head = code[max(code.rfind(sign, 0, start) for sign in (b";", b"}")) + 1 : start]
        return self.context.cxx and (b"constexpr" in head or b"consteval" in head)

    def _pointed_to(self, chain: Chain) -> None:
        """Refuse to point to a member that a packed struct misplaces; C++'s guard refers to all."""
        if not self.context.cxx and chain.number in self.facts.written and not chain.aligned:
            self._misplaced(chain, "packed_name")

    def _misplaced(self, chain: Chain, form: str) -> None:
        file, span = self.context.file, chain.item.span
        self.diagnostics.append(diagnostic("unsupported-type", file, span, form=form, chain=chain.text))

    def _region(self, region: Region, ends: dict[int, int]) -> None:
        frame = self.facts.frames[region.number]
        hoists = self.chains_of.get(region.number, [])
        flat = frame.used_after is not None
        begin = opened(flat, frame.label_before)
        if region.construct is None and not flat and self._after_empty_loop(region):
            begin.insert(0, ";")  # or the block would look like the loop's body, to a reader and to compilers
        begin += [self._declaration(chain, region) for chain in hoists]
        if not self.context.cxx:  # C++'s guard is bound where the region begins
            begin += [
                f"__typeof__({self.names[h.number]}) *{self.homes[h.number]} = &{self._chain_text(h)};"
                for h in self._written(region.number)
                if h.number in self.homes
            ]
        # a dependent member may turn out to be a bit-field, which promotes otherwise than the local would,
        # or an object of a class, which has operators of its own and is another object than its copy
        for chain in hoists:
            if chain.shape is Shape.DEPENDENT and chain.number not in self.read_plainly:
                kind = f"decltype({self.names[chain.number]})"
                begin.append(f"(void)sizeof(&{self._chain_text(chain)});")
                begin.append(f"(void)sizeof(char[__is_class({kind}) || __is_union({kind}) ? -1 : 1]);")
        begin += [self._comparison(chain) for chain in hoists if chain.stated]
        # what only directives name is unused where they are ignored
        begin += [f"(void){self.names[h.number]};" for h in hoists if h.number not in self.in_code]
        work = ""
        if self._written(region.number):
            if self.context.cxx:
                guard = self._guard(region, self._fresh(f"pc_guard_{region.number}"))
                begin.append(guard.text(flat))
                work = guard.end if flat else ""
            elif not self._ends_in_exit(region):
                work = self._write_backs(region.number)
        if self.promises is not None:
            kept = [h for h in hoists if h.number in self.promised]
            # what is written first: what begins later must not lie in it
            kept.sort(key=lambda h: h.number not in self.facts.written)
            begin += [self.promises.begin(h, self._chain_text(h)) for h in kept]
            if self.context.cxx and flat:
                work = " ".join([*(f"{self.promised[h.number]}.end();" for h in kept), work]).strip()
        end = closed(work, flat, frame.label_at_end)
        if region.construct is not None:
            self._construct_region(region, region.construct, hoists, begin, end, ends)
            return
        if not hoists:
            begin, end = opened(True, frame.label_before), closed("", True, frame.label_at_end)
        self._replace_pragma(region.begin, " ".join(begin))
        self._replace_pragma(region.end, end)

    def _comparison(self, chain: Chain) -> str:
        """What does not compile where an instance of a template has another type than the declare says."""
        given = (chain.item.type or b"").decode("utf-8", "surrogateescape")
        one, other = self.names[chain.number], given
        if given.rstrip().endswith("*"):
            one, other = f"*{one}", f"*({given})0"  # what it points to may be made const
        elif chain.accessor:
            one = self._chain_text(chain)
        same = f"__is_same(const __typeof__({one}), const __typeof__({other}))"
        return f"(void)sizeof(char[{same} ? 1 : -1]);"

    def _after_empty_loop(self, region: Region) -> bool:
        """Whether the statement before a region is a loop or ``if`` without a body."""
        code = self.context.lexed.code
        at = before_space(code, region.begin.start)
        if code[at - 1 : at] != b";":
            return False
        at = before_space(code, at - 1)
        start = opening(code, at - 1, max(0, at - 2000)) if code[at - 1 : at] == b")" else -1
        return start >= 0 and word_before(code, before_space(code, start)) in (b"while", b"for", b"if")

    def _ends_in_exit(self, region: Region) -> bool:
        """Whether nothing comes to the region's end: its last statement leaves, and has written back."""
        at = before_space(self.context.lexed.code, region.end.start)
        return any(leaving.direct and leaving.span.end == at for leaving in self._exits())

    def _replace_pragma(self, span: Span, text: str) -> None:
        self.edits.append(self._keeping_lines(span, text.encode("utf-8", "surrogateescape")))

    def _guard(self, region: Region, name: str) -> Guard:
        """What writes back on every way out."""
        members, stores, values = [], [], []
        for index, chain in enumerate(self._written(region.number)):
            local, text = self.names[chain.number], self._chain_text(chain)
            if not chain.aligned:
                self._misplaced(chain, "packed_guard")
            # '+ 0' takes __restrict off the local's type; the member's own type cannot be said here,
            # where 'this' is the guard's
            qualified = chain.item.qualifier is not None
            kind = f"decltype({local} + 0)" if qualified else f"decltype({local})"
            members.append(f"{kind} &to{index}; decltype({local}) &from{index};")
            stores.append(f"to{index} = from{index};")
            values.append(f"{text}, {local}")
        return Guard(f"{name}_t", name, " ".join(members), " ".join(stores), ", ".join(values))

    def _construct_region(
        self,
        region: Region,
        construct: Construct,
        hoists: Sequence[Chain],
        begin: list[str],
        end: str,
        ends: dict[int, int],
    ) -> None:
        """The clause form: a block around the construct, its pragma as an operator on the same line."""
        text = b"" if construct.own else self._directive_text(construct)
        if not hoists and construct.own:
            self._replace_pragma(construct.pragma.span, "")
            return
        if not hoists:
            self.edits.append(self._keeping_lines(construct.pragma.span, b"#pragma " + text))
            if construct.pragma.operator:
                self.edits[-1] = self._keeping_lines(construct.pragma.span, _operator(text))
            return
        head = " ".join(begin).encode("utf-8", "surrogateescape")
        head += b" " + _operator(text) if text else b""
        tail = end.encode("utf-8", "surrogateescape")
        standalone = region.span.end == construct.pragma.span.end
        if standalone:
            self.edits.append(self._keeping_lines(construct.pragma.span, head + b" " + tail))
            return
        self.edits.append(self._keeping_lines(construct.pragma.span, head))
        # the empty statement keeps gcc from taking what follows a loop's body on its line for a slip
        last = self.context.lexed.code[region.end.start - 1 : region.end.start]
        slip = b" ; " if self._written(region.number) and not self.context.cxx and last == b";" else b" "
        # where several constructs end at one place the innermost, numbered last, closes first
        self.edits.append(Edit(region.end.start, region.end.end, slip + tail, -region.number))

    # --- directives' text --------------------------------------------------------------------------------

    def _directive_edits(self, construct: Construct) -> list[Edit]:
        rows = self.in_directives.get(construct.pragma.span.start, ())
        return [self._local(row) for row in rows]

    def _added_clauses(self, construct: Construct) -> bytes:
        rows = self.added.get(construct.pragma.span.start, ())
        return " ".join(a.clause.format(self.names[a.chain]) for a in rows if a.chain in self.names).encode()

    def _directive(self, construct: Construct) -> None:
        edits = self._directive_edits(construct)
        self.edits += edits
        added = self._added_clauses(construct)
        if added:
            body, text = construct.pragma.body, construct.pragma.text
            at = body.start + len(text.rstrip())
            self.edits.append(Edit(at, at, b" " + added, 1))

    def _directive_text(self, construct: Construct) -> bytes:
        """A directive on one line, without its pointerchain clause."""
        base, text = construct.pragma.body.start, construct.pragma.text
        edits = [Edit(e.start - base, e.end - base, e.text) for e in self._directive_edits(construct)]
        if construct.clause is not None:
            start, end = construct.clause.start - base, construct.clause.end - base
            after, before = skip_space(text, end), before_space(text, start)
            if text[after : after + 1] == b",":
                end = after + 1
            elif text[before - 1 : before] == b",":
                start = before - 1
            edits.append(Edit(start, end, b" "))
        kept: list[Edit] = []
        for edit in sorted(edits, key=lambda e: (e.start, -e.end)):
            if not kept or edit.start >= kept[-1].end:
                kept.append(edit)
        words = b" ".join(rewrite(text, kept).split())
        added = self._added_clauses(construct)
        return words + (b" " + added if added else b"")

    # --- ways out ----------------------------------------------------------------------------------------

    def _exit(self, leaving: Exit) -> None:
        stores = " ".join(text for text in map(self._write_backs, leaving.regions) if text)
        kept = None
        if leaving.value is not None and not self._is_literal(leaving.value):
            kept = Kept(leaving.value, self._result(leaving), self._fresh("pc_result"))
        self.edits += leave(self.context.lexed.data, leaving.span, stores, kept)

    def _result(self, leaving: Exit) -> str:
        """A function's result type where it returns, where a name of it may be another's."""
        tree, parsed = self.context.tree, self.context.parsed
        for spelled in (leaving.result, leaving.canonical):
            if any(word in spelled for word in _NAMELESS):
                continue
            words = [word for word in TYPE_WORD.findall(spelled) if word not in BUILTIN_WORDS]
            if not any(tree.hides(word) or parsed.could_be_macro(word.rpartition(" ")[2]) for word in words):
                return spelled
        return "__auto_type"

    def _is_literal(self, span: Span) -> bool:
        return _LITERAL.match(self.context.lexed.data[span.start : span.end]) is not None


def _in_macros(context: Context) -> set[str]:
    """The names of our kind in the bodies of macros that the regions expand: a local would catch them."""
    rows = {row.name: row for rows in context.expansions.values() for row in rows if row.body is not None}
    bodies = b" ".join(context.transitive(row) for row in rows.values() if not is_plain_macro(row))
    return {m.group().decode("latin-1") for m in _RESERVED.finditer(bodies)}


def _in_included(context: Context) -> set[str]:
    """The names of our kind in files that regions include."""
    lines = (line for line in context.lexed.lines if line.keyword == b"include")
    inside = [line for line in lines if context.region_at(line.span.start)]
    texts = [text for _, text in context.parsed.includes().values()] if inside else []
    return {m.group().decode("latin-1") for text in texts for m in _RESERVED.finditer(text)}


def is_plain_read(lexed: Lexed, span: Span) -> bool:
    """Whether the token after a chain says that it is a pointer that is only followed."""
    return bool(_PLAIN_NEXT.match(lexed.code, span.end))


def lambda_captures(context: Context, facts: Facts) -> dict[Span, set[int]]:
    """Per lambda, from its introducer's ``]`` to its end: the chains that it must capture.

    By copy, for the lambda may live longer than the local: a thread's, say; an object by reference.
    """
    out: dict[Span, set[int]] = {}
    for row in facts.standing if Kind.LAMBDA in context.tree.kinds else ():
        node = row.node or row.operand
        if node is None:
            continue
        region = context.regions[facts.chains[row.chain].region]
        for above in context.around(node):
            if context.is_before(above, region):
                break
            if above.kind == Kind.LAMBDA:
                listed = captures(context, above)
                if needs_none(context, above, listed):
                    continue
                if not listed.covers(facts.chains[row.chain]) and not listed.reads_at_once(row.span):
                    span = Span(listed.close, context.ends_at(above))
                    out.setdefault(span, set()).add(row.chain)
    return out


def readable_name(path: Path) -> str:
    """``pc_`` and the names of the members, with constant subscripts: ``pc_atoms_positions``."""
    words = [] if path.members else [path.root.rpartition(b"::")[2].decode("ascii", "ignore")]
    for op in path.ops:
        if op.kind is OpKind.MEMBER or (op.kind is OpKind.SUBSCRIPT and op.is_constant):
            words.append(op.text.rpartition(b"::")[2].decode("ascii", "ignore"))
    return "pc_" + "_".join(word for word in words if word)


def _operator(text: bytes) -> bytes:
    escaped = text.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return b'_Pragma("' + escaped + b'")'
