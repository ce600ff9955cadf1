# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""No test is left out unnoticed: ``--no-skips`` fails a run that skips what set-up could have seen to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GPU = "compiled, but there is no GPU to run it on (nvidia-smi -L)"
SKIPS = "import pytest\npytestmark = pytest.mark.skipif(True, reason={reason!r})\ndef test_it(): pass\n"
SKIPPED_WHOLE = "import pytest\npytest.skip({reason!r}, allow_module_level=True)\n"


def run(folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(HERE / "conftest.py", folder)
    (folder / "test_one.py").write_text("def test_passes(): pass\n")
    (folder / "test_two.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    "words", [(), pytest.param(("-n2",), marks=pytest.mark.long)], ids=["here", "workers"]
)
@pytest.mark.parametrize("text", [SKIPS, SKIPPED_WHOLE], ids=["test", "module"])
def test_an_unknown_reason_fails(tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    done = run(tmp_path, text.format(reason="needs ccache"), "--no-skips", *words)
    assert done.returncode == 1, done.stdout
    assert "skipped, which --no-skips does not allow" in done.stdout
    assert "needs ccache" in done.stdout


def test_a_known_reason_does_not(tmp_path: Path) -> None:
    done = run(tmp_path, SKIPS.format(reason=GPU), "--no-skips")
    assert done.returncode == 0, done.stdout


def test_without_the_flag_nothing_fails(tmp_path: Path) -> None:
    assert run(tmp_path, SKIPS.format(reason="needs ccache")).returncode == 0


def test_every_folder_with_tests_is_searched(pytestconfig: pytest.Config) -> None:
    """Pytest's own list of folders that it passes over names 'build', 'dist' and more."""
    passed_over = pytestconfig.getini("norecursedirs")
    folders = {part for path in HERE.rglob("test_*.py") for part in path.relative_to(HERE).parts[:-1]}
    assert [name for name in folders if any(fnmatch(name, pattern) for pattern in passed_over)] == []
