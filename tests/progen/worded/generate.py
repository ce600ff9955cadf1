# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Member functions with OpenMP directives whose words are names, too: of members, parameters and locals.

What a directive's expressions mean shows in what the function returns: in a team each thread adds one, and
the expressions say how many threads there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from progen.choices import Choices

WORDS = (
    "data map single barrier max min to from tofrom critical parallel simd schedule dynamic guided "
    "runtime shared reduction firstprivate lastprivate ordered nowait collapse depend source sink "
    "in out inout iterator masked task taskloop target teams distribute section sections atomic "
    "update capture num_threads proc_bind spread primary none present always alloc release device "
    "host self async wait gang worker seq copy copyin create hint threads monotonic nonmonotonic "
    "linear aligned val ref step conditional inscan omp acc pragma n x "
).split()
"""Names of members; all are identifiers of C++."""
SHARED = 4
"""How many words a program uses, so that names meet."""


@dataclass(frozen=True)
class Worded:
    """A function: its number, its definition, and the expressions that call it."""

    number: int
    text: str
    calls: tuple[str, ...]


def prelude(words: Sequence[str]) -> str:
    """The classes that functions are members of: every word is a member of both, ``x_of`` an array."""
    members = " ".join(f"int {word};" for word in words)
    first = ", ".join(str(1 + at % 3) for at in range(len(words)))
    second = ", ".join(str(1 + (at + 1) % 3) for at in range(len(words)))
    return (
        "#include <cstdio>\n#include <omp.h>\n"
        f"struct Inner {{ {members} int cells[4]; }};\n"
        f"static Inner inner = {{{second}, {{3, 1, 2, 1}}}};\n"
        f"struct Base {{ {members} int cells[4]; Inner *deep; int limit; }};\n"
        f"static Base fresh() {{ return {{{first}, {{1, 2, 3, 4}}, &inner, 2}}; }}\n"
        "template <class T> static T bent(T t) { return t % 3 + 1; }\n"
        f"static Inner again() {{ return {{{second}, {{3, 1, 2, 1}}}}; }}\n"
    )


class Writer:
    """Writes one function."""

    def __init__(self, choices: Choices, number: int) -> None:
        self.choices, self.number = choices, number
        self.words = [choices.pick(WORDS) for _ in range(SHARED)]
        self.lines: list[str] = []
        self.hidden: list[str] = []
        """Parameters and locals; a member of such a name needs an object."""
        self.team = False
        self.chains: list[str] = []

    # --- expressions ---------------------------------------------------------------------------------

    def word(self) -> str:
        return self.choices.pick(self.words)

    def atom(self) -> str:
        """A number from one to four, or so."""
        word = self.word()
        forms = ("2", word, f"this->{word}", f"deep->{word}", f"this->deep->{word}", f"cells[{word} % 4]")
        if self.choices.chance(15):
            forms = (
                "(int)(sizeof(cells) / sizeof(int))",
                "(int)(sizeof this->deep->cells / sizeof deep->cells[0])",
                f"bent<int>({word})",
                f"(&*deep)->{word}",
                f"(0, this)->{word}",
            )
        return self.choices.pick(forms)

    def expression(self) -> str:
        one = self.atom()
        forms = (
            one,
            f"{one} + 1",
            f"{one} > 2 ? {self.atom()} : {self.atom()}",
            f"({one})",
            f"({one} + {self.atom()}) % 3 + 1",
            f"(int){one}",
        )
        return self.choices.pick(forms)

    def chain(self) -> str:
        word = self.word()
        forms = [f"deep->{word}", f"this->{word}", "cells", "deep->cells", f"this->deep->{word}", "limit"]
        if word not in self.hidden:
            forms.append(word)
        return self.choices.pick(forms)

    # --- directives ------------------------------------------------------------------------------------

    def clauses(self) -> str:
        """What a ``parallel`` may have beside its threads."""
        pick, word = self.choices.pick, self.word()
        out = [
            "",
            f" if({self.expression()} > {self.choices.integer(0, 2)})",
            f" if(parallel: {self.expression()} > 1)",
            " proc_bind(close)",
            " default(shared)",
            f" firstprivate({pick(self.hidden)})" if self.hidden else "",
            f" firstprivate({word})" if word not in self.hidden else "",
        ]
        return pick(out) + (f" shared({word})" if word in self.hidden and self.choices.chance(20) else "")

    def counted(self) -> None:
        """A team in which each thread counts."""
        self.line(f"#pragma omp parallel num_threads({self.expression()}) reduction(+: r){self.clauses()}")
        forms = (
            "r += 1;",
            f"{{ r += {self.expression()}; }}",
            f"{{\n#pragma omp critical({self.word()})\n{{ r += 1; }} }}",
            f"{{\n#pragma omp single\n{{ r += {self.expression()}; }} }}",
            f"{{\n#pragma omp master\n{{ r += {self.expression()}; }}\n#pragma omp barrier\n}}",
        )
        self.line(self.choices.pick(forms))

    def in_lambda(self) -> None:
        """A team in a lambda, whose directive alone may use a chain."""
        captures = self.choices.pick(("&", "=", "this"))
        self.line(f"{{ auto counting = [{captures}] {{ int q = 0;")
        self.line(f"#pragma omp parallel num_threads({self.expression()}) reduction(+: q)")
        self.line("q += 1;")
        self.line("return q; }; r += counting(); }")

    def shared_out(self) -> None:
        """A loop that threads share."""
        kinds = ("static", "dynamic", "guided", "monotonic: static", "nonmonotonic: dynamic")
        kind = self.choices.pick(kinds)
        chunk = f", {self.expression()}" if self.choices.chance(70) else ""
        variable = self.choices.pick(("i", self.word()))
        operator = self.choices.pick(("+", "max", "min", "+", "^"))
        target = self.choices.pick(("r", "r", "total"))
        sign = {"max": ">", "min": "<"}.get(operator)
        value = f"({self.expression()} + {variable})"
        body = (
            f"if ({value} {sign} {target}) {target} = {value};" if sign else f"{target} {operator}= {value};"
        )
        self.line(
            f"#pragma omp parallel for schedule({kind}{chunk}) num_threads({self.expression()}) "
            f"reduction({operator}: {target}){self.clauses()}"
        )
        self.line(f"for (int {variable} = 0; {variable} < 5; {variable}++) {{ {body} }}")

    def tasks(self) -> None:
        """Tasks that iterators order."""
        name, bound = self.word(), self.expression()
        self.line(f"#pragma omp task depend(iterator({name} = 0 : {bound}), inout: t[{name}]) if(0)")
        self.line(f"r += {self.expression()};")
        self.line("#pragma omp taskwait")

    def offloaded(self) -> None:
        bound = self.expression()
        self.line(f"#pragma omp target map(to: cells[0:4]) map(tofrom: t[0:{bound}]) map(always, tofrom: r)")
        self.line("{ r += cells[1] + t[0]; }")

    def atomic(self) -> None:
        self.line("#pragma omp atomic update")
        self.line(f"r += {self.expression()};")

    def simd(self) -> None:
        step = self.choices.pick((": 1", ""))
        self.line(f"#pragma omp simd reduction(+: r) safelen(4) linear(q{step})")
        self.line(f"for (int i = 0; i < 3; i++) {{ r += {self.expression()} + q; q += 1; }}")

    def directive(self) -> None:
        forms: list[tuple[int, Callable[[], None]]] = [
            (5, self.counted),
            (5, self.shared_out),
            (1, self.tasks),
            (1, self.offloaded),
            (1, self.atomic),
            (1, self.simd),
        ]
        self.choices.weighted(forms)()

    # --- statements ------------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append(text)

    def statement(self) -> None:
        pick, word = self.choices.pick, self.word()
        form = self.choices.integer(0, 10)
        if form < 3:
            self.directive()
        elif form == 3:
            self.line(f"this->deep->{word} = this->deep->{word} % 3 + 1;")
        elif form == 4:
            self.line(f"this->{word} = this->{word} % 3 + 1;")
        elif form == 5:
            self.line(f"if ({self.expression()} > 1)")
            self.directive()
            if self.choices.chance(50):
                self.line("else")
                self.directive()
        elif form == 6:
            self.line(f"for (int {word} = 1; {word} < 3; {word}++)")
            self.within(word, self.directive)
        elif form == 7:
            self.line(f"{{ int {word} = {pick(('1', '2', '3'))}; (void){word};")
            self.within(word, self.directive)
            self.line("}")
        elif form == 8:
            self.line(f"{{ auto call = [&](int {word}) {{ (void){word};")
            self.within(word, self.directive)
            self.line(f"}}; call({pick(('1', '2'))}); }}")
        elif form == 9:
            self.in_lambda()
        else:
            self.line(f"r += {self.expression()};")

    def within(self, name: str, write: Callable[[], None]) -> None:
        self.hidden.append(name)
        write()
        self.hidden.pop()

    def function(self) -> Worded:
        choices = self.choices
        template = choices.chance(25)
        given = choices.pick(self.words)
        own = choices.pick(self.words)
        self.hidden = [given] if given == own else [given, own]
        kind = "T" if template and choices.chance(40) else "int"
        head = "template <class T> " if template else ""
        self.line(f"{head}int f{self.number}({kind} {given}) {{")
        self.line("int r = 0, total = 3, q = 1, t[8] = {0}; (void)q; (void)total; (void)t;")
        if own != given:
            self.line(f"int {own} = {choices.pick(('1', '2', '3'))}; (void){own};")
        chains = sorted({self.chain() for _ in range(choices.integer(1, 4))})
        self.line(f"#pragma pointerchain region begin declare({', '.join(chains)})")
        for _ in range(choices.integer(1, 4)):
            self.statement()
        self.line("#pragma pointerchain region end")
        self.line("return r * 100 + total; }")
        calls = tuple(f"s.f{self.number}({value})" for value in (1, 2))
        return Worded(self.number, "\n".join(self.lines), calls)


def generate(choices: Choices, number: int) -> Worded:
    """One function."""
    return Writer(choices, number).function()


def source(functions: Sequence[Worded]) -> str:
    """A program of some functions, which prints what each of them returns and leaves."""
    words = sorted(set(WORDS))
    text = prelude(words) + "struct Grid : Base {\n" + "\n".join(each.text for each in functions) + "\n};\n"
    state = " + ".join(f"{at + 2} * (s.{word} + 5 * inner.{word})" for at, word in enumerate(words))
    text += "int main() {\nomp_set_dynamic(0);\n"
    for each in functions:
        for call in each.calls:
            text += f"{{ Grid s; (Base &)s = fresh(); inner = again(); int r = {call}; "
            text += f'std::printf("{each.number} %d %d\\n", r, {state}); }}\n'
    return text + "return 0;\n}\n"
