# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The text before and the text after -> nothing, or why the translation is not what was planned.

The output is read again. Lines are counted; no line is too long; its structure is whole; and statement for
statement, and directive of OpenMP or OpenACC for directive, it has to be the source's once each local is
spelled as its chain again and the statements and clauses that were added are left out.
"""

from __future__ import annotations

import re
from collections import Counter

from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.fortran.describe import COLUMNS
from pointerchain.fortran.fixed import Form
from pointerchain.fortran.hoist import Hoisted
from pointerchain.fortran.lines import Statement
from pointerchain.fortran.modules import SourceFile
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span

_LOCAL = lazy_pattern(r"(pc_\w+)=>?(.+)$")
_ADDED = lazy_pattern(r"(?:map\(tofrom:|copy\(|firstprivate\(|shared\()pc_\w+(?:,pc_\w+)*\)$")


def proved(file: SourceFile, hoisted: Hoisted, text: bytes) -> list[Diagnostic]:
    """Findings on the translation of a source with regions."""
    out: list[Diagnostic] = []
    before, after = file.source.split("\n"), text.decode("latin-1").split("\n")
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        if len(new) > COLUMNS and new != old and not new.lstrip().startswith("interface;"):
            start = sum(len(line) + 1 for line in before[: number - 1])
            span = Span(start, start + len(old))
            words = {"line": str(number), "columns": str(len(new))}
            out.append(diagnostic("line-too-long", file.name, span, (), None, "changed", **words))
    if out:
        return out
    again = SourceFile(file.name, text, Form(fixed=False))
    if again.broken:
        return [_wrong(file, again.broken[0].what)]
    added = frozenset(line for line, words in hoisted.lines.items() if words)
    left_out = {n for each in file.text.directives for n in range(each.line, each.last + 1)}
    for module in file.modules.values():  # whose lines get the interface of its descriptors
        number = module.contains if module.contains >= 0 else module.last
        left_out.add(file.text.statements[number].line)
    # a directive that ended a loop, in whose place its region ends
    left_out |= {each.source.line for each in file.text.pragmas} & set(hoisted.ends)
    last = len(file.source.splitlines())
    mine = [each for each in _plain(file, frozenset(), ()) if each[0] <= last and each[0] not in left_out]
    theirs = [
        each for each in _plain(again, added, hoisted.ends) if each[0] <= last and each[0] not in left_out
    ]
    for was, now in zip(mine, theirs, strict=False):
        if was != now and not _has_more(was, now):
            return [_wrong(file, f"line {was[0]} holds '{now[1][:60]}' for '{was[1][:60]}'")]
    if len(mine) != len(theirs):
        return [_wrong(file, f"{len(theirs)} statements for {len(mine)}")]
    return []


def _has_more(was: tuple[int, str], now: tuple[int, str]) -> bool:
    """Whether a directive is what it was but for clauses that name locals."""
    return now[1].startswith("!$") and now[0] == was[0] and was[1] in now[1].split("\n")


def _plain(file: SourceFile, added: frozenset[int], ends: tuple[int, ...]) -> list[tuple[int, str]]:
    """The statements and directives with their lines: locals spelled as their chains, without what writes
    them back. Of a directive whose last clauses name locals alone its text without the last, the last two
    and so on follows, each in a line of its own.

    ``added`` are the lines whose statements say what each local is, for all that follows, ``ends`` those in
    which an 'end block' was added.
    """
    out: list[tuple[int, str]] = []
    names: dict[str, str] = {}
    ended = Counter(ends)
    follows, last, begun, wrapped = False, 0, 0, ""

    def spelled(code: str) -> str:
        return re.sub(r"\bpc_\w+", lambda found: names.get(found[0], found[0]), code)

    resolved = {each.line for each in file.text.statements if each.resolved}
    pragmas = [each for each in file.text.pragmas if each.source.line not in resolved]
    next_ = 0
    for statement in (*file.text.statements, None):
        while next_ < len(pragmas) and (statement is None or pragmas[next_].source.line < statement.line):
            pragma = pragmas[next_]
            code = f"!${pragma.dialect}" + re.sub(r"\s+", "", pragma.source.text)
            texts = [code]
            while (less := _ADDED.sub("", texts[-1])) != texts[-1]:
                texts.append(less)
            out.append((pragma.source.line, "\n".join(map(spelled, texts))))
            next_ += 1
        if statement is None:
            break
        if statement.included:
            continue
        text = _without_literals(statement)
        code = re.sub(r"\s+", "", text)
        if statement.line in added:
            if found := _LOCAL.match(code):
                names[found[1]] = found[2]
            out.append((statement.line, code))
            continue
        chain, _, local = code.rpartition("=")
        if local and names.get(local) == chain:
            if out and not wrapped and last == statement.line and out[-1][1].endswith(")then"):
                begun, wrapped = out.pop()
                wrapped = wrapped.removesuffix("then")
            continue
        if follows and code == "endif":
            follows = False
            continue
        if code == "endblock" and ended[statement.line]:
            ended[statement.line] -= 1
            continue
        code = wrapped + re.sub(r"\s+", "", spelled(text))
        out.append((begun if wrapped else statement.line, code))
        follows, wrapped, last = bool(wrapped), "", statement.last
    return out


def _without_literals(statement: Statement) -> str:
    """A statement's text in lower case, but for what stands in literals."""
    pairs = zip(statement.text, statement.code, strict=True)
    return "".join(mine if masked == "_" else masked for mine, masked in pairs)


def _wrong(file: SourceFile, what: str) -> Diagnostic:
    return diagnostic("verification", file.name, Span(0, 0), what=what)
