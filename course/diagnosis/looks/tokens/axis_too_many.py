"""The token ids that a model is given have an axis too many."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.diagnosis.messages import ABOUT_SHAPES
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    shape = facts.crash.ids
    if len(shape) != 3 or 1 not in shape[:2] or said(facts, ABOUT_SHAPES) is None:
        return None
    return Found(
        "certain" if facts.crash.library else "likely",
        {"shape": f"({', '.join(map(str, shape))})"},
        [(N_("shape of the token ids"), " × ".join(map(str, shape)))],
        call_place(facts, "tokenizer", "tok", "encode_plus", "batch_encode_plus", option="return_tensors")
        or crash_place(facts),
    )


LOOK = Look(
    name="axis-too-many",
    needs=("crash",),
    find=find,
    title=N_("The token ids have an axis too many"),
    why=N_(
        "The model takes token ids of the shape (examples, tokens). It is given {shape}. With `return_tensors`, a tokenizer returns a batch, also for a single text; where such batches of one are put together to a batch, there is one axis more."
    ),
    change=N_(
        'Tokenize each example without `return_tensors`, and let the collator make the tensors. Or take the axis away: `encoding["input_ids"].squeeze(0)`, or `[0]`.'
    ),
    terms=("batch", "shape", "collator"),
)
