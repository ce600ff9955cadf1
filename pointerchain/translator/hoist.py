# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Hoist: the stages that need Clang: probe, parse, and what :mod:`stages` makes of it.

Loaded only for a source that holds an active directive.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pointerchain.translator.clang.arguments import ClangArguments
from pointerchain.translator.clang.parsed import ParseFailure
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.stack import start
from pointerchain.translator.facts import probe as probes
from pointerchain.translator.facts.operands import Operands, operands
from pointerchain.translator.text.directives import Directive
from pointerchain.translator.text.lex import Lexed
from pointerchain.translator.text.regions import Layout, has_every

if TYPE_CHECKING:
    from pointerchain.diagnostics import Diagnostic
    from pointerchain.translator.facts.model import Facts
    from pointerchain.translator.inherited import Inherited
    from pointerchain.translator.result import Outcome, Use
    from pointerchain.translator.stages import Stages


def read(
    lexed: Lexed, directives: Sequence[Directive], layout: Layout, file: str, clang: ClangArguments
) -> Stages | str:
    """Have Clang parse the probe; why it cannot read the source at all."""

    def parsed(layout: Layout) -> Stages | str:
        return _parsed(lexed, directives, layout, file, clang)

    if not has_every(layout):
        return parsed(layout)
    from pointerchain.translator.every import expand

    return expand(layout, parsed)


def _parsed(
    lexed: Lexed, directives: Sequence[Directive], layout: Layout, file: str, clang: ClangArguments
) -> Stages | str:
    asked, given = probes.questions(lexed, layout), operands(lexed, layout)
    stages = _stages(lexed, directives, layout, asked, given, file, clang)
    if not given.placed or isinstance(stages, str) or not stages.errors[1]:
        return stages
    inside = operands(lexed, layout, around=False)
    for fewer in (inside, inside._replace(placed={})):
        # what a macro or a file hides may let an operand's block part what belongs together
        if len(fewer.placed) < len(given.placed):
            stages = _stages(lexed, directives, layout, asked, fewer, file, clang)
            if isinstance(stages, str) or not stages.errors[1]:
                break
    return stages


def _stages(
    lexed: Lexed,
    directives: Sequence[Directive],
    layout: Layout,
    asked: Sequence[probes.Question],
    given: Operands,
    file: str,
    clang: ClangArguments,
) -> Stages | str:
    probe = probes.build(lexed, directives, layout, asked, given)
    session = Session(file, clang.args)
    parse = start(lambda: session.parse(probe.text))
    # libclang needs no interpreter: the rest is loaded meanwhile
    from pointerchain.translator.stages import Stages

    try:
        return Stages(lexed, directives, layout, asked, given, probe, session, parse(), clang.cxx)
    except ParseFailure as error:
        return str(error)


def hoist(
    lexed: Lexed,
    directives: Sequence[Directive],
    layout: Layout,
    file: str,
    clang: ClangArguments,
    prove: bool,
    use: Use,
    whole: bool,
) -> Outcome | Inherited | Diagnostic | str:
    """Translate a source's regions; why Clang cannot read the source at all.

    If it is not ``whole``, and headers say something to its regions, that source is given which holds it, or
    the reason why none can.
    """
    stages = read(lexed, directives, layout, file, clang)
    if isinstance(stages, str):
        return stages
    stages.elsewhere = use.elsewhere
    if not whole:
        from pointerchain.translator.inherited import inherited

        found = inherited(lexed, layout, stages.parsed, file, stages.probe, clang.cxx)
        if found is not None:
            return found
    return start(lambda: _run(stages, prove, use))()


def _run(stages: Stages, prove: bool, use: Use) -> Outcome:
    from pointerchain.translator.stages import run

    # A text for one compiler was read with its macros.
    said = () if use.compiled or stages.errors[1] else _chosen(stages)
    made = run(stages, prove, use)
    return made._replace(text=None, diagnostics=(*made.diagnostics, *said)) if said else made


def _chosen(stages: Stages) -> tuple[Diagnostic, ...]:
    from pointerchain.translator.checks.chosen import by_compilers

    return by_compilers(stages.context, stages.facts)


def facts_of(
    lexed: Lexed, directives: Sequence[Directive], layout: Layout, file: str, clang: ClangArguments
) -> Facts | None:
    """The facts of a source's regions, for another translation of it; None where Clang refuses it."""
    stages = read(lexed, directives, layout, file, clang)
    if isinstance(stages, str) or stages.errors[1]:
        return None
    return start(lambda: stages.facts)()
