# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The command line: where output goes, what is printed, exit codes. The translator is a fake."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import BAD, HOISTED, MARKED, PLAIN, WARN, Terminal

from pointerchain import cli

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}


# --- where output goes ------------------------------------------------------------------


def test_one_input_goes_to_standard_output(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    assert terminal.translate("a.c") == (0, HOISTED, "")
    assert terminal.translate("a.c", "-o", "-") == (0, HOISTED, "")
    assert terminal.translate("-o-", "a.c") == (0, HOISTED, "")


def test_standard_output_gets_the_exact_bytes(terminal: Terminal) -> None:
    data = b"\xef\xbb\xbf// pointerchain \xff\xfe\r\n\x00HOIST\r"
    terminal.write("a.c", data)
    assert terminal.translate("a.c").out == data.replace(b"HOIST", b"hoisted")
    plain = b"\xff\r\n\x00 no newline"
    terminal.write("b.c", plain)
    assert terminal.translate("b.c").out == plain


@pytest.mark.parametrize("words", [("-o", "out.c"), ("-oout.c",), ("-o=out.c",)])
def test_output_file(terminal: Terminal, words: tuple[str, ...]) -> None:
    terminal.write("a.c", MARKED)
    assert terminal.translate("a.c", *words) == (0, b"", "")
    assert terminal.files() == {"a.c": MARKED, "out.c": HOISTED}


def test_a_file_without_directives_is_copied_to_the_output_file(terminal: Terminal) -> None:
    terminal.write("a.c", PLAIN)
    assert terminal.translate("a.c", "-o", "out.c") == (0, b"", "")
    assert terminal.files()["out.c"] == PLAIN


def test_an_error_leaves_no_output(terminal: Terminal) -> None:
    terminal.write("a.c", BAD)
    old = terminal.write("old.c", b"old")
    for words in (["-o", "new.c"], ["-o", "old.c"], [], ["--in-place"], ["--out-dir", "new"], ["--diff"]):
        outcome = terminal.translate("a.c", *words)
        assert (outcome.code, outcome.out) == (1, b""), words
        assert "a.c:2:9: error: chain 's->f()' holds a call [-Wcall-in-chain]\n" in outcome.err
    assert old.read_bytes() == b"old"
    assert set(terminal.files()) == {"a.c", "old.c"}
    assert not Path("new").exists()


def test_in_place_replaces_only_what_changes(terminal: Terminal) -> None:
    a, same = terminal.write("a.c", MARKED), terminal.write("same.c", b"// pointerchain\n")
    plain = terminal.write("plain.c", PLAIN)
    before = (same.stat(), plain.stat())
    outcome = terminal.translate("a.c", "same.c", "plain.c", "--in-place")
    assert outcome == (0, b"", "1 file translated, 2 unchanged\n")
    assert a.read_bytes() == HOISTED
    assert [stat.st_ino for stat in before] == [same.stat().st_ino, plain.stat().st_ino]


def test_in_place_writes_the_good_files_and_leaves_the_bad_one(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    terminal.write("b.c", BAD)
    terminal.write("c.c", MARKED)
    outcome = terminal.translate(".", "--in-place")
    assert outcome.code == 1
    assert outcome.err.endswith("1 error generated.\n2 files translated, 1 refused\n")
    assert terminal.files() == {"a.c": HOISTED, "b.c": BAD, "c.c": HOISTED}


def test_output_directory_keeps_the_layout_below_each_directory(terminal: Terminal) -> None:
    terminal.write("src/a.c", MARKED)
    terminal.write("src/deep/b.hpp", MARKED)
    terminal.write("src/plain.c", PLAIN)
    terminal.write("other/c.c", MARKED)
    terminal.write("other/plain.h", PLAIN)
    before = terminal.files()
    outcome = terminal.translate("src", "other/c.c", "other/plain.h", "--out-dir", "out")
    assert outcome == (0, b"", "3 files translated, 1 unchanged\n")
    made = {name: data for name, data in terminal.files().items() if name not in before}
    assert made == {
        "out/a.c": HOISTED,
        "out/deep/b.hpp": HOISTED,
        "out/c.c": HOISTED,
        "out/plain.h": PLAIN,
    }


def test_output_directory_inside_the_input_is_not_an_input(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    for _ in range(2):
        assert terminal.translate(".", "--out-dir", "out").code == 0
    assert set(terminal.files()) == {"a.c", "out/a.c"}


def test_two_inputs_for_one_output_are_refused_before_anything_is_written(terminal: Terminal) -> None:
    terminal.write("one/a.c", MARKED)
    terminal.write("two/a.c", MARKED)
    outcome = terminal.translate("one/a.c", "two/a.c", "--out-dir", "out")
    assert outcome.code == 2
    assert "'one/a.c' and 'two/a.c' would both be written to 'out/a.c'" in outcome.err
    assert not Path("out").exists()


@pytest.mark.parametrize("words", [("a.c", "-o", "a.c"), ("a.c", "-o", "link.c"), (".", "--out-dir", ".")])
def test_an_output_on_an_input_is_refused(terminal: Terminal, words: tuple[str, ...]) -> None:
    terminal.write("a.c", MARKED)
    Path("link.c").symlink_to("a.c")
    outcome = terminal.translate(*words)
    assert outcome.code == 2
    assert "use '--in-place'" in outcome.err
    assert terminal.files()["a.c"] == MARKED


def test_a_file_named_twice_is_translated_once(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    assert terminal.translate("a.c", "./a.c", ".", "--in-place").err == "1 file translated\n"


def test_diff_shows_what_would_change(terminal: Terminal) -> None:
    terminal.write("src/a.c", MARKED)
    terminal.write("src/b.c", MARKED)
    outcome = terminal.translate("src", "--diff")
    assert outcome.code == 0
    first, _, second = outcome.out.partition(b"+++ b/src/b.c\n")
    assert first.startswith(b"--- a/src/a.c\n+++ b/src/a.c\n@@ -1,2 +1,2 @@\n // pointerchain\n")
    assert b"-int x = HOIST;\n+int x = hoisted;\n" in second
    assert terminal.files() == {"src/a.c": MARKED, "src/b.c": MARKED}


def test_check_reports_and_writes_nothing(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    terminal.write("b.c", WARN)
    outcome = terminal.translate(".", "--check")
    assert (outcome.code, outcome.out) == (0, b"")
    assert outcome.err.endswith("1 warning generated.\n1 file clean, 1 with warnings\n")
    terminal.write("c.c", BAD)
    outcome = terminal.translate(".", "--check")
    assert (outcome.code, outcome.out) == (1, b"")
    end = "1 file clean, 1 with warnings, 1 refused\n"
    assert outcome.err.endswith("1 warning and 1 error generated.\n" + end)
    assert terminal.translate("c.c", "--check").code == 1


# --- inputs -----------------------------------------------------------------------------


@pytest.mark.parametrize(("data", "out"), [(MARKED, HOISTED), (PLAIN, PLAIN)])
def test_standard_input(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, data: bytes, out: bytes) -> None:
    source = terminal.write("in", data)
    old = os.dup(0)
    try:
        with source.open("rb") as file:
            os.dup2(file.fileno(), 0)
        assert terminal.translate("-", "--language", "c") == (0, out, "")
    finally:
        os.dup2(old, 0)
        os.close(old)


def test_a_pipe_is_read_once(terminal: Terminal) -> None:
    read, write = os.pipe()
    os.write(write, MARKED)
    os.close(write)
    try:
        assert terminal.translate(f"/dev/fd/{read}", "--language=c") == (0, HOISTED, "")
    finally:
        os.close(read)


def test_missing_and_unreadable_inputs_are_reported_and_the_rest_translated(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    outcome = terminal.translate("gone.c", "a.c", "a.c/b.c", "--in-place")
    assert outcome.code == 1
    assert "gone.c: error: cannot read: no such file or directory [-Wio]\n" in outcome.err
    assert "a.c/b.c: error: cannot read: not a directory [-Wio]\n" in outcome.err
    assert outcome.err.endswith("2 errors generated.\n1 file translated, 2 refused\n")
    assert terminal.files()["a.c"] == HOISTED


def test_directory_without_sources_is_wrong_usage(terminal: Terminal) -> None:
    terminal.write("docs/readme.md", b"pointerchain")
    outcome = terminal.translate("docs", "--check")
    assert (outcome.code, outcome.err) == (
        2,
        "pointerchain: error: directory 'docs' holds no C or C++ file\n",
    )


def test_directory_without_directives_is_worth_a_note(terminal: Terminal) -> None:
    terminal.write("src/a.c", PLAIN)
    outcome = terminal.translate("src", "--in-place")
    assert outcome == (0, b"", "pointerchain: note: none of 1 C and C++ file holds a directive\n")


def test_flags_reach_the_translator(terminal: Terminal) -> None:
    terminal.write("a.c", b"// pointerchain SHOW\n")
    outcome = terminal.translate(
        "a.c", "--language", "c++", "--no-verify", "--", "-DX=1", "-I", "inc", "--diff"
    )
    assert outcome.out == b"// pointerchain c++ False -DX=1 -I inc --diff\n"
    assert terminal.translate("a.c").out == b"// pointerchain none True\n"


# --- the compile database ----------------------------------------------------------------


def database(terminal: Terminal, directory: str, *files: str, flags: str = "-DFROM_DATABASE") -> None:
    entries = [
        {"directory": str(terminal.directory), "command": f"gcc {flags} -c {file} -o x.o", "file": file}
        for file in files
    ]
    terminal.write(f"{directory}/compile_commands.json", json.dumps(entries).encode())


def test_database_is_found_upwards_and_in_build(terminal: Terminal) -> None:
    terminal.write("src/deep/a.c", b"// pointerchain SHOW\n")
    database(terminal, "build", "src/deep/a.c")
    assert terminal.translate("src/deep/a.c").out == b"// pointerchain none True -DFROM_DATABASE\n"
    database(terminal, "src", "src/deep/a.c", flags="-DNEARER")
    assert terminal.translate("src/deep/a.c").out == b"// pointerchain none True -DNEARER\n"


def test_flags_on_the_command_line_replace_a_found_database_and_add_to_a_named_one(
    terminal: Terminal,
) -> None:
    terminal.write("a.c", b"// pointerchain SHOW\n")
    database(terminal, "build", "a.c")
    assert terminal.translate("a.c", "--", "-DX").out == b"// pointerchain none True -DX\n"
    assert terminal.translate("a.c", "--").out == b"// pointerchain none True\n"
    named = terminal.translate("a.c", "-p", "build", "--", "-DX")
    assert named.out == b"// pointerchain none True -DFROM_DATABASE -DX\n"


def test_header_takes_its_neighbours_flags_with_a_note(terminal: Terminal) -> None:
    terminal.write("a.h", b"// pointerchain SHOW\n")
    database(terminal, "build", "a.cpp")
    outcome = terminal.translate("a.h", "-p", "build")
    assert outcome.out == b"// pointerchain c++ True -DFROM_DATABASE\n"
    assert outcome.err == (
        "pointerchain: note: 'a.h' is not in 'build/compile_commands.json': "
        f"compiled as '{terminal.directory}/a.cpp' is\n"
    )
    assert terminal.translate("a.h") == (0, outcome.out, "")


def test_file_that_no_entry_is_near(terminal: Terminal) -> None:
    terminal.write("a.c", b"// pointerchain SHOW\n")
    database(terminal, "build", "elsewhere/b.c")
    outcome = terminal.translate("a.c", "-p", "build")
    assert outcome.code == 1
    assert "a.c: error: not in 'build/compile_commands.json', and nothing near it is" in outcome.err
    assert terminal.translate("a.c") == (0, b"// pointerchain none True\n", "")


@pytest.mark.parametrize(
    "data", [b"{", b'{"a": 1}', b"[1]", b'[{"file": "a.c"}]', b'[{"command": "cc"}]', b"\xff"]
)
def test_database_that_cannot_be_used(terminal: Terminal, data: bytes) -> None:
    terminal.write("a.c", MARKED)
    terminal.write("build/compile_commands.json", data)
    for words in (["-p", "build"], []):
        outcome = terminal.translate("a.c", *words)
        assert (outcome.code, outcome.out) == (1, b"")
        assert "compile_commands.json'" in outcome.err
    assert terminal.translate("a.c", "--").code == 0


def test_build_directory_without_database(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    terminal.write("build/x", b"")
    outcome = terminal.translate("a.c", "-p", "build")
    assert (outcome.code, outcome.out) == (1, b"")
    assert outcome.err == "pointerchain: error: directory 'build' of '-p' holds no 'compile_commands.json'\n"
    assert terminal.translate("a.c", "-p", "gone").code == 1


# --- wrong usage --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("translate", "no input"),
        ("translate a.c b.c", "several inputs cannot go to standard output: give '--in-place'"),
        ("translate a.c b.c -o c.c", "several inputs cannot go to '-o c.c'"),
        ("translate .", "directory '.' cannot go to standard output"),
        ("translate . -o c.c", "directory '.' cannot go to '-o c.c'"),
        ("translate -", "add '--language c' or '--language c++'"),
        ("translate - - --language c --diff", "given twice"),
        ("translate - --language c --in-place", "'--in-place' needs files"),
        ("translate - --language c --out-dir o", "'--out-dir' needs files"),
        ("translate - --language c -p .", "no compile database lists standard input"),
        ("translate a.c -o b.c --diff", "'-o' and '--diff' exclude each other"),
        ("translate a.c --check --in-place", "'--check' and '--in-place' exclude each other"),
        ("translate a.c -o - --check", "'-o' and '--check' exclude each other"),
        ("translate a.c -o x -o y", "'-o' is given twice"),
        ("translate a.c -o", "'-o' needs a value"),
        ("translate a.c --out-dir=", "'--out-dir' needs a value"),
        ("translate a.c -j many", "'-j' needs a number of processes, not 'many'"),
        ("translate a.c -j -1", "'-j' needs a number of processes, not '-1'"),
        ("translate a.c --language fortran", "'--language' takes 'c' or 'c++', not 'fortran'"),
        ("translate a.c --diagnostics-format xml", "'--diagnostics-format' takes 'text' or 'sarif'"),
        ("translate a.c --in-plac", "unknown option '--in-plac'; did you mean '--in-place'?"),
        ("translate a.c -DX", "'-DX' is a compiler option: give those after '--', as in 'FILE -- -DX'"),
        ("translate a.c -z", "unknown option '-z'"),
        ("translate a.c -Wunused-declares", "did you mean '-Wunused-declare'?"),
        ("translate a.c -Wno-error=guarded-chian", "did you mean '-Wno-error=guarded-chain'?"),
        (
            "translate a.c -Wno-bad-chain",
            "'-Wno-bad-chain': 'bad-chain' is an error, which no option changes",
        ),
        ("translate a.c -Wxyz", "'pointerchain explain --list' shows them all"),
        ("translat a.c", "unknown command 'translat'; did you mean 'translate'?"),
        (
            "explain restrict",
            "'restrict' is a word of the directives, not a message's code: see docs/directives.md",
        ),
        ("explain shape", "see docs/deepcopy.md"),
        ("a.c", "did you mean 'pointerchain translate a.c'?"),
        ("frobnicate", "the commands are 'translate', 'suggest'"),
        ("explain", "no code"),
        ("explain --lst", "unknown option '--lst'; did you mean '--list'?"),
        ("explain --list io", "'--list' stands alone; 'io' is too much"),
        ("cache", "give '--stats' or '--clear'"),
        ("cache --stats --clear", "give '--stats' or '--clear'"),
        ("cache --stat", "unknown option '--stat'; did you mean '--stats'?"),
        ("cache --stats=1", "'--stats' takes no value"),
        ("cache --clear a.c", "'cache' takes no file; 'a.c' is too much"),
        ("explain prefix-asigned", "unknown code 'prefix-asigned'; did you mean 'prefix-assigned'?"),
        ("explain qqqq", "'pointerchain explain --list' shows them all"),
    ],
)
def test_wrong_usage(terminal: Terminal, words: str, message: str) -> None:
    terminal.write("a.c", MARKED)
    terminal.write("b.c", MARKED)
    outcome = terminal.run(*words.split())
    assert (outcome.code, outcome.out) == (2, b"")
    assert outcome.err.startswith("pointerchain: error: ")
    assert message in outcome.err
    assert set(terminal.files()) == {"a.c", "b.c"}


def test_no_command_shows_the_commands(terminal: Terminal) -> None:
    outcome = terminal.run()
    assert (outcome.code, outcome.out) == (2, b"")
    assert outcome.err.startswith("usage: pointerchain COMMAND")


@pytest.mark.parametrize("words", ["--help", "-h", "translate --help", "translate a.c -h", "explain --help"])
def test_help(terminal: Terminal, words: str) -> None:
    outcome = terminal.run(*words.split())
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(b"usage: pointerchain ")
    assert all(len(line) <= 90 for line in outcome.out.splitlines())


def test_help_after_the_dashes_is_clangs(terminal: Terminal) -> None:
    terminal.write("a.c", b"// pointerchain SHOW\n")
    assert terminal.translate("a.c", "--", "--help").out == b"// pointerchain none True --help\n"


def test_version(terminal: Terminal) -> None:
    from pointerchain import __version__

    assert terminal.run("--version") == (0, f"pointerchain {__version__}\n".encode(), "")
    for word in ("--version", "--cmake-dir", "--includes", "--libs"):
        assert terminal.run(word, "more") == (
            2,
            b"",
            f"pointerchain: error: '{word}' stands alone; 'more' is too much\n",
        )


def test_a_missing_header_shows_where_flags_go(tmp_path: Path) -> None:
    source = (
        b'#include "gone.h"\nint f(struct s *s) {\n#pragma pointerchain declare(s->a->n)\nreturn s->n; }\n'
    )
    (tmp_path / "a.c").write_bytes(source)
    command = [sys.executable, "-m", "pointerchain", "translate", "a.c"]
    hint = (
        "pointerchain: note: the compiler's flags go after '--', as in '-- -I include'; or '-p BUILD_DIR'\n"
    )
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("error:") == 1
    assert done.stderr.endswith(f"1 error generated.\n{hint}")
    command += ["--diagnostics-format", "sarif"]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
    assert json.loads(done.stderr)["runs"]


def test_a_header_that_the_command_line_includes(tmp_path: Path) -> None:
    """It holds declares like another, and need not hold anything."""
    source = "struct a { int n; }; struct s { struct a *a; };\nint f(struct s *s);\nint f(struct s *s) {\n"
    region = "#pragma pointerchain region begin\n  int t = s->a->n;\n#pragma pointerchain region end\n"
    (tmp_path / "a.c").write_text(f"{source}{region}  return 0;\n}}\n")
    (tmp_path / "declares.h").write_text("#pragma pointerchain declare(s->a->n)\n")
    (tmp_path / "empty.h").write_text("")
    for header, found in (("declares.h", "pc_a_n"), ("empty.h", "[-Wempty-region]")):
        command = [sys.executable, "-m", "pointerchain", "translate", "a.c", "--", "-include", header]
        done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
        assert done.returncode == 0
        assert found in done.stdout + done.stderr


# --- many files ---------------------------------------------------------------------------


def test_processes_give_the_same_as_one(terminal: Terminal) -> None:
    for number in range(12):
        terminal.write(f"src/{number:02}.c", (MARKED, BAD, WARN)[number % 3])
    alone = terminal.translate("src", "--diff", "-j", "1")
    for jobs in ("3", "0", "50"):
        assert terminal.translate("src", "--diff", "-j", jobs) == alone
    assert alone.err.endswith(
        "4 warnings and 4 errors generated.\n4 files translated, 4 unchanged, 4 refused\n"
    )


# --- start-up ------------------------------------------------------------------------------


def test_a_file_without_directives_loads_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_bytes(PLAIN)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "b.c").write_bytes(PLAIN)
    program = (
        "import sys; before = set(sys.modules); from pointerchain.cli import main; main(sys.argv[1:]);"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    for words in (
        ["a.c"],
        ["a.c", "-o", "b.c"],
        ["src", "--in-place"],
        ["a.c", "--diff"],
        ["a.c", "--check"],
    ):
        done = subprocess.run(
            [sys.executable, "-c", program, "translate", *words],
            cwd=tmp_path,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
        )
        loaded = set(done.stderr.splitlines()[-1].split())
        assert "pointerchain.cli" in loaded, done.stderr
        heavy = {"clang", "pycparser", "pointerchain.translator", "pointerchain.diagnostics", "argparse"}
        assert not loaded & (heavy | {"dataclasses", "pathlib", "json", "difflib", "multiprocessing"})


def test_module_and_exit_code() -> None:
    command = [sys.executable, "-m", "pointerchain"]
    assert subprocess.run([*command, "--version"], env=ENVIRONMENT, capture_output=True).returncode == 0
    assert subprocess.run([*command, "translate"], env=ENVIRONMENT, capture_output=True).returncode == 2


EXPLAINED = """\
struct a { int n, k; double *x; struct a *next; };
double f(struct a *a, int m)
{
    double t = 0;
#pragma pointerchain region begin declare(a->*)
    for (int i = 0; i < a->n; i++) t += a->x[i];
    if (a->next) t += a->next->k;
    a->n = m;
#pragma pointerchain region end
    return t;
}
"""


def test_explain_regions(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text(EXPLAINED)
    command = [sys.executable, "-m", "pointerchain", "translate", "-w", str(source)]
    shown = subprocess.run([*command, "--explain-regions"], capture_output=True, text=True)
    assert shown.returncode == 0
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert lines[0] == f"{source}:5:22: the region hoists 3 chains and leaves 1"
    assert "hoists a->n int pc_n 2 uses, written back" in lines
    assert "hoists a->x double * pc_x 1 use" in lines
    assert lines[-1].startswith("leaves a->next->k, in line 7: ") and lines[-1].endswith("[guarded-chain]")
    shown = subprocess.run([*command, "--explain-regions=json"], capture_output=True, text=True)
    found = json.loads(shown.stdout)
    assert found["file"] == str(source)
    assert [row["chain"] for row in found["regions"][0]["hoisted"]] == ["a->n", "a->x", "a->next"]
    assert found["regions"][0]["hoisted"][0]["written"] is True
    assert found["regions"][0]["skipped"][0]["line"] == 7
    assert source.read_text() == EXPLAINED


def test_explain_regions_in_another_form(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pointerchain", "translate", "a.c", "--explain-regions=xml"]
    shown = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert shown.returncode == 2
    assert "xml" in shown.stderr


@pytest.mark.parametrize("words", ["help", "help translate", "help suggest"])
def test_help_is_a_command_too(terminal: Terminal, words: str) -> None:
    outcome = terminal.run(*words.split())
    asked = terminal.run(*words.split()[1:], "--help")
    assert (outcome.code, outcome.out) == (0, asked.out)
    assert terminal.run("help", "translate", "more").code == 2


def test_a_folder_that_is_not_there_is_named(terminal: Terminal) -> None:
    terminal.write("a.c", MARKED)
    assert "cannot write: there is no directory 'no'" in terminal.run("translate", "a.c", "-o", "no/a.c").err
