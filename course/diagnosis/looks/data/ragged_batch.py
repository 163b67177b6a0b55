"""The examples of a batch have different lengths."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    ragged = [name for name, values in facts.crash.examples.items() if values.ragged and values.dtype != "str"]
    about = (
        "Unable to create tensor",
        "expected sequence of length",
        "stack expects each tensor",
        "inhomogeneous",
        "same shape",
        "Ragged",
        "ragged",
    )
    if not facts.crash.examples and "input arrays must have the same shape" in facts.crash.message:
        # inside a data set of TensorFlow, where no example can be seen
        return Found(
            "certain",
            {"columns": "input_ids"},
            [(N_("error message"), facts.crash.message[-160:])],
            call_place(facts, "to_tf_dataset", "prepare_tf_dataset") or crash_place(facts),
        )
    if "non-rectangular" in facts.crash.message:
        # rows of several lengths are made a tensor of TensorFlow, without a collator
        return Found(
            "certain",
            {"columns": "input_ids"},
            [(N_("error message"), facts.crash.message[-160:])],
            call_place(facts, "from_tensor_slices", "constant", "convert_to_tensor") or crash_place(facts),
        )
    if not ragged or not any(words in facts.crash.message for words in about):
        return None
    labels = [name for name in ragged if "label" in name]
    return Found(
        "certain",
        {"columns": ", ".join(labels or ragged)},
        [
            (f"`{name}`", f"{values.shape[0]} × {'?' if values.ragged else values.shape[1:]}")
            for name, values in facts.crash.examples.items()
            if values.shape
        ],
        crash_place(facts),
    )


LOOK = Look(
    name="ragged-batch",
    needs=("crash",),
    find=find,
    title=N_("The examples of a batch have different lengths"),
    why=N_(
        "All rows of a tensor have the same length. In this batch the examples do not: these columns have lists of different lengths: {columns}. The collator does not pad them."
    ),
    change=N_(
        "Use a collator that pads: `DataCollatorWithPadding` for the inputs alone, `DataCollatorForTokenClassification` if there is a label for each token, `DataCollatorForSeq2Seq` if the labels are texts, `DataCollatorForMultipleChoice` if each example has several texts to choose from."
    ),
    read="ch8 ragged-batch",
    cases=("labels-of-two-lengths", "arrays-of-one-shape", "excessive-nesting"),
    terms=("padding", "collator", "batch"),
)
