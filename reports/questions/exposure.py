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


def hold_words(answer: ExposureAnswer) -> str:
    """How long it is held; who holds to the end may still open by taking a discard."""
    return {0: "for the whole game by choice", 1: "for a turn"}.get(answer.hold_turns, f"for {answer.hold_turns} turns")


def headline(answer: ExposureAnswer) -> str:
    """What laying is worth, and its two parts."""
    whole = answer.insurance[0]
    return (
        f"At a table of {rollouts.players(answer)}, laying the first meld at the first chance instead of holding it "
        f"{hold_words(answer)} is worth {known(whole.payout, whole.payout_ci95)} units (forked): "
        f"{known(whole.sunog, whole.sunog_ci95)} in payments for sunog, {known(whole.rest, whole.rest_ci95)} in "
        "everything else."
    )


def advice(answer: ExposureAnswer) -> list[Advice]:
    """Whether to lay the first meld at once."""
    whole = answer.insurance[0]
    limits = whole.payout_ci95
    asks = "Should I lay my first meld at once, or hide it?"
    if limits is None or whole.payout is None or limits[0] <= 0 <= limits[1]:
        text = f"Inconclusive: on average it is not known whether laying at once beats holding {hold_words(answer)}."
    elif limits[0] > 0:
        text = f"Lay it at once: on average that brings more than holding it {hold_words(answer)}."
    else:
        text = f"Hold it {hold_words(answer)}: on average that brings more than laying at once."
    mean = whole.payout or 0.0
    sure = [cell for cell in answer.cells if cell.resolved]
    other = [cell for cell in sure if ((cell.ev_diff or 0.0) > 0) != (mean > 0)]
    most = max(other, key=lambda cell: cell.n, default=None)
    rest = f" Not always: the opposite holds with {_where(most)}." if most is not None else ""
    return [Advice(asks, text + rest, f"Laying less holding: {units(mean, limits)}. {_verdict(whole)}")]


def sentences(answer: ExposureAnswer) -> list[str]:
    """The insurance in words, by type of meld, what is resolved."""
    parts = [
        _verdict(answer.insurance[0]),
        _by_choice(answer),
        _melds(answer),
        rollouts.resolved_sentence(answer, answer.cells),
        rollouts.speed_sentence(answer),
    ]
    return [text for text in parts if text]


def _by_choice(answer: ExposureAnswer) -> str:
    """What holding to the end does not forbid."""
    if answer.hold_turns:
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


def _melds(answer: ExposureAnswer) -> str:
    rows = [row for row in answer.by if row.by == "meld" and row.n >= answer.min_forks]
    parts = [f"{row.bin} {known(row.ev_diff, row.ci95)}" for row in rows]
    return f"By meld: {'; '.join(parts)}." if parts else ""


def tables(answer: ExposureAnswer) -> list[Table]:
    """The insurance, by one coordinate at a time, every cell."""
    keys = {"meld": "Meld", "own_turn": "Own turn", "opponents_open": "Opponents open"}
    return [*console(answer), rollouts.cells_table(answer.cells, answer.min_forks, keys)]


def console(answer: ExposureAnswer) -> list[Table]:
    """The insurance, and by one coordinate at a time."""
    insurance = [
        [_BOTS[row.bot], f"{row.n:,}", known(row.payout, row.payout_ci95), *_parts(row)]
        for row in answer.insurance
        if row.bot == "all" or row.n < answer.forks
    ]
    by = [[_bin(row), known(row.ev_diff, row.ci95), *_parts(row)] for row in answer.by if row.n >= answer.min_forks]
    headings = ["Forks", "Lay less hold", "Of it sunog", "The rest", "Burned, points"]
    note = (
        "Units a decision; ± is half a 95 % interval. Of it sunog: what laying saves in payments for being "
        "burned, less what it forgoes; the rest: the price of the insurance where it is negative. Burned: "
        "percentage points."
    )
    insurance_table = [Table("insurance", "The insurance", ["Decisions", *headings], insurance, note=note)]
    what = "Turn: the own one. Open: opponents with an open meld."
    return [*insurance_table, Table("by", "By one thing at a time", ["", *headings[1:]], by, note=what)]


def _bin(row: LayBin) -> str:
    return row.bin if row.by == "meld" else f"{_BY[row.by]} {row.bin}"


def _parts(row: Parts) -> list[str]:
    """Sunog, the rest and percentage points of being burned."""
    limits = None if row.burned_ci95 is None else (100 * row.burned_ci95[0], 100 * row.burned_ci95[1])
    points = known(None if row.burned is None else 100 * row.burned, limits)
    return [known(row.sunog, row.sunog_ci95), known(row.rest, row.rest_ci95), points]


def findings(answer: ExposureAnswer) -> list[Finding]:
    """The grid of meld and turn."""
    rows = figures.grid(answer.cells, answer.min_forks, "own_turn", "meld", "opponents_open")
    text = (
        f"Each box: units that laying at once brings more than holding {hold_words(answer)}. Blue, +: lay; orange, "
        "−: hold; hatched: not resolved; a dot: too few forks. "
        f"{rollouts.strongest(answer, answer.cells, _where)}"
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
