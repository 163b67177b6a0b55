"""`label-count`: as many logits as the data have labels, with the labels' names."""

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake, Unfit
from course.i18n import N_

FUNCTION = "make_labelled_model"
CONFIG = f"{FUNCTION}(...).config"
ARCHITECTURE = "DistilBert"
WORDS = 40
WIDTH = 32
ROWS = 2
TOKENS = 9
MOST = 40
"""The models are given `ROWS` examples of `TOKENS` tokens; there are weights for `MOST` logits."""
SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def draw(rng: Random) -> Draw:
    """Two features of different sizes, neither of them 2 or 3, with names in an order that no sorting gives."""
    first, second = rng.sample(range(4, 8), 2)
    draws = np.random.default_rng(rng.getrandbits(64))
    embeddings = draws.normal(size=(WORDS, WIDTH)).astype(np.float32)
    given = {
        "first": draw_names(rng, first),
        "second": draw_names(rng, second),
        "inputs": draws.integers(WORDS, size=(ROWS, TOKENS)),
        "embeddings": embeddings,
        "weights": {
            "words": draws.normal(size=(WORDS, WIDTH)),
            "hidden": draws.normal(size=(WIDTH, WIDTH)),
            "head": draws.normal(size=(WIDTH, MOST)),
        },
    }
    return Draw(given)


def draw_names(rng: Random, count: int) -> list[str]:
    """Names that begin differently, in alphabetical order, and then turned round by one or more places."""
    names = sorted(first + rng.choice(SYLLABLES) for first in rng.sample(SYLLABLES, count))
    turn = rng.randrange(1, count)
    return names[turn:] + names[:turn]


NO_HEAD = Mistake(
    "no-head",
    N_(
        "Your model is a `{kind}`, and its output has no `logits`. A model for sequence classification has a head on top of its body, which turns the body's output into one logit for each label. Load the checkpoint with a class whose name ends with `ForSequenceClassification`."
    ),
    hint=0,
)
OTHER_HEAD = Mistake(
    "other-head",
    N_(
        "For {rows} examples of {tokens} tokens, the logits of your `{kind}` should have the shape `{expected}`, but they have the shape `{shape}`. A model for sequence classification returns, for each example, one logit for each label. Does your function load the checkpoint with a class whose name ends with `ForSequenceClassification`?"
    ),
    hint=0,
    veiled=N_(
        "For {rows} examples of {tokens} tokens, the logits of your `{kind}` have the shape `{shape}`. A model for sequence classification returns, for each example, one logit for each label, so the shape should be the number of examples x the number of labels. Does your function load the checkpoint with a class whose name ends with `ForSequenceClassification`?"
    ),
)
OTHER_ARCHITECTURE = Mistake(
    "other-architecture",
    N_(
        "The weights of the checkpoint do not fit the model that your function makes from it, because the class of this model is for another architecture, or because the model gets a configuration that is not the checkpoint's own. The configuration of a checkpoint says which architecture and which sizes it has. The classes of 🤗 Transformers whose names begin with `Auto`, in TensorFlow with `TFAuto`, read this configuration and choose the right class. If your code makes a configuration, load it from the checkpoint with `from_pretrained`, too."
    ),
    hint=0,
    error="RuntimeError|TypeError",
    # TensorFlow's own error cannot be raised again without its arguments, and becomes a TypeError
    pattern="size mismatch|ignore_mismatched_sizes|InvalidArgumentError",
)
COUNT_AND_NAMES = Mistake(
    "count-and-names",
    N_(
        "`from_pretrained` was given a value for `num_labels` that does not fit the names of the labels: “{message}”. `num_labels` is one whole number, and `id2label` has this many entries. Take both from the feature."
    ),
    hint=1,
    error="ValueError|TypeError",
    pattern="incompatible id to label map|'(list|dict|str)' object cannot be interpreted as an integer",
    withheld=("message",),
    veiled=N_(
        "`from_pretrained` was given a value for `num_labels` that does not fit the names of the labels. `num_labels` is one whole number, and `id2label` has this many entries. Take both from the feature."
    ),
)
HEAD_AND_CONFIGURATION = Mistake(
    "head-and-configuration",
    N_(
        "Your model returns {logits} logits for each example, but its configuration says that there are {configured} labels. The head is made from the configuration while the model is loaded. If you change the head or the configuration afterwards, the other one stays as it was. So tell `from_pretrained` the number of labels when you load the model."
    ),
    hint=2,
)
OTHER_COUNT = Mistake(
    "other-count",
    N_(
        "Your model returns {actual} logits for each example, but the feature has {expected} labels. Take the number of labels from the feature. A number that is written into the code is right for one data set only. If you pass no number, the library makes a head for 2 labels. If you pass the largest label as the number, one logit is missing, because labels are counted from 0."
    ),
    hint=1,
    veiled=N_(
        "Your model returns {actual} logits for each example, and the feature has another number of labels. Take the number of labels from the feature. A number that is written into the code is right for one data set only. If you pass no number, the library makes a head for 2 labels. If you pass the largest label as the number, one logit is missing, because labels are counted from 0."
    ),
)
NO_ENTRY = Mistake(
    "no-entry",
    N_(
        "Your `id2label` has no entry for label {label}. Its keys are {keys}, but they should be the numbers of the labels, whole numbers (`int`) from 0 on: if the largest logit is the one with the index 0, the name of the predicted label is `id2label[0]`."
    ),
    hint=3,
)
OTHER_NAME = Mistake(
    "other-name",
    N_(
        "In the `id2label` of your model, label {label} has the name `{actual}`, but in the data its name is `{expected}`. Take the names from `feature.names`, in the order that they have there. People who use the model later see only the names that the model has, and no error tells them that a name is wrong."
    ),
    hint=3,
    veiled=N_(
        "In the `id2label` of your model, label {label} has the name `{actual}`, but in the data it has another name. Take the names from `feature.names`, in the order that they have there. People who use the model later see only the names that the model has, and no error tells them that a name is wrong."
    ),
)
NOT_INVERSE = Mistake(
    "not-inverse",
    N_(
        "In `label2id` each name of a label should be a key, and its value should be the number of this label: the place of the name in `feature.names`, counted from 0. There should be no other keys. The keys of your `label2id` are {keys}. If they are the names of all labels, check the values."
    ),
    hint=3,
)
NEW_WEIGHTS = Mistake(
    "new-weights",
    N_(
        "Of the {total} numbers in your model's embeddings, {other} are not those of the checkpoint. A model that is made from a configuration alone has random weights, and knows nothing of what was learned in pretraining. Load the model with `from_pretrained`, and leave the loaded weights as they are."
    ),
    hint=0,
)


def each_model(draw: Draw, handed: Handed) -> Iterator[tuple[list[str], Handed]]:
    """The names of each feature, with what was seen of the model made for it."""
    for feature in ("first", "second"):
        seen = handed.mapping(feature, of=FUNCTION)
        yield draw.given[feature], Handed(seen)


def judge_labels(draw: Draw, handed: Handed) -> Found | None:
    """Each model has as many logits as its feature has labels, and says so."""
    for names, model in each_model(draw, handed):
        kind = model.text("kind", of=FUNCTION)
        if not model.truth("is_model", of=FUNCTION):
            raise Unfit(FUNCTION, model.text("expected", of=FUNCTION), kind)
        shape = model.integers("logits", of=FUNCTION)
        configured = model.number("num_labels", of=f"{CONFIG}.num_labels")
        if not shape:
            return NO_HEAD.found(kind=kind)
        if len(shape) != 2 or shape[0] != ROWS:
            return OTHER_HEAD.found(
                rows=ROWS,
                tokens=TOKENS,
                kind=kind,
                shape=str(tuple(shape)),
                expected=str((ROWS, len(names))),
            )
        if shape[1] != configured:
            return HEAD_AND_CONFIGURATION.found(logits=shape[1], configured=configured)
        if configured != len(names):
            return OTHER_COUNT.found(expected=len(names), actual=shape[1])
        expected = logits_of(draw, len(names))
        actual = model.array("values", expected.shape, of=FUNCTION)
        if not np.abs(actual - expected).max() < 0.01:
            if ARCHITECTURE not in kind:
                return OTHER_ARCHITECTURE.found()
            raise Implausible(f"{FUNCTION}(...).logits[0, 0]", float(expected[0, 0]), float(actual[0, 0]))
    return None


def logits_of(draw: Draw, count: int) -> NDArray[np.float64]:
    """The logits of a model with the drawn weights: its head sees the first word of each row, after a LayerNorm."""
    weights = draw.given["weights"]
    words = weights["words"][draw.given["inputs"][:, 0]]
    words = words - words.mean(axis=1, keepdims=True)
    words = words / words.std(axis=1, keepdims=True)
    hidden = np.maximum(words @ weights["hidden"], 0)
    logits: NDArray[np.float64] = hidden @ weights["head"][:, :count]
    return logits


def judge_names(draw: Draw, handed: Handed) -> Found | None:
    """Both dictionaries have the feature's names, in its order."""
    for names, model in each_model(draw, handed):
        names_of = Handed(model.mapping("id2label", of=f"{CONFIG}.id2label"))
        for label, name in enumerate(names):
            if str(label) not in names_of.values:
                return NO_ENTRY.found(
                    label=label,
                    expected=name,
                    keys=list(names_of.values)[:8],
                )
            actual = names_of.text(str(label), of=f"{CONFIG}.id2label[{label}]")
            if actual != name:
                return OTHER_NAME.found(label=label, actual=actual, expected=name)
        labels_of = Handed(model.mapping("label2id", of=f"{CONFIG}.label2id"))
        for label, name in enumerate(names):
            if (
                len(labels_of.values) != len(names)
                or name not in labels_of.values
                or labels_of.integer(name, of=f'{CONFIG}.label2id["{name}"]') != label
            ):
                return NOT_INVERSE.found(keys=list(labels_of.values)[:8])
    return None


def judge_weights(draw: Draw, handed: Handed) -> Found | None:
    """The embeddings are those of the checkpoint, apart from rounding."""
    expected = draw.given["embeddings"]
    for _, model in each_model(draw, handed):
        actual = model.array("embeddings", expected.shape, of=FUNCTION)
        other = int(np.sum(~(np.abs(actual - expected) < 0.02)))
        if other:
            return NEW_WEIGHTS.found(total=expected.size, other=other)
    return None


EXERCISE = Exercise(
    name="label-count",
    title=N_("One logit for each label of the data"),
    settings=("tf", "pt"),
    task=(
        N_(
            "In the script of this lesson the number of labels is written into the code: `num_labels=3`. The data set has this "
            "information, too. Its column of labels is a feature of the type `ClassLabel`, which has the names of all labels, in "
            "the order of the labels' numbers."
        ),
        N_(
            "Write `make_labelled_model(checkpoint, feature)`, where `feature` is such a `ClassLabel`. The function loads the "
            "checkpoint, with its weights, as a model for sequence classification that has one logit for each label of the "
            "feature, and returns this model. The model's configuration holds the names of the labels, so that a prediction can "
            "be shown as a word: `id2label` is a dictionary from number (`int`) to name, and `label2id` one from name to number."
        ),
    ),
    hints=(
        N_(
            "How many labels does the feature have, and what are their names? Where does your code tell the model how many labels there are?"
        ),
        N_(
            "Besides the checkpoint, `from_pretrained` takes other arguments. They go into the configuration before the head is made. Print `model.config`, and look for all the entries that are about labels."
        ),
        N_(
            "Three arguments belong together: `num_labels`; `id2label`, a dictionary from number to name; and `label2id`, a dictionary from name to number. `enumerate(feature.names)` gives pairs of number and name: use them as they are for `id2label`, and turned round for `label2id`."
        ),
    ),
    solved=N_(
        "Your model takes the number of labels and their names from the data: it fits the next data set without a change, and its predictions can be read."
    ),
    draw=draw,
    checks=(
        Check(
            "labels",
            N_("The model returns one logit for each label"),
            points=2,
            judge=judge_labels,
            mistakes=(
                NO_HEAD,
                OTHER_HEAD,
                OTHER_ARCHITECTURE,
                COUNT_AND_NAMES,
                HEAD_AND_CONFIGURATION,
                OTHER_COUNT,
            ),
        ),
        Check(
            "names",
            N_("The configuration has the names of the labels"),
            points=2,
            judge=judge_names,
            mistakes=(NO_ENTRY, OTHER_NAME, NOT_INVERSE),
            needs=("labels",),
            hint=3,
        ),
        Check(
            "weights",
            N_("The weights are those of the checkpoint"),
            points=1,
            judge=judge_weights,
            mistakes=(NEW_WEIGHTS,),
            needs=("labels",),
        ),
    ),
)
