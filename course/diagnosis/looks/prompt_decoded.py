"""The decoded text begins with its prompt."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.generation is not None
    if not facts.generation.prompt_decoded:
        return None
    return Found(
        "possible",
        {},
        [(N_("what is decoded"), N_("the prompt and the new tokens"))],
        call_place(facts, "batch_decode", "decode"),
    )


LOOK = Look(
    name="prompt-decoded",
    needs=("generation",),
    find=find,
    title=N_("The decoded text begins with its prompt"),
    why=N_(
        "The output of `generate` of a causal language model begins with the prompt, and the program decodes all of it. If it is compared with the new text alone, it is never the same."
    ),
    change=N_("Take off the tokens of the prompt before you decode: `outputs[:, prompt_length:]`."),
    case="right-texts-score-zero",
    terms=("token",),
)
