# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""One source twice: as PTX with its chains hoisted, and with its directives ignored."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pointerchain
from pointerchain.deepcopy.headers import runtime_options
from pointerchain.diagnostics import Diagnostic
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.toolchain.ptx import PtxCompileError, compile_ptx, family, host_flags, own_flags
from pointerchain.translator.text.directives import Construct, read_directives
from pointerchain.translator.text.lex import lex

_CXX = (".cc", ".cpp", ".cxx", ".c++", ".C", ".cu")
_HEADERS = str(Path(pointerchain.__file__).parent / "include")
_KEPT = lazy_pattern(rb"\\?\r?\n")


class BothWays(NamedTuple):
    """The PTX of a source without and with hoisting, and what the translator said."""

    ignored: bytes
    hoisted: bytes
    diagnostics: tuple[Diagnostic, ...]


class NotTranslated(Exception):
    """The translator refused the source, or found nothing to hoist in it."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


def both_ways(path: str, data: bytes, command: Sequence[str]) -> BothWays:
    """Compile ``data``, the text of ``path``, with ``command`` without and with its chains hoisted.

    Raises :class:`NotTranslated` and :class:`pointerchain.toolchain.ptx.PtxCompileError`.
    """
    words = own_flags(command, path)
    kind = family(words[0])
    # It is compiled by this command alone, so that branches for '_OPENACC' are decided.
    decided = [] if any(word.startswith(("-fopenacc", "-acc")) for word in words) else ["-U_OPENACC"]
    translation = pointerchain.translate(data, path, [*host_flags(words[1:]), *decided])
    if translation.text is None:
        raise NotTranslated("the source is not translated", translation.diagnostics)
    if not translation.chains_hoisted:
        raise NotTranslated(
            f"'{path}' hoists no chain, so there is nothing to compare", translation.diagnostics
        )
    # What the source includes from its own directory is found there, too.
    quote = ["-I" if kind in ("nvcc", "nvhpc") else "-iquote", str(Path(path).absolute().parent)]
    texts = []
    with tempfile.TemporaryDirectory(prefix="pointerchain-") as temporary:
        for what, text, flags in (
            ("directives ignored", without_directives(data, path), []),
            ("chains hoisted", translation.text, ["-D__pointerchain=1", *of_runtime(translation.text)]),
        ):
            # Compilers make names of kernels from the source's: it is called the same both times.
            directory = Path(temporary, what.split()[1])
            output = directory / "out"
            output.mkdir(parents=True)
            source = directory / Path(path).name
            source.write_bytes(text)
            try:
                texts.append(compile_ptx(words, source, output, path, [*quote, *flags]))
            except PtxCompileError as error:
                # It may be one only that fails: gcc takes no chain in a 'reduction'.
                raise PtxCompileError(f"'{path}' with its {what}: {error}") from None
    return BothWays(texts[0], texts[1], translation.diagnostics)


def of_runtime(text: bytes) -> tuple[str, ...]:
    """What a compile of a translated text needs for the calls of deep copies in it."""
    return runtime_options([text], _HEADERS)


def is_cxx(path: str) -> bool:
    """Whether a source is C++ by its name."""
    return Path(path).suffix in _CXX


def without_directives(data: bytes, path: str) -> bytes:
    """The source with its directives and clauses blanked, line for line."""
    cxx = is_cxx(path)
    directives, _ = read_directives(lex(data, cxx), path, cxx)
    text = bytearray(data)
    for directive in directives:
        if isinstance(directive, Construct):
            span = directive.clause
        else:
            span = directive.pragma.span
        if span is not None:
            part = data[span.start : span.end]
            ends = {at for match in _KEPT.finditer(part) for at in range(match.start(), match.end())}
            text[span.start : span.end] = bytes(byte if at in ends else 0x20 for at, byte in enumerate(part))
    return bytes(text)
