import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModel


class Router(tf.keras.Model):
    """Encoder + dropout + linear head, with its own training step."""

    def __init__(self, checkpoint, classes):
        super().__init__()
        self.encoder = TFAutoModel.from_pretrained(checkpoint)
        self.dropout = tf.keras.layers.Dropout(0.2)
        self.head = tf.keras.layers.Dense(classes)
        self.classes = classes
        self.loss_mean = tf.keras.metrics.Mean(name="loss")
        self.acc = tf.keras.metrics.SparseCategoricalAccuracy(name="acc")

    @property
    def metrics(self):
        return [self.loss_mean, self.acc]

    def call(self, inputs, training=False):
        states = self.encoder(inputs, training=training).last_hidden_state
        return self.head(self.dropout(states[:, 0], training=training))

    def smooth_loss(self, y, logits):
        target = tf.one_hot(y, self.classes)
        each = tf.keras.losses.categorical_crossentropy(target, logits, from_logits=True, label_smoothing=0.1)
        return tf.reduce_mean(each)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = self.smooth_loss(y, logits)
        grads = tape.gradient(loss, self.trainable_variables)
        grads, _ = tf.clip_by_global_norm(grads, 1.0)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_mean.update_state(loss)
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        self.loss_mean.update_state(self.smooth_loss(y, logits))
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}


def tensors(tokenizer, split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    enc = tokenizer(list(df.text), truncation=True, padding="max_length", max_length=32, return_tensors="np")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}, df.desk_id.to_numpy()


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(99)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    train, val, test = (tensors(tokenizer, s) for s in ("train", "validation", "test"))
    model = Router("checkpoints/tickets", 4)
    model.compile(optimizer=tf.keras.optimizers.Adam(1e-3))
    model.fit(*train, batch_size=16, epochs=6, validation_data=val, verbose=2)
    print("test:", model.evaluate(*test, verbose=0, return_dict=True))
