# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Messages: what Clang says of the output and did not say of the source.

``use of undeclared identifier 'pc_n'``  ->  a diagnostic on the source's line, for line N is line N.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Source, Span
from pointerchain.translator.clang.parsed import ClangMessage, Parsed
from pointerchain.translator.emit.planned import Planned, PlannedChain

Signature = tuple[int, str, int]
_DEPENDENT = lazy_pattern(
    r"(?:has incompatible initializer of type|no viable conversion from|"
    r"cannot bind to a value of unrelated type) "
    r"'(.*?)'(?: \(aka .*?\))?(?: to .*)?\Z|"
    r"(?:address of (?=bit-field requested\Z)|reference cannot bind to )(bit-field)\b"
)
"""What Clang says where a template's argument makes a member something else than its text let expect."""
_CONTAINER = lazy_pattern(r"(?:const )?std::(?:\w+::)?(?:vector|array|span|unique_ptr|shared_ptr)<")
_COMPARED = lazy_pattern(rb"__is_same\(const __typeof__\(\*?")
"""Where the translation compares a local, or its chain, with the type that the declare says."""
_HARMLESS = frozenset(("-Wtautological-compare", "-Wself-assign", "-Wconstant-logical-operand"))
"""What Clang says of two equal names but not of two equal chains."""
_WORD = lazy_pattern(rb"[\w$\x80-\xff]*")


def signature(messages: Sequence[ClangMessage]) -> Counter[Signature]:
    """Messages as they are compared: kind and line."""
    return Counter((m.severity, m.option, m.where.line) for m in messages if m.where.main)


def new_messages(
    output: Parsed, before: Counter[Signature], source: bytes, planned: Planned
) -> tuple[Diagnostic, ...]:
    """What Clang says of the output and did not say before, as diagnostics of the source."""
    seen: Counter[Signature] = Counter()
    problems: dict[Diagnostic, None] = {}
    lines = Source(output.filename, source)
    for message in output.messages():
        key = (message.severity, message.option, message.where.line)
        seen[key] += 1
        if not message.where.main or seen[key] <= before[key] or message.option in _HARMLESS:
            continue
        line = min(message.where.line, len(lines.line_starts))
        start = lines.line_starts[line - 1]
        end = start + len(lines.line_text(line))
        what = message.where.message
        dependent = _DEPENDENT.search(what)
        compared = _COMPARED.match(output.data, message.where.offset)
        told = _chain_at(output.data, compared.end(), planned, start, end) if compared else None
        chain = _chain_at(output.data, message.where.offset, planned, start, end) if dependent else None
        if told is not None:
            problem = diagnostic(
                "type-mismatch", output.filename, told.place, form="instance", chain=told.text
            )
        elif dependent and chain is not None:
            kind = dependent.group(1) or dependent.group(2)
            why = "its type depends on a template's argument, and only pointers and numbers can be"
            if _CONTAINER.match(kind):
                why += f": declare it with its type, '{chain.text}{{std::vector<T>}}'"
            problem = diagnostic(
                "unsupported-type", output.filename, chain.place, chain=chain.text, type=kind, why=why
            )
        else:
            first = start + len(source[start:end]) - len(source[start:end].lstrip())
            begins = [region.keyword for region in planned.regions if region.start <= end]
            notes = (Note("the region begins here", Place(output.filename, max(begins))),) if begins else ()
            problem = diagnostic(
                "verification", output.filename, Span(first, max(first, end)), notes, what=what
            )
        problems[problem] = None
    return tuple(problems)


def _chain_at(text: bytes, offset: int, planned: Planned, start: int, end: int) -> PlannedChain | None:
    """The chain of whose local, or of whose own text, Clang speaks at an offset of the translation.

    ``start`` and ``end`` bound the line in the source.
    """
    found = _WORD.match(text, offset)
    name = found.group().decode("utf-8", "replace") if found else ""
    named = text[offset:].lstrip(b"& ")
    for region in planned.regions:
        if start <= region.start <= end:
            for chain in region.chains:
                spelled = chain.text.encode("utf-8", "surrogateescape")
                if chain.local == name or re.match(re.escape(spelled) + rb"(?![\w$])", named):
                    return chain
    return None
