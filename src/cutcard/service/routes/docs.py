"""The API's documentation page, made from its OpenAPI schema: every path with its request and response. No internet."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

router = APIRouter()
_HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The API of Cutcard</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root { color-scheme: light dark; } body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
padding: 0 1rem; } code, pre { font-family: ui-monospace, monospace; font-size: .9em; } summary { cursor: pointer; }
section { border-top: 1px solid #8886; padding: .6rem 0; } table { border-collapse: collapse; } td { text-align: left;
padding: .15rem .8rem .15rem 0; vertical-align: top; } h2 { margin-top: 2rem; } pre { white-space: pre-wrap; }
</style></head><body><main>"""


@router.get("/api/docs", include_in_schema=False)
async def documentation(request: Request) -> HTMLResponse:
    """The page."""
    return HTMLResponse(_HEAD + "".join(_page(request.app.openapi())) + "</main></body></html>")


def _page(schema: dict[str, Any]) -> Iterator[str]:
    introduction = "".join(f"<p>{escape(part)}</p>" for part in schema["info"]["description"].strip().split("\n\n"))
    yield f"<h1>The API of Cutcard</h1>{introduction.replace('`', '')}"
    yield '<p>For programs: <a href="/api/openapi.json">OpenAPI</a>.</p>'
    tags: dict[str, list[str]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            tag = operation.get("tags", ["others"])[0]
            tags.setdefault(tag, []).append(_operation(method, path, operation))
    for tag, sections in tags.items():
        yield f"<h2>{escape(tag.capitalize())}</h2>{''.join(sections)}"
    yield f"<h2>Commands</h2>{''.join(_commands(schema))}"


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{escape(one['name'])}</code></td><td>{one['in']}</td><td>{_kind(one['schema'])}</td></tr>"
        for one in operation.get("parameters", [])
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        rows.append(f"<tr><td>body</td><td></td><td>{_kind(body)}</td></tr>")
    answers = [f"{status} {escape(answer['description'])}" for status, answer in operation["responses"].items()]
    return (
        f"<section><h3><code>{method.upper()} {escape(path)}</code></h3>"
        f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>"
        f"<table>{''.join(rows)}</table><p>Answers: {'; '.join(answers)}.</p></section>"
    )


def _commands(schema: dict[str, Any]) -> Iterator[str]:
    """Every table command with its fields; required ones have a star."""
    models = schema["components"]["schemas"]
    for reference in models["Given"]["properties"]["command"]["oneOf"]:
        model = models[_name(reference)]
        needed = model.get("required", [])
        word = model["properties"]["do"]["const"]
        fields = ", ".join(
            f"<code>{escape(field)}</code>{'*' if field in needed else ''} {_kind(kind)}"
            for field, kind in model["properties"].items()
            if field != "do"
        )
        says = escape(model.get("description", "").partition("\n")[0])
        yield f'<section><code>{{"do": "{word}"}}</code> {fields}<br>{says}</section>'


def _name(reference: dict[str, Any]) -> str:
    return str(reference["$ref"].rpartition("/")[2])


def _kind(schema: dict[str, Any]) -> str:
    """What values a field takes, in a word or two."""
    if "$ref" in schema:
        return escape(_name(schema))
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(_kind(one) for one in schema.get("anyOf", schema.get("oneOf", [])))
    if schema.get("type") == "array" and "items" in schema:
        return f"list of {_kind(schema['items'])}"
    return escape(str(schema.get("type", "anything")))
