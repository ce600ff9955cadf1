# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``python -m pointerchain`` in a process that has loaded it, for tests that test more than its start.

    done = warm.run(["cc", "gcc", "-c", "a.c"], cwd=folder, env=environment)

A server (``warm_server.py``), one for each process of pytest, loads the modules and libclang, and nothing
that depends on the environment, and forks for each command. The fork has the folder, environment and streams
of the command and is a process like any other: it may become the compiler, and be killed.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, ClassVar

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# Python reads these when it starts: a command that has others than this process starts anew.
STARTING = ("PYTHON", "LC_", "LANG", "LD_", "MALLOC_", "GLIBC_", "LIBCLANG_")
NO_MATTER = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")


class Server:
    """The process that forks."""

    seconds: ClassVar[float] = 0
    """Those of processors that all commands took so far, and what these waited for."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._here, there = socket.socketpair()
        # What Python makes of the environment when it starts is made of the command's.
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "warm_server.py"), str(there.fileno())],
            pass_fds=[there.fileno()],
            stdin=subprocess.DEVNULL,
            cwd="/",
            env={**environment, "PYTHONPATH": str(ROOT)},
        )
        there.close()
        self._rows = self._here.makefile("r")
        self._used = 0.0

    def run(
        self,
        words: Sequence[str],
        cwd: str,
        env: Mapping[str, str],
        streams: Sequence[IO[bytes]],
        timeout: float | None,
    ) -> int:
        """Run a command; its exit code, negative where a signal ended it."""
        request = json.dumps({"words": list(words), "cwd": cwd, "env": dict(env)}).encode()
        fds = [stream.fileno() for stream in streams]
        socket.send_fds(self._here, [len(request).to_bytes(8, "big")], fds)
        self._here.sendall(request)
        pid = int(self._rows.readline())
        self._here.settimeout(timeout)
        try:
            status, used = self._rows.readline().split()
            self._used += float(used)
            Server.seconds += float(used)
            return os.waitstatus_to_exitcode(int(status))
        except BaseException as error:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            self.close()
            if isinstance(error, TimeoutError):
                raise subprocess.TimeoutExpired(list(words), timeout or 0) from None
            raise

    def close(self) -> None:
        """End the server."""
        _servers.pop(next((key for key, each in _servers.items() if each is self), ()), None)
        self._process.kill()
        self._process.wait()
        Server.seconds -= self._used  # they are this process's own now
        self._here.close()


_servers: dict[tuple[tuple[str, str], ...], Server] = {}


@atexit.register
def _close_all() -> None:
    for each in list(_servers.values()):
        each.close()


def run(
    words: Sequence[str | os.PathLike[str]],
    *,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
    input: str | None = None,
    timeout: float | None = 120,
) -> subprocess.CompletedProcess[str]:
    """Run ``pointerchain WORDS``, as ``subprocess.run`` runs ``python -m pointerchain WORDS`` with text.

    Raises ``subprocess.TimeoutExpired``.
    """
    environment = dict(os.environ if env is None else env)
    key = _starting(environment)
    server = _servers.get(key) or _servers.setdefault(key, Server(environment))
    arguments = [os.fspath(word) for word in words]
    with (
        tempfile.TemporaryFile() as stdin,
        tempfile.TemporaryFile() as stdout,
        tempfile.TemporaryFile() as stderr,
    ):
        stdin.write((input or "").encode())
        stdin.seek(0)
        code = server.run(
            arguments, os.fspath(cwd or Path.cwd()), environment, (stdin, stdout, stderr), timeout
        )
        said = []
        for stream in (stdout, stderr):
            stream.seek(0)
            said.append(stream.read().decode().replace("\r\n", "\n").replace("\r", "\n"))
    return subprocess.CompletedProcess(["pointerchain", *arguments], code, *said)


def _starting(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What of an environment counts when Python starts: a server for each."""
    return tuple(
        sorted(
            (name, value)
            for name, value in environment.items()
            if name.startswith(STARTING) and name not in NO_MATTER
        )
    )
