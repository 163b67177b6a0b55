"""An optimizer of Keras meets weights that it was not built for."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

OPTIMIZERS = ("Adam", "AdamW", "SGD", "RMSprop", "Adagrad", "Nadam", "AdamWeightDecay", "create_optimizer")


def find(facts: Facts) -> Found | None:
    unknown = said(
        facts, r"optimizer cannot recognize variable (\S+?)[.,]?\s|Unknown variable: (?:<Variable path=)?([^\s,>]+)"
    )
    if unknown is None:
        return None
    weight = unknown[1] or unknown[2]
    return Found(
        "certain",
        {"weight": weight},
        [(N_("weight that the optimizer does not know"), weight)],
        call_place(facts, *OPTIMIZERS) or crash_place(facts),
    )


LOOK = Look(
    name="optimizer-of-other-weights",
    needs=("crash",),
    find=find,
    title=N_("The optimizer was built for other weights"),
    why=N_(
        "An optimizer of Keras is built at its first step, for the weights that it gets then. Now it gets `{weight}`, which was not among them. That happens if one optimizer is used for several models, as in a cross-validation, or if layers are unfrozen after the first step."
    ),
    change=N_(
        "Make a new optimizer for each model, and after layers were unfrozen (with `fit`: call `compile` again with a new optimizer). Or build it for all weights before the first step: `optimizer.build(model.variables)`."
    ),
    terms=("optimizer", "frozen weight"),
)
