"""Name tagging with a TF DistilBERT and a hand-written training loop.

Each word's label goes to its first piece; the other pieces, [CLS], [SEP] and padding carry -100 and are
left out of the loss. An exponential moving average of the weights is what we evaluate.
"""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
import random
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

IGNORE = -100


@dataclass
class Config:
    checkpoint: str = "checkpoints/tags"
    folder: str = "data/tags"
    num_labels: int = 4
    batch_size: int = 24
    epochs: int = 10
    peak_lr: float = 2e-3
    warmup_steps: int = 30
    weight_decay: float = 0.01
    max_grad_norm: float = 1.0
    ema_decay: float = 0.97
    seed: int = 7


class WarmupLinear(tf_keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup, total):
        super().__init__()
        self.peak, self.warmup, self.total = float(peak), float(warmup), float(total)

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        up = (step + 1.0) / self.warmup
        down = (self.total - step) / (self.total - self.warmup)
        return self.peak * tf.clip_by_value(tf.minimum(up, down), 0.0, 1.0)

    def get_config(self):
        return {"peak": self.peak, "warmup": self.warmup, "total": self.total}


def load(path, exclude=()):
    exclude = set(exclude)
    rows = []
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        key = " ".join(row["words"])
        if key not in exclude:
            exclude.add(key)
            rows.append(row)
    return rows


def texts(rows):
    return [" ".join(r["words"]) for r in rows]


def encode(rows, tokenizer, max_length):
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        padding="max_length",
        truncation=True,
        max_length=max_length,
        return_tensors="np",
    )
    labels = np.full(enc["input_ids"].shape, IGNORE, dtype=np.int32)
    for i, row in enumerate(rows):
        previous = None
        for j, word in enumerate(enc.word_ids(i)):
            if word is not None and word != previous:
                labels[i, j] = row["tags"][word]
            previous = word
    return enc["input_ids"].astype(np.int32), enc["attention_mask"].astype(np.int32), labels


def micro_f1(gold, pred):
    """F1 over the words that are names (every tag but 0)."""
    correct = np.sum((gold == pred) & (gold > 0))
    if correct == 0:
        return 0.0
    precision = correct / np.sum(pred > 0)
    recall = correct / np.sum(gold > 0)
    return 2 * precision * recall / (precision + recall)


class WeightAverage:
    """Exponential moving average of a model's trainable weights."""

    def __init__(self, variables, decay):
        self.variables = variables
        self.decay = decay
        self.shadow = [v.numpy() for v in variables]

    def update(self):
        for s, v in zip(self.shadow, self.variables):
            s *= self.decay
            s += (1.0 - self.decay) * v.numpy()

    def swap(self):
        for i, v in enumerate(self.variables):
            current = v.numpy()
            v.assign(self.shadow[i])
            self.shadow[i] = current


def main(cfg: Config):
    random.seed(cfg.seed)
    np.random.seed(cfg.seed)
    tf.random.set_seed(cfg.seed)

    test = load(f"{cfg.folder}/test.jsonl")
    valid = load(f"{cfg.folder}/validation.jsonl", texts(test))
    train = load(f"{cfg.folder}/train.jsonl", texts(test) + texts(valid))

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    longest = max(len(ids) for ids in tokenizer([r["words"] for r in train], is_split_into_words=True)["input_ids"])
    max_length = min(longest + 8, tokenizer.model_max_length)
    x_train, x_valid, x_test = (encode(rows, tokenizer, max_length) for rows in (train, valid, test))
    print(f"{len(train)} / {len(valid)} / {len(test)} sentences, {max_length} pieces at most")

    model = TFAutoModelForTokenClassification.from_pretrained(cfg.checkpoint, num_labels=cfg.num_labels)

    train_ds = (
        tf.data.Dataset.from_tensor_slices(x_train)
        .shuffle(len(train), seed=cfg.seed, reshuffle_each_iteration=True)
        .batch(cfg.batch_size)
        .prefetch(tf.data.AUTOTUNE)
    )
    steps_per_epoch = int(train_ds.cardinality())
    schedule = WarmupLinear(cfg.peak_lr, cfg.warmup_steps, cfg.epochs * steps_per_epoch)
    optimizer = tf_keras.optimizers.AdamW(schedule, weight_decay=cfg.weight_decay)
    optimizer.exclude_from_weight_decay(var_names=["bias", "LayerNorm", "layer_norm"])
    cross_entropy = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    def masked_loss(labels, logits):
        keep = tf.cast(labels != IGNORE, tf.float32)
        per_token = cross_entropy(tf.maximum(labels, 0), logits)
        return tf.reduce_sum(per_token * keep) / tf.maximum(tf.reduce_sum(keep), 1.0)

    @tf.function
    def train_step(ids, mask, labels):
        with tf.GradientTape() as tape:
            logits = model(input_ids=ids, attention_mask=mask, training=True).logits
            loss = masked_loss(labels, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        grads, norm = tf.clip_by_global_norm(grads, cfg.max_grad_norm)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss, norm

    @tf.function
    def predict_step(ids, mask):
        return tf.argmax(model(input_ids=ids, attention_mask=mask, training=False).logits, axis=-1)

    def score(data):
        gold, pred = [], []
        for ids, mask, labels in tf.data.Dataset.from_tensor_slices(data).batch(64):
            out = predict_step(ids, mask).numpy()
            labels = labels.numpy()
            keep = labels != IGNORE
            gold.append(labels[keep])
            pred.append(out[keep])
        gold, pred = np.concatenate(gold), np.concatenate(pred)
        return micro_f1(gold, pred), float(np.mean(gold == pred))

    average = WeightAverage(model.trainable_variables, cfg.ema_decay)
    best, best_weights = -1.0, None
    for epoch in range(1, cfg.epochs + 1):
        losses = []
        for ids, mask, labels in train_ds:
            loss, _ = train_step(ids, mask, labels)
            average.update()
            losses.append(float(loss))
        average.swap()
        f1, acc = score(x_valid)
        if f1 > best:
            best, best_weights = f1, model.get_weights()
        average.swap()
        print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  validation F1 {f1:.4f}  accuracy {acc:.4f}")

    model.set_weights(best_weights)
    f1, acc = score(x_test)
    print(f"test F1 of the names: {f1:.4f} (accuracy of all words {acc:.4f})")


if __name__ == "__main__":
    main(Config())
