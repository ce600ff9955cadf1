# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A launcher's compiler: started, told of signals, waited for.

Loaded in every compile, so it imports next to nothing.
"""

from __future__ import annotations

import errno
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as signals
    from collections.abc import Callable, Iterable, Sequence
    from typing import NoReturn
else:
    try:
        import _signal as signals  # 'signal' would load 'enum'
    except ImportError:
        import signal as signals

_FORWARDED = (signals.SIGTERM, signals.SIGHUP, signals.SIGINT, signals.SIGQUIT)


def run(words: Sequence[str], scratch: Callable[[], str]) -> int:
    """Run a command to its end, passing signals on; its exit code, or minus the signal that ended it.

    Signals are held back and taken one by one: one that came between a look at them and a wait for the
    compiler's end would be lost. Raises ``OSError`` where the command cannot be started.
    """
    signals.signal(signals.SIGCHLD, signals.SIG_DFL)
    awaited = (*_FORWARDED, signals.SIGCHLD)
    before = signals.pthread_sigmask(signals.SIG_BLOCK, awaited)
    try:
        child = _spawn(words, before, scratch)
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            number = signals.sigwait(awaited)
            if number != signals.SIGCHLD:
                try:
                    os.kill(child, number)
                except ProcessLookupError:
                    continue
    finally:
        signals.pthread_sigmask(signals.SIG_SETMASK, before)


def _spawn(words: Sequence[str], mask: Iterable[int], scratch: Callable[[], str]) -> int:
    # What Python ignores or handles is the compiler's own affair, but what was ignored stays so.
    default = [signals.SIGPIPE, signals.SIGXFSZ]
    default += [number for number in _FORWARDED if signals.getsignal(number) != signals.SIG_IGN]
    try:
        return os.posix_spawnp(words[0], list(words), os.environ, setsigdef=default, setsigmask=mask)
    except OSError as error:
        if error.errno != errno.E2BIG:
            raise
    response = os.path.join(scratch(), "arguments")
    text = "\n".join('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words[1:])
    with open(response, "wb") as file:
        file.write(os.fsencode(text))
    line = [words[0], "@" + response]
    return os.posix_spawnp(words[0], line, os.environ, setsigdef=default, setsigmask=mask)


def die_by(number: int) -> NoReturn:
    """End this process by the signal that ended the compiler, as whoever started it expects."""
    signals.signal(number, signals.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)
