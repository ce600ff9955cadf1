# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A project in a temporary directory, built with and without the launcher."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test where ``program`` is not installed."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


class Project:
    """Files below a directory and the commands that build them."""

    def __init__(self, top: Path) -> None:
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
        """Run a command in the project's directory."""
        return subprocess.run(
            [str(word) for word in words],
            cwd=self.top,
            env={**self.environment, **environment},
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

    def front_without_python(self, path: str, compiler: str = "gcc") -> None:
        """Make a front that fails where it would start the launcher in Python."""
        code = f"from pointerchain.build import front; front.make({path!r}, [{compiler!r}], ['/bin/false'])"
        self.must(sys.executable, "-c", code)

    def statistics(self) -> dict[str, str]:
        """What 'pointerchain cache --stats' shows."""
        out = self.must(*POINTERCHAIN, "cache", "--stats")
        return {line.split(None, 1)[0]: line.split(None, 1)[1] for line in out.splitlines()}

    def hits_and_misses(self) -> tuple[int, int]:
        held = self.statistics()
        return int(held["hits"].split()[0]), int(held["misses"])
