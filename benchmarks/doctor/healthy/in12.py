"""Same glyph or not? A siamese encoder trained on pairs; it is tested on glyphs that it never saw."""
import numpy as np
import keras
from keras import layers, ops

SEED, SIZE, GLYPHS = 31, 16, 60
keras.utils.set_random_seed(SEED)


def make_glyphs(rng):
    """A glyph is a handful of strokes between points of a grid."""
    glyphs = np.zeros((GLYPHS, SIZE, SIZE), "float32")
    for g in glyphs:
        points = rng.integers(3, SIZE - 3, (4, 2))
        for a, b in zip(points[:-1], points[1:]):
            for s in np.linspace(0, 1, 24):
                r, c = np.round(a + s * (b - a)).astype(int)
                g[r, c] = 1.0
    return glyphs


def scribble(glyph, rng):
    moved = np.roll(glyph, rng.integers(-1, 2, 2), axis=(0, 1))
    return (moved * rng.uniform(0.7, 1.2) + rng.normal(0, 0.15, moved.shape))[..., None].astype("float32")


def draw_pairs(glyphs, n, rng):
    same = (np.arange(n) % 2).astype("float32")
    first = rng.integers(0, len(glyphs), n)
    other = (first + rng.integers(1, len(glyphs), n)) % len(glyphs)
    second = np.where(same == 1, first, other)
    left = np.stack([scribble(glyphs[i], rng) for i in first])
    right = np.stack([scribble(glyphs[i], rng) for i in second])
    return {"left": left, "right": right}, same[:, None]


class Pairs(keras.utils.PyDataset):
    """Fresh pairs every epoch."""

    def __init__(self, glyphs, batches, batch, seed, **kwargs):
        super().__init__(**kwargs)
        self.glyphs, self.batches, self.batch = glyphs, batches, batch
        self.rng = np.random.default_rng(seed)
        self.on_epoch_end()

    def __len__(self):
        return self.batches

    def __getitem__(self, i):
        rows = slice(i * self.batch, (i + 1) * self.batch)
        return {k: v[rows] for k, v in self.x.items()}, self.y[rows]

    def on_epoch_end(self):
        self.x, self.y = draw_pairs(self.glyphs, self.batches * self.batch, self.rng)


class Distance(layers.Layer):
    def call(self, a, b):
        return ops.sqrt(ops.sum(ops.square(a - b), axis=-1, keepdims=True) + 1e-9)


def contrastive(y_true, y_pred, margin=1.0):
    pull = y_true * ops.square(y_pred)
    push = (1.0 - y_true) * ops.square(ops.maximum(margin - y_pred, 0.0))
    return ops.mean(pull + push, axis=-1)


rng = np.random.default_rng(SEED)
glyphs = make_glyphs(rng)
train_glyphs, val_glyphs, test_glyphs = glyphs[:40], glyphs[40:50], glyphs[50:]

encoder = keras.Sequential([
    keras.Input((SIZE, SIZE, 1)),
    layers.Conv2D(24, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Flatten(),
    layers.Dropout(0.2),
    layers.Dense(32),
    layers.UnitNormalization(),
], name="encoder")
left = keras.Input((SIZE, SIZE, 1), name="left")
right = keras.Input((SIZE, SIZE, 1), name="right")
model = keras.Model({"left": left, "right": right}, Distance()(encoder(left), encoder(right)))
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss=contrastive)

val_x, val_y = draw_pairs(val_glyphs, 600, np.random.default_rng(SEED + 1))
test_x, test_y = draw_pairs(test_glyphs, 600, np.random.default_rng(SEED + 2))
model.fit(
    Pairs(train_glyphs, batches=30, batch=64, seed=SEED + 3),
    validation_data=(val_x, val_y), epochs=18, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)],
)

d_val = model.predict(val_x, batch_size=200, verbose=0)
cuts = np.linspace(0.1, 1.6, 61)
cut = cuts[np.argmax([((d_val < c) == (val_y == 1)).mean() for c in cuts])]
d_test = model.predict(test_x, batch_size=200, verbose=0)
print(f"cut {cut:.2f} from validation; pairs of unseen glyphs judged rightly: {((d_test < cut) == (test_y == 1)).mean():.3f}")
