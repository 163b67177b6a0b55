"""The second half of chapter 3's PyTorch lesson: the same training with Accelerate, in several processes."""

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

OPENING = (
    N_(
        "🤗 Accelerate is a library with which the same PyTorch training loop runs on one device or on several. With several devices, for example several GPUs, there is one process for each device. All processes run the same script, each on its own part of the batches, and in each backward pass they average their gradients, so that the model stays the same in all of them."
    ),
    N_(
        "The script changes in a few places. `accelerator.prepare` takes care of the device, so our own lines with `device` are gone. `accelerator.backward(loss)` replaces `loss.backward()`. Only one of the processes, the main process, shows the progress bar and prints the scores. In the following comparison, `⋯` stands for lines that stay as they are. One of the functions in it still contains a fault, which a later section finds and repairs."
    ),
)

PREPARED = Step(
    name="prepared",
    title=N_("What `accelerator.prepare` does"),
    text=(
        N_(
            "An `Accelerator` object knows how many processes there are, and which of them it is in. The number of a process is called its rank; the "
            "process with rank 0 is the main process. `accelerator.prepare` wraps our objects so that they work with this number of processes. It wraps "
            "the model so that the processes average their gradients. It wraps each `DataLoader` so that each process gets its own part of the batches, "
            "already on its device."
        ),
        N_(
            "Make the learning rate schedule after `prepare`, as the script does: `len(train_dataloader)` is then the number of batches of one process, "
            "and that is the number of steps in an epoch."
        ),
    ),
    cells=("make_accelerator", "prepare"),
    probes=(
        Probe(
            "what_is_prepared",
            N_("Which types do our objects have after `prepare`, in one process?"),
            note=N_(
                "The optimizer and the `DataLoader` are wrapped in types of 🤗 Accelerate. The model keeps its type, because one process has no other to "
                "exchange gradients with. In two processes the same call wraps the model, too, in PyTorch's `DistributedDataParallel`. The script is the "
                "same in both cases."
            ),
        ),
    ),
)

OWN_ROWS_ONLY = Fault(
    name="own-rows-only",
    cell="measure_model",
    title=N_("A metric computed on half of the data"),
    situation=N_(
        "This evaluation differs from the one without 🤗 Accelerate in two points: the lines with `device` are gone, because they are no longer needed, and it also counts the examples (`rows`). In one process its scores are right. Now we start the whole script in two processes on the CPU, with the command `accelerate launch` (the next section explains its options). The main process prints what it has measured before training. The table compares these scores with those of one process. The cell takes a while, because each process imports all libraries again."
    ),
    today=Sighting(
        Shows(symptoms.rows_are_missing),
        Scene(until="measure_model", probe="two_processes"),
        N_(
            "In the row for two processes the column `examples measured` shows only about half of the examples of the validation set, and accuracy and F1 "
            "are those of this half. No error or warning says so."
        ),
    ),
    hints=(
        N_(
            "Each process evaluates its own part of the batches. Which examples does the metric of the main process get?"
        ),
        N_(
            "The predictions and labels of all processes must be gathered before the metric gets them. Look in the documentation of `Accelerator` for "
            "the methods whose names begin with `gather`."
        ),
        N_(
            "Pass predictions and labels through `accelerator.gather_for_metrics((predictions, labels))` before `add_batch`."
        ),
    ),
    why=N_(
        "The metric object exists once in each process, and gets only what its own process passes to it. `gather_for_metrics` collects the predictions and labels of all processes, and returns them in each process. The method `gather` does that, too, but with it the metric would count some examples twice. Every process must have equally many examples in a batch, so 🤗 Accelerate fills up the last batches with examples from the beginning of the data set. `gather_for_metrics` removes these repeated examples. The repaired function also gathers the loss. The model returns only one number for a whole batch, the mean loss, so the function repeats this number once for each example: then `gather_for_metrics` can treat it like the predictions and the labels."
    ),
    repaired=N_(
        "The metric now gets every example of the validation set exactly once, however many processes there are."
    ),
)

LAUNCHED = Step(
    name="launched",
    title=N_("Launching the script in two processes"),
    text=(
        N_(
            "The command is `accelerate launch --multi_gpu --num_processes 2 --main_process_port 0 train.py`. It starts the script in several processes "
            "and tells each process its rank and the number of processes, through environment variables."
        ),
        N_(
            "`--num_processes 2` sets the number of processes. `--multi_gpu` selects the launcher that starts several processes on one machine. Its name "
            "speaks of GPUs, but we need it on a CPU, too: without it, and without several GPUs, `accelerate launch` starts a single process in spite of "
            "`--num_processes 2`."
        ),
        N_(
            "The environment variable `ACCELERATE_USE_CPU=true` tells 🤗 Accelerate in each process to use the CPU, even if there is a GPU. It also lets the processes connect with each other on the CPU. Without this variable, on a machine without a GPU, both processes start, but each of them believes that it is the only one. The option `--cpu` is no alternative, because `accelerate launch` refuses it together with `--multi_gpu`."
        ),
        N_(
            "`--main_process_port 0` lets the launcher choose a free port on which the processes find each other. By default it is port 29500."
        ),
    ),
    cells=("measure_model",),
    probes=(
        Probe(
            "two_processes",
            N_(
                "The same command as before, now with the repaired evaluation. Do two processes now measure as many examples as one?"
            ),
            Shows(symptoms.rows_are_whole),
            N_(
                "Yes: the number of examples and the scores are the same in both rows of the table. Make this comparison with every script that is to run in "
                "several processes."
            ),
        ),
    ),
)

FROM_A_NOTEBOOK = Step(
    name="from-a-notebook",
    title=N_("Launching from a notebook"),
    text=(
        N_(
            "A notebook is not a script that `accelerate launch` could start. For notebooks 🤗 Accelerate has `notebook_launcher`, which is given a "
            "function and runs it in one or more processes. The function must contain the whole program, from loading the data to the scores, including "
            "the line `Accelerator()`."
        ),
        N_(
            "With one process `notebook_launcher` simply calls the function. With several, on CPUs and NVIDIA GPUs, it forks the notebook's process: "
            "each new process begins as a copy of it, with a copy of its memory."
        ),
    ),
    probes=(
        Probe(
            "from_a_notebook",
            N_(
                "Here `notebook_launcher` runs the function `main` of our script in one process, for one epoch on only 160 training examples."
            ),
            Shows(symptoms.one_process),
            N_(
                "The table shows one process and the scores after training: the function ran from its beginning to its end. The scores themselves mean little after so short a training run."
            ),
        ),
        Probe(
            "from_a_notebook_with_two",
            N_("What happens with two processes, from this same session?"),
            Raises(
                "ValueError",
                "the `Accelerator` should only be initialized inside your training function",
            ),
            N_(
                "The launch is refused, because an `Accelerator` already exists in this session: we made one earlier, as `accelerator`. When the first `Accelerator` in a process is made, 🤗 Accelerate stores the number of processes, the rank and the device. The forked processes would get a copy of this stored state, which says “one process”. Each of them would then believe that it is the only one, and they would not connect with each other. If this session had used a GPU, that would be a second reason to refuse the launch: once a process has used CUDA, the software with which PyTorch uses NVIDIA GPUs, its forked copies cannot use CUDA any more. So in a notebook, make no `Accelerator` and use no GPU outside of the function that you launch. If you have done so, restart the kernel. On Colab with fewer than two GPUs you do not see this error: there `notebook_launcher` calls the function in one process, whatever number you give."
            ),
        ),
    ),
)

SECTIONS = (
    PREPARED,
    OWN_ROWS_ONLY,
    LAUNCHED,
    FROM_A_NOTEBOOK,
)
