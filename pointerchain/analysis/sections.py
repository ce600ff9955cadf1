# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Sections: subscripts over the loops around them -> ranges of elements, in what does not change there.

``for (int i = 1; i < n - 1; i++) y += x[i - 1] + x[i + 1];``  ->  ``x``, from element 0 to ``n - 1``. A range
is never smaller than what is accessed. It is *attained* where its first and its last element are accessed for
certain once the loops run, so that all of it is memory of one object; and an access *fills* a range where it
reaches each element of it. Subscripts are polynomials; what is none has no range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from pointerchain.lazy import NamedTuple

_MOST_TERMS = 24
_DEPTH = 3
"""How many known facts a proof that something is not negative may add up."""


class TooLong(ArithmeticError):
    """A polynomial has more terms than any subscript that people write."""


class Symbol(NamedTuple):
    """A number that is not known: what a chain or variable holds, or a loop's variable."""

    text: str
    """How C says it."""
    loop: int = -1
    """The number of the loop whose variable it is, or -1."""
    unsigned: bool = False


Term = tuple[tuple[Symbol, ...], int]


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A sum of products of symbols: ``i * m + j - 1``."""

    terms: tuple[Term, ...] = ()

    @staticmethod
    def of(value: int | Symbol) -> Polynomial:
        """The polynomial that a number or a symbol is."""
        if isinstance(value, Symbol):
            return Polynomial((((value,), 1),))
        return Polynomial((((), value),)) if value else Polynomial()

    @staticmethod
    def _made(terms: Iterable[Term]) -> Polynomial:
        sums: dict[tuple[Symbol, ...], int] = {}
        for symbols, factor in terms:
            sums[symbols] = sums.get(symbols, 0) + factor
        if len(sums) > _MOST_TERMS:
            raise TooLong
        return Polynomial(tuple(sorted((symbols, factor) for symbols, factor in sums.items() if factor)))

    def __add__(self, other: Polynomial) -> Polynomial:
        return self._made((*self.terms, *other.terms))

    def __neg__(self) -> Polynomial:
        return Polynomial(tuple((symbols, -factor) for symbols, factor in self.terms))

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def __mul__(self, other: Polynomial) -> Polynomial:
        return self._made(
            (tuple(sorted((*mine, *theirs))), one * two)
            for mine, one in self.terms
            for theirs, two in other.terms
        )

    @property
    def constant(self) -> int | None:
        """Its value, where that is a number."""
        if not self.terms:
            return 0
        symbols, factor = self.terms[0]
        return factor if len(self.terms) == 1 and not symbols else None

    @property
    def symbols(self) -> frozenset[Symbol]:
        """The symbols in it."""
        return frozenset(symbol for symbols, _ in self.terms for symbol in symbols)

    @property
    def is_count(self) -> bool:
        """Whether it is not negative as long as no symbol is."""
        return all(factor > 0 for _, factor in self.terms)

    def coefficient(self, symbol: Symbol) -> Polynomial | None:
        """What a symbol is multiplied by; None where that is the symbol itself."""
        if any(symbols.count(symbol) > 1 for symbols, _ in self.terms):
            return None
        return Polynomial(
            tuple(
                sorted(
                    (tuple(each for each in symbols if each != symbol), factor)
                    for symbols, factor in self.terms
                    if symbol in symbols
                )
            )
        )

    def substituted(self, symbol: Symbol, value: Polynomial) -> Polynomial:
        """The polynomial with a value in a symbol's place; the symbol has a coefficient."""
        factor = self.coefficient(symbol)
        assert factor is not None
        rest = Polynomial(tuple(row for row in self.terms if symbol not in row[0]))
        return rest + factor * value

    def mapped(self, value_of: Callable[[Symbol], Polynomial | None]) -> Polynomial | None:
        """The polynomial with values in the places of all its symbols; None where one has none.

        Raises :class:`TooLong`.
        """
        out = Polynomial()
        for symbols, factor in self.terms:
            product = Polynomial.of(factor)
            for symbol in symbols:
                value = value_of(symbol)
                if value is None:
                    return None
                product *= value
            out += product
        return out

    def signed(self) -> Polynomial:
        """The same with unsigned symbols as signed numbers, so that a difference may be negative."""
        rows = []
        for symbols, factor in self.terms:
            names = (each._replace(text=f"(long){each.text}") if each.unsigned else each for each in symbols)
            rows.append((tuple(each._replace(unsigned=False) for each in names), factor))
        return self._made(rows)

    def text(self, wide: bool = False) -> str:
        """How C says it; ``wide``: products may be longer than an ``int``."""
        rows = sorted(self.terms, key=lambda row: (row[1] < 0, -len(row[0]), row[0]))
        out = ""
        for symbols, factor in rows:
            words = [symbol.text for symbol in symbols]
            if abs(factor) != 1 or not words:
                words.insert(0, str(abs(factor)))
            if wide and len(words) > 1:
                words[0] = f"(long){words[0]}"
            product = " * ".join(words)
            sign = "-" if factor < 0 else "+"
            out = f"{out} {sign} {product}" if out else f"-{product}" if factor < 0 else product
        return out or "0"


ZERO, ONE = Polynomial(), Polynomial.of(1)


class Loop(NamedTuple):
    """A loop: its variable goes from ``lower`` to ``upper``, both included."""

    symbol: Symbol
    lower: Polynomial
    upper: Polynomial
    dense: bool = True
    """Whether the variable has each value between them."""
    others: tuple[tuple[Polynomial, ...], tuple[Polynomial, ...]] = ((), ())
    """Lower and upper bounds that hold as well, where these are narrower."""

    def narrowed(self, bound: Polynomial, is_lower: bool) -> Loop:
        """The loop with a narrower bound."""
        lowers, uppers = self.others
        if is_lower:
            return self._replace(lower=bound, others=((*lowers, self.lower), uppers))
        return self._replace(upper=bound, others=(lowers, (*uppers, self.upper)))

    @property
    def widths(self) -> Iterator[Polynomial]:
        """What is positive, by each two of its bounds, where it has iterations."""
        lowers, uppers = self.others
        for lower in (self.lower, *lowers):
            for upper in (self.upper, *uppers):
                yield upper - lower + ONE

    @property
    def trips(self) -> Polynomial:
        """How many values that are."""
        return self.upper - self.lower + ONE


class Guards(NamedTuple):
    """What conditions say of numbers."""

    positive: tuple[Polynomial, ...] = ()
    """What is not negative."""
    unequal: tuple[Polynomial, ...] = ()
    """What is not zero."""
    exact: bool = True
    """Whether it says no more."""

    def joined_with(self, other: Guards) -> Guards:
        """Both."""
        positive, unequal = (*self.positive, *other.positive), (*self.unequal, *other.unequal)
        return Guards(positive, unequal, self.exact and other.exact)


class Access(NamedTuple):
    """A subscript, and what is known of where it stands."""

    subscript: Polynomial | None
    """None where it is no polynomial."""
    loops: tuple[Loop, ...] = ()
    """Those around it, the outer first."""
    guards: Guards = Guards()
    """What holds wherever it is evaluated."""
    certain: bool = True
    """Whether it is evaluated in each iteration in which all of that holds."""


class Range(NamedTuple):
    """The elements from one to another, both included."""

    lower: Polynomial
    upper: Polynomial
    attained: bool
    """Whether both are accessed for certain where all loops run."""
    facts: tuple[Polynomial, ...] = ()
    """What is not negative where anything of it is accessed."""

    @property
    def length(self) -> Polynomial:
        """The number of its elements."""
        return self.upper - self.lower + ONE

    def split(self, factor: int) -> Range:
        """The same in the parts of its elements, so many of each."""
        times = Polynomial.of(factor)
        return self._replace(lower=self.lower * times, upper=(self.upper + ONE) * times - ONE)


# --- proofs ----------------------------------------------------------------------------------------------


def is_never_negative(value: Polynomial, facts: Sequence[Polynomial], depth: int = _DEPTH) -> bool:
    """Whether a value is certainly not negative: the sum of facts and of what is none by itself."""
    if all(factor > 0 and all(symbol.unsigned for symbol in symbols) for symbols, factor in value.terms):
        return True
    if value.constant is not None or not depth:
        return False
    own = {symbols for symbols, factor in value.terms if symbols}
    for fact in facts:
        if own.isdisjoint(symbols for symbols, _ in fact.terms if symbols):
            continue
        rest = value - fact
        if len(rest.terms) <= len(value.terms) + 1 and is_never_negative(rest, facts, depth - 1):
            return True
    return False


def _sign(value: Polynomial, facts: Sequence[Polynomial]) -> int | None:
    """1, 0 or -1; None where nobody knows. What may be 0 has the sign that it has otherwise."""
    if value.constant is not None:
        return (value.constant > 0) - (value.constant < 0)
    if is_never_negative(value, facts):
        return 1
    return -1 if is_never_negative(-value, facts) else None


def _facts_of(loops: Sequence[Loop], guards: Sequence[Polynomial]) -> tuple[Polynomial, ...]:
    """What is not negative in the innermost of some loops, products of two such numbers included."""
    single = list(guards)
    for loop in loops:
        at = Polynomial.of(loop.symbol)
        single += [loop.upper - loop.lower, at - loop.lower, loop.upper - at]
    single = [each for each in dict.fromkeys(single) if each.constant is None]
    plain = [each for each in single if all(len(symbols) == 1 for symbols, _ in each.terms if symbols)]
    sizes = [each for each in plain if not any(symbol.loop >= 0 for symbol in each.symbols)]
    products = [one * two for one, two in combinations_with_replacement(sizes[:4], 2)]
    return (*single, *products)


# --- ranges ----------------------------------------------------------------------------------------------


def _of_loop(loops: Sequence[Loop], value: Polynomial) -> tuple[int, int]:
    """The innermost loop whose variable is in a value, and its sign there; 0 where it has none."""
    number = next((at for at in range(len(loops) - 1, -1, -1) if loops[at].symbol in value.symbols), -1)
    factor = value.coefficient(loops[number].symbol) if number >= 0 else None
    sign = factor.constant if factor is not None else None
    return number, sign if sign in (1, -1) else 0


def _narrowed(access: Access, facts: Sequence[Polynomial]) -> tuple[list[Loop], bool]:
    """The loops with the bounds that guards give them, and whether the guards say no more than that."""
    rows, exact = list(access.loops), True
    for guard in access.guards.positive:
        number, sign = _of_loop(rows, guard)
        if not sign:
            exact = False
            continue
        loop = rows[number]
        rest = guard.substituted(loop.symbol, ZERO)
        bound, old = (-rest, loop.lower) if sign == 1 else (rest, loop.upper)
        inward = bound - old if sign == 1 else old - bound
        if is_never_negative(inward, facts):
            rows[number] = loop.narrowed(bound, sign == 1)
        elif not is_never_negative(-inward, facts):
            exact = False
    for value in access.guards.unequal:
        number, sign = _of_loop(rows, value)
        loop = rows[number]
        rest = value.substituted(loop.symbol, ZERO) if sign else ZERO
        left_out = -rest if sign == 1 else rest
        if sign and left_out == loop.lower and loop.dense:
            rows[number] = loop.narrowed(loop.lower + ONE, True)
        elif sign and left_out == loop.upper and loop.dense:
            rows[number] = loop.narrowed(loop.upper - ONE, False)
        elif not sign or not _lies_outside(left_out, loop, facts):
            exact = False
    return rows, exact


def _lies_outside(value: Polynomial, loop: Loop, facts: Sequence[Polynomial]) -> bool:
    """Whether a loop's variable certainly never has a value."""
    below, above = loop.lower - value - ONE, value - loop.upper - ONE
    return is_never_negative(below, facts) or is_never_negative(above, facts)


def _extreme(
    value: Polynomial, loops: Sequence[Loop], facts: Sequence[Polynomial], greatest: bool
) -> tuple[Polynomial, bool] | None:
    """The greatest or least value over loops, and whether it is attained; None where nobody knows.

    A variable gets the bound that makes the value extreme, the innermost first. The loops inside have
    iterations there for certain where they have the most of them there.
    """
    attained, done = True, list[Loop]()
    for loop in reversed(loops):
        factor = value.coefficient(loop.symbol)
        if factor is None:
            return None
        widths = [width.coefficient(loop.symbol) for each in done for width in each.widths]
        if not factor.terms and not any(width is None or width.terms for width in widths):
            done.append(loop)
            continue
        sign = _sign(factor, facts)
        if sign is None:
            return None
        up = greatest == (sign >= 0)
        if not factor.terms:  # the inner loops have the most iterations at one end of this one
            first = next((width for width in widths if width is None or width.terms), None)
            up = first is not None and _sign(first, facts) == 1
        for width in widths:
            grows = _sign(width, facts) if width is not None else None
            attained = attained and grows is not None and (grows == 0 or (grows > 0) == up)
        value = value.substituted(loop.symbol, loop.upper if up else loop.lower)
        done.append(loop)
    return value, attained


def range_of(access: Access) -> Range | None:
    """The range of one access; None where there is none."""
    if access.subscript is None:
        return None
    try:
        facts = _facts_of(access.loops, access.guards.positive)
        loops, exact = _narrowed(access, facts)
        facts = _facts_of(loops, access.guards.positive)
        least = _extreme(access.subscript, loops, facts, False)
        most = _extreme(access.subscript, loops, facts, True)
        if least is None or most is None:
            return None
        if any(symbol.loop >= 0 for end in (least[0], most[0]) for symbol in end.symbols):
            return None
        ends = all(loop.dense for loop in loops if loop.symbol in access.subscript.symbols)
        attained = access.certain and exact and ends and least[1] and most[1]
        return Range(least[0], most[0], attained, facts)
    except TooLong:
        return None


def range_of_all(accesses: Sequence[Access]) -> Range | None:
    """The range of all elements that some accesses reach; None where none is certain to be one object's.

    It goes from an element that is accessed for certain to another such one.
    """
    ranges = [range_of(each) for each in accesses]
    known = [each for each in ranges if each is not None]
    if len(known) < len(ranges):
        return None
    ends = [each for each in known if each.attained]
    lower = next((end.lower for end in ends if _is_least(end.lower, known)), None)
    upper = next((end.upper for end in ends if _is_most(end.upper, known)), None)
    if lower is None or upper is None:
        return None
    return Range(lower, upper, True)


def _is_least(lower: Polynomial, ranges: Sequence[Range]) -> bool:
    return all(is_never_negative(each.lower - lower, each.facts) for each in ranges)


def _is_most(upper: Polynomial, ranges: Sequence[Range]) -> bool:
    return all(is_never_negative(upper - each.upper, each.facts) for each in ranges)


def fills(access: Access, section: Range) -> bool:
    """Whether an access reaches each element of a section for certain, and none where that is empty.

    Each loop whose variable is in the subscript goes on where the one inside has come to: ``i * m + j``,
    ``j`` up to ``m``. A loop that is not in it has iterations in any case.
    """
    reached = range_of(access)
    if access.subscript is None or reached is None or not reached.attained:
        return False
    if (reached.lower, reached.upper) != (section.lower, section.upper):
        return False
    facts = reached.facts
    loops, _ = _narrowed(access, facts)
    waiting = []
    for loop in loops:
        trips = loop.trips
        if any(symbol.loop >= 0 for symbol in trips.symbols):
            return False
        if loop.symbol in access.subscript.symbols:
            waiting.append(loop)
        elif (trips.constant or 0) < 1:
            return False
    if sum(not loop.trips.is_count for loop in waiting) > 1:
        return False  # the product of two negative numbers
    covered = ONE
    while waiting:
        fitting = next((loop for loop in waiting if _goes_on(access.subscript, loop, covered)), None)
        if fitting is None:
            return False
        covered *= fitting.trips
        waiting.remove(fitting)
    return True


def _goes_on(subscript: Polynomial, loop: Loop, covered: Polynomial) -> bool:
    """Whether a loop's steps are as long as what the loops inside cover."""
    step = subscript.coefficient(loop.symbol)
    return loop.dense and step is not None and covered in (step, -step)
