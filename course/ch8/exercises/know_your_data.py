"""`know-your-data`: examples turned back into text, label frequencies, and the scores of baselines."""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake, Unfit, is_array
from course.i18n import N_

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
NOUNS = ("dog", "child", "farmer", "singer", "bridge", "garden")
OTHERS = ("red", "old", "quiet", "small", "young", "near", "under")
WORDS = (*NOUNS, *OTHERS)
STEMS = ("walk", "sleep", "play", "sing", "wait")
ENDING = "##ing"
NAMES = ("majority_accuracy", "constant_loss", "uniform_loss")
TOLERANCE = 1e-3
"""Messages show three decimals."""


def draw(rng: Random) -> Draw:
    """Draw three examples (without padding, padded at the end, padded at the beginning) and three lists of labels: in the first
    every label occurs, in the second one label does not, in the third the last label does not."""
    vocabulary = [*SPECIAL, *WORDS, *STEMS, ENDING]
    rng.shuffle(vocabulary)
    rows = []
    texts = []
    for before, after in ((0, 0), (0, 3), (2, 0)):
        first = sentence(rng)
        second = sentence(rng)
        tokens = ["[CLS]", *first, "[SEP]", *second, "[SEP]"]
        row = ["[PAD]"] * before + tokens + ["[PAD]"] * after
        mask = [0] * before + [1] * len(tokens) + [0] * after
        ids = [vocabulary.index(token) for token in row]
        rows.append({"input_ids": ids, "attention_mask": mask})
        texts.append(" ".join([*first, *second]).replace(" ##", ""))
    middle = rng.randrange(4, 7)
    last = rng.randrange(4, 7)
    data = [
        some_labels(rng, rng.randrange(3, 6)),
        some_labels(rng, middle, absent=rng.randrange(1, middle - 1)),
        some_labels(rng, last, absent=last - 1),
    ]
    given = {"vocabulary": vocabulary, "rows": rows, "data": data}
    return Draw(given, {"texts": texts})


def sentence(rng: Random) -> list[str]:
    """A few words as tokens, one of them in two pieces."""
    return [*rng.sample(WORDS, 3), rng.choice(STEMS), ENDING]


def some_labels(rng: Random, count: int, absent: int | None = None) -> dict[str, object]:
    """Labels of which one makes up almost half or more, and no two occur equally often."""
    there = [label for label in range(count) if label != absent]
    rng.shuffle(there)
    labels: list[int] = []
    for label, usual in zip(there, (32, 14, 10, 6, 3), strict=False):
        labels += [label] * (usual + rng.randrange(3))
    rng.shuffle(labels)
    return {"labels": labels, "num_labels": count}


SPECIAL_LEFT = Mistake(
    "special-left",
    N_(
        "The text that your `decode_row` returns, “{text}”, still contains `{token}`. Special tokens and padding are there for the model and belong to neither sentence. Leave out all of them, so that only the two sentences remain."
    ),
    hint=1,
    withheld=("text",),
    veiled=N_(
        "The text that your `decode_row` returns still contains `{token}`. Special tokens and padding are there for the model and belong to neither sentence. Leave out all of them, so that only the two sentences remain."
    ),
)
OTHER_TEXT = Mistake(
    "other-text",
    N_(
        "Your `decode_row` returns “{actual}”, but the text of the two sentences is “{expected}”. Check three things. Does your text have all the words of both sentences? Are the pieces of each word joined again? Is it also right when the padding is at the beginning of the example?"
    ),
    hint=1,
    withheld=("actual",),
    veiled=N_(
        "The text that your `decode_row` returns is not the text of the two sentences. Check three things. Does your text have all the words of both sentences? Are the pieces of each word joined again? Is it also right when the padding is at the beginning of the example?"
    ),
)
OTHER_SHARES = Mistake(
    "other-shares",
    N_(
        "In the list that your `label_shares` returns, the entry for label {label} should be {expected}, but it is {actual}. The entry of a label is the number of examples with this label, divided by the number of all examples. The list has one entry for each label from 0 to `num_labels - 1`, in this order, also for a label that never occurs."
    ),
    hint=2,
    veiled=N_(
        "In the list that your `label_shares` returns, the entry for label {label} is {actual}, and this is not the frequency of this label. The entry of a label is the number of examples with this label, divided by the number of all examples. The list has one entry for each label from 0 to `num_labels - 1`, in this order, also for a label that never occurs."
    ),
)
NO_PROPORTIONS = Mistake(
    "no-proportions",
    N_(
        "The entries of the list that your `label_shares` returns add up to {total}. Proportions add up to 1: the entry of a label is the number of examples with this label, divided by the number of all examples."
    ),
    hint=2,
)
WITH_LABELS = Mistake(
    "with-labels",
    N_(
        "Your `label_shares` returns the labels together with their frequencies, as a dictionary or as pairs. It should return a list of the frequencies alone, in which the position of a number tells which label it belongs to: the first number is the frequency of label 0, and a label that never occurs has a number, too."
    ),
    hint=2,
)
ROUNDED = Mistake(
    "rounded",
    N_(
        "{value} should be {expected}, but it is {actual}. The difference is no larger than rounding to two decimals can cause. If you round a number, keep at least three decimals."
    ),
    hint=0,
    veiled=N_(
        "{value} is {actual}, and its difference from the right number is no larger than rounding to two decimals can cause. If you round a number, keep at least three decimals."
    ),
)
ONLY_OCCURRING = Mistake(
    "only-occurring",
    N_(
        "There are {count} labels, but the list that your `label_shares` returns has only {actual} entries. A label that no example has is still a label: the list needs an entry for it, and this entry is 0."
    ),
    hint=2,
)
UNIFORM_OF_OTHERS = Mistake(
    "uniform-of-others",
    N_(
        "There are {count} labels, but your `uniform_loss` is that of {actual} labels. A prediction that gives all labels the same probability gives it to each of the `num_labels` labels, also to a label that no example has."
    ),
    hint=0,
)
OTHER_NAMES = Mistake(
    "other-names",
    N_(
        "The dictionary that your `baselines` returns has no key `{name}`; it has {names}. Other code looks the numbers up by their keys, so the keys have to be exactly those of the task."
    ),
    hint=0,
)
MAJORITY = Mistake(
    "majority",
    N_(
        "The `majority_accuracy` from your `baselines` should be {expected}, but it is {actual}. The right value is the accuracy, between 0 and 1, of always predicting the most frequent label. For which proportion of the examples is this prediction right?"
    ),
    hint=0,
    veiled=N_(
        "The `majority_accuracy` from your `baselines` is {actual}, and this is not right. The right value is the accuracy, between 0 and 1, of always predicting the most frequent label. For which proportion of the examples is this prediction right?"
    ),
)
NO_NUMBER = Mistake(
    "no-number",
    N_(
        "Python could not compute one of the losses in your `baselines`, or this loss is not a finite number. The usual reason is the logarithm of 0: a label without examples has the frequency 0. Such a label adds nothing to `constant_loss`, so leave it out there."
    ),
    hint=0,
    error="ValueError",
    pattern="math domain error|expected a positive input",
)
NEGATIVE = Mistake(
    "negative",
    N_(
        "Your `{name}` is {actual}. A loss is never below 0. The logarithm of a probability is never above 0, and the loss of an example is minus this logarithm."
    ),
    hint=0,
)
OTHER_BASE = Mistake(
    "other-base",
    N_(
        "Your `{name}` is {actual}: this is right for a logarithm to the base {base}. The cross-entropy of 🤗 Transformers, PyTorch and Keras, and that of this task, takes the natural logarithm, `math.log`."
    ),
    hint=0,
)
OTHER_LOSS = Mistake(
    "other-loss",
    N_(
        "Your `{name}` should be {expected}, but it is {actual}. The loss of an example is minus the natural logarithm of the probability that the prediction gives to its label. In `constant_loss` this probability is the frequency of the label; in `uniform_loss` it is the same for each of the `num_labels` labels. `{name}` is the mean of these losses over all examples."
    ),
    hint=3,
    veiled=N_(
        "Your `{name}` is {actual}, and this is not right. The loss of an example is minus the natural logarithm of the probability that the prediction gives to its label. In `constant_loss` this probability is the frequency of the label; in `uniform_loss` it is the same for each of the `num_labels` labels. `{name}` is the mean of these losses over all examples."
    ),
)


def judge_decoded_rows(draw: Draw, handed: Handed) -> Found | None:
    """The text of each example is the original one, apart from spaces between words."""
    for place, expected in enumerate(draw.kept["texts"]):
        actual = handed.text(str(place), of="decode_row")
        for token in SPECIAL:
            if token in actual:
                return SPECIAL_LEFT.found(token=token, text=actual)
        if actual.split() != expected.split():
            return OTHER_TEXT.found(actual=actual, expected=expected)
    return None


def judge_label_shares(draw: Draw, handed: Handed) -> Found | None:
    """The frequency of each label is right."""
    for place, data in enumerate(draw.given["data"]):
        count = data["num_labels"]
        expected = shares_of(data["labels"], count)
        found = handed.values.get(str(place))
        if isinstance(found, dict) or (isinstance(found, list) and found and isinstance(found[0], list)):
            return WITH_LABELS.found()
        if sized(handed, str(place), count - 1) and 0 in expected:
            return ONLY_OCCURRING.found(count=count, actual=count - 1)
        shares = handed.numbers(str(place), count, of="label_shares")
        if not abs(sum(shares) - 1) < 0.25:
            return NO_PROPORTIONS.found(total=sum(shares))
        off = [label for label in range(count) if not abs(shares[label] - expected[label]) < TOLERANCE]
        # one share that is rounded may be so by chance
        unrounded = [label for label in off if not is_rounded(shares[label], expected[label])]
        if unrounded:
            label = unrounded[0]
            return OTHER_SHARES.found(label=label, actual=shares[label], expected=expected[label])
        if off:
            label = off[0]
            value = f"`label_shares(...)[{label}]`"
            return ROUNDED.found(value=value, actual=shares[label], expected=expected[label])
    return None


def judge_baselines(draw: Draw, handed: Handed) -> Found | None:
    """The accuracy and the two losses of the baselines are right, or follow from the frequencies that `label_shares` returns."""
    returned = Handed(handed.mapping("baselines", of="baselines"))
    frequencies = handed.mapping("shares", of="label_shares")
    for place, data in enumerate(draw.given["data"]):
        scores = Handed(returned.mapping(str(place), of="baselines"))
        count = data["num_labels"]
        shares = shares_of(data["labels"], count)
        if follows(scores.values, frequencies.get(str(place)), shares):
            continue
        for name in NAMES:
            if name not in scores.values:
                names = ", ".join(f"`{each}`" for each in scores.values)
                return OTHER_NAMES.found(name=name, names=names or "`{}`")
        accuracy = scores.number("majority_accuracy", of='baselines(...)["majority_accuracy"]')
        if is_rounded(accuracy, max(shares)):
            return ROUNDED.found(value="`majority_accuracy`", actual=accuracy, expected=max(shares))
        if not abs(accuracy - max(shares)) < TOLERANCE:
            return MAJORITY.found(actual=accuracy, expected=max(shares))
        there = [share for share in shares if share]
        for name, expected in (
            ("constant_loss", -sum(p * math.log(p) for p in there)),
            ("uniform_loss", math.log(count)),
        ):
            actual = scores.number(name, of=f'baselines(...)["{name}"]')
            if not math.isfinite(actual):
                return NO_NUMBER.found()
            if abs(actual - expected) < TOLERANCE:
                continue
            if is_rounded(actual, expected):
                return ROUNDED.found(value=f"`{name}`", actual=actual, expected=expected)
            for other in range(2, 2 * count):
                if name == "uniform_loss" and abs(actual - math.log(other)) < TOLERANCE:
                    return UNIFORM_OF_OTHERS.found(count=count, actual=other)
            if actual < 0:
                return NEGATIVE.found(name=name, actual=actual)
            for base in (2, 10):
                if abs(actual * math.log(base) - expected) < TOLERANCE:
                    return OTHER_BASE.found(name=name, actual=actual, base=base)
            return OTHER_LOSS.found(name=name, actual=actual, expected=expected)
    return None


def follows(scores: Mapping[str, Any], own: Any, right: Sequence[float]) -> bool:
    """Whether the baselines follow from the answer's own frequencies, of which only the scale or the form is wrong.

    The check of the frequencies tells of these; other frequencies could be chosen so that their baselines are known.
    """
    entries = list(own.values()) if isinstance(own, dict) else own
    if is_array(entries):
        entries = entries.tolist()
    numbers: list[Any] = [entries, [scores.get(name) for name in NAMES]]
    if not all(isinstance(some, list) and all(isinstance(each, int | float) for each in some) for some in numbers):
        return False
    values = [float(each) for each in entries if each > 0]
    total = sum(values)
    # a label that never occurs may be left out
    wanted = right if len(entries) == len(right) else [share for share in right if share]
    if not values or len(entries) != len(wanted):
        return False
    if not all(abs(entry / total - share) < 0.1 for entry, share in zip(entries, wanted, strict=True)):
        return False
    accuracy, constant, uniform = numbers[1]
    off = (
        accuracy - max(values),
        constant + sum(value * math.log(value) for value in values),
        min(abs(uniform - math.log(count)) for count in (len(right), len(entries))),
    )
    return all(abs(each) < TOLERANCE for each in off)


def shares_of(labels: Sequence[int], count: int) -> list[float]:
    return [labels.count(label) / len(labels) for label in range(count)]


def is_rounded(actual: float, expected: float) -> bool:
    """Whether it is the expected number rounded to two decimals, where this is too far from it."""
    return abs(actual - expected) >= TOLERANCE and abs(actual - round(expected, 2)) < 1e-9


def sized(handed: Handed, name: str, size: int) -> bool:
    """Whether the value is a sequence of that many numbers."""
    try:
        handed.numbers(name, size, of="")
    except Unfit:
        return False
    return True


EXERCISE = Exercise(
    name="know-your-data",
    title=N_("Know your data before you train"),
    settings=("plain",),
    task=(
        N_(
            "Before you look for a fault in the model, look at the data. Read a few examples as the model gets them, "
            "and compute the label frequencies. The label frequencies tell you what accuracy and what loss are possible "
            "without any model: the baselines. A training run that does no better has learned nothing."
        ),
        N_(
            "Write three functions. `decode_row(row, tokenizer)` returns the text of one example, the words of both its sentences, "
            "without special tokens and without padding, which may be at the end or at the beginning; `row` is a dictionary with "
            "`input_ids` and `attention_mask`. `label_shares(labels, num_labels)` takes the list of all labels. It returns a list "
            "with the frequency of each label from 0 to `num_labels - 1`: the number of examples with this label, divided by the "
            "number of all examples. Some labels may not occur."
        ),
        N_(
            "`baselines(labels, num_labels)` returns a dictionary with three numbers. `majority_accuracy` is the accuracy of "
            "always predicting the most frequent label (the majority baseline). `constant_loss` is the mean cross-entropy loss, "
            "with the natural logarithm, of a prediction that gives each label its frequency as its probability. `uniform_loss` is "
            "the mean loss of a prediction that gives all `num_labels` labels the same probability. If you round the "
            "numbers that `label_shares` or `baselines` returns, keep at least three decimals."
        ),
    ),
    hints=(
        N_(
            "For `decode_row`: which method of the tokenizer turns token ids back into text, and which of its parameters leaves out the special tokens and the padding? Try it on examples with padding at the end and at the beginning."
        ),
        N_(
            "For `label_shares`: begin with a list of `num_labels` zeros, and count each label in its own entry. What do you divide the counts by, so that all entries add up to 1?"
        ),
        N_(
            "For `baselines`: the loss of an example is minus the natural logarithm of the probability that the prediction gives to its label. In `uniform_loss`, it is the same for every example. In `constant_loss`, it differs from label to label: multiply the loss of each label by its frequency, add up the products, and leave out the labels that never occur."
        ),
    ),
    solved=N_(
        "You now know what the model gets to read, how frequent each label is, and which accuracy and which loss a model has without having learned anything: these are the numbers that training must beat."
    ),
    draw=draw,
    seconds=10.0,
    in_page="know_your_data_in_page",
    checks=(
        Check(
            "decoded-rows",
            N_("The text of each example is right"),
            points=1,
            judge=judge_decoded_rows,
            mistakes=(SPECIAL_LEFT, OTHER_TEXT),
        ),
        Check(
            "label-shares",
            N_("The frequency of each label is right"),
            points=1,
            judge=judge_label_shares,
            mistakes=(WITH_LABELS, ONLY_OCCURRING, NO_PROPORTIONS, ROUNDED, OTHER_SHARES),
            hint=2,
        ),
        Check(
            "baselines",
            N_("The accuracy and the losses of the baselines are right"),
            points=2,
            judge=judge_baselines,
            mistakes=(
                OTHER_NAMES,
                MAJORITY,
                ROUNDED,
                NO_NUMBER,
                UNIFORM_OF_OTHERS,
                NEGATIVE,
                OTHER_BASE,
                OTHER_LOSS,
            ),
            needs=("label-shares",),
            hint=3,
        ),
    ),
)
