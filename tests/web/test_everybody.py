"""Pages that no other test looks at so can be used by everybody: axe finds nothing, by day or night, at any width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from support.browser import as_seen, offences, overflows, visiting
from support.house import House

LOOKS = ((1280, "light"), (1280, "dark"), (390, "dark"), (390, "light"))


@pytest.fixture(scope="module")
def pit(house: House) -> str:
    """A table at which a round has been played."""
    name = house.real_table()
    house.ready(name)
    house.round(name)
    return name


@pytest.mark.parametrize(
    ("who", "path"),
    [
        ("", "/login"),
        ("", "/table/Vegas"),
        ("bea", "/staff"),
        ("bea", "/staff/{pit}"),
        ("ivo", "/staff/{pit}"),
        ("ivo", "/history"),
        ("ann", "/history/{pit}/1"),
        ("ann", "/me/play"),
        ("ivo", "/history/audit"),
        ("", "/shoe"),
        ("root", "/accounts"),
        ("ann", "/account"),
    ],
)
def test_a_page_can_be_used_by_everybody(browser: Browser, house: House, pit: str, who: str, path: str) -> None:
    with visiting(browser) as page:
        if who:
            house.enter(page, who)
        page.goto(house.url + path.format(pit=pit))
        expect(page.locator("h1").first).to_be_attached()
        for width, theme in LOOKS:
            as_seen(page, width, theme)
            assert offences(page) == [], (width, theme)
            assert overflows(page) == 0, (width, theme)
