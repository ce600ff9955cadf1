# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Owned: the variables of which each thread has its own, which may begin where they are first named.

``thread_local int t = made();``  ->  naming ``t`` may call ``made`` ([basic.stc.thread] of C++).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pointerchain.translator.clang.libclang import Kind

_THREADPRIVATE = re.compile(rb"\bthreadprivate\s*\(([^)]*)\)")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_DYNAMIC = 1
"""CXTLS_Dynamic: ``thread_local``, of C++ where what it begins with may run."""


def threads_own(texts: Iterable[bytes]) -> frozenset[str] | None:
    """The variables that ``threadprivate`` names in texts, None where no variable is a thread's own."""
    own = list(texts)
    listed = [row for text in own for row in _THREADPRIVATE.findall(text)]
    if not listed and not any(b"thread_local" in text for text in own):
        return None
    return frozenset(word.decode() for row in listed for word in _WORD.findall(row))


def owned_variable(name: Any, private: frozenset[str], tu: Any) -> Any | None:
    """The variable of a thread's own that an expression names; None where it names another.

    One that is made of a template is declared as nothing that Clang's library has a name for.
    """
    variable = name.referenced
    if variable is None or variable._kind_id not in (Kind.VARIABLE, Kind.UNEXPOSED_DECL):
        return None
    if variable.tls_kind.value != _DYNAMIC and str(variable.spelling) not in private:
        return None
    variable._tu = tu
    return variable


def is_of_template(variable: Any) -> bool:
    """Whether a variable of a thread's own is made of a template, of which the instance begins unseen."""
    return bool(variable._kind_id == Kind.UNEXPOSED_DECL and variable.tls_kind.value == _DYNAMIC)
