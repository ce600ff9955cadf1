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

EXTENT = 6  # elements of a data array

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
NAMES = tuple("x pos box cnt sum pos_x next vel box_cnt traits x2 energy b a".split())


@dataclass(frozen=True)
class Field:
    """A member. ``kind`` is one of

    ends: scalar bits vec mat data rows func (function pointer) text (C string)
          dvec (vector of scalars) darr (std::array of scalars)
    links: ptr emb arr parr ptrs opaque (void pointer that is cast)
           uptr (unique_ptr) wrap (class with operator->) svec (vector of structs)

    ``alias`` is the name of a typedef that declares it, ``part`` where in the struct it stands.
    """

    name: str
    kind: str
    scalar: Scalar | None = None
    target: Struct | None = None
    count: int = 1
    flexible: bool = False
    const: bool = False
    alias: str = ""
    part: str = ""  # "base" or "anonymous"

    def declaration(self, name: str, what: str = "") -> str:
        """The declaration of ``name`` with this member's type (its scalar called ``what``)."""
        what = what or (self.scalar.c if self.scalar else self.target.name if self.target else "")
        n = self.count
        return {
            "scalar": f"{what} {name};",
            "bits": f"unsigned {name} : 5;",
            "vec": f"{what} {name}[4];",
            "mat": f"{what} {name}[3][4];",
            "data": f"{'const ' * self.const}{what} *{name};",
            "rows": f"{what} (*{name})[2];",
            "func": f"unsigned (*{name})(unsigned, unsigned);",
            "text": f"const char *{name};",
            "dvec": f"std::vector<{what}> {name};",
            "darr": f"std::array<{what}, 4> {name};",
            "ptr": f"{what} *{name};",
            "emb": f"{what} {name};",
            "arr": f"{what} {name}[{n}];",
            "parr": f"{what} *{name};",
            "ptrs": f"{what} *{name}[{n}];",
            "opaque": f"void *{name};",
            "uptr": f"std::unique_ptr<{what}> {name};",
            "wrap": f"Handle<{what}> {name};",
            "svec": f"std::vector<{what}> {name};",
        }[self.kind]


LINKS = frozenset({"ptr", "emb", "arr", "parr", "ptrs", "opaque", "uptr", "wrap", "svec"})
ENDS = frozenset({"scalar", "bits", "vec", "mat", "data", "rows", "func", "text", "dvec", "darr"})


@dataclass(eq=False)
class Struct:
    """A struct type; ``template`` makes it the instance of a class template, ``opening`` names it there."""

    name: str
    fields: list[Field] = field(default_factory=list)
    copyable: bool = True
    methods: list[str] = field(default_factory=list)
    template: bool = False

    @property
    def tag(self) -> str:
        return self.name.replace("struct ", "")


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

    def locations(self) -> Iterable[Location]:
        """Every location in the object itself."""
        for f in self.struct.fields:
            if f.kind in {"emb", "arr"}:
                for inner in self.objects[f.name]:
                    yield from inner.locations()
            else:
                yield self.location(f.name)


@dataclass(eq=False)
class Variable:
    """A name in scope. ``kind`` is one of

    sptr (pointer to struct), sobj (a struct object or a reference to one), spp (pointer to pointer
    to struct), parray (array of pointers to struct), this, index (an int in 0..limit-1), number (any
    scalar), list (array of unsigned), hidden (not to be used)
    """

    name: str
    kind: str
    struct: Struct | None = None
    objects: tuple[Object, ...] = ()  # sptr with count > 1, parray: the elements, in order
    count: int = 1
    const: bool = False
    scalar: Scalar = UNSIGNED
    limit: int = 0
    assignable: bool = False
    depth: int = 0  # 0 at file scope
    dependent: bool = False  # its type depends on a template's argument


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


Step = tuple[str, object]  # ("->", member), (".", member), ("[]", Index) or ("cast", type)


@dataclass(frozen=True)
class Path:
    """A chain as the generator sees it.

    ``loads`` are the locations read on the way, ``ends`` those that the path itself names, ``arrays``
    the data arrays that its elements are in, ``objects`` what it leads to where it names a struct.
    ``kind`` is a Field's kind, or elem (an element of an array: a scalar).
    """

    root: Variable
    steps: tuple[Step, ...]
    field: Field
    kind: str
    const: bool
    loads: frozenset[Location]
    ends: frozenset[Location]
    arrays: frozenset[Location]
    objects: tuple[Object, ...]

    @property
    def scalar(self) -> Scalar | None:
        return self.field.scalar

    @property
    def struct(self) -> Struct | None:
        return self.field.target

    @property
    def key(self) -> tuple[object, ...]:
        return (self.root, *((what, x.key) if isinstance(x, Index) else x for what, x in self.steps))

    @property
    def links(self) -> int:
        return sum(what in {"->", "."} for what, _ in self.steps)

    def indexes(self) -> Iterable[Variable]:
        for _, x in self.steps:
            if isinstance(x, Index) and x.variable:
                yield x.variable


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
