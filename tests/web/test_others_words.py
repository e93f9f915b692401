"""Names, notes and other people's words hold markup, quotes and direction marks: on every page they are only text."""

from __future__ import annotations

import itertools
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import visiting
from support.house import ANSWER_S, SECRET, House

TURN = "\u202e"  # what follows is drawn from right to left, until its paragraph or isolate ends
TABLE = f"<img src=x onerror=hurt()>\"'{TURN}Pit"
HEBREW = "\u05de\u05d9"  # whose letters go from right to left by themselves, and numbers beside them too
PLAYER = f'"><script>window.hurt=1<script>{HEBREW}'
REGISTERED = f'"><img src=x onerror=hurt()>{HEBREW}'  # in the register, whose addresses have no name with a slash
REASON = f"<svg onload=hurt()>'\"{TURN}" + "very-long-" * 15
AGENT = "<iframe src='javascript:hurt()'></iframe> \"' very-long-" + "x" * 150
HERE, THEIRS = quote(TABLE, safe=""), quote(REGISTERED, safe="")
_ids = itertools.count(1)

# Elements that only our words can have made, and text with direction marks that could turn its neighbours around.
FAULTS = """([turn, hebrew]) => {
  const faults = [];
  if (window.hurt) faults.push("a script ran");
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName;
    if (["iframe", "img", "object", "embed"].includes(name) && !element.src?.startsWith(location.origin))
      faults.push(`there is an element ${name}`);
    if (name === "script" && !element.src && element.type !== "application/json") faults.push("there is a script");
    for (const { name: attribute, value } of element.attributes) {
      if (attribute.startsWith("on")) faults.push(`${name} has ${attribute}`);
      const leads = /^(href|src|action)$/.test(attribute) && /^\\s*javascript:/i.test(value);
      if (leads) faults.push(`${name} leads to ${value}`);
    }
  }
  const isolated = (element) => /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi);
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    const theirs = node.data.includes(turn) || node.data.includes(hebrew);
    if (!theirs || parent.closest("script, style, option, title")) continue;
    const alone = parent.textContent.trim() === node.data.trim() && getComputedStyle(parent).display !== "inline";
    if (!alone && !isolated(parent)) faults.push(`not isolated: ${parent.outerHTML.slice(0, 200)}`);
  }
  const title = document.title;
  if (title.includes(turn) && !/\\u2068.*\\u2069/.test(title)) faults.push("not isolated in the title");
  return [...new Set(faults)];
}"""


def give(house: House, name: str, do: str, /, to: str = f"tables/{HERE}", **fields: Any) -> None:
    headers = {"Authorization": f"Bearer {house.token(name)}"}
    body = {"id": f"w{next(_ids)}", "command": {"do": do, **fields}}
    answer = httpx.post(f"{house.url}/api/{to}/commands", json=body, headers=headers, timeout=ANSWER_S)
    assert answer.status_code == 200, f"{do}: {answer.text}"


@pytest.fixture(scope="module")
def marked(house: House) -> House:
    """A house with such words wherever somebody can put them."""
    sign = {"minimum": 1000, "maximum": 50_000}
    rules: dict[str, Any] = {
        "book": "sydney-earlier",
        "game": "blackjack",
        "decks": 8,
        "source": "real",
        "chips": 10_000_000,
    }
    give(house, "bea", "open-table", table=TABLE, sign=sign, layout_approved=True, **rules)
    give(house, "root", "approve", number=1)
    give(house, "dan", "sit", box=3, player=PLAYER)
    give(house, "dan", "sell-chips", player=PLAYER, amount=20_000)
    for do in ("bring-cards", "check-cards", "shuffle"):
        give(house, "dan", do)
    give(house, "dan", "cut", player=PLAYER, at=100)
    give(house, "dan", "place-cutting-card", behind=78)
    give(house, "dan", "burn-card")
    give(house, "dan", "open-betting")
    give(house, "dan", "place-wager", box=3, amount=2000, player=PLAYER)
    give(house, "dan", "no-more-bets")
    give(house, "dan", "deal-cards", cards=["9s", "Kh", "9d"])
    give(house, "dan", "stand", box=3, player=PLAYER)
    give(house, "dan", "deal-cards", cards=["Tc"])
    give(house, "bea", "rule-on-dispute", player=PLAYER, about=REASON, ruling=REASON)
    give(house, "dan", "open-betting")
    give(house, "dan", "place-wager", box=3, amount=2000, player=PLAYER)
    give(house, "dan", "no-more-bets")
    give(house, "dan", "deal-cards", cards=["9c"])
    give(house, "root", "void-disrupted-round", reason=REASON)
    give(house, "bea", "register-player", to=f"players/{THEIRS}", player=REGISTERED, book="sydney-v15")
    house.tournament("words", title=f"{TABLE} cup", place=TABLE)
    give(house, "bea", "bar-from-tournament", to="tournaments/words", player=PLAYER, reason=REASON)
    house.promotion("words")
    give(house, "ann", "record-complaint", to="promotions/words", player="ann", about=REASON)
    body = {"name": "ann", "password": SECRET}
    answer = httpx.post(f"{house.url}/api/login", json=body, headers={"User-Agent": AGENT}, timeout=ANSWER_S)
    answer.raise_for_status()
    return house


def looked_at(page: Page, house: House, path: str) -> None:
    page.goto(house.url + path, wait_until="networkidle")
    expect(page.get_by_role("heading", level=1).first).to_be_attached()
    assert page.evaluate(FAULTS, [TURN, HEBREW]) == [], path


REFLECTED = quote(f"{PLAYER}{REASON}", safe="")
PATHS = {
    "": (
        "/",
        f"/table/{HERE}",
        f"/login?name={REFLECTED}&next=/{REFLECTED}&why={REFLECTED}&wait={REFLECTED}",
        f"/odds?book={REFLECTED}&game={REFLECTED}&option={REFLECTED}",
        f"/rulebook/sydney-v15?find={REFLECTED}",
        f"/history?player={REFLECTED}&table={REFLECTED}",
        f"/{REFLECTED}",
        f"/table/{quote(TABLE[:-1], safe='')}",
    ),
    "ann": (
        "/account",
        "/tournaments",
        "/tournaments/words",
        "/promotions/words",
        f"/history/{HERE}/1",
        f"/history/{HERE}/2",
    ),
    "bea": (
        "/",
        "/staff",
        f"/staff/{HERE}",
        "/staff/players",
        f"/staff/players/{THEIRS}",
        "/staff/tournaments",
        "/staff/tournaments/words",
        "/staff/promotions/words",
        "/tournaments/words/board",
        "/tournaments/words/terms",
    ),
    "ivo": ("/staff", f"/staff/{HERE}", "/history", f"/history/{HERE}/1", f"/history/{HERE}/2"),
    "root": ("/accounts", f"/table/{HERE}"),
}


@pytest.mark.parametrize("who", PATHS)
def test_others_words_are_only_text(browser: Browser, marked: House, who: str) -> None:
    with visiting(browser) as page:
        if who:
            marked.enter(page, who)
        for path in PATHS[who]:
            looked_at(page, marked, path)
