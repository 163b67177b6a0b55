import os
import keras
import numpy as np
import tensorflow as tf

# Ragged rows: baskets of items, 5 to 15 each. Does the customer come back?
# A bag of embeddings with attention pooling, all of it on tf.RaggedTensor, no padding anywhere.

os.makedirs("out/mb10", exist_ok=True)
keras.utils.set_random_seed(31)
g = np.random.default_rng(31)
N_ITEMS = 60
taste = g.normal(size=N_ITEMS)


def baskets(n):
    rows, labels = [], []
    for _ in range(n):
        items = g.integers(0, N_ITEMS, size=g.integers(5, 16))
        rows.append(items.tolist())
        labels.append(float(g.random() < 1 / (1 + np.exp(-5.0 * taste[items].mean()))))
    return tf.ragged.constant(rows, dtype=tf.int32), np.array(labels, "float32")


train_x, train_y = baskets(4000)
dev_x, dev_y = baskets(800)
test_x, test_y = baskets(1000)


class Bag(keras.Model):
    def __init__(self):
        super().__init__()
        self.table = keras.layers.Embedding(N_ITEMS, 8)
        self.score = keras.layers.Dense(1)
        self.head = keras.Sequential([keras.Input((8,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)])
        self.table.build((None,))
        self.score.build((None, 8))

    def logits(self, ragged, training):
        vectors = self.table(ragged.values)                     # [items in the batch, 8]
        row = ragged.value_rowids()
        n = ragged.nrows()
        raw = tf.squeeze(self.score(vectors), axis=1)
        top = tf.math.segment_max(raw, row)                     # no basket is empty
        weight = tf.exp(raw - tf.gather(top, row))
        weight = weight / tf.gather(tf.math.unsorted_segment_sum(weight, row, n), row)
        pooled = tf.math.unsorted_segment_sum(vectors * weight[:, None], row, n)
        return tf.squeeze(self.head(pooled, training=training), axis=1)


net = Bag()
weights = net.trainable_variables
opt = keras.optimizers.Adam(5e-3)
opt.build(weights)

basket_spec = tf.RaggedTensorSpec(shape=[None, None], dtype=tf.int32, ragged_rank=1, row_splits_dtype=tf.int64)
label_spec = tf.TensorSpec([None], tf.float32)


@tf.function(input_signature=[basket_spec, label_spec])
def learn(x, y):
    with tf.GradientTape() as tape:
        z = net.logits(x, training=True)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=z))
    opt.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return loss


@tf.function(input_signature=[basket_spec])
def predict(x):
    return tf.sigmoid(net.logits(x, training=False))


def log_loss(x, y):
    p = np.clip(predict(x).numpy(), 1e-6, 1 - 1e-6)
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))), float(np.mean((p > 0.5) == (y > 0.5)))


ds = tf.data.Dataset.from_tensor_slices((train_x, train_y)).shuffle(4000, seed=7).batch(64)
best, kept, bad = np.inf, None, 0
for epoch in range(40):
    seen = [float(learn(x, y)) for x, y in ds]
    dev, _ = log_loss(dev_x, dev_y)
    print(epoch, round(float(np.mean(seen)), 4), round(dev, 4))
    if dev < best - 1e-4:
        best, bad = dev, 0
        kept = [v.numpy().copy() for v in weights]
    else:
        bad += 1
        if bad == 4:
            break
for v, k in zip(weights, kept):
    v.assign(k)

loss, acc = log_loss(test_x, test_y)
rate = float(train_y.mean())
blind = float(-np.mean(test_y * np.log(rate) + (1 - test_y) * np.log(1 - rate)))
print(f"test log loss {loss:.4f} (base rate {blind:.4f})   accuracy {acc:.3f} (majority {np.mean((test_y > 0.5) == (rate > 0.5)):.3f})")
np.savez("out/mb10/weights.npz", *kept)
