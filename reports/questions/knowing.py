"""How the answer about hidden cards is presented: what the hands are worth, by decision, and what the stock is."""

from __future__ import annotations

from analyses.answers.knowing import ALL, KnowingAnswer, KnowingRow
from analyses.figures import comparison
from analyses.figures import knowing as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text.numbers import percent
from reports.text.rollouts import listed, value
from tongits_sim.run.answers import Estimate


def headline(answer: KnowingAnswer) -> str:
    """What the other hands are worth at all decisions."""
    return (
        f"Under {answer.rules}, one of {_three(answer)} who searches and sees the other two hands earns "
        f"{value(answer.hands)} units a game more than one who searches in the same way and does not."
    )


def advice(answer: KnowingAnswer) -> list[Advice]:
    """What reading opponents could bring."""
    text = (
        f"Knowing both other hands all the time would be worth {value(answer.hands)} units a game to one of "
        f"{_three(answer)}. Reading opponents can bring only a part of it."
    )
    sure = (
        f"By the decisions the hands are used for: {_parts(answer)}. ± is half a 95 % interval, over {answer.deals:,} "
        "deals. Measured with a player who searches."
    )
    return [Advice("What could reading the others bring?", text, sure)]


def sentences(answer: KnowingAnswer) -> list[str]:
    """The parts, what is luck, what searching alone brings, and what these numbers bound."""
    blind = answer.of(ALL).blind
    bound = (
        "Reading reveals less than seeing. So what the hands are worth is, within its interval, the most that reading "
        f"could bring to a player who searches in up to {answer.worlds:,} worlds with {answer.players[0]} on all "
        "seats; a better search might make more of the hands."
    )
    return [
        f"By the decisions it uses the hands for: {_parts(answer)}. Parts need not add up.",
        f"What the stock is worth to a seat that sees the hands already is luck: {value(answer.beyond_hands)}.",
        f"Searching without seeing anything brings {value(blind)}.",
        bound,
        f"{answer.deals:,} deals, each with every seat in turn; ± is half a 95 % interval.",
    ]


def tables(answer: KnowingAnswer) -> list[Table]:
    """The hands by decision, then the stock."""
    note = (
        "Units a game that the seat gains over playing like its bot; ± is half a 95 % interval. Worth: seeing minus "
        "blind, on the same deals. Otherwise: share of its searches, seeing the hands, that "
        "do not answer as its bot does."
    )
    headings = ["Decisions searched", "Blind", "Seeing the hands", "Worth of the hands", "Otherwise"]
    hands = Table("hands", "What the hands are worth", headings, [_cells(row) for row in answer.cells], note=note)
    rows = [
        ["sees the stock", value(answer.stock)],
        ["sees hands and stock", value(answer.both)],
        ["the stock, to one who sees the hands", value(answer.beyond_hands)],
    ]
    stock = Table("stock", "What the stock is worth", ["At all decisions", "Units a game"], rows)
    return [hands, stock]


def findings(answer: KnowingAnswer) -> list[Finding]:
    """What hands and stock are worth."""
    points = figures.worths(answer)
    text = (
        f"Units a game to one of {_three(answer)} who searches. The hands: {_parts(answer)}, all decisions "
        f"{value(answer.hands)}. The stock, to one who sees the hands: {value(answer.beyond_hands)}. Line: 95 % "
        "interval."
    )
    return [Finding("worths", "What hidden cards are worth", text, lambda: comparison.draw_forest(points))]


def _three(answer: KnowingAnswer) -> str:
    return f"three {answer.players[0]} bots"


def _parts(answer: KnowingAnswer) -> str:
    """The worth of the hands by group."""
    return listed([f"{row.decisions} {value(row.worth)}" for row in answer.cells if row.decisions != ALL])


def _cells(row: KnowingRow) -> list[str]:
    numbers: tuple[Estimate, ...] = (row.blind, row.seeing, row.worth)
    return [row.decisions, *(value(each) for each in numbers), percent(row.changed, 0)]
