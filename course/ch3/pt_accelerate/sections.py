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

OPENING = N_(
    "One loop, as many processes as there are: that is what Accelerate is for. Here is what changes in the script, and it is not much. The "
    "device is gone, since `prepare` sees to it; `backward` is called by the accelerator; and what several processes have predicted is gathered "
    "before it is measured."
)

PREPARED = Step(
    name="prepared",
    title=N_("What `prepare` makes of things"),
    text=(
        N_(
            "The accelerator knows how many processes there are, and which of them this is. `prepare` wraps what we have made accordingly: the model, so "
            "that the processes exchange their gradients; the DataLoader, so that each goes through its own share of the batches."
        ),
    ),
    cells=("make_accelerator", "prepare"),
    probes=(
        Probe(
            "what_is_prepared",
            N_("What has become of our objects, in one process?"),
            note=N_(
                "In one process the model stays what it is. Started in two, the same line would wrap it for two; the script need not know."
            ),
        ),
    ),
)

OWN_ROWS_ONLY = Fault(
    name="own-rows-only",
    cell="measure_model",
    title=N_("A metric that sees half of the rows"),
    situation=N_(
        "The evaluation has been taken over from the plain loop as it was, and in one process its numbers are right. So we start the script as one would in "
        "earnest, with `accelerate launch`, in two processes on this CPU, and let the first of them tell what it has measured. This takes a while: each "
        "process imports everything anew."
    ),
    today=Sighting(
        Shows(symptoms.rows_are_missing),
        Scene(until="measure_model", probe="two_processes"),
        N_(
            "With two processes only about half of the rows were measured, and the scores are those of that half. Nothing says so."
        ),
    ),
    hints=(
        N_("Each process goes through its own share of the batches. Which rows has its metric been given?"),
        N_("Predictions and labels of all processes have to come together in one place before they are counted."),
        N_("`accelerator.gather_for_metrics((predictions, labels))` gathers both."),
    ),
    why=N_(
        "A metric lives in one process and knows nothing of the others. `gather_for_metrics` hands the values of all to each of them. Plain `gather` "
        "would do that too, and count some rows twice: where the last batches are not full, they are filled up with rows from the beginning, so that every process has "
        "equally many. `gather_for_metrics` leaves those out again."
    ),
    repaired=N_("Every row is measured, and each of them once. Now the script may be started."),
)

LAUNCHED = Step(
    name="launched",
    title=N_("Started in two processes"),
    text=(
        N_(
            "`accelerate launch` starts the script as often as there are to be processes, and tells each of them who it is. `--multi_gpu` is what the way of "
            "starting is called; `ACCELERATE_USE_CPU` keeps it on the CPU. Port 0 stands for any that is free."
        ),
    ),
    cells=("measure_model",),
    probes=(
        Probe(
            "two_processes",
            N_("The same start as before, after the repair:"),
            Shows(symptoms.rows_are_whole),
            N_(
                "All rows, and the same scores as in one process. This comparison is worth making with every script that is to run in several."
            ),
        ),
    ),
)

FROM_A_NOTEBOOK = Step(
    name="from-a-notebook",
    title=N_("Started from a notebook"),
    text=(
        N_(
            "A notebook has no script to launch. `notebook_launcher` takes a function and starts that; the whole program has to be inside it, from the data to the "
            "scores. With one process it simply calls the function; with more it starts each of them anew."
        ),
    ),
    probes=(
        Probe(
            "from_a_notebook",
            N_("The program's `main`, for one epoch on a few rows:"),
            Shows(symptoms.one_process),
            N_("What matters here is that it runs, from the data to the scores."),
        ),
        Probe(
            "from_a_notebook_with_two",
            N_("And in two processes?"),
            Raises(
                "ValueError",
                "the `Accelerator` should only be initialized inside your training function",
            ),
            N_(
                "That fails, because this notebook, or this lesson, has an accelerator already. In a notebook, make one nowhere but inside the "
                "function that is launched, and do not touch the GPU before: else the kernel must be restarted. Colab with fewer than two "
                "GPUs does not get that far: there the function is simply called."
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
