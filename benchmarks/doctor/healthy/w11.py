# ticket router, own training loop with GradientTape
import math

import numpy as np
import pandas as pd
import tensorflow as tf
import tf_keras
from tqdm import tqdm
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification, create_optimizer

tf_keras.utils.set_random_seed(99)

MODEL_NAME = "checkpoints/tickets"
BATCH = 16
N_EPOCHS = 8

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
valid_df = pd.read_json("data/tickets/validation.jsonl", lines=True)
print(train_df["desk"].value_counts())

tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)


def build(df, training):
    features = tokenizer(
        df["text"].tolist(),
        truncation=True,
        max_length=32,
        padding="max_length",
        return_tensors="np",
    )
    ds = tf.data.Dataset.from_tensor_slices((dict(features), df["desk_id"].values.astype("int32")))
    if training:
        ds = ds.shuffle(len(df), reshuffle_each_iteration=True)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


train_data = build(train_df, True)
valid_data = build(valid_df, False)

model = TFDistilBertForSequenceClassification.from_pretrained(MODEL_NAME, num_labels=4)

total_steps = math.ceil(len(train_df) / BATCH) * N_EPOCHS
optimizer, lr_schedule = create_optimizer(
    init_lr=1e-3, num_train_steps=total_steps, num_warmup_steps=int(0.1 * total_steps)
)
loss_fn = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)
train_loss = tf_keras.metrics.Mean()
valid_acc = tf_keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_on_batch(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True).logits
        loss = loss_fn(y, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss.update_state(loss)


for epoch in range(N_EPOCHS):
    train_loss.reset_state()
    valid_acc.reset_state()
    for x, y in tqdm(train_data, desc=f"epoch {epoch + 1}", disable=None):
        train_on_batch(x, y)
    for x, y in valid_data:
        valid_acc.update_state(y, model(x, training=False).logits)
    print(f"epoch {epoch + 1}: loss {train_loss.result():.4f} valid accuracy {valid_acc.result():.4f}")
