"""Shows what a habit gains or costs."""

from __future__ import annotations

from collections.abc import Callable

from analyses.answers.trial import LineUpTrial, PlayChange, TrialAnswer, Worth
from analyses.figures import Intervals, Row
from analyses.money import unit_name
from analyses.presentation import Finding, Screen, Table, columns, earned, earnings, join_and, paid_exactly
from tongits_sim.experiments.batch_answer import leaves_out_jackpot, rules_words
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import percent, played_words

SHARES = ("wins", "tongits", "sunog", "calls", "calls_won", "challenges", "challenges_won", "opened")
"""Quantities that are shares of the games."""
NAMES = {
    "wins": "wins",
    "tongits": "wins by Tongits",
    "sunog": "sunog",
    "calls": "calls",
    "calls_won": "calls won",
    "challenges": "challenges",
    "challenges_won": "challenges won",
    "opened": "opens",
    "sapaws": "cards added",
    "turns": "turns",
}
_MOST_CHANGES = 4


def title(answer: TrialAnswer) -> str:
    return "Does this habit pay?"


def screen(answer: TrialAnswer) -> Screen:
    notes = [changes(answer), rules_words(answer.rules, answer.knobs)]
    if leaves_out_jackpot(answer.knobs, 1):
        notes.append("Without the jackpot.")
    notes.append("All numbers: --full   Other habits: tongits try --list")
    return Screen(heading(answer), headline(answer), [table(answer)], [note for note in notes if note])


def heading(answer: TrialAnswer) -> str:
    """The first line of the screen: rules, player, deals, seed."""
    seed = f"{answer.deals} deals · seed {answer.seed}"
    return f"{answer.rules} · {answer.player} with and without the habit · {seed}"


def headline(answer: TrialAnswer) -> str:
    """The habit, what it gains and costs, and against whom."""
    words = f"{answer.doing[:1].upper()}{answer.doing[1:]}"
    if not any(row.differ for row in answer.line_ups):
        return f"{words} changes nothing: {answer.player} plays so by itself."
    every: tuple[Worth, ...] = ("gains", "costs", "close", "inconclusive")
    counts = {worth: sum(row.worth == worth for row in answer.line_ups) for worth in every}
    ordered = sorted(every[:2], key=lambda worth: -counts[worth]) + list(every[2:])
    parts = [_part(answer, worth) for worth in ordered if counts[worth]]
    return f"{words} {'; '.join(parts)}."


def short(answer: TrialAnswer) -> str:
    return headline(answer)


def _part(answer: TrialAnswer, worth: Worth) -> str:
    rows = [row for row in answer.line_ups if row.worth == worth]
    everybody = len(rows) == len(answer.line_ups) > 1
    where = ", whoever sits there" if everybody else f" against {join_and([row.people for row in rows])}"
    if worth == "close":
        return f"makes no difference{where} (within {paid_exactly(answer.margin)} {unit_name()} a game)"
    if worth == "inconclusive":
        return f"is too close to call{where}"
    return f"{worth} {_amounts(rows)} {unit_name()} a game{where}"


def _amounts(rows: list[LineUpTrial]) -> str:
    """What the line-ups gain or cost, without the sign: `0.31 ± 0.05`, or the smallest to the largest."""
    gains = sorted((row.gain for row in rows), key=lambda gain: abs(mean_of(gain)))
    least = _size(gains[0])
    most = _size(gains[-1])
    if len(rows) == 1:
        return earned(least, False)
    ends = [text.partition(" ±")[0] for text in earnings((least, most), False)]  # as fine as in the table
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def _size(gain: Estimate) -> Estimate:
    if mean_of(gain) >= 0 or gain.ci95 is None:
        return Estimate(abs(mean_of(gain)), gain.ci95)
    return Estimate(-mean_of(gain), (-gain.ci95[1], -gain.ci95[0]))


def table(answer: TrialAnswer) -> Table:
    """A row for each line-up."""
    gains = dict(zip(answer.line_ups, earnings(row.gain for row in answer.line_ups), strict=True))
    cells = {
        "against": lambda row: row.line_up,
        f"{unit_name()} a game": lambda row: gains[row],
        "wins": _column("wins"),
        "sunog": _column("sunog"),
        "calls": _column("calls"),
    }
    return columns("line_ups", "What the habit gains", answer.line_ups, cells)


def _column(quantity: str) -> Callable[[LineUpTrial], str]:
    """The cells of a share."""
    return lambda row: _moved_share(row.quantity(quantity))


def _moved_share(change: PlayChange) -> str:
    """`28 → 25 %`; one number if it does not change."""
    without = f"{100 * change.without:.0f}"
    changed = f"{100 * change.with_habit:.0f}"
    return f"{changed} %" if without == changed else f"{without} → {changed} %"


def _relative_change(effect: PlayChange) -> float:
    """The size of a change, in parts of the larger number."""
    return abs(effect.with_habit - effect.without) / max(effect.without, effect.with_habit, 1e-9)


def changes(answer: TrialAnswer) -> str:
    """What changed most in play, at the line-up with the largest gain or cost."""
    rows = [row for row in answer.line_ups if row.differ]
    if not rows:
        return ""
    row = max(rows, key=lambda line_up: abs(mean_of(line_up.gain)))
    sure = [effect for effect in row.play if effect.change.excludes_zero and effect.quantity not in _IN_TABLE]
    sure = [effect for effect in sure if "→" in _change(effect)]  # what changes as it is shown
    sure.sort(key=_relative_change, reverse=True)
    share = percent(row.differ / max(row.deals, 1), 0)
    words = ", ".join(f"{NAMES[effect.quantity]} {_change(effect)}" for effect in sure[:_MOST_CHANGES])
    return f"Against {row.people} it changes {share} of deals" + (f": {words}." if words else ".")


_IN_TABLE = ("wins", "sunog", "calls")


def _change(row: PlayChange) -> str:
    if row.quantity in SHARES:
        return _moved_share(row)
    without, changed = f"{row.without:.1f}", f"{row.with_habit:.1f}"
    return changed if without == changed else f"{without} → {changed}"


_HOW = (
    "The player sits in each seat in turn, with and without the habit, on the same deals against the same two players; "
    "wins, sunog and calls are shares of its games."
)


def about(answer: TrialAnswer) -> list[str]:
    texts = [
        answer.stopping.words,
        _HOW,
        *(f"The claim: {claim}" for claim in answer.claims),
    ]
    elapsed = answer.run.elapsed_s
    if elapsed:
        texts.append(played_words(answer.games_played, answer.games_played, elapsed) + ".")
    return texts


def tables(answer: TrialAnswer) -> list[Table]:
    return [table(answer), line_ups(answer), *(play(row) for row in answer.line_ups)]


def line_ups(answer: TrialAnswer) -> Table:
    """What was played: the opponents, deals, and verdict of each line-up."""
    cells = {
        "against": lambda row: row.line_up,
        "players": lambda row: " and ".join(dict.fromkeys(row.opponents)),
        "verdict": lambda row: row.worth,
        "deals": lambda row: f"{row.deals:,}",
        "differ": lambda row: f"{row.differ:,}",
    }
    return columns("played", "What was played", answer.line_ups, cells, 3)


def play(row: LineUpTrial) -> Table:
    """What changed in play at a line-up."""
    cells = {
        "": lambda each: NAMES[each.quantity],
        "without": lambda each: _level(each, each.without),
        "with": lambda each: _level(each, each.with_habit),
        "change": _difference,
    }
    return columns(f"play_{row.line_up}", f"A game of the player against {row.people}", row.play, cells)


def _level(row: PlayChange, value: float) -> str:
    return percent(value) if row.quantity in SHARES else f"{value:.2f}"


def _difference(row: PlayChange) -> str:
    half = row.change.half_width
    scale, unit = (100, " %") if row.quantity in SHARES else (1, "")
    mean = scale * mean_of(row.change)
    sign = "+" if mean > 0 else "−" if mean < 0 else ""
    if half is None:
        return f"{sign}{abs(mean):.2f}{unit}"
    return f"{sign}{abs(mean):.2f} ± {scale * half:.2f}{unit}"


def findings(answer: TrialAnswer) -> list[Finding]:
    drawn = Intervals([Row.of(row.line_up, row.gain) for row in answer.line_ups], "units a game that the habit gains")
    return [Finding("forest", "What the habit gains", headline(answer), drawn)]


def command_line(answer: TrialAnswer) -> str:
    return answer.command_line
