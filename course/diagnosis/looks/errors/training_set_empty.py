"""The training set has no rows."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import said
from course.diagnosis.look import Found, Look
from course.diagnosis.messages import by_message
from course.i18n import N_

EMPTY = by_message(
    r"num_samples should be a positive integer value, but got num_samples=0|Expected input data to be non-empty|Cannot get result\(\) since the metric has not yet been built|Empty Logs|non-empty array or dataset|with an empty dataset|Received an empty (?:data ?set|batch)"
)


def find(facts: Facts) -> Found | None:
    # a step of the reader's own may leave a metric out, whatever rows there are
    own = "def train_step" in facts.source or "def test_step" in facts.source
    return None if own and said(facts, "metric has not yet been built") else EMPTY(facts)


LOOK = Look(
    name="training-set-empty",
    needs=("crash",),
    find=find,
    title=N_("The training set is empty"),
    why=N_(
        "There is no row to train with. A `filter` may have kept none, a split may have none, or the file has another format than the program expects."
    ),
    change=N_("Print `len()` after each step in which the training set is made, and find the one after which it is 0."),
    terms=(
        "training set",
        "split",
    ),
)
