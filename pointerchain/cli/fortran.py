# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the commands do with a Fortran source."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from pointerchain.cli.console import EXIT_CLEAN, EXIT_ERRORS, InputError, deliver, put_error, shows_colour
from pointerchain.translator.result import Translation


def need_fparser() -> None:
    """Raise :class:`InputError` where fparser2 is not installed."""
    if find_spec("fparser") is None:
        from pointerchain.extras import install_line

        raise InputError(f"Fortran sources need fparser2; {install_line('fortran')} brings it")


def directories_of(arguments: Iterable[str]) -> tuple[str, ...]:
    """The directories that '-I' names among compiler arguments."""
    out: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "-I":
            out.append(next(words, ""))
        elif word.startswith("-I"):
            out.append(word[2:])
    return tuple(out)


def is_fixed(path: str, arguments: Iterable[str]) -> bool:
    """Whether a Fortran source is read in fixed form."""
    from pointerchain.fortran.fixed import is_fixed, read_form
    from pointerchain.fortran.sources import FIXED, SUFFIXES

    return path.endswith(SUFFIXES) and is_fixed(path, FIXED, read_form(arguments))


def translated(data: bytes, path: str, arguments: Iterable[str]) -> Translation:
    """The translation of one source."""
    from pointerchain.fortran.fixed import read_form
    from pointerchain.fortran.pipeline import translate

    need_fparser()
    words = list(arguments)
    return translate(data, path, directories_of(words), read_form(words))


def show_types(
    path: str, data: bytes, arguments: Iterable[str], names: tuple[str, ...], output: str | None
) -> int:
    """Print what a deep copy knows of the types of a source's modules; the exit code."""
    from pointerchain.fortran.fixed import read_form
    from pointerchain.fortran.listing import listing
    from pointerchain.locations import SourceFiles
    from pointerchain.render import generated, render

    need_fparser()
    words = list(arguments)
    made = listing(data, path, directories_of(words), names, read_form(words))
    if made.unknown:
        raise InputError(f"'{path}' has no type '{made.unknown}'")
    deliver(output, made.text)
    sources = SourceFiles({path: data})
    for each in made.diagnostics:
        put_error(render(each, sources, colour=shows_colour(2)))
    errors = sum(each.severity == "error" for each in made.diagnostics)
    put_error(generated(errors, len(made.diagnostics) - errors))
    return EXIT_ERRORS if errors else EXIT_CLEAN
