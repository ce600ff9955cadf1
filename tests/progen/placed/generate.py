# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions with directives for a device, each of whose kernels finds there what it follows.

What is *held* at a place is known while a function is made: the chains of which a region around it, a directive
before it or the world has put the data on the device, so that the device's own pointer leads there, by whatever
name a kernel follows it. A kernel uses what is held, or what it lists itself. A pointer to a structure, or to
an array, is only set while nothing is held, and the device is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from progen.choices import Choices, Recorded

Lines = list[str]
_SAME = {"u": "s"}
"""Names that a function gives to what another name leads to."""


@dataclass(frozen=True)
class Placed:
    """One function: its text for the translator, and for a compiler that cannot take that."""

    number: int
    mode: int
    dialect: str
    text: str
    reference: str
    tags: frozenset[str] = field(default_factory=frozenset)


def key(chain: str) -> str:
    """A chain by one of its names."""
    root, arrow, rest = chain.partition("->")
    return _SAME.get(root, root) + arrow + rest


def root(chain: str) -> str:
    """The variable that it begins at."""
    return chain.partition("->")[0]


class _Maker:
    def __init__(self, choices: Choices, number: int, dialect: str) -> None:
        self.choices, self.number, self.dialect = choices, number, dialect
        self.mode = int(choices.chance(30))
        self.part = choices.chance(40)
        """Whether sections of ``c`` begin at ``k``."""
        self.held: list[str] = []
        self.tags: set[str] = set()
        self.helpers: list[tuple[Lines, Lines]] = []
        self.budget = 7
        self.moves = self.mode == 0 and choices.chance(50)
        self.around: list[str] = []
        """The roots of what the regions around list, which are the device's in their kernels, too."""
        self.is_plain = choices.chance(45)
        """Whether kernels follow nothing but what their clauses, or those around them, list, by that name."""
        self.is_fresh = True
        """Whether no clause has listed an array yet."""

    # --- chains -------------------------------------------------------------------------------------------

    def chain(self, writes: bool = True) -> str:
        """One that leads to an array."""
        choices = self.choices
        if self.is_plain and self.around and self.held and choices.chance(85):
            return choices.pick(self.held)
        if choices.chance(12):
            return choices.pick(("s->p", "u->p", "t->p"))
        member = choices.weighted(((6, "x"), (4, "v"), (4, "c")))
        return f"{choices.weighted(((8, 's->a'), (3, 's->b'), (2, 'u->a'), (2, 't->a'), (2, 'h')))}->{member}"

    def name_of(self, chain: str) -> str:
        """Another name of the same."""
        if self.is_plain or not self.choices.chance(25):
            return chain
        self.tags.add("another name")
        at, _, rest = chain.partition("->")
        return {"s": "u", "u": "s"}.get(at, at) + "->" + rest

    def is_held(self, chain: str) -> bool:
        """Whether a kernel finds it without a clause of its own."""
        return self.mode == 1 or key(chain) in map(key, self.held)

    def section(self, chain: str) -> str:
        """What a clause lists of it."""
        if chain.endswith("->c") and self.part:
            return f"{chain}[k:n]"
        return chain + (self.choices.pick(("[0:n]", "[0:n]", "[:n]")))

    def index(self, chain: str) -> str:
        """An element, for the iteration ``i``."""
        return f"{chain}[k + i]" if chain.endswith("->c") and self.part else f"{chain}[i]"

    # --- clauses ------------------------------------------------------------------------------------------

    def maps(self, chain: str, kind: str) -> str:
        """A data clause that lists it."""
        self.is_fresh = False
        if self.dialect == "acc":
            name = {"both": "copy", "to": "copyin", "present": "present"}[kind]
            return f" {name}({self.section(chain)})"
        if kind == "present":
            return (
                f" map(present, alloc: {self.section(chain)})"
                if self.choices.chance(50)
                else f" map({self.section(chain)})"
            )
        word = {"both": "tofrom: ", "to": "to: "}[kind]
        if self.choices.chance(8):
            self.tags.add("always")
            word = "always, " + word
        return f" map({word}{self.section(chain)})"

    # --- kernels ------------------------------------------------------------------------------------------

    def kernel(self, own: bool = True, only: str = "") -> tuple[Lines, Lines]:
        """A construct: for the translator, and for a compiler that maps no root by itself."""
        choices, acc = self.choices, self.dialect == "acc"
        used: list[str] = []
        for _ in range(choices.integer(1, 3)):
            wanted = self.held and choices.chance(55)
            chain = only or (choices.pick(self.held) if wanted else self.chain())
            if chain not in used:
                used.append(chain)
        clauses = ""
        seen: set[str] = set()
        given: set[str] = set()
        kinds: dict[str, str] = {}
        for chain in used:
            held = self.is_held(chain)
            if key(chain) in seen:
                continue
            if (not held) or (own and choices.chance(35)):
                # what may be the same memory comes back by each clause, or by none
                kind = kinds.setdefault(chain[-1], choices.pick(("both", "to")))
                clauses += self.maps(chain, "present" if held and choices.chance(35) else kind)
                self.tags.add("own clause")
                seen.add(key(chain))
                given.add(root(chain))
            else:
                self.tags.add("held")
        used = [each for each in used if self.is_held(each) or key(each) in seen]
        body = self.uses(used)
        text = " ".join(body)
        if "->n" in text and choices.chance(30) and not acc:
            clauses += " map(always, to: s->a->n)" if "s->a->n" in text and choices.chance(60) else ""
        if "->n" in text and acc and choices.chance(25) and "s->a->n" in text:
            clauses += choices.pick((" copyin(s->a->n)", " present(s->a->n)"))
        if clauses and choices.chance(6):
            self.tags.add("if")
            clauses += " if(k > 1)"
            # what the host runs then follows the host's pointers to the host's data
        roots = [each for each in ("s", "u", "t", "h", "q") if f"{each}->" in text or f"({each}," in text]
        # a scalar's clause makes no root the device's
        bare = [each for each in roots if each not in given]
        if acc and "o[i]" in text:
            clauses += " present(o[0:n])"
        said = clauses
        leave = choices.chance(90 if self.is_plain else 40)
        for each in bare if acc else ():
            said += "" if each in self.around and leave else f" present({each}[0:1])"
            clauses += f" present({each}[0:1])"
        form = choices.weighted(((8, "loop"), (3, "block"), (2, "kernels"), (2, "shared")))
        self.tags.add(f"form:{form}")
        return self.construct(form, said, body), self.construct(form, clauses, body)

    def construct(self, form: str, clauses: str, body: Lines) -> Lines:
        """A compute construct around statements of an iteration."""
        loop = ["for (int i = 0; i < n; i++) {", *("  " + each for each in body), "}"]
        if self.dialect == "omp":
            if form == "block":
                return [f"#pragma omp target{clauses}", "{", *loop, "}"]
            if form == "shared":
                return [
                    f"#pragma omp target teams{clauses}",
                    "{",
                    "#pragma omp distribute parallel for",
                    *loop,
                    "}",
                ]
            name = "target parallel for" if form == "kernels" else "target teams distribute parallel for"
            return [f"#pragma omp {name}{clauses}", *loop]
        if form == "block":
            return [f"#pragma acc serial{clauses}", "{", *loop, "}"]
        if form == "shared":
            return [f"#pragma acc parallel{clauses}", "{", "#pragma acc loop gang vector", *loop, "}"]
        if form == "kernels":
            return [f"#pragma acc kernels{clauses}", "{", *loop, "}"]
        return [f"#pragma acc parallel loop{clauses}", *loop]

    def value(self, used: list[str]) -> str:
        """What is added to an element."""
        choices = self.choices
        options: list[tuple[int, str]] = [(3, "i"), (2, "k")]
        options += [(5, self.index(self.name_of(each))) for each in used]
        if not self.is_plain and not any(root(each) == "q" for each in used):
            options += [(2, "s->a->n"), (1, "s->m"), (1, "(int)h->w"), (1, "s->a->d[i & 3]"), (1, "t->a->n")]
            for name, member in (("at_x", "x"), ("at_v", "v")):
                if f"s->a->{member}" in map(key, used):
                    options.append((2, f"{name}({choices.pick(('s', 'u'))}, i)"))
        return choices.weighted(options)

    def uses(self, used: list[str]) -> Lines:
        """Statements of an iteration, each of which touches elements of that iteration alone."""
        choices, out = self.choices, []
        for chain in used:
            name = self.name_of(chain)
            value = self.value(used)
            if choices.chance(15):
                value += " + " + self.value(used)
            if chain.endswith("->c"):
                out.append(f"{self.index(name)} = ({self.index(name)} + (int)({value})) & 15;")
            elif choices.chance(12):
                out.append(f"for (int j = 0; j < 2; j++) {self.index(name)} += {value};")
            elif choices.chance(12):
                out.append(f"if (i != k) {self.index(name)} += {value};")
            else:
                # gcc 12 leaves the arguments of a kernel unset that does nothing
                out.append(f"{self.index(name)} {choices.pick(('+=', '= 1 +'))} {value};")
        if choices.chance(40) and not any(root(each) == "q" for each in used):
            out.append(f"o[i] += {self.value(used)};")
        return out

    # --- around them --------------------------------------------------------------------------------------

    def host(self) -> Lines:
        """A statement of the host's, which the device knows nothing of."""
        choices = self.choices
        chain = self.chain()
        options: list[tuple[int, Lines]] = [
            (3, [f"{chain}[k] += 1;"]),
            (2, ["s->a->n = (s->a->n + 3) & 7;"]),
            (1, ["t->a->n = (t->a->n + 1) & 7;"]),
            (1, [f"s->m = (s->m + (int){chain}[1]) & 7;"]),
            (1, ["s->a->w += 1;", "s->b->d[k] += s->a->w;"]),
        ]
        if self.mode == 1 or self.held:
            of = choices.pick(self.held) if self.held else self.chain()
            what = self.section(of)
            if self.dialect == "acc":
                options += [
                    (4, [f"#pragma acc update self({what})"]),
                    (3, [f"#pragma acc update device({what})"]),
                ]
            else:
                options += [
                    (4, [f"#pragma omp target update from({what})"]),
                    (3, [f"#pragma omp target update to({what})"]),
                ]
        say = "#pragma acc update device({})" if self.dialect == "acc" else "#pragma omp target update to({})"
        back = (
            "#pragma acc update self({})" if self.dialect == "acc" else "#pragma omp target update from({})"
        )
        options += [(1, [say.format("s->a->n")]), (1, [back.format("s->a->n")])]
        if self.moves and not self.held:
            self.tags.add("moved")
            options.append((9, self.move()))
        return choices.weighted(options)

    def move(self) -> Lines:
        """A pointer is set, and what the device has of it is put there anew."""
        choices = self.choices
        if self.is_fresh and choices.chance(60):
            at = choices.pick(("s->a", "s->b", "h"))
            return [f"{{ double *z = {at}->x; {at}->x = {at}->v; {at}->v = z; }}"]
        to = choices.pick(
            (
                "s->a = s->b;",
                "{ struct atoms *z = s->a; s->a = s->b; s->b = z; }",
                "s->b = h;",
                "s->a = t->b;",
            )
        )
        name = choices.pick(("s", "u"))
        to = to if choices.chance(70) else to.replace("s->", "u->")
        if self.dialect == "acc":
            gone = [
                f"exit data delete({name}->a[0:1])",
                f"exit data delete({name}->b[0:1])",
                f"exit data delete({name}[0:1])",
            ]
            back = [
                f"enter data copyin({name}[0:1])",
                f"enter data copyin({name}->a[0:1])",
                f"enter data copyin({name}->b[0:1])",
            ]
        else:
            gone = [
                f"target exit data map(release: {name}->a[0:1], {name}->b[0:1])",
                f"target exit data map(release: {name}[0:1])",
            ]
            back = [
                f"target enter data map(to: {name}[0:1])",
                f"target enter data map(to: {name}->a[0:1], {name}->b[0:1])",
            ]
        lines = [f"#pragma {self.dialect} {each}" for each in gone]
        lines += [to, *(f"#pragma {self.dialect} {each}" for each in back)]
        return lines

    def body(self, depth: int) -> tuple[Lines, Lines]:
        """Statements, in both forms."""
        choices = self.choices
        here: Lines = []
        there: Lines = []

        def add(lines: Lines, other: Lines | None = None) -> None:
            here.extend(lines)
            there.extend(lines if other is None else other)

        held = list(self.held)
        left: list[Lines] = []
        for _ in range(choices.integer(1, 3)):
            self.budget -= 1
            what = choices.weighted(
                (
                    (8, self._kernel),
                    (5 if depth < 3 and self.budget > 0 else 0, self._region),
                    (3 if depth < 3 else 0, self._enter),
                    (4, self._host),
                    (2 if depth < 3 and self.budget > 0 else 0, self._block),
                    (2, self._helper),
                )
            )
            what(depth, add, left)
        for each in reversed(left):
            add(each)
        self.held = held
        return here, there

    def _kernel(self, depth: int, add: Callable[..., None], left: list[Lines]) -> None:
        add(*self.kernel())

    def _host(self, depth: int, add: Callable[..., None], left: list[Lines]) -> None:
        add(self.host())
        if self.choices.chance(60):
            add(*self.kernel())

    def _block(self, depth: int, add: Callable[..., None], left: list[Lines]) -> None:
        head = self.choices.pick(("for (int r = 0; r < 2; r++) {", "if (k > 0) {", "{"))
        self.is_fresh = False
        inside, other = self.body(depth + 1)
        add([head, *("  " + each for each in inside), "}"], [head, *other, "}"])

    def _helper(self, depth: int, add: Callable[..., None], left: list[Lines]) -> None:
        """A kernel in a function of its own, which follows what is held here by its parameter."""
        keys = set(map(key, self.held))
        if "s->a->x" in keys and self.choices.chance(40):
            self.tags.add("later")
            add([f"later({self.choices.pick(('s', 'u'))}, n);"])
            return
        there = [each for each in ("x", "v", "c") if f"s->a->{each}" in keys or self.mode == 1]
        if not there:
            add(*self.kernel())
            return
        self.tags.add("helper")
        member = self.choices.pick(there)
        mine, self.held = self.held, [f"q->a->{member}"]
        count = len(self.helpers)
        name = f"g{self.number}_{count}"
        head = f"static void {name}(struct sim *q, double *o, int n, int k) {{ (void)q; (void)o; (void)n; (void)k;"
        around, self.around = self.around, []
        first, second = self.kernel(own=self.choices.chance(50), only=f"q->a->{member}")
        self.around = around
        self.helpers.append(([head, *first, "}"], [head, *second, "}"]))
        self.held = mine
        add([f"{name}({self.choices.pick(('s', 'u'))}, o, n, k);"])

    def listed(self) -> list[str]:
        """Chains for a directive of data."""
        self.is_fresh = False
        chains: list[str] = []
        for _ in range(self.choices.integer(1, 2)):
            chain = self.chain()
            if key(chain) not in map(key, chains):
                chains.append(chain)
        return chains

    def _region(self, depth: int, add: Callable[..., None], left: list[Lines]) -> None:
        chains = self.listed()
        acc = self.dialect == "acc"
        kinds = {each[-1]: self.choices.pick(("both", "to")) for each in chains}
        rows = [(each, kinds[each[-1]], self.section(each)) for each in chains]
        when = " if(k > 0)" if self.choices.chance(8) else ""
        self.tags.add("region if" if when else "region")
        held = list(self.held)
        if not when:
            self.held += chains
        around = self.around
        self.around = around if when else [*around, *map(root, chains)]
        inside, other = self.body(depth + 1)
        self.held, self.around = held, around
        inside = ["  " + each for each in inside]
        if not acc:
            clauses = "".join(
                f" map({'tofrom' if kind == 'both' else 'to'}: {what})" for _, kind, what in rows
            )
            add([f"#pragma omp target data{clauses}{when}", "{", *inside, "}"])
            return
        names = {"both": "copy", "to": "copyin"}
        clauses = "".join(f" {names[kind]}({what})" for _, kind, what in rows)
        start = [f"#pragma acc enter data copyin({what}){when}" for _, _, what in rows]
        end = [
            f"#pragma acc exit data {'copyout' if kind == 'both' else 'delete'}({what}){when}"
            for _, kind, what in reversed(rows)
        ]
        add([f"#pragma acc data{clauses}{when}", "{", *inside, "}"], ["{", *start, *other, *end, "}"])

    def _enter(self, depth: int, add: Callable[..., None], left: list[Lines]) -> None:
        chains = self.listed()
        acc = self.dialect == "acc"
        for each in chains:
            what = self.section(each)
            out = self.choices.chance(60)
            if acc:
                add([f"#pragma acc enter data copyin({what})"])
                left.append([f"#pragma acc exit data {'copyout' if out else 'delete'}({what})"])
            else:
                add([f"#pragma omp target enter data map(to: {what})"])
                left.append([f"#pragma omp target exit data map({'from' if out else 'release'}: {what})"])
        self.held += chains
        self.tags.add("enter")


def generate(choices: Recorded, number: int, dialect: str) -> Placed:
    """A random function."""
    maker = _Maker(choices, number, dialect)
    first, second = maker.body(0)
    while not any("#pragma" in each for each in first):
        more, other = maker.kernel()
        first, second = first + more, second + other
    head = [f"void f{number}(struct sim *s, struct sim *t, struct atoms *h, double *o, int n, int k)", "{"]
    head += ["  struct sim *u = s;", "  (void)t; (void)h; (void)o; (void)n; (void)k; (void)u;"]
    helpers = [[line for each in maker.helpers for line in each[at]] for at in (0, 1)]
    texts = [
        "\n".join([f"/* begin {number} */", *helpers[at], *head, *("  " + each for each in body), "}", ""])
        for at, body in ((0, first), (1, second))
    ]
    return Placed(number, maker.mode, dialect, texts[0], texts[1], frozenset(maker.tags))


def source(functions: list[Placed], texts: list[str]) -> str:
    """A file of functions."""
    rows = "".join(f"  {{{each.number}, {each.mode}, f{each.number}}},\n" for each in functions)
    unused = "void use_all(void) { (void)at_x; (void)at_v; }\n"
    table = f"/* end */\n{unused}const struct entry entries[] = {{\n{rows}}};\nconst int entry_count = {len(functions)};\n"
    return "\n".join(['#include "world.h"', *texts, table])
