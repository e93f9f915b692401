"""A real browser for tests: finds Chromium, serves pages, and watches a page for what a visitor would never see."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    sync_playwright,
)

from support.waiting import attempts

ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_GET = (
    "there is no Chromium to test pages in: install chromium from your system's packages, or run "
    "`python -m playwright install chromium`"
)
PATIENCE_MS = 60_000  # that a page may take on a machine that does much else; no test asks for speed
FIRST_MS = 600_000  # that the first odds on such a machine may take: they wait for the compiler, behind the tables
START_SECONDS = 180.0
STARTS_MOST = 3
STOP_SECONDS = 15.0
INSTALL_SECONDS = 240.0
SETTLE_SECONDS = 10.0

T = TypeVar("T")

# What cannot be read or hit: one line for each. A link within a sentence is as high as its line; a box to tick is
# ticked by its words too; what lies outside a list that scrolls can be brought into sight.
TOO_SMALL = """() => {
  const faults = new Set();
  const away = ".cc-hidden, .cc-skip";
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(away);
  const called = (element) => element.id || element.getAttribute("aria-label") || element.getAttribute("class");
  const name = (element) => called(element) || element.innerText;
  const pressed = "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button]";
  for (const element of document.querySelectorAll(pressed)) {
    if (!seen(element) || (element.localName === "a" && getComputedStyle(element).display === "inline")) continue;
    const label = element.matches("[type=checkbox], [type=radio]") ? element.labels[0] : null;
    const { width, height } = (label ?? element).getBoundingClientRect();
    if (Math.min(width, height) < 43.5) faults.add(`${name(element)} is ${Math.round(width)} by ${Math.round(height)}`);
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.matches("title, desc, script, style, noscript") || !seen(element)) continue;
    const scale = element.ownerSVGElement ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < 10.95) faults.add(`"${node.data.trim().slice(0, 30)}" has ${size.toFixed(1)} px`);
  }
  return [...faults];
}"""


def chromium_path(playwright: Playwright) -> str:
    """Chromium as it is found, or installed where that is allowed; else the test is skipped, under CI=true it fails."""
    found = _found(playwright) or (_installed() and _found(playwright))
    if found:
        return found
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(HOW_TO_GET, pytrace=False)
    pytest.skip(HOW_TO_GET)


def _found(playwright: Playwright) -> str | None:
    """Chromium on the path, or Playwright's own."""
    own = playwright.chromium.executable_path
    on_path = (path for name in ON_PATH if (path := shutil.which(name)))
    return next(on_path, own if Path(own).exists() else None)


def _installed() -> bool:
    """Ask the system's packages for it, as root where there is apt, and then Playwright; one process at a time."""
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        install = "apt-get install -q -y"
        from_packages = f"apt-get update -q; {install} chromium-headless-shell || {install} chromium"
        ways.insert(0, ["sh", "-c", from_packages])
    with (Path(tempfile.gettempdir()) / "cutcard-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if any(shutil.which(name) for name in ON_PATH):  # the other process has just done it
            return True
        return any(_runs(way) for way in ways)


def _runs(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=INSTALL_SECONDS, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser of its own, without a window."""
    with sync_playwright() as playwright:
        path = chromium_path(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


class NotServed(AssertionError):
    """A server that has not come to answer; one that has ended by itself may have found its port taken meanwhile."""

    def __init__(self, url: str, log: str, ended: bool) -> None:
        super().__init__(f"no answer at {url}:\n{log[-4000:]}")
        self.ended = ended


@contextmanager
def served(
    command: Sequence[str], *, path: str = "/", env: Mapping[str, str] | None = None, seconds: float = START_SECONDS
) -> Iterator[str]:
    """Start a server and give its address once it answers at `path`; "{port}" in the command is a free port."""
    process, url = _started(command, path, {**os.environ, **(env or {})}, seconds)
    try:
        yield url
    finally:
        _stopped(process)


def _started(
    command: Sequence[str], path: str, env: Mapping[str, str], seconds: float, tries: int = STARTS_MOST
) -> tuple[subprocess.Popen[bytes], str]:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryFile("w+") as log:
        said = [part.replace("{port}", str(port)) for part in command]
        process = subprocess.Popen(said, env=env, stdout=log, stderr=subprocess.STDOUT)
        try:
            _answers(process, url + path, seconds, log)
        except BaseException as error:
            _stopped(process)
            if not (isinstance(error, NotServed) and error.ended and tries > 1):
                raise
        else:
            return process, url
    return _started(command, path, env, seconds, tries - 1)


def _stopped(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _answers(process: subprocess.Popen[bytes], url: str, seconds: float, log: Any) -> None:
    for _ in attempts(seconds, pause=lambda: time.sleep(0.1)):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=30):
                return
        except urllib.error.HTTPError:
            return  # it answers, if only that there is nothing
        except OSError:
            continue
    log.seek(0)
    raise NotServed(url, log.read(), process.poll() is not None)


@contextmanager
def visiting(
    browser: Browser, *, theme: str = "light", width: int = 1280, height: int = 900, motion: bool = False
) -> Iterator[Page]:
    """A page of a fresh visitor; at the end there must have been no error in its console and no failed request."""
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="no-preference" if motion else "reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    trouble: list[str] = []
    page = context.new_page()
    watch(page, trouble)
    try:
        yield page
        assert not trouble, trouble
    finally:
        context.close()


def as_seen(page: Page, width: int, theme: str) -> None:
    """Look at the same page in a window of another width, by day or by night."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)


def watch(page: Page, trouble: list[str]) -> None:
    """Write down what goes wrong in a page."""
    page.on("console", lambda said: trouble.append(said.text) if said.type == "error" and not _refusal(said) else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("requestfailed", lambda request: trouble.append(f"failed: {request.url}") if _failed(request) else None)
    page.on("response", lambda got: trouble.append(f"{got.status}: {got.url}") if _broken(got) else None)


def _refusal(said: ConsoleMessage) -> bool:
    """Whether the browser only notes that the API has refused something, which the page then says itself."""
    return said.text.startswith("Failed to load resource: the server responded with a status of 4")


def _broken(got: Response) -> bool:
    """Whether an answer tells of a fault: a mistake of the service, or a script, style or picture that is not there."""
    return got.status >= 500 or (got.status >= 400 and got.request.resource_type not in ("document", "fetch"))


def _failed(request: Request) -> bool:
    """Whether a request failed by itself: one that is cut off by going to another page has not."""
    return "ERR_ABORTED" not in (request.failure or "")


def offences(page: Page) -> list[str]:
    """Everything that axe finds, minor things too, with where, once the page has had time to come to rest."""
    return _at_rest(page, lambda: _offences(page))


def _offences(page: Page) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['target']} {each['nodes'][0].get('failureSummary', '')}" for each in found
    ]


def too_small(page: Page) -> list[str]:
    """Text under 11 px and things under 44 px to press, once the page has had time to come to rest."""
    return _at_rest(page, lambda: list(page.evaluate(TOO_SMALL)))


def overflows(page: Page) -> int:
    """By how many pixels the page is wider than its window, once it has had time to come to rest."""
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return _at_rest(page, lambda: int(page.evaluate(wider)))


def _at_rest(page: Page, fault: Callable[[], T]) -> T:
    """A fault that is still there after a while; figures follow a new width or theme a moment later."""
    for _ in attempts(SETTLE_SECONDS, pause=lambda: page.wait_for_timeout(250)):
        found = fault()
        if not found:
            break
    return found
