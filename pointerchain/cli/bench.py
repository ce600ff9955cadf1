# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain bench``: the deep-copy microbenchmarks, from sources to a report."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pointerchain.cli.bench_pack import pack_command
from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, InputError, UsageError, put, say
from pointerchain.cli.option_parser import OptionParser, number, numbers, run_action
from pointerchain.cli.progress import Meter
from pointerchain.files import reason

if TYPE_CHECKING:
    from collections.abc import Collection

    from pointerchain.bench.build import BuildRecord, Built
    from pointerchain.bench.model import Variant
    from pointerchain.bench.run import Progress

_Name = TypeVar("_Name", bound=str)

_HELP = """\
usage: pointerchain bench generate|build|run|pack|report ...

Microbenchmarks of deep copies: which way of moving a nested structure to a device and back
is fastest, for which depth and size.

commands, in the order of their use ('pointerchain bench COMMAND --help' for each):
  generate                write the programs' sources
  build                   translate, compile and link them with the compilers that are here
  run                     measure them
  pack                    or put them into a kit that measures on another machine
  report                  make tables and figures of what was measured

example, all of it:
  pointerchain bench generate -o suite
  pointerchain bench build suite -j 2
  pointerchain bench run suite --quick -o results.json
  pointerchain bench report results.json -o report
"""
_GENERATE_ABOUT = """\
Writes one C source for each program below DIR/programs, the files that all of them share
below DIR/support, and DIR/suite.json. The suite that was in DIR before is replaced.
"""
_GENERATE_NOTES = """\
example:
  pointerchain bench generate --scenario linear --levels 10 --dialect openacc \\
      --schemes uvm,marshal,pointerchain -o suite      # 81 programs
"""
_SCHEMES = """\
how the structure gets to the device; default: all
  uvm           unified memory; the program transfers nothing
  marshal       one buffer, one transfer, each pointer attached
  pointerchain  directives, translated when the suite is built
  mapped        no data clauses; 'pointerchain map' writes them
                when the suite is built
  handhoist     hoisted by hand: what pointerchain has to equal
  mapper        'declare mapper' (OpenMP only)
"""
_BUILD_ABOUT = """\
Builds the suite in DIR with each compiler, below DIR/build/TOOLCHAIN, and lists what
could not be built, and why. What did not change since is not built again.
"""
_BUILD_NOTES = """\
exit code 1: nothing was built, a directive could not be translated, or a compiler that
'--toolchain' names is missing or failed
"""
_TOOLCHAINS = """\
gcc          OpenACC and OpenMP, NVIDIA GPUs or the host
clang        OpenMP, a device with separate memory on the host
clang-nvptx  OpenMP, NVIDIA GPUs
nvhpc        OpenACC and OpenMP, NVIDIA GPUs
default: all that are here
"""
_TARGETS = """\
build code for this device and no other; no GPU is needed
  nvidia:sm_90  an NVIDIA GPU: clang-nvptx, gcc, nvhpc
  host          clang's device with separate memory
"""
_RUN_ABOUT = """\
Measures what was built of the suite in DIR. Every measurement is kept as soon as it is
finished; after an interruption the same command goes on where it stopped.
"""
_RUN_NOTES = """\
exit code 1: a program failed, or its result was wrong
"""
_REPORT_ABOUT = """\
Writes DIR/report.html (one page, needs no network), DIR/report.md and DIR/*.csv.
FILE is what 'bench run' wrote (gzip may have compressed it), or the folder that a kit's
run.sh wrote; of that DIR also gets results.json and deepcopy.json, to be kept.
"""


def run(words: list[str]) -> int:
    """Run the subcommand that ``words`` begin with; the exit code."""
    try:
        return run_action("bench", _HELP, ACTIONS, words)
    except OSError as error:
        name = f"'{error.filename}': " if error.filename else ""
        raise InputError(f"{name}{reason(error)}") from None


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


def _folder(inputs: list[str], command: str) -> Path:
    if len(inputs) != 1:
        raise UsageError(f"'bench {command}' takes one directory, that of the suite")
    return Path(inputs[0])


def _generate(words: list[str]) -> int:
    from pointerchain.bench import model
    from pointerchain.bench.generate import GenerateError, generate

    parser = OptionParser("bench generate", "-o DIR [options]", _GENERATE_ABOUT, notes=_GENERATE_NOTES)
    parser.output("DIR", "where the suite goes")
    parser.value(
        "--scenario", "NAME[,...]", "linear (a list of structs), dense (a tree of them); default: both"
    )
    parser.value(
        "--levels", "K", "Linear has programs of 2 to K levels (default 10)", numbers(2), default=(10,)
    )
    parser.value("--dialect", "NAME[,...]", "openacc, openmp; default: both")
    parser.value("--schemes", "NAME[,...]", _SCHEMES)
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if given.inputs:
        raise UsageError(f"'bench generate' takes no file; '{given.inputs[0]}' is too much")
    if given.output is None:
        raise UsageError("no '-o DIR': where should the suite go?")
    (levels, *more) = given.levels
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
        written = generate(chosen, Path(given.output))
    except GenerateError as error:
        raise InputError(str(error)) from None
    folder = shlex.quote(given.output)
    say(f"{len(written)} programs in '{given.output}'; next: pointerchain bench build {folder}")
    return EXIT_CLEAN


def _build(words: list[str]) -> int:
    from dataclasses import replace

    from pointerchain.bench.build import BuildError, build
    from pointerchain.bench.generate import GenerateError, read_suite
    from pointerchain.toolchain import TOOLCHAINS, Clang, Missing, Nvhpc, toolchains_for

    usage = "DIR [options] [-- COMPILER_FLAGS...]"
    parser = OptionParser("bench build", usage, _BUILD_ABOUT, notes=_BUILD_NOTES, passes="DIR --")
    parser.value("--toolchain", "NAME[,...]", _TOOLCHAINS)
    parser.value("--arch", "NAME", "the GPU: 'sm_90' and its like for clang-nvptx, 'cc90' for nvhpc")
    parser.value("--for", "TARGET", _TARGETS)
    parser.jobs("build N programs at a time (default: one a processor)")
    parser.passed("COMPILER_FLAGS...", "flags for every compilation and link, such as -march=native")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    folder = _folder(given.inputs, "build")
    flags = tuple(given.passed or ())
    target = getattr(given, "for") or ""
    if target and given.arch:
        raise UsageError("'--for' names the GPU already: leave '--arch' out")
    try:
        known = toolchains_for(target) if target else TOOLCHAINS
    except ValueError as error:
        raise UsageError(f"'--for': {error}") from None
    names = _names(
        given.toolchain, [each.name for each in known], f"toolchain{' for ' + target if target else ''}"
    )
    try:
        suite = read_suite(folder)
    except GenerateError as error:
        raise InputError(str(error)) from None
    records, missing = [], []
    for one in known:
        name, each = one.name, one
        if name not in names:
            continue
        if given.arch and (isinstance(one, Nvhpc) or (isinstance(one, Clang) and one.arch)):
            each = replace(one, arch=given.arch)
        # What another dialect's compiler does not offer is nobody's loss, unless it was asked for.
        wanted = [one for one in suite if one.dialect in each.dialects]
        found = each.find()
        if isinstance(found, Missing):
            missing.append(f"{name}: {found.reason}")
        elif wanted:
            for note in found.notes:
                say(f"{name}: {note}")
            meter = Meter(f"building with {found.version}")
            done = 0

            def step(_: Built, meter: Meter = meter, total: int = len(wanted)) -> None:
                nonlocal done
                done += 1
                meter.show(done, total)

            try:
                records.append(
                    build(folder, each, found, wanted, given.jobs or os.cpu_count() or 1, flags, step, target)
                )
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


def _build_list(records: list[BuildRecord], missing: list[str]) -> str:
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
    from pointerchain.bench.build import BuildError, changed_since, read_records
    from pointerchain.bench.headline import busy, coarse
    from pointerchain.bench.journal import RunError, journal_path
    from pointerchain.bench.machine import free_memory
    from pointerchain.bench.results import load

    given = _run_options(words)
    if given is None:
        return EXIT_CLEAN
    folder = _folder(given.inputs, "run")
    sizes = _sizes(given)
    output = Path(given.output) if given.output else folder / "results.json"
    try:
        records = read_records(folder)
        if not records:
            raise InputError(f"nothing is built in '{folder}': run 'pointerchain bench build {folder}'")
        records = _chosen(records, given)
        launcher = tuple(shlex.split(given.launcher or ""))
        schedule = bench_run.schedule(records, sizes, free_memory(), given.seed, launcher)
        _levels_exist(records, sizes.levels if given.levels else ())
    except BuildError as error:
        raise InputError(str(error)) from None
    except ValueError as error:
        raise UsageError(f"'--launcher' cannot be split into words: {error}") from None
    try:
        changed = changed_since(folder, {id(cell.record): cell.record for cell in schedule.cells}.values())
    except OSError as error:
        raise InputError(f"cannot read '{error.filename}': {reason(error)}") from None
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        say(
            f"warning: '{folder / changed[0]}'{more} changed since the programs were built, and what was "
            "built is measured; run 'pointerchain bench build' again"
        )
    for cell, why in schedule.skipped[:5]:
        say(f"left out: {cell.key}: {why}")
    if len(schedule.skipped) > 5:
        say(f"left out: {len(schedule.skipped) - 5} more that do not fit into memory")
    if not schedule.cells:
        raise InputError("nothing is left to be measured; 'pointerchain bench build' lists what was built")
    if output.exists() and not given.overwrite:
        journal = journal_path(output)
        hint = " to measure again what failed" if journal.exists() else ""
        raise InputError(f"'{output}' is there already: give '--overwrite'{hint}, or another '-o'")
    command = shlex.join(["pointerchain", "bench", "run", *words])
    meter = Meter("measuring")
    failed: dict[str, str] = {}

    def show(progress: Progress) -> None:
        failure = progress.failure
        if failure and failure.key not in failed:
            failed[failure.key] = failure.reason
            meter.interrupt(f"failed: {failure.key}: {failure.reason}")
        meter.show(progress.done, progress.total, progress.seconds_left, progress.cell.key)

    try:
        failures = bench_run.run(folder, schedule, output, command, show, given.timeout, changed)
    except RunError as error:
        raise InputError(str(error)) from None
    except KeyboardInterrupt:
        meter.end()
        say("interrupted; nothing that was finished is lost: the same command goes on from here")
        raise
    finally:
        meter.end()
    results = load(output)
    for text in [*busy(results), *coarse(results)]:
        say(f"note: {text}")
    say(f"results in '{output}'; next: pointerchain bench report {shlex.quote(str(output))} -o report")
    if failures:
        wrong = sum(each.wrong for each in failures)
        say(f"error: {len(failures)} failed, {wrong} of them with a wrong result")
        return EXIT_ERRORS
    return EXIT_CLEAN


def _run_options(words: list[str]) -> Any:
    parser = OptionParser("bench run", "DIR [options]", _RUN_ABOUT, notes=_RUN_NOTES)
    parser.output(
        "FILE", "where the results go (default DIR/results.json), in Google Benchmark's JSON format"
    )
    parser.switch("--quick", "few sizes, few levels, short measurements: minutes")
    parser.value("--toolchain", "NAME[,...]", "only what these built")
    parser.value("--dialect", "NAME[,...]", "only programs in these dialects")
    parser.value("--schemes", "NAME[,...]", "only programs with these schemes")
    parser.value("--scenario", "NAME[,...]", "only programs of these scenarios")
    parser.value("--levels", "K[,...]", "only these levels of Linear", numbers(2))
    parser.value("--n", "N[,...]", "elements of each array, such as 100,1e6", numbers(1))
    parser.value("--q", "Q[,...]", "structs at each level of Dense", numbers(1))
    parser.value(
        "--repetitions",
        "R",
        "measurements of each program and size, 9 at least (default 9; quick: 5, and any number)",
        number(1),
    )
    parser.value(
        "--again",
        "TIMES",
        "measure programs whose repetitions lie apart as often again, this many times (default 1)",
        number(0),
    )
    parser.value(
        "--min-time",
        "SECONDS",
        "how much time one measurement adds up at least (default 0.2; quick: 0.01)",
        _seconds,
    )
    parser.value(
        "--seed", "S", "of the order of the measurements, which is random (default 1)", number(0), default=1
    )
    parser.value(
        "--timeout",
        "SECONDS",
        "end a measurement that takes longer, and count it as failed (default 600)",
        _timeout,
        default=600,
    )
    parser.value("--launcher", "'WORDS'", "what to start each program with, such as 'srun -n1'")
    parser.switch("--overwrite", "replace FILE where it is there already")
    return parser.read(words)


def _seconds(name: str, text: str, most: int = 3600) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 < seconds <= most:
        raise UsageError(f"'{name}' takes seconds, more than 0 and at most {most}, not '{text}'")
    return seconds


def _timeout(name: str, text: str) -> float:
    return _seconds(name, text, 86_400)


def _sizes(given: Any) -> Any:
    """What is measured, from the defaults and the options."""
    from dataclasses import replace

    from pointerchain.bench.run import FULL, QUICK
    from pointerchain.bench.significance import BEST_REPETITIONS

    sizes = QUICK if given.quick else FULL
    if given.n:
        sizes = replace(sizes, linear_n=given.n, dense_n=given.n)
    if given.q:
        sizes = replace(sizes, dense_q=given.q)
    if given.levels:
        sizes = replace(sizes, levels=given.levels)
    if given.repetitions:
        if given.repetitions < BEST_REPETITIONS and not given.quick:
            raise UsageError(
                f"{given.repetitions} repetitions are too few to tell a difference from noise: "
                f"'--repetitions' takes {BEST_REPETITIONS} or more, fewer only with '--quick'"
            )
        sizes = replace(sizes, repetitions=given.repetitions)
    if given.again is not None:
        sizes = replace(sizes, again=given.again)
    if given.min_time:
        sizes = replace(sizes, min_time=given.min_time)
    return sizes


def _chosen(records: list[BuildRecord], given: Any) -> list[BuildRecord]:
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


def _levels_exist(records: list[BuildRecord], levels: tuple[int, ...]) -> None:
    """Raises :class:`UsageError` where '--levels' names some that no program has."""
    there = sorted(
        {each.variant.levels for one in records for each in one.built if each.variant.scenario == "linear"}
    )
    missing = [level for level in levels if level not in there]
    if missing:
        has = f"it has {', '.join(map(str, there))}" if there else "it has no programs of Linear"
        raise UsageError(f"'--levels {missing[0]}': the suite has no such programs; {has}")


def _report(words: list[str]) -> int:
    from pointerchain.bench.blocks import Input
    from pointerchain.bench.deepcopy_results import load_deepcopy
    from pointerchain.bench.generate import GenerateError
    from pointerchain.bench.kit.returned import is_returned, load_returned, write_documents
    from pointerchain.bench.report import ReportError, remove_stale, write_report
    from pointerchain.bench.results import NO_RESULTS, ResultsError, load
    from pointerchain.ptx.suite import DeviceCode, count_suite

    parser = OptionParser("bench report", "[FILE] -o DIR [options]", _REPORT_ABOUT)
    parser.output("DIR", "where the report goes")
    parser.value("--compare", "OTHER", "a second file of results, to be compared with FILE")
    parser.switch(
        "--compare-all",
        "compare cells that were measured differently, too (another machine, environment, compiler, "
        "flags or minimum time)",
    )
    parser.value(
        "--suite",
        "DIR",
        "count the device code of the suite in DIR, too (the paper's Tables 3 and 4), with each compiler "
        "here that generates PTX",
    )
    parser.value(
        "--deepcopy",
        "FILE",
        "what 'scripts/bench_deepcopy.py -o FILE' measured: deep copies by technique (Figures 7 and 8 and "
        "Table 2 of their paper); the other FILE may then be left out",
    )
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if len(given.inputs) != 1 and (given.inputs or given.deepcopy is None):
        raise UsageError("'bench report' takes one file of results; a second one goes after '--compare'")
    if given.compare and not given.inputs:
        raise UsageError("'--compare' needs a file of results to compare with")
    if given.compare_all and not given.compare:
        raise UsageError("'--compare-all' says how '--compare OTHER' compares; there is none")
    if given.output is None:
        raise UsageError("no '-o DIR': where should the report go?")
    try:
        kit = None
        if given.inputs and is_returned(Path(given.inputs[0])):
            kit = load_returned(Path(given.inputs[0]))
            results, deepcopy = kit.results, kit.deepcopy
        else:
            results = load(Path(given.inputs[0])) if given.inputs else NO_RESULTS
            deepcopy = None
        if given.deepcopy is not None:
            deepcopy = load_deepcopy(Path(given.deepcopy))
        other = load(Path(given.compare)) if given.compare else None
        if other is not None and not results.rows:
            raise InputError(
                f"'{given.inputs[0]}' holds no results of the suite to compare with '{given.compare}'"
            )
        meter = Meter("counting")
        code: tuple[DeviceCode, ...] = ()
        if given.suite:
            code = count_suite(
                Path(given.suite),
                lambda done, of, what: meter.show(done, of, what=what),
                os.cpu_count() or 1,
            )
        written = write_report(
            Input(results, other, code, deepcopy, bool(given.compare_all), kit), Path(given.output)
        )
        if kit is not None:
            written += write_documents(kit, Path(given.output))
        remove_stale(Path(given.output), written)
    except (GenerateError, ResultsError, ReportError) as error:
        raise InputError(str(error)) from None
    say(f"{len(written)} files in '{given.output}'; open '{Path(given.output) / 'report.html'}'")
    return EXIT_CLEAN


ACTIONS = {"generate": _generate, "build": _build, "run": _run, "pack": pack_command, "report": _report}
"""By name, in the order of their use."""
