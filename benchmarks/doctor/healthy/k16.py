"""Two-tower retrieval with in-batch softmax (logQ-corrected), StringLookup vocabularies from the training log only.

Users belong to tastes; every user's last two distinct items are held out (validation, test).
"""
import collections

import numpy as np
import tensorflow as tf
import keras

keras.utils.set_random_seed(99)
rng = np.random.default_rng(99)

N_USERS, N_ITEMS, TASTES = 300, 120, 6
item_taste = np.arange(N_ITEMS) % TASTES
pop = 1.0 / (1 + rng.permutation(N_ITEMS)) ** 0.3
logs, valid, test = [], {}, {}
for u in range(N_USERS):
    taste = rng.integers(TASTES)
    p = pop * np.where(item_taste == taste, 20.0, 1.0)
    seq = rng.choice(N_ITEMS, size=14, replace=False, p=p / p.sum())
    *hist, v, te = [f"item_{i}" for i in seq]
    logs += [(f"user_{u}", i) for i in hist]
    valid[f"user_{u}"], test[f"user_{u}"] = v, te

users = np.array([u for u, _ in logs])
items = np.array([i for _, i in logs])
user_lookup = keras.layers.StringLookup()
user_lookup.adapt(users)
item_lookup = keras.layers.StringLookup()
item_lookup.adapt(items)

counts = collections.Counter(items)
vocab = item_lookup.get_vocabulary()
logq = np.log(np.array([max(counts[v], 1) for v in vocab]) / len(items)).astype("float32")


class TwoTower(keras.Model):
    def __init__(self, dim, temperature=0.2):
        super().__init__()
        reg = keras.regularizers.L2(1e-5)
        self.user_emb = keras.layers.Embedding(user_lookup.vocabulary_size(), dim, embeddings_regularizer=reg)
        self.item_emb = keras.layers.Embedding(item_lookup.vocabulary_size(), dim, embeddings_regularizer=reg)
        self.temperature = temperature
        self.logq = tf.constant(logq)
        self.loss_mean = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_mean]

    def towers(self, u, i):
        return tf.math.l2_normalize(self.user_emb(u), -1), tf.math.l2_normalize(self.item_emb(i), -1)

    def call(self, inputs):
        u, i = self.towers(*inputs)
        return tf.reduce_sum(u * i, -1)

    def train_step(self, inputs):
        uid, iid = inputs
        with tf.GradientTape() as tape:
            u, i = self.towers(uid, iid)
            scores = tf.matmul(u, i, transpose_b=True) / self.temperature - tf.gather(self.logq, iid)[None, :]
            # the same item or the same user elsewhere in the batch is no negative
            n = tf.shape(uid)[0]
            clash = (iid[:, None] == iid[None, :]) | (uid[:, None] == uid[None, :])
            clash = clash & ~tf.eye(n, dtype=tf.bool)
            scores = tf.where(clash, -1e9, scores)
            ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.range(n), logits=scores)
            loss = tf.reduce_mean(ce) + tf.add_n(self.losses)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_mean.update_state(loss)
        return {"loss": self.loss_mean.result()}


def hit_rate(model, target, k=10):
    """Hit@k among all items but those in the user's training history."""
    names = list(target)
    u = tf.math.l2_normalize(model.user_emb(user_lookup(tf.constant(names))), -1)
    i = tf.math.l2_normalize(model.item_emb.embeddings, -1)
    s = tf.matmul(u, i, transpose_b=True).numpy()
    s[:, 0] = -np.inf  # OOV row
    seen = collections.defaultdict(list)
    for a, b in logs:
        seen[a].append(b)
    index = {v: k_ for k_, v in enumerate(vocab)}
    hits = 0
    for row, name in enumerate(names):
        s[row, [index[x] for x in seen[name]]] = -np.inf
        top = np.argpartition(-s[row], k)[:k]
        hits += index.get(target[name], -1) in top
    return hits / len(names)


class HitRate(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 5 == 0:
            print(f"epoch {epoch + 1}: loss {logs['loss']:.3f}  validation hit@10 {hit_rate(self.model, valid):.3f}")


ds = tf.data.Dataset.from_tensor_slices((user_lookup(users), item_lookup(items))).cache()
ds = ds.shuffle(len(users)).batch(128, drop_remainder=True).prefetch(2)

model = TwoTower(16)
model((tf.constant([1]), tf.constant([1])))
model.compile(optimizer=keras.optimizers.Adagrad(0.2))
print("validation hit@10 before", hit_rate(model, valid))
model.fit(ds, epochs=20, verbose=0, callbacks=[HitRate()])
print("test hit@10 %.3f  (random is about %.3f)" % (hit_rate(model, test), 10 / (N_ITEMS - 12)))
