"""The pages on the service's application: beside the API, in one process and on one port."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from fastapi import Depends, FastAPI
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cutcard import web
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import StoreError
from cutcard.web import static_files
from cutcard.web.error_pages import add_error_pages
from cutcard.web.frame import HEADERS, POLICY, Who
from cutcard.web.visitor import counted, frame_visitor, visitor

API = "/api"


def add_pages(made: FastAPI, casino: Casino) -> None:
    """Add all pages to the application."""
    made.include_router(static_files.router)
    for module in page_modules():
        made.include_router(module.router, dependencies=[Depends(counted)])
    add_error_pages(made)
    made.add_middleware(Guarded, casino=casino)


def page_modules() -> list[ModuleType]:
    """The modules of this package that are pages: by their name, and each with a `router`."""
    names = [found.name for found in pkgutil.iter_modules(web.__path__) if found.name.endswith("_page")]
    return [importlib.import_module(f"{web.__name__}.{name}") for name in names]


class Guarded:
    """Adds security headers to every response, and the visitor to every page request."""

    def __init__(self, app: ASGIApp, casino: Casino) -> None:
        self.app = app
        self.casino = casino

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        static = scope["path"].startswith(static_files.URL + "/")
        page = not static and not scope["path"].startswith(API)
        if page:
            scope.setdefault("state", {}).update(await self._visitor(HTTPConnection(scope)))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if page:
                    headers.setdefault("Content-Security-Policy", POLICY)
                if not static:  # what the API says is somebody's own as well
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        return await (static_files.served if static else self.app)(scope, receive, guarded)

    async def _visitor(self, request: HTTPConnection) -> dict[str, Who | bool | None]:
        """The visitor, and whether their cookie is no longer valid."""
        try:
            found = frame_visitor(await visitor(self.casino, request))
        except StoreError:  # the page itself reports it
            return {"who": None, "login_ended": False}
        return {"who": found, "login_ended": found is None and COOKIE in request.cookies}
