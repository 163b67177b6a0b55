# Ablation: does attention need to know positions?
# Each sequence holds the tokens A and B exactly once, among distractors. Question: does A come first?
# Without position embeddings the network sees a bag of tokens - and a bag cannot answer.
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
from pathlib import Path

import keras
import numpy as np
from keras import layers, ops

LENGTH, VOCAB, A, B = 12, 12, 0, 1
keras.utils.set_random_seed(2)


def sample(n):
    rng = np.random.default_rng(2)
    seq = rng.integers(2, VOCAB, (n, LENGTH))
    # two different places per row
    places = np.argsort(rng.random((n, LENGTH)), axis=1)[:, :2]
    rows = np.arange(n)
    seq[rows, places[:, 0]] = A
    seq[rows, places[:, 1]] = B
    seq = np.unique(seq, axis=0)              # no row twice, so no row in two splits
    seq = seq[rng.permutation(len(seq))]      # unique() sorts
    first = (seq == A).argmax(axis=1) < (seq == B).argmax(axis=1)
    return seq.astype("int32"), first.astype("float32")[:, None]


@keras.saving.register_keras_serializable()
class Positions(layers.Layer):
    def build(self, shape):
        self.table = self.add_weight(shape=shape[1:], initializer=keras.initializers.RandomNormal(stddev=0.02),
                                     name="table")

    def call(self, x):
        return x + self.table


def transformer(with_positions, dim=32, heads=2):
    tokens = keras.Input((LENGTH,), dtype="int32")
    h = layers.Embedding(VOCAB, dim)(tokens)
    if with_positions:
        h = Positions()(h)
    n = layers.LayerNormalization()(h)
    h = layers.Add()([h, layers.MultiHeadAttention(heads, dim // heads)(n, n)])
    n = layers.LayerNormalization()(h)
    n = layers.Dense(4 * dim, activation="gelu")(n)
    h = layers.Add()([h, layers.Dense(dim)(n)])
    h = layers.GlobalAveragePooling1D()(layers.LayerNormalization()(h))
    return keras.Model(tokens, layers.Dense(1, activation="sigmoid")(h),
                       name="with_positions" if with_positions else "without_positions")


x, y = sample(9000)
cuts = [6000, 7000]
(x_tr, x_va, x_te), (y_tr, y_va, y_te) = np.split(x, cuts), np.split(y, cuts)
print("rows:", len(x_tr), len(x_va), len(x_te), "- share of 'A first' in test:", round(float(y_te.mean()), 3))

out = Path("out/nd15")
out.mkdir(parents=True, exist_ok=True)
results = {}
for flag in (True, False):
    keras.utils.set_random_seed(3)
    model = transformer(flag)
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="binary_crossentropy", metrics=["accuracy"])
    path = out / f"{model.name}.weights.h5"
    history = model.fit(
        x_tr, y_tr, validation_data=(x_va, y_va), epochs=15, batch_size=64, verbose=0,
        callbacks=[keras.callbacks.ModelCheckpoint(path, monitor="val_loss", mode="min", save_best_only=True,
                                                   save_weights_only=True)],
    ).history
    model.load_weights(path)
    results[model.name] = model.evaluate(x_te, y_te, verbose=0, return_dict=True)
    print(model.name, "validation accuracy per epoch:", " ".join(f"{a:.2f}" for a in history["val_accuracy"]))

    # permutation test of the claim itself: shuffle the order of each test sequence and compare outputs
    perm = np.random.default_rng(0).permutation(LENGTH)
    part = x_te[:200]
    change = ops.max(ops.abs(model(part, training=False) - model(part[:, perm], training=False)))
    print(f"   largest change of the output when the tokens are reordered: {float(change):.1e}")

print()
for name, r in results.items():
    print(f"{name:18s} test loss {r['loss']:.4f}  accuracy {r['accuracy']:.3f}")
print(f"a fair coin         test loss {np.log(2):.4f}  accuracy 0.500")
