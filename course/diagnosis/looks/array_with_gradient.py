"""A tensor that still belongs to a computation graph is turned into an array."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Can't call numpy\(\) on Tensor that requires grad")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="array-with-gradient",
    needs=("crash",),
    find=find,
    title=N_("A tensor that still belongs to a computation graph is turned into an array"),
    why=N_(
        "NumPy cannot follow gradients, so PyTorch refuses to turn a tensor that requires a gradient into an array."
    ),
    change=N_("Evaluate inside `with torch.no_grad():`, or take `tensor.detach().cpu().numpy()`."),
    terms=(
        "tensor",
        "computation graph",
    ),
)
