import argparse
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", default="checkpoints/tickets")
parser.add_argument("--epochs", type=int, default=8)
parser.add_argument("--lr", type=float, default=5e-4)
parser.add_argument("--batch_size", type=int, default=16)
args = parser.parse_args()

tf.random.set_seed(123)
tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)


def build(split, shuffle=False):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    enc = tokenizer([r["text"] for r in rows], truncation=True, padding=True, max_length=32)
    labels = [r["desk_id"] for r in rows]
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if shuffle:
        ds = ds.shuffle(len(rows), seed=123)
    return ds.batch(args.batch_size)


train_ds = build("train", shuffle=True)
val_ds = build("validation")
test_ds = build("test")

model = TFAutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=4)

steps = args.epochs * len(train_ds)
schedule = tf.keras.optimizers.schedules.PolynomialDecay(args.lr, steps, end_learning_rate=0.0)
model.compile(
    optimizer=tf.keras.optimizers.Adam(schedule),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)

logits = model.predict(test_ds, verbose=0).logits
pred = np.argmax(logits, axis=-1)
true = np.concatenate([y.numpy() for _, y in test_ds])
print("predicted classes:", np.bincount(pred, minlength=4))
print("test accuracy:", (pred == true).mean())
