# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Scopes, the rules of the regions that are open, and the expressions that keep them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from progen.choices import Choices
from progen.model import (
    ENDS,
    EXTENT,
    NAMES,
    Index,
    Location,
    Object,
    Path,
    Step,
    Variable,
    converted,
    value_of,
)
from progen.paths import COUNTS, Walker
from progen.world import World

READABLE = ENDS | {"ptr", "elem"}
WRITABLE = frozenset({"scalar", "bits", "vec", "mat", "data", "rows", "dvec", "darr", "elem"})
INDEXED = frozenset(COUNTS)


@dataclass
class Scope:
    """A block, or the header of a loop or function: then its names cannot be declared again just below."""

    header: bool = False
    names: dict[str, Variable] = field(default_factory=dict)
    declares: list[Path] = field(default_factory=list)


@dataclass
class Active:
    """A chain that an open region hoists."""

    path: Path
    mutable: bool = False
    restrict: bool = False
    listed: bool = True  # not only visible where a construct's own list is what counts

    @property
    def cached(self) -> frozenset[Location]:
        """The locations that the local stands for."""
        return frozenset() if self.path.kind in {"vec", "mat", "darr"} else self.path.ends


@dataclass
class Breakable:
    """A loop or switch, the number of regions open where it begins, and whether it is a construct's loop."""

    kind: str
    construct: bool = False


class Expressions:
    """The state of a function that is being written, and its expressions."""

    def __init__(self, world: World, choices: Choices, name: str):
        self.world, self.choices, self.name = world, choices, name
        self.cxx, self.number = world.cxx, world.number
        self.walker = Walker(choices)
        self.scopes: list[Scope] = []
        self.actives: list[Active] = []
        self.favorites: list[Path] = []
        self.locked: list[Variable] = []
        self.banned: frozenset[Location] = frozenset()
        self.kernels: list[int] = []  # scope depths of the compute constructs that are open
        self.tolerated: set[str] = set()  # what a translation may be refused with
        self._features: dict[str, bool] = {}
        self._fresh = 0

    def feature(self, name: str, percent: int = 70) -> bool:
        """Whether this function uses feature ``name`` at all."""
        if name not in self._features:
            self._features[name] = self.choices.chance(percent)
        return self._features[name]

    def either_way(self, name: str) -> bool:
        """Whether to spell something in the way called ``name``: most functions keep to one way."""
        if self.feature(f"mixed {name}", 12):
            self.tolerated.add("spelled-otherwise")  # regions inside regions have to spell a chain alike
            return self.choices.chance(50)
        return self.feature(name, 50)

    def fresh(self, prefix: str) -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    # --- names ---------------------------------------------------------------------------

    def lookup(self, name: str) -> Variable | None:
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
        return None

    def visible(self, path: Path) -> bool:
        return self.lookup(path.root.name) is path.root and all(
            self.lookup(v.name) is v for v in path.indexes()
        )

    def variables(self, *kinds: str) -> list[Variable]:
        """The visible variables of ``kinds``, outermost first."""
        seen = {name: v for scope in self.scopes for name, v in scope.names.items()}
        return [v for v in seen.values() if v.kind in kinds]

    def indexes(self) -> list[Variable]:
        return self.variables("index")

    def new_name(self) -> str:
        """A name for a new variable of this block; it may hide one of an outer block."""
        taken = set(self.scopes[-1].names)
        if len(self.scopes) > 1 and self.scopes[-2].header:
            taken |= set(self.scopes[-2].names)
        if self.feature("shadowing") and self.choices.chance(25):
            hidable = [v.name for scope in self.scopes for v in scope.names.values()]
            hidable += NAMES
            if self.favorites:
                path = self.choices.pick(self.favorites)
                members = [str(x) for what, x in path.steps if what != "[]"]
                hidable.append("_".join(["pc", *members[-2:]]))
                hidable.append("_".join(["pc", path.root.name, *members]))
            name = self.choices.pick(hidable)
            if name not in taken and name not in {"n", "this"} and "::" not in name:
                return name
        return self.fresh("v")

    def declare(self, variable: Variable) -> Variable:
        variable.depth = len(self.scopes)
        self.scopes[-1].names[variable.name] = variable
        return variable

    def address(self, made: Object) -> str | None:
        """``&object`` where the object's name is not hidden."""
        base = re.search(r"\w+", made.text)
        assert base
        seen = self.lookup(base[0])
        return f"&{made.text}" if seen is None or seen.objects[:1] == (made,) else None

    # --- what the open regions allow -------------------------------------------------------

    def allowed(
        self,
        key: tuple[object, ...],
        loads: frozenset[Location],
        ends: frozenset[Location],
        write: bool,
    ) -> bool:
        """Whether an access keeps the promise of every open region."""
        if (loads | ends) & self.banned:
            return False
        for active in self.actives:
            path = active.path
            if key == path.key:
                if write and not active.mutable:
                    return False
                continue
            through = key[: len(path.key)] == path.key
            read = loads - (path.loads | active.cached) if through else loads
            if active.mutable and (read | ends) & active.cached:
                return False
            if write and ends & (active.cached | path.loads):
                return False
            if active.restrict and ends & path.arrays and not through:
                return False
        return True

    def legal(self, path: Path, write: bool = False) -> bool:
        if not self.visible(path):
            return False
        if write and (path.const or (self.kernels and not path.loads and path.root.kind == "sobj")):
            return False
        return self.allowed(path.key, path.loads, path.ends, write)

    def writable(self, variable: Variable) -> bool:
        if variable in self.locked:
            return False
        return not self.kernels or variable.depth > self.kernels[-1]

    # --- paths ---------------------------------------------------------------------------

    def choose(self, ends: frozenset[str], write: bool = False) -> Path | None:
        """A path to something of kind ``ends``, or to an array of it, that may be accessed here."""
        for _ in range(5):
            path = self._candidate(ends)
            if path is None or not self.visible(path):
                continue
            if path.kind in INDEXED | {"mat", "rows"} or self.legal(path, write):
                return path  # whether an element may be accessed is asked when one is chosen
        return None

    def _candidate(self, ends: frozenset[str]) -> Path | None:
        source = self.choices.weighted(((5, "favorite"), (4, "active"), (2, "any")))
        known = [a.path for a in self.actives] if source == "active" else self.favorites
        indexes = self.indexes()
        if source != "any" and known:
            path = self.choices.pick(known)
            if not self.visible(path):
                return None
            if path.kind in ends and (path.kind not in {"ptr", "parr"} or self.choices.chance(30)):
                return path
            if path.kind in {"ptr", "parr"}:
                return self.walker.walk(path.root, indexes, ends, start=path)
            return None
        roots = self.roots()
        return self.walker.walk(self.choices.pick(roots), indexes, ends) if roots else None

    def roots(self) -> list[Variable]:
        return self.variables("sptr", "sobj", "spp", "parray", "this")

    def place(self, path: Path, write: bool) -> tuple[str, Path] | None:
        """A scalar lvalue in ``path``: its text and its path, where it may be accessed."""
        choices = self.choices
        if path.kind in {"scalar", "bits", "elem"}:
            return (self.spell(path), path) if self.legal(path, write) else None
        indexes = self.indexes()
        if path.kind in INDEXED:
            element = self.walker.element(path, indexes)
            odd = self.feature("odd subscripts", 40) and path.kind in {"vec", "data"} and choices.chance(20)
            if not odd:
                return (self.spell(element), element) if self.legal(element, write) else None
            # The same element by another spelling, which need not count as the same chain.
            index = element.steps[-1][1]
            assert isinstance(index, Index)
            at = self.subscript(index, plain=True)
            element = replace(element, steps=(*element.steps, ("[]", Index(-1))))
            base = self.spell(path)
            text = choices.pick((f"*({base} + {at})", f"({at})[{base}]"))
            return (text, element) if self.legal(element, write) else None
        if path.kind in {"mat", "rows"}:
            rows, columns = (3, 4) if path.kind == "mat" else (EXTENT // 2, 2)
            steps: tuple[Step, ...] = (
                *path.steps,
                ("[]", self.walker.index(indexes, rows)),
                ("[]", self.walker.index(indexes, columns)),
            )
            loads = path.loads | path.ends if path.kind == "rows" else path.loads
            const = path.const and path.kind == "mat"
            element = replace(path, steps=steps, kind="elem", loads=loads, ends=path.arrays, const=const)
            return (self.spell(element), element) if self.legal(element, write) else None
        return None

    def path_value(self) -> str | None:
        """The unsigned value of something that a path leads to."""
        path = self.choose(READABLE)
        if path is None:
            return None
        if path.kind == "ptr":
            identity = frozenset(o.location("id") for o in path.objects)
            if self.legal(path) and self.allowed(
                (*path.key, ("->", "id")), path.loads | path.ends, identity, False
            ):
                return f"(unsigned){self.spell(path)}->id"
            return None
        if path.kind in {"func", "text"}:
            text = self.spell(path)
            if path.kind == "text":
                return f"len({text})"
            return f"{self.choices.pick((text, f'(*{text})'))}({self.choices.integer(0, 9)}u, n)"
        found = self.place(path, False)
        if found is None or found[1].scalar is None:
            return None
        return value_of(found[0], found[1].scalar)

    # --- spelling ------------------------------------------------------------------------

    def spell(self, path: Path, plain: bool = False) -> str:
        """A spelling of ``path``; with ``plain`` one without line ends."""
        choices, text, steps = self.choices, path.root.name, list(path.steps)
        if path.root.kind == "this" and self.either_way("implicit this"):
            hidden = self.lookup(str(steps[0][1]))
            if hidden is None or hidden.depth == 1:
                text = str(steps.pop(0)[1])
        if path.root.kind == "spp" and choices.chance(50):
            text = f"(*{text})"
            steps.pop(0)
        if self.cxx and path.root.depth == 0 and self.feature("qualified", 10):
            text = "::" * self.either_way("qualified globals") + text
        varied = self.feature("odd spellings", 50) and choices.chance(35)
        for what, x in steps:
            odd = varied and choices.chance(40)
            if isinstance(x, Index):
                text += f"[{self.subscript(x, not odd)}]"
            elif what == "cast":
                cast = "reinterpret_cast" if self.feature("reinterpretation", 15) else "static_cast"
                text = f"{cast}<{x} *>({text})"
            elif not odd:
                text += f"{what}{x}"
            elif what == "->":
                forms = [f"{text} -> {x}", f"(*{text}).{x}", f"({text})->{x}", f"{text}/* {x} */->{x}"]
                if not plain:
                    forms += [f"{text}->\n    {x}", f"{text} // ->{x}\n      ->{x}"]
                text = choices.pick(forms)
            else:
                text = choices.pick((f"{text} . {x}", f"({text}).{x}", f"{text}.{x}"))
        return f"({text})" if varied and choices.chance(15) else text

    def subscript(self, index: Index, plain: bool) -> str:
        if index.variable:
            name = index.variable.name
            text = f"{name} + {index.value}" if index.value else name
            return text if plain else f"({text})"
        value = index.value
        if plain or not self.feature("odd constants", 40):
            return str(value)
        self.tolerated.add("spelled-otherwise")  # directives inside regions have to spell a chain alike
        forms = [f" {value} ", f"{value}u", f"0x{value:x}", f"({value})"]
        forms += [f"{value - 1} + 1"] if value else []
        forms += ["TWO"] if value == 2 else []
        return self.choices.pick(forms)

    # --- expressions ---------------------------------------------------------------------

    def value(self, depth: int = 2) -> str:
        """An unsigned expression without side effects; it binds as tightly as a cast, or has parentheses."""
        choices = self.choices
        forms = [(2, "constant"), (6, "path"), (2, "number")]
        if depth > 0:
            forms += [(4, "binary"), (1, "ternary"), (1, "comma"), (1, "call"), (1, "logic"), (1, "text")]
            if self.feature("macros"):
                forms += [(2, "macro")]
            if self.feature("sizeof", 40):
                forms += [(1, "sizeof")]
        form = choices.weighted(forms)
        if form == "path":
            found = self.path_value()
            if found:
                return found
        elif form == "number":
            variables = self.variables("number", "index", "list")
            if variables:
                v = choices.pick(variables)
                if v.kind == "list":
                    return f"{v.name}[{choices.integer(0, v.count - 1)}]"
                return value_of(v.name, v.scalar) if v.kind == "number" else f"(unsigned){v.name}"
        elif form == "text":
            if self.favorites:
                return f'len("{self.spell(choices.pick(self.favorites), plain=True)}")'
        elif form == "sizeof":
            path = self.choose(READABLE)
            if path and path.kind not in {"bits", "func"}:
                return choices.pick(
                    (f"(unsigned)sizeof({self.spell(path)})", f"(unsigned)sizeof {path.root.name}")
                )
        elif form != "constant":
            return self._compound(form, depth - 1)
        return f"{choices.integer(0, 9)}u"

    def _compound(self, form: str, depth: int) -> str:
        choices = self.choices
        a = self.value(depth)
        if form == "binary":
            operator = choices.pick(("+", "^", "-", "*", "&", "|"))
            return f"({a} {operator} {self.value(depth)})"
        if form == "ternary":
            return f"(({a} & 1u) ? {self.value(depth)} : {self.value(depth)})"
        if form == "comma":
            return f"((void){a}, {self.value(depth)})"
        if form == "call":
            return f"hf({a}, {self.value(depth)})"
        if form == "logic":
            operator = choices.pick(("&&", "||", "<", "=="))
            return f"(unsigned)({a} {operator} {self.value(depth)})"
        macro = choices.pick(("ID({})", "SQ({})", "MX({}, {})", "ID(ID({}))", "NIL({})", "ID(hf({}, {}))"))
        return macro.format(a, self.value(depth))

    def condition(self) -> str:
        if self.choices.chance(20):
            found = self.effect()
            if found:
                return f"{found} & 1u"
        return f"{self.value(1)} & {self.choices.pick((1, 2, 3))}u"

    def effect(self) -> str | None:
        """An unsigned expression that writes; nothing else may be evaluated beside it."""
        path = self.choose(WRITABLE, write=True)
        found = self.place(path, True) if path else None
        if not found or not found[1].scalar:
            return None
        (text, place), choices = found, self.choices
        scalar = place.scalar
        assert scalar
        if text.startswith("*"):
            text = f"({text})"
        forms = []
        if scalar.kind in "uif":
            forms += [
                value_of(f"({text}++)", scalar),
                value_of(f"(--{text})", scalar),
                value_of(f"({text} += 2)", scalar),
                f"(unsigned)({text}++ && {value_of(text, scalar)} > 2u)",
            ]
            if self.feature("macros"):
                forms.append(value_of(f"ADD({text}, 3)", scalar))
        forms.append(f"({text} = {converted(self.value(1), scalar)}, {value_of(text, scalar)})")
        forms.append(value_of(f"({text} = {converted(self.value(1), scalar)})", scalar))
        return choices.pick(forms)

    def assignment(self) -> str | None:
        """An assignment statement to a place that a path leads to."""
        path = self.choose(WRITABLE, write=True)
        found = self.place(path, True) if path else None
        if not found or not found[1].scalar:
            return None
        (text, place), choices = found, self.choices
        scalar = place.scalar
        assert scalar
        forms = [f"{text} = {converted(self.value(), scalar)};"]
        other = self.choose(frozenset({"scalar"}), write=True)
        if other and other.scalar == scalar and not other.ends & (place.loads | place.ends):
            forms.append(f"{text} = {self.spell(other)} = {converted(self.value(), scalar)};")
        if scalar.kind in "ui":
            forms += [f"{text} += {converted(self.value(), scalar)};"] * (scalar.kind == "u")
            forms += [f"{text} += {choices.integer(1, 5)};", f"{text} ^= 3;", f"{text} -= 2;"]
            forms += [f"{text} *= 3u;"] if scalar.c == "unsigned" else []
        if scalar.kind == "f":
            forms += [f"{text} += {converted(self.value(), scalar)};", f"{text} *= ({scalar.c})0.5;"]
        if scalar.kind in "uif":
            step = text if not text.startswith("*") else f"({text})"
            forms += [f"{step}++;", f"--{step};"]
            if self.feature("macros"):
                forms += [f"ADD({text}, 1);", f"TWICE({step}++);", f"ID({step} += 2;)"]
        if scalar.kind == "b":
            forms += [f"{text} = !{text};", f"{text} |= {converted(self.value(), scalar)};"]
        return choices.pick(forms)
