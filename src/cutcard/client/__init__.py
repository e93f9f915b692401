"""A client of the service, for bots, tests and programs that play.

    async with Client("http://localhost:8421") as client:
        me = await client.guest()
        table = await client.table("Sydney")
        await client.command("Sydney", Sit(3))
        async for message in client.follow("Sydney", after=table["version"]):
            ...

Commands are those of `cutcard.table`. See docs/service.md.
"""

from cutcard.client.client import Client, Done, Who
from cutcard.client.client_errors import ClientError, Refused, Unanswered
from cutcard.client.live import Following, Message

__all__ = ["Client", "ClientError", "Done", "Following", "Message", "Refused", "Unanswered", "Who"]
