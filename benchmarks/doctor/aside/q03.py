# Predict the asking price of a second hand item from the text of its ad.
import os, json, random, time
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

SEED = 13
random.seed(SEED); np.random.seed(SEED); tf.random.set_seed(SEED)

NAME = "checkpoints/prices"
tok = AutoTokenizer.from_pretrained(NAME)
net = TFAutoModelForSequenceClassification.from_pretrained(NAME, num_labels=1)


def get(split):
    texts, prices = [], []
    for line in open("data/prices/%s.jsonl" % split):
        row = json.loads(line)
        texts.append(row["text"])
        prices.append(row["price"])
    enc = tok(texts, padding="max_length", max_length=20, truncation=True, return_tensors="np")
    return dict(enc), np.array(prices, dtype="float32")


x_tr, p_tr = get("train")
x_va, p_va = get("validation")
x_te, p_te = get("test")

# standardise the target with the statistics of the training prices
mu, sd = p_tr.mean(), p_tr.std()
y_tr = (p_tr - mu) / sd

keys = ["input_ids", "attention_mask"]
ds = tf.data.Dataset.from_tensor_slices(({k: x_tr[k] for k in keys}, y_tr))
ds = ds.shuffle(1000, seed=SEED).batch(32)

opt = tf_keras.optimizers.Adam(1e-3)


@tf.function
def step(batch, y):
    with tf.GradientTape() as tape:
        out = net(batch, training=True).logits
        loss = tf.reduce_mean(tf.square(out - y))
    grads = tape.gradient(loss, net.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss


def predict(x):
    preds = []
    for i in range(0, len(x["input_ids"]), 64):
        preds.append(net({k: x[k][i:i + 64] for k in keys}, training=False).logits.numpy()[:, 0])
    return np.concatenate(preds) * sd + mu


def report(x, p):
    err = predict(x) - p
    return np.abs(err).mean(), 1 - (err ** 2).sum() / ((p - p.mean()) ** 2).sum()


for epoch in range(15):
    t0, total, n = time.time(), 0.0, 0
    for batch, y in ds:
        total += float(step(batch, y)); n += 1
    mae, r2 = report(x_va, p_va)
    print("epoch %2d  loss %.4f  val MAE %6.1f  val R2 %6.3f  (%.1fs)" % (epoch + 1, total / n, mae, r2, time.time() - t0))

mae, r2 = report(x_te, p_te)
print("TEST  MAE %.1f  R2 %.3f" % (mae, r2))
for q, p in list(zip(predict(x_te), p_te))[:6]:
    print("   predicted %7.1f   asked %7.1f" % (q, p))
