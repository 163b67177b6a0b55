"""Symptoms of chapter 3 in live values: predicates on an `Observed`, without sentences and without a framework."""

import math

from course.lesson import Observed


def one_label_is_more_frequent(observed: Observed) -> bool:
    """One of two labels has three fifths of the rows or more."""
    shares = observed.column("frequency")
    return max(shares) >= 0.6 and math.isclose(sum(shares), 1)


def label_is_no_parameter(observed: Observed) -> bool:
    """The model takes every key of the batch but `label`."""
    refused = [row["key"] for row in observed.findings if not row["is a parameter"]]
    return refused == ["label"]


def collator_renames_and_makes_tensors(observed: Observed) -> bool:
    """A batch has `labels` and no `label`, and nothing but tensors."""
    keys = observed.column("key")
    return "labels" in keys and "label" not in keys and set(observed.column("type")) == {"Tensor"}


def inputs_and_labels(observed: Observed) -> bool:
    """A batch has several inputs, and labels beside them, one for each of eight rows."""
    rows = observed.findings
    beside = [row["shape"] for row in rows if row["half"] == "labels"]
    return beside == ["(8,)"] and len(rows) > 2


def labels_out_of_place(observed: Observed) -> bool:
    """A fifth of the rows or more have a label that is not theirs."""
    (row,) = observed.findings
    return bool(row["with their own label"] <= 0.8 * row["examples"])


def same_loss_twice(observed: Observed) -> bool:
    """One batch has the same loss twice."""
    first, second = observed.column("loss")
    return bool(first == second)


def traced_for_every_width(observed: Observed) -> bool:
    """A step is traced where its width is new, three times or more."""
    widths = observed.column("width")
    new = [width not in widths[:place] for place, width in enumerate(widths)]
    return observed.column("traced") == new and sum(new) >= 3


def batches_of_several_widths(observed: Observed) -> bool:
    """Not all batches are equally wide."""
    return len(set(observed.column("input_ids"))) > 1


def loss_of_a_guess(observed: Observed) -> bool:
    """The loss is within 0.25 nats of that of guessing between two labels."""
    (row,) = observed.findings
    return bool(abs(row["loss"] - row["ln 2"]) < 0.25)


def rate_is_gone_early(observed: Observed) -> bool:
    """The learning rate is 0 already half-way through the training, in the last row but one."""
    return bool(observed.column("learning rate")[-2] == 0)


def rate_falls_to_the_last_step(observed: Observed) -> bool:
    """The learning rate falls all the way, and before the last step is what one step takes away."""
    rates, steps = (observed.column(name) for name in ("learning rate", "step"))
    return rates == sorted(rates, reverse=True) and math.isclose(rates[-1], rates[0] / (steps[-1] + 1), rel_tol=0.01)


def evaluation_keeps_what_gradients_need(observed: Observed) -> bool:
    """More than a megabyte was kept."""
    return bool(observed.column("activations of each, MB")[0] > 1)


def gradients_pile_up(observed: Observed) -> bool:
    """On one batch, whose gradient is always the same, the norm grows by as much with every step."""
    norms = observed.column("norm of the gradient")
    return all(math.isclose(norm, place * norms[0], rel_tol=0.01) for place, norm in enumerate(norms, 1))


def dropout_ends_with_the_first_epoch(observed: Observed) -> bool:
    """All steps of the first epoch are taken in training mode, and none of a later one."""
    first, *later = observed.column("steps with dropout")
    return first > 0 and not any(later)


def better_than_the_majority(observed: Observed) -> bool:
    """In the end four fifths of the rows are right, and the validation loss is less than a tenth above its first."""
    losses = observed.column("validation loss")
    return bool(observed.column("accuracy")[-1] >= 0.8 and losses[-1] < 1.1 * losses[0])


def four_fifths_are_right(observed: Observed) -> bool:
    """At the end four fifths of the rows are right."""
    return bool(observed.column("accuracy")[-1] >= 0.8)


def one_overfits_and_one_underfits(observed: Observed) -> bool:
    """With 4e-4 the training loss falls by a third or more, and the validation loss ends a sixth or more above its lowest.

    With 1e-6 the validation loss stays within a twentieth of where it began.
    """
    seen, unseen, _, held_out = (observed.column(name) for name in list(observed.findings[0])[1:])
    over = seen[-1] < seen[0] * 2 / 3 and unseen[-1] > min(unseen) * 7 / 6
    return bool(over and abs(held_out[-1] / held_out[0] - 1) < 0.05)


def _near(observed: Observed, first: int, second: int, most: float = 0.02) -> bool:
    losses = observed.column("loss afterwards")
    return bool(abs(losses[first] - losses[second]) < most)


def clipping_changes_little_else(observed: Observed) -> bool:
    """The memory is the same, and the loss within a tenth."""
    kept = observed.column("activations, MB")
    return kept[0] == kept[1] and _near(observed, 0, 1, most=0.1)


def accumulation_saves_memory(observed: Observed) -> bool:
    """Accumulated, batches keep less than half of what a large one keeps, and come to nearly the same loss."""
    large, _, accumulated = observed.column("activations, MB")
    return bool(accumulated < 0.5 * large) and _near(observed, 0, 2)


def half_the_bits_save_memory(observed: Observed) -> bool:
    """With half the bits less is kept, and the loss is nearly the same."""
    whole, half = observed.column("activations, MB")
    return bool(half < 0.9 * whole) and _near(observed, 0, 1)


def rows_are_missing(observed: Observed) -> bool:
    """Of two processes the first measures about half of the rows that one alone does."""
    alone, shared = observed.column("examples measured")
    return bool(0.4 * alone <= shared <= 0.6 * alone)


def rows_are_whole(observed: Observed) -> bool:
    """Two processes measure as many rows as one, and come to the same scores."""
    alone, shared = observed.findings
    return shared["processes"] == 2 and all(
        math.isclose(alone[name], shared[name], abs_tol=1e-6) for name in ("examples measured", "accuracy", "f1")
    )


def one_process(observed: Observed) -> bool:
    """The program ran in one process, to its end."""
    (row,) = observed.findings
    return bool(row["processes"] == 1 and 0 < row["accuracy"] <= 1)
