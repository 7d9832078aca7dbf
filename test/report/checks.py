"""What the tests of report pages share: making pages, opening them, and checks of every page."""
import contextlib
import pathlib
import subprocess

import browser

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Failure(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failure(what)


def report(pendulum, directory):
    done = subprocess.run([pendulum, "report", str(directory)], capture_output=True, text=True)
    expect(done.returncode == 0, f"report: {done.stderr}")
    return pathlib.Path(done.stdout.strip())


def verify(pendulum, directory, engine, program, *options, timeout=60):
    """Verifies the program and returns the page of the evidence."""
    done = subprocess.run([pendulum, "verify", "--engine", engine, "--timeout", str(timeout), "--evidence", str(directory),
                           *options, str(program)], capture_output=True, text=True, cwd=ROOT.parent)
    last = (done.stdout.strip().splitlines() or [done.stderr])[-1]
    expect(last.startswith("RESULT: "), f"{engine}: {last}")
    return report(pendulum, directory)


@contextlib.contextmanager
def opened(path, file, width, height):
    """A browser window with the page."""
    page = browser.Browser(path, width, height)
    try:
        page.open(file.as_uri())
        yield page
    finally:
        page.close()


def check_clean(page):
    expect(not page.errors, f"errors: {page.errors}")
    outside = [url for url in page.requests if not url.startswith(("file:", "data:"))]
    expect(not outside, f"the page asks for {outside}")


def seconds_per_step(page, key, steps):
    """The processor time that the page needs for a step by key; it does not depend on the load of the machine."""
    def used():
        metrics = page.call("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration")
    page.call("Performance.enable", timeDomain="threadTicks")
    before = used()
    for _ in range(steps):
        page.press(key, "Key" + key.upper() if len(key) == 1 else None)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")
    return (used() - before) / steps
