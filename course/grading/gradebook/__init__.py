"""What was handed in, what came of it, and what it is worth: one SQLite file."""
