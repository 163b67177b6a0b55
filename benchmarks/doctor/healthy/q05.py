"""3-fold cross validation of a ticket classifier, custom training loop."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

from dataclasses import dataclass

import numpy as np
import pandas as pd
import tensorflow as tf
import tf_keras
from sklearn.model_selection import StratifiedKFold
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification


@dataclass
class Config:
    checkpoint: str = "checkpoints/tickets"
    folds: int = 3
    epochs: int = 8
    batch_size: int = 16
    learning_rate: float = 1e-3
    max_length: int = 32
    seed: int = 3


class Trainer:
    def __init__(self, model, optimizer, cfg):
        self.model = model
        self.optimizer = optimizer
        self.cfg = cfg
        self.loss_fn = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.train_loss = tf_keras.metrics.Mean()
        self.accuracy = tf_keras.metrics.SparseCategoricalAccuracy()
        self.train_step = tf.function(self._train_step)
        self.test_step = tf.function(self._test_step)

    def _train_step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True).logits
            loss = self.loss_fn(y, logits)
        variables = self.model.trainable_variables
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        self.train_loss.update_state(loss)

    def _test_step(self, x, y):
        logits = self.model(x, training=False).logits
        self.accuracy.update_state(y, logits)

    def fit(self, train_ds):
        for epoch in range(self.cfg.epochs):
            self.train_loss.reset_state()
            for x, y in train_ds:
                self.train_step(x, y)
            print(f"   epoch {epoch}: loss {self.train_loss.result().numpy():.4f}")

    def evaluate(self, ds):
        self.accuracy.reset_state()
        for x, y in ds:
            self.test_step(x, y)
        return float(self.accuracy.result())


def build_dataset(enc, labels, idx, cfg, shuffle):
    features = {k: v[idx] for k, v in enc.items()}
    ds = tf.data.Dataset.from_tensor_slices((features, labels[idx]))
    if shuffle:
        ds = ds.shuffle(len(idx), seed=cfg.seed)
    return ds.batch(cfg.batch_size)


def run(cfg):
    tf_keras.utils.set_random_seed(cfg.seed)
    frame = pd.concat([pd.read_json(f"data/tickets/{part}.jsonl", lines=True) for part in ("train", "validation")])
    frame = frame.drop_duplicates("text")
    labels = frame["desk_id"].to_numpy()

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    enc = dict(tokenizer(frame["text"].tolist(), truncation=True, padding="max_length",
                         max_length=cfg.max_length, return_tensors="np"))

    splitter = StratifiedKFold(cfg.folds, shuffle=True, random_state=cfg.seed)
    scores = []
    for fold, (train_idx, test_idx) in enumerate(splitter.split(labels, labels)):
        print(f"fold {fold}: {len(train_idx)} train, {len(test_idx)} held out")
        model = TFDistilBertForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=4)
        optimizer = tf_keras.optimizers.Adam(cfg.learning_rate)
        trainer = Trainer(model, optimizer, cfg)
        trainer.fit(build_dataset(enc, labels, train_idx, cfg, shuffle=True))
        scores.append(trainer.evaluate(build_dataset(enc, labels, test_idx, cfg, shuffle=False)))
        print(f"   accuracy {scores[-1]:.4f}")

    print(f"cross validated accuracy: {np.mean(scores):.4f} +/- {np.std(scores):.4f}")


if __name__ == "__main__":
    run(Config())
