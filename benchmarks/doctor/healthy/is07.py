# Fine-tuning DistilBERT with TensorFlow: which desk should answer the ticket?
# The TensorFlow models of transformers are tf_keras models, hence tf_keras all the way down.
import json

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CKPT = "checkpoints/tickets"
BATCH, EPOCHS, PEAK_LR = 16, 15, 5e-4

tf_keras.utils.set_random_seed(13)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    for r in rows:                       # the masked order number says nothing, and is no word of the vocabulary
        r["text"] = r["text"].replace("order [ORDER] . ", "")
    return rows


train, val, test = read("train"), read("validation"), read("test")

# some messages were filed more than once: a text is kept in the first split only
seen = {r["text"] for r in train}
val = [r for r in val if r["text"] not in seen]
seen |= {r["text"] for r in val}
test = [r for r in test if r["text"] not in seen]
names = {r["desk_id"]: r["desk"] for r in train}
print("rows:", len(train), len(val), len(test), "desks:", names)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(rows, shuffle):
    # greeting and product come first; what the few long tickets lose at 32 pieces is small talk
    enc = tokenizer([r["text"] for r in rows], truncation=True, max_length=32,
                    padding="max_length", return_tensors="np")
    x = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    y = np.array([r["desk_id"] for r in rows])
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(len(rows), seed=13)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds, val_ds, test_ds = encode(train, True), encode(val, False), encode(test, False)

model = TFAutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(names),
    id2label=names, label2id={v: k for k, v in names.items()})

total_steps = len(train_ds) * EPOCHS
schedule = tf_keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=PEAK_LR, decay_steps=total_steps, end_learning_rate=0.0, power=1.0)
model.compile(
    optimizer=tf_keras.optimizers.Adam(learning_rate=schedule),
    loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf_keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

logits = model.predict(test_ds, verbose=0).logits
truth = np.array([r["desk_id"] for r in test])
guess = logits.argmax(-1)
majority = np.bincount([r["desk_id"] for r in train]).argmax()
print(f"test accuracy {np.mean(guess == truth):.3f} (always '{names[majority]}': {np.mean(truth == majority):.3f})")
for k in sorted(names):
    rows = truth == k
    print(f"  {names[k]:>8}: {int(rows.sum()):3d} rows, recall {np.mean(guess[rows] == k) if rows.any() else float('nan'):.3f}")
