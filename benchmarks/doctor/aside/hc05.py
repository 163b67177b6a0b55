"""Route support tickets to one of four desks with a bag of embeddings."""
import json
import pathlib

import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(5)

DATA = pathlib.Path("data/tickets")
OUT = pathlib.Path("out/hc05")
OUT.mkdir(parents=True, exist_ok=True)

MAX_TOKENS = 1000
MAX_LEN = 64


def read(split, exclude=()):
    """Rows of a split, every text once and none that is in `exclude`."""
    seen = set(exclude)
    texts, labels = [], []
    with open(DATA / f"{split}.jsonl", encoding="utf-8") as fh:
        for line in fh:
            row = json.loads(line)
            if row["text"] in seen:
                continue
            seen.add(row["text"])
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, np.array(labels, dtype="int32")


def encode(texts):
    vectorizer = layers.TextVectorization(
        max_tokens=MAX_TOKENS, output_sequence_length=MAX_LEN
    )
    vectorizer.adapt(texts)
    return np.asarray(vectorizer(texts))


train_texts, y_train = read("train")
val_texts, y_val = read("validation", exclude=train_texts)
test_texts, y_test = read("test", exclude=train_texts + val_texts)
print(len(train_texts), len(val_texts), len(test_texts), "tickets")

x_train = encode(train_texts)
x_val = encode(val_texts)
x_test = encode(test_texts)

inputs = keras.Input((MAX_LEN,), dtype="int64")
h = layers.Embedding(MAX_TOKENS, 48, mask_zero=True)(inputs)
h = layers.GlobalAveragePooling1D()(h)
h = layers.Dropout(0.2)(h)
h = layers.Dense(48, activation="relu")(h)
outputs = layers.Dense(4, activation="softmax")(h)
model = keras.Model(inputs, outputs)

model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    batch_size=32,
    epochs=25,
    verbose=2,
)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test accuracy {acc:.3f}")
(OUT / "result.json").write_text(json.dumps({"loss": loss, "accuracy": acc}))
