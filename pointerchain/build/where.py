# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What build systems ask: ``--cmake-dir``, ``--includes``, ``--libs``, ``--pkg-config-dir``.

    --includes  ->  -I/opt/my\\ tools/pointerchain/include

Options are quoted for a shell, as pkg-config quotes them; a directory alone is not.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path

from pointerchain import files

_PACKAGE = Path(__file__).resolve().parents[1]


def _library(name: str) -> Path:
    """A library of the runtime, built by ``$CC`` with ``$CFLAGS``; raises ``NotBuilt``."""
    from pointerchain.build import linked

    asked = os.environ.get("CC") if name == linked.CORE else os.environ.get("MPICC") or "mpicc"
    return linked.library(name, shlex.split(asked or "cc"), shlex.split(os.environ.get("CFLAGS", "")))


def _quoted(path: Path) -> str:
    """A path in which a backslash stands before each character that a shell reads otherwise."""
    return re.sub(r"([^\w@%+=:,./~-])", r"\\\1", str(path))


def _static() -> str:
    folder = _quoted(_library("libpointerchain").parent)
    return f"-L{folder} -lpointerchain -lpthread"


def _shared() -> str:
    folder = _quoted(_library("libpointerchain").parent / "shared")
    return f"-L{folder} -Wl,-rpath,{folder} -lpointerchain -lpthread"


def _mpi() -> str:
    return f"-L{_quoted(_library('libpointerchain-mpi').parent)} -lpointerchain-mpi {_static()}"


def _pkg_config() -> str:
    """A directory with files for pkg-config, beside the library."""
    library = _library("libpointerchain").parent
    folder = library / "pkgconfig"
    text = (_PACKAGE / "cmake" / "pointerchain.pc").read_text()
    text = text.replace("${pcfiledir}/..", _quoted(_PACKAGE)).replace("-DPC_HEADER_ONLY ", "")
    text = text.replace("Libs:", f"Libs: -L{_quoted(library)} -lpointerchain -lpthread")
    folder.mkdir(exist_ok=True)
    files.write_whole(str(folder / "pointerchain.pc"), text.encode())
    other = _PACKAGE / "cmake" / "pointerchain-cl.pc"
    files.write_whole(str(folder / other.name), other.read_bytes())
    return str(folder)


ANSWERS: dict[str, Callable[[], str]] = {
    "--cmake-dir": lambda: str(_PACKAGE / "cmake"),
    "--includes": lambda: f"-I{_quoted(_PACKAGE / 'include')}",
    "--libs": _static,
    "--libs=shared": _shared,
    "--libs=mpi": _mpi,
    "--pkg-config-dir": _pkg_config,
}
"""By question, what makes the line that answers it; some build libraries first."""
