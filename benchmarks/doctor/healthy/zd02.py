import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.metrics import classification_report, confusion_matrix

keras.utils.set_random_seed(7)
rng = np.random.default_rng(7)

SIZE = 24
NAMES = ["disc", "square", "cross"]


def draw(kind):
    img = rng.normal(0.1, 0.08, (SIZE, SIZE))
    r = rng.integers(4, 8)
    cy, cx = rng.integers(r + 1, SIZE - r - 1, 2)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    if kind == 0:
        mask = (yy - cy) ** 2 + (xx - cx) ** 2 <= r * r
    elif kind == 1:
        mask = (abs(yy - cy) <= r) & (abs(xx - cx) <= r) & ((abs(yy - cy) >= r - 1) | (abs(xx - cx) >= r - 1))
    else:
        mask = ((abs(yy - cy) <= 1) & (abs(xx - cx) <= r)) | ((abs(xx - cx) <= 1) & (abs(yy - cy) <= r))
    img[mask] += rng.uniform(0.6, 0.9)
    return img.clip(0, 1)


def make(n):
    y = rng.integers(0, 3, n)
    x = np.stack([draw(k) for k in y]).astype("float32")[..., None]
    return x, y


def to_dataset(x, y, batch_size=32, shuffle=True):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(len(x))
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


class ShapeNet(keras.Model):
    def __init__(self, num_classes):
        super().__init__()
        self.conv1 = layers.Conv2D(16, 3, activation="relu")
        self.pool = layers.MaxPooling2D()
        self.conv2 = layers.Conv2D(32, 3, activation="relu")
        self.gap = layers.GlobalMaxPooling2D()
        self.hidden = layers.Dense(32, activation="relu")
        self.head = layers.Dense(num_classes)

    def call(self, x):
        x = self.pool(self.conv1(x))
        x = self.gap(self.conv2(x))
        return self.head(self.hidden(x))


x_train, y_train = make(900)
x_val, y_val = make(200)
x_test, y_test = make(300)

train_ds = to_dataset(x_train, y_train)
val_ds = to_dataset(x_val, y_val)
test_ds = to_dataset(x_test, y_test, shuffle=False)

model = ShapeNet(len(NAMES))
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"evaluate: loss={loss:.3f} accuracy={acc:.3f}")

logits = model.predict(test_ds, verbose=0)
y_pred = logits.argmax(axis=-1)
y_true = np.concatenate([y.numpy() for _, y in test_ds])
print(confusion_matrix(y_true, y_pred))
print(classification_report(y_true, y_pred, target_names=NAMES))
