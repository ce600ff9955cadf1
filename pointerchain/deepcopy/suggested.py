# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Suggested directives: the table of types -> shapes and policies for what has none, to be checked.

::

    struct mesh { struct node *head, *parent; double *cells; size_t ncells; int (*f)(int); };

    #pragma pointerchain shape(struct mesh: head[1], cells[ncells])
    #pragma pointerchain policy(struct mesh: observer(parent), skip(f))

Names and types are all there is to go by, so these are guesses: a pointer to a struct leads to one, an array
has the length that an integer beside it is named after, and what is called 'parent' points back. Of what may
as well be one as several the user is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.deepcopy.proposed import own_count, plain_counts
from pointerchain.deepcopy.rows import UNKNOWN, Row, Rows
from pointerchain.translator.clang.records import RECORD, Record

_BACK = re.compile(r"(?:.*_)?(?:parent|owner|prev|previous|back|up|outer)(?:_.*|\d*)?", re.IGNORECASE)


def suggested(listed: Sequence[Rows]) -> str:
    """Directives for each record that needs some, as lines of source; empty where none does."""
    plain = frozenset(rows.record.key for rows in listed if not rows.rows and not rows.problems)
    return "\n".join(filter(None, (_of(rows, plain) for rows in listed)))


def _of(rows: Rows, plain: frozenset[str]) -> str:
    """The directives of one record; what nothing can be guessed of is a comment."""
    record = rows.record
    if not record.spelling:
        return ""
    shapes, observers, comments = [], [], []
    open_rows = [row for row in rows.rows if row.kind == UNKNOWN and len(row.steps) == 1]
    for row in open_rows:
        length = _length(row, record, plain)
        if row.levels == 1 and row.target.kind == RECORD and _BACK.fullmatch(row.name):
            observers.append(row.name)
        elif length:
            shapes.append(f"{row.name}[{length}]")
        else:
            comments.append(_untold(row, record))
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


def _untold(row: Row, record: Record) -> str:
    """What the user has to say of a pointer."""
    asked = f"how many elements '{row.name}' has is not told by a member"
    lengths = "LENGTH"
    if row.levels == 1 and row.target.spelling == "char":
        lengths = " or ".join(("strlen + 1", *plain_counts(record)))
    elif row.levels == 1 and row.target.kind == RECORD:
        lengths = " or ".join(("1", *plain_counts(record)))
        asked = (
            f"whether '{row.name}' leads to one '{row.target.spelling}' or to several is not told by its name"
        )
    return f"/* {record.spelling}: {asked}: shape({record.spelling}: {row.name}[{lengths}]) */"


def _length(row: Row, record: Record, plain: frozenset[str]) -> str:
    """The number of elements that a pointer leads to, as far as names tell.

    A pointer to a struct leads to one, but not where the struct has no pointers (``plain``) and something
    beside it counts.
    """
    if row.levels != 1:
        return ""
    own, counts = own_count(record, row.name), plain_counts(record)
    if row.target.spelling == "char":
        return own
    if own or row.target.kind != RECORD:
        return own or (counts[0] if len(counts) == 1 else "")
    return "" if counts and row.target.record in plain else "1"
