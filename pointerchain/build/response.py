# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Response files: the words of a command that stand in a file.

``gcc -c @words`` with ``-Iinc a.c`` in ``words``  ->  ``gcc -c -Iinc a.c``
"""

from __future__ import annotations

import os

_DEPTH = 16


def expand(words: list[str], depth: int = _DEPTH) -> tuple[list[str], bool]:
    """Put the words of each ``@file`` in its place, as gcc and clang do; whether they all can be read again.

    A file that cannot be opened leaves the word as it is. Raises ``ValueError`` where files name each other.
    """
    out: list[str] = []
    again = True
    for word in words:
        if not word.startswith("@") or not os.path.exists(word[1:]) or os.path.isdir(word[1:]):
            out.append(word)
            continue
        if depth == 0:
            raise ValueError(f"response files are nested too deeply at '{word[1:]}'")
        with open(word[1:], "rb") as file:
            text = os.fsdecode(file.read())
        more, once_more = expand(split_words(text), depth - 1)
        out += more
        again = again and once_more and os.path.isfile(word[1:])
    return out, again


def split_words(text: str) -> list[str]:
    """The words of a response file: blanks part them, quotes and backslashes keep them together."""
    words: list[str] = []
    word, started, quote, at = "", False, "", 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "\\" and at < len(text):
            word, started, at = word + text[at], True, at + 1
        elif quote:
            if char == quote:
                quote = ""
            else:
                word += char
        elif char in "\"'":
            quote, started = char, True
        elif char in " \t\r\n\f\v":
            if started:
                words.append(word)
            word, started = "", False
        else:
            word, started = word + char, True
    if started:
        words.append(word)
    return words
