import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertModel


class DeskClassifier(tf.keras.Model):
    def __init__(self, path, n_classes):
        super().__init__()
        self.encoder = TFDistilBertModel.from_pretrained(path, from_pt=True)
        self.dropout = tf.keras.layers.Dropout(0.1)
        self.out = tf.keras.layers.Dense(n_classes)

    def call(self, inputs, training=False):
        hidden = self.encoder(inputs, training=training).last_hidden_state
        mask = tf.cast(inputs["attention_mask"], tf.float32)[:, :, None]
        mean = tf.reduce_sum(hidden * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        return self.out(self.dropout(mean, training=training))


def batches(df, tokenizer, size, seed):
    """yields batches padded to the longest text they hold"""
    df = df.sample(frac=1, random_state=seed)
    for start in range(0, len(df), size):
        part = df.iloc[start:start + size]
        enc = tokenizer(part.text.tolist(), padding=True, truncation=True, return_tensors="tf")
        yield dict(enc), tf.constant(part.desk_id.values)


def accuracy(model, df, tokenizer):
    good = 0
    for x, y in batches(df, tokenizer, 32, seed=0):
        good += int(tf.reduce_sum(tf.cast(tf.argmax(model(x), -1) == y, tf.int32)))
    return good / len(df)


def train(model, df, val, tokenizer, epochs=12, lr=2e-4):
    optimizer = tf.keras.optimizers.Adam(lr)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function(reduce_retracing=True)
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    running = tf.keras.metrics.Mean()
    loader = batches(df, tokenizer, 16, seed=21)
    for epoch in range(epochs):
        running.reset_states()
        for x, y in loader:
            running.update_state(step(x, y))
        print(f"epoch {epoch + 1}/{epochs}  loss {running.result():.4f}  val acc {accuracy(model, val, tokenizer):.3f}")


tf.keras.utils.set_random_seed(21)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)
net = DeskClassifier("checkpoints/tickets", n_classes=4)
train(net, train_df, val_df, tokenizer)
print("final", accuracy(net, val_df, tokenizer))
