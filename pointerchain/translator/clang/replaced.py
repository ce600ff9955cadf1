# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Replaced: pragmas, attributes and options -> the functions that a call by their name may not reach.

``#pragma weak f``, ``redefine_extname f g``, ``omp declare variant`` and ``acc routine(f) bind(g)`` leave no
trace in libclang's tree.
Of a function with versions for several processors libclang shows one where it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.libclang import LIB, Kind, visibility_of
from pointerchain.translator.clang.parsed import Parsed

EXTERNAL = 4
"""CXLinkage_External."""
_DEFAULT_VISIBILITY = 3
"""CXVisibility_Default."""
HARMLESS = frozenset(
    "always_inline artificial cold constructor deprecated destructor flatten format hot leaf maybe_unused "
    "min_vector_width nodebug nodiscard noinline nonnull noreturn nothrow optimize returns_nonnull target "
    "unused used visibility warn_unused_result".split()
)
"""Attributes that leave a function the one that is seen, but for versions that ``target`` makes."""
_PRAGMA = lazy_pattern(rb"^[ \t]*(?:#|%:|\?\?=)[ \t]*pragma[ \t]+([^\n]*)", re.MULTILINE)
_OPERATOR = lazy_pattern(rb"\b_Pragma\s*\(\s*(?:(?:u8|[uUL])?\"((?:[^\"\\\n]|\\.)*)\")?")
_NAME = lazy_pattern(rb"[A-Za-z_$][\w$]*")
_SPLICE = lazy_pattern(rb"\\[ \t]*\r?\n")
_VERSIONS = lazy_pattern(rb"target(?:__)?\s*\(\s*\"default\"")
_OF_PROCESSORS = lazy_pattern(rb"\b(?:__)?(?:target_version|cpu_dispatch|cpu_specific)(?:__)?\b")
_POSITIONS = lazy_pattern(r"-f(?:no-)?(?:pic|PIC|pie|PIE)")
_INTERPOSED = "-fsemantic-interposition"
_VARIANT = lazy_pattern(rb"\bdeclare[ \t]+variant[ \t]*\([ \t]*([A-Za-z_]\w*)[ \t]*\)")
_OTHER_NAME = lazy_pattern(r"(?:alias|weakref)(?:__)? *\( *\"(\w+)\"")
_EXTERNAL_NAME = lazy_pattern(
    rb"\b(?:redefine_extname[ \t]+|pragma[ \t]+weak[ \t]+)([\w$]+)(?:[ \t]+|[ \t]*=[ \t]*)([\w$]+)"
)
_WORDS = lazy_pattern(rb"\b(?:weak|redefine_extname|variant)\b|\bacc\b[^\n]*\bbind\b")


class Replacements:
    """Answers for one parse: whether a call runs the body of a function that is seen, and not another's."""

    def __init__(self, parsed: Parsed) -> None:
        self._parsed = parsed

    @cached_property
    def named(self) -> frozenset[str] | None:
        """What pragmas give other functions, by name; None for all."""
        return replaced_functions(text for _, text in self._parsed.own_texts)

    def leave(self, parts: Iterable[Any]) -> bool:
        """Whether the attributes among a declaration's parts leave its function the one that is seen."""
        return all(is_harmless(each, self._has_versions) for each in parts)

    def interpose(self, definition: Any) -> bool:
        """Whether another object of the process may define a function again (ELF interposition)."""
        return self._are_interposable and is_visible(definition)

    @cached_property
    def _has_versions(self) -> bool:
        return has_versions(text for _, text in self._parsed.own_texts)

    @cached_property
    def _are_interposable(self) -> bool:
        return are_interposable(self._parsed.args)


def replaced_functions(texts: Iterable[bytes]) -> frozenset[str] | None:
    """The functions that texts name in such pragmas; None where it may be any function."""
    names: set[str] = set()
    for text in texts:
        text = _SPLICE.sub(b"", text)  # noqa: PLW2901
        if _OF_PROCESSORS.search(text):
            return None  # of the function's versions one has no attribute
        if not _WORDS.search(text):
            continue
        pragmas = list(_PRAGMA.findall(text))
        for inside in _OPERATOR.findall(text):
            if inside:
                pragmas.append(inside.replace(b'\\"', b'"'))
            else:
                return None  # a macro makes it
        for pragma in pragmas:
            first, *words = [word.decode("latin-1") for word in _NAME.findall(pragma)] or [""]
            if first in ("weak", "redefine_extname"):
                names.update(words[:1])
            elif (first == "omp" and "variant" in words) or (first == "acc" and "bind" in words):
                return None
    return frozenset(names)


def other_names(parts: Iterable[Any]) -> frozenset[str]:
    """The linker's names of the functions that run where one is called, by its declarations.

    ``alias("g")``, ``weakref("g")``, ``__asm__("g")``.
    """
    found: set[str] = set()
    for part in parts:
        if part._kind_id == Kind.ASM_LABEL:
            found.add(str(part.spelling))
        elif part._kind_id == Kind.UNEXPOSED_ATTRIBUTE:
            found.update(_OTHER_NAME.findall(_words_of(part)))
    return frozenset(found)


def names_of_pragmas(texts: Iterable[bytes]) -> dict[str, set[str]]:
    """By a function's name: those by which pragmas give it to the linker.

    ``redefine_extname f g``, ``pragma weak f = g``.
    """
    found: dict[str, set[str]] = {}
    for text in texts:
        for first, other in _EXTERNAL_NAME.findall(text):
            found.setdefault(first.decode("latin-1"), set()).add(other.decode("latin-1"))
    return found


def is_resolved(parts: Iterable[Any]) -> bool:
    """Whether a function is another that a resolver returns (``ifunc``), by the parts of its declaration."""
    attributes = (each for each in parts if each._kind_id == Kind.UNEXPOSED_ATTRIBUTE)
    return any("ifunc" in _words_of(each) for each in attributes)


def _words_of(attribute: Any) -> str:
    return " ".join(token.spelling for token in attribute.get_tokens())


def variants_named(texts: Iterable[bytes]) -> frozenset[str]:
    """The functions that ``omp declare variant`` names, one of which a call of any other may run."""
    found = (
        each for text in texts if b"variant" in text for each in _VARIANT.findall(_SPLICE.sub(b"", text))
    )
    return frozenset(name.decode("latin-1") for name in found)


def are_interposable(arguments: Sequence[str]) -> bool:
    """Whether arguments make code in which another object may replace what is visible (ELF interposition).

    That is gcc's ``-fPIC`` where no ``-fno-semantic-interposition`` is said; Clang heeds it at ``-O0`` alone.
    """
    code = [word for word in arguments if _POSITIONS.fullmatch(word)]
    said = [word for word in arguments if word in (_INTERPOSED, _INTERPOSED.replace("-f", "-fno-"))]
    return bool(code) and code[-1] in ("-fpic", "-fPIC") and (not said or said[-1] == _INTERPOSED)


def has_versions(texts: Iterable[bytes]) -> bool:
    """Whether a ``target`` attribute may make one of several versions of a function: one is the default."""
    return any(_VERSIONS.search(text) for text in texts)


def is_harmless(attribute: Any, versions: bool) -> bool:
    """Whether an attribute of a function leaves it the function that is seen.

    ``versions``: whether ``target`` may make it one of several, of which the processor decides.
    """
    if attribute._kind_id != Kind.UNEXPOSED_ATTRIBUTE:
        return True
    words = [token.spelling.strip("_") for token in attribute.get_tokens()]
    if not words or words[0] not in HARMLESS:
        return False
    return words[0] != "target" or not versions


def is_inline_definition(function: Any) -> bool:
    """Whether, in C, a call may run another definition of a function, in another source (C11 6.7.4p7)."""
    return bool(LIB.clang_Cursor_isFunctionInlined(function)) and function.linkage.value == EXTERNAL


def is_visible(function: Any) -> bool:
    """Whether other objects of a process see a function: one with external linkage that nothing hides.

    An inline one of C++ is the same wherever it is defined ([basic.def.odr]).
    """
    if function.linkage.value != EXTERNAL or LIB.clang_Cursor_isFunctionInlined(function):
        return False
    return bool(visibility_of(function) == _DEFAULT_VISIBILITY)
