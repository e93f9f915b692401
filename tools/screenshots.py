"""Pictures of the main pages for the README: `python -m tools.screenshots [FOLDER]`, docs/screenshots by default.

Starts the service on a store of its own with the demonstration's tables, lets guests sit down and a dealer run a table
with real cards, and takes the pictures with Chromium. Nothing is kept but the pictures.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from cutcard.service.cross_site import COOKIE

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "screenshots"
BYTES_MOST = 300_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WAIT_MS = 60_000
PACE = {"CUTCARD_AFTER_WAGER_MS": "1500", "CUTCARD_LOGINS_PER_MINUTE": "1000", "CUTCARD_LOG_LEVEL": "error"}
_ids = count(1)


class House(NamedTuple):
    """The service: where it is, and the administrator's token."""

    url: str
    token: str

    def post(self, path: str, token: str | None = None, **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.post(f"{self.url}/api{path}", json=body, headers=headers, timeout=30)
        if answer.is_error:
            raise SystemExit(f"{path}: {answer.text}")
        said: dict[str, Any] = answer.json() if answer.content else {}
        return said

    def say(self, table: str, token: str, do: str, /, **fields: Any) -> None:
        self.post(f"/tables/{table}/commands", token, id=f"s{next(_ids)}", command={"do": do, **fields})

    def guest(self) -> str:
        return str(self.post("/guest")["token"])


@contextmanager
def house(folder: str, env: Mapping[str, str]) -> Iterator[House]:
    """Start the service and read its address and the administrator's password from what it prints."""
    command = [sys.executable, "-m", "cutcard", "serve", "--demonstration", "--port", "0", "--db", f"{folder}/house.db"]
    alone = {**env, "CUTCARD_TWO_PEOPLE": "off"}  # one administrator fills the float of a table for real money
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=alone) as process:
        try:
            password = url = ""
            assert process.stdout is not None
            while not url:
                line = process.stdout.readline()
                if not line:
                    raise SystemExit("the service did not start")
                password = _after(r"password  (\S+)", line) or password
                url = _after(r"Cutcard is at (\S+)", line)
            opened = House(url, "")
            token = opened.post("/login", name="administrator", password=password)["token"]
            yield opened._replace(token=str(token))
        finally:
            process.terminate()


def _after(pattern: str, line: str) -> str:
    found = re.search(pattern, line)
    return found[1] if found else ""


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as kept,
        house(kept, {**os.environ, **PACE}) as opened,
        sync_playwright() as play,
    ):
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        staffed(opened)
        shots = Shots(browser, opened, folder)
        shots.lobby()
        shots.tables()
        shots.plain("staff", "/staff/Pit-1", opened.token, "[data-call]")
        shots.history()
        shots.odds()
        shots.plain("rulebook", "/rulebook/sydney-v15", None, "h1")
        browser.close()


def staffed(opened: House) -> None:
    """A table with real cards in the middle of its second round."""
    say, token, table = opened.say, opened.token, "Pit-1"
    sign = {"minimum": 1000, "maximum": 50_000, "side_bets": {"perfect-pairs": {"minimum": 200, "maximum": 5000}}}
    rules = {"book": "sydney-v15", "game": "blackjack", "decks": 8, "side_bets": {"perfect-pairs": True}}
    say(
        table,
        token,
        "open-table",
        table=table,
        sign=sign,
        source="real",
        chips=10_000_000,
        layout_approved=True,
        **rules,
    )
    for box, player in ((2, "ann"), (3, "bob"), (6, "cal")):
        say(table, token, "sit", box=box, player=player)
        say(table, token, "sell-chips", player=player, amount=50_000)
    for do in ("bring-cards", "check-cards", "shuffle"):
        say(table, token, do)
    say(table, token, "cut", player="ann", at=100)
    say(table, token, "place-cutting-card", behind=78)
    say(table, token, "burn-card")
    dealt(opened, "9s 8h Kd 6h Td 8c As", "stand stand", "Kc 5s")
    dealt(opened, "9c 8s 5d 7h 2d 8d 6c", "", "")


def dealt(opened: House, cards: str, calls: str, more: str) -> None:
    say, token, table = opened.say, opened.token, "Pit-1"
    say(table, token, "open-betting")
    for box, player, amount in ((2, "ann", 5000), (3, "bob", 2500), (6, "cal", 10_000)):
        say(table, token, "place-wager", box=box, player=player, amount=amount)
    say(table, token, "place-wager", box=3, player="bob", amount=500, bet="perfect-pairs")
    say(table, token, "no-more-bets")
    say(table, token, "deal-cards", cards=cards.split())
    for call, (box, player) in zip(calls.split(), ((2, "ann"), (3, "bob")), strict=False):
        say(table, token, call, box=box, player=player)
    if more:
        say(table, token, "deal-cards", cards=more.split())


class Shots:
    """Takes the pictures."""

    def __init__(self, browser: Browser, opened: House, folder: Path) -> None:
        self.browser, self.house, self.folder = browser, opened, folder

    def page(self, token: str | None, theme: str = "dark", width: int = 1200, height: int = 750) -> Page:
        size: Any = {"width": width, "height": height}
        look: Any = theme
        context = self.browser.new_context(viewport=size, color_scheme=look, reduced_motion="reduce")
        context.set_default_timeout(WAIT_MS)
        if token is not None:
            context.add_cookies([{"name": COOKIE, "value": token, "url": self.house.url}])
        return context.new_page()

    def take(self, page: Page, name: str) -> None:
        page.wait_for_timeout(800)
        path = self.folder / f"{name}.png"
        taken = Image.open(BytesIO(page.screenshot()))
        taken.convert("RGB").save(path, optimize=True)
        page.context.close()
        size = path.stat().st_size
        print(f"{path.name}: {size // 1000} KB")
        if size > BYTES_MOST:
            raise SystemExit(f"{path.name} is larger than {BYTES_MOST // 1000} KB")

    def plain(self, name: str, path: str, token: str | None, wait: str, theme: str = "light") -> None:
        page = self.page(token, theme)
        page.goto(self.house.url + path)
        page.wait_for_selector(wait)
        self.take(page, name)

    def lobby(self) -> None:
        page = self.page(None, "light")
        page.goto(self.house.url)
        for link in page.locator(".cs-facts a").all():
            link.wait_for()
        page.wait_for_function("!document.querySelector('.cs-wait')")
        self.take(page, "lobby")

    def tables(self) -> None:
        """Crown Pontoon with three guests, one of whom we are, on a screen and on a phone."""
        for name, table, width, height in (("table", "Pontoon", 1160, 780), ("phone", "Spanish", 390, 844)):
            token = self.house.guest()
            page = self.page(token, "dark", width, height)
            page.goto(f"{self.house.url}/table/{table}")
            others = {5: self.house.guest(), 7: self.house.guest()}
            for box, other in others.items():
                self.house.say(table, other, "sit", box=box)
            self.house.say(table, token, "sit", box=4)
            page.wait_for_selector('svg [data-act="bet"][data-box="4"]')
            for box, who in ((4, token), *others.items()):
                self.house.say(table, who, "place-wager", box=box, amount=2500 * box)
                self.house.say(table, who, "place-wager", box=box, amount=500, bet="perfect-pairs")
            page.wait_for_function("document.querySelectorAll('svg [data-card]').length >= 7")
            self.take(page, name)

    def odds(self) -> None:
        page = self.page(None, "light", 1100, 900)
        page.goto(f"{self.house.url}/odds?book=melbourne-v26&game=crown-pontoon")
        page.wait_for_selector(".cc-charts")
        page.locator(".cc-edge").evaluate("(part) => part.scrollIntoView()")
        self.take(page, "odds")

    def history(self) -> None:
        page = self.page(self.house.token, "light", 1100, 800)
        page.goto(f"{self.house.url}/history/Pit-1/1")
        page.get_by_role("button", name="End").click()
        page.wait_for_function("document.querySelectorAll('svg [data-card]').length >= 9")
        self.take(page, "history")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
