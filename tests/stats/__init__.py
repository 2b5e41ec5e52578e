"""Tests of the statistics: worked numbers, slow twins, and coverage measured on simulated data."""
