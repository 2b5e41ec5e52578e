import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tongits_sim as ts
from analyses.answers.trial import TrialAnswer, Worth
from analyses.monitoring import look_at
from analyses.opponents import TABLES
from analyses.trial import ALPHA, TrialError, claims_of, doing, is_known, line_ups, verdict, with_habits, worth
from reports.questions.trial import changes, headline
from strategies import load_player
from tests.playing import command
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.trials import TrialEstimates, TrialJob, TrialWorker, counts_of
from tongits_sim.rules import load
from tongits_sim.stats import Interval, mean_interval, p_value

COINS = Path(__file__).parents[1] / "bots" / "coins.py"
SMALL: dict[str, Any] = {"player": "greedy", "against": "folders", "deals": 1200, "workers": 1}


def interval(low: float, high: float) -> Interval:
    return Interval((low + high) / 2, low, high, (high - low) / 4, 1000, math.nan)


@pytest.mark.parametrize(
    ("low", "high", "word", "known"),
    [
        (0.2, 0.3, "gains", True),
        (0.01, 0.3, "gains", False),  # not yet sharp
        (-0.9, -0.6, "costs", True),
        (-0.09, 0.09, "close", False),
        (-0.03, 0.03, "close", True),
        (0.01, 0.07, "close", True),
        (-0.2, 0.09, "inconclusive", False),
    ],
)
def test_a_gain_is_known_if_it_is_sure_and_sharp(low: float, high: float, word: str, known: bool) -> None:
    assert worth(interval(low, high), 0.1) == word
    assert is_known(interval(low, high), 0.1) == known


@pytest.mark.parametrize(
    ("found", "claim"),
    [
        ((("gains", 0.3), ("close", 0.0), ("inconclusive", 0.2)), "pays"),
        ((("costs", -0.1), ("close", -0.03)), "costs"),
        ((("gains", 0.1), ("costs", -0.2)), "depends"),
        ((("gains", 0.08), ("costs", -0.2)), "costs"),  # the gain is below the margin
        ((("gains", 0.08), ("close", 0.01)), "close"),
        ((("close", 0.0), ("close", 0.04)), "close"),
        ((("close", 0.0), ("inconclusive", 0.2)), "inconclusive"),
        ((("gains", 0.08), ("inconclusive", 0.2)), "inconclusive"),
    ],
)
def test_the_verdict_over_line_ups(found: tuple[tuple[Worth, float], ...], claim: str) -> None:
    assert verdict(found, 0.1) == claim


def test_habits_are_read_by_name_and_laid_over_the_player() -> None:
    expert = load_player("expert")
    player = with_habits(expert, ["never_call", "hold_meld=always"])
    assert player.spec == "habit(player=expert, never_call=1, hold_meld=always)"
    assert doing(player) == "never calling a draw and laying no first meld by choice"
    own = with_habits(expert, [f"{COINS}:toss", "keep"])
    assert own.player == load_player("habit(player=expert, keep=pairs)")
    assert doing(own) == "never breaking a pair and the habit toss"
    stock = with_habits(expert, ["call_up_to=30", "call_stock_from=5"])
    assert doing(stock) == "calling with anything up to 30 with 5 or more stock cards left"
    assert with_habits(expert, ["never_call, hold_meld=always"]) == player
    upon = with_habits(player, ["memory"])
    assert doing(upon, player) == "remembering only the discards of the last round"
    assert doing(with_habits(expert, ["memory=3"])) == "remembering only the discards of the last 3 rounds"
    assert claims_of(upon, player) == ("Do not bother to remember the discards.",)


@pytest.mark.parametrize(
    ("habits", "words"),
    [
        ([], "no habit is named"),
        (["never_cal"], "Did you mean 'never_call'"),
        (["call_stock_from"], "give it a value"),
        (["hold_meld=sometimes"], "hold_meld takes as_player, until_open or always, not 'sometimes'"),
        (["hold_meld=1.5"], "until_open or always, not 1.5"),
        (["call_only_to=500"], "call_only_to takes a whole number from 0 to 130, not 500"),
        (["call_only_to=ten"], "from 0 to 130, not 'ten'"),
        (["memory=nan"], "from 0 to 40, not nan"),
        (["never_call=2"], "never_call takes 0 or 1, not 2"),
        (["hold_meld=0"], "hold_meld=as_player leaves it to the player"),
        (["never_call", "never_call"], "set twice"),
        (["never_call", "call_up_to=40"], "never_call leaves nothing to call_up_to"),
        (["never_challenge, challenge_only_to=10"], "leaves nothing to challenge_only_to"),
        (["call_up_to=40", "call_only_to=20"], "40 is above 20"),
        (["call_stock_from=9", "call_stock_to=5", "call_up_to=30"], "must not be above call_stock_to"),
        (["call_stock_from=5", "hold_meld"], "name one of them too"),
        (["hold_meld=always", "lay"], "leaves nothing to lay=first"),
        (["throw_first=faces", "keep=faces"], "the same cards"),
        (["block", "sapaw"], "sapaw says otherwise"),
        (["habit(never_call=1)"], "name its habits alone"),
        ([f"{COINS}:coin"], "is a bot and no habit"),
        ([f"{COINS}:toss", f"{COINS}:toss"], "named twice"),
        ([f"{COINS}:toss(player=expert)"], "with --player"),
    ],
)
def test_what_is_no_habit_is_refused(habits: list[str], words: str) -> None:
    with pytest.raises(TongitsError, match=words):
        with_habits(load_player("greedy"), habits)


def test_line_ups_are_those_of_advice_or_bots() -> None:
    assert [up.name for up in line_ups()] == [table.name for table in TABLES]
    assert [up.name for up in line_ups("Folders, greedy(call_at=5)")] == ["folders", "greedy(call_at=5)"]
    with pytest.raises(TrialError, match="strong, regular"):
        line_ups("weak")
    with pytest.raises(TrialError, match="twice"):
        line_ups("strong,strong")
    with pytest.raises(TrialError, match="a name is missing"):
        line_ups("strong,")


def test_the_sentence_says_what_the_numbers_say() -> None:
    answer = ts.try_habit("challenge_only_to=2", "pagat", **SMALL)
    (row,) = answer.line_ups
    assert (row.worth, answer.verdict) == ("costs", "costs")
    assert row.gain.mean is not None
    assert f"costs {abs(row.gain.mean):.2f}" in headline(answer)
    assert headline(answer).startswith("Challenging only with 2 or less costs")
    assert row.quantity("challenges").with_habit < row.quantity("challenges").without
    moved = changes(answer).partition(": ")[2].rstrip(".").split(", ")
    assert moved
    assert all("→" in part for part in moved)
    assert TrialAnswer.from_dict(json.loads(json.dumps(answer.to_dict()))) == answer


def test_a_habit_that_the_player_has_changes_nothing() -> None:
    answer = ts.try_habit("call_only_to=30", "pagat", **SMALL)
    assert (answer.verdict, answer.line_ups[0].differ) == ("close", 0)
    assert headline(answer) == "Calling only with 30 or less changes nothing: greedy plays so by itself."


def test_the_command_line_and_python_play_the_same(tmp_path: Path) -> None:
    line = ("never_call", "--player", "greedy", "--against", "folders", "--deals", "1200", "--workers", "1")
    code, out, _ = command("try", *line, "--format", "json", "--out", str(tmp_path / "run"))
    assert code == 0
    document = json.loads(out)
    answer = ts.try_habit("never_call", "pagat", **SMALL)
    assert document["line_ups"] == answer.to_dict()["line_ups"]
    assert document["command_line"].startswith("tongits try never_call --rules pagat --player greedy --against folders")
    code, again, _ = command("try", *line, "--format", "json", "--out", str(tmp_path / "run"), "--resume")
    assert json.loads(again)["line_ups"] == document["line_ups"]
    code, _, err = command("status", "--verify", str(tmp_path / "run"))
    assert (code, err) == (0, "")


def test_a_player_with_a_habit_may_be_given() -> None:
    player = load_player("habit(player=greedy, never_call=1)")
    answer = ts.try_habit(player, "pagat", against="folders", deals=1200, workers=1)
    assert (answer.player, answer.command_line) == ("greedy", "")
    assert answer.line_ups == ts.try_habit("never_call", "pagat", **SMALL).line_ups
    for spec, words in (
        ("greedy", "has no habit"),
        ("habit(player=greedy)", "sets no habit"),
        ("habit(player=greedy, never_call=1, call_up_to=30)", "leaves nothing"),
    ):
        with pytest.raises(TrialError, match=words):
            ts.try_habit(load_player(spec))


TRIALS, DEALS, SMALL_MARGIN = 100, 2000, 0.01


@pytest.mark.slow
def test_a_placebo_is_said_to_matter_in_at_most_one_of_twenty_trials() -> None:
    """A coin for a coin changes games and is worth nothing. Trials are cut out of long runs, a run a line-up."""
    family = len(TABLES)
    found = np.zeros((family, TRIALS), bool)
    naive = np.zeros((family, TRIALS), bool)
    for number in range(family):
        job = placebo(number + 1)
        worker = TrialWorker(job)
        (block,) = job.blocks(job.deals)
        without, with_habit = (arm.rows(block) for arm in worker._arms)
        assert (without != with_habit).any(axis=1).mean() > 0.3
        for trial_number in range(TRIALS):
            part = slice(trial_number * DEALS, (trial_number + 1) * DEALS)
            found[number, trial_number], naive[number, trial_number] = said_to_matter(
                job, without[part], with_habit[part], 1 - ALPHA / family
            )
    assert found.any(axis=0).sum() <= 9  # 95 of 100 times by chance
    assert naive.any(axis=0).sum() > 30  # what looking again and again at usual intervals would say


def placebo(seed: int) -> TrialJob:
    coin = load_player(f"{COINS}:coin")
    others = (load_player("greedy"), load_player("greedy"))
    toss = load_player(f'{COINS}:toss(player="{COINS}:coin")')
    return TrialJob(load("pagat"), coin, toss, others, TRIALS * DEALS, seed)


def said_to_matter(job: TrialJob, without: np.ndarray, with_habit: np.ndarray, level: float) -> tuple[bool, bool]:
    """Whether a trial of these deals ends with a gain or a cost, and whether a usual interval ever excludes 0."""
    naive = False
    for look in look_at(DEALS):
        counts = counts_of(without[:look], with_habit[:look])
        gain = TrialEstimates(job, counts).gain(DEALS // 4, level)
        usual = mean_interval(look, int(counts["changes"][0]), int(counts["squares"][0]))
        naive |= float(p_value(usual)) < ALPHA
        if is_known(gain, SMALL_MARGIN):
            break
    return worth(gain, SMALL_MARGIN) in ("gains", "costs"), naive
