"""There is no padding token."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    if (
        "does not have a padding token" not in message
        and "Cannot handle batch sizes > 1 if no padding token" not in message
    ):
        return None
    inside = "Cannot handle" in message
    return Found(
        "certain",
        {"where": "model.config" if inside else "tokenizer"},
        [
            (N_("padding token of the tokenizer"), str(facts.tokenizer.padding) if facts.tokenizer else "?"),
            (N_("padding token of the model"), str(facts.model.padding) if facts.model else "?"),
        ],
        call_place(facts, "from_pretrained"),
    )


LOOK = Look(
    name="no-padding-token",
    needs=("crash",),
    find=find,
    title=N_("There is no padding token"),
    why=N_(
        "A batch of texts of different lengths needs padding, and `{where}` has no padding token. Checkpoints such as GPT-2 were trained without one."
    ),
    change=N_(
        "Add a padding token of its own, `tokenizer.add_special_tokens({{'pad_token': '[PAD]'}})`, call `model.resize_token_embeddings(len(tokenizer))`, and set `model.config.pad_token_id = tokenizer.pad_token_id`."
    ),
    cases=("asking-to-pad",),
    terms=("padding", "special token"),
)
