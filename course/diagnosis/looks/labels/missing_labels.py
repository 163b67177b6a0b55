"""The labels do not reach the model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

LIKE = ("label", "target", "class", "_id", "score")
"""What names of columns with labels often have in them."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None and facts.model is not None
    missing = "did not return a loss" in facts.crash.message or (
        facts.crash.error in ("AttributeError", "TypeError", "KeyError") and "'NoneType'" in facts.crash.message
    )
    inputs = facts.batch.inputs if facts.batch is not None else {}
    refused = said(facts, r"(?:forward|call)\(\) got an unexpected keyword argument '(\w+)'")
    if refused is not None:
        # a column with labels that has another name
        missing = refused.group(1) in inputs and any(word in refused.group(1).lower() for word in LIKE)
    # a model for TensorFlow says so itself
    if said(facts, r"Could not find label column\(s\) in input dict") is not None:
        return Found(
            "certain", {"columns": "—"}, [(N_("error message"), facts.crash.message[-160:].strip())], crash_place(facts)
        )
    if not missing or not inputs or "labels" in inputs or "labels" not in facts.model.takes:
        return None
    removed = facts.data.removed if facts.data is not None else ()
    like = [name for name in removed if any(word in name.lower() for word in LIKE)]
    if refused is not None:
        like = [refused.group(1)]
    return Found(
        "certain",
        {"columns": ", ".join(like or removed) or "—"},
        [(N_("inputs of the model"), ", ".join(inputs)), (N_("columns that were removed"), ", ".join(removed) or "—")],
        crash_place(facts),
    )


LOOK = Look(
    name="missing-labels",
    needs=("crash", "model"),
    find=find,
    title=N_("The labels do not reach the model"),
    why=N_(
        "A 🤗 Transformers model computes a loss only if it receives labels, in the parameter `labels`. The first batch has none. The Trainer and `prepare_tf_dataset` keep a column with labels only if its name is `label`, `labels` or `label_ids`, and remove every other column that the model does not take."
    ),
    change=N_(
        "Rename the column with your labels to `labels` before training, for example with `rename_column`. Among the columns that were removed, it may be one of these: {columns}."
    ),
    read="ch8 label-column",
    cases=("no-loss",),
    terms=("label", "column", "Trainer"),
)
