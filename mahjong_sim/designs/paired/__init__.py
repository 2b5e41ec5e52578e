"""The same walls played in several arms: rules or bots that differ."""
