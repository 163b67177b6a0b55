"""Stress yes/no from wrist signals of 60 people; people are kept apart, the rare class weighs more (Keras 3)."""
import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
from keras import layers
from sklearn.metrics import balanced_accuracy_score, confusion_matrix, roc_auc_score
from sklearn.model_selection import GroupShuffleSplit
from sklearn.utils.class_weight import compute_class_weight

keras.utils.set_random_seed(4)
rng = np.random.default_rng(4)


def simulate(people=60, rows_each=80):
    who = np.repeat(np.arange(people), rows_each)
    own_level = rng.normal(0, 1.0, size=(people, 10))[who]  # a person's own resting level
    stress = (rng.random(len(who)) < 0.15).astype("int64")
    effect = np.array([1.4, 1.2, -1.2, 1.0, 0, 0, 0, 0, 0, 0])
    signals = own_level + stress[:, None] * effect + rng.normal(0, 0.7, size=(len(who), 10))
    posture = rng.integers(0, 3, size=len(who))
    signals[:, 0] += 0.8 * posture
    # the first rows of the day are known to be at rest: each person's own reference, without any label
    rest = own_level + rng.normal(0, 0.2, size=(people, 10))[who]
    return signals.astype("float32"), rest.astype("float32"), posture[:, None].astype("int32"), stress, who


signals, rest, posture, y, who = simulate()

dev, test = next(GroupShuffleSplit(1, test_size=0.25, random_state=4).split(signals, y, who))
a, b = next(GroupShuffleSplit(1, test_size=0.25, random_state=5).split(signals[dev], y[dev], who[dev]))
train, val = dev[a], dev[b]  # positions inside dev become positions in the table
assert not (set(who[train]) & set(who[val]) or set(who[dev]) & set(who[test]))


def inputs(rows):
    return {"signals": signals[rows], "rest": rest[rows], "posture": posture[rows]}


in_signals = keras.Input((10,), name="signals")
in_rest = keras.Input((10,), name="rest")
in_posture = keras.Input((1,), name="posture", dtype="int32")
change = layers.Subtract()([in_signals, in_rest])
norm = layers.Normalization()
norm.adapt(signals[train] - rest[train])
h = layers.Concatenate()([norm(change), layers.Flatten()(layers.Embedding(3, 4)(in_posture))])
for width in (32, 16):
    h = layers.Dense(width, activation="gelu", kernel_regularizer=keras.regularizers.L2(1e-4))(h)
    h = layers.Dropout(0.2)(h)
out = layers.Dense(1, activation="sigmoid")(h)
model = keras.Model({"signals": in_signals, "rest": in_rest, "posture": in_posture}, out)

weights = compute_class_weight("balanced", classes=np.array([0, 1]), y=y[train])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3, use_ema=True, ema_momentum=0.95),
    loss="binary_crossentropy",
    metrics=[keras.metrics.AUC(name="auc")],
)
model.fit(
    inputs(train), y[train][:, None], validation_data=(inputs(val), y[val][:, None]), epochs=20, batch_size=64, verbose=2,
    class_weight={0: float(weights[0]), 1: float(weights[1])},
    # this puts the averaged weights in place for each validation and at the end
    callbacks=[keras.callbacks.SwapEMAWeights(swap_on_epoch=False)],
)

p_val = model.predict(inputs(val), batch_size=512, verbose=0).ravel()
grid = np.linspace(0.05, 0.95, 91)
threshold = grid[np.argmax([balanced_accuracy_score(y[val], (p_val >= t).astype(int)) for t in grid])]

p_test = model.predict(inputs(test), batch_size=512, verbose=0).ravel()
said = (p_test >= threshold).astype(int)
print(f"threshold {threshold:.2f}, from people of the validation part")
print(f"test people: AUC {roc_auc_score(y[test], p_test):.3f}, balanced accuracy {balanced_accuracy_score(y[test], said):.3f}")
print(confusion_matrix(y[test], said))
