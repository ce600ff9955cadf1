# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What ``place replay`` shows: two :class:`Score`s -> text or JSON."""

from __future__ import annotations

import json
import math
from typing import Any

from pointerchain.place.replay.score import COSTLY, Score, Scored, geometric

FORMATS = ("text", "json")
_ROWS = (
    ("decided", "regret"),
    ("all device", "all_device"),
    ("all managed", "all_managed"),
    ("random", "random"),
)


def report(campaigns: Score, platforms: Score, form: str) -> str:
    """Each campaign on its own, and the campaigns of each platform averaged."""
    if form == "json":
        document = {"campaigns": _document(campaigns), "platforms": _document(platforms)}
        return json.dumps(document, indent=1, allow_nan=False) + "\n"
    lines = [
        "Regret: the measured cost of a variant over that of its case's best one. Times are measured, by who",
        "made the table; variants are decided from predictions, and their regret is replayed from the table.",
        "",
        f"{'case':36}{'best ms':>9}  {'decided':8}{'regret':>8}{'device':>8}{'managed':>9}{'random':>8}",
    ]
    lines += [_line(each) for each in campaigns.cases]
    lines += ["", *_summary(campaigns, "each campaign a case")]
    if len(platforms.cases) != len(campaigns.cases):
        lines += ["", *_summary(platforms, "the campaigns of a platform averaged")]
    if campaigns.left_out:
        lines += ["", f"Not scored, without a profile or hotspot's runs: {', '.join(campaigns.left_out)}"]
    if campaigns.transferred:
        lines += [
            "",
            "The variant that is best in one campaign, in another one of the same platform: regret "
            f"{geometric(campaigns.transferred):.3f} in the geometric mean of {len(campaigns.transferred)}.",
        ]
    return "\n".join(lines) + "\n"


def _line(each: Scored) -> str:
    name = f"{each.platform} {each.program} {each.input}"
    managed = "-" if each.all_managed is None else f"{each.all_managed:.3f}"
    device = "-" if each.all_device is None else f"{each.all_device:.3f}"
    return (
        f"{name:36}{each.best * 1e3:9.3f}  {each.decided:8}{each.regret:8.3f}{device:>8}{managed:>9}"
        f"{each.random:8.2f}"
    )


def _summary(score: Score, what: str) -> list[str]:
    lines = [f"{len(score.cases)} cases, {what}: geometric mean and worst regret"]
    for name, field in _ROWS:
        held = sum(getattr(each, field) is not None for each in score.cases)
        worst = "" if field == "random" else f"   worst {score.worst(field):.3f}"
        lines.append(f"  {name:12}{score.mean(field):8.3f}{worst}" + _of(held, len(score.cases)))
    lines.append(
        f"  single changes that cost more than {COSTLY:.0%} of a run: recall {score.recall:.0%}, "
        f"precision {score.precision:.0%}"
    )
    return lines


def _of(held: int, cases: int) -> str:
    return "" if held == cases else f"   (measured in {held} of them)"


def _document(score: Score) -> dict[str, Any]:
    return {
        "cases": [
            {name: getattr(each, name) for name in Scored.__dataclass_fields__} for each in score.cases
        ],
        "mean": {field: _number(score.mean(field)) for _, field in _ROWS},
        "worst": {field: _number(score.worst(field)) for _, field in _ROWS},
        "recall": _number(score.recall),
        "precision": _number(score.precision),
        "left_out": list(score.left_out),
        "transferred": _number(geometric(score.transferred)),
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
