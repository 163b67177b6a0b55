"""A multilingual course companion: scripts that fail, and their repair, step by step."""
