"""The effect of payments on unchanged play: sums from which payouts under any payments follow exactly."""
