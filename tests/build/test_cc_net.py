# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The net: no compile in which the preprocessor sees a directive that was not translated succeeds."""

from __future__ import annotations

import re
import shlex
import shutil
import struct
import sys
from pathlib import Path

import pytest
from buildlib import CC, ROOT, Project, needs

from pointerchain.build.command_line import CommandLine
from pointerchain.build.includes import Search
from pointerchain.build.standard import NAMES

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
TYPES = "#pragma once\nstruct A { int n; };\nstruct S { struct A *a; };\n"
BODY = """\
#pragma pointerchain region begin declare(s->a->n)
t += s->a->n;
#pragma pointerchain region end
"""
KERNEL = (
    f'#pragma once\n#include "t.h"\nstatic inline int k(struct S *s) {{\nint t = 0;\n{BODY}return t;\n}}\n'
)
USE = "int {0}(struct S *s);\nint {0}(struct S *s) {{ return k(s); }}\n"
STRICT = ("-Wall", "-Werror=unknown-pragmas")
LOG = """\
#include <stdio.h>
#include <unistd.h>
int main(int count, char **words) {
  FILE *file = fopen("calls", "a");
  for (int at = 1; at < count; at++) fprintf(file, at > 1 ? " %s" : "%s", words[at]);
  fputs("\\n", file);
  fclose(file);
  words[0] = "gcc";
  return execvp("gcc", words);
}
"""
SILENT = [["-w"], ["-Wno-unknown-pragmas"], ["-Werror"], ["-O2", "-g", "-MD"], ["-fsyntax-only"], ["-S"]]


@pytest.fixture
def small(empty: Project) -> Project:
    """Two sources that come to a header with a region."""
    empty.write({"t.h": TYPES, "k.h": KERNEL})
    empty.write({f"{name}.c": '#include "k.h"\n' + USE.format(name) for name in "bc"})
    return empty


def refused(project: Project, *words: str, stdin: str | None = None) -> str:
    """Compile what has to fail without leaving an object; what is said."""
    before = set(project.top.iterdir())
    done = project.cc(*words, stdin=stdin)
    assert done.returncode == 1, done.stderr
    assert set(project.top.iterdir()) == before
    return done.stderr


def elsewhere(project: Project, text: str = BODY) -> None:
    """A source that includes a header by a name that only the preprocessor can tell."""
    name = "#define TEXT(x) #x\n#define NAME(x) TEXT(x.h)\n"
    header = KERNEL.replace(BODY, text)
    project.write({"k.h": header, "e.c": name + "#include NAME(k)\n" + USE.format("e")})


# --- the net itself -------------------------------------------------------------------------------


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("options", SILENT, ids=" ".join)
def test_a_directive_that_was_not_seen_is_refused(small: Project, compiler: str, options: list[str]) -> None:
    elsewhere(small)
    said = refused(small, compiler, *(["-c"] if "-" not in options[0][1:2] else []), *options, "e.c")
    where = re.escape("k.h:5:1: error: the compiler would read this directive as it stands, untranslated")
    assert re.search(where, said)
    assert "by the macro 'NAME'" in said
    assert "k.h:7:1" in said


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "text",
    [
        '_Pragma("pointerchain region begin declare(s->a->n)") t += s->a->n; _Pragma("pointerchain region end")\n',
        "#pragma acc parallel loop pointerchain(s->a->n)\nfor (int i = 0; i < 2; i++) t += s->a->n;\n",
        "#pragma /* own */pointerchain/* */region begin declare(s->a->n)\nt++;\n",
        "#define P(x) _Pragma(#x)\nP(pointerchain region begin declare(s->a->n))\nt++;\n",
    ],
)
def test_every_spelling_is_seen(small: Project, compiler: str, text: str) -> None:
    elsewhere(small, text)
    assert "k.h:" in refused(small, compiler, "-w", "-c", "e.c")


@pytest.mark.parametrize(
    "line",
    [
        '#inc\\\nlude "k.h"',
        '#include "./\\\nk.h"',
        "#include <k\\\n.h>",
        '#\v\f include\f"k.h"',
        '#include\v"k.h"',
        '#include \\ \n"k.h"',
        '#inc\\\t\nlude "k.h"',
        '#\\ \n include "k.h"',
        '#include "k\\\f\r\n.h"',
        '#inc??/\nlude "k.h"',
        '#\0include "k.h"',
        '#include\0"k.h"',
    ],
)
def test_odd_include_lines(small: Project, line: str) -> None:
    """Followed, or refused."""
    small.write({"o.c": f"{line}\nint o(struct S *s);\nint o(struct S *s) {{ return k(s); }}\n"})
    small.native("pcc")
    for launcher in (CC, ["./pcc"]):
        done = small.run(*launcher, "gcc", "-std=c11", "-I.", "-w", "-E", "o.c")
        said = "pc_a_n" in done.stdout if done.returncode == 0 else "is not understood" in done.stderr
        assert said, (launcher, done)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_the_preprocessor_skips_is_no_directive(small: Project, compiler: str) -> None:
    text = f"#if 0\n{BODY}#endif\n/*\n{BODY}*/\n// #pragma pointerchain region end\n"
    elsewhere(small, text + 'const char *name = "pointerchain";\n')
    small.must_cc(compiler, *STRICT, "-Wno-unused", "-c", "e.c")
    small.write({"e.cpp": f'#include "t.h"\nconst char *text = R"(\n{BODY})";\n#include NAME\n'})
    small.must_cc("g++" if compiler == "gcc" else "clang++-19", "-DNAME=<cstddef>", "-c", "e.cpp")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_commands_of_all_kinds(small: Project, compiler: str) -> None:
    elsewhere(small)
    source = (small.top / "e.c").read_text()
    small.write({"plain.c": "int plain;\n", "args": "-w -c e.c"})
    refused(small, compiler, "-w", "-c", "plain.c", "e.c")
    refused(small, compiler, "-w", "-c", "b.c", "e.c")
    refused(small, compiler, "-w", "@args")
    refused(small, compiler, "-w", "-x", "c", "-c", "-o", "e.o", "-", stdin=source)
    refused(small, compiler, "-w", "-c", "e.c", "-o", "e.o", "-MMD", "-MF", "e.d", "-save-temps")
    assert "e.c: k.h" in small.must_cc(compiler, "-MM", "-MT", "e.c", "e.c").replace("\\\n ", "").replace(
        " e.c", ""
    )


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_macro_of_the_command_line(small: Project, compiler: str) -> None:
    small.write(
        {"m.c": '#include "t.h"\nint m(struct S *s) {\nint t = 0;\nBEGIN\nt += s->a->n;\nEND\nreturn t; }\n'}
    )
    begin = '-DBEGIN=_Pragma("pointerchain region begin declare(s->a->n)")'
    said = refused(small, compiler, "-w", begin, '-DEND=_Pragma("pointerchain region end")', "-c", "m.c")
    assert "m.c:4:1: error: " in said
    small.must_cc(compiler, "-w", '-DBEGIN="pointerchain";', "-DEND=", "-c", "m.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_new_translation_is_always_looked_at(
    small: Project, compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong with the launcher: here it takes a source with directives for one without."""
    small.write({"a.c": f'#include "t.h"\nint a(struct S *s) {{\nint t = 0;\n{BODY}return t; }}\n'})
    program = (
        "import sys\nfrom pointerchain.build import includes, patterns\nread = patterns.holds_directive\n"
    )
    program += "includes._is_directive = lambda data: read(data) and b'inline' not in data\n"
    program += "from pointerchain.cli import main\nsys.exit(main(['cc', *sys.argv[1:]]))\n"
    small.write({"broken.py": program})
    for _ in range(2):
        done = small.run(sys.executable, "broken.py", compiler, "-w", "-c", "a.c", "b.c")
        assert (done.returncode, "k.h:5:1: error: " in done.stderr) == (1, True), done.stderr
        assert not (small.top / "b.o").exists()


def test_where_preprocessing_fails_the_compiler_says_why(small: Project) -> None:
    small.write({"e.c": "#define NAME <gone.h>\n#define NAME2 NAME\n#include NAME2\nint e;\n"})
    done = small.cc("gcc", "-c", "e.c")
    assert (done.returncode, done.stderr) == (1, small.run("gcc", "-c", "e.c").stderr)
    # A compiler that compiles all the same is not believed.
    small.write({"odd": '#!/bin/sh\ncase "$*" in *-E*) exit 1;; esac\n>e.o\n'})
    (small.top / "odd").chmod(0o755)
    done = small.cc("./odd", "-c", "e.c")
    assert (done.returncode, "'./odd -E' fails" in done.stderr) == (1, True)
    assert not (small.top / "e.o").exists()


@pytest.mark.parametrize("compiler", COMPILERS)
def test_with_maps_of_names_between_the_options(small: Project, compiler: str) -> None:
    text = '#define K "k.h"\n#include K\n#undef K\n#define K(x) x\nint e(struct S *s);\nint e(struct S *s) { return k(s); }\n'
    small.write({"e.c": text})
    for words in ["-o", "e.o", "-ffile-prefix-map=x=y"], ["-fmacro-prefix-map=x=y", "-o", "e.o"]:
        small.must_cc(compiler, *STRICT, *words, "-c", "e.c")
    small.must_cc(compiler, *STRICT, "-c", "e.c", "-ffile-prefix-map=x=y", "b.c")


# --- what leads to directives and was not followed --------------------------------------------------


@pytest.mark.parametrize("compiler", COMPILERS)
def test_each_of_several_sources(small: Project, compiler: str) -> None:
    small.must_cc(compiler, *STRICT, "-c", "b.c", "c.c")
    small.must_cc(compiler, *STRICT, "-c", "c.c", "b.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_header_that_includes_itself(small: Project, compiler: str) -> None:
    head = '#include "t.h"\n#ifndef COUNT\n#define COUNT 1\n#define K k1\n#else\n#undef K\n#define K k2\n#define LAST\n#endif\n'
    kernel = "static inline int K(struct S *s) {\nint t = 0;\n" + BODY + "return t;\n}\n"
    small.write({"r.h": head + kernel + '#ifndef LAST\n#include "r.h"\n#endif\n'})
    small.write({"g.c": '#include "r.h"\nint g(struct S *s) { return k1(s) + k2(s); }\n'})
    assert "'r.h' is included within itself" in refused(small, compiler, "-w", "-c", "g.c")
    guarded = "#ifndef R_H\n#define R_H\n" + head + kernel + '#include "r.h"\n#endif\n'
    small.write(
        {"r.h": guarded, "g.c": '#include "r.h"\nint g(struct S *s);\nint g(struct S *s) { return k1(s); }\n'}
    )
    small.must_cc(compiler, *STRICT, "-c", "g.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_pragma_of_a_macros_argument(small: Project, compiler: str) -> None:
    text = '#include "t.h"\nint h(struct S *s) {\nint t = 0;\n' + BODY + "return t; }\n"
    pragma = re.compile(r"^#pragma (.*)$", re.MULTILINE)
    small.write({"h.c": "#define PC(x) _Pragma(#x)\n" + pragma.sub(r"PC(\1)", text)})
    assert "h.c:5:1: error: macro 'PC' would make a directive" in refused(small, compiler, "-w", "-c", "h.c")
    small.write(
        {
            "pc.h": "#define PC(x) DO(x)\n#define DO(x) _Pragma(#x)\n#define BEGIN PC(WORD region begin declare(s->a->n))\n"
        }
    )
    small.write({"h.c": '#define WORD pointerchain\n#include "pc.h"\n' + pragma.sub("BEGIN", text)})
    assert "h.c:" in refused(small, compiler, "-w", "-c", "h.c")


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    "options",
    [
        ["-Xpreprocessor", "-Iinc"],
        ["-Xpreprocessor", "-I", "-Xpreprocessor", "inc"],
        ["-Wp,-Iinc"],
        ["-iprefix", "in", "-iwithprefix", "c"],
        ["-iprefixin", "-iwithprefixbeforec"],
        ["-DH=<in.h>", "-Iinc"],
        ['-DH="inc/in.h"'],
    ],
    ids=" ".join,
)
def test_other_ways_to_a_header(small: Project, compiler: str, options: list[str]) -> None:
    small.write({"inc/t.h": TYPES, "inc/in.h": KERNEL})
    name = "H" if any(option.startswith("-DH") for option in options) else "<in.h>"
    small.write({"d.c": f"#include {name}\n" + USE.format("d")})
    small.must_cc(compiler, *STRICT, *options, "-c", "d.c")
    assert "pc_a_n" in small.must_cc(compiler, *options, "-E", "d.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_directories_below_the_systems_root(small: Project, compiler: str) -> None:
    """'=' stands for it, and for gcc '$SYSROOT'; which root counts of two, or within the compiler, it has to say."""
    small.write({"inc/t.h": TYPES, "inc/in.h": KERNEL, "d.c": "#include <in.h>\n" + USE.format("d")})
    root = f"--sysroot={small.top}"
    marks = ["-I=/inc", "-isystem =/inc", "-idirafter=/inc"]
    marks += ["-isystem $SYSROOT/inc", "-I$SYSROOT/inc"] if compiler == "gcc" else []
    for mark in marks:
        assert "pc_a_n" in small.must_cc(compiler, root, *mark.split(), "-E", "d.c"), mark
    for words in (["-isysroot", "absent", root], [root, "-Wp,-isysroot,/absent"]):
        done = small.cc(compiler, *words, "-I=/inc", "-w", "-E", "d.c")
        assert done.returncode != 0, words


@needs("clang-19")
def test_directories_of_the_assembler(small: Project) -> None:
    """Clang takes them for directories of headers where it compiles, and not where it preprocesses."""
    kernel = KERNEL.replace('#include "t.h"', TYPES)
    for name, text in (("d", kernel), ("other", "static inline int k(struct S *s) { return 1; }\n")):
        small.write({f"{name}/in.h": text if name == "d" else TYPES + text})
    small.write({"d.c": "#include <in.h>\n" + USE.format("d"), "none/x.h": "int x;\n"})
    small.write({"plain.c": "#include <x.h>\n"})
    for words in (
        ["-Wa,-Id"],
        ["-Wa,--noexecstack,-I,d", "-Iother"],
        ["-Wa,-I", "-Wa,d"],
        ["-Xassembler", "-Id"],
        ["-Wa,-Iother", "-Id"],
    ):
        small.must("clang-19", "-w", *words, "-c", "d.c", "-o", "plain.o")
        said = refused(small, "clang-19", "-w", *words, "-c", "d.c")
        assert "in a directory for the assembler ('-Wa,-I')" in said
    for words in ["-Id", "-Wa,-Id"], ["-Wa,-Id,-Inone", "-Id", "-Iother"], ["-Wa,-Iabsent", "-Id"]:
        small.must_cc("clang-19", *STRICT, "-g", *words, "-c", "d.c")
        assert b"pc_a_n" in (small.top / "d.o").read_bytes()
    small.must_cc("clang-19", "-Wa,-Inone", "-c", "plain.c")
    if shutil.which("gcc") is not None:
        small.must_cc("gcc", *STRICT, "-Iother", "-Wa,-Id", "-c", "d.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_options_that_take_a_word_with_them_or_not(small: Project, compiler: str) -> None:
    """What is another option's value for one compiler is a source or a directory for another."""
    kernel = KERNEL.replace('#include "t.h"', TYPES)
    small.write({"d/in.h": kernel, "d.c": "#include <in.h>\n" + USE.format("d")})
    compiled = 0
    for option in ("-R", "-J", "-Xcompiler", "-dumpbase", "-dumpbase-ext", "-dependency-file", "--dump"):
        for words in ["-c", option, "-Id", "d.c"], ["-c", "-Id", option, "d.c"]:
            if small.run(compiler, "-w", *words).returncode != 0:
                continue
            (small.top / "d.o").unlink()
            done = small.cc(compiler, "-w", "-g", *words)
            if done.returncode == 0:
                assert b"pc_a_n" in (small.top / "d.o").read_bytes(), words
                (small.top / "d.o").unlink()
                compiled += 1
            else:
                assert "error: " in done.stderr
                assert not (small.top / "d.o").exists()
    assert compiled > 0
    if compiler == "gcc":
        said = refused(small, "gcc", "-w", "-wrapper", "env,C_INCLUDE_PATH=d", "-c", "d.c")
        assert "'-wrapper' may lead the compiler to more than is seen here" in said


@pytest.mark.parametrize("compiler", COMPILERS)
def test_every_name_and_language_of_a_source(small: Project, compiler: str) -> None:
    """Whatever a compiler compiles is translated, or refused; gcc links what it does not know."""
    text = KERNEL.replace('#include "t.h"', TYPES) + USE.format("z")
    names = (
        "c C cc CC cp CPP cpp cxx CXX c++ C++ h H hh hp hpp HPP hxx tcc cu clcpp cl cui rs hlsl m mm".split()
    )
    ways = [([], f"z.{name}") for name in names]
    languages = (
        "c c++ c-header cuda clcpp hlsl renderscript cuda-cpp-output objc-cpp-output hip api-information"
    )
    ways += [(["-x", language], "z.txt") for language in languages.split()]
    translated = refusals = 0
    for options, name in ways:
        small.write({name: text})
        words = ["-w", "-g", *options, "-c", name, "-o", "z.out"]
        plain = small.run(compiler, *words)
        if plain.returncode == 0 and (small.top / "z.out").exists():
            (small.top / "z.out").unlink()
            done = small.cc(compiler, *words)
            if done.returncode == 0:
                assert b"pc_a_n" in (small.top / "z.out").read_bytes(), words
                translated += 1
            else:
                assert "untranslated: " in done.stderr, words
                refusals += 1
            (small.top / "z.out").unlink(missing_ok=True)
        (small.top / name).unlink()
    assert translated > 10
    assert refusals > 0 or compiler == "gcc"


def test_a_source_that_only_the_compiler_finds(small: Project) -> None:
    """As gcc 14 does with '-fsearch-include-path'."""
    small.write({"src/s.c": '#include "../k.h"\n' + USE.format("s")})
    small.write(
        {
            "finding": '#!/bin/sh\nfor word; do shift; [ $word = s.c ] && word=src/s.c; set -- "$@" $word; done\n'
        }
    )
    with (small.top / "finding").open("a") as file:
        file.write('exec gcc "$@"\n')
    (small.top / "finding").chmod(0o755)
    small.must("./finding", "-w", "-fsyntax-only", "s.c")
    assert "'s.c' is not found here" in refused(small, "./finding", "-w", "-c", "s.c")
    plain = small.run("gcc", "-c", "absent.c")
    done = small.cc("gcc", "-c", "absent.c")
    assert (done.returncode, done.stderr) == (plain.returncode, plain.stderr)


def test_directories_of_clangs_own_kind(small: Project) -> None:
    """Frameworks, maps of headers, another working directory: what they lead to is refused, or passed on."""
    if shutil.which("clang-19") is None:
        pytest.skip("needs clang-19")
    body = KERNEL.replace('#include "t.h"', TYPES)
    small.write(
        {"w/d.c": "#include <in.h>\n" + USE.format("d"), "w/in.h": body, "fw/k.framework/Headers/in.h": body}
    )
    small.write({"f.c": "#include <k/in.h>\n" + USE.format("f"), "d.c": "int nothing;\n"})
    top = str(small.top)
    strings = b"\0in.h\0%s/w/\0in.h\0" % top.encode()
    # Two buckets, of which the first is empty.
    head = struct.pack("<IHHIIII", 0x686D6170, 1, 0, 48, 1, 2, len(top) + 7)
    head += struct.pack("<6I", 0, 0, 0, 1, 6, len(top) + 10)
    (small.top / "map").write_bytes(head + strings)
    (small.top / "d.c").write_text((small.top / "w/d.c").read_text())
    for words in (
        ["-Ffw", "f.c"],
        ["-F", "fw", "f.c"],
        ["-Imap", "d.c"],
        [f"-working-directory={top}/w", "-I.", "d.c"],
        ["-Xclang", "-working-directory", "-Xclang", f"{top}/w", "-I.", "d.c"],
        ["-Xclang", "-c-isystem", "-Xclang", "w", "d.c"],
        ["-stdlib++-isystem", "w", "-x", "c++", "d.c"],
    ):
        compiler = "clang++-19" if "c++" in words else "clang-19"
        small.must(compiler, "-w", "-fsyntax-only", *words)
        refused(small, compiler, "-w", "-c", *words)
    small.write({"plain.c": "int nothing;\n"})
    small.must_cc("clang-19", "-Ffw", "-Imap", "-c", "plain.c")
    done = small.cc("clang-19", "--driver-mode=cl", "/c", "/I", "w", "d.c")
    assert (done.returncode, "are not understood" in done.stderr) == (2, True)


@pytest.mark.parametrize("where", ["beside", "-Iinc"])
@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_a_file_of_two_names_includes_what_is_beside_each(small: Project, where: str, hard: bool) -> None:
    """gcc looks beside the name that it is included by, Clang beside the one that it met first."""
    top = "" if where == "beside" else "inc/"
    small.write({f"{top}all.h": '#include "x.h"\n', f"{top}x.h": "#define X 1\n", f"{top}d/x.h": KERNEL})
    link = small.top / f"{top}d/all.h"
    if hard:
        link.hardlink_to(small.top / f"{top}all.h")
    else:
        link.symlink_to("../all.h")
    for name, lines in (
        ("b", '#include "all.h"\n#include "d/all.h"\n' + USE.format("b")),
        ("c", '#include "d/all.h"\n#include "all.h"\n' + USE.format("c")),
    ):
        small.write({f"{name}.c": lines})
        words = [*STRICT, "-I.", where if where != "beside" else "-Iabsent", "-c", f"{name}.c"]
        small.must_cc("gcc", *words)
        if shutil.which("clang-19") is None:
            continue
        done = small.cc("clang-19", "-w", *words)
        assert done.returncode == 1
        plain = small.run("clang-19", "-w", *words)
        assert plain.returncode != 0 or "the compiler reads another header in its place" in done.stderr


@pytest.mark.parametrize("compiler", COMPILERS)
def test_names_that_macros_make(small: Project, compiler: str) -> None:
    """Words between angle brackets are macros' names, too; a line by a macro may mean the next one."""
    small.write(
        {
            "one/k2.h": "#pragma once\n",
            "two/t.h": TYPES,
            "two/k2.h": KERNEL,
            "two/deep/k3.h": KERNEL,
            "two/x.h": "",
        }
    )
    use = USE.format("o")
    small.write({"word.c": "#define D k2\n#define H <D.h>\n#include H\n" + use})
    small.write({"folder.c": "#define H <D/k3.h>\n#include H\n" + use})
    small.write(
        {"next.c": '#define H "k2.h"\n#include H\n' + use, "one/k2.h": "#define N <k2.h>\n#include_next N\n"}
    )
    small.write({"alias.c": '#pragma include_alias("x.h", "deep/k3.h")\n#include "x.h"\n' + use})
    small.native("pcc", compiler)
    rows = [(["-Itwo", "word.c"]), (["-Itwo", "-DD=deep", "folder.c"]), (["-Ione", "-Itwo", "next.c"])]
    rows += [["-Itwo", "-fms-extensions", "alias.c"]] if compiler != "gcc" else []
    for words in rows:
        small.must(compiler, "-w", "-fsyntax-only", *words)
        for launcher in (CC, ["./pcc"]):
            done = small.run(*launcher, compiler, "-w", "-E", *words)
            said = "pc_a_n" in done.stdout if done.returncode == 0 else "untranslated" in done.stderr
            assert said, (launcher, words)
    small.write({"plain.c": "#define H <limits.h>\n#include H\n"})
    for launcher in (CC, ["./pcc"]):
        small.must(*launcher, compiler, "-c", "plain.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_prefixes_of_a_pragmas_string(small: Project, compiler: str) -> None:
    """gcc knows of 'L' only, and takes the others for a part of the pragma."""
    kernel = KERNEL.removeprefix("#pragma once\n")
    for prefix in ("L", "u8", "u", "U"):
        body = re.sub(r"#pragma (.*)", rf'_Pragma({prefix}"\1")', BODY)
        small.write({"p.c": kernel.replace(BODY, body) + USE.format("p")})
        assert "pc_a_n" in small.must_cc(compiler, "-E", "p.c")
    small.write(
        {"p.c": kernel.replace(BODY, re.sub(r"#pragma (.*)", r'_Pragma(R"(\1)")', BODY)) + USE.format("p")}
    )
    assert "untranslated" in refused(small, compiler, "-w", "-c", "p.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_later_directories_are_searched_later(small: Project, compiler: str) -> None:
    """The compiler hands on '-Xpreprocessor' and '-Wp,' behind every '-I', wherever they stand."""
    for directory, number in (("one", 1), ("two", 2), ("three", 3)):
        small.write(
            {f"{directory}/in.h": KERNEL.replace("int t = 0", f"int t = {number}"), f"{directory}/t.h": TYPES}
        )
    small.write({"d.c": "#include <in.h>\nint d(struct S *s) { return k(s); }\n"})
    options = ["-Wp,-Itwo", "-Xpreprocessor", "-Ithree", "-Ione"]
    assert "int t = 1" in small.must_cc(compiler, *options, "-E", "d.c")
    assert "int t = 2" in small.must_cc(compiler, *options[:3], "-E", "d.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_directories_below_a_prefix(small: Project, compiler: str) -> None:
    """gcc searches those of '-iwithprefix' with '-isystem', Clang before '-idirafter'; a prefix holds till the next."""
    for number, directory in enumerate(("a", "b", "p/a", "p/b")):
        small.write({f"{directory}/in.h": KERNEL.replace("int t = 0", f"int t = {number}")})
    small.write({"inc/t.h": TYPES, "d.c": "#include <in.h>\nint d(struct S *s) { return k(s); }\n"})
    small.write({"wrapper": f'#!/bin/sh\nexec {compiler} "$@"\n'})
    (small.top / "wrapper").chmod(0o755)
    for options in (
        "-idirafter a -iprefix p/ -iwithprefix b",
        "-isystem a -iprefix p/ -iwithprefix b",
        "-iprefix p/ -iwithprefix b -isystem a",
        "-iprefix p/ -iwithprefix b -iprefix ./ -iwithprefix a",
        "-iprefix p/ -iwithprefixbefore b -Ia",
        "-iprefix p/ -iwithprefixbefore b -Xpreprocessor -Ia",
        "-Wp,-iprefix,p/,-iwithprefix,b -idirafter a",
        "-iprefix p/ -iwithprefix b -Wp,-isystem,a",
        "-Wp,-iprefix,p/ -isystem a -iwithprefix b",
    ):
        words = ["-Iinc", *options.split(), "-E", "-P", "d.c"]
        chosen = [line for line in small.must(compiler, *words).splitlines() if "int t =" in line]
        for name in compiler, "./wrapper":
            done = small.cc(name, *words)
            if done.returncode == 0:
                assert [line for line in done.stdout.splitlines() if "int t =" in line] == chosen, (
                    name,
                    options,
                )
            else:
                assert "the compiler reads another header" in done.stderr or "is not followed" in done.stderr
                assert name == "./wrapper" or "-Wp" in options


def test_directories_of_a_wrappers_own(small: Project) -> None:
    """What 'mpicc' adds, or what the compiler was built with, holds headers like any other directory."""
    small.write({"inc/t.h": TYPES, "inc/in.h": KERNEL, "d.c": '#include "in.h"\n' + USE.format("d")})
    small.write({"wrapper": '#!/bin/sh\nexec gcc "$@" -idirafter "${0%/*}/inc"\n'})
    (small.top / "wrapper").chmod(0o755)
    for _ in range(2):
        small.must_cc("./wrapper", *STRICT, "-c", "d.c")
    assert "pc_a_n" in small.must_cc("./wrapper", "-E", "d.c")


@pytest.mark.parametrize(
    "splice",
    [
        "point\\\nerchain",
        "pointerchain\\\n",
        "point\\ \nerchain",
        "point\\\t \r\nerchain",
        "point\\\n\\\nerchain",
    ],
)
@pytest.mark.parametrize("count", [1, -1])
def test_a_word_in_two_lines(small: Project, splice: str, count: int) -> None:
    small.write({"k.h": KERNEL.replace("pointerchain", splice, count)})
    small.native("pcc")
    for launcher in (CC, ["./pcc"]):
        done = small.run(*launcher, "gcc", *STRICT, "-E", "b.c")
        if done.returncode:
            assert "k.h:5:14: error: white space between a backslash and the line end" in done.stderr
        else:
            assert "pc_a_n" in done.stdout
    assert done.returncode == (re.search(r"\\\s+\n", splice) is not None)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("where", ["im.h", "inc/im.h"])
def test_macros_of_a_file(small: Project, compiler: str, where: str) -> None:
    macros = '#define BEGIN _Pragma("pointerchain region begin declare(s->a->n)")\n#define END _Pragma("pointerchain region end")\n'
    small.write({"outer.h": f'#include "{where}"\n', where: macros})
    use = "int m(struct S *s);\nint m(struct S *s) {\nint t = 0;\nBEGIN\nt += s->a->n;\nEND\nreturn t; }\n"
    small.write({"m.c": '#include "t.h"\n' + use})
    for name in (where, "outer.h", "im.h"):
        assert "m.c:5:1: error: " in refused(small, compiler, "-Iinc", "-w", "-imacros", name, "-c", "m.c")
    small.write({where: "#define BEGIN /* pointerchain */\n#define END\n"})
    small.must_cc(compiler, "-Iinc", "-w", "-imacros", where, "-c", "m.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_line_ends_of_other_systems(small: Project, compiler: str) -> None:
    for text in ('#include "t.h"\n' + KERNEL, KERNEL):
        (small.top / "r.c").write_bytes(text.replace("\n", "\r").encode())
        said = refused(small, compiler, "-w", "-c", "r.c")
        assert "'r.c' ends lines by carriage returns alone" in said
    (small.top / "k.h").write_bytes(KERNEL.replace("\n", "\r\n").encode())
    small.must_cc(compiler, "-w", "-c", "b.c")


def test_another_set_of_characters(small: Project) -> None:
    """Where no header of the system comes first gcc reads it."""
    text = KERNEL.replace('#include "t.h"\n', TYPES)
    (small.top / "u.c").write_bytes(text.encode("utf-16-le"))
    small.native("pcc")
    words = ("gcc", "-nostdinc", "-w", "-finput-charset=UTF-16LE", "-c", "u.c")
    small.must(*words)
    for launcher in (CC, ["./pcc"]):
        done = small.run(*launcher, *words)
        assert (done.returncode, "u.c:" in done.stderr) == (1, True), done.stderr
    (small.top / "u.c").write_text(text + "/* \xe9 */\n", "latin-1")
    small.must_cc("gcc", "-w", "-finput-charset=ISO-8859-1", "-c", "u.c")


# --- its price ---------------------------------------------------------------------------------------


def test_nothing_is_asked_where_nothing_is_in_doubt(small: Project) -> None:
    """The compiler runs once for a source without directives, and in the place of the launcher."""
    # No script, and no program of another name: what these say may change.
    small.write({"log.c": LOG, "inc/plain.h": "int p;\n"})
    small.must("gcc", "log.c", "-o", "log-gcc")
    text = "#include <stdio.h>\n#include <sys/stat.h>\n#include <plain.h>\n"
    small.write({"p.c": text})
    small.must_cc("./log-gcc", "-Iinc", "-c", "p.c")
    assert (small.top / "calls").read_text() == "-D__pointerchain=1 -Iinc -c p.c\n"
    small.must_cc("./log-gcc", "-c", "b.c")
    small.must_cc("./log-gcc", "-c", "b.c")
    calls = (small.top / "calls").read_text().splitlines()
    assert sum(" -E " in call and "-dM" not in call for call in calls) == 1
    small.write({"b.c": "#ifdef __OPTIMIZE__\n#endif\n" + (small.top / "b.c").read_text()})
    small.must_cc("./log-gcc", "-c", "b.c")
    # One looks for directives, the other asks for the macros that the source names.
    calls = (small.top / "calls").read_text().splitlines()[len(calls) :]
    assert sum(" -E " in call and "-dM" not in call for call in calls) == 2
    small.write({"q.c": text + "#ifdef _WIN32\n#include <windows.h>\n#endif\n"})
    small.must_cc("./log-gcc", "-Iinc", "-c", "q.c")
    (small.top / "calls").unlink()
    small.must_cc("./log-gcc", "-Iinc", "-c", "q.c")
    assert (small.top / "calls").read_text().count("\n") == 1


def test_unusual_names_load_next_to_nothing(small: Project) -> None:
    small.write({"q.c": "#include <nowhere.h>\n"})
    program = "import os, sys; before = set(sys.modules)\n"
    program += "def execvp(*words): print(*sorted(set(sys.modules) - before)); raise SystemExit\n"
    program += "os.execvp = execvp\nfrom pointerchain.cli import main; main(['cc', 'gcc', '-c', 'q.c'])"
    words = (sys.executable, "-S", "-c", program)
    small.must(*words, PYTHONPATH=str(ROOT))
    loaded = small.must(*words, PYTHONPATH=str(ROOT)).split()
    assert "pointerchain.build.asked" in loaded
    assert not {"re", "enum", "signal", "typing", "collections", "contextlib"} & set(loaded)


def test_the_front_asks_for_what_it_cannot_find(small: Project, tmp_path: Path) -> None:
    small.native("pcc")
    elsewhere(small)
    small.front_without_python("blind")
    small.write(
        {"q.c": "#ifdef __has_include\n#include <stdio.h>\n#endif\n#if 0\n#include <nowhere.h>\n#endif\n"}
    )
    small.must("./blind", "gcc", "-c", "q.c")
    small.must("./blind", "g++", "-c", "q.c")
    for words in (
        ["-w", "-c", "e.c"],
        ["-Xpreprocessor", "-I.", "-c", "q.c"],
        ["-DX=pointerchain", "-c", "q.c"],
    ):
        assert small.run("./blind", "gcc", *words).returncode != 0
    small.write({"other": '#!/bin/sh\nexec gcc "$@"\n'})
    (small.top / "other").chmod(0o755)
    assert small.run("./blind", "./other", "-c", "q.c").returncode != 0
    small.must("./pcc", "./other", "-c", "q.c")
    small.write({"s.c": "#pragma point\\\nerchain region end\n", "i.c": '%:include "k.h"\n'})
    for name in ("s.c", "i.c"):
        assert small.run("./blind", "gcc", "-w", "-c", name).returncode != 0


@needs("clang-19")
@pytest.mark.parametrize("option", ["-ftime-trace", "-save-stats=obj", "-fproc-stat-report=stats"])
def test_the_look_writes_no_report(small: Project, option: str) -> None:
    made = []
    for launcher in ([], CC):
        before = set(small.top.iterdir())
        small.must(*launcher, "clang-19", "-w", option, "-c", "b.c", "-o", "z.o")
        made.append({path.name for path in set(small.top.iterdir()) - before})
        for path in set(small.top.iterdir()) - before:
            path.unlink()
    assert made[0] == made[1]


# --- a word that only the preprocessor makes ---------------------------------------------------------

_PRAGMAS = "#define JOIN2(a, b) a##b\n#define JOIN(a, b) JOIN2(a, b)\n#define P2(x) _Pragma(#x)\n#define P(x) P2(x)\n"
_OPEN = '#include "t.h"\nint m(struct S *s);\nint m(struct S *s) {\nint t = 0;\n'
MADE = {
    "pasted": (
        f"{_PRAGMAS}{_OPEN}P(JOIN(pointer, chain) region begin declare(s->a->n))\nt = s->a->n;\n"
        "P(JOIN(pointer, chain) region end)\nreturn t; }\n",
        [],
    ),
    "pasted of macros": (
        f"{_PRAGMAS}{_OPEN}P(JOIN(X, Y) region begin declare(s->a->n))\nt = s->a->n;\nP(JOIN(X, Y) region end)\nreturn t; }}\n",
        ["-DX=pointerch", "-DY=ain"],
    ),
    "pasted of three": (
        f"#define J3(a, b, c) a##b##c\n{_PRAGMAS}{_OPEN}P(J3(pointer, ch, ain) region begin declare(s->a->n))\nt = s->a->n;\n"
        "P(J3(poi, nterchai, n) region end)\nreturn t; }\n",
        [],
    ),
    "pasted on the command line": (
        f"#define P2(x) _Pragma(#x)\n#define P(x) P2(x)\n{_OPEN}P(J4(inter) region begin declare(s->a->n))\nt = s->a->n;\n"
        "P(J4(inter) region end)\nreturn t; }\n",
        ["-DJ4(x)=po##x##chain"],
    ),
    "clause of a clause": (
        f"#define CL(x) pointerchain(x)\n#define C(x) CL(x)\n{_OPEN}#pragma omp single C(s->a->n)\nt = s->a->n;\nreturn t; }}\n",
        [],
    ),
    "trigraph": (f"{_OPEN}{BODY.replace('chain', '??/' + chr(10) + 'chain')}return t; }}\n", ["-std=c99"]),
    "clause": (
        f"#define CL(x) pointerchain(x)\n{_OPEN}#pragma omp single CL(s->a->n)\nt = s->a->n;\nreturn t; }}\n",
        [],
    ),
    "clause of a header": (
        f'#include "cl.h"\n{_OPEN}#pragma omp single CLAUSE\nt = s->a->n;\nreturn t; }}\n',
        ["-include", "cl.h"],
    ),
}


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("name", MADE)
def test_a_word_that_the_preprocessor_makes(small: Project, compiler: str, name: str) -> None:
    text, options = MADE[name]
    small.write({"m.c": text, "cl.h": "#define CLAUSE pointerchain(s->a->n)\n"})
    small.must(compiler, "-w", *options, "-c", "m.c", "-o", "m.o")
    (small.top / "m.o").unlink()
    for _ in range(2):
        assert "m.c:" in refused(small, compiler, "-w", *options, "-c", "m.c")
    small.native("pcc")
    assert small.run("./pcc", compiler, "-w", *options, "-c", "m.c").returncode == 1


@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_may_only_be_a_word_that_is_made(small: Project, compiler: str) -> None:
    """It is asked for, and is none."""
    small.native("pcc")
    small.write({"q.c": f'{_PRAGMAS}int JOIN(p, q); /* a pointer in a chain */\nP(message "x")\n'})
    small.must("./pcc", compiler, "-w", "-c", "q.c")
    assert small.cc(compiler, "-w", "-c", "q.c").returncode == 0
    small.front_without_python("blind")
    assert small.run("./blind", "gcc", "-w", "-c", "q.c").returncode != 0
    joins = _PRAGMAS.partition("#define P2")[0]
    small.write({"q.c": f"#pragma once\n{joins}int JOIN(pointer, chain);\n"})
    small.must("./blind", "gcc", "-w", "-c", "q.c")


# --- options that lead to more than the command line says --------------------------------------------


@needs("clang-19")
def test_files_of_options(small: Project) -> None:
    """What they name is not followed, but no directive of it is passed over, nor a change of it."""
    inside = small.top / "inside"
    (inside / "k.h").parent.mkdir()
    (small.top / "k.h").rename(inside / "k.h")
    small.write({"inside/t.h": (small.top / "t.h").read_text()})
    small.write(
        {
            "c.cfg": f"-I{inside}\n",
            "my.specs": f"*cpp:\n%(old_cpp) -I{inside}\n",
            "forced.cfg": f"-include {inside}/k.h\n",
        }
    )
    small.write(
        {
            "plain.c": "int plain;\n",
            "cu/clang.cfg": f"-I{inside}\n",
            "B/include/x.h": "",
            "e.c": "#include <k.h>\nint e(struct S *s);\nint e(struct S *s) { return k(s); }\n",
        }
    )

    def never_passed_over(words: list[str], source: str, **environment: str) -> None:
        given = [*words, "-w", "-c", source, "-o", "x.o"]
        if small.run(*given, **environment).returncode == 0:
            done = small.cc(*given, **environment)
            if done.returncode == 0:
                assert "pc_a_n" in small.must(*CC, *words, "-w", "-E", source, **environment)
            else:
                assert "the compiler would read this directive as it stands" in done.stderr, done.stderr

    never_passed_over(["clang-19", "--config=./c.cfg"], "e.c")
    never_passed_over(["clang-19", "--config", "./c.cfg"], "e.c")
    never_passed_over(["clang-19", "--config-user-dir=" + str(small.top / "cu")], "e.c")
    never_passed_over(["clang-19", "--config=./forced.cfg"], "plain.c")
    never_passed_over(["clang-19"], "plain.c", CCC_OVERRIDE_OPTIONS=f"+-include{inside}/k.h")
    never_passed_over(["gcc", "-specs=my.specs"], "e.c")
    shutil.copytree(inside, small.top / "B/include", dirs_exist_ok=True)
    never_passed_over(["gcc"], "e.c", COMPILER_PATH="B")
    never_passed_over(["clang-19", "-resource-dir=B"], "e.c")
    never_passed_over(["gcc", "--prefix=B"], "e.c")
    never_passed_over(["gcc", "--prefix", "B"], "e.c")
    never_passed_over(["clang-19", "-Xarch_host", "-Iinside"], "e.c")
    small.write({"words.rsp": "-Iinside\n"})
    for compiler in ("gcc", "clang-19"):
        never_passed_over([compiler, "-Wp,@words.rsp"], "e.c")
    small.native("pcc")
    forced = f"+-include{inside}/k.h"
    assert small.run("./pcc", "clang-19", "-w", "-c", "plain.c", CCC_OVERRIDE_OPTIONS=forced).returncode == 1


def own_clang(project: Project) -> Path:
    """A copy of Clang in 'own/bin'; where the original looks for what is its own."""
    real = Path(shutil.which("clang-19") or "").resolve()
    (project.top / "own/bin").mkdir(parents=True)
    shutil.copy(real, project.top / "own/bin/clang")
    return real.parents[1] / "lib"


@needs("clang-19")
@pytest.mark.parametrize("name", ["clang.cfg", "x86_64-pc-linux-gnu.cfg"])
def test_a_file_of_options_that_clang_reads_by_itself(small: Project, name: str) -> None:
    """One that appears, changes or goes is seen, in sources with directives and in others."""
    clang, file = "own/bin/clang", small.top / "own/bin" / name
    lib = own_clang(small)
    (small.top / "own/lib").symlink_to(lib)
    small.write({"plain.c": "int plain;\n", "one/in.h": KERNEL, "two/in.h": KERNEL.replace("t = 0", "t = 1")})
    small.write({"e.c": "#include <in.h>\n" + USE.format("e")})
    small.front_without_python("blind", clang)
    for folder, words in ("", 0), ("one", 1), ("two", 1), ("", 0), ("one", 1):
        file.unlink(missing_ok=True)
        if folder:
            file.write_text(f"-isystem {small.top}/{folder}\n-isystem {small.top}\n")
        if folder and f"{folder}/in.h" not in small.run(clang, "-E", "e.c").stdout:
            pytest.skip(f"this Clang does not read {name}")
        assert small.run("./blind", clang, "-c", "plain.c").returncode == words
        small.must_cc(clang, "-c", "plain.c")
        done = small.cc(clang, "-E", "e.c")
        assert done.returncode == 1 - words, done.stderr
        assert not words or ("pc_a_n" in done.stdout and f"t = {int(folder == 'two')}" in done.stdout)
    file.write_text(f"-include {small.top}/k.h\n")
    assert "k.h:5:1: error: " in refused(small, clang, "-c", "plain.c")


@pytest.mark.skipif(shutil.which("mpicc.openmpi") is None, reason="needs Open MPI")
def test_a_script_behind_an_mpi_wrapper(small: Project) -> None:
    """Its answers may change, and are asked for each time."""
    for folder in ("one", "two"):
        small.write({f"{folder}/in.h": KERNEL.replace("t = 0", f"t = '{folder[0]}'"), f"{folder}/t.h": TYPES})
        small.write(
            {
                "e.c": "#include <in.h>\n" + USE.format("e"),
                "my": f'#!/bin/sh\ngcc "$@" -isystem {small.top}/{folder}\n',
            }
        )
        (small.top / "my").chmod(0o755)
        text = small.must_cc("mpicc.openmpi", "-E", "e.c", OMPI_CC=str(small.top / "my"))
        assert ("pc_a_n" in text, f"t = '{folder[0]}'" in text) == (True, True)


@needs("clang-19")
@pytest.mark.parametrize("way", ["clang-19 --config=./c.cfg", "clang-19 override", "./wrapper", "./behind"])
def test_a_header_of_the_same_name_that_is_found_first(small: Project, way: str) -> None:
    """What the compiler is told where the launcher does not see it comes before the command's words."""
    first = f"-I{small.top / 'first'}"
    small.write({"first/t.h": TYPES.replace("int", "char"), "second/t.h": TYPES})
    (small.top / "t.h").unlink()
    small.write({"c.cfg": f"{first}\n", "wrapper": f'#!/bin/sh\nexec gcc {first} "$@"\n'})
    small.write({"behind": f'#!/bin/sh\nexec gcc "$@" {first}\n'})
    for name in ("wrapper", "behind"):
        (small.top / name).chmod(0o755)
    words = [word for word in way.split() if word != "override"]
    environment = {"CCC_OVERRIDE_OPTIONS": "#^" + first} if "override" in way else {}
    for _ in range(2):
        done = small.cc(*words, "-Isecond", "-c", "b.c", **environment)
        assert ("'second/t.h' was translated, and the compiler reads another" in done.stderr) == bool(
            done.returncode
        )
        assert done.returncode == (way != "./behind"), done.stderr
        done = small.cc(*words, "-c", "b.c", **environment)
        assert done.returncode == 0, done.stderr


@needs("clang-19")
def test_modules_with_directives_are_refused(small: Project) -> None:
    small.write(
        {
            "mod.cppm": 'module;\n#include "k.h"\nexport module mod;\nexport inline int f(S *s) { return k(s); }\n'
        }
    )
    small.write({"none.cppm": "export module none;\nexport inline int f() { return 1; }\n"})
    for words in (
        ["--precompile", "mod.cppm", "-o", "mod.pcm"],
        ["-x", "c++-module", "--precompile", "mod.cppm", "-o", "mod.pcm"],
        ["-c", "mod.cppm", "-o", "mod.o"],
    ):
        small.must("clang++-19", "-std=c++20", "-w", *words)
        done = small.cc("clang++-19", "-std=c++20", "-w", *words)
        assert (done.returncode, "k.h:5:1: error: " in done.stderr) == (1, True)
        assert "untranslated: a module of C++ is not translated" in done.stderr
    small.must_cc("clang++-19", "-std=c++20", "--precompile", "none.cppm", "-o", "none.pcm")
    small.write(
        {"use.cpp": "import none;\nint use() { return f(); }\n", "h.h": "inline int h() { return 1; }\n"}
    )
    small.must_cc("clang++-19", "-std=c++20", "-fmodule-file=none=none.pcm", "-c", "use.cpp")
    small.must_cc("clang++-19", "-std=c++20", "-fmodule-header", "h.h", "-o", "h.pcm")
    small.must_cc("g++", "-std=c++20", "-fmodules-ts", "-fmodule-header", "h.h")


@needs("clang-19")
@pytest.mark.parametrize(
    "words",
    [
        ["g++", "-std=c++20", "-fmodules-ts", "-fmodule-header", "k.h"],
        ["clang++-19", "-std=c++20", "-fmodule-header", "k.h", "-o", "k.pcm"],
        ["clang++-19", "-std=c++20", "-xc++-user-header", "--precompile", "k.h", "-o", "k.pcm"],
        ["own/bin/clang", "-fmodules", "-fmodules-cache-path=made", "-fmodule-map-file=w.map", "-c", "i.c"],
        ["clang-19", "-fmodules", "-fmodules-cache-path=made", "-Imaps", "-c", "i.c"],
        ["own/bin/clang", "-fmodules", "-x", "c", "-Xclang", "-emit-module", "-Xclang", "-fmodule-name=W", "-c", "w.modulemap", "-o", "w.pcm"],
        ["clang-19", "-c", "o.m"],
        ["clang-19", "-c", "o.mm"],
        ["clang-19", "-x", "objective-c", "-c", "b.c"],
        ["clang-19", "-include", "k.h", "-c", "p.m"],
        ["clang-19", "--config=./c.cfg", "-c", "p.m"],
        ["clang++-19", "-std=c++20", "-x", "c++-module", "--precompile", "-o", "m.pcm", "-"],
        ["clang-19", "-x", "objective-c", "-c", "-o", "m.o", "-"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_is_not_translated_is_refused_with_its_place(small: Project, words: list[str]) -> None:
    if words[0].startswith("own/"):
        # Without headers of its own, whose map of modules the launcher would read, with all that it leads to.
        own_clang(small)
        small.write({"own/lib/clang/19/include/none.h": ""})
    use = "int o(struct S *s);\nint o(struct S *s) { return k(s); }\n"
    small.write(dict.fromkeys(("o.m", "o.mm"), '#include "k.h"\n' + use))
    small.write({"p.m": "int p;\n", "c.cfg": f"-include {small.top}/k.h\n"})
    small.write({"w.h": '#include "k.h"\n', "i.c": "#pragma clang module import W\n" + use})
    for name in ("w.map", "w.modulemap"):
        small.write({name: 'module W { header "w.h" export * }\n'})
    small.write({"maps/module.modulemap": 'module W { header "../w.h" export * }\n'})
    stdin = '#include "k.h"\n' + use if words[-1] == "-" else None
    if stdin and "c++-module" in words:
        stdin = 'module;\n#include "k.h"\nexport module m;\nexport int o(S *s) { return k(s); }\n'
    small.must(*words, stdin=stdin)
    for made in (*small.top.glob("*.o"), *small.top.glob("*.pcm")):
        made.unlink()
    done = small.cc(*words, stdin=stdin)
    assert (done.returncode, "k.h:5:1: error: " in done.stderr) == (1, True), done.stderr
    assert not [*small.top.glob("*.o"), *small.top.glob("*.pcm")]
    small.write({"k.h": KERNEL.replace(BODY, "t += s->a->n;\n")})
    small.must_cc(*words, stdin=stdin)


# --- a user's header in the place of one of the system's ----------------------------------------------


HIDING = ("limits.h", "features.h", "bits/types.h", "emmintrin.h", "stdc-predef.h")
PLACES = ("-I", "-isystem", "C_INCLUDE_PATH")


@pytest.mark.parametrize(
    ("name", "option", "compiler"),
    [
        # Each header by each option, and each of both with each compiler.
        pytest.param(name, option, compiler, marks=needs(compiler))
        for row, name in enumerate(HIDING)
        for column, option in enumerate(PLACES)
        for compiler in [("gcc", "clang-19")[(row + column) % 2]]
    ],
)
def test_a_header_that_only_the_system_includes(
    small: Project, name: str, option: str, compiler: str
) -> None:
    words = ["-Imine" if option == "-I" else "-Wall", *(["-isystem", "mine"] if option == "-isystem" else [])]
    environment = {option: "mine"} if option.isupper() else {}
    (small.top / "k.h").unlink()
    kernel = KERNEL.replace('#include "t.h"\n', TYPES)
    small.write({"s.c": "#include <stdlib.h>\n#include <sys/types.h>\n#include <pmmintrin.h>\nint s;\n"})
    small.write({f"mine/{name}": f"#include_next <{name}>\n", "mine/sys/own.h": "", "mine/debug/own.h": ""})
    small.front_without_python("blind")
    small.must_cc(compiler, *words, "-c", "s.c", **environment)
    if compiler == "gcc":
        small.must("./blind", compiler, *words, "-c", "s.c", **environment)
    read = name in small.must(compiler, *words, "-E", "s.c", **environment).partition("mine/")[2]
    small.write({f"mine/{name}": kernel + f"#include_next <{name}>\n"})
    done = small.cc(compiler, *words, "-w", "-c", "s.c", **environment)
    assert done.returncode == read, done.stderr
    if read:
        assert f"untranslated: a header of the system may include 'mine/{name}'" in done.stderr
        assert small.run("./blind", compiler, *words, "-c", "s.c", **environment).returncode != 0


def test_a_library_of_headers(small: Project) -> None:
    """Of a whole library only what says the word is followed."""
    names = sorted(name for name in NAMES if name.endswith(".h"))[:60]
    small.write({f"mine/{name}": f"#include_next <{name}>\n#include <other.h>\n" for name in names})
    small.write({"s.c": "#include <stdlib.h>\nint s;\n", "mine/other.h": ""})
    search = Search(CommandLine(["gcc"], ["-isystem", str(small.top / "mine"), "-c", "s.c"]), "c")
    assert search.shadows() == []
    small.write({"mine/limits.h": KERNEL.replace('#include "t.h"\n', TYPES) + "#include_next <limits.h>\n"})
    assert search.shadows() == [(str(small.top / "mine/limits.h"), 0)]
    small.must_cc("gcc", "-w", "-isystem", "mine", "-c", "s.c")


def test_a_header_of_the_system_is_hidden_from_another(small: Project) -> None:
    """What a translation took from it is looked at anew."""
    small.write({"b.c": '#include <sys/types.h>\n#include "k.h"\n' + USE.format("b")})
    (small.top / "mine").mkdir()
    for text, hits in ("", 0), ("", 1), ("#define HIDDEN 1\n", 1):
        if text:
            small.write({"mine/endian.h": f"{text}#include_next <endian.h>\n"})
        small.must_cc("gcc", *STRICT, "-isystem", "mine", "-c", "b.c")
        assert small.hits_and_misses()[0] == hits


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_directive_in_preprocessed_text_is_an_error(small: Project, compiler: str) -> None:
    """Whatever preprocessed it left it in; what the launcher itself preprocessed has none."""
    small.write({"inc/t.h": TYPES, "inc/in.h": KERNEL, "d.c": '#include "in.h"\n' + USE.format("d")})
    small.must(compiler, "-Iinc", "-E", "d.c", "-o", "raw.i")
    text = (small.top / "raw.i").read_text()
    small.write({"raw.c": text, "raw.m": text, "later.i": f"#define X 1\n{text}".replace("#pragma", "//")})
    ways = [["raw.i"], ["-x", "cpp-output", "raw.c"], ["plain.c", "raw.i"]]
    ways += [["-fpreprocessed", "raw.c"]] if compiler == "gcc" else []
    small.write({"plain.c": "int plain;\n"})
    for words in ways:
        small.must(compiler, "-w", "-c", *words)
        for path in small.top.glob("*.o"):
            path.unlink()
        done = small.cc(compiler, "-w", "-c", *words)
        assert done.returncode == 1, words
        assert "in.h:" in done.stderr
        assert "untranslated: preprocessed text is not translated" in done.stderr
        assert not list(small.top.glob("*.o"))
    done = small.cc(compiler, "-w", "-x", "cpp-output", "-c", "-", "-o", "d.o", stdin=text)
    assert done.returncode == 1
    small.must_cc(compiler, "-U__pointerchain", "-w", "-c", "raw.i")
    small.must_cc(compiler, "-w", "-c", "later.i")
    small.must_cc(compiler, "-Iinc", "-E", "d.c", "-o", "d.i")
    small.must_cc(compiler, *STRICT, "-c", "d.i", "-o", "d.o")
    small.must_cc(compiler, *STRICT, "-x", "cpp-output", "-c", "-", stdin=(small.top / "d.i").read_text())


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_response_file_that_is_a_pipe(small: Project, compiler: str) -> None:
    """Clang reads it; what it names would be compiled as it stands. Its words can be read once."""
    small.write({"inc/t.h": TYPES, "inc/in.h": KERNEL, "d.c": '#include "in.h"\n' + USE.format("d")})
    small.write({"plain.c": "int plain;\n", "more.rsp": "-Iinc -E"})
    launcher = shlex.join(CC)
    out = small.must("bash", "-c", f"{launcher} {compiler} @<(echo @more.rsp d.c)")
    assert "pc_a_n" in out
    assert "int plain" in small.must("bash", "-c", f"{launcher} {compiler} @<(echo plain.c -E)")
    out = small.must(*CC, compiler, "@/dev/stdin", stdin="-Iinc -E d.c")
    assert "pc_a_n" in out
