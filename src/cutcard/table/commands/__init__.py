"""What may be said to a table. Small immutable records; `decide` answers each with events or a refusal.

A player says a thing for himself. At a table with a real shoe the dealer may enter what a player does, and then
`player` names him. `told` on an order that somebody must be told of beforehand names whom: ("inspector", "M. Reed").
"""

from cutcard.table.commands.cards import (
    BringCards,
    BurnCard,
    CheckCards,
    CompleteShoe,
    Cut,
    CutForAll,
    DealFaceDown,
    DealFaceUp,
    DeclineCut,
    OrderShuffle,
    PlaceCuttingCard,
    ReplaceCard,
    ReplaceCards,
    ReturnDiscards,
    Riffle,
    ShowCuttingCard,
    Shuffle,
)
from cutcard.table.commands.limits import (
    AllowSideWager,
    ChangeLimits,
    EndPersonalLimit,
    GrantPersonalLimit,
    LiftRestriction,
    PostMinimum,
    RaiseMinimumKeepingRights,
    RequireMainWager,
    RestrictForShoe,
    RestrictFromNowOn,
    RestrictToOneBox,
)
from cutcard.table.commands.measures import (
    DetainPlayer,
    EndDetention,
    ExcludePlayer,
    ForfeitWinnings,
    ReleaseWinnings,
    VoidDisruptedRound,
    VoidRoundForFraud,
    VoidShoe,
    VoidUnplayableRound,
    VoidWagers,
    WithholdWinnings,
)
from cutcard.table.commands.money import (
    CashChips,
    ChangeColour,
    CountFloat,
    CreditFloat,
    ExchangeVoucher,
    FillFloat,
    ReviewDispute,
    RuleOnDispute,
    SellChips,
)
from cutcard.table.commands.offers import (
    ChangeSideBet,
    PostSideBetChange,
)
from cutcard.table.commands.people import (
    AllowSeveralBoxes,
    Arrive,
    BarPlayer,
    ComeBack,
    FreeBoxes,
    GiveUpBox,
    Leave,
    LimitPlayers,
    LimitPlayersABox,
    ReserveBoxes,
    Sit,
    StepAway,
    TakeIdleSeat,
)
from cutcard.table.commands.rounds import (
    Call,
    CallLastBets,
    CloseOffers,
    DealCards,
    DeclineOffer,
    NoMoreBets,
    OpenBetting,
    PlaceWager,
    PlayForAbsent,
    PressButton,
    PressForPlayer,
    RefuseWager,
    SelectBox,
    ShowHand,
    TakeBackWager,
)
from cutcard.table.commands.running import (
    AnnounceLastRounds,
    CloseTable,
    GiveClosingNotice,
    OpenTable,
    Tick,
)

Command = (
    OpenTable
    | GiveClosingNotice
    | AnnounceLastRounds
    | CloseTable
    | Tick
    | Arrive
    | Sit
    | GiveUpBox
    | StepAway
    | ComeBack
    | Leave
    | AllowSeveralBoxes
    | ReserveBoxes
    | FreeBoxes
    | TakeIdleSeat
    | LimitPlayersABox
    | LimitPlayers
    | BarPlayer
    | ChangeLimits
    | PostMinimum
    | RaiseMinimumKeepingRights
    | GrantPersonalLimit
    | EndPersonalLimit
    | RestrictForShoe
    | RestrictFromNowOn
    | RestrictToOneBox
    | LiftRestriction
    | RequireMainWager
    | AllowSideWager
    | BringCards
    | CheckCards
    | Shuffle
    | Riffle
    | OrderShuffle
    | Cut
    | DeclineCut
    | CutForAll
    | PlaceCuttingCard
    | BurnCard
    | ShowCuttingCard
    | CompleteShoe
    | ReturnDiscards
    | ReplaceCards
    | ReplaceCard
    | DealFaceDown
    | DealFaceUp
    | OpenBetting
    | CallLastBets
    | NoMoreBets
    | PlaceWager
    | TakeBackWager
    | RefuseWager
    | Call
    | DeclineOffer
    | ShowHand
    | DealCards
    | CloseOffers
    | PlayForAbsent
    | SelectBox
    | PressButton
    | PressForPlayer
    | SellChips
    | CashChips
    | ChangeColour
    | ExchangeVoucher
    | FillFloat
    | CreditFloat
    | CountFloat
    | RuleOnDispute
    | ReviewDispute
    | VoidDisruptedRound
    | VoidRoundForFraud
    | VoidUnplayableRound
    | VoidWagers
    | ExcludePlayer
    | DetainPlayer
    | EndDetention
    | WithholdWinnings
    | ReleaseWinnings
    | ForfeitWinnings
    | PostSideBetChange
    | ChangeSideBet
    | VoidShoe
)

__all__ = [
    "AllowSeveralBoxes",
    "AllowSideWager",
    "AnnounceLastRounds",
    "Arrive",
    "BarPlayer",
    "BringCards",
    "BurnCard",
    "Call",
    "CallLastBets",
    "CashChips",
    "ChangeColour",
    "ChangeLimits",
    "ChangeSideBet",
    "CheckCards",
    "CloseOffers",
    "CloseTable",
    "ComeBack",
    "Command",
    "CompleteShoe",
    "CountFloat",
    "CreditFloat",
    "Cut",
    "CutForAll",
    "DealCards",
    "DealFaceDown",
    "DealFaceUp",
    "DeclineCut",
    "DeclineOffer",
    "DetainPlayer",
    "EndDetention",
    "EndPersonalLimit",
    "ExchangeVoucher",
    "ExcludePlayer",
    "FillFloat",
    "ForfeitWinnings",
    "FreeBoxes",
    "GiveClosingNotice",
    "GiveUpBox",
    "GrantPersonalLimit",
    "Leave",
    "LiftRestriction",
    "LimitPlayers",
    "LimitPlayersABox",
    "NoMoreBets",
    "OpenBetting",
    "OpenTable",
    "OrderShuffle",
    "PlaceCuttingCard",
    "PlaceWager",
    "PlayForAbsent",
    "PostMinimum",
    "PostSideBetChange",
    "PressButton",
    "PressForPlayer",
    "RaiseMinimumKeepingRights",
    "RefuseWager",
    "ReleaseWinnings",
    "ReplaceCard",
    "ReplaceCards",
    "RequireMainWager",
    "ReserveBoxes",
    "RestrictForShoe",
    "RestrictFromNowOn",
    "RestrictToOneBox",
    "ReturnDiscards",
    "ReviewDispute",
    "Riffle",
    "RuleOnDispute",
    "SelectBox",
    "SellChips",
    "ShowCuttingCard",
    "ShowHand",
    "Shuffle",
    "Sit",
    "StepAway",
    "TakeBackWager",
    "TakeIdleSeat",
    "Tick",
    "VoidDisruptedRound",
    "VoidRoundForFraud",
    "VoidShoe",
    "VoidUnplayableRound",
    "VoidWagers",
    "WithholdWinnings",
]
