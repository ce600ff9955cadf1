# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Promises: what ``--check-promises`` adds to a translation, so that a broken promise ends the program.

``s->a->n``  ->  ``(*(pc_promise_check(&pc_a_n_promise, &(s->a->n), __LINE__), &pc_a_n))``

Each use evaluates its chain as the source does and has it compared with what it was where the region
began (``pointerchain/promises.h``); so does each place that writes a chain back. Where code runs on a device,
and where a construct names all that it shares, only a build that ignores these directives compares.
"""

from __future__ import annotations

from collections.abc import Mapping

from pointerchain.analysis.access import end_of
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.libclang import FLOATING, SIGNED, UNSIGNED, Kind
from pointerchain.translator.clang.semantics import is_bit_field
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.lambdas import captures
from pointerchain.translator.facts.model import Facts, Occurrence
from pointerchain.translator.text.clauses import argument_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.regions import is_compute

_LINE_ENDS = lazy_pattern(r"(?:\\\r?\n|\r?\n)")


def _last(context: Context, chain: Chain) -> Node:
    return context.tree.node(end_of(chain.access, len(chain.access.bare)))


def ends_in_bit_field(context: Context, chain: Chain) -> bool:
    """Whether a chain is a bit-field, which has no address and gives no type."""
    last = _last(context, chain)
    return chain.bit_field or (last.kind == Kind.MEMBER and is_bit_field(last))


class Promises:
    """The texts that check the promises of one source's regions."""

    def __init__(self, context: Context, facts: Facts, names: Mapping[int, str]) -> None:
        self.context, self.facts = context, facts
        self.names = names
        """The variables that hold the promises, by chain; chains without one are not checked."""

    def begin(self, chain: Chain, value: str) -> str:
        """Declarations that take a chain up, where its local has been declared; ``value`` evaluates it."""
        name, written = self.names[chain.number], chain.number in self.facts.written
        how = self._kind(chain) + ("w" if written and not self._is_bit_field(chain) else "")
        quoted = chain.text.replace("\\", "\\\\").replace('"', '\\"')
        said = f'"{how}", "{quoted}", __FILE__, __LINE__'
        if self.context.cxx:
            value = self._value(chain, value)
            return f"pc_promised<pc_promise_type<decltype({value})>::bytes> {name}({value}, {said});"
        room, more = "", "0"
        if chain.shape is Shape.RECORD:
            room, more = f"unsigned char {name}_more[sizeof({value})]; ", f"{name}_more"
        value = self._object(chain, value)
        size = "0" if chain.shape is Shape.ARRAY else f"sizeof({value})"
        call = f"pc_promise_begin(&{name}, (const volatile void *)&({value}), {size}, {more}, {said});"
        return f"{room}pc_promise {name}; {call}"

    def end(self, chain: Chain, value: str) -> str:
        """A statement that compares a chain before it is written back; C++'s object does it itself."""
        if self.context.cxx or chain.number not in self.names:
            return ""
        return self._check(chain, value, "pc_promise_end") + "; "

    def use(self, row: Occurrence, local: str) -> str:
        """A local in the place of a chain, once that has been compared."""
        chain = self.facts.chains[row.chain]
        if row.chain not in self.names or self._in_lambda(row):
            return local
        spelled = self.context.lexed.data[row.span.start : row.span.end].decode("utf-8", "surrogateescape")
        if "#" in spelled or "//" in spelled:
            return local  # a comment to the line's end, a directive
        check = self._check(chain, _LINE_ENDS.sub(" ", spelled), "pc_promise_check") + ","
        for dialect in sorted(self._closed(row)):
            check = f"PC_UNLESS_{dialect.upper()}({check})"
        return f"({check} {local})" if self.context.cxx else f"(*({check} &{local}))"

    def _check(self, chain: Chain, value: str, function: str) -> str:
        name = self.names[chain.number]
        if self.context.cxx:
            return f"{name}.check({self._value(chain, value)}, __LINE__)"
        value = self._object(chain, value)
        return f"{function}(&{name}, (const volatile void *)&({value}), __LINE__)"

    def _value(self, chain: Chain, value: str) -> str:
        """C++: what is compared of a chain; of an object of a class only where it lies."""
        if chain.shape is Shape.OBJECT:
            return f"reinterpret_cast<const char (&)[1]>({value})"
        return f"{value}{chain.accessor}"

    def _kind(self, chain: Chain) -> str:
        if self._is_bit_field(chain):
            return "d"
        if chain.shape in (Shape.POINTER, Shape.CONTAINER, Shape.HANDLE):
            return "p"
        kind = self._last(chain).type.kind
        return "d" if kind in SIGNED else "u" if kind in UNSIGNED else "f" if kind in FLOATING else "x"

    def _object(self, chain: Chain, value: str) -> str:
        """C: an object that has a chain's value, of which the address can be taken."""
        return f"(long long){{{value}}}" if self._is_bit_field(chain) else value

    def _last(self, chain: Chain) -> Node:
        return _last(self.context, chain)

    def _is_bit_field(self, chain: Chain) -> bool:
        return ends_in_bit_field(self.context, chain)

    # --- where a use cannot be checked -------------------------------------------------------------------

    def _closed(self, row: Occurrence) -> set[str]:
        """The dialects of constructs around a use in which the promise's variable cannot be named."""
        around = self.context.constructs_around(row.span.start, self._is_closed)
        return {construct.dialect for construct in around}

    @staticmethod
    def _is_closed(construct: Construct) -> bool:
        if is_compute(construct) or b"atomic" in construct.name:
            return True
        rows = (clause for clause in construct.clauses if clause.name == b"default")
        return any(argument_of(construct, clause) == b"none" for clause in rows)

    def _in_lambda(self, row: Occurrence) -> bool:
        """Whether a lambda around a use does not capture what it names, or outlives the region."""
        region = self.context.regions[self.facts.chains[row.chain].region]
        for above in row.node.ancestors() if row.node is not None else ():
            if self.context.is_before(above, region):
                return False
            if above.kind == Kind.LAMBDA and captures(self.context, above).text not in (b"&", b"="):
                return True
        return False
