"""Links of tables: opened with their terms, and their meters start from their seeds."""

from __future__ import annotations

from cutcard.engine import Refusal
from cutcard.floor import BlockingFloor, Done
from cutcard.jackpots import MeterTerms, OpenLink, stream_of_link
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Person
from cutcard.table.ledger import meter_account

BOSS = Person("mia", "gaming-manager")
SEVENS = OpenLink("sevens", "sydney-v15", "blazing-7s", "aud", 250, {"blazing-7s": MeterTerms(1_000_000, 150_000)})


def test_a_link_opens_with_its_meters_at_their_seeds(store: Store) -> None:
    floor = BlockingFloor(store)
    done = floor.act_on_link("sevens", SEVENS, BOSS, at_ms=1, command_id="open-1")
    assert isinstance(done, Done), done
    assert floor.stream(stream_of_link("sevens")).state.terms.price == 250
    assert store.balance(meter_account("aud", "sevens", "blazing-7s")) == 1_000_000
    again = floor.act_on_link("sevens", SEVENS, BOSS, at_ms=1, command_id="open-1")
    assert isinstance(again, Done)
    assert again.repeated
    for by, code in ((BOSS, "link-open-already"), (Person("kai", "dealer"), "link-open-already")):
        refused = floor.act_on_link("sevens", SEVENS, by, at_ms=2)
        assert isinstance(refused, Refusal)
        assert refused.code == code
    refused = floor.act_on_link("other", SEVENS._replace(link="other"), Person("kai", "dealer"), at_ms=2)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("role-too-low", "14.26")
    report = audit(store, processes=1)
    assert report.fault is None, str(report.fault)
