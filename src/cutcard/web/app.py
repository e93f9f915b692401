"""The pages on the service's application: NiceGUI beside the API, in one process and on one port."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from fastapi import FastAPI
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, core, ui
from nicegui import app as pages
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cutcard import logs, web
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import sentence_for, status_of
from cutcard.store import StoreError
from cutcard.web import static_files
from cutcard.web.error_pages import add_error_pages
from cutcard.web.frame import HEADERS, LANGUAGE, NAME, Who
from cutcard.web.old_frame import ASSETS, frame, raw, sentence, text
from cutcard.web.visitor import visitor, who

API = "/api"
INNER = "/_"  # the path of the pages' scripts, styles and WebSocket
UNANSWERED = "No response returned."
RECONNECT_S = 10.0  # until either side notices that the other is gone; frame.KEPT_S is how long a page lives

# The policy of NiceGUI's pages, which are templates that the browser compiles, with inline scripts: both need "unsafe".
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


def add_pages(made: FastAPI, casino: Casino) -> None:
    """Add all pages to the application."""
    made.include_router(static_files.router)
    modules = page_modules()
    for module in modules:
        if hasattr(module, "router"):
            made.include_router(module.router)
    add_error_pages(made)
    for module in modules:
        if hasattr(module, "register"):  # still NiceGUI's
            module.register(casino)
    core.sio.eio.cors_allowed_origins = None  # only pages from this address may use the pages' WebSocket
    ui.run_with(
        made,
        title=NAME,
        favicon=ASSETS / "cutcard.svg",
        language=LANGUAGE,
        dark=None,
        tailwind=False,
        binding_refresh_interval=None,
        reconnect_timeout=RECONNECT_S,
        show_welcome_message=False,
    )
    made.router.routes[-1] = Beside("/", pages)
    made.add_middleware(Guarded, casino=casino)
    pages.add_exception_handler(404, _missing)
    pages.add_exception_handler(Exception, _failed)


def page_modules() -> list[ModuleType]:
    """The modules of this package that are pages: by their name, and each with a `router`."""
    names = [found.name for found in pkgutil.iter_modules(web.__path__) if found.name.endswith("_page")]
    return [importlib.import_module(f"{web.__name__}.{name}") for name in names]


async def _failed(request: Request, error: Exception) -> Response:
    """The page for an error of ours: a sentence with an id. NiceGUI's own page would print the exception."""
    says = sentence_for(error, path=request.url.path)
    page = ui.page("", language=LANGUAGE, dark=None)
    with Client(page, request=request) as client, frame("Error", "", getattr(request.state, "who", None)):
        text("h1", "This page cannot be shown")
        sentence(says)
        raw('<p>All tables are in <a href="/">the lobby</a>.</p>')
    status = status_of(error)
    return client.build_response(request, 500 if status == 400 else status)


async def _missing(request: Request, error: Exception) -> Response:
    """Our own "not found" page."""
    if request.url.path.startswith(INNER) and isinstance(error, HTTPException):
        return await http_exception_handler(request, error)
    page = ui.page("", language=LANGUAGE, dark=None)
    with Client(page, request=request) as client, frame("Not found", "", getattr(request.state, "who", None)):
        text("h1", "There is no such page")
        raw('<p>All tables are in <a href="/">the lobby</a>.</p>')
    return client.build_response(request, 404)


class Beside(Mount):
    """The pages, mounted beside the API, so that the API itself answers wrong API requests."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.NONE, {}) if scope.get("path", "").startswith(API) else super().matches(scope)


class Guarded:
    """Adds security headers to every response, and the visitor to every page request."""

    def __init__(self, app: ASGIApp, casino: Casino) -> None:
        self.app = app
        self.casino = casino

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        page = not scope["path"].startswith((API, INNER, static_files.URL))
        if page:
            scope.setdefault("state", {}).update(await self._visitor(HTTPConnection(scope)))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if page:
                    headers.setdefault("Content-Security-Policy", POLICY)  # pages of `frame.page` bring their own
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self.app(scope, receive, guarded)
        except RuntimeError as error:
            # Starlette's middleware raises this if the client has disconnected.
            if str(error) != UNANSWERED or not await Request(scope, receive).is_disconnected():
                raise
            logs.get("web").debug("dropped", path=scope["path"][:500])
        return None

    async def _visitor(self, request: HTTPConnection) -> dict[str, Who | bool | None]:
        """Who is there, and whether their cookie is of no more use."""
        try:
            found = who(await visitor(self.casino, request))
        except StoreError:  # the page itself reports it
            return {"who": None, "login_ended": False}
        return {"who": found, "login_ended": found is None and COOKIE in request.cookies}
