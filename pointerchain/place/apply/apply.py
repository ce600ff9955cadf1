# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""(advice, sources) -> the sources as the advice says, and what is to be said of them. Writes nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pointerchain.build.includes import OWN_HEADERS
from pointerchain.place.apply import cuda
from pointerchain.place.apply.accesses import AccessPlace, keys
from pointerchain.place.apply.edits import deleted, included, renamed, renewed, touched
from pointerchain.place.apply.flow import Flow, Found
from pointerchain.place.apply.program import Program
from pointerchain.place.apply.reading import NotReadable, Remark, Unit
from pointerchain.place.apply.shared import World
from pointerchain.place.apply.sites import Changed, Site, Wanted, find, is_applied, stale, wanted
from pointerchain.place.apply.states import NotFollowed, inside
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


Given = Unit | cuda.Text


def read(path: str, data: bytes, args: Sequence[str], language: str | None, dialect: str) -> Given:
    """A source; ``args`` are the compiler's. Raises NotReadable where Clang finds errors in it."""
    if dialect == "cuda":
        return cuda.Text(path, data)
    return Unit(path, data, [*args, FLAGS[dialect], f"-I{OWN_HEADERS}"], language)


def apply(
    sources: Sequence[Given], rows: Mapping[str, Sequence[Wanted]], advice: Mapping[str, Any], dialect: str
) -> list[Applied]:
    """Put an advice for some objects, by their sources' paths, into the sources of a program."""
    plain = {path: [each for each in wants if not each.structure] for path, wants in rows.items()}
    if dialect == "cuda":
        texts = [each for each in sources if isinstance(each, cuda.Text)]
        made = [_cuda(text, plain[text.path], advice) for text in texts]
    else:
        units = [each for each in sources if isinstance(each, Unit)]
        made = _apply(Program(units), plain, advice, dialect)
    return [_with_structures(each, rows[each.path]) for each in made]


def check(source: Given, made: Applied) -> None:
    """Refuse a result whose lines moved, or that would not compile: NotReadable.

    A program may have names of the header's, or be C89.
    """
    if made.after.count(b"\n") != made.before.count(b"\n"):
        raise RuntimeError(f"the lines of '{made.path}' would move")
    if isinstance(source, Unit) and made.after != made.before:
        try:
            source.parsed_again(made.after)
        except NotReadable as error:
            raise NotReadable(f"it is not changed, for the result would not compile: {error}") from None


def _with_structures(made: Applied, rows: Sequence[Wanted]) -> Applied:
    """What was made of a source, and what is said of the structures that it allocates."""
    said = [_of_structure(Source(made.path, made.before), each) for each in rows if each.structure]
    kept = sum(each.severity == "note" for each in said)
    return replace(
        made, remarks=(*made.remarks, *said), left=made.left + len(said) - kept, kept=made.kept + kept
    )


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


@dataclass(slots=True)
class _Made:
    """What becomes of a source."""

    remarks: list[Remark] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    touches: dict[tuple[str, int, int, bool], AccessPlace] = field(default_factory=dict)
    frees: dict[int, Node] = field(default_factory=dict)
    placed: int = 0
    kept: int = 0


def _apply(
    program: Program, rows: Mapping[str, Sequence[Wanted]], advice: Mapping[str, Any], dialect: str
) -> list[Applied]:
    made = {unit.path: _Made() for unit in program.units}
    world = World(program)
    for unit in program.units:
        _check_kernels(unit, advice, made[unit.path].remarks)
        _place(world, unit, rows[unit.path], made, dialect)
    if any(each.severity == "error" for of in made.values() for each in of.remarks):
        return [
            Applied(unit.path, unit.data, unit.data, tuple(made[unit.path].remarks), 0, 0)
            for unit in program.units
        ]
    return [
        Applied(
            unit.path,
            unit.data,
            rewrite(unit.data, _edits(program, unit, made[unit.path])),
            tuple(made[unit.path].remarks),
            made[unit.path].placed,
            len(rows[unit.path]) - made[unit.path].placed - made[unit.path].kept,
            made[unit.path].kept,
        )
        for unit in program.units
    ]


def _place(world: World, unit: Unit, rows: Sequence[Wanted], made: Mapping[str, _Made], dialect: str) -> None:
    """Place the objects that a source allocates, in all sources."""
    own = made[unit.path]
    sites: dict[int, Wanted] = {}
    for each in rows:
        if each.allocation == "host":
            own.placed += 1
            continue
        before = is_applied(unit, each)
        if before is not None:
            if before == _CALLS[each.allocation]:
                own.placed += 1
            else:
                text = (
                    f"'{each.label}' stays in '{before}' of an earlier advice: apply to the program as it was"
                )
                start = unit.source.line_starts[each.line - 1]
                own.remarks.append(Remark("warning", unit.path, start, text))
            continue
        try:
            site = find(unit, each)
            if site.call.start in sites:
                raise NotFollowed(
                    site.call.start, f"'{sites[site.call.start].label}' is allocated by the same call"
                )
            sites[site.call.start] = each
            if site.call.kind == Kind.CALL and site.call.name() in world.program.replaced:
                raise NotFollowed(site.call.start, f"the program has its own '{site.call.name()}'")
            _check_dialect(site, each, dialect)
            found = _followed(world, site, each, own.remarks)
        except Changed as changed:
            own.remarks.append(stale(unit.source, changed))
            continue
        except NotFollowed as why:
            text = f"'{each.label}' is left where it is: {why.why}"
            own.remarks.append(Remark("warning", why.path or unit.path, why.where, text))
            continue
        if found is None:
            own.kept += 1
            continue
        own.placed += 1
        own.edits += _allocated(unit, site, each)
        for other, call in found.frees.values():
            made[other.path].frees[call.start] = call
        if each.allocation == "device":
            for touch in found.touches:
                touches = made[touch.unit.path].touches
                touches[touch.place] = touch.merged(touches.get(touch.place))


def _allocated(unit: Unit, site: Site, of: Wanted) -> list[Edit]:
    name = _CALLS[of.allocation]
    if site.call.kind == Kind.NEW:
        return renewed(unit, site.call, name)
    return [renamed(unit, site.call, name + ("_zeroed" if site.call.name() == "calloc" else ""))]


def _edits(program: Program, unit: Unit, made: _Made) -> list[Edit]:
    edits = list(made.edits)
    for call in made.frees.values():
        edits += deleted(unit, call) if call.kind == Kind.DELETE else [renamed(unit, call, "pc_place_free")]
    for touch in _needed(program, unit, keys(made.touches.values())):
        edits += touched(unit, touch)
    return [*edits, *_included(unit)] if edits else []


def _included(unit: Unit) -> list[Edit]:
    first = min(each.node.start for rows in unit.functions.values() for each in rows)
    made = included(unit.source, unit.lexed, HEADER, first)
    return [made] if made is not None else []


def _followed(world: World, site: Site, of: Wanted, remarks: list[Remark]) -> Found | None:
    """What has to be edited for an object; None where nothing has to."""
    flow = Flow(world, site)
    unit, kept = site.function.unit, None
    try:
        found = flow.run()
        kept = found.data
    except NotFollowed:
        kept = flow.found.data
        if of.allocation != "device" or kept is None:
            raise
    device = of.allocation == "device"
    if device and kept is not None:
        other, construct = kept
        text = f"'{of.label}' stays as it is: the program's own '{construct.spelling}' keeps it on the device"
        remarks.append(Remark("note", other.path, construct.pragma.span.start, text))
        return None
    if device and not found.repeated:
        text = f"'{of.label}' stays as it is: one kernel uses it once, with the copies that the advice has"
        remarks.append(Remark("note", unit.path, site.call.start, text))
        return None
    if device and found.lost is not None:
        raise found.lost
    edited = {unit.path: unit, **{other.path: other for other, _ in found.frees.values()}}
    for touch in found.touches if device else ():
        with inside(touch.unit.path):
            touched(touch.unit, touch)
        edited[touch.unit.path] = touch.unit
    for other in edited.values():
        with inside(other.path):
            _included(other)
    if flow.places and not world.told:
        world.told = True
        text = (
            "its address is kept outside of functions, so these sources have to be the whole program: "
            "no other one may access it in a constructor or destructor"
        )
        remarks.append(Remark("note", unit.path, site.call.start, f"'{of.label}' is placed; {text}"))
    return found


def _check_dialect(site: Site, of: Wanted, dialect: str) -> None:
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


def _needed(program: Program, unit: Unit, rows: Sequence[AccessPlace]) -> list[AccessPlace]:
    """Places without those that a statement of the same block right before has made already."""
    by_block: dict[int, list[AccessPlace]] = {}
    kept: list[AccessPlace] = []
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
                # Which object a member leads to may change where no pointer is assigned: by a record.
                if any(mode & ~known.get(name, 0) or not name.isidentifier() for name, mode in touch.modes):
                    kept.append(touch)
                    for name, mode in touch.modes:
                        known[name] = known.get(name, 0) | mode
            if touch is None or not _is_simple(program, unit, child):
                known.clear()
    return keys(kept)


def _is_simple(program: Program, unit: Unit, node: Node) -> bool:
    """Whether a statement changes nothing about which copy is valid and what pointers point to."""
    if unit.governing(node) or unit.constructs_in(node.span):
        return False
    for each in (node, *node.inside):
        if each.kind == Kind.CALL and not _is_systems(program, each):
            return False
        if (
            each.kind in (Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.UNARY, Kind.VARIABLE)
            and each.type_kind == POINTER_TYPE
        ):
            return False
    return True


def _is_systems(program: Program, call: Node) -> bool:
    """Whether a call is one of a system's library that calls nothing of the program's."""
    row = program.library(call)
    return program.gives_nothing(call) or (row is not None and not (row.calls or row.frees))
