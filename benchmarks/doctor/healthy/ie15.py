"""Sentiment (SST-2 style sentences) with a tiny BERT and a training loop of one's own, tf_keras."""
import os

import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFBertForSequenceClassification, create_optimizer

CHECKPOINT = "checkpoints/bert"
OUT = "out/ie15"
BATCH, EPOCHS, LR = 32, 4, 3e-4

tf_keras.utils.set_random_seed(8)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def load(split, shuffle=False):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    enc = tokenizer(df["sentence"].tolist(), padding="longest", truncation=True, max_length=96, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), df["label"].to_numpy().astype("int32")))
    if shuffle:
        ds = ds.shuffle(len(df), seed=8)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train, val = load("train", shuffle=True), load("validation")

model = TFBertForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)
total_steps = len(train) * EPOCHS
optimizer, schedule = create_optimizer(
    init_lr=LR,
    num_train_steps=total_steps,
    num_warmup_steps=total_steps // 10,
    adam_global_clipnorm=1.0,
)
optimizer.build(model.trainable_variables)
loss_fn = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)

train_loss = tf_keras.metrics.Mean()
val_loss = tf_keras.metrics.Mean()
val_acc = tf_keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True).logits
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)


@tf.function
def val_step(x, y):
    logits = model(x, training=False).logits
    val_loss.update_state(loss_fn(y, logits), sample_weight=tf.shape(y)[0])
    val_acc.update_state(y, logits)


for epoch in range(EPOCHS):
    for metric in (train_loss, val_loss, val_acc):
        metric.reset_state()
    for x, y in train:
        train_step(x, y)
    for x, y in val:
        val_step(x, y)
    print(
        f"epoch {epoch + 1}: train loss {train_loss.result():.4f}  "
        f"val loss {val_loss.result():.4f}  val accuracy {val_acc.result():.4f}  "
        f"lr {float(schedule(optimizer.iterations)):.2e}"
    )

os.makedirs(OUT, exist_ok=True)
model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
