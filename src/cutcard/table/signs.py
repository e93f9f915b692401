"""What stands at a table for everybody to read: the signs, the markers at the boxes, the cloth."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents, priced
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import CHOOSE, PLAYERS
from cutcard.rulebooks.schema import Rules
from cutcard.table.names import in_words
from cutcard.table.state import SideBetNotice, TableState
from cutcard.time_zones import local_time


def marker(state: TableState, box: int) -> str:
    """The marker at a box: where a player with limits of their own sits, at the one box that is their seat."""
    name = state.seats.get(box)
    if name is None or state.players[name].home != box:
        return ""
    if name in state.restricted:
        return "restricted"
    if name in state.personal:
        return "own limits"
    return "old minimum" if state.players[name].retained is not None else ""


def sign_lines(state: TableState) -> list[str]:
    """What the signs at the table say."""
    sign, config = state.sign, state.config
    per = f"for each {sign.per}"
    lines = [f"minimum {priced(sign.minimum)}, maximum {priced(sign.maximum)} {per}"]
    if sign.multiples:
        lines.append(f"in multiples of {priced(sign.minimum)}")
    if sign.unit:
        lines.append(f"in steps of {priced(sign.unit)}")
    if sign.player_maximum is not None:
        lines.append(f"maximum {priced(sign.player_maximum)} for each player")
    lines += [line for bet in config.side_bets for line in _side_bet_lines(state, bet)]
    lines += [f"{in_words(meter)} meter: never less than {priced(seed)}" for meter, seed in _seeds(state).items()]
    kept = sorted({p.retained for p in state.players.values() if p.retained is not None})
    lines += [f"old minimum {priced(low)} for players with a marker" for low in kept]
    for name, (low, high) in state.personal.items():
        lines.append(f"{name}: minimum {priced(low)}, maximum {priced(high or 0)}")
    lines += [f"minimum {priced(n.minimum)} from {_time(state, n.holds_from)}" for n in state.notices]
    lines += [f"{side_bet_notice(state, one)} from {_time(state, one.holds_from)}" for one in state.side_bet_notices]
    if not config.rules.box.mid_shoe_entry:
        lines.append("no entry within a shoe")
    if config.gaming_ends:
        lines.append(f"gaming ends at {_time(state, config.gaming_ends)}")
    if state.closes_at is not None:
        closes = f"this table closes at {_time(state, state.closes_at)}" if state.closes_at else "this table will close"
        lines.append(closes)
    if state.main_required:
        lines.append("side bets only with a wager of your own on the box")
    fewer = state.side_bet_places.items()
    lines += [f"{config.rules.side_bets[bet].title}: at most {places} on a box" for bet, places in fewer]
    lines += _option_notices(config.rules)
    if state.resplits_coming is not None:
        again = "may" if state.resplits_coming else "may not"
        lines.append(f"from the next round on a pair {again} be split again")
    if config.rules.draw.automatic != "never":
        lines.append(f"cards are drawn to low hands up to {config.rules.draw.automatic_hard} unasked")
    return lines


def _time(state: TableState, at_ms: int) -> str:
    """A time on a sign, by the clocks of the casino."""
    return local_time(at_ms, load(state.rules.book).time_zone)


def _option_notices(rules: Rules) -> list[str]:
    """What the document wants players told before play starts, of the options that the table has."""
    sentences = {"resplit": f"a pair may be split again, up to {rules.split.hands_max} hands on a box"}
    known, powers = load(rules.book).options(rules.game), procedures_of(rules.book).commands
    return [
        sentences.get(name, f"{in_words(name)}: {value}")
        for name, value in rules.options.items()
        if (power := powers.get(CHOOSE + name)) and PLAYERS in power.tells and value != known[name].default
    ]


def _seeds(state: TableState) -> dict[str, Cents]:
    """What each meter that the table pays from is reset to: its own, and those of links (Sydney 14.28)."""
    linked = {meter: one.seed for link in state.links.values() for meter, one in link.terms.meters.items()}
    return {**state.config.seeds, **linked}


def _side_bet_lines(state: TableState, bet: str) -> list[str]:
    """A side bet's limits, and where they apply its version (Melbourne 30.5.1) and the most that it pays (23.4.1)."""
    side, lines = state.rules.side_bets[bet], [_side_bet_line(state, bet)]
    if bet in state.config.procedures.signs.pay_tables:
        lines.append(f"{side.title}: version {state.config.side_bets[bet].name}")
    if side.payout_max is not None:
        lines.append(f"{side.title}: at most {priced(side.payout_max)} is paid for one win")
    return lines


def _side_bet_line(state: TableState, bet: str) -> str:
    """What a wager on a side bet has to be: the price of its link, one of its amounts, or within its limits."""
    side, limit = state.rules.side_bets[bet], state.sign.side_bets.get(bet)
    if bet in state.links:
        return f"{side.title}: {priced(state.links[bet].terms.price)} a wager"
    if side.amounts:
        return f"{side.title}: {' or '.join(map(priced, side.amounts))}"
    low, high = limit if limit is not None else (state.config.chip, None)
    return f"{side.title}: minimum {priced(low)}{f', maximum {priced(high)}' if high is not None else ''}"


def side_bet_notice(state: TableState, notice: SideBetNotice) -> str:
    """What a sign says of a side bet's meter or version."""
    title = state.rules.side_bets[notice.bet].title
    changes = {
        "join": "offered at this table, with its prize meter",
        "leave": "not offered at this table any more",
        "move": "on another prize meter",
        "close": "without its prize meter, which closes",
        "version": f"played as version {notice.pay_table}",
    }
    return f"{title}: {changes[notice.change]}"


class Layout(NamedTuple):
    """What the cloth has: boxes, a place for insurance, words, and a place for each side bet."""

    boxes: tuple[int, ...]
    insurance: bool
    inscriptions: tuple[str, ...]
    side_bets: tuple[str, ...]
    rack_decks: int  # decks that the discard rack holds; 0: the document does not say
    equipment: tuple[str, ...]  # what the side bets on offer need
    decks: int = 0
    dealt_from: str = ""
    shuffled_by: str = ""  # empty where a device shuffles all the time
    shuffle: str = ""  # which of the approved shuffles is in use


def layout(state: TableState) -> Layout:
    """The cloth as the document and the games on offer want it."""
    equipment = state.config.procedures.equipment
    device = state.device or state.config.device
    by_hand = not state.shuffles_itself
    return Layout(
        boxes=tuple(range(1, state.config.boxes + 1)),
        insurance=state.rules.insurance.at_most > 0,
        inscriptions=state.config.procedures.layout.inscriptions,
        side_bets=tuple(state.rules.side_bets[bet].title for bet in state.config.side_bets),
        rack_decks=equipment.rack_decks,
        equipment=tuple(
            dict.fromkeys(item for bet in state.config.side_bets for item in equipment.side_bets.get(bet, {}))
        ),
        decks=state.config.decks,
        dealt_from=device,
        shuffled_by=state.config.shuffled_by if by_hand else "",
        shuffle=state.config.procedure if by_hand else "",
    )


def layout_lines(cloth: Layout) -> list[str]:
    """The same in words, for the person who asks what is played with and where wagers lie."""
    shuffled = f", shuffled by {in_words(cloth.shuffled_by)} ({cloth.shuffle} shuffle)" if cloth.shuffled_by else ""
    places = ["insurance"] if cloth.insurance else []
    lines = [
        f"{cloth.decks} {'deck' if cloth.decks == 1 else 'decks'} from a {in_words(cloth.dealt_from)}{shuffled}",
        f"{len(cloth.boxes)} boxes, and places for {', '.join([*places, *cloth.side_bets])}",
    ]
    if cloth.rack_decks:
        lines.append(f"A discard rack for {cloth.rack_decks} decks")
    if cloth.equipment:
        lines.append(f"With {', '.join(map(in_words, cloth.equipment))}")
    return lines
