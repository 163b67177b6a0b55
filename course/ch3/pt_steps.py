"""The steps of chapter 3's PyTorch lesson: stretches of the script that are right, and what there is to see in them."""

from course.ch3 import symptoms
from course.ch3.sections import techniques
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
        Probe(
            "batch_shapes",
            N_("The first batches, by their shapes: rows by tokens."),
            Shows(symptoms.batches_of_several_widths),
            N_(
                "Padded to the 512 tokens that the model can take, seven eighths of each batch would be padding, and would be calculated all the same."
            ),
        ),
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

MODEL = Step(
    name="model",
    title=N_("The model, and one batch through it"),
    text=(
        N_(
            "The body of the model is pretrained, its head is new: that is what the library's warning about newly initialized weights "
            "says, and that is as it should be. Before anything is trained, one batch shows whether everything fits together."
        ),
    ),
    cells=("make_model", "choose_device"),
    probes=(
        Probe(
            "one_batch_through",
            N_(
                "One batch through the model. Which loss would you expect from a model that knows nothing of two labels?"
            ),
            Shows(symptoms.loss_of_a_guess),
            N_(
                "Eight rows, two logits for each. The loss is near ln 2, that of a guess among two. Since the batch holds labels, the model has "
                "calculated the loss itself."
            ),
        ),
    ),
)

SCHEDULE = Step(
    name="schedule",
    title=N_("The optimizer, and how long its learning rate lasts"),
    text=(
        N_(
            "AdamW with a learning rate of 5e-5, the Trainer's own default, and a schedule that lets it fall in a straight line. The length of "
            "that line is a number of steps: batches times epochs."
        ),
    ),
    cells=("make_optimizer", "make_schedule"),
    probes=(
        Probe(
            "count_steps",
            N_("So how many steps are there?"),
            note=N_(
                "The published page counts 1,377: three epochs of 459 batches of the real MRPC."
            ),
        ),
        Probe(
            "rates",
            N_("And the learning rate on the way?"),
            Shows(symptoms.rate_falls_to_the_last_step),
            N_("After the last step it is 0, and not before."),
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
    probes=(
        Probe(
            "beside_the_majority",
            N_(
                "The untrained model, beside somebody who always answers 1:"
            ),
            note=N_(
                "F1 speaks well of whoever says 1 all the time. That is why neither number is read alone, and both are read beside this row."
            ),
        ),
    ),
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
                "The validation loss still falls along with the training loss: nothing has been learned by heart yet."
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
