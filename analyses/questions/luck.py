"""Luck or skill: after how many games does the better bot lead?

Two independent parts. Duplicate matches - the same cards in every seating - give the edge of one bot over another and
the standard deviation per game; a formula turns these into a number of games. Then sessions of that length are played
with another seed to test the formula: does the better bot lead as often as it says?

A session consists of matches: dealer, jackpot and streak carry over within one, and the players change seats after it.
The order of the players matters, so sessions in fixed seats would measure the seats as well.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from analyses.answers.question import QuestionAnswer
from analyses.answers.shared import Verdict
from analyses.figures.comparison import INKS, blank, legend_above, name, series
from analyses.question import Inquiry, OnPage, Option, Question, QuestionError
from analyses.words.parts import Advice, Finding, Table
from analyses.words.rollout_words import listed
from analyses.words.stake import length
from tongits_sim.run.answers import UNKNOWN, Answer, Estimate
from tongits_sim.run.numbers import amount, known, p_words, percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tongits_sim.designs.census.estimates import CensusEstimates
    from tongits_sim.designs.census.job import CensusJob
    from tongits_sim.run.answers import Limits
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player


# --- the answer ---

Agreement = Literal["agrees", "disagrees", "cannot tell"]
"""The verdict of sessions on the formula's probability: within the margin, another, or too few to tell."""


@dataclass(frozen=True)
class PairRow(Answer):
    """A pair of bots, the better one first.

    Attributes:
        a, b: labels.
        edge: earnings of `a` less those of `b`, units a game.
        sd: standard deviation a game of the difference of the two, units.
        games_to_lead: games after which `a` leads with the answer's probability; None where no number is enough.
        games_to_lead_ci95: the same at the limits of the edge.
        p_holm: of no edge, corrected for the pairs; None if too little was played.
        verdict: whether `a` is certainly better.
        sessions: number of sessions of about that length; None, as all fields below, where none were played.
        session_games: their length, whole matches.
        lead: share in which `a` was ahead.
        level: share in which neither was.
        formula: the probability that the formula gives, with its values at the limits of the edge.
        difference: share led, a level session counting half, less the formula's probability.
        agreement: the verdict of the sessions on the formula's probability.
        agrees: the same as true and false; None: cannot tell.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"formula", "difference", "agreement"})

    a: str
    b: str
    edge: Estimate
    sd: float
    games_to_lead: int | None
    games_to_lead_ci95: tuple[int | None, int | None]
    p_holm: float | None
    verdict: Verdict
    sessions: int | None = None
    session_games: int | None = None
    lead: Estimate = UNKNOWN
    level: float | None = None
    formula: Estimate | None = None
    difference: Estimate | None = None
    agreement: Agreement | None = None
    agrees: bool | None = None


@dataclass(frozen=True)
class SessionRow(Answer):
    """Sessions of one length, for one pair; attributes as in `PairRow`.

    Attributes:
        a, b: the pair, the better one first.
        games: length of a session.
        sessions: how many were played.
        lead, level, formula, difference, agreement, agrees: as in `PairRow`.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"difference", "agreement"})

    a: str
    b: str
    games: int
    sessions: int
    lead: Estimate
    level: float
    formula: Estimate
    difference: Estimate | None = None
    agreement: Agreement | None = None
    agrees: bool | None = None


@dataclass(frozen=True)
class FirstRow(Answer):
    """How often one of three bots alone has most.

    Attributes:
        games: length of a session.
        player: label.
        first: share of sessions.
    """

    games: int
    player: str
    first: Estimate


@dataclass(frozen=True, kw_only=True)
class LuckAnswer(QuestionAnswer):
    """The answer about luck and skill.

    Attributes:
        probability: of leading that `games_to_lead` is for.
        table: labels of the players by slot.
        match_games: games of a match, after which the players change seats.
        matches: matches that give the edge, each in every seating.
        games_played: games in all.
        other_seed: of the sessions.
        cells: the pairs.
        sessions: by pair and length.
        first: by length and bot; empty where two bots are the same.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
        turns: of a game, all players together; None in older answers.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"turns"})

    probability: float
    table: tuple[str, ...]
    match_games: int
    matches: int
    games_played: int
    other_seed: int
    cells: tuple[PairRow, ...]
    sessions: tuple[SessionRow, ...]
    first: tuple[FirstRow, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0
    turns: float | None = None

    @property
    def certain(self) -> tuple[PairRow, ...]:
        """Pairs with a bot that is certainly better, sorted by games to lead."""
        sure = [cell for cell in self.cells if cell.verdict == "better" and cell.games_to_lead]
        return tuple(sorted(sure, key=lambda cell: cell.games_to_lead or 0))

    @property
    def clearest(self) -> PairRow:
        """The pair with the largest edge beside its swing."""
        return max(self.cells, key=lambda cell: (cell.edge.mean or 0) / cell.sd if cell.sd else 0)


# --- the games ---

LENGTHS = (10, 50, 100, 1000)
"""Session lengths that every answer plays."""
PROBABILITY = 0.95
MARGIN = 0.02
"""Maximum error at which the formula's probability counts as right."""
_FEWEST_SESSIONS = 200


@dataclass(frozen=True)
class Pair:
    """Two bots, the better one first: their row so far, and a slot of each."""

    row: PairRow
    slots: tuple[int, int]


def ask(inquiry: Inquiry) -> LuckAnswer:
    """Play duplicate matches and sessions, and compare."""
    from tongits_sim.any_game.jobs import check_seed
    from tongits_sim.designs.census.estimates import CensusEstimates

    seated = table_of(inquiry.players)
    other_seed = check_seed(inquiry.seed, "luck")
    length, sessions = int(inquiry.options["match_games"]), int(inquiry.options["sessions"])
    work = _census(inquiry, seated, inquiry.games, inquiry.seed, duplicate=True)
    run = inquiry.how.run(work, "edge")
    elapsed, counted = run.elapsed, CensusEstimates(work, run.totals)
    pairs = _better_first(counted)
    marks = tuple(dict.fromkeys(-(-games // length) * length for games in LENGTHS))
    short = _census(inquiry, seated, sessions * max(marks), other_seed, marks=marks)
    run = inquiry.how.run(short, "sessions")
    elapsed += run.elapsed
    standard = CensusEstimates(short, run.totals)
    rows = {
        (number, games): _session(pair, standard, place)
        for number, pair in enumerate(pairs)
        for place, games in enumerate(marks)
    }
    played, cells = [work.games, short.games], []
    for number, pair in enumerate(pairs):
        long = _long(inquiry, seated, pair.row, other_seed)
        if long is None:
            cells.append(pair.row)
            continue
        run = inquiry.how.run(long, f"lead-{number + 1}")
        elapsed += run.elapsed
        played.append(long.games)
        row = _session(pair, CensusEstimates(long, run.totals), 0)
        rows[number, row.games] = row
        cells.append(_with_sessions(pair.row, row))
    return LuckAnswer(
        **inquiry.head(LUCK),
        probability=PROBABILITY,
        table=tuple(player.label for player in seated),
        match_games=work.match_games,
        matches=counted.n,
        games_played=sum(played),
        other_seed=other_seed,
        cells=tuple(cells),
        sessions=tuple(sorted(rows.values(), key=lambda row: (row.a, row.b, row.games))),
        first=_first_rows(standard),
        method=_method(work, len(cells), other_seed),
        workers=run.workers,
        elapsed_s=elapsed,
        turns=float(counted.ratio({"turns": 1}).estimate),
    )


def _with_sessions(cell: PairRow, row: SessionRow) -> PairRow:
    """A pair with the results of the sessions of its own length."""
    return replace(
        cell,
        sessions=row.sessions,
        session_games=row.games,
        lead=row.lead,
        level=row.level,
        formula=row.formula,
        difference=row.difference,
        agreement=row.agreement,
        agrees=row.agrees,
    )


def table_of(players: tuple[Player, ...]) -> tuple[Player, Player, Player]:
    """The players at the table; of two bots the second takes two seats. Raises QuestionError."""
    if len(players) == 2:
        players = (players[0], players[1], players[1])
    if len(players) != 3 or len({player.spec for player in players}) == 1:
        raise QuestionError("analyze luck needs two or three bots that are not all the same")
    a, b, c = players
    return a, b, c


def _census(
    inquiry: Inquiry,
    seated: tuple[Player, Player, Player],
    games: int,
    seed: int,
    duplicate: bool = False,
    marks: tuple[int, ...] = (),
) -> CensusJob:
    """A census; `marks`: lengths of sessions in games, whole matches; the longest is that of a whole session."""
    from tongits_sim.designs.census.job import CensusJob

    length = int(inquiry.options["match_games"])
    return CensusJob(inquiry.rules, seated, games, seed, length, duplicate, marks, max(marks, default=length) // length)


def _better_first(counted: CensusEstimates) -> list[Pair]:
    """For every two bots: the better one, its edge, the swing, and the number of games after which it leads."""
    from tongits_sim.stats import games_to_lead_interval, holm, p_value, verdict

    labels = counted.census.job.labels
    slots: dict[str, list[int]] = {}
    for slot, label in enumerate(labels):
        slots.setdefault(label, []).append(slot)
    edges = []
    for a, b in itertools.combinations(slots, 2):
        edge = _edge(counted, slots[a], slots[b])
        if edge.estimate < 0:
            a, b, edge = b, a, edge.scaled(-1)
        edges.append((a, b, edge))
    adjusted = holm([float(p_value(edge)) for *_, edge in edges])
    pairs = []
    for (a, b, edge), p in zip(edges, adjusted, strict=True):
        one, other = slots[a][0], slots[b][0]
        sd = counted.lead_sd(one, other) / math.sqrt(counted.census.match_games)
        needed = games_to_lead_interval(edge, sd, PROBABILITY)
        row = PairRow(
            a=a,
            b=b,
            edge=Estimate.of(edge),
            sd=sd,
            games_to_lead=_whole(needed.estimate),
            games_to_lead_ci95=(_whole(needed.low), _whole(needed.high)),
            p_holm=float(p) if math.isfinite(p) else None,
            verdict=verdict(float(edge.estimate), float(p)),
        )
        pairs.append(Pair(row, (one, other)))
    return pairs


def _edge(counted: CensusEstimates, ones: list[int], others: list[int]) -> Interval:
    """Payout of one bot less that of another, units a game; a bot that sits there twice counts with its mean."""
    weights = {f"payout_{slot}": len(others) for slot in ones} | {f"payout_{slot}": -len(ones) for slot in others}
    return counted.money(weights, {"games": len(ones) * len(others)})


def _whole(games: float) -> int | None:
    """Games, rounded up; None where no number of games is enough."""
    return math.ceil(games) if math.isfinite(games) else None


def _long(inquiry: Inquiry, seated: tuple[Player, Player, Player], cell: PairRow, seed: int) -> CensusJob | None:
    """Sessions as long as the formula asks for, to the end of a match; None where that would take too many games."""
    from tongits_sim.any_game.jobs import JobError

    needed, budget = cell.games_to_lead, int(inquiry.options["most_games"])
    length = int(inquiry.options["match_games"])
    if needed is None or cell.verdict != "better":
        return None
    games = -(-needed // length) * length
    if games * _FEWEST_SESSIONS > budget:
        return None
    sessions = min(int(inquiry.options["sessions"]), budget // games)
    try:
        return _census(inquiry, seated, sessions * games, seed, marks=(games,))
    except JobError:
        return None


def _session(pair: Pair, counted: CensusEstimates, mark: int) -> SessionRow:
    """How often the better bot led after a number of games, and the probability that the formula gives."""
    from tongits_sim.designs.census.layout import PAIRS
    from tongits_sim.stats import wilson_interval

    cell, (one, other) = pair.row, pair.slots
    number = PAIRS.index((min(one, other), max(one, other)))
    ahead, level, behind = (int(count) for count in counted.totals["leads"][mark, number])
    if one > other:
        ahead, behind = behind, ahead
    sessions, games = ahead + level + behind, counted.census.marks[mark]
    edge = cell.edge.mean or 0.0
    low, high = cell.edge.ci95 or (edge, edge)
    claim = chance(edge, cell.sd, games)
    difference = compared(ahead, level, behind, claim)
    agreement = agreement_of(difference)
    return SessionRow(
        a=cell.a,
        b=cell.b,
        games=games,
        sessions=sessions,
        lead=Estimate.of(wilson_interval(ahead, sessions)),
        level=level / sessions,
        formula=Estimate(claim, (chance(low, cell.sd, games), chance(high, cell.sd, games))),
        difference=difference,
        agreement=agreement,
        agrees=None if agreement == "cannot tell" else agreement == "agrees",
    )


def compared(ahead: int, level: int, behind: int, claim: float) -> Estimate:
    """Share of sessions led minus the claimed probability, with its 95 % interval; the claim is taken as exact.

    The formula splits a level session between the two, so it counts half here; the Wilson interval with the design
    effect allows for the smaller variance of such halves.

    Args:
        ahead, level, behind: numbers of sessions.
        claim: the probability of leading that the formula gives.
    """
    from tongits_sim.stats import clustered_share

    n, halves = ahead + level + behind, 2 * ahead + level
    share = clustered_share(n, 2 * n, halves, 4 * n, 2 * halves, 4 * ahead + level)
    return Estimate(halves / (2 * n) - claim, (float(share.low) - claim, float(share.high) - claim))


def agreement_of(difference: Estimate) -> Agreement:
    """The verdict of the sessions on the claim: they agree only if the whole interval lies within the margin.

    They disagree if the interval excludes 0 and reaches beyond the margin; otherwise there are too few to tell.
    """
    if difference.ci95 is not None:
        if all(abs(limit) <= MARGIN for limit in difference.ci95):
            return "agrees"
        if difference.decided:
            return "disagrees"
    return "cannot tell"


def chance(edge: float, sd: float, games: int) -> float:
    """P(the lead is positive after so many games); normal approximation."""
    from tongits_sim.stats import session_loss

    return 1.0 - float(session_loss(edge, sd, games, 0.0))


def _first_rows(counted: CensusEstimates) -> tuple[FirstRow, ...]:
    """Share of sessions in which each of three different bots alone was first; nothing where two are the same."""
    from tongits_sim.stats import wilson_interval

    labels = counted.census.job.labels
    if len(set(labels)) < 3:
        return ()
    rows = []
    for mark, games in enumerate(counted.census.marks):
        counts = [int(count) for count in counted.totals["first"][mark]]
        for slot, label in enumerate(labels):
            rows.append(FirstRow(games, label, Estimate.of(wilson_interval(counts[slot], sum(counts)))))
    return tuple(rows)


def _method(work: CensusJob, pairs: int, other_seed: int) -> dict[str, str]:
    return {
        "unit": f"For the edge: the deal, a match of {work.match_games:,} games played in all {len(work.seatings)} "
        "seatings. For sessions: the session.",
        "swing": "Standard deviation per game of the difference of two players, from whole matches in one seating.",
        "formula": "Games = (1.645 x standard deviation / edge) squared: normal approximation.",
        "sessions": f"Played with another seed ({other_seed}): matches of {work.match_games:,} games, after each of "
        "which the pot is shared out and the players take the next seating.",
        "agreement": "The share of sessions led, a level one counting half, less the formula's probability: agrees "
        f"where the 95 % interval of the difference lies within {100 * MARGIN:.0f} percentage points, disagrees where "
        "it leaves out 0 and reaches beyond them, otherwise cannot tell.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": f"{pairs}: which bot is better is decided with Holm's correction.",
    }


# --- words and tables ---

_SKEWED = 100
"""Session length below which skewed payouts make the normal formula err by some per cent."""
_AGREE = {"agrees": "yes", "disagrees": "no", "cannot tell": "too few", None: "–"}


def headline(answer: LuckAnswer) -> str:
    """The pair with the fewest games to lead."""
    if not answer.certain:
        return (
            f"Inconclusive: none of {listed(list(dict.fromkeys(answer.table)))} is certainly better than another, so "
            "the number of games until the better one leads is not known."
        )
    first = answer.certain[0]
    text = f"To lead {first.b} {_chance(answer)}, {first.a} needs {first.games_to_lead:,} games"
    return f"{text} ({_limits(first)}{_lasts(answer, first)}).{_warning(first)}"


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
    doubts = "".join(_warning(cell) for cell in answer.certain)
    sure = f"95 % intervals, in this order: {'; '.join(limits)}.{doubts} {_evening(answer)}"
    return [Advice(asks, text, sure.strip())]


def _warning(cell: PairRow) -> str:
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
    points, curves = lead_points(answer), lead_curves(answer)
    best = answer.clearest
    mine = [point for point in points if point.pair == f"{best.a} over {best.b}"]
    shares = ", ".join(f"{100 * point.share:.0f} % after {point.games:,}" for point in mine)
    text = f"{best.a} leads {best.b} in {shares} games. Points: sessions played; curves: formula; line: 95 %."
    return [Finding("leads", "How often the better bot leads", text, lambda: draw_leads(points, curves))]


# --- figures ---


class LeadPoint(NamedTuple):
    """Sessions of one length: the share that the better bot leads (a level one counts half), and the formula's."""

    pair: str
    games: int
    share: float
    ci95: Limits
    formula: float


class CurvePoint(NamedTuple):
    """A point of the formula's curve."""

    pair: str
    games: float
    share: float


# --- luck ---
def lead_points(answer: LuckAnswer) -> list[LeadPoint]:
    """For each pair and length of session: the share in which the better bot leads, with limits, and the formula's."""
    rows = []
    for row in answer.sessions:
        half = row.level / 2
        low, high = row.lead.ci95 or (0.0, 1.0)
        share, formula = (row.lead.mean or 0.0) + half, row.formula.mean or 0.0
        rows.append(LeadPoint(f"{row.a} over {row.b}", row.games, share, (low + half, high + half), formula))
    return rows


def lead_curves(answer: LuckAnswer) -> list[CurvePoint]:
    """For each pair the formula's curve: points of games and chance."""
    rows = []
    last = max(row.games for row in answer.sessions)
    for cell in answer.cells:
        for step in range(61):
            games = 5 * (last / 5) ** (step / 60)
            # Phi, as math.erf gives it.
            share = 0.5 * (1 + math.erf((cell.edge.mean or 0.0) * math.sqrt(games) / cell.sd / math.sqrt(2)))
            rows.append(CurvePoint(f"{cell.a} over {cell.b}", games, share))
    return rows


def draw_leads(rows: Sequence[LeadPoint], curves: Sequence[CurvePoint]) -> Figure:
    """Sessions played (points) on the formula's curves; the line at 95 %."""
    figure, axes = blank(3.2)
    pairs = list(dict.fromkeys(row.pair for row in curves))
    for number, pair in enumerate(pairs):
        ink, shape, line = series(number)
        mine = [row for row in curves if row.pair == pair]
        axes.plot([row.games for row in mine], [100 * row.share for row in mine], line, color=ink, linewidth=1.4)
        for row in rows:
            if row.pair == pair:
                axes.plot([row.games] * 2, [100 * limit for limit in row.ci95], color=ink, linewidth=2)
                axes.plot(row.games, 100 * row.share, shape, color=ink, markersize=5)
        axes.plot([], [], line, marker=shape, color=ink, label=name(pair, 36))
    axes.axhline(95, color=INKS["faint"], linewidth=1)
    axes.set_xscale("log")
    axes.set_ylim(45, 102)
    axes.set_yticks([50, 60, 70, 80, 90, 95, 100])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.minorticks_off()
    axes.set_xlabel("games of a session")
    axes.set_ylabel("% of sessions it leads", color=INKS["ink"])
    legend_above(figure, pairs)
    return figure


LUCK = Question(
    name="luck",
    asks="Luck or skill: after how many games does the better bot lead with 95 % probability?",
    games=1_200_000,
    ask=ask,
    answer=LuckAnswer,
    options=(
        Option("match_games", "Games per match, after which the players change seats.", "whole", 10, 1, 10_000),
        Option("sessions", "Maximum number of sessions of each length.", "whole", 4000, _FEWEST_SESSIONS, 10**6),
        Option(
            "most_games",
            "Maximum number of games for one pair's sessions; none are played where 200 sessions would need more.",
            "whole",
            20_000_000,
            10_000,
        ),
    ),
    seats=None,
    example="--players greedy,caller,hunter --rules pagat",
    games_help="Games from which the edge is estimated.",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="designer",
    place=140,
    on_page=OnPage(600_000, least=1000, players="distinct", scaled={"sessions": (4000, 100, 100_000)}),
)
