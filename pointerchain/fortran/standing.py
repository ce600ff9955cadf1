# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where directives stand: which scope, whether a statement may stand there, and how regions begin and end."""

from __future__ import annotations

import re

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.fortran.directives import Action, RegionEnd
from pointerchain.fortran.includes import INCLUDE
from pointerchain.fortran.lines import Directive
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.units import SCOPING, Scope
from pointerchain.lazy import lazy_pattern

EXECUTES = ("procedure", "program")
_JUMP = lazy_pattern(r"go\s*to\b|\b(?:err|end|eor)\s*=\s*\d+|,?\s*\*\s*\d+\s*[,)]|if\s*\(.*\)\s*\d+\s*,")

_PART = lazy_pattern(r"(else|case|type\s+is|class\s+is|class\s+default|rank)\b(?!\s*[=%])(?!\([^()]*\)\s*=)")


def scope_of(file: SourceFile, directive: Directive) -> Scope:
    """The innermost scope around a directive."""
    at, position = file.root, directive.following
    while True:
        inner = next(
            (
                each
                for each in at.children
                if each.first < position and (each.last < 0 or each.last >= position)
            ),
            None,
        )
        if inner is None:
            return at
        at = inner


def misplaced(file: SourceFile, directive: Directive, word: str) -> Diagnostic | None:
    """Why no executable statement can stand in a directive's place; None where one can."""
    form, fields = "", {}
    scope = scope_of(file, directive)
    unit = scope.within(SCOPING)
    if directive.inside:
        form, fields = "unread", {"word": word}
    elif (
        scope.kind in ("type", "interface", "enum")
        or unit is None
        or unit.kind not in (*EXECUTES, "block")
        or 0 <= unit.contains < directive.following
        or scope.within(("interface",)) is not None
    ):
        form = "no_statement" if word == "region" else "deep_outside_procedure"
    elif _before_declarations(file, unit, directive):
        if include := _unknown_include(file, directive):
            form, fields = "before_include", {"include": include}
        else:
            form = "no_statement" if word == "region" else "deep_before_declarations"
    if not form:
        return None
    return diagnostic("misplaced-directive", file.name, directive.span, (), None, form, **fields)


def _before_declarations(file: SourceFile, unit: Scope, directive: Directive) -> bool:
    """Whether statements of the specification part of a unit follow."""
    end = unit.contains if unit.contains >= 0 else unit.last
    if unit.executable >= 0:
        end = unit.executable
    return any(
        file.scopes[number].within(SCOPING) is unit
        and number != unit.last
        and not file.text.statements[number].resolved  # what it includes is a statement of its own
        for number in range(directive.following, end if end >= 0 else len(file.scopes))
    )


def _unknown_include(file: SourceFile, directive: Directive) -> str:
    """The ``include`` of a file that is not found, which follows a directive and may hold declarations."""
    statements = file.text.statements
    if directive.following < len(statements):
        statement = statements[directive.following]
        if INCLUDE.match(statement.text) and not statement.resolved:
            return statement.text.strip()
    return ""


def ends_block(file: SourceFile, number: int, scope: Scope) -> bool:
    """Whether a statement ends the block that stands before it, and so follows no statement of it."""
    return (
        number in (scope.last, scope.contains) or _PART.match(file.text.statements[number].code) is not None
    )


def last_of(file: SourceFile, number: int, scope: Scope) -> int:
    """The last statement of the construct that begins with a statement of a scope, or that statement itself;
    -1 where it ends the scope as well, as the last statement of two loops does."""
    begun = next((each for each in scope.children if each.first == number), None)
    last = number if begun is None else begun.last
    return -1 if last == scope.last else last


def regions(file: SourceFile, found: list[Action | RegionEnd]) -> list[Diagnostic]:
    """Begins and ends that do not match, and ways out of regions on which their data would stay."""
    out: list[Diagnostic] = []
    open_: list[tuple[Action, Scope]] = []
    for each in sorted(found, key=lambda one: one.source.line):
        scope = scope_of(file, each.source)
        if isinstance(each, Action):
            if each.verb == "begin":
                open_.append((each, scope))
            continue
        unit = scope.within(EXECUTES)
        if not open_ or open_[-1][1].within(EXECUTES) is not unit:
            out.append(_said(file, each.source, "unbalanced-region", "no_begin", region="deepcopy region"))
            continue
        begin, inside = open_.pop()
        note = (Note("the region begins here", Place(file.name, begin.source.span)),)
        if inside is not scope:
            out.append(
                _said(file, each.source, "unbalanced-region", "blocks", note, region="deepcopy region")
            )
        else:
            out += _ways_out(file, begin.source, each.source, scope, note)
    out += [
        _said(file, begin.source, "unbalanced-region", "no_end", region="deepcopy region")
        for begin, _ in open_
    ]
    return out


def _ways_out(
    file: SourceFile, begin: Directive, end: Directive, scope: Scope, note: tuple[Note, ...]
) -> list[Diagnostic]:
    out = []
    for number in range(begin.following, end.following):
        statement = file.text.statements[number]
        code = statement.code
        bare = code
        if found := re.match(r"(?:\w+\s*:\s*)?if\s*\(", code):
            bare = behind_condition(code[found.end() - 1 :])
        word = ""
        if re.match(r"return\b", bare):
            word = "return"
        elif _JUMP.search(bare) or _JUMP.match(code):
            word = "goto"
        elif statement.label and file.scopes[number].kind != "do" and not code.startswith("format"):
            word = f"label {statement.label}"
        elif leaves := re.match(r"(exit|cycle)\b\s*(\w*)", bare):
            if not stays(file.scopes[number], scope, leaves[1], leaves[2]):
                word = leaves[1]
        elif re.match(r"entry\b", bare):
            word = "entry"
        if word:
            out.append(
                diagnostic("deepcopy-exit", file.name, statement.span, note, form="fortran", word=word)
            )
    return out


def behind_condition(text: str) -> str:
    """What stands behind the parenthesis with which a text begins."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return text[at + 1 :].strip()
    return text


def stays(at: Scope, region: Scope, word: str, name: str) -> bool:
    """Whether 'exit' or 'cycle' ends a construct that lies in the region."""
    scope: Scope | None = at
    while scope is not None and scope is not region:
        if name and scope.construct == name:
            return True
        if not name and scope.kind == "do":
            return True
        scope = scope.parent
    return False


def _said(
    file: SourceFile, where: Directive, code: str, form: str, notes: tuple[Note, ...] = (), **fields: str
) -> Diagnostic:
    return diagnostic(code, file.name, where.span, notes, None, form, **fields)
