"""A thread's own records, and one block of games with deviations played with them."""

from __future__ import annotations

import dataclasses
import importlib

import numpy as np

from tongits_sim.designs.deviations.job import DeviationJob
from tongits_sim.designs.deviations.kernel import play_deviations
from tongits_sim.designs.deviations.layout import DEVIATIONS_DTYPE
from tongits_sim.designs.forks.resume import resume_address
from tongits_sim.designs.forks.specialised import RESUME
from tongits_sim.designs.seats import Seats
from tongits_sim.game.state import new_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played
from tongits_sim.strategy import Player


class Worker(Seats):
    """The records one thread plays with; about 3 MB."""

    same_players = True

    def __init__(self, job: DeviationJob) -> None:
        game = job.job
        seated = (deviator_of(job), *job.players[1:])
        super().__init__(job.rules, seated, job.seed, lambda sitting, *where: game.replay_command(*where))
        self.job = job
        self._seating = self.sit((0, 1, 2), job.seatings)
        self._state = new_record(DEVIATIONS_DTYPE)
        self._state["branch"]["resume"] = resume_address()
        self.specialise(RESUME, self._state["branch"], "resume")
        self._state["explore"] = round(job.explore * 2**32)
        self._plan = self._params[0].view(np.recarray)

    def play(self, block: Block) -> Played:
        """Play one block."""
        state = self._state
        for name in ("sums", "whole", "finished"):
            state[name] = 0
        for name in ("played", "branching", "failed"):
            state["branch"][name] = 0
        with self.playing():
            play_deviations(self.records, (state[0], self._plan[0]), self.deals(block), self._seating, True)
        counts = {
            "games": state["finished"].copy(),
            "matches": state["whole"].copy(),
            "branches": state["branch"]["played"].copy(),
            "cells": state["sums"][0, : self.job.cells].copy(),
        }
        fault = self.fault()
        return Played(block, counts, fault and self._explained(fault, state["branch"]["failed"][0]))

    def hanging(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not respond, from where the game, or its branch, is now."""
        branch = self._state["branch"]
        of_branch = branch["branching"][0]
        return self._explained(super().hanging(branch["seen"].view(np.recarray) if of_branch else view), of_branch)

    def _explained(self, fault: Fault, of_branch: int) -> Fault:
        """A fault without a command to replay it: one seat leaves what its bot would do."""
        where = "in a rollout of this game" if of_branch else "in this game"
        detail = "; ".join(filter(None, (fault.detail, f"{where}, while one seat deviated from its bot")))
        return dataclasses.replace(fault, detail=detail, replay="")


def deviator_of(job: DeviationJob) -> Player:
    """The player in slot 0."""
    module, _, name = job.deviating.partition(":")
    scores = np.frombuffer(job.scores, "<f4") if job.scores else np.zeros(job.cells, "<f4")
    player: Player = getattr(importlib.import_module(module), name)(job.player, scores)
    return player
