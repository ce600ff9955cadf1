# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Worker processes that may die without taking the run with them.

``concurrent.futures`` gives up on everything that waits when one worker dies.
Here only the item that killed it is lost, and a new worker takes its place: a
source on which Clang itself crashes costs a message, not the other files.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class WorkerDied:
    """Stands for the result of an item whose worker died; ``status`` is as ``Process.exitcode``."""

    def __init__(self, status: int | None) -> None:
        self.status = status


class _Worker:
    """A process, the parent's end of its pipe, and the number of the item it works on."""

    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self.process = process
        self.connection = connection
        self.number: int | None = None


class Pool(Generic[Item, Result]):
    """Runs ``function``, which must not raise, on items in up to ``processes`` processes.

    A context manager: leaving it ends the workers, whatever they are doing, and
    so does a termination signal. For the main thread only.
    """

    def __init__(self, function: Callable[[Item], Result], items: Sequence[Item], processes: int) -> None:
        # A forked worker has the translator loaded already; where there is no fork it loads its own.
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        self._forks = method == "fork"
        self._function = function
        self._items = items
        self._processes = min(processes, len(items))
        self._workers: list[_Worker] = []
        self._next = 0
        self._previous: Any = None

    def __enter__(self) -> Pool[Item, Result]:
        self._previous = signal.signal(signal.SIGTERM, self._terminate)
        for _ in range(self._processes):
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
            worker.connection.close()
        signal.signal(signal.SIGTERM, self._previous)

    def results(self) -> Iterator[Result | WorkerDied]:
        """The results in the order of the items, each as soon as those before it are there."""
        done: dict[int, Result | WorkerDied] = {}
        for number in range(len(self._items)):
            while number not in done:
                done.update(self._collect())
            yield done.pop(number)

    def _collect(self) -> Iterator[tuple[int, Result | WorkerDied]]:
        """Wait for at least one worker, and give those that are ready their next item."""
        ready = wait([worker.connection for worker in self._workers])
        for worker in [worker for worker in self._workers if worker.connection in ready]:
            number = worker.number
            try:
                result = worker.connection.recv()
            except (EOFError, OSError):
                worker.process.join()
                worker.connection.close()
                self._workers.remove(worker)
                result = WorkerDied(worker.process.exitcode)
                self._start()
            else:
                self._feed(worker)
            if number is not None:
                yield number, result

    def _start(self) -> None:
        """Start a worker if there is something left for it to do."""
        if self._next == len(self._items):
            return
        ours, theirs = self._context.Pipe()
        # A forked child must close what it inherits, or no end of a pipe would ever be seen.
        inherited = [ours, *(worker.connection for worker in self._workers)] if self._forks else []
        # typeshed has no Process on the base of the contexts.
        process = self._context.Process(  # type: ignore[attr-defined]
            target=_serve, args=(self._function, theirs, inherited), daemon=True
        )
        # A signal that came between the fork and _serve's first lines would be answered as the parent does.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS) if self._forks else None
        process.start()
        theirs.close()
        self._workers.append(_Worker(process, ours))
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._feed(self._workers[-1])

    def _feed(self, worker: _Worker) -> None:
        """Hand the worker the next item, or let it go."""
        if self._next == len(self._items):
            worker.number = None
            worker.connection.close()
            worker.process.join()
            self._workers.remove(worker)
            return
        worker.number = self._next
        self._next += 1
        # One that has died already shows when its result is collected.
        with suppress(BrokenPipeError):
            worker.connection.send(self._items[worker.number])

    def _terminate(self, number: int, _frame: FrameType | None) -> None:
        for worker in self._workers:
            worker.process.kill()
        signal.signal(number, self._previous)
        os.kill(os.getpid(), number)


def _serve(
    function: Callable[[Item], Result], connection: Connection, inherited: Sequence[Connection]
) -> None:
    """A worker's life: it ends when the parent closes the pipe, or is gone."""
    # The terminal interrupts every process of the job; the parent sees to its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if inherited:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    for other in inherited:
        other.close()
    with suppress(EOFError, OSError):
        while True:
            connection.send(function(connection.recv()))
