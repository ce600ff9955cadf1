# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Chosen: text of a region that another compiler reads otherwise than the Clang which translates it.

``#ifdef __clang__`` around a statement, or around the definition of a macro that the region names. The
launcher asks its compiler and heeds what that says; who translates a source for any compiler cannot.
"""

from __future__ import annotations

from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.source import Span
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.readers import chosen_within


def by_compilers(context: Context, facts: Facts) -> tuple[Diagnostic, ...]:
    """The first place of a region in which compilers may read other code, as an error."""
    spans = [
        region.span
        for region in context.outermost
        if any(facts.regions[each.number].chains for each in context.families[region.number])
    ]
    if not spans:
        return ()
    others = [text for path, text in context.parsed.own_texts if path != context.parsed.filename]
    paths = [chain.item.path for chain in facts.chains.values()]
    names = {(path.members or (path.root,))[-1].rpartition(b"::")[2] for path in paths}
    found = chosen_within([context.lexed.data, *others], spans, context.parsed.given_macros, names)
    if found is None:
        return ()
    place = Span(found.at, found.at + 1)
    word = found.word.decode("utf-8", "replace")
    return (diagnostic("preprocessor-line", context.file, place, form="compiler", word=word),)
