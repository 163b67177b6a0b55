# Siamese network: are two pictures the same digit?
# Pictures are split first, pairs are drawn afterwards within each split.
import numpy as np
import keras
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

MARGIN = 1.0
keras.utils.set_random_seed(13)
rng = np.random.default_rng(13)

digits = load_digits()
pictures = (digits.data / 16.0).astype("float32")
x_train, x_other, y_train, y_other = train_test_split(
    pictures, digits.target, test_size=0.4, stratify=digits.target, random_state=13)
x_valid, x_test, y_valid, y_test = train_test_split(
    x_other, y_other, test_size=0.5, stratify=y_other, random_state=13)


def draw_pairs(x, y, n_pairs):
    """n_pairs pairs, half of them of the same digit (label 1); no picture is paired with itself."""
    by_digit = [np.flatnonzero(y == d) for d in range(10)]
    left, right, same = [], [], []
    for k in range(n_pairs):
        if k % 2 == 0:
            i, j = rng.choice(by_digit[rng.integers(10)], size=2, replace=False)
        else:
            a, b = rng.choice(10, size=2, replace=False)
            i, j = rng.choice(by_digit[a]), rng.choice(by_digit[b])
        left.append(i)
        right.append(j)
        same.append(1.0 if k % 2 == 0 else 0.0)
    return [x[left], x[right]], np.array(same, dtype="float32")[:, None]


def make_encoder():
    return keras.Sequential([
        keras.Input((64,)),
        layers.Dense(96, activation="relu"),
        layers.Dense(48, activation="relu"),
        layers.Dense(16),
    ], name="encoder")


@keras.saving.register_keras_serializable("kb10")
class Distance(layers.Layer):
    def call(self, a, b):
        squared = ops.sum(ops.square(a - b), axis=-1, keepdims=True)
        # the root has no finite slope at 0
        return ops.sqrt(ops.maximum(squared, 1e-9))


def contrastive_loss(same, distance):
    pull = same * ops.square(distance)
    push = (1.0 - same) * ops.square(ops.maximum(MARGIN - distance, 0.0))
    return ops.mean(pull + push, axis=-1)


encoder = make_encoder()          # one encoder, called twice: the weights are shared
left = keras.Input((64,), name="left")
right = keras.Input((64,), name="right")
model = keras.Model([left, right], Distance()(encoder(left), encoder(right)))
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss=contrastive_loss)

train_pairs, train_same = draw_pairs(x_train, y_train, 12000)
valid_pairs, valid_same = draw_pairs(x_valid, y_valid, 2000)
test_pairs, test_same = draw_pairs(x_test, y_test, 2000)

model.fit(
    train_pairs, train_same,
    validation_data=(valid_pairs, valid_same),
    batch_size=64, epochs=12, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True)],
)


def accuracy(distance, same, threshold):
    return np.mean((distance < threshold) == (same > 0.5))


d_valid = model.predict(valid_pairs, verbose=0)
d_test = model.predict(test_pairs, verbose=0)
candidates = np.linspace(0.05, 1.5, 146)
threshold = candidates[np.argmax([accuracy(d_valid, valid_same, t) for t in candidates])]
print(f"threshold from the validation pairs: {threshold:.2f}")
print(f"test pairs: accuracy {accuracy(d_test, test_same, threshold):.3f} (half of the pairs are alike: 0.5)")

# the same idea on raw pixels, threshold chosen in the same way
raw = {name: np.linalg.norm(p[0] - p[1], axis=1, keepdims=True)
       for name, p in (("valid", valid_pairs), ("test", test_pairs))}
candidates = np.quantile(raw["valid"], np.linspace(0.01, 0.99, 99))
t_raw = candidates[np.argmax([accuracy(raw["valid"], valid_same, t) for t in candidates])]
print(f"raw pixels: accuracy {accuracy(raw['test'], test_same, t_raw):.3f}")
