"""A table as it is shown at a few moments: what is the same for all is made once, and what one person sees once."""

from __future__ import annotations

from cutcard.table import Person, TableState, view
from cutcard.table.view_records import TableView


class ShownTables:
    """The views of one table. Somebody keeps it, and says which moment is still looked at.

    An update shows a table before and after each of its events to everybody who follows it; without this, each of
    five players would have all of it made again, several times.
    """

    def __init__(self) -> None:
        self._moments: dict[int, _Moment] = {}

    def __len__(self) -> int:
        return len(self._moments)

    def of(self, state: TableState, viewer: Person | None) -> TableView:
        """The table as a person sees it in this state, which is told by its identity: equal ones may be shown apart."""
        moment = self._moments.get(id(state))
        if moment is None:
            moment = self._moments[id(state)] = _Moment(state)
        return moment.seen_by(viewer)

    def keep_only(self, state: TableState) -> None:
        """Forget every moment but this one."""
        self._moments = {key: moment for key, moment in self._moments.items() if moment.state is state}


class _Moment:
    """A table in one state, which is kept as long as its views, so that no other can take its place in memory."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._for_all = view.ForAll(state)
        self._views: dict[Person | None, TableView] = {}

    def seen_by(self, viewer: Person | None) -> TableView:
        made = self._views.get(viewer)
        if made is None:
            made = self._views[viewer] = view.table(self.state, viewer, self._for_all)
        return made
