"""The name of the data set has no namespace."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    of_the_hub = facts.crash.library in ("datasets", "huggingface_hub") and "namespace" in facts.crash.message
    # neither a namespace nor a directory, and no network to say so
    alone = said(facts, r"(?:Couldn't reach|Dataset) '[^'/\\]+' (?:on the Hub|doesn't exist on the Hub)") is not None
    if facts.crash.error not in ("HfUriError", "HFValidationError") and not of_the_hub and not alone:
        return None
    place = call_place(facts, "load_dataset")
    return Found(
        "likely",
        {},
        [
            (N_("error message"), facts.crash.message[:160]),
            (N_("huggingface_hub"), facts.versions.get("huggingface_hub", "?")),
        ],
        place or crash_place(facts),
    )


LOOK = Look(
    name="dataset-name",
    needs=("crash",),
    find=find,
    title=N_("The name of the data set has no namespace"),
    why=N_(
        "Today's hub library wants the whole name of a data set: its namespace, a slash, and its name, such as `nyu-mll/glue`. Older pages write `glue` alone."
    ),
    change=N_(
        "Look the data set up on the hub, and write its whole name. Of data in a directory, write the whole path, as it is seen from where the program is started."
    ),
    cases=("not-on-the-hub",),
    read="ch8 dataset-name",
    terms=("hub", "data set"),
)
