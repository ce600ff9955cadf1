# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The molecular dynamics example: it translates without a remark and prints the same energies."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import testlib
from testlib import Built, Ran

import pointerchain

pytestmark = pytest.mark.xdist_group("example_md")  # what they share is built once

EXAMPLE = Path(__file__).parent.parent / "examples" / "md"
SOURCES = sorted(path.name for path in EXAMPLE.glob("*.[ch]"))
FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]
TRANSLATED = "-D__pointerchain=1"  # the translation of a guarded directive stands behind its guard
COMPILERS = ("gcc", "clang-19")


def build(sources: Path, folder: Path, compiler: str, *flags: str) -> Built:
    """Compile the C files of ``sources``, with the example's headers behind its own."""
    names = [sources / name for name in SOURCES if name.endswith(".c")]
    command = [compiler, *FLAGS, *flags, "-I", EXAMPLE, *names, "-o", f"md-{compiler}", "-lm"]
    built = testlib.build(command, folder)
    assert built.returncode == 0, built.errors
    return built


def run(program: Built, *args: str) -> Ran:
    return program.run(*args, deterministic=True)


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


@pytest.fixture(scope="module", params=COMPILERS)
def compiler(request: pytest.FixtureRequest) -> str:
    if shutil.which(request.param) is None:
        pytest.skip(f"no {request.param}")
    return str(request.param)


@pytest.fixture(scope="module")
def original(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The example as it is."""
    return build(EXAMPLE, tmp_path_factory.mktemp("original"), compiler, "-Wno-unknown-pragmas")


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


def test_energies_agree_to_the_last_digit(translated: Path, compiler: str, original: Built) -> None:
    translation = build(translated, translated, compiler, TRANSLATED, "-Wno-unknown-pragmas")
    for args in (("-n", "6", "-s", "60"), ("-n", "8", "-s", "10"), ("-n", "7", "-s", "30", "-d", "0.002")):
        said, again = run(original, *args), run(translation, *args)
        assert said.returncode == 0, said.errors
        assert (again.returncode, again.stdout) == (0, said.stdout)


def test_energy_is_conserved_and_that_is_checked(original: Built) -> None:
    good = run(original, "-s", "200")
    assert (good.returncode, good.errors) == (0, "")
    assert len(re.findall(r"^step .* total -?\d+\.\d+$", good.output, re.M)) == 11
    for dt, message in (("0.025", r"md: the energy is not conserved\n"), ("0.1", r"md: atom \d+ is lost\n")):
        bad = run(original, "-d", dt, "-s", "200")
        assert bad.returncode == 1
        assert re.fullmatch(message, bad.errors)
    assert run(original, "-n", "2").returncode == 1
    assert run(original, "-x").returncode == 2


def test_builds_and_runs_with_openacc(translated: Path, tmp_path: Path) -> None:
    """gcc's OpenACC on the host: the clauses are checked, and one thread adds in the same order."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    said = run(build(EXAMPLE, tmp_path, "gcc", "-Wno-unknown-pragmas"), "-s", "20")
    (tmp_path / "openacc").mkdir()
    openacc = build(translated, tmp_path / "openacc", "gcc", TRANSLATED, "-fopenacc", "-foffload=disable")
    ran = run(openacc, "-s", "20")
    assert (ran.returncode, ran.errors) == (0, "")
    assert ran.stdout == said.stdout
