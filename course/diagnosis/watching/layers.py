"""Notes how a model of PyTorch is made: its first layer's inputs, the weights it begins with, and what stands between its layers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from course.diagnosis.facts import CLOSE, Layers
from course.diagnosis.watching import graph
from course.diagnosis.watching.watch import Watch, quietly

FEW = 16
"""From how many rows and columns on the size of a matrix of weights says something."""
HUGE = 4.0
"""How many times as large as its inputs a layer may make its outputs, before any training."""
STEPS = 3
"""In how many of the first steps gradients are compared."""
SIGNS = 5
"""Of how many of the first backward passes the sign of the loss is looked at."""
SATURATING = 4
"""From how many sigmoid or tanh functions in a row on gradients are compared."""
WHOLE = ("Sequential", "Functional")
"""The classes of Keras models that are nothing but their layers."""
LEARNING = re.compile(r"Dense|(Separable|Depthwise)?Conv\dD|Conv\dDTranspose")
"""The linear layers of Keras."""
PASSING = re.compile(
    r"InputLayer|Flatten|Reshape|Permute|RepeatVector|Cropping\dD|ZeroPadding\dD|\w*Dropout\w*|GaussianNoise"
)
"""The layers of Keras that let numbers through as they are, or none of them."""
SCALING = ("Rescaling", "Normalization")
"""The layers of Keras that scale what the model reads."""
STILL_LINEAR = (
    "BatchNormalization", "Normalization", "Rescaling", "AveragePooling1D", "AveragePooling2D", "GlobalAveragePooling1D",
    "GlobalAveragePooling2D", "UpSampling1D", "UpSampling2D",
)  # fmt: skip
"""The other layers of Keras that change numbers in a linear way."""
ALIKE = 10
"""After how many steps weights that are alike are taken for ones that stay so."""


class LayersWatcher:
    """Notes in a watch what only PyTorch's modules and graphs tell."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self._similarities: dict[Any, str] = {}
        self._signs: list[str] = []
        # by the first matrix, of the net and of others with as many matrices: one with another activation that it is compared with
        self._ratios: dict[int, list[float]] = {}
        self._matrices = 0
        self._saturating = 0
        self._looked = False
        # for how many models it is known whether all of their losses are linear
        self._models = 0

    def begin(self) -> None:
        """Watch from now on, until the watch ends."""
        import torch

        for owner in (torch.nn.functional, torch):
            self.watch.replace(owner, "cosine_similarity", self._resembling)
        self.watch.replace(torch.distributions.Categorical, "log_prob", self._choosing)
        for name in ("kl_div", "ctc_loss"):
            self.watch.replace(torch.nn.functional, name, self._comparing_logs)

    @quietly
    def first_call(self, model: Any) -> Callable[[], None]:
        """Note the numbers that the first layer of a model is given, and the weights before the training; what it returns ends that."""
        import torch

        kinds = (torch.nn.Linear, torch.nn.modules.conv._ConvNd, torch.nn.RNNBase)
        found: list[float] = []
        rates: list[float] = []

        @quietly
        def dropping(layer: Any, given: Sequence[Any]) -> None:
            # what is dropped before any weights are inputs, which may say the same many times
            if found:
                rates.append(layer.p)

        @quietly
        def noting(layer: Any, given: Sequence[Any]) -> None:
            if not found:
                found.append(0.0)
                # what is frozen was trained with numbers of its own
                if isinstance(layer, kinds) and any(each.requires_grad for each in layer.parameters()):
                    found[0] = largest_column(getattr(given[0], "data", given[0]))

        # what normalizes, or looks tokens up, may get numbers of any size
        own = (each for each in model.modules() if any(True for _ in each.parameters(recurse=False)))
        handles = [each.register_forward_pre_hook(noting) for each in own]
        dropouts = (each for each in model.modules() if isinstance(each, torch.nn.modules.dropout._DropoutNd))
        handles += [each.register_forward_pre_hook(dropping) for each in dropouts]
        self._note_weights(model)

        def end() -> None:
            for handle in handles:
                handle.remove()
            self.watch.layers["scale"] = found[0] if found else 0.0
            self.watch.layers["dropout"] = max(rates, default=0.0)

        return end

    @quietly
    def _note_weights(self, model: Any) -> None:
        """Note matrices whose outputs are far larger than their inputs, and the momentum of running means."""
        import torch

        others = {id(each.weight) for each in model.modules() if isinstance(each, torch.nn.Embedding)}
        self.watch.alike_at_first = alike_weights(model)
        self.watch.layers["large"] = tuple(
            name
            for name, each in model.named_parameters()
            if each.ndim == 2 and id(each) not in others and min(each.shape) >= FEW and each.requires_grad
            if float(each.detach().std()) * math.sqrt(min(each.shape)) > HUGE
        )  # fmt: skip
        momenta = (
            each.momentum
            for each in model.modules()
            if isinstance(each, torch.nn.modules.batchnorm._NormBase) and each.track_running_stats
        )
        self.watch.layers["momentum"] = next((each for each in momenta if each is not None), None)

    def _resembling(self, function: Any) -> Any:
        @wraps(function)
        def resembling(*arguments: Any, **options: Any) -> Any:
            result = function(*arguments, **options)
            self._note_similarity(result, (*arguments, *options.values()))
            return result

        return resembling

    @quietly
    def _note_similarity(self, result: Any, given: Sequence[Any]) -> None:
        """Note how similar outputs are to something that does not change: that should rise."""
        fixed = [each for each in given if hasattr(each, "requires_grad") and not each.requires_grad]
        if len(self._signs) < SIGNS and result.grad_fn is not None and fixed:
            self._similarities = {**self._similarities, result.grad_fn: "cosine_similarity"}

    def _choosing(self, log_prob: Any) -> Any:
        """Note how likely what was chosen is, by a distribution of outputs."""

        @wraps(log_prob)
        def choosing(*arguments: Any, **options: Any) -> Any:
            result = log_prob(*arguments, **options)
            if len(self._signs) < SIGNS and getattr(result, "grad_fn", None) is not None:
                self._similarities = {**self._similarities, result.grad_fn: "log_prob"}
            return result

        return choosing

    def _comparing_logs(self, function: Any) -> Any:
        """Note numbers above 0 that a loss is given as logarithms of probabilities."""

        @wraps(function)
        def comparing(*arguments: Any, **options: Any) -> Any:
            given: Any = arguments[0] if arguments else options.get("input", options.get("log_probs"))
            if getattr(given, "requires_grad", False) and "not_logs" not in self.watch.layers:
                target = arguments[1] if len(arguments) > 1 else options.get("target")
                self._note_logs(function.__name__, given.detach(), target)
            return function(*arguments, **options)

        return comparing

    @quietly
    def _note_logs(self, name: str, given: Any, target: Any) -> None:
        if name == "kl_div" and float(target.max()) > 1 + CLOSE:
            # counts and their rates, which are no probabilities
            return
        most = float(given.max())
        self.watch.layers["not_logs"] = (name, float(given.min()), most) if most > 0 else None

    @quietly
    def going_backward(self, loss: Any) -> None:
        """Read the graph of one of the first losses."""
        if loss.numel() != 1 or loss.grad_fn is None:
            return
        if len(self._signs) < SIGNS:
            self._signs.append(graph.wrong_sign(loss, self._similarities))
            self._similarities = {}
            self.watch.layers["wrong_sign"] = self._signs[0] if len({*self._signs}) == 1 else ""
        if len(self.watch.models) > self._models:
            # the linear one of several models is there to be compared with
            self._models = len(self.watch.models)
            found = graph.in_vain(loss)
            self.watch.layers["linear"] = min(self.watch.layers.get("linear", found), found)
        if not self._looked:
            self._looked = True
            self._saturating = graph.saturating(loss)
            self.watch.layers["summed"] = graph.sum_beside_mean(loss, self._rows())

    def _rows(self) -> int:
        """How many rows the first batch has."""
        found = getattr(self.watch.first, "inputs", {}).values()
        return next((len(each) for each in found if getattr(each, "ndim", 0)), 0)

    @quietly
    def before_step(self, held: Sequence[Any]) -> None:
        """Compare the gradients of the first matrix and of the last one."""
        matrices = [each for each in held if each.ndim > 1 and each.grad is not None]
        self._matrices = self._matrices or len(matrices)
        if self._saturating < SATURATING or not SATURATING <= len(matrices) == self._matrices:
            return
        ratios = self._ratios.setdefault(id(matrices[0]), [])
        if len(ratios) >= STEPS:
            return
        first, last = (float(each.grad.square().mean().sqrt()) for each in (matrices[0], matrices[-1]))
        if first and last:
            ratios.append(first / last)
            self.watch.layers["ratio"] = max(map(max, filter(None, self._ratios.values())))


@quietly
def note_keras(watch: Watch, model: Any, inputs: Mapping[str, Any]) -> None:
    """Note the numbers that the first layer of a Keras model is given, and whether its layers are all linear."""
    import numpy as np

    watch.alike_at_first = alike_weights(model)
    watch.zero_weights = {
        id(each): (getattr(each, "path", each.name), each)
        for each in model.trainable_variables
        if len(each.shape) > 1 and not np.any(each.numpy())
    }
    watch.layers["penalty"] = float(sum(float(each) for each in model.losses))
    rates = (getattr(each, "rate", 0) for each in model._flatten_layers() if "Dropout" in type(each).__name__)
    watch.layers["dropout"] = float(max(rates, default=0.0))
    if not any(each.__name__ in WHOLE for each in type(model).__mro__[:2]):
        # what a model of the program's own does between its layers cannot be seen
        return
    layers = [each for each in model._flatten_layers(include_self=False) if not hasattr(each, "layers")]
    kinds = [type(each).__name__ for each in layers]
    first = next((number for number, kind in enumerate(kinds) if LEARNING.fullmatch(kind)), len(kinds))
    arrays = [np.asarray(each) for each in inputs.values()]
    known = all(PASSING.fullmatch(kind) or kind in SCALING for kind in kinds[:first])
    # what is frozen was trained with numbers of its own
    if first < len(kinds) and layers[first].trainable and len(arrays) == 1 and known:
        read = arrays[0]
        for layer, kind in zip(layers[:first], kinds, strict=False):
            read = np.asarray(layer(read)) if kind in SCALING else read
        watch.layers["scale"] = largest_column(read, channels_last=True)
    learning = [each for each, kind in zip(layers, kinds, strict=True) if LEARNING.fullmatch(kind)]
    plain = all(LEARNING.fullmatch(kind) or PASSING.fullmatch(kind) or kind in STILL_LINEAR for kind in kinds)
    bent = [getattr(getattr(each, "activation", None), "__name__", "") != "linear" for each in learning[:-1]]
    chain = len(model.outputs) == len(model.inputs) == 1 and type(learning[-1]).__name__ == "Dense"
    if plain and chain and bent and not any(bent):
        shapes = [each.kernel.shape for each in learning]
        sizes = [int(shapes[0][-2]), *(int(each[-1]) for each in shapes)]
        watch.layers["linear"] = 0 if graph.has_bottleneck(sizes) else len(learning)


def largest_column(values: Any, channels_last: bool = False) -> float:
    """The size of the largest column of a layer's inputs, as the root of the mean square: of images the largest channel."""
    import numpy as np

    numbers = np.asarray(values.detach().cpu().double() if hasattr(values, "detach") else values, dtype="float64")
    if numbers.ndim < 2 or not numbers.size:
        return 0.0
    # a channel of an image is scaled as a whole
    images = numbers.ndim > 3 and not channels_last
    axes = (0, *range(2, numbers.ndim)) if images else tuple(range(numbers.ndim - 1))
    return float(np.sqrt(np.square(numbers).mean(axis=axes)).max())


def layers_facts(watch: Watch) -> Layers:
    """What was noted, with the weights whose units began alike, were trained, and are still alike."""
    now = {key: found for each in watch.models.values() for key, found in alike_weights(each).items()}
    began = watch.alike_at_first if len(watch.rates) >= ALIKE else {}
    alike = tuple(name for key, (name, size) in now.items() if key in began and began[key][1] != size)
    return Layers(**{**watch.layers, "alike": alike})


def alike_weights(model: Any) -> dict[int, tuple[str, float]]:
    """The matrices of which all rows, or all columns, are the same and not 0, by identity: their names, and the sums of their numbers."""
    if not hasattr(model, "named_parameters"):
        named = ((id(each), each.name, each.numpy()) for each in model.trainable_variables)
    else:
        named = ((id(each), name, each.detach()) for name, each in model.named_parameters() if each.requires_grad)
    return {key: (name, float(each.sum())) for key, name, each in named if _alike(each)}


def _alike(weights: Any) -> bool:
    """Whether all rows, or all columns, of a matrix are the same, and not 0."""
    if weights.ndim != 2 or min(weights.shape) < 2 or not bool(weights.any()):
        return False
    return bool((weights == weights[:1]).all()) or bool((weights == weights[:, :1]).all())
