# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The process that ``warm.py`` starts: it loads pointerchain, and forks for each command that comes."""

from __future__ import annotations

import gc
import io
import json
import os
import pkgutil
import signal
import socket
import sys

from pointerchain import cli

# What commands load one after the other. Nothing is called that could keep what an environment says.
ROOMS = ("pointerchain.build", "pointerchain.deepcopy", "pointerchain.suggest", "pointerchain.translator")
COMMANDS = (
    "cc",
    "cc_translated",
    "cc_errors",
    "cc_others",
    "translate",
    "translate_run",
    "suggest",
    "cache",
    "types",
    "fc",
)


def main(channel: socket.socket) -> None:
    """Serve until the other end is closed."""
    for room in ROOMS:
        for module in pkgutil.walk_packages(__import__(room, fromlist=["__path__"]).__path__, f"{room}."):
            __import__(module.name)
    for name in COMMANDS:
        __import__(f"pointerchain.cli.{name}")
    # A collector in a fork leaves alone what was loaded: else it copies every page of it.
    gc.collect()
    gc.freeze()
    while True:
        header, fds, _, _ = socket.recv_fds(channel, 8, 3)
        if not header:
            return
        request = json.loads(_exactly(channel, int.from_bytes(header, "big")))
        child = os.fork()
        if child == 0:
            channel.close()
            _command(request, fds)
        for fd in fds:
            os.close(fd)
        channel.sendall(f"{child}\n".encode())
        _, status, used = os.wait4(child, 0)
        channel.sendall(f"{status} {used.ru_utime + used.ru_stime}\n".encode())


def _exactly(channel: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        block = channel.recv(size - len(data))
        if not block:
            raise EOFError
        data += block
    return data


def _command(request: dict[str, object], fds: list[int]) -> None:
    """Be ``python -m pointerchain WORDS`` and end with its exit code."""
    code = cli.EXIT_FAULT
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for at, fd in enumerate(fds):
            os.dup2(fd, at)
        os.closerange(3, 64)
        os.chdir(str(request["cwd"]))
        environment = request["env"]
        assert isinstance(environment, dict)
        os.environ.clear()
        os.environ.update(environment)
        words = request["words"]
        assert isinstance(words, list)
        sys.argv[:] = [cli.__file__.replace("cli/__init__", "__main__"), *words]
        sys.path[0] = os.getcwd()
        sys.stdin, sys.stdout, sys.stderr = (
            io.TextIOWrapper(
                io.BufferedReader(io.FileIO(0)) if at == 0 else io.BufferedWriter(io.FileIO(at, "w")),
                encoding=stream.encoding,
                errors=stream.errors,
                line_buffering=at == 2,
            )
            for at, stream in enumerate((sys.stdin, sys.stdout, sys.stderr))
        )
        code = cli.main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                code = code or 120
        os._exit(code)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
