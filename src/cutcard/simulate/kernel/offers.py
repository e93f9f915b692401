"""Insurance, even money and surrender, which are offered to all boxes before the first is called to act."""

from __future__ import annotations

from cutcard.simulate.kernel import (
    BEFORE_PLAY,
    BOTH_STAND,
    BOX_SHIFT,
    EVEN_MONEY,
    FIRST,
    FIVE_BITS,
    GIVEN_UP,
    I64,
    INSURANCE_RETURNED,
    INSURANCE_RETURNS,
    INSURED,
    ONE_OR_OTHER,
    PURSE,
    RANK_AT,
    SECOND,
    SURRENDER,
    VALUE,
    WAGER,
    Game,
    Workspace,
)
from cutcard.simulate.kernel.choices import row_of, scripted
from cutcard.simulate.kernel.dealing import true_count
from cutcard.simulate.kernel.decorators import compiled, inlined


@inlined
def insurance_against(game: Game, up: int) -> int:
    """What insurance pays against the dealer's card; 0: it is not offered."""
    value = up & VALUE
    return I64(game.insurance_pays[0] if value == 1 else game.insurance_pays[1] if value == 10 else 0)


@inlined
def surrendered_before_play(game: Game, up: int) -> bool:
    """Whether hands are given up before the first box is called to act, against this card."""
    return game.surrender == BEFORE_PLAY and game.surrender_ranks >> (up >> RANK_AT & 15) & 1 == 1


@inlined
def natural_not_insured(game: Game, up: int) -> bool:
    """Whether a natural may not be insured: by the rules, or because it is paid already."""
    return game.natural_insures == 0 or (paid_at_once(game, up) and game.even_money_and_insurance != BOTH_STAND)


@inlined
def may_offer(game: Game, up: int) -> bool:
    """Whether something may be on offer to all boxes against the dealer's card."""
    return insurance_against(game, up) > 0 or surrendered_before_play(game, up)


@inlined
def anything_offered(game: Game, work: Workspace, boxes: int, up: int) -> bool:
    """Whether there is a hand to which something is on offer; even money is, only beside that."""
    pays, surrenders = insurance_against(game, up) > 0, surrendered_before_play(game, up)
    for b in range(boxes):
        place = b << BOX_SHIFT
        row = row_of(game, work.box[place + FIRST], work.box[place + SECOND])
        natural = game.info[row] & FIVE_BITS == 21
        if (pays and (game.natural_insures or not natural)) or (surrenders and not natural):
            return True
    return False


@compiled
def offers(game: Game, work: Workspace, boxes: int, up: int, left: int) -> int:
    """Insurance, even money and surrender, offered to all boxes before the first is called to act."""
    if not anything_offered(game, work, boxes, up):
        return 0
    box = work.box
    has_script = len(work.script) > 0
    ace = up & VALUE == 1
    pays = insurance_against(game, up)
    often = not has_script and game.counts and pays > 0 and true_count(game, work, left) >= game.insure_count
    waits = 0
    for b in range(boxes):
        place = b << BOX_SHIFT
        bet = box[place + WAGER]
        row = game.after[(box[place + FIRST] & VALUE) << 4 | box[place + SECOND] & VALUE]
        natural = game.info[row] & FIVE_BITS == 21
        if pays and not (natural and natural_not_insured(game, up)):
            if has_script:
                box[place + INSURED] = scripted(work)
            elif often or game.insures[row]:
                most = min(bet * game.insurance_most // game.insurance_of, box[place + PURSE])
                box[place + INSURED] = most // game.unit * game.unit
        if ace and natural and game.even_money:
            taken = scripted(work) if has_script else game.evens
            if game.even_money_and_insurance == ONE_OR_OTHER and box[place + INSURED]:
                taken = 0
            box[place + EVEN_MONEY] = taken
        if box[place + EVEN_MONEY] and game.even_money_and_insurance == INSURANCE_RETURNS:
            box[place + INSURANCE_RETURNED] = box[place + INSURED]
        elif box[place + INSURED]:
            waits = 2
    if surrendered_before_play(game, up):
        for b in range(boxes):
            place = b << BOX_SHIFT
            row = game.after[(box[place + FIRST] & VALUE) << 4 | box[place + SECOND] & VALUE]
            if game.info[row] & FIVE_BITS == 21:
                continue
            if has_script:
                box[place + GIVEN_UP] = scripted(work)
            else:
                choice = game.play[((up & VALUE) - 1) * (len(game.info)) + row]
                box[place + GIVEN_UP] = 1 if choice == SURRENDER else 0
    return waits


@inlined
def paid_at_once(game: Game, up: int) -> bool:
    """Whether a player's natural is settled before the dealer's second card."""
    return game.natural_at_once >> (up & VALUE) & 1 == 1


@inlined
def natural_waits(game: Game, up: int) -> int:
    """Whether the dealer's second card decides about a natural."""
    ten_or_ace = up & VALUE == 1 or up & VALUE == 10
    return I64(ten_or_ace and not paid_at_once(game, up))
