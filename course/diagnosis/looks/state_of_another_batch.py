"""The state of a recurrent layer was made for another batch size."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Expected hidden\[?\d?\]? size \((.*?)\), got \[(.*?)\]")
    if found is None:
        return None
    return Found(
        "certain",
        {"made": found.group(2), "needed": found.group(1)},
        [(N_("error message"), found.string[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="state-of-another-batch",
    needs=("crash",),
    find=find,
    title=N_("The recurrent state was made for another batch size"),
    why=N_(
        "The state that the layer is given has the shape ({made}), and this batch needs ({needed}). The last batch of an epoch often has fewer examples."
    ),
    change=N_(
        "Make the state for each batch, with its own size: `torch.zeros(layers, inputs.size(0), hidden)`. If it is left out, it begins with zeros."
    ),
    terms=(
        "batch size",
        "layer",
        "shape",
    ),
)
