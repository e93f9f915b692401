"""Logging in: tokens for users and guests, and who a token belongs to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from cutcard import logs
from cutcard.service.accounts import Account, AccountError, Accounts
from cutcard.service.caller import Caller
from cutcard.service.errors import LoginRefused, TooMany
from cutcard.service.metrics import Metrics
from cutcard.service.rate_limit import RateLimiter, network
from cutcard.service.settings import Settings
from cutcard.service.tokens import PasswordChanged, Tokens

log = logs.get("logins")


class Logins:
    """Issues tokens, with a limit on attempts per minute."""

    def __init__(
        self, accounts: Accounts, tokens: Tokens, settings: Settings, metrics: Metrics, now: Callable[[], int]
    ) -> None:
        self._accounts = accounts
        self._tokens = tokens
        self._guest_hours = settings.guest_hours
        self._metrics = metrics
        self._now = now
        self._limiter = RateLimiter(settings.logins_per_minute / 60, settings.logins_per_minute)

    async def log_in(self, name: str, password: str, address: str) -> str:
        """A token for a name and password."""
        self._limit(name.lower()[:64], network(address))
        given = await asyncio.to_thread(self.token_for, name, password)
        if given is None:
            self._metrics.logins.labels("refused").inc()
            log.warning("login refused", name=name[:64], address=address)
            raise LoginRefused
        account, token = given
        self._metrics.logins.labels("done").inc()
        log.info("login", name=account.name, role=account.role, address=address)
        return token

    def token_for(self, name: str, password: str) -> tuple[Account, str] | None:
        """Blocking: a token, if the password is right; if it changes before the token is issued, checked again."""
        while (proved := self._accounts.proved(name, password)) is not None:
            try:
                return proved.account, self._tokens.issue(proved.account.name, self._now(), proved.kept)
            except PasswordChanged:  # or only rehashed, by another login with the same password
                continue
            except AccountError:  # disabled in the meantime
                return None
        return None

    async def guest(self, address: str) -> str:
        """A token for a new guest, who may play with play money."""
        self._limit(network(address))
        account = await asyncio.to_thread(self._accounts.guest, self._now(), self._guest_hours)
        log.info("guest", name=account.name, address=address)
        issue = partial(self._tokens.issue, account.name, self._now(), address=address)
        return await asyncio.to_thread(issue)

    async def caller(self, token: str, *, use: bool = True) -> Caller | None:
        """Who a token belongs to; None if it is expired, revoked or invalid. Without `use` it goes on being idle."""
        account = self._tokens.known(token, self._now())
        if account is None:
            account = await asyncio.to_thread(self._tokens.account, token, self._now())
        if account is None:
            return None
        if use:
            self._tokens.note_use(token, self._now())
        return Caller.of(account)

    def _limit(self, *keys: str) -> None:
        waits = [self._limiter.allow(key, time.monotonic()) for key in keys]
        wait_s = max((wait for wait in waits if wait is not None), default=None)
        if wait_s is not None:
            self._metrics.logins.labels("limited").inc()
            raise TooMany("attempts to log in", wait_s)
