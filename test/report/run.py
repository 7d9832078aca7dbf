#!/usr/bin/env python3
"""Opens report pages in a real browser and checks every step by key and by click, errors, delays and text sizes.

  run.py PENDULUM [--screenshots DIRECTORY]

The exit status is 77 (skipped) if no Chromium is installed.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import browser
from checks import ROOT, Failure, check_clean, expect, opened, seconds_per_step, verify
from verdicts import check_verdicts

WIDTHS = ((1280, 800), (3840, 2160))
MAX_STEP_SECONDS = 0.25  # processor time for a step with 500 nodes; a longer delay is noticeable


def step_of(page):
    return int(page.evaluate("document.body.dataset.step"))


def check_steps(page):
    """Steps forward by key and back by click, and vice versa; each step shows a different state."""
    total = int(page.evaluate("document.getElementById('slider').max"))
    expect(step_of(page) == 1, "the page begins with the first step")
    titles = []
    for step in range(2, total + 1):
        page.press("ArrowRight")
        expect(step_of(page) == step, f"the right arrow leads to step {step}, not {step_of(page)}")
        titles.append(page.evaluate("document.getElementById('step-title').textContent"))
    expect(all(titles), "every step has a title")
    page.press("ArrowRight")
    expect(step_of(page) == total, "nothing comes after the last step")
    for step in range(total - 1, 0, -1):
        page.click("#back")
        expect(step_of(page) == step, f"the button leads back to step {step}")
    for step in range(2, total + 1):
        page.click("#forward")
        expect(step_of(page) == step, f"the button leads to step {step}")
    for step in range(total - 1, 0, -1):
        page.press("ArrowLeft")
        expect(step_of(page) == step, f"the left arrow leads back to step {step}")
    page.press("End")
    expect(step_of(page) == total, "End is the last step")
    page.press("Home")
    expect(step_of(page) == 1, "Home is the first step")
    page.click("#last")
    expect(step_of(page) == total, "the button leads to the last step")
    return titles


def check_readable(page, width):
    """Checks that nothing exceeds the window and that the text is large enough to read."""
    expect(page.evaluate("document.documentElement.scrollWidth") <= width, f"the page fits into {width} pixels")
    size = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    expect(size >= 12 and size >= width / 200, f"text of {size} pixels at {width} pixels")
    for pane in ("search-source", "cfg", "arg", "step-text"):
        box = page.evaluate(f"(() => {{ const box = document.getElementById('{pane}').getBoundingClientRect(); "
                            "return [box.width, box.height, box.right]; })()")
        expect(box[0] > 150 and box[1] > 40 and box[2] <= width + 1, f"{pane} is seen: {box}")


# Per graph: the size of the smallest visible text, and whether some current node is inside of its pane.
GRAPHS = """["cfg", "arg"].map((id) => {
  const svg = document.getElementById(id), pane = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll(".node:not(.hidden) text")];
  const scale = svg.querySelector("g").getCTM().a;
  const size = Math.min(...texts.map((text) => scale * parseFloat(getComputedStyle(text).fontSize)));
  const current = [...svg.querySelectorAll(".node.current, .node.changed")].map((node) => node.getBoundingClientRect());
  const is_seen = current.length === 0 || current.some((box) => box.right > pane.left && box.left < pane.right &&
    box.bottom > pane.top && box.top < pane.bottom);
  return [id, size, is_seen];
})"""


def check_graphs(page):
    """Checks that at every step the text is readable and the nodes of the step are visible."""
    page.press("Home")
    for step in range(1, int(page.evaluate("document.getElementById('slider').max")) + 1):
        for pane, size, is_seen in page.evaluate(GRAPHS):
            expect(size >= 9, f"{pane}: text of {size} pixels at step {step}")
            expect(is_seen, f"{pane}: what step {step} is about is out of sight")
        page.press("ArrowRight")


def check_page(path, file, width, height, screenshot):
    with opened(path, file, width, height) as page:
        page.click("#search-tab")
        titles = check_steps(page)
        check_readable(page, width)
        check_graphs(page)
        page.press("Home")
        page.click("#arg .node.entry")
        expect("location" in page.evaluate("document.getElementById('node-text').textContent"), "a node is shown")
        page.press("End")
        if screenshot:
            page.screenshot(screenshot)
        check_clean(page)
        return titles


def check_slides(path, pendulum, work, screenshots):
    """The lecture's program: both engines refine and cover, and the page shows it."""
    program = ROOT / "program" / "slides_lock_unlock_safe.c"
    for engine in ("impact", "lazy", "ufo"):
        blocks = "ufo.blocks" if engine == "ufo" else engine + ".blocks"
        file = verify(pendulum, work / engine, engine, program, "--set", blocks + "=small")
        for width, height in WIDTHS:
            shot = screenshots and str(pathlib.Path(screenshots) / f"{engine}-{width}.png")
            titles = check_page(path, file, width, height, shot)
            for word in ("Expand", "Infeasible") + (("Cover",) if engine != "ufo" else ()):
                expect(any(word in title for title in titles), f"{engine}: a step {word}: {titles}")


LONG_LABEL = "[" + " && ".join(f"main.counter_{i} <= main.limit_{i} + {i}" for i in range(6)) + "]\nx := 1"


def big_recording(num_nodes):
    """A binary tree in which every leaf of the second to last level is covered."""
    events = [{"event": "node", "node": 0, "location": 0}]
    for node in range(1, num_nodes):
        events += [{"event": "node", "node": node, "location": 1},
                   {"event": "edge", "source": (node - 1) // 2, "target": node, "action": 0},
                   {"event": "label", "node": node, "label": f"x <= {node}", "origin": "post"}]
        if node % 3 == 0:
            events.append({"event": "cover", "node": node, "by": [(node - 1) // 2 or 1]})
    place = {"file": "a.c", "line": 1}
    return {"schema": 1, "engine": "impact", "theory": "integers", "cut": 0, "events": events,
            "sources": [{"file": "a.c", "lines": ["int main(void) { <script>alert(1)</script> }"]}],
            "program": {"entry": 0, "error": 2, "locations": [{"name": name, "at": place} for name in "abc"],
                        "edges": [{"source": 0, "target": 1, "text": LONG_LABEL, "violation": "", "at": place},
                                  {"source": 1, "target": 2, "text": "[x < 1]", "violation": "no", "at": place}]}}


def check_big(path, pendulum, work, screenshots):
    """500 nodes without delay. The recording is handwritten, so that the test does not depend on an engine."""
    directory = work / "impact"
    (directory / "steps-impact.json").write_text(json.dumps(big_recording(500)))
    subprocess.run([pendulum, "report", str(directory)], check=True, capture_output=True)
    start = time.monotonic()
    with opened(path, directory / "report.html", 1280, 800) as page:
        page.click("#search-tab")
        expect(step_of(page) == 1, "the big page opens")
        expect(time.monotonic() - start < 20, "the big page opens in time")
        page.press("End")
        seconds = seconds_per_step(page, "ArrowLeft", 20)
        expect(seconds < MAX_STEP_SECONDS, f"a step takes {seconds:.3f} s")
        page.press("End")
        if screenshots:
            page.screenshot(str(pathlib.Path(screenshots) / "big.png"))
        check_labels(page)
        check_clean(page)
        print(f"500 nodes: a step takes {seconds * 1000:.0f} ms")


# The texts of the edges that exceed the box that the layout reserved, and the number of lines of the longest label.
LABELS = """(() => {
  const edges = [...document.querySelectorAll("#cfg .edge")].filter((edge) => edge.querySelector("rect"));
  const wide = edges.flatMap((edge) => { const box = edge.querySelector("rect").getBBox();
    return [...edge.querySelectorAll("text")].filter((text) => { const own = text.getBBox();
      return own.x < box.x - 1 || own.x + own.width > box.x + box.width + 1; }).map((text) => text.textContent); });
  return [wide, Math.max(...edges.map((edge) => edge.querySelectorAll("text").length))];
})()"""


def check_labels(page):
    """Long labels of edges wrap."""
    wide, lines = page.evaluate(LABELS)
    expect(not wide, f"labels exceed their boxes: {wide}")
    expect(lines >= 4, f"the long label has {lines} lines")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pendulum")
    parser.add_argument("--screenshots")
    arguments = parser.parse_args()
    if arguments.screenshots:
        pathlib.Path(arguments.screenshots).mkdir(parents=True, exist_ok=True)
    path = browser.find()
    if path is None:
        print("skipped: no Chromium is installed (Debian: apt-get install chromium-headless-shell)")
        return 77
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        try:
            check_slides(path, arguments.pendulum, work, arguments.screenshots)
            check_big(path, arguments.pendulum, work, arguments.screenshots)
            check_verdicts(path, arguments.pendulum, work, arguments.screenshots)
        except Failure as failure:
            print(f"failed: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
