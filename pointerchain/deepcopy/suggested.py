# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Suggested directives: the table of types -> shapes and policies for what has none, to be checked.

::

    struct mesh { struct node *head, *parent; double *cells; size_t ncells; int (*f)(int); };

    #pragma pointerchain shape(struct mesh: head[1], cells[ncells])
    #pragma pointerchain policy(struct mesh: observer(parent), skip(f))

Names and types are all there is to go by, so these are guesses: a pointer to a struct leads to one, an array
has the length that an integer beside it is named after, and what is called 'parent' points back. Of what may
as well be one as several the user is asked, in a comment. Each problem has its directive or its comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.deepcopy.proposed import lengths, own_count, plain_counts
from pointerchain.deepcopy.rows import UNKNOWN, Problem, Row, Rows
from pointerchain.deepcopy.table import Table
from pointerchain.deepcopy.tails import element_of
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.records import POINTER, RECORD, SCALAR, VOID, Record

_BACK = lazy_pattern(r"(?:.*_)?(?:parent|owner|prev|previous|back|up|outer)(?:_.*|\d*)?", re.IGNORECASE)
_TAG = lazy_pattern(r"(?:.*_)?(?:tag|kind|type|which|variant)_?", re.IGNORECASE)
_CHARACTERS = ("char", "signed char", "unsigned char")
_TO_BE_SAID = ("when(", "[n][1])'")
"""In what is said of a problem: a way out that nobody can guess."""


def suggested(table: Table, listed: Sequence[Rows]) -> str:
    """Directives for each record that needs some, as lines of source; empty where none does.

    A member of what is embedded has its length from the embedded record, which is asked for, too.
    """
    every = {rows.record.key: rows for rows in reversed(listed)}
    inner = [
        row.owner.record for rows in listed for row in rows.rows if row.kind == UNKNOWN and row.owner.depth
    ]
    every |= {key: table.rows(key) for key in inner if key not in every}
    plain = frozenset(key for key, rows in every.items() if not rows.rows and not rows.problems)
    ordered = sorted(every.values(), key=lambda rows: rows.record.place.span.start)
    return "\n".join(filter(None, (_of(rows, plain) for rows in ordered)))


def _of(rows: Rows, plain: frozenset[str]) -> str:
    """The directives of one record; what nothing can be guessed of is a comment."""
    record = rows.record
    if not record.spelling:
        return "".join(f"{_untold_problem(rows, problem)}\n" for problem in rows.problems)
    shapes, observers, skips, comments = [], [], [], []
    open_rows = {row.name: row for row in rows.rows if row.kind == UNKNOWN}
    for row in open_rows.values():
        if row.owner.depth:
            continue  # which the embedded record says
        subscripts, path = _subscripts(row, record, plain), ".".join(step.name for step in row.steps)
        if row.levels == 1 and row.target.kind == RECORD and _BACK.fullmatch(row.name):
            observers.append(path)
        elif subscripts:
            shapes.append(f"{path}{subscripts}")
        else:
            comments.append(_untold(row, record))
    for problem in rows.problems:
        plain_name = problem.field.replace("[]", "")
        if problem.field in open_rows and problem.code == "missing-shape":
            continue
        if rows.tail is not None and problem.code == "missing-shape" and plain_name == rows.tail.member.name:
            told = own_count(record, plain_name) or len(plain_counts(record)) == 1
            element = element_of(rows.tail.member)
            levels = 2 if element.kind == POINTER else 1
            guess = lengths(record, plain_name, element, levels)
            if told and (levels == 1 or element.target is None or element.target.kind != SCALAR):
                shapes.append(f"{plain_name}{guess}")
                continue
        elif tag := _tag_beside(record, plain_name):
            comments.append(_tagged(record, plain_name, tag))
            continue
        elif f"skip({plain_name})" in problem.why and not any(each in problem.why for each in _TO_BE_SAID):
            skips.append(plain_name)
            continue
        comments.append(_untold_problem(rows, problem))
    policies = [f"observer({', '.join(observers)})"] if observers else []
    policies += [f"skip({', '.join(dict.fromkeys(skips))})"] if skips else []
    lines = [*comments]
    if shapes:
        lines.append(f"#pragma pointerchain shape({record.spelling}: {', '.join(shapes)})")
    if policies:
        lines.append(f"#pragma pointerchain policy({record.spelling}: {', '.join(policies)})")
    return "".join(f"{line}\n" for line in lines)


def _tag_beside(record: Record, name: str) -> str:
    """The member that may say what a 'void *' beside it leads to."""
    members = {member.name: member.type for member in record.members}
    kind = members.get(name)
    if kind is None or kind.kind != POINTER or kind.target is None or kind.target.kind != VOID:
        return ""
    return next((each for each, of in members.items() if of.kind == SCALAR and _TAG.fullmatch(each)), "")


def _tagged(record: Record, name: str, tag: str) -> str:
    """What the user has to say of a 'void *' of several types."""
    counts = plain_counts(record)
    length = counts[0] if len(counts) == 1 and counts[0] != tag else "LENGTH"
    shape = f"shape({record.spelling}: {name} as TYPE[{length}] when({tag} == VALUE), ...)"
    return f"/* {record.spelling}: what '{name}' leads to '{tag}' may tell: {shape} */"


def _untold_problem(rows: Rows, problem: Problem) -> str:
    """What is in the way of a member, or of the type, and nobody can guess a directive for."""
    about = f"'{problem.field}': " if problem.field else ""
    text = f"{rows.record.shown}: {about}{problem.why}".replace("*/", "* /")
    return f"/* {text} */"


def _untold(row: Row, record: Record) -> str:
    """What the user has to say of a pointer."""
    path = ".".join(step.name for step in row.steps)
    asked = f"how many elements '{row.name}' has is not told by a member"
    wanted = "[LENGTH]" * row.levels
    if row.levels > 1 and (own := own_count(record, row.name)):
        asked = f"how many elements the pointers of '{row.name}' lead to is not told by a member"
        wanted = f"[{own}]" + "[LENGTH]" * (row.levels - 1)
    elif row.levels == 1 and row.target.spelling in _CHARACTERS:
        wanted = f"[{' or '.join(('strlen + 1', *plain_counts(record)))}]"
    elif row.levels == 1 and row.target.kind == RECORD:
        wanted = f"[{' or '.join(('1', *plain_counts(record)))}]"
        asked = (
            f"whether '{row.name}' leads to one '{row.target.spelling}' or to several is not told by its name"
        )
    return f"/* {record.spelling}: {asked}: shape({record.spelling}: {path}{wanted}) */"


def _subscripts(row: Row, record: Record, plain: frozenset[str]) -> str:
    """The number of elements that a pointer leads to, as far as names tell; of each level one.

    A pointer to a struct leads to one, but not where the struct has no pointers (``plain``) and something
    beside it counts.
    """
    name = row.steps[-1].name
    own, counts = own_count(record, name), plain_counts(record)
    if row.levels > 1:
        known = row.levels == 2 and (row.target.kind == RECORD or row.target.spelling in _CHARACTERS)
        return lengths(record, name, row.type, row.levels) if own and known else ""
    if row.target.spelling in _CHARACTERS:
        return f"[{own}]" if own else ""
    if own or row.target.kind != RECORD:
        found = own or (counts[0] if len(counts) == 1 else "")
        return f"[{found}]" if found else ""
    return "" if counts and row.target.record in plain else "[1]"
