"""The players of recorded games in words: a table of habits, and advice against each player."""

from __future__ import annotations

from analyses.answers.players import Habit, PlayersAnswer, PlayerSeen
from analyses.words.parts import Advice, Finding, Table
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import amount, units

_LEAST = 10
"""Decisions from which a habit counts."""
_ADVICE = {
    ("call", True): "calls too often: challenge its calls with counts with which you would fold",
    ("call", False): "calls too seldom: you have time to lower your count, and a call of its is to be believed",
    ("challenge", True): "challenges too often: call with low counts only",
    ("challenge", False): "folds too easily: call more often, and with higher counts",
}


def asked(answer: PlayersAnswer) -> str:
    """One line about the games."""
    return f"players · {answer.games:,} games · rules {answer.rules} · beside {answer.players[0]}"


def headline(answer: PlayersAnswer) -> str:
    """The habit that differs most from the strongest player's."""
    shown = [(each, habit) for each in answer.seen for habit in _clear_habits(each)]
    if not shown:
        return f"No habit in these {answer.games:,} games is clearly another than that of {answer.players[0]}."
    each, habit = max(shown, key=lambda pair: abs(pair[1].more.mean or 0.0))
    return f"{each.player} {_advice(habit)}."


def sentences(answer: PlayersAnswer) -> list[str]:
    """The habits of each player, with advice."""
    return [_sentence(each, answer.players[0]) for each in answer.seen]


def _sentence(each: PlayerSeen, strongest: str) -> str:
    games = f"{each.games:,} game{'' if each.games == 1 else 's'}"
    won = "" if each.units.mean is None else f"; won: {units(each.units.mean, each.units.ci95)} a game"
    habits = [f"{_advice(habit)} ({_counts(habit, strongest)})" for habit in _clear_habits(each)]
    what = "; ".join(habits) or "nothing that so few games show: play as ever"
    return f"{each.player} ({games}{won}): {what}."


def _clear_habits(each: PlayerSeen) -> list[Habit]:
    """Habits that surely differ from those of the strongest player."""
    return [habit for habit in each.habits if habit.compared >= _LEAST and habit.more.decided]


def _advice(habit: Habit) -> str:
    return _ADVICE[habit.kind, (habit.more.mean or 0.0) > 0]


def _counts(habit: Habit, strongest: str) -> str:
    done = round(habit.strongest + (habit.more.mean or 0.0) * habit.compared)
    return f"{done} times in {habit.compared}, {strongest} {habit.strongest} times"


def advice(answer: PlayersAnswer) -> list[Advice]:
    """For the first screen: advice against each player with a clear habit."""
    strongest = answer.players[0]
    items = [(each, "; ".join(map(_advice, _clear_habits(each)))) for each in answer.seen if _clear_habits(each)]
    sure = [", ".join(_counts(habit, strongest) for habit in _clear_habits(each)) for each, _ in items]
    return [
        Advice(f"How do I play against {each.player}?", f"{each.player} {says}.", f"{number}.")
        for (each, says), number in zip(items, sure, strict=True)
    ] or [Advice(answer.asks, headline(answer))]


def tables(answer: PlayersAnswer) -> list[Table]:
    """The players, and their habits."""
    return [_players(answer), _habits(answer)]


def _players(answer: PlayersAnswer) -> Table:
    rows = [[each.player, f"{each.games:,}", _units(each.units), _share(each.burned)] for each in answer.seen]
    headings = ["Player", "Games", "Units a game", "Burned"]
    note = "Units a game with a 95 % interval by games; burned: the share of games whose end is known."
    return Table("players", "The players", headings, rows, note=note)


def _habits(answer: PlayersAnswer) -> Table:
    rows = [
        [
            each.player,
            habit.kind,
            f"{habit.yes:,} of {habit.asked:,}",
            _share(habit.share),
            f"{habit.strongest:,} of {habit.compared:,}",
            _points(habit.more),
        ]
        for each in answer.seen
        for habit in each.habits
    ]
    headings = ["Player", "Decision", "Yes", "Share", answer.players[0], "More often"]
    note = (
        f"{answer.players[0]} was asked about the same positions, where the player's cards are known; the last column "
        "is the difference in percentage points, paired decision by decision, each taken as independent of the others."
    )
    return Table("habits", "Calls and challenges", headings, rows, text=2, note=note)


def findings(answer: PlayersAnswer) -> list[Finding]:
    """No figures: a few shares are a table."""
    return []


def title(answer: PlayersAnswer) -> str:
    """The heading over the numbers."""
    return "The players of these games"


def size(answer: PlayersAnswer) -> str:
    """The number of games."""
    return f"{answer.games:,} recorded games"


def rows(answer: PlayersAnswer) -> list[dict[str, object]]:
    """The answer as rows of CSV: one for each player and habit."""
    names = ("kind", "asked", "yes", "compared", "strongest", "more")
    return [
        {"player": each.player, "games": each.games, "units": each.units.mean, "burned": each.burned.mean}
        | {name: getattr(habit, name) for name in names}
        for each in answer.seen
        for habit in each.habits
    ]


def _units(value: Estimate) -> str:
    if value.mean is None:
        return "–"
    return amount(value.mean, 2) + ("" if value.half_width is None else f" ± {value.half_width:.2f}")


def _share(value: Estimate) -> str:
    if value.mean is None:
        return "–"
    ends = "" if value.ci95 is None else f" ({100 * value.ci95[0]:.0f} to {100 * value.ci95[1]:.0f})"
    return f"{100 * value.mean:.0f} %{ends}"


def _points(value: Estimate) -> str:
    if value.mean is None:
        return "–"
    return f"{amount(100 * value.mean, 0)}" + ("" if value.half_width is None else f" ± {100 * value.half_width:.0f}")
