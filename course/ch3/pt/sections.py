"""The sections of chapter 3's PyTorch lesson, in the order of reading."""

from course.ch3 import shared, symptoms
from course.curves import TRAINING_LOSS
from course.i18n import N_
from course.lesson import (
    DrawnColumn,
    Fault,
    Probe,
    Raises,
    Scene,
    Shows,
    Sighting,
    Step,
    Warns,
)

COLUMNS = Step(
    name="columns",
    title=N_("Preparing the columns for the model"),
    text=(
        N_(
            "The Trainer and its collator prepare the columns for you. In a loop of your own you do it yourself, with three changes. First, remove the columns that the model's `forward` method does not take as a parameter. Second, rename the column `label` to `labels`, because the parameter for the labels has this name. Third, let the data set return tensors instead of lists."
        ),
        N_(
            "The first cell below makes all three changes. Each of the next three cells shows what breaks without one of them. They start from `tokenized_datasets`, the data before these changes."
        ),
    ),
    cells=("prepare_columns",),
    probes=(
        Probe(
            "with_the_text",
            N_("Without the first change: the columns with text are still there when the collator makes a batch."),
            Raises("ValueError", "features \\(`\\w+` in this case\\)"),
            N_(
                "A batch is made of tensors, and PyTorch has no tensors of text. The full error message suggests padding and truncation, which would not help. The cause is named in its brackets: `sentence1`, a column with text."
            ),
        ),
        Probe(
            "with_the_old_name",
            N_(
                "Without the second change: the column is still called `label`. Which keys of the batch are parameters of the model's `forward` method?"
            ),
            Shows(symptoms.label_is_no_parameter),
            N_(
                "A batch is passed to the model as `model(**batch)`, so each key must be the name of a parameter of `forward`. The table shows that `label` is not the name of a parameter. The model would not get the labels: depending on the version of 🤗 Transformers, the call raises an error or computes no loss."
            ),
        ),
        Probe(
            "with_lists",
            N_("Without the third change: the data set returns lists of numbers, and the model is called with them."),
            Raises("AttributeError", "'list' object has no attribute"),
            N_("The model asks its inputs for their size and their device. A tensor has both; a list has neither."),
        ),
        Probe(
            "what_the_collator_does",
            N_(
                "`DataCollatorWithPadding` can make two of the three changes itself. The cell below passes it eight examples as lists, with the column still called `label`. What is in the batch?"
            ),
            Shows(symptoms.collator_renames_and_makes_tensors),
            N_(
                "The collator has renamed `label` to `labels` and made tensors. The one change that it cannot make is to remove the columns with text: they were removed before the collator got the examples. Even so, the script makes all three changes: in this way you can see in the script what the model gets, and the script also works with a collator that does less."
            ),
        ),
    ),
)

BATCHES = Step(
    name="batches",
    title=N_("Batches with dynamic padding"),
    text=(
        N_(
            "A `DataLoader` takes the training examples in random order, eight at a time, and passes them to the collator, which makes a batch of them. "
            "Padding is dynamic: the collator pads each batch only to the length of the longest example in it. `fix_seed` sets the seeds of the random "
            "number generators first, so that a second run uses the same order."
        ),
    ),
    cells=("fix_seed", "make_loaders"),
    probes=(
        shared.BATCH_SHAPES,
        Probe(
            "without_a_collator",
            N_("Does it work with a collator that does not pad, and only stacks the examples?"),
            Raises(
                "RuntimeError",
                "stack expects each tensor to be equal size",
            ),
            N_(
                "The examples have different lengths, and tensors of different lengths cannot be stacked into one tensor. Chapter 8 has this fault in a script with the Trainer."
            ),
        ),
    ),
)

MODEL = shared.model(
    "make_model",
    "choose_device",
    note=N_(
        "The logits have the shape `(8, 2)`: two logits for each of the eight examples. The loss is near ln 2 ≈ 0.693, the loss of a model that gives each of the two labels a probability of one half. The model has computed the loss itself, because the batch contains `labels`."
    ),
)

ADAMW_IMPORT = Fault(
    name="adamw-import",
    cell="make_optimizer",
    title=N_("`AdamW` is no longer in `transformers`"),
    situation=N_(
        "Older versions of the course page import `AdamW` from 🤗 Transformers, which had its own AdamW then. Many tutorials still contain this import."
    ),
    today=Sighting(
        Raises(
            "ImportError",
            "cannot import name 'AdamW' from 'transformers'",
        ),
        Scene(until="make_optimizer"),
        N_("Python finds the library `transformers`, but no name `AdamW` in it."),
        earlier=Sighting(
            Warns("FutureWarning", "This implementation of AdamW is deprecated"),
            Scene(until="make_optimizer"),
            N_(
                "Your version of 🤗 Transformers still has an `AdamW` of its own and only warns. Later versions have none, and the import raises an `ImportError`."
            ),
        ),
    ),
    probes=(
        Probe(
            "homes_of_adamw",
            N_("Which of these installed libraries has an `AdamW`?"),
        ),
    ),
    hints=(
        N_("The error message names a module and a name in it. Which of the two does not exist any more?"),
        N_(
            "An optimizer works for any PyTorch model, not only for those of 🤗 Transformers. Which library provides optimizers for all of them?"
        ),
        N_("PyTorch has its own: `torch.optim.AdamW`. The script already imports it at its beginning."),
    ),
    why=N_(
        "🤗 Transformers had an implementation of its own from a time when PyTorch had no AdamW. Later PyTorch added one, and 🤗 Transformers first "
        "deprecated its own and then removed it. The two have different defaults: the weight decay was 0 in 🤗 Transformers, and it is 0.01 in "
        "PyTorch."
    ),
    repaired=N_("The optimizer is now PyTorch's AdamW. The learning rate of `5e-5` is the default of the Trainer."),
)

SCHEDULE_IN_EPOCHS = shared.schedule_in_epochs(
    N_(
        "The function makes the scheduler once, and the training loop calls its `step` many times. How often in one epoch?"
    ),
    N_(
        "The loop calls the scheduler's `step` once for each batch, and an epoch has `len(train_dataloader)` batches. Multiply by the number of epochs."
    ),
    N_(
        "A scheduler counts the calls to its `step`. It knows nothing of batches or epochs. The right length therefore depends on where in the training loop `step` is called: our loop calls it after each batch, so the schedule must be `num_epochs * len(train_dataloader)` steps long. The opposite mistake is to give the right length and to call `step` only once an epoch. Then the learning rate hardly falls at all, and no error says so either."
    ),
)

SCHEDULE = shared.schedule("make_optimizer", "make_schedule")

GRADIENTS_IN_EVALUATION = Fault(
    name="gradients-in-evaluation",
    cell="measure_model",
    title=N_("An evaluation that takes too much memory"),
    situation=N_(
        "This evaluation runs without an error, and its scores are right. But it takes more memory than it needs. The batches of an evaluation are often larger than those of training: here 32 examples instead of 8. So on a GPU, training can succeed for a whole epoch, and the evaluation after it can fail with an out-of-memory error."
    ),
    today=Sighting(
        Shows(symptoms.evaluation_keeps_what_gradients_need),
        Scene(until="measure_model", probe="kept_for_gradients"),
        N_(
            "The column `activations of each, MB` shows the memory that PyTorch kept for each batch, because a backward pass would need it. But an evaluation has no backward pass."
        ),
    ),
    hints=(
        N_("During the forward pass PyTorch keeps the activations of each layer. What does it need them for?"),
        N_(
            "`model.eval()` turns dropout off. Does it also tell PyTorch that no gradients will be needed? Look for the function in `torch` that does."
        ),
        N_("Call the model inside `with torch.no_grad():`."),
    ),
    why=N_(
        "In the forward pass PyTorch records a computation graph and keeps the activations, because the backward pass needs both. `model.eval()` does not change that: it only switches some layers, dropout above all, to evaluation mode. `torch.no_grad()` turns the recording off. An evaluation needs both `model.eval()` and `torch.no_grad()`, and PyTorch gives no error or warning if one of them is missing."
    ),
    repaired=N_("The evaluation now keeps no activations for a backward pass, and its scores are the same as before."),
)

EVALUATION = Step(
    name="evaluation",
    title=N_("Evaluation before training"),
    text=(
        N_(
            "`add_batch` passes the predictions and labels of one batch to the metric, and at the end `compute` returns the scores of all batches together. Evaluate once before you train. This takes only seconds and shows two things: that the evaluation works, before an hour of training depends on it, and what scores the model starts from."
        ),
    ),
    cells=("make_metric", "measure_model"),
    probes=(shared.BESIDE_THE_MAJORITY,),
)

GRADIENTS_PILE_UP = Fault(
    name="gradients-pile-up",
    cell="train_step",
    title=N_("Gradients that grow with every step"),
    situation=N_(
        "`train_step` is the core of the training loop: forward pass, backward pass, a step of the optimizer, a step of the scheduler. It would run, and the loss would even fall for a while. To test `train_step`, we take five steps on the same batch, with a learning rate of 0 and without dropout. The weights do not change, so every step should have the same gradient."
    ),
    today=Sighting(
        Shows(symptoms.gradients_pile_up),
        Scene(until="train_step", probe="gradients_by_step"),
        N_(
            "The norm of a gradient is its length as a vector, a single number for its size. The table shows it for one weight matrix, that of the classification head. In the column `norm of the gradient` the second value is twice the first, and the third is three times the first."
        ),
    ),
    hints=(
        N_("What does `backward()` do with the gradients that a parameter still has from the step before?"),
        N_(
            "The norms are in the ratio 1 : 2 : 3, so the gradient of each step is added to those before it. Which method of the optimizer clears the gradients?"
        ),
        N_("Call `optimizer.zero_grad()` at the end of each step."),
    ),
    why=N_(
        "`backward()` adds the new gradients to those that are already there; it does not replace them. PyTorch does this on purpose: it makes gradient accumulation over several batches possible. If you do not want to accumulate, set the gradients to zero in every step. Otherwise each step of the optimizer uses the sum of all gradients since the first step, and most of them were computed for weights that the model no longer has."
    ),
    repaired=N_("Each step now uses only the gradient of its own batch."),
)

LEFT_IN_EVALUATION = Fault(
    name="left-in-evaluation",
    cell="train",
    title=N_("A model that stays in evaluation mode"),
    situation=N_(
        "This is the loop over the epochs. It calls `model.train()` once at its beginning, and evaluates after every epoch. We run it for three "
        "short epochs of three batches each. The table shows in how many of the three steps the model was in training mode, that is, with dropout."
    ),
    today=Sighting(
        Shows(symptoms.dropout_ends_with_the_first_epoch),
        Scene(until="train_step", probe="modes_by_epoch", define="train"),
        N_("In the first epoch all three steps were taken with dropout. In the second and third epoch none was."),
    ),
    hints=(
        N_("What does the loop do between the steps of the first epoch and those of the second?"),
        N_(
            "`measure_model` calls `model.eval()`. Which call switches the model back to training mode, and how often does the loop make that call?"
        ),
        N_("Call `model.train()` inside the loop over the epochs, at the beginning of each epoch."),
    ),
    why=N_(
        "The mode is a property of the model. `model.eval()` switches it to evaluation mode, and it stays there until `model.train()` is called. Training without dropout raises no error, and the training loss even looks better, but the model overfits sooner than with dropout. To find this fault, look at the mode itself: `model.training` is `True` in training mode."
    ),
    repaired=N_("Every epoch now begins in training mode."),
)

TRAINING = Step(
    name="training",
    title=N_("The training loop"),
    text=(
        N_(
            "The training loop is complete. For each batch it does five things: forward pass, backward pass, a step of the optimizer, a step of the scheduler, gradients to zero. After each epoch it evaluates the model, and the next epoch begins in training mode again. The Trainer has the same loop at its core. By default it also clips the gradients at a norm of 1.0, writes a log, and saves checkpoints. It evaluates during training only if you ask for it."
        ),
    ),
    cells=("train_step", "train", "last_scores"),
    probes=(
        Probe(
            "epoch_by_epoch",
            N_(
                "The table shows the losses and the scores of each epoch. The training loss is the mean over the steps of the epoch, with dropout; the validation loss is measured after the epoch, without dropout. Do you see signs of overfitting?"
            ),
            Shows(symptoms.better_than_the_majority),
            N_(
                "The training loss falls, and the validation loss in the last row is not much above that in the first row, if at all. With overfitting it "
                "would rise clearly while the training loss falls. In the last row the accuracy is above the majority baseline."
            ),
            drawn=(DrawnColumn("training loss", TRAINING_LOSS), DrawnColumn("validation loss", N_("validation loss"))),
            of_learning=True,
        ),
    ),
)

TECHNIQUES = shared.techniques(
    N_(
        "Mixed precision: where 16 bits are precise enough, `torch.autocast` computes in bfloat16, a number format with 16 bits, and elsewhere in float32, which has 32 bits. What does that change in memory, time and loss?"
    )
)

SECTIONS = (
    shared.PAIRS,
    COLUMNS,
    BATCHES,
    MODEL,
    ADAMW_IMPORT,
    SCHEDULE_IN_EPOCHS,
    SCHEDULE,
    shared.LOAD_METRIC,
    GRADIENTS_IN_EVALUATION,
    EVALUATION,
    GRADIENTS_PILE_UP,
    LEFT_IN_EVALUATION,
    TRAINING,
    shared.CURVES,
    TECHNIQUES,
)
