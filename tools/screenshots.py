"""Pictures of every page at five sizes to look at, and the README's: `python -m tools.screenshots [FOLDER]`.

Starts the service on a store of its own with the demonstration's tables, lets guests sit down and a dealer run a table
with real cards, and takes the pictures with Chromium. Every page goes to FOLDER, build/screenshots by default, the
README's to docs/screenshots. Nothing else is kept.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from cutcard.service.cross_site import COOKIE

ROOT = Path(__file__).resolve().parents[1]
FOLDER, README = ROOT / "build" / "screenshots", ROOT / "docs" / "screenshots"
SIZES = ((390, 844), (844, 390), (768, 1024), (1366, 768), (1920, 1080))
BYTES_MOST = 300_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WAIT_MS = 60_000
EDGES_MS = 600_000  # until every game's edge is worked out on a small machine
SETTLE_MS = 800  # for what a picture shows after the page is ready: fonts, a figure that follows the new width
PACE = {"CUTCARD_AFTER_WAGER_MS": "1500", "CUTCARD_LOGINS_PER_MINUTE": "1000", "CUTCARD_LOG_LEVEL": "error"}
SECRET = "a long enough secret"
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

    def log_in(self, name: str) -> str:
        return str(self.post("/login", name=name, password=SECRET)["token"])

    def example(self, book: str) -> str:
        """Conditions of a promotion to begin from."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return str(httpx.get(f"{self.url}/api/announce-promotion?book={book}", headers=headers).json()["text"])


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


class Shot(NamedTuple):
    """A page: who looks at it, what must be there before the picture is taken, and what to do then."""

    name: str
    path: str
    who: str = ""  # "", "guest", "player" or "staff"
    wait: str = "h1"
    then: Callable[[Page], None] = lambda page: None


def _to_the_end(page: Page) -> None:
    page.get_by_role("button", name="End", exact=True).click()


def _worked_out(page: Page) -> None:
    page.get_by_text("Of each $100").first.wait_for(timeout=EDGES_MS)


def _begun(page: Page) -> None:
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("heading", name="Question 1").wait_for()
    for end in page.get_by_role("button", name="End", exact=True).all():
        end.click()


PAGES = (
    Shot("lobby", "/", wait="[data-table]"),
    Shot("login", "/login?why=wrong"),
    Shot("account", "/account", "staff", "table"),
    Shot("accounts", "/accounts", "staff", "[data-account]"),
    Shot("table-watched", "/table/Vegas", wait="#table[data-ready=yes]"),
    Shot("pit", "/staff", "staff"),
    Shot("open-table", "/staff/open", "staff"),
    Shot("staff", "/staff/Pit-1", "staff"),
    Shot("history", "/history", "staff"),
    Shot("round", "/history/Pit-1/1", "staff", then=_to_the_end),
    Shot("audit", "/history/audit", "staff"),
    Shot("own-play", "/me/play", "guest"),
    Shot("me", "/me", "player", "[data-limit]"),
    Shot("players", "/staff/players", "staff", "main a[href*='/staff/players/']"),
    Shot("player", "/staff/players/ann", "staff", "#player-desk"),
    Shot("player-registers", "/staff/player-registers", "staff", "table"),
    Shot("promotions", "/promotions", "player"),
    Shot("promotion", "/promotions/summer", "player"),
    Shot("staff-promotions", "/staff/promotions", "staff"),
    Shot("staff-promotion", "/staff/promotions/summer", "staff"),
    Shot("shoe", "/shoe"),
    Shot("training", "/training"),
    Shot("training-question", "/training?book=melbourne-v26&about=mistakes&seed=3", then=_begun),
    Shot("training-payment", "/training?book=melbourne-v26&about=payments&seed=3", then=_begun),
    Shot("odds", "/odds?book=melbourne-v26&game=crown-pontoon", then=_worked_out),
    Shot("rulebook", "/rulebook"),
    Shot("book", "/rulebook/sydney-v15"),
    Shot("game", "/games/melbourne-v26/crown-pontoon"),
    Shot("missing", "/there-is-no-such-page"),
)


def main(folder: Path = FOLDER) -> None:
    for each in (folder, README):
        each.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as kept,
        house(kept, {**os.environ, **PACE}) as opened,
        sync_playwright() as play,
    ):
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        staffed(opened)
        shots = Shots(browser, opened)
        for shot in PAGES:
            shots.at_every_size(shot, folder)
        shots.hand(folder)
        shots.readme(README)
        browser.close()


def staffed(opened: House) -> None:
    """Players with cards, a promotion, and a table with real cards in the middle of its second round."""
    say, token, table = opened.say, opened.token, "Pit-1"
    for player in ("ann", "bob", "cal"):  # who has an account has a card, which is put in as they sit down
        opened.post("/accounts", token, name=player, role="player", casino="", password=SECRET)
    limit = {"do": "set-limit", "kind": "loss", "period": "day", "amount": 50_000}
    opened.post("/players/ann/commands", opened.log_in("ann"), id="limit", command=limit)
    opened.post("/promotions", token, id="summer", promotion="summer", text=opened.example("sydney-v15"))
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

    def __init__(self, browser: Browser, opened: House) -> None:
        self.browser, self.house = browser, opened

    def page(self, token: str | None, theme: str = "dark", width: int = 1200, height: int = 750) -> Page:
        size: Any = {"width": width, "height": height}
        look: Any = theme
        context = self.browser.new_context(viewport=size, color_scheme=look, reduced_motion="reduce")
        context.set_default_timeout(WAIT_MS)
        if token is not None:
            context.add_cookies([{"name": COOKIE, "value": token, "url": self.house.url}])
        return context.new_page()

    def opened(self, shot: Shot, theme: str = "light", width: int = 1366, height: int = 768) -> Page:
        """A page as it is when there is something to see."""
        tokens = {
            "guest": self.house.guest,
            "player": lambda: self.house.log_in("ann"),
            "staff": lambda: self.house.token,
        }
        token = tokens.get(shot.who, lambda: None)()
        page = self.page(token, theme, width, height)
        page.goto(self.house.url + shot.path)
        page.wait_for_selector(shot.wait, state="attached")
        shot.then(page)
        return page

    def at_every_size(self, shot: Shot, folder: Path) -> None:
        """A page at every size, by day and by night in turn."""
        page = self.opened(shot)
        self.sizes(page, shot.name, folder)
        page.context.close()

    def sizes(self, page: Page, name: str, folder: Path) -> None:
        for number, (width, height) in enumerate(SIZES):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme="dark" if number % 2 else "light")
            page.evaluate("scrollTo(0, 0)")
            self.take(page, folder / f"{name}-{width}x{height}.png")

    def take(self, page: Page, path: Path, most: int | None = None) -> None:
        page.wait_for_timeout(SETTLE_MS)
        taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
        small = taken if most is None else taken.quantize(256)  # cloth has few colours, and many of each
        small.save(path, optimize=True)
        size = path.stat().st_size
        print(f"{path.name}: {size // 1000} KB")
        if most is not None and size > most:
            raise SystemExit(f"{path.name} is larger than {most // 1000} KB")

    def seated(self, table: str, theme: str, width: int, height: int) -> Page:
        """A guest's page at a table where two others sit too."""
        token = self.house.guest()
        page = self.page(token, theme, width, height)
        others = {5: self.house.guest(), 7: self.house.guest()}
        for box, other in {**others, 4: token}.items():
            self.house.say(table, other, "sit", box=box)
        page.goto(f"{self.house.url}/table/{table}")
        page.wait_for_selector("#table[data-ready=yes]", state="attached")
        self.players = {4: token, **others}
        return page

    def wager(self, table: str, page: Page) -> None:
        """Everybody wagers; until the first cards lie on the felt."""
        for box, who in self.players.items():
            self.house.say(table, who, "place-wager", box=box, amount=2500 * box)
            self.house.say(table, who, "place-wager", box=box, amount=500, bet="perfect-pairs")
        page.wait_for_function("() => document.querySelectorAll('svg [data-card]').length >= 7")

    def hand(self, folder: Path) -> None:
        """A hand of Blackjack Plus at every size: wagers, a decision, and what came of it."""
        page = self.seated("Plus", "light", 1366, 768)
        self.sizes(page, "table-betting", folder)
        self.wager("Plus", page)
        self.sizes(page, "table-deciding", folder)
        page.context.close()

    def readme(self, folder: Path) -> None:
        for name, table, width, height in (("table", "Pontoon", 1160, 780), ("phone", "Spanish", 390, 844)):
            page = self.seated(table, "dark", width, height)
            self.wager(table, page)
            self.keep(page, folder / f"{name}.png")
        by_name = {shot.name: shot for shot in PAGES}
        lobby = self.opened(by_name["lobby"], "light", 1200, 750)
        lobby.wait_for_function("() => !document.querySelector('.lobby-wait')", timeout=EDGES_MS)
        self.keep(lobby, folder / "lobby.png")
        self.keep(self.opened(by_name["staff"], "light", 1200, 750), folder / "staff.png")
        self.keep(self.opened(by_name["round"], "light", 1100, 800), folder / "history.png")
        self.keep(self.opened(by_name["odds"], "light", 1100, 900), folder / "odds.png")
        self.keep(self.opened(by_name["book"], "light", 1200, 750), folder / "rulebook.png")

    def keep(self, page: Page, path: Path) -> None:
        self.take(page, path, BYTES_MOST)
        page.context.close()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
