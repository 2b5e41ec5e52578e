"""How the answer of `analyze exposure` is presented: lay now or hold, and the two parts of the difference."""

from __future__ import annotations

from analyses.answers.exposure import ExposureAnswer, Insurance, LayBin, Parts
from analyses.answers.rollouts import Cell
from analyses.figures import rollouts as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text import rollouts
from reports.text.numbers import amount, known, units
from tongits_sim.run.answers import Limits

_BY = {"meld": "meld", "own_turn": "turn", "opponents_open": "open"}
_BOTS = {"all": "all", "laid": "the bot laid", "held": "the bot held"}
OPEN = {"0": "no opponent open", "1": "one opponent open", "2": "both opponents open"}


def hold_words(answer: ExposureAnswer) -> str:
    """How long the meld is held; a player who holds to the end may still open by taking a discard."""
    return {0: "for the whole game by choice", 1: "for a turn"}.get(answer.hold_turns, f"for {answer.hold_turns} turns")


def headline(answer: ExposureAnswer) -> str:
    """The value of laying, and its two parts."""
    whole = answer.insurance[0]
    return (
        f"At a table of {rollouts.players(answer)}, laying the first meld at the first chance instead of holding it "
        f"{hold_words(answer)} is worth {known(whole.payout, whole.payout_ci95)} units (paired rollouts): "
        f"{known(whole.sunog, whole.sunog_ci95)} in payments for sunog, {known(whole.rest, whole.rest_ci95)} in "
        "everything else."
    )


def advice(answer: ExposureAnswer) -> list[Advice]:
    """Whether to lay the first meld at once."""
    whole = answer.insurance[0]
    limits = whole.payout_ci95
    asks = "Should I lay my first meld at once, or hold it?"
    who = rollouts.players(answer)
    if limits is None or whole.payout is None or limits[0] <= 0 <= limits[1]:
        text = (
            f"Inconclusive: among {who} it is not resolved whether laying at once beats holding {hold_words(answer)}."
        )
    elif limits[0] > 0:
        text = f"Lay it at once: among {who} that gains more on average than holding it {hold_words(answer)}."
    else:
        text = f"Hold it {hold_words(answer)}: among {who} that gains more on average than laying at once."
    mean = whole.payout or 0.0
    sure = [cell for cell in answer.cells if cell.resolved]
    other = [cell for cell in sure if ((cell.ev_diff or 0.0) > 0) != (mean > 0)]
    most = max(other, key=lambda cell: cell.n, default=None)
    rest = f" Exception: with {_where(most)} the opposite is resolved." if most is not None else ""
    return [Advice(asks, text + rest, f"Laying minus holding: {units(mean, limits)}. {_verdict(whole)}")]


def sentences(answer: ExposureAnswer) -> list[str]:
    """The two parts of the difference, the difference by type of meld, the number of resolved cells."""
    parts = [
        _verdict(answer.insurance[0]),
        _by_choice(answer),
        _melds(answer),
        rollouts.resolved_sentence(answer, answer.cells),
        rollouts.speed_sentence(answer),
    ]
    return [text for text in parts if text]


def _by_choice(answer: ExposureAnswer) -> str:
    """What holding to the end still allows."""
    if answer.hold_turns:
        return ""
    return (
        "Holding to the end means never laying by choice: a player who takes a discard still opens with the meld it "
        "completes."
    )


def _verdict(whole: Insurance) -> str:
    rest, limits = whole.rest, whole.rest_ci95
    if whole.burned is None or rest is None or limits is None:
        return ""
    text = f"{_burned(whole.burned, whole.burned_ci95)} "
    if limits[1] < 0:
        return f"{text}Apart from sunog, laying costs {amount(-rest, 3, sign=False)} units."
    if limits[0] > 0:
        return f"{text}Laying gains {amount(rest, 3, sign=False)} units even apart from sunog."
    return f"{text}Whether laying gains or costs anything apart from sunog is inconclusive."


def _burned(burned: float, limits: Limits | None) -> str:
    """The effect on being burned, a share, in words."""
    if limits is None or limits[0] <= 0 <= limits[1]:
        return "Whether laying changes how often a player is burned is inconclusive."
    less = "less" if burned < 0 else "more"
    return f"A player who lays is burned {amount(abs(100 * burned), 1, sign=False)} percentage points {less} often."


def _melds(answer: ExposureAnswer) -> str:
    rows = [row for row in answer.by if row.by == "meld" and row.n >= answer.min_forks]
    parts = [f"{row.bin} {known(row.ev_diff, row.ci95)}" for row in rows]
    return f"By meld: {'; '.join(parts)}." if parts else ""


def tables(answer: ExposureAnswer) -> list[Table]:
    """The parts of the difference, then by one coordinate at a time, then every cell."""
    keys = {"meld": "Meld", "own_turn": "Own turn", "opponents_open": "Opponents open"}
    return [*console(answer), rollouts.cells_table(answer.cells, answer.min_forks, keys)]


def console(answer: ExposureAnswer) -> list[Table]:
    """The parts of the difference, over all decisions and by one coordinate at a time."""
    insurance = [
        [_BOTS[row.bot], f"{row.n:,}", known(row.payout, row.payout_ci95), *_parts(row)]
        for row in answer.insurance
        if row.bot == "all" or row.n < answer.forks
    ]
    by = [[_bin(row), known(row.ev_diff, row.ci95), *_parts(row)] for row in answer.by if row.n >= answer.min_forks]
    headings = ["Forks", "Lay minus hold", "Sunog", "The rest", "Burned, points"]
    note = (
        "Units per decision; ± is half a 95 % interval. Sunog: what laying saves in payments for being burned, minus "
        "what it forgoes in such payments from others. Burned: change in the share of games, percentage points."
    )
    insurance_table = [
        Table("insurance", "Laying minus holding, in parts", ["Decisions", *headings], insurance, note=note)
    ]
    what = "Turn: own turn. Open: opponents with an open meld."
    return [*insurance_table, Table("by", "By one feature at a time", ["", *headings[1:]], by, note=what)]


def _bin(row: LayBin) -> str:
    return row.bin if row.by == "meld" else f"{_BY[row.by]} {row.bin}"


def _parts(row: Parts) -> list[str]:
    """Sunog, the rest and percentage points of being burned."""
    limits = None if row.burned_ci95 is None else (100 * row.burned_ci95[0], 100 * row.burned_ci95[1])
    points = known(None if row.burned is None else 100 * row.burned, limits)
    return [known(row.sunog, row.sunog_ci95), known(row.rest, row.rest_ci95), points]


def findings(answer: ExposureAnswer) -> list[Finding]:
    """The chart by meld and turn."""
    rows = figures.grid(answer.cells, answer.min_forks, "own_turn", "meld", "opponents_open")
    text = (
        f"Each cell: units gained by laying at once instead of holding {hold_words(answer)}, among "
        f"{rollouts.players(answer)}. Blue, +: lay; orange, −: hold; hatched: not resolved; dot: too few forks. "
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
