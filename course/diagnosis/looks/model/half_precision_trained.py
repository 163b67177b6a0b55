"""The weights that are trained are in half precision."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None and facts.model is not None
    if not facts.training.half or not facts.training.steps:
        return None
    spoiled = facts.training.not_a_number
    return Found(
        "certain" if spoiled is not None else "likely",
        {},
        [
            (N_("type of the weights"), "`float16`"),
            (N_("first step with `nan` or an infinite value"), spoiled.step + 1 if spoiled is not None else "—"),
        ],
        call_place(facts, "half", "from_pretrained", "to"),
    )


LOOK = Look(
    name="half-precision-trained",
    needs=("training", "model"),
    find=find,
    title=N_("The weights that are trained are in half precision"),
    why=N_(
        "The weights themselves are `float16`. A step that is much smaller than a weight is rounded away, and so is the small number that keeps Adam from dividing by 0: the weights stay as they are, or become `nan`."
    ),
    change=N_(
        "Load the model in `float32`, and let only the calculation use half precision: `fp16=True` or `bf16=True` in the TrainingArguments, or `torch.autocast`. Or use `bfloat16` for the weights."
    ),
    terms=(
        "dtype",
        "mixed precision",
        "NaN",
    ),
)
