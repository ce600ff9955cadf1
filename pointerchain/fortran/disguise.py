# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directives in a form that a preprocessor which drops comments leaves, and what it wrote, back again.

    !$pointerchain declare(s%x, &             !dir$ pointerchain_2 declare(s%x, s%y)
    !$pointerchain&        s%y)        ->
    !$pointerchian types                      !dir$ pointerchain_l 21247...

flang's preprocessor keeps lines that begin with '!dir$', and replaces macros in them as gfortran's does in
comments. The number of lines stays what it is.
"""

from __future__ import annotations

import re

from pointerchain.fortran.fixed import free_form
from pointerchain.fortran.lines import read
from pointerchain.lazy import lazy_pattern

_HIDDEN = lazy_pattern(
    rb"^([ \t]*)!dir\$[ \t]*pointerchain_(l|\d+)\b[ \t]*"
    rb"((?:[^\n]*&\n!\$dir&)*[^\n]*)((?:\n[ \t]*(?=\n|\Z))*)",
    re.IGNORECASE | re.MULTILINE,
)
_FOLD = lazy_pattern(rb"&\n!\$dir&", re.IGNORECASE)
_PLAIN = lazy_pattern(r"[\w%(),:*+\s=-]*", re.ASCII)
_PIECE = 60


class Unhidden(Exception):
    """A directive that cannot be kept, in a one-based ``line``."""

    def __init__(self, line: int) -> None:
        super().__init__("a directive stands where it cannot be read: give it a line of its own")
        self.line = line


def disguised(data: bytes, name: str, width: int | None) -> bytes:
    """A source with its directives in disguise, headed by a marker with its name; raises :class:`Unhidden`.

    ``width`` is the number of columns that count where it is in fixed form, None where it is in free form.
    """
    source = data.decode("latin-1")
    free = source if width is None else free_form(source, width).text
    text = read(free)
    hidden: dict[int, tuple[int, str]] = {}
    for like in text.lookalikes:
        at = free.count("\n", 0, like.span.start) + 1
        if like.trailing:
            raise Unhidden(at)
        hidden[at] = (at, "l " + source.split("\n")[at - 1].strip().encode("latin-1").hex())
    for each in text.directives:
        if each.inside:
            raise Unhidden(each.line)
        words = f"{each.last - each.line + 1} {' '.join(each.text.split())}"
        if _PLAIN.fullmatch(each.text) is None or each.text.count("(") != each.text.count(")"):
            # no tokens of Fortran; what it is will be said of the text as it stands
            lines = source.split("\n")[each.line - 1 : each.last]
            words = "l " + "\n".join(lines).encode("latin-1").hex()
        hidden[each.line] = (each.last, words)
    marker = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    out, passed = [f"# 1 {marker}"], 0
    for number, line in enumerate(source.split("\n"), 1):
        if number in hidden:
            passed, words = hidden[number]
            made = _lines(words, fixed=width is not None)
            out += made + [""] * (passed - number + 1 - len(made))
            if len(made) > passed - number + 1:
                out.append(f"# {passed + 1} {marker}")
        elif number > passed:
            out.append(line)
    return "\n".join(out).encode("latin-1")


def _lines(words: str, *, fixed: bool) -> list[str]:
    """A directive of the compiler's with these words."""
    if not fixed:
        return [f"!dir$ pointerchain_{words}"]
    pieces: list[str] = []
    rest = f"pointerchain_{words}"
    while len(rest) > _PIECE:
        # a macro's name stays whole
        cut = max(rest.rfind(each, 0, _PIECE) for each in (" ", ",", "(", "%")) + 1 or _PIECE
        pieces.append(rest[:cut])
        rest = rest[cut:]
    pieces.append(rest)
    # a name is a macro's only behind a blank
    return [f"!dir${'& ' if number else ' '}{piece}" for number, piece in enumerate(pieces)]


def shown(text: bytes, sentinel: bytes = b"!$pointerchain") -> bytes:
    """What a preprocessor made of a source in disguise, with its directives."""

    def show(found: re.Match[bytes]) -> bytes:
        folds, words = len(_FOLD.findall(found[3])), _FOLD.sub(b"", found[3]).rstrip()
        if found[2].lower() == b"l":
            lines = bytes.fromhex(words.decode("ascii")).split(b"\n")
        else:
            count = int(found[2])
            lines = [sentinel + b" " + words + (b" &" if count > 1 else b"")]
            lines += [sentinel + b"& &"] * (count - 2) + [sentinel + b"&"] * (count > 1)
        blank = found[4].count(b"\n")  # lines that stand for those that were joined
        blank -= max(0, min(blank, len(lines) - 1 - folds))
        return b"\n".join(lines) + b"\n" * blank

    return _HIDDEN.sub(show, text)
