# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Writing a suite: one C source a variant, the hand-written support files, and a list of both.

``DIR/programs/*.c``, ``DIR/support/*`` and ``DIR/suite.json``, which ``bench build`` reads.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from pointerchain import __version__
from pointerchain.bench import model
from pointerchain.bench.model import SCHEMES, Variant
from pointerchain.extras import install_line
from pointerchain.files import write_whole

if TYPE_CHECKING:
    from jinja2 import Environment

SUITE = "suite.json"
FORMAT = 1


class GenerateError(Exception):
    """The suite cannot be written or read; the message is fit for the user."""


def data_folder(name: str) -> Path:
    """``templates`` or ``microbench``: in the package where it was installed, else in the source tree."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise GenerateError(f"the installation has no '{name}': install pointerchain again")


def environment(*, html: bool = False) -> Environment:
    """Jinja2 with our templates, for C or for HTML: a name that nobody set is a fault."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise GenerateError(f"no Jinja2; {install_line('bench')} brings it") from None
    return Environment(
        loader=FileSystemLoader(data_folder("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=html,
    )


def render(variant: Variant, templates: Environment) -> str:
    """The source of one variant."""
    scheme, kernel = SCHEMES[variant.scheme], model.kernel(variant)
    names = ["a"] if len(kernel.chains) == 1 else [f"a{i + 1}" for i in range(len(kernel.chains))]
    text: str = templates.get_template("program.c.j2").render(
        version=__version__,
        variant=variant,
        title=title(variant),
        size_comment="Equation 3"
        if variant.takes_q
        else f"Equation {1 if len(model.arrays(variant)) > 1 else 2}",
        scheme_template=f"schemes/{scheme.name}.j2",
        scenario_template=f"scenarios/{variant.scenario}.j2",
        dialect_template=f"dialects/{variant.dialect}.j2",
        uses_q=variant.takes_q,
        reached=scheme.reached,
        rest="PC_BENCH_HEAP",
        arrays=model.arrays(variant),
        used=model.used(variant),
        root_type=kernel.root_type,
        chains=kernel.chains,
        chain_sections=[f"{chain}[0:n]" for chain in kernel.chains],
        local_names=names,
        local_sections=[f"{name}[0:n]" for name in names],
        mapped_types=model.mapped_types(variant),
    )
    return text


def title(variant: Variant) -> str:
    """A variant in words."""
    what = f"{variant.levels} levels" if variant.scenario == "linear" else f"depth {variant.levels}"
    dialect = {"openacc": "OpenACC", "openmp": "OpenMP"}[variant.dialect]
    return f"{variant.scenario.capitalize()}, {what}, {variant.layout}, {variant.scheme}, {dialect}."


def generate(chosen: list[Variant], folder: Path) -> list[Path]:
    """Write the suite of ``chosen`` to ``folder``; the paths of the programs' sources. Raises ``OSError``.

    Sources of an earlier suite that are not part of this one are removed: a folder holds one suite.
    """
    templates = environment()
    programs, support = folder / "programs", folder / "support"
    programs.mkdir(parents=True, exist_ok=True)
    support.mkdir(exist_ok=True)
    written = []
    for variant in chosen:
        path = programs / f"{variant.name}.c"
        _write(path, render(variant, templates).encode())
        written.append(path)
    for path in sorted(data_folder("microbench").iterdir()):
        if path.suffix in (".c", ".h", ".cpp"):
            _write(support / path.name, path.read_bytes())
    text = json.dumps(
        {"format": FORMAT, "version": __version__, "variants": [asdict(each) for each in chosen]}, indent=1
    )
    for stale in set(_old_sources(folder)) - set(written):
        stale.unlink(missing_ok=True)
    _write(folder / SUITE, (text + "\n").encode())
    return written


def _write(path: Path, data: bytes) -> None:
    """Write a file unless it holds that already: what did not change is not built again."""
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        pass
    write_whole(str(path), data)


def _old_sources(folder: Path) -> list[Path]:
    """The sources that the suite in ``folder`` says it wrote."""
    try:
        return [folder / "programs" / f"{each.name}.c" for each in read_suite(folder)]
    except GenerateError:
        return []


def read_suite(folder: Path) -> list[Variant]:
    """The variants of the suite in ``folder``; raises :class:`GenerateError`."""
    path = folder / SUITE
    try:
        data = json.loads(path.read_text())
    except FileNotFoundError:
        raise GenerateError(
            f"no suite in '{folder}': run 'pointerchain bench generate -o {folder}'"
        ) from None
    except (OSError, ValueError) as error:
        raise GenerateError(f"cannot read '{path}': {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GenerateError(f"'{path}' is of another version: run 'pointerchain bench generate' again")
    try:
        return [Variant(**each) for each in data["variants"]]
    except (KeyError, TypeError):
        raise GenerateError(f"'{path}' is damaged: run 'pointerchain bench generate' again") from None
