"""The training page in a real browser: a drill from the first question to the result."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect
from support.browser import as_seen, offences, overflows, too_small, visiting
from support.house import House

from cutcard.clauses import ledger
from cutcard.training import Answer, Drill, MistakeQuestion, PaymentQuestion, run
from cutcard.web.frame import clause_url

MISTAKES = Drill(
    "melbourne-v26", "blackjack", "mistakes", kinds=("card-misplaced", "dealer-not-dealt"), questions=2, seed=9
)
PAYMENTS = Drill("sydney-v15", "blackjack", "payments", kinds=("natural",), questions=1, seed=9)


def begin(page: Page, house: House, drill: Drill) -> None:
    kinds = ",".join(drill.kinds)
    asked = f"book={drill.book}&game={drill.game}&about={drill.about}&questions={drill.questions}&seed={drill.seed}"
    page.goto(f"{house.url}/training?{asked}&kinds={kinds}")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Question 1")).to_be_focused()


def mistake(answers: list[Answer]) -> MistakeQuestion:
    question = run(MISTAKES, answers).question
    assert isinstance(question, MistakeQuestion)
    return question


def test_a_mistake_is_named_and_marked_with_its_clause(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        begin(page, house, MISTAKES)
        question = mistake([])
        expect(page.get_by_text("The game is stopped here.")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".train-steps li")).to_have_count(1)
        page.keyboard.press("End")
        expect(page.locator(".train-steps li label > span:last-child")).to_have_text(
            [step.words for step in question.steps]
        )
        rule = question.lines[0]
        page.get_by_role("radio", name=question.steps[question.at[0] - 1].words).first.check()
        page.get_by_label("What went wrong at").select_option(question.kind)
        page.get_by_label("What is done about it?").select_option(rule.then)
        page.get_by_label("Who decides that").select_option(rule.role)
        page.get_by_role("button", name="Answer").click()
        expect(page.locator("#marks")).to_have_text(re.compile("^Right"))
        expect(page.locator("#marks")).to_be_focused()
        expect(page.locator(".train-clauses")).to_contain_text(ledger(MISTAKES.book)[rule.clause].says)
        link = page.locator(".train-clauses a").first
        expect(link).to_have_attribute("href", clause_url(MISTAKES.book, rule.clause))
        page.get_by_role("button", name="Next question").click()
        expect(page.get_by_role("heading", name="Question 2")).to_be_focused()
        page.reload()  # what was answered is not lost
        page.get_by_role("button", name="Go on with question 2").click()
        expect(page.get_by_role("heading", name="Question 2")).to_be_focused()
        page.get_by_role("button", name="Show all steps").click()
        page.get_by_label("Nothing was wrong").check()
        page.get_by_role("button", name="Answer").click()
        expect(page.locator("#marks")).to_have_text(re.compile("^Not quite"))
        page.get_by_role("button", name="See the result").click()
        expect(page.get_by_role("heading", name="Not passed yet")).to_be_focused()
        expect(page.locator(".train-sum")).to_contain_text("4 of 8")
        page.get_by_role("button", name="Train what went wrong").click()
        expect(page.get_by_text("Only some kinds (1 of")).to_be_visible()


def test_payments_are_given_wager_by_wager(browser: Browser, house: House) -> None:
    question = run(PAYMENTS, []).question
    assert isinstance(question, PaymentQuestion)
    with visiting(browser) as page:
        begin(page, house, PAYMENTS)
        for place, due in enumerate(question.due):
            group = page.locator(".train-wager").nth(place)
            way = "pays" if due > 0 else "takes" if due < 0 else "leaves it"
            group.get_by_role("radio", name=way).check()
            if due:
                group.get_by_role("textbox").fill(f"{abs(due) / 100:.2f}")
        page.locator(".train-answer button[type=submit]").click()
        expect(page.locator("#marks")).to_have_text(re.compile("^Right"))
        expect(page.locator(".train-points")).to_contain_text("Blackjack")
        page.get_by_role("button", name="See the result").click()
        expect(page.get_by_role("heading", name="Passed")).to_be_focused()


def test_question_and_marks_can_be_used_by_everybody_on_every_screen(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        begin(page, house, MISTAKES)
        page.get_by_role("button", name="Show all steps").click()
        page.get_by_role("radio", name="No more bets").check()
        for width, theme in ((1366, "light"), (390, "dark")):
            as_seen(page, width, theme)
            assert offences(page) == []
            assert overflows(page) == 0
            assert too_small(page) == []
        for label in ("What went wrong at", "What is done about it?", "Who decides that"):
            page.get_by_label(label).select_option(index=1)
        page.get_by_role("button", name="Answer").click()
        expect(page.locator("#marks")).to_be_focused()
        for width, theme in ((1366, "light"), (390, "dark")):
            as_seen(page, width, theme)
            assert offences(page) == []
            assert overflows(page) == 0
            assert too_small(page) == []
