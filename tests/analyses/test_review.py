import time
from dataclasses import replace
from pathlib import Path

import pytest

from analyses.answers.review import KINDS, VERDICTS, ReviewAnswer, ReviewedGame
from analyses.habits import habits_of
from analyses.judging import Regret
from analyses.opponents import Gap
from analyses.review import ReviewError, by_game, decision_of, review, with_counted_costs
from strategies import load_player
from tests.analyses.test_judging import open_tongits
from tests.playing import sure
from tests.records.notation_text import notation_of
from tests.table.games import games, house
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.records.file import write_records
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.replay import verify
from tongits_sim.run.answers import RunFacts
from tongits_sim.run.run_options import RunOptions
from tongits_sim.table.actions import Action
from tongits_sim.table.live_match import LiveBots
from tongits_sim.table.recorded import board_at, choices_of
from tools.review import faulty_games

GAMES = games("pagat", "greedy,caller,hunter", 40)


def test_counts_are_those_of_the_events() -> None:
    rows = {habit.player: habit for habit in habits_of(GAMES)}
    assert set(rows) == {"greedy", "caller", "hunter"}
    for name, own in rows.items():
        called = sum(
            event["act"] == "call" and record["players"][event["seat"]] == name
            for record in GAMES
            for event in record["events"]
        )
        burned = sum(record["result"]["burned"][record["players"].index(name)] for record in GAMES)
        assert (own.games, own.called.done, own.burned.done, own.burned.of) == (40, called, burned, 40)
        for share in (own.called, own.challenged, own.burned):
            low, high = sure(share.share.ci95)
            assert low <= share.done / share.of <= high
    assert rows["caller"].called.done > rows["greedy"].called.done


def test_hidden_cards_hide_no_calls() -> None:
    seen = [
        play_sheet(read_sheet(notation_of(record, record["players"].index("hunter")))).partial_record
        for record in GAMES[:8]
    ]
    whole, part = ({habit.player: habit for habit in habits_of(some)} for some in (GAMES[:8], seen))
    assert {name: (counted.called, counted.challenged) for name, counted in whole.items()} == {
        name: (counted.called, counted.challenged) for name, counted in part.items()
    }


def asked(workers: int = 2, seed: int = 1) -> ReviewAnswer:
    some = games("pagat", "greedy,caller,hunter", 2)
    return review(some, "greedy", player="greedy", seed=seed, worlds=12, run_options=RunOptions(workers=workers))


def test_same_question_same_digits_and_totals_add_up() -> None:
    one = asked()
    assert replace(one, run=RunFacts()) == replace(asked(1), run=RunFacts())
    assert {choice.player for choice in one.choices} == {"greedy"}
    assert all(
        choice.decision in KINDS and choice.verdict in VERDICTS and choice.n_actions > 1 for choice in one.choices
    )
    (player,) = one.players
    assert sum(kind.cost for kind in player.decisions) == pytest.approx(player.cost)
    assert sum(game.cost for game in one.reviewed_games) == pytest.approx(player.cost)
    assert (player.per_game.mean or 0.0) * player.games == pytest.approx(player.cost)
    for game in one.reviewed_games:
        parts = [game.adjusted, game.deal_luck, game.draw_luck, game.opponents_luck]
        assert game.result == pytest.approx(sum(part for part in parts if part is not None))
    assert one.failed == 0


def test_a_game_that_one_seat_wrote_down_costs_what_the_whole_record_costs() -> None:
    # first games of matches: what others showed in an earlier game is not written down
    whole = [game for game in games("pagat", "greedy,caller,hunter", 4) if game["game"] == 0]
    seen = []
    for record in whole:
        text = notation_of(record, record["players"].index("greedy"))
        seen.append(play_sheet(read_sheet(f"{text}result greedy -3\n")).partial_record)
    full = review(whole, "greedy", player="greedy", worlds=12)
    half = review(seen, "greedy", player="greedy", worlds=12)
    assert half.choices == tuple(
        replace(full_choice, line=half_choice.line)
        for full_choice, half_choice in zip(full.choices, half.choices, strict=True)
    )
    assert all(choice.line for choice in half.choices)
    for full_game, half_game in zip(full.reviewed_games, half.reviewed_games, strict=True):
        assert [half_game.cost, half_game.deal_luck] == pytest.approx([full_game.cost, full_game.deal_luck])
        assert (half_game.result, half_game.draw_luck, half_game.opponents_luck) == (-3, None, None)
    with pytest.raises(ReviewError, match="not all cards of caller are written down"):
        review(seen, player="caller")


def test_planted_mistakes_are_discards_that_the_bot_would_not_have_made() -> None:
    expert = load_player("expert")
    planted = 0
    for record, moves in faulty_games(house("pagat"), [expert] * 3, 4, 61001):
        verify(record)
        choices = {choice.move: choice for choice in choices_of(record)}
        for move in moves:
            board = board_at(record, move, "discard")
            answer = LiveBots([expert] * 3, house("pagat")).answer(board)
            assert (choices[move].decision, choices[move].code != answer) == (int(DECISION_DISCARD), True)
        planted += len(moves)
    assert planted


def test_a_chance_that_stays_open_is_charged_once() -> None:
    first = replace(
        next(choice for choice in asked().choices if choice.best != choice.action), decision="call", verdict="clear"
    )
    turns = [replace(first, move=move) for move in (4, 7, 10)]
    other = replace(first, game=first.game + 1)
    passed = [replace(turn, decision="challenge") for turn in turns]
    rows = with_counted_costs([*turns, other, *passed])
    assert [row.repeated for row in rows] == [False, True, True, False, True, True, True]
    assert [choice.repeated for choice in with_counted_costs(passed)] == [False, False, False]
    assert sum(row.counted_cost for row in rows) == pytest.approx(max(0.0, 2 * (first.cost.mean or 0.0)))


def test_ctrl_c_does_not_wait_for_choices_that_were_not_valued(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def slow(*_: object, **__: object) -> None:
        begun.append(1)
        time.sleep(0.02)

    def ctrl_c(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("analyses.review.regret_of", slow)
    some = games("pagat", "greedy,caller,hunter", 2)
    with pytest.raises(KeyboardInterrupt):
        review(some, "greedy", run_options=RunOptions(workers=1), look=ctrl_c)
    assert 1 <= len(begun) <= 4


def regret(chosen: str, best: str) -> Regret:
    first = Action(chosen, 0, 0)
    better = first if best == chosen else Action(best, 1, 1)
    return Regret(first, better, 2, True, "best" if best == chosen else "likely", Gap(0.0, 0.0), (), 64, ())


@pytest.mark.parametrize(
    ("chosen", "best", "kind"),
    [
        ("call", "draw", "call"),
        ("fold", "challenge", "challenge"),
        ("discard", "lay", "lay"),
        ("discard", "sapaw", "sapaw"),
        ("take", "draw", "draw"),
        ("discard", "discard", "discard"),
    ],
)
def test_kinds(chosen: str, best: str, kind: str) -> None:
    assert decision_of(open_tongits(34), regret(chosen, best)) == kind


def test_the_mean_of_games_has_an_interval_by_game() -> None:
    rows = [ReviewedGame(game, 0, "ann", 0.0, float(game), 0.0, 0.0, 0.0, 0.0) for game in (1, 2, 3)]
    mean = by_game(rows, "cost")
    assert mean.mean == pytest.approx(2.0)
    assert mean.half_width is not None
    assert by_game(rows[:1], "cost").ci95 is None


def test_a_file_is_reviewed_as_its_games_are(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    write_records(GAMES[:1], file)
    answers = [review(given, player="caller", worlds=8) for given in (file, GAMES[:1])]
    documents = [answer.to_dict() for answer in answers]
    assert documents[0]["file"] == "games.jsonl"
    for document in documents:
        for name in ("file", "run"):
            del document[name]
    assert documents[0] == documents[1]
    assert documents[0]["choices"]
    file.write_text("{}\n")
    with pytest.raises(TongitsError, match="this is no game record"):
        review(file)


def test_a_game_that_is_reviewed_alone_knows_the_earlier_game_of_its_match() -> None:
    one, two = games("pagat", "caller,caller,caller", 8)[6:]
    both = review([one, two], "greedy", seats=(0,), worlds=4)
    alone = review([two], "greedy", numbers=[2], earlier={1: one}, seats=(0,), worlds=4)
    assert alone.choices == tuple(choice for choice in both.choices if choice.game == 2)
    assert any(chances for choice in alone.choices for _, chances in choice.position.challenged.values())
