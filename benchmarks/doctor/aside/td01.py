import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(1)
CKPT = "checkpoints/tickets"
BATCH = 16
MAX_LEN = 32


def load(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


tokenizer = AutoTokenizer.from_pretrained(CKPT)


def make_ds(split, training=False):
    texts, labels = load(split)
    enc = tokenizer(texts, truncation=True, max_length=MAX_LEN, padding="max_length", return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if training:
        ds = ds.shuffle(len(labels))
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds = make_ds("train", training=True)
val_ds = make_ds("validation")
test_ds = make_ds("test")

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=5, verbose=2)
loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
