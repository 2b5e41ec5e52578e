"""Worlds: deals of the cards that a seat cannot see, each played on with every option of a decision.

`layout` defines the record of a position, `kernel` deals, weighs and plays worlds, `worker` holds one thread's
records, `options` lists the options, `rollouts` divides worlds among threads, `estimates` takes means over them.
"""
