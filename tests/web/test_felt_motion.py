"""How the felt moves: only what changed, from where it comes, and everything in its place afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from support.browser import visiting
from support.felt_page import draw, open_bare, seen
from support.house import House
from support.own_books import own_book
from support.tables import Table


@pytest.fixture(scope="module")
def page(browser: Browser, house: House) -> Iterator[Page]:
    with visiting(browser) as found:
        open_bare(found, house)
        yield found


ONE_BOX = """async ([before, after]) => {
  const {html, render} = await load('html.js'), {Felt} = await load('felt.js'), {applied} = await load('player.js');
  const room = document.getElementById('room'), boxes = {}, clock = () => 0;
  const felt = (view) => html`<${Felt} table=${view} mine="ann" size="wide" still=${true} clock=${clock} />`;
  const show = (view) => render(felt(view), room);
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  show(before);
  await drawn();
  after.boxes.forEach((box, at) => {
    if (JSON.stringify(box) !== JSON.stringify(before.boxes[at])) boxes[box.number] = box;
  });
  const found = [], watch = new MutationObserver((all) => found.push(...all));
  watch.observe(room, {subtree: true, childList: true, attributes: true, characterData: true});
  show(applied(before, {change: {boxes, shoe: after.shoe}}));
  await drawn();
  const element = ({target}) => (target.closest ? target : target.parentElement);
  const part = (each) => element(each).closest('[data-of], [data-shoe], [data-rack]');
  const name = (each) => part(each)?.dataset.of ?? (part(each) ? 'shoe' : 'elsewhere');
  return [...new Set(found.map(name))].sort();
}"""
DEALT = """async ([view, steps]) => {
  const {html, render} = await load('html.js'), {Felt} = await load('felt.js'), {livePlayer} = await load('stage.js');
  const room = document.getElementById('room'), clock = () => 0, log = [];
  Object.assign(room.style, {width: '1000px', height: '450px', flex: 'none', padding: 0});
  const show = (seen) => render(html`<${Felt} table=${seen} mine="ann" size="wide" clock=${clock} />`, room);
  show(view);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const moving = (what) => document.querySelector(what)?.getAnimations().length;
  const look = () => {
    if (moving('[data-at="1-1-2"] .felt-lies') && !log.length) log.push('slides');
    if (moving('.felt-mine .felt-glow') && log.at(-1) !== 'glows') log.push('glows');
  };
  await new Promise((idle) => {
    let begun = false;
    const onSay = () => { look(); log.push('said'); }, onIdle = () => begun && idle();
    const player = livePlayer({onChange: show, onSay, onIdle}, room);
    player.show({table: view, story: []});
    begun = true;
    player.push({version: 2, steps, desk: {}});
    requestAnimationFrame(function again() { look(); if (player.busy) requestAnimationFrame(again); });
  });
  const running = document.getAnimations().filter((each) => !each.effect.target.matches('.felt-ring'));
  await Promise.all(running.map((each) => each.finished));
  return [log, document.querySelectorAll('.felt-ghosts > *, .felt-lies > .felt-back').length];
}"""


TURNED = """async ([view, step]) => {
  const {html, render} = await load('html.js'), {Felt} = await load('felt.js');
  const {applied} = await load('player.js'), {move} = await load('motion.js'), room = document.getElementById('room');
  Object.assign(room.style, {width: '1000px', height: '450px', flex: 'none', padding: 0});
  render(html`<${Felt} table=${applied(view, step)} mine="ann" size="wide" clock=${() => 0} />`, room);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  move(document.querySelector('svg.felt'), step.cue, 300);
  const card = document.querySelector('[data-at="dealer-1-1"]'), lies = card.querySelector('.felt-lies');
  return [lies.querySelector('.felt-back') !== null, lies.getAnimations().length > 0, card.dataset.card];
}"""


def test_one_more_card_changes_only_its_box_and_the_shoe(page: Page) -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 1).seat("bob", 5)
    floor.ready("2s 9d 7h 3c 8c 4d").wagers("ann 1 20", "bob 5 20").close()
    before = seen(floor, "ann")
    draw(page, before, "ann")
    floor.call("ann", "hit")
    assert page.evaluate(ONE_BOX, [before, seen(floor, "ann")]) == ["1", "shoe"]


def test_a_card_slides_before_its_words_and_a_win_glows_after_them(browser: Browser, house: House) -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 1)
    floor.ready("2s 9d 7h 3c 8c 4d").wagers("ann 1 20").close()
    before = seen(floor, "ann")
    floor.call("ann", "hit")
    box = seen(floor, "ann")["boxes"][0]
    card = {"kind": "card", "card": "3c", "box": 1, "hand": 1}
    win = {"kind": "result", "net": 2000, "outcome": "win"}
    plain = {"lines": [], "new_round": False}
    steps = [{"version": 1, "cue": card, "change": {"boxes": {"1": box}}, "say": "12", **plain}]
    steps.append({"version": 2, "cue": win, "change": {}, "say": "", **plain})
    with visiting(browser, motion=True) as page:
        open_bare(page, house)
        assert page.evaluate(DEALT, [before, steps]) == [["slides", "said", "glows"], 0]


def test_a_hole_card_turns_over_where_it_lies(browser: Browser, house: House, tmp_path: Path) -> None:
    with own_book(tmp_path, 'like = "melbourne-v26/blackjack"\ndealer.hole_card = "peeked"\n') as book:
        floor = Table(book, decks=8).seat("ann", 1).ready("Ts 9d 9h 8c").wagers("ann 1 20").close()
        before = seen(floor, "ann")
        floor.call("ann", "stand")
        dealer = seen(floor, "ann")["dealer"]
    cue = {"kind": "card", "card": "8c", "box": None, "hand": 1, "turned": True}
    step = {"version": 1, "cue": cue, "change": {"dealer": dealer}, "say": "17", "lines": [], "new_round": False}
    with visiting(browser, motion=True) as page:
        open_bare(page, house)
        assert page.evaluate(TURNED, [before, step]) == [True, False, "8c"]


def test_sounds_belong_to_cards_chips_wins_and_ones_own_turn(page: Page) -> None:
    turns = [{"kind": "turn", "mine": True}, {"kind": "turn", "mine": False}]
    results = [{"kind": "result", "outcome": "win"}, {"kind": "result", "outcome": "lose"}]
    sounds = page.evaluate(
        "async (cues) => { const {soundOf} = await load('sound.js'); return cues.map(soundOf); }",
        [{"kind": "card"}, {"kind": "chips"}, *turns, *results],
    )
    assert sounds == ["card", "chip", "turn", None, "win", None]


def test_sounds_are_made_in_the_browser_once_they_are_chosen(browser: Browser, house: House) -> None:
    with visiting(browser) as page:
        open_bare(page, house)
        page.locator("#room").dispatch_event("click")
        made = page.evaluate(
            """async (cues) => {
              const {setPref} = await load('prefs.js'), {sounded} = await load('sound.js'), started = [];
              const sources = AudioScheduledSourceNode.prototype, {start} = sources;
              sources.start = function (...when) { started.push(1); start.apply(this, when); };
              const played = () => { started.length = 0; cues.forEach(sounded); return started.length > 0; };
              const before = played();
              setPref('sound', 'on');
              return [before, played()];
            }""",
            [{"kind": "card"}, {"kind": "chips"}, {"kind": "result", "outcome": "win"}, {"kind": "shuffle"}],
        )
        assert made == [False, True]
