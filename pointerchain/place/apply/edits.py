# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where the program has to say what it accesses -> edits of the source that keep its lines.

``double *a = malloc(n);`` -> ``double *a = pc_place_resident(n);``, and before a statement that reads it on
the host ``pc_place_host(a, PC_PLACE_READ);``, on the statement's own line.
"""

from __future__ import annotations

import re

from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.accesses import AccessPlace
from pointerchain.place.apply.known import READ, WRITE
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.sites import ARRAY_NEW
from pointerchain.place.apply.states import NotFollowed
from pointerchain.source import Source, Span
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.emit.rewrite import Edit
from pointerchain.translator.text.lex import Lexed, closing, statement_end

_MODES = {READ: "PC_PLACE_READ", WRITE: "PC_PLACE_WRITE", READ | WRITE: "PC_PLACE_READ | PC_PLACE_WRITE"}
_CONDITION = lazy_pattern(rb"[ \t]*(?:#|%:)[ \t]*(if|ifdef|ifndef|endif|include)\b")


def renamed(unit: Unit, call: Node, name: str) -> Edit:
    """A call of another function with the same arguments, ``std::`` and the like included.

    Comments and line breaks before these stay where they are.
    """
    named = unit.code[call.start : unit.code.find(b"(", call.start)].rstrip()
    return Edit(call.start, call.start + len(named), name.encode() + b"\n" * named.count(b"\n"))


def renewed(unit: Unit, new: Node, name: str) -> list[Edit]:
    """``new T[n]`` -> ``pc_place_new<T>(n, name)``; with ``()`` behind it the zeros are kept.

    Comments and line breaks stay where they are.
    """
    code = unit.code
    head = ARRAY_NEW.match(code, new.start, new.end)
    assert head is not None
    first, end = head.end() - 1, closing(code, head.end() - 1)
    made = b"pc_place_new<" if not code[end + 1 : new.end].strip() else b"pc_place_new_zeroed<"
    apart = unit.data[new.start + 3 : head.start(1)].strip(b" ") != b""
    # A comma of its own would end the argument.
    opened, closed = (b">((", "), ") if b"," in code[first:end] else (b">(", ", ")
    return [
        Edit(new.start, new.start + 3 if apart else head.start(1), made),
        Edit(first, first + 1, opened),
        Edit(end, end + 1, f"{closed}{name})".encode()),
        *_without(code, end + 1, new.end),
    ]


def deleted(unit: Unit, delete: Node) -> list[Edit]:
    """``delete[] a`` -> ``pc_place_delete(a)``, with its comments and line breaks."""
    begin = delete.start + len("delete")
    close = unit.code.index(b"]", begin) + 1
    if unit.data[begin:close].strip(b" ") == b"[]":
        close += len(unit.data[close : delete.end]) - len(unit.data[close : delete.end].lstrip(b" "))
        head = [Edit(delete.start, close, b"pc_place_delete(")]
    else:
        head = [Edit(delete.start, begin, b"pc_place_delete("), *_without(unit.code, begin, close)]
    return [*head, Edit(delete.end, delete.end, b")", -1)]


def _without(code: bytes, start: int, end: int) -> list[Edit]:
    """Take the brackets out of a piece of code."""
    return [Edit(at, at + 1, b"") for at in range(start, end) if not code[at : at + 1].isspace()]


def touched(unit: Unit, touch: AccessPlace) -> list[Edit]:
    """The edits that say, right before an access, which side accesses the object and how.

    Raises :class:`NotFollowed` where no place for them is found.
    """
    call = "pc_place_device" if touch.device else "pc_place_host"
    calls = [f"{call}({name}, {_MODES[mode]})" for name, mode in touch.modes]
    node = touch.node
    if touch.head:
        if node.kind < Kind.UNEXPOSED_EXPR or node.kind == Kind.DECL_STMT:
            raise NotFollowed(node.start, "a declaration in the head of this loop accesses it")
        if node.macro:
            raise NotFollowed(node.start, "a macro makes an expression in the head of this loop")
        return [
            Edit(node.start, node.start, f"({', '.join(calls)}, ".encode(), 1),
            Edit(node.end, node.end, b")", -1),
        ]
    text = "".join(f"{each}; " for each in calls).encode()
    governing = unit.governing(node)
    parent = node.parent
    in_block = parent is not None and parent.kind == Kind.COMPOUND
    end = statement_end(unit.code, node.start)
    if end < 0:
        raise NotFollowed(node.start, "the end of this statement is not found")
    if in_block:
        at = _before(unit, governing[0].pragma.span.start) if governing else node.start
        # Behind another token, a blank is wanted before the call and none behind it.
        if governing:
            text = b" " + text.rstrip()
        return [Edit(at, at, text, 1)]
    if node.kind == Kind.DECL_STMT:
        raise NotFollowed(node.start, "a declaration without a block around it")
    at = _behind_head(unit, governing[0].pragma.span.start) if governing else node.start
    lead = b" {" + text.rstrip() if governing else b"{" + text
    return [Edit(at, at, lead, 1), Edit(end, end, b"}", -1 - (node.start % 1000000))]


def _behind_head(unit: Unit, pragma: int) -> int:
    """Right behind the ``)``, ``else`` or ``do`` whose statement a pragma begins."""
    at = _last_token(unit, pragma)
    if _lines_between(unit, at, pragma):
        raise NotFollowed(pragma, "preprocessor lines stand between this directive and what it belongs to")
    return at


def _before(unit: Unit, pragma: int) -> int:
    """A place before a pragma's line where a statement may stand, behind all code before it."""
    at = _last_token(unit, pragma)
    between = _lines_between(unit, at, pragma)
    if not between:
        return at
    line = between[-1].end
    while True:
        line = unit.data.find(b"\n", line) + 1
        if not line or line > pragma:
            break
        stop = unit.data.find(b"\n", line)
        if stop < 0 or stop >= pragma:
            break
        if not unit.code[line:stop].strip() and not unit.data[line:stop].rstrip().endswith(b"\\"):
            if not _in_comment(unit.data, line):
                return line
        line = stop
    raise NotFollowed(
        pragma, "there is no place before this directive for a call: a blank line before it would be one"
    )


def _last_token(unit: Unit, at: int) -> int:
    code = unit.code
    while at > 0 and code[at - 1 : at].isspace():
        at -= 1
    return at


def _lines_between(unit: Unit, start: int, end: int) -> list[Span]:
    return [line.span for line in unit.lexed.lines if start <= line.span.start < end]


def _in_comment(data: bytes, offset: int) -> bool:
    """Whether a line begins in a comment."""
    open_, close = data.rfind(b"/*", 0, offset), data.rfind(b"*/", 0, offset)
    return open_ > close


def included(source: Source, lexed: Lexed, header: str, limit: int) -> Edit | None:
    """An include line in the place of a blank line, or before a comment, above ``limit`` at file scope.

    None where the source includes it already. Raises :class:`NotFollowed` where there is no such line.
    """
    data, code = source.data, lexed.code
    if re.search(rb"^[ \t]*#[ \t]*include[ \t]*[<\"]" + re.escape(header.encode()), data, re.M):
        return None
    depth, after, lines = 0, 0, []
    starts = source.line_starts
    directives = {source.line_column(line.span.start)[0]: line for line in lexed.lines}
    covered = {
        number
        for line in lexed.lines
        for number in range(source.line_column(line.span.start)[0], source.line_column(line.span.end)[0] + 1)
    }
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(data)], strict=True), start=1):
        if start >= limit:
            break
        line = directives.get(number)
        if line is not None:
            found = _CONDITION.match(data, line.span.start)
            word = found[1] if found is not None else b""
            if word == b"endif":
                depth -= 1
            elif word == b"include":
                after = number
            elif word:
                depth += 1
            continue
        text = data[start:end].strip()
        if number in covered or code[start:end].strip() or depth or _in_comment(data, start):
            continue
        if lexed.blocks.block(start) == 0 and not text.endswith(b"\\") and _between_declarations(code, start):
            lines.append((number, start, text))
    below = [row for row in lines if row[0] > after]
    blank = [row for row in below if not row[2]] or below
    if not blank:
        raise NotFollowed(limit, f"there is no blank line above the first function for '#include <{header}>'")
    _, start, text = blank[0]
    return Edit(start, start, f"#include <{header}>".encode() + (b" " if text else b""), -5)


def _between_declarations(code: bytes, start: int) -> bool:
    """Whether a line does not break a declaration apart: before it ends one, or there is none."""
    before = code[:start].rstrip()
    return not before or before.endswith((b";", b"}"))
