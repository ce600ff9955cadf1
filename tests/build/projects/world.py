# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The files of a project as they are at one time, and random edits of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from copy import deepcopy
from dataclasses import dataclass, field

from progen.choices import Choices

from projects import sources
from projects.known import KNOWN
from projects.options import QUOTED_ONLY, SEARCHES
from projects.sources import Body, Header, SourceText

WHERE = {
    "text: __FILE__": '  t += (int)sizeof(__FILE__); (void)printf("%s\\n", __FILE__);',
    "text: __LINE__": "  t += __LINE__;",
    "text: __BASE_FILE__": '  (void)printf("%s\\n", __BASE_FILE__);',
    "text: __INCLUDE_LEVEL__": "  t += __INCLUDE_LEVEL__;",
    "text: __COUNTER__": "  t += __COUNTER__;",
    "text: __func__": '  (void)printf("%s\\n", __func__);',
    "text: an unused variable": "  int unused = 1;",
    "text: a misleading indentation": "  if (t)\n    t++;\n    t++;",
    "text: a sign comparison": "  if (t < sizeof(int)) t++;",
    "text: #warning": "#warning look here",
    "text: #line": '#line 100 "made.y"\n  t++;',
    "text: a condition": "#if defined(X1) && !defined(X2)\n  t++;\n#endif",
    "text: utf-8": '  (void)printf("%s\\n", "h\u00e9");',
}
ERRORS = {
    "error: a missing semicolon": "int broken = 1\n",
    "error: unknown name": "int broken(void) { return nowhere; }\n",
    "error: #error": "#error stop\n",
    "error: no such header": '#include "nowhere.h"\n',
    "error: a type": "int broken(struct S *s) { return s->a->none; }\n",
    "error: a brace": "int broken(void) {\n",
}
SPELLED = {
    "include: quoted": lambda name: f'#include "{name}"',
    "include: angled": lambda name: f"#include <{name}>",
    "include: blanks": lambda name: f'  #  include\t"{name}"  // here',
    "include: comment": lambda name: f'#include /* of */ "{name}"',
    "include: dot": lambda name: f'#include "./{name}"',
    "include: macro": lambda name: f'#define H "{name}"\n#include H\n#undef H',
    "include: made by #": lambda name: (
        f"#define S2(x) #x\n#define S1(x) S2(x)\n#include S1({name})\n#undef S1\n#undef S2"
    ),
    "include: by -D": lambda name: "#include HEADER",
    "include: conditional": lambda name: f'#if 1\n#include "{name}"\n#endif',
    "include: __has_include": lambda name: f'#if __has_include("{name}")\n#include "{name}"\n#endif',
    "include: twice": lambda name: f'#include "{name}"\n#include "{name}"',
    "include: continued": lambda name: f'#include \\\n"{name}"',
    "include: digraph": lambda name: f'%:include "{name}"',
}


@dataclass
class World:
    """All files of a project, and what was drawn for it once."""

    cxx: bool = False
    family: str = "gcc"
    sources: list[SourceText] = field(default_factory=list)
    headers: list[Header] = field(default_factory=list)
    search: str = "search: -I"
    type: str = "int"
    links: dict[str, str] = field(default_factory=dict)
    extra: dict[str, str] = field(default_factory=dict)
    directory: str = "src"
    forced: str = ""

    def files(self) -> dict[str, str]:
        """Each file's text; ``-> name`` for a link."""
        out = {"inc/types.h": sources.TYPES.format(type=self.type), "empty/nothing.h": "int nothing;\n"}
        out["linked"] = "-> inc"
        out |= {each.path: each.text() for each in self.headers}
        out |= {each.path: each.text(self.cxx) for each in self.sources}
        for name, other in self.links.items():
            out[other] = out.pop(name)
            out[name] = "-> " + other.rpartition("/")[2]
        return out | self.extra


class Drawer:
    """Draws with names: what is drawn is noted, what is left out is not drawn."""

    def __init__(self, choices: Choices, without: Collection[str] = KNOWN) -> None:
        self.choices, self._without = choices, without
        self.features: list[str] = []

    def has(self, feature: str, percent: int) -> bool:
        """Whether the project has a feature."""
        found = self.choices.chance(percent) and feature not in self._without
        if found:
            self.features.append(feature)
        return found

    def one(self, names: Collection[str], simplest: int = 0) -> str:
        """One of several features; the first one in so many of a hundred cases besides."""
        allowed = [name for name in names if name not in self._without]
        name = (
            self.choices.pick(allowed) if not simplest or self.choices.chance(100 - simplest) else allowed[0]
        )
        self.features.append(name)
        return name


def body(draw: Drawer, world: World, name: str, simplest: int) -> Body:
    """A function."""
    regions = [*sources.REGIONS, *sources.ENDLESS]
    found = Body(name, draw.one(regions, simplest), draw.one(sources.SPELLINGS, 60))
    in_header = name.startswith("k")
    found.by = draw.choices.integer(2, 9)
    if draw.has("text", 30):
        found.where = WHERE[draw.one(WHERE)]
    if world.cxx and in_header and draw.has("template", 20):
        found.form = "template"
    return found


def make(draw: Drawer, cxx: bool, family: str) -> World:
    """The project's first state."""
    world = World(cxx, family)
    quiet = draw.one(["directory: src", "directory: top", "directory: blank", "directory: quote"], 85)
    world.directory = {"directory: top": "", "directory: blank": "my src", "directory: quote": "it's"}.get(
        quiet, "src"
    )
    world.search = draw.one(SEARCHES, 30)
    for number in range(draw.choices.integer(1, 3)):
        _header(draw, world, number)
    _sources(draw, world)
    if draw.has("forced", 8):
        world.forced = "inc/forced.h"
        world.extra["inc/forced.h"] = "#ifndef FORCED\n#define FORCED 1\n#endif\n"
        if draw.has("forced: directives", 50):
            world.extra["inc/forced.h"] = f'#include "{world.headers[0].path.rpartition("/")[2]}"\n'
    if draw.has("error", 5):
        text = draw.choices.pick(world.sources)
        text.tail = ERRORS[draw.one(ERRORS)]
    return world


def _header(draw: Drawer, world: World, number: int) -> None:
    beside = draw.has("header: beside its source", 20)
    folder = (world.directory + "/" if world.directory else "") if beside else "inc/"
    header = Header(f"{folder}k{number}.h", body(draw, world, f"k{number}", 40))
    header.guard = draw.one(sources.GUARDS, 30)
    header.includes.append('#include "types.h"' if folder == "inc/" else '#include "../inc/types.h"')
    if folder == "":
        header.includes = ['#include "inc/types.h"']
    lower = [
        each for each in world.headers if each.path.startswith(folder) and "/" not in each.path[len(folder) :]
    ]
    lower = [each for each in lower if each.guard != "guard: parameter"]
    if lower and draw.has("header: includes another", 50):
        spelling = draw.one(
            [name for name in SPELLED if name not in ("include: by -D", "include: angled")], 50
        )
        header.includes.append(SPELLED[spelling](draw.choices.pick(lower).path[len(folder) :]))
    if draw.has("header: a condition", 15):
        header.condition = draw.choices.pick(
            ["#ifndef X1", "#if !defined(__pointerchain) || 1", "#ifdef __STDC_HOSTED__"]
        )
    if "printf" in header.text():
        # One that is read before all others, or alone, has what it needs.
        header.includes.insert(0, "#include <stdio.h>")
    world.headers.append(header)


def _sources(draw: Drawer, world: World) -> None:
    suffix = ("cpp" if draw.has("suffix: .cpp", 60) else "cc") if world.cxx else "c"
    folder = world.directory + "/" if world.directory else ""
    for number in range(draw.choices.weighted([(4, 1), (4, 2), (1, 3)])):
        source = SourceText(f"{folder}s{number}.{suffix}", body(draw, world, f"f{number}", 20))
        if source.body.spelling == "_Pragma by a macro":
            source.before.append(sources.macros())
        for header in world.headers:
            if draw.choices.chance(90 if number == 0 else 60):
                _include(draw, world, source, header, folder)
        source.includes.insert(0, f'#include "{"../" if folder else ""}inc/types.h"')
        world.sources.append(source)
    world.sources[0].main = [each.body.name for each in world.sources]


def _include(draw: Drawer, world: World, source: SourceText, header: Header, folder: str) -> None:
    """Include a header in a source, in one of the ways in which it is found from there."""
    name = header.path.rpartition("/")[2]
    beside = (header.path.startswith(folder) and folder != "") or "/" not in header.path
    only_quoted = beside or world.search in QUOTED_ONLY
    names = [each for each in SPELLED if not (only_quoted and each == "include: angled")]
    # Where these are not found, the plain compiler does not find them either.
    dotted = beside or not header.path.startswith("inc/")
    spelling = draw.one([each for each in names if dotted or each != "include: dot"], 40)
    if spelling == "include: by -D":
        if source.before or any("HEADER" in line for line in source.includes) or "HEADER" in world.extra:
            spelling = "include: quoted"
        else:
            source.before.append(f'#ifndef HEADER\n#define HEADER "{name}"\n#endif')
    line = SPELLED[spelling](name)
    once = header.guard not in ("guard: parameter", "guard: import")
    if header.guard == "guard: import":
        line = re.sub("(#|%:)( *)include", r"\1\2import", line)
    if spelling == "include: twice" and not once:
        line = line.partition("\n")[0]
    if header.guard == "guard: parameter":
        source.includes.append(f"#define NAME k_a{len(source.includes)}\n{line}\n#undef NAME")
        again = f"k_b{len(source.includes)}"
        source.includes.append(f"#define NAME {again}\n{line}\n#undef NAME")
        source.calls.append(again)
        return
    source.includes.append(line)
    source.calls.append(header.body.name)


# --- edits --------------------------------------------------------------------------------------


def edited(draw: Drawer, world: World) -> tuple[str, World]:
    """The project after a random edit, and what it was."""
    after = deepcopy(world)
    name = draw.one(EDITS)
    EDITS[name](draw, after)
    return name, after


def _constant(draw: Drawer, world: World) -> None:
    draw.choices.pick([*world.headers, *world.sources]).body.by = draw.choices.integer(10, 20)


def _region(draw: Drawer, world: World) -> None:
    draw.choices.pick([*world.headers, *world.sources]).body.region = draw.one(sources.REGIONS)


def _directive(draw: Drawer, world: World) -> None:
    draw.choices.pick(world.headers).body.region = "region: none"


def _every_directive(draw: Drawer, world: World) -> None:
    for each in (*world.headers, *world.sources):
        each.body.region = "region: none"


def _type(draw: Drawer, world: World) -> None:
    world.type = "long" if world.type == "int" else "int"


def _shift(draw: Drawer, world: World) -> None:
    draw.choices.pick([*world.headers, *world.sources]).padding += 2


def _link(draw: Drawer, world: World) -> None:
    header = draw.choices.pick(world.headers)
    if header.path in world.links:
        del world.links[header.path]
    else:
        world.links[header.path] = header.path.replace(".h", "_real.h")


def _second_link(draw: Drawer, world: World) -> None:
    header = draw.choices.pick(world.headers)
    if header.guard in ("guard: once", "guard: both"):
        other = header.path.replace(".h", "_two.h")
        world.extra[other] = "-> " + header.path.rpartition("/")[2]
        world.sources[0].includes.append(f'#include "../{other}"')


def _guard(draw: Drawer, world: World) -> None:
    header = draw.choices.pick(world.headers)
    if header.guard not in ("guard: parameter", "guard: import"):
        header.guard = draw.one(["guard: ifndef", "guard: once", "guard: both", "guard: late"])


def _shadow(draw: Drawer, world: World) -> None:
    """A header of the same name where an earlier option looks."""
    header = draw.choices.pick(world.headers)
    other = deepcopy(header)
    other.path = "empty/" + header.path.rpartition("/")[2]
    other.body.by += 1
    other.includes = ['#include "../inc/types.h"']
    world.extra[other.path] = other.text()


def _nothing(draw: Drawer, world: World) -> None:
    """A build again."""


EDITS: dict[str, Callable[[Drawer, World], None]] = {
    "edit: nothing": _nothing,
    "edit: a constant": _constant,
    "edit: a region": _region,
    "edit: a directive goes": _directive,
    "edit: every directive goes": _every_directive,
    "edit: a type": _type,
    "edit: lines move": _shift,
    "edit: a link": _link,
    "edit: a second link": _second_link,
    "edit: a guard": _guard,
    "edit: a header in front": _shadow,
    "edit: options": _nothing,
}
