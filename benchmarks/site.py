"""Measure the web site: the seconds in which it is written, the weight of its pages, and when a phone shows a page's first view.

    python benchmarks/site.py [--busy] [PATH ...]

The site is written three times; the seconds are those of the whole command. A page's weight is what a browser loads for it, the files
that all pages share included, as they lie on the server: uncompressed. The first view is the browser's first contentful paint, with
an empty cache, at the speed that Lighthouse takes for a phone: 150 ms for a way there and back, 1.6 Mbit/s, and a processor four
times as slow; five times each, of which the median and the largest are given. With `--busy` all of it is measured beside a process
that takes all it can of one core.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from lesson import busy_neighbour
from playwright.sync_api import Browser, Response, sync_playwright

PATHS = (
    "en",
    "it/ch8/tf",
    "en/ch8/tf/loss-placement",
    "zh/ch8/pt/label-count",
    "ko/cases/no-loss",
    "ko/glossary",
    "en/ch8/quiz",
)
PHONE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4
TIMES = 5
PAINT = """() => new Promise((resolve) => {
    new PerformanceObserver((list) => {
        for (const each of list.getEntriesByName("first-contentful-paint")) resolve(each.startTime);
    }).observe({ type: "paint", buffered: true });
})"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files over connections that stay open, as servers do, and writes no log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass


def written(out: Path) -> float:
    """The seconds in which the site is written."""
    shutil.rmtree(out, ignore_errors=True)
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "course", "site", "--out", str(out)], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def viewed(browser: Browser, address: str) -> tuple[int, float]:
    """The bytes that a page loads, and the milliseconds until its first view."""
    page = browser.new_page(viewport={"width": 360, "height": 740})
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", PHONE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))
    page.goto(address, wait_until="networkidle")
    paint = page.evaluate(PAINT)
    size = sum(len(response.body()) for response in loaded)
    page.context.close()
    return size, float(paint)


def main() -> None:
    asked = [each for each in sys.argv[1:] if each != "--busy"]
    with ExitStack() as stack:
        if "--busy" in sys.argv:
            stack.enter_context(busy_neighbour())
        out = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "site"
        seconds = sorted(written(out) for _ in range(3))
        count = len([*out.rglob("index.html")])
        print(f"{count} pages written in {seconds[0]:.1f} to {seconds[-1]:.1f} s")
        shared = sum(file.stat().st_size for file in (out / "static").iterdir())
        heaviest = max(out.rglob("index.html"), key=lambda path: path.stat().st_size)
        most = (heaviest.stat().st_size + shared) / 1e3
        print(f"heaviest page with all shared files: {most:.0f} KB, {heaviest.relative_to(out)}")
        server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=out)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print("| page | KB | first view, ms: median | largest |\n|---|---|---|---|")
        for path in asked or PATHS:
            seen = [viewed(browser, f"http://127.0.0.1:{server.server_port}/{path}/") for _ in range(TIMES)]
            paints = [paint for _, paint in seen]
            print(f"| {path} | {seen[0][0] / 1e3:.0f} | {statistics.median(paints):.0f} | {max(paints):.0f} |")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
