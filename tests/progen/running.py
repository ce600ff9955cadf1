# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Runs the files of a fuzzer's plan in processes, as long as they may take, and counts what came of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, Protocol, TypeVar


class Run(Protocol):
    """A file of a plan."""

    def run(self) -> Any:
        """Check it; what came of it has ``functions`` and ``failures``."""


R = TypeVar("R", bound=Run)


def reports(plan: Iterable[R], processes: int, minutes: float | None) -> Iterator[tuple[R, Any]]:
    """Each file with its report, as they end; no more of them after so many minutes. Says how far it is."""
    start, functions, failures = time.monotonic(), 0, 0
    with ProcessPoolExecutor(processes) as pool:
        jobs = {pool.submit(job.run): job for job in plan}
        for done in as_completed(jobs):
            report = done.result()
            yield jobs[done], report
            functions, failures = functions + report.functions, failures + len(report.failures)
            print(f"\r{functions} functions, {failures} failures", end="", file=sys.stderr)
            if minutes and time.monotonic() - start > 60 * minutes:
                pool.shutdown(cancel_futures=True)
                break
    print(file=sys.stderr)
