# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What keeps a chain with a null link from being followed: tests, jumps, ends of the program, empty loops."""

from __future__ import annotations

from progen.loops.chains import Scope
from progen.loops.tree import Statement

JUMPS = ("continue", "break", "return", "goto")
S = Statement


def shield(
    scope: Scope, link: str, use: Statement, value: str, in_loop: bool, at_top: bool
) -> list[Statement]:
    """Statements that evaluate ``use`` only where ``link`` is not null; ``value`` is the use as an expression.

    ``in_loop``: they stand in a loop whose next iteration does no harm; ``at_top``: control may leave the
    function.
    """
    choices = scope.choices
    empty = choices.pick((f"!{link}", f"{link} == 0", f"is_null({link})"))
    sure = f"{link} != 0"
    there = choices.pick((link, f"{link} != 0", f"!is_null({link})"))
    options: list[tuple[str, list[Statement]]] = [
        ("if", [S(f"if ({there})", (use,))]),
        (
            "else",
            [
                S(f"if ({empty})", (S("acc += 5u;"), S("acc ^= 1u;"))),
                S(f"if ({empty}) acc += 1u; else", (use,)),
            ],
        ),
        ("nested if", [S("if (n > 0)", (S(f"if ({there})", (use,)),))]),
        ("and", [S(f"if ({there} && {value}) acc += 3u;")]),
        ("and", [S(f"acc += (unsigned)({there} && ({value} & 1u));")]),
        ("or", [S(f"acc += (unsigned)({empty} || ({value} & 1u));")]),
        ("question", [S(f"acc += {there} ? {value} : 9u;")]),
        ("question", [S(f"acc += {empty} ? 9u : {value};")]),
        ("while", [S(f"for (int g = 0; g < 2 && {there}; g++)", (use,))]),
        ("while", [S("{ int g = 0;\n  " + f"while ({there} && g++ < 2) {{ {use.text} }} }}")]),
        ("empty loop", [S(f"for (int g = 0, o = {there} ? 2 : 0; g < o; g++)", (use,))]),
        (
            "switch",
            [S(f"switch ({there} ? 1 : 0)", (S(f"case 1: {use.text} break;"), S("default: acc += 2u;")))],
        ),
        ("switch", [S(f"switch ({there} ? 1 : 0) {{ case 0: acc += 2u; break; default: {use.text} }}")]),
        ("do", [S("do", (S(f"if ({empty}) break;"), use), " while (0);")]),
        (
            "goto",
            [
                S(
                    f"{{ if ({empty}) goto past{scope.number}_{scope.fresh}; {use.text} past{scope.number}_{scope.fresh}:; }}"
                )
            ],
        ),
        ("sizeof", [S(f"acc += (unsigned)sizeof({value}); acc += {there} ? {value} : 1u;")]),
        ("exit", [S(f"if ({empty}) exit(3);"), use]),
        ("abort", [S(f"if ({empty}) abort();"), use]),
        ("exit in a helper", [S(f"die_unless({sure});"), use]),
        ("abort in a helper", [S(f"stop_unless({sure});"), use]),
        ("exit elsewhere", [S(f"ext_exit_unless({sure});"), use]),
        ("leave in a helper", [S(f"leave_unless({sure});"), use]),
        ("comma exit", [S(f"acc += (die_unless({sure}), {value});")]),
        ("endless", [S("for (;;)", (S(f"if ({empty}) exit(6);"), S("break;"))), use]),
        ("endless", [S("while (1)", (S(f"if ({there}) break;"), S("exit(7);"))), use]),
        ("loop that exits", [S(f"for (int g = 0; {empty}; g++) if (g > 2) exit(8);"), use]),
        ("loop of a helper", [S(f"for (int g = 0; g < 2; g++) die_unless({sure});"), use]),
    ]
    if not scope.cxx:
        options.append(
            ("generic", [S(f"acc += _Generic(k, int: 1u, default: {value}); acc += {there} ? {value} : 1u;")])
        )
    else:
        options += [
            ("throw", [S(f"if ({empty}) throw 3;"), use]),
            ("throw in a helper", [S(f"throw_unless({sure});"), use]),
            ("try", [S("try", (S(f"throw_unless({sure});"), use), " catch (int) { acc += 8u; }")]),
            (
                "lambda",
                [
                    S(
                        f"auto at{scope.fresh} = [&] {{ return {value}; }}; if ({there}) acc += at{scope.fresh}();"
                    )
                ],
            ),
            ("lambda", [S(f"[&] {{ if ({empty}) return; {use.text} }}();")]),
            ("constructor", [S(f"{{ Need need({sure}); {use.text} }}")]),
            ("decltype", [S(f"{{ decltype({value}) g = 1; acc += g; }} if ({there}) {{ {use.text} }}")]),
        ]
    if in_loop:
        options += [("continue", [S(f"if ({empty}) continue;"), use])] * 2
        options += [("break", [S(f"if ({empty}) break;"), use])] * 2
        options += [("break behind", [S(f"if ({there}) {{ acc += 2u; }} else {{ acc += 1u; break; }}"), use])]
        options += [
            ("switch continue", [S(f"switch ({there} ? 1 : 0) {{ case 0: continue; default: ; }}"), use])
        ]
    if at_top:
        options += [("return", [S(f"if ({empty}) return acc;"), use])] * 2
        options += [
            ("return of a loop", [S(f"for (int g = 0; g < 3; g++) if (g == 1 && {empty}) return 4;"), use])
        ]
        options += [
            (
                "return of a switch",
                [S(f"switch ({there} ? 1 : 0) {{ case 0: return 4; default: acc++; }}"), use],
            )
        ]
    name, out = choices.pick(options)
    scope.fresh += 1
    scope.tags.add(f"shield:{name}")
    return out
