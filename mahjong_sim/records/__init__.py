"""Games on paper: written down act by act, as JSON lines or text, read, and replayed with every act verified."""
