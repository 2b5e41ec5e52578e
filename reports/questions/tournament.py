"""Shows a tournament: who wins, how players get through its stages, and how long a fair match is."""

from __future__ import annotations

import shlex

from analyses.answers.tournament import KindRow, StageRow, TournamentAnswer
from analyses.money import unit_name
from analyses.presentation import Finding, Screen, Table, columns, earned, join_and, paid, share, share_interval
from tongits_sim.experiments.batch_answer import rules_words
from tongits_sim.run.answers import Estimate, mean_of

MAX_STAGES = 12  # of the screen
ALMOST, NEVER = 0.95, 0.05


def title(answer: TournamentAnswer) -> str:
    return "Does this format find the better player?"


def screen(answer: TournamentAnswer) -> Screen:
    field = ", ".join(f"{row.entered} {row.player}" for row in answer.kinds)
    heading = f"{answer.title} · {answer.rules} · {field} · {answer.events:,} tournaments · seed {answer.seed}"
    more = "All numbers: --full   Your own cup: a TOML file of stages"
    assumed = "Some of the format is assumed, not documented: --full" if answer.assumed else ""
    own = rules_words(answer.rules, answer.knobs)
    failed = [f"{bot.player} failed and is left out." for bot in answer.left_out]
    notes = [text for text in (*failed, _length(answer), assumed, own, more) if text]
    table = _stages(answer)
    table.rows = table.rows[:MAX_STAGES]
    return Screen(heading, headline(answer), [table], notes)


def headline(answer: TournamentAnswer) -> str:
    """Who wins the title how often, beside the chance in a lottery; or which kinds are too close to call."""
    if len(answer.kinds) == 1:
        return f"All {answer.entered:,} players are alike: each wins one tournament in {answer.entered:,}."
    if answer.best is None:
        return f"{join_and(answer.players)} are too close to call: no kind of players is surely the best."
    best = answer.kind(answer.best)
    who = "The" if best.entered == 1 else "An" if best.player[0] in "aeiou" else "A"
    lot = share(Estimate(best.entered / answer.entered))
    return f"{who} {best.player} wins the title{_often(best.title)}: {_part(best.title)} (by lot it would be {lot})."


def _part(part: Estimate) -> str:
    low, high = part.ci95 or (mean_of(part), mean_of(part))
    return share_interval(part) if low > NEVER and high < ALMOST else share(part)


def _often(part: Estimate) -> str:
    low, high = part.ci95 or (mean_of(part), mean_of(part))
    return " nearly always" if low > ALMOST else " hardly ever" if high < NEVER else ""


def _stages(answer: TournamentAnswer) -> Table:
    unit = "matches" if answer.target else "rounds"
    cells = {
        "stage": lambda row: row.name,
        "players": lambda row: f"{row.players:,}",
        unit: _size,
    }
    if answer.best is not None:
        cells[f"of them {answer.best}"] = lambda row: share(Estimate(row.best))
    return columns("stages", "The stages", answer.stages, cells)


def _size(row: StageRow) -> str:
    return str(row.rounds) if row.matches == 1 else f"{row.matches} × {row.rounds}"


def _length(answer: TournamentAnswer) -> str:
    """Say after how many rounds of one match the better player is first in nine of ten matches."""
    if answer.best is None or not answer.lengths:
        return ""
    unit = "matches" if answer.target else "rounds"
    often = f"{10 * answer.share:.0f} of 10 matches"
    place = f"Against two {answer.rival},"
    if answer.enough is None:
        last = answer.lengths[-1]
        if mean_of(last.best) >= answer.share:
            return f"{place} {answer.best} is first in {often} from {answer.lengths[0].rounds} {unit} on."
        return f"{place} {answer.best} is first in {often} only after more than {last.rounds:,} {unit}."
    low, high = (f"{end:,.0f}" if end is not None else "?" for end in (answer.enough_low, answer.enough_high))
    return f"{place} {answer.best} is first in {often} from {answer.enough:,.0f} {unit} on ({low} to {high})."


def about(answer: TournamentAnswer) -> list[str]:
    """Name the assumptions about the format, and how the numbers were made."""
    luck = []
    if answer.luck is not None and (left := answer.luck_left) is not None:
        luck = [f"Luck: other players win the title {share_interval(left)} as often as in a lottery."]
    if answer.target:
        luck.append(f"A match ends when a score reaches {answer.target} points; the fewest are best.")
    return [
        *luck,
        *(f"Assumed: {text}" for text in answer.assumed),
        f"The best kind was found on {answer.deals:,} deals of the first stage of other tournaments.",
    ]


def _earns(row: KindRow) -> str:
    """Points a match, or units a game."""
    return earned(row.payout) if row.points is None else paid(row.points)


def tables(answer: TournamentAnswer) -> list[Table]:
    money = f"{unit_name()} a game"
    kinds = {
        "player": lambda row: row.player,
        "enter": lambda row: str(row.entered),
        "points a match" if answer.target else money: _earns,
        "win the title": lambda row: share_interval(row.title),
        "each": lambda row: share_interval(row.title_each),
        "reach the final": lambda row: share(row.reached[-1]),
    }
    lengths = {
        "rounds": lambda row: f"{row.rounds:,}",
        "the better is first": lambda row: share_interval(row.best),
    }
    every = [
        _stages(answer),
        columns("kinds", "Who wins", answer.kinds, kinds),
        columns("lengths", f"One match, {answer.best} against two {answer.rival}", answer.lengths, lengths, 0),
    ]
    return [table for table in every if table.rows]


def findings(answer: TournamentAnswer) -> list[Finding]:
    return []


def command_line(answer: TournamentAnswer) -> str:
    if answer.command_line:
        return answer.command_line
    field = ", ".join(f"{row.entered} {row.player}" for row in answer.kinds)
    return (
        f"tongits tournament {answer.name} --field {shlex.quote(field)} --events {answer.events} --seed {answer.seed}"
    )
