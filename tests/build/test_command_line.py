# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Compiler command lines as the launcher reads them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pointerchain.build.command_line import CommandLine, split_compiler
from pointerchain.build.depfile import escaped, prerequisites, renamed
from pointerchain.build.response import split_words


def read(text: str) -> CommandLine:
    first, *rest = shlex.split(text)
    return CommandLine([first], rest)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("gcc -c a.c -o a.o", [("a.c", "c")]),
        ("gcc a.o b.a -o out.c", []),
        ("gcc -c a.c b.cc x.S y.f90 z.i -lm", [("a.c", "c"), ("b.cc", "c++")]),
        ("g++-12 -c a.c", [("a.c", "c++")]),
        ("mpicxx a.c", [("a.c", "c++")]),
        ("gcc -x c++ a.c -x none b.c -xc d.txt", [("a.c", "c++"), ("b.c", "c"), ("d.txt", "c")]),
        ("gcc -x assembler a.c", []),
        ("gcc -MF a.c -include b.c -MT c.c -I d.c -Xlinker e.c -c f.c", [("f.c", "c")]),
        ("gcc -Xclang a.c -imacros b.c -isystem c.c -D d.c -U e.c -T f.c", []),
        ("clang --include=a.c -c -- -odd.c", [("-odd.c", "c")]),
        ("gcc -x c -", [("-", "c")]),
        ("gcc -c a.h", [("a.h", "c")]),
        ("nvc++ -acc -gpu=cc80 -Minfo=accel -c a.cpp -o a.o", [("a.cpp", "c++")]),
        ("nvc -mp=gpu -ta=tesla:cc70 -c99 -c a.c", [("a.c", "c")]),
        ("icx -qopenmp -fiopenmp -c a.c", [("a.c", "c")]),
        ("gcc --version", []),
    ],
)
def test_sources(text: str, sources: list[tuple[str, str]]) -> None:
    assert [(source.path, source.language) for source in read(text).sources] == sources


def test_directories_in_their_groups() -> None:
    command = read(
        "gcc -Ia -I b -iquote c -iquoted -isystem e -isystemf -idirafter g -idirafterh --include-directory=i -Wp,-I,j,-Ik x.c"
    )
    assert command.angle == ["a", "b", "i", "j", "k"]
    assert (command.quote, command.system, command.after) == (["c", "d"], ["e", "f"], ["g", "h"])
    command = read("gcc --sysroot=/root -I=/a -isystem =/b -iquote $SYSROOT/c x.c")
    assert (command.angle, command.system, command.quote) == (["/root/a"], ["/root/b"], ["/root/c"])
    assert (command.unknown_search, command.more_options) == ("", "=")
    for words in ("-I=/a", "--sysroot=/a -isysroot /b -I=/a", "-Wp,-isysroot,/a", "-Xpreprocessor -isysroot"):
        assert read(f"gcc {words} -Xpreprocessor /a x.c").unknown_search
    assert read("nvcc -isystem=/b x.cu").system == ["/b"]


@pytest.mark.parametrize(
    ("text", "kind", "file"),
    [
        ("gcc -MD -c a.c", "-MD", None),
        ("gcc -MMD -MF x.d -c a.c", "-MMD", "x.d"),
        ("gcc -MMD -MFx.d -c a.c", "-MMD", "x.d"),
        ("gcc -Wp,-MD,x.d -c a.c", "-MD", "x.d"),
        ("gcc -Wp,-MMD,x.d,-MP -Wp,-DX -c a.c", "-MMD", "x.d"),
        ("gcc -c a.c", "", None),
    ],
)
def test_dependency_options(text: str, kind: str, file: str | None) -> None:
    command = read(text)
    assert (command.dependencies, command.dependency_file) == (kind, file)


def test_modes_and_outputs() -> None:
    assert read("gcc -c -S a.c").mode == "-S"
    assert read("gcc -E -c a.c").mode == "-E"
    assert read("gcc a.c").mode == ""
    assert read("gcc -oa a.c").output == "a"
    assert read("nvc -openmp a.c").output is None
    assert read("gcc -M a.c").dependencies_only
    assert not read("gcc -MD a.c").dependencies_only
    assert read("gcc -D__pointerchain a.c").macro == "1"
    assert read("gcc -D __pointerchain=2 a.c").macro == "2"
    assert read("gcc -D__pointerchain -U__pointerchain a.c").macro == ""
    assert read("gcc -D__pointerchains a.c").macro is None
    assert read("gcc -o").output is None


def test_long_spellings() -> None:
    command = read(
        "gcc --include=a.h -includeb.h --include c.h --define-macro=X=1 --define-macro Y --undefine-macro=Z -c x.c"
    )
    assert command.words == [*"-include a.h -include b.h -include c.h -D X=1 -D Y -U Z -c x.c".split()]
    assert [command.words[at] for at in command.forced] == ["a.h", "b.h", "c.h"]
    assert command.given == shlex.split(
        "--include=a.h -includeb.h --include c.h --define-macro=X=1 --define-macro Y --undefine-macro=Z -c x.c"
    )
    assert read("clang -include-pch a.pch -c x.c").words == ["-include-pch", "a.pch", "-c", "x.c"]


@pytest.mark.parametrize("option", ["-I-", "-iwithprefix a", "-iwithprefixbefore a", "-ivfsoverlay a"])
def test_a_search_that_is_not_followed(option: str) -> None:
    assert read(f"gcc {option} -c x.c").unknown_search == option.split(maxsplit=1)[0]
    assert read("gcc -Ia -isystem b -c x.c").unknown_search == ""


def test_launchers_before_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two", "gcc", "lib.so", "main.o"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for text, count in (
        ("one two gcc -c a.c", 3),
        ("one gcc a.c", 2),
        ("gcc lib.so main.o", 1),
        ("one -c a.c", 1),
        ("gcc @gcc", 1),
        ("gcc missing.o", 1),
        ("missing gcc", 2),
    ):
        words = text.split()
        assert split_compiler(words) == (words[:count], words[count:])


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8), max_size=5))
@settings(max_examples=200)
def test_response_file_words(words: list[str]) -> None:
    quoted = "\n".join('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words)
    assert split_words(quoted) == words


def test_response_file_quoting() -> None:
    assert split_words("a 'b c' \"d e\" f\\ g 'h\\'i' j\"k\"'l' ''") == [
        "a",
        "b c",
        "d e",
        "f g",
        "h'i",
        "jkl",
        "",
    ]


# --- dependency files -------------------------------------------------------------------------


def test_names_of_a_dependency_file() -> None:
    text = b"a.o: /c/0/a.c /c/1/my\\ f.h \\\n /s/src/types.h /s/srcs/x.h\n\n/c/1/my\\ f.h:\n/s/src/types.h:\n"
    new = renamed(text, {"/c/0/a.c": "src/a.c", "/c/1/my f.h": "inc/my f.h"}, {"/s/src": "src", "/s": "/s"})
    assert new == b"a.o: src/a.c inc/my\\ f.h \\\n src/types.h /s/srcs/x.h\n\ninc/my\\ f.h:\nsrc/types.h:\n"
    assert prerequisites(new) == ["src/a.c", "inc/my f.h", "src/types.h", "/s/srcs/x.h"]


@given(st.binary(max_size=60))
@settings(max_examples=300)
def test_what_is_not_named_stays(text: bytes) -> None:
    assert (
        renamed(text, {"/c/0/a.c": "a.c"}, {"/s/src": ""}) == text
        or b"/c/0/a.c" in text
        or b"/s/src/" in text
    )


@given(
    st.lists(
        st.text("ab $#/.", min_size=1, max_size=8).filter(
            lambda name: name == name.strip() and not name.endswith("\\")
        ),
        min_size=1,
        max_size=4,
    )
)
def test_prerequisites_are_read_as_they_are_written(names: list[str]) -> None:
    text = b"x.o: " + b" \\\n ".join(escaped(name) for name in names) + b"\n"
    assert prerequisites(text) == names


@pytest.mark.parametrize("option", ["-Xlinker", "-Xoffload-linker", "-Xanalyzer", "-Xcuda-ptxas", "-mmlir"])
def test_values_that_look_like_options(option: str) -> None:
    """A linker's '-M' lists no dependencies."""
    command = CommandLine(["clang"], ["-c", option, "-M", "a.c"])
    assert not command.dependencies_only
    assert [source.path for source in command.sources] == ["a.c"]


@pytest.mark.parametrize("option", ["-R", "-Xcompiler", "-dumpbase", "-dependency-file"])
def test_values_that_may_be_more(option: str) -> None:
    """For some compilers these stand alone."""
    command = CommandLine(["cc"], ["-c", option, "-Id", option, "a.c"])
    assert (command.angle, [source.path for source in command.sources]) == (["d"], ["a.c"])
    assert command.more_options == option
    command = CommandLine(["cc"], ["-c", option, "value", "a.c"])
    assert (command.more_options, len(command.inputs)) == ("", 1)


def test_directories_of_the_assembler() -> None:
    given = ["-Wa,--noexecstack,-Ione", "-Wa,-I", "-Xassembler", "two", "-Iown", "-c", "a.c"]
    assert CommandLine(["clang"], given).assembler == ["one", "two"]
    assert CommandLine(["gcc-12"], given).assembler == []
