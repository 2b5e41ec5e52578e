"""The crew: a worker for each thread, found by the work it plays."""

from __future__ import annotations

import threading

from tests.designs.tournament.fields import field
from tests.playing import job
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.designs.tournament.worker import FieldWorker
from tongits_sim.run.work import Block, BlockWorker
from tongits_sim.run.workers import forget, play, worker, workers


def test_threads_share_no_worker() -> None:
    what = job()
    mine = worker(what)
    assert worker(what) is mine
    found: list[BlockWorker] = []
    thread = threading.Thread(target=lambda: found.append(worker(what)))
    thread.start()
    thread.join()
    assert found[0] is not mine
    assert {*workers(what)} == {mine, found[0]}
    forget(what)
    assert workers(what) == []


def test_a_worker_that_was_forgotten_is_known_again() -> None:
    what = job()
    mine = worker(what)
    forget(what)
    assert worker(job()) is mine
    assert workers(what) == [mine]
    forget(what)


def test_works_of_all_kinds_have_workers() -> None:
    assert isinstance(worker(job()), Worker)
    assert isinstance(worker(field()), FieldWorker)
    assert play(field(), Block(0, 0, 2, 1)).counts["deals"] == [2]
    forget(field())
