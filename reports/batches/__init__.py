"""Many jobs from one file into one folder."""
