"""Sections on problems that chapter 8's script does not have: read on request, each with something run and measured."""

from course.ch8 import symptoms
from course.i18n import N_
from course.lesson import Probe, Raises, Shows, Step


def out_of_memory(fits: Probe) -> Step:
    """The section on memory that runs out; the probe `fits` halves a batch until it fits."""
    return Step(
        name="out-of-memory",
        title=N_("Out of memory"),
        text=(
            N_(
                "This error says plainly what is wrong, and still surprises: the model fitted a moment ago. The weights are seldom to "
                "blame. What grows is what a forward pass keeps for the backward pass, and it grows with every row of the batch."
            ),
        ),
        probes=(
            Probe(
                "kept_for_the_backward_pass",
                N_("How much is kept, by the number of rows in a batch?"),
                Shows(symptoms.more_rows_keep_more),
                N_(
                    "Twice the rows, nearly twice the memory. So the batch size is the first thing to lower. Whoever wants the gradient of the "
                    "larger batch all the same adds up those of smaller ones, each divided by their number: chapter 3 shows how."
                ),
            ),
            fits,
            Probe(
                "parameters_of_gpt2",
                N_(
                    "And if it is the model that is too large? The largest GPT-2 has 1.5 billion parameters. They can be counted without one of them in memory:"
                ),
                Shows(symptoms.six_gigabytes_twice),
                N_(
                    "6.2 GB of weights, 6.2 GB more of gradients, and Adam's two running means take as much again as both: 25 GB before the first "
                    "row of the first batch. Do this sum before you choose a GPU."
                ),
            ),
        ),
    )


def gpu_memory(text: str, *probes: Probe) -> Step:
    """The section on memory that objects still hold; `text` says how the framework allocates it, and `probes` show that."""
    return Step(
        name="gpu-memory",
        title=N_("Who holds the memory?"),
        text=(
            N_(
                "Memory can be gone before your training begins: an earlier attempt still holds it, or another process does."
            ),
            text,
        ),
        probes=(
            *probes,
            Probe(
                "what_holds_a_model",
                N_(
                    "How long does a model stay in memory? Here a second one is made and an error raised in it. Then what refers to it is deleted, piece by piece."
                ),
                Shows(symptoms.weights_stay_until_the_last_is_gone),
                N_(
                    "`del model` frees nothing while the optimizer refers to the weights, nor while the error is there: its traceback holds "
                    "the variables of every function that it went through. A notebook keeps its last error until the next one comes. When memory is short, "
                    "restart the kernel: that lets go of everything."
                ),
            ),
        ),
    )


NO_GPU = N_(
    "Where there is no GPU, as with most who read this on a laptop, there is nothing to show: the table then says just that."
)


def data_again() -> Step:
    """The section on looking at the data once more."""
    return Step(
        name="data-again",
        title=N_("Back to the data"),
        text=(
            N_(
                "No error, and it trains, but what it learns is poor. Before you turn to the model, ask the data: Can you read what the model "
                "gets? Do you agree with the labels? Is one of them much more frequent than the others? And what would somebody come to who always "
                "gives the same answer, or draws one?"
            ),
        ),
        probes=(
            Probe(
                "decoded_rows",
                N_("Rows of a batch, decoded, beside their labels:"),
                note=N_("Where you cannot tell why a row has its label, do not expect a model to."),
            ),
            Probe(
                "label_balance",
                N_("What does somebody come to who has never read a row?"),
                Shows(symptoms.nobody_is_right_more_often_than_a_third),
                N_(
                    "The labels are balanced: without reading, a third of the answers is right. Whoever always gives the same answer, and is sure of it, has a loss "
                    "without bound; whoever knows the shares has ln 3 ≈ 1.0986. Read every result beside these numbers."
                ),
                of_learning=True,
            ),
            Probe(
                "first_loss",
                N_("Does a fresh model begin there?"),
                Shows(symptoms.begins_at_a_guess),
                N_("It does. A loss that begins well above it says that labels, logits or loss do not fit together."),
            ),
            Probe(
                "shuffled_labels",
                N_(
                    "Now spoil the labels on purpose: shuffle them, so that they have nothing to do with the texts any more. How far does the loss fall?"
                ),
                Shows(symptoms.shuffled_labels_are_not_learned),
                N_(
                    "Not below a guess, however long it trains: the texts say nothing about these labels. Only rows that come again could be learned by heart, and here none "
                    "does. If your own curve looks like this, look for the place where texts and labels part company."
                ),
                drawn=(N_("labels as they are"), N_("labels shuffled")),
                of_learning=True,
            ),
        ),
    )


def overfit_one_batch() -> Step:
    """The section on overfitting one batch."""
    return Step(
        name="overfit-one-batch",
        title=N_("Overfit one batch"),
        text=(
            N_(
                "A test that takes seconds: train on one and the same batch. A set-up that is right learns it by heart, and the loss goes to "
                "nearly 0. One that cannot do even this has a fault that neither more data nor more time will mend."
            ),
        ),
        probes=(
            Probe(
                "overfit_one_batch",
                N_(
                    "Sixty steps on one batch, then its loss without dropout. Then another batch, that the model has never seen; then that one again with a model made anew."
                ),
                Shows(symptoms.learned_by_heart),
                N_(
                    "The batch is known by heart; another is not. These weights are no longer those of the checkpoint, they suit sixteen rows: make the model anew, and its optimizer with it, before you train in earnest."
                ),
                of_learning=True,
            ),
            Probe(
                "overfit_without_texts",
                N_(
                    "The same, beside a set-up with a slip in it: each row was given the text of the first. What can a model still learn then?"
                ),
                Shows(symptoms.stops_at_the_shares),
                N_(
                    "One text, several labels: all there is to learn is how frequent each label is, and there the loss stops. After a few seconds you "
                    "know that the fault lies before the model."
                ),
                drawn=(
                    N_("as it should be"),
                    N_("one text in all rows"),
                    N_("by the shares alone"),
                ),
                of_learning=True,
            ),
        ),
    )


def baseline() -> Step:
    """The section on learning rates compared side by side."""
    return Step(
        name="baseline",
        title=N_("A baseline before tuning"),
        text=(
            N_(
                "Once it trains, every knob invites you to turn it. Begin with the usual values, write down what they come to, and from there "
                "change one value at a time; else you will not know what helped. No value matters more than the learning rate, and it is tried "
                "in factors of ten."
            ),
        ),
        probes=(
            Probe(
                "sweep",
                N_(
                    "Four learning rates, thirty steps each, from the same weights, on the same batches, by the same chance. Which one would you take?"
                ),
                Shows(symptoms.the_best_rate_lies_between),
                N_(
                    "With 1e-6 hardly anything happens; 1e-3 begins fast, and is soon back at a guess. The best lies in between, where the Trainer's default of 5e-5 "
                    "is too. A finer search around it gains little; better labels, or more of them, mostly gain more."
                ),
                drawn=("1e-06", "1e-05", "0.0001", "0.001"),
                of_learning=True,
            ),
        ),
    )


def long_tracebacks(text: str, probe: Probe) -> Step:
    """The section on reading tracebacks from their end; `text` and `probe` are the framework's."""
    return Step(
        name="long-tracebacks",
        title=N_("A long traceback, read from its end"),
        text=(
            N_(
                "The traceback of a training run fills a screen, and hardly any of it is your code. Its last line says what happened. From there "
                "go up, frame by frame, to the first that is yours."
            ),
            text,
        ),
        probes=(probe,),
    )


def asking_for_help() -> Step:
    """The section on a minimal reproducible example with its versions."""
    return Step(
        name="asking-for-help",
        title=N_("Asking for help"),
        text=(
            N_(
                "Whoever asks well gets an answer, and often finds it while still writing. What helpers need: a few lines that anybody can run and that fail in the same "
                "way, the error as text and not as a picture, the versions that matter, and what you have tried."
            ),
            N_(
                "To find those lines, leave out one thing after the other, as long as the error stays: the data, the training, in the end the model itself. Of the "
                "fault with three labels and two outputs, this is all that remains:"
            ),
        ),
        probes=(
            Probe(
                "minimal_example",
                N_(
                    "The example is written to a file and run; what it says, and on which versions, is added at its end:"
                ),
                Shows(symptoms.example_fails_likewise),
                N_(
                    "The error is that of the whole script, and now everybody sees why it comes. Such a file goes into a forum or an issue as it is."
                ),
            ),
        ),
    )


PT = (
    out_of_memory(
        Probe(
            "batch_that_fits",
            N_(
                "Now in earnest: for a moment this process may take no more than 512 MB besides what it has. 🤗 Accelerate's `find_executable_batch_size` "
                "calls a function again and again, with fewer rows each time that memory runs out."
            ),
            Shows(symptoms.rows_are_halved_until_they_fit),
            N_(
                "The allocations that failed were real; on a GPU the message reads `CUDA out of memory`, and the remedy is the same. Left to "
                "itself, today's utility takes off a tenth each time; it used to halve, and with `reduce_batch_size_fn` it does so again."
            ),
        ),
    ),
    gpu_memory(
        N_(
            "PyTorch takes GPU memory as it needs it, and keeps what has become free for the next tensor. So `nvidia-smi` shows more than your tensors take, and "
            "that is no leak."
        ),
        Probe(
            "memory_of_the_gpu",
            N_("What is in use on the GPU, counted in three ways?"),
            note=NO_GPU,
        ),
    ),
    data_again(),
    overfit_one_batch(),
    baseline(),
    long_tracebacks(
        N_(
            "On a GPU, errors come late, and point to lines that have nothing to do with them. Run on the CPU, or with `CUDA_LAUNCH_BLOCKING=1`, and "
            "they point to the right one."
        ),
        Probe(
            "traceback_from_its_end",
            N_(
                "A collator with a slip in it, called from deep inside the Trainer. Read the table downwards: that is the traceback from its end up."
            ),
            Shows(symptoms.own_frame_comes_behind_others),
            N_(
                "The message first advises padding and truncation, which are on. It guesses. The first frame that is yours knows: there each row's ids are put into "
                "one list too many, which is what the message says too, in its last words."
            ),
        ),
    ),
    asking_for_help(),
)

TF = (
    out_of_memory(
        Probe(
            "batch_that_fits",
            N_(
                "Now in earnest: for a moment this process may take no more than 512 MB besides what it has. All that a step of so many rows keeps is "
                "asked for at once; where that fails, the rows are halved."
            ),
            Shows(symptoms.rows_are_halved_until_they_fit),
            N_(
                "The allocations that failed were real, and on a GPU the error has the same name, `ResourceExhaustedError`. Whoever trains with PyTorch has a utility for this in "
                "🤗 Accelerate; in TensorFlow it is a loop of one's own."
            ),
        ),
    ),
    gpu_memory(
        N_(
            "TensorFlow takes nearly all the memory of every GPU when it first uses one. A second notebook on the same GPU then finds nothing left, and "
            "`nvidia-smi` shows a full GPU, however small the model. With memory growth it takes only what it needs; that has to be set before "
            "the first use."
        ),
        Probe(
            "memory_growth",
            N_(
                "What is in use on the GPU after one small sum, without memory growth and with it? Each is tried in a process of its own."
            ),
            note=NO_GPU,
        ),
        Probe(
            "growth_too_late",
            N_("And if such a setting comes late? The same happens with the CPU, so that anybody can see it:"),
            Raises(
                "RuntimeError",
                "cannot be modified after being initialized",
            ),
            N_("Settings of devices belong at the very top of a program. In a notebook, restart the kernel first."),
        ),
    ),
    data_again(),
    overfit_one_batch(),
    baseline(),
    long_tracebacks(
        N_(
            "In TensorFlow there is one thing more. `fit` compiles a step into a graph, and an error in a graph speaks of nodes, not of lines. With "
            "`run_eagerly=True` every operation runs where it stands: you can print, set a breakpoint, and see the values."
        ),
        Probe(
            "graph_and_eager",
            N_("The same mistake, a label out of range, in a graph and without one:"),
            Shows(symptoms.only_eager_points_to_the_function),
            N_(
                "In the graph the traceback ends where the graph is started; what happened inside stands in the message, as a list of files. Eagerly it ends in the "
                "function that calculates the loss, and that is where a debugger would stop. The price is time in every step: turn it off again once the fault is found."
            ),
        ),
    ),
    asking_for_help(),
)
