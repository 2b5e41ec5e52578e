"""The answer of `analyze challenges`: the challenge table with its break-even line."""

from __future__ import annotations

from analyses.answers.challenges import ChallengesAnswer, ChallengeThreshold
from analyses.answers.rollouts import Cell
from analyses.estimates.limits import describes_line, pooled, within
from analyses.figures import rollouts as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text import rollouts
from reports.text.numbers import known, percent, percent_known, units


def headline(answer: ChallengesAnswer) -> str:
    """What challenging is worth where the bots challenge, where they fold, and on average."""
    averages = answer.averages
    text = f"At a table of {rollouts.players(answer)}, challenging a call instead of folding is worth "
    parts = [f"{rollouts.value(averages.all)} units at an average response"]
    if averages.chose_yes.mean is not None:
        parts.append(f"{rollouts.value(averages.chose_yes)} where they did challenge")
    if averages.chose_no.mean is not None:
        parts.append(f"{rollouts.value(averages.chose_no)} where they folded")
    return text + rollouts.listed(parts) + " (forked)."


def advice(answer: ChallengesAnswer) -> list[Advice]:
    """The break-even counts for a caller with few, some and many cards, where a limit describes the answer."""
    asks = "Somebody calls: should I challenge or fold?"
    rows = _limits(answer)
    if not rows:
        return [Advice(asks, headline(answer))]
    few = [rows[0], rows[len(rows) // 2], rows[-1]] if len(rows) > 3 else rows
    parts = [f"{_counts(row)} if he holds {_held(row)}" for row in reversed(few)]
    ranges = [f"{rollouts.count_words(row.low)} to {rollouts.count_words(row.high)}" for row in reversed(few)]
    return [
        Advice(
            asks,
            f"Challenge with a count of {rollouts.listed(parts)}.",
            f"{_average(answer)}Resamplings of the same games put these limits at {rollouts.listed(ranges)}; that is "
            "no confidence interval.",
        )
    ]


def _average(answer: ChallengesAnswer) -> str:
    """What challenging is worth over all responses."""
    average = answer.averages.all
    if average.mean is None:
        return ""
    return f"Over all responses challenging less folding is worth {units(average.mean, average.ci95)}. "


def _limits(answer: ChallengesAnswer) -> list[ChallengeThreshold]:
    """The limits that describe the answer to a caller with so many cards."""
    return [row for row in answer.thresholds if not row.pooled and describes_line(answer, row)]


def _counts(row: ChallengeThreshold) -> str:
    if row.always:
        return "any height"
    return "nothing" if row.challenge_at is None or row.challenge_at < 0 else f"{row.challenge_at} or less"


def _held(row: ChallengeThreshold) -> str:
    return f"{row.caller_cards} card{'' if row.caller_cards == 1 else 's'}"


def pocket(answer: ChallengesAnswer) -> list[Table]:
    """The break-even counts."""
    table = _thresholds(answer)
    return [table] if table.rows else []


def sentences(answer: ChallengesAnswer) -> list[str]:
    """The line, what the caller counts, the second responder, the naive difference, what is resolved."""
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
    parts = [f"{_limit(row)} to a caller with {row.caller_cards}" for row in rows]
    own = sorted(
        {row.bot_challenge_at for row in rows if row.bot_challenge_at is not None and row.bot_challenge_at >= 0}
    )
    bots = f" The bots challenge with at most {'/'.join(map(str, own))}." if own else " The bots never challenge."
    few = [parts[0], parts[len(parts) // 2], parts[-1]] if len(parts) > 3 else parts
    return f"Break-even: challenge with a count of at most {rollouts.listed(few)} cards left.{bots}"


def _limit(row: ChallengeThreshold) -> str:
    return rollouts.threshold_words(row.challenge_at, row.low, row.high, row.always)


def _bluffs(answer: ChallengesAnswer) -> str:
    row = answer.bluffs[0]
    return (
        f"The caller counted more than the responder in {percent_known(row.bluff, row.bluff_ci95)} of the "
        f"responses, and most of all three in {percent_known(row.highest, row.highest_ci95)}."
    )


def _second(answer: ChallengesAnswer) -> str:
    row = answer.second
    if row is None:
        return (
            "Nobody knows another's response before his own (response.order), or too few did: what the second "
            "responder would gain is not asked."
        )
    first = percent(row.share_first_challenged)
    return (
        f"The second responder sees the first response (a challenge in {first} of the cases). He should challenge "
        f"with at most {_at(row.challenge_at_after_fold)} after a fold and "
        f"{_at(row.challenge_at_after_challenge)} after a challenge; not knowing, with "
        f"{_at(row.challenge_at_not_knowing)}. Knowing is worth "
        f"{known(row.gain, row.ci95)} units a response."
    )


def _at(count: int) -> str:
    return "none" if count < 0 else str(count)


def tables(answer: ChallengesAnswer) -> list[Table]:
    """Everything."""
    keys = {"own_count": "Own count", "caller_cards": "Caller's cards", "stock_left": "Stock left"}
    return [
        *console(answer),
        _caller(answer),
        rollouts.cells_table(answer.cells, answer.min_forks, keys),
    ]


def console(answer: ChallengesAnswer) -> list[Table]:
    """Averages, the table by stock, the break-even line, what callers count."""
    coordinates = ("caller_cards", "own_count", "stock_left")
    return [
        rollouts.averages(answer.averages, "challenged", "folded"),
        *rollouts.grids(answer.cells, answer.min_forks, *coordinates, _titles(answer), "Count \\ caller's cards"),
        _thresholds(answer),
        _bluff_table(answer),
    ]


def _titles(answer: ChallengesAnswer) -> dict[str, str]:
    words = dict.fromkeys(cell.words("stock_left") for cell in answer.cells)
    return {each: f"Challenging less folding, {each} cards left in the stock" for each in words}


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
        f"24: challenge with a count of at most 24. {rollouts.RESAMPLED} Where no largest count describes the answer: "
        "the counts with which challenging is resolved to be better. *: too few forks; fitted over all callers "
        "together."
    )
    headings = ["Caller's cards", "Forks", "Challenge with", "The bots challenge at"]
    return Table("thresholds", "The break-even line", headings, rows, note=note)


def _challenge_with(answer: ChallengesAnswer, row: ChallengeThreshold) -> str:
    """The counts to challenge with: a limit where one describes the answer, else what the cells say."""
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
        "Over responses: calls that somebody may challenge, once for each who may. What the caller meant is not asked."
    )
    headings = ["Caller's cards", "Responses", "Counts more than the responder", "Counts most of all"]
    return Table("bluffs", "How often the caller counts more", headings, rows, note=note)


def _caller(answer: ChallengesAnswer) -> Table:
    sizes = list(dict.fromkeys(row.words("caller_cards") for row in answer.caller))
    rows = []
    for count in dict.fromkeys(row.words("caller_count") for row in answer.caller):
        mine = {row.words("caller_cards"): row for row in answer.caller if row.words("caller_count") == count}
        if any(row.n for row in mine.values()):
            rows.append([count, *(percent_known(mine[size].share, mine[size].ci95) for size in sizes)])
    note = "Shares of the responses to callers with so many cards."
    return Table("caller", "What a caller counts, by the cards he holds", ["Count \\ cards", *sizes], rows, note=note)


def findings(answer: ChallengesAnswer) -> list[Finding]:
    """The table with its line."""
    rows = figures.grid(answer.cells, answer.min_forks, "caller_cards", "own_count", "stock_left")
    lines = figures.break_even(answer)
    titles = {each: f"{each} cards left" for each in _titles(answer)}
    line = (
        " The thick line is break-even where a limit describes the answer, fitted on other games and drawn to the "
        "nearest row: challenge above it."
    )
    text = (
        "Each box: units that challenging brings more than folding. Blue, +: challenge; orange, −: fold; hatched: not "
        f"resolved; a dot: too few forks.{line if lines else ''} "
        f"{rollouts.strongest(answer, answer.cells, _where)}"
    ).strip()
    return [
        Finding(
            "table",
            "Challenge or fold",
            text,
            lambda: figures.draw_grid(rows, "cards the caller holds", "own count", titles, lines),
            lambda: figures.draw_panels(
                rows,
                "cards the caller holds",
                "own count",
                {each: f"{each} cards left in the stock" for each in titles},
                lines,
            ),
        )
    ]


def _where(cell: Cell) -> str:
    count, cards, stock = (cell.words(key) for key in ("own_count", "caller_cards", "stock_left"))
    return f"a count of {count}, a caller with {cards} cards, {stock} left in the stock"
