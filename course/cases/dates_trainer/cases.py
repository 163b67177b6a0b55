"""The cases of the script that writes dates in a code with a Seq2SeqTrainer."""

from pathlib import Path
from random import Random

from course.case import Case, Program
from course.cases import dates
from course.cases.draws import draw_of
from course.cases.scores import share_of_same_texts
from course.exercise import Draw
from course.i18n import N_
from course.lesson import Raises


def draw(rng: Random) -> Draw:
    """Draw the code and the dates."""
    return draw_of(
        rng,
        dates.draw_splits(rng),
        checkpoint="dates",
        asked="dates",
        question="date",
        right=lambda row: [row["code"]],
        columns=("code",),
    )


NO_TENSOR_OF_CODES = Case(
    name="labels-of-two-lengths",
    mistake="collator-for-inputs",
    symptom=N_("Training stops at the first batch with a `ValueError`: unable to create tensor from the `labels`"),
    note=N_(
        "The author says: “The message tells me to pad, and my collator does pad. I took it from my script that classifies texts, and there it works with every data set.”"
    ),
    hints=(
        N_("The error names the feature that cannot become a tensor. Which one is it, and what does it hold here?"),
        N_(
            'Print the lengths of `input_ids` and of `labels` for some rows of `datasets["train"]`. Which of the two does your collator make equally long?'
        ),
        N_(
            "`DataCollatorWithPadding` pads what the tokenizer knows, and that does not include `labels`. `DataCollatorForSeq2Seq` pads the labels too."
        ),
    ),
    title=N_("The collator does not pad the labels"),
    why=N_(
        "The labels of a sequence-to-sequence model are texts, so they have different lengths. `DataCollatorWithPadding` pads only the inputs. It is made for tasks with one label for each text. `DataCollatorForSeq2Seq` also pads the labels, with `-100`, which the loss ignores. Ask of each collator which columns it pads, and with which value."
    ),
    lookalikes=N_(
        "The same error comes from inputs that are not padded, and from labels that are strings. The name of the feature in the message, and the first error in the traceback, tell which it is."
    ),
    raises=Raises("ValueError", "Unable to create tensor"),
)

NUMBER_DOES_NOT_FIT = Case(
    name="overflow-in-decode",
    mistake="minus-hundred-decoded",
    symptom=N_("The first epoch is trained, then the evaluation stops with an `OverflowError` in `batch_decode`"),
    note=N_(
        "The author says: “An overflow means a number that is too large. I think my learning rate is too high. But the loss is fine, and with a smaller rate the error is the same.”"
    ),
    hints=(
        N_("Training works. Only the decoding of token ids fails. Which ids does the tokenizer get there?"),
        N_(
            "Print the smallest and the largest number of `predictions` and of `labels` in `compute_metrics`. Is each of them the id of a token?"
        ),
        N_(
            "The labels are padded with `-100`, and no token has this id. Replace it with `tokenizer.pad_token_id` before you decode. `np.where` can do this."
        ),
    ),
    title=N_("The value `-100` is decoded"),
    why=N_(
        "`DataCollatorForSeq2Seq` pads the labels with `-100`, because the loss ignores this value. The Trainer pads predictions of different lengths in the same way if it needs to. But `-100` is not the id of a token, and the tokenizer cannot turn a negative number into one. So put the id of the padding token in its place before you decode, in the labels and in the predictions."
    ),
    lookalikes=N_(
        "An `IndexError` or an unknown token in the decoded text has a related cause: ids that come from a larger vocabulary than that of the tokenizer."
    ),
    raises=Raises("OverflowError", "out of range|too small"),
)

INHOMOGENEOUS = Case(
    name="inhomogeneous-shape",
    mistake="no-generation",
    symptom=N_("The first epoch is trained, then the metric stops: an array would have an inhomogeneous shape"),
    note=N_(
        "The author says: “My metric is copied from a script that works. I think that the codes have different lengths, and that they must be padded. But I print the labels, and they are all of one length.”"
    ),
    hints=(
        N_("`decode` expects an array of token ids. Look at what it really gets."),
        N_(
            "Print `type(predictions)` in `compute_metrics`. If it is a tuple, print the shape of each part, and compare the last axis with the size of the vocabulary."
        ),
        N_(
            "The metric gets logits and the states of the encoder, not token ids. With `predict_with_generate=True` in the arguments, the trainer generates codes and hands over their ids."
        ),
    ),
    title=N_("The trainer does not generate, and the metric gets logits"),
    why=N_(
        "Without `predict_with_generate=True` the `Seq2SeqTrainer` evaluates like any Trainer. It runs the model once on the right codes and hands over all outputs: the logits, which have one number for each word of the vocabulary, and the last states of the encoder. NumPy cannot make one array of these two. The likeliest words of these logits would be no fair prediction either, for the decoder has seen the right words before each place."
    ),
    lookalikes=N_(
        "The same message comes from a list of token ids that are not padded, and from a metric that gets lists of different lengths."
    ),
    raises=Raises("ValueError", "inhomogeneous shape"),
)

WRITES_THE_DATE = Case(
    name="writes-the-input-again",
    mistake="labels-are-inputs",
    symptom=N_("No error, the reported score rises, but the model writes dates and no codes"),
    note=N_(
        "The author says: “The loss falls, and the score gets better with the epochs. But when I use the model, it only repeats the date. I have prepared the data as for my GPT-2, and that works well.”"
    ),
    hints=(
        N_(
            "The script prints the first pair of each evaluation: a prediction and its label. Which of them looks wrong?"
        ),
        N_(
            'Decode the `input_ids` and the `labels` of one row: `tokenizer.decode(datasets["train"][0]["labels"])`. Which text should the labels be?'
        ),
        N_(
            'The labels are a copy of the inputs. Tokenize the codes for them: `text_target=examples["code"]` in the call of the tokenizer.'
        ),
    ),
    title=N_("The labels are a copy of the inputs"),
    why=N_(
        "A model like GPT-2 continues its own input, so there the labels are a copy of `input_ids`. A sequence-to-sequence model reads one text and writes another one, and the labels are the second text. With copied labels the model learns to repeat the date. Nothing raises an error, and the score does not help, because it compares with the same wrong labels. The column `code` is never used. Decode the labels of a few rows before you train."
    ),
    lookalikes=N_(
        "A model that repeats its input can also come from pretraining on such a task, if the fine-tuning changes too little. Then the labels are right when you decode them."
    ),
    fails="learns",
)

WRITES_NOTHING = Case(
    name="loss-zero-and-empty-codes",
    mistake="decoder-not-shifted",
    symptom=N_("No error, the loss falls almost to 0, but the model writes an empty text for each date"),
    note=N_(
        "The author says: “The validation loss is below 0.01, so the model knows the codes. But the generated texts are empty. There must be a bug in `generate`, or in my metric.”"
    ),
    hints=(
        N_(
            "In training the decoder sees the right words, in generation it sees only what it has written. What exactly does it see in training, at the place where it should write the first word?"
        ),
        N_(
            'Print one row of `batch["decoder_input_ids"]` and of `batch["labels"]` from the collator, one below the other. What should the decoder predict at a place where it reads the word itself?'
        ),
        N_(
            "The decoder's inputs must be the labels moved by one place to the right, with the start token in front. Leave out `decoder_input_ids`, and the model makes them from the labels. `DataCollatorForSeq2Seq` does all of this."
        ),
    ),
    title=N_("The inputs of the decoder are not shifted"),
    why=N_(
        "At each place the decoder should predict the next word from the words before it. Here it got the labels themselves, so the word to be predicted already stood in its input at the same place. To copy it is enough, and the loss falls almost to 0. In generation there is nothing to copy: the decoder begins with its start token `</s>`, copies it, and `</s>` also is the token that ends a text. A loss that is too good to be true often means that the model can see the answer."
    ),
    lookalikes=N_(
        "Empty texts also come from a wrong start token, and from labels in which only the end token is left. A loss near 0 beside bad texts also comes from a causal mask that is missing."
    ),
    fails="learns",
)

ONLY_SHORT_CODES = Case(
    name="long-codes-always-wrong",
    mistake="generation-too-short",
    symptom=N_(
        "No error, the loss is almost 0, but only about three codes in ten are right: all that have a year are wrong"
    ),
    note=N_(
        "The author says: “The model does not understand years. A code has three words at most, one for each part of the date, and I have even left room for one more. Should I add more dates with a year?”"
    ),
    hints=(
        N_("Compare a wrong code with the right one. Which of the words is missing, and is the rest of it right?"),
        N_(
            'Print the token ids that come from `generate`, without decoding them: `trainer.predict(datasets["validation"]).predictions[:3]`. Leave out the padding, which has the id 1. How many tokens has the longest row then, and which of them are words?'
        ),
        N_(
            "The limit counts all tokens of the decoder: the start token `</s>`, `<s>`, and the words. With 4 tokens there is room for two words only. Set `generation_max_length=10`."
        ),
    ),
    title=N_("The generation stops too early"),
    why=N_(
        "`generation_max_length=4` counts the start token of the decoder and the token `<s>` as well. So only two words fit, and the third word of each code with a year was cut off. The model had learned it. The loss showed this, because the loss does not depend on the generation. Count the tokens of the longest label, special tokens included, before you set a limit. Without a limit of your own, many models stop after 20 tokens."
    ),
    lookalikes=N_(
        "Texts that end too early also come from labels that were truncated before the training. Then the model has learned the short texts, and a higher limit does not help."
    ),
    fails="reports",
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="pt",
    kind=N_("sequence to sequence · Seq2SeqTrainer"),
    task=(
        N_(
            "The script reads dates, and learns to write them in a code. Each day, each month and each year has its own word in the code. The words stand in the order year, month, day, and some dates have no year. In the data, `date` is the date in plain words, and `code` is its code. The score is the share of codes that are right word by word."
        ),
    ),
    checkpoint="dates",
    draw_splits=dates.draw_splits,
    draw=draw,
    facts={
        "training-rows": 480,
        "validation-rows": 160,
        "steps": 150,
        "batch-size": 16,
        "learning-rate": 3e-3,
        "parameters": 180224,
        "trained-parameters": 180224,
        "mean-rate": 0.5,
        "first-loss": 8.0,
        "old-gradients": 0,
        "lost-gradients": 0,
        "padding-read": 0,
        "padding-learned": 0,
    },
    score=share_of_same_texts,
    target=0.8,
    cases=(
        NO_TENSOR_OF_CODES,
        NUMBER_DOES_NOT_FIT,
        INHOMOGENEOUS,
        WRITES_THE_DATE,
        WRITES_NOTHING,
        ONLY_SHORT_CODES,
    ),
)
