"""The charts of the pages, drawn in a real browser: axes that can be read, and all numbers in a table as well."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, visiting
from support.house import House

from cutcard.web.static_files import static_url

DRAW = """async ([chart, library, name, props]) => {
    const { html, render } = await import(library);
    const charts = await import(chart);
    const place = document.createElement("div");
    document.querySelector("main h1").after(place);
    render(html`<${charts[name]} ...${props} />`, place);
}"""


@pytest.fixture
def page(browser: Browser, house: House) -> Iterator[Page]:
    with visiting(browser, width=390) as found:
        found.goto(f"{house.url}/rulebook")
        yield found


def draw(page: Page, name: str, **props: Any) -> None:
    page.evaluate(DRAW, [static_url("chart.js"), static_url("html.js"), name, props])


@pytest.mark.parametrize("rounds", [1_000_000, 1_500_000, 3_000_000, 10_000_000, 100_000_000, 1_000_000_000])
def test_the_marks_beside_a_simulation_are_all_different(page: Page, rounds: int) -> None:
    first = min(1 << 20, rounds)
    marks = page.evaluate(
        "async ([chart, low, high]) => { const { logTicks, short } = await import(chart);"
        " return logTicks(low, high).map((each) => [each, short(each)]); }",
        [static_url("chart.js"), first, rounds],
    )
    assert 1 <= len(marks) <= 6
    assert len({text for _, text in marks}) == len(marks)
    assert all(0.999 * first <= value <= 1.001 * rounds for value, _ in marks)


def test_a_line_is_drawn_with_its_numbers_in_a_table(page: Page) -> None:
    points = [[1, 5.0], [2, -3.0], [3, 8.5]]
    draw(page, "LineChart", title="Won and lost", x="Round", series=[{"name": "ann", "points": points}], marks=True)
    expect(page.get_by_role("img", name="Won and lost")).to_be_visible()
    expect(page.locator(".cc-chart-svg circle")).to_have_count(3)
    page.get_by_text("As a table").click()
    expect(page.locator(".cc-chart-table tbody tr").nth(1)).to_have_text("2−3")
    assert offences(page) == []


def test_bars_stand_beside_each_other_for_two_games(page: Page) -> None:
    bars = [{"name": "−1", "values": [0.5, 0.4]}, {"name": "+1", "values": [0.4, 0.0001]}]
    draw(page, "BarChart", title="Chances", y="Chance", bars=bars, series=["One", "Other"], logY=True)
    expect(page.get_by_role("img", name="Chances")).to_be_visible()
    expect(page.locator(".cc-chart-svg rect")).to_have_count(4)
    expect(page.locator(".cc-chart-legend li")).to_have_text(["One", "Other"])
    heights = page.locator(".cc-chart-svg rect").evaluate_all("all => all.map(each => each.getBBox().height)")
    assert min(heights) >= 1
