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
from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator.analysis import Analysis, is_plain_macro
from pointerchain.translator.chains import Resolved, Shape
from pointerchain.translator.checks import Findings
from pointerchain.translator.constructs import Addition
from pointerchain.translator.control import Exit, Frame
from pointerchain.translator.declarators import QUALIFIERS, declare
from pointerchain.translator.directives import Construct, Directive, Item
from pointerchain.translator.lex import before_space, opening, skip_space, word_before
from pointerchain.translator.macros import Macros
from pointerchain.translator.mentions import find_roots, mentions
from pointerchain.translator.paths import DEREF, Path, canonical
from pointerchain.translator.regions import Region
from pointerchain.translator.rewrite import Edit, rewrite
from pointerchain.translator.scan import Hoist, Occurrence, implicit_this, is_plain_read

_RESERVED = re.compile(rb"(?<![\w$])pc_\w*")
_NAMED = re.compile(
    r"\b(?!(?:void|char|short|int|long|float|double|signed|unsigned|const|_Bool|_Complex|__int128|"
    r"struct|union|restrict|__restrict)\b)(?<!struct )(?<!union )[A-Za-z_]\w*"
)
"""A name in a type's text that a declaration can hide."""
_LITERAL = re.compile(rb"\(*\s*-?[\w.]+\s*\)*\Z")


class Plan(NamedTuple):
    """The edits of one source, and what they amount to."""

    edits: tuple[Edit, ...]
    diagnostics: tuple[Diagnostic, ...]
    hoisted: int
    locals: tuple[tuple[str, int, Item], ...]
    """Each local: its name, where its region begins, and the chain that it stands for."""
    claims: tuple[tuple[bytes, bytes], ...] = ()
    """Texts of the translation, and with what in their place it is verified.

    A type's name can be hidden where the local is declared; the check asks Clang whether it is."""


class Decisions(NamedTuple):
    """What the checks decided, as the plan needs it."""

    resolved: dict[int, Resolved]
    findings: Findings
    frames: dict[int, Frame]
    exits: Sequence[Exit]
    additions: Sequence[Addition]


def plan(analysis: Analysis, directives: Sequence[Directive], decisions: Decisions) -> Plan:
    """Plan the translation of a source that the checks let pass."""
    return _Planner(analysis, directives, decisions).plan()


class _Planner:
    def __init__(self, analysis: Analysis, directives: Sequence[Directive], decisions: Decisions) -> None:
        self.analysis, self.directives, self.decisions = analysis, directives, decisions
        self.edits: list[Edit] = []
        self.diagnostics: list[Diagnostic] = []
        self.taken = {m.group().decode("latin-1") for m in _RESERVED.finditer(analysis.lexed.data)}
        self.taken |= _in_macros(analysis)
        self.names: dict[int, str] = {}
        self.homes: dict[int, str] = {}
        self.claims: dict[tuple[bytes, bytes], None] = {}
        self.used = {occurrence.hoist for occurrence in decisions.findings.replaced}
        self.in_directives: dict[int, list[Occurrence]] = {}
        self.read_plainly: set[int] = set()
        for occurrence in decisions.findings.replaced:
            if occurrence.construct is not None:
                self.in_directives.setdefault(occurrence.construct.pragma.span.start, []).append(occurrence)
            elif is_plain_read(analysis.lexed, occurrence):
                self.read_plainly.add(occurrence.hoist)
        self.added: dict[int, list[Addition]] = {}
        for addition in decisions.additions:
            self.added.setdefault(addition.construct.pragma.span.start, []).append(addition)
        self.in_code = {o.hoist for o in decisions.findings.replaced if o.construct is None}
        self.hoists_of: dict[int, list[Hoist]] = {}
        for hoist in analysis.scan.hoists:
            if hoist.number in self.used:
                self.hoists_of.setdefault(hoist.region, []).append(hoist)

    def plan(self) -> Plan:
        self._name_locals()
        self._find_homes()
        self._outer_qualifiers()
        edges = {span for region in self.analysis.layout.regions for span in (region.begin, region.end)}
        for directive in self.directives:
            if directive.pragma.span in edges:
                continue  # the region's own edit
            if isinstance(directive, Construct):
                self._directive(directive)
            else:
                self.edits.append(self._keeping_lines(directive.pragma.span, b""))
        ends: dict[int, int] = {}
        for region in self.analysis.layout.regions:
            self._region(region, ends)
        for occurrence in self.decisions.findings.replaced:
            if occurrence.construct is None:
                name = self.names[occurrence.hoist].encode()
                self.edits.append(self._keeping_lines(occurrence.span, name))
        for leaving in self.decisions.exits:
            self._exit(leaving)
        for span, numbers in self.decisions.findings.captures.items():
            self._capture(span, numbers)
        hoists = [self.analysis.scan.hoists[number] for number in self.names]
        rows = [
            (self.names[h.number], self.analysis.regions[h.region].begin.start, h.declared.item)
            for h in hoists
        ]
        return Plan(
            self._without_nested(), tuple(self.diagnostics), len(self.used), tuple(rows), tuple(self.claims)
        )

    def _without_nested(self) -> tuple[Edit, ...]:
        """Drop an occurrence that stands in another's subscript: the local stands for both."""
        out: list[Edit] = []
        for edit in sorted(self.edits, key=lambda e: (e.start, -e.end, e.rank)):
            if out and edit.start < out[-1].end and edit.end <= out[-1].end and edit.start < edit.end:
                continue
            out.append(edit)
        return tuple(out)

    def _keeping_lines(self, span: Span, text: bytes, rank: int = 0) -> Edit:
        lines = self.analysis.lexed.data.count(b"\n", span.start, span.end)
        ending = b"\r\n" if b"\r\n" in self.analysis.lexed.data[span.start : span.end] else b"\n"
        return Edit(span.start, span.end, text + ending * lines, rank)

    def _capture(self, span: Span, hoists: set[int]) -> None:
        """Capture locals by copy, in the place of a root that the lambda names for nothing else."""
        code = self.analysis.lexed.code
        names = ", ".join(sorted({self.names[number] for number in hoists}))
        start = opening(code, span.start)
        taken = [o.span for o in self.decisions.findings.replaced if span.start < o.span.start < span.end]
        for root in sorted({self.analysis.scan.hoists[number].path.root for number in hoists}):
            listed = re.compile(rb"[\[,]\s*(&?\s*" + re.escape(root) + rb")\s*(?=[,\]])").search(
                code, start, span.start + 1
            )
            word = re.compile(rb"(?<![\w$])" + re.escape(root) + rb"(?![\w$])")
            uses = [m.start() for m in word.finditer(code, span.start, span.end)]
            if listed and all(any(t.start <= at < t.end for t in taken) for at in uses):
                self.edits.append(Edit(listed.start(1), listed.end(1), names.encode()))
                return
        before = before_space(code, span.start)
        comma = "" if code[before - 1 : before] == b"[" else ", "
        self.edits.append(Edit(span.start, span.start, f"{comma}{names}".encode()))

    # --- names and declarations ------------------------------------------------------------------------

    def _name_locals(self) -> None:
        """One readable name a chain; the same chain keeps it in every region where nothing clashes."""
        by_chain: dict[tuple[int, Path], str] = {}
        scopes: dict[int, dict[str, Path]] = {}
        flat: dict[int, set[str]] = {}
        blocks = self.analysis.lexed.blocks
        for hoist in self.analysis.scan.hoists:
            if hoist.number not in self.used:
                continue
            top = blocks.top(self.analysis.regions[hoist.region].span.start)
            names = scopes.setdefault(top, {})
            path = implicit_this(hoist.path) if self.analysis.cxx else hoist.path
            known = by_chain.get((top, path))
            is_flat = self._is_flat(hoist.region)
            if known is not None and not is_flat and known not in flat.get(top, set()):
                self.names[hoist.number] = known
                continue
            base = readable_name(path)
            name, count = base, 1
            while name in self.taken or name in names:
                count += 1
                name = f"{base}_{count}"
            names[name] = path
            if is_flat:
                flat.setdefault(top, set()).add(name)
            by_chain[(top, path)] = name
            self.names[hoist.number] = name

    def _is_flat(self, region: int) -> bool:
        frame = self.decisions.frames.get(region)
        return frame is not None and frame.used_after is not None

    def _fresh(self, base: str) -> str:
        name, count = base, 1
        while name in self.taken:
            count += 1
            name = f"{base}_{count}"
        return name

    def _declaration(self, hoist: Hoist, region: Region) -> str:
        item, resolved = hoist.declared.item, self.decisions.resolved[hoist.number]
        name = self.names[hoist.number]
        value = self._chain_text(hoist) + resolved.accessor
        qualifier = item.qualifier
        frame = self.decisions.frames[region.number]
        if qualifier is not None and frame.used_after is not None:
            # restrict would bind accesses after the region, too: the local lives to the block's end
            self._dropped(item, f"the local outlives the region because {frame.used_after} is used after it")
            qualifier = None
        if resolved.bit_field:
            promoted = "decltype" if self.analysis.cxx else "__typeof__"
            return f"{promoted}(+{value}) {name} = {value};"
        if resolved.const and qualifier != "restrictconst":
            qualifier = "restrictconst" if qualifier else "const"
        if resolved.type is not None:
            text = f"{declare(resolved.type, name, qualifier)} = {value};"
            if item.type is None and not self.analysis.cxx and _NAMED.search(resolved.type):
                meant = f"&({value})[0]" if resolved.shape is Shape.ARRAY else value
                same = self._same(f"__typeof__({name})", f"__typeof__({meant})")
                self._claim(text, f"{text} {same}")
            return text
        if self.analysis.cxx:
            return f"{declare(self._auto(hoist, resolved), name, qualifier)} = {value};"
        array = resolved.shape is Shape.ARRAY
        value_type = f"__typeof__(&({value})[0])" if array else f"__typeof__({value})"
        return f"{value_type} {QUALIFIERS.get(qualifier or '', '')}{name} = {value};"

    def _same(self, one: str, two: str) -> str:
        """A declaration that compiles only where two types are one."""
        name = self._fresh("pc_same_type")
        return f"extern char {name}[__builtin_types_compatible_p({one}, {two}) ? 1 : -1];"

    def _claim(self, text: str, checked: str) -> None:
        row = (text.encode("utf-8", "surrogateescape"), checked.encode("utf-8", "surrogateescape"))
        self.claims[row] = None

    def _outer_qualifiers(self) -> None:
        """A chain that an outer region keeps without a qualifier has none in the regions inside."""
        for region in self.analysis.layout.regions:
            qualified = [row.item for row in region.chains if row.item.qualifier is not None]
            if region.parent is None or not qualified:
                continue
            for around in self.analysis.lineage(region.parent):
                for hoist in self.hoists_of.get(around.number, ()):
                    outer = hoist.declared.item
                    for item in qualified:
                        same = item.path.root == hoist.path.root
                        same = same and canonical(item.path.ops) == canonical(hoist.path.ops)
                        if same and item is not outer and outer.qualifier is None:
                            place = Place(self.analysis.file, outer.span)
                            note = Note("the region around keeps the chain as it is declared here", place)
                            self._dropped(
                                item, "a region around this one keeps the local without it", (note,)
                            )

    def _dropped(self, item: Item, why: str, notes: tuple[Note, ...] = ()) -> None:
        self.diagnostics.append(
            diagnostic(
                "dropped-restrict",
                self.analysis.file,
                item.qualifier_span or item.span,
                notes,
                qualifier=item.qualifier or "",
                chain=item.text.decode("utf-8", "replace"),
                why=why,
            )
        )

    def _auto(self, hoist: Hoist, resolved: Resolved) -> str:
        """``auto *`` wherever a pointer is meant: it cannot deduce a class and copy it."""
        if resolved.shape is Shape.SCALAR or resolved.shape is Shape.RECORD:
            return "auto"
        if resolved.shape is Shape.DEPENDENT:
            followed = hoist.number in self.read_plainly
            return "auto *" if followed else "auto"
        return "auto *"

    def _chain_text(self, hoist: Hoist) -> str:
        """The chain as it was written, through the locals of the regions around its own."""
        text = hoist.declared.item.text
        region = self.analysis.regions[hoist.region]
        outer: dict[Path, str] = {}
        for around in reversed(self.analysis.lineage(region.parent)):
            for other in self.hoists_of.get(around.number, ()):
                path = implicit_this(other.path) if self.analysis.cxx else other.path
                outer[path] = self.names[other.number]
        if not outer:
            return text.decode("utf-8", "surrogateescape")
        roots = frozenset(path.root for path in outer) | ({b"this"} if self.analysis.cxx else frozenset())
        edits: list[Edit] = []
        for mention in mentions(text, 0, len(text), roots, find_roots(roots)):
            path = implicit_this(mention.path) if self.analysis.cxx else mention.path
            shift = len(mention.path.ops) - len(path.ops)
            for size in range(len(path.ops), 0, -1):
                name = outer.get(Path(path.root, path.ops[:size]))
                if name is not None:
                    span = mention.upto(size + shift)
                    if not any(edit.start <= span.start < edit.end for edit in edits):
                        edits.append(Edit(span.start, span.end, name.encode()))
                    break
        return rewrite(text, edits).decode("utf-8", "surrogateescape")

    # --- regions ---------------------------------------------------------------------------------------

    def _written(self, region: int) -> list[Hoist]:
        return [h for h in self.hoists_of.get(region, ()) if h.number in self.decisions.findings.written]

    def _write_backs(self, region: int) -> str:
        return " ".join(f"{self._target(h)} = {self.names[h.number]};" for h in self._written(region))

    def _target(self, hoist: Hoist) -> str:
        """What is written back to: the chain, or its address taken at the begin where names are hidden."""
        return f"*{self.homes[hoist.number]}" if hoist.number in self.homes else self._chain_text(hoist)

    def _find_homes(self) -> None:
        """Chains of which a name is declared again in their region: its text would mean another object."""
        declared = self.analysis.declared
        for hoists in self.hoists_of.values():
            for hoist in hoists:
                span = self.analysis.regions[hoist.region].span
                names = {hoist.path.root, *(w.path.root for w in hoist.declared.item.watched)}
                rows = [row for name in names for row in declared.get(name, ())]
                if any(span.start <= place < span.end for place, _ in rows):
                    self._pointed_to(hoist)
                    self.homes[hoist.number] = self._fresh(f"{self.names[hoist.number]}_home")

    def _pointed_to(self, hoist: Hoist) -> None:
        """Refuse to point to a member that a packed struct misplaces."""
        if self.analysis.cxx or self.decisions.resolved[hoist.number].aligned:
            return
        if hoist.number in self.decisions.findings.written:
            item = hoist.declared.item
            why = "in a packed struct, and a name of it is declared again in the region that changes it"
            chain = item.text.decode("utf-8", "replace")
            self.diagnostics.append(
                diagnostic("unsupported-use", self.analysis.file, item.span, chain=chain, why=why)
            )

    def _region(self, region: Region, ends: dict[int, int]) -> None:
        frame = self.decisions.frames[region.number]
        hoists = self.hoists_of.get(region.number, [])
        flat = frame.used_after is not None
        begin = [] if flat else ["{"]
        if region.construct is None and not flat and self._after_empty_loop(region):
            begin.insert(0, ";")  # or the block would look like the loop's body, to a reader and to compilers
        if flat and frame.label_before:
            begin.append(";")
        begin += [self._declaration(hoist, region) for hoist in hoists]
        if not self.analysis.cxx:  # C++'s guard is bound where the region begins
            begin += [
                f"__typeof__({self.names[h.number]}) *{self.homes[h.number]} = &{self._chain_text(h)};"
                for h in self._written(region.number)
                if h.number in self.homes
            ]
        # a dependent member that turns out to be a bit-field promotes otherwise than the local would
        begin += [
            f"(void)sizeof(&{self._chain_text(h)});"
            for h in hoists
            if self.decisions.resolved[h.number].shape is Shape.DEPENDENT
            and h.number not in self.read_plainly
        ]
        # what only directives name is unused where they are ignored
        begin += [f"(void){self.names[h.number]};" for h in hoists if h.number not in self.in_code]
        end: list[str] = []
        if self._written(region.number):
            if self.analysis.cxx:
                guard = self._fresh(f"pc_guard_{region.number}")
                begin.append(self._guard(region, guard, flat))
                if flat:
                    end.append(f"{guard}.out();")
            elif not self._ends_in_exit(region):
                end.append(self._write_backs(region.number))
        if frame.label_at_end and not end:
            end.append(";")
        if not flat:
            end.append("}")
        if region.construct is not None:
            self._construct_region(region, region.construct, hoists, begin, end, ends)
            return
        if not hoists:
            begin, end = ([";"] if frame.label_before else []), ([";"] if frame.label_at_end else [])
        self._replace_pragma(region.begin, " ".join(begin))
        self._replace_pragma(region.end, " ".join(end))

    def _after_empty_loop(self, region: Region) -> bool:
        """Whether the statement before a region is a loop or ``if`` without a body."""
        code = self.analysis.lexed.code
        at = before_space(code, region.begin.start)
        if code[at - 1 : at] != b";":
            return False
        at = before_space(code, at - 1)
        start = opening(code, at - 1, max(0, at - 2000)) if code[at - 1 : at] == b")" else -1
        return start >= 0 and word_before(code, before_space(code, start)) in (b"while", b"for", b"if")

    def _ends_in_exit(self, region: Region) -> bool:
        """Whether nothing comes to the region's end: its last statement leaves, and has written back."""
        at = before_space(self.analysis.lexed.code, region.end.start)
        return any(leaving.direct and leaving.span.end == at for leaving in self.decisions.exits)

    def _replace_pragma(self, span: Span, text: str) -> None:
        self.edits.append(self._keeping_lines(span, text.encode("utf-8", "surrogateescape")))

    def _guard(self, region: Region, name: str, flat: bool) -> str:
        """A local object whose destructor writes back on every way out, an exception included."""
        members, stores, values = [], [], []
        for index, hoist in enumerate(self._written(region.number)):
            local, chain = self.names[hoist.number], self._chain_text(hoist)
            # '+ 0' takes __restrict off the local's type; the member's own type cannot be said here,
            # where 'this' is the guard's
            qualified = hoist.declared.item.qualifier is not None
            kind = f"decltype({local} + 0)" if qualified else f"decltype({local})"
            members.append(f"{kind} &to{index}; decltype({local}) &from{index};")
            stores.append(f"to{index} = from{index};")
            values.append(f"{chain}, {local}")
        body = " ".join(stores)
        if flat:
            kind = (
                f"struct {name}_t {{ {' '.join(members)} bool on; "
                f"void out() {{ if (on) {{ on = false; {body} }} }} ~{name}_t() {{ out(); }} }}"
            )
            return f"{kind} {name}{{{', '.join(values)}, true}};"
        kind = f"struct {name}_t {{ {' '.join(members)} ~{name}_t() {{ {body} }} }}"
        return f"{kind} {name}{{{', '.join(values)}}};"

    def _construct_region(
        self,
        region: Region,
        construct: Construct,
        hoists: Sequence[Hoist],
        begin: list[str],
        end: list[str],
        ends: dict[int, int],
    ) -> None:
        """The clause form: a block around the construct, its pragma as an operator on the same line."""
        text = self._directive_text(construct)
        if not hoists:
            self.edits.append(self._keeping_lines(construct.pragma.span, b"#pragma " + text))
            if construct.pragma.operator:
                self.edits[-1] = self._keeping_lines(construct.pragma.span, _operator(text))
            return
        head = " ".join(begin).encode("utf-8", "surrogateescape") + b" " + _operator(text)
        tail = " ".join(end).encode("utf-8", "surrogateescape")
        standalone = region.span.end == construct.pragma.span.end
        if standalone:
            self.edits.append(self._keeping_lines(construct.pragma.span, head + b" " + tail))
            return
        self.edits.append(self._keeping_lines(construct.pragma.span, head))
        # the empty statement keeps gcc from taking what follows a loop's body on its line for a slip
        last = self.analysis.lexed.code[region.end.start - 1 : region.end.start]
        slip = b" ; " if self._written(region.number) and not self.analysis.cxx and last == b";" else b" "
        # where several constructs end at one place the innermost, numbered last, closes first
        self.edits.append(Edit(region.end.start, region.end.end, slip + tail, -region.number))

    # --- directives' text --------------------------------------------------------------------------------

    def _directive_edits(self, construct: Construct) -> list[Edit]:
        rows = self.in_directives.get(construct.pragma.span.start, ())
        return [self._keeping_lines(row.span, self.names[row.hoist].encode()) for row in rows]

    def _added_clauses(self, construct: Construct) -> bytes:
        rows = self.added.get(construct.pragma.span.start, ())
        return " ".join(a.clause.format(self.names[a.hoist]) for a in rows if a.hoist in self.names).encode()

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
        stores = " ".join(
            text for text in (self._write_backs(number) for number in leaving.regions) if text
        ).encode("utf-8", "surrogateescape")
        start, end = leaving.span
        semicolon = b"" if self.analysis.lexed.code[end - 1 : end] == b";" else b";"
        if leaving.value is None or self._is_literal(leaving.value):
            self.edits.append(Edit(start, start, b"{ " + stores + b" ", 0))
            self.edits.append(Edit(end, end, semicolon + b" }", -1))
            return
        if leaving.result == "void":
            self.edits.append(Edit(start, leaving.value.start, b"{ "))
            self.edits.append(Edit(leaving.value.end, end, b"; " + stores + b" return; }", 1))
            return
        name = self._fresh("pc_result")
        head = f"{{ {declare(leaving.result, name)} = ".encode()
        if _NAMED.search(leaving.result) and "(" not in leaving.result + leaving.canonical:
            same = self._same(leaving.result, leaving.canonical)
            begin = head.decode() + "("
            self._claim(begin, f"{{ {same}{begin[1:]}")
        self.edits.append(Edit(start, leaving.value.start, head + b"("))
        tail = b") ; ".replace(b" ;", b";") + stores + f" return {name}; }}".encode()
        self.edits.append(Edit(leaving.value.end, end, tail, 1))

    def _is_literal(self, span: Span) -> bool:
        text = self.analysis.lexed.data[span.start : span.end]
        return bool(_LITERAL.match(text)) and any(c in b"0123456789" for c in text[:2].lstrip(b"(-"))


def _in_macros(analysis: Analysis) -> set[str]:
    """The names of our kind in the bodies of macros that the regions expand: a local would catch them."""
    macros = Macros(analysis)
    rows = {row.name: row for rows in analysis.expansions.values() for row in rows if row.body is not None}
    bodies = b" ".join(macros.transitive(row) for row in rows.values() if not is_plain_macro(row))
    return {m.group().decode("latin-1") for m in _RESERVED.finditer(bodies)}


def readable_name(path: Path) -> str:
    """``pc_`` and the names of the members, with constant subscripts: ``pc_atoms_positions``."""
    own = not any(op.startswith(b".") for op in path.ops)
    words = [path.root.decode("ascii", "ignore")] if own else []
    for op in path.ops:
        if op == DEREF or op.startswith(b"("):
            continue
        if op.startswith(b"."):
            words.append(op[1:].decode("ascii", "ignore"))
        elif op[1:-1].isdigit():
            words.append(op[1:-1].decode())
    return "pc_" + "_".join(word for word in words if word)


def _operator(text: bytes) -> bytes:
    escaped = text.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return b'_Pragma("' + escaped + b'")'
