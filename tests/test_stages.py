# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What each stage makes of a source: ``stages/<name>/source.c|.cpp`` -> ``<stage>.txt`` beside it.

``pytest --update`` writes what a stage makes now into the files; read the difference before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pointerchain.cli import main
from pointerchain.cli.help_texts import TRANSLATE
from pointerchain.cli.translate_options import STAGES

HERE = Path(__file__).parent / "stages"
SOURCES = sorted(HERE.glob("*/source.*"))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.parent.name)
def test_stage(
    source: Path,
    stage: str,
    update: bool,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(source.parent)
    code = main(["translate", source.name, "--dump", stage, "--no-verify"])
    made = capfdbinary.readouterr()
    assert code == (1 if b"error:" in made.err else 0), made.err.decode()
    assert b"fault" not in made.err, made.err.decode()
    golden = source.parent / f"{stage}.txt"
    if update:
        golden.write_bytes(made.out)
    assert made.out == golden.read_bytes()


def test_every_stage_shows_something() -> None:
    for stage in STAGES:
        assert any(path.stat().st_size for path in HERE.glob(f"*/{stage}.txt")), stage


def test_every_golden_file_is_of_a_stage() -> None:
    assert {path.stem for path in HERE.glob("*/*.txt")} == set(STAGES)


def test_the_help_names_every_stage() -> None:
    option = TRANSLATE[TRANSLATE.index("--dump STAGE") : TRANSLATE.index("how the sources")]
    for stage in STAGES:
        assert stage in option


def test_a_tree_shows_whole_functions_only(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    source = tmp_path / "s.c"
    source.write_text("struct s { int n; };\nint f(void) { return 1; }\n" + REGION)
    assert main(["translate", str(source), "--dump", "tree", "--no-verify"]) == 0
    rows = capfdbinary.readouterr().out.decode().splitlines()
    assert [row for row in rows if not row.startswith(" ")] == ["FUNCTION 3:1-8:2 g"]


def test_a_source_without_directives_has_nothing_to_show(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    source = tmp_path / "s.c"
    source.write_text("int f(void) { return 1; }\n")
    assert main(["translate", str(source), "--dump", "edits"]) == 0
    assert capfdbinary.readouterr() == (b"", b"")


def test_an_unknown_stage_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["translate", "s.c", "--dump", "magic"]) == 2
    assert "'--dump' takes 'lowered', 'directives'," in capfd.readouterr().err


REGION = """int g(struct s *s) {
#pragma pointerchain region begin declare(s->n)
  s->n++;
#pragma pointerchain region end
  return 0;
}
"""
