# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Members: a type -> a text that says what its bytes are, which images are compared by.

``struct { double x; float v[3]; enum e k; unsigned f : 3; }``  ->  ``x f8 @0;v f4 @8 [3];k e4{A=0,B=1} @20;
f u4 @24.0:3``. Members of embedded structs have their path. Pointers have their name and place alone: what
they lead to is in their rows. Integers have the letter ``i`` or ``u`` and their size, whatever C calls them.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.translator.clang.records import ARRAY, RECORD, SCALAR, TAIL, Reader, Record, TypeRef

_LETTERS = {
    **dict.fromkeys(("bool", "_Bool"), "b"),
    **dict.fromkeys(("float", "double", "long double", "_Float16", "__fp16", "__float128", "__bf16"), "f"),
    **dict.fromkeys(("char", "char8_t"), "c"),
    **dict.fromkeys(("signed char", "short", "int", "long", "long long", "__int128", "wchar_t"), "i"),
    **dict.fromkeys(("char16_t", "char32_t"), "u"),
}


def members_of(reader: Reader, kind: TypeRef) -> str:
    """The text of all members of a record, in order; of another type what one object of it is."""
    if kind.kind == RECORD:
        return ";".join(_of_record(reader, reader.record(kind.record), "", 0))
    return _scalar(reader, kind)


def _of_record(reader: Reader, record: Record, path: str, start: int) -> Iterator[str]:
    """Those of a record that begins ``start`` bits from the whole's beginning."""
    for base, at in reader.placed_bases(record):
        yield from _of_record(reader, base, path, start + 8 * at)
    for member in record.members:
        if member.offset >= 0:
            name = f"{path}{member.name}"
            yield from _of_member(reader, member.type, name, start + member.offset, member.width)


def _of_member(reader: Reader, kind: TypeRef, name: str, offset: int, width: int) -> Iterator[str]:
    lengths = ""
    while kind.kind in (ARRAY, TAIL) and kind.target is not None:
        lengths += f" [{kind.length or ''}]"
        kind = kind.target
    place = f"@{offset // 8}.{offset % 8}:{width}" if width else f"@{offset // 8}"
    if kind.kind == RECORD:
        inner = reader.record(kind.record)
        if inner.members or inner.bases:
            before = f"{name}{'[]' if lengths else ''}"
            if lengths:
                yield f"{before} {inner.size} {place}{lengths}"
            yield from _of_record(reader, inner, f"{before}." if before else "", offset)
            return
    yield f"{name} {_scalar(reader, kind)} {place}{lengths}"


def _scalar(reader: Reader, kind: TypeRef) -> str:
    if kind.kind != SCALAR:
        return kind.kind
    if kind.target is not None and kind.spelling not in reader.enumerators:
        return _scalar(reader, kind.target)  # an atomic one
    if kind.spelling in reader.enumerators:
        constants = ",".join(f"{name}={value}" for name, value in reader.enumerators[kind.spelling])
        return f"e{kind.size}{{{constants}}}"
    letter = _LETTERS.get(kind.spelling)
    if letter is None:
        letter = "u" if kind.spelling.startswith("unsigned ") else f"'{kind.spelling}' "
    return f"{letter}{kind.size}"
