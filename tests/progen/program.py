# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Whole programs: what they declare, their functions, and the driver that calls those and prints.

What only sets up or prints state is marked PLAIN: compilers take most of their
time for it where it is optimized or instrumented.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from progen.choices import Choices
from progen.expressions import Scope
from progen.hidden import KINDS
from progen.model import Object, Struct, Variable, constant, value_of
from progen.regions import HOISTABLE, Function
from progen.world import World

PRELUDE = """\
#include <stdio.h>
#include <string.h>
{includes}
#ifdef __clang__
#define PLAIN __attribute__((optnone, noinline, no_sanitize("address", "undefined")))
#else
#define PLAIN __attribute__((optimize("O0"), noinline, no_sanitize("address", "undefined")))
#endif
typedef double real_t;
enum hue {{ RED, GREEN, BLUE, GREY }};
struct pair {{ unsigned a; double b; }};
static unsigned long long trace;
static inline void tr(unsigned v) {{ trace = (trace ^ v) * 1099511628211ull; }}
static inline unsigned len(const char *s) {{
  unsigned h = 7;
  while (*s) h = h * 31u + (unsigned char)*s++;
  return h;
}}
static inline unsigned ud(double d) {{
  unsigned long long bits;
  memcpy(&bits, &d, sizeof bits);
  return (unsigned)(bits ^ (bits >> 32));
}}
static inline unsigned hf(unsigned a, unsigned b) {{ return a * 31u ^ b; }}
static inline unsigned hg(unsigned a, unsigned b) {{ return a + b * 17u; }}
static inline double sumd(const double *p, int n) {{
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i] * (i + 1);
  return s;
}}
static inline void filld(double *p, unsigned v) {{ p[0] += 1; p[1] = (double)(v & 31u); }}
static inline struct pair make_pair_of(unsigned a, unsigned b) {{
  struct pair made;
  made.a = a;
  made.b = 0.5 * (double)(b & 63u);
  return made;
}}
{templates}
#define ID(a) a
#define IDS(...) __VA_ARGS__
#define NIL(a) 0u
#define SQ(a) ((a) * (a))
#define MX(a, b) ((a) > (b) ? (a) : (b))
#define ADD(place, v) ((place) += (v))
#define TWICE(s) do {{ s; s; }} while (0)
#define TWO 2
"""
CXX_TEMPLATES = """\
template <class T> struct Handle {
  T *to = nullptr;
  T *operator->() const { return to; }
  T &operator*() const { return *to; }
};
static inline void boom(unsigned v) { if ((v & 3u) == 0u) throw (int)(v & 15u); }
"""
RETURNS = ("unsigned", "void", "double", "int", "bool", "struct pair", "auto", "std::vector<unsigned>")
# An argument of dependent type may bind to a reference, and then be written.
IN_TEMPLATES = frozenset(
    {"write-in-parallel", "unsupported-type", "object-needed", "address-taken", "qualifier-mismatch"}
)


def prelude(cxx: bool) -> str:
    """What stands above the programs of a file."""
    includes = (
        "#include <array>\n#include <memory>\n#include <utility>\n#include <vector>"
        if cxx
        else "#include <stdbool.h>"
    )
    return PRELUDE.format(includes=includes, templates=CXX_TEMPLATES if cxx else "")


@dataclass(frozen=True)
class Program:
    """A generated program.

    ``touched`` tells for each line whether a directive or region is there. ``forbidden`` is what was
    done that a translation must refuse (or understand), with the codes that are right for it;
    ``tolerated`` are codes that it may be refused with where nothing is forbidden.
    """

    number: int
    lines: tuple[str, ...]
    touched: tuple[bool, ...]
    forbidden: str = ""
    codes: frozenset[str] = frozenset()
    tolerated: frozenset[str] = frozenset()


def main_function(numbers: Sequence[int]) -> str:
    """The driver's ``main`` for the programs of a file."""
    calls = "".join(f"  prog{n}();\n" for n in numbers)
    return f"int main(void) {{\n{calls}  return 0;\n}}\n"


class Assembly:
    """One program in the making."""

    def __init__(self, choices: Choices, number: int, cxx: bool, forbid: bool):
        self.choices, self.number, self.cxx, self.forbid = choices, number, cxx, forbid
        self.forbidden = ""
        self.tolerated: set[str] = set()
        self.extra: list[str] = []
        self.world = World(choices, number, cxx)
        self.file_scope = Scope()
        self.body: list[tuple[str, bool]] = []
        self.driver: list[str] = []
        self.globals: list[str] = []
        self.initial: list[str] = []

    def program(self) -> Program:
        choices, world, n = self.choices, self.world, self.number
        for text, what in world.globals:
            if choices.chance(50):
                continue
            name = text.split("[")[0]
            if isinstance(what, list):
                found = Variable(name, "sptr", what[0].struct, tuple(what), len(what))
            else:
                found = Variable(name, "sobj", what.struct, (what,))
            self.file_scope.names[name] = found
        for i in range(choices.weighted(((3, 0), (2, 1), (1, 2)))):
            self.global_pointer(f"g{n}_{i}")
        for i in range(choices.weighted(((4, 1), (1, 2)))):
            self.function(f"f{n}_{i}")
        lines = [(line, False) for line in self.head()] + self.body
        lines += [(line, False) for line in self.tail()]
        codes = KINDS[self.forbidden].codes if self.forbidden else frozenset()
        texts, touched = zip(*lines, strict=True)
        return Program(n, texts, touched, self.forbidden, codes, frozenset(self.tolerated))

    # --- what is around the functions ------------------------------------------------------

    def head(self) -> list[str]:
        out = [f"/* program {self.number} */", *self.world.types(), *self.globals, *self.world.state()]
        for struct in self.world.structs:
            if struct in self.world.helpers:
                out += self.helpers(struct)
        return out + self.extra

    def helpers(self, struct: Struct) -> list[str]:
        member = next(f for f in struct.fields if f.kind == "scalar")
        assert member.scalar
        tag = struct.tag
        change = f"o->{member.name} = {constant(member.scalar, 3)};"
        if member.scalar.kind in "uif":
            change = f"o->{member.name} += 1;"
        value = value_of(f"o->{member.name}", member.scalar)
        return [
            f"static inline unsigned touch_{tag}({struct.name} *o) {{ {change} return {value}; }}",
            f"static inline unsigned peek_{tag}(const {struct.name} *o) {{ return {value}; }}",
        ]

    def tail(self) -> list[str]:
        n = self.number
        out = [f"PLAIN static void prog{n}(void) {{", "  for (unsigned n = 0; n < 5u; n++) {"]
        for i, call in enumerate(self.driver):
            out += [f"    init{n}();", *(f"    {line}" for line in self.initial), "    trace = n;"]
            out.append(f"    {call}")
            out.append(f"    state{n}();")
            out.append(f'    printf("{n} {i} %u %016llx\\n", n, trace);')
        return [*out, "  }", "}"]

    def global_pointer(self, name: str) -> None:
        choices = self.choices
        first = choices.pick(self.world.objects)
        alike = [o for o in self.world.objects if o.struct is first.struct]
        objects = (first, choices.pick(alike)) if choices.chance(30) else (first,)
        home = choices.weighted(((4, ""), (1, "namespace"), (1, "struct"))) if self.cxx else ""
        declaration = f"static {first.struct.name} *{name};"
        if home:
            self.globals.append(f"{home} N_{name} {{ {declaration} }}{';' * (home == 'struct')}")
            if home == "struct":
                self.globals.append(f"{first.struct.name} *N_{name}::{name};")
            name = f"N_{name}::{name}"
        else:
            self.globals.append(declaration)
        self.initial.append(f"{name} = &{first.text};")
        variable = Variable(name, "sptr", first.struct, tuple(dict.fromkeys(objects)))
        variable.assignable = len(variable.objects) > 1
        self.file_scope.names[name] = variable

    # --- functions ---------------------------------------------------------------------------

    def parameter(self, name: str, holder: str, templated: bool) -> tuple[str, Variable, list[str]]:
        """A struct parameter: declaration, variable, one or two arguments."""
        choices, world = self.choices, self.world
        first = world.root if choices.chance(50) else choices.pick(world.objects)
        struct = first.struct
        alike = [o for o in world.objects if o.struct is struct]
        objects = (first, choices.pick(alike)) if choices.chance(25) else (first,)
        kinds = [(6, "pointer"), (1, "const"), (1, "elements"), (1, "double"), (1, "value")]
        if self.cxx:
            kinds += [(2, "reference"), (1, "const reference")]
        kind = choices.weighted(kinds)
        type_name = "T" if templated else struct.name
        lists = [(text, what) for text, what in world.globals if isinstance(what, list)]
        if kind == "elements" and lists:
            text, elements = choices.pick(lists)
            struct = elements[0].struct
            variable = Variable(name, "sptr", struct, tuple(elements), len(elements))
            return f"{'T' if templated else struct.name} *{name}", variable, [text.split("[")[0]]
        if kind == "value" and struct.copyable:
            variable = Variable(name, "sobj", struct, (world.copy(first, name),))
            return f"{type_name} {name}", variable, [first.text]
        objects = tuple(dict.fromkeys(objects))
        addresses = [f"&{o.text}" for o in objects]
        if kind == "double":
            self.globals += [f"static {struct.name} *{holder}_{i};" for i in range(len(objects))]
            holders = [f"{holder}_{i}" for i in range(len(objects))]
            self.initial += [f"{h} = {a};" for h, a in zip(holders, addresses, strict=True)]
            variable = Variable(name, "spp", struct, objects)
            return f"{type_name} **{name}", variable, [f"&{h}" for h in holders]
        if kind.endswith("reference"):
            const = kind.startswith("const")
            variable = Variable(name, "sobj", struct, objects, const=const)
            return f"{'const ' * const}{type_name} &{name}", variable, [o.text for o in objects]
        const = kind == "const"
        variable = Variable(name, "sptr", struct, objects, const=const)
        return f"{'const ' * const}{type_name} *{name}", variable, addresses

    def function(self, name: str) -> None:
        choices = self.choices
        returns = choices.pick(RETURNS if self.cxx else RETURNS[:6])
        out = Function(self.world, choices, name, returns)
        out.scopes.append(self.file_scope)
        receiver = self.member_of(out) if self.cxx and choices.chance(20) else None
        out.scopes.append(Scope(header=True))
        declarations, argument_lists = [], []
        names = ["s", "p", "sim", "b", "x", "atoms"]
        templated = self.cxx and receiver is None and choices.chance(12)
        for i in range(choices.weighted(((2, 1), (3, 2), (2, 3))) - (receiver is not None)):
            parameter = names.pop(choices.integer(0, len(names) - 1))
            declaration, variable, arguments = self.parameter(
                parameter, f"h{name}_{parameter}", templated and i == 0
            )
            variable.dependent = templated and i == 0
            declarations.append(declaration)
            argument_lists.append(arguments)
            out.declare(variable)
        out.declare(Variable("n", "number"))
        declarations.append("unsigned n")
        throws = self.cxx and choices.chance(20)
        out.throws = throws
        for _ in range(choices.integer(2, 6)):
            path = out.choose(HOISTABLE)
            if path:
                out.favorites.append(path)
        if choices.chance(15):
            self.file_declare(out)
        owner = f"{receiver[0].name}{'_<U>' * receiver[0].template}::" if receiver else ""
        if receiver and returns == "auto":
            returns = out.returns = "unsigned"
        head = f"{'' if receiver else 'static '}{returns} {owner}{name}({', '.join(declarations)})"
        if receiver:
            receiver[0].methods.append(f"{returns} {name}({', '.join(declarations)});")
        if templated or (receiver and receiver[0].template):
            head = f"template <class {'T' if templated else 'U'}> {head}"
            out.tolerated |= IN_TEMPLATES
        self.fill(out, head, returns)
        self.body += out.lines
        self.extra += out.extra
        self.tolerated |= out.tolerated
        for i in range(max(map(len, argument_lists), default=1)):
            arguments = [*(a[i % len(a)] for a in argument_lists), "n"]
            target = f"{receiver[1].text}." if receiver else ""
            self.call(f"{target}{name}({', '.join(arguments)})", returns, throws)

    def member_of(self, out: Function) -> tuple[Struct, Object]:
        made = self.choices.pick(self.world.objects)
        out.scopes.append(Scope(header=True))
        out.declare(Variable("this", "this", made.struct, (made,), dependent=made.struct.template))
        return made.struct, made

    def file_declare(self, out: Function) -> None:
        chains = [
            p for p in out.favorites if p.root in self.file_scope.names.values() and not any(p.indexes())
        ]
        known = {p.key for p in self.file_scope.declares}
        chains = [c for c in chains[:2] if c.key not in known]
        if chains:
            out.level = 0
            out.directive(f"declare({out.names(chains[:1], [])})")
            out.level = 1
            self.file_scope.declares += chains[:1]

    def fill(self, out: Function, head: str, returns: str) -> None:
        """The function's text: plain, with a block around its body, as a lambda, or as a try block."""
        choices, label = self.choices, f"out_{out.name}"
        shapes = [(6, "plain"), (4, "block")]
        if self.cxx:
            shapes += [(1, "lambda"), (1, "try")]
        shape = choices.weighted(shapes)
        out.level = 0
        out.line(f"{head} try {{" if shape == "try" else f"{head} {{")
        out.level = 1
        if shape == "lambda":
            out.line(f"auto work = [&](unsigned n){'' if returns == 'auto' else f' -> {returns}'} {{")
        out.throws = out.throws or shape == "try"
        if shape == "block" or not self.cxx:
            out.gotos.append((label, None))
        if shape == "block":
            out.line("{")
        out.scopes.append(Scope())
        out.line("tr(n);")
        for _ in range(choices.integer(0, 2)):
            out.local()
        out.statements(0, 2)
        for _ in range(choices.weighted(((3, 1), (1, 2)))):
            out.must_region()
            out.statements(0, 2)
            if self.forbid and not self.forbidden:
                self.add_forbidden(out)
        out.scopes.pop()
        if shape == "block":
            out.line("}")
        if label in out.used_labels:
            out.level = 0
            out.line(f"{label}:")
            out.level = 1
            out.line("tr(77u);")
        out.line(out.return_constant())
        if shape == "lambda":
            out.line("};")
            out.line("return work(n);")
        out.level = 0
        out.line(
            "}" if shape != "try" else f"}} catch (int e) {{ tr((unsigned)e); {out.return_constant()} }}"
        )

    def add_forbidden(self, out: Function) -> None:
        fitting = [name for name, kind in KINDS.items() if self.cxx in kind.languages]
        name = self.choices.pick(fitting)
        if KINDS[name].write(out):
            self.forbidden = name

    def call(self, text: str, returns: str, throws: bool) -> None:
        statement = {
            "void": f"{text};",
            "unsigned": f"tr({text});",
            "double": f"tr(ud({text}));",
            "struct pair": f"{{ struct pair r = {text}; tr(r.a); tr(ud(r.b)); }}",
            "std::vector<unsigned>": f"for (unsigned v : {text}) tr(v);",
        }.get(returns, f"tr((unsigned){text});")
        if throws:
            statement = f"try {{ {statement} }} catch (int e) {{ tr(100u + (unsigned)e); }}"
        self.driver.append(statement)


def generate(choices: Choices, number: int, cxx: bool, forbid: bool = False) -> Program:
    """A random program whose names all hold ``number``; with ``forbid`` it may hold one forbidden thing."""
    return Assembly(choices, number, cxx, forbid).program()
