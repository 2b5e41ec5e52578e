"""What do rules pay, to whom, and what does a session or a fee cost?

Three copies of a bot play sessions: matches in which dealer, jackpot and streak carry over from game to game. Together
they win nothing, or lose the house's fees, so rules differ in the dealer's edge, in what is paid for, and in how far a
player falls behind during a session. The unit of every interval is the match.

With `--fee` the bots also play together, in every seating of the same deals, at each level of the house's fee: what it
brings, and up to which fee a player still wins. A fee changes what is paid and not how bots play.
"""

# ruff: noqa: RUF009  # a field that says how it is counted is made by a call; it holds no state

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.answers.shared import QuestionAnswer
from analyses.figures import ENDING_WORDS, INKS, blank, name, row_height
from analyses.question import SESSION, Inquiry, OnPage, Option, Question, QuestionError
from analyses.words import Advice, Finding, Table, listed, units_words
from tongits_sim.rules import RuleSet
from tongits_sim.run.answers import Answer, Estimate, value
from tongits_sim.run.numbers import MINUS, amount, known, percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from tongits_sim.experiments.census import CensusEstimates
    from tongits_sim.experiments.sessions import SessionsEstimates
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player

Sums = Mapping[str, int]
"""Columns of a census, each with its factor."""
GAMES = {"games": 1}
POT = {f"moved_{part}": 1 for part in ("base", "sunog", "bonus", "sagasa", "pot")}
MOVED = POT | {"moved_jackpot": 1}
HOUSE = {f"fees_{place}": -1 for place in range(3)}


# --- the answer: a field says how the census counts it; money is in units a game unless another unit is named ---


def counted(read: Callable[[CensusEstimates], Any]) -> Any:
    return field(metadata={"read": read})


def money(y: Sums, x: Sums = GAMES) -> Any:
    return counted(lambda census: Estimate.of(census.money(y, x)))


def ratio(y: Sums, x: Sums = GAMES) -> Any:
    return counted(lambda census: Estimate.of(census.ratio(y, x)))


def share(events: Sums, trials: Sums = GAMES) -> Any:
    return counted(lambda census: Estimate.of(census.share(events, trials)))


def lasts(probability: float) -> Any:
    return counted(lambda census: Estimate.of(census.bankroll(probability)))


def ends(q: float) -> Any:
    return counted(lambda census: census.session_quantile(q))


@dataclass(frozen=True)
class OfArm(Answer):
    """A row for a set of rules and the bot that plays with three copies."""

    rules: str
    player: str


R = TypeVar("R", bound=OfArm)


def row(kind: type[R], census: CensusEstimates) -> R:
    """A row: every field as it says itself."""
    read = {each.name: each.metadata["read"](census) for each in fields(kind) if each.metadata}
    return kind(rules=census.census.rules.name, player=census.census.players[0].label, **read)


def of_arm(rows: Sequence[R], arm: OfArm) -> list[R]:
    """The rows of the same rules and bot."""
    return [row for row in rows if (row.rules, row.player) == (arm.rules, arm.player)]


@dataclass(frozen=True)
class Variant(OfArm):
    """What three copies of a bot pay each other. `moved` is before the house takes its fees."""

    next_dealer: str = counted(lambda census: str(census.census.rules.knobs()["deal.next_dealer"]))
    moved: Estimate = money(MOVED)
    dealer: Estimate = money({"place_0": 1})
    right: Estimate = money({"place_1": 1})
    last: Estimate = money({"place_2": 1})
    edge: Estimate = money({"place_0": 2, "place_1": -1, "place_2": -1}, {"games": 2})
    dealer_win: Estimate = share({"place_won_0": 1})
    dealer_of_moved: Estimate = ratio({"place_0": 1}, MOVED)
    dealing_of_moved: Estimate = ratio({"place_0": 1, "jackpot_0": -1}, POT)  # without the jackpot in either
    sunog: Estimate = share({f"burned_{slot}": 1 for slot in range(3)}, {"games": 3})
    turns: Estimate = ratio({"turns": 1})
    kept_by_the_house: Estimate = money(HOUSE)
    session_sd: float = counted(lambda census: census.session_sd())
    session_p05: float = ends(0.05)
    session_median: float = ends(0.5)
    session_p95: float = ends(0.95)
    bankroll_50: Estimate = lasts(0.5)
    bankroll_95: Estimate = lasts(0.95)
    bankroll_99: Estimate = lasts(0.99)


@dataclass(frozen=True)
class Jackpot(OfArm):
    """The jackpot; `size`: what a hit brings, the hitter's own stakes included; `returned`: share of the stakes."""

    staked: Estimate = money({"staked": 1})
    games_between: Estimate = ratio(GAMES, {"hits": 1})
    size: Estimate = money({"taken": 1}, {"hits": 1})
    returned: Estimate = ratio({"returned": 1}, {"staked": 1})
    dealer: Estimate = money({"jackpot_0": 1})
    edge: Estimate = money({"jackpot_0": 2, "jackpot_1": -1, "jackpot_2": -1}, {"games": 2})


@dataclass(frozen=True)
class Part(OfArm):
    """A part of the payments, in all and for the dealer; of `fees`: what the house takes out of the others."""

    part: str
    moved: Estimate
    dealer: Estimate


@dataclass(frozen=True)
class Ending(OfArm):
    """An ending of games, and the winner's payout."""

    ending: str
    share: Estimate
    winner_gets: Estimate


@dataclass(frozen=True)
class FeeLevel(Answer):
    """A fee (a share) at a table of the bots; `each`: what three equal players lose by it."""

    level: float
    turns: Estimate
    house: Estimate
    of_moved: Estimate
    each: Estimate


@dataclass(frozen=True)
class PlayerAtFee(Answer):
    """What a player gets after a fee, and pays."""

    level: float
    player: str
    payout: Estimate
    pays: Estimate


@dataclass(frozen=True)
class BreakEven(Answer):
    """The fee that stops a player from winning: negative for one who loses anyway, above 1 where no fee does.

    `before`: what it gets without a fee; `base`: what the fee is a share of, its winnings or the antes that it wins.
    """

    player: str
    before: Estimate
    base: Estimate
    level: Estimate

    @property
    def gains(self) -> bool:
        """Whether it certainly wins before the fee."""
        return self.before.ci95 is not None and self.before.ci95[0] > 0


@dataclass(frozen=True, kw_only=True)
class PayoutsAnswer(QuestionAnswer):
    """The answer: rows of each set of rules and bot, and of fees under the first rules if they were asked about."""

    rule_sets: tuple[str, ...]
    session: int
    games_played: int
    variants: tuple[Variant, ...]
    parts: tuple[Part, ...]
    endings: tuple[Ending, ...]
    jackpots: tuple[Jackpot, ...]
    table: tuple[str, ...] = ()  # who plays at every fee, by slot
    fee_of: str  # the fee that is raised, `fees.winnings` or `fees.antes`; the other is 0 then
    own_fee: float
    fees: tuple[FeeLevel, ...] = ()
    players_at_fees: tuple[PlayerAtFee, ...] = ()
    break_even: tuple[BreakEven, ...] = ()
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0


# --- the games ---

LISTS = ("variants", "parts", "endings", "jackpots", "fees", "players_at_fees", "break_even")
KNOBS = ("fees.winnings", "fees.antes")
_WHOLE = 1.0


def ask(inquiry: Inquiry) -> PayoutsAnswer:
    """Play every set of rules with three copies of every bot, and every fee that is asked about with all of them."""
    from tongits_sim.experiments.census import CensusEstimates, CensusJob
    from tongits_sim.experiments.sessions import SessionsEstimates, SessionsJob

    session, sets = int(inquiry.options["session"]), inquiry.rule_sets or (inquiry.rules,)
    bots = {each.given: each for each in inquiry.players}.values()
    levels, (knob, own) = fee_levels(inquiry.options["fee"]), which(sets[0])
    seated = table_of(inquiry.players) if levels else ()
    fees = sorted({0.0, own, *levels, _WHOLE}) if levels else []
    works: list[Any] = [
        CensusJob(rules, (bot,) * 3, inquiry.games, inquiry.seed, session) for rules in sets for bot in bots
    ]
    works += [
        SessionsJob(at_fee(sets[0], knob, fee), seated, inquiry.games, inquiry.seed, session, duplicate=True)
        for fee in fees
    ]
    rows: dict[str, list[Any]] = {key: [] for key in LISTS}
    elapsed, workers = 0.0, 1
    for number, (work, how) in enumerate(
        zip(works, in_parts(inquiry.how, [each.games for each in works]), strict=True)
    ):
        run = how.run(work, f"{number + 1:02d}")
        elapsed, workers = elapsed + run.elapsed, run.workers
        if isinstance(work, CensusJob):
            new = rows_of(CensusEstimates(work, run.totals))
        else:
            new = fee_rows(SessionsEstimates(work, run.totals), work.rules.knobs()[knob])
        for key, each in new:
            rows[key].append(each)
    names = tuple(dict.fromkeys(rules.name for rules in sets))
    every = {key: tuple(each) for key, each in rows.items()}
    return PayoutsAnswer(
        **(inquiry.head(PAYOUTS) | {"rules": ", ".join(names)} | every),
        rule_sets=names,
        session=session,
        games_played=sum(work.games for work in works),
        table=tuple(player.label for player in seated),
        fee_of=knob,
        own_fee=own,
        method=METHOD,
        workers=workers,
        elapsed_s=elapsed,
    )


def in_parts(how: How, games: Sequence[int]) -> list[How]:
    """A way of playing for each of several runs, by their numbers of games; together they report one progress."""

    def after(before: int) -> Callable[[int, int], None] | None:
        report, total = how.progress, sum(games)
        return None if report is None else lambda done, _: report(before + done, total)

    return [replace(how, progress=after(sum(games[:number]))) for number in range(len(games))]


def fee_levels(text: str | None) -> list[float]:
    """Fees in per cent, `0,5,10`, as shares; none for None. Raises QuestionError."""
    try:
        levels = [float(word.strip(" %")) / 100 for word in (text or "0").split(",")]
    except ValueError:
        levels = [math.nan]
    if not all(0 <= level <= 1 for level in levels):
        raise QuestionError(f"--fee takes per cents from 0 to 100, as in --fee 0,5,10, not {text!r}")
    return levels if text is not None else []


def table_of(players: Sequence[Player]) -> tuple[Player, ...]:
    """Who sits at the table: of two bots the second takes two seats, of one all three. Raises QuestionError."""
    if not 1 <= len(players) <= 3:
        raise QuestionError(f"analyze payouts --fee needs one, two or three bots, not {len(players)}")
    return tuple(players[min(slot, len(players) - 1)] for slot in range(3))


def which(rules: RuleSet) -> tuple[str, float]:
    """The fee to raise, and its level: the one that the rules have, on winnings if they have none or both."""
    winnings, antes = (float(rules.knobs()[knob]) for knob in KNOBS)
    on_antes = antes > 0 and not winnings and rules.pot.ante > 0
    return (KNOBS[1], antes) if on_antes else (KNOBS[0], winnings)


def at_fee(rules: RuleSet, knob: str, level: float) -> RuleSet:
    return RuleSet.from_knobs({**rules.knobs(), **dict.fromkeys(KNOBS, 0.0), knob: level}, name=rules.name)


def rows_of(census: CensusEstimates) -> Iterator[tuple[str, Answer]]:
    """All rows of one set of rules and one bot, each with its list."""
    from tongits_sim.game.state import ENDINGS, PARTS

    variant = row(Variant, census)
    arm = variant.rules, variant.player
    yield "variants", variant
    if census.sum({"staked": 1}):
        yield "jackpots", row(Jackpot, census)
    for part in PARTS:
        both = [HOUSE if part == "fees" else {f"moved_{part}": 1}, {f"{part}_0": 1}]
        yield "parts", Part(*arm, part, *(Estimate.of(census.money(each)) for each in both))
    for end in ENDINGS:
        gets = Estimate.of(census.money({f"gained_{end}": 1}, {f"ended_{end}": 1}))
        yield "endings", Ending(*arm, end, Estimate.of(census.share({f"ended_{end}": 1})), gets)


def fee_rows(table: SessionsEstimates, level: float) -> Iterator[tuple[str, Answer]]:
    """The rows of a fee. A fee of 100 % gives the break-even fees instead.

    It takes the whole base of every fee, so that payout and base together are the payout before the fee: exact but for
    the house's rounding to a hundredth.
    """
    if level < _WHOLE:
        house, taken = table.house(), {f"fees_{slot}": 1 for slot in range(3)}
        turns, of_moved = table.ratio({"turns": 1}), table.ratio(taken, {"moved": 1})
        units = (turns, house, of_moved, house.scaled(1 / 3))
        yield "fees", FeeLevel(level, *(Estimate.of(each) for each in units))
    for player in table.slots:
        base, games = table.of("fees", player), table.games_of(player)
        before = {**table.of("payout", player), **base}
        if level < _WHOLE:
            both = Estimate.of(table.payout(player)), Estimate.of(table.fees(player))
            yield "players_at_fees", PlayerAtFee(level, player, *both)
        else:
            even = (table.money(before, games), table.money(base, games), table.ratio(before, base))
            yield "break_even", BreakEven(player, *(Estimate.of(each) for each in even))


METHOD = {
    "unit": "The match, in one seating; dealer, jackpot and streak carry over within it. Seats rotate from match to "
    "match, the first dealer is drawn. What is in the pot at the end of a match is shared out equally.",
    "shares": "Shares of what changes hands count the jackpot in both parts; those without the jackpot in neither.",
    "fees": "Every fee plays the same matches, each in every seating, with the other fee at 0. A break-even fee is the "
    "payout before the fee over what the fee is a share of.",
    "stopping": "A number of games fixed before the start.",
    "comparisons": "None is claimed between rules; limits hold one at a time.",
}


# --- words and tables ---

PART_WORDS = {
    "base": "the win",
    "bonus": "aces, kings, secrets",
    "sunog": "sunog",
    "sagasa": "sagasa",
    "pot": "pot",
    "jackpot": "jackpot",
    "fees": "to the house",
}
_SELDOM = 0.001
"""Least share of games of an ending with a row."""
_USUAL = 0.05
"""The fee of sentences under rules without one."""


def label(answer: PayoutsAnswer, row: OfArm) -> str:
    """The rules, and the bot where there are several."""
    return row.rules if len({each.player for each in answer.variants}) == 1 else f"{row.rules}: {row.player}"


def headline(answer: PayoutsAnswer) -> str:
    """What dealing is worth, where that is most; what the fee brings, if fees were asked about."""
    return fee_sentence(answer) if answer.fees else dealing(answer)


def dealing(answer: PayoutsAnswer) -> str:
    """What the dealer makes more than the others, where that is most, and how much of it is the jackpot."""
    best, *others = sorted(answer.variants, key=lambda row: -value(row.dealer_of_moved))
    jackpot = next(iter(of_arm(answer.jackpots, best)), None)
    text = f"With three copies of {best.player} the dealer makes {_units(best.edge)} units a game more than the others"
    text += f" under {best.rules}" if others else ""
    if jackpot and value(jackpot.edge) > 0.5 * value(best.edge) > 0:
        text += f"; {_units(jackpot.edge)} units of it are the jackpot"
        text += ", which only a winner who deals again can take" if best.next_dealer == "winner" else ""
    return f"{text}." + (f" Least under {label(answer, others[-1])}: {_units(others[-1].edge)}." if others else "")


def main_fee(answer: PayoutsAnswer) -> FeeLevel:
    """The fee of the rules; a usual one if that is 0."""
    wanted = answer.own_fee or _USUAL
    return min(answer.fees, key=lambda row: (abs(row.level - wanted), not row.level))


def fee_sentence(answer: PayoutsAnswer) -> str:
    """What the fee brings, and up to which fee the best player wins."""
    row = main_fee(answer)
    return (
        f"The house {'makes' if answer.own_fee else 'would make'} {_units(row.house)} units a game at "
        f"{_level(row.level)} {fee_words(answer)}, {percent(row.of_moved.mean)} of what changes hands. {even(answer)}"
    )


def fee_words(answer: PayoutsAnswer) -> str:
    return "of the winnings" if answer.fee_of == KNOBS[0] else "of the antes"


def even(answer: PayoutsAnswer) -> str:
    """The fee up to which the best player wins."""
    row = max(answer.break_even, key=lambda each: value(each.before))
    if not row.gains or row.level.ci95 is None:
        return f"Nobody certainly wins, even without a fee: {row.player} gets {units_words(row.before)} units a game."
    low, high = row.level.ci95
    if low >= 1:
        return f"No fee stops {row.player} from winning."
    return f"{row.player} wins up to a fee of {percent(row.level.mean, 0)} ({percent(low, 0)} to {percent(high, 0)})."


def sentences(answer: PayoutsAnswer) -> list[str]:
    """The jackpot, the bankroll, the house."""
    first, texts = answer.variants[0], []
    for row in of_arm(answer.jackpots, first):
        often = f"taken every {_units(row.games_between)} games" if row.size.mean is not None else "never taken"
        texts += [f"Under {row.rules} the jackpot is {often}: {_units(row.size)} units."]
    if first.bankroll_95.mean is not None:
        bring = f"{_units(first.bankroll_95)} units, which last 95 % of sessions"
        texts.append(f"For {answer.session:,} games under {first.rules} bring {bring}.")
    if answer.fees:
        losers = [row.player for row in answer.break_even if row.before.ci95 and row.before.ci95[1] < 0]
        texts += [f"Losing before any fee: {listed(losers)}."] if losers else []
    else:
        kept = [
            f"{_units(row.kept_by_the_house)} units a game under {label(answer, row)}"
            for row in answer.variants
            if row.kept_by_the_house.mean
        ]
        texts += (
            [f"The house keeps {listed(kept)}, a third of it from each player. Other fees: --fee 0,5,10."]
            if kept
            else []
        )
    return texts


def advice(answer: PayoutsAnswer) -> list[Advice]:
    """Whether dealing is fair, what to bring, what a fee brings."""
    first = replace(answer, variants=answer.variants[:1])
    nets = f"The dealer nets {_share(first.variants[0].dealer_of_moved)} of what changes hands."
    nets += " ± is half a 95 % interval."
    advices = [Advice("Is dealing fair?", dealing(first), nets)]
    bring = answer.variants[0].bankroll_95
    if bring.mean is not None:
        asks = f"How much should I bring for {answer.session:,} games?"
        advices.append(Advice(asks, f"{_units(bring)} units last 95 % of sessions under {first.variants[0].rules}."))
    return advices + ([Advice("What does the fee bring the house?", fee_sentence(answer))] if answer.fees else [])


def pocket(answer: PayoutsAnswer) -> list[Table]:
    """What a session costs."""
    return [_sessions(answer)]


def tables(answer: PayoutsAnswer) -> list[Table]:
    """All tables of the page."""
    fees = [_fees(answer)] if answer.fees else []
    return [*fees, _variants(answer), _parts(answer), _endings(answer), _sessions(answer)]


def console(answer: PayoutsAnswer) -> list[Table]:
    """What fits one screen: the fees, else the rules side by side, or the payments of one set of rules."""
    if answer.fees:
        return [_fees(answer)]
    return [_variants(answer)] if len(answer.variants) > 1 else [_parts(answer), _endings(answer)]


def _variants(answer: PayoutsAnswer) -> Table:
    rows = [
        [
            *(label(answer, row), _units(row.moved), _units(row.edge), _share(row.dealer_of_moved)),
            *(_share(row.dealing_of_moved), _share(row.dealer_win), _units(row.bankroll_95)),
        ]
        for row in answer.variants
    ]
    headings = ["Rules", "Changes hands", "Dealer's edge", "Nets", "without jackpot", "Wins", "Bring"]
    note = (
        "Units a game. Edge: what the dealer makes more than the mean of the others. Nets: of what changes hands. "
        f"Wins: the dealer. Bring: lasts 95 % of sessions of {answer.session:,} games."
    )
    return Table("variants", "What changes hands, and what dealing is worth", headings, rows, note=note)


def _parts(answer: PayoutsAnswer) -> Table:
    rows = []
    for arm in answer.variants:
        paid = [(PART_WORDS[row.part], row.moved, row.dealer) for row in of_arm(answer.parts, arm) if row.moved.mean]
        for words, moved, dealer in (*paid, ("together", arm.moved, arm.dealer)):
            rows.append([label(answer, arm), words, _units(moved), known(dealer.mean, dealer.ci95)])
    headings = ["Rules", "What changes hands", "Units a game", "To the dealer"]
    return Table("parts", "What is paid for", headings, rows, text=2)


def _endings(answer: PayoutsAnswer) -> Table:
    rows = [
        [label(answer, row), ENDING_WORDS[row.ending], percent(row.share.mean), amount(row.winner_gets.mean, 1)]
        for row in answer.endings
        if value(row.share) >= _SELDOM
    ]
    return Table("endings", "How games end", ["Rules", "Ending", "Of games", "Winner gets"], rows, text=2)


def _sessions(answer: PayoutsAnswer) -> Table:
    rows = [
        [label(answer, row)]
        + [amount(units, 0) for units in (row.session_p05, row.session_median, row.session_p95)]
        + [_units(each) for each in (row.bankroll_50, row.bankroll_95, row.bankroll_99)]
        for row in answer.variants
    ]
    headings = ["Rules", "5 % below", "Median", "5 % above", "Lasts 50 %", "Lasts 95 %", "Lasts 99 %"]
    note = "Units at the end, and the bankroll that lasts so many sessions."
    return Table("sessions", f"A session of {answer.session:,} games", headings, rows, note=note)


def _fees(answer: PayoutsAnswer) -> Table:
    rows = []
    for fee in answer.fees:
        now = " now" if fee.level == answer.own_fee else ""
        at = [row.payout for row in answer.players_at_fees if row.level == fee.level]
        earns = [known(each.mean, each.ci95) for each in at]
        rows.append([f"{_level(fee.level)}{now}", _units(fee.house), percent(fee.of_moved.mean), *earns])
    headings = ["Fee", "House", "Of all", *(f"{row.player} earns" for row in answer.break_even)]
    note = (
        f"Units a game, after the fee {fee_words(answer)}. At the table: {', '.join(answer.table)}. The fee changes "
        "what is paid, not how they play."
    )
    return Table("fees", "The house and the players, by fee", headings, rows, note=note)


def _units(units: Estimate) -> str:
    """An amount with half its interval."""
    return known(units.mean, units.ci95).lstrip("+") or "–"


def _share(share: Estimate) -> str:
    return percent(share.mean, 0).replace("-", MINUS) or "–"


def _level(level: float) -> str:
    return f"{100 * level:g} %"


# --- the figure ---


def findings(answer: PayoutsAnswer) -> list[Finding]:
    """What dealing is worth."""
    text = f"The dealer's net. {dealing(answer)}"
    return [Finding("fairness", "What dealing is worth", text, lambda: draw(answer))]


def draw(answer: PayoutsAnswer) -> Figure:
    """The dealer's net of each set of rules: filled with the jackpot, open without."""
    labels = [label(answer, row) for row in answer.variants]
    figure, axes = blank(row_height(labels, least=0.42) * len(labels) + 1.0)
    for place, row in enumerate(answer.variants):
        nets = [(row.dealer_of_moved, INKS["gain"], -0.12)]
        nets += [(row.dealing_of_moved, "none", 0.12)] if of_arm(answer.jackpots, row) else []
        for net, fill, shift in nets:
            low, high = net.ci95 or (value(net),) * 2
            axes.plot([100 * low, 100 * high], [place + shift] * 2, color=INKS["gain"], linewidth=2)
            axes.plot(100 * value(net), place + shift, "o", color=INKS["gain"], markerfacecolor=fill, markersize=5)
    axes.axvline(0, color=INKS["faint"], linewidth=1)
    axes.set_yticks(range(len(labels)), [name(each) for each in labels])
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlabel("% of what changes hands (open: without the jackpot)")
    return figure


PAYOUTS = Question(
    name="payouts",
    asks="What do rules pay, to whom, and what does a session or a fee cost?",
    games=300_000,
    ask=ask,
    answer=PayoutsAnswer,
    options=(
        SESSION,
        Option("fee", "Also play these fees of the house, in per cent, at a table of the bots: 0,5,10.", "text"),
    ),
    players="greedy",
    seats=None,
    rows="variants",
    example="--rules pagat --rules sjs --session 50",
    games_help="Games per rule set, and per fee.",
    every_rules=True,
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="designer",
    place=110,
    on_page=OnPage(200_000, least=1000, players="first", other_rules=("sjs", "pagat", "online", "rulesofcards")),
)
