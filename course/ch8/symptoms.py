"""Symptoms of chapter 8 in live values: predicates on an `Observed`, without sentences and without a framework."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from course.lesson import Observed

PLATEAU = 0.95 * math.log(3)
"""A mean loss above this, in nats, is that of guessing among three labels in equal shares."""


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def labels_have_a_name_that_the_model_lacks(observed: Observed) -> bool:
    """The column with the labels is no parameter of the model, and the parameter for the labels is no column."""
    found = {row["name"]: (row["a column"], row["a parameter of forward"]) for row in observed.findings}
    both = {name for name, place in found.items() if place == (True, True)}
    return bool(
        found["gold_label"] == (True, False)
        and found["labels"] == (False, True)
        and {"input_ids", "attention_mask"} <= both
    )


def batch_lacks_labels(observed: Observed) -> bool:
    """A batch has token ids and an attention mask, and nothing else."""
    return set(observed.column("key")) == {"input_ids", "attention_mask"}


def two_names_become_labels(observed: Observed) -> bool:
    """Under `label` and `labels` the labels are in the batch, as `labels`; under another name they are not."""
    keys = {row["column"]: row["keys of the batch"].split(", ") for row in observed.findings}
    others = {"input_ids", "attention_mask"}
    return set(keys["target"]) == others and all(set(keys[name]) == {*others, "labels"} for name in ("label", "labels"))


def trains_with_a_loss_out_of_place(observed: Observed) -> bool:
    """Training went on without an error, with a loss that is not that of the logits, or that gives some no gradient."""
    trained = bool(observed.losses) and all(map(math.isfinite, observed.losses))
    apart = max(abs(row["loss as compiled"] - row["loss from logits"]) for row in observed.findings)
    return trained and (apart > 0.05 or sum(observed.column("logits without gradient")) > 0)


def everything_is_nan(observed: Observed) -> bool:
    """The loss becomes nan and stays so, and so is at least nine tenths of the weight tensors afterwards."""
    weights = observed.findings[0]
    return math.isnan(observed.losses[-1]) and bool(weights["with nan"] >= 0.9 * weights["weight tensors"])


def nan_where_the_label_is_out_of_range(observed: Observed) -> bool:
    """The logits are finite everywhere; the loss is nan in every row with label 2, and in no other."""
    rows = observed.findings
    finite = all(row["with finite logits"] == row["examples"] for row in rows)
    return (
        finite
        and all(row["with a loss of nan"] == (row["examples"] if row["label"] == 2 else 0) for row in rows)
        and rows[2]["examples"] > 0
    )


def stalls(observed: Observed) -> bool:
    """The mean loss of the last 20 steps is that of a guess."""
    return _mean(observed.losses[-20:]) >= PLATEAU


def padding_changes_logits(observed: Observed) -> bool:
    """A row's logits differ by more than rounding from those it has without padding."""
    return bool(max(observed.column("difference")) > 1e-4)


def more_rows_keep_more(observed: Observed) -> bool:
    """Twice the rows keep from one and a half times to twice as much."""
    kept = observed.column("activations, MB")
    return all(1.5 < more / less < 2.01 for less, more in pairwise(kept))


def rows_are_halved_until_they_fit(observed: Observed) -> bool:
    """The first batch does not fit, each has half the rows of the one before, and the last fits."""
    rows = observed.column("examples")
    *failed, last = observed.column("what came of it")
    return (
        bool(failed)
        and all("allocat" in message for message in failed)
        and "allocat" not in last
        and rows == [rows[0] >> place for place in range(len(rows))]
    )


def six_gigabytes_twice(observed: Observed) -> bool:
    """The weights and the gradients take 6 GB each, and Adam's means 12."""
    return [int(size) for size in observed.column("GB")] == [6, 6, 12]


def weights_stay_until_the_last_is_gone(observed: Observed) -> bool:
    """A second model takes memory, and that is free again only when the last thing is deleted."""
    first, second, *later, last = observed.column("weights, MB")
    return bool(later[0] == second > first and min(later) > first and math.isclose(first, last, rel_tol=0.01))


def newer_versions_refuse_the_short_name(observed: Observed) -> bool:
    """From version 1.16 of huggingface_hub on, the name without a namespace is refused, and none is refused before that."""
    refused = [row["what comes of it"].startswith("HfUriError") for row in observed.findings]
    major, minor, *_ = observed.findings[0]["huggingface_hub"].split(".")
    return refused == [(int(major), int(minor)) >= (1, 16), False]


def errors_differ_in_the_name_only(observed: Observed) -> bool:
    """Without a network, both names lead to the same error."""
    short, full = observed.column("error")
    return bool(short.startswith("ConnectionError") and full.replace("nyu-mll/glue", "glue") == short)


def nobody_is_right_more_often_than_a_third(observed: Observed) -> bool:
    """Without reading, a third of the answers is right, and the loss is ln 3."""
    shares, losses = (observed.column(name) for name in ("accuracy", "loss"))
    return all(math.isclose(share, 1 / 3, abs_tol=0.02) for share in shares) and math.isclose(
        losses[-1], math.log(3), abs_tol=0.01
    )


def begins_at_a_guess(observed: Observed) -> bool:
    """The loss of a fresh model is within 0.2 nats of that of a guess."""
    (row,) = observed.findings
    mine, guess = row.values()
    return bool(abs(mine - guess) < 0.2)


def shuffled_labels_are_not_learned(observed: Observed) -> bool:
    """With the labels as they are the loss falls by a fifth; shuffled, it stays that of a guess."""
    right, shuffled = (_mean(observed.column(name)[-2:]) for name in ("labels as they are", "labels shuffled"))
    return shuffled >= PLATEAU and right < 0.8 * math.log(3)


def learned_by_heart(observed: Observed) -> bool:
    """The loss of the batch is nearly 0, that of another is not, and a model made anew guesses."""
    *_, seen, unseen, anew = observed.column("loss")
    return bool(seen < 0.1 and unseen > 3 * seen and abs(anew - math.log(3)) < 0.25)


def stops_at_the_shares(observed: Observed) -> bool:
    """The set-up that is right falls below a third of a guess; the other stays where the labels' shares are."""
    last = observed.findings[-1]
    floor = last["label frequencies alone"]
    return bool(
        last["as it should be"] < math.log(3) / 3 and 0.9 * floor < last["one text in all examples"] < 1.25 * floor
    )


def only_the_batch_with_all_labels_fails(observed: Observed) -> bool:
    """Where a label is missing the loss falls to nearly 0; where none is, an error names label 2."""
    *lacking, whole = observed.column("what came of it")
    first, *_, last = (float(message.split()[-1]) for message in lacking)
    named = "Target 2 is out of bounds" in whole or "label value of 2" in whole
    return bool(first > 0.5 and last < 0.1 and named)


def _recalls(row: Mapping[str, Any]) -> tuple[float, float]:
    """The mean recall of the two rare labels, and that of the frequent label, which is the last."""
    _, _, *rare, frequent = row.values()
    return _mean(rare), frequent


def accuracy_hides_what_is_not_found(observed: Observed) -> bool:
    """After 20 steps the model is no better than the majority baseline; after 40 it finds some examples with a rare label."""
    constant, early, late = observed.findings
    rare, frequent = _recalls(early)
    return bool(
        constant["accuracy"] == 0.9
        and _recalls(constant) == (0, 1)
        and abs(early["accuracy"] - 0.9) < 0.02
        and rare <= 0.1
        and frequent > 0.97
        and 0.1 <= _recalls(late)[0] < 0.7
        and 0 < late["accuracy"] - 0.9 < 0.08
    )


def rare_labels_are_found_at_a_cost(observed: Observed) -> bool:
    """With each remedy half of the examples with a rare label are found, not all of the others, and the accuracy shows little of it."""
    return all(
        _recalls(row)[0] >= 0.5 and 0.85 < _recalls(row)[1] < 1 and abs(row["accuracy"] - 0.9) < 0.08
        for row in observed.findings
    )


def the_best_rate_lies_between(observed: Observed) -> bool:
    """The lowest and the highest rate stay with a guess, and one between them does not."""
    _, *last = (_mean(observed.column(name)[-2:]) for name in observed.findings[0])
    return min(last[0], last[-1]) >= 0.9 * math.log(3) and min(last[1:-1]) < 0.8 * math.log(3)


def one_length_costs_padding(observed: Observed) -> bool:
    """Each way to pad has fewer lengths than the one before, and more padding; without `max_length` nine tenths are padding."""
    lengths, shares = (observed.column(name) for name in ("lengths", "share of padding"))
    fewer = lengths[0] > lengths[1] > lengths[2] == lengths[3] == 1
    unasked = observed.findings[-1]["tokens"] == 640 * 512
    return bool(fewer and unasked and shares == sorted({*shares}) and shares[-1] > 0.9)


def each_length_has_a_graph(observed: Observed) -> bool:
    """With fixed sizes there are as many graphs as lengths, and one for one length; where the length may be open there are two."""
    lengths, graphs = (observed.column(name) for name in ("lengths", "graphs"))
    return lengths[0] > 2 and lengths[1] <= lengths[0] and lengths[2] == 1 and graphs == [*lengths[:3], 2]


def xla_compiles_each_length(observed: Observed) -> bool:
    """There are at most two graphs, and yet as many programs as lengths so far, which are more than two."""
    lengths, graphs, programs = (observed.column(name) for name in ("length", "graphs", "XLA programs"))
    so_far = [len({*lengths[: count + 1]}) for count in range(len(lengths))]
    return bool(programs == so_far and max(programs) > 2 == max(graphs))


def trainer_has_a_schedule_and_no_weight_decay(observed: Observed) -> bool:
    """The Trainer's defaults are AdamW with a weight decay of 0, and a linear schedule without warmup."""
    return observed.column("value") == ["AdamW", "0.0", "linear", "0"]


def weight_decay_must_be_asked_for(observed: Observed) -> bool:
    """Without `weight_decay_rate` the optimizer is Adam; the schedule is the same, up to the peak and down to 0."""
    rows = observed.findings
    steps = [row[f"step {step}"] for row in rows for step in (1, 15, 150)]
    rates = [5e-5 / 15, 5e-5, 0.0] * 2
    return observed.column("optimizer") == ["Adam", "AdamWeightDecay"] and all(
        math.isclose(step, rate, rel_tol=1e-4, abs_tol=1e-12) for step, rate in zip(steps, rates, strict=True)
    )


def schedule_helps_at_the_high_rate_only(observed: Observed) -> bool:
    """A schedule adds more than 0.02 to the mean accuracy at the high rate, and not so at the low one; seeds are further apart than that."""
    low, high = (row["difference"] for row in observed.findings if row["seed"] == "mean")
    size = len(observed.findings) // 2
    apart = [
        max(scores) - min(scores)
        for name in ("Adam", "AdamW")
        for scores in (observed.column(name)[: size - 1], observed.column(name)[size:-1])
    ]
    return bool(low < 0.02 < high and max(apart) > 0.02)


def own_frame_comes_behind_others(observed: Observed) -> bool:
    """Between the last line and the first frame of one's own stand frames of a library."""
    _, *frames = observed.findings
    return len(frames) > 1 and "collate" in frames[-1]["where"]


def only_eager_points_to_the_function(observed: Observed) -> bool:
    """In a graph the traceback ends where the graph is started; eagerly in the loss. A step takes longer there."""
    graph, eager = observed.findings
    return bool(
        "execute" in graph["last frame"] and "loss" in eager["last frame"] and eager["a step, s"] > graph["a step, s"]
    )


def example_fails_likewise(observed: Observed) -> bool:
    """The example's output says that the label is out of range, and ends with the versions."""
    lines = observed.column("example.py")
    said = [line for line in lines if "out of bounds" in line or "valid range" in line]
    return len(said) == 1 and any(line.startswith("# python 3") for line in lines)


def decodes_to_itself(observed: Observed) -> bool:
    """Every decoded text equals the text on the page."""
    return all(row["on the page"] == row["decoded"] for row in observed.findings)


def never_below_a_guess(observed: Observed) -> bool:
    """The loss is at no time below that of a guess."""
    return bool(min(observed.column("loss")) >= PLATEAU)
