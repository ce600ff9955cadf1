# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pytest's side of what all tests share: which outcomes are kept, and which part of the long tier is run."""

from __future__ import annotations

import json
import resource
import zlib
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from testlib import compiling, warm
from testlib.outcomes import Outcomes
from testlib.parts import Part

ROOT = Path(__file__).resolve().parents[2]
COMPILER = {"compiler", "compilers"}
"""How tests call their parameter that is a compiler, or those of a build."""


def add_options(parser: pytest.Parser) -> None:
    """The options of the classes below."""
    parser.addoption(
        "--cold", action="store_true", help="compile and run all programs, whatever is known from former runs"
    )
    parser.addoption(
        "--outcomes",
        metavar="DIR",
        default="build/outcomes",
        help="where it is kept what compilers said and programs did (build/outcomes)",
    )
    parser.addoption(
        "--part",
        metavar="K/N",
        default="1/1",
        help="of the tests of the long tier, run the K-th of N parts; 'today/N' is another one each day",
    )
    parser.addoption(
        "--costs",
        metavar="FILE",
        help="write what each test file cost: tests, compilations, runs, seconds",
    )


class LongTier:
    """Leaves out the tests of the long tier that are not of the part that is run, and names that part."""

    def __init__(self, config: pytest.Config) -> None:
        try:
            self.part = Part.read(config.getoption("--part"))
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        left = [item for item in items if item.get_closest_marker("long") and not self.part.has(item.nodeid)]
        if left:
            config.hook.pytest_deselected(items=left)
            items[:] = [item for item in items if item not in set(left)]

    def pytest_report_header(self) -> str | None:
        number, of = self.part
        return (
            f"long tier: part {number} of {of}; another one each day, or by --part K/{of}" if of > 1 else None
        )


class ByTurns:
    """Of a test that is asked of several compilers ``make test`` runs one, and the long tier runs the others.

        test_c[gcc-O0], test_c[clang-O0], test_c[gcc-O2], test_c[clang-O2]  ->  one of -O0 is long, one of -O2

    Rows of a table come to different compilers, and a row always to the same one.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        questions: dict[str, list[pytest.Item]] = {}
        for item in items:
            question = _beside_its_compiler(item)
            if question and not item.get_closest_marker("long"):
                questions.setdefault(question, []).append(item)
        for question, asked in questions.items():
            turn = zlib.crc32(question.encode()) % len(asked)
            for item in asked[:turn] + asked[turn + 1 :]:
                item.add_marker(pytest.mark.long)


def _beside_its_compiler(item: pytest.Item) -> str:
    """A test's name and parameters but the compiler; nothing where that is no parameter by itself."""
    call = getattr(item, "callspec", None)
    if call is None or not COMPILER & set(call.params) or len(call.params) != len(call._idlist):
        return ""
    ids = [text for name, text in zip(call.params, call._idlist, strict=True) if name not in COMPILER]
    return "-".join([item.nodeid.partition("[")[0], *ids])


class KeptOutcomes:
    """Keeps outcomes in a run of pytest, and says at its end how many there were."""

    def __init__(self, config: pytest.Config) -> None:
        self._is_worker = hasattr(config, "workerinput")
        self._name = config.getoption("--outcomes")
        self._folder = None if config.getoption("--cold") else ROOT / self._name
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
            f"{line}; {counts['kept']} were known ({self._name}),"
            f" {counts['again']} of these done again and the same; {counts['files']} files"
            " of others were not built anew"
        )

    def _note(self, counts: dict[str, int] | Counter[str], problem: str) -> None:
        self._counts.update(counts)
        self._problems |= {problem} - {""}


class Costs:
    """Writes what each test file cost, as JSON: ``{"tests/test_it.py": {"tests": 2, "seconds": 0.4, ...}}``.

    Seconds are those of processors, of the tests and all processes that they waited for.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._is_worker = hasattr(config, "workerinput")
        self._file = config.getoption("--costs")
        self._rows: dict[str, Counter[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before, counts = _seconds(), Counter(compiling.outcomes.counts)
        result = yield
        row = self._rows.setdefault(item.nodeid.split("::")[0], Counter())
        row.update({"tests": 1, "seconds": _seconds() - before})  # type: ignore[dict-item]
        row.update(compiling.outcomes.counts - counts)
        return result

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for name, row in getattr(node, "workeroutput", {}).get("costs", {}).items():
            self._rows.setdefault(name, Counter()).update(row)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        rows = {name: dict(row) for name, row in sorted(self._rows.items())}
        if self._is_worker:
            session.config.workeroutput["costs"] = rows
        else:
            Path(self._file).write_text(json.dumps(rows, indent=1) + "\n")


def _seconds() -> float:
    own = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own + warm.Server.seconds
