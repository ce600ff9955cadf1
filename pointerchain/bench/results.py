# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A file of results, read and checked: repetitions grouped into cells with medians and spread."""

from __future__ import annotations

import gzip
import json
import statistics
import zlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FORMAT = 1
STEPS = ("allocate", "initialize", "enter", "kernel", "leave", "check")
PHASES = ("enter", "kernel", "leave")
MOST_SPREAD = 1.3
"""Upper over lower quartile of a cell's repetitions beyond which it is measured again, and marked."""
_GZIP = b"\x1f\x8b"


class ResultsError(Exception):
    """A file holds no results that can be used; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Where:
    """What ran where: what makes a number mean something."""

    toolchain: str
    dialect: str
    compiler: str
    device: str
    device_is_host: bool
    host_fallback: bool
    shares_memory: bool
    unified_memory: bool
    counts_source: str


@dataclass(frozen=True, slots=True)
class Moved:
    """What one step moved: data transfers and their bytes each way, and pointers set on the device.

    ``to_device`` and its likes are None where nobody counted them.
    """

    to_device: int | None
    to_device_bytes: int | None
    from_device: int | None
    from_device_bytes: int | None
    pointers: int


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds: the median of the repetitions, each the median of its iterations, and their quartiles.

    With fewer than four repetitions ``low`` and ``high`` are the extremes. ``values`` has each repetition.
    """

    median: float
    low: float
    high: float
    values: tuple[float, ...] = ()

    @property
    def spread(self) -> float:
        """How many times as long as the lower quartile the upper one is."""
        return self.high / self.low if self.low > 0 else 1.0


@dataclass(frozen=True, slots=True)
class Load:
    """What else the machine did during the repetitions of a cell, where it was noted.

    ``averages`` are the system's load of the last minute, ``others`` the numbers of processors that other
    processes used. ``single`` is how many repetitions were one iteration.
    """

    averages: tuple[float, ...]
    others: tuple[float, ...]
    single: int


@dataclass(frozen=True, slots=True)
class Result:
    """All repetitions of one cell. ``steps`` are Algorithm 2's; ``whole`` is steps 1 to 6."""

    scenario: str
    levels: int
    layout: str
    scheme: str
    n: int
    q: int
    where: Where
    flags: str
    repetitions: int
    whole: Timing
    steps: dict[str, Timing]
    moved: dict[str, Moved]
    bytes_allocated: int
    bytes_paper: int
    load: Load

    @property
    def place(self) -> tuple[str, str]:
        """Toolchain and dialect: what may be compared with each other."""
        return self.where.toolchain, self.where.dialect

    @property
    def spreads(self) -> bool:
        """Whether the repetitions lie apart."""
        return self.whole.spread > MOST_SPREAD

    @property
    def cell(self) -> tuple[str, str, str, int, str, int, int]:
        """All but the scheme."""
        return (*self.place, self.scenario, self.levels, self.layout, self.n, self.q)


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine in words; ``affinity`` are the processors that programs may use."""

    processor: str
    cores: str
    system: str
    affinity: str = "unknown"
    governor: str = "unknown"

    @property
    def processors(self) -> int:
        """How many of them programs may use; 0 where that is unknown."""
        try:
            return sum(
                int(last or first) - int(first) + 1
                for first, _, last in (each.partition("-") for each in self.affinity.split(","))
            )
        except ValueError:
            return int(self.cores) if self.cores.isdecimal() else 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A measurement that gave nothing. ``wrong`` tells that the program ran and its result was wrong."""

    key: str
    reason: str
    wrong: bool


@dataclass(frozen=True, slots=True)
class Run:
    """What a run notes of itself. ``min_time`` is in seconds, ``date`` a day.

    ``not_built`` has the reasons by toolchain and variant, ``skipped`` those by cell. ``added`` are
    the variables that the run itself set, by toolchain and dialect, ``library`` is how Google Benchmark
    was built, ``measured_again`` how many cells were. ``changed`` are sources that were changed after the
    programs were built, ``launcher`` is the command that started them. ``gpu`` is
    the GPU in words, with its driver and clocks, where the run noted it.
    """

    date: str
    version: str
    command: str
    machine: Machine
    environment: dict[str, str]
    seed: int
    repetitions: int
    min_time: float
    not_built: dict[str, dict[str, str]]
    skipped: dict[str, str]
    failed: tuple[Failure, ...]
    measured_again: int = 0
    added: dict[str, dict[str, str]] = field(default_factory=dict)
    library: str = ""
    changed: tuple[str, ...] = ()
    launcher: str = ""
    gpu: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """What one file holds."""

    name: str
    run: Run
    rows: tuple[Result, ...]


_NO_RUN = Run("", "", "", Machine("", "", ""), {}, 0, 0, 0.0, {}, {}, ())
NO_RESULTS = Results("", _NO_RUN, ())
"""Those of a report on other things."""


def read_json(path: Path) -> Any:
    """What a JSON file holds, which gzip may have compressed; raises :class:`ResultsError`."""
    if path.is_dir():
        hint = "no 'run.sh' of a kit wrote it (it has no 'manifest.json')"
        if (path / "manifest.json").exists():
            hint = "make its report first, and give the 'results.json' of that"
        raise ResultsError(f"'{path}' is a directory: {hint}")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ResultsError(f"cannot read '{path}': {(error.strerror or str(error)).lower()}") from None
    try:
        return json.loads(gzip.decompress(data) if data.startswith(_GZIP) else data)
    except (ValueError, EOFError, RecursionError, gzip.BadGzipFile, zlib.error):
        raise ResultsError(f"'{path}' is cut short or is no JSON") from None


def load(path: Path) -> Results:
    """Read a file of results; raises :class:`ResultsError`."""
    try:
        data = read_json(path)
    except ResultsError as error:
        if not Path(f"{path}.journal").exists():
            raise
        hint = f"'pointerchain bench run' goes on from '{path}.journal'"
        raise ResultsError(f"{error}; {hint}") from None
    return results_of(data, path)


def results_of(data: Any, path: Path) -> Results:
    """What the JSON of ``path`` says; raises :class:`ResultsError`."""
    run = data.get("context", {}).get("pointerchain") if isinstance(data, dict) else None
    if not isinstance(run, dict):
        raise ResultsError(f"'{path}' was not written by 'pointerchain bench run'")
    if run.get("format") != FORMAT:
        raise ResultsError(
            f"'{path}' was written by pointerchain {run.get('version', 'of another version')}, "
            f"in format {run.get('format')}; this one reads format {FORMAT}"
        )
    try:
        # Aggregates are for other tools.
        benchmarks = [each for each in data["benchmarks"] if each.get("run_type") != "aggregate"]
        return Results(str(path), _run(data["context"], run, benchmarks), _rows(benchmarks))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ResultsError(f"'{path}' is damaged: {type(error).__name__} {error}") from None


def _run(context: dict[str, Any], noted: dict[str, Any], benchmarks: list[dict[str, Any]]) -> Run:
    machine = noted["machine"]
    added = {
        f"{each['toolchain']} ({each['dialect']})": dict(each.get("environment", {})) for each in benchmarks
    }
    return Run(
        date=str(context["date"])[:10] if "date" in context else "an unknown date",
        version=noted["version"],
        command=noted["command"],
        machine=Machine(
            machine["processor"],
            machine["cores"],
            machine["system"],
            machine.get("affinity", "unknown"),
            machine.get("governor", "unknown"),
        ),
        environment=dict(noted["environment"]),
        seed=noted["seed"],
        repetitions=noted["repetitions"],
        min_time=noted["min_time"],
        not_built={name: dict(each["not_built"]) for name, each in noted["toolchains"].items()},
        skipped=dict(noted["skipped"]),
        failed=tuple(Failure(each["key"], each["reason"], each["wrong"]) for each in noted["failed"]),
        measured_again=noted.get("measured_again", 0),
        added={place: variables for place, variables in sorted(added.items()) if variables},
        library=str(context.get("library_build_type", "")),
        changed=tuple(noted.get("changed_sources", ())),
        launcher=noted.get("launcher", ""),
        gpu=noted.get("gpu", ""),
    )


def _rows(benchmarks: list[dict[str, Any]]) -> tuple[Result, ...]:
    grouped: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in benchmarks:
        grouped[each["name"]].append(each)
    rows = [_row(group) for group in grouped.values()]
    return tuple(sorted(rows, key=lambda row: (*row.cell, row.scheme)))


def _row(group: list[dict[str, Any]]) -> Result:
    first = group[0]
    moved = {phase: _moved(first, phase) for phase in PHASES}
    if any(_moved(each, phase) != moved[phase] for each in group for phase in PHASES):
        raise ValueError(f"the repetitions of '{first['name']}' did not move the same")
    return Result(
        scenario=first["scenario"],
        levels=first["levels"],
        layout=first["layout"],
        scheme=first["scheme"],
        n=first["n"],
        q=first["q"],
        where=Where(
            first["toolchain"],
            first["dialect"],
            first["compiler"],
            first["device"],
            first["device_is_host"],
            first["host_fallback"],
            first["shares_memory"],
            first["unified_memory"],
            first["counts_source"],
        ),
        flags=first["flags"],
        repetitions=len(group),
        whole=timing(_times(group, "whole")),
        steps={step: timing(_times(group, step)) for step in STEPS},
        moved=moved,
        bytes_allocated=int(first["bytes_allocated"]),
        bytes_paper=int(first["bytes_paper"]),
        load=Load(
            _noted(each.get("load_avg") for each in group),
            _noted(each.get("other_processors") for each in group),
            sum(each.get("iterations") == 1 for each in group),
        ),
    )


def _times(group: list[dict[str, Any]], step: str) -> list[float]:
    """The medians of the repetitions, in seconds; raises ``ValueError`` for what is no time."""
    found = [float(each[f"median_{step}"]) for each in group]
    wrong = [value for value in found if not 0 <= value < float("inf")]
    if wrong:
        raise ValueError(f"a time of '{group[0]['name']}' is {wrong[0]}")
    return found


def _moved(entry: dict[str, Any], phase: str) -> Moved:
    def count(name: str) -> int | None:
        value = entry.get(f"{phase}_{name}")
        return None if value is None else int(value)

    return Moved(
        count("to_device"),
        count("to_device_bytes"),
        count("from_device"),
        count("from_device_bytes"),
        int(entry[f"{phase}_pointers"]),
    )


def _noted(values: Iterable[float | None]) -> tuple[float, ...]:
    return tuple(value for value in values if value is not None)


def timing(seconds: list[float]) -> Timing:
    """Median and quartiles."""
    median = statistics.median(seconds)
    if len(seconds) < 4:
        return Timing(median, min(seconds), max(seconds), tuple(seconds))
    low, _, high = statistics.quantiles(seconds, n=4, method="inclusive")
    return Timing(median, low, high, tuple(seconds))
