"""What do house rules pay, how often is each hand made, and what can a session cost?

Variants of the house rules are played on the same walls by the same bots. Other games count how often hands are paid
for each item. Sessions are matches of many games, in which mano and the pot carry over; the lowest total on the way is
the money that a player must bring.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyses.answers.shared import QuestionAnswer
from analyses.figures import Intervals, Row
from analyses.money import unit_name, worth
from analyses.question import Inquiry, Option, Question, ReportSettings
from analyses.rollouts.cells import mean
from analyses.words import Finding, Screen, Table, columns, earned, moved, paid, seated, share
from mahjong_sim.mahjong import MAHJONG
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.numbers import seconds, share_between

if TYPE_CHECKING:
    from mahjong_sim.rules import RuleSet
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
FEWEST_SESSIONS = 20
SESSION_GAMES = Option(
    "session_games",
    "Games per session; mano (the dealer) and the pot carry over from game to game.",
    default=32,
    low=1,
    high=10**6,
)


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
class PayoutsAnswer(QuestionAnswer):
    """What house rules pay, and what a session can cost."""

    deals: int  # number of walls, each played under every variant
    variants: tuple[VariantRow, ...]  # the rules of the question, then the variants
    hands: tuple[HandRow, ...]  # how often hands are paid for each item under the rules of the question
    sessions: tuple[SessionRow, ...]  # by variant and player
    jai_alai: tuple[SessionRow, ...]  # sessions with a pot, by the length of a match
    method: Mapping[str, str] = field(default_factory=dict)  # descriptions of the methods
    elapsed_s: float = 0.0

    @property
    def counted(self) -> str:
        return f"{self.deals:,} deals"


def ask(inquiry: Inquiry) -> PayoutsAnswer:
    base, session = inquiry.rules.knobs(), inquiry.options["session_games"]
    variants: dict[str, RuleSet] = {name: inquiry.rules.changed(settings) for name, settings in CHANGES.items()}
    variants = {name: rules for name, rules in variants.items() if rules.knobs() != base}
    rows, deals, games, elapsed = _variants(inquiry, variants)
    hands, counted, spent = _hands(inquiry)
    compared = {inquiry.rules.name: inquiry.rules, **variants}
    sessions = [_sessions(inquiry, name, rules, session) for name, rules in compared.items()]
    pots = [
        _sessions(inquiry, f"{POT}, matches of {length}", inquiry.rules.changed([POT]), length) for length in LENGTHS
    ]
    return PayoutsAnswer(
        **(inquiry.head(PAYOUTS) | {"games": games + counted + sum(played for _, played, _ in (*sessions, *pots))}),
        deals=deals,
        variants=rows,
        hands=hands,
        sessions=tuple(row for part, _, _ in sessions for row in part),
        jai_alai=tuple(row for part, _, _ in pots for row in part),
        elapsed_s=elapsed + spent + sum(took for _, _, took in (*sessions, *pots)),
        method={
            "variants": "every variant is played on the same walls by the same bots, which do not adapt; the unit of "
            "an interval is the deal, p-values are corrected by Holm over the variants",
            "hands": f"{counted:,} games on other walls; Wilson intervals, the game being the unit",
            "sessions": f"matches of {session} games, seats rotating from session to session; the unit "
            "is the session; the limits of a bankroll are order statistics",
            "stopping": "a number of deals fixed before the start",
        },
    )


def _variants(inquiry: Inquiry, variants: dict[str, RuleSet]) -> tuple[tuple[VariantRow, ...], int, int, float]:
    """The rules and their variants on the same walls; the number of deals, of games, and the seconds."""
    from tongits_sim.core.paired import Arm, PairedEstimates, PairedJob
    from tongits_sim.run.estimates import adjusted

    compared = {inquiry.rules.name: inquiry.rules, **variants}
    arms = tuple(Arm(name, rules, inquiry.players) for name, rules in compared.items())
    job = PairedJob(MAHJONG, arms, inquiry.games, inquiry.seed)
    run = inquiry.run_options.run(job, "variants")
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


def _hands(inquiry: Inquiry) -> tuple[tuple[HandRow, ...], int, float]:
    """How often hands are paid for each item; the number of games, and the seconds."""
    from mahjong_sim.hands.value import ITEMS
    from tongits_sim.core.batch import BatchJob
    from tongits_sim.stats import wilson_interval

    run = inquiry.run_options.run(
        BatchJob(MAHJONG, inquiry.rules, inquiry.players, HAND_GAMES * inquiry.games, inquiry.seed), "hands"
    )
    games, wins = run.totals.games, run.totals.field("wins")
    rows = []
    for item in ITEMS:
        count = run.totals.field(f"item_{item}")
        shares = (mean(wilson_interval(min(count, of), of)) for of in (games, wins))
        rows.append(HandRow(item, float(getattr(inquiry.rules.hand, item)), *shares))
    return tuple(rows), games, run.elapsed


def _sessions(inquiry: Inquiry, name: str, rules: RuleSet, games: int) -> tuple[list[SessionRow], int, float]:
    """Sessions under some rules: a row for each player; the number of games, and the seconds."""
    from mahjong_sim.sessions import SessionsJob

    sessions = max(FEWEST_SESSIONS, inquiry.games // SESSIONS_SHARE)
    part = "sessions-" + "".join(letter if letter.isalnum() else "-" for letter in f"{name}-{games}")
    run = inquiry.run_options.run(SessionsJob(rules, inquiry.players, sessions, games, inquiry.seed), part)
    first = {player.label: slot for slot, player in reversed(list(enumerate(inquiry.players)))}
    rows = [_row(run.totals, name, (label, slot), games, bool(rules.jai_alai.share)) for label, slot in first.items()]
    return rows[::-1], run.games * games, run.elapsed


def _row(totals: Totals, name: str, player: tuple[str, int], games: int, pot: bool) -> SessionRow:
    """The sessions of a player, given as label and slot."""
    import numpy as np

    from mahjong_sim.sessions import BIN, BINS
    from tongits_sim.run.estimates import UNIT
    from tongits_sim.stats import histogram_quantile, mean_interval, wilson_interval

    label, slot = player
    final, final_sq, payout_sq, _ = (int(each) for each in totals["sums"][slot])
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


# --- on a screen ---


def title(answer: PayoutsAnswer) -> str:
    return "What do house rules pay, and what should I bring?"


def screen(answer: PayoutsAnswer) -> Screen:
    length = answer.sessions[0].session_games
    size = f"{answer.deals:,} deals, sessions of {length} games"
    heading = f"{answer.rules} · {seated(answer.players)} · {size} · seed {answer.seed}"
    pots = [row for row in answer.jai_alai if row.pots is not None]
    notes = ["Bring: 19 of 20 sessions never need more."]
    if pots:
        notes.append(f"Jai alai: in {pots[-1].session_games} games the pot is taken {pots[-1].pots:.1f} times.")
    return Screen(heading, headline(answer), [variants(answer)], [*notes, 'All: --full   Pesos: --stake "5 peso"'])


def headline(answer: PayoutsAnswer) -> str:
    needs = answer.sessions[0].bankroll
    low, high = (_whole(Estimate(end)) for end in needs.ci95 or (needs.mean, needs.mean))
    return (
        f"{paid(answer.variants[0].moved)} {unit_name()} change hands a game. Bring {_whole(needs)} ({low} to {high}) "
        "for 19 of 20 sessions."
    )


def _whole(units: Estimate) -> str:
    return "–" if units.mean is None else f"{worth(units.mean):,.0f}"


def _bankroll(answer: PayoutsAnswer, variant: str) -> str:
    """The largest bankroll of the players under a variant."""
    rows = [row for row in answer.sessions if row.variant == variant and row.bankroll.mean is not None]
    return _whole(max((row.bankroll for row in rows), key=lambda each: each.mean or 0.0, default=Estimate(None)))


def variants(answer: PayoutsAnswer) -> Table:
    first = answer.variants[0].variant
    cells = {
        "rules": lambda row: f"{first} as it is" if row.variant == first else row.variant,
        "change hands a game": lambda row: paid(row.moved),
        "more": lambda row: "" if row.moved_diff is None else moved(row.moved_diff),
        "mano makes": lambda row: earned(row.mano),
        "bring": lambda row: _bankroll(answer, row.variant),
    }
    return columns("variants", "House rules compared, on the same walls", answer.variants, cells)


def about(answer: PayoutsAnswer) -> list[str]:
    return [
        f"{answer.deals:,} deals for each variant with the same bots, which do not adapt; ± is half a 95 % interval.",
        f"Played in {seconds(answer.elapsed_s)}.",
    ]


def tables(answer: PayoutsAnswer) -> list[Table]:
    hands = {
        "hand": lambda row: row.item.replace("_", " "),
        "adds": lambda row: paid(Estimate(row.units)),
        "of games": lambda row: share_between(row.share.mean, row.share.ci95),
        "of hands won": lambda row: share_between(row.share_of_wins.mean, row.share_of_wins.ci95),
    }
    return [
        variants(answer),
        columns("hands", "How often each hand is made", answer.hands, hands, note="A hand may be paid for several."),
        _session_table("sessions", "What a session can cost", answer.sessions),
        _session_table("jai_alai", "With a pot of jai alai, by length of a match", answer.jai_alai),
    ]


def _session_table(key: str, caption: str, rows: Sequence[SessionRow]) -> Table:
    cells = {
        "rules": lambda row: row.variant,
        "player": lambda row: row.player,
        "games": lambda row: str(row.session_games),
        "makes": lambda row: earned(row.payout),
        "swing": lambda row: paid(Estimate(row.session_swing)),
        "loses": lambda row: share(row.loses),
        "bring": lambda row: _whole(row.bankroll),
        "pots": lambda row: "" if row.pots is None else f"{row.pots:.2f}",
    }
    note = "Swing: standard deviation of a session. Bring: for 19 of 20 sessions. Pots: taken in a session."
    return columns(key, caption, rows, cells, 2, note)


def findings(answer: PayoutsAnswer) -> list[Finding]:
    rows = [row for row in answer.sessions if row.bankroll.mean is not None]
    several = len({row.player for row in rows}) > 1
    drawn = [Row.of(f"{row.variant} · {row.player}" if several else row.variant, row.bankroll) for row in rows]
    return [Finding("bankroll", "What to bring", headline(answer), Intervals(drawn, "units to bring"))]


PAYOUTS = Question(
    name="payouts",
    asks="What do house rules pay, how often is each hand made, and what can a session cost?",
    games=5_000,
    ask=ask,
    answer=PayoutsAnswer,
    rows="sessions",
    options=(SESSION_GAMES,),
    counts="deals",
    games_help="Number of deals for each variant; a session is played for every ten.",
    game=MAHJONG,
    presenter=sys.modules[__name__],
    reader="designer",
    page_order=110,
    about=__doc__ or "",
    on_page=ReportSettings(5_000),
)
