"""Scenes for tests of the rules: a game played by a short script, or an end of a game set up by hand.

Both are judged by the engine and by the referee, which knows nothing of it and must say the same.

A script is one event a line, or events between semicolons: `0 lay 7c 7d 7h; 0 discard Kh; 1 draw; 1 sapaw 7s > 0`.
A `draw` takes the next card of the stock; `1 pass` draws it and discards it; `2 take Kh = Kc Kd Kh` makes a meld,
`2 take Kh > 0` extends one, `2 take Kh` goes into the hand; `X1(7h)` is a joker and what it stands for;
`0 tongits 7c 7d 7h / 8c 8d 8h` shows what is held; `1 fold forced`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.naive import DEFAULTS, PRESETS
from tests.referee import scenes as naive
from tests.referee.game import begin, finish
from tests.referee.settle import Match, after, next_dealer
from tests.referee.state import IllegalError, Sapaw, Shown, State
from tongits_sim.cards import NATURALS, parse_card, parse_mask
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_OVER
from tongits_sim.game.log import LoggedAction
from tongits_sim.game.settle import settle
from tongits_sim.game.state import (
    CHALLENGED,
    ENDING_CHALLENGE,
    ENDING_DRAW,
    ENDING_SPREAD,
    ENDING_STOCK_OUT,
    ENDING_TONGITS,
    ENDINGS,
    FOLDED,
    PARTS,
)
from tongits_sim.game.table_melds import add_card, add_meld, mark_sapaw
from tongits_sim.hands.melds import RUN, SET, meld_kind
from tongits_sim.records.replay import play_events
from tongits_sim.records.schema import RecordError
from tongits_sim.rules import RuleSet, load

Event = dict[str, Any]

ALL = tuple(PRESETS)
NOT_R = tuple(name for name in PRESETS if name != "rulesofcards")


def house(rules: str, **knobs: Any) -> RuleSet:
    """A preset with some knobs changed, dots written as two underscores: `call__timing="end"`."""
    changes = {name.replace("__", "."): value for name, value in knobs.items()}
    return RuleSet.from_knobs(load(rules).knobs() | changes, name="scene")


class Script:
    """A deal with the cards given (the rest in a fixed disorder), to be played by scripts."""

    def __init__(
        self, rules: RuleSet | str, hands: Sequence[str] = ("", "", ""), stock: str = "", dealer: int = 0
    ) -> None:
        self.rules = load(rules) if isinstance(rules, str) else rules
        self.hands, self.stock = naive.deal(DEFAULTS | self.rules.knobs(), dealer, hands, stock)
        self.dealer = dealer
        self.board = Board(self.rules)

    def events(self, script: str) -> list[Event]:
        events: list[Event] = []
        drawn = iter(self.stock)
        for line in filter(None, (part.strip() for part in re.split(r"[;\n]", script))):
            seat, act, *rest = line.split(maxsplit=2)
            if act in ("draw", "pass"):
                card = rest[0] if rest else next(drawn)
                events.append({"seat": int(seat), "act": "draw", "card": card})
                events += [{"seat": int(seat), "act": "discard", "card": card}] if act == "pass" else []
            else:
                events.append({"seat": int(seat), "act": act, **_details(act, rest[0] if rest else "")})
        return events

    def play(self, script: str) -> Board:
        """Play the script from the deal on, to the first decision it leaves open; the referee allows it too.

        Raises RecordError.
        """
        board = self._play(script)
        self.judged(script)
        return board

    def _play(self, script: str) -> Board:
        board = self.board = Board(self.rules)
        board.begin_match(1, 0, 1)
        board.match.dealer = self.dealer
        hands = [self.hands[(self.dealer + step) % 3] for step in range(3)]
        board.deal_deck([parse_card(card) for card in [*hands[0], *hands[1], *hands[2], *self.stock]])
        play_events(board, self.events(script), to_the_end=False)
        return board

    def end(self, script: str) -> Board:
        board = self.play(script)
        assert board.game.phase == PHASE_OVER, "the script stops before the end of the game"
        state = self.judged(script)
        finish(state)
        board.finish()
        judged = naive.result(state)
        result = board.result
        assert (ENDINGS[result.ending], result.winner) == (
            judged.ending,
            -1 if judged.winner is None else judged.winner,
        )
        assert (list(result.counts), list(result.burned)) == (judged.counts, judged.burned)
        return board

    def judged(self, script: str) -> State:
        state = begin(DEFAULTS | self.rules.knobs(), self.dealer, self.hands, self.stock)
        return naive.do(state, *self.events(script))

    def broken(self, script: str) -> str:
        rule = judged = ""
        try:
            self._play(script)
        except RecordError as error:
            rule = error.rule
        try:
            self.judged(script)
        except IllegalError as error:
            judged = str(error)
        assert bool(rule) == bool(judged), f"the engine says {rule!r}, the referee {judged!r}"
        return rule

    def may_call(self, script: str, seat: int) -> bool:
        return not self.broken(f"{script}; {seat} call")


def _details(act: str, text: str) -> Event:
    if act == "fold":
        return {"forced": text == "forced"}
    if act in ("tongits", "spread"):
        return {"melds": [meld.split() for meld in text.split("/") if meld.strip()]}
    if act in ("call", "challenge"):
        return {}
    faces = dict(re.findall(r"(X[12])\((\w+)\)", text))
    text = re.sub(r"\(\w+\)", "", text)
    event: Event = {"as": faces} if faces else {}
    if act in ("lay", "secret"):
        return event | {"cards": text.split()}
    card, sign, rest = (part.strip() for part in re.fullmatch(r"(\w+)\s*([=>]?)\s*(.*)", text).groups())  # type: ignore[union-attr]
    event["card"] = card
    if sign == "=":
        event["cards"] = rest.split()
    elif sign == ">":
        event["onto"] = int(rest)
    return event


class End:
    """A game about to be settled: melds on the table, cards in hands, and how it ended."""

    def __init__(self, rules: RuleSet | str, hands: Sequence[str] = ("", "", ""), dealer: int = 0) -> None:
        self.board = board = Board(load(rules) if isinstance(rules, str) else rules)
        board.begin_match(1, 0, 1)
        board.match.dealer = dealer
        board.deal()
        for seat, hand in enumerate(hands):
            board.game.hands[seat] = parse_mask(hand)
            board.rearrange(seat)
        board.view.turn = 10
        board.view.turns[:] = 3
        knobs = load(rules).knobs() if isinstance(rules, str) else rules.knobs()
        self.state = naive.table(DEFAULTS | knobs, hands, dealer=dealer)
        self.match = Match()

    def meld(self, seat: int, text: str, secret: bool = False) -> End:
        faces = parse_mask(re.sub(r"X[12]\((\w+)\)", r"\1", text))
        cards = parse_mask(re.sub(r"\(\w+\)", "", text))
        board = self.board
        kind = meld_kind(faces, board.rules.melds_ace_runs)
        assert kind in (SET, RUN), text
        add_meld(board.game, board.view, board.rules, seat, kind, faces, cards, secret)
        shown = re.sub(r"(X[12])\((\w+)\)", r"\1=\2", text)
        self.state.melds.append(naive.meld(self.state.rules, seat, shown, secret=secret))
        self.state.meld_order.append(seat)
        return self

    def opened(self, *seats: int) -> End:
        for seat in seats or (0, 1, 2):
            self.meld(seat, ("3c 3d 3h", "4c 4d 4h", "Jc Jd Jh")[seat])
        return self

    def sapaw(self, seat: int, card: str, number: int) -> End:
        board = self.board
        mask = parse_mask(card)
        assert int(mask) & int(NATURALS)
        add_card(board.game, board.view, board.rules, seat, mask, mask, number)
        mark_sapaw(board.view, seat, board.view.meld_owner[number])
        self.state.melds[number].shown.append(Shown(card, card, seat))
        self.state.sapaws.append(Sapaw(self.state.turn, seat, self.state.melds[number].owner, False))
        return self

    def took(self, seat: int, card: str) -> End:
        self.board.game.taken[seat] = parse_mask(card)
        self.state.taken.add(card)
        return self

    def called(self, answers: str, caller: int = 0) -> End:
        """The end after a call and its answers in response order, `cf` for a challenge and a fold."""
        board = self.board
        board.view.caller = caller
        for place, letter in enumerate(answers, start=1):
            board.game.responses[(caller + place) % 3] = CHALLENGED if letter == "c" else FOLDED
        naive.called(self.state, answers, caller)
        return self._ended(ENDING_CHALLENGE if "c" in answers else ENDING_DRAW)

    def stocked_out(self, *draws: int) -> End:
        """The end by stock-out; `draws` are the last seats to draw, the very last one last."""
        view = self.board.view
        view.last_drawer = draws[-1] if draws else -1
        for turn, seat in enumerate(draws, start=1):
            view.last_draw[seat] = turn
        naive.stocked_out(self.state)
        self.state.draw_order = list(draws)
        return self._ended(ENDING_STOCK_OUT)

    def won(self, seat: int, spread: bool = False) -> End:
        self._ended(ENDING_SPREAD if spread else ENDING_TONGITS)
        self.board.game.winner = seat
        naive.won(self.state, seat, "spread" if spread else "tongits")
        return self

    def before(self, jackpot: float = 0, streak_seat: int | None = None, streak: int = 0, scores: Any = ()) -> End:
        match = self.board.match
        match.jackpot = round(jackpot * 100)
        match.streak = streak
        match.streak_seat = -1 if streak_seat is None else streak_seat
        match.scores[:] = scores or [0, 0, 0]
        match.last_game = 100
        self.match = Match(round(jackpot * 100), streak_seat, streak, [int(score) for score in match.scores])
        return self

    def _ended(self, ending: Any) -> End:
        self.board.game.phase = PHASE_OVER
        self.board.game.ending = ending
        return self

    def winner(self) -> int:
        """Who has won, -1 for nobody; the referee says the same of the winner, the counts and who is burned."""
        board = self.board
        settle(board.game, board.view, board.rules, board.result)
        result = board.result
        judged = naive.result(self.state)
        assert ENDINGS[result.ending] == judged.ending
        assert result.winner == (-1 if judged.winner is None else judged.winner)
        assert list(result.counts) == judged.counts
        assert list(result.burned) == judged.burned
        return int(result.winner)

    def finish(self) -> Match:
        """Settle the game and move the match on, as the referee does: what the match holds now."""
        board, before = self.board, self.match
        self.winner()
        over = board.match.last_game == 1
        judged = naive.result(self.state)
        booked = naive.paid(self.state, before, over)
        board.finish()
        result, match = board.result, board.match
        assert {part: list(result.parts[number]) for number, part in enumerate(PARTS)} | {
            "payout": list(result.payout)
        } == booked
        self.match = after(self.state, before, judged, over)
        streak_seat = None if match.streak_seat < 0 else int(match.streak_seat)
        assert Match(int(match.jackpot), streak_seat, int(match.streak), list(match.scores)) == self.match
        assert next_dealer(self.state, judged) in (None, match.dealer)
        return self.match

    def paid(self, *parts: str) -> list[float]:
        """What each seat gets (or pays) in these parts (base, sunog and bonus if none is named), in units."""
        self.finish()
        result = self.board.result
        chosen = parts or ("base", "sunog", "bonus")
        return [sum(int(result.parts[PARTS.index(part), seat]) for part in chosen) / 100 for seat in range(3)]

    def payout(self) -> list[float]:
        self.finish()
        return [int(amount) / 100 for amount in self.board.result.payout]


def acts(board: Board) -> list[int]:
    return [LoggedAction.of(row).act for row in board.rows]
