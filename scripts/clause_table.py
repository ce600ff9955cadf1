# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The page of clauses: the rows of ``pointerchain/dialects`` as tables, ``docs/clauses.md``.

    python scripts/clause_table.py > docs/clauses.md

``tests/test_documentation.py`` compares; its ``--update`` writes the page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pointerchain import dialects  # noqa: E402
from pointerchain.dialects import Clause, openacc, openmp  # noqa: E402

HEAD = """\
# What a clause does to a chain

Generated from the rows of `pointerchain/dialects` (`scripts/clause_table.py`). In the text of an `acc` or
`omp` directive a chain is replaced where it is *listed* or stands in an *expression*, bounds of array
sections included, and where its names mean there what they mean at the region's begin: Clang resolves each
item and expression as an operand that nothing evaluates. Words of the directive and of its clauses, names
of reductions, mappers, `critical` sections and functions, strings, and what an `iterator` defines stay.
What no row explains, and a text that libclang does not read, is refused where it names a chain
(`unknown-construct`).

*Before `:`* is what may stand before a colon of the argument. Any clause that lists may have further words
there. An *item alone* is one without an array section; a section of a local maps what the chain leads to,
wherever it is listed. Alone in a directive without a statement (`enter data`, `exit data`, `update`,
`declare`) an item is refused: `local-outlived`. See [directives](directives.md) for all that is refused.
"""
_BEFORE = {"word": "", "identifier": "a name", "expression": "an expression"}
_FORMS = {
    "none": "nothing, or an expression",
    "words": "words",
    "names": "names",
    "expression": "expressions",
    "list": "a list",
    "tailed": "a list, `:` and modifiers",
    "directives": "conditions and directives",
    "declaration": "a declaration",
}
_DOES = (
    ("reads", "reads it"),
    ("writes", "changes it"),
    ("private", "copies it for threads"),
    ("shares", "shares it"),
    ("broadcasts", "gives it to threads"),
    ("to_device", "copies it to the device"),
    ("from_device", "copies it back"),
    ("creates", "makes room on the device"),
    ("deletes", "may free that"),
    ("finds", "finds it on the device"),
    ("attaches", "attaches it"),
    ("device_address", "gives the device's address"),
    ("orders", "orders by its address"),
)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for dialect, title, module in (("acc", "OpenACC 3.3", openacc), ("omp", "OpenMP 5.2 and 6.0", openmp)):
        parts += [
            f"\n## {title}\n",
            "| clause | argument | before `:` | does to an item | an item alone | section |",
        ]
        parts.append("|---|---|---|---|---|---|")
        own = [row.argument._replace(name=b" ".join(row.name)) for row in module.DIRECTIVES if row.argument]
        parts += _rows(dialect, tuple(own), True)
        parts += _rows(dialect, module.CLAUSES, False)
    return "\n".join(parts) + "\n"


def _rows(dialect: str, clauses: tuple[Clause, ...], of_directive: bool) -> Iterator[str]:
    for row in sorted(clauses, key=lambda each: each.name):
        names = ", ".join(f"`{name.decode()}`" for name in (row.name, *row.aliases))
        if of_directive:
            names = f"directive {names}"
        elif row.on:
            names += " on " + ", ".join(f"`{leaf.decode()}`" for leaf in row.on)
        lists = row.form in ("list", "tailed")
        cells = (
            names,
            _FORMS[row.form],
            _before(row),
            _does(row) if lists else "",
            _alone(dialect, row),
            row.section,
        )
        yield "| " + " | ".join(cells) + " |"


def _before(row: Clause) -> str:
    words = [f"`{word.decode()}`" for word in row.words]
    if len(words) > 12:
        words = ["the words of a directive"]
    other = _BEFORE[row.before]
    text = ", ".join([*words, other] if other else words)
    if row.first and row.form == "expression":
        text += (
            ("; " if text else "") + "the first is " + " ".join(f"`{word.decode()}`" for word in row.first)
        )
    return text


def _does(row: Clause) -> str:
    if row.name == b"map" and row.form == "list":
        return "by its type"
    return ", ".join(text for flag, text in _DOES if getattr(row.effect, flag)) or "nothing"


def _alone(dialect: str, row: Clause) -> str:
    """What becomes of a chain that is listed by itself, or of one in another argument."""
    effect, rows = row.effect, [dialects.directive(dialect, leaf.split()) for leaf in row.on]
    if row.form in ("none", "expression", "directives"):
        return "replaced"
    if row.form == "declaration":
        return "refused"
    if row.form in ("words", "names"):
        return "stays"
    if rows and all(each is not None and not each.has_statement for each in rows) and row.on != (b"scan",):
        return "refused: `local-outlived`"
    if effect.orders:
        return "refused: `address-taken`"
    if effect.attaches or (effect.finds and effect.storage):
        return "replaced where a directive maps the local, else `not-on-device`"
    return "replaced, and written back" if effect.writes else "replaced"


if __name__ == "__main__":
    sys.stdout.write(page())
