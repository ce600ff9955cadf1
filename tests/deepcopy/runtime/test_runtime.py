# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The deep-copy runtime, case by case, on the counting device, under sanitizers."""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import testlib
from deepcopy_programs import (
    INCLUDE,
    PROGRAMS,
    WARNINGS,
    WITHOUT_ADDRESSES,
    answer,
    build,
    listed_cases,
    quick,
    run_cases,
)
from testlib import SANITIZED, Built

from pointerchain.deepcopy import lower

# What a case has to say on standard error; a case that is not listed says nothing.
MESSAGES = {
    "negative_length": "deepcopy enter: 'values' of 'struct Array': its length is negative (-3)",
    "overflowing_length": "'values' of 'struct Array': its length (2305843009213693952) is too large",
    "wild_length": "'values' of 'struct Array': leads, with its length, outside the program's memory",
    "wild_pointer": "'values' of 'struct Array': leads, with its length, outside the program's memory",
    "negative_root": "deepcopy exit: 'head': its length is negative (-1)",
    "exit_without_enter": "deepcopy exit: 'head' was not entered, or was exited before",
    "changed_pointer": "deepcopy exit: 'next' of 'struct Node' was changed on the host while it was mapped",
    "restored_pointer": "deepcopy exit: 'next' of 'struct Node' was changed on the host",
    "changed_second_root": "deepcopy exit: 'next' of 'struct Node' was changed on the host",
    "appended_node": "deepcopy enter: 'next' of 'struct Node' was changed on the host",
    "device_relinks": "deepcopy verify: 'next' of 'struct Node' (element 0) is 0x",
    "techniques_clash": "'next' of 'struct Node': leads to what was entered with another technique",
    "overlap_clash": "'values' of 'struct Array': leads to more than what is mapped there already",
    "type_clash": "'head': leads to what is mapped already, as a type that has no such pointers",
    "device_fails": "the device 'host' failed: a transfer to it",
    "device_full": "the device 'host' has no memory left for 128 bytes of 'struct Node'",
    "read_only": "'head': leads to read-only memory, which pcpy cannot patch",
    "flexible_tail": "the flexible array member of 'struct Tail' has the length -1",
    "regions": "deepcopy region end: this thread has no region to end",
    "device_in_use": "'head' was not entered, or was exited before",
}
SILENT = (
    "nothing",
    "map_counts",
    "roots_of_one_call",
    "update_inner",
    "self_and_cycle",
    "many_roots",
    "large_array",
    "reused_address",
)
ENDING_WELL = {**MESSAGES, **dict.fromkeys(SILENT, "")}
EIGHT_MEGABYTES = ("sh", "-c", 'ulimit -S -s 8192 && exec "$@"', "sh")


@pytest.fixture(scope="module")
def optimised(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Without sanitizers: their stack frames and allocations are not the program's."""
    return build("cases.c", tmp_path_factory.mktemp("cases"), "-O2", "-g")


def test_cases(tmp_path: Path) -> None:
    program = build("cases.c", tmp_path, *SANITIZED)
    assert listed_cases(program) == {*ENDING_WELL, "million_nodes", "aborts"}
    run_cases(program, ENDING_WELL)
    # The default handler prints and aborts.
    ran = program.run("aborts", deterministic=True)
    assert ran.returncode != 0
    assert ran.errors == "list.c:12: error: deepcopy exit: 'head' was not entered, or was exited before\n"


@pytest.mark.xdist_group("optimised")  # what they share is built once
def test_cases_with_the_optimiser(optimised: Built) -> None:
    run_cases(optimised, ENDING_WELL)


@pytest.mark.xdist_group("optimised")  # what they share is built once
def test_million_nodes_on_an_8_megabyte_stack(optimised: Built) -> None:
    ran = optimised.run("million_nodes", prefix=EIGHT_MEGABYTES, deterministic=True)
    assert ran.returncode == 0, ran.errors


def test_exhausted_host_memory(tmp_path: Path) -> None:
    """Each request of the runtime for memory fails once."""
    ran = build("exhausted.c", tmp_path, *SANITIZED, compiler=quick()).run(deterministic=True)
    assert answer(ran) == (0, "ok\n", "")


def test_threads_under_the_thread_sanitizer(tmp_path: Path) -> None:
    program = build("threads.c", tmp_path, "-O0", "-g", "-fsanitize=thread", compiler=quick())
    assert answer(program.run()) == (0, "ok\n", "")


def test_background_calls_under_the_thread_sanitizer(tmp_path: Path) -> None:
    program = build("async.c", tmp_path, "-O0", "-g", "-fsanitize=thread", compiler=quick())
    for name in ("queues", "threads"):
        ran = program.run(name)
        assert (ran.returncode, "ThreadSanitizer" in ran.errors) == (0, False), ran.errors


@pytest.mark.xdist_group("optimised")  # what they share is built once
def test_valgrind_finds_nothing(optimised: Built) -> None:
    if shutil.which("valgrind") is None:
        pytest.skip("no valgrind (Debian package valgrind)")
    failed = {}
    for name in ("map_counts", "roots_of_one_call", "device_relinks", "changed_pointer"):
        prefix = ("valgrind", "-q", "--error-exitcode=99", "--leak-check=full")
        ran = optimised.run(name, prefix=(*WITHOUT_ADDRESSES, *prefix), deterministic=True)
        if ran.returncode != 0:
            failed[name] = ran.errors
    assert not failed


@pytest.mark.parametrize("only", ["", "main", "other", "main other"])
def test_units_in_c_and_cpp_share_one_state(only: str, tmp_path: Path) -> None:
    """Those with functions of their own, and those that link the library."""
    objects = []
    for compiler, standard, source in (("gcc", "c99", "unit_main.c"), ("g++", "c++11", "unit_other.cpp")):
        command = [compiler, f"-std={standard}", *WARNINGS, f"-I{INCLUDE}", "-c", PROGRAMS / source]
        has_own = any(f"unit_{name}" in source for name in only.split())
        command += ["-DPC_HEADER_ONLY"] if has_own else []
        objects.append(testlib.build([*command, "-o", f"{source}.o"], tmp_path))
        assert objects[-1].returncode == 0, objects[-1].errors
    library = testlib.runtime("gcc") if only != "main other" else ["-lpthread"]
    linked = testlib.build(["g++", *objects, "-o", "units", *library], tmp_path)
    assert linked.returncode == 0, linked.errors
    ran = linked.run(deterministic=True)
    assert (ran.returncode, ran.output) == (0, "ok\n")
    assert "error: deepcopy" not in ran.errors


HEADERS = sorted(str(path.relative_to(INCLUDE)) for path in (INCLUDE / "pointerchain").rglob("*.h"))
LINKED = [header for header in HEADERS if re.fullmatch(r"pointerchain/(deepcopy|transfer\w*)\.h", header)]
"""Of these the functions are in a library, or in the source that says so."""
OF_CUDA = ["pointerchain/place_cuda.h"]
"""Tested where CUDA's headers are, in tests/place."""
OF_OPENCL = [header for header in HEADERS if Path(header).stem.startswith("cl_")]
OF_MPI = [header for header in HEADERS if Path(header).stem.startswith(("mpi_", "transfer_mpi"))]
CHOSEN = [f"pointerchain/detail/place_{name}.h" for name in ("nowhere", "apart", "openacc", "openmp")]
"""Of these a program has one."""
OTHERS = [header for header in HEADERS if header not in (*OF_CUDA, *OF_OPENCL, *OF_MPI)]


class Group(NamedTuple):
    """Headers, and what they need to compile: flags, and ``mpicc`` for the folders of MPI's headers."""

    headers: list[str]
    needs: tuple[str, ...] = ()


GROUPS = [
    pytest.param(Group(OTHERS), id="others"),
    pytest.param(
        Group([header for header in OF_OPENCL if "mpi" not in header], ("-D_POSIX_C_SOURCE=200809L",)),
        marks=pytest.mark.skipif(
            not Path("/usr/include/CL/cl.h").exists(), reason="needs the headers of OpenCL"
        ),
        id="opencl",
    ),
    pytest.param(
        Group(OF_MPI, ("-DOMPI_SKIP_MPICXX", "mpicc")),
        marks=pytest.mark.skipif(shutil.which("mpicc") is None, reason="needs mpicc"),
        id="mpi",
    ),
]
ONLY = "#define PC_HEADER_ONLY\n"
ALONE = "extern int unit;\n"
BEFORE = "#include <pointerchain/deepcopy.h>\n"
# Alone, what a header leaves undefined shows; the other is the header that most programs include. Each
# compiler sees each header in one of these ways, and all of them in two orders.
WAYS = [
    ("gcc -std=c99", ALONE),
    ("clang-19 -std=c99", BEFORE),
    ("g++ -std=c++11", ALONE),
    ("clang++-19 -std=c++17", ALONE),
]
# Headers that name what a mode defines, or lead to such a header, are other ones there.
MODES = {
    "gcc -std=c99 -fopenmp": r"_OPENMP|\bomp\b",
    "gcc -std=c99 -fopenacc": r"_OPENACC|\bacc\b",
    "gcc -std=c99 -DPC_DEEPCOPY_DEVICE_HOST": r"PC_DEEPCOPY_DEVICE_HOST",
    "g++ -std=c++11 -fopenmp": r"_OPENMP|\bomp\b",
    "g++ -std=c++11 -fopenacc": r"_OPENACC|\bacc\b",
}
TOGETHER = (
    *("gcc -std=c99", "clang-19 -std=c99", *MODES),
    *(f"{compiler} -std={standard}" for compiler in ("g++", "clang++-19") for standard in ("c++11", "c++17")),
)


def compile_units(command: str, units: dict[str, str], needs: tuple[str, ...], folder: Path) -> None:
    """Has the text of each unit pass a compiler, with every warning an error; messages name the unit."""
    compiler, *flags = command.split()
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    suffix = ".cpp" if "++" in compiler else ".c"
    names = [f"{name.removeprefix('pointerchain/').replace('/', '-')}{suffix}" for name in units]
    assert len(set(names)) == len(units)
    for name, text in zip(names, units.values(), strict=True):
        (folder / name).write_text(text)
    places = folders_of_mpi() if "mpicc" in needs else ()
    flags += [*(need for need in needs if need != "mpicc"), *(f"-isystem{place}" for place in places)]
    words = [compiler, *flags, *WARNINGS, "-Wshadow", f"-I{INCLUDE}", "-fsyntax-only", *names]
    built = testlib.build(words, folder)
    assert built.returncode == 0, built.errors


@cache
def folders_of_mpi() -> tuple[str, ...]:
    asked = subprocess.run(["mpicc", "--showme:incdirs"], capture_output=True, text=True)
    return tuple(asked.stdout.split())


@cache
def text_that_leads_from(header: str) -> str:
    """A header's text, with that of all headers of ours that it may include."""
    known = {header: (INCLUDE / header).read_text()}
    waiting = [header]
    while waiting:
        at = waiting.pop()
        for name in re.findall(r'^\s*#\s*include\s*[<"](.+?)[>"]', known[at], re.M):
            for path in (posixpath.normpath(posixpath.join(posixpath.dirname(at), name)), name):
                if path in HEADERS and path not in known:
                    known[path] = (INCLUDE / path).read_text()
                    waiting.append(path)
    return "\n".join(known.values())


@pytest.mark.parametrize(("command", "behind"), WAYS, ids=[command for command, _ in WAYS])
@pytest.mark.parametrize("group", GROUPS)
def test_each_header_compiles_alone(group: Group, command: str, behind: str, tmp_path: Path) -> None:
    headers = group.headers
    assert headers
    units = {header: f"{ONLY}#include <{header}>\n{behind}" for header in headers}
    units |= {f"{header}-linked": f"#include <{header}>\n{behind}" for header in headers if header in LINKED}
    compile_units(command, units, group.needs, tmp_path)


@pytest.mark.parametrize("command", MODES)
@pytest.mark.parametrize("group", GROUPS)
def test_each_header_that_knows_a_mode_compiles_alone(group: Group, command: str, tmp_path: Path) -> None:
    headers = group.headers
    units = {
        f"{header}-{len(behind)}{len(only)}": f"{only}#include <{header}>\n{behind}"
        for header in headers
        for behind in (ALONE, BEFORE)
        for only in ((ONLY, "") if header in LINKED else (ONLY,))
        if re.search(MODES[command], text_that_leads_from(header))
    }
    assert units or headers is not OTHERS
    if units:
        compile_units(command, units, group.needs, tmp_path)


@pytest.mark.parametrize("compiler", TOGETHER)
@pytest.mark.parametrize("group", GROUPS)
def test_headers_compile_together_in_any_order(group: Group, compiler: str, tmp_path: Path) -> None:
    headers = group.headers
    lines = [f"#include <{header}>\n" for header in headers if header not in CHOSEN]
    linked = [f"#include <{header}>\n" for header in headers if "/detail/" not in header]
    orders = {"": (ONLY, lines), "linked-": ("", linked)}
    units = {f"{name}forth": only + "".join(each) for name, (only, each) in orders.items()}
    units |= {f"{name}back": only + "".join(reversed(each)) for name, (only, each) in orders.items()}
    compile_units(compiler, units, group.needs, tmp_path)


def test_the_translator_reads_declarations_only(tmp_path: Path) -> None:
    source = tmp_path / "unit.c"
    source.write_text("#include <pointerchain/deepcopy.h>\n")
    command = ["gcc", "-E", "-fopenmp", f"-I{INCLUDE}", *lower._DECLARATIONS, source]
    read = subprocess.run(command, capture_output=True, text=True).stdout
    assert "pc_deepcopy_enter(" in read
    assert "pc_lock_v3" not in read
    assert "omp_target_alloc" not in read


def test_wheel_has_the_headers() -> None:
    """They are package data: below the package, and no configuration leaves them out."""
    configuration = (INCLUDE.parents[1] / "pyproject.toml").read_text()
    assert 'packages = ["pointerchain"]' in configuration
    assert INCLUDE.parent.name == "pointerchain"
    assert {"pointerchain/deepcopy.h", "pointerchain/detail/state.h"} <= set(HEADERS)
