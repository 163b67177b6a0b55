"""From what an instructor points at to submissions."""
