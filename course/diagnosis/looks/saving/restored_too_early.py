"""The state is restored before the Accelerator knows the model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if not facts.restored_early:
        return None
    return Found(
        "certain",
        {},
        [(N_("models that the Accelerator knew"), 0)],
        call_place(facts, "load_state"),
    )


LOOK = Look(
    name="restored-too-early",
    needs=(),
    find=find,
    title=N_("`load_state` is called before `prepare`, and restores no model"),
    why=N_(
        "When `load_state` was called, the Accelerator knew no model and no optimizer. So it restored only the random numbers, without a word, and the training began from the start."
    ),
    change=N_("Call `accelerator.prepare` first, then `accelerator.load_state`."),
    terms=("Accelerator", "checkpoint"),
)
