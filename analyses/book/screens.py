"""The first screens of a book: `analyze calls`, `challenges` and `lay`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.book.words import (
    MEANT,
    PEOPLE,
    TABLES,
    and_so_on,
    columns_text,
    limit_text,
    sentences,
    situation_text,
    thrown_text,
)
from analyses.money import unit_name, worth
from analyses.presentation import FROM, NO, PLAIN, YES, LimitRow, Limits, Screen, Table, earned
from strategies.book.limits import (
    DECISIONS,
    FREELY,
    LITTLE,
    MIXED,
    NEARLY_ALL,
    PLAYERS,
    SELDOM,
    SOUNDLY,
    Book,
    Decision,
    Limit,
    Part,
    Row,
)
from tongits_sim.run.numbers import amount, width

if TYPE_CHECKING:
    from tongits_sim.run.answers import Estimate

WHEN = {
    "start": "call before you draw",
    "after_draw": "call after you draw",
    "end": "call with your discard",
}
"""When a draw is called, by the value of `call.timing`."""
NEXT = "Where it is close: --full   Wallet: tongits card   Your hand: tongits advise"
NOBODY: dict[Decision, str] = {
    "call": "Nobody calls a draw under these rules.",
    "challenge": "Nobody chooses: under these rules no call is answered.",
    "lay": "Nobody lays a meld under these rules.",
}
_NEARLY_AS_MANY = 0.8
_DOING: dict[Decision, str] = {"call": "Calling", "challenge": "Answering", "lay": "Holding and laying"}


def heading(book: Book, decision: Decision, timing: str) -> str:
    """The first line of a screen: rules, when the decision arises, and the games of the book."""
    about = {"call": WHEN[timing], "challenge": "a draw was called", "lay": "first meld"}[decision]
    return f"{book.rules} · {about} · the book: {book.made.games:,} games a table, seed {book.made.seed}"


def ink_of(limit: Limit) -> str:
    """The colour of a limit."""
    return NO if limit.never else FROM if limit.least is not None else YES


def screen(book: Book, decision: Decision, timing: str) -> Screen:
    """The first screen of a decision; `timing` is the value of `call.timing`."""
    part = book.part(decision)
    if not part.rows:
        return Screen(heading(book, decision, timing), NOBODY[decision], (), [NEXT])
    body = {"call": _calls, "challenge": _challenges, "lay": _lays}[decision](book)
    return Screen(heading(book, decision, timing), headline(book, decision), body, [price(book, decision), NEXT])


def headline(book: Book, decision: Decision) -> str:
    """The limits of the most frequent situation in a sentence."""
    if not book.part(decision).rows:
        return NOBODY[decision]
    return {"call": _call_headline, "challenge": _challenge_headline, "lay": _lay_headline}[decision](book)


def price(book: Book, decision: Decision) -> str:
    """What it costs to go by the book against strangers, in a sentence."""
    strong = next(row for row in book.price if row.table == "strong")
    gain: Estimate = getattr(strong, decision)
    doing = f"{_DOING[decision]} by the book instead of thinking"
    if gain.mean is None or gain.half_width is None or abs(gain.mean) <= gain.half_width:
        half = f" ± {width(gain.half_width, 2)}" if gain.half_width else ""
        size = f"{amount(gain.mean or 0.0, 2)}{half} units a game"
        return f"{doing} costs nothing that can be seen against strangers ({size})."
    word = "gains" if gain.mean > 0 else "costs"
    return f"{doing} {word} {abs(gain.mean):.2f} ± {width(gain.half_width, 2)} units a game against strangers."


def tables(book: Book, decision: Decision) -> list[Table]:
    """Every limit with the counts at which it is close, the gains by count, the prices."""
    part = book.part(decision)
    names = columns_text(part)
    shown, curves = [], []
    for row in part.rows:
        label = f"{PEOPLE[row.habit]}: {situation_text(decision, row)}".removesuffix(": ")
        cells = row.cells if len(row.cells) > 1 else row.cells * len(names)
        shown.append([label, *map(_with_close, cells)])
        for name, cell in zip(names if len(row.cells) > 1 else ["all"], row.cells, strict=True):
            curves += [
                [label, name, f"{first}–{first + 4}", f"{amount(worth(mean), 2)} ± {width(worth(half), 2)}"]
                for first, mean, half in cell.gains
            ]
    note = "In brackets: from and to which count both answers are worth the same."
    found = [Table("limits", "Limits", ["", *names], shown, 1, note)]
    found.append(Table("gains", f"What yes gains, in {unit_name()}", ["", "cards", "count", "gain"], curves, 3))
    rows = [[TABLES[row.table], *(earned(getattr(row, name)) for name in ("book", *DECISIONS))] for row in book.price]
    heads = ["the opponents", "all of it", "calls", "challenges", "first meld"]
    found.append(Table("price", f"{unit_name().capitalize()} a game by the book instead of thinking", heads, rows))
    return found


def csv_rows(book: Book, decision: Decision) -> list[dict[str, object]]:
    """A row for each limit."""
    part = book.part(decision)
    return [
        {
            "habit": row.habit,
            "rivals_from": row.rivals[0],
            "rivals_to": row.rivals[1],
            "thrown_from": row.thrown[0],
            "thrown_to": row.thrown[1],
            "cards_from": low,
            "cards_to": high,
            "most": cell.most,
            "least": cell.least,
            "close_from": cell.close[0] if cell.close else None,
            "close_to": cell.close[1] if cell.close else None,
            "decisions": cell.n,
        }
        for row in part.rows
        for (low, high), cell in zip(
            part.columns if len(row.cells) > 1 else ((part.columns[0][0], part.columns[-1][1]),), row.cells, strict=True
        )
    ]


def _with_close(limit: Limit) -> str:
    close = "" if limit.close is None or limit.close[0] == limit.close[1] else f" ({limit.close[0]}–{limit.close[1]})"
    return f"{limit_text(limit)}{close if not limit.never and not limit.any else ''}"


def _row(part: Part, label: str, row: Row) -> LimitRow:
    cells = row.cells if len(row.cells) > 1 else row.cells * len(part.columns)
    return LimitRow(label, [(limit_text(limit), ink_of(limit)) for limit in cells])


def _find(part: Part, habit: str, rivals: tuple[int, int]) -> list[Row]:
    return [row for row in part.rows if row.habit == habit and row.rivals == rivals]


# --- calls ---


def _calls(book: Book) -> Sequence[Limits | str]:
    part = book.call
    rows: list[LimitRow | None] = []
    players = _find(part, PLAYERS, (2, 2))
    labels = ["strangers, regular players"]
    if len(players) > 1:
        labels = [f"players who threw {thrown_text(players[0].thrown)}"]
        blocks = [thrown_text(player.thrown) for player in players[1:]]
        labels += [f"  the lower of two  {blocks[0]}", *(f"{'':20}{block}" for block in blocks[1:])]
    rows += [_row(part, label, row) for label, row in zip(labels, players, strict=False)]
    rows += [_row(part, "  only one of them open", row) for row in _find(part, PLAYERS, (1, 1))]
    for habit, label in (
        (SELDOM, "they seldom challenge"),
        (NEARLY_ALL, "they challenge nearly all"),
        (MIXED, "beginners, either kind"),
    ):
        both_open = _find(part, habit, (2, 2))
        one_open = _find(part, habit, (1, 1))
        rows += [_row(part, label, row) for row in both_open]
        if (
            not both_open
            or not one_open
            or list(map(limit_text, both_open[0].cells)) != list(map(limit_text, one_open[0].cells))
        ):
            rows += [_row(part, "  only one of them open", row) for row in one_open]
    alone = _find(part, PLAYERS, (0, 0))
    if alone:
        only = alone[0].cells[0]
        text = "any count: nobody may challenge" if only.any else f"{limit_text(only)}"
        rows.append(LimitRow("only you are open", [(text, PLAIN)]))
    columns = columns_text(part) if part.statistic == "count" else ["at most"]
    across = "fewest cards in an open hand" if part.statistic == "count" else "count less the points to expect"
    drawn = Limits(across, columns, rows, sentences(book, "call"))
    return [drawn, *_key(part)]


def _key(part: Part) -> list[str]:
    """The key of a table: the meaning of a number alone and of a number with a plus."""
    froms = [cell for row in part.rows for cell in row.cells if cell.least is not None]
    mosts = [cell for row in part.rows for cell in row.cells if cell.most is not None and not cell.any]
    parts = [f"{limit_text(mosts[0])}: with at most {limit_text(mosts[0])}"] if mosts else []
    parts += [f"{limit_text(froms[0])}: with {froms[0].least} or more, for they fold"] if froms else []
    if part.statistic == "net":
        return ["Expect 6 points a card that you do not know; the phone and `advise` count them."]
    return ["   ".join(parts)] if froms else []


def _with(limit: Limit) -> str:
    """`with up to 20`, `with 40 or more`, `with any count`, `never`."""
    if limit.never:
        return "never"
    if limit.any:
        return "with any count"
    return f"with {limit.least} or more" if limit.least is not None else f"with up to {limit.most}"


def _net(limit: Limit) -> str:
    """A limit on the count less the points to expect, in words."""
    if limit.never or limit.any:
        return _with(limit)
    number = limit.most or 0
    if number < 0:
        return f"with at least {-number} points fewer than you can expect in the smallest open hand"
    more = f"{number} points more than" if number else "no more points than"
    return f"with up to {more} you can expect in the smallest open hand".replace("up to no", "no")


def _frequent(rows: Sequence[Row]) -> int:
    """The column with most decisions; of columns with nearly as many the one with most cards, whatever the seed."""
    decisions = [sum(row.cells[column].n for row in rows) for column in range(len(rows[0].cells))]
    return max(column for column, number in enumerate(decisions) if number >= _NEARLY_AS_MANY * max(decisions))


def _cards(name: str) -> str:
    """A number of cards in words.

    >>> _cards("5–6"), _cards("5–8"), _cards("9+"), _cards("1")
    ('5 or 6 cards', '5 to 8 cards', '9 or more cards', '1 card')
    """
    first, _, last = name.partition("–")
    if name.endswith("+"):
        return f"{name.removesuffix('+')} or more cards"
    if not last:
        return f"{first} card{'' if first == '1' else 's'}"
    return f"{first} {'or' if int(last) == int(first) + 1 else 'to'} {last} cards"


def _call_headline(book: Book) -> str:
    part = book.call
    players = _find(part, PLAYERS, (2, 2)) or _find(part, PLAYERS, (1, 1))
    if not players:
        return "Only you are open when you may call: call with any count."
    if part.statistic == "net":
        return f"Call {_net(players[0].cells[0])}."
    column = _frequent(players)
    limits = [row.cells[column] for row in players]
    text = f"Strangers with {_cards(columns_text(part)[column])}: "
    if len({limit_text(limit) for limit in limits}) == 1:
        text += _calling(limits[0])
    else:
        blocks: list[tuple[tuple[int, int], Limit]] = []  # neighbours with the same limit are one
        for row, limit in zip(players, limits, strict=True):
            if blocks and limit_text(blocks[-1][1]) == limit_text(limit):
                blocks[-1] = ((row.thrown[0], blocks[-1][0][1]), limit)
            else:
                blocks.append((row.thrown, limit))
        parts = [f"{_calling(limits[0])} if both threw {thrown_text(blocks[0][0])}"]
        parts += [f"{_short(limit)} if the lower was {thrown_text(thrown)}" for thrown, limit in blocks[1:-1]]
        thrown, limit = blocks[-1]
        last = thrown_text(thrown)
        parts.append(f"not after {last}" if limit.never else f"{_short(limit)} after {last}")
        text += ", ".join(parts)
    seldom = _find(part, SELDOM, (2, 2))
    if seldom and limit_text(seldom[0].cells[column]) != limit_text(limits[0]):
        text += f". Who challenges {MEANT[SELDOM].replace('fewer than', 'under')}: {_with(seldom[0].cells[column])}"
    return f"{text}."


def _calling(limit: Limit) -> str:
    return "never call" if limit.never else f"call {_with(limit)}"


def _short(limit: Limit) -> str:
    return _with(limit).removeprefix("with up to ").removeprefix("with ")


# --- challenges ---


def _challenges(book: Book) -> Sequence[Limits | str]:
    part = book.challenge
    rows: list[LimitRow | None] = []
    pays: list[LimitRow | None] = []
    for habit, label in (
        (SOUNDLY, "a stranger, a good player"),
        (FREELY, "a regular player, calls freely"),
        (LITTLE, "calls only with little"),
    ):
        own = [row for row in part.rows if row.habit == habit]
        for number, row in enumerate(own):
            rows.append(_row(part, label if number == 0 else "  the other opponent is out", row))
        if own and len(own[0].cells) > 1:
            pays.append(
                LimitRow(label, [(f"{100 * cell.paid:.0f} %" if cell.n else "", PLAIN) for cell in own[0].cells])
            )
    columns = columns_text(part) if part.statistic == "count" else ["at most"]
    across = "cards in the caller's hand" if part.statistic == "count" else "count less the points to expect"
    if len(rows) <= 3:
        rows += [None, LimitRow("how often a challenge was better", []), *pays]
    return [Limits(across, columns, rows, sentences(book, "challenge")), *_key(part)]


def _challenge_headline(book: Book) -> str:
    part = book.challenge
    rows = [row for row in part.rows if row.habit == SOUNDLY] or list(part.rows)
    if part.statistic == "net":
        return f"Challenge {_net(rows[0].cells[0])}.".replace("the smallest open hand", "the caller's hand")
    groups = [group for group in and_so_on(rows[0].cells, columns_text(part)) if group[0] != columns_text(part)[0]]
    first, *others = groups
    text = f"Challenge a stranger {_with(first[1])} when the caller holds {_cards(first[0])}"
    for name, limit in others:
        where = "more" if name.endswith("+") else _cards(name).removesuffix(" cards")
        text += f", {_short(limit)} with {where}"
    return f"{text}."


# --- first meld ---


def _lays(book: Book) -> Sequence[Limits | str]:
    limits = [_lay_limit(book, rivals) for rivals in (0, 1, 2)]
    do = [("–", PLAIN) if limit is None else ("lay", YES) if limit.any else ("hold", NO) for limit in limits]
    rows: list[LimitRow | None] = [LimitRow("do", do), None, LimitRow(f"it is worth, in {unit_name()}", [])]
    for table, label in TABLES.items():
        cells = []
        for rivals, limit in enumerate(limits):
            found = next((cell for cell in book.worth if cell.table == table and cell.rivals == rivals), None)
            sign = 1 if limit is None or limit.any else -1
            cells.append(("" if found is None else amount(sign * worth(found.gain.mean or 0.0), 1), PLAIN))
        if any(text for text, _ in cells):
            rows.append(LimitRow(label, cells))
    return [Limits("opponents open", ["none", "one", "both"], rows, sentences(book, "lay"))]


def _lay_limit(book: Book, rivals: int) -> Limit | None:
    row = next((row for row in book.lay.rows if row.rivals[0] <= rivals <= row.rivals[1]), None)
    return None if row is None else row.cells[0]


def _lay_headline(book: Book) -> str:
    nobody = _lay_limit(book, 0)
    somebody = _lay_limit(book, 1)
    if nobody is not None and nobody.any and somebody is not None and somebody.any:
        return "Lay it at once."
    return "Hold it while nobody is open. Lay it as soon as somebody is."


ABOUT = (
    "The book was made of paired rollouts (forks): at every such decision of a strong player both actions were played "
    "to the end from the same position, at four tables: two strong players, two regular ones, two who seldom "
    "challenge, two who challenge nearly all. A limit is the count up to which calling gains in sum; the price was "
    "played on other deals. Measure it yourself: --games, or --players for other opponents."
)
