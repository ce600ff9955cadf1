# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What programs of the suite print -> one file of results in Google Benchmark's format."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pointerchain import __version__
from pointerchain.bench.build import BuildRecord, Built
from pointerchain.bench.model import Variant
from pointerchain.bench.results import FORMAT

Json = dict[str, Any]


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


def read_output(data: object, added: dict[str, str]) -> tuple[str, Json, Json]:
    """What is wrong, Google Benchmark's context, and the one benchmark of what a program wrote.

    ``added`` are the variables that were set for it. Where something is wrong the benchmark is empty.
    """
    try:
        context, benchmark = dict(data["context"]), dict(data["benchmarks"][0])  # type: ignore[index]
    except (KeyError, IndexError, TypeError, ValueError):
        return "", {}, {}
    if benchmark.get("error_occurred"):
        return str(benchmark.get("error_message", "")), {}, {}
    # Google Benchmark's context is for a whole file; here each benchmark may have run elsewhere.
    for name in _WHERE:
        value = context.pop(f"pc_{name}")
        benchmark[name] = {"true": True, "false": False}.get(value, value)
    # A library's folder is a path of this machine, and says nothing of a number.
    benchmark["environment"] = {name: value for name, value in sorted(added.items()) if "/" not in value}
    return "", context, benchmark


def document(
    groups: Sequence[tuple[Cell, Sequence[Json]]], context: Json, noted: Json, records: Sequence[BuildRecord]
) -> Json:
    """The file's content: each cell with its repetitions, and what the run notes of itself.

    ``context`` is Google Benchmark's, ``noted`` the run's own (see :class:`~pointerchain.bench.results.Run`),
    ``records`` are the toolchains that built the programs.
    """
    entries: list[Json] = []
    for cell, group in groups:
        own = [_entry(cell, index, len(group), benchmark) for index, benchmark in enumerate(group)]
        entries += [*own, *_aggregates(own)]
    # 'executable' is one of many, and what a host is called says nothing of it.
    left_out = {"executable", "host_name"}
    toolchains = {
        record.toolchain: {
            "title": record.title,
            "compiler": record.compiler,
            "not_built": {each.variant.name: each.reason for each in record.built if not each.program},
        }
        for record in records
    }
    own_context = {"format": FORMAT, "version": __version__, **noted, "toolchains": toolchains}
    kept = {key: value for key, value in context.items() if key not in left_out}
    return {"context": {**kept, "pointerchain": own_context}, "benchmarks": entries}


def _aggregates(entries: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Mean, median, standard deviation and its share of the mean, as Google Benchmark writes them.

    (docs/user_guide.md of Google Benchmark, "Statistics: Reporting the Mean, Median and Standard Deviation".)
    Of one repetition there are none.
    """
    if len(entries) < 2:
        return
    first = entries[0]
    for name, unit, of in (
        ("mean", "time", statistics.fmean),
        ("median", "time", statistics.median),
        ("stddev", "time", statistics.stdev),
        ("cv", "percentage", lambda values: statistics.stdev(values) / statistics.fmean(values)),
    ):
        yield {
            "name": f"{first['name']}_{name}",
            "run_name": first["run_name"],
            "run_type": "aggregate",
            "repetitions": len(entries),
            "threads": first.get("threads", 1),
            "aggregate_name": name,
            "aggregate_unit": unit,
            "iterations": len(entries),
            "real_time": of([each["real_time"] for each in entries]),
            "cpu_time": of([each["cpu_time"] for each in entries]),
            "time_unit": first["time_unit"],
            "median_whole": of([each["median_whole"] for each in entries]),
        }


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
