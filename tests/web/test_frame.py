"""What every page stands in: ways, theme and motion that stay as chosen, and a way past the header."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import visiting
from support.house import ANSWER_S, House
from support.table_page import unseen

from cutcard.money import priced
from cutcard.web.static_files import all_files, static_url


def look(page: Page, what: str) -> str:
    return str(page.evaluate("what => document.documentElement.dataset[what]", what))


def test_the_theme_follows_the_system_until_one_is_chosen_and_then_stays(browser: Browser, house: House) -> None:
    with visiting(browser, theme="dark") as page:
        page.goto(house.url)
        theme = page.get_by_role("button", name="Theme: as the system")
        expect(theme).to_be_visible()
        assert look(page, "theme") == "dark"
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        theme.click()
        expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
        page.wait_for_function("dark => getComputedStyle(document.body).backgroundColor !== dark", arg=dark)
        page.reload()
        expect(page.get_by_role("button", name="Theme: light")).to_be_visible()
        assert look(page, "theme") == "light"


def test_motion_is_off_where_the_system_asks_for_it_and_can_be_chosen(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(house.url)
        page.get_by_role("button", name="Motion: off").click()
        expect(page.get_by_role("button", name="Motion: on")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Motion: on")).to_be_visible()
        assert look(page, "motion") == "on"
    with visiting(browser, motion=True) as page:
        page.goto(house.url)
        page.get_by_role("button", name="Motion: on").click()
        expect(page.get_by_role("button", name="Motion: off")).to_have_css("transition-duration", "0s")


def test_the_way_that_one_is_on_is_marked_and_the_header_can_be_skipped(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        page.goto(house.url)
        expect(page.locator(".cc-ways [aria-current=page]")).to_have_text("Lobby")
        expect(page).to_have_title("Lobby · Cutcard")
        expect(page.locator("html")).to_have_attribute("lang", "en-GB")
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.get_by_role("banner")).to_have_count(1)
        expect(page.get_by_role("contentinfo")).to_contain_text("play money")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement.closest('main') !== null")
        expect(page.get_by_role("link", name="Log in", exact=True)).to_have_attribute("href", "/login")


def test_nothing_comes_from_elsewhere(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(house.url, wait_until="networkidle")
        assert asked
        assert [url for url in asked if not url.startswith((house.url, house.url.replace("http", "ws"), "data:"))] == []


def test_a_file_may_be_kept_for_good_under_its_version_and_under_no_other(house: House) -> None:
    kept = httpx.get(house.url + static_url("html.js"), timeout=ANSWER_S)
    assert kept.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in kept.headers["cache-control"]
    assert kept.headers["content-encoding"] == "gzip"
    old = httpx.get(f"{house.url}/static/of-before/html.js", timeout=ANSWER_S)
    assert (old.text, old.headers["cache-control"]) == (kept.text, "no-cache")  # a page of before an upgrade goes on
    plain = httpx.get(house.url + static_url("html.js"), headers={"Accept-Encoding": "identity"}, timeout=ANSWER_S)
    assert (plain.text, "content-encoding" in plain.headers) == (kept.text, False)
    for name in ("nothing.js", "../frame.py", "%2e%2e/frame.py"):
        url = f"{house.url}/static/x/{name}"
        assert httpx.get(url, follow_redirects=True, timeout=ANSWER_S).status_code == 404


def test_no_script_or_template_writes_markup_from_text() -> None:
    scripts = {name: file.content.decode() for name, file in all_files().items() if name.endswith(".js")}
    for name, script in scripts.items():
        if not name.startswith("vendor/"):
            assert "innerHTML" not in script, name
            assert "insertAdjacentHTML" not in script, name
            assert "eval(" not in script, name


def test_money_is_written_as_in_python(browser: Browser, house: House) -> None:
    amounts = [0, 5, 50, 100, 250, -250, 100_000, -123_456_789, 7, 99_999]
    with visiting(browser) as page:
        page.goto(house.url)
        script = "async ([url, amounts]) => { const { money } = await import(url); return amounts.map(money); }"
        assert page.evaluate(script, [static_url("money.js"), amounts]) == [priced(amount) for amount in amounts]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1100, 768)])
def test_nothing_of_the_header_is_out_of_sight_or_covered(
    browser: Browser, house: House, width: int, height: int
) -> None:
    with visiting(browser, width=width, height=height) as page:
        house.enter(page, "ivo")
        page.goto(f"{house.url}/account")
        expect(page.locator(".cc-header").get_by_role("link")).to_have_count(9)  # an inspector has all pages
        assert unseen(page, ".cc-header a", ".cc-header button") == []


def test_local_time_stands_beside_utc_and_the_day_once_if_it_is_the_same(browser: Browser, house: House) -> None:
    context = browser.new_context(timezone_id="Australia/Sydney")
    page = context.new_page()
    house.enter(page, "bea")
    page.goto(f"{house.url}/account")
    expect(page.locator("time .cc-utc").first).to_have_text(re.compile(r"^(\d{4}-\d\d-\d\d )?\d\d:\d\d UTC$"))
    shown = page.evaluate(
        """async ([url, times]) => {
            const { showLocalTimes } = await import(url);
            return times.map((ms) => {
              const root = document.createElement("p");
              root.append(Object.assign(document.createElement("time"), { textContent: "as the template has it" }));
              root.firstChild.dataset.ms = ms;
              showLocalTimes(root);
              return root.textContent;
            });
        }""",
        [static_url("time.js"), [0, 18 * 3_600_000]],
    )
    assert shown == ["1970-01-01 10:00:00 00:00:00 UTC", "1970-01-02 04:00:00 1970-01-01 18:00:00 UTC"]
    context.close()
