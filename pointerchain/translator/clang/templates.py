# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Templates: a cursor -> whether a template's argument decides what it is.

``template <class T> int twice(T t) { return t + t; }``  ->  ``t + t`` is undecided: for some ``T`` it calls
a function. The body of an instance, which Clang has beside it, holds that call.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    NOWHERE,
    TypeKind,
    canonical_cursor,
    canonical_type,
    specialized_template,
    type_of,
    without_arrays,
)

UNDECIDED = frozenset((TypeKind.UNEXPOSED, TypeKind.DEPENDENT, TypeKind.AUTO))
"""Types that a template's argument decides, or that libclang does not show."""
_MAY_BE = frozenset(kind.value for kind in UNDECIDED) | ARRAY_TYPES
_KNOWN = ("<bound member function", "<builtin fn", "_BitInt", "unsigned _BitInt")
"""How types begin that libclang does not show, and that no argument decides."""
_PATTERN = lazy_pattern(r"@(?:ST|SP|UT|UP|FT)(?:@|>)")
_SPECIALIZES = lazy_pattern(rb"\btemplate\s*<\s*>")


def is_undecided(expression: Any) -> bool:
    """Whether a template's argument decides an expression's type, or that of its elements ([temp.dep.type]).

    Then it decides, too, which operators, conversions and constructors run on it.
    """
    if canonical_type(type_of(expression))._kind_id not in _MAY_BE:
        return False
    of = without_arrays(expression.type.get_canonical())
    return of.kind in UNDECIDED and not str(of.spelling).startswith(_KNOWN)


def is_pattern(declared: Any) -> bool:
    """Whether a declaration stands for those of all instances: a template, or what is in one."""
    return _PATTERN.search(str(canonical_cursor(declared).get_usr())) is not None


def is_instance(declared: Any) -> bool:
    """Whether a declaration is made of a template's, or stands in the place of one that would be."""
    return specialized_template(declared)._kind_id not in NOWHERE


def specialize(texts: Iterable[bytes]) -> bool:
    """Whether texts hold explicit specializations, which run in the place of what a template says."""
    return any(_SPECIALIZES.search(text) for text in texts)
