# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The JSON documents of this room: bytes -> what their schema accepts, or an error with its place.

    load(b'{"format": "pointerchain-place-machine-1", ...}', "machine") -> dict

The schemas are JSON Schema 2020-12 and lie in ``schemas/``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

KINDS = ("machine", "profile", "advice", "results")


class PlaceError(Exception):
    """An input cannot be used; the message is fit for the user."""


@cache
def schema(kind: str) -> dict[str, Any]:
    """The schema of one of :data:`KINDS`."""
    path = Path(__file__).parent / "schemas" / f"{kind}.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def load(data: bytes, kind: str) -> dict[str, Any]:
    """The document in ``data``; raises :class:`PlaceError` where it is none of its kind."""
    try:
        document = json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise PlaceError(f"it is not JSON: {error}") from None
    check(document, kind)
    assert isinstance(document, dict)
    return document


def check(document: Any, kind: str) -> None:
    """Hold a document against its schema; raises :class:`PlaceError`."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    given = document.get("format") if isinstance(document, Mapping) else None
    expected = schema(kind)["properties"]["format"]["const"]
    if given != expected:
        raise PlaceError(f"it is no {kind}: its 'format' is {json.dumps(given)}, not \"{expected}\"")
    error = best_match(Draft202012Validator(schema(kind)).iter_errors(document))
    if error is not None:
        raise PlaceError(f"it is no {kind}: at {error.json_path}: {_short(error.message)}")


def dump(document: Mapping[str, Any], kind: str) -> str:
    """A document as text, checked before it is believed."""
    check(document, kind)
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


def seconds_or_none(value: float) -> float | None:
    """What JSON has for a time that is infinite."""
    return value if math.isfinite(value) else None


def _short(message: str) -> str:
    return message if len(message) <= 200 else f"{message[:120]} ... {message[-70:]}"


def _no_constant(word: str) -> float:
    raise ValueError(f"'{word}' is no number of JSON")
