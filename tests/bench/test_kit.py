# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The whole road of a kit: built here, packed, run in an empty root without Python and compilers, reported.

clang's x86_64 device stands for the GPU. What a GPU would run is built, too, and looked at with other tools.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from suites import found_or_skip, have, quick_linker
from testlib import warm

import pointerchain.cli
from pointerchain.bench.device_code import DeviceImage, device_images, runs_on
from pointerchain.bench.kit import extras
from pointerchain.bench.kit.pack import MOST_BYTES
from pointerchain.bench.kit.returned import _verdicts, difference, gpu_in_words, load_returned, read_ncu
from pointerchain.bench.machine import _RUNTIME_VARIABLES
from pointerchain.bench.results import load
from pointerchain.toolchain import Clang, Gcc, Missing
from pointerchain.toolchain.cuda import Nvcc, find_nvcc, toolkit_for_llvm

ROOT = Path(__file__).parents[2]
KIT_SOURCES = ROOT / "microbench" / "kit"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
pytestmark = pytest.mark.xdist_group("kit")


# What clang makes for a kit is as good for these tests without optimisation, and from LLVM's linker.
QUICK = "#x-O1 x-O2" + (" +-fuse-ld=lld" if quick_linker() else "")


def cli(*words: str) -> subprocess.CompletedProcess[str]:
    return warm.run(words, timeout=300)


def good(*words: str) -> subprocess.CompletedProcess[str]:
    done = cli(*words)
    assert done.returncode == 0, done.stderr + done.stdout
    return done


def small_suite(folder: Path, target: str, schemes: str = "pointerchain,handhoist") -> Path:
    """A suite of Linear with two levels, built for ``target``."""
    words = ("--scenario", "linear", "--levels", "2", "--schemes", schemes)
    good("bench", "generate", *words, "-o", str(folder))
    good("bench", "build", str(folder), "--for", target, "-j", "2")
    return folder


CASES = ("cases/daxpy.c", "cases/this_member.cpp", "controls/struct_in_kernel.c")


def a_clone(folder: Path) -> Path:
    """A clone with a few of the tests on a device with a memory of its own, and all examples."""
    tests = ROOT / "tests" / "separate_memory"
    for name in (*CASES, *(path.name for path in tests.glob("*.h*"))):
        path = folder / "tests" / "separate_memory" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(tests / name, path)
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit for clang's device on the host with a few tests, as one uncompressed archive."""
    found_or_skip("clang")
    folder = tmp_path_factory.mktemp("kit")
    archive = folder / "kit.tar"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CCC_OVERRIDE_OPTIONS", QUICK)
        small_suite(folder / "suite", "host")
        patch.setattr(extras, "_ROOT", a_clone(folder / "clone"))
        words = ("pack", str(folder / "suite"), "-o", str(archive), "--max-size", "500")
        assert pointerchain.cli.main(["bench", *words]) == 0
    return archive


@pytest.fixture(scope="module")
def root(kit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with the unpacked kit, a shell, and nothing else."""
    return unpacked(kit, tmp_path_factory.mktemp("root"))


def unpacked(kit: Path, folder: Path) -> Path:
    """Make such a root of a folder."""
    shell = shutil.which("busybox")
    if shell is None:
        pytest.skip("no busybox (Debian package busybox-static)")
    for name in ("bin", "tmp", "dev", "proc"):
        (folder / name).mkdir()
    shutil.copy(shell, folder / "bin" / "sh")
    with tarfile.open(kit) as archive:
        archive.extractall(folder)  # Debian 12 has no filter yet
    return folder


def run_in(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the kit in ``root``; others than root do so in a user namespace of their own."""
    change = ["chroot"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "chroot"]
    command = "cd /tmp && exec /pointerchain-kit/run.sh " + " ".join(words)
    environment = {"PATH": os.environ["PATH"]}
    return subprocess.run(
        [*change, str(root), "/bin/sh", "-c", command], capture_output=True, text=True, env=environment
    )


def part(root: Path, folder: str, name: str) -> dict[str, object]:
    content: dict[str, object] = json.loads((root / "tmp" / folder / f"{name}.json").read_text())
    return content


def entries(root: Path, folder: str, name: str) -> list[dict[str, object]]:
    found = part(root, folder, name)["entries"]
    assert isinstance(found, list)
    return found


def test_the_whole_road(root: Path, tmp_path: Path) -> None:
    assert not {"python3", "gcc", "tar"} & {path.name for path in root.rglob("*")}
    done = run_in(root, "--seconds", "5", "-o", "results")
    assert "the kit's own C library" in done.stdout, done.stdout + done.stderr
    assert "no GPU (no driver: " in done.stdout
    tests = run_in(root, "--only", "tests", "-o", "results")
    assert tests.returncode == 0, tests.stdout
    # Deep copies ask the system which pages are writable, and this root has no /proc: entries, no end.
    copies = run_in(root, "--only", "deepcopy", "--seconds", "3", "-o", "results")
    assert copies.returncode == 1
    failed = [line for line in copies.stdout.splitlines() if line.startswith("failed: ")]
    assert all("cannot know to be writable on this system" in line for line in failed), failed
    again = run_in(root, "--only", "tests", "-o", "results")
    assert again.returncode == 0, again.stdout  # What failed in another part is not this run's.
    assert "0 measured" in again.stdout
    suite = entries(root, "results", "suite")
    assert suite
    assert {entry["status"] for entry in suite} == {"ok"}
    for entry in suite:  # libomptarget finds the runtime that tells what is moved
        (measured,) = entry["result"]["benchmarks"]  # type: ignore[index]
        assert measured["enter_to_device_bytes"] > 0, entry["cell"]
    assert "measured" in (root / "tmp" / "results" / "log.txt").read_text()

    good("bench", "report", str(root / "tmp" / "results"), "-o", str(tmp_path / "report"))
    text = (tmp_path / "report" / "report.md").read_text()
    for title in ("The node", "Plain copies as limit", "A memory apart: tests and examples", "Data sizes"):
        assert f"## {title}" in text
    assert "Nothing here was measured on a GPU" in text
    all_did_as_they_have_to(text, tests=3, controls=1)
    # What is kept has the form of 'bench run', and says the same.
    kept, returned = load(tmp_path / "report" / "results.json"), load_returned(root / "tmp" / "results")
    assert (kept.rows, kept.run) == (returned.results.rows, returned.results.run)
    assert len(suite) == sum(row.repetitions for row in kept.rows)


def all_did_as_they_have_to(report: str, tests: int, controls: int) -> None:
    """Check what a report says of the tests on a device with a memory of its own."""
    verdicts = [line for line in report.splitlines() if line.startswith("| separate_memory/")]
    assert len(verdicts) == tests
    assert all("| yes |" in line for line in verdicts), verdicts
    assert sum("fails: a kernel follows a host pointer" in line for line in verdicts) == controls


@pytest.mark.long
def test_a_kit_with_all_tests(tmp_path: Path) -> None:
    """As a user packs one, all schemes and optimised."""
    found_or_skip("clang")
    suite = small_suite(tmp_path / "suite", "host", "marshal,pointerchain,handhoist")
    good("bench", "pack", str(suite), "-o", str(tmp_path / "kit.tar"), "--max-size", "500")
    root = unpacked(tmp_path / "kit.tar", tmp_path)
    done = run_in(root, "--seconds", "10", "-o", "results")
    assert "the kit's own C library" in done.stdout, done.stdout + done.stderr
    done = run_in(root, "--only", "tests", "-o", "results")
    assert done.returncode == 0, done.stdout
    good("bench", "report", str(tmp_path / "tmp" / "results"), "-o", str(tmp_path / "report"))
    all_did_as_they_have_to((tmp_path / "report" / "report.md").read_text(), tests=24, controls=3)


def test_the_same_command_goes_on(root: Path) -> None:
    first = run_in(root, "--only", "limit", "-o", "twice")
    assert first.returncode == 0, first.stdout + first.stderr
    journal = root / "tmp" / "twice" / "journal"
    lines = journal.read_text().splitlines()
    # As where the node lost its power: the last line is cut short.
    journal.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:40])
    second = run_in(root, "--only", "limit", "-o", "twice")
    assert f"going on: {len(lines) - 2} measurements are there" in second.stdout
    assert "done: 1 measured" in second.stdout
    assert len(entries(root, "twice", "limit")) == len(lines) - 1
    journal.write_text(lines[0].replace('"kit": "', '"kit": "0') + "\n")
    other = run_in(root, "--only", "limit", "-o", "twice")
    assert other.returncode == 2
    assert "measurements of another kit" in other.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seconds", "soon"), "'--seconds' takes seconds, 1 or more, not 'soon'"),
        (("--only", "nothing"), "the kit has no part 'nothing'"),
        (("--often",), "unknown option '--often'; 'run.sh --help' shows the options"),
        (("-o",), "'-o' needs a value"),
    ],
)
def test_wrong_words(root: Path, words: tuple[str, ...], says: str) -> None:
    done = run_in(root, *words)
    assert (done.returncode, done.stderr) == (2, f"run.sh: {says}\n")


def test_the_deep_copies_run_where_there_is_a_system(root: Path, tmp_path: Path) -> None:
    """On this machine itself: with its own C library, and interrupted in between."""
    results = tmp_path / "results"
    words = [str(root / "pointerchain-kit" / "run.sh"), "--only", "deepcopy", "-o", str(results)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (results / "journal").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 130, said
    done = subprocess.run([*words, "--seconds", "5"], capture_output=True, text=True)
    assert "programs run with the node's C library" in done.stdout
    assert done.returncode == 0, done.stdout + done.stderr
    good("bench", "report", str(results), "-o", str(tmp_path / "report"))
    text = (tmp_path / "report" / "report.md").read_text()
    assert "Automatic deep copy: share of the bandwidth" in text
    assert "the paper: POWER8, Kepler K40, PCIe" in text


def test_the_archive_is_small_enough(kit: Path) -> None:
    with kit.open("rb") as file:
        assert len(gzip.compress(file.read(), 1)) < MOST_BYTES


# --- the runner by itself --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit's own programs, without a warning."""
    folder = tmp_path_factory.mktemp("own")
    if not have("gcc"):
        pytest.skip("no gcc")
    for name, flags in (("runner", ("-static",)), ("node", ()), ("limit", ())):
        source = str(KIT_SOURCES / f"{name}.c")
        command = ["gcc", "-std=c99", *WARNINGS, *flags, source, "-o", str(folder / name), "-ldl"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    return folder


def kit_of(folder: Path, programs: Path, scripts: dict[str, str], rows: list[str]) -> Path:
    """A kit of shell scripts."""
    (folder / "bin").mkdir(parents=True)
    (folder / "lib").mkdir()
    shutil.copy(programs / "runner", folder / "bin" / "run")
    shutil.copy(programs / "node", folder / "bin" / "node")
    shutil.copy(KIT_SOURCES / "run.sh", folder)
    (folder / "manifest.json").write_text("{}")
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    lines = ["pointerchain-kit\t1\tabc\t2.0", "env\tset\tSHOWN=yes", *rows]
    (folder / "cells").write_text("".join(f"{line}\n" for line in lines))
    return folder


def row(
    part: str,
    id: str,
    program: str,
    *,
    tier: int = 1,
    repetitions: int = 1,
    timeout: int = 20,
    flags: str = "-",
) -> str:
    return "\t".join(
        (*("cell", part, id), *map(str, (tier, repetitions, timeout, 0, 0)), flags, "set", program)
    )


def run_kit(folder: Path, *words: str) -> tuple[subprocess.CompletedProcess[str], Path]:
    results = folder / "results"
    command = [str(folder / "run.sh"), *words, "-o", str(results)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120), results


def test_a_program_that_hangs_or_fails_is_an_entry(tmp_path: Path, programs: Path) -> None:
    scripts = {
        # It does not listen, and its child has to go with it.
        "hangs": f"trap '' TERM\nsleep 300 & echo $! > {tmp_path}/child\nwhile :; do sleep 1; done",
        "fails": "echo 'no device here' >&2; exit 3",
        "crashes": "kill -SEGV $$",
        "cut": "printf '{\"a\": [1, 2'",
        "good": 'printf \'{"shown": "%s",\\n "tab": "\\\\t"}\' "$SHOWN"',
    }
    rows = [row("limit", name, name, timeout=1, flags="json", repetitions=2) for name in scripts]
    rows.append(row("limit", "gone", "gone"))
    done, results = run_kit(kit_of(tmp_path / "kit", programs, scripts, rows), "--seconds", "60")
    assert done.returncode == 1, done.stderr
    found = json.loads((results / "limit.json").read_text())["entries"]
    told = {entry["cell"]: (entry["status"], entry["code"]) for entry in found}
    assert told == {
        "hangs": ("timeout", signal.SIGKILL),
        "fails": ("failed", 3),
        "crashes": ("signal", signal.SIGSEGV),
        "cut": ("failed", 0),
        "good": ("ok", 0),
        "gone": ("cannot start", 127),
    }
    # What failed once is not run again.
    assert [entry["cell"] for entry in found].count("good") == 2
    assert len(found) == 7
    assert next(entry["result"] for entry in found if entry["cell"] == "good") == {
        "shown": "yes",
        "tab": "\t",
    }
    assert "no device here" in (results / "log.txt").read_text()
    child = (tmp_path / "child").read_text().strip()
    state = Path(f"/proc/{child}/stat")
    assert not state.exists() or " Z " in state.read_text()


def test_the_most_telling_come_first_and_what_fits(tmp_path: Path, programs: Path) -> None:
    scripts = {"quick": ":", "slow": "sleep 0.6"}
    rows = [row("suite", f"last{i}", "quick", tier=9) for i in range(3)]
    rows += [row("suite", f"slow{i}", "slow", tier=5) for i in range(9)]
    rows += [row("suite", f"first{i}", "quick", repetitions=2) for i in range(8)]
    done, results = run_kit(kit_of(tmp_path / "kit", programs, scripts, rows), "--seconds", "2")
    assert done.returncode == 0, done.stderr
    content = json.loads((results / "suite.json").read_text())
    order = [entry["cell"] for entry in content["entries"]]
    assert order[:16] != sorted(order[:16])
    assert {each[:5] for each in order[:16]} == {"first"}
    assert sorted(order[:8]) == sorted(order[8:16])
    assert order[:8] != order[8:16]
    assert 1 <= sum(each.startswith("slow") for each in order) <= 4
    # On a busy machine one that began in time does not end in time.
    reasons = {re.sub(r"was ended after \d+ s", "was ended", each["why"]) for each in content["skipped"]}
    late = "it was ended without a result, when the time was up"
    assert reasons - {late} == {"no time was left"}
    again, _ = run_kit(tmp_path / "kit", "--seconds", "60")
    assert again.returncode == 0
    content = json.loads((results / "suite.json").read_text())
    assert (len(content["entries"]), content["skipped"]) == (16 + 9 + 3, [])


def test_unified_memory_only_where_it_is_asked_for(tmp_path: Path, programs: Path) -> None:
    rows = [row("suite", "uvm", "quick", flags="managed"), row("suite", "counts", "quick", flags="profiled")]
    folder = kit_of(tmp_path / "kit", programs, {"quick": ":"}, rows)
    environment = {**os.environ, "PATH": "/bin"}
    command = [str(folder / "run.sh"), "-o", str(folder / "results")]
    subprocess.run(command, capture_output=True, env=environment, check=True)
    content = json.loads((folder / "results" / "suite.json").read_text())
    assert content["entries"] == []
    assert {each["cell"]: each["why"] for each in content["skipped"]} == {
        "uvm": "unified memory was not asked for ('--allow-managed')",
        "counts": "no 'ncu' (Nsight Compute) on the node",
    }
    subprocess.run([*command, "--allow-managed"], capture_output=True, env=environment, check=True)
    content = json.loads((folder / "results" / "suite.json").read_text())
    assert [entry["cell"] for entry in content["entries"]] == ["uvm"]


def test_returned_results_that_are_damaged(root: Path, tmp_path: Path) -> None:
    """Each is said with its file; a second report in a folder leaves nothing of the first."""
    run_in(root, "--only", "suite", "--seconds", "4", "-o", "damaged")
    folder = root / "tmp" / "damaged"
    suite = folder / "suite.json"
    text = suite.read_text()
    for old, new, says in (
        ('"median_whole": ', '"median_whole": -', "is damaged: ValueError a time of"),
        ('"median_enter": ', '"median_enter": 1e999, "x": ', "is damaged: ValueError a time of"),
        ('{"cell": "', '{"cell": "x', "that 'manifest.json' does not know"),
        ('{"format"', "[" * 100_000 + '{"format"', "is cut short or is no JSON"),
    ):
        suite.write_text(text.replace(old, new))
        done = cli("bench", "report", str(folder), "-o", str(tmp_path / "report"))
        assert done.returncode == 1, done.stderr
        assert says in done.stderr
    suite.write_text(text)
    good("bench", "report", str(folder), "-o", str(tmp_path / "report"))
    before = {path.name for path in (tmp_path / "report").iterdir()}
    shutil.copy(tmp_path / "report" / "results.json", tmp_path / "kept.json")
    (tmp_path / "report" / "mine.txt").touch()
    run_in(root, "--only", "limit", "-o", "limit")
    good("bench", "report", str(root / "tmp" / "limit"), "-o", str(tmp_path / "report"))
    after = {path.name for path in (tmp_path / "report").iterdir()}
    assert "results.json" in before - after
    assert "Nothing of the suite was measured." in (tmp_path / "report" / "report.md").read_text()
    of_limit = ("bench", "report", str(root / "tmp" / "limit"))
    none = cli(*of_limit, "--compare", str(tmp_path / "kept.json"), "-o", str(tmp_path / "other"))
    assert none.returncode == 1
    assert "holds no results of the suite to compare with" in none.stderr
    assert "mine.txt" in after
    for given, says in ((folder, "make its report first"), (tmp_path, "no 'run.sh' of a kit wrote it")):
        other = cli("bench", "report", str(folder), "--compare", str(given), "-o", str(tmp_path / "other"))
        assert other.returncode == 1
        assert says in other.stderr


def test_what_failed_before_is_tried_again_where_it_is_asked_for(tmp_path: Path, programs: Path) -> None:
    scripts = {"good": ":", "later": f"test -e {tmp_path}/there"}
    folder = kit_of(tmp_path / "kit", programs, scripts, [row("suite", name, name) for name in scripts])
    done, results = run_kit(folder)
    assert (done.returncode, "1 programs failed" in done.stdout) == (1, True)
    (tmp_path / "there").touch()
    done, _ = run_kit(folder)
    assert done.returncode == 1
    assert "0 programs failed" in done.stdout
    assert "1 programs failed in an earlier run: '--again' tries them once more" in done.stdout
    done, _ = run_kit(folder, "--again")
    assert done.returncode == 0, done.stdout
    entries = json.loads((results / "suite.json").read_text())["entries"]
    assert {entry["cell"]: entry["status"] for entry in entries} == {"good": "ok", "later": "ok"}
    assert len(entries) == 2


def test_what_never_ends_comes_last_the_next_time(tmp_path: Path, programs: Path) -> None:
    scripts = {"hangs": "sleep 60", "good": ":"}
    rows = [row("suite", "hangs", "hangs", tier=1), row("suite", "good", "good", tier=2)]
    folder = kit_of(tmp_path / "kit", programs, scripts, rows)
    done, results = run_kit(folder, "--seconds", "2")
    assert "done: 0 measured" in done.stdout
    content = json.loads((results / "suite.json").read_text())
    assert content["entries"] == []
    whys = {each["cell"]: each["why"] for each in content["skipped"]}
    assert re.fullmatch(r"it was ended after \d s without a result, when the time was up", whys["hangs"])
    done, _ = run_kit(folder, "--seconds", "2")
    entries = json.loads((results / "suite.json").read_text())["entries"]
    assert [entry["cell"] for entry in entries] == ["good"]


def test_a_full_disk_is_no_fault_of_the_program(tmp_path: Path, programs: Path) -> None:
    """A result that could not be written is measured again where there is room."""
    limited = "ulimit -f 1; "  # blocks of 512 bytes: what is written beyond is refused
    folder = kit_of(
        tmp_path / "kit", programs, {"quiet": ":"}, [row("suite", "quiet", "quiet", flags="file")]
    )
    command = f"{limited} trap '' XFSZ; exec {folder}/run.sh -o {folder}/results"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2, done.stdout
    assert re.search(r"cannot write in '.*/scratch': .*; what is finished is kept", done.stderr)
    assert len((folder / "results" / "journal").read_text().splitlines()) == 1
    done, results = run_kit(folder)
    (entry,) = json.loads((results / "suite.json").read_text())["entries"]
    assert entry["stderr"].strip() == "it ended well and wrote no result"


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        ("for (;;) pause();", "this node's driver did not answer within 2 s: 'nvidia-smi' may say more"),
        ("abort();", "the GPU's driver ended the program that asked it (signal 6)"),
        ("exit(0);", "the GPU's driver ended the program that asked it (ok 0)"),
    ],
)
def test_a_driver_that_is_broken(tmp_path: Path, programs: Path, ends: str, says: str) -> None:
    source = tmp_path / "driver.c"
    source.write_text(
        "#include <unistd.h>\n"
        + FAKE_DRIVER.replace("cuInit(unsigned f) { return 0;", f"cuInit(unsigned f) {{ {ends}")
    )
    command = ["gcc", "-w", "-shared", "-fPIC", str(source), "-o", str(tmp_path / "libcuda.so.1")]
    subprocess.run(command, check=True)
    folder = kit_of(tmp_path / "kit", programs, {"quick": ":"}, [row("suite", "quick", "quick")])
    done = subprocess.run(
        [str(folder / "run.sh"), "--seconds", "2", "-o", str(folder / "results")],
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert says in done.stderr


def test_a_gpu_of_another_architecture_is_said(tmp_path: Path, programs: Path) -> None:
    source = tmp_path / "driver.c"
    source.write_text(FAKE_DRIVER)
    command = ["gcc", "-shared", "-fPIC", str(source), "-o", str(tmp_path / "libcuda.so.1")]
    subprocess.run(command, check=True)
    folder = kit_of(tmp_path / "kit", programs, {"quick": ":"}, [row("suite", "quick", "quick")])
    (folder / "manifest.json").write_text('{"target": "nvidia:sm_100"}')
    done = subprocess.run(
        [str(folder / "run.sh"), "-o", str(folder / "results")],
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert "the kit's code is for sm_100, which this GPU, an sm_90, does not run" in done.stdout


def test_both_halves_know_the_same_variables() -> None:
    """What the node tells of its environment is what 'bench run' notes of its own."""
    text = (KIT_SOURCES / "node.c").read_text()
    (listed,) = re.findall(r"prefixes\[\] = \{(.*?)\};", text, re.S)
    assert tuple(re.findall(r'"(\w+)"', listed)) == _RUNTIME_VARIABLES


def test_another_node_does_not_go_on(tmp_path: Path, programs: Path) -> None:
    """Nor does this one with other variables: the report says of all measurements where they were made."""
    folder = kit_of(tmp_path / "kit", programs, {"quick": ":"}, [row("suite", "quick", "quick")])
    command = [str(folder / "run.sh"), "-o", str(folder / "results")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OMP_")}
    first = subprocess.run(
        command, capture_output=True, text=True, env={**environment, "OMP_DYNAMIC": "true"}
    )
    assert first.returncode == 0, first.stderr
    node = (folder / "results" / "node.json").read_text()
    assert json.loads(node)["environment"]["OMP_DYNAMIC"] == "true"
    other = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert other.returncode == 2
    assert "was measured on another node, or with other variables of the environment" in other.stderr
    assert (folder / "results" / "node.json").read_text() == node
    same = subprocess.run(command, capture_output=True, text=True, env={**environment, "OMP_DYNAMIC": "true"})
    assert (same.returncode, "going on: 1 measurements are there" in same.stdout) == (0, True)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (
            lambda lines: [*lines[:2], lines[2].replace('"seconds": ', '"seconds": x'), *lines[3:]],
            "line 3 of",
        ),
        (lambda lines: [*lines[:3], "rubbish\n", *lines[3:]], "line 4 of"),
        (lambda lines: [*lines[:2], "\0" * 512 + "\n", *lines[3:]], "there are zeros in it"),
        (lambda lines: [lines[0].replace('"kit": "a', '"kit": "b'), *lines[1:]], "of another kit"),
        (lambda lines: ["rubbish"], "of another kit"),
        (lambda lines: [*lines[:-1], lines[-1][:30]], ""),
        (lambda lines: [*lines[:-1], lines[-1][:30], "\0" * 4096], ""),
        (lambda lines: [lines[0][:9]], ""),
        (lambda lines: [], ""),
    ],
)
def test_a_journal_is_cut_at_its_end_only(
    tmp_path: Path, programs: Path, damage: Callable[[list[str]], list[str]], says: str
) -> None:
    """What else is wrong with it is refused, and nothing is lost."""
    rows = [row("suite", f"cell{number}", "quick") for number in range(4)]
    folder = kit_of(tmp_path / "kit", programs, {"quick": ":"}, rows)
    done, results = run_kit(folder)
    journal = results / "journal"
    lines = journal.read_text().splitlines(keepends=True)
    assert (done.returncode, len(lines)) == (0, 5)
    text = "".join(damage(lines))
    journal.write_text(text)
    done, _ = run_kit(folder)
    if says:
        assert done.returncode == 2
        assert says in done.stderr
        assert journal.read_text() == text
    else:
        assert done.returncode == 0, done.stderr
        found = journal.read_text().splitlines(keepends=True)
        assert found[0] == lines[0]
        assert len(found) == 5


def test_a_kit_where_the_loader_would_not_find_it(tmp_path: Path, programs: Path) -> None:
    folder = kit_of(tmp_path / "a:b", programs, {"quick": ":"}, [row("suite", "quick", "quick")])
    done, _ = run_kit(folder)
    assert done.returncode == 2
    assert "':' and ';' separate folders for the loader" in done.stderr


def test_what_needs_a_gpu_is_not_started_without_one(tmp_path: Path, programs: Path) -> None:
    rows = [row("suite", "gpu", "quick", flags="gpu"), row("suite", "other", "quick")]
    done, results = run_kit(kit_of(tmp_path / "kit", programs, {"quick": ":"}, rows))
    assert done.returncode == 1
    assert "this node has none: start 'run.sh' where there is one" in done.stdout
    content = json.loads((results / "suite.json").read_text())
    assert [entry["cell"] for entry in content["entries"]] == ["other"]
    (skipped,) = content["skipped"]
    assert skipped["why"].startswith("it needs a GPU, and the node has none (no driver: ")


def test_a_failure_is_told_by_its_last_line_and_scratch_goes(tmp_path: Path, programs: Path) -> None:
    scripts = {
        "says": "printf '\\nfirst\\nlast one\\n\\n' >&2; exit 1",
        "slow": f"echo half > {tmp_path}/kit/results/scratch/out.json; sleep 60",
    }
    rows = [row("suite", "says", "says"), row("suite", "slow", "slow", tier=2)]
    done, results = run_kit(kit_of(tmp_path / "kit", programs, scripts, rows), "--seconds", "4")
    assert "failed: says: failed 1: last one\n" in done.stdout
    assert "ended: slow: the time is up" in done.stdout
    assert not (results / "scratch").exists()


FAKE_DRIVER = """\
#include <stdlib.h>
#include <string.h>
typedef unsigned long long address;
int cuInit(unsigned f) { return 0; }
int cuDriverGetVersion(int *v) { *v = 12040; return 0; }
int cuDeviceGetCount(int *n) { *n = 1; return 0; }
int cuDeviceGet(int *d, int i) { *d = i; return 0; }
int cuDeviceGetName(char *n, int l, int d) { strncpy(n, "Test \\"GPU\\"", l); return 0; }
int cuDeviceGetAttribute(int *v, int a, int d) { *v = a == 75 ? 9 : a == 76 ? 0 : a; return 0; }
int cuDeviceTotalMem_v2(size_t *b, int d) { *b = 1 << 20; return 0; }
int cuDevicePrimaryCtxRetain(void **c, int d) { *c = (void *)1; return 0; }
int cuCtxSetCurrent(void *c) { return 0; }
int cuMemGetInfo_v2(size_t *f, size_t *t) { *f = 1000; *t = 2000; return 0; }
int cuMemAlloc_v2(address *a, size_t b) { *a = (address)(size_t)malloc(b); return 0; }
int cuMemFree_v2(address a) { free((void *)(size_t)a); return 0; }
int cuMemHostAlloc(void **p, size_t b, unsigned f) { *p = malloc(b); return 0; }
int cuMemFreeHost(void *p) { free(p); return 0; }
int cuMemcpyHtoD_v2(address a, const void *p, size_t b) { memcpy((void *)(size_t)a, p, b); return 0; }
int cuMemcpyDtoH_v2(void *p, address a, size_t b) {
#ifndef WRONG
  memcpy(p, (void *)(size_t)a, b);
#endif
  return 0;
}
"""


@pytest.mark.parametrize("wrong", [False, True])
def test_the_driver_is_called_as_cuda_says(tmp_path: Path, programs: Path, wrong: bool) -> None:
    source = tmp_path / "driver.c"
    source.write_text(FAKE_DRIVER)
    flags = ["-DWRONG"] if wrong else []
    command = ["gcc", "-shared", "-fPIC", *flags, str(source), "-o", str(tmp_path / "libcuda.so.1")]
    subprocess.run(command, check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    node = json.loads(subprocess.check_output([str(programs / "node")], env=environment))
    assert gpu_in_words(node) == (
        'Test "GPU", compute capability 9.0, driver unknown (CUDA 12.4), clock up to 0 MHz, '
        "memory clock 0 MHz, 37 bits, 0.0 of 0.0 GB free"
    )
    assert (node["gpu"]["memory_free"], node["gpu"]["managed_memory"]) == (1000, 83)
    limit = subprocess.run(
        [str(programs / "limit"), "5000", "3"], env=environment, capture_output=True, text=True
    )
    if wrong:
        assert limit.returncode == 1
        assert "brought back something else" in limit.stderr
        return
    copies = json.loads(limit.stdout)
    assert (copies["device"], copies["bytes"]) == ("cuda", 5000)
    assert {name: len(copies[name]) for name in copies if "_" in name} == dict.fromkeys(
        ("pageable_to", "pageable_from", "pinned_to", "pinned_from"), 3
    )
    # A cell that needs more of the GPU's memory than is free is left out.
    large = row("suite", "large", "quick").replace("\t0\t0\t", "\t0\t1001\t")
    folder = kit_of(tmp_path / "kit", programs, {"quick": ":"}, [large, row("suite", "small", "quick")])
    done = subprocess.run(
        [str(folder / "run.sh"), "-o", str(folder / "r")], env=environment, capture_output=True, text=True
    )
    assert "GPU Test \\" in done.stdout
    assert "which this GPU" not in done.stdout
    content = json.loads((folder / "r" / "suite.json").read_text())
    assert [entry["cell"] for entry in content["entries"]] == ["small"]
    assert content["skipped"][0]["why"] == "it needs more of the GPU's memory than is free"


# --- code for a GPU that is not here ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def for_gpu(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite for an H100, with clang and gcc."""
    found_or_skip("clang")
    if isinstance(Gcc(needs_offload=True).find(), Missing):
        pytest.skip("no nvptx offload compiler (Debian package gcc-offload-nvptx)")
    if toolkit_for_llvm() is None:
        pytest.skip("no ptxas and nvlink of CUDA 12 (pip install '.[nvcc]')")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CCC_OVERRIDE_OPTIONS", QUICK)
        return small_suite(tmp_path_factory.mktemp("gpu") / "suite", "nvidia:sm_90", "pointerchain")


@pytest.mark.long
def test_every_program_has_code_for_the_gpu_by_other_tools(for_gpu: Path, tmp_path: Path) -> None:
    """clang's by readelf, of the image in its section; gcc's by ptxas, which makes code of its PTX."""
    toolkit = toolkit_for_llvm()
    assert toolkit is not None
    names = {path.stem for path in (for_gpu / "programs").iterdir()}
    built = [path for path in (for_gpu / "build").glob("*/linear_*") if not path.suffix]
    assert len(built) == len(names) + sum("openmp" in name for name in names)
    for program in built:
        data = program.read_bytes()
        assert runs_on(device_images(data), "sm_90"), program
        if program.parent.name == "clang-nvptx":
            sections = subprocess.check_output(["readelf", "-SW", str(program)], text=True)
            assert ".llvm.offloading" in sections
            image = tmp_path / "image"
            subprocess.check_call(
                ["objcopy", "-O", "binary", "--only-section=.llvm.offloading", str(program), str(image)]
            )
            image.write_bytes(image.read_bytes()[image.read_bytes().index(b"\x7fELF") :])
            header = subprocess.run(["readelf", "-h", str(image)], capture_output=True, text=True).stdout
            assert re.search(r"Machine: +NVIDIA CUDA architecture", header), header
            flags = int(re.search(r"Flags: +(0x[0-9a-f]+)", header)[1], 16)  # type: ignore[index]
            # Where the runtime of LLVM 19 looks; CUDA 13 writes it 8 bits to the left.
            assert flags & 0xFF == 90, header
    openacc = next(path for path in built if path.parent.name == "gcc" and "openacc" in path.name)
    (tmp_path / "kernel.ptx").write_bytes(ptx_with(openacc.read_bytes(), b"kernel"))
    command = [str(toolkit / "bin" / "ptxas"), "-arch=sm_90", "-c", "kernel.ptx", "-o", "kernel.o"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def ptx_with(program: bytes, word: bytes) -> bytes:
    """The PTX module in a program of gcc's in which a kernel's name has ``word``."""
    modules: list[bytes] = re.findall(rb"(?:// BEGIN[^\0]*)?\.version[^\0]*", program)
    return next(each for each in modules if re.search(rb"\.entry [\w$]*" + word, each))


def find_cuobjdump() -> str | None:
    """NVIDIA's own lister of device code: of the path, or of its package from PyPI."""
    found = importlib.util.find_spec("nvidia")
    places = list(found.submodule_search_locations or ()) if found else []
    here = [path for place in places for path in Path(place).glob("cu*/bin/cuobjdump")]
    return shutil.which("cuobjdump") or (str(here[0]) if here else None)


@pytest.mark.long
def test_the_deep_copies_have_code_for_the_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(Clang().find(), Missing) or not isinstance(find_nvcc("sm_90"), Nvcc):
        pytest.skip("no nvcc (pip install '.[nvcc]')")
    if toolkit_for_llvm() is None:
        pytest.skip("no ptxas and nvlink of CUDA 12 (pip install '.[nvcc]')")
    monkeypatch.setenv("CCC_OVERRIDE_OPTIONS", QUICK)
    made = extras.deep_copies("nvidia:sm_90", tmp_path)
    assert made.left_out == {}
    assert {path.name for path in made.programs.values()} == {
        "deepcopy-openmp",
        "openmp_maps-openmp",
        "deepcopy-cuda",
    }
    for path in made.programs.values():
        assert DeviceImage("machine code", "sm_90") in device_images(path.read_bytes()), path
        # What programs say of their sources names no folder of this machine.
        assert str(KIT_SOURCES.parent).encode() not in path.read_bytes()
    cuobjdump = find_cuobjdump()
    if cuobjdump is None:
        pytest.skip("no cuobjdump (PyPI: pip install nvidia-cuda-cuobjdump)")
    listed = subprocess.check_output(
        [cuobjdump, "-lelf", "-lptx", str(tmp_path / "deepcopy-cuda")], text=True
    )
    assert re.search(r"ELF file.*sm_90\.cubin", listed), listed
    assert re.search(r"PTX file.*sm_90\.ptx", listed), listed


def test_what_has_no_code_for_the_target_is_refused(tmp_path: Path) -> None:
    """gcc leaves the device's code out without a word where it is told to; that must not get into a kit."""
    if isinstance(Gcc(needs_offload=True).find(), Missing):
        pytest.skip("no nvptx offload compiler (Debian package gcc-offload-nvptx)")
    folder = tmp_path / "suite"
    words = ("--scenario", "linear", "--levels", "2", "--schemes", "handhoist", "--dialect", "openmp")
    good("bench", "generate", *words, "-o", str(folder))
    for name in ("gcc", "g++"):
        script = tmp_path / name
        script.write_text(
            "#!/bin/sh\nfor w; do shift; case $w in -foffload=*) w=-foffload=disable ;; "
            f'-foffload-*) continue ;; esac; set -- "$@" "$w"; done; exec {shutil.which(name)} "$@"\n'
        )
        script.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "pointerchain", "bench", "build", str(folder), "--for", "nvidia:sm_90"]
    done = subprocess.run([*command, "--toolchain", "gcc"], capture_output=True, text=True, env=environment)
    assert done.returncode == 1
    assert "gcc cannot make code for 'nvidia:sm_90' of it" in done.stdout
    assert not [path for path in (folder / "build" / "gcc").glob("linear_*") if not path.suffix]
    nothing = cli("bench", "pack", str(folder), "-o", str(tmp_path / "kit.tar"))
    assert nothing.returncode == 1
    assert "has no program for nvidia:sm_90" in nothing.stderr


def test_what_is_no_target_or_archive(tmp_path: Path) -> None:
    for target in ("nvidia:volta", "amd:gfx90a", ""):
        done = cli("bench", "build", str(tmp_path), f"--for={target or 'x'}")
        assert done.returncode == 2
        assert "is neither 'host' nor a GPU such as 'nvidia:sm_90'" in done.stderr
    done = cli("bench", "build", str(tmp_path), "--for", "host", "--arch", "sm_90")
    assert (done.returncode, "leave '--arch' out" in done.stderr) == (2, True)
    words = ("--scenario", "linear", "--levels", "2", "--schemes", "handhoist")
    good("bench", "generate", *words, "-o", str(tmp_path / "suite"))
    for name, says in (("kit.zip", "names no archive"), ("kit.tar", "is built for a device")):
        done = cli("bench", "pack", str(tmp_path / "suite"), "-o", str(tmp_path / name))
        assert (done.returncode, says in done.stderr) == (1, True), done.stderr
        assert not (tmp_path / name).exists()


# --- reading ---------------------------------------------------------------------------------------------


def test_outputs_are_compared_by_their_numbers() -> None:
    assert difference("a 1.5\n", "a 1.5") == 0
    assert difference("a 1.5", "b 1.5") is None
    assert difference("a 1.5", "a 1.5 2") is None
    assert difference("x 2.0", "x 2.5") == pytest.approx(0.2)


def test_a_control_says_nothing_where_no_test_runs() -> None:
    """No device fails as a kernel that follows a host pointer does."""

    def entry(cell: str, status: str) -> dict[str, object]:
        return {
            "cell": cell,
            "part": "tests",
            "status": status,
            "code": 1,
            "stdout": "1",
            "stderr": "no device",
        }

    control = (entry("control", "failed"), {"fails": True})
    good = {"fails": False, "stdout": "1"}
    assert [each.good for each in _verdicts([control, (entry("case", "ok"), good)])] == [True, True]
    alone = _verdicts([control, (entry("case", "failed"), good)])
    assert [each.good for each in alone] == [False, False]
    assert alone[0].found.endswith("no other test ran on this device")


def test_counters_are_read() -> None:
    text = (
        "==PROF== Connected to process 1\n"
        '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n'
        '"9","__omp_offloading_1_pc_bench_start_device_l132","smsp__inst_executed.sum","inst","7"\n'
        '"9","__omp_offloading_1_pc_bench_start_device_l132","launch__registers_per_thread","","n/a"\n'
        '"0","kernel","launch__registers_per_thread","register/thread","32"\n'
        '"0","kernel","smsp__inst_executed.sum","inst","1,234,567"\n'
        '"1","kernel","smsp__inst_executed.sum","inst","9"\n'
    )
    assert read_ncu(text) == {"launch__registers_per_thread": 32, "smsp__inst_executed.sum": 1234567}
    assert read_ncu("==ERROR== no permission") == {}
