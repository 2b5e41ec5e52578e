"""What do house rules pay, how often is each hand made, and what can a session cost?

The same bots play variants of the house rules on the same walls. Further games count how often hands are paid for each
item. Sessions are matches of many games, in which mano and the pot carry over; the lowest total during a session is the
money that a player must bring.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from analyses.answers.shared import Bot, Versions
from analyses.rollouts.cells import mean
from mahjong_sim.bots.registry import USUAL_PLAYERS, load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.answer_types import facts
from mahjong_sim.game.state import SEATS
from mahjong_sim.rules import RuleSet, rules_of
from tongits_sim.run.answers import Answer, Document, Estimate, RunFacts
from tongits_sim.run.arguments import public
from tongits_sim.run.base_job import players_option
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from tongits_sim.run.totals import Totals

CHANGES = {
    "discarder pays single": ("pay.discarder=1",),
    "others pay nothing": ("pay.others=0",),
    "doubles": ("doubles.play=true",),
    "jokers": ("joker.play=true",),
}
"""Variant -> the knobs that make it."""
POT = "jai_alai.share=1"
LENGTHS = (4, 8, 16, 32)
"""Games of a match with a pot."""
NEEDED = 0.95
"""The bankroll is enough for this share of the sessions."""
HAND_GAMES = 4
"""Games that count hands, for each deal of the variants."""
SESSIONS_SHARE = 10
"""Deals for each session."""


@dataclass(frozen=True)
class VariantRow(Answer):
    """A rule set compared with the rules of the question, on the same walls with the same bots."""

    variant: str  # name of the rules, or their difference
    moved: Estimate  # units that change hands in a game
    moved_diff: Estimate | None  # difference from the rules of the question
    moved_p: float | None  # p-value of no difference, corrected by Holm over the variants
    mano: Estimate  # units that mano makes in a game
    # void, bunot: shares of games
    void: Estimate
    bunot: Estimate


@dataclass(frozen=True)
class HandRow(Answer):
    """How often hands are paid for an item."""

    item: str  # what a hand is paid for
    units: float  # units that it adds to a hand
    share: Estimate  # share of all games in which a hand is paid for it
    share_of_wins: Estimate  # share of the hands won


@dataclass(frozen=True)
class SessionRow(Answer):
    """Sessions of a player under some rules."""

    variant: str  # the rules
    player: str  # the label
    session_games: int  # games of a session
    sessions: int
    payout: Estimate  # units a session
    swing: float | None  # standard deviation of the payout of one game
    session_swing: float | None  # standard deviation of a session
    loses: Estimate  # share of sessions that end below 0
    bankroll: Estimate  # units that 95 % of the sessions never need more than
    pots: float | None = None  # pots of jai alai taken in a session, all players together; None without a pot


@dataclass(frozen=True, kw_only=True)
class PayoutsAnswer(Document):
    """What house rules pay, and what a session can cost."""

    asks: ClassVar[str] = "What do house rules pay, how often is each hand made, and what can a session cost?"

    command: str
    rules: str  # name of the rules
    players: tuple[str, ...]  # labels by slot
    games: int  # played in all
    seed: int
    deals: int  # number of walls, each played under every variant
    variants: tuple[VariantRow, ...]  # the rules of the question, then the variants
    hands: tuple[HandRow, ...]  # how often hands are paid for each item under the rules of the question
    sessions: tuple[SessionRow, ...]  # by variant and player
    jai_alai: tuple[SessionRow, ...]  # sessions with a pot, by the length of a match
    method: Mapping[str, str] = field(default_factory=dict)  # descriptions of the methods
    knobs: Mapping[str, Any] = field(default_factory=dict)  # the rules of the question
    command_line: str = ""  # the command that asks it again
    rules_option: str = ""  # the options that name the rules on a command line
    bots: tuple[Bot, ...] = ()  # the bots that played
    versions: Versions = field(default_factory=Versions)  # of what the numbers depend on


@dataclass(frozen=True)
class _Table:
    """Who plays, by which rules, and where."""

    rules: RuleSet
    players: tuple[Player, ...]
    deals: int  # of each variant
    seed: int
    run_options: RunOptions

    def variants(self) -> dict[str, RuleSet]:
        """By name: the rules, and every variant that differs from them."""
        changed = {name: self.rules.changed(settings) for name, settings in CHANGES.items()}
        others = {name: rules for name, rules in changed.items() if rules.knobs() != self.rules.knobs()}
        return {self.rules.name: self.rules, **others}


@public
def analyze_payouts(
    rules: RuleSet | str = "visayan",
    players: str | Sequence[Player] = USUAL_PLAYERS,
    deals: int = 5_000,
    seed: int = 1,
    session_games: int = 32,
    run_options: RunOptions | None = None,
) -> PayoutsAnswer:
    """What house rules pay, how often each hand is made, and what a session can cost.

    Args:
        deals: for each variant; a session is played for every ten.
        session_games: games per session.

    Raises TongitsError: the arguments are invalid; `BotFault` if a bot breaks the rules or fails.
    """
    table = _Table(rules_of(rules), tuple(load_players(players, SEATS)), deals, seed, run_options or RunOptions())
    variants = table.variants()
    rows, played, games, elapsed = _variants(table, variants)
    hands, counted, spent = _hands(table)
    sessions = [_sessions(table, name, variant, session_games) for name, variant in variants.items()]
    pot = table.rules.changed([POT])
    pots = [_sessions(table, f"{POT}, matches of {length}", pot, length) for length in LENGTHS]
    again = [
        f"tongits mahjong analyze payouts --rules {shlex.quote(table.rules.name)}",
        players_option(player.full_spec for player in table.players),
        f"--deals {deals} --seed {seed} --session-games {session_games}",
    ]
    return PayoutsAnswer(
        command="mahjong analyze payouts",
        **facts(table.rules, table.players),
        players=tuple(player.label for player in table.players),
        games=games + counted + sum(number for _, number, _ in (*sessions, *pots)),
        seed=seed,
        deals=played,
        variants=rows,
        hands=hands,
        sessions=tuple(row for part, _, _ in sessions for row in part),
        jai_alai=tuple(row for part, _, _ in pots for row in part),
        run=RunFacts(elapsed_s=elapsed + spent + sum(took for _, _, took in (*sessions, *pots))),
        command_line=" ".join(again),
        method={
            "variants": "every variant is played on the same walls by the same bots, which do not adapt; the unit of "
            "an interval is the deal, p-values are corrected by Holm over the variants",
            "hands": f"{counted:,} games on other walls; Wilson intervals, the game being the unit",
            "sessions": f"matches of {session_games} games, seats rotating from session to session; the unit "
            "is the session; the limits of a bankroll are order statistics",
            "stopping": "a number of deals fixed before the start",
        },
    )


def _variants(table: _Table, variants: Mapping[str, RuleSet]) -> tuple[tuple[VariantRow, ...], int, int, float]:
    """The rules and their variants on the same walls; the number of deals, of games, and the seconds."""
    from mahjong_sim.experiments.paired import Arm, PairedEstimates, PairedJob
    from tongits_sim.run.estimates import adjusted

    arms = tuple(Arm(name, rules, table.players) for name, rules in variants.items())
    job = PairedJob(arms, table.deals, table.seed)
    run = table.run_options.run(job, "variants")
    moments = PairedEstimates(job, run.totals)
    changes = [(None, None), *(moments.change(arm, "moved") for arm in range(1, len(arms)))]
    holm = adjusted([p for _, p in changes])
    rows = [
        VariantRow(
            arm.name,
            moments.mean(number, "moved"),
            changes[number][0],
            holm[number],
            *(moments.mean(number, column) for column in ("mano", "void", "bunot")),
        )
        for number, arm in enumerate(arms)
    ]
    return tuple(rows), run.games, int(run.totals["rounds"].sum()), run.elapsed


def _hands(table: _Table) -> tuple[tuple[HandRow, ...], int, float]:
    """How often hands are paid for each item; the number of games, and the seconds."""
    from mahjong_sim.experiments.batch import BatchJob
    from mahjong_sim.hands.value import ITEMS
    from tongits_sim.stats import wilson_interval

    run = table.run_options.run(BatchJob(table.rules, table.players, HAND_GAMES * table.deals, table.seed), "hands")
    games = run.totals.games
    wins = run.totals.field("wins")
    rows = []
    for item in ITEMS:
        count = run.totals.field(f"item_{item}")
        shares = (mean(wilson_interval(min(count, of), of)) for of in (games, wins))
        rows.append(HandRow(item, float(getattr(table.rules.hand, item)), *shares))
    return tuple(rows), games, run.elapsed


def _sessions(table: _Table, name: str, rules: RuleSet, games: int) -> tuple[list[SessionRow], int, float]:
    """Sessions under some rules: a row for each player; the number of games, and the seconds. After Ctrl-C none begin,
    because not many would be finished in time.
    """
    if table.run_options.stopped:
        return [], 0, 0.0
    from mahjong_sim.sessions import FEWEST, SessionsJob

    sessions = max(FEWEST, table.deals // SESSIONS_SHARE)
    part = "sessions-" + "".join(letter if letter.isalnum() else "-" for letter in f"{name}-{games}")
    run = table.run_options.run(SessionsJob(rules, table.players, sessions, games, table.seed), part)
    first = {player.label: slot for slot, player in reversed(list(enumerate(table.players)))}
    rows = [_row(run.totals, name, (label, slot), games, bool(rules.jai_alai.share)) for label, slot in first.items()]
    return rows[::-1], run.games * games, run.elapsed


def _row(totals: Totals, name: str, player: tuple[str, int], games: int, pot: bool) -> SessionRow:
    """The sessions of a player, given as label and slot."""
    import numpy as np

    from mahjong_sim.sessions import BIN, BINS
    from tongits_sim.run.estimates import UNIT
    from tongits_sim.stats import histogram_quantile, mean_interval, wilson_interval

    label, slot = player
    final, final_sq, payout_sq, _ = (int(total) for total in totals["sums"][slot])
    sessions = totals.games
    values = [BIN * place for place in range(BINS)]
    needed = histogram_quantile(values, np.asarray(totals["lowest"][slot]), NEEDED)
    return SessionRow(
        variant=name,
        player=label,
        session_games=games,
        sessions=sessions,
        payout=mean(mean_interval(sessions, final, final_sq).scaled(1 / UNIT)),
        swing=_spread(sessions * games, final, payout_sq) / UNIT,
        session_swing=_spread(sessions, final, final_sq) / UNIT,
        loses=mean(wilson_interval(int(totals["below"][slot]), sessions)),
        bankroll=mean(needed.scaled(1 / UNIT)),
        pots=int(totals["sums"][:, 3].sum()) / sessions if pot else None,
    )


def _spread(n: int, total: int, squares: int) -> float:
    """The standard deviation of n values from their sum and the sum of their squares."""
    return math.sqrt(max(0, n * squares - total * total) / (n * max(n - 1, 1)))
