# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain bench``: the deep-copy microbenchmarks, from sources to a report."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from pointerchain.console import (
    EXIT_CLEAN,
    EXIT_ERRORS,
    EXIT_USAGE,
    InputError,
    UsageError,
    asks_for_help,
    put,
    put_error,
    say,
)
from pointerchain.files import reason

if TYPE_CHECKING:
    from collections.abc import Collection

    from pointerchain.bench.build import Built, Record
    from pointerchain.bench.model import Variant
    from pointerchain.bench.run import Progress

_Name = TypeVar("_Name", bound=str)


def run(words: list[str]) -> int:
    """Run the subcommand that ``words`` begin with; the exit code."""
    from pointerchain.bench import usage

    commands = {
        "generate": (_generate, usage.GENERATE),
        "build": (_build, usage.BUILD),
        "run": (_run, usage.RUN),
        "report": (_report, usage.REPORT),
    }
    if not words:
        put_error(usage.BENCH)
        return EXIT_USAGE
    if words[0] in ("-h", "--help"):
        put(usage.BENCH)
        return EXIT_CLEAN
    if words[0] not in commands:
        from difflib import get_close_matches

        close = get_close_matches(words[0], commands, 1)
        hint = f"did you mean '{close[0]}'?" if close else "it is generate, build, run or report"
        raise UsageError(f"unknown command 'bench {words[0]}'; {hint}")
    command, text = commands[words[0]]
    if asks_for_help(words):
        put(text)
        return EXIT_CLEAN
    try:
        return command(words[1:])
    except OSError as error:
        name = f"'{error.filename}': " if error.filename else ""
        raise InputError(f"{name}{reason(error)}") from None


def _parse(command: str, words: list[str], **options: dict[str, Any]) -> Any:
    """The options of a subcommand; the first positional words are 'inputs'."""
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise UsageError(f"{message}; 'pointerchain bench {command} --help' shows the options")

    parser = Parser(prog=f"pointerchain bench {command}", add_help=False, allow_abbrev=False)
    for name, rest in options.items():
        dashes = "" if name == "inputs" else "-" if name in ("o", "j") else "--"
        parser.add_argument(dashes + name, **rest)
    return parser.parse_args(words)


def _names(text: str | None, known: Collection[_Name], what: str) -> tuple[_Name, ...]:
    """The names of a list with commas, all of ``known`` where it is not given."""
    if text is None:
        return tuple(known)
    found: dict[str, _Name] = {name: name for name in known}
    words = dict.fromkeys(text.split(","))
    for word in words:
        if word not in found:
            raise UsageError(f"unknown {what} '{word}'; there are {', '.join(known)}")
    return tuple(found[word] for word in words)


def _numbers(text: str, option: str, least: int) -> tuple[int, ...]:
    """The whole numbers of a list with commas; '1e6' is one too."""
    numbers = []
    for word in text.split(","):
        try:
            number = float(word)
            whole = int(number) == number
        except (ValueError, OverflowError):
            whole = False
        if not whole or not least <= number <= 2**31 - 1:
            raise UsageError(f"'{option}' takes whole numbers of {least} to {2**31 - 1:,}, not '{word}'")
        numbers.append(int(number))
    return tuple(dict.fromkeys(numbers))


def _folder(inputs: list[str], command: str) -> Path:
    if len(inputs) != 1:
        raise UsageError(f"'bench {command}' takes one directory, that of the suite")
    return Path(inputs[0])


def _generate(words: list[str]) -> int:
    from pointerchain.bench import model
    from pointerchain.bench.generate import GenerateError, generate

    given = _parse("generate", words, o={}, scenario={}, levels={"default": "10"}, dialect={}, schemes={})
    if given.o is None:
        raise UsageError("no '-o DIR': where should the suite go?")
    (levels, *more) = _numbers(given.levels, "--levels", 2)
    if more or levels > model.MOST_LEVELS:
        raise UsageError(f"'--levels' takes one number of 2 to {model.MOST_LEVELS}, the deepest list")
    chosen = model.variants(
        _names(given.scenario, model.SCENARIOS, "scenario"),
        levels,
        _names(given.dialect, model.DIALECTS, "dialect"),
        _names(given.schemes, model.SCHEMES, "scheme"),
    )
    if not chosen:
        raise UsageError("no program is left: 'mapper' is OpenMP's")
    try:
        written = generate(chosen, Path(given.o))
    except GenerateError as error:
        raise InputError(str(error)) from None
    say(f"{len(written)} programs in '{given.o}'; next: pointerchain bench build {shlex.quote(given.o)}")
    return EXIT_CLEAN


def _build(words: list[str]) -> int:
    from dataclasses import replace

    from pointerchain.bench.build import BuildError, build
    from pointerchain.bench.generate import GenerateError, read_suite
    from pointerchain.toolchain import TOOLCHAINS, Clang, Missing, Nvhpc, toolchain

    flags: tuple[str, ...] = ()
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], tuple(words[at + 1 :])
    given = _parse("build", words, inputs={"nargs": "*"}, toolchain={}, arch={}, j={})
    folder = _folder(given.inputs, "build")
    jobs = _numbers(given.j, "-j", 0)[0] if given.j else 0
    names = _names(given.toolchain, [each.name for each in TOOLCHAINS], "toolchain")
    try:
        suite = read_suite(folder)
    except GenerateError as error:
        raise InputError(str(error)) from None
    records, missing = [], []
    for name in names:
        each = toolchain(name)
        if given.arch and (isinstance(each, Nvhpc) or (isinstance(each, Clang) and each.arch)):
            each = replace(each, arch=given.arch)
        # What another dialect's compiler does not offer is nobody's loss, unless it was asked for.
        wanted = [one for one in suite if one.dialect in each.dialects]
        found = each.find()
        if isinstance(found, Missing):
            missing.append(f"{name}: {found.reason}")
        elif wanted:
            for note in found.notes:
                say(f"{name}: {note}")
            meter = _Meter(f"building with {found.version}")
            done = 0

            def step(_: Built, meter: _Meter = meter, total: int = len(wanted)) -> None:
                nonlocal done
                done += 1
                meter.show(done, total)

            try:
                records.append(build(folder, each, found, wanted, jobs or os.cpu_count() or 1, flags, step))
            except BuildError as error:
                missing.append(f"{name}: {error}")
            finally:
                meter.end()
        elif given.toolchain:
            missing.append(f"{name}: the suite has no program in {' or '.join(each.dialects)}")
    put(_build_list(records, missing))
    programs = [one for record in records for one in record.built]
    failed = any(
        "cannot" in one.reason for one in programs if given.toolchain or "pointerchain cannot" in one.reason
    )
    nothing = not any(one.program for one in programs)
    return EXIT_ERRORS if failed or nothing or (given.toolchain and missing) else EXIT_CLEAN


def _build_list(records: list[Record], missing: list[str]) -> str:
    """What was built, and what was not and why; programs with the same reason in one line."""
    lines = []
    for record in records:
        good = sum(bool(each.program) for each in record.built)
        lines.append(
            f"{record.toolchain}: {good} of {len(record.built)} programs built with {record.compiler}"
        )
        reasons: dict[str, list[Variant]] = {}
        for each in record.built:
            if each.reason:
                reasons.setdefault(each.reason, []).append(each.variant)
        for why, variants in reasons.items():
            more = f" and {len(variants) - 1} more" if len(variants) > 1 else ""
            lines.append(f"  not built: {variants[0].name}{more}")
            lines.append(f"    {why}")
    lines += [f"not used: {each}" for each in missing]
    return "\n".join(lines) + "\n"


def _run(words: list[str]) -> int:
    from pointerchain.bench import run as bench_run
    from pointerchain.bench.build import BuildError, read_records

    given = _parse(
        "run",
        words,
        **{
            "inputs": {"nargs": "*"},
            **{name: {} for name in ("o", "toolchain", "dialect", "schemes", "scenario", "levels", "n", "q")},
            **{name: {} for name in ("repetitions", "min-time", "seed", "launcher")},
            **{name: {"action": "store_true"} for name in ("quick", "overwrite")},
        },
    )
    folder = _folder(given.inputs, "run")
    sizes = _sizes(given)
    output = Path(given.o) if given.o else folder / "results.json"
    try:
        records = read_records(folder)
        if not records:
            raise InputError(f"nothing is built in '{folder}': run 'pointerchain bench build {folder}'")
        records = _chosen(records, given)
        launcher = tuple(shlex.split(given.launcher or ""))
        seed = _numbers(given.seed, "--seed", 0)[0] if given.seed else 1
        plan = bench_run.plan(records, sizes, bench_run.free_memory(), seed, launcher)
    except BuildError as error:
        raise InputError(str(error)) from None
    except ValueError as error:
        raise UsageError(f"'--launcher' cannot be split into words: {error}") from None
    for cell, why in plan.skipped[:5]:
        say(f"left out: {cell.key}: {why}")
    if len(plan.skipped) > 5:
        say(f"left out: {len(plan.skipped) - 5} more that do not fit into memory")
    if not plan.cells:
        raise InputError("nothing is left to be measured; 'pointerchain bench build' lists what was built")
    if output.exists() and not given.overwrite:
        journal = bench_run.journal_path(output)
        hint = " to measure again what failed" if journal.exists() else ""
        raise InputError(f"'{output}' is there already: give '--overwrite'{hint}, or another '-o'")
    command = shlex.join(["pointerchain", "bench", "run", *words])
    meter = _Meter("measuring")
    failed: dict[str, str] = {}

    def show(progress: Progress) -> None:
        failure = progress.failure
        if failure and failure.key not in failed:
            failed[failure.key] = failure.reason
            meter.interrupt(f"failed: {failure.key}: {failure.reason}")
        meter.show(progress.done, progress.total, progress.seconds_left, progress.cell.key)

    try:
        failures = bench_run.run(folder, plan, output, command, show)
    except bench_run.RunError as error:
        raise InputError(str(error)) from None
    except KeyboardInterrupt:
        meter.end()
        say("interrupted; nothing that was finished is lost: the same command goes on from here")
        raise
    finally:
        meter.end()
    say(f"results in '{output}'; next: pointerchain bench report {shlex.quote(str(output))} -o report")
    if failures:
        wrong = sum(each.wrong for each in failures)
        say(f"error: {len(failures)} failed, {wrong} of them with a wrong result")
        return EXIT_ERRORS
    return EXIT_CLEAN


def _sizes(given: Any) -> Any:
    """What is measured, from the defaults and the options."""
    from dataclasses import replace

    from pointerchain.bench.run import FULL, QUICK

    sizes = QUICK if given.quick else FULL
    if given.n:
        n = _numbers(given.n, "--n", 1)
        sizes = replace(sizes, linear_n=n, dense_n=n)
    if given.q:
        sizes = replace(sizes, dense_q=_numbers(given.q, "--q", 1))
    if given.levels:
        sizes = replace(sizes, levels=_numbers(given.levels, "--levels", 2))
    if given.repetitions:
        sizes = replace(sizes, repetitions=_numbers(given.repetitions, "--repetitions", 1)[0])
    if given.min_time:
        try:
            seconds = float(given.min_time)
        except ValueError:
            seconds = -1
        if not 0 < seconds <= 3600:
            raise UsageError(
                f"'--min-time' takes seconds, more than 0 and at most 3600, not '{given.min_time}'"
            )
        sizes = replace(sizes, min_time=seconds)
    return sizes


def _chosen(records: list[Record], given: Any) -> list[Record]:
    """The records with the programs that the options leave."""
    from dataclasses import replace

    from pointerchain.bench import model

    toolchains = _names(given.toolchain, [each.toolchain for each in records], "built toolchain")
    dialects = _names(given.dialect, model.DIALECTS, "dialect")
    schemes = _names(given.schemes, model.SCHEMES, "scheme")
    scenarios = _names(given.scenario, model.SCENARIOS, "scenario")
    return [
        replace(
            record,
            built=tuple(
                each
                for each in record.built
                if each.variant.dialect in dialects
                and each.variant.scheme in schemes
                and each.variant.scenario in scenarios
            ),
        )
        for record in records
        if record.toolchain in toolchains
    ]


def _report(words: list[str]) -> int:
    from pointerchain.bench.blocks import Input
    from pointerchain.bench.deepcopy_results import load_deepcopy
    from pointerchain.bench.generate import GenerateError
    from pointerchain.bench.report import ReportError, write_report
    from pointerchain.bench.results import NO_RESULTS, ResultsError, load
    from pointerchain.ptx.suite import DeviceCode, count_suite

    given = _parse("report", words, inputs={"nargs": "*"}, o={}, compare={}, suite={}, deepcopy={})
    if len(given.inputs) != 1 and (given.inputs or given.deepcopy is None):
        raise UsageError("'bench report' takes one file of results; a second one goes after '--compare'")
    if given.compare and not given.inputs:
        raise UsageError("'--compare' needs a file of results to compare with")
    if given.o is None:
        raise UsageError("no '-o DIR': where should the report go?")
    try:
        results = load(Path(given.inputs[0])) if given.inputs else NO_RESULTS
        deepcopy = load_deepcopy(Path(given.deepcopy)) if given.deepcopy is not None else None
        other = load(Path(given.compare)) if given.compare else None
        meter = _Meter("counting")
        code: tuple[DeviceCode, ...] = ()
        if given.suite:
            code = count_suite(
                Path(given.suite),
                lambda done, of, what: meter.show(done, of, what=what),
                os.cpu_count() or 1,
            )
        written = write_report(Input(results, other, code, deepcopy), Path(given.o))
    except (GenerateError, ResultsError, ReportError) as error:
        raise InputError(str(error)) from None
    say(f"{len(written)} files in '{given.o}'; open '{Path(given.o) / 'report.html'}'")
    return EXIT_CLEAN


class _Meter:
    """How far a long task is: a bar that moves on a terminal, else a line each tenth."""

    WIDTH = 24

    def __init__(self, title: str) -> None:
        self.title = title
        self.bar = sys.stderr is not None and os.isatty(2)
        self.tenth = 0
        self.shown = False
        self.last = 0.0

    def show(self, done: int, total: int, seconds_left: float | None = None, what: str = "") -> None:
        """Say that ``done`` of ``total`` are done."""
        left = "" if seconds_left is None or done == total else f", {_duration(seconds_left)} left"
        if self.bar:
            # A terminal far away should not have to keep up with a build that does nothing.
            if done < total and time.monotonic() - self.last < 0.05:
                return
            self.last = time.monotonic()
            full = self.WIDTH * done // total
            text = f"{self.title} [{'#' * full}{'.' * (self.WIDTH - full)}] {done}/{total}{left}  {what}"
            try:
                columns = os.get_terminal_size(2).columns
            except OSError:
                columns = 80
            put_error(f"\r\x1b[K{text[: columns - 1]}")
            self.shown = True
        elif done * 10 // total > self.tenth or done == total:
            self.tenth = done * 10 // total
            say(f"{self.title}: {done} of {total}{left}")

    def interrupt(self, message: str) -> None:
        """Say something else; the bar goes on below it."""
        if self.shown:
            put_error("\r\x1b[K")
        say(message)

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.shown:
            put_error("\n")
            self.shown = False


def _duration(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    return f"{whole // 3600}:{whole % 3600 // 60:02} h"
