import contextlib
import functools
import io
import json
import os
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import create_pipe_input

from analyses.money import parse_stake
from reports.play.advising import Advice, Choice, usual_adviser
from reports.play.matches import Quit
from reports.play.orders import ACTIONS, QUERIES, SHORT, OrderError, read_command
from reports.play.outcome import outcome_lines
from reports.play.session import Session
from reports.play.stepper import ENDED, RESIZED, Stepper, keys
from reports.play.talk import Talk, draws, is_terminal
from reports.text.faces import Faces
from tests.playing import ROOT
from tests.reports.play.persons import CARD, Person, a_table, by_chance, sit_down
from tests.table.people import a_match, legal_events, order_of
from tests.table.test_live import hidden_cards
from tongits_sim.cards import card_text, parse_card
from tongits_sim.records import steps
from tongits_sim.records.events import action_code_of
from tongits_sim.records.form import read_line
from tongits_sim.records.replay import verified_records
from tongits_sim.run.numbers import MINUS
from tongits_sim.table.live_match import LiveMatch
from tongits_sim.table.saved import MatchSaver, load_match
from tongits_sim.table.seat_view import SeatView, seat_view


def test_advises_on_what_can_be_done_and_knows_nothing_hidden() -> None:
    match = a_match("pagat", seed=5, bots="expert,greedy")
    chance = random.Random(3)
    adviser = usual_adviser(match)
    assert [player.label for player in adviser.against] == ["expert", "greedy", "trained"]  # type: ignore[attr-defined]
    match.deal()
    looked = 0
    while not match.over and looked < 4:
        advice = adviser.advise(match)
        assert advice is not None
        events = legal_events(match)
        if advice.verdict != "forced":
            looked += 1
            assert any(advice.choice(event) is advice.choices[0] for event in events), advice.choices[0]
            assert all(choice.cost >= 0 for choice in advice.choices)
            assert advice.choices[0].cost == 0
            assert advice.why
        match.act(chance.choice(events))
    assert looked


def choice(kind: str, word: int = 0) -> Choice:
    return Choice(kind, word, kind, 0, 0, 0, 0, 0, 0)


def test_actions_are_matched_by_kind_and_cards() -> None:
    king, ace = ({"act": "discard", "card": card} for card in ("Ks", "As"))
    lay = {"act": "lay", "cards": ["7c", "7d", "7h"]}
    choices = (choice("discard", int(action_code_of(king))), choice("lay", int(action_code_of(lay))), choice("pass"))
    advice = Advice(choices, "clear", "")
    assert advice.choice(king) is advice.choices[0]
    assert advice.choice(ace) is None
    assert advice.choice({**lay, "cards": ["7h", "7c", "7d"]}) is advice.choices[1]
    assert advice.choice({"act": "draw"}) is advice.choices[2]
    assert advice.choice({"act": "pass"}) is advice.choices[2]
    assert advice.choice({"act": "call"}) is None


def test_reads_keys_one_by_one_and_puts_the_terminal_back(monkeypatch: pytest.MonkeyPatch) -> None:
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
    master, slave = pty.openpty()
    typed = "n \x1b[C\x1bOD\x1b[4~\x1b[6~g\xe9\x01\r\x7f"
    named = ["n", "space", "right", "left", "end", "page down", "g", "\xe9", "", "enter", "back"]
    with os.fdopen(slave, "r") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        before: Any = termios.tcgetattr(slave)
        with keys() as next_key:
            os.write(master, typed.encode())
            assert [next_key() for _ in named] == named
            os.write(master, b"\x1b")
            assert next_key() == ""
            os.write(master, b"\x04")
            assert next_key() == ENDED
            monkeypatch.setattr("reports.play.stepper._size", iter([(80, 24), (60, 24)]).__next__)
            assert next_key() == RESIZED
            monkeypatch.undo()
            os.write(master, b"\x03")
            with pytest.raises(KeyboardInterrupt):
                next_key()
        assert termios.tcgetattr(slave) == before
    os.close(master)


def test_reads_keys_where_there_is_no_termios(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, where prompt_toolkit has another input: here a pipe of it stands for the console."""
    for name in ("pty", "termios", "tty", "fcntl"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("os.name", "nt")
    monkeypatch.delenv("TERM", raising=False)
    assert draws()
    with create_pipe_input() as console:
        monkeypatch.setattr("prompt_toolkit.input.create_input", lambda stdin: console)
        with keys() as next_key:
            console.send_text("n\x1b[C")
            assert [next_key(), next_key()] == ["n", "right"]
            console.close()
            assert next_key() == ENDED


def at(seed: int = 5, rules: str = "pagat") -> tuple[LiveMatch, SeatView]:
    match = a_match(rules, seed=seed)
    match.deal()
    return match, seat_view(match.board, match.rows())


@pytest.mark.parametrize(
    ("typed", "word", "event"),
    [
        ("d Kd", "discard", {"act": "discard", "card": "Kd"}),
        ("x 10h!", "discard", {"act": "discard", "card": "Th"}),
        ("lay 5h, 6h 7h", "lay", {"act": "lay", "cards": ["5h", "6h", "7h"]}),
        ("lay 5h 6h X1=7h", "lay", {"act": "lay", "cards": ["5h", "6h", "X1"], "as": {"X1": "7h"}}),
        ("lay 5h 7h X1", "lay", {"act": "lay", "cards": ["5h", "7h", "X1"], "as": {"X1": "6h"}}),
        ("secret 8c 8d 8h 8s", "secret", {"act": "secret", "cards": ["8c", "8d", "8h", "8s"]}),
        ("take Kd Kh", "take", {"act": "take", "cards": ["Kd", "Kh", "Ks"], "card": "Ks"}),
        ("t", "take", {"act": "take", "cards": ["Kd", "Kh", "Ks"], "card": "Ks"}),
        ("chal", "challenge", {"act": "challenge"}),
        ("undo", "undo", None),
        ("Q", "quit", None),
        ("discard q", "discard", {"act": "discard", "card": "Qd"}),
    ],
)
def test_reads_what_is_meant(typed: str, word: str, event: dict[str, object] | None) -> None:
    match, sight = at()
    order = read_command(typed, match, sight)
    assert (order.word, order.event) == (word, event)
    assert order.sure == typed.endswith("!")


@pytest.mark.parametrize("rules", ["pagat", "casino_x+joker", "sjs", "ecoins", "pagat!after_draw"])
def test_every_legal_action_can_be_typed(rules: str) -> None:
    short = 0
    for seed in range(6):
        match = a_match(rules, seed=seed)
        chance = random.Random(seed)
        match.deal()
        while not match.over:
            sight = seat_view(match.board, match.rows())
            for event in legal_events(match):
                order = read_command(order_of(event), match, sight)
                assert order.event is not None
                ours, theirs = ({**moved, "cards": sorted(moved.get("cards", ()))} for moved in (order.event, event))
                assert ours == theirs
                owners = [meld.owner for meld in sight.table]
                if event["act"] == "sapaw" and owners.count(owners[event["onto"]]) == 1:  # a side names its only meld
                    side = ("me", "right", "left")[owners[event["onto"]] % 3]
                    assert read_command(f"sapaw {event['card']} {side}", match, sight).event == event
                    short += 1
            match.act(chance.choice(legal_events(match)))
    assert short


WORDS = st.sampled_from([*ACTIONS, *QUERIES, *SHORT, "5h", "Ks", "X1", "X1=5h", "1", "right", "!"])


@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=6).map(" ".join)))
def test_whatever_is_typed_is_an_order_or_a_sentence(typed: str) -> None:
    match, sight = _match()
    try:
        order = read_command(typed, match, sight)
    except OrderError as error:
        assert str(error).isprintable()  # noqa: PT017
        return
    if order.event is not None:
        before = match.board.view_bytes()
        refusal = match.act(order.event)
        assert refusal is None or refusal.reason
        if refusal is None:
            match.undo()
            if match.board.view_bytes() != before:
                _match.cache_clear()


@functools.cache
def _match() -> tuple[LiveMatch, SeatView]:
    return at()


GOLDEN = {path.stem: path for path in sorted((ROOT / "tests" / "golden" / "playbacks").glob("*.jsonl"))}


def golden(name: str) -> dict[str, Any]:
    return read_line(GOLDEN[name].read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GOLDEN)
def test_every_ending_is_explained_to_every_seat(name: str) -> None:
    record = golden(name)
    for me in range(3):
        for faces in (Faces(), Faces("words")):
            lines = outcome_lines([record], me, faces, parse_stake("20 peso"))
            text = "\n".join(lines)
            won = record["result"]["winner"] == me
            assert lines[0].startswith("You win" if won else ("Right wins", "Left wins"))
            assert re.search(r"\(R\d", lines[0])
            assert "peso" in text
            assert ("burned" in text.partition("\n\n")[0]) == any(record["result"]["burned"])
    lines = outcome_lines([record, record], 0, Faces(), parse_stake("20 peso"))
    assert sum(line.startswith("peso ") for line in lines) == 1
    for row, times in (("this game", 20), ("in all", 40)):
        (total,) = (line.partition("  2 games")[0] for line in lines if line.startswith(row))
        amounts = re.findall(rf"[+{MINUS}]?\d[\d,.]*", total)
        paid = [float(amount.replace(",", "").replace(MINUS, "-")) for amount in amounts]
        assert paid == [times * float(amount) for amount in record["result"]["payout"]]


_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def cards_on(screen: str) -> set[str]:
    screen = re.sub(r"(X[12])\(\S+\)", r"\1", screen)  # what a joker stands for is no card
    texts = (card if card.startswith("X") else card[:-1] + _LETTERS[card[-1]] for card in CARD.findall(screen))
    return {card_text(parse_card(card)) for card in texts}


@pytest.mark.parametrize(
    "rules", ["pagat", "sjs+joker", "online", "casino_x", "ecoins", "wikipedia+progressive", "pagat!after_draw"]
)
def test_whole_matches_show_nothing_hidden_and_fit_the_screen(rules: str, tmp_path: Path) -> None:
    match = a_match(rules, seed=4, seat=2, bots="greedy(call_at=0),greedy(call_at=0)")
    chance = random.Random(rules)
    choose = by_chance(match, chance, games=6)
    looks = [0]

    def types(screen: str, prompt: str) -> str | None:
        if prompt == "> ":
            looks[0] += 1
            assert not cards_on(screen) & hidden_cards(match)
            lines = screen.splitlines()
            assert len(lines) <= 23
            assert max(map(len, lines)) <= 80
        return choose(screen, prompt)

    person = Person(types)
    path = tmp_path / "games.jsonl"
    session = Session(a_table(match, person, keeper=MatchSaver(path, 2, 10)))
    with contextlib.suppress(Quit):
        session.play()
    assert looks[0] > 30 or match.match_over
    assert len(list(verified_records(str(path)))) == len(session.table.records) >= 2
    assert "is not an order" not in person.all


def test_a_card_of_a_meld_is_not_discarded_by_a_slip() -> None:
    for seed in range(60):
        match = a_match("pagat", seed=seed)
        match.deal()
        hand = match.record_so_far()["hands"][0]
        threes = [rank for rank in "A23456789TJQK" if sum(card[0] == rank for card in hand) == 3]
        if match.board.view.dealer == 0 and threes and not match.over:
            break
    card = next(card for card in hand if card[0] == threes[0])
    for answer, gone in (("n", False), ("", False), ("y", True)):
        person, session = sit_down(f"discard {card}", answer, seed=seed)
        assert any("y/N" in prompt for prompt in person.prompts)
        assert any(event["act"] == "discard" and event["seat"] == 0 for event in session.match.rows()) == gone
    person, session = sit_down(f"discard {card}!", seed=seed)
    assert not any("y/N" in prompt for prompt in person.prompts)


def test_a_lay_is_undone() -> None:
    for seed in range(60):
        person, session = sit_down("lay", "undo", seed=seed)
        if session.match.board.view.dealer == 0 and session.match.board.game.melded[0]:
            break
    assert [event["act"] for event in session.match.rows()] == []
    assert "You lay" in person.screens[1]
    assert "You lay" not in person.screens[2]


def word(card: str) -> int:
    return int(action_code_of({"act": "discard", "card": card}))


class Oracle:
    def __init__(self) -> None:
        self.asked = 0

    def advise(self, match: LiveMatch) -> Advice | None:
        self.asked += 1
        cards = [card for card in match.record_so_far()["hands"][0] if match.legal({"act": "discard", "card": card})]
        choices = [
            Choice("discard", word(card), f"discard {card}", *[-cost] * 3, *[cost] * 3)
            for cost, card in sorted((1.5 if card[0] == "K" else 0.0, card) for card in cards)
        ]
        return Advice(tuple(choices), "clear", "Kings burn.") if choices else None


def test_the_tutor_warns_before_a_mistake_and_only_then() -> None:
    for seed in range(80):
        match = a_match("pagat", seed=seed)
        match.deal()
        kings = [card for card in match.record_so_far()["hands"][0] if card[0] == "K"]
        if match.board.view.dealer == 0 and kings and not match.over:
            break
    king = kings[0]
    oracle = Oracle()
    more: dict[str, Any] = {"adviser": oracle, "tutor": 0.3, "money": parse_stake("20 peso")}
    person, session = sit_down(f"{king}!", seed=seed, **more)
    assert session.match.board.view.n_discards > 0
    person, session = sit_down(f"discard {king}", "n", "hint", "why", seed=seed, **more)
    asked = zip(person.screens, person.prompts, strict=True)
    (doubt,) = (" ".join(f"{screen} {prompt}".split()) for screen, prompt in asked if "y/N" in prompt)
    doubt = doubt.rpartition("Tutor: ")[2]
    assert "this costs about 30 peso" in doubt
    assert "Kings burn." in doubt
    assert session.match.board.view.n_discards == 0
    assert "discard" in person.all.rpartition("why")[2]
    assert oracle.asked == 1
    person, session = sit_down(f"discard {king}", seed=seed, adviser=oracle, tutor=2.0)
    assert "Tutor" not in person.all


def test_a_match_that_was_left_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = a_match("pagat", seed=6, games=3)
    chance = random.Random(2)
    choose = by_chance(match, chance, 3)
    count = [0]

    def types(screen: str, prompt: str) -> str | None:
        count[0] += 1
        return choose(screen, prompt) if count[0] < 9 else None

    with pytest.raises(EOFError):
        Session(a_table(match, Person(types), keeper=MatchSaver(path, 0, 3))).play()
    saved = load_match(path)
    assert (saved.seat, saved.games) == (0, 3)
    again = a_match("pagat", seed=6, games=3)
    for record in saved.records:
        again.resume(record["events"])
        assert json.loads(json.dumps(again.finish()))["hands"] == record["hands"]
    table = a_table(again, Person(by_chance(again, chance, 3)), keeper=MatchSaver(path, 0, 3, saved.records))
    Session(table).play(saved.in_progress["events"] if saved.in_progress else None)
    assert len(list(verified_records(str(path)))) == 3
    assert not (tmp_path / "games.jsonl.unfinished").exists()


def test_keys_move() -> None:
    stepper = Stepper(golden("challenge-online"), steps, Faces())
    last = len(stepper.steps) - 1
    places = []
    for key in ("right", "space", "left", "n", "n", "p", "end", "right", "home", "left"):
        assert stepper.press(key)
        places.append(stepper.at)
    lays = [step.number for step in stepper.steps if step.act in ("lay", "take", "call", "challenge", "fold")]
    assert places == [1, 2, 1, lays[1], lays[2], lays[1], last, last, 0, 0]
    assert not stepper.press("z")
    stepper.go_to(10_000)
    assert stepper.at == last


def piped(monkeypatch: pytest.MonkeyPatch, text: str | None) -> Talk:
    monkeypatch.setattr("sys.stdin", None if text is None else io.StringIO(text))
    return Talk()


def test_output_holds_no_control_characters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = piped(monkeypatch, "\x1b[2J\n")
    talk.say("one \x1b[31mtwo", "K♠")
    talk.clear()
    talk.ask("> ")
    out = capsys.readouterr().out
    assert out == "one ?[31mtwo\nK♠\n> ?[2J\n"
    assert not is_terminal(None)
