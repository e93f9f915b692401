"""The frame of every page: a Jinja2 template inside `templates/base.html`, with a strict content-security policy.

A page is a handler that returns `page(…)`:

    router = APIRouter(include_in_schema=False)

    @router.get("/odds")
    async def odds(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
        return page(request, "odds.html", title="Odds", section="/odds", data={"games": …})

`section` is the page's link in the menu, `data` goes to the page's scripts (`pageData()` of `static/api.js`), all
the rest to the template.
"""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from fastapi.encoders import jsonable_encoder
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from cutcard.service.cross_site import COOKIE
from cutcard.web.static_files import static_url

NAME = "Cutcard"
LANGUAGE: Final = "en-GB"
PACKED_LEAST = 1000  # bytes; what is smaller goes out as it is
PACKED_LEVEL = 5  # where more work hardly makes it smaller
LOG_IN, LOG_OUT, ACCOUNT = "/login", "/logout", "/account"
SECTIONS = (
    ("Lobby", "/"),
    ("History", "/history"),
    ("Odds", "/odds"),
    ("Rulebook", "/rulebook"),
    ("Training", "/training"),
)
STAFF_SECTION, ACCOUNTS_SECTION = ("Staff", "/staff"), ("Accounts", "/accounts")

# Nothing but our own files: no inline script or style, no eval, nothing from elsewhere, and no page in a frame.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
PAGE_HEADERS = {**HEADERS, "Content-Security-Policy": POLICY, "Cache-Control": "no-store"}


_DIRECTIONS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Who(NamedTuple):
    """Who is looking at a page."""

    name: str
    role: str
    plays: bool = True
    oversees: bool = False  # accounts


def page(
    request: Request,
    template: str,
    *,
    title: str,
    section: str = "",
    status: int = 200,
    data: Any = None,
    **context: Any,
) -> HTMLResponse:
    """A page from its template."""
    who: Who | None = getattr(request.state, "who", None)
    common = {
        "title": isolated(title),
        "section": section,
        "sections": _sections(who),
        "who": who,
        "data": json_data(data),
    }
    body = _templates.get_template(template).render(**common, **context)
    content, headers = _packed(request, body.encode())
    answer = HTMLResponse(content, status, headers)
    if getattr(request.state, "login_ended", False):  # else every call of the page's scripts would be refused for it
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=request.url.scheme == "https")
    return answer


def _packed(request: Request, body: bytes) -> tuple[bytes, dict[str, str]]:
    """A page's body, compressed if the browser takes that, with its headers."""
    if len(body) < PACKED_LEAST or "gzip" not in request.headers.get("accept-encoding", ""):
        return body, {**PAGE_HEADERS, "Vary": "Accept-Encoding"}
    return gzip.compress(body, PACKED_LEVEL), {**PAGE_HEADERS, "Vary": "Accept-Encoding", "Content-Encoding": "gzip"}


def _sections(who: Who | None) -> tuple[tuple[str, str], ...]:
    """The links of the menu, for this visitor."""
    staff = who is not None and not who.plays
    return (*SECTIONS, *[STAFF_SECTION] * staff, *[ACCOUNTS_SECTION] * (who is not None and who.oversees))


def isolated(text: str) -> str:
    """A text whose direction marks turn nothing around it, where no `<bdi>` can stand, as in a page's title.

    >>> isolated("Table 1"), isolated("\u202eelbaT") == "\u2068\u202eelbaT\u2069"
    ('Table 1', True)
    """
    return f"\u2068{text}\u2069" if _DIRECTIONS.search(text) else text


def json_data(value: Any) -> Any:
    """A value as JSON has it: models, named tuples and dates too. The template escapes it (`data|tojson`)."""
    return jsonable_encoder(value)


def clause_anchor(clause: str) -> str:
    """A clause's id as used after the # of a URL.

    >>> clause_anchor('1.1 "Blackjack"'), clause_anchor("7.5.6(a)")
    ('1.1_Blackjack', '7.5.6(a)')
    """
    return "_".join(clause.replace('"', "").split())


def clause_url(book: str, clause: str) -> str:
    """The URL of a clause on the rulebook page.

    >>> clause_url("sydney-v15", "12.6.2")
    '/rulebook/sydney-v15#12.6.2'
    """
    return f"/rulebook/{book}#{quote(clause_anchor(clause), safe='.()_:-')}"


def sentence(text: str) -> str:
    """A message as a sentence, with a capital letter and a full stop.

    >>> sentence("there is no such table")
    'There is no such table.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!", "…")) else ".")


def utc(at_ms: int, seconds: bool = True) -> str:
    """A time in UTC, as templates show it before a script puts the local time beside it.

    >>> utc(60_000), utc(0, seconds=False)
    ('1970-01-01 00:01:00', '1970-01-01 00:00')
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S" if seconds else "%Y-%m-%d %H:%M")


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("cutcard.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {
        "NAME": NAME,
        "LANGUAGE": LANGUAGE,
        "static": static_url,
        "clause_url": clause_url,
        "sentence": sentence,
        "utc": utc,
    }
    return made


_templates = _environment()
