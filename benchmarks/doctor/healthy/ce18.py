# Two answers from one sentence: which product it is about, and whether the writer is happy.

# %% sentences, all different
import itertools
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(23)
rng = np.random.default_rng(23)

starts = ["honestly", "well", "after a week", "to be fair", "in short", "as a gift", "so far", "for the price"]
products = {
    0: ["the kettle", "the toaster", "the oven", "the blender"],
    1: ["the laptop", "the phone", "the tablet", "the keyboard"],
    2: ["the jacket", "the coat", "the boots", "the scarf"],
}
verdicts = {
    1: ["is great", "works well", "makes me happy", "is lovely", "was worth it"],
    0: ["is awful", "fell apart", "makes me angry", "is ugly", "was a waste"],
}
ends = ["", "and my sister agrees", "i must say", "compared with the old one", "no more words needed"]

rows = []
for topic, names in products.items():
    for tone, says in verdicts.items():
        for s, n, v, e in itertools.product(starts, names, says, ends):
            rows.append((f"{s} {n} {v} {e}".strip(), topic, tone))
assert len({r[0] for r in rows}) == len(rows)
picked = rng.choice(len(rows), size=2000, replace=False)
text = np.array([rows[i][0] for i in picked])
topic = np.array([rows[i][1] for i in picked], dtype="int32")
tone = np.array([[rows[i][2]] for i in picked], dtype="float32")

# %% one fixed order, split, and only then shuffle the training part
everything = tf.data.Dataset.from_tensor_slices((text, {"topic": topic, "tone": tone}))
everything = everything.shuffle(len(text), seed=23, reshuffle_each_iteration=False)
test_raw = everything.take(300)
val_raw = everything.skip(300).take(300)
train_raw = everything.skip(600)

vectorize = layers.TextVectorization(max_tokens=200, output_sequence_length=14)
vectorize.adapt(train_raw.map(lambda s, _: s).batch(128))
vocab = vectorize.vocabulary_size()


def prepare(ds, batch=64):
    return ds.batch(batch).map(lambda s, y: (vectorize(s), y), num_parallel_calls=2).prefetch(2)


train_ds = prepare(train_raw.shuffle(1400))
val_ds, test_ds = prepare(val_raw), prepare(test_raw)

# %% shared encoder, one softmax head and one logit head
tokens = keras.Input((14,), dtype="int64")
h = layers.Embedding(vocab, 24, mask_zero=True)(tokens)
h = layers.Bidirectional(layers.GRU(24))(h)
h = layers.Dropout(0.2)(h)
heads = {
    "topic": layers.Dense(3, activation="softmax", name="topic")(h),
    "tone": layers.Dense(1, name="tone")(h),
}
model = keras.Model(tokens, heads)
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss={
        "topic": "sparse_categorical_crossentropy",
        "tone": keras.losses.BinaryCrossentropy(from_logits=True),
    },
    loss_weights={"topic": 1.0, "tone": 0.5},
    metrics={
        "topic": ["accuracy"],
        "tone": [keras.metrics.AUC(from_logits=True, name="auc")],
    },
)
stop = keras.callbacks.EarlyStopping(patience=3, restore_best_weights=True)
model.fit(train_ds, validation_data=val_ds, epochs=12, callbacks=[stop], verbose=2)
print("test:", model.evaluate(test_ds, verbose=0, return_dict=True))

# %% a model that takes strings, saved with its vocabulary
os.makedirs("out/ce18", exist_ok=True)
raw = keras.Input((1,), dtype="string")
keras.Model(raw, model(vectorize(raw))).save("out/ce18/end_to_end.keras")

served = keras.models.load_model("out/ce18/end_to_end.keras")
answer = served.predict(tf.constant([["well the kettle fell apart"], ["so far the boots is lovely"]]), verbose=0)
print("topic:", answer["topic"].argmax(axis=-1), "happy:", answer["tone"][:, 0] > 0)
