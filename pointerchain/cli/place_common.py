# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the commands of ``pointerchain place`` have in common: their inputs, and what is wrong with them."""

from __future__ import annotations

from pointerchain import files
from pointerchain.cli.console import InputError


class ErrorsOf:
    """What is wrong with an input becomes a message with its name; a library that is not there one, too."""

    def __init__(self, path: str) -> None:
        self.path = "standard input" if path == "-" else path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ModuleNotFoundError) and not (error.name or "").startswith("pointerchain"):
            from pointerchain.extras import install_line

            raise InputError(f"'{error.name}' is not installed; {install_line('place')} brings it") from None
        if error is None or isinstance(error, ModuleNotFoundError):
            return
        from pointerchain.place.documents import PlaceError

        if isinstance(error, PlaceError):
            raise InputError(f"'{self.path}': {error}") from None


def data_of(path: str) -> bytes:
    """The bytes of a file; '-' is standard input. Raises :class:`InputError`."""
    try:
        return files.read_standard_input() if path == "-" else files.read(path)
    except OSError as error:
        raise InputError(f"cannot read '{path}': {files.reason(error)}") from None
