"""A match at the terminal: whole games by chance, nothing hidden on the screen, slips, undo, hints, the tutor."""

from __future__ import annotations

import contextlib
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from analyses.words.money import parse_stake
from reports.play.hints import Advice, Choice
from reports.play.session import Quit, Session
from tests.live.people import a_match
from tests.live.test_sight import hidden_cards
from tests.reports.play.persons import CARD, Person, a_table, by_chance, scripted, sit_down
from tongits_sim.cards import card_text, parse_card
from tongits_sim.live.match import LiveMatch
from tongits_sim.live.saved import Keeper, load_match
from tongits_sim.records.events import word_of
from tongits_sim.records.read import verified_records

_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def cards_on(screen: str) -> set[str]:
    """The cards that a screen shows."""
    screen = re.sub(r"(X[12])\(\S+\)", r"\1", screen)  # what a joker stands for is no card
    texts = (card if card.startswith("X") else card[:-1] + _LETTERS[card[-1]] for card in CARD.findall(screen))
    return {card_text(parse_card(card)) for card in texts}


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker", "online", "casino_x", "ecoins", "wikipedia+progressive"])
def test_whole_matches_show_nothing_hidden_and_fit_the_screen(rules: str, tmp_path: Path) -> None:
    match, chance = a_match(rules, seed=4, seat=2, bots="greedy(call_at=0),greedy(call_at=0)"), random.Random(rules)
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
    session = Session(a_table(match, person, keeper=Keeper(path, 2, 10)))
    with contextlib.suppress(Quit):
        session.play()
    assert looks[0] > 30 or match.match_over
    assert len(list(verified_records(str(path)))) == len(session.table.records) >= 2
    assert "is not an order" not in person.all


def test_plain_says_everything_in_sentences() -> None:
    match = a_match("pagat", seed=4)
    person = Person(by_chance(match, random.Random(1), 2), plain=True)
    with pytest.raises(Quit):
        Session(a_table(match, person, "words")).play()
    text = person.all
    assert "of hearts" in text
    assert not re.search("[♣♦♥♠│─┌\x1b]", text)
    assert all(line.endswith((".", "> ", "?", ":")) or not line for line in text.splitlines()[:5])


def test_the_same_seed_shows_the_same_cards() -> None:
    first, second = (sit_down(seed=8)[0].screens[0] for _ in range(2))
    assert first == second
    assert first != sit_down(seed=9)[0].screens[0]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("foo", "'foo' is not an order"),
        ("dicard 7h", "did you mean discard"),
        ("\x1b[31m", "characters that are no letters"),
        ("d" * 500, "500 letters long"),
        ("challenge", "R10: nobody has to answer a call now."),
        ("call", "R9.1: nobody may call in their first turn."),
        ("lay 2c 2d", "R2: first draw"),
        ("discard", "Name the one card"),
        ("undo", "Nothing can be undone"),
        ("pass", "R2: there is nothing to pass on"),
        ("help", "draw a card from the stock"),
        ("rules call", "call.timing"),
        ("rules zebra", "No house rule speaks of"),
        ("score", "No game is finished"),
        ("discards", "Your discards"),
        ("hint", "nobody to ask"),
    ],
)
def test_what_is_typed_is_answered_in_a_sentence(typed: str, message: str) -> None:
    person, session = sit_down(typed, seed=5)
    assert message in person.all
    assert "\x1b" not in person.all
    assert not session.match.over


def test_a_card_of_a_meld_is_not_discarded_by_a_slip() -> None:
    for seed in range(60):
        match = a_match("pagat", seed=seed)
        match.deal()
        hand = match.begun()["hands"][0]
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
    """The action word of a discard."""
    return int(word_of({"act": "discard", "card": card}))


class Oracle:
    """Finds every discard of a king a mistake."""

    def __init__(self) -> None:
        self.asked = 0

    def advise(self, match: LiveMatch, seconds: float) -> Advice | None:
        self.asked += 1
        cards = [card for card in match.begun()["hands"][0] if match.legal({"act": "discard", "card": card})]
        choices = [
            Choice(
                "discard",
                int(word_of({"act": "discard", "card": card})),
                f"discard {card}",
                -cost,
                -cost,
                -cost,
                *[cost] * 3,
            )
            for cost, card in sorted((1.5 if card[0] == "K" else 0.0, card) for card in cards)
        ]
        return Advice(tuple(choices), "clear", "Kings burn.") if choices else None


def test_the_tutor_warns_before_a_mistake_and_only_then() -> None:
    for seed in range(80):
        match = a_match("pagat", seed=seed)
        match.deal()
        if (
            match.board.view.dealer == 0
            and any(card[0] == "K" for card in match.begun()["hands"][0])
            and not match.over
        ):
            break
    king = next(card for card in match.begun()["hands"][0] if card[0] == "K")
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
    match, chance = a_match("pagat", seed=6, games=3), random.Random(2)
    choose, count = by_chance(match, chance, 3), [0]

    def types(screen: str, prompt: str) -> str | None:
        count[0] += 1
        return choose(screen, prompt) if count[0] < 9 else None

    with pytest.raises(EOFError):
        Session(a_table(match, Person(types), keeper=Keeper(path, 0, 3))).play()
    saved = load_match(path)
    assert (saved.seat, saved.games) == (0, 3)
    again = a_match("pagat", seed=6, games=3)
    for record in saved.records:
        again.resume(record["events"])
        assert json.loads(json.dumps(again.finish()))["hands"] == record["hands"]
    table = a_table(again, Person(by_chance(again, chance, 3)), keeper=Keeper(path, 0, 3, saved.records))
    Session(table).play(saved.begun["events"] if saved.begun else None)
    assert len(list(verified_records(str(path)))) == 3
    assert not (tmp_path / "games.jsonl.unfinished").exists()


def test_what_ends_a_game_is_explained() -> None:
    match = a_match("pagat", seed=3)
    person = Person(by_chance(match, random.Random(5), 6))
    with pytest.raises(Quit):
        Session(a_table(match, person)).play()
    ends = [screen for screen, prompt in zip(person.screens, person.prompts, strict=True) if prompt.startswith("Next")]
    assert len(ends) == 6
    for end in ends:
        assert re.search(r"\bwins?\b", end)
        assert re.search(r"\(R\d", end)
        assert "in all" in end
        assert max(map(len, end.splitlines())) <= 80
    assert "After 6 games, in units:" in ends[-1]


def test_a_person_may_stop_at_any_prompt() -> None:
    with pytest.raises(Quit):
        Session(a_table(a_match(), Person(scripted("quit")))).play()
