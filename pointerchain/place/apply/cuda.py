# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""(advice, CUDA source) -> the source with ``pc_place_alloc_to`` in the place of its allocations.

``cudaMallocManaged(&p, n)`` -> ``pc_place_alloc_to((void **)(&p), 3, n)``: object 3 of the advice, which the
program reads when it runs. All of it is done by the text's tokens: both calls give memory that the host and
kernels access by one pointer, so that no access has to be followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.edits import included
from pointerchain.place.apply.maps import pieces
from pointerchain.place.apply.reading import Remark
from pointerchain.place.apply.sites import Changed, Wanted, stale
from pointerchain.place.apply.states import NotFollowed
from pointerchain.source import Source
from pointerchain.translator.emit.rewrite import Edit, keeping_lines
from pointerchain.translator.text.lex import Lexed, closing, lex

HEADER = "pointerchain/place_cuda.h"
_CALL = lazy_pattern(rb"\b(cudaMallocManaged|cudaMalloc|cudaMallocHost|cudaHostAlloc)\s*\(")
_APPLIED = lazy_pattern(rb"\bpc_place_alloc_to\s*\(\s*\(void \*\*\)\(\s*[^,]*,\s*(\d+)\s*,")
_GIVEN = lazy_pattern(
    rb"(?:\(\s*void\s*\*\s*\*\s*\)\s*|reinterpret_cast\s*<\s*void\s*\*\s*\*\s*>\s*)?\(?\s*&\s*([A-Za-z_]\w*)\s*\)?\Z"
)
_FREE = lazy_pattern(rb"\bcudaFree(?=\s*\()")
_RUNTIME = lazy_pattern(rb"\bcu(?:da)?[A-Z]\w*\s*\(")
_LAUNCH = lazy_pattern(rb"<<<")


class Text:
    """A CUDA source as tokens."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path, self.data = path, data
        self.source = Source(path, data)
        self.lexed: Lexed = lex(data, True)
        self.code = self.lexed.code

    def line(self, number: int) -> tuple[int, int]:
        """Where a line begins and ends."""
        starts = self.source.line_starts
        if number > len(starts):
            return len(self.data), len(self.data)
        return starts[number - 1], starts[number] if number < len(starts) else len(self.data)


def edits(
    text: Text, rows: Sequence[Wanted], advice: Mapping[str, Any], launches: Sequence[tuple[int, int]]
) -> tuple[list[Edit], list[Remark], int]:
    """The edits of a source, what is to be said of it, and how many objects are as the advice says.

    ``launches`` are the phases of the advice whose kernels the source launches, with their lines.
    """
    made: list[Edit] = []
    remarks: list[Remark] = []
    placed = 0
    taken: set[int] = set()
    for phase, line in launches:
        if not _LAUNCH.search(text.code, *text.line(line)):
            remarks.append(stale(text.source, Changed(line, f"it launches no kernel (phase {phase})")))
    for each in rows:
        start, end = text.line(each.line)
        applied = [int(found[1]) for found in _APPLIED.finditer(text.data, start, end)]
        if each.id in applied or each.allocation == "host":
            placed += 1
            continue
        try:
            found = _object(text, each, start, end, applied=bool(applied))
        except Changed as changed:
            remarks.append(stale(text.source, changed))
            continue
        except NotFollowed as why:
            said = f"'{each.label}' is left where it is: {why.why}"
            remarks.append(Remark("warning", text.path, why.where, said))
            continue
        placed += 1
        if found:
            made += found
            taken.add(each.id)
    if made:
        made += [Edit(each.start(), each.end(), b"pc_place_cuda_free") for each in _FREE.finditer(text.code)]
        made += _phases(text, advice, taken, launches, remarks)
        first = included(text.source, text.lexed, HEADER, min(edit.start for edit in made))
        made += [first] if first is not None else []
    return made, remarks, placed


def _object(text: Text, of: Wanted, start: int, end: int, *, applied: bool) -> list[Edit]:
    """The edits of one allocation; none where it is what the advice says already."""
    calls = [
        found
        for found in _CALL.finditer(text.code, start, end)
        if of.column is None or found.start() - start + 1 == of.column or applied
    ]
    if not calls:
        raise Changed(of.line, f"it does not allocate '{of.label}'")
    named = [(found, *_arguments(text, found.end() - 1)) for found in calls]
    chosen = [row for row in named if of.name is None or _name(text, row[1]) == of.name]
    if not chosen:
        raise Changed(of.line, f"it does not allocate '{of.label}'")
    if len(chosen) > 1:
        raise NotFollowed(chosen[1][0].start(), "several allocations of it stand on its line")
    found, parts, close = chosen[0]
    where, name = found.start(), _name(text, parts)
    call = found[1].decode()
    if name is None:
        raise NotFollowed(where, f"the first argument of '{call}' is not the address of a variable")
    wants = "device" if call == "cudaMalloc" else "pinned" if call != "cudaMallocManaged" else ""
    if of.allocation == wants:
        return []
    if of.allocation == "device":
        raise NotFollowed(where, f"'{call}' gives memory that the host accesses by the same pointer")
    if call in ("cudaMallocHost", "cudaHostAlloc"):
        raise NotFollowed(where, f"'{call}' is freed by 'cudaFreeHost', which no other memory is")
    if of.allocation == "pinned":
        _check_pinned(text, name, call, where, close)
    if len(parts) > 2 and text.code[parts[2][0] : parts[2][1]].strip() != b"cudaMemAttachGlobal":
        raise NotFollowed(where, "it is attached to the host or to a stream")
    if call == "cudaMalloc" and re.search(rb"\bcudaIpc\w+\s*\(", text.code):
        raise NotFollowed(
            where, "the program gives memory to other processes, which unified memory cannot be"
        )
    first = text.data[parts[0][0] : parts[0][1]].strip()
    given = b"&" + name.encode() if first.startswith((b"(", b"reinterpret")) else first
    lead = b"pc_place_alloc_to((void **)(%s), %d" % (given, of.id)
    out = [keeping_lines(text.data, where, parts[0][1], lead)]
    if len(parts) > 2:
        out.append(keeping_lines(text.data, parts[1][1], close, b""))
    return out


def _check_pinned(text: Text, name: str, call: str, where: int, close: int) -> None:
    """Pinned memory is freed by another call, and takes no part in copies with a direction."""
    word = re.escape(name.encode())
    if call == "cudaMalloc":
        raise NotFollowed(where, "copies to and from it say a direction, which pinned memory does not have")
    if not re.search(rb"\bcudaFree\s*\(\s*%s\s*\)" % word, text.code):
        raise NotFollowed(where, f"no 'cudaFree({name})' is in this source")
    alias = re.search(
        rb"(?:=\s*(?:\([^()]*\)\s*)?|\breturn\s+|[{,]\s*\.\w+\s*=\s*)%s\b(?!\s*(?:\[|->|=))" % word, text.code
    )
    if alias is not None:
        raise NotFollowed(
            alias.start(), f"'{name}' is given another name, by which it may be copied or freed"
        )
    for found in _RUNTIME.finditer(text.code):
        at = closing(text.code, found.end() - 1)
        spelled = found.group()[:-1].strip()
        if spelled in (b"cudaFree", b"cudaMallocManaged") or where <= found.start() < close or at < 0:
            continue
        if re.search(rb"\b%s\b" % word, text.code[found.end() : at]):
            raise NotFollowed(
                found.start(), f"'{spelled.decode()}' is called for it, which is for other memory"
            )


def _arguments(text: Text, paren: int) -> tuple[list[tuple[int, int]], int]:
    """The arguments of a call as pieces of the text, and where its parenthesis closes."""
    close = closing(text.code, paren)
    if close < 0:
        return [], paren
    return pieces(text.code, paren + 1, close), close


def _name(text: Text, parts: Sequence[tuple[int, int]]) -> str | None:
    """The variable whose address the first argument is."""
    if len(parts) < 2:
        return None
    found = _GIVEN.match(text.code[parts[0][0] : parts[0][1]].strip())
    return found[1].decode() if found is not None else None


def _phases(
    text: Text,
    advice: Mapping[str, Any],
    taken: set[int],
    launches: Sequence[tuple[int, int]],
    remarks: list[Remark],
) -> list[Edit]:
    """The calls before kernels for which the advice has prefetches."""
    made: list[Edit] = []
    wanted = {
        action["phase"]
        for each in advice["objects"]
        if each["id"] in taken
        for action in each["actions"]
        if action["do"].startswith("prefetch-")
    }
    lines = dict(launches)
    for phase in sorted(wanted):
        if phase not in lines:
            said = f"the prefetches of phase {phase} are left out: no line of this source begins it"
            remarks.append(Remark("note", text.path, 0, said))
            continue
        start, end = text.line(lines[phase])
        begin = start + len(text.code[start:end]) - len(text.code[start:end].lstrip())
        before = text.code[:begin].rstrip()
        if (
            not before.endswith((b";", b"{", b"}"))
            or b";" in text.code[begin : text.code.find(b"<<<", begin)]
        ):
            said = (
                f"the prefetches of phase {phase} are left out: its launch does not begin a line of a block"
            )
            remarks.append(Remark("note", text.path, begin, said))
            continue
        made.append(Edit(begin, begin, b"pc_place_phase_begins(%d); " % phase, phase))
    return made
