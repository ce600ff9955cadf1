# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The deep-copy runtime, case by case, on the counting device, under sanitizers."""

from __future__ import annotations

import resource
import shutil
import subprocess
from pathlib import Path

import pytest
from deepcopy_programs import INCLUDE, PROGRAMS, SANITIZED, WARNINGS, build, listed_cases, run_case

from pointerchain.deepcopy import lower

pytestmark = pytest.mark.xdist_group("runtime")  # what they share is built once

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
EIGHT_MEGABYTES = 8 << 20


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("cases.c", tmp_path_factory.mktemp("cases") / "cases", "-O1", *SANITIZED)


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize("name", [*MESSAGES, *SILENT])
def test_case(cases: Path, name: str) -> None:
    run_case(cases, name, MESSAGES.get(name, ""))


def test_every_case_is_listed(cases: Path) -> None:
    assert listed_cases(cases) == {*MESSAGES, *SILENT, "million_nodes", "aborts"}


def test_default_handler_prints_and_aborts(cases: Path) -> None:
    result = run(cases, "aborts")
    assert result.returncode != 0
    assert result.stderr == "list.c:12: error: deepcopy exit: 'head' was not entered, or was exited before\n"


def test_million_nodes_on_an_8_megabyte_stack(tmp_path: Path) -> None:
    """Without sanitizers: their stack frames and allocations are not the program's."""
    program = build("cases.c", tmp_path / "cases", "-O2")

    def limit() -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (EIGHT_MEGABYTES, hard))

    result = subprocess.run([program, "million_nodes"], preexec_fn=limit, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_exhausted_host_memory(tmp_path: Path) -> None:
    """Each request of the runtime for memory fails once."""
    program = build("exhausted.c", tmp_path / "exhausted", "-O1", *SANITIZED)
    result = run(program)
    assert (result.returncode, result.stdout, result.stderr) == (0, "ok\n", "")


def test_threads_under_the_thread_sanitizer(tmp_path: Path) -> None:
    program = build("threads.c", tmp_path / "threads", "-O1", "-g", "-fsanitize=thread")
    result = run(program)
    assert (result.returncode, result.stdout, result.stderr) == (0, "ok\n", "")


def test_background_calls_under_the_thread_sanitizer(tmp_path: Path) -> None:
    program = build("async.c", tmp_path / "async", "-O1", "-g", "-fsanitize=thread")
    for name in ("queues", "threads"):
        result = run(program, name)
        assert (result.returncode, "ThreadSanitizer" in result.stderr) == (0, False), result.stderr


def test_valgrind_finds_nothing(tmp_path: Path) -> None:
    if shutil.which("valgrind") is None:
        pytest.skip("no valgrind (Debian package valgrind)")
    program = build("cases.c", tmp_path / "cases", "-O1", "-g")
    for name in ("map_counts", "roots_of_one_call", "device_relinks", "changed_pointer"):
        result = run("valgrind", "-q", "--error-exitcode=99", "--leak-check=full", program, name)
        assert result.returncode == 0, result.stderr


def test_units_in_c_and_cpp_share_one_state(tmp_path: Path) -> None:
    objects = []
    for compiler, standard, source in (("gcc", "c99", "unit_main.c"), ("g++", "c++11", "unit_other.cpp")):
        target = tmp_path / f"{source}.o"
        command = [compiler, f"-std={standard}", *WARNINGS, f"-I{INCLUDE}", "-c", str(PROGRAMS / source)]
        built = run(*command, "-o", target)
        assert built.returncode == 0, built.stderr
        objects.append(target)
    linked = run("g++", *objects, "-o", tmp_path / "units", "-lpthread")
    assert linked.returncode == 0, linked.stderr
    result = run(tmp_path / "units")
    assert result.returncode == 0
    assert result.stdout == "ok\n"
    assert "error: deepcopy" not in result.stderr


HEADERS = sorted(str(path.relative_to(INCLUDE)) for path in (INCLUDE / "pointerchain").rglob("*.h"))
OF_OPENCL = [header for header in HEADERS if Path(header).stem.startswith("cl_")]
OF_CUDA = ["pointerchain/place_cuda.h"]
"""Tested where CUDA's headers are, in tests/place."""
OF_MPI = [header for header in HEADERS if Path(header).stem.startswith(("mpi_", "transfer_mpi"))]
MODES = [
    *((f"{compiler} -std=c99", ".c") for compiler in ("gcc", "clang-19")),
    *((f"{compiler} -std={s}", ".cpp") for compiler in ("g++", "clang++-19") for s in ("c++11", "c++17")),
    ("gcc -std=c99 -fopenmp", ".c"),
    ("gcc -std=c99 -fopenacc", ".c"),
    ("gcc -std=c99 -DPC_DEEPCOPY_DEVICE_HOST", ".c"),
    ("g++ -std=c++11 -fopenmp", ".cpp"),
    ("g++ -std=c++11 -fopenacc", ".cpp"),
]


def compile_each_alone(headers: list[str], command: str, unit: Path) -> None:
    compiler, *flags = command.split()
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    for header in headers:
        # Alone, where what it leaves undefined shows, and before the header that most programs include.
        for after in ("extern int unit;\n", "#include <pointerchain/deepcopy.h>\n"):
            unit.write_text(f"#include <{header}>\n{after}")
            built = run(compiler, *flags, *WARNINGS, "-Wshadow", f"-I{INCLUDE}", "-fsyntax-only", unit)
            assert built.returncode == 0, built.stderr


@pytest.mark.parametrize(("command", "suffix"), MODES, ids=[mode for mode, _ in MODES])
def test_each_header_compiles_alone(command: str, suffix: str, tmp_path: Path) -> None:
    others = [header for header in HEADERS if header not in (*OF_MPI, *OF_OPENCL, *OF_CUDA)]
    compile_each_alone(others, command, tmp_path / f"unit{suffix}")


@pytest.mark.skipif(not Path("/usr/include/CL/cl.h").exists(), reason="needs the headers of OpenCL")
@pytest.mark.parametrize(("command", "suffix"), MODES[:6], ids=[mode for mode, _ in MODES[:6]])
def test_each_header_of_opencl_compiles_alone(command: str, suffix: str, tmp_path: Path) -> None:
    headers = [header for header in OF_OPENCL if "mpi" not in header]
    assert headers
    compile_each_alone(headers, f"{command} -D_POSIX_C_SOURCE=200809L", tmp_path / f"unit{suffix}")


@pytest.mark.skipif(shutil.which("mpicc") is None, reason="needs mpicc")
@pytest.mark.parametrize(("command", "suffix"), MODES, ids=[mode for mode, _ in MODES])
def test_each_header_of_mpi_compiles_alone(command: str, suffix: str, tmp_path: Path) -> None:
    assert OF_MPI
    places = run("mpicc", "--showme:incdirs").stdout.split()
    flags = " ".join(f"-isystem {place}" for place in places)
    compile_each_alone(OF_MPI, f"{command} {flags} -DOMPI_SKIP_MPICXX", tmp_path / f"unit{suffix}")


def test_the_translator_reads_declarations_only(tmp_path: Path) -> None:
    source = tmp_path / "unit.c"
    source.write_text("#include <pointerchain/deepcopy.h>\n")
    read = run("gcc", "-E", "-fopenmp", f"-I{INCLUDE}", *lower._DECLARATIONS, source).stdout
    assert "pc_deepcopy_enter(" in read
    assert "pc_lock_v1" not in read
    assert "omp_target_alloc" not in read


def test_wheel_has_the_headers() -> None:
    """They are package data: below the package, and no configuration leaves them out."""
    configuration = (INCLUDE.parents[1] / "pyproject.toml").read_text()
    assert 'packages = ["pointerchain"]' in configuration
    assert INCLUDE.parent.name == "pointerchain"
    assert {"pointerchain/deepcopy.h", "pointerchain/detail/state.h"} <= set(HEADERS)
