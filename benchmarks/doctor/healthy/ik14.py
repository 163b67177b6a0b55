# Keras embeddings from a pairwise loss; vectors of 12 kinds with clutter, judged by nearest neighbours.
import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(17)

KINDS, DIM, NOISE = 12, 20, 12
rng = np.random.default_rng(17)
centres = rng.normal(size=(KINDS, 6))
lift = rng.normal(size=(6, DIM))


def draw(n):
    kind = rng.integers(0, KINDS, n)
    core = np.tanh((centres[kind] + 0.35 * rng.normal(size=(n, 6))) @ lift / 2)
    clutter = 2.0 * rng.normal(size=(n, NOISE))            # columns that say nothing
    return np.concatenate([core, clutter], axis=1).astype("float32"), kind.astype("int32")


x_train, k_train = draw(2400)
x_val, k_val = draw(400)
x_test, k_test = draw(400)


def pairwise_loss(kind, z):
    """Contrastive loss over all ordered pairs of the batch; returns one number per row."""
    kind = ops.reshape(kind, (-1,))
    same = ops.cast(ops.equal(kind[:, None], kind[None, :]), "float32")
    off_diagonal = 1.0 - ops.eye(ops.shape(z)[0], dtype="float32")
    square = ops.sum(ops.square(z[:, None, :] - z[None, :, :]), axis=-1)
    distance = ops.sqrt(square + 1e-8)
    pull = same * off_diagonal
    push = 1.0 - same
    near = ops.sum(pull * square, axis=1) / ops.maximum(ops.sum(pull, axis=1), 1.0)
    far_terms = ops.square(ops.relu(1.0 - distance))
    far = ops.sum(push * far_terms, axis=1) / ops.maximum(ops.sum(push, axis=1), 1.0)
    return near + 4.0 * far


def knn(bank, bank_kind, query, query_kind, k=7):
    d2 = (query ** 2).sum(1)[:, None] + (bank ** 2).sum(1)[None, :] - 2 * query @ bank.T
    nearest = np.argpartition(d2, k, axis=1)[:, :k]
    votes = np.stack([np.bincount(row, minlength=KINDS) for row in bank_kind[nearest]])
    return (votes.argmax(axis=1) == query_kind).mean()


class Watch(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 5 == 0:
            bank = encoder.predict(x_train, verbose=0)
            acc = knn(bank, k_train, encoder.predict(x_val, verbose=0), k_val)
            print(f"epoch {epoch + 1}: loss {logs['loss']:.4f}  val loss {logs['val_loss']:.4f}  val 7-NN {acc:.4f}")


encoder = keras.Sequential([
    keras.Input((DIM + NOISE,)),
    layers.Dense(96, activation="relu"),
    layers.Dense(96, activation="relu"),
    layers.Dense(16),
    layers.UnitNormalization(),
])
epochs, batch = 25, 120
encoder.compile(
    optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(2e-3, epochs * len(x_train) // batch)),
    loss=pairwise_loss)

print("7-NN on the raw columns: %.4f" % knn(x_train, k_train, x_val, k_val))
encoder.fit(x_train, k_train, validation_data=(x_val, k_val), validation_batch_size=200,
            epochs=epochs, batch_size=batch, verbose=0, callbacks=[Watch()])

bank = encoder.predict(x_train, verbose=0)
z = encoder.predict(x_test, verbose=0)
print("7-NN on the embeddings, test: %.4f" % knn(bank, k_train, z, k_test))
