# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The machine that measures: what it is, and what else it has to do meanwhile."""

from __future__ import annotations

import os
import platform
import resource
import time
from pathlib import Path

_RUNTIME_VARIABLES = ("OMP_", "GOMP_", "KMP_", "ACC_", "LIBOMPTARGET_", "NVCOMPILER_", "CUDA_VISIBLE_DEVICES")

PASSIVE = {"OMP_WAIT_POLICY": "passive"}
"""Where kernels run on the host: threads that wait sleep, and leave the processor to what they wait for.

libgomp's and libomp's threads spin otherwise, and keep from running whom another process has displaced.
"""
_THREADS = "OMP_NUM_THREADS"
_WAITING = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME", "KMP_LIBRARY")


def runtime_environment() -> dict[str, str]:
    """The variables of the environment that change what the runtimes do."""
    return {name: value for name, value in sorted(os.environ.items()) if name.startswith(_RUNTIME_VARIABLES)}


def waiting_is_chosen() -> bool:
    """Whether the user's environment says how threads wait."""
    return any(name in os.environ for name in _WAITING)


def host_environment() -> dict[str, str]:
    """What programs whose kernels run on the host get, where the user's environment does not say it.

    Their threads wait asleep, and are half as many as the processors that they may use: a barrier waits for
    all of them, also for one that another process has displaced.
    """
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = {} if _THREADS in os.environ else {_THREADS: str(max(1, allowed // 2))}
    return threads if waiting_is_chosen() else {**threads, **PASSIVE}


def free_memory() -> int:
    """Bytes of main memory that programs can have."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def machine() -> dict[str, str]:
    """The machine in words: no name of it, and of its kernel the version without what its builder added."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
        "affinity": _affinity(),
        "governor": _governors(),
    }


def _affinity() -> str:
    """The processors that programs may use, as ``0-3,8``."""
    try:
        allowed = sorted(os.sched_getaffinity(0))
    except AttributeError:  # a system without affinities
        return "unknown"
    runs: list[list[int]] = []
    for number in allowed:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _governors() -> str:
    """How the processors' frequency is chosen: the governors' names; 'unknown' where nobody tells."""
    names = set()
    for path in Path("/sys/devices/system/cpu").glob("cpu*/cpufreq/scaling_governor"):
        try:
            names.add(path.read_text().strip())
        except OSError:
            return "unknown"
    return ", ".join(sorted(names)) or "unknown"


class Watch:
    """What other processes had of the processors between its beginning and :meth:`seen`."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._busy, self._own = _busy_seconds(), _own_seconds()

    def seen(self) -> dict[str, float | None]:
        """The load average of the last minute, and how many processors others used on average.

        The latter is None where the system does not tell, or where too little time passed to tell.
        """
        elapsed = time.monotonic() - self._began
        others = None
        # The kernel counts in hundredths of a second.
        if self._busy is not None and (busy := _busy_seconds()) is not None and elapsed >= 0.02:
            others = max(0.0, busy - self._busy - (_own_seconds() - self._own)) / elapsed
        try:
            load = os.getloadavg()[0]
        except OSError:
            load = None
        return {
            "load_avg": None if load is None else round(load, 2),
            "other_processors": None if others is None else round(others, 2),
        }


def _busy_seconds() -> float | None:
    """Seconds that all processors together were not idle, since the system started."""
    try:
        line = Path("/proc/stat").read_text().partition("\n")[0].split()
        # user, nice, system, idle, iowait, irq, softirq, steal
        user, nice, system, _, _, irq, soft, *rest = (int(word) for word in line[1:9])
    except (OSError, ValueError):
        return None
    return (user + nice + system + irq + soft + sum(rest)) / os.sysconf("SC_CLK_TCK")


def _own_seconds() -> float:
    """Seconds of processors that this process and its children, as far as they have ended, used."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
