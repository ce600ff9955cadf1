# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Statements, the ways out of regions, and regions themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from progen.choices import Choices
from progen.expressions import Active, Breakable, Expressions, Scope
from progen.model import EXTENT, FIELD_SCALARS, UNSIGNED, Path, Variable, World, converted, value_of

HOISTABLE = frozenset({"scalar", "bits", "vec", "mat", "data", "rows", "ptr", "parr", "dvec", "darr"})
ARRAYS = frozenset({"vec", "data", "dvec", "darr"})


class Statements(Expressions):
    """Writes the body of one function, line by line."""

    def __init__(self, world: World, choices: Choices, name: str, returns: str):
        super().__init__(world, choices, name)
        self.returns = returns
        self.lines: list[tuple[str, bool]] = []
        self.regions = 0
        self.touched = 0
        self.level = 1
        self.budget = choices.integer(6, 34)
        self.breakables: list[Breakable] = []
        self.gotos: list[tuple[str, str | None]] = []  # (label, condition for a jump back)
        self.used_labels: set[str] = set()
        self.barriers: list[tuple[int, int]] = []
        self.undeclared = 0  # open statement lists in which nothing can be declared
        self.throws = False
        self.extra: list[str] = []  # definitions and macros that the function needs before it

    # --- lines ---------------------------------------------------------------------------

    def line(self, text: str, touched: bool = False) -> None:
        for part in text.split("\n"):
            self.lines.append(("  " * self.level + part, touched or self.touched > 0))

    @contextmanager
    def block(self, head: str = "", tail: str = "") -> Iterator[None]:
        """Braces with a scope of their own."""
        self.line(f"{head} {{" if head else "{")
        with self.scope():
            undeclared, self.undeclared = self.undeclared, 0
            yield
            self.undeclared = undeclared
        self.line("}" + tail)

    @contextmanager
    def scope(self, header: bool = False) -> Iterator[None]:
        self.scopes.append(Scope(header))
        self.level += 1
        yield
        self.level -= 1
        self.scopes.pop()

    # --- statement lists -------------------------------------------------------------------

    def statements(self, low: int, high: int) -> None:
        for _ in range(self.choices.integer(low, high)):
            self.statement()

    def statement(self) -> None:
        self.budget -= 1
        choices = self.choices
        if self.budget <= 0:
            self.simple()
            return
        deep = self.level < 9
        forms: list[tuple[int, Callable[[], bool]]] = [(14, self.simple)]
        if deep:
            forms += [(4, self.branch), (4, self.loop), (1, self.switch), (1, self.nest)]
            forms += [(3 if self.regions else 6, self.region)]
            if self.feature("constructs"):
                forms.append((2, self.construct))
            if self.cxx and self.feature("exceptions", 40) and not self.kernels:
                forms.append((1, self.attempt))
        if not self.undeclared:
            forms += [(3, self.local)]
        if not choices.weighted(forms)():
            self.simple()

    def simple(self) -> bool:
        """One statement without statements in it, on a line or lines of its own."""
        text = self.simple_text()
        if self.feature("remarks", 40) and self.favorites and "\n" not in text and self.choices.chance(20):
            chain = self.spell(self.choices.pick(self.favorites), plain=True)
            text += (
                self.choices.pick((f" // {chain}", ""))
                or f" /* {chain.replace('*/', '').replace('/*', '')} */"
            )
        self.line(text)
        return True

    def simple_text(self) -> str:
        choices = self.choices
        forms: list[tuple[int, Callable[[], str | None]]] = [
            (5, lambda: f"tr({self.value()});"),
            (8, self.assignment),
            (2, self.trace_effect),
            (3, self.update),
            (3 if self.regions else 1, self.way_out),
            (2, self.repoint),
            (2, self.helper),
        ]
        text = choices.weighted(forms)()
        return text or f"tr({self.value()});"

    def trace_effect(self) -> str | None:
        found = self.effect()
        return f"tr({found});" if found else None

    def update(self) -> str | None:
        choices = self.choices
        kinds = ("number", "index", "sptr")
        variables = [v for v in self.variables(*kinds) if v.assignable and self.writable(v)]
        if not variables:
            return None
        v = choices.pick(variables)
        if v.kind == "index":
            return f"{v.name} = (int)({self.value(1)} % {v.limit}u);"
        if v.kind == "sptr":
            targets = [self.address(o) for o in v.objects]
            known = [t for t in targets if t]
            return f"{v.name} = {choices.pick(known)};" if known and not self.kernels else None
        if v.scalar.c == "unsigned" and choices.chance(40):
            found = self.effect()
            if found:
                return f"{v.name} += {found};"
        return f"{v.name} {choices.pick(('=', '+=', '^='))} {self.value()};"

    def repoint(self) -> str | None:
        """Point a link or a data pointer to another of its targets."""
        choices = self.choices
        if self.kernels:
            return None
        path = self.choose(frozenset({"ptr", "data"}))
        if path is None or not path.field or not path.field.flexible or len(path.ends) != 1:
            return None
        if not self.legal(path, True):
            return None
        if path.kind == "data":
            targets = [text for _, text in sorted(path.arrays)]
        else:
            targets = [t for t in map(self.address, path.objects) if t]
        return f"{self.spell(path)} = {choices.pick(targets)};" if targets else None

    def helper(self) -> str | None:
        """A call of a function that reads or writes what its argument points to."""
        choices = self.choices
        path = self.choose(frozenset({"ptr", "data", "vec", "scalar"}))
        if path is None or not self.legal(path):
            return None
        if path.kind in {"data", "vec"}:
            assert path.scalar
            if path.scalar.c not in {"double", "real_t"}:
                return None
            const = path.const if path.kind == "vec" else bool(path.field and path.field.const)
            write = choices.chance(40) and not const
            loads = path.loads | path.ends if path.kind == "data" else path.loads
            if not self.allowed((*path.key, "call"), loads, path.arrays, write):
                return None
            if write:
                return f"filld({self.spell(path)}, {self.value(1)});"
            return f"tr(ud(sumd({self.spell(path)}, 4)));"
        if path.kind == "scalar":
            assert path.scalar
            return f"tr(hf({value_of(self.spell(path), path.scalar)}, {self.value(1)}));"
        assert path.struct
        scalars = [f for f in path.struct.fields if f.kind == "scalar"]
        if not scalars:
            return None
        write = choices.chance(50)
        ends = frozenset(o.location(f.name) for o in path.objects for f in scalars[:1])
        if not self.allowed((*path.key, "call"), path.loads | path.ends, ends, write):
            return None
        self.world.helpers.add(path.struct)
        tag = path.struct.name.replace("struct ", "")
        return f"tr({'touch' if write else 'peek'}_{tag}({self.spell(path)}));"

    # --- ways out --------------------------------------------------------------------------

    def way_out(self) -> str | None:
        """A conditional jump, in one statement."""
        text = self.jump()
        if text is None:
            return None
        choices = self.choices
        condition = self.condition()
        if choices.chance(25):
            other = self.jump() or "tr(1u);"
            return f"if ({condition}) {text} else {other}"
        if choices.chance(40):
            first = self.assignment() or "tr(2u);"
            return f"if ({condition}) {{ {first} {text} }}"
        if choices.chance(15):
            return f"if ({condition})\n  if ({self.value(1)} & 1u) {text}\n  else tr(5u);"
        return f"if ({condition}) {text}"

    def jump(self) -> str | None:
        choices = self.choices
        base, gotos = self.barriers[-1] if self.barriers else (0, 0)
        forms: list[tuple[int, Callable[[], str]]] = []
        inner = self.breakables[base:]
        if any(b.kind == "loop" for b in inner):
            forms.append((4, lambda: "continue;"))
        if inner and not inner[-1].construct:
            forms.append((4, lambda: "break;"))
        if not self.barriers:
            forms.append((4, self.return_text))
            if self.throws:
                forms.append((1, lambda: f"throw (int)({self.value(1)} & 7u);"))
        if self.gotos[gotos:]:
            forms.append((2, lambda: self.goto_text(choices.pick(self.gotos[gotos:]))))
        return choices.weighted(forms)() if forms else None

    def goto_text(self, target: tuple[str, str | None]) -> str:
        label, guard = target
        self.used_labels.add(label)
        return f"if ({guard}) goto {label};" if guard else f"goto {label};"

    def return_text(self) -> str:
        choices, returns = self.choices, self.returns
        if returns == "void":
            return "return;"
        if returns == "struct pair":
            return f"return make_pair_of({self.value()}, {self.value(1)});"
        value = self.effect() if choices.chance(35) else None
        value = value or self.value()
        if returns == "double":
            return f"return 0.5 * (double)(({value}) & 1023u);"
        if returns == "bool":
            return f"return ({value}) > 4u;"
        if returns == "int":
            return f"return (int)(({value}) & 1023u);"
        return f"return {value};"

    def return_constant(self) -> str:
        """A return statement that reads nothing."""
        if self.returns == "void":
            return "return;"
        if self.returns == "struct pair":
            return "return make_pair_of(3u, 4u);"
        return f"return ({self.returns})1;"

    # --- compound statements -----------------------------------------------------------------

    def sub(self, head: str, tail: str = "", breakable: Breakable | None = None, high: int = 3) -> None:
        """A statement with a body, in braces or, where that is enough, without."""
        if breakable:
            self.breakables.append(breakable)
        if self.feature("bare bodies", 50) and self.choices.chance(30):
            self.line(head)
            self.level += 1
            self.simple()
            self.level -= 1
            if tail:
                self.line(tail)
        else:
            with self.block(head, tail and f" {tail}"):
                self.statements(1, high)
        if breakable:
            self.breakables.pop()

    def branch(self) -> bool:
        self.sub(f"if ({self.condition()})")
        if self.choices.chance(40):
            if self.choices.chance(25):
                self.sub(f"else if ({self.condition()})")
            self.sub("else")
        return True

    def loop(self) -> bool:
        choices = self.choices
        form = choices.weighted(((5, "for"), (1, "while"), (1, "do")))
        if form == "for":
            return self.for_loop()
        counter = self.fresh("w")
        self.line("{")
        self.level += 1
        self.line(f"unsigned {counter} = 0;")
        test = f"{counter}++ < {choices.integer(1, 4)}u && ({self.condition()}) < 3u"
        if form == "while":
            self.sub(f"while ({test})", breakable=Breakable("loop"))
        else:
            self.sub("do", f"while ({test});", Breakable("loop"))
        self.level -= 1
        self.line("}")
        return True

    def for_loop(self, construct: bool = False) -> bool:
        choices = self.choices
        limit = choices.pick((2, 3, 4, EXTENT))
        bound = str(limit)
        if choices.chance(30):
            bound = f"(int)({self.value(1)} % {limit + 1}u)"
        with self.scope(header=True):
            self.level -= 1
            name = choices.pick(("i", "j", "k"))
            if not self.feature("shadowing") and self.lookup(name):
                name = self.fresh("i")
            self.declare(Variable(name, "index", limit=limit))
            if bound != str(limit) and name in bound:
                bound = str(limit)
            step = choices.pick((f"{name}++", f"++{name}", f"{name} += 1"))
            head = f"for (int {name} = 0; {name} < {bound}; {step})"
            self.sub(head, breakable=Breakable("loop", construct))
            self.level += 1
        return True

    def switch(self) -> bool:
        choices = self.choices
        self.line(f"switch ({self.value()} & 3u) {{")
        self.breakables.append(Breakable("switch"))
        with self.scope():
            for case in range(choices.integer(1, 4)):
                label = "default:" if case == 3 else f"case {case}:"
                self.level -= 1
                if choices.chance(60):
                    with self.block(label):
                        self.level += 1
                        self.statements(1, 2)
                        self.level -= 1
                    self.level += 1
                else:
                    self.line(label)
                    self.level += 1
                    self.undeclared += 1
                    self.statements(1, 2)
                    self.undeclared -= 1
                if choices.chance(75):
                    self.line("break;")
        self.breakables.pop()
        self.line("}")
        return True

    def nest(self) -> bool:
        with self.block():
            self.statements(1, 3)
        return True

    def attempt(self) -> bool:
        throws, self.throws = self.throws, True
        with self.block("try"):
            self.statements(1, 3)
            if self.choices.chance(60):
                self.line(f"boom({self.value(1)});")
        self.throws = throws
        with self.block("catch (int e)"):
            self.line("tr((unsigned)e);")
            self.statements(0, 1)
        return True

    # --- declarations --------------------------------------------------------------------------

    def local(self) -> bool:
        """A local variable of any kind."""
        return self.choices.weighted(
            (
                (4, self.local_number),
                (2, self.local_index),
                (3, self.local_pointer),
                (1, self.local_struct),
            )
        )()

    def local_number(self) -> bool:
        name = self.new_name()
        variable = self.declare(Variable(name, "hidden"))
        scalar = self.choices.pick((UNSIGNED, UNSIGNED, *FIELD_SCALARS[:3]))
        self.line(f"{scalar.c} {name} = {converted(self.value(), scalar)};")
        variable.kind, variable.scalar, variable.assignable = "number", scalar, scalar == UNSIGNED
        return True

    def local_index(self) -> bool:
        name, limit = self.new_name(), self.choices.pick((2, 3))
        variable = self.declare(Variable(name, "hidden", limit=limit))
        self.line(f"int {name} = (int)({self.value(1)} % {limit}u);")
        variable.kind, variable.assignable = "index", True
        return True

    def local_pointer(self) -> bool:
        """A pointer to a struct: what a link leads to, or one of two objects by turns."""
        choices = self.choices
        path = self.choose(frozenset({"ptr"}))
        name = self.new_name()
        variable = self.declare(Variable(name, "hidden"))
        if path and path.struct and self.visible(path) and choices.chance(60):
            self.line(f"{path.struct.name} *{name} = {self.spell(path)};")
            variable.kind, variable.struct, variable.objects = "sptr", path.struct, path.objects
            return True
        first = choices.pick(self.world.objects)
        alike = [o for o in self.world.objects if o.struct is first.struct]
        objects = (first, choices.pick(alike)) if choices.chance(50) else (first,)
        text = self.address(first)
        if text is None:
            del self.scopes[-1].names[name]
            return False
        self.line(f"{first.struct.name} *{name} = {text};")
        variable.kind, variable.struct = "sptr", first.struct
        variable.objects, variable.assignable = tuple(dict.fromkeys(objects)), True
        return True

    def local_struct(self) -> bool:
        """A copy of an object, with embedded objects of its own."""
        source = self.choices.pick(self.world.objects)
        text = self.address(source)
        if self.actives or not source.struct.copyable or text is None:
            return False
        name = self.fresh("c")
        made = self.world.copy(source, name)
        self.declare(Variable(name, "sobj", source.struct, (made,)))
        self.line(f"{source.struct.name} {name} = {text[1:]};")
        return True

    # --- regions ---------------------------------------------------------------------------------

    def declared(self) -> list[Path]:
        return [path for scope in self.scopes for path in scope.declares]

    def pick_chains(self) -> list[Path]:
        """Chains that a directive here may name."""
        found: dict[tuple[object, ...], Path] = {}
        for _ in range(self.choices.weighted(((3, 1), (3, 2), (2, 3), (1, 5)))):
            path = self.choose(HOISTABLE | {"elem"})
            if path is None:
                continue
            if path.kind in {"vec", "data"} and self.choices.chance(12):
                path = self.walker.element(path, self.indexes())
            if path.links and self.visible(path):
                found[path.key] = path
        return list(found.values())

    def activate(self, paths: list[Path]) -> list[Active] | None:
        """Choose what the region may change; None where it cannot be opened here."""
        choices = self.choices
        made: list[Active] = []
        for path in paths:
            if not self.legal(path):
                return None
            if all(a.path.key != path.key for a in made):
                made.append(Active(path))
        for active in made:
            path, others = active.path, [a for a in made if a is not active]
            can_change = path.kind in {"scalar", "elem"} or (
                path.is_pointer and path.field is not None and path.field.flexible and len(path.ends) == 1
            )
            clash = any(
                active.cached & (o.path.loads | o.path.ends)
                or (o.mutable and o.cached & (path.loads | path.ends))
                for o in others
            )
            if can_change and not clash and not self.kernels and choices.chance(45):
                active.mutable = self.legal(path, True)
        return made

    def choose_restrict(self, active: Active, among: list[Active]) -> bool:
        path = active.path
        if path.kind not in {"vec", "data", "dvec", "darr"} or active.mutable or not self.choices.chance(30):
            return False
        return not any(o is not active and o.path.ends & path.arrays for o in [*among, *self.actives])

    def region(self) -> bool:
        if self.regions >= 2 or (self.regions and self.choices.chance(50)):
            return False
        forms = [(3, "declare"), (4, "condensed")]
        if not self.kernels:
            forms.append((3, "clause"))
        form = self.choices.weighted(forms)
        chains = self.pick_chains()
        if form != "declare":
            if not chains:
                return False
            return self.open_region(form, chains)
        known = {p.key for p in self.declared()}
        chains = [c for c in chains if c.key not in known]
        if not chains and not known:
            return False
        # What is declared is hoisted by every region in the block: the types, and whether a
        # pointer may be restrict, are settled here, for a region that is opened right away.
        wait = self.choices.chance(40)
        opened = self.activate([*self.declared(), *chains])
        if opened is None:
            return False
        if chains:
            restricted = [
                a for a in opened if not wait and a.path in chains and self.choose_restrict(a, opened)
            ]
            self.directive(f"declare({self.names(chains, [a.path for a in restricted])})")
            self.scopes[-1].declares += chains
            for active in restricted:
                active.restrict = True
        if wait:
            self.statements(1, 2)
            opened = self.activate(self.declared())
            if opened is None:
                return True
        return self.fill_region("begin", opened)

    def must_region(self) -> None:
        """A region, in a loop, switch or branch or not; after some tries without luck, none."""
        choices = self.choices
        self.budget = max(self.budget, 6)

        def regions() -> None:
            for _ in range(4):
                if self.region():
                    return

        wrapping = choices.weighted(((5, ""), (3, "loop"), (1, "branch"), (1, "switch"), (1, "block")))
        if wrapping == "loop":
            with self.scope(header=True):
                self.level -= 1
                self.breakables.append(Breakable("loop"))
                name = self.fresh("t")
                self.declare(Variable(name, "index", limit=3))
                with self.block(f"for (int {name} = 0; {name} < 3; {name}++)"):
                    self.statements(0, 1)
                    regions()
                    self.statements(0, 1)
                self.breakables.pop()
                self.level += 1
        elif wrapping == "branch":
            with self.block(f"if ({self.value(1)} % 3u)"):
                regions()
        elif wrapping == "switch":
            self.line(f"switch ({self.value(1)} & 1u) {{")
            self.breakables.append(Breakable("switch"))
            with self.scope():
                self.undeclared += 1
                self.line("case 0: tr(1u);")
                regions()
                self.line(choices.pick(("break;", "tr(3u);")))
                self.undeclared -= 1
            self.breakables.pop()
            self.line("}")
        elif wrapping == "block":
            with self.block():
                regions()
        else:
            regions()

    def open_region(self, form: str, chains: list[Path]) -> bool:
        opened = self.activate([*self.declared(), *chains])
        if opened is None:
            return False
        own = [a for a in opened if any(a.path.key == c.key for c in chains)]
        for active in own:
            active.restrict = self.choose_restrict(active, opened)
        names = self.names([a.path for a in own], [a.path for a in own if a.restrict])
        if form == "clause":
            return self.clause_region(names, opened)
        return self.fill_region(f"begin declare({names})", opened)

    def names(self, chains: list[Path], restricted: list[Path]) -> str:
        """The list of a directive."""
        out = []
        for path in chains:
            text = self.spell(path, plain=True)
            text = (
                text[1:-1] if text.startswith("(") and text.endswith(")") and ")" not in text[:-1] else text
            )
            if any(path is r for r in restricted):
                text += f"{{{self.type_of(path)}:{self.choices.pick(('restrict', 'restrictconst'))}}}"
            elif self.choices.chance(40):
                text += f"{{{self.type_of(path)}}}"
            out.append(text)
        return self.choices.pick((", ", ",")).join(out)

    def type_of(self, path: Path) -> str:
        if path.scalar is None:
            assert path.struct
            return f"{path.struct.name}*"
        const = "const " if path.kind == "data" and path.field and path.field.const else ""
        const = "const " if path.kind in {"vec", "mat", "dvec", "darr"} and path.const else const
        star = {"scalar": "", "bits": "", "elem": "", "mat": " (*)[4]", "rows": " (*)[2]"}.get(path.kind, "*")
        return f"{const}{path.scalar.c}{star}"

    def directive(self, text: str) -> None:
        choices = self.choices
        form = choices.weighted(((8, "plain"), (1, "operator"), (1, "continued"), (1, "spaced")))
        if form == "operator" and '"' not in text:
            self.line(f'_Pragma("pointerchain {text}")', touched=True)
        elif form == "continued" and " " in text and "//" not in text:
            first, rest = text.split(" ", 1)
            self.line(f"#pragma pointerchain {first} \\\n  {rest}", touched=True)
        elif form == "spaced":
            self.line(f"#  pragma  pointerchain  {text} // {choices.integer(0, 9)}", touched=True)
        else:
            self.line(f"#pragma pointerchain {text}", touched=True)

    @contextmanager
    def opened(self, actives: list[Active]) -> Iterator[None]:
        """The rules of a region hold."""
        count = len(self.actives)
        locked = [v for a in actives for v in (a.path.root, *a.path.indexes())]
        self.actives += actives
        self.locked += locked
        self.regions += 1
        self.touched += 1
        yield
        self.touched -= 1
        self.regions -= 1
        del self.locked[len(self.locked) - len(locked) :]
        del self.actives[count:]

    def fill_region(self, begin: str, actives: list[Active]) -> bool:
        choices = self.choices
        forward = back = None
        if not self.kernels and not self.undeclared and self.feature("goto", 40):
            if choices.chance(20):
                forward = self.fresh("skip")
                self.line("{")
                self.scopes.append(Scope())
                self.gotos.append((forward, None))
            elif choices.chance(15):
                back, counter = self.fresh("again"), self.fresh("rc")
                self.line(f"unsigned {counter} = 0;")
                self.line(f"{back}: ;")
                self.gotos.append((back, f"{counter}++ < 2u"))
        loose = choices.chance(30) and not self.undeclared and not back
        self.directive(f"region {begin}")
        with self.opened(actives):
            if not loose:
                self.undeclared += 1
            self.body(actives)
            if not loose:
                self.undeclared -= 1
        self.directive("region end")
        self.after_region()
        if forward:
            self.gotos.pop()
            self.scopes.pop()
            self.line("}")
            if forward in self.used_labels:
                self.line(f"{forward}: ;")
        if back:
            self.gotos.pop()
        return True

    def body(self, actives: list[Active]) -> None:
        if self.choices.chance(15):
            with self.block():
                self.statements(1, 4)
        else:
            self.statements(1, 4)
        self.use(actives)

    def use(self, actives: list[Active]) -> None:
        """Use a chain of the region, so that few are declared in vain."""
        active = self.choices.pick(actives)
        found = self.place(active.path, active.mutable) if self.visible(active.path) else None
        if found and found[1].scalar:
            self.line(f"tr({value_of(found[0], found[1].scalar)});")
            if active.mutable and found[1].scalar.kind in "uif":
                self.line(f"{found[0]} += 1;")

    def after_region(self) -> None:
        if self.actives or self.kernels:
            self.line(f"tr({self.value(1)});")
        else:
            self.line(f"state{self.number}();")

    def clause_region(self, names: str, actives: list[Active]) -> bool:
        """A region that is an acc or omp construct: a loop, or a block of data."""
        choices = self.choices
        construct = choices.pick(
            (
                "acc parallel loop",
                "omp parallel for",
                "acc kernels loop",
                "omp target teams distribute parallel for",
                "acc data",
                "omp target data",
            )
        )
        data = construct.endswith("data")
        pragma = f"#pragma {construct} {self.clauses(construct, actives)}pointerchain({names})"
        self.touch_last()
        self.line(pragma, touched=True)
        with self.opened(actives):
            self.barriers.append((len(self.breakables), len(self.gotos)))
            if data:
                with self.block():
                    self.body(actives)
            else:
                self.kernels.append(len(self.scopes))
                self.for_loop(construct=True)
                self.kernels.pop()
            self.barriers.pop()
        self.after_region()
        return True

    def touch_last(self) -> None:
        text, _ = self.lines[-1] if self.lines else ("", True)
        if self.lines:
            self.lines[-1] = (text, True)

    def clauses(self, construct: str, actives: list[Active]) -> str:
        """Data clauses that name the chains of open regions."""
        out = ""
        omp = construct.startswith("omp")
        target = "target" in construct
        if omp and not target:
            return ""
        for active in actives:
            path = active.path
            if not self.choices.chance(35 if not construct.endswith("data") else 90):
                continue
            text = self.spell(path, plain=True)
            if path.kind == "data":
                section = f"{text}[0:{EXTENT}]"
                out += f"map(tofrom: {section}) " if omp else f"copy({section}) "
            elif path.kind == "scalar":
                kind = "tofrom" if active.mutable else "to"
                clause = "copy" if active.mutable else "copyin"
                out += f"map({kind}: {text}) " if omp else f"{clause}({text}) "
        return out

    def construct(self) -> bool:
        """A compute construct inside a region (or none): a loop under a pragma."""
        if self.kernels or not self.actives:
            return False
        choices = self.choices
        construct = choices.pick(("acc parallel loop", "omp parallel for", "acc kernels loop", "omp simd"))
        self.line(f"#pragma {construct} {self.clauses(construct, self.actives)}".rstrip())
        self.barriers.append((len(self.breakables), len(self.gotos)))
        self.kernels.append(len(self.scopes))
        self.for_loop(construct=True)
        self.kernels.pop()
        self.barriers.pop()
        return True
