"""Which of the two tested sets of libraries is installed."""

from course.case import Case

NEWEST_MAJOR = 5
"""The major version of transformers in constraints-newest.txt."""


def shows_here(case: Case) -> bool:
    """Whether a case shows on the libraries that are installed."""
    import transformers

    newest = int(transformers.__version__.partition(".")[0]) >= NEWEST_MAJOR
    return case.libraries in ("everywhere", "newest" if newest else "pinned")
