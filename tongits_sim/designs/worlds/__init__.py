"""Worlds: deals of the cards that a seat cannot see, each played on with every option of a decision.

`layout` holds what is known and what is asked, `kernel` deals, weighs and plays worlds, `worker` is one thread's
records, `options` lists what may be done, `rollouts` divides worlds among threads, `estimates` makes means of them.
"""
