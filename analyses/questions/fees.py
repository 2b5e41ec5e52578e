"""What does a fee bring the house, and who can still win?

The same deals are played at several levels of the fee, each in every seating. A fee changes what is paid and not how
bots play, so the difference between two levels is the fee alone. At each level: the income of the house, what every
player gets and pays, and how many games a better player needs to be ahead. A level of 100 % says what the fee is a
share of, game by game; from it follows the level at which a player breaks even.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from analyses.answers.question import QuestionAnswer
from analyses.figures.comparison import INKS, blank, legend_above, name, series
from analyses.question import Inquiry, OnPage, Option, Question, QuestionError, in_parts
from analyses.words.parts import Advice, Finding, Table
from analyses.words.rollout_words import listed, units_words
from analyses.words.stake import length
from tongits_sim.rules import RuleSet
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.numbers import amount, between, digits_of, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tongits_sim.designs.sessions.estimates import SessionsEstimates
    from tongits_sim.designs.sessions.job import SessionsJob
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player


# --- the answer ---

Verdict = Literal["gains", "loses", "inconclusive"]


@dataclass(frozen=True)
class LevelRow(Answer):
    """A level of the fee.

    Attributes:
        level: the share that the house takes.
        house: its income, units a game.
        of_turnover: that income as a share of what changes hands before the fee.
        each: loss of each of three equal players by it, units a game.
    """

    level: float
    house: Estimate
    of_turnover: Estimate
    each: Estimate


@dataclass(frozen=True)
class PlayerLevel(Answer):
    """A player at a level of the fee.

    Attributes:
        level, player: of the row.
        payout: units a game, after the fee.
        pays: units a game that it pays the house, and must win before the fee to break even.
        sd: standard deviation a game, units, from whole matches in one seating.
        games_to_gain: games after which it is ahead with the answer's probability; None where no number is enough.
        games_to_gain_ci95: the same at the limits of the payout.
        p_holm: of neither gain nor loss, corrected over all players and levels.
        verdict: the verdict on its payout.
    """

    level: float
    player: str
    payout: Estimate
    pays: Estimate
    sd: float
    games_to_gain: int | None
    games_to_gain_ci95: tuple[int | None, int | None]
    p_holm: float | None
    verdict: Verdict


@dataclass(frozen=True)
class BreakEven(Answer):
    """The fee at which a player neither gains nor loses.

    Attributes:
        player: label.
        before: units a game that it gets before the fee.
        base: units a game of its winnings (or antes won) that the fee is a share of.
        level: the fee at which it breaks even; negative for a player who loses before the fee, above 1 for one who
            gains whatever is taken.
    """

    player: str
    before: Estimate
    base: Estimate
    level: Estimate

    @property
    def gains(self) -> bool:
        """Whether it certainly gains before the fee."""
        return self.before.ci95 is not None and self.before.ci95[0] > 0


@dataclass(frozen=True, kw_only=True)
class FeesAnswer(QuestionAnswer):
    """The answer about fees.

    Attributes:
        knob: the fee that is raised: `fees.winnings` or `fees.antes`.
        own_level: its value in the rules.
        left_out: the other fee of the rules, set to 0 here; 0 where they have none.
        probability: of a gain that `games_to_gain` is for.
        table: labels of the players by slot.
        match_games: games of a match.
        matches: matches of each level, each in every seating.
        games_played: games in all.
        turns: of a game, all players together.
        same_play: whether every level saw the same play; where bots look at the rules it may differ.
        levels: the income of the house, by level.
        cells: every player at every level.
        break_even: the fee that takes all of a player's gain.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    knob: str
    own_level: float
    left_out: float
    probability: float
    table: tuple[str, ...]
    match_games: int
    matches: int
    games_played: int
    turns: float
    same_play: bool
    levels: tuple[LevelRow, ...]
    cells: tuple[PlayerLevel, ...]
    break_even: tuple[BreakEven, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0

    @property
    def best(self) -> BreakEven:
        """The player who gets most before the fee."""
        return max(self.break_even, key=lambda row: row.before.mean or 0.0)

    def of(self, player: str) -> tuple[PlayerLevel, ...]:
        """A player at every level."""
        return tuple(row for row in self.cells if row.player == player)

    def at(self, level: float) -> LevelRow:
        """A level's row. Raises KeyError."""
        return {row.level: row for row in self.levels}[level]


# --- the games ---

LEVELS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3)
"""Levels by default."""
PROBABILITY = 0.95
KNOBS = ("fees.winnings", "fees.antes")
_WHOLE = 1.0
_WORDS: dict[str, Verdict] = {"better": "gains", "worse": "loses"}


def ask(inquiry: Inquiry) -> FeesAnswer:
    """Play every level on the same deals, and compare."""
    from tongits_sim.designs.sessions.estimates import SessionsEstimates

    seated = table_of(inquiry.players)
    knob, left_out = which(inquiry.rules, inquiry.options["fee"])
    own = float(inquiry.rules.knobs()[knob])
    levels = sorted({0.0, own, *(inquiry.options["level"] or LEVELS)})
    jobs = [_job(inquiry, seated, knob, level) for level in (*levels, _WHOLE)]
    counted: list[SessionsEstimates] = []
    elapsed, workers = 0.0, 1
    for number, (job, how) in enumerate(zip(jobs, in_parts(inquiry.how, [job.games for job in jobs]), strict=True)):
        run = how.run(job, f"fee-{number:02d}")
        elapsed, workers = elapsed + run.elapsed, run.workers
        counted.append(SessionsEstimates(job, run.totals))
    *steps, whole = counted
    return FeesAnswer(
        **inquiry.head(FEES),
        knob=knob,
        own_level=own,
        left_out=left_out,
        probability=PROBABILITY,
        table=tuple(whole.job.labels),
        match_games=whole.job.match_games,
        matches=whole.n,
        games_played=sum(job.games for job in jobs),
        turns=float(whole.ratio({"turns": 1}).estimate),
        same_play=all(_play(each) == _play(whole) for each in steps),
        levels=tuple(_level_row(level, each) for level, each in zip(levels, steps, strict=True)),
        cells=_player_levels(levels, steps),
        break_even=tuple(_break_evens(whole, label) for label in whole.slots),
        method=_method(whole.job, left_out),
        workers=workers,
        elapsed_s=elapsed,
    )


def table_of(players: Sequence[Player]) -> tuple[Player, Player, Player]:
    """The players at the table; of two bots the second takes two seats, of one all three. Raises QuestionError."""
    if not 1 <= len(players) <= 3:
        raise QuestionError(f"analyze fees needs one, two or three bots, not {len(players)}")
    a, b, c = (players[min(slot, len(players) - 1)] for slot in range(3))
    return a, b, c


def which(rules: RuleSet, wanted: str) -> tuple[str, float]:
    """The knob to raise, and the value of the other fee, which is left out. Raises QuestionError.

    Where nothing is wanted it is the fee that the rules have, the one on winnings if they have none or both.
    """
    values = {knob: float(rules.knobs()[knob]) for knob in KNOBS}
    on_antes = values["fees.antes"] > 0 and not values["fees.winnings"] and rules.pot.ante > 0
    knob = f"fees.{wanted}" if wanted != "own" else KNOBS[on_antes]
    if knob == "fees.antes" and rules.pot.ante == 0:
        raise QuestionError(f"{rules.name} has no ante to take a fee from: choose --fee winnings, or set pot.ante")
    other = KNOBS[knob == KNOBS[0]]
    return knob, values[other] if other != "fees.antes" or rules.pot.ante > 0 else 0.0


def _job(inquiry: Inquiry, seated: Sequence[Player], knob: str, level: float) -> SessionsJob:
    """The deals at a level; the other fee is 0."""
    from tongits_sim.designs.sessions.job import SessionsJob

    values: dict[str, Any] = {**inquiry.rules.knobs(), **dict.fromkeys(KNOBS, 0.0), knob: level}
    rules = RuleSet.from_knobs(values, name=inquiry.rules.name)
    length = int(inquiry.options["match_games"])
    return SessionsJob(rules, tuple(seated), inquiry.games, inquiry.seed, length, duplicate=True)


def _play(counted: SessionsEstimates) -> tuple[int, ...]:
    """What does not depend on payments: turns, and games won by each slot."""
    return tuple(counted.sum({name: 1}) for name in ("turns", "won_0", "won_1", "won_2"))


def _level_row(level: float, counted: SessionsEstimates) -> LevelRow:
    fees = {f"fees_{slot}": 1 for slot in range(3)}
    return LevelRow(
        level=level,
        house=Estimate.of(counted.house()),
        of_turnover=Estimate.of(counted.ratio(fees, {"moved": 1})),
        each=Estimate.of(counted.house().scaled(1 / 3)),
    )


def _player_levels(levels: Sequence[float], steps: Sequence[SessionsEstimates]) -> tuple[PlayerLevel, ...]:
    """Every player at every level; Holm's correction over all of them."""
    from tongits_sim.stats import holm, p_value, verdict

    every = [(level, each, label) for level, each in zip(levels, steps, strict=True) for label in each.slots]
    payouts = [each.payout(label) for _, each, label in every]
    adjusted = holm([float(p_value(payout)) for payout in payouts])
    rows = []
    for (level, each, label), payout, p in zip(every, payouts, adjusted, strict=True):
        sd = float(each.session_sd(label).estimate) / math.sqrt(each.job.match_games)
        games, limits = _to_gain(payout, sd)
        word = verdict(float(payout.estimate), float(p))
        rows.append(
            PlayerLevel(
                level=level,
                player=label,
                payout=Estimate.of(payout),
                pays=Estimate.of(each.fees(label)),
                sd=sd,
                games_to_gain=games,
                games_to_gain_ci95=limits,
                p_holm=float(p) if math.isfinite(p) else None,
                verdict=_WORDS.get(word, "inconclusive"),
            )
        )
    return tuple(rows)


def _to_gain(payout: Interval, sd: float) -> tuple[int | None, tuple[int | None, int | None]]:
    """Games until a player is ahead with the probability; None where no number is enough, or may be."""
    from tongits_sim.stats import games_to_lead_interval

    if not (payout.estimate > 0 and sd > 0):
        return None, (None, None)
    needed = games_to_lead_interval(payout, sd, PROBABILITY)
    estimate, low, high = (
        math.ceil(each) if math.isfinite(each) else None
        for each in (float(needed.estimate), float(needed.low), float(needed.high))
    )
    return estimate, (low, high)


def _break_evens(whole: SessionsEstimates, label: str) -> BreakEven:
    """From a fee of 100 %: it takes the base of every fee; with it, the payout is the payout before the fee."""
    base = whole.of("fees", label)
    before = {**whole.of("payout", label), **base}
    games = whole.games_of(label)
    return BreakEven(
        player=label,
        before=Estimate.of(whole.money(before, games)),
        base=Estimate.of(whole.money(base, games)),
        level=Estimate.of(whole.ratio(before, base)),
    )


def _method(job: SessionsJob, left_out: float) -> dict[str, str]:
    other = f" The other fee of the rules ({left_out:.0%}) is left out." if left_out else ""
    return {
        "unit": f"The deal, a match of {job.match_games:,} games played in all {len(job.seatings)} seatings.",
        "levels": f"Every level plays the same deals; the house rounds its part of a game to a hundredth.{other}",
        "break even": "The payout before the fee over what the fee is a share of: exact but for that rounding, since "
        "a fee changes nothing else. The ratio's interval is by the delta method.",
        "games": "Games = (1.645 x standard deviation / payout) squared: normal approximation; the standard deviation "
        "is that of whole matches in one seating.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": "Who gains and who loses is decided with Holm's correction over all players and levels.",
    }


# --- words and tables ---

_USUAL = 0.05
"""The level for sentences under rules without this fee."""
_SAID = 3
"""Levels at which a sentence names games."""


def headline(answer: FeesAnswer) -> str:
    """The income of the house at the level of the rules, and the break-even fee of the best player."""
    row = answer.at(_main(answer))
    digits = digits_of(row.house.ci95)
    fee = f"{_level(row.level)} {_of_what(answer)}"
    start = f"Under {answer.rules} the house takes {fee}"
    if not answer.own_level:
        start = f"A fee of {fee} would bring the house under {answer.rules}"
    return (
        f"{start}: {amount(row.house.mean, digits, sign=False)} units a game (95 % interval "
        f"{between(row.house.ci95, digits, sign=False)}), {percent(row.of_turnover.mean)} of the turnover. "
        f"{_break_even_words(answer, answer.best)}"
    )


def _main(answer: FeesAnswer) -> float:
    """The level of the rules; a usual one if that is 0."""
    if answer.own_level:
        return answer.own_level
    return min((row.level for row in answer.levels if row.level), key=lambda level: abs(level - _USUAL), default=0.0)


def _of_what(answer: FeesAnswer) -> str:
    return "of the winnings" if answer.knob == "fees.winnings" else "of the antes"


def _level(level: float) -> str:
    return f"{100 * level:g} %"


def _break_even_words(answer: FeesAnswer, row: BreakEven) -> str:
    """The fee up to which a player gains."""
    if not row.gains or row.level.mean is None:
        gets = f"{row.player} gets {units_words(row.before)} units a game before the fee"
        return f"Nobody certainly gains, even without it: {gets}."
    if (row.level.ci95 or (row.level.mean,))[0] >= 1:
        return f"At any fee {_of_what(answer)}, {row.player} gains."
    return (
        f"Before the fee {row.player} gets {units_words(row.before)} units a game; it breaks even at a fee of "
        f"{_share(row.level)}."
    )


def advice(answer: FeesAnswer) -> list[Advice]:
    """The income of the house, and who beats the fee."""
    row = answer.at(_main(answer))
    house, each = (units_words(units, sign=False) for units in (row.house, row.each))
    text = (
        f"{_level(row.level)} {_of_what(answer)}: {house} units a game, {percent(row.of_turnover.mean)} of the "
        f"turnover; three players alike lose {each} units each."
    )
    advices = [
        Advice("What does the fee bring the house?", text, f"± is half a 95 % interval. {_cost(answer)}".strip())
    ]
    advices.append(Advice("Who beats the fee?", _break_even_words(answer, answer.best), _how_long(answer)))
    return advices


def sentences(answer: FeesAnswer) -> list[str]:
    """The losses of the players, the games that the better one needs, the other players, the games played."""
    parts = [_cost(answer), _how_long(answer)]
    parts += [_break_even_words(answer, row) for row in answer.break_even if row is not answer.best and row.gains]
    losers = [row.player for row in answer.break_even if row.before.ci95 is not None and row.before.ci95[1] < 0]
    if losers:
        parts.append(f"Losing before any fee: {', '.join(losers)}.")
    if answer.left_out:
        other = "antes" if answer.knob == "fees.winnings" else "winnings"
        parts.append(f"The fee of {_level(answer.left_out)} of the {other} under {answer.rules} is left out here.")
    if not answer.same_play:
        parts.append(
            "The bots play differently at different levels, as they look at the rules: the break-even levels suppose "
            "that they play as at 100 %."
        )
    parts.append(
        f"At the table: {', '.join(answer.table)}. Every level plays the same {answer.matches:,} matches of "
        f"{answer.match_games:,} games, each in every seating."
    )
    return [text for text in parts if text]


def _cost(answer: FeesAnswer) -> str:
    """The payment of each player at the main level: the gain before the fee that breaks even."""
    level = _main(answer)
    paid = [f"{row.player} {amount(row.pays.mean, 3, sign=False)}" for row in answer.cells if row.level == level]
    if not level or not paid:
        return ""
    return (
        f"To break even at {_level(level)} a player must win, before the fee, the units a game that it pays: "
        f"{listed(paid)}; whoever wins more often pays more."
    )


def _how_long(answer: FeesAnswer) -> str:
    """Games that the best player needs at some levels."""
    rows = [row for row in answer.of(answer.best.player) if row.verdict == "gains" and row.games_to_gain is not None]
    if not rows:
        return ""
    picked = list(dict.fromkeys([rows[0], *[row for row in rows if row.level == _main(answer)], rows[-1]]))[:_SAID]
    parts = [f"{_games(answer, row)} at {_level(row.level) if row.level else 'no fee'}" for row in picked]
    text = f"To be ahead with {100 * answer.probability:.0f} % probability {answer.best.player} needs {listed(parts)}."
    beaten = [row for row in answer.of(answer.best.player) if row.verdict == "loses"]
    return f"{text} At {_level(beaten[0].level)} it loses." if beaten else text


def _games(answer: FeesAnswer, row: PlayerLevel) -> str:
    lasts = length(row.games_to_gain or 0, answer.turns)
    return f"{row.games_to_gain:,} games{f' ({lasts})' if lasts else ''}"


def tables(answer: FeesAnswer) -> list[Table]:
    """The levels, the players at each, the break-even fees."""
    return [table for table in (_levels(answer), _players(answer), _break_even(answer)) if table.rows]


def _levels(answer: FeesAnswer) -> Table:
    rows = []
    for row in answer.levels:
        mine = " (the rules)" if row.level == answer.own_level else ""
        cells = [
            units_words(row.house, sign=False),
            percent(row.of_turnover.mean, 2),
            units_words(row.each, sign=False),
        ]
        rows.append([f"{_level(row.level)}{mine}", *cells])
    note = (
        f"Units a game; ± is half a 95 % interval. Fee: {_of_what(answer)}. Turnover: what changes hands before the "
        "fee. Each loses: a third of it, what players alike lose."
    )
    return Table("levels", "The house, by fee", ["Fee", "House", "Of turnover", "Each loses"], rows, note=note)


def _players(answer: FeesAnswer) -> Table:
    rows = []
    for row in answer.cells:
        low, high = row.games_to_gain_ci95
        limits = (
            f"{low:,} to {high:,}"
            if low is not None and high is not None
            else "–"
            if low is None
            else f"{low:,} or more"
        )
        games = "–" if row.games_to_gain is None else f"{row.games_to_gain:,}"
        cells = [units_words(row.payout), amount(row.pays.mean, 3, sign=False), row.verdict, games, limits]
        rows.append([row.player, _level(row.level), *cells])
    rows.sort(key=lambda cells: answer.table.index(cells[0]))
    note = (
        "Units a game after the fee; ± is half a 95 % interval. Pays: to the house. Verdicts: Holm's correction. "
        f"Games: until the player is ahead with {100 * answer.probability:.0f} % probability, with the 95 % interval."
    )
    headings = ["Player", "Fee", "Units a game", "Pays", "Verdict", "Games", "95 %"]
    return Table("players", "The players, by fee", headings, rows, note=note)


def _break_even(answer: FeesAnswer) -> Table:
    rows = [
        [
            row.player,
            units_words(row.before),
            units_words(row.base, sign=False),
            _share(row.level) if row.gains else "loses anyway",
        ]
        for row in answer.break_even
    ]
    for cells, row in zip(rows, answer.break_even, strict=True):
        if not row.gains and not (row.before.ci95 is not None and row.before.ci95[1] < 0):
            cells[-1] = "not known"
    note = "Units a game before the fee; what the fee is a share of; the fee at which both are equal."
    return Table(
        "break_even", "Break-even fees", ["Player", "Gets", "Fee is a share of", "Breaks even at"], rows, note=note
    )


def findings(answer: FeesAnswer) -> list[Finding]:
    """House and players by level; how long a player who gains needs."""
    incomes, games = fee_points(answer), games_points(answer)
    text = (
        f"House and players at fees {_of_what(answer)} from {_level(answer.levels[0].level)} to "
        f"{_level(answer.levels[-1].level)}; line: 95 % interval. {_break_even_words(answer, answer.best)}"
    )
    every = [Finding("incomes", "House and players, by fee", text, lambda: draw_incomes(incomes))]
    if len(games) > 1:
        every.append(
            Finding(
                "to-gain",
                "How long a better player needs to beat the fee",
                f"{_how_long(answer)} Drawn where the gain is certain; line: 95 % interval.".strip(),
                lambda: draw_to_gain(games),
            )
        )
    return every


def _share(share: Estimate) -> str:
    """A fee with its interval: `23.1 % (95 % interval 22.4 % to 23.8 %)`."""
    if share.mean is None:
        return "an unknown share"
    if share.ci95 is None:
        return percent(share.mean)
    return f"{percent(share.mean)} (95 % interval {percent(share.ci95[0])} to {percent(share.ci95[1])})"


# --- figures ---

HOUSE = "house"
_DECADE = 10
"""The scale is logarithmic from this ratio of the largest to the smallest number of games on."""


class FeePoint(NamedTuple):
    """Units a game for the house or a player at a level of the fee (per cent), with limits."""

    who: str
    level: float
    mean: float
    low: float
    high: float


class GamesPoint(NamedTuple):
    """Games that a player needs to be ahead at a level of the fee (per cent), with limits; None: no upper one."""

    player: str
    level: float
    games: int
    low: int
    high: int | None


# --- shape ---
def fee_points(answer: FeesAnswer) -> list[FeePoint]:
    """House and players at every level."""
    every = [(HOUSE, row.level, row.house) for row in answer.levels]
    every += [(row.player, row.level, row.payout) for row in answer.cells]
    rows = []
    for who, level, units in every:
        if units.mean is not None:
            low, high = units.ci95 or (units.mean, units.mean)
            rows.append(FeePoint(who, 100 * level, units.mean, low, high))
    return rows


def games_points(answer: FeesAnswer) -> list[GamesPoint]:
    """Players who gain, and how many games they need, where that is known."""
    return [
        GamesPoint(row.player, 100 * row.level, row.games_to_gain, low, high)
        for row in answer.cells
        if row.games_to_gain is not None
        and row.verdict == "gains"
        and (low := row.games_to_gain_ci95[0]) is not None
        and ((high := row.games_to_gain_ci95[1]) is None or high >= low)
    ]


# --- draw ---
def draw_incomes(rows: Sequence[FeePoint]) -> Figure:
    """A line for the house and for each player, with intervals."""
    figure, axes = blank(3.0)
    players = [who for who in dict.fromkeys(row.who for row in rows) if who != HOUSE]
    for number, player in enumerate(players):
        _line(axes, [row for row in rows if row.who == player], number, name(player, 36))
    house = [row for row in rows if row.who == HOUSE]
    axes.plot(
        [row.level for row in house], [row.mean for row in house], color=INKS["ink"], linewidth=2.2, label="the house"
    )
    axes.axhline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel("fee, %")
    axes.set_ylabel("units a game", color=INKS["ink"])
    legend_above(figure, [*players, HOUSE], 4, 44)
    return figure


def _line(axes: Axes, rows: Sequence[FeePoint], number: int, label: str) -> None:
    colour, shape, line = series(number)
    levels = [row.level for row in rows]
    axes.plot(
        levels, [row.mean for row in rows], line, color=colour, marker=shape, markersize=4, linewidth=1.4, label=label
    )
    for row in rows:
        axes.plot([row.level] * 2, [row.low, row.high], color=colour, linewidth=2)


def draw_to_gain(rows: Sequence[GamesPoint]) -> Figure:
    """A line for each player who gains: games until it is ahead with 95 % probability; many on a logarithmic scale."""
    figure, axes = blank(2.8)
    players = list(dict.fromkeys(row.player for row in rows))
    top = 3 * max(row.games for row in rows)
    for number, player in enumerate(players):
        mine = [row for row in rows if row.player == player]
        colour, shape, line = series(number)
        levels = [row.level for row in mine]
        axes.plot(
            *(levels, [row.games for row in mine], line),
            color=colour,
            marker=shape,
            markersize=4,
            linewidth=1.4,
            label=name(player, 36),
        )
        for row in mine:
            axes.plot([row.level] * 2, [row.low, top if row.high is None else row.high], color=colour, linewidth=2)
    if max(row.games for row in rows) > _DECADE * min(row.games for row in rows):
        axes.set_yscale("log")
        axes.minorticks_off()
    else:
        axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlabel("fee, %")
    axes.set_ylabel("games to be ahead", color=INKS["ink"])
    legend_above(figure, players, 4, 44)
    return figure


FEES = Question(
    name="fees",
    asks="What does a fee bring the house, and who can still win?",
    games=120_000,
    ask=ask,
    answer=FeesAnswer,
    options=(
        Option(
            "fee",
            "What the house takes a share of; own: what it does under these rules.",
            "choice",
            "own",
            choices=("own", "winnings", "antes"),
        ),
        Option(
            "level",
            "A level of the fee, 0 to 1; repeatable. Seven levels up to 0.3 if none is given.",
            "number",
            None,
            0.0,
            1.0,
            many=True,
        ),
        Option("match_games", "Games per match.", "whole", 10, 1, 10_000),
    ),
    seats=None,
    example="--rules casino_x --players caller,greedy",
    games_help="Games per level of the fee.",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="designer",
    place=120,
    on_page=OnPage(60_000, least=600),
)
