"""The answer of `analyze exposure`: lay now or hold, the price of the insurance and its pay-off."""

from __future__ import annotations

from analyses.answers.exposure import ExposureAnswer, Insurance, LayBin, Parts
from analyses.answers.rollouts import Cell
from analyses.figures import rollouts as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text import rollouts
from reports.text.numbers import amount, known, units

_BY = {"meld": "meld", "own_turn": "turn", "opponents_open": "open"}
_BOTS = {"all": "all", "laid": "the bot laid", "held": "the bot held"}
OPEN = {"0": "no opponent open", "1": "one opponent open", "2": "both opponents open"}


def hold_words(document: ExposureAnswer) -> str:
    """How long it is held; who holds to the end may still open by taking a discard."""
    return {0: "for the whole game by choice", 1: "for a turn"}.get(
        document.hold_turns, f"for {document.hold_turns} turns"
    )


def answer(document: ExposureAnswer) -> str:
    """What laying is worth, and its two parts."""
    whole = document.insurance[0]
    return (
        f"At a table of {rollouts.players(document)}, laying the first meld at the first chance instead of holding it "
        f"{hold_words(document)} is worth {known(whole.payout, whole.payout_ci95)} units (forked): "
        f"{known(whole.sunog, whole.sunog_ci95)} in payments for sunog, {known(whole.rest, whole.rest_ci95)} in "
        "everything else."
    )


def advice(document: ExposureAnswer) -> list[Advice]:
    """Whether to lay the first meld at once."""
    whole = document.insurance[0]
    limits = whole.payout_ci95
    asks = "Should I lay my first meld at once, or hide it?"
    if limits is None or whole.payout is None or limits[0] <= 0 <= limits[1]:
        text = f"Inconclusive: on average it is not known whether laying at once beats holding {hold_words(document)}."
    elif limits[0] > 0:
        text = f"Lay it at once: on average that brings more than holding it {hold_words(document)}."
    else:
        text = f"Hold it {hold_words(document)}: on average that brings more than laying at once."
    mean = whole.payout or 0.0
    sure = [cell for cell in document.cells if cell.resolved]
    other = [cell for cell in sure if ((cell.ev_diff or 0.0) > 0) != (mean > 0)]
    most = max(other, key=lambda cell: cell.n, default=None)
    rest = f" Not always: the opposite holds with {_where(most)}." if most is not None else ""
    return [Advice(asks, text + rest, f"Laying less holding: {units(mean, limits)}. {_verdict(whole)}")]


def sentences(document: ExposureAnswer) -> list[str]:
    """The insurance in words, by type of meld, what is resolved."""
    found = [
        _verdict(document.insurance[0]),
        _by_choice(document),
        _melds(document),
        rollouts.resolved_sentence(document, document.cells),
        rollouts.speed_sentence(document),
    ]
    return [text for text in found if text]


def _by_choice(document: ExposureAnswer) -> str:
    """What holding to the end does not forbid."""
    if document.hold_turns:
        return ""
    return "Holding to the end is never laying by choice: who takes a discard still opens with the meld it makes."


def _verdict(whole: Insurance) -> str:
    burned, rest, limits = whole.burned, whole.rest, whole.rest_ci95
    if burned is None or rest is None or limits is None:
        return ""
    less = "less" if burned < 0 else "more"
    text = f"Who lays is burned {amount(abs(100 * burned), 1, sign=False)} percentage points {less} often. "
    if limits[1] < 0:
        return f"{text}The insurance has a price: apart from sunog, laying costs {amount(-rest, 3, sign=False)} units."
    if limits[0] > 0:
        return f"{text}The insurance is free: laying gains even apart from sunog."
    return f"{text}Whether the insurance has a price is inconclusive."


def _melds(document: ExposureAnswer) -> str:
    rows = [row for row in document.by if row.by == "meld" and row.n >= document.min_forks]
    parts = [f"{row.bin} {known(row.ev_diff, row.ci95)}" for row in rows]
    return f"By meld: {'; '.join(parts)}." if parts else ""


def tables(document: ExposureAnswer) -> list[Table]:
    """The insurance, by one coordinate at a time, every cell."""
    keys = {"meld": "Meld", "own_turn": "Own turn", "opponents_open": "Opponents open"}
    return [*console(document), rollouts.cells_table(document.cells, document.min_forks, keys)]


def console(document: ExposureAnswer) -> list[Table]:
    """The insurance, and by one coordinate at a time."""
    insurance = [
        [_BOTS[row.bot], f"{row.n:,}", known(row.payout, row.payout_ci95), *_parts(row)]
        for row in document.insurance
        if row.bot == "all" or row.n < document.forks
    ]
    by = [[_bin(row), known(row.ev_diff, row.ci95), *_parts(row)] for row in document.by if row.n >= document.min_forks]
    headings = ["Forks", "Lay less hold", "Of it sunog", "The rest", "Burned, points"]
    note = (
        "Units a decision; ± is half a 95 % interval. Of it sunog: what laying saves in payments for being "
        "burned, less what it forgoes; the rest: the price of the insurance where it is negative. Burned: "
        "percentage points."
    )
    made = [Table("insurance", "The insurance", ["Decisions", *headings], insurance, note=note)]
    what = "Turn: the own one. Open: opponents with an open meld."
    return [*made, Table("by", "By one thing at a time", ["", *headings[1:]], by, note=what)]


def _bin(row: LayBin) -> str:
    return row.bin if row.by == "meld" else f"{_BY[row.by]} {row.bin}"


def _parts(row: Parts) -> list[str]:
    """Sunog, the rest and percentage points of being burned."""
    limits = None if row.burned_ci95 is None else (100 * row.burned_ci95[0], 100 * row.burned_ci95[1])
    points = known(None if row.burned is None else 100 * row.burned, limits)
    return [known(row.sunog, row.sunog_ci95), known(row.rest, row.rest_ci95), points]


def findings(document: ExposureAnswer) -> list[Finding]:
    """The grid of meld and turn."""
    rows = figures.grid(document.cells, document.min_forks, "own_turn", "meld", "opponents_open")
    text = (
        f"Each box: units that laying at once brings more than holding {hold_words(document)}. Blue, +: lay; orange, "
        "−: hold; hatched: not resolved; a dot: too few forks. "
        f"{rollouts.strongest(document, document.cells, _where)}"
    ).strip()
    return [
        Finding(
            "chart",
            "Lay or hold",
            text,
            lambda: figures.draw_grid(rows, "own turn", "first meld", OPEN),
            lambda: figures.draw_panels(rows, "own turn", "first meld", OPEN),
        )
    ]


def _where(cell: Cell) -> str:
    return f"a {cell.at['meld']}, own turn {cell.words('own_turn')}, {OPEN[cell.words('opponents_open')]}"
