# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The launcher with real compilers: what it passes on, what it replaces, and how it ends."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from buildlib import CC, FORCE, MAIN, POINTERCHAIN, TYPES, Project, needs
from testlib.compilers import gcc_for_nvptx

COMPILERS = [pytest.param("gcc", marks=needs("gcc")), pytest.param("clang-19", marks=needs("clang-19"))]
CXX_COMPILERS = [
    pytest.param("g++", marks=needs("g++")),
    pytest.param("clang++-19", marks=needs("clang++-19")),
]
FLAGS = ["-Iinc", "-O1", "-Wall", "-Wno-unknown-pragmas"]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_translated_program_does_the_same(project: Project, compiler: str) -> None:
    project.starts_anew = True
    project.must(compiler, *FLAGS, "src/a.c", "src/plain.c", "-o", "bare")
    project.must_cc(compiler, *FLAGS, "-c", "src/a.c", "-o", "a.o")
    project.must_cc(compiler, *FLAGS, "-c", "src/plain.c", "-o", "plain.o")
    project.must_cc(compiler, "a.o", "plain.o", "-o", "translated")
    assert project.must("./translated") == project.must("./bare") == "3 2 src/a.c:11\n"


@pytest.mark.parametrize("compiler", CXX_COMPILERS)
def test_cxx(project: Project, compiler: str) -> None:
    project.starts_anew = True
    project.write(
        {"src/b.cpp": "#include <vector>\n#include <cstdio>\n" + MAIN.replace("<stdio.h>", "<cmath>")}
    )
    for words in (["src/b.cpp"], ["-x", "c++", "src/a.c"]):
        assert "pc_atoms_x[i]" in project.must_cc(compiler, *FLAGS, "-E", *words)
        project.must_cc(compiler, *FLAGS, *words, "-o", "b")
        assert project.must("./b").startswith("3 2 src/")


@needs("g++")
def test_a_cxx_driver_takes_c_sources_for_cxx(project: Project) -> None:
    project.write(
        {"c.c": MAIN.replace("int main(void) {", "template <class T> struct A {};\nint main(void) {")}
    )
    assert "pc_atoms_n" in project.must_cc("g++", "-Iinc", "-Isrc", "-E", "c.c")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_headers_and_sources_are_hoisted(project: Project, compiler: str) -> None:
    out = project.must_cc(compiler, "-Iinc", "-E", "src/a.c")
    assert "i < pc_atoms_n; i++) t += pc_atoms_x[i]" in out
    assert "s->atoms->n = pc_atoms_n;" in out
    assert "pragma pointerchain" not in out
    assert '"src/a.c"' in out
    assert '"inc/force.h"' in out


def test_one_command_from_sources_to_program(project: Project) -> None:
    project.must_cc("gcc", "-Iinc", "src/a.c", "src/plain.c", "-lm", "-o", "program")
    assert project.must("./program") == "3 2 src/a.c:11\n"
    project.must_cc("gcc", "-Iinc", "-c", "src/a.c", "src/plain.c")
    assert (project.top / "a.o").exists()
    assert (project.top / "plain.o").exists()


def test_macro_is_seen_everywhere(project: Project) -> None:
    project.write({"m.c": "#ifdef __pointerchain\nint on = __pointerchain;\n#endif\n"})
    assert "int on = 1;" in project.must_cc("gcc", "-E", "m.c")
    assert "int on = 1;" in project.must_cc("gcc", "-E", "-D__pointerchain", "m.c")
    project.write({"src/a.c": MAIN + "#ifdef __pointerchain\nint on;\n#endif\n"})
    assert "int on;" in project.must_cc("gcc", "-Iinc", "-E", "src/a.c")


def test_undefining_the_macro_switches_the_launcher_off(project: Project) -> None:
    out = project.must_cc("gcc", "-Iinc", "-U__pointerchain", "-E", "src/a.c")
    assert "pragma pointerchain" in out
    assert out == project.must("gcc", "-Iinc", "-U__pointerchain", "-E", "src/a.c")
    assert project.cc("gcc", "-Iinc", "-D__pointerchain=0", "-c", "src/a.c").returncode == 2


@pytest.mark.parametrize(
    "words",
    [["--version"], ["-v"], ["-dumpversion"], ["-print-search-dirs"], ["-E", "-dM", "-x", "c", "/dev/null"]],
)
def test_what_needs_no_translation_is_passed_on(project: Project, words: list[str]) -> None:
    project.starts_anew = True
    bare, launched = project.run("gcc", *words), project.cc("gcc", *words)
    drop = re.compile(r"#define __pointerchain 1\n| -D ?__pointerchain=1|/tmp/cc\w+")
    assert launched.returncode == bare.returncode
    assert drop.sub("", launched.stdout) == drop.sub("", bare.stdout)
    assert drop.sub("", launched.stderr) == drop.sub("", bare.stderr)


@pytest.mark.parametrize("option", ["-M", "-MM"])
def test_dependencies_alone_are_those_of_the_sources(project: Project, option: str) -> None:
    words = ["gcc", "-Iinc", option, "src/a.c"]
    assert project.must_cc(*words) == project.must(*words)
    assert not project.cache.exists()


def test_standard_input(project: Project) -> None:
    project.starts_anew = True
    for text, expected in ((MAIN, "pc_atoms_n"), ("int x = __LINE__;\n", "int x = 1;")):
        out = project.must_cc("gcc", "-Iinc", "-Isrc", "-E", "-x", "c", "-", stdin=text)
        assert expected in out
        assert "<stdin>" in out
    project.must_cc("gcc", "-Iinc", "-Isrc", "-x", "c", "-", "-o", "program", stdin=MAIN)
    assert project.must("./program") == "3 2 <stdin>:11\n"


def test_response_files(project: Project) -> None:
    project.write({"flags": "\"-Iinc\" -DX='a b'\n@more", "more": "src/a.c -c\n-o out.o"})
    project.must_cc("gcc", "@flags")
    assert (project.top / "out.o").exists()
    project.write({"loop": "@loop"})
    done = project.cc("gcc", "@loop")
    assert done.returncode == 2
    assert "nested too deeply" in done.stderr


@needs("clang-19")
def test_a_command_too_long_for_the_system(project: Project) -> None:
    project.write({"flags": "\n".join(f"-L{number:06}{'x' * 90}" for number in range(22000))})
    # gcc fails by itself: its own processes pass it all on in a variable
    done = project.cc(
        "clang-19", "-Wno-unused-command-line-argument", "-Iinc", "@flags", "-c", "src/a.c", "-o", "a.o"
    )
    assert done.returncode == 0
    assert (project.top / "a.o").exists()


def test_assembly_and_preprocessed_sources_are_not_touched(project: Project) -> None:
    text = MAIN.replace("#include", "//")
    project.write({"i.i": text.replace("#pragma", "//"), "s.S": "#pragma pointerchain region begin\n"})
    done = project.cc("--print", "gcc", "-c", "i.i", "s.S")
    assert done.stdout == "gcc -c i.i s.S\n"
    project.write({"i.i": text})
    done = project.cc("gcc", "-c", "i.i", "s.S")
    assert (done.returncode, "preprocessed text is not translated" in done.stderr) == (1, True)


# --- places -----------------------------------------------------------------------------------


@pytest.mark.parametrize("compiler", COMPILERS)
def test_diagnostics_name_the_users_files(project: Project, compiler: str) -> None:
    wrong = MAIN.replace("  s->atoms->n = 2;\n", "  s->atoms->n = 2;\n  undeclared_in_source();\n")
    project.write({"src/a.c": wrong})
    force = (project.top / "inc/force.h").read_text()
    project.write({"inc/force.h": force.replace("  return t;", '  int unused = "text";\n  return t;')})
    words = [
        *FLAGS,
        "-Wno-implicit-function-declaration",
        "-Wint-conversion",
        "-Wunused-variable",
        "-fsyntax-only",
    ]
    words += ["-fno-diagnostics-show-caret"] if compiler == "gcc" else []
    expected = re.findall(r"^(\S+?:\d+):\d+: (\w+)", project.run(compiler, *words, "src/a.c").stderr, re.M)
    done = project.cc(compiler, *words, "src/a.c")
    assert re.findall(r"^(\S+?:\d+):\d+: (\w+)", done.stderr, re.M) == expected
    assert "/project/src/a.c" not in done.stderr
    assert "cache/" not in done.stderr
    assert any(place == "inc/force.h:8" for place, _ in expected)


def test_an_error_in_a_region_shows_the_users_line(project: Project) -> None:
    project.write({"src/a.c": MAIN.replace("s->atoms->n = 2;", "s->atoms->n = 2; return 1")})
    done = project.cc("gcc", "-Iinc", "-c", "src/a.c")
    assert done.returncode == 1
    assert re.match(r"src/a\.c:\d+:\d+: error: ", done.stderr)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_file_line_and_assert(project: Project, compiler: str) -> None:
    project.write(
        {
            "inc/force.h": (project.top / "inc/force.h")
            .read_text()
            .replace("  return t;", "  assert(t < 0);\n"),
            "src/a.c": MAIN.replace(
                '"types.h"', '"types.h"\n#include <assert.h>\n#include "names.h"'
            ).replace(
                'printf("%g', 'puts(__BASE_FILE__); puts(NAMES); puts(names()); fflush(stdout); printf("%g'
            ),
            "src/names.h": "#define NAMES __FILE__\nstatic const char *names(void) { return __FILE__; }\n",
        }
    )
    project.must(compiler, "-Iinc", "src/a.c", "-o", "bare", "-w")
    project.must_cc(compiler, "-Iinc", "src/a.c", "-o", "translated", "-w")
    bare, translated = project.run("./bare"), project.run("./translated")
    assert translated.stdout == bare.stdout == "src/a.c\nsrc/a.c\nsrc/names.h\n"
    assert translated.stderr.replace("translated:", "bare:") == bare.stderr
    assert re.search(r"inc/force\.h:8: .*force.*: Assertion", bare.stderr)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_timestamps_are_those_of_the_users_files(project: Project, compiler: str) -> None:
    force = (project.top / "inc/force.h").read_text()
    project.write({"src/a.c": MAIN.replace("  return 0;", "  puts(__TIMESTAMP__);\n  return 0;")})
    project.write({"inc/force.h": force.replace("  return t;", "  puts(__TIMESTAMP__);\n  return t;")})
    for first in (1_000_000_000, 1_200_000_000):
        os.utime(project.top / "src/a.c", (first, first))
        os.utime(project.top / "inc/force.h", (first + 86400, first + 86400))
        said = []
        for launcher in ([], CC):
            project.must(*launcher, compiler, "-Iinc", "src/a.c", "-o", "program", "-w")
            said.append(project.must("./program"))
        assert said[0] == said[1]
        assert said[0].count(" 200") == 2


@needs("gdb")
@pytest.mark.parametrize("compiler", COMPILERS)
def test_debugger_breaks_on_lines_of_the_source(project: Project, compiler: str) -> None:
    project.must_cc(compiler, "-Iinc", "-g", "-O0", "src/a.c", "-o", "program")
    out = project.must(
        "gdb", "-batch", "-nx", "-ex", "break src/a.c:9", "-ex", "break force.h:6", "-ex", "run", "-ex", "continue",
        "-ex", "info source", "./program", DEBUGINFOD_URLS="",
    )  # fmt: skip
    assert re.search(r"Breakpoint 1, main \(\) at src/a\.c:9\n9\t  s->atoms->n = 2;", out), out
    assert re.search(r"Breakpoint 2, force \(.*\) at inc/force\.h:6\n6\t  for \(int i", out), out
    dump = project.must("readelf", "--debug-dump=info,line", "program")
    assert str(project.cache) not in dump
    assert "units/" not in dump


@needs("gcov")
def test_coverage_names_the_users_files(project: Project) -> None:
    project.must_cc("gcc", "-Iinc", "--coverage", "-c", "src/a.c", "-o", "a.o")
    project.must("gcc", "--coverage", "a.o", "-o", "program")
    project.must("./program")
    project.must("gcov", "a.o")
    text = (project.top / "a.c.gcov").read_text()
    assert "0:Source:src/a.c" in text
    assert re.search(r"^ +1\*?: +9:  s->atoms->n = 2;", text, re.M)
    assert (project.top / "force.h.gcov").exists()


# --- dependency files -------------------------------------------------------------------------

DEPENDENCIES = [
    ["-MD", "-c", "-o", "out/a.o"],
    ["-MMD", "-c", "-o", "out/a.o"],
    ["-MD", "-MP", "-MF", "deps/a.dep", "-c", "-o", "out/a.o"],
    ["-MMD", "-MFdeps/a.dep", "-MT", "one two", "-MQ", "$x", "-c", "-o", "out/a.o"],
    ["-MD", "-c"],
    ["-Wp,-MD,deps/a.dep", "-c", "-o", "out/a.o"],
    ["-Wp,-MMD,deps/a.dep,-MP", "-c", "-o", "out/a.o"],
    ["-MD", "-o", "program"],
    ["-MD", "-S", "-o", "out/a.s"],
]


@pytest.mark.parametrize("words", DEPENDENCIES, ids=" ".join)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_dependency_files_are_those_of_the_bare_compiler(
    project: Project, compiler: str, words: list[str]
) -> None:
    if compiler != "gcc":  # which alone takes more than the file's name there
        words = [word.removesuffix(",-MP") for word in words]
    found = []
    for launcher in ([], CC):
        for name in ("out", "deps"):
            shutil.rmtree(project.top / name, ignore_errors=True)
            (project.top / name).mkdir()
        project.must(*launcher, compiler, "-Iinc", *words, "src/a.c")
        files = [path for path in project.top.rglob("*") if path.suffix in (".d", ".dep")]
        assert len(files) == 1
        found.append((files[0], sorted(files[0].read_text().replace("\\\n", " ").split())))
        files[0].unlink()
    assert found[0] == found[1]


def test_dependency_file_with_odd_names(empty: Project) -> None:
    empty.write(
        {
            "my src/types.h": TYPES,
            "my src/a $b#.c": MAIN.replace('"force.h"', "<types.h>").replace("force(s)", "1.0"),
        }
    )
    found = []
    for launcher in ([], CC):
        empty.must(*launcher, "gcc", "-Imy src", "-MD", "-c", "my src/a $b#.c", "-o", "a.o")
        found.append(sorted((empty.top / "a.d").read_text().replace("\\\n", " ").split()))
    assert found[0] == found[1]


# --- how it ends ------------------------------------------------------------------------------


def test_directive_errors_stop_the_compile(project: Project) -> None:
    project.starts_anew = True
    force = (project.top / "inc/force.h").read_text()
    project.write({"inc/force.h": force.replace("s->atoms->n)", "s->atoms->none)")})
    project.write({"src/a.c": MAIN.replace("declare(s->atoms->n)", "declre(s->atoms->n)")})
    (project.top / "a.o").write_text("old")
    done = project.cc("gcc", "-Iinc", "-c", "src/a.c", "-o", "a.o")
    assert done.returncode == 1
    assert re.search(
        r"^inc/force\.h:5:\d+: error: .*\[-Wunresolved-chain\]$", done.stderr, re.M
    ) or re.search(r"^src/a\.c:8:\d+: error: .*\[-Wunknown-word\]$", done.stderr, re.M)
    assert "    8 | #pragma pointerchain region begin declre(s->atoms->n)\n" in done.stderr


def test_directive_error_in_a_header_shows_its_line(project: Project) -> None:
    force = (project.top / "inc/force.h").read_text()
    project.write({"inc/force.h": force.replace("s->atoms->n)", "s->atoms->none)")})
    done = project.cc("gcc", "-Iinc", "-c", "src/a.c", "-o", "a.o")
    assert done.returncode == 1
    assert re.match(r"inc/force\.h:5:56: error: ", done.stderr), done.stderr
    assert "    5 | #pragma pointerchain region begin declare(s->atoms->x, s->atoms->none)\n" in done.stderr
    assert not (project.top / "a.o").exists()


def test_warnings_are_shown_each_time_and_can_be_errors(project: Project) -> None:
    project.write(
        {"src/a.c": MAIN.replace("int main", "#pragma pointerchain declare(g->atoms->n)\nint main")}
    )
    project.write({"src/types.h": TYPES.replace("#endif", "extern Sim *g;\n#endif")})
    expected = (
        "src/a.c:4:30: warning: declared chain 'g->atoms->n' is not used in any region: "
        "'s->atoms->n' is the same member by another name [-Wunused-declare]\n"
    )
    for _ in range(2):
        done = project.cc("gcc", "-Iinc", "-c", "src/a.c")
        assert done.returncode == 0
        assert done.stderr.startswith(expected)
        assert done.stderr.endswith("1 warning generated.\n")
    assert project.hits_and_misses() == (1, 1)
    assert project.must_cc("-Wno-unused-declare", "gcc", "-Iinc", "-c", "src/a.c") == ""
    done = project.cc("-Werror=unused-declare", "gcc", "-Iinc", "-c", "src/a.c")
    assert done.returncode == 1
    assert "[-Werror,-Wunused-declare]" in done.stderr
    assert project.cc("gcc", "-Iinc", "-c", "src/a.c", POINTERCHAIN_FLAGS="-w").stderr == ""
    assert project.cc("-w", "gcc", "-Iinc", "-c", "src/a.c", POINTERCHAIN_FLAGS="-Werror").stderr == ""


def test_exit_codes(project: Project) -> None:
    project.starts_anew = True
    assert project.run("gcc", "-Iinc", "-c", "src/a.c", "--no-such-option").returncode == 1
    done = project.cc("gcc", "-Iinc", "-c", "src/a.c", "--no-such-option")
    assert done.returncode == 1
    assert "--no-such-option" in done.stderr
    for words in (["no-such-compiler", "--version"], ["no-such-compiler", "-c", "-Iinc", "src/a.c"]):
        done = project.cc(*words)
        assert (done.returncode, done.stderr) == (
            127,
            "pointerchain: error: there is no compiler 'no-such-compiler'\n",
        )
    for words in (["./src/a.c", "--version"], ["./src/a.c", "-c", "-Iinc", "src/a.c"]):
        done = project.cc(*words)
        assert done.returncode in (126, 127)
        assert "pointerchain: error: " in done.stderr
    done = project.cc("gcc", "-Iinc", "-c", "src/gone.c")
    assert done.returncode == 1
    assert "src/gone.c: No such file" in done.stderr
    assert project.cc().returncode == 2
    assert project.cc("-c", "gcc").returncode == 2
    assert project.cc("--help").stdout.startswith("usage: pointerchain cc")


def test_the_compilers_signal_is_the_launchers(project: Project) -> None:
    project.starts_anew = True
    project.write({"killed": '#!/bin/sh\ncase "$*" in *-dM*) exit 1;; esac\nkill -SEGV $$\n'})
    (project.top / "killed").chmod(0o755)
    for source in ("src/plain.c", "src/a.c"):
        assert project.cc("./killed", "-Iinc", "-c", source).returncode == -signal.SIGSEGV


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_reach_the_compiler(project: Project, number: int) -> None:
    script = "#!/bin/sh\ncase \"$*\" in *-dM*|*-E*) exit 1;; esac\ntrap 'echo got; exit 7' TERM INT\necho ready\nwhile :; do sleep 0.05; done\n"
    project.write({"slow": script})
    (project.top / "slow").chmod(0o755)
    process = subprocess.Popen(
        [*CC, "./slow", "-Iinc", "-c", "src/a.c"], cwd=project.top, env=project.environment,
        stdout=subprocess.PIPE, text=True,
        # in the background of a shell it is ignored
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    assert process.stdout.read() == "got\n"
    assert process.wait() == 7


def test_print_and_keep(project: Project) -> None:
    out = project.must_cc("--print", "gcc", "-Iinc", "-c", "src/a.c", "-o", "a.o")
    notes, command = out.splitlines()[:-1], out.splitlines()[-1]
    assert [note.split(" -> ")[0] for note in notes] == ["# src/a.c", "# inc/force.h"]
    assert command.startswith("gcc -D__pointerchain=1 ")
    assert command.endswith("/0/a.c -o a.o")
    assert not (project.top / "a.o").exists()
    project.must(*command.split())
    assert (project.top / "a.o").exists()
    assert project.must_cc("--print", "gcc", "-c", "src/plain.c") == "gcc -D__pointerchain=1 -c src/plain.c\n"
    project.must_cc("--keep", "kept", "gcc", "-Iinc", "-c", "src/a.c")
    project.must_cc("gcc", "-Iinc", "-c", "src/a.c", POINTERCHAIN_KEEP="kept too")
    for top in ("kept", "kept too"):
        lines = (project.top / top / "src/a.c").read_text().splitlines()
        assert len(lines) == MAIN.count("\n")
        assert lines[1] == '#include "types.h"'
        assert "pc_atoms_x[i]" in (project.top / top / "inc/force.h").read_text()


def test_help_of_the_commands(project: Project) -> None:
    assert "--stats" in project.must(*POINTERCHAIN, "cache", "--help")
    assert project.run(*POINTERCHAIN, "cache").returncode == 2
    assert "cc COMPILER" in project.must(*POINTERCHAIN, "--help")


# --- compilers and launchers ------------------------------------------------------------------


def test_openacc_makes_ptx(empty: Project) -> None:
    gcc_for_nvptx()
    body = "#pragma acc parallel loop present(s->atoms->x[0:s->atoms->n])\n  for (int i = 0; i < s->atoms->n; i++) s->atoms->x[i] *= 2;\n"
    text = '#include "types.h"\nvoid twice(Sim *s) {\n#pragma pointerchain region begin declare(s->atoms->x, s->atoms->n)\n'
    empty.write(
        {
            "types.h": TYPES,
            "a.c": text + body + "#pragma pointerchain region end\n}\nint main(void) { return 0; }\n",
        }
    )
    words = [
        "gcc",
        "-fopenacc",
        "-foffload=nvptx-none",
        "-O2",
        "-foffload-options=nvptx-none=-Wa,--no-verify",
        "-save-temps",
        "a.c",
        "-o",
        "program",
    ]
    done = empty.cc(*words)
    assert done.returncode == 0, done.stderr
    texts = [
        path.read_text(errors="replace")
        for path in empty.top.iterdir()
        if path.suffix in (".s", ".o", ".mkoffload")
    ]
    assert any(("// BEGIN PREAMBLE" in text and "mul.f64" in text) or "add.f64" in text for text in texts), (
        list(empty.top.iterdir())
    )


@needs("mpicc")
def test_a_source_that_sends_beside_one_with_the_same_headers(empty: Project) -> None:
    """The runtime's header of MPI reads headers of the system that the sources do not."""
    empty.write(
        {
            "inc/types.h": "#include <stdint.h>\nstruct cell { int n; double *u; };\n",
            "inc/shapes.h": '#include "types.h"\n#pragma pointerchain shape(struct cell: u[n])\n',
            "a.c": '#include <mpi.h>\n#include "shapes.h"\nvoid share(struct cell *head);\n'
            "void share(struct cell *head) {\n#pragma pointerchain deepcopy bcast(head) root(0)\n}\n",
            "b.c": '#include "types.h"\n',
        }
    )
    empty.must_cc("mpicc", "-Iinc", "-c", "a.c", "b.c")
    assert {"a.o", "b.o"} <= {each.name for each in empty.top.iterdir()}


@needs("mpicc")
@pytest.mark.parametrize("blank", ["", "\n"])
def test_the_runtimes_header_finds_a_line_of_its_own(empty: Project, blank: str) -> None:
    """Not that of an include line whose file's text stands in its place."""
    empty.write(
        {
            "shapes.h": "#ifndef SHAPES\n#define SHAPES\nstruct cell { int n; double *u; };\n"
            "#pragma pointerchain shape(struct cell: u[n])\n#endif\n",
            "a.c": f'#include <mpi.h>\n#include "shapes.h"\n{blank}void share(struct cell *head);\n'
            "void share(struct cell *head) {\n#pragma pointerchain deepcopy bcast(head) root(0)\n}\n",
        }
    )
    empty.must_cc("mpicc", "-Wall", "-Werror", "-c", "a.c")


@needs("mpicc")
def test_mpi_wrappers(project: Project) -> None:
    project.write(
        {
            "src/a.c": MAIN.replace("<stdio.h>", "<stdio.h>\n#include <mpi.h>").replace(
                "int main(void) {", "int main(void) {\n  MPI_Comm comm = MPI_COMM_WORLD; (void)comm;"
            )
        }
    )
    assert "pc_atoms_n" in project.must_cc("mpicc", "-Iinc", "-E", "src/a.c")
    project.must_cc("mpicc", "-Iinc", "-c", "src/a.c", "-o", "a.o")
    if "--showme" in project.run("mpicc", "--help").stdout + "--showme":
        wrapper = {"OMPI_CC": " ".join([*CC, "gcc"]), "MPICH_CC": " ".join([*CC, "gcc"])}
        assert "pc_atoms_n" in project.must("mpicc", "-Iinc", "-E", "src/a.c", **wrapper)


@needs("ccache")
def test_behind_ccache_a_second_build_hits_it(project: Project) -> None:
    words = ["ccache", "gcc", "-Iinc", "-MD", "-c", "src/a.c", "-o", "a.o"]
    project.must_cc(*words)
    first = (project.top / "a.o").read_bytes()
    project.must_cc(*words)
    assert (project.top / "a.o").read_bytes() == first
    hits = dict(line.split("\t") for line in project.must("ccache", "--print-stats").splitlines())
    assert int(hits["direct_cache_hit"]) + int(hits["preprocessed_cache_hit"]) == 1
    assert "src/types.h" in (project.top / "a.d").read_text()


@needs("ccache")
def test_before_the_launcher_ccache_passes_through(project: Project) -> None:
    for _ in range(2):
        project.must("ccache", *CC, "gcc", "-Iinc", "src/a.c", "-o", "program")
        assert project.must("./program") == "3 2 src/a.c:11\n"


@needs("ccache")
def test_as_prefix_of_ccache(project: Project) -> None:
    launcher = Path(sys.executable).with_name("pointerchain-cc")
    if not launcher.exists():
        pytest.skip("needs pointerchain to be installed")
    environment = {"CCACHE_PREFIX": str(launcher)}
    for _ in range(2):
        project.must("ccache", "gcc", "-Iinc", "-c", "src/a.c", "-o", "a.o", **environment)
        assert "force" in project.must("nm", "a.o")
    assert "pc_atoms_n" in project.must_cc("gcc", "-Iinc", "-E", "src/a.c")


@needs("distcc")
def test_before_distcc(project: Project) -> None:
    (project.top / "d").mkdir()
    project.must_cc(
        "distcc",
        "gcc",
        "-Iinc",
        "-c",
        "src/a.c",
        "-o",
        "a.o",
        DISTCC_HOSTS="localhost",
        DISTCC_DIR=str(project.top / "d"),
    )
    project.must("gcc", "a.o", "-o", "program")
    assert project.must("./program") == "3 2 src/a.c:11\n"


def test_compile_database_of_a_directory_is_not_needed(project: Project) -> None:
    (project.top / "compile_commands.json").write_text("broken")
    project.must_cc("gcc", "-Iinc", "-c", "src/a.c", "-o", "a.o")


def test_a_path_relative_to_elsewhere(project: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    found = []
    for launcher in ([], CC):
        subprocess.run(
            [*launcher, "gcc", "-I../project/inc", "-MD", "../project/src/a.c", "-o", "program", "-MF", "a.d"],
            cwd=elsewhere, env=project.environment, check=True,
        )  # fmt: skip
        found.append(sorted((elsewhere / "a.d").read_text().replace("\\\n", " ").split()))
        assert project.must(elsewhere / "program") == "3 2 ../project/src/a.c:11\n"
    assert found[0] == found[1]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_quotes_in_paths(empty: Project, compiler: str) -> None:
    top = 'a "quoted" place'
    source = MAIN.replace('#include "types.h"', '#if __has_include("types.h")\n#include "types.h"\n#endif')
    empty.write({f"{top}/types.h": TYPES, f"{top}/force.h": FORCE, f'{top}/"a".c': source})
    words = [compiler, "-Wall", "-Werror", "-MMD", "-MF", "x.d", f'{top}/"a".c', "-o"]
    found = []
    for launcher in ([], [*CC]):
        options = ["-Wno-unknown-pragmas"] if not launcher else []
        empty.must(*launcher, *words, "x", *options, POINTERCHAIN_CACHE_DIR=str(empty.top / 'the "cache"'))
        found.append(
            (empty.must("./x"), sorted((empty.top / "x.d").read_text().replace("\\\n", " ").split()))
        )
    assert found[0][0] == found[1][0]
    assert [name for name in found[0][1] if "quoted" in name] == [n for n in found[1][1] if "quoted" in n]


@pytest.mark.skipif(shutil.which("clang-19") is None, reason="needs clang-19")
def test_what_crashes_clang_is_not_asked_of_it(project: Project) -> None:
    """Its SARIF of a source with '#line' ends so."""
    project.write({"src/a.c": MAIN.replace("int main(void) {", "int main(void) {\n  int unused;")})
    for form in ("sarif", "SARIF"):
        done = project.cc("clang-19", "-Wall", "-Iinc", f"-fdiagnostics-format={form}", "-c", "src/a.c")
        assert done.returncode == 0, done.stderr
        assert "src/a.c:5:7: warning: unused variable 'unused'" in done.stderr
        assert done.stderr.count("its SARIF cannot name translated sources") == 1
