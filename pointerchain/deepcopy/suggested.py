# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Suggested directives: the table of types -> shapes and policies for what has none, to be checked.

::

    struct mesh { struct node *head, *parent; double *cells; size_t ncells; int (*f)(int); };

    #pragma pointerchain shape(struct mesh: head[1], cells[ncells])
    #pragma pointerchain policy(struct mesh: observer(parent), skip(f))

Names and types are all there is to go by, so these are guesses: a pointer to a struct leads to one, an array
has the length that an integer beside it is named after, and what is called 'parent' points back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.deepcopy.rows import UNKNOWN, Row, Rows
from pointerchain.translator.clang.records import RECORD, SCALAR, Record

_BACK = re.compile(r"(?:.*_)?(?:parent|owner|prev|previous|back|up|outer)(?:_.*|\d*)?", re.IGNORECASE)
_INTEGERS = re.compile(
    r"(?:(?:un)?signed\b ?)?(?:char|short|int|long|long long)?(?: int)?|size_t|ssize_t|ptrdiff_t|u?int\d+_t"
    r"|(?:unsigned|signed) .*|long.*int|short.*"
)
_COUNT_WORDS = (
    *("n{0}", "num{0}", "n_{0}", "num_{0}", "{0}_n", "{0}_count", "{0}_size", "{0}_len", "{0}_length"),
    *("{0}count", "{0}size", "{0}len", "{0}length", "{0}Count", "{0}Size", "n{1}", "num{1}"),
)
_PLAIN_COUNTS = ("n", "count", "size", "length", "len", "num")


def suggested(listed: Sequence[Rows]) -> str:
    """Directives for each record that needs some, as lines of source; empty where none does."""
    return "\n".join(filter(None, (_of(rows) for rows in listed)))


def _of(rows: Rows) -> str:
    """The directives of one record; what nothing can be guessed of is a comment."""
    record = rows.record
    if not record.spelling:
        return ""
    shapes, observers, comments = [], [], []
    open_rows = [row for row in rows.rows if row.kind == UNKNOWN and len(row.steps) == 1]
    for row in open_rows:
        length = _length(row, record)
        if row.levels == 1 and row.target.kind == RECORD and _BACK.fullmatch(row.name):
            observers.append(row.name)
        elif length:
            shapes.append(f"{row.name}[{length}]")
        else:
            comments.append(
                f"/* {record.spelling}: how many elements '{row.name}' has is not told by a member: "
                f"shape({record.spelling}: {row.name}[LENGTH]) */"
            )
    named = {row.name for row in open_rows}
    skips = [
        problem.field
        for problem in rows.problems
        if problem.code != "missing-shape"
        and f"skip({problem.field})" in problem.why
        and problem.field not in named
    ]
    policies = [f"observer({', '.join(observers)})"] if observers else []
    policies += [f"skip({', '.join(skips)})"] if skips else []
    lines = [*comments]
    if shapes:
        lines.append(f"#pragma pointerchain shape({record.spelling}: {', '.join(shapes)})")
    if policies:
        lines.append(f"#pragma pointerchain policy({record.spelling}: {', '.join(policies)})")
    return "".join(f"{line}\n" for line in lines)


def _length(row: Row, record: Record) -> str:
    """The number of elements that a pointer leads to, as far as names tell."""
    if row.levels != 1:
        return ""
    counts = [
        member.name
        for member in record.members
        if member.name and member.type.kind == SCALAR and _INTEGERS.fullmatch(member.type.spelling)
    ]
    bare = row.name.strip("_")
    forms = [word.format(bare, bare[:1].upper() + bare[1:]) for word in _COUNT_WORDS]
    # 'ncells' counts 'cell', too.
    forms += [word.format(bare + "s", bare[:1].upper() + bare[1:] + "s") for word in _COUNT_WORDS]
    for form in forms:
        if form in counts:
            return form
    if row.target.kind == RECORD:
        return "1"
    plain = [name for name in counts if name in _PLAIN_COUNTS]
    return plain[0] if len(plain) == 1 else ""
