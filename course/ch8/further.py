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


def dataset_name() -> Step:
    """The section on the name of a data set on the hub."""
    return Step(
        name="dataset-name",
        title=N_("A data set's name without its namespace"),
        text=(
            N_(
                'With the data that come with this lesson, the script loads MNLI from a directory. The course page and many other pages load it from the Hugging Face Hub, with the line `load_dataset("glue", "mnli")`. Today the data set has another name on the hub: `nyu-mll/glue`. The part before the slash is its namespace: the user or the organization that the data set belongs to. When the course page was published, its name was only `glue`, without a namespace. Does the old line still work?'
            ),
        ),
        probes=(
            Probe(
                "names_on_the_hub",
                N_(
                    "🤗 Datasets uses another library, `huggingface_hub`, to read from the hub. `load_dataset` makes an address from the name of the data set, and passes it to the method `resolve_path` of that library. The cell below does the same with both names. Which of them does the version of `huggingface_hub` that is used here accept? With the data that come with this lesson, the libraries work offline. Then a name that is accepted leads to an `OfflineModeIsEnabled` error, because the next step is to ask the hub."
                ),
                Shows(symptoms.newer_versions_refuse_the_short_name),
                N_(
                    'The first column is the version of `huggingface_hub` that is used here. Version 1.16 and later versions refuse a name without a namespace: they raise an `HfUriError` and do not even ask the hub. Older versions ask the hub for both names. In September 2026 the hub still redirected `glue` to `nyu-mll/glue`, so with an older version the old line worked. The same line can work on one computer and fail on another. Write the whole name, which works with every version: `load_dataset("nyu-mll/glue", "mnli")`.'
                ),
            ),
            Probe(
                "names_without_a_network",
                N_(
                    "What does `load_dataset` itself report if there is no network? The cell starts a new process that is offline and has an empty cache, and tries both names there."
                ),
                Shows(symptoms.errors_differ_in_the_name_only),
                N_(
                    "With both names the error is the same: the hub cannot be reached. It does not say that one of the names is out of date. So repair the connection first, and look at the name only when the error is another one."
                ),
            ),
        ),
    )


def fixed_length(*graphs: Probe) -> Step:
    """The section on one length for all batches; the probes `graphs` count what the framework compiles for the lengths of batches."""
    return Step(
        name="fixed-length",
        title=N_("Padding to a fixed length"),
        text=(
            N_(
                'The script uses dynamic padding: each batch is only as long as its longest example, so the batches have different lengths. The course page on chapter 3 gives other advice for a TPU, a processor that Google makes for neural networks: there, pad all examples to one fixed length, with `padding="max_length"` and `max_length`. The reason is the compiler. It turns a computation graph into a program for inputs of one shape. For inputs of another shape it has to compile again.'
            ),
            N_(
                "What does a fixed length cost, and what does it save? You need no TPU to find out: you can count both on a CPU."
            ),
        ),
        probes=(
            Probe(
                "shares_of_padding",
                N_(
                    'A fixed length costs padding. This cell pads 640 training examples, in batches of 16, in four ways. The last two ways use `padding="max_length"`. One of them has the length of the longest of these examples as its `max_length`, the other one leaves `max_length` out. In the table, `lengths` is the number of different lengths among the batches, and `tokens` is the number of all tokens, including the padding. How large is the share of padding in each row?'
                ),
                Shows(symptoms.one_length_costs_padding),
                N_(
                    "With dynamic padding (the first row) the share of padding is the smallest, but there are the most lengths. Padding to a multiple of 8 adds some padding, and leaves only a few lengths. Padding to the longest of all adds more padding, and leaves one length. In the last row `max_length` is missing. Then the tokenizer pads every example to the longest input that the model accepts, which is 512 tokens, and more than nine tenths of the tokens are padding. So choose a `max_length` that fits your data."
                ),
            ),
            *graphs,
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


def unbalanced_labels(*before: Probe) -> Step:
    """The section on a label that is much more frequent than the others; the probes `before` come before the remedies."""
    return Step(
        name="unbalanced-labels",
        title=N_("Unbalanced labels"),
        text=(
            N_(
                "Suppose that a model gives the same answer to every example. The course page names a possible cause: the labels are unbalanced, that is, one label is much more frequent than the others. The labels of MNLI are balanced. So this section chooses examples of MNLI and makes an unbalanced training set of them: 1440 examples with label 2 (contradiction), and 80 examples with each of the two other labels. So 90 percent of the examples have the frequent label, and 5 percent have each of the rare labels. The validation set of this section has the same label frequencies, with 180, 10 and 10 examples."
            ),
        ),
        probes=(
            Probe(
                "unbalanced_labels",
                N_(
                    "The cell trains a new model on the unbalanced training set. The first row of the table is the majority baseline, which predicts label 2 for every example. The two other rows are the model after 20 steps and after 40 steps. The column `accuracy` is the accuracy on the validation set. Each of the last three columns is the recall of one label: the proportion of the examples with this label for which the model predicts it. Is the model after 20 steps a good model?"
                ),
                Shows(symptoms.accuracy_hides_what_is_not_found),
                N_(
                    "After 20 steps the accuracy is about 0.9. But the majority baseline, which reads no text, has an accuracy of 0.9, too. The recall shows that the model is hardly better: it predicts label 2 for all examples, or for nearly all, and so it finds none, or very few, of the examples with the two rare labels. After 40 steps it finds some of them. So training for longer can help. The accuracy shows little of this progress. If labels are unbalanced, compare the accuracy with the majority baseline, and look at the recall of each label."
                ),
                of_learning=True,
            ),
            *before,
            Probe(
                "unbalanced_remedies",
                N_(
                    "There are two usual remedies. Class weights multiply the loss of each example by a factor; here the factor of a rare label is 18 times that of label 2. Oversampling uses the examples with a rare label more often; here about 18 times as often as an example with label 2, so that the three labels are about equally frequent in training. The cell trains a new model with each remedy for 20 steps. Before training, the weights of the model are the same as in the first table. Compare the rows with the row `trained, 20 steps` there: what does each remedy gain, and what does it cost?"
                ),
                Shows(symptoms.rare_labels_are_found_at_a_cost),
                N_(
                    "With each remedy, the model finds at least half of the 20 examples with a rare label, after as many steps as before. That is the gain. The cost is in the last column: for some examples with label 2, the model now predicts a rare label. The accuracy differs little from that of the majority baseline, because one more right answer and one more wrong answer weigh the same, and 180 of the 200 examples have label 2. So a remedy can even lower the accuracy. Neither remedy adds new examples: oversampling repeats the same 160 examples, and in a long training the model may memorize them. More examples with the rare labels would be better."
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


def one_batch_unbalanced() -> Step:
    """The section on a batch that lacks a label, and so does not show a fault."""
    return Step(
        name="one-batch-unbalanced",
        title=N_("One batch that lacks a label"),
        text=(
            N_(
                "The section “Overfit one batch” takes a batch as it comes. If a label is rare, such a batch may not contain it. The course page says that with unbalanced data you should make a batch that contains all the labels. What difference does it make?"
            ),
        ),
        probes=(
            Probe(
                "batch_without_a_label",
                N_(
                    "The model in this cell has a fault that we made on purpose: it has two outputs, but the data have three labels. The cell first removes the examples with label 2 from a batch, and trains the model on the other examples for 40 steps (`0 and 1` in the column `labels`). Then it gives the whole batch to the model (`0, 1 and 2`). Which of the two batches shows the fault?"
                ),
                Shows(symptoms.only_the_batch_with_all_labels_fails),
                N_(
                    "On the batch without label 2 the loss falls to nearly 0, as if the script were right: the fault stays hidden. The batch with all the labels raises an error at its first step, and the message names label 2. So look at the labels of the batch before you overfit it. If one is missing, put the batch together yourself, with examples of each label."
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


def optimizer(text: str, default: Probe) -> Step:
    """The section on AdamW with a schedule beside Adam; `text` and `default` say and show what the framework's default is."""
    return Step(
        name="optimizer",
        title=N_("Is AdamW with a schedule better than Adam?"),
        text=(
            text,
            N_(
                "You can test such advice on your own script. Change only the optimizer and its schedule, and train with several random seeds: with one seed you cannot tell an improvement from chance."
            ),
        ),
        probes=(
            default,
            Probe(
                "optimizers_compared",
                N_(
                    "Now the comparison. The column `Adam` stands for Adam at a constant learning rate. The column `AdamW` stands for AdamW with a weight decay of 0.01 and a schedule: in a warmup of two steps the learning rate rises from 0 to the value in the column `rate`, and then it falls to 0 in a linear decay. The cell does this for two learning rates and two seeds. In each row with a seed, both models have the same initial weights, and are trained on the same 24 batches of 8 examples. The numbers are accuracies on 192 examples of the validation set. Is AdamW with a schedule better?"
                ),
                Shows(symptoms.schedule_helps_at_the_high_rate_only),
                N_(
                    "That depends on the learning rate. With `4e-4` (in the table `0.0004`), the mean accuracy in the column `AdamW` is higher by more than 0.02. With `5e-5`, the rate of the script, these runs do not show that AdamW is better: the mean difference is below 0.02, and can be 0 or negative, and the numbers in one column can differ by more than that from seed to seed. The two learning rates are the lowest and the highest of four that we tried with five seeds. The higher the learning rate was, the more the schedule helped: with `5e-5`, AdamW with a schedule was worse on average, and with `4e-4` it was better with every seed. Weight decay can hardly be the reason for such differences: in 24 steps with `4e-4`, it makes a weight smaller by a share of less than 24 · 4e-4 · 0.01, which is less than a ten-thousandth. What remains is the schedule. It makes the learning rate about half as high on average. That helps if the rate is too high. If the rate is low and the training short, the model can even learn less with it. So before you call one optimizer better than another, try each of them with several learning rates and several seeds. The two seeds of this table can show a large difference, but not a small one."
                ),
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
    dataset_name(),
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
    fixed_length(
        Probe(
            "compiled_graphs",
            N_(
                "A fixed length saves compilations. `torch.compile` makes a computation graph of the forward pass and passes it to a backend, a function that compiles it. The backend in this cell only counts the graphs, so you need no C++ compiler. The cell runs six batches, which it pads in three ways, with `dynamic=False`. The last row has dynamic padding again, but with `dynamic=None`, the default of `torch.compile`. How many graphs are there in each row?"
            ),
            Shows(symptoms.each_length_has_a_graph),
            N_(
                "With `dynamic=False` there is one graph for each length. So dynamic padding needs the most graphs, and one fixed length needs only one. With `dynamic=None` there are two: the first graph is for the length of the first batch. At the second length, PyTorch makes a graph in which the length is a variable, and this graph serves the other lengths, too. So with the default of `torch.compile`, a fixed length saves one graph in this table, and you pay for it with padding in every batch. It is worth that price if the compiler cannot leave the length open. XLA, which compiles for TPUs, cannot: the same section of the TensorFlow lesson measures it."
            ),
        ),
    ),
    data_again(),
    unbalanced_labels(),
    overfit_one_batch(),
    one_batch_unbalanced(),
    baseline(),
    optimizer(
        N_(
            "The TensorFlow edition of the course page gives this advice: AdamW with weight decay, with warmup and decay of the learning rate, often produces slightly better results than Adam. With PyTorch you need no advice to get AdamW, because the Trainer chooses the optimizer and the schedule for you."
        ),
        Probe(
            "optimizer_by_default",
            N_(
                "Which optimizer and which schedule does the Trainer of this script use? The script sets only the learning rate and the number of steps, so all the values in the table are defaults."
            ),
            Shows(symptoms.trainer_has_a_schedule_and_no_weight_decay),
            N_(
                "The optimizer is AdamW, but its weight decay is 0, and AdamW without weight decay computes the same as Adam. The schedule is `linear`: the learning rate falls to 0 in a straight line, without warmup. If you want weight decay and warmup, pass `weight_decay` and `warmup_steps` to `TrainingArguments`."
            ),
        ),
    ),
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
    dataset_name(),
    out_of_memory(
        Probe(
            "batch_that_fits",
            N_(
                "Which batch size fits? The cell below tries batch sizes, beginning with 512 examples. It does not train: it only asks for as much memory as the activations of a training step need. It does so on the CPU, so the memory is RAM, and in a process of its own, because a process that runs out of RAM may crash. If it does not get this memory, it halves the batch size and tries again. In each attempt, this process may take at most 512 MiB of RAM (about 537 MB) in addition to what it already has. So RAM runs out here, as GPU memory would run out on a small GPU."
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
    fixed_length(
        Probe(
            "traced_graphs",
            N_(
                "A fixed length saves graphs. `tf.function` traces the forward pass, that is, it records its operations in a computation graph. The cell runs six batches, which it pads in three ways. The last row has dynamic padding again, but with the argument `reduce_retracing=True`. How many graphs are there in each row?"
            ),
            Shows(symptoms.each_length_has_a_graph),
            N_(
                "Without `reduce_retracing` there is one graph for each length. So dynamic padding needs the most graphs, and one fixed length needs only one. With `reduce_retracing=True` there are two: the first graph is for the length of the first batch. At the second length, `tf.function` traces a graph in which the length is left open, and this graph serves the other lengths, too."
            ),
        ),
        Probe(
            "compiled_by_xla",
            N_(
                "A graph is not yet a program for a TPU: XLA has to compile it first. The argument `jit_compile=True` turns on XLA, on a CPU as well. The cell starts a new process, which runs a small embedding layer on six batches, with the lengths that dynamic padding gives them, and with `reduce_retracing=True`. In the table, `graphs` is the number of graphs so far, and `XLA programs` is the number of programs that XLA has compiled so far. When does XLA compile?"
            ),
            Shows(symptoms.xla_compiles_each_length),
            N_(
                "There are two graphs again. But XLA compiles a program for every new length, even if the graph leaves the length open. Only a batch with a length that was there before needs no new program. With one fixed length there is one program. For that, you accept more padding."
            ),
        ),
    ),
    data_again(),
    unbalanced_labels(
        Probe(
            "class_weight_of_inputs",
            N_(
                "In Keras you pass class weights to `fit`, with the argument `class_weight`. In the batches of this script, the labels are among the inputs. Does `class_weight` work with such batches?"
            ),
            Raises("AttributeError", "'NoneType' object has no attribute 'shape'"),
            N_(
                "It does not, and the message does not say why. Keras looks up the weight of an example by its target. It expects a pair `(inputs, labels)`, finds no second element in the batch, and so has `None` as targets. The other cells of this section make such pairs, with the argument `label_cols` of `to_tf_dataset`. The model can still compute its loss itself: during `fit`, 🤗 Transformers passes the labels on to the model, and Keras multiplies the loss of each example by its class weight."
            ),
        ),
    ),
    overfit_one_batch(),
    one_batch_unbalanced(),
    baseline(),
    optimizer(
        N_(
            "The script uses Adam at a constant learning rate. The course page recommends the function `create_optimizer` of 🤗 Transformers: it says that you get AdamW with weight decay, with warmup and decay of the learning rate, and that it often produces slightly better results than Adam."
        ),
        Probe(
            "optimizer_by_default",
            N_(
                "What does `create_optimizer` return? The cell calls it for 150 steps, with a warmup of 15 steps and a highest learning rate of `5e-5`: first without the argument `weight_decay_rate`, then with it. The column `optimizer` is the class of the optimizer, and the columns on its right are the learning rates at three steps."
            ),
            Shows(symptoms.weight_decay_must_be_asked_for),
            N_(
                "Without `weight_decay_rate` there is no weight decay, and the optimizer is Adam. The course page does not say so. You get `AdamWeightDecay`, which is AdamW, only if you pass a `weight_decay_rate` greater than 0. The schedule is the same in both rows: the learning rate rises to `5e-5` in the warmup, and falls to 0 at the last step."
            ),
        ),
    ),
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
