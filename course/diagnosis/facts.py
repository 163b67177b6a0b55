"""What was seen of a reader's program, in plain values: no tensor, no framework, nothing that runs.

The looks conclude from these facts alone, so that each can be tested without a program. A fact that was not seen is None
or empty.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

BROADCAST = "broadcast"
"""The name of a loss call that is none: outputs and targets of two shapes met in a calculation of the reader's own."""
OBJECTS = "ndarray object"
"""How the description of an array begins that holds objects of Python; the names of their types come after its shape."""
TABLE = "DataFrame"
"""How the description of a table of pandas begins; the types of its columns come after its shape."""
APART = 5
"""How many times one of two learning rates is as high as the other if both are tried."""
RANGES: Mapping[str, tuple[float, float]] = {
    "sigmoid": (0.0, 1.0),
    "softmax": (0.0, 1.0),
    "tanh": (-1.0, 1.0),
    "relu": (0.0, math.inf),
}
"""The activations that do not return every number, each with the smallest and the greatest one."""
LITTLE = 3e-4
"""The share of the highest learning rate that is as good as 0."""
CLOSE = 1e-6
"""The difference at which two values of a metric are taken for the same."""
SHARE = 1e-3
"""The same for a value and a share that it should be."""


@dataclass(frozen=True)
class Place:
    """A line of the reader's program.

    Attributes:
        file: its name without the directory; for a notebook with the number of the cell.
        line: counted from 1, within the file or the cell.
        code: the line itself, without indentation.
    """

    file: str
    line: int
    code: str


@dataclass(frozen=True)
class Values:
    """A tensor, an array or a list in plain values.

    Attributes:
        kind: `tensor`, `array`, `list`, `text`, `number`, or the name of another type.
        dtype: the type of its numbers; `str` for texts; empty if it has none.
        shape: its lengths along each axis; of nested lists with several lengths only the outer one.
        ragged: whether the inner lists have several lengths.
        least, most: the smallest and the largest number that is not `ignored`.
        distinct: how many different numbers there are.
        whole: whether all the numbers are whole.
        ignored: how many of them are -100.
        first: the first numbers or texts.
    """

    kind: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    ragged: bool = False
    least: float | None = None
    most: float | None = None
    distinct: int | None = None
    whole: bool = False
    ignored: int = 0
    first: tuple[object, ...] = ()

    @property
    def floating(self) -> bool:
        return "float" in self.dtype


@dataclass(frozen=True)
class Crash:
    """The exception that ended the program.

    Attributes:
        error: the name of its type; `message` is its text.
        places: the reader's lines that led to it, the outermost first.
        library: the package of the line that raised it.
        live: what was named in the reader's innermost line, each with a short description.
        examples: of a list of examples on its way into a batch, the values of each column.
        rows, most: of an embedding that was asked for a row that it does not have, the number of its rows, and the greatest
            number asked for. `positions` says whether it is the embedding of positions.
        gradients_off: whether PyTorch was calculating without gradients when the program had ended.
        ids: the shape of the token ids that the model was given in which the error arose; empty if there was none.
        function: the reader's innermost function that led to it; empty at the top level.
        traced: whether it arose while TensorFlow traced a function; `ran_before` whether that had run well before.
    """

    error: str
    message: str
    places: tuple[Place, ...] = ()
    library: str = ""
    live: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, Values] = field(default_factory=dict)
    rows: int | None = None
    most: int | None = None
    positions: bool = False
    gradients_off: bool = False
    ids: tuple[int, ...] = ()
    function: str = ""
    traced: bool = False
    ran_before: bool = False


@dataclass(frozen=True)
class Model:
    """A model as it was called first in training.

    Attributes:
        name: the name of its class.
        outputs: how many labels a classification model distinguishes.
        problem: the problem type in its configuration, if any.
        rows: the number of rows of its token embedding.
        longest: the greatest number of tokens that it has positions for.
        padding: the id of the padding token in its configuration.
        decoder: whether it is a causal language model.
        encoder_decoder: whether it is a sequence-to-sequence model.
        takes: the names of the parameters of its `forward` or `call`.
        parameters, trainable: how many there are, and how many are not frozen.
        source: the checkpoint that it was loaded from; `part_source` that of a part of it that is trained, too.
        unregistered: the attributes that hold parts of it in a plain list or dictionary, where PyTorch does not find their weights.
        named: the names of its labels, by number, where they are not the default ones.
        compiled: of a Keras model, how many weights its last `fit` trained, and how many were set to be trained by then.
        recurrent: of a Keras model, the class of a recurrent layer whose last state is all that is used, where no layer makes a mask; else empty.
        fills_masks: whether it is a masked language model.
        repeated: the class of a layer of PyTorch that is several times in one container, with the same weights, and how many times.
        made_inside: the class of a layer of PyTorch that is made anew in each call of the model.
        steps_first: of a layer of PyTorch that takes the batch on its second axis, its class and the shape of its input.
        mask_lost: of a Keras model, the operation that loses the mask of the padding, and the class of the layer behind it that would have used the mask.
        untracked: attributes of layers of Keras 3 that hold a trainable variable of TensorFlow that Keras does not know.
        frozen_in_vain: of a part of it that was given an attribute that freezes nothing, the class, the attribute, and how many of its numbers are trained.
    """

    name: str
    outputs: int | None = None
    problem: str | None = None
    rows: int | None = None
    longest: int | None = None
    padding: int | None = None
    decoder: bool = False
    encoder_decoder: bool = False
    takes: tuple[str, ...] = ()
    parameters: int = 0
    trainable: int = 0
    source: str = ""
    part_source: str = ""
    unregistered: tuple[str, ...] = ()
    named: Mapping[int, str] = field(default_factory=dict)
    compiled: tuple[int, int] | None = None
    recurrent: str = ""
    fills_masks: bool = False
    steps_first: tuple[str, tuple[int, ...]] | None = None
    repeated: tuple[str, int] | None = None
    made_inside: str = ""
    frozen_in_vain: tuple[str, str, int] | None = None
    untracked: tuple[str, ...] = ()
    mask_lost: tuple[str, str] | None = None

    @property
    def head_only(self) -> bool:
        """Whether only a small part of it is trained."""
        return 0 < self.trainable < 0.1 * self.parameters


@dataclass(frozen=True)
class UsedModel:
    """A model that was used after the training, and was never trained.

    Attributes:
        name: the name of its class; `path` where it was loaded from, empty if it was made anew.
        fresh: how many of its weights no checkpoint gave a value; `total` is the number of all of them.
        ignored: how many weights of a state dict found no place in it.
        saved: the class of the model that the program itself saved there; empty if it was another program.
    """

    name: str
    path: str = ""
    fresh: int = 0
    total: int = 0
    ignored: int = 0
    saved: str = ""


@dataclass(frozen=True)
class Tokenizer:
    """A tokenizer.

    Attributes:
        source: the checkpoint that it was loaded from.
        size: the number of its tokens, with those that were added.
        padding, end: the ids of its padding token and of its end token; None if it has none.
        longest: the greatest number of tokens that it lets pass if it is told to truncate.
    """

    size: int
    padding: int | None = None
    end: int | None = None
    longest: int | None = None
    source: str = ""


@dataclass(frozen=True)
class Batch:
    """A batch that a model was called with.

    Attributes:
        inputs: what it holds by the names under which the model got it.
        padding_read: how many padding tokens the attention mask does not leave out; None if that is unknown.
        padding_learned: how many padding tokens have a label that the loss counts; None if that is unknown.
        labels_are_inputs: whether the labels are the token ids themselves.
        decoder_labels: the name of the decoder's inputs, if they are the labels themselves; else empty.
        labels_are_next: whether each label is the token id of the next place.
        ends_labelled: whether an end token is among the labels; `ends` whether one is among the inputs.
        hidden: how many tokens that are no padding the attention mask leaves out; None if that is unknown.
        unknown: the share of the tokens that the tokenizer did not know; None if it has no token for them.
        row: the first row, decoded, and its label.
        same_rows: whether all its rows, four at least, are the same.
        doubled: the share of the rows that begin with the same special token twice.
        left_out, left_in: how many tokens an attention layer of PyTorch leaves out of it, and how many places of padding it reads.
        masks_learned: how many labels that the loss counts are the mask token; `masks` how many inputs are.
        ends_in_zeros: the share of a row of token ids that is zeros at its end, at the mean of all rows; 0 if rows do not end so.
        zeros_inside: the share of the rows of token ids in which a 0 has other numbers before and behind it.
        answers: how many rows have the positions of an answer; `answers_beyond` in how many of them one lies behind the last token.
        label_column: the number of a column of the inputs, counted from 0, that has one value for each label, in a table with more columns.
        last_is_target: how many rows of numbers there are, if the last value of each is its target; else 0.
        answers_first: in how many rows the answer begins in the first of two texts, where it begins in the second in others.
        bare: how many rows have no special token, where the tokenizer would add some and no other row has any.
        padded: how many places are padding.
        visible_learned: the share of the labels that count which are the token id in their place.
    """

    inputs: Mapping[str, Values] = field(default_factory=dict)
    padding_read: int | None = None
    padding_learned: int | None = None
    labels_are_inputs: bool = False
    decoder_labels: str = ""
    labels_are_next: bool = False
    ends_labelled: bool = False
    ends: bool = False
    hidden: int | None = None
    unknown: float | None = None
    row: tuple[str, str] | None = None
    same_rows: bool = False
    doubled: float = 0.0
    masks_learned: int = 0
    masks: int = 0
    ends_in_zeros: float = 0.0
    zeros_inside: float = 0.0
    answers: int = 0
    answers_beyond: int = 0
    label_column: int | None = None
    last_is_target: int = 0
    answers_first: int = 0
    bare: int = 0
    visible_learned: float = 0.0
    padded: int = 0
    left_out: int = 0
    left_in: int = 0


@dataclass(frozen=True)
class LossCall:
    """A call of a loss function.

    Attributes:
        name: the function, such as `cross_entropy`.
        own: whether the reader's program called it, and not the model.
        outputs, targets: what it was given.
        sums_to_one: whether the outputs are already probabilities; `one_hot` whether they are 0 and 1, with a single 1 in each row, and the targets are other numbers.
        same_place: whether each target is the token id of the same place.
        reordered: whether the outputs are those of the model in another shape, but with their numbers in the old order.
        weights: the weight of each class, if the loss has some.
        several: whether some examples have more than one label, or none.
        left_out: the number of a class of the data that it leaves out; None if there is none.
        told: whether it was told in so many words which label to leave out.
        each: whether the program may still leave some targets out: the loss returns a value for each, or has a weight for each.
        activation: the operation that the outputs come from, such as `sigmoid` or `linear`; empty if that is unknown.
        beyond: the share of the targets that it cannot return.
        axis: the axis along which the outputs were made probabilities, if they are a matrix that comes from a softmax.
        positive: how much the yes of a label counts, if that was said; `share` is the share of the targets that are a yes.
        models: how many models had been called in training by then.
        itself: whether the outputs are similarities of all rows with all, each row is the most similar to itself, and that is never the target.
    """

    name: str
    own: bool
    outputs: Values
    targets: Values
    sums_to_one: bool = False
    same_place: bool = False
    reordered: bool = False
    weights: tuple[float, ...] = ()
    several: bool = False
    left_out: int | None = None
    told: bool = False
    each: bool = False
    activation: str = ""
    beyond: float = 0.0
    axis: int | None = None
    positive: tuple[float, ...] = ()
    share: float | None = None
    itself: bool = False
    one_hot: bool = False
    models: int = 0


Stage = Literal["data", "ignored", "weights", "outputs", "loss", "gradients"]
"""Where a value arises that is no number; `ignored`: the loss leaves out every label of a batch."""


@dataclass(frozen=True)
class NotANumber:
    """The first value in a training that is no number.

    Attributes:
        step: how many steps had been taken before.
        name: of the input, the weight or the output; empty if it has none.
        count: how many such values there were; of `ignored`, how many labels.
    """

    stage: Stage
    step: int
    name: str = ""
    count: int = 0


@dataclass(frozen=True)
class Training:
    """How the training went as far as it was watched.

    Attributes:
        steps: how many steps the optimizers took.
        losses: the loss of each backward pass.
        rates: the learning rate of each step.
        optimizer: the name of its class.
        reached: whether any backward pass gave a parameter of a model a gradient.
        foreign: how many of the optimizer's parameters belong to no model that was called in training, and never had a gradient at its steps.
        left_out: how many trainable parameters of the model the optimizer does not have, although they have gradients.
        zero_gradients: the number of steps at which every gradient was 0.
        stepped_scaled, clipped_scaled: how many steps were taken with gradients that a GradScaler had multiplied, if none ever divides any, and how often such were clipped.
        clipped: how often gradients were clipped; `clipped_old` how often no backward pass had made new ones since the last step.
        folds: how many folds of a cross-validation began with the weights with which the one before had ended.
        models: how many models were trained; 0 if they are of several kinds. `several` whether several optimizers have taken a step.
        zero_weights: the names of matrices of weights that are all 0 and had gradients that were all 0 in every step.
        total: the steps after which a schedule such as OneCycleLR refuses another one; `needed` how many the training takes, as far as that is known.
        mixed: of the batches of numbers that went through the model without gradients after the training had begun: how many rows they had, and how many of these had been trained on, if most of these batches are mixed so.
        scales: how large the inputs were in training, and in the calls without gradients after its last step; None if these were not beyond them.
        beginnings: how all texts in training begin, how a later one does, and how many later texts do not begin so; None if they all do, or nothing is known.
        unknown: the share of unknown words among the tokens in training, and in the calls without gradients after its last step; None if that is unknown.
        norms: how many layers of BatchNorm have never seen a batch, of a model that is used after the training, where one of its class was trained that has.
        again: how many rows were trained on again; `relabelled` how many of them had another label than before; `by_chance` how many would have one if the labels had nothing to do with those before;
            `labels` how many different labels all of these rows have, 0 if they have none that are whole numbers; `commonest` the share of the commonest of them.
        probabilities: the greatest of the logits that a distribution of classes got, if all of them were probabilities.
        unfrozen: how many weights were frozen when the first step was taken, had gradients at a later one, and are in no optimizer.
        old_gradients, lost_gradients: see course/gradients.py.
        evaluating: the number of training steps in which the model was in evaluation mode; `since_evaluation` how many of the last steps, without a break, after others in training mode.
        schedule_steps: how often the learning rate scheduler was stepped; None without one. `scheduled` how many steps its optimizer has taken.
        schedule_given: the class of a scheduler that counts steps and was given a number with a fraction as that of an epoch, and this number.
        warmup, planned: the steps of its warmup, and those that it is made for; None if they are unknown. `ends_at_zero` whether the learning rate is 0 after those.
        decay_ends: after how many steps a schedule of Keras has come to 0, or as good as that; None if it does not.
        highest_at: the step after which a function of the program's own makes the learning rate highest, if it has hardly risen so far and no epoch could have such a number, and what the function returns then; else None.
        optimizers: how many optimizers have taken a step with the same weights; with TensorFlow, how many in all. `short_lived` how many of them have taken no more than two.
        layers_left_out: the parts of the model that no optimizer has, although it has all of some parts before and after them, and a part is in it whole or not at all.
        empty_groups: how many groups of optimizers of PyTorch have no parameter.
        decay: the greatest weight decay of an optimizer; 0 if the optimizers have several.
        tested, repeated: how many different rows were passed through a trained model without gradients, and how many of these it
            had seen in training.
        base: the learning rate that the scheduler starts from; None without a scheduler.
        unreached: the share of an optimizer's trainable parameters that have had no gradient at any of its steps.
        first_rows: how many different rows the first batch had.
        rows: how many different rows were trained on; `rows_there` how many the data set has that a loader took them from first, None if that is unknown.
        own_rates: the learning rates of the optimizer that has taken the most steps; `main_rate` the highest of the optimizers that train more than a few numbers beside the model.
        highest: the highest learning rate of each optimizer.
        loaded_dropout: `dropout_used` and `measured` of a second model that was loaded, after the last step.
        dropout_used: how many forward passes without gradients were made in training mode, by a model with dropout or BatchNorm;
            `measured` is the number of all passes without gradients.
        signs: a loss that takes targets of 1 and -1 and got other ones, and one of those.
        calls: how many batches go through the model for each step, at the median.
        moved: whether the weights have changed since the model was called first, as far as that is known.
        batches: how many batches the data have, if that is known.
        not_a_number: the first value that was no number, if a loss or a gradient was none because of it.
        half: whether most of the weights that are trained are of the type `float16`.
        left: where the program left its loop over the batches before the end more than once: the most batches that it took, and how many there are.
    """

    steps: int = 0
    losses: tuple[float, ...] = ()
    rates: tuple[float, ...] = ()
    optimizer: str = ""
    reached: bool = True
    foreign: int = 0
    left_out: int = 0
    zero_gradients: int = 0
    stepped_scaled: int = 0
    clipped_scaled: int = 0
    clipped: int = 0
    clipped_old: int = 0
    folds: int = 0
    models: int = 1
    several: bool = False
    zero_weights: tuple[str, ...] = ()
    total: int | None = None
    needed: int | None = None
    mixed: tuple[int, int] | None = None
    scales: tuple[float, float] | None = None
    beginnings: tuple[str, str, int] | None = None
    norms: int = 0
    unknown: tuple[float, float] | None = None
    again: int = 0
    relabelled: int = 0
    by_chance: float = 0.0
    labels: int = 0
    commonest: float = 1.0
    probabilities: float | None = None
    unfrozen: int = 0
    old_gradients: int = 0
    lost_gradients: int = 0
    evaluating: int = 0
    since_evaluation: int = 0
    schedule_steps: int | None = None
    scheduled: int = 0
    schedule_given: tuple[str, float] | None = None
    warmup: int | None = None
    planned: int | None = None
    ends_at_zero: bool = False
    decay_ends: int | None = None
    highest_at: tuple[int, float] | None = None
    optimizers: int = 0
    short_lived: int = 0
    layers_left_out: tuple[str, ...] = ()
    empty_groups: int = 0
    decay: float = 0.0
    tested: int = 0
    repeated: int = 0
    base: float | None = None
    unreached: float = 0.0
    rows: int = 0
    rows_there: int | None = None
    first_rows: int = 0
    dropout_used: int = 0
    measured: int = 0
    own_rates: tuple[float, ...] = ()
    main_rate: float = 0.0
    highest: tuple[float, ...] = ()
    loaded_dropout: tuple[int, int] = (0, 0)
    signs: tuple[str, float] | None = None
    calls: int = 0
    moved: bool = False
    batches: int | None = None
    not_a_number: NotANumber | None = None
    half: bool = False
    left: tuple[int, int] | None = None

    @property
    def searched(self) -> bool:
        """Whether the program trains models of one kind at learning rates that lie far apart, to find the best."""
        return self.models > 1 and max(self.highest, default=0.0) > APART * min(self.highest, default=0.0)

    def spoiled(self, stage: Stage) -> NotANumber | None:
        """The first value that was no number, if it arose in this stage, and neither the growing loss, nor half precision, nor a rate that is only tried explains it."""
        found = self.not_a_number
        # at the highest of several rates that are tried, a loss may grow without end
        explained = self.grew or self.half or (self.searched and stage not in ("data", "ignored"))
        return found if found is not None and found.stage == stage and not explained else None

    @property
    def grew(self) -> bool:
        """Whether the loss was ten times what it was at first before it was no number any more."""
        numbers = [loss for loss in self.losses if math.isfinite(loss)]
        return len(numbers) > 1 and numbers[-1] > 10 * abs(numbers[0])


@dataclass(frozen=True)
class Settings:
    """What the arguments of a Trainer, or of Keras's `fit`, ask for.

    Attributes:
        epochs: how many epochs; `max_steps` a number of steps that replaces them, 0 if there is none.
        epoch_steps: how many steps an epoch should have, as far as the data tell.
        asked_steps: how many steps an epoch has, if that was asked for.
        class_weights: the weight of each class that `fit` was given.
        evaluated_every: after how many steps a Trainer evaluates, if that is said in steps.
        undivided: a function of a Trainer that returns a mean, and of how many batches the Trainer adds these means up; None if it divides.
        whole_weights: the smallest and the greatest of the weights that Keras's `fit` gets for its examples, if they are whole numbers.
        unmeasured: how many evaluations a Trainer has done without ever calling the metrics that it was given.
        best: the metric that the best checkpoint is chosen by; empty if none is chosen. `greater` whether more of it is better.
        unbatched: the arguments of `fit` that are data sets of single examples, each with the shape of one.
        weights_kind: the class of the `class_weight` of `fit`, if that is no dictionary; else empty.
        monitored: a callback of Keras, and the name of the value that it waits for, if that is not among `logged`, the values after an epoch.
        rate_setter: a callback of `fit` that sets the learning rate, where the optimizer has a schedule; and the class of the schedule.
        reshuffled: whether the training and the validation set of `fit` are parts of one that is shuffled anew for each pass.
        unshaped: the inputs in the training set of `fit` whose number of axes is not known.
        order: that of the data set of TensorFlow that Keras's `predict` was given: `shuffled`, `changing` each time, or empty.
        ran_out: the first epoch of `fit` in which the data came to an end: its number, how many steps it took, and how many it should.
        validated_on_training: how many rows the validation data of `fit` have, if they are the training data.
        batched: whether it is known how many batches an epoch of Keras's `fit` has.
        endless: the argument of `fit` that is a data set without an end, where nothing says how many of its batches to take; else empty.
    """

    epochs: float = 0
    max_steps: int = 0
    epoch_steps: int | None = None
    asked_steps: int | None = None
    class_weights: tuple[float, ...] = ()
    best: str = ""
    greater: bool = True
    unbatched: tuple[tuple[str, str], ...] = ()
    weights_kind: str = ""
    order: str = ""
    monitored: tuple[str, str] | None = None
    logged: tuple[str, ...] = ()
    rate_setter: tuple[str, str] | None = None
    reshuffled: bool = False
    unshaped: tuple[str, ...] = ()
    endless: str = ""
    ran_out: tuple[int, int, int] | None = None
    validated_on_training: int = 0
    batched: bool = False
    evaluated_every: int = 0
    unmeasured: int = 0
    undivided: tuple[str, int] | None = None
    whole_weights: tuple[int, int] | None = None

    @property
    def planned(self) -> int | None:
        """How many steps the whole training takes, if that is known."""
        if self.max_steps or self.epoch_steps is None:
            return self.max_steps or None
        return math.ceil(self.epochs * self.epoch_steps)


@dataclass(frozen=True)
class Data:
    """The data sets of the program.

    Attributes:
        columns: the columns of the training set; `removed` those that the Trainer takes away before it makes a batch.
        labels: the column that the labels are in.
        rows, validation_rows: how many examples there are.
        shared: how many validation examples are in the training set as well.
        repeated: the share of the training examples that are there more than once.
        cut: the share of the training examples that were cut to the greatest length; None if it is unknown.
        targets_cut: the same of texts that are targets.
        changed: how many of the `compared` training examples have another label than the same text in the file that was read; labels
            that were only renumbered are not counted.
        misaligned: of data with a tag for each word, the share of words whose first token does not have the tag as its label.
        counts: how often each label is in the training set; empty if there are too many.
        validation_counts: the same of the validation set.
        named: the names of the labels, by number, that a column or the data set's features give.
        renumbered: the classes that have one number in the training set and another one in the validation set.
        unread: the columns with texts of which the token ids hold nothing, although they hold another column's.
    """

    columns: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    labels: str = ""
    rows: int | None = None
    validation_rows: int | None = None
    shared: int | None = None
    repeated: float | None = None
    cut: float | None = None
    targets_cut: float | None = None
    changed: int | None = None
    compared: int = 0
    misaligned: float | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    validation_counts: Mapping[str, int] = field(default_factory=dict)
    named: Mapping[int, str] = field(default_factory=dict)
    renumbered: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Metric:
    """What the reader's metric says of predictions that were made up.

    Attributes:
        perfect: its values for predictions that are all right.
        wrong: its values for predictions that are all wrong.
        ignored_changed: its values for the same predictions where only those beside ignored labels are wrong.
        predictions, labels: what it was given; of several arrays of predictions the first.
        parts: how many arrays of predictions it was given.
        flat: its values for the same right predictions without their last axis, which has the length 1; empty where they have none.
        constant: its precision and its recall for predictions that are always one class; empty where it has not both.
    """

    perfect: Mapping[str, float] = field(default_factory=dict)
    wrong: Mapping[str, float] = field(default_factory=dict)
    ignored_changed: Mapping[str, float] = field(default_factory=dict)
    predictions: Values | None = None
    labels: Values | None = None
    parts: int = 1
    constant: tuple[float, ...] = ()
    flat: Mapping[str, float] = field(default_factory=dict)

    @property
    def counts_ignored(self) -> bool:
        """Whether its values depend on the predictions beside ignored labels, or count each of these as wrong."""
        moved = any(abs(value - self.ignored_changed.get(name, value)) > CLOSE for name, value in self.perfect.items())
        if self.labels is None or not self.labels.ignored:
            return moved
        counted = 1 - self.labels.ignored / max(1, math.prod(self.labels.shape))
        return moved or any(abs(value - counted) < SHARE for value in self.perfect.values())


@dataclass(frozen=True)
class KerasMetric:
    """A metric of Keras: the name of its class, and what it was given first.

    Attributes:
        mixed: the greatest number of passes through one data set that it has added up without a reset.
        title: the name that it has in the logs.
        perfect, wrong: what it says of predictions that are all right, and all wrong; None where it cannot be asked.
        threshold: the value from which on it takes a prediction for a yes, if it compares them with one.
        without_weight: how many of the labels have the weight 0 in the loss, where the metric was not given the weights.
    """

    name: str
    predictions: Values
    labels: Values
    mixed: int = 0
    title: str = ""
    perfect: float | None = None
    wrong: float | None = None
    threshold: float | None = None
    without_weight: int = 0


@dataclass(frozen=True)
class Attempt:
    """An attempt to learn one batch by heart.

    Attributes:
        optimizer: the name of its class; `rate` its learning rate.
        first, last: the loss before the first step, and after the last.
    """

    optimizer: str
    rate: float
    first: float
    last: float

    @property
    def learned(self) -> bool:
        """Whether the loss has fallen clearly."""
        return self.last < 0.7 * self.first

    @property
    def moved(self) -> bool:
        """Whether the loss has fallen at all."""
        return self.last < 0.95 * self.first


@dataclass(frozen=True)
class OneBatch:
    """What came of learning the first batch by heart, always from the weights with which the program began; tried only if its loss does not fall.

    Attributes:
        rows, steps: how many rows the batch has, and how many steps each attempt took.
        own: the attempt with the program's optimizer and its highest learning rate; `others` those at other rates, in rising order.
        whole: whether there was time for all of them.
    """

    rows: int
    steps: int
    own: Attempt
    others: tuple[Attempt, ...] = ()
    whole: bool = True


@dataclass(frozen=True)
class Future:
    """What became of the outputs for earlier places when the last place of the inputs was another one, of a model that is to say what comes next.

    Attributes:
        places: how many earlier places there are; `changed` at how many of them the outputs changed.
    """

    places: int
    changed: int


@dataclass(frozen=True)
class Layers:
    """How the layers of the model follow one another, and what they began with.

    Attributes:
        scale: the size of the largest column of numbers that the first layer is given, as the root of the mean square; 0 if it gets none,
            or normalizes them.
        linear: how many linear layers follow one another of a model that has nothing else between them, where one could do the same.
        large: the names of matrices that began with so large numbers that their outputs are far larger than their inputs.
        alike: the names of matrices of which all units have the same weights after the training.
        ratio: how large the gradients of the first matrix are as a share of those of the last one, of a model with many sigmoids in a row;
            None if that is unknown.
        momentum: that of the running means of BatchNorm in PyTorch: the share of the newest batch.
        wrong_sign: what the loss of each of the first backward passes makes worse: the function that should rise, or fall; empty if none.
        summed: the shape of what one term of the loss adds up, where another one is a mean; None if it counts too little to outweigh the other, empty if nothing is known.
        dropout: the greatest share of units that a layer of dropout sets to 0.
        penalty: what the regularizers of a Keras model add to its loss at the first call.
        not_logs: a loss that expects logarithms of probabilities, and the smallest and the greatest number that it got, if one is above 0.
    """

    scale: float = 0.0
    linear: int = 0
    large: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    ratio: float | None = None
    momentum: float | None = None
    wrong_sign: str = ""
    summed: tuple[int, ...] | None = ()
    not_logs: tuple[str, float, float] | None = None
    dropout: float = 0.0
    penalty: float = 0.0


@dataclass(frozen=True)
class Threshold:
    """A comparison of a model's outputs with a number: the smallest and the greatest of the outputs, and the number."""

    least: float
    most: float
    number: float
    place: Place


@dataclass(frozen=True)
class Reshaped:
    """A tensor that has got the lengths of its axes in another order by a new shape: its shape before and after."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    place: Place


@dataclass(frozen=True)
class Paired:
    """Predictions and labels that met without gradients, one with the shape (n, 1) and the other (n,): how many rows they had, and whether the predictions were the column."""

    rows: int
    column: bool
    place: Place


@dataclass(frozen=True)
class Facts:
    """Everything that was seen.

    Attributes:
        source: the text of the reader's program; of a notebook, its code cells one after the other.
        file: its name.
        cells: of a notebook, the number of the cell and the line in it, for each line of the source; else empty.
        way: `trainer`, `loop`, `accelerate`, `keras`, `tape`, or empty if nothing was trained.
        versions: the libraries in use.
        paired: the first predictions that were compared with all labels where a program measures without a metric.
        beside: the arrays in the reader's own function that had one number for each row when Keras's `predict` returned a column, by their names, and whether they were columns; `beside_rows` how many rows, and `column_line` the line of the call.
        equal: the lines in which the program asks whether two tensors of PyTorch are equal, each with whether one of them has held -100.
        collated: how many rows of batches have another label than in the examples that a collator got, and how many could be compared.
        shuffled_tensor: of a tensor of PyTorch that `shuffle` of NumPy or of Python has shuffled: how many rows it had, and how many of them were lost.
        last_alone: of a model with BatchNorm for rows of numbers, and a loader whose last batch has a single row: how many rows there are, and how many a batch has.
        own_weights: the tensors of the program that ask for gradients, have taken part in every loss, are in no optimizer, and have never changed.
        restored_early: whether the program has restored the state of an Accelerator that had no model yet.
        resumed: where a Trainer goes on from a checkpoint at the end of its training: the checkpoint's name, the option that says
            how long to train (`num_train_epochs` or `max_steps`), how far the checkpoint has come, and how far is asked for.
        ranked: of a metric of scikit-learn that ranks scores and got decisions: its name, how many rows, and how many different scores.
        sampler: of a sampler that has fewer weights than the data set has rows: how many weights, and how many rows.
        counted: of a data set whose length is the number of its columns: the name of the attribute with them, their number, and that of the rows.
        without_batches: of a data loader that has no batch although its data set has rows: how many rows, and how many a batch has.
        unseen: the names of facts that could not be looked at, each with the reason, an English sentence marked for translation.
        signal: the signal that ended the process at first, if it does not where triton is loaded before TensorFlow; else empty.
    """

    source: str = ""
    file: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    framework: str = ""
    way: str = ""
    crash: Crash | None = None
    model: Model | None = None
    tokenizer: Tokenizer | None = None
    batch: Batch | None = None
    loss_calls: tuple[LossCall, ...] = ()
    training: Training | None = None
    one_batch: OneBatch | None = None
    future: Future | None = None
    layers: Layers | None = None
    thresholds: tuple[Threshold, ...] = ()
    reshaped: Reshaped | None = None
    restored_early: bool = False
    shuffled_tensor: tuple[int, int] | None = None
    last_alone: tuple[int, int] | None = None
    own_weights: tuple[str, ...] = ()
    resumed: tuple[str, str, float, float] | None = None
    data: Data | None = None
    settings: Settings | None = None
    tested: tuple[UsedModel, ...] = ()
    choices: tuple[Choice, ...] = ()
    metric: Metric | None = None
    keras_metrics: tuple[KerasMetric, ...] = ()
    generation: Generation | None = None
    paired: Paired | None = None
    equal: Mapping[int, bool] = field(default_factory=dict)
    beside: Mapping[str, bool] = field(default_factory=dict)
    beside_rows: int = 0
    column_line: int = 0
    collated: tuple[int, int] = (0, 0)
    ranked: tuple[str, int, int] | None = None
    sampler: tuple[int, int] | None = None
    counted: tuple[str, int, int] | None = None
    without_batches: tuple[int, int] | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    unseen: Mapping[str, str] = field(default_factory=dict)
    signal: str = ""


@dataclass(frozen=True)
class Choice:
    """A call of `argmax` on the model's outputs after a training step.

    Attributes:
        shape: that of the outputs; their last axis is that of the classes. It may have the length 1.
        axis: along which the greatest was taken; None where the array was flattened.
    """

    shape: tuple[int, ...]
    axis: int | None
    place: Place


@dataclass(frozen=True)
class Generation:
    """A call of `generate`.

    Attributes:
        padded_right: how many prompts of a causal language model end in padding.
        full: the share of the texts that reached the greatest length; `limit` is that length.
        prompt_decoded: whether the output of a causal language model was decoded together with its prompt.
        prompt_ends: whether the prompts of a causal language model end with the end token, which ends every row that it learns from, and is nowhere else in them.
    """

    padded_right: int = 0
    full: float = 0.0
    limit: int | None = None
    prompt_decoded: bool = False
    prompt_ends: bool = False
