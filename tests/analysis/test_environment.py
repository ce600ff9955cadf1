# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What may be on the device where: rows at places of a text, with one object for all of them."""

from __future__ import annotations

import re

from testlib import table

from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.callgraph import CallsByWords, Function
from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.environment.flow import Flow, Placed
from pointerchain.analysis.environment.present import Environment, Presence, Row
from pointerchain.dialects import Effect
from pointerchain.dialects.routines import ROUTINES
from pointerchain.dialects.table import COPY, COPY_IN, CREATE, DELETE, FIND, UPDATE_DEVICE, UPDATE_HOST
from pointerchain.source import Span
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Tree, Walk
from pointerchain.translator.text.lex import lex, statement_end

ENTER = COPY_IN._replace(deletes=False)
EFFECTS = {
    "enter": ENTER,
    "room": CREATE._replace(deletes=False),
    "exit": DELETE,
    "data": COPY,
    "to": UPDATE_DEVICE,
    "from": UPDATE_HOST,
    "present": FIND,
    "apart": ENTER,
    "maybe": ENTER,
    "sometimes": ENTER,
    "always": ENTER,
}
WORD = re.compile(r"\b({})\b".format("|".join(EFFECTS)))


def parsed(text: str) -> Tree:
    """Clang's tree of functions in which directives are blank."""
    clang = clang_arguments("a.c", ["-std=gnu89", "-w", "-Da=0", "-Dhere=0"], "c")
    whole = Session("a.c", clang.args).parse_all(text.encode())
    assert not [each for each in whole.messages() if each.severity >= 3], text
    tree = Walk(whole)
    for _, _, cursor in whole.declarations:
        tree.into(cursor)
    return tree.tree


def asked(text: str) -> Presence | None:
    """How an object may be present at ``here``; each word of EFFECTS is a directive about it."""
    source = text.encode()
    lexed = lex(source, False)
    rows = []
    for found in WORD.finditer(text):
        until = statement_end(lexed.code, found.end()) if found[1] == "data" else -1
        how = (
            AliasResult.MAY
            if found[1] == "maybe"
            else AliasResult.NO
            if found[1] == "apart"
            else AliasResult.MUST
        )
        flags = {"unsure": found[1] == "sometimes", "always": found[1] == "always"}
        span = Span(*found.span())
        rows.append(Row(found[1], span, until, EFFECTS[found[1]], how, **flags))
    functions = [
        Function(found[1], Span(found.start(), statement_end(lexed.code, found.start())))
        for found in re.finditer(r"^(\w+)\(", text, re.M)
    ]
    control = ControlFlow(parsed(WORD.sub(lambda found: " " * len(found[0]), text)), lambda call: True)
    placed = Placed(control, lambda at: at, lambda at: at)
    flow = Flow(functions, [placed], CallsByWords(lexed, functions, lambda words: frozenset()))
    environment = Environment(rows, flow, lambda one, other: True, lambda row: (True,))
    return environment.at(text.index("here"), lambda row: row.what)


PRESENT = {
    "nothing maps it": ("f() { here; }", ""),
    "before": ("f() { enter; here; }", "enter"),
    "taken off before, at the same statement": ("f() { exit enter here; }", "enter"),
    "taken off again, at the same statement": ("f() { enter exit here; }", ""),
    "taken off again": ("f() { enter; exit; here; }", ""),
    "put there twice": ("f() { enter; enter; exit; here; exit; }", "enter"),
    "taken off as often": ("f() { enter; enter; exit; exit; here; }", ""),
    "put there in a loop": ("f() { for (;;) { enter; } exit; here; }", "enter"),
    "taken off on one way": ("f() { enter; if (a) { exit; } here; }", "enter"),
    "taken off under an if without braces": ("f() { enter; if (a) exit; here; }", "enter"),
    "a jump past the end": ("f() { enter; goto label; exit; label: here; }", "enter"),
    "behind, once": ("main() { here; enter; }", ""),
    "behind, and called again": ("f() { here; enter; }", "enter"),
    "behind, taken off": ("f() { here; enter; exit; }", ""),
    "behind, in a loop": ("main() { for (;;) { here; enter; } }", "enter"),
    "behind, in a loop that takes it off": ("main() { for (;;) { here; enter; exit; } }", ""),
    "behind, in a loop that takes it off on one way": (
        "main() { for (;;) { here; enter; if (a) { exit; } } }",
        "enter",
    ),
    "behind, and jumped back": ("main() { label: here; enter; if (a) goto label; }", "enter"),
    "in a block": ("f() { data { here; } }", "data"),
    "beside a block": ("f() { data { } here; }", ""),
    "in a block that calls": ("f() { here; }\ng() { data { f(); } }", "data"),
    "in a block that calls what calls": ("f() { here; }\nh() { f(); }\ng() { data { h(); } }", "data"),
    "in a block that calls others": ("f() { here; }\ng() { data { h(); } f(); }", ""),
    "elsewhere": ("f() { here; }\ng() { enter; }", "enter"),
    "elsewhere, taken off": ("f() { here; }\ng() { enter; exit; }", ""),
    "elsewhere, left before": ("f() { here; }\ng() { enter; if (a) return; exit; }", "enter"),
    "elsewhere, the program ends before": ("f() { here; }\ng() { enter; if (a) abort(); exit; }", ""),
    "elsewhere, behind a loop": ("f() { here; }\ng() { enter; while (a) { if (a) break; } exit; }", ""),
    "elsewhere, jumped over": ("f() { here; }\ng() { enter; if (a) goto label; exit; label: ; }", "enter"),
    "what says that it is there": ("f() { here; }\ng() { present; }", "present"),
    "what is known to be gone": ("f() { enter; exit; here; to; }", ""),
    "something else": ("f() { apart; here; }", ""),
    "perhaps": ("f() { maybe; here; }", "maybe"),
    "the certain one": ("f() { enter; maybe; here; }", "enter"),
}


@table("name", list(PRESENT))
def test_what_may_be_there(name: str) -> None:
    text, by = PRESENT[name]
    found = asked(text)
    assert (found.by.says if found is not None else "") == by


SINCE = {
    "from the directive on": ("main() { enter; a; here; }", "; a; "),
    "never taken off": ("f() { enter; a; here; }", None),
    "no value goes there": ("f() { room; a; here; }", None),
    "an update": ("f() { room; to; a; here; }", "; a; "),
    "an update of the host's": ("f() { room; from; a; here; }", "; a; "),
    "there already": ("main() { enter; a; enter; here; }", "; a; enter; "),
    "there already, copied again": ("main() { enter; a; always; here; }", "; "),
    "under a condition": ("main() { enter; sometimes; here; }", "; sometimes; "),
    "on one way": ("f() { room; if (a) { to; } here; }", None),
    "in a loop": ("main() { enter; for (;;) { here; a; } }", "; for (;;) { |for (;;) { here; a; }"),
    "directly before": ("main() { enter; for (;;) { a; to here; } }", " "),
    "again in each turn": ("main() { enter; for (;;) { to; here; a; } }", "; "),
    "another function": ("f() { here; }\ng() { enter; }", None),
    "a jump": ("main() { if (a) goto label; enter; label: here; }", None),
    "a label": ("main() { enter; label: here; }", "; label: "),
    "a jump back": (
        "main() { enter; label: here; a; if (a) goto label; }",
        "; label: |here|a|if (a) goto label",
    ),
    "a way that ends the program": ("main() { room; if (a) { abort(); } to; a; here; }", "; a; "),
    "a block": ("f() { data { a; here; } }", " { a; "),
    "in a block of its own": ("f() { { enter; } a; here; }", None),
    "one that may be another": ("f() { maybe; here; }", None),
}


@table("name", list(SINCE))
def test_since_when_the_copies_may_differ(name: str) -> None:
    text, since = SINCE[name]
    found = asked(text)
    assert found is not None
    spans = None if found.since is None else "|".join(text[span.start : span.end] for span in found.since)
    assert spans == since


def test_routines_say_what_they_do() -> None:
    names = [row.name for row in ROUTINES]
    assert len(set(names)) == len(names)
    assert all(row.effect != Effect() for row in ROUTINES)
