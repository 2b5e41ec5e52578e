"""How the answer about luck and skill is presented: games until the better bot leads, and whether sessions agree."""

from __future__ import annotations

from analyses.answers.luck import LuckAnswer, PairRow, SessionRow
from analyses.figures import census as figures
from analyses.luck import MARGIN
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text.numbers import amount, known, p_words, percent
from reports.text.rollouts import listed
from reports.text.stake import length
from tongits_sim.run.answers import Estimate

_SKEWED = 100
"""Session length below which skewed payouts make the normal formula err by some per cent."""
_AGREE = {"agrees": "yes", "disagrees": "no", "cannot tell": "too few", None: "–"}


def headline(answer: LuckAnswer) -> str:
    """The pair whose difference shows first."""
    if not answer.certain:
        return (
            f"Inconclusive: none of {listed(list(dict.fromkeys(answer.table)))} is certainly better than another, so "
            "the number of games until the better one leads is not known."
        )
    first = answer.certain[0]
    text = f"To lead {first.b} {_chance(answer)}, {first.a} needs {first.games_to_lead:,} games"
    return f"{text} ({_limits(first)}{_lasts(answer, first)}).{_refuted(first)}"


def _lasts(answer: LuckAnswer, cell: PairRow) -> str:
    """`; 57 min at 8 s a turn`; empty where no pace is known."""
    lasts = length(cell.games_to_lead or 0, answer.turns)
    return f"; {lasts}" if lasts else ""


def advice(answer: LuckAnswer) -> list[Advice]:
    """How many games the better bot needs to lead."""
    asks = "How many games until the better player leads?"
    if not answer.certain:
        return [Advice(asks, headline(answer))]
    parts = [f"{cell.games_to_lead:,} games for {cell.a} over {cell.b}" for cell in answer.certain]
    limits = [_limits(cell).replace("95 % interval ", "") for cell in answer.certain]
    text = f"To lead {_chance(answer)} takes {listed(parts)}."
    doubts = "".join(_refuted(cell) for cell in answer.certain)
    sure = f"95 % intervals, in this order: {'; '.join(limits)}.{doubts} {_evening(answer)}"
    return [Advice(asks, text, sure.strip())]


def _refuted(cell: PairRow) -> str:
    """A warning next to the number of games if sessions contradict it; otherwise empty."""
    if cell.agreement != "disagrees" or cell.session_games is None:
        return ""
    return (
        f" Sessions contradict that number: after {cell.session_games:,} games {cell.a} led {cell.b} in "
        f"{percent(cell.lead.mean, 1)} of them."
    )


def sentences(answer: LuckAnswer) -> list[str]:
    """The other pairs, whether sessions agree, short sessions, assumptions."""
    parts = [
        f"{cell.a} against {cell.b}: {cell.games_to_lead:,} games ({_limits(cell)}{_lasts(answer, cell)})."
        for cell in answer.certain[1:]
    ]
    parts += [
        f"Whether {cell.a} is better than {cell.b} is inconclusive; it takes more games to tell."
        for cell in answer.cells
        if cell.verdict != "better"
    ]
    parts += [_agreement(cell) for cell in answer.certain]
    parts += [_evening(answer), _table(answer)]
    return [text for text in parts if text]


def _chance(answer: LuckAnswer) -> str:
    return f"with {100 * answer.probability:.0f} % probability"


def _limits(cell: PairRow) -> str:
    low, high = cell.games_to_lead_ci95
    return f"95 % interval {low:,} to {high:,}" if high is not None else f"at least {low:,}"


def _agreement(cell: PairRow) -> str:
    if cell.sessions is None or cell.session_games is None:
        return f"No sessions of that length were played for {cell.a} against {cell.b}: they would take too many games."
    limits = " to ".join(percent(limit, 1) for limit in cell.lead.ci95 or ())
    text = (
        f"In {cell.sessions:,} sessions of {cell.session_games:,} games, played with another seed, {cell.a} was "
        f"ahead of {cell.b} in {percent(cell.lead.mean, 1)} (95 % interval {limits})"
    )
    if cell.formula is None:
        return f"{text}."
    claim = f"{percent(cell.formula.mean, 1)} that the formula gives"
    if cell.agreement == "agrees":
        return f"{text}: within {100 * MARGIN:.0f} percentage points of the {claim}."
    if cell.agreement == "disagrees":
        return f"{text}: not the {claim}{_why(cell)}."
    return f"{text}: too few sessions to confirm or refute the {claim}."


def _why(cell: PairRow) -> str:
    """A possible reason why sessions contradict the formula."""
    claim, led = (cell.formula or Estimate(None)).ci95, cell.lead.ci95
    half = (cell.level or 0.0) / 2
    if claim is not None and led is not None and claim[0] <= led[1] + half and led[0] + half <= claim[1]:
        low, high = (percent(limit, 1) for limit in claim)
        return f", whose edge is known only roughly: over its interval the formula gives {low} to {high}"
    if cell.session_games is not None and cell.session_games < _SKEWED:
        return ", which is inaccurate for so few games because payouts are skewed"
    return ""


def _evening(answer: LuckAnswer) -> str:
    """How often short sessions show the better bot, for the pair with the clearest edge."""
    best = answer.clearest
    rows = {row.games: row for row in answer.sessions if (row.a, row.b) == (best.a, best.b)}
    shares = [f"{percent(rows[games].lead.mean)} of sessions of {games} games" for games in (10, 100) if games in rows]
    return f"{best.a} leads {best.b} in {' and in '.join(shares)}." if shares else ""


def _table(answer: LuckAnswer) -> str:
    return (
        f"At the table: {', '.join(answer.table)}. Dealer, jackpot and streak carry over within a match of "
        f"{answer.match_games:,} games; then the pot is shared out and the players change seats. The edge is estimated "
        f"from {answer.matches:,} matches, each played in every seating."
    )


def tables(answer: LuckAnswer) -> list[Table]:
    """The pairs, the sessions, which bot finishes first."""
    return [table for table in (_pairs(answer), _sessions(answer), _first(answer)) if table.rows]


def _pairs(answer: LuckAnswer) -> Table:
    rows = []
    for cell in answer.cells:
        games = "never" if cell.games_to_lead is None else f"{cell.games_to_lead:,}"
        low, high = cell.games_to_lead_ci95
        limits = f"{low:,} to {high:,}" if high is not None else f"{low:,} or more" if low is not None else "–"
        word = "better" if cell.verdict == "better" else "inconclusive"
        cells = [known(cell.edge.mean, cell.edge.ci95), amount(cell.sd, 1, sign=False), games, limits]
        rows.append([cell.a, word, cell.b, *cells, p_words(cell.p_holm)])
    headings = ["Player", "is", "than", "Edge", "SD", "Games", "95 %", "p (Holm)"]
    note = (
        "Edge: difference in units a game, same deals, all seatings, ± half a 95 % interval. SD: standard deviation "
        f"per game of that difference. Games: until the better one leads {_chance(answer)}."
    )
    return Table("pairs", "Games until the better bot leads", headings, rows, text=3, note=note)


def _sessions(answer: LuckAnswer) -> Table:
    headings = ["Pair", "Games", "Leads, %", "Level, %", "Formula, %", "Agree"]
    note = (
        "Sessions were played with a different seed from the one that estimates the edge. The formula is a normal "
        "approximation and splits level sessions evenly. Agree: yes if the 95 % interval of the share led (level "
        f"sessions split) lies within {100 * MARGIN:.0f} percentage points of the formula; no if it excludes the "
        "formula and reaches further; too few if the sessions cannot tell. Intervals hold one row at a time."
    )
    rows = [_session_row(row) for row in answer.sessions]
    return Table("sessions", "How often the better bot finishes ahead", headings, rows, note=note)


def _session_row(row: SessionRow) -> list[str]:
    limits = " to ".join(f"{100 * limit:.1f}" for limit in row.lead.ci95 or ())
    shares = [f"{100 * (row.lead.mean or 0):.1f} ({limits})", f"{100 * row.level:.1f}"]
    claim = f"{100 * (row.formula.mean or 0):.1f}"
    return [f"{row.a} over {row.b}", f"{row.games:,}", *shares, claim, _AGREE[row.agreement]]


def _first(answer: LuckAnswer) -> Table:
    lengths = list(dict.fromkeys(row.games for row in answer.first))
    players = list(dict.fromkeys(row.player for row in answer.first))
    rows = []
    for player in players:
        mine = {row.games: row.first for row in answer.first if row.player == player}
        shares = [mine[games] for games in lengths]
        rows.append(
            [player, *(f"{100 * (each.mean or 0):.1f} ± {100 * (each.half_width or 0):.1f}" for each in shares)]
        )
    note = "Per cent of sessions in which the bot alone finishes first; ± is half a 95 % interval."
    headings = ["Player", *(f"{games:,} games" for games in lengths)]
    return Table("first", "First of three", headings, rows, note=note)


def findings(answer: LuckAnswer) -> list[Finding]:
    """The share of sessions led, by length."""
    points, curves = figures.leads(answer), figures.lead_curves(answer)
    best = answer.clearest
    mine = [point for point in points if point.pair == f"{best.a} over {best.b}"]
    shares = ", ".join(f"{100 * point.share:.0f} % after {point.games:,}" for point in mine)
    text = f"{best.a} leads {best.b} in {shares} games. Points: sessions played; curves: formula; line: 95 %."
    return [Finding("leads", "How often the better bot leads", text, lambda: figures.draw_leads(points, curves))]
