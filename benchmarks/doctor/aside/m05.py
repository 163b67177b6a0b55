"""Send support tickets to the right desk: DistilBERT trained in a hand-written loop: linear warmup, then linear decay to zero."""
import time
from dataclasses import dataclass

import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification


@dataclass
class Config:
    checkpoint: str = "checkpoints/tickets"
    max_length: int = 32
    batch_size: int = 16
    epochs: int = 6
    peak_lr: float = 5e-4
    warmup_ratio: float = 0.2
    clip_norm: float = 1.0
    seed: int = 3


def prepare(cfg):
    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    raw = load_dataset("json", data_dir="data/tickets")

    def to_tf(split, shuffle):
        enc = tokenizer(
            list(split["text"]),
            truncation=True,
            padding="max_length",
            max_length=cfg.max_length,
            return_tensors="np",
        )
        features = {k: enc[k] for k in ("input_ids", "attention_mask")}
        ds = tf.data.Dataset.from_tensor_slices((features, list(split["desk_id"])))
        if shuffle:
            ds = ds.shuffle(len(split), seed=cfg.seed)
        return ds.batch(cfg.batch_size, drop_remainder=shuffle).prefetch(2)

    return to_tf(raw["train"], True), to_tf(raw["validation"], False)


class Trainer:
    def __init__(self, model, cfg, total_steps):
        self.model = model
        self.cfg = cfg
        self.total_steps = total_steps
        self.warmup_steps = max(1, int(cfg.warmup_ratio * total_steps))
        self.step = 0
        self.optimizer = tf.keras.optimizers.Adam(cfg.peak_lr)
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.train_loss = tf.keras.metrics.Mean()
        self.val_acc = tf.keras.metrics.SparseCategoricalAccuracy()

    def current_lr(self):
        warmup = self.step / self.warmup_steps
        decay = (self.total_steps - self.step) / (self.total_steps - self.warmup_steps)
        return self.cfg.peak_lr * max(0.0, min(warmup, decay))

    @tf.function
    def train_step(self, features, labels):
        self.step += 1
        self.optimizer.learning_rate.assign(self.current_lr())
        with tf.GradientTape() as tape:
            logits = self.model(features, training=True).logits
            loss = self.loss_fn(labels, logits)
        variables = self.model.trainable_variables
        grads = tape.gradient(loss, variables)
        grads, _ = tf.clip_by_global_norm(grads, self.cfg.clip_norm)
        self.optimizer.apply_gradients(zip(grads, variables))
        self.train_loss.update_state(loss)

    @tf.function
    def eval_step(self, features, labels):
        logits = self.model(features, training=False).logits
        self.val_acc.update_state(labels, logits)

    def fit(self, train_ds, val_ds):
        for epoch in range(self.cfg.epochs):
            start = time.time()
            self.train_loss.reset_state()
            self.val_acc.reset_state()
            for features, labels in train_ds:
                self.train_step(features, labels)
            for features, labels in val_ds:
                self.eval_step(features, labels)
            print(
                f"epoch {epoch + 1}/{self.cfg.epochs}"
                f"  loss {self.train_loss.result():.4f}"
                f"  val acc {self.val_acc.result():.4f}"
                f"  ({time.time() - start:.0f}s)"
            )
        return float(self.val_acc.result())


def main():
    cfg = Config()
    tf.keras.utils.set_random_seed(cfg.seed)
    train_ds, val_ds = prepare(cfg)
    model = TFAutoModelForSequenceClassification.from_pretrained(
        cfg.checkpoint, num_labels=4
    )
    trainer = Trainer(model, cfg, total_steps=cfg.epochs * len(train_ds))
    final = trainer.fit(train_ds, val_ds)
    print(f"final validation accuracy: {final:.4f}")


if __name__ == "__main__":
    main()
