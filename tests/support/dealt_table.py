"""A table with a real shoe on a running service: a test says which cards come, and what everybody does."""

from __future__ import annotations

from typing import Any

from support.running_service import Running


class DealtTable:
    """A table whose dealer enters the cards; players sit in boxes 1, 2 and so on, with $1,000 each."""

    def __init__(self, service: Running, name: str, *players: str, book: str = "sydney-v15", **terms: Any) -> None:
        self.service, self.name = service, name
        self.boss = service.person("boss", "administrator")
        given = {"source": "real", "play_money": True, "runs_itself": False, **terms}
        if given["play_money"]:
            service.open(name, book, **given)
        else:
            service.real(name, book=book, **given)
        for box, player in enumerate(players, start=1):
            service.person(player)
            self.do("sit", box=box, player=player)
            self.do("sell-chips", player=player, amount=100_000)
        for step in ("bring-cards", "check-cards", "shuffle"):
            self.do(step)
        self.do("cut", player=players[0], at=100)
        self.do("place-cutting-card", behind=78)
        self.do("burn-card")

    def do(self, word: str, **fields: Any) -> None:
        said = self.service.give(self.name, {"do": word, **fields}, self.boss)
        assert said.status_code == 200, said.text

    def round(self, wagers: list[tuple[int, str, str, int]], *steps: str) -> int:
        """A round; a step is cards ("9s Kh 9d") or what a player calls ("stand 1 ann"). Returns the round's number."""
        self.do("open-betting")
        for box, player, bet, amount in wagers:
            self.do("place-wager", box=box, player=player, bet=bet, amount=amount)
        self.do("no-more-bets")
        for step in steps:
            words = step.split()
            if len(words[0]) == 2:
                self.do("deal-cards", cards=words)
            elif len(words) == 1:
                self.do(words[0])
            else:
                more = {"amount": int(words[3])} if len(words) > 3 else {}
                self.do(words[0], box=int(words[1]), player=words[2], **more)
        number: int = self.service.get(f"/api/tables/{self.name}").json()["table"]["round"]
        return number
