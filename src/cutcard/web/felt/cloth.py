"""The table itself: edge and cloth, what is printed on it, the sign, the shoe and the discard rack."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from cutcard.rulebooks.schema import Rules
from cutcard.table.view import ShoeView, TableView
from cutcard.web.felt import labels
from cutcard.web.felt.places import Places
from cutcard.web.felt.svg import Part, element, moved, number, text

SIGN_WIDE = 214.0
LONGEST = 30  # letters of an inscription that fit along the arc at full size
INSIDE = 124.0  # of the shoe, from its back to where cards are dealt
TALLEST = 118.0  # of the sign, before it is drawn smaller
SHADES = (
    '<defs><radialGradient id="cloth" cx="50%" cy="18%" r="80%"><stop offset="0" stop-color="#22805a"/>'
    '<stop offset="0.55" stop-color="#14603f"/><stop offset="1" stop-color="#0b4430"/></radialGradient>'
    '<linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7a5030"/>'
    '<stop offset="0.5" stop-color="#5b3a22"/><stop offset="1" stop-color="#3f2614"/></linearGradient></defs>'
)


def cloth(table: TableView, rules: Rules, places: Places) -> Iterator[tuple[str, Part]]:
    """The parts that seldom change, lowest first."""
    edge, ground = element("path", d=places.edge, class_="ct-edge"), element("path", d=places.cloth, class_="ct-cloth")
    yield "ground", Part("cloth", SHADES + edge + ground)
    yield "printed", Part("cloth", _printed(table, rules, places))
    yield "sign", Part("cloth", _sign(table, places))
    yield "rack", Part("cloth", _rack(table.shoe, places))
    yield "shoe", Part("cloth", _shoe(table.shoe, places))


def _printed(table: TableView, rules: Rules, places: Places) -> str:
    band = ""
    if places.insurance_band:
        first, second = places.insurance_band.split("M")[1:]
        band = "".join(element("path", d=f"M{line}", class_="ct-band") for line in (first, second))
    styles = ("ct-pays", "ct-dealt", "ct-insurance")
    lines = zip(labels.arcs(table, rules), places.arcs, styles, strict=True)
    return band + "".join(_along(words, path, f"arc-{at}", style) for at, (words, path, style) in enumerate(lines))


def _along(words: str, path: str, name: str, style: str) -> str:
    """Words along a curve; many letters are set smaller."""
    longest = LONGEST if style == "ct-pays" else 2 * LONGEST - 6
    size = f"font-size:calc(var(--arc-size) * {min(1.0, longest / len(words)):.2f})"
    run = element("textPath", escape(words), href=f"#{name}", startOffset="50%")
    return element("defs", element("path", id=name, d=path)) + element("text", run, class_=style, style=size)


def _sign(table: TableView, places: Places) -> str:
    lines = list(labels.limits(table))
    high = 40 + 19 * len(lines)
    limits = f"{table.title}, {', '.join(lines)}"
    drawn = [
        element("rect", width=SIGN_WIDE, height=high, rx=8, class_="ct-sign"),
        text(table.title.upper(), x=SIGN_WIDE / 2, y=25, class_="ct-sign-title", **_fit(table.title, 15)),
    ]
    for at, line in enumerate(lines):
        style = "ct-sign-line" + (" ct-quiet" if at == len(lines) - 1 else "")
        drawn.append(text(line, x=SIGN_WIDE / 2, y=46 + 19 * at, class_=style, **_fit(line, 28)))
    spot = places.sign
    place = moved(spot.x, spot.y, scale=spot.scale * min(1.0, TALLEST / high))
    return element("g", *drawn, transform=place, role="img", aria_label=f"Sign: {limits}")


def _fit(words: str, letters: int) -> dict[str, str | float | None]:
    """Keep a long line within the sign."""
    if len(words) <= letters:
        return {}
    return {"textLength": SIGN_WIDE - 18, "lengthAdjust": "spacingAndGlyphs"}


def _shoe(shoe: ShoeView, places: Places) -> str:
    """The rest of the shoe, dealt from its right end, with the cutting card in its place; and the shoe's seal."""
    left = INSIDE * shoe.left / shoe.cards if shoe.cards else 0.0
    drawn = [
        element("path", d="M0 0H142Q150 0 150 8V62Q150 74 138 74H12Q0 74 0 62Z", class_="ct-shoe"),
        element("rect", x=10, y=10, width=INSIDE + 6, height=54, rx=5, class_="ct-shoe-inside"),
    ]
    if left:
        drawn.append(element("rect", x=13, y=12, width=max(left, 3), height=50, rx=3, class_="ct-stock"))
        edges = "".join(f"M{number(17 + at * 5)} 13V61" for at in range(int(max(left - 2, 0) // 5)))
        drawn.append(element("path", d=edges, class_="ct-stock-lines"))
    lies = ""
    if shoe.behind is not None and shoe.cards:
        at = 13 + INSIDE * min(shoe.behind, shoe.left) / shoe.cards
        drawn.append(element("rect", x=at - 2.25, y=6, width=4.5, height=61, rx=1, class_="ct-cutting"))
        lies = f", the cutting card {shoe.left - shoe.behind} cards on"
    first, second = _shoe_words(shoe, places.narrow)
    drawn.append(text(first, x=75, y=94, class_="ct-shoe-words"))
    if not places.narrow:
        drawn.append(text(second, x=75, y=111, class_="ct-shoe-words ct-quiet"))
    label = f"Shoe {shoe.number}: {shoe.left} of {shoe.cards} cards left{lies}; {second}"
    return element(
        "g",
        element("title", f"{label}; commitment {shoe.commitment or 'none'}"),
        *drawn,
        transform=moved(places.shoe.x, places.shoe.y, scale=places.shoe.scale),
        role="img",
        aria_label=label,
        data_shoe="",
    )


def _shoe_words(shoe: ShoeView, narrow: bool) -> tuple[str, str]:
    """How many cards are left, and below that what to know about the shoe."""
    if not shoe.number:
        return "no shoe yet", "no cards are in it"
    count = f"{shoe.left} cards" if narrow else f"{shoe.left} of {shoe.cards} cards"
    if shoe.due:
        return ("shuffle comes" if narrow else count), "shuffle before the next round"
    if shoe.commitment:
        return count, f"shoe {shoe.number} · {shoe.commitment[:8]}… committed"
    return count, f"shoe {shoe.number}"


def _rack(shoe: ShoeView, places: Places) -> str:
    """The discard rack, filled in proportion to its cards, burned ones included."""
    cards = shoe.discards + shoe.burned
    high = 58 * cards / shoe.cards if shoe.cards else 0.0
    drawn = [element("path", d="M0 0V72Q0 76 4 76H60Q64 76 64 72V0", class_="ct-rack")]
    if high:
        drawn.append(element("rect", x=5, y=71 - high, width=54, height=max(high, 2.5), rx=2, class_="ct-stock"))
    drawn.append(
        text(
            f"{cards} out" if places.narrow else f"{cards} discard{'s' * (cards != 1)}",
            x=32,
            y=94,
            class_="ct-shoe-words ct-rack-words",
        )
    )
    return element(
        "g",
        *drawn,
        transform=moved(places.rack.x, places.rack.y, scale=places.rack.scale),
        role="img",
        aria_label=f"Discard rack: {cards} cards",
        data_rack="",
    )
