"""A person's match at the terminal: show, ask, play, tell, in a loop."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from analyses.money import Money, in_money
from reports.play.advising import Advice, Adviser
from reports.play.manual import help_lines, rule_lines
from reports.play.matches import Quit
from reports.play.news import narrate, news_since
from reports.play.orders import Command, OrderError, completions, is_quit, read_command
from reports.play.outcome import outcome_lines, score_lines, standing
from reports.play.screen import COLUMNS, Setting, discard_lines, table_lines, table_sentences
from reports.play.talk import Talk
from reports.text.faces import Faces
from reports.text.language import translate
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.records.schema import Record
from tongits_sim.run.faults import BotFault
from tongits_sim.table.live_match import LiveMatch, legal_takes, ways_to_add, ways_to_lay
from tongits_sim.table.saved import MatchSaver
from tongits_sim.table.seat_view import SeatView, events_so_far, seat_view

Event = dict[str, Any]


@dataclass
class Table:
    """A session's match, and how to ask and show."""

    match: LiveMatch  # the match
    talk: Talk  # the terminal
    faces: Faces  # how cards are written
    money: Money = field(default_factory=Money)  # how amounts are written
    keeper: MatchSaver | None = None  # keeps the match in a file; None: the match is not kept
    adviser: Adviser | None = None  # gives hints; None: there are no hints
    tutor: float | None = None  # the tutor warns before a mistake that costs more units; None: no warnings
    records: list[Record] = field(default_factory=list)  # the games finished


class Session:
    """A match from its next deal, or from a game in progress, until it ends or the person stops."""

    def __init__(self, table: Table, intro: Sequence[str] = ()) -> None:
        """`intro`: sentences to begin with."""
        self.table = table
        self._intro = list(intro)
        self.match = table.match
        self.talk = table.talk
        self._turn_shown = -1
        self._told = 0
        self._advice: tuple[bytes, Advice | None] | None = None

    def play(self, left: Sequence[Event] | None = None) -> None:
        """Play until the match is over.

        Args:
            left: the moves of a game in progress; None deals the next game.

        Raises:
            Quit: the person wants to stop.
            EOFError: nothing more can be read.
            BotFault: a bot fails.
        """
        while not self.match.match_over:
            if left is None:
                self.match.deal()
            else:
                self.match.resume(left)
                left = None
            self._turn_shown, self._told, self._advice = -1, 0, None
            while not self.match.over:
                if self.table.keeper is not None:
                    self.table.keeper.save(self.match.record_so_far())
                self._decide()
            self._end_game()
            if not self.match.match_over:
                self._next_game()
        self.talk.say("", "The match is over.", *(self._score() if self.table.faces.style == "words" else []))

    # ---- a decision ------------------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Show the table and ask until the person has acted."""
        sight = seat_view(self.match.board, self.match.rows())
        actions = self._actions(sight)
        prompt = self._lines(question(actions, sight, self.table.faces))
        self._show(sight, len(prompt))
        while True:
            self.talk.say(*prompt)
            line = self.talk.ask("> ", lambda text: completions(text, sight, actions))
            if not line.strip():
                if self.talk.redraws:
                    self._show(sight, len(prompt))
                continue
            try:
                order = read_command(line, self.match, sight)
            except OrderError as error:
                text = _capital(str(error))
                self._tell(text if text.endswith("?") else f"{text}.")
                continue
            if order.event is None:
                if self._grant(order, sight):
                    return
            elif self._perform(order, line, sight):
                return

    def _show(self, sight: SeatView, below: int = 1) -> None:
        """Draw the table, or tell the news; `below`: lines to leave free below it."""
        events = events_so_far(self.match.board)
        table = self.table
        setting = self._setting(sight)
        if table.faces.style != "words":
            self.talk.clear()
            columns, lines = self.talk.size
            news = self._intro + narrate(events, news_since(events, sight.me), sight.me, table.faces)
            self._intro.clear()
            self.talk.say(*table_lines(sight, setting, table.faces, news, columns, lines - below + 1))
            return
        news = self._intro + narrate(events, self._told, sight.me, table.faces)
        self._intro.clear()
        lines_ = table_sentences(sight, setting, table.faces, news)
        if self._turn_shown == sight.turn:  # the rest of the table is unchanged
            lines_ = lines_[: len(news) + 2 + len(sight.melds)]
        self.talk.say(*lines_)
        self._turn_shown = sight.turn
        self._told = len(events)

    def _setting(self, sight: SeatView) -> Setting:
        money = self.table.money
        progressive = any(sight.scores)
        score = [
            str(sight.scores[seat]) if progressive else money.number(standing(self.table.records, seat))
            for seat in range(3)
        ]
        jackpot = money.text(sight.jackpot / 100, sign=False) if sight.jackpot else ""
        number = int(self.match.board.match.game) + 1
        return Setting(
            self.match.rules.name,
            number,
            tuple(self.match.names),
            tuple(score),
            "points" if progressive else money.unit,
            jackpot,
        )

    def _actions(self, sight: SeatView) -> list[str]:
        """The possible actions, in the order in which the prompt names them."""
        match = self.match
        decision = DECISIONS[match.decision]
        if decision == "respond":
            return ["challenge", "fold"]
        if decision == "call" and match.legal({"act": "pass"}):
            return ["call", "pass"]
        if decision == "draw" or (decision == "call" and match.legal({"act": "draw"})):
            return [
                "draw",
                *(["take"] if legal_takes(match, sight) else []),
                *(["call"] if decision == "call" else []),
            ]
        lays = {way["act"] for way in ways_to_lay(match, sight)}
        adds = ways_to_add(match, sight.hand)
        calls = ["call"] if decision == "call" else []
        return [*calls, *(act for act in ("lay", "secret") if act in lays), *(["sapaw"] if adds else []), "discard"]

    def _perform(self, order: Command, line: str, sight: SeatView) -> bool:
        """Perform an action if it is legal and the person confirms a doubtful one. Returns True if it was performed."""
        event = order.event or {}
        if not self.match.legal(event):
            refusal = self.match.act(event)
            assert refusal is not None
            self._tell(f"{refusal.rule}: {refusal.reason}.")
            return False
        doubt = "" if order.sure else self._doubt(event, line, sight)
        if doubt and not self._confirm(doubt):
            self.talk.say("Not done.")
            return False
        self.match.act(event)
        return True

    def _doubt(self, event: Event, line: str, sight: SeatView) -> str:
        """A question before an action that may be a slip or a mistake; "" if there is no doubt."""
        faces = self.table.faces
        if event["act"] == "discard" and sight.loose:
            meld = next((meld for meld in sight.melds if event["card"] in meld), None)
            spare = any(card in sight.legal for card in sight.loose) or not sight.legal
            if meld is not None and spare and len(meld) < 4:
                return f"{faces.card(event['card'])} is part of your meld {faces.meld(meld)}: discard it"
        if event["act"] in ("call", "fold") and len(line.strip()) == 1:
            return f"Call a draw with a count of {sight.count}" if event["act"] == "call" else "Fold"
        if self.table.tutor is None:
            return ""
        advice = self._ask_adviser()
        choice = advice.choice(event) if advice is not None else None
        if advice is None or choice is None or choice.cost <= self.table.tutor or choice.cost_low <= 0:
            return ""
        cost = self.table.money.text(round(choice.cost, 2), sign=False)
        return f"Tutor: this costs about {cost}. {self._in_faces(advice.why)} Do it"

    def _confirm(self, doubt: str) -> bool:
        columns, _ = self.talk.size
        *first, last = textwrap.wrap(translate(f"{doubt} all the same? y/N"), max(min(columns, COLUMNS), 40) - 1)
        self.talk.say(*first)
        answer = self.talk.ask(f"{last} ").strip().lower()
        if is_quit(answer):
            raise Quit
        return answer in ("y", "yes", "o", "oo", "j", "ja")

    # ---- wishes ----------------------------------------------------------------------------------------------------

    def _grant(self, order: Command, sight: SeatView) -> bool:
        """Carry out an order of WISHES. Returns True if it changed the table."""
        word, faces = order.word, self.table.faces
        columns, _ = self.talk.size
        if word == "quit":
            raise Quit
        if word == "undo":
            if self.match.undo():
                self._turn_shown = -1
                self._told = min(self._told, self.match.board.logged)
                return True
            self._tell("Nothing can be undone: a card has been drawn or discarded, or others have played since.")
        elif word == "table":
            self._turn_shown = -1
            self._show(sight)
        elif word == "help":
            self.talk.say(*help_lines(self._actions(sight), sight, columns))
        elif word == "rules":
            self.talk.quote(*rule_lines(self.match.rules, order.rest, columns))
        elif word == "score":
            self.talk.say(*self._score())
        elif word == "discards":
            self.talk.say(*discard_lines(sight, faces, columns))
        elif word in ("hint", "why"):
            self._hint(word)
        return False

    def _score(self) -> list[str]:
        return score_lines(self.table.records, self.match.seat, self.match.names, self.table.money)

    def _ask_adviser(self) -> Advice | None:
        """Advice for the current decision; the adviser is asked only once."""
        at = self.match.board.view_bytes()
        if self.table.adviser is None:
            return None
        if self._advice is None or self._advice[0] != at:
            try:
                self._advice = at, self.table.adviser.advise(self.match)
            except BotFault:
                raise
            except TongitsError as error:
                self._advice = at, None
                self.talk.say(f"No advice: {error}.")
        return self._advice[1]

    def _hint(self, word: str) -> None:
        if self.table.adviser is None:
            self.talk.say("There is nobody to ask for a hint.")
            return
        advice = self._ask_adviser()
        if advice is None or not advice.choices:
            self._tell("There is nothing to choose here.")
            return
        money = self.table.money
        self._tell(advice.why)
        if word == "why":
            for choice in advice.choices[:8]:
                win = f", wins {100 * choice.win:.0f} %" if choice.win is not None else ""
                low = money.number(round(choice.low, 2))
                high = money.number(round(choice.high, 2))
                self._tell(f"  {choice.text}: {money.number(round(choice.ev, 2))} {money.unit} ({low} to {high}){win}")

    def _tell(self, text: str) -> None:
        self.talk.say(*self._lines(text))

    def _lines(self, text: str) -> list[str]:
        columns, _ = self.talk.size
        return textwrap.wrap(self._in_faces(text), max(min(columns, COLUMNS), 40), break_on_hyphens=False)

    def _in_faces(self, text: str) -> str:
        """A sentence with its cards in the way of this table."""
        return translate(self.table.faces.in_text(in_money(text)))

    # ---- between games ---------------------------------------------------------------------------------------------

    def _end_game(self) -> None:
        """Settle the game, keep it, and explain it."""
        events = self.match.rows()
        seat = self.match.seat
        table = self.table
        start = self._told if table.faces.style == "words" else news_since(events, seat)
        news = narrate(events, start, seat, table.faces)
        record = self.match.finish()
        table.records.append(record)
        if table.keeper is not None:
            table.keeper.add(record)
            if self.match.match_over:
                table.keeper.done()
            else:
                table.keeper.save(None)
        self.talk.clear()
        self.talk.say(*(f"  {line}" for line in news), "")
        self.talk.say(*outcome_lines(table.records, seat, table.faces, table.money), "")

    def _next_game(self) -> None:
        """Ask whether to go on. Raises Quit."""
        if self.table.faces.style == "words":
            self.talk.say(*self._score())
        while True:
            answer = self.talk.ask("Next game? Enter: yes, quit: stop > ").strip().lower()
            if answer in ("", "y", "yes", "o", "oo", "next", "n"):
                return
            if is_quit(answer) or answer in ("no", "stop", "ayaw"):
                raise Quit
            self.talk.say("Enter deals the next game, quit stops.")


def question(actions: Sequence[str], sight: SeatView, faces: Faces) -> str:
    """The line above the prompt: the orders possible now."""
    shown = {
        "draw": "draw (d)",
        "take": f"take {faces.card(sight.offer)} (t)" if sight.offer else "take (t)",
        "call": f"call with {sight.count} (c)",
        "challenge": f"challenge with {sight.count} (ch)",
        "fold": "fold (f)",
        "pass": "go on (p)",
        "lay": "lay (l)",
        "secret": "secret (sec)",
        "sapaw": "sapaw (s)",
        "discard": "discard a card (its name)",
    }
    words = [shown[action] for action in actions]
    choices = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    return f"{_capital(choices)}; help: ?"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
