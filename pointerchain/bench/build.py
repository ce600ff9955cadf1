# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Building a suite: translate what holds directives, compile, link, and keep a record of what became of each.

``DIR/build/TOOLCHAIN/`` holds the programs and ``build.json``. What did not change since is not built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from pointerchain import __version__
from pointerchain.bench import model
from pointerchain.bench.device_code import device_images, runs_on
from pointerchain.bench.model import SCHEMES, Variant
from pointerchain.files import write_whole
from pointerchain.lazy import lazy_pattern
from pointerchain.toolchain import Compile, Installation, Link, Toolchain, device_code_target
from pointerchain.toolchain.base import Dialect, Language, Memory

RECORD = "build.json"
FORMAT = 1
LIBRARIES = ("-lbenchmark", "-lpthread", "-ldl", "-lm")

# What counts transfers with a compiler's runtime; see the sources in microbench/.
_WRAPPED: dict[Dialect, tuple[str, ...]] = {
    "openacc": (
        "GOACC_enter_exit_data",
        "GOACC_enter_data",
        "GOACC_exit_data",
        "GOACC_update",
        "GOACC_parallel_keyed",
    ),
    "openmp": ("GOMP_target_enter_exit_data", "GOMP_target_ext"),
}


class BuildError(Exception):
    """Nothing can be built; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Built:
    """What became of one variant: ``program`` is empty where it could not be built, and ``reason`` says why.

    ``flags`` are the compiler's for the program itself, without paths, ``source`` is the digest of what was
    compiled.
    """

    variant: Variant
    program: str = ""
    reason: str = ""
    flags: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class BuildRecord:
    """All that one toolchain built of a suite.

    ``support`` is the digest of the files that all programs share. ``target`` is the device that was asked
    for (``--for``): each program carries code for it. It is empty where none was.
    """

    toolchain: str
    title: str
    compiler: str
    version: str
    environment: dict[str, str]
    device_is_host: bool
    built: tuple[Built, ...]
    support: str = ""
    target: str = ""


def counts_source(toolchain: Toolchain, dialect: Dialect) -> str:
    """The support file that counts transfers."""
    if toolchain.name.startswith("gcc"):
        return "counts_libgomp.c"
    if toolchain.name.startswith("clang"):
        return "counts_ompt.c"
    return "counts_acc_prof.c" if dialect == "openacc" else "counts_none.c"


class Builder:
    """Builds variants of the suite in ``folder`` with one toolchain; ``flags`` go to every compilation.

    Where a ``target`` is named, a program without code for it is a failure.
    """

    def __init__(
        self,
        folder: Path,
        toolchain: Toolchain,
        found: Installation,
        flags: tuple[str, ...] = (),
        target: str = "",
    ) -> None:
        self.folder = folder
        self.toolchain = toolchain
        self.found = found
        self.flags = flags
        self.target = target
        self.out = folder / "build" / toolchain.name
        self.support = folder / "support"

    def build(self, variants: list[Variant], jobs: int) -> Iterator[Built]:
        """Build ``variants``, ``jobs`` at a time; yields each as it is done. Raises :class:`BuildError`."""
        possible = []
        for variant in variants:
            reason = model.why_not(variant, self.toolchain) or self.found.why_not_links
            if reason:
                yield Built(variant, reason=self._of_arch(reason))
            else:
                possible.append(variant)
        if not possible:
            return
        self.out.mkdir(parents=True, exist_ok=True)
        pool = ThreadPoolExecutor(jobs)
        try:
            kinds = sorted({(each.dialect, SCHEMES[each.scheme].memory) for each in possible})
            shared = list(pool.map(self._common_object, self._common_sources()))
            own = dict(zip(kinds, pool.map(lambda kind: self._device_objects(*kind), kinds), strict=True))
            waiting = [
                pool.submit(self._program, each, (*shared, *own[each.dialect, SCHEMES[each.scheme].memory]))
                for each in possible
            ]
            for done in as_completed(waiting):
                yield done.result()
        finally:
            # Ctrl-C must not wait for all that has not begun.
            pool.shutdown(wait=True, cancel_futures=True)

    def _common_sources(self) -> tuple[str, ...]:
        """What all programs share. LLVM's plugin for the host leaves files behind, no other device does."""
        shared = ("harness.cpp", "objects.c")
        return (*shared, "device_image.c") if self.toolchain.device_is_host else shared

    def _common_object(self, name: str) -> Path:
        output = self.out / (name + ".o")
        language: Language = "c++" if name.endswith(".cpp") else "c"
        job = Compile(
            self.support / name, output, language=language, includes=(self.support,), flags=self.flags
        )
        self._support(job)
        return output

    def _device_objects(self, dialect: Dialect, memory: Memory) -> tuple[Path, ...]:
        """The device and the counter as one dialect needs them."""
        outputs = []
        for name in ("device.c", counts_source(self.toolchain, dialect)):
            output = self.out / f"{name}.{dialect}.{memory}.o"
            self._support(self._job(self.support / name, output, dialect, memory))
            outputs.append(output)
        return tuple(outputs)

    def _job(self, source: Path, output: Path, dialect: Dialect, memory: Memory) -> Compile:
        defines = []
        # On a GPU the requirement is more than managed memory: all of the host's, which few GPUs access.
        if memory == "managed" and self.toolchain.name == "clang":
            defines.append("PC_BENCH_REQUIRES_UNIFIED")
        if self.toolchain.device_is_host:
            defines.append("PC_BENCH_DEVICE_IS_HOST")
        return Compile(
            source,
            output,
            dialect=dialect,
            memory=memory,
            includes=(self.support,),
            defines=tuple(defines),
            flags=self.flags,
        )

    def _support(self, job: Compile) -> None:
        error = self._unless_done(job.output, [job.source], self.toolchain.compile_command(self.found, job))
        if "benchmark/benchmark.h" in error:
            raise BuildError("no Google Benchmark (Debian package libbenchmark-dev)")
        if error:
            raise BuildError(f"it cannot compile '{job.source.name}': {self._why(error)}")

    def _program(self, variant: Variant, support: tuple[Path, ...]) -> Built:
        scheme = SCHEMES[variant.scheme]
        source = self.folder / "programs" / f"{variant.name}.c"
        digest = digest_of([source])
        stem = self.out / variant.name
        if scheme.mapped:
            mapped = self.out / "mapped" / source.name
            # '--out-dir' puts a source that has an absolute path right below the folder.
            command = self._own("map", str(source.resolve()), "--out-dir", str(mapped.parent))
            error = self._unless_done(mapped, [source], command)
            if error:
                return Built(variant, reason=why_not_mapped(error))
            source = mapped
        if scheme.translated:
            translated = self.out / source.name
            command = self._own("translate", str(source), "-o", str(translated))
            error = self._unless_done(translated, [source], command)
            if error:
                return Built(variant, reason=f"pointerchain cannot translate it: {first_line(error)}")
            source = translated
        compiled = self._job(source, Path(f"{stem}.o"), variant.dialect, scheme.memory)
        command = self.toolchain.compile_command(self.found, compiled)
        error = self._unless_done(compiled.output, [source], command)
        if error:
            return Built(variant, reason=f"{self.toolchain.name} cannot compile it: {self._why(error)}")
        wrap: tuple[str, ...] = ()
        if counts_source(self.toolchain, variant.dialect) == "counts_libgomp.c":
            wrap = tuple(f"-Wl,--wrap={name}" for name in _WRAPPED[variant.dialect])
        link = Link(
            (compiled.output, *support),
            stem,
            dialect=variant.dialect,
            memory=scheme.memory,
            libraries=LIBRARIES,
            flags=(*wrap, *self.flags),
        )
        error = self._unless_done(stem, list(link.objects), self.toolchain.link_command(self.found, link))
        if error:
            return Built(variant, reason=f"{self.toolchain.name} cannot link it: {self._why(error)}")
        if self.target and not runs_on(device_images(stem.read_bytes()), device_code_target(self.target)):
            stem.unlink()
            return Built(variant, reason=f"{self.toolchain.name} cannot make code for '{self.target}' of it")
        paths = {str(source), str(compiled.output), str(self.support), "-I", "-c", "-o"}
        # Where a toolkit lies says nothing of the program, and names folders of this machine.
        folders = ("--cuda-path=", "--libomptarget-nvptx-bc-path=")
        flags_text = " ".join(word for word in command if word not in paths and not word.startswith(folders))
        return Built(variant, str(stem.relative_to(self.folder)), flags=flags_text, source=digest)

    def _own(self, *words: str) -> tuple[str, ...]:
        """A command of pointerchain's."""
        return (sys.executable, "-m", "pointerchain", *words, "--", "-std=c99", "-I", str(self.support))

    def _why(self, error: str) -> str:
        return self._of_arch(first_line(error))

    def _of_arch(self, reason: str) -> str:
        """``reason``, and what names another GPU where it is about the one that was chosen."""
        arch = getattr(self.toolchain, "arch", "")
        option = "--for" if self.target else "--arch"
        return f"{reason} ('{option}' names another GPU)" if arch and arch in reason else reason

    def _unless_done(self, output: Path, inputs: list[Path], command: tuple[str, ...]) -> str:
        """Run a command unless its output is newer than what it is made of, and made by the same words.

        What the command says where it fails, else nothing.
        """
        stamp = output.with_name(output.name + ".cmd")
        text = "\0".join((__version__, self.found.version, *command))
        try:
            # A header's change makes everything anew.
            sources = [*inputs, *self.support.glob("*.h")]
            newest = max(path.stat().st_mtime_ns for path in sources)
            if stamp.read_text() == text and output.stat().st_mtime_ns > newest:
                return ""
        except OSError:
            pass
        stamp.unlink(missing_ok=True)
        environment = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode != 0:
            return done.stderr or f"exit code {done.returncode}"
        write_whole(str(stamp), text.encode())
        return ""


def first_line(error: str) -> str:
    """The first line of a compiler's output that names an error.

    A linker says what is missing without the word, and its driver then that it failed: that comes last.
    """
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    told = [line for line in lines if re.search(r"\berror\b|\bfatal\b|undefined reference|cannot find", line)]
    # Drivers, and clang's and gcc's wrappers of the linkers, only name the tool that failed.
    real = [line for line in told if not _TOOL_FAILED.search(line)]
    others = [line for line in lines if line not in told and "warning" not in line]
    return (real or others or told or ["no message"])[0]


def why_not_mapped(error: str) -> str:
    """What ``pointerchain map`` asks, or why it leaves a kernel: such a program is not available."""
    found = _REMARK.search(error)
    if found is None:
        return f"pointerchain cannot map it: {_PROBLEM.sub('', first_line(error))}"
    return f"pointerchain map {'asks' if found[1] == 'question' else 'leaves the kernel'}: {found[2]}"


_PROBLEM = lazy_pattern(r"^pointerchain: error: '[^']*': ")
_REMARK = lazy_pattern(r"(?m)^.+:\d+:\d+: (question|left): (.+)$")
_TOOL_FAILED = lazy_pattern(r"linker command failed|returned \d+ exit status|error: '[^']*' failed$")


def changed_since(folder: Path, records: Iterable[BuildRecord]) -> list[str]:
    """The sources in a suite's ``folder`` that are not those its programs were built of.

    What the record does not know, or who moved the programs left behind, is not told.
    """
    changed = set()
    for record in records:
        support = folder / "support"
        if record.support and support.is_dir() and digest_of(support.iterdir()) != record.support:
            changed.add("support")
        for each in record.built:
            source = folder / "programs" / f"{each.variant.name}.c"
            if each.source and source.exists() and digest_of([source]) != each.source:
                changed.add(str(source.relative_to(folder)))
    return sorted(changed)


def digest_of(files: Iterable[Path]) -> str:
    """Differs where the names or the contents of files do."""
    digest = hashlib.sha256()
    for path in sorted(files):
        data = path.read_bytes()
        digest.update(f"{path.name}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:16]


def build(
    folder: Path,
    toolchain: Toolchain,
    found: Installation,
    variants: list[Variant],
    jobs: int = 1,
    flags: tuple[str, ...] = (),
    progress: Callable[[Built], None] = lambda _: None,
    target: str = "",
) -> BuildRecord:
    """Build a suite with one toolchain and write its record. Raises :class:`BuildError` and ``OSError``."""
    done = []
    support = digest_of((folder / "support").iterdir())
    for each in Builder(folder, toolchain, found, flags, target).build(variants, jobs):
        progress(each)
        done.append(each)
    record = BuildRecord(
        toolchain.name,
        toolchain.title,
        found.version,
        __version__,
        found.environment,
        toolchain.device_is_host,
        tuple(sorted(done, key=lambda each: each.variant)),
        support,
        target,
    )
    text = json.dumps({"format": FORMAT, **asdict(record)}, indent=1) + "\n"
    path = folder / "build" / toolchain.name / RECORD
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(str(path), text.encode())
    return record


def read_records(folder: Path) -> list[BuildRecord]:
    """The records of all toolchains that built the suite in ``folder``; raises :class:`BuildError`."""
    return [_read_record(path) for path in sorted(folder.glob(f"build/*/{RECORD}"))]


def _read_record(path: Path) -> BuildRecord:
    try:
        data = json.loads(path.read_text())
        if data.pop("format") != FORMAT:
            raise BuildError(f"'{path}' is of another version: run 'pointerchain bench build' again")
        built = tuple(Built(**{**each, "variant": Variant(**each["variant"])}) for each in data.pop("built"))
        return BuildRecord(**data, built=built)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BuildError(f"cannot read '{path}' ({error}): run 'pointerchain bench build' again") from None
