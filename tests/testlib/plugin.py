# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pytest's side of ``outcomes``: where they are kept, that only those of passing tests are, and the closing line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from testlib import compiling
from testlib.outcomes import Outcomes

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "outcomes"


class KeptOutcomes:
    """Keeps outcomes in a run of pytest, and says at its end how many there were."""

    def __init__(self, config: pytest.Config) -> None:
        self._is_worker = hasattr(config, "workerinput")
        self._folder = None if config.getoption("--cold") else FOLDER
        self._counts: Counter[str] = Counter()
        self._problems: set[str] = set()
        self._has_failed = False
        compiling.outcomes = Outcomes(self._folder)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._has_failed = report.failed or (self._has_failed and report.when != "setup")
        if self._has_failed:
            compiling.outcomes.failed()
        elif report.when == "teardown":
            compiling.outcomes.passed()
        return report

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        counts, problem = getattr(node, "workeroutput", {}).get("outcomes", ({}, ""))
        self._note(counts, problem)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        mine = compiling.outcomes
        if self._is_worker:
            session.config.workeroutput["outcomes"] = (dict(mine.counts), mine.problem)
        else:
            self._note(mine.counts, mine.problem)
            mine.tidy()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for problem in sorted(self._problems):
            terminalreporter.line(f"outcomes are not kept: {problem}", yellow=True)
        if not self._is_worker and self._counts:
            terminalreporter.line(self.closing_line())

    def closing_line(self) -> str:
        """How many compilations and runs of programs there were, and how many of them were known."""
        counts = self._counts
        line = f"outcomes: {counts['built']} compilations and {counts['ran']} runs of what they made"
        if self._folder is None:
            return f"{line}, all of them done (--cold)"
        return (
            f"{line}; {counts['kept']} were known ({self._folder.relative_to(ROOT)}),"
            f" {counts['again']} of these done again and the same"
        )

    def _note(self, counts: dict[str, int] | Counter[str], problem: str) -> None:
        self._counts.update(counts)
        self._problems |= {problem} - {""}
