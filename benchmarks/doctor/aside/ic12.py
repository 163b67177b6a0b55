# Price of a second-hand thing from the text of its advertisement
import json
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(12)

MAX_TOKENS = 400
SEQ_LEN = 20


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [(r["text"], float(r["price"])) for r in rows]


train = read("train")
known = {text for text, _ in train}
# the same advertisement was sometimes posted twice
val = [r for r in read("validation") if r[0] not in known]
known |= {text for text, _ in val}
test = [r for r in read("test") if r[0] not in known]
print(len(train), len(val), len(test))

log_price = np.log([p for _, p in train])
mu, sd = log_price.mean(), log_price.std()


def split_columns(rows):
    texts = tf.constant([t for t, _ in rows])
    y = ((np.log([p for _, p in rows]) - mu) / sd).astype("float32")[:, None]
    return texts, y


x_train, y_train = split_columns(train)
x_val, y_val = split_columns(val)
x_test, y_test = split_columns(test)

vectorize = layers.TextVectorization(
    max_tokens=MAX_TOKENS, output_mode="int", output_sequence_length=SEQ_LEN
)
vectorize.adapt(x_train)


def dataset(x, y, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((vectorize(x), y))
    if shuffle:
        ds = ds.shuffle(len(y))
    return ds.batch(32).prefetch(tf.data.AUTOTUNE)


def build_model():
    tokens = tf.keras.Input(shape=(SEQ_LEN,), dtype="int64")
    x = layers.Embedding(MAX_TOKENS, 32)(tokens)
    x = layers.Conv1D(64, 3, padding="same", activation="relu")(x)
    x = tf.reduce_max(x, axis=1)
    x = layers.Dropout(0.2)(x)
    x = layers.Dense(32, activation="relu")(x)
    return tf.keras.Model(tokens, layers.Dense(1)(x))


model = build_model()
model.compile(optimizer=tf.keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])
model.fit(
    dataset(x_train, y_train, shuffle=True),
    validation_data=dataset(x_val, y_val),
    epochs=30,
    callbacks=[tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)],
    verbose=2,
)

pred = np.exp(model.predict(dataset(x_test, y_test), verbose=0)[:, 0] * sd + mu)
true = np.array([p for _, p in test])
print("median error:", np.median(np.abs(pred - true)))
