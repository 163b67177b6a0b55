"""Errors that their message alone tells: each look has the pattern, and what a beginner needs to know."""
