"""The collator masks tokens, but this model predicts the next token."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if "mask token" not in facts.crash.message:
        return None
    return Found(
        "certain",
        {},
        [(N_("error message"), facts.crash.message[:160])],
        call_place(facts, "DataCollatorForLanguageModeling"),
    )


LOOK = Look(
    name="no-mask-token",
    needs=("crash",),
    find=find,
    title=N_("The collator masks tokens, but this model predicts the next token"),
    why=N_(
        "`DataCollatorForLanguageModeling` has `mlm=True` as its default: it replaces some tokens by a mask, and the model has to guess them. The tokenizer of this model has no mask token, because the model predicts the next token."
    ),
    change=N_("Call `DataCollatorForLanguageModeling(tokenizer, mlm=False)`."),
    cases=("no-mask-token",),
    terms=("collator", "special token"),
)
