"""What all bodies of requests and answers have in common."""

from __future__ import annotations

import warnings

from pydantic import BaseModel, ConfigDict
from pydantic.warnings import UnsupportedFieldAttributeWarning

# FastAPI gives the body of a request an alias, which has no effect; it hides this only from what is prepared at once.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)


class Body(BaseModel):
    """A JSON object with these keys and no others.

    Pydantic prepares a body when it is first read or written, not at the start: hundreds are defined, and a process
    uses few of them.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)
