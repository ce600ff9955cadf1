# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The programs: that they are right, that the check can fail, and what they move.

gcc's programs run on the host here, unless there is a GPU. clang's run on a device with memory of its own,
with the host's pages locked while a kernel runs.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from suites import Ran, Suite, Workshop, all_good
from testlib import SANITIZED

from pointerchain.bench import build, generate, model, sizes
from pointerchain.bench.model import SCENARIOS, SCHEMES, Variant
from pointerchain.bench.results import PHASES
from pointerchain.map.mapping import Input, map_sources

PAPER = ("uvm", "marshal", "pointerchain")
STRICT = ("-Wall", "-Wextra", "-Werror")
PROTECT = {"PC_BENCH_PROTECT": "1"}
# The schemes that move data, so that a kernel may touch nothing of the host's.
MOVING = tuple(name for name, scheme in SCHEMES.items() if scheme.moves_data)


# What they share is built once, in one process.
ON_HOST, ON_DEVICE = (pytest.mark.xdist_group(f"programs-{name}") for name in ("host", "device"))
ON_EACH = [
    pytest.param("host", marks=ON_HOST),
    pytest.param("device", marks=ON_DEVICE),
    pytest.param("all-host", marks=[ON_HOST, pytest.mark.long]),
    pytest.param("all-device", marks=[ON_DEVICE, pytest.mark.long]),
]
on_the_host = pytest.mark.parametrize("measured", ON_EACH[::2], indirect=True)
on_the_device = pytest.mark.parametrize("measured", ON_EACH[1::2], indirect=True)
on_each = pytest.mark.parametrize("measured", ON_EACH, indirect=True)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("workshop"))


def on_host() -> list[Variant]:
    """The paper's 81 Linear programs and every Dense one, in OpenACC."""
    chosen = model.variants(("linear",), 10, ("openacc",), PAPER)
    chosen += model.variants(("dense",), 2, ("openacc",), tuple(SCHEMES))
    return chosen + model.variants(("linear",), 3, ("openacc",), ("handhoist", "mapped"))


def on_device() -> list[Variant]:
    """All schemes in OpenMP."""
    chosen = model.variants(SCENARIOS, 3, ("openmp",), tuple(SCHEMES))
    return chosen + [
        each for each in model.variants(("linear",), 10, ("openmp",), MOVING) if each.levels == 10
    ]


def shortest_and_longest(chosen: list[Variant]) -> list[Variant]:
    """Of Linear two levels and ten, of Dense all."""
    return [each for each in chosen if each.scenario != "linear" or each.levels in (2, 10)]


@pytest.fixture(scope="module")
def host(workshop: Workshop) -> Suite:
    """Programs by gcc, for a GPU where there is one."""
    return workshop.make("host", "gcc", shortest_and_longest(on_host()), flags=STRICT)


Measured = dict[tuple[int, int], dict[Variant, Ran]]
"""What programs gave, by n and q."""


@pytest.fixture(scope="module")
def measured(request: pytest.FixtureRequest, workshop: Workshop) -> Measured:
    """All programs of a suite, run once at each size; clang's find the host's pages locked where they can."""
    name = request.param
    if name == "host":
        suite: Suite = request.getfixturevalue("host")
    elif name == "device":
        suite = workshop.make("device", "clang", shortest_and_longest(on_device()), flags=STRICT)
    else:
        chosen, compiler = (on_host(), "gcc") if name == "all-host" else (on_device(), "clang")
        suite = workshop.make(name, compiler, chosen, flags=STRICT)
    all_good(suite)
    environment = PROTECT if name.endswith("device") else {}
    moving = [each for each in variants(suite) if each.scheme in MOVING]
    others = [each for each in variants(suite) if each.scheme not in MOVING]
    return {
        (n, q): suite.run_all(moving, n=n, q=q, **environment) | suite.run_all(others, n=n, q=q)
        for n, q in ((1, 1), (1000, 3), *(((50, 4),) if name.startswith("all-") else ()))
    }


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


@on_the_host
def test_all_programs_on_the_host(measured: Measured) -> None:
    for size, ran in measured.items():
        assert len(ran) == (81 + 7 + 12 if (50, 4) in measured else 18 + 7 + 6)
        assert wrong(ran) == [], size


@on_the_device
def test_all_programs_on_the_device(measured: Measured) -> None:
    for size, ran in measured.items():
        assert wrong(ran) == [], size
        for variant, each in ran.items():
            assert each.context["pc_host_fallback"] == "false", (variant.name, size)
            assert each.context["pc_unified_memory"] == "false", (variant.name, size)


@on_each
def test_bytes_are_those_of_the_equations(measured: Measured) -> None:
    for (n, q), ran in measured.items():
        for variant, each in ran.items():
            assert each.benchmark["bytes_paper"] == variant.data_size(n, q), (variant.name, n, q)
            padding = 4 * sizes.dense_last_structs(3, q) if variant.takes_q else 0
            assert each.benchmark["bytes_allocated"] == variant.data_size(n, q) + padding, (
                variant.name,
                n,
                q,
            )


@on_each
def test_what_each_scheme_moves(measured: Measured) -> None:
    """Marshal sends one buffer and sets each pointer in it; pointerchain sends what the kernel uses."""
    for (n, q), programs in measured.items():
        for variant, ran in programs.items():
            name = (variant.name, n, q)
            into, out = counts(ran, "enter"), counts(ran, "leave")
            if variant.scheme == "uvm":
                assert (into, out) == ((0,) * 5, (0,) * 5), name
            elif variant.scheme == "marshal":
                size, pointers = arena_bytes(variant, n, q), pointers_of(variant, q)
                assert into == (1, size, 0, 0, pointers), name
                assert out == (0, 0, 1, size, pointers), name
            elif variant.scheme == "mapped":
                assert (into, out) == ((0,) * 5, (0,) * 5), name
            elif variant.scheme in ("pointerchain", "handhoist"):
                arrays = len(model.kernel(variant).chains)
                assert into == (arrays, arrays * 8 * n, 0, 0, 0), name
                assert out == (0, 0, arrays, arrays * 8 * n, 0), name
            else:
                assert variant.scheme == "mapper"
                assert into[4] == (
                    pointers_of(variant, q) if variant.layout != "allinit-LLused" else variant.levels
                ), name
                assert into[1] == out[3], name
            # A GPU's program may get the loop's bound by a transfer, but no array.
            kernel = counts(ran, "kernel")
            arrays = len(model.kernel(variant).chains) if variant.scheme == "mapped" else 0
            assert arrays * 8 * n <= kernel[1] <= arrays * 8 * n + 16, name
            assert kernel[2:] == (arrays, arrays * 8 * n, 0), name


@on_each
def test_pointerchain_moves_what_handhoist_moves(measured: Measured) -> None:
    for size, ran in measured.items():
        chosen = [each for each in ran if each.scheme == "handhoist"]
        assert chosen
        for variant in chosen:
            other = replace(variant, scheme="pointerchain")
            for phase in ("enter", "kernel", "leave"):
                assert counts(ran[variant], phase) == counts(ran[other], phase), (variant.name, size)


@on_each
def test_mapped_moves_what_handhoist_moves(measured: Measured) -> None:
    """As many transfers and bytes, all in step 4."""
    for size, ran in measured.items():
        chosen = [each for each in ran if each.scheme == "mapped"]
        assert {each.layout for each in chosen} == {*model.LAYOUTS["linear"], "selective"}
        for variant in chosen:
            phases = [counts(ran[replace(variant, scheme="handhoist")], each) for each in PHASES]
            assert counts(ran[variant], "kernel") == tuple(map(sum, zip(*phases, strict=True))), (
                variant.name,
                size,
            )


@ON_HOST
def test_gcc_says_where_it_ran(host: Suite) -> None:
    ran = host.run(variants(host)[0])
    assert ran.context["pc_counts_source"] == "the program's calls of libgomp"
    if ran.context["pc_host_fallback"] == "true":
        assert ran.context["pc_unified_memory"] == "false"
        assert ran.context["pc_shares_memory"] == "true"


def test_nothing_falls_back_to_the_host_where_a_device_is_mandatory(workshop: Workshop) -> None:
    """(OpenMP 5.1, section 6.17; libgomp 12 takes the host for a device and goes on.)"""
    (variant,) = model.variants(("dense",), 2, ("openmp",), ("handhoist",))[:1]
    suite = workshop.make("mandatory", "gcc", [variant])
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


# Those whose sources say what is transferred.
WITH_TRANSFERS = [each for each in SPOILED if SCHEMES[each.scheme].has_transfer_steps]


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def spoiled(
    workshop: Workshop, chosen: list[Variant], change: Callable[[Variant, str], str] = lambda _, text: text
) -> Suite:
    """Programs for clang's device, changed before they are compiled."""
    return workshop.make("spoiled", "clang", chosen, flags=("-O0",), change=change)


def caught(suite: Suite, n: int = 300, q: int = 2) -> list[str]:
    """The messages of programs whose result has to be wrong."""
    all_good(suite)
    ran = suite.run_all(variants(suite), n=n, q=q)
    for variant, each in ran.items():
        assert each.code == 1, variant.name
        assert each.benchmark["error_occurred"], variant.name
    return [each.benchmark["error_message"] for each in ran.values()]


def test_wrong_kernel_is_caught(workshop: Workshop) -> None:
    """Wrong by one unit in the last place."""
    suite = spoiled(
        workshop,
        SPOILED,
        change=lambda _, text: replaced(text, "*= PC_BENCH_SCALE", "*= 1.5000000000000002"),
    )
    assert all("wrong elements" in message for message in caught(suite))


def test_kernel_that_forgets_the_last_element_is_caught(workshop: Workshop) -> None:
    suite = spoiled(workshop, SPOILED, change=lambda _, text: replaced(text, "i < n;", "i < n - 1;"))
    assert all("the first is [299]" in message for message in caught(suite))


def test_missing_transfer_to_the_device_is_caught(workshop: Workshop) -> None:
    def spoil(variant: Variant, text: str) -> str:
        old = "map(mapper(deep), to:" if variant.scheme == "mapper" else "enter data map(to:"
        return replaced(text, old, old.replace("to:", "alloc:"))

    # Without its transfer marshal's tree has no pointers to set or follow, but those that were attached.
    assert caught(spoiled(workshop, WITH_TRANSFERS, change=spoil))


def test_missing_transfer_from_the_device_is_caught(workshop: Workshop) -> None:
    def spoil(variant: Variant, text: str) -> str:
        old = "map(mapper(deep), from:" if variant.scheme == "mapper" else "exit data map(from:"
        return replaced(text, old, old.replace("from:", "release:"))

    assert caught(spoiled(workshop, WITH_TRANSFERS, change=spoil))


@pytest.mark.parametrize("direction", ["to", "from"])
def test_missing_direction_in_what_map_writes_is_caught(direction: str, workshop: Workshop) -> None:
    """What is built here is translated, not mapped: the checks of 'pointerchain map' would find the fault."""
    variant = Variant("linear", 2, "allinit-allused", "pointerchain", "openmp")

    def spoil(_: Variant, __: str) -> str:
        text = generate.render(replace(variant, scheme="mapped"), generate.environment())
        flags = ("-std=c99", "-I", str(generate.data_folder("microbench")))
        (mapped,) = map_sources([Input("mapped.c", text.encode(), flags)])
        return replaced(mapped.text.decode(), "map(tofrom: tree->A[0:n]", f"map({direction}: tree->A[0:n]")

    (message,) = caught(spoiled(workshop, [variant], change=spoil))
    assert "600 wrong elements" in message


def test_what_map_asks_and_leaves_is_why_a_program_is_not_built(workshop: Workshop) -> None:
    """Of several arrays it is asked whether they lie apart, unless the directive says so."""
    chosen = model.variants(("dense",), 2, ("openmp",), ("mapped",))
    chosen += [Variant("linear", 2, layout, "mapped", "openmp") for layout in model.LAYOUTS["linear"][::2]]

    def change(variant: Variant, text: str) -> str:
        said = " \\\n    pointerchain(tree->Lnext->A{:restrict})"
        if variant.layout == "LLinit-LLused":
            return text.replace("tree->Lnext->A[i]", "tree->Lnext->B[i]")
        return text.replace(said, "").replace("Lnext[q - 1].A[i]", "Lnext[i % q].A[i]")

    suite = workshop.make("left", "clang", chosen, change=change)
    varies, unread, asked = (each.reason for each in suite.record.built)
    assert varies == (
        "pointerchain map asks: how many elements has 'tree->Lnext[q-1].Lnext[q-1].Lnext'? "
        "'#pragma pointerchain shape(L2: Lnext[N])' would say, N their number"
    )
    assert unread.startswith("pointerchain cannot map it: Clang cannot read it: ")
    assert unread.endswith("no member named 'B' in 'struct L2'")
    assert asked == (
        "pointerchain map asks: do 'tree->A' and 'tree->Lnext->A' lead to different memory? "
        "'pointerchain(tree->Lnext->A{:restrict})' on the construct would say"
    )


def test_device_pointer_in_the_host_s_tree_is_caught(workshop: Workshop) -> None:
    """Marshal without the way back's fix-up: the device's addresses land in the host's structs."""
    chosen = [each for each in SPOILED if each.scheme == "marshal"]
    line = "  for (i = pc_bench_requests(); i-- > 0;) pc_bench_detach(pc_bench_request(i), device);\n"
    suite = spoiled(
        workshop, chosen, change=lambda _, text: replaced(text, line, "  (void)device, (void)i;\n")
    )
    assert all("pointers of the tree have changed" in message for message in caught(suite))


def test_kernel_that_touches_the_host_dies(workshop: Workshop) -> None:
    chosen = [each for each in SPOILED if each.scheme == "handhoist"]

    def spoil(_: Variant, text: str) -> str:
        return text.replace("for map(alloc: a[0:n])", "for is_device_ptr(a)").replace(
            "for map(alloc: a1[0:n], a2[0:n])", "for is_device_ptr(a1, a2)"
        )

    suite = spoiled(workshop, chosen, change=spoil)
    all_good(suite)
    ran = suite.run_all(variants(suite), deterministic=False, **PROTECT)
    assert {each.code for each in ran.values()} == {-signal.SIGSEGV}


def test_forgotten_array_is_caught(workshop: Workshop) -> None:
    """A tree that is not the paper's: its bytes are not those of the equation."""
    line = (
        "  l1->nA = (int)size->n;\n  pc_bench_array(PC_BENCH_HEAP, &l1->A, (size_t)size->n, PC_BENCH_IDLE);\n"
    )
    variant = Variant("linear", 2, "allinit-LLused", "handhoist", "openmp")
    suite = spoiled(workshop, [variant], change=lambda _, text: replaced(text, line, "  l1->A = NULL;\n"))
    assert caught(suite) == ["the tree has 2448 bytes, the equation says 4848"]


@pytest.mark.parametrize("dialect", ["openacc", "openmp"])
def test_sanitizers_find_nothing(dialect: str, workshop: Workshop) -> None:
    """On the host: no wrong access, nothing undefined, nothing unfreed (ASan runs LeakSanitizer)."""
    chosen = model.variants(SCENARIOS, 2, (dialect,), tuple(SCHEMES))  # type: ignore[arg-type]
    suite = workshop.make(
        "sanitized", "gcc", chosen, flags=SANITIZED, installation=lambda found: replace(found, offloads=False)
    )
    all_good(suite)
    # libgomp's own threads and tables are not the programs'.
    ran = suite.run_all(variants(suite), n=40, q=2, ASAN_OPTIONS="detect_leaks=1", OMP_NUM_THREADS="1")
    assert wrong(ran) == []


def test_leak_is_found(workshop: Workshop) -> None:
    """That the sanitizers can find something."""
    variant = Variant("linear", 2, "allinit-allused", "handhoist", "openacc")
    suite = workshop.make(
        "sanitized",
        "gcc",
        [variant],
        flags=SANITIZED,
        change=lambda _, text: replaced(
            text.replace('#include "pc_bench.h"', '#include "pc_bench.h"\n#include <stdlib.h>'),
            "  return l1;",
            "  *(void *volatile *)calloc(8, 1) = NULL;\n  return l1;",
        ),
        installation=lambda found: replace(found, offloads=False),
    )
    ran = suite.run(variant, deterministic=False, ASAN_OPTIONS="detect_leaks=1")
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
    assert suite.run(variant, deterministic=False).code == 0
    program = Path(suite.program(variant)).read_bytes()
    found = []
    for path in set(Path("/tmp").glob("tmpfile_*")) - before:
        try:
            data = path.read_bytes()
        except OSError:  # another process's
            continue
        if data and data in program:
            found.append(path)
    return found


def test_no_device_image_stays_behind(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM's plugin for the host writes one to /tmp at each start, whatever TMPDIR says, and leaves it."""
    variant = Variant("linear", 2, "allinit-allused", "handhoist", "openmp")

    # Entry points have the source file's number in their names: no other program's image is this one's.
    suite = spoiled(workshop, [variant])
    all_good(suite)
    assert left_behind(suite, variant) == []
    monkeypatch.setattr(build.Builder, "_common_sources", lambda _: ("harness.cpp", "objects.c"))
    (image,) = left_behind(spoiled(workshop, [variant]), variant)
    image.unlink()
