"""The training set is sorted by label, and is not shuffled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from course.diagnosis.facts import Facts, LossCall
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

CHANCE = 0.3
"""The share of batches that have one label only by chance from which on most of the first ones may."""


def find(facts: Facts) -> Found | None:
    given = [
        call
        for call in facts.loss_calls
        # where some are ignored, the labels are those of tokens
        if call.targets.whole
        and not call.targets.ignored
        and len(call.targets.shape) == 1
        and call.targets.shape[0] >= 4
        # a further model, as that of another client, has data of its own
        and call.models == facts.loss_calls[0].models
    ]
    alone = [call for call in given if call.targets.distinct == 1]
    # where the data are sorted, one batch has the end of a label and the beginning of the next
    seen = {call.targets.least for call in given} | {call.targets.most for call in given}
    sorted_by_three = len(given) >= 6 and len(seen) >= 3 and all(call.targets.shape[0] >= 8 for call in given)
    mostly_alone = len(alone) >= 6 and len(alone) >= 0.75 * len(given)
    if any(call.targets.distinct not in (1, 2) for call in given) or not (mostly_alone or sorted_by_three):
        return None
    batches = facts.training.batches if facts.training is not None else None
    if not comes_in_blocks(given[:batches]) or commonest(facts, given) ** given[0].targets.shape[0] > CHANCE:
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


def comes_in_blocks(given: Sequence[LossCall]) -> bool:
    """Whether hardly any label comes again in a later batch, or twice together with the same other one."""
    again = 0
    left: set[float | None] = set()
    before: set[float | None] = set()
    for call in given:
        labels = {call.targets.least, call.targets.most}
        left |= before - labels
        again += bool(labels & left) or (len(labels) > 1 and labels == before)
        left -= labels
        before = labels
    return again <= len(given) / 4


def commonest(facts: Facts, given: Sequence[LossCall]) -> float:
    """The share of the commonest label, of all rows if that is known, or of these batches."""
    if facts.data is not None and len(facts.data.counts) > 1:
        return max(facts.data.counts.values()) / sum(facts.data.counts.values())
    if facts.training is not None and facts.training.commonest < 1:
        return facts.training.commonest
    shares: defaultdict[float, float] = defaultdict(float)
    for call in given:
        shares[call.targets.least or 0] += 1 - (call.share or 0)
        shares[call.targets.most or 0] += call.share or 0
    return max(shares.values()) / len(given) if len(shares) > 1 else 0.0


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
