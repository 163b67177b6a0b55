"""Two tasks, one network: which waveform is it, and at what frequency?

Signals are generated on the fly by a keras.utils.PyDataset for training; validation and test signals are
fixed. The network sees a spectrogram (STFTSpectrogram layer) and has a classification and a regression head,
combined with learned uncertainties (Kendall et al., 2018).
"""
from __future__ import annotations

import math

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops

RATE = 2000  # samples per second
LENGTH = 1000
KINDS = ["sine", "square", "sawtooth", "triangle", "chirp"]
LOW, HIGH = 40.0, 240.0


def synthesize(rng: np.random.Generator, n: int):
    t = np.arange(LENGTH) / RATE
    kind = rng.integers(0, len(KINDS), n)
    freq = np.exp(rng.uniform(np.log(LOW), np.log(HIGH), n))
    signals = np.empty((n, LENGTH), dtype="float32")
    for i, (k, f) in enumerate(zip(kind, freq)):
        phase = f * t + rng.random()
        cycle = phase % 1.0
        if KINDS[k] == "sine":
            s = np.sin(2 * np.pi * phase)
        elif KINDS[k] == "square":
            s = np.where(cycle < 0.5, 1.0, -1.0)
        elif KINDS[k] == "sawtooth":
            s = 2 * cycle - 1
        elif KINDS[k] == "triangle":
            s = 4 * np.abs(cycle - 0.5) - 1
        else:  # a chirp from f to 2 f
            s = np.sin(2 * np.pi * (f * t + f * t**2 / (2 * t[-1])) + 2 * np.pi * rng.random())
        signals[i] = rng.uniform(0.5, 1.0) * s + rng.normal(0, 0.1, LENGTH)
    # octaves above LOW, roughly -1.3 .. 1.3 after centring
    target = np.log2(freq / math.sqrt(LOW * HIGH)).astype("float32")
    return signals, {"kind": kind.astype("int32"), "pitch": target[:, None]}


class Waveforms(keras.utils.PyDataset):
    """New signals in every batch, so nothing is ever seen twice."""

    def __init__(self, batches: int, batch_size: int, seed: int, **kwargs):
        super().__init__(**kwargs)
        self.batches, self.batch_size, self.seed, self.epoch = batches, batch_size, seed, 0

    def __len__(self) -> int:
        return self.batches

    def __getitem__(self, index: int):
        rng = np.random.default_rng([self.seed, self.epoch, index])
        return synthesize(rng, self.batch_size)

    def on_epoch_end(self) -> None:
        self.epoch += 1


class TwoTasks(keras.Model):
    def __init__(self):
        super().__init__()
        self.spectrogram = layers.STFTSpectrogram(
            mode="log", frame_length=256, frame_step=128, fft_length=256, trainable=False
        )
        self.norm = layers.LayerNormalization()
        self.convs = [layers.Conv1D(c, 3, padding="same", activation="relu") for c in (48, 48)]
        self.pool = layers.GlobalAveragePooling1D()
        self.shared = layers.Dense(64, activation="relu")
        self.kind = layers.Dense(len(KINDS), name="kind")
        self.pitch = layers.Dense(1, name="pitch")
        self.log_var_kind = self.add_weight(shape=(), initializer="zeros", name="log_var_kind")
        self.log_var_pitch = self.add_weight(shape=(), initializer="zeros", name="log_var_pitch")

    def call(self, signal):
        x = self.norm(self.spectrogram(signal[..., None]))
        for conv in self.convs:
            x = conv(x)
        x = self.shared(self.pool(x))
        return {"kind": self.kind(x), "pitch": self.pitch(x)}

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        ce = ops.mean(keras.losses.sparse_categorical_crossentropy(y["kind"], y_pred["kind"], from_logits=True))
        mse = ops.mean(ops.square(y["pitch"] - y_pred["pitch"]))
        return (
            ops.exp(-self.log_var_kind) * ce
            + 0.5 * self.log_var_kind
            + 0.5 * ops.exp(-self.log_var_pitch) * mse
            + 0.5 * self.log_var_pitch
        )


def halve_late(epoch: int, lr: float) -> float:
    return lr * 0.5 if epoch >= 8 else lr


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        logs = logs or {}
        print(
            f"{epoch + 1:2d} | loss {logs['loss']:.3f} | val accuracy {logs['val_kind_accuracy']:.3f} "
            f"| val pitch error {logs['val_pitch_mae']:.3f} octaves"
        )


def run(epochs: int = 12, batch_size: int = 64) -> None:
    keras.utils.set_random_seed(17)
    train = Waveforms(batches=40, batch_size=batch_size, seed=1)
    valid = synthesize(np.random.default_rng(2_000_001), 400)
    test = synthesize(np.random.default_rng(2_000_002), 600)

    model = TwoTasks()
    model.compile(
        optimizer=keras.optimizers.Nadam(2e-3),
        metrics={
            "kind": keras.metrics.SparseCategoricalAccuracy(name="accuracy"),
            "pitch": keras.metrics.MeanAbsoluteError(name="mae"),
        },
    )
    model.fit(
        train,
        validation_data=valid,
        epochs=epochs,
        verbose=0,
        callbacks=[keras.callbacks.LearningRateScheduler(halve_late), Report()],
    )
    print("task variances:", [round(float(ops.exp(v)), 4) for v in (model.log_var_kind, model.log_var_pitch)])

    out = model.predict(test[0], verbose=0)
    accuracy = np.mean(out["kind"].argmax(-1) == test[1]["kind"])
    error = np.abs(out["pitch"] - test[1]["pitch"]).mean()
    guess = np.abs(test[1]["pitch"] - np.median(test[1]["pitch"])).mean()
    confusion = tf.math.confusion_matrix(test[1]["kind"], out["kind"].argmax(-1)).numpy()
    print(confusion)
    print(f"test accuracy {accuracy:.4f}, pitch error {error:.4f} octaves (a constant guess: {guess:.4f})")


if __name__ == "__main__":
    run()
