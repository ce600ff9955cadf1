# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The table of library functions, held against the prototypes of the system's headers."""

from __future__ import annotations

from pointerchain.analysis.library import (
    TABLE,
    ModRefInfo,
    library_function,
    loads_code,
    replaced_library_functions,
    returning_twice,
    uses_standard_stream,
)
from pointerchain.dialects.routines import ROUTINES, is_neutral
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


def test_what_moves_bytes() -> None:
    moving = {name for name, row in TABLE.items() if row.moves}
    assert moving == {f"{head}{name}" for head in ("", "__builtin_") for name in ("memcpy", "memmove")}
    assert all(TABLE[name].argument(0) is ModRefInfo.BYTES and TABLE[name].argument(1) for name in moving)


REPLACED = {
    b"int puts(const char *s) { return 0; }": {"puts"},
    b'int puts(const char *) __asm__("other");': {"puts"},
    b'#include <time.h>\nextern int puts(const char *) asm("other");': {"puts"},
    b'void *memcpy(void *, const void *, size_t) __attribute__((alias("own")));': {"memcpy"},
    b'int own(void) __asm__("puts");': {"puts"},
    b"int puts(const char *); int own(void) { return puts(0); }": set(),
    b'int f(void) { puts("a"); __asm__ volatile("nop"); }': set(),
    b"#pragma redefine_extname puts other\n": {"puts"},
}


def test_library_functions_that_a_program_replaces() -> None:
    for text, names in REPLACED.items():
        assert replaced_library_functions([text]) == names, text


def test_code_that_no_source_has_and_functions_that_return_twice() -> None:
    assert loads_code("dlopen")
    assert not loads_code("open")
    assert [bool(returning_twice(each)) for each in (b"if (_setjmp(b))", b"vfork();", b"a.fork_()")] == [
        1,
        1,
        0,
    ]


def test_runtimes_are_asked_or_change_what_devices_have() -> None:
    assert all(
        map(is_neutral, (b"omp_get_num_devices", b"omp_lock_t", b"acc_get_device_num", b"omp_target_alloc"))
    )
    assert not any(map(is_neutral, (b"omp_set_default_device", b"omp_target_is_present", b"acc_init")))
    assert not any(is_neutral(row.name) for row in ROUTINES)
