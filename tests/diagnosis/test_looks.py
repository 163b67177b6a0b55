"""Every look finds its mistake in facts that show it, and nothing in those of a program that is right."""

import csv
import io
import math
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from course.contents import cases, chapter_names, load_chapter
from course.diagnosis.diagnose import diagnose, report
from course.diagnosis.facts import (
    Attempt,
    Batch,
    Choice,
    Crash,
    Data,
    Facts,
    Future,
    Generation,
    KerasMetric,
    Layers,
    LossCall,
    Metric,
    Model,
    NotANumber,
    OneBatch,
    Place,
    Settings,
    Stage,
    Threshold,
    Tokenizer,
    Training,
    UsedModel,
    Values,
)
from course.diagnosis.looks import LOOKS
from course.diagnosis.watching.gather import _direction
from course.i18n import LANGUAGES, translate
from course.terminal.doctor import show_report
from course.terminal.rendering import Terminal
from course.terms import TERMS

IDS = Values("tensor", "int64", (16, 20), least=0, most=90, distinct=60, whole=True, first=(2, 17, 44, 3))
LABELS = Values("tensor", "int64", (16,), least=0, most=3, distinct=4, whole=True, first=(0, 3, 1, 2))
LOGITS = Values("tensor", "float32", (16, 4), least=-1.2, most=1.1, distinct=64, first=(0.2, -0.4))
MASK = Values("tensor", "int64", (16, 20), least=0, most=1, distinct=2, whole=True)
NUMBERS = Values("tensor", "float32", (16,), least=0.5, most=1.9, distinct=12, first=(0.9, 1.3))
LINE = Place("train.py", 3, "trainer.train()")
ELSEWHERE = Place("train.py", 9, "found = outputs.argmax(1)")
SOURCE = "model = load()\nloader = make()\ntrainer.train()\n"
HEALTHY = Facts(
    source=SOURCE,
    file="train.py",
    framework="pt",
    way="trainer",
    model=Model(
        "DistilBertForSequenceClassification",
        outputs=4,
        rows=100,
        longest=512,
        padding=0,
        takes=("input_ids", "attention_mask", "labels"),
        parameters=1000,
        trainable=1000,
    ),
    tokenizer=Tokenizer(100, padding=0, end=None, longest=512),
    batch=Batch({"input_ids": IDS, "attention_mask": MASK, "labels": LABELS}, padding_read=0, padding_learned=0),
    loss_calls=(LossCall("cross_entropy", False, LOGITS, LABELS),),
    training=Training(
        steps=100,
        losses=(1.4, 1.2, 0.9, 0.3),
        rates=(2e-5, 5e-5, 1e-5),
        optimizer="AdamW",
        schedule_steps=100,
        warmup=10,
        planned=100,
    ),
    one_batch=OneBatch(8, 20, Attempt("AdamW", 5e-5, 1.4, 0.9), (Attempt("AdamW", 1e-3, 1.4, 0.01),)),
    future=Future(19, 0),
    layers=Layers(scale=1.1, momentum=0.1),
    data=Data(
        ("text", "label", "input_ids", "attention_mask"),
        ("text",),
        "label",
        rows=480,
        validation_rows=160,
        shared=3,
        cut=0.05,
        changed=0,
    ),
    metric=Metric({"accuracy": 1.0}, {"accuracy": 0.0}, {}, LOGITS, LABELS),
    settings=Settings(3, epoch_steps=30),
    tested=(UsedModel("DistilBertForSequenceClassification", "out", total=104),),
    choices=(Choice((16, 4), -1, LINE), Choice((16, 20, 4), 2, LINE)),
    keras_metrics=(KerasMetric("SparseCategoricalAccuracy", LOGITS, LABELS, 1),),
    generation=Generation(),
    versions={"transformers": "4.54.1"},
)
MODEL, BATCH, TRAINING, DATA, METRIC = HEALTHY.model, HEALTHY.batch, HEALTHY.training, HEALTHY.data, HEALTHY.metric
assert MODEL is not None and BATCH is not None and TRAINING is not None and DATA is not None and METRIC is not None
GPT = replace(MODEL, name="GPT2LMHeadModel", outputs=None, decoder=True)
TOKENS = replace(IDS, first=(5, 6, 7))


def crashed(error: str, message: str, source: str = SOURCE, **more: object) -> Facts:
    """Facts of a program that ended with an error."""
    return replace(HEALTHY, source=source, crash=Crash(error, message, (LINE,), **more))  # type: ignore[arg-type]


def with_source(source: str) -> Facts:
    return replace(HEALTHY, source=source)


def with_loss(name: str, outputs: Values, targets: Values, **more: object) -> Facts:
    return replace(HEALTHY, loss_calls=(LossCall(name, True, outputs, targets, **more),))  # type: ignore[arg-type]


def found_in(facts: Facts) -> list[str]:
    """The looks that find something, the first diagnosis first."""
    return [each.look.name for each in diagnose(facts).findings]


def spoiled(stage: Stage, name: str = "", count: int = 0) -> Facts:
    """A training in which a value is no number from the third step on."""
    first = NotANumber(stage, 2, name, count)
    return replace(HEALTHY, training=replace(TRAINING, losses=(1.4, 1.3, math.nan), not_a_number=first))


SHOWN: dict[str, Facts] = {
    "value-in-graph": crashed(
        "AttributeError", "'SymbolicTensor' object has no attribute 'numpy'", function="hits", traced=True
    ),
    "batch-on-second-axis": replace(HEALTHY, model=replace(MODEL, steps_first=("LSTM", (16, 40, 8)))),
    "tensor-kept": crashed(
        "TypeError", "<tf.Tensor 'add:0' shape=() dtype=float32> is out of scope and cannot be used here."
    ),
    "pairs-expected": replace(
        HEALTHY,
        source="optimizer.apply_gradients(gradients)\n",
        crash=Crash(
            "ValueError",
            "too many values to unpack (expected 2)",
            (replace(LINE, code="optimizer.apply_gradients(gradients)"),),
        ),
    ),
    "error-in-trace": crashed(
        "ValueError",
        "Cannot take the last axis of something that has none",
        traced=True,
        ran_before=True,
    ),
    "best-unknown": crashed(
        "ValueError", "EarlyStopping callback received monitor=val_f1, but Keras isn't able to automatically determine"
    ),
    "monitor-missing": replace(
        HEALTHY, settings=Settings(3, monitored=("EarlyStopping", "val_acc"), logged=("loss", "accuracy"))
    ),
    "split-reshuffled": replace(HEALTHY, settings=Settings(3, reshuffled=True)),
    "shape-unknown": replace(
        crashed("ValueError", "as_list() is not defined on an unknown TensorShape.", traced=True, ran_before=True),
        settings=Settings(3, unshaped=("input_ids",)),
    ),
    "signs-expected": replace(HEALTHY, training=replace(TRAINING, signs=("cosine_embedding_loss", 0.0))),
    "step-of-epochs": replace(HEALTHY, training=replace(TRAINING, calls=30, batches=30)),
    "loop-left-early": replace(
        HEALTHY,
        source="for batch in loader:\n    model(**batch).loss.backward()\n    break\n",
        training=replace(TRAINING, left=(1, 30)),
    ),
    "predictions-not-classes": crashed(
        "ValueError", "Classification metrics can't handle a mix of multiclass and continuous-multioutput targets"
    ),
    "changed-in-place": crashed(
        "RuntimeError",
        "one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [16, 4]], which is output 0 of ExpBackward0, is at version 1",
    ),
    "metric-arguments-swapped": replace(
        HEALTHY, metric=replace(HEALTHY.metric, constant=(0.5, 0.2)) if HEALTHY.metric is not None else None
    ),
    "schedule-of-epochs": replace(
        HEALTHY, training=replace(TRAINING, steps=100, schedule_steps=4, warmup=20, planned=200, rates=(1e-6,) * 100)
    ),
    "problem-type-missing": replace(
        with_loss("binary_cross_entropy_with_logits", LOGITS, replace(LOGITS, least=0, most=1)),
        source='use = pipeline("text-classification", model=model)\n',
    ),
    "custom-objects": crashed(
        "ValueError", "Unknown layer: 'TFBertModel'. Please ensure you are using a scope", "model = load_model(path)\n"
    ),
    "padding-read-last": replace(
        HEALTHY,
        model=replace(MODEL, recurrent="LSTM"),
        batch=replace(BATCH, ends_in_zeros=0.8),
        training=replace(TRAINING, losses=(0.7,) * 30),
    ),
    "mask-token-learned": replace(
        HEALTHY, model=replace(MODEL, fills_masks=True), batch=replace(BATCH, masks=9, masks_learned=8)
    ),
    "nothing-masked": replace(
        HEALTHY,
        model=replace(MODEL, name="BertForMaskedLM", outputs=None, fills_masks=True),
        batch=Batch({"input_ids": TOKENS, "labels": TOKENS}, labels_are_inputs=True),
    ),
    "weights-shared": crashed(
        "RuntimeError",
        "Some tensors share memory, this will lead to duplicate memory on disk [{'one.weight', 'two.weight'}].",
    ),
    "greatest-of-one": replace(HEALTHY, choices=(Choice((16, 4), -1, LINE), Choice((16, 1), 1, ELSEWHERE))),
    "argmax-axis": replace(HEALTHY, choices=(Choice((16, 4), -1, LINE), Choice((32, 4), 0, ELSEWHERE))),
    "epoch-never-ends": replace(HEALTHY, settings=Settings(3, endless="validation_data")),
    "metric-of-logits": replace(
        HEALTHY, keras_metrics=(KerasMetric("binary_accuracy", replace(LOGITS, shape=(16, 1)), LABELS, threshold=0.5),)
    ),
    "class-weight-no-dictionary": replace(
        crashed("AttributeError", "'numpy.ndarray' object has no attribute 'get'", library="keras"),
        settings=Settings(3, weights_kind="ndarray"),
    ),
    "not-batched": crashed("ValueError", "not enough values to unpack (expected 2, got 1)", ids=(20,)),
    "axis-too-many": crashed("ValueError", "too many values to unpack (expected 2)", ids=(16, 1, 20)),
    "optimizer-of-other-weights": crashed(
        "KeyError", "'The optimizer cannot recognize variable model_1/dense/kernel:0. This usually means'"
    ),
    "targets-not-shifted": replace(
        with_loss("cross_entropy", replace(LOGITS, shape=(320, 100)), IDS, same_place=True), model=GPT
    ),
    "classes-on-another-axis": crashed("RuntimeError", "Expected target size [16, 4], got [16, 19]"),
    "column-not-taken": replace(
        crashed("TypeError", "BertModel.forward() got an unexpected keyword argument 'idx'"),
        batch=replace(BATCH, inputs={**BATCH.inputs, "idx": LABELS}),
    ),
    "step-missing": replace(HEALTHY, training=replace(TRAINING, steps=0, rates=(), losses=(1.4,) * 30)),
    "optimizer-made-anew": replace(HEALTHY, training=replace(TRAINING, optimizers=100, short_lived=100)),
    "decay-unusual": replace(HEALTHY, training=replace(TRAINING, decay=10.0, losses=(1.4, 1.3))),
    "several-labels-one-class": with_loss("cross_entropy", LOGITS, replace(LOGITS, least=0), several=True),
    "probabilities-expected": crashed("RuntimeError", "all elements of input should be between 0 and 1"),
    "activation-on-logits": replace(
        HEALTHY, loss_calls=(LossCall("cross_entropy", True, replace(LOGITS, least=0.0, distinct=30), LABELS),) * 3
    ),
    "words-unknown": replace(HEALTHY, batch=replace(BATCH, unknown=0.8, row=("[UNK] [UNK]", "1"))),
    "rows-all-the-same": replace(HEALTHY, batch=replace(BATCH, same_rows=True)),
    "special-tokens-twice": replace(HEALTHY, batch=replace(BATCH, doubled=1.0)),
    "label-names-mixed": replace(
        HEALTHY,
        model=replace(MODEL, named={0: "sales", 1: "billing"}),
        data=replace(DATA, named={0: "billing", 1: "sales"}),
    ),
    "labels-without-names": with_source(
        "classify = pipeline('text-classification', model=model, tokenizer=tokenizer)\n"
        "found = [each['label'] for each in classify(texts)]\nprint(accuracy_score(names, found))\n"
    ),
    "best-not-copied": with_source(
        "for epoch in range(3):\n    if better:\n        best = model.state_dict()\nmodel.load_state_dict(best)\n"
    ),
    "accumulation-of-one": with_source(
        "accelerator = Accelerator(cpu=True)\ntotal = math.ceil(len(rows) / accumulate)\n"
        "for batch in rows:\n    with accelerator.accumulate(model):\n        step(batch)\n"
    ),
    "accumulation-without-context": with_source("accelerator = Accelerator(gradient_accumulation_steps=4)\n"),
    "backward-without-accelerator": replace(
        with_source("model = accelerator.prepare(model)\nloss.backward()\n"), way="accelerate"
    ),
    "mostly-frozen": replace(
        HEALTHY, model=replace(MODEL, trainable=20), training=replace(TRAINING, losses=(1.4,) * 80)
    ),
    "batched-before-shuffled": with_source("data = make().batch(16).shuffle(100)\n"),
    "measured-on-training-rows": replace(HEALTHY, training=replace(TRAINING, tested=100, repeated=98)),
    "override-outdated": replace(
        crashed(
            "TypeError",
            "Mine.compute_loss() got an unexpected keyword argument 'num_items_in_batch'",
            "class Mine(Trainer):\n    def compute_loss(self, model, inputs):\n        pass\n",
            library="transformers",
        ),
    ),
    "strategies-differ": crashed(
        "ValueError", "--load_best_model_at_end requires the save and eval strategy to match, but found"
    ),
    "rows-of-another-number": crashed(
        "ArrowInvalid", "Column 1 named input_ids expected length 1000 but got length 40"
    ),
    "index-of-a-frame": crashed("KeyError", "17", library="pandas"),
    "backward-twice": crashed("RuntimeError", "Trying to backward through the graph a second time (or directly access"),
    "prepare-count": replace(
        HEALTHY,
        crash=Crash(
            "ValueError",
            "not enough values to unpack (expected 4, got 3)",
            (Place("train.py", 2, "model, optimizer, train, val = accelerator.prepare(model, optimizer, train)"),),
        ),
    ),
    "keras-of-two-packages": crashed("ValueError", "Could not interpret optimizer identifier: <keras.src.optimizers…>"),
    "ignored-label-in-keras": replace(
        with_loss("cross_entropy", LOGITS, replace(LABELS, ignored=7)), framework="tf", way="keras"
    ),
    "map-returns-nothing": with_source(
        "def tokenize(rows):\n    rows['x'] = tokenizer(rows['text'])\n\n\ndata = data.map(tokenize, batched=True)\n"
    ),
    "column-missing": crashed("KeyError", "'sentence'"),
    "sizes-do-not-fit": crashed("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (16x768 and 512x4)"),
    "weights-of-another-size": crashed(
        "RuntimeError", "Error(s): size mismatch for classifier.weight: copying a param"
    ),
    "output-not-a-tensor": crashed(
        "TypeError", "cross_entropy_loss(): argument 'input' must be Tensor, not SequenceClassifierOutput"
    ),
    "loss-not-one-number": crashed("RuntimeError", "grad can be implicitly created only for scalar outputs"),
    "array-with-gradient": crashed("RuntimeError", "Can't call numpy() on Tensor that requires grad."),
    "average-missing": crashed("ValueError", "Target is multiclass but average='binary'. Please choose another"),
    "gradients-switched-off": replace(
        HEALTHY,
        crash=Crash(
            "RuntimeError",
            "element 0 of tensors does not require grad and does not have a grad_fn",
            (LINE,),
            gradients_off=True,
        ),
    ),
    "libraries-clash": replace(
        crashed("KeyError", "'text'"), source="import numpy\nimport tensorflow as tf\n", signal="SIGSEGV"
    ),
    "needs-gpu": crashed("AssertionError", "Torch not compiled with CUDA enabled"),
    "devices-differ": crashed("RuntimeError", "Expected all tensors to be on the same device, but found at least two"),
    "gpu-number": crashed("AcceleratorError", "CUDA error: invalid device ordinal\nGPU device may be out of range"),
    "checkpoint-of-gpu": crashed(
        "RuntimeError",
        "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only machine",
    ),
    "array-of-gpu-tensor": crashed(
        "TypeError",
        "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
    ),
    "pinned-on-gpu": crashed(
        "RuntimeError", "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned"
    ),
    "gpu-in-workers": crashed(
        "AcceleratorError", "CUDA error: initialization error\nSearch for `cudaErrorInitializationError'"
    ),
    "unsafe-in-half": crashed(
        "RuntimeError", "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast."
    ),
    "generator-on-another-device": crashed(
        "RuntimeError", "Expected a 'cuda' device type for generator but found 'cpu'"
    ),
    "half-gradients-unscaled": crashed("ValueError", "Attempting to unscale FP16 gradients."),
    "unscaled-twice": crashed(
        "RuntimeError", "unscale_() has already been called on this optimizer since the last update()."
    ),
    "lengths-on-gpu": crashed(
        "RuntimeError", "'lengths' argument should be a 1D CPU int64 tensor, but got 1D cuda:0 Long tensor"
    ),
    "scaler-without-gradients": crashed("AssertionError", "No inf checks were recorded for this optimizer."),
    "plateau-of-another-way": with_source(
        "schedule = ReduceLROnPlateau(optimizer, patience=2)\nschedule.step(val_acc)\n"
    ),
    "best-kept-the-other-way": with_source("if val_loss > best_loss:\n    best_loss = val_loss\n    save(model)\n"),
    "divided-by-batches": with_source(
        "valid_loader = DataLoader(rows, batch_size=32)\nfor x, y in valid_loader:\n"
        "    correct += (model(x).argmax(-1) == y).sum().item()\nprint(correct / len(valid_loader))\n"
    ),
    "schedule-runs-out": replace(HEALTHY, training=replace(TRAINING, total=440, needed=448)),
    "rows-in-both-splits": replace(
        HEALTHY, source="parts = train_test_split(rows)\n", training=replace(TRAINING, mixed=(400, 180))
    ),
    "distribution-of-probabilities": replace(HEALTHY, training=replace(TRAINING, probabilities=0.6)),
    "target-beyond-probability": with_loss(
        "binary_cross_entropy_with_logits", NUMBERS, replace(NUMBERS, least=-1.5, most=2.5)
    ),
    "vocabulary-of-each-split": with_source(
        "class Rows(Dataset):\n    def __init__(self, split, vocab=None):\n        texts = read(split)\n        if vocab is None:\n"
        "            vocab = {'<unk>': 0}\n            for word in texts:\n                vocab.setdefault(word, len(vocab))\n\n\n"
        "train = Rows('train')\ntest = Rows('test')\n"
    ),
    "chosen-on-test": with_source(
        "data = {name: read(name) for name in ('train', 'validation', 'test')}\n"
        "args = TrainingArguments('out', load_best_model_at_end=True, eval_strategy='epoch')\n"
        "trainer = Trainer(model, args, train_dataset=data['train'], eval_dataset=data['test'])\n"
    ),
    "predictions-first": with_source(
        "found = (scores >= 0.5).astype(int)\nprint(precision_recall_fscore_support(found, y_test, average='binary'))\n"
    ),
    "labels-taken-for-outputs": replace(
        HEALTHY,
        loss_calls=(
            LossCall(
                "cross_entropy",
                True,
                replace(LOGITS, least=0.0, most=1.0),
                replace(LOGITS, least=-3.0, most=4.0),
                sums_to_one=True,
                one_hot=True,
            ),
        ),
    ),
    "test-rows-in-loss": with_source(
        "train_mask, test_mask = masks(y)\nfor epoch in range(50):\n    out = model(x)\n    loss = F.cross_entropy(out, y)\n"
        "    loss.backward()\n    optimizer.step()\nprint((out.argmax(1)[test_mask] == y[test_mask]).float().mean())\n"
    ),
    "tensor-shuffled": replace(HEALTHY, shuffled_tensor=(400, 140)),
    "own-weights-left-out": replace(HEALTHY, own_weights=("weighting.depth", "weighting.label")),
    "quantile-mirrored": with_source(
        "def pinball(pred, target, tau):\n    diff = pred - target\n    return torch.maximum(tau * diff, (tau - 1) * diff).mean()\n"
    ),
    "threshold-on-test": with_source(
        "scores = predict(X_test)\nf1 = [f1_score(y_test, scores > t) for t in grid]\nthreshold = grid[np.argmax(f1)]\n"
        "print(f1_score(y_test, scores > threshold))\n"
    ),
    "group-empty": replace(HEALTHY, training=replace(TRAINING, empty_groups=1, left_out=30)),
    "schedule-of-micro-batches": replace(
        with_source("accum = 8\nschedule = get_linear_schedule_with_warmup(optimizer, 60, len(rows) * epochs)\n"),
        training=replace(
            TRAINING, steps=40, rates=(1e-5, 2e-5), planned=600, warmup=60, batches=60, calls=8.0, schedule_steps=40
        ),
    ),
    "answers-missing": replace(
        crashed(
            "ValueError", "The model did not return a loss from the inputs, only the following keys: start_logits."
        ),
        model=replace(MODEL, takes=("input_ids", "attention_mask", "start_positions", "end_positions")),
        batch=Batch({"input_ids": IDS, "attention_mask": MASK}),
        data=replace(DATA, removed=("start_position", "end_position")),
    ),
    "logits-decoded": replace(
        HEALTHY,
        crash=Crash(
            "TypeError",
            "argument 'ids': 'list' object cannot be interpreted as an integer",
            (Place("train.py", 9, "texts = tokenizer.batch_decode(predictions)"),),
        ),
    ),
    "divided-twice": with_source(
        "accelerator = Accelerator(gradient_accumulation_steps=4)\nfor x, y in rows:\n    with accelerator.accumulate(model):\n"
        "        loss = loss_function(model(x), y)\n        accelerator.backward(loss / 4)\n        optimizer.step()\n"
    ),
    "features-chosen-before-split": with_source(
        "best = np.argsort(correlation(X, y))[-20:]\nX = X[:, best]\na, b, c, d = train_test_split(X, y)\n"
    ),
    "buffers-not-cleared": with_source(
        "def collect(x, y):\n    with tf.GradientTape() as tape:\n        loss = loss_function(y, model(x))\n"
        "    gradients = tape.gradient(loss, model.trainable_variables)\n    for sum_, each in zip(sums, gradients):\n"
        "        sum_.assign_add(each)\n\n\noptimizer.apply_gradients(zip(sums, model.trainable_variables))\n"
    ),
    "target-is-last-value": replace(with_source("LOOKBACK = 24\n"), batch=replace(BATCH, last_is_target=32)),
    "answers-in-question": replace(HEALTHY, batch=replace(BATCH, answers_first=5)),
    "groups-split-apart": with_source(
        "# many scans of each patient\nX, y, patient_id = load()\na, b, c, d = train_test_split(X, y, stratify=y)\n"
    ),
    "rate-attribute-unknown": with_source(
        "import keras\n\n\nclass Warmup(keras.callbacks.Callback):\n    def on_epoch_begin(self, epoch, logs=None):\n"
        "        self.model.optimizer.lr = 0.01 * (epoch + 1)\n"
    ),
    "batches-overlap": with_source(
        "class Batches(keras.utils.PyDataset):\n    def __getitem__(self, idx):\n        start = idx\n"
        "        end = start + self.batch_size\n        return self.x[start:end], self.y[start:end]\n"
    ),
    "runs-alike": with_source(
        "def member(number, x, y):\n    torch.manual_seed(0)\n    model = make()\n    for rows, answers in loader(x, y):\n"
        "        loss_of(model(rows), answers).backward()\n        optimizer.step()\n    print(number)\n    return model\n\n\n"
        "models = [member(i, x, y) for i in range(5)]\nprint(mean_of(models))\n"
    ),
    "loss-not-scaled": with_source(
        "keras.mixed_precision.set_global_policy('mixed_float16')\n\n\nclass Mixed(keras.Model):\n    def train_step(self, data):\n"
        "        with tf.GradientTape() as tape:\n            loss = self.compute_loss(*data)\n"
        "        gradients = tape.gradient(loss, self.trainable_variables)\n"
        "        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))\n\n\nmodel.compile('adam')\n"
    ),
    "metric-without-weights": replace(
        HEALTHY, keras_metrics=(KerasMetric("sparse_categorical_accuracy", LOGITS, IDS, without_weight=200),)
    ),
    "matched-with-answers-shown": replace(
        with_source(
            "def exact(p):\n    return {'exact': (p.predictions.argmax(-1) == p.label_ids).all(axis=1).mean()}\n\n\n"
            "trainer = Trainer(model=model, args=args, compute_metrics=exact)\n"
        ),
        model=replace(MODEL, outputs=None, encoder_decoder=True),
        way="trainer",
    ),
    "token-taken-for-padding": replace(
        with_source(
            "ids = {letter: place for place, letter in enumerate('ACGT')}\nembed = Embedding(4, 8, mask_zero=True)\n"
        ),
        batch=replace(BATCH, zeros_inside=1.0),
    ),
    "shuffled-apart": with_source(
        "a = DataLoader(x, shuffle=True)\nb = DataLoader(y, shuffle=True)\nfor one, other in zip(a, b):\n"
        "    loss = criterion(model(one), other)\n"
    ),
    "random-drawn-once": with_source(
        "def augment(image, label):\n    return image + np.random.normal(0, 0.1, size=(8, 8)), label\n\n\n"
        "rows = tf.data.Dataset.from_tensor_slices((x, y)).map(augment).batch(32)\n"
    ),
    "checkpoint-prefix": with_source(
        "saver = tf.train.Checkpoint(model=model)\nsaver.save(prefix)\nsaver.restore(tf.train.latest_checkpoint(prefix))\n"
    ),
    "training-mode-fixed": with_source(
        "class Classifier(keras.Model):\n    def call(self, x, training=False):\n        return self.head(self.body(x, training=True))\n"
    ),
    "metric-of-each-batch": with_source(
        "def f1(y_true, y_pred):\n    return 2 * hits(y_true, y_pred) / total(y_true, y_pred)\n\n\n"
        "model.compile(loss='binary_crossentropy', metrics=[f1])\nprint(model.fit(x, y).history['val_f1'][-1])\n"
    ),
    "same-file-for-all": with_source(
        "def path(fold):\n    return f'out/{name}.pt'\n\n\nfor fold in range(4):\n    torch.save(train(fold).state_dict(), path(fold))\n"
        "for fold in range(4):\n    model.load_state_dict(torch.load(path(fold)))\n"
    ),
    "target-encoded-before-split": with_source(
        "rows['street_mean'] = rows.groupby('street')['sold'].transform('mean')\ny = rows['sold']\n"
        "for train, valid in KFold(5).split(rows, y):\n    fit(rows.iloc[train])\n"
    ),
    "layers-left-out": replace(HEALTHY, training=replace(TRAINING, layers_left_out=("body.layer.0", "body.layer.1"))),
    "visible-words-learned": replace(
        HEALTHY, model=replace(MODEL, fills_masks=True), batch=replace(BATCH, masks=30, visible_learned=0.85)
    ),
    "variables-untracked": replace(HEALTHY, model=replace(MODEL, untracked=("rbf.centres", "rbf.widths"))),
    "optimizer-unprepared": with_source(
        "accelerator = Accelerator(gradient_accumulation_steps=4)\noptimizer = torch.optim.AdamW(model.parameters())\n"
        "model, rows = accelerator.prepare(model, rows)\nfor batch in rows:\n    with accelerator.accumulate(model):\n"
        "        accelerator.backward(model(**batch).loss)\n        optimizer.step()\n        optimizer.zero_grad()\n"
    ),
    "mean-over-padding": with_source(
        "def embed(texts):\n    batch = tokenizer(texts, padding=True, return_tensors='pt')\n"
        "    states = encoder(**batch).last_hidden_state\n    return states.mean(dim=1)\n"
    ),
    "fitted-again": with_source("train = words.fit_transform(train_texts)\ntest = words.fit_transform(test_texts)\n"),
    "optimizer-state-differs": crashed(
        "ValueError", "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
    ),
    "weights-stay-zero": replace(HEALTHY, training=replace(TRAINING, zero_weights=("user.weight", "item.weight"))),
    "unfrozen-too-late": replace(HEALTHY, training=replace(TRAINING, unfrozen=900)),
    "unfrozen-for-no-optimizer": with_source(
        "model.bert.requires_grad_(False)\noptimizer = AdamW(model.classifier.parameters(), lr=1e-3)\nfit(optimizer, 3)\n"
        "model.bert.requires_grad_(True)\nfit(optimizer, 5)\n"
    ),
    "average-hardly-moves": with_source(
        "ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9999))\nfit(model, ema)\n"
    ),
    "metric-pairs-all": replace(
        HEALTHY, metric=replace(METRIC, perfect={"mae": 406.0}, wrong={"mae": 900.0}, flat={"mae": 0.0})
    ),
    "prompt-ends": replace(HEALTHY, generation=Generation(prompt_ends=True)),
    "configuration-missing": crashed(
        "ValueError", "Unrecognized model in out/final. Should have a `model_type` key in its config.json"
    ),
    "words-of-first-row": with_source(
        "def encode(rows):\n    batch = tokenizer(rows['words'], is_split_into_words=True)\n    for tags in rows['tags']:\n        align(tags, batch.word_ids())\n"
    ),
    "step-without-scaler": replace(HEALTHY, training=replace(TRAINING, stepped_scaled=100)),
    "clipped-in-vain": replace(HEALTHY, training=replace(TRAINING, clipped=100, clipped_old=100)),
    "folds-share-model": replace(HEALTHY, training=replace(TRAINING, folds=4)),
    "dropout-too-high": replace(
        with_source("model = Sequential(Linear(8, 8), Dropout(0.9))\n"), layers=Layers(dropout=0.9)
    ),
    "penalty-outweighs": replace(with_source("Dense(64, kernel_regularizer=l2(1.0))\n"), layers=Layers(penalty=1.39)),
    "image-too-small": crashed("ValueError", "Computed output size would be zero or negative."),
    "columns-of-scaler": crashed(
        "ValueError", "non-broadcastable output operand with shape (296,1) doesn't match the broadcast shape (296,3)"
    ),
    "shapes-differ-in-batch": crashed(
        "RuntimeError", "stack expects each tensor to be equal size, but got [18] at entry 0 and [22] at entry 1"
    ),
    "restored-too-early": replace(HEALTHY, restored_early=True),
    "nothing-left-to-train": replace(HEALTHY, resumed=("checkpoint-90", "num_train_epochs", 3.0, 3.0)),
    "layer-repeated": replace(HEALTHY, model=replace(MODEL, repeated=("Linear", 4))),
    "layer-made-inside": replace(HEALTHY, model=replace(MODEL, made_inside="Linear")),
    "inputs-too-small": replace(HEALTHY, layers=Layers(scale=1e-5), training=replace(TRAINING, losses=(1.39,) * 40)),
    "loss-function-arguments": with_source(
        "def dice(y_pred, y_true):\n    return 1 - overlap(y_pred, y_true)\n\n\nmodel.compile(loss=dice)\n"
    ),
    "sequences-not-returned": crashed(
        "ValueError",
        'Input 0 of layer "lstm_1" is incompatible with the layer: expected ndim=3, found ndim=2.',
        source="model.add(LSTM(32))\nmodel.add(LSTM(16))\n",
    ),
    "state-dict-not-called": crashed("TypeError", "Expected state_dict to be dict-like, got <class 'method'>."),
    "weights-for-model": crashed("AttributeError", "'_IncompatibleKeys' object has no attribute 'eval'"),
    "loss-arguments-exchanged": crashed(
        "NotImplementedError", "\"log_softmax_lastdim_kernel_impl\" not implemented for 'Long'"
    ),
    "model-made-anew": replace(
        with_source("for epoch in range(9):\n    net = Net()\n    train(net, Adam(net.parameters()))\n"),
        training=replace(TRAINING, models=9),
    ),
    "split-order": with_source("X_train, y_train, X_test, y_test = train_test_split(X, y)\n"),
    "data-ran-out": replace(HEALTHY, settings=Settings(10, ran_out=(2, 0, 30))),
    "padding-mask-inverted": replace(HEALTHY, batch=replace(BATCH, left_out=200, left_in=120)),
    "softmax-over-rows": with_loss("nll_loss", replace(LOGITS, least=-9.0, most=-0.1), LABELS, axis=0),
    "softmax-for-several-labels": with_loss(
        "binary_cross_entropy",
        replace(LOGITS, least=0.1, most=0.6),
        replace(LOGITS, least=0, most=1, distinct=2, whole=True),
        sums_to_one=True,
        several=True,
    ),
    "dropout-on-outputs": with_loss("cross_entropy", LOGITS, LABELS, activation="dropout"),
    "positive-weight-inverted": with_loss(
        "binary_cross_entropy_with_logits", NUMBERS, replace(NUMBERS, least=0, most=1), positive=(0.1,), share=0.09
    ),
    "threshold-of-logits": replace(
        with_loss("binary_cross_entropy_with_logits", LOGITS, replace(LOGITS, least=0, most=1)),
        thresholds=(Threshold(-3.0, 2.5, 0.5, LINE),),
    ),
    "inputs-not-scaled": replace(HEALTHY, layers=Layers(scale=5e4), training=replace(TRAINING, losses=(1.4,) * 40)),
    "linear-throughout": replace(HEALTHY, layers=Layers(linear=3)),
    "weights-too-large": replace(
        with_loss("cross_entropy", replace(LOGITS, least=-20.0, most=20.0), LABELS),
        layers=Layers(large=("w1", "w2")),
        training=replace(TRAINING, losses=(9.1, 8.0, 7.0, 5.0)),
    ),
    "units-alike": replace(HEALTHY, layers=Layers(alike=("0.weight",))),
    "gradients-vanish": replace(HEALTHY, layers=Layers(ratio=1e-7)),
    "momentum-of-norm": replace(with_source("norm = BatchNorm1d(16, momentum=0.99)\n"), layers=Layers(momentum=0.99)),
    "loss-of-wrong-sign": replace(HEALTHY, layers=Layers(wrong_sign="cosine_similarity")),
    "sum-beside-mean": replace(HEALTHY, layers=Layers(summed=(64, 8))),
    "clipped-while-scaled": replace(HEALTHY, training=replace(TRAINING, clipped_scaled=100)),
    "out-of-memory": crashed("OutOfMemoryError", "CUDA out of memory. Tried to allocate 2.00 GiB"),
    "needs-download": crashed("OSError", "We couldn't connect to the hub to load the files"),
    "needs-token": crashed("OSError", "You are trying to access a gated repo."),
    "write-refused": crashed("PermissionError", "[Errno 13] Permission denied: 'runs.db'"),
    "file-missing": crashed("FileNotFoundError", "[Errno 2] No such file or directory: 'data/train.csv'"),
    "one-hot-expected": replace(
        with_loss("nll_of_probabilities", LOGITS, replace(LABELS, shape=(16, 1))),
        framework="tf",
        crash=Crash("ValueError", "Shapes (16, 1) and (16, 4) are incompatible", (LINE,)),
    ),
    "token-ids-not-whole": crashed(
        "RuntimeError",
        "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got float",
    ),
    "batch-sizes-differ": crashed("ValueError", "Expected input batch_size (320) to match target batch_size (16)."),
    "splits-numbered-apart": replace(HEALTHY, data=replace(DATA, renumbered=("billing", "sales"))),
    "text-unread": replace(HEALTHY, data=replace(DATA, unread=("sentence2",))),
    "best-is-worst": replace(HEALTHY, settings=Settings(3, best="eval_accuracy", greater=False, epoch_steps=30)),
    "training-cut-short": replace(
        HEALTHY,
        source="args = TrainingArguments('out', num_train_epochs=3, max_steps=10)\n",
        settings=Settings(3, max_steps=10, epoch_steps=90),
    ),
    "same-batch-again": replace(HEALTHY, training=replace(TRAINING, rows=16, first_rows=16, rows_there=480)),
    "part-not-saved": replace(
        HEALTHY, tested=(UsedModel("BertForSequenceClassification", "out", fresh=2, total=201, saved="BertModel"),)
    ),
    "class-left-out": with_loss("cross_entropy", LOGITS, replace(LABELS, ignored=9), left_out=0),
    "untrained-model-tested": replace(HEALTHY, tested=(UsedModel("BertModel", "bert-base", fresh=2, total=200),)),
    "foreign-tokenizer": replace(
        HEALTHY, model=replace(MODEL, source="bert"), tokenizer=Tokenizer(300, padding=0, source="gpt2")
    ),
    "target-without-end": replace(
        HEALTHY,
        model=replace(MODEL, encoder_decoder=True, outputs=None),
        tokenizer=Tokenizer(100, padding=0, end=3),
        batch=replace(BATCH, inputs={**BATCH.inputs, "labels": TOKENS}),
    ),
    "rate-gone-early": replace(HEALTHY, training=replace(TRAINING, rates=(5e-5, 3e-5, 1e-5, *([0.0] * 30)), planned=3)),
    "rate-multiplied-twice": replace(
        HEALTHY,
        source="schedule = LambdaLR(optimizer, lambda step: 5e-4)\n",
        training=replace(TRAINING, base=5e-4, rates=(2.5e-7,) * 4, warmup=10),
    ),
    "text-hidden": replace(HEALTHY, batch=replace(BATCH, hidden=150)),
    "axes-mixed": with_loss("cross_entropy", replace(LOGITS, shape=(16, 4, 20)), IDS, reordered=True),
    "output-cannot-reach": with_loss(
        "mse_loss",
        replace(LOGITS, least=0, most=1),
        replace(NUMBERS, shape=LOGITS.shape, least=-2, most=3),
        activation="sigmoid",
        beyond=0.6,
    ),
    "future-seen": replace(HEALTHY, future=Future(15, 15)),
    "answers-not-tokens": replace(
        HEALTHY,
        batch=replace(
            BATCH,
            inputs={**BATCH.inputs, "start_positions": LABELS, "end_positions": LABELS},
            answers=16,
            answers_beyond=9,
        ),
    ),
    "ignored-labels-in-keras-metric": replace(
        HEALTHY,
        keras_metrics=(
            KerasMetric("sparse_categorical_accuracy", LOGITS, replace(IDS, ignored=200), title="accuracy"),
        ),
    ),
    "accuracy-not-shifted": replace(
        with_source("predicted = logits.argmax(-1)\nhits += (predicted == batch['labels']).sum()\n"),
        model=replace(MODEL, decoder=True),
    ),
    "random-kept-outside": with_source(
        "class Fourier(nn.Module):\n    def __init__(self):\n        self.w = torch.randn(2, 8)\n"
        "    def forward(self, x):\n        return torch.cos(x @ self.w)\n"
        "torch.save(model.state_dict(), 'a.pt')\nother.load_state_dict(torch.load('a.pt'))\n"
    ),
    "counts-by-frequency": with_source(
        "counts = table['label'].value_counts()\nweights = torch.tensor((1 / counts).to_numpy())\n"
    ),
    "numbers-taken-for-labels": replace(
        with_source("model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=2)\n"),
        loss_calls=(
            LossCall(
                "binary_cross_entropy_with_logits",
                False,
                replace(LOGITS, shape=(16, 2)),
                Values("tensor", "float32", (16, 2), least=0.0, most=1.0, distinct=30, first=(0.2, 0.7)),
            ),
        ),
    ),
    "repeated-in-another-order": with_source(
        "first = rows['prompt'] * 4\nsecond = sum(rows['choices'], [])\nencoded = tokenizer(first, second)\n"
    ),
    "last-piece-read": with_source(
        "for at, word in enumerate(rows.word_ids(0)):\n    if word != previous:\n        labels[at] = tags[word]\n"
        "for at, word in enumerate(rows.word_ids(0)):\n    if word is not None:\n        said[word] = logits[at].argmax()\n"
    ),
    "position-in-first-text": with_source(
        "rows = tokenizer(batch['question'], batch['context'])\nstart = rows.char_to_token(i, begin)\n"
    ),
    "mask-lost": replace(
        HEALTHY, batch=replace(BATCH, ends_in_zeros=0.6), model=replace(MODEL, mask_lost=("Multiply", "LSTM"))
    ),
    "column-as-weight": replace(HEALTHY, settings=Settings(3, whole_weights=(0, 2))),
    "norms-never-measured": replace(HEALTHY, training=replace(TRAINING, norms=2)),
    "collected-in-another-order": with_source(
        "loader = DataLoader(rows, shuffle=True)\nfeatures = torch.cat([model(x) for x, _ in loader])\n"
        "classifier.fit(features.numpy(), labels)\n"
    ),
    "drawn-apart": with_source(
        "image = tf.image.random_flip_up_down(image)\nmask = tf.image.random_flip_up_down(mask)\n"
    ),
    "state-of-other-rows": with_source(
        "model.add(LSTM(8, stateful=True))\nmodel.fit(x_train, y_train, batch_size=4, epochs=9)\n"
    ),
    "never-evaluated": replace(HEALTHY, settings=Settings(3, epoch_steps=30, best="accuracy", evaluated_every=500)),
    "accumulated-undivided": replace(HEALTHY, settings=Settings(3, undivided=("compute_loss", 4))),
    "metrics-not-computed": replace(HEALTHY, settings=Settings(3, unmeasured=3)),
    "beginning-differs": replace(
        HEALTHY, training=replace(TRAINING, beginnings=("[CLS] topic :", "[CLS] my router does", 30))
    ),
    "words-unknown-later": replace(HEALTHY, training=replace(TRAINING, unknown=(0.01, 0.6))),
    "frozen-in-vain": replace(HEALTHY, model=replace(MODEL, frozen_in_vain=("DistilBertModel", "requires_grad", 900))),
    "method-not-called": with_source("loss.backward()\noptimizer.step()\noptimizer.zero_grad\n"),
    "temperature-on-one-side": with_source(
        "loss = F.kl_div(F.log_softmax(student / T, -1), F.softmax(teacher, -1), reduction='batchmean') * T**2\n"
    ),
    "perplexity-of-another-base": with_source("perplexity = 2 ** (total_loss / len(loader))\n"),
    "inputs-of-another-scale": replace(HEALTHY, training=replace(TRAINING, scales=(0.4, 102.0))),
    "pairs-inverted": with_source(
        "pairs = [(x[i], x[j], float(y[i] == y[j])) for i, j in chosen]\n"
        "loss = (1 - label) * d.pow(2) + label * torch.clamp(margin - d, min=0).pow(2)\n"
    ),
    "sigmoid-twice": replace(
        HEALTHY,
        loss_calls=(
            LossCall(
                "binary_cross_entropy_with_logits",
                True,
                replace(LOGITS, least=0.2, most=0.9),
                replace(LOGITS, least=0, most=1),
            ),
        )
        * 3,
    ),
    "logits-as-probabilities": replace(with_loss("nll_of_probabilities", LOGITS, LABELS), framework="tf"),
    "softmax-of-one": replace(
        HEALTHY,
        loss_calls=(
            LossCall("binary_cross_entropy", True, Values("array", "float32", (16, 1), least=1.0, most=1.0), LABELS),
        )
        * 2,
    ),
    "compiled-before": replace(HEALTHY, model=replace(MODEL, compiled=(2, 104))),
    "batches-used-up": with_source(
        "def batches():\n    yield 1\n\n\nstream = batches()\nfor epoch in range(3):\n    for batch in stream:\n        step(batch)\n"
    ),
    "parts-unregistered": replace(HEALTHY, model=replace(MODEL, unregistered=("heads",))),
    "class-weights-swapped": replace(
        with_loss("cross_entropy", LOGITS, LABELS, weights=(0.5, 4.0, 1.0, 1.0)),
        data=replace(DATA, counts={"0": 10, "1": 200, "2": 50, "3": 50}),
    ),
    "not-shuffled": replace(
        HEALTHY,
        loss_calls=tuple(
            LossCall("cross_entropy", True, LOGITS, replace(LABELS, least=at // 4, most=at // 4, distinct=1))
            for at in range(8)
        ),
    ),
    "dropout-in-evaluation": replace(HEALTHY, training=replace(TRAINING, dropout_used=10, measured=10)),
    "metric-not-reset": replace(HEALTHY, keras_metrics=(KerasMetric("SparseCategoricalAccuracy", LOGITS, LABELS, 3),)),
    "metric-of-another-kind": replace(HEALTHY, keras_metrics=(KerasMetric("CategoricalAccuracy", LOGITS, LABELS),)),
    "state-in-graph": with_source(
        "@tf.function\ndef step(batch):\n    global count\n    count += 1\n    return batch / count\n"
    ),
    "part-not-reached": replace(HEALTHY, training=replace(TRAINING, unreached=0.8)),
    "one-label-only": replace(HEALTHY, data=replace(DATA, counts={"1": 480}), loss_calls=()),
    "splits-hold-other-labels": replace(
        HEALTHY, data=replace(DATA, counts={"0": 200, "1": 200}, validation_counts={"2": 60, "3": 60})
    ),
    "rate-too-high-for-loss": replace(
        HEALTHY,
        model=replace(MODEL, parameters=60_000_000, trainable=60_000_000),
        training=replace(TRAINING, losses=(1.1,) * 80, rates=(1e-3,) * 80),
    ),
    "rate-of-sgd": replace(
        HEALTHY, training=replace(TRAINING, optimizer="SGD", losses=(1.1,) * 40, rates=(5e-4,) * 40)
    ),
    "syntax": crashed("SyntaxError", "invalid syntax"),
    "needs-arguments": crashed("SystemExit", "2"),
    "asks-for-input": crashed("EOFError", "EOF when reading a line"),
    "renamed-argument": crashed(
        "TypeError", "TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'"
    ),
    "missing-module": crashed("ModuleNotFoundError", "No module named 'sentencepiece'"),
    "dataset-name": crashed(
        "HfUriError", "Repository id must be 'namespace/name'", 'd = load_dataset("glue", "mnli")\n'
    ),
    "no-token-ids": replace(
        crashed("ValueError", "You have to specify either input_ids or inputs_embeds"),
        data=replace(DATA, columns=("text", "label")),
    ),
    "missing-labels": replace(
        crashed("ValueError", "The model did not return a loss from the inputs, only the following keys: logits."),
        batch=Batch({"input_ids": IDS, "attention_mask": MASK}),
        data=replace(DATA, removed=("text", "desk_id")),
    ),
    "text-in-batch": crashed(
        "ValueError",
        "Unable to create tensor, you should probably activate truncation and/or padding",
        examples={"labels": Values("list", "str", (16,), first=("north",)), "input_ids": IDS},
    ),
    "ragged-batch": crashed(
        "ValueError",
        "Unable to create tensor",
        examples={"labels": Values("list", "int64", (16,), ragged=True), "input_ids": IDS},
    ),
    "removed-column": crashed("KeyError", "'text'"),
    "columns-all-removed": crashed(
        "ValueError",
        "No columns in the dataset match the model's forward method signature: (input_ids, labels). "
        "The following columns have been ignored: [text, desk]. Please check the dataset and model.",
    ),
    "words-not-split": crashed("TypeError", "TextEncodeInput must be Union[TextInputSequence, …]"),
    "no-padding-token": crashed("ValueError", "Asking to pad but the tokenizer does not have a padding token."),
    "no-mask-token": crashed("ValueError", "This tokenizer does not have a mask token which is necessary"),
    "id-beyond-embedding": crashed("IndexError", "index out of range in self", rows=100, most=100),
    "text-too-long": replace(
        crashed("RuntimeError", "The size of tensor a (700) must match the size of tensor b (512)"),
        batch=Batch({"input_ids": replace(IDS, shape=(16, 700))}),
    ),
    "label-beyond-outputs": replace(
        crashed("IndexError", "Target 4 is out of bounds."),
        loss_calls=(LossCall("cross_entropy", False, LOGITS, replace(LABELS, least=1, most=4)),),
        batch=replace(BATCH, inputs={**BATCH.inputs, "labels": replace(LABELS, least=1, most=4)}),
    ),
    "labels-of-another-type": replace(
        crashed("ValueError", "Target size (torch.Size([16])) must be the same as input size (torch.Size([16, 4]))"),
        batch=replace(BATCH, inputs={**BATCH.inputs, "labels": replace(LABELS, dtype="float32")}),
    ),
    "outputs-for-one-number": replace(
        crashed("ValueError", "Target size (torch.Size([16])) must be the same as input size (torch.Size([16, 2]))"),
        model=replace(MODEL, outputs=2),
        batch=replace(BATCH, inputs={**BATCH.inputs, "labels": NUMBERS}),
    ),
    "nothing-trainable": replace(HEALTHY, model=replace(MODEL, trainable=0)),
    "no-parameters": crashed("ValueError", "optimizer got an empty parameter list"),
    "prepare-order": with_source("model, loader, optimizer = accelerator.prepare(model, optimizer, loader)\n"),
    "best-metric-missing": crashed("KeyError", "The `metric_for_best_model` training argument is set to 'eval_f1'"),
    "ignored-label-decoded": replace(
        HEALTHY,
        crash=Crash(
            "OverflowError",
            "out of range integral type conversion attempted",
            (Place("train.py", 9, "tokenizer.batch_decode(labels)"),),
        ),
    ),
    "metric-gets-more": replace(
        HEALTHY,
        crash=Crash(
            "ValueError",
            "setting an array element with a sequence. The requested array has an inhomogeneous shape",
            (Place("train.py", 9, "predictions = np.argmax(logits, axis=-1)"),),
        ),
    ),
    "metric-shapes": crashed(
        "IndexError",
        "boolean index did not match indexed array along axis 1",
        live={"predictions": "array int64 (64, 3)", "labels": "array int64 (64, 20)"},
    ),
    "labels-changed": replace(HEALTHY, data=replace(DATA, changed=350, compared=480)),
    "labels-not-aligned": replace(HEALTHY, data=replace(DATA, misaligned=0.4)),
    "evaluation-shuffled": with_source(
        "eval_loader = DataLoader(datasets['validation'], batch_size=64, shuffle=True)\n"
        "right = [a == b for a, b in zip(found, datasets['validation']['labels'])]\n"
    ),
    "labels-shifted": replace(
        HEALTHY,
        model=GPT,
        batch=Batch({"input_ids": TOKENS, "labels": TOKENS}, labels_are_next=True),
        loss_calls=(),
    ),
    "labels-are-inputs": replace(
        HEALTHY,
        model=replace(MODEL, outputs=None, encoder_decoder=True),
        batch=Batch({"input_ids": TOKENS, "labels": TOKENS}, labels_are_inputs=True),
        loss_calls=(),
    ),
    "decoder-not-shifted": replace(
        HEALTHY,
        model=replace(MODEL, outputs=None, encoder_decoder=True),
        batch=Batch(
            {"input_ids": TOKENS, "labels": TOKENS, "decoder_input_ids": TOKENS}, decoder_labels="decoder_input_ids"
        ),
    ),
    "padding-learned": replace(
        HEALTHY,
        model=replace(MODEL, outputs=None),
        batch=replace(BATCH, inputs={**BATCH.inputs, "labels": IDS}, padding_learned=31),
        loss_calls=(),
    ),
    "padding-read": replace(HEALTHY, batch=replace(BATCH, padding_read=40)),
    "end-never-learned": replace(
        HEALTHY,
        model=GPT,
        tokenizer=Tokenizer(100, padding=2, end=2),
        batch=Batch({"input_ids": TOKENS, "labels": TOKENS}, ends=True),
        loss_calls=(),
    ),
    "one-output-for-classes": replace(
        with_loss("mse_loss", replace(NUMBERS, shape=(16,)), replace(LABELS, dtype="float32")),
        model=replace(MODEL, outputs=1),
    ),
    "targets-not-scaled": with_loss("mse_loss", replace(NUMBERS, most=0.4), replace(NUMBERS, most=1900.0)),
    "log-missing": with_loss("nll_loss", LOGITS, LABELS),
    "softmax-twice": with_loss("cross_entropy", replace(LOGITS, least=0.1, most=0.6), LABELS, sums_to_one=True),
    "loss-of-every-pair": with_loss("mse_loss", replace(NUMBERS, shape=(16, 1)), NUMBERS),
    "other-parameters": replace(HEALTHY, training=replace(TRAINING, foreign=40, left_out=40)),
    "loss-not-connected": replace(HEALTHY, training=replace(TRAINING, reached=False)),
    "loss-outside-tape": replace(
        with_source(
            "with tf.GradientTape() as tape:\n"
            "    logits = model(batch)\n"
            "loss = loss_function(labels, logits)\n"
            "gradients = tape.gradient(loss, model.trainable_variables)\n"
        ),
        training=replace(TRAINING, reached=False),
    ),
    "gradients-all-zero": replace(HEALTHY, training=replace(TRAINING, zero_gradients=100)),
    "gradients-pile-up": replace(HEALTHY, training=replace(TRAINING, old_gradients=99)),
    "accumulated-twice": with_source(
        "accelerator = Accelerator(gradient_accumulation_steps=2)\n"
        "with accelerator.accumulate(model):\n"
        "    if step % 2 == 0:\n"
        "        optimizer.step()\n"
    ),
    "gradients-lost": replace(HEALTHY, training=replace(TRAINING, lost_gradients=50)),
    "loss-without-graph": crashed(
        "RuntimeError", "element 0 of tensors does not require grad and does not have a grad_fn"
    ),
    "function-returns-nothing": crashed(
        "TypeError",
        "default_collate: batch must contain tensors; found <class 'NoneType'>",
        "class Rows(Dataset):\n    def __getitem__(self, index):\n        row = rows[index]\n",
    ),
    "rows-mixed-in-batch": replace(HEALTHY, collated=(90, 128)),
    "columns-counted": replace(
        with_source("class Rows:\n    def __len__(self):\n        return len(self.encodings)\n"),
        counted=("encodings", 2, 480),
    ),
    "sampler-weights-short": replace(HEALTHY, sampler=(3, 480)),
    "columns-added": with_source(
        'def encode(rows):\n    return tokenizer(rows["premise"] + rows["hypothesis"], truncation=True)\n\n\n'
        "data = data.map(encode, batched=True)\n"
    ),
    "target-in-window": with_source(
        "data = timeseries_dataset_from_array(series, targets=series, sequence_length=24)\n"
    ),
    "tokens-taken-for-words": with_source(
        "def predict(words):\n    batch = tokenizer(words, is_split_into_words=True, return_tensors='pt')\n"
        "    ids = model(**batch).logits.argmax(-1)[0]\n    return [(word, names[each]) for word, each in zip(words, ids)]\n"
    ),
    "no-batches": replace(HEALTHY, without_batches=(64, 128)),
    "output-unpacked": crashed(
        "AttributeError",
        "'str' object has no attribute 'backward'",
        "loss, logits = model(**batch)\n\nloss.backward()\n",
    ),
    "history-key-missing": replace(
        crashed("KeyError", "'acc'"),
        crash=Crash("KeyError", "'acc'", (Place("train.py", 3, 'print(history.history["acc"])'),)),
        settings=Settings(logged=("loss", "accuracy")),
    ),
    "input-shape-differs": crashed(
        "RuntimeError",
        "Given groups=1, weight of size [16, 3, 3, 3], expected input[16, 8, 8, 3] to have 3 channels, but got 8 channels instead",
    ),
    "rows-differ": crashed(
        "ValueError",
        "Data cardinality is ambiguous. Make sure all arrays contain the same number of samples.'x' sizes: 64\n'y' sizes: 60",
    ),
    "symbolic-input": crashed("ValueError", "A KerasTensor cannot be used as input to a TensorFlow function."),
    "lists-for-keras": crashed(
        "ValueError", "Unrecognized data type: x=[[1.7, 0.4], [0.9, 2.2]] (of type <class 'list'>)"
    ),
    "argument-unknown": crashed("TypeError", "Adam.__init__() got an unexpected keyword argument 'rate'"),
    "identifier-unknown": crashed("ValueError", "Could not interpret loss identifier: cross-entropy"),
    "not-compiled": crashed("ValueError", "You must call `compile()` before using the model."),
    "file-ending": crashed(
        "ValueError", "Invalid filepath extension for saving. Please add either a `.keras` extension"
    ),
    "texts-for-numbers": crashed("ValueError", "could not convert string to float: 'positive'"),
    "inputs-missing": crashed("ValueError", 'Layer "model" expects 2 input(s), but it received 1 input tensors.'),
    "inputs-not-tensors": crashed("AttributeError", "'list' object has no attribute 'size'"),
    "unpacked-differently": crashed("ValueError", "too many values to unpack (expected 2)"),
    "target-size-differs": crashed(
        "ValueError", "Target size (torch.Size([16])) must be the same as input size (torch.Size([16, 1]))"
    ),
    "class-not-called": crashed("TypeError", "Module.parameters() missing 1 required positional argument: 'self'"),
    "forward-missing": crashed("NotImplementedError", 'Module [Net] is missing the required "forward" function'),
    "evaluation-set-missing": crashed(
        "ValueError", "You have set `args.eval_strategy` but you didn't pass an `eval_dataset` to `Trainer`."
    ),
    "columns-iterated": crashed("TypeError", "string indices must be integers, not 'str'"),
    "table-broken": crashed("ParserError", "Error tokenizing data. C error: Expected 2 fields in line 3, saw 4"),
    "state-of-another-batch": crashed("RuntimeError", "Expected hidden[0] size (1, 12, 2), got [1, 16, 2]"),
    "layer-returns-several": crashed("TypeError", "linear(): argument 'input' (position 1) must be Tensor, not tuple"),
    "names-of-weights-differ": crashed(
        "RuntimeError", 'Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "0.weight", "0.bias".'
    ),
    "super-not-called": crashed("AttributeError", "cannot assign module before Module.__init__() call"),
    "labels-axis-too-many": crashed("RuntimeError", "0D or 1D target tensor expected, multi-target not supported"),
    "batch-of-one": crashed(
        "ValueError", "Expected more than 1 value per channel when training, got input size torch.Size([1, 16])"
    ),
    "number-types-differ": crashed("RuntimeError", "mat1 and mat2 must have the same dtype, but got Double and Float"),
    "lengths-not-sorted": crashed("RuntimeError", "`lengths` array must be sorted in decreasing order when"),
    "rate-set-twice": crashed("TypeError", "This optimizer was created with a `LearningRateSchedule` object as"),
    "training-set-empty": crashed(
        "ValueError", "num_samples should be a positive integer value, but got num_samples=0"
    ),
    "split-not-chosen": crashed(
        "KeyError", "Invalid key: 0. Please first select a split. For example: `my_dataset_dictionary['train'][0]`."
    ),
    "lengths-differ": crashed(
        "RuntimeError", "Sizes of tensors must match except in dimension 0. Expected size 32 but got size 22"
    ),
    "not-serializable": crashed("TypeError", "Object of type ndarray is not JSON serializable"),
    "file-encoding": crashed(
        "UnicodeDecodeError", "'utf-8' codec can't decode byte 0xe9 in position 4: unexpected end of data"
    ),
    "weights-only": crashed("UnpicklingError", "Weights only load failed. This file can still be loaded"),
    "name-moved": crashed("ImportError", "cannot import name 'AdamW' from 'transformers' (transformers/__init__.py)"),
    "name-unknown": replace(
        crashed("AttributeError", "module 'datasets' has no attribute 'load_file'"), versions={"datasets": "4.0.0"}
    ),
    "loss-class-called": crashed(
        "RuntimeError",
        "Boolean value of Tensor with more than one value is ambiguous",
        "logits = model(rows)\n\nloss = torch.nn.CrossEntropyLoss(logits, labels)\n",
    ),
    "condition-of-array": crashed(
        "ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
    ),
    "nan-in-data": spoiled("data", "rows", 3),
    "labels-all-ignored": spoiled("ignored", "labels", 16),
    "nan-in-model": spoiled("outputs", "logits"),
    "nan-in-loss": spoiled("loss"),
    "nan-in-gradients": spoiled("gradients", "0.weight"),
    "training-diverges": replace(
        HEALTHY,
        training=replace(TRAINING, losses=(1.4, 90.0, 8e4, math.nan), not_a_number=NotANumber("outputs", 3)),
    ),
    "half-precision-trained": replace(HEALTHY, training=replace(TRAINING, half=True)),
    "schedule-stands": replace(HEALTHY, training=replace(TRAINING, schedule_steps=0)),
    "warmup-too-long": replace(HEALTHY, training=replace(TRAINING, warmup=500)),
    "rate-unusual": replace(
        HEALTHY,
        model=replace(MODEL, source="checkpoints/tickets"),
        training=replace(TRAINING, rates=(0.05, 0.04), losses=(1.4,) * 20),
    ),
    "evaluation-mode": replace(HEALTHY, training=replace(TRAINING, evaluating=100)),
    "metric-wrong": replace(HEALTHY, metric=Metric({"accuracy": 0.01}, {"accuracy": 0.3}, {}, LOGITS, LABELS)),
    "ignored-labels-counted": replace(
        HEALTHY, metric=Metric({"accuracy": 0.25}, {}, {}, LOGITS, replace(LABELS, shape=(16, 20), ignored=240))
    ),
    "prompts-padded-right": replace(HEALTHY, generation=Generation(padded_right=12)),
    "generation-too-short": replace(
        HEALTHY,
        model=replace(MODEL, outputs=None, encoder_decoder=True),
        batch=replace(BATCH, inputs={"input_ids": IDS, "labels": replace(IDS, shape=(16, 6))}),
        generation=Generation(full=0.7, limit=4),
    ),
    "prompt-decoded": replace(
        HEALTHY,
        source="texts = tokenizer.batch_decode(model.generate(**batch))\nright = [a == b for a, b in zip(texts, steps)]\n",
        generation=Generation(prompt_decoded=True),
    ),
    "batches-counted": with_source("total = len(eval_loader) * eval_loader.batch_size\naccuracy = right / total\n"),
    "texts-cut": replace(HEALTHY, data=replace(DATA, cut=0.9)),
    "examples-shared": replace(HEALTHY, data=replace(DATA, shared=160)),
    "rate-learns-nothing": replace(
        HEALTHY,
        one_batch=OneBatch(
            8,
            20,
            Attempt("AdamW", 5e-3, 1.4, 1.39),
            (Attempt("AdamW", 1e-4, 1.4, 0.5), Attempt("AdamW", 1e-3, 1.4, 1.3)),
        ),
    ),
    "batch-not-learned": replace(
        HEALTHY,
        one_batch=OneBatch(
            8,
            20,
            Attempt("AdamW", 5e-3, 1.4, 1.4),
            (Attempt("AdamW", 1e-4, 1.4, 1.4), Attempt("AdamW", 1e-3, 1.4, 1.4)),
        ),
    ),
    "result-unused": with_source('data = load_dataset("csv")\ndata.shuffle(seed=1)\n'),
    "values-unpacked-in-another-order": with_source(
        "def evaluate(rows):\n    return loss, accuracy\n\n\naccuracy, loss = evaluate(rows)\n"
    ),
    "label-among-features": replace(HEALTHY, batch=replace(BATCH, label_column=3)),
    "first-step-read": with_source(
        "class Net:\n    def __init__(self):\n        self.rnn = nn.LSTM(3, 8, batch_first=True)\n\n"
        "    def forward(self, x):\n        out, _ = self.rnn(x)\n        return self.head(out[:, 0])\n"
    ),
    "special-tokens-missing": replace(
        HEALTHY, model=replace(MODEL, source="checkpoints/tickets"), batch=replace(BATCH, bare=16)
    ),
    "fitted-before-split": with_source(
        "scaler = StandardScaler()\nX = scaler.fit_transform(X)\na, b, c, d = train_test_split(X, y)\n"
    ),
    "counts-not-reset": with_source(
        "hits = 0\nfor epoch in range(3):\n    for x, y in loader:\n        hits += (model(x) == y).sum()\n"
        "    print(hits / len(loader.dataset))\n"
    ),
    "rows-left-in-evaluation": with_source("test_loader = DataLoader(test, batch_size=8, drop_last=True)\n"),
    "decisions-ranked": replace(HEALTHY, ranked=("roc_auc_score", 200, 2)),
    "divided-by-other-rows": with_source(
        "for x, y in test_loader:\n    hits += (model(x) == y).sum()\nprint(hits / len(train_set))\n"
    ),
    "targets-not-scaled-back": with_source(
        "scaler = StandardScaler()\nt = scaler.fit_transform(y_train)\nprint(mean_absolute_error(y_test, predict(x)))\n"
    ),
    "augmentation-cached": with_source("data = data.map(augment).cache().batch(8)\n"),
    "splits-of-two-seeds": with_source(
        'a = image_dataset_from_directory("x", subset="training", seed=1)\n'
        'b = image_dataset_from_directory("x", subset="validation", seed=2)\n'
    ),
    "target-network-stands": with_source(
        "gamma = 0.9\ntarget_net = make()\nfor step in range(9):\n    loss = reward + gamma * target_net(state)\n"
    ),
    "end-of-episode-ignored": with_source(
        "import torch\n\nstates, rewards, done = draw()\ny = rewards + gamma * model(states).max(1).values\n"
    ),
    "divergence-of-wrong-sign": with_source("kl = 0.5 * torch.sum(1 + lv - mu.pow(2) - lv.exp())\nloss = rec + kl\n"),
    "deviation-or-variance": with_source("z = mu + torch.randn_like(mu) * logvar.exp()\n"),
    "triplets-exchanged": with_source("loss = nn.TripletMarginLoss()(anchor, negative, positive)\n"),
    "regularizers-left-out": replace(
        HEALTHY, way="tape", source="with tf.GradientTape() as tape:\n    pass\n", layers=Layers(penalty=0.4)
    ),
    "loss-without-outputs": crashed(
        "TypeError",
        "iteration over a 0-d tensor",
        "def compute_loss(self, model, inputs, return_outputs=False):\n    return loss\n",
        library="transformers",
    ),
    "metrics-not-a-dict": crashed(
        "TypeError",
        "'float' object does not support item assignment",
        "def score(p):\n    return 0.5\n\n\ntrainer = Trainer(compute_metrics=score)\n",
        library="transformers",
    ),
    "no-checkpoint-yet": crashed("ValueError", "No valid checkpoint found in output directory (out)"),
    "no-pooler": replace(
        HEALTHY,
        crash=Crash(
            "IndexError",
            "tuple index out of range",
            (replace(LINE, code="pooled = outputs[1]"),),
            live={"outputs": "last_hidden_state: tensor float32 (2, 4, 64)"},
        ),
    ),
    "hidden-states-not-asked": crashed(
        "AttributeError", "'SequenceClassifierOutput' object has no attribute 'last_hidden_state'"
    ),
    "model-without-head": crashed(
        "TypeError", "BertModel.forward() got an unexpected keyword argument 'labels'", library="torch"
    ),
    "called-too-early": crashed(
        "TypeError",
        "score() missing 1 required positional argument: 'p'",
        "def score(p):\n    return {}\n\n\ntrainer = Trainer(compute_metrics=score())\n",
    ),
    "batch-taken-for-example": crashed(
        "AttributeError", "'list' object has no attribute 'lower'", "rows = data.map(prepare, batched=True)\n"
    ),
    "split-missing": replace(
        HEALTHY,
        crash=Crash(
            "KeyError",
            "'validation'",
            (Place("train.py", 4, 'rows = data["validation"]'),),
            live={"data": "train: Dataset, test: Dataset"},
        ),
    ),
    "tokenizer-not-saved": replace(
        HEALTHY,
        source='model.save_pretrained("best")\ntokenizer = AutoTokenizer.from_pretrained("best")\n',
        crash=Crash(
            "OSError",
            "Can't load tokenizer for 'best'. If you were trying to load it",
            (Place("train.py", 2, 'tokenizer = AutoTokenizer.from_pretrained("best")'),),
        ),
    ),
    "early-stopping-unprepared": crashed("AssertionError", "EarlyStoppingCallback requires metric_for_best_model"),
    "rows-without-names": crashed("TypeError", "vars() argument must have __dict__ attribute"),
    "arguments-of-another-trainer": crashed(
        "AttributeError", "'TrainingArguments' object has no attribute 'generation_config'"
    ),
    "batch-decoded-as-one": crashed("TypeError", "argument 'ids': 'list' object cannot be interpreted as an integer"),
    "step-given-loss": crashed("TypeError", "'Tensor' object is not callable"),
    "plateau-without-value": crashed(
        "TypeError", "ReduceLROnPlateau.step() missing 1 required positional argument: 'metrics'"
    ),
    "outputs-of-another-kind": crashed("AttributeError", "'PredictionOutput' object has no attribute 'logits'"),
    "batch-in-one-argument": crashed("AttributeError", "'dict' object has no attribute 'shape'"),
    "schedule-given-value": replace(HEALTHY, training=replace(TRAINING, schedule_given=("StepLR", 0.43))),
    "curve-of-logits": replace(
        HEALTHY, keras_metrics=(KerasMetric("AUC", replace(LOGITS, shape=(16, 1)), LABELS, 1, threshold=-1e-7),)
    ),
    "itself-among-candidates": with_loss("cross_entropy", replace(LOGITS, shape=(16, 16)), LABELS, itself=True),
    "noisy-target": with_source("out = model(noisy)\nloss = F.mse_loss(out, noisy)\n"),
    "greatest-value-as-class": with_source("hits = (outputs.max(1)[0] == labels).sum()\n"),
    "best-never-updated": with_source(
        "best = 0.0\nfor epoch in range(9):\n    if score > best:\n        torch.save(model.state_dict(), path)\n"
    ),
    "patience-never-reset": with_source(
        "waited = 0\nfor epoch in range(9):\n    if loss < best:\n        best = loss\n    else:\n        waited += 1\n"
        "    if waited > 3:\n        break\n"
    ),
    "best-not-used": with_source("best_state = copy.deepcopy(model.state_dict())\nprint(evaluate(model, test_set))\n"),
    "means-over-rows": with_source(
        "for x, y in loader:\n    total += loss.item()\nprint(total / len(loader.dataset))\n"
    ),
    "trained-in-validation": with_source(
        "for x, y in train_loader:\n    criterion(model(x), y).backward()\n    optimizer.step()\n"
        "for x, y in val_loader:\n    loss = criterion(model(x), y)\n    loss.backward()\n    optimizer.step()\n"
    ),
    "windows-split-at-random": with_source(
        "X = np.stack([series[i : i + width] for i in range(900)])\nparts = train_test_split(X, y)\n"
    ),
    "fakes-stay-fakes": with_source(
        "d_loss = bce(D(fake.detach()), torch.zeros(8, 1))\ng_loss = bce(D(fake), torch.zeros(8, 1))\n"
    ),
    "rate-falls-each-epoch": with_source(
        "scheduler = ExponentialLR(optimizer, gamma=0.1)\nfor epoch in range(20):\n    train()\n    scheduler.step()\n"
    ),
    "evaluation-data-unused": with_source(
        "val_loader = DataLoader(rows, 8)\nfor x in train_loader:\n    step(x)\n"
        "with torch.no_grad():\n    for x in train_loader:\n        measure(x)\n"
    ),
    "clipped-to-nothing": replace(
        HEALTHY,
        source="clip_grad_norm_(model.parameters(), 1e-4)\n",
        training=replace(TRAINING, optimizer="SGD"),
    ),
    "number-as-text": crashed("TypeError", "'<=' not supported between instances of 'float' and 'str'"),
    "validation-split-of-dataset": crashed(
        "ValueError", "Argument `validation_split` is only supported for tensors or NumPy arrays."
    ),
    "metrics-not-a-list": crashed("ValueError", "Expected `metrics` argument to be a list, tuple, or dict."),
    "inputs-fewer-than-forward": crashed("TypeError", "Net.forward() missing 1 required positional argument: 'state'"),
    "module-called": crashed("TypeError", "'module' object is not callable"),
    "brackets-for-parentheses": crashed("TypeError", "'torch.Size' object is not callable"),
    "reshape-impossible": crashed("RuntimeError", "shape '[-1, 50]' is invalid for input of size 1024"),
    "several-numbers-for-one": crashed("RuntimeError", "a Tensor with 32 elements cannot be converted to Scalar"),
    "numbers-joined": crashed("RuntimeError", "zero-dimensional tensor (at position 0) cannot be concatenated"),
    "name-not-defined": crashed("NameError", "name 'F' is not defined"),
    "shapes-do-not-match": crashed(
        "RuntimeError", "The size of tensor a (10) must match the size of tensor b (32) at non-singleton dimension 1"
    ),
    "optimizer-given-model": crashed(
        "TypeError", "optimizer can only optimize Tensors, but one of the params is torch.nn.modules.linear.Linear"
    ),
    "loss-made-a-number": crashed("AttributeError", "'float' object has no attribute 'backward'"),
    "attribute-unset": crashed(
        "AttributeError",
        "'Net' object has no attribute 'fc3'",
        "class Net(nn.Module):\n    def __init__(self):\n        self.fc1 = nn.Linear(2, 2)\n",
    ),
    "batch-iterated": crashed(
        "AttributeError",
        "'str' object has no attribute 'size'",
        "for ids, labels in loader:\n    model(ids)\n",
        live={"ids": "text str", "labels": "text str"},
    ),
    "label-without-value": crashed(
        "ValueError", "Unable to create tensor", examples={"labels": Values("list", "NoneType", (8,))}
    ),
    "targets-not-given": replace(
        HEALTHY,
        source="model.fit(x, epochs=2)\n",
        crash=Crash(
            "ValueError",
            "Attempt to convert a value (None) with an unsupported type",
            (Place("train.py", 1, "model.fit(x, epochs=2)"),),
        ),
    ),
    "repeated-before-split": with_source(
        "rows = rows.sample(900, replace=True)\nparts = train_test_split(rows, test_size=0.2)\n"
    ),
    "target-left-as-it-was": with_source(
        "def augment(img, mask):\n    if random.random() < 0.5:\n        img = img.flip(-1)\n    return img, mask\n"
    ),
    "order-not-restored": with_source(
        "def forward(self, x, lengths):\n    lengths, order = lengths.sort(descending=True)\n"
        "    _, h = self.gru(pack(x[order], lengths))\n    return self.head(h[-1])\n"
    ),
    "returns-reversed": with_source(
        "returns, g = [], 0.0\nfor r in reversed(rewards):\n    g = r + gamma * g\n    returns.append(g)\n"
    ),
    "rate-compounded": with_source("rule = LearningRateScheduler(lambda epoch, lr: lr * 0.9**epoch)\n"),
    "window-stands": with_source(
        "for _ in range(9):\n    value = model(window)\n    window = np.append(window[:-1], value)\n"
    ),
    "configuration-incomplete": crashed(
        "TypeError",
        "<class 'Model'> could not be deserialized properly.",
        "class Positions(Layer):\n    def __init__(self, size, **more):\n        super().__init__(**more)\n\n"
        "    def get_config(self):\n        return super().get_config()\n",
    ),
    "configuration-not-taken": crashed(
        "TypeError",
        "Error when deserializing class 'Block'. Exception encountered: "
        "Block.__init__() got an unexpected keyword argument 'trainable'",
        "class Block(Layer):\n    def __init__(self, size):\n        super().__init__()\n        self.size = size\n\n"
        "    def get_config(self):\n        return {**super().get_config(), 'size': self.size}\n",
    ),
    "vocabulary-counted-short": replace(
        crashed(
            "InvalidArgumentError",
            "indices[9,33] = 369 is not in [0, 369)",
            "model = Sequential([Embedding(len(tok.word_index), 32)])\n",
            rows=369,
            most=369,
        ),
        tokenizer=None,
    ),
    "other-error": crashed("ArithmeticError", "something odd", live={"total": "number int64 0"}),
    "classes-of-one-output": with_loss("cross_entropy", replace(LOGITS, shape=(16, 1)), replace(LABELS, shape=(16, 1))),
    "yes-of-several-outputs": replace(
        crashed(
            "ValueError", "Arguments `target` and `output` must have the same shape. Received: (None, 1), (None, 2)"
        ),
        loss_calls=(LossCall("binary_cross_entropy", True, replace(LOGITS, shape=(16, 2)), LABELS),),
    ),
    "normalization-not-adapted": replace(
        with_source("model = keras.Sequential([layers.Normalization(), layers.Dense(1)])\nmodel.fit(x, y)\n"),
        framework="tf",
    ),
    "shuffled-alone": with_source("np.random.shuffle(x)\nmodel.fit(x, y)\n"),
    "probabilities-compared": replace(
        with_source("found = model.predict(x)\nprint((found == y).mean())\n"), framework="tf"
    ),
    "no-gradient-here": replace(
        crashed("TypeError", "unsupported operand type(s) for *: 'float' and 'NoneType'"),
        crash=Crash(
            "TypeError",
            "unsupported operand type(s) for *: 'float' and 'NoneType'",
            (Place("train.py", 2, "w = w - 0.1 * w.grad"),),
        ),
    ),
    "self-missing": crashed(
        "TypeError",
        "Net.forward() takes 1 positional argument but 2 were given",
        "class Net(nn.Module):\n    def forward(x):\n        return x\n",
    ),
    "rows-come-as-arguments": replace(
        crashed("TypeError", "<lambda>() takes 1 positional argument but 2 were given"),
        framework="tf",
        crash=Crash(
            "TypeError",
            "<lambda>() takes 1 positional argument but 2 were given",
            (Place("train.py", 1, "data = data.map(lambda row: row / 2)"),),
        ),
    ),
}
"""Facts in which each look finds its mistake."""
with (Path(__file__).parent / "messages.csv").open(encoding="utf-8", newline="") as file:
    MESSAGES = [*csv.DictReader(file)]
"""Errors as libraries word them, each with the look that knows it by its message alone."""
for row in MESSAGES:
    SHOWN.setdefault(row["look"], replace(crashed(row["error"], row["message"]), framework=row["framework"]))


def test_every_look_has_facts_that_show_its_mistake() -> None:
    assert sorted(SHOWN) == sorted(look.name for look in LOOKS)


@pytest.mark.parametrize("name", SHOWN)
def test_a_look_finds_its_mistake_first_and_its_words_take_its_values(name: str) -> None:
    findings = diagnose(SHOWN[name]).findings
    assert findings[0].look.name == name
    for language in LANGUAGES:
        for text in (findings[0].look.title, findings[0].look.why, findings[0].look.change):
            assert translate(text, language).format(**findings[0].found.values)


@pytest.mark.parametrize("name", SHOWN)
def test_a_finding_is_shown_on_a_terminal(name: str) -> None:
    facts = SHOWN[name]
    diagnosis = diagnose(facts)
    told = {**report(facts, diagnosis), "ended": "", "printed": "", "exit": 0, "left_out": []}
    title = diagnosis.findings[0].look.title

    def bare(words: str) -> str:
        return "".join(words.replace("`", "").split())

    for language in LANGUAGES:
        shown = io.StringIO()
        show_report(Terminal(Console(file=shown, width=100), language), told)
        assert bare(translate(title, language)) in bare(shown.getvalue()), language


@pytest.mark.parametrize("row", MESSAGES, ids=lambda row: f"{row['look']}-{zlib.crc32(row['message'].encode()):08x}")
def test_an_error_is_known_by_its_message(row: dict[str, str]) -> None:
    facts = replace(crashed(row["error"], row["message"]), framework=row["framework"])
    assert diagnose(facts).findings[0].look.name == row["look"]


def test_nothing_is_found_in_a_program_that_is_right() -> None:
    diagnosis = diagnose(HEALTHY)
    assert diagnosis.findings == []
    assert [missing for _, missing in diagnosis.blind if "crash" not in missing] == []


def test_a_look_that_fails_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COURSE_DOCTOR_DEBUG", raising=False)

    def failing(facts: Facts) -> None:
        raise ZeroDivisionError

    broken = replace(LOOKS[0], name="broken", needs=(), find=failing)
    diagnosis = diagnose(SHOWN["softmax-twice"], (broken, *LOOKS))
    assert [finding.look.name for finding in diagnosis.findings] == ["softmax-twice"]
    assert "broken" in [look.name for look, _ in diagnosis.blind]


def test_what_was_not_seen_is_not_looked_at() -> None:
    diagnosis = diagnose(Facts(source=SOURCE, file="train.py"))
    assert diagnosis.findings == []
    assert len(diagnosis.blind) > len(LOOKS) // 2


def test_what_a_look_refers_to_is_there() -> None:
    known = {case.name for _, case in cases()}
    terms = {term.name for term in TERMS}
    sections = {
        f"{chapter.name} {section.name}"
        for chapter in map(load_chapter, chapter_names())
        for track in chapter.tracks.values()
        for section in (*(fault for part in track.parts for fault in part.faults), *track.further)
    }
    for look in LOOKS:
        assert look.terms, look.name
        assert {*look.terms} <= terms, look.name
        assert {*look.cases} <= known, look.name
        assert not look.read or look.read in sections, look.name


def test_the_line_of_a_model_is_not_that_of_its_tokenizer() -> None:
    source = (
        "tokenizer = AutoTokenizer.from_pretrained(path)\n"
        "model = AutoModelForSequenceClassification.from_pretrained(\n"
        "    path,\n"
        "    num_labels=3,\n"
        ")\n"
    )
    facts = replace(SHOWN["label-beyond-outputs"], source=source)
    place = diagnose(facts).findings[0].found.place
    assert place is not None
    assert (place.line, place.code) == (4, "num_labels=3,")


@pytest.mark.parametrize(
    ("look", "error", "message"),
    [
        ("ragged-batch", "ValueError", "Can't convert non-rectangular Python sequence to Tensor."),
        ("text-too-long", "InvalidArgumentError", "indices[0,12] = 12 is not in [0, 12) [Op:ResourceGather]"),
    ],
)
def test_an_error_is_explained_in_the_words_of_tensorflow_too(look: str, error: str, message: str) -> None:
    assert diagnose(replace(crashed(error, message), framework="tf", way="tape")).findings[0].look.name == look


@pytest.mark.parametrize(
    ("look", "error", "message"),
    [
        ("number-types-differ", "RuntimeError", "expected scalar type Double but found Float"),
        ("number-types-differ", "RuntimeError", "Input type (double) and bias type (float) should be the same"),
        (
            "number-types-differ",
            "InvalidArgumentError",
            "cannot compute MatMul as input #1(zero-based) was expected to be a double tensor but is a float tensor",
        ),
        ("loss-without-graph", "ValueError", "No gradients provided for any variable."),
        (
            "devices-differ",
            "RuntimeError",
            "Input and hidden tensors are not at the same device, found input tensor at cuda:0 and hidden tensor at cpu",
        ),
        (
            "devices-differ",
            "RuntimeError",
            "Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same",
        ),
        (
            "devices-differ",
            "RuntimeError",
            "indices should be either on cpu or on the same device as the indexed tensor (cpu)",
        ),
        ("gpu-in-workers", "RuntimeError", "Cannot re-initialize CUDA in forked subprocess."),
        (
            "number-types-differ",
            "RuntimeError",
            "Input type (torch.cuda.DoubleTensor) and weight type (torch.cuda.FloatTensor) should be the same",
        ),
        (
            "schedule-runs-out",
            "ValueError",
            "Tried to step 441 times. The specified number of total steps is 440",
        ),
        (
            "gpu-number",
            "RuntimeError",
            "Attempting to deserialize object on CUDA device 1 but torch.cuda.device_count() is 1.",
        ),
        ("name-moved", "AttributeError", "module 'numpy' has no attribute 'bool'"),
        ("name-moved", "AttributeError", "'Sequential' object has no attribute 'predict_classes'"),
        ("name-moved", "AttributeError", "BertTokenizer has no attribute encode_plus"),
        ("split-not-chosen", "AttributeError", "'DatasetDict' object has no attribute 'to_tf_dataset'"),
        ("condition-of-array", "RuntimeError", "Boolean value of Tensor with more than one value is ambiguous"),
        ("attribute-not-there", "AttributeError", "'list' object has no attribute 'append_all'"),
        ("attribute-not-there", "AttributeError", "'Net' object has no attribute 'dense'"),
        ("attribute-not-there", "AttributeError", "'Rows' object has no attribute 'next'"),
        ("attribute-not-there", "AttributeError", "'numpy.ndarray' object has no attribute 'append'"),
        ("name-moved", "AttributeError", "'DataFrame' object has no attribute 'append'"),
    ],
)
def test_an_error_is_explained_in_each_of_its_wordings(look: str, error: str, message: str) -> None:
    assert diagnose(crashed(error, message)).findings[0].look.name == look


@pytest.mark.parametrize(
    "rates",
    [
        # each training begins with a warmup
        [*([0.0, 1e-3, 2e-3, 1e-3] * 10), *([0.0, 1e-3, 2e-3, 1e-3] * 10)],
        [0.0] * 8 + [1e-3] * 20,
    ],
)
def test_a_rate_of_0_from_which_a_warmup_begins_is_none_that_has_gone(rates: list[float]) -> None:
    facts = replace(HEALTHY, training=replace(TRAINING, rates=tuple(rates)))
    assert "rate-gone-early" not in [finding.look.name for finding in diagnose(facts).findings]


@pytest.mark.parametrize(
    ("ends_at_zero", "planned", "found"), [(True, 40, True), (True, 190, False), (False, 40, False)]
)
def test_a_schedule_that_ends_long_before_the_training_is_found_whatever_was_watched(
    ends_at_zero: bool, planned: int, found: bool
) -> None:
    training = replace(TRAINING, planned=planned, ends_at_zero=ends_at_zero)
    facts = replace(HEALTHY, training=training, settings=Settings(epochs=5, epoch_steps=40))
    assert ("rate-gone-early" in [each.look.name for each in diagnose(facts).findings]) == found


@pytest.mark.parametrize(
    ("length", "found"),
    [
        ("len(rows) * epochs", True),
        ("len(rows) // 8 * epochs", False),
        ("math.ceil(len(rows) / accum)", False),
        ("divmod(len(rows), accum)[0] * epochs", False),
        ("len(range(0, len(rows), accum)) * epochs", False),
    ],
)
def test_a_path_with_a_slash_divides_nothing(length: str, found: bool) -> None:
    shown = SHOWN["schedule-of-micro-batches"]
    source = shown.source.replace("len(rows) * epochs", length)
    facts = replace(shown, source=f"train = load('data/train.json')\nrows = DataLoader(train)\n{source}")
    assert (found_in(facts)[:1] == ["schedule-of-micro-batches"]) == found


@pytest.mark.parametrize(
    ("given", "look"),
    [
        ("given = outputs.argmax(dim=1)", "loss-without-graph"),
        ("given = (outputs > 0).float()", "loss-without-graph"),
        ("_, given = torch.max(outputs, 1)", "loss-without-graph"),
        ("given = outputs.max(1)[1]", "loss-without-graph"),
        ("given = outputs", "labels-of-another-type"),
        ("given = given", "labels-of-another-type"),
        ("given = outputs[labels != 0]", "labels-of-another-type"),
    ],
)
def test_a_loss_of_predicted_classes_is_known_by_what_it_gets(given: str, look: str) -> None:
    source = f"{given}\nloss = criterion(given, labels).mean()\n"
    facts = crashed(
        "RuntimeError",
        "Expected floating point type for target with class probabilities, got Long",
        source,
    )
    assert facts.crash is not None
    place = Place(facts.file, 2, "loss = criterion(given, labels).mean()")
    (finding, *_) = diagnose(replace(facts, crash=replace(facts.crash, places=(place,)))).findings
    assert finding.look.name == look


def test_vectors_of_an_embedding_are_small_at_first() -> None:
    shown = SHOWN["inputs-too-small"]
    embedded = replace(shown, source=f"{shown.source}\ntable = keras.layers.Embedding(60, 8)\n")
    assert [found_in(each)[:1] for each in (shown, embedded)] == [["inputs-too-small"], []]


def test_a_loss_that_a_layer_adds_is_no_penalty() -> None:
    shown = SHOWN["penalty-outweighs"]
    added = replace(shown, source="self.add_loss(ops.mean(ops.square(y - value)))\n")
    assert [found_in(each)[:1] for each in (shown, added)] == [["penalty-outweighs"], []]


@pytest.mark.parametrize(
    ("path", "name", "found"), [("bert-base", "untrained", True), ("", "untrained", False), ("", "model", True)]
)
def test_a_model_that_has_learned_nothing_may_be_there_to_compare(path: str, name: str, found: bool) -> None:
    used = UsedModel("BertModel", path, fresh=200, total=200)
    facts = replace(with_source(f"{name} = AutoModel.from_config(config)\n"), tested=(used,))
    assert ("untrained-model-tested" in found_in(facts)) == found


def test_a_callback_that_has_not_chosen_its_direction_yet_is_not_held_for_wrong() -> None:
    class Callback:
        monitor_op = None
        monitor = "val_accuracy"

    assert [direction(Callback, mode) for mode in ("max", "min", "auto")] == ["greater", "less", ""]


def direction(kind: type, mode: str) -> str:
    callback = kind()
    callback.mode = mode
    return _direction(callback)


def test_a_last_batch_of_one_row_is_found_before_the_training_comes_to_it() -> None:
    facts = replace(HEALTHY, last_alone=(1617, 16))
    assert [each.look.name for each in diagnose(facts).findings] == ["batch-of-one"]


@pytest.mark.parametrize("test", ["len(rows) < 2", "rows.shape[0] == 1", "rows.size(0) <= 1"])
def test_a_batch_of_one_row_may_be_left_out(test: str) -> None:
    source = f"for rows in loader:\n    if {test}:\n        continue\n    step(rows)\n"
    assert "batch-of-one" not in found_in(replace(HEALTHY, source=source, last_alone=(1617, 16)))


@pytest.mark.parametrize(("last", "decoder", "found"), [(0.05, False, False), (1.3, False, True), (0.05, True, True)])
def test_what_was_cut_is_not_missed_where_the_classes_are_learned(last: float, decoder: bool, found: bool) -> None:
    training = replace(TRAINING, losses=(1.4,) * 10 + (last,) * 10)
    facts = replace(HEALTHY, model=replace(MODEL, decoder=decoder), training=training, data=replace(DATA, cut=0.95))
    assert ("texts-cut" in found_in(facts)) == found


@pytest.mark.parametrize(("batched", "ends", "found"), [(True, 40, True), (True, 190, False), (False, 40, False)])
def test_a_schedule_of_keras_that_ends_long_before_the_training_is_found(batched: bool, ends: int, found: bool) -> None:
    training, settings = replace(TRAINING, decay_ends=ends), Settings(epochs=5, epoch_steps=40, batched=batched)
    facts = replace(HEALTHY, training=training, settings=settings)
    assert ("rate-gone-early" in [each.look.name for each in diagnose(facts).findings]) == found


@pytest.mark.parametrize(("loop", "found"), [("for epoch in range(9)", True), ("for e in range(members)", False)])
def test_the_members_of_an_ensemble_are_no_epochs(loop: str, found: bool) -> None:
    source = f"{loop}:\n    net = Net()\n    train(net, Adam(net.parameters()))\n    members.append(net)\n"
    facts = replace(with_source(source), training=replace(TRAINING, models=4))
    assert ("model-made-anew" in found_in(facts)) == found


@pytest.mark.parametrize(("spread", "found"), [(1.0, False), (40.0, True)])
def test_a_loss_of_several_terms_tells_nothing_of_the_weights(spread: float, found: bool) -> None:
    facts = with_loss("cross_entropy", replace(LOGITS, least=-spread, most=spread), LABELS)
    facts = replace(facts, layers=Layers(large=("w",)), training=replace(TRAINING, losses=(9.1, 8.0, 7.0, 5.0)))
    assert ("weights-too-large" in found_in(facts)) == found


@pytest.mark.parametrize(("since", "found"), [(4, False), (60, True)])
def test_a_model_that_stays_in_evaluation_mode_after_its_first_evaluation_is_found(since: int, found: bool) -> None:
    facts = replace(HEALTHY, training=replace(TRAINING, evaluating=since, since_evaluation=since))
    assert ("evaluation-mode" in [each.look.name for each in diagnose(facts).findings]) == found


def test_a_loss_that_is_no_number_at_a_rate_that_is_only_tried_is_no_mistake() -> None:
    shown = SHOWN["nan-in-loss"]
    assert shown.training is not None
    tried = replace(shown, training=replace(shown.training, models=3, highest=(1e-4, 0.1, 2.0)))
    assert [found_in(each)[:1] for each in (shown, tried)] == [["nan-in-loss"], []]


def test_a_program_that_asks_for_gradients_alone_misses_no_step() -> None:
    attack = replace(SHOWN["step-missing"], source="inputs = inputs + inputs.grad.sign()\n")
    assert "step-missing" not in found_in(attack)


def test_a_loop_over_labelled_rows_is_not_left_early_by_a_training_that_stops() -> None:
    source = (
        "for epoch in range(90):\n    for (a, b), c in zip(labelled, unlabelled):\n        train(a, b, c).backward()\n"
        "        optimizer.step()\n    if score < best:\n        break\n"
    )
    assert "loop-left-early" not in found_in(replace(SHOWN["loop-left-early"], source=source))


def test_micro_batches_in_a_loop_of_their_own_are_accumulated() -> None:
    source = SHOWN["accumulation-without-context"].source + (
        "for batch in rows:\n    for part in batch.split(8):\n        accelerator.backward(model(part).loss)\n    optimizer.step()\n"
    )
    assert "accumulation-without-context" not in found_in(with_source(source))


def test_a_second_training_may_do_without_accelerate() -> None:
    shown = SHOWN["backward-without-accelerator"]
    both = replace(shown, source=shown.source + "accelerator.backward(loss)\n")
    assert ["backward-without-accelerator" in found_in(each) for each in (shown, both)] == [True, False]


@pytest.mark.parametrize(("last", "found"), [(1.3, True), (0.2, False)])
def test_much_weight_decay_is_wanted_where_the_loss_falls_all_the_same(last: float, found: bool) -> None:
    facts = replace(HEALTHY, training=replace(TRAINING, decay=1.0, losses=(1.4, *(last,) * 40)))
    assert ("decay-unusual" in found_in(facts)) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("direction = inputs.grad.sign()", False),
        ("fisher[name] += weight.grad ** 2", False),
        ("weight.grad.zero_() if weight.grad is not None else None", True),
        ("weight.grad = None", True),
        ("penalty = torch.autograd.grad(score, inputs)", True),
    ],
)
def test_gradients_that_a_program_reads_are_not_lost(line: str, found: bool) -> None:
    facts = replace(SHOWN["gradients-lost"], source=line)
    assert ("gradients-lost" in found_in(facts)) == found


def test_a_rate_that_is_0_between_two_trainings_has_gone() -> None:
    facts = replace(HEALTHY, training=replace(TRAINING, rates=(2e-3, 1e-3, *([0.0] * 20), 2e-3, 1e-3)))
    assert "rate-gone-early" in [finding.look.name for finding in diagnose(facts).findings]


def test_the_weights_of_another_model_are_no_part_that_is_not_reached() -> None:
    facts = replace(HEALTHY, training=replace(TRAINING, foreign=40, left_out=40, unreached=1.0))
    assert [finding.look.name for finding in diagnose(facts).findings] == ["other-parameters"]


def test_what_is_missing_from_texts_that_are_cut_was_cut() -> None:
    assert HEALTHY.data is not None
    data = replace(HEALTHY.data, unread=("text",), cut=0.82)
    assert found_in(replace(HEALTHY, data=data)) == ["texts-cut"]


def test_half_precision_is_the_one_cause_of_the_nan_that_comes_of_it() -> None:
    training = replace(TRAINING, losses=(1.4, math.nan), half=True, not_a_number=NotANumber("loss", 1))
    assert found_in(replace(HEALTHY, training=training)) == ["half-precision-trained"]


def test_a_metric_that_makes_columns_of_its_labels_is_right() -> None:
    column = replace(METRIC, perfect={"mae": 0.0}, wrong={"mae": 900.0}, flat={"mae": 1.8})
    assert diagnose(replace(HEALTHY, metric=column)).findings == []


@pytest.mark.parametrize(("least", "most", "each"), [(-1.0, 1.0, True), (0.0, 1.2, False)])
def test_targets_that_are_left_out_or_softened_are_no_mistake(least: float, most: float, each: bool) -> None:
    targets = replace(NUMBERS, least=least, most=most)
    facts = with_loss("binary_cross_entropy_with_logits", replace(LOGITS, shape=(16,)), targets, each=each)
    assert diagnose(facts).findings == []


def test_a_metric_of_a_causal_model_that_shifts_its_predictions_is_not_wrong() -> None:
    metric = Metric({"accuracy": 0.0}, {"accuracy": 0.0}, {}, replace(LABELS, shape=(16, 20)), replace(IDS))
    assert diagnose(replace(HEALTHY, model=GPT, metric=metric)).findings == []


def test_a_loss_outside_the_tape_is_named_once() -> None:
    names = [finding.look.name for finding in diagnose(SHOWN["loss-outside-tape"]).findings]
    assert names == ["loss-outside-tape"]


def test_rows_that_are_sorted_by_label_are_not_taken_for_rows_of_one_label() -> None:
    one = LossCall("cross_entropy", True, LOGITS, replace(LABELS, least=0, most=0, distinct=1))
    sorted_rows = replace(
        HEALTHY,
        loss_calls=(one,) * 8,
        data=replace(DATA, counts={"0": 128}, rows=128),
        training=replace(TRAINING, rows=128, rows_there=480),
    )
    assert [finding.look.name for finding in diagnose(sorted_rows).findings] == ["not-shuffled"]
    whole = replace(sorted_rows, training=replace(TRAINING, rows=128, rows_there=128))
    assert [finding.look.name for finding in diagnose(whole).findings] == ["one-label-only"]


def test_a_column_of_one_label_is_no_mistake_where_the_loss_has_other_targets() -> None:
    places = LossCall("cross_entropy", True, LOGITS, replace(LABELS, least=0, most=3, distinct=4))
    facts = replace(HEALTHY, loss_calls=(places,), data=replace(DATA, counts={"1": 480}))
    assert diagnose(facts).findings == []


MIXED = {
    "by names": "class Net:\n    def forward(self, x):\n        b, t, f = x.shape\n        x = x.reshape(t, b, f)\n",
    "by a tuple": "n, h, w, c = images.size()\nif n > 2:\n    images = images.view((n, c, h, w))\n",
    "by a constant": "images = rng.uniform(size=(n, SIDE, SIDE, 3))\nx = images.reshape(-1, 3, SIDE, SIDE)\n",
    "in TensorFlow": "def call(self, x):\n    b, t, f = tf.shape(x)\n    return tf.reshape(x, [b, f, t])\n",
}


@pytest.mark.parametrize("name", MIXED)
def test_axes_that_are_exchanged_by_their_lengths_are_found(name: str) -> None:
    assert [finding.look.name for finding in diagnose(with_source(MIXED[name])).findings] == ["axes-mixed"]


def test_logits_that_happen_to_lie_between_0_and_1_are_no_probabilities() -> None:
    (call, *_) = SHOWN["sigmoid-twice"].loss_calls
    known = replace(HEALTHY, loss_calls=(replace(call, activation="addmm"),) * 3)
    assert diagnose(known).findings == []
    (finding,) = diagnose(replace(HEALTHY, loss_calls=(replace(call, activation="sigmoid"),) * 3)).findings
    assert finding.found.confidence == "certain"


@pytest.mark.parametrize(
    ("outputs", "targets", "sure"),
    [
        ((16, 1), (16,), ["certain"]),
        # a row of weights, or of targets that all share, may be meant
        ((16, 4), (1, 4), ["likely"]),
        # the distances of all pairs are
        ((16, 8, 1), (16, 1, 8), []),
    ],
)
def test_a_loss_of_two_shapes_is_only_certain_where_nobody_means_it(
    outputs: tuple[int, ...], targets: tuple[int, ...], sure: list[str]
) -> None:
    facts = with_loss("mse_loss", replace(NUMBERS, shape=outputs), replace(NUMBERS, shape=targets))
    assert [finding.found.confidence for finding in diagnose(facts).findings] == sure


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("a = nn.Sigmoid()\nb = nn.ReLU()\nmodel = nn.Sequential(a, b, nn.Sigmoid())\n", 3),
        ('a = Dense(8, activation="relu")\nb = Dense(1, activation="sigmoid")\nc = Dense(1)\n', 2),
    ],
)
def test_the_line_of_the_last_activation_is_shown(source: str, line: int) -> None:
    (finding, *_) = diagnose(replace(SHOWN["output-cannot-reach"], source=source)).findings
    assert finding.found.place is not None and finding.found.place.line == line


def test_a_few_targets_beyond_an_activation_are_no_mistake() -> None:
    shown = SHOWN["output-cannot-reach"]
    kept = replace(shown, loss_calls=(replace(shown.loss_calls[0], each=True),))
    # what a loss returns for each target, a program may leave out
    assert diagnose(kept).findings == []
    few = with_loss("mse_loss", LOGITS, replace(NUMBERS, shape=LOGITS.shape), activation="tanh", beyond=0.01)
    assert diagnose(few).findings == []


WORDINGS = {
    "a function with a setting that has a default": (
        "fitted-again",
        "def ids(texts, length=20):\n    words = TextVectorization(output_sequence_length=length)\n    words.adapt(texts)\n    return words(texts)\n\n\n"
        "x = ids(train_texts)\nx_test = ids(test_texts)\n",
    ),
    "noisy copies before the split": (
        "repeated-before-split",
        "every = [images]\nfor _ in range(4):\n    noisy = images + rng.normal(0, 0.05, size=images.shape)\n    every.append(noisy)\n"
        "images = np.concatenate(every)\nx_train, x_test = train_test_split(images, test_size=0.2)\n",
    ),
    "the last value of each window": (
        "target-in-window",
        "rows = keras.utils.timeseries_dataset_from_array(data=values, targets=values[24 - 1:], sequence_length=24)\n",
    ),
    "fitted in a function to what it makes of its rows": (
        "fitted-again",
        "words = TextVectorization()\n\n\ndef prepare(frame):\n    text = frame.text.to_numpy()\n    words.adapt(text)\n    return words(text)\n\n\n"
        "x = prepare(train)\nx_valid = prepare(valid)\n",
    ),
    "a column of predictions from a loader that a function shuffles": (
        "collected-in-another-order",
        "def loader(rows):\n    return DataLoader(rows, batch_size=32, shuffle=True)\n\n\ntest_rows = loader(test)\nfound = []\n"
        "for batch in test_rows:\n    found.extend(model(batch).argmax(-1).tolist())\ntable['predicted'] = found\n",
    ),
    "outputs that a function collects": (
        "collected-in-another-order",
        "rows = DataLoader(TensorDataset(x, y), batch_size=64, shuffle=True)\n\n\ndef outputs(model, loader):\n    with torch.no_grad():\n"
        "        return torch.cat([model(x) for x, _ in loader]).numpy()\n\n\ntaught = outputs(teacher, rows)\n"
        "pupils = DataLoader(TensorDataset(x, y, taught), batch_size=64)\n",
    ),
    "outputs of several models in several orders": (
        "collected-in-another-order",
        "rows = DataLoader(test, batch_size=64, shuffle=True)\n\n\ndef predict(model, loader):\n"
        "    return torch.cat([model(x).softmax(1) for x in loader])\n\n\nblend = 0\nfor model in models:\n"
        "    blend += predict(model, rows) / len(models)\nprint((blend.argmax(1) == y_test).float().mean())\n",
    ),
    "a sum of each row beside a mean": (
        "sum-beside-mean",
        "def loss(x, out, mean, log_var):\n    fit = F.binary_cross_entropy(out, x)\n"
        "    kl = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp(), dim=1)\n    return fit + kl.mean()\n",
    ),
    "a sum that is divided by the number of rows beside a mean": (
        "sum-beside-mean",
        "def loss(x, out, mean, log_var):\n    fit = F.mse_loss(out, x)\n"
        "    kl = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp())\n    kl /= x.size(0)\n    return fit + kl\n",
    ),
    "a split that is drawn anew, in a loop of one's own": (
        "split-reshuffled",
        "rows = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000, seed=3)\n"
        "train = rows.take(800).batch(32)\ntest = rows.skip(800).batch(32)\n",
    ),
    "classes that a function numbers": (
        "splits-numbered-apart",
        "def load(path):\n    table = pd.read_csv(path)\n    codes, names = pd.factorize(table.kind)\n    return table, codes\n\n\n"
        "x, y = load('train.csv')\nx_test, y_test = load('test.csv')\n",
    ),
    "classes that a data set numbers": (
        "splits-numbered-apart",
        "class Rows:\n    def __init__(self, rows):\n        kinds = list(dict.fromkeys(row['kind'] for row in rows))\n"
        "        self.label2id = {kind: place for place, kind in enumerate(kinds)}\n\n\n"
        "train = Rows(train_rows)\ntest = Rows(test_rows)\n",
    ),
    "classes that are called something else": (
        "splits-numbered-apart",
        "class Rows:\n    def __init__(self, rows):\n        desks = list(dict.fromkeys(row['desk'] for row in rows))\n"
        "        self.desk_to_id = {desk: place for place, desk in enumerate(desks)}\n\n\n"
        "train = Rows(train_rows)\ntest = Rows(test_rows)\n",
    ),
    "a number that a loop of the class sets": (
        "state-in-graph",
        "class Trainer:\n    def __init__(self):\n        self.weight = 0.0\n\n    @tf.function\n    def step(self, x):\n"
        "        return self.likelihood(x) + self.weight * self.divergence(x)\n\n    def run(self, rows):\n"
        "        for epoch in range(20):\n            self.weight = min(1.0, epoch / 10)\n            for x in rows:\n"
        "                self.step(x)\n",
    ),
    "windows that have a name": (
        "windows-split-at-random",
        "windows, targets = [], []\nfor at in range(len(series) - 24):\n    past = series[at:at + 24]\n"
        "    windows.append(past - past[-1])\n    targets.append(series[at + 24])\n"
        "rows = TensorDataset(torch.tensor(windows), torch.tensor(targets))\ntrain, test = random_split(rows, [800, 200])\n",
    ),
    "a loss that is called after the bound": (
        "divergence-of-wrong-sign",
        "def elbo_loss(out, x, mean, log_var):\n    kl = 0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp())\n"
        "    return F.mse_loss(out, x) + kl\n",
    ),
    "copies that are put together with the rest": (
        "repeated-before-split",
        "copies = rare.sample(len(common), replace=True)\nrows = pd.concat([common, copies]).sample(frac=1).reset_index(drop=True)\n"
        "train, test = train_test_split(rows, test_size=0.2)\n",
    ),
    "images whose channels are to come first": (
        "axes-mixed",
        "images = np.zeros((500, 16, 16, 3))\nx = torch.from_numpy(images.reshape(-1, 3, 16, 16)).float()\n",
    ),
    "a vocabulary that a function makes": (
        "vocabulary-of-each-split",
        "def prepare(texts):\n    word2id = {word: place for place, word in enumerate({*texts})}\n    return [word2id[word] for word in texts]\n\n\n"
        "x = prepare(train_texts)\nx_test = prepare(test_texts)\n",
    ),
    "fitted in a function": (
        "fitted-again",
        "def prepare(texts):\n    words = TextVectorization()\n    words.adapt(texts)\n    return words(texts)\n\n\n"
        "x = prepare(train.text)\nx_test = prepare(test.text)\n",
    ),
    "fitted in a method": (
        "fitted-again",
        "class Router:\n    def prepare(self, texts):\n        words = TextVectorization()\n        words.adapt(texts)\n        return words(texts)\n\n"
        "    def train(self):\n        self.model.fit(self.prepare(self.read('train')))\n\n"
        "    def measure(self, split):\n        return self.model.predict(self.prepare(self.read(split)))\n",
    ),
    "fitted in a function, and made outside": (
        "fitted-again",
        "def prepare(texts):\n    words.adapt(texts)\n    return words(texts)\n\n\n"
        "words = TextVectorization()\nx, x_val = prepare(train_texts), prepare(val_texts)\n",
    ),
    "adapted twice": ("fitted-again", "layer.adapt(x_train)\na = layer(x_train)\nlayer.adapt(x_test)\n"),
    "shuffled one after the other": ("labels-changed", "np.random.shuffle(x_train)\nnp.random.shuffle(y_train)\n"),
    "two permutations": (
        "labels-changed",
        "def load():\n    X = X[rng.permutation(len(X))]\n    y = y[rng.permutation(len(y))]\n    return X, y\n",
    ),
    "another one made to predict": (
        "fitted-again",
        "def train(texts):\n    words = Tokenizer()\n    words.fit_on_texts(texts)\n    model.fit(words(texts))\n\n\n"
        "def classify(texts):\n    words = Tokenizer()\n    words.fit_on_texts(texts)\n    return model.predict(words(texts))\n",
    ),
    "another one to predict": (
        "fitted-again",
        "words = make()\nwords.adapt(x_train)\nmodel.fit(words(x_train))\n"
        "again = make()\nagain.adapt(reviews)\nmodel.predict(again(reviews))\n",
    ),
    "a function that makes a loss": (
        "loss-function-arguments",
        "def weighted(weight):\n    def loss(outputs, labels):\n        return weight * outputs * labels\n\n    return loss\n\n\n"
        "model.compile('adam', loss=weighted(2.0))\n",
    ),
    "fitted again to predict": (
        "fitted-again",
        "x = scaler.fit_transform(x)\n\n\ndef predict_price(km):\n    return model(scaler.fit_transform([[km]]))\n",
    ),
    "set by a callback": (
        "state-in-graph",
        "class Own(keras.Model):\n    def __init__(self):\n        self.weight, self.other = 0.0, 1\n\n"
        "    def train_step(self, data):\n        return self.weight * loss(data)\n\n\n"
        "class Rising(keras.callbacks.Callback):\n    def on_epoch_begin(self, epoch, logs=None):\n"
        "        self.model.weight = epoch / 10\n",
    ),
    "set around fit": (
        "state-in-graph",
        "class Own(keras.layers.Layer):\n    def __init__(self, rate):\n        self.rate = rate\n\n"
        "    def call(self, x):\n        return self.rate * x\n\n\n"
        "layer = Own(0.1)\nfor epoch in range(9):\n    layer.rate *= 0.9\n    model.fit(x, y)\n",
    ),
}
"""Sources of programs with a mistake that has other wordings, too."""


def test_labels_that_the_validation_set_lacks_are_told_where_chance_is_none() -> None:
    counts = {"0": 50, "1": 50, "2": 20}
    lacking = replace(HEALTHY, data=replace(DATA, counts=counts, validation_counts={"2": 30}))
    assert found_in(lacking)[0] == "splits-hold-other-labels"
    few = replace(HEALTHY, data=replace(DATA, counts={"0": 90, "1": 10}, validation_counts={"0": 40}))
    assert "splits-hold-other-labels" not in found_in(few)


def test_thresholds_may_be_chosen_for_each_of_several_labels() -> None:
    of_thresholds = SHOWN["argmax-axis"]
    assert found_in(of_thresholds)[0] == "argmax-axis"
    several = LossCall(
        "binary_cross_entropy_with_logits", False, LOGITS, replace(LOGITS, least=0.0, most=1.0, distinct=2)
    )
    assert "argmax-axis" not in found_in(replace(of_thresholds, loss_calls=(several,)))


def test_a_model_that_nobody_trains_may_be_frozen() -> None:
    frozen = replace(HEALTHY, model=replace(MODEL, trainable=0))
    assert found_in(frozen)[0] == "nothing-trainable"
    assert "nothing-trainable" not in found_in(replace(frozen, way="", training=None, one_batch=None))


@pytest.mark.parametrize(
    "training",
    [replace(TRAINING, moved=True), replace(TRAINING, foreign=1)],
    ids=["before it was frozen", "something else"],
)
def test_a_model_may_be_frozen_once_it_is_trained_or_where_something_else_is(training: Training) -> None:
    frozen = replace(HEALTHY, model=replace(MODEL, trainable=0))
    assert "nothing-trainable" in found_in(frozen)
    assert "nothing-trainable" not in found_in(replace(frozen, training=training))


LETTERS = "ids = {letter: place for place, letter in enumerate('ACGT')}\n"
MASKED = "embed = Embedding(4, 8, mask_zero=True)\n"


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        (LETTERS, True),
        # the classes are numbered, and rare words left out
        (
            "label_ids = {label: place for place, label in enumerate(names)}\nrow = [ids.get(word, 0) for word in text]\n",
            False,
        ),
        ("label_ids = {label: place for place, label in enumerate(names)}\n", False),
        ("words = {place: word for place, word in enumerate(names)}\n", False),
        ("names = ['<pad>', *words]\nids = {word: place for place, word in enumerate(names)}\n", False),
    ],
)
def test_a_token_that_is_masked_as_padding_is_one_that_the_program_numbers_with_0(numbers: str, found: bool) -> None:
    facts = replace(with_source(numbers + MASKED), batch=replace(BATCH, zeros_inside=0.9))
    assert ("token-taken-for-padding" in found_in(facts)) == found


def test_a_metric_that_asks_for_a_tuple_decodes_what_it_takes_of_it() -> None:
    source = (
        "def score(given):\n    found, right = given\n    if isinstance(found, tuple):\n        found = found[0]\n"
        "    texts = tokenizer.batch_decode(found)\n\n\ntrainer = Seq2SeqTrainer(compute_metrics=score)\n"
    )
    crash = replace(
        SHOWN["logits-decoded"].crash, places=(Place("train.py", 5, "texts = tokenizer.batch_decode(found)"),)
    )
    facts = replace(SHOWN["logits-decoded"], source=source, crash=crash, metric=replace(METRIC, parts=2))
    assert found_in(facts)[0] == "logits-decoded"
    taken = "    if isinstance(found, tuple):\n        found = found[0]\n"
    crash = replace(crash, places=(Place("train.py", 3, "texts = tokenizer.batch_decode(found)"),))
    assert found_in(replace(facts, source=source.replace(taken, ""), crash=crash))[0] == "metric-gets-more"


@pytest.mark.parametrize("name", WORDINGS)
def test_a_mistake_is_found_in_another_wording(name: str) -> None:
    look, source = WORDINGS[name]
    found = diagnose(replace(with_source(source), way="keras", framework="tf")).findings
    assert [finding.look.name for finding in found] == [look]


def test_what_came_before_a_training_of_the_head_alone_is_not_held_against_it() -> None:
    training = replace(
        TRAINING,
        rates=(*(1e-3,) * 60, *(1e-2,) * 20),
        losses=(*(1.6 - each / 50 for each in range(60)), 5.2, *(2.0,) * 19),
    )
    facts = replace(
        HEALTHY,
        model=replace(MODEL, trainable=MODEL.parameters // 20),
        training=training,
        tokenizer=None,
        one_batch=None,
    )
    assert diagnose(facts).findings == []


@pytest.mark.parametrize(
    ("line", "look"),
    [
        ('classify = pipeline("sentiment-analysis", model="best")', "tokenizer-not-saved"),
        ('classify = pipeline("sentiment-analysis", model="best", tokenizer="best")', "other-error"),
    ],
)
def test_a_pipeline_loads_a_tokenizer_unless_it_is_given_one(line: str, look: str) -> None:
    message = "stat: path should be string, bytes, os.PathLike or integer, not NoneType"
    crash = Crash("TypeError", message, (Place("train.py", 2, line),))
    found = diagnose(replace(HEALTHY, source=f'trainer.save_model("best")\n{line}\n', crash=crash)).findings
    assert [finding.look.name for finding in found] == [look]


@pytest.mark.parametrize(
    ("model", "last", "look"),
    [
        ({"source": "checkpoints/bert"}, 1.4, ["rate-unusual"]),
        ({"part_source": "checkpoints/bert"}, 1.4, ["rate-unusual"]),
        ({"source": "checkpoints/bert"}, 1.0, []),
        ({}, 1.4, []),
    ],
)
def test_a_rate_at_which_a_loaded_model_learns_nothing_is_unusual(
    model: dict[str, str], last: float, look: list[str]
) -> None:
    training = replace(TRAINING, rates=(5e-3,) * 100, losses=(1.4, *(last,) * 99))
    facts = replace(HEALTHY, model=replace(MODEL, **model), training=training, tokenizer=None, one_batch=None)
    assert [finding.look.name for finding in diagnose(facts).findings] == look


@pytest.mark.parametrize(("high", "look"), [(1, []), (4, ["rate-unusual"])])
def test_a_loss_has_run_away_if_it_stays_high_for_more_than_one_batch(high: int, look: list[str]) -> None:
    # the last batch of an epoch, of a few rows
    losses = (0.2, *(0.1,) * 20, *(0.7,) * high, *(0.02,) * 20)
    facts = replace(HEALTHY, training=replace(TRAINING, rates=(1e-2,) * len(losses), losses=losses), one_batch=None)
    assert [finding.look.name for finding in diagnose(facts).findings] == look


def test_a_loaded_model_that_drops_out_units_is_evaluated_in_training_mode() -> None:
    for loaded, look in (((200, 200), ["dropout-in-evaluation"]), ((0, 200), []), ((1, 1), [])):
        facts = replace(HEALTHY, training=replace(TRAINING, loaded_dropout=loaded, measured=8))
        assert [finding.look.name for finding in diagnose(facts).findings] == look


def test_the_name_of_a_file_that_asks_for_a_missing_value_is_explained() -> None:
    message = "'Failed to format this callback filepath: \"w-{val_acc}.keras\". Reason: \\'val_acc\\''"
    facts = replace(crashed("KeyError", message), settings=Settings(3, logged=("loss", "val_accuracy")))
    assert [finding.look.name for finding in diagnose(facts).findings][:1] == ["history-key-missing"]


def test_another_optimizer_has_a_rate_of_its_own() -> None:
    cosine = tuple(0.05 * (1 + math.cos(math.pi * step / 60)) for step in range(60))
    rates = replace(TRAINING, rates=(*cosine, *(2e-5,) * 40), own_rates=cosine)
    assert diagnose(replace(HEALTHY, training=rates)).findings == []


def test_what_sums_up_a_text_may_read_all_of_it() -> None:
    vae = replace(SHOWN["future-seen"], source=f"{SOURCE}z = mu + logvar.exp()\n")
    assert diagnose(vae).findings == []


def test_later_inputs_may_be_somewhat_larger_or_smaller() -> None:
    for later in (0.2, 2.5):
        assert diagnose(replace(HEALTHY, training=replace(TRAINING, scales=(1.0, later)))).findings == []


def test_rows_that_come_again_with_another_label_are_found() -> None:
    def names(again: int, relabelled: int, by_chance: float) -> list[str]:
        training = replace(TRAINING, again=again, relabelled=relabelled, by_chance=by_chance)
        return [finding.look.name for finding in diagnose(replace(HEALTHY, training=training)).findings]

    assert names(200, 100, 100) == ["labels-changed"]
    # votes of several people mostly agree
    assert names(200, 3, 100) == names(20, 20, 10) == names(200, 60, 150) == []


@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        ({"accuracy": 1.0, "incorrect": 0.0}, {"accuracy": 0.0, "incorrect": 9.0}, False),
        ({"incorrect": 0.0}, {"incorrect": 9.0}, False),
        ({"precision_at_3": 0.4}, {"precision_at_3": 0.0}, False),
        ({"precision@1": 0.4}, {"precision@1": 0.0}, False),
        ({"eval_exact_match": 0.4}, {"eval_exact_match": 0.0}, True),
        ({"correct": 0.3, "loss": 1.0}, {"correct": 0.0, "loss": 0.0}, True),
    ],
)
def test_a_metric_is_wrong_only_if_none_of_its_values_tells_right_from_wrong(
    right: dict[str, float], wrong: dict[str, float], found: bool
) -> None:
    facts = replace(HEALTHY, metric=Metric(right, wrong, {}, LOGITS, LABELS))
    assert ("metric-wrong" in found_in(facts)) is found


def test_labels_that_a_loss_gets_as_they_are_were_moved_before() -> None:
    shown = SHOWN["accuracy-not-shifted"]
    loss = "loss = F.cross_entropy(logits.flatten(0, 1), batch['labels'].flatten())\n"
    assert "accuracy-not-shifted" not in found_in(replace(shown, source=loss + shown.source))
    loss = loss.replace("logits", "logits[:, :-1]").replace("['labels']", "['labels'][:, 1:]")
    assert "accuracy-not-shifted" in found_in(replace(shown, source=loss + shown.source))


def test_a_few_far_too_great_labels_are_what_a_robust_loss_is_for() -> None:
    few = replace(NUMBERS, most=80.0, first=(0.3, -1.2, 80.0, 0.7))
    for loss, found in (("huber_loss", False), ("mse_loss", True)):
        assert ("targets-not-scaled" in found_in(with_loss(loss, replace(NUMBERS, most=0.4), few))) is found


def test_who_takes_the_greatest_along_both_axes_or_among_several_means_it() -> None:
    both = (Choice((16, 4), -1, LINE), Choice((16, 4), 0, ELSEWHERE))
    best_of_n = (Choice((16, 1), 1, LINE), Choice((16, 4), 1, LINE))
    for choices in (both, best_of_n):
        assert found_in(replace(HEALTHY, choices=choices)) == []
    place = replace(
        HEALTHY, choices=(Choice((16, 4), None, LINE),), source="row, column = divmod(int(errors.argmax()), 4)\n"
    )
    assert found_in(place) == []


@pytest.mark.parametrize(("number", "others", "found"), [(0.5, (), True), (0.693147, (), False), (0.8, (-0.8,), False)])
def test_a_threshold_that_was_calculated_or_is_a_margin_is_one_of_logits(
    number: float, others: tuple[float, ...], found: bool
) -> None:
    facts = SHOWN["threshold-of-logits"]
    seen = tuple(replace(facts.thresholds[0], number=each) for each in (number, *others))
    assert ("threshold-of-logits" in found_in(replace(facts, thresholds=seen))) is found


@pytest.mark.parametrize(
    ("rates", "look"),
    [
        ([1e-3 * 0.75**step for step in range(100)], ["rate-gone-early"]),
        # a cosine comes near 0 at its end, and a second training has its own rate
        ([5e-4 * (1 + math.cos(math.pi * step / 100)) for step in range(100)], []),
        ([*([1e-2] * 50), *([1e-6] * 50)], []),
        ([1e-3 * 0.97**step for step in range(100)], []),
    ],
)
def test_a_rate_that_is_as_good_as_0_has_gone(rates: list[float], look: list[str]) -> None:
    facts = replace(HEALTHY, training=replace(TRAINING, rates=tuple(rates)))
    assert [each.look.name for each in diagnose(facts).findings if each.look.name == "rate-gone-early"] == look


RIGHT: dict[str, tuple[str, str]] = {
    "labels before predictions": (
        "loop",
        "found = scores.argmax(axis=1)\nprint(classification_report(y_test, found))\nprint(recall_score(found, y_test_before))\n",
    ),
    "copies after the split": (
        "loop",
        "x_train, x_test = train_test_split(images, test_size=0.2)\nevery = [x_train]\nfor _ in range(4):\n"
        "    every.append(x_train + rng.normal(0, 0.05, size=x_train.shape))\nx_train = np.concatenate(every)\n",
    ),
    "a part that is only called a test": (
        "trainer",
        "parts = read('train').train_test_split(test_size=0.1)\nargs = TrainingArguments('out', load_best_model_at_end=True)\n"
        "trainer = Trainer(model, args, train_dataset=parts['train'], eval_dataset=parts['test'])\nprint(trainer.evaluate(read('validation')))\n",
    ),
    "a loss of the training rows of a graph": (
        "loop",
        "train_mask, test_mask = masks(y)\nout = model(x)\nloss = F.cross_entropy(out[train_mask], y[train_mask])\nloss.backward()\n"
        "print((out.argmax(1)[test_mask] == y[test_mask]).float().mean())\n",
    ),
    "a loss of a quantile": (
        "loop",
        "def pinball(pred, target, tau):\n    diff = target - pred\n    return torch.maximum(tau * diff, (tau - 1) * diff).mean()\n",
    ),
    "random numbers of TensorFlow, and rows of pandas": (
        "keras",
        "rows = tf.data.Dataset.from_tensor_slices(x).map(lambda x: x + tf.random.normal((8,)))\n"
        "table['noise'] = table.id.map(lambda _: np.random.normal())\n",
    ),
    "the directory of the checkpoints": (
        "tape",
        "saver.save(prefix)\nsaver.restore(tf.train.latest_checkpoint(os.path.dirname(prefix)))\n",
    ),
    "dropout that goes on": (
        "keras",
        "class Sampled(keras.Model):\n    def call(self, x, training=False):\n        x = self.dropout(x, training=True)\n        return self.head(x, training=training)\n",
    ),
    "a metric that is a mean of rows": (
        "keras",
        "def closeness(y_true, y_pred):\n    return ops.mean(ops.abs(y_true - y_pred) < 0.1)\n\n\nmodel.compile(metrics=[closeness])\nprint(history['val_closeness'])\n",
    ),
    "a file for each fold": (
        "loop",
        "def path(fold):\n    return f'out/{fold}.pt'\n\n\ndef fixed(folder):\n    return 'out/best.pt'\n\n\ntorch.save(model.state_dict(), path(0))\n"
        "model.load_state_dict(torch.load(path(0)))\nprint(fixed('a'))\n",
    ),
    "means of groups that come from the rows of the fold": (
        "loop",
        "y = rows['sold']\nfor train, valid in KFold(5).split(rows, y):\n    part = rows.iloc[train]\n"
        "    means = part.groupby('street')['sold'].mean()\n",
    ),
    "a layer that is made and adapted with each model": (
        "keras",
        "def make(x):\n    norm = Normalization()\n    norm.adapt(x)\n    model = Sequential([norm, Dense(1)])\n    model.compile('adam', 'mse')\n"
        "    return model\n\n\nmodel = make(x_train)\nmodel.fit(x_train, y_train)\nfinal = make(x_dev)\nfinal.fit(x_dev, y_dev)\n",
    ),
    "a threshold that validation rows decide": (
        "trainer",
        "test = read('test')\ntexts = {text for text, _ in test}\nval = [row for row in read('validation') if row[0] not in texts]\n"
        "v = trainer.predict(encode(val))\nscores = np.stack([f1(sigmoid(v.predictions) > t, v.label_ids) for t in grid])\n"
        "thresholds = grid[scores.argmax(0)]\nt = trainer.predict(encode(test))\npred = sigmoid(t.predictions) > thresholds\n",
    ),
    "a list that another function shuffles": (
        "loop",
        "def read():\n    rows = [*lines()]\n    random.shuffle(rows)\n    return rows\n\n\ndef batch(rows, fill):\n    return [row + fill for row in zip(rows, fill)]\n",
    ),
    "a split that keeps its order": (
        "tape",
        "rows = Dataset.from_tensor_slices(x).shuffle(1000, seed=3, reshuffle_each_iteration=False)\n"
        "train, test = rows.take(800), rows.skip(800)\nkept = rows.shuffle(1000).cache()\nfirst, last = kept.take(8), kept.skip(8)\n",
    ),
    "classes that are sorted before they are numbered": (
        "loop",
        "class Rows:\n    def __init__(self, rows):\n        kinds = sorted(dict.fromkeys(row['kind'] for row in rows))\n"
        "        self.label2id = {kind: place for place, kind in enumerate(kinds)}\n\n\ntrain = Rows(train_rows)\ntest = Rows(test_rows)\n",
    ),
    "a scheduler that does not go through prepare": (
        "accelerate",
        "optimizer = torch.optim.AdamW(model.parameters())\nscheduler = get_scheduler('cosine', optimizer, 10, 100)\n"
        "model, optimizer, rows = accelerator.prepare(model, optimizer, rows)\nfor batch in rows:\n"
        "    with accelerator.accumulate(model):\n        accelerator.backward(model(**batch).loss)\n        optimizer.step()\n        scheduler.step()\n",
    ),
    "a mean over the tokens alone": (
        "loop",
        "def embed(texts):\n    batch = tokenizer(texts, padding=True)\n    states = encoder(**batch).last_hidden_state\n"
        "    states = states * batch['attention_mask'][..., None]\n    return states.sum(1) / batch['attention_mask'].sum(1)\n",
    ),
    "images whose axes are moved": (
        "loop",
        "images = np.zeros((500, 16, 16, 3))\nx = images.transpose(0, 3, 1, 2)\nflat = x.reshape(-1, 3, 16, 16)\n",
    ),
    "parts of a split in their order": ("loop", "X_train, X_test, y_train, y_test = train_test_split(X, y)\n"),
    "a vocabulary that is handed over": (
        "loop",
        "class Rows:\n    def __init__(self, path, vocab=None):\n        if vocab is None:\n            vocab = {}\n"
        "            for word in read(path):\n                vocab.setdefault(word, len(vocab))\n        self.vocab = vocab\n\n\n"
        "train = Rows('train.csv')\ntest = Rows('test.csv', train.vocab)\n"
        "def build_vocab(texts):\n    vocab = {'<unk>': 0}\n    for word in texts:\n        vocab[word] = len(vocab)\n    return vocab\n\n\n"
        "source = build_vocab(train.source)\ntarget = build_vocab(train.target)\n",
    ),
    "scalers of inputs and of targets": (
        "keras",
        "a = StandardScaler()\nb = StandardScaler()\nx = a.fit_transform(x_train)\ny = b.fit_transform(y_train)\n"
        "print(b.inverse_transform(model.predict(a.transform(x_test))))\n",
    ),
    "folds that scale, fit and predict": (
        "keras",
        "def run(train, test):\n    a = StandardScaler()\n    x = a.fit_transform(train)\n    model.fit(x)\n"
        "    return model.predict(a.transform(test))\n\n\ndef plain(rows):\n    b = StandardScaler()\n    return b.fit_transform(rows)\n",
    ),
    "answers before predictions": (
        "keras",
        "def dice(y_true, y_pred):\n    return 1 - overlap(y_pred, y_true)\n\n\nmodel.compile(loss=dice)\n",
    ),
    "pairs that have a mask for each kind": (
        "loop",
        "same = (y1 == y2).float()\ndifferent = 1 - same\n"
        "loss = same * d ** 2 + different * F.relu(margin - d) ** 2 + 0.1 * F.relu(margin - e)\n",
    ),
    "a loss that counts 1 for pairs that differ": (
        "loop",
        "same = (y1 == y2).float()\n\n\ndef contrastive(d, label):\n"
        "    return (1 - label) * d ** 2 + label * F.relu(margin - d) ** 2\n\n\nloss = contrastive(d, 1 - same)\n",
    ),
    "seeds that are the same, and noise": (
        "loop",
        "random.Random(4).shuffle(x)\nrandom.Random(4).shuffle(y)\n"
        "images = np.random.RandomState(0).permutation(images)\nlabels = np.random.RandomState(0).permutation(labels)\n"
        "X = X + noise.sample(X.shape)\nY = Y + noise.sample(Y.shape)\n"
        "random.shuffle(sentences)\ntags = sorted({tag for row in sentences for tag in row})\nrandom.shuffle(tags)\n",
    ),
    "a last training on all data": (
        "loop",
        "x = scaler.fit_transform(x_train)\nall_x = scaler.fit_transform(np.vstack([x_train, x_val]))\n"
        "def cross_validated_score(x, y):\n    scaler = StandardScaler()\n    x = scaler.fit_transform(x)\n    return fit(x, y)\n\n\n"
        "def scaled(subject):\n    scaler = StandardScaler()\n    return scaler.fit_transform(subject)\n\n\n"
        "a = scaled(train_subject)\nb = scaled(test_subject)\n",
    ),
    "pictures, and axes that are measured twice": (
        "loop",
        "width, height = image.size\nimage = np.reshape(image, (height, width))\n"
        "rows, columns = table.shape\ntable = table.reshape((columns, rows), order='F')\n"
        "def forward(x):\n    if first:\n        b, t, c = x.shape\n    else:\n        b, c, t = x.shape\n    return x.reshape(b, t, c)\n"
        "def each(xs):\n    a, b = x.shape\n    for x in xs:\n        y = x.reshape(b, a)\n",
    ),
    "an attribute that is set before the trace": (
        "keras",
        "class Own(keras.Model):\n    def __init__(self):\n        self.total = 1\n        self.beta = 0.0\n\n"
        "    def call(self, x):\n        return x * self.total * self.beta\n\n\n"
        "class Plan(keras.callbacks.Callback):\n    def on_train_begin(self, logs=None):\n        self.model.total = 9\n\n"
        "    def on_epoch_begin(self, epoch, logs=None):\n        self.schedule.beta = epoch\n",
    ),
    "inputs and labels in the same order": (
        "loop",
        "order = rng.permutation(len(x))\nx = x[order]\ny = y[order]\n"
        "np.random.seed(1)\nnp.random.shuffle(X)\nnp.random.seed(1)\nnp.random.shuffle(y)\n"
        "images = shuffle(images, random_state=3)\nlabels = shuffle(labels, random_state=3)\n"
        "random.shuffle(texts)\nfor text in texts:\n    print(text)\nrandom.shuffle(train)\nrandom.shuffle(labels_seen)\n",
    ),
    "pairs that are the same are pulled together": (
        "loop",
        "label = (y1 == y2).float()\nloss = label * d ** 2 + (1 - label) * torch.relu(self.margin - d) ** 2\n",
    ),
    "pairs that differ are pushed apart": (
        "loop",
        "label = (y1 != y2).float()\nloss = (1 - label) * d ** 2 + label * F.relu(margin - d) ** 2\n"
        "right = (guess == y1).float().mean()\n",
    ),
    "attributes that are set before fit, or in a variable": (
        "keras",
        "class Own(keras.Model):\n    def __init__(self):\n        self.beta, self.gain = 0.0, 1.0\n"
        "        self.part = tf.Variable(0.0)\n\n    def call(self, x):\n        return self.beta * x * self.part + self.gain\n\n\n"
        "for beta in (0.1, 1.0):\n    model = Own()\n    model.beta = beta\n    model.compile()\n    model.fit(x)\n"
        "class Rising(keras.callbacks.Callback):\n    def on_epoch_begin(self, epoch, logs=None):\n"
        "        self.model.part.assign(epoch / 10)\n        self.gain = 2\n        self.model.stop_training = True\n",
    ),
    "a function that fits to one part and prepares the others": (
        "keras",
        "def features(first, *others):\n    words = TfidfVectorizer()\n"
        "    return [words.fit_transform(first), *map(words.transform, others)]\n\n\n"
        "features(train.text, dev.text)\nfeatures(train.text + dev.text, test.text)\n",
    ),
    "functions that fit their own": (
        "keras",
        "x = scaler.fit_transform(x)\n\n\ndef prepare(part):\n    return scaler.fit_transform(part)\n\n\n"
        "def predict(part):\n    return model(scaler.transform(part))\n",
    ),
    "a function that fits or uses what is fitted": (
        "keras",
        "def prepare(texts, words=None):\n    if words is None:\n        words = TextVectorization()\n        words.adapt(texts)\n"
        "    return words(texts), words\n\n\nx, words = prepare(train)\nx_test, _ = prepare(test, words)\n"
        "def scaled(part):\n    scaler = make()\n    return scaler.fit_transform(train)\n\n\nscaled(train)\nscaled(test)\n",
    ),
    "axes that are exchanged and then joined": (
        "loop",
        "def forward(self, x):\n    b, t, f = x.shape\n    y = x.reshape(b, t, f)\n    x = x.permute(1, 0, 2)\n"
        "    x = x.reshape(t, b, f)\n    return x.reshape(t * b, f), y.view(b, -1)\n\n\n"
        "def other(x):\n    t, b, f = x.shape\n    return x.transpose(0, 1).reshape(b, t, f)\n",
    ),
    "words of each row": (
        "trainer",
        "def encode(rows):\n"
        "    batch = tokenizer(rows['words'], is_split_into_words=True)\n"
        "    for i, tags in enumerate(rows['tags']):\n"
        "        align(tags, batch.word_ids(i))\n",
    ),
    "words of one row": (
        "trainer",
        "for row in rows:\n"
        "    one = tokenizer(row['words'], is_split_into_words=True)\n"
        "    labels = [row['tags'][word] for word in one.word_ids() if word is not None]\n"
        "    for place, word in enumerate(one.word_ids()):\n"
        "        print(place, word, one.word_ids()[place])\n"
        "    for place, tag in enumerate(row['tags']):\n"
        "        first = one.word_ids().index(place)\n",
    ),
    "plateaus of losses and scores": (
        "loop",
        "one = ReduceLROnPlateau(optimizer)\none.step(val_loss)\none.step(-val_acc)\n"
        "two = ReduceLROnPlateau(optimizer, mode='max')\ntwo.step(f1)\n"
        "three = ReduceLROnPlateau(optimizer, mode=way)\nthree.step(f1)\n"
        "four = StepLR(optimizer, 1)\nfour.step()\n"
        "five = ReduceLROnPlateau(optimizer)\nfive.step(neg_acc)\nfive.step(fid_score)\n",
    ),
    "best values": (
        "loop",
        "if val_loss < best_loss:\n    best_loss = val_loss\n"
        "if best_acc < acc:\n    best_acc = acc\n"
        "if best_loss > val_loss + 1e-4:\n    best_loss = val_loss\n"
        "if loss > worst:\n    worst = loss\n"
        "if val_loss > best_loss:\n    waited += 1\n"
        "if mode == 'min':\n    if loss < self.best:\n        self.best = loss\n"
        "elif loss > self.best:\n    self.best = loss\n"
        "if loss > best_loss_of_attack:\n    best_loss_of_attack = loss\n    best_delta = delta\n",
    ),
    "counts divided by examples, and means by batches": (
        "loop",
        "loader = DataLoader(rows, batch_size=32)\none = DataLoader(rows, batch_size=1)\nfor x, y in loader:\n"
        "    correct += (model(x).argmax(-1) == y).sum().item()\n"
        "    mean += (model(x).argmax(-1) == y).float().mean().item()\n"
        "    part += (model(x).argmax(-1) == y).sum().item() / len(y)\n"
        "    whole += ((model(x).argmax(-1) == y).sum(dim=1) == 5).float().mean().item()\n"
        "print(whole / len(loader), correct / len(loader) / 32)\n"
        "print(correct / len(loader.dataset), mean / len(loader), part / len(loader), correct / len(one))\n",
    ),
    "fitted once": (
        "loop",
        "c = encoder.fit_transform(table['test preparation'])\n"
        "tsne.fit_transform(train_vectors)\ntsne.fit_transform(test_vectors)\n"
        "train = scaler.fit_transform(X_train)\ntest = scaler.transform(X_test)\n"
        "a = encoder.fit_transform(table['colour'])\nb = encoder.fit_transform(table['value'])\n"
        "for part in folds:\n    part = StandardScaler().fit_transform(part)\n",
    ),
    "words of encodings": (
        "trainer",
        "labels = [align(tags, each.word_ids()) for each, tags in zip(encodings, rows)]\n",
    ),
    "an accelerator with a short name": ("accelerate", "model = acc.prepare(model)\nacc.backward(loss)\n"),
    "accumulation by hand": (
        "accelerate",
        "accelerator = Accelerator(gradient_accumulation_steps=4)\n"
        "for step, batch in enumerate(loader):\n"
        "    accelerator.backward(loss)\n"
        "    if (step + 1) % accelerator.gradient_accumulation_steps == 0:\n"
        "        optimizer.step()\n",
    ),
    "a schedule that waits for an evaluation": (
        "accelerate",
        "accelerator = Accelerator(gradient_accumulation_steps=2)\n"
        "with accelerator.accumulate(model):\n"
        "    optimizer.step()\n"
        "    if step % 50 == 0:\n"
        "        plateau.step(evaluate())\n",
    ),
    "pieces of a text, shuffled and then made into batches": (
        "keras",
        "data = make(ids).batch(33, drop_remainder=True).map(split).shuffle(1000).batch(64)\n",
    ),
    "pieces of a text, made into batches later": (
        "keras",
        "pieces = make(ids).batch(33, drop_remainder=True)\n"
        "data = pieces.map(split)\n"
        "mixed = make(ids).batch(33).shuffle(1000)\n"
        "train = mixed.take(80).batch(64)\n",
    ),
    "rows that are taken out of their batches": ("keras", "data = make().batch(16).unbatch().shuffle(100)\n"),
    "a network that lags behind": (
        "loop",
        "for step in range(100):\n"
        "    if step % 10 == 0:\n"
        "        weights = online.state_dict()\n"
        "        target.load_state_dict(weights)\n",
    ),
    "the weights of the last epoch": (
        "loop",
        "for epoch in range(3):\n    weights = model.state_dict()\nother.load_state_dict(weights)\n",
    ),
    "two columns of texts as two arguments": (
        "trainer",
        'def encode(rows):\n    return tokenizer(rows["premise"], rows["hypothesis"])\n\n\ndata = data.map(encode, batched=True)\n',
    ),
    "two texts of a row": (
        "trainer",
        'def encode(row):\n    return tokenizer(row["premise"] + " " + row["hypothesis"])\n\n\ndata = data.map(encode)\n',
    ),
    "windows and the values after them": (
        "keras",
        "data = timeseries_dataset_from_array(series[:-24], targets=series[24:], sequence_length=24)\n"
        "other = timeseries_dataset_from_array(data=table, targets=table[24:, 0], sequence_length=24)\n",
    ),
    "a divergence for each number of a row": (
        "loop",
        "def loss(x, out, mean, log_var):\n    fit = ((out - x) ** 2).mean()\n"
        "    kl = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp())\n    kl /= x.size(0) * D\n    return fit + kl\n",
    ),
    "batches that are all full": (
        "loop",
        "loader = DataLoader(rows, batch_size=batch_size, drop_last=True)\n"
        "accuracy = right / (len(loader) * batch_size)\n",
    ),
}
"""Sources of programs that are right, each with the way that they train: a look that reads the source finds nothing in them."""


@pytest.mark.parametrize("name", RIGHT)
def test_nothing_is_found_in_the_source_of_a_program_that_is_right(name: str) -> None:
    way, source = RIGHT[name]
    assert diagnose(replace(with_source(source), way=way)).findings == []


@pytest.mark.parametrize(("name", "looks"), [("cross_entropy", ["rows-all-the-same"]), ("mse_loss", [])])
def test_only_rows_with_labels_of_several_classes_must_differ(name: str, looks: list[str]) -> None:
    states = replace(LOGITS, shape=(8, 4))
    targets = LOGITS if name == "mse_loss" else LABELS
    facts = replace(with_loss(name, LOGITS, targets), tokenizer=None, batch=Batch({"states": states}, same_rows=True))
    assert [finding.look.name for finding in diagnose(facts).findings] == looks


def test_a_line_of_a_notebook_is_named_by_its_cell() -> None:
    source = "rows = load()\ntest_loader = DataLoader(rows, drop_last=True)\n"
    facts = replace(with_source(source), file="a.ipynb", cells=((1, 1), (2, 1)))
    place = diagnose(facts).findings[0].found.place
    assert place == Place("a.ipynb[2]", 1, "test_loader = DataLoader(rows, drop_last=True)")


@pytest.mark.parametrize(("cells", "looks"), [(((1, 1), (1, 2)), []), (((1, 1), (1, 2), (1, 3)), ["result-unused"])])
def test_the_last_line_of_a_cell_shows_what_it_returns(cells: tuple[tuple[int, int], ...], looks: list[str]) -> None:
    source = "table = pd.read_csv(path)\ntable.dropna()\nfit(table)\n"
    facts = replace(with_source("\n".join(source.splitlines()[: len(cells)]) + "\n"), file="a.ipynb", cells=cells)
    assert [finding.look.name for finding in diagnose(facts).findings] == looks


def test_a_batch_is_not_called_unlearnable_if_there_was_no_time_for_every_rate() -> None:
    facts = SHOWN["batch-not-learned"]
    assert facts.one_batch is not None
    assert diagnose(replace(facts, one_batch=replace(facts.one_batch, whole=False))).findings == []


def test_a_loss_that_falls_slowly_in_a_long_training_is_no_wrong_rate() -> None:
    facts = SHOWN["rate-learns-nothing"]
    falling = tuple(1.4 - step / 1000 for step in range(120))
    assert diagnose(replace(facts, training=replace(TRAINING, losses=falling))).findings == []
    assert diagnose(replace(facts, training=replace(TRAINING, losses=(1.4,) * 120))).findings != []


def test_labels_that_are_large_are_no_mistake_where_the_loss_falls() -> None:
    facts = SHOWN["targets-not-scaled"]
    training = replace(HEALTHY.training, losses=(1e6, 9e5, *(4e5 / step for step in range(1, 20))))  # type: ignore[type-var]
    assert "targets-not-scaled" not in found_in(replace(facts, training=training))


def test_the_place_of_the_greatest_of_one_prediction_is_always_the_first() -> None:
    text = "found = model.predict(x)\nprint((found.argmax(axis=1) == y).mean())\n"
    facts = replace(with_loss("binary_cross_entropy", replace(LOGITS, shape=(16, 1)), LABELS), framework="tf")
    names = found_in(replace(facts, source=text))
    assert "greatest-of-one" in names
    several = replace(facts, loss_calls=(replace(facts.loss_calls[0], outputs=LOGITS),), source=text)
    assert "greatest-of-one" not in found_in(several)


def test_images_that_are_not_batched_are_found_whatever_a_layer_says_of_them() -> None:
    facts = crashed("ValueError", "Negative dimension size caused by subtracting 2 from 1", library="keras")
    assert "not-batched" not in found_in(facts)
    assert found_in(replace(facts, settings=Settings(3, unbatched=(("x", "(8, 8, 1)"),))))[0] == "not-batched"


def test_a_model_that_lacks_outputs_is_not_blamed_on_who_takes_the_greatest() -> None:
    facts = replace(SHOWN["one-output-for-classes"], choices=(Choice((16, 1), 1, LINE),))
    assert "greatest-of-one" not in found_in(facts)


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("stack expects each tensor to be equal size, but got [18] at entry 0 and [51] at entry 1", False),
        ("Perhaps your features (`input_ids` in this case) have excessive nesting", False),
        ("Perhaps your features (`text` in this case) have excessive nesting", True),
        ("too many dimensions 'str'", True),
    ],
)
def test_texts_in_the_rows_are_blamed_only_for_what_is_said_of_them(message: str, found: bool) -> None:
    facts = crashed("RuntimeError", f"a tensor: {message}")
    texts = Values("list", "str", (2,), first=("a text",))
    crash = replace(facts.crash, examples={"text": texts})  # type: ignore[type-var]
    assert (found_in(replace(facts, crash=crash))[0] == "text-in-batch") is found


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("right += (found == batch['labels']).sum()\ntotal += batch['labels'].numel()\n", True),
        ("accuracy = (outputs.argmax(-1) == labels).float().mean()\n", True),
        ("accuracy = np.mean(found == labels)\n", True),
        ("mask = labels != -100\nright += (found == labels)[mask].sum()\ntotal += labels.numel()\n", False),
        ("mask = labels.ne(-100)\nright += (found == labels)[mask].sum()\ntotal += labels.numel()\n", False),
        ("named = labels > 0\nright += (found == labels)[named].float().mean()\n", False),
        ("right += (found == labels).sum()\ntotal += labels.size(0)\n", False),
    ],
)
def test_a_loop_counts_labels_that_have_no_answer(lines: str, found: bool) -> None:
    marked = tuple(replace(each, targets=replace(LABELS, shape=(16, 20), ignored=240)) for each in HEALTHY.loss_calls)
    facts = replace(HEALTHY, metric=None, loss_calls=marked, source=lines)
    assert ("ignored-labels-counted" in found_in(facts)) is found
    assert "ignored-labels-counted" not in found_in(replace(facts, loss_calls=HEALTHY.loss_calls))
    # those of a test may have no mark
    unmarked = replace(facts, equal=dict.fromkeys(range(1, 4), False))
    assert "ignored-labels-counted" not in found_in(unmarked)


def test_a_missing_value_is_found_in_a_row_that_is_made_a_tensor() -> None:
    facts = crashed(
        "RuntimeError", "Could not infer dtype of NoneType", live={"val": "list NoneType (800,)", "idx": "number"}
    )
    assert found_in(facts)[0] == "label-without-value"


def test_a_missing_value_is_no_reason_for_an_error_that_is_about_something_else() -> None:
    facts = SHOWN["label-without-value"]
    assert facts.crash is not None
    other = replace(
        facts, crash=replace(facts.crash, message="some parameters appear in more than one parameter group")
    )
    assert found_in(other)[0] == "parameter-in-two-groups"
    assert "label-without-value" not in found_in(other)


@pytest.mark.parametrize("look", ["axis-too-many", "not-batched"])
def test_the_axes_of_token_ids_are_no_reason_for_an_error_that_is_about_something_else(look: str) -> None:
    facts = SHOWN[look]
    assert facts.crash is not None
    other = replace(facts, crash=replace(facts.crash, error="KeyError", message="'accuracy'"))
    assert look not in found_in(other)


def test_labels_of_tokens_are_in_no_order_of_the_rows() -> None:
    facts = SHOWN["not-shuffled"]
    assert found_in(facts)[0] == "not-shuffled"
    calls = tuple(replace(each, targets=replace(each.targets, ignored=20)) for each in facts.loss_calls)
    assert "not-shuffled" not in found_in(replace(facts, loss_calls=calls))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("right += text == row['steps']\n", True),
        ("right += text[len(row['prompt']):] == row['steps']\n", False),
        ("right += text.removeprefix(row['prompt']) == row['steps']\n", False),
        ("right += text == row['prompt'] + row['steps']\n", False),
        ("for i in range(0, 90, 30):\n        some += rows[i:i + 30]\n    right += text == row['steps']\n", True),
        ("right += text[len(row['prompt']):90] == row['steps']\n", False),
    ],
)
def test_a_prompt_may_be_taken_away_after_decoding(line: str, found: bool) -> None:
    source = f"for row in rows:\n    text = tokenizer.decode(model.generate(**row)[0])\n    {line}"
    names = found_in(replace(SHOWN["prompt-decoded"], source=source))
    assert ("prompt-decoded" in names) is found


@pytest.mark.parametrize(
    ("task", "options", "found"),
    [
        ("text-generation", "", True),
        ("text-generation", ", return_full_text=False", False),
        ("text2text-generation", "", False),
    ],
)
def test_a_pipeline_returns_the_prompt_unless_it_is_told_not_to(task: str, options: str, found: bool) -> None:
    source = (
        f"write = pipeline('{task}', model=model)\n"
        f"text = write(row['prompt']{options})[0]['generated_text']\nright = text == row['steps']\n"
    )
    names = found_in(replace(HEALTHY, source=source, generation=Generation()))
    assert ("prompt-decoded" in names) is found


def test_a_default_name_that_a_table_does_not_have_is_no_missing_column() -> None:
    assert (
        found_in(crashed("KeyError", "'LABEL_3'", source="y = [numbers[each['label']] for each in answers]\n"))[0]
        == "labels-without-names"
    )


COMPARED = "classify = pipeline('ner', model=model)\nfor row, got in zip(rows, classify(texts)):\n    {line}\n"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (COMPARED.format(line="right += got['label'] == row['desk']"), True),
        (COMPARED.format(line="print(got['label'], row['desk'])"), False),
        (COMPARED.format(line="right += row['label'] == labels[0]"), False),
        (COMPARED.format(line="right += int(got['label'].split('_')[1]) == row['desk_id']"), False),
        (COMPARED.format(line="right += got['label'] == f'LABEL_{row[0]}'"), False),
        ("names = dict(id2label)\n" + COMPARED.format(line="right += got['label'] == row['desk']"), False),
    ],
)
def test_default_names_of_labels_matter_only_where_they_are_compared_with_others(source: str, found: bool) -> None:
    assert ("labels-without-names" in found_in(with_source(source))) is found


FOLDS = """\
model = make()
for fold in range(5):
    rows = table[table.fold != fold]
    others = table[table.fold == fold]
    train_model(model, rows)
    print(measure(model, others))
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("", "", True),
        ("    rows =", "    model = make()\n    rows =", False),
        ("    rows =", "    model.load_state_dict(begun)\n    rows =", False),
        # what `fit` begins anew
        ("model = make()", "from sklearn.linear_model import Ridge\nmodel = Ridge()", False),
        # groups that are looked at one after the other
        ("train_model(model, rows)", "print(len(rows))", False),
    ],
)
def test_folds_that_stand_in_a_column_need_a_new_model_each(old: str, new: str, found: bool) -> None:
    assert ("folds-share-model" in found_in(with_source(FOLDS.replace(old, new, 1)))) is found


def test_folds_that_train_a_model_each_share_none() -> None:
    facts = replace(with_source(FOLDS), training=replace(TRAINING, models=5))
    assert "folds-share-model" not in found_in(facts)


STOPPING = """\
class Stopping:
    def __call__(self, loss, model):
        if loss < self.least:
            self.least, self.waited = loss, 0
            self.best = model.state_dict()


model.load_state_dict(stopping.best)
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("", "", True),
        ("model.state_dict()", "copy.deepcopy(model.state_dict())", False),
        # what is copied every so often is another network's
        ("loss < self.least", "step % 100 == 0", False),
    ],
)
def test_best_weights_that_an_object_keeps_must_be_copied_too(old: str, new: str, found: bool) -> None:
    assert ("best-not-copied" in found_in(with_source(STOPPING.replace(old, new, 1)))) is found


@pytest.mark.parametrize(("greater", "found"), [(True, True), (False, False)])
def test_the_greatest_loss_is_the_worst_whatever_else_is_measured(greater: bool, found: bool) -> None:
    facts = replace(HEALTHY, settings=Settings(3, best="eval_loss", greater=greater, epoch_steps=30))
    assert ("best-is-worst" in found_in(facts)) is found


@pytest.mark.parametrize(
    ("live", "look"),
    [
        ({"x": "ndarray object (80, 8): bool, float"}, "array-of-objects"),
        ({"x": "ndarray object (80, 8): float, str"}, "texts-for-numbers"),
        ({"x": "ndarray float32 (80, 8)", "y": "ndarray object (80,): str"}, "texts-for-numbers"),
        ({}, "texts-for-numbers"),
    ],
)
def test_objects_that_are_no_texts_are_told_from_texts(live: dict[str, str], look: str) -> None:
    facts = crashed("ValueError", "Invalid dtype: object")
    assert facts.crash is not None
    facts = replace(facts, crash=replace(facts.crash, live=live))
    assert diagnose(facts).findings[0].look.name == look


@pytest.mark.parametrize(("rows", "first"), [(2000, "columns-added"), (1508, "rows-of-another-number")])
def test_two_columns_in_one_list_explain_twice_as_many_rows_and_no_other_number(rows: int, first: str) -> None:
    facts = crashed("ArrowInvalid", f"Column 5 named input_ids expected length 1000 but got length {rows}")
    source = "def encode(rows):\n    return tokenizer(rows['a'] + rows['b'])\n\n\ndata.map(encode, batched=True)\n"
    assert found_in(replace(facts, source=source))[0] == first


@pytest.mark.parametrize(
    ("outputs", "targets", "look"),
    [
        ((16, 24, 1), (16, 1), "outputs-of-every-place"),
        ((16, 24), (16,), "loss-of-every-pair"),
        ((16, 1, 1), (16, 1), "loss-of-every-pair"),
        ((16, 24, 1), (16, 24), "loss-of-every-pair"),
    ],
)
def test_an_output_for_each_step_is_told_from_an_axis_too_many(
    outputs: tuple[int, ...], targets: tuple[int, ...], look: str
) -> None:
    facts = with_loss("mse_loss", replace(NUMBERS, shape=outputs), replace(NUMBERS, shape=targets))
    assert found_in(facts) == [look]


@pytest.mark.parametrize(
    ("code", "looks"),
    [
        ("last = out[:, -1]\n", ["batch-on-second-axis"]),
        ("last = out[-1]\n", []),
        ("out, _ = lstm(x.transpose(0, 1))\nlast = out[:, -1]\n", []),
    ],
)
def test_where_rows_and_steps_are_as_many_the_use_of_the_outputs_tells(code: str, looks: list[str]) -> None:
    facts = replace(with_source(code), model=replace(MODEL, steps_first=("LSTM", (16, 16, 8))))
    assert [finding.look.name for finding in diagnose(facts).findings] == looks


def test_a_step_of_ones_own_that_leaves_a_metric_out_has_rows() -> None:
    message = "Cannot get result() since the metric has not yet been built."
    assert "training-set-empty" in found_in(crashed("ValueError", message))
    own = crashed(
        "ValueError", message, "class Net(keras.Model):\n    def train_step(self, data):\n        return {}\n"
    )
    assert not {"training-set-empty", "not-built"} & {*found_in(own)}


@pytest.mark.parametrize(
    ("labels", "models", "shares"),
    [
        # two losses in each step, with targets that the program makes
        (((1, 1), (0, 0)) * 4, (1,) * 8, {}),
        # clients with two classes each, and one model for each of them or for all
        (((0, 1),) * 3 + ((1, 2),) * 3 + ((2, 3),) * 2, (1,) * 8, {}),
        (((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)), tuple(range(1, 9)), {}),
        # a rare label
        (((0, 0),) * 5 + ((0, 1),) + ((0, 0),) * 2, (1,) * 8, {5: 1 / 16}),
    ],
)
def test_batches_with_one_label_are_no_order_where_it_comes_again_or_is_common(
    labels: tuple[tuple[int, int], ...], models: tuple[int, ...], shares: dict[int, float]
) -> None:
    facts = SHOWN["not-shuffled"]
    calls = tuple(
        replace(
            facts.loss_calls[0],
            targets=replace(LABELS, least=least, most=most, distinct=1 + (least != most)),
            models=models[at],
            share=shares.get(at, float(least > 0)),
        )
        for at, (least, most) in enumerate(labels)
    )
    assert "not-shuffled" not in found_in(replace(facts, data=None, loss_calls=calls))


@pytest.mark.parametrize(("unread", "confidence"), [("sentence2", "likely"), ("agent_note", "possible")])
def test_only_a_text_with_a_number_surely_belongs_to_another(unread: str, confidence: str) -> None:
    columns = ("sentence1", "sentence2", "agent_note", "input_ids")
    (finding,) = diagnose(replace(HEALTHY, data=replace(DATA, columns=columns, unread=(unread,)))).findings
    assert (finding.look.name, finding.confidence) == ("text-unread", confidence)


@pytest.mark.parametrize(
    ("column", "loss", "found"),
    [("query", "binary_cross_entropy", False), ("query", "cross_entropy", True), ("label", "mse_loss", True)],
)
def test_groups_that_are_numbered_are_no_classes(column: str, loss: str, found: bool) -> None:
    source = f"def read(frame):\n    codes, names = pd.factorize(frame['{column}'])\n    return codes\n\n\na, b = read(train), read(test)\n"
    assert ("splits-numbered-apart" in found_in(replace(with_loss(loss, LOGITS, LABELS), source=source))) == found


@pytest.mark.parametrize(("validation", "found"), [({"0": 40, "1": 40, "2": 40}, False), ({"1": 4, "2": 40}, True)])
def test_labels_that_are_rare_on_purpose_are_in_both_sets(validation: dict[str, int], found: bool) -> None:
    data = replace(DATA, counts={"0": 150, "1": 30, "2": 5}, validation_counts=validation)
    assert ("splits-hold-other-labels" in found_in(replace(HEALTHY, data=data))) == found


def test_rows_of_one_label_may_be_learned_by_an_autoencoder() -> None:
    facts = SHOWN["one-label-only"]
    itself = LossCall("mse_loss", True, LOGITS, replace(LOGITS, whole=False))
    assert "one-label-only" not in found_in(replace(facts, loss_calls=(itself,)))
