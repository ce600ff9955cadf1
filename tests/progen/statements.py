# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Statements without regions: simple ones, ways out, branches and loops, declarations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from progen.choices import Choices
from progen.expressions import Breakable, Expressions, Scope
from progen.model import EXTENT, FIELD_SCALARS, UNSIGNED, Variable, converted, value_of
from progen.world import World


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
        """One statement of any kind."""
        raise NotImplementedError

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
        if self.feature("macro statements", 30):
            forms.append((2, self.in_macro))
        text = choices.weighted(forms)()
        return text or f"tr({self.value()});"

    def in_macro(self) -> str | None:
        """Statements that are a macro's argument."""
        first = self.assignment() or f"tr({self.value(1)});"
        second = self.way_out() if self.choices.chance(40) else f"tr({self.value(1)});"
        if second is None:
            return None
        return self.choices.pick((f"IDS({{ {first} {second} }})", f"IDS({second})", f"IDS(IDS({second}))"))

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
        if path is None or not path.field.flexible or len(path.ends) != 1:
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
            const = path.const if path.kind == "vec" else path.field.const
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
        tag = path.struct.tag
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
        if returns.startswith("std::vector"):
            a, b = self.value(), self.value(1)
            return choices.pick((f"return {{{a}, {b}}};", f"return std::vector<unsigned>(2, {a});"))
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
        if self.returns.startswith("std::vector"):
            return "return {5u};"
        return f"return ({'unsigned' if self.returns == 'auto' else self.returns})1;"

    # --- compound statements -----------------------------------------------------------------

    def sub(self, head: str, tail: str = "", breakable: Breakable | None = None, high: int = 3) -> None:
        """A statement with a body, in braces or, where that is enough, without."""
        if breakable:
            self.breakables.append(breakable)
        if self.feature("bare bodies", 50) and self.choices.chance(30):
            self.line(head)
            self.level += 1
            self.simple()
            if breakable and breakable.construct and not self.lines[-1][0].endswith((";", "}")):
                self.tolerated.add("missing-statement")  # a macro that needs no semicolon ends the construct
            self.level -= 1
            if tail:
                self.line(tail)
        else:
            with self.block(head, tail and f" {tail}"):
                self.statements(1, high)
        if breakable:
            self.breakables.pop()

    def branch(self) -> bool:
        with self.scope(header=True):
            self.level -= 1
            head = f"if ({self.condition()})"
            if self.cxx and self.feature("initializers", 30) and self.choices.chance(30):
                value, name = self.value(), self.new_name()
                self.declare(Variable(name, "number"))
                # The value is made before the name hides anything; it must not mean what it hides.
                hidden = re.search(rf"\b{name}\b", value)
                value = "2u" if hidden else value
                head = f"if (unsigned {name} = {value}; {name} & 1u)"
            self.sub(head)
            if self.choices.chance(40):
                if self.choices.chance(25):
                    self.sub(f"else if ({self.condition()})")
                self.sub("else")
            self.level += 1
        return True

    def loop(self) -> bool:
        choices = self.choices
        form = choices.weighted(((8, "for"), (2, "while"), (2, "do"), (1, "chain")))
        if form == "for":
            return self.for_loop()
        if form == "chain":
            return self.chain_loop()
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

    def chain_loop(self) -> bool:
        """A loop that counts with what a chain leads to."""
        path = self.choose(frozenset({"scalar"}), write=True)
        if path is None or path.scalar is None or path.scalar.kind not in "uif" or self.kernels:
            return False
        spelled = [self.spell(path) for _ in range(3)]
        limit = self.choices.integer(1, 4)
        banned, self.banned = self.banned, self.banned | path.ends
        head = f"for ({spelled[0]} = 0; {spelled[1]} < {limit}; {spelled[2]}++)"
        self.sub(head, breakable=Breakable("loop"))
        self.banned = banned
        return True

    def conditional(self) -> bool:
        """Statements that the preprocessor chooses."""
        text = self.assignment() or f"tr({self.value()});"
        chain = self.spell(self.choices.pick(self.favorites), plain=True) if self.favorites else "n"
        shape = self.choices.pick(("defined", "never", "else"))
        condition = {"defined": "#ifdef __pointerchain", "never": "#if 0", "else": "#if 1 + 1 == 2"}[shape]
        if shape == "never":
            body = [condition, f"}} {chain} = '{{ never", "#pragma pointerchain region begin", "#endif"]
        else:
            body = [condition, text, "#else", f"{text} }}", "#endif"]
        for line in body:
            self.line(line, touched=True)
        return True

    def for_loop(self, construct: bool = False) -> bool:
        choices = self.choices
        limit = choices.pick((2, 3, 4, EXTENT))
        bound = str(limit)
        if choices.chance(30):
            value = f"(int)({self.value(1)} % {limit + 1}u)"
            if not construct:  # whose trips are counted once, before a body could change the bound
                bound = value
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
        forms: list[tuple[int, Callable[[], bool]]] = [
            (4, self.local_number),
            (2, self.local_index),
            (3, self.local_pointer),
            (1, self.local_struct),
            (1, self.local_list),
            (1, self.local_pointers),
        ]
        if self.cxx:
            forms.append((2, self.local_reference))
        return self.choices.weighted(forms)()

    def local_number(self) -> bool:
        name = self.new_name()
        variable = self.declare(Variable(name, "hidden"))
        scalar = self.choices.pick((UNSIGNED, UNSIGNED, *FIELD_SCALARS[:3]))
        storage = self.choices.weighted(((6, ""), (1, "const "), (1, "static ")))
        value = "3u" if storage == "static " else self.value()
        self.line(f"{storage}{scalar.c} {name} = {converted(value, scalar)};")
        variable.kind, variable.scalar = "number", scalar
        variable.assignable = scalar == UNSIGNED and storage != "const "
        return True

    def local_list(self) -> bool:
        name = self.new_name()
        variable = self.declare(Variable(name, "hidden", count=2))
        self.line(f"unsigned {name}[] = {{{self.value(1)}, {self.value(1)}}};")
        variable.kind = "list"
        return True

    def local_pointers(self) -> bool:
        """An array of pointers to structs."""
        first = self.choices.pick(self.world.objects)
        alike = [o for o in self.world.objects if o.struct is first.struct]
        objects = (first, self.choices.pick(alike))
        addresses = [self.address(o) for o in objects]
        if None in addresses:
            return False
        name = self.fresh("r")
        self.line(f"{first.struct.name} *{name}[2] = {{{addresses[0]}, {addresses[1]}}};")
        self.declare(Variable(name, "parray", first.struct, objects, 2))
        return True

    def local_reference(self) -> bool:
        """A reference to a struct."""
        path = self.choose(frozenset({"ptr"}))
        if path is None or path.struct is None or not self.visible(path):
            return False
        const, name = self.choices.chance(20), self.fresh("e")
        type_name = self.choices.pick((path.struct.name, "auto"))
        self.line(f"{'const ' * const}{type_name} &{name} = *{self.spell(path)};")
        self.declare(Variable(name, "sobj", path.struct, path.objects, const=const))
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
        everything = frozenset(source.locations())
        if not source.struct.copyable or text is None or not self.allowed((), frozenset(), everything, False):
            return False
        name = self.fresh("c")
        made = self.world.copy(source, name)
        self.declare(Variable(name, "sobj", source.struct, (made,)))
        self.line(f"{source.struct.name} {name} = {text[1:]};")
        return True
