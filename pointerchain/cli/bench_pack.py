# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain bench pack``: a built suite as an archive that measures on another machine."""

from __future__ import annotations

from pathlib import Path

from pointerchain.cli.console import EXIT_CLEAN, InputError, UsageError, put, say
from pointerchain.cli.option_parser import OptionParser, number
from pointerchain.files import reason

_ABOUT = """\
Packs what 'bench build --for' built of the suite in DIR into one archive: the programs, the
libraries that they load, deep copies, separate-memory tests, examples, and 'run.sh'. That
needs a shell and the GPU's driver where it runs, no Python, no compiler, no network.
"""
_NOTES = """\
example:
  pointerchain bench build suite --for nvidia:sm_90      # here: no GPU
  pointerchain bench pack suite -o kit.tar.gz
  tar xzf kit.tar.gz && pointerchain-kit/run.sh --seconds 480     # on the node
  pointerchain bench report results -o report                     # here again

exit code 1: nothing is built for a device, or the archive would be too large
"""


def pack_command(words: list[str]) -> int:
    """Run ``bench pack``; the exit code."""
    from pointerchain.bench.generate import GenerateError, read_suite
    from pointerchain.bench.kit.pack import MEBI, MOST_BYTES, PackError, pack

    parser = OptionParser("bench pack", "DIR -o FILE [options]", _ABOUT, notes=_NOTES)
    parser.output("FILE", "the archive: NAME.tar.gz, NAME.tar.xz (smaller, slower) or NAME.tar")
    parser.value(
        "--max-size", "MIB", "leave out the least telling programs of a larger one (default 60)", number(1)
    )
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if len(given.inputs) != 1:
        raise UsageError("'bench pack' takes one directory, that of the suite")
    if given.output is None:
        raise UsageError("no '-o FILE': where should the archive go?")
    folder, output = Path(given.inputs[0]), Path(given.output)
    try:
        read_suite(folder)
        most = given.max_size * MEBI if given.max_size else MOST_BYTES
        packed = pack(folder, output, most, lambda text: say(f"{text} ..."))
    except (GenerateError, PackError) as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot write '{error.filename or output}': {reason(error)}") from None
    for what, why in packed.left_out.items():
        put(f"left out: {why if why.startswith(what) else f'{what}: {why}'}\n")
    say(
        f"'{output}': {packed.size / MEBI:.1f} MiB, {packed.programs} programs, {packed.cells} cells; on the "
        "node: unpack it and start 'pointerchain-kit/run.sh'"
    )
    return EXIT_CLEAN
