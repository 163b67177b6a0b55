"""The intake: finds the submissions in directories, archives and notebooks."""
