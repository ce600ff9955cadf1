# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Keywords: words of the text that would be generated and that the program makes macros of.

``#define double float`` before a region that hoists a ``double``  ->  error: the local would be a ``float``.
"""

from __future__ import annotations

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts

_KEYWORDS = frozenset(
    "void char short int long float double signed unsigned const volatile restrict _Bool bool struct union "
    "enum _Complex wchar_t char16_t char32_t char8_t __int128".split()
)
_WORD = lazy_pattern(r"[A-Za-z_]\w*")


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Refuse the chains whose locals, write-backs and exits would be spelled with such words."""
    findings = Findings(context)
    for chain in facts.chains.values():
        if chain.problems:
            continue
        region = context.regions[chain.region]
        at = context.in_probe(region.span.start)
        word = _macro(context, _words(context, facts, chain), at)
        if word is not None:
            findings.say("keyword-macro", chain.item.span, None, chain=chain.text, word=word)
    writing = {facts.chains[number].region for number in facts.written}
    for leaving in facts.ways.exits if not context.cxx else ():
        if leaving.result and any(number in writing for number in leaving.regions):
            at = context.in_probe(leaving.span.start)
            words = [w for w in _WORD.findall(leaving.result) if w in _KEYWORDS]
            word = _macro(context, words, at)
            if word is not None:
                findings.say("keyword-macro", leaving.span, None, form="result", word=word)
    return findings.all


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
