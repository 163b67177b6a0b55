"""The model that is tested is not the one that was trained."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, model_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

COMPARED = re.compile(r"untrained|random.?(?:weights|init|encoder|model)|\bbaseline|\bcontrols?\b", re.IGNORECASE)
"""What is in programs that compare a trained model with one that has learned nothing."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    for each in facts.tested:
        if not each.fresh or each.saved not in ("", each.name):
            continue
        # one that no checkpoint was given to may be what the others are compared with
        if not each.path and not each.ignored and COMPARED.search(facts.source):
            continue
        return Found(
            "likely",
            {"name": each.name, "fresh": each.fresh, "total": each.total},
            [
                (N_("loaded from"), each.path or N_("no checkpoint")),
                (N_("weights of the model"), each.total),
                (N_("of them without a value from the checkpoint"), each.fresh),
                (N_("weights in the file that found no place"), each.ignored),
            ],
            call_place(facts, "load_state_dict", "from_config") or model_place(facts),
        )
    return None


LOOK = Look(
    name="untrained-model-tested",
    needs=(
        "tested",
        "training",
    ),
    find=find,
    title=N_("The model that is tested is not the one that was trained"),
    why=N_(
        "After the training, a `{name}` is used that took no training step, and {fresh} of its {total} weights have random values. So what was learned is not in it."
    ),
    change=N_(
        "Load the model from the directory that the trained one was saved to, with `from_pretrained`, and heed the warning about newly initialized weights. With `load_state_dict`, leave out `strict=False` and see which names do not fit."
    ),
    cases=("forgotten-after-loading",),
    terms=(
        "checkpoint",
        "weight",
        "from scratch",
    ),
)
