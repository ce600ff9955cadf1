# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Pages: where the documentation's site has what a message's code means.

``POINTERCHAIN_DOCS=https://docs.example.org``  ->  ``https://docs.example.org/explanations/bad-chain.html``
"""
# For what PTH wants see pointerchain/files.py.
# ruff: noqa: PTH100

from __future__ import annotations

import os

SITE = "POINTERCHAIN_DOCS"
"""The variable that says where the site is: an address, or the directory in which it was built."""


def below(code: str) -> str:
    """The page of a code, from the site's first page on."""
    return f"explanations/{code}.html"


def page(code: str) -> str:
    """The address of a code's page; empty where nothing says where the site is."""
    site = os.environ.get(SITE, "").rstrip("/")
    if not site or not site.isprintable():
        return ""
    if "://" not in site:
        from urllib.parse import quote

        site = "file://" + quote(os.fsencode(os.path.abspath(site)))
    return f"{site}/{below(code)}"
