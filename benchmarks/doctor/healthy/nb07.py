# Matrix factorisation with biases, own training loop.
# The question is the usual one of rating completion: known users, known films, an unseen PAIR.
# So users and films are in all three parts on purpose, a (user, film) pair is in one only.
import numpy as np
import tensorflow as tf
import keras

USERS, FILMS, RANK = 300, 200, 3
keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)


def make_ratings(n=20_000):
    pairs = rng.choice(USERS * FILMS, size=n, replace=False)
    u, f = np.divmod(pairs, FILMS)
    bu, bf = rng.normal(0, 0.3, USERS), rng.normal(0, 0.4, FILMS)
    p, q = rng.normal(0, 0.7, (USERS, RANK)), rng.normal(0, 0.7, (FILMS, RANK))
    r = 3.5 + bu[u] + bf[f] + (p[u] * q[f]).sum(1) + rng.normal(0, 0.3, n)
    return u.astype("int32"), f.astype("int32"), r.astype("float32")


class Factoriser(keras.Model):
    def __init__(self, dim, mean):
        super().__init__()
        init = keras.initializers.RandomNormal(stddev=0.1)
        self.p = keras.layers.Embedding(USERS, dim, embeddings_initializer=init)
        self.q = keras.layers.Embedding(FILMS, dim, embeddings_initializer=init)
        self.bu = keras.layers.Embedding(USERS, 1, embeddings_initializer="zeros")
        self.bf = keras.layers.Embedding(FILMS, 1, embeddings_initializer="zeros")
        self.mean = float(mean)

    def call(self, inputs):
        u, f = inputs
        p, q = self.p(u), self.q(f)
        score = tf.reduce_sum(p * q, axis=-1) + self.bu(u)[:, 0] + self.bf(f)[:, 0] + self.mean
        penalty = tf.reduce_mean(tf.reduce_sum(p ** 2 + q ** 2, axis=-1))
        return score, penalty


u, f, r = make_ratings()            # rng.choice has already put the pairs in random order
parts = np.split(np.arange(len(r)), [14_000, 17_000])
(u_tr, f_tr, r_tr), (u_va, f_va, r_va), (u_te, f_te, r_te) = [(u[i], f[i], r[i]) for i in parts]

ds = (tf.data.Dataset.from_tensor_slices((u_tr, f_tr, r_tr))
      .shuffle(len(r_tr), seed=8).batch(256).prefetch(2))

model = Factoriser(dim=6, mean=r_tr.mean())
model((u_tr[:2], f_tr[:2]))         # builds the variables
optimizer = keras.optimizers.Adam(5e-3)
optimizer.build(model.trainable_variables)
L2 = 0.01


@tf.function
def step(users, films, ratings):
    with tf.GradientTape() as tape:
        score, penalty = model((users, films))
        mse = tf.reduce_mean(tf.square(ratings - score))
        loss = mse + L2 * penalty
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return mse


def rmse(users, films, ratings):
    score, _ = model((users, films))
    return float(np.sqrt(np.mean((score.numpy() - ratings) ** 2)))


best, best_weights, waited = np.inf, None, 0
for epoch in range(40):
    seen = keras.metrics.Mean()
    for batch in ds:
        seen.update_state(step(*batch), sample_weight=tf.cast(tf.shape(batch[0])[0], tf.float32))
    now = rmse(u_va, f_va, r_va)
    print(f"{epoch:2d}  train {np.sqrt(float(seen.result())):.3f}  val {now:.3f}")
    if now < best - 1e-4:
        best, best_weights, waited = now, model.get_weights(), 0
    else:
        waited += 1
        if waited == 4:
            break
model.set_weights(best_weights)

film_mean = np.full(FILMS, r_tr.mean())
for k in range(FILMS):
    if np.any(f_tr == k):
        film_mean[k] = r_tr[f_tr == k].mean()
print(f"test RMSE {rmse(u_te, f_te, r_te):.3f}; "
      f"global mean {np.sqrt(np.mean((r_te - r_tr.mean()) ** 2)):.3f}; "
      f"mean of the film {np.sqrt(np.mean((r_te - film_mean[f_te]) ** 2)):.3f}")
