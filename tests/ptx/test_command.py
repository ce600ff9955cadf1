# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain ptx`` on the command line: what is printed where, exit codes, bad input."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest
from compilers import need
from samples import HEAD, TRAPS, TRAPS_INSTRUCTIONS, kernel

from pointerchain import cli
from pointerchain.extras import install_line
from pointerchain.ptx.opcodes import CLASSES

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}
COMMAND = [sys.executable, "-m", "pointerchain", "ptx"]

LOOP = kernel("L: ld.global.u64 %rd2, [%rd1]; ld.f64 %f1, [%rd2]; @%p bra L; ret;")


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class Terminal:
    def __init__(self, directory: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.directory, self._capture = directory, capture

    def write(self, name: str, data: bytes) -> Path:
        path = self.directory / name
        path.write_bytes(data)
        return path

    def run(self, *words: str) -> Outcome:
        self._capture.readouterr()
        code = cli.main(["ptx", *words])
        out, err = self._capture.readouterr()
        return Outcome(code, out.decode(), err.decode())


@pytest.fixture
def terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Terminal:
    monkeypatch.chdir(tmp_path)
    return Terminal(tmp_path, capfdbinary)


# --- count ----------------------------------------------------------------------------------------


def test_count_as_text(terminal: Terminal) -> None:
    terminal.write("loop.ptx", LOOP)
    assert terminal.run("count", "loop.ptx") == (
        0,
        "loop.ptx: PTX 8.5 for sm_80, 7 lines, 4 instructions in 1 kernel\n"
        "\n"
        "kernel k (line 4)\n"
        "                              all  in loops\n"
        "  instructions                  4         3\n"
        "  global load                   1         1\n"
        "  generic load                  1         1\n"
        "  control                       2         1\n"
        "  pointer loads                 1         1\n",
        "",
    )


def test_count_as_json(terminal: Terminal) -> None:
    terminal.write("traps.ptx", TRAPS)
    terminal.write("loop.ptx", LOOP)
    outcome = terminal.run("count", "traps.ptx", "loop.ptx", "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    traps, loop = json.loads(outcome.out)["files"]
    assert (traps["path"], traps["lines"], traps["instructions"]) == (
        "traps.ptx",
        TRAPS.count(b"\n"),
        TRAPS_INSTRUCTIONS,
    )
    assert [kernel["name"] for kernel in traps["kernels"]] == ["forward"]
    assert [function["name"] for function in traps["functions"]] == ["helper2", "unified_one"]
    (found,) = loop["kernels"]
    assert (found["name"], found["instructions"], found["in_loops"], found["by_depth"]) == ("k", 4, 3, [1, 3])
    assert list(found["classes"]) == list(CLASSES)
    assert {name: number for name, number in found["classes"].items() if number} == {
        "global_load": 1,
        "generic_load": 1,
        "control": 2,
    }
    assert (found["pointer_loads"], found["pointer_loads_in_loops"]) == (1, 1)


def test_count_as_csv(terminal: Terminal) -> None:
    terminal.write("a,b.ptx", LOOP)
    (row,) = csv.DictReader(io.StringIO(terminal.run("count", "a,b.ptx", "--format=csv").out))
    assert (row["path"], row["name"], row["instructions"], row["max_depth"]) == ("a,b.ptx", "k", "4", "1")
    assert sum(int(row[name]) for name in CLASSES) == 4


def test_count_as_markdown(terminal: Terminal) -> None:
    terminal.write("loop.ptx", LOOP)
    lines = terminal.run("count", "--format", "markdown", "loop.ptx").out.splitlines()
    assert len(lines) == 3
    assert lines[2].startswith("| `loop.ptx` | 7 | `k` | 4 | 3 | 1 | 1 | 1 |")
    assert len({line.count("|") for line in lines}) == 1


def test_output_file_and_standard_input(terminal: Terminal) -> None:
    path = terminal.write("loop.ptx", LOOP)
    with path.open("rb") as file:
        done = subprocess.run(
            [*COMMAND, "count", "-", "-o", "report.txt"], stdin=file, capture_output=True, env=ENVIRONMENT
        )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert Path("report.txt").read_text().startswith("<stdin>: PTX 8.5")


def test_new_opcodes_are_told(terminal: Terminal) -> None:
    terminal.write("new.ptx", kernel("frobnicate.new %q1; ret;"))
    outcome = terminal.run("count", "new.ptx")
    assert outcome.code == 0
    assert outcome.err == "new.ptx: note: counted as 'other', because they are not known: frobnicate.new\n"


def test_a_bad_file_does_not_hide_the_others(terminal: Terminal) -> None:
    terminal.write("good.ptx", LOOP)
    terminal.write("bad.ptx", b".version 8.5\n.target sm_80\n\n.entry k() {\n\tret\n\texit;\n}\n")
    outcome = terminal.run("count", "bad.ptx", "good.ptx", "absent.ptx")
    assert outcome.code == 1
    assert outcome.err == (
        "bad.ptx:5:2: error: expected ';' after 'ret'\n"
        "    5 |         ret\n"
        "      |         ^\n"
        "absent.ptx: error: cannot read: no such file or directory\n"
    )
    assert outcome.out.startswith("good.ptx: ")


BAD = {
    "empty": (b"", "bad: error: the file is empty\n"),
    "cubin": (b"\x7fELF\x02\x01", "bad: error: not PTX but an ELF file"),
    "SASS": (b"\tcode for sm_80\n", "bad:1:1: error: not PTX but SASS"),
    "LLVM IR": (b"; ModuleID = 'a'\n", "bad:1:1: error: not PTX but LLVM IR"),
    "truncated": (LOOP[:-8], "bad:6:62: error: the file ends inside kernel 'k'\n"),
    "no body": (
        b".version 8.5\n.entry k();\n",
        "bad:2:1: error: kernel 'k' is declared here and has no body",
    ),
    "twice": (
        kernel("ret;") + b".func k() { ret; }\n",
        "bad:8:1: error: 'k' has a body here a second time\n",
    ),
    "xz": (b"\xfd7zXZ\0\0\4", "bad: error: not PTX but compressed with xz; decompress it first\n"),
    "zstd": (b"\x28\xb5\x2f\xfd\4\0", "bad: error: not PTX but compressed with zstd; decompress it first\n"),
    "bzip2": (b"BZh91AY", "bad: error: not PTX but compressed with bzip2; decompress it first\n"),
    "zip": (b"PK\3\4\x14\0", "bad: error: not PTX but a zip archive; unpack it first\n"),
    "no label": (kernel("bra L;"), "bad:6:1: error: a branch to 'L', which is no label of 'k'\n"),
    "directory": (None, "bad: error: cannot read: is a directory\n"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("style", ["text", "json", "csv", "markdown"])
def test_bad_input(terminal: Terminal, name: str, style: str) -> None:
    data, message = BAD[name]
    if data is None:
        Path("bad").mkdir()
    else:
        terminal.write("bad", data)
    outcome = terminal.run("count", "bad", "--format", style)
    assert outcome.code == 1
    assert outcome.err.startswith(message)
    if style == "json":
        assert json.loads(outcome.out) == {"files": []}
    else:
        assert outcome.out == ""
    terminal.write("good", LOOP)
    assert terminal.run("diff", "bad", "good").code == 1
    assert terminal.run("diff", "good", "bad").out == ""


def test_crlf(terminal: Terminal) -> None:
    terminal.write("unix.ptx", TRAPS)
    terminal.write("dos.ptx", TRAPS.replace(b"\n", b"\r\n"))
    unix, dos = (terminal.run("count", name, "--format", "csv").out for name in ("unix.ptx", "dos.ptx"))
    assert dos.replace("dos", "unix") == unix


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cuont"], "unknown command 'ptx cuont'; did you mean 'count'?"),
        (["xyz"], "unknown command 'ptx xyz'; it is count or diff"),
        (["count"], "no input; give PTX files"),
        (["count", "--bogus"], "unknown option '--bogus'"),
        (
            ["count", "a", "--format", "xml"],
            "'--format' takes 'text', 'markdown', 'json' or 'csv', not 'xml'",
        ),
        (["count", "a", "--frmat=json"], "unknown option '--frmat=json'; did you mean '--format'?"),
        (["count", "a", "-o"], "'-o' needs a value"),
        (["count", "a", "--sass="], "'--sass' needs a value"),
        (["count", "a", "--sass", "80"], "'80' is no architecture"),
        (["count", "a", "--frobnicate"], "unknown option '--frobnicate'; 'pointerchain ptx count --help'"),
        (["diff", "a", "b", "--fail-if-more=1"], "'--fail-if-more' takes no value"),
        (["diff", "--source", "a.c", "-O2"], "'-O2' is a compiler option: give those after '--'"),
        (["diff", "a"], "'ptx diff' compares two files"),
        (["diff", "a", "b", "c"], "'ptx diff' compares two files"),
        (["diff", "-", "-"], "only one of two files can be standard input"),
        (["diff", "a", "b", "--", "gcc"], "'--' is for '--source'"),
        (["diff", "a", "b", "--keep", "d"], "'--keep' is for '--source'"),
        (["diff", "--source", "a.c"], "'--source' needs a compiler"),
        (["diff", "--source", "a.c", "b.ptx", "--", "gcc"], "'b.ptx' is one too many"),
    ],
)
def test_wrong_usage(terminal: Terminal, words: list[str], message: str) -> None:
    outcome = terminal.run(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("pointerchain: error: ")
    assert message in outcome.err


def test_no_action_shows_them(terminal: Terminal) -> None:
    outcome = terminal.run()
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("usage: pointerchain ptx count")


@pytest.mark.parametrize("words", [["--help"], ["count", "--help"], ["diff", "-h"]])
def test_help(terminal: Terminal, words: list[str]) -> None:
    outcome = terminal.run(*words)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("usage: pointerchain ptx ")
    assert max(map(len, outcome.out.splitlines())) <= 95


def test_an_output_that_cannot_be_written(terminal: Terminal) -> None:
    terminal.write("loop.ptx", LOOP)
    outcome = terminal.run("count", "loop.ptx", "-o", "absent/report")
    assert (outcome.code, outcome.err) == (
        1,
        "pointerchain: error: cannot write 'absent/report': there is no directory 'absent'\n",
    )
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "count", "loop.ptx"], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
    assert (done.returncode, done.stderr) == (
        1,
        b"pointerchain: error: cannot write to standard output: no space left on device\n",
    )


def test_an_interruption_ends_quietly(terminal: Terminal) -> None:
    terminal.write("big.ptx", kernel("add.s32 %r1, %r1, 1;\n" * 2_000_000))
    running = subprocess.Popen(
        [*COMMAND, "count", "big.ptx"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")


# --- diff -----------------------------------------------------------------------------------------

LESS = LOOP.replace(b"ld.global.u64 %rd2, [%rd1]; ", b"")


def test_diff(terminal: Terminal) -> None:
    terminal.write("a.ptx", LOOP)
    terminal.write("b.ptx", LESS)
    outcome = terminal.run("diff", "a.ptx", "b.ptx")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("A: a.ptx\nB: b.ptx\n\nkernel k\n")
    assert "  instructions                  4        3       -1   -25.0 %\n" in outcome.out
    assert "  left: 1 ld.global.u64\n" in outcome.out


@pytest.mark.parametrize("style", ["text", "json", "csv", "markdown"])
def test_fail_if_more(terminal: Terminal, style: str) -> None:
    terminal.write("a.ptx", LOOP)
    terminal.write("b.ptx", LESS)
    words = ("--fail-if-more", "--format", style)
    assert terminal.run("diff", "a.ptx", "b.ptx", *words).code == 0
    assert terminal.run("diff", "a.ptx", "a.ptx", *words).code == 0
    outcome = terminal.run("diff", "b.ptx", "a.ptx", *words)
    assert (outcome.code, outcome.err) == (
        1,
        "pointerchain: error: 'k' has 1 instruction more [--fail-if-more]\n"
        "pointerchain: error: 'a.ptx' has 1 instruction more in all [--fail-if-more]\n",
    )
    assert outcome.out
    assert terminal.run("diff", "b.ptx", "a.ptx", "--format", style).code == 0


def test_fail_if_more_where_a_kernel_is_lost(terminal: Terminal) -> None:
    terminal.write(
        "a.ptx", LOOP + b".visible .entry other() { add.s32 %r1, 1, 2; ret; }\n.func f() { ret; }\n"
    )
    terminal.write("b.ptx", LOOP)
    outcome = terminal.run("diff", "a.ptx", "b.ptx", "--fail-if-more")
    assert (outcome.code, outcome.err) == (
        1,
        "pointerchain: error: kernel 'other' is not in 'b.ptx' [--fail-if-more]\n",
    )
    assert terminal.run("diff", "a.ptx", "b.ptx").code == 0


SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "ptx.schema.json").read_text())


def check_json(form: str, text: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(json.loads(text), {**SCHEMA, "$ref": f"#/$defs/{form}", "oneOf": [{}]})


def test_json_has_its_schema(terminal: Terminal) -> None:
    terminal.write("a.ptx", LOOP + b".visible .entry other() { add.s32 %r1, 1, 2; ret; }\n")
    terminal.write("b.ptx", TRAPS)
    check_json("counts", terminal.run("count", "a.ptx", "b.ptx", "--format=json").out)
    check_json("comparison", terminal.run("diff", "a.ptx", "b.ptx", "--format=json").out)


def test_json_with_machine_code_has_its_schema(terminal: Terminal) -> None:
    need("ptxas")
    terminal.write("c.ptx", calling("k"))
    check_json("counts", terminal.run("count", "c.ptx", "--sass", "sm_80", "--format=json").out)
    check_json("comparison", terminal.run("diff", "c.ptx", "c.ptx", "--sass", "sm_80", "--format=json").out)
    with pytest.raises(jsonschema.ValidationError):
        check_json("comparison", terminal.run("count", "c.ptx", "--format=json").out)


# --- machine code ---------------------------------------------------------------------------------


def test_sass(terminal: Terminal) -> None:
    need("ptxas")
    body = ".reg .b64 %rd<3>; .reg .f64 %f<3>; ld.param.u64 %rd1, [p]; {} st.f64 [%rd1], %f1; ret;"
    terminal.write("a.ptx", kernel(body.replace("{}", "ld.u64 %rd2, [%rd1]; ld.f64 %f1, [%rd2];")))
    terminal.write("b.ptx", kernel(body.replace("{}", "ld.f64 %f1, [%rd1];")))
    outcome = terminal.run("count", "a.ptx", "--sass", "sm_80,sm_90")
    assert (outcome.code, outcome.err) == (0, "")
    assert "  sm_80 (whole program): " in outcome.out
    assert "  sm_90 (whole program): " in outcome.out
    assert " registers, no spills, " in outcome.out
    data = json.loads(terminal.run("count", "a.ptx", "--sass=sm_80", "--format=json").out)
    (sass,) = data["files"][0]["sass"]
    assert (sass["kernel"], sass["function"], sass["arch"]) == ("k", None, "sm_80")
    assert (sass["mode"], sass["spill_stores"]) == ("whole program", 0)
    assert sass["instructions"] > 4
    more = json.loads(terminal.run("diff", "a.ptx", "b.ptx", "--sass=sm_80", "--format=json").out)
    ((before, after),) = more["functions"][0]["sass"]
    assert after["instructions"] < before["instructions"]
    assert "machine instructions " in terminal.run("diff", "a.ptx", "b.ptx", "--sass", "sm_80").out


# 'helper' has a loop that ptxas keeps, and registers and a stack that its callers alone do not need.
CALLING = (
    HEAD
    + """.extern .func absent(.param .b64 a);
.func (.param .f64 r) helper(.param .b64 a)
{
    .local .align 8 .b8 depot[640];
    .reg .b64 %rd<5>; .reg .f64 %f<5>; .reg .b32 %r<3>; .reg .pred %p;
    ld.param.u64 %rd1, [a];
    mov.u64 %rd3, depot;
    mov.u32 %r1, 0;
L:  ld.global.u64 %rd2, [%rd1];
    and.b64 %rd2, %rd2, 79;
    mad.lo.s64 %rd4, %rd2, 8, %rd3;
    ld.local.f64 %f1, [%rd4];
    st.local.u64 [%rd4], %rd1;
    add.f64 %f2, %f2, %f1;
    add.s32 %r1, %r1, 1;
    setp.ne.s32 %p, %r1, 100;
    @%p bra L;
    st.param.f64 [r], %f2;
    ret;
}
"""
)
KERNEL = """.visible .entry {name}(.param .u64 p)
{
    .reg .b64 %rd<3>; .reg .f64 %f<3>; .reg .b32 %r<3>;
    ld.param.u64 %rd1, [p];
    { .param .b64 a; .param .f64 r; st.param.b64 [a], %rd1;
    call.uni (r), helper, (a); ld.param.f64 %f1, [r]; }
    {more}
    st.global.f64 [%rd1], %f1;
    ret;
}
"""
ABSENT = "{ .param .b64 a; st.param.b64 [a], %rd1; call.uni absent, (a); }"


def calling(*kernels: str, more: str = "") -> bytes:
    return (
        CALLING + "".join(KERNEL.replace("{name}", name).replace("{more}", more) for name in kernels)
    ).encode()


def test_sass_of_device_functions_and_both_modes(terminal: Terminal, tmp_path: Path) -> None:
    ptxas = need("ptxas")
    terminal.write("whole.ptx", calling("one", "two"))
    terminal.write("linked.ptx", calling("one", "two", more=ABSENT))
    report = {}
    for name in ("whole", "linked"):
        data = json.loads(terminal.run("count", f"{name}.ptx", "--sass=sm_80", "--format=json").out)
        sass = report[name] = {(each["kernel"], each["function"]): each for each in data["files"][0]["sass"]}
        mode = "whole program" if name == "whole" else "relocatable"
        assert {each["mode"] for each in sass.values()} == {mode}
        assert (sass["one", None]["registers"] is None, sass["one", None]["instructions"] > 0) == (
            False,
            True,
        )
    whole, linked = report["whole"], report["linked"]
    assert set(whole) == {(kernel, function) for kernel in ("one", "two") for function in (None, "helper")}
    assert set(linked) == {("one", None), ("two", None), (None, "helper")}
    # The registers that ptxas itself tells without '-c'.
    told = subprocess.run(
        [ptxas, "-v", "-arch=sm_80", "-o", str(tmp_path / "cubin"), "whole.ptx"],
        capture_output=True,
        text=True,
    ).stderr
    assert f"Used {whole['one', None]['registers']} registers" in told
    copy = whole["one", "helper"]
    assert 0 < copy["instructions"] < whole["one", None]["instructions"]
    assert sum(copy["opcodes"].values()) == copy["instructions"]
    assert copy["registers"] is None
    assert linked[None, "helper"]["stack"] >= 640
    text = terminal.run("count", "whole.ptx", "--sass=sm_80").out
    assert (
        f"  sm_80, in one (whole program): no spills, {copy['instructions']} machine instructions\n" in text
    )
    assert (
        "\n  sm_80 (relocatable): 640 bytes of stack"
        in terminal.run("count", "linked.ptx", "--sass=sm_80").out
    )


def test_a_diff_assembles_both_files_alike(terminal: Terminal) -> None:
    need("ptxas")
    terminal.write("whole.ptx", calling("one"))
    terminal.write("linked.ptx", calling("one", more=ABSENT))
    for words, mode in (
        (("whole.ptx", "linked.ptx"), "relocatable"),
        (("whole.ptx", "whole.ptx"), "whole program"),
    ):
        data = json.loads(terminal.run("diff", *words, "--sass=sm_80", "--format=json").out)
        pairs = [pair for function in data["functions"] for pair in function["sass"]]
        assert len(pairs) == 2
        assert {each["mode"] for pair in pairs for each in pair} == {mode}


def test_what_ptxas_refuses(terminal: Terminal) -> None:
    need("ptxas")
    terminal.write("a.ptx", kernel("add.s32 %undeclared, 1, 2; ret;"))
    outcome = terminal.run("count", "a.ptx", "--sass", "sm_80")
    assert outcome.code == 1
    assert "Unknown symbol '%undeclared'" in outcome.err
    assert "2 instructions in 1 kernel" in outcome.out
    assert "no ptxas here knows sm_11" in terminal.run("count", "a.ptx", "--sass", "sm_11").err
    absent = terminal.run("count", "a.ptx", "--sass", "sm_80", "--ptxas", "/absent/ptxas")
    assert (absent.code, absent.err) == (1, "a.ptx: error: cannot run '/absent/ptxas'\n")


def test_without_ptxas(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pointerchain.ptx.sass.candidates", lambda _: iter(()))
    terminal.write("a.ptx", LOOP)
    outcome = terminal.run("count", "a.ptx", "--sass", "sm_80")
    assert outcome.code == 1
    assert f"; {install_line('ptx')} brings one" in outcome.err
