# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain manual``: the page and the completions say what ``--help`` says, and shells read them."""

from __future__ import annotations

import importlib
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pointerchain.cli import COMMANDS, manual

pytestmark = pytest.mark.xdist_group("manual")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return manual.pages()


def made(name: str, tmp_path: Path) -> Path:
    command = [sys.executable, "-m", "pointerchain", "manual", name]
    path = tmp_path / f"pointerchain.{name}"
    path.write_text(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return path


def test_every_option_that_a_help_text_names_is_read(texts: dict[str, str]) -> None:
    assert {name.split()[0] for name in texts if name} == set(COMMANDS)
    for name, text in texts.items():
        found = {each for option in manual.options(text) for each in option.names}
        lines = [
            line for line in text.splitlines() if line.startswith("  -") and not line.startswith("  -- ")
        ]
        shown = {line.split()[0].rstrip(",").partition("=")[0].partition("[")[0] for line in lines} - {"-"}
        assert shown <= found, name
        assert "--help" in found or not lines, name


def test_help_manual_and_completions_name_every_command_and_action(texts: dict[str, str]) -> None:
    groups = {
        name
        for name, module in COMMANDS.items()
        if "run_action(" in inspect.getsource(importlib.import_module(module))
    }
    assert groups == set(manual.ACTIONS)
    page, script, fish = manual.man(texts), manual.bash(texts), manual.fish(texts)
    for command in COMMANDS:
        assert f"\n  {command} " in texts[""]
        assert f"\n.B {command} " in page
        assert f"-a {command} " in fish
        for action in manual.ACTIONS.get(command, ()):
            assert re.search(rf"\b{command} (\S+\|)?{action}\b|'{command} {action}'", texts[""]), action
            assert re.search(rf"\b{command} (\S+\|)?{action}\b", texts[command]), action
            assert f'"POINTERCHAIN {command.upper()} {action.upper()}"' in page
            assert f'"{command} {action}") words=' in script
            assert f"' -a {action}\n" in fish


def test_options_have_their_help_and_value() -> None:
    text = (
        "usage: x\n\noptions:\n  -o FILE, --out FILE   first\n"
        + " " * 24
        + "second\n  -n"
        + " " * 20
        + "none\n  --all[=some|few]"
        + " " * 8
        + "all\n"
    )
    assert manual.options(text) == [
        manual.Option(("-o", "--out"), "FILE", "first second"),
        manual.Option(("-n",), "", "none"),
        manual.Option(("--all",), "", "all", ("some", "few")),
    ]


def bash(script: Path, *words: str) -> list[str]:
    given = " ".join(f"'{word}'" for word in words)
    text = f"source '{script}'; COMP_WORDS=({given}); COMP_CWORD={len(words) - 1}; _pointerchain; "
    done = subprocess.run(
        ["bash", "-c", text + 'printf "%s\\n" "${COMPREPLY[@]}"'], capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes(tmp_path: Path) -> None:
    script = made("bash", tmp_path)
    assert set(bash(script, "pointerchain", "")) == {*COMMANDS, "help"}
    assert bash(script, "pointerchain", "translate", "--in") == ["--in-place"]
    assert bash(script, "pointerchain", "cc", "--auto=c") == ["--auto=constructs"]
    assert bash(script, "pointerchain", "bench", "run", "--re") == ["--repetitions"]
    assert bash(script, "pointerchain", "bench", "") == list(manual.ACTIONS["bench"])
    assert bash(script, "pointerchain", "explain", "prefix-as") == ["prefix-assigned"]
    assert bash(script, "pointerchain", "cc", "-Wno-aliased-c") == ["-Wno-aliased-call"]
    assert "-WCODE" not in bash(script, "pointerchain", "cc", "-W")
    # What belongs to another program is left to the shell's own files.
    for words in (("cc", "gcc", "--"), ("translate", "a.c", "--", "-"), ("guard", "./a.out", "-")):
        assert bash(script, "pointerchain", *words) == []


def test_fish_completes(tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("no fish (Debian package fish)")
    script = made("fish", tmp_path)

    def asked(line: str) -> list[str]:
        command = ["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"]
        done = subprocess.run(
            command, capture_output=True, text=True, env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
        )
        assert done.stderr == ""
        return [row.split("\t")[0] for row in done.stdout.splitlines()]

    assert {*COMMANDS} <= set(asked("pointerchain "))
    assert asked("pointerchain translate --in") == ["--in-place"]
    assert asked("pointerchain translate --auto=l") == ["--auto=loops"]
    assert asked("pointerchain explain prefix-as") == ["prefix-assigned"]
    assert set(manual.ACTIONS["bench"]) <= set(asked("pointerchain bench "))


def test_the_page_is_one_that_man_reads(tmp_path: Path, texts: dict[str, str]) -> None:
    page = made("man", tmp_path)
    if shutil.which("groff") is None:
        pytest.skip("no groff (Debian package groff-base)")
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-ww", "-P-cbou", str(page)], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    shown = " ".join(done.stdout.replace("-\n", "-").split())
    for word in ("POINTERCHAIN BENCH RUN", "--in-place", "--check-promises", "exit code 1: a program failed"):
        assert word in shown
    assert 'make CC="pointerchain cc gcc"' in shown


@pytest.mark.parametrize("words", [(), ("tcsh",), ("man", "bash")])
def test_what_is_no_page(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "pointerchain", "manual", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "'manual' takes one of 'man', 'bash', 'zsh' or 'fish'" in done.stderr
