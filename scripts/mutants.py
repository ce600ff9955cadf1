# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Break the translator on purpose, one edit at a time, and say who notices.

    python scripts/mutants.py                          every row of tests/mutants
    python scripts/mutants.py checks/links.py -v       the rows of a file, with what each input became
    python scripts/mutants.py link-assigned --fuzz     one row, and random programs are run as well
    python scripts/mutants.py --part today/14          a fourteenth of the rows, another one each day

Each row is done to a copy of the package in a temporary folder, and every case, and random programs of
tests/progen, are translated with that. It is noticed by the validator where that refuses an input that the
rest lets pass, by the cases where one becomes another text or diagnostics, by the fuzzer where a program does
not do what it did. A row of kind ``loops`` is noticed by a test of tests/suggest that fails, or by random
loops, one of kind ``flow`` by a test of tests/analysis or by these, one of kind ``fortran`` by a test of
tests/fortran or by random Fortran programs, one of kind ``place`` by a test of tests/place or by random
programs whose objects are placed. Of a row that changes a translation's meaning through a link, root,
subscript, scope or occurrence the validator has to refuse every input that is let pass, alone. Exit code 0
where each row is noticed so. Who noticed a row is kept in ``build/mutants`` and asked first the next time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from mutants.judge import Input, names  # noqa: E402
from mutants.rows import Row, StaleRow, read  # noqa: E402
from testlib.parts import Part  # noqa: E402

PATIENCE = 120
"""Seconds for one input, which takes two at most."""
TABLES = {"dialects/openacc.py": "acc", "dialects/openmp.py": "omp"}
"""What is loaded for sources only that hold a word."""
UNUSABLE, NO_TESTS = 4, 5
"""Exit codes of pytest that say nothing of a breakage."""
WITNESSES = ROOT / "build" / "mutants" / "witnesses.json"
REMEMBERED = 3
"""How many inputs or tests that noticed a row are kept of it."""
Results = dict[str, dict[str, Any]]


class Suite(NamedTuple):
    """Tests that notice a kind of rows: their folder and names, an expression that chooses among them, and
    what makes random programs, with its options, of which the last is followed by how many, and what it
    says where nothing is wrong."""

    folder: str
    names: tuple[str, ...]
    chosen: str
    fuzzer: str
    options: tuple[str, ...]
    nothing: str


SUITES = {
    "loops": Suite(
        "tests/suggest",
        (
            "reloads",
            "chains",
            "pointer_types",
            "device_loops",
            "device_data",
            "clauses",
            "hazards",
            "promise_directive",
            "other_sources",
            "written",
            "threads",
            "punning",
            "ranges",
            "readers",
            "templates",
            "callees",
            "streams",
            "indirect",
        ),
        "",
        "scripts/fuzz_auto.py",
        ("--shrink", "0", "-n"),
        "failures: none",
    ),
    "flow": Suite(
        "tests/analysis",
        ("cfg", "environment", "order", "two_objects"),
        "",
        "scripts/fuzz_auto.py",
        ("--shrink", "0", "-n"),
        "failures: none",
    ),
    "fortran": Suite(
        "tests/fortran",
        ("cases", "other_sources", "includes", "chains"),
        "lists or other_sources or counts or (hoisted_program_prints and fcheck)",
        "tests/fortran/chain_programs.py",
        ("--rotate", "--count"),
        " 0 differences",
    ),
    "place": Suite(
        "tests/place",
        ("places", "sources"),
        "not prints_the_same and not of_file_scope and not another_source_uses",
        "scripts/fuzz_apply.py",
        ("-n",),
        " 0 differ ",
    ),
}


@dataclass
class Notice:
    """Who noticed a row."""

    row: Row
    tried: int = 0
    validator: list[str] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)
    """Inputs that are translated, and were refused; or whose programs do something else now."""
    harmless: list[str] = field(default_factory=list)
    """Those that were translated, of which nothing is hoisted, or which the row excuses.

    Their programs do what they did.
    """
    explained: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    """Inputs for which the translator fails or finds no end."""
    fuzz: str = ""
    stale: str = ""
    complete: bool = True
    """Whether all inputs were tried that reach the breakage."""

    @property
    def noticed(self) -> bool:
        """Whether anybody did."""
        return bool(self.validator or self.cases or self.faults or self.fuzz)

    @property
    def enough(self) -> bool:
        """Whether those have who have to."""
        return self.noticed and (bool(self.validator) or not self.row.means)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the tests, or with the row."""
        if self.stale:
            return [self.stale]
        out = [] if self.noticed else [f"{self.row.name}: nobody notices that {self.row.breaks}"]
        if self.row.means:
            if not self.validator:
                out.append(f"{self.row.name}: the validator refuses nothing")
            out += [f"{self.row.name}: {name} passes the validator" for name in self.slips]
        unneeded = self.row.harmless.keys() - self.explained if self.complete else ()
        out += [
            f"{self.row.name}: {name} is not let pass: say no more that it is harmless" for name in unneeded
        ]
        return out


class Witnesses:
    """Who noticed each row in former runs: inputs or tests, the first to be asked of it again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._names: dict[str, list[str]] = json.loads(path.read_text()) if path.exists() else {}
        self._lock = threading.Lock()

    def of(self, row: Row) -> list[str]:
        """Those of a row."""
        return self._names.get(row.name, [])

    def keep(self, row: Row, names: Sequence[str]) -> None:
        """Keep those of a row, on the disk too: a run that is interrupted has told the next one."""
        with self._lock:
            self._names[row.name] = list(names[:REMEMBERED])
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part = self._path.with_suffix(".part")
            part.write_text(json.dumps(self._names, indent=0, sort_keys=True))
            part.replace(self._path)


@contextmanager
def copy(row: Row | None) -> Iterator[Path]:
    """A folder with the package, broken by a row, and what translates the inputs with it."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        shutil.copytree(ROOT / "pointerchain", folder / "pointerchain")
        (folder / "scripts").mkdir()
        shutil.copy(ROOT / "scripts" / "fuzz.py", folder / "scripts")
        (folder / "tests").mkdir()
        shutil.copy(ROOT / "tests" / "caselib.py", folder / "tests")
        for each in ("progen", "mutants", "testlib"):
            shutil.copytree(ROOT / "tests" / each, folder / "tests" / each)
        (folder / "tests" / "cases").symlink_to(ROOT / "tests" / "cases")
        if row is not None:
            path = row.path(folder)
            path.write_text(row.broken(path.read_text()))
        yield folder


def translated(folder: Path, inputs: Sequence[str], watch: Mapping[str, Any]) -> Results:
    """What the translator in a folder makes of the inputs; the one that takes too long is the last."""
    command = [sys.executable, str(folder / "tests" / "mutants" / "judge.py")]
    judge = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert judge.stdin is not None
    assert judge.stdout is not None
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in judge.stdout or ():
            lines.put(line)
        lines.put("")

    threading.Thread(target=listen, daemon=True).start()
    judge.stdin.write(json.dumps({"inputs": list(inputs), "watch": watch}))
    judge.stdin.close()
    out: Results = {}
    at = ""
    try:
        while line := lines.get(timeout=PATIENCE):
            said = json.loads(line)
            if "begins" in said:
                at = said["begins"]
            else:
                out[said["name"]] = said
    except queue.Empty:
        out[at] = {"text": None, "codes": [], "proof": False, "wrong": "no end", "crash": "no end"}
    finally:
        judge.kill()
    if judge.wait() and len(out) < len(inputs) and at not in out:
        out[at or inputs[0]] = {
            "text": None,
            "codes": [],
            "proof": False,
            "wrong": "it died",
            "crash": "died",
        }
    return out


def unbroken(rows: Sequence[Row], inputs: Sequence[str], jobs: int) -> Results:
    """What the translator as it is makes of the inputs, and which breakages each input reaches.

    Kept in ``build/mutants`` for as long as nothing changes.
    """
    kept = ROOT / "build" / "mutants" / f"{fingerprint(inputs)}.json"
    out: Results = json.loads(kept.read_text()) if kept.exists() else {}
    places = {row.name: row.key(ROOT) for row in rows}
    known = set(out[inputs[0]]["asked"]) if out else set()
    new = {key for key in places.values() if key is not None} - known
    if new or not out:
        watch: dict[str, dict[str, tuple[int, int]]] = {}
        for key in new:
            file, first, last = key.split(":")
            watch.setdefault(file, {})[key] = (int(first), int(last))
        with copy(None) as folder, ThreadPoolExecutor(jobs) as pool:
            for part in pool.map(lambda k: translated(folder, inputs[k::jobs], watch), range(jobs)):
                for name, found in part.items():
                    was = out.get(name, {"reached": []})
                    out[name] = {**found, "reached": sorted({*was["reached"], *found["reached"]})}
        for name in inputs:
            out.setdefault(name, {"wrong": "no answer", "reached": [], "dialects": []})
        out[inputs[0]]["asked"] = sorted(known | new)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(out))
    return out


def fingerprint(inputs: Sequence[str]) -> str:
    """What the answers depend on: the package, the inputs and what makes them."""
    digest = hashlib.sha256("\n".join(inputs).encode())
    for folder in (
        "pointerchain",
        "tests/cases",
        "tests/progen",
        "tests/caselib.py",
        "tests/mutants/judge.py",
    ):
        start = ROOT / folder
        for path in sorted(start.rglob("*")) if start.is_dir() else [start]:
            if path.is_file() and path.suffix != ".pyc":
                digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def notice(
    row: Row, before: Results, witnesses: Witnesses, fuzz: bool, programs: int, at_once: int
) -> Notice:
    """Try one row: its witnesses, so many inputs, and more where nobody notices.

    Of a row that the validator has to notice more inputs are asked at once: one that passes is sought.
    """
    out = Notice(row)
    key, word = row.key(ROOT), TABLES.get(row.file)
    inputs = [name for name, was in before.items() if key is None or key in was["reached"]]
    inputs = [name for name in inputs if word is None or word in before[name]["dialects"]]
    if at_once:
        random.Random(row.name).shuffle(inputs)
        inputs.sort(key=lambda name: not any(fnmatch(name, f"*{pattern}") for pattern in row.first))
        inputs.sort(key=lambda name: name not in witnesses.of(row))
    first = len(witnesses.of(row)) if at_once and not row.means else 0
    with copy(row) as folder:
        while inputs and not out.enough:
            size = first or at_once or len(inputs)
            some, inputs, first = inputs[:size], inputs[size:], 0
            for name, now in translated(folder, some, {}).items():
                compare(out, name, before[name], now)
        out.complete = not inputs
        if fuzz or not out.noticed:
            out.fuzz = fuzzed(folder, programs)
    noticing = [line.partition(": ")[0] for line in (*out.validator, *out.cases, *out.faults)]
    witnesses.keep(row, list(dict.fromkeys(noticing)))
    return out


def noticed_by_tests(row: Row, witnesses: Witnesses, fuzz: bool, programs: int) -> Notice:
    """Try one row that a suite of tests notices: its witnesses first, then all of these."""
    out = Notice(row)
    suite = SUITES[row.kind]
    with copy(row) as folder:
        shutil.copytree(ROOT / suite.folder, folder / suite.folder)
        shutil.copy(ROOT / "tests" / "conftest.py", folder / "tests")
        shutil.copy(ROOT / "pyproject.toml", folder)
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        names = sorted(suite.names, key=lambda name: not row.name.startswith(name[:5]))
        tests = [f"{suite.folder}/test_{name}.py" for name in names]
        chosen = ["-k", suite.chosen] if suite.chosen else []
        known = [test for test in witnesses.of(row) if (folder / test.partition("::")[0]).exists()]
        for asked in ([known] if known else []) + [[*chosen, *tests]]:
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *asked]
            command += [f"--outcomes={ROOT / 'build' / 'outcomes'}"]
            ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            if ran.returncode in (UNUSABLE, NO_TESTS) and asked is not known:
                sys.exit(f"mutants: the tests of {suite.folder} cannot run: {ran.stdout}{ran.stderr}")
            if ran.returncode == 1:
                break
        failed = [line.split(" ", 1)[1] for line in ran.stdout.splitlines() if line.startswith("FAILED")]
        out.cases = failed
        witnesses.keep(row, [line.partition(" - ")[0] for line in failed])
        if ran.returncode not in (0, 1):
            out.faults.append(ran.stdout.strip().rpartition("\n")[2])
        out.tried = 1
        if fuzz or not out.noticed:
            if not (folder / suite.fuzzer).exists():
                shutil.copy(ROOT / suite.fuzzer, folder / suite.fuzzer)
            command = [sys.executable, suite.fuzzer, *suite.options, str(programs)]
            ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
            out.fuzz = "" if suite.nothing in ran.stdout else "random programs"
    return out


def compare(out: Notice, name: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Note what a breakage makes of an input."""
    row = out.row
    out.tried += 1
    if "crash" in now:
        out.faults.append(f"{name}: {now['crash'].strip().splitlines()[-1]}")
    if now["proof"] and not was["proof"]:
        out.validator.append(name)
    if now["wrong"]:
        out.cases.append(f"{name}: {now['wrong']}")
    if now["text"] is None or now["text"] == was["text"]:
        return
    bare = name.removeprefix("cases/")
    known = [pattern for pattern in row.harmless if fnmatch(bare, pattern)]
    does = Input(name).difference(now["text"].encode("latin-1")) if row.means else ""
    excused = known or not now["hoisted"] or was["text"] is not None
    if row.means and excused and not does:
        out.harmless.append(bare)
        out.explained.update(known)
    else:
        out.slips.append(f"{bare}: {does}" if does else bare)


def fuzzed(folder: Path, programs: int) -> str:
    """What goes wrong with random programs, before and after their translation; '' where nothing does."""
    command = [
        sys.executable,
        str(folder / "scripts" / "fuzz.py"),
        "-n",
        str(programs),
        "--quick",
        "--small",
        "--shrink",
        "0",
    ]
    ran = subprocess.run(command, capture_output=True, text=True)
    if not ran.returncode:
        return ""
    said = [line.split() for line in ran.stdout.partition("failures:\n")[2].partition(":")[0].splitlines()]
    return (
        ", ".join(f"{line[0]} {line[1]}" for line in said if len(line) == 2 and line[0].isdigit()) or "fails"
    )


def show(one: Notice, width: int, verbose: bool) -> None:
    """A row of the table."""
    counts = f"{one.tried:6} {len(one.validator):9} {len(one.cases):5} {len(one.faults):6}"
    passes = f"{len(one.slips)}+{len(one.harmless)}" if one.harmless else f"{len(one.slips)}"
    print(f"{one.row.name:{width}}  {one.row.kind:11} {counts} {passes:>6}  {one.fuzz}", flush=True)
    if verbose:
        for title in ("validator", "cases", "faults", "slips", "harmless"):
            for line in getattr(one, title):
                print(f"    {title:9} {line}")


def main() -> int:
    """Try the rows and print who noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rows", nargs="*", help="names, kinds or files of rows, '*' allowed (default all)")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument("-v", "--verbose", action="store_true", help="what every input became")
    parser.add_argument(
        "--part", metavar="K/N", help="the K-th of N parts of them; 'today/N': another one each day"
    )
    parser.add_argument("--fuzz", action="store_true", help="run random programs for noticed rows, too")
    parser.add_argument("-n", type=int, default=400, help="programs to run for a row (default 400)")
    parser.add_argument("--programs", type=int, default=1, help="random programs of each kind (default 1)")
    parser.add_argument(
        "--at-once",
        type=int,
        default=120,
        help="inputs of a row, drawn by chance, until it is noticed; 0: all (default 120)",
    )
    args = parser.parse_args()
    start = time.monotonic()
    every = read()
    asked = [
        row
        for row in every
        if not args.rows
        or any(fnmatch(key, ask) for ask in args.rows for key in (row.name, row.kind, row.file))
    ]
    if not asked:
        parser.error("no row is called so")
    if args.part is not None:
        try:
            part = Part.read(args.part)
        except ValueError as error:
            parser.error(str(error))
        asked = [row for row in asked if part.has(row.name)]
        print(f"part {part.number} of {part.of}", file=sys.stderr)
    fitting, found = [], []
    for row in every:
        try:
            row.place(row.path().read_text())
            fitting.append(row)
        except StaleRow as error:
            if row in asked:
                found.append(Notice(row, stale=str(error)))
    rows = [row for row in asked if row in fitting]
    tested = [row for row in rows if row.kind in SUITES]
    rows = [row for row in rows if row.kind not in SUITES]
    inputs = list(names(args.programs)) if rows else []
    before = unbroken([row for row in fitting if row.kind not in SUITES], inputs, args.j) if rows else {}
    failing = [f"{name}: {was['wrong']} without a breakage" for name, was in before.items() if was["wrong"]]
    before = {name: was for name, was in before.items() if not was["wrong"]}
    print(f"{len(inputs)} inputs, {len(rows) + len(tested)} rows", file=sys.stderr)
    width = max((len(row.name) for row in asked), default=0)
    witnesses = Witnesses(WITNESSES)
    print(f"{'':{width}}  {'kind':11} {'inputs':>6} {'validator':>9} {'cases':>5} faults passes  fuzz")
    with ThreadPoolExecutor(args.j) as pool:
        tried = chain(
            pool.map(lambda row: notice(row, before, witnesses, args.fuzz, args.n, args.at_once), rows),
            pool.map(lambda row: noticed_by_tests(row, witnesses, args.fuzz, args.n), tested),
        )
        for one in tried:
            found.append(one)
            show(one, width, args.verbose)
    problems = [*failing, *(problem for one in found for problem in one.problems)]
    validator = sum(bool(one.validator) for one in found)
    print(f"{len(found)} rows, {validator} noticed by the validator, {len(problems)} problems, ", end="")
    print(f"{time.monotonic() - start:.0f} s")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
