# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Choose: a source as Clang read it -> for each chain in its loops, the outermost loop that it can leave.

A chain is hoisted before a loop where nothing in the loop changes what it reads (:mod:`links`), and where the
program certainly follows its pointers by then (:mod:`anticipated`), else behind the loop's own first test
(:mod:`guards`). What holds for none of its loops is left, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from pointerchain.analysis.access import AccessPath, Paths, StepKind, describe
from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.effects import FIRST, NOTHING, MemoryEffects, Resolver
from pointerchain.analysis.escape import escaping
from pointerchain.analysis.links import Aliasing, Link, Linker, first_change
from pointerchain.analysis.modref import BodyEffects
from pointerchain.analysis.summaries import Summaries, replaced
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.suggest.anticipated import Anticipated, Object, objects_of, stored_of, value_of
from pointerchain.suggest.asked import Asker
from pointerchain.suggest.clauses import Clauses, makers_of
from pointerchain.suggest.constructs import Constructs
from pointerchain.suggest.guards import Guard, guard_of
from pointerchain.suggest.iterations import Iterations, Root
from pointerchain.suggest.kernels import done_by
from pointerchain.suggest.loops import (
    ELSEWHERE,
    Loop,
    Use,
    candidates,
    is_declared_in,
    loops_of,
    node_of,
    undecided_of,
    uses_of,
    variables_of,
)
from pointerchain.suggest.pragmas import Pragmas
from pointerchain.suggest.reloads import Reloads, Wanted
from pointerchain.suggest.written import Written
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.punning import pun_of
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.targets import Targets
from pointerchain.translator.clang.tree import Tree, tops
from pointerchain.translator.text.directives import Construct, Directive, Promise
from pointerchain.translator.text.lex import Lexed
from pointerchain.translator.text.trust import Trust


class Source(NamedTuple):
    """A source without bodies left out, its text taken apart, and what its compile says."""

    parsed: Parsed
    lexed: Lexed
    directives: Sequence[Directive]
    cxx: bool
    strict: bool
    """Whether objects of different types are different objects in this compile."""
    callees: Callees
    targets: Targets | None
    """None of C++."""
    exact: bool = False
    """Whether floating-point values are the same in locals as in memory."""


class Again(NamedTuple):
    """A statement behind which a chain is loaded again."""

    span: Span
    alone: bool
    """Whether it needs braces for that."""


class Chosen(NamedTuple):
    """A chain that can be hoisted before a loop."""

    loop: Loop
    text: bytes
    guard: Guard | None
    place: int
    """Where the loop begins, with the pragmas that belong to it."""
    reloads: tuple[Again, ...] = ()
    written: bool = False
    """Whether the loop stores its value, which is written back where the loop ends."""


class Found(NamedTuple):
    """One chain of one function: the uses that begin with it, and where it goes, or why nowhere."""

    function: str
    text: str
    uses: tuple[Span, ...]
    nest: int
    links: int
    chosen: Chosen | None
    loop: Loop
    whole: Span
    """What stands outermost around it: the function, or a class or namespace that holds it."""
    code: str = ""
    why: str = ""
    where: Span | None = None


_DECLARED = lazy_pattern(rb"\bdeclare\W+target\b|\bacc\W+declare\b")
_UNASKED = "unasked"
"""Why a chain stays in a loop of a kind that nobody asks about."""


def choose(source: Source, elsewhere: Resolver, only: str = "") -> tuple[Found, ...]:
    """The chains of a source's loops; ``only`` those of device "constructs", or of the other "loops"."""
    trust = Trust(source.directives, source.lexed.blocks)
    callees, storage = source.callees, Storage(source.cxx)
    own = replaced(source.parsed)

    def known(key: str) -> MemoryEffects | None:
        return own[key] if key in own else elsewhere(key)

    clauses = Clauses(source.parsed, source.cxx)
    makers = makers_of(clauses)
    summaries = Summaries(callees, storage, source.cxx, known, source.targets, makers)
    with_refs = Summaries(callees, storage, source.cxx, known, source.targets, makers, refs=True)
    pragmas = Pragmas(source.parsed, source.lexed, source.directives, source.cxx)
    found: list[Found] = []
    constructs = Constructs(pragmas, clauses, source.parsed.mentions(b"threadprivate"), trust.reads)
    blocks = constructs.devices.starts()
    kernels = constructs.devices.kernels()

    def functions() -> Iterator[_Function]:
        for tree in tops(source.parsed):
            loops = loops_of(tree, source.lexed, blocks)
            if kernels or (loops and not _is_marked(tree, source.directives)):
                name = tree.node(1).name()
                yield _Function(
                    source, tree, loops, callees, storage, summaries, with_refs, constructs, trust, name, only
                )

    rows: Iterable[_Function] = functions()
    if kernels:
        rows = tuple(rows)
        bodies = ((function.tree, function.does) for function in rows)
        constructs.devices.has_own = any(_DECLARED.search(text) for _, text in source.parsed.own_texts)
        constructs.devices.done = done_by(kernels, bodies, storage, source.parsed)
    for function in rows:
        if function.loops and not _is_marked(function.tree, source.directives):
            found += (row for row in function.found() if row.code != _UNASKED)
    return tuple(found)


def _merged(rows: Iterable[Found]) -> list[Found]:
    """The verdicts, each once: longer chains of several kinds may have one shorter chain in common."""
    out: dict[tuple[str, int, bool], Found] = {}
    for row in rows:
        key = row.text, row.loop.place, row.chosen is None
        before = out.get(key)
        if before is not None:
            uses = tuple(sorted({*before.uses, *row.uses}))
            row = before._replace(uses=uses, nest=max(before.nest, row.nest))  # noqa: PLW2901
        out[key] = row
    return list(out.values())


def _is_marked(tree: Tree, directives: Sequence[Directive]) -> bool:
    """Whether directives of ours stand in what stands outermost."""
    first, last = tree.starts[1], tree.ends[1]
    places = (
        each.pragma.span.start
        for each in directives
        if not isinstance(each, (Construct, Promise))
        or (isinstance(each, Construct) and (each.clause is not None or each.own))
    )
    return any(first <= at < last for at in places)


class _Function:
    """What stands outermost: a function, or a class or namespace that holds some."""

    def __init__(
        self,
        source: Source,
        tree: Tree,
        loops: tuple[Loop, ...],
        callees: Callees,
        storage: Storage,
        summaries: Summaries,
        with_refs: Summaries,
        constructs: Constructs,
        trust: Trust,
        name: str,
        only: str,
    ) -> None:
        self.source, self.tree, self.loops, self.name = source, tree, loops, name
        self.only = only
        self.callees, self.storage, self.summaries, self.with_refs = callees, storage, summaries, with_refs
        self.references = References(tree)
        self.paths = Paths(tree, self.references)
        escapes = escaping(tree, storage, callees, source.cxx)
        self.aliasing = Aliasing(source.strict, escapes, source.parsed.has_second_names)
        self.direct = summaries.body(tree, escapes)
        self.constructs, self.pragmas = constructs, constructs.pragmas
        control = ControlFlow(tree, callees.is_system, lambda index: self.stores(index).leaves)
        self.control = control
        self.iterations = Iterations(
            tree, loops, self.references, self.paths, self.direct, summaries, trust, control, self.does
        )
        self.linker = Linker(tree, self.references, storage)
        self._does: dict[int, MemoryEffects] = {}
        self._before: dict[tuple[int, tuple[int, ...]], dict[Object, AccessPath]] = {}
        self._entered: dict[tuple[int, tuple[int, ...]], dict[Object, AccessPath]] = {}
        self._guards: dict[int, Guard | None] = {}

    @cached_property
    def anticipated(self) -> Anticipated:
        """What is certainly followed where."""
        apart, meetings = self.constructs.apart(), self.constructs.meetings()
        paths, storage, control = self.paths, self.storage, self.control
        return Anticipated(self.tree, paths, storage, control, self.does, self.effects, apart, meetings)

    @cached_property
    def reloads(self) -> Reloads:
        """Where chains can be loaded again."""
        lexed = self.source.lexed
        return Reloads(self.tree, self.loops, self.references, lexed, self.anticipated, self.aliasing)

    @cached_property
    def asker(self) -> Asker:
        """What directives for devices ask of the tree."""
        return Asker(
            self.tree,
            self.references,
            self.storage,
            self.linker,
            self.aliasing,
            self.does,
            self.accesses,
            self.source.lexed.code,
        )

    @cached_property
    def written(self) -> Written:
        """Which values can be kept in locals while loops store them."""
        source = self.source
        return Written(
            self.tree,
            self.paths,
            self.storage,
            self.aliasing,
            self.does,
            self.accesses,
            self.stores,
            self.constructs.beside,
            source.exact,
            source.cxx,
        )

    def does(self, index: int) -> MemoryEffects:
        """What a statement and all that it calls do."""
        if index not in self._does:
            self._does[index] = self.summaries.whole(self.direct.below(index), self.direct.known)
        return self._does[index]

    def effects(self, nodes: Iterable[int]) -> MemoryEffects:
        """What some nodes do by themselves, and all that they call."""
        done = self.direct.of(nodes)
        return done if done is NOTHING else self.summaries.whole(done, self.direct.known)

    def stores(self, index: int) -> MemoryEffects:
        """What one node and all that it calls do."""
        return self.summaries.whole(self.direct.at(index), self.direct.known)

    @cached_property
    def _accessing(self) -> BodyEffects:
        return self.with_refs.body(self.tree, self.aliasing.escaping)

    def accesses(self, index: int) -> MemoryEffects:
        """What one node and all that it calls may read or store."""
        return self.with_refs.whole(self._accessing.at(index), self._accessing.known)

    # --- the chains --------------------------------------------------------------------------------------

    def found(self) -> list[Found]:
        """Each chain with its verdict."""
        rows: dict[tuple[Any, ...], list[Use]] = {}
        for use in uses_of(self.tree, self.references, self.paths, self.loops):
            size = next(self._sizes(use.path), 0)
            inner = self.loops[use.loops[-1]]
            if size and (inner.depth or self.constructs.devices.runs(inner)):
                rows.setdefault((use.path.root, use.path.steps[:size], use.loops[0]), []).append(use)
        found = [found for key, uses in rows.items() for found in self._place(len(key[1]), uses)]
        return _merged([*found, *self._undecided()])

    def _undecided(self) -> Iterator[Found]:
        """The accesses of templates that begin with what may be a chain, each by itself."""
        why = "what it leads to depends on a template's argument"
        for node, number in undecided_of(self.tree, self.loops) if self.source.cxx else ():
            loop = self.loops[number]
            text = b"".join(self.source.lexed.code[node.start : node.end].split()).decode("utf-8", "replace")
            whole = Span(self.tree.starts[1], self.tree.ends[1])
            code = (
                _UNASKED
                if self.only and (self.only == "constructs") != self.constructs.devices.holds(loop)
                else "template"
            )
            yield Found(self.name, text, (node.span,), 1, text.count("->"), None, loop, whole, code, why)

    def _sizes(self, path: AccessPath) -> Iterator[int]:
        """How many steps make a chain, the most first; one that ends in a struct would copy it.

        A pointer to an array in a union, or in a ``may_alias`` struct, would say less than the array's name.
        """
        for size in candidates(path, self.tree):
            end = node_of(self.tree, path, size)
            if not self.storage.is_record(end) and not pun_of(end):
                yield size

    def _place(self, size: int, uses: list[Use]) -> list[Found]:
        """Where the chain of some uses in one nest of loops goes: the outermost first, then shorter ones."""
        out: list[Found] = []
        waiting: list[tuple[int, list[Use], Found | None]] = [(0, uses, None)]
        while waiting:
            level, rows, around = waiting.pop()
            loop = rows[0].loops[level]
            verdict = self._try(rows, size, loop)
            if verdict.chosen is not None:
                out.append(verdict)
                continue
            if around is not None and (verdict.code == "device" or self._is_collapsed(self.loops[loop])):
                verdict = verdict._replace(code=around.code, why=around.why, where=around.where)
            elif verdict.code != _UNASKED:
                block = self.loops[loop].is_block and verdict.code != "device"
                runs = self.constructs.devices.runs(self.loops[loop])
                around = verdict if block or runs else None  # what keeps it from where its data is named
            inner: dict[int, list[Use]] = {}
            stay: list[Use] = []
            for use in rows:
                if len(use.loops) > level + 1:
                    inner.setdefault(use.loops[level + 1], []).append(use)
                else:
                    stay.append(use)
            waiting += [(level + 1, each, around) for each in inner.values()]
            if stay:
                again = self._again(size, stay)
                out += [again] if again is not None else self._shorter(size, stay, verdict)
        return out

    def _again(self, size: int, uses: list[Use]) -> Found | None:
        """The chain before the innermost loop that it can leave if it is loaded again in it."""
        for number in reversed(uses[0].loops):
            rows = [use for use in uses if number in use.loops]
            found = self._try(rows, size, number, True) if len(rows) == len(uses) else None
            if found is not None and found.chosen is not None and found.chosen.reloads:
                return found
        return None

    def _shorter(self, size: int, uses: list[Use], verdict: Found) -> list[Found]:
        """What stays in its innermost loop: a shorter chain of its uses may go before that, or one around."""
        failed: Found | None = None
        for each in self._sizes(uses[0].path):
            if each >= size:
                continue
            for loop in uses[0].loops:
                rows = [use for use in uses if loop in use.loops]
                if len(rows) < len(uses):
                    continue
                shorter = self._try(rows, each, loop)
                if shorter.chosen is not None:
                    return [verdict, shorter]
            failed = failed or shorter
        return [verdict] if failed is None else [verdict, failed]

    def _try(self, uses: list[Use], size: int, number: int, reloads: bool = False) -> Found:
        """Whether a chain can be hoisted before a loop; with ``reloads`` it is loaded again in it."""
        loop, path = self.loops[number], uses[0].path
        text = self._text(path, size)
        spans = tuple(sorted({self.tree.node(use.path.places[size]).span for use in uses}))
        links = sum(step.kind is StepKind.DEREFERENCE for step in path.steps[:size])
        nest = max(self.loops[use.loops[-1]].depth for use in uses) - loop.depth + (not loop.is_block)
        whole = Span(self.tree.starts[1], self.tree.ends[1])
        found = Found(self.name, text.decode("utf-8", "replace"), spans, nest, links, None, loop, whole)

        def left(code: str, why: str, where: Span | None = None) -> Found:
            return found._replace(code=code, why=why, where=where)

        if self.only and (self.only == "constructs") != self.constructs.devices.holds(loop):
            return left(_UNASKED, "nobody asks about such loops")
        if not loop.written:
            return left("unwritten", self._unwritten(loop))
        if any(is_declared_in(loop, key, self.tree, self.references) for key in variables_of(path, size)):
            return left("inside", "a variable in it is declared inside the loop")
        if any(self.references.is_of_thread(key) for key in variables_of(path, size)):
            return left("threads", "each thread has a variable of its own there")
        hiding = self.tree.hiding_beside(loop.place) if self.source.cxx else None
        if hiding is not None:
            return left("opaque", f"nobody sees {FIRST} in the function", hiding.span)
        place = self.pragmas.place_of(loop)
        if place is None:
            return left("place", "what stands before the loop lets no region begin there")
        if self._is_collapsed(loop):
            return left("place", "the loop is one of several that a directive takes as one")
        if self.pragmas.are_unknown_in(Span(self.tree.starts[1], loop.span.end)):
            return left("threads", "nobody can tell what directives a macro makes there")
        asked = self.asker.of(text, path, size, frozenset(use.path.places[size] for use in uses))
        obstacle = self.constructs.obstacle(loop, asked)
        if obstacle is not None:
            return left(*obstacle)
        named = [use for use in uses if self.source.cxx and not self.written.drops(use.path.places[size])]
        bound = next((use for use in named if self._is_bound(use, size)), None)
        if bound is not None:
            where = self.tree.node(bound.path.places[size]).span
            return left("bound", f"a reference to '{text.decode('utf-8', 'replace')}' may be kept", where)
        chain = self.linker.links(path, size)
        root = self.linker.root(path)
        change = first_change(chain, self.iterations.does(number, path.root), self.aliasing, root)
        stops: tuple[int, ...] = ()
        needed = self._needed(path, size)
        written = change is not None and not reloads and self.written.is_stored(uses, size)
        if written and change is not None and change[0] == chain[-1]:
            needed = (*needed, stored_of(path, size))
            if needed[-1] not in self._at_entry(number, ()):
                return left("unstored", "the loop may end, or take another way, before it is stored")
            kept = self.written.obstacle(loop, uses, size, chain, root)
            if kept is not None:
                return left(*kept)
        elif change is not None:
            stops = self._reloaded(uses, size, number) if reloads else ()
            if not stops:
                return left(
                    *self._says(self._varying(chain, number, path.root) or change, number, path.root, root)
                )
        guard, begun = None, self._at_begin(number, stops)
        if not self.constructs.evaluates(loop, asked) and not set(needed) <= set(begun):
            guard = self._guard(number)
            if not set(needed) <= set(self._at_entry(number, stops)):
                what = "block" if loop.is_block else "loop"
                return left("unreached", f"the {what} may end before it is evaluated")
            if guard is None:
                return left("unguarded", "the loop's first test cannot be evaluated once more")
            skipped = self.constructs.skipped(loop)
            if skipped:
                return left("unguarded", f"'{skipped}' does more than its loop, where that is not entered")
        behind = tuple(
            Again(Span(self.tree.starts[at], self.reloads.place(at)), self.reloads.is_alone(at))
            for at in stops
        )
        return found._replace(chosen=Chosen(loop, text, guard, place, behind, written))

    def _unwritten(self, loop: Loop) -> str:
        if loop.kind == Kind.FOR_RANGE and not self.tree.flags[loop.place] & ELSEWHERE:
            return "the loop goes over a range that is no array and none of the library's vectors"
        return "the loop is not written in the source itself"

    def _reloaded(self, uses: list[Use], size: int, number: int) -> tuple[int, ...]:
        """The statements of a loop behind which a chain can be loaded again; none where that does not do."""
        loop, path = self.loops[number], uses[0].path
        if loop.kind == Kind.FOR_RANGE:
            return ()
        if self.constructs.beside(loop, self.tree.starts[1]) is not None:
            return ()
        if path.root[0] != "variable" or self.references.declares_reference(path.root[1]):
            return ()
        end = node_of(self.tree, path, size)
        if not self.storage.is_plain(end):
            return ()
        wanted = Wanted(
            self.linker.links(path, size),
            self.linker.pointers(path, size),
            self._needed(path, size),
            self.linker.root(path),
            path.root[1],
            not self.storage.is_picky(end),
            uses,
        )
        rows = self.iterations.rows(number, path.root)
        found = self.reloads.of(number, wanted, rows, self.iterations.does(number, path.root))
        return found or ()

    def _is_bound(self, use: Use, size: int) -> bool:
        """Whether an expression is not read: C++ binds references to what is, and asks for its type."""
        at = use.path.places[size]
        above = self.tree.parents[at]
        while self.tree.kinds[above] == Kind.PAREN:
            at, above = above, self.tree.parents[above]
        if self.tree.kinds[above] == Kind.SUBSCRIPT and not self.storage.is_value(self.tree.node(at)):
            return False
        node = self.tree.node(above)
        read = self.tree.kinds[above] == Kind.UNEXPOSED_EXPR and not node.type.const
        return not (read and self.storage.is_value(node))

    def _is_collapsed(self, loop: Loop) -> bool:
        """Whether a directive before a loop around takes it and this one as one, or may do so."""
        depth, at = 1, loop
        while at.parent >= 0:
            outer = self.loops[at.parent]
            if outer.is_block or not self._is_all_of(outer, at):
                return False
            depth += 1
            hidden = self.pragmas.place_of(outer) is None  # behind a macro, say
            if hidden or self.constructs.associated(outer) >= depth:
                return True
            at = outer
        return False

    def _is_all_of(self, outer: Loop, inner: Loop) -> bool:
        """Whether a loop's body is another loop and nothing else."""
        at = inner.place
        while at != outer.body:
            above = self.tree.parents[at]
            if self.tree.kinds[above] != Kind.COMPOUND or len(list(self.tree.children(above))) != 1:
                return False
            at = above
        return True

    def _at_begin(self, number: int, stops: tuple[int, ...]) -> dict[Object, AccessPath]:
        """What was certainly used where a loop begins, or is in any case before one of some statements."""
        if (number, stops) not in self._before:
            loop = self.loops[number]
            known = self.anticipated.known_at(loop, self.linker, self.aliasing)
            self._before[number, stops] = {**known, **self.anticipated.before(loop, stops)}
        return self._before[number, stops]

    def _needed(self, path: AccessPath, size: int) -> tuple[Object, ...]:
        """What the program certainly uses where a chain can be evaluated: what its pointers lead to.

        Of a truth value it has to read the value itself: what nobody has stored yet need not be one.
        """
        picky = self.storage.is_picky(node_of(self.tree, path, size))
        return (*objects_of(path, size), *((value_of(path, size),) if picky else ()))

    def _at_entry(self, number: int, stops: tuple[int, ...]) -> dict[Object, AccessPath]:
        if (number, stops) not in self._entered:
            entered = self.anticipated.entered(self.loops[number], stops)
            self._entered[number, stops] = {**self._at_begin(number, stops), **entered}
        return self._entered[number, stops]

    def _guard(self, number: int) -> Guard | None:
        if number not in self._guards:
            loop = self.loops[number]
            changes = NOTHING
            for part in (loop.begun, loop.test):
                if part >= 0:
                    changes |= self.does(part)
            self._guards[number] = guard_of(
                loop,
                self.tree,
                self.references,
                self.source.lexed,
                changes,
                self._escapes,
                self.constructs.variables(loop),
            )
        return self._guards[number]

    def _escapes(self, index: int) -> bool:
        """Whether a pointer or reference may lead to the variable that a node names."""
        target = self.references.of(index)
        reference = target is None or self.references.declares_reference(target.key)
        return reference or self.storage.name(self.tree.node(index)) in self.aliasing.escaping

    def _text(self, path: AccessPath, size: int) -> bytes:
        """The chain as its first use spells it, or as its steps are where the text is not that alone."""
        node = node_of(self.tree, path, size)
        text = b" ".join(self.source.lexed.code[node.start : node.end].split())
        if node.macro or b'"' in text or b"'" in text or not text:
            shorter = AccessPath(path.root, path.steps[:size], path.places[: size + 1])
            text = describe(shorter, self.references).encode()
        return text.replace(b" ->", b"->").replace(b"-> ", b"->").replace(b" .", b".").replace(b". ", b".")

    # --- why not -----------------------------------------------------------------------------------------

    def _varying(self, chain: tuple[Link, ...], number: int, begun: Root) -> tuple[Link, str] | None:
        """A variable of a chain that its loop assigns: whatever else may change, no promise would help."""
        does = self.iterations.does(number, begun)
        own = (each for each in chain if each.variable and not each.member)
        return next(((each, "assigned") for each in own if (each.variable, "") in does.mod.variables), None)

    def _says(
        self, change: tuple[Link, str], number: int, begun: Root, root: str
    ) -> tuple[str, str, Span | None]:
        """The reason for which a link may change in a loop, and its place."""
        link, how = change
        name = self.linker.names.get(link.member or link.variable, "")
        shown = f"'{name}'" if name else "an object that it reads"
        for index, row in self.iterations.rows(number, begun):
            here = first_change((link,), row, self.aliasing, root) if row != NOTHING else None
            if here is None or here[1] != how:
                continue
            where = self.tree.node(index).span
            if how == "opaque":
                return how, f"{min(row.unknown)} may change {shown}", where
            by_call = self.tree.kinds[index] == Kind.CALL
            if how == "assigned" and link.variable and not link.member and not by_call:
                return "varies", f"{shown} changes in the loop", where
            called = " in a function that is called here" if by_call else ""
            word = "is assigned" if how == "assigned" else "may be changed by a store through a pointer"
            return how, f"{shown} {word}{called}", where
        return how, f"{shown} may change", None
