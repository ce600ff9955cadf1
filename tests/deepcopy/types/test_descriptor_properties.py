# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random records: what the descriptors say of each pointer is what C itself says of it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import WALK, compiled, output, translated

BUILDS = (("gcc", "c11"), ("clang-19", "c17"), ("gcc", "c2x"), ("g++", "c++11"), ("clang++-19", "c++20"))
SCALARS = ("double", "int", "char", "unsigned long", "const float")
INTEGERS = ("int", "unsigned char", "short", "unsigned long long", "const int")


@dataclass
class Pointer:
    """A pointer member as the model knows it: C's path of each element, and what it leads to."""

    name: str
    paths: list[str]
    owners: list[str]
    kind: str
    targets: list[str]
    lengths: list[str]
    rows: list[int] = field(default_factory=list)
    """What 'pc_row' is for each path; empty where no length holds it."""


@dataclass
class Model:
    """A record: its text, its pointers, and the paths of its integer members."""

    name: str
    lines: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)
    pointers: list[Pointer] = field(default_factory=list)
    integers: list[str] = field(default_factory=list)
    tail: tuple[str, str] | None = None


@st.composite
def records(draw: st.DrawFn) -> list[Model]:
    count = draw(st.integers(1, 4))
    out: list[Model] = []
    for number in range(count):
        out.append(draw(record(number, tuple(out))))
    return out


@st.composite
def record(draw: st.DrawFn, number: int, before: tuple[Model, ...]) -> Model:
    model = Model(f"R{number}")
    own = [f"n{i}" for i in range(draw(st.integers(1, 3)))]
    for name in own:
        bits = draw(st.sampled_from(("", "", " : 9")))
        kind = "unsigned" if bits else draw(st.sampled_from(INTEGERS)).replace("const ", "")
        model.lines.append(f"{kind} {name}{bits};")
        model.integers.append(name)
    kinds = ("scalar", "pointer", "pointer", "array", "record", "embedded", "embedded array", "anonymous")
    more = ("observer", "skipped", "rows", "matrix", "function", "ragged array", "rows of arrays")
    for index in range(draw(st.integers(1, 6))):
        kind = draw(st.sampled_from(kinds + more))
        member(draw, model, kind, f"m{index}", own, before)
    if draw(st.booleans()):
        model.lines.append("float last[];")
        length = draw(lengths(own))
        model.shapes.append(f"last[{length}]")
        model.tail = ("last", length)
    return model


@st.composite
def lengths(draw: st.DrawFn, names: list[str]) -> str:
    name = draw(st.sampled_from(names))
    other = draw(st.sampled_from(names))
    forms = (
        name,
        f"{name} * 2",
        f"{name} + {other}",
        f"({name} + 1) * {other}",
        f"{name} > 2 ? {other} : 3",
        "K",
    )
    return draw(st.sampled_from((*forms, f"sizeof(int) * {other}", "1", "5")))


def member(
    draw: st.DrawFn, model: Model, kind: str, name: str, own: list[str], before: tuple[Model, ...]
) -> None:
    scalar = draw(st.sampled_from(SCALARS))
    bare = scalar.removeprefix("const ")
    embeddable = [other for other in before if other.tail is None]
    if kind == "scalar" or (kind.startswith("embedded") and not embeddable):
        model.lines.append(f"{scalar.removeprefix('const ')} {name};")
    elif kind == "pointer":
        length = draw(lengths(own))
        const = draw(st.sampled_from(("", " const" * 0, " __restrict")))
        model.lines.append(f"{scalar} *{const} {name};")
        model.shapes.append(f"{name}[{length}]")
        model.pointers.append(Pointer(name, [name], [""], "owned", [bare], [length]))
    elif kind == "array":
        size, wide, length = draw(st.integers(1, 3)), draw(st.integers(1, 2)), draw(lengths(own))
        model.lines.append(f"{scalar} *{name}[{size}][{wide}];")
        model.shapes.append(f"{name}[{length}]")
        paths = [f"{name}[{i}][{j}]" for i in range(size) for j in range(wide)]
        model.pointers.append(Pointer(f"{name}[]", paths, [""] * len(paths), "owned", [bare], [length]))
    elif kind == "ragged array":
        size, wide, length = draw(st.integers(1, 3)), draw(st.integers(1, 2)), draw(lengths(own))
        length = f"({length}) * (pc_row + 1)"
        model.lines.append(f"{scalar} *{name}[{size}][{wide}];")
        model.shapes.append(f"{name}[{length}]")
        paths = [f"{name}[{i}][{j}]" for i in range(size) for j in range(wide)]
        count = len(paths)
        row = Pointer(f"{name}[]", paths, [""] * count, "owned", [bare], [length], list(range(count)))
        model.pointers.append(row)
    elif kind == "rows of arrays":
        rows, columns = draw(lengths(own)), draw(lengths(own))
        model.lines.append(f"{scalar} *(*{name})[3];")
        model.shapes.append(f"{name}[{rows}][{columns}]")
        both = [f"({rows}) * 3", columns]
        model.pointers.append(Pointer(name, [name], [""], "owned", [f"{scalar} *", bare], both))
    elif kind == "record":
        target = draw(st.sampled_from([*(other.name for other in before), model.name]))
        model.lines.append(f"struct {target} *{name};")
        model.shapes.append(f"{name}[1]")
        shared = draw(st.booleans())
        if shared:
            model.policies.append(f"shared({name})")
        way = "shared" if shared else "owned"
        model.pointers.append(Pointer(name, [name], [""], way, [f"struct {target}"], ["1"]))
    elif kind.startswith("embedded"):
        inner = draw(st.sampled_from(embeddable))
        size = draw(st.integers(1, 5)) if kind.endswith("array") else 0
        model.lines.append(f"struct {inner.name} {name}{f'[{size}]' if size else ''};")
        places = [f"{name}[{i}]" for i in range(size)] if size else [name]
        label = f"{name}[]" if size else name
        for pointer in inner.pointers:
            paths = [f"{place}.{path}" for place in places for path in pointer.paths]
            owners = [f"{place}.{owner}" for place in places for owner in pointer.owners]
            row = Pointer(
                *(f"{label}.{pointer.name}", paths, owners, pointer.kind, pointer.targets, pointer.lengths),
                pointer.rows * len(places),
            )
            model.pointers.append(row)
        model.integers += [f"{place}.{path}" for place in places for path in inner.integers]
    elif kind == "anonymous":
        length = draw(lengths([*own, f"{name}n"]))
        model.lines.append(f"struct {{ short {name}n; struct {{ {scalar} *{name}; }}; }};")
        model.integers.append(f"{name}n")
        own.append(f"{name}n")
        model.shapes.append(f"{name}[{length}]")
        model.pointers.append(Pointer(name, [name], [""], "owned", [bare], [length]))
    elif kind == "observer":
        target = draw(st.sampled_from([*(other.name for other in before), model.name]))
        model.lines.append(f"struct {target} *{name};")
        model.policies.append(f"observer({name})")
        model.pointers.append(Pointer(name, [name], [""], "observer", [f"struct {target}"], ["0"]))
    elif kind in ("skipped", "function"):
        model.lines.append(f"void *{name};" if kind == "skipped" else f"int (*{name})(void *);")
        model.policies.append(f"skip({name})")
        model.pointers.append(Pointer(name, [name], [""], "skipped", ["-"], ["0"]))
    elif kind == "rows":
        rows, columns = draw(lengths(own)), draw(lengths(own))
        model.lines.append(f"{scalar} **{name};")
        model.shapes.append(f"{name}[{rows}][{columns}]")
        model.pointers.append(Pointer(name, [name], [""], "owned", [f"{scalar} *", bare], [rows, columns]))
    else:
        length = draw(lengths(own))
        model.lines.append(f"{scalar} (*{name})[4];")
        model.shapes.append(f"{name}[{length}]")
        model.pointers.append(Pointer(name, [name], [""], "owned", [bare], [f"({length}) * 4"]))


def program(models: list[Model], cxx: bool) -> str:
    """Definitions, directives, and a main that prints what C says beside what the stub's walk prints."""
    lines = ["#include <stddef.h>", "#include <stdio.h>", "#include <string.h>", "enum { K = 7 };", ""]
    for model in models:
        lines.append(f"struct {model.name} {{ {' '.join(model.lines)} }};")
        if model.shapes:
            lines.append(f"#pragma pointerchain shape({model.name}: {', '.join(model.shapes)})")
        if model.policies:
            lines.append(f"#pragma pointerchain policy(struct {model.name}: {', '.join(model.policies)})")
    lines.append("int main(void) {")
    for model in models:
        lines += main_of(model, cxx)
    return "\n".join([*lines, "  return 0;", "}", ""])


def main_of(model: Model, cxx: bool) -> list[str]:
    name, align = model.name, "alignof" if cxx else "__alignof__"
    out = [
        "  {",
        f"    union {{ struct {name} o; char room[sizeof(struct {name})]; }} u;",
        f"    struct {name} *o = &u.o;",
        "    memset(&u, 0, sizeof u);",
    ]
    out += [f"    o->{path} = {value % 5 + 1};" for value, path in enumerate(model.integers)]
    out.append(
        f'    printf("type struct {name} %zu %zu\\n", sizeof(struct {name}), (size_t){align}(struct {name}));'
    )
    for pointer in model.pointers:
        for at, (path, owner) in enumerate(zip(pointer.paths, pointer.owners, strict=True)):
            for level, (target, length) in enumerate(zip(pointer.targets, pointer.lengths, strict=True)):
                offset = f"(size_t)((char *)&o->{path} - (char *)o)" if level == 0 else "(size_t)0"
                value = in_c(length, f"o->{owner}")
                if pointer.rows:
                    value = value.replace("pc_row", str(pointer.rows[at]))
                label = pointer.name + "[]" * level
                out.append(
                    f'    printf("want struct {name} {label} %zu {pointer.kind} {target} %lld\\n", {offset}, '
                    f"(long long)({value}));"
                )
    if model.tail is not None:
        last, length = model.tail
        out.append(
            f'    printf("tail struct {name} %zu 4 %lld\\n", offsetof(struct {name}, {last}), '
            f"(long long)({in_c(length, 'o->')}));"
        )
    return [*out, "#pragma pointerchain deepcopy enter(o)", "  }"]


def in_c(length: str, owner: str) -> str:
    """A length over the members of an owner: ``n0 * 2`` with ``o->m1.`` is ``o->m1.n0 * 2``."""
    import re

    return re.sub(r"\b(n\d+|m\d+n)\b", lambda m: f"{owner}{m.group()}", length)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(records(), st.sampled_from(BUILDS))
def test_descriptors_say_what_c_says(models: list[Model], build: tuple[str, str]) -> None:
    cxx = build[1].startswith("c++")
    flags = ("-Wno-pedantic",)  # flexible arrays and anonymous structs of C++ are extensions
    text = translated(program(models, cxx), "c++" if cxx else "c")
    with tempfile.TemporaryDirectory() as folder:
        printed = output(compiled(WALK + text, *build, Path(folder), *flags))
    lines = printed.replace("struct ", "").splitlines()  # C++ names a type without it
    want = sorted(line.removeprefix("want ") for line in lines if line.startswith("want "))
    seen = sorted(line.removeprefix("seen ") for line in lines if line.startswith("seen "))
    assert seen == want
    twice = [line for line in lines if line.startswith(("type ", "tail "))]
    assert twice
    assert all(twice.count(line) == 2 for line in twice), twice
