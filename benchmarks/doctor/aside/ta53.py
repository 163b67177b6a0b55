"""Guess the asking price from the advert (custom loop, regression)."""
import json
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

EPOCHS, BS, LR = 5, 16, 1e-3
tf.random.set_seed(11)


def load(name):
    rows = [json.loads(l) for l in open("data/prices/%s.jsonl" % name)]
    return [r["text"] for r in rows], [r["price"] / 1000.0 for r in rows]


tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1, from_pt=True)


def dataset(name, shuffle):
    texts, prices = load(name)
    enc = tokenizer(texts, padding=True, return_tensors="tf")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), tf.constant(prices, tf.float32)))
    if shuffle:
        ds = ds.shuffle(1000)
    return ds.batch(BS)


train_ds, val_ds = dataset("train", True), dataset("validation", False)
opt = tf.keras.optimizers.Adam(LR)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        pred = model(x, training=True).logits
        loss = tf.reduce_mean(tf.square(pred - y))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(EPOCHS):
    total = tf.keras.metrics.Mean()
    for x, y in train_ds:
        total.update_state(train_step(x, y))
    mae = tf.keras.metrics.MeanAbsoluteError()
    for x, y in val_ds:
        mae.update_state(y[:, None], model(x, training=False).logits)
    print(f"epoch {epoch + 1}: train mse {float(total.result()):.4f}   val mae {1000 * float(mae.result()):.0f} EUR")

x, y = next(iter(val_ds))
out = model(x, training=False).logits[:, 0].numpy() * 1000
for p, t in list(zip(out, y.numpy() * 1000))[:8]:
    print(f"predicted {p:7.0f}   true {t:7.0f}")
