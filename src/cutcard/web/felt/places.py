"""Where everything is on the felt: a wide table with its boxes on an arc, and an upright one for narrow screens.

On the narrow one the boxes are in small rows, with the box that matters to the viewer enlarged below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, degrees, hypot, pi, sin

FOUR_IN_A_ROW = 4  # small boxes beside each other on a narrow table


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place on the cloth: its centre, rotation and scale."""

    x: float
    y: float
    turn: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxPlace:
    """The places of a box; `spread` is the width available for its hands."""

    box: Spot
    radius: float
    hands: Spot
    spread: float
    insurance: Spot
    side_bets: tuple[Spot, ...]
    side_radius: float
    name: Spot
    result: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The places of a whole table."""

    narrow: bool
    width: float
    height: float
    edge: str  # path of the wooden edge
    cloth: str  # path of the cloth within
    dealer: Spot
    dealer_spread: float
    sign: Spot
    shoe: Spot
    rack: Spot
    arcs: tuple[str, str, str]  # paths for the words: what the game pays, how it is dealt, insurance
    insurance_band: str
    boxes: tuple[BoxPlace, ...]


# ----------------------------------------------------------------------------------------------------------------- wide

WIDTH, HEIGHT = 1440.0, 690.0
MIDDLE_X, MIDDLE_Y = 720.0, 36.0
BOXES_X, BOXES_Y = 578.0, 496.0  # half axes of the ellipse of boxes
FIRST_ANGLE, LAST_ANGLE = 23.0, 154.0  # the last box leaves space for its side bets
RADIUS = 41.0
SPREADS = {9: 120.0, 8: 140.0, 7: 172.0, 6: 206.0, 5: 250.0}  # the width for a box's hands, by number of boxes
NAME_ABOVE = 0.75  # how far a box must face sideways for its name to go above it
ARC_LEFT, ARC_RIGHT, ARC_SAG = 404.0, 1036.0, 116.0  # the gentle curves of the words


@cache
def wide(boxes: int, side_bets: int) -> Places:
    """A table for a wide screen; with many boxes, the sign and the shoe make way for the outer ones."""
    many = boxes > 7
    return Places(
        narrow=False,
        width=WIDTH,
        height=HEIGHT,
        edge=_half_ellipse(694, 628, 10),
        cloth=_half_ellipse(666, 600, 28),
        dealer=Spot(x=MIDDLE_X, y=112),
        dealer_spread=330,
        sign=Spot(x=72, y=38, scale=0.8 if many else 1.0),
        shoe=Spot(x=1214, y=36, scale=0.86) if many else Spot(x=1196, y=44),
        rack=Spot(x=1036, y=36, scale=0.8) if many else Spot(x=1096, y=44),
        arcs=(_arc(162), _arc(192), _arc(228)),
        insurance_band=_arc(207) + _arc(236),
        boxes=tuple(_wide_box(angle, side_bets, boxes) for angle in _angles(boxes)),
    )


def _half_ellipse(rx: float, ry: float, top: float) -> str:
    left, right = MIDDLE_X - rx, MIDDLE_X + rx
    corner = 26
    return (
        f"M{left + corner} {top}H{right - corner}Q{right} {top} {right} {top + corner}V{MIDDLE_Y + 14}"
        f"A{rx} {ry} 0 0 1 {left} {MIDDLE_Y + 14}V{top + corner}Q{left} {top} {left + corner} {top}Z"
    )


def _arc(y: float) -> str:
    return f"M{ARC_LEFT} {y}Q{MIDDLE_X} {y + ARC_SAG} {ARC_RIGHT} {y}"


def _on_arc(x: float, y: float) -> float:
    """The height at x of a curve that begins at y."""
    share = (x - ARC_LEFT) / (ARC_RIGHT - ARC_LEFT)
    return y + 2 * share * (1 - share) * ARC_SAG


def _angles(boxes: int) -> list[float]:
    """Angles from the left that space the boxes evenly along the arc."""
    if boxes == 1:
        return [pi / 2]
    less = (9 - boxes) * 2.2  # fewer boxes need less of the arc
    steps = 720
    start, end = (FIRST_ANGLE + less) * pi / 180, (LAST_ANGLE - less) * pi / 180
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    lengths = [0.0]
    for one, other in pairwise(angles):
        dx, dy = BOXES_X * (cos(other) - cos(one)), BOXES_Y * (sin(other) - sin(one))
        lengths.append(lengths[-1] + hypot(dx, dy))
    wanted = [lengths[-1] * box / (boxes - 1) for box in range(boxes)]
    return [angles[min(range(steps + 1), key=lambda at: abs(lengths[at] - want))] for want in wanted]


def _wide_box(angle: float, side_bets: int, boxes: int) -> BoxPlace:
    x, y = MIDDLE_X - BOXES_X * cos(angle), MIDDLE_Y + BOXES_Y * sin(angle)
    inward = (BOXES_Y * cos(angle), -BOXES_X * sin(angle))
    length = hypot(*inward)
    ix, iy = inward[0] / length, inward[1] / length
    along = (-iy, ix)  # to the player's right
    side_at = RADIUS + 13 + _side_radius(side_bets)
    across = 124 + 26 * abs(ix)
    insurance_x = MIDDLE_X + (x - MIDDLE_X) * 0.52
    outer = side_bets > 0 and ix > NAME_ABOVE  # its side bets are below it, where the others have their names
    aside = ix * (52 if side_bets and ix > 0 else 26)
    return BoxPlace(
        box=Spot(x=x, y=y),
        radius=RADIUS,
        hands=Spot(x=x + ix * across, y=y + iy * across + 20 * abs(ix), turn=degrees(angle - pi / 2) * -0.28),
        spread=SPREADS.get(boxes, SPREADS[5]) - 20 * abs(ix),
        insurance=Spot(x=insurance_x, y=_on_arc(insurance_x, 246), scale=0.72),
        side_bets=tuple(
            Spot(x=x + along[0] * (side_at + dx) + ix * dy, y=y + along[1] * (side_at + dx) + iy * dy)
            for dx, dy in _beside(side_bets)
        ),
        side_radius=_side_radius(side_bets),
        name=Spot(x=x, y=y - RADIUS - 16) if outer else Spot(x=x - aside, y=y + RADIUS + 25),
        result=Spot(x=x - aside, y=y + RADIUS + (20 if outer else 45)),
    )


def _beside(count: int) -> list[tuple[float, float]]:
    """Where side bets are beside a box: in one column, or in two if there are four or more."""
    if count <= 3:
        gap = 2 * _side_radius(count) + 4
        return [(0, (count - 1) * gap / 2 - at * gap) for at in range(count)]
    gap = 2 * _side_radius(count) + 3
    rows = (count + 1) // 2
    return [((at // rows) * gap - 8, (rows - 1) * gap / 2 - (at % rows) * gap) for at in range(count)]


def _side_radius(count: int) -> float:
    return 25.0 if count == 1 else 22.0 if count <= 3 else 17.0


# --------------------------------------------------------------------------------------------------------------- narrow

NARROW = 390.0


@cache
def narrow(boxes: int, side_bets: int, large: int) -> Places:
    """A table for a narrow screen, with this box drawn large."""
    small = [box for box in range(1, boxes + 1) if box != large]
    rows = -(-len(small) // FOUR_IN_A_ROW)
    a_row = -(-len(small) // rows) if rows else 1
    first, high = 178.0, 114.0
    below = first + rows * high
    height = below + 232
    placed = {large: _large_box(below, side_bets)}
    for at, box in enumerate(small):
        row, column = divmod(at, a_row)
        in_row = min(a_row, len(small) - row * a_row)
        placed[box] = _small_box(NARROW * (column + 0.5) / in_row, first + row * high, side_bets, NARROW / in_row)
    return Places(
        narrow=True,
        width=NARROW,
        height=height,
        edge=f"M0 0H{NARROW}V{height - 70}Q{NARROW / 2} {height + 62} 0 {height - 70}Z",
        cloth=f"M7 7H{NARROW - 7}V{height - 76}Q{NARROW / 2} {height + 46} 7 {height - 76}Z",
        dealer=Spot(x=NARROW / 2, y=72, scale=0.84),
        dealer_spread=150,
        sign=Spot(x=14, y=14, scale=0.62),
        shoe=Spot(x=290, y=16, scale=0.58),
        rack=Spot(x=346, y=74, scale=0.42),
        arcs=(_sag(133), _sag(147), _sag(159)),
        insurance_band="",
        boxes=tuple(placed[box] for box in range(1, boxes + 1)),
    )


def _sag(y: float) -> str:
    return f"M10 {y - 6}Q{NARROW / 2} {y + 10} {NARROW - 10} {y - 6}"


def _large_box(top: float, side_bets: int) -> BoxPlace:
    x, y = NARROW / 2, top + 156
    across = [-74.0, 74.0, -124.0, 124.0, -74.0, 74.0]
    return BoxPlace(
        box=Spot(x=x, y=y),
        radius=33,
        hands=Spot(x=x, y=top + 60, scale=0.92),
        spread=300,
        insurance=Spot(x=x + 164, y=y - 34, scale=0.8),
        side_bets=tuple(Spot(x=x + across[at % 6], y=y + (0 if at < 4 else 46)) for at in range(side_bets)),
        side_radius=24,
        name=Spot(x=x, y=y + 52),
        result=Spot(x=x + 70, y=y + 46),
    )


def _small_box(x: float, top: float, side_bets: int, wide: float) -> BoxPlace:
    y = top + 66
    return BoxPlace(
        box=Spot(x=x, y=y, scale=0.62),
        radius=17,
        hands=Spot(x=x, y=top + 25, scale=0.43),
        spread=min(wide - 8, 82),
        insurance=Spot(x=x - 36, y=y - 6, scale=0.5),
        side_bets=tuple(Spot(x=x + 28, y=y + 10 - 16 * at, scale=0.5) for at in range(side_bets)),
        side_radius=7,
        name=Spot(x=x, y=y + 30, scale=0.8),
        result=Spot(x=x + 32, y=y - 16, scale=0.64),
    )


def large_box(boxes: Sequence[int], mine: Sequence[int], turn: int | None) -> int:
    """The box that a narrow table enlarges: the viewer's if it is on turn, else the viewer's, else the one on turn.

    >>> large_box(range(1, 8), [2, 5], 5), large_box(range(1, 8), [2, 5], 3), large_box(range(1, 8), [], 3)
    (5, 2, 3)
    """
    if mine:
        return turn if turn is not None and turn in mine else mine[0]
    return turn if turn is not None else boxes[len(boxes) // 2]
