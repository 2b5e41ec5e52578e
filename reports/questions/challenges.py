"""How the answer of `analyze challenges` is presented: the challenge table with its break-even line."""

from __future__ import annotations

from analyses.answers.challenges import ChallengesAnswer, ChallengeThreshold
from analyses.answers.rollouts import Cell
from analyses.estimates.limits import describes_line, pooled, within
from analyses.figures import rollouts as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text import rollouts, verdicts
from reports.text.numbers import known, percent, percent_known, units


def headline(answer: ChallengesAnswer) -> str:
    """The value of challenging on average, where the bots challenge and where they fold."""
    if answer.against:
        return verdicts.headline(answer, verdicts.CHALLENGE)
    averages = answer.averages
    text = f"At a table of {rollouts.players(answer)}, challenging a call instead of folding is worth "
    parts = [f"{rollouts.value(averages.all)} units per response on average"]
    if averages.chose_yes.mean is not None:
        parts.append(f"{rollouts.value(averages.chose_yes)} where the bots challenged")
    if averages.chose_no.mean is not None:
        parts.append(f"{rollouts.value(averages.chose_no)} where they folded")
    return text + rollouts.listed(parts) + " (paired rollouts)."


def advice(answer: ChallengesAnswer) -> list[Advice]:
    """The break-even counts against callers with few, some and many cards, where a threshold describes the answer."""
    if answer.against:
        return verdicts.advice(answer, verdicts.CHALLENGE)
    asks = "Somebody calls: should I challenge or fold?"
    rows = _limits(answer)
    if not rows:
        return [Advice(asks, headline(answer))]
    few = [rows[0], rows[len(rows) // 2], rows[-1]] if len(rows) > 3 else rows
    parts = [f"{_counts(row)} against a caller with {_cards(row)}" for row in reversed(few)]
    ranges = [f"{rollouts.count_words(row.low)} to {rollouts.count_words(row.high)}" for row in reversed(few)]
    return [
        Advice(
            asks,
            f"Among {rollouts.players(answer)}, challenge with {rollouts.listed(parts)}.",
            f"{_average(answer)}Over resamplings of the same games these limits range from {rollouts.listed(ranges)}; "
            "these are not confidence intervals.",
        )
    ]


def _average(answer: ChallengesAnswer) -> str:
    """The value of challenging over all responses."""
    average = answer.averages.all
    if average.mean is None:
        return ""
    return f"Over all responses, challenging instead of folding is worth {units(average.mean, average.ci95)}. "


def _limits(answer: ChallengesAnswer) -> list[ChallengeThreshold]:
    """The thresholds that describe the answer, by the number of cards in the caller's hand."""
    return [row for row in answer.thresholds if not row.pooled and describes_line(answer, row)]


def _counts(row: ChallengeThreshold) -> str:
    if row.always:
        return "any count"
    return "no count" if row.challenge_at is None or row.challenge_at < 0 else f"a count of {row.challenge_at} or less"


def _cards(row: ChallengeThreshold) -> str:
    return f"{row.caller_cards} card{'' if row.caller_cards == 1 else 's'}"


def pocket(answer: ChallengesAnswer) -> list[Table]:
    """The break-even counts."""
    if answer.against:
        return verdicts.pocket(answer, verdicts.CHALLENGE)
    table = _thresholds(answer)
    return [table] if table.rows else []


def sentences(answer: ChallengesAnswer) -> list[str]:
    """The break-even line, the caller's count, the second responder, the confounded difference, resolved cells."""
    if answer.against:
        return verdicts.sentences(answer, verdicts.CHALLENGE)
    parts = [
        _line(answer),
        _bluffs(answer),
        _second(answer),
        rollouts.naive_sentence(answer.averages, "challenged", "folded"),
        rollouts.resolved_sentence(answer, answer.cells),
        rollouts.chart_sentence(answer),
        rollouts.speed_sentence(answer),
    ]
    return [text for text in parts if text]


def _line(answer: ChallengesAnswer) -> str:
    rows = _limits(answer)
    if not rows:
        return ""
    parts = [f"{_limit(row)} against {row.caller_cards}" for row in rows]
    own = sorted(
        {row.bot_challenge_at for row in rows if row.bot_challenge_at is not None and row.bot_challenge_at >= 0}
    )
    bots = f" The bots challenge with at most {'/'.join(map(str, own))}." if own else " The bots never challenge."
    few = [parts[0], parts[len(parts) // 2], parts[-1]] if len(parts) > 3 else parts
    return (
        f"Break-even among {rollouts.players(answer)}: challenge with a count of at most {rollouts.listed(few)} cards "
        f"in the caller's hand.{bots}"
    )


def _limit(row: ChallengeThreshold) -> str:
    return rollouts.threshold_words(row.challenge_at, row.low, row.high, row.always)


def _bluffs(answer: ChallengesAnswer) -> str:
    row = answer.bluffs[0]
    return (
        f"The caller's count was higher than the responder's in {percent_known(row.bluff, row.bluff_ci95)} of the "
        f"responses, and the highest of all three in {percent_known(row.highest, row.highest_ci95)}."
    )


def _second(answer: ChallengesAnswer) -> str:
    row = answer.second
    if row is None:
        return (
            "The second responder's gain is not estimated: no player sees another's response before responding "
            "(response.order), or too few did."
        )
    first = percent(row.share_first_challenged)
    return (
        f"The second responder sees the first response (a challenge in {first} of the cases). The best maximum counts "
        f"for a second challenge on the fitting games were {_at(row.challenge_at_after_fold)} after a fold, "
        f"{_at(row.challenge_at_after_challenge)} after a challenge and {_at(row.challenge_at_not_knowing)} without "
        f"knowing the first response. Knowing it is worth {known(row.gain, row.ci95)} units per response."
    )


def _at(count: int) -> str:
    return "none" if count < 0 else str(count)


def tables(answer: ChallengesAnswer) -> list[Table]:
    """All tables."""
    if answer.against:
        return [*verdicts.tables(answer, verdicts.CHALLENGE), _bluff_table(answer), _caller(answer)]
    keys = {"own_count": "Own count", "caller_cards": "Caller's cards", "stock_left": "Stock left"}
    return [
        *console(answer),
        _caller(answer),
        rollouts.cells_table(answer.cells, answer.min_forks, keys),
    ]


def console(answer: ChallengesAnswer) -> list[Table]:
    """Averages, the chart by stock, the break-even line, the caller's count."""
    if answer.against:
        return verdicts.console(answer, verdicts.CHALLENGE)
    coordinates = ("caller_cards", "own_count", "stock_left")
    return [
        rollouts.averages(answer.averages, "challenged", "folded"),
        *rollouts.grids(answer.cells, answer.min_forks, *coordinates, _titles(answer), "Count \\ caller's cards"),
        _thresholds(answer),
        _bluff_table(answer),
    ]


def _titles(answer: ChallengesAnswer) -> dict[str, str]:
    words = dict.fromkeys(cell.words("stock_left") for cell in answer.cells)
    return {each: f"Challenging minus folding, {each} cards left in the stock" for each in words}


def _thresholds(answer: ChallengesAnswer) -> Table:
    rows = [
        [
            str(row.caller_cards),
            f"{row.n:,}",
            _challenge_with(answer, row),
            rollouts.count_words(row.bot_challenge_at),
        ]
        for row in answer.thresholds
        if row.n
    ]
    note = (
        f"24: challenge with a count of at most 24. {rollouts.RESAMPLED} Where no maximum count describes the answer, "
        "the counts at which challenging is resolved to be better are listed. *: too few forks, so fitted over all "
        "callers together."
    )
    headings = ["Caller's cards", "Forks", "Challenge with", "The bots challenge with"]
    return Table("thresholds", "The break-even line", headings, rows, note=note)


def _challenge_with(answer: ChallengesAnswer, row: ChallengeThreshold) -> str:
    """The counts to challenge with: a threshold where one describes the answer, else the resolved counts."""
    if row.challenge_at is None:
        return "–"
    if describes_line(answer, row):
        return _limit(row) + (" *" if row.pooled else "")
    here = [
        cell
        for cell in pooled(answer.cells, ("own_count", "caller_cards"))
        if within(cell, "caller_cards", row.caller_cards)
    ]
    columns = figures.bands(here, answer.min_forks, "caller_cards", "own_count", "caller_cards")
    return next((counts for column in columns if (counts := column.counts("own_count", 1))), "not resolved")


def _bluff_table(answer: ChallengesAnswer) -> Table:
    rows = []
    for row in answer.bluffs:
        who = "all" if row.at["caller_cards"] is None else row.words("caller_cards")
        if row.n:
            shares = ((row.bluff, row.bluff_ci95), (row.highest, row.highest_ci95))
            rows.append([who, f"{row.n:,}", *(percent_known(share, limits) for share, limits in shares)])
    note = (
        "Over responses: each call counts once for every player who may challenge it. What the caller "
        "intended is not estimated."
    )
    headings = ["Caller's cards", "Responses", "Higher than responder's", "Highest of three"]
    return Table("bluffs", "How often the caller's count is higher", headings, rows, note=note)


def _caller(answer: ChallengesAnswer) -> Table:
    sizes = list(dict.fromkeys(row.words("caller_cards") for row in answer.caller))
    rows = []
    for count in dict.fromkeys(row.words("caller_count") for row in answer.caller):
        mine = {row.words("caller_cards"): row for row in answer.caller if row.words("caller_count") == count}
        if any(row.n for row in mine.values()):
            rows.append([count, *(percent_known(mine[size].share, mine[size].ci95) for size in sizes)])
    note = "Shares of the responses to callers with that many cards."
    return Table("caller", "Caller's count, by cards in the caller's hand", ["Count \\ cards", *sizes], rows, note=note)


def findings(answer: ChallengesAnswer) -> list[Finding]:
    """The chart with its break-even line."""
    if answer.against:
        return verdicts.findings(answer, verdicts.CHALLENGE)
    rows = figures.grid(answer.cells, answer.min_forks, "caller_cards", "own_count", "stock_left")
    lines = figures.break_even(answer)
    titles = {each: f"{each} cards left" for each in _titles(answer)}
    line = (
        " Thick line: break-even where a maximum count describes the answer, fitted on other games and drawn to the "
        "nearest row; challenge above it."
    )
    text = (
        f"Each cell: units gained by challenging instead of folding, among {rollouts.players(answer)}. Blue, +: "
        f"challenge; orange, −: fold; hatched: not resolved; dot: too few forks.{line if lines else ''} "
        f"{rollouts.strongest(answer, answer.cells, _where)}"
    ).strip()
    return [
        Finding(
            "table",
            "Challenge or fold",
            text,
            lambda: figures.draw_grid(rows, "cards in the caller's hand", "own count", titles, lines),
            lambda: figures.draw_panels(
                rows,
                "cards in the caller's hand",
                "own count",
                {each: f"{each} cards left in the stock" for each in titles},
                lines,
            ),
        )
    ]


def _where(cell: Cell) -> str:
    count, cards, stock = (cell.words(key) for key in ("own_count", "caller_cards", "stock_left"))
    return f"a count of {count}, a caller with {cards} cards, {stock} left in the stock"
