"""Ticket routing with the TensorFlow side of transformers (these models are tf_keras models)."""
import json

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CHECKPOINT = "checkpoints/tickets"
MAX_LEN, BATCH, EPOCHS = 32, 16, 12
tf_keras.utils.set_random_seed(31)


def load_frames():
    """test, validation, train - each without texts that an earlier one has (and without its own doubles)"""
    seen, frames = set(), {}
    for split in ("test", "validation", "train"):
        texts, labels = [], []
        with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as fh:
            for line in fh:
                row = json.loads(line)
                if row["text"] in seen:
                    continue
                seen.add(row["text"])
                texts.append(row["text"])
                labels.append(row["desk_id"])
        frames[split] = (texts, np.array(labels, dtype="int64"))
    return frames


class KeepBest(tf_keras.callbacks.Callback):
    """remembers the weights of the epoch with the lowest validation loss and puts them back at the end"""

    def __init__(self):
        super().__init__()
        self.best, self.weights, self.epoch = np.inf, None, None

    def on_epoch_end(self, epoch, logs=None):
        if logs["val_loss"] < self.best:
            self.best, self.epoch = logs["val_loss"], epoch + 1
            self.weights = self.model.get_weights()

    def on_train_end(self, logs=None):
        self.model.set_weights(self.weights)


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def encode(texts):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="np")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


frames = load_frames()
train_x, train_y = encode(frames["train"][0]), frames["train"][1]
val_x, val_y = encode(frames["validation"][0]), frames["validation"][1]
test_x, test_y = encode(frames["test"][0]), frames["test"][1]
print("rows", len(train_y), len(val_y), len(test_y))

train_ds = (
    tf.data.Dataset.from_tensor_slices((train_x, train_y))
    .shuffle(len(train_y), seed=31, reshuffle_each_iteration=True)
    .batch(BATCH)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((val_x, val_y)).batch(64)

model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)
schedule = tf_keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=1e-3, decay_steps=EPOCHS * int(train_ds.cardinality()), end_learning_rate=0.0
)
model.compile(
    optimizer=tf_keras.optimizers.Adam(learning_rate=schedule),
    loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
keeper = KeepBest()
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, callbacks=[keeper], verbose=2)

logits = model.predict(test_x, batch_size=64, verbose=0).logits
guess = np.argmax(logits, axis=-1)
majority = np.bincount(train_y).argmax()
print(f"epoch {keeper.epoch} kept (validation loss {keeper.best:.3f})")
print(f"test accuracy {np.mean(guess == test_y):.3f}   always desk {majority}: {np.mean(test_y == majority):.3f}")
model.save_pretrained("out/qc13")
tokenizer.save_pretrained("out/qc13")
