"""`trainer-inputs`: data sets and a collator that a Trainer can use."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from course.exercise import Check, Draw, Exercise, Found, Handed, Implausible, Mistake, Unfit, kind
from course.i18n import N_
from course.paths import ASSETS

CHOSEN = (
    "actor beekeeper captain clean clown coach conductor cheap dirty diver docker doctor engineer farmer fisherman "
    "friend guard heavy juggler large librarian local mechanic monday nervous officials old plans polite porter "
    "radio room rude sad short shepherd singer small spokeswoman stage steel strong sunday tall ticket union verdict "
    "votes waiter weak witnesses young"
)
WORDS = CHOSEN.split()
"""Words that are one token each for the checkpoint's tokenizer, so that the judge can read tokens without it."""
VOCABULARY = ASSETS / "checkpoint" / "vocab.txt"
TRAIN = 12
VALIDATION = 8
BATCH = 4
LABELS = 3
POSITIONS = 512
SPECIAL = 3
"""The number of special tokens in a pair."""
STEP = 32
"""Some pad to the next multiple of 8 or 16, which hardware likes; more than that is waste."""
SETS = {"train_set": "train", "validation_set": "validation_matched"}


def draw(rng: Random) -> Draw:
    """MNLI in small: one pair longer than the model has positions, one nearly as long, and one batch of validation much longer than the other."""
    lengths = {
        "train": [4, *rng.sample(range(5, 28), TRAIN - 3), rng.randrange(300, 480), 600],
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
    return Draw(given)


NO_TOKENS = Mistake(
    "no-tokens",
    N_(
        "The examples in the data set that your `prepare_sets` returns for the split `{split}` have no `input_ids`, only {columns}. The Trainer removes every column, apart from the label, whose name is not a parameter of the model's `forward` method, so nothing of the sentences would be left to train on. Tokenize the sentences."
    ),
    hint=1,
)
NOT_A_PAIR = Mistake(
    "not-a-pair",
    N_(
        "An example that your code makes from the split `{split}` is not a pair of sentences in the right order. Its {count} `input_ids`, decoded, are `{tokens}`; they should be `[CLS]`, the premise, `[SEP]`, the hypothesis, `[SEP]`. Is a sentence missing, or was it cut off because the text is too long? Are the two swapped? Is the `[SEP]` between them missing, or is there more than one?"
    ),
    hint=2,
    withheld=("tokens",),
    veiled=N_(
        "An example made from the split `{split}` is not a pair of sentences in the right order. Its `input_ids`, decoded, should be `[CLS]`, the premise, `[SEP]`, the hypothesis, `[SEP]`. Decode those of the first examples and of the longest one. Is a sentence missing, or was it cut off because the text is too long? Are the two swapped? Is the `[SEP]` between them missing, or is there more than one?"
    ),
)
CUT_SHORT = Mistake(
    "cut-short",
    N_(
        "An example that your code makes from the split `{split}` has lost text: its two sentences have {characters} characters, but in the data they have {length}. What is cut is lost to the model: cut only a pair that has more than {positions} tokens, because the model can take no more, and let the tokenizer do this. Does your code cut the text itself? Does your call of the tokenizer have a `max_length` that is too small? Without this argument, `truncation=True` cuts to the length that the model can take."
    ),
    hint=2,
)
NESTED = Mistake(
    "nested",
    N_(
        "In an example that your code makes from the split `{split}`, `input_ids` is of the type `{actual}`: a list in a list. The `input_ids` of one example are one list of whole numbers. This happens if the tokenizer gets lists of one sentence, or if it returns tensors, which have a dimension for the batch."
    ),
    hint=2,
)
OTHER_NUMBER = Mistake(
    "other-number",
    N_(
        "`map` could not put the columns together: “{message}”. With `batched=True`, the columns that your function returns, and those that the data set keeps, must have the same number of rows. Return one row for each example. With `return_overflowing_tokens=True`, the tokenizer makes several rows of an example that is too long, instead of only cutting it."
    ),
    hint=0,
    error="ArrowInvalid",
    pattern="expected length",
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
        "The data set that your `prepare_sets` returns for the split `{split}` has {rows} examples, and it contains {own} of the examples of this split. Both numbers should be {expected}, because a set needs every example of its own split once, and no others. The model cannot learn from an example that is missing, and an evaluation on training examples says nothing about new ones. If the second number is 0, did you swap the two sets?"
    ),
    hint=1,
    veiled=N_(
        "The data set that `prepare_sets` returns for the split `{split}` has {rows} examples, and it contains {own} of the examples of this split. A set needs every example of its own split once, and no others. The model cannot learn from an example that is missing, and an evaluation on training examples says nothing about new ones. If the second number is 0, are the two sets swapped?"
    ),
)
OTHER_LABEL = Mistake(
    "other-label",
    N_(
        "The example with the hypothesis “{hypothesis}” has the label {expected} in the data, but in the data set that your `prepare_sets` returns it has the label `{actual}` (`None` stands for a missing label). Keep the label of every example as it is in the data. Print the labels of the first examples in `raw_datasets` and in the data sets that you return, and compare them."
    ),
    hint=0,
    withheld=("hypothesis",),
    veiled=N_(
        "In the data set that `prepare_sets` returns, an example has the label `{actual}` (`None` stands for a missing label), and it has another one in the data. Keep the label of every example as it is in the data. Print the labels of the first examples in `raw_datasets` and in the data sets that you return, and compare them."
    ),
)
BATCH_LABEL = Mistake(
    "batch-label",
    N_(
        "The example with the hypothesis “{hypothesis}” has the label {expected} in the data and in your data set, but in the batch that the Trainer got from your collator it has the label `{actual}` (`None` stands for a missing label). The collator should return the labels of its examples as one tensor of whole numbers, in the same order, under the key `labels`."
    ),
    hint=0,
    withheld=("hypothesis",),
    veiled=N_(
        "In the batch that the Trainer got from the collator, an example has the label `{actual}` (`None` stands for a missing label), and this is not its label in the data set. The collator should return the labels of its examples as one tensor of whole numbers, in the same order, under the key `labels`."
    ),
)
COLUMNS_REMOVED = Mistake(
    "columns-removed",
    N_(
        "When the Trainer took an example from your data set, your code did not find the column `{message}`. Apart from the label, the Trainer removes every column whose name is not a parameter of the model's `forward` method. So an example must have its tokens already when the Trainer takes it: tokenize with `map`, not with a transform that runs when an example is read."
    ),
    hint=3,
    error="KeyError",
    pattern="premise|hypothesis|^'label'$|^'idx'$",
)
NOT_A_FUNCTION = Mistake(
    "not-a-function",
    N_(
        "The Trainer calls what your `make_collator` returns, and this cannot be called: “{message}”. A collator is a function, or an object that can be called like one; it gets a list of examples, and returns the batch."
    ),
    hint=3,
    error="TypeError",
    pattern="object is not callable",
)
A_CLASS = Mistake(
    "a-class",
    N_(
        "Your `make_collator` returns the class `{name}` itself, but it should return a collator, which is an object of this class. Call the class with what it needs: `{name}(...)`."
    ),
    hint=3,
)
LABELS_AS_LISTS = Mistake(
    "labels-as-lists",
    N_(
        "The Trainer could not make a batch, because your collator stopped with this error: “{message}”. The label of an example is one number. Does your collator expect a list of labels in each example? `DataCollatorForTokenClassification` and `DataCollatorForSeq2Seq` do, because they are for other tasks."
    ),
    hint=3,
    error="TypeError",
    pattern="'int' object is not iterable|object of type 'int' has no len",
)
RAGGED = Mistake(
    "ragged",
    N_(
        "The Trainer could not make a batch, because lists in it differ in length: in a tensor, all rows have the same length. The collator that your `make_collator` returns has to pad the shorter examples of the list that it is given, their `input_ids` and their attention mask, to the length of the longest one. A fixed length will not do: an example can be longer."
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
OTHER_TOKENS = Mistake(
    "other-tokens",
    N_(
        "In a batch that the Trainer got from your collator, the `input_ids` of an example are not those that the example has in your data set, followed by padding. The collator should neither cut nor change the tokens of its examples. It should pad with `tokenizer.pad_token_id`, to the length of the longest example."
    ),
    hint=3,
)
OTHER_MASK = Mistake(
    "other-mask",
    N_(
        "In one of your batches the model attends to {attended} of the {tokens} tokens and to {seen} of the {padding} padding positions. It should attend to all of the tokens and to none of the padding. Give the model the attention mask that the tokenizer made, with 0 for the padding: without a mask the model attends to every position."
    ),
    hint=3,
)
WASTE = Mistake(
    "waste",
    N_(
        "The longest example in one of your batches has {longest} tokens, but the batch is {width} tokens wide. The training works, but every padding position costs the model as much computation as a token of an example. Do not pad the data sets in `prepare_sets`, and let the collator pad each batch to its own longest example or to the next multiple of 8, 16 or 32, not to a fixed length."
    ),
    hint=3,
)


@dataclass(frozen=True)
class Row:
    split: str
    premise: list[str]
    label: int


def known_rows(draw: Draw) -> Mapping[str, Row]:
    """The examples by their hypothesis, which is different in each of them."""
    return {
        row["hypothesis"]: Row(split, row["premise"].split(), row["label"])
        for split, rows in draw.given["splits"].items()
        for row in rows
    }


@cache
def vocabulary() -> list[str]:
    """The tokens by their ids."""
    return VOCABULARY.read_text(encoding="utf-8").split("\n")


def hypothesis_of(tokens: list[str], known: Mapping[str, Row]) -> str | None:
    """The hypothesis of the row that was tokenized; None if the tokens are not those of a pair, whole as far as it fits."""
    premise, own = halves(tokens)
    hypothesis = " ".join(own)
    if hypothesis not in known:
        return None
    whole = known[hypothesis].premise
    if len(whole) + len(own) + SPECIAL > POSITIONS:
        whole = whole[: len(premise)]
    return hypothesis if premise == whole else None


def halves(tokens: list[str]) -> tuple[list[str], list[str]]:
    """The two sentences of a pair; empty if the tokens are not those of a pair."""
    if tokens.count("[SEP]") != 2 or tokens[0] + tokens[-1] != "[CLS][SEP]":
        return [], []
    end = tokens.index("[SEP]")
    return tokens[1:end], tokens[end + 1 : -1]


def cut_from(tokens: list[str], known: Mapping[str, Row]) -> str | None:
    """The hypothesis of the row of which these tokens are the beginnings of both sentences, which may end within a word; None if there is none."""
    premise, own = map(as_text, halves(tokens))
    for hypothesis, row in known.items():
        if own and hypothesis.startswith(own) and " ".join(row.premise).startswith(premise):
            return hypothesis
    return None


def as_text(tokens: list[str]) -> str:
    """The text of tokens, of which some may be only parts of words."""
    return " ".join(tokens).replace(" ##", "")


def source(tokens: list[str], known: Mapping[str, Row]) -> str | None:
    """The hypothesis of the row from which the answer made these tokens, in whatever way; None if there is none."""
    hypothesis = cut_from(tokens, known)
    words = [token for token in tokens if token not in ("[CLS]", "[SEP]")]
    text = " ".join(words)
    for other, row in known.items():
        if other in text or (words and words == row.premise[: len(words)]):
            hypothesis = hypothesis or other
    return hypothesis


def read_rows(rows: Handed, of: str) -> list[list[str]]:
    """The tokens of each row, padding included."""
    texts = vocabulary()
    ids = Handed(rows.mapping("ids", of=of))
    of_ids = f'{of}(...)...["input_ids"]'
    return [
        [texts[each] if 0 <= each < len(texts) else str(each) for each in ids.integers(row, of=of_ids)]
        for row in ids.values
    ]


def nested_ids(rows: Handed, of: str) -> str:
    """The kind of the first row that is a list of lists; empty if there is none."""
    for value in rows.mapping("ids", of=of).values():
        deep = value.ndim > 1 if isinstance(value, np.ndarray) else isinstance(value, list) and any(map(is_list, value))
        if deep:
            return kind(value)
    return ""


def is_list(value: object) -> bool:
    return isinstance(value, list) or (isinstance(value, np.ndarray) and value.ndim > 0)


def unpadded(row: list[str]) -> list[str]:
    return [token for token in row if token != "[PAD]"]


def find_in_rows(draw: Draw, rows: Handed, of: str, split: str) -> Found | None:
    """Find the mistake that one example shows, but not whether it is cut."""
    known = known_rows(draw)
    labels = Handed(rows.mapping("labels", of=of))
    nested = nested_ids(rows, of)
    if nested:
        return NESTED.found(split=split, actual=nested)
    for place, row in enumerate(read_rows(rows, of)):
        tokens = unpadded(row)
        if len(tokens) > POSITIONS:
            return TOO_LONG.found(split=split, tokens=len(tokens), positions=POSITIONS)
        hypothesis = cut_from(tokens, known)
        if hypothesis is None:
            shown = tokens if len(tokens) <= 20 else [*tokens[:10], "…", *tokens[-10:]]
            return NOT_A_PAIR.found(split=split, count=len(tokens), tokens=" ".join(shown))
        expected = known[hypothesis].label
        actual = labels.text(str(place), of=of)
        if actual != str(expected):
            return OTHER_LABEL.found(hypothesis=hypothesis, expected=expected, actual=actual)
    return None


def judge_sets(draw: Draw, handed: Handed) -> Found | None:
    """Both sets have the tokens of both sentences, and the label, of each row of their own split."""
    of = "prepare_sets"
    if not handed.truth("is_pair", of=of):
        raise Unfit(of, "tuple[Dataset, Dataset]", handed.text("kind", of=of))
    known = known_rows(draw)
    for name, split in SETS.items():
        rows = Handed(handed.mapping(name, of=of))
        if not rows.truth("has_tokens", of=of):
            columns = rows.text("columns", of=of)
            return NO_TOKENS.found(split=split, columns=columns)
        found = find_in_rows(draw, rows, of, split)
        if found:
            return found
        tokens = read_rows(rows, of)
        own = set[str]()
        for row in map(unpadded, tokens):
            hypothesis = cut_from(row, known) or ""
            if not hypothesis_of(row, known):
                characters = sum(len(as_text(half)) for half in halves(row))
                length = len(" ".join(known[hypothesis].premise)) + len(hypothesis)
                return CUT_SHORT.found(split=split, characters=characters, length=length, positions=POSITIONS)
            if known[hypothesis].split == split:
                own.add(hypothesis)
        expected = len(draw.given["splits"][split])
        if len(own) != expected or len(tokens) != expected:
            return OTHER_ROWS.found(
                split=split,
                rows=len(tokens),
                own=len(own),
                expected=expected,
            )
    return None


def judge_batches(draw: Draw, handed: Handed) -> Found | None:
    """A batch of the Trainer has whole examples, their labels, and a mask that tells tokens from padding; a model can use it."""
    of = "make_collator"
    if "no_tensor" in handed.values:
        return NO_TENSORS.found(name=handed.text("no_tensor", of=of), actual=handed.text("kind", of=of))
    if "nothing" in handed.values:
        raise Unfit(of, "function", handed.text("nothing", of=of))
    if "class" in handed.values:
        return A_CLASS.found(name=handed.text("class", of=of))
    known = known_rows(draw)
    of_set = own_rows(handed, of)
    labels = Handed(handed.mapping("labels", of=of))
    for place, row in enumerate(read_rows(handed, of)):
        tokens = unpadded(row)
        hypothesis = source(tokens, known)
        if hypothesis is None or tokens not in of_set:
            return OTHER_TOKENS.found()
        expected = known[hypothesis].label
        actual = labels.text(str(place), of=of)
        if actual != str(expected):
            return BATCH_LABEL.found(hypothesis=hypothesis, expected=expected, actual=actual)
    handed.array("logits", (BATCH, LABELS), of=of)
    rows = read_rows(handed, of)
    width = max(map(len, rows), default=0)
    if len(rows) != BATCH or width > POSITIONS:
        raise Implausible(of, str((BATCH, POSITIONS)), str((len(rows), width)))
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
            attended=int(np.sum(~is_padding)) - hidden,
            tokens=int(np.sum(~is_padding)),
        )
    own = {source(unpadded(row), known) for row in rows}
    if len(own) != BATCH:
        raise Implausible(of, str(BATCH), str(len(own)))
    return None


def judge_padding(draw: Draw, handed: Handed) -> Found | None:
    """Each batch is as wide as its own longest example."""
    of = "prepare_sets"
    known = known_rows(draw)
    of_set = own_rows(handed, of)
    seen: list[list[str]] = []
    batches = Handed(handed.mapping("batches", of=of))
    for place in batches.values:
        rows = read_rows(Handed(batches.mapping(place, of=of)), of)
        width = max(map(len, rows), default=0)
        longest = max((len(unpadded(row)) for row in rows), default=0)
        if width > -(-longest // STEP) * STEP:
            return WASTE.found(longest=longest, width=width)
        seen += map(unpadded, rows)
    if any(row not in of_set for row in seen):
        return OTHER_TOKENS.found()
    if sorted(seen) != sorted(of_set) or len(seen) <= BATCH:
        raise Implausible(of, str(len(of_set)), str(len(seen)))
    if not all(source(row, known) for row in seen):
        raise Implausible(of, str(len(seen)), str(sum(source(row, known) is not None for row in seen)))
    return None


def own_rows(handed: Handed, of: str) -> list[list[str]]:
    """The tokens of each row of the answer's own set, without padding."""
    return [unpadded(row) for row in read_rows(Handed(handed.mapping("own", of=of)), of)]


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
            "tokens than the model can take is cut, and every other pair stays whole."
        ),
        N_(
            "Write `make_collator(tokenizer)`. It returns a collator: a function that gets a list of examples, pads "
            "them to the length of the longest one, or up to the next multiple of 8, 16 or 32, and makes a batch of them: a dictionary of tensors, with "
            "`input_ids`, `attention_mask` and `labels`. The check gives your data sets and your collator "
            "to a real `Trainer`. The Trainer keeps the label. It removes every other column whose name is not a parameter of the model's `forward` method."
        ),
    ),
    hints=(
        N_(
            "Print the length and the first example of each set that `prepare_sets` returns. Does the example contain tokens, or text? From which split does it come, and is the set as long as this split?"
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
    solved=N_(
        "The Trainer now gets every example as a whole pair of sentences with its label, in batches that are padded only as far as necessary."
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
                NESTED,
                OTHER_NUMBER,
                CUT_SHORT,
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
                COLUMNS_REMOVED,
                NOT_A_FUNCTION,
                A_CLASS,
                LABELS_AS_LISTS,
                NO_TENSORS,
                OTHER_TOKENS,
                BATCH_LABEL,
                OTHER_MASK,
            ),
            needs=("sets",),
            hint=3,
        ),
        Check(
            "padding",
            N_("No batch is wider than its longest example"),
            points=1,
            judge=judge_padding,
            mistakes=(WASTE, OTHER_TOKENS),
            needs=("sets", "batches"),
            hint=3,
        ),
    ),
)
