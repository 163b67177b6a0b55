"""Writes what other systems grade with: an archive for Gradescope, an assignment's repository for GitHub."""
