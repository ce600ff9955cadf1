# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The long explanation of each diagnostic code, one Markdown file a code in ``explanations/``.

A file says what the code means, shows an example that causes it (its first C or
C++ block), says why the translator cannot just go on, and shows the way out.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from pointerchain.diagnostics import CATALOGUE
from pointerchain.lazy import NamedTuple
from pointerchain.pages import below, page

DIRECTORY = Path(__file__).parents[1] / "explanations"


class Explanation(NamedTuple):
    """The text about one code, in two forms, and its first paragraph on one line."""

    markdown: str
    plain: str
    summary: str


def explanation(code: str) -> Explanation:
    """The explanation of a code of the catalogue."""
    markdown = (DIRECTORY / f"{code}.md").read_text("utf-8")
    paragraph = markdown.partition("\n\n")[0]
    return Explanation(markdown, _plain(markdown), " ".join(paragraph.split()))


def explain(code: str) -> str:
    """What ``pointerchain explain`` prints: code, severity and title above the explanation, and its page."""
    entry = CATALOGUE[code]
    where = page(code) or f"{below(code)} of the site that 'make docs' builds"
    return (
        f"{code} ({entry.severity.value}): {entry.title}\n\n{explanation(code).plain}\nAs a page: {where}\n"
    )


def listing() -> str:
    """Every code with its severity and title, a line each, in the catalogue's order."""
    width = max(len(code) for code in CATALOGUE)
    return "".join(
        f"{code:{width}}  {entry.severity.value:7}  {entry.title}\n" for code, entry in CATALOGUE.items()
    )


def nearest_code(word: str) -> str | None:
    """The code that ``word`` most likely means; None if it resembles none."""
    return next(iter(get_close_matches(word, CATALOGUE, 1, 0.6)), None)


def _plain(markdown: str) -> str:
    """Markdown as a terminal shows it best: code blocks indented, headings without their marks."""
    lines, in_code = [], False
    for line in markdown.splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif in_code:
            lines.append(f"    {line}" if line else "")
        else:
            lines.append(line.removeprefix("## "))
    return "\n".join(lines) + "\n"
