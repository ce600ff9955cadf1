# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What would be passed over without a word: text that is not read, directives that are none, included files.

``x = 1  !$pointerchain region begin`` and ``!$omp parallel do pointerchain(s%x)`` are comment and an unknown
clause to a compiler, and ``include 'd.inc'`` brings what stands in another file.
"""

from __future__ import annotations

import re

from pointerchain import files
from pointerchain.diagnostics import Diagnostic, diagnostic
from pointerchain.fortran.fixed import free_form
from pointerchain.fortran.includes import INCLUDE, SENTINEL, included_directive
from pointerchain.fortran.lines import SENTINEL as WORD
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.sources import candidates


def source_problems(file: SourceFile, *, every_type: bool) -> list[Diagnostic]:
    """Why nothing of a source can be understood: it is text for a preprocessor, or cannot be written in free
    form."""
    if b"$pointerchain" not in file.data.lower() and not every_type:
        return []
    if file.text.preprocessor:
        return [diagnostic("not-in-fortran", file.name, file.text.preprocessor[0], form="preprocessor")]
    return [diagnostic("unreadable-fortran", file.name, each.span, what=each.what) for each in file.problems]


def unread(file: SourceFile, directories: tuple[str, ...], *, converts: bool) -> list[Diagnostic]:
    """What looks like a directive and is none, clauses, and directives in included files.

    ``converts`` says that included files in fixed form will be written in free form as well.
    """
    out: list[Diagnostic] = []
    for like in file.text.lookalikes:
        if like.trailing:
            out.append(
                diagnostic("misplaced-directive", file.name, like.span, form="unread", word="pointerchain")
            )
        else:
            form, word = "pragma", like.word
            out.append(diagnostic("unknown-word", file.name, like.span, form=form, word=word, near=WORD))
    for pragma in file.text.pragmas:
        words = re.sub(r"'[^']*'|\"[^\"]*\"", lambda literal: " " * len(literal[0]), pragma.source.text)
        if pragma.dialect in ("omp", "acc") and (found := re.search(r"\bpointerchain\s*\(", words)):
            span = pragma.source.part(found.start(), found.end() - 1)
            out.append(diagnostic("not-in-fortran", file.name, span, form="construct"))
    for statement in file.text.statements:
        line = INCLUDE.match(statement.text) if not statement.included else None
        # what is not found is the compiler's own, or an error that the compiler tells
        for path in candidates(line[3], file.name, directories) if line else ():
            data = files.read(path)
            held = path if SENTINEL.search(data) else included_directive(path, data, directories)
            text = data.decode("latin-1")
            if held and held != "?":
                out.append(
                    diagnostic("not-in-fortran", file.name, statement.span, form="included", word=held)
                )
            elif file.fixed and not converts and free_form(text, file.form.width).text != text:
                out.append(diagnostic("not-in-fortran", file.name, statement.span, form="fixed", word=path))
    return out
