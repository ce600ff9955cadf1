# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The guides, each typed from its first line to its last: files, patches, commands and what they print."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from opencl_programs import has_opencl
from test_documentation import Block, Shell, fenced
from testlib.compilers import gcc_for_nvptx

from pointerchain.diagnostics import CATALOGUE

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs/guides").glob("*.md"))
# What a guide types that a machine may lack.
PROGRAMS = (
    "make",
    "cmake",
    "gcc",
    "gfortran",
    "clang-19",
    "clang++-19",
    "flang-new-19",
    "mpicc",
    "mpirun",
    "patch",
)


def typed_of(page: Path) -> list[Block]:
    """The blocks of a page that its reader types: files with a title, patches and commands."""
    return [
        block for block in fenced(page) if block.language in {"console", "diff"} or "title=" in block.language
    ]


GUIDES = [page for page in PAGES if typed_of(page)]
READMES = sorted((ROOT / "examples").glob("*/README.md"))
QUICK = ("md", "heat")
"""Examples that take seconds; the others are of the long tier."""


def test_every_guide_is_in_the_list() -> None:
    index = (ROOT / "docs/guides/index.md").read_text()
    assert len(GUIDES) > 6
    assert not [page.name for page in PAGES if page.name != "index.md" and f"({page.name})" not in index]


@pytest.mark.long
@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_a_guide(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    follow(tmp_path, page, monkeypatch)


def test_every_example_has_a_readme_of_one_form() -> None:
    folders = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
    assert [page.parent for page in READMES] == folders
    for page in READMES:
        headings = re.findall(
            r"^## (.*)$", re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S), re.M
        )
        assert headings == ["What it shows", "How to run it", "What to see"], page
        assert typed_of(page), page


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.parent.name, marks=() if page.parent.name in QUICK else pytest.mark.long)
        for page in READMES
    ],
)
def test_an_examples_readme(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    follow(tmp_path, page, monkeypatch)


def follow(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Type all that a page types, where its programs are."""
    # Open MPI asks root twice whether it is meant, and whether there may be more ranks than processors.
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("OMPI_MCA_rmaps_base_oversubscribe", "1")
    typed = typed_of(page)
    text = "".join(block.text for block in typed)
    lacking = [name for name in PROGRAMS if re.search(rf"(?<![\w+-]){re.escape(name)}(?![\w+.-])", text)]
    if any(block.language == "diff" for block in typed):
        lacking.append("patch")
    if missing := [name for name in lacking if shutil.which(name) is None]:
        pytest.skip(f"needs {missing[0]}")
    if "ptx diff" in text:
        gcc_for_nvptx()
    if "gfortran" in text or "pointerchain fc" in text:
        pytest.importorskip("fparser", reason="needs fparser")
    if "examples/halo" in text and not has_opencl():
        pytest.skip("needs OpenCL (Debian packages pocl-opencl-icd, opencl-headers, ocl-icd-opencl-dev)")
    if "bench generate" in text:
        pytest.importorskip("jinja2", reason="needs jinja2")
    shell = Shell(tmp_path)
    # What the examples' own files and commands name of the clone.
    for name in ("examples", "pointerchain/include", "tests/fortran"):
        ignored = shutil.ignore_patterns("__pycache__", "cases")
        shutil.copytree(ROOT / name, shell.top / name, ignore=ignored)
    Reader(shell).follow(typed)


def build_site(config: Path, to: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(to)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(words, capture_output=True, text=True, env=environment)


@pytest.mark.long
def test_the_site_has_all_pages_and_a_page_a_code(tmp_path: Path) -> None:
    pytest.importorskip("material", reason="needs mkdocs-material")
    done = build_site(ROOT / "mkdocs.yml", tmp_path / "site")
    assert done.returncode == 0, done.stderr
    there = {page.relative_to(tmp_path / "site").as_posix() for page in (tmp_path / "site").rglob("*.html")}
    assert {f"explanations/{code}.html" for code in CATALOGUE} <= there
    assert {f"guides/{page.stem}.html" for page in PAGES} <= there
    page = (tmp_path / "site/explanations/unhoisted-chain.html").read_text()
    assert "A compute construct" in page and '<h2 id="the-way-out">' in page
    assert 'href="explanations/bad-chain.html"' in (tmp_path / "site/directives.html").read_text()
    assert 'href="address-taken.html"' in (tmp_path / "site/explanations/aliased-call.html").read_text()


@pytest.mark.long
def test_a_link_that_leads_nowhere_fails_the_site(tmp_path: Path) -> None:
    pytest.importorskip("material", reason="needs mkdocs-material")
    for name in ("docs", "pointerchain", "scripts", "examples"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    with (tmp_path / "docs/guides/ptx.md").open("a") as page:
        page.write("\n[away](gone.md)\n")
    done = build_site(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert done.returncode != 0 and "gone.md" in done.stderr


def test_dead_links_of_a_site_are_found(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="needs mkdocs")
    spec = importlib.util.spec_from_file_location("docs_site", ROOT / "scripts/docs_site.py")
    assert spec is not None and spec.loader is not None
    docs_site = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(docs_site)
    (tmp_path / "a.html").write_text('<h2 id="here">x</h2><a href="b.html#there">y</a><img src="gone.png">')
    (tmp_path / "b.html").write_text('<a href="a.html#here"></a><a href="https://x.org">z</a><a href="#no">')
    assert docs_site.dead_links(tmp_path) == [
        "a.html: 'b.html#there' leads to no part of that page",
        "a.html: 'gone.png' leads to a file that is not there",
        "b.html: '#no' leads to no part of that page",
    ]


class Reader:
    """Types at one prompt: directories that are entered and variables that are exported stay so."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.state = shell.top.parent / "state"
        self.state.write_text("")

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        keep = f'{{ export -p; printf "cd %q\\n" "$PWD"; }} > {self.state}'
        return self.shell.run(f". {self.state}\n{{ {command}\n}} 2>&1\nstatus=$?\n{keep}\nexit $status")

    def save(self, name: str, text: str) -> None:
        (self.shell.top.parent / "saved").write_text(text)
        assert self.run(f"cp {self.shell.top.parent}/saved {name}").returncode == 0

    def follow(self, typed: list[Block]) -> None:
        for block in typed:
            if title := re.search(r'title="([^"]+)"', block.language):
                self.save(title[1], block.text)
            elif block.language == "diff":
                self.save("changes.diff", block.text)
                done = self.run("patch -p0 < changes.diff")
                assert done.returncode == 0, done.stdout
            else:
                for command, shown in steps(block.text):
                    self.take(command, shown)

    def take(self, line: str, shown: list[str]) -> None:
        """Run one line, and compare all that it prints; '...' stands for any number of lines."""
        command, _, remark = line.partition("  # ")
        done = self.run(command)
        assert (done.returncode != 0) == (remark == "fails"), f"$ {line}\n{done.stdout}"
        pattern = "".join("(?:.*\n)*" if text == "..." else re.escape(text) + "\n" for text in shown)
        assert re.fullmatch(pattern, done.stdout), f"$ {line}\n{done.stdout}"


def steps(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines that are shown behind it."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found
