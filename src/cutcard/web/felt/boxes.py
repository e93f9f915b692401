"""Boxes: the circle on the cloth, its wagers, its players, and what a click does there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import pi
from typing import NamedTuple

from cutcard.engine import HAND_NEEDS, PLAYER_NEEDS
from cutcard.narration.formatting import gain, money
from cutcard.table.view import BoxView, SideBetView, TableView, WagerView
from cutcard.web.felt import chips, labels
from cutcard.web.felt.places import BoxPlace, Spot
from cutcard.web.felt.svg import Part, element, moved, text

HAND_BETS = ("main", "double", "split")
STACKS_MOST = 4  # on a box, before they are combined
SMALL = 12.0  # spots up to this radius have no room for words


class Viewer(NamedTuple):
    """Who looks at the felt; `name` is set if they may play."""

    name: str | None = None
    chip: int = 0  # what the next click wagers, in cents


def box(seen: BoxView, table: TableView, place: BoxPlace, viewer: Viewer) -> Iterator[tuple[str, Part]]:
    """A box with its side bets, chips, names and result."""
    yield f"box-{seen.number}", Part("boxes", _circle(seen, table, place, viewer))
    said = labels.spots([side.title for side in table.side_bets])
    for side, spot, word in zip(table.side_bets, place.side_bets, said, strict=True):
        drawn = _side_spot(seen, side, word, act_on(seen, side.bet, table, viewer), spot, place.side_radius, viewer)
        yield f"spot-{seen.number}-{side.bet}", Part("boxes", drawn)
    yield from _wagers(seen, table, place)
    yield f"name-{seen.number}", Part("words", _names(seen, table, place, viewer))


# -------------------------------------------------------------------------------------------------------- what one may


def act_on(seen: BoxView, bet: str, table: TableView, viewer: Viewer) -> str:
    """What a click on a box or a side bet's spot does: "sit", "bet" or nothing."""
    if viewer.name is None or table.phase != "open":
        return ""
    at_table = any(player.name == viewer.name for player in table.players)
    if bet == "main" and seen.holder is None and seen.reserved_for in (None, viewer.name):
        return "sit"
    return "bet" if at_table and table.betting != "closed" else ""


def _button(label: str, act: str, number: int, bet: str, viewer: Viewer) -> dict[str, str | float | None]:
    """The attributes that make a place a button, or a picture if nothing may be done there."""
    if not act:
        return {"role": "img", "aria_label": label}
    does = "sit here" if act == "sit" else f"lay {money(viewer.chip)}" if viewer.chip else "lay a chip"
    return {
        "role": "button",
        "tabindex": "0",
        "aria_label": f"{label}: {does}",
        "data_act": act,
        "data_box": str(number),
        "data_bet": bet,
    }


def _circle(seen: BoxView, table: TableView, place: BoxPlace, viewer: Viewer) -> str:
    act = act_on(seen, "main", table, viewer)
    mine = viewer.name is not None and seen.holder == viewer.name
    turn = table.waiting.box == seen.number and table.waiting.needs in PLAYER_NEEDS & HAND_NEEDS
    scale = place.box.scale
    drawn = [element("circle", r=place.radius, class_="ct-spot")]
    if turn:
        drawn.append(_ring(place.radius + 8 * scale, table))
    if not seen.wagers:
        seated = any(player.name == viewer.name and player.boxes for player in table.players)
        said = "sit" if act == "sit" and not seated else "bet" if act == "bet" and mine else ""
        said += " here" if said and place.radius > 30 else ""
        drawn.append(text(said, y=4, class_="ct-empty"))
    size = max(scale, 0.75)
    drawn.append(text(str(seen.number), x=-place.radius * 1.02, y=-place.radius * 0.84, class_="ct-number"))
    if seen.marker:
        drawn.append(_marker(seen.marker, place, size))
    style = "ct-box" + (" ct-mine" if mine else "") + (" ct-turn" if turn else "") + (" ct-act" if act else "")
    attributes = _button(labels.box_said(seen, table), act, seen.number, "main", viewer)
    return element("g", *drawn, transform=moved(place.box.x, place.box.y), class_=style, **attributes)


def _ring(radius: float, table: TableView) -> str:
    """A ring around the box whose turn it is, which shrinks as time runs out."""
    round_ = 2 * pi * radius
    ring = element(
        "circle",
        r=radius,
        class_="ct-ring",
        transform="rotate(-90)",
        stroke_dasharray=round_,
        data_until=str(table.waiting.until) if table.waiting.until is not None else None,
        data_length=round_,
    )
    return element("circle", r=radius, class_="ct-ring-ground") + ring


def _marker(words: str, place: BoxPlace, size: float) -> str:
    """The marker of a player with personal limits."""
    wide = (12 + 6 * len(words)) * size
    return element(
        "g",
        element("rect", x=-wide / 2, y=-9 * size, width=wide, height=18 * size, rx=3, class_="ct-marker"),
        text(words, y=4 * size, class_="ct-marker-word"),
        transform=moved(0, -place.radius - 2),
    )


def _side_spot(seen: BoxView, side: SideBetView, word: str, act: str, spot: Spot, radius: float, viewer: Viewer) -> str:
    """The place of a side bet beside a box."""
    empty = not any(wager.bet == side.bet and _lies(wager) for wager in seen.wagers)
    drawn = [element("circle", r=radius, class_="ct-side-spot")]
    if radius > SMALL and empty:
        size = f"font-size:{min(9.5, radius * 2.55 / max(len(word), 5)):.1f}px"
        drawn.append(text(word, y=3, class_="ct-side-word", style=size))
    lies = [f"{wager.player} {money(wager.worth)}" for wager in seen.wagers if wager.bet == side.bet]
    label = f"{side.title}, box {seen.number}" + (f": {', '.join(lies)}" if lies else "")
    style = "ct-side" + (" ct-act" if act else "")
    attributes = _button(label, act, seen.number, side.bet, viewer)
    return element("g", *drawn, transform=moved(spot.x, spot.y), class_=style, **attributes)


# ------------------------------------------------------------------------------------------------------------- chips


def _wagers(seen: BoxView, table: TableView, place: BoxPlace) -> Iterator[tuple[str, Part]]:
    """The chips on a box: on its hands, on insurance and on side bets."""
    on_hands = [wager for wager in seen.wagers if wager.bet in HAND_BETS]
    yield from _on_box(seen, on_hands, place)
    insured = [wager for wager in seen.wagers if wager.bet == "insurance"]
    yield from _pile(f"chips-{seen.number}-insurance", insured, place.insurance, 0.9)
    sides = {side.bet: spot for side, spot in zip(table.side_bets, place.side_bets, strict=True)}
    for bet, spot in sides.items():
        laid = [wager for wager in seen.wagers if wager.bet == bet]
        size = 0.8 if place.side_radius > SMALL else 0.4
        yield from _pile(f"chips-{seen.number}-{bet}", laid, spot, size, words_too=place.side_radius > SMALL)


def _on_box(seen: BoxView, laid: Sequence[WagerView], place: BoxPlace) -> Iterator[tuple[str, Part]]:
    """The wagers on a box's hands: a stack for each, and their sum."""
    there = _gathered([wager for wager in laid if _lies(wager)])
    size = (place.radius / 41) * (1.3 if len(there) == 1 else 0.86 if len(there) <= 3 else 0.66)
    for at, wager in enumerate(there):
        across = (at - (len(there) - 1) / 2) * min(26, 60 / max(len(there) - 1, 1)) * (place.radius / 41)
        spot = Spot(x=place.box.x + across, y=place.box.y + place.radius * 0.06)
        yield f"chips-{seen.number}-{wager.bet}-{wager.hand or 1}-{wager.player}", _stack(wager, spot, size)
    total = sum(wager.worth + _won(wager) for wager in there)
    if total:
        where = moved(place.box.x, place.box.y + place.radius * 0.6, scale=max(place.radius / 41, 0.68))
        yield f"sum-{seen.number}", Part("words", element("g", _amount(total), transform=where, class_="ct-sum"))


def _gathered(there: Sequence[WagerView]) -> Sequence[WagerView]:
    """The stacks of a box; if there are too many, one for each player and one for their tokens."""
    if len(there) <= STACKS_MOST:
        return there
    found: dict[tuple[str, bool], WagerView] = {}
    for wager in there:
        key = (wager.player, _token(wager))
        if (before := found.get(key)) is None:
            found[key] = wager
            continue
        returned = None if None in (before.returned, wager.returned) else (before.returned or 0) + (wager.returned or 0)
        staked, worth = before.staked + wager.staked, before.worth + wager.worth
        found[key] = replace(before, staked=staked, worth=worth, returned=returned)
    return list(found.values())


def _token(wager: WagerView) -> bool:
    """Whether the wager is a free bet token."""
    return wager.staked == 0 and wager.worth > 0


def _lies(wager: WagerView) -> bool:
    """Whether a wager's chips are still on the table: not after it is lost or returned."""
    return wager.returned is None or wager.returned > 0


def _won(wager: WagerView) -> int:
    return (wager.returned or 0) - wager.staked if wager.returned is not None and wager.returned > wager.staked else 0


def _stack(wager: WagerView, spot: Spot, size: float) -> Part:
    """A wager's chips, and its winnings beside them."""
    won = _won(wager)
    drawn = chips.stack(wager.worth, _token(wager))
    if won:
        drawn = element("g", drawn, transform=moved(-13, 0)) + element("g", chips.stack(won), transform=moved(15, 5))
    if wager.carried:
        drawn += _stays()
    goes = "player" if wager.returned else "dealer"
    inside = element("g", drawn, class_="ct-lies")
    place = moved(spot.x, spot.y, scale=size)
    return Part("chips", element("g", inside, transform=place, class_="ct-stack-of", data_goes=goes))


def _stays() -> str:
    """The marker on a wager that stayed from the previous round."""
    return element("rect", x=-19, y=-34, width=38, height=14, rx=3, class_="ct-marker") + text(
        "STAYS", y=-23.5, class_="ct-marker-word"
    )


def _pile(
    name: str, laid: Sequence[WagerView], spot: Spot, size: float, words_too: bool = True
) -> Iterator[tuple[str, Part]]:
    """The chips of all players on a separate spot, such as insurance."""
    there = [wager for wager in laid if _lies(wager)]
    for at, wager in enumerate(there):
        across = (at - (len(there) - 1) / 2) * 18 * size
        yield f"{name}-{wager.player}", _stack(wager, Spot(x=spot.x + across, y=spot.y), size)
    total = sum(wager.worth + _won(wager) for wager in there)
    if total and words_too:
        where = moved(spot.x, spot.y + 14, scale=0.8)
        yield f"sum-{name}", Part("words", element("g", _amount(total), transform=where, class_="ct-sum"))


def _amount(total: int) -> str:
    said = money(total)
    wide = 8 + 7.4 * len(said)
    return element("rect", x=-wide / 2, y=-8, width=wide, height=16.5, rx=8) + text(said, y=4.6)


# ------------------------------------------------------------------------------------------------------------- names


def _names(seen: BoxView, table: TableView, place: BoxPlace, viewer: Viewer) -> str:
    """Who plays on the box, and below that the round's result."""
    names = ["you" if name == viewer.name else name for name in labels.players(seen)]
    said = " + ".join(names) or (f"kept for {seen.reserved_for}" if seen.reserved_for else "")
    most = 15 if place.radius > 30 else 9
    if len(said) > most:
        said = said[: most - 1] + "…"
    away = {player.name for player in table.players if player.away}
    style = "ct-name" + (" ct-you" if "you" in names else "") + (" ct-away" if seen.holder in away else "")
    where = moved(place.name.x, place.name.y, scale=place.name.scale)
    drawn = element("g", text(said, class_=style), transform=where)
    came_to = labels.net(seen, viewer.name)
    if came_to is None or any(wager.returned is None for wager in seen.wagers):
        return drawn
    kind = "won" if came_to > 0 else "lost" if came_to < 0 else "plain"
    amount = gain(came_to)
    wide = 12 + 8 * len(amount)
    badge = element("rect", x=-wide / 2, y=-11, width=wide, height=21, rx=10.5) + text(amount, y=4.5)
    where = moved(place.result.x, place.result.y, scale=place.result.scale)
    return drawn + element("g", badge, transform=where, class_=f"ct-pill ct-pill-{kind} ct-result")
