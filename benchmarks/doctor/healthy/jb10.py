# Token tagging with a hand-written loop: TF DistilBERT, masked loss, macro F1 per word.
# The best epoch is picked on validation; test is touched once after that.
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import tf_keras
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

CKPT = "checkpoints/tags"
IGNORE = -100
EPOCHS, BATCH = 16, 16

tf_keras.utils.set_random_seed(17)


def load(split):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def without(rows, *others):
    taken = {tuple(r["words"]) for other in others for r in other}
    return [r for r in rows if tuple(r["words"]) not in taken]


test_rows = load("test")
val_rows = without(load("validation"), test_rows)
train_rows = without(load("train"), val_rows, test_rows)
print("sentences:", len(train_rows), len(val_rows), len(test_rows))
n_labels = 1 + max(t for r in train_rows for t in r["tags"])

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(rows):
    enc = tok([r["words"] for r in rows], is_split_into_words=True, padding="longest",
              truncation=True, max_length=64, return_tensors="np")
    labels = np.full(enc["input_ids"].shape, IGNORE, dtype="int32")
    for i, r in enumerate(rows):
        previous = None
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w != previous:        # the first piece of a word carries its tag
                labels[i, j] = r["tags"][w]
            previous = w
    return enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32"), labels


def batches(rows, shuffle=False):
    arrays = encode(rows)
    ds = tf.data.Dataset.from_tensor_slices(arrays)
    if shuffle:
        ds = ds.shuffle(len(rows), seed=17)
    return ds.batch(BATCH)


model = TFAutoModelForTokenClassification.from_pretrained(CKPT, num_labels=n_labels)
train_ds, val_ds, test_ds = batches(train_rows, True), batches(val_rows), batches(test_rows)
total = EPOCHS * len(train_ds)
lr = tf_keras.optimizers.schedules.PolynomialDecay(1e-3, decay_steps=total, end_learning_rate=0.0)
optimizer = tf_keras.optimizers.Adam(lr, clipnorm=1.0)
ce = tf_keras.losses.SparseCategoricalCrossentropy(
    from_logits=True, reduction=tf_keras.losses.Reduction.NONE)


@tf.function
def train_step(ids, mask, labels):
    active = tf.cast(labels != IGNORE, tf.float32)
    safe = tf.maximum(labels, 0)                       # -100 is no class; its loss is zeroed below
    with tf.GradientTape() as tape:
        logits = model(input_ids=ids, attention_mask=mask, training=True).logits
        per_token = ce(safe, logits)
        loss = tf.reduce_sum(per_token * active) / tf.reduce_sum(active)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def forward(ids, mask):
    return tf.argmax(model(input_ids=ids, attention_mask=mask, training=False).logits, axis=-1)


def macro_f1(ds):
    gold, guess = [], []
    for ids, mask, labels in ds:
        keep = labels.numpy() != IGNORE
        gold.append(labels.numpy()[keep])
        guess.append(forward(ids, mask).numpy()[keep])
    gold, guess = np.concatenate(gold), np.concatenate(guess)
    return f1_score(gold, guess, average="macro"), f1_score(gold, np.zeros_like(gold), average="macro")


best, best_weights = -1.0, None
for epoch in range(EPOCHS):
    losses = [float(train_step(*b)) for b in train_ds]
    f1, _ = macro_f1(val_ds)
    if f1 > best:
        best, best_weights = f1, model.get_weights()
    if epoch % 4 == 0 or epoch == EPOCHS - 1:
        print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.3f}  val macro F1 {f1:.3f}")

model.set_weights(best_weights)
f1, nothing = macro_f1(test_ds)
print(f"val {best:.3f}   test macro F1 {f1:.3f}   'no name anywhere' {nothing:.3f}")
