import pytest

from reports.questions.simulate import BatchReport, channels
from tests.playing import job, play


def test_gains_and_losses_add_up_to_what_players_earn() -> None:
    answer = BatchReport.of(play(job(games=600)))
    flows = channels(answer)
    for row in answer.players_summary:
        mine = [flow for flow in flows if flow.player == row.player]
        assert sum(flow.won + flow.lost for flow in mine) == pytest.approx(row.payout.mean)
        assert all(flow.won >= 0 >= flow.lost for flow in mine)
