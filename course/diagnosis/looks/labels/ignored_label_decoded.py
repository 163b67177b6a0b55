"""The value -100 is decoded."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if facts.crash.error not in ("OverflowError", "TypeError", "IndexError"):
        return None
    decodes = any("decode" in place.code for place in facts.crash.places)
    overflow = facts.crash.error == "OverflowError" or "negative" in facts.crash.message
    if not (decodes and overflow):
        return None
    return Found(
        "certain" if facts.crash.error == "OverflowError" else "likely",
        {},
        [(N_("error message"), f"{facts.crash.error}: {facts.crash.message[:120]}")],
        crash_place(facts),
    )


LOOK = Look(
    name="ignored-label-decoded",
    needs=("crash",),
    find=find,
    title=N_("The value `-100` is decoded"),
    why=N_(
        "Labels are padded with `-100`, which no token has as its id. The Trainer pads predictions with it as well. The tokenizer cannot decode it."
    ),
    change=N_(
        "Replace it before you decode: `labels = np.where(labels != -100, labels, tokenizer.pad_token_id)`, and the same for the predictions."
    ),
    cases=("overflow-in-decode",),
    terms=("token id", "padding"),
)
