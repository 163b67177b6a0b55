"""A copy of the trained model is used whose layers of BatchNorm have never seen a batch."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    if not facts.training.norms:
        return None
    return Found(
        "certain",
        {"count": facts.training.norms},
        [(N_("layers of BatchNorm"), facts.training.norms), (N_("batches that they have seen"), 0)],
        call_place(facts, "AveragedModel", "deepcopy"),
    )


LOOK = Look(
    name="norms-never-measured",
    needs=("training",),
    find=find,
    title=N_("A copy of the trained model normalizes with numbers that it has never measured"),
    why=N_(
        "BatchNorm keeps the mean and the variance of its inputs in buffers, and not in parameters. In the copy that is used after the training, {count} such layers have never seen a batch: they still have mean 0 and variance 1, while the trained model has others."
    ),
    change=N_(
        "Take the buffers over as well: average them too, with `use_buffers=True`, or copy them in a loop over `model.buffers()`. Or let the copy measure them anew: `torch.optim.swa_utils.update_bn(loader, copy)`."
    ),
    terms=("parameter", "layer"),
)
