"""Somebody who follows a table step by step, as a page does: the table that they see, the story, and their desk."""

from __future__ import annotations

import contextlib
import json
import threading
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from support.running_service import Running, bearer
from support.waiting import PATIENCE_S, eventually


class StepWatcher:
    """Follows a table over the WebSocket and applies every step."""

    def __init__(self, service: Running, table: str, token: str | None = None) -> None:
        self.service, self.name, self.token = service, table, token
        self.texts: list[str] = []
        self.steps: list[dict[str, Any]] = []
        self.lines: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.desk: dict[str, Any] = {}
        self.version = 0
        self._open = contextlib.ExitStack()
        url = f"ws://127.0.0.1:{service.port}/api/tables/{table}/live"
        self._socket = self._open.enter_context(connect(url, open_timeout=PATIENCE_S, max_size=2**24))
        self._socket.send(json.dumps({"token": token, "show": "steps"}))
        self._hears = threading.Thread(target=self._hear, daemon=True)
        self._hears.start()
        eventually(lambda: self.desk, "the first message")

    def _hear(self) -> None:
        try:
            while True:
                text = str(self._socket.recv())
                self.texts.append(text)
                self._take(json.loads(text))
        except ConnectionClosed:
            return

    def _take(self, message: dict[str, Any]) -> None:
        if "table" in message:
            self.table, self.lines = message["table"], message["story"]
        for step in message.get("steps", ()):
            self.apply(step)
        self.version, self.desk = message["version"], message["desk"]

    def apply(self, step: dict[str, Any]) -> None:
        """Do as a page does: change what has changed, and begin the story anew with a new round."""
        self.steps.append(step)
        change = dict(step["change"])
        boxes = change.pop("boxes", {})
        self.table = {**self.table, **change}
        self.table["boxes"] = [boxes.get(str(box["number"]), box) for box in self.table["boxes"]]
        self.lines = ([] if step["new_round"] else self.lines) + step["lines"]

    @property
    def heard(self) -> str:
        """All that was said aloud."""
        return " ".join(step["say"] for step in self.steps if step["say"])

    def buttons(self) -> dict[str, dict[str, Any]]:
        """Every button of the desk, by id."""
        desk = self.desk
        groups = [one for group in desk["groups"] for one in group["buttons"]]
        betting = desk["bets"]["buttons"] if desk["bets"] else []
        seat = desk["seat"]["buttons"] if desk["seat"] else []
        return {one["id"]: one for one in [*groups, *betting, *seat, *desk["free_boxes"]]}

    def press(self, button_id: str) -> int:
        """Press a button; the status of the last answer."""
        button = self.buttons()[button_id]
        status = 0
        for at, command in enumerate(button["commands"]):
            prefix = button["id_prefix"] or f"press-{len(self.texts)}-{id(button)}-{button_id}"
            body = {"id": f"{prefix}.{at}", "command": command, "moment": button["moment"]}
            path = f"/api/tables/{self.name}/commands"
            status = self.service.http.post(path, json=body, headers=bearer(self.token)).status_code
            if status != 200:
                break
        return status

    def wait_for_button(self, *button_ids: str) -> str:
        """The first of these buttons that comes to be there, enabled."""

        def found() -> str:
            there = self.buttons()
            return next((one for one in button_ids if there.get(one, {}).get("enabled")), "")

        return eventually(found, f"one of {button_ids}")

    def up_to_date(self) -> None:
        """Wait until everything has arrived."""
        eventually(lambda: self.version >= self.service.live(self.name).version, "the last step")

    def close(self) -> None:
        self._open.close()
        self._hears.join(PATIENCE_S)
