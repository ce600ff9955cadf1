# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Worker processes: order, deaths, and that none is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time

import pytest

from pointerchain.cli.pool import Pool, WorkerDied


def work(item: int) -> int:
    """Give the square; die at a multiple of seven; take longer the smaller the number."""
    if item % 7 == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.001 * (50 - item))
    return item * item


def leave(item: int) -> int:
    os._exit(item)


@pytest.mark.parametrize("processes", [1, 3, 100])
def test_results_come_in_order_and_only_the_deadly_items_are_lost(processes: int) -> None:
    items = list(range(1, 31))
    with Pool(work, items, processes) as pool:
        results = list(pool.results())
    for item, result in zip(items, results, strict=True):
        if item % 7:
            assert result == item * item
        else:
            assert isinstance(result, WorkerDied)
            assert result.status == -signal.SIGKILL
    assert multiprocessing.active_children() == []


def test_status_of_a_worker_that_left() -> None:
    with Pool(leave, [3, 4], 2) as pool:
        assert [result.status for result in pool.results() if isinstance(result, WorkerDied)] == [3, 4]


def test_nothing_to_do() -> None:
    with Pool(work, [], 3) as pool:
        assert list(pool.results()) == []


def test_leaving_early_ends_the_workers() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Pool(time.sleep, [0.0, 600.0, 600.0], 2) as pool:
        assert next(pool.results()) is None
    assert multiprocessing.active_children() == []
    assert signal.getsignal(signal.SIGTERM) is before
