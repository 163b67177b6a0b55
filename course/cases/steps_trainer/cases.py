"""The cases of the script that writes the steps of procedures."""

from pathlib import Path
from random import Random

from course.case import Case, Program
from course.cases import steps
from course.cases.draws import draw_of
from course.cases.scores import share_of_same_texts
from course.exercise import Draw
from course.i18n import N_
from course.lesson import Raises


def draw(rng: Random) -> Draw:
    """Draw the procedures."""
    return draw_of(
        rng,
        steps.draw_splits(rng),
        checkpoint="steps",
        asked="prompts",
        question="prompt",
        right=lambda row: [f"{row['steps']} {steps.END}"],
        columns=("steps",),
    )


VOCABULARY = dict.fromkeys(("parameters", "trained-parameters"), (106560.0, 106624.0))
"""The numbers of parameters without and with an embedding for a padding token: a repair needs none if it masks padding itself."""

ASKING_TO_PAD = Case(
    name="asking-to-pad",
    mistake="no-pad-token",
    symptom=N_("Training stops at the first batch: the tokenizer is asked to pad, but it has no padding token"),
    note=N_(
        "The author says: “I have not asked for padding anywhere before the training. With a checkpoint of BERT the same lines worked. The error names two repairs, and I do not know which of them is right.”"
    ),
    hints=(
        N_(
            "The texts of a batch have different lengths, so the collator has to pad them. With which token does it fill the gaps?"
        ),
        N_(
            "Print `tokenizer.pad_token`, `tokenizer.eos_token` and `len(tokenizer)`. Then read `make_model`: which token does it prepare the model for?"
        ),
        N_(
            'Give the tokenizer a padding token of its own: `tokenizer.add_special_tokens({"pad_token": "[PAD]"})`. The end token would stop the error, too, but then the collator takes each end for padding, and the model never learns to end a text.'
        ),
    ),
    title=N_("The tokenizer has no padding token"),
    why=N_(
        "`tokenizer.pad_token` was None. Like GPT-2, this checkpoint was trained without padding, so its tokenizer has no token for it. The collator needs one as soon as a batch holds texts of different lengths. Of the two repairs in the message, the first one makes the end token the padding token. `DataCollatorForLanguageModeling` gives the label `-100` to every padding token, and with this repair to every end token as well. A padding token of its own avoids this, but then the embeddings need a row for it, as in `make_model`."
    ),
    lookalikes=N_(
        "In sentence classification with GPT-2 the same cause shows as “Cannot handle batch sizes > 1 if no padding token is defined”: there the tokenizer has a padding token, but the configuration of the model does not."
    ),
    raises=Raises("ValueError", "does not have a padding token"),
    free=VOCABULARY,
)

NO_MASK_TOKEN = Case(
    name="no-mask-token",
    mistake="masked-words",
    symptom=N_("The script stops before the training: the tokenizer does not have a mask token"),
    note=N_(
        "The author says: “Nothing in my script masks a word. I took the collator because it is the one for language models, and this is a language model. Do I have to add a mask token to the tokenizer?”"
    ),
    hints=(
        N_(
            "There are two kinds of language models. One fills in words that are masked, the other writes the next word. Which kind does the script train, and which kind does the collator prepare batches for?"
        ),
        N_(
            "Print `inspect.signature(DataCollatorForLanguageModeling)` and look for the parameter `mlm`. What is its default?"
        ),
        N_(
            "`mlm` means masked language modelling, and it is on by default. A causal model needs `DataCollatorForLanguageModeling(tokenizer, mlm=False)`."
        ),
    ),
    title=N_("The collator prepares batches for masked language modelling"),
    why=N_(
        "`DataCollatorForLanguageModeling` has `mlm=True` as its default, which is for models such as BERT. It then masks some of the words, and for this it needs a mask token. GPT-2 is a causal model: its labels are the input ids themselves, and the model compares each token with the prediction made before it. The error is useful here. With a tokenizer that does have a mask token, or after one is added, the script would run, and the model would learn a task that it does not have later."
    ),
    lookalikes=N_(
        "An encoder such as BERT that is loaded for causal language modelling gives no error here, and its texts are bad for a related reason: model and task do not fit together."
    ),
    raises=Raises("ValueError", "does not have a mask token"),
)

NEVER_ENDS = Case(
    name="texts-never-end",
    mistake="pad-is-end",
    symptom=N_(
        "No error, and the loss is as low as it should be, but no text ends: after the last step come more words"
    ),
    note=N_(
        "The author says: “The steps are right, and then it just goes on: ‘wrap mix melt heat heat heat’. I add the end token to every text, I have printed them. Perhaps `generate` needs another setting.”"
    ),
    hints=(
        N_(
            "The model writes the end token only if it has learned it. The end token stands in the texts. Does it also stand in the labels?"
        ),
        N_(
            'Make one batch, `batch = collator([{"input_ids": datasets["train"][0]["input_ids"]}])`, and print `batch["input_ids"]` beside `batch["labels"]`. Which label does the end token have?'
        ),
        N_(
            'The collator gives the label `-100` to every padding token, and here the end token is the padding token. Add a padding token of its own: `tokenizer.add_special_tokens({"pad_token": "[PAD]"})`.'
        ),
    ),
    title=N_("The padding token is the end token"),
    why=N_(
        "In the labels, every end token was `-100`. The script uses the end token for padding, and `DataCollatorForLanguageModeling` recognizes padding by its id. So it left out the padding, and also the one true end of each text. The loss cannot show this, because these places are not part of it: the validation loss was 0.61, and in the working script it is 0.62. What the model never has as a label, it does not learn to write."
    ),
    lookalikes=N_(
        "Texts also go on without an end if no end token was added to them, if it was cut off by truncation, and if `generate` is told another end token than the one in the training texts."
    ),
    fails="learns",
    free=VOCABULARY,
)

LONG_NEVER_END = Case(
    name="long-texts-never-end",
    mistake="ends-cut-off",
    symptom=N_(
        "No error, but only short procedures are written to their end; longer ones repeat a step again and again"
    ),
    note=N_(
        "The author says: “About half of the texts are perfect. The others stop making sense in the middle: ‘scrape stir rest rest rest’. I think that such a small model cannot remember more than three steps.”"
    ),
    hints=(
        N_("Which texts does the model see in training? Look at `input_ids`, and not at the column `text`."),
        N_(
            'Decode five rows of `datasets["train"]` and compare each with its `text`. In how many rows does `tokenizer.eos_token_id` stand?'
        ),
        N_(
            "`max_length=8` cuts the texts after eight tokens, and many are longer. Let the tokenizer cut only where the model cannot take more, and leave the padding to the collator: `truncation=True` alone is enough."
        ),
    ),
    title=N_("The ends of the texts are cut off"),
    why=N_(
        "The training texts have 7 to 13 tokens, and the script cut them after 8. Only 79 of 480 training texts still had their end. Those were short procedures, and the model learned them. From the longer ones it never saw the last steps, nor the end token. Truncation gives no error and no warning. The validation loss does not show it either, because the validation texts are cut in the same way. Before you choose a `max_length`, print the lengths of your texts."
    ),
    lookalikes=N_(
        "If no text at all ends, the end token is missing in every text, or it has the label `-100` everywhere because it is also the padding token. If texts break off in the middle, `max_new_tokens` is too small."
    ),
    fails="learns",
)

EVERY_SECOND_WORD = Case(
    name="every-second-word",
    mistake="shifted-twice",
    symptom=N_("No error, and the loss falls, but the model leaves out every second word"),
    note=N_(
        "The author says: “After ‘strain’ should come ‘wrap mix melt’, but the model writes ‘mix’ and ends. A causal model predicts the next token, so my collator shifts the labels by one. I have checked it: each label is the next token.”"
    ),
    hints=(
        N_(
            "Compare a text that was written with the right one, word by word. By how far does the model look ahead with each word?"
        ),
        N_(
            "The labels are shifted by one in the collator. Find out what the model does with `labels`: compute the loss yourself from `model(input_ids=ids).logits`, once with the logits at each place and the label there, once with the label of the next place. Which of the two is `model(input_ids=ids, labels=ids).loss`?"
        ),
        N_(
            "The model shifts the labels itself. Give it the input ids as labels, with `-100` at the padding, as `DataCollatorForLanguageModeling(tokenizer, mlm=False)` does."
        ),
    ),
    title=N_("The labels are shifted twice"),
    why=N_(
        "Each label was the next token, and that looks right. But causal models of 🤗 Transformers shift the labels themselves when they compute the loss. With both shifts the model learned to predict the token after the next one, so it leaves a word out at each step. The loss fell, because this task can be learned as well. At the end the validation loss was 1.20, while the working script reaches 0.62. Before you prepare labels for a model, read in its documentation what it does with them."
    ),
    lookalikes=N_(
        "In token classification the model does not shift: there a label stands at its own token, and labels that are one place too early give tags at the wrong words."
    ),
    fails="learns",
)

RIGHT_ONE_AT_A_TIME = Case(
    name="right-one-at-a-time",
    mistake="padded-on-the-right",
    symptom=N_("No error, but a low score: most texts are wrong in a batch, and right if each prompt is given alone"),
    note=N_(
        "The author says: “The score is 0.23. But when I try the prompts one by one, every text is right! The loss is low, too. Perhaps `generate` mixes up the rows of a batch.”"
    ),
    hints=(
        N_(
            "What does a prompt have in a batch that it does not have alone? Which prompts of the batch are continued rightly?"
        ),
        N_(
            'In `generate`, print `tokenizer.batch_decode(batch["input_ids"])`. Which token is the last one of each row, and where does the model go on writing?'
        ),
        N_(
            'The model continues after the last token of a row, and for short prompts that is padding. Pad on the left before you generate: `tokenizer.padding_side = "left"`.'
        ),
    ),
    title=N_("The prompts are padded on the right"),
    why=N_(
        "Only the 37 longest prompts of 160 were continued rightly, and these have no padding. All other rows ended with padding tokens. A causal model writes after the last token of a row, so there it continued from padding and not from the prompt. In training, padding on the right does no harm, because no label depends on it. For `generate`, the padding must stand on the left, so that each prompt ends at the end of its row."
    ),
    lookalikes=N_(
        "Results that depend on the other rows of a batch also come from a missing attention mask, and from positions that are counted over the padding."
    ),
    fails="reports",
)

RIGHT_TEXTS_SCORE_ZERO = Case(
    name="right-texts-score-zero",
    mistake="prompt-not-removed",
    symptom=N_("No error, the text that is printed has the right steps, and the reported score is 0"),
    note=N_(
        "The author says: “The loss is low, and the steps in the first text are right. But the score is 0.00. I suspect the padding tokens, because there are some in the text that is printed.”"
    ),
    hints=(
        N_(
            "A score of exactly 0 beside steps that are right: do you believe the model or the comparison? Which two texts are compared?"
        ),
        N_("In `measure`, print `found[0]` and `expected[0]`. With which word does each of them begin?"),
        N_(
            '`generate` of a causal model returns the prompt and the new tokens together. Decode only the new ones: `outputs[:, batch["input_ids"].shape[1]:]`.'
        ),
    ),
    title=N_("The prompt is not removed from the text that is written"),
    why=N_(
        "Each text began with its prompt, and the expected text begins with the steps. `generate` of a causal model returns the tokens of the prompt, its padding included, and the new tokens after them. So no text began as expected, although the model was right for every prompt. To search for the steps anywhere in the text would be a weaker check. It is better to cut off the prompt by its number of tokens."
    ),
    lookalikes=N_(
        "A score of 0 also comes from texts that really never end, and from expected texts without the special tokens. With an encoder and a decoder, as in T5 and BART, `generate` returns the new tokens only, and to cut there removes a part of the answer."
    ),
    fails="reports",
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="pt",
    kind=N_("causal language model · Trainer"),
    task=(
        N_(
            "The script learns to write the steps of a procedure in their order. In the data, `prompt` says what is made and where, and after a colon comes the first step; `steps` are all the steps after it. The first step alone decides which steps follow, and which one is the last."
        ),
        N_(
            "A text is right if it has the right steps in the right order, and then the end token `</s>`. The score is the share of prompts whose text is right to the end."
        ),
    ),
    checkpoint="steps",
    draw_splits=steps.draw_splits,
    draw=draw,
    facts={
        "training-rows": 480,
        "validation-rows": 160,
        "steps": 120,
        "batch-size": 16,
        "learning-rate": 3e-3,
        "parameters": 106624,
        "trained-parameters": 106624,
        "mean-rate": 0.5,
        "first-loss": 2.69,
        "old-gradients": 0,
        "lost-gradients": 0,
    },
    score=share_of_same_texts,
    target=0.9,
    cases=(
        ASKING_TO_PAD,
        NO_MASK_TOKEN,
        RIGHT_TEXTS_SCORE_ZERO,
        RIGHT_ONE_AT_A_TIME,
        NEVER_ENDS,
        LONG_NEVER_END,
        EVERY_SECOND_WORD,
    ),
)
