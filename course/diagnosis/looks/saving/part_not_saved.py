"""Only a part of the trained model was saved."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for each in facts.tested:
        if each.fresh and each.saved not in ("", each.name):
            return Found(
                "certain",
                {"name": each.name, "saved": each.saved, "path": each.path, "fresh": each.fresh, "total": each.total},
                [
                    (N_("class of the saved model"), each.saved),
                    (N_("class of the loaded model"), each.name),
                    (N_("weights of the model"), each.total),
                    (N_("of them without a value from the checkpoint"), each.fresh),
                ],
                call_place(facts, "save_pretrained"),
            )
    return None


LOOK = Look(
    name="part-not-saved",
    needs=("tested",),
    find=find,
    title=N_("Only a part of the trained model was saved"),
    why=N_(
        "Your program saves a `{saved}` in `{path}` and loads a `{name}` from it: {fresh} of its {total} weights were not saved, and have random values."
    ),
    change=N_(
        "Save the whole model that was trained, with its head, and not one of its parts alone. Of a module of your own, save `model.state_dict()` with `torch.save`, and read it back with `load_state_dict`."
    ),
    terms=(
        "checkpoint",
        "classification head",
        "weight",
    ),
)
