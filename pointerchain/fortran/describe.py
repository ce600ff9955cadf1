# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Records -> the submodule that describes them, in Fortran.

For each type a function that allocates its components in objects of its own and shows them to the
runtime, which finds offsets and bounds by looking (``include/pointerchain/fortran/runtime.c``), and for each
length a function. No size, kind or offset is written: all of them are the user's compiler's.
"""

from __future__ import annotations

import re
from hashlib import sha1

from pointerchain.fortran import declarations as d
from pointerchain.fortran.records import DYNAMIC, EMBEDDED, SKIPPED, Component, Record, Records, TypeKey

COLUMNS = 132
_KINDS = {"owned": 0, "shared": 1, "observer": 2}
_DIRECTIONS = {"tofrom": 0, "to": 1, "from": 2, "alloc": 3}


def hook(module: str) -> str:
    """The name of the procedure for whose sake a module has a submodule."""
    return f"pc_{sha1(module.encode()).hexdigest()[:8]}"


def interface(module: str) -> str:
    """What a module declares so that compilers let it have a submodule."""
    return f"interface;module subroutine {hook(module)}();end;end interface;"


# A module may use these names for something of its own; gfortran takes the statement in a procedure alone.
_INTRINSIC = "    intrinsic :: allocated, associated, is_contiguous, size, storage_size"


def submodule(records: Records, module: str, described: tuple[Record, ...]) -> list[str]:
    """The lines of the submodule of ``module`` that describes these types."""
    out = [
        f"submodule ({module}) {hook(module)}_s",
        "  use pointerchain_types",
        "  implicit none",
        "contains",
        f"  module subroutine {hook(module)}()",
        "  end subroutine",
    ]
    own = {record.key: f"pc_t{number}" for number, record in enumerate(described, 1)}
    for number, record in enumerate(described, 1):
        out += _Writer(records, record, number, own).lines()
    out.append("end submodule")
    return [line for long in out for line in folded(long)]


def folded(line: str) -> list[str]:
    """A line of Fortran as lines of at most 132 columns, broken at blanks outside of literals where it is
    long."""
    out: list[str] = []
    lead = len(line) - len(line.lstrip())
    while len(line) > COLUMNS:
        cut, quote = -1, ""
        for at in range(COLUMNS - 2):
            char = line[at]
            if quote:
                quote = "" if char == quote else quote
            elif char in "'\"":
                quote = char
            elif char in " ," and at > lead + 4:
                cut = at + 1
        if cut < 0:  # one long word or literal: these may be broken anywhere, with '&' on both sides
            cut = COLUMNS - 2
        out.append(line[:cut] + "&")
        line = " " * (lead + 2) + "&" + line[cut:]
    out.append(line)
    return out


def literal(text: str) -> str:
    """``text`` as a literal that ends for C."""
    return "'" + text.replace("'", "''") + "'//c_null_char"


def getter(key: TypeKey, name: str) -> list[str]:
    """The interface of the function that describes a type, under a local name."""
    return [
        f"    function {name}() bind(c, name='{key.label}') result(pc_r)",
        "      import :: c_ptr",
        "      type(c_ptr) :: pc_r",
        "    end function",
    ]


class _Writer:
    def __init__(self, records: Records, record: Record, number: int, own: dict[TypeKey, str]) -> None:
        self.records, self.record, self.number, self.own = records, record, number, own
        self.others: dict[TypeKey, str] = {}
        self.body: list[str] = []
        self.counts: list[str] = []
        self.lengths = 0
        self.filled = False

    def lines(self) -> list[str]:
        record, me = self.record, f"pc_t{self.number}"
        # there is no object of an abstract type: its components are those of the types that extend it
        inherited: list[Component] = []
        holder = record
        for parent in self.records.parents(record):
            if "abstract" in parent.scope.attributes:
                inherited = [*parent.components, *inherited]
            elif self.records.holds_something(parent):
                name, of = holder.scope.extends, self._other(parent.key)
                self.body.append(f"call pc_embed({literal(name)}, c_loc(pc_p%{name}), 1_c_size_t, {of}(), 0)")
                break
            holder = parent
        for component in (*inherited, *record.components):
            self._component(component)
        declared = "pc_p, pc_q, pc_r, pc_z" if self.filled else "pc_p, pc_q, pc_r"
        out = [
            f"  recursive function {me}() bind(c, name='{record.key.label}') result(pc_it)",
            _INTRINSIC,
            "    type(c_ptr) :: pc_it",
            f"    type({record.key.name}), target, save :: {declared}",
            "    type(c_ptr), save :: pc_me = c_null_ptr",
        ]
        if self.others:
            out += ["    interface", *(f"  {line}" for k, n in self.others.items() for line in getter(k, n))]
            out.append("    end interface")
        size, name = "storage_size(pc_p, c_size_t) / 8", literal(record.key.name)
        out += [
            f"    if (pc_begin(pc_me, {name}, {size}, c_loc(pc_p), c_loc(pc_q), c_loc(pc_r)) /= 0) then",
            *(f"      {line}" for line in self.body),
            "      call pc_end(pc_me)",
            "    end if",
            "    pc_it = pc_me",
            "  end function",
            *self.counts,
        ]
        return out

    def _other(self, key: TypeKey) -> str:
        """The local name of the function that describes a type, of this module or another one."""
        if key in self.own:
            return self.own[key]
        return self.others.setdefault(key, f"pc_o{len(self.others) + 1}")

    def _component(self, component: Component) -> None:
        if component.kind == SKIPPED:
            self._skip(component)
        elif component.form == EMBEDDED:
            assert component.target is not None
            target = self.records.get(component.target)
            if target is None or self.records.holds_something(target):
                self._embed(component, 0)
        elif component.form == DYNAMIC:
            self._dynamic(component)

    def _embed(self, component: Component, skipped: int) -> None:
        assert component.target is not None
        name = component.name
        elements = f"size(pc_p%{name}, kind=c_size_t)" if component.entity.rank else "1_c_size_t"
        self.body.append(
            f"call pc_embed({literal(name)}, c_loc(pc_p%{name}), {elements}, "
            f"{self._other(component.target)}(), {skipped})"
        )

    def _skip(self, component: Component) -> None:
        name, entity = component.name, component.entity
        if component.form == EMBEDDED:
            self._embed(component, 1)
        elif component.form != DYNAMIC:
            return
        elif "pointer" in entity.attributes:
            self.filled = True
            self.body += [
                "call pc_fill(c_loc(pc_z))",
                f"nullify(pc_z%{name})",
                f"call pc_nullified({literal(name)}, c_loc(pc_z))",
            ]
        else:
            self.body += [self._allocate(component, "pc_p", 1), f"call pc_skip({literal(name)})"]

    def _allocate(self, component: Component, which: str, variant: int) -> str:
        """Allocate a component; the bounds and lengths of the two variants differ."""
        entity = component.entity
        bounds = "1:1" if variant == 1 else "2:3"
        shape = f"({','.join([bounds] * entity.rank)})" if entity.rank else ""
        spec = ""
        if entity.deferred:
            length = str(variant)
            spelled = re.sub(r"\*\s*\(?\s*:\s*\)?", f"(LEN = {length})", entity.spelling)
            spelled = re.sub(r":", length, spelled, count=1)
            if spelled.upper().strip() == "CHARACTER":
                spelled = f"CHARACTER(LEN = {length})"
            spec = f"{spelled} :: "
        elif entity.base == d.CLASS and entity.type_name == "*":
            spec = "integer :: "
        return f"allocate({spec}{which}%{entity.name}{shape})"

    def _dynamic(self, component: Component) -> None:
        entity, name = component.entity, component.name
        element = f"pc_p%{name}" + (f"({','.join(['1'] * entity.rank)})" if entity.rank else "")
        self.body += [self._allocate(component, "pc_p", 1), self._allocate(component, "pc_q", 2)]
        character = entity.base == d.INTRINSIC and entity.spelling.upper().startswith("CHARACTER")
        if component.target is not None:
            target = f"c_funloc({self._other(component.target)})"
        elif character:
            target = "pc_scalar(1_c_size_t)"
        else:
            target = f"pc_scalar(storage_size({element}, c_size_t) / 8)"
        count = self._count(component, character)
        self.body.append(
            f"call pc_add({literal(name)}, c_loc({element}), {_KINDS[component.kind]}, "
            f"{_DIRECTIONS[component.direction]}, {target}, {count})"
        )

    def _count(self, component: Component, character: bool) -> str:
        entity, name = component.entity, component.name
        if not entity.rank and not character:
            return "c_null_funptr"
        self.lengths += 1
        own = f"pc_n{self.number}_{self.lengths}"
        loose = entity.rank and "pointer" in entity.attributes and "contiguous" not in entity.attributes
        present = "associated" if "pointer" in entity.attributes else "allocated"
        spelled = literal(f"{self.record.key.name}%{name}")
        lines = []
        if loose and entity.base == d.TYPE:  # between its elements could lie what is of no type
            value = f"size(pc_o%{name}, kind=c_long_long)"
            lines = [
                f"    if (.not. {present}(pc_o%{name})) return",
                f"    if (.not. is_contiguous(pc_o%{name})) then",
                f"      pc_n = pc_loose({spelled})",
                "      return",
                "    end if",
            ]
        elif loose:
            value = f"pc_extent({spelled}, pc_o%{name})"
        else:
            value = f"size(pc_o%{name}, kind=c_long_long)" if entity.rank else "1_c_long_long"
        if character:
            value = f"{value} * (storage_size(pc_o%{name}, c_long_long) / 8)"
        # no 'bind(c)', which a type that is not interoperable has no place in: the object is passed by its
        # address
        self.counts += [
            f"  function {own}(pc_o) result(pc_n)",
            _INTRINSIC,
            f"    type({self.record.key.name}), intent(in) :: pc_o",
            "    integer(c_long_long) :: pc_n",
            "    pc_n = 0",
            *lines,
            f"    if ({present}(pc_o%{name})) pc_n = {value}",
            "  end function",
        ]
        return f"c_funloc({own})"
