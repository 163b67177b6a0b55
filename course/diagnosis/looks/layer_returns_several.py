"""A layer returns several values, and what comes after it takes one."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"must be Tensor, not tuple|'tuple' object has no attribute '(?:size|shape|dim|view|squeeze|mean|backward|argmax|detach|logits|last_hidden_state)'",
    )
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="layer-returns-several",
    needs=("crash",),
    find=find,
    title=N_("A layer returns several values"),
    why=N_(
        "With PyTorch, LSTM, GRU and attention layers return a tuple: the outputs, and the state or the weights of the attention. What comes next takes the outputs only."
    ),
    change=N_(
        "Unpack it, `outputs, _ = self.lstm(inputs)`, in a `forward` of your own. In `Sequential` such a layer has no place."
    ),
    terms=(
        "layer",
        "forward pass",
        "tensor",
    ),
)
