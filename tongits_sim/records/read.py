"""Reading files of game records, one game per line; verifies each game and the sequence of games of a match."""

from __future__ import annotations

from tongits_sim.any_game.record_file import Reading
from tongits_sim.records.form import read_line
from tongits_sim.records.replay import verify

READING = Reading(read_line, verify, "dealer", "R1.2", "R15")
verified_records = READING.records
