"""The sections that chapter 3's lessons have in common, for either framework."""

from course.ch3 import symptoms
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

PAIRS = Step(
    name="pairs",
    title=N_("The data: pairs of sentences"),
    text=(
        N_(
            "MRPC holds pairs of sentences from the news, and says of each pair whether the two mean the same. The tokenizer takes both "
            "sentences at once and puts a separator between them. `map` with `batched=True` hands it many rows at a time; nothing is "
            "padded yet."
        ),
    ),
    cells=("load_data", "load_tokenizer", "tokenize_pairs"),
    probes=(
        Probe(
            "first_pair",
            N_("Read a row before you train on it, as a person and as the model gets it:"),
            note=N_("Would you have given the pair this label? Then so may a model."),
        ),
        Probe(
            "label_shares",
            N_("How are the labels spread over the validation set?"),
            Shows(symptoms.one_label_is_more_frequent),
            N_(
                "Whoever always answers `equivalent` is right in as many rows as that. A model is worth something only above that share. "
                "This is also why MRPC is measured by F1 as well as by accuracy."
            ),
        ),
    ),
)

LOAD_METRIC = Fault(
    name="load-metric",
    cell="make_metric",
    title=N_("A function that has become a library"),
    situation=N_("The metric is loaded as on many an older page, from 🤗 Datasets."),
    today=Sighting(
        Raises(
            "ImportError",
            "cannot import name 'load_metric' from 'datasets'",
        ),
        Scene(until="make_metric"),
        N_("Again a name that is not there any more."),
    ),
    hints=(
        N_("What is a metric doing in a library of data sets?"),
        N_("Metrics have moved into a library of their own, and its name says what it is for."),
        N_('`evaluate.load("glue", "mrpc")`'),
    ),
    why=N_(
        "`load_metric` moved into the library 🤗 Evaluate as `evaluate.load`, and was taken out of 🤗 Datasets with version 3. What it "
        "returns is used as before: `add_batch`, then `compute`."
    ),
    repaired=N_("For MRPC this metric gives accuracy and F1."),
)

CURVES = Step(
    name="curves",
    title=N_("How too much and too little look"),
    text=(
        N_(
            "A curve is read by how the two losses lie to each other. Two short runs of twelve epochs on 48 rows, measured on 128 others, show what "
            "to look for. Only the learning rate is not the same: 4e-4 in one, 1e-6 in the other."
        ),
    ),
    probes=(
        Probe(
            "learning_curves",
            N_("Which of the two has learned too much, and which too little?"),
            Shows(symptoms.one_overfits_and_one_underfits),
            N_(
                "With 4e-4 the training loss goes on falling while the validation loss turns and rises: the 48 rows are being learned by heart. "
                "More data, fewer epochs or more dropout help against that; a smaller training loss does not. With 1e-6 both losses stay where "
                "they began: the model has not learned even what it was shown. There a higher learning rate helps, or more steps; more data does not."
            ),
            drawn=(
                N_("training, 0.0004"),
                N_("validation, 0.0004"),
                N_("training, 1e-06"),
                N_("validation, 1e-06"),
            ),
            of_learning=True,
        ),
    ),
)

BATCH_SHAPES = Probe(
    "batch_shapes",
    N_("The first batches, by their shapes: rows by tokens."),
    Shows(symptoms.batches_of_several_widths),
    N_(
        "Padded to the 512 tokens that the model can take, seven eighths of each batch would be padding, and would be calculated all the same."
    ),
)

BESIDE_THE_MAJORITY = Probe(
    "beside_the_majority",
    N_("The untrained model, beside somebody who always answers 1:"),
    note=N_(
        "F1 speaks well of whoever says 1 all the time. That is why neither number is read alone, and both are read beside this row."
    ),
)


def techniques(mixed_precision: str) -> Step:
    """The section with three small experiments; `mixed_precision` is the sentence that says how the third is done."""
    return Step(
        name="techniques",
        title=N_("Clipping, accumulation, half the bits"),
        text=(
            N_(
                "Three techniques that a loop of one's own takes a line or two for, each tried on the same few batches from the same weights. `kept, "
                "MB` is what a forward pass keeps for the backward pass, which is what takes most of the memory in training."
            ),
        ),
        probes=(
            Probe(
                "clipping",
                N_("Gradient clipping: scale the gradient down where its norm is above a bound."),
                Shows(symptoms.clipping_changes_little_else),
                N_(
                    "It costs hardly any time and no memory. On a few ordinary batches it changes little: AdamW divides by the size of the gradient anyway. "
                    "Clipping is for the one step in a thousand that would undo all others."
                ),
            ),
            Probe(
                "accumulation",
                N_("Accumulation: four batches of 8 for one step, in place of one batch of 32."),
                Shows(symptoms.accumulation_saves_memory),
                N_(
                    "The same three steps with a fraction of the memory: four small batches, each with a quarter of its loss, add up to the gradient of the large one. It saves no "
                    "calculation. The row in the middle takes twelve steps, and so gets further."
                ),
            ),
            Probe(
                "mixed_precision",
                mixed_precision,
                Shows(symptoms.half_the_bits_save_memory),
                N_(
                    "Less memory, and the loss is the same to two places. Whether it saves time depends on the processor: one that has no "
                    "instructions for bfloat16 is slower for it."
                ),
            ),
        ),
    )


def schedule(*cells: str) -> Step:
    """The section on the optimizer and its schedule; `cells` are the names of the script's cells."""
    return Step(
        name="schedule",
        title=N_("The optimizer, and how long its learning rate lasts"),
        text=(
            N_(
                "AdamW with a learning rate of 5e-5, the Trainer's own default, and a schedule that lets it fall in a straight line. The length of "
                "that line is a number of steps: batches times epochs."
            ),
        ),
        cells=cells,
        probes=(
            Probe(
                "count_steps",
                N_("So how many steps are there?"),
                note=N_("The published page counts 1,377: three epochs of 459 batches of the real MRPC."),
            ),
            Probe(
                "rates",
                N_("And the learning rate on the way?"),
                Shows(symptoms.rate_falls_to_the_last_step),
                N_("After the last step it is 0, and not before."),
            ),
        ),
    )


def model(*cells: str, note: str) -> Step:
    """The section on the model and one batch through it; `note` is the sentence about its loss."""
    return Step(
        name="model",
        title=N_("The model, and one batch through it"),
        text=(
            N_(
                "The body of the model is pretrained, its head is new: that is what the library's warning about newly initialized weights "
                "says, and that is as it should be. Before anything is trained, one batch shows whether everything fits together."
            ),
        ),
        cells=cells,
        probes=(
            Probe(
                "one_batch_through",
                N_(
                    "One batch through the model. Which loss would you expect from a model that knows nothing of two labels?"
                ),
                Shows(symptoms.loss_of_a_guess),
                note,
            ),
        ),
    )


def schedule_in_epochs(length: str, step: str, why: str) -> Fault:
    """The fault of a schedule as long as there are epochs; `length` and `step` are the first and the last hint."""
    return Fault(
        name="schedule-in-epochs",
        cell="make_schedule",
        title=N_("A schedule that counts something else"),
        situation=N_(
            "Nothing fails here, and nothing would fail later: training would run to its end, and the model would have learned next to "
            "nothing. A schedule does not say what it counts."
        ),
        today=Sighting(
            Shows(symptoms.rate_is_gone_early),
            Scene(until="make_schedule", probe="rates"),
            N_(
                "After three steps the learning rate is 0, and stays there. From then on every step is calculated in vain."
            ),
        ),
        probes=(
            Probe(
                "count_steps",
                N_("How many steps did the schedule get to last, and how many will the loop take?"),
            ),
        ),
        hints=(
            length,
            N_("`num_training_steps` is 3 here. What else is 3?"),
            step,
        ),
        why=why,
        repaired=N_("The line now ends where the training ends."),
    )
