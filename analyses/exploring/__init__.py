"""What payments change while the play stays as it is: sums from which payouts under any payments follow exactly."""
