# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is left out of projects since the launcher is known to get it wrong; a fix takes its rows away.

``--with-known`` of ``scripts/build_fuzz.py`` puts them in.
"""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "one command, several sources": "only the first source of a command gets a shared header translated",
    "guard: counter": "a header that includes itself is translated in its outer pass only",
    "_Pragma by a macro": "a directive that a macro makes of its argument",
    "search: -iprefix": "headers that the scan does not find",
    "search: -Xpreprocessor": "headers that the scan does not find",
    "include: made by #": "headers that the scan does not find",
    "include: by -D": "headers that the scan does not find",
    "deps: -MF -": "dependencies that are not written by -MF FILE",
    "deps: -Xpreprocessor": "dependencies that are not written by -MF FILE",
    "include: dot": "a file of two names is listed by one of them",
    "search: -I absolute": "a file of two names is listed by one of them",
    "search: -I through a link": "a file of two names is listed by one of them",
    "deps: -MMD of system headers": "-MMD names headers with directives of '-isystem'",
    "deps: of standard input": "'<stdin>' is a dependency",
    "deps: -Wp,-MD": "clang's -Wp, is not read",
    "deps: -Wp,-MMD,-MT": "clang's -Wp, is not read",
    "deps: -Xclang": "dependencies that are not written by -MF FILE",
    "deps: DEPENDENCIES_OUTPUT": "dependencies that are not written by -MF FILE",
    "deps: SUNPRO_DEPENDENCIES": "dependencies that are not written by -MF FILE",
    "deps: a pipe": "a pipe as dependency file",
    "guard: import": "#import",
    "edit: a second link": "two links to one '#pragma once' header",
    "forced: directives": "a forced file whose headers the source includes too",
    "pch": "precompiled headers with directives",
    "directory: quote": "a quote in a path",
    "deps: long": "--write-dependencies is not read",
    "deps: long user": "--write-user-dependencies is not read",
    "pragma: digraph": "'%:' for '#'",
    "include: digraph": "'%:' for '#'",
    "include: continued": "gcc counts such a line as its last one",
    "search: -I with a dot": "gcc leaves './' at a dependency's beginning out",
    "option: -g3": "the overlay's files in what debug information says of macros",
    "option: -gstabs+": "the overlay's name in a warning",
    "option: -Wunused-macros": "a macro that names an included file counts as unused",
    # Kinds of differences.
    "assembler with checksums": "clang's checksums of files",
    "debug names, clang": "the list of files, and their checksums",
    "the cache in *.bc": "the overlay's files in LLVM's code",
}
"""A feature or kind of difference, and what is wrong with it."""
