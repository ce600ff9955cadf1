# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""advice.json -> a page and its figures: ``files(advice)`` -> {"index.html": bytes, "roofline.png": ...}."""

from __future__ import annotations

import shlex
import statistics
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pointerchain.place import equations
from pointerchain.place.advice import named, shown
from pointerchain.place.costs import Kind
from pointerchain.place.report import figures

_NAMES = {
    "peak": ("peak of the device", "operations/s"),
    "device_bandwidth": ("device memory", "B/s"),
    "link": ("zero-copy reads", "B/s"),
    "copy_to_device": ("copies to the device", "B/s"),
    "copy_to_host": ("copies to the host", "B/s"),
}


def files(advice: Mapping[str, Any], measured: Mapping[str, Any] | None = None) -> dict[str, bytes]:
    """The report's files by their names; the page holds its figures, which lie beside it as well.

    ``measured`` is a results.json.
    """
    roof, grid, bars = figures.roofline(advice), figures.residency(advice), figures.totals(advice)
    out: dict[str, bytes] = {}
    shapes: dict[str, str] = {}
    for name, figure, alt in (
        ("roofline", roof, "The augmented Roofline of the machine"),
        ("residency", grid, "Where each object's contents are in each phase"),
        ("totals", bars, "Predicted milliseconds of the choice and of one place for all"),
    ):
        if figure is not None:
            shapes[name] = figures.as_svg(figure, alt)
            out[f"{name}.svg"] = shapes[name].encode()
            out[f"{name}.png"] = figures.as_png(figure)
    out["index.html"] = _page(advice, shapes, measured).encode("utf-8", "surrogateescape")
    return out


def _page(advice: Mapping[str, Any], shapes: Mapping[str, str], measured: Mapping[str, Any] | None) -> str:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    numbers = advice["attributes"]
    missing = [
        _NAMES[name][0]
        for name in ("peak", "device_bandwidth", "link", "copy_to_device")
        if numbers[name] is None
    ]
    longer = len(advice["objects"]) > figures.MOST or any(
        len(each["residency"]) > figures.MOST for each in advice["objects"][:1]
    )
    return environment.get_template("page.html.j2").render(
        title="Where the data should live",
        program=shlex.join(advice["program"]),
        machine=advice["machine"],
        summary=_summary(advice),
        totals=shapes["totals"],
        residency=shapes["residency"],
        roofline=shapes.get("roofline", ""),
        no_roofline=f"the {' and the '.join(missing)} " + ("are" if len(missing) > 1 else "is"),
        shortened=f", of the {figures.MOST} largest objects and first phases" if longer else "",
        objects=[_object(each) for each in advice["objects"]],
        actions=_actions(advice),
        measured=None if measured is None else _measured(advice, measured),
        equations=_equations(advice),
        forms=[form for form in equations.FORMS if form.differs],
        attributes=[_attribute(name, value) for name, value in numbers.items()],
        notes=advice["notes"],
    )


def _summary(advice: Mapping[str, Any]) -> str:
    seconds, options = advice["seconds"], advice["options"]
    text = f"The choice takes {shown(seconds['chosen'])}"
    if seconds["all_device"] is not None:
        text += f", all objects in device memory {shown(seconds['all_device'])}"
    else:
        text += "; all objects do not fit in device memory"
    capacity = options["capacity"]
    limit = "without a limit" if capacity is None else f"of {capacity:,} that may be used"
    return (
        f"{text}. At most {advice['peak_device_bytes']:,} bytes are on the device at a time, {limit}. "
        f"Decided by {advice['method']} with a margin of {options['margin']:.0%} for device copies"
        + ("." if options["managed"] else ", without unified memory.")
    )


def _site(place: Mapping[str, Any] | None) -> str:
    return "" if place is None else f"{place['file']}:{place['line']}"


def _label(each: Mapping[str, Any]) -> str:
    return each["name"] or _site(each["site"]) or f"object {each['id']}"


def _object(each: Mapping[str, Any]) -> dict[str, Any]:
    kind = Kind(each["allocation"], each["advice"])
    return {
        "label": _label(each),
        "site": _site(each["site"]),
        "bytes": f"{each['bytes']:,}",
        "place": named(kind),
        "seconds": shown(each["seconds"]),
        "why": each["why"],
        "alternatives": [
            {
                "place": named(Kind(other["allocation"], other["advice"])),
                "seconds": "-" if other["seconds"] is None else shown(other["seconds"]),
                "why": other["why"],
                "chosen": Kind(other["allocation"], other["advice"]) == kind,
            }
            for other in each["alternatives"]
        ],
    }


def _actions(advice: Mapping[str, Any]) -> list[dict[str, Any]]:
    phases = {phase["id"]: phase for phase in advice["phases"]}
    rows = [
        {
            "phase": action["phase"],
            "at": phases[action["phase"]].get("name") or _site(phases[action["phase"]]["place"]),
            "executions": action["executions"],
            "label": _label(each),
            "do": action["do"].replace("-", " "),
            "bytes": f"{action['bytes']:,}",
        }
        for each in advice["objects"]
        for action in each["actions"]
    ]
    return sorted(rows, key=lambda row: row["phase"])


def _measured(advice: Mapping[str, Any], measured: Mapping[str, Any]) -> dict[str, Any]:
    """Medians of the runs, each over the best one's, beside what is predicted of that placement."""
    medians = [statistics.median(run["seconds"]) for run in measured["runs"]]
    best = min(medians)
    rows = []
    for run, median in zip(measured["runs"], medians, strict=True):
        seconds = advice["seconds"].get(run["placement"])
        rows.append(
            {
                "name": run["placement"].replace("_", " "),
                "median": shown(median),
                "count": len(run["seconds"]),
                "spread": f"{(max(run['seconds']) - min(run['seconds'])) / median:.1%}",
                "over": f"{median / best:.3f}",
                "predicted": "-" if seconds is None else shown(seconds),
            }
        )
    return {"machine": measured["machine"], "rows": rows}


def _equations(advice: Mapping[str, Any]) -> list[dict[str, str]]:
    """Equations 4 and 9 of the objects that kernels touch, in both forms."""
    numbers = advice["attributes"]
    rows = []
    for each in advice["objects"]:
        if each["sparsity"] is None:
            continue
        label = _label(each)
        if numbers["copy_to_device"] and numbers["copy_to_host"]:
            there, back = numbers["copy_to_device"]["value"], numbers["copy_to_host"]["value"]
            rows.append(
                {
                    "number": "9, the cost of copies",
                    "label": label,
                    "printed": f"{equations.copy_cost_as_printed(each['bytes'], there, 0.0, 0.0):.3g} B²/s",
                    "corrected": shown(equations.copy_cost(each["bytes"], there, back, 0.0, 0.0)),
                    "why": "a size is divided by a bandwidth, and the copy back counts",
                }
            )
        if numbers["link"] and numbers["peak"] and (each["remigration"] or 1) > 1:
            times, link, peak = each["remigration"], numbers["link"]["value"], numbers["peak"]["value"]
            # An intensity at which the printed form is above the peak.
            intensity = 2 * times * peak / link
            printed = equations.remigrated_host_ceiling_as_printed(intensity, times, link, peak)
            corrected = equations.remigrated_host_ceiling(intensity, times, link, peak)
            rows.append(
                {
                    "number": f"4, the ceiling at {intensity:.3g} operations/byte",
                    "label": label,
                    "printed": f"{printed:.3g} operations/s",
                    "corrected": f"{corrected:.3g} operations/s",
                    "why": "the device's peak bounds it",
                }
            )
    return rows


def _attribute(name: str, value: Mapping[str, Any] | None) -> dict[str, str]:
    label, unit = _NAMES[name]
    if value is None:
        return {"name": label, "value": "not known", "how": "", "source": ""}
    return {
        "name": label,
        "value": f"{value['value']:.4g} {unit}",
        "how": value["how"],
        "source": value["source"],
    }
