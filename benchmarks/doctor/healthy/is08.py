"""Token tagging with a DistilBERT encoder and a plain TensorFlow loop (chapter 3 of the thesis)."""
import json
import math

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

CKPT, BATCH, EPOCHS, LR, IGNORE = "checkpoints/tags", 16, 15, 1e-3, -100


def load(split):
    with open(f"data/tags/{split}.jsonl") as handle:
        return [json.loads(line) for line in handle]


def encode(tok, rows):
    """Only the first piece of each word carries the word's tag."""
    enc = tok([r["words"] for r in rows], is_split_into_words=True, truncation=True,
              max_length=64, padding="max_length", return_tensors="np")
    labels = np.full(enc["input_ids"].shape, IGNORE, dtype=np.int32)
    for i, row in enumerate(rows):
        last = None
        for j, w in enumerate(enc.word_ids(batch_index=i)):
            if w is not None and w != last:
                labels[i, j] = row["tags"][w]
            last = w
    return enc["input_ids"].astype(np.int32), enc["attention_mask"].astype(np.int32), labels


def dataset(arrays, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices(arrays)
    return (ds.shuffle(len(arrays[0]), seed=5) if shuffle else ds).batch(BATCH)


def masked_loss(labels, logits):
    keep = tf.cast(labels != IGNORE, tf.float32)
    each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.maximum(labels, 0), logits=logits)
    return tf.reduce_sum(each * keep) / tf.maximum(tf.reduce_sum(keep), 1.0)


def evaluate(model, ds):
    """Micro F1 over the tags that are not 0 ('outside'), word by word."""
    tp = guessed = wanted = 0
    for ids, mask, labels in ds:
        guess = model(input_ids=ids, attention_mask=mask, training=False).logits.numpy().argmax(-1)
        labels = labels.numpy()
        real = labels != IGNORE
        tp += int(((guess == labels) & (labels > 0) & real).sum())
        guessed += int(((guess > 0) & real).sum())
        wanted += int(((labels > 0) & real).sum())
    return 2 * tp / max(guessed + wanted, 1)


def main():
    tf_keras.utils.set_random_seed(5)
    tok = AutoTokenizer.from_pretrained(CKPT)
    train, val, test = load("train"), load("validation"), load("test")
    known = {tuple(r["words"]) for r in train}
    val = [r for r in val if tuple(r["words"]) not in known]
    known |= {tuple(r["words"]) for r in val}
    test = [r for r in test if tuple(r["words"]) not in known]
    n_tags = 1 + max(t for r in train for t in r["tags"])
    print(f"{len(train)} / {len(val)} / {len(test)} sentences, {n_tags} tags")

    train_ds = dataset(encode(tok, train), shuffle=True)
    val_ds, test_ds = dataset(encode(tok, val)), dataset(encode(tok, test))

    model = TFAutoModelForTokenClassification.from_pretrained(CKPT, num_labels=n_tags)
    steps = math.ceil(len(train) / BATCH) * EPOCHS
    schedule = tf_keras.optimizers.schedules.CosineDecay(
        0.0, decay_steps=steps - steps // 10, warmup_target=LR, warmup_steps=steps // 10)
    optimizer = tf_keras.optimizers.AdamW(learning_rate=schedule, weight_decay=0.01, global_clipnorm=1.0)
    optimizer.exclude_from_weight_decay(var_names=["bias", "LayerNorm", "layer_norm"])

    @tf.function
    def train_step(ids, mask, labels):
        with tf.GradientTape() as tape:
            logits = model(input_ids=ids, attention_mask=mask, training=True).logits
            loss = masked_loss(labels, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    best, weights = -1.0, model.get_weights()
    for epoch in range(1, EPOCHS + 1):
        losses = [float(train_step(*batch)) for batch in train_ds]
        f1 = evaluate(model, val_ds)
        if f1 > best:
            best, weights = f1, model.get_weights()
        print(f"epoch {epoch:2d}  loss {np.mean(losses):.3f}  val F1 {f1:.3f}")
    model.set_weights(weights)
    print(f"test F1 {evaluate(model, test_ds):.3f} (best val {best:.3f})")


if __name__ == "__main__":
    main()
