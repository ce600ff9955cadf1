# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Running a suite: a schedule of measurements in random order, each kept as soon as it is finished.

Each measurement is a process of its own. What it gave is appended to a journal beside the results, one line
each; the run that finds a journal of the same schedule goes on where that one stopped. Cells whose
repetitions lie apart are measured again. When nothing is left to be measured, the journal becomes one file
in Google Benchmark's format.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import shlex
import signal
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pointerchain import __version__
from pointerchain.bench.build import BuildRecord
from pointerchain.bench.document import Cell, document, read_output
from pointerchain.bench.journal import Journal, RunError, journal_path
from pointerchain.bench.machine import Watch, host_environment, machine, runtime_environment
from pointerchain.bench.results import MOST_SPREAD, Failure, timing
from pointerchain.files import reason, write_whole

WRONG_RESULT = 1


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is measured of each variant. ``levels`` keeps Linear to some of its programs; empty: all.

    ``min_time`` is how many seconds of steps 1 to 6 a measurement adds up at least. Cells whose
    repetitions lie apart are measured as often again, ``again`` times at most.
    """

    linear_n: tuple[int, ...]
    dense_n: tuple[int, ...]
    dense_q: tuple[int, ...]
    repetitions: int
    min_time: float
    levels: tuple[int, ...] = ()
    again: int = 1


FULL = Sizes((10**2, 10**3, 10**4, 10**5, 10**6, 10**7), (10, 10**2, 10**3, 10**4), (2, 4, 8, 12, 16), 9, 0.2)
QUICK = Sizes((10**2, 10**4, 10**6), (10, 10**3), (2, 8), 5, 0.01, levels=(2, 6, 10))


@dataclass(frozen=True, slots=True)
class Schedule:
    """What a run measures. ``skipped`` are cells that do not fit into memory, with the reason."""

    cells: tuple[Cell, ...]
    skipped: tuple[tuple[Cell, str], ...]
    repetitions: int
    min_time: float
    seed: int
    launcher: tuple[str, ...]
    again: int = 0

    @property
    def order(self) -> list[tuple[Cell, int]]:
        """Every cell of one repetition in random order, then those of the next."""
        return self._shuffled(self.cells, range(self.repetitions))

    def order_again(self, cells: Sequence[Cell], turn: int) -> list[tuple[Cell, int]]:
        """The same for the repetitions of the ``turn``-th time (from 1) that ``cells`` are measured again."""
        return self._shuffled(cells, range(turn * self.repetitions, (turn + 1) * self.repetitions))

    def _shuffled(self, cells: Sequence[Cell], repetitions: range) -> list[tuple[Cell, int]]:
        generator = random.Random(self.seed + repetitions.start)
        order = []
        for repetition in repetitions:
            # By name: the order must not depend on how the cells were found.
            one = sorted(cells, key=lambda cell: cell.key)
            generator.shuffle(one)
            order += [(cell, repetition) for cell in one]
        return order

    @property
    def digest(self) -> str:
        """Differs where two plans measure something else, or something else by the same names."""
        parts = [__version__, repr((self.repetitions, self.min_time, self.seed, self.launcher))]
        parts.append(repr(runtime_environment()))
        parts += sorted(
            f"{cell.key} {cell.record.version} {cell.record.support} {cell.built.flags} {cell.built.source}"
            for cell in self.cells
        )
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
    return Schedule(
        tuple(cells), tuple(skipped), sizes.repetitions, sizes.min_time, seed, launcher, sizes.again
    )


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands; ``seconds_left`` is None until there is something to tell it by."""

    done: int
    total: int
    cell: Cell
    seconds_left: float | None
    failure: Failure | None


def run(
    folder: Path,
    schedule: Schedule,
    output: Path,
    command: str,
    progress: Callable[[Progress], None],
    timeout: float = 600,
    changed: Sequence[str] = (),
) -> list[Failure]:
    """Measure what the journal does not have yet, then write ``output``; what failed.

    ``timeout`` is the most seconds that one measurement may take, ``changed`` are sources that are not
    those the programs were built of, which the results note. Raises :class:`RunError`; on any exception the
    journal keeps what is finished.
    """
    journal = Journal(journal_path(output), schedule.digest)
    try:
        runner = _Runner(folder, schedule, journal, timeout, progress)
        runner.measure(schedule.order)
        for turn in range(1, schedule.again + 1):
            runner.measure(schedule.order_again(runner.apart(), turn))
        failures = list(runner.failures.values())
        _finish(schedule, journal, output, command, failures, changed)
    finally:
        journal.close()
    return failures


class _Runner:
    """Measures one order after the other."""

    def __init__(
        self,
        folder: Path,
        schedule: Schedule,
        journal: Journal,
        timeout: float,
        progress: Callable[[Progress], None],
    ) -> None:
        self.failures: dict[str, Failure] = {}
        self._folder, self._schedule, self._journal = folder, schedule, journal
        self._timeout, self._progress = timeout, progress
        self._began, self._measured = time.monotonic(), 0
        self._done, self._total = 0, 0
        # Places whose kernels run on the host, by toolchain and dialect.
        self._on_host: dict[tuple[str, str], bool] = {}

    def measure(self, order: list[tuple[Cell, int]]) -> None:
        """Measure what of ``order`` is not in the journal."""
        self._total += len(order)
        todo = [each for each in order if (each[0].key, each[1]) not in self._journal.entries]
        self._done += len(order) - len(todo)
        for index, (cell, repetition) in enumerate(todo):
            # A program that is wrong once is not run again.
            failure = self.failures.get(cell.key)
            if failure is None:
                measured = self._measure(cell)
                self._measured += 1
                if isinstance(measured, Failure):
                    failure = self.failures[cell.key] = measured
                else:
                    self._journal.add(cell.key, repetition, *measured)
            self._done += 1
            each = (time.monotonic() - self._began) / max(self._measured, 1)
            left = each * (len(todo) - index - 1) if self._measured >= 5 else None
            self._progress(Progress(self._done, self._total, cell, left, failure))

    def _measure(self, cell: Cell) -> tuple[dict[str, Any], dict[str, Any]] | Failure:
        place = cell.record.toolchain, cell.variant.dialect
        on_host = self._on_host.get(place, cell.record.device_is_host)
        measured = measure(self._folder, cell, self._schedule, on_host=on_host, timeout=self._timeout)
        if isinstance(measured, Failure):
            return measured
        self._on_host[place] = bool(measured[1]["host_fallback"] or measured[1]["device_is_host"])
        if self._on_host[place] and not on_host:
            # Only a program that ran can tell that there is no device.
            return measure(self._folder, cell, self._schedule, on_host=True, timeout=self._timeout)
        return measured

    def apart(self) -> list[Cell]:
        """The cells whose repetitions lie apart."""
        seconds = defaultdict(list)
        for (key, _), benchmark in self._journal.entries.items():
            seconds[key].append(benchmark["median_whole"])
        return [
            cell
            for cell in self._schedule.cells
            if cell.key not in self.failures and timing(seconds[cell.key]).spread > MOST_SPREAD
        ]


def measure(
    folder: Path, cell: Cell, schedule: Schedule, *, on_host: bool, timeout: float
) -> tuple[dict[str, Any], dict[str, Any]] | Failure:
    """Run one program once: Google Benchmark's context, and the one benchmark in it.

    ``on_host`` tells that its kernels run on the host.
    """
    program = (folder / cell.built.program).resolve()
    if not os.access(program, os.X_OK):
        why = "cannot be executed" if program.exists() else "is not there"
        return Failure(cell.key, f"'{cell.built.program}' {why}: run 'pointerchain bench build' again", False)
    with tempfile.TemporaryDirectory(prefix="pointerchain-bench-", ignore_cleanup_errors=True) as scratch:
        out = Path(scratch) / "out.json"
        words = [
            *schedule.launcher,
            str(program),
            f"--n={cell.n}",
            *([f"--q={cell.q}"] if cell.variant.takes_q else []),
            f"--benchmark_min_time={schedule.min_time}",
            f"--benchmark_out={out}",
            "--benchmark_out_format=json",
        ]
        # Programs have a folder for temporary files that goes when they end.
        added = {**cell.record.environment, **(host_environment() if on_host else {})}
        environment = {**os.environ, **added, "TMPDIR": scratch}
        watch = Watch()
        try:
            code, said = _run(words, environment, timeout)
        except OSError as error:
            if not schedule.launcher:
                return Failure(cell.key, f"cannot start it: {reason(error)}", False)
            raise RunError(f"cannot start '{words[0]}': {error.strerror}") from None
        except subprocess.TimeoutExpired:
            return Failure(cell.key, f"did not end within {timeout:g} s ('--timeout')", False)
        seen = watch.seen()
        try:
            data = json.loads(out.read_text())
        except (OSError, ValueError):
            data = None
    told, context, benchmark = read_output(data, added)
    if code != 0 or not benchmark:
        what = told or _last_line(said) or "no result"
        return Failure(cell.key, f"{what} ({ended(code)})", code == WRONG_RESULT)
    return context, {**benchmark, **seen}


def _run(words: list[str], environment: dict[str, str], timeout: float) -> tuple[int, str]:
    """Exit code and standard error of a program; after ``timeout`` seconds it is killed."""
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            _, said = process.communicate(timeout=timeout)
        except BaseException:
            # Ctrl-C reaches only this process: the program is in a session of its own.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, said


def ended(code: int) -> str:
    """How a program ended: ``exit code 3``, ``SIGSEGV``."""
    # A shell's or launcher's 128 + n stands for a signal, too.
    number = -code if code < 0 else code - 128 if 128 < code < 160 else 0
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"exit code {code}"
    return name if code < 0 else f"exit code {code}, {name}"


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


def _finish(
    schedule: Schedule,
    journal: Journal,
    output: Path,
    command: str,
    failures: list[Failure],
    changed: Sequence[str],
) -> None:
    """Write the results and remove the journal, unless something failed that may work another time."""
    cells = {cell.key: cell for cell in schedule.cells}
    measured: dict[str, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for (key, repetition), benchmark in sorted(journal.entries.items()):
        if key in cells:
            measured[key].append((repetition, benchmark))
    groups = [(cells[key], [benchmark for _, benchmark in group]) for key, group in measured.items()]
    noted = {
        "command": command,
        "machine": machine(),
        "seed": schedule.seed,
        "repetitions": schedule.repetitions,
        "measured_again": sum(len(group) > schedule.repetitions for group in measured.values()),
        "min_time": schedule.min_time,
        "launcher": shlex.join(schedule.launcher),
        "environment": runtime_environment(),
        "skipped": {cell.key: reason for cell, reason in schedule.skipped},
        "failed": [asdict(each) for each in failures],
        "changed_sources": list(changed),
    }
    used = {cell.record.toolchain: cell.record for cell in schedule.cells}
    content = document(groups, journal.context, noted, list(used.values()))
    text = json.dumps(content, indent=1) + "\n"
    try:
        write_whole(str(output), text.encode())
    except OSError as error:
        raise RunError(
            f"cannot write '{output}': {reason(error)}; all that was measured is in '{journal.path}', and "
            "the same command goes on from it"
        ) from None
    if not failures:
        journal.path.unlink(missing_ok=True)
