"""An argument has another name in your version of the library."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

RENAMED = {
    "evaluation_strategy": "eval_strategy",
    "tokenizer": "processing_class",
    "no_cuda": "use_cpu",
    "per_gpu_train_batch_size": "per_device_train_batch_size",
    "per_gpu_eval_batch_size": "per_device_eval_batch_size",
    "use_auth_token": "token",
    "torch_dtype": "dtype",
    "lr": "learning_rate",
}
"""Arguments of 🤗 Transformers, 🤗 Datasets and Keras that were renamed, each with its name today."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"unexpected keyword argument '(\w+)'|Argument\(s\) not recognized: \{'(\w+)'")
    if found is None:
        return None
    name = found.group(1) or found.group(2)
    new = RENAMED.get(name)
    if new is None:
        return None
    return Found(
        "certain",
        {"old": name, "new": new},
        [
            (N_("transformers"), facts.versions.get("transformers", "?")),
            (N_("error message"), facts.crash.message[:160]),
        ],
        crash_place(facts),
    )


LOOK = Look(
    name="renamed-argument",
    needs=("crash",),
    find=find,
    title=N_("An argument has another name in your version of the library"),
    why=N_("Your version of the library does not know the argument `{old}`. It was renamed: today it is `{new}`."),
    change=N_("Write `{new}` in place of `{old}`."),
    read="ch8 eval-strategy",
    terms=("argument", "parameter"),
)
