"""Visayan mahjong as a value."""

from __future__ import annotations

from tongits_sim.any_game.game import Game

MAHJONG = Game(
    name="mahjong",
    title="Visayan mahjong",
    command="tongits mahjong",
    seats=4,
    usual_rules="visayan",
    usual_players="greedy,greedy,greedy,greedy",
    usual_games=20_000,
    usual_deals=5_000,
    rooms={
        "rules": "mahjong_sim.rules",
        "rulebook": "mahjong_sim.rules.rulebook",
        "bots": "mahjong_sim.bots.registry",
        "playing": "mahjong_sim.designs.playing",
        "answers": "mahjong_sim.designs.answers",
        "bench": "mahjong_sim.bench",
        "selfcheck": "mahjong_sim.selfcheck",
        "records": "mahjong_sim.records.write",
        "questions": "mahjong_sim.questions",
        "presenters": "mahjong_sim.words",
        "page": "mahjong_sim.words",
        "steps": "mahjong_sim.records.steps",
        "playback": "mahjong_sim.records.playback",
        "reading": "mahjong_sim.records.replay",
    },
    sources=(
        "mahjong_sim/*.py",
        *(f"mahjong_sim/{room}/**/*.py" for room in ("bots", "designs", "game", "hands", "rules")),
    ),
    words={
        "some rules": "visayan_jokers",
        "other rules": "manila",
        "carried": "mano (the dealer) and the pot carry over",
        "question": "payouts --deals 500",
        "batch jobs": "simulate, compare, whatif and analyze",
        "batch file": "docs/examples/mahjong_batch.toml",
        "bot to tune": "expert",
        "others to tune with": "greedy,caller,defender",
        "some changes": "pay.discarder=1 joker.play=true",
        "compared": "Each in turn sits with the same three others.",
        "some bots": "greedy caller",
        "rule": "V9",
        "a rule": "V9",
        "knob": "win.several",
        "group": "win",
    },
)
"""The second game."""
