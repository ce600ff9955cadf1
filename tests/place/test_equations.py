# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Each equation of MemMap against values worked out by hand."""

import math
from pathlib import Path

import pytest

from pointerchain.place import equations as eq


def test_eq_1_is_the_link_below_the_peak_and_the_peak_above():
    assert eq.host_ceiling(2.0, 16e9, 1e13) == 32e9
    assert eq.host_ceiling(1000.0, 16e9, 1e13) == 1e13


def test_eq_2_counts_the_copy():
    # Q = 4 x 1e9 operations; t = 4e9 / 4e12 = 1 ms; the copy takes 1e9 / 1e10 = 100 ms
    assert eq.device_ceiling(4.0, 1e9, 4e12, 1e-10) == pytest.approx(4e9 / 0.101)


def test_eq_3_copies_what_is_not_used_too():
    # a quarter of the object is used: the copy takes 400 ms
    assert eq.sparse_device_ceiling(4.0, 1e9, 4e12, 1e-10, 0.25) == pytest.approx(4e9 / 0.401)


def test_eq_4_stays_below_the_peak():
    assert eq.remigrated_host_ceiling(8.0, 4.0, 1e10, 1e12) == 2e10
    assert eq.remigrated_host_ceiling(800.0, 4.0, 1e10, 1e12) == 1e12
    assert eq.remigrated_host_ceiling_as_printed(800.0, 4.0, 1e10, 1e12) == 2e12


def test_transferred_bytes():
    assert eq.transferred_bytes(1000, 0.5, 3.0) == 1500


def test_total_latency_divides_by_the_shared_rate():
    # 80 multiprocessors that ask for 1 GB/s each share a link of 10 GB/s: 1 GB takes 0.1 s
    assert eq.total_latency(1e9, 1e9, 10e9, 80) == pytest.approx(0.1)
    # asking for 0.1 GB/s each they get the 8 GB/s that they ask for
    assert eq.total_latency(1e9, 0.1e9, 10e9, 80) == pytest.approx(0.125)
    assert eq.total_latency_as_printed(1e9, 1e9, 10e9, 80) == pytest.approx(1.25e16)


def test_concurrency_is_not_negative():
    # floor(1.0 x 32 - 1) = 31, and half of 64 warps
    assert eq.concurrency(1.0, 32, 64, 0.5) == 63
    assert eq.concurrency(1 / 64, 32, 64, 0.0) == 0
    assert eq.concurrency_as_printed(1 / 64, 32, 64, 0.0) == -1


def test_no_more_than_the_latency_is_hidden():
    assert eq.hidden_latency(100, 400, 2.0) == 0.5
    assert eq.hidden_latency(800, 400, 2.0) == 2.0
    assert eq.hidden_latency_as_printed(800, 400, 2.0) == 4.0


def test_eq_5_is_not_negative():
    assert eq.exposed_latency(2.0, 0.5, 0.25) == 1.25
    assert eq.exposed_latency(2.0, 1.5, 1.0) == 0.0
    assert eq.exposed_latency_as_printed(2.0, 1.5, 1.0) == -0.5


def test_eq_6_divides_by_the_fault_concurrency():
    # 1000 pages of 64 KiB, 200 of them prefetched, 8 serviced at a time, 30 us each: 100 x 30 us
    size = 1000 * 65536
    assert eq.fault_penalty(size, 65536, 8, 200, 30e-6, False) == pytest.approx(3e-3)
    assert eq.fault_penalty_as_printed(size, 65536, 8, 200, 30e-6, 0.0) == pytest.approx(792 * 30e-6)
    assert eq.fault_penalty(size, 65536, 8, 2000, 30e-6, False) == 0.0
    assert eq.fault_penalty(size, 65536, 8, 200, 30e-6, True) == math.inf


def test_eq_7():
    assert eq.first_touch_penalty(2e-9, 1e6) == pytest.approx(2e-3)


def test_eq_8_counts_whole_strips():
    assert eq.launch_savings(40e9, 16e9, 5e-6) == pytest.approx(10e-6)
    assert eq.launch_savings(15e9, 16e9, 5e-6) == 0.0


def test_eq_9_divides_and_copies_back():
    assert eq.copy_cost(1e9, 10e9, None, 0.0, 1e-5) == pytest.approx(0.10001)
    assert eq.copy_cost(1e9, 10e9, 5e9, 0.05, 1e-5) == pytest.approx(0.25001)
    assert eq.copy_cost(1e9, 10e9, None, 1.0, 1e-5) == pytest.approx(1e-5)
    assert eq.copy_cost_as_printed(1e9, 10e9, 0.0, 1e-5) == pytest.approx(1e19)


def test_eq_10_is_the_sum_and_an_object_that_thrashes_never_pays():
    assert eq.host_access_penalty(1.0, 2.0, 0.5, 0.25, 4.0) == -0.75
    assert eq.host_access_penalty(1.0, math.inf, 0.5, 0.25, 4.0) == math.inf


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: eq.host_ceiling(1.0, 0.0, 1.0), "link_bandwidth"),
        (lambda: eq.host_ceiling(math.nan, 1.0, 1.0), "intensity"),
        (lambda: eq.transferred_bytes(1.0, 0.0, 1.0), "sparsity"),
        (lambda: eq.transferred_bytes(1.0, 1.5, 1.0), "sparsity"),
        (lambda: eq.transferred_bytes(1.0, 1.0, 0.5), "remigration"),
        (lambda: eq.fault_penalty(1.0, 1.0, 0.5, 0.0, 1.0, False), "fault_concurrency"),
        (lambda: eq.copy_cost(1.0, 1.0, 0.0, 0.0, 0.0), "to_host"),
        (lambda: eq.host_access_penalty(0.0, math.nan, 0.0, 0.0, 0.0), "faults"),
    ],
)
def test_values_outside_of_the_domain_are_refused(call, name):
    with pytest.raises(ValueError, match=f"^{name} is "):
        call()


def test_every_equation_is_listed_in_both_forms_and_the_docs_say_the_same():
    wrong = {name.removesuffix("_as_printed") for name in dir(eq) if name.endswith("_as_printed")}
    assert {form.function for form in eq.FORMS if form.differs} == wrong
    assert all(callable(getattr(eq, form.function)) for form in eq.FORMS)
    assert [form.number for form in eq.FORMS if form.number.isdigit()] == [str(n) for n in range(1, 11)]
    docs = (Path(__file__).parents[2] / "docs" / "place.md").read_text()
    for form in eq.FORMS:
        row = f"| {form.number} | `{form.function}` | {form.unit} | {form.printed} | {form.corrected} |"
        assert row in docs
