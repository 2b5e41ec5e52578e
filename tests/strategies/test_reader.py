"""The reader: `solved` while it knows nothing, then moved by what it has seen, as far as `reach` lets it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strategies import load_player
from strategies.reader import FOLDER, READER, SHELF, SUFFIX, Shelf, answer, leaning, probability, reading
from strategies.solved import SHIPPED
from tests.playing import command
from tests.profiles.test_profiles import responses
from tests.profiles.views import play_through_views
from tongits_sim.designs.batch.job import Job
from tongits_sim.game.state import DECISION_RESPOND
from tongits_sim.profiles.cells import KIND_CALL, KIND_RESPOND, cell_of, says_yes
from tongits_sim.profiles.responses import AS_PROFILE, STYLES, to_bytes
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import load

RULES = SHELF.names()


def params(rules: str = "pagat", **values: float) -> Any:
    """Parameters of a reader."""
    spec = f"reader({', '.join(f'{name}={value}' for name, value in values.items())})" if values else "reader"
    return load_player(spec).params(load(rules)).view(np.recarray)


def games(players: str, rules: str, number: int, match_games: int) -> list[list[Any]]:
    """The events of some games."""
    seats = [load_player(each) for each in players.split(",")]
    job = Job(load(rules), (seats[0], seats[1], seats[2]), number, 11, match_games)
    return [record["events"] for record in play_job_records(job)]


@pytest.mark.parametrize("rules", RULES)
def test_in_matches_of_one_game_it_plays_as_solved(rules: str) -> None:
    assert games("reader,greedy,reader", rules, 40, 1) == games("solved,greedy,solved", rules, 40, 1)


def test_without_reach_it_is_solved_in_any_match() -> None:
    fixed = "reader(reach=0),greedy,fighter"
    assert games(fixed, "pagat", 60, 20) == games("solved,greedy,fighter", "pagat", 60, 20)


def test_it_leaves_solved_as_it_learns() -> None:
    own, other = (games(f"{name},fighter,fighter", "pagat", 120, 40) for name in ("reader", "solved"))
    assert [own[match * 40] == other[match * 40] for match in range(3)] == [True] * 3
    assert own != other


def test_responses_ship_where_profiles_do_and_belong_to_them() -> None:
    assert "pagat" in RULES
    assert set(RULES) <= set(SHIPPED.names())
    for name in RULES:
        response_table = SHELF.under(load(name))
        response_table.check(SHIPPED.under(load(name)))
        assert response_table.about["profile"] == SHIPPED.under(load(name)).contents()
    assert {path.name for path in FOLDER.iterdir()} == {path.name for path in SHELF.files()}
    assert max(path.stat().st_size for path in SHELF.files()) <= 80_000


def test_its_digest_changes_with_the_responses(tmp_path: Path) -> None:
    from dataclasses import replace

    from tongits_sim.strategy import Player

    player = Player(replace(READER, reading=Shelf(tmp_path)))
    before = player.digest()
    (tmp_path / f"pagat{SUFFIX}").write_bytes(to_bytes(responses()))
    assert player.digest() != before


def test_where_there_are_none_it_says_so() -> None:
    other = ("--rules", "pagat", "--set", "pay.sunog_extra=2")
    code, _, err = command("simulate", *other, "--players", "reader,greedy,greedy")
    assert code == 2
    assert "no solved profile ships" in err
    rules = load("pagat", ["pay.sunog_extra=2"])
    with pytest.raises(Exception, match="reader knows no styles under"):
        SHELF.under(rules)


class View:
    """What `leaning` reads of a view."""

    def __init__(self, calls: int = 0, chances: int = 0, challenges: int = 0, folds: int = 0) -> None:
        self.past_calls, self.past_chances = [calls] * 3, [chances] * 3
        self.past_challenges, self.past_folds = [challenges] * 3, [folds] * 3


class Given:
    """What `leaning` reads of the parameters."""

    def __init__(self, doubt: float = 1.0, reach: float = 1.0) -> None:
        self.response_rates = np.array([[0.2, 0.4, 0.8]] * 2)
        self.response_weight = np.array([3.0, 3.0])
        self.doubt, self.reach = doubt, reach


def place(table: Given, kind: Any = KIND_CALL, **seen: int) -> float:
    """Where a player stands of whom so much was seen."""
    plain: Any = leaning
    return float(plain.py_func(View(**seen), table, kind, 0))


def test_it_leans_by_what_it_has_seen() -> None:
    bold = [place(Given(), calls=3 * n, chances=4 * n) for n in (0, 1, 2, 5, 20, 100)]
    assert bold[0] == 0.0
    assert bold == sorted(bold)
    assert 0.7 < bold[-1] < 1.0
    assert place(Given(), calls=100, chances=100) == 1.0
    assert place(Given(), calls=0, chances=100) == -1.0
    assert place(Given(), KIND_RESPOND, challenges=0, folds=100) == -1.0
    assert place(Given(), KIND_RESPOND, calls=100, chances=100) == 0.0


def test_it_does_not_believe_what_may_be_chance() -> None:
    assert place(Given(doubt=2), calls=3, chances=5) == 0.0
    assert place(Given(doubt=0), calls=3, chances=5) == pytest.approx(((3 * 0.4 + 3) / 8 - 0.4) / 0.4)
    assert place(Given(), calls=40, chances=100) == 0.0


def test_reach_bounds_it() -> None:
    assert place(Given(reach=0.25), calls=100, chances=100) == 0.25
    assert place(Given(reach=0), calls=100, chances=100) == 0.0


def test_it_mixes_the_nearest_styles_and_goes_by_the_right_players() -> None:
    """With no doubt and everybody far out on both scales it plays the response; half way it plays half of it."""
    own = params(doubt=0)[0]
    bold = STYLES.index(("more", "more"))
    compared = 0
    for view in play_through_views("pagat", "greedy,caller,fighter", 40):
        kind = KIND_RESPOND if view.decision == DECISION_RESPOND else KIND_CALL
        cell = int(cell_of(view, own, kind))
        usual = float(own.profile_yes[kind, cell])
        response = int(own.response_say[kind, cell, bold])
        wanted = usual if response == AS_PROFILE else float(response)
        _remember(view, 10**6, 10**6)
        assert reading(view, own, kind) == (1.0, 1.0)
        assert probability(view, own, kind) == pytest.approx(wanted, abs=1e-6)
        me = int(view.me)
        view.past_calls[me] = view.past_challenges[me] = 0  # what it did itself is nothing to it
        assert reading(view, own, kind) == (1.0, 1.0)
        _remember(view, 0, 0)
        assert reading(view, own, kind) == (0.0, 0.0)
        assert probability(view, own, kind) == pytest.approx(usual, abs=1e-6)
        assert answer(view, own, kind) == says_yes(view, own, kind)
        compared += 1
    assert compared > 20


def _remember(view: Any, yes: int, chances: int) -> None:
    view.past_calls[:] = view.past_challenges[:] = yes
    view.past_chances[:] = chances
    view.past_folds[:] = 0
