"""The game Tongits as a value."""

from __future__ import annotations

from tongits_sim.any_game.game import Game

TONGITS = Game(
    name="tongits",
    title="Tongits",
    command="tongits",
    seats=3,
    usual_rules="pagat",
    usual_players="greedy,caller,hunter",
    usual_games=100_000,
    usual_deals=20_000,
    rooms={
        "rules": "tongits_sim.rules",
        "rulebook": "tongits_sim.rules.rulebook",
        "bots": "strategies.registry",
        "asking": "reports.commands.asking",
        "batch": "tongits_sim.designs.batch.job",
        "bench": "tongits_sim.bench",
        "selfcheck": "tongits_sim.selfcheck",
        "records": "tongits_sim.records.write",
        "board": "tongits_sim.designs.warmup",
        "steps": "tongits_sim.records.steps",
        "playback": "tongits_sim.records.playback",
        "reading": "tongits_sim.records.read",
        "explaining": "tongits_sim.records.explain",
        "games table": "tongits_sim.designs.batch.columns",
        "terms": "analyses.words.stake",
        "tournament": "tongits_sim.designs.tournament.job",
        "solving": "analyses.solving",
        "sheets": "tongits_sim.records.notation_game",
        "bot check": "strategies.check",
        "plain": "tongits_sim.plain.hooks",
        "stopped games": "tongits_sim.records.stopped",
        "questions": "analyses.questions",
        "presenters": "reports.questions",
        "page": "reports.page.tongits",
    },
    words={
        "presets": "presets, and the overlays that can be added to them",
        "rules": "preset, preset+overlay or TOML file",
        "some rules": "pagat+joker",
        "other rules": "online",
        "carried": "dealer, jackpot and winning streak carry over",
        "stopped game": "A game that a bot's fault ends is shown as text on stderr, up to the fault and with the line "
        "that failed",
        "measured": "The effects on the dealer's edge, endings, sunog, game length and skill are measured.",
        "some changes": "--change call.timing=end --change pay.tongits=6",
        "seating": "seating",
        "compared": "Every three of them play at a table.",
        "some bots": "greedy caller hunter --baseline greedy",
        "question": "calls --rules pagat",
        "batch jobs": "simulate, compare, whatif, analyze, tournament and claims",
        "batch file": "docs/examples/batch.toml",
        "rule": "R9.2",
        "a rule": "R9, or a part of one such as R9.2",
        "knob": "call.timing",
        "group": "call",
    },
)
"""The game of this program; modules of upper packages are named, and imported when first used."""
