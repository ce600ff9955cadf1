# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Building and running programs of the microbenchmarks in tests."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pointerchain.bench import build, generate, model
from pointerchain.bench.model import Variant
from pointerchain.toolchain import Installation, Toolchain, toolchain

JOBS = 2


@dataclass(frozen=True)
class Ran:
    """What a program gave: its exit code, what it said, and its one benchmark (empty where it has none)."""

    code: int
    stderr: str
    benchmark: dict[str, Any]
    context: dict[str, Any]


@dataclass(frozen=True)
class Suite:
    """A built suite."""

    folder: Path
    record: build.BuildRecord

    def built(self, variant: Variant) -> build.Built:
        return next(each for each in self.record.built if each.variant == variant)

    def run(self, variant: Variant, *words: str, n: int = 100, q: int = 1, **environment: str) -> Ran:
        built = self.built(variant)
        assert built.program, built.reason
        command = [str(self.folder / built.program), f"--n={n}", "--benchmark_min_time=0.0001"]
        command += ["--benchmark_format=json", *words]
        if variant.takes_q:
            command.append(f"--q={q}")
        full = {**os.environ, **self.record.environment, **environment}
        done = subprocess.run(command, capture_output=True, text=True, env=full, timeout=120)
        try:
            data = json.loads(done.stdout)
            return Ran(done.returncode, done.stderr, data["benchmarks"][0], data["context"])
        except ValueError:
            return Ran(done.returncode, done.stderr, {}, {})

    def run_all(self, variants: list[Variant], **options: Any) -> dict[Variant, Ran]:
        with ThreadPoolExecutor(JOBS) as pool:
            done = pool.map(lambda variant: self.run(variant, **options), variants)
            return dict(zip(variants, done, strict=True))


def found_or_skip(name: str) -> tuple[Toolchain, Installation]:
    """The toolchain, or a skipped test that says what is missing."""
    each = toolchain(name)
    found = each.find()
    if not isinstance(found, Installation):
        pytest.skip(found.reason)
    if not any(Path(top, "include/benchmark/benchmark.h").exists() for top in ("/usr", "/usr/local")):
        pytest.skip("no Google Benchmark (Debian package libbenchmark-dev)")
    return each, found


def make(
    folder: Path,
    name: str,
    variants: list[Variant],
    *,
    flags: tuple[str, ...] = (),
    change: Callable[[Variant, str], str] = lambda _, text: text,
    installation: Callable[[Installation], Installation] = lambda found: found,
) -> Suite:
    """Generate and build ``variants``; ``change`` may spoil their sources in between."""
    each, found = found_or_skip(name)
    for path, variant in zip(generate.generate(variants, folder), variants, strict=True):
        text = path.read_text()
        path.write_text(change(variant, text))
    wanted = [variant for variant in variants if not model.why_not(variant, each)]
    return Suite(folder, build.build(folder, each, installation(found), wanted, JOBS, flags))


def all_good(suite: Suite) -> None:
    """Fail with the reasons where a program could not be built."""
    assert [each.reason for each in suite.record.built if not each.program] == []


def have(program: str) -> bool:
    return shutil.which(program) is not None
