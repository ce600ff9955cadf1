# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The sections of ``bench report`` on automatic deep copy: its paper's Figures 7 and 8 and Table 2.

The paper is "Automatic deep copy in a Fortran OpenMP compiler"; its section 4 describes the structures and
the measurements. What it prints as numbers stands beside ours; its figures print none.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pointerchain.bench.blocks import Block, Drawing, Input, Paragraph, Table
from pointerchain.bench.deepcopy_results import DeepCopy, Measured, Technique, Way
from pointerchain.bench.figures import Dot, DotPanel, Group, dots

# The paper's techniques in its order, then what it does not have.
PAPER_TECHNIQUES = ("base", "base+", "tcpy", "pcpy")
TECHNIQUES = (*PAPER_TECHNIQUES, "arena", "auto")
PAPER_MACHINE = "the paper: POWER8, Kepler K40, PCIe"
# Table 2; the product of its two rows is 2.37 GB for each technique.
PAPER_UMT_SECONDS = {"base": 5.4382, "base+": 3.3708, "tcpy": 2.6548, "pcpy": 2.3492}
PAPER_UMT_GBS = {"base": 0.4367, "base+": 0.7045, "tcpy": 0.8944, "pcpy": 1.0107}
PAPER_UMT_BYTES, PAPER_UMT_ZONES = 2.37e9, 2000
# The text on Figure 8.
PAPER_MEAN_SHARE, PAPER_LEAST_SHARE = 77.5, 70
PAPER_BELOW = "List and SplitList of 1 MB"
PAPER_GBS = "1.62 to 3.36"
MEBIBYTE = 1 << 20

_WAYS: tuple[tuple[str, Callable[[Technique], Way], Callable[[Measured], float]], ...] = (
    ("enter", lambda each: each.enter, lambda record: record.plain_enter),
    ("exit", lambda each: each.exit, lambda record: record.plain_exit),
)


def where_deep_copies_ran(given: Input) -> list[Block]:
    """Which devices these are, first of all what they are not."""
    if (deep := given.deepcopy) is None:
        return []
    gpu = f", GPU {deep.gpu}" if deep.gpu else ""
    blocks: list[Block] = [
        Paragraph(
            f"Measured on {deep.date[:10]} with '{deep.command}'. Machine: {deep.processor}, "
            f"{deep.system}{gpu}. Each time is the best of the repetitions, which run in random order in one "
            "process for each structure. Compare ratios on one device, not seconds between devices."
        )
    ]
    firsts = [deep.of(title)[0] if deep.of(title) else deep.of(title, sweep=True)[0] for title in deep.titles]
    if not any(each.device == "cuda" for each in firsts):
        blocks.append(
            Paragraph(
                "Nothing in these sections ran on a GPU, and no figure here is one of a GPU or of a bus: "
                "the devices are memory of the host, as the table says.",
                "warning",
            )
        )
    blocks += [
        Paragraph(
            f"{title}: nothing was copied; this device shares the host's memory, and its times are those "
            "of calls.",
            "warning",
        )
        for title in deep.titles
        if (all_of := (*deep.of(title), *deep.of(title, sweep=True)))
        and all(each.enter.bytes == 0 for record in all_of for each in record.techniques.values())
    ]
    rows = tuple(
        (title, *_device(first, deep), str(len(deep.of(title)) + len(deep.of(title, sweep=True))))
        for title, first in zip(deep.titles, firsts, strict=True)
    )
    head = ("device", "what it is", "a transfer", "time", "structures")
    blocks.append(Table("deepcopy-where", "What ran where", head, rows))
    return blocks


def _device(record: Measured, deep: DeepCopy) -> tuple[str, str, str]:
    """What a device is, what a transfer is there, which time is measured."""
    if record.device == "host" and record.modelled:
        engine = "one copy engine in the background" if record.background else "the caller waits"
        what = "counting device: other memory of the program; no device and no bus"
        model = f"modelled: {record.latency_us:g} us and {record.bandwidth_gbs:g} GB/s, {engine}"
        return what, model, "the model's and the program's CPU time"
    if record.device == "host":
        what = "counting device: other memory of the program; no device and no bus"
        return what, "memcpy in the host's memory", "the program's CPU time"
    if record.device == "cuda":
        return f"GPU ({deep.gpu or 'the file does not name it'})", "CUDA, over the bus", "wall"
    if record.device == "openmp" and "x86_64" in record.title:
        what = "the host's processor as OpenMP device, with memory apart"
        return what, "a copy in main memory; no bus", "wall"
    return f"the device of '{record.device}'; the file says no more", "by its runtime", "wall"


def transfer_times(given: Input) -> list[Block]:
    """Figure 7: a figure and a table for each device."""
    if (deep := given.deepcopy) is None:
        return []
    blocks: list[Block] = []
    for title, records in _measured(deep):
        rows = [(name, _panels(records, _time_dot(way), plain)) for name, way, plain in _WAYS]
        svg = dots(
            rows,
            "time [ms]",
            log_x=True,
            alt=f"Times of enter and exit by technique on {title}; the numbers are in the table below",
            key=("technique", "the same transfers coded by hand", "one plain transfer of all bytes"),
        )
        caption = (
            f"{title}: time of enter (above) and exit (below); further left is better. A bar is the same "
            "allocations and transfers coded by hand. Dots are the best of the repetitions; error bars go to "
            "the upper quartile. The axes are logarithmic, one for each size."
        )
        blocks.append(Drawing(f"deepcopy-figure7-{_slug(title)}", caption, svg))
        blocks.append(_times_table(title, records))
    if blocks:
        blocks.append(_statements(deep))
    if (text := _smaller(deep)) and blocks:
        blocks.insert(0, Paragraph(text))
    return blocks or [Paragraph("List, SplitList and Tree were not measured.")]


def _smaller(deep: DeepCopy) -> str:
    """Which structures have not the paper's 1024 nodes."""
    counts = sorted(
        {
            (each.bytes, each.nodes)
            for title in deep.titles
            for each in _lists(deep, title)
            if each.nodes != 1024
        }
    )
    if not counts:
        return ""
    told = ", ".join(f"{nodes} of {_size(size)}" for size, nodes in counts)
    return f"The paper's structures have 1024 nodes; these have other numbers: {told}."


def _times_table(title: str, records: tuple[Measured, ...]) -> Table:
    rows = tuple(
        (
            *(name, record.shape, _size(record.bytes), str(record.nodes)),
            *_cells(record, lambda each, way=way: _milliseconds(way(each).seconds)),  # type: ignore[misc]
            _milliseconds(plain(record)),
        )
        for name, way, plain in _WAYS
        for record in records
    )
    head = ("", "structure", "element", "nodes", *TECHNIQUES, "one plain transfer")
    return Table(f"deepcopy-times-{_slug(title)}", f"{title}: time [ms]", head, rows)


def _statements(deep: DeepCopy) -> Table:
    """What the paper's text says of Figure 7, and in how many cases it is so here."""

    def slower(one: str, *others: str, out: bool = False) -> Callable[[Measured], bool | None]:
        def holds(record: Measured) -> bool | None:
            found = [record.techniques.get(name) for name in (one, *others)]
            times = [(each.exit if out else each.enter).seconds for each in found if each is not None]
            return None if len(times) < len(found) else times[0] > max(times[1:])

        return holds

    statements: tuple[tuple[str, Callable[[Measured], bool], Callable[[Measured], bool | None]], ...] = (
        ("enter: base is slower than base+", lambda _: True, slower("base", "base+")),
        (
            "enter, below 1 MB: base+ is the slowest but base, by its transfers",
            lambda record: record.bytes < MEBIBYTE,
            slower("base+", "tcpy", "pcpy"),
        ),
        (
            "enter, 1 MB: tcpy is the slowest but base, by its host copy",
            lambda record: record.bytes >= MEBIBYTE,
            slower("tcpy", "base+", "pcpy"),
        ),
        (
            "enter, Tree of 1 MB: pcpy is slower than base+",
            lambda record: record.bytes >= MEBIBYTE and record.shape == "Tree",
            slower("pcpy", "base+"),
        ),
        (
            "exit, SplitList: base+ is slower than tcpy and pcpy",
            lambda record: record.shape == "SplitList",
            slower("base+", "tcpy", "pcpy", out=True),
        ),
    )
    rows = []
    for text, applies, holds in statements:
        row = [text]
        for title in deep.titles:
            found = [holds(record) for record in _lists(deep, title) if applies(record)]
            known = [each for each in found if each is not None]
            row.append(f"{sum(known)} of {len(known)}" if known else "not measured")
        rows.append(tuple(row))
    caption = "What the paper says of its Figure 7 (on a GPU), and in how many structures it is so here"
    return Table("deepcopy-statements", caption, ("the paper's text", *deep.titles), tuple(rows))


def bandwidth_shares(given: Input) -> list[Block]:
    """Figure 8: a figure and a table for each device, and the paper's means beside ours."""
    if (deep := given.deepcopy) is None:
        return []
    blocks: list[Block] = []
    summary = []
    for title, records in _measured(deep):
        panels = _panels(records, _share_dot)
        svg = dots(
            [("enter", panels)],
            "% of the hand-coded bandwidth",
            log_x=False,
            alt=f"Share of the hand-coded bandwidth on {title}; the numbers are in the table below",
            lines=(PAPER_LEAST_SHARE, 100),
        )
        caption = (
            f"{title}: the hand-coded sequence's time / enter's, in per cent; further right is better. "
            "Dotted: 70 %, which the paper's techniques reach but for List and SplitList of 1 MB, and 100 %."
        )
        blocks.append(Drawing(f"deepcopy-figure8-{_slug(title)}", caption, svg))
        blocks.append(_shares_table(title, records))
        summary.append(_share_row(title, records))
    if not blocks:
        return []
    summary.append((PAPER_MACHINE, f"{PAPER_MEAN_SHARE}", "", PAPER_BELOW, PAPER_GBS))
    head = (
        *("device", "mean of base, base+, tcpy, pcpy [%]", "lowest of them [%]"),
        *("below 70 %", "bandwidth at 1 MB [GB/s]"),
    )
    about = (
        "The hand-coded sequence makes exactly the allocations and transfers of its technique, without the "
        "runtime's traversal, fix-ups and host copies. The share says what the runtime adds to a technique, "
        "not which technique is fast: arena has few transfers to be compared with, so its packing weighs "
        "much, and its share may be the lowest where its time is the shortest. Bandwidth is the structure's "
        "bytes / the time of enter; GB are 10⁹ bytes."
    )
    return [
        Paragraph(about),
        Table("deepcopy-figure8", "The techniques that the paper has, beside its text", head, tuple(summary)),
        *blocks,
    ]


def _time_dot(way: Callable[[Technique], Way]) -> Callable[[Technique], Dot]:
    def dot(each: Technique) -> Dot:
        found = way(each)
        return Dot(each.name, each.name, found.seconds * 1e3, found.hand * 1e3, found.high * 1e3)

    return dot


def _share_dot(each: Technique) -> Dot | None:
    share = each.enter.share
    return None if share is None else Dot(each.name, each.name, 100 * share)


def _share_row(title: str, records: tuple[Measured, ...]) -> tuple[str, ...]:
    shares = {
        (record.shape, record.bytes, name): 100 * share
        for record in records
        for name in PAPER_TECHNIQUES
        if (each := record.techniques.get(name)) and (share := each.enter.share) is not None
    }
    if not shares:
        return (title, "", "", "not measured", "")
    low: dict[str, list[str]] = {}
    for (shape, size, name), share in shares.items():
        if share < PAPER_LEAST_SHARE:
            low.setdefault(f"{shape} of {_size(size)}", []).append(name)
    below = "; ".join(
        f"{place} ({'all' if len(names) == len(PAPER_TECHNIQUES) else ', '.join(names)})"
        for place, names in low.items()
    )
    speeds = [
        record.total_bytes / each.enter.seconds / 1e9
        for record in records
        if record.bytes == MEBIBYTE
        for name in PAPER_TECHNIQUES
        if (each := record.techniques.get(name)) and each.enter.seconds > 0
    ]
    return (
        title,
        f"{sum(shares.values()) / len(shares):.1f}",
        f"{min(shares.values()):.0f}",
        below or "none",
        f"{min(speeds):.2f} to {max(speeds):.2f}" if speeds else "",
    )


def _shares_table(title: str, records: tuple[Measured, ...]) -> Table:
    def share(way: Way) -> str:
        return "" if way.share is None else f"{100 * way.share:.0f}"

    rows = tuple(
        (
            *(name, record.shape, _size(record.bytes), str(record.nodes)),
            *_cells(record, lambda each, way=way: share(way(each))),  # type: ignore[misc]
        )
        for name, way, _ in _WAYS
        for record in records
    )
    head = ("", "structure", "element", "nodes", *TECHNIQUES)
    caption = f"{title}: share of the effectively available bandwidth [%]"
    return Table(f"deepcopy-shares-{_slug(title)}", caption, head, rows)


def umt_transfers(given: Input) -> list[Block]:
    """Table 2: enter of the structure of three levels."""
    if (deep := given.deepcopy) is None:
        return []
    found = [record for title in deep.titles for record in deep.of(title) if record.shape == "UMT"]
    if not found:
        return [Paragraph("The UMT-like structure was not measured.")]
    rows: list[tuple[str, ...]] = []

    def add(place: str, zones: int, size: float, seconds: dict[str, float], speeds: dict[str, float]) -> None:
        base = seconds.get("base")
        ratios = {name: base / each for name, each in seconds.items() if each > 0} if base else {}
        about = (place, f"{zones:,}", f"{size / 1e9:.3g}")
        for what, values, digits in (
            ("time [s]", seconds, 5),
            ("bandwidth [GB/s]", speeds, 5),
            ("base / technique", ratios, 3),
        ):
            cells = (f"{values[name]:.{digits}g}" if name in values else "" for name in TECHNIQUES)
            rows.append((*about, what, *cells))

    add(PAPER_MACHINE, PAPER_UMT_ZONES, PAPER_UMT_BYTES, PAPER_UMT_SECONDS, PAPER_UMT_GBS)
    for record in found:
        seconds = {each.name: each.enter.seconds for each in _ordered(record)}
        speeds = {name: record.total_bytes / each / 1e9 for name, each in seconds.items() if each > 0}
        add(record.title, record.nodes, record.total_bytes, seconds, speeds)
    head = ("device", "nodes", "GB", "", *TECHNIQUES)
    text = (
        "An UMT-like structure: chains of three levels, several pointers at the second and third. The "
        "paper's is the UMT application's own, 2000 nodes and 2.37 GB (its time x its bandwidth), on a GPU. "
        "Only the ratios to base can be set beside each other, and where sizes differ, those with care. "
        "GB are 10⁹ bytes."
    )
    caption = "Table 2: enter of the UMT-like structure"
    return [Paragraph(text), Table("deepcopy-table2", caption, head, tuple(rows))]


def other_ways(given: Input) -> list[Block]:
    """OpenMP's maps beside the runtime, longer and longer lists, the goals, and every number."""
    if (deep := given.deepcopy) is None:
        return []
    blocks: list[Block] = []
    if deep.maps is not None:
        names = {
            "pointerchain_list": "pointerchain, a list",
            "pointerchain_vectors": "pointerchain, an array of structs",
            "elements": "one map clause an element, the same array",
            "declare_mapper": "clang's declare mapper, the same array",
        }
        ways = deep.maps.ways
        ours = sum(ways.get("pointerchain_vectors", (0.0, 0.0)))
        rows = tuple(
            (
                names.get(name, name),
                _milliseconds(enter),
                _milliseconds(leave),
                f"{(enter + leave) / ours:.2f}" if ours > 0 else "",
            )
            for name, (enter, leave) in ways.items()
        )
        # Where a GPU's runtime was measured, so were the maps.
        gpu = next((title for title in deep.titles if title.startswith("OpenMP, clang's sm_")), "")
        device = f"{gpu}, {deep.gpu}" if gpu else "OpenMP on clang's x86_64 device (main memory)"
        caption = f"{device}: {deep.maps.nodes:,} structs of 120 bytes, time [ms]"
        head = ("", "enter", "exit", "both, to pointerchain's array")
        blocks.append(Table("deepcopy-maps", caption, head, rows))
    sweep = [record for title in deep.titles for record in deep.of(title, sweep=True)]
    if sweep:
        used = [name for name in TECHNIQUES if any(name in record.techniques for record in sweep)]
        lengths = tuple(
            (record.title, f"{record.nodes:,}", *(_per_node(record, name) for name in used))
            for record in sweep
        )
        caption = "A list of longer and longer length: enter and exit, nanoseconds a node"
        blocks.append(Table("deepcopy-sweep", caption, ("device", "nodes", *used), lengths))
    if deep.goals:
        missed = sum(not goal.reached for goal in deep.goals)
        rows = tuple(
            (
                goal.text,
                f"{goal.value:.2f}",
                f"{'at least' if goal.at_least else 'at most'} {goal.limit:g}",
                "reached" if goal.reached else "missed",
            )
            for goal in deep.goals
        )
        if missed:
            blocks.append(
                Paragraph(f"{missed} of {len(deep.goals)} goals were missed in this run.", "warning")
            )
        blocks.append(Table("deepcopy-goals", "Goals of this run", ("goal", "here", "goal is", ""), rows))
    blocks.append(_all(deep))
    return blocks


def _per_node(record: Measured, name: str) -> str:
    each = record.techniques.get(name)
    return "" if each is None else f"{(each.enter.seconds + each.exit.seconds) / record.nodes * 1e9:.0f}"


def _all(deep: DeepCopy) -> Table:
    """Every technique on every structure: times in seconds, and what moved."""
    head = (
        *("device", "structure", "element bytes", "nodes", "technique", "repetitions"),
        *("enter [s]", "hand-coded enter", "exit", "hand-coded exit"),
        *("transfers there", "bytes there", "host copies there"),
        *("transfers back", "bytes back", "host copies back"),
        *("total bytes", "extents", "allocations", "bytes of records"),
    )
    rows = tuple(
        (
            *(record.title, record.shape, str(record.bytes), str(record.nodes), each.name),
            str(record.repetitions),
            *(f"{s:.9g}" for s in (each.enter.seconds, each.enter.hand, each.exit.seconds, each.exit.hand)),
            *map(str, (each.enter.transfers, each.enter.bytes, each.enter.host_copies)),
            *map(str, (each.exit.transfers, each.exit.bytes, each.exit.host_copies)),
            *map(str, (record.total_bytes, each.extents, each.allocations, each.peak_records)),
        )
        for record in deep.records
        for each in _ordered(record)
    )
    return Table("deepcopy-results", "All deep copies", head, rows, folded=True)


def _measured(deep: DeepCopy) -> list[tuple[str, tuple[Measured, ...]]]:
    """The devices on which Figures 7 and 8 were measured, each with its structures."""
    return [(title, records) for title in deep.titles if (records := _lists(deep, title))]


def _lists(deep: DeepCopy, title: str) -> tuple[Measured, ...]:
    """What Figures 7 and 8 show, in their order: by size, then List, SplitList, Tree."""
    order = ("List", "SplitList", "Tree")
    found = (record for record in deep.of(title) if record.shape in order)
    return tuple(sorted(found, key=lambda record: (record.bytes, order.index(record.shape))))


def _panels(
    records: tuple[Measured, ...],
    dot: Callable[[Technique], Dot | None],
    plain: Callable[[Measured], float] | None = None,
) -> list[DotPanel]:
    """A panel for each size, in it a group of dots for each structure, its line at the ``plain`` seconds."""
    return [
        DotPanel(
            _size_title(records, size),
            tuple(
                Group(
                    record.shape,
                    tuple(found for each in _ordered(record) if (found := dot(each)) is not None),
                    None if plain is None else plain(record) * 1e3,
                )
                for record in records
                if record.bytes == size
            ),
        )
        for size in _sizes(records)
    ]


def _sizes(records: tuple[Measured, ...]) -> list[int]:
    return sorted({record.bytes for record in records})


def _size(size: int) -> str:
    """Bytes in the words of the paper: 1 KB is 1024."""
    for unit, text in ((MEBIBYTE, "MB"), (1024, "KB")):
        if size % unit == 0 and size > 0:
            return f"{size // unit} {text}"
    return f"{size} B"


def _size_title(records: tuple[Measured, ...], size: int) -> str:
    counts = sorted({record.nodes for record in records if record.bytes == size})
    return f"{' or '.join(map(str, counts))} x {_size(size)}"


def _ordered(record: Measured) -> list[Technique]:
    """A record's techniques in the paper's order; unknown ones last."""
    names = [*TECHNIQUES, *(name for name in record.techniques if name not in TECHNIQUES)]
    return [record.techniques[name] for name in names if name in record.techniques]


def _cells(record: Measured, text: Callable[[Technique], str]) -> tuple[str, ...]:
    found = (record.techniques.get(name) for name in TECHNIQUES)
    return tuple("" if each is None else text(each) for each in found)


def _milliseconds(seconds: float) -> str:
    value = seconds * 1e3
    return f"{value:.1f}" if value >= 100 else f"{value:.3g}"


def _slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")
