"""A list or an array stands where a tensor is needed."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"'(?:list|dict|BatchEncoding)' object has no attribute '(?:size|shape|to|dim|ndim|device|float|long)'|must be Tensor, not (?:list|numpy.ndarray|dict|BatchEncoding|tuple of|int|str)|'(?:list|int|float)' object has no attribute '(?:unsqueeze|view|cpu|detach)'",
    )
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="inputs-not-tensors",
    needs=("crash",),
    find=find,
    title=N_("A list or an array stands where a tensor is needed"),
    why=N_(
        "Models and losses compute with tensors. A tokenizer returns lists unless it is told otherwise, and so does a row of a data set; `tolist()` and `numpy()` take a tensor out of the computation graph as well."
    ),
    change=N_(
        'Ask the tokenizer for tensors, `return_tensors="pt"` (with TensorFlow `"tf"`), call `data.set_format("torch")`, or let a collator make the batches. `torch.tensor(…)` makes a tensor of a list.'
    ),
    terms=(
        "tensor",
        "tokenizer",
        "collator",
    ),
    last=True,
)
