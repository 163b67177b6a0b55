"""The cases of the script that sends tickets to desks with a Trainer."""

from pathlib import Path

from course.case import Case, Program
from course.cases import tickets
from course.cases.scores import share_of_equals
from course.i18n import N_
from course.lesson import Raises

NO_LOSS = Case(
    name="no-loss",
    mistake="label-column",
    symptom=N_("Training stops at the first step: the model did not return a loss"),
    note=N_(
        "The author says: “Training stops at once. The error says that the model returned logits but no loss. I did not change the model, and every ticket in my file has a desk.”"
    ),
    hints=(
        N_(
            "A model of 🤗 Transformers computes the loss itself, but only if it gets the labels. Under which name does it expect them? `inspect.signature(model.forward)` shows the names of its parameters."
        ),
        N_(
            "Print `trainer.train_dataset.column_names`, and compare the names with the parameters of the model's `forward`. Apart from `label` and `label_ids`, the Trainer removes every column that is no parameter."
        ),
        N_(
            "The numbers of the desks stand in the column `desk_id`. `rename_column` gives this column the name `labels`."
        ),
    ),
    title=N_("The label column has the wrong name"),
    why=N_(
        "The mistake was the name of the label column. The Trainer keeps the columns whose names are parameters of the model's `forward`, and `label` and `label_ids`; it removes the others without a message. `desk_id` is no such name, so the model got inputs without labels, and without labels it computes no loss. In a script of your own, print one batch from `trainer.get_train_dataloader()` before you train."
    ),
    lookalikes=N_(
        "The same error comes from a base model without a head, such as `AutoModel`, from a collator that leaves the labels out, and from a data set that never had labels, as in language modelling without a collator that makes them."
    ),
    raises=Raises("ValueError", "did not return a loss"),
)

TENSOR_OF_STRINGS = Case(
    name="no-tensor",
    mistake="string-labels",
    symptom=N_(
        "Training stops at the first batch with a `ValueError`: unable to create tensor; truncation or padding should be activated"
    ),
    note=N_(
        "The author says: “The error tells me to activate truncation and padding. But both are on: the tokenizer truncates, and the collator pads. I have tried every combination.”"
    ),
    hints=(
        N_(
            "The error names truncation and padding because they are the most frequent cause, not because they are the cause here. Which columns does the collator have to turn into a tensor?"
        ),
        N_(
            "Print one example of `trainer.train_dataset` with the type of each value. Which value cannot stand in a tensor?"
        ),
        N_("A tensor holds numbers. The label must be the number of the desk, not its name."),
    ),
    title=N_("The labels are strings"),
    why=N_(
        "The labels were the names of the desks. A tensor can only hold numbers, so the collator failed at the column `labels`, and the library guessed a cause that was not the true one. The error that was raised first stands higher up in the traceback: it says that there are too many dimensions for a string. When an error tells you to do something that you have already done, read the whole traceback."
    ),
    lookalikes=N_(
        "The same error does come from missing padding, when `input_ids` have different lengths, and from labels that are lists of different lengths, as in token classification."
    ),
    raises=Raises("ValueError", "Unable to create tensor"),
)

TARGET_OUT_OF_BOUNDS = Case(
    name="target-out-of-bounds",
    mistake="labels-from-one",
    symptom=N_("Training stops with an `IndexError`: a target is out of bounds"),
    note=N_(
        "The author says: “There are four desks, and I have told the model so. Our software counts the desks from 1.”"
    ),
    hints=(
        N_("The error names a label. Is it one of the labels that a model with four outputs can have?"),
        N_(
            'Count the labels: `collections.Counter(datasets["train"]["labels"])`. What are the smallest and the largest of them?'
        ),
        N_("With four outputs the labels are 0 to 3. Number the desks from 0."),
    ),
    title=N_("The labels are counted from 1"),
    why=N_(
        "The labels were 1 to 4. A label is the index of one of the model's outputs, and these are counted from 0. So no example had the label 0, and the label 4 has no output. To give the model five outputs would stop the error, but leave an output that no example needs, and all names of the desks in the wrong place."
    ),
    lookalikes=N_(
        "The same error comes from `num_labels` that is too small, and from a label such as `-1` for “unknown”. On a GPU it is an assertion in a CUDA kernel, which names neither the label nor the line."
    ),
    raises=Raises("IndexError", "Target 4 is out of bounds"),
)

LOSS_OF_A_GUESS = Case(
    name="loss-stays-at-a-guess",
    mistake="shuffled-apart",
    symptom=N_("No error, but the loss stays at the level of guessing, and the accuracy is about 0.25"),
    note=N_(
        "The author says: “It trains without any error, but it learns nothing. I have tried three learning rates. I have shuffled the data well, so the order cannot be the reason.”"
    ),
    hints=(
        N_(
            "A loss that stays at ln 4 can mean that the texts say nothing about the labels. Read some examples: text and desk, side by side."
        ),
        N_(
            'Each product belongs to one desk. Decode five examples of `datasets["train"]`, and look for the same tickets in the file `train.jsonl`. Do they have the same desk there?'
        ),
        N_(
            "The texts are shuffled, and the labels come from the data before they were shuffled. Both must stay in one row: rename the column, and shuffle nothing else."
        ),
    ),
    title=N_("Texts and labels were shuffled apart"),
    why=N_(
        "The labels were taken from the data before they were shuffled, so each ticket had the desk of another one. No learning rate helps then, for there is nothing to learn: the best that a model can do is to give each desk the same probability. No error shows this, for the number of rows and their types are right. Only a look at texts and labels, side by side, tells it."
    ),
    lookalikes=N_(
        "A loss that stays at a guess also comes from a learning rate that is far too high or too low, from texts that were cut before the part that matters, and from inputs that the model does not get."
    ),
    fails="learns",
)

SIZE_OF_TENSOR = Case(
    name="sizes-must-match",
    mistake="no-truncation",
    symptom=N_(
        "Training stops after some steps with a `RuntimeError`: the size of one tensor must match the size of another (32)"
    ),
    note=N_(
        "The author says: “The first steps are fine, then it stops. When I train on the shortest tickets alone, it runs to the end.”"
    ),
    hints=(
        N_("Some batches pass and one does not. In what can the examples of one batch differ from those of another?"),
        N_(
            "The error names two sizes. Compare them with the longest of `input_ids` in the training set, and with `model.config.max_position_embeddings`."
        ),
        N_("The model takes 32 tokens at most. Let the tokenizer cut what is longer: `truncation=True`."),
    ),
    title=N_("Long texts are not truncated"),
    why=N_(
        "The model has an embedding for each of 32 positions, and some tickets have more tokens. The first of them that came up in a batch stopped the training, so the step at which it happens changes with the seed. `truncation=True` cuts a text at the tokenizer's `model_max_length`. To leave the long tickets out would also stop the error, but the model would never learn from them."
    ),
    lookalikes=N_(
        "In other models the same cause shows as “index out of range in self”, which also comes from tokens that have no embedding."
    ),
    raises=Raises("RuntimeError", "size of tensor|must match"),
)

CUT_TOO_SHORT = Case(
    name="accuracy-of-a-guess",
    mistake="cut-too-short",
    symptom=N_("No error, but after training the accuracy is no better than guessing"),
    note=N_(
        "The author says: “It is very fast, which I like. But it never gets better than a guess, with any learning rate, and longer training makes no difference.”"
    ),
    hints=(
        N_("Look at what the model gets, not at what the file holds: decode some rows of `input_ids`."),
        N_(
            '`tokenizer.decode(datasets["train"][0]["input_ids"])` shows a whole example as the model sees it. Could you tell the desk from it?'
        ),
        N_(
            "The texts are cut after five tokens, before the product is named. Cut them only where the model cannot take more."
        ),
    ),
    title=N_("The texts are cut before the part that matters"),
    why=N_(
        "With `max_length=5` only the greeting was left of each ticket, and nobody can tell the desk from a greeting. Truncation raises nothing and warns of nothing. After every step of preparation, decode a few examples and ask whether you could solve the task with what you read."
    ),
    lookalikes=N_(
        "The accuracy of a guess also comes from labels that belong to other rows, from a learning rate that is far too high or too low, and from weights that are not trained."
    ),
    fails="learns",
)

NO_ENCODING = Case(
    name="no-input-ids",
    mistake="returns-nothing",
    symptom=N_(
        "Training stops at the first batch with a `ValueError`: an encoding that includes `input_ids` should be provided, but only labels were"
    ),
    note=N_(
        "The author says: “The tokenizer is called for every ticket, I have put a `print` there. And still the error says that there are no `input_ids`.”"
    ),
    hints=(
        N_("The tokenizer makes the `input_ids`. Are they in the data set that comes out of `tokenize`?"),
        N_(
            'Print `tokenized_datasets["train"].column_names`. Which columns did `map` add, and where do they come from?'
        ),
        N_("`map` adds what the function returns. `tokenize_batch` returns nothing."),
    ),
    title=N_("The function that is given to `map` returns nothing"),
    why=N_(
        "`map` calls the function for each batch and adds the columns that it returns. A `return` was missing, and for a function that returns `None`, `map` takes the data set as it is, without a message. So the tokenizer did its work for nothing."
    ),
    lookalikes=N_(
        "The same error comes from a Trainer that is given the raw data set and not the tokenized one, and from a `map` whose result is not stored: `map` changes no data set, it returns a new one."
    ),
    raises=Raises("ValueError", "includes input_ids"),
)

INDEX_OUT_OF_RANGE = Case(
    name="index-out-of-range",
    mistake="embeddings-not-resized",
    symptom=N_("Training stops with an `IndexError`: index out of range in self"),
    note=N_(
        "The author says: “I have read that this error means that texts are too long. But they are truncated, and it even stops with the shortest ticket of all. On the GPU of a colleague it says `device-side assert triggered`.”"
    ),
    hints=(
        N_("An embedding is a table with a row for each token id. Which index can be out of its range?"),
        N_(
            "Compare the largest value in `input_ids` with the number of rows in `model.get_input_embeddings().weight`. Which token has that id?"
        ),
        N_(
            "`load_tokenizer` adds a token. The model's table needs a row for it: `model.resize_token_embeddings(len(tokenizer))`."
        ),
    ),
    title=N_("A token was added, but the embeddings were not resized"),
    why=N_(
        "The script adds the token `[ORDER]` to the tokenizer, and the new token gets the next free id. The checkpoint's embeddings have no row for that id. Tokenizer and model are two objects: if you change the vocabulary of one, change the other as well."
    ),
    lookalikes=N_(
        "The same error comes from a tokenizer of another checkpoint, whose vocabulary is larger, and in many models from texts that have more tokens than the model has positions."
    ),
    raises=Raises("IndexError", "index out of range in self"),
)

ALWAYS_THE_FIRST = Case(
    name="always-the-first-desk",
    mistake="one-output",
    symptom=N_("No error, the loss falls, and yet every ticket goes to the first desk"),
    note=N_(
        "The author says: “The loss falls nicely, from about 3 to 1. But the accuracy does not move at all, and the model sends everything to desk 0.”"
    ),
    hints=(
        N_("How many numbers does the model return for each ticket? And which of them is the largest?"),
        N_(
            'Print `trainer.predict(datasets["validation"]).predictions.shape` and `model.config.num_labels`. What does `argmax` find along an axis of that length?'
        ),
        N_(
            "With `num_labels=1` the model is a regression: it has one output, and its loss is the squared error. Four desks need four outputs."
        ),
    ),
    title=N_("One output: the model does regression"),
    why=N_(
        "With `num_labels=1` 🤗 Transformers takes the task for a regression. The model has a single output and learns to predict the number of the desk as a quantity; its loss is the mean squared error, which can fall. But the largest of one number is always the first, so `argmax` gives 0 for each ticket. A loss that falls only says that something is learned, not that it is the right thing."
    ),
    lookalikes=N_(
        "One answer for everything also comes from labels that are very unbalanced, and from a learning rate that has ruined the model."
    ),
    fails="learns",
)

NO_GRADIENT = Case(
    name="does-not-require-grad",
    mistake="frozen",
    symptom=N_("Training stops at the first step: element 0 of tensors does not require grad"),
    note=N_(
        "The author says: “I only wanted to look at the untrained model first, so that it does not change meanwhile. Now it cannot be trained any more.”"
    ),
    hints=(
        N_("`backward` computes a gradient for each parameter that wants one. Which parameters of the model want one?"),
        N_("Count them: `sum(p.requires_grad for p in model.parameters())`."),
        N_(
            "A loop sets `requires_grad = False` for every parameter, the classifier's among them. To look at a model without changing it, `torch.no_grad()` is enough."
        ),
    ),
    title=N_("Every parameter is frozen"),
    why=N_(
        "A parameter with `requires_grad=False` gets no gradient. If none of the parameters wants one, the loss has nothing to lead back to, and `backward` raises this error. Where only a part of a model is frozen there is no error: then only the number of parameters that are trained tells it."
    ),
    lookalikes=N_(
        "The same error comes from a loss that was computed under `torch.no_grad()` or detached, and from gradient checkpointing on a model whose embeddings are frozen."
    ),
    raises=Raises("RuntimeError", "does not require grad"),
)

ONE_DESK_FOR_ALL = Case(
    name="one-desk-for-all",
    mistake="rate-too-high",
    symptom=N_(
        "No error, but the loss jumps and then stays at the level of guessing, and the model gives one answer for all tickets"
    ),
    note=N_(
        "The author says: “I was in a hurry and wanted it to learn faster. The loss was 4 at the first steps, and then it stayed at about 1.4. All tickets go to one desk.”"
    ),
    hints=(
        N_(
            "Look at the first losses. A model that knows nothing about four desks starts at ln 4, about 1.39. Where does this one go from there?"
        ),
        N_(
            "Compare the weights before and after the first steps: by how much does a single weight change with Adam in each step?"
        ),
        N_(
            "With Adam, a weight changes by about the learning rate in each step. A rate of 0.1 destroys what the checkpoint knows. Take 1e-3 here, or less."
        ),
    ),
    title=N_("The learning rate is too high"),
    why=N_(
        "Adam changes each weight by up to about the learning rate in a step, whatever the size of the gradient. The weights of the checkpoint are mostly smaller than 0.1, so a few steps with a rate of 0.1 overwrote everything that it knew. What remains is the best constant answer. There is no way back from there within one run: start again from the checkpoint, with a lower rate."
    ),
    lookalikes=N_(
        "One answer for everything also comes from very unbalanced labels and from a single output. A loss that stays at ln 4 from the first step on has other causes, such as labels of other rows."
    ),
    fails="learns",
    free={"learning-rate": (1e-4, 5e-3)},
)

HARDLY_MOVES = Case(
    name="loss-hardly-moves",
    mistake="rate-too-low",
    symptom=N_("No error, but the loss hardly falls, and the accuracy is hardly better than guessing"),
    note=N_(
        "The author says: “It is learning, the loss goes down a little in every epoch. At this pace I would need a week. A colleague trains the same model in a minute.”"
    ),
    hints=(
        N_("The loss does fall, only very slowly. What decides how far a step goes?"),
        N_(
            "Print the learning rate of each step: `trainer.state.log_history` has it as `learning_rate`. By how much have the weights changed after the training?"
        ),
        N_("A rate of 1e-6 moves a weight by at most 0.00015 in 150 steps. For this small model 1e-3 is a usual rate."),
    ),
    title=N_("The learning rate is too low"),
    why=N_(
        "With Adam the learning rate is about the size of a step, and 150 steps of a millionth lead nowhere. A rate that is right for a model of billions of weights, or for millions of steps, can be far too low for a new head and a small data set. When a loss falls steadily but slowly, try a rate ten times as high before you train ten times as long."
    ),
    lookalikes=N_(
        "The same picture comes from a warmup that is longer than the training, from a scheduler that is not stepped, and from a model whose body is frozen."
    ),
    fails="learns",
    free={"learning-rate": (1e-4, 5e-3)},
)

SLOW_START = Case(
    name="good-rate-no-progress",
    mistake="warmup-too-long",
    symptom=N_("No error, the learning rate in the script is a good one, and yet the model learns hardly anything"),
    note=N_(
        "The author says: “The learning rate is 1e-3, the one from the course. I have added a warmup, because everybody does. Since then it hardly learns.”"
    ),
    hints=(
        N_("The rate in `TrainingArguments` is the highest one of a schedule. Which rates did the steps really have?"),
        N_(
            "Print `learning_rate` from `trainer.state.log_history`, and compare the number of warmup steps with the number of all steps."
        ),
        N_(
            "The warmup has 20,000 steps and the training only 150, so the rate never gets beyond a hundredth of what was meant. A tenth of the training is a usual warmup."
        ),
    ),
    title=N_("The warmup is longer than the training"),
    why=N_(
        "During the warmup the rate rises in a straight line from 0 to the one that is set. Here it would have been reached after 20,000 steps, but the training ended long before. The arguments look right one by one; only the rate of each step, as it really was, shows that they do not fit together."
    ),
    lookalikes=N_(
        "A learning rate that is too low looks the same, and so does a scheduler that is stepped once in each epoch and not after each step."
    ),
    fails="learns",
    free={"learning-rate": (1e-4, 5e-3)},
)

BEST_BY_F1 = Case(
    name="best-model-not-found",
    mistake="best-by-f1",
    symptom=N_(
        "Training stops after the first epoch with a `KeyError`: `metric_for_best_model` is not among the metrics"
    ),
    note=N_(
        "The author says: “The whole first epoch runs, and then it stops when it should save. I want to keep the best model of all epochs, so I need this option.”"
    ),
    hints=(
        N_("The error lists the metrics that there are. Where do they come from?"),
        N_(
            "`compute_metrics` returns the metrics by name, and the Trainer puts `eval_` before each of them. Compare these names with `metric_for_best_model`."
        ),
        N_("The script computes an accuracy and no F1. Name the one that is there, or compute the other one as well."),
    ),
    title=N_("The best model is chosen by a metric that nobody computes"),
    why=N_(
        "`metric_for_best_model` has to be one of the names that `compute_metrics` returns, or `loss`. The Trainer finds out only after the first evaluation, which can be hours after the start. It is worth calling `trainer.evaluate()` once before `trainer.train()`: everything that breaks in an evaluation breaks then."
    ),
    lookalikes=N_(
        "`KeyError: 'eval_loss'` has a related cause: the evaluation gives no loss, because the label column is not found."
    ),
    raises=Raises("KeyError", "metric_for_best_model|eval_f1"),
)

ZERO_ACCURACY = Case(
    name="accuracy-zero",
    mistake="swapped-arrays",
    symptom=N_("No error, the loss falls almost to zero, and the reported accuracy is 0"),
    note=N_(
        "The author says: “The validation loss is close to zero, so the model must be right nearly always. But the accuracy is 0.00 in each epoch. Even a coin would be better.”"
    ),
    hints=(
        N_(
            "Four desks, and an accuracy of exactly 0: a bad model is better than that by chance. Do you believe the model or the metric?"
        ),
        N_("Print the shapes of the two arrays in `compute_metrics`. Which of them has four columns?"),
        N_("The Trainer hands over the logits first and then the labels. The script unpacks them the other way round."),
    ),
    title=N_("Logits and labels are swapped in the metric"),
    why=N_(
        "`eval_pred` is unpacked in the wrong order. So `argmax` returned the position of the largest of all labels, which is one number, and this number was compared with every logit: none is equal. NumPy compares arrays of different shapes without an error where it can. A value that is worse than a guess is a sign of the metric, not of the model."
    ),
    lookalikes=N_(
        "An accuracy that is too low can also come from labels in another order than those of the predictions, and one that is too good from labels that were compared with themselves."
    ),
    fails="reports",
)

MISSING_TEXT = Case(
    name="key-text",
    mistake="collator-needs-text",
    symptom=N_("Training stops at the first batch with a `KeyError`: `text`"),
    note=N_(
        "The author says: “My own collator tokenizes the texts of a batch. The column `text` is in the data set, I can print it. But the collator does not find it.”"
    ),
    hints=(
        N_(
            "The column is in the data set that you give to the Trainer. Is it still in the examples that the Trainer gives to the collator?"
        ),
        N_("Print the keys of one example in the collator. Which columns has the Trainer removed, and by which rule?"),
        N_(
            "The Trainer removes columns that are no parameters of `forward`. The token ids are there already: let a collator only pad them, as `DataCollatorWithPadding` does."
        ),
    ),
    title=N_("The collator needs a column that the Trainer removes"),
    why=N_(
        "By default the Trainer keeps only the columns that the model's `forward` can take, and removes them before the collator runs. A collator that needs the text has to be given `remove_unused_columns=False`. Here it was not needed at all: the texts had been tokenized before, and a batch only has to be padded."
    ),
    lookalikes=N_(
        "A `transform` set by `with_transform` fails in the same way, often with an `IndexError` instead, if all the columns are removed."
    ),
    raises=Raises("KeyError", "text"),
)

PROGRAM = Program(
    folder=Path(__file__).parent,
    framework="pt",
    kind=N_("sentence classification · Trainer"),
    task=(
        N_(
            "The script reads tickets, which are letters to a shop, and learns which of four desks each ticket belongs to. Each product has its desk; nothing else decides. In the data, `text` is the letter, `desk` the name of the desk, and `desk_id` its number, from 0 to 3. `[ORDER]` stands in place of an order's number."
        ),
    ),
    checkpoint="tickets",
    draw_splits=tickets.draw_splits,
    draw=tickets.draw,
    facts={
        "training-rows": 480,
        "validation-rows": 160,
        "steps": 150,
        "batch-size": 16,
        "learning-rate": 1e-3,
        "parameters": 80708,
        "trained-parameters": 80708,
        "mean-rate": 0.5,
        "first-loss": 1.39,
        "old-gradients": 0,
        "lost-gradients": 0,
        "padding-read": 0,
    },
    score=share_of_equals,
    target=0.95,
    cases=(
        NO_LOSS,
        TENSOR_OF_STRINGS,
        NO_ENCODING,
        MISSING_TEXT,
        SIZE_OF_TENSOR,
        INDEX_OUT_OF_RANGE,
        TARGET_OUT_OF_BOUNDS,
        NO_GRADIENT,
        BEST_BY_F1,
        ZERO_ACCURACY,
        ALWAYS_THE_FIRST,
        ONE_DESK_FOR_ALL,
        HARDLY_MOVES,
        SLOW_START,
        LOSS_OF_A_GUESS,
        CUT_TOO_SHORT,
    ),
)
