"""The step player: one thing after the other, words never before what they tell of, and nothing ever left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from support.browser import visiting
from support.felt_page import open_bare, seen
from support.house import House
from support.tables import Table

Step = dict[str, Any]

# A player whose clock stands until a test lets it run; everything it does is written down with its time.
PLAYER = """async ([view, speed]) => {
  const {createPlayer} = await load('player.js');
  const w = window; w.log = []; w.time = 0; w.timers = []; w.speed = speed;
  const clock = {now: () => w.time, after(ms, call) {
    const timer = {at: w.time + ms, call}; w.timers.push(timer);
    return () => { w.timers = w.timers.filter((each) => each !== timer); };
  }};
  const write = (what, more) => w.log.push([Math.round(w.time), what, more]);
  const box = (seen, number) => seen.boxes.find((each) => each.number === number).hands[0];
  w.player = createPlayer({clock, speed: () => w.speed,
    stage: {move: (cue, ms) => write('move', [cue.kind, Math.round(ms)]), settle: () => write('settle', null)},
    onChange: (seen, lines) => write('change', {lines: lines.map((line) => line.id),
      dealer: [seen.dealer.cards.length, seen.dealer.words],
      hand: box(seen, 1) ? [box(seen, 1).cards.length, box(seen, 1).words] : null}),
    onSay: (text) => write('say', text), onCue: (cue) => write('cue', cue.kind),
    onDone: (message) => write('done', message.version), onIdle: () => write('idle', null)});
  w.run = (until) => { for (;;) {
    const [next] = w.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
    if (!next) break;
    w.timers = w.timers.filter((each) => each !== next); w.time = Math.max(w.time, next.at); next.call();
  } w.time = until; };
  player.show({table: view, story: []});
  w.log.length = 0;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, house: House) -> Iterator[Page]:
    with visiting(browser) as found:
        open_bare(found, house)
        yield found


def change(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What a step brings: the fields that differ, of the boxes only those that do."""
    changed = {name: value for name, value in after.items() if before[name] != value and name != "boxes"}
    pairs = zip(before["boxes"], after["boxes"], strict=True)
    boxes = {str(new["number"]): new for old, new in pairs if old != new}
    return {**changed, "boxes": boxes} if boxes else changed


def step(before: dict[str, Any], after: dict[str, Any], number: int, cue: Any, says: str = "") -> Step:
    line = {"id": f"v{number}-0", "who": "Box 1", "text": says, "mine": False}
    return {
        "version": number, "cue": cue, "change": change(before, after), "lines": [line], "say": says, "new_round": False
    }  # fmt: skip


def last_card(view: dict[str, Any], box: int | None) -> dict[str, Any]:
    hand = view["dealer"] if box is None else view["boxes"][box - 1]["hands"][0]
    return {"kind": "card", "card": hand["cards"][-1], "box": box, "hand": 1}


@pytest.fixture(scope="module")
def hit() -> tuple[dict[str, Any], Step]:
    """Before Ann takes a third card, and the step that brings it."""
    floor = Table("melbourne-v26", decks=8).seat("ann", 1)
    floor.ready("2s 9d 7h 3c 8c 4d").wagers("ann 1 20").close()
    before = seen(floor, "ann")
    floor.call("ann", "hit")
    after = seen(floor, "ann")
    return before, step(before, after, 7, last_card(after, 1), "3 of clubs: 12.")


def begun(page: Page, view: dict[str, Any], speed: str = "normal") -> None:
    page.evaluate(PLAYER, [view, speed])


def push(page: Page, *steps: Step, version: int = 1) -> None:
    page.evaluate("message => player.push(message)", {"version": version, "steps": list(steps), "desk": {}})


def log(page: Page, until: int | None = None) -> list[list[Any]]:
    if until is not None:
        page.evaluate("until => run(until)", until)
    return list(page.evaluate("log"))


def whats(entries: list[list[Any]]) -> list[str]:
    return [what for _, what, _ in entries]


def test_a_card_lies_before_its_total_and_its_total_before_the_words(page: Page, hit: tuple[Any, Step]) -> None:
    begun(page, hit[0])
    push(page, hit[1])
    coming = log(page)
    assert whats(coming) == ["cue", "change", "move"]
    assert coming[1][2]["hand"] == [3, "9"]  # the card slides; its hand is still worth what it was
    assert coming[1][2]["lines"] == []
    lying = log(page, 10_000)[3:]
    assert whats(lying) == ["change", "say", "done", "idle"]
    assert lying[0][2]["hand"] == [3, "12"]
    assert lying[0][2]["lines"] == ["v7-0"]
    assert lying[1][1:] == ["say", "3 of clubs: 12."]


def dealers_draw() -> tuple[dict[str, Any], list[Step]]:
    """The dealer draws four cards, from the events of one real decision."""
    floor = Table("melbourne-v26", decks=8).seat("ann", 1)
    floor.ready("Ts 2d 9h 3c 4d 2c 8c").wagers("ann 1 20").close()
    before = seen(floor, "ann")
    floor.call("ann", "stand")
    after = seen(floor, "ann")
    steps, view = [], before
    for count in range(2, len(after["dealer"]["cards"]) + 1):
        cards = after["dealer"]["cards"][:count]
        shown = {**view, "dealer": {**view["dealer"], "cards": cards, "words": f"after {count}"}}
        steps.append(step(view, shown, count, last_card(shown, None), f"card {count}"))
        view = shown
    return before, steps


def test_the_dealer_takes_about_seven_tenths_of_a_second_for_a_card_and_other_speeds_differ(page: Page) -> None:
    before, steps = dealers_draw()
    assert len(steps) == 4
    took = {}
    for speed in ("calm", "normal", "quick"):
        begun(page, before, speed)
        push(page, *steps)
        told = [at for at, what, _ in log(page, 60_000) if what == "say"]
        assert len(told) == len(steps)
        took[speed] = told[1] - told[0]
    assert took["normal"] == 700
    assert took["calm"] > took["normal"] > took["quick"] > 0


def test_cards_of_the_first_deal_come_faster(page: Page) -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 1)
    floor.ready("Ts 2d 9h").wagers("ann 1 20")
    before = seen(floor, "ann")
    floor.close()
    after = seen(floor, "ann")
    hand = {**after["boxes"][0]["hands"][0], "cards": ["Ts"], "words": "10"}
    one = {**before, "boxes": [{**after["boxes"][0], "hands": [hand]}, *before["boxes"][1:]]}
    begun(page, before)
    push(page, step(before, one, 1, last_card(one, 1), "first"), step(one, after, 2, last_card(after, 1), "second"))
    told = [at for at, what, _ in log(page, 60_000) if what == "say"]
    assert told[1] - told[0] < 300


def test_instantly_everything_is_one_change_with_all_lines_and_says_in_order(page: Page) -> None:
    before, steps = dealers_draw()
    begun(page, before, "instant")
    push(page, *steps)
    entries = log(page)
    assert whats(entries) == ["change", "say", "say", "say", "say", "done", "idle"]
    assert entries[0][2]["dealer"] == [5, "after 5"]
    assert entries[0][2]["lines"] == ["v2-0", "v3-0", "v4-0", "v5-0"]
    assert [more for _, what, more in entries if what == "say"] == ["card 2", "card 3", "card 4", "card 5"]


def test_a_player_in_a_hurry_is_shown_the_rest_at_once_with_every_line(page: Page) -> None:
    before, steps = dealers_draw()
    begun(page, before)
    push(page, *steps)
    log(page, 100)  # the first card is on its way
    page.evaluate("() => { log.length = 0; player.hurry(); }")
    entries = log(page, 60_000)
    assert whats(entries) == ["settle", "change", "say", "say", "say", "say", "done", "idle"]
    assert entries[1][2]["lines"] == ["v2-0", "v3-0", "v4-0", "v5-0"]
    assert not page.evaluate("player.busy")


def test_who_lags_behind_plays_faster_and_leaves_nothing_out(page: Page) -> None:
    before, steps = dealers_draw()
    begun(page, before, "calm")
    for number, each in enumerate(steps):  # four messages at once: the later ones wait
        push(page, each, version=number)
    entries = log(page, 60_000)
    told = [(at, more) for at, what, more in entries if what == "say"]
    assert [more for _, more in told] == ["card 2", "card 3", "card 4", "card 5"]
    assert [more for _, what, more in entries if what == "done"] == [0, 1, 2, 3]
    gaps = [later[0] - sooner[0] for sooner, later in pairwise(told)]
    assert gaps[-1] < gaps[0]
    assert [more["lines"][-1] for _, what, more in entries if what == "change" and more["lines"]][-1] == "v5-0"


def test_coming_back_shows_the_present_and_forgets_what_was_under_way(page: Page) -> None:
    before, steps = dealers_draw()
    begun(page, before)
    push(page, *steps)
    page.evaluate("view => { log.length = 0; player.show({table: view, story: [{id: 'told'}]}); }", before)
    entries = log(page, 60_000)
    assert whats(entries) == ["settle", "change", "idle"]
    assert entries[1][2]["lines"] == ["told"]


def test_a_new_round_begins_a_new_story(page: Page, hit: tuple[Any, Step]) -> None:
    begun(page, hit[0], "instant")
    push(page, {**hit[1], "lines": [{"id": "old"}]}, {**hit[1], "new_round": True, "change": {}})
    assert log(page)[0][2]["lines"] == ["v7-0"]


def test_chips_that_leave_are_gone_only_when_they_have_left(page: Page) -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 1)
    floor.ready("8s 9d 6h Kc").wagers("ann 1 20").close()
    before = seen(floor, "ann")
    floor.call("ann", "hit")
    after = seen(floor, "ann")
    lost = {"kind": "chips", "box": 1, "bet": "main", "player": "ann", "amount": 2000, "from": "layout", "to": "tray"}
    begun(page, before)
    push(page, step(before, after, 1, lost, "You bust."))
    assert whats(log(page)) == ["cue", "move"]
    assert whats(log(page, 5_000)) == ["cue", "move", "change", "say", "done", "idle"]


@pytest.mark.parametrize(
    ("way", "outcome", "shown_first"),
    [
        (("player", "layout"), "", True),
        (("tray", "layout"), "", False),  # a free bet token
        (("tray", "player"), "win", False),
        (("layout", "tray"), "lose", False),
        (("layout", "player"), "push", False),
        (("layout", "player"), "", False),  # taken back
    ],
)
def test_chips_are_told_of_when_they_have_come_or_gone(
    page: Page, hit: tuple[Any, Step], way: tuple[str, str], outcome: str, shown_first: bool
) -> None:
    chips = {"kind": "chips", "box": 1, "bet": "main", "player": "ann", "amount": 2000, "outcome": outcome}
    begun(page, hit[0])
    push(page, {**hit[1], "cue": {**chips, "from": way[0], "to": way[1]}})
    assert whats(log(page)) == (["cue", "change", "move"] if shown_first else ["cue", "move"])
    assert whats(log(page, 5_000))[-4:] == ["change", "say", "done", "idle"]


def test_a_cue_that_is_not_known_only_shows_its_step(page: Page, hit: tuple[Any, Step]) -> None:
    begun(page, hit[0])
    push(page, {**hit[1], "cue": {"kind": "fireworks"}})
    assert whats(log(page)) == ["change", "say", "done", "idle"]


def test_a_message_without_steps_still_brings_its_desk(page: Page, hit: tuple[Any, Step]) -> None:
    begun(page, hit[0])
    push(page, version=9)
    assert log(page)[-2:] == [[0, "done", 9], [0, "idle", None]]


@pytest.mark.parametrize("why", ["hidden", "reduced motion"])
def test_nothing_moves_on_a_page_that_nobody_sees_or_where_motion_is_unwanted(
    browser: Browser, house: House, hit: tuple[Any, Step], why: str
) -> None:
    with visiting(browser, motion=why == "hidden") as page:
        open_bare(page, house)
        if why == "hidden":
            page.evaluate("() => Object.defineProperty(document, 'hidden', {get: () => true})")
        told = page.evaluate(
            """async ([view, message]) => {
              const {livePlayer} = await load('stage.js'), log = [];
              const root = document.getElementById('room');
              const onChange = (seen) => log.push(seen.boxes[0].hands[0].words), onSay = (text) => log.push(text);
              const player = livePlayer({onChange, onSay}, root);
              player.show({table: view, story: []});
              player.push(message);
              return [log, player.busy];
            }""",
            [hit[0], {"version": 1, "steps": [hit[1]], "desk": {}}],
        )
        assert told == [["9", "12", "3 of clubs: 12."], False]
