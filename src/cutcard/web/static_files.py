"""The pages' scripts, styles and pictures, served from memory under a path that changes with their content.

All files share one version, so that a module's relative imports stay within it, and a browser may keep every file for
good.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

FOLDER = Path(str(files("cutcard.web") / "static"))
URL = "/static"
READ = ("GET", "HEAD")
KEEP = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # for the address of another version, during an upgrade
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
router = APIRouter(include_in_schema=False)


class StaticFile(NamedTuple):
    content: bytes
    zipped: bytes
    kind: str


@cache
def all_files() -> dict[str, StaticFile]:
    """Every file by its path in the folder."""
    found = (path for path in sorted(FOLDER.rglob("*")) if path.is_file() and path.suffix in TYPES)
    return {path.relative_to(FOLDER).as_posix(): _read(path) for path in found}


def _read(path: Path) -> StaticFile:
    content = path.read_bytes()
    return StaticFile(content, gzip.compress(content, mtime=0), TYPES[path.suffix])


@cache
def version() -> str:
    """Changes whenever a file's content does; the same in every process that serves the same files."""
    digest = hashlib.sha256()
    for name, file in all_files().items():
        digest.update(f"{name}\0{len(file.content)}\0".encode())
        digest.update(file.content)
    return digest.hexdigest()[:12]


def static_url(name: str) -> str:
    """The URL of a file, for templates; a name that there is not is a mistake in the template."""
    if name not in all_files():
        raise LookupError(f"there is no file {name} in {FOLDER.name}")
    return f"{URL}/{version()}/{name}"


async def served(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer for a path under `URL`, without the rest of the application: a table's page asks for some fifty files."""
    await _answer(Request(scope))(scope, receive, send)


def _answer(request: Request) -> Response:
    """A file, compressed if the browser takes that."""
    of_version, _, name = request.scope["path"].removeprefix(URL + "/").partition("/")
    file = all_files().get(name)
    if file is None:
        return PlainTextResponse("there is no such file", 404)
    if request.method not in READ:
        return PlainTextResponse("a file is only read", 405, {"Allow": ", ".join(READ)})
    headers = {"Cache-Control": KEEP if of_version == version() else ASK_AGAIN, "Vary": "Accept-Encoding"}
    zipped = "gzip" in request.headers.get("accept-encoding", "") and len(file.zipped) < len(file.content)
    if zipped:
        headers["Content-Encoding"] = "gzip"
    return Response(file.zipped if zipped else file.content, headers=headers, media_type=file.kind)


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon where a browser asks for it unbidden."""
    file = all_files()["cutcard.svg"]
    return Response(file.content, headers={"Cache-Control": "public, max-age=86400"}, media_type=file.kind)
