# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions: what those whose bodies are seen do to what a chain depends on.

``bump();`` in a region that hoists ``list[at]->n``, and ``void bump(void) { at++; }``  ->  warning
``aliased-call``. So is an overloaded ``->`` of a chain that changes something each time it is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.analysis.access import Relation, StepKind, compare, lie_apart
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.calls import Calls, names_of
from pointerchain.translator.checks.findings import Finding, Findings, hoisted
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.implicit import converts_unseen, copies_captured, runs_defaults, runs_get
from pointerchain.translator.clang.libclang import EXPRESSIONS, RECORD_TYPE, Binary, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import Use, usage

_RUNNING = frozenset((Kind.CALL, Kind.DELETE, Kind.NEW, Kind.INIT_LIST, Kind.FOR_RANGE))
_CLEANUP = lazy_pattern(rb"\b(?:__)?cleanup(?:__)?\s*\(\s*([A-Za-z_]\w*)")
_HIDDEN = frozenset((Kind.INIT_LIST, Kind.LAMBDA, Kind.UNEXPOSED_DECL, Kind.BINARY, Kind.VARIABLE))
"""What may run without a word of it, or store by a pointer to a member."""
_WITHOUT_ARGUMENTS = _HIDDEN | {Kind.FOR_RANGE}
"""What stands in these is given to no function that is judged as a call."""
_NAMED = (Kind.CALL, Kind.DECL_REF)
_WORDS = {Kind.DELETE: "delete", Kind.NEW: "new", Kind.FOR_RANGE: "begin"}
_ACCESSING = (Use.READ, Use.WRITE, Use.ADDRESS)
_JUDGED = (Relation.PREFIX, Relation.SAME, Relation.EXTENSION, Relation.SHARED)


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt the calls in the regions, and the operators in the chains."""
    findings = Findings(context)
    calls = context.shared(Calls)
    chains = [chain for chain in facts.chains.values() if not chain.problems]
    for chain in chains if context.cxx else ():
        _operators(context, chain, calls, findings)
    for row in facts.standing if context.cxx else ():
        given = hoisted(facts, row.chain)
        if row.node is not None and given is not None:
            _constant(context, given, row.node, calls, findings)
    told: set[tuple[int, str]] = set()  # once a function is enough
    kinds = _RUNNING | _HIDDEN if context.cxx else _RUNNING | {Kind.VARIABLE}
    kinds -= {Kind.VARIABLE} if Kind.UNEXPOSED_ATTRIBUTE not in context.tree.kinds else set()
    kinds |= {Kind.DECL_REF} if context.cxx and _has_owned(context) else set()
    for index in context.indices_in_regions(kinds) if chains else ():
        node = context.tree.node(index)
        name = node.name() if node.kind in _NAMED else _WORDS.get(node.kind) or _hidden(context, node)
        if not name and node.kind in _HIDDEN:
            continue
        at = context.starts_at(node)
        named = context.lexed.data.startswith(name.encode(), at)
        span = Span(at, at + len(name.encode())) if named else context.source_span(node)
        region = context.region_at(at) if calls.does_something(node) else None
        for chain in facts.active[region.number] if region is not None else ():
            key = (chain.number, name)
            if key in told or _is_given(context, node, chain) or _is_inner_lambda(context, node, chain):
                continue  # the other checks doubt that
            if chain.problems or node.index in chain.access.places:
                continue
            apart = _beside(context, facts, calls, node, chain)
            changes = calls.stores(node, chain, apart)
            if changes or (chain.number in facts.written and calls.reads(node, chain, apart)):
                told.add(key)
                form = "closure" if changes else "closure_reads"
                covers, function = context.source_span(node), name or "a function"
                findings.doubt(covers, "aliased-call", span, chain, form, function=function)
    return findings.all


def _hidden(context: Context, node: Node) -> str:
    """What a node runs that nobody spells, as a message names it; '' where nothing.

    Of a list in braces that is the destructor, or the class; of a lambda the class of what it copies.
    """
    if node.kind == Kind.VARIABLE:
        return cleanup(context, node)
    if not context.cxx:
        return ""
    if node.kind == Kind.LAMBDA:
        return copies_captured(node)
    if node.kind == Kind.UNEXPOSED_DECL:
        binds = any(each.kind == Kind.UNEXPOSED_DECL for each in node.below)
        return "get" if binds and runs_get(node) else ""
    if node.kind == Kind.BINARY:
        accessed = (
            node.binary_operator in (Binary.MEMBER_OF, Binary.MEMBER_AT)
            and usage(node, True).use in _ACCESSING
        )
        return context.spelling(context.source_span(node)) if accessed else ""
    return types.run_at_end(node) or runs_defaults(node) or converts_unseen(node)


def cleanup(context: Context, variable: Node) -> str:
    """The function that an attribute of a variable has called at the end of its block, '' where none does."""
    for each in variable.below:
        if each.kind == Kind.UNEXPOSED_ATTRIBUTE:
            text = context.expanded(each)
            named = _CLEANUP.search(text) if text is not None else None
            if named is not None or text is None:
                return named.group(1).decode() if named is not None else "cleanup"
    return ""


def _has_owned(context: Context) -> bool:
    """Whether the source names variables of which each thread has its own."""
    parsed = context.parsed
    return parsed.mentions(b"thread_local") or parsed.mentions(b"threadprivate")


def _is_given(context: Context, call: Node, chain: Chain) -> bool:
    """Whether a call has the root or a link of a chain among its arguments, or is called on it."""
    if call.kind == Kind.BINARY:  # a constant pointer to a member is one, and judged as such
        path = context.paths.of(call.index)
        return path.known and compare(path, chain.access, context.references).relation is Relation.SAME
    if call.kind in _WITHOUT_ARGUMENTS:
        return False
    if chain.of_this and semantics.own_method(call) is not None:
        return True
    references = context.references
    paths = (context.paths.of(whole) for whole in _of_the_root(context, call, chain))
    return any(compare(path, chain.access, references).relation in _JUDGED for path in paths)


def _of_the_root(context: Context, call: Node, chain: Chain) -> Iterator[int]:
    """The accesses in a call that begin at a chain's root."""
    for each in call.inside:
        if each.kind in (Kind.DECL_REF, Kind.THIS) and context.paths.of(each.index).root == chain.access.root:
            yield context.paths.whole_of(each.index)


def _is_inner_lambda(context: Context, call: Node, chain: Chain) -> bool:
    """Whether a lambda is called that stands in the region, where its body is judged."""
    if call.name() != "operator()" or not call.below or not types.is_lambda(call.below[0]):
        return False
    names = [each for each in call.below[0].inside if each.kind == Kind.DECL_REF]
    targets = (context.references.of(each.index) for each in (*names, call.below[0]))
    target = next((each for each in targets if each is not None), None)
    if target is None:
        return True
    known = context.references.fact(target.key)
    return not known.main or context.is_in(context.named_at(known), chain.region)


def _beside(context: Context, facts: Facts, calls: Calls, call: Node, chain: Chain) -> frozenset[str]:
    """The members of structs that a call is given and that lie beside the chain's own object.

    Where another declared chain leads there the user's promise says so.
    """
    found: frozenset[str] = frozenset()
    for whole in _of_the_root(context, call, chain) if context.cxx else ():
        path = context.paths.of(whole)
        others = (other.access for other in facts.chains.values() if other.number != chain.number)
        own = any(compare(path, other, context.references).relation is Relation.SAME for other in others)
        if own or lie_apart(path, chain.access, context.references):
            found |= calls.members_of(context.tree.node(whole))
    return found


def _constant(context: Context, chain: Chain, node: Node, calls: Calls, findings: Findings) -> None:
    """A reference to const that a function is given, and casts ``const`` away from, may change the local."""
    for above in node.ancestors():
        if above.kind not in EXPRESSIONS:
            return
        if above.kind == Kind.UNEXPOSED_EXPR and not above.type.const and above.type_kind != RECORD_TYPE:
            return  # a value is made of it
        called = above.kind == Kind.CALL and semantics.is_user_function(above)
        strips = calls.seen(above).strips if called else frozenset[str]()
        if strips and strips & (calls.modref.objects(node) | {ANY}):
            text, function = context.spelling(context.source_span(node)), above.name()
            findings.say(
                "stored-by-call", context.source_span(above), chain, (), "const", text=text, function=function
            )
            return


def _operators(context: Context, chain: Chain, calls: Calls, findings: Findings) -> None:
    """An overloaded operator is called once for the local, and was called at each use."""
    for at, step in enumerate(chain.access.steps, 1):
        if step.kind is not StepKind.OPERATOR:
            continue
        call = _call(context, chain.access.places[at])
        if call is None:
            continue
        effects = calls.seen(call)
        changed = bool(names_of(effects.mod))
        if changed or (effects.unknown and not semantics.is_const_operator(call)):
            form = "operator_changes" if changed else "operator_unseen"
            findings.say("aliased-call", chain.item.span, chain, (), form, function=call.name())


def _call(context: Context, at: int) -> Node | None:
    """The program's overloaded operator at a step of a chain: an arrow's is the base of the member's."""
    while at >= 0:
        if context.references.operator_name(at):
            call = context.tree.node(at)
            return call if semantics.is_user_function(call) else None
        at = context.paths.base_of(at)
    return None
