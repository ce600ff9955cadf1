# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Page: what became of sources -> one page of HTML that needs nothing else.

For each construct a table of its objects: the direction, the section, where it enters and leaves, and why;
for each region a picture of host, device and the copies between them.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from pointerchain.map.mapping import Result
from pointerchain.map.objects import Decision
from pointerchain.map.report import place_of, rows_of_objects, summary, word_of, words_of_region
from pointerchain.map.resident import Region
from pointerchain.map.timeline import svg_of, timelines_of
from pointerchain.source import Source

_STYLE = """\
:root { color-scheme: light dark; --said: #57606a; --to: #0969da; --from: #1a7f37; --no: #cf222e;
  --line: #d0d7de; --kernel: #8250df; --host: #9a6700; }
@media (prefers-color-scheme: dark) {
  :root { --said: #8b949e; --to: #58a6ff; --from: #3fb950; --no: #f85149; --line: #30363d;
    --kernel: #bc8cff; --host: #d29922; } }
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h2 { font-size: 1.25rem; margin-top: 2.4rem; } h3 { font-size: 1rem; margin: 1.6rem 0 .3rem; }
h3 span, p.said { color: var(--said); font-weight: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
td.code, code { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.question, .left { color: var(--no); }
figure { margin: .5rem 0 1.5rem; overflow-x: auto; }
svg { font: 12px system-ui, sans-serif; max-width: 100%; height: auto; }
svg text { fill: currentColor; } svg text.lane { font-weight: 600; font-size: 14px; }
svg text.said { fill: var(--said); font-size: 11px; }
svg line.lane { stroke: var(--line); stroke-width: 2; }
svg .loop { fill: none; stroke: var(--line); stroke-dasharray: 5 4; }
svg line.to { stroke: var(--to); stroke-width: 1.6; } svg polygon.to { fill: var(--to); }
svg line.from { stroke: var(--from); stroke-width: 1.6; } svg polygon.from { fill: var(--from); }
svg rect.kernel { fill: var(--kernel); } svg rect.host { fill: var(--host); }
svg rect.made { fill: none; stroke: var(--kernel); }
"""
_LEGEND = (
    "From top to bottom as the program runs: kernels on the device, the host's accesses of what is there, "
    "and the copies between them. What a loop's frame has in it happens in each iteration."
)


def page_of(results: Sequence[Result]) -> str:
    """A page that shows each source."""
    parts = [
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>pointerchain map</title><style>{_STYLE}</style></head><body>",
        f"<h1>Data of compute constructs</h1><p>{html.escape(summary(results).strip())}.</p>",
        f"<p class='said'>{_LEGEND}</p>",
    ]
    for result in results:
        if result.decisions or result.others:
            parts += [f"<h2>{html.escape(result.path)}</h2>", *_source(result)]
    return "\n".join([*parts, "</body></html>\n"])


def _source(result: Result) -> Iterator[str]:
    source = result.source
    for timeline in timelines_of(result):
        yield f"<h3>{html.escape(timeline.title)}</h3><figure>{svg_of(timeline)}</figure>"
    for region in result.regions:
        yield from _region(source, region)
    for number, decision in enumerate(result.decisions):
        yield from _construct(source, result, number, decision)
    if result.unproved:
        yield f"<p class='left'>not proved: {html.escape(result.unproved)}</p>"
    for remark in result.others:
        place = html.escape(place_of(source, remark.where))
        yield f"<p class='left'>{place}: left: {html.escape(remark.text)}</p>"


def _construct(source: Source, result: Result, number: int, decision: Decision) -> Iterator[str]:
    place = html.escape(place_of(source, decision.construct.pragma.span.start))
    yield f"<h3>{html.escape(decision.construct.spelling)} <span>{place}</span></h3>"
    around = {
        chain.text: region for region in result.regions for other, chain in region.uses if other == number
    }
    stays = {each.chain.text: each.why for each in result.stays if each.construct == number}
    rows = []
    for direction, name, text, why in rows_of_objects(decision):
        region = around.get(name)
        where = "with the construct" if direction != "by value" else ""
        if region is not None:
            where = f"with the region in lines {_lines(source, region)}"
        elif name in stays:
            rows.append((direction, text, where, f"{why}; it is in no region: {stays[name]}"))
            continue
        rows.append((direction, text, where, why))
    if rows:
        yield _table(("direction", "object", "enters and leaves", "why"), rows)
    for remark in decision.remarks:
        said = f"{place_of(source, remark.where)}: {word_of(remark)}: {remark.text}"
        yield f"<p class='{word_of(remark)}'>{html.escape(said)}</p>"


def _region(source: Source, region: Region) -> Iterator[str]:
    head, rows = words_of_region(source, region)
    yield f"<h3>{html.escape(head)} <span>{html.escape(place_of(source, region.at))}</span></h3>"
    yield _table(("direction", "object", "why"), rows)


def _lines(source: Source, region: Region) -> str:
    return f"{source.line_column(region.at)[0]} to {source.line_column(region.end - 1)[0]}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = ["<div class='wide'><table><thead><tr>", *(f"<th>{each}</th>" for each in heads)]
    out.append("</tr></thead><tbody>")
    for row in rows:
        cells = (
            f"<td{' class=code' if number == 1 else ''}>{html.escape(each)}</td>"
            for number, each in enumerate(row)
        )
        out.append(f"<tr>{''.join(cells)}</tr>")
    return "".join((*out, "</tbody></table></div>"))
