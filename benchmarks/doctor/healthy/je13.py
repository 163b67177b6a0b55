# Does a short sequence carry the binding motif?  (bioinformatics exercise)
#   positives: random background with one noisy copy of the motif planted somewhere
#   negatives: the same, but the planted copy is shuffled -> same base composition
# The class is therefore in the order of the letters and nowhere else.
import os
import random

os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(77)       # python, numpy and backend
MOTIF = "TGACGTCA"
LENGTH = 40
BASES = "ACGT"


def noisy_motif():
    m = list(MOTIF)
    if random.random() < 0.5:         # half of the copies have one mutation
        i = random.randrange(len(m))
        m[i] = random.choice([b for b in BASES if b != m[i]])
    return m


def sequence(positive):
    site = noisy_motif()
    if not positive:
        same = site[:]
        while sum(a == b for a, b in zip(site, same)) > 4:    # really another order
            random.shuffle(same)
        site = same
    s = random.choices(BASES, weights=[3, 2, 2, 3], k=LENGTH)
    at = random.randrange(LENGTH - len(site) + 1)
    s[at:at + len(site)] = site
    return "".join(s)


def table(n):
    labels = [i % 2 for i in range(n)]
    random.shuffle(labels)
    return [sequence(bool(l)) for l in labels], np.array(labels, dtype="float32")


def onehot(seqs):
    codes = np.array([[BASES.index(c) for c in s] for s in seqs])
    return np.eye(4, dtype="float32")[codes]                  # (n, 40, 4)


def roc_auc(y, score):
    """area by trapezoids over the distinct scores, ties share one point"""
    order = np.argsort(-score, kind="stable")
    y, score = y[order], score[order]
    last = np.r_[np.flatnonzero(np.diff(score)), len(y) - 1]  # last row of each run of ties
    tpr = np.r_[0.0, np.cumsum(y)[last] / y.sum()]
    fpr = np.r_[0.0, np.cumsum(1 - y)[last] / (1 - y).sum()]
    return float(np.sum(np.diff(fpr) * (tpr[1:] + tpr[:-1]) / 2))


seq_train, y_train = table(4000)
seq_val, y_val = table(600)
seq_test, y_test = table(1000)
# random 40-mers never coincide in practice, but checking costs nothing
assert not set(seq_train) & set(seq_test) and not set(seq_train) & set(seq_val) and not set(seq_val) & set(seq_test)
x_train, x_val, x_test = onehot(seq_train), onehot(seq_val), onehot(seq_test)

net = keras.Sequential([
    keras.Input((LENGTH, 4)),
    layers.Conv1D(32, 8, activation="relu"),                  # 32 candidate motifs of width 8
    layers.GlobalMaxPooling1D(),
    layers.Dropout(0.2),
    layers.Dense(16, activation="relu"),
    layers.Dense(1),                                          # logit
])
net.compile(optimizer=keras.optimizers.Adam(3e-3), loss=keras.losses.BinaryCrossentropy(from_logits=True),
            metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")])
net.fit(x_train, y_train[:, None], validation_data=(x_val, y_val[:, None]), epochs=30, batch_size=64, verbose=2,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, start_from_epoch=5, restore_best_weights=True)])

logit = net.predict(x_test, verbose=0)[:, 0].astype("float64")
said = logit > 0                                              # p > 1/2, classes are balanced
accuracy = np.mean(said == (y_test == 1))

# simple opponent: best number of matches of the consensus anywhere in the sequence
target = onehot([MOTIF])[0]
windows = np.lib.stride_tricks.sliding_window_view(x_test, len(MOTIF), axis=1)      # (n, 33, 4, 8)
matches = np.einsum("nwbk,kb->nw", windows, target).max(1).astype("float64")

print(f"test accuracy {accuracy:.3f} (coin 0.500)")
print(f"test AUC: network {roc_auc(y_test, logit):.3f}, best match with the known consensus {roc_auc(y_test, matches):.3f}")
os.makedirs("out/je13", exist_ok=True)
net.save("out/je13/net.keras")
