# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``include 'commons.inc'`` -> the file, and a source's text with what the file holds."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from pointerchain import files
from pointerchain.fortran.fixed import Form, free_form
from pointerchain.fortran.lines import Text, read

INCLUDE = re.compile(r"^([ \t\d]*include[ \t]*)(['\"])([^'\"\r\n]*)\2", re.IGNORECASE | re.MULTILINE)


def included(name: str, of: str, directories: Iterable[str]) -> str:
    """The path of an included file; empty where none is found."""
    paths = (os.path.join(each, name) for each in (os.path.dirname(of), "", *directories))
    return next((path for path in paths if os.path.isfile(path)), "")


class Resolver:
    """Reads what a source includes; ``fixed`` says in which form."""

    def __init__(self, directories: tuple[str, ...], form: Form, *, fixed: bool) -> None:
        self.directories, self.form, self.fixed = directories, form, fixed

    def text(self, source: str, name: str, seen: tuple[str, ...] = ()) -> Text:
        """The text of a source with what it includes in its place."""

        def resolve(statement: str) -> Text | None:
            found = INCLUDE.match(statement)
            path = included(found[3], name, self.directories) if found else ""
            if not path or path in seen:
                return None
            try:
                inner = files.read(path).decode("latin-1")
            except OSError:
                return None
            if self.fixed:
                free = free_form(inner, self.form.width)
                if free.problems:
                    return None
                inner = free.text
            text = self.text(inner, path, (*seen, path))
            return None if text.preprocessor else text

        return read(source, resolve)
