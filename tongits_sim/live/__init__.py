"""Games with a person at the table: one decision at a time; the person sees no hidden card."""
