# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is left out of projects since the launcher is known to get it wrong; a fix takes its rows away.

``--with-known`` of ``scripts/build_fuzz.py`` puts them in.
"""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "guard: counter": "a header that includes itself is refused",
    "_Pragma by a macro": "a directive that a macro makes of its argument is refused",
    "include: made by #": "an include line that cannot be read is refused",
    "include: continued": "gcc counts such a line as its last one",
    "option: -g3": "the overlay's files in what debug information says of macros",
    "option: -gstabs+": "the overlay's name in a warning",
    "option: -Wunused-macros": "a macro that names an included file counts as unused",
    "empty rules of standard input": "the first header's is left out where include lines call it by two names",
    # Kinds of differences.
    "second names in line markers": "'-E' names a '#pragma once' file by a link to it, too",
    "assembler with checksums": "clang's checksums of files",
    "debug names, clang": "the list of files, and their checksums",
    "the cache in *.gch": "the overlay's files in a precompiled header of gcc's",
    "the cache in *.bc": "the overlay's files in LLVM's code",
}
"""A feature or kind of difference, and what is wrong with it."""
