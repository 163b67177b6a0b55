"""The sections of chapter 3's PyTorch lesson, in the order of reading."""

from course.ch3 import shared, symptoms
from course.i18n import N_
from course.lesson import (
    Fault,
    Probe,
    Raises,
    Scene,
    Shows,
    Sighting,
    Step,
)

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
            N_("Without the first: the text is left in, and a batch is to be made."),
            Raises("ValueError", "features \\(`\\w+` in this case\\)"),
            N_(
                "A batch is made of tensors, and there are no tensors of text. The message guesses at padding; what is wrong stands in its "
                "brackets: the feature `sentence1`."
            ),
        ),
        Probe(
            "with_the_old_name",
            N_("Without the second: the label is still called `label`."),
            Shows(symptoms.label_is_no_parameter),
            N_("A batch is handed over as `model(**batch)`: its keys are the names of parameters."),
        ),
        Probe(
            "with_lists",
            N_("Without the third: a row is a list of numbers."),
            Raises("AttributeError", "'list' object has no attribute"),
            N_("A model asks its inputs for their shape and their device. A list has neither."),
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
        shared.BATCH_SHAPES,
        Probe(
            "without_a_collator",
            N_("And with a collator that only stacks?"),
            Raises(
                "RuntimeError",
                "stack expects each tensor to be equal size",
            ),
            N_("Rows of different lengths are no rectangle. In chapter 8 this is a fault to be found."),
        ),
    ),
)

MODEL = shared.model(
    "make_model",
    "choose_device",
    note=N_(
        "Eight rows, two logits for each. The loss is near ln 2, that of a guess among two. Since the batch holds labels, the model has "
        "calculated the loss itself."
    ),
)

ADAMW_IMPORT = Fault(
    name="adamw-import",
    cell="make_optimizer",
    title=N_("An optimizer that has moved out"),
    situation=N_(
        "When the page was written, 🤗 Transformers had an AdamW of its own. Its line is still in many a tutorial, and it is the first "
        "that fails today."
    ),
    today=Sighting(
        Raises(
            "ImportError",
            "cannot import name 'AdamW' from 'transformers'",
        ),
        Scene(until="make_optimizer"),
        N_("The library is there, the name in it is not."),
    ),
    probes=(
        Probe(
            "homes_of_adamw",
            N_("Which of the libraries that are installed has an AdamW?"),
        ),
    ),
    hints=(
        N_("The error names a module and a name. Which of the two is no longer there?"),
        N_("An optimizer is not the business of a library of models. Whose is it?"),
        N_("PyTorch has had its own for years: `torch.optim.AdamW`."),
    ),
    why=N_(
        "🤗 Transformers made its copy when PyTorch had no AdamW yet. It was deprecated once PyTorch had one, and at last taken away. "
        "The two are not quite the same: the weight decay of the copy was 0 unless told otherwise, that of PyTorch is 0.01."
    ),
    repaired=N_("The optimizer is PyTorch's, with the learning rate that the Trainer would take."),
)

SCHEDULE_IN_EPOCHS = shared.schedule_in_epochs(
    N_("The schedule is made once, and stepped many times. How often, in one epoch?"),
    N_("A step is a batch. There are `len(train_dataloader)` of them in each epoch."),
    N_(
        "A schedule counts the calls of its `step`, and knows nothing of batches or epochs. Its length and the place where it is stepped "
        "belong together: stepped after each batch, it lasts `num_epochs * len(train_dataloader)` steps. The opposite mistake, a schedule "
        "that is long enough but is stepped once an epoch, leaves the learning rate all but constant. It is as silent."
    ),
)

SCHEDULE = shared.schedule("make_optimizer", "make_schedule")

GRADIENTS_IN_EVALUATION = Fault(
    name="gradients-in-evaluation",
    cell="measure_model",
    title=N_("An evaluation that prepares to learn"),
    situation=N_(
        "The evaluation runs, and its numbers are right. It takes more memory than it needs, and with large batches it is the evaluation that "
        "ends in `out of memory`, after an hour of training."
    ),
    today=Sighting(
        Shows(symptoms.evaluation_keeps_what_gradients_need),
        Scene(until="measure_model", probe="kept_for_gradients"),
        N_("So much of every batch was kept for a backward pass that never comes."),
    ),
    hints=(
        N_("What does PyTorch keep of each layer while it calculates forward, and for what?"),
        N_("`model.eval()` turns dropout off. Does it also say that no gradients are wanted?"),
        N_("Calculate the outputs inside `with torch.no_grad():`."),
    ),
    why=N_(
        "`eval()` changes what some layers do, dropout above all. Whether a graph is recorded for the backward pass is another question, and "
        "`torch.no_grad()` answers it. An evaluation needs both; each without the other goes unnoticed for a long time."
    ),
    repaired=N_("Nothing is kept any more, and the numbers are the same."),
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
    probes=(shared.BESIDE_THE_MAJORITY,),
)

GRADIENTS_PILE_UP = Fault(
    name="gradients-pile-up",
    cell="train_step",
    title=N_("Gradients that nobody clears away"),
    situation=N_(
        "The heart of the loop, four lines. It would run, and the loss would even fall for a while. Look at the gradient over five steps on one and "
        "the same batch, with a learning rate of 0: every step should see the same gradient."
    ),
    today=Sighting(
        Shows(symptoms.gradients_pile_up),
        Scene(until="train_step", probe="gradients_by_step"),
        N_("The second step sees twice the gradient, the third three times as much."),
    ),
    hints=(
        N_("What does `backward()` do with a gradient that is there already?"),
        N_("The norms are in the ratio 1 : 2 : 3. What is added to what?"),
        N_("`optimizer.zero_grad()` belongs at the end of each step."),
    ),
    why=N_(
        "`backward()` adds to the gradients, it does not replace them. That is meant to be: gradients of several batches can be "
        "accumulated that way. Who does not want that has to clear them, in every step. Left alone, each step would follow the sum of all gradients since "
        "the first, most of them taken at weights that are long gone."
    ),
    repaired=N_("Each step sees the gradient of its own batch."),
)

LEFT_IN_EVALUATION = Fault(
    name="left-in-evaluation",
    cell="train",
    title=N_("A model that stays in evaluation mode"),
    situation=N_(
        "Now the loop itself. It calls `model.train()` before it starts, as it should, and evaluates after every epoch. Three "
        "short epochs of three batches each; we count the steps that were taken with dropout."
    ),
    today=Sighting(
        Shows(symptoms.dropout_ends_with_the_first_epoch),
        Scene(until="train_step", probe="modes_by_epoch", define="train"),
        N_("In the first epoch all steps had dropout, and after it none."),
    ),
    hints=(
        N_("What happens between the first epoch and the second?"),
        N_("`measure_model` calls `model.eval()`. Who takes that back?"),
        N_("`model.train()` belongs inside the loop over the epochs."),
    ),
    why=N_(
        "The mode is a property of the model, and stays until somebody changes it. Without dropout the training loss even looks better, "
        "and the model learns its rows by heart sooner. Nothing gives that away but the mode itself: ask `model.training` where it "
        "matters."
    ),
    repaired=N_("Each epoch begins in training mode."),
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

TECHNIQUES = shared.techniques(N_("Mixed precision: `autocast` calculates in bfloat16 what can do with 16 bits."))

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
