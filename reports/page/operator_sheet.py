"""The operator's sheet: the house's income an hour, whether dealing is fair, and which changes could help."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyses.money import terms, unit_name, worth
from analyses.presentation import Table, sure
from analyses.questions.payouts import Jackpot, PayoutsAnswer, even, fee_words, main_fee
from analyses.questions.sessions import SessionsAnswer
from analyses.whatif_metrics import plain
from reports.page import kit
from reports.page.kit import Tile
from reports.page.parts import BarRow
from reports.page.people import PEOPLE, people_at, person
from reports.questions import Document
from strategies.book.margin import margin_of
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import MINUS, percent
from tongits_sim.run.numbers import share as share_words

if TYPE_CHECKING:
    from analyses.answers.whatif import ChangeAnswer
    from reports.commands.batches.all_questions import Subject

PACE = 8.0
"""Seconds of a turn if there is no --pace."""
_RARE = 0.05
_CHOOSING_GAMES, _CHOOSING_DEALS = 20, 60
"""Games of a match, and matches, that every change plays so that proposals can be chosen."""
_DEALS = 60
"""Matches of the length of the sheet that measure the chosen changes."""


@dataclass(frozen=True)
class Proposal:
    """A proposed change of a rule: a number before and after the change, and the cost to the house."""

    title: str
    bars: Sequence[BarRow]
    counts: str  # what the bars count
    cost: str


def operator_html(documents: Sequence[Document], subject: Subject) -> str:
    """The sheet.

    Args:
        documents: answers about payouts (with fees) and sessions of the same table.
        subject: the rules, the table and where proposals are played.
    """
    paid: PayoutsAnswer = next(document for document in documents if isinstance(document, PayoutsAnswer))
    sessions: SessionsAnswer = next(document for document in documents if isinstance(document, SessionsAnswer))
    house = House(paid, sessions, margin_of(subject.rules))
    return kit.page(
        "operator.html",
        title=house.headline(),
        rules=paid.rules,
        about=house.about(),
        tiles=house.tiles(),
        say=house.why(),
        proposals=house.proposals(subject),
        fees=house.fee_table(),
        now=house.fee_row(),
        even=even(paid).replace(f"{_best(paid)} ", f"The {person(_best(paid))} player "),
        places=house.places(),
        bring=house.bring(),
        unit=unit_name(),
        session=sessions.session,
        people=house.people(),
        command=subject.command("operator"),
    )


def _best(paid: PayoutsAnswer) -> str:
    return max(paid.break_even, key=lambda row: mean_of(row.before)).player


def whole(value: float, sign: bool = False) -> str:
    """Money without decimals from 10 up: `481`, `+3,075`, `7.3`.

    >>> whole(481.2), whole(-2310.4, sign=True), whole(7.28)
    ('481', '−2,310', '7.3')
    """
    if round(value, 1) == 0:
        return "0"
    text = f"{value:+,.{0 if abs(value) >= 10 else 1}f}" if sign else f"{value:,.{0 if abs(value) >= 10 else 1}f}"
    return text.replace("-", MINUS)


class House:
    """The numbers of a sheet, in the money of the table."""

    def __init__(self, paid: PayoutsAnswer, sessions: SessionsAnswer, margin: float) -> None:
        self.paid, self.sessions, self.margin = paid, sessions, margin
        self.arm = paid.variants[0]
        self.turns = paid.fees[0].turns.mean or 1.0
        self.games = 3600 / (self.turns * (terms().pace or PACE))
        """Games an hour."""
        self.fee = main_fee(paid)

    def hour(self, units: Estimate) -> float:
        """Units a game as money an hour."""
        return worth(mean_of(units) * self.games)

    def half(self, units: Estimate, times: float = 1.0) -> str:
        """The half-width of an estimate times `times` as money with its sign; empty if unknown."""
        return "" if units.half_width is None else f"± {whole(max(worth(units.half_width * times), 0.1))}"

    @property
    def fair(self) -> bool:
        """Whether the dealer's edge is within the margin, or not surely different from 0."""
        return not sure(self.arm.edge) or abs(mean_of(self.arm.edge)) <= self.margin

    def headline(self) -> str:
        """The income of the house an hour, and whether dealing is fair."""
        income = whole(self.hour(self.fee.house))
        fair = "and dealing is fair" if self.fair else "but dealing is not fair"
        if self.paid.own_fee:
            return f"{income} {unit_name()} an hour, {fair}"
        return f"No fee is taken, {fair}"

    def about(self) -> str:
        """The line below the headline: rules, stake, fee, pace."""
        fee = f"fee {percent(self.paid.own_fee, 0)} {fee_words(self.paid)}" if self.paid.own_fee else "no fee"
        money = terms().money
        stake = "" if money is None else f"{money.text(1, sign=False)} a unit · "
        assumed = "" if terms().pace is not None else " (assumed)"
        pace = f"{terms().pace or PACE:g} s a turn{assumed}"
        return f"{self.paid.rules} rules · {stake}{fee} · {self.games:.0f} games an hour at {pace}"

    def tiles(self) -> list[Tile]:
        """The numbers at the top: income, the dealer's edge, the jackpot, what a player should bring."""
        edge = self.arm.edge
        tiles = [
            Tile(
                whole(self.hour(self.fee.house)),
                f"{unit_name()} an hour to the house" + ("" if self.paid.own_fee else f" at {self.fee.level:.0%}"),
                self.half(self.fee.house, self.games),
            ),
            Tile(
                "Yes" if self.fair else "No",
                "dealing is fair" if self.fair else "dealing is not fair",
                f"dealer {whole(worth(mean_of(edge)), True)} {unit_name()} a game {self.half(edge)}",
                not self.fair,
            ),
        ]
        tiles += [self._pot(row) for row in self.paid.jackpots[:1]]
        plain = next((row for row in self.sessions.cells if row.player == "greedy"), self.sessions.worst)
        if plain.bankroll_95.mean is not None:
            who = f"{unit_name()} a {person(plain.player)} player should bring"
            lasts = f"enough in 19 of 20 evenings of {self.sessions.session} games"
            tiles.append(Tile(whole(worth(plain.bankroll_95.mean)), who, lasts))
        return tiles

    def _pot(self, row: Jackpot) -> Tile:
        often = row.games_between.mean
        if not often or row.size.mean is None:
            return Tile("–", "jackpot", "nobody took it in these games")
        long = math.log(1 / _RARE) * often
        staked = worth((row.staked.mean or 0.0) * long)
        more = (
            f"{whole(worth(row.size.mean))} {unit_name()} on average; 1 in 20 takes more than {long:.0f} games "
            f"and holds {whole(staked)}"
        )
        return Tile(f"{often / self.games * 60:.0f} min", "between jackpots", more)

    def why(self) -> str:
        """Why dealing is fair or not, in a sentence."""
        edge = whole(worth(abs(mean_of(self.arm.edge))))
        if self.fair:
            return f"The dealer makes no more than the others ({edge} {unit_name()} a game or less)."
        jackpot = next(iter(self.paid.jackpots), None)
        text = f"The deal is worth {edge} {unit_name()} a game"
        if jackpot is not None and mean_of(jackpot.edge) > 0.5 * mean_of(self.arm.edge) > 0:
            text += f", {whole(worth(mean_of(jackpot.edge)))} of it by the jackpot"
            text += ", which only a winner who deals again can take" if self.arm.next_dealer == "winner" else ""
        return f"{text}, at a table of {people_at(self.paid.table)}."

    def fee_table(self) -> Table:
        """An hour at each fee: the house and the players."""
        rows = []
        for fee in self.paid.fees:
            earned = [row.payout for row in self.paid.players_at_fees if row.level == fee.level]
            name = "none" if not fee.level else f"{100 * fee.level:g} %"
            now = " (now)" if fee.level == self.paid.own_fee else ""
            rows.append(
                [f"{name}{now}", whole(self.hour(fee.house)), *(whole(self.hour(payout), True) for payout in earned)]
            )
        headings = [f"fee {fee_words(self.paid)}", "house"]
        headings += [person(row.player) for row in self.paid.break_even]
        return Table("fees", "", headings, rows)

    def fee_row(self) -> int | None:
        """The row of the fee that is taken now."""
        levels = [fee.level for fee in self.paid.fees]
        return levels.index(self.paid.own_fee) if self.paid.own_fee in levels else None

    def places(self) -> list[BarRow]:
        """Bars for what the dealer and the other players earn a game."""
        others = (mean_of(self.arm.right) + mean_of(self.arm.last)) / 2
        rows = [("dealer", mean_of(self.arm.dealer)), ("each of the others", others)]
        return _bars([(label, worth(value), whole(worth(value), True)) for label, value in rows], 55)

    def bring(self) -> Table:
        """The bankrolls that players need for a session, and how often they end ahead."""
        rows = []
        for row in self.sessions.cells:
            lasts = [estimate.mean for estimate in (row.bankroll_95, row.bankroll_99)]
            texts = ["–" if amount is None else whole(worth(amount)) for amount in lasts]
            rows.append([person(row.player), *texts, share_words(row.ended_ahead.mean, row.ended_ahead.ci95)])
        return Table("bring", "", ["player", "19 of 20", "99 of 100", "ends ahead"], rows)

    def people(self) -> str:
        """Who sits at the table, in words."""
        known = [name for name in dict.fromkeys(self.paid.table) if name in PEOPLE]
        named = [f"{PEOPLE[name].name}: {PEOPLE[name].does} ({name})" for name in known]
        text = "; ".join(named)
        return text[:1].upper() + text[1:]

    # --- proposals ---

    def proposals(self, subject: Subject) -> list[Proposal]:
        """Changes found for this table: the fairest dealing, the rule that brings the house most, the next fee."""
        fairer, richer = self._chosen(subject)
        found = []
        if fairer is not None:
            edge = fairer.effect("dealer_edge")
            before = worth(mean_of(self.arm.edge))
            after = before + worth(mean_of(edge.diff))
            counts = f"{unit_name()} a game the dealer makes more than the others, {self.half(edge.diff)}"
            found.append(self._of(fairer, subject, (before, after), counts, "loss"))
        if richer is not None:
            before, after = self._income(richer)
            found.append(self._of(richer, subject, (before, after), f"{unit_name()} an hour for the house", "grey"))
        return [*found, *self._higher_fee()]

    def _of(
        self, change: ChangeAnswer, subject: Subject, values: tuple[float, float], counts: str, ink: str
    ) -> Proposal:
        before, after = self._income(change)
        spread = change.effect("skill_spread").diff
        cost = f"Your income: {whole(before)} to {whole(after)} {unit_name()} an hour."
        if not self.paid.own_fee:
            cost = f"Games an hour: {self._games_after(change):.0f} instead of {self.games:.0f}."
        if sure(spread):
            less = "less" if mean_of(spread) < 0 else "more"
            cost += f" Best and worst are {whole(worth(abs(mean_of(spread))))} {unit_name()} a game {less} apart."
        bars = _bars([("now", values[0], whole(values[0])), ("then", values[1], whole(values[1]))], 66, (ink, "gain"))
        return Proposal(plain(change, subject.rules.knobs()), bars, counts, cost)

    def _games_after(self, change: ChangeAnswer) -> float:
        turns = change.effect("turns")
        return self.games * mean_of(turns.before) / max(mean_of(turns.after), 0.1)

    def _income(self, change: ChangeAnswer) -> tuple[float, float]:
        """What the house makes an hour before and after a change; the fee stays. Before is the number of the tiles,
        from more games; a change adds the difference that it makes on equal deals.
        """
        income = next((effect for effect in change.effects if effect.metric == "house_income"), None)
        if income is None:
            return 0.0, 0.0
        before = self.hour(self.fee.house)
        more = mean_of(income.after) * self._games_after(change) - mean_of(income.before) * self.games
        return before, before + worth(more)

    def _chosen(self, subject: Subject) -> tuple[ChangeAnswer | None, ChangeAnswer | None]:
        """The change that makes dealing fairest, and the change that brings most an hour, measured on other deals."""
        from analyses.whatif import whatif

        def play(deals: int, match_games: int, seed: int, **what: Any) -> Sequence[ChangeAnswer]:
            return whatif(
                subject.rules,
                subject.players,
                deals=max(10, round(deals * min(subject.scale, 1.0))),
                seed=seed,
                match_games=match_games,
                rank_by="dealer_edge",
                run_options=replace(subject.run_options, out=None, resume=False, progress=None),
                **what,
            ).answer.changes

        tried = [
            change for change in play(_CHOOSING_DEALS, _CHOOSING_GAMES, subject.seed, all_knobs=True) if _usable(change)
        ]
        names = []
        if not self.fair and tried:
            names.append(min(tried, key=_edge_after).change)
        rest = [change for change in tried if change.change not in names]
        if self.paid.own_fee and rest:
            names.append(max(rest, key=lambda change: self._income(change)[1]).change)
        if not names:
            return None, None
        again = {change.change: change for change in play(_DEALS, self.paid.session, subject.seed + 1, change=names)}
        fairer = again[names[0]] if not self.fair else None
        richer = again[names[-1]] if self.paid.own_fee and (self.fair or len(names) > 1) else None
        return fairer, richer

    def _higher_fee(self) -> Iterable[Proposal]:
        levels = [fee for fee in self.paid.fees if fee.level > self.paid.own_fee]
        if not levels:
            return
        wanted = 2 * self.paid.own_fee or 0.05
        then = min(levels, key=lambda fee: abs(fee.level - wanted))
        now = next((fee for fee in self.paid.fees if fee.level == self.paid.own_fee), None)
        before, after = (0.0 if fee is None else self.hour(fee.house) for fee in (now, then))
        texts = []
        for row in self.paid.players_at_fees:
            same = [other_fee for other_fee in self.paid.players_at_fees if other_fee.player == row.player]
            was = next((other_fee for other_fee in same if other_fee.level == self.paid.own_fee), None)
            if row.level == then.level and was is not None:
                change = self.hour(row.payout) - self.hour(was.payout)
                texts.append(f"{person(row.player)} {whole(change, True)}")
        title = f"Take {100 * then.level:g} %" + (f", not {100 * self.paid.own_fee:g}" if self.paid.own_fee else "")
        bars = _bars([("now", before, whole(before)), ("then", after, whole(after))], 66, ("grey", "gain"))
        cost = f"An hour costs the players: {', '.join(texts)}."
        yield Proposal(title, bars, f"{unit_name()} an hour for the house", cost)


def _edge_after(change: ChangeAnswer) -> float:
    """What a dealer makes more than the others under a change, or loses: the fairest change has the least."""
    return abs(mean_of(change.effect("dealer_edge").after))


def _usable(change: ChangeAnswer) -> bool:
    """Whether a house may propose a change: it does something, and is no other fee or payment by points."""
    knobs = set(change.knobs)
    another_payment = any(knob.startswith(("fees.", "pay.mode", "pot.", "jokers.")) for knob in knobs)
    return not change.no_effect and not another_payment


def _bars(rows: Sequence[tuple[str, float, str]], most: float, inks: Sequence[str] = ()) -> list[BarRow]:
    longest = max((abs(value) for _, value, _ in rows), default=0.0) or 1.0
    return [
        BarRow(
            label,
            text,
            round(most * abs(value) / longest, 1),
            inks[number] if inks else "gain" if value >= 0 else "loss",
        )
        for number, (label, value, text) in enumerate(rows)
    ]
