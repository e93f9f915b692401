"""A hostile page on another port, in a real browser that has an administrator's cookie: a browser sends it along."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from playwright.sync_api import Browser, expect
from support.house import ANSWER_S, SECRET, House

from cutcard.service.cross_site import COOKIE

HOSTILE = """<!doctype html><title>hostile</title><p id="done">no</p>
<form id="login" method="post" action="{house}/login" target="frame">
  <input name="name" value="ann"><input name="password" value="{secret}"></form>
<form id="api" method="post" action="{house}/api/login" enctype="text/plain" target="frame">
  <input name='{{"name": "ann", "password": "{secret}", "x' value='": 1}}'></form>
<iframe name="frame"></iframe>
<script>
const send = (path, more) => fetch("{house}" + path,
  {{method: "POST", mode: "no-cors", credentials: "include", ...more}}).catch(() => null);
const opened = url => new Promise(done => {{
  const socket = new WebSocket(url);
  socket.onopen = () => done("opened");
  socket.onerror = () => done("refused");
}});
(async () => {{
  await send("/api/accounts/bob/disable");
  await send("/api/logout");
  await send("/logout");
  await send("/api/guest");
  await send("/guest");
  document.getElementById("login").submit();
  await new Promise(done => document.querySelector("iframe").onload = done);
  document.getElementById("api").submit();
  await new Promise(done => document.querySelector("iframe").onload = done);
  const ways = ["/api/tables/Sydney/live", "/api/pit/live"];
  const sockets = await Promise.all(ways.map(way => opened("{house}".replace("http", "ws") + way)));
  document.getElementById("done").textContent = sockets.join(" ");
}})();
</script>"""


@contextmanager
def hostile_page(house: str) -> Iterator[str]:
    page = HOSTILE.format(house=house, secret=SECRET).encode()

    class Hostile(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Hostile) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_page_on_another_port_changes_nothing_with_an_administrators_cookie(house: House, browser: Browser) -> None:
    administrator = house.log_in("root")
    with hostile_page(house.url) as hostile, browser.new_context() as context:
        context.add_cookies(
            [{"name": COOKIE, "value": administrator, "url": house.url, "httpOnly": True, "sameSite": "Strict"}]
        )
        page = context.new_page()
        page.goto(hostile)
        expect(page.locator("#done")).to_have_text("refused refused")
        kept = [each for each in context.cookies(house.url) if each.get("name") == COOKIE]
        assert [each.get("value") for each in kept] == [administrator]
    headers = {"Authorization": f"Bearer {administrator}"}
    accounts = httpx.get(f"{house.url}/api/accounts", headers=headers, timeout=ANSWER_S)
    assert accounts.status_code == 200, "the administrator was logged out"
    assert next(each for each in accounts.json() if each["name"] == "bob")["disabled_ms"] is None
