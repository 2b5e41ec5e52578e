"""The screen of `tongits review`: what the choices cost, and the largest mistakes with their reasons."""

from __future__ import annotations

import itertools
import math
import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyses.answers.review import ENOUGH
from analyses.money import terms, unit_name, worth
from analyses.presentation import Screen, Table, earned, join_and
from reports.text.advice import signed
from reports.text.console import show_screen
from reports.text.language import translate
from reports.text.terminal import PIPE_WIDTH
from tongits_sim.experiments.batch_answer import rules_words
from tongits_sim.run.answers import Estimate, flat
from tongits_sim.run.numbers import amount, number_word, percent, seconds
from tongits_sim.run.numbers import share as share_words

if TYPE_CHECKING:
    from analyses.answers.review import PlayerHabits, ReviewAnswer, ReviewedChoice, ReviewedPlayer, Share

MAX_MISTAKES = 3
"""Mistakes on the first screen."""
_REASON_WIDTH = 64
"""Letters for the reasons of a mistake: more reasons are added while they fit one line behind its indent."""
_LEVELS = "▁▂▃▄▅▆▇█"
_STEPS = 40  # columns of the curve


def cost(units: float) -> str:
    """An amount lost, in the unit of the table: units to a tenth, money without decimals."""
    return amount(worth(units), _places(), sign=False)


def _places() -> int:
    money = terms().money
    return 1 if money is None or money.worth < 1 else 0


def remaining(whole: float, parts: Sequence[float]) -> str:
    """What is left of an amount after its printed parts, so that the printed ones add up.

    >>> remaining(0.42, [0.14, 0.14])
    '0.2'
    """
    scale = 10 ** _places()
    left = round(worth(whole) * scale) - sum(round(worth(part) * scale) for part in parts)
    return amount(max(left, 0) / scale, _places(), sign=False)


def player_sentence(player: ReviewedPlayer) -> str:
    """How many mistakes a player made, and the cost of all choices."""
    who, its = ("You", "Your") if player.player == "you" else (player.player, f"{player.player}'s")
    made = f"{number_word(player.mistakes)} clear mistake{'' if player.mistakes == 1 else 's'}"
    if player.games < ENOUGH or player.per_game.ci95 is None:
        games = "one game" if player.games == 1 else f"{player.games} games"
        few = "is too short" if player.games == 1 else "are too few"
        return (
            f"{who} made {made}. {its} choices cost {cost(player.cost)} {unit_name()}; {games} {few} to say what "
            f"a game costs, {ENOUGH} would do."
        )
    low, high = player.per_game.ci95
    return (
        f"{who} made {made} in {player.games} games. {its} choices cost {cost(player.per_game.mean or 0.0)} "
        f"{unit_name()} a game ({cost(low)} to {cost(high)})."
    )


_AT = {
    "strong": "strong players",
    "regular": "regular ones",
    "folders": "those who seldom challenge",
    "challengers": "those who challenge nearly all",
}


def worse_tables(choice: ReviewedChoice, answer: ReviewAnswer) -> str:
    """Against whom a choice is surely worse."""
    worse = choice.worse_at
    if len(worse) == len(answer.tables) > 1:
        return "at all tables"
    return f"against {join_and([_AT.get(name, name) for name in worse])}" if worse else "on average"


def mistake_lines(answer: ReviewAnswer) -> str:
    """The largest mistakes with their reasons, and the cost of all other choices, which takes up what rounding leaves:
    a choice has the price that the page and advice print, and all add up to the total.
    """
    found = answer.mistakes()
    shown, others = found[:MAX_MISTAKES], found[MAX_MISTAKES:]
    smaller = [
        choice for choice in answer.choices if choice.counted_cost > 0 and choice not in found
    ]  # likely, not clear
    prices = [choice.counted_cost for choice in shown]
    beyond = math.fsum(choice.counted_cost for choice in others)
    whole = math.fsum(choice.counted_cost for choice in answer.choices)
    more_clear = cost(beyond) if smaller else remaining(whole, prices)
    likely = remaining(whole, [*prices, beyond])
    several = len(answer.players) > 1
    did = [_brief(choice.action) for choice in shown]
    best = [_brief(choice.best) for choice in shown]
    left, right = (max(map(len, texts)) for texts in ([*did, "did"], [*best, "better"]))
    indent = " " * 13
    width = left + right + 2
    lines = [
        f" game  {'line' if _written(answer) else 'move'}  {'did':{left}}  {'better':{right}}  {unit_name()[:6]:>6}"
    ]
    for choice, mine, better, price in zip(shown, did, best, prices, strict=True):
        where = f" {choice.game:>4}  {choice.line or choice.move:>4}"
        lines.append(f"{where}  {mine:{left}}  {better:{right}}  {cost(price):>6}")
        about = worse_tables(choice, answer)
        if several:
            about = f"{choice.player}, {about}"
        if choice.why:
            about = f"{about}: {_short(signed(choice.why), _REASON_WIDTH - len(about))}"
        # Translated before it is wrapped: a phrase may stand across two lines.
        lines += textwrap.wrap(translate(about), PIPE_WIDTH, initial_indent=indent, subsequent_indent=indent)
    for count, what, text in (
        (len(others), "more clear mistake", more_clear),
        (len(smaller), "likely mistake", likely),
    ):
        if count:
            lines.append(f"{indent}{f'{number_word(count)} {what}{_s(count)}':{width}}  {text:>6}")
    lines.append(f"{indent}{'together':{width}}  {cost(whole):>6}")
    return "\n".join(map(translate, lines))


def _brief(action: str) -> str:
    """An action without the cards of the meld that receives the card."""
    return translate(signed(re.sub(r"(onto (?:my own|\S+)) [^,]*$", r"\1 meld", action)))


def _short(reasons: str, most: int) -> str:
    """As many reasons as fit a line."""
    first, *more = reasons.rstrip(".").split("; ")
    for reason in more:
        first = f"{first}; {reason}" if len(first) + len(reason) + 2 <= most else first
    return first


def _written(answer: ReviewAnswer) -> bool:
    return any(choice.line for choice in answer.choices)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def habit_words(habits: PlayerHabits) -> str:
    """`called 3 of 6 chances, challenged 1 of 5, burned once`."""
    times = {0: "never burned", 1: "burned once"}.get(habits.burned.done, f"burned {habits.burned.done} times")
    called = f"called {_of(habits.called)} chances" if habits.called.of else "no chance to call"
    challenged = f"challenged {_of(habits.challenged)}" if habits.challenged.of else "no call to challenge"
    return f"{called}, {challenged}, {times if habits.burned.of else 'end not known'}"


def _of(part: Share) -> str:
    return f"{part.done} of {part.of}"


def luck_words(player: ReviewedPlayer) -> str:
    """The winnings of a player and, if there are enough games, the part that is not due to the cards."""
    if player.result.mean is None:
        return "results are not written down"
    won = f"won {earned(Estimate(player.result.mean))} {unit_name()} a game"
    if player.games < ENOUGH:
        return f"{won}; {player.games} game{_s(player.games)} {'is' if player.games == 1 else 'are'} too few to say"
    if not player.adjusted.excludes_zero:
        return f"{won}; too few games to say what it was without luck"
    return f"{won}; without the luck of the cards {earned(player.adjusted)}"


def accuracy_words(player: ReviewedPlayer) -> str:
    """How many choices were not clearly wrong."""
    if player.accuracy is None:
        return ""
    return f"{percent(player.accuracy, 0)} of {player.choices} choices were not clearly wrong"


def cards_words(player: ReviewedPlayer) -> str:
    """What the cards were worth."""
    return "" if player.luck is None else f"the cards were worth {amount(worth(player.luck), _places())} {unit_name()}"


def curve(answer: ReviewAnswer, player: str) -> str:
    """What a player's choices had cost after each game, in block letters."""
    lost = [game.cost for game in answer.reviewed_games if game.player == player]
    sums = list(itertools.accumulate(lost))
    if len(sums) < 3 or not sums[-1]:
        return ""
    marks = [sums[at * len(sums) // min(len(sums), _STEPS)] for at in range(min(len(sums), _STEPS))]
    marks[-1] = sums[-1]
    line = "".join(_LEVELS[min(int(8 * mark / sums[-1]), 7)] for mark in marks)
    return f"{line}  {cost(sums[-1])} {unit_name()} after {len(sums)} games"


def player_lines(answer: ReviewAnswer, player: ReviewedPlayer) -> str:
    """By kind of choice, habits, luck, the curve of the evening."""
    kinds = sorted((kind for kind in player.decisions if kind.cost > 0), key=lambda kind: -kind.cost)
    by_kind = "   ".join(f"{kind.decision} {cost(kind.cost)}" for kind in kinds)
    habits = next((habit_words(own) for own in answer.habits if own.player == player.player), "")
    rows = (
        ("accuracy", accuracy_words(player)),
        ("by kind", by_kind),
        ("habits", habits),
        ("cards", cards_words(player)),
        ("luck", luck_words(player)),
        ("evening", curve(answer, player.player)),
    )
    return "\n".join(f" {translate(name):9}{translate(text)}" for name, text in rows if text)


def players_table(answer: ReviewAnswer) -> Table:
    """A row for each player: mistakes, units lost, and habits."""
    habits = {habit.player: habit for habit in answer.habits}
    rows = []
    for player in answer.players:
        own = habits[player.player]
        few = player.games < ENOUGH or player.per_game.mean is None
        price = "too few games" if few else cost(player.per_game.mean or 0.0)
        shares = [f"{_of(part)}" if part.of else "–" for part in (own.called, own.challenged, own.burned)]
        rows.append([player.player, str(player.games), str(player.mistakes), cost(player.cost), price, *shares])
    heads = ["player", "games", "mistakes", f"{unit_name()} lost", "a game", "called", "challenged", "burned"]
    return Table("players", "", heads, rows)


def _cost_at(choice: ReviewedChoice, table: str) -> str:
    """What a choice cost at a table; empty if the earlier games of the match made that table unlikely."""
    return next((earned(cell.cost, sign=False) for cell in choice.at if cell.table == table), "")


def tables(answer: ReviewAnswer) -> list[Table]:
    """Every mistake with its cost at each table; all players by kind of choice."""
    names = [table.name for table in answer.tables]
    mistakes = [
        [
            mistake.location,
            mistake.player,
            signed(mistake.action),
            signed(mistake.best),
            *(_cost_at(mistake, name) for name in names),
            earned(mistake.cost, sign=False),
        ]
        for mistake in answer.mistakes()
    ]
    kinds = [
        [player.player, kind.decision, str(kind.choices), str(kind.mistakes), cost(kind.cost)]
        for player in answer.players
        for kind in player.decisions
        if kind.choices
    ]
    shares = [
        [
            habit.player,
            str(habit.games),
            *(f"{_of(part)}{_between(part)}" for part in (habit.called, habit.challenged, habit.burned)),
        ]
        for habit in answer.habits
    ]
    return [
        players_table(answer),
        Table("mistakes", "Mistakes", ["place", "player", "did", "better", *names, "all"], mistakes, 4),
        Table(
            "why",
            "Why",
            ["place", "reason"],
            [[mistake.location, signed(mistake.why)] for mistake in answer.mistakes()],
            2,
        ),
        Table("kinds", "By kind", ["player", "kind", "real choices", "mistakes", f"{unit_name()} lost"], kinds, 2),
        Table("habits", "Habits", ["player", "games", "called", "challenged", "burned"], shares),
    ]


def _between(part: Share) -> str:
    low, high = part.share.ci95 or (0.0, 1.0)
    return f" ({share_words(low)} to {share_words(high)})" if part.of else ""


def about(answer: ReviewAnswer) -> list[str]:
    """How the costs and the luck were measured, and what was left out."""
    fit, check = answer.luck_games
    failed = f" {answer.failed} choices could not be valued." if answer.failed else ""
    luck = (
        "Nobody wrote down the stock, so only the luck of the own deal is taken out."
        if any(game.draw_luck is None for game in answer.reviewed_games)
        else f"Taking luck out divides the variance of a result by {answer.luck_factor:.2f} (fitted on {fit:,} games, "
        f"measured on {check:,} others)."
    )
    method = (
        "Hidden cards are drawn as the players of each table would have played. A choice costs what advice says about "
        "its position; clear and likely costs count, and a chance missed twice counts once. "
        f"Playing every choice better gains a little less than the sum. {luck}{failed}"
    )
    return [method, f"{len(answer.choices)} choices, {seconds(answer.run.elapsed_s)}. Seed {answer.seed}."]


def screen(answer: ReviewAnswer) -> Screen:
    """The first screen: the costs of one player, or a row for each player."""
    names = [player.player for player in answer.players]
    real = sum(player.choices for player in answer.players)
    games = f"{answer.games} game{_s(answer.games)}"
    at = f"at {len(answer.tables)} tables" if len(answer.tables) > 1 else f"against {answer.tables[0].people}"
    heading = " · ".join(filter(None, (answer.file, join_and(names), games, f"{real} real choices", at)))
    found = answer.mistakes()
    body: list[Table | str]
    if len(names) == 1:
        says = player_sentence(answer.players[0])
        body = [player_lines(answer, answer.players[0])]
        note = "All mistakes: --full   A page to step through: -o page.html"
    else:
        worst = max(answer.players, key=lambda player: player.cost)
        says = f"{worst.player}'s choices cost most: {cost(worst.cost)} {unit_name()} in {worst.games} games."
        body, note = (
            [players_table(answer)],
            f"One player: --player {worst.player}   All: --full   A page: -o page.html",
        )
    if found:
        body = [mistake_lines(answer), *body]
    own = rules_words(answer.rules, answer.knobs)
    return Screen(heading, says, body, [*filter(None, [own]), note])


def show_review(answer: ReviewAnswer) -> None:
    """Print the answer of `tongits review`."""
    show_screen(screen(answer), tables(answer), about(answer))


def csv_rows(answer: ReviewAnswer) -> list[dict[str, Any]]:
    """A row for each reviewed choice."""
    names = (
        "game",
        "move",
        "seat",
        "player",
        "decision",
        "action",
        "best",
        "n_actions",
        "had_choice",
        "worlds",
        "verdict",
        "repeated",
    )
    return [
        flat(
            {
                **{name: getattr(choice, name) for name in names},
                "cost": choice.cost,
                **{f"cost_{cell.table}": cell.cost for cell in choice.at},
                "counted_cost": choice.counted_cost,
                "hand": choice.position.hand,
                "book": choice.book,
                "why": choice.why,
            }
        )
        for choice in answer.choices
    ]
