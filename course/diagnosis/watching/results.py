"""Works out what a program's metric says, and what it generates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from course.diagnosis.facts import Generation, Metric
from course.diagnosis.watching.values import IGNORED, as_array, values_of
from course.diagnosis.watching.watch import MetricCall, Watch

T = TypeVar("T")
CLASSES = 4
"""For how many classes a metric is asked what it says of always giving them."""


def metric_facts(watch: Watch) -> Metric:
    """Ask the reader's metric what it says of predictions that are all right."""
    assert watch.metrics is not None
    predictions, labels = watch.metrics
    compute = watch.trainers[-1].compute_metrics
    compute = getattr(compute, "__wrapped__", compute)
    outputs = predictions[0] if isinstance(predictions, tuple) else predictions
    given, right = as_array(outputs), as_array(labels)
    parts = len(predictions) if isinstance(predictions, tuple) else 1
    base = Metric(predictions=values_of(outputs), labels=values_of(labels), parts=parts)
    if given is None or right is None:
        return base
    perfect = made_perfect(given, right)
    if perfect is None:
        return base
    from transformers import EvalPrediction

    def asked(array: np.ndarray) -> dict[str, float]:
        whole = (array, *predictions[1:]) if isinstance(predictions, tuple) else array
        found = compute(EvalPrediction(predictions=whole, label_ids=right.copy()))
        arrays = {name: np.asarray(value) for name, value in found.items()}
        return {name: float(array) for name, array in arrays.items() if array.ndim == 0 and array.dtype.kind in "biuf"}

    other = made_perfect(given, right, ignored=1) if (right == IGNORED).any() else None
    try:
        return Metric(
            asked(perfect),
            asked(made_wrong(perfect, right)),
            asked(other) if other is not None else {},
            base.predictions,
            base.labels,
            parts,
            part_of(lambda: _of_one_answer(asked, perfect, right)),
            dict(part_of(lambda: _without_last_axis(asked, perfect, right))),
        )
    except Exception:
        # it may want something that only its own run has
        return base


def part_of(ask: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
    """What a metric says, if it can be asked for that as well."""
    try:
        return ask()
    except Exception:
        return ()


def _of_one_answer(
    asked: Callable[[np.ndarray], dict[str, float]], perfect: np.ndarray, right: np.ndarray
) -> tuple[float, ...]:
    """Precision and recall of always giving the class for which they differ most; empty if the metric has not both."""
    found: tuple[float, ...] = ()
    if right.ndim != 1 or right.dtype.kind not in "iu" or perfect.ndim != 2 or len({*right.tolist()}) < 2:
        return found
    for number in sorted({*right.tolist()})[:CLASSES]:
        one = np.zeros_like(perfect)
        one[:, number] = 10
        values = asked(one)
        named = {name.lower(): value for name, value in values.items() if "average_" not in name.lower()}
        both = [[value for name, value in named.items() if word in name] for word in ("precision", "recall")]
        # of several it is not known which belong together
        if [len(each) for each in both] == [1, 1] and min(both)[0] > 0:
            now = (both[0][0], both[1][0])
            if not found or abs(now[0] - now[1]) > abs(found[0] - found[1]):
                found = now
    return found


def _without_last_axis(
    asked: Callable[[np.ndarray], dict[str, float]], perfect: np.ndarray, right: np.ndarray
) -> tuple[tuple[str, float], ...]:
    """What a metric says of predictions (n,) in place of (n, 1), for labels (n,)."""
    column = perfect.ndim == 2 and perfect.shape[1] == 1 and right.ndim == 1 and len(right) > 1
    return tuple(asked(perfect[:, 0]).items()) if column else ()


def made_perfect(given: np.ndarray, right: np.ndarray, ignored: int = 0) -> np.ndarray | None:
    """Predictions of the kind that a metric was given that are all right; beside ignored labels, the class `ignored`."""
    if given.ndim == right.ndim + 1 and right.dtype.kind in "iu" and given.shape[:-1] == right.shape:
        classes = np.where(right == IGNORED, ignored, right)
        if classes.min() < 0 or classes.max() >= given.shape[-1]:
            return None
        return np.eye(given.shape[-1], dtype=given.dtype)[classes] * 10
    # yes or no for each number: as a logit, which is below 0 for no
    logits = {*np.unique(right).tolist()} == {0, 1} and bool(((given < 0) | (given > 1)).any())
    answers = np.where(right == 1, 10, -10) if logits else right
    if given.ndim == right.ndim + 1 and given.shape[-1] == 1:
        return answers[..., None].astype(given.dtype)
    if given.shape == right.shape:
        return answers.astype(given.dtype)
    return None


def made_wrong(perfect: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Predictions that are all wrong, made of those that are all right."""
    if perfect.ndim > right.ndim and perfect.shape[-1] > 1:
        return np.roll(perfect, 1, axis=-1)
    least, most = perfect.min(), perfect.max()
    if least == most:
        return perfect * 3 + 7
    # in another order, or with the other sign, as a metric may look at nothing else
    turned: np.ndarray = least + most - perfect
    return turned if len(np.unique(perfect)) == 2 else np.roll(turned, 1, axis=0) * 3 + 7


def keras_metric_asked(call: MetricCall) -> tuple[float | None, float | None]:
    """Ask a metric of Keras what it says of predictions that are all right, and of some that are all wrong."""
    given, right = as_array(call.predictions), as_array(call.labels)
    if given is None or right is None:
        return None, None
    # Keras makes a column of labels
    column = given.ndim == right.ndim > 1 and right.shape[-1] == 1 < given.shape[-1]
    answers = right[..., 0] if column else right
    perfect = made_perfect(given, answers)
    if perfect is None:
        return None, None
    wrong = made_wrong(perfect, answers)

    def asked(predictions: np.ndarray) -> float:
        call.metric.reset_state()
        call.metric.update_state(right, predictions)
        return float(call.metric.result())

    try:
        return asked(perfect), asked(wrong)
    except Exception:
        # it may want something that only its own run has
        return None, None


def generation_facts(watch: Watch, tokenizer: Any) -> Generation:
    assert watch.generated is not None
    model, options, output = watch.generated
    ids, mask = as_array(options.get("input_ids")), as_array(options.get("attention_mask"))
    sequences = as_array(getattr(output, "sequences", output))
    decoder = not getattr(model.config, "is_encoder_decoder", False)
    right = 0
    if decoder and ids is not None and mask is not None and ids.ndim == 2:
        right = int((mask[:, -1] == 0).sum())
    end = tokenizer.eos_token_id if tokenizer is not None else None
    full, limit = 0.0, None
    if sequences is not None and end is not None and sequences.ndim == 2:
        start = ids.shape[1] if decoder and ids is not None else 1
        limit = int(sequences.shape[1] - (start if decoder else 0))
        full = float(np.mean([end not in row[start:] for row in sequences]))
    decoded = as_array(watch.decoded)
    whole = False
    if decoder and decoded is not None and sequences is not None:
        row = decoded.ndim == 1 and any(np.array_equal(decoded, each) for each in sequences)
        whole = row or decoded.shape == sequences.shape
    ends = False
    if decoder and ids is not None and end is not None and ids.ndim == 2:
        ends = _only_at_the_end(ids, mask, end) and _learned_so(watch, end)
    return Generation(right, full, limit, whole, ends)


def _only_at_the_end(ids: np.ndarray, mask: np.ndarray | None, end: int) -> bool:
    """Whether each row of token ids has the end token once, as the last that the mask does not leave out."""
    for at, row in enumerate(ids):
        read = row[mask[at] == 1] if mask is not None and mask.shape == ids.shape else row
        if len(read) < 2 or read[-1] != end or (read == end).sum() != 1:
            return False
    return len(ids) > 0


def _learned_so(watch: Watch, end: int) -> bool:
    """Whether each row of the first batch of the training ends so."""
    inputs = watch.first.inputs if watch.first is not None else {}
    ids, mask = as_array(inputs.get("input_ids")), as_array(inputs.get("attention_mask"))
    return ids is not None and ids.ndim == 2 and _only_at_the_end(ids, mask, end)
