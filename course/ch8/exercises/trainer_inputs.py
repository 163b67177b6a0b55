"""`trainer-inputs`: data sets and a collator that a Trainer can use."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np

from course.exercise import Case, Check, Exercise, Found, Handed, Mistake, Unfit
from course.i18n import N_

CHOSEN = (
    "actor beekeeper captain clean clown coach conductor cheap dirty diver docker doctor engineer farmer fisherman "
    "friend guard heavy juggler large librarian local mechanic monday nervous officials old plans polite porter "
    "radio room rude sad short shepherd singer small spokeswoman stage steel strong sunday tall ticket union verdict "
    "votes waiter weak witnesses young"
)
WORDS = CHOSEN.split()
"""Words that are one token each for the checkpoint's tokenizer, so that the judge can read tokens without it."""
TRAIN = 12
VALIDATION = 8
BATCH = 4
LABELS = 3
POSITIONS = 512
KEPT = 64
"""An example may be cut to fewer tokens than the model has positions, but not to fewer than these."""
STEP = 32
"""Some pad to the next multiple of 8 or 16, which hardware likes; more than that is waste."""
SETS = {"train_set": "train", "validation_set": "validation_matched"}


def draw(rng: Random) -> Case:
    """MNLI in small: one premise longer than the model has positions, and one batch of validation much longer than the other."""
    lengths = {
        "train": [4, *rng.sample(range(5, 28), TRAIN - 2), 600],
        "validation_matched": [
            *rng.sample(range(3, 12), BATCH),
            *rng.sample(range(90, 110), VALIDATION - BATCH),
        ],
    }
    first_words = rng.sample(WORDS, TRAIN + VALIDATION)
    splits = {
        split: [
            {
                "premise": " ".join(rng.choices(WORDS, k=length)),
                "hypothesis": " ".join([first_words.pop(), *rng.choices(WORDS, k=4)]),
                "label": rng.randrange(LABELS),
                "idx": 100 + idx,
            }
            for idx, length in enumerate(lengths[split])
        ]
        for split in lengths
    }
    given = {
        "splits": splits,
        "batch": BATCH,
        "labels": LABELS,
        "positions": POSITIONS,
        "seed": rng.randrange(10**6),
    }
    return Case(given)


NO_TOKENS = Mistake(
    "no-tokens",
    N_(
        "The examples in the data set that your `prepare_sets` returns for the split `{split}` have no `input_ids`, only {columns}. The Trainer removes the columns whose names are not among the parameters of the model's `forward` method, and too little of these examples would be left to train on. Tokenize the sentences."
    ),
    hint=1,
)
NOT_A_PAIR = Mistake(
    "not-a-pair",
    N_(
        "An example that your code makes from the split `{split}` does not have the tokens of the whole pair. Decode its `input_ids`: you should see `[CLS]`, the premise, `[SEP]`, the hypothesis, `[SEP]`. The `[SEP]` shows the model where a sentence ends. Only a pair that is too long for the model may be cut. Your example begins with `{tokens}`."
    ),
    hint=2,
    withheld=("tokens",),
)
TOO_LONG = Mistake(
    "too-long",
    N_(
        "An example that your code makes from the split `{split}` has {tokens} tokens, but the model has only {positions} positions. At this example the training would stop with an error, perhaps after hours. Let the tokenizer cut pairs that are too long."
    ),
    hint=2,
)
OTHER_ROWS = Mistake(
    "other-rows",
    N_(
        "The data set that your `prepare_sets` returns for the split `{split}` does not have exactly the examples of this split. Number of examples in it: {rows}. Number of different examples in it that are from the split: {own}. Both numbers should be {expected}, because each set needs every example of its own split once, and no others: the model cannot learn from an example that is missing, and an evaluation on training examples says nothing about new ones."
    ),
    hint=1,
)
OTHER_LABEL = Mistake(
    "other-label",
    N_(
        "With your code, one example has the label `{actual}` (`None` stands for no label); in the data its label is {expected}, and its hypothesis is “{hypothesis}”. Your functions must keep the label of every example as it is in the data. Print the labels of the first examples in `raw_datasets`, in the data sets that you return and in a batch of your collator, and compare them."
    ),
    hint=0,
    withheld=("hypothesis",),
)
RAGGED = Mistake(
    "ragged",
    N_(
        "The Trainer could not make a batch, because the examples that it got differ in length, and a tensor is a rectangle. Your collator has to pad the shorter examples of the list that it is given."
    ),
    hint=3,
    error="ValueError",
    pattern="expected sequence of length|Unable to create tensor",
)
NO_TENSORS = Mistake(
    "no-tensors",
    N_(
        "In the batch that the Trainer got from your collator, `{name}` is of the type `{actual}`, and a PyTorch model takes only values of the type `torch.Tensor`. Look at what your collator returns; a collator of 🤗 Transformers has an argument `return_tensors` for this."
    ),
    hint=0,
)
OTHER_MASK = Mistake(
    "other-mask",
    N_(
        "In one of your batches the attention mask is not right. Places of padding that the model attends to: {seen} of {padding}. Tokens that it does not attend to: {hidden} of {tokens}. The model has to get the attention mask that the tokenizer made, with 0 for the padding."
    ),
    hint=3,
)
WASTE = Mistake(
    "waste",
    N_(
        "The longest example in one of your batches has {longest} tokens, but the batch is {width} tokens wide. The training works, but the model processes every place of padding as it processes a word. Do not pad the data sets: let the collator pad each batch to its own longest example."
    ),
    hint=3,
)


@dataclass(frozen=True)
class Row:
    split: str
    premise: list[str]
    label: int


def known_rows(case: Case) -> Mapping[str, Row]:
    """The examples by their hypothesis, which is different in each of them."""
    return {
        row["hypothesis"]: Row(split, row["premise"].split(), row["label"])
        for split, rows in case.given["splits"].items()
        for row in rows
    }


def hypothesis_of(tokens: list[str], known: Mapping[str, Row]) -> str | None:
    """The hypothesis of the row that was tokenized; None if the tokens are not those of a pair."""
    if tokens.count("[SEP]") != 2 or tokens[0] + tokens[-1] != "[CLS][SEP]":
        return None
    end = tokens.index("[SEP]")
    premise = tokens[1:end]
    hypothesis = " ".join(tokens[end + 1 : -1])
    if hypothesis not in known:
        return None
    whole = known[hypothesis].premise
    if len(tokens) >= KEPT:
        whole = whole[: len(premise)]
    return hypothesis if premise == whole else None


def read_rows(rows: Handed, of: str) -> list[list[str]]:
    """The tokens of each row, padding included."""
    texts = Handed(rows.mapping("tokens", of=of))
    return [texts.text(row, of=of).split() for row in texts.values]


def unpadded(row: list[str]) -> list[str]:
    return [token for token in row if token != "[PAD]"]


def find_in_rows(case: Case, rows: Handed, of: str, split: str) -> Found | None:
    """Find the mistake that one example shows."""
    known = known_rows(case)
    labels = Handed(rows.mapping("labels", of=of))
    for place, row in enumerate(read_rows(rows, of)):
        tokens = unpadded(row)
        if len(tokens) > POSITIONS:
            return TOO_LONG.found(split=split, tokens=len(tokens), positions=POSITIONS)
        hypothesis = hypothesis_of(tokens, known)
        if hypothesis is None:
            return NOT_A_PAIR.found(split=split, tokens=" ".join(tokens[:20]))
        expected = known[hypothesis].label
        actual = labels.text(str(place), of=of)
        if actual != str(expected):
            return OTHER_LABEL.found(hypothesis=hypothesis, expected=expected, actual=actual)
    return None


def judge_sets(case: Case, handed: Handed) -> Found | None:
    """Both sets have the tokens of both sentences, and the label, of each row of their own split."""
    of = "prepare_sets"
    kind = handed.text("kind", of=of)
    if not handed.truth("is_pair", of=of):
        raise Unfit(of, "tuple[Dataset, Dataset]", kind)
    known = known_rows(case)
    for name, split in SETS.items():
        rows = Handed(handed.mapping(name, of=of))
        if not rows.truth("has_tokens", of=of):
            columns = rows.text("columns", of=of)
            return NO_TOKENS.found(split=split, columns=columns)
        found = find_in_rows(case, rows, of, split)
        if found:
            return found
        tokens = read_rows(rows, of)
        own = {
            hypothesis
            for row in tokens
            if (hypothesis := hypothesis_of(unpadded(row), known)) and known[hypothesis].split == split
        }
        expected = len(case.given["splits"][split])
        if len(own) != expected or len(tokens) != expected:
            return OTHER_ROWS.found(
                split=split,
                rows=len(tokens),
                own=len(own),
                expected=expected,
            )
    return None


def judge_batches(case: Case, handed: Handed) -> Found | None:
    """A batch of the Trainer has whole examples, their labels, and a mask that tells tokens from padding; a model can use it."""
    of = "make_collator"
    if "no_tensor" in handed.values:
        return NO_TENSORS.found(name=handed.text("no_tensor", of=of), actual=handed.text("kind", of=of))
    found = find_in_rows(case, handed, of, SETS["train_set"])
    if found:
        return found
    rows = read_rows(handed, of)
    width = max(map(len, rows), default=0)
    is_padding = np.array(
        [[token == "[PAD]" for token in row] + [True] * (width - len(row)) for row in rows],
        dtype=bool,
    ).reshape(len(rows), width)
    mask = np.ones(is_padding.shape)
    if handed.truth("has_mask", of=of):
        mask = handed.array("mask", is_padding.shape, of=of)
    seen = int(np.sum(mask[is_padding] != 0))
    hidden = int(np.sum(mask[~is_padding] == 0))
    if seen or hidden:
        return OTHER_MASK.found(
            seen=seen,
            padding=int(np.sum(is_padding)),
            hidden=hidden,
            tokens=int(np.sum(~is_padding)),
        )
    handed.array("logits", (BATCH, LABELS), of=of)
    known = known_rows(case)
    own = {hypothesis_of(unpadded(row), known) for row in rows}
    if len(own) != BATCH:
        raise Unfit(of, str(BATCH), str(len(own)))
    return None


def judge_padding(case: Case, handed: Handed) -> Found | None:
    """Each batch is as wide as its own longest example."""
    of = "prepare_sets"
    known = known_rows(case)
    own = set[str | None]()
    for place in handed.values:
        rows = read_rows(Handed(handed.mapping(place, of=of)), of)
        width = max(map(len, rows), default=0)
        longest = max((len(unpadded(row)) for row in rows), default=0)
        if width > -(-longest // STEP) * STEP:
            return WASTE.found(longest=longest, width=width)
        own |= {hypothesis_of(unpadded(row), known) for row in rows}
    split = SETS["validation_set"]
    expected = {each for each in known if known[each].split == split}
    if own != expected:
        raise Unfit(of, str(len(expected)), str(len(own)))
    return None


EXERCISE = Exercise(
    name="trainer-inputs",
    title=N_("Data sets and batches for the Trainer"),
    settings=("pt",),
    task=(
        N_(
            "The Trainer takes examples that are numbers, and makes batches of them. Your data are text: pairs of sentences in the "
            "columns of MNLI, `premise` and `hypothesis`, with a `label`."
        ),
        N_(
            "Write `prepare_sets(raw_datasets, tokenizer)`. It returns two tokenized data sets: the training set, from "
            "the split `train`, and the validation set, from the split `validation_matched`. Each example has the "
            "`input_ids` of both sentences (the premise first), an `attention_mask` and a `label`. A pair with more "
            "tokens than the model can take is cut."
        ),
        N_(
            "Write `make_collator(tokenizer)`. It returns a collator: a function that gets a list of examples, pads "
            "them to the longest of them, and makes a batch of them. The check gives your data sets and your collator "
            "to a real `Trainer`."
        ),
    ),
    hints=(
        N_(
            "Print the first example of each of your two sets. Does it contain tokens, or text? Does it come from the right split?"
        ),
        N_(
            "Decode the `input_ids` of an example. A tokenizer that is given two texts puts a `[SEP]` after each of them. An "
            "argument of the tokenizer makes it cut what is too long."
        ),
        N_(
            "Tokenize with `map` and `truncation=True`, without padding, and leave the padding to the collator. 🤗 Transformers has "
            "a collator that takes the tokenizer and pads each batch to its longest example."
        ),
    ),
    draw=draw,
    checks=(
        Check(
            "sets",
            N_("Both sets have the tokens of both sentences, and the labels"),
            points=2,
            judge=judge_sets,
            mistakes=(
                NO_TOKENS,
                NOT_A_PAIR,
                TOO_LONG,
                OTHER_ROWS,
                OTHER_LABEL,
            ),
        ),
        Check(
            "batches",
            N_("The Trainer makes batches that the model can use"),
            points=2,
            judge=judge_batches,
            mistakes=(
                RAGGED,
                NO_TENSORS,
                TOO_LONG,
                NOT_A_PAIR,
                OTHER_LABEL,
                OTHER_MASK,
            ),
            needs=("sets",),
        ),
        Check(
            "padding",
            N_("No batch is wider than its longest example"),
            points=1,
            judge=judge_padding,
            mistakes=(WASTE,),
            needs=("batches",),
        ),
    ),
)
