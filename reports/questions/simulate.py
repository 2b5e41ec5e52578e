"""Shows a batch of games."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace

from analyses.answers.shared import Bot, Stopping, Versions
from analyses.figures import EARNED, Intervals, Row
from analyses.money import length, unit_name
from analyses.presentation import (
    ENDING_WORDS,
    Finding,
    Screen,
    Table,
    bars,
    columns,
    earned,
    join_and,
    moved,
    paid,
    paid_exactly,
    seated,
    share,
    share_interval,
    sure,
)
from reports.text.standings import ranked, standings
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.batch_answer import (
    LAST_FIRST_MELD,
    BatchAnswer,
    DealerRow,
    FirstMeldRow,
    PlayerRow,
    SeatRow,
    leaves_out_jackpot,
    rules_words,
)
from tongits_sim.experiments.batch_estimates import Results
from tongits_sim.records.schema import LETTERS
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import played_words
from tongits_sim.run.within import Within
from tongits_sim.stats import wilson_interval


def share_table(rows: Sequence[Sequence[str]]) -> Table:
    """Shares of games by player; each row is a name and seven cells."""
    headings = ["player", "wins", "2nd", "sunog", "calls", "calls won", "challenges", "challenges won"]
    note = (
        "Of all games; calls won: of its calls; challenges won: of its challenges. Sunog: burned, not open at the end."
    )
    return Table("shares", "Shares of games", headings, rows, note=note)


def channel_table(cells: Mapping[tuple[str, str, str], str], moving: Container[str]) -> Table:
    """Payoff by ending; cells by player, `won` or `lost`, and ending; `moving`: endings that move money."""
    endings = [ending for ending in ENDING_WORDS if ending in moving]
    rows = [
        [player, way, *(cells[player, way, ending] for ending in endings)]
        for player in dict.fromkeys(player for player, _, _ in cells)
        for way in ("won", "lost")
    ]
    headings = ["player", "", *(ENDING_WORDS[ending] for ending in endings)]
    note = "Per game over all games of the player, so that the cells add up to what the player earns."
    return Table("channels", "Payoff by ending", headings, rows, 2, note)


@dataclass(frozen=True)
class BatchReport(BatchAnswer):
    """A batch with its players and its command, which a page reads from the manifest of a stored run."""

    bots: tuple[Bot, ...] = ()  # the players
    versions: Versions = field(default_factory=Versions)  # of what the numbers depend on
    command_line: str = ""  # the command that plays the batch again; empty if unknown
    rules_option: str = ""  # the options that name the rules again
    games_played: int = 0  # equal to `games`; every answer has this name
    stopping: Stopping | None = None  # how the run stopped; None in a stored answer
    within: Within | None = None  # the half-width that was asked for, and the games it took

    @classmethod
    def of(cls, results: Results) -> BatchReport:
        """The answer of a batch with its players, its versions and the command that plays it again."""
        job = results.job
        line = f"tongits simulate {job.options()} --games {job.games} --seed {job.seed}"
        line += f" --match-games {job.match_games}" if job.match_games > 1 else ""
        line += " --fixed-seats" if job.fixed_seats else ""
        return cls(
            **vars(results.answer),
            bots=tuple(Bot.of(player, label) for player, label in zip(job.players, job.labels, strict=True)),
            versions=Versions.current(),
            command_line=line,
            rules_option=job.rules_option or rules_option(job.rules),
            games_played=results.answer.games,
            stopping=(
                Stopping.planned(results.answer.games, "games")
                if results.within is None
                else Stopping.at_width(results.within)
            ),
            within=results.within,
        )


ENDINGS = {
    "draw": "call nobody challenged",
    "challenge": "call that was challenged",
    "tongits": "tongits",
    "stock_out": "stock ran out",
    "spread": "all melds when dealt",
    "void": "nobody could win",
}


def title(answer: BatchAnswer) -> str:
    return "What does each player earn?"


def screen(answer: BatchAnswer) -> Screen:
    if not answer.games:
        return Screen(heading(answer), "No game was finished.")
    shares = [(ENDINGS[key], part_of(part, answer.games)) for key, part in answer.endings.items() if part]
    return Screen(heading(answer), headline(answer), [players(answer), endings(shares)], notes(answer))


def heading(answer: BatchAnswer) -> str:
    """The first line of the screen: rules, players, games, seed."""
    target = answer.knobs.get("match.progressive_target", 0)
    games = f"{answer.games:,} games"
    if target:
        games += f" in matches to {target} points"
    elif answer.match_games > 1:
        games += f" in matches of {answer.match_games:,}"
    seats = ["fixed seats"] if answer.fixed_seats else []
    return " · ".join([answer.rules, seated(answer.players), games, *seats, f"seed {answer.seed}"])


def headline(answer: BatchAnswer) -> str:
    """The player who earns most, and the lead over the next; or who is too close to call."""
    if progressive(answer):
        best = max(answer.players_summary, key=lambda row: row.wins.mean or 0.0)
        return f"Played for points: {best.player} won the most games, {share(best.wins)}."
    if answer.leader is None:
        if answer.house is None:
            return f"Three equal players earn nothing from each other. {edge_words(answer)}"
        return f"Each loses a third of what the house keeps, {earned(answer.house.income, False)} {unit_name()} a game."
    rows = {row.player: row for row in answer.players_summary}
    best, lead = rows[answer.leader.player], answer.leader.lead
    if sure(lead):
        return (
            f"{best.player} earns most: {paid(best.payout, True)} {unit_name()} a game, {paid(lead)} more than "
            f"{answer.leader.next}."
        )
    close = [row.player for row in answer.players_summary if row.player == answer.leader.next or _near(row, best)]
    return f"{join_and(close)} are too close to call after {answer.games:,} games."


def _near(row: PlayerRow, best: PlayerRow) -> bool:
    """Return True if the lead of the best may be chance: less than about three standard errors of both."""
    halves = (row.payout.half_width or 0.0) ** 2 + (best.payout.half_width or 0.0) ** 2
    return mean_of(best.payout) - mean_of(row.payout) <= 1.53 * halves**0.5 or row is best


def _calls(row: PlayerRow) -> str:
    return share(part_of(row.call_rate, row.games))


def _challenges(row: PlayerRow) -> str:
    return share(part_of(row.challenge_rate, row.games))


def players(answer: BatchAnswer) -> Table:
    """A row for each player, the best first, and the house if it takes fees."""
    more = {
        "sunog": lambda row: share(row.sunog),
        "calls": _calls,
        "challenges": _challenges,
    }
    table = standings(answer, more, money=not progressive(answer))
    if answer.house is not None:
        table.rows = [*table.rows, ["house", earned(answer.house.income), *[""] * (len(table.headings) - 2)]]
    return table


def endings(shares: list[tuple[str, Estimate]]) -> Table:
    """How games end, the most frequent first."""
    return replace(bars(sorted(shares, key=lambda row: -(row[1].mean or 0.0))), caption="How games end")


def part_of(part: float | None, games: int) -> Estimate:
    """A share of games with its interval, as if games were independent."""
    return Estimate(None) if part is None else Estimate.of(wilson_interval(round(part * games), games))


def dealers_edge(answer: BatchAnswer) -> Estimate:
    """The payout of the dealer minus the mean of the two others, units a game.

    The three payouts add up to minus the income of the house, so the edge follows from the payout of the dealer.
    """
    fees = mean_of(answer.house.income) if answer.house else 0.0
    dealer = answer.dealer_summary.payout
    limits = None if dealer.ci95 is None else (1.5 * dealer.ci95[0] + fees / 2, 1.5 * dealer.ci95[1] + fees / 2)
    return Estimate(1.5 * mean_of(dealer) + fees / 2, limits)


def edge_words(answer: BatchAnswer) -> str:
    """The dealer's edge in a sentence, or a bound if its sign is not sure."""
    edge = dealers_edge(answer)
    size = paid(edge) if sure(edge) else f"under {moved(replace(edge, mean=0.0)).removeprefix('within ± ')}"
    return f"The dealer's edge is {size} {unit_name()}{'' if sure(edge) else ' either way'}."


def progressive(answer: BatchAnswer) -> bool:
    """Return True if matches are played for points, so that no game moves money."""
    return bool(answer.knobs.get("match.progressive_target", 0))


def notes(answer: BatchAnswer) -> list[str]:
    """The dealer's edge, the length of a game, the jackpot, what to type next."""
    lasts = length(1, answer.turns_per_game)
    first = f"A game lasts {answer.turns_per_game:.1f} turns{f', {lasts}' if lasts else ''}."
    if not progressive(answer) and edge_words(answer) not in headline(answer):
        first = f"{edge_words(answer)} {first}"
    more = "All numbers: --full"
    if leaves_out_jackpot(answer.knobs, answer.match_games):
        more = f"Without the jackpot; with it: --match-games 20   {more}"
    return [text for text in (_stopped(answer), first, rules_words(answer.rules, answer.knobs), more) if text]


def _stopped(answer: BatchAnswer) -> str:
    return f"A bot failed: only the {answer.games:,} games before are counted." if answer.broken_off else ""


def about(answer: BatchAnswer) -> list[str]:
    unit = "match" if answer.match_games > 1 else "game"
    now = round((answer.run.games_per_second or 0) * answer.run.elapsed_s)
    return [
        f"± is half a 95 % interval; the {unit} is its unit. Players did not meet the same deals: see tongits compare.",
        played_words(answer.games, now, answer.run.elapsed_s) + f", {answer.run.workers} workers.",
    ]


def tables(answer: BatchAnswer) -> list[Table]:
    """All numbers; empty tables are left out."""
    if not answer.games:
        return []
    every = [players(answer), _spread(answer), _shares(answer), _channels(answer), _places(answer), _endings(answer)]
    every += [_lengths(answer), _first_melds(answer)]
    return [table for table in every if table.rows]


def _spread(answer: BatchAnswer) -> Table:
    cells = {
        "player": lambda row: row.player,
        "swing": lambda row: paid_exactly(row.payout_sd),
        "5 %": lambda row: paid_exactly(row.payout_p05, True),
        "median": lambda row: paid_exactly(row.payout_median, True),
        "95 %": lambda row: paid_exactly(row.payout_p95, True),
    }
    note = "Swing: standard deviation of the payout of one game. 5 %, median, 95 %: its quantiles."
    return columns("spread", "What one game pays", ranked(answer), cells, note=note)


def _shares(answer: BatchAnswer) -> Table:
    def cells(row: PlayerRow) -> list[str]:
        parts = (row.second_rate, row.call_rate, row.calls_won, row.challenge_rate, row.challenges_won)
        second, *others = (share(Estimate(part)) for part in parts)
        return [row.player, share(row.wins), second, share(row.sunog), *others]

    return share_table([cells(row) for row in ranked(answer)])


def _channels(answer: BatchAnswer) -> Table:
    units = channels(answer)
    cells = {key: paid_exactly(amount, True) for key, amount in units.items()}
    return channel_table(cells, {ending for (_, _, ending), amount in units.items() if amount})


def channels(answer: BatchAnswer) -> dict[tuple[str, str, str], float]:
    """Units by player, `won` or `lost` (not above 0), and ending; per game of all games of the player."""
    return {
        (row.player, way, ending): units
        for row in ranked(answer)
        for ending, won in row.won_by_ending.items()
        if won is not None
        for way, units in (("won", won), ("lost", (row.payout_by_ending.get(ending) or 0.0) - won))
    }


def _places(answer: BatchAnswer) -> Table:
    rows: list[tuple[str, SeatRow | DealerRow]] = [(f"seat {LETTERS[row.seat]}", row) for row in answer.seats_summary]
    cells = {
        "place": lambda row: row[0],
        f"{unit_name()} a game": lambda row: earned(row[1].payout),
        "wins": lambda row: share_interval(row[1].wins),
    }
    return columns("places", "Seats and dealer", [*rows, ("dealer", answer.dealer_summary)], cells)


def _endings(answer: BatchAnswer) -> Table:
    rows = [(ending, part_of(part, answer.games)) for ending, part in answer.endings.items() if part]
    cells = {
        "ending": lambda row: ENDING_WORDS[row[0]],
        "games": lambda row: share_interval(row[1]),
    }
    return columns("endings", "How games end", rows, cells)


_LAP = 3
"""Turns of a lap, in which each player has one."""


def laps(answer: BatchAnswer) -> list[tuple[str, Estimate]]:
    """Share of games by length in laps: `7–9`."""
    games: dict[int, int] = {}
    for row in answer.lengths:
        lap = -(-row.turns // _LAP)
        games[lap] = games.get(lap, 0) + row.games
    names = {lap: f"{_LAP * lap - _LAP + 1}–{_LAP * lap}" if lap else "none" for lap in games}
    return [(names[lap], part_of(games[lap] / answer.games, answer.games)) for lap in sorted(games)]


def _lengths(answer: BatchAnswer) -> Table:
    cells = {"turns": lambda row: row[0], "games": lambda row: share_interval(row[1])}
    lasts = f"Turns of all players together; a game lasts {answer.turns_per_game:.1f}."
    return columns("lengths", "When games end", laps(answer), cells, note=lasts)


def _turn_words(row: FirstMeldRow) -> str:
    if not row.turn:
        return "never"
    return f"{row.turn}" + (" or later" if row.turn == LAST_FIRST_MELD else "")


def _first_melds(answer: BatchAnswer) -> Table:
    whole = sum(row.players for row in answer.first_melds)
    cells: dict[str, Callable[[FirstMeldRow], str]] = {
        "first meld in turn": _turn_words,
        "players": lambda row: share(Estimate(row.players / whole)),
        "wins": lambda row: share_interval(row.wins),
    }
    note = "The player's own turns. Seen, not caused: whether to wait is answered by tongits analyze lay."
    return columns("first_melds", "Wins by the turn of the first meld", answer.first_melds, cells, note=note)


_FEWEST = 30
"""Fewer games or players are not drawn."""


def findings(answer: BatchAnswer) -> list[Finding]:
    """What each player earns, when games end, and who wins by the turn of the first meld, drawn."""
    if not answer.games:
        return []
    drawn = []
    if not progressive(answer):
        rows = [Row.of(row.player, row.payout) for row in ranked(answer) if row.payout.mean is not None]
        drawn.append(Finding("forest", "What each player earns", headline(answer), Intervals(rows, EARNED)))
    lengths = [Row.of(name, part, 100) for name, part in laps(answer) if mean_of(part) * answer.games >= _FEWEST]
    if len(lengths) > 1:
        text = f"A game lasts {answer.turns_per_game:.1f} turns of all players together."
        drawn.append(
            _shares_drawn("lengths", "When games end", text, lengths, "per cent of games, by turns of all players")
        )
    melds = [row for row in answer.first_melds if row.players >= _FEWEST]
    if len(melds) > 1:
        rows = [Row.of(f"turn {row.turn}" if row.turn else "never", row.wins, 100) for row in melds]
        text = "Seen, not caused: whoever can lay early holds better cards."
        title = "Wins by the turn of the first meld"
        drawn.append(_shares_drawn("first_melds", title, text, rows, "per cent of these players who win"))
    return drawn


def _shares_drawn(key: str, title: str, text: str, rows: Sequence[Row], unit: str) -> Finding:
    return Finding(key, title, text, [(title, Intervals(rows, unit, signed=False))])
