import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tempfile
import tensorflow as tf
import numpy as np
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(31)
mrpc = load_dataset("data/glue", "mrpc")
tok = AutoTokenizer.from_pretrained("checkpoints/bert")

# Two sentences in, one decision out. A part of the rows is enough here.
train = mrpc["train"].shuffle(seed=31).select(range(800))
val = mrpc["validation"].select(range(200))


def to_dataset(split, shuffle):
    enc = tok(list(split["sentence1"]), list(split["sentence2"]), padding=True, truncation=True, max_length=96, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), np.array(split["label"])))
    if shuffle:
        ds = ds.shuffle(len(split), seed=31)
    return ds.batch(32)


train_ds, val_ds = to_dataset(train, True), to_dataset(val, False)
model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=4e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.SparseCategoricalAccuracy("accuracy")],
)

with tempfile.TemporaryDirectory() as folder:
    best = os.path.join(folder, "best.weights.h5")
    keep = tf.keras.callbacks.ModelCheckpoint(best, monitor="val_accuracy", mode="max", save_best_only=True, save_weights_only=True)
    model.fit(train_ds, validation_data=val_ds, epochs=2, callbacks=[keep], verbose=2)
    model.load_weights(best)

_, acc = model.evaluate(val_ds, verbose=0)
print("best accuracy", acc, "majority", max(np.mean(val["label"]), 1 - np.mean(val["label"])))
