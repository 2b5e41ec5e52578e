"""One answer a question: JSON, sentences, screens and the bot say the same at every decision of real games."""

import json
from functools import cache

import pytest

from analyses.book import screens
from analyses.book.words import MEANT, columns_text, limit_text, sentences
from analyses.book.words import read as read_sentence
from analyses.presentation import Limits
from reports.page.card import picture
from reports.text.card import pocket_card
from reports.text.limits import EN, LimitTable, call_table, challenge_table
from reports.web.phone_page import listed
from strategies.book import make
from strategies.book.fork_gains import Forks
from strategies.book.limits import (
    DECISIONS,
    FREELY,
    HABITS,
    LITTLE,
    MIXED,
    NEARLY_ALL,
    NO_DISCARD,
    NO_END,
    PLAYERS,
    SELDOM,
    SOUNDLY,
    Book,
    Decision,
    Facts,
    Limit,
    Part,
    Row,
)
from strategies.book.shipped import PRESETS, read
from strategies.book.tables import BOTS
from tongits_sim.players import load_player
from tongits_sim.rules import load

NAMES = sorted(path.stem for path in PRESETS.glob("*.json"))
GAMES = 1000
every_book = pytest.mark.parametrize("name", NAMES)


@cache
def book(name: str) -> Book:
    return read(PRESETS / f"{name}.json")


def facts_in(forks: Forks) -> list[Facts]:
    columns = (forks.rivals, forks.cards, forks.thrown, forks.count, forks.expected)
    return [Facts(*map(int, row)) for row in zip(*columns, strict=True)]


def text_limit(text: str) -> Limit:
    """A limit as a person reads it in a table."""
    if text == "never":
        return Limit()
    if text.startswith("any"):
        return Limit(NO_END)
    number = int(text.rstrip("+").replace("−", "-"))
    return Limit(None, number) if text.endswith("+") else Limit(number)


def printed(part: Part, decision: Decision, made: Limits) -> list[Row]:
    """The rows of a first screen, read by their labels."""
    rows: list[Row] = []
    habit = PLAYERS
    habits = {"they seldom": SELDOM, "they challenge": NEARLY_ALL, "beginners": MIXED}
    habits |= {"a stranger": SOUNDLY, "a regular": FREELY, "calls only": LITTLE}
    for line in made.rows:
        if line is None or not line.cells:
            break
        rivals, thrown = ((2, 2), (0, NO_DISCARD)) if decision == "call" else ((0, 2), (0, NO_DISCARD))
        habit = next((named for start, named in habits.items() if line.label.startswith(start)), habit)
        block = line.label.split()[-1]
        if "threw" in line.label or "lower" in line.label or (line.label[:3] == "   " and "–" in block):
            low, high = block.split("–")
            thrown = 0 if low == "A" else int(low), NO_DISCARD if high == "K" else int(high)
        elif "only one" in line.label:
            rivals = 1, 1
        elif "only you" in line.label:
            habit, rivals = PLAYERS, (0, 0)
        elif "is out" in line.label:
            rivals = 0, 0
        rows.append(Row(habit, rivals, thrown, tuple(text_limit(text) for text, _ in line.cells)))
    found = [row for row in rows if row.rivals == (0, 0) and decision == "challenge"] + rows
    # A habit without a line of its own for one open does the same as for both.
    again = [Row(row.habit, (1, 1), row.thrown, row.cells) for row in rows if row.rivals == (2, 2)]
    nobody = [Row(habit, row.rivals, row.thrown, row.cells) for row in rows for habit in (SELDOM, NEARLY_ALL, MIXED)]
    return [*found, *again, *(row for row in nobody if decision == "call" and row.rivals == (0, 0))]


def on_card(table: LimitTable) -> list[Row]:
    """The rows of a table of a card or a page, read by their names and marks."""
    habits = {EN[habit]: habit for habit in (PLAYERS, SELDOM, NEARLY_ALL, SOUNDLY, FREELY, LITTLE)}
    rows: list[Row] = []
    habit = PLAYERS
    for row, following in zip(table.rows, [*table.rows[1:], None], strict=True):
        habit = habits.get(row.name, PLAYERS if row.name else habit)
        low, _, high = row.mark.partition("–")
        thrown = (0 if low == "A" else int(low), NO_DISCARD if high == "K" else int(high)) if low else (0, NO_DISCARD)
        if table.asks == EN["call"]:
            rivals = (1, 1) if row.name == EN["players_one"] else (2, 2)
        elif row.note == EN["other_out"]:
            rivals = 0, 0
        else:
            rivals = (1, 2) if following is not None and following.note == EN["other_out"] else (0, 2)
        rows.append(Row(habit, rivals, thrown, tuple(text_limit(cell.text) for cell in row.cells)))
    return rows


@every_book
def test_the_phones_card_shows_the_cells_of_the_card(name: str) -> None:
    card = pocket_card(book(name), load(name))
    texts = [cell.text for table in card.tables for row in table.rows for cell in row.cells]
    drawn = [item[2] for item in listed(picture(card))["items"] if isinstance(item[2], str) and item[6] == 1]
    places = [place for place, text in enumerate(drawn) if text == card.tables[0].columns[0]] if card.tables else []
    shown = iter(drawn[places[0] :] if places else [])
    assert all(text in shown for text in texts)  # in this order


@every_book
def test_json_sentences_screens_cards_and_the_bot_agree_at_every_decision_of_real_games(name: str) -> None:
    rules = load(name)
    again = Book.from_dict(json.loads(json.dumps(book(name).to_dict())))
    asked = met = 0
    for table, bot in BOTS.items():
        player = load_player(f"book(row={table})")
        played = make.sample(rules, bot, GAMES, 7, player)
        for decision in DECISIONS:
            part = book(name).part(decision)
            habit = HABITS[table].at(decision)
            said = [read_sentence(text).row for text in sentences(book(name), decision)]
            spoken = Part(part.statistic, part.columns, tuple(said))
            body = screens.screen(book(name), decision, "start").body
            shown = spoken
            if decision != "lay" and body:
                assert isinstance(body[0], Limits)
                shown = Part(part.statistic, part.columns, tuple(printed(part, decision, body[0])))
            drawn: tuple[Row, ...] = ()
            if decision != "lay" and part.statistic == "count":
                tables = [call_table(book(name)), call_table(book(name), all_rows=True)]
                if decision == "challenge":
                    tables = [challenge_table(book(name))]
                assert all(on_card(lineup) == on_card(tables[0]) for lineup in tables)
                drawn = tuple(on_card(tables[0]))
            on_paper = Part(part.statistic, part.columns, drawn)
            forks = played[decision]
            for facts, bots in zip(facts_in(forks), forks.own.tolist(), strict=True):
                answer = book(name).answer(decision, table, facts)
                if answer is None:
                    continue
                asked += 1
                number = part.number(facts)
                assert again.answer(decision, table, facts) is answer
                if (limit := on_paper.limit(habit, facts)) is not None:
                    assert limit.says(number) is answer, (decision, table, facts, limit)
                    met += 1
                for told in (spoken, shown):
                    limit = told.limit(habit, facts)
                    assert limit is not None, (decision, table, facts)
                    assert limit.says(number) is answer, (decision, table, facts, limit)
                assert bots is answer, (decision, table, facts)
    assert asked > GAMES
    assert met > asked / 3 or book(name).call.statistic == "net"


@every_book
def test_every_count_has_an_answer_and_the_sentence_says_it(name: str) -> None:
    for decision in DECISIONS:
        part = book(name).part(decision)
        for row, text in zip(part.rows, sentences(book(name), decision), strict=True):
            said = read_sentence(text)
            assert (said.decision, said.row.habit, said.row.rivals, said.row.thrown) == (
                decision,
                row.habit,
                row.rivals,
                row.thrown,
            )
            for cell, said_cell in zip(row.cells, said.row.cells, strict=True):
                assert limit_text(text_limit(limit_text(cell))) == limit_text(cell) == limit_text(said_cell)
                assert all(cell.says(count) is said_cell.says(count) for count in range(-40, 61))


@every_book
def test_the_headline_says_limits_of_the_book(name: str) -> None:
    call = book(name).call
    text = screens.headline(book(name), "call")
    if call.statistic == "net":
        most = call.rows[0].cells[0].most
        assert most is not None
        assert f"{abs(most)} points" in text or not most
        return
    names = columns_text(call)
    column = next(place for place, title in enumerate(names) if f"with {title[0]} or" in text)
    for row in call.rows:
        if row.habit == PLAYERS and row.rivals == (2, 2) and row.cells[column].most is not None:
            limit = limit_text(row.cells[column])
            assert limit in text
    if MEANT[SELDOM].replace("fewer than", "under") in text:
        seldom = next(row for row in call.rows if row.habit == SELDOM and row.rivals == (2, 2)).cells[column]
        assert seldom.any or seldom.never or str(seldom.least if seldom.most is None else seldom.most) in text
