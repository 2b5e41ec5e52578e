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


def answer(document: ChallengesAnswer) -> str:
    """What challenging is worth where the bots challenge, where they fold, and on average."""
    found = document.averages
    text = f"At a table of {rollouts.players(document)}, challenging a call instead of folding is worth "
    parts = [f"{rollouts.value(found.all)} units at an average response"]
    if found.chose_yes.mean is not None:
        parts.append(f"{rollouts.value(found.chose_yes)} where they did challenge")
    if found.chose_no.mean is not None:
        parts.append(f"{rollouts.value(found.chose_no)} where they folded")
    return text + rollouts.listed(parts) + " (forked)."


def advice(document: ChallengesAnswer) -> list[Advice]:
    """The break-even counts for a caller with few, some and many cards, where a limit describes the answer."""
    asks = "Somebody calls: should I challenge or fold?"
    rows = _limits(document)
    if not rows:
        return [Advice(asks, answer(document))]
    few = [rows[0], rows[len(rows) // 2], rows[-1]] if len(rows) > 3 else rows
    parts = [f"{_counts(row)} if he holds {_held(row)}" for row in reversed(few)]
    ranges = [f"{rollouts.count_words(row.low)} to {rollouts.count_words(row.high)}" for row in reversed(few)]
    return [
        Advice(
            asks,
            f"Challenge with a count of {rollouts.listed(parts)}.",
            f"{_average(document)}Resamplings of the same games put these limits at {rollouts.listed(ranges)}; that is "
            "no confidence interval.",
        )
    ]


def _average(document: ChallengesAnswer) -> str:
    """What challenging is worth over all responses."""
    found = document.averages.all
    if found.mean is None:
        return ""
    return f"Over all responses challenging less folding is worth {units(found.mean, found.ci95)}. "


def _limits(document: ChallengesAnswer) -> list[ChallengeThreshold]:
    """The limits that describe the answer to a caller with so many cards."""
    return [row for row in document.thresholds if not row.pooled and describes_line(document, row)]


def _counts(row: ChallengeThreshold) -> str:
    if row.always:
        return "any height"
    return "nothing" if row.challenge_at is None or row.challenge_at < 0 else f"{row.challenge_at} or less"


def _held(row: ChallengeThreshold) -> str:
    return f"{row.caller_cards} card{'' if row.caller_cards == 1 else 's'}"


def pocket(document: ChallengesAnswer) -> list[Table]:
    """The break-even counts."""
    made = _thresholds(document)
    return [made] if made.rows else []


def sentences(document: ChallengesAnswer) -> list[str]:
    """The line, what the caller counts, the second responder, the naive difference, what is resolved."""
    found = [
        _line(document),
        _bluffs(document),
        _second(document),
        rollouts.naive_sentence(document.averages, "challenged", "folded"),
        rollouts.resolved_sentence(document, document.cells),
        rollouts.chart_sentence(document),
        rollouts.speed_sentence(document),
    ]
    return [text for text in found if text]


def _line(document: ChallengesAnswer) -> str:
    rows = _limits(document)
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


def _bluffs(document: ChallengesAnswer) -> str:
    row = document.bluffs[0]
    return (
        f"The caller counted more than the responder in {percent_known(row.bluff, row.bluff_ci95)} of the "
        f"responses, and most of all three in {percent_known(row.highest, row.highest_ci95)}."
    )


def _second(document: ChallengesAnswer) -> str:
    row = document.second
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


def tables(document: ChallengesAnswer) -> list[Table]:
    """Everything."""
    keys = {"own_count": "Own count", "caller_cards": "Caller's cards", "stock_left": "Stock left"}
    return [
        *console(document),
        _caller(document),
        rollouts.cells_table(document.cells, document.min_forks, keys),
    ]


def console(document: ChallengesAnswer) -> list[Table]:
    """Averages, the table by stock, the break-even line, what callers count."""
    coordinates = ("caller_cards", "own_count", "stock_left")
    return [
        rollouts.averages(document.averages, "challenged", "folded"),
        *rollouts.grids(document.cells, document.min_forks, *coordinates, _titles(document), "Count \\ caller's cards"),
        _thresholds(document),
        _bluff_table(document),
    ]


def _titles(document: ChallengesAnswer) -> dict[str, str]:
    words = dict.fromkeys(cell.words("stock_left") for cell in document.cells)
    return {each: f"Challenging less folding, {each} cards left in the stock" for each in words}


def _thresholds(document: ChallengesAnswer) -> Table:
    rows = [
        [
            str(row.caller_cards),
            f"{row.n:,}",
            _challenge_with(document, row),
            rollouts.count_words(row.bot_challenge_at),
        ]
        for row in document.thresholds
        if row.n
    ]
    note = (
        f"24: challenge with a count of at most 24. {rollouts.RESAMPLED} Where no largest count describes the answer: "
        "the counts with which challenging is resolved to be better. *: too few forks; fitted over all callers "
        "together."
    )
    headings = ["Caller's cards", "Forks", "Challenge with", "The bots challenge at"]
    return Table("thresholds", "The break-even line", headings, rows, note=note)


def _challenge_with(document: ChallengesAnswer, row: ChallengeThreshold) -> str:
    """The counts to challenge with: a limit where one describes the answer, else what the cells say."""
    if row.challenge_at is None:
        return "–"
    if describes_line(document, row):
        return _limit(row) + (" *" if row.pooled else "")
    here = [
        cell
        for cell in pooled(document.cells, ("own_count", "caller_cards"))
        if within(cell, "caller_cards", row.caller_cards)
    ]
    columns = figures.bands(here, document.min_forks, "caller_cards", "own_count", "caller_cards")
    return next((counts for column in columns if (counts := column.counts("own_count", 1))), "not resolved")


def _bluff_table(document: ChallengesAnswer) -> Table:
    rows = []
    for row in document.bluffs:
        who = "all" if row.at["caller_cards"] is None else row.words("caller_cards")
        if row.n:
            shares = ((row.bluff, row.bluff_ci95), (row.highest, row.highest_ci95))
            rows.append([who, f"{row.n:,}", *(percent_known(share, limits) for share, limits in shares)])
    note = (
        "Over responses: calls that somebody may challenge, once for each who may. What the caller meant is not asked."
    )
    headings = ["Caller's cards", "Responses", "Counts more than the responder", "Counts most of all"]
    return Table("bluffs", "How often the caller counts more", headings, rows, note=note)


def _caller(document: ChallengesAnswer) -> Table:
    sizes = list(dict.fromkeys(row.words("caller_cards") for row in document.caller))
    rows = []
    for count in dict.fromkeys(row.words("caller_count") for row in document.caller):
        mine = {row.words("caller_cards"): row for row in document.caller if row.words("caller_count") == count}
        if any(row.n for row in mine.values()):
            rows.append([count, *(percent_known(mine[size].share, mine[size].ci95) for size in sizes)])
    note = "Shares of the responses to callers with so many cards."
    return Table("caller", "What a caller counts, by the cards he holds", ["Count \\ cards", *sizes], rows, note=note)


def findings(document: ChallengesAnswer) -> list[Finding]:
    """The table with its line."""
    rows = figures.grid(document.cells, document.min_forks, "caller_cards", "own_count", "stock_left")
    lines = figures.break_even(document)
    titles = {each: f"{each} cards left" for each in _titles(document)}
    line = (
        " The thick line is break-even where a limit describes the answer, fitted on other games and drawn to the "
        "nearest row: challenge above it."
    )
    text = (
        "Each box: units that challenging brings more than folding. Blue, +: challenge; orange, −: fold; hatched: not "
        f"resolved; a dot: too few forks.{line if lines else ''} "
        f"{rollouts.strongest(document, document.cells, _where)}"
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
