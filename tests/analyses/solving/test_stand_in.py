"""Stand-ins: who is fitted on, who is measured, and what sentences say of it."""

from __future__ import annotations

from analyses.solve import problem_of
from analyses.solving.stand_in import Target, card_play, strongest
from strategies import load_player
from tongits_sim.run.how import How


def test_a_player_stands_in_for_itself() -> None:
    folder = load_player("folder")
    for target in (Target.of(folder), Target.of(folder, load_player("folder"))):
        assert target.fit_on is target.player is folder
        assert not target.replaced
        assert target.bases == (folder,)
        assert target.finalists(4) == 1
        assert target.words(4, 1000) == ""


def test_a_stand_in_is_named() -> None:
    target = Target.of(load_player("best"), load_player("learned"))
    assert [each.label for each in target.bases] == ["learned", "best"]
    assert target.finalists(4) == 4
    assert target.words() == "; all that against learned in place of best"
    assert target.words(4, 1500).endswith(
        "and of the best 4 the one that gained most against best itself on 1,500 further deals"
    )


def test_finalists_play_the_player_itself() -> None:
    """Calling at every chance is much better than never against who folds, and worse against who always challenges."""
    problem = problem_of("pagat", "expert", games=500)
    hunter, caller = load_player("hunter"), load_player("caller")
    folder, fighter = load_player("folder"), load_player("fighter")
    assert strongest(problem, Target.of(folder, fighter), [hunter, caller], How(1), 300) == 1
    assert strongest(problem, Target.of(folder, fighter), [caller, hunter], How(1), 300) == 0
    assert strongest(problem, Target.of(folder), [hunter], How(1), 300) == 0


def test_card_play_is_lent_by_who_has_room_for_a_profile() -> None:
    assert card_play(load_player("best")).label == "expert"
    assert card_play(load_player("learned")).label == "expert"
    assert card_play(load_player("greedy(call_at=5)")).label == "greedy(call_at=5)"
