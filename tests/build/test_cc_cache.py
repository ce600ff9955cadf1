# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The cache: what makes an entry another one, and everything that can go wrong with a directory."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest
from buildlib import CC, FORCE, MAIN, POINTERCHAIN, TYPES, Project, needs
from privileges import modes_respected

from pointerchain.build import asked
from pointerchain.build.cache import Cache
from pointerchain.build.entries import limit

COMPILE = ["gcc", "-Iinc", "-c", "src/a.c", "-o", "a.o"]
PROGRAM = ["gcc", "-Iinc", "src/a.c", "-o", "program"]
EXPECTED = "3 2 src/a.c:11\n"


def test_a_second_compile_finds_the_first(project: Project) -> None:
    project.starts_anew = True
    for hits in range(3):
        project.must_cc(*COMPILE)
        assert project.hits_and_misses() == (hits, 1)
    held = project.statistics()
    assert held["translations"] == "1"
    assert held["directory"] == str(project.cache)
    assert "1 translation removed" in project.must(*POINTERCHAIN, "cache", "--clear")
    assert project.statistics()["translations"] == "0"
    assert project.hits_and_misses() == (0, 0)
    project.must_cc(*COMPILE)


@needs("clang-19")
def test_a_second_compile_by_clang_finds_the_first(project: Project) -> None:
    """Its preprocessor names '<built-in>' among the files that it reads."""
    for hits in range(3):
        project.must_cc("clang-19", *COMPILE[1:])
        assert project.hits_and_misses() == (hits, 1)


def change_source(project: Project) -> None:
    project.write({"src/a.c": MAIN + "/* */\n"})


def change_marked_header(project: Project) -> None:
    project.write({"inc/force.h": FORCE + "/* */\n"})


def change_plain_header(project: Project) -> None:
    project.write({"src/types.h": TYPES.replace("double *x", "float *x")})


def shadow_a_header(project: Project) -> None:
    project.write({"src/force.h": FORCE.replace("double t = 0", "double t = 1")})


CHOICE = """\
struct A { int n; };
struct S { struct A *a; struct A *b; };
static inline int k(struct S *s) {
  int t = 0;
#pragma pointerchain region begin declare(s->a->n, s->b->n)
#if FIELD == 1
  t = s->a->n;
#else
  t = s->b->n;
#endif
#pragma pointerchain region end
  return t;
}
"""
USER = """\
#include "m.h"
#include "k.h"
int printf(const char *, ...);
int main(void) {
  struct A a = {1}, b = {2};
  struct S s = {&a, &b};
  return printf("%d\\n", k(&s)) != 2;
}
"""


@pytest.mark.parametrize("compiler", [pytest.param(name, marks=needs(name)) for name in ("gcc", "clang-19")])
def test_macros_of_a_file_and_directories_of_variables_count(empty: Project, compiler: str) -> None:
    """Files of one size and time; a directory may be one of the command's, and then of a variable beside another."""
    for directory, number in (("one", 1), ("two", 2)):
        empty.write({f"{directory}/m.h": f"#define FIELD {number}\n"})
    empty.write({"a.c": USER, "k.h": CHOICE, "b.c": USER.replace('#include "m.h"\n', "")})
    for variable in ("CPATH", "C_INCLUDE_PATH"):
        for places in ("one", "one:two", "two:one"):
            empty.must(*CC, compiler, "-w", "a.c", "-o", "program", **{variable: places})
            assert empty.must("./program") == ("1\n" if "one" in places.partition(":")[0] else "2\n"), places
    for number in (1, 2):
        empty.write({"m.h": f"#define FIELD {number}\n"})
        os.utime(empty.top / "m.h", (1e9, 1e9))
        empty.must(*CC, compiler, "-w", "-imacros", "m.h", "b.c", "-o", "program")
        assert empty.must("./program") == f"{number}\n"


@pytest.mark.parametrize(
    "change", [change_source, change_marked_header, change_plain_header, shadow_a_header]
)
def test_any_included_text_counts(project: Project, change: object) -> None:
    project.must_cc(*COMPILE, "-w")
    before = {path: path.stat() for path in project.top.rglob("*") if path.is_file()}
    assert callable(change)
    change(project)
    # not the times of files but what they hold is compared
    for path, status in before.items():
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    project.must_cc(*COMPILE, "-w")
    assert project.hits_and_misses() == (0, 2)


@pytest.mark.parametrize(
    "words", [["-DX"], ["-std=gnu11"], ["-Isrc"], ["-include", "src/types.h"], ["-x", "c++", "-fpermissive"]]
)
def test_flags_count(project: Project, words: list[str]) -> None:
    project.must_cc(*COMPILE)
    project.must_cc("gcc", "-Iinc", *words, "-c", "src/a.c", "-o", "a.o")
    assert project.hits_and_misses() == (0, 2)


def test_what_does_not_change_the_translation_finds_it(project: Project) -> None:
    project.must_cc(*COMPILE)
    (project.top / "inc/force.h").touch()
    project.write({"src/unrelated.h": "int x;\n"})
    project.must_cc("gcc", "-Iinc", "-c", "src/a.c", "-o", "other.o")
    assert project.hits_and_misses() == (1, 1)


@pytest.mark.parametrize(
    "words", [COMPILE, [*COMPILE, "-MD"], [*COMPILE, "-MMD"], ["gcc", "-Iinc", "src/a.c", "src/plain.c"]]
)
def test_system_headers_count(project: Project, words: list[str], tmp_path: Path) -> None:
    """A header that only the compiler itself finds: its wrapper adds the directory."""
    system = tmp_path / "system"
    system.mkdir()
    (system / "scale.h").write_text("#define SCALE 2\n")
    (tmp_path / "wrapper").write_text(f'#!/bin/sh\nexec gcc "$@" -isystem {system}\n')
    (tmp_path / "wrapper").chmod(0o755)
    project.write({"src/a.c": "#include <scale.h>\n" + MAIN})
    words = [str(tmp_path / "wrapper"), *words[1:]]
    for expected in ((0, 1), (1, 1)):
        project.must_cc(*words)
        assert project.hits_and_misses() == expected
    (system / "scale.h").write_text("#define SCALE 30\n")
    project.must_cc(*words)
    assert project.hits_and_misses() == (1, 2)
    project.must_cc(*words)
    assert project.hits_and_misses() == (2, 2)
    (system / "scale.h").touch()
    project.must_cc(*words)
    assert project.hits_and_misses() == (3, 2)


# --- damage -----------------------------------------------------------------------------------


def entry_files(project: Project) -> list[Path]:
    return [path for path in (project.cache / "units").rglob("*") if path.is_file()]


@pytest.mark.parametrize("damage", ["empty", "flip", "remove", "garbage"])
def test_a_damaged_entry_is_made_anew(project: Project, damage: str) -> None:
    project.must_cc(*PROGRAM)
    for number in range(len(entry_files(project))):
        path = sorted(entry_files(project))[number]
        data = path.read_bytes()
        if damage == "empty":
            path.write_bytes(b"")
        elif damage == "remove":
            path.unlink()
        elif damage == "garbage":
            path.write_bytes(os.urandom(200))
        else:
            path.write_bytes(data[:-3] + bytes([data[-3] ^ 1]) + data[-2:])
        project.must_cc(*PROGRAM)
        assert project.must("./program") == EXPECTED
    hits, misses = project.hits_and_misses()
    assert (hits, misses) == (0, 1 + number + 1)


def test_a_damaged_record_of_the_compiler_is_made_anew(project: Project) -> None:
    project.must_cc(*COMPILE)
    for path in (project.cache / "compilers").iterdir():
        path.write_bytes(b"\0" * 50)
    project.must_cc(*COMPILE)


def test_a_cache_that_cannot_be(project: Project, tmp_path: Path) -> None:
    """A file where the directory should be stands for read-only directories and full disks: root may write anywhere."""
    (tmp_path / "file").write_text("")
    for place in (str(tmp_path / "file"), "/proc/nowhere", "/dev/full"):
        project.must_cc(*PROGRAM, POINTERCHAIN_CACHE_DIR=place)
        assert project.must("./program") == EXPECTED
    project.must_cc(*PROGRAM, POINTERCHAIN_CACHE_SIZE="0")
    assert not entry_files(project) if (project.cache / "units").exists() else True
    assert not list(tmp_path.glob("**/pointerchain-*"))


def test_a_read_only_cache(project: Project) -> None:
    project.cache.mkdir(mode=0o555)
    project.starts_anew = True  # they are of what this process starts
    with modes_respected():
        project.must_cc(*PROGRAM)
    assert not list(project.cache.iterdir())
    assert project.must("./program") == EXPECTED


def test_nowhere_to_write(project: Project, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = project.cc(
        *COMPILE, POINTERCHAIN_CACHE_DIR=str(tmp_path / "file"), TMPDIR="/proc/nowhere", TEMP="", TMP=""
    )
    if done.returncode:  # /tmp and the working directory are tried, too
        assert done.stderr.startswith("pointerchain: error: cannot write the translation of 'src/a.c': ")


def test_temporary_files_go_away(project: Project, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {"POINTERCHAIN_CACHE_SIZE": "0", "TMPDIR": str(temporary)}
    project.must_cc(*PROGRAM, **environment)
    assert project.must("./program") == EXPECTED
    assert project.cc("gcc", "-Iinc", "-c", "src/a.c", "--wrong", **environment).returncode == 1
    assert not list(temporary.iterdir())


@needs("prlimit")
def test_a_full_disk(project: Project) -> None:
    """Files may not grow: no entry is left half written, and no object is wrong."""
    done = project.run("prlimit", "--fsize=100", *CC, *COMPILE)
    assert done.returncode != 0
    project.must_cc(*PROGRAM)
    assert project.must("./program") == EXPECTED


# --- bounds -----------------------------------------------------------------------------------


def test_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, size in (
        ("5", 5),
        ("2K", 2048),
        ("3m", 3 << 20),
        ("1GiB", 1 << 30),
        ("7 MB", 256 << 20),
        ("x", 256 << 20),
        ("", 256 << 20),
    ):
        monkeypatch.setenv("POINTERCHAIN_CACHE_SIZE", text)
        assert limit() == size


def stored(cache: Cache, key: str, age: float = 0) -> None:
    entry = cache.store(key, {"0/a.c": b"x" * 900}, ("record",))
    assert entry is not None
    os.utime(entry.directory, (time.time() - age,) * 2)
    cache.note_system(entry, [])
    os.utime(entry.directory, (time.time() - age,) * 2)


def test_the_oldest_go_first(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 16 * 5000)
    keys = [f"a{number:039}" for number in range(5)]
    for age, key in enumerate(keys):
        stored(cache, key, 2000 + age)
    assert cache.find(keys[4]) is not None  # and is used now
    stored(cache, "a" * 40)
    assert cache.statistics().entries == 5
    assert cache.statistics().size <= 5000
    assert cache.find(keys[3]) is None
    assert all(cache.find(key) is not None for key in (*keys[:3], keys[4], "a" * 40))


def test_what_may_be_in_use_stays_whatever_the_limit(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 16)
    for number in range(10):
        stored(cache, f"b{number:039}", 300)
    assert len(list((tmp_path / "units" / "b").iterdir())) == 10


def test_what_killed_processes_left_goes_away(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 1 << 20)
    left = tmp_path / "units/a/tmp.1.2"
    left.mkdir(parents=True)
    (left / "x").write_text("x")
    stored(cache, "a" * 40)
    assert left.exists()
    os.utime(left, (1, 1))
    stored(cache, "a" * 39 + "b")
    assert not left.exists()


# --- at the same time -------------------------------------------------------------------------


def test_many_compiles_of_one_source_at_once(project: Project) -> None:
    for _ in range(2):
        processes = [
            subprocess.Popen(
                [*CC, "gcc", "-Iinc", "-MD", "src/a.c", "-o", f"program{number}"],
                cwd=project.top,
                env=project.environment,
                stderr=subprocess.PIPE,
                text=True,
            )
            for number in range(6)
        ]
        for number, process in enumerate(processes):
            _, errors = process.communicate(timeout=120)
            assert (process.returncode, errors) == (0, "")
            assert project.must(f"./program{number}") == EXPECTED
        assert project.statistics()["translations"] == "1"
        assert not [path for path in entry_files(project) if "tmp." in str(path)]


def test_clearing_while_others_compile(project: Project) -> None:
    running = [
        subprocess.Popen(
            [
                "sh",
                "-c",
                f'for i in 1 2 3 4 5; do "$@" -o program{number} || exit 1; done',
                "sh",
                *CC,
                *PROGRAM[:-2],
            ],
            cwd=project.top,
            env=project.environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    cache = Cache(str(project.cache))
    while any(process.poll() is None for process in running):
        cache.clear()
        time.sleep(0.01)
    for number, process in enumerate(running):
        errors = process.stderr.read() if process.stderr is not None else ""
        assert process.returncode == 0, errors
        assert project.must(f"./program{number}") == EXPECTED


@pytest.mark.parametrize("back", ["", " && cp -r gone cache/units"])
def test_an_entry_that_is_cleared_under_the_compiler(project: Project, tmp_path: Path, back: str) -> None:
    """The compile is tried once more, also where another one has brought the entry back meanwhile."""
    compiler = tmp_path / "compiler"
    compiler.write_text(
        f'#!/bin/sh\ncase "$*" in *-c*) [ -d {tmp_path}/gone ] || '
        f'{{ cd {tmp_path} && mv cache/units gone{back}; exit 1; }};; esac\nexec gcc "$@"\n'
    )
    compiler.chmod(0o755)
    done = project.cc(compiler, *COMPILE[1:])
    assert (done.returncode, done.stderr.count("translating it again")) == (0, 1)
    assert (project.top / "a.o").exists()


@pytest.mark.parametrize("missing", ["0/a.c", "1/force.h"])
@pytest.mark.parametrize("compiler", [pytest.param("gcc"), pytest.param("clang-19", marks=needs("clang-19"))])
def test_what_the_compiler_says_of_a_cleared_cache_is_not_shown(
    project: Project, tmp_path: Path, compiler: str, missing: str
) -> None:
    wrapper = tmp_path / "compiler"
    wrapper.write_text(
        f'#!/bin/sh\ncase "$*" in *" -c "*) echo said >&2; [ -d {tmp_path}/gone ] || '
        f'{{ mkdir {tmp_path}/gone; rm {tmp_path}/cache/units/*/*/{missing}; }};; esac\nexec {compiler} "$@"\n'
    )
    wrapper.chmod(0o755)
    project.write({"src/a.c": MAIN.replace("  return 0;", "  int unused;\n  return 0;")})
    done = project.cc(wrapper, *COMPILE[1:], "-Wall")
    assert done.returncode == 0
    assert "error" not in done.stderr
    assert "pointerchain: note: the translated source was removed" in done.stderr
    assert done.stderr.count("[-Wunused-variable]") == 1
    assert done.stderr.count("said") == 2


def test_messages_come_as_they_are_said(project: Project, tmp_path: Path) -> None:
    """A line is shown before the compiler ends; one that names the cache otherwise is not lost."""
    wrapper = tmp_path / "compiler"
    wrapper.write_text(
        '#!/bin/sh\ncase "$*" in *" -c "*) echo first >&2; while [ ! -e go ]; do sleep 0.05; done; '
        'echo "$*" >&2; printf last >&2;; esac\nexec gcc "$@"\n'
    )
    wrapper.chmod(0o755)
    with subprocess.Popen(
        [*CC, wrapper, *COMPILE[1:]], cwd=project.top, env=project.environment, stderr=subprocess.PIPE, text=True
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert process.stderr.readline() == "first\n"
        (project.top / "go").touch()
        rest = process.stderr.read().splitlines()
    assert process.returncode == 0
    assert (len(rest), rest[-1]) == (2, "last")
    assert str(project.cache) in rest[0]


def test_killed_at_any_moment(project: Project) -> None:
    project.must_cc(*COMPILE)
    for delay in range(0, 30, 3):
        project.must(*POINTERCHAIN, "cache", "--clear")
        process = subprocess.Popen(
            [*CC, *COMPILE], cwd=project.top, env=project.environment, start_new_session=True
        )
        time.sleep(0.03 + delay / 200)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        project.must_cc(*PROGRAM)
        assert project.must("./program") == EXPECTED


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_no_temporary_files(project: Project, tmp_path: Path, number: signal.Signals) -> None:
    """The compiler's '-E' waits, so that the signal comes while there is a directory to remove."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    wrapper = tmp_path / "compiler"
    wrapper.write_text('#!/bin/sh\ncase "$*" in *"-E -x c "*) touch started; sleep 1;; esac\nexec gcc "$@"\n')
    wrapper.chmod(0o755)
    project.write({"src/a.c": "#ifdef __OPTIMIZE__\n#endif\n" + MAIN})
    with subprocess.Popen(
        [*CC, wrapper, *COMPILE[1:]],
        cwd=project.top,
        env={**project.environment, "TMPDIR": str(temporary)},
        stderr=subprocess.DEVNULL,
        # whoever runs the tests may have it ignored
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    ) as process:
        while not (project.top / "started").exists():
            time.sleep(0.01)
        assert list(temporary.iterdir())
        process.send_signal(number)
        assert process.wait() in (-number, 1, 130)
    assert not list(temporary.iterdir())


def test_an_entry_found_by_two_at_once_is_not_replaced(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path), 1 << 20)
    first = cache.store("a" * 40, {"0/a.c": b"x"}, (1,))
    assert first is not None
    inode = (Path(first.directory) / "0/a.c").stat().st_ino
    second = cache.store("a" * 40, {"0/a.c": b"x"}, (1,))
    assert second is not None
    assert (Path(second.directory) / "0/a.c").stat().st_ino == inode
    third = cache.store("a" * 40, {"0/a.c": b"y"}, (1,))
    assert third is not None
    assert (Path(third.directory) / "0/a.c").read_bytes() == b"y"


def test_a_source_that_goes_away(project: Project, tmp_path: Path) -> None:
    """Deleted between the look and the compile: the text that was read is what is compiled, or there is an error."""
    (tmp_path / "wrapper").write_text(
        '#!/bin/sh\ncase "$*" in *-dM*) ;; *) rm -f src/a.c;; esac\nexec gcc "$@"\n'
    )
    (tmp_path / "wrapper").chmod(0o755)
    project.must_cc(str(tmp_path / "wrapper"), *PROGRAM[1:])
    assert project.must("./program") == EXPECTED
    done = project.cc(*COMPILE)
    assert done.returncode == 1
    assert re.search(r"src/a\.c: No such file", done.stderr)


# --- whose it is ---------------------------------------------------------------------------------


def test_the_directory_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    top = tmp_path / "cache" / "pointerchain"
    cache = Cache(str(top))
    cache.count(b"m")
    assert cache.store("ab", {"0/a.c": b"int x;\n"}, ()) is not None
    assert [stat.S_IMODE(path.stat().st_mode) for path in (top, top.parent)] == [0o700, 0o700]
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o775)
    Cache(str(shared)).store("ab", {"0/a.c": b"int x;\n"}, ())
    assert stat.S_IMODE(shared.stat().st_mode) == 0o775, "what its owner opened to others stays so"


def test_a_directory_below_tmp_that_others_could_write_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a user has no home its name can be guessed, and taken."""
    monkeypatch.delenv("POINTERCHAIN_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    user = os.getuid()
    number = 10**9 + os.getpid()
    taken = Path(f"/tmp/pointerchain-{number}")
    monkeypatch.setattr(os, "getuid", lambda: number)
    assert asked.place() == f"{taken}/pointerchain"
    taken.mkdir(mode=0o700)
    try:
        assert asked.place() == "/dev/null/pointerchain", "it belongs to another one"
        monkeypatch.setattr(os, "getuid", lambda: user)
        monkeypatch.setattr(os, "lstat", lambda _: taken.stat())
        assert asked.place().startswith("/tmp/pointerchain-")
        taken.chmod(0o777)
        assert asked.place() == "/dev/null/pointerchain", "anybody may write there"
    finally:
        taken.rmdir()
