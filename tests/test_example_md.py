# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The molecular dynamics example: it translates without a remark and prints the same energies."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import pointerchain

pytestmark = pytest.mark.xdist_group("example_md")  # what they share is built once

EXAMPLE = Path(__file__).parent.parent / "examples" / "md"
SOURCES = sorted(path.name for path in EXAMPLE.glob("*.[ch]"))
FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
TRANSLATED = "-D__pointerchain=1"  # the translation of a guarded directive stands behind its guard
COMPILERS = ("gcc", "clang-19")


def build(folder: Path, program: Path, compiler: str, *flags: str) -> None:
    """Compile the C files of ``folder``, with the example's headers behind its own."""
    sources = [str(folder / name) for name in SOURCES if name.endswith(".c")]
    command = [compiler, *FLAGS, *flags, "-I", str(EXAMPLE), *sources, "-o", str(program), "-lm"]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr


def run(program: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(program), *args], capture_output=True, text=True)


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's folder, translated."""
    folder = tmp_path_factory.mktemp("md")
    for name in SOURCES:
        result = pointerchain.translate((EXAMPLE / name).read_bytes(), str(EXAMPLE / name), ["-std=c99"])
        assert result.diagnostics == (), name
        assert result.text is not None
        (folder / name).write_bytes(result.text)
    return folder


@pytest.fixture(params=COMPILERS)
def compiler(request: pytest.FixtureRequest) -> str:
    if shutil.which(request.param) is None:
        pytest.skip(f"no {request.param}")
    return str(request.param)


def test_no_directive_and_no_declared_chain_is_left_in_a_pragma(translated: Path) -> None:
    for name in SOURCES:
        text = (translated / name).read_text()
        assert not re.search(r"#\s*pragma\s+pointerchain|\bpointerchain\(", text), name
        pragmas = re.findall(r"#pragma acc(?:[^\\\n]|\\.|\\\n)*", text)
        assert not [pragma for pragma in pragmas if "->" in pragma], name


def test_lines_stay_where_they_are(translated: Path) -> None:
    for name in SOURCES:
        assert (translated / name).read_text().count("\n") == (EXAMPLE / name).read_text().count("\n")


def test_hot_loop_walks_no_link(translated: Path) -> None:
    text = (translated / "force.c").read_text()
    loop = text[text.index("for (int box = 0") :]
    assert "->" not in loop[: loop.index("\n  }\n")]


def test_energies_agree_to_the_last_digit(translated: Path, compiler: str, tmp_path: Path) -> None:
    build(EXAMPLE, tmp_path / "original", compiler, "-Wno-unknown-pragmas")
    build(translated, tmp_path / "translation", compiler, TRANSLATED, "-Wno-unknown-pragmas")
    for args in (("-n", "6", "-s", "60"), ("-n", "8", "-s", "10"), ("-n", "7", "-s", "30", "-d", "0.002")):
        original, translation = run(tmp_path / "original", *args), run(tmp_path / "translation", *args)
        assert original.returncode == 0, original.stderr
        assert (translation.returncode, translation.stdout) == (0, original.stdout)


def test_energy_is_conserved_and_that_is_checked(compiler: str, tmp_path: Path) -> None:
    build(EXAMPLE, tmp_path / "md", compiler, "-Wno-unknown-pragmas")
    good = run(tmp_path / "md", "-s", "200")
    assert (good.returncode, good.stderr) == (0, "")
    assert len(re.findall(r"^step .* total -?\d+\.\d+$", good.stdout, re.M)) == 11
    for dt, message in (("0.025", r"md: the energy is not conserved\n"), ("0.1", r"md: atom \d+ is lost\n")):
        bad = run(tmp_path / "md", "-d", dt, "-s", "200")
        assert bad.returncode == 1
        assert re.fullmatch(message, bad.stderr)
    assert run(tmp_path / "md", "-n", "2").returncode == 1
    assert run(tmp_path / "md", "-x").returncode == 2


def test_builds_and_runs_with_openacc(translated: Path, tmp_path: Path) -> None:
    """gcc's OpenACC on the host: the clauses are checked, and one thread adds in the same order."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    build(EXAMPLE, tmp_path / "original", "gcc", "-Wno-unknown-pragmas")
    build(translated, tmp_path / "openacc", "gcc", TRANSLATED, "-fopenacc", "-foffload=disable")
    original, openacc = run(tmp_path / "original", "-s", "20"), run(tmp_path / "openacc", "-s", "20")
    assert (openacc.returncode, openacc.stderr) == (0, "")
    assert openacc.stdout == original.stdout
