"""A tensor of the program's own is to be learned, and is in no optimizer."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    names = facts.own_weights
    # what a derivative is taken by asks for gradients as well
    if not names or "grad(" in facts.source.replace("no_grad(", "").replace("zero_grad(", ""):
        return None
    words = ", ".join(f"`{each}`" for each in names)
    return Found(
        "likely",
        {"names": words},
        [(N_("tensors that ask for gradients and never change"), words)],
        call_place(facts, "AdamW", "Adam", "SGD"),
    )


LOOK = Look(
    name="own-weights-left-out",
    needs=(),
    find=find,
    title=N_("A tensor that is to be learned is in no optimizer"),
    why=N_(
        "The loss depends on {names}, made with `requires_grad=True` as something to be learned. But no optimizer has it, so it stays as it was made. `model.parameters()` holds only what belongs to the model."
    ),
    change=N_(
        "Make it an `nn.Parameter` of the model, or hand it over as well: `torch.optim.Adam([*model.parameters(), tensor])`."
    ),
    terms=("parameter", "optimizer", "gradient"),
)
