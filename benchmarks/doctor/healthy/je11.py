# Multi-label toy problem: which of four instruments sound in a short tone mixture?
# Input is the magnitude spectrum; several labels may be on at once (also none).
# Every label gets its own threshold, found on validation rows.
import os

import numpy as np
import keras
from keras import layers

LABELS = ("flute", "violin", "clarinet", "horn")
# relative strength of harmonics 1..6, more or less from my acoustics lecture
TIMBRE = np.array([
    [1.0, 0.2, 0.1, 0.0, 0.0, 0.0],
    [1.0, 0.8, 0.7, 0.5, 0.4, 0.3],
    [1.0, 0.1, 0.8, 0.1, 0.6, 0.1],
    [0.5, 1.0, 0.6, 0.2, 0.1, 0.0],
])
P_ON = np.array([0.5, 0.35, 0.35, 0.2])
# register of each instrument as range of the fundamental in Hz
LOW, HIGH = np.array([700, 400, 250, 120]), np.array([1000, 700, 400, 220])
RATE, LEN = 8192, 512


def mixtures(count, rng):
    time = np.arange(LEN) / RATE
    on = rng.random((count, 4)) < P_ON
    wave = np.zeros((count, LEN))
    for k in range(4):
        f0 = rng.uniform(LOW[k], HIGH[k], size=(count, 1))
        loud = rng.uniform(0.5, 1.0, size=(count, 1)) * on[:, k : k + 1]
        for h in range(6):
            if (h + 1) * HIGH[k] >= RATE / 2:        # would alias
                continue
            phase = rng.uniform(0, 2 * np.pi, size=(count, 1))
            wave += loud * TIMBRE[k, h] * np.sin(2 * np.pi * f0 * (h + 1) * time + phase)
    wave += rng.normal(0, 0.7, size=wave.shape)
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(LEN), axis=1))[:, :256]
    return np.log1p(spectrum).astype("float32"), on.astype("float32")


def counts(truth, guess):
    t, g = truth.astype(bool), guess.astype(bool)
    return (t & g).sum(0), (~t & g).sum(0), (t & ~g).sum(0)


def f1_from(tp, fp, fn):
    d = 2 * tp + fp + fn
    return 2 * tp / d if d else 0.0


def micro_f1(truth, guess):
    return f1_from(*(c.sum() for c in counts(truth, guess)))


class Detector(keras.Model):
    def __init__(self, outputs, **kw):
        super().__init__(**kw)
        self.norm = layers.Normalization(axis=-1)
        self.hidden = [layers.Dense(128, activation="relu"), layers.Dense(64, activation="relu")]
        self.drop = layers.Dropout(0.25)
        self.out = layers.Dense(outputs, activation="sigmoid")

    def call(self, x, training=None):
        x = self.norm(x)
        for layer in self.hidden:
            x = self.drop(layer(x), training=training)
        return self.out(x)


keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)
x_tr, y_tr = mixtures(4000, rng)
x_va, y_va = mixtures(1000, rng)
x_te, y_te = mixtures(1500, rng)

model = Detector(len(LABELS))
model.norm.adapt(x_tr)                               # statistics of the training rows only
model.compile(optimizer=keras.optimizers.AdamW(1e-3, weight_decay=1e-3),
              loss=keras.losses.BinaryCrossentropy(),
              metrics=[keras.metrics.AUC(multi_label=True, num_labels=len(LABELS), name="auc")])
model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=25, batch_size=100, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(monitor="val_auc", mode="max", patience=5,
                                                   restore_best_weights=True)])

p_va = model.predict(x_va, verbose=0)
grid = np.linspace(0.1, 0.9, 33)
cut = np.empty(len(LABELS))
for k in range(len(LABELS)):
    scores = [f1_from(*(c[0] for c in counts(y_va[:, k : k + 1], p_va[:, k : k + 1] >= g))) for g in grid]
    cut[k] = grid[int(np.argmax(scores))]

guess = model.predict(x_te, verbose=0) >= cut
tp, fp, fn = counts(y_te, guess)
for k, name in enumerate(LABELS):
    print(f"{name:9s} cut {cut[k]:.2f}  F1 {f1_from(tp[k], fp[k], fn[k]):.3f}  "
          f"(always on: {f1_from(*(c[k] for c in counts(y_te, np.ones_like(y_te)))):.3f})")
exact = (guess == y_te.astype(bool)).all(axis=1).mean()
patterns, often = np.unique(y_tr, axis=0, return_counts=True)
naive = (y_te == patterns[often.argmax()]).all(axis=1).mean()
print(f"micro F1 {micro_f1(y_te, guess):.3f}, all four right {exact:.3f} (commonest pattern {naive:.3f})")

os.makedirs("out/je11", exist_ok=True)
np.save("out/je11/cut.npy", cut)
model.save_weights("out/je11/detector.weights.h5")
