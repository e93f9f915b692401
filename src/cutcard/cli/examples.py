"""The examples at the end of each command's help: what to type, without the name of the program."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "rules": (
        "rules",
        "rules melbourne-v26 crown-pontoon",
        "rules --diff melbourne-v26/crown-pontoon melbourne-v26/6-to-5-pontoon",
    ),
    "rulebook new": ("rulebook new home.toml --like sydney-v15/blackjack",),
    "rulebook check": ("rulebook check home.toml",),
    "clauses": ("clauses melbourne-v26", "clauses sydney-v15 --topic irregularity --untested"),
    "law": ("law", "law victoria", "law house-rules.toml"),
    "play": (
        "play",
        "play melbourne-v26 crown-pontoon --side-bet perfect-pairs --explain",
        "play sydney-v15 blackjack --boxes 1,3 --others 2 --minimum 25 --bankroll 5000",
    ),
    "train": (
        "train sydney-v15",
        "train melbourne-v26 crown-pontoon --payments --questions 20",
        "train canberra-2006 --kinds card-misplaced,cards-short --seed 7",
    ),
    "settle": ("settle rounds.jsonl", "settle --check rounds.jsonl"),
    "odds": (
        "odds",
        "odds melbourne-v26 blackjack --side-bet perfect-pairs",
        "odds melbourne-v26 blackjack --decks 6 --what-if double.totals=any",
        "odds sydney-v15 blackjack --promotion sydney-v15 --entries 20000 --side-bet perfect-pairs:5",
    ),
    "strategy": ("strategy melbourne-v26 crown-pontoon", "strategy sydney-v15 blackjack --png chart.png"),
    "par": ("par melbourne-v26 blackjack --out blackjack.html",),
    "sweep": (
        'sweep melbourne-v26 blackjack --decks 6 --decks 8 --vary "dealer.hits_soft_17=no|yes"',
        'sweep sydney-v15 blackjack --vary "double.totals=9,10,11|any"',
    ),
    "effects": (
        "effects melbourne-v26 blackjack --decks 8",
        "effects melbourne-v26 blackjack --remove 5,5,5,6",
        "effects melbourne-v26 blackjack --shoe 30,31,29,32,28,30,32,32,31,120",
    ),
    "count systems": ("count systems",),
    "count fit": ("count fit sydney-v15 blackjack --system hi-lo --system ko",),
    "count indices": ("count indices sydney-v15 blackjack --system hi-lo --left 0.5 --most 5",),
    "count side-bet": ("count side-bet melbourne-v26 blackjack perfect-pairs --penetration 0.75",),
    "count bets": (
        "count bets melbourne-v26 blackjack --spread 1:2,2:4,3:8 --bet 25 --bankroll 20000 --hours 40",
        "count bets melbourne-v26 blackjack --kelly 0.5 --bet 10 --most-bet 300",
    ),
    "limit": (
        "limit sydney-v15 blackjack 200 500 --bet 10 --hours 3.5",
        "limit melbourne-v26 blackjack 300 --bet 10 --side-bet perfect-pairs:5 --rounds 200",
    ),
    "house win": ("house win melbourne-v26 blackjack --wager 25 --hours 8",),
    "house cutting-card": ("house cutting-card sydney-v15 blackjack --rounds 1e7 --boxes 3",),
    "house errors": ("house errors sydney-v15 blackjack --wager 25 --one-in 500",),
    "house table": ("house table casino.db", "house table casino.db --table Sydney --json"),
    "volatility": ("volatility melbourne-v26 blackjack --wager 25 --rounds 10000 --side-bet perfect-pairs:5",),
    "simulate": (
        "simulate melbourne-v26 blackjack --rounds 1e7 --verify",
        "simulate sydney-v15 blackjack --boxes 5 --spread 1:1,2:4,3:8 --penetration 0.75",
    ),
    "bankroll": ("bankroll sydney-v15 blackjack --bankroll 500 --bet 10 --loss-limit 300 --win-goal 200",),
    "serve": ("serve --demonstration", "serve --db postgresql://casino@localhost/casino --port 8421"),
    "bots": ("bots --tables 20 --players 5", "bots --tournament spring --players 5"),
    "accounts list": ("accounts list", "accounts list --db casino.db --json"),
    "accounts log": ("accounts log --most 20 --name ann",),
    "accounts in-log": ("accounts in-log ann", "accounts in-log 203.0.113.7"),
    "accounts sessions": ("accounts sessions ann",),
    "accounts add": ("accounts add ann --role player", "accounts add mia --role dealer --casino sydney"),
    "accounts password": ("accounts password ann",),
    "accounts disable": ("accounts disable ann",),
    "accounts enable": ("accounts enable ann",),
    "accounts withdraw": ("accounts withdraw ann", "accounts withdraw --all"),
    "accounts codes-off": ("accounts codes-off mia",),
    "audit": ("audit casino.db", "audit casino.db --anchors anchors.txt", "audit casino.db --public-keys public.txt"),
    "store new-key": ("store new-key --db casino.db",),
    "store public-keys": ("store public-keys --db casino.db",),
    "store backup": ("store backup --db casino.db copy.db",),
    "store checkpoint": ("store checkpoint --db casino.db",),
    "store rebuild-views": ("store rebuild-views --db casino.db",),
    "history": (
        "history casino.db --player ann --since 2026-05-01T21:40 --format words",
        "history casino.db --format wagers --output wagers.csv",
    ),
    "shoe": ("shoe casino.db Sydney", "shoe casino.db Sydney 1"),
    "verify-shoe": ("verify-shoe shoe.json",),
    "jackpots": ("jackpots casino.db", "jackpots casino.db --link PONTOON --history"),
    "tournament advise": ("tournament advise last-hand.toml", "tournament advise last-hand.toml --exact"),
    "tournament means": ("tournament means melbourne-v26 blackjack",),
    "tournament results": ("tournament results casino.db", "tournament results casino.db spring --csv"),
    "tournament terms": ("tournament terms melbourne-v26", "tournament terms spring.toml --print"),
    "tournament simulate": (
        "tournament simulate sydney-v15",
        "tournament simulate spring.toml --field field.toml --tournaments 1e5",
    ),
    "promotion conditions": ("promotion conditions sydney-v15", "promotion conditions summer.toml --print"),
    "promotion results": ("promotion results casino.db", "promotion results casino.db summer --csv"),
    "statement": ("statement casino.db ann --from 2026-11-01 --to 2026-12-01",),
    "rate": ("rate casino.db --player ann --system hi-lo",),
    "people list": ("people list --db casino.db",),
    "people record": ("people record ann --document passport < ann.json",),
    "people export": ("people export ann",),
    "people erase": ("people erase ann --because asked",),
    "people texts": ("people texts", "people texts Smith"),
    "people erase-text": ("people erase-text table:T1 42 --because mistake",),
    "registers": ("registers casino.db exclusions", "registers casino.db cards --csv"),
    "report wrong-payments": ("report wrong-payments casino.db --month 2026-11 --time-zone Australia/Sydney",),
    "reports": ("reports casino.db",),
}


def examples_of(command: str) -> str:
    r"""The examples of a command as they stand at the end of its help.

    >>> print(examples_of("store backup").replace("\b", "-"))
    -
    Example:
      cutcard store backup --db casino.db copy.db
    """
    lines = [f"  cutcard {example}" for example in EXAMPLES[command]]
    return "\n".join(["\b", "Example:" if len(lines) == 1 else "Examples:", *lines])  # \b: click keeps these lines
