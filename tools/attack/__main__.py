"""Attack a service of our own: `make attack`, or `python -m tools.attack money access --on sqlite --quick`.

Each family of attacks is tried against a service that the suite starts on the loopback, on SQLite and on PostgreSQL.
The exit status is 1 if one of them succeeded.
"""

from __future__ import annotations

import argparse
import sys

from tools.attack.campaign import DATABASES, campaign
from tools.attack.suite import ATTACKS, Outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.attack", description="Attack a service of our own.")
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"{', '.join(ATTACKS)}; without any all of them")
    parser.add_argument("--on", choices=DATABASES, help="one database; without it, both")
    parser.add_argument("--quick", action="store_true", help="only what takes a moment")
    parser.add_argument("--only", default="", help="only attacks with this in their name")
    args = parser.parse_args()
    for family in args.families:
        if family not in ATTACKS:
            parser.error(f"there is no family {family!r}: there are {', '.join(ATTACKS)}")
    outcomes: list[Outcome] = []
    for database in (args.on,) if args.on else DATABASES:
        for family in args.families or ATTACKS:
            for outcome in campaign(family, database, args.quick, args.only):
                _print(outcome)
                outcomes.append(outcome)
    broken = [outcome for outcome in outcomes if not outcome.held]
    print(f"{len(outcomes)} attacks, {len(broken)} succeeded" if broken else f"{len(outcomes)} attacks: all held")
    return 1 if broken else 0


def _print(outcome: Outcome) -> None:
    attack = outcome.attack
    print(
        f"{'held     ' if outcome.held else 'SUCCEEDED'} {attack.item:>5}  {outcome.database:10} {attack.name:45}"
        f" {outcome.took_s:5.1f} s  {outcome.says}".rstrip(),
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
