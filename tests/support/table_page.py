"""The table page for tests: sit down, lay a chip, wait until all of it is shown. States are waited for, never time."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from support.browser import too_small

SIZES = {"phone": (390, 844), "short": (844, 390), "tall": (768, 1024), "laptop": (1366, 768), "wide": (1920, 1080)}


def prefer(page: Page, **choices: str) -> None:
    """Choose settings before the page is opened: speed="instant", coach="on"."""
    for name, value in choices.items():
        page.add_init_script(f"try {{ localStorage.setItem('cutcard-{name}', '{value}'); }} catch {{ }}")


def at_rest(page: Page) -> None:
    """All that has happened is shown, and nothing that was pressed waits for its answer."""
    expect(page.locator("#table[data-connection=open][data-busy=no][data-ready=yes]")).to_be_attached()


def open_table(page: Page, url: str, table: str) -> None:
    page.goto(f"{url}/table/{table}")
    at_rest(page)


def sit(page: Page, url: str, table: str, box: int = 4) -> None:
    """Come as a guest and take a box."""
    open_table(page, url, table)
    page.get_by_role("button", name="Play as guest").click()
    expect(page.locator(f"#do-sit-{box}")).to_be_visible()  # the page of a guest, who may sit down
    at_rest(page)
    page.locator(f"#do-sit-{box}").click()
    expect(page.locator(f"#lay-{box}-main")).to_be_visible()
    at_rest(page)


def lay(page: Page, box: int = 4, bet: str = "main") -> None:
    """Lay the chosen chip and see it lie there."""
    spot = page.locator(f"#lay-{box}-{bet} .detail")
    before = spot.inner_text()
    page.locator(f"#lay-{box}-{bet}").click()
    expect(spot).not_to_have_text(before)
    at_rest(page)


def deal(page: Page) -> None:
    """Let the cards come now, or as soon as everybody says so."""
    at_rest(page)
    page.locator("#do-deal").click()


def dealt(page: Page) -> None:
    """It is the player's turn to decide."""
    expect(page.locator("[id^=do-hit-]")).to_be_visible()
    at_rest(page)


def finish_hand(page: Page, hand: int, box: int = 4) -> None:
    """Stand on a split hand, or draw for as long as it may not stand."""
    while f"hand {hand}:" in page.locator("#prompt").inner_text():
        at_rest(page)
        moment = page.locator("#table").get_attribute("data-moment") or ""
        stand = page.locator(f"#do-stand-{box}-{hand}:not([aria-disabled])")
        (stand if stand.count() else page.locator(f"#do-hit-{box}-{hand}")).click()
        expect(page.locator("#table")).not_to_have_attribute("data-moment", moment)
        at_rest(page)


def settled(page: Page, rounds: int = 1) -> None:
    expect(page.locator("#session")).to_contain_text(re.compile(rf"^{rounds} rounds?"))
    at_rest(page)


def cards(page: Page, of: str) -> list[str]:
    """The cards of a box ("4") or of the dealer, as they lie on the felt."""
    script = (
        '(of) => [...document.querySelectorAll(`[data-hand^="${of}-"] [data-card]`)].map((card) => card.dataset.card)'
    )
    found: list[str] = page.evaluate(script, of)
    return found


def announced(page: Page) -> list[str]:
    """What the live region has said, in order: all that somebody knows who only listens."""
    return page.locator("#announcer p").all_inner_texts()


# What somebody who must decide has to see at once, and does not.
UNSEEN = """(needed) => needed.filter((selector) => {
  const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  if (!found.length) return true;
  return found.some((element) => {
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (box.left < -0.5 || box.top < -0.5) return true;
    if (box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) return true;
    if (getComputedStyle(element).pointerEvents === "none") return false; // lies on top, and lets presses through
    const top = document.elementFromPoint(x, y);
    return !(top === element || element.contains(top) || top?.contains(element));
  });
})"""


RUNS_OUT = """() => [...document.querySelectorAll("button")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.innerText} runs out of its button`)"""


def faults(page: Page) -> list[str]:
    """Text that is too small or runs out of its button, things that are too small to hit, and a page that scrolls."""
    root = "document.scrollingElement"
    scrolls = page.evaluate(f"{root}.scrollWidth > innerWidth || {root}.scrollHeight > innerHeight")
    return [*too_small(page), *page.evaluate(RUNS_OUT), *["the page scrolls"] * scrolls]


def unseen(page: Page, *needed: str) -> list[str]:
    """Which of these are not wholly in the window, or are covered."""
    found: list[str] = page.evaluate(UNSEEN, list(needed))
    return found


def refused(page: Page) -> Any:
    """Where a refusal is said."""
    return page.locator("#notice[data-kind=refused]")
