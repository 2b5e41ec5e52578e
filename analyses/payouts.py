"""What do rules pay, to whom, and how much can one lose in a session?

Three copies of a bot play sessions: matches in which dealer, jackpot and streak go on from game to game. What one
player wins the others lose (and the house keeps), so the mean says nothing; what differs is the dealer's advantage,
where the money comes from, how far payments spread, and how deep a player is down on the way. Every interval has the
match as unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyses.question import Inquiry, Option, Question
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from tongits_sim.designs.census.estimates import Counted
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

Row = dict[str, Any]
PLACES = ("dealer", "right of the dealer", "last")
LISTS = ("variants", "parts", "endings", "places", "ruin", "jackpots", "histogram")
_POT = ("base", "sunog", "bonus", "sagasa", "pot")
_STEPS = (0.5, 1.0, 1.5, 2.0, 3.0)
"""Bankrolls looked at if none are named, in standard deviations of a session's result."""


def ask(inquiry: Inquiry) -> dict[str, Any]:
    """The document."""
    from tongits_sim.designs.census.estimates import Counted
    from tongits_sim.designs.census.job import CensusJob

    session = int(inquiry.options["session"])
    sets = inquiry.rule_sets or (inquiry.rules,)
    arms = [(rules, player) for rules in sets for player in inquiry.players]
    works = [CensusJob(rules, (player, player, player), inquiry.games, inquiry.seed, session) for rules, player in arms]
    found: dict[str, list[Row]] = {name: [] for name in LISTS}
    elapsed, workers = 0.0, 1
    how = _joint(inquiry.how, [work.games for work in works])
    for number, work in enumerate(works):
        run = how[number].run(work, f"{number + 1:02d}")
        elapsed, workers = elapsed + run.elapsed, run.workers
        for name, rows in one(Counted(work, run.totals), inquiry.options["bankroll"]).items():
            found[name] += rows
    names = list(dict.fromkeys(rules.name for rules in sets))
    return inquiry.head(PAYOUTS) | {
        "rules": ", ".join(names),
        "rule_sets": names,
        "session": session,
        "games_played": sum(work.games for work in works),
        **found,
        "method": _method(session),
        "workers": workers,
        "elapsed_s": elapsed,
    }


def one(counted: Counted, bankrolls: Sequence[float] = ()) -> dict[str, list[Row]]:
    """All rows of one set of rules and one bot, by the lists of `LISTS`."""
    rules, player = counted.census.rules, counted.census.players[0]
    found = {
        "variants": [_variant(counted)],
        "parts": _parts(counted),
        "endings": _endings(counted),
        "places": _places(counted),
        "ruin": _ruin(counted, bankrolls),
        "jackpots": _jackpots(counted),
        "histogram": _histogram(counted),
    }
    return {name: [_named(rules, player) | row for row in rows] for name, rows in found.items()}


def _named(rules: RuleSet, player: Player) -> Row:
    return {"rules": rules.name, "player": player.label}


def _joint(how: How, games: Sequence[int]) -> list[How]:
    """One progress for all runs."""
    total, before, made = sum(games), 0, []
    for size in games:
        made.append(replace(how, progress=_after(how.progress, before, total)))
        before += size
    return made


def _after(progress: Callable[[int, int], None] | None, before: int, total: int) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, _: progress(before + done, total)


def _variant(counted: Counted) -> Row:
    """What a game moves, what dealing is worth, how payouts spread, what a session needs."""
    from tongits_sim.designs.census.estimates import known
    from tongits_sim.rules.amounts import UNIT
    from tongits_sim.stats import histogram_quantile

    moved = {f"moved_{part}": 1 for part in _POT}
    row: Row = {"games": counted.totals.games, "sessions": counted.sessions}
    row["next_dealer"] = str(counted.census.rules.knobs()["deal.next_dealer"])
    row |= known("moved", counted.money(moved))
    row |= known("dealer", counted.money({"place_0": 1})) | known("dealer_win", counted.share({"place_won_0": 1}))
    row |= known("dealer_of_moved", counted.ratio({"place_0": 1}, moved))
    row |= known("dealing_of_moved", counted.ratio({"place_0": 1, "jackpot_0": -1}, moved))
    row |= known("right_of_moved", counted.ratio({"place_1": 1}, moved))
    row |= known("last_of_moved", counted.ratio({"place_2": 1}, moved))
    row |= known("sunog", counted.share({f"burned_{slot}": 1 for slot in range(3)}, {"games": 3}))
    row |= known("turns", counted.ratio({"turns": 1}))
    row |= known("kept_by_the_house", counted.money({f"fees_{place}": -1 for place in range(3)}))
    row["payout_sd"] = game_sd(counted)
    values, counts = counted.payouts()
    for name, q in (("payout_p05", 0.05), ("payout_median", 0.5), ("payout_p95", 0.95)):
        row[name] = float(histogram_quantile(values, counts, q).estimate) / UNIT
    row["session_sd"] = counted.session_sd()
    for name, q in (("session_p05", 0.05), ("session_median", 0.5), ("session_p95", 0.95)):
        row[name] = counted.session_quantile(q)
    for name, probability in (("bankroll_50", 0.5), ("bankroll_95", 0.95), ("bankroll_99", 0.99)):
        row |= known(name, counted.bankroll(probability))
    return row


def game_sd(counted: Counted) -> float:
    """Standard deviation (units) of the payout of one game, all players pooled."""
    from tongits_sim.designs.batch.tally import F
    from tongits_sim.rules.amounts import UNIT
    from tongits_sim.stats import standard_deviation

    cells = counted.totals["cells"].sum(axis=(0, 1, 2))
    n, total, squares = (int(cells[F[name]]) for name in ("games", "payout", "payout_sq"))
    return float(standard_deviation(n, total, squares)) / UNIT


def _parts(counted: Counted) -> list[Row]:
    """For each part of the payments: units that pass hands a game, and what each place nets."""
    from tongits_sim.designs.census.estimates import known
    from tongits_sim.game.state import PARTS

    rows = []
    for part in PARTS:
        row: Row = {"part": part}
        moved = {f"fees_{place}": -1 for place in range(3)} if part == "fees" else {f"moved_{part}": 1}
        row |= known("moved", counted.money(moved))
        for place, name in enumerate(("dealer", "right", "last")):
            row |= known(name, counted.money({f"{part}_{place}": 1}))
        rows.append(row)
    return rows


def _endings(counted: Counted) -> list[Row]:
    from tongits_sim.designs.census.estimates import known
    from tongits_sim.game.state import ENDINGS

    rows = []
    for ending in ENDINGS:
        row: Row = {"ending": ending}
        row |= known("share", counted.share({f"ended_{ending}": 1}))
        row |= known("winner_gets", counted.money({f"gained_{ending}": 1}, {f"ended_{ending}": 1}))
        rows.append(row)
    return rows


def _places(counted: Counted) -> list[Row]:
    """Payouts and wins by place from the dealer, and payouts by seat, which are fair by construction: a check."""
    from tongits_sim.designs.census.estimates import known

    rows = []
    for place, name in enumerate(PLACES):
        row: Row = {"place": name}
        row |= known("win", counted.share({f"place_won_{place}": 1}))
        rows.append(row | known("payout", counted.money({f"place_{place}": 1})))
    for seat in range(3):
        row = {"place": f"seat {seat}", "win": None, "win_ci95": None}
        rows.append(row | known("payout", counted.money({f"seat_{seat}": 1})))
    return rows


def _ruin(counted: Counted, bankrolls: Sequence[float]) -> list[Row]:
    """How many players are ever down by a bankroll in a session, beside approximations from mean and spread."""
    from tongits_sim.designs.census.estimates import known
    from tongits_sim.rules.amounts import UNIT
    from tongits_sim.stats import brownian_ruin, lundberg_bound

    n, width = counted.census.match_games, counted.census.width
    sd = counted.session_sd()
    edge = float(counted.money({f"payout_{slot}": 1 for slot in range(3)}, {"games": 3}).estimate)
    values, counts = counted.payouts()
    rows = []
    for asked in bankrolls or ([_round(step * sd) for step in _STEPS] if sd > 0 else []):
        bankroll = max(1, math.ceil(round(asked * UNIT / width, 6))) * width
        row: Row = {"bankroll": bankroll / UNIT} | known("ruined", counted.ruined(bankroll))
        row["brownian"] = brownian_ruin(edge, sd / math.sqrt(n), bankroll / UNIT, n) if sd > 0 else 0.0
        row["unlimited_at_most"] = lundberg_bound(values, counts, bankroll)
        rows.append(row)
    return rows


def _round(value: float) -> float:
    """Two figures of a number."""
    return float(f"{value:.2g}")


def _jackpots(counted: Counted) -> list[Row]:
    """What goes through the jackpot; empty where the rules have none."""
    from tongits_sim.designs.census.estimates import known

    if not counted.sum({"staked": 1}):
        return []
    row: Row = {"streak": counted.census.rules.jackpot.streak}
    row |= known("staked", counted.money({"staked": 1}))
    row |= known("hits", counted.ratio({"hits": 1}))
    row |= known("games_between", counted.ratio({"games": 1}, {"hits": 1}))
    row |= known("size", counted.money({"taken": 1}, {"hits": 1}))
    row |= known("returned", counted.ratio({"returned": 1}, {"staked": 1}))
    row |= known("dealer", counted.money({"jackpot_0": 1}))
    row["hits_seen"] = counted.sum({"hits": 1})
    return [row]


def _histogram(counted: Counted) -> list[Row]:
    from tongits_sim.rules.amounts import UNIT

    values, counts = counted.payouts()
    total = sum(counts)
    return [
        {"payout": value / UNIT, "players": count, "share": count / total}
        for value, count in zip(values, counts, strict=True)
    ]


def _method(session: int) -> dict[str, str]:
    return {
        "unit": f"The match of {session:,} games in one seating; dealer, jackpot and streak go on within it. Seats "
        "rotate from match to match, the first dealer is drawn.",
        "players": "Three copies of one bot: nobody has an edge over the others but for seat and deal.",
        "ruin": "Counted: the running total after a game of the session is ever down by the bankroll. Brownian: first "
        "passage of a Brownian motion with the same mean and spread, an approximation. Unlimited play: Lundberg's "
        "bound, 100 % without a positive mean.",
        "jackpot": "What is in the pot at the end of a match is shared out equally; a hit takes the hitter's own stake "
        "too.",
        "forked": "No: nothing is forced, all is counted.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": "None is claimed between rules; limits hold one at a time.",
    }


PAYOUTS = Question(
    name="payouts",
    asks="What do rules pay, to whom, and how much can one lose in a session?",
    games=300_000,
    ask=ask,
    options=(
        Option("session", "Games of a session (a match).", "whole", 100, 1, 100_000),
        Option(
            "bankroll",
            "Units with which somebody sits down, to see how often they are lost; may be repeated.",
            "number",
            None,
            0.01,
            10**9,
            many=True,
        ),
    ),
    players="greedy",
    seats=None,
    rows="variants",
    example="--rules pagat --rules sjs --session 50",
    games_help="How many games under each set of rules.",
    every_rules=True,
)
