#!/usr/bin/env python3
# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Measures the deep-copy runtime: all techniques beside hand-coded transfers, in one run.

Builds microbench/deepcopy for the counting device, for clang's OpenMP device (where clang-19 has it) and
for CUDA (where nvcc and a GPU are), runs List, SplitList, Tree, Arrays and an UMT-like structure, and
prints what the runtime has to reach as ratios, to what an expert writes by hand among others. All times are
the best of the repetitions; ``-o`` keeps every one, in the form that microbench/deepcopy/README.md describes.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pointerchain.bench.machine import machine

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "microbench" / "deepcopy"
DEVICE_IMAGE = str(SOURCES.parent / "device_image.c")  # which LLVM's plugin for the host leaves in /tmp
INCLUDE = ROOT / "pointerchain" / "include"
SHAPES = {"List": 0, "SplitList": 1, "Tree": 2, "UMT": 3, "Arrays": 4}
MEBIBYTE = 1 << 20
SCHEMA = 1
CACHED = 4 * MEBIBYTE  # structures below may lie in a processor's own cache
LARGE = 512 * MEBIBYTE
# Of a structure while it is measured: itself, one buffer for the plain transfer, the device's in one block
# and, because the allocator cannot reuse that, in pieces; and a margin.
COPIES = 4.25
# The counting device as a GPU behind a slow bus: 10 microseconds a transfer, 2 GB/s, one copy engine that
# works in the background. The paper's machine had 1.6 to 3.4 GB/s.
MODEL = ("latency=10", "bandwidth=2", "background=1")
# Enter and exit against what an expert writes by hand in the same run: shape, bytes, elements, linked in
# random order, the most that they may take; and against one plain transfer there and back, or nothing.
EXPERT = (
    ("List", 32, 16_384, False, 2.5, None),
    ("List", 32, 262_144, False, 1.5, None),
    ("List", 32, 1_000_000, False, 1.2, None),
    ("Tree", 32, 65_535, False, 2.0, None),
    ("List", 1024, 10_000, False, 1.2, None),
    ("Arrays", 1024, 10_000, False, 1.5, None),
    ("List", 800_000, 60, False, None, 1.02),
    ("List", 32, 1_000_000, True, 0.8, None),
)
EXPERT_REPETITIONS = 15
PEAK = (32, 10_000_000, 1.3)  # of a list: bytes, elements, host memory / the bytes copied
# What is small, against one plain transfer of the same bytes: as above.
SMALL = (
    ("List", 32, 262_144, True, 30.0),
    ("Tree", 32, 65_535, True, 30.0),
)
SMALL_REPETITIONS = 9
# Sizes of elements for which an allocator makes patterns of its own, linked in random order.
PATTERNS = (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256)
ONLY_AUTO = "techniques=1"
Json = dict[str, Any]


def best(times: Iterable[float]) -> float:
    """The shortest of some times, in seconds."""
    return min(times)


def build(source: str, program: Path, compiler: str, *flags: str) -> Path:
    """Builds one program; ends the script where the compiler fails."""
    command = [compiler, *flags, "-O2", f"-I{INCLUDE}", str(SOURCES / source), "-o", str(program)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench_deepcopy: {' '.join(command)}\n{result.stderr}")
    return program


def run(program: Path, *arguments: str, environment: dict[str, str] | None = None) -> Json:
    """The JSON object that a program prints."""
    result = subprocess.run(
        [program, *arguments], capture_output=True, text=True, env={**os.environ, **(environment or {})}
    )
    if result.returncode != 0:
        sys.exit(
            f"bench_deepcopy: {program.name} {' '.join(arguments)}: {result.returncode}\n{result.stderr}"
        )
    value: Json = json.loads(result.stdout)
    return value


def clang_libraries() -> str | None:
    """The folder of clang's OpenMP runtime, or None."""
    if shutil.which("clang-19") is None:
        return None
    found = subprocess.run(["clang-19", "-print-file-name=libomptarget.so"], capture_output=True, text=True)
    library = Path(found.stdout.strip())
    return str(library.resolve().parent) if library.is_absolute() else None


def has_gpu() -> bool:
    """Whether there are nvcc and a GPU."""
    if shutil.which("nvcc") is None or shutil.which("nvidia-smi") is None:
        return False
    return subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode == 0


def gpu_name() -> str:
    """The name of the first GPU, or nothing where the driver does not say."""
    query = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
    found = subprocess.run(query, capture_output=True, text=True)
    return found.stdout.splitlines()[0].strip() if found.returncode == 0 and found.stdout.strip() else ""


def technique(record: Json, name: str) -> Json:
    """One technique's figures in a record."""
    found: Json = next(entry for entry in record["techniques"] if entry["name"] == name)
    return found


def available_memory() -> float:
    """Bytes of memory that programs can still get; infinite on a system that does not tell."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return float("inf")
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    return int(fields["MemAvailable"].split()[0]) * 1024 if "MemAvailable" in fields else float("inf")


def fits(title: str, shape: str, total: int) -> bool:
    """Whether there is memory to measure a structure of ``total`` bytes; says so where there is not."""
    needed, free = COPIES * total, available_memory()
    if needed > free:
        print(f"\n{title}: {shape}, {total / 1e9:.1f} GB: left out, it takes {needed / 1e9:.1f} GB of memory")
    return needed <= free


def arguments_of(shape: str, size: int, nodes: int, reps: int, *more: str) -> tuple[str, ...]:
    """The arguments of one run of the benchmark."""
    return (f"shape={SHAPES[shape]}", f"bytes={size}", f"nodes={nodes}", f"reps={reps}", *more)


def structures(options: argparse.Namespace) -> Iterable[tuple[str, int, int]]:
    """Shape, bytes and number of elements of what is measured by all techniques."""
    for shape in ("List", "SplitList", "Tree"):
        for size in (128, 1024, MEBIBYTE):
            few = options.quick and size == MEBIBYTE
            yield shape, size, min(options.nodes, 128) if few else options.nodes
    yield "UMT", options.umt_bytes, 200 if options.quick else 2000


def repetitions(options: argparse.Namespace, total: int) -> int:
    """How often a structure of ``total`` bytes is measured: large ones vary little and take minutes."""
    chosen: int | None = options.reps
    return chosen or (2 if total >= LARGE else 3 if options.quick else 5)


def print_record(title: str, record: Json) -> None:
    """One line a technique: times, share of the effectively available bandwidth, transfers."""
    plain_to, plain_from = best(record["plain"]["enter"]), best(record["plain"]["exit"])
    print(
        f"\n{title}: {record['shape']}, {record['nodes']} x {record['bytes']} B; "
        f"one plain transfer {plain_to * 1e3:.3f} ms there, {plain_from * 1e3:.3f} ms back"
    )
    print(
        "           enter ms  % of hand-coded   exit ms  % of hand-coded   transfers there, back  plain/enter"
    )
    for entry in record["techniques"]:
        enter, leave = best(entry["enter"]), best(entry["exit"])
        print(
            f"  {entry['name']:<6} {enter * 1e3:>10.3f} {100 * best(entry['hand_enter']) / enter:>14.0f} "
            f"{leave * 1e3:>12.3f} {100 * best(entry['hand_exit']) / leave:>14.0f} "
            f"{entry['transfers_to']:>14} {entry['transfers_from']:>9} {plain_to / enter:>12.2f}"
        )
    sys.stdout.flush()  # the next one takes minutes where structures are large


class Goals:
    """What has to be reached, printed as it is measured."""

    def __init__(self) -> None:
        self.missed = 0
        self.rows: list[Json] = []

    def check(self, text: str, value: float, limit: float, at_least: bool) -> None:
        """Prints one goal; counts it where it is missed."""
        reached = value >= limit if at_least else value <= limit
        self.missed += not reached
        sign = ">=" if at_least else "<="
        print(f"  {'reached' if reached else 'MISSED '}  {value:>9.2f} {sign} {limit:<6g} {text}")
        self.rows.append(
            {"goal": text, "value": value, "limit": limit, "at_least": at_least, "reached": reached}
        )


def overhead(record: Json, name: str) -> float:
    """Nanoseconds an extent that enter takes beyond the same transfers and host copies."""
    entry = technique(record, name)
    copies = best(record["host_copies"]) if name in ("auto", "arena", "tcpy") else 0.0
    seconds: float = (best(entry["enter"]) - best(entry["hand_enter"]) - copies) / entry["extents"]
    return seconds * 1e9


def median_both(first: list[float], second: list[float]) -> float:
    """The median of the sums, in seconds, of what one repetition took there and back."""
    return statistics.median(map(sum, zip(first, second, strict=True)))


def auto_both(record: Json) -> float:
    """Seconds of enter and exit by the technique that is chosen without a word."""
    entry = technique(record, "auto")
    return median_both(entry["enter"], entry["exit"])


def best_both(times: Json) -> float:
    """The least that one repetition took there and back, in seconds."""
    return min(map(sum, zip(times["enter"], times["exit"], strict=True)))


def measure_beside_expert(title: str, program: Path, environment: dict[str, str], goals: Goals) -> list[Json]:
    """Enter and exit against what an expert writes by hand, and one plain transfer; the peak of memory."""
    rows: list[Json] = []

    def measure(shape: str, size: int, nodes: int, shuffled: bool, reps: int) -> Json:
        more = (ONLY_AUTO, "expert=1", *(("shuffled=1",) if shuffled else ()))
        record = run(program, *arguments_of(shape, size, nodes, reps, *more), environment=environment)
        row = {"title": title, "shape": shape, "bytes": size, "nodes": nodes, "shuffled": shuffled}
        row |= {"plain": best_both(record["plain"]), "expert": best_both(record["expert"])}
        row |= {"both": best_both(technique(record, "auto")), "total": record["total_bytes"]}
        rows.append(row | {"peak": record["expert"]["peak_memory"]})
        return rows[-1]

    print(f"\nenter and exit / what an expert writes by hand; all in one run, the best repetition, {title}")
    for shape, size, nodes, shuffled, of_expert, of_plain in EXPERT:
        row = measure(shape, size, nodes, shuffled, EXPERT_REPETITIONS)
        expert, plain = row["both"] / row["expert"], row["both"] / row["plain"]
        each = [f"{row[name] / nodes * 1e9:.1f}" for name in ("both", "expert", "plain")]
        text = f"{shape}, {nodes} x {size} B{', shuffled' if shuffled else ''}"
        ns = f"ns an element: {each[0]}, expert {each[1]}, plain {each[2]}"
        if of_expert is not None:
            goals.check(f"{text} ({plain:.1f} x one plain transfer; {ns})", expert, of_expert, False)
        if of_plain is not None:
            goals.check(f"{text} / one plain transfer ({expert:.2f} x expert; {ns})", plain, of_plain, False)
    size, nodes, limit = PEAK
    if fits(title, "List", size * nodes):
        row = measure("List", size, nodes, False, 1)
        text = f"peak of host memory / bytes copied, List, {nodes} x {size} B, beside the device's copy"
        goals.check(text, row["peak"] / row["total"], limit, False)
    return rows


def measure_small(title: str, program: Path, environment: dict[str, str], goals: Goals) -> list[Json]:
    """Enter and exit of small elements against one plain transfer; the growth to 10^7; patterns."""
    rows: list[Json] = []

    def measure(shape: str, size: int, nodes: int, shuffled: bool, reps: int) -> Json:
        more = (ONLY_AUTO, *(("shuffled=1",) if shuffled else ()))
        record = run(program, *arguments_of(shape, size, nodes, reps, *more), environment=environment)
        plain = median_both(record["plain"]["enter"], record["plain"]["exit"])
        row = {"title": title, "shape": shape, "bytes": size, "nodes": nodes, "shuffled": shuffled}
        row |= {"plain": plain, "both": auto_both(record), "walk": statistics.median(record["host_copies"])}
        rows.append(row)
        return row

    print(f"\nenter and exit / one plain transfer there and back, {title}")
    for shape, size, nodes, shuffled, limit in SMALL:
        row = measure(shape, size, nodes, shuffled, SMALL_REPETITIONS)
        text = f"{shape}, {nodes} x {size} B{', shuffled' if shuffled else ''}"
        each = f"{row['both'] / nodes * 1e9:.0f} ns an element"
        walk = f"; following and copying them once takes {row['walk'] / row['plain']:.1f}" if shuffled else ""
        goals.check(f"{text} ({each}{walk})", row["both"] / row["plain"], limit, False)
    few, many = (measure("List", 32, nodes, False, 3) for nodes in (1_000_000, 10_000_000))
    goals.check("10^7 elements / 10^6", many["both"] / few["both"], 11, False)
    sizes = {size: measure("List", size, 200_000, True, 3)["both"] for size in PATTERNS}
    worst = max(sizes, key=lambda size: sizes[size])
    others = statistics.median(seconds for size, seconds in sizes.items() if size != worst)
    text = f"shuffled elements of {worst} B / the median of {len(sizes) - 1} other sizes"
    goals.check(text, sizes[worst] / others, 2, False)
    return rows


def copying_growth(smaller: Json, larger: Json) -> str:
    """What a step of the sweep costs without any runtime: how much longer the mere copying takes.

    The caches leave nothing linear, not even a memcpy; this says how much of a step is theirs.
    """
    plain, transfers = (
        [sum(best(times[way]) for way in ways) for times in both]
        for both, ways in (
            ((smaller["plain"], larger["plain"]), ("enter", "exit")),
            ((technique(smaller, "auto"), technique(larger, "auto")), ("hand_enter", "hand_exit")),
        )
    )
    copies = best(larger["host_copies"]) / best(smaller["host_copies"])
    return (
        f"(one plain transfer {plain[1] / plain[0]:.2f}, the same transfers hand-coded "
        f"{transfers[1] / transfers[0]:.2f}, the host copies alone {copies:.2f})"
    )


def parse(argv: list[str] | None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="smaller structures and fewer repetitions")
    parser.add_argument(
        "--reps",
        type=int,
        help="repetitions, after one that warms up (default: 5; 3 with --quick; 2 from 512 MiB on)",
    )
    parser.add_argument(
        "--nodes", type=int, default=1024, help="nodes of List, SplitList and Tree (default: 1024)"
    )
    parser.add_argument(
        "--umt-bytes", type=int, default=110_000, help="bytes of an UMT zone (the paper: 1100000)"
    )
    parser.add_argument("--device", choices=("all", "host", "openmp", "cuda"), default="all")
    parser.add_argument(
        "--small",
        action="store_true",
        help="only small elements, against an expert's program and one plain transfer (three minutes)",
    )
    parser.add_argument("-o", "--output", type=Path, help="write every repetition as JSON")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Runs everything; 1 where a goal was missed."""
    options = parse(argv)
    goals = Goals()
    records: list[Json] = []
    maps: Json | None = None
    environment: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        programs: dict[str, tuple[Path, tuple[str, ...]]] = {}
        if options.device in ("all", "host"):
            host = build("deepcopy.c", Path(folder) / "host", "gcc", "-std=c99", "-DPC_DEEPCOPY_DEVICE_HOST")
            programs["counting device"] = (host, ())
            programs["counting device, modelled"] = (host, MODEL)
        libraries = clang_libraries() if options.device in ("all", "openmp") else None
        if libraries:
            offload = ("-std=c99", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", DEVICE_IMAGE)
            environment = {"LD_LIBRARY_PATH": libraries, "OMP_TARGET_OFFLOAD": "MANDATORY"}
            programs["OpenMP, clang's x86_64"] = (
                build("deepcopy.c", Path(folder) / "openmp", "clang-19", *offload),
                (),
            )
        elif options.device in ("all", "openmp"):
            print("no clang-19 with an OpenMP runtime: its device is left out")
        if options.device in ("all", "cuda") and has_gpu():
            programs["CUDA"] = (build("deepcopy.c", Path(folder) / "cuda", "nvcc", "-x", "cu"), ())
        if not programs:
            missing = "nvcc or no GPU" if options.device == "cuda" else "clang-19 with an OpenMP runtime"
            sys.exit(f"bench_deepcopy: '--device {options.device}' measures nothing here: no {missing}")

        small: list[Json] = []
        beside: list[Json] = []
        for title, (program, model) in programs.items():
            if model:
                continue
            # It counts the program's own time, and has no transfers in the background.
            if title == "counting device":
                beside += measure_beside_expert(title, program, environment, goals)
            small += measure_small(title, program, environment, goals)
        for title, (program, model) in programs.items():
            for shape, size, nodes in structures(options):
                if options.small or not fits(title, shape, size * nodes):
                    continue
                arguments = arguments_of(shape, size, nodes, repetitions(options, size * nodes), *model)
                record = run(program, *arguments, environment=environment)
                records.append({"title": title, "sweep": False, **record})
                print_record(title, record)
        # auto, base+ and arena only: bits 0, 2 and 5.
        for title, (program, model) in programs.items():
            if model or options.small:
                continue
            for nodes in (1000, 10_000, 100_000, 1_000_000):
                reps = repetitions(options, 128 * nodes)
                arguments = arguments_of("List", 128, nodes, reps, "techniques=37")
                record = run(program, *arguments, environment=environment)
                records.append({"title": title, "sweep": True, **record})
        if libraries and not options.small:
            offload = ("-std=c99", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", DEVICE_IMAGE)
            program = build("openmp_maps.c", Path(folder) / "maps", "clang-19", *offload)
            maps = run(program, "4096" if options.quick else "16384", "2", environment=environment)

    if records:
        print("\ngoals")
    for record in records:
        title = record["title"]
        if record["sweep"]:
            continue
        arena = best(technique(record, "arena")["enter"])
        if record["background"] and record["bytes"] == MEBIBYTE:
            text = f"arena beside one plain transfer, 1 MiB elements, {record['shape']}, {title}"
            goals.check(text, best(record["plain"]["enter"]) / arena, 0.95, True)
        if record["background"] and record["bytes"] == 1024:
            text = f"base+ / arena, 1 KiB elements, {record['shape']}, {title}"
            goals.check(text, best(technique(record, "base+")["enter"]) / arena, 5, True)
    if maps:
        text = f"declare mapper / enter and exit of {maps['nodes']} nodes"
        ours, mapper = maps["pointerchain_list"], maps["declare_mapper"]
        ratio = (mapper["enter"] + mapper["exit"]) / (ours["enter"] + ours["exit"])
        goals.check(text + ("" if maps["nodes"] == 16384 else " (the goal is for 16384)"), ratio, 100, True)
        same = maps["pointerchain_vectors"]
        elements = maps["elements"]
        print(
            f"           {(mapper['enter'] + mapper['exit']) / (same['enter'] + same['exit']):>9.1f} "
            "the same, of the very array of structs that the mapper maps"
        )
        print(
            f"           {(elements['enter'] + elements['exit']) / (same['enter'] + same['exit']):>9.1f} "
            "one map clause an element / enter and exit of that array"
        )
    for title in {record["title"]: None for record in records if record["sweep"]}:
        sweep = [record for record in records if record["sweep"] and record["title"] == title]
        for smaller, larger in itertools.pairwise(sweep):
            if smaller["nodes"] < 10_000:
                continue
            times = [
                best(technique(r, "auto")["enter"]) + best(technique(r, "auto")["exit"])
                for r in (smaller, larger)
            ]
            text = f"{larger['nodes']} nodes / {smaller['nodes']} nodes, enter and exit, {title}"
            if smaller["total_bytes"] < CACHED:
                print(f"           {times[1] / times[0]:>9.2f} {text}: out of the caches")
            else:
                goals.check(text, times[1] / times[0], 11, False)
            print(f"                     {copying_growth(smaller, larger)}")
        for record in sweep:
            if title != "counting device" or record["nodes"] < 10_000:
                continue
            for name in ("base+", "arena"):
                text = f"ns a node beyond the copying, {name}, {record['nodes']} nodes"
                goals.check(text, overhead(record, name), 60, False)
            records_per_node = technique(record, "arena")["peak_records"] / record["nodes"]
            goals.check(f"bytes of records a node, {record['nodes']} nodes", records_per_node, 64, False)

    if options.output:
        document = {
            "schema": SCHEMA,
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "command": ["scripts/bench_deepcopy.py", *(argv if argv is not None else sys.argv[1:])],
            "machine": {
                **machine(),
                **({"gpu": gpu_name()} if "CUDA" in programs else {}),
            },
            "records": records,
            "small": small,
            "expert": beside,
            "openmp_maps": maps,
            "goals": goals.rows,
        }
        temporary = options.output.with_name(options.output.name + ".tmp")
        temporary.write_text(json.dumps(document, indent=1) + "\n")
        temporary.replace(options.output)
    return 1 if goals.missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
