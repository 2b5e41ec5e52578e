"""What forks brought, merged."""

from __future__ import annotations

from mahjong_sim.designs.forks.totals import N_NAIVE, SHARES, VALUES, ForkTotals


def test_every_value_has_its_moments() -> None:
    totals = ForkTotals(5)
    assert totals["cells"].shape == (5, 2 + 3 * len(VALUES))
    assert totals["naive"].shape == (N_NAIVE,)


def test_shares_are_values() -> None:
    assert all(any(value.startswith(share) for value in VALUES) for share in SHARES)
    assert not any(value.startswith(SHARES) for value in VALUES if value.startswith(("payout", "price", "value")))
