"""Tickets with TensorFlow: TFDistilBert + tf_keras fit."""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf_keras.utils.set_random_seed(31)
PATH = "checkpoints/tickets"
EPOCHS = 25
BATCH = 16
LEN = 32


def get(split):
    with open(os.path.join("data", "tickets", split + ".jsonl"), encoding="utf-8") as f:
        records = [json.loads(s) for s in f if s.strip()]
    # one label per text; the masked order number is the same in all of them and unknown to the vocabulary
    return {" ".join(r["text"].replace("order [ORDER] .", "").split()): r["desk_id"] for r in records}


test = get("test")
val = {t: d for t, d in get("validation").items() if t not in test}
train = {t: d for t, d in get("train").items() if t not in test and t not in val}
print("unique tickets:", len(train), len(val), len(test))

tokenizer = AutoTokenizer.from_pretrained(PATH)


def to_ds(mapping, shuffle):
    enc = tokenizer(list(mapping), padding="max_length", truncation=True, max_length=LEN, return_tensors="np")
    x = {"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}
    y = np.array(list(mapping.values()), dtype="int32")
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(len(y), seed=31)
    return ds.batch(BATCH), y


train_ds, y_train = to_ds(train, True)
val_ds, y_val = to_ds(val, False)
test_ds, y_test = to_ds(test, False)

model = TFAutoModelForSequenceClassification.from_pretrained(PATH, num_labels=4)

total = EPOCHS * int(train_ds.cardinality())
rate = tf_keras.optimizers.schedules.PolynomialDecay(1e-3, decay_steps=total, end_learning_rate=0.0)
model.compile(
    optimizer=tf_keras.optimizers.Adam(learning_rate=rate, clipnorm=1.0),
    loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf_keras.metrics.SparseCategoricalAccuracy(name="accuracy")],
)

os.makedirs("out/qb12", exist_ok=True)
best = "out/qb12/best.weights.h5"
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=EPOCHS,
    verbose=2,
    callbacks=[
        tf_keras.callbacks.ModelCheckpoint(
            best, monitor="val_accuracy", mode="max", save_best_only=True, save_weights_only=True
        )
    ],
)
model.load_weights(best)

logits = model.predict(test_ds, verbose=0).logits
guess = logits.argmax(-1)
usual = np.bincount(y_train).argmax()
print("majority class :", round(float((y_test == usual).mean()), 3))
print("model          :", round(float((y_test == guess).mean()), 3))

table = np.zeros((4, 4), dtype=int)
np.add.at(table, (y_test, guess), 1)
print("rows true, columns predicted")
print(table)
