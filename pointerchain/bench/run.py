# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Running a suite: a schedule of measurements in random order, each kept as soon as it is finished.

Each measurement is a process of its own. What it gave is appended to a journal beside the results, one line
each; the run that finds a journal of the same schedule goes on where that one stopped. When nothing is
left to be measured, the journal becomes one file in Google Benchmark's format.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import random
import shlex
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pointerchain import __version__
from pointerchain.bench.build import BuildRecord, Built
from pointerchain.bench.model import Variant
from pointerchain.bench.results import FORMAT, Failure
from pointerchain.files import write_whole

WRONG_RESULT = 1


class RunError(Exception):
    """The run cannot begin or go on; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is measured of each variant. ``levels`` keeps Linear to some of its programs; empty: all.

    ``min_time`` is how many seconds of steps 1 to 6 a measurement adds up at least.
    """

    linear_n: tuple[int, ...]
    dense_n: tuple[int, ...]
    dense_q: tuple[int, ...]
    repetitions: int
    min_time: float
    levels: tuple[int, ...] = ()


FULL = Sizes((10**2, 10**3, 10**4, 10**5, 10**6, 10**7), (10, 10**2, 10**3, 10**4), (2, 4, 8, 12, 16), 5, 0.2)
QUICK = Sizes((10**2, 10**4, 10**6), (10, 10**3), (2, 8), 5, 0.01, levels=(2, 6, 10))


@dataclass(frozen=True, slots=True)
class Cell:
    """One variant with its parameters, as one toolchain built it. ``q`` is 1 where it means nothing."""

    record: BuildRecord
    built: Built
    n: int
    q: int

    @property
    def variant(self) -> Variant:
        """The variant."""
        return self.built.variant

    @property
    def key(self) -> str:
        """What tells it from all other cells of a run."""
        return f"{self.record.toolchain}/{self.variant.name}/n:{self.n}/q:{self.q}"


@dataclass(frozen=True, slots=True)
class Schedule:
    """What a run measures. ``skipped`` are cells that do not fit into memory, with the reason."""

    cells: tuple[Cell, ...]
    skipped: tuple[tuple[Cell, str], ...]
    repetitions: int
    min_time: float
    seed: int
    launcher: tuple[str, ...]

    @property
    def order(self) -> list[tuple[Cell, int]]:
        """Every cell of one repetition in random order, then those of the next."""
        generator = random.Random(self.seed)
        order = []
        for repetition in range(self.repetitions):
            # By name: the order must not depend on how the cells were found.
            cells = sorted(self.cells, key=lambda cell: cell.key)
            generator.shuffle(cells)
            order += [(cell, repetition) for cell in cells]
        return order

    @property
    def digest(self) -> str:
        """Differs where two plans measure something else, or something else by the same names."""
        parts = [__version__, repr((self.repetitions, self.min_time, self.seed, self.launcher))]
        parts.append(repr(runtime_environment()))
        parts += sorted(f"{cell.key} {cell.record.version} {cell.built.flags}" for cell in self.cells)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def schedule(
    records: Sequence[BuildRecord],
    sizes: Sizes,
    memory: int,
    seed: int,
    launcher: tuple[str, ...] = (),
) -> Schedule:
    """Lay out a run over all programs of ``records``, within ``memory`` bytes."""
    cells, skipped = [], []
    for record in records:
        for built in record.built:
            if not built.program:
                continue
            variant = built.variant
            if variant.scenario == "linear" and sizes.levels and variant.levels not in sizes.levels:
                continue
            for n in sizes.dense_n if variant.takes_q else sizes.linear_n:
                for q in sizes.dense_q if variant.takes_q else (1,):
                    cell = Cell(record, built, n, q)
                    needed = variant.needed_memory(n, q, device_in_memory=record.device_is_host)
                    if needed > memory:
                        skipped.append((cell, f"needs {needed:,} bytes, {memory:,} are free"))
                    else:
                        cells.append(cell)
    return Schedule(tuple(cells), tuple(skipped), sizes.repetitions, sizes.min_time, seed, launcher)


_RUNTIME_VARIABLES = ("OMP_", "GOMP_", "KMP_", "ACC_", "LIBOMPTARGET_", "NVCOMPILER_", "CUDA_VISIBLE_DEVICES")


def runtime_environment() -> dict[str, str]:
    """The variables of the environment that change what the runtimes do."""
    return {name: value for name, value in sorted(os.environ.items()) if name.startswith(_RUNTIME_VARIABLES)}


def free_memory() -> int:
    """Bytes of main memory that programs can have."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands; ``seconds_left`` is None until there is something to tell it by."""

    done: int
    total: int
    cell: Cell
    seconds_left: float | None
    failure: Failure | None


class Journal:
    """The finished measurements of a run that is not over: a header and a line for each.

    A line is written by one call and forced to the disk; one that was cut short is dropped when read.
    """

    def __init__(self, path: Path, schedule: Schedule) -> None:
        self.path = path
        self.entries: dict[tuple[str, int], dict[str, Any]] = {}
        self.context: dict[str, Any] = {}
        header = {"format": FORMAT, "plan": schedule.digest}
        lines = self._lines()
        if lines and lines[0] != header:
            raise RunError(
                f"'{path}' holds measurements of another run (other programs, sizes, seed or version); "
                "give another '-o', or remove it"
            )
        for line in lines[1:]:
            self.context = self.context or line["context"]
            self.entries[line["cell"], line["repetition"]] = line["benchmark"]
        # What was cut short goes, and the header comes where there is none.
        kept = "".join(json.dumps(line) + "\n" for line in lines or [header])
        write_whole(str(path), kept.encode())

    def _lines(self) -> list[dict[str, Any]]:
        try:
            text = self.path.read_text()
        except FileNotFoundError:
            return []
        lines = []
        for line in text.split("\n")[:-1]:  # what has no line end was cut short
            try:
                lines.append(json.loads(line))
            except ValueError:
                break
        return lines

    def add(self, cell: Cell, repetition: int, context: dict[str, Any], benchmark: dict[str, Any]) -> None:
        """Keep one measurement; raises ``OSError``."""
        line = {"cell": cell.key, "repetition": repetition, "context": context, "benchmark": benchmark}
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        try:
            data = (json.dumps(line) + "\n").encode()
            if os.write(handle, data) != len(data):
                raise OSError(28, "No space left on device")
            os.fsync(handle)
        finally:
            os.close(handle)
        self.context = self.context or context
        self.entries[cell.key, repetition] = benchmark


def journal_path(output: Path) -> Path:
    """Where the finished measurements of an unfinished run are."""
    return output.with_name(output.name + ".journal")


def run(
    folder: Path, schedule: Schedule, output: Path, command: str, progress: Callable[[Progress], None]
) -> list[Failure]:
    """Measure what the journal does not have yet, then write ``output``; what failed.

    Raises :class:`RunError` and ``OSError``; on any exception the journal keeps what is finished.
    """
    journal = Journal(journal_path(output), schedule)
    order = schedule.order
    todo = [(cell, repetition) for cell, repetition in order if (cell.key, repetition) not in journal.entries]
    failures: dict[str, Failure] = {}
    began = time.monotonic()
    for index, (cell, repetition) in enumerate(todo):
        # A program that is wrong once is not run again.
        failure = failures.get(cell.key)
        if failure is None:
            measured = measure(folder, cell, schedule)
            if isinstance(measured, Failure):
                failure = failures[cell.key] = measured
            else:
                journal.add(cell, repetition, *measured)
        spent = time.monotonic() - began
        left = spent / (index + 1) * (len(todo) - index - 1) if index >= 4 else None
        progress(Progress(len(order) - len(todo) + index + 1, len(order), cell, left, failure))
    _finish(schedule, journal, output, command, list(failures.values()))
    return list(failures.values())


def measure(folder: Path, cell: Cell, schedule: Schedule) -> tuple[dict[str, Any], dict[str, Any]] | Failure:
    """Run one program once: Google Benchmark's context, and the one benchmark in it."""
    with tempfile.TemporaryDirectory(prefix="pointerchain-bench-") as scratch:
        out = Path(scratch) / "out.json"
        words = [
            *schedule.launcher,
            str((folder / cell.built.program).resolve()),
            f"--n={cell.n}",
            *([f"--q={cell.q}"] if cell.variant.takes_q else []),
            f"--benchmark_min_time={schedule.min_time}",
            f"--benchmark_out={out}",
            "--benchmark_out_format=json",
        ]
        environment = {**os.environ, **cell.record.environment}
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, errors="replace", env=environment, check=False
            )
        except OSError as error:
            raise RunError(f"cannot start '{words[0]}': {error.strerror}") from None
        try:
            data = json.loads(out.read_text())
            context, benchmark = data["context"], data["benchmarks"][0]
        except (OSError, ValueError, KeyError, IndexError):
            context, benchmark = {}, {}
    if done.returncode != 0 or benchmark.get("error_occurred") or not benchmark:
        reason = benchmark.get("error_message") or _last_line(done.stderr) or "no result"
        return Failure(cell.key, f"{reason} (exit code {done.returncode})", done.returncode == WRONG_RESULT)
    # Google Benchmark's context is for a whole file; here each benchmark may have run elsewhere.
    for name in _WHERE:
        value = context.pop(f"pc_{name}")
        benchmark[name] = {"true": True, "false": False}.get(value, value)
    return context, benchmark


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def _finish(
    schedule: Schedule, journal: Journal, output: Path, command: str, failures: list[Failure]
) -> None:
    """Write the results and remove the journal, unless something failed that may work another time."""
    entries = []
    cells = {cell.key: cell for cell in schedule.cells}
    for (key, repetition), benchmark in sorted(journal.entries.items()):
        if key in cells:
            entries.append(_entry(cells[key], repetition, schedule.repetitions, benchmark))
    used = {cell.record.toolchain: cell.record for cell in schedule.cells}
    # 'executable' is one of many, and what a host is called says nothing of it.
    left_out = {"executable", "host_name"}
    context = {
        **{key: value for key, value in journal.context.items() if key not in left_out},
        "pointerchain": {
            "format": FORMAT,
            "version": __version__,
            "command": command,
            "machine": machine(),
            "seed": schedule.seed,
            "repetitions": schedule.repetitions,
            "min_time": schedule.min_time,
            "launcher": shlex.join(schedule.launcher),
            "environment": runtime_environment(),
            "toolchains": {
                name: {
                    "title": record.title,
                    "compiler": record.compiler,
                    "not_built": {
                        each.variant.name: each.reason for each in record.built if not each.program
                    },
                }
                for name, record in used.items()
            },
            "skipped": {cell.key: reason for cell, reason in schedule.skipped},
            "failed": [asdict(each) for each in failures],
        },
    }
    text = json.dumps({"context": context, "benchmarks": entries}, indent=1) + "\n"
    write_whole(str(output), text.encode())
    if not failures:
        journal.path.unlink(missing_ok=True)


# What the program itself says of the place it ran in.
_WHERE = ("device", "device_is_host", "host_fallback", "shares_memory", "unified_memory", "counts_source")


def _entry(cell: Cell, repetition: int, repetitions: int, benchmark: dict[str, Any]) -> dict[str, Any]:
    """A benchmark of Google's format, with what tells it from others and where it ran."""
    name = f"{cell.record.toolchain}/{str(benchmark['name']).removesuffix('/manual_time')}"
    return {
        **benchmark,
        "name": name,
        "run_name": name,
        "repetitions": repetitions,
        "repetition_index": repetition,
        "toolchain": cell.record.toolchain,
        **asdict(cell.variant),
        "n": cell.n,
        "q": cell.q,
        "compiler": cell.record.compiler,
        "flags": cell.built.flags,
        **{name: benchmark[name] for name in _WHERE},
    }


def machine() -> dict[str, str]:
    """The machine in words: no name of it, and of its kernel the version without what its builder added."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
    }
