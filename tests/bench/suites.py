# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Building and running programs of the microbenchmarks in tests, by way of ``testlib``."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
import testlib
from testlib import warm
from testlib.compilers import linker

from pointerchain.bench import build, generate, model
from pointerchain.bench.model import Variant
from pointerchain.toolchain import Installation, Toolchain, toolchain

JOBS = 2
# What a benchmark says of the hour and of the machine is not the same each time: here it is 0.
CHANGES = (
    "date|host_name|executable|num_cpus|mhz_per_cpu|cpu_scaling_enabled|iterations|real_time|cpu_time"
    "|(median|seconds)_[a-z]+"
)
SCRIPT = rf"""s/^( *"({CHANGES})": )[^,]*/\10/; s/^( *"load_avg": ).*/\1[],/"""
WITHOUT_TIMES = ("bash", "-o", "pipefail", "-c", f'"$0" "$@" | sed -E \'{SCRIPT}\'')


@dataclass(frozen=True)
class Ran:
    """What a program gave: its exit code, what it said, and its one benchmark (empty where it has none)."""

    code: int
    stderr: str
    benchmark: dict[str, Any]
    context: dict[str, Any]


class Compilers:
    """Is ``subprocess`` for ``pointerchain.bench.build``, and runs compilers by way of ``testlib``."""

    def __init__(self, top: Path) -> None:
        self._top, self._folder = top, top / "run"
        self._folder.mkdir()
        self._built: dict[str, testlib.Built] = {}
        self._one_at_a_time = Lock()

    def program(self, path: Path) -> testlib.Built:
        return self._built[str(path)]

    def run(
        self, command: Sequence[str], *, env: Mapping[str, str], **_: object
    ) -> subprocess.CompletedProcess[str]:
        if command[0] == sys.executable:
            with self._one_at_a_time:
                return warm.run(command[3:], env=env)
        output = command[command.index("-o") + 1]
        # What is known is not made, and what is not there is not taken for what was built before.
        Path(output).unlink(missing_ok=True)
        # From a folder beside the suites', so that names are the same in each run.
        words = [re.sub(rf"^{re.escape(str(self._top))}/", "../", word) for word in command]
        built = testlib.build(words, self._folder, env={"LC_ALL": env["LC_ALL"]})
        self._built[output] = built
        return subprocess.CompletedProcess(command, built.returncode, built.stdout.decode(), built.errors)


@dataclass(frozen=True)
class Suite:
    """A built suite."""

    folder: Path
    record: build.BuildRecord
    compilers: Compilers

    def built(self, variant: Variant) -> build.Built:
        return next(each for each in self.record.built if each.variant == variant)

    def program(self, variant: Variant) -> testlib.Built:
        built = self.built(variant)
        assert built.program, built.reason
        return self.compilers.program(self.folder / built.program)

    def run(
        self,
        variant: Variant,
        *words: str,
        n: int = 100,
        q: int = 1,
        deterministic: bool = True,
        **environment: str,
    ) -> Ran:
        """Run a program, and know what became of it the next time where that is ``deterministic``."""
        arguments = [f"--n={n}", "--benchmark_min_time=0.0001", "--benchmark_format=json", *words]
        if variant.takes_q:
            arguments.append(f"--q={q}")
        done = self.program(variant).run(
            *arguments,
            deterministic=deterministic,
            env={**self.record.environment, **environment},
            prefix=WITHOUT_TIMES if deterministic else (),
            timeout=120,
        )
        try:
            data = json.loads(done.stdout)
            return Ran(done.returncode, done.errors, data["benchmarks"][0], data["context"])
        except ValueError:
            return Ran(done.returncode, done.errors, {}, {})

    def run_all(self, variants: list[Variant], **options: Any) -> dict[Variant, Ran]:
        with ThreadPoolExecutor(JOBS) as pool:
            done = pool.map(lambda variant: self.run(variant, **options), variants)
            return dict(zip(variants, done, strict=True))


def quick_linker() -> tuple[str, ...]:
    """Options by which clang links in a third of the time, where LLVM's linker is there."""
    option = linker()
    return (*option, "-Wno-unused-command-line-argument") if option else ()


def found_or_skip(name: str) -> tuple[Toolchain, Installation]:
    """The toolchain, or a skipped test that says what is missing."""
    each = toolchain(name)
    found = each.find()
    if not isinstance(found, Installation):
        pytest.skip(found.reason)
    if not any(Path(top, "include/benchmark/benchmark.h").exists() for top in ("/usr", "/usr/local")):
        pytest.skip("no Google Benchmark (Debian package libbenchmark-dev)")
    return each, found


class Workshop:
    """Where suites are made: each place is a folder below ``top`` in which one suite replaces the other.

    As always, what a suite shares with the one before it is not built again.
    """

    def __init__(self, top: Path) -> None:
        self._top, self._compilers = top, Compilers(top)

    def make(
        self,
        place: str,
        name: str,
        variants: list[Variant],
        *,
        flags: tuple[str, ...] = (),
        change: Callable[[Variant, str], str] = lambda _, text: text,
        installation: Callable[[Installation], Installation] = lambda found: found,
    ) -> Suite:
        """Generate and build ``variants``; ``change`` may spoil their sources in between."""
        each, found = found_or_skip(name)
        folder = self._top / place
        for path, variant in zip(generate.generate(variants, folder), variants, strict=True):
            text = path.read_text()
            path.write_text(change(variant, text))
        wanted = [variant for variant in variants if not model.why_not(variant, each)]
        # What gcc's linker says of tables of offloaded functions names a temporary file.
        flags = (*flags, *(quick_linker() if name == "clang" else ("-Wl,-z,notext",)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(build, "subprocess", self._compilers)
            record = build.build(folder, each, installation(found), wanted, JOBS, flags)
        return Suite(folder, record, self._compilers)


def without_figures(patch: pytest.MonkeyPatch) -> None:
    """Leave the figures of reports empty: drawing them takes nearly all of the time."""
    for function in ("pointerchain.bench.plots.grid", "pointerchain.bench.deepcopy_report.dots"):
        patch.setattr(function, lambda *_, **__: "<svg></svg>")


def all_good(suite: Suite) -> None:
    """Fail with the reasons where a program could not be built."""
    assert [each.reason for each in suite.record.built if not each.program] == []


def have(program: str) -> bool:
    return shutil.which(program) is not None
