"""Let other tools look at the programs that the doctor is measured on, each tool in an environment of its own.

    python benchmarks/doctor_others.py build TOOL              make its environment
    python benchmarks/doctor_others.py TOOL cases [NAMES]      the programs as in doctor.py: cases, known, aside or healthy;
    python benchmarks/doctor_others.py TOOL known p01 t03      all of them, or those whose names begin so
    python benchmarks/doctor_others.py table                   write doctor_others.md again, after a change of MEANS

The environments lie in .nox/others, or where DOCTOR_OTHERS says. What comes out is kept in doctor_others.json, and
written from there into doctor_others.md.

Each tool is used as its own documentation tells, with as much as it can make use of. No program is changed for it: `drive`
runs the program in the tool's environment, with hooks in PyTorch and in the Trainer that hand the tool what its user would:

- trainlint reads the text of the program.
- torch-audit gets the model and the optimizer before the first training step (`autopatch`), and audits every step.
- guardtower gets the model, the optimizer, and a function that makes the loss of the first batch (`audit`). Its monitor for
  numbers that are not finite stays on. Its callback for the Trainer is not used: it takes no batch but a plain dict, and
  so fails with the batches that the collators of transformers make.
- torchtest2 gets the model, the first batch, its labels or the loss that the program makes, and the optimizer
  (`check_model`), before the first step.
- trainproof gets the labels of the first 32 batches, as its callback for the Trainer takes them (`check_objective`), and
  reads a log with about 20 entries, each with loss, rate and norm of the gradients, and the losses of evaluations (`epoch`).
  If the model writes texts, it looks at the tokenizer and the rows of the training data as well (`preflight`). Its callback
  is not used, for the same reason: of such batches it sees no labels, and most programs log too seldom for its rules.

A program ends after 100 training steps or 90 seconds. If it raises an error in its first step, the tools that call the
model themselves see the same error.

Which finding names which mistake is decided in MEANS, from the documentation of each tool and in its favour: also a symptom
counts where the documentation gives the mistake as a cause. An error of the program that a tool only repeats is not counted.
"""

from __future__ import annotations

import inspect
import json
import os
import runpy
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
RESULTS = HERE / "doctor_others.json"
ENVIRONMENTS = Path(os.environ.get("DOCTOR_OTHERS") or ROOT / ".nox" / "others")
STEPS = 100
"""How many training steps are enough."""
SECONDS = 90.0
"""How many seconds a program may run in all, with what the tool does."""
FINDINGS = 10
"""How many findings of one program are kept, the most severe first."""
TOOLS: Mapping[str, str] = {
    "trainlint": "",
    "torch-audit": "==0.3.0",
    "guardtower": "==0.1.0",
    "torchtest2": "==0.1.0",
    "trainproof": "==0.22.0",
}
"""The tools, and the versions that MEANS was written for; trainlint was not to be had then."""
LIBRARIES = ("torch", "transformers", "datasets", "accelerate", "evaluate", "scikit-learn")
"""What the programs import."""
STATIC = ("trainlint",)
"""The tools that read the text of a program, whatever it imports."""
KINDS = ("cases", "known", "aside", "healthy")
SEVERITIES = ("FATAL", "ERROR", "FAIL", "WARN", "INFO")
"""The most severe first. What is only told (INFO) is no alarm."""
NO_LEARNING = (
    "accumulated-twice",
    "gradients-all-zero",
    "gradients-lost",
    "labels-changed",
    "loss-not-connected",
    "mostly-frozen",
    "nothing-trainable",
    "one-output-for-classes",
    "optimizer-made-anew",
    "other-parameters",
    "part-not-reached",
    "rate-multiplied-twice",
    "rate-of-sgd",
    "rate-too-high-for-loss",
    "rate-unusual",
    "schedule-stands",
    "rate-gone-early",
    "step-missing",
    "warmup-too-long",
)
"""The mistakes with which a model does not learn at all: the symptom counts for a tool that tells nothing more exact."""

TRAINLINT = (
    # leakage before splits, and data rescaled with their own numbers
    *("examples-shared", "features-chosen-before-split", "fitted-again", "fitted-before-split", "groups-split-apart"),
    *("measured-on-training-rows", "repeated-before-split", "rows-in-both-splits", "split-reshuffled"),
    *("splits-of-two-seeds", "target-encoded-before-split", "threshold-on-test", "windows-split-at-random"),
    # eval mode and no_grad, seeding
    *("dropout-in-evaluation", "evaluation-mode", "gradients-switched-off", "runs-alike", "training-mode-fixed"),
    # mixed precision
    *("clipped-while-scaled", "half-gradients-unscaled", "half-precision-trained", "loss-not-scaled"),
    *("scaler-without-gradients", "step-without-scaler", "unsafe-in-half", "unscaled-twice"),
    # checkpoints
    *("best-is-worst", "best-not-copied", "best-not-used", "part-not-saved", "restored-too-early"),
    *("state-dict-not-called", "weights-only"),
    # loss inputs
    *("activation-on-logits", "greatest-of-one", "labels-taken-for-outputs", "log-missing", "logits-as-probabilities"),
    *("loss-arguments-exchanged", "one-hot-expected", "probabilities-expected", "sigmoid-twice", "softmax-of-one"),
    "softmax-twice",
    # gradient clearing, tensor accumulation
    *("buffers-not-cleared", "gradients-lost", "gradients-pile-up"),
    # metric misuse and evaluation loaders, a training loader that never shuffles
    *("auc-of-many-classes", "collected-in-another-order", "decisions-ranked", "divided-by-batches"),
    *("evaluation-shuffled", "means-over-rows", "metric-arguments-swapped", "metric-not-reset", "metric-of-each-batch"),
    *("metric-of-logits", "metric-wrong", "not-shuffled", "predictions-first", "predictions-not-classes"),
    "rows-left-in-evaluation",
)
"""What trainlint could name at most: every mistake in what its public pages tell of its rules, as if each of them always worked."""
MEANS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    # what its public pages tell of its rules; its rules themselves could not be read
    "trainlint": {"TL013": ("examples-shared",), "TL014": ()},
    "torch-audit": {
        "TA100": ("rate-unusual",),  # NaN; "check learning rate, loss scaling, or initialization"
        "TA102": ("rate-unusual", "targets-not-scaled", "gradients-pile-up"),  # large gradients
        "TA103": ("gradients-all-zero", "one-output-for-classes", "loss-not-connected"),  # gradients exactly zero
        "TA104": (
            "gradients-all-zero",
            "gradients-lost",
            "loss-not-connected",
            "nothing-trainable",
            "other-parameters",
        ),
        "TA301": ("targets-not-scaled",),  # numbers above 50 in the batch; "normalize"
        "TA305": ("id-beyond-embedding",),  # negative ids; "check vocabulary mapping"
        "TA500": ("parts-unregistered",),  # a layer that is never called
    },
    "guardtower": {
        "LOSS-001": ("loss-not-connected", "nothing-trainable"),
        "no-loss": ("missing-labels",),  # "step_fn returned NoneType, not a tensor"
        "GRAD-001": ("loss-not-connected", "nothing-trainable", "parts-unregistered", "part-not-reached"),
        "GRAD-002": ("rate-unusual", "targets-not-scaled"),
        "GRAD-003": ("one-output-for-classes", "loss-not-connected", "gradients-all-zero"),
        "GRAD-004": ("one-output-for-classes", "gradients-all-zero", "loss-not-connected"),
        "OPT-001": ("other-parameters", "no-parameters"),
        "OPT-002": ("nothing-trainable", "mostly-frozen"),
        "frozen": ("nothing-trainable", "mostly-frozen"),
        "nonfinite": ("rate-unusual",),
        "monitor": ("rate-unusual",),
        "train_mode": ("evaluation-mode",),
    },
    "torchtest2": {
        "output_varies": ("loss-of-every-pair",),  # "a broadcasting bug?"
        "no-loss": ("missing-labels",),  # "the model returned no loss - pass the labels as targets"
        "loss": ("loss-not-connected", "nothing-trainable"),
        "initial_loss": ("labels-are-inputs", "decoder-not-shifted", "targets-not-scaled"),
        "optimizer_coverage": ("other-parameters", "no-parameters"),
        "gradient_flow": ("loss-not-connected", "nothing-trainable", "one-output-for-classes", "gradients-all-zero"),
        "gradient_magnitude": ("rate-unusual", "targets-not-scaled"),
        "params_change": ("nothing-trainable", "other-parameters", "one-output-for-classes", "loss-not-connected"),
        "input_dependency": ("padding-read",),
        # "anything that prevents learning: lr, loss/target mismatch, capacity"
        "overfit_batch": (
            *NO_LEARNING,
            "log-missing",
            "axes-mixed",
            "loss-of-every-pair",
            "outputs-for-one-number",
            "sigmoid-twice",
            "softmax-twice",
            "targets-not-scaled",
        ),
    },
    "trainproof": {
        "TP-NAN": ("rate-unusual",),
        "TP-NAN-GRAD": ("rate-unusual",),
        "TP-ZERO-LOSS": ("one-output-for-classes",),
        "TP-ZERO-LOSS-ONSET": ("rate-unusual",),
        "TP-FLAT": NO_LEARNING,
        "TP-DEAD-RUN": NO_LEARNING,
        "TP-DIVERGE": ("rate-unusual", "gradients-pile-up"),
        "TP-ZERO-GRAD": (
            "gradients-all-zero",
            "gradients-lost",
            "loss-not-connected",
            "nothing-trainable",
            "one-output-for-classes",
            "other-parameters",
        ),
        "TP-GRAD-SPIKE": ("rate-unusual", "gradients-pile-up"),
        "TP-ZERO-LR": ("schedule-stands", "warmup-too-long", "rate-unusual", "rate-gone-early"),
        "TP-ZERO-LR-PARTIAL": ("schedule-stands", "warmup-too-long", "rate-gone-early"),
        "TP-OVERFIT": ("examples-shared",),
        "TP-OBJ-IGNORE-INDEX-COLLISION": ("end-never-learned", "padding-learned"),
        "TP-OBJ-DEAD-CLASS": ("end-never-learned", "labels-changed"),
        "TP-OBJ-TARGET-OUT-OF-RANGE": ("label-beyond-outputs", "one-output-for-classes"),
        "TP-OBJ-LABEL-SHIFT-DOUBLE": ("labels-shifted",),
        "TP-PRE-MISSING-EOS-TOKEN": ("end-never-learned",),
        "TP-PRE-MISSING-PAD-TOKEN": ("no-padding-token",),
        "TP-PRE-PAD-EQUALS-EOS": ("end-never-learned",),
        "TP-PRE-NO-EOS-APPEND": ("end-never-learned",),
        "TP-PRE-CONTEXT-OVERFLOW": ("text-too-long", "texts-cut"),
        "TP-PRE-EMPTY-TEXT": ("missing-labels",),
    },
}
"""For each tool, the mistakes that each of its findings names. Most names are those of our looks."""

Finding = dict[str, Any]


def finding(name: str, severity: str, message: str) -> Finding:
    return {"id": name, "severity": severity, "message": message[:400]}


def most_severe_first(findings: Sequence[Finding]) -> list[Finding]:
    """The findings as they are kept: those with one id and severity as one, with their number."""
    kept: dict[tuple[str, str], Finding] = {}
    for each in findings:
        kept.setdefault((each["id"], each["severity"]), {**each, "times": 0})["times"] += 1
    ranks = {name: rank for rank, name in enumerate(SEVERITIES)}
    return sorted(kept.values(), key=lambda each: ranks.get(each["severity"], len(ranks)))[:FINDINGS]


# In the environment of a tool: the program is run and watched. Nothing of `course` can be imported here.


class EnoughSeen(BaseException):
    """Ends a program that was watched for long enough. Not an Exception, so that no `except Exception` of the program stops it."""


def leaves(value: Any) -> Iterator[Any]:
    """The tensors in a value, always in the same order."""
    import torch

    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from leaves(each)


def exchanged(value: Any, exchange: Callable[[Any], Any]) -> Any:
    """A value in which each tensor is exchanged."""
    import torch

    if isinstance(value, torch.Tensor):
        return exchange(value)
    if type(value) in (list, tuple):
        return type(value)(exchanged(each, exchange) for each in value)
    if type(value) is dict:
        return {name: exchanged(each, exchange) for name, each in value.items()}
    return value


class Step:
    """The first training step of a program: how the model is called, and how the loss is made of its outputs.

    Attributes:
        model: the module that the program calls; `arguments` and `options` are what it is called with.
        outputs: what it returned; None if it raised an error.
        tape: what the program calculated since: function, arguments, options, result.
        loss: the tensor that the program went backward from; None if it did not come so far.
        optimizer: the last one that was made before.
        error: what the program raised instead.
    """

    def __init__(self, model: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.model = model
        self.arguments = arguments
        # the Trainer's own addition
        self.options = {name: value for name, value in options.items() if name != "num_items_in_batch"}
        self.outputs: Any = None
        self.tape: list[tuple[Any, Any, Any, Any]] = []
        self.loss: Any = None
        self.optimizer: Any = None
        self.error: BaseException | None = None

    @property
    def named(self) -> dict[str, Any]:
        """What the model is called with, by name."""
        names = [*inspect.signature(self.model.forward).parameters]
        return {**dict(zip(names, self.arguments, strict=False)), **self.options}

    @property
    def own_loss(self) -> bool:
        """Whether the loss is the one that the model calculates itself."""
        own = getattr(self.outputs, "loss", None)
        used = [each for entry in self.tape for each in leaves(entry[1])]
        return own is not None and (self.loss is own or any(each is own for each in used))

    @property
    def no_loss(self) -> bool:
        """Whether the program asks the model for its own loss, and the model returns none."""
        missing = any(each in str(self.error) for each in ("did not return a loss", "NoneType"))
        return self.loss is None and missing and getattr(self.outputs, "loss", 0) is None

    def loss_of(self, outputs: Any) -> Any:
        """The loss of other outputs, calculated as the program has calculated it."""
        if self.loss is None:
            raise self.error or RuntimeError("the program makes no loss")
        new = {id(old): each for old, each in zip(leaves(self.outputs), leaves(outputs), strict=True)}

        for function, arguments, options, result in self.tape:
            in_place = getattr(function, "__name__", "").endswith("_")

            def exchange(tensor: Any, in_place: bool = in_place) -> Any:
                if id(tensor) in new:
                    return new[id(tensor)]
                if tensor.requires_grad and tensor.is_leaf:
                    return tensor
                return tensor.detach().clone() if in_place else tensor.detach()

            again = function(*exchanged(arguments, exchange), **exchanged(options, exchange))
            new.update({id(old): each for old, each in zip(leaves(result), leaves(again), strict=True)})
        return new.get(id(self.loss), self.loss)

    def again(self) -> Any:
        """The loss, from the batch on."""
        return self.loss_of(self.model(*self.arguments, **self.options))


class Tool:
    """A tool that looks on while the program runs.

    Attributes:
        looked: whether it had something to look at.
        error: what it raised itself.
        trainer: the program's Trainer, if it has one.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.looked = False
        self.error = ""
        self.trainer: Any = None
        self.found: list[Finding] = []

    def hook(self) -> None:
        """Change in the libraries what only this tool needs."""

    def before_call(self, model: Any, optimizer: Any, options: Mapping[str, Any]) -> None:
        """The program calls its model, for training."""

    def at_loss(self, step: Step) -> None:
        """The program goes backward for the first time, or has ended before it did."""

    def went_backward(self, loss: float) -> None: ...

    def before_step(self, optimizer: Any) -> None: ...

    def end(self) -> None:
        """The program has ended."""


class TorchAudit(Tool):
    auditor: Any = None

    def before_call(self, model: Any, optimizer: Any, options: Mapping[str, Any]) -> None:
        if self.auditor is None and optimizer is not None:
            from torch_audit import autopatch

            self.auditor = autopatch(model, optimizer=optimizer, every_n_steps=1)
            self.looked = True

    def end(self) -> None:
        if self.auditor is not None:
            self.found = [
                finding(each.rule_id, each.severity.value, f"{each.message} {each.module_path or ''}")
                for each in self.auditor.finish().findings
            ]


class Guardtower(Tool):
    monitor: Any = None

    def at_loss(self, step: Step) -> None:
        import guardtower

        def own_loss() -> Any:
            return step.model(*step.arguments, **step.options).loss

        inputs = [
            each
            for name, each in step.named.items()
            if "label" not in name and "mask" not in name and getattr(each, "is_leaf", False)
        ]
        before = [(each, each.grad) for each in step.model.parameters()]
        for each, _ in before:
            each.grad = None
        make_loss = own_loss if step.no_loss else step.again
        report = guardtower.audit(step.model, make_loss, optimizer=step.optimizer, inputs=inputs)
        for each, gradient in before:
            each.grad = gradient
        self.looked = True
        for each in report:
            kind = (each.check, each.severity.label, each.message.split()[0])
            name = "no-loss" if "returned NoneType" in each.message else each.catalog_id or NAMES.get(kind, each.check)
            self.found.append(finding(name, each.severity.label, each.message))
        if step.loss is not None:
            self.monitor = guardtower.monitor(step.model, on_nonfinite="warn").__enter__()

    def end(self) -> None:
        if self.monitor is not None and self.monitor.hits:
            self.found.append(finding("monitor", "FAIL", f"non-finite activation in {self.monitor.hits[:3]}"))


NAMES = {
    ("grad_norms", "WARN", "large"): "GRAD-002",
    ("grad_norms", "WARN", "global"): "GRAD-003",
    ("optimizer_coverage", "INFO", "optimizer"): "optimizer covered",
    ("grad_connectivity", "INFO", "all"): "gradients reach all",
}
"""The entries of guardtower's catalogue that its findings have no number of: by check, severity and first word."""


class Torchtest2(Tool):
    def at_loss(self, step: Step) -> None:
        from torchtest2 import check_model

        inputs: Any = step.arguments if step.arguments and not step.options else step.named
        options: dict[str, Any] = {"loss_fn": step.loss_of}
        labels = None
        if step.own_loss or step.no_loss or step.outputs is None:
            inputs = {name: value for name, value in step.named.items() if value is not None}
            options = {}
            if not getattr(getattr(step.model, "config", None), "is_encoder_decoder", False):
                labels = inputs.pop("labels", None)
                options = {"plugin": "huggingface"} if labels is not None or step.no_loss else {}
        with at_full_rate(step.optimizer):
            report = check_model(step.model, inputs, labels, optimizer=step.optimizer, **options)
        self.looked = True
        for each in report.failures + report.warnings:
            name = "no-loss" if "the model returned no loss" in each.message else each.name
            self.found.append(finding(name, each.status.value, each.message))
        if step.loss is not None:
            raise EnoughSeen


@contextmanager
def at_full_rate(optimizer: Any) -> Iterator[None]:
    """Meanwhile, the rates that the optimizer was made with: where a schedule warms up, the first rate is zero."""
    groups = [] if optimizer is None else optimizer.param_groups
    before = [group["lr"] for group in groups]
    for group in groups:
        group["lr"] = group.get("initial_lr", group["lr"])
    try:
        yield
    finally:
        for group, rate in zip(groups, before, strict=True):
            group["lr"] = rate


class Trainproof(Tool):
    WRITES = ("CausalLM", "LMHeadModel", "ConditionalGeneration", "Seq2SeqLM")
    """Models that write texts have one of these in their names."""
    BATCHES = 32
    """How many batches its callback looks at."""
    POINTS = 20
    """About so many entries has the log: its rules need ten, and take the noise of single batches for a loss that grows."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.records: list[dict[str, float]] = []
        self.batches: list[tuple[Any, Any]] = []
        self.model: Any = None
        self.shifts: bool | None = None
        self.classes: int | None = None
        self.tokenizer: Any = None
        self.rows: Any = None

    def hook(self) -> None:
        import datasets
        from transformers import PreTrainedTokenizerBase

        call, load = PreTrainedTokenizerBase.__call__, datasets.load_dataset

        @wraps(call)
        def tokenize(tokenizer: Any, *arguments: Any, **options: Any) -> Any:
            self.tokenizer = tokenizer
            return call(tokenizer, *arguments, **options)

        @wraps(load)
        def load_dataset(*arguments: Any, **options: Any) -> Any:
            loaded = load(*arguments, **options)
            if self.rows is None:
                self.rows = loaded.get("train") if isinstance(loaded, dict) else loaded
            return loaded

        PreTrainedTokenizerBase.__call__ = tokenize
        datasets.load_dataset = load_dataset

    def before_call(self, model: Any, optimizer: Any, options: Mapping[str, Any]) -> None:
        labels = options.get("labels")
        if labels is not None and not labels.is_floating_point() and len(self.batches) < self.BATCHES:
            self.model = model
            self.batches.append((options.get("input_ids"), labels.detach().clone()))

    def at_loss(self, step: Step) -> None:
        # so far as its user knows: the models for texts shift the labels themselves
        kind = type(step.model)
        known = kind.__module__.startswith("transformers.") and kind.__name__.endswith(self.WRITES[:2])
        self.shifts = True if known and step.own_loss else None
        logits = getattr(step.outputs, "logits", None)
        self.classes = None if logits is None else logits.shape[-1]

    def look_at_labels(self) -> None:
        from trainproof.objective import check_label_alignment, check_objective

        config = getattr(self.model, "config", None)
        of_words = type(self.model).__name__.endswith(self.WRITES)
        number = self.classes or getattr(config, "vocab_size" if of_words else "num_labels", None)
        if not self.batches or number is None:
            return
        self.looked = True
        self.note(check_objective(number, -100, [labels for _, labels in self.batches]))
        inputs, labels = self.batches[0]
        if inputs is not None and labels.shape == inputs.shape:
            self.note(check_label_alignment(inputs, labels, -100, loss_shifts=self.shifts))

    def went_backward(self, loss: float) -> None:
        self.records.append({"step": len(self.records) + 1, "loss": loss, "time": time.monotonic()})

    def before_step(self, optimizer: Any) -> None:
        held = [each for group in optimizer.param_groups for each in group["params"] if each.grad is not None]
        norm = sum(float(each.grad.norm()) ** 2 for each in held) ** 0.5
        if self.records:
            self.records[-1].update(lr=float(optimizer.param_groups[0]["lr"]), grad_norm=norm)

    def logged(self) -> list[dict[str, float]]:
        """About POINTS entries: the mean of the losses since the last one, the largest norm, and the rest as it is now."""
        window = max(1, len(self.records) // self.POINTS)
        entries = []
        for at in range(0, len(self.records), window):
            part = self.records[at : at + window]
            norms = [each["grad_norm"] for each in part if "grad_norm" in each]
            entries.append({**part[-1], "loss": sum(each["loss"] for each in part) / len(part)})
            entries[-1].update({"grad_norm": max(norms)} if norms else {})
        return entries

    def note(self, findings: Sequence[Mapping[str, Any]]) -> None:
        for each in findings:
            if each["level"] in ("FAIL", "WARN"):
                self.found.append(finding(each["id"], each["level"], f"{each['message']} {each['evidence']}"))

    def end(self) -> None:
        from trainproof.epoch import check_epoch
        from trainproof.preflight import preflight

        self.look_at_labels()
        history = [] if self.trainer is None else self.trainer.state.log_history
        evaluated = [{"step": each["step"], "eval_loss": each["eval_loss"]} for each in history if "eval_loss" in each]
        if self.records:
            with tempfile.TemporaryDirectory() as directory:
                log = Path(directory) / "log.jsonl"
                log.write_text("".join(json.dumps(each) + "\n" for each in [*self.logged(), *evaluated]))
                self.note(check_epoch(log)["findings"])
            self.looked = True
        if self.tokenizer is not None and any(name in self.text for name in self.WRITES):
            rows = [] if self.rows is None else [*self.rows]
            fields = [name for name, value in rows[0].items() if isinstance(value, str)] if rows else []
            field = next(
                (name for name in ("text", "output", "content", "response", "completion") if name in fields), None
            )
            longest = self.tokenizer.model_max_length
            result = preflight(
                rows if fields else [],
                tokenizer=self.tokenizer,
                max_len=longest if longest < 1e6 else None,
                text_field=field or next(iter(fields), None),
            )
            self.note(result.findings)
            self.looked = True


RUNNING: Mapping[str, type[Tool]] = {
    "torch-audit": TorchAudit,
    "guardtower": Guardtower,
    "torchtest2": Torchtest2,
    "trainproof": Trainproof,
}


class Watcher:
    """Runs a program, and calls the tool at the right moments."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool
        self.depth = 0
        self.busy = False
        self.recording = False
        self.step: Step | None = None
        self.first = True
        self.optimizer: Any = None
        self.taken = 0
        self.mode: Any = None

    def ask(self, method: Callable[..., None], *arguments: Any) -> None:
        """Let the tool look, with the program's random numbers as they were; its own errors do not reach the program."""
        import torch

        if self.busy or self.tool.error:
            return
        self.busy, recording, self.recording = True, self.recording, False
        try:
            with torch.random.fork_rng(devices=[]):
                method(*arguments)
        except Exception as error:
            self.tool.error = f"{type(error).__name__}: {error}"[:400]
        finally:
            self.busy, self.recording = False, recording

    def hook(self) -> None:
        import torch
        from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook
        from torch.overrides import TorchFunctionMode
        from transformers import Trainer

        watcher, tool = self, self.tool
        call, backward = torch.nn.Module.__call__, torch.autograd.backward
        make_optimizer, make_trainer = torch.optim.Optimizer.__init__, Trainer.__init__

        class Tape(TorchFunctionMode):
            def __torch_function__(self, function: Any, kinds: Any, arguments: Any = (), options: Any = None) -> Any:
                result = function(*arguments, **(options or {}))
                watcher.record(function, arguments, options or {}, result)
                return result

        @wraps(call)
        def calling(module: Any, *arguments: Any, **options: Any) -> Any:
            trains = torch.is_grad_enabled() and any(True for _ in module.parameters())
            if watcher.depth or watcher.busy or not trains:
                return call(module, *arguments, **options)
            watcher.ask(tool.before_call, module, watcher.optimizer, options)
            if watcher.first and (watcher.step is None or not watcher.recording or watcher.step.model is module):
                watcher.step, watcher.recording = Step(module, arguments, dict(options)), False
            step = watcher.step
            watcher.depth += 1
            try:
                outputs = call(module, *arguments, **options)
            finally:
                watcher.depth -= 1
            if watcher.first and step is not None:
                if step.model is module:
                    step.outputs = outputs
                    watcher.recording = True
                    if watcher.mode is None:
                        watcher.mode = Tape()
                        watcher.mode.__enter__()
                else:
                    watcher.record(module, arguments, options, outputs)
            return outputs

        @wraps(backward)
        def going_backward(tensors: Any, *arguments: Any, **options: Any) -> Any:
            if watcher.busy:
                return backward(tensors, *arguments, **options)
            loss = tensors if isinstance(tensors, torch.Tensor) else next(iter(tensors))
            if watcher.first and watcher.step is not None:
                watcher.first = watcher.recording = False
                watcher.step.loss, watcher.step.optimizer = loss, watcher.optimizer
                watcher.ask(tool.at_loss, watcher.step)
            result = backward(tensors, *arguments, **options)
            if loss.numel() == 1:
                watcher.ask(tool.went_backward, float(loss.detach()))
            return result

        @wraps(make_optimizer)
        def making_optimizer(optimizer: Any, *arguments: Any, **options: Any) -> None:
            make_optimizer(optimizer, *arguments, **options)
            watcher.optimizer = optimizer

        @wraps(make_trainer)
        def making_trainer(trainer: Any, *arguments: Any, **options: Any) -> None:
            make_trainer(trainer, *arguments, **options)
            if tool.trainer is None:
                tool.trainer = trainer

        def before_step(optimizer: Any, arguments: Any, options: Any) -> None:
            if watcher.busy:
                return
            if watcher.mode is not None:
                watcher.mode.__exit__(None, None, None)
                watcher.mode = None
            watcher.ask(tool.before_step, optimizer)

        def after_step(optimizer: Any, arguments: Any, options: Any) -> None:
            if not watcher.busy:
                watcher.taken += 1
                if watcher.taken >= STEPS:
                    raise EnoughSeen

        replaced: tuple[tuple[Any, str, Any], ...] = (
            (torch.nn.Module, "__call__", calling),
            (torch.autograd, "backward", going_backward),
            (torch.optim.Optimizer, "__init__", making_optimizer),
            (Trainer, "__init__", making_trainer),
        )
        for holder, name, function in replaced:
            setattr(holder, name, function)
        register_optimizer_step_pre_hook(before_step)
        register_optimizer_step_post_hook(after_step)
        tool.hook()

    def record(self, function: Any, arguments: Any, options: Any, result: Any) -> None:
        """Keep what the program calculates from the outputs."""
        if self.recording and not self.depth and self.step is not None and any(True for _ in leaves(result)):
            self.step.tape.append((function, arguments, options, result))

    def run(self, path: Path) -> str:
        """Run the program; how it ended."""
        ended = "finished"
        error: Exception | None = None
        try:
            runpy.run_path(str(path), run_name="__main__")
        except EnoughSeen:
            ended = "enough"
        except SystemExit:
            ended = "exit"
        except Exception as raised:
            error, ended = raised, f"{type(raised).__name__}: {raised}"[:300]
        self.recording = False
        if self.mode is not None:
            with suppress(Exception):
                self.mode.__exit__(None, None, None)
        if self.first and self.step is not None and error is not None:
            self.first, self.step.error, self.step.optimizer = False, error, self.optimizer
            with suppress(EnoughSeen):
                self.ask(self.tool.at_loss, self.step)
        return ended


def drive(name: str, path: Path, out: Path) -> None:
    """In the environment of a tool: run a program, and write what the tool says of it."""
    warnings.simplefilter("ignore")
    sys.argv, sys.path[0] = [str(path)], str(path.resolve().parent)
    tool = RUNNING[name](path.read_text(encoding="utf-8"))
    watcher = Watcher(tool)
    writing = threading.Lock()

    def write(ended: str) -> None:
        if writing.acquire(blocking=False):
            watcher.busy = False
            watcher.ask(tool.end)
            content = {"ended": ended, "looked": tool.looked, "error": tool.error}
            content = {**content, "findings": most_severe_first(tool.found), "version": version(name)}
            out.write_text(json.dumps(content), encoding="utf-8")
            # threads of the program may go on for ever
            os._exit(0)

    clock = threading.Timer(SECONDS, write, ["time"])
    clock.daemon = True
    clock.start()
    watcher.hook()
    write(watcher.run(path))


# In the course's environment.


def python_of(tool: str) -> Path:
    return ENVIRONMENTS / tool / ("Scripts" if os.name == "nt" else "bin") / "python"


def build(tool: str) -> None:
    """Make the environment of a tool, with the libraries of the course in the versions of the course."""
    subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENTS / tool)], check=True)
    libraries = () if tool in STATIC else LIBRARIES
    command = [str(python_of(tool)), "-m", "pip", "install", "--quiet"]
    command += ["-c", str(ROOT / "constraints.txt"), *libraries, f"{tool}{TOOLS[tool]}"]
    if subprocess.run(command).returncode:
        # half an environment would be taken for a whole one
        shutil.rmtree(ENVIRONMENTS / tool)
        sys.exit(f"{tool} cannot be installed here")


def environment(home: str) -> dict[str, str]:
    """Offline, on one core, without TensorFlow, and with caches that are thrown away."""
    return {
        **os.environ,
        "CUDA_VISIBLE_DEVICES": "-1",
        "HF_HOME": home,
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
        "HF_EVALUATE_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "USE_TF": "0",
        "WANDB_MODE": "disabled",
    }


def read_text(path: Path) -> dict[str, Any]:
    """What trainlint says of a program."""
    python = python_of("trainlint")
    code = "from importlib.metadata import version; print(version('trainlint'))"
    found = subprocess.run([str(python), "-c", code], capture_output=True, text=True)
    command = [str(python.with_name("trainlint")), "check", str(path), "--format", "json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    result: dict[str, Any] = {"ended": "", "looked": True, "error": "", "findings": [], "version": found.stdout.strip()}
    # 0 nothing was found, 1 something was, 2 it was called wrongly
    if ran.returncode not in (0, 1):
        return {**result, "looked": False, "error": (ran.stderr or ran.stdout)[-400:]}
    told = json.loads(ran.stdout or "[]")
    listed = told if isinstance(told, list) else told.get("findings", [])
    findings = [
        finding(
            str(each.get("rule") or each.get("code") or each.get("id")),
            str(each.get("severity") or "WARN").upper().replace("WARNING", "WARN"),
            str(each.get("message")),
        )
        for each in listed
    ]
    return {**result, "findings": most_severe_first(findings)}


def looked_at(tool: str, path: Path, home: str) -> dict[str, Any]:
    """What a tool says of the program at `path`, which is run in the current directory."""
    nothing: dict[str, Any] = {"ended": "", "looked": False, "findings": []}
    if not python_of(tool).exists():
        return {**nothing, "error": "not installed"}
    if tool in STATIC:
        return read_text(path)
    text = path.read_text(encoding="utf-8")
    if any(name in text for name in ("tensorflow", "keras", "TFAuto")):
        return {**nothing, "error": "not supported: TensorFlow"}
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "out.json"
        command = [str(python_of(tool)), str(Path(__file__).resolve()), "drive", tool, str(path), str(out)]
        with (Path(directory) / "printed.txt").open("w+b") as printed:
            with suppress(subprocess.TimeoutExpired):
                subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=printed,
                    stderr=subprocess.STDOUT,
                    env=environment(home),
                    timeout=SECONDS + 30,
                )
            if out.is_file():
                content: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
                return content
            printed.seek(0)
            return {**nothing, "error": printed.read()[-400:].decode("utf-8", errors="replace")}


def names_it(tool: str, name: str, run: Mapping[str, Any], found: Sequence[Finding]) -> bool:
    """Whether one of the findings names the mistake of a program."""
    return any({*run["right"]} & {*MEANS[tool].get(each["id"], ())} for each in found)


def share(some: int, runs: Mapping[str, Any]) -> str:
    return f"{some} of {len(runs)}" if runs else "—"


def table(results: Mapping[str, Any]) -> str:
    """The results as Markdown."""
    lines = ["# Other tools on the programs that the doctor is measured on", ""]
    heads = (
        "tool",
        "programs",
        "right first",
        "right anywhere",
        "error on a right one",
        "or warning",
        "could not look",
    )
    lines += [f"| {' | '.join(heads)} |", "|---|---|---|---|---|---|---|"]
    for tool, kinds in results["runs"].items():
        for kind in KINDS:
            runs = kinds.get(kind, {})
            if not runs:
                continue
            broken = {name: run for name, run in runs.items() if run["right"] is not None}
            healthy = {name: run for name, run in runs.items() if run["right"] is None}
            first = sum(names_it(tool, name, run, run["findings"][:1]) for name, run in broken.items())
            anywhere = sum(names_it(tool, name, run, run["findings"]) for name, run in broken.items())
            worst = [run["findings"][0]["severity"] if run["findings"] else "" for run in healthy.values()]
            errors = sum(each in SEVERITIES[:3] for each in worst)
            alarms = sum(each in SEVERITIES[:4] for each in worst)
            not_looked = sum(not run["looked"] for run in runs.values())
            cells = [share(first, broken), share(anywhere, broken), share(errors, healthy), share(alarms, healthy)]
            lines.append(f"| {tool} | {kind} | {' | '.join(cells)} | {share(not_looked, runs)} |")
    others = next((kinds for tool, kinds in results["runs"].items() if tool not in STATIC), {})
    if "trainlint" not in results["runs"] and others:
        bound = [
            f"{sum(not {*TRAINLINT}.isdisjoint(run['right']) for run in broken)} of {len(broken)} programs in {kind}"
            for kind in KINDS
            if (broken := [run for run in others.get(kind, {}).values() if run["right"] is not None])
        ]
        lines += [
            "",
            f"trainlint could not be had. If each of its rules always worked, what its public pages tell of them would name at most the mistake of {', '.join(bound)}.",
        ]
    lines += ["", "| tool | program | ended | findings | right | seconds |", "|---|---|---|---|---|---|"]
    for tool, kinds in results["runs"].items():
        for kind in KINDS:
            for name, run in kinds.get(kind, {}).items():
                found = ", ".join(f"{each['id']} ({each['severity']})" for each in run["findings"])
                ended = (run["error"] or run["ended"]).splitlines()[:1]
                said = "—" if run["right"] is None else ""
                if not said:
                    first, some = (names_it(tool, name, run, run["findings"][:most]) for most in (1, FINDINGS))
                    said = "first" if first else "later" if some else "no"
                cell = "".join(ended)[:80].replace("|", "\\|")
                lines.append(f"| {tool} | {name} | {cell} | {found or '—'} | {said} | {run['seconds']:.0f} |")
    seconds = [run["seconds"] for kinds in results["runs"].values() for runs in kinds.values() for run in runs.values()]
    if seconds:
        lines += ["", f"Seconds for each program: median {statistics.median(seconds):.0f}, most {max(seconds):.0f}."]
    told = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    return "\n".join([*lines, "", f"With {told or 'no tool'}.", ""])


def measure(tool: str, kind: str, names: Sequence[str]) -> None:
    """Let a tool look at programs, and keep what it says."""
    # not in the environment of a tool
    from doctor import made_of_cases, written

    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"runs": {}, "versions": {}}
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as home:
        listed = made_of_cases(Path(directory)) if kind == "cases" else written(kind, Path(directory))
        for each in listed:
            if names and not each.name.startswith(tuple(names)):
                continue
            os.chdir(each.directory)
            began = time.monotonic()
            said = looked_at(tool, each.path, home)
            number = said.pop("version", "")
            run = {"right": each.right, **said, "seconds": round(time.monotonic() - began, 1)}
            results["runs"].setdefault(tool, {}).setdefault(kind, {})[each.name] = run
            if number:
                results["versions"][tool] = number
            print(tool, each.name, json.dumps(run), flush=True)
            write_down(results)


def write_down(results: Mapping[str, Any]) -> None:
    RESULTS.write_text(json.dumps(results) + "\n", encoding="utf-8")
    RESULTS.with_suffix(".md").write_text(table(results), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    match [*arguments]:
        case ["drive", tool, path, out]:
            drive(tool, Path(path), Path(out))
        case ["build", tool] if tool in TOOLS:
            build(tool)
        case ["table"]:
            write_down(json.loads(RESULTS.read_text(encoding="utf-8")))
        case [tool, kind, *names] if tool in TOOLS and kind in KINDS:
            measure(tool, kind, names)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
