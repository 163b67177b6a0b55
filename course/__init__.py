"""A multilingual course companion: scripts that fail, and their repair, step by step."""

import sys

# `python -m` looks for modules in the working directory first, where a student's file may bear the name of a library
if sys.argv[0] == "-m" and not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    del sys.path[0]
