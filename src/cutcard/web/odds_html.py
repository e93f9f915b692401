"""The text of the odds page: figures in words, strategy charts, side bets and differences as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from cutcard.money import dollars
from cutcard.odds import Solution
from cutcard.odds.side_bets import SideBetOdds
from cutcard.reports.odds_report import Edges, SideBets
from cutcard.reports.poster import CODES, Poster, PosterCell, Section
from cutcard.reports.sheet import percent
from cutcard.rulebooks import Rules
from cutcard.rulebooks.compare import differences
from cutcard.service.odds_question import Question
from cutcard.web.odds_figures import side_bet_name
from cutcard.web.old_frame import clause_html, table_html
from cutcard.web.rulebook_html import differences_html

HINT = (
    "A small second letter is what to do where the first is not allowed. Point at a cell, or walk through a table with "
    "the arrow keys, to see what each choice is worth."
)
DEPARTURES_SHOWN = 40
HUNDRED = 10_000  # cents
NOT_ODDS = ("settles.", "idle.", "box.", "limits.", "options.")  # differences without effect on the edge

Cells = dict[tuple[str, str, str], str]  # a cell's letters by section, row and dealer's card


# --------------------------------------------------------------------------------------------------------------- edge


def edge_html(question: Question, solution: Solution, level: int = 2) -> str:
    """The edge in large figures, and as money in a sentence."""
    kept = round(HUNDRED * solution.house_edge)
    whose = "the house keeps" if kept >= 0 else "the player gains"
    exact = f"to within {100 * solution.error_bound:.1g} %" if solution.error_bound else "exact"
    facts = (
        ("House edge", percent(solution.house_edge)),
        ("Player's expectation", percent(solution.ev)),
        ("Standard deviation of a round", f"{solution.sd:.4f}"),
    )
    listed = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
    options = f" · {escape(', '.join(question.options))}" if question.options else ""
    return (
        f"<h{level}>{escape(question.rules.title)}</h{level}>"
        f'<p class="cc-muted">{escape(question.book)} · {question.size} decks{options}</p>'
        f'<dl class="cc-facts" data-edge="{solution.house_edge!r}">{listed}</dl>'
        f"<p>Of each $100 first wagered, {whose} ${dollars(abs(kept))} on average, if every hand is played best. "
        f'<span class="cc-muted">The edge is {exact}, from a full shoe.</span></p>'
    )


def notes_html(solution: Solution) -> str:
    """How the figures were computed."""
    items = "".join(f"<li>{escape(note)}</li>" for note in solution.notes)
    return (
        f'<details class="cc-more"><summary>How this was worked out</summary><ul class="cc-list">{items}</ul></details>'
    )


def insurance_html(solution: Solution) -> str:
    """What insurance and even money are worth, in a sentence each."""
    said = [
        f"Insurance against {_card(each.up)} pays {each.pays.replace(':', ' to ')} and costs "
        f"{percent(-each.ev, 2)} of what is insured"
        for each in solution.insurance
    ]
    if solution.even_money is not None:
        take, wait = solution.even_money.take, solution.even_money.wait
        better = "waiting" if wait > take else "taking it"
        said.append(f"even money on a natural is worth {take:+.4f}, waiting {wait:+.4f}: {better} is better")
    said_all = "; ".join(said).replace("-", "−")
    return f'<p class="cc-small cc-muted">{escape(said_all)}.</p>' if said else ""


def _card(up: str) -> str:
    return {"A": "an ace", "T": "a ten"}.get(up, up)


# --------------------------------------------------------------------------------------------------------------- chart


def cells_of(poster: Poster) -> Cells:
    """A poster's letters by place, to compare two posters."""
    return {
        (section.name, row.name, up): cell.code
        for section in poster.sections
        for row in section.rows
        for up, cell in zip(poster.columns, row.cells, strict=True)
    }


def poster_html(poster: Poster, other: Cells | None = None) -> str:
    """A strategy chart: tables of letters for hard totals, soft totals and pairs, a legend, and the exceptions."""
    differ = sum(code != other.get(at, code) for at, code in cells_of(poster).items()) if other is not None else 0
    keys = "".join(
        f'<li><span class="cc-play cc-play-{name}" >{code}</span>{name}</li>' for code, name, _ in poster.legend
    )
    cells = "1 cell differs from the other chart; it is" if differ == 1 else f"{differ} cells differ; they are"
    ringed = f"<p class='cc-small'>{cells} ringed.</p>" if differ else ""
    sections = "".join(_section_html(poster, section, other or {}) for section in poster.sections)
    return (
        f'<ul class="cc-legend">{keys}</ul>'
        f'{ringed}<div class="cc-charts">{sections}</div><p class="cc-says" aria-live="polite">{HINT}</p>'
        f"{_departures(poster)}"
    )


def _section_html(poster: Poster, section: Section, other: Cells) -> str:
    head = "".join(f'<th scope="col">{up}</th>' for up in poster.columns)
    rows = []
    for row in section.rows:
        cells = "".join(
            _cell_html(cell, other.get((section.name, row.name, up), cell.code) != cell.code)
            for up, cell in zip(poster.columns, row.cells, strict=True)
        )
        rows.append(f'<tr><th scope="row">{row.name}</th>{cells}</tr>')
    corner = '<td><span class="cc-hidden">hand</span></td>'
    return (
        f'<table class="cc-chart" data-grid><caption>{section.name} <span class="cc-muted">against the dealer\'s</span>'
        f"</caption><thead><tr>{corner}{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _cell_html(cell: PosterCell, differs: bool) -> str:
    if not cell.code:
        return '<td class="cc-play cc-play-none">·</td>'
    names = {code: name for name, code in CODES.items()}
    otherwise = f", or {names[cell.code[1].upper()]}" if len(cell.code) > 1 else ""
    ring = " cc-differs" if differs else ""
    letters = f"{cell.code[0]}<small>{cell.code[1:]}</small>" if len(cell.code) > 1 else cell.code
    return (
        f'<td class="cc-play cc-play-{cell.action}{ring}" data-says="{escape(cell.says)}">'
        f'<span aria-hidden="true">{letters}</span><span class="cc-hidden">{cell.action}{otherwise}</span></td>'
    )


def _departures(poster: Poster) -> str:
    if not poster.departures:
        return ""
    shown = "".join(f"<li>{escape(each)}</li>" for each in poster.departures[:DEPARTURES_SHOWN])
    rest = len(poster.departures) - DEPARTURES_SHOWN
    more = f"<li>and {rest} more that matter less</li>" if rest > 0 else ""
    return (
        f'<details class="cc-more"><summary>Hands better played otherwise ({len(poster.departures)})</summary>'
        f'<ul class="cc-list">{shown}{more}</ul></details>'
    )


# ----------------------------------------------------------------------------------------------------------- side bets


def edges_html(rules: Rules, lines: Sequence[Edges]) -> str:
    """Edges of the side bets by number of decks as a table."""
    sizes = sorted({decks for line in lines for decks in line.edges})
    rows = [
        (escape(side_bet_name(rules, line)), *(percent(line.edges[d], 3) if d in line.edges else "–" for d in sizes))
        for line in lines
    ]
    columns = ("Side bet", *(f"{decks} decks" for decks in sizes))
    caption = f"House edge of side bets, {rules.title}"
    return table_html(columns, rows, caption=caption, numbers=range(1, len(columns)))


def side_bets_html(question: Question, bets: SideBets) -> str:
    """What each side bet pays, with the probabilities, folded away."""
    return (
        f'<div class="cc-folds">{"".join(_side_bet(question, list(tables.values())) for tables in bets.values())}</div>'
    )


def _side_bet(question: Question, tables: list[tuple[SideBetOdds, ...]]) -> str:
    """A side bet with all its pay tables."""
    found = sorted(plays[0].house_edge for plays in tables)
    edge = percent(found[0], 3) if len(tables) == 1 else f"{percent(found[0], 3)} to {percent(found[-1], 3)}"
    several = f"{len(tables)} pay tables, " if len(tables) > 1 else ""
    return (
        f'<details class="cc-more"><summary><span>{escape(tables[0][0].title)} <span class="cc-muted cc-small">'
        f"{several}{edge}, {question.size} decks</span></span></summary>"
        f"{''.join(_pay_table(question, *plays) for plays in tables)}</details>"
    )


def _pay_table(question: Question, odds: SideBetOdds, *others: SideBetOdds) -> str:
    rows = [
        (
            escape(outcome.name.replace("_", " ")),
            escape(outcome.odds or "–"),
            f"{outcome.p:.7f}",
            clause_html(question.book, outcome.clause),
        )
        for outcome in odds.outcomes
    ]
    said = [f"calculated for this play: {odds.says}"] if odds.says else []
    said += [f"the edge is {percent(other.house_edge, 3)} with the play: {other.says}" for other in others]
    notes = "".join(f"<li>{escape(each)}</li>" for each in (*said, *odds.notes))
    name = f"{odds.title}, pay table {odds.table}: {percent(odds.house_edge, 3)}" if odds.table else odds.title
    table = table_html(("Outcome", "Pays", "Chance", "Clause"), rows, caption=name, numbers=(2,))
    return f'<div class="cc-pays">{table}<ul class="cc-list">{notes}</ul></div>'


# ---------------------------------------------------------------------------------------------------------- comparison


def difference_html(one: Question, other: Question, ours: Solution, theirs: Solution) -> str:
    """Which of two games is better for the player, and by how much, in a sentence."""
    apart = theirs.ev - ours.ev
    if abs(apart) < 5e-9:
        return "<p>Both are worth the same to the player who plays best.</p>"
    better, worse = (other, one) if apart > 0 else (one, other)
    money = f"${dollars(round(HUNDRED * abs(apart)))}"
    return (
        f"<p><strong>{escape(better.title)}</strong> is better for the player by {percent(abs(apart))} of the first "
        f"wager than {escape(worse.title)}: {money} for each $100.</p>"
    )


def rules_html(ours: Rules, theirs: Rules) -> str:
    """The differences between the rules of two games, with the clauses of both."""
    found = [each for each in differences(ours, theirs) if not each.in_clause_only]
    near = [each for each in found if not each.path.startswith((*NOT_ODDS, "side_bets."))]
    if not near:
        return "<p>The rules of play say the same in both.</p>"
    return differences_html(ours, theirs, near, "Rules of play that differ")
