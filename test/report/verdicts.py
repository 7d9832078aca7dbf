"""Checks of the tab `Program` of report pages: counterexamples, proofs and unknown verdicts."""
import json
import pathlib
import shutil
import subprocess
import time

from checks import ROOT, check_clean, expect, opened, report, seconds_per_step, verify

SIZES = ((1280, 800), (2560, 1440))
SCHEMES = ("light", "dark")
MAX_STEP_SECONDS = 0.2   # processor time of a step in a trace of 10,000 steps, mostly for drawing without a GPU
MAX_OPEN_SECONDS = 20    # time to open a page with 10,000 steps, on a loaded machine

PROVED = """extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  unsigned limit = __VERIFIER_nondet_uint(), used = 0;
  __VERIFIER_assume(limit <= 1000);
  while (__VERIFIER_nondet_uint() % 2) {
    if (used < limit) used++;
  }
  if (used > limit) reach_error();
  return 0;
}
"""
UNKNOWN = """extern int read_sensor(int number);
extern void reach_error(void);
int main(void) {
  unsigned sum = 0;
  while (read_sensor(0) > 0)
    sum += 2 * (unsigned)read_sensor(1);
  if (sum % 2 == 1) reach_error();
  return 0;
}
"""
UNSUPPORTED = """extern void reach_error(void);
int main(void) {
  unsigned low;
  __asm__("rdtsc" : "=a"(low) : : "edx");
  if (low == 7) reach_error();
  return 0;
}
"""

FAULTS = """extern int __VERIFIER_nondet_int(void);
static int depth_of(int n) {
  if (n == 0) return 0;
  return 1 + depth_of(n - 1);
}
int main(void) {
  int values[4] = {1, 2, 3, 4};
  int n = __VERIFIER_nondet_int();
  int depth = depth_of(8);
  if (n < 0 || n > 9) return 0;
  int value = n > 5 ? values[depth - n + 2] : values[1];
  return value / n;
}
"""

# Contrast (WCAG 2.1) of the visible texts with the first opaque background below them: the worst one.
CONTRAST = """(() => {
  const numbers = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  let worst = [99, ""];
  for (const element of document.querySelectorAll("main:not([hidden]) *, header *")) {
    if (element.closest("svg, :disabled") || !element.checkVisibility()) continue;
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    let below = element, back = [0, 0, 0, 0];
    for (; below; below = below.parentElement) {
      back = numbers(getComputedStyle(below).backgroundColor);
      if (back.length === 3 || back[3] > 0) break;
    }
    const ink = luminance(numbers(getComputedStyle(element).color)), paper = luminance(back);
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (contrast < worst[0]) worst = [contrast, element.className + ": " + element.textContent.slice(0, 40)];
  }
  return worst;
})()"""

# Panes whose content is wider than they are and that the user cannot scroll, and texts outside of the window.
OVERFLOW = """[...document.querySelectorAll("header, #headline, #left, #middle, #right, .card, .note .body, .texts, .message")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
  .map((each) => each.id + each.className + " " + each.scrollWidth + " > " + each.clientWidth)"""

# Is the current line inside of its pane?
LINE_IN_SIGHT = """(() => {
  const row = document.querySelector("#source .line:is(.current, .visited, .failing)");
  if (!row) return false;
  const box = row.getBoundingClientRect(), pane = document.querySelector("#source .code").getBoundingClientRect();
  return box.top >= pane.top && box.bottom <= pane.bottom;
})()"""


def text(page, selector):
    return page.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent).join(' | ')")


def count(page, selector):
    return page.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")


def check_appearance(page, width, name, screenshots):
    """In light and dark: contrast and overflow; takes screenshots."""
    for scheme in SCHEMES:
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        contrast, what = page.evaluate(CONTRAST)
        expect(contrast >= 4.5, f"{name}, {scheme}: contrast {contrast:.2f} of {what}")
        overflow = page.evaluate(OVERFLOW)
        expect(not overflow, f"{name} at {width}: {overflow}")
        expect(page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} fits into {width} pixels")
        if screenshots:
            page.screenshot(str(pathlib.Path(screenshots) / f"{name}-{width}-{scheme}.png"))


def check_theme(page):
    """The button switches the colours, whatever the system prefers."""
    paper = lambda: page.evaluate("getComputedStyle(document.body).backgroundColor")
    before = paper()
    page.click("#theme")
    expect(paper() != before, "the button switches the colours")
    page.click("#theme")
    expect(paper() == before, "the button switches the colours back")


def check_keys(page):
    """Steps through the counterexample by keys; each step shows its line."""
    rows = count(page, "#steps .step")
    page.press("Home")
    expect(page.evaluate("document.querySelector('.step.selected').id") == "step-0", "Home is the first step")
    for row in range(1, rows):
        page.press("j" if row % 2 else "ArrowDown", "KeyJ" if row % 2 else None)
        expect(page.evaluate("document.querySelector('.step.selected').id") == f"step-{row}", f"a key leads to step {row}")
        expect(page.evaluate(LINE_IN_SIGHT), f"the line of step {row} is in sight")
    for row in range(rows - 2, -1, -1):
        page.press("k" if row % 2 else "ArrowUp", "KeyK" if row % 2 else None)
        expect(page.evaluate("document.querySelector('.step.selected').id") == f"step-{row}", f"a key leads back to step {row}")
    page.press("End")
    expect("reached" in page.evaluate("document.getElementById('violation').className"), "the last step is the violation")


def check_folds(page):
    rows = count(page, "#steps .step")
    page.evaluate("document.querySelector('#steps .step.fold').click()")
    page.press("Enter")
    expect(count(page, "#steps .step") == rows + 6, "Enter opens the six iterations")
    page.press("j", "KeyJ")
    page.press("Enter")
    expect(count(page, "#steps .step") == rows + 10, "Enter opens the four steps of an iteration")
    page.press("j", "KeyJ")
    expect("length < size" in text(page, ".step.selected"), "the first step of the iteration follows")
    page.evaluate("document.querySelector('#steps .step.fold').click()")
    page.press("Enter")
    expect(count(page, "#steps .step") == rows, "Enter closes the loop")


def check_clicks(page):
    page.press("Home")
    page.evaluate("document.querySelector('#source .line[data-line=\"9\"]').click()")
    expect("c = 1 (input)" in text(page, ".step.selected"), "a click on a line shows its first step")
    expect("input" in text(page, "#right .variables tr.changed"), "an input is marked as such")
    first = int(page.evaluate("document.body.dataset.traceStep"))
    page.evaluate("document.querySelector('#source .line[data-line=\"9\"]').click()")
    expect(int(page.evaluate("document.body.dataset.traceStep")) > first, "a second click shows the next step")
    page.evaluate("document.querySelectorAll('#steps .step')[1].click()")
    expect("length = 0" in text(page, ".step.selected"), "a click on a step shows it")
    page.evaluate("document.querySelectorAll('.frame')[1].click()")
    expect("calls read_word" in text(page, ".step.selected"), "a click on the caller shows the call")


def check_counterexample(path, pendulum, work, screenshots):
    """bmc finds an overflow: the steps, their values, the call stack and the violated condition."""
    program = ROOT.parent / "examples" / "line_buffer.c"
    file = verify(pendulum, work / "overflow", "bmc", program, "--property", "memsafety")
    moved = work / "moved"
    shutil.move(work / "overflow", moved)
    file = report(pendulum, moved)
    for width, height in SIZES:
        with opened(path, file, width, height) as page:
            expect("to[length++]" in text(page, "#source"), "the moved directory contains the source text")
            check_keys(page)
            check_folds(page)
            check_clicks(page)
            page.press("End")
            stack = text(page, ".frame .name")
            expect(stack == "read_word | main", f"the call stack is {stack}")
            expect("word has 8 bytes" in text(page, "#violation"), "the violated condition is shown")
            expect("length8" in text(page, "#violation tr"), "the operands of the violated condition are shown")
            expect("word[7]" in text(page, "#right .variables") or "word" in text(page, ".group"), "the caller's array is shown")
            check_theme(page)
            page.press("k", "KeyK")
            check_appearance(page, width, "false", screenshots)
            check_clean(page)


def check_proof(path, pendulum, work, screenshots):
    """ufo proves a loop: its invariant beside the line, the judge, and the recorded search."""
    program = work / "proved.c"
    program.write_text(PROVED)
    file = verify(pendulum, work / "proved", "ufo", program)
    for width, height in SIZES:
        with opened(path, file, width, height) as page:
            expect("true" in text(page, "#verdict"), "the verdict is shown")
            expect("used <= limit" in text(page, ".note.invariant"), f"the invariant is shown: {text(page, '.note')}")
            after = page.evaluate("document.querySelector('.note.invariant').previousElementSibling.dataset.line")
            expect(after == "7", f"the invariant stands at the loop, not in line {after}")
            expect("accepted by" in text(page, "#right"), "the judge is shown")
            page.click(".card.invariant")
            expect(page.evaluate(LINE_IN_SIGHT), "a click shows the loop")
            check_appearance(page, width, "true", screenshots)
            page.click("#search-tab")
            page.press("ArrowRight")
            expect(page.evaluate("document.body.dataset.step") == "2", "the search is played back")
            page.click("#run-tab")
            expect("unreach-call" in text(page, "#run-body"), "the run is described")
            check_appearance(page, width, "run", screenshots)
            check_clean(page)


def check_unknown(path, pendulum, work, screenshots):
    """The blockers of a timeout and of an unsupported construct are marked in the source."""
    program = work / "unknown.c"
    program.write_text(UNKNOWN)
    file = verify(pendulum, work / "unknown", "bmc", program, timeout=3)
    record = json.loads((work / "unknown" / "result.json").read_text())
    for width, height in SIZES:
        with opened(path, file, width, height) as page:
            expect("unknown" in text(page, "#verdict"), "the verdict is shown")
            expect("read_sensor() returns an arbitrary value" in text(page, ".note.external"), "undefined functions are marked")
            expect("no invariant" in text(page, ".note.loop"), "loops without invariant are marked")
            expect("--engine portfolio" in text(page, ".advice"), f"the advice is shown: {text(page, '.advice')}")
            for each in record["progress"]:
                expect(each["text"] in text(page, ".progress"), f"the progress {each} is shown")
            page.click(".card.external")
            expect(page.evaluate(LINE_IN_SIGHT), "a click shows the blocker")
            check_appearance(page, width, "unknown", screenshots)
            check_clean(page)
    program = work / "unsupported.c"
    program.write_text(UNSUPPORTED)
    with opened(path, verify(pendulum, work / "unsupported", "bmc", program), 1280, 800) as page:
        expect("inline assembler" in text(page, ".note.unsupported"), f"the construct is marked: {text(page, '.note')}")
        page.click("#search-tab")
        expect("no recording" in text(page, "#step-title"), "the page states that there is no recording")
        check_clean(page)


def check_all_violations(path, pendulum, work, screenshots):
    """With --property all, a click on a violated check shows its own steps; recursive calls are folded."""
    program = work / "faults.c"
    program.write_text(FAULTS)
    file = verify(pendulum, work / "faults", "bmc", program, "--property", "all")
    for width, height in SIZES:
        with opened(path, file, width, height) as page:
            expect("2 of " in text(page, "#headline"), f"the violated checks are counted: {text(page, '#headline')}")
            expect(count(page, ".card.violated") == 2, "two checks are violated")
            expect("values[4]" in text(page, "#violation"), f"the first violation is shown: {text(page, '#violation')}")
            expect("more nested calls" in text(page, "#steps .step.fold"), "recursive calls are folded")
            expect("more returns" in text(page, "#steps .step.fold"), "returns are folded")
            check_keys(page)
            page.evaluate("document.querySelectorAll('.card.violated')[1].click()")
            expect(text(page, ".card.violated[aria-pressed=true] .body") == text(page, "#violation .violation-text"),
                   "the selected check is the violation")
            expect("division" in text(page, "#violation"), f"the second violation is shown: {text(page, '#violation')}")
            expect(count(page, "#steps") == 1, "the steps of the first violation are gone")
            check_keys(page)
            check_appearance(page, width, "all", screenshots)
            check_clean(page)


def check_old_directory(path, pendulum, work):
    """A directory of an older version: no trace, no source text."""
    directory = work / "old"
    shutil.copytree(work / "moved", directory)
    (directory / "sources.json").unlink()
    record = json.loads((directory / "result.json").read_text())
    for key in ("trace", "marks", "source_files"):
        del record[key]
    (directory / "result.json").write_text(json.dumps(record))
    with opened(path, report(pendulum, directory), 1280, 800) as page:
        expect("contains no statements with values" in text(page, ".notice"), "the page states that there is no trace")
        expect("contains no source text" in text(page, "#source"), "the page states that there is no source text")
        page.press("End")
        expect("outside of `word`" in text(page, ".step.selected"), "the path is shown instead")
        check_clean(page)


def long_record(record, num_steps):
    """The record with a trace of `num_steps` steps, the last half of which are iterations of two nested loops."""
    steps = []
    for i in range(num_steps):
        line = 1 + (i * i + i // 7) % 2900 if i < num_steps // 2 else 2901 + i % 5
        steps.append({"kind": "statement", "function": "main", "depth": 0, "file": "long.c", "line": line, "column": 1,
                      "source": f"a[{i % 500}] = {i};", "changes": [{"name": f"a[{i % 500}]", "value": str(i),
                      "part": f"a[{i % 500}]", "owner": ""}], "inputs": [], "outcome": "", "returned": "", "callee": "",
                      "notes": [], "relevant": i % 3 != 0 or i >= num_steps // 2, "edge": i})
    record["trace"] = {"steps": steps, "violation": {"text": "the last value is wrong", "operands": []}, "omitted": 7,
                       "omitted_after": 100, "minimised": False}
    record["input_files"] = record["source_files"] = ["long.c"]
    return record


def check_long(path, pendulum, work, screenshots):
    """10,000 steps without delay: opening, stepping, and a list that only contains the steps in sight."""
    directory = work / "long"
    shutil.copytree(work / "moved", directory)
    record = long_record(json.loads((directory / "result.json").read_text()), 10_000)
    (directory / "result.json").write_text(json.dumps(record))
    lines = [f"  a[{i}] = {i}; /* line {i} */" for i in range(1, 3001)]
    (directory / "sources.json").write_text(json.dumps({"schema": 1, "sources": [{"file": "long.c", "lines": lines}]}))
    file = report(pendulum, directory)
    start = time.monotonic()
    with opened(path, file, 1280, 800) as page:
        expect(count(page, ".step.selected") == 1, "the long page shows a step")
        expect(time.monotonic() - start < MAX_OPEN_SECONDS, "the long page opens in time")
        page.click("#trace-all")
        page.press("End")
        seconds = seconds_per_step(page, "k", 30)
        expect(seconds < MAX_STEP_SECONDS, f"a step takes {seconds:.3f} s")
        expect(page.evaluate(LINE_IN_SIGHT), "the current line of a long source is in sight")
        expect(count(page, "#steps .step") < 100, "the list only contains the steps in sight")
        page.press("Home")
        for _ in range(11):
            page.press("PageDown")
        expect("7 program steps in the middle are omitted" in text(page, ".step.gap"), "the gap is shown")
        if screenshots:
            page.screenshot(str(pathlib.Path(screenshots) / "long.png"))
        check_clean(page)
        print(f"10,000 steps: a step takes {seconds * 1000:.0f} ms")


def check_verdicts(path, pendulum, work, screenshots):
    check_counterexample(path, pendulum, work, screenshots)
    check_proof(path, pendulum, work, screenshots)
    check_unknown(path, pendulum, work, screenshots)
    check_all_violations(path, pendulum, work, screenshots)
    check_old_directory(path, pendulum, work)
    check_long(path, pendulum, work, screenshots)
