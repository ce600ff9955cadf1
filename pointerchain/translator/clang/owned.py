# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Owned: the variables of which each thread has its own, which may begin where they are first named.

``thread_local int t = made();``  ->  naming ``t`` may call ``made`` ([basic.stc.thread] of C++).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.libclang import Kind

_THREADPRIVATE = lazy_pattern(rb"\bthreadprivate\s*\(([^)]*)\)")
_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_BINDS = lazy_pattern(rb"\bthread_local\b[^;{}()=]*\[|#[ \t]*define\b[^\n]*\bthread_local\b")
BINDINGS = "["
_DYNAMIC = 1
"""CXTLS_Dynamic: ``thread_local``, of C++ where what it begins with may run."""


def threads_own(texts: Iterable[bytes]) -> frozenset[str] | None:
    """The variables that ``threadprivate`` names in texts, None where no variable is a thread's own.

    ``BINDINGS`` is among them where a structured binding may be one.
    """
    own = list(texts)
    listed = [row for text in own for row in _THREADPRIVATE.findall(text)]
    if not listed and not any(b"thread_local" in text for text in own):
        return None
    bound = {BINDINGS} if any(_BINDS.search(text) for text in own) else set()
    return frozenset(word.decode() for row in listed for word in _WORD.findall(row)) | bound


def owned_variable(name: Any, private: frozenset[str], tu: Any) -> Any | None:
    """The variable of a thread's own that an expression names; None where it names another.

    One that :func:`is_unseen` has no initialiser in Clang's library.
    """
    variable = name.referenced
    if variable is None or variable._kind_id not in (Kind.VARIABLE, Kind.UNEXPOSED_DECL):
        return None
    if variable._kind_id == Kind.UNEXPOSED_DECL and BINDINGS in private:
        own = True
    else:
        own = variable.tls_kind.value == _DYNAMIC or str(variable.spelling) in private
    if not own:
        return None
    variable._tu = tu
    return variable


def is_unseen(variable: Any) -> bool:
    """Whether a variable of a thread's own is made of a template, or a part of a structured binding."""
    return bool(variable._kind_id == Kind.UNEXPOSED_DECL)
