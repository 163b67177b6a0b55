"""Two names of a model stand for the same weights, which safetensors does not save."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if said(facts, r"tensors share memory") is None:
        return None
    assert facts.crash is not None
    names = re.findall(r"'([\w.]+)'", facts.crash.message)
    return Found(
        "certain",
        {},
        [(N_("names of the same weight"), ", ".join(f"`{name}`" for name in names[:2]))],
        crash_place(facts),
    )


LOOK = Look(
    name="weights-shared",
    needs=("crash",),
    find=find,
    title=N_("The same weights have two names in the model, and are not saved"),
    why=N_(
        "A part of the model is an attribute twice, or two layers share a weight. Training works. But the file format safetensors holds each weight once, and refuses to save a model of your own in which it has two names."
    ),
    change=N_(
        "Keep the part under one name, and use that name in both places. If two layers are to share a weight, save with `torch.save(model.state_dict(), …)`, or with `safetensors.torch.save_model`."
    ),
    terms=("weight", "checkpoint"),
)
