"""The steps of chapter 3's PyTorch lesson: stretches of the script that are right, and what there is to see in them."""

from course.ch3 import symptoms
from course.ch3.sections import (
    BATCH_SHAPES,
    BESIDE_THE_MAJORITY,
    model,
    schedule,
    techniques,
)
from course.i18n import N_
from course.lesson import Probe, Raises, Shows, Step

COLUMNS = Step(
    name="columns",
    title=N_("The columns that a model takes"),
    text=(
        N_(
            "The Trainer did this for us. Without it there are three things to do: take away the columns that the model has no parameter "
            "for, call the label what the model calls it, and ask for tensors in place of lists. What breaks without each of them? "
            "We try it, on the data as they are before this cell."
        ),
    ),
    cells=("prepare_columns",),
    probes=(
        Probe(
            "with_the_text",
            N_(
                "Without the first: the text is left in, and a batch is to be made."
            ),
            Raises("ValueError", "features \\(`\\w+` in this case\\)"),
            N_(
                "A batch is made of tensors, and there are no tensors of text. The message guesses at padding; what is wrong stands in its "
                "brackets: the feature `sentence1`."
            ),
        ),
        Probe(
            "with_the_old_name",
            N_(
                "Without the second: the label is still called `label`."
            ),
            Shows(symptoms.label_is_no_parameter),
            N_(
                "A batch is handed over as `model(**batch)`: its keys are the names of parameters."
            ),
        ),
        Probe(
            "with_lists",
            N_("Without the third: a row is a list of numbers."),
            Raises("AttributeError", "'list' object has no attribute"),
            N_(
                "A model asks its inputs for their shape and their device. A list has neither."
            ),
        ),
        Probe(
            "what_the_collator_does",
            N_(
                "And yet: `DataCollatorWithPadding` takes over two of the three. These are eight rows with the old name and with lists, after it:"
            ),
            Shows(symptoms.collator_renames_and_makes_tensors),
            N_(
                "It renames `label` and makes tensors. Only the text it cannot do away with. The script does all three all the same: who reads it "
                "sees what the model gets, and another collator may do less."
            ),
        ),
    ),
)

BATCHES = Step(
    name="batches",
    title=N_("Batches, each as wide as it must be"),
    text=(
        N_(
            "A DataLoader goes through the rows in random order, eight at a time, and has the collator make a batch of them. Padding is "
            "dynamic: each batch is as wide as its longest row, and no wider."
        ),
    ),
    cells=("fix_seed", "make_loaders"),
    probes=(
        BATCH_SHAPES,
        Probe(
            "without_a_collator",
            N_("And with a collator that only stacks?"),
            Raises(
                "RuntimeError",
                "stack expects each tensor to be equal size",
            ),
            N_(
                "Rows of different lengths are no rectangle. In chapter 8 this is a fault to be found."
            ),
        ),
    ),
)

EVALUATION = Step(
    name="evaluation",
    title=N_("Measured before it is trained"),
    text=(
        N_(
            "The metric is fed batch by batch, with `add_batch`, and calculates once at the end. To measure once before training costs "
            "seconds. It shows that evaluation works before an hour of training depends on it, and from where the model starts."
        ),
    ),
    cells=("make_metric", "measure_model"),
    probes=(BESIDE_THE_MAJORITY,),
)

TRAINING = Step(
    name="training",
    title=N_("The loop"),
    text=(
        N_(
            "Everything is in place: forward, backward, a step of the optimizer, a step of the schedule, gradients back to zero; after each "
            "epoch an evaluation, and then training mode again. The Trainer does no more than that, and no less."
        ),
    ),
    cells=("train_step", "train", "last_scores"),
    probes=(
        Probe(
            "epoch_by_epoch",
            N_("What each epoch came to:"),
            Shows(symptoms.better_than_the_majority),
            N_(
                "While the training loss falls, the validation loss does not rise: nothing has been learned by heart yet."
            ),
            drawn=(N_("training loss"), N_("validation loss")),
            of_learning=True,
        ),
    ),
)

TECHNIQUES = techniques(
    N_(
        "Mixed precision: `autocast` calculates in bfloat16 what can do with 16 bits."
    )
)

SCHEDULE = schedule("make_optimizer", "make_schedule")

MODEL = model(
    "make_model",
    "choose_device",
    note=N_(
        "Eight rows, two logits for each. The loss is near ln 2, that of a guess among two. Since the batch holds labels, the model has "
        "calculated the loss itself."
    ),
)
