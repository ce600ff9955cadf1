# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain map`` as a user calls it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from pointerchain.cli import main

HEAT = """\
typedef struct { int n; double *t, *tn; } Field;
void step(Field *f, double dt)
{
  #pragma omp target teams distribute parallel for  // the stencil
  for (int i = 1; i < f->n; i++)
    f->tn[i] = f->t[i - 1] + dt;
}
"""
KNOWN = HEAT.replace("for  //", "for pointerchain(f->tn{:restrict})  //")
MAPPED = """\
typedef struct { int n; double *t, *tn; } Field;
void step(Field *f, double dt)
{
  #pragma omp target teams distribute parallel for pointerchain(f->tn{:restrict}, f->n, f->t) \\
      map(to: f->t[0:(f->n > 1 ? f->n - 1 : 0)]) \\
      map(from: f->tn[1:(f->n > 1 ? f->n - 1 : 0)])  // the stencil
  for (int i = 1; i < f->n; i++)
    f->tn[i] = f->t[i - 1] + dt;
}
"""
QUESTION = (
    "heat.c:6:5: question: do 'f->t' and 'f->tn' lead to different memory? "
    "'pointerchain(f->tn{:restrict})' on the construct would say\n"
)
OTHER = "void other(double *a) {\n#pragma omp target\n  a[3] = 1;\n}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["map", *words])
    return (code, *capfd.readouterr())


def test_the_report_says_what_each_construct_needs_and_why(capfd: pytest.CaptureFixture[str]) -> None:
    Path("heat.c").write_text(KNOWN)
    assert run(capfd, "heat.c") == (
        0,
        "heat.c:4:3: omp target teams distribute parallel for\n"
        "  to        f->t[0:(f->n > 1 ? f->n - 1 : 0)]   the kernel reads it in line 6\n"
        "  from      f->tn[1:(f->n > 1 ? f->n - 1 : 0)]  the kernel writes each of these elements in line 6\n"
        "  by value  f->n\n"
        "  by value  dt\n"
        "1 of 1 constructs mapped\n",
        "",
    )
    code, out, _ = run(capfd, "heat.c", "--format", "json")
    [row] = json.loads(out)["constructs"]
    assert (code, row["line"], row["objects"][0]["direction"]) == (0, 4, "to")


def test_what_is_not_known_is_asked_and_nothing_is_written(capfd: pytest.CaptureFixture[str]) -> None:
    Path("heat.c").write_text(HEAT + OTHER)
    code, out, _ = run(capfd, "heat.c")
    assert code == 1 and QUESTION in out and out.endswith("1 of 2 constructs mapped, 1 left, 1 question\n")
    assert run(capfd, "heat.c", "--diff") == (1, "", QUESTION)
    assert run(capfd, "heat.c", "--apply") == (1, "0 of 1 files changed\n", QUESTION)
    assert Path("heat.c").read_text() == HEAT + OTHER
    assert run(capfd, "heat.c", "--apply", "--partial") == (1, "1 of 1 files changed\n", QUESTION)
    assert Path("heat.c").read_text() == HEAT + OTHER.replace(
        "target\n", "target \\\n    map(from: a[3:1])\n"
    )


def test_what_is_written_is_whole_and_stays(capfd: pytest.CaptureFixture[str]) -> None:
    Path("heat.c").write_text(KNOWN)
    code, _, err = run(capfd, "heat.c", "--check")
    assert (code, "'heat.c' lacks clauses" in err) == (1, True)
    code, patch, _ = run(capfd, "heat.c", "--diff")
    assert code == 0 and run(capfd, "heat.c", "--out-dir", "out")[:2] == (0, "1 of 1 files changed\n")
    assert Path("out/heat.c").read_text() == MAPPED
    assert run(capfd, "heat.c", "--apply") == (0, "1 of 1 files changed\n", "")
    assert Path("heat.c").read_text() == MAPPED
    assert run(capfd, ".", "--check") == (0, "", "")
    assert run(capfd, "heat.c", "--apply") == (0, "0 of 1 files changed\n", "")
    _, out, _ = run(capfd, "heat.c")
    listed = "f->t   a clause of the construct lists it already; the kernel needs 'to: f->t[0:(f->n > 1 ? f->n - 1 : 0)]'"
    assert f"  as listed {listed}\n" in out
    Path("heat.c").write_text(KNOWN)
    subprocess.run(["patch", "-p1", "-s"], input=patch, text=True, check=True)
    assert Path("heat.c").read_text() == MAPPED


def test_lines_of_windows_and_long_lists(capfd: pytest.CaptureFixture[str]) -> None:
    names = [f"a_rather_long_name_{number}" for number in range(6)]
    head = ", ".join(f"double *restrict {name}" for name in names)
    body = " ".join(f"{name}[i] = 1;" for name in names)
    text = f"void f({head}, int n) {{\r\n#pragma omp target\r\nfor (int i = 0; i < n; i++) {{ {body} }}\r\n}}\r\n"
    Path("long.c").write_bytes(text.encode())
    assert run(capfd, "long.c", "--apply")[0] == 0
    lines = Path("long.c").read_bytes().split(b"\n")
    assert all(line.endswith(b"\r") for line in lines[:-1]) and max(map(len, lines[1:4])) < 110
    assert lines[1:4] == [
        b"#pragma omp target \\\r",
        b"    map(from: a_rather_long_name_0[0:n], a_rather_long_name_1[0:n], a_rather_long_name_2[0:n], \\\r",
        b"    "
        + b" " * 10
        + b"a_rather_long_name_3[0:n], a_rather_long_name_4[0:n], a_rather_long_name_5[0:n])\r",
    ]


def test_wrong_usage_and_inputs(capfd: pytest.CaptureFixture[str]) -> None:
    Path("bad.c").write_text("void f(\n")
    Path("heat.c").write_text(KNOWN)
    code, _, err = run(capfd, "bad.c", "heat.c", "--check")
    assert code == 1 and "error: 'bad.c': Clang cannot read it: " in err
    for words, said in (
        ((), "no input"),
        (("-",), "standard input"),
        (("heat.c", "--diff", "--apply"), "'--diff' and '--apply' exclude each other"),
        (("heat.c", "--format", "json", "--check"), "'--check' and '--format' exclude each other"),
        (("heat.c", "--out-dir", "."), "would overwrite 'heat.c'"),
    ):
        code, _, err = run(capfd, *words)
        assert (code, said in err) == (2, True), err


def test_flags_say_which_code_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    Path("cond.c").write_text(f"#ifdef _OPENMP\n{OTHER}#endif\n")
    assert run(capfd, "cond.c")[1] == "0 of 0 constructs mapped\n"
    assert run(capfd, "cond.c", "--", "-fopenmp")[1].endswith("1 of 1 constructs mapped\n")


JUMPING = """\
#include <stdlib.h>
int main(void) {
  double *a = calloc(9, sizeof *a);
  int k = 0;
again:
#pragma omp target
  a[3] = 1;
  if (k++ < 2) goto again;
  return a[3] > 2;
}
"""


def test_what_could_not_be_checked_may_be_an_error(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "jump.c").write_text(JUMPING)
    assert run(capfd, "jump.c", "--check")[0] == 1  # its clause is missing
    code, out, _ = run(capfd, "jump.c")
    assert code == 0
    assert "not proved: jump.c:5: a label is not in the model" in out
    assert run(capfd, "jump.c", "--proved")[0] == 1
    code, out, err = run(capfd, "jump.c", "--proved", "--apply")
    assert (code, out) == (1, "0 of 1 files changed\n")
    assert "not proved: jump.c:5" in err
    assert (folder / "jump.c").read_text() == JUMPING
    assert run(capfd, "jump.c", "--apply")[:2] == (0, "1 of 1 files changed\n")
