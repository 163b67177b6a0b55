"""Which of the two tested sets of libraries is installed."""

from importlib.metadata import version

from course.case import Case

NEWEST_MAJOR = 5
"""The major version of transformers in constraints-newest.txt."""


def shows_here(case: Case) -> bool:
    """Whether a case shows on the libraries that are installed."""
    # not by importing it, which would import PyTorch into a process that leaves it out later
    newest = int(version("transformers").partition(".")[0]) >= NEWEST_MAJOR
    return case.libraries in ("everywhere", "newest" if newest else "pinned")
