# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The command line: warnings and their options, diagnostics in files, faults. The translator is a fake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from terminal import BAD, HOISTED, MARKED, PLAIN, RAISE, WARN, Terminal

from pointerchain.diagnostics import warning_codes

# --- warnings ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "warning"),
        ("-Wno-unused-declare", None),
        ("-w", None),
        ("-w -Werror", None),
        ("-Werror -Wno-unused-declare", None),
        ("-Wno-unused-declare -Werror", None),
        ("-Wno-unused-declare -Wunused-declare", "warning"),
        ("-Wno-unused-declare -Werror=unused-declare", "error"),
        ("-Werror=unused-declare -Wno-unused-declare", None),
        ("-Werror", "error"),
        ("-Werror -Wno-error", "warning"),
        ("-Werror -Wno-error=unused-declare", "warning"),
        ("-Wno-error=unused-declare -Werror", "warning"),
        ("-Werror=unused-declare", "error"),
        ("-Werror=unused-declare -Wno-error", "error"),
        ("-Werror=unused-declare -Wno-error=unused-declare", "warning"),
        ("-Werror=guarded-chain", "warning"),
    ],
)
def test_warning_options(terminal: Terminal, words: str, says: str | None) -> None:
    terminal.write("a.c", WARN)
    outcome = terminal.translate("a.c", *words.split())
    if says is None:
        assert outcome == (0, WARN, "")
    elif says == "warning":
        assert (outcome.code, outcome.out) == (0, WARN)
        assert (
            "a.c:2:9: warning: declared chain 's->a' is not used in any region [-Wunused-declare]\n"
            in outcome.err
        )
        assert outcome.err.endswith("1 warning generated.\n")
    else:
        assert (outcome.code, outcome.out) == (1, b"")
        assert "a.c:2:9: error: declared chain 's->a' " in outcome.err
        assert "[-Werror,-Wunused-declare]\n" in outcome.err


def test_every_warning_can_be_named(terminal: Terminal) -> None:
    terminal.write("a.c", PLAIN)
    for code in warning_codes():
        assert terminal.translate("a.c", f"-W{code}", f"-Wno-{code}", f"-Wno-error={code}").code == 0


# --- diagnostics elsewhere ----------------------------------------------------------------


def test_sarif_on_standard_error_stands_alone(terminal: Terminal) -> None:
    terminal.write("a.c", BAD)
    terminal.write("b.c", WARN)
    outcome = terminal.translate(".", "--check", "--diagnostics-format", "sarif")
    assert (outcome.code, outcome.out) == (1, b"")
    results = json.loads(outcome.err)["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["call-in-chain", "unused-declare"]


def test_sarif_in_a_file(terminal: Terminal) -> None:
    terminal.write("a.c", BAD)
    outcome = terminal.translate("a.c", "--diagnostics-format=sarif", "--diagnostics-output=log.sarif")
    assert (outcome.code, outcome.out, outcome.err) == (1, b"", "1 error generated.\n")
    assert len(json.loads(Path("log.sarif").read_text())["runs"][0]["results"]) == 1


def test_sarif_of_a_clean_run_is_a_log_without_results(terminal: Terminal) -> None:
    terminal.write("a.c", PLAIN)
    terminal.translate("a.c", "--diagnostics-format=sarif", "--diagnostics-output=log.sarif")
    run = json.loads(Path("log.sarif").read_text())["runs"][0]
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is True


def test_text_in_a_file(terminal: Terminal) -> None:
    terminal.write("a.c", BAD)
    assert terminal.translate("a.c", "--diagnostics-output", "log.txt").err == "1 error generated.\n"
    assert Path("log.txt").read_text().startswith("a.c:2:9: error: ")


def test_sarif_on_standard_output(terminal: Terminal) -> None:
    terminal.write("a.c", BAD)
    words = ["--diagnostics-format=sarif", "--diagnostics-output", "-"]
    outcome = terminal.translate("a.c", "--check", *words)
    assert (outcome.code, outcome.err) == (1, "1 error generated.\n")
    assert len(json.loads(outcome.out)["runs"][0]["results"]) == 1
    assert terminal.translate("a.c", *words).code == 2


def test_diagnostics_do_not_overwrite_an_input(terminal: Terminal) -> None:
    terminal.write("a.c", BAD)
    for words in (["a.c", "--in-place"], [".", "--check"]):
        outcome = terminal.translate(*words, "--diagnostics-output", "./a.c")
        assert (outcome.code, terminal.files()["a.c"]) == (2, BAD)
        assert "'--diagnostics-output ./a.c' would overwrite an input" in outcome.err


def test_diagnostics_that_cannot_be_written(terminal: Terminal) -> None:
    terminal.write("a.c", PLAIN)
    outcome = terminal.translate("a.c", "--diagnostics-output", "no/such/log.txt")
    assert outcome.code == 1
    assert "error: cannot write 'no/such/log.txt': there is no directory 'no/such'\n" in outcome.err


# --- faults -------------------------------------------------------------------------------


def test_an_exception_is_a_fault_and_says_what_to_report(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.write("a.c", RAISE)
    outcome = terminal.translate("a.c", "-o", "out.c")
    assert (outcome.code, outcome.out) == (123, b"")
    assert (
        "pointerchain: error: internal fault with 'a.c': KeyError: 'no such thing' (fake_translator.py:"
        in (outcome.err)
    )
    assert "POINTERCHAIN_DEBUG=1" in outcome.err
    assert "Traceback" not in outcome.err
    assert set(terminal.files()) == {"a.c"}
    monkeypatch.setenv("POINTERCHAIN_DEBUG", "1")
    assert "Traceback (most recent call last)" in terminal.translate("a.c").err


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_fault_does_not_stop_the_other_files(terminal: Terminal, jobs: str) -> None:
    terminal.write("a.c", RAISE)
    terminal.write("b.c", b"// pointerchain DIE\n")
    terminal.write("c.c", BAD)
    terminal.write("d.c", MARKED)
    outcome = terminal.translate(".", "--in-place", "-j", jobs)
    assert outcome.code == 123
    assert outcome.err.index("'./a.c'") < outcome.err.index("'./b.c'") < outcome.err.index("c.c:2:9: error")
    assert "internal fault with './b.c': the process that translated it died: killed\n" in outcome.err
    assert outcome.err.endswith("1 error generated.\n1 file translated, 1 refused, 2 failed\n")
    assert Path("d.c").read_bytes() == HOISTED


def test_a_fault_is_in_the_sarif_log(terminal: Terminal) -> None:
    terminal.write("a.c", RAISE)
    outcome = terminal.translate("a.c", "--diagnostics-format", "sarif")
    assert outcome.code == 123
    invocation = json.loads(outcome.err)["runs"][0]["invocations"][0]
    assert invocation["executionSuccessful"] is False
    assert "KeyError" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_a_fault_outside_any_file(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("planning")

    monkeypatch.setattr("pointerchain.cli.translate.prepare", broken)
    outcome = terminal.translate("a.c")
    assert outcome.code == 123
    assert outcome.err.startswith("pointerchain: error: internal fault: ValueError: planning\n")


def test_interrupt_ends_quietly(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pointerchain.translator.translate", interrupted)
    terminal.write("a.c", MARKED)
    assert terminal.translate("a.c", "-o", "out.c") == (130, b"", "")
    assert set(terminal.files()) == {"a.c"}
