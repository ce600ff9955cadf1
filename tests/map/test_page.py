# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The page of ``pointerchain map``, and its pictures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pointerchain.cli import main
from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.page import page_of
from pointerchain.map.timeline import Event, svg_of, timelines_of

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
_SIGN = 7.2
"""How wide a sign of a label may be."""


def result_of(name: str) -> Result:
    [result] = map_sources([Input(name, (PROGRAMS / name).read_bytes())])
    return result


def picture_of(page: str) -> str:
    """The first picture of a page as a file of its own, in the light colours."""
    [style] = re.findall(r"<style>(.*?)</style>", page, re.S)
    colours = re.search(r":root \{.*?\}", style, re.S)
    [rules] = re.findall(r"^svg \{.*", style, re.S | re.M)
    head, _, rest = page[page.index("<svg") : page.index("</svg>") + 6].partition(">")
    assert colours is not None
    ink = f"{colours[0].replace('light dark', 'light')}\nsvg {{ color: #1f2328; background: #fff; }}\n{rules}"
    return f"{head} xmlns='http://www.w3.org/2000/svg'>\n<style>\n{ink}</style>\n{rest}\n"


def test_the_picture_of_the_guide_is_that_of_its_page(update: bool) -> None:
    guide = ROOT / "docs/guides/map.md"
    found = re.search(r'```c title="heat.c"\n(.*?)```', guide.read_text(), re.S)
    assert found is not None
    picture = picture_of(page_of(map_sources([Input("heat.c", found[1].encode())])))
    if update:
        guide.with_suffix(".svg").write_text(picture)
    assert guide.with_suffix(".svg").read_text() == picture
    assert ElementTree.fromstring(picture).tag.endswith("svg")


def shown(event: Event) -> str:
    return f"{event.line} {event.kind} {event.text}".rstrip()


def test_a_picture_shows_what_happens_in_its_order() -> None:
    [picture] = timelines_of(result_of("heat.c"))
    assert (picture.title, list(map(shown, picture.events))) == (
        "region in lines 33 to 34",
        [
            "33 to s.f->k, s.f->t, s.f->tn",
            "19 kernel uses s->f->t, s->f->k, s->f->tn",
            "26 to r",
            "26 kernel uses s->f->t, r",
            "26 from r",
            "34 from s.f->t, s.f->tn",
        ],
    )
    assert picture.events[-1].whole == "s.f->t[0:s.f->n], s.f->tn[0:s.f->n]"


def test_a_loop_has_a_frame_and_the_host_its_accesses() -> None:
    rows = [each for each in timelines_of(result_of("search.c")) if each.loop]
    assert rows and all("class='loop'" in svg_of(each) for each in rows)
    kinds = {event.kind for each in timelines_of(result_of("layers.c")) for event in each.events}
    assert kinds == {"to", "from", "kernel", "host", "made"}


@pytest.mark.parametrize("source", sorted(PROGRAMS.glob("*.c")), ids=lambda path: path.stem)
def test_labels_stay_in_the_picture(source: Path) -> None:
    for timeline in timelines_of(result_of(source.name)):
        root = ElementTree.fromstring(svg_of(timeline))
        width, height = float(root.get("width", "")), float(root.get("height", ""))
        for text in root.iter("text"):
            x, long = float(text.get("x", "")), len(text.text or "") * _SIGN
            anchor = {"end": 1.0, "middle": 0.5}.get(text.get("text-anchor", ""), 0.0)
            assert x - anchor * long > 50 * (anchor > 0) and x + (1 - anchor) * long < width, text.text
            assert 0 < float(text.get("y", "")) < height


def test_the_page_says_what_each_object_needs_and_why(capfd: pytest.CaptureFixture[str]) -> None:
    path = str(PROGRAMS / "heat.c")
    assert main(["map", path, "--format", "html"]) == 0
    page = capfd.readouterr().out
    rows = [re.sub(r"<[^>]+>", "|", row) for row in re.findall(r"<tr><td>.*?</tr>", page)]
    said = [
        "tofrom|s.f-&gt;t[0:s.f-&gt;n]|the kernels in lines 33, 34",
        "to|s-&gt;f-&gt;t[0:s-&gt;f-&gt;n]|with the region in lines 33 to 34|the kernel reads it in line 21",
        "tofrom|r|with the construct|the kernel writes it in line 27, and the host may read it",
    ]
    assert all(any(re.sub(r"\|+", "|", row).strip("|") == each for row in rows) for each in said), rows
    assert page.count("<svg") == 1 and "2 of 2 constructs mapped, 1 region." in page
    body = page[page.index("<body") : page.index("</html>")].replace("&nbsp;", " ")
    ElementTree.fromstring(re.sub(r"class=code", "class='code'", body))


def test_what_is_asked_and_what_stays_is_on_the_page() -> None:
    text = b"void f(double *a, int *x, int n) {\n#pragma omp target\n  for (int i = 0; i < n; i++) a[x[i]] = i < 3;\n}\n"
    page = page_of(map_sources([Input("a.c", text)]))
    assert "<p class='question'>a.c:3:31: question: how many elements has &#x27;a&#x27;?" in page
    assert "<svg" not in page
    loop = b"for (int k = 0; k < 9; k++) {\n#pragma omp target\nfor (int i = 0; i < n; i++) a[i] = i;\nunseen(a);\n}"
    text = b"void unseen(double *);\nvoid f(double *restrict a, int n) {\n" + loop + b"\n}\n"
    page = page_of(map_sources([Input("a.c", text)]))
    assert "it is in no region: a call of &#x27;unseen&#x27; in line 6 may do anything with it" in page
    assert "<h3>constructs by themselves</h3><figure><svg" in page
