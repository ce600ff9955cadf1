# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A source with directives of pointerchain -> what is profiled: its translation."""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain import translator
from pointerchain.build.includes import OWN_HEADERS
from pointerchain.build.leftover import pragmas
from pointerchain.build.patterns import holds_directive
from pointerchain.deepcopy.headers import runtime_options
from pointerchain.diagnostics import Diagnostic, Severity
from pointerchain.lazy import NamedTuple
from pointerchain.locations import SourceFiles
from pointerchain.place.profiling.command import ProfileError
from pointerchain.render import render


class Translated(NamedTuple):
    """The text, what its compile needs besides the command's words, and what the translator says of it."""

    text: bytes
    options: tuple[str, ...]
    said: str


def translated(text: bytes, path: str, words: Sequence[str], language: str) -> Translated:
    """Translate a source; raises :class:`ProfileError` with the translator's errors.

    ``words`` are the compile's, ``language`` is 'c' or 'c++'. A source without directives stays what it is.
    """
    if not holds_directive(text):
        return Translated(text, (), "")
    made = translator.translate(text, path, words, language=language, compiled=True)
    if made.text is None or any(each.severity is Severity.ERROR for each in made.diagnostics):
        raise ProfileError(f"'{path}' is not translated", _shown(made.diagnostics, path, text))
    return Translated(
        made.text, runtime_options([made.text], OWN_HEADERS), _shown(made.diagnostics, path, text)
    )


def _shown(said: Sequence[Diagnostic], path: str, text: bytes) -> str:
    sources = SourceFiles({path: text})
    return "".join(render(each, sources, colour=False) for each in said)


def check_preprocessed(text: bytes, path: str) -> None:
    """Refuse what a compiler reads of a source where a directive is left in it, as those of headers are."""
    left = pragmas(text)
    if left:
        place = f"{left[0].file}:{left[0].line}"
        raise ProfileError(
            f"{place}: this directive is not translated: those in headers and macros are not profiled; give "
            f"the command what 'pointerchain translate' makes of '{path}' and of them"
        )
