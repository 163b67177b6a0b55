"""The gradebook: submissions, results, decisions and policies of a class, in one SQLite file."""
