# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Keywords: words of the text that would be generated and that mean something else where it would stand.

``#define double float`` before a region that hoists a ``double``  ->  error: the local would be a ``float``.
``int real_t;`` around a region that hoists a ``real_t``  ->  error: the name is a variable's there.
"""

from __future__ import annotations

import re
from functools import cached_property

from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import FUNCTIONS, STATEMENTS, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

_KEYWORDS = frozenset(
    "void char short int long float double signed unsigned const volatile restrict _Bool bool struct union "
    "enum _Complex wchar_t char16_t char32_t char8_t __int128".split()
)
_TAGS = frozenset((Kind.STRUCT, Kind.UNION, Kind.CLASS, Kind.ENUM))
_NAMES = frozenset(
    (Kind.ENUMERATOR, Kind.FUNCTION, Kind.VARIABLE, Kind.PARAMETER, Kind.TYPEDEF, Kind.TYPE_ALIAS)
)
_SCOPES = (STATEMENTS - {Kind.DECL_STMT}) | FUNCTIONS | {Kind.LAMBDA}
_WORD = re.compile(r"[A-Za-z_]\w*")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Refuse the chains whose locals, write-backs and exits would be spelled with such words."""
    findings = Findings(context)
    declared = _Declared(context)
    for chain in facts.chains.values():
        if chain.problems:
            continue
        region = context.regions[chain.region]
        at = context.in_probe(region.span.start)
        word = _macro(context, _words(context, facts, chain), at)
        if word is not None:
            findings.say("keyword-macro", chain.item.span, None, chain=chain.text, word=word)
        elif _hidden(context, chain, declared, at):
            why = "that name means something else where the region begins"
            findings.say(
                "unsupported-type", chain.item.span, None, chain=chain.text, type=chain.shown, why=why
            )
    writing = {facts.chains[number].region for number in facts.written}
    for leaving in facts.ways.exits if not context.cxx else ():
        if leaving.result and any(number in writing for number in leaving.regions):
            at = context.in_probe(leaving.span.start)
            words = [w for w in _WORD.findall(leaving.result) if w in _KEYWORDS]
            word = _macro(context, words, at)
            if word is not None:
                findings.say("keyword-macro", leaving.span, None, form="result", word=word)
    return findings.all


class _Declared:
    """What the functions with regions declare, by its name."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @cached_property
    def tags(self) -> dict[str, list[Node]]:
        """The classes and enumerations, which ``struct x`` and its kind name."""
        return self._of(_TAGS)

    @cached_property
    def names(self) -> dict[str, list[Node]]:
        """All else, and in C++ those as well."""
        return self._of(_NAMES | _TAGS if self.context.cxx else _NAMES)

    def _of(self, kinds: frozenset[int]) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for node in self.context.tree.of_kinds(kinds):
            found.setdefault(node.name(), []).append(node)
        return found


def _hidden(context: Context, chain: Chain, declared: _Declared, at: int) -> bool:
    """Whether what a function declares hides a name in a local's type."""
    text = chain.type or ""
    for found in _WORD.finditer(text):
        if found[0] in _KEYWORDS:
            continue
        tagged = text[: found.start()].rstrip().endswith(("struct", "union", "enum", "class"))
        for node in (declared.tags if tagged else declared.names).get(found[0], ()):
            scope = node.within(_SCOPES)
            if node.start < at and scope is not None and at < scope.end:
                if not semantics.is_type_of(context.tree.node(chain.access.places[-1]), node):
                    return True
    return False


def _macro(context: Context, words: list[str], at: int) -> str | None:
    return next((word for word in words if context.parsed.is_users_macro(word, at)), None)


def _words(context: Context, facts: Facts, chain: Chain) -> list[str]:
    """The words that a chain's local and its write-back may be spelled with."""
    words = [w for w in _WORD.findall(chain.type or "") if w in _KEYWORDS] if chain.item.type is None else []
    written = chain.number in facts.written
    if context.cxx:
        if chain.type is None or chain.bit_field:
            words += ["auto", "decltype"]
        words += ["struct", "decltype"] if written else []
    elif chain.type is None or chain.bit_field or written:
        words += ["__typeof__"]
    if chain.const or chain.item.qualifier == "restrictconst":
        words.append("const")
    if chain.item.qualifier is not None:
        words.append("__restrict")
    if chain.shape is Shape.DEPENDENT or not words:
        words += ["sizeof", "void"]
    return words
