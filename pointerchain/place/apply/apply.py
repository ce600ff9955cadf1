# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""(advice, sources) -> the sources as the advice says, and what is to be said of them. Writes nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pointerchain.build.includes import OWN_HEADERS
from pointerchain.place.apply import cuda
from pointerchain.place.apply.edits import deleted, included, renamed, renewed, touched
from pointerchain.place.apply.flow import Flow, Found, Touch, keys
from pointerchain.place.apply.reading import NotReadable, Remark, Unit
from pointerchain.place.apply.sites import Changed, Site, Wanted, find, is_applied, stale, wanted
from pointerchain.place.apply.states import NotFollowed
from pointerchain.source import Source
from pointerchain.translator.clang.libclang import POINTER_TYPE, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.emit.rewrite import Edit, rewrite

FLAGS = {"openmp": "-fopenmp", "openacc": "-fopenacc"}
HEADER = "pointerchain/place_objects.h"
_CALLS = {"pinned": "pc_place_pinned", "managed": "pc_place_managed", "device": "pc_place_resident"}


@dataclass(frozen=True, slots=True)
class Applied:
    """A source before and after; ``remarks`` say what was left alone and why."""

    path: str
    before: bytes
    after: bytes
    remarks: tuple[Remark, ...]
    placed: int
    """How many objects are as the advice says, those that were so before included."""

    left: int
    """How many are left where they are, with a warning."""
    kept: int = 0
    """How many stay as the program has them, with a note: its own directives keep them on the device."""

    @property
    def failed(self) -> bool:
        """Whether the source is not one that the advice is for."""
        return any(each.severity == "error" for each in self.remarks)


def assigned(advice: Mapping[str, Any], paths: Sequence[str]) -> tuple[dict[str, list[Wanted]], list[Wanted]]:
    """The objects of each source by the file of their site, and those of no source here."""
    rows: dict[str, list[Wanted]] = {path: [] for path in paths}
    others = []
    for each in wanted(advice):
        path = _source_of(each.file, paths)
        if path is None:
            others.append(each)
        else:
            rows[path].append(each)
    return rows, others


def apply(
    path: str,
    data: bytes,
    args: Sequence[str],
    language: str | None,
    rows: Sequence[Wanted],
    advice: Mapping[str, Any],
    dialect: str,
) -> Applied:
    """Put an advice for some objects into one source; ``args`` are the compiler's.

    Raises NotReadable where Clang finds errors in the source, or in what is made of it: a program may
    have names of the header's, or be C89.
    """
    deep = [each for each in rows if each.structure]
    if deep:
        made = apply(path, data, args, language, [each for each in rows if each not in deep], advice, dialect)
        said = [_of_structure(Source(path, data), each) for each in deep]
        kept = sum(each.severity == "note" for each in said)
        return replace(
            made,
            remarks=(*made.remarks, *said),
            left=made.left + len(said) - kept,
            kept=made.kept + kept,
        )
    if dialect == "cuda":
        return _cuda(cuda.Text(path, data), rows, advice)
    arguments = [*args, FLAGS[dialect], f"-I{OWN_HEADERS}"]
    made = _apply(Unit(path, data, arguments, language), rows, advice, dialect)
    if made.after != made.before:
        if made.after.count(b"\n") != made.before.count(b"\n"):
            raise RuntimeError(f"the lines of '{path}' would move")
        try:
            Unit(path, made.after, arguments, language)
        except NotReadable as error:
            raise NotReadable(f"it is not changed, for the result would not compile: {error}") from None
    return made


def _of_structure(source: Source, of: Wanted) -> Remark:
    """What is said of a structure that 'deepcopy' directives copy."""
    where = source.line_starts[min(of.line, len(source.line_starts)) - 1]
    if of.allocation == "device":
        text = f"'{of.label}' stays as it is: 'deepcopy' keeps it in device memory"
        return Remark("note", source.name, where, text)
    memory = "managed" if of.allocation == "managed" else "pinned host"
    text = (
        f"'{of.label}' is left where it is: it is a structure; where all of its objects are allocated in "
        f"{memory} memory, kernels need neither 'deepcopy' nor copies of it"
    )
    return Remark("warning", source.name, where, text)


def _cuda(text: cuda.Text, rows: Sequence[Wanted], advice: Mapping[str, Any]) -> Applied:
    try:
        edits, remarks, placed = cuda.edits(text, rows, advice, _kernels(advice, text.path))
    except NotFollowed as why:  # no place for the include line
        said = Remark("warning", text.path, why.where, f"nothing is changed: {why.why}")
        return Applied(text.path, text.data, text.data, (said,), 0, len(rows))
    if any(each.severity == "error" for each in remarks):
        return Applied(text.path, text.data, text.data, tuple(remarks), 0, 0)
    after = rewrite(text.data, edits)
    return Applied(text.path, text.data, after, tuple(remarks), placed, len(rows) - placed)


def _apply(unit: Unit, rows: Sequence[Wanted], advice: Mapping[str, Any], dialect: str) -> Applied:
    remarks: list[Remark] = []
    edits: list[Edit] = []
    placed = kept = 0
    strange = unit.strange
    touches: dict[tuple[int, int, bool, bool], Touch] = {}
    sites: dict[int, Wanted] = {}
    done: list[tuple[Wanted, Site, Found]] = []
    _check_kernels(unit, advice, remarks)
    for each in rows:
        if each.allocation == "host":
            placed += 1
            continue
        before = is_applied(unit, each)
        if before is not None:
            if before == _CALLS[each.allocation]:
                placed += 1
            else:
                text = (
                    f"'{each.label}' stays in '{before}' of an earlier advice: apply to the program as it was"
                )
                remarks.append(Remark("warning", unit.path, unit.source.line_starts[each.line - 1], text))
            continue
        try:
            site = find(unit, each)
            if site.call.start in sites:
                raise NotFollowed(
                    site.call.start, f"'{sites[site.call.start].label}' is allocated by the same call"
                )
            sites[site.call.start] = each
            if strange is not None:
                raise NotFollowed(*strange)
            _check_dialect(unit, site, each, dialect)
            found = _followed(unit, site, each, remarks)
        except Changed as changed:
            remarks.append(stale(unit.source, changed))
            continue
        except NotFollowed as why:
            remarks.append(
                Remark("warning", unit.path, why.where, f"'{each.label}' is left where it is: {why.why}")
            )
            continue
        if found is None:
            kept += 1
        else:
            placed += 1
            done.append((each, site, found))
    if any(each.severity == "error" for each in remarks):
        return Applied(unit.path, unit.data, unit.data, tuple(remarks), 0, 0)
    frees: dict[int, Node] = {}
    for each, site, found in done:
        if site.call.kind == Kind.NEW:
            edits += renewed(unit, site.call, _CALLS[each.allocation])
        else:
            zeroed = "_zeroed" if site.call.name() == "calloc" else ""
            edits.append(renamed(unit, site.call, _CALLS[each.allocation] + zeroed))
        frees.update(found.frees)
        if each.allocation == "device":
            for touch in found.touches.values():
                _merge(touches, touch)
    for call in frees.values():
        edits += deleted(unit, call) if call.kind == Kind.DELETE else [renamed(unit, call, "pc_place_free")]
    for touch in _needed(unit, keys(touches.values())):
        edits += touched(unit, touch)
    if edits:
        try:
            edits += _included(unit, edits)
        except NotFollowed as why:
            remarks.append(Remark("warning", unit.path, why.where, f"nothing is changed: {why.why}"))
            return Applied(unit.path, unit.data, unit.data, tuple(remarks), 0, len(rows))
    left = len(rows) - placed - kept
    after = rewrite(unit.data, edits)
    return Applied(unit.path, unit.data, after, tuple(remarks), placed, left, kept)


def _included(unit: Unit, edits: Sequence[Edit]) -> list[Edit]:
    first = [each.node.start for rows in unit.functions.values() for each in rows]
    made = included(unit.source, unit.lexed, HEADER, min([*first, *(edit.start for edit in edits)]))
    return [made] if made is not None else []


def _followed(unit: Unit, site: Site, of: Wanted, remarks: list[Remark]) -> Found | None:
    """What has to be edited for an object; None where nothing has to."""
    flow = Flow(unit, site.function, site.call, site.variable)
    kept = None
    try:
        found = flow.run()
        kept = found.data
    except NotFollowed:
        kept = flow.found.data
        if of.allocation != "device" or kept is None:
            raise
    if of.allocation != "device":
        return found
    if kept is not None:
        remarks.append(
            Remark(
                "note",
                unit.path,
                kept.pragma.span.start,
                f"'{of.label}' stays as it is: the program's own '{kept.spelling}' keeps it on the device",
            )
        )
        return None
    if not found.repeated:
        remarks.append(
            Remark(
                "note",
                unit.path,
                site.call.start,
                f"'{of.label}' stays as it is: one kernel uses it once, with the copies that the advice has",
            )
        )
        return None
    if found.lost is not None:
        raise found.lost
    for touch in found.touches.values():
        touched(unit, touch)
    return found


def _check_dialect(unit: Unit, site: Site, of: Wanted, dialect: str) -> None:
    where = site.call.start
    if of.allocation == "managed" and of.advice != "none":
        raise NotFollowed(where, f"{_NAMES[dialect]} has no call for the advice '{of.advice}'")
    if dialect == "openacc" and of.allocation in ("managed", "pinned"):
        what = "unified" if of.allocation == "managed" else "pinned"
        raise NotFollowed(where, f"OpenACC has no call that allocates {what} memory")


_NAMES = {"openmp": "OpenMP", "openacc": "OpenACC"}


def _check_kernels(unit: Unit, advice: Mapping[str, Any], remarks: list[Remark]) -> None:
    """The lines of the advice's kernels hold constructs, or the source has changed since."""
    held = {unit.line_column(each.pragma.span.start)[0] for each in unit.constructs}
    wrong = next((line for _, line in _kernels(advice, unit.path) if line not in held), None)
    if wrong is not None:
        remarks.append(stale(unit.source, Changed(wrong, "it holds no construct of a kernel")))


def _kernels(advice: Mapping[str, Any], path: str) -> list[tuple[int, int]]:
    """The phases of the kernels that a source starts, and the lines where it does."""
    return [
        (phase["id"], phase["place"]["line"])
        for phase in advice["phases"]
        if phase["side"] == "device"
        and phase["place"] is not None
        and _source_of(phase["place"]["file"], (path,)) is not None
    ]


def _source_of(file: str, paths: Sequence[str]) -> str | None:
    """The source that a place of an advice means: the same file, or the only one whose path ends so."""
    same = [path for path in paths if os.path.realpath(path) == os.path.realpath(file)]
    if same:
        return same[0]
    words = Path(os.path.normpath(file)).parts
    ends = [path for path in paths if Path(path).absolute().parts[-len(words) :] == words]
    return ends[0] if len(ends) == 1 else None


def _merge(touches: dict[tuple[int, int, bool, bool], Touch], touch: Touch) -> None:
    key = (touch.node.start, touch.node.end, touch.device, touch.head)
    before = touches.get(key)
    if before is None:
        touches[key] = touch
        return
    modes = dict(before.modes)
    for name, mode in touch.modes:
        modes[name] = modes.get(name, 0) | mode
    touches[key] = Touch(
        before.node,
        before.function,
        tuple(sorted(modes.items())),
        before.device,
        before.head,
        before.construct,
    )


def _needed(unit: Unit, rows: Sequence[Touch]) -> list[Touch]:
    """Touches without those that a statement of the same block right before has made already."""
    by_block: dict[int, list[Touch]] = {}
    kept: list[Touch] = []
    for each in rows:
        parent = each.node.parent
        if each.head or parent is None or parent.kind != Kind.COMPOUND:
            kept.append(each)
        else:
            by_block.setdefault(parent.start, []).append(each)
    for members in by_block.values():
        block = members[0].node.parent
        assert block is not None
        own = {(each.node.start, each.node.end): each for each in members if not each.device}
        known: dict[str, int] = {}
        kept += [each for each in members if each.device]
        for child in block.below:
            touch = own.get((child.start, child.end))
            if touch is not None:
                if any(mode & ~known.get(name, 0) for name, mode in touch.modes):
                    kept.append(touch)
                    for name, mode in touch.modes:
                        known[name] = known.get(name, 0) | mode
            if touch is None or not _is_simple(unit, child):
                known.clear()
    return keys(kept)


def _is_simple(unit: Unit, node: Node) -> bool:
    """Whether a statement changes nothing about which copy is valid and what pointers point to."""
    if unit.governing(node) or unit.constructs_in(node.span):
        return False
    for each in (node, *node.inside):
        if each.kind == Kind.CALL and unit.functions.get(each.name()):
            return False
        if (
            each.kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY, Kind.VARIABLE)
            and each.type_kind == POINTER_TYPE
        ):
            return False
    return True
