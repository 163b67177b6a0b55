"""Recommender systems, week 3: explicit ratings and matrix factorisation in Keras."""
import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(42)
rng = np.random.default_rng(42)

N_USERS, N_ITEMS, N_RATINGS, TRUE_DIM = 200, 120, 12000, 3


def fake_ratings():
    """Ratings 1..5 from a low-rank model with user and item offsets; each pair at most once."""
    u_vec = rng.normal(0, 0.7, (N_USERS, TRUE_DIM))
    i_vec = rng.normal(0, 0.7, (N_ITEMS, TRUE_DIM))
    u_off = rng.normal(0, 0.4, N_USERS)
    i_off = rng.normal(0, 0.5, N_ITEMS)
    pairs = rng.choice(N_USERS * N_ITEMS, size=N_RATINGS, replace=False)
    users, items = pairs // N_ITEMS, pairs % N_ITEMS
    score = 3.4 + u_off[users] + i_off[items] + (u_vec[users] * i_vec[items]).sum(1)
    stars = np.clip(np.rint(score + rng.normal(0, 0.3, N_RATINGS)), 1, 5)
    return users.astype("int32"), items.astype("int32"), stars.astype("float32")


class MatrixFactorization(keras.Model):
    def __init__(self, n_users, n_items, dim, mean, **kwargs):
        super().__init__(**kwargs)
        reg = keras.regularizers.L2(1e-6)
        self.mean = mean
        self.user_vec = layers.Embedding(n_users, dim, embeddings_initializer="he_normal", embeddings_regularizer=reg)
        self.item_vec = layers.Embedding(n_items, dim, embeddings_initializer="he_normal", embeddings_regularizer=reg)
        self.user_bias = layers.Embedding(n_users, 1, embeddings_initializer="zeros")
        self.item_bias = layers.Embedding(n_items, 1, embeddings_initializer="zeros")

    def call(self, inputs):
        users, items = inputs[:, 0], inputs[:, 1]
        dot = ops.sum(self.user_vec(users) * self.item_vec(items), axis=-1, keepdims=True)
        return self.mean + dot + self.user_bias(users) + self.item_bias(items)      # (batch, 1)


def rmse(truth, guess):
    return np.sqrt(np.mean((truth - np.clip(guess, 1, 5)) ** 2))


users, items, stars = fake_ratings()
pairs = np.stack([users, items], axis=1)
order = rng.permutation(N_RATINGS)
a, b = int(0.8 * N_RATINGS), int(0.9 * N_RATINGS)
tr, va, te = order[:a], order[a:b], order[b:]
mean = float(stars[tr].mean())
print(f"{len(tr)} train, {len(va)} validation, {len(te)} test ratings; mean {mean:.2f}")

model = MatrixFactorization(N_USERS, N_ITEMS, dim=4, mean=mean)
model.compile(optimizer=keras.optimizers.Adam(5e-3),
              loss=keras.losses.MeanSquaredError(),
              metrics=[keras.metrics.RootMeanSquaredError(name="rmse")])
model.fit(pairs[tr], stars[tr, None], validation_data=(pairs[va], stars[va, None]),
          batch_size=128, epochs=40, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(monitor="val_rmse", mode="min", patience=4,
                                                   restore_best_weights=True)])

# the item-mean baseline; items without a training rating get the overall mean
total = np.bincount(items[tr], weights=stars[tr], minlength=N_ITEMS)
count = np.bincount(items[tr], minlength=N_ITEMS)
item_mean = np.where(count > 0, total / np.maximum(count, 1), mean)

print(f"test rmse, overall mean: {rmse(stars[te], np.full(len(te), mean)):.3f}")
print(f"test rmse, item mean:    {rmse(stars[te], item_mean[items[te]]):.3f}")
print(f"test rmse, factors:      {rmse(stars[te], model.predict(pairs[te], verbose=0)[:, 0]):.3f}")

# five suggestions for user 0 that they have not rated yet
seen = set(items[users == 0].tolist())
todo = np.array([i for i in range(N_ITEMS) if i not in seen], dtype="int32")
guess = model.predict(np.stack([np.zeros_like(todo), todo], axis=1), verbose=0)[:, 0]
print("for user 0:", [(int(todo[j]), round(float(guess[j]), 2)) for j in np.argsort(-guess)[:5]])
