"""Route support tickets to a desk: fine-tune the small DistilBERT checkpoint with a TensorFlow loop.

The TensorFlow classes of transformers are tf_keras models, so everything Keras here is tf_keras.
"""
import json
import os
import re

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CHECKPOINT = "checkpoints/tickets"
MAX_LENGTH = 32          # the checkpoint has 32 positions; the article in question is named in the first dozen words
BATCH, EPOCHS, PEAK_LR = 16, 20, 1e-3
OUT = "out/kb12/router"


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as handle:
        rows = [json.loads(line) for line in handle]
    # every ticket carries the same placeholder, which the tokenizer does not know
    return [(re.sub(r"\s*order \[ORDER\] \.", "", r["text"]), r["desk_id"], r["desk"]) for r in rows]


def without(rows, *others):
    """Rows whose text is in none of the other splits, each text once."""
    taken = {text for other in others for text, *_ in other}
    kept = []
    for row in rows:
        if row[0] not in taken:
            taken.add(row[0])
            kept.append(row)
    return kept


class WarmupThenLinear(tf_keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup, total):
        self.peak, self.warmup, self.total = float(peak), float(warmup), float(total)

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        up = (step + 1.0) / self.warmup
        down = (self.total - step) / (self.total - self.warmup)
        return self.peak * tf.clip_by_value(tf.minimum(up, down), 0.0, 1.0)

    def get_config(self):
        return {"peak": self.peak, "warmup": self.warmup, "total": self.total}


tf_keras.utils.set_random_seed(4)
test = read("test")
valid = without(read("validation"), test)
train = without(read("train"), valid, test)
names = {i: name for _, i, name in train}
print(len(train), len(valid), len(test), "tickets;", names)

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
model = TFAutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT, num_labels=len(names), id2label=names, label2id={v: k for k, v in names.items()})


def encode(rows, shuffle=False):
    enc = tokenizer([t for t, *_ in rows], truncation=True, max_length=MAX_LENGTH, padding="max_length", return_tensors="np")
    features = {"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}
    ds = tf.data.Dataset.from_tensor_slices((features, np.array([r[1] for r in rows], "int32")))
    if shuffle:
        ds = ds.shuffle(len(rows))
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_ds, valid_ds, test_ds = encode(train, shuffle=True), encode(valid), encode(test)
total = EPOCHS * len(train_ds)
optimizer = tf_keras.optimizers.AdamW(WarmupThenLinear(PEAK_LR, total // 10, total), weight_decay=0.01, clipnorm=1.0)
optimizer.exclude_from_weight_decay(var_names=["bias", "layer_norm", "LayerNorm"])
loss_fn = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step(features, labels):
    with tf.GradientTape() as tape:
        logits = model(features, training=True).logits
        loss = loss_fn(labels, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def predict_step(features):
    return model(features, training=False).logits


def accuracy(ds):
    hits = seen = 0
    for features, labels in ds:
        guess = tf.argmax(predict_step(features), axis=-1, output_type=tf.int32)
        hits += int(tf.reduce_sum(tf.cast(guess == labels, tf.int32)))
        seen += int(labels.shape[0])
    return hits / seen


best = -1.0
for epoch in range(1, EPOCHS + 1):
    losses = [float(train_step(f, l)) for f, l in train_ds]
    score = accuracy(valid_ds)
    print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  validation accuracy {score:.3f}")
    if score > best:
        best = score
        model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)

model.set_weights(TFAutoModelForSequenceClassification.from_pretrained(OUT).get_weights())
most_common = np.bincount([r[1] for r in train]).argmax()
print(f"test accuracy {accuracy(test_ds):.3f}, always '{names[most_common]}': "
      f"{np.mean([r[1] == most_common for r in test]):.3f}")
