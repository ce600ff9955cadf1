# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A function in the making: its lines, what stands before it, and its ordinary statements and regions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from progen.choices import Choices
from progen.lists import joined
from progen.small.chains import Chain, Root, walk

SCALAR = frozenset({"scalar"})
NUMBERS = frozenset({"scalar", "array", "data"})
HOISTED = frozenset({"scalar", "array", "data", "link"})
RETURNS = {
    "unsigned": "tr({call});",
    "int": "tr((unsigned){call});",
    "double": "tr(ud({call}));",
    "struct pair": "{{ struct pair made = {call}; tr(made.a); tr(ud(made.b)); }}",
    "void": "{call};",
}


class Writer:
    """Writes the function of program ``number``; ``used`` are the kinds that it holds."""

    def __init__(self, choices: Choices, number: int, cxx: bool):
        self.choices, self.number, self.cxx = choices, number, cxx
        self.lines: list[tuple[str, bool]] = []
        self.extra: list[str] = []
        self.files: dict[str, str] = {}
        self.used: list[str] = []
        self.pending: list[Callable[[], None]] = []  # what the next region's middle is to hold
        self.hoisted: list[Chain] = []  # the chains of the open regions
        self.returns = "unsigned"
        self.template = ""  # the parameters of the function's template
        self.arguments = ""  # of the template
        self.more = ""  # parameters and arguments after ``n``
        self.more_arguments = ""
        self.indexes: list[str] = []
        self.level, self.depth, self.regions = 1, 0, 0
        self.loops = 0
        self.kernels = 0
        self.jumps = True  # whether ways out may be written here
        self.labels: list[str] = []
        self._fresh = 0
        self.roots = [Root("s", "top", True, "W[0].t")]
        self.parameters = ["struct top *s"]
        self.passed = ["&W[0].t"]
        self._second_root()
        self.favorites: list[Chain] = []
        for _ in range(choices.integer(2, 4)):
            chain = self._walk(self.choices.pick(self.roots), HOISTED)
            if chain:
                self.favorites.append(chain)

    def _second_root(self) -> None:
        forms = [(4, ""), (2, "global"), (2, "node"), (1, "value")]
        if self.cxx:
            forms.append((2, "reference"))
        form = self.choices.weighted(forms)
        if form == "global":
            self.roots.append(Root("g", "top", True, "W[1].t"))
        elif form == "node":
            self._parameter("struct node *x", "&W[1].np[0]", Root("x", "node", True, "W[1].np[0]"))
        elif form == "value":
            self._parameter("struct leaf o", "W[1].l[18]", Root("o", "leaf", False, "W[1].l[18]"))
        elif form == "reference":
            self._parameter("struct top &o", "W[1].t", Root("o", "top", False, "W[1].t"))

    def _parameter(self, declaration: str, argument: str, root: Root) -> None:
        self.parameters.append(declaration)
        self.passed.append(argument)
        self.roots.append(root)

    # --- text ------------------------------------------------------------------------------------

    def fresh(self, prefix: str) -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def unique(self, prefix: str) -> str:
        """A name that no other program of the file has."""
        return f"{self.fresh(prefix)}_{self.number}"

    def line(self, text: str, touched: bool = False) -> None:
        for part in text.split("\n"):
            self.lines.append(("  " * self.level + part, touched or self.regions > 0))

    def directive(self, text: str) -> None:
        self.line(text, touched=True)

    def touch_last(self) -> None:
        """A construct's locals may stand at the end of the line before it."""
        if self.lines:
            self.lines[-1] = (self.lines[-1][0], True)

    def macro(self, body: str, parameters: str | None = None, prefix: str = "M") -> str:
        """The name of a new macro, defined before the function."""
        name = self.unique(prefix)
        self.extra.append(f"#define {name}{'' if parameters is None else f'({parameters})'} {body}".rstrip())
        return name

    def file(self, text: str) -> str:
        """The name of a new file to be included."""
        name = f"{self.unique('part')}.inc"
        self.files[name] = text + "\n"
        return name

    @contextmanager
    def block(self, head: str = "", tail: str = "") -> Iterator[None]:
        self.line(f"{head} {{" if head else "{")
        self.level += 1
        self.depth += 1
        yield
        self.depth -= 1
        self.level -= 1
        self.line("}" + tail)

    # --- chains ----------------------------------------------------------------------------------

    def _walk(
        self, root: Root, kinds: frozenset[str], index: str = "", start: Chain | None = None
    ) -> Chain | None:
        for _ in range(8):
            found = walk(self.choices, root, kinds, index, start)
            if found:
                return found
        return None

    def find(
        self,
        fits: Callable[[Chain], bool],
        kinds: frozenset[str] = HOISTED,
        index: str = "",
        pointers: bool = False,
    ) -> Chain | None:
        """A chain that ``fits``: a hoisted one, a favorite, or any."""
        choices = self.choices
        known = [c for c in (*self.hoisted, *self.favorites) if c.kind in kinds and fits(c)]
        if known and not index and choices.chance(70):
            return choices.pick(known)
        roots = [r for r in self.roots if r.pointer or not pointers]
        for _ in range(20):
            chain = walk(choices, choices.pick(roots), kinds, index)
            if chain and fits(chain):
                return chain
        return choices.pick(known) if known and not index else None

    def scalar(self, fits: Callable[[Chain], bool] = lambda c: True) -> Chain:
        """A scalar chain that ``fits``; ``s->p->a->n`` and the like always do."""
        return self.find(fits, SCALAR) or Chain(
            self.roots[0], (("->", "p"), ("->", "a"), ("->", "n")), "scalar", "int"
        )

    def integer(self, deep: bool = False) -> Chain:
        """A chain to an integer; a ``deep`` one has a link on its way."""
        return self.scalar(lambda c: c.integer and (not deep or bool(c.links())))

    def pick_chains(self, high: int = 3) -> list[Chain]:
        """Chains for a directive."""
        found: dict[str, Chain] = {}
        for _ in range(self.choices.integer(1, high)):
            chain = self.find(lambda c: True, HOISTED)
            if chain:
                found[chain.text] = chain
        return list(found.values())

    # --- expressions -----------------------------------------------------------------------------

    def spell(self, chain: Chain) -> str:
        """The chain's text, now and then with parentheses or ``(*p).x``."""
        if not self.choices.chance(12):
            return chain.text
        what, x = chain.steps[-1]
        front = chain.front
        forms = [f"({chain.text})", chain.text.replace("->", " -> ")]
        if what == "->":
            forms.append(f"(*{front}).{x}")
        return self.choices.pick(forms)

    def element(self, chain: Chain, write: bool = False) -> str:
        """A scalar lvalue in or at ``chain``."""
        text = self.spell(chain)
        if chain.kind in {"array", "data"}:
            index = self.choices.pick([*self.indexes, "0", "1", "3"])
            return f"{text}[{index}]"
        if chain.kind in {"link", "part"}:
            return f"{text}{'->' if chain.kind == 'link' else '.'}n"
        return text

    def unsigned(self, chain: Chain) -> str:
        """What is at ``chain``, as an unsigned value."""
        text = self.element(chain)
        return f"ud({text})" if chain.kind == "scalar" and chain.type == "double" else f"(unsigned){text}"

    def value(self, depth: int = 1) -> str:
        """An unsigned expression without side effects."""
        choices = self.choices
        form = choices.weighted(((5, "chain"), (1, "constant"), (2, "n"), (2 * depth, "more")))
        if form == "chain":
            chain = self.find(lambda c: True, HOISTED)
            if chain:
                return self.unsigned(chain)
        if form == "more":
            a, b = self.value(0), self.value(0)
            return choices.pick(
                (
                    f"({a} + {b})",
                    f"({a} ^ {b})",
                    f"({a} & 1u ? {b} : 3u)",
                    f"hf({a}, {b})",
                    f"MX({a}, {b})",
                    f"ID({a})",
                )
            )
        return "n" if form == "n" else f"{choices.integer(0, 9)}u"

    def condition(self) -> str:
        return f"{self.value()} & {self.choices.pick((1, 2, 4))}u"

    def change(self, chain: Chain) -> str:
        """A statement that changes what is at ``chain``."""
        text, choices = self.element(chain, True), self.choices
        if chain.kind == "scalar" and chain.type == "double":
            return choices.pick(
                (f"{text} += 1.5;", f"{text} *= 0.5;", f"{text} = (double)({self.value()} & 63u);")
            )
        small = f"({self.value()} & 63u)"
        if chain.kind == "scalar" and chain.type not in {"int", "unsigned"}:
            return choices.pick((f"{text} = ({chain.type}){small};", f"{text}++;", f"{text} ^= 3;"))
        forms = (f"{text} += 3;", f"{text}++;", f"--{text};", f"{text} = (int){small};", f"ADD({text}, 2);")
        return choices.pick((*forms, f"tr((unsigned)({text} += 2));", f"{text} ^= (int){small};"))

    # --- statements ------------------------------------------------------------------------------

    def statements(self, low: int, high: int) -> None:
        for _ in range(self.choices.integer(low, high)):
            self.statement()

    def changeable(self) -> Chain | None:
        return self.find(lambda c: True, NUMBERS)

    def simple_text(self) -> str:
        choices = self.choices
        form = choices.weighted(
            ((3, "read"), (4, "change"), (2, "leave" if self.jumps else "read"), (1, "helper"))
        )
        if form == "change":
            chain = self.changeable()
            if chain:
                return self.change(chain)
        if form == "leave":
            return self.way_out()
        if form == "helper":
            return f"spare += id_of((int)({self.value()} & 7u));"
        return f"tr({self.value()});"

    def way_out(self) -> str:
        """A conditional jump."""
        return f"if ({self.condition()}) {self.jump()}"

    def jump(self) -> str:
        forms = ["return"]
        if self.loops:
            forms += ["break", "continue", "continue"]
        if not self.cxx and self.labels:
            forms.append("goto")
        form = self.choices.pick(forms) if not self.kernels else "continue"
        if form == "return":
            return self.leave()
        return f"goto {self.labels[-1]};" if form == "goto" else f"{form};"

    def leave(self) -> str:
        """A return statement."""
        value = self.value()
        if self.returns == "void":
            return "return;"
        if self.returns == "struct pair":
            return f"return pair_of({value}, {self.value()});"
        if self.returns == "double":
            return f"return 0.5 * (double)({value} & 255u);"
        return f"return {value};" if self.returns == "unsigned" else f"return (int)({value} & 255u);"

    def statement(self) -> None:
        choices = self.choices
        forms = [(8, "simple")]
        if self.depth < 3:
            forms += [(1, "if"), (2, "for"), (1, "block"), (1, "switch"), (1, "while")]
            if self.cxx and not self.kernels:
                forms.append((1, "try"))
        form = choices.weighted(forms)
        if form == "simple":
            self.line(self.simple_text())
        elif form == "if":
            with self.block(f"if ({self.condition()})"):
                self.statements(1, 2)
            if choices.chance(40):
                with self.block("else"):
                    self.statements(1, 1)
        elif form == "for":
            self.loop()
        elif form == "while":
            self.while_loop()
        elif form == "switch":
            self.switch()
        elif form == "try":
            with self.block("try"):
                self.statements(1, 2)
                self.line(f"if ({self.condition()}) throw (int)({self.value()} & 7u);")
            with self.block("catch (int z)"):
                self.line("tr((unsigned)z);")
        else:
            with self.block():
                name = self.fresh("v")
                self.line(f"unsigned {name} = {self.value()};")
                self.statements(1, 2)
                self.line(f"tr({name});")

    def loop(self, body: Callable[[], None] | None = None) -> None:
        name = self.fresh("k")
        with self.block(f"for (int {name} = 0; {name} < 3; {name}++)"):
            self.indexes.append(name)
            self.loops += 1
            if body:
                body()
            else:
                self.statements(1, 2)
            self.loops -= 1
            self.indexes.remove(name)

    def while_loop(self) -> None:
        name = self.fresh("w")
        self.line(f"{{ int {name} = 0;")
        with self.block(f"while ({name}++ < 2)"):
            self.loops += 1
            self.statements(1, 2)
            self.loops -= 1
        self.line("}")

    def switch(self) -> None:
        kernels, self.kernels = self.kernels, self.kernels
        with self.block(f"switch ({self.value()} & 3u)"):
            for case in range(self.choices.integer(1, 2)):
                with self.block(f"case {case}:"):
                    self.line(f"tr({self.value()});")
                    chain = self.changeable()
                    if chain:
                        self.line(self.change(chain))
                self.line("break;")
        self.kernels = kernels

    # --- regions ---------------------------------------------------------------------------------

    def listed(self, chains: list[Chain]) -> str:
        """The list of a directive; now and then it names every chain of a root, or of all."""
        if self.choices.chance(6):
            root = re.match(r"\w+->", chains[0].text)
            return root[0] + "*" if root and self.choices.chance(50) else "*"
        out = []
        for chain in chains:
            text = chain.text
            star = {"scalar": "", "array": " *", "data": " *", "link": " *", "part": ""}.get(chain.kind)
            tag = "struct " * (chain.kind in {"link", "part"})
            if star is not None and self.choices.chance(30):
                more = ""
                if chain.kind == "array" and self.choices.chance(30):
                    more = ":restrict"
                text += f"{{{tag}{chain.type}{star}{more}}}"
            out.append(text)
        return joined(self.choices, out)

    @contextmanager
    def region(self, chains: list[Chain], form: str = "", pragma: bool = True) -> Iterator[None]:
        """A region that hoists ``chains``."""
        choices, names = self.choices, self.listed(chains)
        form = form or choices.weighted(((4, "list"), (3, "declare"), (1, "operator")))
        if form == "declare":
            self.directive(f"#pragma pointerchain declare({names})")
            self.directive("#pragma pointerchain region begin")
        elif form == "operator":
            self.directive(f'_Pragma("pointerchain region begin declare({names})")')
        else:
            self.directive(f"#pragma pointerchain region begin declare({names})")
        with self.hoisting(chains):
            yield
        self.directive(
            "#pragma pointerchain region end" if form != "operator" else '_Pragma("pointerchain region end")'
        )

    @contextmanager
    def hoisting(self, chains: list[Chain]) -> Iterator[None]:
        """The chains count as hoisted, and the lines may be touched."""
        self.regions += 1
        self.hoisted += chains
        yield
        del self.hoisted[len(self.hoisted) - len(chains) :]
        self.regions -= 1

    def middle(self, low: int = 0, high: int = 2) -> None:
        """Ordinary statements, with what is pending among them."""
        self.statements(low, high)
        while self.pending:
            self.pending.pop(0)()
            self.statements(0, 1)

    def use(self, chain: Chain, write: int = 60) -> None:
        """Use a hoisted chain; it is changed in ``write`` of a hundred cases."""
        if self.choices.chance(write) and chain.kind in NUMBERS:
            self.line(self.change(chain))
        self.line(f"tr({self.unsigned(chain)});")

    def plain_region(self) -> None:
        """A region, in a loop or branch or not, with what is pending in it."""
        choices = self.choices
        chains = self.pick_chains() or [self.integer()]

        def inner() -> None:
            form = choices.weighted(((6, "region"), (2, "clause"), (2, "statement")))
            if form == "statement":
                self.directive(f"#pragma pointerchain region declare({self.listed(chains)})")
                with self.hoisting(chains), self.block(choices.pick(("", f"if ({self.condition()})"))):
                    self.middle()
                    self.use(choices.pick(chains))
                self.touch_last()
                return
            if form == "clause":
                self.clause_region(chains)
                return
            with self.region(chains):
                self.middle()
                if self.regions < 2 and choices.chance(20):
                    more = self.pick_chains(2)
                    with self.region(more):
                        self.statements(1, 2)
                        self.use(choices.pick(more))
                self.use(choices.pick(chains))

        around = choices.weighted(((6, ""), (2, "for"), (1, "if"), (1, "block")))
        if around == "for":
            self.loop(inner)
        elif around:
            with self.block(f"if ({self.value()} | 1u)" if around == "if" else ""):
                inner()
        else:
            inner()

    def clause_region(self, chains: list[Chain]) -> None:
        """A construct with a clause; compiled without OpenMP and OpenACC it is a loop or a block."""
        choices = self.choices
        construct = choices.pick(
            ("acc parallel loop", "omp parallel for", "omp simd", "acc data", "acc kernels loop")
        )
        data = "copy(n) " if construct == "acc data" else ""
        self.touch_last()
        self.directive(f"#pragma {construct} {data}pointerchain({self.listed(chains)})")
        with self.hoisting(chains):
            jumps, self.jumps = self.jumps, False
            loops, self.loops = self.loops, 0
            self.kernels += 1

            def body() -> None:
                self.middle()
                self.use(choices.pick(chains), 40)

            if data:
                with self.block():
                    body()
            else:
                self.loop(body)
            self.kernels -= 1
            self.loops = loops
            self.jumps = jumps
