# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The compilers' command lines, without the compilers; and what is said of one that is not there."""

from __future__ import annotations

import re
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from suites import found_or_skip

from pointerchain.bench.build import BuildError, build
from pointerchain.bench.generate import generate
from pointerchain.bench.model import Variant
from pointerchain.toolchain import (
    TOOLCHAINS,
    Clang,
    Compile,
    Gcc,
    Installation,
    Link,
    Missing,
    Nvhpc,
    Toolchain,
    cuda,
    nvlink,
    toolchain,
)

SOURCE, OBJECT, PROGRAM = Path("k.c"), Path("k.o"), Path("k")
OFFLOAD = ("-foffload=nvptx-none", "-foffload-options=nvptx-none=-Wa,--no-verify")
GCC = Installation({"c": "gcc", "c++": "g++"}, "gcc 12.2.0")
CLANG = Installation({"c": "clang-19", "c++": "clang++-19"}, "clang 19.1.7")
NVHPC = Installation({"c": "nvc", "c++": "nvc++"}, "nvc 25.5-0")


def test_gcc_openacc() -> None:
    job = Compile(
        SOURCE, OBJECT, dialect="openacc", includes=(Path("inc"),), defines=("N=1",), flags=("-Wall",)
    )
    assert Gcc().compile_command(GCC, job) == (
        *("gcc", "-std=c99", "-O2", "-fopenacc", *OFFLOAD),
        *("-I", "inc", "-DN=1", "-Wall", "-c", "k.c", "-o", "k.o"),
    )
    assert Gcc().link_command(GCC, Link((OBJECT,), PROGRAM, dialect="openacc", libraries=("-lm",))) == (
        *("g++", "-O2", "-fopenacc", *OFFLOAD, "k.o", "-o", "k", "-lm"),
    )


def test_gcc_without_its_offload_compiler_asks_for_none() -> None:
    found = Installation(GCC.commands, GCC.version, offloads=False)
    command = Gcc().compile_command(found, Compile(SOURCE, OBJECT, dialect="openmp"))
    assert "-fopenmp" in command
    assert "-foffload=disable" in command


def test_clang_host_device() -> None:
    command = Clang().compile_command(CLANG, Compile(SOURCE, OBJECT, language="c++", dialect="openmp"))
    assert command == (
        *("clang++-19", "-std=c++17", "-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"),
        *("-c", "k.c", "-o", "k.o"),
    )


def test_clang_nvptx_names_the_architecture() -> None:
    command = toolchain("clang-nvptx").link_command(CLANG, Link((OBJECT,), PROGRAM, dialect="openmp"))
    assert "-fopenmp-targets=nvptx64-nvidia-cuda" in command
    assert "--offload-arch=sm_70" in command


def test_the_page_says_how_to_start_a_program_by_hand() -> None:
    _, found = found_or_skip("clang")
    page = (Path(__file__).parents[2] / "docs" / "bench.md").read_text()
    by_hand = page[page.index("**One program by hand.**") :].split("```")[1]
    assert found.environment.keys() == set(re.findall(r"\b([A-Z_]+)=\S+ ", by_hand.replace("\\\n", " ")))


def test_a_gpu_that_a_compiler_does_not_know_names_the_option(tmp_path: Path) -> None:
    variants = [Variant("linear", 2, "allinit-allused", "handhoist", "openmp")]
    generate(variants, tmp_path)
    clang = toolchain("clang-nvptx")
    script = tmp_path / "clang"
    script.write_text(
        "#!/bin/sh\necho \"ptxas fatal : Value 'sm_70' is not defined for 'gpu-name'\" >&2; exit 1\n"
    )
    script.chmod(0o755)
    found = Installation({"c": str(script), "c++": str(script)}, "clang 19")
    message = r"Value 'sm_70' is not defined for 'gpu-name' \('--arch' names another GPU\)"
    with pytest.raises(BuildError, match=message):
        build(tmp_path, clang, replace(found, commands={"c": str(script), "c++": "true"}), variants)
    links = replace(found, why_not_links="clang's OpenMP device library has no 'sm_70'")
    (told,) = build(tmp_path, clang, links, variants).built
    assert told.reason == "clang's OpenMP device library has no 'sm_70' ('--arch' names another GPU)"
    (other,) = build(tmp_path, clang, replace(found, why_not_links="no 'ptxas'"), variants).built
    assert other.reason == "no 'ptxas'"


@pytest.mark.parametrize("memory", ["separate", "managed"])
@pytest.mark.parametrize(("dialect", "flag"), [("openacc", "-acc=gpu"), ("openmp", "-mp=gpu")])
def test_nvhpc_memory_modes(memory: str, dialect: str, flag: str) -> None:
    nvhpc = Nvhpc(arch="cc70")
    compiled = nvhpc.compile_command(NVHPC, Compile(SOURCE, OBJECT, dialect=dialect, memory=memory))  # type: ignore[arg-type]
    linked = nvhpc.link_command(NVHPC, Link((OBJECT,), PROGRAM, dialect=dialect, memory=memory))  # type: ignore[arg-type]
    for command in (compiled, linked):
        assert flag in command
        assert f"-gpu=cc70,mem:{memory}" in command
    assert compiled[0] == "nvc"
    assert linked[0] == "nvc++"


@pytest.mark.parametrize("each", TOOLCHAINS, ids=lambda each: each.name)
def test_source_without_directives_is_not_offloaded(each: Toolchain) -> None:
    found = Installation({"c": "cc", "c++": "c++"}, "any 1")
    command = each.compile_command(found, Compile(SOURCE, OBJECT, language="c++"))
    assert command == ("c++", "-std=c++17", "-O2", "-c", "k.c", "-o", "k.o")


def test_dialect_that_a_compiler_does_not_have() -> None:
    with pytest.raises(ValueError, match="'clang' does not offload 'openacc'"):
        Clang().compile_command(CLANG, Compile(SOURCE, OBJECT, dialect="openacc"))


@pytest.mark.parametrize("each", TOOLCHAINS, ids=lambda each: each.name)
def test_missing_compiler_says_where_it_comes_from(each: Toolchain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    found = each.find()
    assert isinstance(found, Missing)
    assert "Debian package" in found.reason or "developer.nvidia.com" in found.reason


def fake(folder: Path, name: str, output: str) -> None:
    script = folder / name
    script.write_text(f"#!/bin/sh\necho '{output}'\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(("version", "usable"), [("24.3-0", False), ("24.5-1", True), ("25.11-0", True)])
def test_nvhpc_version(version: str, usable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("nvc", "nvc++"):
        fake(tmp_path, name, f"nvc {version} 64-bit target on x86-64 Linux -tp haswell")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    found = Nvhpc().find()
    if usable:
        assert found == Installation({"c": "nvc", "c++": "nvc++"}, f"nvc {version}")
    else:
        assert isinstance(found, Missing)
        assert "too old" in found.reason


def test_names_are_unique() -> None:
    assert len({each.name for each in TOOLCHAINS}) == len(TOOLCHAINS)
    with pytest.raises(KeyError):
        toolchain("icc")


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_gcc_is_found() -> None:
    found = Gcc().find()
    assert isinstance(found, Installation)
    assert found.version.startswith("gcc ")
    assert found.links


@pytest.mark.skipif(shutil.which("clang-19") is None, reason="no clang-19")
def test_clang_is_found() -> None:
    found = Clang().find()
    if isinstance(found, Missing):
        pytest.skip(found.reason)
    assert found.version.startswith("clang 19.")
    assert (Path(found.environment["LD_LIBRARY_PATH"]) / "libomptarget.so").exists()


def a_toolkit(folder: Path, release: str) -> Path:
    """A CUDA toolkit that only says its version."""
    (folder / "bin").mkdir(parents=True)
    (folder / "nvvm" / "libdevice").mkdir(parents=True)
    for name in ("ptxas", "nvlink"):
        (folder / "bin" / name).write_text(
            f"#!/bin/sh\necho 'Cuda compilation tools, release {release}, V1'\n"
        )
        (folder / "bin" / name).chmod(0o755)
    return folder


def test_only_a_toolkit_is_taken_whose_code_llvm_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, old = a_toolkit(tmp_path / "new", "13.0"), a_toolkit(tmp_path / "old", "12.4")
    monkeypatch.setattr(cuda, "DEFAULT_TOOLKIT", new)
    monkeypatch.setattr(cuda, "_from_pypi", lambda name: [])
    monkeypatch.delenv("CUDA_PATH", raising=False)
    monkeypatch.setenv("CUDA_HOME", str(new))
    assert cuda.cuda_toolkit() == new
    assert cuda.toolkit_for_llvm() is None
    monkeypatch.setenv("CUDA_PATH", str(old))
    assert cuda.toolkit_for_llvm() == old
    # Of the packages of PyPI a folder is made, and twice the same.
    package = a_toolkit(tmp_path / "cuda_nvcc", "12.9")
    (package / "include").mkdir()
    monkeypatch.delenv("CUDA_PATH")
    monkeypatch.setattr(cuda, "_from_pypi", lambda name: [package] if name == "cuda_nvcc" else [])
    monkeypatch.setattr(nvlink, "library", lambda: tmp_path / "libnvJitLink.so.12")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = cuda.toolkit_for_llvm()
    assert made is not None and made == cuda.toolkit_for_llvm()
    assert (made / "bin" / "ptxas").samefile(package / "bin" / "ptxas")
    assert str(nvlink.__file__) in (made / "bin" / "nvlink").read_text()
    assert (made / "nvvm" / "libdevice").is_dir()


def test_the_linker_reads_what_clang_gives_nvlink() -> None:
    words = ["-o", "a.img", "-v", "-arch", "sm_90", "-L", "folder", "a.cubin", "b.cubin"]
    assert nvlink.split(words) == ({"-o": "a.img", "-arch": "sm_90", "-L": "folder"}, ["a.cubin", "b.cubin"])
    with pytest.raises(nvlink.LinkError, match=r"is missing|no libnvJitLink"):
        nvlink.link(["-o", "a.img"])
