# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Compile databases: which entry, and which of its arguments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointerchain.build import find
from pointerchain.build.compdb import Database, DatabaseError


def database(root: Path, *entries: dict[str, Any]) -> Database:
    path = root / "compile_commands.json"
    path.write_text(json.dumps(entries))
    return Database(str(path))


def arguments(root: Path, *words: str, file: str = "a.c", **entry: Any) -> tuple[str, ...]:
    """The arguments that come back for ``gcc WORDS``."""
    item = {"directory": "/b", "file": f"/s/{file}", "arguments": ["gcc", *words], **entry}
    flags = database(root, item).flags(f"/s/{file}")
    assert flags is not None
    assert flags.lender is None
    return flags.arguments


def language(root: Path, wanted: str, listed: str, *words: str) -> str | None:
    flags = database(root, {"directory": "/s", "file": listed, "arguments": [*words]}).flags(f"/s/{wanted}")
    assert flags is not None
    return flags.language


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("-DX=1 -O2 -c /s/a.c -o a.o", "-DX=1 -O2"),
        ("-c ../s/a.c -oa.o -Wall", "-Wall"),
        ("-MD -MF a.d -MT a.o -MQ a.o -MP -MFa.d -Wp,-MD,a.d -g", "-g"),
        ("-fopenmp -openmp -objcmt-migrate-all", "-fopenmp -openmp -objcmt-migrate-all"),
        ("-Iinc -I inc -I/abs -I.", "-I/b/inc -I /b/inc -I/abs -I/b"),
        (
            "-isystem inc -isysteminc -iquote q -idirafter d",
            "-isystem /b/inc -isystem/b/inc -iquote /b/q -idirafter /b/d",
        ),
        (
            "--sysroot=root --sysroot root -isysroot root",
            "--sysroot=/b/root --sysroot /b/root -isysroot /b/root",
        ),
        ("-isystem=inc --include-directory=inc", "-isystem=/b/inc --include-directory=/b/inc"),
        ("-I=inc -I$SYSROOT/inc", "-I=inc -I$SYSROOT/inc"),
        ("-include gone.h -imacros gone.h", "-include gone.h -imacros gone.h"),
        ("-x c++ -std=c++17 -- /s/a.c", "-x c++ -std=c++17"),
        ("-DI=inc -Wno-x -ferror-limit=3", "-DI=inc -Wno-x -ferror-limit=3"),
        ("-I", "-I"),
        ("-o", ""),
    ],
)
def test_arguments_are_kept_but_for_input_and_outputs(tmp_path: Path, words: str, left: str) -> None:
    assert arguments(tmp_path, *words.split()) == tuple(left.split())


def test_forced_include_beside_the_build_is_made_absolute(tmp_path: Path) -> None:
    (tmp_path / "config.h").write_text("")
    left = arguments(tmp_path, "-include", "config.h", "-includeconfig.h", directory=str(tmp_path))
    assert left == ("-include", f"{tmp_path}/config.h", f"-include{tmp_path}/config.h")


def test_command_is_split_as_a_shell_splits_it(tmp_path: Path) -> None:
    item = {
        "directory": "/b",
        "file": "/s/a.c",
        "command": r"""gcc -DS=\"a\ b\" '-DT="x y"' -I"my inc" -c /s/a.c""",
    }
    flags = database(tmp_path, item).flags("/s/a.c")
    assert flags is not None
    assert flags.arguments == ('-DS="a b"', '-DT="x y"', "-I/b/my inc")


def test_arguments_win_over_command(tmp_path: Path) -> None:
    assert arguments(tmp_path, "-DA", command="gcc -DB /s/a.c") == ("-DA",)


@pytest.mark.parametrize("driver", ["gcc", "/usr/bin/cc", "ccache gcc", "mpicc", "distcc /opt/x-gcc-13"])
def test_compiler_and_launchers_are_dropped(tmp_path: Path, driver: str) -> None:
    item = {"directory": "/b", "file": "/s/a.c", "command": f"{driver} -DX /s/a.c"}
    flags = database(tmp_path, item).flags("/s/a.c")
    assert flags is not None
    assert flags.arguments == ("-DX",)


def test_relative_file_and_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "build").mkdir()
    base = database(tmp_path, {"directory": "build", "file": "../src/a.c", "command": "cc -Iinc ../src/a.c"})
    monkeypatch.chdir(tmp_path)
    for name in ("src/a.c", "./src/../src/a.c", str(tmp_path / "src" / "a.c")):
        flags = base.flags(name)
        assert flags is not None
        assert flags.arguments == (f"-I{tmp_path}/build/inc",)


def test_file_is_known_by_another_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.c").write_text("")
    (tmp_path / "link").symlink_to("real")
    base = database(tmp_path, {"directory": "/b", "file": f"{tmp_path}/link/a.c", "command": "cc -DX a.c"})
    flags = base.flags(str(tmp_path / "real" / "a.c"))
    assert flags is not None
    assert flags.lender is None


def test_first_of_several_entries_counts(tmp_path: Path) -> None:
    items = [{"directory": "/b", "file": "/s/a.c", "arguments": ["cc", f"-D{name}"]} for name in "AB"]
    flags = database(tmp_path, *items).flags("/s/a.c")
    assert flags is not None
    assert flags.arguments == ("-DA",)


def test_nearest_entry_for_what_is_not_listed(tmp_path: Path) -> None:
    names = ["/s/far/b.c", "/s/x.c", "/s/x.cpp", "/s/near/a.c", "/t/md.c", "/s/io/md.cpp"]
    base = database(
        tmp_path, *({"directory": "/b", "file": name, "arguments": ["cc", f"-D{name}"]} for name in names)
    )

    def lender(wanted: str) -> str | None:
        flags = base.flags(wanted)
        return None if flags is None else flags.lender

    assert lender("/s/inc/b.h") == "/s/far/b.c"
    assert lender("/s/io/md.h") == "/s/io/md.cpp"
    assert lender("/t/inc/md.hpp") == "/t/md.c"
    assert lender("/s/near/new.c") == "/s/near/a.c"
    assert lender("/s/new.cpp") == "/s/x.cpp"
    assert lender("/s/near/new.cpp") is None
    assert lender("/u/new.h") is None


def test_a_header_is_compiled_as_a_source_that_includes_it(tmp_path: Path) -> None:
    sources = {
        "src/solve.c": '#include <stdio.h>\n#  include "kernels/flux.h"\n',
        "src/main.c": "// flux.h\n",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    base = database(
        tmp_path,
        *(
            {"directory": str(tmp_path), "file": name, "arguments": ["cc"]}
            for name in ("src/gone.c", "src/main.c", "src/solve.c")
        ),
    )
    for header, lender in (("include/kernels/flux.h", "src/solve.c"), ("src/other.h", "src/gone.c")):
        flags = base.flags(str(tmp_path / header))
        assert flags is not None
        assert flags.lender == str(tmp_path / lender)
    assert base.flags(str(tmp_path / "include/ux.h")) is None


@pytest.mark.parametrize(
    ("wanted", "listed", "words", "expected"),
    [
        ("a.c", "a.c", "gcc", None),
        ("a.c", "a.c", "g++", "c++"),
        ("a.c", "a.c", "clang++-19", "c++"),
        ("a.c", "a.c", "mpicxx", "c++"),
        ("a.c", "a.c", "gcc -x c++", "c++"),
        ("a.c", "a.c", "gcc -xc++", "c++"),
        ("a.cpp", "a.cpp", "g++", None),
        ("a.cpp", "a.cpp", "gcc -x c", "c"),
        ("a.cpp", "a.cpp", "g++ -x none", None),
        ("a.cu", "a.cu", "nvcc", None),
        ("a.h", "a.h", "gcc -x c++-header", "c++"),
        ("a.h", "a.c", "gcc", "c"),
        ("a.h", "a.cpp", "g++", "c++"),
        ("a.inl", "a.cc", "c++", "c++"),
    ],
)
def test_language_is_told_where_the_name_does_not(
    tmp_path: Path, wanted: str, listed: str, words: str, expected: str | None
) -> None:
    assert language(tmp_path, wanted, listed, *words.split()) == expected


def test_response_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "flags.rsp").write_text("-DA '-DB=x y'\n@more.rsp")
    (tmp_path / "more.rsp").write_text("-Iinc")
    (tmp_path / "cuda.rsp").write_text("-DC")
    words = ("@flags.rsp", "--options-file", "cuda.rsp", "@gone", "@")
    left = arguments(tmp_path, *words, directory=str(tmp_path))
    assert left == ("-DA", "-DB=x y", f"-I{tmp_path}/inc", "-DC", "@gone", "@")


def test_response_file_that_holds_itself(tmp_path: Path) -> None:
    (tmp_path / "self.rsp").write_text("@self.rsp")
    with pytest.raises(DatabaseError, match=r"nested too deeply at 'self.rsp'"):
        arguments(tmp_path, "@self.rsp", directory=str(tmp_path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("{}", "holds no list"),
        ("[1]", r"entry 1 of .* is not an object"),
        ('[{"directory": "/"}]', r"entry 1 of .* has no 'file'"),
        ('[{"directory": "/", "file": 3}]', "has no 'file'"),
        ('[{"directory": 3, "file": "a.c"}]', "has no 'file'"),
        ('[{"directory": "/", "file": "a.c"}]', "has neither 'command' nor 'arguments'"),
        ('[{"directory": "/", "file": "a.c", "arguments": [1]}]', "has neither"),
    ],
)
def test_database_that_is_none(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "compile_commands.json"
    path.write_text(text)
    with pytest.raises(DatabaseError, match=message):
        Database(str(path))


def test_database_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="no such file"):
        Database(str(tmp_path / "gone.json"))


def test_command_that_cannot_be_split(tmp_path: Path) -> None:
    base = database(tmp_path, {"directory": "/", "file": "/s/a.c", "command": "gcc 'unclosed /s/a.c"})
    with pytest.raises(DatabaseError, match=r"the command for '/s/a.c' .* cannot be read"):
        base.flags("/s/a.c")


def test_database_is_found_upwards(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (tmp_path / "a" / "build").mkdir()
    outer, build, inner = (
        tmp_path / "compile_commands.json",
        tmp_path / "a" / "build" / "compile_commands.json",
        deep / "compile_commands.json",
    )
    for path in (outer, build, inner):
        path.write_text("[]")
        assert find.upwards(str(deep)) == str(path)


def test_build_directory_or_the_file_itself(tmp_path: Path) -> None:
    assert find.named(str(tmp_path)) == str(tmp_path / "compile_commands.json")
    assert find.named(str(tmp_path / "other.json")) == str(tmp_path / "other.json")


@given(st.lists(st.text(min_size=1, max_size=12), max_size=8))
def test_any_arguments_can_be_read(tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    base = database(
        tmp_path_factory.mktemp("any"), {"directory": "/b", "file": "/s/a.c", "arguments": ["cc", *words]}
    )
    try:
        base.flags("/s/a.c")
    except DatabaseError as error:
        assert "cannot be read" in str(error)


@pytest.mark.parametrize(
    ("words", "compiler"),
    [
        ("gcc -O2", "gcc"),
        ("ccache /usr/bin/gcc -O2", "/usr/bin/gcc"),
        ("pointerchain cc sh -O2", "sh"),
        ("/opt/bin/pointerchain cc --auto -p build --promise reads(f) ccache sh -O2", "sh"),
        ("-O2", ""),
    ],
)
def test_the_compiler_behind_launchers(tmp_path: Path, words: str, compiler: str) -> None:
    item = {"directory": "/b", "file": "/s/a.c", "arguments": [*words.split(), "-c", "/s/a.c"]}
    flags = database(tmp_path, item).flags("/s/a.c")
    assert flags is not None
    assert (flags.compiler, flags.arguments) == (compiler, ("-O2",))
