# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Constructs in headers: what a source alone includes is changed as if it stood in the source."""

from __future__ import annotations

from pathlib import Path

import pytest
from progen.choices import Recorded
from progen.kernels.resident import generate
from testlib import table

from pointerchain.cli import main
from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.report import remarks_of, rows_of, text_of
from pointerchain.map.spliced import Spliced

PROGRAMS = [
    each
    for each in sorted(Path(__file__).with_name("programs").glob("*.c"))
    if "#pragma omp target" in each.read_text().partition("int main(")[0]
]
KERNELS = """\
#include "sizes.h"
static void scale(double *x, int n) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++) x[i] *= FACTOR;
}
"""
MAIN = """\
#include <stdio.h>
#include <stdlib.h>
#include "inc/kernels.h"
int main(void) {
  int n = 100;
  double *x = calloc(n, sizeof *x);
  for (int k = 0; k < 5; k++) scale(x, n);
  printf("%g\\n", x[3]);
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("inc").mkdir()
    Path("inc/kernels.h").write_text(KERNELS)
    Path("inc/sizes.h").write_text("#define FACTOR 2\n")
    return tmp_path


def result_of(text: str, **others: str) -> Result:
    """What becomes of ``main.c``, beside other sources of the program."""
    rows = [("main.c", text), *((f"{name}.c", other) for name, other in others.items())]
    return map_sources([Input(name, each.encode()) for name, each in rows])[0]


def split(text: str, header: str, ending: str = "\n") -> Result:
    """What becomes of a program whose functions stand in a header."""
    begin = text.index("int main(")
    Path(header).write_bytes(text[:begin].replace("\n", ending).encode())
    result = result_of(f'#include "{header}"\n{text[begin:]}')
    assert result.spliced is not None and set(result.texts) == {"main.c", header}
    return result


def joined(result: Result, header: str) -> str:
    line = f'#include "{header}"\n'
    return result.texts["main.c"][1].decode().replace(line, result.texts[header][1].decode())


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_header_gets_what_the_source_would(program: Path) -> None:
    text = program.read_text()
    whole = result_of(text)
    made = split(text, "parts.h")
    assert joined(made, "parts.h") == whole.text.decode()
    places = text_of([made])
    inside = text.partition("int main(")[0].count("#pragma omp target")
    assert (
        places.count("parts.h:") >= inside and f"{len(whole.decisions)} of {len(whole.decisions)}" in places
    )


@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 40), marks=pytest.mark.long)], ids=["few", "many"]
)
def test_so_it_is_in_random_programs(seeds: range) -> None:
    for seed in seeds:
        text = generate(Recorded(seed=seed))
        assert joined(split(text, "inc/parts.h"), "inc/parts.h") == result_of(text).text.decode()


@table(
    "header, text",
    [
        ("", MAIN),
        ("#pragma once\n", MAIN),
        ("#ifndef K\n#define K\n", MAIN),
        ("", MAIN.replace('"inc/kernels.h"', '"inc/kernels.h"  // mine')),
    ],
)
def test_headers_that_are_changed(header: str, text: str) -> None:
    last = "#endif" if "#ifndef" in header else ""
    Path("inc/kernels.h").write_text(header + KERNELS + last)
    result = result_of(text)
    assert result.is_whole and len(result.regions) == 1
    before, after = result.texts["inc/kernels.h"]
    assert before.decode() == header + KERNELS + last
    assert after.decode() == before.decode().replace("for\n", "for \\\n    map(tofrom: x[0:n])\n", 1)
    assert result.texts["main.c"][1].startswith(text.encode()[: text.index("  for")])
    assert rows_of(result)[0]["file"] == "inc/kernels.h"


@table(
    "header, text, other",
    [
        # another source includes it, too; the program is not whole; it is included twice, or by a macro
        ("", MAIN, '#include "inc/kernels.h"\nvoid more(double *x) { scale(x, 3); }\n'),
        ("", MAIN.replace("main(", "run("), ""),
        ("", MAIN.replace("  double", "  more();\n  double"), ""),
        (
            "#undef scale\n#define scale scale2\n",
            MAIN.replace("int main", '#include "inc/kernels.h"\nint main'),
            "",
        ),
        (
            "",
            MAIN.replace('#include "inc', '#define WHICH "inc').replace(
                "int main", "#include WHICH\nint main"
            ),
            "",
        ),
        ("\ufeff", MAIN, ""),
    ],
)
def test_headers_that_are_not(header: str, text: str, other: str) -> None:
    Path("inc/kernels.h").write_text(header + KERNELS)
    if header.startswith("#undef"):
        Path("inc/kernels.h").write_text(
            "#ifdef AGAIN\n#define scale scale2\n#endif\n#define AGAIN\n" + KERNELS
        )
        Path("inc/sizes.h").write_text("#ifndef FACTOR\n#define FACTOR 2\n#endif\n")
    result = result_of(text, **({"other": other} if other else {}))
    assert result.text == text.encode() and not result.is_whole
    assert any("'inc/kernels.h' has a compute construct" in each for each in remarks_of(result))


def test_places_of_a_text_are_places_of_files() -> None:
    """Each byte but that of a path that became absolute, and of ``#pragma once``, is one of its file's."""
    Path("inc/kernels.h").write_text(
        KERNELS.replace('#include "sizes.h"', '#include "sizes.h"\n#pragma once')
    )
    result = result_of(MAIN)
    source = result.source
    assert isinstance(source, Spliced)
    other = [at for at in range(len(source.data)) if not _is_its_files(source, at)]
    strange = bytes(source.data[at] for at in other)
    assert 0 < len(other) < 200 and not {b"omp", b"main", b"calloc"} & {strange[:3], strange[:4], strange[:6]}
    assert source.place(source.data.index(b"int main")) == ("main.c", 4, 1)
    assert source.place(source.data.index(b"x[i] *=")) == ("inc/kernels.h", 5, 31)


def _is_its_files(source: Spliced, at: int) -> bool:
    path, place = source.in_file(at)
    return source.texts[path][place : place + 1] == source.data[at : at + 1]


def test_files_are_written(capfd: pytest.CaptureFixture[str]) -> None:
    Path("main.c").write_text(MAIN)
    assert main(["map", "main.c", "--out-dir", "out"]) == 0
    assert {str(each.relative_to("out")) for each in Path("out").rglob("*.*")} == {"main.c", "inc/kernels.h"}
    assert main(["map", "main.c", "--diff"]) == 0
    out = capfd.readouterr().out
    assert "2 of 2 files changed" in out and "--- a/inc/kernels.h" in out and "--- a/main.c" in out
    assert main(["map", "main.c", "--check"]) == 1
    assert "'inc/kernels.h' lacks clauses" in capfd.readouterr().err
    assert main(["map", "main.c", "--apply"]) == 0
    for name in ("main.c", "inc/kernels.h"):
        assert Path(name).read_text() == Path("out", name).read_text()
    assert main(["map", "main.c", "--check"]) == 0
