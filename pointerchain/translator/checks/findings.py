# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Findings: what a pass returns, each with the chain that it is about."""

from __future__ import annotations

from collections.abc import Callable

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.facts.chains import Chain
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts


class Finding(NamedTuple):
    """A problem or a doubt; ``chain`` is the chain that could be left out to be rid of it, if one could."""

    chain: int | None
    diagnostic: Diagnostic
    form: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    """Of what its message was made."""
    covers: Span | None = None
    """The text in which whatever else is said of the chain says this as well."""


OF_EACH_CHAIN = frozenset(("aliased-call",))
"""Codes that are said of every chain that they concern, in one message."""
Check = Callable[[Context, Facts], tuple[Finding, ...]]


class Findings:
    """Collects the findings of one pass; one code is said once of a place, some of each chain."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.rows: dict[tuple[str, Span, int | None], Finding] = {}

    def say(
        self,
        code: str,
        span: Span,
        about: Chain | None,
        notes: tuple[Note, ...] = (),
        form: str = "",
        **fields: str,
    ) -> None:
        """Add a finding, with a note where its chain is declared."""
        number = about.number if about is not None else None
        key = code, span, number if code in OF_EACH_CHAIN else None
        if key in self.rows:
            return
        file = self.context.file
        if about is not None:
            fields.setdefault("chain", about.text)
            text = f"chain '{about.text}' is declared here"
            notes = (*notes, Note(text, Place(file, about.item.span)))
        found = diagnostic(code, file, span, notes, None, form, **fields)
        self.rows[key] = Finding(number, found, form, tuple(fields.items()))

    def doubt(self, covers: Span, code: str, span: Span, about: Chain, form: str, **fields: str) -> None:
        """Add a finding that is to go where another one about its chain lies in ``covers``."""
        before = len(self.rows)
        self.say(code, span, about, (), form, **fields)
        if len(self.rows) > before:
            key, added = next(reversed(self.rows.items()))
            self.rows[key] = added._replace(covers=covers)

    @property
    def all(self) -> tuple[Finding, ...]:
        """The findings in the order in which they were made."""
        return tuple(self.rows.values())


def hoisted(facts: Facts, number: int) -> Chain | None:
    """A chain that is hoisted, as far as its type goes; None where it is refused already."""
    chain = facts.chains.get(number)
    return chain if chain is not None and not chain.problems else None
