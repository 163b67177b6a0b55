"""The terms of the course with their definitions; how each is called in another language stands in `locales/glossary.csv`."""

from __future__ import annotations

from dataclasses import dataclass

from course.i18n import N_


@dataclass(frozen=True)
class Term:
    """A term of the field.

    Attributes:
        name: the English term, as in the first column of `locales/glossary.csv`.
        definition: one or two sentences, marked for translation.
        see: names of related terms.
        everyday: whether its words have other meanings too, so that not every use of them is a use of the term.
    """

    name: str
    definition: str
    see: tuple[str, ...] = ()
    everyday: bool = False


TERMS: tuple[Term, ...] = (
    Term(
        "Accelerator",
        N_(
            "The object of 🤗 Accelerate that adapts a PyTorch training loop to the hardware: it places the model and the batches on the device, takes care of mixed precision, and lets several processes train together."
        ),
        see=("distributed training", "gather", "process"),
    ),
    Term(
        "accuracy",
        N_(
            "The proportion of predictions that are equal to the label, a number between 0 and 1. A model that is right on 68 of 100 examples has an accuracy of 0.68."
        ),
        see=("F1 score", "majority baseline", "metric"),
    ),
    Term(
        "activations",
        N_(
            "The outputs of a model's layers for one batch. In training they are computed in the forward pass and kept in memory for the backward pass, so they take more memory the larger the batch is."
        ),
        see=("backward pass", "batch size", "forward pass", "GPU memory"),
    ),
    Term(
        "Adam",
        N_(
            "A widely used optimizer that keeps two running means for each weight, one of its gradients and one of their squares, and uses them to choose the size of the update for each weight separately."
        ),
        see=("AdamW", "learning rate", "optimizer", "optimizer state"),
    ),
    Term(
        "AdamW",
        N_(
            "A widely used optimizer that, like Adam, chooses the size of the update for each weight separately. Its weight decay is subtracted directly from the weights and not added to the gradient. It is the usual optimizer for fine-tuning Transformer models."
        ),
        see=("Adam", "optimizer", "weight decay"),
    ),
    Term(
        "answer (to an exercise)",
        N_(
            "The Python file or notebook cell with the functions that an exercise asks for, as a learner has written them."
        ),
        see=("exercise", "solution", "submission"),
        everyday=True,
    ),
    Term(
        "argument",
        N_(
            "A value that is passed to a function when it is called: in `round(2.5, 1)` the arguments are `2.5` and `1`."
        ),
        see=("default", "function signature", "parameter"),
        everyday=True,
    ),
    Term(
        "assertion",
        N_(
            "A Python statement, `assert condition`, that raises an `AssertionError` if its condition is false. Assertions state in the program what must be true at that line."
        ),
        see=("debugging", "exception"),
        everyday=True,
    ),
    Term(
        "attention mask",
        N_(
            "A tensor of the same shape as the token ids, with 1 where there is a token that the model should read and 0 where there is padding. Without it, the padding changes the model's output."
        ),
        see=("padding", "token id"),
    ),
    Term(
        "backpropagation",
        N_(
            "The method that computes the gradient of the loss for every weight: it goes backward through the computation graph, from the loss to the first layer, and applies the chain rule at each operation."
        ),
        see=("backward pass", "computation graph", "gradient"),
    ),
    Term(
        "backward pass",
        N_(
            "The part of a training step that computes the gradients, going backward from the loss through all operations; in PyTorch `loss.backward()` runs it. It needs the activations that the forward pass has kept."
        ),
        see=("activations", "backpropagation", "forward pass", "gradient"),
    ),
    Term(
        "baseline",
        N_(
            "A simple method, or a first training run with usual settings, whose score shows what has to be beaten. One example is always predicting the most frequent label."
        ),
        see=("majority baseline", "metric", "score"),
    ),
    Term(
        "batch",
        N_(
            "A few examples that the model processes together, as tensors. The optimizer usually takes one step for each batch."
        ),
        see=("batch size", "collator", "step"),
    ),
    Term(
        "batch size",
        N_(
            "The number of examples in a batch. A larger batch takes more memory, because the activations of all its examples are kept at the same time."
        ),
        see=("activations", "batch", "gradient accumulation", "out of memory"),
    ),
    Term(
        "bfloat16",
        N_(
            "A number format with 16 bits, half as many as `float32`. It covers the same range of sizes as `float32`, but with only two to three significant decimal digits."
        ),
        see=("dtype", "mixed precision"),
    ),
    Term(
        "bias",
        N_(
            "A parameter that a layer adds to its output, whatever the input is. Biases are usually left out of weight decay."
        ),
        see=("layer", "parameter", "weight decay"),
        everyday=True,
    ),
    Term(
        "callback",
        N_(
            "A function or object that you pass to a library, for example to the Trainer or to `fit` in Keras, and that the library calls at certain moments, such as the end of each epoch."
        ),
        see=("Keras", "Trainer"),
    ),
    Term(
        "cell (of a notebook)",
        N_(
            "A block of a notebook that is run as a whole and shows its output below. All cells of a notebook share their variables."
        ),
        see=("kernel (notebook)", "notebook"),
        everyday=True,
    ),
    Term(
        "checkpoint",
        N_(
            "The saved weights and configuration of a model, as files or under a name on the hub, such as `distilbert-base-uncased`. The tokenizer is often saved beside them."
        ),
        see=("configuration", "hub", "pretrained model"),
    ),
    Term(
        "class",
        N_("One of the categories that a classification model chooses from, such as “entailment” in MNLI."),
        see=("classification", "label"),
        everyday=True,
    ),
    Term(
        "class weight",
        N_(
            "A factor by which the loss of every example of a class is multiplied. A factor greater than 1 for a rare class makes the model pay more attention to that class."
        ),
        see=("class", "label frequency", "oversampling"),
    ),
    Term(
        "classification",
        N_(
            "The task of choosing one of a fixed set of classes for each example, such as positive or negative for a film review."
        ),
        see=("class", "cross-entropy", "label", "regression"),
    ),
    Term(
        "classification head",
        N_(
            "The last layers of a classification model, which turn the output of its body into one logit for each class. A checkpoint that was only pretrained does not contain these layers: they are made new, with random weights."
        ),
        see=("fine-tuning", "logits", "number of labels", "pretrained model"),
    ),
    Term(
        "collator",
        N_(
            "The function that makes a batch from a list of examples, also called data collator. `DataCollatorWithPadding` pads the examples to one length and returns them as tensors."
        ),
        see=("batch", "DataLoader", "dynamic padding", "padding"),
    ),
    Term(
        "column",
        N_(
            "All values that the examples of a data set have under one name, such as `label`. A data set can be seen as a table with one row for each example and one column for each name."
        ),
        see=("data set", "example", "feature"),
        everyday=True,
    ),
    Term(
        "computation graph",
        N_(
            "A record of operations and of how their results depend on each other, for example from the inputs and the weights to the loss. The backward pass goes through it from its end to its beginning to compute the gradients. In TensorFlow, `tf.function` makes such a graph of a function and runs it."
        ),
        see=("backpropagation", "eager execution", "tracing"),
    ),
    Term(
        "configuration",
        N_(
            "The settings that describe a model, such as its number of layers and its number of labels; in 🤗 Transformers `model.config` holds them. Some data sets also have configurations: named variants such as `mrpc` of GLUE."
        ),
        see=("checkpoint", "number of labels"),
        everyday=True,
    ),
    Term(
        "cross-entropy",
        N_(
            "The usual loss for classification: minus the natural logarithm of the probability that the model gives to the correct class, as a mean over the examples. Equal probabilities for three classes give a loss of ln 3 ≈ 1.0986."
        ),
        see=("classification", "logits", "loss", "softmax"),
    ),
    Term(
        "data set",
        N_(
            "A collection of examples, usually divided into splits for training, validation and testing. The library that loads data sets is called 🤗 Datasets."
        ),
        see=("column", "example", "split"),
    ),
    Term(
        "DataLoader",
        N_(
            "The PyTorch object that goes through a data set in batches: it can shuffle the examples, and it calls the collator to make a batch of them."
        ),
        see=("batch", "collator", "shuffling"),
    ),
    Term(
        "debugging",
        N_(
            "Finding out why a program does not do what it should, and repairing it. For a training pipeline this includes faults that raise no error and only make the result worse."
        ),
        see=("assertion", "traceback", "training pipeline"),
    ),
    Term(
        "default",
        N_(
            "The value that a parameter has if the call passes no argument for it. For example, the default learning rate of the Trainer is `5e-5`, and that of Adam in Keras is `1e-3`."
        ),
        see=("argument", "hyperparameter", "parameter"),
        everyday=True,
    ),
    Term(
        "device",
        N_(
            "The hardware that holds a tensor and computes with it: the CPU or one of the GPUs. In PyTorch, a model and its inputs must be on the same device."
        ),
        see=("GPU memory", "process", "tensor"),
        everyday=True,
    ),
    Term(
        "dictionary",
        N_(
            "A Python object that stores values under keys. A batch is often a dictionary of tensors, with keys such as `input_ids`, `attention_mask` and `labels`."
        ),
        see=("batch", "tensor"),
        everyday=True,
    ),
    Term(
        "distributed training",
        N_(
            "Training with several processes at once, usually one for each GPU. Each process computes the gradients of its own batches, and the gradients are averaged over all processes before every step."
        ),
        see=("Accelerator", "gather", "launcher", "process"),
    ),
    Term(
        "docstring",
        N_(
            "The text in quotation marks at the beginning of a Python function, class or module that says what it does. `help()` shows it."
        ),
        see=("function signature",),
        everyday=True,
    ),
    Term(
        "dropout",
        N_(
            "A technique against overfitting: in training mode, a layer sets a random part of its values to zero at each forward pass. In evaluation mode it does nothing."
        ),
        see=("evaluation mode", "overfitting", "training mode"),
    ),
    Term(
        "dtype",
        N_("The number format of the values in a tensor, such as `float32` or `int64`."),
        see=("bfloat16", "shape", "tensor"),
    ),
    Term(
        "dynamic padding",
        N_(
            "Padding each batch only to the length of its longest example, and not all examples to one fixed length. It saves computation, because the model has less padding to process."
        ),
        see=("collator", "padding"),
    ),
    Term(
        "eager execution",
        N_(
            "A mode of TensorFlow in which every operation runs as soon as Python reaches its line, so that you can print values and use a debugger. PyTorch works in this way by default."
        ),
        see=("computation graph", "tracing"),
    ),
    Term("epoch", N_("One pass of the training through the whole training set."), see=("step", "training set")),
    Term(
        "evaluation loop",
        N_(
            "The loop that goes through the batches of a data set without training, collects the predictions of the model and computes metrics from them and the labels."
        ),
        see=("evaluation mode", "metric", "training loop", "validation set"),
    ),
    Term(
        "evaluation mode",
        N_(
            "The state of a model in which dropout is off. PyTorch sets it with `model.eval()`; in Keras it is the argument `training=False` of a call."
        ),
        see=("dropout", "training mode"),
    ),
    Term(
        "example",
        N_(
            "One item of a data set, such as a pair of sentences with its label. It is a row of the data set, and is also called a sample."
        ),
        see=("batch", "column", "data set", "label"),
        everyday=True,
    ),
    Term(
        "exception",
        N_(
            "An object that Python raises when an operation fails, such as a `ValueError`. If no part of the program handles it, the program stops and shows a traceback."
        ),
        see=("assertion", "traceback", "warning"),
        everyday=True,
    ),
    Term(
        "exercise",
        N_(
            "A task of this course companion in which you write one or more functions. Checks then run your functions and say how many points your answer gets."
        ),
        see=("answer (to an exercise)", "hint", "solution"),
        everyday=True,
    ),
    Term(
        "F1 score",
        N_(
            "The harmonic mean of precision and recall, a number between 0 and 1. Precision is the proportion of the predictions of a class that are right; recall is the proportion of the examples of this class that are found. If 68 of 100 examples have the label 1, always predicting 1 has an F1 score of 0.81."
        ),
        see=("accuracy", "metric", "precision", "recall"),
    ),
    Term(
        "feature",
        N_(
            "In 🤗 Datasets, the description of a column: the type of its values and, for a column of labels, the names of the classes. In machine learning generally, a feature is a property of the input that the model uses."
        ),
        see=("column", "data set", "label"),
        everyday=True,
    ),
    Term(
        "fine-tuning",
        N_(
            "Training a pretrained model further, on the data of the task that it is to solve. It needs far fewer examples than training from scratch, and a small learning rate."
        ),
        see=("from scratch", "learning rate", "pretrained model"),
    ),
    Term(
        "forward pass",
        N_("The computation from the inputs of a model to its outputs and, in training, to the loss."),
        see=("activations", "backward pass", "loss"),
    ),
    Term(
        "from scratch",
        N_(
            "Training from scratch means training a model that starts with random weights, and not with those of a pretrained model."
        ),
        see=("fine-tuning", "pretrained model"),
        everyday=True,
    ),
    Term(
        "frozen weight",
        N_(
            "A weight that training leaves unchanged, because no gradient is computed for it: in PyTorch its `requires_grad` is `False`, in Keras its layer has `trainable=False`."
        ),
        see=("fine-tuning", "gradient", "weight"),
    ),
    Term(
        "function signature",
        N_(
            "The name of a function together with its parameters and their defaults, such as `def train(model, num_epochs=3)`. It says how the function must be called."
        ),
        see=("argument", "default", "docstring", "parameter"),
        everyday=True,
    ),
    Term(
        "gather",
        N_(
            "In distributed training, collecting the tensors of all processes so that every process gets all of them. With 🤗 Accelerate, `gather_for_metrics` does this for predictions and labels before a metric is computed."
        ),
        see=("Accelerator", "distributed training", "process"),
        everyday=True,
    ),
    Term(
        "generalization",
        N_(
            "The ability of a model to give correct predictions on examples that it was not trained on. It is measured on the validation set or on the test set."
        ),
        see=("overfitting", "test set", "validation set"),
    ),
    Term(
        "generator",
        N_(
            "A Python function with `yield`, which hands out its values one at a time when they are asked for. PyTorch also calls the source of its random numbers a generator: `torch.Generator`."
        ),
        see=("random seed",),
        everyday=True,
    ),
    Term(
        "GLUE",
        N_(
            "A collection of English data sets for testing how well models understand language, each with its metrics. MNLI, MRPC and SST-2 belong to it."
        ),
        see=("MNLI", "MRPC", "SST-2"),
    ),
    Term(
        "GPU memory",
        N_(
            "The memory on the graphics card. In training it holds the weights, the gradients, the optimizer state and the activations."
        ),
        see=("activations", "memory growth", "optimizer state", "out of memory"),
    ),
    Term(
        "grade",
        N_(
            "The points that a submission is worth, called its score in the reports: those that its answers reach in the checks of the grader, less a deduction for late submission, or those that the teacher gives it instead."
        ),
        see=("gradebook", "grader", "submission"),
        everyday=True,
    ),
    Term(
        "gradebook",
        N_("The file in which the grader keeps all submissions and their results."),
        see=("grade", "grader", "submission"),
        everyday=True,
    ),
    Term(
        "grader",
        N_(
            "The program of this course companion that runs the checks of each exercise on the answers in the submissions and writes reports of the results."
        ),
        see=("grade", "gradebook", "sandbox", "submission"),
        everyday=True,
    ),
    Term(
        "gradient",
        N_(
            "For each weight, a number that says how the loss changes when this weight grows a little: its sign gives the direction, its size the strength. The optimizer uses it to change the weight so that the loss falls."
        ),
        see=("backpropagation", "loss", "optimizer"),
    ),
    Term(
        "gradient accumulation",
        N_(
            "Adding up the gradients of several small batches before one step of the optimizer. It gives nearly the same step as one large batch, but needs only the memory of a small one."
        ),
        see=("batch size", "gradient", "out of memory", "step"),
    ),
    Term(
        "gradient clipping",
        N_(
            "Scaling the gradient down when its norm, that is, its length, is above a limit, so that a single batch cannot change the weights too much. The Trainer does this by default, with the limit 1.0."
        ),
        see=("gradient", "step", "Trainer"),
    ),
    Term(
        "GradientTape",
        N_(
            "The TensorFlow object that records the operations run inside its `with` block, so that `tape.gradient` can compute gradients from the record afterwards. For what was not recorded, `tape.gradient` returns `None`."
        ),
        see=("computation graph", "gradient"),
    ),
    Term(
        "hint",
        N_(
            "A piece of help for finding a fault or solving an exercise. There are three each time, and each of them tells more than the one before."
        ),
        see=("exercise",),
        everyday=True,
    ),
    Term(
        "hub",
        N_("The website of Hugging Face from which models, data sets and tokenizers can be downloaded by name."),
        see=("checkpoint", "data set", "pretrained model"),
        everyday=True,
    ),
    Term(
        "hyperparameter",
        N_(
            "A setting of the training that you choose and that the model does not learn, such as the learning rate, the batch size or the number of epochs."
        ),
        see=("batch size", "learning rate", "parameter"),
    ),
    Term(
        "infinity",
        N_(
            "The floating-point value `inf`, which stands for a number too large to be stored. Subtracting infinity from infinity gives `nan`."
        ),
        see=("NaN", "numerical overflow"),
        everyday=True,
    ),
    Term(
        "Keras",
        N_(
            "The library with which TensorFlow models are built and trained. Its models have methods such as `compile`, `fit` and `predict`."
        ),
        see=("callback", "GradientTape", "Trainer"),
    ),
    Term(
        "kernel (GPU)",
        N_(
            "A program that runs on the GPU and carries out one operation there, such as a matrix product. If it fails, the error often appears only at a later line of the Python program."
        ),
        see=("device", "XLA"),
        everyday=True,
    ),
    Term(
        "kernel (notebook)",
        N_(
            "The process that runs the cells of a notebook and holds their variables. Restarting it deletes all variables and frees the memory."
        ),
        see=("cell (of a notebook)", "notebook", "process"),
        everyday=True,
    ),
    Term(
        "label",
        N_(
            "The number of the correct class of an example: with three classes the labels are 0, 1 and 2. In regression, the label is the value to predict."
        ),
        see=("class", "classification", "number of labels", "target"),
    ),
    Term(
        "label frequency",
        N_(
            "The proportion of the examples that have a given label, also called class frequency. In a balanced data set all labels have the same frequency."
        ),
        see=("class", "label", "majority baseline"),
    ),
    Term(
        "launcher",
        N_(
            "A program or function that starts the processes of distributed training and gives each of them its rank, such as `accelerate launch` for a script and `notebook_launcher` for a notebook."
        ),
        see=("distributed training", "process", "rank"),
        everyday=True,
    ),
    Term(
        "layer",
        N_(
            "A part of a model that turns its inputs into outputs, usually with weights of its own. `distilbert-base-uncased` has six Transformer layers, one after the other."
        ),
        see=("activations", "weight"),
        everyday=True,
    ),
    Term(
        "LayerNorm",
        N_(
            "A layer that brings the values at each position to mean 0 and variance 1, and then scales and shifts them with its own parameters. These parameters are usually left out of weight decay."
        ),
        see=("layer", "weight decay"),
    ),
    Term(
        "learning curve",
        N_(
            "A plot of the loss or of a metric over the steps or epochs of a training run. The curves of the training loss and the validation loss together show overfitting and underfitting."
        ),
        see=("overfitting", "training loss", "underfitting", "validation loss"),
    ),
    Term(
        "learning rate",
        N_(
            "The number that determines how far the optimizer changes the weights in one step. For fine-tuning a Transformer model, values between `1e-5` and `1e-4` are usual."
        ),
        see=("hyperparameter", "learning rate schedule", "optimizer"),
    ),
    Term(
        "learning rate schedule",
        N_(
            "The rule that gives the learning rate for each step of the training, for example a short rise from 0 (the warmup) followed by a linear decrease to 0."
        ),
        see=("learning rate", "linear schedule", "scheduler", "warmup"),
    ),
    Term(
        "linear schedule",
        N_(
            "A learning rate schedule whose curve is a straight line: the learning rate falls from its first value to 0, which it reaches after the last step. Often a warmup comes first: some steps in which the learning rate rises from 0."
        ),
        see=("learning rate schedule", "scheduler", "warmup"),
    ),
    Term(
        "logits",
        N_(
            "The numbers that a classification model returns, one for each class, before any softmax. The largest logit gives the prediction; logits can be negative or greater than 1, so they are not probabilities."
        ),
        see=("classification head", "prediction", "softmax"),
    ),
    Term(
        "loss",
        N_(
            "A number that says how far the outputs of the model are from the targets; training makes it smaller. It is 0 only if the outputs agree with the targets completely: in classification, if the model gives the right label a probability of 1."
        ),
        see=("cross-entropy", "loss function", "mean squared error", "training loss", "validation loss"),
    ),
    Term(
        "loss function",
        N_(
            "The function that computes the loss from the outputs of the model and the targets, such as the cross-entropy for classification or the mean squared error for regression."
        ),
        see=("cross-entropy", "loss", "mean squared error"),
    ),
    Term(
        "majority baseline",
        N_("The baseline that always predicts the most frequent label. Its accuracy is the frequency of this label."),
        see=("accuracy", "baseline", "label frequency"),
    ),
    Term(
        "mean squared error",
        N_(
            "The usual loss for regression: the squared difference between output and target, as a mean over the examples."
        ),
        see=("loss function", "regression"),
    ),
    Term(
        "memory growth",
        N_(
            "A setting of TensorFlow that takes GPU memory only when it is needed. Without it, TensorFlow reserves nearly all memory of every GPU that it can use."
        ),
        see=("GPU memory", "out of memory"),
    ),
    Term(
        "metric",
        N_(
            "A function that compares predictions with labels and returns a score for people to read, such as accuracy. Unlike the loss, it is not used to compute gradients."
        ),
        see=("accuracy", "F1 score", "loss", "score"),
    ),
    Term(
        "mixed precision",
        N_(
            "Computing with 16-bit numbers where they are exact enough and with 32-bit numbers elsewhere. It saves memory and, on hardware that supports it, time."
        ),
        see=("bfloat16", "dtype", "GPU memory"),
    ),
    Term(
        "MNLI",
        N_(
            "A data set of sentence pairs, a premise and a hypothesis, with three classes: the hypothesis follows from the premise (entailment), contradicts it (contradiction), or does neither (neutral)."
        ),
        see=("classification", "GLUE"),
    ),
    Term(
        "MRPC",
        N_(
            "A data set of sentence pairs from the news with two classes: the two sentences have the same meaning, or not."
        ),
        see=("classification", "GLUE"),
    ),
    Term(
        "NaN",
        N_(
            "“Not a number”, the floating-point value `nan` that stands for an undefined result. Nearly every computation with `nan` gives `nan` again, and every comparison by size, such as `nan < 1`, is false."
        ),
        see=("infinity", "numerical overflow"),
    ),
    Term(
        "notebook",
        N_("A document of text and code cells that is read and run in the browser, for example in Jupyter or Colab."),
        see=("cell (of a notebook)", "kernel (notebook)"),
        everyday=True,
    ),
    Term(
        "number of labels",
        N_(
            "How many different labels a classification model can predict, and so how many logits it returns for each example: `num_labels` in 🤗 Transformers, where the default is 2."
        ),
        see=("classification head", "label", "logits"),
    ),
    Term(
        "numerical overflow",
        N_("A result that is too large for its number format. A floating-point result then becomes infinity."),
        see=("dtype", "infinity", "NaN"),
    ),
    Term(
        "optimizer",
        N_(
            "The object that changes the weights after each backward pass so that the loss falls. It uses the gradients and the learning rate."
        ),
        see=("AdamW", "gradient", "learning rate", "optimizer state", "step"),
    ),
    Term(
        "optimizer state",
        N_(
            "What an optimizer remembers between its steps. For Adam and AdamW it is two numbers for each trained weight, so it takes twice as much memory as these weights."
        ),
        see=("Adam", "GPU memory", "optimizer"),
    ),
    Term(
        "out of memory",
        N_(
            "The error raised when a program asks for more memory than is free, most often GPU memory. A smaller batch size is the first thing to try."
        ),
        see=("activations", "batch size", "GPU memory", "gradient accumulation"),
    ),
    Term(
        "overfitting",
        N_(
            "Learning the training examples themselves and not what they have in common: the training loss goes on falling while the validation loss rises."
        ),
        see=("dropout", "generalization", "learning curve", "underfitting"),
    ),
    Term(
        "oversampling",
        N_(
            "Using the examples of a rare class several times in training, so that the model sees this class more often."
        ),
        see=("class weight", "label frequency"),
    ),
    Term(
        "padding",
        N_(
            "Filling short sequences of token ids with a special token until all sequences of a batch have the same length, because a tensor needs rows of equal length."
        ),
        see=("attention mask", "collator", "dynamic padding", "special token"),
    ),
    Term(
        "parameter",
        N_(
            "A number in a model that training changes: a weight or a bias. A parameter of a Python function is something else: a name in its signature that receives an argument."
        ),
        see=("argument", "bias", "hyperparameter", "weight"),
        everyday=True,
    ),
    Term(
        "precision",
        N_("Of all examples for which a class was predicted, the proportion that really belong to that class."),
        see=("F1 score", "recall"),
        everyday=True,
    ),
    Term(
        "prediction",
        N_("What a model answers for an example; in classification, the class with the largest logit."),
        see=("label", "logits"),
    ),
    Term(
        "pretrained model",
        N_(
            "A model that has already been trained on a large amount of text and whose weights can be downloaded. Fine-tuning starts from it."
        ),
        see=("checkpoint", "fine-tuning", "from scratch"),
    ),
    Term(
        "probability",
        N_(
            "A number between 0 and 1 that says how likely something is. The probabilities that a model gives to the classes of one example add up to 1."
        ),
        see=("logits", "softmax"),
    ),
    Term(
        "process",
        N_(
            "A running program with its own memory. In distributed training, several processes run the same script at the same time."
        ),
        see=("distributed training", "launcher", "rank"),
        everyday=True,
    ),
    Term(
        "random seed",
        N_(
            "The number from which random numbers are computed. With the same seed a program draws the same numbers again, so its results can be repeated."
        ),
        see=("generator", "shuffling"),
    ),
    Term(
        "rank",
        N_(
            "The number of a process in distributed training, counted from 0. The process with rank 0 often does what must be done only once, such as printing."
        ),
        see=("distributed training", "process"),
        everyday=True,
    ),
    Term(
        "recall",
        N_("Of all examples that belong to a class, the proportion for which the model predicts this class."),
        see=("F1 score", "precision"),
        everyday=True,
    ),
    Term(
        "regression",
        N_("The task of predicting a number on a continuous scale, such as a rating from 0 to 5, and not a class."),
        see=("classification", "mean squared error"),
    ),
    Term(
        "sandbox",
        N_(
            "A closed environment in which the grader runs an answer, so that its code cannot read the teacher's files, use the network or change the gradebook."
        ),
        see=("answer (to an exercise)", "grader", "process"),
        everyday=True,
    ),
    Term(
        "scheduler",
        N_(
            "The object that sets the learning rate of the optimizer according to a schedule. In PyTorch it moves one step further each time its `step()` is called."
        ),
        see=("learning rate schedule", "optimizer", "step"),
    ),
    Term(
        "score",
        N_("The number that a metric returns for a set of predictions, such as an accuracy of 0.84."),
        see=("accuracy", "baseline", "metric"),
        everyday=True,
    ),
    Term(
        "sequence classification",
        N_(
            "Classification of a whole text, or of a pair of texts, with one prediction for each. In 🤗 Transformers, the Python classes of models for this task have names that end in `ForSequenceClassification`."
        ),
        see=("classification", "classification head"),
    ),
    Term(
        "shape",
        N_(
            "The size of a tensor along each of its axes. A batch of 8 examples with 40 tokens each has the shape `(8, 40)`."
        ),
        see=("batch", "dtype", "tensor"),
        everyday=True,
    ),
    Term(
        "shuffling",
        N_(
            "Putting the examples into a random order, in training anew for each epoch. For evaluation the order must stay fixed if predictions are later compared with a separate list of labels."
        ),
        see=("DataLoader", "epoch", "random seed"),
        everyday=True,
    ),
    Term(
        "softmax",
        N_(
            "The function that turns logits into probabilities: it applies the exponential function to each logit and divides by the sum, so that all results lie between 0 and 1 and add up to 1."
        ),
        see=("cross-entropy", "logits", "probability"),
    ),
    Term(
        "solution",
        N_(
            "The correct answer to an exercise or to a question, as the authors of the course companion have written it."
        ),
        see=("answer (to an exercise)", "exercise"),
        everyday=True,
    ),
    Term(
        "special token",
        N_(
            "A token that does not come from the text but is there for the model, such as `[CLS]`, `[SEP]` and `[PAD]` in BERT: they stand at the beginning, after each sentence, and wherever there is padding."
        ),
        see=("padding", "token", "tokenizer"),
    ),
    Term(
        "split",
        N_("A part of a data set with a fixed purpose, such as `train`, `validation` or `test`."),
        see=("data set", "test set", "training set", "validation set"),
        everyday=True,
    ),
    Term(
        "SST-2",
        N_("A data set of sentences from film reviews with two classes, negative and positive."),
        see=("classification", "GLUE"),
    ),
    Term(
        "step",
        N_(
            "One change of the weights by the optimizer, usually after each batch; also called training step. The scheduler, too, moves by steps."
        ),
        see=("batch", "epoch", "optimizer", "scheduler"),
        everyday=True,
    ),
    Term(
        "submission",
        N_("What a learner hands in to be graded: one or more files with answers."),
        see=("answer (to an exercise)", "grade", "gradebook"),
        everyday=True,
    ),
    Term(
        "target",
        N_(
            "What the output of the model is compared with in the loss; in classification the targets are the labels. Keras expects each batch as a pair of inputs and targets."
        ),
        see=("label", "loss"),
        everyday=True,
    ),
    Term(
        "tensor",
        N_(
            "An array of numbers with any number of axes: a vector has one, a matrix has two. All rows of a tensor have the same length."
        ),
        see=("device", "dtype", "shape"),
    ),
    Term(
        "test set",
        N_(
            "The examples on which a model is measured once, at the very end. They are used neither for training nor for choosing hyperparameters."
        ),
        see=("split", "training set", "validation set"),
    ),
    Term(
        "token",
        N_("A piece of text that the model processes as a unit: a word, a part of a word or a punctuation mark."),
        see=("special token", "token id", "tokenizer"),
    ),
    Term(
        "token id",
        N_(
            "The number of a token in the vocabulary of the tokenizer. The column `input_ids` holds the token ids of each example."
        ),
        see=("token", "tokenizer"),
    ),
    Term(
        "tokenizer",
        N_(
            "The object that splits text into tokens and turns them into token ids, and that can turn token ids back into text. Each checkpoint needs its own tokenizer."
        ),
        see=("padding", "special token", "token", "truncation"),
    ),
    Term(
        "traceback",
        N_(
            "The report that Python prints for an exception: the chain of function calls that led to it, with the exception itself and its message at the end."
        ),
        see=("debugging", "exception"),
    ),
    Term(
        "tracing",
        N_(
            "Running a Python function once in order to record its operations as a graph, as `tf.function` does. The graph is used for later calls, as long as the inputs have the same shapes and dtypes; otherwise the function is traced again."
        ),
        see=("computation graph", "eager execution", "shape"),
        everyday=True,
    ),
    Term(
        "Trainer",
        N_(
            "The class of 🤗 Transformers that runs training and evaluation of a PyTorch model, so that you need not write the loops yourself."
        ),
        see=("callback", "evaluation loop", "training loop"),
    ),
    Term(
        "training loop",
        N_(
            "The loop that trains a model. For each batch it runs the forward pass, the backward pass, a step of the optimizer and, where there is one, a step of the scheduler; in PyTorch it also sets the gradients to zero."
        ),
        see=("backward pass", "evaluation loop", "forward pass", "step"),
    ),
    Term(
        "training loss",
        N_("The loss on the batches that the model is being trained on."),
        see=("learning curve", "loss", "validation loss"),
    ),
    Term(
        "training mode",
        N_(
            "The state of a model in which dropout is on. PyTorch sets it with `model.train()`; in Keras it is the argument `training=True` of a call."
        ),
        see=("dropout", "evaluation mode"),
    ),
    Term(
        "training pipeline",
        N_(
            "All parts that work together in training: the data, the tokenizer, the collator, the model, the loss, the optimizer and the metrics."
        ),
        see=("debugging", "training loop"),
    ),
    Term("training set", N_("The examples that a model is trained on."), see=("split", "test set", "validation set")),
    Term(
        "truncation",
        N_(
            "Cutting off the tokens beyond a maximum length, because a model can read only a limited number of them. For `distilbert-base-uncased` the limit is 512 tokens."
        ),
        see=("padding", "token", "tokenizer"),
    ),
    Term(
        "underfitting",
        N_(
            "Learning too little: even the training loss stays high, for example because the learning rate is too low or the training too short."
        ),
        see=("learning curve", "overfitting", "training loss"),
    ),
    Term(
        "validation loss",
        N_(
            "The loss on the validation set. It is computed without training on these examples, usually after each epoch."
        ),
        see=("learning curve", "loss", "training loss", "validation set"),
    ),
    Term(
        "validation set",
        N_(
            "The examples that show during training how well the model does on data that it is not trained on. They are also used for choosing hyperparameters."
        ),
        see=("generalization", "split", "test set", "training set"),
    ),
    Term(
        "warmup",
        N_(
            "The first steps of a training run, in which the learning rate rises from 0 or a small value to its highest value. It prevents large changes of the weights while the gradients are still unreliable."
        ),
        see=("learning rate", "learning rate schedule"),
    ),
    Term(
        "warning",
        N_("A message about a possible problem that does not stop the program, unlike an exception."),
        see=("exception",),
        everyday=True,
    ),
    Term(
        "weight",
        N_(
            "A number in a model that training changes and by which the inputs of a layer are multiplied. In a wider sense, all parameters of a model are called its weights."
        ),
        see=("bias", "frozen weight", "gradient", "parameter"),
        everyday=True,
    ),
    Term(
        "weight decay",
        N_(
            "Making the weights a little smaller at each step, in order to reduce overfitting; biases and LayerNorm parameters are usually left out. In PyTorch's `AdamW` its default is 0.01, in Keras's `AdamW` 0.004."
        ),
        see=("AdamW", "overfitting", "weight"),
    ),
    Term(
        "XLA",
        N_(
            "A compiler that turns a computation graph into an optimized program for the CPU, GPU or TPU. In Keras `jit_compile=True` turns it on."
        ),
        see=("computation graph", "kernel (GPU)", "tracing"),
    ),
)
