# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A project in a temporary directory, built with and without the launcher."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from testlib import warm

ROOT = Path(__file__).parents[2]
POINTERCHAIN = [sys.executable, "-m", "pointerchain"]
CC = [*POINTERCHAIN, "cc"]

TYPES = """\
#ifndef TYPES_H
#define TYPES_H
typedef struct { double *x; int n; } Atoms;
typedef struct { Atoms *atoms; } Sim;
#endif
"""
FORCE = """\
#ifndef FORCE_H
#define FORCE_H
static inline double force(Sim *s) {
  double t = 0;
#pragma pointerchain region begin declare(s->atoms->x, s->atoms->n)
  for (int i = 0; i < s->atoms->n; i++) t += s->atoms->x[i];
#pragma pointerchain region end
  return t;
}
#endif
"""
MAIN = """\
#include <stdio.h>
#include "types.h"
#include "force.h"
int main(void) {
  double x[3] = {1, 2, 4};
  Atoms a = {x, 3};
  Sim sim = {&a}, *s = &sim;
#pragma pointerchain region begin declare(s->atoms->n)
  s->atoms->n = 2;
#pragma pointerchain region end
  printf("%g %d %s:%d\\n", force(s), a.n, __FILE__, __LINE__);
  return 0;
}
"""
PLAIN = '#include "types.h"\nint size(Sim *s) { return s->atoms->n; }\n'


_fronts: dict[tuple[bool, str], bytes] = {}
STREAM = re.compile(r"/dev/(?:stdin|stdout|stderr|fd)\b|/proc/self/fd\b")


def starts_warm(words: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether a command is one of pointerchain's that does the same in a process that has loaded it.

    Not where it may open a stream by its name, which is a file there and no pipe, or load modules of a test's own.
    """
    return (
        list(words[: len(POINTERCHAIN)]) == POINTERCHAIN
        and environment.get("PYTHONPATH") == str(warm.ROOT)
        and not any(map(STREAM.search, words))
    )


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test where ``program`` is not installed."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


class Project:
    """Files below a directory and the commands that build them."""

    def __init__(self, top: Path) -> None:
        self.starts_anew = False
        """Whether each command of pointerchain's starts Python, too: where that, or several at a time, is tested."""
        self.top = top / "project"
        self.cache = top / "cache"
        self.top.mkdir()
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "POINTERCHAIN_CACHE_DIR": str(self.cache),
            "CCACHE_DIR": str(top / "ccache"),
            "LC_ALL": "C",
            # pytest's own may be set by whoever runs it
            "PYTHONDONTWRITEBYTECODE": "",
        }
        for name in (
            "POINTERCHAIN_FLAGS",
            "POINTERCHAIN_KEEP",
            "POINTERCHAIN_CACHE_SIZE",
            "CPATH",
            "MAKEFLAGS",
        ):
            self.environment.pop(name, None)

    def write(self, files: dict[str, str]) -> None:
        """Write files, by their path below the project."""
        for name, text in files.items():
            path = self.top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def run(
        self, *words: str | Path, stdin: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in the project's directory; one of pointerchain's in a process that has loaded it."""
        given, full = [str(word) for word in words], {**self.environment, **environment}
        if not self.starts_anew and starts_warm(given, full):
            return warm.run(given[len(POINTERCHAIN) :], cwd=self.top, env=full, input=stdin)
        return subprocess.run(
            given,
            cwd=self.top,
            env=full,
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def must(self, *words: str | Path, stdin: str | None = None, **environment: str) -> str:
        """Run a command that has to succeed; what it prints."""
        done = self.run(*words, stdin=stdin, **environment)
        assert done.returncode == 0, (
            f"{' '.join(map(str, words))}\n{done.stdout[-1500:]}{done.stderr[-3000:]}"
        )
        return done.stdout

    def cc(
        self, *words: str | Path, stdin: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run the launcher."""
        return self.run(*CC, *words, stdin=stdin, **environment)

    def must_cc(self, *words: str | Path, stdin: str | None = None, **environment: str) -> str:
        """Run the launcher, which has to succeed and to say nothing on standard error."""
        done = self.cc(*words, stdin=stdin, **environment)
        assert (done.returncode, done.stderr) == (0, ""), f"{words}\n{done.stderr[-3000:]}"
        return done.stdout

    def native(self, path: str, compiler: str = "gcc") -> None:
        """Make a front that starts the launcher in Python, as 'cc --native' does."""
        self._front(path, [*CC, "--native", path, compiler], compiler)

    def front_without_python(self, path: str, compiler: str = "gcc") -> None:
        """Make a front that fails where it would start the launcher in Python."""
        code = f"from pointerchain.build import front; front.make({path!r}, [{compiler!r}], ['/bin/false'])"
        self._front(path, [sys.executable, "-c", code], compiler)

    def _front(self, path: str, words: list[str], compiler: str) -> None:
        """Make a front; what is compiled for a compiler of the system is kept for the tests that follow."""
        made = self.top / path
        key = ("--native" in words, compiler)
        if key not in _fronts:
            self.must(*words)
            if "/" not in compiler:
                _fronts[key] = made.read_bytes()
            return
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(_fronts[key])
        made.chmod(0o755)

    def statistics(self) -> dict[str, str]:
        """What 'pointerchain cache --stats' shows."""
        out = self.must(*POINTERCHAIN, "cache", "--stats")
        return {line.split(None, 1)[0]: line.split(None, 1)[1] for line in out.splitlines()}

    def hits_and_misses(self) -> tuple[int, int]:
        held = self.statistics()
        return int(held["hits"].split()[0]), int(held["misses"])
