"""Shows the answer of `mahjong analyze payouts`."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.figures import Intervals, Row
from analyses.money import unit_name, worth
from analyses.presentation import (
    Finding,
    Screen,
    Table,
    columns,
    earned,
    moved,
    paid,
    paid_exactly,
    seated,
    share,
    share_interval,
)
from mahjong_sim.payouts import PayoutsAnswer, SessionRow, VariantRow
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import seconds


def screen(answer: PayoutsAnswer) -> Screen:
    sessions = [f"sessions of {row.session_games} games" for row in answer.sessions[:1]]
    size = ", ".join([f"{answer.deals:,} deals", *sessions])
    heading = f"{answer.rules} · {seated(answer.players)} · {size} · seed {answer.seed}"
    pots = [row for row in answer.jai_alai if row.pots is not None]
    notes = ["Bring: 19 of 20 sessions never need more." if sessions else "Bring: no sessions were played."]
    if pots:
        notes.append(f"Jai alai: in {pots[-1].session_games} games the pot is taken {pots[-1].pots:.1f} times.")
    return Screen(heading, headline(answer), [variants(answer)], [*notes, 'All: --full   Pesos: --stake "5 peso"'])


def headline(answer: PayoutsAnswer) -> str:
    """The units that change hands a game, and the bankroll that 19 of 20 sessions need."""
    changes = f"{paid(answer.variants[0].moved)} {unit_name()} change hands a game."
    if not answer.sessions:
        return changes
    needs = answer.sessions[0].bankroll
    low, high = (_whole(Estimate(end)) for end in needs.ci95 or (needs.mean, needs.mean))
    return f"{changes} Bring {_whole(needs)} ({low} to {high}) for 19 of 20 sessions."


def _whole(units: Estimate) -> str:
    return "–" if units.mean is None else f"{worth(units.mean):,.0f}"


def _bankroll(answer: PayoutsAnswer, variant: str) -> str:
    """The largest bankroll of the players under a variant."""
    rows = [row for row in answer.sessions if row.variant == variant and row.bankroll.mean is not None]
    return _whole(
        max((row.bankroll for row in rows), key=lambda estimate: estimate.mean or 0.0, default=Estimate(None))
    )


def _moved_more(row: VariantRow) -> str:
    return "" if row.moved_diff is None else moved(row.moved_diff)


def _pots(row: SessionRow) -> str:
    return "" if row.pots is None else f"{row.pots:.2f}"


def variants(answer: PayoutsAnswer) -> Table:
    """A row for each variant of the rules: payments, mano's earnings, and the bankroll to bring."""
    first = answer.variants[0].variant

    def name(row: VariantRow) -> str:
        return f"{first} as it is" if row.variant == first else row.variant

    cells = {
        "rules": name,
        "change hands a game": lambda row: paid(row.moved),
        "more": _moved_more,
        "mano makes": lambda row: earned(row.mano),
        "bring": lambda row: _bankroll(answer, row.variant),
    }
    return columns("variants", "House rules compared, on the same walls", answer.variants, cells)


def about(answer: PayoutsAnswer) -> list[str]:
    return [
        f"{answer.deals:,} deals for each variant with the same bots, which do not adapt; ± is half a 95 % interval.",
        f"Played in {seconds(answer.run.elapsed_s)}.",
    ]


def tables(answer: PayoutsAnswer) -> list[Table]:
    hands = {
        "hand": lambda row: row.item.replace("_", " "),
        "adds": lambda row: paid_exactly(row.units),
        "of games": lambda row: share_interval(row.share),
        "of hands won": lambda row: share_interval(row.share_of_wins),
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
        "swing": lambda row: paid_exactly(row.session_swing),
        "loses": lambda row: share(row.loses),
        "bring": lambda row: _whole(row.bankroll),
        "pots": _pots,
    }
    note = "Swing: standard deviation of a session. Bring: for 19 of 20 sessions. Pots: taken in a session."
    return columns(key, caption, rows, cells, 2, note)


def findings(answer: PayoutsAnswer) -> list[Finding]:
    """A figure of the bankroll to bring under each variant; none without sessions."""
    rows = [row for row in answer.sessions if row.bankroll.mean is not None]
    several = len({row.player for row in rows}) > 1
    drawn = [Row.of(f"{row.variant} · {row.player}" if several else row.variant, row.bankroll) for row in rows]
    figure = Intervals(drawn, "units to bring", signed=False)
    return [Finding("bankroll", "What to bring", headline(answer), figure)] if rows else []
