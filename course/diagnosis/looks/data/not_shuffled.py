"""The training set is sorted by label, and is not shuffled."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    given = [
        call
        for call in facts.loss_calls
        # where some are ignored, the labels are those of tokens
        if call.targets.whole
        and not call.targets.ignored
        and len(call.targets.shape) == 1
        and call.targets.shape[0] >= 4
    ]
    alone = [call for call in given if call.targets.distinct == 1]
    # where the data are sorted, one batch has the end of a label and the beginning of the next
    seen = {call.targets.least for call in given} | {call.targets.most for call in given}
    sorted_by_three = len(given) >= 6 and len(seen) >= 3 and all(call.targets.shape[0] >= 8 for call in given)
    mostly_alone = len(alone) >= 6 and len(alone) >= 0.75 * len(given)
    if any(call.targets.distinct not in (1, 2) for call in given) or not (mostly_alone or sorted_by_three):
        return None
    labels = facts.data.counts if facts.data is not None else {}
    there = facts.training.rows_there if facts.training is not None else None
    more = facts.data is not None and there is not None and (facts.data.rows or 0) < there
    trained = facts.training.labels if facts.training is not None else 0
    several = len(labels) > 1 or len(seen) > 1 or trained > 1
    if not several and not more:
        return None
    return Found(
        "likely",
        {"count": len(given)},
        [
            (N_("batches with one label only"), len(alone)),
            (N_("labels of these batches"), str([int(call.targets.least or 0) for call in given])),
        ],
        call_place(facts, "DataLoader", "to_tf_dataset", "prepare_tf_dataset", "batch"),
    )


LOOK = Look(
    name="not-shuffled",
    needs=("loss_calls",),
    find=find,
    title=N_("The training set is sorted by label, and is not shuffled"),
    why=N_(
        "Each of the first {count} batches has examples of one label only, or the last ones of a label and the first ones of the next. So the model learns to answer one label, then the next one, and forgets the first."
    ),
    change=N_(
        "Shuffle the training set: `shuffle=True`. With `tf.data`, `shuffle` needs a buffer as large as the data set, and comes before `batch`."
    ),
    terms=(
        "shuffling",
        "batch",
        "label",
    ),
)
