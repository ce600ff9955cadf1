# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The sources of a suite: how many, what is in them, and that compilers have nothing to say about them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from suites import have

import pointerchain
from pointerchain import cli
from pointerchain.bench import generate, model
from pointerchain.bench.model import DIALECTS, SCHEMES, Variant
from pointerchain.map.mapping import Input, map_sources

PAPER = ("uvm", "marshal", "pointerchain")


def run_cli(*words: str) -> int:
    return cli.main(["bench", *words])


def test_the_paper_s_81_programs(tmp_path: Path) -> None:
    words = ("--scenario", "linear", "--levels", "10", "--dialect", "openacc", "--schemes", ",".join(PAPER))
    assert run_cli("generate", *words, "-o", str(tmp_path)) == 0
    sources = sorted((tmp_path / "programs").iterdir())
    assert len(sources) == 81
    assert {path.suffix for path in sources} == {".c"}
    outside = [path for path in tmp_path.rglob("*.c") if path.parent.name not in ("programs", "support")]
    assert outside == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_mapped_has_compute_directives_alone(dialect: str) -> None:
    """What says that its arrays lie apart is what 'pointerchain map' asks, as the question has it."""
    one = rendered(Variant("linear", 3, "allinit-LLused", "mapped", dialect))  # type: ignore[arg-type]
    directive = {"openacc": "acc parallel loop", "openmp": "omp target teams distribute parallel for"}[
        dialect
    ]
    assert [each for each in one.splitlines() if each.startswith("#pragma")] == [f"#pragma {directive}"]
    three = rendered(Variant("linear", 3, "allinit-allused", "mapped", dialect))  # type: ignore[arg-type]
    said = " \\\n    pointerchain(tree->Lnext->A{:restrict}, \\\n"
    said += f"{' ' * 17}tree->Lnext->Lnext->A{{:restrict}})"
    assert f"#pragma {directive}{said}\n" in three
    flags = ("-std=c99", "-I", str(generate.data_folder("microbench")))
    (asked,) = map_sources([Input("mapped.c", three.replace(said, "").encode(), flags)])
    (question,) = asked.decisions[0].remarks
    assert question.kind == "question"
    assert "'pointerchain(tree->Lnext->A{:restrict}, tree->Lnext->Lnext->A{:restrict})'" in question.text


@pytest.mark.parametrize("levels", [2, 7])
def test_every_level_has_its_struct_and_its_array(levels: int) -> None:
    text = rendered(Variant("linear", levels, "allinit-allused", "handhoist", "openmp"))
    for level in range(1, levels + 1):
        assert f"sizeof(struct L{level}) == 24" in text
        assert f"&l{level}->A, (size_t)size->n, PC_BENCH_USED" in text
    assert text.count("*= PC_BENCH_SCALE") == levels


@pytest.mark.parametrize(
    ("layout", "count", "multiplied"), [("allinit-LLused", 6, 1), ("LLinit-LLused", 1, 1)]
)
def test_layouts(layout: str, count: int, multiplied: int) -> None:
    text = rendered(Variant("linear", 6, layout, "uvm", "openacc"))
    assert text.count("pc_bench_array(") == count
    assert text.count("*= PC_BENCH_SCALE") == multiplied
    assert "tree->Lnext->Lnext->Lnext->Lnext->Lnext->A[i] *= PC_BENCH_SCALE" in text


def test_dense_kernel_is_listing_2() -> None:
    text = rendered(Variant("dense", 3, "selective", "uvm", "openacc"))
    assert "tree->Lnext[q - 1].Lnext[q - 1].Lnext[q - 1].A[i] *= PC_BENCH_SCALE" in text


def test_directives_are_complete() -> None:
    """The published suite lost its transfers to a '#pragma' without its language."""
    for variant in everything(3):
        for line in rendered(variant).splitlines():
            if line.startswith("#pragma"):
                assert line.split()[1] in (
                    {"openacc": "acc", "openmp": "omp"}[variant.dialect],
                    "pointerchain",
                ), line


def test_only_pointerchain_has_directives_to_translate() -> None:
    for variant in everything(3):
        assert ("#pragma pointerchain" in rendered(variant)) == (variant.scheme == "pointerchain")


def test_sources_do_not_depend_on_the_run(tmp_path: Path) -> None:
    for name in ("a", "b"):
        generate.generate(everything(3), tmp_path / name)
    files = [path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes()


def test_a_smaller_suite_replaces_a_larger_one(tmp_path: Path) -> None:
    assert run_cli("generate", "--levels", "3", "-o", str(tmp_path)) == 0
    own = tmp_path / "programs" / "own.c"
    own.write_text("int mine;\n")
    assert run_cli("generate", "--levels", "2", "--scenario", "linear", "-o", str(tmp_path)) == 0
    assert not list((tmp_path / "programs").glob("*_k03_*"))
    assert own.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--levels", "1"), "'--levels' takes whole numbers of 2 to"),
        (("--levels", "0"), "'--levels' takes whole numbers of 2 to"),
        (("--levels", "61"), "'--levels' takes one number of 2 to 60"),
        (("--levels", "two"), "not 'two'"),
        (("--schemes", "uvm,marshall"), "unknown scheme 'marshall'"),
        (("--schemes", "mapper", "--dialect", "openacc"), "no program is left"),
        (("--dialect", "cuda"), "unknown dialect 'cuda'; there are openacc, openmp"),
        (("--colour",), "unknown option '--colour'"),
    ],
)
def test_wrong_usage(
    words: tuple[str, ...], message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_cli("generate", *words, "-o", str(tmp_path / "suite")) == 2
    assert message in capfd.readouterr().err
    assert not (tmp_path / "suite").exists()


def test_output_that_cannot_be_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run_cli("generate", "-o", str(tmp_path / "file")) == 1
    assert "error:" in capfd.readouterr().err


def test_templates_are_found_in_an_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "pointerchain"
    (package / "templates").mkdir(parents=True)
    (package / "bench").mkdir()
    monkeypatch.setattr(generate, "__file__", str(package / "bench" / "generate.py"))
    assert generate.data_folder("templates") == package / "templates"
    with pytest.raises(generate.GenerateError, match="has no 'microbench'"):
        generate.data_folder("microbench")


def everything(levels: int) -> list[Variant]:
    return model.variants(model.SCENARIOS, levels, DIALECTS, tuple(SCHEMES))


def rendered(variant: Variant) -> str:
    return generate.render(variant, generate.environment())


WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only")
# Without its dialect a source is a serial program, full of pragmas that mean nothing.
COMPILERS = {
    ("gcc", "openacc"): ("-fopenacc",),
    ("gcc", "openmp"): ("-fopenmp",),
    ("clang-19", "openacc"): ("-Wno-unknown-pragmas",),
    ("clang-19", "openmp"): ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"),
}


@pytest.mark.parametrize(("compiler", "dialect"), COMPILERS)
def test_no_warnings(compiler: str, dialect: str, tmp_path: Path) -> None:
    if not have(compiler):
        pytest.skip(f"no {compiler}")
    chosen = [
        each
        for each in everything(10)
        if each.dialect == dialect
        and each.levels in (2, 3, 10)
        and not (compiler == "gcc" and each.scheme == "mapper")
    ]
    paths = generate.generate(chosen, tmp_path)
    for path in paths:
        flags = ["-std=c99", "-I", str(tmp_path / "support")]
        if "_mapped_" in path.name:
            (mapped,) = map_sources([Input(str(path), path.read_bytes(), tuple(flags))])
            assert mapped.unproved == "" and mapped.is_whole
            path.write_bytes(mapped.text)
        if "_pointerchain_" in path.name or "_mapped_" in path.name:
            translation = pointerchain.translate(path.read_bytes(), str(path), flags)
            assert translation.text is not None
            path.write_bytes(translation.text)
    command = [compiler, *WARNINGS, *COMPILERS[compiler, dialect], "-I", str(tmp_path / "support")]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("compiler", ["gcc", "clang-19"])
def test_support_without_warnings(compiler: str, tmp_path: Path) -> None:
    if not have(compiler):
        pytest.skip(f"no {compiler}")
    support = generate.data_folder("microbench")
    names = ["objects.c", "device.c", "device_image.c", "counts_none.c"]
    names += ["counts_ompt.c"] if compiler == "clang-19" else ["counts_libgomp.c", "counts_acc_prof.c"]
    for name in names:
        for dialect in ((), ("-fopenmp",)) + ((("-fopenacc",),) if compiler == "gcc" else ()):
            if name == "counts_acc_prof.c" and dialect != ("-fopenacc",):
                continue
            command = [compiler, *WARNINGS, *dialect, "-Wno-unknown-pragmas", str(support / name)]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.stderr == "", command
