"""The web site as it is served, and a browser to look at it."""

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, sync_playwright
from support.paths import ROOT

from course.notebook.writing.front import Place
from course.site.build import build

PYODIDE = ROOT / ".pyodide" / "node_modules" / "pyodide"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and writes no log."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def pyodide() -> Path | None:
    """Python for the browser, where `make .pyodide/installed` has brought it."""
    return PYODIDE if PYODIDE.exists() else None


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, pyodide: Path | None) -> Path:
    """The directory of the whole site, which is written once for all processes of a test run."""
    base = tmp_path_factory.getbasetemp()
    out = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    with FileLock(f"{out}.lock"):
        if not out.exists():
            build(out, Place(), pyodide=pyodide)
    return out


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address at which the site is served, without a slash at its end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or another that is installed."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        pytest.fail("no Chromium is installed")
    with sync_playwright() as playwright:
        # its own sandbox needs rights that a container does not have
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
