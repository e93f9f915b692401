"""What happened at a table. The events, applied one after another by `evolve`, are the table.

Each command leads to `CommandReceived`, which keeps who gave it, in what role and when, and then to what came of it.
"""

from cutcard.table.events.cards import (
    CardBurned,
    CardReplaced,
    CardsBrought,
    CardsChecked,
    CutDeclined,
    CutOffered,
    CuttingCardOut,
    CuttingCardPlaced,
    OrderSealed,
    Riffled,
    ShoeCommitted,
    ShoeCompleted,
    ShoeRevealed,
    Shuffled,
    ShuffleOrdered,
    StackCut,
    StyleChanged,
)
from cutcard.table.events.measures import (
    DetentionEnded,
    PlayerDetained,
    PlayerExcluded,
    RoundDeclaredVoid,
    WagersDeclaredVoid,
    WinningsForfeited,
    WinningsReleased,
    WinningsWithheld,
)
from cutcard.table.events.offers import SideBetChanged, SideBetChangePosted
from cutcard.table.events.people import (
    Arrived,
    BoxesFreed,
    BoxesReserved,
    BoxGivenUp,
    CameBack,
    Left,
    LimitsChanged,
    MainWagerRequired,
    MinimumPosted,
    PersonalLimitEnded,
    PersonalLimitGranted,
    PlayerBarred,
    PlayersABoxLimited,
    PlayersLimited,
    Restricted,
    RestrictionLifted,
    RetainedRaised,
    Seated,
    SeveralBoxesAllowed,
    SideWagerAllowed,
    SteppedAway,
)
from cutcard.table.events.rounds import (
    BettingOpened,
    ChipsCashed,
    ChipsSold,
    ColourChanged,
    DisputeReviewed,
    DisputeRuled,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    HandShown,
    LastBetsCalled,
    OfferDeclined,
    PlayedForAbsent,
    RoundEvent,
    VoucherExchanged,
    WagerLaid,
    WagerRefused,
    WagerTakenBack,
)
from cutcard.table.events.running import (
    ClosingNoticed,
    CommandReceived,
    LastRoundsAnnounced,
    NoticeGiven,
    TableClosed,
    TableOpened,
)

TableEvent = (
    CommandReceived
    | TableOpened
    | ClosingNoticed
    | LastRoundsAnnounced
    | TableClosed
    | NoticeGiven
    | Arrived
    | Seated
    | BoxGivenUp
    | SteppedAway
    | CameBack
    | Left
    | SeveralBoxesAllowed
    | BoxesReserved
    | BoxesFreed
    | PlayersABoxLimited
    | PlayersLimited
    | PlayerBarred
    | LimitsChanged
    | MinimumPosted
    | RetainedRaised
    | PersonalLimitGranted
    | PersonalLimitEnded
    | Restricted
    | RestrictionLifted
    | MainWagerRequired
    | SideWagerAllowed
    | CardsBrought
    | CardsChecked
    | ShoeCommitted
    | OrderSealed
    | Shuffled
    | Riffled
    | ShuffleOrdered
    | CutOffered
    | CutDeclined
    | StackCut
    | CuttingCardPlaced
    | CardBurned
    | CuttingCardOut
    | ShoeCompleted
    | ShoeRevealed
    | CardReplaced
    | StyleChanged
    | BettingOpened
    | LastBetsCalled
    | WagerLaid
    | WagerTakenBack
    | WagerRefused
    | RoundEvent
    | OfferDeclined
    | HandShown
    | PlayedForAbsent
    | ChipsSold
    | ChipsCashed
    | ColourChanged
    | VoucherExchanged
    | FloatFilled
    | FloatCredited
    | FloatCounted
    | DisputeRuled
    | DisputeReviewed
    | RoundDeclaredVoid
    | WagersDeclaredVoid
    | PlayerExcluded
    | PlayerDetained
    | DetentionEnded
    | WinningsWithheld
    | WinningsReleased
    | WinningsForfeited
    | SideBetChangePosted
    | SideBetChanged
)

# What nobody outside the house may be shown while the shoe lasts.
SECRET: tuple[type, ...] = (OrderSealed,)

__all__ = [
    "SECRET",
    "Arrived",
    "BettingOpened",
    "BoxGivenUp",
    "BoxesFreed",
    "BoxesReserved",
    "CameBack",
    "CardBurned",
    "CardReplaced",
    "CardsBrought",
    "CardsChecked",
    "ChipsCashed",
    "ChipsSold",
    "ClosingNoticed",
    "ColourChanged",
    "CommandReceived",
    "CutDeclined",
    "CutOffered",
    "CuttingCardOut",
    "CuttingCardPlaced",
    "DetentionEnded",
    "DisputeReviewed",
    "DisputeRuled",
    "FloatCounted",
    "FloatCredited",
    "FloatFilled",
    "HandShown",
    "LastBetsCalled",
    "LastRoundsAnnounced",
    "Left",
    "LimitsChanged",
    "MainWagerRequired",
    "MinimumPosted",
    "NoticeGiven",
    "OfferDeclined",
    "OrderSealed",
    "PersonalLimitEnded",
    "PersonalLimitGranted",
    "PlayedForAbsent",
    "PlayerBarred",
    "PlayerDetained",
    "PlayerExcluded",
    "PlayersABoxLimited",
    "PlayersLimited",
    "Restricted",
    "RestrictionLifted",
    "RetainedRaised",
    "Riffled",
    "RoundDeclaredVoid",
    "RoundEvent",
    "Seated",
    "SeveralBoxesAllowed",
    "ShoeCommitted",
    "ShoeCompleted",
    "ShoeRevealed",
    "ShuffleOrdered",
    "Shuffled",
    "SideBetChangePosted",
    "SideBetChanged",
    "SideWagerAllowed",
    "StackCut",
    "SteppedAway",
    "StyleChanged",
    "TableClosed",
    "TableEvent",
    "TableOpened",
    "VoucherExchanged",
    "WagerLaid",
    "WagerRefused",
    "WagerTakenBack",
    "WagersDeclaredVoid",
    "WinningsForfeited",
    "WinningsReleased",
    "WinningsWithheld",
]
