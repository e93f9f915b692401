"""A server with some pages and no casino behind them: `python serve_pages.py PORT odds_page rulebook_page`."""

from __future__ import annotations

import importlib
import sys

import uvicorn
from fastapi import FastAPI
from nicegui import ui


def main(port: int, *modules: str) -> None:
    """Serve the pages that these modules of `cutcard.web` register."""
    for name in modules:
        importlib.import_module(f"cutcard.web.{name}").register()
    served = FastAPI()
    ui.run_with(served, tailwind=False, reconnect_timeout=30.0, show_welcome_message=False)
    uvicorn.run(served, host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":  # the processes that work out odds import this file again
    main(int(sys.argv[1]), *sys.argv[2:])
