"""The API's schema, and its documentation page made from that: every path with its request and response. No internet.

It belongs to the API and is there without the other pages; its one style is allowed by its hash.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.casino import Casino

router = APIRouter()
STYLE = (
    ":root { color-scheme: light dark; } body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; "
    "margin: 2rem auto; padding: 0 1rem; } code, pre { font-family: ui-monospace, monospace; font-size: .9em; } "
    "section { border-top: 1px solid #8886; padding: .6rem 0; } table { border-collapse: collapse; } "
    "td { text-align: left; padding: .15rem .8rem .15rem 0; vertical-align: top; } h2 { margin-top: 2rem; } "
    "code { overflow-wrap: anywhere; }"
)
_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_templates = Environment(
    loader=PackageLoader("cutcard.service"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


class Operation(NamedTuple):
    """A path and method of the API, in words."""

    method: str
    path: str
    says: str
    takes: list[tuple[str, str, str]]  # name, where it goes, what values it takes
    answers: list[str]


class CommandShown(NamedTuple):
    """A table command with its fields: name, whether it is needed, what values it takes."""

    word: str
    fields: list[tuple[str, bool, str]]
    says: str


@router.get("/api/openapi.json", include_in_schema=False)
async def schema(request: Request, casino: CasinoDep) -> Response:
    """The OpenAPI schema."""
    return Response((await _texts(casino, request)).schema, media_type="application/json")


@router.get("/api/docs", include_in_schema=False)
async def documentation(request: Request, casino: CasinoDep) -> HTMLResponse:
    """The page."""
    return HTMLResponse((await _texts(casino, request)).page, headers={"Content-Security-Policy": POLICY})


class _Texts(NamedTuple):
    """What never changes while the service runs."""

    schema: bytes
    page: bytes


async def _texts(casino: Casino, request: Request) -> _Texts:
    """The texts, made for the first who asks, which takes a second."""
    async with casino.reads.turn("docs", reader_key(None, request)):
        return await asyncio.to_thread(_made, request.app)


def _made(app: FastAPI) -> _Texts:
    if not hasattr(app.state, "documentation"):
        schema = app.openapi()
        text = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
        app.state.documentation = _Texts(text.encode(), _page(schema).encode())
    found: _Texts = app.state.documentation
    return found


def _page(schema: dict[str, Any]) -> str:
    tags: dict[str, list[Operation]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            tag = operation.get("tags", ["others"])[0]
            tags.setdefault(tag, []).append(_operation(method, path, operation))
    return _templates.get_template("api_docs.html").render(
        style=STYLE,
        introduction=schema["info"]["description"].replace("`", "").strip().split("\n\n"),
        tags=tags,
        commands=list(_commands(schema)),
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> Operation:
    takes = [(one["name"], one["in"], _kind(one["schema"])) for one in operation.get("parameters", [])]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        takes.append(("body", "", _kind(body)))
    answers = [f"{status} {answer['description']}" for status, answer in operation["responses"].items()]
    says = operation.get("description") or operation.get("summary", "")
    return Operation(method.upper(), path, says, takes, answers)


def _commands(schema: dict[str, Any]) -> Iterator[CommandShown]:
    """Every table command with its fields; required ones have a star."""
    models = schema["components"]["schemas"]
    for reference in models["Given"]["properties"]["command"]["oneOf"]:
        model = models[_name(reference)]
        needed = model.get("required", [])
        fields = [(field, field in needed, _kind(kind)) for field, kind in model["properties"].items() if field != "do"]
        says = model.get("description", "").partition("\n")[0]
        yield CommandShown(model["properties"]["do"]["const"], fields, says)


def _name(reference: dict[str, Any]) -> str:
    return str(reference["$ref"].rpartition("/")[2])


def _kind(schema: dict[str, Any]) -> str:
    """What values a field takes, in a word or two."""
    if "$ref" in schema:
        return _name(schema)
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " or ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(_kind(one) for one in schema.get("anyOf", schema.get("oneOf", [])))
    if schema.get("type") == "array" and "items" in schema:
        return f"list of {_kind(schema['items'])}"
    return str(schema.get("type", "anything"))
