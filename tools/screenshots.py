"""Pictures of every page at five sizes to look at, and the README's: `python -m tools.screenshots [FOLDER]`.

Starts the service on a store of its own with the demonstration's tables, lets people sit down and a dealer run a table
with real cards, and takes the pictures with Chromium: every page on the tests' list of them, and a hand in each of its
states. All go to FOLDER, build/screenshots by default, the README's to docs/screenshots. Nothing else is kept.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, expect

if TYPE_CHECKING:
    from support.house import House

ROOT = Path(__file__).resolve().parents[1]
FOLDER, README = ROOT / "build" / "screenshots", ROOT / "docs" / "screenshots"
BYTES_MOST = 300_000
WAIT_MS = 60_000
EDGES_MS = 600_000  # until every game's edge is worked out on a small machine
SETTLE_MS = 800  # for what a picture shows after the page is ready: fonts, a figure that follows the new width
PATIENT = {"CUTCARD_AFTER_WAGER_MS": "600000", "CUTCARD_AFTER_ROUND_MS": "600000", "CUTCARD_LOG_LEVEL": "error"}
PAIR, ACE = "8s 7d 8h 3c Td 9h 2s 5c 6d", "Ts Ad 6h 9c 8d"  # how the shoes begin whose hand is shown
SCENE = ((2, "ann", 5000), (3, "bob", 2500), (6, "cal", 10_000))  # who wagers how much in the README's picture


class Shot(NamedTuple):
    """A page that is looked at after something was done on it: who looks, what they do, what must then be there."""

    name: str
    path: str
    who: str = ""
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


STAFF = Shot("staff", "/staff/{scene}", "dan")
ROUND = Shot("round", "/history/{scene}/1", "ann", then=_to_the_end)
ODDS = Shot("odds-worked-out", "/odds?book=melbourne-v26&game=crown-pontoon", then=_worked_out)
USED = (
    STAFF,
    ROUND,
    ODDS,
    Shot("training-question", "/training?book=melbourne-v26&about=mistakes&seed=3", then=_begun),
    Shot("training-payment", "/training?book=melbourne-v26&about=payments&seed=3", then=_begun),
)


def main(folder: Path = FOLDER) -> None:
    sys.path.insert(0, str(ROOT / "tests"))
    from support.browser import chromium
    from support.every_page import VISITS, prepared
    from support.house import opened_house

    for each in (folder, README):
        each.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept, opened_house(Path(kept)) as house, chromium() as browser:
        names = {**prepared(house), "scene": scene(house)}
        shots = Shots(browser, house, names)
        for visit in dict.fromkeys(VISITS):
            shots.at_every_size(Shot(_file(visit.who, visit.path), visit.path, visit.who), folder)
        for shot in USED:
            shots.at_every_size(shot, folder)
        shots.readme(README)
    with chromium() as browser:
        hand(browser, folder)
        offer(browser, folder)


def _file(who: str, path: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{path.partition('?')[0]} {who or 'stranger'}".lower()).strip("-")


def scene(house: House) -> str:
    """A table with real cards and three players in the middle of its second round; its name."""
    table = house.real_table()
    for box, player, _ in SCENE:
        house.say(table, "dan", "sit", box=box, player=player)
        house.card_in(table, player)
        house.say(table, "dan", "sell-chips", player=player, amount=50_000)
    for do in ("bring-cards", "check-cards", "shuffle"):
        house.say(table, "dan", do)
    house.say(table, "dan", "cut", player="ann", at=100)
    house.say(table, "dan", "place-cutting-card", behind=78)
    house.say(table, "dan", "burn-card")
    _dealt(house, table, "9s 8h Kd 6h Td 8c As")
    for box, player, _ in SCENE[:2]:  # the third has a blackjack
        house.say(table, "dan", "stand", box=box, player=player)
    house.say(table, "dan", "deal-cards", cards=["Kc", "5s"])
    _dealt(house, table, "9c 8s 5d 7h 2d 8d 6c")
    return table


def _dealt(house: House, table: str, cards: str) -> None:
    house.say(table, "dan", "open-betting")
    for box, player, amount in SCENE:
        house.say(table, "dan", "place-wager", box=box, player=player, amount=amount)
    house.say(table, "dan", "place-wager", box=3, player="bob", amount=500, bet="perfect-pairs")
    house.say(table, "dan", "no-more-bets")
    house.say(table, "dan", "deal-cards", cards=cards.split())


def take(page: Page, path: Path, most: int | None = None) -> None:
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(SETTLE_MS)
    taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
    small = taken if most is None else taken.quantize(256)  # cloth has few colours, and many of each
    small.save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name}: {size // 1000} KB", flush=True)
    if most is not None and size > most:
        raise SystemExit(f"{path.name} is larger than {most // 1000} KB")


def sizes(page: Page, name: str, folder: Path) -> None:
    """A page at every size, by day and by night in turn."""
    from support.table_page import SIZES

    for number, (width, height) in enumerate(SIZES.values()):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        take(page, folder / f"{name}-{width}x{height}.png")


class Shots:
    """Takes the pictures of a house."""

    def __init__(self, browser: Browser, house: House, names: dict[str, str]) -> None:
        self.browser, self.house, self.names = browser, house, names

    def page(self, theme: str, width: int, height: int) -> Page:
        size: Any = {"width": width, "height": height}
        look: Any = theme
        context = self.browser.new_context(viewport=size, color_scheme=look, reduced_motion="reduce")
        context.set_default_timeout(WAIT_MS)
        return context.new_page()

    def opened(self, shot: Shot, theme: str = "light", width: int = 1366, height: int = 768) -> Page:
        """A page as it is when there is something to see."""
        page = self.page(theme, width, height)
        if shot.who:
            self.house.enter(page, shot.who)
        page.goto(self.house.url + shot.path.format(**self.names))
        page.wait_for_selector(shot.wait, state="attached")
        shot.then(page)
        return page

    def at_every_size(self, shot: Shot, folder: Path) -> None:
        page = self.opened(shot)
        sizes(page, shot.name, folder)
        page.context.close()

    def readme(self, folder: Path) -> None:
        for name, table, width, height in (("table", "Pontoon", 1160, 780), ("phone", "Spanish", 390, 844)):
            self.keep(self.seated(table, "dark", width, height), folder / f"{name}.png")
        lobby = self.opened(Shot("lobby", "/", wait="[data-table]"), "light", 1200, 750)
        lobby.wait_for_function("() => !document.querySelector('.lobby-wait')", timeout=EDGES_MS)
        self.keep(lobby, folder / "lobby.png")
        self.keep(self.opened(STAFF, "light", 1200, 750), folder / "staff.png")
        self.keep(self.opened(ROUND, "light", 1100, 800), folder / "history.png")
        self.keep(self.opened(ODDS, "light", 1100, 900), folder / "odds.png")
        self.keep(self.opened(Shot("book", "/rulebook/sydney-v15"), "light", 1200, 750), folder / "rulebook.png")

    def seated(self, table: str, theme: str, width: int, height: int) -> Page:
        """A guest's page at a table where two others sit too, with their wagers and the first cards on the felt."""
        from support.table_page import prefer, sit

        boxes = (5, 7, 4)
        pages = {box: self.page(theme, width, height) for box in boxes}
        for box, page in pages.items():
            prefer(page, speed="instant", tour="seen")
            sit(page, self.house.url, table, box)
        for box, page in pages.items():
            page.locator(f"#lay-{box}-main").click()
            page.locator(f"#lay-{box}-perfect-pairs").click()
        own = pages.pop(4)
        own.wait_for_function("() => document.querySelectorAll('svg [data-card]').length >= 7")
        for page in pages.values():
            page.context.close()
        return own

    def keep(self, page: Page, path: Path) -> None:
        take(page, path, BYTES_MOST)
        page.context.close()


@contextmanager
def at_a_table(browser: Browser, front: str) -> Iterator[tuple[Page, str]]:
    """A page of a newcomer, and a casino whose shoes begin with these cards and which waits for everybody."""
    from support.browser import served, visiting
    from support.table_page import prefer

    rigged = str(ROOT / "tests" / "support" / "rigged_casino.py")
    with tempfile.TemporaryDirectory() as kept:
        command = [sys.executable, rigged, "{port}", f"{kept}/c.db", front]
        with served(command, env=PATIENT) as url, visiting(browser) as page:
            prefer(page, speed="instant", coach="on")
            yield page, url


def hand(browser: Browser, folder: Path) -> None:
    """A hand of Blackjack Plus in each of its states."""
    from support.table_page import deal, dealt, finish_hand, lay, open_table, settled

    with at_a_table(browser, PAIR) as (page, url):
        open_table(page, url, "Plus")
        sizes(page, "hand-1-watched", folder)
        page.get_by_role("button", name="Play as guest").click()
        expect(page.locator("#do-sit-4")).to_be_visible()
        sizes(page, "hand-2-seats", folder)
        page.locator("#do-sit-4").click()
        expect(page.locator("#lay-4-main")).to_be_visible()
        lay(page)
        sizes(page, "hand-3-betting", folder)
        deal(page)
        dealt(page)
        sizes(page, "hand-4-decision", folder)
        page.locator("#do-split-4-1").click()
        expect(page.locator("#prompt")).to_contain_text("hand 1")
        sizes(page, "hand-5-split", folder)
        finish_hand(page, 1)
        finish_hand(page, 2)
        settled(page)
        sizes(page, "hand-6-settled", folder)
        page.locator(".payment").first.click()
        sizes(page, "hand-7-explained", folder)


def offer(browser: Browser, folder: Path) -> None:
    """Insurance on offer."""
    from support.table_page import deal, lay, sit

    with at_a_table(browser, ACE) as (page, url):
        sit(page, url, "Sydney")
        lay(page)
        deal(page)
        expect(page.locator("#do-decline")).to_be_visible()
        sizes(page, "offer", folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
