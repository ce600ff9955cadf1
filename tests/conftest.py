# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What every test module shares: the flags, and signals as a terminal leaves them."""

from __future__ import annotations

import gc
import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from testlib.plugin import ByTurns, Costs, KeptOutcomes, LongTier, add_options

if TYPE_CHECKING:
    from terminal import Terminal

# How long something takes says how busy the machine is, not whether it is right. The examples are the same in
# every run, so that a change is judged by what it changed; --hypothesis-profile=random draws new ones.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fixed", settings.get_profile("random"), derandomize=True)
settings.load_profile("fixed")

# A shell that runs the tests in the background has them, and what they start, ignore an interruption.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the .expected files of tests/cases")
    parser.addoption(
        "--no-skips", action="store_true", help="fail where a test is skipped that set-up could have seen to"
    )
    add_options(parser)


WANTING = re.compile(
    r"compiled, but there is no GPU to run it on .*|no nvcc \(NVIDIA CUDA toolkit\)"
    r"|needs POINTERCHAIN_COMD, .*|.*needs Python 3\.11|PC_PLACE_TABLE names no table of placements"
)
"""What set-up cannot see to: the reasons of these skips are fine with ``--no-skips``."""


class NoSkips:
    """Make a run fail in which a test was skipped for another reason than those that are known."""

    def __init__(self) -> None:
        self.unknown: list[tuple[str, str]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if not report.skipped or hasattr(report, "wasxfail"):
            return
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if not WANTING.fullmatch(reason):
            self.unknown.append((report.nodeid, reason))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.unknown and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.unknown:
            terminalreporter.section("skipped, which --no-skips does not allow", red=True)
        for test, reason in self.unknown:
            terminalreporter.line(f"{test}: {reason}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(KeptOutcomes(config), "kept-outcomes")
    config.pluginmanager.register(ByTurns(), "by-turns")
    config.pluginmanager.register(LongTier(config), "long-tier")
    if config.getoption("--costs"):
        config.pluginmanager.register(Costs(config), "costs")
    # Workers of pytest-xdist report to the one that started them, which alone judges.
    if config.getoption("--no-skips") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(NoSkips(), "no-skips")


def pytest_collection_finish() -> None:
    """Spare the collector all that was collected: it is there to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether ``--update`` was given."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Terminal:
    """The command line, with a translator that is a fake."""
    # Here, so that a copy of this file works alone.
    import fake_translator
    from terminal import Terminal

    monkeypatch.setattr("pointerchain.translator.translate", fake_translator.translate)
    monkeypatch.chdir(tmp_path)
    return Terminal(tmp_path, capfdbinary)
