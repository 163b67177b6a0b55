"""A model with several labels for a text is used in a pipeline, and its configuration does not say so."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, keywords, model_place, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TASK = re.compile("classification|sentiment|model|TextClassificationPipeline", re.IGNORECASE)


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    model = facts.model
    used = next(calls(facts, "pipeline", "TextClassificationPipeline"), None)
    own = any(call.own and call.name == "binary_cross_entropy_with_logits" for call in facts.loss_calls)
    if used is None or not own or model.problem is not None or (model.outputs or 0) < 2:
        return None
    if any(word.arg == "function_to_apply" for word in keywords(facts)) or not TASK.search(ast.unparse(used)):
        return None
    if not model.name.endswith("ForSequenceClassification"):
        return None
    return Found(
        "likely",
        {"outputs": model.outputs},
        [("`problem_type`", "None"), (N_("loss"), "`binary_cross_entropy_with_logits`"), (N_("labels"), model.outputs)],
        model_place(facts) or place_of(facts, used),
    )


LOOK = Look(
    name="problem-type-missing",
    needs=("model", "loss_calls"),
    find=find,
    title=N_("The pipeline takes the labels for classes that exclude each other"),
    why=N_(
        "The training uses a loss for several labels in a text, of which there are {outputs}. The model's configuration does not say so: `problem_type` is not set. So a pipeline applies softmax to the logits, and the labels take the probability from each other."
    ),
    change=N_(
        'Load the model with `problem_type="multi_label_classification"`. Or call the pipeline with `function_to_apply="sigmoid"`.'
    ),
    terms=("logits", "probability", "label"),
)
