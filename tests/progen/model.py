# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The state of a generated program: struct types, the objects made of them, and paths through them.

Every object and every data array is known, and so is everything that a link
can ever point to. A path therefore knows which *locations* it loads on its
way and which it ends in, and the writer can keep the promise that a region's
user gives: nothing but a chain's own spelling changes what the chain is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from progen.choices import Choices

EXTENT = 6  # elements of a data array
MAX_OBJECTS = 14

Location = tuple[str, str]  # (object, member), or ("", array) for the elements of a data array


@dataclass(frozen=True)
class Scalar:
    """A scalar type and how values of it are made: u(nsigned), i(nt), f(loating), b(ool) or e(num)."""

    c: str
    kind: str


UNSIGNED = Scalar("unsigned", "u")
BITS = Scalar("unsigned int", "u")
FIELD_SCALARS = (
    UNSIGNED,
    Scalar("int", "i"),
    Scalar("double", "f"),
    Scalar("real_t", "f"),
    Scalar("unsigned char", "u"),
    Scalar("float", "f"),
    Scalar("long", "i"),
    Scalar("short", "i"),
    Scalar("bool", "b"),
    Scalar("enum hue", "e"),
    Scalar("unsigned long long", "u"),
)
DATA_SCALARS = (
    Scalar("double", "f"),
    UNSIGNED,
    Scalar("real_t", "f"),
    Scalar("float", "f"),
    Scalar("int", "i"),
)
NAMES = (
    "x",
    "pos",
    "box",
    "cnt",
    "sum",
    "pos_x",
    "next",
    "vel",
    "box_cnt",
    "traits",
    "x2",
    "energy",
    "b",
    "a",
)


@dataclass(frozen=True)
class Field:
    """A member. ``kind`` is one of

    ends: scalar bits vec mat data rows dvec (vector of scalars) darr (std::array of scalars)
    links: ptr emb arr parr ptrs uptr (unique_ptr) wrap (class with operator->) svec (vector of structs)
    """

    name: str
    kind: str
    scalar: Scalar | None = None
    target: Struct | None = None
    count: int = 1
    flexible: bool = False
    const: bool = False

    def declaration(self) -> str:
        what = self.scalar.c if self.scalar else self.target.name if self.target else ""
        name, n = self.name, self.count
        return {
            "scalar": f"{what} {name};",
            "bits": f"unsigned {name} : 5;",
            "vec": f"{what} {name}[4];",
            "mat": f"{what} {name}[3][4];",
            "data": f"{'const ' * self.const}{what} *{name};",
            "rows": f"{what} (*{name})[2];",
            "dvec": f"std::vector<{what}> {name};",
            "darr": f"std::array<{what}, 4> {name};",
            "ptr": f"{what} *{name};",
            "emb": f"{what} {name};",
            "arr": f"{what} {name}[{n}];",
            "parr": f"{what} *{name};",
            "ptrs": f"{what} *{name}[{n}];",
            "uptr": f"std::unique_ptr<{what}> {name};",
            "wrap": f"Handle<{what}> {name};",
            "svec": f"std::vector<{what}> {name};",
        }[self.kind]


LINKS = frozenset({"ptr", "emb", "arr", "parr", "ptrs", "uptr", "wrap", "svec"})
ENDS = frozenset({"scalar", "bits", "vec", "mat", "data", "rows", "dvec", "darr"})


@dataclass(eq=False)
class Struct:
    name: str
    fields: list[Field] = field(default_factory=list)
    copyable: bool = True
    methods: list[str] = field(default_factory=list)


@dataclass(eq=False)
class Array:
    """A data array: ``EXTENT`` elements of a pool."""

    scalar: Scalar
    text: str

    @property
    def location(self) -> Location:
        return ("", self.text)


@dataclass(eq=False)
class Object:
    """An object; ``text`` is the lvalue that names it at file scope."""

    struct: Struct
    text: str
    objects: dict[str, list[Object]] = field(default_factory=dict)  # what a link may lead to, in order
    arrays: dict[str, list[Array]] = field(default_factory=dict)

    def location(self, member: str) -> Location:
        return (self.text, member)


@dataclass(eq=False)
class Variable:
    """A name in scope. ``kind`` is one of

    sptr (pointer to struct), sobj (a struct object or a reference to one), spp (pointer to pointer
    to struct), this, index (an int in 0..limit-1), number (any scalar), data (pointer into data arrays)
    """

    name: str
    kind: str
    struct: Struct | None = None
    objects: tuple[Object, ...] = ()  # sptr with count > 1: the elements, in order
    count: int = 1
    const: bool = False
    scalar: Scalar = UNSIGNED
    limit: int = 0
    arrays: tuple[Array, ...] = ()
    assignable: bool = False
    depth: int = 0
    targets: tuple[str, ...] = ()  # expressions that may be assigned


@dataclass(frozen=True)
class Index:
    """A subscript: a constant, or an index variable with an offset."""

    value: int
    variable: Variable | None = None

    @property
    def key(self) -> tuple[object, ...]:
        return ("i", self.value, self.variable)

    def range(self) -> range:
        return range(self.value, self.value + (self.variable.limit if self.variable else 1))


Step = tuple[str, object]  # ("->", member), (".", member) or ("[]", Index)


@dataclass(frozen=True)
class Path:
    """A chain as the generator sees it.

    ``loads`` are the locations read on the way, ``ends`` those that the path itself names, ``arrays``
    the data arrays that its elements are in, ``objects`` what it leads to where it names a struct.
    """

    root: Variable
    steps: tuple[Step, ...]
    kind: str  # a Field kind, or elem (an element of an array: a scalar), or struct / structptr
    scalar: Scalar | None
    struct: Struct | None
    loads: frozenset[Location]
    ends: frozenset[Location]
    arrays: frozenset[Location]
    objects: tuple[Object, ...]
    const: bool
    field: Field | None

    @property
    def key(self) -> tuple[object, ...]:
        return (self.root, *((what, x.key) if isinstance(x, Index) else x for what, x in self.steps))

    @property
    def links(self) -> int:
        return sum(what != "[]" for what, _ in self.steps)

    def indexes(self) -> Iterable[Variable]:
        for _, x in self.steps:
            if isinstance(x, Index) and x.variable:
                yield x.variable

    @property
    def is_pointer(self) -> bool:
        return self.kind in {"data", "ptr", "parr", "rows"}

    @property
    def is_scalar(self) -> bool:
        return self.kind in {"scalar", "bits", "elem"}


class World:
    """The types and objects of program ``number``, and the text that declares and prints them."""

    def __init__(self, choices: Choices, number: int, cxx: bool):
        self.choices, self.number, self.cxx = choices, number, cxx
        self.structs: list[Struct] = []
        self.globals: list[tuple[str, Object | list[Object]]] = []
        self.objects: list[Object] = []
        self.arrays: list[Array] = []
        self.helpers: set[Struct] = set()  # whose touch_ and peek_ functions are called
        self._fresh = 0
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

        def name() -> str:
            return names.pop(choices.integer(0, len(names) - 1))

        below = self.structs[level + 1 :]
        if below:
            for n in range(choices.weighted(((3, 1), (1, 2)))):
                target = below[0] if n == 0 or choices.chance(60) else choices.pick(below)
                kinds = [(6, "ptr"), (2, "emb"), (2, "arr"), (2, "parr"), (1, "ptrs")]
                if self.cxx:
                    kinds += [(2, "uptr"), (1, "wrap"), (1, "svec")]
                kind = choices.weighted(kinds)
                if kind == "arr" and not target.copyable:
                    kind = "ptr"
                count = choices.integer(2, 3) if kind in {"arr", "parr", "ptrs", "svec"} else 1
                flexible = kind == "ptr" and choices.chance(30)
                struct.fields.append(Field(name(), kind, None, target, count, flexible))
        for _ in range(choices.weighted(((2, 1), (4, 2), (3, 3)))):
            kinds = [(7, "scalar"), (5, "data"), (2, "vec"), (1, "mat"), (1, "bits"), (1, "rows")]
            if self.cxx:
                kinds += [(2, "dvec"), (1, "darr")]
            kind = choices.weighted(kinds)
            scalars = FIELD_SCALARS if kind == "scalar" else DATA_SCALARS
            scalar = BITS if kind == "bits" else choices.pick(scalars)
            flexible = kind == "data" and choices.chance(35)
            const = kind == "data" and choices.chance(12)
            struct.fields.append(Field(name(), kind, scalar, None, 1, flexible, const))
        owners = {"uptr", "svec", "dvec"}
        struct.copyable = not any(
            f.kind in owners or (f.kind in {"emb", "arr"} and f.target and not f.target.copyable)
            for f in struct.fields
        )

    # --- objects -------------------------------------------------------------------------

    def array(self, scalar: Scalar) -> Array:
        pool = sum(a.scalar == scalar for a in self.arrays)
        made = Array(scalar, f"({self.pool(scalar)} + {pool * EXTENT})")
        self.arrays.append(made)
        return made

    def pool(self, scalar: Scalar) -> str:
        return f"m{self.number}_{scalar.c.replace(' ', '_')}"

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
        out = [f"struct {s.name};" for s in self.structs] if self.cxx else []
        for struct in reversed(self.structs):
            opening = struct.name.replace("struct ", "")
            out += [f"struct {opening} {{", "  int id;"]
            out += [f"  {f.declaration()}" for f in struct.fields]
            out += [f"  {method}" for method in struct.methods]
            out.append("};")
        return out

    def state(self) -> list[str]:
        """Definitions of all objects and arrays, ``init<n>`` and ``state<n>``."""
        n = self.number
        out = []
        for scalar in dict.fromkeys(a.scalar for a in self.arrays):
            count = sum(a.scalar == scalar for a in self.arrays) * EXTENT
            out.append(f"static {scalar.c} {self.pool(scalar)}[{count}];")
        for text, what in self.globals:
            struct = what[0].struct if isinstance(what, list) else what.struct
            out.append(f"static {struct.name} {text};")
        out.append(f"PLAIN static void init{n}(void) {{")
        for scalar in dict.fromkeys(a.scalar for a in self.arrays):
            count = sum(a.scalar == scalar for a in self.arrays) * EXTENT
            value = f"({scalar.c})((i * 7 + 3) % 11)"
            out.append(f"  for (int i = 0; i < {count}; i++) {self.pool(scalar)}[i] = {value};")
        ordered = self._owner_order()
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
            printer = self._printer_name(what[0].struct if isinstance(what, list) else what.struct)
            if isinstance(what, list):
                out.append(f"  for (int i = 0; i < {len(what)}; i++) {printer}(&{name}[i]);")
            else:
                out.append(f"  {printer}(&{name});")
        for scalar in dict.fromkeys(a.scalar for a in self.arrays):
            count = sum(a.scalar == scalar for a in self.arrays) * EXTENT
            element = value_of(f"{self.pool(scalar)}[i]", scalar)
            out.append(f"  for (int i = 0; i < {count}; i++) tr({element});")
        out.append("}")
        return out

    def _owner_order(self) -> list[Object]:
        # An owner's containers are made before the objects in them are given values.
        return sorted(self.objects, key=lambda o: o.text.count(".") + o.text.count("["))

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
            elif f.kind == "ptr":
                yield f"{name} = &{made.objects[f.name][0].text};"
            elif f.kind == "parr":
                yield f"{name} = {made.objects[f.name][0].text.rsplit('[', 1)[0]};"
            elif f.kind == "ptrs":
                for j, target in enumerate(made.objects[f.name]):
                    yield f"{name}[{j}] = &{target.text};"
            elif f.kind == "wrap":
                yield f"{name}.to = &{made.objects[f.name][0].text};"

    def _printer_name(self, struct: Struct) -> str:
        return f"print_{struct.name.replace('struct ', '')}"

    def _printer(self, struct: Struct) -> Iterable[str]:
        yield f"PLAIN static void {self._printer_name(struct)}(const {struct.name} *o) {{"
        yield "  tr((unsigned)o->id);"
        for f in struct.fields:
            name = f"o->{f.name}"
            if f.kind in {"scalar", "bits"}:
                assert f.scalar
                yield f"  tr({value_of(name, f.scalar)});"
            elif f.kind in {"vec", "dvec", "darr"}:
                assert f.scalar
                count = EXTENT if f.kind == "dvec" else 4
                yield f"  for (int i = 0; i < {count}; i++) tr({value_of(name + '[i]', f.scalar)});"
            elif f.kind == "mat":
                assert f.scalar
                element = value_of(name + "[i / 4][i % 4]", f.scalar)
                yield f"  for (int i = 0; i < 12; i++) tr({element});"
            elif f.kind == "data":
                assert f.scalar
                yield f"  tr((unsigned)({name} - {self.pool(f.scalar)}));"
            elif f.kind == "rows":
                assert f.scalar
                yield f"  tr((unsigned)(*{name} - {self.pool(f.scalar)}));"
            elif f.kind in {"ptr", "wrap"}:
                yield f"  tr((unsigned){name}->id);"
            elif f.kind in {"parr", "ptrs"}:
                element = f"{name}[i]" + (".id" if f.kind == "parr" else "->id")
                yield f"  for (int i = 0; i < {f.count}; i++) tr((unsigned){element});"
            else:
                assert f.target
                printer = self._printer_name(f.target)
                if f.kind == "emb":
                    yield f"  {printer}(&{name});"
                elif f.kind == "uptr":
                    yield f"  {printer}({name}.get());"
                else:
                    yield f"  for (int i = 0; i < {f.count}; i++) {printer}(&{name}[i]);"
        yield "}"


def constant(scalar: Scalar, seed: int) -> str:
    """A constant of ``scalar``'s type."""
    if scalar.kind == "b":
        return ("false", "true")[seed % 2]
    if scalar.kind == "e":
        return ("RED", "GREEN", "BLUE")[seed % 3]
    if scalar.kind == "f":
        return f"{seed % 19}.5" + "f" * (scalar.c == "float")
    return str(seed % 23) + "u" * (scalar.kind == "u")


def value_of(text: str, scalar: Scalar) -> str:
    """``text``, which has type ``scalar``, as an unsigned value."""
    if scalar.kind == "f":
        return f"ud({text})"
    return text if scalar.c == "unsigned" else f"(unsigned){text}"


def converted(value: str, scalar: Scalar) -> str:
    """The unsigned expression ``value`` as a value of type ``scalar``, in a range that stays small."""
    if scalar.kind == "f":
        return f"({scalar.c})({value} & 63u) * ({scalar.c})0.5"
    if scalar.kind == "b":
        return f"(({value}) & 1u) != 0u"
    if scalar.kind == "e":
        return f"(enum hue)(({value}) & 1u)"
    if scalar.c == "unsigned":
        return value
    return f"({scalar.c})(({value}) & 255u)"


class Walker:
    """Makes paths: from a variable, member after member."""

    def __init__(self, choices: Choices):
        self.choices = choices

    def walk(
        self, root: Variable, indexes: list[Variable], ends: frozenset[str], start: Path | None = None
    ) -> Path | None:
        """A random path from ``root`` (or on from ``start``) whose kind is one of ``ends``."""
        choices = self.choices
        if start:
            steps, loads = list(start.steps), set(start.loads) | set(start.ends)
            objects, pointer, count = start.objects, start.kind in {"ptr", "parr", "structptr"}, 1
            const = False
            if start.kind == "parr":
                count = start.field.count if start.field else 1
        else:
            steps, loads, objects, const = [], set(), root.objects, root.const
            pointer, count = root.kind in {"sptr", "this"}, root.count
            if root.kind == "spp":
                steps.append(("[]", Index(0)))
                pointer = True
        for _ in range(8):
            if count > 1:  # a pointer to several elements
                if choices.chance(80):
                    index = self.index(indexes, count)
                    steps.append(("[]", index))
                    objects = self._elements(objects, count, index)
                    pointer = False
                else:
                    objects = self._elements(objects, count, Index(0))
                count = 1
            if not objects:
                return None
            struct = objects[0].struct
            f = choices.pick(struct.fields)
            if f.kind not in ends and f.kind not in LINKS:
                fitting = [g for g in struct.fields if g.kind in ends or g.kind in LINKS]
                if not fitting:
                    return None
                f = choices.pick(fitting)
            steps.append(("->" if pointer else ".", f.name))
            here = frozenset(o.location(f.name) for o in objects)
            stop = f.kind in ends and (f.kind not in LINKS or choices.chance(35))
            if stop:
                arrays = frozenset(a.location for o in objects for a in o.arrays.get(f.name, ()))
                kind, scalar, ends_at, loaded = f.kind, f.scalar, here, loads
                if f.kind in {"vec", "mat", "dvec", "darr"}:
                    arrays = here
                reached = tuple(dict.fromkeys(t for o in objects for t in o.objects.get(f.name, ())))
                if f.kind == "parr":
                    reached = tuple(t for o in objects for t in o.objects[f.name])
                return Path(
                    root, tuple(steps), kind, scalar, f.target, frozenset(loaded), ends_at, arrays, reached,
                    const, f,
                )  # fmt: skip
            if f.kind not in LINKS:
                return None
            targets = [o.objects[f.name] for o in objects]
            if f.kind in {"ptr", "uptr", "wrap"}:
                loads |= here
                objects = tuple(dict.fromkeys(t for group in targets for t in group))
                pointer, const = True, False
            elif f.kind == "emb":
                objects, pointer = tuple(group[0] for group in targets), False
            else:
                if f.kind != "arr":
                    loads |= here
                if f.kind == "parr" and choices.chance(15):
                    objects = tuple(dict.fromkeys(group[0] for group in targets))
                    pointer = True
                else:
                    index = self.index(indexes, f.count)
                    steps.append(("[]", index))
                    objects = tuple(dict.fromkeys(group[i] for group in targets for i in index.range()))
                    pointer = f.kind == "ptrs"
                if f.kind in {"parr", "ptrs"}:
                    const = False
        return None

    @staticmethod
    def _elements(objects: tuple[Object, ...], count: int, index: Index) -> tuple[Object, ...]:
        groups = [objects[i : i + count] for i in range(0, len(objects), count)]
        return tuple(dict.fromkeys(group[i] for group in groups for i in index.range()))

    def index(self, indexes: list[Variable], count: int) -> Index:
        """A subscript below ``count``."""
        fitting = [v for v in indexes if v.limit <= count]
        if fitting and self.choices.chance(60):
            variable = self.choices.pick(fitting)
            return Index(self.choices.integer(0, count - variable.limit), variable)
        return Index(self.choices.integer(0, count - 1))

    def element(self, path: Path, indexes: list[Variable]) -> Path:
        """A path to an element of ``path``, which names an array of scalars."""
        counts = {"data": EXTENT, "dvec": EXTENT, "vec": 4, "darr": 4}
        index = self.index(indexes, counts[path.kind])
        loads = path.loads | path.ends if path.kind in {"data", "dvec"} else path.loads
        const = bool(path.field and path.field.const) if path.kind == "data" else path.const
        return Path(
            path.root, (*path.steps, ("[]", index)), "elem", path.scalar, None, loads, path.arrays,
            path.arrays, (), const, path.field,
        )  # fmt: skip
