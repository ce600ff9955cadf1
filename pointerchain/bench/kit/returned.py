# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What came back from a node: the folder that a kit's ``run.sh`` wrote -> results as ``bench run`` has them.

The suite's part becomes a file of results, the deep copies' one of deep copies, so that the report, a
comparison and what is kept are the same for both ways of measuring.
"""

from __future__ import annotations

import datetime
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pointerchain.bench.build import BuildRecord, Built
from pointerchain.bench.deepcopy_results import SCHEMA, DeepCopy, deep_copy_of
from pointerchain.bench.document import Cell, document, read_output
from pointerchain.bench.kit.cells import MIN_TIME, REPETITIONS
from pointerchain.bench.kit.pack import FORMAT, MANIFEST
from pointerchain.bench.model import Variant
from pointerchain.bench.results import NO_RESULTS, Failure, Results, ResultsError, read_json, results_of
from pointerchain.bench.run import WRONG_RESULT

Json = dict[str, Any]
_PARTS = ("suite", "deepcopy", "maps", "limit", "tests", "examples", "counters")


@dataclass(frozen=True, slots=True)
class Copies:
    """Plain copies of ``bytes``: seconds of each, by memory and way ('pageable_to', 'pinned_from')."""

    device: str
    bytes: int
    seconds: Mapping[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A test or an example: whether the device did as it has to, and in what it differs where it did not."""

    name: str
    good: bool
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Counters:
    """What Nsight Compute counted of one program's kernel, and what 'ptx count' counts in its code."""

    variant: Variant
    measured: Mapping[str, float]
    predicted: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Returned:
    """All that came back. ``skipped`` are cells that were not run, with the reason, by part."""

    folder: Path
    target: str
    node: Json
    results: Results
    deepcopy: DeepCopy | None
    copies: tuple[Copies, ...]
    verdicts: tuple[Verdict, ...]
    counters: tuple[Counters, ...]
    skipped: Mapping[str, Mapping[str, str]]
    failed: tuple[Failure, ...]
    left_out: Mapping[str, str]
    documents: Mapping[str, Json]


def is_returned(path: Path) -> bool:
    """Whether a path is a folder that a kit wrote."""
    return _there(path, MANIFEST).is_file()


def _there(folder: Path, name: str) -> Path:
    """A file of a folder that a kit wrote; each may be kept compressed, as 'NAME.gz'."""
    compressed = folder / f"{name}.gz"
    return compressed if compressed.is_file() and not (folder / name).exists() else folder / name


def load_returned(folder: Path) -> Returned:
    """Read what a kit left in ``folder``; raises :class:`~pointerchain.bench.results.ResultsError`."""
    manifest = _object(_there(folder, MANIFEST))
    if manifest.get("format") != FORMAT:
        raise ResultsError(f"'{_there(folder, MANIFEST)}' is of another version of pointerchain")
    node = _object(_there(folder, "node.json"))
    parts = {
        part: _part(folder, part, manifest["kit"])
        for part in _PARTS
        if _there(folder, f"{part}.json").exists()
    }
    if not parts:
        raise ResultsError(
            f"'{folder}' holds no part of a kit's results: 'run.sh' writes them as it goes, and when it ends"
        )
    for part, data in parts.items():
        unknown = {str(each.get("cell")) for each in data.get("entries", ())} - set(manifest.get("cells", ()))
        if unknown:
            raise ResultsError(
                f"'{folder / part}.json' has a cell '{min(unknown)}' that '{MANIFEST}' does not know"
            )
    try:
        return _returned(folder, manifest, node, parts)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ResultsError(f"'{folder}' is damaged: {type(error).__name__} {error}") from None


def _object(path: Path) -> Json:
    data = read_json(path)
    if not isinstance(data, dict):
        raise ResultsError(f"'{path}' was not written by a kit")
    return data


def _part(folder: Path, part: str, kit: str) -> Json:
    path = _there(folder, f"{part}.json")
    data = _object(path)
    if data.get("format") != FORMAT or data.get("part") != part or data.get("kit") != kit:
        raise ResultsError(f"'{path}' is not of the kit that '{MANIFEST}' describes")
    return data


def _returned(folder: Path, manifest: Json, node: Json, parts: Mapping[str, Json]) -> Returned:
    entries = {part: data["entries"] for part, data in parts.items()}
    when = min((each["at"] for group in entries.values() for each in group), default=0)
    date = datetime.datetime.fromtimestamp(when, datetime.timezone.utc).isoformat(timespec="seconds")
    about = manifest["cells"]
    documents = {}
    results, deepcopy = NO_RESULTS, None
    if any(each["status"] == "ok" for each in entries.get("suite", ())):
        documents["results.json"] = _suite(manifest, node, parts["suite"], date)
        results = results_of(documents["results.json"], folder / "suite.json")
    if any(each["status"] == "ok" for each in entries.get("deepcopy", ())):
        documents["deepcopy.json"] = _deep_copies(about, node, entries, date)
        deepcopy = deep_copy_of(str(folder / "deepcopy.json"), documents["deepcopy.json"])
    return Returned(
        folder,
        manifest["target"],
        node,
        results,
        deepcopy,
        tuple(_copies(each["result"]) for each in entries.get("limit", ()) if each["status"] == "ok"),
        _verdicts(
            [
                (each, about[each["cell"]])
                for part in ("tests", "examples")
                for each in sorted(entries.get(part, ()), key=lambda each: each["cell"])
            ]
        ),
        tuple(
            _counters(each, about[each["cell"]], manifest["ptx"])
            for each in entries.get("counters", ())
            if each["status"] == "ok"
        ),
        {part: {each["cell"]: each["why"] for each in data["skipped"]} for part, data in parts.items()},
        tuple(
            failure(each)
            for part in _PARTS
            if part not in ("tests", "examples")
            for each in entries.get(part, ())
            if each["status"] != "ok"
        ),
        manifest["left_out"],
        documents,
    )


def failure(entry: Json) -> Failure:
    """What a measurement that gave nothing says."""
    said = [line for line in entry["stderr"].splitlines() if line.strip()]
    told, _, _ = read_output(entry.get("result"), {})
    how = {
        "signal": f"signal {entry['code']}",
        "timeout": f"did not end within {entry['seconds']:.0f} s",
    }.get(entry["status"], f"exit code {entry['code']}")
    wrong = entry["part"] == "suite" and entry["status"] == "failed" and entry["code"] == WRONG_RESULT
    return Failure(entry["cell"], f"{told or (said[-1] if said else 'no result')} ({how})", wrong)


def gpu_in_words(node: Json) -> str:
    """The GPU of a node with its driver and clocks; empty where it has none."""
    gpu = node.get("gpu")
    if not gpu:
        return ""
    words = [str(gpu.get("name", "unknown"))]
    if "compute_major" in gpu:
        words.append(f"compute capability {gpu['compute_major']}.{gpu.get('compute_minor', 0)}")
    words.append(f"driver {gpu.get('driver', 'unknown')} (CUDA {gpu.get('cuda', 'unknown')})")
    if "clock_sm_mhz" in gpu:
        words.append(
            f"SM clock {gpu['clock_sm_mhz']} of {gpu.get('most_clock_sm_mhz', '?')} MHz before the run"
        )
    elif "clock_khz" in gpu:
        words.append(f"clock up to {gpu['clock_khz'] / 1000:.0f} MHz")
    if "memory_clock_khz" in gpu:
        words.append(
            f"memory clock {gpu['memory_clock_khz'] / 1000:.0f} MHz, {gpu.get('bus_bits', '?')} bits"
        )
    if "memory_free" in gpu:
        words.append(f"{gpu['memory_free'] / 1e9:.1f} of {gpu['memory_total'] / 1e9:.1f} GB free")
    return ", ".join(words)


def _machine(node: Json) -> dict[str, str]:
    return {
        "processor": str(node.get("processor", "unknown")),
        "cores": str(node.get("cores", "unknown")),
        "system": str(node.get("system", "unknown")),
        "affinity": str(node.get("affinity", "unknown")),
        "governor": str(node.get("governor", "unknown")),
    }


def _suite(manifest: Json, node: Json, part: Json, date: str) -> Json:
    """The suite's results as ``bench run`` writes them."""
    records = [
        BuildRecord(
            **{
                **record,
                "built": tuple(
                    Built(**{**each, "variant": Variant(**each["variant"])}) for each in record["built"]
                ),
            }
        )
        for record in manifest["records"]
    ]
    by_variant = {
        (record.toolchain, each.variant): (record, each) for record in records for each in record.built
    }
    groups: dict[str, list[Json]] = defaultdict(list)
    failures: list[Failure] = []
    context: Json = {}
    for entry in part["entries"]:
        toolchain = manifest["cells"][entry["cell"]]["toolchain"]
        told, found, benchmark = read_output(entry.get("result"), manifest["environments"][toolchain])
        if entry["status"] == "ok" and benchmark and not told:
            context = context or found
            groups[entry["cell"]].append(
                {**benchmark, "load_avg": entry["load_avg"], "other_processors": None}
            )
        else:
            failures.append(failure(entry))
    cells = []
    for key, group in groups.items():
        about = manifest["cells"][key]
        record, built = by_variant[about["toolchain"], Variant(**about["variant"])]
        cells.append((Cell(record, built, about["n"], about["q"]), group))
    noted = {
        "command": "run.sh",
        "machine": _machine(node),
        "gpu": gpu_in_words(node),
        "seed": part["seed"],
        "repetitions": REPETITIONS,
        "min_time": MIN_TIME,
        "environment": dict(sorted(node.get("environment", {}).items())),
        "skipped": {each["cell"]: each["why"] for each in part["skipped"]},
        "failed": [asdict(each) for each in failures],
    }
    return document(cells, {**context, "date": date}, noted, records)


def _deep_copies(about: Json, node: Json, entries: Mapping[str, list[Json]], date: str) -> Json:
    """The deep copies as ``scripts/bench_deepcopy.py -o`` writes them."""
    maps = [each["result"] for each in entries.get("maps", ()) if each["status"] == "ok"]
    gpu = node.get("gpu")
    return {
        "schema": SCHEMA,
        "date": date,
        "command": ["run.sh"],
        "machine": {**_machine(node), **({"gpu": gpu["name"]} if gpu and "name" in gpu else {})},
        "records": [
            {"title": about[each["cell"]]["title"], "sweep": about[each["cell"]]["sweep"], **each["result"]}
            for each in sorted(entries["deepcopy"], key=lambda each: each["cell"])
            if each["status"] == "ok"
        ],
        "small": [],
        "openmp_maps": maps[0] if maps else None,
        "goals": [],
    }


def _copies(result: Json) -> Copies:
    seconds = {name: tuple(map(float, value)) for name, value in result.items() if isinstance(value, list)}
    return Copies(str(result["device"]), int(result["bytes"]), seconds)


_TOLERANCE = 1e-6
"""A device adds in another order: numbers of the examples may differ by this share of themselves."""


def _verdicts(entries: Sequence[tuple[Json, Json]]) -> tuple[Verdict, ...]:
    """What each test and example did. That a control fails says something only where another test runs."""
    found = [_verdict(entry, about) for entry, about in entries]
    for number, (entry, about) in enumerate(entries):
        if entry["part"] == "tests" and found[number].good and not about["fails"]:
            return tuple(found)
    for number, (_, about) in enumerate(entries):
        if about["fails"]:
            told = f"{found[number].found}; no other test ran on this device"
            found[number] = replace(found[number], good=False, found=told)
    return tuple(found)


def _verdict(entry: Json, about: Json) -> Verdict:
    said = (entry["stderr"].strip().splitlines() or [""])[-1]
    ended = "prints what the host prints" if entry["status"] == "ok" else f"{entry['status']} {entry['code']}"
    if about["fails"]:
        good = entry["status"] in ("signal", "failed")
        return Verdict(
            entry["cell"], good, "fails: a kernel follows a host pointer", f"{ended}; {said}".strip("; ")
        )
    if entry["status"] != "ok":
        return Verdict(entry["cell"], False, "prints what the host prints", f"{ended}; {said}".strip("; "))
    apart = difference(about["stdout"], entry["stdout"])
    exact = entry["part"] == "tests"
    if apart is None or (exact and apart):
        return Verdict(entry["cell"], False, "prints what the host prints", "prints something else")
    if apart > _TOLERANCE:
        return Verdict(
            entry["cell"], False, "prints what the host prints", f"numbers differ by up to {apart:.1g}"
        )
    return Verdict(
        entry["cell"],
        True,
        "prints what the host prints",
        ended if not apart else f"numbers differ by up to {apart:.1g} of themselves",
    )


def difference(expected: str, found: str) -> float | None:
    """The largest difference of two outputs' numbers, relative; None where they differ in something else."""
    left, right = expected.split(), found.split()
    if len(left) != len(right):
        return None
    most = 0.0
    for one, other in zip(left, right, strict=True):
        if one != other:
            try:
                a, b = float(one), float(other)
            except ValueError:
                return None
            most = max(most, abs(a - b) / max(abs(a), abs(b), 1e-300))
    return most


def _counters(entry: Json, about: Json, predicted: Json) -> Counters:
    variant = Variant(**about["variant"])
    return Counters(variant, read_ncu(entry["stdout"]), predicted.get(variant.name, {}))


def read_ncu(text: str) -> dict[str, float]:
    """The metrics of the suite's kernel in what ``ncu --csv --metrics`` prints, by name.

    The first one that is not the harness's own, which asks where it runs.

    (Nsight Compute's command line guide, "Output": a line of CSV a metric, with 'Metric Name' and
    'Metric Value'; values have commas.)
    """
    import csv

    lines = text.splitlines()
    begin = next((i for i, line in enumerate(lines) if '"Metric Name"' in line), None)
    if begin is None:
        return {}
    found: dict[str, float] = {}
    for row in csv.DictReader(lines[begin:]):
        name, value = row.get("Metric Name"), row.get("Metric Value")
        if name and value and "pc_bench_" not in (row.get("Kernel Name") or ""):
            try:
                found.setdefault(name, float(value.replace(",", "")))
            except ValueError:
                continue
    return found


def write_documents(returned: Returned, folder: Path) -> list[Path]:
    """Write the results as the other commands read them; the paths. Raises ``OSError``."""
    from pointerchain.files import write_whole

    for name, content in returned.documents.items():
        write_whole(str(folder / name), (json.dumps(content, indent=1) + "\n").encode())
    return [folder / name for name in returned.documents]
