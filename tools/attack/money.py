"""Attacks on money: making it, spending it twice, moving it where it may not go, and breaking the arithmetic."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from support.running_service import bearer

from tools.attack.house import House
from tools.attack.suite import Succeeded, attack, expect

DOLLAR = 100


def dealer(house: House) -> str:
    return house.person("dan", "dealer")


def bought_in(house: House, table: str, player: str, cents: int) -> None:
    for command in (
        {"do": "arrive", "player": player},
        {"do": "sell-chips", "player": player, "amount": cents},
    ):
        response = house.give(table, command, dealer(house))
        assert response.status_code == 200, response.text


def cashed(answers: list[httpx.Response], cents: int) -> int:
    """What all the cash-outs that were answered with yes come to."""
    return sum(cents for answer in answers if answer.status_code == 200)


def nobody_owes(house: House) -> None:
    below = {name: cents for name, cents in house.balances().items() if "player:" in name and cents < 0}
    expect(not below, f"accounts below nothing: {below}")


@attack("1")
def cash_from_nowhere(house: House) -> None:
    """A dealer lets somebody arrive with a million in chips that nobody sold them, and pays them out."""
    table = house.open("mint")
    house.person("ann")
    house.give(table, {"do": "arrive", "player": "ann", "chips": 1_000_000 * DOLLAR}, dealer(house))
    response = house.give(table, {"do": "cash-chips", "player": "ann", "amount": 1_000_000 * DOLLAR}, dealer(house))
    expect(response.status_code != 200, "a million dollars were paid out for chips from nowhere")
    nobody_owes(house)


@attack("1")
def the_same_chips_at_three_tables(house: House) -> None:
    """Chips bought once for $500 arrive at three tables, and are cashed at each."""
    house.person("bea")
    tables = [house.open(f"thrice-{n}") for n in range(3)]
    bought_in(house, tables[0], "bea", 500 * DOLLAR)
    for table in tables[1:]:
        house.give(table, {"do": "arrive", "player": "bea", "chips": 500 * DOLLAR}, dealer(house))
    cash = {"do": "cash-chips", "player": "bea", "amount": 500 * DOLLAR}
    paid = cashed([house.give(table, cash, dealer(house)) for table in tables], 500 * DOLLAR)
    expect(paid <= 500 * DOLLAR, f"{paid // DOLLAR} dollars were paid out for chips of 500")
    nobody_owes(house)


@attack("1")
def cashing_at_once(house: House) -> None:
    """The same chips are cashed twenty times at the same moment."""
    house.person("cat")
    table = house.open("at-once")
    bought_in(house, table, "cat", 500 * DOLLAR)
    cash = {"do": "cash-chips", "player": "cat", "amount": 500 * DOLLAR}
    token = dealer(house)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda n: house.give(table, cash, token, f"once-{n}"), range(20)))
    expect(cashed(answers, 500 * DOLLAR) <= 500 * DOLLAR, "the same chips were cashed more than once")
    nobody_owes(house)


@attack("2")
def play_money_for_cash(house: House) -> None:
    """Play money is carried to a table of real money and cashed there."""
    play, real = house.open("play", real=False), house.open("real")
    token = house.person("eve")
    assert house.give(play, {"do": "sit", "box": 1}, token).status_code == 200
    house.give(play, {"do": "leave"}, token)
    house.give(real, {"do": "arrive", "player": "eve", "chips": 1000 * DOLLAR}, dealer(house))
    response = house.give(real, {"do": "cash-chips", "player": "eve", "amount": 1000 * DOLLAR}, dealer(house))
    expect(response.status_code != 200, "play money was paid out in cash")
    shared = {name for name in house.balances() if name in ("player:eve", "cash", "cage")}
    expect(not shared, f"play money and real money share the accounts {shared}")


@attack("3")
def a_voucher_three_times(house: House) -> None:
    """The same voucher is exchanged at three tables, and again at the first."""
    house.person("fay")
    taken = 0
    for table in (house.open("voucher-1"), house.open("voucher-2"), "voucher-1"):
        house.give(table, {"do": "arrive", "player": "fay"}, dealer(house))
        exchange = {"do": "exchange-voucher", "player": "fay", "voucher": "V-1000", "amount": 50 * DOLLAR}
        taken += house.give(table, exchange, dealer(house)).status_code == 200
    expect(taken <= 1, f"one voucher was taken {taken} times")


@attack("3")
def a_float_below_nothing(house: House) -> None:
    """More chips are sold than the tray holds."""
    table = house.open("empty-tray", chips=1000 * DOLLAR)
    house.person("gus")
    house.give(table, {"do": "arrive", "player": "gus"}, dealer(house))
    for _ in range(3):
        house.give(table, {"do": "sell-chips", "player": "gus", "amount": 900 * DOLLAR}, dealer(house))
    below = {name: cents for name, cents in house.balances().items() if table in name and cents < 0}
    expect(not [name for name in below if name.endswith("float")], f"the float went below nothing: {below}")


@attack("3")
def part_of_a_chip(house: House) -> None:
    """One cent is cashed, and bought, where the smallest chip is a dollar."""
    house.person("hal")
    table = house.open("cents")
    bought_in(house, table, "hal", 10 * DOLLAR)
    for word in ("cash-chips", "sell-chips"):
        response = house.give(table, {"do": word, "player": "hal", "amount": 1}, dealer(house))
        expect(response.status_code != 200, f"{word} moved one cent")


@attack("4")
def numbers_that_no_column_holds(house: House) -> None:
    """Amounts beyond every bound, while others play: no server error, and the neighbours' commands are done."""
    table, play = house.open("overflow"), house.open("neighbour", real=False)
    boss, token = house.administrator, house.person("ida")
    huge = (10**15, 10**18, 2**63 - 1, 2**63, 10**40, -(2**63), -1, 1e308)

    def overflow(number: float) -> list[httpx.Response]:
        return [
            house.give(table, {"do": "fill-float", "chips": {"100": number}}, boss, f"o-{number}-1"),
            house.give(table, {"do": "fill-float", "chips": {str(number): 1}}, boss, f"o-{number}-2"),
            house.give(table, {"do": "sell-chips", "player": "ida", "amount": number}, boss, f"o-{number}-3"),
            house.give(table, {"do": "change-limits", "sign": [number, number]}, boss, f"o-{number}-4"),
        ]

    def neighbour(n: int) -> httpx.Response:
        word = "sit" if n % 2 == 0 else "give-up-box"
        return house.give(play, {"do": word, "box": 1}, token, f"n-{n}")

    with ThreadPoolExecutor(2) as pool:
        neighbours = pool.submit(lambda: [neighbour(n) for n in range(40)])
        try:
            answers = [answer for number in huge for answer in overflow(number)]
        except httpx.TransportError:  # after a server error the connection is closed
            raise Succeeded("the service closed the connection") from None
    broken = [answer.status_code for answer in (*answers, *neighbours.result()) if answer.status_code >= 500]
    expect(not broken, f"server errors: {broken}")
    failed = [answer.text for answer in neighbours.result() if answer.status_code != 200]
    expect(not failed, f"{len(failed)} commands of a neighbour failed: {failed[:1]}")
    large = {name: cents for name, cents in house.balances().items() if abs(cents) > 2**53 or cents != int(cents)}
    expect(not large, f"balances that are not exact: {large}")


@attack("4")
def sums_past_the_bound(house: House) -> None:
    """The largest fill that is taken, again and again, until the sum would no longer fit."""
    table = house.open("sums")
    for n in range(30):
        house.give(table, {"do": "fill-float", "chips": {"100": 10**13}}, house.administrator, f"sum-{n}")
    wrong = {name: cents for name, cents in house.balances().items() if not isinstance(cents, int) or cents > 2**62}
    expect(not wrong, f"balances out of range: {wrong}")


@attack("5")
def one_person_alone(house: House) -> None:
    """One manager fills the float, credits it, and counts it, with nobody else's consent."""
    table, manager = house.open("alone"), house.person("max", "gaming-manager")
    before = tray(house, table)
    house.give(table, {"do": "fill-float", "chips": {"100": 500}}, manager)
    expect(tray(house, table) == before, "one person alone filled the float")
    house.give(table, {"do": "credit-float", "chips": {"100": 500}}, manager)
    expect(tray(house, table) == before, "one person alone took chips out of the float")


@attack("5")
def approval_by_ones_own_second_account(house: House) -> None:
    """An administrator makes a manager's account, and approves with it what they have asked for themselves."""
    table = house.open("two-hats")
    before = tray(house, table)
    house.give(table, {"do": "fill-float", "chips": {"100": 500}}, house.administrator, "two-hats-1")
    second = house.person("second-hat", "gaming-manager")
    for number in range(4):
        house.give(table, {"do": "approve", "number": number}, second)
        house.give(table, {"do": "approve", "number": number}, house.administrator)
    house.give(table, {"do": "fill-float", "chips": {"100": 500}}, second, "two-hats-2")
    expect(tray(house, table) == before, "an account approved what its maker had asked for")


@attack("5")
def approval_by_an_account_of_ones_second_account(house: House) -> None:
    """An administrator makes another, who makes a manager: the first one asks, and the last one approves."""
    table = house.open("three-hats")
    before = tray(house, table)
    house.give(table, {"do": "fill-float", "chips": {"100": 500}}, house.administrator, "three-hats-1")
    middle = house.person("middle-hat", "administrator")
    house.passwords["last-hat"] = "as long as it is wide and tall"
    body = {"name": "last-hat", "role": "gaming-manager", "casino": "sydney", "password": house.passwords["last-hat"]}
    house.http.post("/api/accounts", json=body, headers=bearer(middle))
    last = house.log_in("last-hat")
    for number in range(4):
        house.give(table, {"do": "approve", "number": number}, last)
    expect(tray(house, table) == before, "an account approved what the maker of its maker had asked for")


@attack("5")
def a_meter_raised_by_ones_own_second_account(house: House) -> None:
    """An administrator proposes to raise a jackpot of real money, and approves it with an account that they made."""
    link = f"own-gift{house.turn}"
    meter = {"blazing-7s": {"seed": 1_000_000, "per_million": 150_000}}
    opening = {"do": "open-link", "link": link, "book": "sydney-v15", "bet": "blazing-7s", "currency": "aud"}
    gift = {"do": "propose-adjustment", "meter": "blazing-7s", "amount": 5_000_000, "cause": "added-by-the-house"}
    second = house.person("gift-hat", "gaming-manager")
    steps = (
        (opening | {"price": 250, "meters": meter}, house.administrator),
        (gift | {"reason": "a gift"}, house.administrator),
        ({"do": "approve-adjustment", "number": 1}, second),
    )
    answers = []
    for number, (command, token) in enumerate(steps):
        body = {"id": f"{link}-{number}", "command": command}
        answers.append(house.http.post(f"/api/jackpots/{link}/commands", json=body, headers=bearer(token)))
    assert [answer.status_code for answer in answers[:2]] == [200, 200], answers[0].text + answers[1].text
    expect(answers[2].status_code != 200, "a meter of real money was raised by one person with two accounts")


@attack("5")
def dealing_to_oneself(house: House) -> None:
    """A dealer buys chips from themselves and deals to their own box; a manager cashes at the cage what is theirs."""
    table = house.open("own-hand")
    steps: tuple[dict[str, Any], ...] = (
        {"do": "arrive", "player": "dan"},
        {"do": "sell-chips", "player": "dan", "amount": 50 * DOLLAR},
    )
    for command in steps:
        expect(house.give(table, command, dealer(house)).status_code != 200, f"a dealer gave {command} for themselves")
    manager = house.person("max", "gaming-manager")
    assert house.give(table, {"do": "arrive", "player": "dan"}, manager).status_code == 200
    steps = ({"do": "deal-cards", "cards": ["As"]}, {"do": "open-betting"}, {"do": "arrive", "player": "ann"})
    for command in steps:
        response = house.give(table, command, dealer(house))
        expect(response.json()["error"].get("code") == "own-business", f"a dealer plays and gives {command}")
    for number, do in enumerate(("register-player", "issue-card", "cash-chips-at-cage")):
        more = {"player": "max", "book": "sydney-v15"} if not number else {"amount": DOLLAR} if number == 2 else {}
        body = {"id": f"{house.turn}own-{number}", "command": {"do": do, **more}}
        response = house.http.post("/api/players/max/commands", json=body, headers=bearer(manager))
        expect(response.status_code != 200, f"a manager did {do} for themselves")


def tray(house: House, table: str) -> int:
    return sum(cents for name, cents in house.balances().items() if f"table:{table}" in name and name.endswith("float"))
