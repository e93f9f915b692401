"""Logging in: tokens for users and guests, and who a token belongs to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeVar

from cutcard import logs
from cutcard.service import one_time_codes
from cutcard.service.accounts import ADMINISTRATOR, GUEST, INSPECTOR, Account, AccountError, Accounts, CodeUsed, Proved
from cutcard.service.caller import Caller
from cutcard.service.errors import CodeRefused, CodesMissing, LoginRefused, Overloaded, TooMany
from cutcard.service.failed_logins import FailedLogins
from cutcard.service.login_limits import ATTEMPTS, Attempt, LoginLimits, Turns, is_known, with_mark
from cutcard.service.metrics import Metrics
from cutcard.service.passwords import AT_ONCE
from cutcard.service.rate_limit import network
from cutcard.service.settings import Settings
from cutcard.service.tokens import PasswordChanged, Tokens
from cutcard.store import StoreError

log = logs.get("logins")
NAME_MOST = 64
T = TypeVar("T")


class Given(NamedTuple):
    """A token, whose it is, and the password's hash at that moment."""

    account: Account
    token: str
    kept: str


class LoggedIn(NamedTuple):
    """A token, and a cookie by which this browser is known the next time."""

    token: str
    device: str = ""


class Source(NamedTuple):
    """Where a request comes from, and what it says of itself."""

    address: str
    agent: str = ""
    device: str = ""  # the cookie of a browser that has logged in before


class Logins:
    """Issues tokens, with limits on attempts, and records those that fail."""

    def __init__(
        self,
        accounts: Accounts,
        tokens: Tokens,
        settings: Settings,
        metrics: Metrics,
        failures: FailedLogins,
        now: Callable[[], int],
    ) -> None:
        self._accounts = accounts
        self._tokens = tokens
        self._guest_hours = settings.guest_hours
        self._second_factor = settings.second_factor
        self._metrics = metrics
        self._failures = failures
        self._now = now
        self._limits = LoginLimits(settings.logins_per_minute)
        self._turns = Turns()
        self.checkers = ThreadPoolExecutor(AT_ONCE, "passwords")  # not those that everything else waits for

    async def log_in(self, name: str, password: str, source: Source, code: str = "") -> LoggedIn:
        """A token for a name and password, and a one-time code if the account has them."""
        token_for = partial(self.token_for, name, password, code=code, source=source)
        given = await self._attempt(name, source, token_for)
        self._metrics.logins.labels("done").inc()
        log.info("login", name=given.account.name, role=given.account.role, address=source.address)
        return LoggedIn(given.token, with_mark(given.kept, given.account.name, source.device))

    def token_for(self, name: str, password: str, *, code: str = "", source: Source | None = None) -> Given | None:
        """Blocking: a token, if the password is right; if it changes before the token is issued, checked again."""
        address, agent, _ = source or Source("")
        while (proved := self._accounts.proved(name, password)) is not None:
            step = self._step(proved, code)
            issue = partial(self._tokens.issue, proved.account.name, self._now(), proved.kept, step=step)
            try:
                return Given(proved.account, issue(address=address, agent=agent), proved.kept)
            except PasswordChanged:  # or only rehashed, by another login with the same password
                continue
            except CodeUsed:
                raise CodeRefused(given=True) from None
            except AccountError:  # disabled in the meantime
                return None
        return None

    def _step(self, proved: Proved, code: str) -> int | None:
        """The step of a right one-time code; None if the account has no codes and needs none."""
        account = proved.account
        if proved.secret is None:
            staff = account.staff or account.role in (INSPECTOR, ADMINISTRATOR)
            if self._second_factor == "all" or (self._second_factor == "staff" and staff):
                raise CodesMissing
            return None
        step = one_time_codes.step_of(proved.secret, code, self._now())
        if step is None:
            raise CodeRefused(given=bool(code))
        return step

    async def prove(self, name: str, password: str, source: Source, why: str = "password") -> Proved:
        """Check a password without logging in; raises as a login does."""
        return await self._attempt(name, source, partial(self._accounts.proved, name, password), why)

    async def set_codes(
        self, name: str, password: str, source: Source, secret: str, code: str, old_code: str = ""
    ) -> None:
        """Ask for one-time codes of this secret from now on; `code` shows that the owner has it."""
        proved, old_step = await self._attempt(name, source, partial(self._with_old_code, name, password, old_code))
        if proved.account.role == GUEST:
            raise AccountError("a guest has no password, and so no second factor")
        step = one_time_codes.step_of(secret, code, self._now())
        if step is None:
            raise CodeRefused(given=True)
        owner = proved.account.name
        chosen = partial(self._accounts.set_codes, owner, secret, step, self._now(), owner, old_step=old_step)
        try:
            await asyncio.to_thread(chosen)
        except CodeUsed:
            await self._failed(name, source, "code")
            raise CodeRefused(given=True) from None

    def _with_old_code(self, name: str, password: str, old_code: str) -> tuple[Proved, int | None] | None:
        """Blocking: whose password it is, and the step of a right code of the secret that they have until now."""
        proved = self._accounts.proved(name, password)
        if proved is None or proved.secret is None:
            return None if proved is None else (proved, None)
        step = one_time_codes.step_of(proved.secret, old_code, self._now())
        if step is None:
            raise CodeRefused(given=bool(old_code))
        return proved, step

    async def guest(self, source: Source) -> str:
        """A token for a new guest, who may play with play money."""
        try:
            self._limits.guest(network(source.address))
        except TooMany:
            self._metrics.logins.labels("limited").inc()
            raise
        account = await asyncio.to_thread(self._accounts.guest, self._now(), self._guest_hours, source.address)
        log.info("guest", name=account.name, address=source.address)
        issue = partial(self._tokens.issue, account.name, self._now(), address=source.address, agent=source.agent)
        return await asyncio.to_thread(issue)

    async def caller(self, token: str, *, use: bool = True) -> Caller | None:
        """Who a token belongs to; None if it is expired, revoked or invalid. Without `use` it goes on being idle."""
        now = self._now()
        account = self._tokens.known(token, now)
        if account is None:
            account = await asyncio.to_thread(self._tokens.account, token, now)
        if account is None:
            return None
        if use:
            self._tokens.note_use(token, now)
        return Caller.of(account)

    def close(self) -> None:
        self.checkers.shutdown(wait=False)

    # ---------------------------------------------------------------------------------------------------------- limits

    async def _attempt(self, name: str, source: Source, check: Callable[[], T | None], why: str = "password") -> T:
        """Check a password in its turn and within the limits; raises `LoginRefused` and records it if it is wrong."""
        attempt, known = await self._admit(name.lower()[:NAME_MOST], source)
        try:
            async with self._turns.turn(network(source.address), known):
                found = await asyncio.get_running_loop().run_in_executor(self.checkers, check)
        except CodeRefused as refused:
            if refused.given:
                await self._failed(name, source, "code")
            raise
        except Overloaded:
            self._limited(name, source)
            raise
        if found is None:
            await self._failed(name, source, why)
            raise LoginRefused
        attempt.succeeded()
        return found

    async def _admit(self, name: str, source: Source) -> tuple[Attempt, bool]:
        """Count an attempt, and whether it comes from a device or network that is known; raises `TooMany`."""
        place = network(source.address)
        attempt = self._limits.stranger(name, place)
        if isinstance(attempt, Attempt) and not self._turns.full(place):
            return attempt, False
        if self._limits.may_look(place):
            known_as = await asyncio.to_thread(self._known_as, name, place, source.device)
            known = self._limits.known(name, known_as) if known_as else 0.0
            if isinstance(known, Attempt):
                return known, True
        if isinstance(attempt, Attempt):
            return attempt, False
        self._limited(name, source)
        raise TooMany(ATTEMPTS, attempt)

    def _known_as(self, name: str, place: str, device: str) -> str:
        """The device or network by which somebody is known for this account; empty if they are not."""
        kept = self._accounts.stored_hash(name)
        if kept is None:
            return ""
        if is_known(kept, name, device):
            return f"device {device[:16]}"
        return place if self._tokens.seen_from(name, lambda address: network(address) == place) else ""

    def _limited(self, name: str, source: Source) -> None:
        self._metrics.logins.labels("limited").inc()
        self._failures.limited(name, source.address, self._now())

    async def _failed(self, name: str, source: Source, why: str) -> None:
        self._metrics.logins.labels("refused").inc()
        log.warning("login refused", name=name[:NAME_MOST], address=source.address)
        try:
            await asyncio.to_thread(self._failures.failed, name, source.address, why, self._now())
        except StoreError as error:
            log.error("store", says=error.message)
