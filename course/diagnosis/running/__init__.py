"""Runs the reader's own program, unchanged, in a process of its own, with few steps and nothing of theirs overwritten."""
