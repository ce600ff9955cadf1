# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What MkDocs does not do by itself for the site: pages that are made, and links that lead out of docs/."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from pointerchain.cli.explanations import DIRECTORY, explanation
from pointerchain.diagnostics import CATALOGUE

ROOT = Path(__file__).parents[1]


def on_files(files: Files, config: Any) -> Files:
    """Add the README as the first page, and a page for each code that a message ends with."""
    pages = {"index.md": (ROOT / "README.md").read_text().replace("](docs/", "](")}
    rows = "".join(f"- [{code}](explanations/{code}.md)\n" for code in sorted(CATALOGUE))
    pages["messages.md"] = (
        f"# Messages\n\nThe code of a message is its end, as in `[-Wprefix-assigned]`.\n\n{rows}"
    )
    for code, entry in CATALOGUE.items():
        head = f"# {code}\n\n*{entry.severity.value}: {entry.title}*\n\n"
        pages[f"explanations/{code}.md"] = head + explanation(code).markdown
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, files: Files, **_: Any) -> str:
    """Have links to explanations lead to their pages; links to other files off the site become names.

    A link to what neither has stays, and fails the build.
    """
    folder = posixpath.dirname(page.file.src_uri)
    base = ROOT if page.file.src_uri == "index.md" else ROOT / "docs" / folder

    def shown(link: re.Match[str]) -> str:
        text, target = link.groups()
        path = target.partition("#")[0]
        if (base / path).resolve().parent == DIRECTORY:
            return f"[{text}]({posixpath.relpath(f'explanations/{posixpath.basename(path)}', folder or '.')})"
        on_site = files.get_file_from_path(posixpath.normpath(posixpath.join(folder, path)))
        if "://" in target or not path or on_site or not (base / path).exists():
            return link[0]
        return text if path.endswith(text) else f"{text} (`{path.replace('../', '')}`)"

    return re.sub(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)", shown, markdown)
