"""The same hands and the same wall, with each seat in turn as mano."""
