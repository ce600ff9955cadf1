# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which kernels belong together, and what a comparison says of them."""

from __future__ import annotations

import csv
import io
import json

import pytest
from samples import HEAD

from pointerchain.ptx.compare import Comparison, compare, comparison_report, per_cent
from pointerchain.ptx.counts import count
from pointerchain.ptx.match import match, stem

GCC = ("drift$_omp_fn$0", "drift._omp_fn.0", "drift$constprop$0$_omp_fn$0")
CLANG = ("__omp_offloading_fd02_ab08fd_drift_l12", "__omp_offloading_10303_8b2_drift_l9")
NVC = ("drift_12_gpu", "nvkernel_drift_F1L12_2")


@pytest.mark.parametrize("name", [*GCC, *CLANG, *NVC])
def test_stems(name: str) -> None:
    assert stem(name).function == "drift"
    assert stem(name).part == ""


@pytest.mark.parametrize(
    ("name", "function", "part", "order"),
    [
        ("__omp_offloading_1_2_f_l3_4", "f", "", (3, 4)),
        ("__omp_offloading_1_2_f_l3_omp_outlined", "f", "_omp_outlined", (3, 0)),
        ("__omp_offloading_1_2_f_l3_omp_outlined_omp_outlined", "f", "_omp_outlined_omp_outlined", (3, 0)),
        ("__omp_offloading_1_2__ZN1a1bEv_l7", "_ZN1a1bEv", "", (7, 0)),
        ("__omp_offloading_1_2_two_l1_words_l33", "two_l1_words", "", (33, 0)),
        ("kernel$_omp_fn$0$impl", "kernel", "$impl", (0,)),
        ("f_12_gpu__red", "f", "__red", (12, 0)),
        ("nvkernel__Z1fPd_F1L33_2", "_Z1fPd", "", (33, 2)),
        ("_Z1kP1Vd", "_Z1kP1Vd", "", (0,)),
        ("saxpy_l3", "saxpy_l3", "", (0,)),
        ("k", "k", "", (0,)),
    ],
)
def test_parts_of_a_name(name: str, function: str, part: str, order: tuple[int, ...]) -> None:
    assert stem(name) == (function, part, order)


def test_hashes_are_no_part_of_a_name() -> None:
    one = stem("_ZN51_INTERNAL_1a2b3c4d_4_a_cu_f1e2d3c4_99112kEPd")
    assert one == stem("_ZN51_INTERNAL_5a6b7c8d_4_a_cu_f1e2d3c4_99112kEPd")
    assert one != stem("_ZN51_INTERNAL_5a6b7c8d_4_a_cu_f1e2d3c4_99113kEPd")


def ptx(**bodies: str) -> bytes:
    """A file with kernels; a name that begins with 'func_' is a device function's."""
    return (HEAD + "".join(
        f".visible .{'func' if name.startswith('func_') else 'entry'} {name}() {{ {body} }}\n"
        for name, body in bodies.items()
    )).encode()  # fmt: skip


def pairs(a: bytes, b: bytes) -> list[tuple[str | None, str | None, str]]:
    found = match(count("a", a).functions, count("b", b).functions)
    return [(pair.a and pair.a.name, pair.b and pair.b.name, pair.by) for pair in found]  # type: ignore[misc]


ADD, MUL, FAR = "add.s32 %r1, %r1, 1; ret;", "mul.lo.s32 %r1, %r1, 3; ret;", "st.u32 [%rd1], 1; exit;"


def test_by_name() -> None:
    assert pairs(ptx(a=ADD, b=MUL), ptx(b=MUL, a=FAR)) == [("a", "a", "name"), ("b", "b", "name")]


def test_one_that_is_gone_and_one_that_is_new() -> None:
    found = pairs(ptx(a=ADD, b=ADD, gone=MUL), ptx(a=ADD, b=ADD, new=FAR))
    assert found == [("a", "a", "name"), ("b", "b", "name"), ("gone", None, ""), (None, "new", "")]


def test_by_name_without_lines_in_their_order() -> None:
    a = ptx(f_30_gpu=MUL, f_9_gpu=ADD, g_12_gpu=FAR)
    b = ptx(g_15_gpu=FAR, f_11_gpu=MUL, f_32_gpu=ADD)
    assert pairs(a, b) == [
        ("f_30_gpu", "f_32_gpu", "renamed"),
        ("f_9_gpu", "f_11_gpu", "renamed"),
        ("g_12_gpu", "g_15_gpu", "renamed"),
    ]


def test_across_compilers() -> None:
    a = ptx(**{"f$_omp_fn$0": ADD, "g$_omp_fn$0": MUL})
    b = ptx(__omp_offloading_1_2_g_l3=MUL, __omp_offloading_1_2_f_l9=ADD)
    assert [(one, other) for one, other, _ in pairs(a, b)] == [
        ("f$_omp_fn$0", "__omp_offloading_1_2_f_l9"),
        ("g$_omp_fn$0", "__omp_offloading_1_2_g_l3"),
    ]


def test_of_several_with_one_stem_the_likest_where_one_is_missing() -> None:
    a, b = ptx(f_3_gpu=ADD, f_9_gpu=MUL, f_12_gpu=FAR), ptx(f_4_gpu=MUL, f_8_gpu=FAR)
    assert pairs(a, b) == [
        ("f_3_gpu", None, ""),
        ("f_9_gpu", "f_4_gpu", "renamed"),
        ("f_12_gpu", "f_8_gpu", "renamed"),
    ]


def test_by_what_they_hold() -> None:
    found = pairs(ptx(one=ADD, two=MUL), ptx(eins=MUL, zwei=ADD))
    assert found == [("one", "zwei", "similar"), ("two", "eins", "similar")]


def test_the_only_kernels_but_no_kernel_with_a_function() -> None:
    assert pairs(ptx(one=ADD), ptx(other=FAR)) == [("one", "other", "only")]
    assert pairs(ptx(one=ADD), ptx(func_one=ADD)) == [("one", None, ""), (None, "func_one", "")]


# --- what is said ---------------------------------------------------------------------------------


@pytest.fixture
def comparison() -> Comparison:
    loop = "L: ld.global.u64 %rd2, [%rd1]; ld.f64 %f1, [%rd2]; @%p bra L; ret;"
    a = count("a.ptx", ptx(f_3_gpu=loop, same=ADD, gone=FAR))
    b = count(
        "b.ptx", ptx(f_5_gpu=loop.replace("ld.global.u64 %rd2, [%rd1];", "mov.u64 %rd2, %rd1;"), same=ADD)
    )
    return compare(a, b)


def test_text(comparison: Comparison) -> None:
    text = comparison_report(comparison, "text")
    assert "kernel f_3_gpu\n  in B f_5_gpu (matched by its name without what compilers vary)\n" in text
    assert "  global load                   1        0       -1  -100.0 %\n" in text
    assert "  left: 1 ld.global.u64\n  came: 1 mov.u64\n" in text
    assert "kernel gone is only in A: 2 instructions\n" in text
    assert "  instructions                  8        6       -2   -25.0 %\n" in text


def test_json(comparison: Comparison) -> None:
    data = json.loads(comparison_report(comparison, "json"))
    assert (data["a"]["instructions"], data["b"]["instructions"]) == (8, 6)
    first, same, gone = data["functions"]
    assert (first["left"], first["came"]) == ({"ld.global.u64": 1}, {"mov.u64": 1})
    assert (first["a"]["pointer_loads_in_loops"], first["b"]["pointer_loads_in_loops"]) == (1, 0)
    assert (same["left"], same["came"], same["matched_by"]) == ({}, {}, "name")
    assert (gone["b"], gone["matched_by"], gone["left"]) == (None, None, {"st.u32": 1, "exit": 1})


def test_csv(comparison: Comparison) -> None:
    rows = list(csv.DictReader(io.StringIO(comparison_report(comparison, "csv"))))
    found = {(row["a"], row["measure"]): int(row["difference"]) for row in rows}
    assert found["f_3_gpu", "global_load"] == -1
    assert found["f_3_gpu", "pointer_loads"] == -1
    assert found["gone", "instructions"] == -2


def test_markdown(comparison: Comparison) -> None:
    text = comparison_report(comparison, "markdown")
    assert "| `f_3_gpu` / `f_5_gpu` | instructions | 4 | 4 | +0 | 0 % |\n" in text
    assert "| `gone` (only in A) | instructions | 2 | 0 | -2 | -100.0 % |\n" in text
    assert "`f_3_gpu`: left 1 ld.global.u64; came 1 mov.u64\n" in text
    widths = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert widths == {7}


def test_what_grew() -> None:
    a, b = count("a", ptx(k=ADD, j=ADD + ADD)), count("b", ptx(k=ADD + FAR, j=ADD))
    assert compare(a, b).grown == ["'k' has 2 instructions more"]
    assert compare(a, a).grown == []
    assert compare(a, count("b", ptx(k=ADD, j=ADD + ADD, new=FAR))).grown == [
        "'b' has 2 instructions more in all"
    ]


def test_per_cent() -> None:
    assert [per_cent(*pair) for pair in ((4, 3), (3, 4), (0, 0), (0, 3), (5, 5))] == [
        "-25.0 %",
        "+33.3 %",
        "0 %",
        "",
        "0 %",
    ]
