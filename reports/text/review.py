"""The screen of `tongits review`: what the choices cost, and the largest mistakes with their reasons."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyses.answers.review import ENOUGH
from analyses.money import terms, unit_name, worth
from analyses.words import Screen, Table, earned, join_and
from reports.text.advice import signed
from reports.text.console import show_screen
from reports.text.language import translate
from tongits_sim.experiments.batch_answer import rules_words
from tongits_sim.run.answers import Estimate, flat
from tongits_sim.run.numbers import amount, number_word, percent, seconds
from tongits_sim.run.numbers import share as share_words

if TYPE_CHECKING:
    from analyses.answers.review import PlayerHabits, ReviewAnswer, ReviewedChoice, ReviewedPlayer, Share

MAX_MISTAKES = 3
"""Mistakes on the first screen."""
_LEVELS = "▁▂▃▄▅▆▇█"
_STEPS = 40  # columns of the curve


def cost(units: float) -> str:
    """An amount lost, in the unit of the table: units to a tenth, money without decimals."""
    return amount(worth(units), _places(), sign=False)


def _places() -> int:
    money = terms().money
    return 1 if money is None or money.worth < 1 else 0


def rounded_together(parts: Sequence[float]) -> list[str]:
    """Amounts lost, rounded so that the printed ones add up to the printed total.

    >>> rounded_together([0.14, 0.14, 0.14])
    ['0.2', '0.1', '0.1']
    """
    scale = 10 ** _places()
    exact = [worth(part) * scale for part in parts]
    whole = [math.floor(each) for each in exact]
    missing = round(math.fsum(exact)) - sum(whole)
    for at in sorted(range(len(exact)), key=lambda n: whole[n] - exact[n])[:missing]:
        whole[at] += 1
    return [amount(each / scale, _places(), sign=False) for each in whole]


def player_sentence(each: ReviewedPlayer) -> str:
    """How many mistakes a player made, and the cost of all choices."""
    who, its = ("You", "Your") if each.player == "you" else (each.player, f"{each.player}'s")
    made = f"{number_word(each.mistakes)} clear mistake{'' if each.mistakes == 1 else 's'}"
    if each.games < ENOUGH or each.per_game.ci95 is None:
        games = "one game" if each.games == 1 else f"{each.games} games"
        few = "is too short" if each.games == 1 else "are too few"
        return (
            f"{who} made {made}. {its} choices cost {cost(each.cost)} {unit_name()}; {games} {few} to say what a game "
            f"costs, {ENOUGH} would do."
        )
    low, high = each.per_game.ci95
    return (
        f"{who} made {made} in {each.games} games. {its} choices cost {cost(each.per_game.mean or 0.0)} {unit_name()} "
        f"a game ({cost(low)} to {cost(high)})."
    )


_AT = {
    "strong": "strong players",
    "regular": "regular ones",
    "folders": "those who seldom challenge",
    "challengers": "those who challenge nearly all",
}


def worse_tables(each: ReviewedChoice, answer: ReviewAnswer) -> str:
    """Beside whom a choice is surely worse."""
    worse = each.worse_at
    if len(worse) == len(answer.tables) > 1:
        return "at all tables"
    return f"beside {join_and([_AT.get(name, name) for name in worse])}" if worse else "on average"


def mistake_lines(answer: ReviewAnswer) -> str:
    """The largest mistakes with their reasons, and the cost of all other choices, which add up to the total."""
    found = answer.mistakes()
    shown, others = found[:MAX_MISTAKES], found[MAX_MISTAKES:]
    smaller = [each for each in answer.choices if each.counted_cost > 0 and each not in found]  # likely, not clear
    costs = rounded_together(
        [*(e.counted_cost for e in shown), sum(e.counted_cost for e in others), sum(e.counted_cost for e in smaller)]
    )
    several = len(answer.players) > 1
    did, best = [_brief(each.action) for each in shown], [_brief(each.best) for each in shown]
    left, right = (max(map(len, texts)) for texts in ([*did, "did"], [*best, "better"]))
    indent, width = " " * 13, left + right + 2
    lines = [
        f" game  {'line' if _written(answer) else 'move'}  {'did':{left}}  {'better':{right}}  {unit_name()[:6]:>6}"
    ]
    for each, one, other, price in zip(shown, did, best, costs, strict=False):
        lines.append(f" {each.game:>4}  {each.line or each.move:>4}  {one:{left}}  {other:{right}}  {price:>6}")
        about = f"{f'{each.player}, ' if several else ''}{worse_tables(each, answer)}: "
        lines.append(indent + about + _short(signed(each.why), 66 - len(about)))
    for count, what, price in (
        (len(others), "more clear mistake", costs[-2]),
        (len(smaller), "likely mistake", costs[-1]),
    ):
        if count:
            lines.append(f"{indent}{f'{number_word(count)} {what}{_s(count)}':{width}}  {price:>6}")
    whole = rounded_together([sum(each.counted_cost for each in answer.choices)])[0]
    lines.append(f"{indent}{'together':{width}}  {whole:>6}")
    return "\n".join(map(translate, lines))


def _brief(action: str) -> str:
    """An action without the cards of the meld that receives the card."""
    return translate(signed(re.sub(r"(onto (?:my own|\S+)) [^,]*$", r"\1 meld", action)))


def _short(reasons: str, most: int) -> str:
    """As many reasons as fit a line."""
    first, *more = reasons.rstrip(".").split("; ")
    for each in more:
        first = f"{first}; {each}" if len(first) + len(each) + 2 <= most else first
    return first


def _written(answer: ReviewAnswer) -> bool:
    return any(each.line for each in answer.choices)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def habit_words(each: PlayerHabits) -> str:
    """`called 3 of 6 chances, challenged 1 of 5, burned once`."""
    times = {0: "never burned", 1: "burned once"}.get(each.burned.done, f"burned {each.burned.done} times")
    called = f"called {_of(each.called)} chances" if each.called.of else "no chance to call"
    challenged = f"challenged {_of(each.challenged)}" if each.challenged.of else "no call to challenge"
    return f"{called}, {challenged}, {times if each.burned.of else 'end not known'}"


def _of(each: Share) -> str:
    return f"{each.done} of {each.of}"


def luck_words(each: ReviewedPlayer) -> str:
    """What a player won; without the luck of the cards, if enough games tell."""
    if each.result.mean is None:
        return "results are not written down"
    won = f"won {earned(Estimate(each.result.mean))} {unit_name()} a game"
    if each.games < ENOUGH:
        return f"{won}; {each.games} game{_s(each.games)} {'is' if each.games == 1 else 'are'} too few to say"
    if not each.adjusted.excludes_zero:
        return f"{won}; too few games to say what it was without luck"
    return f"{won}; without the luck of the cards {earned(each.adjusted)}"


def accuracy_words(each: ReviewedPlayer) -> str:
    """How many choices were not clearly wrong."""
    if each.accuracy is None:
        return ""
    return f"{percent(each.accuracy, 0)} of {each.choices} choices were not clearly wrong"


def cards_words(each: ReviewedPlayer) -> str:
    """What the cards were worth."""
    return "" if each.luck is None else f"the cards were worth {amount(worth(each.luck), _places())} {unit_name()}"


def curve(answer: ReviewAnswer, player: str) -> str:
    """What a player's choices had cost after each game, in block letters."""
    lost = [each.cost for each in answer.reviewed_games if each.player == player]
    sums = list(itertools.accumulate(lost))
    if len(sums) < 3 or not sums[-1]:
        return ""
    marks = [sums[at * len(sums) // min(len(sums), _STEPS)] for at in range(min(len(sums), _STEPS))]
    marks[-1] = sums[-1]
    line = "".join(_LEVELS[min(int(8 * each / sums[-1]), 7)] for each in marks)
    return f"{line}  {cost(sums[-1])} {unit_name()} after {len(sums)} games"


def player_lines(answer: ReviewAnswer, each: ReviewedPlayer) -> str:
    """By kind of choice, habits, luck, the curve of the evening."""
    kinds = sorted((kind for kind in each.decisions if kind.cost > 0), key=lambda kind: -kind.cost)
    prices = rounded_together([kind.cost for kind in kinds])
    by_kind = "   ".join(f"{kind.decision} {price}" for kind, price in zip(kinds, prices, strict=True))
    habits = next((habit_words(one) for one in answer.habits if one.player == each.player), "")
    rows = (
        ("accuracy", accuracy_words(each)),
        ("by kind", by_kind),
        ("habits", habits),
        ("cards", cards_words(each)),
        ("luck", luck_words(each)),
        ("evening", curve(answer, each.player)),
    )
    return "\n".join(f" {translate(name):9}{translate(text)}" for name, text in rows if text)


def players_table(answer: ReviewAnswer) -> Table:
    habits = {each.player: each for each in answer.habits}
    rows = []
    for each in answer.players:
        own = habits[each.player]
        few = each.games < ENOUGH or each.per_game.mean is None
        price = "too few games" if few else cost(each.per_game.mean or 0.0)
        shares = [f"{_of(part)}" if part.of else "–" for part in (own.called, own.challenged, own.burned)]
        rows.append([each.player, str(each.games), str(each.mistakes), cost(each.cost), price, *shares])
    heads = ["player", "games", "mistakes", f"{unit_name()} lost", "a game", "called", "challenged", "burned"]
    return Table("players", "", heads, rows)


def _cost_at(choice: ReviewedChoice, table: str) -> str:
    """What a choice cost at a table; empty if the earlier games of the match made that table unlikely."""
    return next((earned(one.cost, sign=False) for one in choice.at if one.table == table), "")


def tables(answer: ReviewAnswer) -> list[Table]:
    """Every mistake with its cost at each table; all players by kind of choice."""
    names = [each.name for each in answer.tables]
    mistakes = [
        [
            each.location,
            each.player,
            signed(each.action),
            signed(each.best),
            *(_cost_at(each, name) for name in names),
            earned(each.cost, sign=False),
        ]
        for each in answer.mistakes()
    ]
    kinds = [
        [each.player, kind.decision, str(kind.choices), str(kind.mistakes), cost(kind.cost)]
        for each in answer.players
        for kind in each.decisions
        if kind.choices
    ]
    shares = [
        [
            one.player,
            str(one.games),
            *(f"{_of(part)}{_between(part)}" for part in (one.called, one.challenged, one.burned)),
        ]
        for one in answer.habits
    ]
    return [
        players_table(answer),
        Table("mistakes", "Mistakes", ["place", "player", "did", "better", *names, "all"], mistakes, 4),
        Table("why", "Why", ["place", "reason"], [[each.location, signed(each.why)] for each in answer.mistakes()], 2),
        Table("kinds", "By kind", ["player", "kind", "real choices", "mistakes", f"{unit_name()} lost"], kinds, 2),
        Table("habits", "Habits", ["player", "games", "called", "challenged", "burned"], shares),
    ]


def _between(part: Share) -> str:
    low, high = part.share.ci95 or (0.0, 1.0)
    return f" ({share_words(low)} to {share_words(high)})" if part.of else ""


def about(answer: ReviewAnswer) -> list[str]:
    fit, check = answer.luck_games
    failed = f" {answer.failed} choices could not be valued." if answer.failed else ""
    luck = (
        "Nobody wrote down the stock, so only the luck of the own deal is taken out."
        if any(each.draw_luck is None for each in answer.reviewed_games)
        else f"Taking luck out divides the variance of a result by {answer.luck_factor:.2f} (fitted on {fit:,} games, "
        f"measured on {check:,} others)."
    )
    method = (
        "Hidden cards are drawn as the players of each table would have played. A choice costs what advice says about "
        "its position; clear and likely costs count, and a chance missed twice counts once. "
        f"Playing every choice better gains a little less than the sum. {luck}{failed}"
    )
    return [method, f"{len(answer.choices)} choices, {seconds(answer.elapsed_s)}. Seed {answer.seed}."]


def screen(answer: ReviewAnswer) -> Screen:
    names, real = [each.player for each in answer.players], sum(each.choices for each in answer.players)
    games = f"{answer.games} game{_s(answer.games)}"
    at = f"at {len(answer.tables)} tables" if len(answer.tables) > 1 else f"beside {answer.tables[0].people}"
    heading = " · ".join(filter(None, (answer.file, join_and(names), games, f"{real} real choices", at)))
    found = answer.mistakes()
    body: list[Table | str]
    if len(names) == 1:
        says, body = player_sentence(answer.players[0]), [player_lines(answer, answer.players[0])]
        note = "All mistakes: --full   A page to step through: -o page.html"
    else:
        worst = max(answer.players, key=lambda each: each.cost)
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
    show_screen(screen(answer), tables(answer), about(answer))


def csv_rows(answer: ReviewAnswer) -> list[dict[str, Any]]:
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
                **{name: getattr(each, name) for name in names},
                "cost": each.cost,
                **{f"cost_{one.table}": one.cost for one in each.at},
                "counted_cost": each.counted_cost,
                "hand": each.position.hand,
                "book": each.book,
                "why": each.why,
            }
        )
        for each in answer.choices
    ]
