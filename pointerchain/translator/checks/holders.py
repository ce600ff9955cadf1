# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Holders: variables from before a region that lead to what a chain depends on: closures, objects, pointers.

``auto next = [&i] { i++; };`` before a region that hoists ``list[i]->n``, and ``next();`` in it
->  warning ``aliased-call``. So is an object made of ``i`` or of a link that is called or passed on.
"""

from __future__ import annotations

from functools import cached_property

from pointerchain.analysis.access import Relation, compare
from pointerchain.diagnostics import Note
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.checks.functions import cleanup
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.implicit import initialised_is_const
from pointerchain.translator.clang.libclang import (
    FUNCTIONS,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
    TypeKind,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import CASTS, Usage, Use, outside_wrappers, passed_to_call, usage

_NAMES = frozenset((Kind.DECL_REF, Kind.THIS))
_CALLS = frozenset((Kind.CALL,))
_ENDS = frozenset((Kind.VARIABLE, Kind.CALL))
_VALUES = CASTS | {Kind.UNEXPOSED_EXPR, Kind.PAREN}
_POINTING = _VALUES | {Kind.UNARY}
_LAMBDAS = frozenset((Kind.LAMBDA,))
_DEPTH = 4
_THROUGH = CASTS | {Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.INIT_LIST, Kind.NEW, Kind.CONDITIONAL, Kind.UNARY}
_ON_A_CHAIN = (Relation.PREFIX, Relation.SAME, Relation.EXTENSION)
_CHANGES, _READS = "closure", "closure_reads"


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt what is done with a holder in a region of the chains that it leads to."""
    judge = _Judge(context, facts)
    tree, references = context.tree, context.references
    for index in context.indices_in_regions(_NAMES) if judge.held else ():
        target = references.of(index)
        if target is not None and target.key in judge.held:
            judge.use(tree.node(index), target.key)
    for index in context.indices_in_regions(_ENDS) if judge.held else ():
        node = tree.node(index)
        judge.end(node) if node.kind == Kind.VARIABLE else judge.call(node)
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.chains = [c for c in facts.chains.values() if not c.problems and c.access.known]
        self.calls = context.shared(Calls)
        self.closures: set[int] = set()
        """Variables that hold a lambda, whose body stands where no function's is looked for."""
        self._cleans = Kind.UNEXPOSED_ATTRIBUTE in context.tree.kinds

    # --- what is held ------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> dict[int, dict[int, str]]:
        """By variable: the chains to which its value leads, each with a form of the message."""
        found: dict[int, dict[int, str]] = {}
        roots: dict[object, list[Chain]] = {}
        for chain in self.chains:
            for root in dict.fromkeys(path.root for path in (chain.access, *chain.watched)):
                roots.setdefault(root, []).append(chain)
        for index, kind in enumerate(self.context.tree.kinds):
            chains = roots.get(self.context.paths.of(index).root) if kind in _NAMES else None
            if chains:
                self._add(self.context.tree.node(index), chains, found)
        for _ in range(_DEPTH if found else 0):
            if not self._spread(found):
                break
        return found

    def _add(self, name: Node, chains: list[Chain], found: dict[int, dict[int, str]]) -> None:
        """A name of what chains depend on: the variable that keeps it, if one does."""
        at, whole = self.context.starts_at(name), self._whole(name)
        lambdas = self.context.cxx and name.within(_LAMBDAS) is not None
        kept = self._kept_in(whole)
        if kept is None and not lambdas:
            return  # as nearly all
        stored = self._is_stored(whole)
        for chain in chains:
            if not self._cleans and not stored and self.context.is_in(at, chain.region):
                continue  # there it is judged as an access
            if self._is_after(whole, chain):
                continue
            closure = self._closure(whole, chain) if lambdas else None
            form = self._effect(whole, chain, closure is not None)
            key = (kept if closure is None else self._kept_in(closure)) if form else None
            if key is not None:
                found.setdefault(key, {}).setdefault(chain.number, form)
                if closure is not None:
                    self.closures.add(key)

    def _is_stored(self, whole: Node) -> bool:
        """Whether a pointer is assigned to a member of a variable: ``job.sim = s``."""
        expr, above = whole, whole.parent
        while above is not None and above.kind in _VALUES:
            expr, above = above, above.parent
        if above is None or above.kind != Kind.BINARY or above.binary_operator != Binary.ASSIGN:
            return False
        return expr.ordinal == 1 and above.below[0].kind == Kind.MEMBER

    def _spread(self, found: dict[int, dict[int, str]]) -> bool:
        """What is made of a holder holds as much; whether there is any more of that."""
        grown, tree, references = False, self.context.tree, self.context.references
        for index, kind in enumerate(tree.kinds):
            target = references.of(index) if kind == Kind.DECL_REF else None
            if target is None or target.key not in found:
                continue
            whole = self._whole(tree.node(index))
            closure = self._closure(whole, self.facts.chains[next(iter(found[target.key]))])
            leads = closure is not None or self._leads_on(whole)
            key = self._kept_in(closure or whole) if leads else None
            if key is not None and key != target.key:
                own = found.setdefault(key, {})
                if closure is not None or target.key in self.closures:
                    self.closures.add(key)
                new = {chain: form for chain, form in found[target.key].items() if chain not in own}
                own.update(new)
                grown = grown or bool(new)
        return grown

    def _whole(self, name: Node) -> Node:
        return self.context.tree.node(self.context.paths.whole_of(name.index))

    def _is_after(self, whole: Node, chain: Chain) -> bool:
        """Whether an expression is evaluated only after a chain's region has run for the last time."""
        region = self.context.regions[chain.region].span
        begin = self.context.markers["begin", chain.region]
        if self.context.starts_at(whole) < region.end or begin is None:
            return False
        cfg = self.context.control.of(begin.index)
        return cfg.holds(whole.index) and cfg.vertex(begin.index) not in cfg.reached(cfg.vertex(whole.index))

    def _closure(self, whole: Node, chain: Chain) -> Node | None:
        """The outermost lambda around an expression that is not around a chain's region."""
        if not self.context.cxx:
            return None
        at = self.context.in_probe(self.context.regions[chain.region].span.start)
        lambdas = [each for each in whole.ancestors() if each.kind == Kind.LAMBDA]
        return next((each for each in reversed(lambdas) if not each.start <= at < each.end), None)

    def _leads_on(self, whole: Node) -> bool:
        """Whether a value is no number, or an object is given as such."""
        kind = whole.type_kind
        return kind in (POINTER_TYPE, RECORD_TYPE) or usage(whole, self.context.cxx).use is Use.ADDRESS

    def _kept_in(self, expr: Node) -> int | None:
        """The variable that keeps an expression's value."""
        while expr.parent is not None:
            above = expr.parent
            if above.kind == Kind.VARIABLE:
                known = self.context.references.declared(above.index)
                return known.key if known is not None else None
            if above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN and expr.ordinal == 1:
                return self._root_of(above.below[0])
            if above.kind == Kind.CALL:
                if expr.ordinal > 0 and above.name() == "operator=":
                    return self._root_of(above.below[0])
                if not _is_made(above) and not above.names_type():
                    callee = above.below[0] if above.below else expr
                    if callee.kind == Kind.MEMBER and expr.ordinal > 0:
                        return self._root_of(callee.below[0]) if callee.below else None
                    if expr.ordinal == 0 or not _could_hold(above):
                        return None
            elif above.kind not in _THROUGH:
                return None
            expr = above
        return None

    def _root_of(self, node: Node) -> int | None:
        root = self.context.paths.of(node.index).root
        return root[1] if root[0] == "variable" else None

    def _effect(self, whole: Node, chain: Chain, closure: bool) -> str:
        """What a holder of an expression can do to a chain, as a form of the message; '' for nothing."""
        path, references = self.context.paths.of(whole.index), self.context.references
        watched = (compare(path, each, references).relation for each in chain.watched)
        found = compare(path, chain.access, references)
        depends = any(each in (Relation.SAME, Relation.PREFIX) for each in watched)
        if not depends and found.relation not in _ON_A_CHAIN:
            return ""
        use = usage(whole, self.context.cxx)
        const = _is_const(whole)
        if depends or found.relation is not Relation.EXTENSION:
            changed = use.use is Use.ADDRESS or (closure and use.use in (Use.WRITE, Use.METHOD))
            if changed and not const:
                return _CHANGES
        if found.relation not in _ON_A_CHAIN:
            return ""
        reads = closure and use.use in (Use.READ, Use.METHOD, Use.OTHER)
        if found.relation is Relation.PREFIX:
            reads = reads and whole.type_kind == RECORD_TYPE
            if whole.type_kind == POINTER_TYPE and use.use is Use.READ:
                given = not closure or passed_to_call(whole) is not None
                if given and not const:
                    return _CHANGES
                reads = given
        reads = reads or (use.use is Use.ADDRESS and found.relation is not Relation.EXTENSION)
        return _READS if reads and chain.number in self.facts.written else ""

    # --- what is done with it ------------------------------------------------------------------------------

    def use(self, name: Node, key: int) -> None:
        """A place in a region that names a holder."""
        whole = self._whole(name)
        function = self._acts(whole)
        if function is not None:
            self._say(whole, key, function, self._call(whole))

    def end(self, variable: Node) -> None:
        """A holder that a region declares, at whose end something runs."""
        known = self.context.references.declared(variable.index)
        if known is None or known.key not in self.held:
            return
        function = cleanup(self.context, variable)
        if not function and self.context.cxx and types.has_own_destructor(variable):
            function = f"~{variable.type.spelling}"
        if function:
            self._say(variable, known.key, function)

    def call(self, call: Node) -> None:
        """A function of the program's, which reaches by itself what a global or a static holds."""
        if _is_made(call) or not semantics.is_user_function(call):
            return
        for key in self.held:
            named = key in self.closures and not self.calls.effect(call).unknown  # it calls no closure
            if self.context.references.fact(key).lasting and not named:
                self._say(call, key, call.name(), call)

    def _acts(self, whole: Node) -> str | None:
        """The function that gets a holder, or is a member of it, None where nothing could act on it."""
        found = usage(whole, self.context.cxx)
        above, _ = outside_wrappers(whole)
        if above is not None and above.kind == Kind.MEMBER:
            target = self.context.references.of(above.index)
            if target is not None and target.kind in FUNCTIONS:
                harmless = semantics.is_library(above) and semantics.is_const_method(above)
                harmless = harmless and not semantics.method_escapes(above)
                return None if harmless else self._name(above, whole)
        if found.use is Use.METHOD:
            return self._name(found.node, whole)
        if above is not None and above.kind == Kind.DELETE:
            return "delete"
        call = self._call(whole)
        if call is None or not self._is_given(whole, found, call):
            return None
        return self._name(call, whole)

    def _call(self, whole: Node) -> Node | None:
        """The innermost call around an expression that makes no object of it."""
        call = whole.within(_CALLS)
        while call is not None and _is_made(call):
            call = call.within(_CALLS)
        return call

    def _name(self, function: Node, whole: Node) -> str:
        """The name of a function as a message shows it; that of an object that is called, or of a closure."""
        name = function.name()
        if name.startswith("operator") or types.is_lambda(whole):
            return self.context.spelling(self.context.source_span(whole))
        return name

    def _is_given(self, whole: Node, found: Usage, call: Node) -> bool:
        """Whether a call gets the object, or a pointer by which something could be changed."""
        passed = passed_to_call(whole)
        if whole.type_kind == POINTER_TYPE and found.use is Use.READ:
            return passed is not None and not types.pointee(passed[1]).const
        if whole.type_kind == RECORD_TYPE or whole.type.dependent:
            return True
        return found.use is Use.ADDRESS and passed is not None

    def _is_harmless(self, call: Node, key: int, chain: Chain) -> bool:
        """Whether a function's body is seen, and that it does nothing by a pointer that it may have.

        Where it stores what the chain goes through that is said of the function (:mod:`functions`).
        """
        if key in self.closures or self.calls.hands_out(call, chain):
            return False
        if self.calls.stores(call, chain) and not call.name().startswith("operator"):
            return True
        reads = chain.number in self.facts.written and self.calls.could_read(call, chain)
        return not reads and not self.calls.could_change(call, chain, True)

    def _say(self, node: Node, key: int, function: str, call: Node | None = None) -> None:
        span, notes = self.context.source_span(node), tuple[Note, ...]()
        at = span.start
        if node.foreign:
            span, notes = self.context.included_place(node, span)
        function = function or "a function"
        for number, form in self.held[key].items():
            chain = self.facts.chains[number]
            compared = (node.index, number) in self.facts.compared
            harmless = call is not None and self._is_harmless(call, key, chain)
            if not compared and not harmless and self.context.is_in(at, chain.region):
                self.findings.say("aliased-call", span, chain, notes, form, function=function)


def _is_const(whole: Node) -> bool:
    """Whether a pointer that is kept leads to const only."""
    expr, above = whole, whole.parent
    while above is not None and above.kind in _POINTING and above.type.kind == TypeKind.POINTER:
        expr, above = above, above.parent
    if expr.type.kind != TypeKind.POINTER:
        return False
    listed = above is not None and above.kind == Kind.INIT_LIST
    return types.pointee(expr).const or (listed and initialised_is_const(expr))


def _could_hold(call: Node) -> bool:
    """Whether a call's value could hold what the call was given."""
    return call.type.dependent or call.type.kind in (TypeKind.RECORD, TypeKind.POINTER)


def _is_made(call: Node) -> bool:
    """Whether a call makes an object, which may hold what it is given."""
    return semantics.is_elided_copy(call) or semantics.is_constructor(call)
