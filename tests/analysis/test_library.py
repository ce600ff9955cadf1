# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The table of library functions, held against the prototypes of the system's headers."""

from __future__ import annotations

from pointerchain.analysis.library import TABLE, ModRefInfo, library_function, uses_standard_stream
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.libclang import Kind, TypeKind
from pointerchain.translator.clang.session import Session

HEADERS = "assert complex ctype inttypes malloc math omp stdio stdlib string strings sys/time time".split()
SOURCE = "#define _GNU_SOURCE\n" + "".join(
    f"#if __has_include(<{each}.h>)\n#include <{each}.h>\n#endif\n" for each in HEADERS
)


def test_rows_fit_the_prototypes() -> None:
    """A pointer to what is const is never stored by, and what is stored by is a pointer."""
    clang = clang_arguments("all.c", ["-std=gnu11"], "c")
    parsed = Session("all.c", clang.args).parse_all(SOURCE.encode())
    assert not [each for each in parsed.messages() if each.severity >= 3]
    seen, wrong = set(), []
    for cursor in parsed.tu.cursor.get_children():
        row = library_function(str(cursor.spelling)) if cursor.kind.value == Kind.FUNCTION else None
        if row is None:
            continue
        seen.add(str(cursor.spelling))
        types = [each.type.get_canonical() for each in cursor.get_arguments()]
        for number, of in enumerate(types):
            pointer = of.kind == TypeKind.POINTER
            const = pointer and of.get_pointee().is_const_qualified()
            mod = bool(row.argument(number) & ModRefInfo.MOD)
            file = pointer and "_IO_FILE" in of.get_pointee().spelling
            function = pointer and of.get_pointee().get_canonical().kind == TypeKind.FUNCTIONPROTO
            stored = pointer and not const and not file and not function and not row.frees
            if mod and (not pointer or const):
                wrong.append(f"{cursor.spelling} cannot store by argument {number}, {of.spelling}")
            if stored and not mod:
                wrong.append(f"{cursor.spelling} could store by argument {number}, {of.spelling}")
        if len(row.arguments) > len(types):
            wrong.append(f"{cursor.spelling} has {len(types)} parameters")
        takes = any("_IO_FILE" in of.spelling for of in types)
        if (takes and not row.stream and str(cursor.spelling) not in ASKING) or (row.format >= len(types)):
            wrong.append(f"{cursor.spelling}: its stream or format")
    parsed.close()
    assert not wrong, "\n".join(wrong)
    builtin = {name for name in TABLE if name.startswith("__")}
    assert len(TABLE.keys() - seen - builtin) < 20, sorted(TABLE.keys() - seen - builtin)


ASKING = frozenset(("ferror", "feof", "fileno"))
"""Functions that ask a stream for its state alone."""


def test_who_uses_a_standard_stream() -> None:
    assert all(map(uses_standard_stream, ("printf", "puts", "getchar", "scanf", "exit")))
    assert not any(map(uses_standard_stream, ("snprintf", "malloc", "none")))
