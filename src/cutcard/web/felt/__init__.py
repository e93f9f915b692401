"""The felt of a table as SVG, as one viewer sees it, for a wide or a narrow screen.

Only a `TableView` is drawn, so the picture cannot show anything its viewer may not see. The picture consists of parts
with ids, so a page needs to send only the parts that have changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.rulebooks.schema import Rules
from cutcard.table.view import TableView
from cutcard.web.felt import places
from cutcard.web.felt.boxes import Viewer, box
from cutcard.web.felt.cloth import cloth
from cutcard.web.felt.hands import hands
from cutcard.web.felt.svg import LAYERS, Part, element

__all__ = ["LAYERS", "NOBODY", "Part", "Parts", "Viewer", "felt", "parts", "size", "svg"]

Parts = dict[str, Part]
NOBODY = Viewer()
ALONE = 1.6  # times the width of a box between neighbours


def parts(table: TableView, rules: Rules, viewer: Viewer = NOBODY, narrow: bool = False) -> Parts:
    """Everything on the felt by id, from bottom to top."""
    where = _places(table, viewer, narrow)
    drawn: Parts = dict(cloth(table, rules, where))
    for seen, place in zip(table.boxes, where.boxes, strict=True):
        drawn.update(box(seen, table, place, viewer))
    drawn.update(hands("dealer", [table.dealer], where.dealer, where.dealer_spread, table, rules))
    for seen, place in zip(table.boxes, where.boxes, strict=True):
        spread = place.spread * (ALONE if not narrow and _alone(table, seen.number) else 1.0)
        drawn.update(hands(str(seen.number), seen.hands, place.hands, spread, table, rules))
    return drawn


def _alone(table: TableView, number: int) -> bool:
    """Whether the boxes on both sides have no cards, so that there is space for many hands."""
    return not any(box.hands for box in table.boxes if abs(box.number - number) == 1)


def size(table: TableView, viewer: Viewer = NOBODY, narrow: bool = False) -> tuple[float, float]:
    """The width and height of the picture, in its own units."""
    where = _places(table, viewer, narrow)
    return where.width, where.height


def svg(drawn: Mapping[str, Part], wide: float, high: float, label: str) -> str:
    """The parts as one picture."""
    layers = [
        element(
            "g",
            *(element("g", part.svg, id=name) for name, part in drawn.items() if part.layer == layer),
            id=f"layer-{layer}",
        )
        for layer in LAYERS
    ]
    kind = "ct-table ct-narrow" if wide < high else "ct-table"
    frame = {"viewBox": f"0 0 {wide:g} {high:g}", "xmlns": "http://www.w3.org/2000/svg"}
    return element("svg", *layers, class_=kind, id="felt", role="group", aria_label=label, **frame)


def felt(table: TableView, rules: Rules, viewer: Viewer = NOBODY, narrow: bool = False) -> str:
    """The whole picture at once."""
    drawn = parts(table, rules, viewer, narrow)
    return svg(drawn, *size(table, viewer, narrow), f"{table.title}, table {table.table}")


def _places(table: TableView, viewer: Viewer, narrow: bool) -> places.Places:
    boxes, side_bets = len(table.boxes), len(table.side_bets)
    if not narrow:
        return places.wide(boxes, side_bets)
    mine = [seen.number for seen in table.boxes if viewer.name is not None and seen.holder == viewer.name]
    large = places.large_box(range(1, boxes + 1), mine, table.waiting.box)
    return places.narrow(boxes, side_bets, large)
