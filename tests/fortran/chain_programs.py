# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random Fortran programs with regions: chains, ways out, procedures, shadowing and other names of one object.

A file holds many procedures, each a program of its own: it starts from a fresh state, and what it leaves is
printed. ``python chain_programs.py --count N`` translates N of them, leaves out what is refused, and compares
what gfortran at -O0 and -O2 and flang make of the source and of its translation.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from chain_head import HEAD, OPERATORS

from pointerchain.diagnostics import Severity
from pointerchain.fortran.pipeline import translate
from pointerchain.source import Source

# What procedures of the head and pointers do with an object's scalars.
READ_BY = {
    "energy": {"e", "n"},
    "bump": {"m"},
    "raise": {"n"},
    "global": {"n"},
    "inner": {"n", "e"},
    "ip": {"n", "m", "k", "box"},
    "y": {"e", "dt"},
    "stash": {"m"},
    "unstash": {"m"},
    "plus": {"m"},
    "swap": {"n", "m", "e", "dt", "on", "name", "box"},
}
INTEGERS = ("n", "m", "box({b})", "idx({i})")
REALS = ("e", "dt", "x({i})", "y({i})", "f({b2}, {b3})")


class Maker:
    """Makes one procedure."""

    def __init__(self, random_: random.Random, number: int) -> None:
        self.random, self.number = random_, number
        self.depth = self.named = 0
        self.loops: list[str] = []
        self.counters: list[str] = []
        self.roots = ["s", "s", "p", "g"]
        self.shadowed = self.labelled = False
        self.operators = False
        self.sole = self.chance(0.6)
        """Whether no other object's component has the name of one that a region copies, which is refused."""

    def free(self, text: str) -> bool:
        """Whether a text may stand in a procedure: it names no scalar of a chain but as that chain."""
        if not self.sole:
            return True
        copied = {each.rsplit("%", 1)[-1].split("(")[0] for each in self.chains}
        scalars = copied & {"n", "m", "e", "dt", "on", "name", "k", "total", "box"}
        named = set(re.findall(r"%\s*(\w+)", text))
        for word, names in READ_BY.items():
            if re.search(rf"\b{word}\b", text):
                named |= names
        return not named & scalars

    def pick(self, items: tuple[str, ...] | list[str]) -> str:
        return self.random.choice(items)

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def object(self) -> str:
        root = self.pick(self.roots)
        how = self.random.random()
        if how < 0.55:
            return f"{root}%atoms"
        if how < 0.75:
            return f"{root}%own"
        if how < 0.82:
            return self.pick(["w(1)%a", "w(2)%a", "w(e1)%a", f"{root}%list(jc)", f"{root}%list(e1 + 1)"])
        return f"{root}%list({self.pick(['1', '2', 'j', 'j', '4 - j'])})"

    def index(self) -> str:
        how = self.random.random()
        if how < 0.4 and self.counters:
            return self.pick(self.counters)
        if how < 0.6:
            return str(self.random.randint(1, 8))
        if how < 0.8:
            return f"{self.object()}%idx({self.random.randint(1, 8)})"
        return f"modulo({self.integer(2)}, 8) + 1"

    def component(self, names: tuple[str, ...]) -> str:
        text = self.pick([each for each in names if self.free(f"%{each}")] or [names[-1]])
        return text.format(
            i=self.index() if "{i}" in text else "",
            b=str(self.random.randint(1, 3)),
            b2=str(self.random.randint(1, 2)),
            b3=str(self.random.randint(2, 4)),
        )

    def spelled(self, text: str) -> str:
        """Fortran does not care for case and blanks."""
        if self.chance(0.1):
            text = text.replace("%", " % ", 1)
        if self.chance(0.05):
            text = text.upper()
        if self.chance(0.02) and "%" in text:
            text = text.replace("%", " & ! on it goes\n      &%", 1)
        return text

    def favourite(self, names: tuple[str, ...]) -> str:
        """A path that is a chain of the region, mostly."""
        wanted = [
            each
            for each in self.chains
            if each.rsplit("%", 1)[-1].split("(")[0] in {n.split("(")[0] for n in names}
        ]
        if wanted and self.chance(0.75):
            text = self.pick(wanted)
            name = text.rsplit("%", 1)[-1]
            if name in ("x", "y", "idx"):
                text += f"({self.index()})"
            elif name == "f":
                text += "(1, 3)"
            elif name == "box":
                text += "(2)"
            return self.spelled(text)
        return self.spelled(f"{self.object()}%{self.component(names)}")

    def integer(self, deep: int = 0) -> str:
        how = self.random.random()
        if how < 0.5 and deep < 3:
            return self.favourite(INTEGERS)
        if how < 0.6:
            return self.pick(["i0", "j", *self.counters])
        if how < 0.7 and deep < 3:
            return f"twice({self.integer(deep + 1)})"
        if how < 0.8 and deep < 3:
            return f"({self.integer(deep + 1)} {self.pick(['+', '-'])} {self.integer(deep + 1)})"
        if how < 0.85:
            return f"size({self.object()}%x)"
        return str(self.random.randint(0, 9))

    def real(self, deep: int = 0) -> str:
        how = self.random.random()
        if how < 0.5 and deep < 3:
            return self.favourite(REALS)
        if how < 0.6:
            return "r"
        if how < 0.7 and deep < 3:
            return f"{self.real(deep + 1)} {self.pick(['+', '-', '*'])} {self.real(deep + 1)}"
        if how < 0.76:
            return f"sum({self.object()}%{self.pick(['x', 'y', 'f', 'x(2:5)'])})"
        if how < 0.8:
            return f"energy({self.object()})" if self.free("energy") else "r"
        if how < 0.84:
            return f"real({self.integer(deep + 1)}, dp)"
        return f"{self.random.randint(0, 9)}.5_dp"

    def condition(self) -> str:
        how = self.random.random()
        if how < 0.4:
            return f"{self.integer()} {self.pick(['>', '<', '==', '/=', '.gt.'])} {self.integer()}"
        if how < 0.6:
            return f"{self.real()} > {self.real()}"
        if how < 0.7:
            on = self.spelled(self.object() + "%on") if self.free("%on") else "j > 1"
            return f"{on} .and. {self.integer()} > 2"
        return f"mod(trip, {self.random.randint(2, 5)}) == {self.random.randint(0, 1)}"

    def statements(self, indent: str, count: int) -> Iterator[str]:
        for _ in range(count):
            yield from self.statement(indent)

    def compound(self, indent: str) -> Iterator[str]:
        """A loop, an 'if', a 'select' or a 'block'."""
        yield from self.statement(indent, self.pick([0.7, 0.8, 0.8, 0.925, 0.945]))

    def statement(self, indent: str, how: float = -1) -> Iterator[str]:
        how = self.random.random() if how < 0 else how
        if how < 0.32:
            left = self.favourite(INTEGERS)
            right = self.integer()
            if "idx" in left.lower():
                yield f"{indent}{left} = modulo({right}, 8) + 1"
            else:
                yield f"{indent}{left} = mod({right} + {self.integer(2)}, 60)"
        elif how < 0.56:
            yield f"{indent}{self.favourite(REALS)} = mod({self.real()}, 1000._dp)"
        elif how < 0.60:
            yield f"{indent}r = mod({self.real()}, 500._dp); i0 = mod({self.integer()}, 9)"
        elif how < 0.63:
            yield (
                f"{indent}{self.object()}%on = {self.condition()}"
                if self.free("%on")
                else f"{indent}continue"
            )
        elif how < 0.65:
            held = (
                self.object()
                if self.free("%name")
                else next(each.removesuffix("%name") for each in self.chains if each.endswith("%name"))
            )
            yield f"{indent}{held}%name(2:3) = '{self.pick(['!%', 'a%n', chr(39) * 2 + 'x'])}'"
        elif how < 0.75 and self.depth < 3:
            self.depth += 1
            yield f"{indent}if ({self.condition()}) then"
            yield from self.statements(indent + "  ", self.random.randint(1, 3))
            if self.chance(0.4):
                yield f"{indent}else"
                yield from self.statements(indent + "  ", self.random.randint(1, 2))
            yield f"{indent}end if"
            self.depth -= 1
        elif how < 0.84 and self.depth < 3 and len(self.counters) < 3:
            self.depth += 1
            counter = f"i{len(self.counters) + 1}"
            self.named += 1
            name = f"l{self.named}"
            yield f"{indent}{name}: do {counter} = 1, min(8, {self.pick(['3', '5', self.integer(2)])})"
            self.loops.append(name)
            self.counters.append(counter)
            yield from self.statements(indent + "  ", self.random.randint(1, 3))
            self.loops.pop()
            self.counters.pop()
            yield f"{indent}end do {name}"
            self.depth -= 1
        elif how < 0.92:
            yield from self.leave(indent)
        elif how < 0.94 and not self.shadowed and self.depth < 3:
            self.shadowed = True
            yield f"{indent}block"
            yield f"{indent}  type(sim_t), pointer :: s"
            yield f"{indent}  s => g"
            yield from self.statements(indent + "  ", self.random.randint(1, 2))
            yield f"{indent}end block"
            self.shadowed = False
        elif how < 0.95 and self.depth < 3:
            self.depth += 1
            yield f"{indent}select case ({self.integer()})"
            yield f"{indent}case ({self.pick([':2', '3', '1, 4:6'])})"
            yield from self.statements(indent + "  ", self.random.randint(1, 2))
            yield f"{indent}case default"
            yield from self.statements(indent + "  ", self.random.randint(1, 2))
            yield f"{indent}end select"
            self.depth -= 1
        elif how < 0.955 and self.depth == 0 and not self.labelled:
            self.labelled = True
            yield f"{indent}if ({self.condition()}) goto 20"
            yield from self.statements(indent, self.random.randint(1, 2))
            yield "20  continue"
        elif self.chance(0.5):
            made = self.rarer()
            yield f"{indent}{made if self.free(made) else 'r = r + 3'}"
        else:
            made = self.rare()
            yield f"{indent}{made if self.free(made) else 'r = r + 2'}"

    def leave(self, indent: str) -> Iterator[str]:
        how = self.random.random()
        words = ["return", "cycle trips", "exit trips", "goto 10"]
        if not self.outer:
            words = ["return", "goto 10"]
        if self.loops:
            words += ["exit", "cycle", f"exit {self.pick(self.loops)}", f"cycle {self.pick(self.loops)}"]
        elif self.outer:
            words += ["exit", "cycle"]
        word = self.pick(words)
        if how < 0.75:
            yield f"{indent}if ({self.condition()}) {word}"
        else:
            yield f"{indent}if ({self.condition()}) then; r = r + 1; {word}; end if"

    def rare(self) -> str:
        """What has to be judged."""
        obj, other = self.object(), self.object()
        i = self.random.randint(1, 8)
        return self.pick(
            [
                f"call bump({obj})",
                f"call raise({obj})",
                f"call regrow({obj})",
                f"call set({self.favourite(INTEGERS)})" if self.chance(0.3) else "call set(i0)",
                f"call look({self.integer()}, r)",
                f"call look({self.integer()}, {self.favourite(('e', 'dt'))})",
                f"call glance({self.favourite(INTEGERS)}, r)",
                f"call glance({self.integer()}, r)",
                f"call nudge({self.favourite(INTEGERS)}, r)",
                "call global()",
                f"call scale({obj}%x)",
                f"call scale({obj}%y(2:5))",
                f"call old({obj}%x({i}))",
                f"q => {obj}; q%n = q%n + 1",
                f"q => {obj}; q%x({i}) = 3",
                f"ip => {obj}%n; ip = 4",
                f"{obj}%x = 1.5_dp",
                f"{obj}%x(:) = {other}%x(1)",
                f"{obj}%y = {other}%y",
                "p => g" if self.chance(0.5) else "p => s",
                "j = 1 + mod(j, 3)",
                f"r = r + inner({i})",
                f"{obj}%m = {other}%n",
                f"read (line, *) {obj}%n",
                f"write (line, '(i4)') {obj}%n",
                f"i0 = merge({obj}%n, {other}%n, {obj}%on)",
                f"if (allocated({obj}%x)) r = r + 1",
                f"where ({obj}%x(1:8) > 2) {obj}%x(1:8) = 1",
                f"forall (i3 = 1:8) {obj}%y(i3) = i3",
                f"{obj}%x(1:8) = [({other}%y(i3), i3 = 1, 8)]",
                f"{obj} = {other}" if self.chance(0.1) else "continue",
            ]
        )

    def rarer(self) -> str:
        """What changes or reads links and scalars in the language's other ways."""
        obj, other = self.object(), self.object()
        root, i = self.pick(self.roots), self.random.randint(1, 8)
        numbers = self.favourite(INTEGERS)
        own = [
            "i0 = mod(i0, 9) .plus. 2",
            f"w(1) = {self.integer()}",
            f"i0 = mod(w(2) + {self.integer()}, 9)",
        ]
        return self.pick(
            [
                f"{root}%atoms => {self.pick(self.roots)}%{self.pick(['atoms', 'own'])}",
                f"call swap({root})",
                f"{obj}%y => {other}%y(8:1:-1)",
                f"{obj}%y(1:8) => {other}%x(1:8)",
                f"{obj}%y(1:) => {other}%y",
                f"call maybe({numbers}, e={self.favourite(('e', 'dt'))})",
                f"call maybe(by=3, i={obj}%m)",
                "call maybe()",
                f"{obj}%x(1:8) = half({other}%y(1:8))",
                f"call grow({obj}%x(1:8), {self.integer()})",
                f"call grow({obj}%e, by={self.integer()})",
                f"do concurrent (i3 = 1:8); {obj}%y(i3) = i3 + {other}%e; end do",
                f"read (line, *, iostat={obj}%m) i0",
                f"write (line, '(i6)', iostat={numbers}) j",
                f"inquire (iolength={obj}%n) r",
                f"call move_alloc({obj}%x, xa); call move_alloc(xa, {other}%x); {obj}%x = [(r, i3 = 0, 8)]"
                if self.chance(0.2)
                else f"xa = {obj}%x; {other}%x(1:8) = xa(2:9)",
                f"allocate (q, source={obj}); q%n = 5; q%m = 3",
                f"allocate (q); q%e = {obj}%e; deallocate (q); q => {obj}",
                f"nullify (ip); ip => {obj}%m",
                f"call c_f_pointer(c_loc({obj}%n), ip); ip = mod(ip + 1, 40)",
                f"call c_f_pointer(c_loc({obj}%y), rp, [8]); rp({i}) = 2",
                "e2 = 3 - e2",
                "call common_step()",
                "jc = 2",
                f"cp => {obj}",
                f"q => find({root}, {self.pick(['1', '2', 'j'])}); q%m = mod({self.integer()}, 40)",
                f"q => atoms_of({root}); q%e = r",
                f"call look(({obj}%n), r)",
                f"call look(r={self.favourite(('e', 'dt'))}, i={self.integer()})",
                f"i0 = mod(sum([{numbers}, {other}%m, 3]), 9)",
                f"{obj}%box = [1, {self.integer()}, 3]",
                f"{obj}%box(2:3) = {other}%box(1:2)",
                f"i0 = mod(formula({self.integer()}), 9)",
                "call turn()",
                "call fewer()",
                f"rp => {obj}%x; rp({i}) = 1",
                f"rp(0:7) => {obj}%x(1:8); rp(3) = {self.favourite(('e', 'dt'))}",
                f"rp => {obj}%f(1, :); rp(2) = 3",
                f"if (associated({obj}%y, {other}%y)) r = r + 1",
                f"call stash({obj})",
                "call unstash()",
                f"w({self.random.randint(1, 2)})%a => {obj}",
                f"block; type(dying_t) :: z; z%k = {self.integer()}; end block",
                f"associate (aa => {obj}%n); r = r + aa; end associate",
                f"{obj}%x(1:8) = {obj}%x(8:1:-1)",
                f"{obj}%y(1:7) = {other}%y(2:8) + {obj}%x({i})",
                f"r = r + dot_product({obj}%x(1:8), {other}%y) * 0.01_dp",
                f"j = max(1, min(3, {self.integer()}))",
                *(own if self.operators else []),
            ]
        )

    def chain(self) -> str:
        name = self.pick(
            ["n", "n", "m", "e", "e", "dt", "on", "x", "x", "y", "idx", "f", "box", "box(2)", "name"]
        )
        obj = self.object()
        if self.chance(0.06):
            return f"{self.pick(self.roots)}%{self.pick(['k', 'total', 'atoms', 'own', 'list'])}"
        return f"{obj}%{name}"

    def directive(self, words: str) -> list[str]:
        """The lines of a directive with the chains, one more than there are chains."""
        lines = [f"!$pointerchain {words}({self.chains[0]}"]
        for each in self.chains[1:]:
            lines[-1] += ", &"
            lines.append(f"!$pointerchain&   {each}")
        lines[-1] += ")"
        while len(lines) < len(self.chains) + 2:
            lines[-1] += " &"
            lines.append("!$pointerchain&")
        return lines

    def procedure(self) -> list[str]:
        self.chains = list(dict.fromkeys(self.chain() for _ in range(self.random.randint(1, 4))))
        if self.sole:
            self.chains = list({each.rsplit("%", 1)[-1].split("(")[0]: each for each in self.chains}.values())
        self.outer = self.chance(0.6)
        out = [
            f"subroutine work{self.number}(s, j, r)",
            "  use iso_c_binding, only: c_loc, c_f_pointer",
            "  use types",
            *(["  use operators"] if self.operators else []),
            "  implicit none",
            "  type(sim_t), target, intent(inout) :: s",
            "  integer, intent(inout) :: j",
            "  real(dp), intent(inout) :: r",
            "  type(sim_t), pointer :: p",
            "  type(atoms_t), pointer :: q",
            "  class(atoms_t), pointer :: cp",
            "  type(wrap_t) :: w(2)",
            "  integer, pointer :: ip",
            "  real(dp), pointer :: rp(:)",
            "  real(dp), allocatable :: xa(:)",
            "  integer :: i0, i1, i2, i3, trip, e1, e2, jc, jd",
            "  character(20) :: line",
            "  equivalence (e1, e2)",
            "  common /steps/ jc, jd",
            "  integer :: formula, given",
            f"  formula(given) = given + {self.pick(['i0', 's%atoms%n', 'g%own%m', 's%k'])}",
            "  i0 = 1; i1 = 1; i2 = 1; i3 = 1; trip = 1; line = '12'; e1 = 1; jc = 2; jd = 1",
            f"  p => {self.pick(['s', 'g'])}",
            "  q => p%atoms; cp => q; w(1)%a => p%atoms; w(2)%a => s%own",
        ]
        if self.outer:
            out.append("  trips: do trip = 1, 3")
        if self.chance(0.65):
            out += self.directive("region begin declare")
            out += self.statements("    ", self.random.randint(2, 6))
            out.append("!$pointerchain region end")
        else:
            for _ in range(self.random.randint(1, 3)):
                out += self.directive("region declare")
                out += self.compound("    ") if self.chance(0.8) else self.statement("    ")
        if self.labelled and not any(line.startswith("20  ") for line in out):
            out.append("20  continue")
        out.append("    r = mod(r + j, 900._dp)")
        if self.outer:
            out.append("  end do trips")
        out += [
            "10 continue",
            "  r = r + i0",
            "contains",
            "  real(dp) function inner(i)",
            "    integer, intent(in) :: i",
        ]
        out += [
            self.pick(["    inner = i", "    inner = s%atoms%e + i", "    inner = i; s%atoms%n = 2"]),
            "  end function",
            "  subroutine turn()",
            self.pick(["    p => g", "    p => s", "    s%atoms => g%atoms", "    j = 1 + mod(j, 3)"]),
            "  end subroutine",
            "  subroutine fewer()",
            self.pick(["    w(1)%a%n = 3", "    r = r + s%k", "    if (j > 1) j = j - 1", "    e1 = 3 - e1"]),
            "  end subroutine",
        ]
        out += ["end subroutine"]
        return [line for each in out for line in each.split("\n")]


def program(seed: int, count: int) -> tuple[list[str], list[list[str]], list[str]]:
    """The head, the procedures and the main program of one file."""
    random_ = random.Random(seed)
    operators = random_.random() < 0.25
    procedures: list[list[str]] = []
    while len(procedures) < count:
        maker = Maker(random_, len(procedures))
        maker.operators = operators
        made = maker.procedure()
        if all(len(line) <= 128 for line in made):
            procedures.append(made)
    main = [
        "program main",
        "  use types",
        "  use works",
        "  implicit none",
        "  type(sim_t), target :: s",
        "  integer :: j",
        "  real(dp) :: r",
    ]
    for number in range(count):
        main += [
            "  call fresh(s); call fresh(g)",
            "  j = 2; r = 1",
            f"  call work{number}(s, j, r)",
            f"  print '(a,i0,1x,i0,es14.6)', 'work', {number}, j, r",
            "  call tell(s); call tell(g)",
        ]
    head = HEAD + (OPERATORS if operators else "")
    return head.splitlines(), procedures, [*main, "end program"]


def chopped(text: str) -> list[str]:
    """A text in pieces of 66 characters, which columns 7 to 72 have."""
    return [text[at : at + 66] for at in range(0, len(text), 66)] or [""]


def in_fixed_form(lines: list[str]) -> list[str]:
    """Lines in free form as lines in fixed form, in which names and literals are broken wherever 72 columns end.

    The number of lines stays what it is only for directives.
    """
    out: list[str] = []
    held = ""
    for line in lines:
        if line.lstrip().startswith("!$pointerchain"):
            out.append("c" + line.lstrip()[1:])
            continue
        held += line.strip().removeprefix("&") if held else line.strip()
        code = held.partition(" & !")[0].removesuffix("&")
        if code != held:
            held = code
            continue
        label = re.match(r"(\d+)\s+", held)
        text = held[label.end() :] if label else held
        held = ""
        indented = " " * (len(text) % 5) + text  # so that lines end at various places
        while any(piece.rstrip().endswith(";") for piece in chopped(indented)):
            indented = " " + indented  # gfortran takes no continuation behind a semicolon
        pieces = chopped(indented)
        out.append((label[1] if label else "").ljust(6) + pieces[0])
        out += [f"     {len(pieces) % 10 or 1}{piece}" for piece in pieces[1:]]
    return out


class Made:
    """A file's text without and with translation; what was refused is left out of both."""

    def __init__(self, seed: int, count: int, *, fixed: bool = False) -> None:
        head, procedures, main = program(seed, count)
        self.suffix = ".f" if fixed else ".f90"
        if fixed:
            head, main = in_fixed_form(head), in_fixed_form(main)
            procedures = [in_fixed_form(each) for each in procedures]
        self.refused: Counter[str] = Counter()
        left = dict(enumerate(procedures))
        while True:
            start = ["module works", "contains"]
            lines, owner = [*head, *(in_fixed_form(start) if fixed else start)], {}
            for number, text in left.items():
                owner.update({len(lines) + at + 1: number for at in range(len(text))})
                lines += text
            for number in range(count):
                if number not in left:
                    none = [f"subroutine work{number}(s, j, r)", "  use types", "  type(sim_t) :: s"]
                    none += ["  integer :: j", "  real(dp) :: r", "end subroutine"]
                    lines += in_fixed_form(none) if fixed else none
            end = ["      end module"] if fixed else ["end module"]
            self.text = "\n".join([*lines, *end, *main]) + "\n"
            data = self.text.encode()
            result = translate(data, f"seed{seed}{self.suffix}")
            errors = [each for each in result.diagnostics if each.severity is Severity.ERROR]
            if not errors:
                assert result.text is not None
                self.translated = result.text.decode()
                self.kept = len(left)
                return
            source = Source("x", data)
            gone: dict[int, str] = {}
            for each in errors:
                assert each.code != "verification", f"seed {seed}: {each.message}"
                number = owner.get(source.line_column(each.place.span.start)[0])
                assert number is not None, each.message
                gone.setdefault(number, each.code)
            for number, code in gone.items():
                del left[number]
                self.refused[code] += 1


COMPILERS = (("gfortran", "-O0"), ("gfortran", "-O2"), ("flang-new-19", "-O1"))


def outputs(made: Made, directory: Path, compiler: tuple[str, ...]) -> tuple[str, str]:
    """What the source and its translation print."""
    out = []
    for name, text in (("source", made.text), ("translated", made.translated)):
        place = directory / f"{name}{''.join(compiler)}"
        place.mkdir()
        source = "x" + (made.suffix if name == "source" else ".f90")
        (place / source).write_text(text)
        subprocess.run([*compiler, "-w", source, "-o", "x"], cwd=place, check=True, capture_output=True)
        done = subprocess.run(["./x"], cwd=place, capture_output=True, text=True, check=False, timeout=60)
        out.append(f"{done.stdout}\nexit {done.returncode}")
    return out[0], out[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000, help="how many programs")
    parser.add_argument("--each", type=int, default=60, help="how many of them stand in a file")
    parser.add_argument("--rotate", action="store_true", help="use one compiler for each file, in turn")
    parser.add_argument("--fixed", action="store_true", help="write them in fixed form")
    options = parser.parse_args()
    compilers = [each for each in COMPILERS if shutil.which(each[0])]
    done = kept = different = 0
    refused: Counter[str] = Counter()
    seed = options.seed
    while done < options.count:
        made = Made(seed, options.each, fixed=options.fixed)
        chosen = [compilers[seed % len(compilers)]] if options.rotate else compilers
        for compiler in chosen:
            with tempfile.TemporaryDirectory() as directory:
                try:
                    before, after = outputs(made, Path(directory), compiler)
                except subprocess.CalledProcessError as error:
                    print(f"seed {seed}: {compiler}: {error.stderr.decode()[:1500]}")
                    different += 1
                    continue
                if before != after:
                    different += 1
                    number = next(
                        (
                            n
                            for n, (a, b) in enumerate(
                                zip(before.split("\n"), after.split("\n"), strict=False)
                            )
                            if a != b
                        ),
                        0,
                    )
                    near = [line for line in before.split("\n")[: number + 1] if re.match("work", line)][-1:]
                    print(f"seed {seed}: {' '.join(compiler)} differs behind {near}", flush=True)
        done += options.each
        kept += made.kept
        print(f"{done} programs, {kept} translated, {different} differences", file=sys.stderr, flush=True)
        refused += made.refused
        seed += 1
    print(
        f"{done} programs, {kept} translated, {different} differences; refused: {dict(refused.most_common())}"
    )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
