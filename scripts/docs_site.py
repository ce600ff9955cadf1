# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What MkDocs does not do for the site: pages that are made, links that lead out of docs/, dead links."""

from __future__ import annotations

import logging
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mkdocs.structure.files import File, Files

from pointerchain.cli.explanations import DIRECTORY, explanation
from pointerchain.diagnostics import CATALOGUE

ROOT = Path(__file__).parents[1]
LOG = logging.getLogger("mkdocs.hooks.docs_site")


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
        if (base / path).resolve() == ROOT / "README.md":
            return f"[{text}]({posixpath.relpath('index.md', folder or '.')}{target.removeprefix(path)})"
        file = files.get_file_from_path(posixpath.normpath(posixpath.join(folder, path)))
        on_site = file is not None and file.inclusion.is_included()
        if "://" in target or not path or on_site or not (base / path).exists():
            return link[0]
        return text if path.endswith(text) else f"{text} (`{path.replace('../', '')}`)"

    return re.sub(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)", shown, markdown)


def on_post_build(config: Any) -> None:
    """Warn, which fails the build, of each link of the finished site that leads nowhere."""
    for problem in dead_links(Path(config["site_dir"])):
        LOG.warning(problem)


class _Links(HTMLParser):
    """Reads of a page what it links to, and the names of its parts."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.names.add(value)


def dead_links(site: Path) -> list[str]:
    """The links of a site's pages to files, and parts of pages, that are not there."""
    pages: dict[Path, _Links] = {}
    for path in sorted(site.resolve().rglob("*.html")):
        pages[path] = _Links()
        pages[path].feed(path.read_text())
    problems = []
    for path, page in pages.items():
        for link in dict.fromkeys(page.links):
            # The page for addresses that do not exist has links from the top of the server.
            if re.match(r"[a-z]+:|//", link) or path.name == "404.html":
                continue
            target, _, name = link.partition("#")
            file = (path.parent / unquote(target)).resolve() if target else path
            if not file.exists():
                problems.append(
                    f"{path.relative_to(site.resolve())}: '{link}' leads to a file that is not there"
                )
            elif name and file in pages and unquote(name) not in pages[file].names:
                problems.append(f"{path.relative_to(site.resolve())}: '{link}' leads to no part of that page")
    return problems
