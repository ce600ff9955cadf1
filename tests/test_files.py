# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Finding sources, and writing files whole or not at all."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from privileges import modes_respected

from pointerchain import files
from pointerchain.cli import inputs
from pointerchain.cli.inputs import holds_word, named_input, scan
from pointerchain.files import WORD, write_whole


def fill(root: Path, *names: str, data: bytes = WORD) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def found(root: Path, skip: str | None = None) -> list[str]:
    return [item.layout for item in scan(str(root), skip).inputs]


# --- finding ----------------------------------------------------------------------------


def test_finds_every_kind_of_source_in_order(tmp_path: Path) -> None:
    names = sorted(f"x{suffix}" for suffix in inputs.SUFFIXES)
    fill(tmp_path, *names, "y.txt", "y.f7", "c", "README", "z.c.orig")
    assert found(tmp_path) == names


def test_finds_what_holds_the_word_and_counts_the_rest(tmp_path: Path) -> None:
    fill(tmp_path, "b/a.c", "b.c", "a/deep/er/x.hpp")
    fill(tmp_path, "plain.c", "a/plain.h", data=b"int x;\n")
    tree = scan(str(tmp_path))
    assert [item.layout for item in tree.inputs] == ["a/deep/er/x.hpp", "b/a.c", "b.c"]
    assert tree.sources == 5
    assert all(item.marked and not item.named and item.path.startswith(str(tmp_path)) for item in tree.inputs)


def test_paths_are_as_the_user_would_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, "src/a.c")
    monkeypatch.chdir(tmp_path)
    for top in (".", "src", "src/"):
        (item,) = scan(top).inputs
        assert item.path == os.path.join(top, "src/a.c" if top == "." else "a.c")  # noqa: PTH118
        assert item.layout == ("src/a.c" if top == "." else "a.c")


def test_hidden_files_and_directories_are_passed_over(tmp_path: Path) -> None:
    fill(tmp_path, ".git/a.c", ".hidden.c", "src/.cache/b.c", "src/c.c")
    assert found(tmp_path) == ["src/c.c"]
    assert found(tmp_path / ".git") == ["a.c"]


def test_links_to_files_are_followed_and_those_to_directories_are_not(tmp_path: Path) -> None:
    fill(tmp_path, "src/a.c", "elsewhere/b.c")
    src = tmp_path / "src"
    (src / "loop").symlink_to(".")
    (src / "up").symlink_to("..")
    (src / "link.c").symlink_to("../elsewhere/b.c")
    (src / "broken.c").symlink_to("nowhere")
    assert found(src) == ["a.c", "link.c"]
    (tmp_path / "top").symlink_to("src")
    assert found(tmp_path / "top") == ["a.c", "link.c"]


def test_a_link_to_itself_is_a_problem_of_that_file_only(tmp_path: Path) -> None:
    fill(tmp_path, "a.c")
    (tmp_path / "self.c").symlink_to("self.c")
    assert "a.c" in found(tmp_path)


def test_directories_and_pipes_with_a_sources_name_are_no_sources(tmp_path: Path) -> None:
    fill(tmp_path, "dir.c/a.c")
    os.mkfifo(tmp_path / "pipe.c")
    assert found(tmp_path) == ["dir.c/a.c"]


def test_output_directory_is_skipped(tmp_path: Path) -> None:
    fill(tmp_path, "a.c", "out/a.c", "out/deep/b.c", "outer/c.c")
    assert found(tmp_path, str(tmp_path / "outer" / ".." / "out")) == ["a.c", "outer/c.c"]


def test_names_of_any_bytes(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff\n'\".c")
    fill(tmp_path, name)
    assert found(tmp_path) == [name]


def test_unreadable_file_and_directory_are_problems(tmp_path: Path) -> None:
    fill(tmp_path, "a.c", "closed/b.c", "shut.c")
    (tmp_path / "closed").chmod(0)
    (tmp_path / "shut.c").chmod(0)
    try:
        with modes_respected():
            problems = {item.layout: item.problem for item in scan(str(tmp_path)).inputs}
    finally:
        (tmp_path / "closed").chmod(0o700)
    assert problems["a.c"] is None
    assert isinstance(problems["closed"], PermissionError)
    assert isinstance(problems["shut.c"], PermissionError)


def test_directory_that_is_gone_is_a_problem(tmp_path: Path) -> None:
    (item,) = scan(str(tmp_path / "gone")).inputs
    assert isinstance(item.problem, FileNotFoundError)


def test_named_input(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt")
    fill(tmp_path, "b.c", data=b"")
    item = named_input(str(tmp_path / "a.txt"))
    assert (item.named, item.marked, item.layout, item.data) == (True, True, "a.txt", None)
    assert not named_input(str(tmp_path / "b.c")).marked
    assert isinstance(named_input(str(tmp_path / "gone.c")).problem, FileNotFoundError)


def test_named_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(WORD,))
    writer.start()
    item = named_input(str(pipe))
    writer.join()
    assert (item.marked, item.data) == (True, WORD)


@pytest.mark.parametrize("before", [0, 1, (1 << 18) - 13, (1 << 18) - 6, (1 << 18) - 1, 1 << 18, 3 << 18])
def test_word_is_found_wherever_reads_part_it(tmp_path: Path, before: int) -> None:
    path = tmp_path / "a.c"
    path.write_bytes(b"p" * before + WORD)
    assert holds_word(str(path))
    path.write_bytes(b"p" * before + WORD[:-1])
    assert not holds_word(str(path))
    path.write_bytes(b"x" + WORD[1:] + b"p" * before)
    assert not holds_word(str(path))


@given(
    st.lists(st.sampled_from([b"pointer", b"chain", WORD, b"p", b"\0", b"x" * 100]), max_size=6).map(b"".join)
)
def test_word_is_found_as_in_finds_it(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("word") / "a"
    path.write_bytes(data)
    assert holds_word(str(path)) == (WORD in data)


# --- writing ----------------------------------------------------------------------------


def test_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_whole(str(tmp_path / "a.c"), b"new")
    finally:
        os.umask(old)
    assert (tmp_path / "a.c").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "a.c").stat().st_mode) == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["a.c"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o4711])
def test_replaced_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a.c"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_whole(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_replaced_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_bytes(b"old")
    os.chown(path, 12345, 23456)
    write_whole(str(path), b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


def test_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.c").write_bytes(b"old")
    (tmp_path / "link.c").symlink_to("real/a.c")
    write_whole(str(tmp_path / "link.c"), b"new")
    assert (tmp_path / "link.c").is_symlink()
    assert (tmp_path / "real" / "a.c").read_bytes() == b"new"
    (tmp_path / "to_new.c").symlink_to("real/new.c")
    write_whole(str(tmp_path / "to_new.c"), b"newer")
    assert (tmp_path / "real" / "new.c").read_bytes() == b"newer"


def test_device_is_written_to_and_not_replaced() -> None:
    write_whole(os.devnull, b"new")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_long_name(tmp_path: Path) -> None:
    name = "x" * 253 + ".c"
    write_whole(str(tmp_path / name), b"new")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_directory_in_the_way(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(str(tmp_path), b"new")


@pytest.mark.parametrize("name", ["gone/a.c", "file/a.c"])
def test_no_directory_to_write_in(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises((FileNotFoundError, NotADirectoryError)):
        write_whole(str(tmp_path / name), b"new")


def test_read_only_file_and_directory_are_respected(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with modes_respected(), pytest.raises(PermissionError):
        write_whole(str(path), b"new")
    tmp_path.chmod(0o555)
    try:
        with modes_respected(), pytest.raises(PermissionError):
            write_whole(str(tmp_path / "b.c"), b"new")
    finally:
        tmp_path.chmod(0o755)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.c"]


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """Let writes fail in the middle, as on a full disk."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def test_failed_write_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_bytes(b"old")
    for target in (path, tmp_path / "new.c"):
        with file_size_limit(4096), pytest.raises(OSError) as caught:
            write_whole(str(target), b"x" * 10000)
        assert (caught.value.errno, caught.value.filename) == (errno.EFBIG, str(target))
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.c"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_full_disk_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", tmp_path]).returncode:
        pytest.skip("cannot mount a tmpfs here")
    try:
        (tmp_path / "a.c").write_bytes(b"old")
        with pytest.raises(OSError) as caught:
            write_whole(str(tmp_path / "a.c"), b"x" * 100_000)
        assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(tmp_path / "a.c"))
        assert (tmp_path / "a.c").read_bytes() == b"old"
        assert [each.name for each in tmp_path.iterdir()] == ["a.c"]
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_termination_waits_until_the_file_is_whole(tmp_path: Path) -> None:
    """A signal that arrives between the temporary file and its renaming ends the process after it."""
    program = (
        "import os, signal, sys; from pointerchain import files; write = files.write\n"
        "def interrupted(handle, data):\n"
        "    os.kill(os.getpid(), signal.SIGTERM); write(handle, data)\n"
        "files.write = interrupted; files.write_whole(sys.argv[1], b'new'); print('still alive')"
    )
    path = tmp_path / "a.c"
    environment = {**os.environ, "PYTHONPATH": str(Path(files.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", program, path], env=environment, capture_output=True)
    assert (done.returncode, done.stdout) == (-15, b"")
    assert path.read_bytes() == b"new"
    assert [each.name for each in tmp_path.iterdir()] == ["a.c"]


def test_reasons_are_in_lower_case() -> None:
    assert files.reason(OSError(errno.ENOSPC, "No space left on device")) == "no space left on device"
    assert files.reason(OSError("Odd")) == "odd"
