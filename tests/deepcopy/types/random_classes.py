# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random classes: a number -> a C++ program of classes with pointers, entered, walked by a kernel, and left.

Each class has ``fill``, ``sum`` of what the kernel reads, ``bump``, which changes it, and ``check``, the sum
of what only comes back. What the program prints without a device is what it has to print with one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

HEAD = """\
// args: -std=c++17
#include "guarded.hpp"

#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

template <class T> using vector = std::vector<T, guarded<T>>;
using string = std::basic_string<char, std::char_traits<char>, guarded<char>>;
struct keep {
  template <class T> void operator()(T *) const {}
};
template <class T> T *room(int n) { return new (guard_alloc(n * sizeof(T) + 1)) T[n](); }
template <class T> class list {
  T *first = nullptr;
  int many = 0;

public:
  void resize(int n) { first = room<T>(n), many = n; }
  const T *begin() const { return first; }
  const T *end() const { return first + many; }
  T *begin() { return first; }
  T *end() { return first + many; }
  const T *data() const { return first; }
  int size() const { return many; }
};
#pragma pointerchain shape(list: data()[size()])
static unsigned state = 1;
static int next(int below) { return int((state = state * 1103515245 + 12345) >> 16) % below; }
"""


@dataclass
class Class:
    """A class as it grows: its members, what its functions do, and what directives say of it."""

    name: str
    bases: list[str] = field(default_factory=list)
    above: set[str] = field(default_factory=set)
    """Itself and all that it derives from."""
    parts: list[str] = field(default_factory=list)
    """The classes that it derives from or embeds; an array of them twice."""
    known: dict[str, Class] = field(default_factory=dict)

    def has_arrays(self) -> bool:
        """Whether an array of objects lies in it: what an optional holds cannot have one."""
        twice = len(set(self.parts)) < len(self.parts)
        return twice or any(self.known[each].has_arrays() for each in self.parts)

    lines: list[str] = field(default_factory=list)
    fill: list[str] = field(default_factory=list)
    sum: list[str] = field(default_factory=list)
    bump: list[str] = field(default_factory=list)
    check: list[str] = field(default_factory=list)
    """Beside what ``sum`` reads."""
    shapes: list[str] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)

    def each(self, what: str, many: str) -> None:
        """Numbers that the kernel reads and changes: ``what`` with ``[i]`` for each of ``many``."""
        self.sum.append(f"for (int i = 0; i < {many}; i++) out += {what};")
        self.bump.append(f"for (int i = 0; i < {many}; i++) {what} += 1;")

    def objects(self, what: str, test: str = "") -> None:
        """An object that the kernel walks, where it is there."""
        guard = f"if ({test}) " if test else ""
        self.sum.append(f"{guard}out += {what}.sum(depth - 1);")
        self.bump.append(f"{guard}{what}.bump(depth - 1);")
        self.check.append(f"{guard}out += {what}.check(depth - 1);")

    def text(self) -> str:
        """The definition, with its directives behind it."""
        above = f" : {', '.join(self.bases)}" if self.bases else ""
        body = "\n".join(f"  {line}" for line in self.lines)

        def function(head: str, lines: list[str], end: str = "") -> str:
            inside = "\n".join(f"    {line}" for line in lines)
            return f"  {head} {{\n    (void)depth;\n{inside}\n    {end}\n  }}"

        value = "double out = 0;"
        functions = [
            function("void fill(int depth)", self.fill),
            function("double sum(int depth) const", [value, *self.sum], "return out;"),
            function("void bump(int depth)", self.bump),
            function("double check(int depth) const", [value, *self.check], "return out;"),
        ]
        out = f"class {self.name}{above} {{\n{body}\n\npublic:\n" + "\n".join(functions) + "\n};\n"
        if self.shapes:
            out += f"#pragma pointerchain shape({self.name}: {', '.join(self.shapes)})\n"
        if self.policies:
            out += f"#pragma pointerchain policy({self.name}: {', '.join(self.policies)})\n"
        return out


def program(seed: int) -> str:
    """The program of a number; the same one each time."""
    draw = Random(seed)
    classes: dict[str, Class] = {}
    for number in range(draw.randint(2, 5)):
        classes[f"R{number}"] = _class(draw, f"R{number}", classes)
    last = list(classes)[-1]
    technique = draw.choice(
        ("", " technique(base)", " technique(tcpy)", " technique(pcpy)", " technique(arena)")
    )
    main = f"""
int main() {{
  const int n = {draw.randint(1, 2)};
  {last} *all = room<{last}>(n);
  for (int i = 0; i < n; i++) all[i].fill(3);
  double sum = 0;
#pragma pointerchain deepcopy enter(all[0:n]){technique}
  guard_protect();
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < n; i++) {{
    sum += (i + 1) * all[i].sum(3);
    all[i].bump(3);
    sum += (i + 1) * all[i].sum(3);
  }}
  guard_unprotect();
#pragma pointerchain deepcopy exit(all[0:n])
  for (int i = 0; i < n; i++) std::printf("%.17g %.17g %.17g\\n", sum, all[i].sum(3), all[i].check(3));
}}
"""
    return HEAD + "\n".join(each.text() for each in classes.values()) + main


def _class(draw: Random, name: str, known: dict[str, Class]) -> Class:
    before = [f"::{each}" for each in known]  # a private base hides its name
    out = Class(name, above={name}, known=known)
    for base in draw.sample(list(known), draw.randint(0, min(2, len(known)))):
        if out.above & known[base].above:
            continue  # an ambiguous base
        out.above |= known[base].above
        out.parts.append(base)
        out.bases.append(f"{draw.choice(('public', 'private'))} {base}")
        out.fill.append(f"{base}::fill(depth);")
        out.objects(f"{base}::", "")
        for lines in (out.sum, out.bump, out.check):
            lines[-1] = lines[-1].replace("::.", "::").replace("depth - 1", "depth")
    if draw.random() < 0.2:
        out.lines += ["public:", f"virtual int kind() const {{ return {draw.randint(1, 9)}; }}"]
        out.policies.append("skip(virtual)")
    for at in range(draw.randint(1, 6)):
        if draw.random() < 0.5:
            out.lines.append(draw.choice(("public:", "private:")))
        draw.choice(MEMBERS)(draw, out, f"{'m' if draw.random() < 0.3 else name.lower()}{at}", before)
    return out


def _count(draw: Random, out: Class, name: str) -> str:
    """A length of its own, and how it is written."""
    kind = draw.choice(("int", "short", "unsigned char"))
    out.lines.append(f"{kind} {name}n;")
    out.fill.append(f"{name}n = 1 + next(4);")
    return draw.choice((f"{name}n", f"{name}n * 2", f"({name}n > 2 ? {name}n : 2)"))


def _number(draw: Random, out: Class, name: str, before: list[str]) -> None:
    out.lines.append(f"{draw.choice(('double', 'int', 'char', 'float'))} {name};")
    out.fill.append(f"{name} = next(50);")
    out.sum.append(f"out += {name};")
    out.bump.append(f"{name} += 1;")


def _pointer(draw: Random, out: Class, name: str, before: list[str]) -> None:
    many = _count(draw, out, name)
    out.lines.append(f"double *{name}, *{name}o, *{name}s;")
    out.shapes += [f"{name}[{many}]", f"{name}s[{many}]"]
    out.policies += [f"observer({name}o)", f"shared({name}s)"]
    out.fill.append(
        f"{name} = {name}s = room<double>({many}), {name}o = next(3) ? {name} + {many} - 1 : nullptr;"
    )
    out.fill.append(f"for (int i = 0; i < {many}; i++) {name}[i] = next(50);")
    out.each(f"{name}[i]", many)
    out.sum.append(f"out += ({name}o ? *{name}o : 7) + {name}s[0];")


def _directed(draw: Random, out: Class, name: str, before: list[str]) -> None:
    many = _count(draw, out, name)
    out.lines.append(f"int *{name}t, *{name}f;")
    out.shapes += [f"{name}t[{many}]", f"{name}f[{many}]"]
    out.policies += [f"to({name}t)", f"from({name}f)"]
    out.fill.append(f"{name}t = room<int>({many}), {name}f = room<int>({many});")
    out.fill.append(f"for (int i = 0; i < {many}; i++) {name}t[i] = next(50);")
    out.sum.append(f"for (int i = 0; i < {many}; i++) out += {name}t[i];")
    out.bump.append(f"for (int i = 0; i < {many}; i++) {name}f[i] = {name}t[i] + i;")
    out.check.append(f"for (int i = 0; i < {many}; i++) out += {name}f[i];")


def _rows(draw: Random, out: Class, name: str, before: list[str]) -> None:
    many = _count(draw, out, name)
    wide = _count(draw, out, f"{name}w")
    ragged = draw.random() < 0.5
    each = f"{wide} + j" if ragged else wide
    out.lines.append(f"float **{name};")
    out.shapes.append(f"{name}[{many}][{each.replace(' j', ' pc_row')}]")
    out.fill.append(f"{name} = room<float *>({many});")
    loop = f"for (int j = 0; j < {many}; j++)"
    out.fill.append(f"{loop} {name}[j] = room<float>({each}), {name}[j][0] = next(50);")
    inner = f"for (int i = 0; i < {each}; i++)"
    out.sum.append(f"{loop} {inner} out += {name}[j][i];")
    out.bump.append(f"{loop} {inner} {name}[j][i] += 1;")


def _pointers(draw: Random, out: Class, name: str, before: list[str]) -> None:
    many = _count(draw, out, name)
    out.lines.append(f"int *{name}[2][2];")
    out.shapes.append(f"{name}[{many}]")
    loop = "for (int j = 0; j < 4; j++)"
    out.fill.append(f"{loop} {name}[j / 2][j % 2] = room<int>({many}), {name}[j / 2][j % 2][0] = next(50);")
    out.sum.append(f"{loop} for (int i = 0; i < {many}; i++) out += {name}[j / 2][j % 2][i];")
    out.bump.append(f"{loop} {name}[j / 2][j % 2][0] += 1;")


def _object(draw: Random, out: Class, name: str, before: list[str]) -> None:
    to = draw.choice([*before, out.name])
    out.lines.append(f"{to} *{name};")
    out.shapes.append(f"{name}[1]")
    out.fill.append(f"{name} = depth > 0 && next(4) ? room<{to}>(1) : nullptr;")
    out.fill.append(f"if ({name}) {name}->fill(depth - 1);")
    out.objects(f"(*{name})", name)


def _embedded(draw: Random, out: Class, name: str, before: list[str]) -> None:
    if not before:
        return _number(draw, out, name, before)
    many, kind = draw.choice((0, 2, 3)), draw.choice(before)
    out.parts += [kind.removeprefix("::")] * (2 if many else 1)
    out.lines.append(f"{kind} {name}{f'[{many}]' if many else ''};")
    for at in range(max(1, many)):
        which = f"{name}[{at}]" if many else name
        out.fill.append(f"{which}.fill(depth - 1);")
        out.objects(which)
    return None


def _union(draw: Random, out: Class, name: str, before: list[str]) -> None:
    to = draw.choice(before) if before else "double"
    many = _count(draw, out, name)
    out.lines.append(f"char {name}t; union {{ long {name}l; double *{name}d; {to} *{name}r; }};")
    out.shapes += [f"{name}d[{many}]", f"{name}r[1]"]
    out.policies += [f"when({name}t == 'd', {name}d)", f"when({name}t == 'r', {name}r)"]
    out.fill.append(f'{name}t = "ldr"[next(3)], {name}l = 4096 + next(1 << 20);')
    out.fill.append(f"if ({name}t == 'd') {name}d = room<double>({many}), {name}d[0] = next(50);")
    out.fill.append(f"if ({name}t == 'r') {name}r = room<{to}>(1);")
    if before:
        out.fill.append(f"if ({name}t == 'r') {name}r->fill(depth - 1);")
        out.objects(f"(*{name}r)", f"{name}t == 'r'")
    else:
        out.sum.append(f"if ({name}t == 'r') out += *{name}r;")
    out.sum.append(f"if ({name}t == 'd') out += {name}d[0]; else if ({name}t == 'l') out += {name}l;")
    out.bump.append(f"if ({name}t == 'd') {name}d[0] += 1; else if ({name}t == 'l') {name}l += 1;")


def _container(draw: Random, out: Class, name: str, before: list[str]) -> None:
    kind = draw.choice(("vector", "list"))
    element = draw.choice([*before, "double", "int"])
    out.lines.append(f"{kind}<{element}> {name};")
    out.fill.append(f"{name}.resize(next(4));")
    if element in before:
        out.fill.append(f"for (auto &each : {name}) each.fill(depth - 1);")
        out.sum.append(f"for (auto &each : {name}) out += each.sum(depth - 1);")
        out.bump.append(f"for (auto &each : {name}) each.bump(depth - 1);")
        out.check.append(f"for (auto &each : {name}) out += each.check(depth - 1);")
    else:
        out.fill.append(f"for (auto &each : {name}) each = next(50);")
        out.sum.append(f"for (auto &each : {name}) out += each;")
        out.bump.append(f"for (auto &each : {name}) each += 1;")


def _text(draw: Random, out: Class, name: str, before: list[str]) -> None:
    out.lines.append(f"string {name}; char *{name}c;")
    out.shapes.append(f"{name}c[strlen + 1]")
    out.fill.append(
        f"{name}.assign(next(40), 'a'), {name}c = room<char>(8), {name}c[0] = 'b', {name}c[1] = 'c';"
    )
    out.sum.append(f"for (char each : {name}) out += each;")
    out.sum.append(f"for (int i = 0; {name}c[i]; i++) out += {name}c[i];")
    out.bump.append(f"for (char &each : {name}) each += 1;")
    out.bump.append(f"{name}c[1] += 1;")


def _array(draw: Random, out: Class, name: str, before: list[str]) -> None:
    many = _count(draw, out, name)
    element = draw.choice([*before, "double"])
    out.lines.append(f"std::unique_ptr<{element}[], keep> {name};")
    out.shapes.append(f"{name}[{many}]")
    out.fill.append(f"{name}.reset(room<{element}>({many}));")
    if element in before:
        out.fill.append(f"for (int i = 0; i < {many}; i++) {name}[i].fill(depth - 1);")
        for lines, function in ((out.sum, "sum"), (out.check, "check")):
            lines.append(f"for (int i = 0; i < {many}; i++) out += {name}[i].{function}(depth - 1);")
        out.bump.append(f"for (int i = 0; i < {many}; i++) {name}[i].bump(depth - 1);")
    else:
        out.each(f"{name}[i]", many)


def _optional(draw: Random, out: Class, name: str, before: list[str]) -> None:
    held = [each for each in before if not out.known[each.removeprefix("::")].has_arrays()]
    if held and draw.random() < 0.6:
        kind = draw.choice(held)
        out.parts.append(kind.removeprefix("::"))
        out.lines.append(f"std::optional<{kind}> {name};")
        out.fill.append(f"{name}.emplace(), {name}->fill(depth - 1);")
        out.objects(f"(*{name})", f"{name}.has_value()")
    else:
        out.lines.append(f"std::optional<vector<int>> {name};")
        out.fill.append(f"{name}.emplace(), {name}->resize(3, next(50));")
        out.sum.append(f"if ({name}) out += (*{name})[2];")
        out.bump.append(f"if ({name}) (*{name})[2] += 1;")
    out.fill.append(f"if (!next(3)) {name}.reset();")


def _reference(draw: Random, out: Class, name: str, before: list[str]) -> None:
    to = draw.choice([*before, "double"])
    out.lines.append(f"{to} &{name} = *room<{to}>(1), &{name}o = {name};")
    out.lines.append(f"int {name}k = 5; const int &{name}i = {name}k;")
    out.policies += [f"owned({name})", f"observer({name}o)", f"shared({name}i)"]
    out.sum.append(f"out += {name}i + (&{name}o == &{name});")
    out.bump.append(f"{name}k += 1;")
    if to in before:
        out.fill.append(f"{name}.fill(depth - 1);")
        out.objects(name)
    else:
        out.fill.append(f"{name} = next(50);")
        out.sum.append(f"out += {name};")
        out.bump.append(f"{name}o += 1;")


def _common(draw: Random, out: Class, name: str, before: list[str]) -> None:
    """Names that bases have, too."""
    if "common[same]" in out.shapes:
        return
    out.lines.append("short same; double *common;")
    out.shapes.append("common[same]")
    out.fill.append("same = 1 + next(5), common = room<double>(same), common[0] = next(50);")
    out.each("common[i]", "same")


MEMBERS = (
    *(_number, _pointer, _directed, _rows, _pointers, _object, _embedded),
    *(_union, _container, _text, _array, _optional, _reference, _common),
)
