# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Regions and constructs: which chains they hoist, how their directives are written, what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from progen.expressions import Active, Breakable, Scope
from progen.lists import joined
from progen.model import EXTENT, Path, Variable, value_of
from progen.statements import Statements

HOISTABLE = frozenset(
    {"scalar", "bits", "vec", "mat", "data", "rows", "func", "text", "ptr", "parr", "dvec", "darr"}
)


def unwrapped(text: str) -> str:
    """``text`` without parentheses around all of it."""
    while text.startswith("(") and text.endswith(")"):
        depth = 0
        for character in text[:-1]:
            depth += (character == "(") - (character == ")")
            if depth == 0:
                return text
        text = text[1:-1]
    return text


class Function(Statements):
    """Writes the body of one function with its regions."""

    def statement(self) -> None:
        self.budget -= 1
        choices = self.choices
        forms: list[tuple[int, Callable[[], bool]]] = [(14, self.simple)]
        if self.level < 9 and self.budget > 0:
            forms += [(4, self.branch), (4, self.loop), (1, self.switch), (1, self.nest)]
            forms += [(3 if self.regions else 6, self.region)]
            if self.feature("constructs"):
                forms += [(2, self.construct), (1, self.reduction)]
            if self.feature("conditionals", 25):
                forms.append((1, self.conditional))
            if self.cxx and self.feature("exceptions", 40) and not self.kernels:
                forms.append((1, self.attempt))
        if not self.undeclared and self.budget > 0:
            forms += [(3, self.local)]
        if not choices.weighted(forms)():
            self.simple()

    # --- regions ---------------------------------------------------------------------------------

    def declared(self) -> list[Path]:
        return [path for scope in self.scopes for path in scope.declares]

    def pick_chains(self) -> list[Path]:
        """Chains that a directive here may name."""
        found: dict[tuple[object, ...], Path] = {}
        for _ in range(self.choices.weighted(((3, 1), (3, 2), (2, 3), (1, 5)))):
            path = self.choose(HOISTABLE | {"elem"})
            if path is None or (path.root.dependent and path.kind in {"dvec", "darr"}):
                continue  # a container has to be seen to be one
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
            can_change = path.kind in {"scalar", "elem"} or (path.field.flexible and len(path.ends) == 1)
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
        forms = [(6, "declare"), (8, "condensed"), (1, "line")]
        if not self.kernels:
            forms.append((6, "clause"))
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
            for active in opened:
                active.listed = active in own
            return self.clause_region(names, opened)
        if form == "line":
            return self.line_region(names, opened)
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
        return joined(self.choices, out)

    def type_of(self, path: Path) -> str:
        if path.kind == "func":
            return "unsigned (*)(unsigned, unsigned)"
        if path.kind == "text":
            return "const char *"
        if path.scalar is None:
            assert path.struct
            return f"{path.struct.name}*"
        const = "const " if path.kind == "data" and path.field.const else ""
        const = "const " if path.kind in {"vec", "mat", "dvec", "darr"} and path.const else const
        star = {"scalar": "", "bits": "", "elem": "", "mat": " (*)[4]", "rows": " (*)[2]"}.get(path.kind, "*")
        return f"{const}{path.scalar.c}{star}"

    def directive(self, text: str) -> None:
        guarded = self.feature("guards", 20) and self.choices.chance(30)
        if guarded:
            self.line("#ifdef __pointerchain", touched=True)
        self._directive(text)
        if guarded:
            self.line("#endif", touched=True)

    def _directive(self, text: str) -> None:
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

    def line_region(self, names: str, actives: list[Active]) -> bool:
        """A whole region on a line."""
        with self.opened(actives):
            text = self.assignment() or f"tr({self.value()});"
            more = (self.way_out() if self.choices.chance(40) else None) or f"tr({self.value()});"
        if '"' in names or "//" in text + more:
            return False
        begin, end = (
            f'_Pragma("pointerchain region begin declare({names})")',
            '_Pragma("pointerchain region end")',
        )
        self.line(f"{begin} {text} {more} {end}", touched=True)
        self.after_region()
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
        omp, data = construct.startswith("omp"), construct.endswith("data")
        if omp and "target" not in construct:
            return ""
        out = ""
        named: set[tuple[object, ...]] = set()
        for active in actives:
            path = active.path
            if not active.listed or path.kind not in {"data", "scalar"} or path.key in named:
                continue
            if not self.choices.chance(90 if data else 35):
                continue
            named.add(path.key)
            text = unwrapped(self.spell(path, plain=True))
            text += f"[0:{EXTENT}]" * (path.kind == "data")
            both = path.kind == "data" or any(a.mutable for a in actives if a.path.key == path.key)
            if omp:
                out += f"map({'tofrom' if both else 'to'}: {text}) "
            else:
                out += f"{'copy' if both else 'copyin'}({text}) "
        if data and not out:
            return "map(tofrom: n) " if omp else "copy(n) "
        if not data:
            self.tolerate_copies(actives, named)
        return out

    def tolerate_copies(self, actives: list[Active], named: set[tuple[object, ...]]) -> None:
        """A compute construct copies an object, but not the local of an array in it that no clause names."""
        for active in actives:
            within = not any(what == "->" for what, _ in active.path.steps)
            if within and active.path.kind != "scalar" and active.path.key not in named:
                self.tolerated.add("copied-object")

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

    def reduction(self) -> bool:
        """A loop that adds to a hoisted scalar, as a construct's reduction."""
        fitting = [
            a
            for a in self.actives
            if a.mutable and a.listed and a.path.kind == "scalar"
            and a.path.scalar and a.path.scalar.kind in "ui"
            and self.legal(a.path, True)
        ]  # fmt: skip
        if self.kernels or not fitting:
            return False
        choices = self.choices
        active = choices.pick(fitting)
        construct = choices.pick(("acc parallel loop", "omp parallel for", "omp simd", "acc kernels loop"))
        text = unwrapped(self.spell(active.path, plain=True))
        if not construct.startswith("omp"):
            self.tolerate_copies(self.actives, set())
        space = " " * text.startswith(":")  # ':::' is read as '::' and ':'
        self.line(f"#pragma {construct} reduction(+:{space}{text})")
        name = self.fresh("i")
        with self.scope(header=True):
            self.level -= 1
            self.declare(Variable(name, "index", limit=3))
            self.barriers.append((len(self.breakables), len(self.gotos)))
            self.kernels.append(len(self.scopes))
            banned, self.banned = self.banned, self.banned | active.path.ends
            self.breakables.append(Breakable("loop", construct=True))
            with self.block(f"for (int {name} = 0; {name} < 3; {name}++)"):
                self.statements(0, 1)
                if self.legal(active.path, True):  # what was declared since may hide its root
                    added = choices.pick(("2", f"(short)({self.value(1)} & 7u)"))
                    self.line(f"{self.spell(active.path)} += {added};")
            self.breakables.pop()
            self.banned = banned
            self.kernels.pop()
            self.barriers.pop()
            self.level += 1
        return True
