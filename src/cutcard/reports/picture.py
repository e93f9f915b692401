"""A strategy chart as a PNG, drawn without a browser."""

from __future__ import annotations

from io import BytesIO

from cutcard.reports.poster import Poster

CELL_W, CELL_H, LABEL_W, MARGIN, GAP = 44, 26, 96, 28, 34
TITLE_H, SECTION_H, LEGEND_H = 64, 26, 40
INK, PALE, PAPER = "#1c2733", "#52606d", "#ffffff"
SCALE = 2  # pixels for each unit above, so that letters stay sharp


def png_of(poster: Poster) -> bytes:
    """Draw the poster's sections under each other, with the legend below."""
    from PIL import Image, ImageDraw, ImageFont  # only pictures need it

    columns = len(poster.columns)
    width = 2 * MARGIN + LABEL_W + columns * CELL_W
    height = TITLE_H + LEGEND_H + MARGIN
    height += sum(SECTION_H + CELL_H * (len(section.rows) + 1) + GAP for section in poster.sections)
    image = Image.new("RGB", (width * SCALE, height * SCALE), PAPER)
    draw = ImageDraw.Draw(image)
    font, bold = ImageFont.load_default(14 * SCALE), ImageFont.load_default(18 * SCALE)

    def text(x: float, y: float, words: str, anchor: str = "mm", fill: str = INK, large: bool = False) -> None:
        draw.text((x * SCALE, y * SCALE), words, fill=fill, font=bold if large else font, anchor=anchor)

    def box(x: float, y: float, colour: str, w: float = CELL_W, h: float = CELL_H) -> None:
        corners = [x * SCALE + 1, y * SCALE + 1, (x + w) * SCALE - 1, (y + h) * SCALE - 1]
        draw.rectangle(corners, fill=colour)

    text(MARGIN, 24, poster.title, "lm", large=True)
    text(MARGIN, 46, poster.lead, "lm", PALE)
    y = TITLE_H
    for section in poster.sections:
        text(MARGIN, y + SECTION_H / 2, section.name, "lm")
        for at, name in enumerate(poster.columns):
            text(MARGIN + LABEL_W + (at + 0.5) * CELL_W, y + SECTION_H + CELL_H / 2, name, fill=PALE)
        y += SECTION_H + CELL_H
        for row in section.rows:
            text(MARGIN + LABEL_W - 12, y + CELL_H / 2, row.name, "rm", PALE)
            for at, cell in enumerate(row.cells):
                x = MARGIN + LABEL_W + at * CELL_W
                box(x, y, cell.colour)
                text(x + CELL_W / 2, y + CELL_H / 2, cell.code)
            y += CELL_H
        y += GAP
    at_x: float = MARGIN
    for code, says, colour in poster.legend:
        box(at_x, y, colour, 30, 22)
        text(at_x + 15, y + 11, code)
        text(at_x + 36, y + 11, says, "lm", PALE)
        at_x += 46 + draw.textlength(says, font=font) / SCALE
    made = BytesIO()
    image.save(made, format="PNG")
    return made.getvalue()
