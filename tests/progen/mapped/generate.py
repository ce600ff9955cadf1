# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Functions that map structs of their own, update them and change either copy, with regions in between.

What a kernel reads, and what comes home, shows in what the function prints. Nothing sees to it that a program
is a good one: one that ends by a signal is compared with nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from progen.choices import Choices

MEMBERS = ("k", "n", "in.m", "a->m", "f[1]", "in.e")
"""What chains end in, and directives name; ``a`` leads to a struct that goes to the device by itself."""
HEAD = """\
#include <omp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
"""
TYPES = """\
struct I{n} {{ int m; double e; }};
struct S{n} {{ int k, n; struct I{n} in, *a; double f[4]; }};
struct W{n} {{ int id; struct S{n} *s, row[2]; }};
static struct S{n} *make{n}(int b) {{
  struct S{n} *s = calloc(1, sizeof *s);
  s->k = b; s->n = b + 1; s->in.m = b + 2; s->in.e = b + 3; s->f[1] = b + 4;
  s->a = calloc(1, sizeof *s->a); s->a->m = b + 5;
  return s;
}}
static void swap{n}(struct I{n} **one, struct I{n} **two) {{
  struct I{n} *was = *one;
  *one = *two; *two = was;
}}
static struct S{n} *same{n}(struct S{n} *s) {{ return s; }}
static void *held{n};
static void settle{n}(void) {{
#pragma omp taskwait
}}
static void show{n}(const struct S{n} *s) {{
  printf(" %d,%d,%d,%g,%d,%g", s->k, s->n, s->in.m, s->in.e, s->a->m, s->f[1]);
}}
"""


class OtherWay(NamedTuple):
    """Another way to the first struct, whose pointer no assignment of its type hands on.

    ``{n}`` is the function's number.
    """

    made: str
    """The declaration, or the statement, with which it begins."""
    stores: tuple[str, ...]
    """Statements of the host that store by it."""
    base: str = ""
    """What a directive names the struct by; nothing where it cannot."""


WAYS = (
    OtherWay("struct S{n} *tab[2] = {{t, s}};", ("tab[1]->k += 3;", "tab[1]->in.m = 4;"), "tab[1]"),
    OtherWay("struct S{n} *m; memcpy(&m, &s, sizeof m);", ("m->k = 5;", "m->f[1] += 2;"), "m"),
    OtherWay("struct S{n} **pp = &s;", ("(*pp)->k += 3;", "pp[0]->n = 6;"), "pp[0]"),
    OtherWay(
        "union {{ void *v; struct S{n} *p; }} z; z.v = s; struct S{n} *x = z.p;",
        ("z.p->k = 7;", "z.p->a->m += 2;", "x->n = 4;"),
        "x",
    ),
    OtherWay("void *h = s;", ("*(int *)h += 3;", "memset(h, 0, sizeof(int));", "((struct S{n} *)h)->n = 2;")),
    OtherWay("held{n} = s;", ("((struct S{n} *)held{n})->k = 8;", "memset(held{n}, 0, sizeof(int));")),
    OtherWay(
        "int *nn = &s->n;",
        ("*nn += 5;", "((struct S{n} *)((char *)nn - offsetof(struct S{n}, n)))->k = 6;"),
    ),
    OtherWay("struct S{n} *y = same{n}(s);", ("y->k = 4;", "same{n}(s)->n += 2;"), "y"),
    OtherWay(
        "struct {{ struct S{n} *kept[2]; int at; }} o = {{{{t, s}}, 1}};",
        ("o.kept[o.at]->k += 2;", "o.kept[1]->in.m = 5;"),
        "o.kept[1]",
    ),
    OtherWay(
        "unsigned char b[sizeof s]; memcpy(b, &s, sizeof s); struct S{n} *d; memcpy(&d, b, sizeof d);",
        ("d->k = 6;", "memcpy(&d->n, &d->k, sizeof(int));"),
        "d",
    ),
)
"""Ways that only memory, and no name, shows."""


@dataclass(frozen=True)
class Mapped:
    """A function: its number, and its text with its types and helpers."""

    number: int
    text: str


class Writer:
    """Writes one function, with the functions that it calls."""

    def __init__(self, choices: Choices, number: int) -> None:
        self.choices, self.number = choices, number
        self.lines: list[str] = []
        self.helpers: list[str] = []
        self.depth = 0
        self.roots = ["s", "s", "s", "t", "u", "w.s", "v"]
        self.region = False
        self.ways: list[OtherWay] = []

    # --- pieces ------------------------------------------------------------------------------------------

    def root(self) -> str:
        return self.choices.pick(self.roots)

    def member(self, root: str = "") -> str:
        member = self.choices.weighted([(5, "k"), *((1, each) for each in MEMBERS)])
        return f"{root or self.root()}->{member}"

    def whole(self) -> str:
        """A text that names a whole struct: beside one of which a part is mapped nothing may be used."""
        bases = [way.base for way in self.ways if way.base]
        root = self.choices.pick(bases) if bases and self.choices.chance(30) else self.root()
        forms = (f"{root}[0:1]", f"*{root}", f"{root}[0:1]", f"{root}[0:1 - (r == 1)]", "w")
        return self.choices.pick(forms if root == "s" and "w.s" in self.roots else forms[:4])

    def part(self) -> str:
        """What an update names."""
        return self.choices.pick((self.whole(), self.member(), self.whole()))

    def value(self) -> str:
        return self.choices.pick((str(self.choices.integer(1, 9)), self.member() + " + 1"))

    def line(self, text: str) -> None:
        self.lines.append(text)

    # --- statements --------------------------------------------------------------------------------------

    def host(self) -> None:
        if self.ways and self.choices.chance(40):
            store = self.choices.pick(self.choices.pick(self.ways).stores)
            self.line(store.format(n=self.number))
            return
        self.line(f"{self.member()} {self.choices.pick(('=', '+='))} {self.choices.integer(1, 9)};")

    def read(self) -> None:
        self.line(f"r = r * 3 + (int){self.member()};")

    def kernel(self) -> None:
        own = self.choices.weighted(
            [(6, ""), (1, f" map(tofrom: {self.whole()})"), (1, f" map(to: {self.whole()})")]
        )
        if self.choices.chance(50):
            self.line(f"#pragma omp target map(tofrom: r){own}")
            self.line(f"r = r * 3 + (int){self.member()};")
        else:
            self.line(f"#pragma omp target{own}")
            self.line(f"{self.member()} += {self.choices.integer(1, 9)};")

    def enter(self) -> None:
        self.line(f"#pragma omp target enter data map(to: {self.whole()})")

    def leave(self) -> None:
        kind = self.choices.pick(("from", "from", "release", "delete"))
        self.line(f"#pragma omp target exit data map({kind}: {self.whole()})")

    def update(self) -> None:
        moved = f"#pragma omp target update {self.choices.pick(('to', 'from'))}({self.part()})"
        if self.choices.chance(80):
            self.line(moved)
            return
        self.line(f"{moved} nowait")
        if self.region or self.choices.chance(70):
            self.wait()
        else:
            self.marked(waits=True)

    def wait(self) -> None:
        self.line(self.choices.pick(("#pragma omp taskwait", f"settle{self.number}();")))

    def elements(self) -> None:
        """What goes by plain pointers to elements of a struct, or to its bytes."""
        self.line(
            self.choices.pick(
                (
                    "#pragma omp target update from(q[0:4])",
                    "#pragma omp target update to(q[0:4])",
                    f"#pragma omp target\nq[1] += {self.choices.integer(1, 9)};",
                    f"q[1] += {self.choices.integer(1, 9)};",
                    "#pragma omp target enter data map(to: q[0:4])",
                    "if (omp_target_is_present(s, 0)) omp_target_memcpy(c, omp_get_mapped_ptr(s, 0), "
                    "2 * sizeof(int), 0, 0, omp_get_initial_device(), 0);",
                )
            )
        )

    def link(self) -> None:
        """What is done to a pointer of a struct that the device's copy may have as well."""
        root = self.choices.pick([each for each in self.roots if each in ("s", "t")])
        other = "t" if root == "s" and "t" in self.roots else "s"
        if self.choices.chance(30):
            self.line(f"swap{self.number}(&{root}->a, &{other}->a);")
            return
        kind = self.choices.pick(("enter data map(to", "enter data map(to", "exit data map(from"))
        moved = f"#pragma omp target {kind}: {root}->a[0:1])"
        if kind.startswith("enter"):  # clang maps a part of a struct, if not all of it is there
            self.line(f"#pragma omp target enter data map(to: {root}[0:1])")
        if self.region or self.choices.chance(60):
            self.line(moved)
            return
        self.line(f"#pragma pointerchain region begin declare({root}->a)")
        self.line(moved)
        self.line("#pragma pointerchain region end")

    def linked(self) -> None:
        """A region that hoists a pointer."""
        root = self.choices.pick([each for each in self.roots if each in ("s", "t")])
        self.line(f"#pragma pointerchain region begin declare({root}->a)")
        self.line("#pragma omp target map(tofrom: r)")
        self.line(f"r = r * 3 + {root}->a->m;")
        self.line("#pragma pointerchain region end")

    def around(self) -> None:
        kind = self.choices.pick(("to", "tofrom", "tofrom", "always, tofrom", "always, to"))
        self.line(f"#pragma omp target data map({kind}: {self.whole()})")
        self.block()

    def loop(self) -> None:
        name = f"i{len(self.lines)}"
        self.line(f"for (int {name} = 0; {name} < 2; {name}++)")
        self.block()

    def block(self) -> None:
        self.line("{")
        self.depth += 1
        for _ in range(self.choices.integer(1, 3)):
            self.statement()
        self.depth -= 1
        self.line("}")

    def marked(self, waits: bool = False) -> None:
        """A region, by a begin and an end or by a clause; ``waits``: for what runs when it begins."""
        roots = [each for each in self.roots if each in ("s", "t")]
        wanted = self.choices.integer(1, 2)
        chains = sorted({self.member(self.choices.pick(roots)) for _ in range(wanted)})
        if not waits and self.choices.chance(40):
            self.line(f"#pragma omp target map(tofrom: r) pointerchain({', '.join(chains)})")
            chain = self.choices.pick(chains)
            form = f"r = r * 3 + (int){chain};" if self.choices.chance(60) else f"{chain} += 2;"
            self.line(form)
            return
        self.line(f"#pragma pointerchain region begin declare({', '.join(chains)})")
        self.region = True
        if waits:
            self.wait()
        for _ in range(self.choices.integer(1, 3)):
            self.choices.weighted(
                (
                    (6, self.use(chains)),
                    (1, self.statement),
                    (1, self.host),
                    (1, self.called),
                    (1, self.update),
                    (1, self.elements),
                )
            )()
        self.region = False
        self.line("#pragma pointerchain region end")

    def use(self, chains: Sequence[str]) -> Callable[[], None]:
        """What uses a chain by its own text."""

        def write() -> None:
            chain = self.choices.pick(chains)
            if self.choices.chance(60):
                self.line("#pragma omp target map(tofrom: r)")
                form = "r = r * 3 + (int){};" if self.choices.chance(60) else "{} += 2;"
                self.line(form.format(chain))
            else:
                self.line(self.choices.pick((f"r = r * 3 + (int){chain};", f"{chain} += 1;")))

        return write

    def called(self) -> None:
        """A call of a function that does something to what it is given."""
        if self.depth > 2:
            return
        name = f"h{self.number}_{len(self.helpers)}"
        inner = Writer(self.choices, self.number)
        inner.helpers, inner.roots, inner.depth = self.helpers, ["s"], 2
        self.helpers.append("")
        at = len(self.helpers) - 1
        for _ in range(self.choices.integer(1, 2)):
            inner.statement()
        body = "\n".join(inner.lines)
        own = "double *q = s->f; char *c = (char *)s; (void)q; (void)c;"
        text = f"static int {name}(struct S{self.number} *s, int r) {{\n{own}\n{body}\nreturn r; }}"
        self.helpers[at] = text
        given = ("s", "s", "t", "u", "&w.row[1]") if "w.s" in self.roots else ("s",)
        self.line(f"r = {name}({self.choices.pick(given)}, r);")

    def statement(self) -> None:
        forms = [
            (4, self.host),
            (2, self.read),
            (4, self.kernel),
            (3, self.enter),
            (3, self.leave),
            (3, self.update),
            (1, self.elements),
            (2, self.link),
        ]
        if self.depth < 2:
            forms += [(2, self.around), (1, self.loop), (3, self.called)]
        if not self.region:
            forms += [(8, self.marked), (2, self.linked)]
        self.choices.weighted(forms)()

    def function(self) -> Mapped:
        number = self.number
        if self.choices.chance(60):
            self.ways = [self.choices.pick(WAYS)]
            self.ways += [way for way in (self.choices.pick(WAYS),) if way not in self.ways]
        made = " ".join(way.made.format(n=number) for way in self.ways)
        for _ in range(self.choices.integer(2, 5)):
            self.statement()
        body = "\n".join(self.lines)
        text = (
            TYPES.format(n=number)
            + "\n".join(reversed(self.helpers))
            + f"\nstatic void f{number}(void) {{\nint r = 1;\n"
            + f"struct S{number} *s = make{number}(1), *t = make{number}(20), *u = s;\n"
            + f"struct W{number} w = {{1, s, {{*t, *s}}}}; struct S{number} *v = &w.row[1];\n"
            + "double *q = s->f; char *c = (char *)s; (void)q; (void)c;\n"
            + f"(void)u; (void)v; {made}\n{body}\n"
            + f'printf("{number} %d", r); show{number}(s); show{number}(t); show{number}(v); '
            + 'printf("\\n"); }'
        )
        return Mapped(number, text)


def generate(choices: Choices, number: int) -> Mapped:
    """One function."""
    return Writer(choices, number).function()


def source(functions: Sequence[Mapped]) -> str:
    """A program of some functions, each of which runs in a process of its own."""
    names = ", ".join(f"f{each.number}" for each in functions)
    return (
        HEAD
        + "\n".join(each.text for each in functions)
        + f"\nint main(void) {{\nstatic void (*const all[])(void) = {{{names}}};\n"
        + "for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {\n"
        + "  if (fork() == 0) { alarm(20); all[i](); fflush(stdout); _exit(0); }\n"
        + "  while (wait(NULL) > 0) {}\n}\nreturn 0; }\n"
    )
