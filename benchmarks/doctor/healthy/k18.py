# Which product and which desk? Two outputs from the ticket text, TextVectorization + masked BiGRU (Keras 3).
import json
import pathlib
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(77)
DATA = pathlib.Path("data/tickets")
PROBLEMS = {
    "does not start": "broken", "makes a strange noise": "broken", "stopped after two days": "broken",
    "never left your warehouse": "delivery", "arrived with a scratch": "delivery",
    "is not the one on the picture": "delivery", "came without its cable": "delivery",
    "was charged twice": "billing",
}
KINDS = ["broken", "delivery", "billing"]
DESKS = ["north", "east", "south", "west"]


def read(split):
    out = []
    for line in DATA.joinpath(split + ".jsonl").read_text().splitlines():
        r = json.loads(line)
        kind = next(v for k, v in PROBLEMS.items() if k in r["text"])
        out.append((r["text"], DESKS.index(r["desk"]), KINDS.index(kind)))
    return out


val, test = read("validation"), read("test")
taken = {t for t, _, _ in val + test}
train = [r for r in read("train") if r[0] not in taken]


def ds(rows, shuffle=False):
    text, desk, kind = map(np.array, zip(*rows))
    d = tf.data.Dataset.from_tensor_slices((text, {"desk": desk, "kind": kind}))
    if shuffle:
        d = d.shuffle(len(rows), seed=0)
    return d.batch(32)


vectorize = layers.TextVectorization(max_tokens=300, output_mode="int", output_sequence_length=64)
vectorize.adapt(tf.constant([t for t, _, _ in train]))


def prep(d):
    return d.map(lambda x, y: (vectorize(x), y), num_parallel_calls=2).prefetch(2)


inp = keras.Input((64,), dtype="int32")
x = layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True)(inp)
x = layers.SpatialDropout1D(0.1)(x)
x = layers.Bidirectional(layers.GRU(24))(x)          # the mask of the embedding travels along
x = layers.Dropout(0.2)(x)
desk = layers.Dense(len(DESKS), activation="softmax", name="desk")(x)
kind = layers.Dense(len(KINDS), activation="softmax", name="kind")(x)
model = keras.Model(inp, {"desk": desk, "kind": kind})
model.compile(
    optimizer=keras.optimizers.Nadam(5e-3),
    loss={"desk": "sparse_categorical_crossentropy", "kind": "sparse_categorical_crossentropy"},
    loss_weights={"desk": 1.0, "kind": 0.5},
    metrics={"desk": "accuracy", "kind": "accuracy"},
)
model.fit(prep(ds(train, True)), validation_data=prep(ds(val)), epochs=8, verbose=2)

# ship it as text -> names
text_in = keras.Input((), dtype="string")
serving = keras.Model(text_in, model(vectorize(text_in)))
p = serving.predict(tf.constant([t for t, _, _ in test]), verbose=0)
print("test desk accuracy %.3f (chance 0.25)" % np.mean(p["desk"].argmax(1) == [d for _, d, _ in test]))
print("test kind accuracy %.3f (largest class %.2f)" % (
    np.mean(p["kind"].argmax(1) == [k for _, _, k in test]),
    np.bincount([k for _, _, k in test]).max() / len(test)))
