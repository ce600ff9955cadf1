# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""One source before and after its translation: links and loads in each of its loops.

A translation keeps the lines, so a loop is the same lines in both. The compiler says by ``.loc`` of which
line an instruction is; counted are those in the assembly's natural loops.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pointerchain
from pointerchain.diagnostics import Diagnostic
from pointerchain.lazy import lazy_pattern
from pointerchain.loads.assembly import COMMENT, LABEL, Loads, blocks_of, loads_of, natural_loops
from pointerchain.loads.source_loops import SourceLoop, source_loops
from pointerchain.ptx.both_ways import NotTranslated, is_cxx, of_runtime, without_directives
from pointerchain.toolchain.ptx import PtxCompileError, family, host_flags, own_flags

_FUNCTION = lazy_pattern(r"\s*\.type\s+([\w.$]+)\s*,\s*[@%]function")
_FILE = lazy_pattern(r"\s*\.file\s+(\d+)\s+(?:\"[^\"]*\"\s+)?\"([^\"]*)\"")
_LOC = lazy_pattern(r"\s*\.loc\s+(\d+)\s+(\d+)")
_END = lazy_pattern(r"\s*\.(?:size|cfi_endproc)\b")


class LoadsError(Exception):
    """Nothing can be counted; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Side:
    """A loop of one text: links in its source, loads in its assembly."""

    links: int
    loads: Loads


@dataclass(frozen=True, slots=True)
class LoopPair:
    """One loop in both texts."""

    loop: SourceLoop
    original: Side
    translation: Side


@dataclass(frozen=True, slots=True)
class Comparison:
    """All loops of a source that were asked for, and what the translator said."""

    path: str
    command: str
    pairs: tuple[LoopPair, ...]
    diagnostics: tuple[Diagnostic, ...]


def compare(path: str, data: bytes, command: Sequence[str], *, every: bool = False) -> Comparison:
    """Count ``data``, the text of ``path``, with its directives ignored and with its chains hoisted.

    ``command`` is the compiler with its flags. With ``every`` loops that the translation left as they were
    count, too. Raises :class:`~pointerchain.ptx.both_ways.NotTranslated` and :class:`LoadsError`.
    """
    words = own_flags(command, path)
    try:
        kind = family(words[0])
    except PtxCompileError as error:
        raise LoadsError(str(error).replace(", whose PTX can be asked for", "")) from None
    if kind not in ("gcc", "clang"):
        raise LoadsError(f"'{words[0]}' is neither gcc nor clang, whose assembly is read")
    translation = pointerchain.translate(data, path, host_flags(words[1:]))
    if translation.text is None:
        raise NotTranslated("the source is not translated", translation.diagnostics)
    if not translation.chains_hoisted:
        raise NotTranslated(
            f"'{path}' hoists no chain, so there is nothing to compare", translation.diagnostics
        )
    original = without_directives(data, path)
    cxx = is_cxx(path)
    texts = (original, translation.text)
    named = zip(texts, ("directives ignored", "chains hoisted"), strict=True)
    counted = [_counts(path, text, words, kind, what) for text, what in named]
    loops = [{loop.first: loop for loop in source_loops(text, cxx)} for text in texts]
    pairs = []
    for first, loop in loops[0].items():
        other = loops[1].get(first)
        if other is None or other.last != loop.last:
            continue
        if every or _lines(original, loop) != _lines(translation.text, loop):
            sides = [
                Side(each.links, _sum(counts, loop))
                for each, counts in zip((loop, other), counted, strict=True)
            ]
            pairs.append(LoopPair(loop, sides[0], sides[1]))
    return Comparison(path, " ".join(words), tuple(pairs), translation.diagnostics)


def _lines(text: bytes, loop: SourceLoop) -> list[bytes]:
    return text.split(b"\n")[loop.first - 1 : loop.last]


def _sum(counts: dict[int, Loads], loop: SourceLoop) -> Loads:
    inside = [loads for line, loads in counts.items() if loop.first <= line <= loop.last]
    return Loads(sum(each.all for each in inside), sum(each.pointers for each in inside))


def _counts(path: str, text: bytes, words: Sequence[str], kind: str, what: str) -> dict[int, Loads]:
    """The loads in loops by source line, in the assembly of ``text``, which is ``path`` with its ``what``."""
    with tempfile.TemporaryDirectory(prefix="pointerchain-") as folder:
        source = Path(folder, Path(path).name)
        source.write_bytes(text)
        # The host's code alone: that of devices is in files or sections of its own.
        host = ["-foffload=disable"] if kind == "gcc" else ["--offload-host-only"]
        added = [*host, "-g", "-w", "-D__pointerchain=1", "-iquote", str(Path(path).absolute().parent)]
        command = [*words, *added, *of_runtime(text), "-S", str(source), "-o", "-"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            raise LoadsError(f"cannot run '{words[0]}': {error.strerror}") from None
        if done.returncode != 0:
            # It may be one only that fails: compilers take no chain in a 'reduction'.
            said = done.stderr.replace(str(source), path).rstrip()
            raise LoadsError(f"'{path}' with its {what}: '{words[0]}' failed:\n{said}")
    return loads_by_line(done.stdout, Path(path).name)


def loads_by_line(assembly: str, name: str) -> dict[int, Loads]:
    """The loads in natural loops by the line of the source called ``name`` that they are of."""
    numbers = {number for number, file in _FILE.findall(assembly) if Path(file).name == name}
    found: dict[int, Loads] = {}
    for lines, places in _functions(assembly):
        blocks = blocks_of(lines)
        inside = set().union(*natural_loops(blocks))
        at = 0
        for index, block in enumerate(blocks):
            for line in block.lines:
                place, at = places[at], at + 1
                if index in inside and place and place[0] in numbers and not LABEL.match(line):
                    loads, before = loads_of(line), found.get(place[1], Loads(0, 0))
                    found[place[1]] = Loads(before.all + loads.all, before.pointers + loads.pointers)
    return found


def _functions(assembly: str) -> Iterator[tuple[list[str], list[tuple[str, int] | None]]]:
    """The labels and instructions of each function, and of each its file's number and its line."""
    names = set(_FUNCTION.findall(assembly))
    lines: list[str] = []
    places: list[tuple[str, int] | None] = []
    inside, place = False, None
    for text in assembly.splitlines():
        line = COMMENT.split(text, maxsplit=1)[0].rstrip()
        label = LABEL.match(line)
        located = _LOC.match(line)
        if label and label[1] in names:
            inside, lines, places, place = True, [line], [None], None
        elif inside and _END.match(line):
            yield lines, places
            inside = False
        elif inside and located:
            place = located[1], int(located[2])
        elif inside and line and (label or not re.match(r"\s*\.", line)):
            lines.append(line)
            places.append(place)


def text_report(comparison: Comparison) -> str:
    """A block for each loop."""
    rows = [f"{comparison.path}, {comparison.command}\n"]
    for pair in comparison.pairs:
        where = f"{comparison.path}:{pair.loop.first}-{pair.loop.last}"
        head = pair.loop.head if len(pair.loop.head) <= 60 else pair.loop.head[:57] + "..."
        rows.append(f"{'  ' * pair.loop.depth}{head}  ({where})")
        rows.append(f"{'':34}{'original':>12}{'translation':>12}{'saved':>8}")
        for what, before, after in _numbers(pair):
            rows.append(f"  {what:32}{before:12}{after:12}{before - after:8}")
        rows.append("")
    return "\n".join(rows)


def json_report(comparison: Comparison) -> dict[str, object]:
    """The same for programs."""
    return {
        "file": comparison.path,
        "command": comparison.command,
        "loops": [
            {
                "first_line": pair.loop.first,
                "last_line": pair.loop.last,
                "depth": pair.loop.depth,
                **{
                    name: {"links": side.links, "loads": side.loads.all, "pointer_loads": side.loads.pointers}
                    for name, side in (("original", pair.original), ("translation", pair.translation))
                },
            }
            for pair in comparison.pairs
        ],
    }


def _numbers(pair: LoopPair) -> list[tuple[str, int, int]]:
    before, after = pair.original, pair.translation
    return [
        ("links walked in the source", before.links, after.links),
        ("instructions that load", before.loads.all, after.loads.all),
        ("of them, pointers", before.loads.pointers, after.loads.pointers),
    ]
