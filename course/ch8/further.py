"""Sections on problems that chapter 8's script does not have: read on request, each with something run and measured."""

from course.ch8 import symptoms
from course.i18n import N_
from course.lesson import DrawnColumn, Probe, Raises, Shows, Step


def out_of_memory(fits: Probe) -> Step:
    """The section on memory that runs out; the probe `fits` halves a batch until it fits."""
    return Step(
        name="out-of-memory",
        title=N_("Out of memory"),
        text=(
            N_(
                "An out-of-memory error says what is wrong, but not what takes the memory. The memory that is full is that of the device on which the model is trained: GPU memory on a GPU, RAM on a "
                "CPU. Usually the weights are not the cause, because the model fitted into memory before training began. But training needs more memory than that. The forward pass keeps its "
                "intermediate results, the activations, in memory, because the backward pass needs them to compute the gradients. The more examples a batch has, and the longer they are, the more "
                "memory the activations need."
            ),
        ),
        probes=(
            Probe(
                "kept_for_the_backward_pass",
                N_(
                    "The forward pass keeps its activations for the backward pass. How much memory do they need? In the table, `examples` is the number of examples in the batch, and `activations, "
                    "MB` is the memory."
                ),
                Shows(symptoms.more_rows_keep_more),
                N_(
                    "From one row of the table to the next, the number of examples doubles, and the memory roughly doubles too. So the first thing to reduce is the batch size. If you still want the gradient of the larger batch, use gradient accumulation: divide the batch into smaller batches of equal size, divide the loss of each small batch by the number of small batches, and add up their gradients before the optimizer takes a step. The lesson on chapter 3 shows how."
                ),
            ),
            fits,
            Probe(
                "parameters_of_gpt2",
                N_(
                    "And if the model itself is too large? The largest version of GPT-2 has 1.56 billion parameters. The cell below makes the model without allocating memory for its weights, so any "
                    "computer can count them. The table shows how much GPU memory training would need, or on a CPU, how much RAM."
                ),
                Shows(symptoms.six_gigabytes_twice),
                N_(
                    "The column `numbers` counts the weights, their gradients and Adam's means, and each of these numbers takes 4 bytes. So the weights take 6.2 GB, and their gradients another 6.2 "
                    "GB. The optimizer state of Adam is two running means for each weight, 12.5 GB in all. Weights, gradients and optimizer state together take 25 GB, however small the batch is, "
                    "and the activations come on top. Compute these numbers for your own model before you choose a GPU."
                ),
            ),
        ),
    )


def gpu_memory(text: str, *probes: Probe) -> Step:
    """The section on memory that objects still hold; `text` says how the framework allocates it, and `probes` show that."""
    return Step(
        name="gpu-memory",
        title=N_("Memory that stays in use"),
        text=(
            N_(
                "GPU memory can be full before your training begins. Objects from an earlier attempt may still use it, or another process may use the same GPU. Without a GPU, the same can happen to "
                "RAM."
            ),
            text,
        ),
        probes=(
            *probes,
            Probe(
                "what_holds_a_model",
                N_(
                    "How long does a model stay in memory? This cell makes a second model and an optimizer for it, and then calls the model with a wrong input, which raises an error. After that it deletes the model, the optimizer and the error (the variable `error`), one after the other. After each step the column `weights, MB` shows how much memory is still in use for the weights. In TensorFlow this number includes the optimizer state, which Keras keeps in variables; in PyTorch it does not."
                ),
                Shows(symptoms.weights_stay_until_the_last_is_gone),
                N_(
                    "After `del model` the number is the same as before: the error still refers to the model, and in PyTorch the optimizer refers to its weights, too. `del optimizer` does not free the weights either: it frees at most the optimizer state. The weights stay in memory, because the traceback of the error keeps the local variables of every function that the error passed through, and one of these variables is the model. Only after `del error` does the number return to its value in the first row of the table. A notebook, too, keeps its last error until the next error occurs. When memory is short, restart the kernel, the process that runs the cells: that frees all the RAM and GPU memory of the notebook."
                ),
            ),
        ),
    )


def data_again() -> Step:
    """The section on looking at the data once more."""
    return Step(
        name="data-again",
        title=N_("Check the data again"),
        text=(
            N_(
                "Suppose that a script trains without an error, but its model learns little. Before you change the model, look at the data again and answer four questions. Can you understand the "
                "texts that the model receives? Do you think that their labels are right? Is one label much more frequent than the others? And what accuracy and what loss does a model reach if it "
                "always gives the same answer, or answers at random?"
            ),
        ),
        probes=(
            Probe(
                "decoded_rows",
                N_("This cell decodes three examples of a batch, and shows them beside their labels."),
                note=N_("If you cannot tell why an example has its label, do not expect a model to learn it."),
            ),
            Probe(
                "label_balance",
                N_(
                    "What accuracy (the column `accuracy`) and what loss can a model reach without reading any text? In the first three rows of the table, a model always predicts the same label, "
                    "with probability 1. If this is the most frequent label, the model is the majority baseline. The last row belongs to two models, which know only the label frequencies. The "
                    "accuracy in this row is that of a model that draws its answers at random, each label as often as it occurs in the data. The loss is that of a model that gives each label a "
                    "probability equal to its frequency, in every example."
                ),
                Shows(symptoms.nobody_is_right_more_often_than_a_third),
                N_(
                    "The three labels are equally frequent, so in every row of the table about a third of the predictions are right. The loss of an example is `-ln p`, where `p` is the probability that the model gives to the "
                    "right label. A model that gives one label the probability 1 gives the two others 0. For an example with one of those two labels its loss is infinite, and so is the mean over all the examples (`inf`). A model that gives each label the probability 1/3 has "
                    "a loss of ln 3 ≈ 1.0986. Compare your model's accuracy and loss with these numbers."
                ),
                of_learning=True,
            ),
            Probe(
                "first_loss",
                N_(
                    "A new model knows nothing about the labels, because the weights of its classification head are random. Is its loss close to ln 3?"
                ),
                Shows(symptoms.begins_at_a_guess),
                N_(
                    "Yes: the two numbers in the table are close. If the loss of a new model is much higher, the labels, the logits and the loss function do not fit together."
                ),
            ),
            Probe(
                "shuffled_labels",
                N_(
                    "Now make the labels wrong on purpose: shuffle them among the examples, so that they no longer have anything to do with the texts. One model is trained on the labels as they are, another one on the shuffled labels. How far does each loss fall? Each loss in the table is the mean of five steps."
                ),
                Shows(symptoms.shuffled_labels_are_not_learned),
                N_(
                    "In the column `labels as they are` the loss falls. In the column `labels shuffled` it stays near ln 3, because the texts say nothing about these labels. Here each example is "
                    "used only once. Over many epochs a model could memorize even shuffled labels, and then its training loss would fall. If the loss of your own script stays near ln 3 in this way, "
                    "check whether your code gives the texts the wrong labels."
                ),
                drawn=(
                    DrawnColumn("labels as they are", N_("labels as they are")),
                    DrawnColumn("labels shuffled", N_("labels shuffled")),
                ),
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
                "This test takes about a minute on a CPU: train a new model on one and the same batch, step after step. If the script is right, the model memorizes the batch, and the loss falls to nearly 0. This is overfitting, here on purpose. If the loss does not fall that far, the script has a fault that neither more data nor longer training will repair."
            ),
        ),
        probes=(
            Probe(
                "overfit_one_batch",
                N_(
                    "The first five rows of the table show the loss during sixty training steps on one batch. The last three rows are measured after that, in evaluation mode, so without dropout. "
                    "`trained, no dropout` is the loss of the trained model on the same batch. `trained, another batch` is its loss on a second batch, which it has never seen. `made anew, another "
                    "batch` is the loss of a new model on this second batch."
                ),
                Shows(symptoms.learned_by_heart),
                N_(
                    "The trained model has a loss of nearly 0 on the batch that it was trained on (`trained, no dropout`), but a much higher loss on the other batch (`trained, another batch`): this loss is much nearer to that of a new model (`made anew, another batch`) than to 0. It has memorized sixteen examples: this is overfitting. So do not continue with this model. Before you train on all the data, make a new model from the checkpoint, and a new optimizer for it."
                ),
                of_learning=True,
            ),
            Probe(
                "overfit_without_texts",
                N_(
                    "Now the same test with a mistake that we put into the batch on purpose: every example has the text of the first one, and keeps its own label. What can a model still learn from "
                    "such a batch? The column `as it should be` shows the loss on the right batch, and `one text in all examples` the loss on the wrong one. The column `label frequencies alone` is "
                    "the loss of a model that gives each label its frequency in this batch as its probability."
                ),
                Shows(symptoms.stops_at_the_shares),
                N_(
                    "In the column `as it should be` the loss falls towards 0. In the column `one text in all examples` it stops near the number in `label frequencies alone`. All the examples have the same text, but different labels, so the model can learn only the label frequencies. The test takes little time, and it shows that the fault is in the data that the model receives, not in the amount of training."
                ),
                drawn=(
                    DrawnColumn("as it should be", N_("as it should be")),
                    DrawnColumn("one text in all examples", N_("one text in all examples")),
                    DrawnColumn("label frequencies alone", N_("label frequencies alone")),
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
                "Once a script trains without an error, it is tempting to change all of its hyperparameters at once. First train with the usual values, and write down the score: this training run "
                "is your baseline. Then change one hyperparameter at a time. If you change two together, you cannot know which of them helped. The learning rate usually matters most. Try values "
                "that differ by a factor of ten."
            ),
        ),
        probes=(
            Probe(
                "sweep",
                N_(
                    "The cell trains for thirty steps with each of four learning rates. Everything else is the same for all four: the initial weights, the batches and the random seed. Each column of the table is "
                    "one learning rate, and each number is the mean loss of five steps. Which learning rate would you choose?"
                ),
                Shows(symptoms.the_best_rate_lies_between),
                N_(
                    "With `1e-6` the loss hardly changes. With `1e-3` (the column `0.001`) it ends near ln 3, even if it is lower in the first rows. The lowest loss in the last row of the table belongs to a learning rate between these two, and the script's `5e-5` lies between them as well. A finer search for the best learning rate usually gains little. More accurate labels, or more examples with labels, usually gain more."
                ),
                drawn=(DrawnColumn("1e-06"), DrawnColumn("1e-05"), DrawnColumn("0.0001"), DrawnColumn("0.001")),
                of_learning=True,
            ),
        ),
    )


def long_tracebacks(text: str, probe: Probe) -> Step:
    """The section on reading tracebacks from their end; `text` and `probe` are the framework's."""
    return Step(
        name="long-tracebacks",
        title=N_("Read a long traceback from its end"),
        text=(
            N_(
                "The traceback of a training script fills a screen, and only a few of its lines belong to your own code. The name of the error and its message, which in TensorFlow can have many lines, are at the end. Begin there and go up, frame by frame (a frame is one function call), to the first frame of your own code."
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
                "If you ask a question well, you are more likely to get an answer, and often you find the answer yourself while you write. People who want to help you need four things: a short program that they "
                "can run and that raises the same error, the error message as text and not as a screenshot, the versions of the libraries, and a list of what you have already tried."
            ),
            N_(
                "To find this short program, remove one part of your script after the other and run it again each time: first the data, then the training, in the end even the model. If the error "
                "disappears, put back the part that you removed last. For the fault with three labels and two outputs, three lines of code are enough."
            ),
        ),
        probes=(
            Probe(
                "minimal_example",
                N_(
                    "This cell writes the three lines to the file `example.py` and runs it. It adds the error message, the version of Python and the versions of the libraries at the end of the file, as comments."
                ),
                Shows(symptoms.example_fails_likewise),
                N_(
                    "These lines raise the same error as the whole script, and now its cause is easy to see: there are two logits, and the label is 2. If you add what you have already tried, you "
                    "can post this file in a forum or in an issue on GitHub."
                ),
            ),
        ),
    )


PT = (
    out_of_memory(
        Probe(
            "batch_that_fits",
            N_(
                "Which batch size fits? The cell below runs a forward pass and a backward pass on the CPU, so in RAM. The function `find_executable_batch_size` of 🤗 Accelerate calls `one_step` with a batch of 512 examples, and calls it again with a smaller batch each time the memory is not enough. In each call, the process may take at most 512 MiB of RAM (about 537 MB) in addition to what it already has. So RAM runs out here, as GPU memory would run out on a small GPU."
            ),
            Shows(symptoms.rows_are_halved_until_they_fit),
            N_(
                "The table has one row for each attempt. The errors are real: PyTorch asked for RAM and did not get it. In the last row the batch fitted: the forward pass and the backward pass "
                "needed no more RAM than there was. When GPU memory runs out, the message contains `CUDA out of memory`, and the remedy is the same. By default, today's `find_executable_batch_size` "
                "multiplies the batch size by 0.9 each time, while older versions halved it. Here the argument `reduce_batch_size_fn` makes it halve the batch size."
            ),
        ),
    ),
    gpu_memory(
        N_(
            "PyTorch takes GPU memory when it needs it. When a tensor is deleted, PyTorch does not give its memory back to the GPU, but keeps it for later tensors. So `nvidia-smi`, the command that "
            "shows the state of the GPUs, reports more memory in use than your tensors take. That is normal, and not a memory leak (memory that a program forgets to free)."
        ),
        Probe(
            "memory_of_the_gpu",
            N_(
                "How much GPU memory is in use? The table counts it in three ways: the memory of the tensors, all the memory that PyTorch keeps, and all the memory that is taken on this GPU."
            ),
            note=N_(
                "Without a GPU, the table says only that there is none. With the data that come with the lesson it says the same even on a machine with a GPU, because the lesson does not use the GPU for these data. On a GPU, the second number includes the first and the memory that PyTorch keeps for later tensors. The third also includes what CUDA itself needs and what other processes use."
            ),
        ),
    ),
    data_again(),
    overfit_one_batch(),
    baseline(),
    long_tracebacks(
        N_(
            "On a GPU, the traceback itself may point to the wrong line. Python starts an operation on the GPU and goes on without waiting for its result, so the error is reported later, at another line. "
            "To get the right line, run the script on a CPU, or set the environment variable `CUDA_LAUNCH_BLOCKING=1` before you start it: then Python waits for each operation."
        ),
        Probe(
            "traceback_from_its_end",
            N_(
                "Here the Trainer calls a collator, `collate`, that has a mistake in it. The table shows the traceback in reverse order. Its first row is the last line of the traceback: the error. The other rows are frames: each one "
                "was called by the frame in the row below it, down to `collate`, the first one of your own code."
            ),
            Shows(symptoms.own_frame_comes_behind_others),
            N_(
                "The message first advises padding and truncation, but here the script already uses both: this part of the message is only a guess. The frame in the last row of the table leads to the cause. It is in "
                "`collate`, which puts the token ids of each example into one list too many. The last words of the message mean the same: `excessive nesting`, a list where an integer is expected."
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
                "Which batch size fits? The cell below tries batch sizes, beginning with 512 examples. It does not train: it only asks for as much memory as the activations of a training step need. It does so on the CPU, so the memory is RAM. If it does not get this memory, it halves the batch size and tries again. In each attempt, the process may take at most 512 MiB of RAM (about 537 MB) in addition to what it already has. So RAM runs out here, as GPU memory would run out on a small GPU."
            ),
            Shows(symptoms.rows_are_halved_until_they_fit),
            N_(
                "The table has one row for each attempt. The errors are real: TensorFlow asked for RAM and did not get it. In the last row the batch fits. When GPU memory runs out, the error has "
                "the same name, `ResourceExhaustedError`, and the remedy is the same. For PyTorch, 🤗 Accelerate has the function `find_executable_batch_size`, which makes the batch smaller after "
                "each such error. In TensorFlow you write this loop yourself, as in the cell above."
            ),
        ),
    ),
    gpu_memory(
        N_(
            "When TensorFlow uses a GPU for the first time, it takes nearly all the memory of every GPU that it can see. A second notebook on the same GPU then finds almost no memory left, and "
            "`nvidia-smi`, the command that shows the state of the GPUs, reports a full GPU even if your model is small. If you turn on memory growth, TensorFlow takes only the memory that it "
            "needs. You must do that before TensorFlow uses the GPU for the first time."
        ),
        Probe(
            "memory_growth",
            N_(
                "How much GPU memory is in use after one small addition, without memory growth and with it? The cell starts a new process for each of the two, because the setting cannot be changed later."
            ),
            note=N_(
                "Without a GPU, the table says only that there is none. With the data that come with the lesson it says the same even on a machine with a GPU, because the lesson does not use the GPU for these data. On a GPU, the column `in use` counts the memory of all the processes on it, and so includes what this notebook has taken already."
            ),
        ),
        Probe(
            "growth_too_late",
            N_(
                "What happens if such a setting comes too late? This cell uses the CPU and then changes a setting of the CPU, so that you can see the error without a GPU."
            ),
            Raises(
                "RuntimeError",
                "cannot be modified after being initialized",
            ),
            N_(
                "The error says that a device cannot be changed once TensorFlow has used it. So put the settings of devices at the very beginning of a program. In a notebook, restart the kernel first."
            ),
        ),
    ),
    data_again(),
    overfit_one_batch(),
    baseline(),
    long_tracebacks(
        N_(
            "In TensorFlow there is one more difficulty. `fit` traces the training step: it runs the Python code of the step once for each input signature (the shapes and types of the inputs), and records its operations in a computation graph. Then it runs the graph and no longer your Python lines. So the traceback ends where the graph is started, and the error message names a node of the graph, that is, one of the recorded operations, with a long list of the files and lines that recorded it. With `compile(run_eagerly=True)` there is no graph. This is eager execution: each operation runs when Python reaches its line, so you can print values or stop there in a debugger."
        ),
        Probe(
            "graph_and_eager",
            N_(
                "This cell trains on a batch with a label that the model does not have, the mistake of the section “Three labels, two outputs”: first in a graph (`run_eagerly` is `False`) and then in eager execution (`True`). Where does the traceback end, and how long does one training step take?"
            ),
            Shows(symptoms.only_eager_points_to_the_function),
            N_(
                "Compare the column `last frame`. In the graph, the traceback ends in the function that starts the graph. What happened inside the graph is described only in the long message, as a list of files and lines. "
                "In eager execution, the traceback ends in the function that computes the loss, and a debugger would stop there. But the column `a step, s` shows that every step takes longer. So use "
                "`run_eagerly=True` only until you have found the fault."
            ),
        ),
    ),
    asking_for_help(),
)
