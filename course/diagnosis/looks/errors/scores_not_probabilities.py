"""A metric needs a probability of each class and gets other scores."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="scores-not-probabilities",
    needs=("crash",),
    find=by_message(
        r"scores need to be probabilities for multiclass|y_prob contains values (?:greater|less|lower) than"
    ),
    title=N_("The metric needs probabilities and gets other scores"),
    why=N_(
        "This metric takes a probability of each class, so the scores of a row lie between 0 and 1 and add up to 1. What a model returns without a softmax are logits, which do not."
    ),
    change=N_(
        "Make probabilities of the logits before you call the metric: `logits.softmax(dim=-1)` with PyTorch, `tf.nn.softmax(logits)` with TensorFlow."
    ),
    terms=("metric", "logits", "probability", "softmax"),
)
