# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain place``: where each data object of an offloaded program should live."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pointerchain import files
from pointerchain.cli import place_apply, place_profile
from pointerchain.cli.console import EXIT_CLEAN, InputError, UsageError, deliver, say
from pointerchain.cli.option_parser import OptionParser, listed, number, one_of, run_action
from pointerchain.cli.place_common import ErrorsOf, data_of

if TYPE_CHECKING:
    from pointerchain.place.machine import Machine
    from pointerchain.place.profile import Profile
    from pointerchain.place.replay.programs import Program

_HELP = """\
usage: pointerchain place measure -o MACHINE
       pointerchain place profile -o PROFILE -- COMPILER ARGS...
       pointerchain place decide PROFILE -m MACHINE
       pointerchain place apply ADVICE SRC...
       pointerchain place report ADVICE -o DIR
       pointerchain place replay TABLE

Decides where each data object of an offloaded program should live: in device memory
with copies, in pinned host memory that kernels access in place, or in unified memory.
'pointerchain place ACTION --help' says more of each.

What is needed is in the 'place' extra: pip install '.[place]' in a clone, or
'FILE.whl[place]' with the wheel's file.
"""
_EXIT_CODES = """\
exit codes:
  0    done
  1    an input is not what it should be, or cannot be read or written
  2    wrong usage
  123  a fault of pointerchain itself
"""
_MEASURE_ABOUT = """\
Measures what placement depends on, and writes machine.json. Without a GPU or nvcc it is
the host's memory bandwidth alone; what was not measured is null, or comes from the data
sheet that was named, and each number says which. With a GPU and nvcc a program is compiled
and run that measures copies, zero-copy access, launches and the device's memory.
"""
_MEASURE_NOTES = (
    _EXIT_CODES
    + """
examples:
  pointerchain place measure -o machine.json
  pointerchain place measure --allow-managed --repeat 9 -o machine.json
  pointerchain place measure --data-sheet h100-sxm -o machine.json    # no GPU here
"""
)
_DECIDE_ABOUT = """\
Chooses for each object of a profile an allocation (device memory with copies, pinned host
memory, or unified memory with or without an advice) and, in device memory, where its
contents are in each phase, so that the predicted time is least and the device's memory is
never exceeded. Writes advice.json: the choice, its copies and prefetches, what every other
placement would cost, and why. All seconds in it are predicted.
"""
_DECIDE_NOTES = (
    _EXIT_CODES
    + """
examples:
  pointerchain place decide profile.json -m machine.json -o advice.json
  pointerchain place decide profile.json -m machine.json --capacity 8e9 --no-managed
"""
)
_REPORT_ABOUT = """\
Writes a page of an advice, DIR/index.html, with its figures as SVG and PNG beside it: the
places and why, where contents are in each phase, what every other placement would cost,
and MemMap's augmented Roofline with the machine's numbers. All times are predicted, but
for those of '--measured'.
"""
_REPORT_NOTES = (
    _EXIT_CODES
    + """
example:
  pointerchain place report advice.json -o report/
"""
)
_REPLAY_ABOUT = """\
Scores decisions on a table of measured runs, CSV or CSV in .xz: a machine is calibrated on
the table's runs of hotspot alone, the placements of bfs and gaussian are decided from
their profiles, and what the decided variants cost in the table is compared with the best
measured ones, and with all objects in device memory, all managed, and a random variant.
"""
_REPLAY_NOTES = (
    _EXIT_CODES
    + """
examples:
  pointerchain place replay placement.csv.xz
  pointerchain place replay placement.csv.xz --format json -o score.json
"""
)
_Read = TypeVar("_Read")


def run(words: list[str]) -> int:
    """Run one of the actions; the exit code."""
    return run_action("place", _HELP, ACTIONS, words)


def _measure(words: list[str]) -> int:
    from pointerchain.place.measure.sheets import SHEETS

    parser = OptionParser("place measure", "[options]", _MEASURE_ABOUT, notes=_MEASURE_NOTES)
    parser.switch("--allow-managed", "measure unified memory, too, which takes minutes")
    parser.value("--repeat", "N", "repetitions, of which the medians count (default 5)", number(1), default=5)
    parser.value(
        "--data-sheet",
        "NAME",
        f"take what is not measured from a data sheet: {listed(SHEETS, quote='')}",
        one_of(tuple(SHEETS)),
    )
    parser.value("--compiler", "CC", "the C compiler for the host's program (default cc)", default="cc")
    parser.output("FILE", "write the machine to FILE; '-' is standard output")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if given.inputs:
        raise UsageError(f"'place measure' takes no input; '{given.inputs[0]}' is too much")
    with ErrorsOf("place measure"):
        from pointerchain.place.documents import dump
        from pointerchain.place.machine import document_of
        from pointerchain.place.measure.run import gpu_architecture, measure, with_sheet
        from pointerchain.toolchain.cuda import Nvcc, find_nvcc

        architecture = gpu_architecture()
        nvcc = find_nvcc(architecture or "sm_70")
        machine, remarks = measure(
            repeat=given.repeat,
            managed=given.allow_managed,
            compiler=given.compiler,
            nvcc=nvcc.command if isinstance(nvcc, Nvcc) else None,
            device=architecture is not None,
        )
        if given.data_sheet is not None:
            machine = with_sheet(machine, SHEETS[given.data_sheet])
        text = dump(document_of(machine, note="; ".join(remarks)), "machine")
    for remark in remarks:
        say(remark)
    deliver(given.output, text)
    return EXIT_CLEAN


def _decide(words: list[str]) -> int:
    parser = OptionParser("place decide", "PROFILE -m MACHINE [options]", _DECIDE_ABOUT, notes=_DECIDE_NOTES)
    parser.input("PROFILE", "profile.json; '-' is standard input")
    parser.value("-m", "MACHINE", "machine.json: what the machine can do")
    parser.value(
        "--capacity",
        "BYTES",
        "device memory that may be used (default: the machine's); '8e9' is a number, too",
        _bytes,
    )
    _add_margin(parser)
    parser.switch("--no-managed", "leave unified memory out")
    parser.output("FILE", "write the advice to FILE; '-' is standard output")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if len(given.inputs) != 1:
        raise UsageError("'place decide' takes one profile: pointerchain place decide PROFILE -m MACHINE")
    if given.m is None:
        raise UsageError("'place decide' needs a machine: pointerchain place decide PROFILE -m MACHINE")
    with ErrorsOf(given.m):
        machine = _machine(given.m)
    with ErrorsOf(given.inputs[0]):
        profile = _profile(given.inputs[0])
        from pointerchain.place.advice import advise
        from pointerchain.place.documents import dump

        advice = advise(
            machine,
            profile,
            capacity=given.capacity,
            margin=given.margin,
            managed=not given.no_managed,
            progress=say,
        )
    deliver(given.output, dump(advice, "advice"))
    from pointerchain.place.advice import in_a_line, unknown_note

    if doubt := unknown_note(profile):
        say(f"warning: {doubt}: the advice is about the rest")
    say(in_a_line(advice))
    return EXIT_CLEAN


def _report(words: list[str]) -> int:
    parser = OptionParser("place report", "ADVICE -o DIR [options]", _REPORT_ABOUT, notes=_REPORT_NOTES)
    parser.input("ADVICE", "advice.json; '-' is standard input")
    parser.value("--measured", "RESULTS", "results.json: measured runs, shown beside what is predicted")
    parser.output("DIR", "the folder to write to; it is made where it is not there")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if len(given.inputs) != 1:
        raise UsageError("'place report' takes one advice: pointerchain place report ADVICE -o DIR")
    if given.output is None:
        raise UsageError("'place report' needs a folder: pointerchain place report ADVICE -o DIR")
    with ErrorsOf(given.inputs[0]):
        from pointerchain.place.documents import load
        from pointerchain.place.report.page import files as pages

        advice = load(data_of(given.inputs[0]), "advice")
    measured = None
    if given.measured is not None:
        with ErrorsOf(given.measured):
            measured = load(data_of(given.measured), "results")
    with ErrorsOf(given.inputs[0]):
        made = pages(advice, measured)
    from pathlib import Path

    folder = Path(given.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in made.items():
            files.write_whole(str(folder / name), data)
    except OSError as error:
        raise InputError(f"cannot write to '{given.output}': {files.reason(error)}") from None
    say(f"wrote {folder / 'index.html'}")
    return EXIT_CLEAN


def _replay(words: list[str]) -> int:
    parser = OptionParser("place replay", "TABLE [options]", _REPLAY_ABOUT, notes=_REPLAY_NOTES)
    parser.input("TABLE", "measured runs; '-' is standard input")
    _add_margin(parser)
    parser.repeated(
        "--profile",
        "PROGRAM[/INPUT]=FILE",
        "the profile of one of the table's programs, its objects in the order of the digits of variants; "
        "advice is given right after the allocation",
    )
    parser.format(("text", "json"), "the form of the report (default text)")
    parser.output("FILE", "write the report to FILE; '-' is standard output")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if len(given.inputs) != 1:
        raise UsageError("'place replay' takes one table: pointerchain place replay TABLE")
    with ErrorsOf(given.inputs[0]):
        from pointerchain.place.replay.report import report
        from pointerchain.place.replay.score import score
        from pointerchain.place.replay.table import read

        cases = read(data_of(given.inputs[0]))
        profiles = dict(map(_named_profile, given.profile))
        campaigns = score(cases, margin=given.margin, profiles=profiles)
        if not campaigns.cases:
            raise InputError(f"'{given.inputs[0]}' has no case of 1 ms and more that can be scored")
        platforms = score(cases, margin=given.margin, pool=True, profiles=profiles)
        text = report(campaigns, platforms, given.format)
    deliver(given.output, text)
    return EXIT_CLEAN


ACTIONS = {
    "measure": _measure,
    "profile": place_profile.run,
    "decide": _decide,
    "apply": place_apply.run,
    "report": _report,
    "replay": _replay,
}
"""By name, in the order of the help."""


# --- what actions have in common ----------------------------------------------------------------------------


def _add_margin(parser: OptionParser) -> None:
    parser.value(
        "--margin",
        "SHARE",
        "leave plain device copies only where that saves more than SHARE of their time (default 0.25)",
        _share,
        default=0.25,
    )


def _machine(path: str) -> Machine:
    from pointerchain.place.documents import load
    from pointerchain.place.machine import machine_of

    return machine_of(load(data_of(path), "machine"))


def _profile(path: str) -> Profile:
    from pointerchain.place.documents import load
    from pointerchain.place.profile import profile_of

    return profile_of(load(data_of(path), "profile"))


def _named_profile(text: str) -> tuple[tuple[str, str], Program]:
    from pointerchain.place.replay.programs import Program

    name, is_there, path = text.partition("=")
    if not is_there or not name or not path:
        raise UsageError(f"'--profile' takes PROGRAM[/INPUT]=FILE, not '{text}'")
    with ErrorsOf(path):
        profile = _profile(path)
    program, _, given = name.partition("/")
    return (program, given), Program(profile, advised_after_initialization=False)


def _share(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1:
        raise UsageError(f"'{name}' takes a share of 0 and more and less than 1, not '{text}'")
    return value


def _bytes(name: str, text: str) -> int:
    try:
        value = float(text)
        whole = int(value)
    except (ValueError, OverflowError):
        whole = -1
    if whole < 0 or whole != value:
        raise UsageError(f"'{name}' takes a whole number of bytes, not '{text}'")
    return whole
