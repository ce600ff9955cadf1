# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Options that compilers know under a long name, too. Loaded in every compile."""

from __future__ import annotations

ALIASING = frozenset(f"-{sign}{no}strict-aliasing" for sign in "f-" for no in ("", "no-"))
"""gcc knows each '-f' option as '--', too; ``-Wstrict-aliasing`` is a warning."""

SHORT = {
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--include-directory": "-I",
    "--include-directory-after": "-idirafter",
    "--include": "-include",
    "--imacros": "-imacros",
    "--include-prefix": "-iprefix",
    "--include-with-prefix": "-iwithprefix",
    "--include-with-prefix-after": "-iwithprefix",
    "--include-with-prefix-before": "-iwithprefixbefore",
    "--include-barrier": "-I-",
    "--language": "-x",
    "--pic": "-fpic",
    "--PIC": "-fPIC",
    "--semantic-interposition": "-fsemantic-interposition",
    "--no-semantic-interposition": "-fno-semantic-interposition",
    "--output": "-o",
    "--write-dependencies": "-MD",
    "--write-user-dependencies": "-MMD",
    "--dependencies": "-M",
    "--user-dependencies": "-MM",
    "--print-missing-file-dependencies": "-MG",
    "--trace-includes": "-H",
    "--preprocess": "-E",
    "--assemble": "-S",
    "--compile": "-c",
    "--no-line-commands": "-P",
    "--comments": "-C",
    "--comments-in-macros": "-CC",
    "--no-warnings": "-w",
    "--all-warnings": "-Wall",
}


def levels(words: list[str] | tuple[str, ...]) -> list[str]:
    """The levels of optimisation that options give, without ``-O``, one behind the other."""
    found = []
    for word in words:
        if word.startswith("-O"):
            found.append(word[2:])
        elif word.partition("=")[0] == "--optimize":
            found.append(word.partition("=")[2])
    return found
