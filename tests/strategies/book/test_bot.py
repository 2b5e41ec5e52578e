import json
import pickle
import random

import pytest

from strategies import load_player
from strategies.book import limits
from strategies.book.bot import Rows, books_to_make, by_book, by_rows, rows_of
from strategies.book.hooks import HOOK_OF, MAX_ROWS, NEVER_MOST, facts_of
from strategies.book.limits import HABITS, NO_DISCARD, NO_END, Decision, Facts
from strategies.book.shipped import shipped
from tests.books import small_books
from tests.playing import play_silently
from tests.referee import check_file
from tests.sample_hands import mask
from tongits_sim.cards import NATURALS, parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.paired import Arm, PairedJob
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.game.state import DECISIONS, VIEW_DTYPE, new_record
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.rules.record import rules_record
from tongits_sim.run.compiling import silent

RULES = load("pagat")


def row(
    decision: Decision, most: int, rivals: tuple[int, int] = (0, 2), thrown: tuple[int, int] = (0, NO_DISCARD)
) -> tuple[int, ...]:
    return (DECISIONS.index(HOOK_OF[decision]), *rivals, 0, NO_END, *thrown, most, NO_END, 0)


def differing(player: str, base: str, rows: Rows, deals: int = 400) -> int:
    own = load_player(player)
    other = by_rows(load_player(base), rows)
    arms = (Arm(RULES, (own, own, own)), Arm(RULES, (other, own, own)))
    job = PairedJob(arms, deals, 3)
    return PairedEstimates(job, play_silently(job, workers=1).totals, ["a", "b", "c"]).differing(1)[1]


CALLS = (row("call", 12),)
CHALLENGES = (row("challenge", 7),)


def test_a_book_that_says_what_a_bot_does_plays_as_the_bot() -> None:
    assert differing("greedy(call_at=12, challenge_at=7)", "greedy", (*CALLS, *CHALLENGES)) == 0
    assert differing("greedy(call_at=12)", "greedy", CALLS) == 0  # it challenges by itself
    assert differing("greedy(call_at=12)", "greedy", (*CALLS, *CHALLENGES)) > 0
    low = row("call", 12, thrown=(0, 4))
    high = row("call", 12, thrown=(5, NO_DISCARD))
    assert differing("greedy(call_at=12)", "greedy", (low, high)) == 0
    assert differing("greedy(call_at=12)", "greedy", (low, row("call", NEVER_MOST))) > 0


@pytest.mark.parametrize("player", ["trained", "expert"])
def test_any_player_plays_the_cards(player: str) -> None:
    assert differing("greedy", "greedy", (row("lay", NO_END),)) == 0  # it lays at once by itself
    assert differing(player, player, (row("lay", NEVER_MOST),)) > 0
    assert differing(player, player, (row("call", NO_END, rivals=(9, 9)),)) == 0  # a row for no situation


def test_it_travels_with_its_rows() -> None:
    player = by_rows(load_player("greedy(call_at=5)"), CALLS)
    again = pickle.loads(pickle.dumps(player))
    assert (again.label, again.rows, again.player) == (player.label, CALLS, load_player("greedy(call_at=5)"))
    assert player.label.startswith("greedy(call_at=5) by book ")
    assert player.manifest() == again.manifest() != by_rows(load_player("greedy(call_at=5)"), CHALLENGES).manifest()


def test_its_spec_says_whose_habits_and_whose_cards() -> None:
    players = [load_player(spec) for spec in ("book", "book(row=folders)", "book(player=expert, row=regular)")]
    assert [player.spec for player in players] == [
        "book(player=trained)",
        "book(player=trained, row=folders)",
        "book(player=expert, row=regular)",
    ]
    assert [load_player(player.spec) for player in players] == players
    assert [pickle.loads(pickle.dumps(player)) for player in players] == players
    with pytest.raises(TongitsError, match="row"):
        load_player("book(row=friends)")


@pytest.mark.parametrize("table", HABITS)
def test_the_bot_named_in_a_spec_goes_by_the_book_of_the_rules(table: str) -> None:
    book = shipped(RULES)
    assert book is not None
    own = load_player("expert")
    named = load_player(f"book(player=expert, row={table})")
    made = by_book(own, book, table)
    arms = (Arm(RULES, (made, own, own)), Arm(RULES, (named, own, own)))
    job = PairedJob(arms, 200, 3)
    assert PairedEstimates(job, play_silently(job, workers=1).totals, ["a", "b", "c"]).differing(1)[1] == 0


OWN_RULES = (
    ("pagat", "pay.fold=2"),
    ("sjs+joker", "call.timing=end"),
    ("rulesofcards", "melds.max_voluntary=2"),
    ("pagat+progressive", "pay.fold=2"),
)


@pytest.mark.parametrize(("name", "change"), OWN_RULES)
def test_under_own_rules_it_goes_by_the_book_that_is_made_at_the_first_ask(name: str, change: str) -> None:
    rules = load(name, [change])
    with small_books() as made:
        for table in HABITS:
            named = load_player(f"book(player=expert, row={table})")
            records = list(play_records(rules, (named, named, load_player("greedy")), 20, 3))
            assert not check_file(map(json.dumps, records))
            (book,) = made.values()
            own = by_book(load_player("expert"), book, table)
            again = list(play_records(rules, (own, own, load_player("greedy")), 20, 3))
            assert [record["events"] for record in again] == [record["events"] for record in records]
    assert book.digest == rules.changed(["match.progressive_target=0"]).digest()


def test_it_says_how_many_books_are_to_be_made() -> None:
    rules = [load("pagat", [f"pay.fold={units}"]) for units in (2, 3, 2)]
    with small_books() as made:
        assert books_to_make([load_player("trained"), load_player("book")], [*rules, load("sjs")]) == 2
        over = load_player("habit(player=book, never_call=1)")
        over.prepare(rules[0], silent)
        assert len(made) == 1
        assert books_to_make([over], rules) == 1
        assert books_to_make([load_player("trained")], rules) == 0


@pytest.mark.parametrize("rows", [(), CALLS * (MAX_ROWS + 1)])
def test_a_book_has_some_rows_and_not_too_many(rows: Rows) -> None:
    with pytest.raises(TongitsError, match="1 to 256 rows"):
        by_rows(load_player("greedy"), rows)


@pytest.mark.parametrize("table", HABITS)
def test_the_rows_of_the_bot_answer_as_the_book_does(table: str) -> None:
    chance = random.Random(1)
    statistics = set()
    for name in ("pagat", "sjs", "rulesofcards"):
        book = shipped(load(name))
        assert book is not None
        rows = rows_of(book, table)
        for _ in range(200):
            facts = Facts(*(chance.randrange(most + 1) for most in (2, 13, NO_DISCARD, 60, 40)))
            for decision in limits.DECISIONS:
                statistics.add(book.part(decision).statistic)
                assert answer_of(rows, decision, facts) == book.answer(decision, table, facts), (name, decision, facts)
    assert statistics == {"count", "net"}


def answer_of(rows: Rows, decision: Decision, facts: Facts) -> bool | None:
    """What the first row that covers a position says."""
    for row in rows:
        of, rivals_from, rivals_to, cards_from, cards_to, thrown_from, thrown_to, most, least, net = row
        here = rivals_from <= facts.rivals <= rivals_to and cards_from <= facts.cards <= cards_to
        if of == DECISIONS.index(HOOK_OF[decision]) and here and thrown_from <= facts.thrown <= thrown_to:
            number = facts.count - facts.expected if net else facts.count
            return number <= most or number >= least
    return None


@pytest.mark.parametrize("me", range(3))
def test_the_hand_that_may_challenge_is_looked_at_from_every_seat(me: int) -> None:
    """Right of the caller sits an opponent of 9 cards, left one of 4, of which a king and a two are known."""
    right = (me + 1) % 3
    left = (me + 2) % 3
    view = new_record(VIEW_DTYPE)[0]
    view.me = me
    view.rules = rules_record(RULES)[0]
    view.hand_size[right], view.hand_size[left] = 9, 4
    view.known[left] = mask(["Kd", "2c"])
    view.seen = NATURALS ^ mask(["7h", "8h"])  # whatever else is hidden counts 7.5 a card
    view.discards[:2] = parse_card("5s"), parse_card("9s")
    for opened, expected in (({right}, 67), ({left}, 27), ({right, left}, 27), (set(), 27)):
        view.open_melds[:] = [int(seat in opened) for seat in range(3)]
        facts = facts_of(view, "call")
        assert (facts.rivals, facts.cards, facts.expected) == (len(opened), 9 if opened == {right} else 4, expected)
