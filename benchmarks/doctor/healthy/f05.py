"""
Paraphrase detection (MRPC) with a small BERT.

Linear warmup + linear decay through `create_optimizer`, weight decay 0.01.
"""
import logging
import math
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import pandas as pd
import tensorflow as tf
from sklearn.metrics import accuracy_score, f1_score
from transformers import BertTokenizerFast, TFBertForSequenceClassification, create_optimizer

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
log = logging.getLogger("mrpc")

CHECKPOINT = "checkpoints/bert"
DATA = "data/glue/mrpc"
MAX_LEN = 72


class ParaphraseTask:
    def __init__(self, batch_size=16, epochs=4, lr=5e-4, warmup=0.1):
        self.batch_size = batch_size
        self.epochs = epochs
        self.lr = lr
        self.warmup = warmup
        self.tokenizer = BertTokenizerFast.from_pretrained(CHECKPOINT)
        self.model = TFBertForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)

    def dataset(self, split, training=False):
        frame = pd.read_parquet(f"{DATA}/{split}-00000-of-00001.parquet")
        enc = self.tokenizer(
            frame["sentence1"].tolist(),
            frame["sentence2"].tolist(),
            truncation=True,
            padding="max_length",
            max_length=MAX_LEN,
            return_tensors="np",
        )
        labels = frame["label"].to_numpy()
        ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
        if training:
            ds = ds.shuffle(len(frame), seed=1)
        return ds.batch(self.batch_size).prefetch(tf.data.AUTOTUNE), labels

    def train(self):
        train, _ = self.dataset("train", training=True)
        val, _ = self.dataset("validation")

        steps_per_epoch = len(train)
        num_train_steps = steps_per_epoch * self.epochs
        num_warmup_steps = math.ceil(self.warmup * num_train_steps)
        optimizer, schedule = create_optimizer(
            init_lr=self.lr,
            num_train_steps=num_train_steps,
            num_warmup_steps=num_warmup_steps,
            weight_decay_rate=0.01,
        )
        self.model.compile(
            optimizer=optimizer,
            loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
            metrics=["accuracy"],
        )
        history = self.model.fit(train, validation_data=val, epochs=self.epochs, verbose=0)
        for i, (tl, vl, va) in enumerate(
            zip(history.history["loss"], history.history["val_loss"], history.history["val_accuracy"]), 1
        ):
            log.info("epoch %d  train loss %.4f  val loss %.4f  val acc %.4f", i, tl, vl, va)

    def test(self):
        ds, labels = self.dataset("test")
        predicted = self.model.predict(ds, verbose=0).logits.argmax(axis=1)
        log.info(
            "test accuracy %.4f  F1 %.4f  (always 'paraphrase': %.4f)",
            accuracy_score(labels, predicted),
            f1_score(labels, predicted),
            labels.mean(),
        )


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(3)
    task = ParaphraseTask()
    task.train()
    task.test()
