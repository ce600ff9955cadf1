# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Transfers between files and OpenCL buffers as commands: PoCL as the device, sanitized."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from opencl_programs import HEADERS, SANITIZERS, WARNINGS, build, has_opencl
from testlib import Built

SUBJECTS = (
    "every_function",
    "order",
    "barriers",
    "failing_dependencies",
    "failing_files",
    "arguments",
    "streams",
    "few_bytes",
    "kept",
    "released",
    "sub_buffers",
    "threads",
)
BOXES = ("every_function", "growing", "failing", "arguments", "streams", "sub_buffers")
# PoCL leaves memory when the program ends.
SETTINGS = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "halt_on_error=1"}


pytestmark = pytest.mark.skipif(not has_opencl(), reason="needs PoCL and the headers of OpenCL")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Built]:
    """Programs, each built once with the same flags."""

    @cache
    def once(*flags: str, name: str) -> Built:
        return build(tmp_path_factory.mktemp(name), name, *flags)

    return once


STRUCTURES = ("every_way", "files", "refused", "hostile", "arguments", "threads")


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("files"), "files", *SANITIZERS)


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("boxes"), "boxes", *SANITIZERS)


@pytest.fixture(scope="module")
def threaded(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return build(tmp_path_factory.mktemp("threads"), "files", "-std=gnu99", "-O1", "-fsanitize=thread")


def check(program: Built, folder: Path, subject: str, **environment: str) -> None:
    own = {**os.environ, **SETTINGS, "POCL_CACHE_DIR": str(folder / "kernels"), **environment}
    done = subprocess.run(
        [str(program), subject], cwd=folder, env=own, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "so it is\n"), done.stderr


@pytest.mark.parametrize("subject", SUBJECTS)
def test_files(sanitized: Built, tmp_path: Path, subject: str) -> None:
    check(sanitized, tmp_path, subject)


@pytest.fixture(scope="module")
def structures(tmp_path_factory: pytest.TempPathFactory) -> Built:
    # What a descriptor leaves out is zero.
    flags = (*SANITIZERS, "-Wno-missing-field-initializers")
    return build(tmp_path_factory.mktemp("structures"), "structures", *flags)


@pytest.mark.parametrize("subject", STRUCTURES)
def test_structures(structures: Built, tmp_path: Path, subject: str) -> None:
    check(structures, tmp_path, subject)


@pytest.mark.parametrize("subject", BOXES)
def test_boxes_of_files(boxes: Built, tmp_path: Path, subject: str) -> None:
    check(boxes, tmp_path, subject)


@pytest.mark.parametrize("subject", ["failing_files", "streams", "threads"])
def test_files_as_on_a_device_of_its_own(sanitized: Built, tmp_path: Path, subject: str) -> None:
    """Through staging buffers, which PoCL's device asks for only where it is told to."""
    check(sanitized, tmp_path, subject, PC_CL_STAGING="pipelined", PC_CL_BLOCK="4096")


@pytest.mark.parametrize("subject", ["streams", "threads", "few_bytes", "failing_dependencies"])
def test_files_have_no_races(threaded: Built, tmp_path: Path, subject: str) -> None:
    """Only what is in the headers counts."""
    quiet = tmp_path / "suppressions"
    quiet.write_text("race:libpocl\nrace:libOpenCL\nmutex:libpocl\ndeadlock:libpocl\n")
    check(threaded, tmp_path, subject, TSAN_OPTIONS=f"suppressions={quiet} halt_on_error=1")


@pytest.mark.parametrize("subject", ["short_ways", "waiting"])
def test_which_thread_transfers(built: Callable[..., Built], tmp_path: Path, subject: str) -> None:
    check(built(*SANITIZERS, name="waits"), tmp_path, subject)


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("boxes", "sub_buffers"),
        ("structures", "threads"),
        ("waits", "short_ways"),
        ("waits", "waiting"),
    ],
)
def test_others_have_no_races(built: Callable[..., Built], tmp_path: Path, name: str, subject: str) -> None:
    quiet = tmp_path / "suppressions"
    quiet.write_text("race:libpocl\nrace:libOpenCL\nmutex:libpocl\ndeadlock:libpocl\n")
    flags = ("-std=gnu99", "-O1", "-fsanitize=thread", "-Wno-missing-field-initializers")
    program = built(*flags, name=name)
    check(program, tmp_path, subject, TSAN_OPTIONS=f"suppressions={quiet} halt_on_error=1")


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang-19", "clang++-19"])
def test_headers_are_clean(compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"needs {compiler}")
    language = (
        ("-std=c++11", "-x", "c++")
        if "++" in compiler
        else ("-std=c99", "-D_POSIX_C_SOURCE=200809L", "-x", "c")
    )
    for header in [*HEADERS.glob("cl_*.h"), *HEADERS.glob("detail/cl_*.h")]:
        if "mpi" in header.name:  # test_cl_mpi.py
            continue
        done = subprocess.run(
            [
                compiler,
                *WARNINGS,
                "-DCL_TARGET_OPENCL_VERSION=300",
                "-fsyntax-only",
                "-include",
                str(header),
                *language,
                "-",
            ],
            input="extern int unit;\n",
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, ""), header


def test_strict_c_is_told_what_is_missing() -> None:
    done = subprocess.run(
        ["gcc", "-std=c99", "-fsyntax-only", "-include", str(HEADERS / "cl_transfer.h"), "-x", "c", "-"],
        input="extern int unit;\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "cl_transfer.h needs POSIX.1-2008: compile with -std=gnu99 or later" in done.stderr


def test_two_units_share_one_runtime(tmp_path: Path) -> None:
    """C and C++ in one program: the handler that one sets is told by the other."""
    (tmp_path / "set.c").write_text(
        "#include <pointerchain/cl_transfer.h>\nvoid set(pc_cl_handler h);\n"
        "void set(pc_cl_handler h) { pc_cl_set_error_handler(h, NULL); }\n"
    )
    (tmp_path / "main.cpp").write_text(
        "#include <pointerchain/cl_transfer.h>\n#include <cstdio>\n"
        'extern "C" void set(pc_cl_handler h);\n'
        'static void say(cl_int status, const char *, void *) { std::printf("%d\\n", int(status)); }\n'
        'int main() { set(say); pc_cl_tell(PC_CL_ERROR_FILE, "said"); }\n'
    )
    flags = (*WARNINGS, "-I", str(HEADERS.parent))
    for command in (
        ["gcc", "-std=gnu99", *flags, "-c", "set.c"],
        ["g++", "-std=c++11", *flags, "main.cpp", "set.o", "-o", "both", "-lOpenCL", "-pthread"],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert subprocess.run([str(tmp_path / "both")], capture_output=True, text=True).stdout == "-9901\n"


def test_the_figures_are_made() -> None:
    script = str(HEADERS.parents[2] / "scripts" / "figures_cl_transfer.py")
    done = subprocess.run([sys.executable, script, "-n", "1", "4", "lines"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(re.findall(r"^ *(?:auto|\d+K-pipe) +\d+\.\d\d$", done.stdout, re.M)) == 6
    assert dict(re.findall(r"^  (serial|commands|baseline) +(\d)$", done.stdout, re.M)) == {
        "serial": "2",
        "commands": "1",
        "baseline": "2",
    }
    done = subprocess.run([sys.executable, script, "2"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "no figure '2': there are 3, 4, 5, 6, 7, lines" in done.stderr
