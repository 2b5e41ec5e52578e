"""The page: what stands on it, and how it is set."""
