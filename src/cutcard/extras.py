"""Optional packages: only some commands need them, and they are not installed with Cutcard."""

from __future__ import annotations

import importlib
from typing import Any

from cutcard.errors import CutcardError

SERVICE = (
    "argon2", "cryptography", "fastapi", "httpx", "jinja2", "prometheus_client", "psycopg", "pyotp", "sqlalchemy",
    "starlette", "uvicorn", "websockets", "zxcvbn",
)  # fmt: skip


class MissingPackage(CutcardError):
    """A command needs an optional package that is not installed."""

    @classmethod
    def of(cls, by: str, extra: str) -> MissingPackage:
        return cls(f"{by} needs a package that is not installed: pip install 'cutcard[{extra}]'")


def extra_for(error: ModuleNotFoundError) -> str | None:
    """The extra that brings a module which was not found; None where none does.

    >>> extra_for(ModuleNotFoundError(name="sqlalchemy.orm")), extra_for(ModuleNotFoundError(name="cutcard.odd"))
    ('service', None)
    """
    return "service" if (error.name or "").partition(".")[0] in SERVICE else None


def require_extra(module: str, by: str, extra: str) -> Any:
    """A module of an optional package; raises with a sentence on how to install it where it is missing.

    >>> require_extra("json", "--out", "parquet").dumps([1])
    '[1]'
    >>> require_extra("no_such_package", "--out", "parquet")
    Traceback (most recent call last):
    cutcard.extras.MissingPackage: --out needs a package that is not installed: pip install 'cutcard[parquet]'
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingPackage.of(by, extra) from None
