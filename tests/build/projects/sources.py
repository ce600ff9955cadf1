# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The texts of a project: headers of every guard style, sources, regions in both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

TYPES = """\
#ifndef TYPES_H
#define TYPES_H
struct A {{ {type} n; int m; double *x; }};
struct S {{ struct A *a; int id; }};
#endif
"""

REGIONS: dict[str, tuple[str, str]] = {
    "region: read": ("region begin declare(s->a->n)", "  t += (int)s->a->n * {by};"),
    "region: none": ("", "  t += (int)s->a->n * {by};"),
    "region: write": ("region begin declare(s->a->m)", "  s->a->m += {by};\n  t += s->a->m;"),
    "region: loop": (
        "region begin declare(s->a->x, s->a->n)",
        "  for (i = 0; i < s->a->n; i++)\n    t += (int)s->a->x[i] + {by};",
    ),
    "region: every": (
        "region begin declare(s->*)",
        "  for (i = 0; i < s->a->n; i++)\n    t += (int)s->a->x[i] * {by};",
    ),
    "region: typed": (
        "region begin declare(s->a->x{{double *:restrict}})",
        "  for (i = 0; i < 2; i++)\n    s->a->x[i] += {by};\n  t += (int)s->a->x[1];",
    ),
    "region: declare before": (
        "declare(s->a->n)\n#pragma pointerchain region begin",
        "  t += (int)s->a->n - {by};",
    ),
    "region: openmp": (
        "region begin declare(s->a->x, s->a->n)",
        "#pragma omp parallel for reduction(+:t)\n  for (i = 0; i < s->a->n; i++)\n    t += (int)s->a->x[i] * {by};",
    ),
}
"""A region's directive and statements. The first one is the simplest."""

ENDLESS = {"region: one statement": ("region declare(s->a->n)", "  t += (int)s->a->n + {by};")}

SPELLINGS: dict[str, Callable[[str], str]] = {
    "pragma: plain": lambda text: f"#pragma pointerchain {text}",
    "pragma: blanks": lambda text: f"  #  pragma\tpointerchain  {text}",
    "pragma: continued": lambda text: f"#pragma pointerchain \\\n {text}",
    "pragma: comment": lambda text: f"#pragma /* of */ pointerchain {text} // here",
    "pragma: digraph": lambda text: f"%: pragma pointerchain {text}",
    "_Pragma": lambda text: f'  _Pragma("pointerchain {text}")',
    "_Pragma by a macro": lambda text: f"  PC(pointerchain {text})",
}

GUARDS = (
    "guard: ifndef",
    "guard: once",
    "guard: defined",
    "guard: both",
    "guard: late",
    "guard: else",
    "guard: comment",
    "guard: crlf",
    "guard: parameter",
    "guard: counter",
    "guard: import",
)


@dataclass
class Body:
    """A function with a region, or without."""

    name: str
    region: str = "region: read"
    spelling: str = "pragma: plain"
    by: int = 2
    where: str = ""
    """A further statement: what it says of its place, or a warning."""
    form: str = "function"

    def text(self, static: bool, name: str | None = None) -> str:
        """The function as text."""
        head = f"{'static inline ' if static else ''}int {name or self.name}(struct S *s)"
        templated = self.form == "template" and name is None
        if templated:
            head = f"template <class T> int {self.name}_of(T *s)"
        lines = [head + " {", "  int t = 0, i = 0;", "  (void)i;"]
        lines += [*self._region(), *([self.where] if self.where else []), "  return t;", "}"]
        if templated:
            lines.append(f"static inline int {self.name}(struct S *s) {{ return {self.name}_of(s); }}")
        return "\n".join(lines) + "\n"

    def _region(self) -> list[str]:
        spell = SPELLINGS[self.spelling]
        if self.region in ENDLESS:
            directive, code = ENDLESS[self.region]
            return [spell(directive), code.format(by=self.by)]
        directive, code = REGIONS[self.region]
        body = code.format(by=self.by)
        if not directive:
            return [body]
        first, _, rest = directive.replace("{{", "{").replace("}}", "}").partition("\n")
        begin = [spell(first), *([rest] if rest else [])]
        return [*begin, body, spell("region end")]


@dataclass
class Header:
    """A header: its path, how it keeps from being read twice, what it includes and defines."""

    path: str
    body: Body
    guard: str = GUARDS[0]
    includes: list[str] = field(default_factory=list)
    """Include lines, whole."""
    condition: str = ""
    """A line that opens a condition around its function, with another after '#else'."""
    padding: int = 0

    @property
    def macro(self) -> str:
        """The name of its guard."""
        return "".join(char.upper() if char.isascii() and char.isalnum() else "_" for char in self.path)

    def text(self) -> str:
        """The header as text."""
        inner = "\n" * self.padding + "".join(line + "\n" for line in self.includes) + self._functions()
        guarded = f"#ifndef {self.macro}\n#define {self.macro}\n{inner}#endif\n"
        shapes = {
            "guard: once": f"#pragma once\n{inner}",
            "guard: import": inner,
            "guard: defined": guarded.replace("#ifndef " + self.macro, f"#if !defined({self.macro})"),
            "guard: both": f"#pragma once\n{guarded}",
            "guard: late": f"#ifndef {self.macro}\n{inner}#define {self.macro}\n#endif\n",
            "guard: else": f"#ifdef {self.macro}\n/* twice */\n#else\n#define {self.macro}\n{inner}#endif\n",
            "guard: comment": f"/* first\n * of all */\n\n{guarded}// {self.macro}\n",
            "guard: crlf": guarded.replace("\n", "\r\n"),
            "guard: parameter": inner,
            "guard: counter": self._counting(),
        }
        return shapes.get(self.guard, guarded)

    def _functions(self) -> str:
        name = "NAME" if self.guard == "guard: parameter" else None
        text = self.body.text(True, name)
        if self.condition:
            return f"{self.condition}\n{text}#else\n{self.body.text(True, name).replace('t = 0', 't = 7')}#endif\n"
        return text

    def _counting(self) -> str:
        first = "".join(line + "\n" for line in self.includes) + self.body.text(True, self.body.name + "_1")
        second = self.body.text(True, self.body.name)
        own = self.path.rpartition("/")[2]
        return (
            f'#ifndef {self.macro}\n#define {self.macro} 1\n{first}#include "{own}"\n'
            f"#elif {self.macro} == 1\n#undef {self.macro}\n#define {self.macro} 2\n{second}#endif\n"
        )


@dataclass
class SourceText:
    """A source: its include lines and function, and the program's beginning in one of them."""

    path: str
    body: Body
    before: list[str] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    main: list[str] = field(default_factory=list)
    """The functions that the program's beginning calls, where it stands here."""
    tail: str = ""
    padding: int = 0

    def text(self, cxx: bool) -> str:
        """The source as text."""
        calls = "".join(f"  t += {name}(s);\n" for name in self.calls)
        function = self.body.text(False).replace("  return t;\n", calls + "  return t;\n")
        prototype = 'extern "C++" ' if cxx else ""
        lines = [*self.before, "\n" * self.padding + "#include <stdio.h>", *self.includes]
        lines.append(f"{prototype}int {self.body.name}(struct S *s);")
        return "\n".join(lines) + "\n" + function + self._main() + self.tail

    def _main(self) -> str:
        if not self.main:
            return ""
        others = [name for name in self.main if name != self.body.name]
        out = "".join(f"int {name}(struct S *s);\n" for name in others)
        out += "int main(void) {\n  double x[3] = {1, 2, 4};\n  struct A a = {3, 5, x};\n"
        out += "  struct S sim = {&a, 1};\n"
        out += "".join(f'  printf("{name} %d\\n", {name}(&sim));\n' for name in self.main)
        return (
            out
            + '  printf("%s:%d %d %g\\n", __FILE__, __LINE__, a.m, x[1]);\n  return a.m == 5 ? 0 : 3;\n}\n'
        )


def macros() -> str:
    """What directives made by macros need."""
    return "#define PC(...) _Pragma(#__VA_ARGS__)"
