# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Packing: a built suite -> one archive with programs, libraries, a list of what to run, and ``run.sh``.

pointerchain-kit/run.sh         starts bin/run, the runner; --help says how
                 cells          what it runs, in which order
                 manifest.json  what the report needs to know; comes back with the results
                 bin/ suite/ deepcopy/ tests/ examples/
                 lib/           what they load
                 libc/          the C library, for a node whose own is older
"""

from __future__ import annotations

import hashlib
import io
import json
import platform
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from pointerchain import __version__
from pointerchain.bench.build import BuildError, BuildRecord, digest_of, read_records
from pointerchain.bench.device_code import DeviceImage, device_images, runs_on
from pointerchain.bench.generate import data_folder
from pointerchain.bench.kit.cells import KitCell, environment_of, program_of, suite_cells, text
from pointerchain.bench.kit.extras import all_extras
from pointerchain.bench.kit.libraries import Library, LibraryError, libraries_of
from pointerchain.bench.model import Variant
from pointerchain.files import write_whole
from pointerchain.ptx.suite import count_program
from pointerchain.toolchain import Installation, device_code_target, toolchains_for

FORMAT = 1
TOP = "pointerchain-kit"
MANIFEST = "manifest.json"
MOST_BYTES = 60 << 20
_NO_DEVICE_CODE = ("bin/run", "bin/node", "bin/limit")
_MODES: dict[str, Literal["w", "w:gz", "w:xz"]] = {".gz": "w:gz", ".tgz": "w:gz", ".xz": "w:xz", ".tar": "w"}


class PackError(Exception):
    """The kit cannot be packed; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What was packed: bytes of the archive, programs, cells, and what is left out, with the reason."""

    size: int
    programs: int
    cells: int
    left_out: dict[str, str]


def pack(
    folder: Path, output: Path, most: int = MOST_BYTES, progress: Callable[[str], None] = lambda _: None
) -> Packed:
    """Pack the suite in ``folder``, which ``bench build --for`` built, to ``output``, of ``most`` bytes.

    Programs that need the largest libraries, and then the least telling ones, are left out where it would
    be larger. Raises :class:`PackError` and ``OSError``.
    """
    mode = _MODES.get(output.suffix)
    if mode is None:
        raise PackError(
            f"'{output}' names no archive: give a name that ends in '.tar', '.tar.gz' or '.tar.xz'"
        )
    if not output.absolute().parent.is_dir():
        raise PackError(f"there is no directory '{output.parent}' for the archive")
    if platform.machine() != "x86_64":
        raise PackError(f"kits are for x86_64 nodes, this machine is {platform.machine()}")
    try:
        records, target = _records(folder)
        with tempfile.TemporaryDirectory(prefix="pointerchain-kit-") as scratch:
            return _pack(folder, records, target, output, mode, most, Path(scratch), progress)
    except (BuildError, LibraryError) as error:
        raise PackError(str(error)) from None


def _records(folder: Path) -> tuple[list[BuildRecord], str]:
    """What was built for one target."""
    records = [record for record in read_records(folder) if record.target]
    targets = sorted({record.target for record in records})
    if not targets:
        raise PackError(
            f"nothing in '{folder}' is built for a device: "
            f"run 'pointerchain bench build {folder} --for nvidia:sm_90'"
        )
    if len(targets) > 1:
        raise PackError(f"'{folder}' is built for {' and '.join(targets)}: a kit has one target")
    records = [record for record in records if any(each.program for each in record.built)]
    if not records:
        raise PackError(f"'{folder}' has no program for {targets[0]}: 'pointerchain bench build' says why")
    return records, targets[0]


def _pack(
    folder: Path,
    records: list[BuildRecord],
    target: str,
    output: Path,
    mode: Literal["w", "w:gz", "w:xz"],
    most: int,
    scratch: Path,
    progress: Callable[[str], None],
) -> Packed:
    suite = suite_cells(records)
    progress("building the kit's own programs, tests and examples")
    extras = all_extras(target, suite, records, scratch / "extras")
    programs = {
        program_of(record, built): folder / built.program
        for record in records
        for built in record.built
        if built.program
    }
    programs |= extras.programs
    gone = sorted(str(path) for path in programs.values() if not path.is_file())
    if gone:
        raise PackError(f"'{gone[0]}' is not there any more: run 'pointerchain bench build {folder}' again")
    images = {name: device_images(path.read_bytes()) for name, path in programs.items()}
    for name, found in images.items():
        if name not in _NO_DEVICE_CODE and not runs_on(found, device_code_target(target)):
            raise PackError(f"'{name}' holds no code for {target}: run 'pointerchain bench build' again")
    progress("gathering libraries")
    search = next((value for record in records if (value := record.environment.get("LD_LIBRARY_PATH"))), "")
    loaded = [path for name, path in programs.items() if name != "bin/run"]
    libraries = libraries_of(loaded, search, scratch / "stand-ins")
    left_out = {**extras.left_out, **{each.name: each.instead for each in libraries if each.instead}}
    environments = {record.toolchain: environment_of(record) for record in records}
    for each in extras.cells:
        if each.environment != "-" and each.environment not in environments:
            environments[each.environment] = {"OMP_TARGET_OFFLOAD": "MANDATORY"}
    cells = [*suite, *extras.cells]
    if device_code_target(target):
        cells = [replace(cell, flags=(*cell.flags, "gpu")) for cell in cells]
    progress("counting PTX")
    kit = _Kit(
        records, target, environments, images, libraries, _predicted(folder, extras.cells, target), scratch
    )
    progress("packing")
    while True:
        size = kit.write(cells, programs, left_out, output, mode, most)
        if size <= most:
            return Packed(size, len(programs), len(cells), left_out)
        tiers = sorted({cell.tier for cell in cells if cell.part == "suite"})
        if len(tiers) < 2:
            output.unlink(missing_ok=True)
            raise PackError(
                f"the kit has {size / MEBI:.0f} MiB, more than the {most / MEBI:.0f} MiB of '--max-size'; "
                "an archive '.tar.gz' or '.tar.xz' is smaller, and so is a suite with fewer '--levels'"
            )
        progress(f"{size / MEBI:.0f} MiB are too many: leaving out the least telling programs")
        cells, programs, gone = _without_tier(cells, programs, tiers[-1])
        if gone:
            left_out[f"{gone} programs of the suite"] = f"the archive would have had {size / MEBI:.0f} MiB"


MEBI = 1 << 20


def _aliases(libraries: Sequence[Library]) -> list[tuple[str, str]]:
    """By what other names programs load libraries: libomptarget looks for ``libomp.so``, to tell OMPT."""
    names = {each.name for each in libraries}
    return [("libomp.so", each) for each in sorted(names) if each.startswith("libomp.so.")][:1]


def _without_tier(
    cells: list[KitCell], programs: dict[str, Path], tier: int
) -> tuple[list[KitCell], dict[str, Path], int]:
    """Cells without the suite's of one tier, programs without those that nothing runs, and how many went."""
    kept = [cell for cell in cells if cell.part != "suite" or cell.tier < tier]
    used = {cell.program for cell in kept} | set(_NO_DEVICE_CODE)
    left = {name: path for name, path in programs.items() if name in used}
    return kept, left, len(programs) - len(left)


def _predicted(folder: Path, cells: Sequence[KitCell], target: str) -> dict[str, dict[str, int]]:
    """What 'ptx count' counts of the programs that Nsight Compute looks at, by the name of the variant."""
    clang = next((each for each in toolchains_for(target) if each.name == "clang-nvptx"), None)
    found = clang.find() if clang else None
    predicted = {}
    for cell in cells:
        if cell.part == "counters" and clang and isinstance(found, Installation):
            variant = Variant(**cell.about["variant"])
            counted = count_program(folder, variant, clang, found).count
            if counted:
                predicted[variant.name] = {
                    "instructions": counted.instructions,
                    "in_loops": sum(each.in_loops for each in counted.functions),
                    "pointer_loads": sum(each.pointer_loads for each in counted.functions),
                }
    return predicted


@dataclass(frozen=True, slots=True)
class _Kit:
    """All that is packed but for the cells and programs, which may become fewer."""

    records: list[BuildRecord]
    target: str
    environments: dict[str, dict[str, str]]
    images: dict[str, tuple[DeviceImage, ...]]
    libraries: list[Library]
    predicted: dict[str, dict[str, int]]
    scratch: Path

    def write(
        self,
        cells: list[KitCell],
        programs: dict[str, Path],
        left_out: dict[str, str],
        output: Path,
        mode: Literal["w", "w:gz", "w:xz"],
        most: int,
    ) -> int:
        """Write the archive; its size. One that becomes larger than ``most`` is not written to its end."""
        digest = self._digest(cells, programs)
        libc = platform.libc_ver()[1] or "0"
        listed = text(digest, libc, self.environments, sorted(cells, key=lambda each: (each.tier, each.id)))
        manifest = {
            "format": FORMAT,
            "version": __version__,
            "kit": digest,
            "target": self.target,
            "libc": libc,
            "records": [asdict(record) for record in self.records],
            "environments": self.environments,
            "cells": {cell.id: {"part": cell.part, "tier": cell.tier, **cell.about} for cell in cells},
            "device_code": {name: sorted(map(str, self.images[name])) for name in sorted(programs)},
            "libraries": {each.name: each.instead for each in self.libraries},
            "ptx": self.predicted,
            "left_out": left_out,
        }
        members = [("run.sh", (data_folder("microbench") / "kit" / "run.sh").read_bytes(), 0o755)]
        members += [("cells", listed.encode(), 0o644)]
        members += [(MANIFEST, (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode(), 0o644)]
        members += [(name, self._stripped(path), 0o755) for name, path in sorted(programs.items())]
        members += [
            (f"{'libc' if each.libc else 'lib'}/{each.name}", each.path.read_bytes(), 0o755)
            for each in self.libraries
        ]
        buffer = io.BytesIO()
        options = {} if mode == "w" else {"compresslevel": 6} if mode == "w:gz" else {"preset": 6}
        with tarfile.open(fileobj=buffer, mode=mode, **options) as archive:  # type: ignore[call-overload]
            for name, data, permissions in members:
                member = tarfile.TarInfo(f"{TOP}/{name}")
                member.size, member.mode = len(data), permissions
                archive.addfile(member, io.BytesIO(data))
            for name, target in _aliases(self.libraries):
                member = tarfile.TarInfo(f"{TOP}/lib/{name}")
                member.type, member.linkname = tarfile.SYMTYPE, target
                archive.addfile(member)
        if buffer.tell() <= most:
            write_whole(str(output), buffer.getvalue())
        return buffer.tell()

    def _digest(self, cells: list[KitCell], programs: dict[str, Path]) -> str:
        """Differs where two kits run something else."""
        digest = hashlib.sha256(repr(sorted(map(repr, cells))).encode())
        for name, path in sorted(programs.items()):
            digest.update(f"{name}\0{digest_of([path])}\n".encode())
        return digest.hexdigest()[:16]

    def _stripped(self, path: Path) -> bytes:
        """A program without its symbol table, where 'strip' is there; what lies in it for devices stays."""
        if not shutil.which("strip"):
            return path.read_bytes()
        copy = self.scratch / "stripped"
        done = subprocess.run(
            ["strip", "--strip-unneeded", "-o", str(copy), str(path)], capture_output=True, check=False
        )
        return copy.read_bytes() if done.returncode == 0 else path.read_bytes()
