# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The types and objects of a program, and the text that declares, sets up and prints them."""

from __future__ import annotations

from collections.abc import Iterable

from progen.choices import Choices
from progen.model import (
    BITS,
    DATA_SCALARS,
    EXTENT,
    FIELD_SCALARS,
    LINKS,
    NAMES,
    Array,
    Field,
    Object,
    Scalar,
    Struct,
    constant,
    value_of,
)

MAX_OBJECTS = 14


class World:
    """The types and objects of program ``number``."""

    def __init__(self, choices: Choices, number: int, cxx: bool):
        self.choices, self.number, self.cxx = choices, number, cxx
        self.structs: list[Struct] = []
        self.globals: list[tuple[str, Object | list[Object]]] = []
        self.objects: list[Object] = []
        self.arrays: list[Array] = []
        self.helpers: set[Struct] = set()  # whose touch_ and peek_ functions are called
        self._fresh = 0
        self._odd = choices.chance(40)  # bases, anonymous structs, typedefs
        depth = choices.integer(1, 6)
        for level in range(depth):
            tag = f"S{number}_{level}"
            self.structs.append(Struct(tag if cxx else f"struct {tag}"))
        for level in reversed(range(depth)):
            self._fill(level)
        self.root = self._object(self.structs[0], self._name())
        self.globals.append((self.root.text, self.root))

    def _name(self) -> str:
        self._fresh += 1
        return f"o{self.number}_{self._fresh}"

    # --- types ---------------------------------------------------------------------------

    def _fill(self, level: int) -> None:
        choices, struct = self.choices, self.structs[level]
        names = list(NAMES)
        below = self.structs[level + 1 :]

        def add(kind: str, scalar: Scalar | None, target: Struct | None, count: int, percent: int) -> None:
            name = names.pop(choices.integer(0, len(names) - 1))
            flexible = choices.chance(percent)
            const = kind == "data" and choices.chance(12)
            alias = part = ""
            if self._odd:
                if kind not in {"bits", "uptr", "svec"} and choices.chance(15):
                    alias = f"{struct.tag}_{name}_t"
                part = choices.weighted(((6, ""), (1, "anonymous"), (2, "base" if self.cxx else "")))
                if part == "anonymous" and self.cxx and not (scalar and kind not in {"dvec", "darr"}):
                    part = ""
            struct.fields.append(Field(name, kind, scalar, target, count, flexible, const, alias, part))

        if below:
            for n in range(choices.weighted(((3, 1), (1, 2)))):
                target = below[0] if n == 0 or choices.chance(60) else choices.pick(below)
                kinds = [(6, "ptr"), (2, "emb"), (2, "arr"), (2, "parr"), (1, "ptrs")]
                if self.cxx:
                    kinds += [(2, "uptr"), (1, "wrap"), (1, "svec"), (1, "opaque")]
                kind = choices.weighted(kinds)
                if kind == "arr" and not target.copyable:
                    kind = "ptr"
                count = choices.integer(2, 3) if kind in {"arr", "parr", "ptrs", "svec"} else 1
                add(kind, None, target, count, 30 if kind == "ptr" else 0)
        for _ in range(choices.weighted(((2, 1), (4, 2), (3, 3)))):
            kinds = [(7, "scalar"), (5, "data"), (2, "vec"), (1, "mat"), (1, "bits"), (1, "rows")]
            if self._odd:
                kinds += [(1, "func"), (1, "text")]
            if self.cxx:
                kinds += [(2, "dvec"), (1, "darr")]
            kind = choices.weighted(kinds)
            if kind in {"func", "text"}:
                add(kind, None, None, 1, 0)
                continue
            scalar = choices.pick(FIELD_SCALARS if kind == "scalar" else DATA_SCALARS)
            add(kind, BITS if kind == "bits" else scalar, None, 1, 35 if kind == "data" else 0)
        struct.copyable = not any(
            f.kind in {"uptr", "svec", "dvec"}
            or (f.kind in {"emb", "arr"} and f.target and not f.target.copyable)
            for f in struct.fields
        )
        struct.template = self.cxx and choices.chance(12)

    # --- objects -------------------------------------------------------------------------

    def array(self, scalar: Scalar) -> Array:
        pool = sum(a.scalar == scalar for a in self.arrays)
        made = Array(scalar, f"({self.pool(scalar)} + {pool * EXTENT})")
        self.arrays.append(made)
        return made

    def pool(self, scalar: Scalar) -> str:
        return f"m{self.number}_{scalar.c.replace(' ', '_')}"

    def _pools(self) -> Iterable[tuple[Scalar, int]]:
        for scalar in dict.fromkeys(a.scalar for a in self.arrays):
            yield scalar, EXTENT * sum(a.scalar == scalar for a in self.arrays)

    def _object(self, struct: Struct, text: str) -> Object:
        made = Object(struct, text)
        self.objects.append(made)
        for f in struct.fields:
            if f.kind in LINKS:
                assert f.target
                made.objects[f.name] = self._targets(f, f.target, text)
            elif f.kind in {"data", "rows"}:
                assert f.scalar
                same = [a for a in self.arrays if a.scalar == f.scalar]
                shared = same and self.choices.chance(15)
                arrays = [self.choices.pick(same) if shared else self.array(f.scalar)]
                if f.flexible:
                    arrays.append(self.array(f.scalar))
                made.arrays[f.name] = arrays
        return made

    def _targets(self, f: Field, target: Struct, owner: str) -> list[Object]:
        if f.kind in {"emb", "arr", "svec"}:
            suffixes = [""] if f.kind == "emb" else [f"[{i}]" for i in range(f.count)]
            return [self._object(target, f"{owner}.{f.name}{suffix}") for suffix in suffixes]
        if f.kind == "uptr":
            return [self._object(target, f"(*{owner}.{f.name})")]
        if f.kind == "parr":
            base = self._name()
            made = [self._object(target, f"{base}[{i}]") for i in range(f.count)]
            self.globals.append((f"{base}[{f.count}]", made))
            return made
        count = 2 if f.flexible else f.count
        return [self._pointee(target) for _ in range(count)]

    def _pointee(self, target: Struct) -> Object:
        known = [o for o in self.objects if o.struct is target]
        if known and (len(self.objects) >= MAX_OBJECTS or self.choices.chance(20)):
            return self.choices.pick(known)
        name = self._name()
        made = self._object(target, name)
        self.globals.append((name, made))
        return made

    def copy(self, source: Object, text: str) -> Object:
        """A copy of ``source`` named ``text``: embedded objects are copied, links lead where they led."""
        made = Object(source.struct, text, dict(source.objects), dict(source.arrays))
        for f in source.struct.fields:
            if f.kind in {"emb", "arr"}:
                made.objects[f.name] = [
                    self.copy(inner, text + inner.text[len(source.text) :])
                    for inner in source.objects[f.name]
                ]
        return made

    # --- text ----------------------------------------------------------------------------

    def types(self) -> list[str]:
        out = []
        for struct in self.structs if self.cxx else ():
            if struct.template:
                out.append(f"template <class U> struct {struct.tag}_;")
                out.append(f"using {struct.tag} = {struct.tag}_<real_t>;")
            else:
                out.append(f"struct {struct.tag};")
        for struct in reversed(self.structs):
            out += self._type(struct)
        return out

    def _type(self, struct: Struct) -> Iterable[str]:
        for f in struct.fields:
            if f.alias:
                yield f"typedef {f.declaration(f.alias)}"

        def member(f: Field) -> str:
            if f.alias:
                return f"{f.alias} {f.name};"
            dependent = struct.template and f.part == "" and f.scalar and f.scalar.c == "real_t"
            return f.declaration(f.name, "U" if dependent else "")

        base = [f"  {member(f)}" for f in struct.fields if f.part == "base"]
        anonymous = [f"    {member(f)}" for f in struct.fields if f.part == "anonymous"]
        if base:
            yield from (f"struct {struct.tag}_base {{", *base, "};")
        opening = f"template <class U> struct {struct.tag}_" if struct.template else f"struct {struct.tag}"
        yield opening + (f" : {struct.tag}_base" if base else "") + " {"
        yield "  int id;"
        yield from (f"  {member(f)}" for f in struct.fields if not f.part)
        if anonymous:
            yield from ("  struct {", *anonymous, "  };")
        yield from (f"  {method}" for method in struct.methods)
        yield "};"

    def state(self) -> list[str]:
        """Definitions of all objects and arrays, ``init<n>`` and ``state<n>``."""
        n = self.number
        out = []
        for scalar, count in self._pools():
            out.append(f"static {scalar.c} {self.pool(scalar)}[{count}];")
        for text, what in self.globals:
            struct = what[0].struct if isinstance(what, list) else what.struct
            out.append(f"static {struct.name} {text};")
        out.append(f"PLAIN static void init{n}(void) {{")
        for scalar, count in self._pools():
            value = f"({scalar.c})((i * 7 + 3) % 11)"
            out.append(f"  for (int i = 0; i < {count}; i++) {self.pool(scalar)}[i] = {value};")
        # An owner's containers are made before the objects in them are given values.
        ordered = sorted(self.objects, key=lambda o: o.text.count(".") + o.text.count("["))
        for made in ordered:
            out += [f"  {line}" for line in self._owned(made)]
        for at, made in enumerate(ordered):
            out += [f"  {line}" for line in self._initial(made, at + 1)]
        out.append("}")
        for struct in reversed(self.structs):
            out += self._printer(struct)
        out.append(f"PLAIN static void state{n}(void) {{")
        for text, what in self.globals:
            name = text.split("[")[0]
            if isinstance(what, list):
                printer = f"print_{what[0].struct.tag}"
                out.append(f"  for (int i = 0; i < {len(what)}; i++) {printer}(&{name}[i]);")
            else:
                out.append(f"  print_{what.struct.tag}(&{name});")
        for scalar, count in self._pools():
            element = value_of(f"{self.pool(scalar)}[i]", scalar)
            out.append(f"  for (int i = 0; i < {count}; i++) tr({element});")
        return [*out, "}"]

    def _owned(self, made: Object) -> Iterable[str]:
        for f in made.struct.fields:
            if f.kind == "uptr":
                assert f.target
                yield f"{made.text}.{f.name}.reset(new {f.target.name}());"
            elif f.kind in {"svec", "dvec"}:
                count = EXTENT if f.kind == "dvec" else f.count
                yield f"{made.text}.{f.name}.clear(); {made.text}.{f.name}.resize({count});"

    def _initial(self, made: Object, at: int) -> Iterable[str]:
        text = made.text
        yield f"{text}.id = {at};"
        for i, f in enumerate(made.struct.fields):
            name = f"{text}.{f.name}"
            seed = at * 5 + i * 3
            if f.kind in {"scalar", "bits"}:
                assert f.scalar
                yield f"{name} = {constant(f.scalar, seed)};"
            elif f.kind in {"vec", "dvec", "darr"}:
                assert f.scalar
                count = EXTENT if f.kind == "dvec" else 4
                yield f"for (int i = 0; i < {count}; i++) {name}[i] = ({f.scalar.c})((i * 3 + {seed}) % 13);"
            elif f.kind == "mat":
                assert f.scalar
                value = f"({f.scalar.c})((i * 5 + {seed}) % 17)"
                yield f"for (int i = 0; i < 12; i++) {name}[i / 4][i % 4] = {value};"
            elif f.kind == "data":
                yield f"{name} = {made.arrays[f.name][0].text};"
            elif f.kind == "rows":
                assert f.scalar
                yield f"{name} = ({f.scalar.c} (*)[2]){made.arrays[f.name][0].text};"
            elif f.kind == "func":
                yield f"{name} = {('hf', 'hg')[at % 2]};"
            elif f.kind == "text":
                yield f'{name} = "{text}->{f.name}";'
            elif f.kind in {"ptr", "opaque"}:
                yield f"{name} = &{made.objects[f.name][0].text};"
            elif f.kind == "parr":
                yield f"{name} = {made.objects[f.name][0].text.rsplit('[', 1)[0]};"
            elif f.kind == "ptrs":
                for j, target in enumerate(made.objects[f.name]):
                    yield f"{name}[{j}] = &{target.text};"
            elif f.kind == "wrap":
                yield f"{name}.to = &{made.objects[f.name][0].text};"

    def _printer(self, struct: Struct) -> Iterable[str]:
        yield f"PLAIN static void print_{struct.tag}(const {struct.name} *o) {{"
        yield "  tr((unsigned)o->id);"
        for f in struct.fields:
            yield f"  {self._print(f, f'o->{f.name}')}"
        yield "}"

    def _print(self, f: Field, name: str) -> str:
        pool = self.pool(f.scalar) if f.scalar else ""
        if f.kind in {"scalar", "bits"}:
            assert f.scalar
            return f"tr({value_of(name, f.scalar)});"
        if f.kind in {"vec", "dvec", "darr"}:
            assert f.scalar
            count = EXTENT if f.kind == "dvec" else 4
            return f"for (int i = 0; i < {count}; i++) tr({value_of(name + '[i]', f.scalar)});"
        if f.kind == "mat":
            assert f.scalar
            return f"for (int i = 0; i < 12; i++) tr({value_of(name + '[i / 4][i % 4]', f.scalar)});"
        if f.kind in {"data", "rows"}:
            return f"tr((unsigned)({'*' * (f.kind == 'rows')}{name} - {pool}));"
        if f.kind == "func":
            return f"tr((unsigned)({name} == hf));"
        if f.kind == "text":
            return f"tr(len({name}));"
        assert f.target
        if f.kind in {"ptr", "wrap"}:
            return f"tr((unsigned){name}->id);"
        if f.kind == "opaque":
            return f"tr((unsigned)(({f.target.name} *){name})->id);"
        if f.kind in {"parr", "ptrs"}:
            element = f"{name}[i]" + (".id" if f.kind == "parr" else "->id")
            return f"for (int i = 0; i < {f.count}; i++) tr((unsigned){element});"
        printer = f"print_{f.target.tag}"
        if f.kind == "emb":
            return f"{printer}(&{name});"
        if f.kind == "uptr":
            return f"{printer}({name}.get());"
        return f"for (int i = 0; i < {f.count}; i++) {printer}(&{name}[i]);"
