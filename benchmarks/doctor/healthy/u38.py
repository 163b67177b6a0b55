"""Custom loop with tf.GradientTape and Keras metrics (train and validation)."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

checkpoint = "checkpoints/tickets"
tf.keras.utils.set_random_seed(2)


class Loop:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam(lr)
        self.loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.train_loss = tf.keras.metrics.Mean(name="train_loss")
        self.valid_acc = tf.keras.metrics.SparseCategoricalAccuracy(name="valid_acc")

    @tf.function
    def train_batch(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True).logits
            loss = self.loss(y, logits)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.train_loss.update_state(loss)

    @tf.function
    def valid_batch(self, x, y):
        logits = self.model(x, training=False).logits
        self.valid_acc.update_state(y, logits)

    def run(self, train, valid, epochs):
        for epoch in range(1, epochs + 1):
            self.train_loss.reset_state()
            self.valid_acc.reset_state()
            for x, y in train:
                self.train_batch(x, y)
            for x, y in valid:
                self.valid_batch(x, y)
            print(f"epoch {epoch}: train loss {self.train_loss.result():.4f} "
                  f"validation accuracy {self.valid_acc.result():.4f}")


def load(split, tokenizer):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    enc = tokenizer(df["text"].tolist(), padding=True, truncation=True, return_tensors="np")
    return {k: enc[k] for k in ("input_ids", "attention_mask")}, df["desk_id"].to_numpy(dtype=np.int32)


tokenizer = AutoTokenizer.from_pretrained(checkpoint)
x, y = load("train", tokenizer)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(len(y), seed=2).batch(16)
xv, yv = load("validation", tokenizer)
valid_ds = tf.data.Dataset.from_tensor_slices((xv, yv)).batch(40)

model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)
Loop(model, 5e-4).run(train_ds, valid_ds, epochs=6)

final = np.argmax(model(xv, training=False).logits.numpy(), axis=-1)
print("accuracy counted by hand:", float((final == yv).mean()))
