"""Guess the price in a small ad: DistilBERT with one output, target scaled by the training rows."""
import json
import os

import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CKPT, OUT = "checkpoints/prices", "out/hd14"
EPOCHS, BATCH, LR = 30, 16, 5e-4
tf_keras.utils.set_random_seed(14)
os.makedirs(OUT, exist_ok=True)


def ads(split, without=()):
    with open(f"data/prices/{split}.jsonl") as f:
        found = {}
        for r in map(json.loads, f):
            if not any(r["text"] in other for other in without):
                found[r["text"]] = float(r["price"])
    return found


train = ads("train")
valid = ads("validation", without=(train,))
test = ads("test", without=(train, valid))

prices = np.array(list(train.values()), dtype="float32")
MEAN, STD = prices.mean(), prices.std()
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tensors(part):
    enc = tokenizer(list(part), padding="max_length", truncation=True, max_length=24,
                    return_tensors="np")
    price = np.array(list(part.values()), dtype="float32")
    return enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32"), price


train_ds = (tf.data.Dataset.from_tensor_slices(tensors(train))
            .shuffle(len(train)).batch(BATCH, drop_remainder=True))
valid_t, test_t = tensors(valid), tensors(test)

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1)
opt = tf_keras.optimizers.Adam(
    tf_keras.optimizers.schedules.CosineDecay(LR, decay_steps=EPOCHS * len(train_ds)))


@tf.function
def train_step(ids, mask, price):
    target = (price - MEAN) / STD
    with tf.GradientTape() as tape:
        guess = tf.squeeze(model(input_ids=ids, attention_mask=mask, training=True).logits, -1)
        loss = tf.reduce_mean(tf.square(guess - target))
    grads = tape.gradient(loss, model.trainable_variables)
    grads, norm = tf.clip_by_global_norm(grads, 5.0)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def mae(ids, mask, price):
    out = model(input_ids=tf.constant(ids), attention_mask=tf.constant(mask), training=False)
    guess = out.logits.numpy()[:, 0] * STD + MEAN
    return float(np.abs(guess - price).mean())


print(f"always the mean: valid MAE {np.abs(valid_t[2] - MEAN).mean():.1f}")
best, kept = float("inf"), None
for epoch in range(EPOCHS):
    loss = np.mean([float(train_step(*b)) for b in train_ds])
    now = mae(*valid_t)
    if now < best:
        best, kept = now, model.get_weights()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: loss {loss:.4f} valid MAE {now:.1f}")

model.set_weights(kept)
result = {"valid_mae": best, "test_mae": mae(*test_t)}
print(result)
with open(os.path.join(OUT, "result.json"), "w") as f:
    json.dump(result, f, indent=1)
