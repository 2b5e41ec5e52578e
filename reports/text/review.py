"""The output of `tongits review` in a terminal: the rating of each player, the largest mistakes, the lost units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyses.money import unit_name, worth
from reports.text.console import show, table
from tongits_sim.run.answers import flat
from tongits_sim.run.numbers import MINUS, amount, seconds

if TYPE_CHECKING:
    from analyses.answers.review import ReviewAnswer, ReviewedChoice, ReviewedPlayer, Share
    from reports.text.terminal_table import TerminalTable
    from tongits_sim.run.answers import Estimate


def pair(estimate: Estimate, in_table: bool = False) -> str:
    """`0.42 ± 0.10`, for a sentence in units, for a table in the unit of the table; `-` for an unknown one."""
    if estimate.mean is None:
        return "-"
    shown = worth if in_table else float
    half = estimate.half_width
    mean = f"{shown(estimate.mean):.2f}".replace("-", MINUS)
    return mean if half is None else f"{mean} ± {shown(half):.2f}"


def player_sentence(each: ReviewedPlayer) -> str:
    """The rating of a player in a sentence, with its interval."""
    games = f"{each.games} game{'' if each.games == 1 else 's'}"
    who, s = ("You", "") if each.player == "you" else (each.player, "s")
    mistakes = f"{each.mistakes} clear mistake{'' if each.mistakes == 1 else 's'}"
    won = f"; won: {pair(each.result)} units a game, {pair(each.adjusted)} units adjusted for luck"
    return (
        f"{who} lose{s} {pair(each.per_game)} units a game by choices ({games}, {each.choices} real choices, "
        f"{mistakes}){'' if each.result.mean is None else won}."
    )


def mistake_sentence(each: ReviewedChoice) -> str:
    """A mistake in a sentence: the choice, the better one, the difference, and whether it depends on the others."""
    place = each.place[0].upper() + each.place[1:]
    words = f"{place} ({each.player}): {each.action}; better: {each.best}, by {pair(each.lost)} units"
    return f"{words}; {fields_words(each, small=True)}" if each.fields else f"{words}."


def fields_words(each: ReviewedChoice, small: bool = False) -> str:
    """The cost of a mistake against each field, in a sentence, or with `small` in part of one."""
    against = ", ".join(f"{one.field} {pair(one.lost)} units" for one in each.fields)
    flag = "bad against every field" if each.every_field else "not shown to be bad against every field"
    return f"{flag if small else flag.capitalize()}: {against}."


def luck_sentence(answer: ReviewAnswer) -> str:
    """How results are adjusted for luck, and by how much that reduces their variance."""
    if any(each.stock is None for each in answer.reviewed_games):
        return (
            "Where others' cards are not known, only luck of the own deal is taken out of results: which cards were "
            "left to draw nobody wrote down. What choices cost is what a record of all cards would say."
        )
    fit, check = answer.luck_games
    players = ", ".join(dict.fromkeys(answer.luck_players))
    return (
        f"Luck of deals and draws is taken out; on {check:,} games{f' of {players}' if players else ''} that fitted "
        f"nothing that divides the variance of a result by {answer.luck_factor:.2f} (values fitted on {fit:,} others)."
    )


def belief_sentence(answer: ReviewAnswer) -> str:
    """The assumption about the others, and the error of losses where it does not hold."""
    return (
        f"Hidden cards are drawn as if the others played like {against_words(answer)}. Where they do not, losses "
        "in all may be too high, by about 0.4 units a game in one test; less so clear mistakes. Each loss is of one "
        "choice alone: who plays the better ones throughout gains less than their sum (docs/how-to/review.md)."
    )


def against_words(answer: ReviewAnswer) -> str:
    """The players of the rollouts, each once."""
    return ", ".join(dict.fromkeys(answer.against.values()))


def habits_table(answer: ReviewAnswer) -> TerminalTable:
    """How often everybody called, challenged and was burned."""
    grid = table("How often", "Games", "Calls", "Challenges", "Burned")
    for each in answer.habits:
        grid.add_row(each.player, str(each.games), *map(share_words, (each.called, each.challenged, each.burned)))
    return grid


def share_words(each: Share) -> str:
    """`12 of 40 (18 to 45 %)`: the 95 % interval of the share in brackets."""
    if not each.of:
        return "-"
    low, high = (round(100 * limit) for limit in each.share.ci95 or (0.0, 1.0))
    return f"{each.done} of {each.of} ({low} to {high} %)"


def show_review(answer: ReviewAnswer) -> None:
    """The answer."""
    show()
    show(f"review · rules {answer.rules} · field {against_words(answer)}", style="bold")
    show(*[player_sentence(each) for each in answer.players])
    show()
    if answer.largest:
        show("The largest mistakes:", style="bold")
        show(*[mistake_sentence(answer.choices[number]) for number in answer.largest])
    else:
        show("No clear mistake was found.", style="bold")
    for each in answer.players:
        grid = table(each.player, "Choices", "Mistakes", "Lost" if unit_name() == "units" else unit_name(), "±")
        for kind in each.kinds:
            if kind.choices or kind.mistakes:
                grid.add_row(
                    kind.kind,
                    str(kind.choices),
                    str(kind.mistakes),
                    amount(worth(kind.lost.mean or 0.0), 2),
                    f"{worth(kind.lost.half_width or 0.0):.2f}",
                )
        show(grid)
    show(habits_table(answer))
    show(belief_sentence(answer))
    show(luck_sentence(answer))
    if answer.failed:
        show(f"{answer.failed} choices could not be valued.")
    games = f"{answer.games} game{'' if answer.games == 1 else 's'}"
    show(f"{games}, {len(answer.choices)} choices, in {seconds(answer.elapsed_s)}. Seed {answer.seed}.")


def csv_rows(answer: ReviewAnswer) -> list[dict[str, Any]]:
    """A flat row for each choice."""
    names = ("game", "move", "seat", "player", "kind", "action", "best", "options", "real", "worlds", "verdict")
    return [
        flat(
            {
                **{name: getattr(each, name) for name in names},
                "lost": each.lost,
                "hand": each.position.hand,
                "every_field": each.every_field,
            }
        )
        for each in answer.choices
    ]
