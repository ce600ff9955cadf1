# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Settings of a project: which file counts, what wins, and what is said of a wrong one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal import Terminal as FakeTerminal

from pointerchain import cli
from pointerchain.cli import settings

OWN, SHARED = ".pointerchain.toml", "pyproject.toml"
UNUSED = """\
struct A { double *x; int n; };
struct S { struct A *a; };
double f(struct S *s) {
  double t = 0;
#pragma pointerchain declare(s->a->x, s->a->n)
#pragma pointerchain region begin
  for (int i = 0; i < 4; i++) t += s->a->x[i];
#pragma pointerchain region end
  return t;
}
"""
LOOP = """\
struct A { double *x; int n; };
struct S { struct A *a; };
double f(struct S *s) {
  double t = 0;
  for (int i = 0; i < s->a->n; i++) t += s->a->x[i];
  return t;
}
"""


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> FakeTerminal:
    """The command line with its own translator, and a cache of its own."""
    monkeypatch.setenv("POINTERCHAIN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("POINTERCHAIN_FLAGS", raising=False)
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    return FakeTerminal(project, capfdbinary)


def severity(terminal: FakeTerminal, *words: str) -> str:
    """How an unused declare in 'src/deep/a.c' is told: as an error, a warning, or not at all."""
    terminal.write("src/deep/a.c", UNUSED.encode())
    outcome = terminal.translate("src/deep/a.c", "--check", *words)
    found = re.search(r"(error|warning): declared chain", outcome.err)
    assert outcome.code == int("error" in outcome.err), outcome.err
    return found.group(1) if found else ""


# --- which file counts --------------------------------------------------------------------------


def test_a_file_upwards_of_the_source(terminal: FakeTerminal) -> None:
    assert severity(terminal) == "warning"
    terminal.write(OWN, b'warnings = ["error"]\n')
    assert severity(terminal) == "error"
    terminal.write(f"src/{OWN}", b'warnings = ["no-unused-declare"]\n')
    assert severity(terminal) == ""
    terminal.write(f"src/deep/{OWN}", b"")  # the nearest one, whole
    assert severity(terminal) == "warning"


def test_a_table_of_pyproject(terminal: FakeTerminal) -> None:
    terminal.write(SHARED, b'[project]\nname = "x"\n\n[tool.pointerchain]\nwarnings = ["error"]\n')
    assert severity(terminal) == "error"
    terminal.write(f"src/{SHARED}", b'[project]\nname = "pointerchain"\n')  # has no table, and is passed over
    assert severity(terminal) == "error"
    terminal.write(
        f"src/{SHARED}", b'tool = { "pointer\\u0063hain" = { warnings = ["no-unused-declare"] } }\n'
    )
    assert severity(terminal) == ""
    terminal.write(f"src/{OWN}", b"")
    assert severity(terminal) == "warning"


def test_the_working_directory_where_the_source_has_none(terminal: FakeTerminal, tmp_path: Path) -> None:
    elsewhere = tmp_path / "generated"
    elsewhere.mkdir()
    (elsewhere / "a.c").write_text(UNUSED)
    terminal.write(OWN, b'warnings = ["error"]\n')
    assert terminal.translate(str(elsewhere / "a.c"), "--check").code == 1
    (elsewhere / OWN).write_text("")
    assert terminal.translate(str(elsewhere / "a.c"), "--check").code == 0


def test_links_are_resolved(terminal: FakeTerminal, tmp_path: Path) -> None:
    terminal.write(f"src/{OWN}", b'warnings = ["error"]\n')
    terminal.write("src/deep/a.c", UNUSED.encode())
    (tmp_path / "link").symlink_to(terminal.directory / "src/deep")
    assert terminal.translate(str(tmp_path / "link/a.c"), "--check").code == 1


def test_inputs_of_two_projects_are_refused(terminal: FakeTerminal) -> None:
    for name in ("one", "two"):
        terminal.write(f"{name}/a.c", UNUSED.encode())
        terminal.write(f"{name}/{OWN}", b"")
    outcome = terminal.translate("one/a.c", "two/a.c", "--check")
    assert outcome.code == 2
    assert f"those of 'one/{OWN}' and those of 'two/{OWN}'" in outcome.err
    assert terminal.translate("one/a.c", "two/a.c", "--check", "--settings", "none").code == 0
    (terminal.directory / f"two/{OWN}").unlink()
    outcome = terminal.translate("one/a.c", "two/a.c", "--check")
    assert (outcome.code, "and none: give" in outcome.err) == (2, True)


def test_a_file_that_the_command_line_names(terminal: FakeTerminal) -> None:
    terminal.write(OWN, b'warnings = ["error"]\n')
    terminal.write("strict.toml", b'warnings = ["no-unused-declare"]\n')
    assert severity(terminal, "--settings", "strict.toml") == ""
    assert severity(terminal, "--settings=none") == "warning"
    outcome = terminal.translate("src/deep/a.c", "--settings", "missing.toml")
    assert (outcome.code, "cannot read the settings in 'missing.toml'" in outcome.err) == (1, True)
    terminal.write(SHARED, b"[project]\n")
    outcome = terminal.translate("src/deep/a.c", "--settings", SHARED)
    assert (outcome.code, "has no '[tool.pointerchain]'" in outcome.err) == (2, True)


# --- what wins -----------------------------------------------------------------------------------


def test_the_command_line_wins(terminal: FakeTerminal) -> None:
    terminal.write(OWN, b'warnings = ["error=unused-declare"]\n')
    assert severity(terminal, "-Wno-error=unused-declare") == "warning"
    terminal.write(OWN, b'warnings = ["no-unused-declare"]\n')
    assert severity(terminal, "-Wunused-declare") == "warning"


def test_chains_without_directives(terminal: FakeTerminal) -> None:
    terminal.write(OWN, b"auto = true\n")
    terminal.write("a.c", LOOP.encode())
    assert b"pc_a_x[i]" in terminal.translate("a.c").out
    for words in (["--no-auto"], ["--auto", "--no-auto"], ["--check-promises"], ["--no-verify"]):
        assert terminal.translate("a.c", *words).out == LOOP.encode(), words
    assert terminal.translate("a.c", "--auto", "--no-verify").code == 2
    assert terminal.translate("a.c", "-Rpointerchain").code == 0
    terminal.write(OWN, b"auto = false\n")
    assert b"pc_a_x[i]" in terminal.translate("a.c", "--auto").out
    assert terminal.translate("a.c", "-Rpointerchain").code == 2


def test_promises(terminal: FakeTerminal) -> None:
    body = LOOP.replace("t += s", "{ note(); t += s").replace("x[i];", "x[i]; }")
    terminal.write("a.c", f"void note(void);\n{body}".encode())
    terminal.write(OWN, b"auto = true\n")
    assert b"pc_a_x" not in terminal.translate("a.c").out
    terminal.write(OWN, b'auto = true\npromises = ["reads(note)"]\n')
    assert b"pc_a_x" in terminal.translate("a.c").out
    assert b"can be hoisted" in terminal.run("suggest", "a.c").out
    for auto in ("true", "false"):
        terminal.write(OWN, f'auto = {auto}\n\npromises = ["reads("]\n'.encode())
        for words in (["translate", "a.c"], ["suggest", "a.c"]):
            outcome = terminal.run(*words)
            assert (outcome.code, outcome.err.startswith(f"{OWN}:3:1: error: '--promise': ")) == (2, True)


def test_a_link_to_nothing_is_an_error(terminal: FakeTerminal) -> None:
    terminal.write("a.c", UNUSED.encode())
    (terminal.directory / OWN).symlink_to("gone.toml")
    outcome = terminal.translate("a.c")
    assert (outcome.code, "cannot read the settings in" in outcome.err) == (1, True)


def test_flags_for_clang(terminal: FakeTerminal) -> None:
    terminal.write("lib/include/types.h", UNUSED[: UNUSED.index("double f")].encode())
    source = '#include "types.h"\n' + UNUSED[UNUSED.index("double f") :].replace("4", "N")
    terminal.write("lib/a.c", source.encode())
    terminal.write(f"lib/{OWN}", b'clang-args = ["-I", "include", "-DN=4"]\n')
    assert terminal.translate("lib/a.c", "--check").code == 0
    assert b"struct A" in terminal.run("types", "lib/a.c", "--type", "A").out
    assert terminal.run("suggest", "lib/a.c").code == 0
    # what the command line says there stands for all of it
    assert terminal.translate("lib/a.c", "--check", "--", "-DN=4").code == 1
    assert terminal.run("types", "lib/a.c", "--type", "A", "--", "-DN=4").code == 1


def test_the_compile_database(terminal: FakeTerminal) -> None:
    terminal.write("a.c", UNUSED.replace("4", "N").encode())
    terminal.write(OWN, b'build-dir = "out/debug"\n')
    for command in (["translate", "a.c", "--check"], ["suggest", "a.c"], ["types", "a.c"]):
        outcome = terminal.run(*command)
        assert outcome.code == 2, command
        assert outcome.err == f"{OWN}:1:1: error: there is no 'compile_commands.json' in 'out/debug'\n"
    row = f'[{{"directory": "{terminal.directory}", "file": "a.c", "command": "cc -DN=4 -c a.c"}}]'
    terminal.write("out/debug/compile_commands.json", row.encode())
    assert terminal.translate("a.c", "--check").code == 0
    assert terminal.translate("a.c", "--check", "--").code == 1


# --- what is said of a wrong one -----------------------------------------------------------------

WRONG = (
    ('warning = ["error"]', "1:1", "unknown key 'warning'; did you mean 'warnings'?"),
    ("build_dir = 'b'", "1:1", "unknown key 'build_dir'; did you mean 'build-dir'?"),
    ("auto = true\n  x = 1", "2:3", "unknown key 'x'; the keys are 'warnings', 'auto', 'deep', "),
    ("# auto\nauto = 'yes'", "2:1", "'auto' takes true or false, not a string"),
    ('warnings = "error"', "1:1", "'warnings' takes a list of strings, not a string"),
    (
        'keep = "k"\nwarnings = [\n  "error",\n  1\n]',
        "2:1",
        "'warnings' takes a list of strings, not one with a number",
    ),
    ("warnings = [[]]", "1:1", "'warnings' takes a list of strings, not one with a list"),
    ("keep = 1979-05-27", "1:1", "'keep' takes a string, not a date or time"),
    ("keep = { auto = 1 }", "1:1", "'keep' takes a string, not a table"),
    ("auto.x = true", "1:1", "'auto' takes true or false, not a table"),
    ('keep = ""', "1:1", "'keep' has an empty string"),
    ('warnings = ["-Werror"]', "1:1", "'warnings' names what stands behind '-W': write 'error'"),
    ('auto = true\nwarnings = ["eror"]', "2:1", "unknown warning in '-Weror'"),
    ('warnings = ["no-call-in-chain"]', "1:1", "'-Wno-call-in-chain': 'call-in-chain' is an error"),
    ("auto = true\nauto = false", r"2:\d+", "not TOML: cannot overwrite a value"),
    ("auto true", r"1:\d+", "not TOML: expected '=' after a key"),
    ('\n\nkeep = "', r"3:\d+", "not TOML: "),
    ('keep = "\udcff"', "1:1", "settings are UTF-8"),
    ("[tool.pointerchain]\nauto = true", "1:1", "unknown key 'tool'; in this file keys stand at the top"),
)


@pytest.mark.parametrize(("text", "place", "message"), WRONG)
def test_a_wrong_file_is_told_with_its_place(
    terminal: FakeTerminal, text: str, place: str, message: str
) -> None:
    terminal.write("a.c", UNUSED.encode())
    terminal.write(OWN, text.encode("utf-8", "surrogateescape"))
    commands = [["translate", "a.c"], ["cc", "gcc", "-c", "a.c"]]
    for words in (*commands, *commands):  # the second time the file is known already
        outcome = terminal.run(*words)
        assert re.match(f"{re.escape(OWN)}:{place}: error: {re.escape(message)}", outcome.err), outcome.err
        assert (outcome.code, outcome.out) == (2, b"")
    assert not (terminal.directory / "a.o").exists()


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("[project]\n[tool.pointerchain]\nauto = 1", "3:1", "'auto' takes"),
        ("[tool]\npointerchain.kep = 1", "2:1", "unknown key 'kep'"),
        ("tool.pointerchain = 3", "1:1", "'[tool.pointerchain]' is a table, not a number"),
        ("[[tool.pointerchain]]\nauto = true", "1:1", "'[tool.pointerchain]' is a table, not a list"),
    ],
)
def test_a_wrong_table_is_told_with_its_place(
    terminal: FakeTerminal, text: str, place: str, message: str
) -> None:
    terminal.write("a.c", UNUSED.encode())
    terminal.write(SHARED, text.encode())
    outcome = terminal.translate("a.c")
    assert outcome.code == 2
    assert outcome.err.startswith(f"{SHARED}:{place}: error: {message}")


def test_what_is_kept_of_a_file_is_not_believed_when_damaged(terminal: FakeTerminal, tmp_path: Path) -> None:
    terminal.write(OWN, b'warnings = ["error"]\n')
    assert severity(terminal) == "error"
    kept = list((tmp_path / "cache/settings").iterdir())
    assert len(kept) == 1
    for data in (b"", b"x" * 40, kept[0].read_bytes()[:-1]):
        kept[0].write_bytes(data)
        assert severity(terminal) == "error"


def test_a_known_file_needs_no_library(terminal: FakeTerminal, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal.write(OWN, b'warnings = ["error"]\n')
    assert severity(terminal) == "error"

    def parse(text: str, is_own: bool) -> object:
        raise AssertionError(text)

    monkeypatch.setattr(settings, "_table_of", parse)
    assert severity(terminal) == "error"


def test_a_working_directory_that_is_gone(terminal: FakeTerminal, tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text("int x;\n")
    terminal.write(OWN, b"kep = 1\n")
    (terminal.directory / OWN).unlink()
    terminal.directory.rmdir()
    assert terminal.translate(str(source), "--check").code == 0


def test_the_page_shows_settings(terminal: FakeTerminal) -> None:
    page = (Path(cli.__file__).parents[2] / "docs/settings.md").read_text()
    shown = re.findall(r"(?m)^```toml\n(.*?)^```", page, re.S)
    assert shown
    for text in shown:
        terminal.write(OWN, text.replace('"build"', '"."').encode())
        terminal.write("compile_commands.json", b"[]")
        assert severity(terminal, "--") == ""


def test_every_key_is_documented() -> None:
    page = (Path(cli.__file__).parents[2] / "docs/settings.md").read_text()
    assert re.findall(r"^\| `([a-z-]+)` \|", page, re.M) == list(settings._KEYS)
