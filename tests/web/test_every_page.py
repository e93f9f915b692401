"""What holds for every page: nothing runs or loads that its policy forbids, and everybody can use it at any width."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import as_seen, offences, overflows, too_small, visiting
from support.every_page import VISITS, Visit, prepared, unvisited
from support.house import ANSWER_S, House
from support.table_page import SIZES

from cutcard.service.cross_site import COOKIE
from cutcard.web.frame import POLICY

LOOKS = ((1366, "light"), (390, "dark"))
# Before anything of the page runs: write down what the browser refuses because of the policy.
LISTEN = """window.refusedByPolicy = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.refusedByPolicy.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));"""


@pytest.fixture(scope="module")
def names(house: House) -> dict[str, str]:
    return prepared(house)


def test_every_page_is_on_the_list() -> None:
    assert not unvisited()


def test_the_policy_allows_neither_inline_code_nor_eval_nor_anything_from_elsewhere() -> None:
    assert "unsafe" not in POLICY
    assert "*" not in POLICY
    assert "http" not in POLICY
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["default-src"] == rules["base-uri"] == rules["object-src"] == rules["frame-ancestors"] == "'none'"


def refused(page: Page) -> list[str]:
    said: list[str] = page.evaluate("window.refusedByPolicy")
    return said


@pytest.mark.parametrize("visit", VISITS, ids=lambda visit: f"{visit.who or 'stranger'} {visit.path}")
def test_a_page_keeps_to_its_policy_and_can_be_used_by_everybody(
    browser: Browser, house: House, names: dict[str, str], visit: Visit
) -> None:
    with visiting(browser) as page:
        page.add_init_script(LISTEN)
        if visit.who:
            house.enter(page, visit.who)
        answer = page.goto(house.url + visit.path.format(**names), wait_until="load")
        assert answer is not None
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["cache-control"] == "no-store"
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        for width, theme in LOOKS:
            as_seen(page, width, theme)
            assert offences(page) == [], (width, theme)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert overflows(page) == 0, (width, height)
            assert too_small(page) == [], (width, height)
        assert refused(page) == []


def test_somebody_whose_login_has_ended_is_a_stranger_on_every_page(house: House, names: dict[str, str]) -> None:
    """A guest who comes back the next day finds the table, or the way to log in, and no error."""
    token = house.log_in("root")
    house.post("/api/logout", token)
    for visit in VISITS:
        path = visit.path.format(**names)
        stranger = httpx.get(house.url + path, timeout=ANSWER_S).status_code
        ended = httpx.get(house.url + path, cookies={COOKIE: token}, timeout=ANSWER_S).status_code
        assert (path, ended) == (path, stranger)


def test_the_browser_really_refuses_what_the_policy_forbids(browser: Browser, house: House) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(house.url)
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.body.append(script);
            const picture = document.createElement("img");
            picture.setAttribute("onerror", "window.injected = true");
            picture.src = "/nothing.png";
            document.body.append(picture);
        }"""
    )
    page.wait_for_function("window.refusedByPolicy.length >= 2")
    assert page.evaluate("window.injected") is None
    context.close()
