"""The loss was computed without a computation graph."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"does not require grad and does not have a grad_fn|No gradients provided for any variable")
    if found is None or facts.crash.gradients_off:
        return None
    return Found(
        "certain",
        {},
        [(N_("error message"), found.string[:160])],
        call_place(facts, "no_grad", "inference_mode", "detach", "item", "numpy", "argmax", "stop_gradient", "round")
        or crash_place(facts),
    )


LOOK = Look(
    name="loss-without-graph",
    needs=("crash",),
    find=find,
    title=N_("The loss has no computation graph"),
    why=N_(
        "The backward pass follows the computation graph from the loss to the weights. This loss has none: it was computed under `no_grad` or outside of the tape, or from numbers that were taken out of the graph, by `detach`, `item`, `numpy`, `argmax` or `round`."
    ),
    change=N_(
        "Compute the loss from the outputs of the model themselves, and without `no_grad`. Take numbers out of the graph only to print them."
    ),
    terms=(
        "computation graph",
        "backward pass",
        "gradient",
    ),
    last=True,
)
