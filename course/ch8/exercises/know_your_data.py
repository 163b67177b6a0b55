"""`know-your-data`: rows read back as text, and the scores that can be had without a model."""

import math
from collections.abc import Sequence
from random import Random

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
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


def draw(rng: Random) -> Case:
    """Rows of tokens, one without padding, one padded at its end and one at its beginning; and three lists of labels: in the
    first every label occurs, in the second one does not, in the third the last one does not."""
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
    return Case(given, {"texts": texts})


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
        "Your text still has `{token}` in it: {text}. Special tokens and padding are there for the model. Leave them out, and what you "
        "read is what somebody wrote."
    ),
    hint=1,
    withheld=("text",),
)
OTHER_TEXT = Mistake(
    "other-text",
    N_(
        "Your text is: {actual}. It should be: {expected}. The tokenizer knows how pieces of words are put together, and the row may be "
        "padded on either side."
    ),
    hint=1,
    withheld=("actual",),
)
OTHER_SHARES = Mistake(
    "other-shares",
    N_(
        "You give label {label} a share of {actual}; it has {expected}. The list has one entry for each label, in the order of the "
        "labels. Shares of a whole lie between 0 and 1 and add up to 1; yours add up to {total}."
    ),
    hint=2,
)
ONLY_OCCURRING = Mistake(
    "only-occurring",
    N_(
        "There are {count} labels, but you count with {actual}. A label that does not occur in these rows is still a label: its share "
        "is 0, and a model that knows nothing gives it the same probability as any other."
    ),
    hint=2,
)
OTHER_NAMES = Mistake(
    "other-names",
    N_(
        "The dictionary has no `{name}`; it has {names}. Whoever asks for a number asks by its name, so the names matter."
    ),
    hint=3,
)
MAJORITY = Mistake(
    "majority",
    N_(
        "Your `majority_accuracy` is {actual}; it should be {expected}. It is the accuracy of always answering with the most frequent "
        "label: in what part of the rows would that be right?"
    ),
    hint=3,
)
NO_NUMBER = Mistake(
    "no-number",
    N_(
        "The share of a label that does not occur is 0, and the logarithm of 0 is not a number that you can use. No row has that "
        "label, so it adds nothing to the mean loss."
    ),
    hint=3,
    error="ValueError",
    pattern="math domain error|expected a positive input",
)
OTHER_LOSS = Mistake(
    "other-loss",
    N_(
        "Your `{name}` is {actual}; it should be {expected}. The loss of a row is the natural logarithm of the probability given to its "
        "label, with the sign changed, and the loss of all rows is the mean."
    ),
    hint=3,
)


def judge_decoded_rows(case: Case, handed: Handed) -> Found | None:
    """Each row's text is the original one, apart from spaces between words."""
    for place, expected in enumerate(case.kept["texts"]):
        actual = handed.text(str(place), of="decode_row")
        for token in SPECIAL:
            if token in actual:
                return SPECIAL_LEFT.found(token=token, text=actual)
        if actual.split() != expected.split():
            return OTHER_TEXT.found(actual=actual, expected=expected)
    return None


def judge_label_shares(case: Case, handed: Handed) -> Found | None:
    """Each label has the share of the rows that have it."""
    for place, data in enumerate(case.given["data"]):
        count = data["num_labels"]
        expected = shares_of(data["labels"], count)
        if sized(handed, str(place), count - 1) and 0 in expected:
            return ONLY_OCCURRING.found(count=count, actual=count - 1)
        shares = handed.array(str(place), (count,), of="label_shares")
        for label, (actual, right) in enumerate(zip(shares, expected, strict=False)):
            if not abs(actual - right) < TOLERANCE:
                return OTHER_SHARES.found(
                    label=label,
                    actual=float(actual),
                    expected=right,
                    total=float(shares.sum()),
                )
    return None


def judge_baselines(case: Case, handed: Handed) -> Found | None:
    """The accuracy and the two losses that can be had without a model."""
    for place, data in enumerate(case.given["data"]):
        scores = Handed(handed.mapping(str(place), of="baselines"))
        count = data["num_labels"]
        shares = shares_of(data["labels"], count)
        for name in NAMES:
            if name not in scores.values:
                names = ", ".join(f"`{each}`" for each in scores.values)
                return OTHER_NAMES.found(name=name, names=names or "`{}`")
        accuracy = scores.number("majority_accuracy", of="baselines")
        if not abs(accuracy - max(shares)) < TOLERANCE:
            return MAJORITY.found(actual=accuracy, expected=max(shares))
        there = [share for share in shares if share]
        for name, expected in (
            ("constant_loss", -sum(p * math.log(p) for p in there)),
            ("uniform_loss", math.log(count)),
        ):
            actual = scores.number(name, of="baselines")
            if not math.isfinite(actual):
                return NO_NUMBER.found()
            if abs(actual - expected) < TOLERANCE:
                continue
            fewer = math.log(len(there))
            if name == "uniform_loss" and (abs(actual - fewer) < TOLERANCE):
                return ONLY_OCCURRING.found(count=count, actual=len(there))
            return OTHER_LOSS.found(name=name, actual=actual, expected=expected)
    return None


def shares_of(labels: Sequence[int], count: int) -> list[float]:
    return [labels.count(label) / len(labels) for label in range(count)]


def sized(handed: Handed, name: str, size: int) -> bool:
    """Whether the value is a sequence of that many numbers."""
    try:
        handed.array(name, (size,), of="")
    except Unfit:
        return False
    return True


EXERCISE = Exercise(
    name="know-your-data",
    title=N_("Know your data before you train"),
    settings=("plain",),
    task=(
        N_(
            "Before you look for a fault in the model, look at the data: read a few rows as the model gets them, and find out how the labels "
            "are distributed. Then you know which accuracy and which loss are to be had without any model, and a training run that does "
            "no better has learned nothing."
        ),
        N_(
            "Write three functions. `decode_row(row, tokenizer)` turns tokens back into text. `label_shares(labels, num_labels)` says which "
            "part of the rows each label has. `baselines(labels, num_labels)` computes the accuracy of always answering with the most "
            "frequent label, the mean loss of always giving the labels' own shares as probabilities, and the mean loss of giving every "
            "label the same probability."
        ),
    ),
    hints=(
        N_(
            "A tokenizer's `decode` can leave out the special tokens when it is asked to. Look at its parameters, and try it on a padded "
            "row."
        ),
        N_(
            "Begin with a list of `num_labels` zeros and count. What does your list hold for a label that never occurs? And what do its "
            "entries add up to?"
        ),
        N_(
            "The loss of a row is minus the natural logarithm of the probability that its label was given. With equal probabilities it "
            "is the same for every row. With the shares as probabilities it differs from label to label: weigh each label's loss by "
            "how often it occurs, and leave out what never occurs."
        ),
    ),
    draw=draw,
    seconds=10.0,
    checks=(
        Check(
            "decoded-rows",
            N_("Rows are turned back into text"),
            points=1,
            judge=judge_decoded_rows,
            mistakes=(SPECIAL_LEFT, OTHER_TEXT),
        ),
        Check(
            "label-shares",
            N_("Every label has its share"),
            points=1,
            judge=judge_label_shares,
            mistakes=(OTHER_SHARES, ONLY_OCCURRING),
        ),
        Check(
            "baselines",
            N_("What can be had without a model"),
            points=2,
            judge=judge_baselines,
            mistakes=(
                OTHER_NAMES,
                MAJORITY,
                NO_NUMBER,
                ONLY_OCCURRING,
                OTHER_LOSS,
            ),
        ),
    ),
)
