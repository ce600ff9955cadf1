# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The commands as they are installed, in paths with spaces too, and what they say of paths and extras."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pointerchain import __version__, extras
from pointerchain.build import where

ROOT = Path(__file__).parents[1]
SCRIPTS = ("pointerchain", "pointerchain-cc", "pointerchain-python")


def printed(*words: str | Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture(params=["a path", "sh"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder of commands, as pip leaves them there, or as uv does where the Python's path has a space."""
    folder = tmp_path / "my tools" / "bin"
    folder.mkdir(parents=True)
    (folder / "python").symlink_to(sys.executable)
    for name in SCRIPTS:
        shutil.copy(ROOT / "scripts/bin" / name, folder)
    text = (folder / SCRIPTS[-1]).read_text()
    assert text.startswith("#!python\n"), "the words that installers look for"
    first = f"#!{folder}/python\n"
    if request.param == "sh":
        first = f"#!/bin/sh\n'''exec' '{folder}/python' \"$0\" \"$@\"\n' '''\n"
    (folder / SCRIPTS[-1]).write_text(first + text.partition("\n")[2])
    return folder


def test_the_commands_run_in_a_path_with_spaces(folder: Path, tmp_path: Path) -> None:
    assert printed(folder / "pointerchain", "--version") == f"pointerchain {__version__}\n"
    assert printed(folder / "pointerchain-cc", "--help").startswith("usage: pointerchain cc ")
    # As those of former versions, which programs that 'cc --native' made still start.
    assert printed(sys.executable, "-E", folder / "pointerchain", "--version").startswith("pointerchain ")
    assert printed(sys.executable, folder / "pointerchain-cc", "--help").startswith("usage: pointerchain cc ")
    links = tmp_path / "links"
    links.mkdir()
    (links / "first").symlink_to(folder / "pointerchain-cc")
    (links / "second").symlink_to("first")
    assert printed(links / "second", "echo", "two  words") == "two  words\n"


def test_options_are_quoted_for_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, "_PACKAGE", Path("/my tools/$x's"))
    monkeypatch.setattr(where, "_library", lambda name: Path(f"/my cache/{name}/{name}.a"))
    said = {question: answer() for question, answer in where.ANSWERS.items() if "dir" not in question}
    assert shlex.split(said["--includes"]) == ["-I/my tools/$x's/include"]
    assert shlex.split(said["--libs"]) == ["-L/my cache/libpointerchain", "-lpointerchain", "-lpthread"]
    assert "-Wl,-rpath,/my cache/libpointerchain/shared" in shlex.split(said["--libs=shared"])
    assert shlex.split(said["--libs=mpi"])[0] == "-L/my cache/libpointerchain-mpi"


def test_the_line_that_installs_an_extra_is_that_of_the_clone_or_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert extras.install_line("place") == f"pip install '{ROOT}[place]'"
    monkeypatch.setattr(extras, "_ABOVE", tmp_path)
    assert extras.install_line("ptx") == f"pip install 'pointerchain-{__version__}-py3-none-any.whl[ptx]'"


def test_nobody_is_told_to_install_the_package_from_a_registry() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
    sources = [*(ROOT / "pointerchain").rglob("*.py"), *(ROOT / "scripts").rglob("*")]
    for path in (*pages, *filter(Path.is_file, sources)):
        text = path.read_text(errors="replace")
        assert not re.search(r"pip install (-\S+ )*'?pointerchain\b(?!-)", text), path
