import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

checkpoint = "checkpoints/tickets"
batch_size = 16
num_epochs = 6
learning_rate = 1e-3

tf.keras.utils.set_random_seed(42)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)


def make_dataset(split, shuffle=False):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    enc = tokenizer([r["text"] for r in rows], padding="max_length", truncation=True,
                    max_length=32, return_tensors="np")
    features = {"input_ids": enc["input_ids"].astype("int32"),
                "attention_mask": enc["attention_mask"].astype("int32")}
    labels = np.array([r["desk_id"] for r in rows], dtype="int32")
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if shuffle:
        ds = ds.shuffle(len(rows))
    return ds.batch(batch_size)


train_ds = make_dataset("train", shuffle=True)
val_ds = make_dataset("validation")

loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(learning_rate=learning_rate)
train_loss = tf.keras.metrics.Mean(name="train_loss")
val_acc = tf.keras.metrics.SparseCategoricalAccuracy(name="val_acc")


@tf.function
def train_step(batch, labels):
    with tf.GradientTape() as tape:
        logits = model(batch, training=True).logits
        loss = loss_fn(labels, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss.update_state(loss)


@tf.function
def val_step(batch, labels):
    logits = model(batch, training=False).logits
    val_acc.update_state(labels, logits)


for epoch in range(num_epochs):
    train_loss.reset_state()
    val_acc.reset_state()
    for batch, labels in train_ds:
        train_step(batch, labels)
    for batch, labels in val_ds:
        val_step(batch, labels)
    print(f"Epoch {epoch + 1}: loss {train_loss.result().numpy():.4f}, val accuracy {val_acc.result().numpy():.3f}")
