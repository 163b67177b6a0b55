import json
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(2)


def load(split):
    rows = [json.loads(line) for line in open(f"data/prices/{split}.jsonl", encoding="utf-8")]
    texts = np.array([r["text"] for r in rows], dtype=object)
    extra = np.array([[len(r["text"].split()), "," in r["text"]] for r in rows], dtype="float32")
    price = np.array([r["price"] for r in rows], dtype="float32") / 1000.0
    return texts, extra, price


tr_text, tr_extra, tr_y = load("train")
va_text, va_extra, va_y = load("validation")
te_text, te_extra, te_y = load("test")

vectorize = layers.TextVectorization(max_tokens=300, output_sequence_length=20)
vectorize.adapt(tf.constant(tr_text.tolist()))


def to_ids(texts):
    return vectorize(tf.constant(texts.tolist())).numpy()


def build(vocab_size, emb_dim=32):
    ids = keras.Input(shape=(20,), dtype="int32", name="ids")
    extra = keras.Input(shape=(2,), name="extra")

    x = layers.Embedding(vocab_size, emb_dim)(ids)
    x = layers.Conv1D(48, 2, padding="same", activation="relu")(x)
    pooled = tf.reduce_max(x, axis=1)

    e = layers.Dense(8, activation="relu")(extra)
    h = layers.Concatenate()([pooled, e])
    h = layers.Dense(32, activation="relu")(h)
    out = layers.Dense(1, name="price")(h)
    return keras.Model(inputs=[ids, extra], outputs=out)


model = build(vectorize.vocabulary_size())
model.summary()
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])

model.fit(
    {"ids": to_ids(tr_text), "extra": tr_extra},
    tr_y,
    validation_data=({"ids": to_ids(va_text), "extra": va_extra}, va_y),
    epochs=25,
    batch_size=16,
    verbose=2,
)

pred = model.predict({"ids": to_ids(te_text), "extra": te_extra}, verbose=0)[:, 0]
print("test MAE: %.0f" % (1000 * np.abs(pred - te_y).mean()))
print("baseline: %.0f" % (1000 * np.abs(tr_y.mean() - te_y).mean()))
