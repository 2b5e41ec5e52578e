from dataclasses import replace

from analyses.answers.review import ENOUGH, ReviewedPlayer
from reports.text.review import player_sentence
from tongits_sim.run.answers import Estimate

SOME = ReviewedPlayer(
    player="ana",
    games=ENOUGH,
    choices=200,
    mistakes=2,
    accuracy=0.99,
    cost=4.2,
    per_game=Estimate(0.3, (0.1, 0.5)),
    decisions=(),
    result=Estimate(1.0),
    adjusted=Estimate(0.5),
)


def test_the_sentence_of_a_player_says_what_a_game_cost_once_there_are_enough() -> None:
    games = f"in {ENOUGH} games. ana's choices cost 0.3 units a game (0.1 to 0.5)."
    assert player_sentence(SOME) == f"ana made two clear mistakes {games}"
    assert player_sentence(replace(SOME, player="you", mistakes=1)).startswith("You made one clear mistake in ")
    few = player_sentence(replace(SOME, games=3))
    assert few.startswith("ana made two clear mistakes. ana's choices cost 4.2 units; 3 games are too few to say what ")
