# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A source -> the same with marks, which tell the profiler what the compiler's events do not.

The distributed loop of a kernel says which iteration a thread runs::

    #pragma omp target teams distribute parallel for collapse(2)
    for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) { ... }
->  for (...) for (...) {pc_place_pause(); pc_place_lane(1, (i - 1) * (m - 0) + (j - 0)); ... }

Where kernels run on the host there are no events; then each compute construct stands between marks. A mark
before a pragma takes a line of its own, and ``#line`` keeps the numbers of what follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Source
from pointerchain.translator.text.directives import Construct, read_directives
from pointerchain.translator.text.lex import Lexed, closing, lex, skip_space, statement_end, word_at

_EFFECTS = lazy_pattern(rb"\+\+|--|(?<![=!<>])=(?!=)|\b(?!sizeof\b)[A-Za-z_]\w*\s*\(|[\"'{}]")
_NUMBER = lazy_pattern(rb"-?\d+[uUlL]*\Z")
_INIT = lazy_pattern(
    rb"(?:.*[\w*&>:\s])?\b([A-Za-z_]\w*)\s*=(?!=)\s*(.+)\Z|.*\b([A-Za-z_]\w*)\s*[({](.*)[)}]\s*\Z", re.S
)
_TEST = lazy_pattern(rb"(.+?)(<=|>=|!=|<(?!<)|>(?!>))(.+)\Z", re.S)
_UPDATE = lazy_pattern(rb"\s*(.+?)\s*(?:[-+]=(?!=)|\+\+\s*;|--\s*;)", re.S)
_ASSIGNED = lazy_pattern(rb"\s*(.+?)\s*=(?!=)\s*(.+?)\s*;\Z", re.S)


class Marked(NamedTuple):
    """The text, and what could not be marked.

    ``atomics`` are the lines of atomic updates that have a mark, ``reductions`` those of directives that
    reduce.
    """

    text: bytes
    atomics: frozenset[int]
    reductions: frozenset[int]
    notes: tuple[str, ...]


class _Loop(NamedTuple):
    """A loop in canonical form (OpenMP 5.2, 4.4.1): the number of its iteration, and how many there are."""

    number: bytes
    trips: bytes
    variable: bytes
    terms: tuple[bytes, ...]
    body: int


class _Why(Exception):
    """Why a loop has no marks."""


def marked(data: bytes, path: str, *, cxx: bool, openmp: bool, phases: bool) -> Marked:
    """Put the marks into ``data``; ``phases`` where kernels run on the host.

    Without ``openmp`` the compiler ignores the directives of that dialect, and so do the marks.
    """
    lexed = lex(data, cxx)
    directives, _ = read_directives(lexed, path, cxx)
    constructs = [each for each in directives if isinstance(each, Construct) and each.directive is not None]
    if not openmp:
        constructs = [each for each in constructs if each.dialect != "omp"]
    marker = _Marker(lexed, path, constructs)
    for each in constructs:
        assert each.directive is not None
        if any(clause.name in (b"reduction", b"in_reduction") for clause in each.clauses):
            marker.reductions.add(marker.line(each))
        if each.directive.compute and phases:
            marker.phase(each)
        if each.directive.compute and not each.directive.data:
            marker.lanes(each)
        if each.directive.atomic and each.dialect in ("omp", "acc"):
            marker.atomic(each)
    return Marked(marker.text(), frozenset(marker.atomics), frozenset(marker.reductions), tuple(marker.notes))


class _Marker:
    def __init__(self, lexed: Lexed, path: str, constructs: Sequence[Construct]) -> None:
        self._code, self._data = lexed.code, lexed.data
        self._path, self._constructs = path, constructs
        self._source = Source(path, lexed.data)
        self._edits: list[tuple[int, int, bytes]] = []
        self.atomics: set[int] = set()
        self.reductions: set[int] = set()
        self.notes: list[str] = []

    def text(self) -> bytes:
        """The source with its marks."""
        out, at = [], 0
        for place, _, text in sorted(self._edits):
            out += [self._data[at:place], text]
            at = place
        return b"".join((*out, self._data[at:]))

    def line(self, construct: Construct) -> int:
        """The line of a directive."""
        return self._place(construct)[0]

    def phase(self, construct: Construct) -> None:
        """Let the statement of a compute construct be a kernel."""
        end = statement_end(self._code, construct.pragma.span.end)
        if end < 0:
            self._note(construct, "its statement is not found, so it is no phase")
            return
        line, column = self._place(construct)
        where = f"{self._path}:{line}:{column}"
        self._around(construct, b"pc_place_phase(%s);" % _quoted(where), b"pc_place_phase_end();", end, 0)

    def lanes(self, construct: Construct) -> None:
        """Number the iterations of a construct's own loop."""
        words = construct.name
        distributed = b"for" in words or b"loop" in words
        parallel = construct.dialect == "acc" or b"parallel" in words or b"loop" in words
        if words and words[0] == b"serial":
            return
        try:
            if not (distributed and parallel):
                raise _Why("no loop of its own is divided among threads")
            self._number(construct)
        except _Why as why:
            self._note(construct, f"{why}, so its lanes are not known")

    def atomic(self, construct: Construct) -> None:
        """Count a sum of floating-point numbers."""
        kinds = {clause.name for clause in construct.clauses} | set(construct.name)
        if kinds & {b"read", b"write", b"capture", b"compare"}:
            return
        start = skip_space(self._code, construct.pragma.span.end)
        end = statement_end(self._code, start)
        target = _summed(self._code[start:end]) if end >= 0 else None
        if target is None or _EFFECTS.search(target):
            return
        line, _ = self._source.line_column(start)
        self.atomics.add(line)
        self._around(construct, b"PC_PLACE_UPDATE(%s);" % b" ".join(target.split()), b"", end, -2)

    # --- loops ---------------------------------------------------------------------------------------

    def _number(self, construct: Construct) -> None:
        depth = 1
        for clause in construct.clauses:
            if clause.name == b"collapse" and clause.argument is not None:
                text = self._data[clause.argument.start : clause.argument.end].strip()
                if not text.isdigit():
                    raise _Why("the argument of 'collapse' is no number")
                depth = int(text)
        loops: list[_Loop] = []
        at = construct.pragma.span.end
        for _ in range(depth):
            loop = self._loop(at)
            seen = {each.variable for each in loops}
            if any(re.search(rb"\b%s\b" % re.escape(name), term) for name in seen for term in loop.terms):
                raise _Why("a bound of a collapsed loop depends on another one's variable")
            loops.append(loop)
            at = loop.body
        body = skip_space(self._code, loops[-1].body)
        end = statement_end(self._code, loops[-1].body)
        if end < 0:
            raise _Why("the end of its loop is not found")
        for other in self._constructs:
            inside = body <= other.pragma.span.start < end
            loop_words = {b"loop", b"for"} & set(other.name)
            sequential = any(clause.name == b"seq" for clause in other.clauses)
            if inside and loop_words and not sequential and other.name != (b"simd",):
                raise _Why("a loop in it is divided among threads, too")
        number = loops[0].number
        for loop in loops[1:]:
            number = b"(%s) * (%s) + (%s)" % (number, loop.trips, loop.number)
        line, _ = self._place(construct)
        pause = b"" if depth == 1 and all(map(_NUMBER.match, loops[0].terms)) else b"pc_place_pause();"
        mark = b"char pc_lane_%d __attribute__((cleanup(pc_place_lane_end)));%spc_place_lane(%d, %s);" % (
            line,
            pause,
            line,
            number,
        )
        if self._code[body : body + 1] == b"{":
            self._edits.append((body + 1, 1, mark))
        else:
            # Pragmas of the body stay before the statement that they belong to.
            self._edits.append((loops[-1].body, 1, b"{" + mark))
            self._edits.append((end, -1, b"}"))

    def _loop(self, at: int) -> _Loop:
        start = skip_space(self._code, at)
        if word_at(self._code, start) != b"for":
            raise _Why("no loop follows it")
        start = skip_space(self._code, start + 3)
        close = closing(self._code, start) if self._code[start : start + 1] == b"(" else -1
        if close < 0:
            raise _Why("its loop's head is not understood")
        parts = _split(self._code[start + 1 : close], b";")
        if len(parts) != 3:
            raise _Why("its loop has no canonical form")
        init = _INIT.match(parts[0].strip())
        test = _TEST.match(parts[1].strip())
        if init is None or test is None:
            raise _Why("its loop has no canonical form")
        variable, begin = init[1] or init[3], (init[2] or init[4]).strip()
        left, relation, right = test[1].strip(), test[2], test[3].strip()
        if left != variable:
            left, right = right, left
            relation = relation.translate(bytes.maketrans(b"<>", b"><"))
        step = _step(parts[2].strip(), variable)
        if left != variable or step is None:
            raise _Why("its loop has no canonical form")
        sign, size = step
        if relation != b"!=" and (relation[:1] == b"<") != (sign > 0):
            raise _Why("its loop runs away from its bound")
        for text in (begin, right, size):
            if _EFFECTS.search(text):
                raise _Why("a bound of its loop calls a function or changes something")
            if re.search(rb"\b%s\b" % re.escape(variable), text):
                raise _Why("a bound of its loop names the variable itself")
        first, last = (begin, variable) if sign > 0 else (variable, begin)
        number = b"(long)(((%s) - (%s)) / (%s))" % (last, first, size)
        low, high = (begin, right) if sign > 0 else (right, begin)
        more = b" + 1" if relation.endswith(b"=") and relation != b"!=" else b""
        trips = b"(long)(((%s) - (%s)%s + (%s) - 1) / (%s))" % (high, low, more, size, size)
        return _Loop(number, trips, variable, (begin, right, size), close + 1)

    # --- edits ---------------------------------------------------------------------------------------

    def _around(self, construct: Construct, before: bytes, after: bytes, end: int, order: int) -> None:
        """Put a construct with its statement into a block of its own; of blocks that end together the one
        with the least ``order`` is the innermost."""
        line, _ = self._place(construct)
        start = construct.pragma.span.start
        if not construct.pragma.operator:
            start = self._data.rfind(b"\n", 0, start) + 1
        lead = b"{%s\n#line %d %s\n" % (before, line, _quoted(self._path))
        self._edits.append((start, 2, lead if not construct.pragma.operator else b"{" + before))
        self._edits.append((end, order, after + b"}"))

    def _place(self, construct: Construct) -> tuple[int, int]:
        return self._source.line_column(construct.pragma.span.start)

    def _note(self, construct: Construct, why: str) -> None:
        line, column = self._place(construct)
        self.notes.append(f"{self._path}:{line}:{column}: note: '{construct.spelling}': {why}")


def _quoted(text: str) -> bytes:
    return b'"' + text.replace("\\", "\\\\").replace('"', '\\"').encode() + b'"'


def _split(code: bytes, at: bytes) -> list[bytes]:
    """The parts of a text between its own separators, not those in brackets."""
    parts, depth, start = [], 0, 0
    for place in range(len(code)):
        sign = code[place : place + 1]
        if sign in (b"(", b"[", b"{"):
            depth += 1
        elif sign in (b")", b"]", b"}"):
            depth -= 1
        elif sign == at and depth == 0:
            parts.append(code[start:place])
            start = place + 1
    return [*parts, code[start:]]


def _step(text: bytes, variable: bytes) -> tuple[int, bytes] | None:
    """The direction and the size of a step."""
    name = re.escape(variable)
    if re.fullmatch(rb"\+\+\s*%s|%s\s*\+\+" % (name, name), text):
        return 1, b"1"
    if re.fullmatch(rb"--\s*%s|%s\s*--" % (name, name), text):
        return -1, b"1"
    match = re.fullmatch(rb"%s\s*([-+])=\s*(.+)" % name, text, re.S)
    match = match or re.fullmatch(rb"%s\s*=\s*%s\s*([-+])\s*(.+)" % (name, name), text, re.S)
    if match is not None:
        size = match[2].strip()
        # A step that may be negative turns the loop round.
        if size.startswith(b"-"):
            return None
        return (1 if match[1] == b"+" else -1), size
    match = re.fullmatch(rb"%s\s*=\s*(.+?)\s*\+\s*%s" % (name, name), text, re.S)
    return (1, match[1]) if match is not None else None


def _summed(statement: bytes) -> bytes | None:
    """What ``x += 1;`` and its like add to; None for another statement."""
    text = statement.strip()
    if text.startswith((b"++", b"--")):
        return text[2:].rstrip(b"; \n") or None
    if (match := _UPDATE.match(text)) is not None and b"=" not in match[1]:
        return match[1]
    if (match := _ASSIGNED.match(text)) is not None:
        target, value = match[1], match[2]
        name = re.escape(target)
        if re.match(rb"%s\s*[-+](?![-+])" % name, value) or re.search(rb"(?<!\+)\+\s*%s\Z" % name, value):
            return target
    return None
