# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels: the constructs of a function, and its calls of functions that have some -> what each accesses.

``step(&s);`` where ``step`` has a construct over ``s->f->t[0:s->f->n]``  ->  the call accesses
``s.f->t[0:s.f->n]`` on the device, by the names of the caller.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pointerchain.analysis.cfg import Cfg, ControlFlow
from pointerchain.analysis.cfg_builder import ENTRY
from pointerchain.analysis.chains import Chain, Key, Refused
from pointerchain.analysis.counting import key_of
from pointerchain.analysis.points_to import swaps_in
from pointerchain.analysis.sections import Polynomial, Range, Symbol
from pointerchain.analysis.summaries import Summaries, locals_of
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.certain import certain_in, condition_of
from pointerchain.map.host import Done, Host, Touch, chain_of
from pointerchain.map.objects import TO, Decision, Mapped
from pointerchain.map.overlap import Thing, thing_of
from pointerchain.map.source import Unit
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import element_size, is_array, is_unsigned
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    FUNCTIONS,
    INTEGER_TYPES,
    Kind,
    Unary,
)
from pointerchain.translator.clang.tree import Node

_ELSEWHERE = frozenset(b"if self device".split())
"""Clauses that may let a kernel run somewhere else."""
_LONGEST = 8
"""The size of the longest numbers, in which pointers are computed."""
_COMPUTED = lazy_pattern(r"[-+*/%](?!>)")
_TOKEN = lazy_pattern(r"(?<![\w.>])([A-Za-z_]\w*)(->)?")


@dataclass
class Kernel:
    """A construct's statement, or a call of a function that has constructs."""

    node: Node
    is_call: bool
    where: int
    dialect: str
    objects: list[Mapped] = field(default_factory=list)
    """The arrays that it needs, and what pointers lead to."""
    certain: set[Chain] = field(default_factory=set)
    """Those that it accesses each time."""
    listed: set[Chain] = field(default_factory=set)
    """Those that clauses of the user's list."""
    things: dict[Chain, Thing] = field(default_factory=dict)
    """All that it accesses the elements of."""
    nodes: dict[Chain, Node] = field(default_factory=dict)
    roots: dict[str, Key] = field(default_factory=dict)
    """The variables by the names that its clauses have."""
    keys: set[Key] = field(default_factory=set)
    """The variables and members that it names."""
    reads: list[Touch] = field(default_factory=list)
    """What the host reads right before it."""
    done: list[Done] = field(default_factory=list)
    """What else the host does."""
    swaps: list[tuple[frozenset[Chain], bool]] = field(default_factory=list)
    """The pointers that change places, and whether they do each time."""
    uses: dict[Chain, list[tuple[int, Chain]]] = field(default_factory=dict)
    """By object: the constructs, by number, and its name there."""
    parameters: set[Key] = field(default_factory=set)
    arrays: set[Chain] = field(default_factory=set)
    """The chains of a called function that name arrays."""
    lost: list[tuple[int, Chain]] = field(default_factory=list)
    """Objects of constructs that have no name in the caller, or whose call is refused."""
    ends: bool = False
    """Whether the program may end in it."""
    refused: Refused | None = None
    """Why no region is around it."""

    def note(self, thing: Thing, node: Node) -> None:
        """Note what it accesses."""
        self.things.setdefault(thing.chain, thing)
        self.nodes.setdefault(thing.chain, node)


def of_construct(unit: Unit, host: Host, number: int, decision: Decision) -> Kernel:
    """What a construct of a function does."""
    assert decision.node is not None
    construct, accesses = decision.construct, decision.accesses
    made = Kernel(decision.node, False, construct.pragma.span.start, construct.dialect)
    if decision.remarks or accesses is None:
        made.refused = Refused(made.where, f"the construct in line {unit.line(made.where)} is left")
        return made
    for clause in construct.clauses:
        if clause.name in _ELSEWHERE:
            made.refused = Refused(made.where, f"'{clause.name.decode()}' decides where a kernel in it runs")
    if decision.is_deep:
        made.refused = Refused(made.where, f"the construct in line {unit.line(made.where)} copies deep")
    for chain in accesses.nodes:
        if any(step.at for step in chain.members):
            made.refused = Refused(made.where, f"a link with a subscript leads to '{chain.text}'")
    made.objects = [each for each in decision.objects if each.is_elements]
    made.certain = {each.chain for each in made.objects}
    made.listed = set(accesses.elements) - made.certain
    made.nodes = dict(accesses.nodes)
    for chain in accesses.elements:
        made.note(thing_of(unit, chain, accesses.nodes[chain]), accesses.nodes[chain])
        made.uses[chain] = [(number, chain)]
    several = set()
    for chain in (*accesses.nodes, *accesses.scalars):
        made.keys |= {chain.root, *(step.key for step in chain.members)}
        if made.roots.setdefault(chain.root.name, chain.root) != chain.root:
            several.add(chain.root.name)
    made.roots = {name: key for name, key in made.roots.items() if name not in several}
    for chain in (*decision.values, *decision.hoisted):
        if is_array(accesses.nodes[chain]):
            continue  # where it is needs no look into it
        made.reads.append(host.touch(accesses.nodes[chain], False))
    scalars = [each for each in decision.objects if not each.is_elements]
    touches = [
        host.touch(accesses.nodes[each.chain], each.direction != TO)
        if each.chain in accesses.nodes
        else Touch(each.where, frozenset((ANY,)), True)
        for each in scalars
    ]
    sets = frozenset(
        f".{each.chain.name}" if each.chain.members else each.chain.name
        for each in scalars
        if each.direction != TO
    )
    made.done = [Done(tuple(touches), sets)]
    return made


class Binding(NamedTuple):
    """What a parameter is in a call: a chain, the address of what one names, or a number."""

    chain: Chain | None
    is_address: bool
    number: int | None
    keys: frozenset[Key]
    cast: Node | None = None
    """What is cast to the parameter's type, where that leads to several of its elements at once."""
    factor: int = 1
    """How many of its elements one of the parameter's is."""
    is_wider: bool = False
    """Whether the parameter is of another type than the number, in which the function computes."""


class Functions:
    """The kernels of all functions of a source."""

    def __init__(self, unit: Unit, decisions: Sequence[Decision], summaries: Summaries) -> None:
        self.unit, self.decisions, self.summaries = unit, decisions, summaries
        self.nodes: dict[str, Node] = {}
        """By USR: the functions with bodies."""
        trees = (*unit.trees, *unit.included_trees)
        variables = (node for tree in trees for node in tree.of_kinds(frozenset((Kind.VARIABLE,))))
        self.globals = frozenset(
            key_of(node.declared()) for node in variables if node.within(FUNCTIONS) is None
        )
        """The variables of file scope."""
        self._numbers: dict[str, list[int]] = {}
        for node in unit.bodies:
            self.nodes[unit.storage.usr(node)] = node
        for number, decision in enumerate(decisions):
            function = decision.node.within(FUNCTIONS) if decision.node is not None else None
            if function is not None:
                self._numbers.setdefault(unit.storage.usr(function), []).append(number)
        self._holding: dict[str, bool] = {}
        self._kernels: dict[str, dict[int, Kernel]] = {}
        self._hosts: dict[int, Host] = {}
        self._controls: dict[int, ControlFlow] = {}

    def holds(self, key: str) -> bool:
        """Whether a function has constructs, or calls one that has."""
        if key not in self._holding:
            self._holding[key] = key in self._numbers
            if key in self.nodes and not self._holding[key]:
                self._holding[key] = any(self.holds(each) for _, each in self._calls(self.nodes[key]))
        return self._holding[key]

    def _calls(self, function: Node) -> Iterator[tuple[Node, str]]:
        for node in function.inside:
            if node.kind == Kind.CALL:
                callee = self.unit.callees.of(node)
                if callee.knowledge is Knowledge.SEEN and callee.key in self.nodes:
                    yield node, callee.key

    def host(self, function: Node) -> Host:
        """What answers for the host's code of a function."""
        key = id(function.tree)
        if key not in self._hosts:
            self._hosts[key] = Host(self.unit, self.summaries, function.tree)
        return self._hosts[key]

    def cfg(self, function: Node) -> Cfg:
        """The control flow graph of a function."""
        key = id(function.tree)
        if key not in self._controls:
            self._controls[key] = ControlFlow(function.tree, self.unit.callees.is_system)
        return self._controls[key].of(function.index)

    def kernels(self, key: str) -> dict[int, Kernel]:
        """The kernels of a function, by their statements or calls."""
        if key not in self._kernels:
            self._kernels[key] = {}
            self._kernels[key] = self._look(key)
        return self._kernels[key]

    def _look(self, key: str) -> dict[int, Kernel]:
        function = self.nodes[key]
        host = self.host(function)
        found = {}
        for number in self._numbers.get(key, []):
            made = of_construct(self.unit, host, number, self.decisions[number])
            found[made.node.index] = made
        for call, callee in self._calls(function):
            inside = any(each <= call.index < function.tree.after[each] for each in found)
            if not inside and self.holds(callee):
                found[call.index] = self._of_call(function, call, callee)
        return found

    # --- calls --------------------------------------------------------------------------------------------

    def _of_call(self, caller: Node, call: Node, key: str) -> Kernel:
        function, inner = self.nodes[key], self.kernels(key)
        made = Kernel(call, True, call.start, "")
        name = function.name()
        if not inner or self.unit.callees.is_shared(key):
            why = "calls itself" if not inner else "may be another function of its name"
            made.refused = Refused(call.start, f"'{name}' {why}")
            return made
        made.dialect = next(iter(inner.values())).dialect
        try:
            self._check_inner(call, name, inner.values())
            _Call(self, caller, call, function, inner, made).fill()
        except Refused as refused:
            made.refused = refused
            made.lost = [use for each in inner.values() for rows in each.uses.values() for use in rows]
        return made

    def _check_inner(self, call: Node, name: str, inner: Iterable[Kernel]) -> None:
        for each in inner:
            if each.refused is not None:
                raise Refused(call.start, f"{each.refused.why}, in '{name}'")
        if len({each.dialect for each in inner}) > 1:
            raise Refused(call.start, f"'{name}' has constructs of OpenMP and of OpenACC")


class _Call:
    """One call of a function that has constructs."""

    def __init__(
        self,
        functions: Functions,
        caller: Node,
        call: Node,
        function: Node,
        inner: Mapping[int, Kernel],
        made: Kernel,
    ) -> None:
        self.functions, self.unit, self.caller, self.call = functions, functions.unit, caller, call
        self.function, self.inner, self.made = function, inner, made
        self.name = function.name()
        self.host, self.cfg = functions.host(function), functions.cfg(function)
        self.swaps: dict[int, frozenset[Chain]] = {}
        """By the first of some assignments: the pointers that change places, in the caller's names."""

    def fill(self) -> None:
        """All of it; raises :class:`Refused`."""
        self.bindings = dict(self._bindings())
        left_out = set(self._swapping())
        self._add_host(left_out)
        self._unbind()
        self._add_objects()

    def _bindings(self) -> Iterator[tuple[Key, Binding]]:
        arguments = [each for each in self.call.below if each.kind in EXPRESSIONS][1:]
        parameters = [each for each in self.function.below if each.kind == Kind.PARAMETER]
        for parameter, argument in zip(parameters, arguments, strict=False):
            binding = self._binding(parameter, argument)
            self.made.parameters.add(key_of(parameter.declared()))
            if binding is not None:
                yield key_of(parameter.declared()), binding

    def _binding(self, parameter: Node, argument: Node) -> Binding | None:
        at = ignoring_parens_and_implicit_casts(argument)
        if parameter.type_kind in INTEGER_TYPES:
            value = semantics.integer_value(at)
            if value is not None:
                return Binding(None, False, value, frozenset()) if value >= 0 else None
            if not _keeps_number(at, parameter) or at.macro:
                return None
            chain = chain_of(at)
            keys, wider = _keys_of(chain), at.type_kind != parameter.type_kind
            return Binding(chain, False, None, keys, is_wider=wider) if _is_plain(chain) else None
        if at.kind == Kind.UNARY and at.unary_operator == Unary.ADDRESS_OF:
            chain = chain_of(at.below[0])
            return Binding(chain, True, None, _keys_of(chain)) if _is_plain(chain) else None
        return self._pointer(parameter, at)

    def _pointer(self, parameter: Node, argument: Node) -> Binding | None:
        """The same of a pointer, which may be cast to one to arrays of its elements."""
        plain = ignoring_parens_and_casts(argument)
        chain = None if is_array(plain) else chain_of(plain)
        if not _is_plain(chain):
            return None
        if plain == argument:
            return Binding(chain, False, None, _keys_of(chain))
        here, there = (self.unit.storage.behind(each) for each in (plain, parameter))
        sizes = element_size(plain), element_size(parameter)
        if here != there or min(sizes) <= 0 or sizes[1] % sizes[0]:
            return None
        return Binding(chain, False, None, _keys_of(chain), plain, sizes[1] // sizes[0])

    def _swapping(self) -> Iterator[int]:
        """The assignments by which pointers change places that have names in the caller."""
        for turn in swaps_in(self.function.tree):
            first = turn[0].index
            if not self.function.index < first < self.function.tree.after[self.function.index]:
                continue
            chains = [chain_of(each.below[0]) for each in turn]
            named = frozenset(self._chain(chain) for chain in chains if chain is not None)
            if len(named) == len(turn) and None not in named:
                self.swaps[first] = frozenset(chain for chain in named if chain is not None)
                yield from (each.index for each in turn)

    def _add_host(self, left_out: Collection[int]) -> None:
        """What the function's own code does on the host."""
        made, host = self.made, self.host
        nodes = [
            node for vertex in self._vertices() for node in self.cfg.nodes[vertex] if node not in left_out
        ]
        done, lasting = host.of(nodes), host.of(nodes, locals_of(self.function.tree, self.unit.storage))
        touches, frees = (tuple(map(self._moved, rows)) for rows in (done.touches, done.frees))
        self.set_here = done.sets
        made.done.append(Done(touches, lasting.sets, frees))
        for each in self.inner.values():
            made.done.append(Done(tuple(map(self._moved, each.reads))))
            made.done += each.done
            made.parameters |= each.parameters
            made.keys |= each.keys
            made.arrays |= each.arrays
        made.arrays |= host.arrays
        body, summaries = host.body, host.summaries
        made.ends = any(summaries.whole(body.at(node), body.known).leaves for node in nodes)
        made.ends = made.ends or any(each.ends for each in self.inner.values())

    def _moved(self, touch: Touch) -> Touch:
        """An access of the function's as one of its call."""
        through = self.name if touch.through else ""
        return touch._replace(where=self.call.start, until=self.call.end, through=through)

    def _vertices(self) -> Iterator[int]:
        """Where control may come in the function, outside of its kernels."""
        cfg, inner = self.cfg, self.inner
        skipped = {cfg.before[index]: cfg.behind[index] for index, each in inner.items() if not each.is_call}
        calls = {cfg.vertex(index) for index, each in inner.items() if each.is_call}
        seen, waiting = {ENTRY}, [ENTRY]
        while waiting:
            at = waiting.pop()
            if at not in calls:
                yield at
            for each in [skipped[at]] if at in skipped else cfg.successors[at]:
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)

    def _unbind(self) -> None:
        """Forget what a parameter is that the function sets."""
        self.bindings = {key: each for key, each in self.bindings.items() if key.name not in self.set_here}

    # --- objects ------------------------------------------------------------------------------------------

    def _add_objects(self) -> None:
        made, known = self.made, self._certain()
        for pairs in self.inner.values():
            for pair, is_certain in pairs.swaps:
                renamed = [self._chain(chain) for chain in pair]
                chains = frozenset(chain for chain in renamed if chain is not None)
                if len(chains) != len(pair):
                    raise Refused(self.call.start, f"pointers change places in '{self.name}'")
                made.swaps.append((chains, is_certain and pairs.node.index in known))
        for index, pair in self.swaps.items():
            made.swaps.append((pair, index in known))
        for binding in self.bindings.values():
            made.keys |= binding.keys
        for kernel in self.inner.values():
            for chain, node in kernel.nodes.items():
                if (known_here := self._chain(chain)) is not None:
                    made.nodes.setdefault(known_here, self._cast(chain) or node)
            for chain, thing in kernel.things.items():
                here, cast = self._chain(chain) or chain, self._cast(chain)
                own = thing_of(self.unit, here, cast) if cast else thing._replace(chain=here)
                made.note(own, cast or kernel.nodes[chain])
                made.uses.setdefault(here, []).extend(kernel.uses.get(chain, []))
                if chain in kernel.listed:
                    made.listed.add(here)
            for each in kernel.objects:
                mapped = self._mapped(each)
                if mapped is None:
                    made.listed.add(self._chain(each.chain) or each.chain)
                    made.lost += kernel.uses.get(each.chain, [])
                    continue
                made.objects.append(mapped)
                if kernel.node.index in known and each.chain in kernel.certain:
                    made.certain.add(mapped.chain)

    def _certain(self) -> set[int]:
        """The kernels, and changes of places, that run in each call."""
        body = [each for each in self.function.below if each.kind == Kind.COMPOUND]
        wanted = {*self.inner, *self.swaps}
        return {
            each.node.index
            for each in certain_in(body, wanted, self._may_end)
            if all(
                (condition := condition_of(loop, 1)) is not None and not condition.text for loop in each.loops
            )
        }

    def _may_end(self, node: Node) -> bool:
        return self.made.ends

    def _is_elsewhere(self, key: Key) -> bool:
        """Whether a variable is one of file scope, which the caller names as well."""
        before = key.file != self.unit.real or key.offset < self.caller.start
        return before and key in self.functions.globals

    def _chain(self, chain: Chain) -> Chain | None:
        """A chain by the names of the caller."""
        binding = self.bindings.get(chain.root)
        if binding is None:
            return chain if self._is_elsewhere(chain.root) else None
        if binding.chain is None or (binding.cast is not None and chain.members):
            return None
        members = chain.members
        if binding.is_address:
            if not members or not members[0].arrow:
                return None
            members = (members[0]._replace(arrow=False), *members[1:])
        return Chain(binding.chain.root, (*binding.chain.members, *members))

    def _cast(self, chain: Chain) -> Node | None:
        """What is cast in the call to be what a chain is."""
        binding = self.bindings.get(chain.root)
        return binding.cast if binding is not None and not chain.members else None

    def _mapped(self, mapped: Mapped) -> Mapped | None:
        """What a construct needs, by the names of the caller."""
        chain, bounds = self._chain(mapped.chain), self._text(mapped.bounds)
        if chain is None or bounds is None:
            return None
        section = mapped.section
        if section is not None:
            ends = [self._polynomial(each) for each in (section.lower, section.upper)]
            if ends[0] is None or ends[1] is None:
                return None
            section = Range(ends[0], ends[1], section.attained)
        if self._cast(mapped.chain) is not None:
            section = section.split(self.bindings[mapped.chain.root].factor) if section else None
            if section is None or not section.length.is_count:
                return None
            bounds = f"{section.lower.text(True)}:{section.length.text(True)}"
        text = f"{chain.text}[{bounds}]" if bounds else chain.text
        return mapped._replace(chain=chain, text=text, section=section, bounds=bounds, where=self.call.start)

    def _text(self, text: str) -> str | None:
        """An expression by the names of the caller."""
        by_name = {key.name: each for key, each in self.bindings.items()}
        roots = {name: key for kernel in self.inner.values() for name, key in kernel.roots.items()}
        lost = False

        def renamed(token: re.Match[str]) -> str:
            nonlocal lost
            name, arrow = token[1], token[2] or ""
            if name == "long":
                return token[0]
            binding = by_name.get(name) if roots.get(name) in self.bindings else None
            if binding is None:
                key = roots.get(name)
                if key is None or not self._is_elsewhere(key):
                    lost = True
                else:
                    self.made.roots[name] = key
                return token[0]
            if binding.number is not None:
                return str(binding.number) + arrow
            assert binding.chain is not None
            self.made.roots[binding.chain.root.name] = binding.chain.root
            self.made.keys |= binding.keys
            lost = lost or (binding.is_address and not arrow)
            cast = "(long)" if binding.is_wider and _COMPUTED.search(text) else ""
            return cast + binding.chain.text + ("." if binding.is_address else arrow)

        out = _TOKEN.sub(renamed, text)
        return None if lost else out

    def _polynomial(self, value: Polynomial) -> Polynomial | None:
        return value.mapped(self._number)

    def _number(self, symbol: Symbol) -> Polynomial | None:
        text = self._text(symbol.text)
        if text is None:
            return None
        return Polynomial.of(int(text) if text.isdigit() else Symbol(text, -1, symbol.unsigned))


def _keeps_number(argument: Node, parameter: Node) -> bool:
    """Whether a number that is not negative is the same as a parameter of another integer type.

    One that is negative would be the same where a subscript wraps around: in 64 bits.
    """
    if argument.type_kind == parameter.type_kind:
        return True
    if argument.type_kind not in INTEGER_TYPES:
        return False
    sizes = semantics.size(argument), semantics.size(parameter)
    return sizes[0] < sizes[1] and (sizes[1] == _LONGEST or is_unsigned(argument) == is_unsigned(parameter))


def _is_plain(chain: Chain | None) -> bool:
    """Whether a chain begins with a variable."""
    return chain is not None and bool(chain.root.file)


def _keys_of(chain: Chain | None) -> frozenset[Key]:
    return (
        frozenset((chain.root, *(step.key for step in chain.members))) if chain is not None else frozenset()
    )
