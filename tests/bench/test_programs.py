# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The programs: that they are right, that the check can fail, and what they move.

gcc's programs run on the host here, unless there is a GPU. clang's run on a device with memory of its own,
with the host's pages locked while a kernel runs.
"""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import pytest
from suites import Ran, Suite, all_good, found_or_skip, make

from pointerchain.bench import build, model, sizes
from pointerchain.bench.model import SCENARIOS, SCHEMES, Variant

PAPER = ("uvm", "marshal", "pointerchain")
STRICT = ("-Wall", "-Wextra", "-Werror")
PROTECT = {"PC_BENCH_PROTECT": "1"}
# The schemes that move data, so that a kernel may touch nothing of the host's.
MOVING = tuple(name for name, scheme in SCHEMES.items() if scheme.moves_data)


# What they share is built once, in one process.
ON_HOST, ON_DEVICE = (pytest.mark.xdist_group(f"programs-{name}") for name in ("host", "device"))
ON_EACH = [pytest.param("host", marks=ON_HOST), pytest.param("device", marks=ON_DEVICE)]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """The paper's 81 Linear programs and every Dense one, in OpenACC with gcc."""
    chosen = model.variants(("linear",), 10, ("openacc",), PAPER)
    chosen += model.variants(("dense",), 2, ("openacc",), tuple(SCHEMES))
    chosen += model.variants(("linear",), 3, ("openacc",), ("handhoist",))
    return make(tmp_path_factory.mktemp("host"), "gcc", chosen, flags=STRICT)


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """All schemes in OpenMP, with clang for its separate-memory device."""
    chosen = model.variants(SCENARIOS, 3, ("openmp",), tuple(SCHEMES))
    chosen += [each for each in model.variants(("linear",), 10, ("openmp",), MOVING) if each.levels == 10]
    return make(tmp_path_factory.mktemp("device"), "clang", chosen, flags=STRICT)


def variants(suite: Suite) -> list[Variant]:
    return [each.variant for each in suite.record.built]


def wrong(ran: dict[Variant, Ran]) -> list[str]:
    return [
        f"{variant.name}: {each.code} {each.stderr[-500:]}" for variant, each in ran.items() if each.code != 0
    ]


def counts(ran: Ran, phase: str) -> tuple[int, int, int, int, int]:
    """To device: transfers, bytes; from device: transfers, bytes; pointers."""
    names = ("to_device", "to_device_bytes", "from_device", "from_device_bytes", "pointers")
    return tuple(int(ran.benchmark[f"{phase}_{name}"]) for name in names)  # type: ignore[return-value]


def pointers_of(variant: Variant, q: int) -> int:
    """How many pointers lie in what marshal sends: one a struct below the root, one an array."""
    if variant.scenario == "linear":
        return variant.levels - 1 + len(model.arrays(variant))
    if variant.layout == "selective":
        return variant.levels + 1
    return 2 * sum(q**level for level in range(variant.levels)) + q**variant.levels


def arena_bytes(variant: Variant, n: int, q: int) -> int:
    if variant.scenario == "linear":
        return variant.data_size(n, q)
    if variant.layout == "selective":
        return 24 + q * (24 * (variant.levels - 1) + 16) + 8 * n
    return variant.data_size(n, q) + 4 * q**variant.levels


@ON_HOST
@pytest.mark.parametrize(("n", "q"), [(1, 1), (1000, 3)])
def test_all_programs_on_the_host(host: Suite, n: int, q: int) -> None:
    all_good(host)
    ran = host.run_all(variants(host), n=n, q=q)
    assert len(ran) == 81 + 6 + 6
    assert wrong(ran) == []


@ON_DEVICE
@pytest.mark.parametrize(("n", "q"), [(1, 1), (1000, 3)])
def test_all_programs_on_the_device(device: Suite, n: int, q: int) -> None:
    all_good(device)
    moving = [each for each in variants(device) if each.scheme in MOVING]
    ran = device.run_all(moving, n=n, q=q, **PROTECT)
    ran |= device.run_all([each for each in variants(device) if each.scheme not in MOVING], n=n, q=q)
    assert wrong(ran) == []
    for variant, each in ran.items():
        assert each.context["pc_host_fallback"] == "false", variant.name
        assert each.context["pc_unified_memory"] == "false", variant.name


@pytest.mark.parametrize("name", ON_EACH)
def test_bytes_are_those_of_the_equations(name: str, request: pytest.FixtureRequest) -> None:
    suite: Suite = request.getfixturevalue(name)
    ran = suite.run_all(variants(suite), n=50, q=4)
    for variant, each in ran.items():
        assert each.benchmark["bytes_paper"] == variant.data_size(50, 4), variant.name
        padding = 4 * sizes.dense_last_structs(3, 4) if variant.takes_q else 0
        assert each.benchmark["bytes_allocated"] == variant.data_size(50, 4) + padding, variant.name


@pytest.mark.parametrize("name", ON_EACH)
def test_what_each_scheme_moves(name: str, request: pytest.FixtureRequest) -> None:
    """Marshal sends one buffer and sets each pointer in it; pointerchain sends what the kernel uses."""
    suite: Suite = request.getfixturevalue(name)
    n, q = 70, 3
    for variant, ran in suite.run_all(variants(suite), n=n, q=q).items():
        into, out = counts(ran, "enter"), counts(ran, "leave")
        if variant.scheme == "uvm":
            assert (into, out) == ((0,) * 5, (0,) * 5), variant.name
        elif variant.scheme == "marshal":
            size, pointers = arena_bytes(variant, n, q), pointers_of(variant, q)
            assert into == (1, size, 0, 0, pointers), variant.name
            assert out == (0, 0, 1, size, pointers), variant.name
        elif variant.scheme in ("pointerchain", "handhoist"):
            arrays = len(model.kernel(variant).chains)
            assert into == (arrays, arrays * 8 * n, 0, 0, 0), variant.name
            assert out == (0, 0, arrays, arrays * 8 * n, 0), variant.name
        else:
            assert variant.scheme == "mapper"
            assert into[4] == (
                pointers_of(variant, q) if variant.layout != "allinit-LLused" else variant.levels
            )
            assert into[1] == out[3], variant.name
        # A GPU's program may get the loop's bound by a transfer, but no array.
        kernel = counts(ran, "kernel")
        assert kernel[1] <= 16, variant.name
        assert kernel[2:] == (0, 0, 0), variant.name


@pytest.mark.parametrize("name", ON_EACH)
def test_pointerchain_moves_what_handhoist_moves(name: str, request: pytest.FixtureRequest) -> None:
    suite: Suite = request.getfixturevalue(name)
    chosen = [each for each in variants(suite) if each.scheme == "handhoist"]
    assert chosen
    for variant in chosen:
        other = replace(variant, scheme="pointerchain")
        ran = suite.run_all([variant, other], n=33, q=2)
        for phase in ("enter", "kernel", "leave"):
            assert counts(ran[variant], phase) == counts(ran[other], phase), variant.name


@ON_HOST
def test_gcc_says_where_it_ran(host: Suite) -> None:
    ran = host.run(variants(host)[0])
    assert ran.context["pc_counts_source"] == "the program's calls of libgomp"
    if ran.context["pc_host_fallback"] == "true":
        assert ran.context["pc_unified_memory"] == "false"
        assert ran.context["pc_shares_memory"] == "true"


def test_nothing_falls_back_to_the_host_where_a_device_is_mandatory(tmp_path: Path) -> None:
    """(OpenMP 5.1, section 6.17; libgomp 12 takes the host for a device and goes on.)"""
    (variant,) = model.variants(("dense",), 2, ("openmp",), ("handhoist",))[:1]
    suite = make(tmp_path, "gcc", [variant])
    if suite.run(variant).context["pc_host_fallback"] == "true":
        ran = suite.run(variant, OMP_TARGET_OFFLOAD="mandatory")
        assert ran.code == 1
        assert "there is no device, and OMP_TARGET_OFFLOAD is 'mandatory'" in ran.stderr
    else:
        assert suite.run(variant, OMP_TARGET_OFFLOAD="mandatory").code == 0


SPOILED = [
    each
    for each in model.variants(SCENARIOS, 2, ("openmp",), MOVING)
    if each.layout in ("allinit-allused", "selective") or (each.scheme, each.layout) == ("marshal", "full")
]


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def caught(suite: Suite, n: int = 300, q: int = 2) -> list[str]:
    """The messages of programs whose result has to be wrong."""
    all_good(suite)
    ran = suite.run_all(variants(suite), n=n, q=q)
    for variant, each in ran.items():
        assert each.code == 1, variant.name
        assert each.benchmark["error_occurred"], variant.name
    return [each.benchmark["error_message"] for each in ran.values()]


def test_wrong_kernel_is_caught(tmp_path: Path) -> None:
    """Wrong by one unit in the last place."""
    suite = make(
        tmp_path,
        "clang",
        SPOILED,
        change=lambda _, text: replaced(text, "*= PC_BENCH_SCALE", "*= 1.5000000000000002"),
    )
    assert all("wrong elements" in message for message in caught(suite))


def test_kernel_that_forgets_the_last_element_is_caught(tmp_path: Path) -> None:
    suite = make(tmp_path, "clang", SPOILED, change=lambda _, text: replaced(text, "i < n;", "i < n - 1;"))
    assert all("the first is [299]" in message for message in caught(suite))


def test_missing_transfer_to_the_device_is_caught(tmp_path: Path) -> None:
    def spoil(variant: Variant, text: str) -> str:
        old = "map(mapper(deep), to:" if variant.scheme == "mapper" else "enter data map(to:"
        return replaced(text, old, old.replace("to:", "alloc:"))

    # Without its transfer marshal's tree has no pointers to set or follow, but those that were attached.
    assert caught(make(tmp_path, "clang", SPOILED, change=spoil))


def test_missing_transfer_from_the_device_is_caught(tmp_path: Path) -> None:
    def spoil(variant: Variant, text: str) -> str:
        old = "map(mapper(deep), from:" if variant.scheme == "mapper" else "exit data map(from:"
        return replaced(text, old, old.replace("from:", "release:"))

    assert caught(make(tmp_path, "clang", SPOILED, change=spoil))


def test_device_pointer_in_the_host_s_tree_is_caught(tmp_path: Path) -> None:
    """Marshal without the way back's fix-up: the device's addresses land in the host's structs."""
    chosen = [each for each in SPOILED if each.scheme == "marshal"]
    line = "  for (i = pc_bench_requests(); i-- > 0;) pc_bench_detach(pc_bench_request(i), device);\n"
    suite = make(
        tmp_path, "clang", chosen, change=lambda _, text: replaced(text, line, "  (void)device, (void)i;\n")
    )
    assert all("pointers of the tree have changed" in message for message in caught(suite))


def test_kernel_that_touches_the_host_dies(tmp_path: Path) -> None:
    chosen = [each for each in SPOILED if each.scheme == "handhoist"]

    def spoil(_: Variant, text: str) -> str:
        return text.replace("for map(alloc: a[0:n])", "for is_device_ptr(a)").replace(
            "for map(alloc: a1[0:n], a2[0:n])", "for is_device_ptr(a1, a2)"
        )

    suite = make(tmp_path, "clang", chosen, change=spoil)
    all_good(suite)
    ran = suite.run_all(variants(suite), **PROTECT)
    assert {each.code for each in ran.values()} == {-signal.SIGSEGV}


def test_forgotten_array_is_caught(tmp_path: Path) -> None:
    """A tree that is not the paper's: its bytes are not those of the equation."""
    line = (
        "  l1->nA = (int)size->n;\n  pc_bench_array(PC_BENCH_HEAP, &l1->A, (size_t)size->n, PC_BENCH_IDLE);\n"
    )
    variant = Variant("linear", 2, "allinit-LLused", "handhoist", "openmp")
    suite = make(
        tmp_path, "clang", [variant], change=lambda _, text: replaced(text, line, "  l1->A = NULL;\n")
    )
    assert caught(suite) == ["the tree has 2448 bytes, the equation says 4848"]


@pytest.mark.parametrize("dialect", ["openacc", "openmp"])
def test_sanitizers_find_nothing(dialect: str, tmp_path: Path) -> None:
    """On the host: no wrong access, nothing undefined, nothing unfreed (ASan runs LeakSanitizer)."""
    chosen = model.variants(SCENARIOS, 2, (dialect,), tuple(SCHEMES))  # type: ignore[arg-type]
    flags = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    suite = make(
        tmp_path, "gcc", chosen, flags=flags, installation=lambda found: replace(found, offloads=False)
    )
    all_good(suite)
    # libgomp's own threads and tables are not the programs'.
    ran = suite.run_all(variants(suite), n=40, q=2, ASAN_OPTIONS="detect_leaks=1", OMP_NUM_THREADS="1")
    assert wrong(ran) == []


def test_leak_is_found(tmp_path: Path) -> None:
    """That the sanitizers can find something."""
    variant = Variant("linear", 2, "allinit-allused", "handhoist", "openacc")
    suite = make(
        tmp_path,
        "gcc",
        [variant],
        flags=("-g", "-fsanitize=address,undefined"),
        change=lambda _, text: replaced(
            text.replace('#include "pc_bench.h"', '#include "pc_bench.h"\n#include <stdlib.h>'),
            "  return l1;",
            "  *(void *volatile *)calloc(8, 1) = NULL;\n  return l1;",
        ),
        installation=lambda found: replace(found, offloads=False),
    )
    ran = suite.run(variant, ASAN_OPTIONS="detect_leaks=1")
    assert ran.code != 0
    assert "LeakSanitizer" in ran.stderr


@ON_HOST
@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--n=0",), 2, "'--n=0' is not understood"),
        (("--n=12x",), 2, "'--n=12x' is not understood"),
        (("--q=-1",), 2, "'--q=-1' is not understood"),
        (("--n=2000000000",), 3, "needs"),
        (("--memory-limit=1000",), 3, "there are 1000"),
        (("--nonsense",), 2, ""),
    ],
)
def test_bad_words(host: Suite, words: tuple[str, ...], code: int, message: str) -> None:
    variant = Variant("linear", 10, "allinit-allused", "uvm", "openacc")
    ran = host.run(variant, *words)
    assert ran.code == code, ran
    assert message in ran.stderr


def left_behind(suite: Suite, variant: Variant) -> list[Path]:
    """Runs a program; the files in /tmp with its device's code that were not there before."""
    before = set(Path("/tmp").glob("tmpfile_*"))
    assert suite.run(variant).code == 0
    program = (suite.folder / suite.built(variant).program).read_bytes()
    found = []
    for path in set(Path("/tmp").glob("tmpfile_*")) - before:
        try:
            data = path.read_bytes()
        except OSError:  # another process's
            continue
        if data and data in program:
            found.append(path)
    return found


def test_no_device_image_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM's plugin for the host writes one to /tmp at each start, whatever TMPDIR says, and leaves it."""
    variant = Variant("linear", 2, "allinit-allused", "handhoist", "openmp")

    # Entry points have the source file's number in their names: no other program's image is this one's.
    suite = make(tmp_path, "clang", [variant])
    all_good(suite)
    assert left_behind(suite, variant) == []
    monkeypatch.setattr(build.Builder, "_common_sources", lambda _: ("harness.cpp", "objects.c"))
    toolchain, found = found_or_skip("clang")
    record = build.build(tmp_path, toolchain, found, [variant])
    (image,) = left_behind(Suite(tmp_path, record), variant)
    image.unlink()
