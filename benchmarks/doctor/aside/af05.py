import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CKPT = "checkpoints/tickets"
BATCH, EPOCHS, LR = 16, 6, 1e-3
tf.random.set_seed(42)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def make_dataset(split, shuffle=False):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    enc = tokenizer([r["text"] for r in rows], padding="max_length", truncation=True, max_length=32, return_tensors="np")
    features = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    labels = np.array([r["desk_id"] for r in rows])
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if shuffle:
        ds = ds.shuffle(len(rows), seed=42)
    return ds.batch(BATCH)


train_ds = make_dataset("train", shuffle=True)
val_ds = make_dataset("validation")

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
optimizer = tf.keras.optimizers.Adam(LR)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_loss = tf.keras.metrics.Mean()
val_acc = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(batch, labels):
    with tf.GradientTape() as tape:
        predictions = model(batch, training=True)
        loss = loss_fn(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss.update_state(loss)


@tf.function
def val_step(batch, labels):
    logits = model(batch, training=False).logits
    val_acc.update_state(labels, logits)


for epoch in range(EPOCHS):
    train_loss.reset_state()
    val_acc.reset_state()
    for batch, labels in train_ds:
        train_step(batch, labels)
    for batch, labels in val_ds:
        val_step(batch, labels)
    print(f"Epoch {epoch + 1}: loss={train_loss.result():.4f} val_accuracy={val_acc.result():.4f}")
