# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs of which all accesses are known, and what a profile of them has to say.

An :class:`Op` is one loop, memset or memcpy, in C and as the accesses that it makes: a list, for each
iteration, of (instruction, array, offset, bytes, kind). What is expected of a profile is counted from these
lists alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

SECTOR, PAGE, WARP = 32, 65536, 32
TYPES = {"char": 1, "short": 2, "int": 4, "float": 4, "long": 8, "double": 8, "unsigned": 4}
COUNTERS = {"int": 4, "long": 8, "unsigned": 4, "float": 4, "double": 8}

Access = tuple[int, str, int, int, str]
Trace = list[list[Access]]


@dataclass(frozen=True)
class Array:
    """An array of ``count`` elements of ``type``, on the heap or static."""

    name: str
    type: str
    size: int
    count: int
    static: bool = False

    @property
    def bytes(self) -> int:
        return self.size * self.count


@dataclass
class Op:
    """C text and the accesses of its iterations; one without iterations of its own has one."""

    text: str
    trace: Trace
    parallel: bool = True


@dataclass
class Phase:
    """A kernel or what the host does: C text, and its accesses in their order."""

    text: str
    ops: list[Op]
    kernel: bool


@dataclass
class Program:
    """A program: its text, and the executions of its phases in their order."""

    text: str
    arrays: list[Array]
    executions: list[Phase]
    threads: int
    optimize: str


@dataclass
class Expected:
    """What is expected of a cell, over some executions."""

    counts: Counter[str] = field(default_factory=Counter)
    bytes: Counter[str] = field(default_factory=Counter)
    sectors: set[int] = field(default_factory=set)
    stored: set[int] = field(default_factory=set)
    pages: set[int] = field(default_factory=set)
    page_visits: int = 0
    warp_sectors: int = 0
    lane_strides: Counter[int] = field(default_factory=Counter)

    def add(self, op: Op, array: str, visited: set[int]) -> None:
        """Count one execution of an op; ``visited`` are the pages of the phase's execution."""
        for row in op.trace:
            for _, name, offset, size, kind in row:
                if name != array:
                    continue
                self.counts[kind] += 1
                self.bytes[kind] += size
                touched = range(offset // SECTOR, (offset + size - 1) // SECTOR + 1)
                self.sectors.update(touched)
                if kind != "load":
                    self.stored.update(touched)
                visited.update(range(offset // PAGE, (offset + size - 1) // PAGE + 1))
        for start in range(0, len(op.trace), WARP):
            self._warp(op.trace[start : start + WARP], array)

    def _warp(self, rows: Trace, array: str) -> None:
        lanes: list[dict[int, list[tuple[int, int]]]] = []
        for row in rows:
            lane: dict[int, list[tuple[int, int]]] = {}
            for instruction, name, offset, size, _ in row:
                if name == array:
                    lane.setdefault(instruction, []).append((offset, size))
            lanes.append(lane)
        for instruction in {each for lane in lanes for each in lane}:
            for k in range(max(len(lane.get(instruction, [])) for lane in lanes)):
                asked: set[int] = set()
                left: int | None = None
                for lane in lanes:
                    made = lane.get(instruction, [])
                    here = made[k] if k < len(made) else None
                    if here is not None:
                        asked.update(range(here[0] // SECTOR, (here[0] + here[1] - 1) // SECTOR + 1))
                        if left is not None:
                            self.lane_strides[here[0] - left] += 1
                    left = here[0] if here is not None else None
                self.warp_sectors += len(asked)


# --- programs --------------------------------------------------------------------------------------


class Generator:
    """Writes one program from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.n = self.random.choice((33, 64, 100, 257, 640, 1000))
        self.threads = self.random.choice((1, 2, 2, 3))
        self.arrays: list[Array] = []
        self.instruction = 0
        self.busy: set[str] = set()
        self.indices: set[str] = set()
        self.before: list[Op] = []

    def next(self) -> int:
        self.instruction += 1
        return self.instruction

    def array(self, type_: str, size: int, count: int) -> Array:
        static = self.random.random() < 0.2
        made = Array(f"a{len(self.arrays)}", type_, size, count, static)
        self.arrays.append(made)
        self.busy.add(made.name)
        return made

    def pick(self, type_: str, size: int, count: int) -> Array:
        """An array that is there and large enough, or a new one.

        It is none that its phase has already: the compiler may forward what was stored there.
        """
        taken = self.busy | self.indices
        fits = [a for a in self.arrays if a.type == type_ and a.count >= count and a.name not in taken]
        if fits and self.random.random() < 0.7:
            made = self.random.choice(fits)
            self.busy.add(made.name)
            return made
        return self.array(type_, size, count)

    # Each makes the body of a loop over i (0 <= i < n) and the accesses of iteration i.

    def _map(self) -> tuple[str, Callable[[int], list[Access]]]:
        type_, size = self.random.choice(list(TYPES.items()))
        step, by = self.random.choice((1, 1, 2, 3, 8)), self.random.choice((1, 1, 1, 2, 5))
        shift, reverse = self.random.randrange(4), self.random.random() < 0.2
        to = self.pick(type_, size, self.n * step + shift)
        source = self.pick(type_, size, self.n * by)
        load, store, n = self.next(), self.next(), self.n
        at = f"(n - 1 - i) * {by}" if reverse else f"i * {by}"
        text = f"{to.name}[i * {step} + {shift}] = ({type_})({source.name}[{at}] + i);"
        return text, lambda i: [
            (load, source.name, ((n - 1 - i) if reverse else i) * by * size, size, "load"),
            (store, to.name, (i * step + shift) * size, size, "store"),
        ]

    def _gather(self) -> tuple[str, Callable[[int], list[Access]]]:
        type_, size = self.random.choice(list(TYPES.items()))
        times, plus = self.random.randrange(1, 50), self.random.randrange(100)
        index = self.array("int", 4, self.n)
        self.indices.add(index.name)
        m = self.random.choice((self.n, 3 * self.n, 20 * self.n))
        to = self.pick(type_, size, self.n)
        source = self.pick(type_, size, m)
        own = self.next()
        self.before.append(
            self.host_loop(
                f"{index.name}[i] = (int)((i * {times} + {plus}) % {m});",
                lambda i: [(own, index.name, i * 4, 4, "store")],
            )
        )
        first, second, third = self.next(), self.next(), self.next()
        text = f"{to.name}[i] = ({type_})({source.name}[{index.name}[i]] + 1);"
        return text, lambda i: [
            (first, index.name, i * 4, 4, "load"),
            (second, source.name, (i * times + plus) % m * size, size, "load"),
            (third, to.name, i * size, size, "store"),
        ]

    def _atomic(self) -> tuple[str, Callable[[int], list[Access]]]:
        type_, size = self.random.choice(list(COUNTERS.items()))
        m, times = self.random.choice((1, 7, 40)), self.random.randrange(1, 9)
        to = self.pick(type_, size, m)
        update = self.random.choice(("{0} += 1;", "{0}++;", "{0} = {0} + 2;", "{0} -= 3;"))
        own = self.next()
        text = f"\n#pragma omp atomic\n{update.format(f'{to.name}[i * {times} % {m}]')}"
        return text, lambda i: [(own, to.name, i * times % m * size, size, "atomic")]

    def _structs(self) -> tuple[str, Callable[[int], list[Access]]]:
        words = self.random.choice((3, 5, 8, 20))
        size = words * 8
        to = self.pick(f"struct s{words}", size, self.n)
        source = self.pick(f"struct s{words}", size, self.n)
        load, store, times = self.next(), self.next(), self.random.randrange(1, 5)
        n = self.n
        return f"{to.name}[i] = {source.name}[i * {times} % n];", lambda i: [
            (load, source.name, i * times % n * size, size, "load"),
            (store, to.name, i * size, size, "store"),
        ]

    def _field(self) -> tuple[str, Callable[[int], list[Access]]]:
        words = self.random.choice((3, 5, 8, 20))
        size, which = words * 8, self.random.randrange(words)
        to = self.pick(f"struct s{words}", size, self.n)
        own = self.next()
        return f"{to.name}[i].f[{which}] = (double)i;", lambda i: [
            (own, to.name, i * size + which * 8, 8, "store")
        ]

    def _inner(self) -> tuple[str, Callable[[int], list[Access]]]:
        m, transposed = self.random.choice((2, 5, 9)), self.random.random() < 0.5
        to = self.pick("double", 8, self.n * m)
        source = self.pick("double", 8, self.n * m)
        load, store, n = self.next(), self.next(), self.n
        at = "j * n + i" if transposed else f"i * {m} + j"
        text = f"for (long j = 0; j < w * {m}; j++) {to.name}[i * {m} + j] = {source.name}[{at}] + (double)j;"

        def accesses(i: int) -> Iterator[Access]:
            for j in range(m):
                yield load, source.name, (j * n + i if transposed else i * m + j) * 8, 8, "load"
                yield store, to.name, (i * m + j) * 8, 8, "store"

        return text, lambda i: list(accesses(i))

    def _rows(self) -> tuple[str, Callable[[int], list[Access]]]:
        width = self.random.choice((24, 40, 200, 3000))
        to = self.pick("char", 1, self.n * width)
        own = self.next()
        return f"memset({to.name} + i * {width}, (int)i, (size_t)(w * {width}));", lambda i: [
            (own, to.name, i * width, width, "store")
        ]

    # --- phases

    def host_loop(self, text: str, accesses: Callable[[int], list[Access]]) -> Op:
        # Integers that host threads add together would race; only the accesses of loops matter.
        shared = self.random.random() < 0.3
        pragma = "#pragma omp parallel for\n" if shared else ""
        return Op(
            f"{pragma}for (long i = 0; i < n; i++) {{ {text} }}\n", [accesses(i) for i in range(self.n)]
        )

    def host_op(self) -> Op:
        kind = self.random.randrange(5)
        if kind == 0:
            to = self.pick("double", 8, self.n)
            length = self.random.randrange(1, to.bytes // 8 + 1) * 8
            own = self.next()
            return Op(
                f"memset({to.name}, 1, (size_t)(w * {length}));\n", [[(own, to.name, 0, length, "store")]]
            )
        if kind == 1:
            to = self.pick("double", 8, self.n)
            source = self.pick("double", 8, self.n)
            length = self.random.randrange(8, min(to.bytes, source.bytes) + 1)
            one, two = self.next(), self.next()
            return Op(
                f"memcpy({to.name}, {source.name}, (size_t)(w * {length}));\n",
                [[(one, source.name, 0, length, "load"), (two, to.name, 0, length, "store")]],
            )
        return self.host_loop(*self.random.choice((self._map, self._field, self._inner))())

    def kernel(self) -> Phase:
        kinds = (
            self._map,
            self._gather,
            self._atomic,
            self._structs,
            self._field,
            self._inner,
            self._rows,
        )
        self.busy = set()
        made = [self.random.choice(kinds)() for _ in range(self.random.randrange(1, 4))]
        text = " ".join(each[0] for each in made)
        trace = [[access for _, accesses in made for access in accesses(i)] for i in range(self.n)]
        head, braces, setup = self.random.choice(
            (
                ("for (long i = 0; i < n; i++)", True, ""),
                ("for (int i = 0; n > i; ++i)", True, ""),
                ("for (long k = 5; k < n + 5; k += 1)", True, "const long i = k - 5; "),
                ("for (long k = 2 * n - 2; k >= 0; k -= 2)", True, "const long i = n - 1 - k / 2; "),
            )
        )
        collapse = ""
        divisor = next((d for d in (4, 5, 3, 11) if self.n % d == 0), 0)
        if divisor and self.random.random() < 0.3:
            collapse = " collapse(2)"
            head = f"for (long p = 1; p <= n / {divisor}; p++)\nfor (int q = 0; q < w * {divisor}; q++)"
            setup = f"const long i = (p - 1) * {divisor} + q; "
        schedule = self.random.choice(("", "", " schedule(static, 1)", " schedule(dynamic, 5)"))
        if self.threads == 1 and "static" in schedule:
            schedule = ""  # clang 19 executes one iteration of such a loop only
        pragma = f"#pragma omp target teams distribute parallel for{collapse}{schedule} num_teams(1)\n"
        body = f"{{ {setup}{text} }}" if setup or braces else text
        return Phase(f"{pragma}{head} {body}\n", [Op("", trace)], True)

    def program(self) -> Program:
        kernels = [self.kernel() for _ in range(self.random.randrange(1, 4))]
        rounds = self.random.choice((1, 1, 2, 5))
        body: list[Phase] = []
        for each in kernels:
            body.append(each)
            if self.random.random() < 0.5:
                self.busy = set()
                ops = [self.host_op() for _ in range(self.random.randrange(1, 3))]
                body.append(Phase("".join(op.text for op in ops), ops, False))
        self.busy = set()
        last = [self.host_op()] if self.random.random() < 0.5 else []
        begin = Phase("".join(op.text for op in self.before), self.before, False)
        end = Phase("".join(op.text for op in last), last, False)
        executions = [begin]
        for _ in range(rounds):
            executions += body
        executions.append(end)
        return Program(
            self._text(begin, body, end, rounds),
            self.arrays,
            _joined(executions),
            self.threads,
            self.random.choice(("-O0", "-O1", "-O2", "-O3")),
        )

    def _text(self, begin: Phase, body: list[Phase], end: Phase, rounds: int) -> str:
        words = sorted({int(a.type[8:]) for a in self.arrays if a.type.startswith("struct s")})
        maps = ", ".join(f"{a.name}[0:{a.count}]" for a in self.arrays)
        lines = ["#include <stdlib.h>", "#include <string.h>"]
        lines += [f"struct s{n} {{ double f[{n}]; }};" for n in words]
        lines += [f"volatile long runtime_n = {self.n}, runtime_w = 1;"]
        lines += [f"static {a.type} {a.name}[{a.count}];" for a in self.arrays if a.static]
        lines += ["int main(void) {", "const long n = runtime_n, w = runtime_w;"]
        lines += [f"{a.type} *{a.name} = ({a.type} *)malloc({a.bytes});" for a in self.arrays if not a.static]
        # Without offloading the compiler sees that nobody reads an array, and leaves out its stores.
        lines.append("".join(f'__asm__ volatile("" : : "r"({a.name}) : "memory"); ' for a in self.arrays))
        lines += [begin.text, f"#pragma omp target enter data map(to: {maps})"]
        lines += [f"for (int t = 0; t < {rounds}; t++) {{", *(phase.text for phase in body), "}"]
        lines += [f"#pragma omp target exit data map(from: {maps})", end.text, "return 0; }", ""]
        return "\n".join(lines)


def _joined(executions: list[Phase]) -> list[Phase]:
    """What the host does between two kernels is one phase, and none where it does nothing."""
    out: list[Phase] = []
    for each in executions:
        if not each.kernel and out and not out[-1].kernel:
            out[-1] = Phase("", [*out[-1].ops, *each.ops], False)
        else:
            out.append(each)
    return out


# --- judging ---------------------------------------------------------------------------------------


def unfolded(profile: dict[str, Any]) -> list[int]:
    """The executions of a profile's phases, each by its id."""
    loops = sorted(profile["loops"], key=lambda each: (each["first"], -each["last"]))

    def run(first: int, last: int, inside: int) -> Iterator[int]:
        at = first
        while at <= last:
            loop = next(
                (
                    k
                    for k in range(inside, len(loops))
                    if loops[k]["first"] == at and loops[k]["last"] <= last
                ),
                None,
            )
            if loop is not None:
                for _ in range(loops[loop]["repeat"]):
                    yield from run(at, loops[loop]["last"], loop + 1)
                at = loops[loop]["last"] + 1
            else:
                yield from [at] * profile["phases"][at]["repeat"]
                at += 1

    return list(run(0, len(profile["phases"]) - 1, 0))


def differences(program: Program, profile: dict[str, Any]) -> list[str]:
    """What a profile says otherwise than the program does."""
    wrong: list[str] = []
    order = unfolded(profile)
    # A phase of the host in which it touches other things, or only copies, is of no interest here.
    touched = {cell["phase"] for cell in profile["cells"]}
    order = [each for each in order if profile["phases"][each]["side"] == "device" or each in touched]
    arrays = program.arrays
    if profile["program"]["device"] == "host":
        # Nothing is mapped: objects are what kernels touch.
        kernels = [op for each in program.executions if each.kernel for op in each.ops]
        used = {access[1] for op in kernels for row in op.trace for access in row}
        arrays = [array for array in arrays if array.name in used]
    known = {array.name for array in arrays}
    made = [each for each in program.executions if each.kernel or _touches(each, known)]
    if len(order) != len(made):
        return [f"{len(order)} executions of phases, not {len(made)}"]
    executed: dict[int, list[Phase]] = {}
    for phase, execution in zip(order, made, strict=True):
        executed.setdefault(phase, []).append(execution)
        if (profile["phases"][phase]["side"] == "device") != execution.kernel:
            wrong.append(f"phase {phase} is of the wrong side")
    names = {each["name"]: each["id"] for each in profile["objects"]}
    cells = {(c["phase"], c["object"], c["side"]): c for c in profile["cells"]}
    for array in arrays:
        if array.name not in names:
            wrong.append(f"no object '{array.name}'")
            continue
        if profile["objects"][names[array.name]]["bytes"] != array.bytes:
            wrong.append(f"'{array.name}' has the wrong size")
    seen = set()
    for phase, executions in executed.items():
        side = "device" if executions[0].kernel else "host"
        for array in arrays:
            expected = Expected()
            for execution in executions:
                visited: set[int] = set()
                for op in execution.ops:
                    expected.add(op, array.name, visited)
                expected.pages |= visited
                expected.page_visits += len(visited)
            key = (phase, names.get(array.name, -1), side)
            cell = cells.get(key)
            seen.add(key)
            if not expected.counts:
                if cell is not None:
                    wrong.append(f"phase {phase}: '{array.name}' is not accessed by the {side}")
                continue
            if cell is None:
                wrong.append(f"phase {phase}: no accesses of '{array.name}' by the {side}")
                continue
            wrong += _compared(f"phase {phase}, '{array.name}', {side}", cell, expected)
    wrong += [f"cell {key} is of nothing" for key in cells if key not in seen]
    accesses = profile["accesses"]
    total = sum(sum(c[k] for k in ("loads", "stores", "atomics")) for c in profile["cells"])
    if total != accesses["objects"]:
        wrong.append("the sum of the cells is not what all objects have")
    if accesses["unknown"] > 0.001 * accesses["total"]:
        wrong.append(f"{accesses['unknown']} of {accesses['total']} accesses are unknown")
    return wrong


def _touches(phase: Phase, names: set[str]) -> bool:
    return any(access[1] in names for op in phase.ops for row in op.trace for access in row)


def _compared(where: str, cell: dict[str, Any], expected: Expected) -> list[str]:
    rows = {
        "loads": expected.counts["load"],
        "stores": expected.counts["store"],
        "atomics": expected.counts["atomic"],
        "load_bytes": expected.bytes["load"],
        "store_bytes": expected.bytes["store"],
        "atomic_bytes": expected.bytes["atomic"],
        "sectors": len(expected.sectors),
        "stored_sectors": len(expected.stored),
        "pages": len(expected.pages),
        "page_visits": expected.page_visits,
    }
    if cell["side"] == "device":
        rows["warp_sectors"] = expected.warp_sectors
    wrong = [
        f"{where}: {name} is {cell[name]}, not {value}" for name, value in rows.items() if cell[name] != value
    ]
    if cell["side"] == "device" and 0 < len(expected.lane_strides) <= 16:
        total = sum(expected.lane_strides.values())
        given = {row["bytes"]: row["share"] for row in cell["lane_strides"]}
        for stride, share in given.items():
            if abs(share - expected.lane_strides[stride] / total) > 1e-5:
                wrong.append(f"{where}: the share of stride {stride} between lanes is {share}")
        most = max(expected.lane_strides.values())
        if not any(given.get(stride) for stride, count in expected.lane_strides.items() if count == most):
            wrong.append(f"{where}: the dominant stride between lanes is missing")
    return wrong
