# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The equations of MemMap (Sultana and others, PACT 2020): numbers of a machine and a profile -> times.

Where the printed form has a mistake, ``NAME_as_printed`` computes what the paper prints and ``NAME`` the
corrected form, so that a reader can compare the two. Sizes are in bytes, bandwidths in bytes/s, times in s,
intensities in operations/byte, performance in operations/s. Every result is predicted, none is measured.
A value outside of an equation's domain raises ValueError. Example, a kernel that the link bounds:

    host_ceiling(intensity=2.0, link_bandwidth=16e9, peak=1e13) == 32e9
"""

from __future__ import annotations

import math

from pointerchain.lazy import NamedTuple


class Form(NamedTuple):
    """An equation in words: its number or symbol, its function here, its unit, and both of its forms."""

    number: str
    function: str
    unit: str
    printed: str
    corrected: str

    @property
    def differs(self) -> bool:
        """Whether the printed form has a mistake."""
        return not self.corrected.startswith(AS_PRINTED)


AS_PRINTED = "as printed"
FORMS = (
    Form("1", "host_ceiling", "operations/s", "min(α β, P)", "as printed"),
    Form("2", "device_ceiling", "operations/s", "Q / (t + t_cp)", "as printed"),
    Form("3", "sparse_device_ceiling", "operations/s", "Q / (t + t_cp / σ)", "as printed"),
    Form(
        "4",
        "remigrated_host_ceiling",
        "operations/s",
        "α / ρ β",
        "min(α / ρ β, P): the peak still bounds it",
    ),
    Form("V_d", "transferred_bytes", "bytes", "size σ ρ", "as printed"),
    Form(
        "L",
        "total_latency",
        "s",
        "min(β_SM, β) V_d / SMs",
        "V_d / min(SMs β_SM, β): a size divided by a rate, and the link is shared by all multiprocessors",
    ),
    Form(
        "C",
        "concurrency",
        "instructions",
        "⌊(α − 1/w) / (1/w)⌋ + W occupancy",
        "the first term is at least 0",
    ),
    Form("H_C", "hidden_latency", "s", "C / l L", "C / l is between 0 and 1"),
    Form("5", "exposed_latency", "s", "L − H_C − H_pre", "at least 0"),
    Form(
        "6",
        "fault_penalty",
        "s",
        "(V_d / page − concurrency − prefetched) service + thrashing",
        "max(0, V_d / page − prefetched) / concurrency service; infinite where the object thrashes",
    ),
    Form("7", "first_touch_penalty", "s", "cost per byte V_d", "as printed"),
    Form("8", "launch_savings", "s", "⌊size / capacity⌋ launch", "as printed"),
    Form(
        "9",
        "copy_cost",
        "s",
        "β size − savings + call overhead",
        "max(0, size / β to the device + size / β to the host − savings) + call overhead; the copy "
        "back only where the host touches the object",
    ),
    Form(
        "10",
        "host_access_penalty",
        "s",
        "the terms of 5 to 8 less 9",
        "as printed; below 0 the host is better",
    ),
)
"""All of them, in the paper's order; those with a mistake are also ``NAME_as_printed``."""


def host_ceiling(intensity: float, link_bandwidth: float, peak: float) -> float:
    """Eq. 1, operations/s: the ceiling of a kernel whose data are in host memory.

    ``peak`` is the canonical Roofline's ceiling at this intensity. Correct as printed.
    """
    _not_negative(intensity=intensity)
    _positive(link_bandwidth=link_bandwidth, peak=peak)
    return min(intensity * link_bandwidth, peak)


def device_ceiling(intensity: float, size: float, peak: float, copy_seconds_per_byte: float) -> float:
    """Eq. 2, operations/s: the ceiling with the copy to the device counted.

    Q = intensity x size. Correct as printed.
    """
    return sparse_device_ceiling(intensity, size, peak, copy_seconds_per_byte, sparsity=1.0)


def sparse_device_ceiling(
    intensity: float, size: float, peak: float, copy_seconds_per_byte: float, sparsity: float
) -> float:
    """Eq. 3, operations/s: Eq. 2 where ``size`` bytes are used and ``size / sparsity`` are copied.

    Correct as printed. ``sparsity`` is the fraction of the object that is touched, above 0 and at most 1.
    """
    _positive(intensity=intensity, size=size, peak=peak)
    _not_negative(copy_seconds_per_byte=copy_seconds_per_byte)
    _sparsity(sparsity)
    operations = intensity * size
    return operations / (operations / peak + copy_seconds_per_byte * size / sparsity)


def remigrated_host_ceiling_as_printed(
    intensity: float, remigration: float, link_bandwidth: float, peak: float
) -> float:
    """Eq. 4 as printed, operations/s. The minimum with the peak of Eq. 1 is lost: ``peak`` is not used."""
    _not_negative(intensity=intensity)
    _positive(link_bandwidth=link_bandwidth, peak=peak)
    _remigration(remigration)
    return intensity / remigration * link_bandwidth


def remigrated_host_ceiling(
    intensity: float, remigration: float, link_bandwidth: float, peak: float
) -> float:
    """Eq. 4 corrected, operations/s: Eq. 1 at intensity / remigration.

    ``remigration`` is the mean number of migrations of a page, at least 1.
    """
    _remigration(remigration)
    return host_ceiling(intensity / remigration, link_bandwidth, peak)


def transferred_bytes(size: float, sparsity: float, remigration: float) -> float:
    """V_d of section 4.1, bytes: what demand paging moves of an object. Correct as printed."""
    _not_negative(size=size)
    _sparsity(sparsity)
    _remigration(remigration)
    return size * sparsity * remigration


def total_latency_as_printed(
    transferred: float, sm_bandwidth: float, link_bandwidth: float, sms: int
) -> float:
    """L of section 4.2 as printed. A bandwidth times a size: its unit is bytes^2/s, which is no time."""
    _not_negative(transferred=transferred)
    _positive(sm_bandwidth=sm_bandwidth, link_bandwidth=link_bandwidth, sms=sms)
    return min(sm_bandwidth, link_bandwidth) * transferred / sms


def total_latency(transferred: float, sm_bandwidth: float, link_bandwidth: float, sms: int) -> float:
    """L of section 4.2 corrected, s: the size divided by the rate.

    ``sm_bandwidth`` is what one of ``sms`` multiprocessors requires. The link is shared by all of them,
    and the paper's text compares the combined requirement with it: the rate is
    min(sms x sm_bandwidth, link_bandwidth).
    """
    _not_negative(transferred=transferred)
    _positive(sm_bandwidth=sm_bandwidth, link_bandwidth=link_bandwidth, sms=sms)
    return transferred / min(sms * sm_bandwidth, link_bandwidth)


def concurrency_as_printed(intensity: float, warp_size: int, warps_per_sm: float, occupancy: float) -> float:
    """C of section 4.2 as printed, instructions. Its first term is -1 below an intensity of 1/warp_size."""
    _not_negative(intensity=intensity, warps_per_sm=warps_per_sm, occupancy=occupancy)
    _positive(warp_size=warp_size)
    return math.floor(intensity * warp_size - 1) + warps_per_sm * occupancy


def concurrency(intensity: float, warp_size: int, warps_per_sm: float, occupancy: float) -> float:
    """C of section 4.2 corrected, instructions: neither of the two terms hides less than nothing."""
    _not_negative(intensity=intensity, warps_per_sm=warps_per_sm, occupancy=occupancy)
    _positive(warp_size=warp_size)
    return max(0, math.floor(intensity * warp_size - 1)) + warps_per_sm * occupancy


def hidden_latency_as_printed(available: float, latency_cycles: float, latency: float) -> float:
    """H_C of section 4.2 as printed, s. Where C is above l it hides more than the whole latency L."""
    _positive(latency_cycles=latency_cycles)
    _not_negative(latency=latency)
    return available / latency_cycles * latency


def hidden_latency(available: float, latency_cycles: float, latency: float) -> float:
    """H_C of section 4.2 corrected, s: the fraction C/l of L, between none and all of it."""
    _positive(latency_cycles=latency_cycles)
    _not_negative(latency=latency)
    return min(max(available / latency_cycles, 0.0), 1.0) * latency


def exposed_latency_as_printed(latency: float, hidden: float, prefetched: float) -> float:
    """Eq. 5 as printed, s. Negative where concurrency and prefetching hide the same latency twice."""
    _not_negative(latency=latency, hidden=hidden, prefetched=prefetched)
    return latency - hidden - prefetched


def exposed_latency(latency: float, hidden: float, prefetched: float) -> float:
    """Eq. 5 corrected, s: what neither concurrency nor prefetching hides, at least 0."""
    return max(0.0, exposed_latency_as_printed(latency, hidden, prefetched))


def fault_penalty_as_printed(
    transferred: float,
    page_size: float,
    fault_concurrency: float,
    prefetched_pages: float,
    service: float,
    thrashing: float,
) -> float:
    """Eq. 6 as printed, s. It subtracts the concurrency, and adds what is a yes or no to seconds."""
    _not_negative(transferred=transferred, prefetched_pages=prefetched_pages, service=service)
    _not_negative(thrashing=thrashing)
    _positive(page_size=page_size, fault_concurrency=fault_concurrency)
    return (transferred / page_size - fault_concurrency - prefetched_pages) * service + thrashing


def fault_penalty(
    transferred: float,
    page_size: float,
    fault_concurrency: float,
    prefetched_pages: float,
    service: float,
    thrashing: bool,
) -> float:
    """Eq. 6 corrected, s: pages that are not prefetched, ``fault_concurrency`` of them serviced at a time.

    An object that thrashes is never placed on the host: its penalty is infinite.
    """
    _not_negative(transferred=transferred, prefetched_pages=prefetched_pages, service=service)
    _positive(page_size=page_size)
    if not 1 <= fault_concurrency < math.inf:
        raise ValueError(f"fault_concurrency is {fault_concurrency}, but it must be at least 1")
    if thrashing:
        return math.inf
    return max(0.0, transferred / page_size - prefetched_pages) / fault_concurrency * service


def first_touch_penalty(seconds_per_byte: float, transferred: float) -> float:
    """Eq. 7, s: CPU faults of an object that the device touches first. Correct as printed.

    ``seconds_per_byte`` is measured at the kernel's occupancy.
    """
    _not_negative(seconds_per_byte=seconds_per_byte, transferred=transferred)
    return seconds_per_byte * transferred


def launch_savings(size: float, device_capacity: float, launch: float) -> float:
    """Eq. 8, s: launches that strip mining saves where the object is on the host. Correct as printed."""
    _not_negative(size=size, launch=launch)
    _positive(device_capacity=device_capacity)
    return math.floor(size / device_capacity) * launch


def copy_cost_as_printed(
    size: float, link_bandwidth: float, asynchronous_savings: float, call_overhead: float
) -> float:
    """Eq. 9 as printed. It adds a bandwidth times a size, in bytes^2/s, to seconds."""
    _not_negative(size=size, asynchronous_savings=asynchronous_savings, call_overhead=call_overhead)
    _positive(link_bandwidth=link_bandwidth)
    return link_bandwidth * size - asynchronous_savings + call_overhead


def copy_cost(
    size: float,
    to_device: float,
    to_host: float | None,
    asynchronous_savings: float,
    call_overhead: float,
) -> float:
    """Eq. 9 corrected, s: the size divided by the bandwidth, with the copy back that section 2.3 counts.

    ``to_host`` is the bandwidth of the copy back, None where the host does not touch the object afterwards.
    ``call_overhead`` is the sum over all copy calls. What is overlapped is at most the transfer itself.
    """
    _not_negative(size=size, asynchronous_savings=asynchronous_savings, call_overhead=call_overhead)
    _positive(to_device=to_device)
    transfer = size / to_device
    if to_host is not None:
        _positive(to_host=to_host)
        transfer += size / to_host
    return max(0.0, transfer - asynchronous_savings) + call_overhead


def host_access_penalty(
    exposed: float, faults: float, first_touch: float, launches_saved: float, copies: float
) -> float:
    """Eq. 10, s: what host placement costs more than device placement; below 0 the host is better.

    Correct as printed. Its terms are those of Eqs. 5 to 9; in their corrected forms all are seconds.
    """
    _not_negative(exposed=exposed, first_touch=first_touch, launches_saved=launches_saved, copies=copies)
    if math.isnan(faults) or faults < 0:
        raise ValueError(f"faults is {faults}, but it must be 0 or more")
    return exposed + faults + first_touch - launches_saved - copies


def _positive(**values: float) -> None:
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ValueError(f"{name} is {value}, but it must be above 0 and finite")


def _not_negative(**values: float) -> None:
    for name, value in values.items():
        if not 0 <= value < math.inf:
            raise ValueError(f"{name} is {value}, but it must be 0 or more and finite")


def _sparsity(value: float) -> None:
    if not 0 < value <= 1:
        raise ValueError(f"sparsity is {value}, but it must be above 0 and at most 1")


def _remigration(value: float) -> None:
    if not 1 <= value < math.inf:
        raise ValueError(f"remigration is {value}, but each page migrates at least once")
