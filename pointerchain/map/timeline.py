# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Timeline: what became of a source -> pictures of host, device and the copies between them.

A region and its constructs  ->  an arrow to the device, the kernels, the host's accesses, an arrow back, one
below the other as the program runs.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from pointerchain.lazy import NamedTuple
from pointerchain.map.mapping import Result
from pointerchain.map.objects import BOTH, FROM, TO, Decision
from pointerchain.map.resident import Region
from pointerchain.source import Source

_WIDTH, _ROW, _TOP, _HOST, _DEVICE = 1050, 36, 48, 320, 660
_LONGEST = {"host": 34, "kernel": 50, "made": 50}
"""Signs of a label; others stand between host and device."""
_BETWEEN = 48
_LOOPS = (b"for", b"while", b"do")


class Event(NamedTuple):
    """What happens at a line: a copy 'to' the device or 'from' it, a 'kernel', what the 'host' may do."""

    kind: str
    line: int
    text: str
    whole: str = ""
    """More of it, for who points at it."""


class Timeline(NamedTuple):
    """One picture."""

    title: str
    events: tuple[Event, ...]
    loop: int = 0
    """The line of the loop that has all but what stands at both ends; 0 where there is none."""


def timelines_of(result: Result) -> Iterator[Timeline]:
    """The pictures of a source: one for each region, and one for the constructs in none."""
    source = result.source
    placed: set[int] = set()
    for region in result.regions:
        placed |= {number for number, _ in region.uses}
        yield _of_region(result, source, region)
    alone = [
        (number, each)
        for number, each in enumerate(result.decisions)
        if number not in placed and (each.objects or each.values) and not each.remarks
    ]
    events = [event for _, each in alone for event in _of_construct(source, each, frozenset())]
    if events:
        yield Timeline("constructs by themselves", tuple(events))


def _of_region(result: Result, source: Source, region: Region) -> Timeline:
    first, last = source.line_column(region.at)[0], source.line_column(region.end - 1)[0]
    rows: list[tuple[int, int, Event]] = []
    for update in region.updates:
        line = source.line_column(update.at)[0]
        rows += [
            (update.at, 0, _copy(kind, line, {_name(each): each for each in items}))
            for kind, items in (("to", update.to), ("from", update.returns))
            if items
        ]
    for number in sorted({number for number, _ in region.uses}):
        decision = result.decisions[number]
        at = decision.construct.pragma.span.start
        place = at if region.at <= at < region.end else region.at  # called from there
        resident = frozenset(chain.text for other, chain in region.uses if other == number)
        rows += [(place, 1, event) for event in _of_construct(source, decision, resident)]
    accesses: dict[int, list[str]] = {}
    for each in region.residents:
        if region.at <= each.host < region.end:
            accesses.setdefault(each.host, []).append(each.chain.text)
    rows += [
        (at, 2, Event("host", source.line_column(at)[0], f"may access {', '.join(texts)}"))
        for at, texts in accesses.items()
    ]
    inner = [event for _, _, event in sorted(rows, key=lambda row: row[:2])]
    to = {each.chain.text: each.text for each in region.residents if each.to}
    made = {each.chain.text: each.text for each in region.residents if not each.to}
    home = {each.chain.text: each.text for each in region.residents if each.returns}
    begin = [_copy("to", first, to)] if to else []
    begin += [_copy("made", first, made)] if made else []
    end = [_copy("from", last, home)] if home else []
    is_loop = not region.is_block and result.data[region.at :].startswith(_LOOPS)
    title = f"region in lines {first} to {last}" if last > first else f"region in line {first}"
    return Timeline(title, (*begin, *inner, *end), first if is_loop else 0)


def _of_construct(source: Source, decision: Decision, resident: frozenset[str]) -> Iterator[Event]:
    """A kernel, with the copies of what is in no region."""
    line = source.line_column(decision.construct.pragma.span.start)[0]
    own = [each for each in decision.objects if each.chain.text not in resident]
    to = {each.chain.text: each.text for each in own if each.direction in (TO, BOTH)}
    home = {each.chain.text: each.text for each in own if each.direction in (FROM, BOTH)}
    if to:
        yield _copy("to", line, to)
    named = ", ".join(each.chain.text for each in decision.objects)
    yield Event("kernel", line, f"uses {named}" if named else "")
    if home:
        yield _copy("from", line, home)


def _copy(kind: str, line: int, texts: dict[str, str]) -> Event:
    """A copy, or an allocation, of objects, by their names, with how clauses list them."""
    names, whole = ", ".join(texts), ", ".join(texts.values())
    return Event(kind, line, f"allocates {names}" if kind == "made" else names, whole)


def _name(text: str) -> str:
    """What a clause lists, without its section."""
    return text.partition("[")[0]


# --- the picture -----------------------------------------------------------------------------------------


def svg_of(timeline: Timeline) -> str:
    """A timeline as an element of a page; its colours are the page's."""
    height = _TOP + _ROW * len(timeline.events) + 16
    out = [
        f"<svg viewBox='0 0 {_WIDTH} {height}' width='{_WIDTH}' height='{height}' role='img' "
        f"aria-label='{html.escape(timeline.title, quote=True)}: copies between host and device'>",
        *_lane("host", _HOST, height),
        *_lane("device", _DEVICE, height),
    ]
    if timeline.loop:
        out += _loop(timeline)
    for number, event in enumerate(timeline.events):
        out += _drawn(event, _TOP + _ROW * number + _ROW // 2)
    return "".join((*out, "</svg>"))


def _lane(name: str, x: int, height: int) -> Iterator[str]:
    yield f"<text class='lane' x='{x}' y='22' text-anchor='middle'>{name}</text>"
    yield f"<line class='lane' x1='{x}' y1='34' x2='{x}' y2='{height - 6}'/>"


def _loop(timeline: Timeline) -> Iterator[str]:
    """A frame around what a loop does many times."""
    outer = [number for number, each in enumerate(timeline.events) if each.line == timeline.loop]
    first = sum(1 for number in outer if timeline.events[number].kind in ("to", "made") and number < 2)
    last = len(timeline.events) - (timeline.events[-1].kind == "from")
    if last > first:
        y, height = _TOP + _ROW * first + 1, _ROW * (last - first) - 2
        yield f"<rect class='loop' x='76' y='{y}' width='{_WIDTH - 90}' height='{height}' rx='6'/>"
        yield f"<text class='said' x='84' y='{y + 14}'>loop in line {timeline.loop}</text>"


def _drawn(event: Event, y: int) -> Iterator[str]:
    yield f"<text class='said' x='8' y='{y + 4}'>line {event.line}</text>"
    longest = _LONGEST.get(event.kind, _BETWEEN)
    shown = event.text if len(event.text) <= longest else event.text[: longest - 1] + "\u2026"
    label = f"{html.escape(shown)}<title>{html.escape(event.whole or event.text)}</title>"
    middle = (_HOST + _DEVICE) // 2
    if event.kind in ("to", "from"):
        start, end = (_HOST + 6, _DEVICE - 6) if event.kind == "to" else (_DEVICE - 6, _HOST + 6)
        back = -8 if event.kind == "to" else 8
        yield f"<line class='{event.kind}' x1='{start}' y1='{y + 6}' x2='{end}' y2='{y + 6}'/>"
        tip = f"{end},{y + 6} {end + back},{y + 2} {end + back},{y + 10}"
        yield f"<polygon class='{event.kind}' points='{tip}'/>"
        yield f"<text x='{middle}' y='{y}' text-anchor='middle'>{label}</text>"
        return
    x = _HOST if event.kind == "host" else _DEVICE
    yield f"<rect class='{event.kind}' x='{x - 7}' y='{y - 10}' width='14' height='22' rx='3'/>"
    if event.kind == "host":
        yield f"<text x='{x - 16}' y='{y + 5}' text-anchor='end'>{label}</text>"
    else:
        yield f"<text x='{x + 16}' y='{y + 5}'>{label}</text>"
