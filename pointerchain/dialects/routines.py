# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The functions of OpenACC's and OpenMP's runtimes that do what a data clause does, one row each.

``acc_copyin(s, sizeof *s)``  ->  what ``s`` leads to may be on the device from then on, as ``acc enter data
copyin(s[0:1])`` has it.
"""

from __future__ import annotations

from pointerchain.dialects.table import (
    ATTACH,
    COPY_IN,
    CREATE,
    DELETE,
    UPDATE_DEVICE,
    UPDATE_HOST,
    Effect,
)
from pointerchain.lazy import NamedTuple, lazy_pattern

_NEUTRAL = lazy_pattern(
    rb"omp_(?:get_\w+|in_parallel|is_initial_device|set_num_threads|set_dynamic|set_schedule|sched_t|proc_bind_t"
    rb"|(?:init|destroy|set|unset|test)_(?:nest_)?lock|(?:nest_)?lock_t|target_alloc|target_free)"
    rb"|acc_(?:get_\w+|on_device|malloc|free|async_\w+|device_\w+)"
)


def is_neutral(word: bytes) -> bool:
    """Whether a word of the runtimes' changes neither what a device has nor which device runs kernels."""
    return _NEUTRAL.fullmatch(word) is not None


class Routine(NamedTuple):
    """A function of a runtime."""

    name: bytes
    section: str
    effect: Effect
    argument: int = 0
    """The number of the argument that leads to the host's object; -1 where none does."""


_ENTER, _ENTER_IN = (effect._replace(deletes=False) for effect in (CREATE, COPY_IN))
_EXIT_OUT = DELETE._replace(writes=True, from_device=True)
_STORES = Effect(device_address=True)
"""Something is stored in a device's memory, by its own address."""


def _acc(names: str, section: str, effect: Effect, argument: int = 0) -> tuple[Routine, ...]:
    """The rows of names, and of those that they have with endings."""
    words = (name + ending for name in names.split() for ending in ("", "_async", "_finalize"))
    return tuple(Routine(b"acc_" + word.encode(), section, effect, argument) for word in words)


ROUTINES: tuple[Routine, ...] = (
    # OpenACC 3.3
    *_acc("copyin present_or_copyin pcopyin", "3.2.18", _ENTER_IN),
    *_acc("create present_or_create pcreate", "3.2.19", _ENTER),
    *_acc("copyout", "3.2.20", _EXIT_OUT),
    *_acc("delete", "3.2.21", DELETE),
    *_acc("update_device", "3.2.22", UPDATE_DEVICE),
    *_acc("update_self update_host", "3.2.23", UPDATE_HOST),
    *_acc("map_data", "3.2.24", _ENTER),
    *_acc("unmap_data", "3.2.25", DELETE),
    *_acc("memcpy_to_device memcpy_device memcpy_d2d", "3.2.29", _STORES, -1),
    *_acc("attach detach", "3.2.32", ATTACH),
    # OpenMP 5.2
    *(Routine(b"omp_target_memcpy" + end, "18.8.5", _STORES, -1) for end in (b"", b"_rect", b"_async")),
    Routine(b"omp_target_memcpy_rect_async", "18.8.8", _STORES, -1),
    Routine(b"omp_target_associate_ptr", "18.8.9", _ENTER),
    Routine(b"omp_target_disassociate_ptr", "18.8.10", DELETE),
    Routine(b"omp_target_memset", "6.0", _STORES, -1),
    Routine(b"omp_target_memset_async", "6.0", _STORES, -1),
)

BY_NAME = {row.name: row for row in ROUTINES}

WAITS = {b"acc_wait": 0, b"acc_async_wait": 0, b"acc_wait_all": -1, b"acc_async_wait_all": -1}
"""What waits for queues of the current device (OpenACC 3.3, 3.2.10): the number of the argument that
says for which one, -1 where it is all."""
_MAY_WAIT = lazy_pattern(r"acc_(?:async_)?(?:wait|test)\w*|(?:cuda|hip|cu)\w*Synchronize\w*")


def may_wait(name: str) -> bool:
    """Whether a function of a runtime waits for what runs on a device, or says that it is done."""
    return _MAY_WAIT.fullmatch(name) is not None
