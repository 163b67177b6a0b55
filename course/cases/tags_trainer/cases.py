"""The cases of the script that tags names with a Trainer."""

from pathlib import Path
from random import Random

from course.case import Case, Program
from course.cases import tags
from course.cases.draws import draw_of
from course.cases.scores import share_of_equals
from course.exercise import Draw
from course.i18n import N_
from course.lesson import Raises


def draw(rng: Random) -> Draw:
    """Draw the messages. No score is ever perfect, because of the strange names, so the validation set stays as it is."""
    return draw_of(
        rng,
        tags.draw_splits(rng),
        checkpoint="tags",
        asked="messages",
        question="words",
        right=lambda row: row["tags"],
        columns=(),
        guess=lambda labels: labels.count(0) / len(labels),
    )


WRONG_NAMES = Case(
    name="second-name-wrong",
    mistake="labels-by-position",
    symptom=N_(
        "No error, but the model often finds only the first name of a message, and puts tags on the wrong words after it"
    ),
    note=N_(
        "The author says: “The score rises to 0.84, so I thought that the script works. But I have looked at some messages: the first name is mostly right, and after it many tags are wrong. Perhaps the model is too small for long messages.”"
    ),
    hints=(
        N_(
            "Each token needs the tag of the word that it belongs to. How many tokens does a message have, and how many words?"
        ),
        N_(
            'Print the tokens beside the labels: `row = datasets["train"][0]`, then `list(zip(tokenizer.convert_ids_to_tokens(row["input_ids"]), row["labels"]))`. Where do the two go apart?'
        ),
        N_(
            "A name is split into two or three pieces. `word_ids` says for each token which word it belongs to: give the first piece the tag `tags[word]`, and `-100` to the other pieces and to the special tokens."
        ),
    ),
    title=N_("The labels are not aligned with the word pieces"),
    why=N_(
        "Printed side by side, tokens and labels agree up to the first name. That name has two or three pieces, but the script gave each word only one label. So every later label stood one or two tokens too early, and each further name made the distance larger. Nothing raised an error, because each list of labels had the right length. The reported score of 0.84 was computed with the same misplaced labels. Counted word by word, the model is right for only 0.75 of the words, and 0.70 of all words are no names. In token classification, print tokens and labels side by side before you train."
    ),
    lookalikes=N_(
        "Tags at wrong words also come from special tokens that have no label, and from predictions that are read token by token where they should be read word by word."
    ),
    fails="learns",
)

BEFORE_THE_NAME = Case(
    name="tag-before-the-name",
    mistake="special-tokens-forgotten",
    symptom=N_(
        "No error, but the word before a name gets the tag of the name, and most names themselves get a wrong tag"
    ),
    note=N_(
        "The author says: “I have given each piece its label, as the documentation says. The score is 0.82. But in ‘a report on wesmond came today’ the model tags ‘on’ as a place. I think that the people who tagged the data made mistakes.”"
    ),
    hints=(
        N_(
            "All tags stand in the wrong place by the same distance. What stands at the beginning of `input_ids`, before the first word?"
        ),
        N_(
            'Print the lengths `len(row["input_ids"])` and `len(row["labels"])` for `row = datasets["train"][0]`. Which tokens have no label?'
        ),
        N_(
            "`word_ids` has a None for `[CLS]` and for `[SEP]`. A label must stand there as well: append `-100` instead of leaving it out."
        ),
    ),
    title=N_("The special tokens were left out of the labels"),
    why=N_(
        "Each list of labels was two shorter than its `input_ids`: the script skipped `[CLS]` and `[SEP]`. So the first label stood at `[CLS]`, and all other labels stood one token too early. The collator padded the lists at their end to the length of the batch, and this hid the difference. The reported score of 0.82 was computed with the same labels; counted word by word, the model is right for 0.45 of the words. There must be exactly as many labels as tokens. An `assert` in your own scripts can check that."
    ),
    lookalikes=N_(
        "Where the distance grows with each name, the labels were given to words and not to pieces. Labels one token too early also come from labels that were shifted by hand."
    ),
    fails="learns",
)

GOOD_PADDING = Case(
    name="score-changes-with-batch-size",
    mistake="padded-with-zero",
    symptom=N_(
        "No error, but the reported accuracy is higher than a count by hand, and it changes with the batch size of the evaluation"
    ),
    note=N_(
        "The author says: “The script reports 0.99. A colleague has counted the right words by hand, and gets 0.96. I have only changed the batch size of the evaluation from 64 to 8, and the score has changed, too. I think that dropout is still on.”"
    ),
    hints=(
        N_(
            "A share is one number divided by another. How many labels does the metric count, and how many words are there in the validation set?"
        ),
        N_(
            "Put `print((labels != -100).sum())` into `compute_metrics`, and compare the number with the words in `validation.jsonl`. Which label do the additional ones have?"
        ),
        N_(
            "The collator fills the labels up with 0, and 0 is the tag of a word that is no name. Let it fill them up with `-100`, as it does by default."
        ),
    ),
    title=N_("The padding of the labels is counted as right answers"),
    why=N_(
        "The metric counted 4,567 labels, but the validation set has only 1,299 words. The additional labels were padding. The collator had filled the labels up with 0, which is a true tag, and not with `-100`, which the loss and the metric leave out. It is easy to tag padding as “no name”, so each token of padding was one more right answer. How much padding there is depends on the batches. With a batch size of 1 there is none, and then the same model gets 0.96."
    ),
    lookalikes=N_(
        "A score that is too high also comes from special tokens and later pieces that have the label 0, and from validation examples that are in the training set, too. With these two causes the score does not depend on the batch size."
    ),
    fails="reports",
)

LOW_SCORE = Case(
    name="good-tags-low-score",
    mistake="ignored-labels-counted",
    symptom=N_("No error, the tags look right, and the reported accuracy is about 0.2"),
    note=N_(
        "The author says: “After the training nearly every message that I look at has the right tags. But the accuracy is 0.22, and since the second epoch it hardly changes. I have already tried to train for longer.”"
    ),
    hints=(
        N_("The tags look right and the score does not. Do you believe the model or the metric?"),
        N_(
            "Put `print(np.unique(labels, return_counts=True))` into `compute_metrics`. Which label is the most frequent, and can the model ever predict it?"
        ),
        N_("Leave the label `-100` out before you compare: take only the places where `labels != -100`."),
    ),
    title=N_("The label `-100` is counted in the metric"),
    why=N_(
        "Of all labels in the validation set, 0.77 were `-100`: at special tokens, at later pieces, and at padding. The loss leaves them out by itself, but a metric of your own does not. No model predicts `-100`, so each of these places was counted as wrong, and no score could be higher than 0.23. A score that hardly moves while the loss falls is a sign of the metric, not of the model."
    ),
    lookalikes=N_(
        "A score that is too low also comes from logits and labels that were swapped, and from tags whose numbers have another order in the metric than in the data."
    ),
    fails="reports",
)

EXCESSIVE_NESTING = Case(
    name="excessive-nesting",
    mistake="labels-not-padded",
    symptom=N_(
        "Training stops at the first batch with a `ValueError`: unable to create tensor, perhaps because `labels` have excessive nesting"
    ),
    note=N_(
        "The author says: “I took the collator from my last script, which sorted texts into classes, and there it worked. The message tells me to activate padding. But padding is the only thing that this collator does.”"
    ),
    hints=(
        N_(
            "A tensor has rows of one length. Which columns of a batch have a value for each token, and which of them are padded?"
        ),
        N_(
            'Print `[len(row["labels"]) for row in datasets["train"].select(range(8))]`. Who brings these lists to one length?'
        ),
        N_(
            "`DataCollatorWithPadding` only pads what the tokenizer made. `DataCollatorForTokenClassification` pads the labels, too, with `-100`."
        ),
    ),
    title=N_("The collator does not pad the labels"),
    why=N_(
        "The message named the column `labels`. In a batch the lists of labels had different lengths, and such lists make no tensor. `DataCollatorWithPadding` pads `input_ids` and `attention_mask` alone, which is enough where each text has a single label. Here each token has one, so the labels must be padded together with the inputs."
    ),
    lookalikes=N_(
        "The same error comes from labels that are strings, and from texts that were not padded at all because the default collator was used."
    ),
    raises=Raises("ValueError", "Unable to create tensor"),
)

TEXT_INPUT = Case(
    name="text-encode-input",
    mistake="not-split-into-words",
    symptom=N_("The tokenizer stops with an error about the type of its input, before the training"),
    note=N_(
        "The author says: “The error is about a `TextEncodeInput`. This word is nowhere in my script. I give lists of strings to the tokenizer, and in my other scripts that was right. Is a value in the file missing?”"
    ),
    hints=(
        N_("What is one example for the tokenizer: a string, a list of strings, or a list of lists?"),
        N_(
            'Print `raw_datasets["train"][0]["words"]`. How should the tokenizer know that this list is one message, and not many?'
        ),
        N_("Tell the tokenizer that each message is already a list of words: `is_split_into_words=True`."),
    ),
    title=N_("The tokenizer is not told that the texts are split into words"),
    why=N_(
        "The tokenizer got a list of lists of strings. Without `is_split_into_words=True` it takes a list of strings for a batch of texts, so each text should have been a string, and it found a list. With single examples the same mistake raises nothing: then each word becomes a text of its own, with its own `[CLS]` and `[SEP]`."
    ),
    lookalikes=N_(
        "The same error comes from texts that are None or numbers, such as empty cells of a table that was read with pandas."
    ),
    raises=Raises("TypeError", "TextEncodeInput"),
)

BOOLEAN_INDEX = Case(
    name="boolean-index",
    mistake="wrong-axis",
    symptom=N_("The first epoch is trained, then the evaluation stops: a boolean index does not match the array"),
    note=N_(
        "The author says: “The training works, and the loss falls. The script stops in the metric. I took the metric from my script for sentence classification, and there it has always worked.”"
    ),
    hints=(
        N_("A sentence has one row of logits. What has one row of logits here?"),
        N_("Print `logits.shape`, `predictions.shape` and `labels.shape` in `compute_metrics`."),
        N_(
            "The axes of the logits are messages, tokens, tags. The prediction is the best tag, so `argmax` belongs to the last axis: `axis=-1`."
        ),
    ),
    title=N_("`argmax` along the axis of the tokens"),
    why=N_(
        "The labels had a row for each message and a column for each token. The predictions had a row for each message too, but only four columns. `axis=1` is the axis of the classes for sentences; here it is that of the tokens, so `argmax` gave the best token for each tag. In both tasks the classes are the last axis, so `axis=-1` is right for both."
    ),
    lookalikes=N_(
        "Shapes that do not fit also come from predictions that are a tuple, because the model returns more than its logits."
    ),
    raises=Raises("IndexError", "boolean index did not match"),
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="pt",
    kind=N_("token classification · Trainer"),
    task=(
        N_(
            "The script reads messages, and learns to tag the names in them. In the data, `words` is a message as a list of words, and `tags` has a number for each word: 0 for a word that is no name, 1 for a person, 2 for a place, 3 for a ship. The tokenizer splits most names into pieces. The tag of a word is the one that the model gives to the first piece."
        ),
        N_(
            "About one name in five stands in a single message, and nobody can know its type. So even a good model tags about 0.96 of the words right, and not all of them."
        ),
    ),
    checkpoint="tags",
    draw_splits=tags.draw_splits,
    draw=draw,
    facts={
        "training-rows": 480,
        "validation-rows": 160,
        "steps": 120,
        "batch-size": 16,
        "learning-rate": 1e-3,
        "parameters": 76740,
        "trained-parameters": 76740,
        "mean-rate": 0.5,
        "first-loss": 1.4,
        "old-gradients": 0,
        "lost-gradients": 0,
        "padding-read": 0,
        "padding-learned": 0,
    },
    score=share_of_equals,
    target=0.9,
    cases=(
        TEXT_INPUT,
        EXCESSIVE_NESTING,
        BOOLEAN_INDEX,
        LOW_SCORE,
        GOOD_PADDING,
        WRONG_NAMES,
        BEFORE_THE_NAME,
    ),
)
