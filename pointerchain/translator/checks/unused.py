# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Unused: declared chains that no region uses, and regions that see no declare."""

from __future__ import annotations

from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Say what does nothing."""
    findings = Findings(context)
    for item in facts.unused:
        text = item.text.decode("utf-8", "replace")
        findings.say("unused-declare", item.span, None, chain=text)
    # in a region without chains of its own those of the regions around it are hoisted all the same
    for region in context.outermost:
        if not region.chains and region.construct is None:
            findings.say("empty-region", region.keyword, None)
    return findings.all
