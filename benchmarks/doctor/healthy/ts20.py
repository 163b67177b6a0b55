import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
from pathlib import Path

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForTokenClassification

# Token classification with padded_batch and an explicit training loop.
IGNORE, NUM_TAGS, EPOCHS = -100, 4, 5
root = Path(".")
tf.keras.utils.set_random_seed(6)
tokenizer = AutoTokenizer.from_pretrained(root / "checkpoints" / "tags")


def read(split):
    return [json.loads(line) for line in (root / "data" / "tags" / f"{split}.jsonl").read_text().splitlines()]


def encode(row):
    """The tag of a word goes to its first piece; the other pieces and special tokens are not scored."""
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
    ids = enc.word_ids()
    labels = [IGNORE if w is None or w == before else row["tags"][w] for before, w in zip([None] + ids[:-1], ids)]
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


def dataset(rows, batch_size, shuffle=False):
    examples = [encode(r) for r in rows]
    spec = {k: tf.TensorSpec((None,), tf.int32) for k in ("input_ids", "attention_mask", "labels")}
    ds = tf.data.Dataset.from_generator(lambda: iter(examples), output_signature=spec).cache()
    ds = ds.shuffle(len(examples)) if shuffle else ds
    padding = {"input_ids": tokenizer.pad_token_id, "attention_mask": 0, "labels": IGNORE}
    return ds.padded_batch(batch_size, padding_values=padding).prefetch(tf.data.AUTOTUNE)


test_rows, val_rows = read("test"), read("validation")
known = {tuple(r["words"]) for r in test_rows + val_rows}
train_rows = [r for r in read("train") if tuple(r["words"]) not in known]
train_ds, val_ds, test_ds = dataset(train_rows, 16, shuffle=True), dataset(val_rows, 64), dataset(test_rows, 64)
model = TFDistilBertForTokenClassification.from_pretrained(root / "checkpoints" / "tags", num_labels=NUM_TAGS)
steps = EPOCHS * -(-len(train_rows) // 16)
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.PolynomialDecay(3e-3, steps, end_learning_rate=0.0))
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function(reduce_retracing=True)
def train_step(batch):
    scored = batch["labels"] != IGNORE
    with tf.GradientTape() as tape:
        logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], training=True).logits
        loss = loss_fn(tf.boolean_mask(batch["labels"], scored), tf.boolean_mask(logits, scored))
    grads, _ = tf.clip_by_global_norm(tape.gradient(loss, model.trainable_variables), 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function(reduce_retracing=True)
def logits_of(ids, mask):
    return model(input_ids=ids, attention_mask=mask, training=False).logits


def evaluate(ds):
    """Accuracy over all words and over the words that are names (tag > 0)."""
    words, names = tf.keras.metrics.SparseCategoricalAccuracy(), tf.keras.metrics.SparseCategoricalAccuracy()
    for b in ds:
        logits = logits_of(b["input_ids"], b["attention_mask"])
        for metric, keep in ((words, b["labels"] != IGNORE), (names, b["labels"] > 0)):
            metric.update_state(b["labels"][keep], logits[keep])
    return float(words.result()), float(names.result())


for epoch in range(EPOCHS):
    losses = [float(train_step(b)) for b in train_ds]
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}  val word acc %.3f, name acc %.3f" % evaluate(val_ds))
names = [t for r in train_rows for t in r["tags"] if t]
print("test word acc %.3f, name acc %.3f" % evaluate(test_ds), "| most frequent tag of names %.3f" % (
    max(np.bincount(names)) / len(names)))
