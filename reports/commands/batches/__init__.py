"""Batches: many jobs from one file into one folder."""
