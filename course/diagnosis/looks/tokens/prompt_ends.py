"""A causal language model is to continue texts that are at their end."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.generation is not None
    if not facts.generation.prompt_ends:
        return None
    return Found(
        "likely",
        {},
        [(N_("last token of the prompts"), N_("the end token"))],
        call_place(facts, "generate"),
    )


LOOK = Look(
    name="prompt-ends",
    needs=("generation",),
    find=find,
    title=N_("The model is to continue texts that are at their end"),
    why=N_(
        "The prompts for `generate` end with the end token, as the rows do that the model learns from. Either the whole row is given, with the answer in it, and afterwards the answer is compared with itself; or the tokenizer has put the end token after the bare prompt, and the model has nothing left to say."
    ),
    change=N_(
        "For the evaluation, tokenize only the prompt, without the answer and without an end token. Decode only the tokens that are new: `output[:, input_ids.shape[1]:]`."
    ),
    terms=("token", "special token", "evaluation loop"),
)
