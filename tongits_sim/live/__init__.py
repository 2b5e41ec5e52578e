"""Games with a person at the table: one decision at a time, with what the person may see and nothing else."""
