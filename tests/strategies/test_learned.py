"""The learned player plays as solved, but where weights say that something else is better."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from strategies import load_player, names_under
from strategies.alternatives import CELLS, MEANING, cells_of, check_scores
from strategies.deviator import deviating
from strategies.learned import LEARNED, SHIPPED
from strategies.solved import RULES, SUFFIX
from strategies.solved import SHIPPED as SOLVED_PROFILES
from tests.playing import play_work
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.paired.estimates import PairedEstimates
from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.profiles.profile import Profile, ProfileError, to_bytes
from tongits_sim.rules import load

PAGAT = load("pagat")


def weights(decision: str = "discard", score: float = 1.0) -> Profile:
    """The solved profile of pagat with every alternative of one decision worth as much."""
    scores = np.zeros(CELLS, "<f4")
    for cells in cells_of(decision):
        scores[cells] = score
    return replace(SOLVED_PROFILES.under(PAGAT), scores=scores.tobytes(), weighed=MEANING)


def test_weights_ship_for_all_rules_that_profiles_ship_for() -> None:
    assert set(SHIPPED.names()) == set(RULES)
    for name in RULES:
        rules = load(name)
        shipped = SHIPPED.under(rules)
        assert shipped.grids == SOLVED_PROFILES.under(rules).grids, "learn anew: its profile is another"
        assert np.count_nonzero(np.frombuffer(shipped.scores, "<f4")) > 20
        assert {"rounds", "games", "seed", "margin", "curve", "beside", "deals"} <= set(shipped.solved["learned"])


@pytest.mark.parametrize("decision", ["call", "lay", "discard"])
def test_it_plays_as_a_player_who_deviates_from_solved(tmp_path: Path, decision: str) -> None:
    file = tmp_path / f"w{SUFFIX}"
    file.write_bytes(to_bytes(weights(decision)))
    solved, learned = load_player("solved"), load_player(f"learned(file={file})")
    scores = np.frombuffer(weights(decision).scores, "<f4")
    tables = [(one, solved, solved) for one in (deviating(solved, scores), learned, solved)]
    work = PairedJob(tuple(Arm(PAGAT, table) for table in tables), 200, 3)
    effects = PairedEstimates(work, play_work(work, workers=1).totals, ["a", "b", "c"])
    assert effects.differing(1)[1] == 0
    assert effects.differing(2)[1] > 20


def test_without_scores_it_plays_as_solved(tmp_path: Path) -> None:
    file = tmp_path / f"w{SUFFIX}"
    file.write_bytes(to_bytes(weights(score=0.0)))
    solved, learned = load_player("solved"), load_player(f"learned(file={file})")
    work = PairedJob((Arm(PAGAT, (solved,) * 3), Arm(PAGAT, (learned,) * 3)), 200, 3)
    effects = PairedEstimates(work, play_work(work, workers=1).totals, ["a", "b", "c"])
    assert effects.differing(1)[1] == 0


def test_files_without_weights_or_of_another_meaning_are_refused(tmp_path: Path) -> None:
    file = tmp_path / f"p{SUFFIX}"
    file.write_bytes(to_bytes(SOLVED_PROFILES.under(PAGAT)))
    with pytest.raises(ProfileError, match="is a profile without weights; 'tongits solve --method=learn' makes some"):
        load_player(f"learned(file={file})")
    file.write_bytes(to_bytes(replace(weights(), weighed="0")))
    with pytest.raises(ProfileError, match="learned by another version"):
        load_player(f"learned(file={file})")
    with pytest.raises(ProfileError, match="another version"):
        check_scores(replace(weights(), scores=b"\0" * 8), "x")
    file.write_bytes(to_bytes(weights())[:-9])
    with pytest.raises(ProfileError, match="damaged"):
        load_player(f"learned(file={file})")


def test_under_other_rules_it_says_how_to_learn() -> None:
    rules = load("pagat", ["pay.sunog_extra=2"])
    with pytest.raises(ProfileError, match=r"learn --rules pagat --set pay\.sunog_extra=2 -o mine\.profile"):
        Job(rules, (load_player("learned"),) * 3)
    assert "learned" in names_under(PAGAT)
    assert "learned" not in names_under(rules)


def test_it_travels_by_name_and_its_digest_follows_its_weights(tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(load_player("learned"))).label == "learned"
    digests = []
    for number, score in enumerate((0.25, 0.75)):
        file = tmp_path / f"{number}{SUFFIX}"
        file.write_bytes(to_bytes(weights(score=score)))
        player = load_player(f"learned(file={file})")
        assert pickle.loads(pickle.dumps(player)).spec == player.spec
        digests.append(player.digest())
    assert digests[0] != digests[1]
    assert LEARNED.profiles is SHIPPED


def test_a_file_keeps_scores_to_half_precision() -> None:
    from tongits_sim.profiles.profile import from_bytes

    stored_weights = from_bytes(to_bytes(weights(score=0.1)), "w")
    assert np.frombuffer(stored_weights.scores, "<f4").max() == np.float32(np.float16(0.1))
    assert stored_weights.weighed == MEANING
    assert from_bytes(to_bytes(stored_weights), "w") == stored_weights
