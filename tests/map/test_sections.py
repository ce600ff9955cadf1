# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Sections: subscripts over loops -> ranges, and what is certain of them."""

from __future__ import annotations

from itertools import product
from math import prod

from hypothesis import given, settings
from hypothesis import strategies as st
from testlib import table

from pointerchain.analysis.sections import (
    ONE,
    Access,
    Guards,
    Loop,
    Polynomial,
    Symbol,
    fills,
    is_never_negative,
    range_of,
    range_of_all,
)

N_, M_ = Symbol("n"), Symbol("m")
I_, J_ = Symbol("i", 1), Symbol("j", 2)


def number(value: int) -> Polynomial:
    return Polynomial.of(value)


n, m, i, j = map(Polynomial.of, (N_, M_, I_, J_))
ROWS = Loop(I_, number(0), n - ONE)
COLUMNS = Loop(J_, number(0), m - ONE)


@table(
    "access, text, attained",
    [
        (Access(i, (ROWS,)), "0 .. n - 1", True),
        (Access(i + number(2), (ROWS,)), "2 .. n + 1", True),
        (Access(n - ONE - i, (ROWS,)), "0 .. n - 1", True),
        (Access(i * m + j, (ROWS, COLUMNS)), "0 .. m * n - 1", True),
        (Access(i, (ROWS,), certain=False), "0 .. n - 1", False),
        # the inner loop is the longest where the outer one ends
        (Access(j, (ROWS, Loop(J_, number(0), i))), "0 .. n - 1", True),
        (Access(i - j, (ROWS, Loop(J_, number(0), i))), "0 .. n - 1", True),
        # there it has no iteration where the other end would be
        (Access(j - i - i, (ROWS, Loop(J_, number(0), i - ONE))), "2 - 2 * n .. -1", False),
        (Access(i, (ROWS,), Guards((i - ONE,))), "1 .. n - 1", True),
        (Access(i, (ROWS,), Guards((i - n + number(3),))), "0 .. n - 1", False),
        (Access(i, (ROWS,), Guards((), (i,))), "1 .. n - 1", True),
        (Access(i, (ROWS,), Guards((), (i - number(4),))), "0 .. n - 1", False),
        (Access(i, (ROWS._replace(dense=False),)), "0 .. n - 1", False),
    ],
)
def test_ranges(access: Access, text: str, attained: bool) -> None:
    found = range_of(access)
    assert found is not None
    assert (f"{found.lower.text()} .. {found.upper.text()}", found.attained) == (text, attained)


def test_what_has_no_range() -> None:
    assert range_of(Access(None)) is None
    assert range_of(Access(i * m, (ROWS,))) is None, "nobody knows the sign of m"
    assert range_of(Access(i * i, (ROWS,))) is None
    assert range_of_all([Access(i, (ROWS,)), Access(j, (COLUMNS,))]) is None, "n and m are not compared"
    assert range_of_all([Access(i, (ROWS,), certain=False)]) is None, "it may be longer than the memory"


@table(
    "access, filled",
    [
        (Access(i, (ROWS,)), True),
        (Access(n - ONE - i, (ROWS,)), True),
        (Access(i * m + j, (ROWS, COLUMNS)), True),
        (Access(j * n + i, (ROWS, COLUMNS)), True),
        (Access(i + i, (ROWS,)), False),
        (Access(i, (ROWS, COLUMNS)), False),  # where m is 0 nothing is stored
        (Access(i, (ROWS, Loop(J_, number(0), number(3)))), True),
        (Access(i, (ROWS,), certain=False), False),
        (Access(i + j, (ROWS, COLUMNS)), False),
    ],
)
def test_what_fills_its_range(access: Access, filled: bool) -> None:
    found = range_of(access)
    assert found is not None and fills(access, found) == filled


@settings(max_examples=50)
@given(
    st.tuples(*[st.integers(-2, 2)] * 4),
    st.tuples(*[st.integers(-1, 2)] * 2),
    st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1), st.integers(-2, 2)), max_size=2),
    st.booleans(),
)
def test_a_range_is_what_is_accessed(
    factors: tuple[int, int, int, int],
    lows: tuple[int, int],
    said: list[tuple[int, int, int]],
    triangle: bool,
) -> None:
    """Evaluated for small numbers: it holds each element, and where it is attained, its ends are accessed."""
    first, second, by_m, constant = map(number, factors)
    outer = Loop(I_, number(lows[0]), n - ONE)
    inner = Loop(J_, number(lows[1]), i if triangle else m - ONE)
    subscript = first * i + second * j + by_m * i * m + constant
    guards = Guards(tuple(number(a) * i + number(b) * j + number(c) for a, b, c in said))
    access = Access(subscript, (outer, inner), guards)
    found = range_of(access)
    if found is None:
        return
    for size_n, size_m in product(range(5), range(4)):
        elements = set()
        for at in range(lows[0], size_n):
            for to in range(lows[1], (at + 1) if triangle else size_m):
                if all(a * at + b * to + c >= 0 for a, b, c in said):
                    elements.add(value_of(subscript, {N_: size_n, M_: size_m, I_: at, J_: to}))
        lower, upper = (value_of(each, {N_: size_n, M_: size_m}) for each in (found.lower, found.upper))
        assert all(lower <= each <= upper for each in elements), (size_n, size_m)
        if elements and found.attained:
            assert {lower, upper} <= elements, (size_n, size_m)
        if fills(access, found):
            assert elements == set(range(lower, upper + 1)), (size_n, size_m)


def value_of(value: Polynomial, values: dict[Symbol, int]) -> int:
    return sum(factor * prod(values[symbol] for symbol in symbols) for symbols, factor in value.terms)


def test_proofs_need_facts() -> None:
    assert is_never_negative(n * m - m, [n - ONE, m - ONE, (n - ONE) * (m - ONE)])
    assert not is_never_negative(n - m, [n - ONE, m - ONE])
    assert is_never_negative(Polynomial.of(Symbol("k", unsigned=True)), [])
