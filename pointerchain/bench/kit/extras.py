# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The programs of a kit beside the suite's: its own, deep copies, the limit, separate-memory tests, examples.

Each function builds below a folder and returns cells and the files that they need, or says what is left out.
Tests and examples are there in a clone only.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pointerchain
from pointerchain.bench.build import BuildError, BuildRecord, first_line
from pointerchain.bench.generate import data_folder
from pointerchain.bench.kit import cells as kit_cells
from pointerchain.bench.kit.cells import KitCell
from pointerchain.toolchain import Clang, Gcc, Installation, Missing, device_code_target, toolchains_for
from pointerchain.toolchain.cuda import Nvcc, find_nvcc

INCLUDE = Path(__file__).resolve().parents[2] / "include"
_ROOT = Path(__file__).resolve().parents[3]
_C = ("-std=c99", "-O2")
_EXACT = ("-std=c99", "-O2", "-ffp-contract=off", "-Wno-unknown-pragmas")
MEBIBYTE = 1 << 20
# The sizes of microbench/deepcopy: shape, bytes of an element, elements, and its tier.
_STRUCTURES = tuple(
    (shape, size, 128 if size == MEBIBYTE else 1024, kit_cells.DEEPCOPY)
    for shape in ("List", "SplitList", "Tree")
    for size in (128, 1024, MEBIBYTE)
)
_UMT = ("UMT", 110_000, 2000, kit_cells.DEEPCOPY_MORE)
_SHAPES = {"List": 0, "SplitList": 1, "Tree": 2, "UMT": 3}
_SWEEP = (1000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class Extras:
    """Cells, the files of their programs by their place in the kit, and what is left out with the reason."""

    cells: tuple[KitCell, ...] = ()
    programs: dict[str, Path] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def and_also(self, other: Extras) -> Extras:
        """Both."""
        return Extras(
            (*self.cells, *other.cells),
            {**self.programs, **other.programs},
            {**self.left_out, **other.left_out},
        )


def run_tool(*command: str, cwd: Path | None = None) -> str:
    """Run a compiler or the translator; the first line of what it says where it fails, else nothing."""
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=cwd, env={**os.environ, "LC_ALL": "C"}, check=False
    )
    return "" if done.returncode == 0 else first_line(done.stderr or f"exit code {done.returncode}")


def own_programs(folder: Path) -> dict[str, Path]:
    """The kit's runner, which is linked statically, and the programs that look at the node and time copies.

    Raises :class:`~pointerchain.bench.build.BuildError`.
    """
    sources = data_folder("microbench") / "kit"
    programs = {}
    for name, source, flags in (
        ("run", "runner.c", ("-static",)),
        ("node", "node.c", ()),
        ("limit", "limit.c", ()),
    ):
        output = folder / name
        error = run_tool("gcc", *_C, *flags, str(sources / source), "-o", str(output), "-ldl")
        if error:
            raise BuildError(f"gcc cannot build the kit's '{source}': {error}")
        programs[f"bin/{name}"] = output
    return programs


def limit(cells: list[KitCell], target: str) -> Extras:
    """Plain copies of the bytes that the suite's cells move, with the kit's own program."""
    where = () if device_code_target(target) else ("host",)
    return Extras(
        tuple(
            KitCell(
                "limit",
                f"limit/{size}",
                kit_cells.LIMIT,
                "bin/limit",
                (str(size), "9", *where),
                host_bytes=3 * size,
                device_bytes=size,
                flags=("json",),
            )
            for size in kit_cells.limit_sizes(cells)
        )
    )


@dataclass(frozen=True, slots=True)
class _Clang:
    """clang for the target, as it is called."""

    toolchain: Clang
    found: Installation

    @property
    def flags(self) -> tuple[str, ...]:
        return self.toolchain.offload(self.found, "openmp", "separate")


def _clang(target: str) -> _Clang | str:
    """clang for ``target``, or why there is none."""
    each = next(each for each in toolchains_for(target) if isinstance(each, Clang))
    found = each.find()
    if isinstance(found, Missing):
        return found.reason
    return _Clang(each, found) if found.links else found.why_not_links


def deep_copies(target: str, folder: Path) -> Extras:
    """The deep-copy benchmark on each device of the target, and OpenMP's own maps beside it."""
    sources = data_folder("microbench") / "deepcopy"
    made = Extras()
    arch = device_code_target(target)
    clang = _clang(target)
    if isinstance(clang, str):
        made = made.and_also(Extras(left_out={"deep copies with OpenMP": clang}))
    else:
        image = () if arch else (str(sources.parent / "device_image.c"),)
        title = f"OpenMP, clang's {arch or 'x86_64'}"
        for name in ("deepcopy", "openmp_maps"):
            output = folder / f"{name}-openmp"
            # The name of a source is part of what programs say: no folder of this machine.
            words = (*_C, *clang.flags, f"-I{INCLUDE}", f"{name}.c", *image)
            error = run_tool(clang.found.commands["c"], *words, "-o", str(output), cwd=sources)
            if error:
                made = made.and_also(Extras(left_out={f"{name} with OpenMP": error}))
            elif name == "deepcopy":
                made = made.and_also(_structures(title, output, clang.toolchain.name, on_host=not arch))
            else:
                made = made.and_also(_maps(output, clang.toolchain.name))
    if arch:
        nvcc = find_nvcc(arch)
        if isinstance(nvcc, Nvcc):
            output = folder / "deepcopy-cuda"
            error = run_tool(*nvcc.command(Path("deepcopy.c"), output, (INCLUDE,)), cwd=sources)
            if error:
                made = made.and_also(Extras(left_out={"deep copies with CUDA": error}))
            else:
                made = made.and_also(_structures("CUDA", output, "-", on_host=False))
        else:
            made = made.and_also(Extras(left_out={"deep copies with CUDA": nvcc.reason}))
    return made


def _structures(title: str, program: Path, environment: str, *, on_host: bool) -> Extras:
    """Cells for all structures and the sweep over the number of nodes."""
    place = f"deepcopy/{program.name}"

    def cell(shape: str, size: int, nodes: int, tier: int, *more: str) -> KitCell:
        total, sweep = size * nodes, bool(more)
        # While it is measured: itself, a buffer for the plain copy and one for chunks; on the device twice.
        here, there = 2 * total + 64 * MEBIBYTE, 2 * total + 64 * MEBIBYTE
        reps = 3 if total >= 64 * MEBIBYTE else 5
        words = (f"shape={_SHAPES[shape]}", f"bytes={size}", f"nodes={nodes}", f"reps={reps}", *more)
        return KitCell(
            "deepcopy",
            f"{title.replace(' ', '_')}/{shape}/{size}/{nodes}{'/sweep' if sweep else ''}",
            tier,
            place,
            words,
            timeout=300,
            host_bytes=here + (there if on_host else 0),
            device_bytes=0 if on_host else there,
            flags=("json",),
            environment=environment,
            about={"title": title, "sweep": sweep},
        )

    cells = [cell(*each) for each in (*_STRUCTURES, _UMT)]
    # auto, base+ and arena only: bits 0, 2 and 5.
    cells += [cell("List", 128, nodes, kit_cells.DEEPCOPY_MORE, "techniques=37") for nodes in _SWEEP]
    return Extras(tuple(cells), {place: program})


def _maps(program: Path, environment: str) -> Extras:
    place = f"deepcopy/{program.name}"
    cell = KitCell(
        "maps",
        "openmp_maps/4096",
        kit_cells.DEEPCOPY,
        place,
        ("4096", "2"),
        timeout=300,
        flags=("json",),
        environment=environment,
    )
    return Extras((cell,), {place: program})


def separate_memory_tests(target: str, folder: Path) -> Extras:
    """The tests on a device with its own memory: translations have to print what the host prints.

    The originals of ``controls`` follow a host pointer in a kernel, and have to fail there.
    """
    tests = _ROOT / "tests" / "separate_memory"
    if not (tests / "cases").is_dir():
        return Extras(left_out={"separate-memory tests": "they are in a clone only, not in an installation"})
    clang = _clang(target)
    if isinstance(clang, str):
        return Extras(left_out={"separate-memory tests": clang})
    sources = sorted(tests.glob("c*/*.c*"))
    made = Extras()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for each in pool.map(lambda source: _test(source, tests, clang, folder), sources):
            made = made.and_also(each)
    return made


def _test(source: Path, tests: Path, clang: _Clang, folder: Path) -> Extras:
    control = source.parent.name == "controls"
    name = f"{source.parent.name}-{source.stem}"
    cplusplus = source.suffix == ".cpp"
    compiler = clang.found.commands["c++" if cplusplus else "c"]
    flags = ("-std=c++17" if cplusplus else "-std=c99", "-O1", "-I", str(tests))
    offload = ("-D__pointerchain=1", "-Wno-unknown-pragmas", *clang.flags)
    plain, translated, output = folder / f"{name}.plain", folder / source.name, folder / name
    error = run_tool(compiler, *flags, "-Wno-unknown-pragmas", str(source), "-o", str(plain))
    if not error and "pointerchain" in source.read_text():
        result = pointerchain.translate(
            source.read_bytes(), str(source), [flags[0], "-fopenmp", "-I", str(tests)]
        )
        if result.text is None:
            return Extras(left_out={f"test {name}": "pointerchain cannot translate it"})
        translated.write_bytes(result.text)
        source = translated
    error = error or run_tool(compiler, *flags, *offload, str(source), "-o", str(output))
    if error:
        return Extras(left_out={f"test {name}": error})
    expected = subprocess.run([str(plain)], capture_output=True, text=True, check=False, cwd=folder)
    if expected.returncode != 0:
        return Extras(left_out={f"test {name}": f"without a device it ends with {expected.returncode}"})
    cell = KitCell(
        "tests",
        f"separate_memory/{name}",
        kit_cells.TESTS,
        f"tests/{name}",
        timeout=30,
        flags=("fails",) if control else (),
        environment=clang.toolchain.name,
        about={"fails": control, "stdout": expected.stdout},
    )
    return Extras((cell,), {f"tests/{name}": output})


def examples(target: str, folder: Path) -> Extras:
    """The example programs, translated for the device, with what they print on the host."""
    root = _ROOT / "examples"
    if not root.is_dir():
        return Extras(left_out={"examples": "they are in a clone only, not in an installation"})
    made = Extras()
    clang = _clang(target)
    if isinstance(clang, str):
        made = made.and_also(Extras(left_out={"example tree": clang}))
    else:
        words = (clang.found.commands["c"], *clang.flags)
        tree = (root / "tree" / "tree.c",)
        made = made.and_also(_example("tree", tree, ("300", "4"), words, clang.toolchain.name, folder))
    if not device_code_target(target):
        return made.and_also(Extras(left_out={"example md": "it is OpenACC, and clang has none"}))
    gcc = Gcc(needs_offload=True)
    found = gcc.find()
    if isinstance(found, Missing):
        return made.and_also(Extras(left_out={"example md": found.reason}))
    sources = tuple(sorted((root / "md").glob("*.c")))
    compiler = (found.commands["c"], *gcc.offload(found, "openacc", "separate"), "-foffload-options=-lm")
    return made.and_also(_example("md", sources, ("-n", "6", "-s", "50"), compiler, "gcc", folder))


def _example(
    name: str,
    sources: tuple[Path, ...],
    arguments: tuple[str, ...],
    compiler: tuple[str, ...],
    environment: str,
    folder: Path,
) -> Extras:
    plain, output = folder / f"{name}.plain", folder / name
    error = run_tool("gcc", *_EXACT, *map(str, sources), "-o", str(plain), "-lm")
    objects = []
    for source in sources:
        objects.append(str(folder / f"{name}-{source.stem}.o"))
        words = (*compiler, *_EXACT, "-c", str(source), "-o", objects[-1])
        error = error or run_tool(sys.executable, "-m", "pointerchain", "cc", *words)
    error = error or run_tool(*compiler, "-O2", *objects, "-o", str(output), "-lm")
    if error:
        return Extras(left_out={f"example {name}": error})
    expected = subprocess.run([str(plain), *arguments], capture_output=True, text=True, check=False)
    cell = KitCell(
        "examples",
        f"example/{name}",
        kit_cells.TESTS,
        f"examples/{name}",
        arguments,
        timeout=120,
        environment=environment,
        about={"fails": False, "stdout": expected.stdout},
    )
    return Extras((cell,), {f"examples/{name}": output})


def all_extras(target: str, suite: list[KitCell], records: list[BuildRecord], folder: Path) -> Extras:
    """Everything beside the suite; raises :class:`~pointerchain.bench.build.BuildError`."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Extras(tuple(kit_cells.counter_cells(records)), own_programs(folder))
    for each in (
        limit(suite, target),
        deep_copies(target, folder),
        separate_memory_tests(target, folder),
        examples(target, folder),
    ):
        made = made.and_also(each)
    return made
