"""The four tables at which books are made and advice is given: the bot of both opponents, and of the own seat."""

from __future__ import annotations

from strategies.registry import STRONGEST

OWN = STRONGEST
"""The bot that plays on in the person's seat."""
BOTS = {
    "strong": "trained",
    "regular": "expert",
    "folders": "greedy",
    "challengers": "greedy(challenge_at=40)",
}
"""The opponents' bot, by table."""
